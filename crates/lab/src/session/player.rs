//! A script that is being played, as far as it has come.

use crate::intent::Intent;
use crate::sim::language::Direction;
use std::collections::VecDeque;

/// A script that is being played, statement after statement. It is not kept itself; the decisions that it makes are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The name of the language it is written in.
    pub(super) language: &'static str,
    pub(super) directions: VecDeque<Direction>,
    pub(super) client: u8,
    pub(super) width: u16,
    /// The client whose program has to end before the script goes on.
    pub(super) runs: Option<u8>,
    /// How many atoms were steps of their own so far; after many of them the script goes on in bursts.
    pub(super) steps: u32,
    /// Whether every atom is a step of its own, however many there are.
    pub(super) singly: bool,
    /// Whether its last statement is told as one step where it ends.
    pub(super) is_line: bool,
    /// The decision before the statement that is being played.
    pub(super) from: u32,
}

impl Player {
    /// The client whose statements come next.
    pub fn client(&self) -> u8 {
        self.client
    }

    /// The same script, which never goes in bursts: every atom stays a step, and all that is printed is kept. A long script
    /// takes much memory so.
    #[must_use]
    pub fn singly(self) -> Self {
        Self { singly: true, ..self }
    }

    /// The same script, as a line that somebody typed: where its last statement ends, all is shown that it changed.
    #[must_use]
    pub fn as_line(self) -> Self {
        Self { is_line: true, ..self }
    }

    /// Parts it where another client first speaks: what comes before, and the rest. `None` where none is named.
    pub fn parted(mut self) -> Option<(Self, Self)> {
        let at = self.directions.iter().position(|direction| matches!(direction, Direction::Client(_)))?;
        let rest = Self { directions: self.directions.split_off(at), ..self.clone() };
        Some((self, rest))
    }

    /// Whether `back` is in it.
    pub(crate) fn goes_back(&self) -> bool {
        self.directions.iter().any(|direction| matches!(direction, Direction::Back(_)))
    }

    pub(super) fn new(language: &'static str, directions: VecDeque<Direction>, client: u8, width: u16) -> Self {
        Self { language, directions, client, width, runs: None, steps: 0, singly: false, is_line: false, from: 0 }
    }

    /// A script of these directions.
    pub(crate) fn of(language: &'static str, directions: Vec<Direction>) -> Self {
        let client = directions.iter().find_map(|direction| match direction {
            Direction::Client(client) => Some(*client),
            _ => None,
        });
        let client = client.unwrap_or(0);
        Self::new(language, directions.into(), client, 0)
    }

    /// The directions that are still to be carried out.
    pub(crate) fn directions(&self) -> Vec<Direction> {
        self.directions.iter().cloned().collect()
    }

    /// A part of it as an intent.
    pub(super) fn part(&self, text: String, line: u32) -> Intent {
        Intent::Script { language: self.language.to_owned(), text, line, width: self.width }
    }
}
