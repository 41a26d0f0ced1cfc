//! The dialog that asks whether to start over, since that affects all of the work.

use super::dialog::Dialog;
use super::hear::click;
use super::text::{button, text};
use crate::session::action::{Action, Page};
use yew::prelude::*;

/// The dialog. `title` is that of the start; `keeps` says whether the work is put away, and can be opened again.
pub(crate) fn question(title: &str, keeps: bool, dispatch: &Callback<Action>) -> Html {
    let close = Action::Page(Page::Overlay(None));
    html! {
        <Dialog title="Start over?" close={close.clone()} dispatch={dispatch.clone()}>
            { text("p", "", format!("{title} goes back to its beginning. All steps, branches and markers {}.", fate(keeps))) }
            <div class="dialog__ways">
                { button("button button--danger", "Start over", click(dispatch, Action::Reset)) }
                { button("button", "Keep them", click(dispatch, close)) }
            </div>
        </Dialog>
    }
}

/// What happens to the steps that were done.
fn fate(keeps: bool) -> &'static str {
    if keeps { "are put away, and can be opened under “What is kept”" } else { "are forgotten" }
}
