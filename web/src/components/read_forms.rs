//! The forms that read: get, last row, pages.

use super::choice::{Check, Choice};
use super::edit::edit;
use super::key_field::KeyField;
use super::notes::Notes;
use super::segments::Segments;
use super::text_field::TextField;
use crate::session::form::{GetForm, LastRowForm, LastRowWay, PagesForm};
use crate::session::notes::Note;
use splitpoint_lab::intent::Paging;
use splitpoint_lab::notation::Encoding;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(crate) struct GetFieldsProps {
    pub(crate) form: GetForm,
    pub(crate) own: Encoding,
    pub(crate) notes: Rc<Vec<Note>>,
    pub(crate) on_change: Callback<GetForm>,
}

#[component]
pub(crate) fn GetFields(props: &GetFieldsProps) -> Html {
    let (form, on) = (&props.form, &props.on_change);
    let row = edit(form, on, |form, row| form.row = row);
    let versions = edit(form, on, |form, versions| form.versions = versions);
    html! {
        <>
            <KeyField label="Row key" field="row" value={form.row.clone()} own={props.own.clone()} notes={props.notes.clone()} on_change={row} />
            <TextField label="Versions of a column, at most" field="versions" value={form.versions.clone()} number={true} notes={props.notes.clone()} on_change={versions} />
        </>
    }
}

#[derive(Properties, PartialEq)]
pub(crate) struct LastRowFieldsProps {
    pub(crate) form: LastRowForm,
    pub(crate) own: Encoding,
    pub(crate) notes: Rc<Vec<Note>>,
    pub(crate) on_change: Callback<LastRowForm>,
}

#[component]
pub(crate) fn LastRowFields(props: &LastRowFieldsProps) -> Html {
    let (form, on) = (&props.form, &props.on_change);
    let way = edit(form, on, |form, index: usize| {
        form.way = LastRowWay::CHOICES.get(index).map(|(way, _)| *way).unwrap_or_default();
    });
    let key = edit(form, on, |form, key| form.key = key);
    let width = edit(form, on, |form, width| form.width = width);
    html! {
        <>
            <Choice
                label="How"
                options={LastRowWay::CHOICES.iter().map(|(_, name)| AttrValue::from(*name)).collect::<Vec<_>>()}
                chosen={LastRowWay::CHOICES.iter().position(|(way, _)| *way == form.way).unwrap_or(0)}
                on_choose={way}
            />
            if form.way == LastRowWay::ConstantKey {
                <KeyField label="Key" field="key" value={form.key.clone()} own={props.own.clone()} notes={props.notes.clone()} on_change={key} />
            }
            if form.way == LastRowWay::Bisection {
                <TextField label="Bytes in a key" field="width" value={form.width.clone()} number={true} notes={props.notes.clone()} on_change={width} />
            }
        </>
    }
}

#[derive(Properties, PartialEq)]
pub(crate) struct PagesFieldsProps {
    pub(crate) form: PagesForm,
    pub(crate) own: Encoding,
    pub(crate) notes: Rc<Vec<Note>>,
    pub(crate) on_change: Callback<PagesForm>,
}

const PAGINGS: [Paging; 2] = [Paging::Cursor, Paging::Offset];

#[component]
pub(crate) fn PagesFields(props: &PagesFieldsProps) -> Html {
    let (form, on) = (&props.form, &props.on_change);
    let notes = &props.notes;
    let start = edit(form, on, |form: &mut PagesForm, start| form.start = start);
    let stop = edit(form, on, |form: &mut PagesForm, stop| form.stop = stop);
    let by = edit(form, on, |form: &mut PagesForm, index: usize| {
        form.by = PAGINGS.get(index).copied().unwrap_or(Paging::Cursor);
    });
    let reversed = edit(form, on, |form: &mut PagesForm, reversed| form.reversed = reversed);
    let from = edit(form, on, |form: &mut PagesForm, from| form.from = from);
    let to = edit(form, on, |form: &mut PagesForm, to| form.to = to);
    let word = |label: &'static str,
                field: &'static str,
                value: &str,
                empty: &'static str,
                put: fn(&mut PagesForm, String)| {
        html! {
            <TextField
                {label}
                {field}
                value={value.to_owned()}
                placeholder={empty}
                number={field != "filter"}
                notes={notes.clone()}
                on_change={edit(form, on, put)}
            />
        }
    };
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
    html! {
        <>
            <KeyField label={first} field="start" value={form.start.clone()} own={props.own.clone()} placeholder="the beginning" notes={notes.clone()} on_change={start} />
            <KeyField label={last} field="stop" value={form.stop.clone()} own={props.own.clone()} placeholder="the end" notes={notes.clone()} on_change={stop} />
            <div class="field__pair">
                { word("Rows a page", "size", &form.size, "", |form, text| form.size = text) }
                { word("Pages", "pages", &form.pages, "", |form, text| form.pages = text) }
            </div>
            <div class="field">
                <span class="field__label">{ "The next page begins" }</span>
                <Segments
                    name="paging"
                    label="The next page begins"
                    options={vec!["after the last row".into(), "at an offset".into()]}
                    chosen={PAGINGS.iter().position(|by| *by == form.by).unwrap_or(0)}
                    on_choose={by}
                />
                <Notes notes={notes.clone()} field="by" />
            </div>
            <Check label="Reversed: rows descend" chosen={form.reversed} on_choose={reversed} />
            <details class="more" open={finer}>
                <summary class="more__head">{ "Columns, batch, caching, filter" }</summary>
                <div class="more__body">
                    <KeyField label="Qualifiers from" field="from" value={form.from.clone()} placeholder="the first" notes={notes.clone()} on_change={from} />
                    <KeyField label="Qualifiers to, excluded" field="to" value={form.to.clone()} placeholder="the last" notes={notes.clone()} on_change={to} />
                    <div class="field__pair">
                        { word("Cells a Result", "batch", &form.batch, "whole rows", |form, text| form.batch = text) }
                        { word("Results a call", "caching", &form.caching, "HBase's", |form, text| form.caching = text) }
                    </div>
                    { word("Filter, in HBase's language", "filter", &form.filter, "PrefixFilter('abc')", |form, text| form.filter = text) }
                </div>
            </details>
        </>
    }
}
