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
    /// Find the first row.
    FirstRow,
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
    /// Change the split policy of the table.
    Alter,
    /// The answer to a client is lost on its way.
    LoseAnswer,
    /// Drop the table.
    Drop,
}

impl Operation {
    /// The main jobs.
    pub const MAIN: [Self; 4] = [Self::Insert, Self::Prepend, Self::Pages, Self::Transaction];

    /// What else is done to rows.
    pub const ROW: [Self; 5] = [Self::Get, Self::FirstRow, Self::LastRow, Self::Delete, Self::Repeat];

    /// What is done to tables, regions and servers.
    pub const TABLE: [Self; 11] = [
        Self::Create,
        Self::Split,
        Self::Alter,
        Self::Flush,
        Self::Compact,
        Self::Merge,
        Self::Move,
        Self::Balance,
        Self::Crash,
        Self::LoseAnswer,
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
            Self::FirstRow => "First row",
            Self::LastRow => "Last row",
            Self::Delete => "Delete",
            Self::Repeat => "Repeat",
            Self::Create => "Create table",
            Self::Split => "Split",
            Self::Alter => "Change split policy",
            Self::Flush => "Flush",
            Self::Compact => "Compact",
            Self::Merge => "Merge regions",
            Self::Move => "Move a region",
            Self::Balance => "Balance servers",
            Self::Crash => "Crash a server",
            Self::LoseAnswer => "Lose an answer",
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
                "Puts and deletes over several rows: all of them or none, if all live in one region; or each by itself, \
                 wherever it lives."
            }
            Self::Get => "Reads one row: one call to the one region that holds its key.",
            Self::FirstRow => {
                "The first row takes one call. Where keys are salted it takes one for each prefix, and the smallest counts."
            }
            Self::LastRow => "A table has no direct access to its last row. Four ways to find it, and what each costs.",
            Self::Delete => "Writes a marker that hides cells. They stay until a flush or compaction meets both.",
            Self::Repeat => "Inserts or reads again and again, on keys that follow a rule. Heat shows where they land.",
            Self::Create => {
                "A table is its column families, its split policy, and the keys at which it is cut at first."
            }
            Self::Split => "Cuts a region in two. The daughters refer to the parent's files until they are compacted.",
            Self::Alter => {
                "Says anew when and where regions of the table are split. Those that are there stay as they are."
            }
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
            Self::LoseAnswer => {
                "The server does what the client's next call asks for, and the connection breaks before the answer is there. \
                 The client cannot know, and asks again."
            }
            Self::Drop => "Disables the table and drops it with everything in it.",
        }
    }

    /// Whether an administrator asks for it, not a client.
    pub fn is_admin(self) -> bool {
        Self::TABLE.contains(&self) && self != Self::LoseAnswer
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
            Self::FirstRow
            | Self::Repeat
            | Self::Create
            | Self::Alter
            | Self::Flush
            | Self::Compact
            | Self::Merge
            | Self::Move
            | Self::Balance
            | Self::Crash
            | Self::LoseAnswer
            | Self::Drop => None,
        }
    }

    /// Whether its form is one of those that forms are taught later.
    pub fn is_late(self) -> bool {
        matches!(self, Self::FirstRow | Self::Repeat)
    }

    /// Whether its form makes sense for this table, because the start suggests something to fill it with.
    /// [`Operation::Insert`], and those that are taught later, make sense for every table.
    pub fn suits(self, table: &TableStart) -> bool {
        self == Self::Insert || self.is_late() || (!self.is_admin() && self.suggestion(table).is_some())
    }
}
