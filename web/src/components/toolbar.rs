//! What the key space shows, and how.

use super::segments::Segments;
use crate::interop;
use crate::session::action::{Action, Show};
use splitpoint_lab::view::{KeyNotation, TableView};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(crate) struct ToolbarProps {
    pub(crate) table: Option<TableView>,
    pub(crate) tables: Vec<String>,
    pub(crate) regions: usize,
    pub(crate) notation: KeyNotation,
    pub(crate) old_versions: bool,
    pub(crate) stores: bool,
    pub(crate) narrow: bool,
    pub(crate) dispatch: Callback<Action>,
}

const NOTATIONS: [KeyNotation; 3] = [KeyNotation::Fields, KeyNotation::Binary, KeyNotation::Hex];

#[component]
pub(crate) fn Toolbar(props: &ToolbarProps) -> Html {
    let show = |show: Show| {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.emit(Action::Show(show.clone())))
    };
    let toggle = |text: &'static str, on: bool, to: Show| {
        html! {
            <button type="button" class="button toggle" aria-pressed={on.to_string()} onclick={show(to)}>{ text }</button>
        }
    };
    let notation = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |index: usize| {
            let notation = NOTATIONS.get(index).copied().unwrap_or_default();
            dispatch.emit(Action::Show(Show::Notation(notation)));
        })
    };
    let choose = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |event: Event| dispatch.emit(Action::Show(Show::Table(interop::typed(&event)))))
    };
    let about = props.table.as_ref().map(|table| {
        let disabled = if table.enabled { "" } else { " · disabled" };
        format!("{} · {}{disabled}", counted(props.regions as u64, "region"), counted(table.cells, "cell"))
    });
    html! {
        <div class="toolbar">
            <h2 class={classes!("toolbar__title", props.narrow.then_some("spoken"))}>{ "Key space" }</h2>
            <p class="toolbar__about">
                if props.tables.len() > 1 {
                    <select class="select toolbar__table" aria-label="Table" onchange={choose}>
                        for table in &props.tables {
                            <option
                                key={table.clone()}
                                value={table.clone()}
                                selected={props.table.as_ref().is_some_and(|shown| shown.name == *table)}
                            >
                                { table }
                            </option>
                        }
                    </select>
                } else if let Some(table) = &props.table {
                    <span class="strong">{ &table.name }</span>
                }
                if let Some(about) = about {
                    <span class="soft">{ about }</span>
                }
            </p>
            <div class="toolbar__choices">
                if !props.narrow {
                    <Segments
                        name="notation"
                        label="Notation of keys"
                        options={vec!["fields".into(), "binary".into(), "hex".into()]}
                        chosen={NOTATIONS.iter().position(|notation| *notation == props.notation).unwrap_or(0)}
                        on_choose={notation}
                    />
                    { toggle("stores", props.stores, Show::Stores(!props.stores)) }
                }
                { toggle("old versions", props.old_versions, Show::OldVersions(!props.old_versions)) }
            </div>
        </div>
    }
}

/// `1 cell`, `13 cells`, `1,000,000 cells`.
fn counted(count: u64, noun: &str) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    format!("{text} {noun}{}", if count == 1 { "" } else { "s" })
}
