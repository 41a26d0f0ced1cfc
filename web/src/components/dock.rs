//! The bar below the picture: back, forward, play, and the slider over all steps.

use super::branches::branches;
use super::hear::click;
use super::icon::{Glyph, icon, icon_button};
use super::segments::segments;
use super::text::text;
use super::track::track;
use crate::session::action::{Action, Breadth, Time};
use crate::session::options::Reach;
use splitpoint_lab::form::MINUTES;
use splitpoint_lab::view::{Grain, TimelineView};
use splitpoint_lab::words::{shortened, without_table};
use yew::prelude::*;

const GRAINS: [(Grain, &str); 3] = [(Grain::Operation, "operation"), (Grain::Rpc, "RPC"), (Grain::Cell, "cell")];

/// Characters that have room on the button that goes on.
fn room(breadth: Breadth) -> usize {
    if breadth == Breadth::Wide { 28 } else { 21 }
}

/// The bar with buttons, slider, grain of steps, and branches. `reach`: how far the buttons go and what comes next;
/// `first`: the first minute that is offered where nothing comes next; `table`: the table in the picture; `spoken`: the sentence of the present step, for
/// screen readers; `leads`: whether the button that goes on is the one to press.
pub(crate) fn dock(
    timeline: &TimelineView,
    (reach, first, coming, table): (Reach, Option<usize>, &str, &str),
    (spoken, leads): (&str, bool),
    playing: bool,
    breadth: Breadth,
    dispatch: &Callback<Action>,
) -> Html {
    let plain = |glyph: Glyph, name: &str, time: Time, can: bool| {
        icon_button(glyph, name, "button--icon", can.then(|| click(dispatch, Action::Time(time))))
    };
    let phone = breadth == Breadth::Phone;
    let ends = timeline.position < reach.to;
    let can_play = playing || reach.can_next;
    let (glyph, play) = if playing { (Glyph::Pause, "Pause") } else { (Glyph::Play, "Play") };
    let coming = if reach.can_next { coming } else { "" };
    let first = first.and_then(|index| Some((index, MINUTES.get(index)?)));
    let (word, shown, next) = match first {
        Some((index, minute)) => ("Start", minute.title.to_owned(), Action::Minute(index)),
        None => ("Next", shortened(&without_table(coming, table), room(breadth)), Action::Time(Time::Next)),
    };
    let next_title = match first {
        Some((_, minute)) => minute.story,
        None if coming.is_empty() => "Nothing left to do",
        None => coming,
    };
    let is_off = !reach.can_next && first.is_none();
    let mark = if timeline.marker().is_some() { "Name or remove this mark" } else { "Mark this step" };
    let grains = GRAINS.map(|(grain, name)| (name.to_owned(), Action::Time(Time::Grain(grain)))).to_vec();
    let grain = GRAINS.iter().position(|(grain, _)| *grain == timeline.grain).unwrap_or(1);
    html! {
        <div class="dock page__dock" id="pane-time" tabindex="-1" role="group" aria-label="Time">
            <div class="dock__buttons">
                if !phone {
                    { plain(Glyph::First, "To the beginning", Time::First, reach.can_back) }
                }
                { plain(Glyph::Back, "Step back", Time::Back, reach.can_back) }
                <button
                    type="button"
                    id="next"
                    class={classes!("button", (leads || is_off).then_some("button--main"), "dock__next")}
                    title={next_title.to_owned()}
                    aria-disabled={is_off.then_some("true")}
                    onclick={click(dispatch, next)}
                >
                    { icon(Glyph::Next) }
                    <span class="dock__coming">
                        { word }
                        if !shown.is_empty() {
                            { ": " }{ shown }
                        }
                    </span>
                </button>
                if !phone {
                    { plain(Glyph::Last, "To the end", Time::Last, ends) }
                    { plain(glyph, play, Time::Play(!playing), can_play) }
                }
            </div>
            { track(timeline, &reach, spoken, dispatch) }
            <p class="dock__count">
                <b>
                    if !phone {
                        { "step " }
                    }
                    { reach.number(timeline.position) }
                </b>
                <span class="soft">{ if phone { "/" } else { " of " } }{ reach.number(reach.to) }</span>
            </p>
            <div class="dock__more">
                // It is to the left of the other buttons, so that they keep their places when it appears or disappears.
                if let Some(order) = timeline.reorder.as_ref().filter(|_| reach.can_reorder) {
                    <button
                        type="button"
                        class="button"
                        id="reorder"
                        title={format!("{order}: lets the last two steps trade places, on a branch of its own (x)")}
                        onclick={click(dispatch, Action::Time(Time::Reorder))}
                    >
                        { icon(Glyph::Swap) }
                        { text("span", "dock__order", order) }
                    </button>
                }
                { segments("grain", "How finely to step", grains, grain, dispatch) }
                { plain(Glyph::Mark, mark, Time::Mark, timeline.total > 0) }
                if timeline.branches.len() > 1 {
                    { branches(&timeline.branches, timeline.branch, dispatch) }
                }
            </div>
        </div>
    }
}
