//! What this step did, in one sentence.

use super::letter::letter;
use super::text::text;
use splitpoint_lab::view::{Sentence, Tone};
use yew::prelude::*;

/// The sentence.
pub(crate) fn sentence(sentence: &Sentence) -> Html {
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
                    { text("span", "soft", "Nothing has happened yet. Choose what to do, fill in the form, and press Step.") }
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
