//! A piece of background work as a lane.

use super::entries::entries;
use super::hear::click;
use super::icon::{Glyph, icon};
use crate::session::UnderWay;
use crate::session::action::{Act, Action};
use splitpoint_lab::view::{JobView, LaneState};
use yew::prelude::*;

/// The lane. `all`: whether all that it did is shown.
pub(crate) fn job(job: &JobView, all: bool, dispatch: &Callback<Action>) -> Html {
    html! {
        <li key={job.id} class="lane lane--job">
            <h3 class="lane__head">
                <span class="lane__name">{ &job.title }</span>
                if job.state == LaneState::Failed {
                    <span class="lane__state tone-no">{ "failed" }</span>
                }
            </h3>
            { entries(&job.entries, UnderWay::Job(job.id), all, dispatch) }
            if let LaneState::Waiting(reason) = &job.state {
                <p class="notice notice--warn">{ reason }</p>
            }
            if let Some(next) = &job.next {
                <div class="lane__ways">
                    <button type="button" class="button lane__next" onclick={click(dispatch, Action::Act(Act::StepJob(job.id)))}>
                        { icon(Glyph::Next) }
                        { &next.text }
                    </button>
                    <button type="button" class="button button--quiet" onclick={click(dispatch, Action::Act(Act::RunJob(job.id)))}>
                        { "Run" }
                    </button>
                </div>
            }
        </li>
    }
}
