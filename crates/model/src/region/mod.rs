//! A region: the rows of a table between two keys, served by one server.

pub mod info;
mod life;
pub mod lock;
mod maintain;
pub mod mvcc;
pub mod name;
mod prepare;
mod read;
pub mod requests;
mod row;
pub mod scanner;
mod split;
pub mod write;

use crate::bytes::{Family, RowKey, TableName};
use crate::cell::Cell;
use crate::event::{FileId, RegionId, ServerId};
use crate::identity::{Kind, Trace};
use crate::map::{Map, Set};
use crate::order;
use crate::schema::TableDescriptor;
use crate::store::{MemStore, Store, StoreFile};
use lock::{Locks, Owner};
use maintain::{Compaction, Flush, Replaced};
use mvcc::Mvcc;
use name::RegionName;
use requests::Requests;
use scanner::RegionScanner;
use std::sync::Arc;
use write::Write;

/// Hands out numbers of files.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) struct FileNumbers(u32);

impl FileNumbers {
    pub(crate) fn next(&mut self) -> FileId {
        self.0 += 1;
        FileId(self.0)
    }
}

/// The states of a region, from its opening to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RegionState {
    /// Not served yet, or not again yet: a table that is being made or enabled, a move, a recovery.
    Opening,
    /// Served.
    Open,
    /// No longer taking requests; those at work still finish.
    Closing,
    /// Not served: its table is disabled, or it is between two servers.
    Closed,
    /// Its server died; the log is to be replayed.
    Lost,
    /// A parent whose place daughters or a merged region have taken; it stays until nothing refers to its files.
    Replaced,
}

/// The last time that a region was put into service.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Opening {
    /// When, in milliseconds.
    pub time: i64,
    /// Where.
    pub server: ServerId,
    /// The first sequence id it could hand out.
    pub sequence_id: u64,
}

/// When what `hbase:meta` has of a region was written there, in milliseconds. Only who looks there sees it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Written {
    /// Its description.
    pub info: i64,
    /// Its state.
    pub state: i64,
    /// The server it was sent to, or that was told to close it.
    pub target: i64,
    /// Its last opening; `None` before the first.
    pub opening: Option<Opening>,
}

impl Written {
    fn new(time: i64) -> Self {
        Self { info: time, state: time, target: time, opening: None }
    }
}

/// A region of a table: the rows from `start`, inclusive, to `end`, exclusive. An empty key is an open end.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Region {
    id: RegionId,
    table: Arc<TableDescriptor>,
    name: Arc<RegionName>,
    start: RowKey,
    end: RowKey,
    server: ServerId,
    state: RegionState,
    written: Written,
    parents: Vec<RegionId>,
    stores: Map<Family, Store>,
    mvcc: Mvcc,
    locks: Locks,
    writes: Map<Owner, Write>,
    scanners: Map<u32, RegionScanner>,
    /// Scanners that were refused and never closed. They hold files as open ones do.
    leaked: Vec<RegionScanner>,
    /// For a region whose server died: its edits that the log of that server holds, by family.
    lost: Map<Family, MemStore>,
    /// The last operation of each client that is in the log though its answer was lost.
    unanswered: Map<u8, u32>,
    /// The highest sequence id that the region had given out when it was last closed.
    closed_at: u64,
    flush: Option<Flush>,
    compaction: Option<Compaction>,
    /// Families whose next compaction is to be a major one.
    major: Set<Family>,
    /// Files that were compacted away while scanners were reading them: they are not removed before these are closed.
    replaced: Vec<Replaced>,
    /// Files that were compacted away and are still there: a file made of their like names them too.
    unarchived: Vec<FileId>,
    /// Of a closed region: the replaced files that scanners were reading at its end.
    left_behind: Vec<(Family, Arc<StoreFile>)>,
    wants_split: bool,
    requests: Requests,
    /// Bytes of heap in its memstores above which it refuses writes.
    write_limit: u64,
}

impl Region {
    /// A region without cells that is not open yet; its range is from the first key to before the second.
    pub(crate) fn new(
        id: RegionId,
        table: Arc<TableDescriptor>,
        (start, end): (RowKey, RowKey),
        time: i64,
        server: ServerId,
    ) -> Self {
        let stores = table.families.iter().map(|(name, family)| (name.clone(), Store::new(family.clone()))).collect();
        Self {
            id,
            name: Arc::new(RegionName::new(&table.name, &start, time)),
            table,
            start,
            end,
            server,
            state: RegionState::Opening,
            written: Written::new(time),
            parents: Vec::new(),
            stores,
            mvcc: Mvcc::new(0),
            locks: Locks::default(),
            writes: Map::new(),
            scanners: Map::new(),
            leaked: Vec::new(),
            lost: Map::new(),
            unanswered: Map::new(),
            closed_at: 1,
            flush: None,
            compaction: None,
            major: Set::new(),
            replaced: Vec::new(),
            unarchived: Vec::new(),
            left_behind: Vec::new(),
            wants_split: false,
            requests: Requests::default(),
            write_limit: u64::MAX,
        }
    }

