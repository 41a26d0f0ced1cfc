//! Everything in Java, as it was read by a person and run against a real client (`cargo xtask hbase java`):
//! `java/snippets.java.txt`. `UPDATE_GOLDENFILES=1 cargo test -p splitpoint-lab --test java` records it; read what it wrote,
//! and run it, before it is committed.

#[path = "java/mod.rs"]
mod cases;

use cases::{What, cases};
use splitpoint_lab::form::{Forms, Operation};
use splitpoint_lab::scenario::starts;
use splitpoint_lab::session::Session;
use splitpoint_lab::words::{command, java};
use std::env;
use std::fs;
use std::path::Path;

#[test]
fn what_is_written_in_java_is_what_was_run() {
    let mut text = String::new();
    for case in cases() {
        let said = match &case.what {
            What::Form(intent) => java::of(case.begun().world(), intent),
            What::Request(request) => java::of_request(request),
        };
        assert!(!said.text.is_empty(), "{}", case.name);
        text += &format!("===== {}\n{}", case.name, said.whole());
        if !said.past.is_empty() {
            text += &format!("----- in HBase 0.94\n{}", said.past);
        }
        text.push('\n');
    }
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/snippets.java.txt");
    if env::var_os("UPDATE_GOLDENFILES").is_some() {
        fs::write(&golden, &text).expect("it can be written");
    }
    let wanted = fs::read_to_string(&golden).unwrap_or_default();
    for (at, (wanted, told)) in wanted.lines().zip(text.lines()).enumerate() {
        assert_eq!(told, wanted, "{}:{}", golden.display(), at + 1);
    }
    assert_eq!(text.len(), wanted.len(), "{}", golden.display());
}

/// What can be sent is written in Java wherever it is written for the shell: each form of each start, as it opens.
#[test]
fn every_form_that_has_a_command_has_java() {
    let mut compared = 0;
    for start in starts() {
        let session = Session::from_start(start.clone()).expect("a start");
        for table in &start.tables {
            let forms = Forms::of(Some(table));
            for operation in Operation::all() {
                let Ok(intent) = forms.intent(operation, &table.name) else { continue };
                let command = command::of(session.world(), 0, &intent);
                let java = java::of(session.world(), &intent);
                assert_eq!(command.is_empty(), java.text.is_empty(), "{operation:?} {command} {java:?}");
                compared += usize::from(!command.is_empty());
            }
        }
    }
    assert!(compared > 50, "{compared}");
}

#[test]
fn bytes_keep_their_value_in_java() {
    let written = |value: &[u8]| {
        let put = splitpoint_model::mutation::Put::new(b"r".as_slice()).add("f", "q", value);
        let request = splitpoint_model::client::Request::Put("t".into(), put);
        let text = java::of_request(&request).text;
        let line = text.lines().find(|line| line.contains("addColumn")).expect("a column").trim().to_owned();
        let value = line.strip_prefix("put.addColumn(Bytes.toBytes(\"f\"), Bytes.toBytes(\"q\"), ").expect("a value");
        value.strip_suffix(");").expect("an end").to_owned()
    };
    let said: [(&[u8], &str); 13] = [
        (b"", "new byte[0]"),
        (b"I like your post", "Bytes.toBytes(\"I like your post\")"),
        (b"\"\\x41", "Bytes.toBytes(\"\\\"\\\\x41\")"),
        ("é".as_bytes(), "Bytes.toBytes(\"é\")"),
        (b"\0\0\0\0\0\0\0\x11", "Bytes.toBytes(17L)"),
        (b"\xff\xff\xff\xff\xff\xff\xff\xff", "Bytes.toBytes(-1L)"),
        (b"\x80\0\0\0\0\0\0a", "Bytes.toBytesBinary(\"\\\\x80\\\\x00\\\\x00\\\\x00\\\\x00\\\\x00\\\\x00a\")"),
        (b"\0\0\x01\x8b\xcf\xe5\x68\0", "Bytes.toBytes(1700000000000L)"),
        (b"\x7f\xff\xff\xff\xff\xff\xff\xfe", "Bytes.toBytes(9223372036854775806L)"),
        (b"\0\0\0\x07", "Bytes.toBytes(7)"),
        (
            b"\0\0\0\x07\x7f\xff\xff\xfe",
            "Bytes.toBytesBinary(\"\\\\x00\\\\x00\\\\x00\\\\x07\\\\x7F\\\\xFF\\\\xFF\\\\xFE\")",
        ),
        (b"a\\\xff", "Bytes.toBytesBinary(\"a\\\\x5C\\\\xFF\")"),
        (b"tab\t", "Bytes.toBytesBinary(\"tab\\\\x09\")"),
    ];
    for (value, wanted) in said {
        assert_eq!(written(value), wanted, "{value:?}");
    }
}
