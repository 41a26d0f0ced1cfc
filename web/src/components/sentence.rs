//! What this step did, in one sentence.

use super::letter::letter;
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
                    <span class="soft">{ "Nothing has happened yet. Choose what to do, fill in the form, and press Step." }</span>
                }
                for part in parts {
                    if part.key {
                        <b class="sentence__key">{ &part.text }</b>
                    } else {
                        { &part.text }
                    }
                }
            </span>
        </p>
    }
}
