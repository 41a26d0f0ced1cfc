//! Growth: what a row key leads to in months, compared with another key. It has the settings, a picture of key space
//! over time for each key, and their numbers with how each one is computed.

use super::choice::choices;
use super::hear::{choose, click, escape};
use super::text::{button, text};
use crate::interop;
use crate::session::Desk;
use crate::session::action::Action;
use crate::session::growth::{Calculator, Growing};
use splitpoint_lab::growth::{Change, Like};
use splitpoint_lab::view::{FigureView, GrowthSide, GrowthView, SHADES, STEPS_TOLD, SliderView};
use std::fmt::Write;
use yew::prelude::*;

/// The function that draws growth; `true` for a phone. It is called by a pointer only, so that a chunk can bring its
/// code later.
pub(crate) type GrowthPane = fn(&Desk, bool, &Callback<Action>) -> Html;

/// The height of the curve of regions, in units of the drawing.
const HEIGHT: usize = 100;

fn change(change: Change) -> Action {
    Action::Growth(Growing::Change(change))
}

/// The settings of the calculator, and its results.
pub(crate) fn growth_pane(desk: &Desk, phone: bool, dispatch: &Callback<Action>) -> Html {
    let Some(calculator) = Calculator::on(desk) else { return Html::default() };
    let view = &*calculator.view;
    let back = escape(dispatch, Action::Growth(Growing::Open(false)));
    let asked = html! { <div class="wide__part wide__ask">{ ask(view, dispatch) }</div> };
    // On a phone the pictures are above the sliders, so that the effect of a slider is in sight.
    let pictures = html! {
        <div class="wide__part" role="region" tabindex="0" aria-label="Key space against time" aria-busy={calculator.is_rough.to_string()}>
            if phone {
                { text("h2", "orders__title", "Growth: keys against time") }
            }
            if !view.wrong.is_empty() {
                { text("p", "notice notice--no", &view.wrong) }
            }
            if !view.sides.is_empty() {
                { legend(calculator) }
            }
            for (at, side) in view.sides.iter().enumerate() {
                { self::side(at, side) }
            }
        </div>
    };
    html! {
        <section class="page__pane orders growth" id="pane-growth" tabindex="-1" aria-label="Growth" onkeydown={back}>
            if phone {
                { pictures }
                { asked }
            } else {
                { asked }
                { pictures }
            }
            <div class="wide__part wide__told" role="region" tabindex="0" aria-label="Numbers">
                if !view.figures.is_empty() {
                    { figures(view) }
                }
            </div>
        </section>
    }
}

fn list(
    label: &str,
    options: &[&str],
    chosen: usize,
    to: impl Fn(usize) -> Change,
    dispatch: &Callback<Action>,
) -> Html {
    let actions = (0..options.len()).map(|at| change(to(at))).collect();
    html! {
        <label class="field">
            { text("span", "field__label", label) }
            <select class="select select--full" ~value={chosen.to_string()} onchange={choose(dispatch, actions)}>
                { choices(options, chosen) }
                if chosen == options.len() {
                    <option value={chosen.to_string()} selected=true>{ "your own" }</option>
                }
            </select>
        </label>
    }
}

fn ask(view: &GrowthView, dispatch: &Callback<Action>) -> Html {
    let others: Vec<&str> = view.others.0.iter().map(String::as_str).collect();
    html! {
        <>
            { text("h2", "orders__title", "Growth") }
            { text("p", "soft", "What a row key does in a table that grows for months. It is computed with HBase's own rules \
                for flushes, compactions and splits; no row is inserted.") }
            { list("Row key", &view.presets.0, view.presets.1, Change::Preset, dispatch) }
            { list("Beside it", &others, view.others.1, Change::Versus, dispatch) }
            if view.sides.len() > 1 {
                <p>{ button("link", "Let the two keys trade places", click(dispatch, change(Change::Swap))) }</p>
            }
            for slider in &view.sliders {
                { self::slider(slider, dispatch) }
            }
            for (at, name, options, chosen) in &view.fields {
                { list(&format!("Values of {name}"), options, *chosen, |like: usize| Change::Like(*at, like.min(Like::ALL.len())), dispatch) }
            }
            { list("Split policy", &view.policies.0, view.policies.1, Change::Policy, dispatch) }
        </>
    }
}

fn slider(view: &SliderView, dispatch: &Callback<Action>) -> Html {
    let slider = view.slider;
    let oninput = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: InputEvent| {
            if let Ok(stop) = interop::typed(&event).parse() {
                dispatch.emit(change(Change::Slide(slider, stop)));
            }
        })
    };
    html! {
        <label class="field growth__slider">
            <span class="growth__line">
                { text("span", "field__label", view.label) }
                { text("b", "", &view.value) }
            </span>
            <input type="range" min="0" max={view.last.to_string()} value={view.at.to_string()} aria-valuetext={view.value.clone()} {oninput} />
        </label>
    }
}

