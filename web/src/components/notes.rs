//! What is said at a field of a form.

use crate::session::notes::{Note, Weight};
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(crate) struct NotesProps {
    /// The `id`, so that the field can refer to it.
    #[prop_or_default]
    pub(crate) id: Option<AttrValue>,
    /// All notes of the form.
    pub(crate) notes: Rc<Vec<Note>>,
    /// The field, or with a full stop at its end all fields that begin so.
    pub(crate) field: AttrValue,
}

#[component]
pub(crate) fn Notes(props: &NotesProps) -> Html {
    let notes: Vec<&Note> = props.notes.iter().filter(|note| meant(note, &props.field)).collect();
    html! {
        <div class="notes" id={props.id.clone()}>
            for note in notes {
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

fn meant(note: &Note, field: &str) -> bool {
    note.field == field || (field.ends_with('.') && note.field.starts_with(field))
}

/// The class of a field's border: that of the gravest thing said about it.
pub(crate) fn mark(notes: &[Note], field: &str) -> Option<&'static str> {
    let weights = || notes.iter().filter(|note| meant(note, field)).map(|note| note.weight);
    if weights().any(|weight| weight == Weight::Fault) {
        return Some("input--no");
    }
    weights().any(|weight| weight == Weight::Warning).then_some("input--warn")
}
