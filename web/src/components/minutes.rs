//! What a fresh session shows below the picture: what to try first, and what it started from.

use super::header::CLAIM;
use super::hear::click;
use super::icon::{Glyph, icon_button};
use super::text::text;
use crate::session::FIRST_MINUTES;
use crate::session::action::{Action, Show};
use splitpoint_lab::form::MINUTES;
use splitpoint_lab::scenario::Start;
use yew::prelude::*;

/// What to try first, and what the start is about. `asked`: the reader has asked for it.
pub(crate) fn minutes(start: &Start, asked: bool, dispatch: &Callback<Action>) -> Html {
    let close = click(dispatch, Action::Show(Show::Detail(None)));
    html! {
        <section class={classes!("detail", "detail--start", asked.then_some("detail--asked"))} id={FIRST_MINUTES} tabindex="-1" aria-label="First minutes">
            <div class="detail__head">
                { text("h3", "detail__title", "First minutes") }
                { " " }
                { text("p", "detail__claim", CLAIM) }
            </div>
            { icon_button(Glyph::Close, "Close", "button--icon detail__close", Some(close)) }
            <div class="verbs">
                for (index, minute) in MINUTES.iter().enumerate() {
                    <button key={index} type="button" class="button" title={minute.story} onclick={click(dispatch, Action::Minute(index))}>
                        { minute.title }
                    </button>
                }
            </div>
            <p class="detail__about"><b>{ &start.title }</b>{ " " }{ &start.about }</p>
        </section>
    }
}
