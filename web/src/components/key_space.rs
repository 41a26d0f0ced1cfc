//! The key space on one axis, with the smallest key on top. Only the part near the viewport is drawn.

use super::card::{Drawn, card};
use super::margin::CutsPane;
use super::overview::overview;
use super::servers::servers;
use super::text::{text, told};
use super::toolbar::toolbar;
use crate::interop;
use crate::session::Reveal;
use crate::session::action::{Action, Detail, Show, Spot};
use crate::session::grid::{self, COLUMNS};
use crate::session::scroll::{Extent, Scroll};
use splitpoint_lab::picture::{Axis, TALL, Widths, shared};
use splitpoint_lab::scenario::Start;
use splitpoint_lab::view::{
    COLUMN, COLUMN_ABOUT, FILES, LineView, MEMORY, PoliciesView, REGION, ROW, RegionView, SERVER, Sign, TIME, VALUE,
    View, ViewRequest,
};
use std::ops::Range;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties)]
pub(crate) struct KeySpaceProps {
    pub(crate) view: Rc<View>,
    pub(crate) start: Rc<Start>,
    pub(crate) axis: Rc<Axis>,
    pub(crate) request: ViewRequest,
    pub(crate) widths: Widths,
    pub(crate) stores: bool,
    pub(crate) spot: Option<Spot>,
    pub(crate) detail: Option<Detail>,
    /// Details about the chosen thing, if the code for that is loaded.
    pub(crate) told: Option<Html>,
    pub(crate) reveal: Option<Reveal>,
    /// Where each split policy would cut, while a form about splits is shown.
    pub(crate) policies: Option<(CutsPane, Rc<PoliciesView>)>,
    pub(crate) narrow: bool,
    /// The width and height before they are measured, if they are known.
    pub(crate) room: Option<(i64, i64)>,
    /// Whether an audience sees it: keys then turn slides.
    pub(crate) staged: bool,
    pub(crate) dispatch: Callback<Action>,
}

impl PartialEq for KeySpaceProps {
    /// Views are compared by their address: a new view is always drawn, since code to compare its content would cost
    /// more than the drawing that it saves.
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.view, &other.view)
            && Rc::ptr_eq(&self.start, &other.start)
            && Rc::ptr_eq(&self.axis, &other.axis)
            && self.request == other.request
            && self.widths == other.widths
            && (self.stores, self.spot, self.detail) == (other.stores, other.spot, other.detail)
            && (self.reveal, self.narrow, self.staged) == (other.reveal, other.narrow, other.staged)
            && self.told.is_some() == other.told.is_some()
            && shown(self) == shown(other)
            && self.dispatch == other.dispatch
    }
}

/// The identity of the cuts that are shown, for a comparison.
fn shown(props: &KeySpaceProps) -> Option<*const PoliciesView> {
    props.policies.as_ref().map(|(_, policies)| Rc::as_ptr(policies))
}

/// Pixels that are drawn above and below the viewport.
const MORE: i64 = 320;

/// Lines that are asked for above and below the viewport.
const AHEAD: u64 = 60;

/// The height of the column heads in pixels.
const HEAD: i64 = 32;

