//! The designer of row keys: fields, two rows byte by byte, a sorted sample, where the next rows go, questions and traps.

use super::anatomy;
use super::choice::choices;
use super::do_pane::as_code;
use super::hear::{choose, click, escape};
use super::java::JavaPane;
use super::segments::segments;
use super::text::{button, text};
use crate::interop;
use crate::session::action::{Action, Api};
use crate::session::design::Designing;
use crate::session::growth::Growing;
use crate::session::{Desk, Document};
use splitpoint_lab::design::{Draft, Edit, PRESETS};
use splitpoint_lab::view::{DesignView, FieldView, ListView, QuestionView, RulerView, SampleView, ShareView, TrapView};
use yew::prelude::*;

/// The function that draws the designer. It is called by a pointer only, so that a chunk can bring its code later.
pub(crate) type DesignPane = fn(&Document, &Desk, Option<JavaPane>, &Callback<Action>) -> Html;

fn edit(edit: Edit) -> Action {
    Action::Design(Designing::Edit(edit))
}

/// The settings of the designer, and what follows from them. `java` writes the table in Java, if its code is loaded.
pub(crate) fn design_pane(
    document: &Document,
    desk: &Desk,
    java: Option<JavaPane>,
    dispatch: &Callback<Action>,
) -> Html {
    let Some(draft) = &desk.draft else { return Html::default() };
    let java = java.filter(|_| desk.form.api != Api::Shell).map(|java| java(document, desk, Some(draft.create())));
    let view = document.lab.stage().design(draft);
    // If the key has a mistake, it is shown before what the key is good for.
    let (sprung, others): (Vec<&TrapView>, Vec<&TrapView>) = view.traps.iter().partition(|trap| trap.is_sprung);
    let back = escape(dispatch, Action::Design(Designing::Open(false)));
    html! {
        <section class="page__pane orders design" id="pane-design" tabindex="-1" aria-label="Key designer" onkeydown={back}>
            <div class="design__part design__draft">{ fields(draft, &view, java, dispatch) }</div>
            <div class="design__part">
                if let Some(ruler) = &view.ruler {
                    { self::ruler(ruler, dispatch) }
                }
                if !view.rows.is_empty() {
                    { sample(&view) }
                    { next(&view, dispatch) }
                }
            </div>
            <div class="design__part design__about" role="region" tabindex="0" aria-label="Questions and traps">
                if !sprung.is_empty() {
                    { traps("Traps", &sprung) }
                }
                if !view.questions.is_empty() {
                    { text("h3", "design__title", "What this key answers") }
                    for one in &view.questions {
                        { question(one) }
                    }
                }
                { traps(if sprung.is_empty() { "Traps" } else { "Other traps" }, &others) }
            </div>
        </section>
    }
}

fn fields(draft: &Draft, view: &DesignView, java: Option<(Html, String)>, dispatch: &Callback<Action>) -> Html {
    let last = view.fields.len().saturating_sub(1);
    let parts = view.parts.0.iter().cloned().enumerate();
    let parts = parts.map(|(at, label)| (label, edit(Edit::Parts(at)))).collect();
    html! {
        <>
            { text("h2", "orders__title", "Key designer") }
            { text("p", "soft", "The key is the fields, one after the other. Rows are sorted by its bytes, from the left.") }
            { presets(draft, dispatch) }
            for trap in view.traps.iter().filter(|trap| trap.is_sprung) {
                <p class="notice notice--warn design__sprung">{ "✗ " }<b>{ trap.title }</b>{ ". " }{ &trap.about }</p>
            }
            <ol class="design__cards" aria-label="Fields">
                for (at, field) in view.fields.iter().enumerate() {
                    { card(at, last, field, &Fields { dispatch, edit }, Html::default()) }
                }
            </ol>
            <p class="design__line">
                { button("link", "+ field", click(dispatch, edit(Edit::Add))) }
                { text("span", "soft", &view.size) }
            </p>
            <label class="field">
                { text("span", "field__label", "Table") }
                <input class="input" name="design-table" autocomplete="off" spellcheck="false" value={draft.table.clone()} oninput={Fields { dispatch, edit }.typed(Edit::Table)} />
            </label>
            <div class="field">
                { text("span", "field__label", "Regions it begins with") }
                { segments("design-parts", "Regions it begins with", parts, view.parts.1, dispatch) }
                if !view.cuts.is_empty() {
                    <p class="hint hint--bytes">{ format!("cut at {}", view.cuts.join(", ")) }</p>
                }
            </div>
            if view.wrong.is_empty() {
                { text("p", "soft", &view.making) }
            } else {
                { text("p", "notice notice--no", &view.wrong) }
            }
            <div class="design__ways">
                <button type="button" class="button button--main" disabled={!view.wrong.is_empty()} onclick={click(dispatch, Action::Design(Designing::Make))}>
                    { "Make the table with this key" }
                </button>
                <button type="button" class="button" id="to-growth" title="Regions, hot spots and bytes of months, beside another key (g)" onclick={click(dispatch, Action::Growth(Growing::Open(true)))}>
                    { "What it does in a year" }
                </button>
            </div>
            if !view.command.is_empty() {
                { as_code("design-code", &view.command, java, dispatch) }
            }
        </>
    }
}

