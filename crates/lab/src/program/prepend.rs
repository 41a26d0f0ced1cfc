//! Prepending to a table that grows at the top: read the first key, subtract one, put the row there if nobody has yet,
//! else subtract one more.
//!
//! The check is on a column that every row has: it must be absent. So two clients that read the same first key cannot
//! both write the same row; the second is refused and goes on. With a plain put instead, it overwrites the other's row,
//! and no one notices.

use super::{Answer, Ask, Claim, Memory, Reply, Routine, STALE, Turn};
use crate::phrase::Phrase;
use crate::view::Tone;
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

    fn show(&self, number: u64) -> Phrase {
        Phrase::new().key(&self.table, Self::key(number))
    }

    fn verb(&self) -> &'static str {
        if self.blind { "put " } else { "check-and-put " }
    }

    fn on(&self, number: u64) -> Phrase {
        let verb = if self.blind { "put on " } else { "check-and-put on " };
        Phrase::from(verb).with(self.show(number))
    }

    /// The request that tries a key.
    fn attempt(&mut self, number: u64) -> Turn {
        self.attempt = Some(number);
        let put = Put { row: Self::key(number), cells: self.cells.clone(), ttl: None };
        let request = if self.blind {
            Request::Put(self.table.clone(), put)
        } else {
            let row = put.row.clone();
            let then = Then::Mutate(Mutation::Put(put));
            Request::CheckAndMutate(self.table.clone(), CheckAndMutate { row, condition: self.condition.clone(), then })
        };
        Turn::Ask(Ask { label: Phrase::from(self.verb()).with(self.show(number)), request })
    }

    /// Hears what the first row is.
    fn hear_first(&mut self, row: Option<RowKey>, at: u64) -> (Answer, Turn) {
        let Some(row) = row else {
            let next = self.show(self.highest);
            let sentence = Phrase::from("finds the table empty, so the first row is to be ").with(next).text(".");
            let open = RowKey::default();
            let claim = Claim { table: self.table.clone(), from: open.clone(), to: open, row: None, breach: STALE };
            self.first = Some(Memory { name: "first", value: "none".into(), at, claim: Some(claim) });
            return (Answer::new(Tone::Plain, "empty", sentence), self.attempt(self.highest));
        };
        let value = Phrase::new().key(&self.table, row.clone());
        let claim = Some(Claim::first(&self.table, &row));
        self.first = Some(Memory { name: "first", value: value.clone(), at, claim });
        let text = Phrase::from("→ ").with(value.clone());
        let Ok(number) = <[u8; 8]>::try_from(&*row) else {
            let sentence = Phrase::from("cannot subtract one from ")
                .with(value)
                .text(": prepending needs keys of 8 bytes, and this one is of another width.");
            return (Answer::new(Tone::No, text, sentence), Turn::Failed);
        };
        let number = u64::from_be_bytes(number);
        if number == 0 {
            let sentence = Phrase::from("stops: the first row is ")
                .with(value)
                .text(", and there is no key before it. One less would be −1, which sorts last.");
            return (Answer::new(Tone::No, text, sentence), Turn::Failed);
        }
        let sentence = Phrase::from("reads the first row: it is ")
            .with(value)
            .text(", so ")
            .with(self.show(number - 1))
            .text(" is to be next.");
        (Answer::new(Tone::Plain, text, sentence), self.attempt(number - 1))
    }

    fn written(&mut self, number: u64, at: u64) {
        let claim = Some(Claim::written(&self.table, &Self::key(number)));
        self.wrote = Some(Memory { name: "wrote", value: self.show(number), at, claim });
    }

    /// Hears whether the key was free.
    fn hear_attempt(&mut self, number: u64, success: bool, at: u64) -> (Answer, Turn) {
        if success {
            self.written(number, at);
            let sentence = self.on(number).text(" succeeds: nobody had that row. It is written.");
            return (Answer::new(Tone::Ok, "true", sentence), Turn::Done);
        }
        let sentence = self.on(number).text(" fails: ").rival(&self.table, Self::key(number)).text(". ");
        if number == 0 {
            let sentence = sentence.text("There is no key before it, so the program stops.");
            return (Answer::new(Tone::No, "false", sentence), Turn::Failed);
        }
        let answer = Answer::new(Tone::No, "false", sentence.text("Nothing is written."));
        (answer, self.attempt(number - 1))
    }

    /// Tells what can matter of it.
    pub(super) fn tell(&self, trace: &mut Trace) {
        trace.literal(&(&self.table, &self.condition, &self.cells, self.blind, self.highest, self.attempt));
    }
}

impl Routine for Prepend {
    fn begin(&mut self) -> Turn {
        let scan = Scan { limit: 1, ..Scan::default() };
        Turn::Ask(Ask { label: "scan first row".into(), request: Request::Scan(self.table.clone(), scan) })
    }

    fn hear(&mut self, reply: Reply, at: u64) -> (Answer, Turn) {
        let label = match self.attempt {
            None => Phrase::from("scan for the first row"),
            Some(number) => self.on(number),
        };
        self.tries += u32::from(self.attempt.is_some());
        match (self.attempt, reply) {
            (None, Ok(Response::Rows { results, .. })) => {
                self.hear_first(results.first().and_then(|result| result.row()).map(RowKey::from), at)
            }
            (Some(number), Ok(Response::Checked { success, .. })) => self.hear_attempt(number, success, at),
            (Some(number), Ok(Response::Done)) => {
                self.written(number, at);
                let sentence =
                    self.on(number).text(" is done without looking: whatever was in that row is overwritten.");
                (Answer::new(Tone::Warn, "done", sentence), Turn::Done)
            }
            (_, Err(error)) => (Answer::error(&label, &self.table, &error), Turn::Failed),
            (_, Ok(_)) => (Answer::strange(&label), Turn::Failed),
        }
    }

    fn title(&self) -> Phrase {
        Phrase::from(if self.blind { "prepend blindly to " } else { "prepend to " }).text(&*self.table)
    }

    fn memory(&self) -> Vec<Memory> {
        let tries = (self.tries > 1).then(|| Memory {
            name: "tries",
            value: self.tries.to_string().into(),
            at: 0,
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
