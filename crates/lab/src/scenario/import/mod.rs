//! A person's own file as a table: tab-separated, comma-separated or JSON lines, its columns mapped to keys and cells
//! as HBase's ImportTsv maps them.

mod compose;
mod excerpt;
mod importer;
mod json;
mod kept;
mod limit;
mod mapping;
mod record;
mod row;
mod start;
mod suggest;

pub use compose::Composed;
pub use excerpt::Excerpt;
pub use importer::{Import, Imported, Importer, MOST_BAD_LINES, Rejected, preview};
pub use limit::{MOST_BYTES, MOST_CELLS, MOST_COLUMNS, weigh};
pub use mapping::{Format, Mapping, Source, Target};
pub use row::Repeated;
pub use suggest::{Suggestion, detect, suggest, suggest_as};

use crate::notation::KeyField;

/// Why a line cannot be loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadLine {
    /// Counted from 1.
    pub line: u64,
    /// The last line that is lost with it; most often the same.
    pub last: u64,
    /// One sentence.
    pub why: String,
    /// What stands there.
    pub excerpt: Excerpt,
}

/// Characters of a reason, at most.
const LONGEST_REASON: usize = 400;

impl BadLine {
    fn new(line: u64, mut why: String, excerpt: Excerpt) -> Self {
        if let Some((end, _)) = why.char_indices().nth(LONGEST_REASON) {
            why.truncate(end);
            why.push('…');
        }
        Self { line, last: line, why, excerpt }
    }

    /// How many lines are lost.
    pub fn lines(&self) -> u64 {
        self.last.saturating_sub(self.line) + 1
    }
}

/// How far an import is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Progress {
    /// Bytes read.
    pub bytes: u64,
    /// Lines read.
    pub lines: u64,
    /// Rows that were made of them.
    pub rows: u64,
    /// Lines of which no row could be made.
    pub bad: u64,
}

/// What the first lines of a file would become.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Preview {
    /// Lines that hold data, in the order of the file.
    pub lines: Vec<PreviewLine>,
}

/// What one line would become.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreviewLine {
    /// Counted from 1.
    pub line: u64,
    /// Its values as they stand in the file.
    pub fields: Vec<String>,
    /// The row key by its fields.
    pub row: Vec<KeyField>,
    /// The row key as HBase prints bytes.
    pub row_binary: String,
    /// `family:qualifier` and value.
    pub cells: Vec<(String, String)>,
    /// Why nothing can be made of it.
    pub problem: Option<String>,
}

#[cfg(test)]
mod tests;