#[component]
pub(crate) fn KeySpace(props: &KeySpaceProps) -> Html {
    let node = use_node_ref();
    let scroll = use_state_eq(Scroll::default);
    let room = use_state_eq(|| props.room.unwrap_or((900, 600)));
    let seen = &room.1;
    let extent = Extent { axis: props.axis.height(), seen: (*seen - HEAD).max(1) };

    use_size(&node, &room);
    let place = {
        let (node, scroll) = (node.clone(), scroll.setter());
        move |to: Scroll| {
            interop::set_scroll_top(&node, to.bar);
            scroll.set(to);
        }
    };
    // When the table changes, it is shown from its top.
    {
        let place = place.clone();
        use_effect_with(
            (props.start.reference.clone(), props.request.table.clone()),
            move |_| place(Scroll::default()),
        );
    }
    // Scrolls to a line that a step is about, or that keys lead to.
    {
        let (axis, scroll, place) = (props.axis.clone(), *scroll, place.clone());
        use_effect_with(props.reveal, move |reveal| {
            if let Some(reveal) = reveal {
                show(&axis, reveal, scroll, extent, &place);
            }
        });
    }
    {
        let (axis, scroll, place, last) = (props.axis.clone(), *scroll, place.clone(), use_mut_ref(|| (None, 0)));
        use_effect_with((props.spot, extent.seen), move |(spot, seen)| {
            let (before, saw) = last.replace((*spot, *seen));
            let Some(spot) = spot else { return };
            // If the viewport shrinks, the line stays in sight, but only if it was before: a step may have led
            // elsewhere.
            let below = axis.top(spot.line) - scroll.top();
            if before != Some(*spot) || (0 <= below && below < saw) {
                bring(&axis, spot.line, scroll, extent, 0, &place);
            }
        });
    }

    let top = scroll.top();
    let drawn = (top - MORE).max(0)..top + *seen + MORE;
    {
        let lines = props.axis.lines(drawn.start, drawn.end);
        let (window, dispatch) = (props.request.window.clone(), props.dispatch.clone());
        use_effect_with((lines, window), move |(lines, window)| {
            if !holds(window, lines) {
                let wider = lines.start.saturating_sub(AHEAD)..lines.end + AHEAD;
                dispatch.emit(Action::Show(Show::Window(wider)));
            }
        });
    }

    let onscroll = {
        let (node, scroll) = (node.clone(), scroll.clone());
        Callback::from(move |_: Event| {
            let bar = interop::scroll_top(&node);
            let to = scroll.moved(bar, extent);
            if to.bar != bar {
                interop::set_scroll_top(&node, to.bar);
            }
            scroll.set(to);
        })
    };
    let first_seen = props.axis.lines(top + 1, top + props.axis.line()).start;
    // The line at the upper edge counts as soon as no pixel of it is hidden.
    let first_whole = props.axis.lines(top + props.axis.line() - 1, top + props.axis.line()).start;
    // Whoever comes by keyboard stands on a cell at once.
    let onfocus = {
        let (dispatch, is_without) = (
            props.dispatch.clone(),
            !props.staged && props.spot.is_none() && props.view.table.as_ref().is_some_and(|table| table.lines > 0),
        );
        Callback::from(move |event: FocusEvent| {
            if is_without && interop::shows_focus(&event) {
                dispatch.emit(Action::Show(Show::Cell(Spot { line: first_seen, column: 1 })));
            }
        })
    };
    let onkeydown = {
        let (dispatch, view, spot, staged) = (props.dispatch.clone(), props.view.clone(), props.spot, props.staged);
        let page = u64::try_from(extent.seen / props.axis.line().max(1)).unwrap_or(1);
        Callback::from(move |event: KeyboardEvent| {
            if staged {
                return;
            }
            let lines = view.table.as_ref().map_or(0, |table| table.lines);
            let first = Spot { line: first_seen, column: 1 };
            let show = match (event.key().as_str(), spot) {
                ("Enter", Some(spot)) => Show::Detail(detail_of(&view, spot)),
                ("Escape", _) => Show::Detail(None),
                (key @ ("ArrowDown" | "ArrowUp"), Some(spot)) if event.ctrl_key() || event.meta_key() => {
                    Show::Cell(Spot { line: region_start(&view, spot.line, key == "ArrowDown"), ..spot })
                }
                (key, Some(spot)) => match grid::moved(spot, key, event.ctrl_key() || event.meta_key(), lines, page) {
                    Some(to) => Show::Cell(to),
                    None => return,
                },
                ("ArrowDown" | "ArrowUp" | "ArrowLeft" | "ArrowRight" | "Home" | "End", None) if lines > 0 => {
                    Show::Cell(first)
                }
                _ => return,
            };
            event.prevent_default();
            dispatch.emit(Action::Show(show));
        })
    };

    let go = {
        let place = place.clone();
        Callback::from(move |top: i64| place(Scroll::to(top, extent)))
    };

    let widths = props.widths;
    let fit = widths.fit(room.0, props.stores);
    // Also between other panes the picture can be too narrow for columns, where a phone's has room for them.
    let narrow = props.narrow || !fit.column && widths.fit_narrow(room.0, false).column;
    let fit = if narrow { widths.fit_narrow(room.0, props.narrow) } else { fit };
    // A phone gives a key two rows of text.
    let keys = if props.narrow { 2 * fit.row } else { fit.row };
    let sizes = format!(
        "--w-row:{};--w-column:{};--w-time:{};--w-files:{};--w-rail:{}px",
        fit.row, widths.column, widths.time, widths.files, fit.rail
    );
    let name = props.view.table.as_ref().map_or("no table", |table| table.name.as_str());
    let cards = props.axis.cards(drawn.start, drawn.end);
    let active = props.spot.map(|spot| active_id(&props.view, spot));
    html! {
        <section class="keys page__map page__pane" id="pane-map" tabindex="-1" aria-label="Key space">
            { toolbar(&props.view, &props.request, props.stores, props.narrow, &props.dispatch) }
            <div class="keys__frame">
            <div
                class={classes!(
                    "map",
                    (!fit.stores).then_some("map--no-stores"),
                    (!fit.time).then_some("map--no-time"),
                    (!fit.column).then_some("map--no-column"),
                    narrow.then_some("map--narrow"),
                )}
                ref={node}
                role="grid"
                tabindex="0"
                aria-label={format!("Cells of {name} in key order")}
                aria-rowcount={props.view.table.as_ref().map_or(0, |table| table.lines + 1).to_string()}
                aria-colcount={COLUMNS.to_string()}
                aria-activedescendant={active}
                ~style={sizes}
                {onscroll}
                {onfocus}
                {onkeydown}
            >
                { head() }
                if props.view.table.is_none() {
                    <p class="empty">
                        { "There is no table. " }
                        { text("span", "empty__way", "Choose Table, then Create table, or start from one of the examples.") }
                    </p>
                } else {
                    <div class="map__axis" role="presentation" ~style={format!("height:{}px", extent.element())}>
                        for index in cards {
                            { region_card(props, index, (narrow, keys, first_whole), scroll.shift, &drawn) }
                        }
                        { scanners(props, scroll.shift) }
                    </div>
                }
            </div>
            { overview(&props.axis, &props.view.regions, top, extent.seen, go) }
            </div>
            if props.stores {
                { servers(&props.view.servers, props.narrow) }
            }
            { props.told.clone().unwrap_or_default() }
            <ul class="keys__legend" aria-label="What the marks mean">
                for (sign, words) in props.view.legend(props.stores) {
                    { text("li", sign_class(sign), words) }
                }
            </ul>
        </section>
    }
}

