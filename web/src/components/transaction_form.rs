//! The form of mutations over several rows of one region.

use super::edit::{edit, edit_item, edit_list};
use super::icon::{Glyph, Icon};
use super::key_field::EncodingChoice;
use super::notes::Notes;
use super::text_field::TextField;
use crate::interop;
use crate::session::form::{ConditionText, KeyText, MutationKind, MutationText, TransactionForm};
use crate::session::notes::Note;
use splitpoint_lab::notation::Encoding;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(crate) struct TransactionFieldsProps {
    pub(crate) form: TransactionForm,
    pub(crate) own: Encoding,
    pub(crate) notes: Rc<Vec<Note>>,
    pub(crate) on_change: Callback<TransactionForm>,
}

#[component]
pub(crate) fn TransactionFields(props: &TransactionFieldsProps) -> Html {
    let (form, on) = (&props.form, &props.on_change);
    let routing = edit(form, on, |form, routing| form.routing = routing);
    let rows = edit(form, on, |form: &mut TransactionForm, encoding: Encoding| {
        let from = form.rows.clone();
        let again = |text: &mut String| *text = KeyText::new(from.clone(), text).in_encoding(encoding.clone()).text;
        again(&mut form.routing);
        form.mutations.iter_mut().for_each(|mutation| again(&mut mutation.row));
        form.conditions.iter_mut().for_each(|condition| again(&mut condition.row));
        form.rows = encoding;
    });
    let add = edit_list(form, on, |form| form.mutations.push(MutationText::default()));
    let condition = edit_list(form, on, |form| {
        form.conditions.push(ConditionText { absent: true, ..ConditionText::default() });
    });
    html! {
        <>
            <div class="field__head">
                <span class="field__label">{ "Row keys" }</span>
                <EncodingChoice name="How row keys are typed" chosen={form.rows.clone()} own={props.own.clone()} on_choose={rows} />
            </div>
            <TextField
                label="Sent to the region of"
                field="routing"
                value={form.routing.clone()}
                placeholder="the first row below"
                notes={props.notes.clone()}
                on_change={routing}
            />
            <fieldset class="cells">
                <legend class="field__label">{ "All of these, or none" }</legend>
                for (index, mutation) in form.mutations.iter().enumerate() {
                    <div class="cells__cell" key={index}>{ mutation_fields(props, index, mutation) }</div>
                }
                <Notes notes={props.notes.clone()} field="mutations" />
                <div class="cells__more"><button type="button" class="link" onclick={add}>{ "+ mutation" }</button></div>
            </fieldset>
            <fieldset class="cells">
                <legend class="field__label">{ "Only if" }</legend>
                for (index, condition) in form.conditions.iter().enumerate() {
                    <div class="cells__cell" key={index}>{ condition_fields(props, index, condition) }</div>
                }
                <Notes notes={props.notes.clone()} field="conditions" />
                <div class="cells__more"><button type="button" class="link" onclick={condition}>{ "+ condition" }</button></div>
            </fieldset>
        </>
    }
}

/// A field without a visible label in the row of a mutation or condition.
fn bare(
    props: &TransactionFieldsProps,
    label: String,
    field: String,
    value: &str,
    empty: &'static str,
    on_change: Callback<String>,
) -> Html {
    let list = field.ends_with("column").then_some("columns");
    html! {
        <TextField {label} {field} value={value.to_owned()} placeholder={empty} {list} bare={true} notes={props.notes.clone()} {on_change} />
    }
}

fn less(name: String, onclick: Callback<MouseEvent>, disabled: bool) -> Html {
    html! {
        <button type="button" class="button button--quiet cells__less" aria-label={name} title="Leave out" {disabled} {onclick}>
            <Icon glyph={Glyph::Close} />
        </button>
    }
}

fn mutation_fields(props: &TransactionFieldsProps, index: usize, mutation: &MutationText) -> Html {
    let (form, on) = (&props.form, &props.on_change);
    let place = format!("mutations.{index}");
    let number = index + 1;
    let list: fn(&mut TransactionForm) -> &mut Vec<MutationText> = |form| &mut form.mutations;
    let kind = edit_item(form, on, index, list, |mutation, event: Event| {
        let at: usize = interop::typed(&event).parse().unwrap_or(0);
        mutation.kind = MutationKind::CHOICES.get(at).map(|(kind, _)| *kind).unwrap_or_default();
    });
    let row = edit_item(form, on, index, list, |mutation, text| mutation.row = text);
    let column = edit_item(form, on, index, list, |mutation, text| mutation.column = text);
    let value = edit_item(form, on, index, list, |mutation, text| mutation.value = text);
    let remove = edit_list(form, on, move |form| {
        form.mutations.remove(index);
    });
    html! {
        <>
            <select class="select cells__kind" aria-label={format!("What mutation {number} does")} onchange={kind}>
                for (at, (choice, name)) in MutationKind::CHOICES.iter().enumerate() {
                    <option key={at} value={at.to_string()} selected={*choice == mutation.kind}>{ *name }</option>
                }
            </select>
            { bare(props, format!("Row of mutation {number}"), format!("{place}.row"), &mutation.row, "row", row) }
            { less(format!("Leave out mutation {number}"), remove, form.mutations.len() < 2) }
            if mutation.kind != MutationKind::DeleteRow {
                { bare(props, format!("Column of mutation {number}"), format!("{place}.column"), &mutation.column, "f:q", column) }
                if mutation.kind == MutationKind::Put {
                    { bare(props, format!("Value of mutation {number}"), format!("{place}.value"), &mutation.value, "value", value) }
                } else {
                    <span class="cells__word soft">{ "its newest version" }</span>
                }
            }
            <div class="cells__wide"><Notes id={format!("notes-{place}.")} notes={props.notes.clone()} field={format!("{place}.")} /></div>
        </>
    }
}

fn condition_fields(props: &TransactionFieldsProps, index: usize, condition: &ConditionText) -> Html {
    let (form, on) = (&props.form, &props.on_change);
    let place = format!("conditions.{index}");
    let number = index + 1;
    let list: fn(&mut TransactionForm) -> &mut Vec<ConditionText> = |form| &mut form.conditions;
    let row = edit_item(form, on, index, list, |condition, text| condition.row = text);
    let column = edit_item(form, on, index, list, |condition, text| condition.column = text);
    let value = edit_item(form, on, index, list, |condition, text| condition.value = text);
    let absent = edit_item(form, on, index, list, |condition, event: Event| {
        condition.absent = interop::typed(&event) == "absent";
    });
    let remove = edit_list(form, on, move |form| {
        form.conditions.remove(index);
    });
    html! {
        <>
            { bare(props, format!("Row of condition {number}"), format!("{place}.row"), &condition.row, "row", row) }
            { bare(props, format!("Column of condition {number}"), format!("{place}.column"), &condition.column, "f:q", column) }
            { less(format!("Leave out condition {number}"), remove, false) }
            <select class="select cells__kind" aria-label={format!("What condition {number} asks")} onchange={absent}>
                <option value="absent" selected={condition.absent}>{ "is absent" }</option>
                <option value="equals" selected={!condition.absent}>{ "equals" }</option>
            </select>
            if !condition.absent {
                { bare(props, format!("Value of condition {number}"), format!("{place}.value"), &condition.value, "value", value) }
            }
            <div class="cells__wide"><Notes id={format!("notes-{place}.")} notes={props.notes.clone()} field={format!("{place}.")} /></div>
        </>
    }
}
