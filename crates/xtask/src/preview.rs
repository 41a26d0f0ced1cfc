//! Serves the page before Trunk is installed. On a bare machine, compiling Trunk takes longer than the page itself; so
//! the page is served meanwhile from the files that index.html names. It is not rebuilt before Trunk takes over.

use crate::command::{command, run};
use crate::outcome::{Explain, Outcome, Problem};
use crate::page;
use crate::project::Project;
use crate::wasm::NAME;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// The address in Trunk.toml.
pub(crate) const ADDRESS: &str = "127.0.0.1:8080";

/// How long a request may take to arrive: a browser may open a connection and send nothing.
const PATIENCE: Duration = Duration::from_secs(10);

/// How index.html refers to the program, which has to be replaced for a browser.
const PROGRAM: &str = "<link data-trunk rel=\"rust\"";

/// How index.html refers to a file that is to be inserted in its place, up to the name of the file.
const INLINE: &str = "<link data-trunk rel=\"inline\" href=\"";

/// The files that can be requested: the path in an address, the media type and the file.
type Files = BTreeMap<String, (&'static str, PathBuf)>;

/// A server of the page as it was last compiled. It stops when this is dropped.
pub(crate) struct Preview {
    address: SocketAddr,
    ended: Arc<AtomicBool>,
    listening: Option<JoinHandle<()>>,
}

impl Preview {
    /// Binds the module that cargo built last to its script, and serves it.
    pub(crate) fn begin(project: &Project, module: PathBuf, address: &str) -> Outcome<Self> {
        let folder = project.path("target/preview");
        run(command(project, "wasm-bindgen")
            .args(["--target", "web", "--no-typescript", "--out-name", NAME, "--out-dir"])
            .arg(&folder)
            .arg(module))?;
        let html = fs::read_to_string(project.path("index.html")).explain("cannot read index.html")?;
        let html = without_trunk(&inlined(project, &html)?)
            .ok_or_else(|| Problem::new(format!("index.html has no {PROGRAM}")))?;
        let page = folder.join("index.html");
        fs::write(&page, &html).explain("cannot write target/preview/index.html")?;

        let mut files = Files::from([("/".into(), ("text/html; charset=utf-8", page))]);
        for (ending, kind) in TYPES {
            for name in page::files(&html, ending) {
                let own = folder.join(&name);
                let file = if own.is_file() { own } else { project.path(&name) };
                files.insert(format!("/{name}"), (kind, file));
            }
        }
        let element = project.path("web/embed").join(page::ELEMENT);
        files.insert(format!("/{}", page::ELEMENT), ("text/javascript; charset=utf-8", element));
        Self::serve(files, address)
    }

    fn serve(files: Files, address: &str) -> Outcome<Self> {
        let doing = format!("cannot serve the page on {address}");
        let listener = TcpListener::bind(address).explain(&doing)?;
        let address = listener.local_addr().explain(&doing)?;
        let ended = Arc::new(AtomicBool::new(false));
        let files = Arc::new(files);
        let end = Arc::clone(&ended);
        let listening = thread::spawn(move || {
            for stream in listener.incoming() {
                if end.load(Ordering::Acquire) {
                    break;
                }
                // A browser that closes the connection early gets no answer.
                if let Ok(stream) = stream {
                    let files = Arc::clone(&files);
                    thread::spawn(move || answer(&stream, &files));
                }
            }
        });
        Ok(Self { address, ended, listening: Some(listening) })
    }
}

impl Drop for Preview {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::Release);
        // The listener checks whether to stop after each connection. If none can be made, it has already stopped.
        let _woken = TcpStream::connect(self.address);
        if let Some(listening) = self.listening.take() {
            let _over = listening.join();
        }
    }
}

/// Media types, by the endings of names.
const TYPES: [(&str, &str); 4] = [
    (".css", "text/css; charset=utf-8"),
    (".js", "text/javascript; charset=utf-8"),
    (".svg", "image/svg+xml"),
    (".wasm", "application/wasm"),
];

/// Answers one request per connection: after that the browser may ask Trunk, once it listens on this address.
fn answer(mut stream: &TcpStream, files: &Files) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    let mut lines = BufReader::new(stream).lines();
    let request = lines.next().transpose()?.unwrap_or_default();
    // The whole request is read; otherwise closing the connection could discard the answer.
    while lines.next().transpose()?.is_some_and(|line| !line.is_empty()) {}
    let path = request.strip_prefix("GET ").and_then(|rest| rest.split([' ', '?']).next());
    let found = path.and_then(|path| files.get(path)).and_then(|(kind, file)| Some((*kind, fs::read(file).ok()?)));
    let (status, (kind, body)) = match found {
        Some(found) => ("200 OK", found),
        None => ("404 Not Found", ("text/plain", b"not here".to_vec())),
    };
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nCache-Control: no-store\r\n\
         Connection: close\r\n\r\n"
    )?;
    stream.write_all(&body)
}

