//! What a flush keeps.

use crate::table::{Table, family, versions};
use splitpoint_model::cell::KeyRef;
use splitpoint_model::event::{Event, FileId};
use splitpoint_model::schema::FamilyDescriptor;
use splitpoint_model::store::FileWrite;

#[test]
fn deleted_and_surplus_cells_go_and_markers_stay() {
    let mut table = Table::of(versions(1));
    table.write("c@1=a").write("c@2=b");
    assert_eq!(table.raw(), "c@2=b, c@1=a");
    table.flush();
    assert_eq!(table.raw(), "c@2=b");

    let mut table = Table::of(versions(1));
    table.write("c@1=a").write("c@2=b").write("c@2 Delete");
    assert_eq!(table.newest(), "c@1=a");
    table.flush();
    assert_eq!(table.raw(), "c@2 Delete, c@1=a");
    table.major();
    assert_eq!(table.raw(), "c@1=a");

    // Flushed in between, the older version is gone when the newer one is deleted.
    let mut table = Table::of(versions(1));
    table.write("c@1=a").write("c@2=b").flush();
    table.write("c@2 Delete");
    assert_eq!(table.newest(), "");
}

#[test]
fn markers_older_than_the_first_surplus_version_go_with_it() {
    let mut table = Table::of(versions(2));
    table.write("c@8").write("c@7").write("c@6").write("c@5 DeleteColumn").write("c@5 Delete").write("c@5").flush();
    assert_eq!(table.raw(), "c@8, c@7");
}

#[test]
fn a_repeated_marker_is_kept_twice_and_shown_once() {
    let mut table = Table::of(versions(3));
    table.write("c@5 Delete").write("c@5 Delete").write("c@4").write("c@4=again").flush();
    assert_eq!(table.raw(), "c@5 Delete, c@4=again");
    assert_eq!(table.store("f").files()[0].len(), 3);
}

#[test]
fn a_flush_from_which_nothing_survives_leaves_an_empty_file() {
    let mut table = Table::of(FamilyDescriptor { ttl: 1, ..family() });
    table.write("c@5=old");
    assert!(table.flush()[0].is_empty());
    assert!(table.flush().is_empty());
    assert_eq!(table.newest(), "");
}

#[test]
fn what_an_open_scanner_needs_is_kept() {
    let mut table = Table::of(versions(1));
    table.write("c@1=seen");
    table.oldest_reader = Some(table.sequence_id);
    table.write("c@2=later").write("c@3 Delete").flush();
    assert_eq!(table.raw(), "c@3 Delete, c@2=later, c@1=seen");
    table.oldest_reader = None;
    table.major();
    assert_eq!(table.raw(), "c@2=later");
}

#[test]
fn every_cell_left_out_is_told_with_its_reason() {
    let mut table = Table::of(versions(1));
    table
        .write("c@3")
        .write("c@2")
        .write("c@1")
        .write("d@4 DeleteColumn")
        .write("d@3")
        .write("d@2")
        .write("e@1")
        .write("e@1=x");
    let store = table.store("f");
    store.begin_flush();
    let mut events = Vec::new();
    let write = FileWrite { region: crate::table::REGION, file: FileId(9), read_point: u64::MAX, now: 10 };
    let file = store.write_flush(write, 20, &mut events).expect("there is a snapshot");
    let told: Vec<String> = events
        .iter()
        .filter_map(|event| match event {
            Event::CellDropped { cell, reason, .. } => {
                Some(format!("{} {reason:?}", crate::table::show(std::slice::from_ref(cell))))
            }
            _ => None,
        })
        .collect();
    assert_eq!(told, ["c@2 OlderVersion", "c@1 OlderVersion", "d@3 Deleted", "d@2 Deleted", "e@1 Repeated"]);
    assert_eq!(told.len() + file.len(), 8);
}

#[test]
fn blocks_close_at_their_size_and_the_index_is_short() {
    let mut table = Table::of(FamilyDescriptor { block_size: 1024, ..family() });
    let value = format!("q@1={}", "x".repeat(50));
    for row in 0..40 {
        table.write_row(&format!("k{row:02}"), "f", &value);
    }
    let file = table.flush().remove(0);
    let index: Vec<String> = file.index().iter().map(|entry| entry.row.to_string()).collect();
    assert_eq!(index, ["k00", "k14", "k28"]);
    assert_eq!(file.split_point().map(ToString::to_string).as_deref(), Some("k14"));
    assert_eq!(file.block_of(file.lower_bound(KeyRef::first_on_row(b"k13"))), 0);
    assert_eq!(file.block_of(file.lower_bound(KeyRef::last_on_row(b"k13"))), 1);
}
