//! A field for bytes: typed as text, numbers, times or fields, shown as HBase prints them.

use super::notes::{mark, notes};
use super::sheet::{self, Sheet};
use super::text::text;
use crate::session::form::KeyText;
use splitpoint_lab::notation::Encoding;
use yew::prelude::*;

/// A field for bytes. Without a placeholder it shows an example.
pub(crate) fn key_field(
    sheet: &Sheet,
    label: &str,
    field: &'static str,
    value: &KeyText,
    placeholder: &'static str,
) -> Html {
    let id = AttrValue::from(format!("field-{field}"));
    let example = if placeholder.is_empty() { value.encoding.example().to_owned() } else { placeholder.to_owned() };
    html! {
        <div class="field">
            <div class="field__head">
                <label class="field__label" for={id.clone()}>{ label }</label>
                { encoding_field(sheet, &format!("How {label} is typed"), field, &value.encoding) }
            </div>
            <input
                {id}
                class={classes!("input", mark(sheet.notes, field))}
                type="text"
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                placeholder={example}
                value={value.text.clone()}
                aria-describedby={format!("notes-{field}")}
                oninput={sheet.typed(field)}
            />
            if let Some(binary) = value.binary().filter(|binary| *binary != value.text) {
                { text("p", "hint hint--bytes", binary) }
            }
            { notes(sheet.notes, field) }
        </div>
    }
}

/// How a field of a form is typed.
pub(crate) fn encoding_field(sheet: &Sheet, name: &str, field: &str, chosen: &Encoding) -> Html {
    encoding_choice(name, chosen, sheet.own, sheet.chosen(field, sheet::encoding))
}

/// A way to type bytes. What is `own` to the table's keys is offered first, where it has fields.
pub(crate) fn encoding_choice(name: &str, chosen: &Encoding, own: &Encoding, onchange: Callback<Event>) -> Html {
    let chosen = chosen.name();
    html! {
        <select class="select select--small" aria-label={name.to_owned()} {onchange}>
            if matches!(own, Encoding::Fields(_)) {
                <option value="fields" selected={chosen == "fields"}>{ own.label() }</option>
            }
            for (name, label, _) in Encoding::CHOICES {
                <option key={name} value={name} selected={chosen == name}>{ label }</option>
            }
        </select>
    }
}
