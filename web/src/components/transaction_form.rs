//! The form of mutations over several rows of one region.

use super::cell_fields::{add, less};
use super::choice::choices;
use super::key_field::encoding_field;
use super::notes::notes;
use super::sheet::{self, Sheet};
use super::text::text;
use super::text_field::{TextField, text_field};
use crate::session::form::{ConditionText, MutationKind, MutationText, TransactionForm};
use yew::prelude::*;

/// Transaction.
pub(crate) fn transaction_fields(form: &TransactionForm, sheet: &Sheet) -> Html {
    let routing = TextField {
        label: "Sent to the region of",
        field: "routing",
        value: &form.routing,
        placeholder: "the first row below",
        ..TextField::default()
    };
    html! {
        <>
            <div class="field__head">
                { text("span", "field__label", "Row keys") }
                { encoding_field(sheet, "How row keys are typed", "rows", &form.rows) }
            </div>
            { text_field(sheet, &routing) }
            <fieldset class="cells">
                <legend class="field__label">{ "All of these, or none" }</legend>
                for (index, mutation) in form.mutations.iter().enumerate() {
                    <div class="cells__cell" key={index}>
                        { mutation_fields(mutation, index, form.mutations.len() < 2, sheet) }
                    </div>
                }
                { notes(sheet.notes, "mutations") }
                <div class="cells__more">{ add("+ mutation", "mutations", sheet) }</div>
            </fieldset>
            <fieldset class="cells">
                <legend class="field__label">{ "Only if" }</legend>
                for (index, condition) in form.conditions.iter().enumerate() {
                    <div class="cells__cell" key={index}>{ condition_fields(condition, index, sheet) }</div>
                }
                { notes(sheet.notes, "conditions") }
                <div class="cells__more">{ add("+ condition", "conditions", sheet) }</div>
            </fieldset>
        </>
    }
}

/// The row, column or value of a mutation or condition; its label is only said.
fn bare(sheet: &Sheet, noun: &str, index: usize, name: &str, value: &str) -> Html {
    let (what, placeholder) = match name {
        "row" => ("Row", "row"),
        "column" => ("Column", "f:q"),
        _ => ("Value", "value"),
    };
    let field = TextField {
        label: &format!("{what} of {noun} {}", index + 1),
        field: &format!("{noun}s.{index}.{name}"),
        value,
        placeholder,
        list: (name == "column").then_some("columns"),
        bare: true,
        ..TextField::default()
    };
    text_field(sheet, &field)
}

fn mutation_fields(mutation: &MutationText, index: usize, alone: bool, sheet: &Sheet) -> Html {
    let kinds = MutationKind::CHOICES.map(|(_, name)| name);
    let chosen = MutationKind::CHOICES.iter().position(|(kind, _)| *kind == mutation.kind).unwrap_or(0);
    let kind = sheet.chosen(&format!("mutations.{index}.kind"), sheet::choice);
    let field = |name: &str, value: &str| bare(sheet, "mutation", index, name, value);
    html! {
        <>
            <select class="select cells__kind" aria-label={format!("What mutation {} does", index + 1)} onchange={kind}>
                { choices(&kinds, chosen) }
            </select>
            { field("row", &mutation.row) }
            { less("mutation", "mutations", index, alone, sheet) }
            if mutation.kind != MutationKind::DeleteRow {
                { field("column", &mutation.column) }
                if mutation.kind == MutationKind::Put {
                    { field("value", &mutation.value) }
                } else {
                    { text("span", "cells__word soft", "its newest version") }
                }
            }
            <div class="cells__wide">{ notes(sheet.notes, &format!("mutations.{index}.")) }</div>
        </>
    }
}

fn condition_fields(condition: &ConditionText, index: usize, sheet: &Sheet) -> Html {
    let asks = sheet.chosen(&format!("conditions.{index}.asks"), sheet::choice);
    let field = |name: &str, value: &str| bare(sheet, "condition", index, name, value);
    html! {
        <>
            { field("row", &condition.row) }
            { field("column", &condition.column) }
            { less("condition", "conditions", index, false, sheet) }
            <select class="select cells__kind" aria-label={format!("What condition {} asks", index + 1)} onchange={asks}>
                { choices(&["is absent", "equals"], usize::from(!condition.absent)) }
            </select>
            if !condition.absent {
                { field("value", &condition.value) }
            }
            <div class="cells__wide">{ notes(sheet.notes, &format!("conditions.{index}.")) }</div>
        </>
    }
}
