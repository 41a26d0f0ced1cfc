//! What a read brought back, as a fact to keep: the first and the last rows, and how many there were.
//!
//! Cells are shared with the cluster they were read from, not copied. Memory is bounded however long the answer is: at
//! most 1,000 rows and 20,000 cells are kept from its beginning, and as many from its end. A clone shares both.

use splitpoint_model::cell::Cell;
use splitpoint_model::query::RowResult;
use std::collections::VecDeque;
use std::sync::Arc;

/// Rows that are kept from each end.
pub const ROWS: usize = 1000;

/// Cells that are kept from each end; of one row, the first ones.
pub const CELLS: usize = 20_000;

/// A row that came back, in one piece or in several.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Row {
    cells: Arc<Vec<Cell>>,
    total: u64,
}

impl Row {
    /// The row key.
    pub fn key(&self) -> &[u8] {
        self.cells.first().map_or(&[], Cell::row)
    }

    /// Its cells, in their order; the first [`CELLS`] of them.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// How many cells it has, kept or not.
    pub fn cells_total(&self) -> u64 {
        self.total
    }

    /// Adds a piece of the row. At most `room` of its cells are kept; the answer is how many.
    fn join(&mut self, piece: &[Cell], room: usize) -> usize {
        let more = piece.len().min(room);
        if more > 0 {
            Arc::make_mut(&mut self.cells).extend_from_slice(&piece[..more]);
        }
        self.total += piece.len() as u64;
        more
    }
}

/// The rows of an answer, in the order in which they came.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Rows {
    first: Arc<Vec<Row>>,
    last: Arc<VecDeque<Row>>,
    /// Cells kept of the first rows, and of the last.
    kept: (usize, usize),
    /// Whether a row was kept among the last ones: then none goes to the first ones any more.
    parted: bool,
    /// Whether more of the last row may come.
    partial: bool,
    rows: u64,
    cells: u64,
}

impl Rows {
    /// Goes on with what the next call brought. Pieces of one row become one row; a Result without cells, which says that
    /// nothing was found, adds none.
    pub fn extend(&mut self, results: &[RowResult]) {
        for result in results.iter().filter(|result| !result.cells.is_empty()) {
            let goes_on = self.partial && self.last_key() == result.row();
            self.partial = result.partial;
            self.cells += result.cells.len() as u64;
            if goes_on {
                self.go_on(&result.cells);
            } else {
                self.rows += 1;
                self.add(&result.cells);
            }
            self.shorten();
        }
    }

    fn last_key(&self) -> Option<&[u8]> {
        self.last.back().or(self.first.last()).map(Row::key)
    }

    fn go_on(&mut self, piece: &[Cell]) {
        if let Some(row) = Arc::make_mut(&mut self.last).back_mut() {
            self.kept.1 += row.join(piece, CELLS - row.cells.len());
        } else if let Some(row) = Arc::make_mut(&mut self.first).last_mut() {
            self.kept.0 += row.join(piece, CELLS - self.kept.0);
        }
    }

    fn add(&mut self, cells: &[Cell]) {
        let mut row = Row::default();
        let kept = row.join(cells, CELLS);
        let has_room = self.first.len() < ROWS && (self.first.is_empty() || self.kept.0 + kept <= CELLS);
        if has_room && !self.parted {
            self.kept.0 += kept;
            Arc::make_mut(&mut self.first).push(row);
        } else {
            self.parted = true;
            self.kept.1 += kept;
            Arc::make_mut(&mut self.last).push_back(row);
        }
    }

    /// Gives up the oldest of the last rows where they are too many, or too large; the very last one stays.
    fn shorten(&mut self) {
        while self.last.len() > ROWS || (self.kept.1 > CELLS && self.last.len() > 1) {
            let gone = Arc::make_mut(&mut self.last).pop_front();
            self.kept.1 -= gone.map_or(0, |row| row.cells.len());
        }
    }

    /// How many rows there were.
    pub fn rows_total(&self) -> u64 {
        self.rows
    }

    /// How many cells there were.
    pub fn cells_total(&self) -> u64 {
        self.cells
    }

    /// The first rows, in order.
    pub fn first(&self) -> impl ExactSizeIterator<Item = &Row> {
        self.first.iter()
    }

    /// The last rows, in order; none that is among the first.
    pub fn last(&self) -> impl ExactSizeIterator<Item = &Row> {
        self.last.iter()
    }

