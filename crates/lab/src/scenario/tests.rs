//! Every start can be made, holds what the articles say, and fills its forms with what HBase takes.

use super::*;
use crate::intent::LastRowMethod;
use splitpoint_model::bytes::from_long;
use splitpoint_model::client::{Client, Request, Response};
use splitpoint_model::cluster::Cluster;
use splitpoint_model::query::{Get, RowResult, Scan};

fn made(id: &str) -> (Start, Cluster) {
    let start = start(id).expect("a scenario");
    let built = start.build().finish().unwrap_or_else(|error| panic!("{id}: {error}"));
    (start, built.cluster)
}

fn scan(cluster: &Cluster, table: &str, scan: Scan) -> Vec<RowResult> {
    let request = Request::Scan(table.into(), scan);
    match Client::new(0).run(&mut cluster.clone(), request, 1 << 50, &mut ()) {
        Ok(Response::Rows { results, .. }) => results,
        other => panic!("{other:?}"),
    }
}

fn value(row: &RowResult, family: &str, qualifier: &str) -> String {
    let value = row.value(family.as_bytes(), qualifier.as_bytes()).unwrap_or_default();
    String::from_utf8_lossy(value).into_owned()
}

#[test]
fn starts_are_made_alike_every_time() {
    for start in starts() {
        let one = start.build().finish().expect("a scenario can be made");
        let mut building = start.build();
        while building.advance(7).expect("a scenario can be made") {}
        let two = building.finish().expect("a scenario can be made");
        assert_eq!(one.cluster, two.cluster, "{}", start.title);
        assert_eq!(one.cluster.jobs().count(), 0, "{}", start.title);
        assert_eq!(one.cluster.wants(), [], "{}: servers want nothing at first", start.title);
        for table in &start.tables {
            assert!(one.cluster.is_enabled(&table.name));
        }
    }
}

#[test]
fn every_start_is_found_by_its_id() {
    for start in starts() {
        let Reference::Scenario(id) = &start.reference else { panic!("a scenario") };
        assert_eq!(super::start(id).map(|found| found.title), Some(start.title.clone()));
    }
}

#[test]
fn comments_as_the_article_wrote_them() {
    let (_, cluster) = made("comments");
    let rows = scan(&cluster, "comments", Scan::default());
    let read: Vec<_> = rows.iter().map(|row| (row.row(), value(row, "c", "text"), value(row, "c", "who"))).collect();
    let key = |number: i64| from_long(number).to_vec();
    let keys = [key(18), key(19), key(20)];
    let expected = [("Cool", "Roger"), ("I agree", "John"), ("Nice post", "Smith")];
    for ((read, key), (text, who)) in read.iter().zip(&keys).zip(expected) {
        assert_eq!(*read, (Some(key.as_slice()), text.to_owned(), who.to_owned()));
    }
    assert_eq!(read.len(), 3);
    assert!(rows.iter().all(|row| row.value(b"c", b"link").is_none()), "the link is deleted");
    let regions: Vec<_> = cluster.regions("comments").collect();
    assert_eq!(regions.len(), 2);
    assert_eq!(**regions[1].start(), from_long(20));
    assert_ne!(regions[0].server(), regions[1].server());
    assert!(regions[0].memstore_data() > 0);
    for region in regions {
        assert_eq!(region.store(b"c").expect("family c").files().len(), 2);
    }
}

#[test]
fn actions_stand_newest_first_in_several_regions() {
    let (start, cluster) = made("actions");
    let rows = scan(&cluster, "useractions", Scan::default());
    assert_eq!(rows.len(), 720);
    assert!(cluster.regions("useractions").count() >= 4, "{}", cluster.regions("useractions").count());
    let servers: splitpoint_model::map::Set<_> = cluster.regions("useractions").map(|region| region.server()).collect();
    assert_eq!(servers.len(), 3);
    let users: splitpoint_model::map::Set<_> = rows.iter().filter_map(|row| Some(row.row()?[..4].to_vec())).collect();
    assert_eq!(users.len(), 40);
    let key = start.key("useractions");
    let first = key.decode(rows[0].row().expect("a row"));
    assert_eq!(first[0].text, "1");
    assert!(first[1].text.starts_with("2009-06-"), "{}", first[1].text);
}

