//! Rows of a real table: keys by their fields, cells with their times.

use super::super::print::{Printer, column, value};
use crate::cluster::Row;
use crate::notation::{Encoding, KeyField, format_time, to_string_binary};
use crate::view::KeyNotation;

/// Cells of a row that are shown, at most.
const CELLS: usize = 40;

/// A row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RealRow {
    /// Its key by its fields.
    pub key: Vec<KeyField>,
    /// Its key as HBase prints bytes.
    pub binary: String,
    /// The first of its cells.
    pub cells: Vec<RealCell>,
    /// How many cells more it has.
    pub more: usize,
}

/// A cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RealCell {
    /// `family:qualifier`.
    pub column: String,
    /// Its value, cut where it is long.
    pub value: String,
    /// When it was written, in UTC.
    pub time: String,
}

/// Rows as they are shown, with keys read as `key` says.
pub fn real_rows(rows: &[Row], key: &Encoding, notation: KeyNotation) -> Vec<RealRow> {
    let printer = Printer::new(key.clone(), notation);
    let cell = |cell: &crate::cluster::Cell| RealCell {
        column: column(&cell.family, &cell.qualifier),
        value: value(&cell.value),
        time: format_time(cell.time),
    };
    let row = |row: &Row| RealRow {
        key: printer.fields(&row.key),
        binary: to_string_binary(&row.key),
        cells: row.cells.iter().take(CELLS).map(cell).collect(),
        more: row.cells.len().saturating_sub(CELLS),
    };
    rows.iter().map(row).collect()
}
