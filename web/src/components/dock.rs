//! The one transport bar.

use super::branches::Branches;
use super::icon::{Glyph, Icon};
use super::segments::Segments;
use super::track::Track;
use crate::session::action::{Action, Breadth, Time};
use splitpoint_lab::view::{Grain, TimelineView};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(crate) struct DockProps {
    pub(crate) timeline: TimelineView,
    /// What this step did, for the value of the slider.
    pub(crate) sentence: AttrValue,
    pub(crate) playing: bool,
    pub(crate) breadth: Breadth,
    pub(crate) dispatch: Callback<Action>,
}

const GRAINS: [Grain; 3] = [Grain::Operation, Grain::Rpc, Grain::Cell];

#[component]
pub(crate) fn Dock(props: &DockProps) -> Html {
    let timeline = &props.timeline;
    let press = |time: Time| {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.emit(Action::Time(time.clone())))
    };
    let plain = |glyph: Glyph, name: &'static str, time: Time, can: bool| {
        html! {
            <button
                type="button"
                class="button button--quiet button--icon"
                aria-label={name}
                title={name}
                disabled={!can}
                onclick={press(time)}
            >
                <Icon {glyph} />
            </button>
        }
    };
    let seek = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |position: u64| dispatch.emit(Action::Time(Time::Seek(position))))
    };
    let grain = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |index: usize| {
            let grain = GRAINS.get(index).copied().unwrap_or_default();
            dispatch.emit(Action::Time(Time::Grain(grain)));
        })
    };
    let branch = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |index: usize| dispatch.emit(Action::Time(Time::Branch(index))))
    };
    let phone = props.breadth == Breadth::Phone;
    let ends = timeline.position < timeline.total;
    let (glyph, play) = if props.playing { (Glyph::Pause, "Pause") } else { (Glyph::Play, "Play") };
    let next_title = if timeline.next.is_empty() { "Nothing left to do".to_owned() } else { timeline.next.clone() };
    html! {
        <div class="dock page__dock" id="pane-time" tabindex="-1" role="group" aria-label="Time">
            <div class="dock__buttons">
                if !phone {
                    { plain(Glyph::First, "To the beginning", Time::First, timeline.can_back) }
                }
                { plain(Glyph::Back, "Step back", Time::Back, timeline.can_back) }
                <button
                    type="button"
                    class="button button--main dock__next"
                    title={next_title}
                    disabled={!timeline.can_next}
                    onclick={press(Time::Next)}
                >
                    <Icon glyph={Glyph::Next} />
                    { "Next" }
                </button>
                if !phone {
                    { plain(Glyph::Last, "To the end", Time::Last, ends) }
                }
                if !phone {
                    { plain(glyph, play, Time::Play(!props.playing), props.playing || timeline.can_next) }
                }
            </div>
            <Track timeline={timeline.clone()} sentence={props.sentence.clone()} on_seek={seek} />
            <p class="dock__count">
                <b>
                    if !phone {
                        { "step " }
                    }
                    { timeline.position }
                </b>
                <span class="soft">{ if phone { "/" } else { " of " } }{ timeline.total }</span>
            </p>
            <div class="dock__more">
                <Segments
                    name="grain"
                    label="How finely to step"
                    options={vec!["operation".into(), "RPC".into(), "cell".into()]}
                    chosen={GRAINS.iter().position(|grain| *grain == timeline.grain).unwrap_or(1)}
                    on_choose={grain}
                />
                { plain(Glyph::Mark, "Mark this step", Time::Mark, timeline.total > 0) }
                if timeline.branches.len() > 1 {
                    <Branches branches={timeline.branches.clone()} chosen={timeline.branch} on_choose={branch} />
                }
            </div>
        </div>
    }
}
