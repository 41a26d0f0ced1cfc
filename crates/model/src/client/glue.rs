//! How a client makes Results of the pieces of rows that servers send.

use crate::cell::{self, Cell};
use crate::identity::Trace;
use crate::query::{RowResult, Scan};
use std::cmp::Ordering;
use std::collections::VecDeque;

/// Puts pieces of rows together, or cuts them to size, and counts rows as HBase's client does.
///
/// Source: `ScanResultCache` and its three classes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Glue {
    kind: Gluing,
    pieces: VecDeque<RowResult>,
    last: Option<Last>,
    complete_rows: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Gluing {
    /// Pieces are put together, so that each Result is a whole row.
    Complete,
    /// Results of this many cells each.
    Batch(usize),
    /// Each piece that a server sends becomes a Result (`setAllowPartialResults`).
    Partial,
}

/// The last cell that was handed to the application.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Last {
    cell: Cell,
    partial: bool,
}

impl Glue {
    pub(super) fn new(scan: &Scan) -> Self {
        let kind = match usize::try_from(scan.batch) {
            _ if scan.allow_partial => Gluing::Partial,
            Ok(batch) if batch > 0 => Gluing::Batch(batch),
            _ => Gluing::Complete,
        };
        Self { kind, pieces: VecDeque::new(), last: None, complete_rows: 0 }
    }

    /// How many rows have been completed since this was last asked.
    pub(super) fn take_complete_rows(&mut self) -> i64 {
        std::mem::take(&mut self.complete_rows)
    }

    /// Forgets half-received rows: the scanner they came from is gone.
    pub(super) fn clear(&mut self) {
        self.pieces.clear();
    }

    /// Takes the Results of one call and hands on what is ready. Where a call that was ended early, a heartbeat, brings
    /// none, the row at work may still go on.
    pub(super) fn add(&mut self, results: Vec<RowResult>, heartbeat: bool) -> Vec<RowResult> {
        if results.is_empty() && heartbeat {
            return Vec::new();
        }
        match self.kind {
            Gluing::Complete => self.add_complete(results),
            Gluing::Batch(batch) => self.add_batches(results, batch),
            Gluing::Partial => self.add_partial(results),
        }
    }

    fn add_complete(&mut self, mut results: Vec<RowResult>) -> Vec<RowResult> {
        let partial = results.pop_if(|last| last.partial);
        if self.pieces.is_empty() {
            self.pieces.extend(partial);
            self.complete_rows += results.len() as i64;
            return results;
        }
        let mut ready = Vec::new();
        let mut rest = results.into_iter().peekable();
        let row = self.pieces[0].row().map(<[u8]>::to_vec);
        let same = |piece: &RowResult| piece.row() == row.as_deref();
        match (rest.peek(), &partial) {
            // A server does not mark the last piece of a row as partial.
            (Some(next), _) if same(next) => {
                self.pieces.extend(rest.next());
                ready.extend(self.combine());
            }
            (None, Some(piece)) if same(piece) => {}
            _ => ready.extend(self.combine()),
        }
        ready.extend(rest);
        self.pieces.extend(partial);
        self.complete_rows += ready.len() as i64;
        ready
    }

    /// Makes one Result of all pieces.
    fn combine(&mut self) -> Option<RowResult> {
        let cells: Vec<Cell> = self.pieces.drain(..).flat_map(|piece| piece.cells).collect();
        (!cells.is_empty()).then_some(RowResult { cells, partial: false })
    }

    /// Deviation: none. HBase counts a row once when its last piece arrives and once more at the next row if a piece of
    /// full size came before a shorter last one; so do we.
    fn add_batches(&mut self, results: Vec<RowResult>, batch: usize) -> Vec<RowResult> {
        let mut ready = Vec::new();
        if results.is_empty() {
            if self.pieces.is_empty() {
                self.complete_rows += i64::from(self.last.as_ref().is_some_and(|last| last.partial));
            }
            self.complete_batch(&mut ready);
            return ready;
        }
        for result in results {
            let Some(result) = self.after_last(result) else { continue };
            if let Some(piece) = self.pieces.front() {
                if piece.row() != result.row() {
                    self.complete_batch(&mut ready);
                }
            } else if self.last.as_ref().is_some_and(|last| last.partial && Some(last.cell.row()) != result.row()) {
                self.complete_rows += 1;
            }
            let more = result.partial;
            self.pieces.push_back(result);
            if let Some(full) = self.cut(batch, more) {
                if !full.partial {
                    self.complete_rows += 1;
                }
                self.remember(&full);
                ready.push(full);
            }
            if !more && !self.pieces.is_empty() {
                self.complete_batch(&mut ready);
            }
        }
        ready
    }

