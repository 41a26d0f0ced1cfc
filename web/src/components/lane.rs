//! The lane of a client: what it did, the step that it would do next, and what it remembers.

use super::entries::{All, entries};
use super::hear::click;
use super::icon::{Glyph, icon, icon_button};
use super::letter::{client_class, letter};
use super::text::{text, told};
use crate::session::UnderWay;
use crate::session::action::{Act, Action};
use splitpoint_lab::view::{ClientView, LOCATIONS_ABOUT, LaneState, MEMORY_ABOUT, MemoryView, WRITING_ABOUT};
use yew::prelude::*;

/// The lane. `all`: all that it did, if the reader asked for it.
pub(crate) fn lane(client: &ClientView, all: &All, dispatch: &Callback<Action>) -> Html {
    let id = client.id;
    let (word, tone) = match &client.state {
        LaneState::Idle => ("idle", ""),
        LaneState::Ready => ("running", "lane__state--running"),
        LaneState::Waiting(_) => ("waiting", "tone-warn"),
        LaneState::Done => ("done", ""),
        LaneState::Failed => ("failed", "tone-no"),
    };
    let busy = matches!(client.state, LaneState::Ready | LaneState::Waiting(_));
    let drop = click(dispatch, Action::Act(Act::Cancel(id)));
    html! {
        <li key={id} class={classes!("lane", client_class(client.letter))}>
            <h2 class="lane__head">
                { letter(client.letter) }
                { text("span", "lane__name", client.name) }
                <span class={classes!("lane__state", tone)} title={client.state.about()}>{ word }</span>
            </h2>
            if client.entries.is_empty() && client.program.is_empty() {
                <p class="lane__none">
                    { "No call yet." }
                    { text("span", "lane__how", format!(" Send a form as {} to see each here.", client.name)) }
                </p>
            }
            if busy {
                <div class="lane__program">
                    { text("p", "", &client.program) }
                    { icon_button(Glyph::Close, &format!("Drop what {} is running", client.letter), "lane__drop", Some(drop)) }
                </div>
            }
            if let Some(writing) = &client.writing {
                { told("p", "lane__writing", writing.told(), WRITING_ABOUT) }
            }
            { entries((&client.entries, client.earlier), UnderWay::Client(id), all, dispatch) }
            if let LaneState::Waiting(reason) = &client.state {
                { text("p", "notice notice--warn", reason) }
            }
            if busy {
                <div class="lane__ways">
                    if let Some(next) = &client.next {
                        <button type="button" class="button lane__next" onclick={click(dispatch, Action::Act(Act::StepClient(id)))}>
                            { icon(Glyph::Next) }
                            { text("span", "spoken", format!("{} next: ", client.letter)) }
                            { &next.text }
                        </button>
                    }
                </div>
            }
            { memory("Remembers", MEMORY_ABOUT, &client.memory) }
            { memory("Believes", LOCATIONS_ABOUT, &client.locations) }
        </li>
    }
}

fn memory(title: &'static str, about: &'static str, memory: &[MemoryView]) -> Html {
    if memory.is_empty() {
        return Html::default();
    }
    html! {
        <div class="memory">
            { told("h3", "memory__title", title, about) }
            <dl class="memory__list">
                for item in memory {
                    <div class={classes!("memory__item", item.stale.is_some().then_some("memory__item--stale"))}>
                        { text("dt", "memory__name", &item.name) }
                        { text("dd", "memory__value", &item.value) }
                        if let Some(stale) = &item.stale {
                            { text("dd", "memory__stale", stale) }
                        }
                    </div>
                }
            </dl>
        </div>
    }
}
