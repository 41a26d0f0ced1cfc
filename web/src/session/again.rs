//! Repeating something on a new branch, and what leads from one form or table to the next.

use super::action::{Act, Action, Show, Tab, Time, Typing};
use super::chunk::{Chunk, Chunks};
use super::tests::{finish, opened, typed};
use super::{Effect, FORM, State};
use splitpoint_lab::form::{Change, MINUTES, Operation};
use splitpoint_lab::intent::Field;
use splitpoint_lab::view::Grain;

#[test]
fn the_same_is_salted_on_a_branch_of_its_own() {
    let mut state = opened("comments");
    let hot = MINUTES.iter().position(|minute| minute.operation == Operation::Repeat).expect("there is one");
    state.apply(Action::Minute(hot));
    state.apply(Action::Act(Act::Run));
    finish(&mut state);
    let rows = |state: &State| state.document.lab.rows();
    let (before, plain) = (state.desk.map.view.timeline.branches.len(), rows(&state));
    state.apply(Action::Salt);
    finish(&mut state);
    assert_eq!(state.desk.map.view.timeline.branches.len(), before + 1);
    assert_eq!(rows(&state).len(), plain.len(), "each comment was put once");
    assert_ne!(rows(&state), plain);
    assert_eq!(state.desk.form.forms.sheet(Operation::Repeat).text(Field::Prefixes), "4");
}

#[test]
fn what_was_lost_blindly_is_done_again_with_check_and_put() {
    let mut state = opened("comments");
    state.apply(Action::Operation(Operation::Prepend));
    state.apply(Action::Edit(Field::Blind.into(), Change::On(true)));
    for client in [0, 1] {
        state.apply(Action::Client(client));
        state.apply(Action::Act(Act::Send));
    }
    for client in [0, 1] {
        assert_eq!(state.document.lab.stage().lost(), 0);
        state.apply(Action::Act(Act::StepClient(client)));
    }
    assert_eq!(state.document.lab.stage().lost(), 1);
    state.chrome.chunks.repeat = None;
    let effects = state.apply(Action::Check);
    assert_eq!(effects, [Effect::Bring(Chunk::Repeat, Action::Check)]);
    state.chrome.chunks = Chunks::all();
    let effects = state.apply(Action::Check);
    assert!(effects.contains(&Effect::Focus(Tab::Clients.id())), "the button is gone: {effects:?}");
    let names = state.desk.map.view.timeline.branches.iter().map(|branch| &branch.title);
    assert_eq!(names.collect::<Vec<_>>(), ["blind: 1 lost", "check-and-put: none lost"]);
    assert_eq!(
        state.desk.map.view.sentence.text(),
        "check-and-put on 16 succeeds: the column was absent, so nobody was quicker at this key. It is written."
    );
    assert!(!state.desk.form.forms.sheet(Operation::Prepend).on(Field::Blind), "nor is what is sent next");
    assert!(state.apply(Action::Check).is_empty(), "nothing is blind here");
}

#[test]
fn a_marker_has_the_sentence_of_the_step_at_which_it_is_set() {
    let mut state = opened("comments");
    state.apply(Action::Operation(Operation::Prepend));
    state.apply(Action::Act(Act::Run));
    finish(&mut state);
    state.apply(Action::Time(Time::Grain(Grain::Cell)));
    assert!(state.desk.map.view.timeline.total > 11);
    state.apply(Action::Time(Time::Seek(11)));
    let sentence = state.desk.map.view.sentence.text();
    state.apply(Action::Time(Time::Mark));
    state.apply(Action::Time(Time::First));
    assert_eq!(state.desk.map.view.timeline.markers, [(11, sentence.clone())]);
    state.apply(Action::Time(Time::NextMarker));
    assert_eq!((state.desk.map.view.timeline.position, state.desk.map.view.sentence.text()), (11, sentence));
}

#[test]
fn choosing_what_to_do_leads_to_the_form_and_code_that_comes_later_does_not() {
    let mut state = opened("actions");
    state.chrome.chunks.filter = false;
    assert!(state.apply(Action::Operation(Operation::Pages)).contains(&Effect::Focus(FORM)));
    assert!(!state.apply(Action::Operation(Operation::Pages)).contains(&Effect::Focus(FORM)));
    state.apply(Action::Operation(Operation::Insert));
    typed(&mut state, Field::Row, "");
    state.apply(Action::Act(Act::Send));
    let refused = state.desk.form.refusal.clone();
    assert!(refused.is_some());
    state.apply(Action::Operation(Operation::Insert));
    assert_eq!(state.desk.form.refusal, refused, "what was answered stays when code comes");
}

#[test]
fn another_table_has_neighbours_to_merge_and_a_row_to_cut_at() {
    let mut state = opened("partitions");
    state.apply(Action::Console(Typing::Text(
        "create 'other', 'f', SPLITS => ['m', 't']\nput 'other', 'p', 'f:a', '1'\n".into(),
    )));
    state.apply(Action::Console(Typing::Run(80)));
    finish(&mut state);
    state.apply(Action::Operation(Operation::Merge));
    state.apply(Action::Show(Show::Table("other".into())));
    let text = |state: &State| state.desk.form.forms.sheet(Operation::Split).text(Field::At).to_owned();
    assert_eq!(state.desk.form.forms.sheet(Operation::Merge).region(Field::Other), Some(&b"m"[..]));
    state.apply(Action::Show(Show::Table("myTable".into())));
    state.apply(Action::Operation(Operation::Split));
    assert_ne!(text(&state), "");
    state.apply(Action::Show(Show::Table("other".into())));
    assert_eq!(text(&state), "p");
}

#[test]
fn another_client_writes_something_else() {
    let mut state = opened("comments");
    state.apply(Action::Operation(Operation::Prepend));
    let value = |state: &State, at| {
        let slot = Field::Cells.item(at, Field::Value);
        state.desk.form.forms.sheet(Operation::Prepend).text(slot).to_owned()
    };
    let first = (value(&state, 0), value(&state, 1));
    assert_eq!(first.1, "Ada");
    state.apply(Action::Client(1));
    assert_eq!(value(&state, 1), "Ben");
    assert_ne!(value(&state, 0), first.0);
    state.apply(Action::Client(0));
    assert_eq!((value(&state, 0), value(&state, 1)), first);
    typed(&mut state, Field::Cells.item(0, Field::Value), "My own words");
    state.apply(Action::Client(1));
    assert_eq!(value(&state, 0), "My own words");
}
