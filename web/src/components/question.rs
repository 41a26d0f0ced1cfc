//! Whether to begin anew: asked once, because it cannot be undone.

use super::dialog::Dialog;
use super::hear::click;
use crate::session::action::{Action, Page};
use yew::prelude::*;

/// The question. The title is that of what was started from.
pub(crate) fn question(title: &str, dispatch: &Callback<Action>) -> Html {
    let close = Action::Page(Page::Overlay(None));
    html! {
        <Dialog title="Start over?" close={close.clone()} dispatch={dispatch.clone()}>
            <p>{ format!("{title} goes back to its beginning. All steps, branches and markers are forgotten.") }</p>
            <div class="dialog__ways">
                <button type="button" class="button button--danger" onclick={click(dispatch, Action::Reset)}>{ "Start over" }</button>
                <button type="button" class="button" onclick={click(dispatch, close)}>{ "Keep them" }</button>
            </div>
        </Dialog>
    }
}
