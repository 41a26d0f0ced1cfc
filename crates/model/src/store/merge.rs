//! Cells of a memstore and of files as one sequence, in the order of cells.

use super::bloom::Bloom;
use super::file::StoreFile;
use super::memory::{MemStore, Run};
use super::watch::Watch;
use crate::cell::{self, Cell, CellType, KeyRef, Probe};
use crate::event::{Event, FileId, MatchCode, Source, Verdict};
use crate::schema::BloomType;
use std::cmp::Ordering;
use std::ops::Range;

/// How many cells a cursor looks at one by one before it searches.
const NEAR: usize = 4;

/// How many neighbours are fetched together.
const FETCHED: usize = 32;

/// A place in one memstore or file.
#[derive(Clone, Debug)]
struct Cursor<'a> {
    origin: Origin<'a>,
    run: Run<'a>,
    /// Place in the run; its length at the end of the source.
    at: usize,
    /// Ranks of the block that was read last; files only.
    block: Range<usize>,
    /// A Bloom filter has nothing of the column that was sought: the file is not looked into before what is imagined
    /// in its place is behind.
    left_out: bool,
    /// Ranks whose cells were fetched last.
    fetched: Range<usize>,
}

#[derive(Clone, Copy, Debug)]
enum Origin<'a> {
    Memory(&'a MemStore),
    File(&'a StoreFile),
}

/// Cells of several sources in order, as far as they are visible. Of equal keys that of the newer source comes first.
///
/// Reversed, the rows descend while cells within a row keep their order.
///
/// Source: `KeyValueHeap`, `ReversedKeyValueHeap`, `SegmentScanner`, `StoreFileScanner`.
#[derive(Clone, Debug)]
pub(super) struct Merge<'a> {
    /// Newest first.
    cursors: Vec<Cursor<'a>>,
    /// The next cell: it is looked at much more often than it changes.
    head: Option<&'a Cell>,
    top: Option<usize>,
    /// The cursor that comes after the top: as long as the top stays before it, no other need be looked at.
    second: Option<usize>,
    reversed: bool,
    read_point: u64,
    /// Where the next step in the memstore leads, if that is known from an earlier call.
    ahead: Option<Option<Cell>>,
    /// What files that are left out show in place of their next cell, and a cell of its row and family.
    imagined: Option<(Cell, &'a Cell)>,
}

/// The end of a column that no cell has: HBase takes it for the next cell of a file if a Bloom filter says that the file
/// has nothing of that column.
///
/// Source: `StoreFileScanner.requestSeek`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Imagined {
    cell: Cell,
    files: Vec<FileId>,
}

impl Imagined {
    pub(super) fn new(row: &[u8], family: &[u8], qualifier: &[u8], files: Vec<FileId>) -> Self {
        Self { cell: Cell::new(row, family, qualifier, i64::MIN, CellType::Minimum, &[]), files }
    }
}

impl<'a> Merge<'a> {
    /// Nothing yet. Cells with a greater sequence id than `read_point` are passed over.
    pub(super) fn new(reversed: bool, read_point: u64) -> Self {
        Self {
            cursors: Vec::new(),
            head: None,
            top: None,
            second: None,
            reversed,
            read_point,
            ahead: None,
            imagined: None,
        }
    }

    /// Adds a source that is older than those added before.
    pub(super) fn add_memory(&mut self, memory: &'a MemStore) {
        self.add(Origin::Memory(memory));
    }

    /// Adds a source that is older than those added before.
    pub(super) fn add_file(&mut self, file: &'a StoreFile) {
        self.add(Origin::File(file));
    }

    fn add(&mut self, origin: Origin<'a>) {
        self.cursors.push(Cursor { origin, run: Run::default(), at: 0, block: 0..0, left_out: false, fetched: 0..0 });
    }

