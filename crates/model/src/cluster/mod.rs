//! The cluster: region servers, their logs, `hbase:meta`, tables, and the work that goes on behind the clients.

mod admin;
mod cache;
pub mod catalog;
mod check;
mod config;
mod follow;
mod job;
mod meta;
mod plan;
mod scan;
mod serve;

pub use admin::{Admin, Outcome};
pub use cache::{BlockCache, CACHE_SHARE, CacheEviction, Priority};
pub use config::{Assignment, Config};
pub use job::{Job, JobKind, JobPart, JobState};
pub use meta::{LocateType, TableState};
pub use plan::{SplitPlan, SplitSize};
pub(crate) use scan::{ScanAnswer, ScanCall};
pub(crate) use serve::Serving;

use crate::bytes::{RowKey, TableName};
use crate::cell::Cell;
use crate::event::{FileId, JobId, Observer, RegionId, ServerId};
use crate::identity::{Kind, Trace};
use crate::map::{Map, Set};
use crate::region::{FileNumbers, Region, RegionState};
use crate::schema::{PURGE_DELETES, Settings, TableDescriptor};
use cache::{Cached, Caches};
use meta::Table;
use scan::Lease;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Bound;
use std::sync::Arc;

/// Why a client or a job cannot go on now. Somebody else has to act first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Wait {
    /// Another client holds the lock of this row.
    RowLock {
        /// Region.
        region: RegionId,
        /// Row.
        row: RowKey,
        /// Number of the client that holds it.
        holder: u8,
    },
    /// An earlier write of the region is not complete, so this one is not visible yet.
    Mvcc {
        /// Region.
        region: RegionId,
        /// Sequence id of the earlier write.
        sequence_id: u64,
    },
    /// The region is not served: it is being closed, opened or recovered.
    Region {
        /// Region.
        region: RegionId,
        /// Where it is in its life.
        state: RegionState,
    },
    /// The region refuses writes until its memstore has been flushed.
    MemStore {
        /// Region.
        region: RegionId,
    },
    /// Requests at work in a region have to finish first.
    Requests {
        /// Region.
        region: RegionId,
        /// Numbers of their clients.
        clients: Vec<u8>,
    },
    /// An earlier job works on the same region or table.
    Job(JobId),
}

/// What is waited for, as in `Timed out waiting for …`.
impl fmt::Display for Wait {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RowLock { row, holder, .. } => write!(f, "the lock of row {row}, which client {holder} holds"),
            Self::Mvcc { .. } => f.write_str("an earlier write"),
            Self::Region { .. } => f.write_str("a region to be served"),
            Self::MemStore { .. } => f.write_str("a flush"),
            Self::Requests { .. } => f.write_str("requests at work in a region"),
            Self::Job(JobId(number)) => write!(f, "job {number}"),
        }
    }
}

/// The next free numbers for regions, files, jobs and scanners.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
struct Numbers {
    region: u32,
    file: FileNumbers,
    job: u32,
    scanner: u32,
}

/// Regions that have to be asked for something after a change, so that what that costs does not grow with the count of regions.
/// Which these are follows from what happened to a cluster and not from what it is, so it makes no cluster different from
/// another.
#[derive(Clone, Debug, Default)]
struct Stirred {
    /// Regions that may want a flush, compaction or split: they changed since it was last found that they want nothing.
    wants: Set<RegionId>,
    /// Regions of which something may have to be removed: parents that were replaced, and regions with files that were
    /// compacted away.
    litter: Set<RegionId>,
}

impl PartialEq for Stirred {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Stirred {}

impl Hash for Stirred {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// A region server.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Server {
    alive: bool,
    /// How many edits were ever appended to its log, those that were removed since included.
    edits: u64,
}

/// One edit of a server's log: the cells of one write.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Edit {
    /// Region.
    pub region: RegionId,
    /// Number of the write in its region.
    pub sequence_id: u64,
    /// In the order of cells.
    pub cells: Vec<Cell>,
}

/// A cluster: a value that can be cloned, compared and hashed. It moves only when a client or a job is stepped.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cluster {
    config: Arc<Config>,
    tables: Map<TableName, Table>,
    regions: Map<RegionId, Arc<Region>>,
    servers: Vec<Server>,
    scanners: Map<u32, Lease>,
    jobs: Map<JobId, Job>,
    next: Numbers,
    stirred: Stirred,
    caches: Caches,
}

