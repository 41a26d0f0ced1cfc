//! A gateway that answers what a test wants, a bridge before it, and a browser that speaks bytes.

use serde_json::Value;
use splitpoint_bridge::{Address, Bridge, Credentials, Limits, Page, Prefix, Settings};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// What the gateway was asked.
#[derive(Clone, Debug, Default)]
pub(crate) struct Asked {
    /// Method and path.
    pub(crate) line: String,
    /// Names in small letters.
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Asked {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// A gateway in this process. It answers a connection at a time in a thread of its own, and then closes it.
pub(crate) struct Gateway {
    pub(crate) port: u16,
    asked: Arc<Mutex<Vec<Asked>>>,
}

impl Gateway {
    /// Writes what a test says to the connection, which is closed then.
    pub(crate) fn start(answer: impl Fn(&Asked, &mut TcpStream) + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let asked = Arc::new(Mutex::new(Vec::new()));
        let (all, answer) = (asked.clone(), Arc::new(answer));
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let (all, answer) = (all.clone(), answer.clone());
                thread::spawn(move || {
                    let mut stream = stream;
                    if let Some(asked) = read(&stream) {
                        all.lock().expect("no panic").push(asked.clone());
                        answer(&asked, &mut stream);
                    }
                });
            }
        });
        Self { port, asked }
    }

    /// Answers everything alike.
    pub(crate) fn always(status: &'static str, form: &'static str, body: impl Into<String>) -> Self {
        let body = body.into();
        Self::start(move |_, stream| say(stream, status, form, &body))
    }

    pub(crate) fn asked(&self) -> Vec<Asked> {
        self.asked.lock().expect("no panic").clone()
    }

    pub(crate) fn address(&self) -> Address {
        Address::new(&format!("http://127.0.0.1:{}", self.port)).expect("an address")
    }
}

/// A whole answer.
pub(crate) fn say(stream: &mut TcpStream, status: &str, form: &str, body: &str) {
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status}\r\ncontent-type: {form}\r\nconnection: close\r\ncontent-length: {length}\r\n\r\n{body}"
    );
    send(stream, head.as_bytes());
}

/// Whoever asked may be gone already.
pub(crate) fn send(stream: &mut TcpStream, bytes: &[u8]) {
    drop(stream.write_all(bytes));
}

fn read(stream: &TcpStream) -> Option<Asked> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).ok().filter(|read| *read > 0)?;
    let mut asked = Asked { line: line.trim_end().trim_end_matches(" HTTP/1.1").to_owned(), ..Asked::default() };
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        asked.headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
    }
    let length = asked.header("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    asked.body = String::from_utf8_lossy(&body).into_owned();
    Some(asked)
}

/// A folder of a test, with a small page in it.
pub(crate) fn folder() -> PathBuf {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{number}", std::process::id()));
    fs::create_dir_all(folder.join("page/chunk")).expect("a folder");
    fs::write(folder.join("page/index.html"), INDEX).expect("a file");
    fs::write(folder.join("page/boot.js"), "start()").expect("a file");
    fs::write(folder.join("page/chunk/a.wasm"), b"\0asm").expect("a file");
    fs::write(folder.join("page/.hidden"), "no").expect("a file");
    fs::write(folder.join("outside.txt"), "outside").expect("a file");
    folder
}

const INDEX: &str = "<!doctype html><html><head><meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
                     connect-src 'self'\" /><title>Page</title></head><body></body></html>";

/// Settings for a gateway, with a clock that stands still.
pub(crate) fn settings(rest: Address) -> Settings {
    Settings {
        rest,
        credentials: Credentials::default(),
        ca: None,
        page: Page::new(&folder().join("page")).expect("a page"),
        port: 0,
        writable: vec![Prefix::new("try_").expect("a prefix")],
        limits: Limits { timeout: Duration::from_secs(20), keeps: Duration::ZERO, ..Limits::default() },
        clock: Box::new(|| Duration::ZERO),
    }
}

/// A bridge that runs as long as this is held.
pub(crate) struct Running {
    pub(crate) port: u16,
    pub(crate) token: String,
    end: Option<tokio::sync::oneshot::Sender<()>>,
    ended: Mutex<Receiver<()>>,
}

pub(crate) fn run(settings: Settings) -> Running {
    let bridge = Bridge::new(settings).expect("a bridge");
    let address = bridge.address().to_owned();
    let rest = address.strip_prefix("http://127.0.0.1:").expect("loopback");
    let (port, token) = rest.trim_end_matches('/').split_once('/').expect("a token");
    let (port, token) = (port.parse().expect("a port"), token.to_owned());
    let (end, wanted) = tokio::sync::oneshot::channel();
    let (done, ended) = channel();
    thread::spawn(move || {
        let served = bridge.serve(async { drop(wanted.await) });
        assert!(served.is_ok());
        assert!(done.send(()).is_ok() || served.is_ok());
    });
    Running { port, token, end: Some(end), ended: Mutex::new(ended) }
}

impl Running {
    /// Ends it, and waits until it has ended.
    pub(crate) fn end(&mut self) {
        if let Some(end) = self.end.take() {
            assert!(end.send(()).is_ok());
            let ended = self.ended.lock().expect("no panic");
            assert!(ended.recv_timeout(Duration::from_secs(20)).is_ok());
        }
    }

    /// Sends bytes, with PORT and TOKEN replaced, and reads until the other side closes.
    pub(crate) fn raw(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a timeout");
        let request = request.replace("PORT", &self.port.to_string()).replace("TOKEN", &self.token);
        drop(stream.write_all(request.as_bytes())); // it may answer and close before it has read all
        drop(stream.shutdown(std::net::Shutdown::Write));
        let mut answer = Vec::new();
        drop(stream.read_to_end(&mut answer)); // a reset ends it as well
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// Asks as the page does.
    pub(crate) fn ask(&self, method: &str, path: &str, body: &str) -> Reply {
        let length = body.len();
        Reply::read(&self.raw(&format!(
            "{method} /TOKEN{path} HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nSec-Fetch-Site: same-origin\r\nConnection: close\r\n\
             Content-Length: {length}\r\n\r\n{body}"
        )))
    }

    pub(crate) fn get(&self, path: &str) -> Reply {
        self.ask("GET", path, "")
    }
}

/// An answer, taken apart.
#[derive(Debug, PartialEq)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Reply {
    pub(crate) fn read(text: &str) -> Self {
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((text, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Self { status, head: head.to_ascii_lowercase(), body: body.to_owned() }
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| line.strip_prefix(&format!("{name}: ")))
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or(Value::Null)
    }

    /// What the bridge itself says: its word and its sentence.
    pub(crate) fn fault(&self) -> (String, String) {
        let json = self.json();
        let word = |name: &str| json[name].as_str().unwrap_or_default().to_owned();
        (word("bridge"), word("text"))
    }
}
