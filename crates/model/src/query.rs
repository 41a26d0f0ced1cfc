//! What a client asks to be read, and what it gets, as plain data.

use crate::bytes::{Family, Qualifier, RowKey};
use crate::cell::Cell;
use crate::filter::AnyFilter;
use crate::identity::Trace;
use crate::map::Map;
use crate::schema::FamilyDescriptor;

/// Timestamps from `min`, inclusive, to `max`, exclusive, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimeRange {
    /// Inclusive.
    pub min: i64,
    /// Exclusive.
    pub max: i64,
}

impl TimeRange {
    /// Every timestamp.
    pub const ALL: Self = Self { min: 0, max: i64::MAX };

    /// Whether the range leaves nothing out.
    pub fn is_all(&self) -> bool {
        *self == Self::ALL
    }

    /// Adds to `trace` the parts of this that can still affect what happens.
    pub(crate) fn tell(&self, trace: &mut Trace) {
        if !self.is_all() {
            trace.exact();
        }
        trace.literal(self);
    }
}

impl Default for TimeRange {
    fn default() -> Self {
        Self::ALL
    }
}

/// The columns a read names, in the order they were added. A later family without qualifier replaces its earlier
/// columns; a column narrows its family. Empty: every column.
pub type Columns = Vec<(Family, Option<Qualifier>)>;

/// A read of one row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Get {
    /// Row key.
    pub row: RowKey,
    /// Columns.
    pub columns: Columns,
    /// Versions a column, capped by the family's VERSIONS; must be positive.
    pub versions: i32,
    /// Timestamps.
    pub time_range: TimeRange,
    /// Filter.
    pub filter: Option<AnyFilter>,
    /// Whether families that the filter does not need are read only if the row passes; `None`: the default, true.
    pub load_families_on_demand: Option<bool>,
    /// Cells a family; negative for all.
    pub store_limit: i32,
    /// Cells of each family left out at its beginning.
    pub store_offset: i32,
}

impl Get {
    /// The newest version of every column of the row.
    pub fn new(row: impl Into<RowKey>) -> Self {
        Self {
            row: row.into(),
            columns: Vec::new(),
            versions: 1,
            time_range: TimeRange::ALL,
            filter: None,
            load_families_on_demand: None,
            store_limit: -1,
            store_offset: 0,
        }
    }

    /// Whether nothing matters to it but the newest versions of each column, as many as the family keeps.
    pub fn reads_newest(&self) -> bool {
        self.time_range.is_all() && self.filter.is_none()
    }

    /// Adds to `trace` the parts of this that can still affect what happens.
    pub(crate) fn tell(&self, trace: &mut Trace) {
        if !self.time_range.is_all() || self.filter.as_ref().is_some_and(AnyFilter::looks_at_times) {
            trace.exact();
        }
        trace.literal(self);
    }
}

/// What a scanner may see of writes that are not complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum IsolationLevel {
    /// Cells up to the region's read point at opening.
    #[default]
    ReadCommitted,
    /// Every cell.
    ReadUncommitted,
}

/// A read of many rows in key order, with HBase's defaults.
///
/// Source: `Scan`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Scan {
    /// First row; empty for the open end. Reversed: the *larger* end.
    pub start: RowKey,
    /// Whether the first row belongs to it. Default true.
    pub start_inclusive: bool,
    /// Last row; empty for the open end.
    pub stop: RowKey,
    /// Whether the last row belongs to it. Default false.
    pub stop_inclusive: bool,
    /// Rows descend; cells within a row keep their order.
    pub reversed: bool,
    /// Results a call; not positive: HBase's default, which is no limit. Never changes what is returned.
    pub caching: i32,
    /// Cells a Result; not positive: the whole row.
    pub batch: i32,
    /// Rows in all, after filters; negative: no limit.
    pub limit: i32,
    /// Versions a column, capped by the family's VERSIONS unless raw.
    pub versions: i32,
    /// Timestamps.
    pub time_range: TimeRange,
    /// Timestamps of single families, in place of `time_range`.
    pub family_time_range: Map<Family, TimeRange>,
    /// Columns.
    pub columns: Columns,
    /// Filter.
    pub filter: Option<AnyFilter>,
    /// Delete markers and what they hide are returned too.
    pub raw: bool,
    /// Bytes a call; not positive: 2 MiB.
    pub max_result_size: i64,
    /// Pieces of rows are delivered as they come.
    pub allow_partial: bool,
    /// Whether families that the filter does not need are read only for rows that pass; `None`: the default, true.
    pub load_families_on_demand: Option<bool>,
    /// Cells a row and family; negative for all.
    pub store_limit: i32,
    /// Cells of each row and family left out at its beginning.
    pub store_offset: i32,
    /// Whether it may see writes that are not complete.
    pub isolation: IsolationLevel,
    /// Whether blocks it reads stay in the block cache. Default true.
    pub cache_blocks: bool,
}

