//! The twin of the heat picture: the same operations with other prefixes, small, with the costs of both.

use super::heat::paths;
use super::text::text;
use crate::session::action::{Action, Time};
use splitpoint_lab::view::{BillLine, HeatChange, HeatKind, HeatView, TwinView};
use yew::prelude::*;

/// The twin, with the button that opens it.
pub(super) fn twin(view: &TwinView, dispatch: &Callback<Action>) -> Html {
    let heads = ["counted", &view.own, &view.title];
    let onclick = {
        let (dispatch, branch, is_whole) = (dispatch.clone(), view.branch, view.is_whole);
        Callback::from(move |_: MouseEvent| {
            dispatch.emit(Action::Time(Time::Branch(branch)));
            if is_whole {
                dispatch.emit(Action::Time(Time::Last));
            }
        })
    };
    html! {
        <section class="heat__twin" aria-label="The twin">
            { text("h3", "orders__name", format!("The same, {}", view.title)) }
            { small(&view.heat) }
            { text("p", "soft", view.about()) }
            <table class="heat__bill">
                <thead>
                    <tr>
                        for head in heads {
                            { text("th", "", head) }
                        }
                    </tr>
                </thead>
                <tbody>
                    for one in &view.bill {
                        { line(one) }
                    }
                </tbody>
            </table>
            <button type="button" class="button" {onclick}>
                { format!("Go to the run {}", view.title) }
            </button>
        </section>
    }
}

/// A line in the table of costs.
pub(super) fn line(one: &BillLine) -> Html {
    let value = |at: usize| {
        let is_less = one.less == Some(at);
        let words = if is_less { format!("✓ {}", one.values[at]) } else { one.values[at].clone() };
        text("td", if is_less { "tone-ok" } else { "" }, words)
    };
    html! {
        <tr key={one.title.clone()}>
            { text("th", "", &one.title) }
            { value(0) }
            { value(1) }
        </tr>
    }
}

/// The picture alone: cells, and lines that begin where regions were split.
fn small(view: &HeatView) -> Html {
    let (columns, rows) = (view.columns.max(1), view.rows.len().max(1));
    let across = |requests: u32| format!("{:.3}", f64::from(requests) / f64::from(view.width));
    let cut = |change: &HeatChange| {
        let from = across(change.before);
        let (to, bottom) = match change.kind {
            HeatKind::Move => (from.clone(), change.rows.end),
            _ => (change.until.map_or_else(|| columns.to_string(), across), change.rows.start),
        };
        html! {
            <line class="heat__cut" x1={from} x2={to} y1={change.rows.start.to_string()} y2={bottom.to_string()} />
        }
    };
    html! {
        <div class="heat__small">
            <svg class="heat__cells" viewBox={format!("0 0 {columns} {rows}")} preserveAspectRatio="none" shape-rendering="crispEdges" aria-hidden="true">
                for (shade, path) in paths(&view.cells).into_iter().enumerate() {
                    <path class={format!("heat__shade--{}", shade + 1)} d={path} />
                }
                for change in view.changes.iter().filter(|change| change.kind != HeatKind::Merge) {
                    { cut(change) }
                }
            </svg>
        </div>
    }
}
