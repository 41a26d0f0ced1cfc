//! What can happen, as data. The model emits events while it works; pictures, sentences and counters are made of
//! them. Who acts is known to whoever runs the step, so events do not say it.

use crate::bytes::{Family, Qualifier, RowKey, TableName};
use crate::cell::{Cell, Key};
use crate::error::Error;
use crate::filter::ReturnCode;
use crate::query::{Metrics, Retention};

/// A region, by a number that is never used again in its cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RegionId(pub u32);

/// A store file, by a number that is never used again in its cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u32);

/// A region server: 0 is the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ServerId(pub u8);

/// An open scanner of one client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ScannerId(pub u32);

/// A piece of background work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JobId(pub u32);

/// Where a cell that was met lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// The memstore, or its snapshot while that is flushed.
    MemStore,
    /// A store file.
    File(FileId),
}

/// What a scanner decided about a cell, and why. The last two say that a filter, or the scan's own limit for the cells
/// of a family, left it out.
///
/// Source: `ScanQueryMatcher.MatchCode`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CellVerdict {
    /// Returned.
    Included,
    /// Written after the scanner's read point.
    NotYetVisible,
    /// A delete marker: remembered, not returned.
    Marker,
    /// Hidden by a delete marker.
    Deleted,
    /// As many newer versions of its column as are wanted came before it.
    OlderVersion,
    /// Has the same column and timestamp as a cell that was kept, and was written before that.
    Repeated,
    /// Its time to live is over.
    Expired,
    /// Outside the time range.
    OutsideTimeRange,
    /// Of a column that was not asked for.
    OtherColumn,
    /// Left out by the filter.
    Filtered(ReturnCode),
    /// Left out by the limit or offset for the cells of one family (`setMaxResultsPerColumnFamily`).
    OutsideStoreLimit,
}

/// How a scanner goes on after a cell, under the matcher's names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "HBase's own names")]
pub enum MatchCode {
    Include,
    Skip,
    SeekNextCol,
    SeekNextRow,
    SeekNextUsingHint,
    IncludeAndSeekNextCol,
    IncludeAndSeekNextRow,
    Done,
    DoneScan,
}

impl MatchCode {
    /// The name of HBase's constant, such as `SEEK_NEXT_COL`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Include => "INCLUDE",
            Self::Skip => "SKIP",
            Self::SeekNextCol => "SEEK_NEXT_COL",
            Self::SeekNextRow => "SEEK_NEXT_ROW",
            Self::SeekNextUsingHint => "SEEK_NEXT_USING_HINT",
            Self::IncludeAndSeekNextCol => "INCLUDE_AND_SEEK_NEXT_COL",
            Self::IncludeAndSeekNextRow => "INCLUDE_AND_SEEK_NEXT_ROW",
            Self::Done => "DONE",
            Self::DoneScan => "DONE_SCAN",
        }
    }
}

/// Why a store file was not opened by a read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SkipReason {
    /// Its first and last key do not meet the range.
    KeyRange,
    /// Its times do not meet the time range.
    TimeRange,
    /// Everything in it has expired.
    Expired,
    /// Its Bloom filter says the row or column is not there.
    Bloom,
}

/// Why a flush or compaction left a cell out of the new file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DropReason {
    /// Hidden by a delete marker.
    Deleted,
    /// More versions than the family keeps.
    OlderVersion,
    /// Its time to live is over.
    Expired,
    /// Has the same column and timestamp as a cell that was kept, and was written before that.
    Repeated,
    /// A delete marker that has nothing left to hide.
    Marker,
}

/// The request of one round trip, for people to read.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Call {
    /// What is asked: `put`, `get`, `scan`, `checkAndMutate`, `mutateRows`, …
    pub name: &'static str,
    /// Rows it names.
    pub rows: Vec<RowKey>,
}

