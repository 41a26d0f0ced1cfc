//! A row key that is composed from columns of a file: its fields, the keys of the first lines in order, and its traps.

use super::design::{Fields, card, traps};
use super::hear::{choose, click};
use super::text::{button, text};
use crate::session::action::Action;
use crate::session::import::Importing;
use splitpoint_lab::design::Edit;
use splitpoint_lab::scenario::import::Mapping;
use splitpoint_lab::view::{ComposeView, FieldView};
use yew::prelude::*;

fn edit(edit: Edit) -> Action {
    Action::Import(Importing::Field(edit))
}

/// The fields of the key, and the keys that they lead to.
pub(super) fn compose(mapping: &Mapping, view: &ComposeView, dispatch: &Callback<Action>) -> Html {
    let last = view.fields.len().saturating_sub(1);
    let fields = Fields { dispatch, edit };
    let sprung: Vec<_> = view.traps.iter().filter(|trap| trap.is_sprung).collect();
    let names = || view.fields.iter().map(|(field, _)| text("th", "", &field.name));
    html! {
        <section class="compose" id="import-key" tabindex="-1" aria-label="Fields of the row key">
            { text("p", "soft", "The key is the fields, one after the other. Rows are sorted by its bytes, from the left.") }
            <ol class="design__cards compose__cards" aria-label="Fields">
                for (at, (field, column)) in view.fields.iter().enumerate() {
                    { card(at, last, field, &fields, column.map(|column| taken(at, field, column, mapping, dispatch)).unwrap_or_default()) }
                }
            </ol>
            <p class="design__line">
                { button("link", "+ field", click(dispatch, edit(Edit::Add))) }
                { text("span", "soft", &view.size) }
            </p>
            <div class="design__line">
                { text("h3", "help__title", "How the first lines are sorted") }
                { text("span", "soft", &view.sample) }
            </div>
            if !view.rows.is_empty() {
                <div class="design__wide" tabindex="0" role="group" aria-label="Keys of the first lines, sorted">
                    <table class="design__rows">
                        <thead>
                            <tr>
                                { text("th", "", "line") }
                                { text("th", "", "key") }
                                for name in names() {
                                    { name }
                                }
                            </tr>
                        </thead>
                        <tbody>
                            for (line, parts) in &view.rows {
                                <tr key={*line}>
                                    <th class="design__number" scope="row">{ line }</th>
                                    <td class="mono design__key">
                                        for (place, (hex, _)) in parts.iter().enumerate() {
                                            <span class={format!("design__piece anatomy__field--{}", place % 4)}>{ hex }</span>
                                        }
                                    </td>
                                    for (place, (_, value)) in parts.iter().enumerate() {
                                        <td class={format!("design__piece anatomy__field--{}", place % 4)}>{ value }</td>
                                    }
                                </tr>
                            }
                        </tbody>
                    </table>
                </div>
            }
            if sprung.is_empty() {
                { text("p", "tone-ok", "✓ none of the well-known traps is in these keys") }
            } else {
                { traps("Traps", &sprung) }
            }
            { text("p", "soft", "ImportTsv takes a key from one column only. To load the file with it, write these bytes into a column of their own first; a table that was made here is exported with its keys.") }
        </section>
    }
}

/// The choice of the column from which a field gets its values.
fn taken(at: usize, field: &FieldView, column: Option<usize>, mapping: &Mapping, dispatch: &Callback<Action>) -> Html {
    let columns = mapping.columns.len();
    let actions = (0..columns).map(|column| Action::Import(Importing::Take(at, column))).collect();
    let chosen = column.filter(|column| *column < columns).unwrap_or(columns);
    html! {
        <select class="select" aria-label={format!("Column of {}", field.name)} ~value={chosen.to_string()} onchange={choose(dispatch, actions)}>
            if chosen == columns {
                <option value={columns.to_string()} selected=true>{ "choose a column" }</option>
            }
            for (index, source) in mapping.columns.iter().enumerate() {
                <option key={index} value={index.to_string()} selected={index == chosen}>{ format!("from {}", source.name) }</option>
            }
        </select>
    }
}
