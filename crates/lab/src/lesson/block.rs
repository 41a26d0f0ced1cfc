//! Blocks of a lesson: shell lines, and what is to be seen.

use super::fault::{Fault, Trouble};
use super::score::Cue;
use crate::session::{Player, Session};
use crate::sim::language::HBASE;
use crate::sim::world;
use crate::view::KeyNotation;
use std::ops::Range;

/// Shell lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Block {
    /// The line of the first of them in the file.
    pub(super) line: u32,
    pub(super) text: String,
    pub(super) use_: Use,
}

/// What a block of shell lines is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// Played before the stop is seen.
    Setup,
    /// Played statement by statement.
    Play,
    /// As `Play`, but at least one command has to fail.
    Fails,
    /// Given to the clients, of whom none does anything yet.
    Queue,
    /// Shows that a goal can be reached.
    Solution,
}

/// What a page shows: table, notation, panes and columns. `None` leaves a setting as it was at the stop before. A row is
/// brought into sight at its own stop alone.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(super) struct Look {
    pub(super) table: Option<String>,
    pub(super) notation: Option<KeyNotation>,
    pub(super) panes: Option<Vec<&'static str>>,
    pub(super) columns: Option<Vec<&'static str>>,
    /// The key of a row, as it is typed, with its line in the file.
    pub(super) row: Option<(u32, String)>,
}

impl Look {
    /// This look, with what it leaves open taken from the one before.
    pub(super) fn over(&self, before: &Self) -> Self {
        Self {
            table: self.table.clone().or_else(|| before.table.clone()),
            notation: self.notation.or(before.notation),
            panes: self.panes.clone().or_else(|| before.panes.clone()),
            columns: self.columns.clone().or_else(|| before.columns.clone()),
            row: self.row.clone(),
        }
    }
}

/// Atoms that are done at once, and how often, before a script counts as endless.
const SLICE: u32 = 1_000;
const SLICES: u32 = 2_000;

/// One statement of a block, which *Next* does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BlockStep {
    /// Its lines in the block, counted from 0.
    pub(super) lines: Range<u32>,
    what: What,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum What {
    Play(Player),
    Queue(Player),
}

impl BlockStep {
    /// The number of the client that acts: 0 is A.
    pub(super) fn index(&self) -> u8 {
        match &self.what {
            What::Play(player) => player.client(),
            What::Queue(_) => 0,
        }
    }

    /// The letter of the client that acts.
    pub(super) fn client(&self) -> char {
        world::letter(self.index())
    }

    /// The form in which the statement is recorded.
    pub(super) fn cue(&self) -> Cue {
        let (What::Play(player) | What::Queue(player)) = &self.what;
        Cue { lines: self.lines.clone(), directions: player.directions() }
    }

    /// Plays the statement to its end.
    pub(super) fn play(&self, session: &mut Session) -> Result<(), Trouble> {
        let refused = |refusal: crate::session::Refusal| Trouble::Script(refusal.to_string());
        match &self.what {
            What::Queue(player) => session.enqueue(player.clone()).map_err(refused),
            What::Play(player) => {
                let mut player = player.clone();
                for _ in 0..SLICES {
                    if session.play(&mut player, SLICE).map_err(refused)? {
                        return Ok(());
                    }
                }
                Err(Trouble::Endless)
            }
        }
    }
}

impl Block {
    /// Its statements, as they were recorded.
    pub(super) fn recorded(&self, cues: &[Cue]) -> Vec<BlockStep> {
        let step = |cue: &Cue| {
            let player = Player::of(HBASE, cue.directions.clone());
            let is_queue = self.use_ == Use::Queue;
            BlockStep {
                lines: cue.lines.clone(),
                what: if is_queue { What::Queue(player) } else { What::Play(player) },
            }
        };
        cues.iter().map(step).collect()
    }

    /// Its statements.
    pub(super) fn steps(&self, session: &Session) -> Result<Vec<BlockStep>, Fault> {
        let lines = u32::try_from(self.text.lines().count()).unwrap_or(u32::MAX);
        if self.use_ == Use::Queue {
            let player = session.script(0, 0, &self.text);
            let player = player.map_err(|refusal| Fault::new(self.line, Trouble::Script(refusal.to_string())))?;
            return Ok(vec![BlockStep { lines: 0..lines, what: What::Queue(player) }]);
        }
        let parts = session.statements(&self.text);
        let parts = parts.map_err(|refusal| Fault::new(self.line, Trouble::Script(refusal.to_string())))?;
        if let Some((lines, _)) = parts.iter().find(|(_, player)| player.goes_back()) {
            return Err(Fault::new(self.line + lines.start, Trouble::Back));
        }
        let step = |(lines, player)| BlockStep { lines, what: What::Play(player) };
        Ok(parts.into_iter().map(step).collect())
    }
}
