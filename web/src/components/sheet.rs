//! What the fields of a form share: what is said at them, and how they tell of a change.

use crate::interop;
use crate::session::action::Action;
use crate::session::form::Change;
use crate::session::notes::Note;
use splitpoint_lab::notation::Encoding;
use yew::prelude::*;

/// A form that is filled in.
#[derive(Clone, Copy)]
pub(crate) struct Sheet<'a> {
    /// All notes of the form.
    pub(crate) notes: &'a [Note],
    /// The encoding of the table's keys, which is offered first.
    pub(crate) own: &'a Encoding,
    pub(crate) dispatch: &'a Callback<Action>,
}

impl Sheet<'_> {
    /// Hears what is typed into a field.
    pub(crate) fn typed(&self, field: &str) -> Callback<InputEvent> {
        let (dispatch, field) = (self.dispatch.clone(), field.to_owned());
        Callback::from(move |event| {
            dispatch.emit(Action::Edit(field.clone(), Change::Text(interop::typed(&event))));
        })
    }

    /// Hears which of a list was chosen, ticked or not, typed how: as the field says.
    pub(crate) fn chosen(&self, field: &str, change: fn(&Event, &Encoding) -> Change) -> Callback<Event> {
        let (dispatch, field, own) = (self.dispatch.clone(), field.to_owned(), self.own.clone());
        Callback::from(move |event| dispatch.emit(Action::Edit(field.clone(), change(&event, &own))))
    }

    /// A change of a field as an action.
    pub(crate) fn action(field: &str, change: Change) -> Action {
        Action::Edit(field.to_owned(), change)
    }

    /// Hears a click that changes a field.
    pub(crate) fn click(&self, field: &str, change: Change) -> Callback<MouseEvent> {
        super::hear::click(self.dispatch, Self::action(field, change))
    }
}

/// Which of a list was chosen.
pub(crate) fn choice(event: &Event, _own: &Encoding) -> Change {
    Change::Choice(interop::typed(event).parse().unwrap_or(0))
}

/// Whether a box is ticked.
pub(crate) fn on(event: &Event, _own: &Encoding) -> Change {
    Change::On(interop::chosen(event))
}

/// How bytes are typed.
pub(crate) fn encoding(event: &Event, own: &Encoding) -> Change {
    Change::Encoding(Encoding::named(&interop::typed(event)).unwrap_or_else(|| own.clone()))
}
