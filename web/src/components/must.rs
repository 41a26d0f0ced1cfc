//! Promises, which are rules that must hold: whether each one does, and the form to write one.

use super::choice::choices;
use super::hear::{choose, click, escape};
use super::icon::{Glyph, icon, icon_button};
use super::text::{button, text};
use super::text_field::TextField;
use crate::interop;
use crate::session::Desk;
use crate::session::action::{Action, Time};
use crate::session::must::{Draft, Promising, action};
use splitpoint_lab::promise::{RESOURCES, SHAPES};
use splitpoint_lab::view::{MustState, MustView};
use yew::prelude::*;

/// The function that draws promises. It is called by a pointer only, so that a chunk can bring its code later.
pub(crate) type MustPane = fn(&Desk, &Callback<Action>) -> Html;

/// The promises with their state at the cursor, and the form if it is open.
pub(crate) fn must_pane(desk: &Desk, dispatch: &Callback<Action>) -> Html {
    let musts = &desk.orders.musts;
    let about = if musts.is_behind { "Looking through the steps …" } else { "Looked at after every step." };
    html! {
        <section class="must" aria-label="Must hold">
            { text("h2", "clients__title", "Must hold") }
            <ul class="must__list">
                for (place, must) in musts.view.iter().enumerate() {
                    { standing(place, must, dispatch) }
                }
            </ul>
            if !musts.view.is_empty() {
                { text("p", "soft must__about", about) }
            }
            { form_or_way(desk, dispatch) }
        </section>
    }
}

/// The promises above the outcomes of every order: those that the search checks, and those that it offers.
pub(crate) fn wanted(desk: &Desk, offers: &[(String, String)], dispatch: &Callback<Action>) -> Html {
    let musts = &desk.orders.musts;
    html! {
        <section class="orders__part must" aria-label="Must hold">
            { text("h2", "orders__head", "Must hold, in every order") }
            if musts.view.is_empty() {
                { text("p", "soft must__about", "Nothing is set, so lost writes are looked for.") }
            }
            <ul class="must__list">
                for (place, must) in musts.view.iter().enumerate() {
                    <li class="must__item">
                        { text("span", "must__name", &must.name) }
                        { ways(place, must, dispatch) }
                    </li>
                }
            </ul>
            { form_or_way(desk, dispatch) }
            if musts.draft.is_none() && !offers.is_empty() {
                <ul class="must__offers" aria-label="Suggestions">
                    for (words, promise) in offers {
                        <li>
                            <button type="button" class="link" onclick={click(dispatch, action(Promising::Take(promise.clone())))}>{ format!("+ {words}") }</button>
                        </li>
                    }
                </ul>
            }
        </section>
    }
}

/// A promise, and whether it was kept.
fn standing(place: usize, must: &MustView, dispatch: &Callback<Action>) -> Html {
    let (tone, sign, spoken) = match &must.state {
        MustState::Holds => ("tone-ok", "✓", "holds: "),
        MustState::Broken { .. } => ("tone-no", "✗", "is broken: "),
        MustState::NotYet => ("soft", "○", "does not hold yet: "),
        MustState::Unknown(_) => ("tone-warn", "?", "cannot be read: "),
    };
    html! {
        <li class="must__item" key={must.text.clone()}>
            <p class="must__name" title={must.text.clone()}>
                <span class={tone}>
                    <span aria-hidden="true">{ sign }{ " " }</span>
                    { text("span", "spoken", spoken) }
                    { &must.name }
                </span>
                {
                    match &must.state {
                        MustState::Broken { step: 0, .. } => text("span", "soft must__step", "not from the start"),
                        MustState::Broken { step, place } => html! {
                            <button type="button" class="link must__step" onclick={click(dispatch, Action::Time(Time::Visit(*place)))}>{ format!("broken at step {step}") }</button>
                        },
                        MustState::NotYet => text("span", "soft must__step", "not yet"),
                        MustState::Unknown(why) => text("span", "soft must__step", why),
                        MustState::Holds => Html::default(),
                    }
                }
            </p>
            { ways(place, must, dispatch) }
        </li>
    }
}

