//! The search of every order: at the left what the clients do and what may happen in between, beside it the outcomes.

use super::choice::check;
use super::hear::{click, escape};
use super::letter::{client_class, letter};
use super::must::wanted;
use super::segments::segments;
use super::text::{button, text};
use crate::interop;
use crate::session::action::Action;
use crate::session::orders::{Asking, Beside, Found, Orders};
use crate::session::{Desk, Document};
use splitpoint_lab::session::{Begin, Between, Contender, MOST_STATES};
use splitpoint_lab::view::{CallView, ChangeView, EndingView, Grain, PromiseView};
use splitpoint_lab::words::counted;
use yew::prelude::*;

/// The function that draws the search; `true` if there is room for one column only. It is called by a pointer only, so
/// that a chunk can bring its code later.
pub(crate) type OrdersPane = fn(&Document, &Desk, bool, &Callback<Action>) -> Html;

const GRAINS: [(Grain, &str); 3] = [(Grain::Operation, "operation"), (Grain::Rpc, "RPC"), (Grain::Cell, "atom")];

/// How many outcomes are shown at first.
const FIRST: usize = 8;

/// How many calls of an order are shown.
const CALLS: usize = 24;

/// The wide view of every order: what is searched, and the outcomes that were found.
pub(crate) fn orders_pane(document: &Document, desk: &Desk, narrow: bool, dispatch: &Callback<Action>) -> Html {
    let orders = &desk.orders;
    let beside = orders.beside(&document.lab, &desk.map);
    let contenders = &beside.contenders;
    let back = escape(dispatch, Action::Orders(Asking::Open(false)));
    let ask = ask(desk, &beside, dispatch);
    let found = found(orders, contenders, desk.map.view.timeline.position, dispatch);
    html! {
        <section class="page__pane orders" id="pane-orders" tabindex="-1" aria-label="Every order" onkeydown={back}>
            if narrow {
                { found }
                { ask }
            } else {
                { ask }
                { found }
            }
        </section>
    }
}

/// What is searched, with its settings.
fn ask(desk: &Desk, beside: &Beside, dispatch: &Callback<Action>) -> Html {
    let (orders, contenders) = (&desk.orders, &beside.contenders);
    let begins = [(Begin::Before, "before they began"), (Begin::Here, "this step")];
    let to = |asking: Asking| Action::Orders(asking);
    html! {
        <div class="orders__ask">
            <section class="orders__part" aria-label="What the clients do">
                { text("h2", "orders__head", "What the clients do") }
                <ul class="orders__clients">
                    for one in contenders {
                        { contender(one) }
                    }
                </ul>
                { segments(
                    "orders-begin",
                    "From where every order is tried",
                    begins.map(|(begin, name)| (name.to_owned(), to(Asking::Begin(begin)))).to_vec(),
                    usize::from(orders.begin == Begin::Here),
                    dispatch,
                ) }
            </section>
            <section class="orders__part" aria-label="What may come in between">
                { text("h2", "orders__head", "What may come in between, once") }
                { between(orders, contenders, dispatch) }
            </section>
            { wanted(desk, &beside.offers, dispatch) }
            <section class="orders__part" aria-label="What one step is">
                { text("h2", "orders__head", "Somebody else can come in after each") }
                { segments(
                    "orders-grain",
                    "What one step is",
                    GRAINS.map(|(grain, name)| (name.to_owned(), to(Asking::Grain(grain)))).to_vec(),
                    GRAINS.iter().position(|(grain, _)| *grain == orders.grain).unwrap_or(1),
                    dispatch,
                ) }
            </section>
        </div>
    }
}

fn contender(contender: &Contender) -> Html {
    html! {
        <li class={classes!("orders__client", client_class(contender.letter))} key={contender.client}>
            { letter(contender.letter) }
            <div>
                { text("b", "", contender.name) }
                for asked in &contender.asked {
                    { text("p", "orders__asked", asked) }
                }
            </div>
        </li>
    }
}

/// What may happen between calls. One sentence is below those that can change the same data.
fn between(orders: &Orders, contenders: &[Contender], dispatch: &Callback<Action>) -> Html {
    let suiting: Vec<Between> = Between::ALL.into_iter().filter(|between| between.suits(contenders)).collect();
    let choice = |between: Between| {
        let onchange = {
            let dispatch = dispatch.clone();
            Callback::from(move |event: Event| {
                dispatch.emit(Action::Orders(Asking::Between(between, interop::chosen(&event))));
            })
        };
        check(between.view().text, orders.between.contains(&between), onchange)
    };
    html! {
        for alike in suiting.chunk_by(|one, next| one.view().about == next.view().about) {
            <div class="orders__choice">
                <div class="orders__alike">
                    for between in alike.iter().copied() {
                        { choice(between) }
                    }
                </div>
                { text("p", "orders__about", alike.first().map_or("", |between| between.view().about)) }
            </div>
        }
    }
}

