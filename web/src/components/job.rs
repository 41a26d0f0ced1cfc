//! A piece of background work of a server, drawn as a lane.

use super::entries::{All, entries};
use super::hear::click;
use super::icon::{Glyph, icon};
use super::text::{button, text};
use crate::session::UnderWay;
use crate::session::action::{Act, Action};
use splitpoint_lab::view::{JobView, LaneState};
use yew::prelude::*;

/// The lane. `all`: all that it did, if the reader asked for it.
pub(crate) fn job(job: &JobView, all: &All, dispatch: &Callback<Action>) -> Html {
    html! {
        <li key={job.id} class="lane lane--job">
            <h3 class="lane__head">
                { text("span", "lane__name", &job.title) }
                if job.state == LaneState::Failed {
                    { text("span", "lane__state tone-no", "failed") }
                }
            </h3>
            { entries((&job.entries, job.earlier), UnderWay::Job(job.id), all, dispatch) }
            if let LaneState::Waiting(reason) = &job.state {
                { text("p", "notice notice--warn", reason) }
            }
            if let Some(next) = &job.next {
                <div class="lane__ways">
                    <button type="button" class="button lane__next" onclick={click(dispatch, Action::Act(Act::StepJob(job.id)))}>
                        { icon(Glyph::Next) }
                        { &next.text }
                    </button>
                    { button("button button--quiet", "Run", click(dispatch, Action::Act(Act::RunJob(job.id)))) }
                </div>
            }
        </li>
    }
}
