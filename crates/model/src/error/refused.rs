//! What servers and the master refuse for good: `DoNotRetryIOException` and `MergeRegionException`.

use super::Error;
use crate::bytes::{Family, RowKey, TableName};
use std::fmt;

/// What is refused, and sending it again cannot help. `Display` is the message of HBase's `DoNotRetryIOException`.
/// Regions are told by their encoded names unless it says otherwise.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the fields are named for what they hold; the variant says the rest")]
pub enum Refused {
    /// A split of a region that has references, is not open, or whose policy forbids every split.
    NotSplittable { region: String },
    /// A split without a key, where the largest file is one block, or its middle is in its first or its last row.
    NoSplitPoint,
    /// A split at the first key of the region.
    SplitAtStart { at: RowKey },
    /// A split at a key that the region does not hold.
    SplitOutside { at: RowKey, region: Box<Span> },
    /// A split of a table that forbids splits; `region` is its whole name.
    SplitDisabled { region: String },
    /// A merge in a table that forbids merges.
    MergeDisabled { regions: Vec<String> },
    /// No region has this number.
    UnknownRegion,
    /// A region was split or merged away before a split of it began.
    RegionGone,
    /// A region was split or merged away before a move of it began.
    RegionNotOnline,
    /// A move to a server that does not run, or the death of one.
    ServerNotOnline { server: u8 },
    /// A write to a table that is read only.
    ReadOnly,
    /// An increment or an append would make a cell larger than a server takes; `region` is its whole name.
    CellTooLarge { size: usize, limit: usize, region: String },
    /// A raw scan of single columns.
    RawColumns,
    /// A reversed scan that would read some families only where they are needed.
    ReversedOnDemand,
    /// A table without families, where sanity checks are off.
    NoFamilies { table: TableName },
    /// A table that fails the master's sanity checks.
    Sanity(Sanity),
}

/// A region as messages name it: its name, its first row, and the row after its last.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the fields are named for what they hold")]
pub struct Span {
    pub encoded: String,
    pub name: String,
    pub start: RowKey,
    pub end: RowKey,
}

impl From<Refused> for Error {
    fn from(refused: Refused) -> Self {
        Self::DoNotRetry(refused)
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotSplittable { region } => write!(f, "{region} NOT splittable"),
            Self::NoSplitPoint => f.write_str(
                "Region not splittable because bestSplitPoint = null, maybe table is too small for auto split. For force \
                 split, try specifying split row",
            ),
            Self::SplitAtStart { at } => write!(f, "Split row is equal to startkey: {at}"),
            Self::SplitOutside { at, region } => write!(
                f,
                "Split row is not inside region key range splitKey:{at} region: {{ENCODED => {}, NAME => '{}', STARTKEY \
                 => '{}', ENDKEY => '{}'}}",
                region.encoded, region.name, region.start, region.end
            ),
            Self::SplitDisabled { region } => {
                write!(f, "Split region {region} failed as region split is disabled for the table")
            }
            Self::MergeDisabled { regions } => {
                write!(f, "Merge of [{}] failed as region merge is disabled for the table", regions.join(", "))
            }
            Self::UnknownRegion => f.write_str("no such region"),
            Self::RegionGone => f.write_str("the region is gone"),
            Self::RegionNotOnline => f.write_str("the region is not online any more"),
            Self::ServerNotOnline { server } => write!(f, "server {server} is not online"),
            Self::ReadOnly => f.write_str("region is read only"),
            Self::CellTooLarge { size, limit, region } => {
                write!(f, "Cell with size {size} exceeds limit of {limit} bytes in region {region}")
            }
            Self::RawColumns => f.write_str("Cannot specify any column for a raw scan"),
            Self::ReversedOnDemand => f.write_str("Reverse scan with loading CFs on demand is not supported"),
            Self::NoFamilies { table } => write!(f, "Table {table} should have at least one column family."),
            Self::Sanity(sanity) => sanity.fmt(f),
        }
    }
}

