//! A field for a word or a number.

use super::notes::{mark, notes};
use super::sheet::Sheet;
use crate::session::notes::Note;
use yew::prelude::*;

/// A field, and what is said around it.
#[derive(Clone, Copy, Default)]
pub(crate) struct TextField<'a> {
    pub(crate) label: &'a str,
    /// Its name among the notes, and on the page.
    pub(crate) field: &'a str,
    pub(crate) value: &'a str,
    pub(crate) placeholder: &'static str,
    /// The `id` of a list of suggestions.
    pub(crate) list: Option<&'static str>,
    /// Whether only digits make sense.
    pub(crate) number: bool,
    /// Whether the label is only said.
    pub(crate) bare: bool,
}

/// A field of a form.
pub(crate) fn text_field(sheet: &Sheet, field: &TextField) -> Html {
    heard(field, sheet.notes, sheet.typed(field.field))
}

/// A field that tells somebody else.
pub(crate) fn heard(field: &TextField, said: &[Note], oninput: Callback<InputEvent>) -> Html {
    let TextField { label, field, value, placeholder, list, number, bare } = *field;
    let id = AttrValue::from(format!("field-{field}"));
    // What is said about a field without a label of its own stands below its group.
    let place = match field.rsplit_once('.') {
        Some((group, _)) if bare => format!("notes-{group}."),
        _ => format!("notes-{field}"),
    };
    html! {
        <div class="field">
            <label class={classes!("field__label", bare.then_some("spoken"))} for={id.clone()}>{ label }</label>
            <input
                {id}
                class={classes!("input", mark(said, field))}
                type="text"
                inputmode={number.then_some("numeric")}
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                {placeholder}
                {list}
                value={value.to_owned()}
                aria-describedby={place}
                {oninput}
            />
            if !bare {
                { notes(said, field) }
            }
        </div>
    }
}
