//! The late forms, and what is repeated on a new branch: with salt, with check-and-put, or in another order.

use super::action::{Act, Action, Tab};
use super::reducer::Effect;
use super::state::State;
use splitpoint_lab::form::{Change, LATE, Late, Operation, PREFIXES};
use splitpoint_lab::intent::Field;
use splitpoint_lab::session::Session;
use std::rc::Rc;

/// The label of the button that repeats with salt.
pub const SALTED: &str = "Run the same, salted over 4";

/// The functions of these forms. They are called through this table only, so that a chunk can bring their code later.
#[derive(Debug)]
pub struct Logic {
    /// The code of the late forms.
    pub late: &'static Late,
    /// Repeats the same on a new branch, spread over prefixes.
    pub salt: fn(&mut State) -> Vec<Effect>,
    /// Repeats blind writes with check-and-put, on a new branch.
    pub check: fn(&mut State) -> Vec<Effect>,
    /// Swaps the last two steps, on a new branch.
    pub reorder: fn(&mut Session) -> bool,
}

/// The functions of this module.
pub static LOGIC: Logic = Logic { late: &LATE, salt: State::salt, check: State::check, reorder: Session::reorder };

impl State {
    fn check(&mut self) -> Vec<Effect> {
        if !self.document.again(Session::check_again) {
            return Vec::new();
        }
        // What is sent next does not write blindly either.
        Rc::make_mut(&mut self.desk.form.forms).edit(Operation::Prepend, Field::Blind.into(), Change::On(false));
        let mut effects = self.moved(true);
        // The button with the focus is removed, as nothing is lost any more.
        effects.push(Effect::Focus(Tab::Clients.id()));
        effects
    }

    /// Goes back to before the last repetition, if there was one, and repeats what the form says over prefixes. The old
    /// steps stay as a branch.
    fn salt(&mut self) -> Vec<Effect> {
        self.document.work = None;
        self.document.lab.undo_repeat();
        self.refresh();
        let open = &mut self.desk.form;
        let change = Change::Text(PREFIXES.to_owned());
        Rc::make_mut(&mut open.forms).edit(Operation::Repeat, Field::Prefixes.into(), change);
        open.operation = Operation::Repeat;
        open.refusal = None;
        let mut effects = self.apply(Action::Act(Act::Run));
        // The button with the focus is removed.
        effects.push(Effect::Focus(Tab::Do.id()));
        effects
    }
}
