//! The limits of one call: cells, bytes, time, and where it may stop.

use crate::cell::Cell;
use crate::event::Source;

/// Where a read may stop once it has reached a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Scope {
    /// Between two rows only.
    Rows,
    /// Anywhere.
    Cells,
}

/// The limits of one call and how far it has come.
///
/// Source: `ScannerContext`.
#[derive(Clone, Debug)]
pub(crate) struct Progress {
    /// Cells a Result.
    batch_limit: Option<usize>,
    /// Bytes a call, of the cells as written or on the heap, whichever is more.
    size_limit: u64,
    size_scope: Scope,
    time_scope: Scope,
    pub(crate) cells: usize,
    bytes: u64,
    heap: u64,
    /// Bytes and heap of the cells taken from the row at work, where rows stay whole.
    taken: Vec<(u64, u64)>,
    /// Whether the call should stop at the next opportunity, as if its time had run out.
    hurried: bool,
    /// A row is being passed over: nothing counts and nothing limits.
    skipping: bool,
    /// Why the last read ended.
    pub(crate) stop: Stop,
}

/// What ended a read.
///
/// Source: `ScannerContext.NextState`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    More,
    NoMore,
    Batch,
    SizeMidRow,
    Size,
    TimeMidRow,
    Time,
}

impl Progress {
    /// `pieces`: whether a row may be cut where a limit is reached.
    pub(crate) fn new(batch_limit: Option<usize>, size_limit: u64, pieces: bool) -> Self {
        let scope = if pieces { Scope::Cells } else { Scope::Rows };
        Self {
            batch_limit,
            size_limit,
            size_scope: scope,
            time_scope: scope,
            cells: 0,
            bytes: 0,
            heap: 0,
            taken: Vec::new(),
            hurried: false,
            skipping: false,
            stop: Stop::More,
        }
    }

    /// A filter decides on whole rows: they must not be cut.
    pub(crate) fn keep_rows_whole(&mut self) {
        (self.size_scope, self.time_scope) = (Scope::Rows, Scope::Rows);
    }

    pub(crate) fn hurry(&mut self) {
        self.hurried = true;
    }

    pub(crate) fn skip(&mut self, skipping: bool) {
        self.skipping = skipping;
    }

    /// Counts a cell that was taken. How much heap it occupies in HBase depends on where it was read.
    ///
    /// Source: `ByteBufferKeyValue.heapSize`, `SizeCachedKeyValue.heapSize`.
    pub(crate) fn count(&mut self, cell: &Cell, source: Option<Source>) {
        if self.skipping {
            return;
        }
        let size = cell.serialized_size() as u64;
        let heap = match source {
            Some(Source::MemStore) => (32 + size).next_multiple_of(8),
            _ => 38 + size,
        };
        self.cells += 1;
        self.bytes += size + 4;
        self.heap += heap;
        if self.size_scope == Scope::Rows {
            self.taken.push((size + 4, heap));
        }
    }

    /// Counts anew: of the cells that were taken since `mark` only some are kept, told by their places.
    pub(crate) fn count_again(&mut self, mark: (usize, u64, u64), kept: impl Iterator<Item = usize>) {
        let taken = std::mem::take(&mut self.taken);
        self.reset(mark);
        for (bytes, heap) in kept.filter_map(|at| taken.get(at)) {
            self.cells += 1;
            self.bytes += bytes;
            self.heap += heap;
        }
    }

    /// The counts so far, to go back to if the row is dropped: cells, bytes, heap.
    pub(crate) fn mark(&self) -> (usize, u64, u64) {
        (self.cells, self.bytes, self.heap)
    }

    pub(crate) fn reset(&mut self, (cells, bytes, heap): (usize, u64, u64)) {
        (self.cells, self.bytes, self.heap) = (cells, bytes, heap);
        self.taken.clear();
    }

    pub(crate) fn batch_reached(&self) -> bool {
        !self.skipping && self.batch_limit.is_some_and(|limit| self.cells >= limit)
    }

    pub(crate) fn size_reached(&self, scope: Scope) -> bool {
        !self.skipping && scope <= self.size_scope && self.bytes.max(self.heap) >= self.size_limit
    }

    pub(crate) fn time_reached(&self, scope: Scope) -> bool {
        !self.skipping && scope <= self.time_scope && self.hurried
    }

    pub(crate) fn any_reached(&self, scope: Scope) -> bool {
        self.batch_reached() || self.size_reached(scope) || self.time_reached(scope)
    }

    /// Ends a read, and says whether there is more.
    pub(crate) fn end(&mut self, stop: Stop) -> bool {
        self.stop = stop;
        stop != Stop::NoMore
    }

    /// Whether the row that was read last may go on.
    pub(crate) fn is_mid_row(&self) -> bool {
        matches!(self.stop, Stop::Batch | Stop::SizeMidRow | Stop::TimeMidRow)
    }
}
