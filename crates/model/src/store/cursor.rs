//! A place in one memstore or file, and how it moves.

use super::bloom::Bloom;
use super::file::StoreFile;
use super::memory::{MemStore, Run};
use super::watch::Watch;
use crate::cell::{Cell, KeyRef, Probe};
use crate::event::{BlockRead, CellVerdict, Event, MatchCode, Source};
use crate::query::Retention;
use crate::schema::BloomType;
use std::cmp::Ordering;
use std::ops::Range;

/// How many cells a cursor looks at one by one before it searches.
const NEAR: usize = 4;

/// A place in one memstore or file.
#[derive(Clone, Debug)]
pub(super) struct Cursor<'a> {
    pub(super) origin: Origin<'a>,
    pub(super) run: Run<'a>,
    /// Place in the run; its length at the end of the source.
    pub(super) at: usize,
    /// Ranks of the block that was read last; files only.
    pub(super) block: Range<usize>,
    /// A Bloom filter denies the column that was sought: the file is not read before the scan has passed the cell that
    /// is imagined in its place.
    pub(super) left_out: bool,
    /// Ranks whose cells were fetched last.
    pub(super) fetched: Range<usize>,
    /// It was sought, but HBase looks into it only once everything of the column that may be newer is behind.
    pub(super) lazy: bool,
    /// Whether the index was asked for the block at work, so that HBase knows where the next one begins.
    pub(super) indexed: bool,
    /// Reversed: whether HBase knows from the last jump where the row before lies.
    pub(super) hinted: bool,
    /// How its reads use the block cache.
    retention: Retention,
    /// Whether [`indexed`](Self::indexed) and [`hinted`](Self::hinted) are kept.
    notes: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Origin<'a> {
    Memory(&'a MemStore),
    File(&'a StoreFile),
}

impl<'a> Cursor<'a> {
    /// A cursor that stands nowhere yet; it has to be sent to a place before it is read.
    pub(super) fn new(origin: Origin<'a>, notes: bool, retention: Retention) -> Self {
        Self {
            origin,
            run: Run::default(),
            at: 0,
            block: 0..0,
            left_out: false,
            fetched: 0..0,
            lazy: false,
            indexed: false,
            hinted: false,
            retention,
            // In a reference HBase never knows where the next block begins, so nothing needs to be kept for it.
            notes: notes && matches!(origin, Origin::File(file) if !file.is_reference()),
        }
    }

    pub(super) fn is_memory(&self) -> bool {
        matches!(self.origin, Origin::Memory(_))
    }

    /// The Bloom filter, if it knows columns.
    pub(super) fn column_bloom(&self) -> Option<&'a Bloom> {
        match self.origin {
            Origin::Memory(_) => None,
            Origin::File(file) => file.bloom().filter(|bloom| bloom.kind() == BloomType::RowCol),
        }
    }

    pub(super) fn is_before(&self, probe: &Probe<'_>) -> bool {
        self.peek().is_some_and(|cell| probe.compare(cell) == Ordering::Less)
    }

    pub(super) fn peek(&self) -> Option<&'a Cell> {
        self.run.cells.get(self.at)
    }

    pub(super) fn source(&self) -> Source {
        match self.origin {
            Origin::Memory(_) => Source::MemStore,
            Origin::File(file) => Source::File(file.id()),
        }
    }

    pub(super) fn len(&self) -> usize {
        match self.origin {
            Origin::Memory(memory) => memory.len(),
            Origin::File(file) => file.len(),
        }
    }

    pub(super) fn rank(&self) -> usize {
        self.run.start + self.at
    }

    /// Moves to the cell of a rank; the count of cells stands for the end.
    pub(super) fn go_to(&mut self, rank: usize) {
        match self.origin {
            Origin::Memory(memory) => {
                if !(self.run.start..self.run.start + self.run.cells.len()).contains(&rank) {
                    self.run = memory.run(rank);
                }
            }
            Origin::File(file) => self.run = Run { start: 0, cells: file.cells() },
        }
        self.at = rank - self.run.start;
    }

    /// Goes to the first cell that is not before the probe, wherever the cursor is.
    pub(super) fn search(&mut self, probe: &Probe<'_>) {
        match self.origin {
            Origin::Memory(memory) => (self.run, self.at) = memory.run_at(probe),
            Origin::File(file) => {
                self.run = Run { start: 0, cells: file.cells() };
                self.at = file.lower_bound_of(probe);
            }
        }
    }

    /// After a seek: whether it has ended in the block that the index names.
    pub(super) fn note_index(&mut self, probe: &Probe<'_>) {
        if let Origin::File(file) = self.origin
            && self.notes
        {
            (self.indexed, self.hinted) = (file.block_named(probe) == Some(file.block_of(self.rank())), false);
        }
    }

    /// Reversed: after a jump from `from` to the row that begins at this rank. `last`: the rank before the place that
    /// was left, `was`: the block at work until then.
    ///
    /// Source: `StoreFileScanner.seekToPreviousRowWithHint`, `seekToPreviousRowWithoutHint`, `HFileReaderImpl.seekBefore`.
    fn note_jump(&mut self, from: &Probe<'_>, start: usize, last: usize, was: usize) {
        let Origin::File(file) = self.origin else { return };
        if !self.notes {
            return;
        }
        if start > 0 {
            // It goes before the row and on to it, which it finds by the index unless it comes from the block before.
            (self.indexed, self.hinted) = (file.ranks_of_block(file.block_of(start)).start < start, true);
        } else if self.hinted {
            (self.indexed, self.hinted) = (self.indexed && was == 0, false);
        } else {
            self.indexed = file.block_of(last) == 0 && file.block_named(from) == Some(1);
        }
    }

    pub(super) fn step(&mut self) {
        self.at += 1;
        self.indexed &= self.block.contains(&self.at);
        if self.at == self.run.cells.len()
            && let Origin::Memory(memory) = self.origin
        {
            (self.run, self.at) = (memory.run(self.run.start + self.at), 0);
        }
    }

    /// Passes over cells that are too new, and reads the block of the one that remains.
    pub(super) fn settle(&mut self, read_point: u64, watch: &mut Watch<'_>) {
        while let Some(cell) = self.peek() {
            self.read(cell, watch);
            if cell.sequence_id() <= read_point {
                return;
            }
            let source = self.source();
            watch.metrics.cells_examined += 1;
            watch.tell(|region| Event::CellVisited {
                region,
                source,
                cell: cell.clone(),
                verdict: CellVerdict::NotYetVisible,
                code: MatchCode::Skip,
            });
            self.step();
        }
    }

    /// Goes to the first visible cell that is not before the probe; reversed, in its row, or to the row before.
    pub(super) fn open(&mut self, probe: &Probe<'_>, reversed: bool, read_point: u64, watch: &mut Watch<'_>) {
        self.search(probe);
        self.note_index(probe);
        self.settle(read_point, watch);
        if reversed && self.peek().is_none_or(|cell| !probe.is_row_of(cell)) {
            let row = Probe::new(KeyRef::first_on_row(probe.key().row));
            let was = self.block_at_work();
            self.search(&row);
            self.open_before(&row, was, read_point, watch);
        }
    }

    /// As [`settle`](Self::settle), but from the end of the probe's row on to the row before it.
    pub(super) fn settle_in_row(&mut self, probe: &Probe<'_>, read_point: u64, watch: &mut Watch<'_>) {
        self.settle(read_point, watch);
        if self.peek().is_none_or(|cell| !probe.is_row_of(cell)) {
            self.back_over(&Probe::new(KeyRef::first_on_row(probe.key().row)), read_point, watch);
        }
    }

    /// Goes to the first visible cell of the last row before the probe, which is the first place of a row.
    pub(super) fn back_over(&mut self, probe: &Probe<'_>, read_point: u64, watch: &mut Watch<'_>) {
        let was = self.block_at_work();
        // Mostly the row begins only a few cells before this place, so these are tried before a search.
        for _ in 0..NEAR {
            let Some(before) = self.at.checked_sub(1).and_then(|before| self.run.cells.get(before)) else { break };
            if !probe.is_row_of(before) && probe.compare(before) == Ordering::Less {
                return self.row_before(probe, was, read_point, watch);
            }
            self.at -= 1;
        }
        self.search(probe);
        self.row_before(probe, was, read_point, watch);
    }

    /// The number of the block in which the cursor stands; 0 where blocks need not be kept track of.
    fn block_at_work(&self) -> usize {
        match self.origin {
            Origin::File(file) if self.notes => file.block_of(self.rank()),
            _ => 0,
        }
    }

    /// Goes to the first visible cell of the row that ends before this place, or of the nearest row before that has one.
    pub(super) fn row_before(&mut self, probe: &Probe<'_>, was: usize, read_point: u64, watch: &mut Watch<'_>) {
        self.row_of(self.rank(), Some((probe, was)), None, read_point, watch);
    }

    /// As [`row_before`](Self::row_before), for a file that is being opened. HBase does not heed that it finds nothing:
    /// where it gives up in the first row of the file, the cell after that row stays, visible or not.
    ///
    /// Source: `ReversedStoreScanner.seekScanners`, `StoreFileScanner.seekToPreviousRowWithoutHint`.
    pub(super) fn open_before(&mut self, probe: &Probe<'_>, was: usize, read_point: u64, watch: &mut Watch<'_>) {
        let stays = (!self.is_memory()).then_some(1);
        self.row_of(self.rank(), Some((probe, was)), stays, read_point, watch);
    }

    /// Goes to the first visible cell of the last row, or of the nearest row before that has one, as
    /// [`open_before`](Self::open_before).
    pub(super) fn open_last_row(&mut self, read_point: u64, watch: &mut Watch<'_>) {
        let stays = (!self.is_memory()).then_some(2);
        self.row_of(self.len(), None, stays, read_point, watch);
    }

    /// Goes to the first visible cell of the row that ends before this rank, or of the nearest row before that has one.
    /// `from`: the place that is left, and the block at work. `stays`: where this many rows were looked at and the last
    /// one is the first of the source, the cell after it stays.
    fn row_of(
        &mut self,
        end: usize,
        from: Option<(&Probe<'_>, usize)>,
        stays: Option<usize>,
        read_point: u64,
        watch: &mut Watch<'_>,
    ) {
        let mut end = end;
        let mut looked = 0;
        let mut from = from.filter(|_| self.notes).map(|(probe, was)| (Probe::new(probe.key()), was));
        loop {
            let Some(last) = end.checked_sub(1) else {
                self.go_to(self.len());
                return;
            };
            self.go_to(last);
            let Some(cell) = self.peek() else { return };
            let mut near = 0;
            while self.at > 0 && near < NEAR && self.run.cells[self.at - 1].same_row(cell) {
                self.at -= 1;
                near += 1;
            }
            if self.at == 0 || near == NEAR {
                self.search(&Probe::new(KeyRef::first_on_row(cell.row())));
            }
            let start = self.rank();
            match &from {
                Some((from, was)) => self.note_jump(from, start, last, *was),
                None => self.note_index(&Probe::new(KeyRef::first_on_row(cell.row()))),
            }
            while let Some(first) = self.peek().filter(|&first| std::ptr::eq(first, cell) || first.same_row(cell)) {
                self.read(first, watch);
                if first.sequence_id() <= read_point {
                    return;
                }
                self.step();
            }
            looked += 1;
            if Some(looked) == stays && start == 0 {
                return;
            }
            if self.notes {
                from = Some((Probe::new(KeyRef::first_on_row(cell.row())), self.block_at_work()));
            }
            end = start;
        }
    }

    /// Moves forward to the first cell that is not before the probe; stays where it is if it is there or beyond.
    pub(super) fn seek(&mut self, probe: &Probe<'_>, read_point: u64, watch: &mut Watch<'_>) {
        if self.peek().is_some_and(|cell| probe.compare(cell) == Ordering::Less) {
            self.forward(probe);
            self.settle(read_point, watch);
        }
    }

    /// Reversed: goes on to the first cell of the probe's row that is not before it, or to the row before.
    pub(super) fn seek_in_row(&mut self, probe: &Probe<'_>, read_point: u64, watch: &mut Watch<'_>) {
        let Some(current) = self.peek() else { return };
        if probe.is_row_of(current) {
            if probe.compare(current) == Ordering::Less {
                self.forward(probe);
                self.note_index(probe);
                self.settle_in_row(probe, read_point, watch);
            }
        } else if probe.compare(current) == Ordering::Greater {
            self.search(probe);
            self.note_index(probe);
            self.settle_in_row(probe, read_point, watch);
        }
    }

    /// Goes on to the first cell not before the probe, which is after the current one.
    pub(super) fn forward(&mut self, probe: &Probe<'_>) {
        for _ in 0..NEAR {
            self.step();
            if self.peek().is_none_or(|cell| probe.compare(cell) != Ordering::Less) {
                return;
            }
        }
        let end = match self.origin {
            Origin::Memory(_) => self.run.cells.len(),
            Origin::File(_) => self.block.end.clamp(self.at, self.run.cells.len()),
        };
        // Searches the rest of this block, or of this leaf of the memstore, where the wanted cell lies in it.
        if end > self.at && probe.compare(&self.run.cells[end - 1]) != Ordering::Less {
            self.at += self.run.cells[self.at..end].partition_point(|cell| probe.compare(cell) == Ordering::Less);
        } else {
            self.search(probe);
        }
    }

    /// Reads the block in which the cell lies, unless it was read just before.
    pub(super) fn read(&mut self, cell: &Cell, watch: &mut Watch<'_>) {
        let Origin::File(file) = self.origin else {
            watch.metrics.bytes_read_from_memstore += cell.serialized_size() as u64;
            return;
        };
        if self.block.contains(&self.at) {
            return;
        }
        let block = file.block_of(self.at);
        self.block = file.ranks_of_block(block);
        let (origin, bytes) = (file.origin(), file.blocks()[block].bytes);
        let block = u32::try_from(block).unwrap_or(u32::MAX);
        let read = BlockRead { origin, block, bytes, retention: self.retention };
        let cached = watch.read(&read);
        watch.tell(|region| Event::BlockRead { region, file: file.id(), read, cached });
    }
}
