//! Clients as lanes, and below them the background work of servers.

use super::choice::check;
use super::hear;
use super::icon::{Glyph, icon};
use super::job::job;
use super::lane::lane;
use super::must::MustPane;
use super::text::text;
use crate::session::action::{Act, Action};
use crate::session::must::Promising;
use crate::session::orders::Asking;
use crate::session::{Desk, Document, UnderWay};
use yew::prelude::*;

/// The lanes of all clients. If keys have fields, and so are long, the lanes are below each other.
pub(crate) fn clients(document: &Document, desk: &Desk, must: Option<MustPane>, dispatch: &Callback<Action>) -> Html {
    let musts = &desk.orders.musts;
    let must = must.filter(|_| !musts.view.is_empty() || musts.draft.is_some());
    let promise = hear::click(dispatch, Action::Orders(Asking::Must(Promising::Open(None))));
    let view = &desk.map.view;
    let below = document.lab.key(&desk.map.request.table).is_fields();
    let all = |whose: UnderWay| {
        let unfolded = desk.panes.unfolded.contains(&whose);
        unfolded.then(|| document.lab.stage().history(whose.actor(), desk.map.request.notation))
    };
    let background = hear::tick(dispatch, |on| Action::Act(Act::Background(on)));
    html! {
        <div class="clients">
            <ul class={classes!("clients__lanes", below.then_some("clients__lanes--below"))} aria-label="Clients">
                for client in &view.clients {
                    { lane(client, &all(UnderWay::Client(client.id)), dispatch) }
                }
            </ul>
            if view.clients.len() < 4 {
                <button type="button" class="button button--quiet clients__add" onclick={hear::click(dispatch, Action::Act(Act::AddClient))}>
                    { icon(Glyph::Plus) }
                    { "Add a client" }
                </button>
            }
            if let Some(must) = must {
                { must(desk, dispatch) }
            } else {
                <button type="button" class="button button--quiet clients__add" id="must-add" onclick={promise}>
                    { icon(Glyph::Plus) }
                    { "Say what must hold" }
                </button>
            }
            { again(document, dispatch) }
            { every_order(view.clients.iter().filter(|client| !client.program.is_empty()).count(), dispatch) }
            <section class="clients__servers" aria-label="Background work">
                { text("h2", "clients__title", "Background work") }
                { check("Servers flush, compact and split by themselves", document.lab.background(), background) }
                if view.jobs.is_empty() {
                    { text("p", "soft clients__none", "No flush, compaction or split is under way.") }
                } else {
                    <ul class="clients__jobs">
                        for work in &view.jobs {
                            { job(work, &all(UnderWay::Job(work.id)), dispatch) }
                        }
                    </ul>
                }
            </section>
        </div>
    }
}

/// The button that repeats blind writes, but with check-and-put, if one of them was lost.
fn again(document: &Document, dispatch: &Callback<Action>) -> Html {
    let lost = document.lab.stage().lost();
    if lost == 0 || document.is_asking() {
        return Html::default();
    }
    let about =
        format!("{lost} lost: of two plain puts to one row only the later one is left. This branch stays as it is.");
    html! {
        <section class="clients__orders" aria-label="Same again">
            <button type="button" class="button button--small" id="check-again" onclick={hear::click(dispatch, Action::Check)}>{ icon(Glyph::Branch) }{ "Same again, but with check-and-put" }</button>
            { text("p", "soft", about) }
        </section>
    }
}

/// The button that opens the search of every order. `clients`: how many clients have or had something to do.
fn every_order(clients: usize, dispatch: &Callback<Action>) -> Html {
    let open = hear::click(dispatch, Action::Orders(Asking::Open(true)));
    let about = if clients < 2 {
        "Send something for two clients: then all orders in which their calls can come are tried."
    } else {
        "All orders in which their calls can come, and every way in which it can end."
    };
    html! {
        <section class="clients__orders" aria-label="Every order">
            <button type="button" class="button" id="every-order" onclick={open}>{ icon(Glyph::Branch) }{ "Try every order" }</button>
            { text("p", "soft", about) }
        </section>
    }
}
