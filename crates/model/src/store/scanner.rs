//! Reads one family of a region, row after row.

use super::limit::{Progress, Scope, Stop};
use super::matcher::{FamilyRead, Matcher, Row};
use super::merge::{Bookmark, Imagined, Merge, Sources};
use super::watch::Watch;
use super::{MemStore, Store, StoreFile, TimeSpan};
use crate::bytes::{Family, Qualifier};
use crate::cell::{self, Cell, CellType, Key, KeyRef};
use crate::event::{CellVerdict, Event, FileId, MatchCode, SkipReason, Source};
use crate::filter::FilterState;
use crate::identity::{Kind, Trace};
use crate::query::{IsolationLevel, Retention, Scan, TimeRange};
use crate::schema::{BloomType, FamilyDescriptor};
use std::borrow::Cow;
use std::cmp::Ordering;
use std::sync::Arc;

/// What a scan asks of one family, worked out once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Reading {
    scan: Arc<Scan>,
    family: Family,
    range: TimeRange,
    columns: Option<Arc<[Qualifier]>>,
    read_point: u64,
    /// Files whose newest cell is older than this timestamp are left out, since all their cells have expired.
    oldest: i64,
    /// Bytes after which a call is ended once: HBase then goes over from single reads to a stream.
    stream_after: u64,
    /// Whether the scan is of one row: it ends with the row, and Bloom filters are asked.
    is_get: bool,
    /// Whether a Bloom filter of columns is asked before a file is sought for one.
    asks_columns: bool,
    /// Whether files are sought for the next column only once they have to be.
    is_lazy: bool,
    /// Whether it matters in any case how HBase goes on to the next column: it looks at other cells on the way.
    skips: bool,
    /// How its reads use the block cache.
    retention: Retention,
}

/// Where a scan is in one family, between two calls.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct StoreScanner {
    reading: Reading,
    matcher: Matcher,
    /// A cell of the row at work, as the matcher wants it.
    row: Option<Cell>,
    at: Position,
    /// Cells of the row at work that passed, those before the offset too.
    passed: i64,
    bytes_read: u64,
    streams: bool,
    /// HBase has just gone over to a stream, for which it opens all files anew.
    reopened: bool,
    /// Files that were flushed since it was read last: HBase opens them at once, and looks into them later.
    flushed: Vec<FileId>,
    /// Cells of the memstore seen ahead; kept only by a scan that reads uncommitted writes, and only until a flush.
    met: Option<Met>,
    /// The imagined cell at which the next call begins, if there is one; see [`Reading::imagined`].
    imagined: Option<Imagined>,
    /// For each file the place at which the next call begins.
    places: Vec<Bookmark>,
}

/// What a scan has met of the memstore beyond the cells it has read. What is written before these later, it does not
/// see, even if it sees everything.
///
/// Source: `SegmentScanner`, `ConcurrentSkipListMap.Iter`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Met {
    /// The next cell; `None` at the end.
    next: Option<Cell>,
    /// The cell after that one.
    after: Option<Cell>,
}

/// Where a scanner of one family goes on in the next call.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Position {
    /// At the beginning of the scan.
    Start,
    /// At this cell.
    At(Cell),
    /// Nowhere: it has come to its end.
    End,
}

impl Reading {
    /// The family's part of a scan opened at `now`. `columns`: those asked for, in their order.
    pub(crate) fn new(
        family: &FamilyDescriptor,
        scan: &Arc<Scan>,
        columns: Option<Arc<[Qualifier]>>,
        read_point: u64,
        now: i64,
    ) -> Self {
        let expires = !scan.raw && family.min_versions == 0;
        let is_get = is_get(scan);
        let by_column = !scan.reversed && !family.new_version_behavior;
        let asks_columns = match columns.as_ref().map_or(0, |columns| columns.len()) {
            0 => false,
            1 => by_column && !is_get && family.bloom == BloomType::RowCol,
            _ => by_column,
        };
        Self {
            family: family.name.clone(),
            range: scan.family_time_range.get(&family.name).copied().unwrap_or(scan.time_range),
            is_lazy: by_column && columns.is_some(),
            skips: columns.is_some(),
            retention: scan.retention(family),
            columns,
            read_point,
            oldest: if expires { family.oldest_unexpired(now) } else { i64::MIN },
            stream_after: 4 * family.block_size as u64,
            is_get,
            asks_columns,
            scan: Arc::clone(scan),
        }
    }

