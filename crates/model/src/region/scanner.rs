//! The scanner of a region, which reads row after row: within one call for a Get, over several calls for a Scan.

use super::row::{Families, Reader, Tops};
use crate::bytes::{Family, Qualifier, RowKey};
use crate::cell::{Cell, KeyRef};
use crate::error::{Error, Incompatible, Refused};
use crate::event::{Event, Observer, RegionId};
use crate::filter::FilterState;
use crate::identity::{Kind, Trace};
use crate::map::Map;
use crate::query::{Columns, Get, IsolationLevel, Metrics, RowResult, Scan};
use crate::store::limit::{Progress, Scope};
use crate::store::merge::{Imagined, Sources};
use crate::store::scanner::{Reading, StoreScanner};
use crate::store::watch::Watch;
use crate::store::{Store, StoreFile};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Bytes a call unless the client asks for less (`hbase.client.scanner.max.result.size`).
const MAX_RESULT_SIZE: u64 = 2 << 20;

/// A scan in one region, between two calls. It holds the files it has begun to read, so that a compaction does not
/// change what it sees; the memstore is read again in each call.
///
/// Source: `RegionScannerImpl`, `RSRpcServices.RegionScannerHolder`.
#[derive(Clone, Debug)]
pub struct RegionScanner {
    region: RegionId,
    scan: Arc<Scan>,
    read_point: u64,
    lanes: Vec<Lane>,
    tops: Tops,
    filter: Option<Box<dyn FilterState>>,
    /// The row whose families that the filter does not need are still to be read.
    joined: Option<Cell>,
    /// The row of the last Result, if that Result had only a part of it.
    piece: Option<RowKey>,
}

/// One family of a scan.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Lane {
    family: Family,
    /// Whether it is read for every row; the others only for rows that pass the filter.
    essential: bool,
    files: Vec<Arc<StoreFile>>,
    memory: bool,
    /// The next cell as it was before a flush that this scanner has not noticed yet.
    former: Option<Cell>,
    /// A cell that was never written, but that HBase takes for the next one.
    imagined: Option<Imagined>,
    scanner: StoreScanner,
}

impl Lane {
    /// Adds to `trace` the parts of this that can still affect what happens.
    fn tell(&self, trace: &mut Trace) {
        trace.literal(&(&self.family, self.essential, self.memory));
        trace.each(self.files.iter(), |trace, file| StoreFile::tell(file, trace));
        trace.option(self.former.as_ref(), |trace, cell| cell.tell(trace));
        trace.option(self.imagined.as_ref(), |trace, imagined| imagined.tell(trace));
        self.scanner.tell(trace);
    }
}

/// How much one call may bring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limits {
    /// Results: the caching of the scan.
    pub results: usize,
    /// Rows that are still wanted; `None` without limit.
    pub rows: Option<usize>,
    /// Whether rows may arrive in pieces: HBase's client always puts them together again.
    pub pieces: bool,
}

impl Limits {
    /// The limits of a scan of which so many rows are still wanted.
    pub fn of(scan: &Scan, rows: Option<usize>) -> Self {
        let results = usize::try_from(scan.caching).ok().filter(|&caching| caching > 0).unwrap_or(usize::MAX);
        Self { results, rows, pieces: true }
    }
}

/// What one call brought.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Batch {
    /// In key order.
    pub results: Vec<RowResult>,
    /// Whether the region may have more; if not, the scanner is over.
    pub more_in_region: bool,
    /// Whether the scan may have more, here or in another region.
    pub more_results: bool,
    /// Whether the call was ended early, for time or for what was read without a Result.
    pub heartbeat: bool,
    /// How often the region was asked for a row, or a piece of one.
    pub reads: u64,
    /// What the call has cost. Calls, retries and regions are for the client to count.
    pub metrics: Metrics,
}

/// The event of the opening of a scan.
fn opened(region: RegionId, scan: &Scan, read_point: u64) -> Event {
    // Reversed, what lies behind the start row is passed, and with it the row itself where it is left out.
    let key = match scan.reversed == scan.start_inclusive {
        true => KeyRef::last_on_row(&scan.start),
        false => KeyRef::first_on_row(&scan.start),
    };
    let from = (!scan.start.is_empty()).then(|| key.to_owned());
    Event::ScannerOpened { region, read_point, from, reversed: scan.reversed }
}

