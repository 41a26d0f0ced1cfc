//! Words with row keys among them, to be printed in the notation of the table they belong to.

use crate::words::Part;
use splitpoint_model::bytes::{RowKey, TableName};

/// Prints a row key of a table.
pub type Keys<'a> = &'a dyn Fn(&str, &[u8]) -> String;

/// A piece of a phrase.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Piece {
    /// Words.
    Text(String),
    /// A row key.
    Key(TableName, RowKey),
    /// A clause that is filled in from the log.
    Clause {
        /// What the clause tells of the row.
        clause: Clause,
        /// The table of the row.
        table: TableName,
        /// The row.
        row: RowKey,
        /// The words after the clause.
        then: &'static str,
        /// What stands in its place where the log has nothing to tell.
        otherwise: String,
    },
}

/// What a clause tells, from the log of the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Clause {
    /// Which other client wrote a row last, and when: `A wrote that row two steps ago`.
    Rival,
    /// What the step overwrote that another client had written to a row: ` and overwrites A's “Cool”. …`
    Loss,
    /// That a row is not the last of its table, and which is: ` brings that row, but it is not the last: 1000 is.`
    Larger,
    /// How often a call that failed was sent again, whatever the row: `, tried again 15 times`.
    Retries,
    /// That another row is shown with the same characters: `these are the 2 bytes 31 38. The row shown as 18 has 8 others: …`
    Alike,
}

/// Words with row keys among them.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Phrase {
    pieces: Vec<Piece>,
}

impl Phrase {
    /// An empty phrase.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds words, as they are.
    #[must_use]
    pub fn text(mut self, text: impl AsRef<str>) -> Self {
        let text = text.as_ref();
        match self.pieces.last_mut() {
            _ if text.is_empty() => {}
            Some(Piece::Text(last)) => last.push_str(text),
            _ => self.pieces.push(Piece::Text(text.to_owned())),
        }
        self
    }

    /// Adds a row key.
    #[must_use]
    pub fn key(mut self, table: &TableName, row: impl Into<RowKey>) -> Self {
        self.pieces.push(Piece::Key(table.clone(), row.into()));
        self
    }

    /// Adds a clause about a row, which is filled in from the log, and what follows it; `otherwise` where the log has
    /// nothing.
    #[must_use]
    pub fn clause(
        mut self,
        clause: Clause,
        (table, row): (&TableName, impl Into<RowKey>),
        then: &'static str,
        otherwise: impl Into<String>,
    ) -> Self {
        let (row, otherwise) = (row.into(), otherwise.into());
        self.pieces.push(Piece::Clause { clause, table: table.clone(), row, then, otherwise });
        self
    }

    /// The same phrase with its clauses filled in.
    #[must_use]
    pub fn told(&self, known: impl Fn(Clause, &TableName, &RowKey) -> Option<Self>) -> Self {
        self.pieces.iter().fold(Self::new(), |phrase, piece| match piece {
            Piece::Text(text) => phrase.text(text),
            Piece::Key(table, row) => phrase.key(table, row.clone()),
            Piece::Clause { clause, table, row, then, otherwise } => match known(*clause, table, row) {
                Some(told) => phrase.with(told).text(then),
                None => phrase.text(otherwise),
            },
        })
    }

    /// Adds another phrase.
    #[must_use]
    pub fn with(mut self, other: Self) -> Self {
        for piece in other.pieces {
            match piece {
                Piece::Text(text) => self = self.text(text),
                other => self.pieces.push(other),
            }
        }
        self
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Its pieces, in order.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The parts of a sentence.
    pub fn parts(&self, keys: Keys<'_>) -> Vec<Part> {
        let print = |piece: &Piece| match piece {
            Piece::Text(text) => Part { text: text.clone(), key: false },
            Piece::Key(table, row) => Part { text: keys(table, row), key: true },
            Piece::Clause { otherwise, .. } => Part { text: otherwise.clone(), key: false },
        };
        self.pieces.iter().map(print).collect()
    }

    /// The whole text.
    pub fn print(&self, keys: Keys<'_>) -> String {
        self.parts(keys).into_iter().map(|part| part.text).collect()
    }
}

impl From<&str> for Phrase {
    fn from(text: &str) -> Self {
        Self::new().text(text)
    }
}

impl From<String> for Phrase {
    fn from(text: String) -> Self {
        Self::new().text(text)
    }
}