    /// Whether a scan has to open the file; if not, why.
    ///
    /// Source: `StoreFileScanner.shouldUseScanner`, `HalfStoreFileReader.passesKeyRangeFilter`.
    fn skip(&self, file: &StoreFile) -> Option<SkipReason> {
        if !self.meets(file.times()) {
            return Some(SkipReason::TimeRange);
        }
        if !file.is_empty() && file.times().max < self.oldest {
            return Some(SkipReason::Expired);
        }
        let scan = &*self.scan;
        let (low, high) = if scan.reversed { (&scan.stop, &scan.start) } else { (&scan.start, &scan.stop) };
        let ends = file.first().zip(file.last());
        let overlaps =
            |(first, last): (&Cell, &Cell)| *last.row() >= **low && (high.is_empty() || *first.row() <= **high);
        // HBase opens a reference without comparing its first and last key with the range.
        if !file.is_reference() && !ends.is_some_and(overlaps) {
            return Some(SkipReason::KeyRange);
        }
        let bloom = file.bloom().filter(|_| self.is_get)?;
        let may_have = match (bloom.kind(), self.columns.as_deref()) {
            (BloomType::Row, _) => bloom.may_have_row(&scan.start),
            (BloomType::RowCol, Some([column])) => bloom.may_have_column(&scan.start, column),
            _ => true,
        };
        (!may_have).then_some(SkipReason::Bloom)
    }

    /// Whether a memstore is read.
    ///
    /// Source: `Segment.shouldSeek`.
    fn uses(&self, memory: &MemStore) -> bool {
        !memory.is_empty() && self.meets(memory.times()) && memory.times().max >= self.oldest
    }

    fn meets(&self, times: TimeSpan) -> bool {
        let empty = times.max < times.min;
        empty || self.range.is_all() || (times.min < self.range.max && times.max >= self.range.min)
    }

    /// The files of a store that have to be read, and whether the memstore has to.
    pub(crate) fn choose<'a>(&self, store: &'a Store, watch: &mut Watch<'_>) -> (Vec<&'a Arc<StoreFile>>, bool) {
        let is_read = |file: &&Arc<StoreFile>| self.is_read(file, watch);
        let files = store.files().iter().filter(is_read).collect();
        (files, self.uses(store.memstore()) || store.snapshot().is_some_and(|old| self.uses(old)))
    }

    /// What is imagined at the very beginning of a scan that names columns: instead of looking into a file in which a
    /// Bloom filter finds no marker for the whole family in the start row, HBase takes the end of the (empty) first
    /// column for the place to go on. So the start row is counted as read, and is asked of the filter, even if there is
    /// no such row.
    ///
    /// Source: `StoreFileScanner.requestSeek`.
    pub(crate) fn imagined(&self, files: &[&Arc<StoreFile>]) -> Option<Imagined> {
        let scan = &*self.scan;
        let columns = self.columns.as_deref()?;
        if scan.reversed || !scan.start_inclusive {
            return None;
        }
        let names_empty = columns.first().is_some_and(|column| column.is_empty());
        let is_left_out = |file: &&&Arc<StoreFile>| match file.bloom().filter(|bloom| bloom.kind() == BloomType::RowCol)
        {
            Some(bloom) => !bloom.may_have_column(&scan.start, &[]),
            None => !names_empty && !file.may_have_family_marker(&scan.start),
        };
        let left_out: Vec<_> = files.iter().filter(is_left_out).map(|file| file.id()).collect();
        (!left_out.is_empty()).then(|| Imagined::new(&scan.start, &self.family, &[], left_out))
    }

    fn is_read(&self, file: &StoreFile, watch: &mut Watch<'_>) -> bool {
        let skip = self.skip(file);
        if let Some(reason) = skip {
            watch.tell(|region| Event::FileSkipped { region, file: file.id(), reason });
        }
        skip.is_none()
    }

    /// After a flush: whether the new file has to be read, and whether the memstore that is left has to.
    pub(crate) fn choose_flushed(&self, file: &StoreFile, store: &Store) -> (bool, bool) {
        (self.skip(file).is_none(), self.uses(store.memstore()))
    }

    /// Adds to `trace` the parts of this that can still affect what happens beside its scan. The oldest time matters
    /// only where cells expire.
    fn tell(&self, trace: &mut Trace) {
        self.range.tell(trace);
        trace.literal(&(&self.family, &self.columns, self.stream_after));
        trace.literal(&(self.is_get, self.asks_columns, self.is_lazy, self.skips));
        trace.point(Kind::Sequence, self.read_point);
        if self.oldest != i64::MIN {
            trace.exact();
        }
        trace.literal(&self.oldest);
    }
}

