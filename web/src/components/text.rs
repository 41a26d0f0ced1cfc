//! Elements with nothing but a class and words. They are made by a function, because each element that is written out
//! is several hundred bytes of code.

use std::fmt::Display;
use yew::prelude::*;

/// An element with words in it; an empty class is none.
pub(crate) fn text(tag: &'static str, class: &'static str, words: impl Display) -> Html {
    make(tag, class, words.to_string())
}

fn make(tag: &'static str, class: &'static str, words: String) -> Html {
    html! { <@{tag} class={classes!(class)}>{ words }</@> }
}

/// A button with words on it.
pub(crate) fn button(class: &'static str, words: &'static str, onclick: Callback<MouseEvent>) -> Html {
    html! { <button type="button" {class} {onclick}>{ words }</button> }
}

/// `1 cell`, `13 cells`, `1,000,000 cells`.
pub(crate) fn counted(count: u64, noun: &str) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    format!("{text} {noun}{}", if count == 1 { "" } else { "s" })
}
