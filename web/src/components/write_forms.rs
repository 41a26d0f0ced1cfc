//! The forms that write one row: insert, prepend, delete.

use super::cell_fields::CellFields;
use super::choice::{Check, Choice};
use super::edit::edit;
use super::key_field::KeyField;
use super::text_field::TextField;
use crate::session::form::{DeleteForm, DeleteScope, InsertForm, PrependForm};
use crate::session::notes::Note;
use splitpoint_lab::notation::Encoding;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(crate) struct InsertFieldsProps {
    pub(crate) form: InsertForm,
    pub(crate) own: Encoding,
    pub(crate) notes: Rc<Vec<Note>>,
    pub(crate) on_change: Callback<InsertForm>,
}

#[component]
pub(crate) fn InsertFields(props: &InsertFieldsProps) -> Html {
    let form = &props.form;
    let on = &props.on_change;
    let row = edit(form, on, |form, row| form.row = row);
    let cells = edit(form, on, |form, cells| form.cells = cells);
    html! {
        <>
            <KeyField label="Row key" field="row" value={form.row.clone()} own={props.own.clone()} notes={props.notes.clone()} on_change={row} />
            <CellFields cells={form.cells.clone()} times={true} notes={props.notes.clone()} on_change={cells} />
        </>
    }
}

#[derive(Properties, PartialEq)]
pub(crate) struct PrependFieldsProps {
    pub(crate) form: PrependForm,
    pub(crate) notes: Rc<Vec<Note>>,
    pub(crate) on_change: Callback<PrependForm>,
}

#[component]
pub(crate) fn PrependFields(props: &PrependFieldsProps) -> Html {
    let form = &props.form;
    let on = &props.on_change;
    let check = edit(form, on, |form, check| form.check = check);
    let cells = edit(form, on, |form, cells| form.cells = cells);
    let blind = edit(form, on, |form, blind| form.blind = blind);
    let highest = edit(form, on, |form, highest| form.highest = highest);
    html! {
        <>
            <CellFields cells={form.cells.clone()} notes={props.notes.clone()} on_change={cells} />
            <TextField
                label="Column that must be absent: every row has it"
                field="check"
                value={form.check.clone()}
                placeholder="f:q"
                list="columns"
                notes={props.notes.clone()}
                on_change={check}
            />
            <TextField
                label="Key of the first row, if the table is empty"
                field="highest"
                value={form.highest.clone()}
                number={true}
                notes={props.notes.clone()}
                on_change={highest}
            />
            <Check label="Write blindly, with a plain put" chosen={form.blind} field="blind" notes={props.notes.clone()} on_choose={blind} />
        </>
    }
}

#[derive(Properties, PartialEq)]
pub(crate) struct DeleteFieldsProps {
    pub(crate) form: DeleteForm,
    pub(crate) own: Encoding,
    pub(crate) notes: Rc<Vec<Note>>,
    pub(crate) on_change: Callback<DeleteForm>,
}

#[component]
pub(crate) fn DeleteFields(props: &DeleteFieldsProps) -> Html {
    let form = &props.form;
    let on = &props.on_change;
    let row = edit(form, on, |form, row| form.row = row);
    let column = edit(form, on, |form, column| form.column = column);
    let time = edit(form, on, |form, time| form.time = time);
    let scope = edit(form, on, |form, index: usize| {
        form.scope = DeleteScope::CHOICES.get(index).map(|(scope, _)| *scope).unwrap_or_default();
    });
    let whole = form.scope == DeleteScope::Row;
    let (label, empty) = match form.scope {
        DeleteScope::Column => ("Its time, in ms", "the newest version"),
        _ => ("Up to this time, in ms", "now"),
    };
    html! {
        <>
            <KeyField label="Row key" field="row" value={form.row.clone()} own={props.own.clone()} notes={props.notes.clone()} on_change={row} />
            <Choice
                label="Delete"
                options={DeleteScope::CHOICES.iter().map(|(_, name)| AttrValue::from(*name)).collect::<Vec<_>>()}
                chosen={DeleteScope::CHOICES.iter().position(|(scope, _)| *scope == form.scope).unwrap_or(0)}
                on_choose={scope}
            />
            if !whole {
                <TextField
                    label={if form.scope == DeleteScope::Family { "Family" } else { "Column" }}
                    field="column"
                    value={form.column.clone()}
                    placeholder="f:q"
                    list="columns"
                    notes={props.notes.clone()}
                    on_change={column}
                />
                <TextField {label} field="time" value={form.time.clone()} placeholder={empty} number={true} notes={props.notes.clone()} on_change={time} />
            }
        </>
    }
}
