//! The forms that read: get, last row, pages.

use super::choice::{check_field, choice};
use super::key_field::key_field;
use super::notes::notes;
use super::segments::segments;
use super::sheet::{self, Sheet};
use super::text::text;
use super::text_field::{TextField, text_field};
use crate::session::form::{Change, GetForm, LastRowForm, LastRowWay, PagesForm};
use splitpoint_lab::notation::Encoding;
use yew::prelude::*;

/// Get.
pub(crate) fn get_fields(form: &GetForm, sheet: &Sheet) -> Html {
    html! {
        <>
            { key_field(sheet, "Row key", "row", &form.row, "") }
            { number(sheet, "Versions of a column, at most", "versions", &form.versions, "") }
        </>
    }
}

/// Last row.
pub(crate) fn last_row_fields(form: &LastRowForm, sheet: &Sheet) -> Html {
    let ways = LastRowWay::CHOICES.map(|(_, name)| name);
    let chosen = LastRowWay::CHOICES.iter().position(|(way, _)| *way == form.way).unwrap_or(0);
    html! {
        <>
            { choice("How", &ways, chosen, sheet.chosen("way", sheet::choice)) }
            if form.way == LastRowWay::ConstantKey {
                { key_field(sheet, "Key", "key", &form.key, "") }
            }
            if form.way == LastRowWay::Bisection {
                { number(sheet, "Bytes in a key", "width", &form.width, "") }
            }
        </>
    }
}

/// Scan pages.
pub(crate) fn pages_fields(form: &PagesForm, sheet: &Sheet) -> Html {
    let finer = !form.caching.is_empty()
        || !form.batch.is_empty()
        || !form.filter.is_empty()
        || !form.from.text.is_empty()
        || !form.to.text.is_empty();
    let (first, last) = if form.reversed {
        ("From row, the larger key", "Down to row, excluded")
    } else {
        ("From row", "To row, excluded")
    };
    let ways = PagesForm::WAYS.iter().enumerate();
    let ways = ways.map(|(at, (_, name))| ((*name).to_owned(), Sheet::action("by", Change::Choice(at)))).collect();
    let by = PagesForm::WAYS.iter().position(|(by, _)| *by == form.by).unwrap_or(0);
    let qualifiers = Sheet { own: &Encoding::Text, ..*sheet };
    let filter = TextField {
        label: "Filter, in HBase's language",
        field: "filter",
        value: &form.filter,
        placeholder: "PrefixFilter('abc')",
        ..TextField::default()
    };
    html! {
        <>
            { key_field(sheet, first, "start", &form.start, "the beginning") }
            { key_field(sheet, last, "stop", &form.stop, "the end") }
            <div class="field__pair">
                { number(sheet, "Rows a page", "size", &form.size, "") }
                { number(sheet, "Pages", "pages", &form.pages, "") }
            </div>
            <div class="field">
                { text("span", "field__label", "The next page begins") }
                { segments("paging", "The next page begins", ways, by, sheet.dispatch) }
                { notes(sheet.notes, "by") }
            </div>
            { check_field(sheet, "reversed", "Reversed: rows descend", form.reversed) }
            <details class="more" open={finer}>
                <summary class="more__head">{ "Columns, batch, caching, filter" }</summary>
                <div class="more__body">
                    { key_field(&qualifiers, "Qualifiers from", "from", &form.from, "the first") }
                    { key_field(&qualifiers, "Qualifiers to, excluded", "to", &form.to, "the last") }
                    <div class="field__pair">
                        { number(sheet, "Cells a Result", "batch", &form.batch, "whole rows") }
                        { number(sheet, "Results a call", "caching", &form.caching, "HBase's") }
                    </div>
                    { text_field(sheet, &filter) }
                </div>
            </details>
        </>
    }
}

fn number(sheet: &Sheet, label: &str, field: &str, value: &str, placeholder: &'static str) -> Html {
    text_field(sheet, &TextField { label, field, value, placeholder, number: true, ..TextField::default() })
}
