//! The dialog in which the name of a branch is typed.

use super::dialog::Dialog;
use super::hear::click;
use super::text::{button, text};
use crate::interop;
use crate::session::action::{Action, Page, Time};
use splitpoint_lab::view::BranchView;
use yew::prelude::*;

/// The function that draws this dialog. It is called by a pointer only, so that a chunk can bring its code later.
pub(crate) type BranchPane = fn(&BranchView, &Callback<Action>) -> Html;

/// The most characters of a name: more do not fit into the list of branches.
const LONGEST: &str = "60";

/// The field with the name of a branch. Each change is applied at once.
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