/// The class of an item of the legend.
fn sign_class(sign: Sign) -> &'static str {
    match sign {
        Sign::First => "",
        Sign::End => "sign--end",
        Sign::Memory => "sign--memory",
        Sign::Hollow => "sign--hollow",
        Sign::File => "sign--file",
        Sign::Cached => "sign--file sign--memory",
        Sign::Marker => "sign--marker",
    }
}

/// Measures the viewport, now and whenever its size changes.
#[hook]
fn use_size(node: &NodeRef, seen: &UseStateHandle<(i64, i64)>) {
    let (node, seen) = (node.clone(), seen.setter());
    use_effect_with((), move |()| {
        let measure = {
            let (node, seen) = (node.clone(), seen.clone());
            move || seen.set(interop::size(&node))
        };
        measure();
        let watch = interop::SizeWatch::new(&node, measure);
        move || drop(watch)
    });
}

/// Scrolls as little as needed to bring the lines of a step into the viewport. If they do not fit, its own line is what
/// counts, and as many of the others as there is room for.
fn show(axis: &Axis, reveal: &Reveal, scroll: Scroll, extent: Extent, place: &impl Fn(Scroll)) {
    let (from, to) = (scroll.top(), scroll.top() + extent.seen);
    let (top, end) = (axis.top(reveal.first), axis.top(reveal.last) + axis.line());
    let room = extent.seen - (end - top);
    if room < 48 {
        bring(axis, reveal.line, scroll, extent, 0, place);
    } else if top < from + 8 {
        place(Scroll::to(top - (extent.seen / 3).min(room - 24), extent));
    } else if end > to {
        place(Scroll::to(end + (extent.seen / 3).min(room - 24) - extent.seen, extent));
    }
}

/// Scrolls as little as needed to bring a line into the viewport, with some room above it if it was far away.
fn bring(axis: &Axis, line: u64, scroll: Scroll, extent: Extent, room: i64, place: &impl Fn(Scroll)) {
    let top = axis.top(line);
    let (from, to) = (scroll.top(), scroll.top() + extent.seen);
    if top < from + 8 {
        place(Scroll::to(top - room.max(24), extent));
    } else if top + axis.line() > to {
        place(Scroll::to(top + axis.line() + room.max(24) - extent.seen, extent));
    }
}

fn holds(window: &Range<u64>, lines: &Range<u64>) -> bool {
    lines.is_empty() || (window.start <= lines.start && lines.end <= window.end)
}

