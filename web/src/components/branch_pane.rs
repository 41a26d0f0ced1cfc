//! The name of a branch, to be typed.

use super::dialog::Dialog;
use super::hear::click;
use super::text::{button, text};
use crate::interop;
use crate::session::action::{Action, Page, Time};
use splitpoint_lab::view::BranchView;
use yew::prelude::*;

/// How that is shown. It is called by way of a pointer only, so that it can stand in a chunk.
pub(crate) type BranchPane = fn(&BranchView, &Callback<Action>) -> Html;

/// Characters of a name, at most: so many have room in the list of branches.
const LONGEST: &str = "60";

/// The field with the name of a branch. What is typed is its name at once.
pub(crate) fn branch_pane(branch: &BranchView, dispatch: &Callback<Action>) -> Html {
    let close = Action::Page(Page::Overlay(None));
    let typed = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: InputEvent| dispatch.emit(Action::Time(Time::Name(interop::typed(&event)))))
    };
    html! {
        <Dialog title="Rename this branch" close={close.clone()} dispatch={dispatch.clone()}>
            <label class="field">
                { text("span", "field__label", "Name") }
                <input class="input" name="branch-name" maxlength={LONGEST} autocomplete="off" placeholder={branch.title.clone()} value={branch.name.clone()} oninput={typed} />
            </label>
            { text("p", "soft", "A branch without a name is called by what was done first on it.") }
            <div class="dialog__ways">{ button("button button--main", "Done", click(dispatch, close)) }</div>
        </Dialog>
    }
}