#[test]
fn pets_share_a_row_that_is_never_cut() {
    let (_, cluster) = made("pets");
    let rows = scan(&cluster, "clinic", Scan::default());
    let names: Vec<_> = rows.iter().filter_map(RowResult::row).collect();
    assert_eq!(names, [&b"owners"[..], b"pets", b"vets"]);
    let pets = &rows[1];
    assert_eq!(value(pets, "t", "fluffy|name"), "Fluffy");
    assert_eq!(value(pets, "t", "fluffy|species"), "cat", "the newer of two versions");
    let count = pets.cells.iter().filter(|cell| cell.qualifier().ends_with(b"|name")).count();
    assert_eq!(count, 200);
    assert_eq!(cluster.regions("clinic").count(), 2, "a cut before the row");
    let region = cluster.locate("clinic", b"pets").expect("a region");
    assert_eq!(**region.start(), *b"pets");
    let size = cluster.split_size(region.id()).expect("a size");
    assert!(size.size > size.limit, "it is too large, and cannot be cut: {size:?}");
    assert!(cluster.split_plan(region.id()).is_err());
}

#[test]
fn tenants_are_never_cut() {
    let (_, cluster) = made("partitions");
    let regions: Vec<_> = cluster.regions("myTable").collect();
    assert!(regions.len() >= 4, "{}", regions.len());
    for region in &regions[1..] {
        assert_eq!(region.start().len(), 3, "{:?}", region.start());
    }
    let dot = cluster.locate("myTable", b"dot").expect("a region");
    let size = cluster.split_size(dot.id()).expect("a size");
    assert!(size.size > size.limit, "{size:?}");
    let row = |key: &str| {
        let request = Request::Get("myTable".into(), Get::new(key));
        match Client::new(0).run(&mut cluster.clone(), request, 5000, &mut ()) {
            Ok(Response::Row(row)) => row,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(value(&row("xxxabc"), "f", "state"), "open");
    assert!(!row("xxxzzz").cells.is_empty());
}

#[test]
fn forms_begin_with_what_is_taken() {
    for start in starts() {
        let session = crate::session::Session::from_start(start.clone()).expect("a scenario can be made");
        for table in &start.tables {
            let Forms { insert, prepend, last_row, get, pages, transaction, delete, split } = table.forms.clone();
            let forms = [insert, prepend, last_row, get, pages, delete, split];
            for intent in forms.into_iter().flatten() {
                assert!(session.world().clone().submit(0, &intent).is_ok(), "{}: {intent:?}", table.name);
            }
            if let Some(intent) = transaction {
                let warned = crate::form::preview::warnings(session.start(), session.world(), 0, &intent);
                // Only that of the comments is meant to be refused.
                assert_eq!(!warned.is_empty(), table.name == "comments", "{}: {warned:?}", table.name);
            }
            if let Some(Intent::LastRow { method: LastRowMethod::ConstantKey(key), .. }) = &table.forms.last_row {
                assert_eq!(start.key(&table.name).width(), Some(key.len()));
            }
        }
    }
}

/// What the examples hold themselves is the same in both.
#[test]
fn a_sandbox_holds_what_its_example_holds() {
    for start in starts() {
        let built = |start: &Start| start.build().finish().expect("it can be made").cluster;
        let (own, sandbox) = (built(&start), built(&start.clone().sandbox()));
        assert!(own.tables().eq(sandbox.tables()));
        for table in own.tables() {
            assert!(own.regions(&table.name).eq(sandbox.regions(&table.name)), "{}", table.name);
            let sizes = |cluster: &Cluster| {
                let regions =
                    cluster.regions(&table.name).map(|region| cluster.split_size(region.id()).map(|size| size.limit));
                regions.collect::<Vec<_>>()
            };
            assert_eq!(sizes(&own), sizes(&sandbox), "{}", table.name);
        }
    }
}
