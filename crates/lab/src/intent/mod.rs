//! What a person asks for with a form: plain data that can be kept and run again.

mod field;
mod part;
pub mod repeat;

pub use field::{Field, Slot};
pub use repeat::{Digits, Does, Plan, Repeat, Walk};

use std::sync::Arc;

/// Bytes of a key or value.
pub type Raw = Vec<u8>;

/// One thing to do, on behalf of a client or of an administrator.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Intent {
    /// Put one row.
    Insert {
        /// Table.
        table: String,
        /// Row key.
        row: Raw,
        /// Family, qualifier, milliseconds (`None`: the server's), value.
        cells: Vec<(String, Raw, Option<i64>, Raw)>,
    },
    /// Delete a row, a family, a column or a version.
    Delete {
        /// Table.
        table: String,
        /// Row key.
        row: Raw,
        /// What is deleted; empty for the whole row.
        cells: Vec<DeleteWhat>,
    },
    /// Put one row if a column of it has a value.
    CheckAndPut {
        /// Table.
        table: String,
        /// Row key.
        row: Raw,
        /// Family, qualifier, expected value (`None`: absent).
        check: (String, Raw, Option<Raw>),
        /// Family, qualifier, milliseconds (`None`: the server's), value.
        cells: Vec<(String, Raw, Option<i64>, Raw)>,
    },
    /// Read one row.
    Get {
        /// Table.
        table: String,
        /// Row key.
        row: Raw,
        /// Versions a column.
        versions: i32,
    },
    /// Read the first key, subtract one, check-and-put there until it succeeds.
    Prepend {
        /// Table; its keys are big-endian longs of eight bytes.
        table: String,
        /// The column that every row has: it must be absent at the new key.
        check: (String, Raw),
        /// Family, qualifier, value.
        cells: Vec<(String, Raw, Raw)>,
        /// Writes with a plain put instead, without the check: the mistake that the article warns of.
        blind: bool,
        /// The key that is used where the table is empty.
        highest: i64,
    },
    /// Find the first row. Of keys that are spread over prefixes it is the smallest without its prefix: each prefix takes a
    /// read of its own.
    FirstRow {
        /// Table.
        table: String,
        /// Over how many prefixes keys are spread, at most [`repeat::MOST_PREFIXES`]; 0: there is none.
        prefixes: u8,
        /// How a prefix is written.
        prefix: Prefix,
    },
    /// Find the last row.
    LastRow {
        /// Table.
        table: String,
        /// How it is found.
        method: LastRowMethod,
    },
    /// Read rows page by page.
    Pages(Pages),
    /// Mutations over rows of one region, all or none.
    Transaction {
        /// Table.
        table: String,
        /// The row whose region gets the call; empty: that of the first mutation.
        routing_row: Raw,
        /// In order.
        mutations: Vec<RowMutation>,
        /// Row, family, qualifier, expected value (`None`: absent); all must hold.
        conditions: Vec<(Raw, String, Raw, Option<Raw>)>,
    },
    /// Mutations over rows of any regions in one call of the client. Each row is written by itself, and can fail by itself.
    Batch {
        /// Table.
        table: String,
        /// In order. Puts of one row that follow each other are one.
        mutations: Vec<RowMutation>,
    },
    /// Put or read again and again, on keys that follow a rule.
    Repeat(Arc<Repeat>),
    /// Let the connection break before the next answer reaches the client.
    LoseAnswer,
    /// An administrator's request.
    Admin(AdminIntent),
    /// Whole statements for the client's shell; where it has asked a question, the answer.
    Script {
        /// The name of the language they are written in.
        language: String,
        /// Lines, each with its end.
        text: String,
        /// The number of the first in the script of which it is a part.
        line: u32,
        /// Columns of the terminal; 0: nothing is padded or wrapped.
        width: u16,
    },
}

/// How the number of a bucket stands in front of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Prefix {
    /// As one byte.
    Byte,
    /// As two decimal digits and a hyphen.
    Digits,
}

impl Prefix {
    /// The bytes in front of the keys of a bucket.
    pub fn bytes(self, bucket: u8) -> Raw {
        match self {
            Self::Byte => vec![bucket],
            Self::Digits => vec![b'0' + bucket / 10, b'0' + bucket % 10, b'-'],
        }
    }
}

