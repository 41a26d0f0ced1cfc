//! Elements with only a class and words. A function makes them, because each element that is written out in markup
//! compiles to several hundred bytes.

use std::fmt::Display;
use yew::prelude::*;

/// An element with words in it; an empty class is none.
pub(crate) fn text(tag: &'static str, class: &'static str, words: impl Display) -> Html {
    make(tag, class, words.to_string(), None)
}

/// The same with words for who points at it.
pub(crate) fn told(tag: &'static str, class: &'static str, words: impl Display, title: impl Into<AttrValue>) -> Html {
    make(tag, class, words.to_string(), Some(title.into()))
}

fn make(tag: &'static str, class: &'static str, words: String, title: Option<AttrValue>) -> Html {
    html! { <@{tag} class={classes!(class)} {title}>{ words }</@> }
}

/// A button with words on it.
pub(crate) fn button(class: &'static str, words: &'static str, onclick: Callback<MouseEvent>) -> Html {
    html! { <button type="button" {class} {onclick}>{ words }</button> }
}
