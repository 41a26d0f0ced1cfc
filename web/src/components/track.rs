//! The slider over all steps: ticks are operations, diamonds markers, forks branches.

use super::hear::click;
use crate::interop;
use crate::session::action::{Action, Time};
use crate::session::options::Reach;
use splitpoint_lab::view::TimelineView;
use yew::prelude::*;

/// The width of the drawing in its own units.
const UNITS: u64 = 10_000;

/// The slider over all steps. Screen readers say the sentence of the present step as its value.
pub(crate) fn track(timeline: &TimelineView, reach: &Reach, sentence: &str, dispatch: &Callback<Action>) -> Html {
    let Reach { from, to, .. } = *reach;
    let place = |position: u64| (position.clamp(from, to) - from) * UNITS / (to - from).max(1);
    let is_within = |position: &u64| (from..=to).contains(position);
    let oninput = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: InputEvent| {
            if let Ok(position) = interop::typed(&event).parse() {
                dispatch.emit(Action::Time(Time::Seek(position)));
            }
        })
    };
    let ticks: String =
        timeline.ticks.iter().filter(|tick| is_within(tick)).map(|tick| format!("M{} 0v5", place(*tick))).collect();
    let own_forks = timeline.branches.iter().enumerate().filter(|(index, branch)| {
        branch.parent == Some(timeline.branch) || (*index == timeline.branch && branch.parent.is_some())
    });
    let own_forks = own_forks.filter(|(_, branch)| is_within(&branch.fork));
    let forks: String = own_forks.map(|(_, branch)| format!("M{} -4v8", place(branch.fork))).collect();
    let spoken = format!("step {} of {}. {sentence}", reach.number(timeline.position), reach.number(to));
    html! {
        <div class="track">
            <svg class="track__drawing" viewBox="0 -10 10000 26" preserveAspectRatio="none" aria-hidden="true">
                <path class="track__rest" d="M0 0H10000" />
                <path class="track__done" d={format!("M0 0H{}", place(timeline.position))} />
                <path class="track__ticks" d={ticks} transform="translate(0 7)" />
                <path class="track__forks" d={forks} />
            </svg>
            <input
                class="track__slider"
                type="range"
                min={from.to_string()}
                max={to.to_string()}
                value={timeline.position.to_string()}
                aria-label="Step"
                aria-valuetext={spoken}
                {oninput}
            />
            for (position, name) in timeline.markers.iter().filter(|(position, _)| is_within(position)) {
                <button
                    key={*position}
                    type="button"
                    class="track__marker"
                    ~style={format!("left:{}.{:02}%", place(*position) / 100, place(*position) % 100)}
                    title={name.clone()}
                    aria-label={format!("Marker at step {position}: {name}")}
                    onclick={click(dispatch, Action::Time(Time::Seek(*position)))}
                ></button>
            }
        </div>
    }
}