/// What was found, and how far the search has come.
fn found(orders: &Orders, contenders: &[Contender], position: u64, dispatch: &Callback<Action>) -> Html {
    let again = click(dispatch, Action::Orders(Asking::Again));
    html! {
        <div class="orders__found">
            if let Some(search) = &orders.search {
                { on_its_way(search.progress().states, search.progress().orders, dispatch) }
            }
            if let Some(found) = &orders.found {
                { results(orders, found, dispatch) }
                if found.is_full && orders.search.is_none() {
                    { smaller(orders, dispatch) }
                }
                if found.position != position && found.begin == orders.begin && orders.search.is_none() {
                    { button("button", "Try every order from the present step", again) }
                }
            } else if contenders.len() < 2 {
                { few(contenders.len(), orders.begin) }
            }
        </div>
    }
}

fn few(clients: usize, begin: Begin) -> Html {
    let who = if clients == 0 { "No client has" } else { "Only one client has" };
    let what = match begin {
        Begin::Before => {
            "anything to do. Go back to the table, choose something for Ada and press Send, then choose Ben \
            and send something for him: then every order of their calls can be tried."
        }
        Begin::Here => "anything left to do at this step. Choose “before they began”, or go back to an earlier step.",
    };
    html! {
        <div class="orders__few">
            { text("h2", "orders__title", "Every order of what two clients do") }
            { text("p", "soft", format!("{who} {what}")) }
        </div>
    }
}

fn on_its_way(states: usize, all: u128, dispatch: &Callback<Action>) -> Html {
    html! {
        <div class="orders__way" role="status">
            <p>
                { text("b", "", "Searching") }
                { text("span", "soft", format!(" · {} so far, {} looked at", counted(all, "order"), counted(states as u64, "state"))) }
            </p>
            { button("button button--small", "Stop", click(dispatch, Action::Orders(Asking::Stop))) }
        </div>
    }
}

fn results(orders: &Orders, found: &Found, dispatch: &Callback<Action>) -> Html {
    let (view, old) = (&found.view, orders.search.is_some());
    let shown = if orders.shows_all { view.outcomes.len() } else { FIRST };
    html! {
        <section class={classes!("orders__results", old.then_some("orders__results--old"))} aria-label="Outcomes">
            <div class="orders__top">
                { text("h2", "orders__title", &view.title) }
                <ul class="orders__promises" aria-label="Must hold">
                    if !view.complete {
                        <li class="chip tone-warn">{ "not all orders were tried" }</li>
                    }
                    for promise in &view.promises {
                        { self::promise(promise, view.complete) }
                    }
                </ul>
            </div>
            <div class="orders__heads" aria-hidden="true">
                for head in ["Outcome", "Rows that are different then", "Share of the orders", "A shortest order, a letter per call"] {
                    { text("span", "", head) }
                }
            </div>
            <ul class="orders__outcomes">
                for outcome in view.outcomes.iter().take(shown) {
                    { self::outcome(outcome, &view.promises, dispatch) }
                }
            </ul>
            if shown < view.outcomes.len() {
                { asked("button button--quiet", format!("{} more", counted((view.outcomes.len() - shown + view.more) as u64, "outcome")), Asking::All(true), dispatch) }
            } else if view.more > 0 {
                { text("p", "soft orders__foot", format!("{} more.", counted(view.more as u64, "outcome"))) }
            }
            { text("p", "soft orders__foot", foot(found)) }
        </section>
    }
}

/// A button whose label is made at run time.
fn asked(class: &'static str, words: String, asking: Asking, dispatch: &Callback<Action>) -> Html {
    html! { <button type="button" {class} onclick={click(dispatch, Action::Orders(asking))}>{ words }</button> }
}

/// Ways to make the search smaller, if it reached the limit of states.
fn smaller(orders: &Orders, dispatch: &Callback<Action>) -> Html {
    let coarser = match orders.grain {
        Grain::Cell => Some((Grain::Rpc, "Step by RPC")),
        Grain::Rpc => Some((Grain::Operation, "Step by operation")),
        Grain::Operation => None,
    };
    let way = |label: String, asking: Asking| asked("button", label, asking, dispatch);
    html! {
        <div class="notice notice--warn" role="status">
            { text("p", "", format!("There are more states than the {} that are looked at, so this is what is known of some orders. To know all, ask for less:", counted(MOST_STATES as u64, "state"))) }
            <div class="verbs">
                if let Some((grain, label)) = coarser {
                    { way(label.to_owned(), Asking::Grain(grain)) }
                }
                for between in orders.between.iter().copied() {
                    { way(format!("Without: {}", between.view().text), Asking::Between(between, false)) }
                }
                if coarser.is_none() && orders.between.is_empty() {
                    { text("p", "soft", "Give the clients less to do, or let fewer of them take part.") }
                }
            </div>
        </div>
    }
}

