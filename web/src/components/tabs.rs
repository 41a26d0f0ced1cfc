//! Tabs over panes.

use crate::interop;
use crate::session::action::Tab;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(crate) struct TabsProps {
    pub(crate) tabs: Vec<Tab>,
    pub(crate) chosen: Tab,
    pub(crate) on_choose: Callback<Tab>,
}

#[component]
pub(crate) fn Tabs(props: &TabsProps) -> Html {
    let onkeydown = {
        let (tabs, chosen, on_choose) = (props.tabs.clone(), props.chosen, props.on_choose.clone());
        Callback::from(move |event: KeyboardEvent| {
            let at = tabs.iter().position(|tab| *tab == chosen).unwrap_or(0);
            let to = match event.key().as_str() {
                "ArrowRight" => (at + 1) % tabs.len(),
                "ArrowLeft" => (at + tabs.len() - 1) % tabs.len(),
                "Home" => 0,
                "End" => tabs.len() - 1,
                _ => return,
            };
            event.prevent_default();
            on_choose.emit(tabs[to]);
            interop::focus(&tab_id(tabs[to]));
        })
    };
    let choose = |tab: Tab| {
        let on_choose = props.on_choose.clone();
        Callback::from(move |_: MouseEvent| on_choose.emit(tab))
    };
    html! {
        <div class="tabs page__tabs" role="tablist" aria-label="Panes" {onkeydown}>
            for tab in props.tabs.iter().copied() {
                <button
                    key={tab.id()}
                    type="button"
                    class="tab"
                    role="tab"
                    id={tab_id(tab)}
                    aria-selected={(tab == props.chosen).to_string()}
                    aria-controls={(tab == props.chosen).then(|| tab.id())}
                    tabindex={if tab == props.chosen { "0" } else { "-1" }}
                    onclick={choose(tab)}
                >
                    { tab.label() }
                </button>
            }
        </div>
    }
}

fn tab_id(tab: Tab) -> String {
    format!("tab-{}", tab.id())
}
