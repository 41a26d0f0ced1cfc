//! What programs remember, and which writes of others make it untrue.

use splitpoint_model::bytes::{RowKey, TableName, row_after};

/// Something a program remembers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Memory {
    /// Its name.
    pub name: Learnt,
    /// Its value.
    pub value: Value,
    /// What must not happen for it to stay true; `None` where nothing can make it untrue.
    pub claim: Option<Claim>,
}

/// Names of what is remembered.
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
    /// That nothing is there.
    Nothing,
    /// A number.
    Number(u64),
    /// So many cells.
    Cells(usize),
}

/// What makes a memory stale: a write of somebody else.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Claim {
    /// In this table,
    pub table: TableName,
    /// a put to a row from this one,
    pub from: RowKey,
    /// to before this one (empty: the end of the table),
    pub to: RowKey,
    /// or a delete in this row.
    pub row: Option<RowKey>,
    /// What such a write does to it.
    pub breach: Breach,
}

/// What a write of somebody else does to a memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Breach {
    /// It is no longer true.
    Stale,
    /// What was written is overwritten.
    Overwritten,
}

impl Claim {
    /// No row is put into an empty table.
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

    /// The row is as it was.
    pub fn row(table: &TableName, row: &RowKey) -> Self {
        let to = row_after(row).into();
        Self { table: table.clone(), from: row.clone(), to, row: Some(row.clone()), breach: Breach::Stale }
    }

    /// The row is as it was written.
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
