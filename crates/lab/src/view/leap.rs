//! What a seek leaps over: the cells between the one that was met last and the place that was sought.

use super::Stage;
use super::line::Lines;
use splitpoint_model::cell;
use splitpoint_model::event::Event;
use std::cmp::Ordering;

/// How many cells the seek passes that is the last event of the step; `None` where it is none, or passes none. Of a
/// region with several families it is not known: each is read by itself.
pub(super) fn passed(stage: &Stage<'_>) -> Option<u64> {
    let (Event::Seek { region, to }, before) = stage.moment().events.split_last()? else { return None };
    let from = before.iter().rev().find_map(|event| match event {
        Event::CellVisited { region: of, cell, .. } if of == region => Some(cell),
        _ => None,
    })?;
    let region = stage.cluster().region(*region).filter(|region| region.stores().count() == 1)?;
    if cell::compare_to_key(from, to.as_ref()) != Ordering::Less {
        return None;
    }
    let lines = Lines::all(region, 0);
    let cells = lines.rank(to.as_ref()).saturating_sub(lines.rank(from.key()) + 1);
    (cells > 0).then_some(cells as u64)
}