/// How a read uses the block cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Retention {
    /// Not at all: the family has `BLOCKCACHE` `false`, so its blocks are read from disk each time.
    Bypass,
    /// It takes what is there and leaves nothing there: the scan has `CACHE_BLOCKS` `false`.
    Borrow,
    /// A block that was read from disk stays in the cache.
    Keep,
    /// A block that was read from disk stays in the cache, in the share of families with `IN_MEMORY`.
    KeepInMemory,
}

impl Scan {
    /// How a read of this family goes with the block cache.
    ///
    /// Source: `CacheConfig.shouldReadBlockFromCache`, `Scan.setCacheBlocks`.
    pub(crate) fn retention(&self, family: &FamilyDescriptor) -> Retention {
        match (family.block_cache, self.cache_blocks, family.in_memory()) {
            (false, ..) => Retention::Bypass,
            (true, false, _) => Retention::Borrow,
            (true, true, false) => Retention::Keep,
            (true, true, true) => Retention::KeepInMemory,
        }
    }

    /// Whether nothing matters to it but the newest versions of each column, as many as the family keeps.
    pub fn reads_newest(&self) -> bool {
        let is_all = self.time_range.is_all() && self.family_time_range.is_empty();
        is_all && self.filter.is_none() && !self.raw && self.isolation == IsolationLevel::ReadCommitted
    }

    /// Adds to `trace` the parts of this that can still affect what happens.
    pub(crate) fn tell(&self, trace: &mut Trace) {
        let ranges = !self.time_range.is_all() || !self.family_time_range.is_empty();
        if ranges || self.filter.as_ref().is_some_and(AnyFilter::looks_at_times) {
            trace.exact();
        }
        trace.literal(self);
    }
}

impl Default for Scan {
    fn default() -> Self {
        Self {
            start: RowKey::default(),
            start_inclusive: true,
            stop: RowKey::default(),
            stop_inclusive: false,
            reversed: false,
            caching: -1,
            batch: -1,
            limit: -1,
            versions: 1,
            time_range: TimeRange::ALL,
            family_time_range: Map::new(),
            columns: Vec::new(),
            filter: None,
            raw: false,
            max_result_size: -1,
            allow_partial: false,
            load_families_on_demand: None,
            store_limit: -1,
            store_offset: 0,
            isolation: IsolationLevel::ReadCommitted,
            cache_blocks: true,
        }
    }
}

/// What a Get or one step of a Scan brings: cells of one row in their order. Without cells: nothing was found.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct RowResult {
    /// In the order of cells.
    pub cells: Vec<Cell>,
    /// More cells of this row may follow in the next Result.
    pub partial: bool,
}

impl RowResult {
    /// The row; `None` without cells.
    pub fn row(&self) -> Option<&[u8]> {
        self.cells.first().map(Cell::row)
    }

    /// The newest value of a column, where it was read.
    pub fn value(&self, family: &[u8], qualifier: &[u8]) -> Option<&[u8]> {
        let cell = self.cells.iter().find(|cell| cell.family() == family && cell.qualifier() == qualifier)?;
        Some(cell.value())
    }

    /// Adds to `trace` the parts of this that can still affect what happens.
    pub(crate) fn tell(&self, trace: &mut Trace) {
        trace.each(self.cells.iter(), |trace, cell| cell.tell(trace));
        trace.word(u64::from(self.partial));
    }
}

