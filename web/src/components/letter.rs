//! A client's letter in its colour.

use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(crate) struct LetterProps {
    pub(crate) letter: char,
}

#[component]
pub(crate) fn Letter(props: &LetterProps) -> Html {
    html! { <span class={classes!("letter", client_class(props.letter))}>{ props.letter }</span> }
}

/// The class that makes `--client` the colour of this client.
pub(crate) fn client_class(letter: char) -> &'static str {
    match letter {
        'A' => "client-a",
        'B' => "client-b",
        'C' => "client-c",
        _ => "client-d",
    }
}
