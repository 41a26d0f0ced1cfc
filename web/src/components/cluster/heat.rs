//! The heat of a real table: intervals of time against regions or servers, and the pattern in it.

use super::deed;
use crate::components::heat::{choosing, paths};
use crate::components::segments::segments;
use crate::components::text::text;
use crate::session::action::Action;
use crate::session::cluster::{Deed, Watch};
use splitpoint_lab::view::{Aspect, ClusterHeat, HeatBand, Measure, SHADES};
use splitpoint_lab::words::{counted, percent};
use yew::prelude::*;

/// What can be counted, with its name for a cluster.
const MEASURES: [(Measure, &str); 3] =
    [(Measure::Writes, "writes"), (Measure::Reads, "reads"), (Measure::Bytes, "both")];

/// How many notes are listed.
const NOTES: usize = 12;

/// The choices of what is counted, and whether rows are regions or servers.
pub(super) fn choices(watch: &Watch, dispatch: &Callback<Action>) -> Html {
    let at = MEASURES.iter().position(|(measure, _)| *measure == watch.measure).unwrap_or(0);
    let of = Aspect::NAMES.iter().position(|(aspect, _)| *aspect == watch.aspect).unwrap_or(0);
    let measures = MEASURES.map(|(measure, name)| (name.to_owned(), deed(Deed::Measure(measure))));
    let aspects = Aspect::NAMES.map(|(aspect, name)| (name.to_owned(), deed(Deed::Aspect(aspect))));
    html! {
        <>
            { segments("cluster-aspect", "What the rows are", aspects.to_vec(), of, dispatch) }
            { segments("cluster-measure", "What is counted", measures.to_vec(), at, dispatch) }
        </>
    }
}

/// The heat picture.
pub(super) fn heat(watch: &Watch, dispatch: &Callback<Action>) -> Html {
    let view = &*watch.heat;
    let class = if view.hot { "chip heat__pattern tone-warn" } else { "chip heat__pattern" };
    html! {
        <>
            <div class="heat__top">
                <p {class} role="status">{ if view.hot { "▲ " } else { "" } }{ &view.pattern }</p>
            </div>
            if view.columns.is_empty() {
                <p class="soft cluster__wait">{ "The counters of all regions are read again and again. Each interval between two looks becomes a column, \
                    each region a row, and what it got in between is the colour." }</p>
            } else {
                <div class="heat__top">
                    { text("span", "soft", &view.span) }
                    { text("b", "", format!("now {}", view.rate)) }
                    <span class="heat__space"></span>
                    <span class="heat__legend" aria-hidden="true">
                        { "1" }
                        for shade in 1..=SHADES {
                            <span class={format!("heat__shade heat__shade--{shade}")}></span>
                        }
                        { format!("{} in a cell", counted(view.most, noun(watch.measure))) }
                    </span>
                </div>
                { picture(watch, view, dispatch) }
                if !view.merged.is_empty() {
                    { text("p", "soft", &view.merged) }
                }
            }
        </>
    }
}

fn noun(measure: Measure) -> &'static str {
    match measure {
        Measure::Writes => "write",
        Measure::Reads => "read",
        Measure::Bytes => "request",
    }
}

fn picture(watch: &Watch, view: &ClusterHeat, dispatch: &Callback<Action>) -> Html {
    let (columns, rows) = (view.columns.len(), view.bands.len().max(1));
    html! {
        <>
            <div class="heat__heads" aria-hidden="true">
                { text("span", "", if watch.aspect == Aspect::Region { "region" } else { "server" }) }
                { text("span", "", if watch.aspect == Aspect::Region { "time →, keys ↓, the smallest on top" } else { "time →" }) }
                { text("span", "", "lately · all") }
            </div>
            <div class="heat__body cluster__picture">
                <ul class="heat__regions" aria-label="Rows of the picture">
                    for (row, band) in view.bands.iter().enumerate() {
                        <li class="heat__region cluster__band" key={row} ~style={place(row, rows)} title={band.label.clone()}>
                            <span class="mono cluster__keys">{ &band.label }</span>
                            { text("span", "spoken", format!(": {} lately, {} of all", percent(band.recent), percent(band.all))) }
                        </li>
                    }
                </ul>
                { matrix(watch, view, (columns, rows), dispatch) }
                <ul class="heat__shares" aria-hidden="true">
                    for (row, band) in view.bands.iter().enumerate() {
                        { share(row, rows, band) }
                    }
                </ul>
            </div>
            <p class="heat__axis" aria-hidden="true">
                <span>{ view.columns.first().map_or("", |slice| slice.when.split(' ').next().unwrap_or_default()) }</span>
                <span>{ view.columns.last().map_or("", |slice| slice.when.rsplit(' ').next().unwrap_or_default()) }</span>
            </p>
        </>
    }
}

