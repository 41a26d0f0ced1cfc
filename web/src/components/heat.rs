//! Heat: what the keys got from request to request, the regions beside them, and the pattern that this shows.

use super::hear::{click, escape};
use super::letter::letter;
use super::segments::segments;
use super::sums::{columns, servers, tables};
use super::text::text;
use super::twin::twin;
use crate::interop;
use crate::session::action::Action;
use crate::session::heat::{CELL, Looking};
use crate::session::{Desk, Document};
use splitpoint_lab::view::{HeatCell, HeatChange, HeatEntry, HeatGroup, HeatKind, HeatView, Measure, SHADES};
use splitpoint_lab::words::{counted, percent};
use std::fmt::Write;
use std::ops::Range;
use yew::prelude::*;

/// How many characters of labels fit across the picture, at least.
const ACROSS: usize = 90;

/// How many rows of the picture a line of a label covers, at most.
const HIGH: usize = 3;

/// From how many cells away a finger means a cell in which something happened.
const FINGER: f64 = 3.0;

/// With more changes of regions than this, none has a label.
const TOLD: usize = 40;

/// The function that draws heat. It is called by a pointer only, so that a chunk can bring its code later.
pub(crate) type HeatPane = fn(&Document, &Desk, &Callback<Action>) -> Html;

/// What the keys of the shown table got over time.
pub(crate) fn heat_pane(document: &Document, desk: &Desk, dispatch: &Callback<Action>) -> Html {
    let request = &desk.map.request;
    let stage = document.lab.stage();
    let measure = desk.heat.measure;
    let pair = desk.heat.pair(&desk.map.view, || {
        let heat = stage.heat(request, measure);
        let twin = stage.twin(request, measure, &heat);
        (heat, twin)
    });
    let (view, twin) = &*pair;
    let cell = desk.heat.cell.filter(|_| !view.cells.is_empty());
    let measures = Measure::NAMES.map(|(measure, name)| (name.to_owned(), Action::Heat(Looking::Measure(measure))));
    let chosen = Measure::NAMES.iter().position(|(measure, _)| *measure == desk.heat.measure).unwrap_or(0);
    let back = escape(dispatch, Action::Heat(Looking::Open(false)));
    html! {
        <section class="page__pane orders heat" id="pane-heat" tabindex="-1" aria-label="Heat" onkeydown={back}>
            <div class="heat__main">
                <div class="heat__top">
                    { text("h2", "orders__title", "Heat") }
                    { text("b", "", &request.table) }
                    { text("span", "soft", format!("{} in {}", view.total, counted(view.requests, "request"))) }
                    <span class="heat__space"></span>
                    { segments("heat-measure", "What is counted", measures.to_vec(), chosen, dispatch) }
                </div>
                if view.cells.is_empty() {
                    { text("p", "heat__none soft", "Nothing was counted here yet. Insert rows, run a script or read; then \
                        each request is a column, and each key has its place from the smallest at the top.") }
                } else {
                    { picture(view, desk.heat.cell, desk.heat.measure, dispatch) }
                }
            </div>
            if cell.is_some() || twin.is_some() {
                <div class="heat__beside">
                    if let Some((column, row)) = cell {
                        { entries(view, (column, row), stage.heat_entries(request, column, row), desk.heat.measure, dispatch) }
                    }
                    if let Some(twin) = twin {
                        { self::twin(twin, dispatch) }
                    }
                </div>
            }
        </section>
    }
}

