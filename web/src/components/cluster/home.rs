//! Taking a sample home, to a table of this page: how many rows, with which seed, and the progress.

use super::ask::list;
use super::deed;
use crate::components::hear::click;
use crate::components::text::{button, text};
use crate::session::action::Action;
use crate::session::cluster::{Deed, SAMPLES, Watch};
use splitpoint_lab::words::counted;
use yew::prelude::*;

/// The settings of a sample.
pub(super) fn home(watch: &Watch, dispatch: &Callback<Action>) -> Html {
    let sizes = SAMPLES.map(|rows| format!("{rows} rows of each region"));
    let names: Vec<&str> = sizes.iter().map(String::as_str).collect();
    let at = SAMPLES.iter().position(|rows| *rows == watch.sample).unwrap_or(0);
    let actions = SAMPLES.map(|rows| deed(Deed::Sample(rows))).to_vec();
    let can = watch.survey.as_ref().is_some_and(|survey| !survey.regions.is_empty()) && watch.taking.is_none();
    html! {
        <div class="cluster__home">
            { text("h3", "cluster__title", "Take a sample home") }
            <p>{ "A few rows of each region become a table of the playground, with the families, attributes and bounds of regions that it has here. There you can \
                read and write, cut and crash it, and look at the same rows under another key." }</p>
            <div class="cluster__choose">
                { list("How much", &names, at, actions, dispatch) }
                <p class="soft">{ format!("Seed {} chooses from which key on they are read in each region. ", watch.seed) }{ button("link", "Another seed", click(dispatch, deed(Deed::Seed))) }</p>
            </div>
            {
                match &watch.taking {
                    Some(taking) => {
                        let (done, all) = taking.progress();
                        html! {
                            <div class="cluster__ways" role="status">
                                <progress max={all.to_string()} value={done.to_string()} aria-label="Regions that were read"></progress>
                                { text("span", "", format!("{done} of {}", counted(all as u64, "region"))) }
                                { button("button", "Stop", click(dispatch, deed(Deed::Stop))) }
                            </div>
                        }
                    }
                    None => html! {
                        <div class="cluster__ways">
                            <button type="button" class="button button--main" disabled={!can} onclick={click(dispatch, deed(Deed::Take(false)))}>{ "Take it to the playground" }</button>
                            <button type="button" class="button" disabled={!can} onclick={click(dispatch, deed(Deed::Take(true)))}>{ "Save it as a file" }</button>
                        </div>
                    },
                }
            }
            if let Some(told) = &watch.told {
                <p class="notice" role="status">{ told }</p>
            }
        </div>
    }
}

/// What a sample shows, and what it does not.
pub(super) fn beside(watch: &Watch) -> Html {
    let count = watch.survey.as_ref().map_or(0, |survey| survey.regions.len());
    html! {
        <>
            { text("h3", "orders__name", "What a sample is") }
            <ul class="cluster__list">
                <li>{ format!("Exact: the families, the attributes, the bounds of regions ({}), and every cell that is taken, with its time. Only the newest version of a cell is taken.", counted(count as u64, "region")) }</li>
                <li>{ "Sampled: in each region rows from one place on, which the seed draws between its bounds. Rows behind a long gap are met more often than others." }</li>
                <li>{ "Computed: how many rows the table has, from the size of its store files and of the rows that came. It is said beside the table wherever that is shown." }</li>
                <li>{ "At most 120 regions are read, evenly chosen where there are more, and a sample has at most 4,000 rows and 4 MB." }</li>
            </ul>
        </>
    }
}
