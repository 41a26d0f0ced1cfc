//! The dialog in which the name of a branch or of a marker is typed.

use super::dialog::Dialog;
use super::hear::click;
use super::text::{button, text};
use crate::interop;
use crate::session::action::{Action, Page, Time};
use splitpoint_lab::view::BranchView;
use yew::prelude::*;

/// What is named.
#[derive(Clone, Copy)]
pub(crate) enum Named<'a> {
    /// A branch.
    Branch(&'a BranchView),
    /// The marker at the cursor, by its present name.
    Marker(&'a str),
}

/// The function that draws this dialog. It is called by a pointer only, so that a chunk can bring its code later.
pub(crate) type NamePane = fn(Named<'_>, &Callback<Action>) -> Html;

/// The most characters of a name: more do not fit into the list of branches.
const LONGEST: &str = "60";

/// The field with the name. Each change is applied at once.
pub(crate) fn name_pane(named: Named<'_>, dispatch: &Callback<Action>) -> Html {
    let close = Action::Page(Page::Overlay(None));
    let (title, name, default, about, act): (_, _, _, _, fn(String) -> Time) = match named {
        Named::Branch(branch) => (
            "Rename this branch",
            branch.name.clone(),
            branch.title.clone(),
            "A branch without a name is called by what was done first on it.",
            Time::Name,
        ),
        Named::Marker(name) => (
            "Name this mark",
            name.to_owned(),
            String::new(),
            "Links and lessons call the step by this name. Without a name there is no mark.",
            Time::NameMark,
        ),
    };
    let typed = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: InputEvent| dispatch.emit(Action::Time(act(interop::typed(&event)))))
    };
    let done = {
        let (dispatch, close) = (dispatch.clone(), close.clone());
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Enter" {
                event.prevent_default(); // it would press what gets the focus back
                dispatch.emit(close.clone());
            }
        })
    };
    let is_mark = matches!(named, Named::Marker(_));
    let remove = Action::Time(Time::Unmark);
    html! {
        <Dialog {title} close={close.clone()} dispatch={dispatch.clone()}>
            <label class="field">
                { text("span", "field__label", "Name") }
                <input class="input" name="name" autofocus={true} maxlength={LONGEST} autocomplete="off" placeholder={default} ~defaultValue={name} oninput={typed} onfocus={Callback::from(interop::select)} onkeydown={done} />
            </label>
            { text("p", "soft", about) }
            <div class="dialog__ways">
                { button("button button--main", "Done", click(dispatch, close)) }
                if is_mark {
                    { button("button", "Remove the mark", click(dispatch, remove)) }
                }
            </div>
        </Dialog>
    }
}