/// The list of ready-made keys. A last entry is added for a key that is none of them.
fn presets(draft: &Draft, dispatch: &Callback<Action>) -> Html {
    let chosen = PRESETS.iter().position(|preset| preset.design() == draft.design).unwrap_or(PRESETS.len());
    let group = |label: &'static str, mistakes: bool| {
        let shown = PRESETS.iter().enumerate().filter(move |(_, preset)| preset.is_mistake == mistakes);
        html! {
            <optgroup {label}>
                for (at, preset) in shown {
                    <option value={at.to_string()} selected={at == chosen}>{ preset.title }</option>
                }
            </optgroup>
        }
    };
    let actions = (0..PRESETS.len()).map(|at| edit(Edit::Preset(at))).collect();
    html! {
        <label class="field">
            { text("span", "field__label", "Start from") }
            <select class="select select--full" ~value={chosen.to_string()} onchange={choose(dispatch, actions)}>
                { group("Keys that work", false) }
                { group("Mistakes to learn from", true) }
                if chosen == PRESETS.len() {
                    <option value={chosen.to_string()} selected=true>{ "your own" }</option>
                }
            </select>
        </label>
    }
}

/// What the fields of a key need to send an action when one is changed.
pub(super) struct Fields<'a> {
    pub(super) dispatch: &'a Callback<Action>,
    pub(super) edit: fn(Edit) -> Action,
}

impl Fields<'_> {
    /// The event listener for text that is typed into a field.
    fn typed(&self, change: impl Fn(String) -> Edit + 'static) -> Callback<InputEvent> {
        let (dispatch, edit) = (self.dispatch.clone(), self.edit);
        Callback::from(move |event| dispatch.emit(edit(change(interop::typed(&event)))))
    }
}

/// One field of a key. `more` is drawn below its settings.
pub(super) fn card(at: usize, last: usize, field: &FieldView, fields: &Fields<'_>, more: Html) -> Html {
    let name = &field.name;
    let Fields { dispatch, edit } = *fields;
    let act = |sign: &'static str, label: String, off: bool, change: Edit| {
        html! {
            <button type="button" class="design__move" aria-label={label.clone()} title={label} disabled={off} onclick={click(dispatch, edit(change))}>{ sign }</button>
        }
    };
    html! {
        <li class={classes!("design__card", format!("anatomy__field--{}", at % 4), field.is_trap.then_some("design__card--trap"))}>
            <span class="design__moves">
                { act("▲", format!("Move {name} up"), at == 0, Edit::Up(at)) }
                { act("▼", format!("Move {name} down"), at == last, Edit::Down(at)) }
            </span>
            <div class="design__field">
                <span class="design__name">
                    <input class="input" aria-label={format!("Name of field {}", at + 1)} autocomplete="off" spellcheck="false" value={name.clone()} oninput={fields.typed(move |name| Edit::Name(at, name))} />
                    { act("✕", format!("Remove {name}"), false, Edit::Remove(at)) }
                </span>
                <span class="design__lists">
                    for list in &field.lists {
                        { self::list(at, name, list, fields) }
                    }
                    if let Some(raw) = &field.constant {
                        <input class="input" aria-label={format!("Bytes of {name}")} autocomplete="off" spellcheck="false" value={raw.clone()} oninput={fields.typed(move |raw| Edit::Constant(at, raw))} />
                    }
                </span>
                { more }
                <p class="design__use"><b class="design__place">{ &field.place }</b>{ " " }{ &field.about }</p>
            </div>
        </li>
    }
}

fn list(at: usize, name: &str, list: &ListView, fields: &Fields<'_>) -> Html {
    let Fields { dispatch, edit } = *fields;
    let options: Vec<&str> = list.options.iter().map(String::as_str).collect();
    let actions = (0..options.len()).map(|index| edit(Edit::Choose(at, list.choice, index))).collect();
    html! {
        <select key={list.label} class="select" aria-label={format!("{} of {name}", list.label)} ~value={list.chosen.to_string()} onchange={choose(dispatch, actions)}>
            { choices(&options, list.chosen) }
        </select>
    }
}

fn ruler(ruler: &RulerView, dispatch: &Callback<Action>) -> Html {
    let number = ruler.number;
    let step = |words: &'static str, off: bool, to: usize| {
        html! { <button type="button" class="link" disabled={off} onclick={click(dispatch, edit(Edit::Pair(to)))}>{ words }</button> }
    };
    html! {
        <>
            <div class="design__line">
                { text("h3", "design__title", "Two rows, byte by byte") }
                { text("span", "soft", format!("rows {number} and {} of the list below", number + 1)) }
                <span class="heat__space"></span>
                { step("◀ pair", number == 1, number.saturating_sub(2)) }
                { step("pair ▶", number == ruler.pairs, number) }
            </div>
            <div class="design__wide" tabindex="0" role="group" aria-label="Two rows, byte by byte">
                <table class="anatomy__keys">
                    <tbody>
                        for (at, row) in ruler.rows.iter().enumerate() {
                            { anatomy::key(&format!("row {}", number + at), row, ruler.folded) }
                        }
                    </tbody>
                </table>
            </div>
            <p class="design__verdict" role="status">{ &ruler.verdict }</p>
        </>
    }
}

