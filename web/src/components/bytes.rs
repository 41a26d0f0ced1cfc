//! The rows of a table with the bytes of their keys, for a frame inside something else: coloured by fields, each row aligned
//! with the one above, the first byte that differs ringed.

use super::anatomy::byte;
use super::hear::click;
use super::line::{draw, key, touch, value};
use super::text::text;
use crate::session::action::{Action, Show};
use crate::session::{Desk, Document};
use splitpoint_lab::view::{BytesRegion, BytesRow, BytesView, LineView, View};
use splitpoint_lab::words::counted;
use yew::prelude::*;

/// The function that draws the rows. It is called by a pointer only, so that a chunk can bring its code later.
pub(crate) type BytesPane = fn(&Document, &Desk, &Callback<Action>) -> Html;

/// How many more lines are shown when somebody asks for more.
const MORE: u64 = 80;

/// The rows of the shown table, as far as the view has their lines.
pub(crate) fn bytes_pane(document: &Document, desk: &Desk, dispatch: &Callback<Action>) -> Html {
    let (view, request) = (&desk.map.view, &desk.map.request);
    let bytes = document.lab.stage().bytes(request, view);
    let [above, below] = bytes.more;
    let window = &request.window;
    let lines = |count: u64, words: &'static str, to: std::ops::Range<u64>| {
        let onclick = click(dispatch, Action::Show(Show::Window(to)));
        html! {
            if count > 0 {
                <button type="button" class="button button--quiet button--small" {onclick}>{ format!("{} {words}", counted(count, "line")) }</button>
            }
        }
    };
    html! {
        <section class="page__pane page__map bytes" id="pane-map" tabindex="0" aria-label={format!("Rows of {} with the bytes of their keys", request.table)} ~style={format!("--bytes:{};--fields:{}", bytes.widest, bytes.fields.len().max(1))}>
            <div class="bytes__all">
                if bytes.regions.is_empty() {
                    { text("p", "empty", if view.table.is_none() { "There is no table." } else { "The table has no rows." }) }
                } else {
                    { head(&bytes) }
                }
                { lines(above, "above", window.start.saturating_sub(MORE)..window.end) }
                for one in &bytes.regions {
                    { region(one, view, bytes.folded) }
                }
                { lines(below, "below", window.start..window.end + MORE) }
            </div>
        </section>
    }
}

/// The names of fields above their bytes.
fn head(bytes: &BytesView) -> Html {
    let is_named = bytes.fields.iter().any(|(name, _)| !name.is_empty());
    html! {
        <div class="bytes__row bytes__head" aria-hidden="true">
            <span class="bytes__key">
                if is_named && bytes.folded == 0 {
                    for (place, (name, width)) in bytes.fields.iter().enumerate() {
                        <span class={classes!("bytes__field", field(place))} ~style={format!("--wide:{width}")}>{ name }</span>
                    }
                } else {
                    { "bytes" }
                }
            </span>
            <span class="bytes__rest">
                { text("span", "bytes__text", "row key") }
                { text("span", "bytes__cells", "cells") }
            </span>
        </div>
    }
}

fn field(place: usize) -> String {
    format!("anatomy__field--{}", place % 4)
}

fn region(region: &BytesRegion, view: &View, folded: usize) -> Html {
    let Some(one) = view.regions.get(region.region) else { return Html::default() };
    let server = view.servers.get(one.server).map_or("?", |server| server.name.as_str());
    html! {
        <section class="bytes__region" key={one.id} aria-label={format!("{} on {server}, {}", one.label, one.range)}>
            <p class="bytes__name" aria-hidden="true">
                <span class={classes!("bytes__server", format!("server-{}", one.server % 4))}>{ server }</span>
                { text("b", "", &one.label) }
                { text("span", "mono soft", &one.range) }
            </p>
            <ul>
                for one in &region.rows {
                    { row(one, &view.lines[one.lines.clone()], folded) }
                }
            </ul>
        </section>
    }
}

fn row(row: &BytesRow, lines: &[LineView], folded: usize) -> Html {
    let Some(first) = lines.first() else { return Html::default() };
    let touched = lines.iter().find_map(touch);
    html! {
        <li class={classes!("bytes__row", touched)} key={first.row_binary.clone()}>
            <span class="bytes__key mono">
                if folded > 0 {
                    { text("span", "anatomy__folded", format!("{folded} equal")) }
                }
                for (place, part) in row.key.parts.iter().enumerate().filter(|(_, part)| !part.bytes.is_empty()) {
                    <span class={classes!("bytes__field", field(place))} title={part.name.clone()} ~style={format!("--wide:{}", part.bytes.len())}>
                        for one in &part.bytes {
                            { byte(one) }
                        }
                    </span>
                }
                if row.key.more > 0 {
                    { text("span", "anatomy__folded", format!("{} more", row.key.more)) }
                }
            </span>
            <span class="bytes__rest">
            <span class="bytes__text">
                { key(first, 0) }
                if let Some(at) = row.decides {
                    { text("span", "spoken", format!(", byte {at} is the first that differs from the row above")) }
                }
            </span>
            <span class="bytes__cells">
                for line in lines {
                    { cell(line) }
                }
            </span>
            </span>
        </li>
    }
}

fn cell(line: &LineView) -> Html {
    html! {
        <span class={classes!("bytes__cell", line.hidden.map(|_| "bytes__cell--hidden"))} key={line.rank}>
            { text("span", "bytes__column", &line.column) }
            { value(line) }
            for tag in line.tags() {
                { draw(&tag) }
            }
        </span>
    }
}
