//! A client's letter in its colour.

use yew::prelude::*;

/// The letter of a client, in its colour.
pub(crate) fn letter(letter: char) -> Html {
    html! { <span class={classes!("letter", client_class(letter))}>{ letter }</span> }
}

/// The class that sets the CSS variable `--client` to the colour of this client.
pub(crate) fn client_class(letter: char) -> &'static str {
    match letter {
        'A' => "client-a",
        'B' => "client-b",
        'C' => "client-c",
        _ => "client-d",
    }
}