/// One of the keys: its picture, and which part of the key space the writes went to.
fn side(at: usize, side: &GrowthSide) -> Html {
    let (columns, bands) = (side.columns.max(1), side.bands);
    let mut paths = vec![String::new(); usize::from(SHADES)];
    for (column, band, shade) in &side.cells {
        if let Some(path) = paths.get_mut(usize::from(*shade) - 1) {
            // Writing to a String cannot fail.
            let _ = write!(path, "M{column} {band}h1v1h-1z");
        }
    }
    let mut splits = String::new();
    for (time, place) in &side.splits {
        let _ = write!(splits, "M{:.2} {:.2}h.01", time * columns as f64, place * bands as f64);
    }
    html! {
        <section class="growth__side" aria-label={side.key.clone()}>
            <div class="growth__line">
                { text("span", "growth__letter", if at == 0 { "1" } else { "2" }) }
                { text("h3", "design__title", &side.key) }
            </div>
            <p class={if side.is_hot { "growth__verdict tone-warn" } else { "growth__verdict tone-ok" }}>
                { if side.is_hot { "▲ " } else { "✓ " } }{ &side.verdict }
            </p>
            <div class="growth__picture" aria-hidden="true">
                { text("span", "growth__axis", "keys ↓") }
                <svg class="growth__cells heat__cells" viewBox={format!("0 0 {columns} {bands}")} preserveAspectRatio="none" shape-rendering="crispEdges">
                    for (shade, path) in paths.into_iter().enumerate() {
                        <path class={format!("heat__shade--{}", shade + 1)} d={path} />
                    }
                    <path class="growth__splits" d={splits} />
                </svg>
                <span class="growth__axis">{ "regions" }{ text("b", "growth__count", &side.count) }</span>
                { curve(side) }
                <span></span>
                <span class="growth__line growth__axis"><span>{ "first row" }</span><span>{ format!("after {}", side.span) }</span></span>
            </div>
        </section>
    }
}

/// The number of regions over time, as a curve.
fn curve(side: &GrowthSide) -> Html {
    let most = side.regions.iter().copied().max().unwrap_or(1).max(1);
    let mut path = format!("M0 {HEIGHT}");
    for (column, regions) in side.regions.iter().enumerate() {
        let _ = write!(path, "L{} {}", column + 1, HEIGHT - regions * HEIGHT / most);
    }
    let _ = write!(path, "V{HEIGHT}z");
    html! {
        <svg class="growth__curve" viewBox={format!("0 0 {} {HEIGHT}", side.columns.max(1))} preserveAspectRatio="none">
            <path d={path} />
        </svg>
    }
}

fn legend(calculator: &Calculator) -> Html {
    html! {
        <div class="growth__line growth__legend">
            <span class="heat__legend" aria-hidden="true">
                { "share of the writes of that time:" }
                for (shade, words) in (1..=SHADES).zip(STEPS_TOLD) {
                    <span class="growth__share"><span class={format!("heat__shade heat__shade--{shade}")}></span>{ words }</span>
                }
                if calculator.view.sides.iter().any(|side| !side.splits.is_empty()) {
                    <span class="growth__share"><span class="growth__dot"></span>{ "a split" }</span>
                }
            </span>
            <span class="growth__axis">{ if calculator.is_rough { "rough; computing it precisely …" } else { "each band of keys holds equally many rows at the end" } }</span>
        </div>
    }
}

fn figures(view: &GrowthView) -> Html {
    html! {
        <>
            <table class="wide__figures">
                <thead>
                    <tr>
                        <td></td>
                        for (at, side) in view.sides.iter().enumerate() {
                            <th scope="col" title={side.key.clone()}>{ at + 1 }{ text("span", "spoken", format!(": {}", side.key)) }</th>
                        }
                    </tr>
                </thead>
                <tbody>
                    for figure in &view.figures {
                        { self::figure(figure) }
                    }
                </tbody>
            </table>
            <details class="more">
                <summary class="more__head">{ "How each is computed" }</summary>
                <dl class="growth__formulas">
                    for figure in &view.figures {
                        <dt>{ figure.name }</dt>
                        for (_, formula) in &figure.values {
                            <dd>{ formula }</dd>
                        }
                    }
                </dl>
            </details>
            { text("h3", "design__title", "Taken for granted") }
            <ul class="growth__assumed">
                for sentence in &view.assumed {
                    { text("li", "", sentence) }
                }
            </ul>
        </>
    }
}

fn figure(figure: &FigureView) -> Html {
    html! {
        <tr key={figure.name}>
            <th scope="row" title={figure.values.first().map(|(_, formula)| formula.clone())}>{ figure.name }</th>
            for (at, (value, _)) in figure.values.iter().enumerate() {
                <td>
                    if figure.best == Some(at) {
                        <span class="tone-ok" title="the better one">{ "✓ " }{ text("span", "spoken", "the better one: ") }</span>
                    }
                    { value }
                </td>
            }
        </tr>
    }
}
