//! Warnings name what HBase then answers.

use super::*;
use crate::intent::{DeleteWhat, Pages, Paging, Raw, RowMutation};
use crate::scenario;
use crate::session::Session;
use crate::view::{KeyNotation, ViewRequest};

fn session(id: &str) -> Session {
    Session::from_start(scenario::start(id).expect("a scenario")).expect("a scenario can be made")
}

fn key(number: i64) -> Raw {
    number.to_be_bytes().to_vec()
}

fn warned(session: &Session, intent: &Intent) -> Vec<(String, String)> {
    warnings(session.start(), session.world(), 0, intent)
        .into_iter()
        .map(|note| (note.slot.map(|slot| slot.to_string()).unwrap_or_default(), note.sentence))
        .collect()
}

fn insert(row: Raw, family: &str, time: Option<i64>, value: Raw) -> Intent {
    Intent::Insert { table: "comments".into(), row, cells: vec![(family.into(), "text".into(), time, value)] }
}

#[test]
fn keys_are_weighed() {
    let session = session("comments");
    let about = |row: Raw| warned(&session, &insert(row, "c", None, b"x".to_vec()));
    assert_eq!(about(key(17)), []);
    assert!(about(Raw::new())[0].1.contains("Row length is 0"));
    assert!(about(vec![0; 40_000])[0].1.contains("Row length 40000 is > 32767"));
    let (field, sentence) = &about(vec![0, 0, 0, 20])[0];
    assert_eq!(field, "row");
    assert!(sentence.contains("Keys of comments have 8 bytes, this one has 4"), "{sentence}");
    assert!(about(key(-1))[0].1.contains("it stands at the end"));
}

#[test]
fn cells_are_weighed() {
    let session = session("comments");
    let one = |intent: &Intent| warned(&session, intent).remove(0);
    let (field, sentence) = one(&insert(key(17), "d", None, b"x".to_vec()));
    assert_eq!(field, "cells.0.column");
    assert!(sentence.contains("NoSuchColumnFamilyException") && sentence.contains("It has c."), "{sentence}");
    let (field, sentence) = one(&insert(key(17), "c", None, vec![0; 11 << 20]));
    assert_eq!(field, "cells.0.value");
    assert!(sentence.contains("KeyValue size too large"));
    let (_, sentence) = one(&insert(key(17), "c", Some(-5), b"x".to_vec()));
    assert!(sentence.contains("Timestamp cannot be negative"));
    let (_, sentence) = one(&Intent::Insert { table: "comments".into(), row: key(17), cells: Vec::new() });
    assert!(sentence.contains("No columns to insert"));
    let (_, sentence) = one(&Intent::Insert { table: "none".into(), row: key(17), cells: Vec::new() });
    assert!(sentence.contains("TableNotFoundException"));
}

#[test]
fn a_value_that_nobody_will_see_is_foretold() {
    let session = session("comments");
    let (_, sentence) = warned(&session, &insert(key(19), "c", Some(1), b"x".to_vec())).remove(0);
    assert!(sentence.contains("A version newer than 1 is there"), "{sentence}");
    let hidden = Intent::Insert {
        table: "comments".into(),
        row: key(20),
        cells: vec![("c".into(), "link".into(), Some(1005), b"x".to_vec())],
    };
    let (_, sentence) = warned(&session, &hidden).remove(0);
    assert!(sentence.contains("delete marker hides it"), "{sentence}");
}

#[test]
fn a_transaction_over_two_regions_is_foretold() {
    let session = session("comments");
    let put = |number| RowMutation::Put(key(number), "c".into(), "text".into(), b"x".to_vec());
    let about = |routing: Raw, mutations: Vec<RowMutation>| {
        let table = "comments".to_owned();
        warned(&session, &Intent::Transaction { table, routing_row: routing, mutations, conditions: Vec::new() })
    };
    assert_eq!(about(key(19), vec![put(19), put(18)]), []);
    let (field, sentence) = about(key(19), vec![put(19), put(18), put(20)]).remove(0);
    assert_eq!(field, "mutations.2.row");
    assert_eq!(
        sentence,
        "Row 20 lives in r2, not in r1: the server refuses the whole transaction (DoNotRetryIOException, and nobody tries \
         again)."
    );
    let (field, sentence) = about(key(20), vec![put(19)]).remove(0);
    assert_eq!(field, "mutations.0.row");
    assert!(sentence.contains("WrongRegionException"));
    let (field, sentence) = about(Raw::new(), vec![put(19), RowMutation::DeleteRow(key(19))]).remove(0);
    assert_eq!(field, "mutations.0.row");
    assert!(sentence.contains("will not be seen"));
}

