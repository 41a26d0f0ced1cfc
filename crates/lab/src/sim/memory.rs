//! What programs remember, and which writes of others make it untrue.

use splitpoint_model::bytes::{RowKey, TableName, row_after};

/// A variable of a program: something that it has read and goes on with.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Memory {
    /// Its name.
    pub name: Learnt,
    /// Its value.
    pub value: Value,
    /// What must not happen for it to stay true; `None` where nothing can make it untrue.
    pub claim: Option<Claim>,
}

/// The names of the variables of programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Learnt {
    /// The first row of the table.
    First,
    /// The first row of a bucket.
    FirstOf(u8),
    /// The smallest key of several buckets, without its prefix.
    Smallest,
    /// The row that was written.
    Wrote,
    /// Keys that were tried.
    Tries,
    /// The last row of the table, as far as is known.
    Last,
    /// A key from which on no row was found.
    NothingFrom,
    /// Pages that were read.
    Pages,
    /// Where the next page begins: the last row that was read, or how many are to be skipped.
    Place,
    /// What was read of a row.
    Read,
    /// Requests that were answered.
    Done,
}

/// What is remembered.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// A row of a table.
    Row(TableName, RowKey),
    /// The program looked and found nothing.
    Nothing,
    /// A number.
    Number(u64),
    /// So many cells.
    Cells(usize),
}

/// Which writes of other clients make a memory untrue: puts to a range of rows, and deletes in one row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Claim {
    /// The table of such a write.
    pub table: TableName,
    /// The first row of the range in which a put breaks it.
    pub from: RowKey,
    /// The end of that range, excluded; empty for the end of the table.
    pub to: RowKey,
    /// The row in which a delete breaks it; `None` if no delete does.
    pub row: Option<RowKey>,
    /// What such a write means for the memory.
    pub breach: Breach,
}

/// What a write of somebody else does to a memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Breach {
    /// The memory is no longer true.
    Stale,
    /// The row that the client wrote was overwritten by another one.
    Overwritten,
}

impl Claim {
    /// Holds as long as no row is put into the table, which was found empty.
    pub(crate) fn empty(table: &TableName) -> Self {
        let open = RowKey::default();
        Self { table: table.clone(), from: open.clone(), to: open, row: None, breach: Breach::Stale }
    }

    /// Nothing was put before this row, and it was not deleted.
    pub fn first(table: &TableName, row: &RowKey) -> Self {
        let (from, to) = (RowKey::default(), row.clone());
        Self { table: table.clone(), from, to, row: Some(row.clone()), breach: Breach::Stale }
    }

    /// Nothing was put behind this row, and it was not deleted.
    pub fn last(table: &TableName, row: &RowKey) -> Self {
        let from = row_after(row).into();
        Self { table: table.clone(), from, to: RowKey::default(), row: Some(row.clone()), breach: Breach::Stale }
    }

    /// Holds as long as nobody writes to this row, which was read.
    pub fn row(table: &TableName, row: &RowKey) -> Self {
        let to = row_after(row).into();
        Self { table: table.clone(), from: row.clone(), to, row: Some(row.clone()), breach: Breach::Stale }
    }

    /// Holds as long as nobody writes to this row, which the program has written.
    pub fn written(table: &TableName, row: &RowKey) -> Self {
        Self { breach: Breach::Overwritten, ..Self::row(table, row) }
    }

    /// Whether a write to this row breaks it.
    pub fn breaks(&self, table: &str, row: &[u8], delete: bool) -> bool {
        let put = !delete && *self.from <= *row && (self.to.is_empty() || *row < *self.to);
        let gone = delete && self.row.as_deref() == Some(row);
        *self.table == *table && (put || gone)
    }
}
