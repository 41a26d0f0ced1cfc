//! What a read of one column or row returns.

use crate::table::{Table, family, versions};
use splitpoint_model::filter::{Comparator, CompareOp, Filter};
use splitpoint_model::query::{Scan, TimeRange};
use splitpoint_model::schema::{FamilyDescriptor, KeepDeletedCells};

fn before(max: i64) -> TimeRange {
    TimeRange { min: 0, max }
}

#[test]
fn the_newest_timestamp_wins_not_the_last_write() {
    let mut table = Table::of(versions(3));
    table.write("c@8=new").write("c@5=late");
    assert_eq!(table.newest(), "c@8=new");
    assert_eq!(table.all(), "c@8=new, c@5=late");
}

#[test]
fn of_equal_coordinates_the_later_write_is_read() {
    let mut table = Table::of(versions(5));
    table.write("c@4=first").write("c@4=second");
    assert_eq!(table.all(), "c@4=second");
    assert_eq!(table.raw(), "c@4=second");
    table.flush();
    assert_eq!(table.raw(), "c@4=second");
}

#[test]
fn a_family_marker_hides_what_is_not_newer_even_if_it_comes_later() {
    let mut table = Table::of(versions(3));
    table.write("@7 DeleteFamily").write("c@6").write("c@7").write("c@8");
    assert_eq!(table.all(), "c@8");
}

#[test]
fn one_version_is_deleted_alone() {
    let mut table = Table::of(versions(3));
    table.write("c@1").write("c@2").write("c@3").write("@2 DeleteFamilyVersion");
    assert_eq!(table.all(), "c@3, c@1");
    let mut table = Table::of(versions(3));
    table.write("c@1").write("c@2").write("c@3").write("c@3 Delete").write("c@2 Delete");
    assert_eq!(table.all(), "c@1");
}

#[test]
fn a_time_range_before_a_marker_shows_the_past_only_if_deleted_cells_are_kept() {
    for (keep_deleted_cells, past) in [(KeepDeletedCells::False, ""), (KeepDeletedCells::True, "c@10")] {
        let mut table = Table::of(FamilyDescriptor { keep_deleted_cells, ..versions(i32::MAX) });
        table.write("c@10").write("c@12").write("c@14").write("c@11 DeleteColumn");
        assert_eq!(table.all(), "c@14, c@12");
        assert_eq!(table.get(|get| (get.versions, get.time_range) = (9, before(11))), past);
        assert_eq!(table.get(|get| (get.versions, get.time_range) = (9, before(12))), "");
        assert_eq!(table.raw(), "c@14, c@12, c@11 DeleteColumn, c@10");
    }
}

#[test]
fn min_versions_outlive_the_ttl() {
    for (min_versions, later) in [(1, "c@95000"), (0, "")] {
        let mut table = Table::of(FamilyDescriptor { min_versions, ttl: 10, ..versions(3) });
        table.write("c@80000").write("c@85000").write("c@95000");
        table.now = 100_000;
        assert_eq!(table.all(), "c@95000");
        table.now = 200_000;
        assert_eq!(table.all(), later);
    }
}

#[test]
fn asking_for_columns_returns_one_expired_version_more() {
    let mut table = Table::of(FamilyDescriptor { min_versions: 1, ttl: 10, ..versions(3) });
    table.write("c@1").write("c@2").write("c@95000");
    table.now = 100_000;
    assert_eq!(table.all(), "c@95000");
    let asked = table.get(|get| {
        get.versions = 3;
        get.columns.push(("f".into(), Some("c".into())));
    });
    assert_eq!(asked, "c@95000, c@2");
}

#[test]
fn versions_are_counted_inside_the_time_range() {
    let mut table = Table::of(versions(2));
    table.write("c@1").write("c@2").write("c@3");
    assert_eq!(table.get(|get| (get.versions, get.time_range) = (2, before(3))), "c@2, c@1");
    table.flush();
    assert_eq!(table.get(|get| (get.versions, get.time_range) = (2, before(3))), "c@2");
}

#[test]
fn behind_a_filter_an_older_version_may_surface() {
    let mut table = Table::of(versions(3));
    table.write("c@1=x").write("c@2=y");
    let filter = Filter::ValueFilter { op: CompareOp::Equal, comparator: Comparator::Binary("x".into()) };
    assert_eq!(table.get(|get| get.filter = Some(filter.into())), "c@1=x");
}

#[test]
fn a_marker_in_the_column_without_name_does_not_end_it() {
    let mut table = Table::of(versions(1));
    table.write("@9=a").write("@8=b").write("@7 DeleteFamily").write("c@6");
    assert_eq!(table.newest(), "@9=a");
    table.flush();
    assert_eq!(table.raw(), "@9=a, @7 DeleteFamily");
}

#[test]
fn columns_are_named_family_by_family() {
    let mut table = Table::new([family(), FamilyDescriptor::new("g")]);
    table.write("a@1, b@1, c@1").write_row("r", "g", "a@1, b@1");
    let named = |columns: &[(&str, Option<&str>)]| {
        let column = |(family, column): &(&str, Option<&str>)| ((*family).into(), column.map(Into::into));
        table.get(|get| get.columns = columns.iter().map(column).collect())
    };
    assert_eq!(named(&[("f", Some("c")), ("f", Some("a")), ("g", None)]), "a@1, c@1, a@1, b@1");
    assert_eq!(named(&[("f", Some("c")), ("f", None)]), "a@1, b@1, c@1");
    assert_eq!(named(&[("f", None), ("f", Some("b"))]), "b@1");
    assert_eq!(named(&[("f", Some("x"))]), "");
}

