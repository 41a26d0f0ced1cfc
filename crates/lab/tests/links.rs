//! Links that were given away open for ever: each line of `links/list` is a link, a tab, and the sentence that stands
//! at its cursor with the step. Lines are only ever added, by hand.

use splitpoint_lab::session::Link;
use splitpoint_lab::sim::language::LANGUAGE;
use splitpoint_lab::view::{KeyNotation, ViewRequest};

fn seen(fragment: &str) -> String {
    let link = Link::parse(fragment).expect("it can be read").expect("it is a link");
    let (restored, told) = link.open(&LANGUAGE).expect("it can be opened");
    assert_eq!((restored.divergences, told), (Vec::new(), None), "{fragment}");
    let session = restored.session;
    let table = session.start().tables.first().map(|table| table.name.clone()).unwrap_or_default();
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
