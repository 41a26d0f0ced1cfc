//! A choice out of a few buttons, side by side.

use super::text::text;
use crate::session::action::Action;
use std::cell::Cell;
use yew::prelude::*;

thread_local! {
    /// The number of the page that is being drawn, among those in the document.
    static PAGE: Cell<u32> = const { Cell::new(0) };
}

/// Says which page is drawn next.
pub(crate) fn draw_for(page: u32) {
    PAGE.set(page);
}

/// The name of a choice of the page that is drawn. Choices of the same name in one document are one choice for the
/// browser: of two pages the second would take the mark from the first.
pub(crate) fn own(name: &'static str) -> AttrValue {
    match PAGE.get() {
        0 => AttrValue::Static(name),
        page => AttrValue::from(format!("{name}-{page}")),
    }
}

/// Buttons of which one is chosen, each with its action. The `name` distinguishes them from others of the page.
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
    let name = own(name);
    let choose = |action: Action| {
        let dispatch = dispatch.clone();
        Callback::from(move |_: Event| dispatch.emit(action.clone()))
    };
    html! {
        <fieldset class="segments" role="radiogroup" aria-label={label}>
            for (index, (option, action)) in options.into_iter().enumerate() {
                <label class="segment" key={index}>
                    <input class="segment__input" type="radio" name={name.clone()} checked={index == chosen} onchange={choose(action)} />
                    { option }
                </label>
            }
        </fieldset>
    }
}