    /// Its number.
    pub fn id(&self) -> RegionId {
        self.id
    }

    /// The descriptor of its table.
    pub fn table(&self) -> &Arc<TableDescriptor> {
        &self.table
    }

    /// The name of its table.
    pub fn table_name(&self) -> &TableName {
        &self.table.name
    }

    /// First row; empty for the open end.
    pub fn start(&self) -> &RowKey {
        &self.start
    }

    /// The row after its last; empty for the open end.
    pub fn end(&self) -> &RowKey {
        &self.end
    }

    /// Its name, `<table>,<start>,<milliseconds>.<encoded name>.`
    pub fn name(&self) -> &RegionName {
        &self.name
    }

    /// The server that serves it, or last did.
    pub fn server(&self) -> ServerId {
        self.server
    }

    /// Where it is in its life.
    pub fn state(&self) -> RegionState {
        self.state
    }

    /// When what `hbase:meta` has of it was written there.
    pub fn written(&self) -> &Written {
        &self.written
    }

    /// The region it is a daughter of; of a merged region the first of its parents. `None` for one that a table was
    /// made with. The parent may be gone from the cluster.
    pub fn parent(&self) -> Option<RegionId> {
        self.parents.first().copied()
    }

    /// The regions in whose place it stands: one after a split, several after a merge.
    pub fn parents(&self) -> &[RegionId] {
        &self.parents
    }

    /// Whether the row lies in it.
    pub fn contains(&self, row: &[u8]) -> bool {
        *self.start <= *row && (self.end.is_empty() || *row < *self.end)
    }

    /// Its stores, by family.
    pub fn stores(&self) -> impl Iterator<Item = (&Family, &Store)> {
        self.stores.iter()
    }

    /// The store of a family.
    pub fn store(&self, family: &[u8]) -> Option<&Store> {
        self.stores.get(family)
    }

    /// Which of its writes are visible.
    pub fn mvcc(&self) -> &Mvcc {
        &self.mvcc
    }

    /// Its row locks.
    pub fn locks(&self) -> &Locks {
        &self.locks
    }

    /// The writes at work, by who does them.
    pub fn writes(&self) -> &Map<Owner, Write> {
        &self.writes
    }

    /// Its request counters since it was opened.
    pub fn requests(&self) -> Requests {
        self.requests
    }

    /// The numbers of the clients whose writes are at work; only of those past the log, if `logged`.
    pub(crate) fn clients_at_work(&self, logged: bool) -> Vec<u8> {
        let at_work = |write: &Write| !logged || write.stage() >= write::Stage::Appended;
        let mut clients: Vec<u8> =
            self.writes.iter().filter(|(_, write)| at_work(write)).map(|(owner, _)| owner.client).collect();
        clients.dedup();
        clients
    }

    /// Bytes of data in its memstores.
    ///
    /// Source: `MemStoreSizing.getDataSize`.
    pub fn memstore_data(&self) -> u64 {
        self.stores.values().map(Store::memstore_data_size).sum()
    }

    /// Bytes of heap that its memstores occupy.
    ///
    /// Source: `MemStoreSizing.getHeapSize`.
    pub fn memstore_heap(&self) -> u64 {
        self.stores.values().map(Store::memstore_heap_size).sum()
    }

    /// Bytes of its store files.
    pub fn size_bytes(&self) -> u64 {
        self.stores.values().map(Store::size_bytes).sum()
    }

    /// Whether what is written to it goes to the log of its server.
    pub(crate) fn logs(&self) -> bool {
        !self.table.skips_log()
    }

    /// The edits that are not in store files: those its server's log still has to keep, by number. None where its table
    /// skips the log.
    pub(crate) fn log(&self) -> Vec<(u64, Vec<Cell>)> {
        if !self.logs() {
            return Vec::new();
        }
        let memstores = self.stores.values().flat_map(|store| [Some(store.memstore()), store.snapshot()]);
        let cells = memstores.flatten().chain(self.lost.values()).flat_map(MemStore::iter).cloned();
        let not_applied = self.writes.values().filter(|write| write.stage() == write::Stage::Appended);
        let mut cells: Vec<Cell> = cells.chain(not_applied.flat_map(|write| write.cells().to_vec())).collect();
        order::sort_by(&mut cells, |left, right| left.sequence_id().cmp(&right.sequence_id()));
        let edits = cells.chunk_by(|left, right| left.sequence_id() == right.sequence_id());
        edits.map(|edit| (edit[0].sequence_id(), edit.to_vec())).collect()
    }