#[test]
fn limits_of_rows_and_pieces() {
    let mut table = Table::new([family(), FamilyDescriptor::new("g")]);
    table.write("a@1, b@1, c@1").write_row("r", "g", "a@1, b@1");
    let scan = |scan: Scan| table.rows(scan);
    assert_eq!(scan(Scan { store_limit: 2, store_offset: 1, ..Scan::default() }), ["r: b@1, c@1, b@1"]);
    assert_eq!(scan(Scan { store_limit: 0, ..Scan::default() }), ["r: a@1, a@1"]);
    assert_eq!(scan(Scan { batch: 2, ..Scan::default() }), ["r: a@1, b@1", "r: c@1, a@1", "r: b@1"]);
    assert_eq!(scan(Scan { batch: 2, caching: 1, ..Scan::default() }), ["r: a@1, b@1", "r: c@1, a@1", "r: b@1"]);
    assert_eq!(scan(Scan { filter: Some(Filter::FirstKeyOnlyFilter.into()), ..Scan::default() }), ["r: a@1"]);
}

fn four_rows() -> Table {
    let mut table = Table::of(family());
    for row in ["a", "b", "c", "d"] {
        table.write_row(row, "f", "q@1");
    }
    table
}

fn names(table: &Table, scan: Scan) -> String {
    table.scan(scan).iter().map(|row| String::from_utf8_lossy(row.row().unwrap_or_default()).into_owned()).collect()
}

#[test]
fn rows_between_two_keys_in_both_directions() {
    let mut table = four_rows();
    for flushed in [false, true] {
        let range = |start: &str, stop: &str| Scan { start: start.into(), stop: stop.into(), ..Scan::default() };
        assert_eq!(names(&table, range("b", "d")), "bc");
        assert_eq!(names(&table, Scan { stop_inclusive: true, ..range("b", "d") }), "bcd");
        assert_eq!(names(&table, Scan { start_inclusive: false, ..range("b", "d") }), "c");
        assert_eq!(names(&table, range("d", "b")), "");
        assert_eq!(names(&table, range("b", "b")), "");
        assert_eq!(names(&table, Scan { stop_inclusive: true, ..range("b", "b") }), "b");
        assert_eq!(names(&table, range("bb", "")), "cd");
        let reversed = |start: &str, stop: &str| Scan { reversed: true, ..range(start, stop) };
        assert_eq!(names(&table, reversed("c", "a")), "cb");
        assert_eq!(names(&table, reversed("", "")), "dcba");
        assert_eq!(names(&table, reversed("bb", "")), "ba");
        assert_eq!(names(&table, Scan { start_inclusive: false, ..reversed("c", "") }), "ba");
        assert_eq!(names(&table, Scan { limit: 1, caching: 2, ..reversed("", "") }), "d");
        assert!(flushed || !table.flush().is_empty());
    }
}

#[test]
fn metrics_count_rows_that_are_read_and_rows_that_are_dropped() {
    let mut table = four_rows();
    table.write_row("b", "f", "q@1 DeleteColumn");
    let (rows, metrics) = table.scan_with_metrics(Scan { caching: 2, ..Scan::default() });
    assert_eq!(rows.len(), 3);
    assert_eq!((metrics.rows_scanned, metrics.rows_filtered, metrics.rpc_calls), (4, 1, 2));
    assert_eq!(metrics.bytes_in_results, 3 * (24 + 3));
    // The filter says that all is over at the row it drops: that one was not scanned.
    let filter = Filter::InclusiveStopFilter { stop: "b".into() };
    let (_, metrics) = table.scan_with_metrics(Scan { filter: Some(filter.into()), ..Scan::default() });
    assert_eq!((metrics.rows_scanned, metrics.rows_filtered), (2, 2));
}

#[test]
fn much_that_is_read_ends_a_call_once() {
    let mut table = Table::of(FamilyDescriptor { block_size: 1024, ..family() });
    let value = format!("q@1={}", "x".repeat(100));
    for row in 0..100 {
        table.write_row(&format!("{row:03}"), "f", &value);
    }
    let (rows, metrics) = table.scan_with_metrics(Scan::default());
    assert_eq!((rows.len(), metrics.rpc_calls), (100, 2));
}

#[test]
fn a_call_that_ends_early_without_results_goes_on() {
    use splitpoint_model::filter::ListOp;
    let mut table = Table::of(FamilyDescriptor { block_size: 256, ..family() });
    let value = format!("q@1={}", "z".repeat(50));
    for row in 0..20 {
        table.write_row(&format!("00034/{row:04}"), "f", &value);
    }
    table.flush();
    let filters = vec![
        Filter::ColumnPrefixFilter { prefix: "q".into() },
        Filter::ValueFilter { op: CompareOp::Equal, comparator: Comparator::Regex("it$".to_owned()) },
    ];
    let filter = Filter::FilterList { op: ListOp::MustPassAll, filters };
    let (rows, metrics) = table.scan_with_metrics(Scan { filter: Some(filter.into()), ..Scan::default() });
    assert_eq!((rows.len(), metrics.rpc_calls, metrics.rows_scanned, metrics.rows_filtered), (0, 2, 20, 19));
}
