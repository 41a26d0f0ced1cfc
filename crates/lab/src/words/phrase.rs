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
    /// Who wrote a row last, and when, as a clause: `A wrote that row two steps ago`. Whoever knows the log puts it in.
    Rival {
        /// Table of the row.
        table: TableName,
        /// The row.
        row: RowKey,
        /// What follows the clause.
        then: &'static str,
        /// What stands there where nobody is known to have written the row.
        otherwise: &'static str,
    },
}

/// Words with row keys among them.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Phrase {
    pieces: Vec<Piece>,
}

impl Phrase {
    /// Nothing yet.
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

    /// Adds a clause on who wrote a row last, and what follows from that; `otherwise` where nobody is known to have.
    #[must_use]
    pub fn rival(
        mut self,
        table: &TableName,
        row: impl Into<RowKey>,
        then: &'static str,
        otherwise: &'static str,
    ) -> Self {
        self.pieces.push(Piece::Rival { table: table.clone(), row: row.into(), then, otherwise });
        self
    }

    /// The same phrase with the clauses on rivals put in.
    #[must_use]
    pub fn told(&self, rival: impl Fn(&TableName, &RowKey) -> Option<Self>) -> Self {
        self.pieces.iter().fold(Self::new(), |phrase, piece| match piece {
            Piece::Text(text) => phrase.text(text),
            Piece::Key(table, row) => phrase.key(table, row.clone()),
            Piece::Rival { table, row, then, otherwise } => match rival(table, row) {
                Some(clause) => phrase.with(clause).text(then),
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
            Piece::Rival { otherwise, .. } => Part { text: (*otherwise).to_owned(), key: false },
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
