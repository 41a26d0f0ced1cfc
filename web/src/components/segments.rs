//! A choice out of a few buttons, side by side.

use super::text::text;
use crate::session::action::Action;
use yew::prelude::*;

/// Buttons of which one is chosen, each with its action. The `name` distinguishes them from others on the page.
pub(crate) fn segments(
    name: &'static str,
    label: &'static str,
    options: Vec<(String, Action)>,
    chosen: usize,
    dispatch: &Callback<Action>,
) -> Html {
    let options = options.into_iter().map(|(option, action)| (text("span", "", option), action));
    drawn(name, label, options.collect(), chosen, dispatch)
}

/// As [`segments`], with options that are more than text.
pub(crate) fn drawn(
    name: &'static str,
    label: &'static str,
    options: Vec<(Html, Action)>,
    chosen: usize,
    dispatch: &Callback<Action>,
) -> Html {
    let choose = |action: Action| {
        let dispatch = dispatch.clone();
        Callback::from(move |_: Event| dispatch.emit(action.clone()))
    };
    html! {
        <fieldset class="segments" role="radiogroup" aria-label={label}>
            for (index, (option, action)) in options.into_iter().enumerate() {
                <label class="segment" key={index}>
                    <input class="segment__input" type="radio" {name} checked={index == chosen} onchange={choose(action)} />
                    { option }
                </label>
            }
        </fieldset>
    }
}
