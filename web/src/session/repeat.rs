//! The forms that are taught later: what they are, and what is done over again on a branch: with salt, with check-and-put, or in
//! another order.

use super::action::{Act, Action, Tab};
use super::reducer::Effect;
use super::state::State;
use splitpoint_lab::form::{Change, LATE, Late, Operation, PREFIXES};
use splitpoint_lab::intent::Field;
use splitpoint_lab::session::Session;
use std::rc::Rc;

/// What the button says that does it.
pub const SALTED: &str = "Run the same, salted over 4";

/// What is done about these forms. It is called by way of this table only, so that it can stand in a chunk.
#[derive(Debug)]
pub struct Logic {
    /// What the forms learn.
    pub late: &'static Late,
    /// Repeats the same on a branch of its own, spread over prefixes.
    pub salt: fn(&mut State) -> Vec<Effect>,
    /// Does what was written blindly once more with check-and-put, on a branch of its own.
    pub check: fn(&mut State) -> Vec<Effect>,
    /// Lets the last two steps trade places, on a branch of its own.
    pub reorder: fn(&mut Session) -> bool,
}

/// The table.
pub static LOGIC: Logic = Logic { late: &LATE, salt: State::salt, check: State::check, reorder: Session::reorder };

impl State {
    fn check(&mut self) -> Vec<Effect> {
        if !self.document.again(Session::check_again) {
            return Vec::new();
        }
        // What is sent next is no longer written blindly either.
        Rc::make_mut(&mut self.desk.form.forms).edit(Operation::Prepend, Field::Blind.into(), Change::On(false));
        let mut effects = self.moved(true);
        // The button that was pressed is not shown any more: nothing is lost.
        effects.push(Effect::Focus(Tab::Clients.id()));
        effects
    }

    /// Goes back to before what was repeated last, where something was, and repeats what the form says over prefixes. What
    /// was there stays as a branch.
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
        // The button that was pressed is not shown any more.
        effects.push(Effect::Focus(Tab::Do.id()));
        effects
    }
}
