//! What both sides answer, and when two answers are the same.

use crate::cluster::{Cell, Row, Trouble};
use splitpoint_model::cell;
use splitpoint_model::client::Response;
use splitpoint_model::error::Error;
use splitpoint_model::query::RowResult;
use std::collections::{BTreeMap, BTreeSet};

/// An answer, of either side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The request was carried out, and there is no result.
    Done,
    /// Rows with their cells, in the order in which they came.
    Rows(Vec<Row>),
    /// Whether a condition held.
    Held(bool),
    /// HBase refused it: the simple name of its exception.
    Refused(String),
    /// Something else came.
    Trouble(Trouble),
}

/// Cells whose times stand in the script: table, row, family, qualifier, time. Those of all others are the server's, and not
/// compared.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Given(BTreeSet<(String, Column, i64)>);

/// Row, family and qualifier.
type Column = (Vec<u8>, Vec<u8>, Vec<u8>);

impl Given {
    /// Notes that the script itself gives this cell its timestamp.
    pub(super) fn note(&mut self, table: &str, row: &[u8], family: &[u8], qualifier: &[u8], time: i64) {
        self.0.insert((table.to_owned(), (row.to_vec(), family.to_vec(), qualifier.to_vec()), time));
    }

    /// Whether the script itself gave a cell its timestamp.
    pub fn has(&self, table: &str, row: &[u8], cell: &Cell) -> bool {
        let column = (row.to_vec(), cell.family.clone(), cell.qualifier.clone());
        self.0.contains(&(table.to_owned(), column, cell.time))
    }

    /// Whether both cells are the same, as far as both sides can know.
    fn alike(&self, table: &str, row: &[u8], model: &Cell, cluster: &Cell) -> bool {
        model.family == cluster.family
            && model.qualifier == cluster.qualifier
            && model.value == cluster.value
            && (model.time == cluster.time || !self.has(table, row, model))
    }

    /// Whether both sides have the same rows in the same order.
    pub(super) fn same_rows(&self, table: &str, model: &[Row], cluster: &[Row]) -> bool {
        model.len() == cluster.len()
            && model.iter().zip(cluster).all(|(ours, theirs)| {
                ours.key == theirs.key
                    && ours.cells.len() == theirs.cells.len()
                    && ours.cells.iter().zip(&theirs.cells).all(|(one, other)| self.alike(table, &ours.key, one, other))
            })
    }

    /// Whether both sides answered the same.
    pub(super) fn same(&self, table: &str, model: &Answer, cluster: &Answer) -> bool {
        match (model, cluster) {
            (Answer::Rows(ours), Answer::Rows(theirs)) => self.same_rows(table, ours, theirs),
            (ours, theirs) => ours == theirs,
        }
    }
}

/// A cell that one side has and the other has not, or has otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Apart {
    /// Its row.
    pub row: Vec<u8>,
    /// On the model.
    pub model: Option<Cell>,
    /// On the cluster.
    pub cluster: Option<Cell>,
}

/// The cells in which both sides differ, by row and column; versions of a column are paired from the newest on.
pub fn apart(given: &Given, table: &str, model: &[Row], cluster: &[Row]) -> Vec<Apart> {
    let mut columns: BTreeMap<Column, [Vec<&Cell>; 2]> = BTreeMap::new();
    for (side, rows) in [model, cluster].into_iter().enumerate() {
        for (row, cell) in rows.iter().flat_map(|row| row.cells.iter().map(move |cell| (row, cell))) {
            let column = (row.key.clone(), cell.family.clone(), cell.qualifier.clone());
            columns.entry(column).or_default()[side].push(cell);
        }
    }
    let mut found = Vec::new();
    for ((row, ..), [ours, theirs]) in &columns {
        for at in 0..ours.len().max(theirs.len()) {
            let pair = (ours.get(at).copied(), theirs.get(at).copied());
            if !matches!(pair, (Some(one), Some(other)) if given.alike(table, row, one, other)) {
                found.push(Apart { row: row.clone(), model: pair.0.cloned(), cluster: pair.1.cloned() });
            }
        }
    }
    found
}

/// The answer of the model, in the form in which both sides are compared.
pub(super) fn of_model(answer: &Result<Response, Error>) -> Answer {
    match answer {
        Err(error) => Answer::Refused(error.class().to_owned()),
        Ok(Response::Row(row)) => Answer::Rows(rows(std::slice::from_ref(row))),
        Ok(Response::Rows { results, .. }) => Answer::Rows(rows(results)),
        Ok(Response::Checked { success, .. } | Response::Processed(success)) => Answer::Held(*success),
        Ok(Response::Batch(answers)) => match answers.iter().find_map(|answer| answer.as_ref().err()) {
            Some(error) => Answer::Refused(error.class().to_owned()),
            None => Answer::Done,
        },
        Ok(Response::Done | Response::Scanner(_)) => Answer::Done,
    }
}

/// Rows of the model as the gateway has them; a result without cells is none.
pub(super) fn rows(results: &[RowResult]) -> Vec<Row> {
    let cell = |cell: &cell::Cell| Cell {
        family: cell.family().to_vec(),
        qualifier: cell.qualifier().to_vec(),
        time: cell.timestamp(),
        value: cell.value().to_vec(),
    };
    let row =
        |result: &RowResult| Some(Row { key: result.row()?.to_vec(), cells: result.cells.iter().map(cell).collect() });
    results.iter().filter_map(row).collect()
}

/// What an answer of the gateway says that is no success: an exception of HBase by its simple name, else the trouble. Of several
/// that are nested, the one which is expected counts.
pub(super) fn refused(status: u16, body: &str, expected: &Answer) -> Answer {
    let words = body.split(|c: char| !(c.is_ascii_alphanumeric() || c == '.' || c == '$'));
    let names = words.filter(|word| word.starts_with("org.apache.hadoop.hbase") || word.starts_with("java."));
    let mut names = names.filter_map(|word| word.rsplit(['.', '$']).next().filter(|name| name.ends_with("Exception")));
    let Some(first) = names.next() else { return Answer::Trouble(Trouble::of(status, body)) };
    let class = match expected {
        Answer::Refused(class) if first == class || names.any(|name| name == class) => class,
        _ => first,
    };
    Answer::Refused(class.to_owned())
}
