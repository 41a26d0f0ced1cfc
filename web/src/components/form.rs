//! What the fields of a form share: what stands in them, what is said at them, and how they tell of a change.

use super::hear::click;
use crate::interop;
use crate::session::action::Action;
use splitpoint_lab::form::{Change, Note, Sheet};
use splitpoint_lab::intent::Slot;
use splitpoint_lab::notation::Encoding;
use splitpoint_lab::view::View;
use yew::prelude::*;

/// A form that is filled in.
#[derive(Clone, Copy)]
pub(crate) struct Form<'a> {
    /// What stands in it.
    pub(crate) sheet: &'a Sheet,
    /// All notes of it.
    pub(crate) notes: &'a [Note],
    /// The encoding of the table's keys, which is offered first.
    pub(crate) own: &'a Encoding,
    /// What there is to see of the table.
    pub(crate) view: &'a View,
    pub(crate) dispatch: &'a Callback<Action>,
}

impl Form<'_> {
    /// Hears what is typed into a field.
    pub(crate) fn typed(&self, slot: Slot) -> Callback<InputEvent> {
        let dispatch = self.dispatch.clone();
        Callback::from(move |event| {
            dispatch.emit(Action::Edit(slot, Change::Text(interop::typed(&event))));
        })
    }

    /// Hears a choice, a tick, or another encoding, as `change` reads it from the event. An encoding without a name is
    /// `own`.
    pub(crate) fn chosen(
        &self,
        slot: Slot,
        own: &Encoding,
        change: fn(&Event, &Encoding) -> Change,
    ) -> Callback<Event> {
        let (dispatch, own) = (self.dispatch.clone(), own.clone());
        Callback::from(move |event| dispatch.emit(Action::Edit(slot, change(&event, &own))))
    }

    /// Hears a click that changes a field.
    pub(crate) fn click(&self, slot: impl Into<Slot>, change: Change) -> Callback<MouseEvent> {
        click(self.dispatch, Action::Edit(slot.into(), change))
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
