//! What to begin with: the examples, and a person's own file.

use crate::session::action::{Action, Overlay, Page};
use splitpoint_lab::scenario::{Reference, Start};
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(crate) struct StartsProps {
    pub(crate) starts: Rc<Vec<Start>>,
    pub(crate) start: Rc<Start>,
    pub(crate) dispatch: Callback<Action>,
}

#[component]
pub(crate) fn Starts(props: &StartsProps) -> Html {
    let begin = |reference: &Reference| {
        let (dispatch, reference) = (props.dispatch.clone(), reference.clone());
        Callback::from(move |_: MouseEvent| dispatch.emit(Action::Begin(reference.clone())))
    };
    let file = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.emit(Action::Page(Page::Overlay(Some(Overlay::Import)))))
    };
    html! {
        <section class="starts" aria-label="Start from">
            <h2 class="starts__title">{ "Start from" }</h2>
            <div class="verbs">
                for start in props.starts.iter() {
                    <button
                        key={start.title.clone()}
                        type="button"
                        class={classes!("button", (start.reference == props.start.reference).then_some("button--on"))}
                        title={start.about.clone()}
                        aria-pressed={(start.reference == props.start.reference).to_string()}
                        onclick={begin(&start.reference)}
                    >
                        { &start.title }
                    </button>
                }
                <button type="button" class="button" onclick={file}>{ "Your file …" }</button>
            </div>
            <p class="starts__about">{ &props.start.about }</p>
        </section>
    }
}
