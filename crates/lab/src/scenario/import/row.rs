//! Makes a row of the values of a line.

use super::record::Values;
use super::{Mapping, Target};
use crate::notation::{Encoding, Problem, parse_time};
use splitpoint_model::error::MAX_ROW_LENGTH;
use splitpoint_model::mutation::Put;

/// Largest cell that HBase takes (`hbase.client.keyvalue.maxsize`).
const MAX_CELL: usize = 10 << 20;

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

    /// The row of these values.
    ///
    /// # Errors
    /// Why there is none, in a sentence.
    pub(super) fn make(&self, values: &Values<'_>) -> Result<Put, String> {
        let columns = &self.mapping.columns;
        if values.len() > columns.len() {
            return Err(format!("It has {} values, and {} columns are mapped.", values.len(), columns.len()));
        }
        let value = |at: usize| values.get(at).and_then(|value| value.as_deref());
        let mut put = Put::new(self.key(values)?);
        let mut time = None;
        for (at, column) in columns.iter().enumerate() {
            let text = value(at);
            match &column.target {
                Target::Timestamp => {
                    let text = text.filter(|text| !text.trim().is_empty());
                    let text = text.ok_or_else(|| format!("It has no time in “{}”.", column.name))?;
                    let parsed = parse_time(text).map_err(|problem| format!("{}: {problem}", column.name))?;
                    if parsed < 0 {
                        return Err(format!("{}: {text} is before 1970; HBase takes no negative time.", column.name));
                    }
                    time = Some(parsed);
                }
                Target::Ttl => {
                    if let Some(text) = text.map(str::trim).filter(|text| !text.is_empty()) {
                        let ttl = text.parse::<u64>().ok().filter(|ttl| *ttl > 0);
                        let ttl = ttl.ok_or_else(|| {
                            format!("{}: “{text}” is not a number of milliseconds above 0.", column.name)
                        })?;
                        put.ttl = Some(ttl);
                    }
                }
                Target::Cell { family, qualifier, encoding } => {
                    let Some(text) = text.filter(|text| !(self.mapping.skip_empty && text.is_empty())) else {
                        continue;
                    };
                    let raw = written(encoding, text).map_err(|problem| format!("{}: {problem}", column.name))?;
                    if raw.len() > MAX_CELL {
                        return Err(format!(
                            "{}: {} bytes are more than the 10 MiB a cell may have.",
                            column.name,
                            raw.len()
                        ));
                    }
                    put = put.add(family.as_str(), qualifier.clone(), raw);
                }
                Target::RowKey { .. } | Target::Skip => {}
            }
        }
        if put.cells.is_empty() {
            return Err("No cell is left of it: its mapped columns are empty.".to_owned());
        }
        for cell in &mut put.cells {
            cell.timestamp = time;
        }
        Ok(put)
    }

    fn key(&self, values: &Values<'_>) -> Result<Vec<u8>, String> {
        let key = match &self.mapping.composed {
            Some(composed) => composed.key(&self.mapping, values)?,
            None => self.joined(values)?,
        };
        match key.len() {
            0 => Err("Its row key is empty: HBase would answer “Row length is 0”.".to_owned()),
            length if length > MAX_ROW_LENGTH => Err(format!(
                "Its row key has {length} bytes: HBase would answer “Row length {length} is > {MAX_ROW_LENGTH}”."
            )),
            _ => Ok(key),
        }
    }

    /// The key columns, one after the other.
    fn joined(&self, values: &Values<'_>) -> Result<Vec<u8>, String> {
        let mut key = Vec::new();
        for &at in &self.key_order {
            let column = &self.mapping.columns[at];
            let Target::RowKey { encoding, .. } = &column.target else { continue };
            let text = values.get(at).and_then(|value| value.as_deref()).filter(|text| !text.is_empty());
            let text = text.ok_or_else(|| format!("It has no value for the row key in “{}”.", column.name))?;
            key.extend(written(encoding, text).map_err(|problem| format!("{}: {problem}", column.name))?);
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
