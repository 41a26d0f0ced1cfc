//! How rows are asked for: a scanner of the gateway, read until there are enough.

use super::Row;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::fmt::Write as _;

/// Cells that are taken in all, at most.
const MOST_CELLS: usize = 20_000;

/// Rows as they come.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Page {
    /// The rows that have come so far.
    pub rows: Vec<Row>,
    /// How many are wanted.
    pub wanted: usize,
    /// Whether the scanner has no more.
    pub is_over: bool,
}

impl Page {
    /// Asks for so many rows.
    pub fn new(wanted: usize) -> Self {
        Self { wanted, ..Self::default() }
    }

    /// Takes an answer; none is the end of the scanner.
    pub fn take(&mut self, rows: Option<Vec<Row>>) {
        let Some(rows) = rows.filter(|rows| !rows.is_empty()) else {
            self.is_over = true;
            return;
        };
        for row in rows {
            match self.rows.last_mut().filter(|last| last.key == row.key) {
                Some(last) => last.cells.extend(row.cells),
                None => self.rows.push(row),
            }
        }
    }

    /// Whether nothing more is to be asked. The last row may go on, as long as the scanner is not over and no row follows it.
    pub fn is_full(&self) -> bool {
        let cells: usize = self.rows.iter().map(|row| row.cells.len()).sum();
        self.is_over || self.rows.len() > self.wanted || cells >= MOST_CELLS
    }

    /// The rows, no more than were wanted, and whether there are more in the table.
    pub fn end(mut self) -> (Vec<Row>, bool) {
        let more = !self.is_over || self.rows.len() > self.wanted;
        self.rows.truncate(self.wanted);
        (self.rows, more)
    }
}

/// What opens a scanner over these keys, as JSON: the newest version of each cell, `batch` cells an answer. A row with more
/// goes on in the next one.
pub fn scanner(start: &[u8], end: &[u8], batch: usize) -> String {
    let key = |name: &str, key: &[u8]| match key {
        [] => String::new(),
        key => format!("\"{name}\":\"{}\",", STANDARD.encode(key)),
    };
    let keys = key("startRow", start) + &key("endRow", end);
    format!("{{{keys}\"batch\":{batch},\"maxVersions\":1}}")
}

/// The name of a table as a part of a path.
pub fn path(table: &str) -> String {
    table.bytes().fold(String::new(), |mut path, byte| {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'-' | b'.' | b':' => path.push(char::from(byte)),
            // Writing to a String cannot fail.
            byte => drop(write!(path, "%{byte:02X}")),
        }
        path
    })
}
