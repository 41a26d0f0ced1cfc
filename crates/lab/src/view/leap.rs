//! What seeks leap over: cells between the one that was met last and the place that was sought.

use super::chart::Chart;
use super::{LeapView, Stage};
use splitpoint_model::cell::{self, Cell, Key};
use splitpoint_model::event::{Event, RegionId};
use splitpoint_model::store::{Store, rank_of_key};
use std::cmp::Ordering;

/// Leaps of one step that are drawn, at most.
const MOST: usize = 40;

/// A seek forward over at least one cell.
pub(super) struct Leap<'a> {
    pub(super) region: RegionId,
    /// The cell that was met last.
    from: &'a Cell,
    pub(super) to: &'a Key,
    /// Cells between them.
    pub(super) cells: u64,
}

/// The leaps of the step at the cursor, the first ones.
pub(super) fn leaps<'a>(stage: &Stage<'a>) -> Vec<Leap<'a>> {
    let mut met: Option<(RegionId, &Cell)> = None;
    let mut leaps = Vec::new();
    for event in stage.moment().events {
        match event {
            Event::CellVisited { region, cell, .. } => met = Some((*region, cell)),
            Event::Seek { region, to } => leaps.extend(met.and_then(|met| leap(stage, *region, met, to))),
            _ => {}
        }
        if leaps.len() >= MOST {
            break;
        }
    }
    leaps
}

/// The leap that the last event of the step is, where it is one.
pub(super) fn last<'a>(stage: &Stage<'a>) -> Option<Leap<'a>> {
    let (Event::Seek { region, to }, before) = stage.moment().events.split_last()? else { return None };
    let met = before.iter().rev().find_map(|event| match event {
        Event::CellVisited { region, cell, .. } => Some((*region, cell)),
        _ => None,
    })?;
    leap(stage, *region, met, to)
}

fn leap<'a>(stage: &Stage<'_>, region: RegionId, met: (RegionId, &'a Cell), to: &'a Key) -> Option<Leap<'a>> {
    let (of, from) = met;
    let found = stage.cluster().region(region).filter(|_| of == region)?;
    if cell::compare_to_key(from, to.as_ref()) != Ordering::Less {
        return None;
    }
    // A seek of one family passes by the cells of the others without a look anyway.
    let stores = || -> Vec<&Store> { found.stores().map(|(_, store)| store).collect() };
    let own = found.store(from.family()).filter(|_| !to.family.is_empty());
    let stores = own.map_or_else(stores, |store| vec![store]);
    let rank = |key| rank_of_key(stores.iter().copied(), key);
    let cells = (rank(to.as_ref()) as u64).saturating_sub(rank(from.key()) as u64 + 1);
    (cells > 0).then_some(Leap { region, from, to, cells })
}

/// The leaps of the step at the cursor among the lines of the picture.
pub(super) fn view(stage: &Stage<'_>, chart: &Chart<'_>) -> Vec<LeapView> {
    let view = |leap: Leap<'_>| {
        let place = chart.find(leap.region)?;
        let (from, to) = (place.rank(leap.from.key()) as u64, place.rank(leap.to.as_ref()) as u64);
        Some(LeapView { from, to, cells: leap.cells })
    };
    leaps(stage).into_iter().filter_map(view).collect()
}
