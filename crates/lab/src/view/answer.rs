//! The answer of a read, as it is listed beside the table.

use super::mark::Marks;
use super::print::{self, Printer};
use super::{CellView, KeyNotation, Mark, RowView, Stage};
use crate::log::{Row, Rows};
use crate::sim::label::{Label, Verb};
use crate::words;
use serde::Serialize;

/// What came back from a read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AnswerView {
    /// The client that asked: `A` to `D`.
    pub client: Option<char>,
    /// The request: `get 18`.
    pub title: String,
    /// The result in a word or two: `→ 3 cells`.
    pub text: String,
    /// How many rows came back.
    pub rows_total: u64,
    /// How many cells came back.
    pub cells_total: u64,
    /// The first rows, in the order in which they came.
    pub first: Vec<RowView>,
    /// Rows that are left out between the first and the last.
    pub skipped: u64,
    /// The last rows, in the order in which they came; none of the first.
    pub last: Vec<RowView>,
}

impl Stage<'_> {
    /// What the operation at the cursor brought back last, up to the cursor; at most so many rows from each end of what
    /// was kept. `None` where it brought back no row.
    pub fn answer(&self, most: usize, notation: KeyNotation) -> Option<AnswerView> {
        let (_, fact) = self.answered()?;
        let (rows, answer) = (fact.rows.as_deref()?, fact.answer.as_deref()?);
        let printer = Printer::new(self.key(&answer.table), notation).with(self.start.values(&answer.table));
        let (first, last) = ends(rows, most);
        let marks = Marks::of(self);
        let keys = |table: &str, row: &[u8]| Printer::new(self.key(table), notation).key(row);
        Some(AnswerView {
            client: fact.actor.letter(),
            title: words::label(&answer.to).print(&keys),
            text: words::answer(answer).text.print(&keys),
            rows_total: rows.rows_total(),
            cells_total: rows.cells_total(),
            skipped: rows.rows_total() - (first.len() + last.len()) as u64,
            first: first.into_iter().map(|row| view(row, &printer, &marks)).collect(),
            last: last.into_iter().map(|row| view(row, &printer, &marks)).collect(),
        })
    }
}

impl Stage<'_> {
    /// What the operation at the cursor brought back last, as HBase's shell would print it in a terminal of so many columns:
    /// at most so many rows from each end of what was kept. `None` where it brought back no row.
    pub fn printed(&self, most: usize, width: usize) -> Option<String> {
        let (_, fact) = self.answered()?;
        let (rows, answer) = (fact.rows.as_deref()?, fact.answer.as_deref()?);
        let (first, last) = ends(rows, most);
        let left_out = rows.rows_total() - (first.len() + last.len()) as u64;
        let is_get = matches!(answer.to, Label::Request { verb: Verb::Get, .. });
        let rows = first.into_iter().chain(last).map(Row::cells);
        Some(splitpoint_shell::printed(rows, left_out, is_get, width))
    }
}

/// At most so many rows from the beginning, and as many of the others from the end.
fn ends(rows: &Rows, most: usize) -> (Vec<&Row>, Vec<&Row>) {
    let mut first: Vec<&Row> = rows.first().chain(rows.last()).collect();
    let rest = first.split_off(first.len().min(most));
    let last = rest.len().saturating_sub(most);
    (first, rest.into_iter().skip(last).collect())
}

/// Cells of a row that are shown.
const CELLS: usize = 20;

fn view(row: &Row, printer: &Printer, marks: &Marks) -> RowView {
    let cells = row.cells().iter().take(CELLS).map(|cell| CellView {
        column: print::column(cell.family(), cell.qualifier()),
        time: cell.timestamp(),
        value: printer.value(cell),
    });
    let mark = row.cells().first().and_then(|cell| marks.at(cell)).unwrap_or(Mark::Returned);
    RowView {
        mark: marks.view(mark, true),
        row_key: row.key().to_vec(),
        key: printer.fields(row.key()),
        key_binary: splitpoint_model::bytes::to_string_binary(row.key()),
        cells: cells.collect(),
        cells_total: row.cells_total(),
    }
}
