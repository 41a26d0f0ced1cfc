//! The comparison of operations, and asking the same question in every possible way.

use super::action::{Action, Time};
use super::chunk::Chunk;
use super::desk::{UnderWay, Wide};
use super::reducer::Effect;
use super::state::State;
use super::work::Work;
use splitpoint_lab::form::Operation;
use splitpoint_lab::intent::Intent;
use splitpoint_lab::view::Compared;

/// The settings of the comparison.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Compare {
    /// The column by which the list is sorted, the least first; `None` for the order of the operations.
    pub sort: Option<usize>,
    /// Pinned operations, which stay in the list wherever the cursor goes and whatever is opened.
    pub pins: Vec<Compared>,
}

/// Actions of the comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Comparing {
    /// Shows it, or goes back to the table.
    Open(bool),
    /// Sorts the list by this column.
    Sort(Option<usize>),
    /// Pins an operation, by its place on this branch.
    Pin(usize),
    /// Unpins an operation, by its place among the pinned ones.
    Unpin(usize),
    /// Goes to the step after an operation of this branch, by its place.
    Go(usize),
    /// Asks the question of the form in every possible way.
    Try,
    /// Copies the table in its other shape, tall or wide.
    Reshape,
}

/// The same question, asked in several ways one after the other.
pub struct Ways {
    client: u8,
    /// The ways that were not tried yet, the next one last.
    left: Vec<Intent>,
}

/// The functions of the comparison. They are called through this table only, so that a chunk can bring their code
/// later.
#[derive(Debug)]
pub struct Logic {
    /// Carries out an action.
    pub(super) apply: fn(&mut State, Comparing) -> Vec<Effect>,
    /// One task of asking in every way.
    pub(super) go_on: fn(&mut State, Box<Ways>) -> Vec<Effect>,
}

/// The functions of this module.
pub static LOGIC: Logic = Logic { apply: State::compare, go_on: State::go_on_with_ways };

impl State {
    fn compare(&mut self, comparing: Comparing) -> Vec<Effect> {
        let desk = &mut self.desk;
        match comparing {
            Comparing::Open(true) => {
                desk.wide = Some(Wide::Compare);
                return vec![Effect::Focus("pane-compare")];
            }
            Comparing::Open(false) => {
                desk.wide = None;
                return vec![Effect::Focus("to-compare")];
            }
            Comparing::Sort(column) => desk.compare.sort = column,
            Comparing::Pin(place) => {
                let view = self.document.lab.stage().compare(&desk.map.request);
                desk.compare.pins.extend(view.list.into_iter().find(|one| one.place == place));
                // The line with the focus has moved to another place in the list.
                return vec![Effect::Focus("pane-compare")];
            }
            Comparing::Unpin(at) => {
                if at < desk.compare.pins.len() {
                    desk.compare.pins.remove(at);
                }
                return vec![Effect::Focus("pane-compare")];
            }
            Comparing::Go(place) => {
                desk.wide = None;
                return self.time(&Time::Visit(place));
            }
            Comparing::Try => return self.try_ways(),
            Comparing::Reshape if !self.chrome.chunks.filter => {
                return vec![Effect::Bring(Chunk::Filter, Action::Compare(comparing))];
            }
            Comparing::Reshape if !self.chrome.chunks.key => {
                return vec![Effect::Bring(Chunk::Key, Action::Compare(comparing))];
            }
            Comparing::Reshape => return self.reshape(),
        }
        Vec::new()
    }

    /// Copies the shown table in its other shape, tall or wide.
    fn reshape(&mut self) -> Vec<Effect> {
        self.document.playing = false;
        self.document.work = None;
        let table = self.desk.map.request.table.clone();
        if let Err(why) = self.document.lab.reshape(&table) {
            self.chrome.tell(why.to_string());
            return Vec::new();
        }
        let mut effects = self.moved(false);
        self.chrome.say("The same data is there in both shapes now.".to_owned());
        // The button with the focus is removed.
        effects.push(Effect::Focus("pane-compare"));
        effects
    }

    /// The form whose question can be asked in several ways: the open one, if it can, or else that for the last row.
    pub fn question(&self) -> Operation {
        let open = self.desk.form.operation;
        let table = &self.desk.map.request.table;
        if self.desk.form.forms.ways(open, table).is_empty() { Operation::LastRow } else { open }
    }

    fn try_ways(&mut self) -> Vec<Effect> {
        self.document.playing = false;
        let open = &self.desk.form;
        let mut left = open.forms.ways(self.question(), &self.desk.map.request.table);
        left.reverse();
        self.document.work = Some(Work::Ways(Box::new(Ways { client: open.client, left })));
        self.go_on()
    }

    /// One task of asking in every way: continues with the present way, or starts the next one.
    fn go_on_with_ways(&mut self, mut ways: Box<Ways>) -> Vec<Effect> {
        if self.document.run(UnderWay::Client(ways.client)) {
            let Some(next) = ways.left.pop() else { return self.moved(true) };
            if let Err(refusal) = self.document.lab.submit(ways.client, next) {
                // The other ways are tried all the same.
                self.chrome.tell(refusal.to_string());
            }
        }
        self.document.work = Some(Work::Ways(ways));
        self.moved(false)
    }
}

#[cfg(test)]
mod tests {
    use super::super::action::Action;
    use super::super::tests::{finish, opened, page};
    use super::*;

    fn titles(state: &State) -> Vec<String> {
        let view = state.document.lab.stage().compare(&state.desk.map.request);
        view.list.into_iter().map(|one| one.title).collect()
    }

    #[test]
    fn the_question_of_the_form_is_asked_in_every_way() {
        let mut state = page();
        state.apply(Action::Compare(Comparing::Open(true)));
        assert_eq!(state.desk.wide, Some(Wide::Compare));
        assert_eq!(state.question(), Operation::LastRow, "an insert has one way only");
        state.apply(Action::Compare(Comparing::Try));
        finish(&mut state);
        assert_eq!(titles(&state).len(), 4);
        state.apply(Action::Operation(Operation::Pages));
        state.apply(Action::Compare(Comparing::Try));
        finish(&mut state);
        let all = titles(&state);
        assert_eq!(all[4..], ["pages of comments by cursor", "pages of comments by offset"]);
        assert_eq!(state.chrome.notice, None);
    }

    #[test]
    fn a_constant_key_is_a_way_only_where_one_is_typed() {
        let mut state = opened("actions");
        state.apply(Action::Compare(Comparing::Try));
        finish(&mut state);
        assert_eq!((titles(&state).len(), &state.chrome.notice), (3, &None));
        assert!(state.desk.form.forms.ways(Operation::LastRow, "").is_empty(), "there is no table");
    }

    #[test]
    fn what_is_pinned_stays_when_time_goes_back() {
        let mut state = page();
        state.apply(Action::Compare(Comparing::Try));
        finish(&mut state);
        let view = state.document.lab.stage().compare(&state.desk.map.request);
        state.apply(Action::Compare(Comparing::Pin(view.list[3].place)));
        state.apply(Action::Compare(Comparing::Open(true)));
        state.apply(Action::Compare(Comparing::Go(view.list[0].place)));
        assert_eq!(state.desk.wide, None);
        assert_eq!((titles(&state).len(), state.desk.compare.pins.len()), (1, 1));
        state.apply(Action::Compare(Comparing::Unpin(7)));
        state.apply(Action::Compare(Comparing::Unpin(0)));
        assert!(state.desk.compare.pins.is_empty());
    }
}
