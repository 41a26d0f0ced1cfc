//! The choice of an operation: the most common ones as buttons, the others in two menus.

use super::hear::click;
use super::menu::{Item, Menu};
use crate::session::action::Action;
use splitpoint_lab::form::Operation;
use yew::prelude::*;

/// The buttons and menus that choose an operation.
pub(crate) fn verbs(chosen: Operation, dispatch: &Callback<Action>) -> Html {
    html! {
        <div class="verbs" role="group" aria-label="What to do">
            for verb in Operation::MAIN {
                <button
                    key={verb.label()}
                    type="button"
                    class={classes!("button", (verb == chosen).then_some("button--on"))}
                    aria-pressed={(verb == chosen).to_string()}
                    onclick={click(dispatch, Action::Operation(verb))}
                >
                    { verb.label() }
                </button>
            }
            { list("row", "Row", &Operation::ROW, chosen, dispatch) }
            { list("table", "Table", &Operation::TABLE, chosen, dispatch) }
        </div>
    }
}

fn list(
    name: &'static str,
    label: &'static str,
    verbs: &[Operation],
    verb: Operation,
    dispatch: &Callback<Action>,
) -> Html {
    let item = |verb: &Operation| Item {
        text: verb.label().to_owned(),
        note: String::new(),
        mark: String::new(),
        action: Action::Operation(*verb),
    };
    let items: Vec<Item> = verbs.iter().map(item).collect();
    let chosen = verbs.iter().position(|other| *other == verb);
    // The button keeps its word, so that none moves; the form says what was chosen.
    html! {
        <Menu {name} on={chosen.is_some()} {items} {chosen} dispatch={dispatch.clone()}>
            { label }
            if chosen.is_some() {
                <span class="spoken">{ ": " }{ verb.label() }</span>
            }
        </Menu>
    }
}
