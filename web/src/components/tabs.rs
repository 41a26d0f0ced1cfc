//! The tabs of panes that share a place.

use super::hear::click;
use crate::interop;
use crate::session::action::{Action, Page, Tab};
use yew::prelude::*;

/// The tabs of these panes, of which `front` is shown. `reads`: whether a lesson is open.
pub(crate) fn tabs(tabs: &[Tab], front: Tab, reads: bool, dispatch: &Callback<Action>) -> Html {
    let onkeydown = {
        let (tabs, dispatch) = (tabs.to_vec(), dispatch.clone());
        Callback::from(move |event: KeyboardEvent| {
            let at = tabs.iter().position(|tab| *tab == front).unwrap_or(0);
            let to = match event.key().as_str() {
                "ArrowRight" => (at + 1) % tabs.len(),
                "ArrowLeft" => (at + tabs.len() - 1) % tabs.len(),
                "Home" => 0,
                "End" => tabs.len() - 1,
                _ => return,
            };
            event.prevent_default();
            dispatch.emit(Action::Page(Page::Tab(tabs[to])));
            interop::focus(&tab_id(tabs[to]));
        })
    };
    html! {
        <div class="tabs page__tabs" role="tablist" aria-label="Panes" {onkeydown}>
            for tab in tabs.iter().copied() {
                <button
                    key={tab.id()}
                    type="button"
                    class="tab"
                    role="tab"
                    id={tab_id(tab)}
                    aria-selected={(tab == front).to_string()}
                    aria-controls={(tab == front).then(|| tab.id())}
                    tabindex={if tab == front { "0" } else { "-1" }}
                    onclick={click(dispatch, Action::Page(Page::Tab(tab)))}
                >
                    { tab.label(reads) }
                </button>
            }
        </div>
    }
}

fn tab_id(tab: Tab) -> String {
    format!("tab-{}", tab.id())
}
