//! Whether to begin anew: asked once, because it cannot be undone.

use super::dialog::Dialog;
use super::hear::click;
use super::text::{button, text};
use crate::session::action::{Action, Page};
use yew::prelude::*;

/// The question. The title is that of what was started from.
pub(crate) fn question(title: &str, dispatch: &Callback<Action>) -> Html {
    let close = Action::Page(Page::Overlay(None));
    html! {
        <Dialog title="Start over?" close={close.clone()} dispatch={dispatch.clone()}>
            { text("p", "", format!("{title} goes back to its beginning. All steps, branches and markers are forgotten.")) }
            <div class="dialog__ways">
                { button("button button--danger", "Start over", click(dispatch, Action::Reset)) }
                { button("button", "Keep them", click(dispatch, close)) }
            </div>
        </Dialog>
    }
}
