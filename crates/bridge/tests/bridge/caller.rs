//! Calls of the program itself: the same shapes, prefixes and limits as a page has.

use crate::stage::{Gateway, send};
use splitpoint_bridge::{Caller, Credentials, Kind, Limits, Prefix};
use std::time::Duration;

fn caller(gateway: &Gateway, calls: u32) -> Caller {
    let writable = vec![Prefix::new("try_").expect("a prefix")];
    let limits = Limits { calls, timeout: Duration::from_secs(20), ..Limits::default() };
    Caller::new(gateway.address(), Credentials::default(), None, writable, limits).expect("no certificate is wanted")
}

#[test]
fn a_call_is_passed_on_and_the_place_of_a_scanner_is_a_path() {
    let gateway = Gateway::start(|asked, stream| {
        assert_eq!((asked.line.as_str(), asked.body.as_str()), ("PUT /events/scanner", r#"{"batch":2}"#));
        let place = "http://elsewhere:8080/events/scanner/17a";
        send(
            stream,
            format!("HTTP/1.1 201 X\r\nlocation: {place}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n").as_bytes(),
        );
    });
    let heard = caller(&gateway, 50).ask("PUT", "/events/scanner", r#"{"batch":2}"#).expect("an answer");
    assert_eq!((heard.status, heard.place.as_deref()), (201, Some("/events/scanner/17a")));
}

#[test]
fn what_no_page_may_ask_the_program_may_not_either() {
    let gateway = Gateway::always("200 OK", "application/json", "{}");
    let mut caller = caller(&gateway, 50);
    for (method, path) in [
        ("DELETE", "/events/schema"),
        ("PUT", "/events/row"),
        ("PUT", "/hbase:meta/row"),
        ("GET", "/try_a/../events/schema"),
        ("PATCH", "/try_a/schema"),
    ] {
        let fault = caller.ask(method, path, "{}").expect_err(path);
        assert_eq!(fault.kind, Kind::Refused, "{method} {path}");
    }
    assert!(gateway.asked().is_empty());
    assert_eq!(caller.ask("PUT", "/try_a/row", "{}").map(|heard| heard.status), Ok(200));
}

#[test]
fn more_calls_than_are_allowed_wait_and_are_not_refused() {
    let gateway = Gateway::always("200 OK", "application/json", "{}");
    let mut caller = caller(&gateway, 4);
    for _ in 0..6 {
        assert_eq!(caller.ask("GET", "/events/regions", "").map(|heard| heard.status), Ok(200));
    }
}
