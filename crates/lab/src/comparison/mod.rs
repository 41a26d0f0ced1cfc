//! One script of the shell on two sides: the model, and a real cluster behind its REST gateway.
//!
//! The script is played on the model first, to its end. What it asked for becomes calls of the gateway, in the same order, and
//! what the gateway answers is compared with what the model answered, statement by statement; at the end the visible cells
//! and the regions of every table that the script made. There is no transport here: [`Comparison::pending`] says what to ask, and
//! [`Comparison::hear`] takes the answer.
//!
//! Only tables are touched whose names begin as they may, that are not there yet, and that the script makes itself. What the gateway cannot do is
//! not played, and says [why](Why).

mod answer;
mod call;
mod play;
mod run;

pub use answer::{Answer, Apart, Given, apart};
pub use call::{Call, Method};
pub use run::{Comparison, Next, Tally};

use crate::cluster::{Row, Trouble};
use crate::sim::refusal::Refusal;

/// Calls of the gateway that a script may come to, so that a loop without measure stays away from a cluster.
pub const MOST_CALLS: usize = 2_000;

/// Milliseconds to wait after a call, so that no two writes get the same time: the later one would take the place of the
/// earlier, or be hidden by its delete.
pub const PAUSE: u64 = 2;

/// A statement, and what came of it on both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// Whose shell ran it: 0 is client A.
    pub client: u8,
    /// Its first line in the script, from 1.
    pub line: u32,
    /// The statement, without the end of its last line.
    pub text: String,
    /// What the shell printed on the model.
    pub printed: String,
    /// What it asked for, in order. A loop asks for much, and a statement of the language alone for nothing.
    pub operations: Vec<Operation>,
}

impl Statement {
    /// Whether it is a command that the shell answered by itself, so that nothing was there to be played: `list`, `describe`, or
    /// one with wrong arguments.
    pub fn is_unasked(&self) -> bool {
        let is_told = |line: &str| line.starts_with("Took ") || line.starts_with("ERROR");
        self.operations.is_empty() && self.printed.lines().any(is_told)
    }
}

/// Something that a statement asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// The table; empty where it is about none.
    pub table: String,
    /// The first calls that it comes to: of a scan the one that opens its scanner. None: it was not played.
    pub calls: Vec<Call>,
    /// What the model answered.
    pub model: Answer,
    /// What the cluster answered.
    pub cluster: Option<Answer>,
    /// What came of the comparison.
    pub verdict: Verdict,
    /// Lines of the script that changed files or regions of this table before, and were played on the model alone.
    pub left_out: Vec<u32>,
}

/// What came of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The cluster has not been asked yet.
    Waiting,
    /// Both answered the same.
    Same,
    /// They answered differently.
    Differs,
    /// It was not compared.
    Unplayed(Why),
}

impl Verdict {
    /// Whether there is something to tell: both differ, or it was not played.
    pub const fn is_odd(&self) -> bool {
        matches!(self, Self::Differs | Self::Unplayed(_))
    }
}

/// Why something is not played on the cluster, or not compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// The gateway has no call for this work of the master or of servers.
    Administration,
    /// The gateway makes a table with one region.
    Splits,
    /// To make a table that is there, the gateway would change the one that is there.
    Replaces,
    /// It counts up or appends, for which a gateway has no call that both versions know.
    Arithmetic,
    /// Several mutations that have to become visible together.
    Several,
    /// A condition other than that a column which is put has a value.
    Condition,
    /// A cell with a time to live of its own.
    Lifetime,
    /// One of HBase's deletes that the gateway has no call for: a family at one time.
    Marker,
    /// A key or a column that no path of the gateway can name.
    Unnameable,
    /// A raw scan: the gateway shows no markers and nothing that they hide.
    Raw,
    /// A read with something that the gateway does not take: a filter, or limits within a row.
    Reading,
    /// HBase refuses it, and of a read the gateway does not say so: it answers as if nothing were there.
    Quiet,
    /// The client refuses it before it is sent.
    Unsent,
    /// A file that the script names, or an answer that somebody types.
    Person,
    /// Since this line the table is another one on the model.
    Changed(u32),
    /// Since this line the table is disabled on the model alone.
    Disabled(u32),
    /// The script waits longer than a minute in all.
    Wait,
    /// The cluster did not answer before.
    Ended,
}

/// A table at the end of the script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Its name.
    pub table: String,
    /// Its visible cells, with all versions that a read gives.
    pub cells: Checked<Vec<Row>>,
    /// The first keys of its regions but the first, in order.
    pub regions: Checked<Vec<Vec<u8>>>,
}

/// Something that is compared at the end of the script: what both sides have, and the verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked<T> {
    /// What the model has.
    pub model: T,
    /// What the cluster has; `None` before it was asked.
    pub cluster: Option<Result<T, Trouble>>,
    /// What came of the comparison.
    pub verdict: Verdict,
}

/// Why a script cannot be played on both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// A statement has no end, or a direction makes no sense.
    Script(Refusal),
    /// It goes step by step or back, at this line, which no real cluster does. Without a line: somewhere.
    Steps(Option<u32>),
    /// It uses a table that may not be touched.
    Outside {
        /// The table.
        table: String,
        /// How the names of tables have to begin.
        prefixes: Vec<String>,
    },
    /// It comes to more calls than [`MOST_CALLS`].
    TooLong,
    /// It does not end.
    Endless,
    /// This table is on the cluster already, and stays as it is.
    There(String),
    /// The cluster does not answer any more.
    Broken(Trouble),
    /// A person stopped the comparison.
    Stopped,
}
