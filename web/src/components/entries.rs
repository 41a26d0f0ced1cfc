//! What a lane did, each with its answer.

use splitpoint_lab::view::{EntryView, Tone};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(crate) struct EntriesProps {
    pub(crate) entries: Vec<EntryView>,
    pub(crate) on_seek: Callback<u64>,
}

/// How many are shown until one asks for all.
const SHOWN: usize = 6;

#[component]
pub(crate) fn Entries(props: &EntriesProps) -> Html {
    let all = use_state_eq(|| false);
    let hidden = if *all { 0 } else { props.entries.len().saturating_sub(SHOWN) };
    let show = {
        let all = all.clone();
        Callback::from(move |_: MouseEvent| all.set(true))
    };
    let go = |position: u64| {
        let on_seek = props.on_seek.clone();
        Callback::from(move |_: MouseEvent| on_seek.emit(position))
    };
    html! {
        <ol class="entries">
            if hidden > 0 {
                <li><button type="button" class="entries__more" onclick={show}>{ format!("{hidden} earlier") }</button></li>
            }
            for (index, entry) in props.entries.iter().enumerate().skip(hidden) {
                <li key={index} class={classes!("entry", entry.current.then_some("entry--current"))}>
                    <button
                        type="button"
                        class="entry__button"
                        title="Go to this step"
                        aria-current={entry.current.then_some("step")}
                        onclick={go(entry.position)}
                    >
                        <span class="entry__text">{ &entry.text }</span>
                        if let Some(answer) = &entry.answer {
                            <span class={classes!("entry__answer", tone_class(entry.tone))} title={answer.clone()}>{ answer }</span>
                        }
                    </button>
                </li>
            }
        </ol>
    }
}

/// The class of a tone.
pub(crate) fn tone_class(tone: Tone) -> &'static str {
    match tone {
        Tone::Plain => "soft",
        Tone::Ok => "tone-ok",
        Tone::No => "tone-no",
        Tone::Warn => "tone-warn",
    }
}
