//! Whoever is not our own page: nothing is answered, and nothing reaches the gateway.

use crate::stage::{Gateway, Reply, Running, run, settings};

/// Says whether nothing was answered: no body, and a status that tells nothing.
fn nothing(bridge: &Running, request: &str) -> Result<(), String> {
    let answer = bridge.raw(request);
    if answer.is_empty() {
        return Ok(()); // it hung up
    }
    let reply = Reply::read(&answer);
    let allowed = matches!(reply.status, 400 | 404 | 414 | 431);
    let told = reply.head.contains("access-control") || answer.contains(&bridge.token) || answer.contains("secret");
    if allowed && reply.body.is_empty() && !told { Ok(()) } else { Err(answer) }
}

#[test]
fn nobody_but_our_own_page_is_answered() {
    let gateway = Gateway::always("200 OK", "application/json", "\"secret\"");
    let bridge = run(settings(gateway.address()));
    let ours = "GET /TOKEN/rest/t/row HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nConnection: close\r\n";
    assert!(bridge.raw(&format!("{ours}\r\n")).contains("\"secret\"")); // so that what follows could be answered
    assert!(
        bridge
            .raw(&format!("{ours}Origin: http://127.0.0.1:PORT\r\nSec-Fetch-Site: same-origin\r\n\r\n"))
            .contains("secret")
    );
    let before = gateway.asked().len();
    let long = "x".repeat(10 << 20);
    let many: String = (0..500).map(|n| format!("X-{n}: a\r\n")).collect();
    let requests = [
        // another page
        format!("{ours}Origin: http://evil.example\r\n\r\n"),
        format!("{ours}Origin: null\r\n\r\n"),
        format!("{ours}Origin: http://localhost:PORT\r\n\r\n"),
        format!("{ours}Origin: http://127.0.0.1:PORT\r\nOrigin: http://evil.example\r\n\r\n"),
        format!("{ours}Sec-Fetch-Site: cross-site\r\n\r\n"),
        format!("{ours}Sec-Fetch-Site: same-site\r\n\r\n"),
        format!("{ours}Service-Worker: script\r\n\r\n"),
        ours.replace("GET", "OPTIONS") + "Origin: http://evil.example\r\nAccess-Control-Request-Method: PUT\r\n\r\n",
        // rebinding
        "GET /TOKEN/rest/t/row HTTP/1.1\r\nHost: evil.example:PORT\r\n\r\n".into(),
        "GET /TOKEN/rest/t/row HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".into(),
        "GET /TOKEN/rest/t/row HTTP/1.1\r\nHost: 127.0.0.1:PORT.evil.example\r\n\r\n".into(),
        "GET /TOKEN/rest/t/row HTTP/1.1\r\nHost: user@127.0.0.1:PORT\r\n\r\n".into(),
        "GET /TOKEN/rest/t/row HTTP/1.1\r\nHost: [::1]:PORT\r\n\r\n".into(),
        "GET /TOKEN/rest/t/row HTTP/1.1\r\n\r\n".into(),
        "GET /TOKEN/rest/t/row HTTP/1.0\r\n\r\n".into(),
        format!("{ours}Host: evil.example\r\n\r\n"),
        // without the token
        "GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n".into(),
        "GET /rest/t/row HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n".into(),
        "GET /index.html HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n".into(),
        "GET /favicon.ico HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n".into(),
        "GET /00000000000000000000000000000000/rest/t/row HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n".into(),
        "GET //TOKEN/rest/t/row HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n".into(),
        "GET /%2FTOKEN/rest/t/row HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n".into(),
        "GET /x/../TOKEN/rest/t/row HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n".into(),
        "GET /?TOKEN/rest/t/row HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n".into(),
        // as a proxy is asked
        "GET http://127.0.0.1:PORT/TOKEN/rest/t/row HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n".into(),
        "GET http://evil.example/TOKEN/rest/t/row HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n".into(),
        "CONNECT evil.example:443 HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n".into(),
        "TRACE /TOKEN/rest/t/row HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n".into(),
        // paths
        "GET /TOKEN/rest/../rest/t/row HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n".into(),
        "GET /TOKEN/rest/t/%2e%2e/u HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n".into(),
        "GET /TOKEN/rest/t/%252e%252e/u HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n".into(),
        "GET /TOKEN/rest//t/row HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n".into(),
        "GET /TOKEN/rest/http://evil.example/row HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n".into(),
        "GET /TOKEN/rest/@evil.example/row HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n".into(),
        "GET /TOKEN/rest/t/a%2fb HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n".into(),
        "GET /TOKEN/rest/t/a%0d%0aX:%20y HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n".into(),
        "GET /TOKEN/rest/t/a;b HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n".into(),
        "GET /TOKEN/rest@evil.example/t/row HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n".into(),
        "GET /TOKEN/../outside.txt HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n".into(),
        "GET /TOKEN/%2e%2e/outside.txt HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n".into(),
        "GET /TOKEN/chunk/../../outside.txt HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n".into(),
        "GET /TOKEN//etc/passwd HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n".into(),
        "GET /TOKEN/.hidden HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n".into(),
        "GET /TOKEN/chunk HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n".into(),
        "PUT /TOKEN/boot.js HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nContent-Length: 1\r\n\r\nx".into(),
        // not HTTP, or too much of it
        "\r\n\r\n\u{0}\u{1}\u{2}".into(),
        "GET /TOKEN/rest/t/row\r\n\r\n".into(),
        "GET /TOKEN/rest/t/a row HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n".into(),
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".into(),
        format!("{ours}X: {long}\r\n\r\n"),
        format!("{ours}{many}\r\n"),
        format!("GET /TOKEN/rest/t/{long} HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n"),
        "PUT /TOKEN/rest/t/scanner HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n{}".into(),
        "PUT /TOKEN/rest/t/scanner HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nTransfer-Encoding: gzip\r\n\r\n{}".into(),
    ];
    for request in requests {
        let shown: String = request.chars().take(200).collect();
        assert_eq!(nothing(&bridge, &request), Ok(()), "{shown}");
    }
    assert_eq!(gateway.asked().len(), before);
    assert!(bridge.raw(&format!("{ours}\r\n")).contains("\"secret\"")); // and it still answers us
}

