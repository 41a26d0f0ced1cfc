//! One client: what it did, the one step it would do next, what it remembers.

use super::entries::Entries;
use super::icon::{Glyph, Icon};
use super::letter::{Letter, client_class};
use crate::session::action::{Act, Action, Time};
use splitpoint_lab::view::{ClientView, LaneState, MemoryView};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(crate) struct LaneProps {
    pub(crate) client: ClientView,
    pub(crate) dispatch: Callback<Action>,
}

#[component]
pub(crate) fn Lane(props: &LaneProps) -> Html {
    let client = &props.client;
    let id = client.id;
    let act = |act: Act| {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.emit(Action::Act(act)))
    };
    let seek = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |position: u64| dispatch.emit(Action::Time(Time::Seek(position))))
    };
    let (word, tone) = match &client.state {
        LaneState::Idle => ("idle", ""),
        LaneState::Ready => ("running", "lane__state--running"),
        LaneState::Waiting(_) => ("waiting", "tone-warn"),
        LaneState::Done => ("done", ""),
        LaneState::Failed => ("failed", "tone-no"),
    };
    let busy = matches!(client.state, LaneState::Ready | LaneState::Waiting(_));
    html! {
        <li class={classes!("lane", client_class(client.letter))}>
            <h2 class="lane__head">
                <Letter letter={client.letter} />
                <span class="lane__name">{ client.name }</span>
                <span class={classes!("lane__state", tone)}>{ word }</span>
            </h2>
            if client.entries.is_empty() && client.program.is_empty() {
                <p class="lane__none">{ format!("Send a form as {} {} to see each call here.", client.letter, client.name) }</p>
            }
            if busy {
                <div class="lane__program">
                    <p>{ &client.program }</p>
                    <button
                        type="button"
                        class="button button--quiet lane__drop"
                        title="Drop what it is running"
                        aria-label={format!("Drop what {} is running", client.letter)}
                        onclick={act(Act::Cancel(id))}
                    >
                        <Icon glyph={Glyph::Close} />
                    </button>
                </div>
            }
            <Entries entries={client.entries.clone()} on_seek={seek} />
            if let LaneState::Waiting(reason) = &client.state {
                <p class="notice notice--warn">{ reason }</p>
            }
            if busy {
                <div class="lane__ways">
                    if let Some(next) = &client.next {
                        <button type="button" class="button lane__next" onclick={act(Act::StepClient(id))}>
                            <Icon glyph={Glyph::Next} />
                            <span class="spoken">{ format!("{} next: ", client.letter) }</span>
                            { &next.text }
                        </button>
                    }
                </div>
            }
            { memory("Remembers", &client.memory) }
            { memory("Believes", &client.locations) }
        </li>
    }
}

fn memory(title: &'static str, memory: &[MemoryView]) -> Html {
    if memory.is_empty() {
        return Html::default();
    }
    html! {
        <div class="memory">
            <h3 class="memory__title">{ title }</h3>
            <dl class="memory__list">
                for item in memory {
                    <div class={classes!("memory__item", item.stale.is_some().then_some("memory__item--stale"))}>
                        <dt class="memory__name">{ &item.name }</dt>
                        <dd class="memory__value">{ &item.value }</dd>
                        if let Some(stale) = &item.stale {
                            <dd class="memory__stale">{ stale }</dd>
                        }
                    </div>
                }
            </dl>
        </div>
    }
}
