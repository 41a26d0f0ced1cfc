//! Labels: the names of steps, programs and jobs, as data, from which sentences and lanes make words.

use splitpoint_model::bytes::{RowKey, TableName};
use splitpoint_model::client::Request;
use splitpoint_model::cluster::{Job, JobKind, JobPart};
use splitpoint_model::event::{RegionId, ServerId};
use splitpoint_model::mutation::{Mutation, Then};
use std::sync::Arc;

/// What a request does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names are those of HBase's client")]
pub enum Verb {
    Put,
    Delete,
    Increment,
    Append,
    Get,
    CheckAndPut,
    CheckAndMutate,
    MutateRow,
    Batch,
    Scan,
    Next,
    CloseScan,
}

/// What a step is about: the request that is sent, or what somebody does without sending anything.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Label {
    /// A request, with what it names.
    Request {
        /// What it does.
        verb: Verb,
        /// Its table; `None` of what goes on with a scanner.
        table: Option<TableName>,
        /// Its row, where it is about one.
        row: Option<RowKey>,
    },
    /// A write of several rows that become visible together.
    Transaction {
        /// The row of each mutation, in the order of the mutations.
        rows: Arc<[RowKey]>,
    },
    /// A scan of one row, from the beginning of a table.
    FirstRow,
    /// A scan of one row, from the beginning of a bucket.
    Bucket {
        /// Its number, from 0.
        bucket: u8,
        /// How many there are.
        of: u8,
    },
    /// A scan of one row, from the end of a table.
    LastRow,
    /// A scanner is opened.
    OpenScanner,
    /// A scanner is asked for more.
    ReadOn,
    /// A scanner is closed.
    CloseScanner,
    /// A scan of one row that asks whether anything is there from a key on.
    Probe {
        /// Table.
        table: TableName,
        /// The key from which it looks; `None` for the first probe, which asks whether there is any row.
        from: Option<RowKey>,
    },
    /// The last probe of a bisection: whether any row comes after one, where no key of the width is left behind it.
    ProbeBehind {
        /// Table.
        table: TableName,
        /// The row.
        row: RowKey,
    },
    /// A page is read.
    Page {
        /// Table.
        table: TableName,
        /// Its number, from 1.
        number: u32,
        /// The row behind which it begins, by cursor.
        after: Option<RowKey>,
        /// Rows that are read and thrown away to get there, by offset.
        skipping: u32,
    },
    /// A statement of a script; the beginning of its first line. `None` at the end of the script.
    Statement(Option<Arc<str>>),
    /// The rest of a statement that has been at work for a while.
    GoOn(Option<Arc<str>>),
    /// A question of a script is answered.
    Reply,
    /// So many commands of a script, done as one step.
    Commands(u32),
    /// So many requests of a series, done as one step.
    Requests(u32),
    /// A part of a job.
    Part(JobPart),
    /// A job as a whole.
    Work(JobTitle),
}

impl Label {
    /// A request by what it does and names.
    pub fn of(request: &Request) -> Self {
        let (table, verb, row) = match request {
            Request::Put(table, put) => (table, Verb::Put, Some(&put.row)),
            Request::Delete(table, delete) => (table, Verb::Delete, Some(&delete.row)),
            Request::Increment(table, increment) => (table, Verb::Increment, Some(&increment.row)),
            Request::Append(table, append) => (table, Verb::Append, Some(&append.row)),
            Request::Get(table, get) => (table, Verb::Get, Some(&get.row)),
            Request::CheckAndMutate(table, check) => {
                let puts = matches!(check.then, Then::Mutate(Mutation::Put(_)));
                (table, if puts { Verb::CheckAndPut } else { Verb::CheckAndMutate }, Some(&check.row))
            }
            Request::MutateRow(table, row) => (table, Verb::MutateRow, Some(&row.row)),
            Request::MutateRows(_, rows) => {
                return Self::Transaction { rows: rows.mutations.iter().map(Mutation::row).cloned().collect() };
            }
            Request::Batch(table, _) => (table, Verb::Batch, None),
            Request::Scan(table, _) | Request::OpenScan(table, _) => (table, Verb::Scan, None),
            Request::Next { .. } => return Self::Request { verb: Verb::Next, table: None, row: None },
            Request::CloseScan(_) => return Self::Request { verb: Verb::CloseScan, table: None, row: None },
        };
        Self::Request { verb, table: Some(table.clone()), row: row.cloned() }
    }

