//! A program that a client's shell runs: its text, how far it has come, and how what it sends is called.

use super::single::Reads;
use super::{Answer, Ask, Memory, Reply, Routine, Single, Turn, count};
use crate::words::Tone;
use crate::words::phrase::Phrase;
use splitpoint_model::bytes::{RowKey, TableName};
use splitpoint_model::client::{Request, Response};
use std::sync::Arc;

/// Characters of a statement that its label shows.
const SHOWN: usize = 48;

/// A script for one client.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Script {
    text: Arc<str>,
    /// Bytes of it that were typed.
    typed: usize,
    /// The number of its next line, in the script of which it is a part.
    line: u32,
    /// Columns of the terminal.
    pub(crate) width: u16,
    /// What the number of a line at the prompt is more than its number in the script.
    offset: i64,
    /// What stands in the last statement that was begun.
    statement: Phrase,
    single: Option<Box<Single>>,
}

impl Script {
    pub(crate) fn new(text: &str, line: u32, width: u16) -> Self {
        let mut script =
            Self { text: text.into(), typed: 0, line, width, offset: 0, statement: Phrase::new(), single: None };
        script.statement = script.coming();
        script
    }

    /// Types the next line, which the prompt counts as `number`. `None` where there are no more.
    pub(crate) fn line(&mut self, number: u32) -> Option<String> {
        let line = self.reply()?;
        self.offset = i64::from(number) - i64::from(self.line - 1);
        Some(line)
    }

    /// Types the next line as the answer to a question, which no prompt counts.
    pub(crate) fn reply(&mut self) -> Option<String> {
        let rest = &self.text[self.typed..];
        if rest.is_empty() {
            return None;
        }
        let (line, more) = rest.split_once('\n').map_or((rest, rest.len()), |(line, _)| (line, line.len() + 1));
        let line = line.trim_end_matches('\r').to_owned();
        self.typed += more;
        self.line += 1;
        Some(line)
    }

    /// Takes the answer to a question, as if it stood next in the text.
    pub(crate) fn answered(&mut self, text: &str) {
        self.text = format!("{}{text}\n", &self.text[..self.typed]).into();
    }

    /// Its text, and how many bytes of it were typed.
    pub(crate) fn typed(&self) -> (Arc<str>, usize) {
        (self.text.clone(), self.typed)
    }

    fn next_statement(&self) -> Option<(usize, &str)> {
        let lines = self.text[self.typed..].lines().map(str::trim).enumerate();
        lines.into_iter().find(|(_, line)| !line.is_empty() && !line.starts_with('#'))
    }

    /// What comes next, in words.
    pub(crate) fn coming(&self) -> Phrase {
        let Some((_, line)) = self.next_statement() else { return "the end of the script".into() };
        match line.char_indices().nth(SHOWN) {
            Some((end, _)) => format!("{}…", &line[..end]).into(),
            None => line.into(),
        }
    }

    /// Begins with the next statement.
    pub(crate) fn begin_statement(&mut self) {
        self.statement = self.coming();
    }

    /// The line in the script of a line at the prompt; without one, of the statement that comes next.
    pub fn place(&self, number: Option<u32>) -> Option<u32> {
        match number {
            Some(number) => u32::try_from(i64::from(number) - self.offset).ok(),
            None => self.next_statement().map(|(skipped, _)| self.line + skipped as u32),
        }
    }

    /// The statement at work.
    pub(crate) fn statement(&self) -> &Phrase {
        &self.statement
    }

    /// Takes a request of a command, under the name it has in lanes.
    pub(crate) fn ask(&mut self, request: Request) -> Ask {
        let (table, verb, row) = name(&request);
        let label = match (&table, row) {
            (Some(table), Some(row)) => Phrase::from(verb).text(" ").key(table, row),
            (Some(table), None) => Phrase::from(verb).text(" ").text(&**table),
            (None, _) => verb.into(),
        };
        let reads = match &request {
            Request::Get(_, get) => Some(Reads::Row(get.row.clone())),
            _ => None,
        };
        let title = self.statement.clone();
        let single = Single::new(table.unwrap_or_else(|| "".into()), title, label.clone(), request.clone());
        self.single = Some(Box::new(match reads {
            Some(reads) => single.reading(reads),
            None => single,
        }));
        Ask { label, request }
    }
}

/// The table, the verb and the row of a request.
fn name(request: &Request) -> (Option<TableName>, &'static str, Option<RowKey>) {
    let (table, verb, row) = match request {
        Request::Put(table, put) => (table, "put", Some(&put.row)),
        Request::Delete(table, delete) => (table, "delete", Some(&delete.row)),
        Request::Increment(table, increment) => (table, "increment", Some(&increment.row)),
        Request::Append(table, append) => (table, "append", Some(&append.row)),
        Request::Get(table, get) => (table, "get", Some(&get.row)),
        Request::CheckAndMutate(table, check) => (table, "check-and-mutate", Some(&check.row)),
        Request::MutateRow(table, row) => (table, "mutate row", Some(&row.row)),
        Request::MutateRows(table, _) => (table, "transaction in", None),
        Request::Batch(table, _) => (table, "batch in", None),
        Request::Scan(table, _) | Request::OpenScan(table, _) => (table, "scan", None),
        Request::Next { .. } => return (None, "next of the scanner", None),
        Request::CloseScan(_) => return (None, "close the scanner", None),
    };
    (Some(table.clone()), verb, row.cloned())
}

impl Routine for Script {
    fn begin(&mut self) -> Turn {
        if self.next_statement().is_some() { Turn::Think(self.coming()) } else { Turn::Done }
    }

    fn hear(&mut self, reply: Reply, at: u64) -> (Answer, Turn) {
        let answer = match (&mut self.single, reply) {
            (Some(single), Ok(Response::Rows { results, .. })) => {
                let rows = count(results.len(), "row");
                let label = single.label().clone();
                Answer::new(Tone::Ok, format!("→ {rows}"), label.text(" brings ").text(rows).text("."))
            }
            (Some(single), reply) => single.hear(reply, at).0,
            (None, _) => Answer::strange(&self.statement),
        };
        (answer, Turn::Think(self.statement.clone()))
    }

    fn title(&self) -> Phrase {
        self.statement.clone()
    }

    fn memory(&self) -> Vec<Memory> {
        self.single.as_ref().map(|single| single.memory()).unwrap_or_default()
    }
}
