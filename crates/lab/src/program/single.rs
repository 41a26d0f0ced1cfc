//! A program of one request: an insert, a read, a delete, a transaction.

use super::{Answer, Ask, Claim, Memory, Reply, Routine, Turn, count};
use crate::phrase::Phrase;
use crate::view::Tone;
use splitpoint_model::bytes::{RowKey, TableName};
use splitpoint_model::client::{Request, Response};
use splitpoint_model::identity::Trace;

/// One request.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Single {
    table: TableName,
    title: Phrase,
    ask: Ask,
    /// The row whose answer is remembered, where it is a read.
    reads: Option<Reads>,
    memory: Vec<Memory>,
}

/// What a read looks for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Reads {
    /// This row.
    Row(RowKey),
    /// The last row of the table.
    Last,
    /// The last row, by a key that is believed to be it.
    Constant(RowKey),
}

impl Single {
    pub(super) fn new(table: TableName, title: Phrase, label: Phrase, request: Request) -> Self {
        Self { table, title, ask: Ask { label, request }, reads: None, memory: Vec::new() }
    }

    pub(super) fn reading(self, reads: Reads) -> Self {
        Self { reads: Some(reads), ..self }
    }

    /// Its request.
    pub(crate) fn request(&self) -> &Request {
        &self.ask.request
    }

    /// What its request is called.
    pub(super) fn label(&self) -> &Phrase {
        &self.ask.label
    }

    fn remember(&mut self, name: &'static str, value: Phrase, at: u64, claim: Claim) {
        self.memory.push(Memory { name, value, at, claim: Some(claim) });
    }

    fn found(&mut self, row: Option<RowKey>, cells: usize, at: u64) -> Answer {
        let label = self.ask.label.clone();
        let table = self.table.clone();
        match (self.reads.clone(), row) {
            (Some(Reads::Last), Some(row)) => {
                let value = Phrase::new().key(&table, row.clone());
                self.remember("last", value.clone(), at, Claim::last(&table, &row));
                let sentence = label.text(" finds ").with(value.clone()).text(": one row was read, from the end.");
                Answer::new(Tone::Ok, Phrase::from("→ ").with(value), sentence)
            }
            (Some(Reads::Last), None) => {
                Answer::new(Tone::Plain, "empty", label.text(" finds nothing: no row is there."))
            }
            (Some(Reads::Constant(row)), Some(_)) => {
                let value = Phrase::new().key(&table, row.clone());
                self.remember("last", value.clone(), at, Claim::last(&table, &row));
                let sentence = label.text(" finds it: the last row has a key that never changes.");
                Answer::new(Tone::Ok, Phrase::from("→ ").with(value), sentence)
            }
            (Some(Reads::Constant(row)), None) => {
                let sentence = label
                    .text(" finds nothing: no row has exactly the ")
                    .text(count(row.len(), "byte"))
                    .text(" of this key. A number of another width is another key.");
                Answer::new(Tone::Warn, "no such row", sentence)
            }
            (Some(Reads::Row(row)), Some(_)) => {
                let value: Phrase = count(cells, "cell").into();
                self.remember("read", value.clone(), at, Claim::row(&table, &row));
                Answer::new(
                    Tone::Ok,
                    Phrase::from("→ ").with(value.clone()),
                    label.text(" brings ").with(value).text("."),
                )
            }
            (Some(Reads::Row(row)), None) => {
                self.remember("read", "nothing".into(), at, Claim::row(&table, &row));
                Answer::new(Tone::Plain, "no such row", label.text(" brings nothing: no cell of it is visible."))
            }
            (None, _) => Answer::new(Tone::Ok, "done", label.text(" is done.")),
        }
    }

    /// Tells what can matter of it.
    pub(super) fn tell(&self, over: bool, trace: &mut Trace) {
        trace.literal(&self.reads);
        if !over {
            self.ask.request.tell(trace);
        }
        trace.each(self.memory.iter(), |trace, memory| trace.literal(&(memory.name, &memory.value)));
    }
}

impl Routine for Single {
    fn begin(&mut self) -> Turn {
        Turn::Ask(self.ask.clone())
    }

    fn hear(&mut self, reply: Reply, at: u64) -> (Answer, Turn) {
        let label = self.ask.label.clone();
        let answer = match reply {
            Ok(Response::Done) => {
                Answer::new(Tone::Ok, "done", label.text(" is done: it is in the log and in the memstore."))
            }
            Ok(Response::Processed(true)) => {
                Answer::new(Tone::Ok, "all done", label.text(" is done: all of it became visible at once."))
            }
            Ok(Response::Processed(false)) => {
                Answer::new(Tone::No, "nothing done", label.text(": a condition does not hold. Nothing is written."))
            }
            Ok(Response::Checked { success: true, .. }) => Answer::new(Tone::Ok, "true", label.text(" is done.")),
            Ok(Response::Checked { success: false, .. }) => {
                Answer::new(Tone::No, "false", label.text(": the condition does not hold. Nothing is written."))
            }
            Ok(Response::Row(result)) => self.found(result.row().map(RowKey::from), result.cells.len(), at),
            Ok(Response::Rows { results, .. }) => {
                let cells = results.iter().map(|result| result.cells.len()).sum();
                self.found(results.last().and_then(|result| result.row()).map(RowKey::from), cells, at)
            }
            Ok(Response::Batch(_) | Response::Scanner(_)) => Answer::strange(&label),
            Err(error) => return (Answer::error(&label, &self.table, &error), Turn::Failed),
        };
        (answer, Turn::Done)
    }

    fn title(&self) -> Phrase {
        self.title.clone()
    }

    fn memory(&self) -> Vec<Memory> {
        self.memory.clone()
    }
}
