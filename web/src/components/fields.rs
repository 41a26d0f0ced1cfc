//! The fields of each form. Those of the first are there with the page, the others stand in a chunk.

use super::admin_form::admin_fields;
use super::create_form::create_fields;
use super::read_forms::{get_fields, last_row_fields, pages_fields};
use super::sheet::Sheet;
use super::transaction_form::transaction_fields;
use super::write_forms::{delete_fields, insert_fields, prepend_fields};
use crate::session::State;
use crate::session::form::Verb;
use yew::prelude::*;

/// What shows the fields of the form that is chosen. It is called by way of a pointer only.
pub(crate) type Fields = fn(&State, &Sheet) -> Html;

/// The fields of the form with which a page begins; nothing of others.
pub(crate) fn first_fields(state: &State, sheet: &Sheet) -> Html {
    match state.verb {
        Verb::Insert => insert_fields(&state.forms.insert, sheet),
        _ => Html::default(),
    }
}

/// The fields of any form.
pub(crate) fn all_fields(state: &State, sheet: &Sheet) -> Html {
    let forms = &state.forms;
    match state.verb {
        Verb::Insert => insert_fields(&forms.insert, sheet),
        Verb::Prepend => prepend_fields(&forms.prepend, sheet),
        Verb::Pages => pages_fields(&forms.pages, sheet),
        Verb::Transaction => transaction_fields(&forms.transaction, sheet),
        Verb::Get => get_fields(&forms.get, sheet),
        Verb::LastRow => last_row_fields(&forms.last_row, sheet),
        Verb::Delete => delete_fields(&forms.delete, sheet),
        Verb::Create => create_fields(&forms.create, sheet),
        Verb::Admin(chore) => admin_fields(chore, &forms.admin, &state.view, sheet),
    }
}