/// Which of the master's sanity checks a table fails.
///
/// Source: `TableDescriptorChecker`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the fields are named for what they hold; the variant says the rest")]
pub enum Sanity {
    /// `MAX_FILESIZE` is below 2 MiB.
    FileSize { bytes: i64 },
    /// `MEMSTORE_FLUSHSIZE` is below 1 MiB.
    FlushSize { bytes: i64 },
    /// There is no such policy for splits.
    SplitPolicy { policy: String, table: TableName },
    /// The table would have no family.
    NoFamilies,
    /// `TTL` is not positive.
    TimeToLive { family: Family },
    /// Blocks of less than 1 KiB or more than 16 MiB.
    BlockSize { family: Family },
    /// `MIN_VERSIONS` is negative.
    NegativeMinVersions { family: Family },
    /// `MIN_VERSIONS` is greater than `VERSIONS`.
    MinVersionsAboveMax { family: Family },
}

impl From<Sanity> for Error {
    fn from(sanity: Sanity) -> Self {
        Refused::Sanity(sanity).into()
    }
}

impl fmt::Display for Sanity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FileSize { bytes } => write!(
                f,
                "MAX_FILESIZE for table descriptor or \"hbase.hregion.max.filesize\" ({bytes}) is too small, which might \
                 cause over splitting into unmanageable number of regions."
            ),
            Self::FlushSize { bytes } => write!(
                f,
                "MEMSTORE_FLUSHSIZE for table descriptor or \"hbase.hregion.memstore.flush.size\" ({bytes}) is too \
                 small, which might cause very frequent flushing."
            ),
            Self::SplitPolicy { policy, table } => {
                write!(f, "Unable to load configured region split policy '{policy}' for table '{table}'")
            }
            Self::NoFamilies => f.write_str("Table should have at least one column family."),
            Self::TimeToLive { family } => write!(f, "TTL for column family {family} must be positive."),
            Self::BlockSize { family } => {
                write!(f, "Block size for column family {family}  must be between 1K and 16MB.")
            }
            Self::NegativeMinVersions { family } => {
                write!(f, "Min versions for column family {family} must be positive.")
            }
            Self::MinVersionsAboveMax { family } => {
                write!(f, "Min versions for column family {family} must be less than the Max versions.")
            }
        }?;
        f.write_str(
            " Set hbase.table.sanity.checks to false at conf or table descriptor if you want to bypass sanity checks",
        )
    }
}

/// Why regions cannot be merged. `Display` is the message of HBase's `MergeRegionException`. Regions are told by their
/// encoded names.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the fields are named for what they hold; the variant says the rest")]
pub enum Unmergeable {
    /// The same region was named more than once: of `passed` names only `unique` are different.
    Repeated { passed: usize, unique: usize },
    /// The two regions are not neighbours.
    Apart { one: String, other: String },
    /// A region is closed.
    NotOpen { region: String },
    /// One of the regions still refers to files of a parent.
    References { regions: Vec<String>, blocked: String },
    /// A region was split or merged away since the merge was asked for.
    NotOnline,
}

impl From<Unmergeable> for Error {
    fn from(unmergeable: Unmergeable) -> Self {
        Self::MergeRegion(unmergeable)
    }
}

impl fmt::Display for Unmergeable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Repeated { passed, unique } => write!(
                f,
                "Duplicate regions specified; cannot merge a region to itself. Passed in {passed} but only {unique} \
                 unique."
            ),
            Self::Apart { one, other } => {
                write!(f, "Unable to merge non-adjacent or non-overlapping regions '{one}', '{other}' when force=false")
            }
            Self::NotOpen { region } => write!(f, "{region} is not OPEN; state=CLOSED"),
            Self::References { regions, blocked } => {
                write!(f, "Skip merging [{}], because a parent, [{blocked}], is not mergeable", regions.join(", "))
            }
            Self::NotOnline => f.write_str("Unable to merge regions that are NOT online"),
        }
    }
}
