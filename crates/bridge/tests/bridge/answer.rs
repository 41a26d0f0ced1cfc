//! What the page is answered: by the gateway, and by the bridge where the gateway does not.

use crate::stage::{Gateway, run, say, send, settings};
use splitpoint_bridge::{Address, Credentials, StartProblem};
use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

/// What a real gateway answered, by the names of the files.
fn recorded() -> Vec<(String, serde_json::Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recorded");
    let mut all: Vec<_> = fs::read_dir(folder)
        .expect("recordings")
        .map(|entry| entry.expect("a recording").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .map(|path| {
            let text = fs::read_to_string(&path).expect("a recording");
            (
                path.file_stem().expect("a name").to_string_lossy().into_owned(),
                serde_json::from_str(&text).expect("JSON"),
            )
        })
        .collect();
    all.sort_by(|a, b| a.0.cmp(&b.0));
    all
}

#[test]
fn every_recorded_answer_comes_through_as_it_is() {
    let all = recorded();
    assert!(all.len() > 40, "{}", all.len());
    let answers = all.clone();
    let gateway = Gateway::start(move |asked, stream| {
        let line = &asked.line;
        let found = answers.iter().find(|(_, one)| {
            *line == format!("{} {}", one["method"].as_str().unwrap_or(""), one["path"].as_str().unwrap_or(""))
        });
        let Some((_, one)) = found else { return say(stream, "404 Not Found", "text/plain", "no recording") };
        let form = one["headers"]["Content-Type"].as_str().unwrap_or("text/plain");
        let location =
            one["headers"]["Location"].as_str().map(|place| format!("location: {place}\r\n")).unwrap_or_default();
        let body =
            if one["body"].is_null() { one["text"].as_str().unwrap_or("").to_owned() } else { one["body"].to_string() };
        let head = format!(
            "HTTP/1.1 {} X\r\ncontent-type: {form}\r\n{location}connection: close\r\ncontent-length: {}\r\n\r\n{body}",
            one["status"],
            body.len()
        );
        send(stream, head.as_bytes());
    });
    let mut settings = settings(gateway.address());
    settings.limits.calls = 1000;
    settings.writable = ["events", "comments", "made", "nothere"]
        .map(|prefix| splitpoint_bridge::Prefix::new(prefix).expect("a prefix"))
        .to_vec();
    let bridge = run(settings);
    let mut seen = std::collections::BTreeSet::new();
    for (name, one) in all {
        let (method, path) = (one["method"].as_str().expect("a method"), one["path"].as_str().expect("a path"));
        if !seen.insert(format!("{method} {path}")) {
            continue; // the same question was answered otherwise at another time
        }
        let sent = if one["sent"].is_null() { String::new() } else { one["sent"].to_string() };
        let reply = bridge.ask(method, &format!("/rest{path}"), &sent);
        if name == "row-binary-percent" {
            assert_eq!(reply.status, 404); // the gateway does not know it either
            continue;
        }
        assert_eq!(u64::from(reply.status), one["status"].as_u64().expect("a status"), "{name}");
        if one["body"].is_null() {
            assert_eq!(reply.body, one["text"].as_str().unwrap_or(""), "{name}");
            assert!(reply.header("content-type").is_none_or(|form| form.starts_with("text/plain")), "{name}");
        } else {
            assert_eq!(reply.json(), one["body"], "{name}");
            assert_eq!(reply.header("content-type"), Some("application/json"), "{name}");
        }
        if let Some(place) = one["headers"]["Location"].as_str() {
            let place = place.strip_prefix("http://127.0.0.1:18080").expect("the gateway's own");
            assert_eq!(reply.header("location"), Some(format!("/{}/rest{place}", bridge.token).as_str()), "{name}");
        }
    }
    assert!(gateway.asked().iter().all(|asked| asked.header("accept") == Some("application/json")));
    assert!(
        gateway
            .asked()
            .iter()
            .all(|asked| asked.header("origin").is_none() && asked.header("sec-fetch-site").is_none())
    );
}

#[test]
fn the_page_is_served_and_told_where_it_is() {
    let gateway = Gateway::always("200 OK", "application/json", r#"{"Version":"2.6.3"}"#);
    let mut settings = settings(gateway.address());
    assert!(settings.credentials.auth("basic ana:hunter2hunter2", "the test").is_ok());
    let bridge = run(settings);
    let page = bridge.get("/");
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    let rest = gateway.address().text().to_owned();
    let told = format!(
        "<title>Page</title><meta name=\"bridge\" content=\"{{&quot;bytes&quot;:33554432,&quot;calls&quot;:50,\
         &quot;rest&quot;:&quot;{rest}&quot;,&quot;version&quot;:null,&quot;write&quot;:[&quot;try_&quot;]}}\" /></head>"
    );
    assert!(page.body.contains(&told), "{}", page.body);
    assert!(!page.body.contains("hunter2") && !page.body.contains("YW5hO"));
    assert_eq!(bridge.get("/rest/version/cluster").json()["Version"], "2.6.3");
    assert!(bridge.get("/index.html").body.contains("&quot;version&quot;:&quot;2.6.3&quot;"));
    assert_eq!(bridge.get("/boot.js").header("content-type"), Some("text/javascript; charset=utf-8"));
    assert_eq!(bridge.get("/chunk/a.wasm").header("content-type"), Some("application/wasm"));
    assert_eq!(bridge.get("").header("location"), Some(format!("/{}/", bridge.token).as_str()));
    for name in ["x-content-type-options: nosniff", "referrer-policy: no-referrer", "cache-control: no-store"] {
        assert!(page.head.contains(name), "{name}");
    }
    assert_eq!(page.header("content-security-policy"), Some("frame-ancestors 'self'"));
    assert!(!page.head.contains("access-control"));
}

#[test]
fn what_is_wrong_with_a_gateway_is_a_sentence() {
    let fault = |gateway: &Gateway, timeout: Duration| {
        let mut settings = settings(gateway.address());
        settings.limits.timeout = timeout;
        settings.limits.bytes = 1000;
        let reply = run(settings).get("/rest/events/schema");
        let (word, text) = reply.fault();
        assert!(
            text.ends_with(['.', '?']) && text.contains(&gateway.address().text().replace("http://", "")),
            "{text}"
        );
        (reply.status, word)
    };
    let long = Duration::from_secs(20);
    let word = |status: u16, word: &str| (status, word.to_owned());
    let wants = Gateway::always("401 Unauthorized", "text/html", "<h1>who</h1>");
    assert_eq!(fault(&wants, long), word(401, "unauthorised"));
    let half = Gateway::always("200 OK", "application/json", r#"{"name":"events","Column"#);
    assert_eq!(fault(&half, long), word(502, "bad-answer"));
    let other = Gateway::always("200 OK", "text/html", "<h1>Welcome to nginx!</h1>");
    assert_eq!(fault(&other, long), word(502, "bad-answer"));
    let elsewhere = Gateway::start(|_, stream| {
        send(stream, b"HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:1/login\r\ncontent-length: 0\r\n\r\n");
    });
    assert_eq!(fault(&elsewhere, long), word(502, "bad-answer"));
    let dies = Gateway::start(|_, stream| {
        send(stream, b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{\"name\":");
    });
    assert_eq!(fault(&dies, long), word(502, "bad-answer"));
    let dies_at_once = Gateway::start(|_, _| {});
    assert_eq!(fault(&dies_at_once, long), word(502, "unreachable"));
    let noise = Gateway::start(|_, stream| send(stream, b"SSH-2.0-OpenSSH_9.2\r\n\r\n"));
    assert_eq!(fault(&noise, long), word(502, "bad-answer"));
    let huge = Gateway::always("200 OK", "application/json", format!("\"{}\"", "x".repeat(2000)));
    assert_eq!(fault(&huge, long), word(502, "too-large"));
    let slow = Gateway::start(|_, stream| {
        thread::sleep(Duration::from_secs(60));
        say(stream, "200 OK", "application/json", "{}");
    });
    assert_eq!(fault(&slow, Duration::from_millis(100)), word(504, "timeout"));
    let drips = Gateway::start(|_, stream| {
        send(stream, b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{");
        thread::sleep(Duration::from_secs(60));
    });
    assert_eq!(fault(&drips, Duration::from_millis(100)), word(504, "timeout"));
    let port = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a port").port();
    let gone = run(settings(Address::new(&format!("http://127.0.0.1:{port}")).expect("an address"))).get("/rest/");
    assert_eq!((gone.status, gone.fault().0), (502, "unreachable".into()));
    assert!(gone.fault().1.contains("hbase rest start"));
}

#[test]
fn what_the_gateway_itself_says_is_not_the_bridges() {
    let busy = Gateway::always("503 Service Unavailable", "text/plain", "Service unavailable");
    let reply = run(settings(busy.address())).get("/rest/events/schema");
    assert_eq!((reply.status, reply.body.as_str()), (503, "Service unavailable"));
    assert_eq!(reply.header("content-type"), Some("text/plain; charset=utf-8"));
    let html = Gateway::always("500 Oops", "text/html", "<script>alert(1)</script>");
    let reply = run(settings(html.address())).get("/rest/events/schema");
    assert_eq!((reply.status, reply.header("content-type")), (500, Some("text/plain; charset=utf-8")));
}

#[test]
fn a_scanner_is_found_at_the_bridge_wherever_the_gateway_says_it_is() {
    let knox = Gateway::start(|_, stream| {
        send(
            stream,
            b"HTTP/1.1 201 Created\r\nlocation: http://inside.example:9/hbase/events/scanner/17ab\r\ncontent-length: 0\r\n\r\n",
        );
    });
    let address = Address::new(&format!("{}/gateway/hbase", knox.address().text())).expect("an address");
    let bridge = run(settings(address));
    let reply = bridge.ask("PUT", "/rest/events/scanner", r#"{"batch":5}"#);
    assert_eq!(reply.status, 201);
    assert_eq!(reply.header("location"), Some(format!("/{}/rest/events/scanner/17ab", bridge.token).as_str()));
    let asked = knox.asked();
    assert_eq!(
        (asked[0].line.as_str(), asked[0].body.as_str()),
        ("PUT /gateway/hbase/events/scanner", r#"{"batch":5}"#)
    );
    let odd = Gateway::start(|_, stream| {
        send(stream, b"HTTP/1.1 201 Created\r\nlocation: http://a/b/%0d%0aSet-Cookie\r\ncontent-length: 0\r\n\r\n");
    });
    assert_eq!(run(settings(odd.address())).ask("PUT", "/rest/events/scanner", "{}").fault().0, "bad-answer");
}

#[test]
fn two_tabs_cost_the_cluster_no_more_than_one() {
    let answered = Arc::new(AtomicU64::new(0));
    let count = answered.clone();
    let gateway = Gateway::start(move |_, stream| {
        let number = count.fetch_add(1, Ordering::SeqCst);
        say(stream, "200 OK", "application/json", &number.to_string());
    });
    let now = Arc::new(AtomicU64::new(0));
    let clock = now.clone();
    let mut settings = settings(gateway.address());
    settings.limits.keeps = Duration::from_secs(2);
    settings.clock = Box::new(move || Duration::from_millis(clock.load(Ordering::SeqCst)));
    let bridge = Arc::new(run(settings));
    let tabs: Vec<_> = (0..8)
        .map(|_| {
            let bridge = bridge.clone();
            thread::spawn(move || bridge.get("/rest/status/cluster").body)
        })
        .collect();
    for tab in tabs {
        assert_eq!(tab.join().expect("an answer"), "0");
    }
    assert_eq!(bridge.get("/rest/events/regions").body, "1");
    assert_eq!(bridge.get("/rest/events/row").body, "2");
    assert_eq!(bridge.get("/rest/events/row").body, "3"); // rows are not kept
    assert_eq!(bridge.get("/rest/status/cluster").body, "0");
    assert_eq!(bridge.ask("PUT", "/rest/try_a/row", "{}").body, "4");
    assert_eq!(bridge.get("/rest/status/cluster").body, "5"); // after a write everything is asked anew
    now.store(2000, Ordering::SeqCst);
    assert_eq!(bridge.get("/rest/status/cluster").body, "6");
}

#[test]
fn no_more_calls_than_allowed_reach_the_gateway() {
    let gateway = Gateway::always("200 OK", "application/json", "{}");
    let now = Arc::new(AtomicU64::new(0));
    let clock = now.clone();
    let mut settings = settings(gateway.address());
    settings.limits.calls = 3;
    settings.clock = Box::new(move || Duration::from_millis(clock.load(Ordering::SeqCst)));
    let bridge = run(settings);
    let statuses: Vec<_> = (0..5).map(|_| bridge.get("/rest/events/row").status).collect();
    assert_eq!(statuses, [200, 200, 200, 429, 429]);
    let reply = bridge.get("/rest/events/row");
    assert_eq!((reply.fault().0.as_str(), reply.header("retry-after")), ("limit", Some("1")));
    assert_eq!((&reply.json()["calls"], &reply.json()["wait"]), (&3.into(), &334.into()));
    now.store(334, Ordering::SeqCst);
    assert_eq!(bridge.get("/rest/events/row").status, 200);
    assert_eq!(gateway.asked().len(), 4);
}

#[test]
fn only_what_is_allowed_is_written() {
    let gateway = Gateway::always("200 OK", "application/json", "{}");
    let bridge = run(settings(gateway.address()));
    let refused = bridge.ask("PUT", "/rest/events/row", "{}");
    assert_eq!((refused.status, refused.fault().0.as_str()), (403, "refused"));
    assert_eq!(refused.json()["table"], "events");
    assert_eq!(bridge.ask("DELETE", "/rest/events/schema", "").status, 403);
    assert!(gateway.asked().is_empty());
    assert_eq!(bridge.ask("PUT", "/rest/try_a/schema", r#"{"name":"events"}"#).status, 200);
    assert_eq!(bridge.ask("DELETE", "/rest/try_a/row", "").status, 200);
    let lines: Vec<_> = gateway.asked().into_iter().map(|asked| asked.line).collect();
    assert_eq!(lines, ["PUT /try_a/schema", "DELETE /try_a/row"]);
    let large = bridge.ask("PUT", "/rest/try_a/row", &"x".repeat(5 << 20));
    assert_eq!(large.fault().0, "too-large");
    assert_eq!(gateway.asked().len(), 2);
}

#[test]
fn credentials_go_to_the_gateway_and_nowhere_else() {
    let echo = Gateway::start(|asked, stream| {
        let status = if asked.line.ends_with("/echo") { "200 OK" } else { "403 Forbidden" };
        let body =
            format!("\"{} {}\"", asked.header("authorization").unwrap_or(""), asked.header("x-knox").unwrap_or(""));
        let body = if asked.line.ends_with("/quiet") { "\"fine\"".to_owned() } else { body };
        say(stream, status, "application/json", &body);
    });
    let folder = crate::stage::folder();
    let headers = folder.join("headers");
    fs::write(&headers, "# for Knox\nX-Knox: hadoop-jwt-12345\n\n").expect("a file");
    let mut credentials = Credentials::default();
    assert!(credentials.auth("bearer hunter2.hunter2", "the test").is_ok());
    assert!(credentials.header_file(&headers).is_ok());
    let mut settings = settings(echo.address());
    settings.credentials = credentials;
    let shown = format!("{settings:?}");
    let bridge = run(settings);
    for path in ["/rest/t/echo", "/rest/t/row"] {
        let reply = bridge.get(path);
        assert_eq!(reply.fault().0, "bad-answer");
        assert!(!reply.body.contains("hunter2") && !reply.body.contains("jwt"), "{}", reply.body);
    }
    assert_eq!(bridge.get("/rest/t/quiet").body, "\"fine\"");
    assert!(!shown.contains("hunter2"));
    let asked = &echo.asked()[0];
    assert_eq!(asked.header("authorization"), Some("Bearer hunter2.hunter2"));
    assert_eq!(asked.header("x-knox"), Some("hadoop-jwt-12345"));
}

#[test]
fn what_a_file_says_wrongly_is_a_sentence_without_it() {
    let folder = crate::stage::folder();
    let file = folder.join("headers");
    let problem = |text: &str| {
        fs::write(&file, text).expect("a file");
        Credentials::default().header_file(&file).map_err(|problem| problem.to_string())
    };
    assert_eq!(problem("X-Good: a"), Ok(()));
    for text in ["hunter2", "Host: hunter2", "X: a\nAccept: hunter2", "X y: hunter2", "X: a\u{7}hunter2", ": hunter2"] {
        let said = problem(text).err().unwrap_or_default();
        assert!(said.contains("Name: value") && !said.contains("hunter2"), "{said}");
    }
    let missing = Credentials::default().auth_file(&folder.join("none")).map_err(|problem| problem.to_string());
    assert!(missing.is_err_and(|said| said.contains("cannot be read")));
}

#[test]
fn a_port_that_is_taken_is_a_sentence() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port();
    let mut settings = settings(Address::new("http://127.0.0.1:1").expect("an address"));
    settings.port = port;
    let problem = splitpoint_bridge::Bridge::new(settings).err();
    assert!(matches!(problem, Some(StartProblem::Taken(other)) if other == port));
}

#[test]
fn a_page_is_looked_for_where_it_is_built() {
    let folder = crate::stage::folder();
    let nowhere = splitpoint_bridge::Page::find(Some(&folder.join("none/splitpoint")), None).err();
    let said = nowhere.map(|problem| problem.to_string()).unwrap_or_default();
    assert!(said.contains("none/dist") && said.contains("cargo xtask build") && said.contains("--page"), "{said}");
    let found =
        splitpoint_bridge::Page::find(Some(&folder.join("splitpoint")), None).map(|page| page.folder().to_owned());
    assert_eq!(found.ok(), fs::canonicalize(folder.join("page")).ok());
    let current = splitpoint_bridge::Page::find(None, Some(&folder)).map(|page| page.folder().to_owned());
    assert_eq!(current.ok(), fs::canonicalize(folder.join("page")).ok());
    assert!(splitpoint_bridge::Page::new(&PathBuf::from("/nowhere")).is_err());
}

#[test]
fn it_ends_when_it_is_told_to() {
    let slow = Gateway::start(|_, _| thread::sleep(Duration::from_secs(60)));
    let mut bridge = run(settings(slow.address()));
    let (port, token) = (bridge.port, bridge.token.clone());
    thread::spawn(move || {
        use std::io::Write;
        let mut stream = std::net::TcpStream::connect(("127.0.0.1", port)).expect("a connection");
        let request = format!("GET /{token}/rest/t/row HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("sent");
        thread::sleep(Duration::from_secs(60));
    });
    while slow.asked().is_empty() {
        thread::yield_now();
    }
    bridge.end(); // while a call is under way
    assert!(std::net::TcpStream::connect(("127.0.0.1", port)).is_err());
}
