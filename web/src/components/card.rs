//! A region: its server's stripe, its bracket and name, its lines and files.

use super::files::files;
use super::hear::click;
use super::letter::client_class;
use super::line::{self, Drawn as LineDrawn, line};
use super::margin::CutsPane;
use super::text::{text, told};
use crate::session::action::{Action, Detail, Show, Spot};
use splitpoint_lab::picture::{Axis, GAP, equal_beginning};
use splitpoint_lab::view::{
    CutView, LeapView, LineView, LockView, NO_CELLS, PoliciesView, RegionView, SERVER_ABOUT, SPLIT_ABOUT, SPLIT_POINT,
};
use std::ops::Range;
use yew::prelude::*;

/// From this many lines on, a region has room to break the keys at its ends into several lines.
const ROOMY: u64 = 9;

/// Bytes of an end of a range from which on smaller letters keep it in sight.
const LONG: usize = 20;

/// How a region is drawn.
pub(crate) struct Drawn<'a> {
    /// Name of its server.
    pub(crate) server: &'a str,
    /// Whether the server has died.
    pub(crate) dead: bool,
    /// Whether it is the first region of the table.
    pub(crate) first: bool,
    /// The places of files that it shares with the region above it, and with the one below, since a bar goes on there.
    pub(crate) shared: (Vec<usize>, Vec<usize>),
    pub(crate) axis: &'a Axis,
    /// The pixels of the axis for which the region is drawn.
    pub(crate) clipped: Range<i64>,
    /// Whether it is higher than the viewport.
    pub(crate) tall: bool,
    /// The first line that is in sight as a whole. It shows the key of its row also where the row begins further up.
    pub(crate) first_line: u64,
    /// Characters of a row key that have room.
    pub(crate) room: usize,
    /// The part of the axis that lies above the element, in pixels.
    pub(crate) shift: i64,
    pub(crate) narrow: bool,
    /// Where split policies would cut, while a form about splits is shown, and the function that draws that.
    pub(crate) policies: Option<(CutsPane, &'a PoliciesView)>,
    /// Leaps: the seeks by which reads passed over lines of this region.
    pub(crate) leaps: Vec<&'a LeapView>,
    /// The active cell, if it is in here.
    pub(crate) spot: Option<Spot>,
}

/// The region, with those of its lines that are in the viewport.
pub(crate) fn card<'a>(
    region: &RegionView,
    lines: impl Iterator<Item = &'a LineView>,
    drawn: &Drawn,
    dispatch: &Callback<Action>,
) -> Html {
    let Drawn { axis, shift, .. } = *drawn;
    let (from, to) = (drawn.clipped.start, drawn.clipped.end);
    let place = format!("top:{}px;height:{}px", from - shift, to - from);
    let starts_here = axis.top(region.first_line) >= from;
    let tell = click(dispatch, Action::Show(Show::Detail(Some(Detail::Region(region.id)))));
    let active = drawn.spot.is_some_and(|spot| spot.column == 0);
    let (from_key, to_key) = region.ends();
    let is_roomy = region.lines >= ROOMY;
    let is_long = from_key.len().max(to_key.len()) > LONG;
    let mut above = None;
    html! {
        <key={region.id}>
            if !drawn.first && starts_here {
                <div class="gap" role="row" ~style={format!("top:{}px", from - shift - GAP)}>
                    <span class="gap__words" role="rowheader" aria-colindex="1" title={SPLIT_ABOUT}>{ SPLIT_POINT }{ text("span", "mono", &region.start) }</span>
                </div>
            }
            <div
                class={classes!("card", format!("tint-{}", region.tint % 8), drawn.dead.then_some("card--dead"), region.touched.then_some("card--touched"), drawn.tall.then_some("card--tall"))}
                role="rowgroup"
                aria-label={region.told(drawn.server)}
                ~style={place}
            >
                <div class={classes!("card__server", format!("server-{}", region.server % 4))} aria-hidden="true" title={SERVER_ABOUT}>
                    { text("span", "card__letter", drawn.server) }
                </div>
                <div class="card__body" role="presentation">
                    <div class="card__bracket" aria-hidden="true"></div>
                    <div class="card__rail" role="row">
                        <div
                            class={classes!("card__label", active.then_some("line__cell--active"))}
                            role="rowheader"
                            aria-colindex="1"
                            id={format!("region-{}", region.id)}
                        >
                            <button type="button" tabindex="-1" class="card__name" title="Tell more of this region" onclick={tell}>
                                { &region.label }
                            </button>
                            if let Some(state) = region.trouble() {
                                { text("span", "pill pill--warn", state) }
                            }
                            <span class={classes!("card__range", "mono", is_roomy.then_some("card__range--whole"), is_long.then_some("card__range--long"))} title={region.about_range()}>
                                if !is_roomy {
                                    { text("span", "card__end", from_key) }
                                    { text("span", "card__end", to_key) }
                                } else {
                                    for words in region.short_ends() {
                                        <>
                                            <span class="card__bound">
                                                { for words.into_iter().map(|word| html! { <>{ text("span", "card__end", word) }{ " " }</> }) }
                                            </span>
                                            { " " }
                                        </>
                                    }
                                }
                            </span>
                            if !drawn.narrow {
                                { size(region) }
                            }
                            { text("span", "spoken", format!(" on server {}", drawn.server)) }
                        </div>
                    </div>
                    if region.lines == 0 {
                        <p class="card__none" role="presentation">{ NO_CELLS }</p>
                    }
                    for cell in lines {
                        { line(cell, line_drawn(region, cell, above.replace(cell), drawn), dispatch) }
                    }
                    { locked_gaps(region, drawn) }
                    { files(region, &drawn.shared, axis, &drawn.clipped, dispatch) }
                    for leap in &drawn.leaps {
                        { arc(leap, drawn) }
                    }
                    { cut(region, drawn, dispatch) }
                </div>
            </div>
        </>
    }
}

