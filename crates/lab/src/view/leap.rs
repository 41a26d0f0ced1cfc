//! Leaps of scanners: the cells between one that a scanner looked at and the place that it went to from there.

use super::Stage;
use splitpoint_model::cell::{self, Cell, KeyRef};
use splitpoint_model::event::{Event, MatchCode, RegionId};
use splitpoint_model::store::rank_of_key;
use std::cmp::Ordering;

/// How many cells the last event of the step passes by a seek; `None` where it is no seek, or passes none.
pub(super) fn passed(stage: &Stage<'_>) -> Option<u64> {
    let (Event::Seek { region, to }, before) = stage.moment().events.split_last()? else { return None };
    let from = before.iter().rev().find_map(|event| match event {
        Event::CellVisited { region: of, cell, .. } if of == region => Some(cell),
        _ => None,
    })?;
    between(stage, *region, from, to.as_ref())
}

/// Cells from which the step leapt, each with how many were not looked at before the next one.
pub(super) fn leaps(stage: &Stage<'_>) -> Vec<(Cell, u64)> {
    let mut leaps = Vec::new();
    // Each family has a scanner of its own.
    let mut last: Vec<(RegionId, &Cell)> = Vec::new();
    for event in stage.moment().events {
        match event {
            Event::ScannerOpened { .. } => last.clear(),
            Event::CellVisited { region, cell, code, .. } => {
                let own = |(of, from): &(RegionId, &Cell)| of == region && from.family() == cell.family();
                if let Some(at) = last.iter().position(own) {
                    let (_, from) = last.remove(at);
                    let passed = between(stage, *region, from, cell.key());
                    leaps.extend(passed.map(|cells| (from.clone(), cells)));
                }
                last.extend(seeks(*code).then_some((*region, cell)));
            }
            _ => {}
        }
    }
    leaps
}

fn seeks(code: MatchCode) -> bool {
    use MatchCode as Code;
    matches!(
        code,
        Code::SeekNextCol
            | Code::SeekNextRow
            | Code::SeekNextUsingHint
            | Code::IncludeAndSeekNextCol
            | Code::IncludeAndSeekNextRow
    )
}

/// Cells of the same family between a cell and a place behind it; `None` where there are none.
fn between(stage: &Stage<'_>, region: RegionId, from: &Cell, to: KeyRef<'_>) -> Option<u64> {
    let (_, store) = stage.cluster().region(region)?.stores().find(|(family, _)| ***family == *from.family())?;
    if cell::compare_to_key(from, to) != Ordering::Less {
        return None;
    }
    let rank = |key| rank_of_key(std::iter::once(store), key);
    let cells = rank(to).saturating_sub(rank(from.key()) + 1);
    (cells > 0).then_some(cells as u64)
}
