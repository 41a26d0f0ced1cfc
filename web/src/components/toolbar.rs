//! The settings above the picture: what it shows, and how.

use super::choice::choices;
use super::hear::{choose, click};
use super::segments::segments;
use super::text::text;
use crate::session::action::{Action, Show};
use crate::session::heat::Looking;
use splitpoint_lab::view::{KeyNotation, TableView, View, ViewRequest};
use yew::prelude::*;

const NOTATIONS: [(KeyNotation, &str); 3] =
    [(KeyNotation::Fields, "fields"), (KeyNotation::Binary, "binary"), (KeyNotation::Hex, "hex")];

/// The toolbar. `stores`: whether memory and files are drawn. Where it is narrow, it has fewer settings.
pub(crate) fn toolbar(
    view: &View,
    request: &ViewRequest,
    stores: bool,
    narrow: bool,
    dispatch: &Callback<Action>,
) -> Html {
    let toggle = |text: &'static str, on: bool, to: Show| {
        let onclick = click(dispatch, Action::Show(to));
        html! { <button type="button" class="button toggle" aria-pressed={on.to_string()} {onclick}>{ text }</button> }
    };
    let tables = view.tables.iter().map(|table| Action::Show(Show::Table(table.clone()))).collect();
    let names: Vec<&str> = view.tables.iter().map(String::as_str).collect();
    let shown = view.table.as_ref().and_then(|table| names.iter().position(|name| *name == table.name));
    let about = view.table.as_ref().map(|table| table.about(view.regions.len()));
    let notations =
        NOTATIONS.map(|(notation, name)| (name.to_owned(), Action::Show(Show::Notation(notation)))).to_vec();
    let notation = NOTATIONS.iter().position(|(notation, _)| *notation == request.notation).unwrap_or(0);
    html! {
        <div class="toolbar">
            <h2 class={classes!("toolbar__title", narrow.then_some("spoken"))}>{ "Key space" }</h2>
            <p class="toolbar__about">
                if names.len() > 1 {
                    <select class="select toolbar__table" aria-label="Table" onchange={choose(dispatch, tables)}>
                        { choices(&names, shown.unwrap_or(0)) }
                    </select>
                } else if let Some(table) = &view.table {
                    { text("span", "strong", &table.name) }
                }
                if let Some(about) = about {
                    { text("span", "soft", about) }
                }
            </p>
            <div class="toolbar__choices">
                <button type="button" class="button" id="to-heat" title="What keys got over time (h)" onclick={click(dispatch, Action::Heat(Looking::Open(true)))}>{ "Heat" }</button>
                if !narrow {
                    { segments("notation", "Notation of keys", notations, notation, dispatch) }
                    { toggle("stores", stores, Show::Stores(!stores)) }
                }
                if view.table.as_ref().is_some_and(TableView::has_every_cell) {
                    <button type="button" class="button toggle" aria-pressed="true" aria-disabled="true" title="In a table of more than 20,000 cells every cell has a line">{ "old versions" }</button>
                } else {
                    { toggle("old versions", request.old_versions, Show::OldVersions(!request.old_versions)) }
                }
            </div>
        </div>
    }
}