fn picture(view: &HeatView, cell: Option<(usize, usize)>, measure: Measure, dispatch: &Callback<Action>) -> Html {
    let (columns, rows) = (view.columns.max(1), view.rows.len().max(1));
    let pattern = if view.hot { "chip heat__pattern tone-warn" } else { "chip heat__pattern" };
    html! {
        <>
            <div class="heat__top">
                if !view.pattern.is_empty() {
                    <p class={pattern}>{ if view.hot { "▲ " } else { "" } }{ &view.pattern }</p>
                }
                <span class="heat__space"></span>
                <span class="heat__legend" aria-hidden="true">
                    { "1" }
                    for shade in 1..=SHADES {
                        <span class={format!("heat__shade heat__shade--{shade}")}></span>
                    }
                    { format!("{} in {}", measure.counted(view.most), counted(view.width, "request")) }
                    if view.cells.iter().any(|cell| cell.hottest) {
                        <svg class="heat__shade heat__sample" viewBox="0 0 1 1"><path class="heat__shade--5" d="M0 0h1v1h-1z" /><path class="heat__hatch" d={hatch(0, 0)} /></svg>
                        { "the hottest tenth" }
                    }
                </span>
            </div>
            <div class="heat__heads" aria-hidden="true">
                { text("span", "", "region") }
                { text("span", "", "requests →, keys ↓, the smallest on top") }
                <span>{ format!("last {}", view.recent) }{ text("span", "heat__of-all", " · all") }</span>
            </div>
            <div class="heat__body">
                <ul class="heat__regions" aria-label="Regions">
                    for group in &view.groups {
                        { self::group(group, rows, view.recent) }
                    }
                </ul>
                { matrix(view, (columns, rows), cell, measure, dispatch) }
                <ul class="heat__shares" aria-hidden="true">
                    for group in &view.groups {
                        { shares(group, rows) }
                    }
                </ul>
            </div>
            <p class="heat__axis" aria-hidden="true"><span>{ "1" }</span><span>{ view.requests }{ ", now" }</span></p>
            { self::columns(view) }
            { servers(view, measure) }
            { tables(view) }
        </>
    }
}

/// Where some rows of the picture are, in percent of its height.
fn place(rows: &std::ops::Range<usize>, all: usize) -> String {
    let percent = |rows: usize| rows as f64 * 100.0 / all as f64;
    format!("top:{:.3}%;height:{:.3}%", percent(rows.start), percent(rows.len()))
}

fn group(group: &HeatGroup, rows: usize, recent: u32) -> Html {
    let told = format!(": {} of the last {recent} requests, {} of all", percent(group.recent), percent(group.all));
    let server = group.server.map_or_else(|| "heat__servers-of".to_owned(), |server| format!("server-{}", server % 4));
    html! {
        <li class="heat__region" key={group.rows.start} title={format!("{}: {}", group.label, group.range)} ~style={place(&group.rows, rows)}>
            <span class={classes!("heat__server", server)} title={group.server_name.clone()}>
                if group.server.is_some() {
                    { &group.server_name }
                } else {
                    { text("span", "spoken", &group.server_name) }
                }
            </span>
            <span class="heat__name">
                { text("b", "", &group.label) }
                <span class="mono heat__range" title={group.range.clone()}>{ &group.range }</span>
                { text("span", "spoken", told) }
            </span>
        </li>
    }
}

/// What a region got lately, and in all. The style sheet hides what has no room.
fn shares(group: &HeatGroup, rows: usize) -> Html {
    let bar = |class: &'static str, tenths: u32, also: Option<u32>| {
        html! {
            <span class="heat__share">
                <svg class={class} viewBox="0 0 1000 8" preserveAspectRatio="none">
                    <rect class="orders__all" width="1000" height="8" />
                    <rect class="orders__part-of" width={tenths.to_string()} height="8" />
                </svg>
                <span>{ percent(tenths) }{ also.map(|also| text("span", "heat__also", format!(" · {}", percent(also)))).unwrap_or_default() }</span>
            </span>
        }
    };
    html! {
        <li class="heat__part" key={group.rows.start} ~style={place(&group.rows, rows)}>
            { bar("heat__bar heat__bar--hot", group.recent, Some(group.all)) }
            { bar("heat__bar", group.all, None) }
        </li>
    }
}

/// The cells of each shade, as one path for each.
pub(super) fn paths(cells: &[HeatCell]) -> Vec<String> {
    let mut paths = vec![String::new(); usize::from(SHADES)];
    for cell in cells {
        if let Some(path) = paths.get_mut(usize::from(cell.shade) - 1) {
            // Writing to a String cannot fail.
            let _ = write!(path, "M{} {}h1v1h-1z", cell.column, cell.row);
        }
    }
    paths
}

