//! Prepending to a table that grows at the top: read the first key, subtract one, put the row there if nobody has yet,
//! else subtract one more.
//!
//! The check is on a column that every row has: it must be absent. So two clients that read the same first key cannot
//! both write the same row; the second is refused and goes on. With a plain put instead, it overwrites the other's row,
//! and no one notices.

use super::{Demand, Desk, How, Resume, Routine, Turn};
use crate::sim::answer::{Answer, Came, Prepending};
use crate::sim::label::{Label, Title, Verb};
use crate::sim::memory::{Claim, Learnt, Memory, Value};
use splitpoint_model::bytes::{RowKey, TableName, from_long};
use splitpoint_model::client::{Request, Response};
use splitpoint_model::identity::Trace;
use splitpoint_model::mutation::{CheckAndMutate, Condition, Mutation, Put, PutCell, Then};
use splitpoint_model::query::Scan;

/// Prepends one row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Prepend {
    table: TableName,
    condition: Condition,
    cells: Vec<PutCell>,
    blind: bool,
    highest: u64,
    first: Option<Memory>,
    /// The key that is being tried, as an unsigned number: that is how keys are ordered.
    attempt: Option<u64>,
    tries: u32,
    wrote: Option<Memory>,
}

impl Prepend {
    pub(super) fn new(table: TableName, condition: Condition, cells: Vec<PutCell>, blind: bool, highest: i64) -> Self {
        Self {
            table,
            condition,
            cells,
            blind,
            highest: highest.cast_unsigned(),
            first: None,
            attempt: None,
            tries: 0,
            wrote: None,
        }
    }

    fn key(number: u64) -> RowKey {
        from_long(number.cast_signed()).as_slice().into()
    }

    fn row(&self, number: u64) -> Value {
        Value::Row(self.table.clone(), Self::key(number))
    }

    /// What is at work, or comes next.
    fn at_work(&self) -> Label {
        let Some(number) = self.attempt else { return Label::FirstRow };
        let verb = if self.blind { Verb::Put } else { Verb::CheckAndPut };
        Label::Request { verb, table: Some(self.table.clone()), row: Some(Self::key(number)) }
    }

    fn answer(&self, came: Came) -> Answer {
        Answer::new(self.at_work(), &self.table, came)
    }

    /// The request that tries a key.
    fn attempt(&mut self, number: u64) -> Request {
        self.attempt = Some(number);
        let put = Put { row: Self::key(number), cells: self.cells.clone(), ttl: None };
        if self.blind {
            return Request::Put(self.table.clone(), put);
        }
        let row = put.row.clone();
        let then = Then::Mutate(Mutation::Put(put));
        Request::CheckAndMutate(self.table.clone(), CheckAndMutate { row, condition: self.condition.clone(), then })
    }

    /// Hears what the first row is.
    fn hear_first(&mut self, row: Option<RowKey>) -> Turn {
        let (value, claim) = match &row {
            None => (Value::Nothing, Claim::empty(&self.table)),
            Some(row) => (Value::Row(self.table.clone(), row.clone()), Claim::first(&self.table, row)),
        };
        self.first = Some(Memory { name: Learnt::First, value, claim: Some(claim) });
        let first = row.as_deref().map(<[u8; 8]>::try_from);
        let next = match first {
            None => Prepending::Try(self.highest),
            Some(Err(_)) => Prepending::Width,
            Some(Ok(number)) => match u64::from_be_bytes(number).checked_sub(1) {
                Some(number) => Prepending::Try(number),
                None => Prepending::Lowest,
            },
        };
        let answer = self.answer(Came::First(row, next));
        match next {
            Prepending::Try(number) => Turn::ask(answer, self.attempt(number)),
            Prepending::Width | Prepending::Lowest => Turn::end(answer, How::Failed),
        }
    }

    /// Hears whether the key was free; without a check, that it was written.
    fn hear_attempt(&mut self, number: u64, success: bool) -> Turn {
        let answer = self.answer(Came::Tried { number, success, blind: self.blind });
        if success {
            let claim = Some(Claim::written(&self.table, &Self::key(number)));
            self.wrote = Some(Memory { name: Learnt::Wrote, value: self.row(number), claim });
            return Turn::end(answer, How::Done);
        }
        match number.checked_sub(1) {
            Some(next) => Turn::ask(answer, self.attempt(next)),
            None => Turn::end(answer, How::Failed),
        }
    }
}

impl Prepend {
    /// Tells a [`Trace`] what can make a difference from now on.
    pub(super) fn tell(&self, trace: &mut Trace) {
        trace.literal(&(&self.table, &self.condition, &self.cells, self.blind, self.highest, self.attempt));
    }
}

impl Routine for Prepend {
    fn begin(&mut self) -> Demand {
        Demand::Ask(Request::Scan(self.table.clone(), Scan { limit: 1, ..Scan::default() }))
    }

    fn go(&mut self, told: Resume, _: &mut Desk<'_>) -> Turn {
        let Resume::Reply(reply) = told else { return Turn::strange(self.at_work(), &self.table) };
        self.tries += u32::from(self.attempt.is_some());
        match (self.attempt, reply) {
            (None, Ok(Response::Rows { results, .. })) => {
                self.hear_first(results.first().and_then(|result| result.row()).map(RowKey::from))
            }
            (Some(number), Ok(Response::Checked { success, .. })) => self.hear_attempt(number, success),
            (Some(number), Ok(Response::Done)) => self.hear_attempt(number, true),
            (_, Err(error)) => Turn::failed(self.at_work(), &self.table, error),
            (_, Ok(_)) => Turn::strange(self.at_work(), &self.table),
        }
    }

    fn label(&self, _: &Request) -> Label {
        self.at_work()
    }

    fn title(&self) -> Title {
        Title::Prepend { table: self.table.clone(), blind: self.blind }
    }

    fn memory(&self) -> Vec<Memory> {
        let tries = (self.tries > 1).then(|| Memory {
            name: Learnt::Tries,
            value: Value::Number(self.tries.into()),
            claim: None,
        });
        // Once the row is written, nothing depends on the first key any more.
        let first = self.first.clone().map(|first| match self.wrote {
            Some(_) => Memory { claim: None, ..first },
            None => first,
        });
        first.into_iter().chain(self.wrote.clone()).chain(tries).collect()
    }
}
