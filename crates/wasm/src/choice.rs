//! What a search is asked for, and the choices of its orders, as plain data.

use crate::operation::Operation;
use crate::value::{Bytes, Column};
use serde::{Deserialize, Serialize};
use splitpoint_lab::intent::Intent;
use splitpoint_lab::promise::{Promise, Resource};
use splitpoint_lab::search::{Choice, Interference, Options};
use splitpoint_lab::sim::world::Actor;
use splitpoint_lab::view::Grain;

/// What is searched, and how far.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct Request {
    grain: Grain,
    most: Option<usize>,
    interfere: Vec<Operation>,
    background: bool,
    promises: Vec<Wanted>,
}

/// What is to be true of every order: an object with one field, whose name says what.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum Wanted {
    Row { table: String, row: Bytes, there: bool },
    Rows { table: String, count: usize },
    Cell { table: String, row: Bytes, column: Column, value: Option<Bytes> },
    Acknowledged { table: String },
    Together { table: String, cells: Vec<Value> },
    AtMost { resource: Counted, most: u64, client: Option<char> },
}

#[derive(Deserialize)]
struct Value {
    row: Bytes,
    column: Column,
    value: Bytes,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Counted {
    Calls,
    Rows,
    Cells,
}

impl Request {
    /// The options and the promises of the search. Operations of clients cannot come in between, and are left out.
    pub(crate) fn parts(self) -> (Options, Vec<Promise>) {
        let mut options = Options::new(self.grain);
        options.most = self.most.unwrap_or(options.most);
        for operation in self.interfere {
            if let Intent::Admin(request) = operation.into() {
                options = options.with(Interference::Admin(request));
            }
        }
        if self.background {
            options = options.with(Interference::Background);
        }
        (options, self.promises.into_iter().map(Promise::from).collect())
    }
}

impl From<Wanted> for Promise {
    fn from(wanted: Wanted) -> Self {
        match wanted {
            Wanted::Row { table, row: Bytes(row), there } => Self::Row { table, row, there },
            Wanted::Rows { table, count } => Self::Rows { table, count },
            Wanted::Cell { table, row: Bytes(row), column: Column(family, qualifier), value } => {
                Self::Cell { table, row, family, qualifier, value: value.map(|Bytes(value)| value) }
            }
            Wanted::Acknowledged { table } => Self::Acknowledged { table },
            Wanted::Together { table, cells } => {
                let cell = |Value { row: Bytes(row), column: Column(family, qualifier), value: Bytes(value) }| {
                    (row, family, qualifier, value)
                };
                Self::Together { table, cells: cells.into_iter().map(cell).collect() }
            }
            Wanted::AtMost { resource, most, client } => Self::AtMost {
                resource: match resource {
                    Counted::Calls => Resource::Calls,
                    Counted::Rows => Resource::Rows,
                    Counted::Cells => Resource::Cells,
                },
                most,
                client: client.and_then(|letter| u8::try_from(letter).ok()?.checked_sub(b'A')),
            },
        }
    }
}

/// A choice: what is done next.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Told {
    /// A client steps.
    Client(char),
    /// A job steps.
    Job(u32),
    /// What comes in between: the number of it in the list that was given.
    Interference(usize),
}

impl Told {
    pub(crate) fn new(choice: &Choice, interferences: &[Interference]) -> Self {
        match choice {
            Choice::Step(Actor::Job(job)) => Self::Job(*job),
            Choice::Step(actor) => Self::Client(actor.letter().unwrap_or('?')),
            Choice::Interference(one) => {
                Self::Interference(interferences.iter().position(|other| other == one).unwrap_or_default())
            }
        }
    }
}