/// The event listeners that choose a cell of so many columns and rows, by arrow keys or a click. If none is chosen,
/// keys begin at the last column of the first row.
pub(super) fn choosing(
    cell: Option<(usize, usize)>,
    (columns, rows): (usize, usize),
    chosen: fn(usize, usize) -> Action,
    dispatch: &Callback<Action>,
) -> (Callback<KeyboardEvent>, Callback<MouseEvent>) {
    let to = move |column: usize, row: usize| chosen(column.min(columns - 1), row.min(rows - 1));
    let onkeydown = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: KeyboardEvent| {
            let (column, row) = cell.unwrap_or((columns - 1, 0));
            let action = match event.key().as_str() {
                "ArrowLeft" => to(column.saturating_sub(1), row),
                "ArrowRight" => to(column + 1, row),
                "ArrowUp" => to(column, row.saturating_sub(1)),
                "ArrowDown" => to(column, row + 1),
                "Home" => to(0, row),
                "End" => to(columns - 1, row),
                _ => return,
            };
            event.prevent_default();
            dispatch.emit(action);
        })
    };
    let dispatch = dispatch.clone();
    let onclick = Callback::from(move |event: MouseEvent| {
        if let Some((x, y)) = interop::within(&event, "data-arrows") {
            dispatch.emit(to((x * columns as f64) as usize, (y * rows as f64) as usize));
        }
    });
    (onkeydown, onclick)
}

/// The cells, the splits, and the chosen cell.
fn matrix(
    view: &HeatView,
    (columns, rows): (usize, usize),
    cell: Option<(usize, usize)>,
    measure: Measure,
    dispatch: &Callback<Action>,
) -> Html {
    let to = |column, row| Action::Heat(Looking::Cell(column, row));
    let (onkeydown, mut onclick) = choosing(cell, (columns, rows), to, dispatch);
    if interop::is_coarse() {
        onclick = tapping(view, (columns, rows), dispatch);
    }
    let told = match cell {
        None => "Press an arrow key to look at a cell.".to_owned(),
        Some((column, row)) => about(view, column, row, measure),
    };
    html! {
        <div class="heat__matrix" tabindex="0" role="group" data-arrows="" aria-label="Operations against keys: arrow keys choose a cell" {onkeydown} {onclick}>
            <svg class="heat__cells" viewBox={format!("0 0 {columns} {rows}")} preserveAspectRatio="none" shape-rendering="crispEdges" aria-hidden="true">
                for group in &view.groups {
                    <rect class={classes!("heat__tint", (group.recent >= 500).then_some("heat__tint--hot"))} x="0" y={group.rows.start.to_string()} width={columns.to_string()} height={group.rows.len().to_string()} />
                }
                for (shade, path) in paths(&view.cells).into_iter().enumerate() {
                    <path class={format!("heat__shade--{}", shade + 1)} d={path} />
                }
                <path class="heat__hatch" d={view.cells.iter().filter(|cell| cell.hottest).map(|cell| hatch(cell.column, cell.row)).collect::<String>()} />
                if let Some((column, row)) = cell {
                    <rect class="heat__ring" x={column.to_string()} y={row.to_string()} width="1" height="1" />
                }
            </svg>
            for (number, change) in view.changes.iter().enumerate() {
                { mark(number, change, view, rows) }
            }
            { text("span", "spoken", told) }
        </div>
    }
}

/// As the click of [`choosing`], for a finger, which is wider than a cell: it takes the nearest cell in which something
/// happened, and what that cell tells comes into sight.
fn tapping(view: &HeatView, (columns, rows): (usize, usize), dispatch: &Callback<Action>) -> Callback<MouseEvent> {
    let cells: Vec<(usize, usize)> = view.cells.iter().map(|cell| (cell.column, cell.row)).collect();
    let dispatch = dispatch.clone();
    Callback::from(move |event: MouseEvent| {
        let Some((x, y)) = interop::within(&event, "data-arrows") else { return };
        let (x, y) = (x * columns as f64 - 0.5, y * rows as f64 - 0.5);
        let far = |at: &(usize, usize)| (at.0 as f64 - x).hypot(at.1 as f64 - y);
        let near = cells.iter().min_by(|one, other| far(one).total_cmp(&far(other))).filter(|at| far(at) < FINGER);
        let here = (x.round() as usize, y.round() as usize);
        let (column, row) = near.copied().unwrap_or(here);
        dispatch.emit(Action::Heat(Looking::Tap(column.min(columns - 1), row.min(rows - 1))));
    })
}

/// Lines from edge to edge of a cell, which continue in the next cell.
fn hatch(column: usize, row: usize) -> String {
    let (x, y) = (column as f64, row as f64);
    format!("M{x} {0}l.5-.5M{x} {1}l1-1M{2} {1}l.5-.5", y + 0.5, y + 1.0, x + 0.5)
}

