//! What a client runs: a routine that is told what came of its last demand, and makes the next one.
//!
//! A program is a value like the rest of the world, and it knows nothing of other clients, of regions or of time: only
//! what it was told. So it acts on what may no longer be true, which is what races are made of.

mod build;
pub mod filter;
mod first;
mod last;
mod pages;
mod prepend;
mod script;
mod series;
mod single;

use crate::sim::answer::{Answer, Came};
use crate::sim::label::{Label, Title};
use crate::sim::language::{Printed, Shells};
use crate::sim::memory::Memory;
use splitpoint_model::bytes::TableName;
use splitpoint_model::client::{Request, Response};
use splitpoint_model::cluster::{Admin, CacheEviction, Cluster, Outcome};
use splitpoint_model::error::Error;
use splitpoint_model::identity::Trace;
use splitpoint_model::query::Metrics;
use std::sync::Arc;

pub use first::FirstRow;
pub use last::{Bisection, FullScan};
pub use pages::PageReader;
pub use prepend::Prepend;
pub use script::Script;
pub use series::Series;
pub use single::Single;

/// The response to a request, or the error that it failed with.
pub type Reply = Result<Response, Error>;

/// What the world tells a routine when it goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resume {
    /// To go on after it gave way.
    Go,
    /// What its request came to.
    Reply(Reply),
    /// What its job came to.
    Job(Result<Outcome, Error>),
    /// That the master refused to begin with its job.
    Refused(Error),
    /// That the block caches were emptied, and how many blocks they removed.
    Cleared(CacheEviction),
    /// That its question was answered.
    Line,
}

/// What a routine does next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Demand {
    /// It sends this.
    Ask(Request),
    /// It lets so many milliseconds go by, and sends this.
    Wait(u64, Request),
    /// It gives way, and goes on by itself in its next step, which has this label.
    GiveWay(Label),
    /// It has the master do this, and waits until it is done.
    Work(Admin),
    /// It has the block caches emptied of the blocks of a table. That decides nothing about the data, so it takes no step.
    Clear(TableName),
    /// It lets so many milliseconds go by, and goes on with this.
    Sleep(u64, Label),
    /// It waits until a person has typed an answer.
    Question,
    /// It is over.
    End(How),
}

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum How {
    /// It did what it was to do.
    Done,
    /// It could not do it.
    Failed,
    /// A person dropped it.
    Cancelled,
}

/// What a routine makes of what it is told, and does next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// What it was told means as an answer; `None` where it was only told to go on.
    pub answer: Option<Answer>,
    /// What it does next.
    pub demand: Demand,
}

/// Everything that a routine may look at and use while it goes on: the world hands it this at each of its steps.
pub struct Desk<'a> {
    /// The number of the client that runs the routine.
    pub client: u8,
    /// The cluster as it is.
    pub cluster: &'a Cluster,
    /// Milliseconds.
    pub now: i64,
    /// What its last request has cost.
    pub metrics: Metrics,
    /// The shells of its language, where it has one.
    pub(crate) shells: Option<&'a mut dyn Shells>,
    /// Where its shell prints.
    pub printed: &'a mut Vec<Printed>,
    /// To be raised by the time that a script takes to compute, in units of an ordinary atom.
    pub labour: &'a mut u32,
    /// Whether the meaning of answers is asked for, which takes time to work out.
    pub watched: bool,
}