impl Cluster {
    /// A cluster without tables.
    pub fn new(config: Config) -> Self {
        let servers = vec![Server { alive: true, edits: 0 }; usize::from(config.servers.max(1))];
        let caches = Caches::new(servers.len(), BlockCache::capacity_by(&config.settings));
        Self {
            config: Arc::new(config),
            tables: Map::new(),
            regions: Map::new(),
            servers,
            scanners: Map::new(),
            jobs: Map::new(),
            next: Numbers::default(),
            stirred: Stirred::default(),
            caches,
        }
    }

    /// What it was started with.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Changes settings, as a restart of all servers with another `hbase-site.xml` would. Block caches stay as large as they are.
    pub fn set_settings(&mut self, settings: Map<String, String>) {
        Arc::make_mut(&mut self.config).settings = settings;
    }

    /// Every table, in the order of names.
    pub fn tables(&self) -> impl Iterator<Item = &Arc<TableDescriptor>> {
        self.tables.values().map(|table| &table.descriptor)
    }

    /// A table by its name.
    pub fn table(&self, name: &str) -> Option<&Arc<TableDescriptor>> {
        self.tables.get(name).map(|table| &table.descriptor)
    }

    /// Whether the table is in service, on the way there, or out of it.
    pub fn table_state(&self, table: &str) -> Option<TableState> {
        self.tables.get(table).map(|table| table.state)
    }

    /// Whether the table exists and is in service.
    pub fn is_enabled(&self, table: &str) -> bool {
        self.table_state(table) == Some(TableState::Enabled)
    }

    /// Whether the table does not exist or is out of service.
    pub fn is_disabled(&self, table: &str) -> bool {
        self.table_state(table).is_none_or(|state| state == TableState::Disabled)
    }

    /// The regions of a table, in key order; parents that were split or merged are left out.
    pub fn regions(&self, table: &str) -> impl Iterator<Item = &Region> {
        let ids = self.tables.get(table).map(|table| &table.regions);
        ids.into_iter().flat_map(|ids| ids.values()).filter_map(|id| self.region(*id))
    }

    /// Every region in the order of numbers: also those that are not in `hbase:meta` yet, and parents that are still kept.
    pub fn all_regions(&self) -> impl Iterator<Item = &Region> {
        self.regions.values().map(|region| &**region)
    }

    /// Every region with a larger number, in the order of numbers.
    pub fn regions_after(&self, id: RegionId) -> impl Iterator<Item = &Region> {
        self.regions.range((Bound::Excluded(id), Bound::Unbounded)).map(|(_, region)| &**region)
    }

    /// Parents that were split or merged and are kept because files of theirs are still referred to.
    pub fn parents(&self) -> impl Iterator<Item = &Region> {
        self.all_regions().filter(|region| region.state() == RegionState::Replaced)
    }

    /// A region by its number; also a parent that is still kept.
    pub fn region(&self, id: RegionId) -> Option<&Region> {
        self.regions.get(&id).map(|region| &**region)
    }

    fn region_mut(&mut self, id: RegionId) -> Option<&mut Region> {
        self.stirred.wants.insert(id);
        self.regions.get_mut(&id).map(Arc::make_mut)
    }

    /// The region that holds, or would hold, a row.
    pub fn locate(&self, table: &str, row: &[u8]) -> Option<&Region> {
        self.find(table, row, LocateType::Current)
    }

    /// The region that is meant by a row, as `hbase:meta` has it.
    pub fn find(&self, table: &str, row: &[u8], place: LocateType) -> Option<&Region> {
        let id = place.find(&self.tables.get(table)?.regions, row)?;
        self.region(id).filter(|region| place.is_in(row, region.start(), region.end()))
    }

    /// The server a region is assigned to.
    pub fn server_of(&self, region: RegionId) -> Option<ServerId> {
        self.region(region).map(Region::server)
    }

    /// Every server, living or not, in order.
    pub fn servers(&self) -> impl Iterator<Item = ServerId> {
        (0..self.servers.len()).filter_map(|at| u8::try_from(at).ok()).map(ServerId)
    }

    /// Whether the server runs.
    pub fn is_alive(&self, server: ServerId) -> bool {
        self.servers.get(usize::from(server.0)).is_some_and(|server| server.alive)
    }

    /// How many edits the log of a server ever took.
    pub fn edits(&self, server: ServerId) -> u64 {
        self.servers.get(usize::from(server.0)).map_or(0, |server| server.edits)
    }