    /// How many rows between the first and the last are left out.
    pub fn skipped(&self) -> u64 {
        self.rows - (self.first.len() + self.last.len()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use splitpoint_model::cell::CellType;

    /// A row with so many cells.
    fn wide(row: usize, columns: std::ops::Range<usize>, partial: bool) -> RowResult {
        let cell = |column: usize| {
            let (row, column) = (format!("{row:06}"), format!("{column:06}"));
            Cell::new(row.as_bytes(), b"f", column.as_bytes(), 1, CellType::Put, b"v")
        };
        RowResult { cells: columns.map(cell).collect(), partial }
    }

    /// Rows of two cells.
    fn results(rows: usize) -> Vec<RowResult> {
        (0..rows).map(|row| wide(row, 0..2, false)).collect()
    }

    fn keys<'a>(rows: impl Iterator<Item = &'a Row>) -> Vec<usize> {
        let key = |row: &Row| String::from_utf8_lossy(row.key()).parse().expect("keys are numbers");
        rows.map(key).collect()
    }

    #[test]
    fn both_ends_are_kept_in_order_and_the_middle_is_counted() {
        for (rows, first, last, skipped) in [
            (0, 0..0, 0..0, 0),
            (1, 0..1, 0..0, 0),
            (999, 0..999, 0..0, 0),
            (1000, 0..1000, 0..0, 0),
            (1001, 0..1000, 1000..1001, 0),
            (1999, 0..1000, 1000..1999, 0),
            (2000, 0..1000, 1000..2000, 0),
            (2001, 0..1000, 1001..2001, 1),
            (5000, 0..1000, 4000..5000, 3000),
        ] {
            let mut answer = Rows::default();
            answer.extend(&results(rows));
            assert_eq!(keys(answer.first()), first.collect::<Vec<_>>(), "{rows}");
            assert_eq!(keys(answer.last()), last.collect::<Vec<_>>(), "{rows}");
            assert_eq!((answer.rows_total(), answer.cells_total()), (rows as u64, 2 * rows as u64));
            assert_eq!(answer.skipped(), skipped, "{rows}");
            assert!(answer.first().chain(answer.last()).all(|row| row.cells().len() == 2), "{rows}");
        }
    }

    #[test]
    fn it_does_not_matter_in_which_pages_rows_come_nor_who_shares_them() {
        let all = results(3210);
        let mut whole = Rows::default();
        whole.extend(&all);
        for page in [1, 7, 1000, 1001] {
            let mut pages = Rows::default();
            let mut before = pages.clone();
            for page in all.chunks(page) {
                before = pages.clone();
                pages.extend(page);
                assert_ne!(before, pages);
            }
            assert_eq!(pages, whole, "{page}");
            assert_eq!(
                before.rows_total() as usize,
                3210 - (3210 - 1) % page - 1,
                "what was kept earlier stays as it was"
            );
        }
    }

    #[test]
    fn cells_and_rows_are_shared_and_not_copied() {
        let all = results(1500);
        let mut answer = Rows::default();
        answer.extend(&all);
        let clone = answer.clone();
        assert!(Arc::ptr_eq(&answer.first, &clone.first) && Arc::ptr_eq(&answer.last, &clone.last));
        let (kept, came) = (answer.first().next().expect("there are rows"), &all[0]);
        assert!(std::ptr::eq(kept.cells()[1].value(), came.cells[1].value()), "the bytes are the same");
    }

    #[test]
    fn pieces_of_a_row_become_one_row() {
        let mut answer = Rows::default();
        answer.extend(&[wide(1, 0..3, true), wide(1, 3..5, true)]);
        answer.extend(&[wide(1, 5..6, false), wide(2, 0..1, true), wide(3, 0..1, false)]);
        // Asked for twice.
        answer.extend(&[wide(3, 0..1, false), RowResult::default()]);
        let rows: Vec<(usize, u64)> =
            keys(answer.first()).into_iter().zip(answer.first().map(Row::cells_total)).collect();
        assert_eq!(rows, [(1, 6), (2, 1), (3, 1), (3, 1)]);
        assert_eq!((answer.rows_total(), answer.cells_total()), (4, 9));
        let mut once = Rows::default();
        once.extend(&[wide(1, 0..6, false), wide(2, 0..1, true), wide(3, 0..1, false), wide(3, 0..1, false)]);
        assert_eq!(answer, once);
    }

    #[test]
    fn wide_rows_are_kept_as_far_as_there_is_room() {
        // One row of more cells than are kept at all, in pieces.
        let mut answer = Rows::default();
        for piece in 0..30 {
            answer.extend(&[wide(1, piece * 1000..(piece + 1) * 1000, piece < 29)]);
        }
        let row = answer.first().next().expect("there is a row");
        assert_eq!((row.cells().len(), row.cells_total(), answer.cells_total()), (CELLS, 30_000, 30_000));
        // What follows stands at the end, and pushes out what is too much; the last row stays.
        for row in 2..10 {
            answer.extend(&[wide(row, 0..7000, false)]);
        }
        assert_eq!((keys(answer.first()), keys(answer.last()), answer.skipped()), (vec![1], vec![8, 9], 6));
        answer.extend(&[wide(10, 0..25_000, false)]);
        assert_eq!(
            (keys(answer.last()), answer.rows_total(), answer.cells_total()),
            (vec![10], 10, 30_000 + 56_000 + 25_000)
        );
        // Once a row stands at the end, none goes to the beginning, however small.
        let mut answer = Rows::default();
        answer.extend(&[wide(1, 0..15_000, false), wide(2, 0..15_000, false), wide(3, 0..1, false)]);
        assert_eq!((keys(answer.first()), keys(answer.last())), (vec![1], vec![2, 3]));
    }
}
