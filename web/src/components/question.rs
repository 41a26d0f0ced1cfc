//! Whether to begin anew: asked once, because it cannot be undone.

use super::dialog::Dialog;
use crate::session::action::{Action, Page};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(crate) struct QuestionProps {
    pub(crate) title: AttrValue,
    pub(crate) dispatch: Callback<Action>,
}

#[component]
pub(crate) fn Question(props: &QuestionProps) -> Html {
    let on_close = props.dispatch.reform(|()| Action::Page(Page::Overlay(None)));
    let no = on_close.reform(|_: MouseEvent| ());
    let yes = props.dispatch.reform(|_: MouseEvent| Action::Reset);
    html! {
        <Dialog title="Start over?" {on_close}>
            <p>{ format!("{} goes back to its beginning. All steps, branches and markers are forgotten.", props.title) }</p>
            <div class="dialog__ways">
                <button type="button" class="button button--danger" onclick={yes}>{ "Start over" }</button>
                <button type="button" class="button" onclick={no}>{ "Keep them" }</button>
            </div>
        </Dialog>
    }
}
