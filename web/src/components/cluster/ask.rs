//! The settings of a view of a cluster: what is looked at, how often, how keys are read; and recordings.

use super::deed;
use crate::components::choice::choices;
use crate::components::hear::{choose, click};
use crate::components::text::{button, text};
use crate::components::text_field::TextField;
use crate::interop;
use crate::session::action::Action;
use crate::session::cluster::{Deed, PACES, READINGS, Watch};
use splitpoint_lab::words::cluster::clock;
use yew::prelude::*;

/// The address of the cluster's gateway, and its version of HBase.
pub(super) fn place(watch: &Watch) -> Html {
    let Some(Some(bridge)) = &watch.bridge else { return Html::default() };
    html! {
        <p class="soft cluster__place">
            { text("span", "mono", &bridge.rest) }
            if let Some(version) = &bridge.version {
                { format!(" · HBase {version}") }
            }
        </p>
    }
}

/// A list with a label, of which one entry is chosen.
pub(super) fn list(
    label: &'static str,
    options: &[&str],
    chosen: usize,
    actions: Vec<Action>,
    dispatch: &Callback<Action>,
) -> Html {
    html! {
        <label class="field">
            { text("span", "field__label", label) }
            <select class="select select--full" ~value={chosen.to_string()} onchange={choose(dispatch, actions)}>{ choices(options, chosen) }</select>
        </label>
    }
}

/// The left column: the settings.
pub(super) fn ask(watch: &Watch, phone: bool, dispatch: &Callback<Action>) -> Html {
    if let Some(recording) = &watch.replay {
        return html! {
            <>
                { text("h2", "orders__title", "Your cluster") }
                <p class="cluster__state"><b>{ "A recording" }</b>{ ", nothing is asked" }</p>
                { text("p", "mono", &recording.table) }
                { reading(watch, dispatch) }
                <div class="cluster__ways">
                    { button("button", "Save the picture", click(dispatch, deed(Deed::Picture))) }
                    { button("button", if watch.is_bridged() { "Back to the cluster" } else { "Close the recording" }, click(dispatch, deed(Deed::Live))) }
                    { self::recording(dispatch) }
                </div>
            </>
        };
    }
    let tables: Vec<&str> = watch.tables.iter().flatten().map(String::as_str).collect();
    let chosen = tables.iter().position(|name| Some(*name) == watch.table.as_deref()).unwrap_or(tables.len());
    let actions = tables.iter().map(|name| deed(Deed::Table(Some((*name).to_owned())))).collect();
    let paces = PACES.map(pace);
    let paces: Vec<&str> = paces.iter().map(String::as_str).collect();
    let at = PACES.iter().position(|pace| *pace == watch.pace).unwrap_or(0);
    let settings = html! {
        <>
            { list("Look", &paces, at, PACES.map(|pace| deed(Deed::Pace(pace))).to_vec(), dispatch) }
            <div class="cluster__ways">
                { button("button", if watch.is_paused { "Go on looking" } else { "Pause" }, click(dispatch, deed(Deed::Pause(!watch.is_paused)))) }
                { button("button", "Look now", click(dispatch, deed(Deed::Look))) }
            </div>
            { reading(watch, dispatch) }
            <div class="cluster__ways cluster__foot">
                if !watch.recording().samples.is_empty() {
                    { button("button", "Save the recording", click(dispatch, deed(Deed::Save))) }
                    { button("button", "Save the picture", click(dispatch, deed(Deed::Picture))) }
                }
                { recording(dispatch) }
                { button("link", "All tables", click(dispatch, deed(Deed::Table(None)))) }
            </div>
        </>
    };
    html! {
        <>
            { text("h2", "orders__title", "Your cluster") }
            { state(watch) }
            { place(watch) }
            { list("Table", &tables, chosen, actions, dispatch) }
            {
                // On a phone the picture comes first, so the settings are folded.
                if phone {
                    html! { <details class="more cluster__more-ways"><summary class="more__head">{ "How it is looked at" }</summary>{ settings }</details> }
                } else {
                    settings
                }
            }
        </>
    }
}

fn pace(seconds: u32) -> String {
    match seconds {
        60 => "every minute".to_owned(),
        seconds if seconds > 60 => format!("every {} minutes", seconds / 60),
        seconds => format!("every {seconds} seconds"),
    }
}

/// Whether the view is live, and when it was last updated.
fn state(watch: &Watch) -> Html {
    let (class, word) = match (watch.is_paused, &watch.trouble) {
        (true, _) => ("cluster__dot", "paused"),
        (false, Some(_)) => ("cluster__dot cluster__dot--no", "no answer"),
        (false, None) => ("cluster__dot cluster__dot--live", "live"),
    };
    let looked = watch
        .looked
        .map_or_else(|| "first look under way".to_owned(), |at| format!("last look {}", clock(at, watch.east)));
    html! {
        <p class="cluster__state">
            <span {class} aria-hidden="true"></span>
            <b>{ word }</b>
            { ", read-only · " }
            { looked }
        </p>
    }
}

/// The choice of how keys are read.
fn reading(watch: &Watch, dispatch: &Callback<Action>) -> Html {
    let names: Vec<&str> = READINGS.iter().map(|(label, _)| *label).chain(["fields"]).collect();
    let plain = READINGS.iter().position(|(_, name)| *name == watch.key.name());
    let chosen = plain.unwrap_or(READINGS.len());
    let actions = (0..READINGS.len()).map(|at| deed(Deed::Reading(at))).collect();
    let oninput = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: InputEvent| dispatch.emit(deed(Deed::Spec(interop::typed(&event)))))
    };
    let field = TextField {
        label: "Fields of a key",
        name: "cluster-key",
        value: &watch.spec,
        placeholder: "user:int4,time:reversed-time",
        mark: watch.spec_problem.then_some("input--no"),
        described: Some("cluster-key-about"),
        ..TextField::default()
    };
    let about = if watch.spec_problem {
        "Not fields: name:kind, with commas between. Kinds are int4, int8, time, reversed-time, text8, text-until-00, salt16, hash4, uuid."
    } else {
        "As the key designer writes them; empty where keys have none."
    };
    html! {
        <>
            { list("Keys are", &names, chosen, actions, dispatch) }
            { field.draw(oninput, html! { <p id="cluster-key-about" class={if watch.spec_problem { "field__note tone-no" } else { "soft cluster__small" }}>{ about }</p> }) }
        </>
    }
}

/// The field that opens a recording.
pub(super) fn recording(dispatch: &Callback<Action>) -> Html {
    let onchange = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: Event| {
            let dispatch = dispatch.clone();
            if let Some(file) = interop::picked(&event) {
                interop::read_text(&file, move |text| {
                    dispatch.emit(Action::of_file(text, |text| deed(Deed::Replay(text))));
                });
            }
        })
    };
    html! {
        <label class="button cluster__file">
            { "Open a recording …" }
            <input class="cluster__input" type="file" accept=".json,application/json" {onchange} />
        </label>
    }
}