#[test]
fn ranges_are_weighed() {
    let session = session("comments");
    let pages = |start: i64, stop: i64, reversed| Pages {
        table: "comments".into(),
        start: key(start),
        stop: key(stop),
        size: 2,
        pages: 2,
        by: Paging::Cursor,
        reversed,
        caching: 0,
        batch: 0,
        columns: None,
        filter: String::new(),
    };
    let about = |pages: Pages| warned(&session, &Intent::Pages(pages));
    assert_eq!(about(pages(18, 20, false)), []);
    assert!(about(pages(20, 18, false))[0].1.contains("The stop row 18 comes before the start row 20"));
    assert!(about(pages(18, 20, true))[0].1.contains("Swap them"));
    assert!(about(pages(18, 18, false))[0].1.contains("excluded"));
    let filter = "Nonsense(".to_owned();
    assert_eq!(about(Pages { filter, ..pages(18, 20, false) })[0].0, "filter");
    let filter = "PageFilter(1)".to_owned();
    assert!(about(Pages { filter, ..pages(18, 20, false) })[0].1.contains("each region anew"));
    assert!(about(Pages { by: Paging::Offset, ..pages(18, 20, false) })[0].1.contains("Page 2 reads 4 rows"));
    assert_eq!(about(Pages { size: 0, ..pages(18, 20, false) })[0].0, "size");
}

#[test]
fn administrators_are_warned_too() {
    let session = session("comments");
    let about = |admin: AdminIntent| warned(&session, &Intent::Admin(admin));
    let table = || "comments".to_owned();
    let split = |at: Option<i64>, region: i64| AdminIntent::Split {
        table: table(),
        region: Some(key(region)),
        at: at.map(key),
    };
    assert_eq!(about(split(Some(19), 19)), []);
    let (field, sentence) = about(split(Some(20), 20)).remove(0);
    assert_eq!(field, "at");
    assert_eq!(
        sentence,
        "r2 already begins at 20. Sent now, it would be refused: IOException (should not give a splitkey which equals \
         to startkey!). Choose a key inside it."
    );
    assert!(about(split(Some(21), 19))[0].1.contains("lies outside r1"));
    assert!(about(split(None, 19))[0].1.contains("no place to cut r1"));
    assert!(about(AdminIntent::Merge(table(), key(18), key(19)))[0].1.contains("cannot merge a region to itself"));
    assert!(about(AdminIntent::Drop("none".into()))[0].1.contains("TableNotFoundException"));
    let create = |families: Vec<(String, Vec<(String, String)>)>| AdminIntent::Create {
        table: "new".into(),
        families,
        attributes: Vec::new(),
        splits: Vec::new(),
    };
    assert!(about(create(Vec::new()))[0].1.contains("at least one column family"));
    let size = vec![("BLOCKSIZE".to_owned(), "10".to_owned())];
    assert!(about(create(vec![("f".into(), size)]))[0].1.contains("between 1K and 16MB"));
}