fn sample(view: &DesignView) -> Html {
    let row = |(at, row): (usize, &SampleView)| {
        let region = view.regions.get(row.region);
        let is_first = at == 0 || view.rows[at - 1].region != row.region;
        html! {
            <tr class={classes!(format!("tint-{}", row.region % 8), row.is_ruled.then_some("design__ruled"))}>
                <th class="design__number" scope="row">{ at + 1 }</th>
                <td>
                    if let Some(region) = region.filter(|_| is_first) {
                        { text("b", "", &region.label) }
                    }
                </td>
                <td class="mono design__key">
                    for (place, (hex, _)) in row.parts.iter().enumerate() {
                        <span class={format!("design__piece anatomy__field--{}", place % 4)}>{ hex }</span>
                    }
                </td>
                for (place, (_, value)) in row.parts.iter().enumerate() {
                    <td class={format!("design__piece anatomy__field--{}", place % 4)}>{ value }</td>
                }
                <td class="soft">{ row.came }</td>
            </tr>
        }
    };
    html! {
        <>
            <div class="design__line">
                { text("h3", "design__title", "How they are sorted") }
                { text("span", "soft", &view.sample) }
            </div>
            <div class="design__wide" tabindex="0" role="group" aria-label="Rows of the sample">
                <table class="design__rows">
                    <thead>
                        <tr>
                            { text("th", "", "row") }
                            { text("th", "", "region") }
                            { text("th", "", "key") }
                            for field in &view.fields {
                                { text("th", "", &field.name) }
                            }
                            { text("th", "", "arrived as") }
                        </tr>
                    </thead>
                    <tbody>
                        for one in view.rows.iter().enumerate() {
                            { row(one) }
                        }
                    </tbody>
                </table>
            </div>
        </>
    }
}

fn next(view: &DesignView, dispatch: &Callback<Action>) -> Html {
    let streams = view.streams.0.iter().cloned().enumerate();
    let streams = streams.map(|(at, label)| (label, edit(Edit::Stream(at)))).collect();
    html! {
        <>
            <div class="design__line">
                { text("h3", "design__title", "Where do the next 100 rows go?") }
                { text("span", "soft", "▬ this key") }
                if !view.other.is_empty() {
                    { text("span", "tone-warn", format!("┅ {}, whose regions are cut elsewhere", view.other)) }
                }
                <span class="heat__space"></span>
                { segments("design-stream", "How the next rows come", streams, view.streams.1, dispatch) }
            </div>
            <ul class="design__shares" aria-label="The next 100 rows">
                for region in &view.regions {
                    { share(region, &view.other) }
                }
            </ul>
        </>
    }
}

fn share(region: &ShareView, other: &str) -> Html {
    let bar = |class: &'static str, rows: usize| html! { <span {class} ~style={format!("width:{rows}%")}></span> };
    html! {
        <li class="design__share">
            <span class="design__region">{ text("b", "", &region.label) }{ " " }{ text("span", "mono soft", &region.range) }</span>
            <span class="design__bars" aria-hidden="true">
                { bar("design__bar", region.next) }
                if let Some(rows) = region.other {
                    { bar("design__bar design__bar--other", rows) }
                }
            </span>
            { text("b", "design__count", region.next) }
            if let Some(rows) = region.other {
                <span class="design__count tone-warn">{ rows }{ text("span", "spoken", format!(" {other}")) }</span>
            }
        </li>
    }
}

fn question(question: &QuestionView) -> Html {
    let (sign, tone) = if question.is_bound { ("✓ ", "tone-ok") } else { ("✗ ", "tone-warn") };
    html! {
        <div class="design__question">
            <pre class="do__command design__sql" tabindex="0">{ question.sql.join("\n") }</pre>
            <p class={tone}>{ sign }{ &question.about }</p>
        </div>
    }
}

/// The well-known mistakes, and whether this key makes them.
/// Traps: of a key those that it is in, or those that it is not.
pub(super) fn traps(title: &'static str, traps: &[&TrapView]) -> Html {
    let sprung = traps.iter().filter(|trap| trap.is_sprung).count();
    html! {
        <>
            <div class="design__line">
                { text("h3", "design__title", title) }
                if sprung == 0 {
                    { text("span", "tone-ok", "✓ none in this key") }
                } else {
                    { text("span", "tone-warn", format!("✗ {sprung} in this key")) }
                }
            </div>
            for trap in traps {
                <div class={classes!("design__trap", trap.is_sprung.then_some("design__trap--sprung"))}>
                    <b class={trap.is_sprung.then_some("tone-warn")}>{ if trap.is_sprung { "✗ " } else { "" } }{ trap.title }</b>
                    for (value, raw) in &trap.lines {
                        <span class="mono">{ format!("{value} is {raw}") }</span>
                    }
                    { text("span", "soft", &trap.about) }
                </div>
            }
        </>
    }
}
