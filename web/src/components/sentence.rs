//! One sentence that says what the present step did.

use super::letter::letter;
use super::text::text;
use splitpoint_lab::view::{Sentence, Tone};
use yew::prelude::*;

/// The sentence; `before` is said as long as nothing has happened.
pub(crate) fn sentence(sentence: &Sentence, before: &str) -> Html {
    let Sentence { client, parts, tone } = sentence;
    let tone = match tone {
        Some(Tone::No) => "sentence--no",
        Some(Tone::Warn) => "sentence--warn",
        _ => "",
    };
    html! {
        <p class={classes!("sentence", "page__sentence", tone)}>
            if let Some(client) = client {
                { letter(*client) }
            }
            <span>
                if parts.is_empty() {
                    { text("span", "soft", before) }
                }
                for part in parts {
                    if part.key {
                        { text("b", "sentence__key", &part.text) }
                    } else {
                        { &part.text }
                    }
                }
            </span>
        </p>
    }
}
