//! The first row, of keys without a prefix and of salted ones: the smallest number that was written, wherever regions end,
//! and what it takes.

use splitpoint_lab::intent::{AdminIntent, Digits, Does, Intent, Plan, Prefix, Repeat, Walk};
use splitpoint_lab::scenario;
use splitpoint_lab::session::Session;
use splitpoint_lab::sim::language::LANGUAGE;
use splitpoint_lab::view::{Compared, KeyNotation, ViewRequest};
use splitpoint_lab::words::command;
use std::sync::Arc;

const TABLE: &str = "salted";

fn request() -> ViewRequest {
    ViewRequest { table: TABLE.into(), window: 0..10, old_versions: false, notation: KeyNotation::Fields }
}

/// A table of its own with so many rows, their numbers downward from 1000, after splits at these keys.
fn written(prefixes: u8, digits: Digits, rows: u32, splits: &[&[u8]]) -> Session {
    let mut session = Session::from_start(scenario::first()).expect("a start");
    session.speak(&LANGUAGE);
    let splits = splits.iter().map(|split| split.to_vec()).collect();
    let (families, attributes) = (vec![("c".to_owned(), Vec::new())], Vec::new());
    let create = AdminIntent::Create { table: TABLE.into(), families, attributes, splits };
    assert_eq!(session.perform(0, Intent::Admin(create), 1000), Ok(true));
    if rows > 0 {
        let does = Does::Insert { family: "c".into(), qualifier: "text".into(), bytes: 8 };
        let walk = Walk::Step(-1);
        let plan =
            Plan { table: TABLE.into(), does, times: rows, first: 1000, walk, digits, prefixes, clients: 1, rate: 0 };
        assert_eq!(session.perform(0, Intent::Repeat(Arc::new(Repeat::new(plan))), 10_000), Ok(true));
    }
    session
}

fn first(session: &mut Session, prefixes: u8, prefix: Prefix) -> Compared {
    let intent = Intent::FirstRow { table: TABLE.into(), prefixes, prefix };
    assert_eq!(session.perform(1, intent, 1000), Ok(true));
    session.stage().compare(&request()).list.pop().expect("it was asked for")
}

#[test]
fn the_smallest_number_is_found_over_every_count_of_buckets() {
    for (digits, prefix) in
        [(Digits::Decimal(4), Prefix::Digits), (Digits::Long, Prefix::Byte), (Digits::Int, Prefix::Byte)]
    {
        let shown = |number: i32| match digits {
            Digits::Decimal(_) => format!("→ {number:04}"),
            Digits::Long => {
                format!("→ {}", splitpoint_model::bytes::to_string_binary(&i64::from(number).to_be_bytes()))
            }
            Digits::Int => format!("→ {}", splitpoint_model::bytes::to_string_binary(&number.to_be_bytes())),
        };
        for prefixes in [0, 1, 2, 4, 16] {
            for rows in [1, 3, 40] {
                let mut session = written(prefixes, digits, rows, &[]);
                let found = first(&mut session, prefixes, prefix);
                assert_eq!(found.answer, shown(1001 - rows as i32), "{digits:?} over {prefixes}");
                assert_eq!(found.counts[0], u64::from(prefixes.max(1)), "calls over {prefixes}");
                assert_eq!(found.more, usize::from(prefixes.max(1)) - 1);
            }
        }
    }
}

#[test]
fn without_prefixes_a_salted_table_answers_with_a_row_that_is_not_the_first() {
    let mut session = written(4, Digits::Decimal(4), 3, &[]);
    assert_eq!(first(&mut session, 0, Prefix::Digits).answer, "→ 00-1000");
    assert_eq!(first(&mut session, 4, Prefix::Digits).answer, "→ 0998");
    assert_eq!(first(&mut session, 2, Prefix::Digits).answer, "→ 1000", "two buckets were not looked at");
}

#[test]
fn a_bucket_may_begin_in_a_region_that_has_none_of_its_rows() {
    let splits: [&[u8]; 3] = [b"01-0500", b"01-0600", b"01-2000"];
    let mut session = written(4, Digits::Decimal(4), 8, &splits);
    let found = first(&mut session, 4, Prefix::Digits);
    assert_eq!(found.answer, "→ 0993");
    assert!(found.counts[0] > 4, "scans go on in the next region: {} calls", found.counts[0]);
    let told = session.view(&request()).sentence.text();
    assert!(told.contains(&format!("{} calls, where keys without a prefix take 1", found.counts[0])), "{told}");
}

#[test]
fn each_bucket_is_a_step_and_a_put_before_one_makes_it_stale() {
    let mut session = written(4, Digits::Decimal(4), 8, &[]);
    session.set_grain(splitpoint_lab::view::Grain::Rpc);
    let intent = Intent::FirstRow { table: TABLE.into(), prefixes: 4, prefix: Prefix::Digits };
    let shell = command::of(session.world(), 1, &intent);
    assert_eq!(shell.lines().count(), 4, "{shell}");
    assert!(shell.starts_with("scan 'salted', {"), "{shell}");
    session.submit(1, intent).expect("it can be asked for");
    let memories = |session: &Session| {
        let view = session.view(&request());
        view.clients[1]
            .memory
            .iter()
            .map(|memory| (memory.name.to_owned(), memory.value.clone(), memory.stale.is_some()))
            .collect::<Vec<_>>()
    };
    let told = |name: &str, value: &str, stale: bool| (name.to_owned(), value.to_owned(), stale);
    assert!(session.step_client(1));
    assert_eq!(memories(&session), [told("first", "00-0996", false), told("smallest", "0996", false)]);
    assert!(session.step_client(1));
    assert!(session.step_client(1));
    let cells = vec![("c".to_owned(), b"text".to_vec(), None, b"x".to_vec())];
    let put = Intent::Insert { table: TABLE.into(), row: b"01-0001".to_vec(), cells };
    session.submit(0, put).expect("it can be asked for");
    assert!(session.run_client(0, 100));
    assert!(session.run_client(1, 100));
    assert_eq!(
        memories(&session),
        [
            told("first", "00-0996", false),
            told("first", "01-0993", true),
            told("first", "02-0994", false),
            told("first", "03-0995", false),
            told("smallest", "0993", false),
        ]
    );
}

#[test]
fn of_an_empty_table_there_is_no_first_row() {
    let mut session = written(0, Digits::Long, 0, &[]);
    for prefixes in [0, 3] {
        let found = first(&mut session, prefixes, Prefix::Byte);
        assert_eq!((found.answer.as_str(), found.failed), ("empty", false));
    }
}
