//! The notes at the fields of a form: errors, warnings and hints.

use splitpoint_lab::form::{Note, Weight};
use splitpoint_lab::intent::{Field, Slot};
use yew::prelude::*;

/// What notes are about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum About {
    /// The form as a whole.
    Form,
    /// A field.
    Slot(Slot),
    /// All fields of an item of a list.
    Item(Field, usize),
}

impl<S: Into<Slot>> From<S> for About {
    fn from(slot: S) -> Self {
        Self::Slot(slot.into())
    }
}

impl About {
    /// The `id` of the element that holds the notes.
    pub(crate) fn id(self) -> String {
        match self {
            Self::Form => "notes".to_owned(),
            Self::Slot(slot) => format!("notes-{slot}"),
            Self::Item(list, at) => format!("notes-{}.{at}", list.name()),
        }
    }

    fn holds(self, note: &Note) -> bool {
        match self {
            Self::Form => note.slot.is_none(),
            Self::Slot(slot) => note.slot == Some(slot),
            Self::Item(list, at) => note.slot.is_some_and(|slot| slot.of == Some((list, at))),
        }
    }
}

/// The notes about the form, a field or an item.
pub(crate) fn notes(notes: &[Note], about: impl Into<About>) -> Html {
    said(notes, about.into())
}

fn said(notes: &[Note], about: About) -> Html {
    html! {
        <div class="notes" id={about.id()}>
            for note in notes.iter().filter(|note| about.holds(note)) {
                <p key={note.sentence.clone()} class={class(note.weight)}>{ &note.sentence }</p>
            }
        </div>
    }
}

fn class(weight: Weight) -> &'static str {
    match weight {
        Weight::Hint => "hint",
        Weight::Warning => "notice notice--warn",
        Weight::Fault => "notice notice--no",
    }
}

/// The class of a field's border, by the gravest note about it.
pub(crate) fn mark(notes: &[Note], slot: Slot) -> Option<&'static str> {
    match notes.iter().filter(|note| note.slot == Some(slot)).map(|note| note.weight).max()? {
        Weight::Fault => Some("input--no"),
        Weight::Warning => Some("input--warn"),
        Weight::Hint => None,
    }
}