/// Something that happened.
#[expect(missing_docs, reason = "the fields are named for what they hold; the variant says the rest")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    // The client.
    /// The client knew, or thought it knew, where the region of a row is.
    LocationCached { table: TableName, row: RowKey, region: RegionId, server: ServerId },
    /// The client asked `hbase:meta` for the region of a row.
    MetaLookup { table: TableName, row: RowKey, region: RegionId, server: ServerId },
    /// The client forgot a location that proved wrong.
    LocationForgotten { table: TableName, region: RegionId },
    /// A request left the client.
    RpcSent { call: Call, region: RegionId, server: ServerId },
    /// An answer reached the client.
    RpcAnswered { call: Call, region: RegionId, server: ServerId, error: Option<Error> },
    /// The client will try again after a pause.
    Retry { attempt: u32, pause_ms: u64, error: Error },
    /// The operation is over.
    OperationDone { error: Option<Error> },

    // Writing.
    /// A row lock was taken.
    RowLocked { region: RegionId, row: RowKey, exclusive: bool },
    /// A row lock was given back.
    RowUnlocked { region: RegionId, row: RowKey },
    /// A condition was compared with what is stored.
    ConditionChecked {
        region: RegionId,
        row: RowKey,
        column: Option<(Family, Qualifier)>,
        found: Option<Cell>,
        holds: bool,
    },
    /// The write-ahead log of the server got the edit, under one sequence id.
    WalAppended { region: RegionId, server: ServerId, sequence_id: u64, cells: Vec<Cell> },
    /// The edit got its sequence id and did not go to the log, since its table has `DURABILITY` `SKIP_WAL`.
    WalSkipped { region: RegionId, server: ServerId, sequence_id: u64, cells: Vec<Cell> },
    /// A cell entered the memstore.
    MemStoreAdded { region: RegionId, cell: Cell },
    /// The region's read point reached this sequence id: the write is visible.
    Published { region: RegionId, read_point: u64 },
    /// A write was refused: nothing of it was stored.
    WriteRefused { region: RegionId, error: Error },

    // Reading.
    /// A scanner was opened on a region at a read point. It begins at a key and looks at no cell before it, or, reversed, at
    /// none after it; without one it begins at the end of the region where its direction begins.
    ScannerOpened { region: RegionId, read_point: u64, from: Option<Key>, reversed: bool },
    /// A read left a store file out, since it can hold nothing that is asked for.
    FileSkipped { region: RegionId, file: FileId, reason: SkipReason },
    /// A data block was read: from disk, or from the block cache of the server.
    BlockRead { region: RegionId, file: FileId, read: BlockRead, cached: bool },
    /// A scanner jumped: cells between were not looked at.
    Seek { region: RegionId, to: Key },
    /// A scanner met a cell.
    CellVisited { region: RegionId, source: Source, cell: Cell, verdict: CellVerdict, code: MatchCode },
    /// A row went into the answer, with so many cells.
    RowReturned { region: RegionId, row: RowKey, cells: u32 },
    /// A row was met and not returned: the filter dropped it, or nothing of it is to be returned.
    RowFiltered { region: RegionId, row: RowKey },
    /// A scanner came to the end of its region's part of the scan.
    RegionExhausted { region: RegionId },
    /// A scanner was closed.
    ScannerClosed { region: RegionId },

    // Background work.
    /// The memstores of a region became snapshots, to be flushed.
    FlushStarted { region: RegionId, families: Vec<Family>, cells: u64 },
    /// A flush or compaction left a cell out.
    CellDropped { region: RegionId, cell: Cell, reason: DropReason },
    /// A flush wrote a file.
    FileFlushed { region: RegionId, family: Family, file: FileId, cells: u64, bytes: u64 },
    /// A flush is over.
    FlushFinished { region: RegionId },
    /// Files were chosen to be compacted.
    CompactionStarted { region: RegionId, family: Family, files: Vec<FileId>, all_files: bool },
    /// Files were replaced by one.
    CompactionFinished { region: RegionId, family: Family, files: Vec<FileId>, into: FileId, cells: u64, bytes: u64 },
    /// A key was chosen at which a region is cut: the middle of a file's block index, perhaps cut to a prefix.
    SplitPointChosen { region: RegionId, file: Option<FileId>, middle: RowKey, at: RowKey },
    /// A region closed: clients get `NotServingRegionException`.
    RegionClosed { region: RegionId, server: ServerId },
    /// Daughters were made, with references to the parent's files.
    DaughtersCreated { parent: RegionId, first: RegionId, second: RegionId, at: RowKey, references: u32 },
    /// Regions were merged into one, with references to their files.
    RegionsMerged { parents: Vec<RegionId>, into: RegionId },
    /// `hbase:meta` was changed in one transaction.
    MetaWritten { table: TableName, regions: Vec<RegionId> },
    /// A region is online.
    RegionOpened { region: RegionId, server: ServerId },
    /// A server died; its memstores are gone. So many of their cells were in no log, since their tables skip it: they are
    /// lost.
    ServerCrashed { server: ServerId, lost: u64 },
    /// The log of a dead server was replayed into a region.
    WalReplayed { region: RegionId, edits: u64, cells: u64 },
    /// An administrator's change to a table.
    TableChanged { table: TableName, change: TableChange },
    /// Background work ended without doing anything.
    JobRefused { error: Error },
}

/// What an administrator did to a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the shell's verbs")]
pub enum TableChange {
    Created,
    Altered,
    Disabled,
    Enabled,
    Truncated,
    Dropped,
}

/// A block of a store file that a read is about to look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BlockRead {
    /// The file that was written: references and links of it share its blocks.
    pub origin: FileId,
    /// Number of the block in its file; the first is 0.
    pub block: u32,
    /// Bytes of its cells.
    pub bytes: u64,
    /// Whether the read asks the block cache for it, and leaves it there.
    pub retention: Retention,
}

/// Receives the events of the model, such as to draw or to count them.
pub trait Observer {
    /// Whether events are wanted. Where they are not, the model saves the work of making them.
    fn listens(&self) -> bool {
        true
    }
    /// Receives one event, right when it happens.
    fn hear(&mut self, event: Event);
    /// Hears the cost of the read in progress, from the arrival of its call at the server to the event that follows.
    /// The call may still fail; then this cost does not count.
    fn spend(&mut self, _cost: &Metrics) {}
    /// Whether the server that reads has a block in its block cache. Where nothing is read through a server, none is.
    fn is_cached(&mut self, _read: &BlockRead) -> bool {
        false
    }
}

/// Ignores every event, so the model does not even make them.
impl Observer for () {
    fn listens(&self) -> bool {
        false
    }
    fn hear(&mut self, _event: Event) {}
}

/// Collects every event, in the order in which they happen.
impl Observer for Vec<Event> {
    fn hear(&mut self, event: Event) {
        self.push(event);
    }
}
