//! A region: its server's stripe, its bracket and name, its lines and files.

use super::files::Files;
use super::line::Line;
use crate::session::action::{Action, Detail, Show, Spot};
use crate::session::axis::{Axis, GAP};
use splitpoint_lab::view::{CutView, LineView, RegionView};
use std::ops::Range;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(crate) struct CardProps {
    pub(crate) region: RegionView,
    /// Letter of its server.
    pub(crate) server: char,
    /// Whether it is the first of the table.
    pub(crate) first: bool,
    /// Slots of files that it shares with the region above it, and with the one below.
    pub(crate) shared: (Vec<usize>, Vec<usize>),
    /// Those that are drawn.
    pub(crate) lines: Vec<LineView>,
    pub(crate) axis: Rc<Axis>,
    /// What is drawn of it, on the axis.
    pub(crate) clipped: Range<i64>,
    /// Whether it is higher than can be seen at once.
    pub(crate) tall: bool,
    /// What the axis is shifted by.
    pub(crate) shift: i64,
    /// Whether keys are printed byte by byte.
    pub(crate) binary: bool,
    pub(crate) narrow: bool,
    /// The active cell, if it is in here.
    pub(crate) spot: Option<Spot>,
    pub(crate) dispatch: Callback<Action>,
}

#[component]
pub(crate) fn Card(props: &CardProps) -> Html {
    let region = &props.region;
    let (from, to) = (props.clipped.start, props.clipped.end);
    let place = format!("top:{}px;height:{}px", from - props.shift, to - from);
    let starts_here = props.axis.top(region.first_line) >= from;
    let tell = {
        let (dispatch, id) = (props.dispatch.clone(), region.id);
        Callback::from(move |_: MouseEvent| dispatch.emit(Action::Show(Show::Detail(Some(Detail::Region(id))))))
    };
    let state = (region.state != "open").then_some(region.state);
    let active = props.spot.is_some_and(|spot| spot.column == 0);
    html! {
        <>
            if !props.first && starts_here {
                <div class="gap" role="presentation" ~style={format!("top:{}px", from - props.shift - GAP)}>
                    <span class="gap__words">{ "split point " }<span class="mono">{ &region.start }</span></span>
                </div>
            }
            <div
                class={classes!("card", format!("tint-{}", region.tint % 8), region.touched.then_some("card--touched"), props.tall.then_some("card--tall"))}
                role="rowgroup"
                aria-label={format!("Region {}, {}, on server {}", region.label, region.range, props.server)}
                ~style={place}
            >
                <div class={classes!("card__server", format!("server-{}", region.server % 4))} aria-hidden="true">
                    <span class="card__letter">{ props.server }</span>
                </div>
                <div class="card__body" role="presentation">
                    <div class="card__bracket" aria-hidden="true"></div>
                    <div class="card__rail" role="row">
                        <div
                            class={classes!("card__label", active.then_some("line__cell--active"))}
                            role="rowheader"
                            id={format!("region-{}", region.id)}
                        >
                            <button type="button" tabindex="-1" class="card__name" title="Tell more of this region" onclick={tell}>
                                { &region.label }
                            </button>
                            if let Some(state) = state {
                                <span class="pill pill--warn">{ state }</span>
                            }
                            <span class="card__range mono">{ &region.range }</span>
                            if !props.narrow {
                                { size(region) }
                            }
                            <span class="spoken">{ format!(" on server {}", props.server) }</span>
                        </div>
                    </div>
                    if region.lines == 0 {
                        <p class="card__none" role="presentation">{ "no cells" }</p>
                    }
                    for line in &props.lines {
                        <Line
                            key={line.rank}
                            line={line.clone()}
                            top={props.axis.top(line.rank) - from}
                            slot={slot(region, line)}
                            binary={props.binary}
                            first_of_region={line.rank == region.first_line}
                            active={props.spot.filter(|spot| spot.line == line.rank).map(|spot| spot.column)}
                            dispatch={props.dispatch.clone()}
                        />
                    }
                    <Files
                        region={region.id}
                        files={region.detail.as_ref().map(|detail| detail.files.clone()).unwrap_or_default()}
                        above={props.shared.0.clone()}
                        below={props.shared.1.clone()}
                        axis={props.axis.clone()}
                        {from}
                        {to}
                        dispatch={props.dispatch.clone()}
                    />
                    { cut(props) }
                </div>
            </div>
        </>
    }
}

/// The place of the line's file among those of the region.
fn slot(region: &RegionView, line: &LineView) -> Option<usize> {
    let files = &region.detail.as_ref()?.files;
    files.iter().position(|file| Some(file.id) == line.file)
}

fn size(region: &RegionView) -> Html {
    let bytes = region.file_bytes;
    let Some(limit) = region.split_bytes.filter(|limit| *limit > 0) else {
        return html! { <span class="card__size">{ amount(bytes) }</span> };
    };
    let share = bytes.min(limit) * 100 / limit;
    html! {
        <>
            <svg class="card__bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
                <rect class="card__whole" width="100" height="4" />
                <rect class={if bytes > limit { "card__over" } else { "card__part" }} width={share.to_string()} height="4" />
            </svg>
            <span class="card__size">{ of(bytes, limit) }</span>
        </>
    }
}

/// `1.1 of 1.9 KB`, the unit once where both share it.
fn of(part: u64, whole: u64) -> String {
    let (part, whole) = (amount(part), amount(whole));
    match (part.split_once(' '), whole.split_once(' ')) {
        (Some((number, a)), Some((_, b))) if a == b => format!("{number} of {whole}"),
        _ => format!("{part} of {whole}"),
    }
}

/// Bytes in the largest unit that leaves a whole number before the point.
pub(crate) fn amount(bytes: u64) -> String {
    let units = [(1 << 30, "GB"), (1 << 20, "MB"), (1 << 10, "KB")];
    match units.iter().find(|(unit, _)| bytes >= *unit) {
        Some((unit, name)) if bytes / unit >= 100 || bytes.is_multiple_of(*unit) => format!("{} {name}", bytes / unit),
        Some((unit, name)) => format!("{}.{} {name}", bytes / unit, bytes % unit * 10 / unit),
        None => format!("{bytes} B"),
    }
}

/// Where HBase would cut the region now, as a dashed line inside of it.
fn cut(props: &CardProps) -> Html {
    let Some(CutView::At { key, line, due, .. }) = props.region.detail.as_ref().map(|detail| &detail.cut) else {
        return Html::default();
    };
    let top = props.axis.top(*line);
    if top <= props.clipped.start || top >= props.clipped.end {
        return Html::default();
    }
    let tell = {
        let (dispatch, id) = (props.dispatch.clone(), props.region.id);
        Callback::from(move |_: MouseEvent| dispatch.emit(Action::Show(Show::Detail(Some(Detail::Region(id))))))
    };
    let why = match props.region.detail.as_ref().map(|detail| &detail.cut) {
        Some(CutView::At { why, .. } | CutView::Never { why }) => why.clone(),
        None => String::new(),
    };
    html! {
        <div
            class={classes!("cut", due.then_some("cut--due"))}
            aria-hidden="true"
            ~style={format!("top:{}px", top - props.clipped.start)}
        >
            <button type="button" tabindex="-1" class="cut__tag" title={why} onclick={tell}>
                <span class="cut__words">{ if *due { "splits at " } else { "would split at " } }</span>
                <span aria-hidden="true">{ "✂ " }</span>
                <span class="mono">{ key }</span>
            </button>
        </div>
    }
}
