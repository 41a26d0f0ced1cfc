//! Paths that pass, paths that are refused, and tricks.

use super::{Method, Prefix, PrefixProblem, Question, Stop, What, question};
use proptest::prelude::*;

fn prefixes() -> Vec<Prefix> {
    ["try_", "lab:"].into_iter().filter_map(|text| Prefix::new(text).ok()).collect()
}

fn asked(method: Method, target: &str) -> Result<Question, Stop> {
    question(method, target, &prefixes())
}

fn what(method: Method, target: &str) -> Result<What, String> {
    match asked(method, target) {
        Ok(question) => Ok(question.what),
        Err(Stop::Nothing) => Err("nothing".into()),
        Err(Stop::Refused(fault)) => Err(fault.text),
    }
}

fn refused(method: Method, target: &str) -> bool {
    matches!(asked(method, target), Err(Stop::Refused(_)))
}

#[test]
fn what_reads_is_passed_on_as_it_is() {
    for (target, want) in [
        ("/", What::Facts),
        ("/status/cluster", What::Facts),
        ("/version/cluster", What::Version),
        ("/namespaces/default/tables", What::Facts),
        ("/events/regions", What::Facts),
        ("/lab:events/schema", What::Facts),
        ("/events/*?startrow=a&endrow=b%2Fc&limit=2", What::Rows),
        ("/events/article-03/d:text?v=3", What::Rows),
        ("/events/a%20b/d:", What::Rows),
        ("/events/multiget?row=a&row=b", What::Rows),
        ("/events/scanner/17955356088784964052c", What::Scanner),
        ("/hbase:meta/regions", What::Facts),
    ] {
        assert_eq!(what(Method::Get, target), Ok(want), "{target}");
        assert_eq!(asked(Method::Get, target).map(|question| question.path), Ok(target.to_owned()));
    }
    assert_eq!(what(Method::Put, "/events/scanner"), Ok(What::Scanner));
    assert_eq!(what(Method::Delete, "/events/scanner/17955"), Ok(What::Scanner));
    let encoded = asked(Method::Get, "/lab%3Aevents/schema");
    assert_eq!(encoded.map(|question| question.table), Ok(Some("lab:events".into())));
}

#[test]
fn only_named_tables_are_written() {
    for target in
        ["/try_a/row", "/try_a/row/d:x", "/lab:t/row", "/default:try_a/row", "/try_a/schema", "/try_a/r/?check=put"]
    {
        assert_eq!(what(Method::Put, target), Ok(What::Write), "{target}");
    }
    assert_eq!(
        asked(Method::Put, "/try_a/r/?check=put").map(|question| question.path),
        Ok("/try_a/r/?check=put".into())
    );
    assert_eq!(what(Method::Delete, "/try_a/schema"), Ok(What::Write));
    for target in ["/events/row", "/events/schema", "/tr/row", "/hbase:meta/row", "/events/row/d:x"] {
        assert!(refused(Method::Put, target), "{target}");
        assert!(refused(Method::Post, target), "{target}");
        assert!(refused(Method::Delete, target), "{target}");
    }
    let told = "The bridge only reads. To write “events”, start it with --write and the beginning of the table's name.";
    let Err(Stop::Refused(fault)) = question(Method::Put, "/events/row", &[]) else { panic!("it was passed on") };
    assert_eq!(fault.text, told);
}

#[test]
fn system_tables_are_never_written_whatever_is_allowed() {
    let all: Vec<Prefix> = ["hbase:", "h"].into_iter().filter_map(|text| Prefix::new(text).ok()).collect();
    assert_eq!(all.len(), 2);
    for target in ["/hbase:meta/row", "/hbase%3Ameta/row", "/hbase:meta/schema"] {
        assert!(matches!(question(Method::Put, target, &all), Err(Stop::Refused(_))), "{target}");
    }
}

#[test]
fn what_changes_more_than_rows_and_schema_is_refused() {
    for target in [
        "/namespaces/lab",
        "/status/cluster",
        "/",
        "/try_a/regions",
        "/try_a/scanner/x/y",
        "/try_a/schema?x",
        "/try_a/a*",
    ] {
        assert!(asked(Method::Put, target).is_err(), "{target}");
        assert!(asked(Method::Delete, target).is_err(), "{target}");
    }
    assert!(refused(Method::Delete, "/namespaces/lab"));
    for target in ["/events/*?doAs=root", "/events/*?limit=1&user.name=hbase", "/events/*?do%41s=root", "/?doas=x"] {
        assert!(refused(Method::Get, target), "{target}");
    }
}

