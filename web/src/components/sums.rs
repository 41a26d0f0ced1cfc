//! The margins of the heat picture: the sums of each column and of each server, and all of it as tables.

use super::heat::span;
use super::text::text;
use splitpoint_lab::view::{HeatServer, HeatSum, HeatView, Measure};
use splitpoint_lab::words::{counted, percent};
use std::fmt::Write;
use yew::prelude::*;

/// The height of the largest column, in units from the line between writes and reads.
const HIGH: u64 = 100;

/// The sum of each column: cells written upwards, rows read downwards. Each has a scale of its own, whose end is
/// labelled.
pub(super) fn columns(view: &HeatView) -> Html {
    let largest = |of: fn(&HeatSum) -> u64| view.sums.iter().map(of).max().unwrap_or(0);
    let bars = |of: fn(&HeatSum) -> u64, down: bool| {
        let most = largest(of).max(1);
        let mut path = String::new();
        for (column, sum) in view.sums.iter().enumerate() {
            let long = of(sum) * HIGH / most;
            // Writing to a String cannot fail.
            let _ = match (of(sum), down) {
                (0, _) => Ok(()),
                (_, true) => write!(path, "M{column} {HIGH}h1v{long}h-1z"),
                (_, false) => write!(path, "M{column} {HIGH}h1v-{long}h-1z"),
            };
        }
        path
    };
    let key = |class: &'static str, words: &'static str, most: u64| {
        html! {
            <span class="heat__key">
                <span class={classes!("heat__mark", class)}></span>
                { words }
                { text("span", "heat__most", format!(", at most {most}")) }
            </span>
        }
    };
    html! {
        <div class="heat__columns" aria-hidden="true">
            <span class="heat__keys">
                { key("heat__mark--writes", "written", largest(|sum| sum.writes)) }
                { key("heat__mark--reads", "read", largest(|sum| sum.reads)) }
            </span>
            <svg class="heat__sums" viewBox={format!("0 0 {} {}", view.columns.max(1), 2 * HIGH)} preserveAspectRatio="none" shape-rendering="crispEdges">
                <path class="heat__writes" d={bars(|sum| sum.writes, false)} />
                <path class="heat__reads" d={bars(|sum| sum.reads, true)} />
                <path class="heat__zero" d={format!("M0 {HIGH}H{}", view.columns.max(1))} />
            </svg>
            { text("span", "heat__each", format!("each {}", counted(view.width, "request"))) }
        </div>
    }
}

/// The sum of each server.
pub(super) fn servers(view: &HeatView, measure: Measure) -> Html {
    html! {
        <ul class="heat__servers" aria-label="Servers">
            for one in &view.servers {
                { server(one, measure) }
            }
        </ul>
    }
}

fn server(one: &HeatServer, measure: Measure) -> Html {
    let amount = match measure {
        Measure::Writes => format!("{} written", one.sum.writes),
        Measure::Reads => format!("{} read", one.sum.reads),
        Measure::Bytes => String::new(),
    };
    html! {
        <li class="heat__of" key={one.name.clone()}>
            <span class={classes!("heat__badge", format!("server-{}", one.server % 4))}>{ &one.name }</span>
            <svg class="heat__bar heat__bar--hot" viewBox="0 0 1000 8" preserveAspectRatio="none" aria-hidden="true">
                <rect class="orders__all" width="1000" height="8" />
                <rect class="orders__part-of" width={one.all.to_string()} height="8" />
            </svg>
            <span>{ percent(one.all) }</span>
            { text("span", "soft", amount) }
        </li>
    }
}

/// All of it as tables, for screen readers.
pub(super) fn tables(view: &HeatView) -> Html {
    let sum = |sum: &HeatSum| [sum.writes.to_string(), sum.reads.to_string()];
    let recent = format!("last {}", view.recent);
    let regions = view.regions.iter().map(|one| {
        let name = format!("{} {} on {}", one.label, one.range, one.server_name);
        (name, [sum(&one.sum).to_vec(), vec![percent(one.recent), percent(one.all)]].concat())
    });
    let servers =
        view.servers.iter().map(|one| (one.name.clone(), [sum(&one.sum).to_vec(), vec![percent(one.all)]].concat()));
    let columns = view.sums.iter().enumerate().map(|(column, one)| {
        let (from, to) = span(view, column);
        (if from == to { from.to_string() } else { format!("{from} to {to}") }, sum(one).to_vec())
    });
    let heads = |more: &[&str]| {
        [&["cells written", "rows read"], more].concat().into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    html! {
        <details class="heat__tables">
            <summary>{ "As tables" }</summary>
            <div class="heat__all">
                { table("By region", "region", &heads(&[&recent, "all"]), regions.collect()) }
                { table("By server", "server", &heads(&["all"]), servers.collect()) }
                { table("By request", if view.width == 1 { "request" } else { "requests" }, &heads(&[]), columns.collect()) }
            </div>
        </details>
    }
}

fn table(caption: &'static str, first: &'static str, heads: &[String], rows: Vec<(String, Vec<String>)>) -> Html {
    html! {
        <table class="heat__bill">
            { text("caption", "orders__name", caption) }
            <thead>
                <tr>
                    <th scope="col">{ first }</th>
                    for head in heads {
                        <th scope="col">{ head }</th>
                    }
                </tr>
            </thead>
            <tbody>
                for (name, values) in rows {
                    <tr>
                        <th scope="row">{ name }</th>
                        for value in values {
                            { text("td", "", value) }
                        }
                    </tr>
                }
            </tbody>
        </table>
    }
}
