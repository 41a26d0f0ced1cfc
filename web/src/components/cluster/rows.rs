//! The column beside the key space: rows of a region, uneven loads, servers, and what split policies would do.

use super::deed;
use crate::components::hear::click;
use crate::components::text::{button, text};
use crate::session::action::Action;
use crate::session::cluster::{Deed, Watch, Window};
use splitpoint_lab::cluster::{Schema, Survey};
use splitpoint_lab::notation::SEPARATOR;
use splitpoint_lab::view::{KeyNotation, RealRow, limits, real_rows, skew};
use splitpoint_lab::words::percent;
use yew::prelude::*;

/// The right column.
pub(super) fn beside(watch: &Watch, dispatch: &Callback<Action>) -> Html {
    let Some(survey) = &watch.survey else { return Html::default() };
    html! {
        <>
            {
                match &watch.window {
                    Some(window) => self::window(watch, survey, window, dispatch),
                    None => text("p", "soft", "Choose a region to read its first rows. Only these are read, by a scanner that is closed again."),
                }
            }
            { uneven(watch, survey) }
            { servers(watch) }
            if let Some(schema) = &watch.schema {
                { policies(survey, schema) }
                { families(schema) }
            }
        </>
    }
}

fn window(watch: &Watch, survey: &Survey, window: &Window, dispatch: &Callback<Action>) -> Html {
    let Some(region) = survey.regions.get(window.region) else { return Html::default() };
    let rows = real_rows(&window.rows, &watch.key, KeyNotation::Fields);
    let said = match (&window.trouble, window.is_open, rows.len(), window.more) {
        (Some(trouble), ..) => trouble.clone(),
        (None, true, ..) => "Rows are being read.".to_owned(),
        (None, false, 0, _) => "This region has no row now.".to_owned(),
        (None, false, count, true) => format!("The first {count} rows; the region has more."),
        (None, false, 1, false) => "Its only row.".to_owned(),
        (None, false, count, false) => format!("All its {count} rows."),
    };
    let name: String = region.name.encoded.chars().take(7).collect();
    html! {
        <section class="cluster__window" aria-label="Rows" aria-live="polite">
            <div class="heat__top">
                { text("h3", "orders__name", format!("Rows of {name}")) }
                <span class="heat__space"></span>
                { button("button button--small", "Read again", click(dispatch, deed(Deed::Rows(window.region)))) }
            </div>
            <p class={if window.trouble.is_some() { "notice notice--no" } else { "soft" }}>{ said }</p>
            <ul class="cluster__rows">
                for (at, row) in rows.iter().enumerate() {
                    { self::row(at, row) }
                }
            </ul>
        </section>
    }
}

fn row(at: usize, row: &RealRow) -> Html {
    html! {
        <li class="cluster__row" key={at}>
            <p class="mono cluster__key" title={row.binary.clone()}>
                for (at, field) in row.key.iter().enumerate() {
                    if at > 0 {
                        { SEPARATOR }
                    }
                    if !field.name.is_empty() {
                        { text("span", "soft", format!("{} ", field.name)) }
                    }
                    { text("b", "", &field.text) }
                }
            </p>
            <dl class="cluster__cells">
                for (at, cell) in row.cells.iter().enumerate() {
                    <div class="cluster__cell" key={at}>
                        { text("dt", "mono", &cell.column) }
                        <dd>{ text("span", "mono", &cell.value) }{ text("span", "soft cluster__time", &cell.time) }</dd>
                    </div>
                }
            </dl>
            if row.more > 0 {
                { text("p", "soft", format!("{} more cells", row.more)) }
            }
        </li>
    }
}

fn uneven(watch: &Watch, survey: &Survey) -> Html {
    let told = skew(survey, &watch.key, KeyNotation::Fields);
    if told.is_empty() {
        return Html::default();
    }
    html! {
        <section class="cluster__section">
            { text("h3", "orders__name", "What is uneven") }
            <ul class="cluster__list">
                for line in told {
                    <li key={line.clone()}>{ line }</li>
                }
            </ul>
        </section>
    }
}

fn servers(watch: &Watch) -> Html {
    let servers = &watch.space.servers;
    html! {
        <section class="cluster__section">
            { text("h3", "orders__name", "Servers") }
            <ul class="cluster__servers">
                for (at, server) in servers.iter().enumerate() {
                    <li class="cluster__bearer" key={server.name.clone()} title={server.parts()}>
                        <span class={classes!("cluster__stripe", format!("server-{}", at % 4))}></span>
                        { text("span", "cluster__server", &server.name) }
                        <span class="soft">{ &server.regions }{ " " }{ &server.burden }{ ", " }{ &server.size }</span>
                        <span class="cluster__size">
                            <svg class="heat__bar" viewBox="0 0 1000 8" preserveAspectRatio="none" aria-hidden="true">
                                <rect class="orders__all" width="1000" height="8" />
                                <rect class="orders__part-of" width={server.requests.to_string()} height="8" />
                            </svg>
                            { format!("{} of the requests", percent(server.requests)) }
                        </span>
                    </li>
                }
            </ul>
        </section>
    }
}

fn policies(survey: &Survey, schema: &Schema) -> Html {
    let limits = limits(survey, schema);
    html! {
        <section class="cluster__section">
            { text("h3", "orders__name", "What split policies make of it") }
            <table class="wide__figures">
                <thead><tr><th scope="col">{ "policy" }</th><th scope="col">{ "splits" }</th><th scope="col">{ "which" }</th></tr></thead>
                <tbody>
                    for policy in &limits.policies {
                        <tr key={policy.name}>
                            <th scope="row" title={policy.class}>
                                { policy.name }
                                if policy.is_present {
                                    <b>{ " · this table" }</b>
                                }
                            </th>
                            <td>{ &policy.limit }</td>
                            <td>{ &policy.now }</td>
                        </tr>
                    }
                </tbody>
            </table>
            { text("p", "soft cluster__small", &limits.assumed) }
        </section>
    }
}

fn families(schema: &Schema) -> Html {
    html! {
        <details class="cluster__section">
            <summary>{ format!("Families: {}", schema.families.iter().map(|family| family.name.as_str()).collect::<Vec<_>>().join(", ")) }</summary>
            for family in &schema.families {
                { attributes(&family.name, &family.attributes) }
            }
            if !schema.attributes.is_empty() {
                { attributes("the table", &schema.attributes) }
            }
        </details>
    }
}

fn attributes(name: &str, attributes: &[(String, String)]) -> Html {
    html! {
        <>
            { text("h4", "cluster__small", name) }
            <dl class="cluster__cells">
                for (name, value) in attributes {
                    <div class="cluster__cell" key={name.clone()}>{ text("dt", "mono", name) }{ text("dd", "mono", value) }</div>
                }
            </dl>
        </>
    }
}
