//! What a compaction keeps, and what it brings back.

use crate::table::{Table, versions};
use splitpoint_model::schema::{FamilyDescriptor, KeepDeletedCells};

#[test]
fn a_marker_goes_with_a_compaction_of_all_files() {
    let mut table = Table::of(versions(1));
    table.write("c@10=a").write("c@10 DeleteColumn").write("c@5=late");
    assert_eq!(table.newest(), "");
    table.flush();
    assert_eq!(table.raw(), "c@10 DeleteColumn");
    table.major().write("c@5=again");
    assert_eq!(table.newest(), "c@5=again");
}

#[test]
fn a_hidden_cell_in_the_memstore_comes_back_when_the_marker_goes() {
    let mut table = Table::of(versions(1));
    table.write("c@10=a").write("c@10 DeleteColumn").flush();
    table.write("c@5=late");
    assert_eq!(table.newest(), "");
    table.major();
    assert_eq!(table.newest(), "c@5=late");
}

#[test]
fn markers_stay_in_a_compaction_of_some_files() {
    let mut table = Table::of(versions(1));
    table.write("c@1=a").flush();
    table.write("c@1 DeleteColumn").flush();
    table.write("d@1=x").flush();
    table.compact(1..3);
    assert_eq!(table.raw(), "c@1 DeleteColumn, c@1=a, d@1=x");
    table.compact(0..2);
    assert_eq!(table.raw(), "d@1=x");
}

#[test]
fn kept_deleted_cells_survive_until_versions_end() {
    let mut table = Table::of(FamilyDescriptor { keep_deleted_cells: KeepDeletedCells::False, ..versions(i32::MAX) });
    table.write("c@10").write("c@12").write("c@14").write("c@11 DeleteColumn").flush();
    assert_eq!(table.raw(), "c@14, c@12, c@11 DeleteColumn");
    table.major();
    assert_eq!(table.raw(), "c@14, c@12");

    let mut table = Table::of(FamilyDescriptor { keep_deleted_cells: KeepDeletedCells::True, ..versions(i32::MAX) });
    table.write("c@10").write("c@12").write("c@14").write("c@11 DeleteColumn").flush();
    table.major();
    assert_eq!(table.raw(), "c@14, c@12, c@11 DeleteColumn, c@10");
    // A marker older than every put goes at once.
    table.write("d@9 DeleteColumn").flush();
    table.major();
    assert_eq!(table.raw(), "c@14, c@12, c@11 DeleteColumn, c@10");
}

#[test]
fn sequence_ids_of_old_files_are_forgotten() {
    let mut table = Table::of(versions(1));
    table.write("c@1=a").flush();
    let ids =
        |table: &mut Table| table.store("f").files()[0].cells().iter().map(|c| c.sequence_id()).collect::<Vec<_>>();
    table.major();
    assert_eq!(ids(&mut table), [1]);
    table.now += 6 * 24 * 60 * 60 * 1000;
    table.major();
    assert_eq!(ids(&mut table), [0]);
    assert_eq!(table.newest(), "c@1=a");
}

#[test]
fn files_in_which_everything_expired_can_go_but_for_the_newest() {
    let mut table = Table::of(FamilyDescriptor { ttl: 10, ..versions(1) });
    table.now = 100_000;
    table.write("c@95000").flush();
    table.write("c@96000").flush();
    assert!(table.store("f").unneeded(100_000).is_empty());
    assert_eq!(table.store("f").unneeded(200_000).len(), 1);
}

#[test]
fn with_new_version_behavior_a_later_put_is_seen_and_deleted_versions_count() {
    let mut table = Table::of(FamilyDescriptor { new_version_behavior: true, ..versions(2) });
    table.write("c@10=a").write("c@10 DeleteColumn").write("c@5=late");
    assert_eq!(table.newest(), "c@5=late");
    let mut table = Table::of(FamilyDescriptor { new_version_behavior: true, ..versions(2) });
    table.write("c@1").write("c@2").write("c@3").write("c@3 Delete");
    assert_eq!(table.all(), "c@2");
    table.flush();
    assert_eq!(table.all(), "c@2");
    table.major();
    assert_eq!(table.all(), "c@2");
}