    /// The next cell.
    pub(super) fn peek(&self) -> Option<&'a Cell> {
        self.head
    }

    /// Has no cell any more.
    pub(super) fn end(&mut self) {
        self.cursors.clear();
        (self.head, self.top, self.second, self.imagined) = (None, None, None, None);
    }

    /// The next cell, if it is imagined; [`peek`](Self::peek) then says a cell of the same row and family.
    pub(super) fn imagined(&self) -> Option<&Cell> {
        let (cell, _) = self.imagined.as_ref()?;
        self.top.is_none().then_some(cell)
    }

    /// The same, to go on with it in another call.
    pub(super) fn to_imagined(&self) -> Option<Imagined> {
        let left_out = self.cursors.iter().filter(|cursor| cursor.left_out);
        let files = left_out.filter_map(|cursor| match cursor.source() {
            Source::File(file) => Some(file),
            Source::MemStore => None,
        });
        Some(Imagined { cell: self.imagined()?.clone(), files: files.collect() })
    }

    /// Takes what is imagined for the next cell of its files.
    pub(super) fn imagine(&mut self, imagined: &'a Imagined) {
        for cursor in &mut self.cursors {
            cursor.left_out = matches!(cursor.source(), Source::File(file) if imagined.files.contains(&file));
        }
        self.imagined = Some((imagined.cell.clone(), &imagined.cell));
        self.choose();
    }

    /// Looks into every file after all.
    pub(super) fn forget_imagined(&mut self) {
        self.imagined = None;
        self.cursors.iter_mut().for_each(|cursor| cursor.left_out = false);
        self.choose();
    }

    /// Where the next cell lies.
    pub(super) fn source(&self) -> Option<Source> {
        Some(self.cursors[self.top?].source())
    }

    /// Goes to the first cell that is not before `key`; reversed, to that cell if it is in the key's row, else to the
    /// first cell of the row before.
    pub(super) fn start(&mut self, key: KeyRef<'_>, watch: &mut Watch<'_>) {
        let probe = Probe::new(key);
        for cursor in &mut self.cursors {
            cursor.search(&probe);
            if self.reversed {
                cursor.settle_in_row(&probe, self.read_point, watch);
            } else {
                cursor.settle(self.read_point, watch);
            }
        }
        self.choose();
    }

    /// The next cell of the memstore, which comes before snapshots, and the one after it. `None` without a memstore.
    pub(super) fn peek_memory(&self) -> Option<(Option<&'a Cell>, Option<Cell>)> {
        let cursor = self.cursors.iter().find(|cursor| cursor.is_memory())?;
        let mut after = cursor.clone();
        if cursor.peek().is_some() {
            after.step();
        }
        Some((cursor.peek(), after.peek().cloned()))
    }

    /// Goes on in the memstore to this cell, or to its end; the step after that leads to `after`, whatever lies between.
    pub(super) fn pass_memory(&mut self, to: Option<&Cell>, after: Option<Cell>, watch: &mut Watch<'_>) {
        let read_point = self.read_point;
        if let Some(cursor) = self.cursors.iter_mut().find(|cursor| cursor.is_memory()) {
            match to {
                Some(cell) => cursor.search(&Probe::of(cell)),
                None => cursor.go_to(cursor.len()),
            }
            cursor.settle(read_point, watch);
            self.ahead = to.filter(|_| !self.reversed).map(|_| after);
        }
        self.choose();
    }

    /// Reversed: goes to the first cell of the last row before `row`.
    pub(super) fn start_before(&mut self, row: &[u8], watch: &mut Watch<'_>) {
        let probe = Probe::new(KeyRef::first_on_row(row));
        for cursor in &mut self.cursors {
            cursor.search(&probe);
            cursor.row_of(cursor.rank(), self.read_point, watch);
        }
        self.choose();
    }

    /// Reversed: goes to the first cell of the last row.
    pub(super) fn start_at_end(&mut self, watch: &mut Watch<'_>) {
        for cursor in &mut self.cursors {
            let length = cursor.len();
            cursor.row_of(length, self.read_point, watch);
        }
        self.choose();
    }

    /// Leaves the next cell behind.
    pub(super) fn advance(&mut self, watch: &mut Watch<'_>) {
        if self.imagined().is_some() {
            return self.forget_imagined();
        }
        let (Some(top), Some(left)) = (self.top, self.head) else { return };
        let cursor = &mut self.cursors[top];
        match self.ahead.take_if(|_| cursor.is_memory()) {
            Some(Some(cell)) => cursor.search(&Probe::of(&cell)),
            Some(None) => cursor.go_to(cursor.len()),
            None => cursor.step(),
        }
        if self.reversed {
            cursor.settle_in_row(&Probe::of(left), self.read_point, watch);
        } else {
            cursor.settle(self.read_point, watch);
        }
        self.sink(top);
    }

    /// Goes on to the first cell that is not before `key`, which names a column of the row of `base`; never back. A file
    /// whose Bloom filter has nothing of that column is left out, unless it is the only one in which anything is left.
    ///
    /// Source: `KeyValueHeap.generalizedSeek`, `StoreFileScanner.requestSeek`.
    pub(super) fn seek_column(&mut self, key: KeyRef<'_>, base: &'a Cell, watch: &mut Watch<'_>) {
        if !self.cursors.iter().any(|cursor| cursor.column_bloom().is_some()) {
            return self.seek(key, watch);
        }
        let probe = Probe::new(key);
        let passed = self.passes_imagined(&probe);
        let mut before: Vec<usize> = (0..self.cursors.len())
            .filter(|&at| {
                let cursor = &self.cursors[at];
                if cursor.left_out { passed } else { cursor.is_before(&probe) }
            })
            .collect();
        crate::order::sort_by(&mut before, |&left, &right| {
            let place = |at: usize| {
                let cursor = &self.cursors[at];
                let imagined = self.imagined.as_ref().filter(|_| cursor.left_out).map(|(cell, _)| cell);
                imagined.or_else(|| cursor.peek())
            };
            place(left).zip(place(right)).map_or(Ordering::Equal, |(left, right)| cell::compare(left, right))
        });
        let mut alive = self.cursors.iter().filter(|cursor| cursor.left_out || cursor.peek().is_some()).count();
        let mut left_out = false;
        for at in before {
            let cursor = &mut self.cursors[at];
            let has_column = |bloom: &Bloom| bloom.may_have_column(key.row, key.qualifier);
            cursor.left_out = alive > 1 && cursor.column_bloom().is_some_and(|bloom| !has_column(bloom));
            if cursor.left_out {
                left_out = true;
                cursor.search(&probe);
                continue;
            }
            if cursor.is_before(&probe) {
                cursor.forward(&probe);
            }
            cursor.settle(self.read_point, watch);
            alive -= usize::from(cursor.is_memory() && cursor.peek().is_none());
        }
        if passed {
            let cell = || Imagined::new(key.row, key.family, key.qualifier, Vec::new()).cell;
            self.imagined = left_out.then(|| (cell(), base));
        }
        self.choose();
    }

    /// Whether what is imagined, if anything, is before this place.
    fn passes_imagined(&self, probe: &Probe<'_>) -> bool {
        self.imagined.as_ref().is_none_or(|(cell, _)| probe.compare(cell) == Ordering::Less)
    }

    /// For a reader that is going to share the cells around the next one: has memory bring them together.
    pub(super) fn fetch(&mut self) {
        let Some(top) = self.top else { return };
        let cursor = &mut self.cursors[top];
        if !cursor.fetched.contains(&cursor.rank()) {
            let from = cursor.at - cursor.at % FETCHED;
            let cells = &cursor.run.cells[from..cursor.run.cells.len().min(from + FETCHED)];
            let start = cursor.run.start + from;
            cursor.fetched = start..start + cells.len();
            cell::fetch(cells);
        }
    }

    /// Goes on to the first cell that is not before `key`; never back.
    pub(super) fn seek(&mut self, key: KeyRef<'_>, watch: &mut Watch<'_>) {
        let probe = Probe::new(key);
        if self.imagined.is_some() && self.passes_imagined(&probe) {
            self.imagined = None;
            for cursor in self.cursors.iter_mut().filter(|cursor| cursor.left_out) {
                cursor.left_out = false;
                cursor.settle(self.read_point, watch);
            }
        }
        for cursor in &mut self.cursors {
            if self.ahead.is_some() && cursor.is_memory() && cursor.is_before(&probe) {
                self.ahead = None;
            }
            if self.reversed {
                cursor.seek_in_row(&probe, self.read_point, watch);
            } else {
                cursor.seek(&probe, self.read_point, watch);
            }
        }
        self.choose();
    }

    /// Reversed: goes to the first cell of the row before `row`.
    pub(super) fn seek_row_before(&mut self, row: &[u8], watch: &mut Watch<'_>) {
        let probe = Probe::new(KeyRef::first_on_row(row));
        for cursor in &mut self.cursors {
            if cursor.peek().is_some_and(|cell| cell.row() >= row) {
                cursor.back_over(&probe, self.read_point, watch);
            }
        }
        self.choose();
    }

    fn compare(&self, left: &Cell, right: &Cell) -> Ordering {
        if self.reversed && !left.same_row(right) {
            return cell::compare(right, left);
        }
        cell::compare(left, right)
    }

    /// Finds the next cell and the one after it among all cursors.
    fn choose(&mut self) {
        (self.top, self.second) = (None, None);
        for at in 0..self.cursors.len() {
            let Some(cell) = self.cursors[at].peek() else { continue };
            let before = |other: Option<usize>| {
                let other = other.and_then(|other| self.cursors[other].peek());
                other.is_none_or(|other| self.compare(cell, other) == Ordering::Less)
            };
            if before(self.top) {
                (self.top, self.second) = (Some(at), self.top);
            } else if before(self.second) {
                self.second = Some(at);
            }
        }
        self.head = self.top.and_then(|top| self.cursors[top].peek());
        if let Some((imagined, base)) = &self.imagined
            && self.head.is_none_or(|cell| cell::compare(imagined, cell) == Ordering::Less)
        {
            (self.head, self.top) = (Some(*base), None);
        }
    }

    /// The cursor at the top has moved on.
    fn sink(&mut self, top: usize) {
        if self.imagined.is_some() {
            return self.choose();
        }
        self.head = self.cursors[top].peek();
        let Some(second) = self.second else { return };
        let order = match (self.head, self.cursors[second].peek()) {
            (Some(cell), Some(other)) => self.compare(cell, other),
            _ => Ordering::Greater,
        };
        if order == Ordering::Greater || (order == Ordering::Equal && top > second) {
            self.choose();
        }
    }
}