#[test]
fn a_request_behind_another_is_looked_at_as_any() {
    let gateway = Gateway::always("200 OK", "application/json", "\"answer\"");
    let bridge = run(settings(gateway.address()));
    let ours = "GET /TOKEN/rest/t/row HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n";
    let all = bridge.raw(&format!(
        "{ours}\r\nGET /TOKEN/rest/t/row HTTP/1.1\r\nHost: evil.example\r\n\r\n{ours}Origin: http://evil.example\r\n\r\n{ours}Connection: close\r\n\r\n"
    ));
    let statuses: Vec<_> = all.matches("HTTP/1.1 ").collect();
    assert_eq!(
        (statuses.len(), all.matches("\"answer\"").count(), all.matches("404 Not Found").count()),
        (4, 2, 2),
        "{all}"
    );
    // What looks like a second request within the body of a first one is a body.
    let hidden = "GET /TOKEN/rest/t/hidden HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n";
    let length = hidden.len() - "TOKEN".len() + 32 - "PORT".len() + bridge.port.to_string().len();
    bridge.raw(&format!(
        "PUT /TOKEN/rest/t/scanner HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{hidden}"
    ));
    assert!(gateway.asked().iter().all(|asked| !asked.line.contains("hidden")));
}

#[cfg(unix)]
#[test]
fn a_link_within_the_page_leads_nowhere_else() {
    let gateway = Gateway::always("200 OK", "application/json", "{}");
    let folder = crate::stage::folder();
    std::os::unix::fs::symlink(folder.join("outside.txt"), folder.join("page/link.txt")).expect("a link");
    let mut settings = settings(gateway.address());
    settings.page = splitpoint_bridge::Page::new(&folder.join("page")).expect("a page");
    let bridge = run(settings);
    assert_eq!(bridge.get("/boot.js").status, 200);
    assert_eq!((bridge.get("/link.txt").status, bridge.get("/link.txt").body), (404, String::new()));
}

#[test]
fn addresses_are_never_the_same() {
    let gateway = Gateway::always("200 OK", "application/json", "{}");
    let tokens: std::collections::BTreeSet<_> = (0..20).map(|_| run(settings(gateway.address())).token).collect();
    assert_eq!(tokens.len(), 20);
    assert!(tokens.iter().all(|token| token.len() == 32));
}
