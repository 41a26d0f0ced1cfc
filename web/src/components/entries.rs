//! What a lane did, each with its answer.

use super::hear::click;
use super::text::text;
use crate::session::UnderWay;
use crate::session::action::{Action, Show, Time};
use splitpoint_lab::view::{EntryView, Tone};
use yew::prelude::*;

/// How many are shown until one asks for all.
const SHOWN: usize = 6;

/// What a lane did. `all`: whether one asked for all of it.
pub(crate) fn entries(entries: &[EntryView], whose: UnderWay, all: bool, dispatch: &Callback<Action>) -> Html {
    let hidden = if all { 0 } else { entries.len().saturating_sub(SHOWN) };
    let show = click(dispatch, Action::Show(Show::Earlier(whose)));
    html! {
        <ol class="entries">
            if hidden > 0 {
                <li><button type="button" class="entries__more" onclick={show}>{ format!("{hidden} earlier") }</button></li>
            }
            for (index, entry) in entries.iter().enumerate().skip(hidden) {
                <li key={index} class={classes!("entry", entry.current.then_some("entry--current"))}>
                    <button
                        type="button"
                        class="entry__button"
                        title="Go to this step"
                        aria-current={entry.current.then_some("step")}
                        onclick={click(dispatch, Action::Time(Time::Seek(entry.position)))}
                    >
                        { text("span", "entry__text", &entry.text) }
                        if let Some(answer) = &entry.answer {
                            <span class={classes!("entry__answer", tone_class(entry.tone))} title={answer.clone()}>{ answer }</span>
                        }
                    </button>
                </li>
            }
        </ol>
    }
}

fn tone_class(tone: Tone) -> &'static str {
    match tone {
        Tone::Plain => "soft",
        Tone::Ok => "tone-ok",
        Tone::No => "tone-no",
        Tone::Warn => "tone-warn",
    }
}