impl<'a> Cursor<'a> {
    fn is_memory(&self) -> bool {
        matches!(self.origin, Origin::Memory(_))
    }

    /// The Bloom filter, if it knows columns.
    fn column_bloom(&self) -> Option<&'a Bloom> {
        match self.origin {
            Origin::Memory(_) => None,
            Origin::File(file) => file.bloom().filter(|bloom| bloom.kind() == BloomType::RowCol),
        }
    }

    fn is_before(&self, probe: &Probe<'_>) -> bool {
        self.peek().is_some_and(|cell| probe.compare(cell) == Ordering::Less)
    }

    fn peek(&self) -> Option<&'a Cell> {
        self.run.cells.get(self.at)
    }

    fn source(&self) -> Source {
        match self.origin {
            Origin::Memory(_) => Source::MemStore,
            Origin::File(file) => Source::File(file.id()),
        }
    }

    fn len(&self) -> usize {
        match self.origin {
            Origin::Memory(memory) => memory.len(),
            Origin::File(file) => file.len(),
        }
    }

    fn rank(&self) -> usize {
        self.run.start + self.at
    }

    /// Goes to a rank.
    fn go_to(&mut self, rank: usize) {
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
    fn search(&mut self, probe: &Probe<'_>) {
        match self.origin {
            Origin::Memory(memory) => (self.run, self.at) = memory.run_at(probe),
            Origin::File(file) => {
                self.run = Run { start: 0, cells: file.cells() };
                self.at = file.lower_bound_of(probe);
            }
        }
    }

    fn step(&mut self) {
        self.at += 1;
        if self.at == self.run.cells.len()
            && let Origin::Memory(memory) = self.origin
        {
            (self.run, self.at) = (memory.run(self.run.start + self.at), 0);
        }
    }

    /// Passes over cells that are too new, and reads the block of the one that remains.
    fn settle(&mut self, read_point: u64, watch: &mut Watch<'_>) {
        while let Some(cell) = self.peek() {
            self.read(cell, watch);
            if cell.sequence_id() <= read_point {
                return;
            }
            let source = self.source();
            watch.tell(|region| Event::CellVisited {
                region,
                source,
                cell: cell.clone(),
                verdict: Verdict::NotYetVisible,
                code: MatchCode::Skip,
            });
            self.step();
        }
    }

    /// As [`settle`](Self::settle), but from the end of the probe's row on to the row before it.
    fn settle_in_row(&mut self, probe: &Probe<'_>, read_point: u64, watch: &mut Watch<'_>) {
        self.settle(read_point, watch);
        if self.peek().is_none_or(|cell| !probe.is_row_of(cell)) {
            self.back_over(&Probe::new(KeyRef::first_on_row(probe.key().row)), read_point, watch);
        }
    }

    /// Goes to the first visible cell of the last row before the probe, which is the first place of a row.
    fn back_over(&mut self, probe: &Probe<'_>, read_point: u64, watch: &mut Watch<'_>) {
        // Mostly the row begins only a few cells before.
        for _ in 0..NEAR {
            let Some(before) = self.at.checked_sub(1).and_then(|before| self.run.cells.get(before)) else { break };
            if !probe.is_row_of(before) && probe.compare(before) == Ordering::Less {
                return self.row_of(self.rank(), read_point, watch);
            }
            self.at -= 1;
        }
        self.search(probe);
        self.row_of(self.rank(), read_point, watch);
    }

    /// Goes to the first visible cell of the row that ends before this rank, or of the nearest row before that has one.
    fn row_of(&mut self, end: usize, read_point: u64, watch: &mut Watch<'_>) {
        let mut end = end;
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
            while let Some(first) = self.peek().filter(|&first| std::ptr::eq(first, cell) || first.same_row(cell)) {
                self.read(first, watch);
                if first.sequence_id() <= read_point {
                    return;
                }
                self.step();
            }
            end = start;
        }
    }

    /// Goes on to the first cell not before the probe; never back.
    fn seek(&mut self, probe: &Probe<'_>, read_point: u64, watch: &mut Watch<'_>) {
        if self.peek().is_some_and(|cell| probe.compare(cell) == Ordering::Less) {
            self.forward(probe);
            self.settle(read_point, watch);
        }
    }

    /// Reversed: goes on to the first cell of the probe's row that is not before it, or to the row before.
    fn seek_in_row(&mut self, probe: &Probe<'_>, read_point: u64, watch: &mut Watch<'_>) {
        let Some(current) = self.peek() else { return };
        if probe.is_row_of(current) {
            if probe.compare(current) == Ordering::Less {
                self.forward(probe);
                self.settle_in_row(probe, read_point, watch);
            }
        } else if probe.compare(current) == Ordering::Greater {
            self.search(probe);
            self.settle_in_row(probe, read_point, watch);
        }
    }

    /// Goes on to the first cell not before the probe, which is after the current one.
    fn forward(&mut self, probe: &Probe<'_>) {
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
        // The rest of the leaf or block, if the place is in it.
        if end > self.at && probe.compare(&self.run.cells[end - 1]) != Ordering::Less {
            self.at += self.run.cells[self.at..end].partition_point(|cell| probe.compare(cell) == Ordering::Less);
        } else {
            self.search(probe);
        }
    }

    /// Reads the block in which the cell lies, unless it was read just before.
    fn read(&mut self, cell: &Cell, watch: &mut Watch<'_>) {
        let Origin::File(file) = self.origin else {
            watch.metrics.bytes_read_from_memstore += cell.serialized_size() as u64;
            return;
        };
        if self.block.contains(&self.at) {
            return;
        }
        let block = file.block_of(self.at);
        self.block = file.ranks_of_block(block);
        let bytes = file.blocks()[block].bytes;
        watch.metrics.block_read_ops += 1;
        watch.metrics.block_bytes_scanned += bytes;
        watch.metrics.bytes_read_from_fs += bytes;
        watch.tell(|region| Event::BlockRead {
            region,
            file: file.id(),
            block: u32::try_from(block).unwrap_or(u32::MAX),
            bytes,
            cached: false,
        });
    }
}
