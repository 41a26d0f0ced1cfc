//! The forms that write one row: insert, prepend, delete.

use super::cell_fields::cell_fields;
use super::choice::{check_field, choice};
use super::key_field::key_field;
use super::sheet::{self, Sheet};
use super::text_field::{TextField, text_field};
use crate::session::form::{DeleteForm, DeleteScope, InsertForm, PrependForm};
use yew::prelude::*;

/// Insert.
pub(crate) fn insert_fields(form: &InsertForm, sheet: &Sheet) -> Html {
    html! {
        <>
            { key_field(sheet, "Row key", "row", &form.row, "") }
            { cell_fields(&form.cells, Some(form.times), sheet) }
        </>
    }
}

/// Prepend.
pub(crate) fn prepend_fields(form: &PrependForm, sheet: &Sheet) -> Html {
    let check = TextField {
        label: "Column that must be absent: every row has it",
        field: "check",
        value: &form.check,
        placeholder: "f:q",
        list: Some("columns"),
        ..TextField::default()
    };
    let highest = TextField {
        label: "Key of the first row, if the table is empty",
        field: "highest",
        value: &form.highest,
        number: true,
        ..TextField::default()
    };
    html! {
        <>
            { cell_fields(&form.cells, None, sheet) }
            { text_field(sheet, &check) }
            { text_field(sheet, &highest) }
            { check_field(sheet, "blind", "Write blindly, with a plain put", form.blind) }
        </>
    }
}

/// Delete.
pub(crate) fn delete_fields(form: &DeleteForm, sheet: &Sheet) -> Html {
    let scopes = DeleteScope::CHOICES.map(|(_, name)| name);
    let chosen = DeleteScope::CHOICES.iter().position(|(scope, _)| *scope == form.scope).unwrap_or(0);
    let column = TextField {
        label: if form.scope == DeleteScope::Family { "Family" } else { "Column" },
        field: "column",
        value: &form.column,
        placeholder: "f:q",
        list: Some("columns"),
        ..TextField::default()
    };
    let (label, placeholder) = match form.scope {
        DeleteScope::Column => ("Its time, in ms", "the newest version"),
        _ => ("Up to this time, in ms", "now"),
    };
    let time = TextField { label, field: "time", value: &form.time, placeholder, number: true, ..TextField::default() };
    html! {
        <>
            { key_field(sheet, "Row key", "row", &form.row, "") }
            { choice("Delete", &scopes, chosen, sheet.chosen("scope", sheet::choice)) }
            if form.scope != DeleteScope::Row {
                { text_field(sheet, &column) }
                { text_field(sheet, &time) }
            }
        </>
    }
}
