//! Callbacks that ask for an action. There is one of a kind of event, because each closure is code of its own.

use crate::interop;
use crate::session::action::Action;
use yew::prelude::*;

/// Hears a click.
pub(crate) fn click(dispatch: &Callback<Action>, action: Action) -> Callback<MouseEvent> {
    let dispatch = dispatch.clone();
    Callback::from(move |_| dispatch.emit(action.clone()))
}

/// Hears Esc, and keeps it from what is around.
pub(crate) fn escape(dispatch: &Callback<Action>, action: Action) -> Callback<KeyboardEvent> {
    let dispatch = dispatch.clone();
    Callback::from(move |event: KeyboardEvent| {
        if event.key() == "Escape" {
            event.stop_propagation();
            dispatch.emit(action.clone());
        }
    })
}

/// Hears that one of a list was chosen whose values are their places, and asks for the action in that place.
pub(crate) fn choose(dispatch: &Callback<Action>, actions: Vec<Action>) -> Callback<Event> {
    let dispatch = dispatch.clone();
    Callback::from(move |event| {
        let at: usize = interop::typed(&event).parse().unwrap_or(0);
        if let Some(action) = actions.get(at) {
            dispatch.emit(action.clone());
        }
    })
}

/// Hears whether a box is ticked.
pub(crate) fn tick(dispatch: &Callback<Action>, ask: fn(bool) -> Action) -> Callback<Event> {
    let dispatch = dispatch.clone();
    Callback::from(move |event| dispatch.emit(ask(interop::chosen(&event))))
}
