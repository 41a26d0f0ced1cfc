//! Cells of a memstore and of files as one sequence, in the order of cells.

use super::Store;
use super::bloom::Bloom;
use super::cursor::{Cursor, Origin};
use super::file::StoreFile;
use super::memory::MemStore;
use super::watch::Watch;
use crate::cell::{self, Cell, CellType, KeyRef, Probe};
use crate::event::{FileId, Source};
use crate::identity::{Kind, Trace};
use crate::query::Retention;
use std::cmp::Ordering;

/// How many neighbouring cells [`Merge::fetch`] asks the processor to load together.
const FETCHED: usize = 32;

/// Where a file goes on in the next call.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Bookmark {
    file: FileId,
    at: usize,
    indexed: bool,
    hinted: bool,
}

impl Bookmark {
    /// Adds to `trace` the parts of this that can still affect what happens.
    pub(super) fn tell(&self, trace: &mut Trace) {
        trace.number(Kind::File, self.file.0.into());
        trace.literal(&(self.at, self.indexed, self.hinted));
    }
}

/// Cells of several sources in order, as far as they are visible. Of equal keys that of the newer source comes first.
///
/// Reversed, the rows descend while cells within a row keep their order.
///
/// Source: `KeyValueHeap`, `ReversedKeyValueHeap`, `SegmentScanner`, `StoreFileScanner`.
#[derive(Clone, Debug)]
pub(super) struct Merge<'a> {
    /// One cursor for each source; the source with the newest cells first.
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
    /// Whether it matters how HBase goes on: by a seek, or from cell to cell.
    skips: bool,
    /// How its reads use the block cache.
    retention: Retention,
    /// The column that was sought last, and a cell of its row and family.
    sought: Option<(Vec<u8>, &'a Cell)>,
}

/// What a store scanner reads from during one call.
pub(crate) struct Sources<'a, F> {
    /// Store files, oldest first.
    pub(crate) files: F,
    /// The store, if its memstore is read.
    pub(crate) memory: Option<&'a Store>,
    /// Places that Bloom filters let the scanner [imagine](super::scanner::Reading::imagined) in place of files.
    pub(crate) imagined: Option<&'a Imagined>,
    /// [What was next](super::scanner::StoreScanner::to_former) before a flush.
    pub(crate) former: Option<&'a Cell>,
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

    /// Adds to `trace` the parts of this that can still affect what happens.
    pub(crate) fn tell(&self, trace: &mut Trace) {
        self.cell.tell(trace);
        trace.each(self.files.iter(), |trace, file| trace.number(Kind::File, file.0.into()));
    }
}

impl<'a> Merge<'a> {
    /// A merge without sources yet, with room for so many. Cells with a greater sequence id than `read_point` are
    /// passed over.
    pub(super) fn new(reversed: bool, read_point: u64, sources: usize) -> Self {
        Self {
            cursors: Vec::with_capacity(sources),
            head: None,
            top: None,
            second: None,
            reversed,
            read_point,
            ahead: None,
            imagined: None,
            skips: false,
            retention: Retention::Bypass,
            sought: None,
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
        self.cursors.push(Cursor::new(origin, self.skips, self.retention));
    }

    /// Lets [`skip`](Self::skip) go from cell to cell as HBase does; without this it does nothing. To be called before any
    /// source is added.
    pub(super) fn watch_skips(&mut self) {
        self.skips = true;
    }

    /// Lets the block cache take part; without this, each block is read from disk. To be called before any source is added.
    pub(super) fn retain_blocks(&mut self, retention: Retention) {
        self.retention = retention;
    }

    /// Where each file goes on in the next call.
    pub(super) fn places(&self) -> Vec<Bookmark> {
        let is_invisible = |cell: &Cell| cell.sequence_id() > self.read_point;
        let place = |cursor: &Cursor<'_>| match cursor.source() {
            Source::File(file) if self.skips || cursor.peek().is_some_and(is_invisible) => {
                Some(Bookmark { file, at: cursor.rank(), indexed: cursor.indexed, hinted: cursor.hinted })
            }
            _ => None,
        };
        self.cursors.iter().filter_map(place).collect()
    }

    /// Puts the cursors of files back to the places that an earlier call noted.
    pub(super) fn go_on(&mut self, places: &[Bookmark]) {
        for cursor in &mut self.cursors {
            let Source::File(file) = cursor.source() else { continue };
            if let Some(place) = places.iter().find(|place| place.file == file) {
                cursor.go_to(place.at);
                (cursor.indexed, cursor.hinted) = (place.indexed, place.hinted);
            }
        }
        self.choose();
    }

