//! Lists of tabs.

use super::hear::click;
use crate::interop;
use crate::session::action::{Action, Page, Tab};
use yew::prelude::*;

/// The tabs of panes that share a place, of which `front` is shown. `reads`: whether a lesson is open.
pub(crate) fn tabs(tabs: &[Tab], front: Tab, reads: bool, dispatch: &Callback<Action>) -> Html {
    let onkeydown = Callback::from(|event: KeyboardEvent| interop::walk_tabs(&event, true));
    html! {
        <div class="tabs page__tabs" role="tablist" aria-label="Panes" {onkeydown}>
            for tab in tabs.iter().copied() {
                <button
                    key={tab.id()}
                    type="button"
                    class="tab"
                    role="tab"
                    id={format!("tab-{}", tab.id())}
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

/// Tabs within a pane: the name of each, whether it is in front, and what brings it there. Arrows only move the focus between
/// them, since what is brought to the front may take it.
pub(crate) fn inner_tabs(
    label: &'static str,
    class: &'static str,
    tabs: impl IntoIterator<Item = (&'static str, bool, Action)>,
    dispatch: &Callback<Action>,
) -> Html {
    let onkeydown = Callback::from(|event: KeyboardEvent| interop::walk_tabs(&event, false));
    html! {
        <div class={classes!("tabs", class)} role="tablist" aria-label={label} {onkeydown}>
            for (name, front, action) in tabs {
                <button
                    type="button"
                    class="tab"
                    role="tab"
                    aria-selected={front.to_string()}
                    tabindex={if front { "0" } else { "-1" }}
                    onclick={click(dispatch, action)}
                >
                    { name }
                </button>
            }
        </div>
    }
}
