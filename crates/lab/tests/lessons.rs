//! The lessons that come with the program, as a reader meets them: `lessons/NAME.out`.
//! `UPDATE_GOLDENFILES=1 cargo test -p splitpoint-lab --test lessons` records them; read what it wrote before it is
//! committed.

use splitpoint_lab::lesson::{self, SHELF};
use splitpoint_lab::sim::language::LANGUAGE;
use std::env;
use std::fs;
use std::path::Path;

#[test]
fn every_lesson_is_whole_and_told_as_it_was() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let update = env::var_os("UPDATE_GOLDENFILES").is_some();
    for shelved in SHELF {
        let report = lesson::told(shelved.id, shelved.text, &LANGUAGE);
        let faults: Vec<String> = report.faults.iter().map(|fault| format!("{}: {fault}", fault.line)).collect();
        assert!(faults.is_empty(), "{}: {faults:#?}", shelved.id);
        let golden = folder.join("tests/lessons").join(shelved.id).with_extension("out");
        if update {
            fs::write(&golden, &report.told).expect("a transcript can be written");
        }
        let wanted = fs::read_to_string(&golden).unwrap_or_default();
        assert!(wanted == report.told, "{} is not told as in {}", shelved.id, golden.display());
    }
}

#[test]
fn every_file_stands_on_the_shelf() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("lessons");
    let files = fs::read_dir(folder).expect("there are lessons").flatten();
    let mut names: Vec<String> = files.filter_map(|file| Some(file.path().file_stem()?.to_str()?.to_owned())).collect();
    names.sort();
    let mut ids: Vec<&str> = SHELF.iter().map(|shelved| shelved.id).collect();
    ids.sort_unstable();
    assert_eq!(names, ids);
}

/// What is to be filled in is all that a new lesson lacks.
#[test]
fn a_new_lesson_only_has_to_be_filled_in() {
    let report = lesson::told("new", lesson::TEMPLATE, &LANGUAGE);
    assert!(!report.faults.is_empty());
    for fault in &report.faults {
        assert!(matches!(fault.trouble, lesson::Trouble::Unfilled), "{}: {fault}", fault.line);
    }
}

/// Each claim of the articles names a lesson and a stop in which it is seen.
#[test]
fn every_claim_is_seen_at_a_stop() {
    let text = include_str!("../../../docs/claims.md");
    let mut claims = 0;
    for (number, line) in text.lines().enumerate().filter(|(_, line)| line.starts_with("| ")) {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let [_, places] = cells.as_slice() else { continue };
        if *places == "where it is seen" || places.starts_with("---") {
            continue;
        }
        claims += 1;
        for place in places.split("; ") {
            let (id, heading) = place.split_once(": ").unwrap_or_else(|| panic!("line {}: {place}", number + 1));
            let shelved = lesson::shelved(id.trim_matches('`')).unwrap_or_else(|| panic!("no lesson {id}"));
            let lesson = shelved.lesson().expect("it can be read");
            assert!(lesson.stops.iter().any(|stop| stop.heading == heading), "{id} has no stop “{heading}”");
        }
    }
    assert!(claims > 25, "{claims} claims");
}