impl RegionScanner {
    /// Opens a scan on a region's stores. It sees the writes up to `read_point`: the region's, or that of an earlier
    /// scanner which it replaces.
    ///
    /// # Errors
    /// `IllegalArgument`, `IncompatibleFilter` or `DoNotRetry` for what HBase refuses before it opens files.
    pub fn open(
        region: RegionId,
        stores: &Map<Family, Store>,
        scan: &Arc<Scan>,
        read_point: u64,
        now: i64,
        observer: &mut dyn Observer,
    ) -> Result<Self, Error> {
        let filter = start_filter(scan)?;
        let read_point = if scan.isolation == IsolationLevel::ReadUncommitted { u64::MAX } else { read_point };
        let mut watch = Watch::new(region, observer);
        watch.tell(|region| opened(region, scan, read_point));
        let mut lanes = Vec::with_capacity(stores.len());
        for (store, columns) in asked(stores, &scan.columns) {
            if scan.raw && columns.is_some() {
                return Err(Refused::RawColumns.into());
            }
            let reading = Reading::new(store.descriptor(), scan, columns, read_point, now);
            let (files, memory) = reading.choose(store, &mut watch);
            lanes.push(Lane {
                family: store.descriptor().name.clone(),
                essential: is_essential(scan, filter.as_deref(), &store.descriptor().name),
                imagined: reading.imagined(&files),
                files: files.into_iter().cloned().collect(),
                memory,
                former: None,
                scanner: StoreScanner::new(store.descriptor(), reading, now),
            });
        }
        Ok(Self {
            region,
            scan: Arc::clone(scan),
            read_point,
            lanes,
            tops: Tops::default(),
            filter,
            joined: None,
            piece: None,
        })
    }

    /// Whether it can be read at all.
    ///
    /// Source: `ReversedRegionScannerImpl.initializeKVHeap`.
    ///
    /// # Errors
    /// `DoNotRetry` for a reversed scan that need not read all families.
    pub fn check(&self) -> Result<(), Error> {
        if self.scan.reversed && self.lanes.iter().any(|lane| !lane.essential) {
            return Err(Refused::ReversedOnDemand.into());
        }
        Ok(())
    }

    /// Takes over the filter of a scanner of the same scan, with what it remembers of the rows before.
    pub(crate) fn go_on_from(&mut self, before: Self) {
        self.filter = before.filter;
    }

    /// Whether the filter lets nothing more pass.
    pub(crate) fn is_filtered_out(&mut self) -> bool {
        self.filter.as_mut().is_some_and(|filter| filter.filter_all_remaining())
    }

    /// What HBase forgets to close where [`check`](Self::check) refuses it: the families that need not be read.
    ///
    /// Source: `RegionScannerImpl.handleException`.
    pub(super) fn leak(mut self) -> Self {
        self.lanes.retain(|lane| !lane.essential);
        self
    }

    /// The highest sequence id it sees.
    pub fn read_point(&self) -> u64 {
        self.read_point
    }

    /// The scan that it was opened for.
    pub fn scan(&self) -> &Arc<Scan> {
        &self.scan
    }

    /// The files it holds, some of which a compaction may have replaced.
    pub fn files(&self) -> impl Iterator<Item = &Arc<StoreFile>> {
        self.lanes.iter().flat_map(|lane| &lane.files)
    }

    /// Whether it still has something to read in this file.
    pub(super) fn holds(&self, file: &StoreFile) -> bool {
        let has_opened = |lane: &Lane| lane.files.iter().any(|other| other.id() == file.id());
        self.lanes.iter().any(|lane| lane.scanner.is_flushed(file) || (has_opened(lane) && lane.scanner.holds(file)))
    }

    /// A flush has written the memstore of `store` to `file`: goes on there. Must be told of every flush.
    ///
    /// Source: `StoreScanner.updateReaders`, `StoreScanner.reopenAfterFlush`.
    pub fn flushed(&mut self, store: &Store, file: &Arc<StoreFile>) {
        for lane in self.lanes.iter_mut().filter(|lane| lane.family == store.descriptor().name) {
            let (reads_file, reads_memory) = lane.scanner.reading().choose_flushed(file, store);
            if reads_file {
                lane.files.push(Arc::clone(file));
            }
            lane.memory = reads_memory;
            lane.scanner.flush(file.id());
        }
    }

