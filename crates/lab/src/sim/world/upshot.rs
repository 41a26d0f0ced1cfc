//! Upshots: the results of round trips, jobs and bursts in a few words that never change, so that they can be kept and
//! compared with the results of a later version.

use super::lane::Running;
use crate::notation::json::hex;
use crate::sim::program::{Program, Reply};
use splitpoint_model::bytes::RowKey;
use splitpoint_model::client::{Request, Response};
use splitpoint_model::error::Error;
use std::fmt;

/// The result of a round trip, a job or a burst.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Upshot {
    /// A request was answered.
    Answer {
        /// What was asked for.
        verb: &'static str,
        /// The row, where the client worked it out by itself.
        row: Option<RowKey>,
        /// What the answer to the request brought.
        found: Found,
    },
    /// A job is over; the class of the error where it failed.
    Job(Option<&'static str>),
    /// A command of a script failed without asking a server.
    Raised,
    /// A burst of a script: commands that were done, and atoms of the next one.
    Burst {
        /// Commands that are over.
        commands: u32,
        /// Atoms behind the end of the last of them.
        atoms: u32,
    },
}

/// What an answer brought, in short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// It is done.
    Done,
    /// One row with so many cells.
    Cells(usize),
    /// So many Results.
    Rows(usize),
    /// Whether the conditions held.
    Held(bool),
    /// So many answers, and how many of them are errors.
    Answers(usize, usize),
    /// A scanner.
    Scanner,
    /// An exception of this class.
    Error(&'static str),
}

impl Upshot {
    /// The result of the request that a program has sent.
    pub(super) fn of(running: &Running, request: &Request, reply: &Reply) -> Self {
        let found = match reply {
            Err(error) => Found::Error(error.class()),
            Ok(Response::Done) => Found::Done,
            Ok(Response::Row(row)) => Found::Cells(row.cells.len()),
            Ok(Response::Rows { results, .. }) => Found::Rows(results.len()),
            Ok(Response::Checked { success, .. }) => Found::Held(*success),
            Ok(Response::Processed(processed)) => Found::Held(*processed),
            Ok(Response::Batch(answers)) => {
                Found::Answers(answers.len(), answers.iter().filter(|answer| answer.is_err()).count())
            }
            Ok(Response::Scanner(_)) => Found::Scanner,
        };
        let (verb, row) = verb(request);
        // Only a prepend works the row out by itself; elsewhere the operation names it already.
        let row = row.filter(|_| matches!(running.program, Program::Prepend(_))).cloned();
        Self::Answer { verb, row, found }
    }

    /// The result of a job.
    pub(super) fn of_job(error: Option<&Error>) -> Self {
        Self::Job(error.map(Error::class))
    }
}

/// What is asked for, and the row that is written.
fn verb(request: &Request) -> (&'static str, Option<&RowKey>) {
    match request {
        Request::Put(_, put) => ("put", Some(&put.row)),
        Request::Delete(_, delete) => ("delete", Some(&delete.row)),
        Request::Increment(_, increment) => ("increment", Some(&increment.row)),
        Request::Append(_, append) => ("append", Some(&append.row)),
        Request::Get(..) => ("get", None),
        Request::CheckAndMutate(_, check) => ("check", Some(&check.row)),
        Request::MutateRow(_, row) => ("mutate", Some(&row.row)),
        Request::MutateRows(..) => ("transaction", None),
        Request::Batch(..) => ("batch", None),
        Request::Scan(..) => ("scan", None),
        Request::OpenScan(..) => ("open", None),
        Request::Next { .. } => ("next", None),
        Request::CloseScan(_) => ("close", None),
    }
}

impl fmt::Display for Upshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Answer { verb, row: Some(row), found } => write!(f, "{verb} {} {found}", hex(row)),
            Self::Answer { verb, row: None, found } => write!(f, "{verb} {found}"),
            Self::Job(None) => f.write_str("done"),
            Self::Job(Some(class)) => f.write_str(class),
            Self::Raised => f.write_str("error"),
            Self::Burst { commands, .. } => write!(f, "{commands} commands"),
        }
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Done => f.write_str("done"),
            Self::Cells(cells) => write!(f, "{cells} cells"),
            Self::Rows(rows) => write!(f, "{rows} rows"),
            Self::Held(held) => write!(f, "{held}"),
            Self::Answers(answers, 0) => write!(f, "{answers} answers"),
            Self::Answers(answers, errors) => write!(f, "{answers} answers with {errors} errors"),
            Self::Scanner => f.write_str("scanner"),
            Self::Error(class) => f.write_str(class),
        }
    }
}