    fn complete_batch(&mut self, ready: &mut Vec<RowResult>) {
        if let Some(row) = self.combine() {
            self.complete_rows += 1;
            ready.push(row);
        }
    }

    /// A Result of exactly `batch` cells, if there are so many.
    fn cut(&mut self, batch: usize, more: bool) -> Option<RowResult> {
        if self.pieces.iter().map(|piece| piece.cells.len()).sum::<usize>() < batch {
            return None;
        }
        let mut cells: Vec<Cell> = self.pieces.drain(..).flat_map(|piece| piece.cells).collect();
        let rest = cells.split_off(batch);
        if !rest.is_empty() {
            self.pieces.push_back(RowResult { cells: rest, partial: more });
        }
        Some(RowResult { cells, partial: more || !self.pieces.is_empty() })
    }

    fn add_partial(&mut self, results: Vec<RowResult>) -> Vec<RowResult> {
        if results.is_empty() {
            self.complete_rows += i64::from(self.last.as_ref().is_some_and(|last| last.partial));
            return Vec::new();
        }
        let mut results = results.into_iter();
        let Some(first) = results.by_ref().find_map(|result| self.after_last(result)) else { return Vec::new() };
        let ready: Vec<RowResult> = std::iter::once(first).chain(results).collect();
        if self.last.as_ref().is_some_and(|last| last.partial && Some(last.cell.row()) != ready[0].row()) {
            self.complete_rows += 1;
        }
        if let Some(last) = ready.last() {
            self.remember(last);
        }
        self.complete_rows += ready.iter().filter(|result| !result.partial).count() as i64;
        ready
    }

    fn remember(&mut self, result: &RowResult) {
        if let Some(cell) = result.cells.last() {
            self.last = Some(Last { cell: cell.clone(), partial: result.partial });
        }
    }

    /// What of a Result comes after the last cell that was handed on; a reopened scanner sends a row from its beginning.
    fn after_last(&self, mut result: RowResult) -> Option<RowResult> {
        if let Some(last) = &self.last
            && result.row() == Some(last.cell.row())
        {
            result.cells.retain(|cell| cell::compare(&last.cell, cell) == Ordering::Less);
        }
        (!result.cells.is_empty()).then_some(result)
    }

    /// Adds to `trace` the parts of this that can still affect what happens.
    pub(super) fn tell(&self, trace: &mut Trace) {
        trace.literal(&self.kind);
        trace.each(self.pieces.iter(), |trace, piece| piece.tell(trace));
        trace.option(self.last.as_ref(), |trace, last| {
            last.cell.tell(trace);
            trace.literal(&last.partial);
        });
        trace.literal(&self.complete_rows);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell::CellType;

    fn piece(row: &str, qualifiers: &str, partial: bool) -> RowResult {
        let cell =
            |qualifier: char| Cell::new(row.as_bytes(), b"f", qualifier.to_string().as_bytes(), 1, CellType::Put, b"");
        RowResult { cells: qualifiers.chars().map(cell).collect(), partial }
    }

    #[test]
    fn pieces_become_whole_rows() {
        let mut glue = Glue::new(&Scan::default());
        assert_eq!(glue.add(vec![piece("a", "x", false), piece("b", "x", true)], false), [piece("a", "x", false)]);
        assert_eq!(glue.add(vec![piece("b", "y", true)], false), []);
        assert_eq!(
            glue.add(vec![piece("b", "z", false), piece("c", "x", false)], false),
            [piece("b", "xyz", false), piece("c", "x", false)]
        );
        assert_eq!(glue.take_complete_rows(), 3);
    }

    #[test]
    fn a_row_in_batches_may_count_twice() {
        let mut glue = Glue::new(&Scan { batch: 4, ..Scan::default() });
        let rows = vec![piece("a", "1234", true), piece("a", "56", false), piece("b", "1234", true)];
        assert_eq!(glue.add(rows, false).len(), 3);
        assert_eq!(glue.take_complete_rows(), 2);
    }
}
