//! Heat: what is counted, and the chosen cell of the picture.

use super::action::{Action, Time};
use super::chunk::Chunk;
use super::desk::Wide;
use super::reducer::Effect;
use super::state::State;
use splitpoint_lab::view::{HeatView, Measure, TwinView, View};
use std::cell::RefCell;
use std::rc::Rc;

/// The `id` of what the chosen cell tells.
pub const CELL: &str = "pane-cell";

/// The settings of the heat picture.
#[derive(Default)]
pub struct Heat {
    /// What is counted.
    pub measure: Measure,
    /// The column and the row of the chosen cell.
    pub cell: Option<(usize, usize)>,
    /// What was last drawn. It is used again if only another cell is chosen.
    drawn: RefCell<Option<Drawn>>,
}

/// A heat picture, and its twin with other prefixes.
pub type Pair = (HeatView, Option<TwinView>);

/// What was drawn, and from which view of the table: as long as that is the same object, nothing has happened.
struct Drawn {
    of: Rc<View>,
    measure: Measure,
    pair: Rc<Pair>,
}

impl Heat {
    /// The last drawing of this view, or else what `draw` returns.
    pub fn pair(&self, of: &Rc<View>, draw: impl FnOnce() -> Pair) -> Rc<Pair> {
        let mut drawn = self.drawn.borrow_mut();
        let is_same = |drawn: &&Drawn| Rc::ptr_eq(&drawn.of, of) && drawn.measure == self.measure;
        if let Some(drawn) = drawn.as_ref().filter(is_same) {
            return drawn.pair.clone();
        }
        let mut pair = draw();
        if let (own, Some(twin)) = &mut pair {
            own.share_scale(&mut twin.heat);
        }
        let pair = Rc::new(pair);
        *drawn = Some(Drawn { of: of.clone(), measure: self.measure, pair: pair.clone() });
        pair
    }
}

/// Actions on the heat picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Looking {
    /// Shows it, or goes back to the table.
    Open(bool),
    /// Sets what is counted.
    Measure(Measure),
    /// Chooses a cell, by column and row.
    Cell(usize, usize),
    /// The same, by a finger: goes to what the cell tells, which may be out of sight.
    Tap(usize, usize),
    /// Goes to the step of an operation, by its place on the branch.
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
            Looking::Tap(column, row) => {
                desk.heat.cell = Some((column, row));
                return vec![Effect::Focus(CELL)];
            }
            Looking::Go(place) => {
                desk.wide = None;
                return self.time(&Time::Visit(place));
            }
        }
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use splitpoint_lab::session::Session;
    use splitpoint_lab::view::ViewRequest;

    #[test]
    fn what_is_drawn_is_kept_until_something_happens_or_something_else_is_counted() {
        let lab = Session::new();
        let view = || Rc::new(lab.view(&ViewRequest::none()));
        let (mut heat, first, second) = (Heat::default(), view(), view());
        let drawings = RefCell::new(0);
        let pair = |heat: &Heat, of: &Rc<View>| {
            heat.pair(of, || {
                *drawings.borrow_mut() += 1;
                (lab.stage().heat(&ViewRequest::none(), Measure::Reads), None)
            })
        };
        let one = pair(&heat, &first);
        assert!(Rc::ptr_eq(&one, &pair(&heat, &first)));
        heat.cell = Some((0, 0));
        assert!(Rc::ptr_eq(&one, &pair(&heat, &first)));
        pair(&heat, &second);
        assert_eq!(*drawings.borrow(), 2, "the view is another one, even if it says the same");
        heat.measure = Measure::Bytes;
        pair(&heat, &second);
        assert_eq!(*drawings.borrow(), 3);
    }
}