/// Whether a cell is an imagined one, which was never written.
fn is_imagined(cell: &Cell) -> bool {
    cell.cell_type() == CellType::Minimum
}

/// Whether a scan is of one row, both ends inclusive: HBase makes no difference to a Get then.
///
/// Source: `Scan.isGetScan`.
fn is_get(scan: &Scan) -> bool {
    scan.start_inclusive && scan.stop_inclusive && !scan.start.is_empty() && scan.start == scan.stop
}

impl StoreScanner {
    pub(crate) fn new(family: &FamilyDescriptor, reading: Reading, now: i64) -> Self {
        let scan = &reading.scan;
        let question = FamilyRead {
            versions: scan.versions,
            range: reading.range,
            columns: reading.columns.clone(),
            has_filter: scan.filter.is_some(),
            raw: scan.raw,
        };
        Self {
            matcher: Matcher::read(family, question, now),
            row: None,
            at: Position::Start,
            passed: 0,
            bytes_read: 0,
            streams: false,
            reopened: false,
            flushed: Vec::new(),
            met: None,
            imagined: None,
            places: Vec::new(),
            reading,
        }
    }

    /// The memstore was flushed to this file: what is left of it is met anew.
    ///
    /// Source: `StoreScanner.updateReaders`.
    pub(crate) fn flush(&mut self, file: FileId) {
        self.met = None;
        if !self.is_closed() {
            self.flushed.push(file);
        }
    }

    /// The next cell as it was before the memstore was flushed.
    pub(crate) fn to_former(&self) -> Option<Cell> {
        match &self.at {
            Position::At(cell) if !self.flushed.is_empty() => Some(cell.clone()),
            _ => None,
        }
    }

    pub(crate) fn reading(&self) -> &Reading {
        &self.reading
    }

    /// What it has imagined at the end of the last call, if there was one.
    pub(crate) fn take_imagined(&mut self, before: Option<Imagined>) -> Option<Imagined> {
        if matches!(self.at, Position::Start) { before } else { self.imagined.take() }
    }

    /// Whether it is at its end.
    pub(crate) fn is_closed(&self) -> bool {
        matches!(self.at, Position::End)
    }

    /// Whether the file was flushed since the last call: it is held then, whatever is in it.
    pub(crate) fn is_flushed(&self, file: &StoreFile) -> bool {
        self.flushed.contains(&file.id())
    }