/// The page, with the files inserted that belong into it.
fn inlined(project: &Project, html: &str) -> Outcome<String> {
    let mut parts = html.split(INLINE);
    let mut whole = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, after) =
            part.split_once("\" />").ok_or_else(|| Problem::new("index.html inlines what has no name"))?;
        whole += &fs::read_to_string(project.path(name)).explain(format_args!("cannot read {name}"))?;
        whole += after;
    }
    Ok(whole)
}

/// The page in a form that a browser understands: links to style sheets, and the program as boot.js finds it.
fn without_trunk(html: &str) -> Option<String> {
    let (before, after) = html.split_once(PROGRAM)?;
    let (_, after) = after.split_once("/>")?;
    let program = format!(
        "<link rel=\"modulepreload\" href=\"{NAME}.js\" crossorigin=\"anonymous\" />\
         <meta name=\"module\" content=\"{NAME}_bg.wasm\" />"
    );
    let html = format!("{before}{program}{after}");
    Some(html.replace("data-trunk rel=\"css\"", "rel=\"stylesheet\"").replace(" data-trunk ", " "))
}

#[cfg(test)]
mod tests {
    use super::{ADDRESS, Files, NAME, Preview, inlined, without_trunk};
    use crate::page;
    use crate::project::Project;
    use std::fs;
    use std::io::{Read, Write};
    use std::net::{TcpListener, TcpStream};

    #[test]
    fn the_page_names_files_that_are_there_and_the_program() {
        let project = Project::new(Vec::new());
        let html = fs::read_to_string(project.path("index.html")).unwrap_or_default();
        let html = inlined(&project, &html).ok().and_then(|html| without_trunk(&html)).unwrap_or_default();
        assert!(!html.contains("data-trunk"), "{html}");
        assert!(html.contains("page--wide") && html.contains("page--medium") && html.contains("page--phone"));
        let styles = page::files(&html, ".css");
        assert_eq!(html.matches("rel=\"stylesheet\"").count(), styles.len());
        assert!(styles.len() > 3 && styles.iter().all(|name| project.path(name).is_file()), "{styles:?}");
        assert_eq!(
            page::files(&html, ".js"),
            [&format!("{NAME}.js"), "web/embed/splitpoint.js", "web/boot.js", "web/first.js"]
        );
        assert_eq!(page::files(&html, ".wasm"), [format!("{NAME}_bg.wasm")]);
    }

    #[test]
    fn trunk_listens_where_it_did() {
        let configured = fs::read_to_string(Project::new(Vec::new()).path("Trunk.toml")).unwrap_or_default();
        let (host, port) = ADDRESS.split_once(':').unwrap_or_default();
        assert!(configured.contains(&format!("\"{host}\"")) && configured.contains(&format!("port = {port}\n")));
    }

    #[test]
    fn named_files_are_served_until_the_end_and_nothing_else() {
        let project = Project::new(Vec::new());
        let files = Files::from([("/icon.svg".into(), ("image/svg+xml", project.path("web/icon.svg")))]);
        let preview = Preview::serve(files, "127.0.0.1:0");
        let Ok(preview) = preview else { panic!("no port is free") };
        let address = preview.address;
        let ask = |path: &str| -> std::io::Result<String> {
            let mut stream = TcpStream::connect(address)?;
            write!(stream, "GET {path} HTTP/1.1\r\nHost: here\r\n\r\n")?;
            let mut told = String::new();
            stream.read_to_string(&mut told)?;
            Ok(told)
        };
        let icon = fs::read_to_string(project.path("web/icon.svg")).unwrap_or_default();
        let silent = TcpStream::connect(address); // must not keep others waiting
        assert!(ask("/icon.svg?1").is_ok_and(|told| told.starts_with("HTTP/1.1 200") && told.ends_with(&icon)));
        assert!(ask("/Cargo.toml").is_ok_and(|told| told.starts_with("HTTP/1.1 404")));
        assert!(ask("/../Cargo.toml").is_ok_and(|told| told.starts_with("HTTP/1.1 404")));
        drop(silent);
        drop(preview);
        assert!(ask("/icon.svg").is_err());
        assert!(TcpListener::bind(address).is_ok(), "nobody else can listen there");
    }
}
