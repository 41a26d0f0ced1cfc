//! The view of a real cluster: its tables, a table's key space by regions, its heat, its rows, and a sample that is
//! taken home.

mod ask;
mod beside;
mod heat;
mod home;
mod rows;
mod space;

use super::hear::{click, escape};
use super::segments::segments;
use super::text::{button, text};
use crate::session::Desk;
use crate::session::action::Action;
use crate::session::cluster::{Clustering, Deed, Part, Watch};
use yew::prelude::*;

/// The function that draws a cluster; `true` for a phone. It is called by a pointer only, so that a chunk can bring its
/// code later.
pub(crate) type ClusterPane = fn(&Desk, bool, &Callback<Action>) -> Html;

fn deed(deed: Deed) -> Action {
    Action::Cluster(Clustering::Do(deed))
}

/// All that is known about a cluster; `phone`: in one column.
pub(crate) fn cluster_pane(desk: &Desk, phone: bool, dispatch: &Callback<Action>) -> Html {
    let Some(watch) = Watch::on(desk) else { return Html::default() };
    let back = escape(dispatch, Action::Cluster(Clustering::Open(false)));
    let body = match (&watch.replay, watch.is_bridged(), &watch.table) {
        (None, true, _) if watch.part == Part::Beside => table(watch, phone, dispatch),
        (Some(_), ..) => table(watch, phone, dispatch),
        (None, false, _) => apart(watch, dispatch),
        (None, true, None) => tables(watch, dispatch),
        (None, true, Some(_)) => table(watch, phone, dispatch),
    };
    html! {
        <section class="page__pane orders cluster" id="pane-cluster" tabindex="-1" aria-label="Your cluster" onkeydown={back}>
            { body }
        </section>
    }
}

/// If the page did not come from a bridge: how to start one, and a field to open a recording.
fn apart(watch: &Watch, dispatch: &Callback<Action>) -> Html {
    html! {
        <div class="cluster__apart">
            { text("h2", "orders__title", "Your cluster") }
            if watch.bridge.is_some() {
                <p>{ "To see the key space of your own tables here, and what they get, start the bridge beside the REST gateway of your HBase and open the address that it prints:" }</p>
                <pre class="mono cluster__code">{ "splitpoint bridge --rest http://HOST:8080" }</pre>
                <p class="soft">{ "It serves this page on this machine alone and passes its questions on to the gateway. It only reads, and nothing of the cluster leaves your machine." }</p>
            }
            { trouble(watch) }
            <div class="cluster__ways">{ ask::recording(dispatch) }</div>
        </div>
    }
}

fn trouble(watch: &Watch) -> Html {
    match &watch.trouble {
        Some(trouble) => html! { <p class="notice notice--no" role="alert">{ trouble }</p> },
        None => Html::default(),
    }
}

/// The list of the cluster's tables.
fn tables(watch: &Watch, dispatch: &Callback<Action>) -> Html {
    html! {
        <div class="cluster__apart">
            { text("h2", "orders__title", "Your cluster") }
            { ask::place(watch) }
            { trouble(watch) }
            {
                match &watch.tables {
                    None if watch.trouble.is_some() => button("button", "Ask again", click(dispatch, deed(Deed::Look))),
                    None => text("p", "soft", "The gateway is asked for its tables."),
                    Some(tables) if tables.is_empty() => text("p", "soft", "The cluster has no table yet."),
                    Some(tables) => html! {
                        <>
                            <p>{ "Choose a table to look at. Nothing is written, and rows are read only where you ask for them." }</p>
                            <ul class="cluster__tables" aria-label="Tables">
                                for name in tables {
                                    <li key={name.clone()}>
                                        <button type="button" class="button cluster__table mono" onclick={click(dispatch, deed(Deed::Table(Some(name.clone()))))}>{ name }</button>
                                    </li>
                                }
                            </ul>
                        </>
                    },
                }
            }
            <div class="cluster__ways">
                { button("button", "One script on both …", click(dispatch, deed(Deed::Part(Part::Beside)))) }
                { ask::recording(dispatch) }
            </div>
        </div>
    }
}

/// A table: settings at the left, the picture in the middle, details at the right.
fn table(watch: &Watch, phone: bool, dispatch: &Callback<Action>) -> Html {
    let parts = [("Key space", Part::Space), ("Heat", Part::Heat), ("Take home", Part::Home), ("Beside", Part::Beside)];
    let chosen = parts.iter().position(|(_, part)| *part == watch.part).unwrap_or(0);
    let options = parts.map(|(name, part)| (name.to_owned(), deed(Deed::Part(part))));
    let (middle, beside) = match watch.part {
        Part::Space => (space::space(watch, dispatch), rows::beside(watch, dispatch)),
        Part::Heat => (heat::heat(watch, dispatch), heat::beside(watch)),
        Part::Home => (home::home(watch, dispatch), home::beside(watch)),
        Part::Beside => (beside::played(watch), beside::ends(watch)),
    };
    let asked =
        if watch.part == Part::Beside { beside::ask(watch, dispatch) } else { ask::ask(watch, phone, dispatch) };
    html! {
        <>
            <div class="wide__part wide__ask cluster__ask">{ asked }</div>
            <div class="wide__part cluster__main" role="region" tabindex="0" aria-label="The table">
                <div class="heat__top">
                    if watch.replay.is_none() && watch.table.is_some() {
                        { segments("cluster-part", "What is shown", options.to_vec(), chosen, dispatch) }
                    }
                    <span class="heat__space"></span>
                    if watch.part == Part::Heat {
                        { heat::choices(watch, dispatch) }
                    }
                </div>
                if watch.part != Part::Beside {
                    { trouble(watch) }
                }
                { middle }
            </div>
            <div class="wide__part wide__told cluster__told" role="region" tabindex="0" aria-label="More of it">{ beside }</div>
        </>
    }
}
