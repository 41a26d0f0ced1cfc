//! What keys got over time, as a picture, and which pattern it is said to be.

use splitpoint_lab::form::MINUTES;
use splitpoint_lab::session::Session;
use splitpoint_lab::sim::language::LANGUAGE;
use splitpoint_lab::view::{HeatView, KeyNotation, Measure, ViewRequest};

fn request(table: &str) -> ViewRequest {
    ViewRequest { table: table.to_owned(), window: 0..50, old_versions: false, notation: KeyNotation::Fields }
}

fn run(script: &str) -> Session {
    let mut session = Session::new();
    session.speak(&LANGUAGE);
    session.queue(0, 0, script).expect("it can be read");
    assert!(session.run_client(0, 10_000_000), "it comes to its end");
    session
}

fn heat(session: &Session, table: &str) -> HeatView {
    session.stage().heat(&request(table), Measure::Writes)
}

/// The script of the first minute, over so many prefixes.
fn front(salt: u32) -> HeatView {
    let script = MINUTES.iter().find(|minute| !minute.script.is_empty()).expect("there is one").script;
    let session = run(&script.replace("SALT = 1", &format!("SALT = {salt}")));
    heat(&session, &format!("front{salt}"))
}

#[test]
fn keys_that_count_down_are_a_front_that_no_split_moves() {
    let view = front(1);
    assert!(view.regions.len() > 2, "it was split: {:?}", view.regions);
    assert!(view.changes.iter().filter(|change| change.text.starts_with("split at ")).count() > 1);
    assert!(
        view.pattern.starts_with("Sequential front: 100 % of the cells written in the last 50 operations went to r")
    );
    assert!(view.pattern.ends_with("Splits do not move the front."), "{}", view.pattern);
    assert!(view.hot);
    assert_eq!(view.total, "300 cells written");
    let first = view.regions.first().expect("there are regions");
    assert_eq!(first.recent, 1000, "all of the last went to the first region");
    assert!(first.all < 500, "but not all in all: {first:?}");
    let whole: u32 = view.regions.iter().map(|region| region.all).sum();
    assert!((995..=1005).contains(&whole), "{whole}");
    let amount: u64 = view.cells.iter().map(|cell| cell.amount).sum();
    assert_eq!(amount, 300);
}

#[test]
fn salt_spreads_the_front() {
    let view = front(4);
    assert!(!view.pattern.starts_with("Sequential front"), "{}", view.pattern);
    assert!(view.regions.iter().all(|region| region.recent < 700), "{:?}", view.regions);
}

#[test]
fn a_row_that_is_written_again_and_again_is_hot() {
    let view = heat(
        &run(
            "create 't', 'f'\n40.times { |n| put 't', \"k#{n}\", 'f:q', 'v' }\n100.times { |n| put 't', 'k7', 'f:q', n.to_s }\n",
        ),
        "t",
    );
    assert!(view.pattern.starts_with("Hot row: "), "{}", view.pattern);
    assert!(view.hot);
}

#[test]
fn writes_all_over_the_regions_are_even() {
    let script = "create 't', 'f', SPLITS => ['b', 'c', 'd']\n\
        200.times { |n| put 't', \"#{%w[a b c d][(n * 7) % 4]}#{(n * 37) % 100}\", 'f:q', 'v' }\n";
    let view = heat(&run(script), "t");
    assert!(view.pattern.starts_with("Even: "), "{}", view.pattern);
    assert!(!view.hot);
}

#[test]
fn a_cell_names_its_operations_and_leads_to_their_steps() {
    let mut session = run("create 't', 'f'\n30.times { |n| put 't', \"k#{10 + n}\", 'f:q', 'v' }\n");
    let view = heat(&session, "t");
    let cell = *view.cells.last().expect("there are cells");
    let (entries, more) = session.stage().heat_entries(&request("t"), cell.column, cell.row);
    assert_eq!(more, 0);
    let last = entries.last().expect("somebody wrote there");
    assert_eq!((last.letter, last.text.as_str()), (Some('A'), "put k39"));
    session.visit(last.place);
    assert_eq!(heat(&session, "t").operations, last.number);
}

#[test]
fn a_few_operations_are_no_pattern() {
    let view = heat(&run("create 't', 'f'\n5.times { |n| put 't', \"k#{n}\", 'f:q', 'v' }\n"), "t");
    assert_eq!((view.pattern.as_str(), view.operations), ("", 6), "the creation of the table counts as well");
}
