//! The fields of each form.

use super::admin_form::admin_fields;
use super::create_form::create_fields;
use super::read_forms::{get_fields, last_row_fields, pages_fields};
use super::sheet::Sheet;
use super::transaction_form::transaction_fields;
use super::write_forms::{delete_fields, insert_fields, prepend_fields};
use crate::session::Desk;
use crate::session::form::Verb;
use yew::prelude::*;

/// The fields of the form that is shown.
pub(crate) fn fields(desk: &Desk, sheet: &Sheet) -> Html {
    let forms = &desk.form.forms;
    match desk.form.verb {
        Verb::Insert => insert_fields(&forms.insert, sheet),
        Verb::Prepend => prepend_fields(&forms.prepend, sheet),
        Verb::Pages => pages_fields(&forms.pages, sheet),
        Verb::Transaction => transaction_fields(&forms.transaction, sheet),
        Verb::Get => get_fields(&forms.get, sheet),
        Verb::LastRow => last_row_fields(&forms.last_row, sheet),
        Verb::Delete => delete_fields(&forms.delete, sheet),
        Verb::Create => create_fields(&forms.create, sheet),
        Verb::Admin(chore) => admin_fields(chore, &forms.admin, &desk.map.view, sheet),
    }
}
