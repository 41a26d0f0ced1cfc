//! The choice of what to do: the main jobs as buttons, the rest in two lists.

use super::menu::Menu;
use crate::session::form::{Chore, Verb};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(crate) struct VerbsProps {
    pub(crate) verb: Verb,
    pub(crate) on_choose: Callback<Verb>,
}

const MAIN: [Verb; 4] = [Verb::Insert, Verb::Prepend, Verb::Pages, Verb::Transaction];
const ROW: [Verb; 3] = [Verb::Get, Verb::LastRow, Verb::Delete];

#[component]
pub(crate) fn Verbs(props: &VerbsProps) -> Html {
    let table: Vec<Verb> = std::iter::once(Verb::Create).chain(Chore::ALL.map(Verb::Admin)).collect();
    let choose = |verb: Verb| {
        let on_choose = props.on_choose.clone();
        Callback::from(move |_: MouseEvent| on_choose.emit(verb))
    };
    let menu = |name: &'static str, label: &'static str, verbs: Vec<Verb>| {
        let items: Vec<AttrValue> = verbs.iter().map(|verb| AttrValue::from(verb.label())).collect();
        let chosen = verbs.iter().position(|verb| *verb == props.verb);
        let label = chosen.map_or(label, |_| props.verb.label());
        let on_choose = {
            let on_choose = props.on_choose.clone();
            Callback::from(move |index: usize| {
                if let Some(verb) = verbs.get(index) {
                    on_choose.emit(*verb);
                }
            })
        };
        html! { <Menu {name} on={chosen.is_some()} {items} {chosen} {on_choose}>{ label }</Menu> }
    };
    html! {
        <div class="verbs" role="group" aria-label="What to do">
            for verb in MAIN {
                <button
                    key={verb.label()}
                    type="button"
                    class={classes!("button", (verb == props.verb).then_some("button--on"))}
                    aria-pressed={(verb == props.verb).to_string()}
                    onclick={choose(verb)}
                >
                    { verb.label() }
                </button>
            }
            { menu("row", "Row", ROW.to_vec()) }
            { menu("table", "Table", table) }
        </div>
    }
}