/// HBase's scan metrics, under its names; counted over all calls of one operation of a client.
///
/// Source: `ScanMetrics`, `ServerSideScanMetrics`, `RegionScannerImpl.nextInternal`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Metrics {
    /// `RPC_CALLS`: calls that brought or asked for Results; the close of a scanner is not counted.
    pub rpc_calls: u64,
    /// `RPC_RETRIES`: calls sent again after an error.
    pub rpc_retries: u64,
    /// `NOT_SERVING_REGION_EXCEPTION`: answers of a server that no longer has the region.
    pub not_serving_region: u64,
    /// `REGIONS_SCANNED`.
    pub regions_scanned: u64,
    /// `ROWS_SCANNED` (`COUNT_OF_ROWS_SCANNED_KEY_METRIC_NAME`): rows the server read to their end.
    pub rows_scanned: u64,
    /// `ROWS_FILTERED` (`COUNT_OF_ROWS_FILTERED_KEY_METRIC_NAME`): rows that were read and not returned.
    pub rows_filtered: u64,
    /// Rows that the application got. HBase has no such metric.
    pub rows_returned: u64,
    /// `BYTES_IN_RESULTS`.
    pub bytes_in_results: u64,
    /// `BLOCK_BYTES_SCANNED`: bytes of the blocks that were read.
    pub block_bytes_scanned: u64,
    /// Blocks that were looked at, from disk or from the block cache: those of `BLOCK_BYTES_SCANNED`. HBase has no such metric.
    pub blocks_scanned: u64,
    /// `BLOCK_READ_OPS_COUNT`: blocks that were read from disk.
    pub block_read_ops: u64,
    /// `BYTES_READ_FROM_FS`.
    pub bytes_read_from_fs: u64,
    /// `BYTES_READ_FROM_BLOCK_CACHE`.
    pub bytes_read_from_block_cache: u64,
    /// `BYTES_READ_FROM_MEMSTORE`.
    pub bytes_read_from_memstore: u64,
    /// Cells that scanners looked at, returned or not. HBase has no such metric.
    pub cells_examined: u64,
    /// Cells that the application got. HBase has no such metric.
    pub cells_returned: u64,
}

impl Metrics {
    /// What was added since an earlier count.
    #[must_use]
    pub fn since(&self, earlier: &Self) -> Self {
        Self {
            rpc_calls: self.rpc_calls.saturating_sub(earlier.rpc_calls),
            rpc_retries: self.rpc_retries.saturating_sub(earlier.rpc_retries),
            not_serving_region: self.not_serving_region.saturating_sub(earlier.not_serving_region),
            regions_scanned: self.regions_scanned.saturating_sub(earlier.regions_scanned),
            rows_scanned: self.rows_scanned.saturating_sub(earlier.rows_scanned),
            rows_filtered: self.rows_filtered.saturating_sub(earlier.rows_filtered),
            rows_returned: self.rows_returned.saturating_sub(earlier.rows_returned),
            bytes_in_results: self.bytes_in_results.saturating_sub(earlier.bytes_in_results),
            block_bytes_scanned: self.block_bytes_scanned.saturating_sub(earlier.block_bytes_scanned),
            blocks_scanned: self.blocks_scanned.saturating_sub(earlier.blocks_scanned),
            block_read_ops: self.block_read_ops.saturating_sub(earlier.block_read_ops),
            bytes_read_from_fs: self.bytes_read_from_fs.saturating_sub(earlier.bytes_read_from_fs),
            bytes_read_from_block_cache: self
                .bytes_read_from_block_cache
                .saturating_sub(earlier.bytes_read_from_block_cache),
            bytes_read_from_memstore: self.bytes_read_from_memstore.saturating_sub(earlier.bytes_read_from_memstore),
            cells_examined: self.cells_examined.saturating_sub(earlier.cells_examined),
            cells_returned: self.cells_returned.saturating_sub(earlier.cells_returned),
        }
    }
}

impl std::ops::AddAssign for Metrics {
    fn add_assign(&mut self, other: Self) {
        self.rpc_calls += other.rpc_calls;
        self.rpc_retries += other.rpc_retries;
        self.not_serving_region += other.not_serving_region;
        self.regions_scanned += other.regions_scanned;
        self.rows_scanned += other.rows_scanned;
        self.rows_filtered += other.rows_filtered;
        self.rows_returned += other.rows_returned;
        self.bytes_in_results += other.bytes_in_results;
        self.block_bytes_scanned += other.block_bytes_scanned;
        self.blocks_scanned += other.blocks_scanned;
        self.block_read_ops += other.block_read_ops;
        self.bytes_read_from_fs += other.bytes_read_from_fs;
        self.bytes_read_from_block_cache += other.bytes_read_from_block_cache;
        self.bytes_read_from_memstore += other.bytes_read_from_memstore;
        self.cells_examined += other.cells_examined;
        self.cells_returned += other.cells_returned;
    }
}