/// What every program can do: the one interface through which the world runs forms, loops and scripts.
pub trait Routine {
    /// What it does first, before it has looked at anything.
    fn begin(&mut self) -> Demand;
    /// Goes on with what it is told until it needs something.
    fn go(&mut self, told: Resume, desk: &mut Desk<'_>) -> Turn;
    /// The label of the request that it has just asked for.
    fn label(&self, request: &Request) -> Label;
    /// What it does at present, and to which table.
    fn title(&self) -> Title;
    /// What the whole program does, where [`title`](Self::title) is about one part after the other.
    fn whole(&self) -> Title {
        self.title()
    }
    /// What it remembers, in the order in which that was learnt.
    fn memory(&self) -> Vec<Memory>;
    /// The language whose shell it uses: each of its demands is then an operation of its own.
    fn language(&self) -> Option<&str> {
        None
    }
    /// Whether each of its requests is an operation of its own, and a long run of them may be done as one step.
    fn is_many(&self) -> bool {
        self.language().is_some()
    }
    /// Its text with the number of bytes of it that were typed, where it has a text.
    fn typed(&self) -> Option<(Arc<str>, usize)> {
        None
    }
    /// Takes the answer to its question.
    fn take_answer(&mut self, _line: &str) {}
    /// The line of its text at which it stands, counted from 1; `number` is that of the line at the prompt of the shell
    /// at work.
    fn line(&self, _number: Option<u32>) -> Option<u32> {
        None
    }
}

/// A program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Program {
    /// One request.
    Single(Single),
    /// The first row less one, until nobody else has it.
    Prepend(Prepend),
    /// The first row, by a read in each bucket.
    FirstRow(FirstRow),
    /// The last row by reading them all.
    FullScan(FullScan),
    /// The last row by probing the middle of what is left.
    Bisection(Bisection),
    /// Page after page.
    Pages(PageReader),
    /// Many requests on keys that follow a rule.
    Series(Series),
    /// Statements for the client's shell.
    Script(Script),
}

impl Program {
    pub(super) fn routine(&self) -> &dyn Routine {
        match self {
            Self::Single(program) => program,
            Self::Prepend(program) => program,
            Self::FirstRow(program) => program,
            Self::FullScan(program) => program,
            Self::Bisection(program) => program,
            Self::Pages(program) => program,
            Self::Series(program) => program,
            Self::Script(program) => program,
        }
    }

    pub(super) fn routine_mut(&mut self) -> &mut dyn Routine {
        match self {
            Self::Single(program) => program,
            Self::Prepend(program) => program,
            Self::FirstRow(program) => program,
            Self::FullScan(program) => program,
            Self::Bisection(program) => program,
            Self::Pages(program) => program,
            Self::Series(program) => program,
            Self::Script(program) => program,
        }
    }

    /// Whether it reads and puts newest versions only, and hides none.
    pub(crate) fn is_plain(&self) -> bool {
        match self {
            Self::Single(program) => program.request().is_plain(),
            Self::Pages(program) => program.scan().reads_newest(),
            Self::Prepend(_) | Self::FirstRow(_) | Self::FullScan(_) | Self::Bisection(_) | Self::Series(_) => true,
            Self::Script(_) => false,
        }
    }

    /// Tells a [`Trace`] what can make a difference from now on, and its result. Where the program is `over`, its
    /// request is left out.
    pub(crate) fn tell(&self, over: bool, trace: &mut Trace) {
        trace.literal(&std::mem::discriminant(self));
        match self {
            Self::Single(program) => program.tell(over, trace),
            Self::Prepend(program) => program.tell(trace),
            Self::FirstRow(program) => program.tell(trace),
            Self::FullScan(program) => program.tell(trace),
            Self::Bisection(program) => program.tell(trace),
            Self::Pages(program) => program.tell(over, trace),
            Self::Series(program) => trace.literal(program),
            Self::Script(program) => trace.literal(program),
        }
    }

    /// What it does at present, and to which table.
    pub fn title(&self) -> Title {
        self.routine().title()
    }

    /// What the whole program does, where [`title`](Self::title) is about one part after the other.
    pub fn whole(&self) -> Title {
        self.routine().whole()
    }

    /// What it remembers, in the order in which that was learnt.
    pub fn memory(&self) -> Vec<Memory> {
        self.routine().memory()
    }

    /// The part of what is repeated that it is, where it is one.
    pub fn series(&self) -> Option<&Series> {
        if let Self::Series(series) = self { Some(series) } else { None }
    }
}

impl Turn {
    fn ask(answer: impl Into<Option<Answer>>, request: Request) -> Self {
        Self { answer: answer.into(), demand: Demand::Ask(request) }
    }

    fn end(answer: impl Into<Option<Answer>>, how: How) -> Self {
        Self { answer: answer.into(), demand: Demand::End(how) }
    }

    /// The end of a program whose request failed.
    fn failed(label: Label, table: &TableName, error: Error) -> Self {
        Self::end(Answer::new(label, table, Came::Failed(error.into())), How::Failed)
    }

    /// The end of a program that got a response of another kind than it asked for.
    fn strange(label: Label, table: &TableName) -> Self {
        Self::end(Answer::new(label, table, Came::Strange), How::Failed)
    }
}
