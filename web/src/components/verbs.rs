//! The choice of what to do: the main jobs as buttons, the rest in two lists.

use super::hear::click;
use super::menu::{Item, Menu};
use crate::session::action::Action;
use crate::session::form::{Chore, Verb};
use yew::prelude::*;

const MAIN: [Verb; 4] = [Verb::Insert, Verb::Prepend, Verb::Pages, Verb::Transaction];
const ROW: [Verb; 3] = [Verb::Get, Verb::LastRow, Verb::Delete];

/// What can be done.
pub(crate) fn verbs(chosen: Verb, dispatch: &Callback<Action>) -> Html {
    let table: Vec<Verb> = std::iter::once(Verb::Create).chain(Chore::ALL.map(Verb::Admin)).collect();
    html! {
        <div class="verbs" role="group" aria-label="What to do">
            for verb in MAIN {
                <button
                    key={verb.label()}
                    type="button"
                    class={classes!("button", (verb == chosen).then_some("button--on"))}
                    aria-pressed={(verb == chosen).to_string()}
                    onclick={click(dispatch, Action::Verb(verb))}
                >
                    { verb.label() }
                </button>
            }
            { list("row", "Row", &ROW, chosen, dispatch) }
            { list("table", "Table", &table, chosen, dispatch) }
        </div>
    }
}

fn list(name: &'static str, label: &'static str, verbs: &[Verb], verb: Verb, dispatch: &Callback<Action>) -> Html {
    let item = |verb: &Verb| Item { text: verb.label().to_owned(), note: String::new(), action: Action::Verb(*verb) };
    let items: Vec<Item> = verbs.iter().map(item).collect();
    let chosen = verbs.iter().position(|other| *other == verb);
    let label = chosen.map_or(label, |_| verb.label());
    html! { <Menu {name} on={chosen.is_some()} {items} {chosen} dispatch={dispatch.clone()}>{ label }</Menu> }
}
