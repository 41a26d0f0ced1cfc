//! Elements with only a class and words. A function makes them, because each element that is written out in markup
//! compiles to several hundred bytes.

use std::fmt::Display;
use yew::prelude::*;

/// An element with this text; without a class attribute if the class is empty.
pub(crate) fn text(tag: &'static str, class: &'static str, words: impl Display) -> Html {
    make(tag, class, words.to_string(), None)
}

/// Like [`text`], with a tooltip.
pub(crate) fn told(tag: &'static str, class: &'static str, words: impl Display, title: impl Into<AttrValue>) -> Html {
    make(tag, class, words.to_string(), Some(title.into()))
}

fn make(tag: &'static str, class: &'static str, words: String, title: Option<AttrValue>) -> Html {
    html! { <@{tag} class={classes!(class)} {title}>{ words }</@> }
}

/// How many places are marked, at most, at which words may break into lines.
const BREAKS: usize = 100;

/// Words that may break into lines before a character, too, where `breaks` says so of the one before and of it.
pub(crate) fn breakable(words: &str, breaks: fn(char, char) -> bool) -> Html {
    let mut last = ' ';
    let places = words.char_indices().filter_map(|(at, character)| {
        let before = std::mem::replace(&mut last, character);
        breaks(before, character).then_some(at)
    });
    let mut from = 0;
    let piece = |at| {
        let piece = words[from..at].to_owned();
        from = at;
        html! { <>{ piece }<wbr /></> }
    };
    places.take(BREAKS).chain([words.len()]).map(piece).collect()
}

/// A button with this label.
pub(crate) fn button(class: &'static str, words: &'static str, onclick: Callback<MouseEvent>) -> Html {
    html! { <button type="button" {class} {onclick}>{ words }</button> }
}
