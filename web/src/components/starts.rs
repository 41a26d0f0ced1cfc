//! The list of starts: the examples, and a person's own file.

use super::hear::click;
use super::text::{button, text};
use crate::session::action::{Action, Overlay, Page};
use splitpoint_lab::scenario::{EXAMPLES, Start};
use yew::prelude::*;

/// The list, in which the present start is marked.
pub(crate) fn starts(chosen: &Start, dispatch: &Callback<Action>) -> Html {
    let file = click(dispatch, Action::Page(Page::Overlay(Some(Overlay::Import))));
    html! {
        <section class="starts" aria-label="Start from">
            { text("h2", "starts__title", "Start from") }
            <div class="verbs">
                for example in EXAMPLES {
                    <button
                        key={example.id}
                        type="button"
                        class={classes!("button", (Some(example.id) == chosen.reference.example()).then_some("button--on"))}
                        title={example.about}
                        aria-pressed={(Some(example.id) == chosen.reference.example()).to_string()}
                        onclick={click(dispatch, Action::Begin(example.reference()))}
                    >
                        { example.title }
                    </button>
                }
                { button("button", "Your file …", file) }
            </div>
            { text("p", "starts__about", &chosen.about) }
        </section>
    }
}
