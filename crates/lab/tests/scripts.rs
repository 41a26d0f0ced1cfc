//! Whole stories, as scripts with their transcripts. `UPDATE_GOLDENFILES=1 cargo test -p splitpoint-lab --test scripts`
//! records them; read what it wrote before it is committed.
//!
//! A line is a command, with a client's letter before it where it is a client's: `A: prepend "I like your post"`.
//! Keys are typed as the table's keys are.

mod stage;

use stage::Stage;
use std::path::Path;

fn run(script: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scripts").join(script);
    goldenscript::run(&mut Stage::default(), path).expect("the script runs");
}

#[test]
fn prepend_race() {
    run("articles/prepend_race");
}

#[test]
fn blind_prepend_loses_a_comment() {
    run("articles/blind_prepend");
}

#[test]
fn last_row_four_ways() {
    run("articles/last_row");
}

#[test]
fn page_three() {
    run("articles/page_three");
}

#[test]
fn inside_a_row() {
    run("articles/inside_a_row");
}

#[test]
fn transaction_in_one_region_and_across() {
    run("articles/transaction");
}

#[test]
fn split() {
    run("articles/split");
}

#[test]
fn branches_and_undo() {
    run("session/branches");
}

#[test]
fn balance() {
    run("session/balance");
}

#[test]
fn grains() {
    run("session/grains");
}

#[test]
fn background_work() {
    run("session/background");
}
