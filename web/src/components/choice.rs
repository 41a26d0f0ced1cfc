//! One choice out of a list, and a yes or no.

use super::text::text;
use yew::prelude::*;

/// A labelled list in which one entry is chosen.
pub(crate) fn choice(label: &str, options: &[&str], chosen: usize, onchange: Callback<Event>) -> Html {
    html! {
        <label class="field">
            { text("span", "field__label", label) }
            <select class="select select--full" {onchange}>{ choices(options, chosen) }</select>
        </label>
    }
}

/// The entries of a list. The value of each is its place, counted from 0.
pub(crate) fn choices(options: &[&str], chosen: usize) -> Html {
    html! {
        for (index, option) in options.iter().enumerate() {
            <option key={index} value={index.to_string()} selected={index == chosen}>{ *option }</option>
        }
    }
}

/// A checkbox with its label.
pub(crate) fn check(label: &'static str, chosen: bool, onchange: Callback<Event>) -> Html {
    html! {
        <label class="check">
            <input class="check__box" type="checkbox" checked={chosen} {onchange} />
            { text("span", "", label) }
        </label>
    }
}