    /// One call: reads on until a limit is reached or the region's part of the scan is over.
    ///
    /// Source: `RSRpcServices.scan`.
    ///
    /// # Errors
    /// `IncompatibleFilter` if a row that a filter must see whole had to be cut.
    pub fn next_batch(
        &mut self,
        stores: &Map<Family, Store>,
        limits: Limits,
        observer: &mut dyn Observer,
    ) -> Result<Batch, Error> {
        let mut watch = Watch::new(self.region, observer);
        let scan = &*self.scan;
        let batch_limit = usize::try_from(scan.batch).ok().filter(|&batch| batch > 0);
        let size = u64::try_from(scan.max_result_size).ok().filter(|&size| size > 0).unwrap_or(MAX_RESULT_SIZE);
        let mut progress = Progress::new(batch_limit, size, limits.pieces);
        let (mut main, mut joined) = (Vec::with_capacity(self.lanes.len()), Vec::new());
        for lane in &mut self.lanes {
            lane.former = lane.scanner.to_former();
            let store = stores.get(&lane.family).filter(|_| lane.memory);
            lane.imagined = lane.scanner.take_imagined(lane.imagined.take());
            let files = lane.files.iter().map(Arc::as_ref);
            let (imagined, former) = (lane.imagined.as_ref(), lane.former.as_ref());
            let active = lane.scanner.resume(Sources { files, memory: store, imagined, former }, &mut watch);
            if lane.essential { main.push(active) } else { joined.push(active) }
        }
        let mut reader = Reader {
            scan,
            main: Families::new(main, self.tops.0, scan.reversed),
            joined: Families::new(joined, self.tops.1, scan.reversed),
            filter: &mut self.filter,
            joined_row: &mut self.joined,
            watch: &mut watch,
        };
        let mut batch = Batch { more_in_region: true, more_results: true, ..Batch::default() };
        batch.results.reserve(limits.results.min(limits.rows.unwrap_or(usize::MAX)).min(32));
        let mut rows = 0;
        // The rows of a table mostly have the same number of cells, so room is made for as many as the row before had.
        let mut width = 1;
        let mut bytes = 0;
        let is_full = |rows: usize| limits.rows.is_some_and(|limit| limit > 0 && rows >= limit);
        while batch.results.len() < limits.results {
            progress.cells = 0;
            let mut cells = Vec::with_capacity(width);
            batch.more_in_region = reader.next(&mut cells, &mut progress)?;
            batch.reads += 1;
            if let Some(first) = cells.first() {
                let piece = match batch.results.last() {
                    None => self.piece.as_deref(),
                    Some(last) => last.row().filter(|_| last.partial),
                };
                // A new row begins, so the pieces before it were a whole row, which counts now.
                rows += usize::from(piece.is_some_and(|row| row != first.row()));
                if is_full(rows) {
                    batch.more_results = false;
                    break;
                }
                let partial = progress.is_mid_row();
                width = cells.len();
                bytes += cells.iter().map(Cell::result_size).sum::<u64>();
                batch.results.push(RowResult { cells, partial });
                rows += usize::from(!partial);
                if is_full(rows) {
                    batch.more_results = false;
                    break;
                }
            } else if !batch.more_in_region
                && let Some(last) = batch.results.last_mut()
            {
                last.partial = false;
            }
            let (size, time) = (progress.size_reached(Scope::Rows), progress.time_reached(Scope::Rows));
            if size || time || !batch.more_in_region {
                batch.heartbeat = batch.more_in_region && (time || batch.results.is_empty());
                break;
            }
        }
        if batch.results.is_empty() && reader.is_done() {
            batch.more_results = false;
        }
        self.tops = reader.suspend();
        let last = batch.results.last();
        if let Some(last) = last {
            self.piece = last.row().filter(|_| last.partial).map(RowKey::from);
        }
        let before = watch.metrics.bytes_in_results;
        let heard = if watch.listens() { &*batch.results } else { &[] };
        for result in heard {
            watch.metrics.bytes_in_results += result.cells.iter().map(Cell::result_size).sum::<u64>();
            if let Some(row) = result.row() {
                let cells = u32::try_from(result.cells.len()).unwrap_or(u32::MAX);
                watch.tell(|region| Event::RowReturned { region, row: row.into(), cells });
            }
        }
        watch.metrics.bytes_in_results = before + bytes;
        if !batch.more_in_region {
            watch.tell(|region| Event::RegionExhausted { region });
        }
        batch.metrics = watch.metrics;
        Ok(batch)
    }

    /// Adds to `trace` the parts of this that can still affect what happens.
    pub(super) fn tell(&self, trace: &mut Trace) {
        self.scan.tell(trace);
        trace.point(Kind::Sequence, self.read_point);
        trace.each(self.lanes.iter(), |trace, lane| lane.tell(trace));
        trace.literal(&(self.tops, &self.piece));
        trace.option(self.filter.as_ref(), |trace, filter| trace.literal(&format!("{filter:?}")));
        trace.option(self.joined.as_ref(), |trace, cell| cell.tell(trace));
    }
}

