//! What is said at a field of a form.

use crate::session::notes::{Note, Weight};
use yew::prelude::*;

/// What is said at a field, or with a full stop at its end at all fields that begin so. The `id` is `notes-` and that.
pub(crate) fn notes(notes: &[Note], field: &str) -> Html {
    html! {
        <div class="notes" id={format!("notes-{field}")}>
            for note in notes.iter().filter(|note| meant(note, field)) {
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
