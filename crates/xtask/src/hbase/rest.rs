//! The REST gateway of a real HBase, as a process, and requests to it.

use super::install::{class_path_of_rest, folder};
use super::server::{Server, java};
use crate::outcome::{Explain, Outcome, Problem};
use crate::project::Project;
use serde_json::Value as Json;
use std::fs;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const MAIN: &str = "org.apache.hadoop.hbase.rest.RESTServer";
const PATIENCE: Duration = Duration::from_secs(60);

/// A gateway that runs until this is dropped.
pub(super) struct Gateway {
    process: Child,
    pub(super) port: u16,
}

impl Gateway {
    /// Starts a gateway for a server, and waits until it answers.
    pub(super) fn up(project: &Project, server: &Server, port: u16) -> Outcome<Self> {
        let home = folder(project).join("rest");
        let settings = home.join("conf");
        fs::create_dir_all(&settings).explain("cannot make target/hbase/rest")?;
        let more = [
            ("hbase.zookeeper.quorum", "localhost"),
            ("hbase.zookeeper.property.clientPort", &server.zookeeper()?),
            ("hbase.rest.host", "127.0.0.1"),
        ];
        let more: String = more
            .map(|(name, value)| format!("  <property><name>{name}</name><value>{value}</value></property>\n"))
            .concat();
        let site = format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<configuration>\n{more}</configuration>\n");
        fs::write(settings.join("hbase-site.xml"), site).explain("cannot write into target/hbase/rest")?;
        let said = fs::File::create(home.join("rest.log")).explain("cannot write into target/hbase/rest")?;
        let mut gateway = java(project, &home, &format!("{}:{}", settings.display(), class_path_of_rest(project)?));
        gateway
            .args([MAIN, "-p", &port.to_string(), "--infoport", "-1", "start"])
            .stdin(Stdio::null())
            .stdout(said.try_clone().explain("cannot write into target/hbase/rest")?)
            .stderr(said);
        let mut gateway = Self { process: gateway.spawn().explain("cannot start java")?, port };
        let begin = Instant::now();
        while begin.elapsed() < PATIENCE {
            if ask(port, "GET", "/version/cluster", "", "").is_ok_and(|answer| answer.status == 200) {
                return Ok(gateway);
            }
            if gateway.process.try_wait().is_ok_and(|ended| ended.is_some()) {
                break;
            }
            sleep(Duration::from_millis(200));
        }
        Err(Problem::new(format!("the REST gateway does not start: see {}", home.display())))
    }
}

impl Drop for Gateway {
    fn drop(&mut self) {
        let ended = self.process.kill().and_then(|()| self.process.wait());
        debug_assert!(ended.is_ok());
    }
}

/// A port that is free at present.
pub(super) fn free_port() -> Outcome<u16> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).explain("there is no free port")?;
    Ok(listener.local_addr().explain("there is no free port")?.port())
}

/// An HTTP answer.
pub(super) struct Answer {
    pub(super) status: u16,
    head: String,
    pub(super) body: Vec<u8>,
}

impl Answer {
    pub(super) fn json(&self) -> Json {
        serde_json::from_slice(&self.body).unwrap_or(Json::Null)
    }

    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (known, value) = line.split_once(": ")?;
            known.eq_ignore_ascii_case(name).then_some(value)
        })
    }
}

/// Sends one request over its own connection. `more` has further headers, each with its line end.
pub(super) fn ask(port: u16, method: &str, path: &str, more: &str, body: &str) -> Outcome<Answer> {
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).explain("nothing listens")?;
    stream.set_read_timeout(Some(PATIENCE)).explain("nothing listens")?;
    let host = if more.contains("Host: ") { String::new() } else { format!("Host: 127.0.0.1:{port}\r\n") };
    let length = body.len();
    let request = format!(
        "{method} {path} HTTP/1.1\r\n{host}Accept: application/json\r\nContent-Type: application/json\r\nConnection: close\r\n\
         Content-Length: {length}\r\n{more}\r\n{body}"
    );
    stream.write_all(request.as_bytes()).explain("whoever listens hangs up")?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).explain("whoever listens does not answer")?;
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n");
    let end = end.ok_or_else(|| Problem::new("what was answered is no HTTP"))?;
    let head = String::from_utf8_lossy(&answer[..end]).into_owned();
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
    let status = status.ok_or_else(|| Problem::new("what was answered is no HTTP"))?;
    Ok(Answer { status, head, body: answer[end + 4..].to_vec() })
}