/// Reads one row. Without cells: nothing was found.
///
/// Source: `HRegion.get`.
///
/// # Errors
/// As [`RegionScanner::open`].
pub fn get(
    region: RegionId,
    stores: &Map<Family, Store>,
    get: &Get,
    read_point: u64,
    now: i64,
    observer: &mut dyn Observer,
) -> Result<(RowResult, Metrics), Error> {
    let scan = Arc::new(Scan {
        start: get.row.clone(),
        stop: get.row.clone(),
        stop_inclusive: true,
        versions: get.versions,
        time_range: get.time_range,
        columns: get.columns.clone(),
        filter: get.filter.clone(),
        load_families_on_demand: get.load_families_on_demand,
        store_limit: get.store_limit,
        store_offset: get.store_offset,
        ..Scan::default()
    });
    let mut filter = start_filter(&scan)?;
    let mut watch = Watch::new(region, observer);
    watch.tell(|region| opened(region, &scan, read_point));
    let mut lanes = Vec::with_capacity(stores.len());
    for (store, columns) in asked(stores, &scan.columns) {
        let reading = Reading::new(store.descriptor(), &scan, columns, read_point, now);
        let (files, memory) = reading.choose(store, &mut watch);
        let imagined = reading.imagined(&files);
        lanes.push((store, files, memory, imagined, StoreScanner::new(store.descriptor(), reading, now)));
    }
    let (mut main, mut joined) = (Vec::with_capacity(lanes.len()), Vec::new());
    for (store, files, memory, imagined, scanner) in &mut lanes {
        let store: &Store = store;
        let (files, memory) = (files.iter().map(|file| &***file), Some(store).filter(|_| *memory));
        let sources = Sources { files, memory, imagined: imagined.as_ref(), former: None };
        let active = scanner.resume(sources, &mut watch);
        let essential = is_essential(&scan, filter.as_deref(), &store.descriptor().name);
        if essential { main.push(active) } else { joined.push(active) }
    }
    let mut cells = Vec::with_capacity(4);
    let mut progress = Progress::new(None, u64::MAX, false);
    let mut joined_row = None;
    let mut reader = Reader {
        scan: &scan,
        main: Families::new(main, None, false),
        joined: Families::new(joined, None, false),
        filter: &mut filter,
        joined_row: &mut joined_row,
        watch: &mut watch,
    };
    reader.next(&mut cells, &mut progress)?;
    watch.metrics.bytes_in_results = cells.iter().map(|cell| cell.result_size()).sum();
    if let Some(first) = cells.first() {
        let count = u32::try_from(cells.len()).unwrap_or(u32::MAX);
        watch.tell(|region| Event::RowReturned { region, row: first.row_key(), cells: count });
    }
    Ok((RowResult { cells, partial: false }, watch.metrics))
}

/// Starts the filter of a scan, and refuses what does not go together.
fn start_filter(scan: &Scan) -> Result<Option<Box<dyn FilterState>>, Error> {
    let Some(filter) = &scan.filter else { return Ok(None) };
    let filter = filter.start(scan.reversed)?;
    if scan.batch > 0 && filter.has_filter_row() {
        return Err(Incompatible::Batch.into());
    }
    Ok(Some(filter))
}

/// Whether a family is read for every row, or only for those that pass the filter.
fn is_essential(scan: &Scan, filter: Option<&dyn FilterState>, family: &[u8]) -> bool {
    let on_demand = scan.load_families_on_demand.unwrap_or(true);
    !on_demand || filter.is_none_or(|filter| filter.is_family_essential(family))
}

/// The stores that a read names, with their columns in order. A family named without a column drops the columns named
/// before.
///
/// Source: `Scan.addFamily`, `Scan.addColumn`.
fn asked<'a>(
    stores: &'a Map<Family, Store>,
    columns: &'a Columns,
) -> impl Iterator<Item = (&'a Store, Option<Arc<[Qualifier]>>)> {
    stores.iter().filter_map(|(family, store)| {
        if columns.is_empty() {
            return Some((store, None));
        }
        let mut named = columns.iter().filter(|(name, _)| name == family).peekable();
        named.peek()?;
        let mut wanted: Vec<Qualifier> = Vec::new();
        for (_, qualifier) in named {
            match qualifier {
                Some(qualifier) => wanted.push(qualifier.clone()),
                None => wanted.clear(),
            }
        }
        crate::order::sort(&mut wanted);
        wanted.dedup();
        Some((store, (!wanted.is_empty()).then(|| wanted.into())))
    })
}

impl PartialEq for RegionScanner {
    /// A filter at work is compared by its `Debug` text, which shows its whole state.
    fn eq(&self, other: &Self) -> bool {
        let own = |scanner: &Self| (scanner.region, scanner.read_point, scanner.joined.clone(), scanner.piece.clone());
        own(self) == own(other)
            && self.scan == other.scan
            && self.lanes == other.lanes
            && self.tops == other.tops
            && format!("{:?}", self.filter) == format!("{:?}", other.filter)
    }
}

impl Eq for RegionScanner {}

impl Hash for RegionScanner {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.region, &self.scan, self.read_point, &self.lanes, self.tops, &self.joined, &self.piece).hash(state);
        format!("{:?}", self.filter).hash(state);
    }
}
