//! What administrators ask for.

use crate::bytes::{Family, RowKey, TableName};
use crate::event::{RegionId, ServerId};
use crate::identity::Trace;
use crate::schema::{FamilyDescriptor, TableDescriptor};

/// A request of an administrator, or of a server to itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the fields are named for what they hold; the variant says the rest")]
pub enum Admin {
    /// Makes a table, cut at `splits`.
    CreateTable { descriptor: TableDescriptor, splits: Vec<RowKey> },
    /// Changes a table: families are added or replaced, families removed, attributes set or (with `None`) removed.
    AlterTable {
        table: TableName,
        families: Vec<FamilyDescriptor>,
        remove: Vec<Family>,
        attributes: Vec<(String, Option<String>)>,
    },
    /// Removes a disabled table.
    DropTable { table: TableName },
    /// Empties a disabled table and enables it.
    TruncateTable { table: TableName, preserve_splits: bool },
    /// Takes a table out of service.
    DisableTable { table: TableName },
    /// Puts a table into service.
    EnableTable { table: TableName },
    /// Flushes memstores: of one family or all, of the region of a row or all.
    Flush { table: TableName, family: Option<Family>, row: Option<RowKey> },
    /// What a server does when the memstore of a region is full: flushes the large families of the region of a row, and
    /// asks the split policy afterwards.
    FlushLarge { table: TableName, row: RowKey },
    /// Compacts: one family or all, the region of a row or all; major rewrites all files of a store into one.
    Compact { table: TableName, family: Option<Family>, row: Option<RowKey>, major: bool },
    /// Splits a region: the one of `row`, else the one of `at`, else the first. Without `at` HBase chooses where.
    Split { table: TableName, at: Option<RowKey>, row: Option<RowKey> },
    /// Merges the regions of these rows into one.
    Merge { table: TableName, rows: Vec<RowKey>, force: bool },
    /// Moves the region of a row to a server; without one, to the next.
    Move { table: TableName, row: RowKey, to: Option<ServerId> },
    /// Kills a server, memstores and all; its regions are recovered from its log.
    Crash { server: ServerId },
}

impl Admin {
    /// The table it is about; `None` where it is about a server.
    pub fn table(&self) -> Option<&TableName> {
        match self {
            Self::CreateTable { descriptor, .. } => Some(&descriptor.name),
            Self::AlterTable { table, .. }
            | Self::DropTable { table }
            | Self::TruncateTable { table, .. }
            | Self::DisableTable { table }
            | Self::EnableTable { table }
            | Self::Flush { table, .. }
            | Self::FlushLarge { table, .. }
            | Self::Compact { table, .. }
            | Self::Split { table, .. }
            | Self::Merge { table, .. }
            | Self::Move { table, .. } => Some(table),
            Self::Crash { .. } => None,
        }
    }

    /// Adds to `trace` the parts of this that can still affect what happens. A merge compares numbers of different
    /// regions, so that they matter.
    pub fn tell(&self, trace: &mut Trace) {
        match self {
            Self::CreateTable { descriptor, splits } => {
                descriptor.tell(trace);
                trace.literal(splits);
            }
            Self::AlterTable { families, .. } => {
                families.iter().for_each(|family| family.tell(trace));
                trace.literal(self);
            }
            Self::Merge { .. } => {
                trace.exact();
                trace.literal(self);
            }
            _ => trace.literal(self),
        }
    }
}

/// The result of an administrator's request.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Outcome {
    /// The regions it made, or worked on.
    pub regions: Vec<RegionId>,
}