/// What is as the form wants it is no failure: so it is right after it was sent with success.
#[test]
fn what_is_done_already_is_a_note_and_no_warning() {
    let table = || "comments".to_owned();
    let split = AdminIntent::Split { table: table(), region: None, at: Some(key(19)) };
    let create = |family: &str| AdminIntent::Create {
        table: "new".into(),
        families: vec![(family.into(), Vec::new())],
        attributes: Vec::new(),
        splits: Vec::new(),
    };
    let done = [split, AdminIntent::Merge(table(), key(19), key(20)), create("f"), AdminIntent::Crash(0)];
    let starts = ["r4 already begins at 19. ", "Both rows lie in r3. ", "new exists. ", "S1 is dead already. "];
    let about = |session: &Session, admin| warnings(session.start(), session.world(), 0, &Intent::Admin(admin));
    for (admin, start) in done.into_iter().zip(starts) {
        let mut session = session("comments");
        session.set_background(false);
        assert!(about(&session, admin.clone()).iter().all(|note| !note.sentence.starts_with(start)));
        session.submit(0, Intent::Admin(admin.clone())).expect("it is taken");
        while session.world().jobs().next().is_some() {
            session.next();
            // A dead server is started again once its regions are recovered.
            if matches!(admin, AdminIntent::Crash(_)) {
                break;
            }
        }
        let told = about(&session, admin).into_iter().next().unwrap_or_else(|| panic!("nothing is said of “{start}”"));
        assert_eq!(told.weight, Weight::Hint, "{told:?}");
        assert!(
            told.sentence.starts_with(start) && told.sentence.contains("Sent now, it would be refused"),
            "{told:?}"
        );
        if start.starts_with("new") {
            // The same name for something else is no success.
            assert_eq!(about(&session, create("g")).remove(0).weight, Weight::Warning);
        }
    }
    assert_eq!(about(&session("comments"), AdminIntent::Balance).remove(0).weight, Weight::Hint);
}

#[test]
fn deletes_are_weighed() {
    let session = session("comments");
    let cells = vec![DeleteWhat::Columns("c".into(), "text".into(), None), DeleteWhat::Family("c".into(), None)];
    let intent = Intent::Delete { table: "comments".into(), row: key(19), cells };
    assert!(warned(&session, &intent)[0].1.contains("drops what this delete named"));
}

#[test]
fn a_key_is_placed_before_it_is_sent() {
    let session = session("comments");
    let request =
        ViewRequest { table: "comments".into(), window: 0..10, old_versions: true, notation: KeyNotation::Fields };
    let at = |number| {
        let place = place(session.start(), session.world(), &request, &key(number)).expect("a table");
        let text = |row: Option<Vec<crate::view::KeyField>>| row.map(|fields| fields[0].text.clone());
        (place.region, place.server, text(place.after), text(place.before), place.line, place.exists)
    };
    let text = |text: &str| Some(text.to_owned());
    assert_eq!(at(17), ("r1".into(), "S1".into(), None, text("18"), 0, false));
    assert_eq!(at(19), ("r1".into(), "S1".into(), text("18"), text("20"), 3, true));
    assert_eq!(at(20), ("r2".into(), "S2".into(), text("19"), None, 7, true));
    assert_eq!(at(21), ("r2".into(), "S2".into(), text("20"), None, 12, false));
    assert_eq!(place(session.start(), session.world(), &request, b""), None);
}

#[test]
fn a_place_is_told_by_its_neighbours() {
    let session = session("comments");
    let request =
        ViewRequest { table: "comments".into(), window: 0..10, old_versions: true, notation: KeyNotation::Fields };
    let said = |intent: &Intent| {
        let notes = hints(session.start(), session.world(), &request, intent);
        notes.into_iter().filter(|note| note.weight == Weight::Hint).map(|note| note.sentence).collect::<Vec<_>>()
    };
    let at = |number| said(&insert(key(number), "c", None, b"x".to_vec()));
    assert_eq!(at(17), ["r1 on server S1, before 18: the first row."]);
    assert_eq!(at(19), ["r1 on server S1: there are cells of this row."]);
    assert_eq!(at(21), ["r2 on server S2, after 20: the last row."]);
    // Of several rows only the region and its server are said.
    let mutations = vec![RowMutation::DeleteRow(key(18)), RowMutation::DeleteRow(key(19))];
    let (table, routing_row) = ("comments".to_owned(), Raw::new());
    let transaction = Intent::Transaction { table, routing_row, mutations, conditions: Vec::new() };
    assert_eq!(said(&transaction), ["r1 on server S1", "r1 on server S1"]);
    let mutations = vec![RowMutation::DeleteRow(key(18)), RowMutation::DeleteRow(key(20))];
    let batch = Intent::Batch { table: "comments".to_owned(), mutations };
    assert_eq!(said(&batch), ["r1 on server S1", "r2 on server S2"]);
    assert_eq!(warned(&session, &batch), [], "each row is written by itself, wherever it lives");
}
