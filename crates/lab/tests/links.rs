//! Links that were given away open for ever: each line of `links/list` is a link, a tab, and the sentence that stands
//! at its cursor with the step. Lines are only ever added, by hand.

use splitpoint_lab::session::{Link, Session};
use splitpoint_lab::sim::language::LANGUAGE;
use splitpoint_lab::view::{KeyNotation, ViewRequest};

fn open(fragment: &str) -> Session {
    let link = Link::parse(fragment).expect("it can be read").expect("it is a link");
    let (restored, told) = link.open(&LANGUAGE).expect("it can be opened");
    assert_eq!((restored.divergences, told), (Vec::new(), None), "{fragment}");
    restored.session
}

fn first_table(session: &Session) -> String {
    session.start().tables.first().map(|table| table.name.clone()).unwrap_or_default()
}

fn seen(fragment: &str) -> String {
    let session = open(fragment);
    let table = first_table(&session);
    let request = ViewRequest { table, window: 0..80, old_versions: true, notation: KeyNotation::Fields };
    let view = session.view(&request);
    format!("{} of {}: {}", view.timeline.position, view.timeline.total, view.sentence.text())
}

#[test]
fn every_link_leads_where_it_led() {
    let list = include_str!("links/list");
    assert!(list.lines().count() >= 6);
    let seen: String = list
        .lines()
        .map(|line| {
            let fragment = line.split('\t').next().unwrap_or_default();
            format!("{fragment}\t{}\n", seen(fragment))
        })
        .collect();
    assert_eq!(seen, list);
}

/// How the sessions of those links are written again, one a line; the package for JavaScript writes the same. A golden file.
#[test]
fn what_they_open_is_written_again() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/links/written");
    let written: String = include_str!("links/list")
        .lines()
        .map(|line| {
            let session = open(line.split('\t').next().unwrap_or_default());
            let link = session.link(&first_table(&session), KeyNotation::Fields).expect("no file is in it");
            let again = open(&link.to_string());
            assert_eq!(again.save(), session.save(), "{line}");
            format!("{link}\n")
        })
        .collect();
    if std::env::var_os("UPDATE_GOLDENFILES").is_some() {
        std::fs::write(file, &written).expect("the file can be written");
    }
    assert_eq!(std::fs::read_to_string(file).expect("the file is there"), written);
}