    /// The next cell.
    pub(super) fn peek(&self) -> Option<&'a Cell> {
        self.head
    }

    /// Ends the merge: there is no next cell any more.
    pub(super) fn end(&mut self) {
        self.cursors.clear();
        (self.head, self.top, self.second, self.imagined) = (None, None, None, None);
    }

    /// The next cell, if it is imagined; [`peek`](Self::peek) then gives a real cell of the same row and family.
    pub(super) fn imagined(&self) -> Option<&Cell> {
        let (cell, _) = self.imagined.as_ref()?;
        self.top.is_none().then_some(cell)
    }

    /// The imagined cell and the files that it stands for, to be kept for the next call; `None` if there is none.
    pub(super) fn to_imagined(&self) -> Option<Imagined> {
        let left_out = self.cursors.iter().filter(|cursor| cursor.left_out);
        let files = left_out.filter_map(|cursor| match cursor.source() {
            Source::File(file) => Some(file),
            Source::MemStore => None,
        });
        Some(Imagined { cell: self.imagined.as_ref()?.0.clone(), files: files.collect() })
    }

    /// Takes what is imagined for the next cell of its files, which were never looked into if this is the start.
    pub(super) fn imagine(&mut self, imagined: &'a Imagined, is_start: bool) {
        for cursor in &mut self.cursors {
            cursor.left_out = matches!(cursor.source(), Source::File(file) if imagined.files.contains(&file));
            cursor.indexed &= !(cursor.left_out && is_start);
        }
        self.imagined = Some((imagined.cell.clone(), &imagined.cell));
        self.choose();
    }

    /// Forgets imagined cells: every file shows its real next cell again.
    fn forget_imagined(&mut self) {
        self.imagined = None;
        self.cursors.iter_mut().for_each(|cursor| cursor.left_out = false);
        self.choose();
    }

    /// The memstore or file in which the next cell lies.
    pub(super) fn source(&self) -> Option<Source> {
        Some(self.cursors[self.top?].source())
    }

    /// Goes to the first cell that is not before `key`; reversed, to that cell if it is in the key's row, else to the
    /// first cell of the row before.
    pub(super) fn start(&mut self, key: KeyRef<'_>, watch: &mut Watch<'_>) {
        let probe = Probe::new(key);
        for cursor in &mut self.cursors {
            cursor.search(&probe);
            cursor.note_index(&probe);
            if self.reversed {
                cursor.settle_in_row(&probe, self.read_point, watch);
            } else {
                cursor.settle(self.read_point, watch);
            }
        }
        self.choose();
    }

    /// Goes to this place in files that HBase opens now, in which a seek does not know of sequence ids.
    ///
    /// Source: `HFileReaderImpl.HFileScannerImpl.seekTo`, and [`Cursor::open_before`].
    pub(super) fn open(&mut self, opens: impl Fn(FileId) -> bool, key: KeyRef<'_>, watch: &mut Watch<'_>) {
        let probe = Probe::new(KeyRef { sequence_id: u64::MAX, ..key });
        for cursor in &mut self.cursors {
            if matches!(cursor.source(), Source::File(file) if opens(file)) {
                cursor.open(&probe, self.reversed, self.read_point, watch);
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
            self.ahead = to.map(|_| after);
        }
        self.choose();
    }

    /// Reversed: goes to the first cell of the last row before `row`.
    pub(super) fn start_before(&mut self, row: &[u8], watch: &mut Watch<'_>) {
        let probe = Probe::new(KeyRef::first_on_row(row));
        for cursor in &mut self.cursors {
            cursor.search(&probe);
            cursor.open_before(&probe, 0, self.read_point, watch);
        }
        self.choose();
    }

    /// Reversed: goes to the first cell of the last row.
    pub(super) fn start_at_end(&mut self, watch: &mut Watch<'_>) {
        for cursor in &mut self.cursors {
            cursor.open_last_row(self.read_point, watch);
        }
        self.choose();
    }

    /// Leaves the next cell behind.
    pub(super) fn advance(&mut self, watch: &mut Watch<'_>) {
        if self.imagined().is_some() {
            return self.advance_imagined(watch);
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

    /// The first of the files that show what is imagined goes on from where it really is.
    fn advance_imagined(&mut self, watch: &mut Watch<'_>) {
        match self.cursors.iter_mut().find(|cursor| cursor.left_out) {
            Some(cursor) if self.skips => {
                cursor.left_out = false;
                cursor.step();
                cursor.settle(self.read_point, watch);
            }
            _ => return self.forget_imagined(),
        }
        if !self.cursors.iter().any(|cursor| cursor.left_out) {
            self.imagined = None;
        }
        self.choose();
    }

    /// Leaves the rest of the column of `cell`, or of its row, from cell to cell, as long as the place to go to is not
    /// beyond the block at work. Says whether that was enough. What comes next need not be what was asked for: HBase
    /// looks at it all the same.
    ///
    /// Source: `StoreScanner.trySkipToNextColumn`, `trySkipToNextRow`.
    pub(super) fn skip(&mut self, cell: &Cell, to: KeyRef<'_>, in_column: bool, watch: &mut Watch<'_>) -> bool {
        if !self.skips {
            return false;
        }
        while self.is_in_block(to) {
            self.advance(watch);
            let next = self.imagined().or(self.peek());
            let is_inside = |next: &Cell| if in_column { next.same_column(cell) } else { next.same_row(cell) };
            if !next.is_some_and(is_inside) {
                return !(in_column && cell.timestamp() == i64::MIN && next.is_some());
            }
        }
        false
    }

    /// Whether the file of the next cell is known to begin another block only at this place or after it.
    fn is_in_block(&self, to: KeyRef<'_>) -> bool {
        let top = match self.top {
            Some(top) => self.cursors.get(top),
            None => self.cursors.iter().find(|cursor| cursor.left_out),
        };
        let Some(Cursor { origin: Origin::File(file), indexed: true, .. }) = top else { return false };
        let next = top.and_then(|cursor| file.index().get(file.block_of(cursor.rank()) + 1));
        !file.is_reference() && next.is_some_and(|next| cell::compare_keys(next.as_ref(), to) != Ordering::Less)
    }

    /// Whether HBase has not looked into the file since it was sought.
    fn is_lazy(&self, cursor: &Cursor<'_>) -> bool {
        let Origin::File(file) = cursor.origin else { return false };
        cursor.lazy
            && self.imagined().is_none()
            && self.head.zip(self.sought.as_ref()).is_some_and(|(head, (column, base))| {
                head.same_row(base) && head.qualifier() == column && head.timestamp() > file.times().max
            })
    }

    /// Goes on to the first cell that is not before `key`, which names a column of the row of `base`; never back. A file
    /// whose Bloom filter has nothing of that column is left out, unless it is the only one in which anything is left.
    ///
    /// Source: `KeyValueHeap.generalizedSeek`, `StoreFileScanner.requestSeek`.
    pub(super) fn seek_column(&mut self, key: KeyRef<'_>, asks: bool, base: &'a Cell, watch: &mut Watch<'_>) {
        let probe = Probe::new(key);
        let passed = self.passes_imagined(&probe);
        let states: Vec<_> =
            self.cursors.iter().map(|cursor| (cursor.left_out && !passed, self.is_lazy(cursor))).collect();
        let mut before: Vec<usize> = (0..self.cursors.len())
            .filter(|&at| {
                let cursor = &self.cursors[at];
                !states[at].0 && (cursor.left_out || states[at].1 || cursor.is_before(&probe))
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
        let is_alive =
            |(cursor, state): (&Cursor<'_>, &(bool, bool))| cursor.left_out || state.1 || cursor.peek().is_some();
        let mut alive = self.cursors.iter().zip(&states).filter(|&both| is_alive(both)).count();
        let mut left_out = false;
        for at in before {
            let cursor = &mut self.cursors[at];
            let has_column = |bloom: &Bloom| bloom.may_have_column(key.row, key.qualifier);
            cursor.left_out = asks && alive > 1 && cursor.column_bloom().is_some_and(|bloom| !has_column(bloom));
            if cursor.left_out {
                left_out = true;
                continue;
            }
            cursor.lazy = alive > 1 && matches!(cursor.origin, Origin::File(file) if key.timestamp > file.times().max);
            if cursor.is_before(&probe) {
                cursor.forward(&probe);
            }
            cursor.note_index(&probe);
            cursor.settle(self.read_point, watch);
            alive -= usize::from(!cursor.lazy && cursor.peek().is_none());
        }
        if passed {
            let cell = || Imagined::new(key.row, key.family, key.qualifier, Vec::new()).cell;
            self.imagined = left_out.then(|| (cell(), base));
        }
        self.sought = Some((key.qualifier.to_vec(), base));
        self.choose();
    }

    /// Whether the imagined cell is before this place; `true` if there is none.
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
        if self.skips && !self.reversed {
            return self.seek_noting(&probe, watch);
        }
        if self.imagined.is_some() && self.passes_imagined(&probe) {
            self.imagined = None;
            self.cursors.iter_mut().for_each(|cursor| cursor.left_out = false);
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

    /// [`seek`](Self::seek), keeping in mind which blocks the index was asked for.
    fn seek_noting(&mut self, probe: &Probe<'_>, watch: &mut Watch<'_>) {
        let passed = self.passes_imagined(probe);
        let lazy: Vec<_> = self.cursors.iter().map(|cursor| self.is_lazy(cursor)).collect();
        for (cursor, lazy) in self.cursors.iter_mut().zip(lazy) {
            let is_before = cursor.is_before(probe);
            if self.ahead.is_some() && cursor.is_memory() && is_before {
                self.ahead = None;
            }
            if if cursor.left_out { passed } else { lazy || is_before } {
                (cursor.left_out, cursor.lazy) = (false, false);
                if is_before {
                    cursor.forward(probe);
                }
                cursor.note_index(probe);
                cursor.settle(self.read_point, watch);
            }
        }
        if passed {
            self.imagined = None;
        }
        self.choose();
    }

    /// Reversed: goes to the first cell of the row before `row`.
    pub(super) fn seek_row_before(&mut self, row: &[u8], watch: &mut Watch<'_>) {
        let probe = Probe::new(KeyRef::first_on_row(row));
        for cursor in &mut self.cursors {
            if cursor.peek().is_some_and(|cell| cell.row() >= row) {
                self.ahead.take_if(|_| cursor.is_memory());
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
            let Some(cell) = self.cursors[at].peek().filter(|_| !self.cursors[at].left_out) else { continue };
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

    /// Restores the order after the first cursor has moved: mostly it stays first; else all are compared again.
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