fn line_drawn(region: &RegionView, line: &LineView, above: Option<&LineView>, drawn: &Drawn) -> LineDrawn {
    LineDrawn {
        again: line.rank == drawn.first_line,
        equal: above.filter(|_| line.row_start).map_or(0, |above| equal_beginning(above, line, drawn.room)),
        top: drawn.axis.top(line.rank) - drawn.clipped.start,
        slot: slot(region, line),
        first_of_region: line.rank == region.first_line,
        active: drawn.spot.filter(|spot| spot.line == line.rank).map(|spot| spot.column),
    }
}

/// The place of the line's file in the list of the region's files.
fn slot(region: &RegionView, line: &LineView) -> Option<usize> {
    let files = &region.detail.as_ref()?.files;
    files.iter().position(|file| Some(file.id) == line.file)
}

fn size(region: &RegionView) -> Html {
    let words = told("span", "card__size", region.size(), region.size_about());
    let Some(share) = region.share() else { return words };
    html! {
        <>
            <svg class="card__bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
                <rect class="card__whole" width="100" height="4" />
                <rect class={if region.is_over() { "card__over" } else { "card__part" }} width={share.to_string()} height="4" />
            </svg>
            { words }
        </>
    }
}

/// Locks of rows that have no line: each stands where its row would be.
fn locked_gaps(region: &RegionView, drawn: &Drawn) -> Html {
    let locks = region.detail.iter().flat_map(|detail| &detail.locks);
    let tag = |lock: &LockView| {
        let top = drawn.axis.top(lock.line).clamp(drawn.clipped.start, drawn.clipped.end) - drawn.clipped.start;
        html! {
            <div class="lock-gap" role="presentation" ~style={format!("top:{top}px")}>
                { line::lock(&lock.tag(), &lock.row) }
            </div>
        }
    };
    locks.filter(|lock| !lock.drawn).map(tag).collect()
}

/// A seek as an arc, from the line where a read left off to the line where it went on. One of the lines tells how many
/// cells it passes over.
fn arc(leap: &LeapView, drawn: &Drawn) -> Html {
    let end = drawn.axis.top(leap.lines.end - 1) + drawn.axis.line();
    let [top, end] = [drawn.axis.top(leap.lines.start), end].map(|at| at.clamp(drawn.clipped.start, drawn.clipped.end));
    html! {
        <div
            class={classes!("leap", leap.client.map(client_class), leap.is_back.then_some("leap--back"))}
            aria-hidden="true"
            ~style={format!("top:{}px;height:{}px", top - drawn.clipped.start, end - top)}
        ></div>
    }
}

/// Where HBase would cut the region now, as a dashed line inside of it.
fn cut(region: &RegionView, drawn: &Drawn, dispatch: &Callback<Action>) -> Html {
    if let Some((cuts, policies)) = drawn.policies
        && let Some(html) = cuts(policies, region.id, drawn)
    {
        return html;
    }
    let Some(CutView::At { key, line, due, why, .. }) = region.detail.as_ref().map(|detail| &detail.cut) else {
        return Html::default();
    };
    let top = drawn.axis.top(*line);
    if top <= drawn.clipped.start || top >= drawn.clipped.end {
        return Html::default();
    }
    let tell = click(dispatch, Action::Show(Show::Detail(Some(Detail::Region(region.id)))));
    html! {
        <div
            class={classes!("cut", due.then_some("cut--due"))}
            aria-hidden="true"
            ~style={format!("top:{}px", top - drawn.clipped.start)}
        >
            <button type="button" tabindex="-1" class="cut__tag" title={why.clone()} onclick={tell}>
                <span class="cut__words">{ CutView::words(*due) }</span>
                <span aria-hidden="true">{ "✂ " }</span>
                { text("span", "mono", key) }
            </button>
        </div>
    }
}
