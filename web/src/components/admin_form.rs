//! The forms that look after regions and servers.

use super::choice::{check_field, choice};
use super::hear;
use super::key_field::key_field;
use super::notes::notes;
use super::segments::segments;
use super::sheet::{self, Sheet};
use super::text::text;
use crate::session::form::{AdminForm, Change, Chore};
use splitpoint_lab::view::{CutView, ServerView, View};
use yew::prelude::*;

/// What an administrator does to the table that is shown.
pub(crate) fn admin_fields(chore: Chore, form: &AdminForm, view: &View, sheet: &Sheet) -> Html {
    let region = |label, all| region_field(view, sheet, label, "region", all, form.region.as_deref());
    let at_key = chore == Chore::Split && form.here;
    let body = match chore {
        Chore::Split if form.here => key_field(sheet, "First key of the second region", "at", &form.key, ""),
        Chore::Split => html! { <>{ region("Region", false) }{ planned(view, form) }</> },
        Chore::Move => region("Region", false),
        Chore::Flush => region("Region", true),
        Chore::Compact => html! {
            <>
                { region("Region", true) }
                { check_field(sheet, "major", "Major: all files, markers and what they hide go", form.major) }
            </>
        },
        Chore::Merge => html! {
            <>
                { region("Region", false) }
                { region_field(view, sheet, "With", "other", false, form.other.as_deref()) }
            </>
        },
        Chore::Balance => {
            let held = |server: &ServerView| format!("{}: {}", server.name, server.regions);
            let held: Vec<String> = view.servers.iter().filter(|server| server.alive).map(held).collect();
            html! { <p class="hint">{ "Regions of this table now " }{ text("b", "", held.join(", ")) }</p> }
        }
        Chore::Crash => {
            let dead = |alive: bool| if alive { "" } else { ", dead" };
            let servers: Vec<String> =
                view.servers.iter().map(|server| format!("{}{}", server.name, dead(server.alive))).collect();
            let servers: Vec<&str> = servers.iter().map(String::as_str).collect();
            choice("Server", &servers, form.server.parse().unwrap_or(0), sheet.chosen("server", sheet::choice))
        }
        Chore::Drop => {
            let table = view.table.as_ref().map(|table| table.name.clone()).unwrap_or_default();
            html! { <p>{ "Table " }{ text("b", "", table) }</p> }
        }
    };
    let ways = [(0, "where HBase would"), (1, "at a key")];
    let ways = ways.map(|(at, name)| (name.to_owned(), Sheet::action("here", Change::Choice(at)))).to_vec();
    html! {
        <>
            if chore == Chore::Split {
                <div class="field">
                    { text("span", "field__label", "Cut") }
                    { segments("cut", "Cut", ways, usize::from(form.here), sheet.dispatch) }
                </div>
            }
            { body }
            if !at_key {
                { notes(sheet.notes, "at") }
            }
            { notes(sheet.notes, "region") }
            { notes(sheet.notes, "server") }
        </>
    }
}

/// A choice of a region; `all` offers every region at once.
fn region_field(view: &View, sheet: &Sheet, label: &str, field: &str, all: bool, chosen: Option<&[u8]>) -> Html {
    let mut options: Vec<String> = Vec::new();
    let mut actions = Vec::new();
    if all {
        options.push("all".to_owned());
        actions.push(Sheet::action(field, Change::Region(None)));
    }
    let shift = options.len();
    for region in &view.regions {
        options.push(format!("{} {}", region.label, region.range));
        actions.push(Sheet::action(field, Change::Region(Some(region.start_key.clone()))));
    }
    let at = chosen.and_then(|key| view.regions.iter().position(|region| region.start_key == key));
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    choice(label, &options, at.map_or(0, |at| at + shift), hear::choose(sheet.dispatch, actions))
}

/// Where HBase would cut the chosen region, as far as the picture knows.
fn planned(view: &View, form: &AdminForm) -> Html {
    let key = form.region.as_deref().unwrap_or_default();
    let region = view.regions.iter().find(|region| region.start_key == key);
    match region.and_then(|region| region.detail.as_ref()).map(|detail| &detail.cut) {
        Some(CutView::At { key, why, .. }) => html! {
            <p class="hint">{ "HBase would cut at " }{ text("b", "mono", key) }{ ". " }{ why }</p>
        },
        Some(CutView::Never { why }) => html! { <p class="hint">{ "HBase would not cut it now. " }{ why }</p> },
        None => Html::default(),
    }
}
