//! The forms that look after regions and servers.

use super::choice::{Check, Choice};
use super::edit::edit;
use super::key_field::KeyField;
use super::notes::Notes;
use super::segments::Segments;
use crate::session::form::{AdminForm, Chore};
use crate::session::notes::Note;
use splitpoint_lab::notation::Encoding;
use splitpoint_lab::view::{CutView, RegionView, ServerView};
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(crate) struct AdminFieldsProps {
    pub(crate) chore: Chore,
    pub(crate) form: AdminForm,
    pub(crate) own: Encoding,
    /// Regions of the table.
    pub(crate) regions: Vec<RegionView>,
    pub(crate) servers: Vec<ServerView>,
    /// Name of the table.
    pub(crate) table: AttrValue,
    pub(crate) notes: Rc<Vec<Note>>,
    pub(crate) on_change: Callback<AdminForm>,
}

#[component]
pub(crate) fn AdminFields(props: &AdminFieldsProps) -> Html {
    let (form, on) = (&props.form, &props.on_change);
    let notes = || props.notes.clone();
    let here = edit(form, on, |form: &mut AdminForm, index: usize| form.here = index == 1);
    let key = edit(form, on, |form: &mut AdminForm, key| form.key = key);
    let major = edit(form, on, |form: &mut AdminForm, major| form.major = major);
    let server = edit(form, on, |form: &mut AdminForm, index: usize| form.server = index.to_string());
    let servers: Vec<AttrValue> = props
        .servers
        .iter()
        .map(|server| AttrValue::from(format!("{}{}", server.letter, if server.alive { "" } else { ", dead" })))
        .collect();
    html! {
        <>
        if props.chore == Chore::Split {
            <div class="field">
                <span class="field__label">{ "Cut" }</span>
                <Segments
                    name="cut"
                    label="Cut"
                    options={vec!["where HBase would".into(), "at a key".into()]}
                    chosen={usize::from(form.here)}
                    on_choose={here}
                />
            </div>
        }
        if props.chore == Chore::Split && form.here {
            <KeyField label="First key of the second region" field="at" value={form.key.clone()} own={props.own.clone()} notes={notes()} on_change={key} />
        } else if matches!(props.chore, Chore::Split | Chore::Move) {
            { region(props, "Region", false, |form| &mut form.region, form.region.as_deref()) }
        } else if matches!(props.chore, Chore::Flush | Chore::Compact) {
            { region(props, "Region", true, |form| &mut form.region, form.region.as_deref()) }
        } else if props.chore == Chore::Merge {
            { region(props, "Region", false, |form| &mut form.region, form.region.as_deref()) }
            { region(props, "With", false, |form| &mut form.other, form.other.as_deref()) }
        } else if props.chore == Chore::Crash {
            <Choice label="Server" options={servers} chosen={form.server.parse().unwrap_or(0)} on_choose={server} />
        } else {
            <p>{ "Table " }<b>{ &props.table }</b></p>
        }
        if props.chore == Chore::Split && !form.here {
            { planned(props) }
        }
        if props.chore == Chore::Compact {
            <Check label="Major: all files, markers and what they hide go" chosen={form.major} on_choose={major} />
        }
        if !(props.chore == Chore::Split && form.here) {
            <Notes notes={notes()} field="at" />
        }
        <Notes notes={notes()} field="region" />
        <Notes notes={notes()} field="server" />
        </>
    }
}

type Slot = fn(&mut AdminForm) -> &mut Option<Vec<u8>>;

/// A choice of a region, by its start key; `all` offers every region at once.
fn region(props: &AdminFieldsProps, label: &'static str, all: bool, slot: Slot, chosen: Option<&[u8]>) -> Html {
    let mut options: Vec<AttrValue> = Vec::new();
    if all {
        options.push("all".into());
    }
    options.extend(props.regions.iter().map(|region| AttrValue::from(format!("{} {}", region.label, region.range))));
    let shift = usize::from(all);
    let at = chosen.and_then(|key| props.regions.iter().position(|region| region.start_key == key));
    let on_choose = {
        let (form, on, keys) = (props.form.clone(), props.on_change.clone(), start_keys(&props.regions));
        Callback::from(move |index: usize| {
            let mut form = form.clone();
            *slot(&mut form) = index.checked_sub(shift).and_then(|index| keys.get(index).cloned());
            on.emit(form);
        })
    };
    html! { <Choice {label} {options} chosen={at.map_or(0, |at| at + shift)} {on_choose} /> }
}

fn start_keys(regions: &[RegionView]) -> Vec<Vec<u8>> {
    regions.iter().map(|region| region.start_key.clone()).collect()
}

/// Where HBase would cut the chosen region, as far as the picture knows.
fn planned(props: &AdminFieldsProps) -> Html {
    let key = props.form.region.clone().unwrap_or_default();
    let region = props.regions.iter().find(|region| region.start_key == key);
    match region.and_then(|region| region.detail.as_ref()).map(|detail| &detail.cut) {
        Some(CutView::At { key, why, .. }) => html! {
            <p class="hint">{ "HBase would cut at " }<b class="mono">{ key }</b>{ ". " }{ why }</p>
        },
        Some(CutView::Never { .. }) | None => Html::default(),
    }
}
