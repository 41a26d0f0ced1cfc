//! Scanners that stay open while the region goes on.

use crate::table::{Table, family, versions};
use splitpoint_model::query::{IsolationLevel, Scan};
use splitpoint_model::region::scanner::{Limits, RegionScanner};

const ONE: Limits = Limits { results: 1, rows: None, pieces: true };

fn next(table: &Table, scanner: &mut RegionScanner) -> String {
    let batch = scanner.next_batch(&table.stores, ONE, &mut ()).expect("a good scan");
    batch
        .results
        .iter()
        .map(|row| {
            format!("{}{}", String::from_utf8_lossy(row.row().unwrap_or_default()), crate::table::show(&row.cells))
        })
        .collect()
}

fn three_rows() -> Table {
    let mut table = Table::of(versions(1));
    for row in ["a", "b", "c"] {
        table.write_row(row, "f", "q@1=old");
    }
    table
}

#[test]
fn later_writes_are_not_seen() {
    let mut table = three_rows();
    let mut scanner = table.open(Scan::default());
    assert_eq!(next(&table, &mut scanner), "aq@1=old");
    table.write_row("b", "f", "q@2=new").write_row("bb", "f", "q@2=new").write_row("c", "f", "q@9 DeleteColumn");
    assert_eq!(next(&table, &mut scanner), "bq@1=old");
    assert_eq!(next(&table, &mut scanner), "cq@1=old");
    assert_eq!(next(&table, &mut scanner), "");
}

#[test]
fn after_a_flush_a_scanner_goes_on_in_the_new_file_and_after_a_compaction_in_the_old_ones() {
    for reversed in [false, true] {
        let mut table = three_rows();
        let mut scanner = table.open(Scan { reversed, ..Scan::default() });
        table.oldest_reader = Some(scanner.read_point());
        next(&table, &mut scanner);
        table.write_row("b", "f", "q@2=new");
        let file = table.flush().remove(0);
        scanner.flushed(&table.stores[b"f".as_slice()], &file);
        table.write_row("b", "f", "q@9 DeleteColumn");
        table.oldest_reader = None;
        table.flush();
        table.major();
        assert_eq!(table.rows(Scan::default()).len(), 2);
        assert_eq!(next(&table, &mut scanner), "bq@1=old");
        assert_eq!(next(&table, &mut scanner), if reversed { "aq@1=old" } else { "cq@1=old" });
    }
}

#[test]
fn uncommitted_reads_see_everything() {
    let mut table = three_rows();
    let mut scanner = table.open(Scan { isolation: IsolationLevel::ReadUncommitted, ..Scan::default() });
    next(&table, &mut scanner);
    // The scanner has already come to the first cell of row b: what is written before it is behind.
    table.write_row("b", "f", "q@2=new").write_row("c", "f", "q@2=new");
    assert_eq!(next(&table, &mut scanner), "bq@1=old");
    // Of row c too: the iterator is one cell further.
    assert_eq!(next(&table, &mut scanner), "cq@1=old");
}

#[test]
fn a_row_in_pieces_goes_on_where_it_stopped() {
    for flushed in [false, true] {
        let mut table = Table::of(family());
        table.write("a@1, b@1, c@1, d@1, e@1");
        table.write("a@2 DeleteColumn, b@2, d@1 Delete");
        if flushed {
            table.flush();
        }
        for reversed in [false, true] {
            let mut scanner = table.open(Scan { batch: 1, reversed, ..Scan::default() });
            assert_eq!(next(&table, &mut scanner), "rb@2");
            let copy = scanner.clone();
            assert_eq!(next(&table, &mut scanner), "rc@1");
            assert_ne!(copy, scanner);
            assert_eq!(next(&table, &mut scanner), "re@1");
            assert_eq!(next(&table, &mut scanner), "");
        }
    }
}
