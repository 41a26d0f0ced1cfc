//! Heat: what is counted, and which cell of the picture is looked at.

use super::action::{Action, Time};
use super::chunk::Chunk;
use super::desk::Wide;
use super::reducer::Effect;
use super::state::State;
use splitpoint_lab::view::Measure;

/// How heat is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Heat {
    /// What is counted.
    pub measure: Measure,
    /// Column and row of the cell that is looked at.
    pub cell: Option<(usize, usize)>,
}

/// Actions on the heat map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Looking {
    /// Shows it, or goes back to the table.
    Open(bool),
    /// What is counted.
    Measure(Measure),
    /// Looks at a cell, by column and row.
    Cell(usize, usize),
    /// Goes to the step of an operation.
    Go(usize),
}

impl State {
    pub(super) fn heat(&mut self, looking: Looking) -> Vec<Effect> {
        let desk = &mut self.desk;
        match looking {
            Looking::Open(true) if !self.chrome.chunks.heat => {
                return vec![Effect::Bring(Chunk::Heat, Action::Heat(looking))];
            }
            Looking::Open(true) => {
                desk.wide = Some(Wide::Heat);
                return vec![Effect::Focus("pane-heat")];
            }
            Looking::Open(false) => {
                desk.wide = None;
                return vec![Effect::Focus("to-heat")];
            }
            Looking::Measure(measure) => desk.heat.measure = measure,
            Looking::Cell(column, row) => desk.heat.cell = Some((column, row)),
            Looking::Go(place) => {
                desk.wide = None;
                return self.time(&Time::Visit(place));
            }
        }
        Vec::new()
    }
}
