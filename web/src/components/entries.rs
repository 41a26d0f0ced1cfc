//! The last entries of a lane: what was done, each with its answer.

use super::hear::click;
use super::text::{breakable, text};
use crate::session::UnderWay;
use crate::session::action::{Action, Show, Time};
use splitpoint_lab::view::{EntryView, Tone};
use yew::prelude::*;

/// How many entries are shown until the reader asks for all.
const SHOWN: usize = 6;

/// All entries of a lane, if the reader asked for them.
pub(crate) type All = Option<Vec<EntryView>>;

/// The last entries of a lane, and how many there were before; with `all`, all of them.
pub(crate) fn entries(last: (&[EntryView], u64), whose: UnderWay, all: &All, dispatch: &Callback<Action>) -> Html {
    let (entries, from) = match all {
        Some(all) => (all.as_slice(), 0),
        None => (last.0, last.0.len().saturating_sub(SHOWN)),
    };
    let hidden = if all.is_some() { 0 } else { last.1 + from as u64 };
    let show = click(dispatch, Action::Show(Show::Earlier(whose)));
    html! {
        <ol class="entries">
            if hidden > 0 {
                <li><button type="button" class="entries__more" onclick={show}>{ format!("{hidden} earlier") }</button></li>
            }
            for (index, entry) in entries.iter().enumerate().skip(from) {
                <li key={index} class={classes!("entry", entry.current.then_some("entry--current"))}>
                    <button
                        type="button"
                        class="entry__button"
                        title="Go to this step"
                        aria-current={entry.current.then_some("step")}
                        onclick={click(dispatch, Action::Time(Time::Visit(entry.place)))}
                    >
                        { text("span", "entry__text", &entry.text) }
                        if let Some(answer) = &entry.answer {
                            <span class={classes!("entry__answer", tone_class(entry.tone))} title={answer.clone()}>{ breakable(answer, is_hump) }</span>
                        }
                    </button>
                </li>
            }
        </ol>
    }
}

/// Whether a name such as `DoNotRetryIOException` may break between two letters.
fn is_hump(before: char, next: char) -> bool {
    before.is_ascii_lowercase() && next.is_ascii_uppercase()
}

/// The class that gives an answer its colour.
pub(crate) fn tone_class(tone: Tone) -> &'static str {
    match tone {
        Tone::Plain => "soft",
        Tone::Ok => "tone-ok",
        Tone::No => "tone-no",
        Tone::Warn => "tone-warn",
    }
}
