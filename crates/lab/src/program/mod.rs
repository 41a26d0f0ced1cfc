//! What a client runs: a routine that hears the last answer and gives the next request.
//!
//! A program is a value like the rest of the world, and it knows nothing of other clients, of regions or of time: only
//! what it was answered. So it acts on what may no longer be true, which is what races are made of. What it remembers
//! is shown, with the atom at which it was read.

mod build;
mod last;
mod pages;
mod prepend;
mod script;
mod single;

use crate::phrase::Phrase;
use crate::view::Tone;
use splitpoint_model::bytes::{RowKey, TableName, row_after};
use splitpoint_model::client::{Request, Response};
use splitpoint_model::error::Error;
use splitpoint_model::identity::Trace;

pub use last::{Bisection, FullScan};
pub use pages::PageReader;
pub use prepend::Prepend;
pub use script::Script;
pub use single::Single;

/// What a request came to.
pub type Reply = Result<Response, Error>;

/// A request, and what it is called.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ask {
    /// `check-and-put 17`.
    pub label: Phrase,
    /// What is sent.
    pub request: Request,
}

/// How an answer reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// In a word or two: `true`, `→ 18`.
    pub text: Phrase,
    /// In a sentence that follows the name of the client.
    pub sentence: Phrase,
    /// How to take it.
    pub tone: Tone,
}

/// How a program goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    target_pointer_width = "64", // with pointers of four bytes it is not that large
    expect(clippy::large_enum_variant, reason = "a turn is taken at once, and nearly all are requests")
)]
pub enum Turn {
    /// With this request.
    Ask(Ask),
    /// With what it does by itself, under this label, and with what it then asks for.
    Think(Phrase),
    /// Not at all: it did what it was to do.
    Done,
    /// Not at all: it could not.
    Failed,
}

/// Something a program remembers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Memory {
    /// `first`.
    pub name: &'static str,
    /// `18`.
    pub value: Phrase,
    /// How many atoms had been done when it was learnt.
    pub at: u64,
    /// What must not happen for it to stay true.
    pub claim: Option<Claim>,
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
    /// What such a write does to it, before the number of the step.
    pub breach: &'static str,
}

/// The usual fate of what was read.
pub(crate) const STALE: &str = "stale since";

impl Claim {
    /// Nothing was put before this row, and it was not deleted.
    pub fn first(table: &TableName, row: &RowKey) -> Self {
        let row = row.clone();
        Self { table: table.clone(), from: RowKey::default(), to: row.clone(), row: Some(row), breach: STALE }
    }

    /// Nothing was put behind this row, and it was not deleted.
    pub fn last(table: &TableName, row: &RowKey) -> Self {
        let from = row_after(row).into();
        Self { table: table.clone(), from, to: RowKey::default(), row: Some(row.clone()), breach: STALE }
    }

    /// The row is as it was.
    pub fn row(table: &TableName, row: &RowKey) -> Self {
        let to = row_after(row).into();
        Self { table: table.clone(), from: row.clone(), to, row: Some(row.clone()), breach: STALE }
    }

    /// The row is as it was written.
    pub fn written(table: &TableName, row: &RowKey) -> Self {
        Self { breach: "overwritten in", ..Self::row(table, row) }
    }

    /// Whether a write to this row breaks it.
    pub fn breaks(&self, table: &str, row: &[u8], delete: bool) -> bool {
        let put = !delete && *self.from <= *row && (self.to.is_empty() || *row < *self.to);
        let gone = delete && self.row.as_deref() == Some(row);
        *self.table == *table && (put || gone)
    }
}

/// What every program can do.
pub trait Routine {
    /// Its first request.
    fn begin(&mut self) -> Turn;
    /// Hears the answer to its last request; `at` counts the atoms done.
    fn hear(&mut self, reply: Reply, at: u64) -> (Answer, Turn);
    /// What it is about: `prepend to comments`.
    fn title(&self) -> Phrase;
    /// What it remembers, in the order in which that was learnt.
    fn memory(&self) -> Vec<Memory>;
}

/// A program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Program {
    /// One request.
    Single(Single),
    /// The first row less one, until nobody else has it.
    Prepend(Prepend),
    /// The last row by reading them all.
    FullScan(FullScan),
    /// The last row by probing the middle of what is left.
    Bisection(Bisection),
    /// Page after page.
    Pages(PageReader),
    /// Statements for the client's shell.
    Script(Script),
}

impl Program {
    fn routine(&self) -> &dyn Routine {
        match self {
            Self::Single(program) => program,
            Self::Prepend(program) => program,
            Self::FullScan(program) => program,
            Self::Bisection(program) => program,
            Self::Pages(program) => program,
            Self::Script(program) => program,
        }
    }

    fn routine_mut(&mut self) -> &mut dyn Routine {
        match self {
            Self::Single(program) => program,
            Self::Prepend(program) => program,
            Self::FullScan(program) => program,
            Self::Bisection(program) => program,
            Self::Pages(program) => program,
            Self::Script(program) => program,
        }
    }

    /// Tells what can matter of it next, and what it has come to. Of one that is `over`, not what it has asked for.
    pub(crate) fn tell(&self, over: bool, trace: &mut Trace) {
        trace.literal(&std::mem::discriminant(self));
        match self {
            Self::Single(program) => program.tell(over, trace),
            Self::Prepend(program) => program.tell(trace),
            Self::FullScan(program) => program.tell(trace),
            Self::Bisection(program) => program.tell(trace),
            Self::Pages(program) => program.tell(over, trace),
            Self::Script(program) => trace.literal(program),
        }
    }

    /// Whether it is a script.
    pub(crate) fn is_script(&self) -> bool {
        matches!(self, Self::Script(_))
    }
}

impl Routine for Program {
    fn begin(&mut self) -> Turn {
        self.routine_mut().begin()
    }

    fn hear(&mut self, reply: Reply, at: u64) -> (Answer, Turn) {
        self.routine_mut().hear(reply, at)
    }

    fn title(&self) -> Phrase {
        self.routine().title()
    }

    fn memory(&self) -> Vec<Memory> {
        self.routine().memory()
    }
}

impl Answer {
    fn new(tone: Tone, text: impl Into<Phrase>, sentence: impl Into<Phrase>) -> Self {
        Self { text: text.into(), sentence: sentence.into(), tone }
    }

    /// The answer that is an exception, and what to do.
    pub(crate) fn error(label: &Phrase, table: &TableName, error: &Error) -> Self {
        let sentence = label.clone().text(" fails: ").with(crate::sentence::trouble(table, error));
        Self::new(Tone::No, error.class(), sentence)
    }

    /// The answer to something else than what was asked, which no cluster gives.
    fn strange(label: &Phrase) -> Self {
        Self::new(Tone::No, "?", label.clone().text(" was answered with something else"))
    }
}

/// `1 row`, `2 rows`.
pub(crate) fn count(number: usize, one: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {one}s") }
}
