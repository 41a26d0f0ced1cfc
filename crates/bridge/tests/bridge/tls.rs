//! A gateway behind TLS. Its certificate was made for these tests, names `localhost`, and is signed by `tls/authority.pem`,
//! whose key is not kept.

use crate::stage::{Gateway, run, settings};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use splitpoint_bridge::{Address, Bridge, CaProblem, StartProblem};
use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bridge/tls").join(name)
}

/// The port of a gateway that answers everything alike, encrypted.
fn encrypted() -> u16 {
    let certificate = CertificateDer::from_pem_file(file("gateway.pem")).expect("a certificate");
    let key = PrivateKeyDer::from_pem_file(file("key.pem")).expect("a key");
    let config = ServerConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)
        .expect("a certificate with its key");
    let config = Arc::new(config);
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            let connection = ServerConnection::new(config.clone()).expect("a connection");
            thread::spawn(move || {
                let mut stream = StreamOwned::new(connection, stream);
                let mut asked = [0; 4096];
                if stream.read(&mut asked).is_ok_and(|read| read > 0) {
                    let answer =
                        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 8\r\n\r\n\"secret\"";
                    drop(stream.write_all(answer.as_bytes()));
                    stream.conn.send_close_notify();
                    drop(stream.flush());
                }
            });
        }
    });
    port
}

/// Status and answer through a bridge that trusts the authority of a file.
fn asked(address: &str, authority: &str) -> (u16, String) {
    let mut settings = settings(Address::new(address).expect("an address"));
    settings.ca = Some(file(authority));
    let reply = run(settings).get("/rest/events/schema");
    (reply.status, if reply.status == 200 { reply.body } else { reply.fault().1 })
}

#[test]
fn a_gateway_is_believed_whose_certificate_the_authority_signed() {
    let port = encrypted();
    assert_eq!(asked(&format!("https://localhost:{port}"), "authority.pem"), (200, "\"secret\"".into()));
}

#[test]
fn another_is_not() {
    let port = encrypted();
    let (status, text) = asked(&format!("https://localhost:{port}"), "gateway.pem");
    assert!(status == 502 && text.contains("not trusted") && text.contains("--ca"), "{text}");
    let (status, text) = asked(&format!("https://127.0.0.1:{port}"), "authority.pem");
    assert!(status == 502 && text.contains("another name") && text.contains("--rest"), "{text}");
    let plain = Gateway::always("200 OK", "application/json", "{}");
    let (status, text) = asked(&format!("https://localhost:{}", plain.port), "authority.pem");
    assert!(status == 502 && text.contains("TLS"), "{text}");
}

#[test]
fn a_file_without_a_certificate_is_a_sentence() {
    let problem = |name: &str| {
        let mut settings = settings(Address::new("https://localhost:1").expect("an address"));
        settings.ca = Some(file(name));
        Bridge::new(settings).err().map(|problem| (problem.to_string(), problem))
    };
    assert!(matches!(problem("key.pem"), Some((text, StartProblem::Ca(CaProblem::None(_)))) if text.contains("--ca")));
    assert!(matches!(problem("none.pem"), Some((_, StartProblem::Ca(CaProblem::Unread(..))))));
}
