//! Where the cells of a row lie.

use crate::world::World;
use serde_json::Value as Json;
use splitpoint_model::bytes::to_string_binary;
use splitpoint_model::cell::Cell;
use std::fmt::Write;

/// The cells of a row in memstore and files, oldest file first, with their sequence ids.
pub(crate) fn cells(world: &World, step: &Json, row: &[u8]) -> String {
    let mut told = String::new();
    let table = world.table(step);
    let Some(region) = world.cluster.locate(&table, row) else { return told };
    let mut tell = |line: std::fmt::Arguments<'_>| writeln!(told, "{line}").expect("a string takes what is written");
    tell(format_args!("  row {} lies in {}", to_string_binary(row), region.name()));
    for (family, store) in region.stores() {
        let of_row = |cell: &&Cell| cell.row() == row;
        let files = store.files().iter().map(|file| {
            let reference = if file.is_reference() { ", a reference" } else { "" };
            let place = format!("file {} up to {}{reference}", file.id().0, file.max_sequence_id());
            (place, file.cells().iter().filter(of_row).collect::<Vec<_>>())
        });
        let memory = store.snapshot().into_iter().chain([store.memstore()]);
        let memory = memory.map(|cells| ("memstore".to_owned(), cells.iter().filter(of_row).collect()));
        for (place, cells) in files.chain(memory).filter(|(_, cells)| !cells.is_empty()) {
            tell(format_args!("    {family} in {place}"));
            for cell in cells {
                tell(format_args!("      {cell:?}"));
            }
        }
    }
    told
}