/// A sentence that says what the numbers mean.
fn foot(found: &Found) -> String {
    let from = match found.begin {
        Begin::Before => "before the clients began".to_owned(),
        Begin::Here => format!("step {}", found.position),
    };
    format!(
        "Tried from {from}; {} looked at, of at most {}, as orders that have led to the same go on alike. Orders are counted, not \
         weighted: a share says how many orders end so, not how often a real cluster does.",
        counted(found.states as u64, "state"),
        counted(MOST_STATES as u64, "state")
    )
}

/// A promise, with the number of orders in which it is broken.
fn promise(promise: &PromiseView, complete: bool) -> Html {
    let (class, words) = match (promise.kept, promise.broken) {
        (true, _) if complete => ("chip tone-ok", format!("✓ {}", promise.text)),
        (true, _) => ("chip", format!("{}: not broken so far", promise.text)),
        (false, Some(share)) => {
            ("chip tone-no", format!("✗ {}: fails in {} of the orders", promise.text, percent(share)))
        }
        (false, None) => ("chip tone-no", format!("✗ {}: fails in some orders", promise.text)),
    };
    html! { <li {class}>{ words }</li> }
}

/// Prints tenths of a percent, such as `33.3 %`.
fn percent(tenths: u32) -> String {
    format!("{}.{} %", tenths / 10, tenths % 10)
}

fn outcome(outcome: &EndingView, promises: &[PromiseView], dispatch: &Callback<Action>) -> Html {
    let is_kept = outcome.kept.iter().all(|kept| *kept);
    let take = click(dispatch, Action::Orders(Asking::Take(outcome.index)));
    html! {
        <li class="orders__outcome" key={outcome.index}>
            <div class="orders__what">
                { text("h3", "orders__name", &outcome.title) }
                for (promise, kept) in promises.iter().zip(&outcome.kept) {
                    <span class={classes!("chip", if *kept { "tone-ok" } else { "tone-no" })}>
                        { if *kept { "✓ " } else { "✗ broken: " } }{ &promise.text }
                    </span>
                }
            </div>
            { rows(outcome) }
            <div class="orders__share">
                if let Some(share) = outcome.share {
                    { text("b", "orders__percent", percent(share)) }
                    <svg class={classes!("orders__bar", if is_kept { "tone-ok" } else { "tone-no" })} viewBox="0 0 1000 8" preserveAspectRatio="none" aria-hidden="true">
                        <rect class="orders__all" width="1000" height="8" />
                        <rect class="orders__part-of" width={share.to_string()} height="8" />
                    </svg>
                }
                { text("span", "soft", &outcome.orders) }
            </div>
            { calls(&outcome.calls) }
            <button type="button" class="button orders__take" aria-label={format!("Open: {}", outcome.title)} onclick={take}>{ "Open" }</button>
        </li>
    }
}

fn rows(outcome: &EndingView) -> Html {
    if !outcome.readable {
        return text("p", "soft orders__rows", "Some region is not online, so nobody can read the table then.");
    }
    if outcome.rows.is_empty() {
        return text("p", "soft orders__rows", "All rows are as they were.");
    }
    html! {
        <table class="orders__rows">
            <thead class="spoken"><tr><th scope="col">{ "Row" }</th><th scope="col">{ "First value" }</th><th scope="col">{ "Written by" }</th></tr></thead>
            <tbody>
                for row in &outcome.rows {
                    { self::row(row) }
                }
                if outcome.more > 0 {
                    <tr><td class="soft" colspan="3">{ format!("{} more", counted(outcome.more as u64, "row")) }</td></tr>
                }
            </tbody>
        </table>
    }
}

fn row(row: &ChangeView) -> Html {
    html! {
        <tr>
            <th scope="row" class="mono">
                if !row.table.is_empty() {
                    { &row.table }{ " " }
                }
                { &row.key }
            </th>
            <td class={classes!("orders__value", row.gone.then_some("soft"))}>{ if row.gone { "is gone" } else { row.value.as_str() } }</td>
            <td>
                if let Some(writer) = row.writer {
                    { letter(writer) }
                }
            </td>
        </tr>
    }
}

/// A letter for each call, and the same in words for screen readers.
fn calls(calls: &[CallView]) -> Html {
    let words = |call: &CallView| match call.letter {
        Some(letter) => format!("{letter}: {}", call.text),
        None => call.text.clone(),
    };
    let left_out = calls.len().saturating_sub(CALLS);
    let told: Vec<String> = calls.iter().take(CALLS).map(words).collect();
    html! {
        <div class="orders__order">
            <p class="orders__strip" aria-hidden="true">
                for call in calls.iter().take(CALLS) {
                    if let Some(one) = call.letter {
                        { letter(one) }
                    } else {
                        <span class="letter letter--server" title={call.text.clone()}>{ "·" }</span>
                    }
                }
                if left_out > 0 {
                    { format!("+{left_out}") }
                }
            </p>
            { text("p", "orders__told", told.join(" · ")) }
        </div>
    }
}
