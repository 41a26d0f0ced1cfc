//! Clients as lanes, and the servers' own work below them.

use super::icon::{Glyph, Icon};
use super::job::Job;
use super::lane::Lane;
use crate::interop;
use crate::session::action::{Act, Action};
use splitpoint_lab::view::{ClientView, JobView};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(crate) struct ClientsProps {
    pub(crate) clients: Vec<ClientView>,
    pub(crate) jobs: Vec<JobView>,
    /// Whether keys are long, so that lanes stand below each other.
    pub(crate) long_keys: bool,
    /// Whether servers act by themselves.
    pub(crate) background: bool,
    pub(crate) dispatch: Callback<Action>,
}

#[component]
pub(crate) fn Clients(props: &ClientsProps) -> Html {
    let add = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.emit(Action::Act(Act::AddClient)))
    };
    let background = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |event: Event| dispatch.emit(Action::Act(Act::Background(interop::chosen(&event)))))
    };
    html! {
        <div class="clients">
            <ul class={classes!("clients__lanes", props.long_keys.then_some("clients__lanes--below"))} aria-label="Clients">
                for client in &props.clients {
                    <Lane key={client.id} client={client.clone()} dispatch={props.dispatch.clone()} />
                }
            </ul>
            if props.clients.len() < 4 {
                <button type="button" class="button button--quiet clients__add" onclick={add}>
                    <Icon glyph={Glyph::Plus} />
                    { "Add a client" }
                </button>
            }
            <section class="clients__servers" aria-label="Background work">
                <h2 class="clients__title">{ "Background work" }</h2>
                <label class="check">
                    <input class="check__box" type="checkbox" checked={props.background} onchange={background} />
                    <span>{ "Servers flush, compact and split by themselves" }</span>
                </label>
                if props.jobs.is_empty() {
                    <p class="soft clients__none">{ "No flush, compaction or split is under way." }</p>
                } else {
                    <ul class="clients__jobs">
                        for job in &props.jobs {
                            <Job key={job.id} job={job.clone()} dispatch={props.dispatch.clone()} />
                        }
                    </ul>
                }
            </section>
        </div>
    }
}