    /// Whether a file of its still has something to read. HBase lets go of a file as soon as its last cell is behind.
    ///
    /// Source: `KeyValueHeap.next`, `scannersForDelayedClose`.
    pub(crate) fn holds(&self, file: &StoreFile) -> bool {
        let is_seen = |cell: &Cell| cell.sequence_id() <= self.reading.read_point;
        let Position::At(cell) = &self.at else { return matches!(self.at, Position::Start) };
        let here = file.lower_bound(cell.key());
        if self.reading.scan.reversed {
            let row = file.lower_bound(KeyRef::first_on_row(cell.row()));
            let in_row = file.cells()[here..].iter().take_while(|other| other.same_row(cell));
            return file.cells()[..row].iter().rev().chain(in_row).any(is_seen);
        }
        file.cells()[here..].iter().any(is_seen)
    }

    /// Goes on where it stopped.
    pub(crate) fn resume<'a, F: DoubleEndedIterator<Item = &'a StoreFile> + Clone>(
        &'a mut self,
        sources: Sources<'a, F>,
        watch: &mut Watch<'_>,
    ) -> Active<'a> {
        let Sources { files, memory, imagined, former } = sources;
        let scan = &self.reading.scan;
        let in_memory = memory.map_or(0, |store| 1 + usize::from(store.snapshot.is_some()));
        let mut merge = Merge::new(scan.reversed, self.reading.read_point, in_memory + files.clone().count());
        merge.retain_blocks(self.reading.retention);
        if self.reading.skips || files.clone().any(StoreFile::has_nameless) {
            merge.watch_skips();
        }
        if let Some(store) = memory {
            merge.add_memory(&store.memstore);
            store.snapshot.iter().for_each(|snapshot| merge.add_memory(snapshot));
        }
        files.rev().for_each(|file| merge.add_file(file));
        match &self.at {
            Position::Start => match (scan.reversed, scan.start_inclusive) {
                (true, _) if scan.start.is_empty() => merge.start_at_end(watch),
                (true, false) => merge.start_before(&scan.start, watch),
                (false, false) if !scan.start.is_empty() => merge.start(KeyRef::last_on_row(&scan.start), watch),
                (reversed, _) => {
                    let key = KeyRef::first_on_row(&scan.start);
                    merge.start(key, watch);
                    if reversed {
                        merge.open(|_| true, key, watch);
                    }
                }
            },
            Position::At(cell) => {
                merge.start(cell.key(), watch);
                if !self.places.is_empty() {
                    merge.go_on(&self.places);
                }
                if let Some(Met { next, after }) = &self.met {
                    merge.pass_memory(next.as_ref(), after.clone(), watch);
                }
                if self.reopened {
                    merge.open(|_| true, cell.key(), watch);
                }
            }
            Position::End => {}
        }
        self.reopened = false;
        if let Some(cell) = former.or(merge.peek()).filter(|_| !self.flushed.is_empty()) {
            merge.open(|file| self.flushed.contains(&file), cell.key(), watch);
        }
        match imagined {
            Some(imagined) => merge.imagine(imagined, matches!(self.at, Position::Start)),
            None => {
                let in_row = self.row.as_ref().zip(merge.peek()).is_some_and(|(row, cell)| row.same_row(cell));
                if matches!(&self.at, Position::At(cell) if is_imagined(cell)) && !in_row {
                    self.row = None;
                }
            }
        }
        let former = former.filter(|former| merge.peek().is_none_or(|cell| !cell.same_row(former)));
        Active { merge, former, row: self.row.take().map(Cow::Owned), scanner: self }
    }

    /// Adds to `trace` the parts of this that can still affect what happens beside its scan.
    pub(crate) fn tell(&self, trace: &mut Trace) {
        let cell = |trace: &mut Trace, cell: &Cell| cell.tell(trace);
        self.reading.tell(trace);
        self.matcher.tell(trace);
        trace.option(self.row.as_ref(), cell);
        trace.literal(&std::mem::discriminant(&self.at));
        if let Position::At(at) = &self.at {
            at.tell(trace);
        }
        trace.literal(&(self.passed, self.bytes_read, self.streams, self.reopened));
        trace.each(self.flushed.iter(), |trace, file| trace.number(Kind::File, file.0.into()));
        trace.option(self.met.as_ref(), |trace, met| {
            trace.option(met.next.as_ref(), cell);
            trace.option(met.after.as_ref(), cell);
        });
        trace.option(self.imagined.as_ref(), |trace, imagined| imagined.tell(trace));
        trace.each(self.places.iter(), |trace, place| place.tell(trace));
    }
}