    /// The block cache of a server. No cluster differs from another by what is in it.
    pub fn block_cache(&self, server: ServerId) -> Option<&BlockCache> {
        self.caches.get(server.0)
    }

    /// Empties the block caches of the blocks of a table, as the administrator's `clearBlockCache` does: each server lets go of
    /// the blocks of the files of its regions. Blocks that a region read through a reference to a parent's file stay,
    /// since they are kept under the name of that file.
    ///
    /// Source: `RawAsyncHBaseAdmin.clearBlockCache`, `HRegionServer.clearRegionBlockCache`.
    pub fn clear_block_cache(&mut self, table: &str) -> CacheEviction {
        let mut eviction = CacheEviction::default();
        for ServerId(server) in self.servers().collect::<Vec<_>>() {
            let mut regions = self.regions(table).filter(|region| region.server().0 == server).peekable();
            if regions.peek().is_none() {
                continue;
            }
            let files = regions.flat_map(|region| region.stores().flat_map(|(_, store)| store.files()));
            let files: Vec<FileId> = files.filter(|file| file.id() == file.origin()).map(|file| file.id()).collect();
            eviction.capacity += self.caches.get(server).map_or(0, BlockCache::capacity);
            eviction.blocks += self.caches.evict(server, &files);
        }
        eviction
    }

    /// Reads at a server, through its block cache.
    fn through_cache<T>(
        &mut self,
        server: ServerId,
        observer: &mut dyn Observer,
        read: impl FnOnce(&mut Self, &mut dyn Observer) -> T,
    ) -> T {
        let Some(mut cache) = self.caches.take(server.0) else { return read(self, observer) };
        let result = read(self, &mut Cached { cache: &mut cache, observer });
        self.caches.put(server.0, cache);
        result
    }

    /// What the log of a server still has to keep, by region and number: the edits that are not in store files yet.
    pub fn log(&self, server: ServerId) -> Vec<Edit> {
        let regions = self.regions.values().filter(|region| region.server() == server);
        let edit = |region, (sequence_id, cells)| Edit { region, sequence_id, cells };
        regions.flat_map(|region| region.log().into_iter().map(move |log| edit(region.id(), log))).collect()
    }

    /// How many cells the log of a server still has to keep.
    pub fn log_cells(&self, server: ServerId) -> usize {
        let regions = self.regions.values().filter(|region| region.server() == server && region.logs());
        regions.map(|region| region.unflushed_cells()).sum()
    }

    /// How many cells a server has in memory only, since their tables skip the log: what is lost with it.
    pub fn unlogged_cells(&self, server: ServerId) -> usize {
        let regions = self.regions.values().filter(|region| region.server() == server && !region.logs());
        regions.map(|region| region.unflushed_cells()).sum()
    }

    /// The settings of a table.
    fn settings<'a>(&'a self, table: &'a TableDescriptor) -> Settings<'a> {
        Settings::new(&self.config.settings, table)
    }

    fn next_region(&mut self) -> RegionId {
        self.next.region += 1;
        let id = RegionId(self.next.region);
        self.stirred.wants.insert(id);
        id
    }

    /// A [`Trace`] for fingerprints of this cluster and its clients, as they are and after further steps.
    pub fn trace(&self, now: i64) -> Trace {
        Trace::new(now, |trace| self.tell(trace))
    }

    /// Adds to `trace` the parts of this that can still affect what happens next.
    pub fn tell(&self, trace: &mut Trace) {
        if !trace.knows(&self.config) {
            trace.literal(&self.config);
            if self.config.settings.contains_key(PURGE_DELETES) {
                trace.exact();
            }
        }
        if self.jobs.values().any(Job::is_alteration) {
            trace.not_newest_only();
        }
        trace.each(self.tables.iter(), |trace, (name, table)| {
            trace.literal(name);
            table.tell(trace);
        });
        trace.each(self.regions.values(), |trace, region| {
            trace.within(region.id().0, |trace| Region::tell(region, trace));
        });
        trace.each(self.servers.iter(), |trace, server| trace.word(u64::from(server.alive)));
        trace.each(self.scanners.iter(), |trace, (id, lease)| {
            trace.number(Kind::Scanner, (*id).into());
            lease.tell(trace);
        });
        trace.each(self.jobs.values(), |trace, job| job.tell(trace));
        if trace.is_exact() {
            trace.literal(&(&self.servers, &self.next));
        }
    }
}