fn place(row: usize, rows: usize) -> String {
    let percent = |rows_before: usize| rows_before as f64 * 100.0 / rows as f64;
    format!("top:{:.3}%;height:{:.3}%", percent(row), percent(1))
}

fn share(row: usize, rows: usize, band: &HeatBand) -> Html {
    let bar = |class: &'static str, tenths: u32| {
        html! {
            <span class="heat__share">
                <svg class={class} viewBox="0 0 1000 8" preserveAspectRatio="none">
                    <rect class="orders__all" width="1000" height="8" />
                    <rect class="orders__part-of" width={tenths.to_string()} height="8" />
                </svg>
                { percent(tenths) }
            </span>
        }
    };
    html! {
        <li class="heat__part" key={row} ~style={place(row, rows)}>
            { bar("heat__bar heat__bar--hot", band.recent) }
            { bar("heat__bar", band.all) }
        </li>
    }
}

fn matrix(watch: &Watch, view: &ClusterHeat, (columns, rows): (usize, usize), dispatch: &Callback<Action>) -> Html {
    let cell = watch.cell;
    let (onkeydown, onclick) = choosing(cell, (columns, rows), |column, row| deed(Deed::Cell(column, row)), dispatch);
    let told = cell.map_or_else(
        || "Press an arrow key to look at a cell.".to_owned(),
        |(column, row)| view.about(column, row, watch.measure),
    );
    html! {
        <div class="heat__matrix" tabindex="0" role="group" data-arrows="" aria-label="Time against rows: arrow keys choose a cell" {onkeydown} {onclick}>
            <svg class="heat__cells" viewBox={format!("0 0 {columns} {rows}")} preserveAspectRatio="none" shape-rendering="crispEdges" aria-hidden="true">
                for (shade, path) in paths(&view.cells).into_iter().enumerate() {
                    <path class={format!("heat__shade--{}", shade + 1)} d={path} />
                }
                for note in &view.notes {
                    <rect class="cluster__mark" x={note.column.to_string()} y="0" width="0.08" height={rows.to_string()} />
                }
                if let Some((column, row)) = cell {
                    <rect class="heat__ring" x={column.to_string()} y={row.to_string()} width="1" height="1" />
                }
            </svg>
            <span class="spoken" aria-live="polite">{ told }</span>
        </div>
    }
}

/// The right column: the chosen cell, and the changes of regions.
pub(super) fn beside(watch: &Watch) -> Html {
    let view = &*watch.heat;
    let notes = view.notes.iter().rev().take(NOTES);
    html! {
        <>
            {
                match watch.cell {
                    Some((column, row)) => html! {
                        <section class="cluster__section" aria-label="The cell">
                            { text("h3", "orders__name", view.about(column, row, watch.measure)) }
                        </section>
                    },
                    None => text("p", "soft", "Choose a cell to read what it holds."),
                }
            }
            if !view.notes.is_empty() {
                <section class="cluster__section">
                    { text("h3", "orders__name", "What happened to regions") }
                    <ul class="cluster__list">
                        for (at, note) in notes.enumerate() {
                            <li key={at}>
                                { view.columns.get(note.column).map_or("", |slice| slice.when.rsplit(' ').next().unwrap_or_default()) }
                                { ": " }
                                { &note.text }
                            </li>
                        }
                    </ul>
                </section>
            }
            { text("p", "soft cluster__small", "A region counts from when its server opened it. Where its counter fell, it was opened anew: what it got since \
                then is counted, what it got before that in the same interval is not known.") }
        </>
    }
}
