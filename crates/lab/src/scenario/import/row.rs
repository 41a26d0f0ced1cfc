//! Makes a row of the values of a line.

use super::limit::{MOST_OF_CELL, bytes};
use super::record::{Record, Values};
use super::{BadLine, Mapping, Target};
use crate::notation::{Encoding, Problem, parse_time, short};
use splitpoint_model::error::MAX_ROW_LENGTH;
use splitpoint_model::mutation::Put;

/// Lines that repeat the row key of an earlier one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repeated {
    /// How many there are.
    pub count: u64,
    /// The first such key, as a person reads it.
    pub key: String,
    /// The line that repeats it.
    pub line: u64,
}

/// Why no row can be made of a line.
pub(super) struct Fault {
    why: String,
    /// The place of the column that is to blame.
    column: Option<usize>,
}

impl Fault {
    fn of(column: usize, why: String) -> Self {
        Self { why, column: Some(column) }
    }
}

impl From<(String, Option<usize>)> for Fault {
    fn from((why, column): (String, Option<usize>)) -> Self {
        Self { why, column }
    }
}

/// Makes rows of lines.
pub(super) struct RowMaker {
    mapping: Mapping,
    key_order: Vec<usize>,
}

impl RowMaker {
    pub(super) fn new(mapping: Mapping) -> Self {
        Self { key_order: mapping.key_order(), mapping }
    }

    pub(super) fn mapping(&self) -> &Mapping {
        &self.mapping
    }

    /// The row of a line.
    ///
    /// # Errors
    /// Why there is none, in a sentence, with what stands there.
    pub(super) fn make(&self, record: &Record<'_>) -> Result<Put, BadLine> {
        self.row(&record.values).map_err(|Fault { why, column }| {
            let name = |at: usize| self.mapping.columns.get(at).map_or("", |column| column.name.as_str());
            record.bad(why, column.map(|at| (at, name(at))))
        })
    }

    fn row(&self, values: &Values<'_>) -> Result<Put, Fault> {
        let columns = &self.mapping.columns;
        if values.len() > columns.len() {
            let why = format!("It has {} values, and {} columns are mapped.", values.len(), columns.len());
            return Err(Fault::of(columns.len(), why));
        }
        let value = |at: usize| values.get(at).and_then(|value| value.as_deref());
        let mut put = Put::new(self.key(values)?);
        let mut time = None;
        for (at, column) in columns.iter().enumerate() {
            let text = value(at);
            match &column.target {
                Target::Timestamp => {
                    let text = text.filter(|text| !text.trim().is_empty());
                    let text = text.ok_or_else(|| Fault::of(at, format!("It has no time in “{}”.", column.name)))?;
                    let parsed =
                        parse_time(text).map_err(|problem| Fault::of(at, format!("{}: {problem}", column.name)))?;
                    if parsed < 0 {
                        let why = format!("{}: {text} is before 1970; HBase takes no negative time.", column.name);
                        return Err(Fault::of(at, why));
                    }
                    time = Some(parsed);
                }
                Target::Ttl => {
                    if let Some(text) = text.map(str::trim).filter(|text| !text.is_empty()) {
                        let ttl = text.parse::<u64>().ok().filter(|ttl| *ttl > 0);
                        let ttl = ttl.ok_or_else(|| {
                            let text = short(text);
                            let why = format!("{}: “{text}” is not a number of milliseconds above 0.", column.name);
                            Fault::of(at, why)
                        })?;
                        put.ttl = Some(ttl);
                    }
                }
                Target::Cell { family, qualifier, encoding } => {
                    let Some(text) = text.filter(|text| !(self.mapping.skip_empty && text.is_empty())) else {
                        continue;
                    };
                    let raw = written(encoding, text)
                        .map_err(|problem| Fault::of(at, format!("{}: {problem}", column.name)))?;
                    if raw.len() > MOST_OF_CELL {
                        let (has, most) = (raw.len(), bytes(MOST_OF_CELL));
                        let why = format!("{}: {has} bytes are more than the {most} a cell may have.", column.name);
                        return Err(Fault::of(at, why));
                    }
                    put = put.add(family.as_str(), qualifier.clone(), raw);
                }
                Target::RowKey { .. } | Target::Skip => {}
            }
        }
        if put.cells.is_empty() {
            return Err(Fault { why: "No cell is left of it: its mapped columns are empty.".to_owned(), column: None });
        }
        for cell in &mut put.cells {
            cell.timestamp = time;
        }
        Ok(put)
    }

    fn key(&self, values: &Values<'_>) -> Result<Vec<u8>, Fault> {
        let (key, first) = match &self.mapping.composed {
            Some(composed) => (composed.key(&self.mapping, values)?, None),
            None => (self.joined(values)?, self.key_order.first().copied()),
        };
        let why = match key.len() {
            0 => "Its row key is empty: HBase would answer “Row length is 0”.".to_owned(),
            length if length > MAX_ROW_LENGTH => format!(
                "Its row key has {length} bytes: HBase would answer “Row length {length} is > {MAX_ROW_LENGTH}”."
            ),
            _ => return Ok(key),
        };
        Err(Fault { why, column: first })
    }

    /// The key columns, one after the other.
    fn joined(&self, values: &Values<'_>) -> Result<Vec<u8>, Fault> {
        let mut key = Vec::new();
        for &at in &self.key_order {
            let column = &self.mapping.columns[at];
            let Target::RowKey { encoding, .. } = &column.target else { continue };
            let text = values.get(at).and_then(|value| value.as_deref()).filter(|text| !text.is_empty());
            let missing = || Fault::of(at, format!("It has no value for the row key in “{}”.", column.name));
            let raw = written(encoding, text.ok_or_else(missing)?);
            key.extend(raw.map_err(|problem| Fault::of(at, format!("{}: {problem}", column.name)))?);
        }
        Ok(key)
    }
}

/// As ImportTsv, takes text as it stands: a backslash in a file is a backslash.
fn written(encoding: &Encoding, text: &str) -> Result<Vec<u8>, Problem> {
    match encoding {
        Encoding::Text => Ok(text.as_bytes().to_vec()),
        other => other.encode(text),
    }
}