#[test]
fn tricks_are_no_questions() {
    for target in [
        "",
        "events/regions",
        "//events/regions",
        "/events//regions",
        "/../events/regions",
        "/events/../hbase:meta/row",
        "/events/%2e%2e/x",
        "/events/.%2E/x",
        "/events/%252e%252e/x",
        "/events/%25252e%25252e/x",
        "/events/a%2fb",
        "/events/a%252fb",
        "/events/..;/x",
        "/events/a;b=c",
        "/events/a%3bb",
        "/events/a\\b",
        "/events/a%5cb",
        "/events/a%00",
        "/events/a%0d%0aHost: x",
        "/events/a b",
        "/events/%80%00",
        "/events/%",
        "/events/%zz",
        "/ev%65nts/regions",
        "/events/*?limit=1#x",
        "/events/*?limit=%0",
        "/events/*?limit=1;doAs=root",
        "/a@b/regions",
        "/http:%2f%2fevil/regions",
    ] {
        for method in [Method::Get, Method::Put, Method::Delete] {
            assert_eq!(asked(method, target), Err(Stop::Nothing), "{target}");
        }
    }
    assert_eq!(asked(Method::Get, &format!("/events/{}", "a".repeat(9000))), Err(Stop::Nothing));
}

#[test]
fn a_prefix_that_every_table_has_is_none() {
    assert_eq!(Prefix::new(""), Err(PrefixProblem::Empty));
    assert_eq!(Prefix::new("default:"), Err(PrefixProblem::Empty));
    assert_eq!(Prefix::new("a b"), Err(PrefixProblem::Characters("a b".into())));
    assert_eq!(Prefix::new(":x"), Err(PrefixProblem::Characters(":x".into())));
    assert_eq!(Prefix::new("default:try_").map(|prefix| prefix.text().to_owned()), Ok("try_".into()));
}

fn method() -> impl Strategy<Value = Method> {
    prop_oneof![Just(Method::Get), Just(Method::Put), Just(Method::Post), Just(Method::Delete)]
}

/// Pieces that paths are made of, honest ones and others.
fn target() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("/"),
        Just("//"),
        Just("."),
        Just(".."),
        Just("%2e"),
        Just("%2F"),
        Just("%25"),
        Just("%3A"),
        Just(":"),
        Just("events"),
        Just("try_a"),
        Just("lab"),
        Just("hbase:meta"),
        Just("schema"),
        Just("scanner"),
        Just("regions"),
        Just("row"),
        Just("*"),
        Just("?"),
        Just("check=put"),
        Just("doAs=x"),
        Just("limit=1"),
        Just("&"),
        Just(";"),
        Just("%"),
        Just("\\"),
        Just("%0d%0a"),
        Just("é"),
        Just("@"),
        Just(","),
    ];
    prop::collection::vec(piece, 0..9).prop_map(|pieces| format!("/{}", pieces.concat()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn whatever_passes_is_plain_and_writes_only_what_it_may(method in method(), target in target()) {
        if let Ok(question) = asked(method, &target) {
            let path = question.path.split('?').next().unwrap_or_default();
            let mut decoded = path.to_owned();
            for _ in 0..3 {
                decoded = percent_encoding::percent_decode_str(&decoded).decode_utf8_lossy().into_owned();
                prop_assert!(!decoded.contains("//") && !decoded.contains(['\\', ';', '\r', '\n']), "{}", question.path);
                prop_assert!(decoded.split('/').all(|part| part != ".." && part != "."), "{}", question.path);
            }
            let query = question.path.split_once('?').map_or("", |(_, query)| query);
            prop_assert!(query.split('&').all(|pair| !pair.starts_with("doAs")), "{}", question.path);
            let scanner = path.split('/').nth(2) == Some("scanner");
            if method != Method::Get && !scanner {
                prop_assert_eq!(question.what, What::Write);
                let first = path.split('/').nth(1).unwrap_or_default().replace("%3A", ":");
                let first = first.strip_prefix("default:").unwrap_or(&first);
                prop_assert!(first.starts_with("try_") || first.starts_with("lab:"), "{}", question.path);
            }
        }
    }

    #[test]
    fn any_text_is_answered(method in method(), target in "\\PC{0,60}") {
        let answer = asked(method, &target);
        prop_assert!(answer.is_ok() || answer.is_err());
    }
}
