//! The desk as text: what is typed and not sent, and which panes are shown, so that it can be restored after a reload.

use super::action::{Action, Show, Tab, Typing};
use super::desk::Side;
use super::state::State;
use splitpoint_lab::form::Operation;
use splitpoint_lab::view::KeyNotation;
use std::rc::Rc;

/// The character at the end of an entry, and between its name and its value: nobody types it.
const END: char = '\u{1e}';
const IS: char = '\u{1f}';

/// The beginning of the names of form fields.
const FIELD: &str = "field ";

const TABS: [Tab; 5] = [Tab::Map, Tab::Do, Tab::Clients, Tab::Cost, Tab::Console];

const NOTATIONS: [KeyNotation; 3] = [KeyNotation::Fields, KeyNotation::Binary, KeyNotation::Hex];

impl Action {
    /// Whether the action changes the desk.
    pub fn is_about_desk(&self) -> bool {
        match self {
            Self::Edit(..) | Self::Operation(_) | Self::Client(_) | Self::Console(_) | Self::Salt | Self::Minute(_) => {
                true
            }
            Self::Page(page) => matches!(page, super::action::Page::Tab(_)),
            Self::Show(show) => {
                matches!(
                    show,
                    Show::Table(_)
                        | Show::Notation(_)
                        | Show::OldVersions(_)
                        | Show::Stores(_)
                        | Show::Explain(_)
                        | Show::Width(..)
                )
            }
            _ => false,
        }
    }
}

/// Writes the desk as text.
pub(crate) fn write(state: &State) -> String {
    let mut text = String::new();
    let mut put = |name: &str, value: &str| {
        text.extend([name, &IS.to_string(), value, &END.to_string()]);
    };
    let desk = &state.desk;
    let flag = |on: bool| if on { "1" } else { "0" };
    let place = |at: Option<usize>| at.unwrap_or(0).to_string();
    // The table is read first, since it decides which fields there are.
    put("table", &desk.map.request.table);
    put("operation", desk.form.operation.label());
    put("client", &desk.form.client.to_string());
    for (name, value) in desk.form.forms.write(desk.form.operation) {
        put(&format!("{FIELD}{name}"), &value);
    }
    put("notation", &place(NOTATIONS.iter().position(|notation| *notation == desk.map.request.notation)));
    put("versions", flag(desk.map.request.old_versions));
    put("stores", flag(desk.map.stores));
    put("explain", flag(desk.panes.explain));
    put("tab", &place(TABS.iter().position(|tab| *tab == desk.panes.tab)));
    put("inspector", &place(TABS.iter().position(|tab| *tab == desk.panes.inspector)));
    let console = &desk.console;
    put("script", &console.script);
    put("typed", &console.typed);
    put("speaker", &console.client.to_string());
    put("front", flag(console.is_script));
    put("open", flag(console.open));
    let [left, right] = desk.panes.widths;
    for (name, size) in [("height", console.height), ("left", left), ("right", right)] {
        if let Some(size) = size {
            put(name, &size.to_string());
        }
    }
    text
}

/// Whether the code of the form that was open is not loaded.
pub(crate) fn lacks_form(state: &State, text: &str) -> bool {
    let open = text.split(END).filter_map(|entry| entry.split_once(IS)).find(|(name, _)| *name == "operation");
    let open = open.and_then(|(_, label)| Operation::all().find(|one| one.label() == label));
    open.is_some_and(|open| !state.desk.form.forms.knows(open))
}

/// Restores the desk. Unknown entries change nothing.
pub(crate) fn read(state: &mut State, text: &str) {
    for (name, value) in text.split(END).filter_map(|entry| entry.split_once(IS)) {
        put(state, name, value);
    }
    state.refresh();
}

fn put(state: &mut State, name: &str, value: &str) {
    let on = value == "1";
    let tab = || value.parse().ok().and_then(|at: usize| TABS.get(at).copied()).unwrap_or_default();
    let desk = &mut state.desk;
    match name {
        "table" if desk.map.view.tables.iter().any(|table| table == value) && desk.map.request.table != value => {
            state.choose_table(value.to_owned());
        }
        "operation" => {
            desk.form.operation = Operation::all().find(|one| one.label() == value).unwrap_or(desk.form.operation);
        }
        "client" => desk.form.client = value.parse().unwrap_or(0),
        "notation" => {
            let notation = value.parse().ok().and_then(|at: usize| NOTATIONS.get(at).copied());
            desk.map.request.notation = notation.unwrap_or(desk.map.request.notation);
        }
        "versions" => desk.map.request.old_versions = on,
        "stores" => desk.map.stores = on,
        "explain" => desk.panes.explain = on,
        "tab" => desk.panes.tab = tab(),
        "inspector" => desk.panes.inspector = tab(),
        "script" => value.clone_into(&mut desk.console.script),
        "typed" => value.clone_into(&mut desk.console.typed),
        "speaker" => desk.console.client = value.parse().unwrap_or(0),
        "height" => desk.console.height = value.parse().ok(),
        "left" => desk.panes.widen(Side::Left, value.parse().ok()),
        "right" => desk.panes.widen(Side::Right, value.parse().ok()),
        "front" => desk.console.is_script = on,
        "open" => desk.console.open = on,
        name => {
            if let Some(field) = name.strip_prefix(FIELD) {
                Rc::make_mut(&mut desk.form.forms).read(desk.form.operation, field, value);
            }
        }
    }
}

impl State {
    /// The action that loads the console, if it is open on the desk and not loaded.
    pub fn lacks_console(&self) -> Option<Action> {
        let console = &self.desk.console;
        let lacks = console.open && self.chrome.chunks.console.is_none();
        lacks.then_some(Action::Console(Typing::Script(console.is_script)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::chunk::Chunks;
    use crate::session::options::Options;
    use splitpoint_lab::form::Change;
    use splitpoint_lab::intent::Field;

    #[test]
    fn a_desk_is_found_as_it_was_left() {
        let fresh = || {
            let mut state = State::new(Options { keeps: false, ..Options::default() });
            state.chrome.chunks = Chunks::all();
            state.apply(Action::Begin(splitpoint_lab::scenario::EXAMPLES[0].reference()));
            while state.document.works() {
                state.apply(Action::Act(super::super::action::Act::Continue));
            }
            state
        };
        let mut state = fresh();
        state.apply(Action::Operation(Operation::Get));
        state.apply(Action::Edit(Field::Row.into(), Change::Text("17".into())));
        state.apply(Action::Console(Typing::Open(true)));
        state.apply(Action::Console(Typing::Script(true)));
        state.apply(Action::Console(Typing::Text("put 'a'\nput 'b'".into())));
        state.apply(Action::Console(Typing::Height(Some(70))));
        state.apply(Action::Show(Show::Width(Side::Left, Some(420))));
        state.apply(Action::Show(Show::Width(Side::Right, Some(9_000))));
        state.apply(Action::Show(Show::Stores(false)));
        let text = write(&state);
        let mut again = fresh();
        assert_ne!(write(&again), text);
        read(&mut again, &text);
        assert_eq!(write(&again), text);
        read(&mut again, "nonsense");
        assert_eq!(write(&again), text);
    }
}
