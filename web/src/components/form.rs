//! What all fields of a form share: their contents, the notes about them, and the listeners that send a change.

use super::hear::click;
use crate::interop;
use crate::session::action::Action;
use splitpoint_lab::form::{Change, Note, Sheet};
use splitpoint_lab::intent::Slot;
use splitpoint_lab::notation::Encoding;
use splitpoint_lab::view::View;
use yew::prelude::*;

/// A form, with all that is needed to draw its fields.
#[derive(Clone, Copy)]
pub(crate) struct Form<'a> {
    /// The contents of its fields.
    pub(crate) sheet: &'a Sheet,
    /// All notes of it.
    pub(crate) notes: &'a [Note],
    /// The notation of the table's keys, which is offered first.
    pub(crate) own: &'a Encoding,
    /// The view of the table.
    pub(crate) view: &'a View,
    pub(crate) dispatch: &'a Callback<Action>,
}

impl Form<'_> {
    /// The event listener for text that is typed into a field.
    pub(crate) fn typed(&self, slot: Slot) -> Callback<InputEvent> {
        let dispatch = self.dispatch.clone();
        Callback::from(move |event| {
            dispatch.emit(Action::Edit(slot, Change::Text(interop::typed(&event))));
        })
    }

    /// The event listener for a choice, a checkbox or another notation. `change` reads the new value from the event. A
    /// notation whose name is not known means `own`.
    pub(crate) fn chosen(
        &self,
        slot: Slot,
        own: &Encoding,
        change: fn(&Event, &Encoding) -> Change,
    ) -> Callback<Event> {
        let (dispatch, own) = (self.dispatch.clone(), own.clone());
        Callback::from(move |event| dispatch.emit(Action::Edit(slot, change(&event, &own))))
    }

    /// The event listener for a click that changes a field.
    pub(crate) fn click(&self, slot: impl Into<Slot>, change: Change) -> Callback<MouseEvent> {
        click(self.dispatch, Action::Edit(slot.into(), change))
    }
}

/// The place of the chosen entry in a list, counted from 0.
pub(crate) fn choice(event: &Event, _own: &Encoding) -> Change {
    Change::Choice(interop::typed(event).parse().unwrap_or(0))
}

/// Whether a checkbox is ticked.
pub(crate) fn on(event: &Event, _own: &Encoding) -> Change {
    Change::On(interop::chosen(event))
}

/// The notation in which bytes are typed.
pub(crate) fn encoding(event: &Event, own: &Encoding) -> Change {
    Change::Encoding(Encoding::named(&interop::typed(event)).unwrap_or_else(|| own.clone()))
}