/// The mark of a change of regions, where it happened: for a split a line from there on, at the top of a row; for a
/// merge a ring, where that line ends; for a move a line along the keys that moved. Its label is above or below the
/// mark, where it hides no cell; if there is no room, without the time, which the mark shows too, or it is left out.
fn mark(number: usize, change: &HeatChange, view: &HeatView, rows: usize) -> Html {
    let columns = view.columns.max(1);
    let at = |requests: u32| (f64::from(requests) / f64::from(view.width) / columns as f64).clamp(0.0, 1.0);
    let (across, row) = (at(change.before), change.rows.start);
    let (left, is_late) = (across * 100.0, across > 0.6);
    let hides = |words: &str, rows: Range<usize>| {
        let wide = (columns * words.chars().count()).div_ceil(ACROSS);
        let from = if is_late { columns.saturating_sub(wide) } else { (across * columns as f64) as usize };
        view.cells.iter().any(|cell| (from..from + wide).contains(&cell.column) && rows.contains(&cell.row))
    };
    let whole = format!("after {}: {}", change.before, change.text);
    let places = [&whole, &change.text].into_iter().flat_map(|words| [(words, false), (words, true)]);
    let free = |(words, below): &(&String, bool)| {
        !hides(words, if *below { row..row + HIGH } else { row.saturating_sub(HIGH)..row })
    };
    // Among too many marks no label could be read.
    let said = places.into_iter().find(|place| view.changes.len() <= TOLD && free(place));
    let class = classes!(
        "heat__split",
        match change.kind {
            HeatKind::Split => "",
            HeatKind::Merge => "heat__split--merge",
            HeatKind::Move => "heat__split--move",
        },
        is_late.then_some("heat__split--late"),
        said.is_some_and(|(_, below)| below).then_some("heat__split--below")
    );
    let percent = |part: usize| part as f64 * 100.0 / rows as f64;
    let end = match (change.kind, change.until) {
        (HeatKind::Move, _) => format!("height:{:.3}%", percent(change.rows.len())),
        (_, Some(until)) => format!("right:{:.3}%", 100.0 - at(until) * 100.0),
        (_, None) => "right:0".to_owned(),
    };
    html! {
        <span {class} key={number} ~style={format!("left:{left:.3}%;top:{:.3}%;{end}", percent(row))}>
            if let Some((words, _)) = said {
                { text("span", "heat__words", words) }
            }
        </span>
    }
}

/// The first and the last request of a column, counted from 1.
pub(super) fn span(view: &HeatView, column: usize) -> (u64, u64) {
    let from = column as u64 * u64::from(view.width) + 1;
    (from, (from + u64::from(view.width) - 1).min(view.requests.into()))
}

/// The description of a cell in words.
fn about(view: &HeatView, column: usize, row: usize, measure: Measure) -> String {
    let (from, to) = span(view, column);
    let amount = view.cells.iter().find(|cell| (cell.column, cell.row) == (column, row)).map_or(0, |cell| cell.amount);
    let key = match (view.rows.get(row), view.rows.get(row + 1)) {
        (Some(start), Some(end)) if start.is_empty() => format!("keys before {end}"),
        (Some(start), Some(end)) => format!("keys from {start} to before {end}"),
        (Some(start), None) if start.is_empty() => "all keys".to_owned(),
        (Some(start), None) => format!("keys from {start} on"),
        (None, _) => String::new(),
    };
    format!("Operations {from} to {to}, {key}: {}", measure.counted(amount))
}

/// The requests that led to the chosen cell.
fn entries(
    view: &HeatView,
    (column, row): (usize, usize),
    (entries, more): (Vec<HeatEntry>, usize),
    measure: Measure,
    dispatch: &Callback<Action>,
) -> Html {
    html! {
        <section class="heat__about" id={CELL} tabindex="-1" aria-label="The cell">
            <h3 class="orders__name" aria-live="polite">{ about(view, column, row, measure) }</h3>
            <ul class="heat__entries">
                for entry in &entries {
                    <li class="heat__entry" key={entry.number}>
                        { text("span", "soft", entry.number) }
                        if let Some(one) = entry.letter {
                            { letter(one) }
                        }
                        { text("span", "heat__text", &entry.text) }
                        <button type="button" class="link" aria-label={format!("go to step of request {}", entry.number)} onclick={click(dispatch, Action::Heat(Looking::Go(entry.place)))}>{ "go to step" }</button>
                    </li>
                }
            </ul>
            if more > 0 {
                { text("p", "soft", format!("{} more.", counted(more as u64, "request"))) }
            }
            if entries.is_empty() {
                { text("p", "soft", "No request of these met these keys.") }
            }
        </section>
    }
}
