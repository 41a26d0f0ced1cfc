//! Answers: the results of requests, statements and jobs as data, as the programs that asked understand them.

use crate::sim::label::Label;
use crate::sim::memory::Learnt;
use splitpoint_model::bytes::{RowKey, TableName};
use splitpoint_model::cell::Cell;
use splitpoint_model::error::Error;

/// The result of a request, a statement or a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What it answers.
    pub to: Label,
    /// The table it is about; empty where there is none.
    pub table: TableName,
    /// The result itself.
    pub came: Came,
}

/// The kinds of results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Came {
    /// An exception.
    Failed(Box<Error>),
    /// A response of another kind than was asked for, which no cluster sends.
    Strange,
    /// A write is done.
    Written,
    /// A request is done that has nothing to tell.
    Done,
    /// What an increment or an append has made of a column.
    Became {
        /// The cell that was written first.
        cell: Cell,
        /// How many more columns were changed.
        more: usize,
        /// Whether it is a counter: a number of 8 bytes.
        counts: bool,
    },
    /// The cells of a table were copied to a snapshot, or those of a snapshot to a table.
    Copied {
        /// How many, with the markers.
        cells: usize,
        /// Whether to a snapshot.
        kept: bool,
    },
    /// Whether the conditions of a transaction held, so that all of it was done.
    Processed(bool),
    /// What came of the rows of a batch, each of which is written by itself.
    Batched {
        /// How many mutations it had.
        all: usize,
        /// How many of them failed.
        failed: usize,
        /// Why the first of those failed.
        why: Option<Box<Error>>,
    },
    /// Whether a condition held.
    Checked(bool),
    /// The cells of a row; `None` where there is no such row.
    Row(RowKey, Option<usize>),
    /// Whether there is a row that is believed to be the last.
    Constant(RowKey, bool),
    /// The last row, of a reversed scan; `None` of an empty table.
    Last(Option<RowKey>),
    /// The rows of a script's scan.
    Rows {
        /// How many rows.
        rows: usize,
        /// How many Results: with a batch a row can come in several.
        results: usize,
        /// The first and the last row; `None` where none came.
        range: Option<(RowKey, RowKey)>,
    },
    /// A scanner is open.
    Opened {
        /// Whether it brings pieces of rows; else whole rows.
        pieces: bool,
    },
    /// A scanner is closed.
    Closed,
    /// More rows of a full scan.
    ReadOn {
        /// With this answer.
        rows: usize,
        /// With all answers so far.
        all: usize,
    },
    /// A full scan has come to its end.
    ReadAll {
        /// Rows that were read.
        rows: usize,
        /// The last; `None` of an empty table.
        last: Option<RowKey>,
    },
    /// What a probe of a bisection met.
    Probed(Probed),
    /// The first row, before which one is to be put; `None` of an empty table.
    First(Option<RowKey>, Prepending),
    /// A key was tried.
    Tried {
        /// The key as an unsigned number, by which keys are ordered.
        number: u64,
        /// Whether the row was written.
        success: bool,
        /// Whether it was written without looking.
        blind: bool,
    },
    /// The first row, of a scan of one row; `None` of an empty table.
    Found(Option<RowKey>),
    /// The first row of a bucket.
    Merged(Merged),
    /// A page.
    Page(Page),
    /// A job is done.
    JobDone,
    /// A statement is over; with the error it printed, where it did.
    Statement(Option<String>),
    /// Several commands were done as one step; with what the last of them came to.
    Commands(Option<Box<Answer>>),
}

/// What a probe of a bisection found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Probed {
    /// The table has no row.
    Empty,
    /// No row from there on.
    Nothing,
    /// This row: it is the last, or the last comes after it.
    Met(RowKey),
    /// Behind the row that had to be the last this one, whose key is longer than was assumed.
    Longer {
        /// The row.
        row: RowKey,
        /// Bytes that were assumed.
        width: usize,
    },
    /// Nothing behind this row: it is the last.
    Settled {
        /// The row.
        row: RowKey,
        /// Probes it took.
        probes: usize,
    },
}

/// What a read of one row brought, and what it makes of those before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merged {
    /// The bucket that was read.
    pub bucket: u8,
    /// The row; `None` where there is none.
    pub row: Option<RowKey>,
    /// The smallest key so far, without its prefix, and its bucket; `None` where no row was found.
    pub first: Option<(usize, RowKey)>,
    /// The calls of all reads; `None` while some are still to be made.
    pub calls: Option<u64>,
}

/// How a prepend goes on from the first row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prepending {
    /// It tries this key, an unsigned number.
    Try(u64),
    /// Not at all: the key of the first row is no number of eight bytes.
    Width,
    /// Not at all: no key comes before it.
    Lowest,
}

/// A page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// Its first and last row; `None` where it is empty.
    pub range: Option<(RowKey, RowKey)>,
    /// Results on it.
    pub results: usize,
    /// Cells on it.
    pub cells: usize,
    /// Whether Results are pieces of rows.
    pub pieces: bool,
    /// Rows on it that were on a page before.
    pub again: Vec<RowKey>,
    /// Rows that were thrown away to get to it and were on no page before: what was in front of them is gone.
    pub missed: Vec<RowKey>,
    /// Results that were read before it and thrown away.
    pub thrown: usize,
}

impl Answer {
    /// The result of a label, about a table.
    pub(crate) fn new(to: Label, table: &TableName, came: Came) -> Self {
        Self { to, table: table.clone(), came }
    }

    /// What the program that asked remembers by it, if anything.
    pub fn learnt(&self) -> Option<Learnt> {
        match &self.came {
            Came::Row(..) => Some(Learnt::Read),
            Came::Constant(_, true) | Came::Last(Some(_)) | Came::ReadAll { last: Some(_), .. } => Some(Learnt::Last),
            Came::ReadOn { rows, .. } if *rows > 0 => Some(Learnt::Last),
            Came::Probed(Probed::Met(_)) => Some(Learnt::Last),
            Came::First(..) | Came::Found(_) => Some(Learnt::First),
            Came::Merged(Merged { bucket, .. }) => Some(Learnt::FirstOf(*bucket)),
            Came::Tried { success: true, .. } => Some(Learnt::Wrote),
            Came::Page(Page { range: Some(_), .. }) => Some(Learnt::Place),
            _ => None,
        }
    }
}