fn head() -> Html {
    let [server, region, row, column, value, time, memory, stores] = COLUMN_ABOUT;
    let cell = |index: &'static str, class: &'static str, text: &'static str, title: &'static str| {
        html! { <span class={class} role="columnheader" aria-colindex={index} {title}>{ text }</span> }
    };
    html! {
        <div class="map__head" role="row" aria-rowindex="1">
            <span class="map__server" aria-hidden="true" title={server}>{ SERVER }</span>
            { cell("1", "map__region", REGION, region) }
            <span class="map__columns" role="presentation">
                { cell("2", "line__row", ROW, row) }
                { cell("3", "line__column", COLUMN, column) }
                { cell("4", "line__value", VALUE, value) }
                { cell("5", "line__time", TIME, time) }
                <span class="line__home" role="columnheader" aria-colindex="6">
                    { told("span", "line__mem", MEMORY, memory) }
                    { told("span", "map__files", FILES, stores) }
                </span>
            </span>
        </div>
    }
}

fn region_card(
    props: &KeySpaceProps,
    index: usize,
    (narrow, room, first_line): (bool, usize, u64),
    shift: i64,
    drawn: &Range<i64>,
) -> Html {
    let (Some(place), Some(region)) = (props.axis.card(index), props.view.regions.get(index)) else {
        return Html::default();
    };
    let end = place.top + place.height;
    let clipped = place.top.max(drawn.start)..end.min(drawn.end);
    let seen = clipped.clone();
    let lines = lines_of(&props.view.lines, region).iter().filter(|line| {
        let top = props.axis.top(line.rank);
        seen.start <= top + props.axis.line() && top < seen.end
    });
    let above = index.checked_sub(1).and_then(|index| props.view.regions.get(index));
    let below = props.view.regions.get(index + 1);
    let server = props.view.servers.get(region.server);
    let drawn = Drawn {
        server: server.map_or("?", |server| server.name.as_str()),
        dead: server.is_some_and(|server| !server.alive),
        first: index == 0,
        shared: (shared(above, Some(region)), shared(Some(region), below)),
        axis: &props.axis,
        clipped,
        tall: place.height > TALL,
        first_line,
        shift,
        narrow,
        room,
        policies: props.policies.as_ref().map(|(cuts, policies)| (*cuts, &**policies)),
        leaps: props.view.leaps.iter().filter(|leap| leap.region == index).collect(),
        spot: props.spot.filter(|spot| region.first_line <= spot.line && spot.line < region.first_line + region.lines),
    };
    card(region, lines, &drawn, &props.dispatch)
}

fn lines_of<'a>(lines: &'a [LineView], region: &RegionView) -> &'a [LineView] {
    let from = lines.partition_point(|line| line.rank < region.first_line);
    let to = lines.partition_point(|line| line.rank < region.first_line + region.lines);
    &lines[from..to.max(from)]
}

fn scanners(props: &KeySpaceProps, shift: i64) -> Html {
    let at = |index: usize| {
        props.view.scanners[..index].iter().filter(|other| other.line == props.view.scanners[index].line).count()
    };
    html! {
        for (index, scanner) in props.view.scanners.iter().enumerate() {
            <div
                key={format!("scanner-{index}")}
                class={classes!("scanner", super::letter::client_class(scanner.client))}
                ~style={format!("top:{}px;--nth:{}", props.axis.top(scanner.line) - shift, at(index))}
            >
                <span class="letter" aria-hidden="true">{ scanner.client }</span>
                if let Some(flag) = scanner.flag() {
                    <span class="scanner__flag" aria-hidden="true">{ flag }</span>
                }
                { text("span", "spoken", scanner.told()) }
            </div>
        }
    }
}

fn active_id(view: &View, spot: Spot) -> String {
    match region_at(view, spot.line) {
        Some(region) if spot.column == 0 => format!("region-{}", region.id),
        _ => format!("cell-{}-{}", spot.line, spot.column),
    }
}

fn region_at(view: &View, line: u64) -> Option<&RegionView> {
    view.regions.get(view.regions.partition_point(|region| region.first_line + region.lines <= line))
}

/// The nearest first line of a region: behind this line if `next`, else before it. The line itself if there is none.
fn region_start(view: &View, line: u64, next: bool) -> u64 {
    let starts = || view.regions.iter().filter(|region| region.lines > 0).map(|region| region.first_line);
    let found = if next { starts().find(|start| *start > line) } else { starts().rfind(|start| *start < line) };
    found.unwrap_or(line)
}

/// What the details of the cell are about: its region, its file, or the cell itself.
fn detail_of(view: &View, spot: Spot) -> Option<Detail> {
    let region = region_at(view, spot.line)?;
    if spot.column == 0 {
        return Some(Detail::Region(region.id));
    }
    let file = view.lines.iter().find(|line| line.rank == spot.line).and_then(|line| line.file);
    match file {
        Some(file) if spot.column == COLUMNS - 1 => Some(Detail::File(region.id, file)),
        _ => Some(Detail::Line(spot.line)),
    }
}