/// What a delete names.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum DeleteWhat {
    /// A family up to a time.
    Family(String, Option<i64>),
    /// All versions of a column up to a time.
    Columns(String, Raw, Option<i64>),
    /// One version: at a time, or the newest.
    Column(String, Raw, Option<i64>),
}

/// Ways to the last row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum LastRowMethod {
    /// Scan everything and keep the last.
    FullScan,
    /// Get a key that never changes.
    ConstantKey(Raw),
    /// Probe the middle of the key space again and again; keys are this many bytes wide.
    Bisection(u8),
    /// Scan in reverse, limited to one.
    Reversed,
}

/// How pages follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Paging {
    /// The next page starts after the last row of the page before.
    Cursor,
    /// Every page starts at the beginning and skips rows.
    Offset,
}

/// Rows (or cells of wide rows) page by page.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pages {
    /// Table.
    pub table: String,
    /// First row, included; empty: open.
    pub start: Raw,
    /// Last row, excluded; empty: open.
    pub stop: Raw,
    /// Rows a page.
    pub size: u32,
    /// How many pages.
    pub pages: u32,
    /// How they follow each other.
    pub by: Paging,
    /// Rows descend; `start` is then the larger end.
    pub reversed: bool,
    /// Results a call; 0: HBase's default.
    pub caching: u32,
    /// Cells a Result; 0: whole rows.
    pub batch: u32,
    /// A range of qualifiers, `[from, to)`, by a filter that seeks; an empty end is open.
    pub columns: Option<(Raw, Raw)>,
    /// A filter in HBase's filter language; empty: none.
    pub filter: String,
}

impl Pages {
    /// Whether they are read through a filter: one for a range of qualifiers, one in HBase's language, or both.
    pub fn is_filtered(&self) -> bool {
        self.columns.is_some() || !self.filter.trim().is_empty()
    }

    /// Three pages of 20 by cursor, from the first row to the last, whole and unfiltered.
    pub fn of(table: impl Into<String>) -> Self {
        Self {
            table: table.into(),
            start: Raw::new(),
            stop: Raw::new(),
            size: 20,
            pages: 3,
            by: Paging::Cursor,
            reversed: false,
            caching: 0,
            batch: 0,
            columns: None,
            filter: String::new(),
        }
    }
}

/// A mutation of one row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum RowMutation {
    /// Row, family, qualifier, value.
    Put(Raw, String, Raw, Raw),
    /// Row, family, qualifier: its newest version.
    Delete(Raw, String, Raw),
    /// The whole row.
    DeleteRow(Raw),
}

impl RowMutation {
    /// The row it mutates.
    pub fn row(&self) -> &[u8] {
        match self {
            Self::Put(row, ..) | Self::Delete(row, ..) | Self::DeleteRow(row) => row,
        }
    }
}

/// An administrator's request.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AdminIntent {
    /// Create a table.
    Create {
        /// Name.
        table: String,
        /// Families: name and attributes (`VERSIONS`, `BLOCKSIZE`, …).
        families: Vec<(String, Vec<(String, String)>)>,
        /// Attributes of the table.
        attributes: Vec<(String, String)>,
        /// Keys at which it is cut from the beginning.
        splits: Vec<Raw>,
    },
    /// Change attributes of a table. Those that are not named stay.
    Alter {
        /// Table.
        table: String,
        /// Attributes of the table, with what they become.
        attributes: Vec<(String, String)>,
    },
    /// Disable and drop it.
    Drop(String),
    /// Write memstores to files; of the region of a row, or of all.
    Flush(String, Option<Raw>),
    /// Merge files; major if true.
    Compact(String, Option<Raw>, bool),
    /// Cut a region: the one that holds the row; at a key, or where HBase would.
    Split {
        /// Table.
        table: String,
        /// A row in the region; `None`: that of the key, else the first region.
        region: Option<Raw>,
        /// The key; `None`: where HBase would.
        at: Option<Raw>,
    },
    /// Merge the regions of two rows.
    Merge(String, Raw, Raw),
    /// Move the region of a row to another server.
    Move(String, Raw),
    /// Let the balancer move regions until servers have about as many.
    Balance,
    /// A server dies.
    Crash(u8),
}