    /// How many different rows it names that are written together.
    pub fn rows(&self) -> usize {
        match self {
            Self::Transaction { rows } => (0..rows.len()).filter(|at| !rows[..*at].contains(&rows[*at])).count(),
            _ => 0,
        }
    }

    /// The number of the page that is read, from 1.
    pub fn page(&self) -> Option<u32> {
        match self {
            Self::Page { number, .. } => Some(*number),
            _ => None,
        }
    }
}

/// What a program does, and to which table.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Title {
    /// Puts a row.
    Insert(TableName),
    /// Puts a row if a condition holds.
    CheckAndPut(TableName),
    /// Deletes.
    Delete(TableName),
    /// Reads a row.
    Get(TableName),
    /// Puts a row before the first one.
    Prepend {
        /// Table.
        table: TableName,
        /// Whether it puts the row without a check that nobody else has put it.
        blind: bool,
    },
    /// Finds the first row, over so many buckets; 0: keys have no prefix.
    FirstRow(TableName, u8),
    /// Finds the last row.
    LastRow(TableName, LastRowBy),
    /// Reads pages.
    Pages {
        /// Table.
        table: TableName,
        /// Each page begins at the beginning and skips rows; else it begins behind the last row of the page before.
        by_offset: bool,
    },
    /// Mutates rows of one region.
    Transaction(TableName),
    /// Mutates rows, each by itself.
    Batch(TableName),
    /// Puts or reads many times.
    Series {
        /// Table.
        table: TableName,
        /// Whether it reads.
        reads: bool,
        /// How often.
        times: u32,
    },
    /// A statement of a script, as in [`Label::Statement`].
    Statement(Option<Arc<str>>),
    /// A script of several lines.
    Script {
        /// The beginning of the first line that is more than blanks and comments.
        first: Option<Arc<str>>,
        /// How many other lines are more than blanks and comments.
        more: usize,
    },
}

/// A way to the last row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LastRowBy {
    /// All rows are read.
    FullScan,
    /// A row whose key never changes is read.
    ConstantKey,
    /// The middle of what is left of the key space is probed.
    Bisection,
    /// One row is read from the end.
    ReversedScan,
}

/// The description of a job: its kind, and the regions, table and server that it works on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct JobTitle {
    /// The kind of work.
    pub kind: JobKind,
    /// Numbers of its regions within their table, as they were when it began.
    pub regions: Vec<u32>,
    /// Its table.
    pub table: Option<TableName>,
    /// Its server.
    pub server: Option<ServerId>,
}

/// The name of a kind of job, in lanes and in what is kept.
pub fn job_kind(kind: JobKind) -> &'static str {
    match kind {
        JobKind::Create => "create",
        JobKind::Alter => "alter",
        JobKind::Drop => "drop",
        JobKind::Truncate => "truncate",
        JobKind::Disable => "disable",
        JobKind::Enable => "enable",
        JobKind::Flush => "flush",
        JobKind::Compact => "compact",
        JobKind::Split => "split",
        JobKind::Merge => "merge",
        JobKind::Move => "move",
        JobKind::Recover => "recover",
    }
}

impl JobTitle {
    pub(crate) fn new(job: &Job, number: impl Fn(RegionId) -> u32) -> Self {
        Self {
            kind: job.kind,
            regions: job.regions.iter().map(|region| number(*region)).collect(),
            table: job.table.clone(),
            server: job.server,
        }
    }
}
