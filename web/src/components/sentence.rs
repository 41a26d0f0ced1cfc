//! What this step did, in one sentence.

use super::letter::Letter;
use splitpoint_lab::view::{Sentence as Words, Tone};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(crate) struct SentenceProps {
    pub(crate) sentence: Words,
}

#[component]
pub(crate) fn Sentence(props: &SentenceProps) -> Html {
    let Words { client, parts, tone } = &props.sentence;
    let tone = match tone {
        Some(Tone::No) => "sentence--no",
        Some(Tone::Warn) => "sentence--warn",
        _ => "",
    };
    html! {
        <p class={classes!("sentence", "page__sentence", tone)}>
            if let Some(letter) = client {
                <Letter letter={*letter} />
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
