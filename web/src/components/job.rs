//! A piece of background work as a lane.

use super::entries::Entries;
use super::icon::{Glyph, Icon};
use crate::session::action::{Act, Action, Time};
use splitpoint_lab::view::{JobView, LaneState};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(crate) struct JobProps {
    pub(crate) job: JobView,
    pub(crate) dispatch: Callback<Action>,
}

#[component]
pub(crate) fn Job(props: &JobProps) -> Html {
    let job = &props.job;
    let act = |act: Act| {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.emit(Action::Act(act)))
    };
    let seek = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |position: u64| dispatch.emit(Action::Time(Time::Seek(position))))
    };
    html! {
        <li class="lane lane--job">
            <h3 class="lane__head">
                <span class="lane__name">{ &job.title }</span>
                if job.state == LaneState::Failed {
                    <span class="lane__state tone-no">{ "failed" }</span>
                }
            </h3>
            <Entries entries={job.entries.clone()} on_seek={seek} />
            if let LaneState::Waiting(reason) = &job.state {
                <p class="notice notice--warn">{ reason }</p>
            }
            if let Some(next) = &job.next {
                <div class="lane__ways">
                    <button type="button" class="button lane__next" onclick={act(Act::StepJob(job.id))}>
                        <Icon glyph={Glyph::Next} />
                        { &next.text }
                    </button>
                    <button type="button" class="button button--quiet" onclick={act(Act::RunJob(job.id))}>{ "Run" }</button>
                </div>
            }
        </li>
    }
}