/// The buttons of a promise.
fn ways(place: usize, must: &MustView, dispatch: &Callback<Action>) -> Html {
    let edit = click(dispatch, action(Promising::Open(Some(place))));
    let drop = click(dispatch, action(Promising::Drop(place)));
    html! {
        <span class="must__ways">
            <button type="button" class="link" aria-label={format!("Change: {}", must.name)} onclick={edit}>{ "change" }</button>
            { icon_button(Glyph::Close, &format!("Remove: {}", must.name), "must__drop", Some(drop)) }
        </span>
    }
}

fn form_or_way(desk: &Desk, dispatch: &Callback<Action>) -> Html {
    match &desk.orders.musts.draft {
        Some(draft) => form(draft, dispatch),
        None => html! {
            <button type="button" class="button button--quiet must__add" id="must-add" onclick={click(dispatch, action(Promising::Open(None)))}>
                { icon(Glyph::Plus) }
                { "Add a promise" }
            </button>
        },
    }
}

/// The label of a parameter.
fn label(parameter: &str) -> &'static str {
    match parameter {
        "row" => "Row key",
        "column" => "Column",
        "value" => "Value",
        "count" => "How many",
        "percent" => "Percent",
        "resource" => "Of what",
        "client" => "Client",
        "prefix" => "Beginning of the key",
        _ => "Row, column and value of each, with commas between",
    }
}

fn form(draft: &Draft, dispatch: &Callback<Action>) -> Html {
    let kinds: Vec<&str> = SHAPES.iter().map(|shape| shape.label).collect();
    let turn = (0..SHAPES.len()).map(|shape| action(Promising::Shape(shape))).collect();
    let named = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: InputEvent| dispatch.emit(action(Promising::Name(interop::typed(&event)))))
    };
    let set = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            dispatch.emit(action(Promising::Set));
        })
    };
    let close = action(Promising::Close);
    html! {
        <form class="must__form" aria-label={if draft.at.is_some() { "Change a promise" } else { "A new promise" }} onsubmit={set} onkeydown={escape(dispatch, close.clone())}>
            <div class="field">
                <label class="field__label" for="must-kind">{ "What must hold" }</label>
                <select class="select select--full" id="must-kind" onchange={choose(dispatch, turn)}>{ choices(&kinds, draft.shape) }</select>
            </div>
            for (place, (parameter, typed)) in SHAPES[draft.shape].parameters().zip(&draft.parameters).enumerate() {
                { self::parameter(place, parameter, typed, dispatch) }
            }
            { TextField { label: "Name (can stay empty)", name: "must-name", value: &draft.name, ..TextField::default() }.draw(named, Html::default()) }
            if let Some(problem) = &draft.problem {
                <p class="notice notice--no" id="must-problem" role="alert" tabindex="-1">{ problem }</p>
            }
            <div class="must__buttons">
                <button type="submit" class="button button--main">{ "Set" }</button>
                { button("button", "Cancel", click(dispatch, close)) }
            </div>
        </form>
    }
}

/// The field of a parameter.
fn parameter(place: usize, name: &'static str, typed: &str, dispatch: &Callback<Action>) -> Html {
    let options: Vec<&str> = match name {
        "resource" => RESOURCES.iter().map(|(name, _)| *name).collect(),
        "client" => vec!["A", "B", "C", "D"],
        _ => Vec::new(),
    };
    if !options.is_empty() {
        let chosen = options.iter().position(|option| *option == typed).unwrap_or(0);
        let change = options.iter().map(|option| action(Promising::Parameter(place, (*option).to_owned())));
        let id = format!("must-{name}");
        return html! {
            <div class="field" key={name}>
                <label class="field__label" for={id.clone()}>{ label(name) }</label>
                <select class="select select--full" {id} onchange={choose(dispatch, change.collect())}>{ choices(&options, chosen) }</select>
            </div>
        };
    }
    let oninput = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: InputEvent| {
            dispatch.emit(action(Promising::Parameter(place, interop::typed(&event))))
        })
    };
    let (id, number) = (format!("must-{name}"), matches!(name, "count" | "percent"));
    TextField { label: label(name), name: &id, value: typed, number, ..TextField::default() }
        .draw(oninput, Html::default())
}
