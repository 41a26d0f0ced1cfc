//! Event listeners that send an action. There is one function for each kind of event, because each closure is compiled
//! to code of its own.

use crate::interop;
use crate::session::action::Action;
use yew::prelude::*;

/// Sends an action on a click.
pub(crate) fn click(dispatch: &Callback<Action>, action: Action) -> Callback<MouseEvent> {
    let dispatch = dispatch.clone();
    Callback::from(move |_| dispatch.emit(action.clone()))
}

/// Sends an action on Esc, and stops the event so that no element around gets it.
pub(crate) fn escape(dispatch: &Callback<Action>, action: Action) -> Callback<KeyboardEvent> {
    let dispatch = dispatch.clone();
    Callback::from(move |event: KeyboardEvent| {
        if event.key() == "Escape" {
            event.stop_propagation();
            dispatch.emit(action.clone());
        }
    })
}

/// Sends the action in the place of the entry that was chosen in a list.
pub(crate) fn choose(dispatch: &Callback<Action>, actions: Vec<Action>) -> Callback<Event> {
    let dispatch = dispatch.clone();
    Callback::from(move |event| {
        let at: usize = interop::typed(&event).parse().unwrap_or(0);
        if let Some(action) = actions.get(at) {
            dispatch.emit(action.clone());
        }
    })
}

/// Sends an action when a checkbox is changed.
pub(crate) fn tick(dispatch: &Callback<Action>, ask: fn(bool) -> Action) -> Callback<Event> {
    let dispatch = dispatch.clone();
    Callback::from(move |event| dispatch.emit(ask(interop::chosen(&event))))
}
