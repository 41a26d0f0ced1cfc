//! The line of all physical cells.

use crate::table::{Table, family};
use proptest::prelude::*;
use splitpoint_model::cell::{self, Cell};
use splitpoint_model::event::{CellVerdict, Source};
use splitpoint_model::schema::FamilyDescriptor;
use splitpoint_model::store::{explain, rank_of, total, window};

fn everything(table: &Table) -> Vec<Cell> {
    let mut cells: Vec<Cell> = Vec::new();
    for store in table.stores.values() {
        cells.extend(store.memstore().iter().cloned());
        store.files().iter().for_each(|file| cells.extend_from_slice(file.cells()));
    }
    cells.sort_by(cell::compare);
    cells
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn a_window_can_begin_anywhere(writes in prop::collection::vec((0..30_u8, 0..8_u8, any::<bool>()), 1..120)) {
        let mut table = Table::new([family(), FamilyDescriptor { max_versions: 9, ..FamilyDescriptor::new("g") }]);
        for (row, flush, second) in writes {
            table.write_row(&format!("{row:02}"), if second { "g" } else { "f" }, "q@1=x");
            if flush == 0 {
                table.flush();
            }
        }
        let all = everything(&table);
        prop_assert_eq!(total(table.stores.values()), all.len());
        for first in 0..=all.len() + 1 {
            let cells: Vec<Cell> = window(table.stores.values(), first, 3).into_iter().map(|(cell, _)| cell).collect();
            let wanted: Vec<Cell> = all.iter().skip(first).take(3).cloned().collect();
            prop_assert_eq!(cells, wanted);
        }
        for row in 0..31 {
            let row = format!("{row:02}");
            let before = all.iter().filter(|cell| cell.row() < row.as_bytes()).count();
            prop_assert_eq!(rank_of(table.stores.values(), row.as_bytes()), before);
        }
    }
}

#[test]
fn every_cell_of_a_row_is_explained() {
    let mut table = Table::of(FamilyDescriptor { ttl: 100, max_versions: 3, ..family() });
    table.now = 200_000;
    table.write("a@199000=x").write("b@198000").write("b@199000 DeleteColumn").write("c@5").flush();
    table.write("a@199500=y").write("a@198000=old");
    let unseen = table.sequence_id;
    table.write("d@199999");
    let explained = explain(&table.stores[b"f".as_slice()], b"r", unseen, table.now);
    let text: Vec<String> = explained
        .iter()
        .map(|e| format!("{} {:?}", crate::table::show(std::slice::from_ref(&e.cell)), e.verdict))
        .collect();
    assert_eq!(
        text,
        [
            "a@199500=y Included",
            "a@199000=x OlderVersion",
            "a@198000=old OlderVersion",
            "b@199000 DeleteColumn Marker",
            "d@199999 NotYetVisible",
        ]
    );
    assert_eq!(explained[1].source, Source::File(table.store("f").files()[0].id()));
    assert_eq!(explained[0].source, Source::MemStore);
    assert_eq!(explained[4].verdict, CellVerdict::NotYetVisible);
}
