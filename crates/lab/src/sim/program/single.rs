//! A program of one request: an insert, a read, a delete, a transaction, a batch.

use super::{Demand, Desk, How, Reply, Resume, Routine, Turn};
use crate::sim::answer::{Answer, Came};
use crate::sim::label::{Label, Title};
use crate::sim::memory::{Claim, Learnt, Memory, Value};
use splitpoint_model::bytes::{RowKey, TableName};
use splitpoint_model::cell::Cell;
use splitpoint_model::client::{Request, Response};
use splitpoint_model::identity::Trace;

/// One request.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Single {
    table: TableName,
    title: Title,
    label: Label,
    request: Request,
    /// For a read, what it looks for; it decides what the answer means.
    reads: Option<Reads>,
    memory: Option<Memory>,
}

/// What a read looks for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Reads {
    /// This row.
    Row(RowKey),
    /// The last row of the table.
    Last,
    /// The last row, read by a key that the program takes for the last one.
    Constant(RowKey),
}

impl Single {
    pub(super) fn new(table: TableName, title: Title, label: Label, request: Request) -> Self {
        Self { table, title, label, request, reads: None, memory: None }
    }

    pub(super) fn reading(self, reads: Reads) -> Self {
        Self { reads: Some(reads), ..self }
    }

    /// Its request.
    pub fn request(&self) -> &Request {
        &self.request
    }

    fn remember(&mut self, name: Learnt, value: Value, claim: Claim) {
        self.memory = Some(Memory { name, value, claim: Some(claim) });
    }

    fn found(&mut self, row: Option<RowKey>, cells: usize) -> Came {
        let table = self.table.clone();
        match (self.reads.clone(), row) {
            (Some(Reads::Last), row) => {
                if let Some(row) = &row {
                    self.remember(Learnt::Last, Value::Row(table.clone(), row.clone()), Claim::last(&table, row));
                }
                Came::Last(row)
            }
            (Some(Reads::Constant(row)), found) => {
                if found.is_some() {
                    self.remember(Learnt::Last, Value::Row(table.clone(), row.clone()), Claim::last(&table, &row));
                }
                Came::Constant(row, found.is_some())
            }
            (Some(Reads::Row(row)), found) => {
                let value = found.as_ref().map_or(Value::Nothing, |_| Value::Cells(cells));
                self.remember(Learnt::Read, value, Claim::row(&table, &row));
                Came::Row(row, found.map(|_| cells))
            }
            (None, _) => Came::Done,
        }
    }

    /// What an increment or an append brings back; `None` where it was asked to bring nothing, and of other requests.
    fn became(&self, cells: &[Cell]) -> Option<Came> {
        let counts = match self.request {
            Request::Increment(..) => true,
            Request::Append(..) => false,
            _ => return None,
        };
        let (cell, more) = cells.split_first()?;
        Some(Came::Became { cell: cell.clone(), more: more.len(), counts })
    }

    /// What its answer means.
    pub(super) fn hear(&mut self, reply: Reply) -> Answer {
        let came = match reply {
            Ok(Response::Done) => Came::Written,
            Ok(Response::Processed(held)) => Came::Processed(held),
            Ok(Response::Checked { success, .. }) => Came::Checked(success),
            Ok(Response::Row(result)) => match self.became(&result.cells) {
                Some(came) => came,
                None => self.found(result.row().map(RowKey::from), result.cells.len()),
            },
            Ok(Response::Rows { results, .. }) => {
                let cells = results.iter().map(|result| result.cells.len()).sum();
                self.found(results.last().and_then(|result| result.row()).map(RowKey::from), cells)
            }
            Ok(Response::Batch(answers)) => {
                let all = answers.len();
                let mut failures = answers.into_iter().filter_map(Result::err);
                let why = failures.next().map(Box::new);
                Came::Batched { all, failed: usize::from(why.is_some()) + failures.count(), why }
            }
            Ok(Response::Scanner(_)) => Came::Strange,
            Err(error) => Came::Failed(error.into()),
        };
        Answer::new(self.label.clone(), &self.table, came)
    }
}

impl Single {
    /// Tells a [`Trace`] what can make a difference from now on.
    pub(super) fn tell(&self, over: bool, trace: &mut Trace) {
        trace.literal(&self.reads);
        if !over {
            self.request.tell(trace);
        }
        trace.each(self.memory.iter(), |trace, memory| trace.literal(&(memory.name, &memory.value)));
    }
}

impl Routine for Single {
    fn begin(&mut self) -> Demand {
        Demand::Ask(self.request.clone())
    }

    fn go(&mut self, told: Resume, _: &mut Desk<'_>) -> Turn {
        let Resume::Reply(reply) = told else { return Turn::strange(self.label.clone(), &self.table) };
        let answer = self.hear(reply);
        let failed = matches!(answer.came, Came::Failed(_) | Came::Batched { why: Some(_), .. });
        let how = if failed { How::Failed } else { How::Done };
        Turn { answer: Some(answer), demand: Demand::End(how) }
    }

    fn label(&self, _: &Request) -> Label {
        self.label.clone()
    }

    fn title(&self) -> Title {
        self.title.clone()
    }

    fn memory(&self) -> Vec<Memory> {
        self.memory.iter().cloned().collect()
    }
}