    /// How many cells are not in store files: [`log`](Self::log) has them, unless its table skips it.
    pub(crate) fn unflushed_cells(&self) -> usize {
        let memstores = self.stores.values().flat_map(|store| [Some(store.memstore()), store.snapshot()]);
        let in_memory: usize = memstores.flatten().chain(self.lost.values()).map(MemStore::len).sum();
        let not_applied = self.writes.values().filter(|write| write.stage() == write::Stage::Appended);
        in_memory + not_applied.map(|write| write.cells().len()).sum::<usize>()
    }

    /// Puts a cell into its memstore.
    fn add(&mut self, cell: Cell) {
        if let Some(store) = self.stores.get_mut(cell.family()) {
            store.add(cell);
        }
    }

    pub(crate) fn set_state(&mut self, state: RegionState, now: i64) {
        self.state = state;
        self.written.info = now;
        match state {
            // The parent of daughters stays what it was, a closed region.
            RegionState::Replaced => return,
            RegionState::Opening | RegionState::Closing => self.written.target = now,
            _ => {}
        }
        self.written.state = now;
    }

    /// Puts a daughter or a merged region into `hbase:meta`, at the server of its parent, as if it had been opened there.
    ///
    /// Source: `RegionStateStore.splitRegion`, `RegionStateStore.mergeRegions`.
    pub(crate) fn enter_meta(&mut self, now: i64) {
        self.written = Written::new(now);
        self.written.opening = Some(Opening { time: now, server: self.server, sequence_id: 1 });
    }

    pub(crate) fn wants_split(&self) -> bool {
        self.wants_split
    }

    pub(crate) fn set_wants_split(&mut self, wants: bool) {
        self.wants_split = wants;
    }

    pub(crate) fn set_write_limit(&mut self, bytes: u64) {
        self.write_limit = bytes;
    }

    pub(crate) fn write_limit(&self) -> u64 {
        self.write_limit
    }

    pub(crate) fn count(&mut self, requests: Requests) {
        self.requests += requests;
    }

    /// Adds to `trace` the parts of this that can still affect what happens. Names, request counters and what
    /// `hbase:meta` has of it are left out: they are only shown.
    pub(crate) fn tell(region: &Arc<Self>, trace: &mut Trace) {
        if trace.knows(region) {
            return;
        }
        let Self { id, table, name, start, end, server, state, parents, stores, mvcc, locks, writes, .. } = &**region;
        let Self { scanners, leaked, lost, unanswered, closed_at, flush, compaction, major, .. } = &**region;
        let Self { replaced, unarchived, left_behind, wants_split, requests, write_limit, .. } = &**region;
        trace.number(Kind::Region, id.0.into());
        if !trace.knows(table) {
            table.tell(trace);
        }
        trace.literal(&(start, end, server, state, major, wants_split, write_limit));
        trace.each(parents.iter(), |trace, parent| trace.number(Kind::Region, parent.0.into()));
        // Nobody is bound to an earlier read point, and everything is visible.
        let is_calm = scanners.is_empty() && leaked.is_empty() && writes.is_empty() && mvcc.is_idle();
        trace.each(stores.iter(), |trace, (family, store)| {
            trace.literal(family);
            store.tell(is_calm && flush.is_none() && compaction.is_none(), trace);
        });
        mvcc.tell(trace);
        locks.tell(trace);
        trace.each(writes.iter(), |trace, (owner, write)| {
            owner.tell(trace);
            write.tell(trace);
        });
        trace.each(scanners.iter(), |trace, (id, scanner)| {
            trace.number(Kind::Scanner, (*id).into());
            scanner.tell(trace);
        });
        trace.each(leaked.iter(), |trace, scanner| scanner.tell(trace));
        trace.each(lost.iter(), |trace, (family, memstore)| {
            trace.literal(family);
            memstore.tell(family, None, trace);
        });
        trace.each(unanswered.iter(), |trace, (&client, &operation)| Owner { client, operation }.tell(trace));
        trace.point(Kind::Sequence, *closed_at);
        trace.option(flush.as_ref(), |trace, flush| flush.tell(trace));
        trace.option(compaction.as_ref(), |trace, compaction| compaction.tell(trace));
        trace.each(replaced.iter(), |trace, replaced| replaced.tell(trace));
        trace.each(unarchived.iter(), |trace, file| trace.number(Kind::File, file.0.into()));
        trace.each(left_behind.iter(), |trace, (family, file)| {
            trace.literal(family);
            StoreFile::tell(file, trace);
        });
        if trace.is_exact() {
            trace.literal(&(name, requests));
        }
    }
}