/// A scanner at work in one call: its state, and its cells.
#[derive(Debug)]
pub(crate) struct Active<'a> {
    scanner: &'a mut StoreScanner,
    merge: Merge<'a>,
    /// What was next before a flush, in a row in which nothing is left: HBase notices that only as it goes on.
    former: Option<&'a Cell>,
    row: Row<'a>,
}

impl<'a> Active<'a> {
    /// The next cell that may be read, whether or not it will be returned.
    pub(crate) fn peek(&self) -> Option<&'a Cell> {
        self.former.or(self.merge.peek())
    }

    /// Looks into what was flushed. Says whether the next cell lies in another row now.
    ///
    /// Source: `StoreScanner.reopenAfterFlush`.
    fn reopen(&mut self) -> bool {
        self.scanner.flushed.clear();
        self.former.take().is_some()
    }

    /// Ends the scan of this family.
    pub(crate) fn close(&mut self) {
        self.former = None;
        self.scanner.flushed.clear();
        self.scanner.at = Position::End;
        self.merge.end();
    }

    /// Keeps the place for the next call, after which HBase reads in a stream if much was read.
    pub(crate) fn suspend(self) {
        let scanner = self.scanner;
        if !scanner.is_closed() {
            (scanner.places, scanner.imagined) = (self.merge.places(), self.merge.to_imagined());
            if !scanner.streams && scanner.bytes_read >= scanner.reading.stream_after {
                scanner.streams = true;
                if !scanner.reading.is_get {
                    // The files are opened anew and looked into: what was imagined is over.
                    (scanner.places, scanner.imagined) = (Vec::new(), None);
                    scanner.reopened = true;
                }
            }
            let next = self.former.or(self.merge.imagined()).or(self.merge.peek());
            scanner.at = next.map_or(Position::End, |cell| Position::At(cell.clone()));
            if scanner.reading.scan.isolation == IsolationLevel::ReadUncommitted {
                let found = self.merge.peek_memory().map(|(next, after)| Met { next: next.cloned(), after });
                let moved = scanner.met.as_ref().map(|met| &met.next) != found.as_ref().map(|found| &found.next);
                scanner.met = if moved { found } else { scanner.met.take() };
            }
        }
        scanner.row = self.row.map(Cow::into_owned);
    }

    /// Goes on to the first cell not before `key`, in the direction of the scan.
    pub(crate) fn seek(&mut self, key: KeyRef<'_>, watch: &mut Watch<'_>) {
        if self.peek().is_some_and(|cell| cell::compare_to_key(cell, key) == Ordering::Less) {
            self.reopen();
            self.merge.seek(key, watch);
        }
    }

    /// Reversed: goes to the row before this one.
    pub(crate) fn seek_row_before(&mut self, row: &[u8], watch: &mut Watch<'_>) {
        self.row = None;
        if self.peek().is_some_and(|cell| cell.row() >= row) {
            self.reopen();
            self.merge.seek_row_before(row, watch);
        }
    }

    /// Reads on in the row of the next cell until the row is over or a limit is reached. Says whether the family may
    /// have more, in this row or another.
    ///
    /// Source: `StoreScanner.next`.
    pub(crate) fn next(
        &mut self,
        results: &mut Vec<Cell>,
        progress: &mut Progress,
        filter: &mut Option<Box<dyn FilterState>>,
        watch: &mut Watch<'_>,
    ) -> bool {
        if self.reopen() {
            self.row = None;
            return progress.end(Stop::More);
        }
        let Some(mut cell) = self.peek() else {
            self.close();
            return progress.end(Stop::NoMore);
        };
        if self.row.is_none() {
            self.row = Some(Cow::Borrowed(cell));
            self.scanner.passed = 0;
            self.scanner.matcher.enter_row();
        }
        let before = results.len();
        loop {
            let scanner = &mut *self.scanner;
            let may_stream = !scanner.streams && !scanner.reading.is_get;
            if may_stream && scanner.bytes_read > scanner.reading.stream_after && progress.time_reached(Scope::Cells) {
                return progress.end(Stop::Time);
            }
            let imagined = self.merge.imagined().cloned();
            let base = cell;
            let met = imagined.as_ref().unwrap_or(base);
            scanner.bytes_read += met.serialized_size() as u64 + 4;
            if may_stream && scanner.bytes_read > scanner.reading.stream_after {
                progress.hurry();
            }
            let (verdict, code) =
                scanner.matcher.decide(met, &mut self.row, filter.as_deref_mut().map(|filter| filter as _));
            // The first cell of the next row only says that this one is over; with its own row it is looked at again.
            watch.metrics.cells_examined += u64::from(imagined.is_none() && code != MatchCode::Done);
            match code {
                MatchCode::Include | MatchCode::IncludeAndSeekNextCol | MatchCode::IncludeAndSeekNextRow => {
                    if let Some(end) = self.include(cell, code, results, progress, filter, watch) {
                        return end;
                    }
                    if progress.batch_reached() || progress.size_reached(Scope::Cells) {
                        break;
                    }
                    match self.merge.peek() {
                        Some(next) => cell = next,
                        None => break,
                    }
                    continue;
                }
                MatchCode::Done => {
                    if scanner.reading.is_get {
                        self.close();
                        return progress.end(Stop::NoMore);
                    }
                    self.row = None;
                    return progress.end(Stop::More);
                }
                MatchCode::DoneScan => {
                    self.close();
                    return progress.end(Stop::NoMore);
                }
                MatchCode::SeekNextRow => {
                    self.told(met, verdict, code, watch);
                    if !self.more_rows_after(met) {
                        self.close();
                        return progress.end(Stop::NoMore);
                    }
                    self.row = None;
                    self.leave_row(met, watch);
                }
                MatchCode::SeekNextCol => {
                    self.told(met, verdict, code, watch);
                    self.leave_column(met, base, watch);
                }
                MatchCode::Skip => {
                    self.told(met, verdict, code, watch);
                    self.merge.advance(watch);
                }
                MatchCode::SeekNextUsingHint => {
                    self.told(cell, verdict, code, watch);
                    let hint = filter.as_mut().and_then(|filter| filter.next_cell_hint(cell));
                    match hint.filter(|hint| self.is_ahead(hint, cell)) {
                        Some(hint) => {
                            watch.tell(|region| Event::Seek { region, to: hint.clone() });
                            self.seek_hint(hint.as_ref(), base, watch);
                        }
                        None => self.merge.advance(watch),
                    }
                }
            }
            if progress.size_reached(Scope::Cells) {
                return progress.end(Stop::More);
            }
            match self.merge.peek() {
                Some(next) => cell = next,
                None => break,
            }
        }
        if results.len() > before {
            return progress.end(Stop::More);
        }
        self.close();
        progress.end(Stop::NoMore)
    }

    /// Takes a cell into the results and moves on. Says whether there is more if that ended the read.
    fn include(
        &mut self,
        cell: &'a Cell,
        code: MatchCode,
        results: &mut Vec<Cell>,
        progress: &mut Progress,
        filter: &mut Option<Box<dyn FilterState>>,
        watch: &mut Watch<'_>,
    ) -> Option<bool> {
        let (offset, limit) = {
            let scan = &self.scanner.reading.scan;
            (i64::from(scan.store_offset), i64::from(scan.store_limit))
        };
        self.scanner.passed += 1;
        let is_taken = self.scanner.passed > offset;
        self.told(cell, if is_taken { CellVerdict::Included } else { CellVerdict::OutsideStoreLimit }, code, watch);
        let taken = match filter {
            Some(filter) => filter.transform_cell(cell.clone()),
            None => cell.clone(),
        };
        if is_taken {
            progress.count(&taken, self.merge.source());
            results.push(taken);
            if limit >= 0 && self.scanner.passed >= limit + offset {
                if !self.more_rows_after(cell) {
                    self.close();
                    return Some(progress.end(Stop::NoMore));
                }
                self.row = None;
                self.seek_next_row(cell, watch);
                return Some(progress.end(Stop::More));
            }
        }
        match code {
            MatchCode::IncludeAndSeekNextRow => {
                if !self.more_rows_after(cell) {
                    self.close();
                    return Some(progress.end(Stop::NoMore));
                }
                self.row = None;
                self.leave_row(cell, watch);
            }
            MatchCode::IncludeAndSeekNextCol => self.leave_column(cell, cell, watch),
            _ => self.merge.advance(watch),
        }
        if !self.scanner.reading.is_get {
            self.merge.fetch();
        }
        None
    }

    fn told(&self, cell: &Cell, verdict: CellVerdict, code: MatchCode, watch: &mut Watch<'_>) {
        if watch.listens() && !is_imagined(cell) {
            let source = || self.merge.source().unwrap_or(Source::MemStore);
            watch.tell(|region| Event::CellVisited { region, source: source(), cell: cell.clone(), verdict, code });
        }
    }

    /// Whether a row after that of this cell can belong to the scan.
    ///
    /// Source: `UserScanQueryMatcher.moreRowsMayExistAfter`.
    fn more_rows_after(&self, cell: &Cell) -> bool {
        let scan = &self.scanner.reading.scan;
        if self.scanner.reading.is_get {
            return false;
        }
        if scan.stop.is_empty() {
            return true;
        }
        let order = cell.row().cmp(&scan.stop);
        if scan.reversed { order == Ordering::Greater } else { order == Ordering::Less }
    }

    fn seek_next_row(&mut self, cell: &Cell, watch: &mut Watch<'_>) {
        if self.scanner.reading.scan.reversed {
            self.merge.seek_row_before(cell.row(), watch);
        } else {
            self.merge.seek(KeyRef::last_on_row(cell.row()), watch);
        }
    }

    fn leave_row(&mut self, cell: &Cell, watch: &mut Watch<'_>) {
        let end = KeyRef::last_on_row(cell.row());
        if self.scanner.reading.is_get || !self.merge.skip(cell, end, false, watch) {
            self.seek_next_row(cell, watch);
        }
    }

    /// `base` is a cell of the same row and family.
    fn leave_column(&mut self, cell: &Cell, base: &'a Cell, watch: &mut Watch<'_>) {
        let StoreScanner { matcher, reading, .. } = &*self.scanner;
        let to = match matcher.hint() {
            Some(column) => KeyRef::first_on_column(cell.row(), cell.family(), column),
            None => KeyRef::last_on_row(cell.row()),
        };
        if self.merge.skip(cell, to, true, watch) {
            return;
        }
        let key = matcher.next_column(cell);
        if reading.is_lazy {
            self.merge.seek_column(key, reading.asks_columns, base, watch);
        } else {
            self.merge.seek(key, watch);
        }
    }

    fn seek_hint(&mut self, hint: KeyRef<'_>, base: &'a Cell, watch: &mut Watch<'_>) {
        let reading = &self.scanner.reading;
        if reading.is_lazy && !hint.family.is_empty() && hint.row == base.row() {
            self.merge.seek_column(hint, reading.asks_columns, base, watch);
        } else {
            self.merge.seek(hint, watch);
        }
    }

    fn is_ahead(&self, hint: &Key, cell: &Cell) -> bool {
        let order = cell::compare_to_key(cell, hint.as_ref());
        if self.scanner.reading.scan.reversed { order == Ordering::Greater } else { order == Ordering::Less }
    }
}
