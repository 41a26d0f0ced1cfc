//! What can be asked for with a form.

use crate::intent::Intent;
use crate::scenario::TableStart;

/// Something that can be asked for with a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Operation {
    /// Put a row.
    #[default]
    Insert,
    /// Put a row before the first.
    Prepend,
    /// Read page by page.
    Pages,
    /// Change several rows, or none.
    Transaction,
    /// Read a row.
    Get,
    /// Find the last row.
    LastRow,
    /// Write delete markers.
    Delete,
    /// Insert or read again and again.
    Repeat,
    /// Create a table.
    Create,
    /// Cut a region in two.
    Split,
    /// Write memstores to files.
    Flush,
    /// Merge files.
    Compact,
    /// Make two regions one.
    Merge,
    /// Move a region to another server.
    Move,
    /// Spread regions over servers.
    Balance,
    /// A server dies.
    Crash,
    /// Drop the table.
    Drop,
}

impl Operation {
    /// The main jobs.
    pub const MAIN: [Self; 4] = [Self::Insert, Self::Prepend, Self::Pages, Self::Transaction];

    /// What else is done to rows.
    pub const ROW: [Self; 4] = [Self::Get, Self::LastRow, Self::Delete, Self::Repeat];

    /// What is done to tables, regions and servers.
    pub const TABLE: [Self; 9] = [
        Self::Create,
        Self::Split,
        Self::Flush,
        Self::Compact,
        Self::Merge,
        Self::Move,
        Self::Balance,
        Self::Crash,
        Self::Drop,
    ];

    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::MAIN.into_iter().chain(Self::ROW).chain(Self::TABLE)
    }

    /// What its button says.
    pub fn label(self) -> &'static str {
        match self {
            Self::Insert => "Insert",
            Self::Prepend => "Prepend",
            Self::Pages => "Scan pages",
            Self::Transaction => "Transaction",
            Self::Get => "Get",
            Self::LastRow => "Last row",
            Self::Delete => "Delete",
            Self::Repeat => "Repeat",
            Self::Create => "Create table",
            Self::Split => "Split",
            Self::Flush => "Flush",
            Self::Compact => "Compact",
            Self::Merge => "Merge regions",
            Self::Move => "Move a region",
            Self::Balance => "Balance servers",
            Self::Crash => "Crash a server",
            Self::Drop => "Drop table",
        }
    }

    /// What it does, in a sentence or two.
    pub fn about(self) -> &'static str {
        match self {
            Self::Insert => "Puts the cells of one row: all of them or none. A cell that is there gets a new version.",
            Self::Prepend => {
                "Reads the first key, subtracts one and writes there only if nothing stands there yet; \
                 if something does, subtracts again."
            }
            Self::Pages => "Reads rows in key order, page by page. HBase has no OFFSET: the cursor is the last key.",
            Self::Transaction => {
                "Puts and deletes over several rows: all of them, or none. Every row must live in one region."
            }
            Self::Get => "Reads one row: one call to the one region that holds its key.",
            Self::LastRow => "A table has no direct access to its last row. Four ways to find it, and what each costs.",
            Self::Delete => "Writes a marker that hides cells. They stay until a major compaction.",
            Self::Repeat => "Inserts or reads again and again, on keys that follow a rule. Heat shows where they land.",
            Self::Create => {
                "A table is its column families, its split policy, and the keys at which it is cut at first."
            }
            Self::Split => "Cuts a region in two. The daughters refer to the parent's files until they are compacted.",
            Self::Flush => "Writes what is in memory to a new file. Markers stay; versions over the limit do not.",
            Self::Compact => {
                "Rewrites files as one. A major compaction takes all files and drops markers and what they hide."
            }
            Self::Merge => "Makes two neighbouring regions one.",
            Self::Move => "Another server takes the region over. Clients find out when they call the old one.",
            Self::Balance => {
                "Moves regions until servers have about as many. A region moves as a whole: a hot one stays hot."
            }
            Self::Crash => "The server dies; its memory is gone. Its regions open elsewhere and replay the log.",
            Self::Drop => "Disables the table and drops it with everything in it.",
        }
    }

    /// Whether an administrator asks for it, not a client.
    pub fn is_admin(self) -> bool {
        Self::TABLE.contains(&self)
    }

    /// The intent that the start of a table suggests for its form; `None` where it suggests none.
    pub fn suggestion(self, table: &TableStart) -> Option<&Intent> {
        let forms = &table.forms;
        match self {
            Self::Insert => forms.insert.as_ref(),
            Self::Prepend => forms.prepend.as_ref(),
            Self::Pages => forms.pages.as_ref(),
            Self::Transaction => forms.transaction.as_ref(),
            Self::Get => forms.get.as_ref(),
            Self::LastRow => forms.last_row.as_ref(),
            Self::Delete => forms.delete.as_ref(),
            Self::Split => forms.split.as_ref(),
            Self::Repeat
            | Self::Create
            | Self::Flush
            | Self::Compact
            | Self::Merge
            | Self::Move
            | Self::Balance
            | Self::Crash
            | Self::Drop => None,
        }
    }

    /// Whether its form makes sense for this table, because the start suggests something to fill it with.
    /// [`Operation::Insert`] and [`Operation::Repeat`] make sense for every table.
    pub fn suits(self, table: &TableStart) -> bool {
        matches!(self, Self::Insert | Self::Repeat) || (!self.is_admin() && self.suggestion(table).is_some())
    }
}
