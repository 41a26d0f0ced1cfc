//! The results of requests, statements and jobs, as data for programs.

use super::{Printer, Stage, print};
use crate::log::{Fact, Row};
use crate::notation::plain::{bytes, number};
use crate::sim::answer::Came;
use crate::view::{KeyNotation, Tone};
use crate::words;
use serde::Serialize;
use splitpoint_model::error::Error;

/// The result of a request, a statement or a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OutcomeView {
    /// The client that asked: `A` to `D`; `None` for background work.
    pub client: Option<char>,
    /// What was asked: `get 18`, or a statement of a script.
    pub title: String,
    /// The result in a word or two: `→ 3 cells`, `done`.
    pub text: String,
    /// The tone of the result: whether it is good, refused, or a warning.
    pub tone: Tone,
    /// Whether a condition held, where there was one.
    pub success: Option<bool>,
    /// What HBase threw.
    pub error: Option<ErrorView>,
    /// The rows that came back, in their order. Of a very long answer the first and the last 1,000.
    pub rows: Vec<FoundRow>,
    /// How many rows came back.
    pub rows_total: u64,
    /// How many cells came back.
    pub cells_total: u64,
}

/// An exception.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ErrorView {
    /// Its class, by HBase's name.
    pub name: &'static str,
    /// What HBase says.
    pub message: String,
    /// What to do about it, in a sentence.
    pub advice: String,
    /// Whether HBase's client sends the same again by itself.
    pub retryable: bool,
}

/// A row that came back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FoundRow {
    /// The row key.
    #[serde(serialize_with = "bytes")]
    pub key: Vec<u8>,
    /// The row key in the notation that was asked for.
    pub text: String,
    /// Its cells in their order.
    pub cells: Vec<FoundCell>,
}

/// A cell that came back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FoundCell {
    /// `family:qualifier`.
    pub column: String,
    /// Milliseconds.
    #[serde(serialize_with = "number")]
    pub time: i64,
    /// The value.
    #[serde(serialize_with = "bytes")]
    pub value: Vec<u8>,
}

impl From<&Error> for ErrorView {
    fn from(error: &Error) -> Self {
        Self {
            name: error.class(),
            message: error.to_string(),
            advice: words::advice(error),
            retryable: error.is_retryable(),
        }
    }
}

impl Stage<'_> {
    /// What was answered since a place, up to the cursor, in order.
    pub fn outcomes(&self, place: usize, notation: KeyNotation) -> Vec<OutcomeView> {
        let facts = (place + 1..=self.log.at()).filter_map(|at| self.log.fact(at));
        facts.filter_map(|fact| self.outcome(fact, notation)).collect()
    }

    /// `None` where nothing was answered.
    fn outcome(&self, fact: &Fact, notation: KeyNotation) -> Option<OutcomeView> {
        let answer = fact.answer.as_deref()?;
        let printer = Printer::new(self.key(&answer.table), notation);
        let keys = |table: &str, row: &[u8]| Printer::new(self.key(table), notation).key(row);
        let rows = fact.rows.as_deref();
        let (success, error) = match &answer.came {
            Came::Processed(held) | Came::Checked(held) | Came::Tried { success: held, .. } => (Some(*held), None),
            Came::Failed(error) | Came::Batched { why: Some(error), .. } => (None, Some(ErrorView::from(&**error))),
            _ => (None, None),
        };
        Some(OutcomeView {
            client: fact.actor.letter(),
            title: words::label(&answer.to).print(&keys),
            text: words::answer(answer).text.print(&keys),
            tone: words::tone(answer),
            success,
            error,
            rows: rows
                .into_iter()
                .flat_map(|rows| rows.first().chain(rows.last()))
                .map(|row| found(row, &printer))
                .collect(),
            rows_total: rows.map_or(0, crate::log::Rows::rows_total),
            cells_total: rows.map_or(0, crate::log::Rows::cells_total),
        })
    }
}

fn found(row: &Row, printer: &Printer) -> FoundRow {
    let cells = row.cells().iter().map(|cell| FoundCell {
        column: print::column(cell.family(), cell.qualifier()),
        time: cell.timestamp(),
        value: cell.value().to_vec(),
    });
    FoundRow { key: row.key().to_vec(), text: printer.key(row.key()), cells: cells.collect() }
}
