//! How the regions of a table changed, as marks in its heat map: each begins where it happened.

use super::Printer;
use crate::log::load::{RegionChange, What};
use crate::words::{self, Regions};
use splitpoint_model::bytes::RowKey;
use splitpoint_model::cluster::Cluster;
use splitpoint_model::event::{RegionId, ServerId};
use splitpoint_model::map::Map;
use std::ops::Range;

/// What became of regions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeatKind {
    /// One became two.
    Split,
    /// Neighbours became one.
    Merge,
    /// One is served by another server from then on.
    Move,
}

impl HeatKind {
    fn noun(self) -> &'static str {
        match self {
            Self::Split => "split",
            Self::Merge => "merge",
            Self::Move => "move",
        }
    }
}

/// A change of regions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeatChange {
    /// What became of them.
    pub kind: HeatKind,
    /// Operations before it.
    pub before: u32,
    /// Of a split that a merge took back: operations before that.
    pub until: Option<u32>,
    /// The rows of the picture that moved. Of a split and a merge none: it happened at the top of that row.
    pub rows: Range<usize>,
    /// In a few words: `split at 121`; of several in one place, how many.
    pub text: String,
}

/// What is known of a region on the way.
#[derive(Clone)]
struct Known {
    start: RowKey,
    server: Option<ServerId>,
}

/// The changes as marks: those of one kind that lie in one column and in the same rows as one. `origin` is the cluster before
/// all of them.
pub(super) fn marks(
    changes: &[&RegionChange],
    (origin, table): (&Cluster, &str),
    (width, rows): (u32, usize),
    row_of: &dyn Fn(&[u8]) -> usize,
    (names, printer): (&dyn Regions, &Printer),
) -> Vec<HeatChange> {
    let of_origin = |region: &splitpoint_model::region::Region| {
        (region.id(), Known { start: region.start().clone(), server: Some(region.server()) })
    };
    let mut known: Map<RegionId, Known> = origin.regions(table).map(of_origin).collect();
    let mut marks: Vec<(HeatChange, usize)> = Vec::new();
    // The last split at each key that no merge took back, as a place among the marks.
    let mut cuts: Map<RowKey, usize> = Map::new();
    let add = |marks: &mut Vec<(HeatChange, usize)>, kind: HeatKind, before: u32, rows: Range<usize>, text: String| {
        let is_alike = |(one, _): &(HeatChange, usize)| {
            one.kind == kind && one.rows == rows && one.before / width == before / width
        };
        match marks.iter().rposition(is_alike) {
            Some(place) => {
                marks[place].1 += 1;
                place
            }
            None => {
                marks.push((HeatChange { kind, before, until: None, rows, text }, 1));
                marks.len() - 1
            }
        }
    };
    for change in changes {
        let before = change.before;
        match &change.what {
            What::Split { first, second, at, .. } => {
                let row = row_of(at);
                let text = format!("split at {}", printer.key(at));
                let place = add(&mut marks, HeatKind::Split, before, row..row, text);
                marks[place].0.until = None;
                cuts.insert(at.clone(), place);
                let daughter = |start: &RowKey| Known { start: start.clone(), server: None };
                known.insert(*first, daughter(&change.start));
                known.insert(*second, daughter(at));
            }
            What::Merged { parents, into } => {
                for parent in parents {
                    let Some(start) = known.get(parent).map(|known| known.start.clone()) else { continue };
                    if start == change.start {
                        continue;
                    }
                    let row = row_of(&start);
                    let text = format!("merged at {}", printer.key(&start));
                    add(&mut marks, HeatKind::Merge, before, row..row, text);
                    if let Some(place) = cuts.remove(&start)
                        && marks[place].1 == 1
                    {
                        marks[place].0.until = Some(before);
                    }
                }
                known.insert(*into, Known { start: change.start.clone(), server: None });
            }
            What::Opened { region, server } => {
                let last = known.get(region).and_then(|known| known.server);
                known.insert(*region, Known { start: change.start.clone(), server: Some(*server) });
                if last.is_some_and(|last| last != *server) {
                    let from = if change.start.is_empty() { 0 } else { row_of(&change.start) };
                    let to = if change.end.is_empty() { rows } else { row_of(&change.end) };
                    let text = format!("{} moves to {}", names.label(*region), words::server_name(*server));
                    add(&mut marks, HeatKind::Move, before, from..to.max(from), text);
                }
            }
        }
    }
    let told = |(mut mark, count): (HeatChange, usize)| {
        if count > 1 {
            mark.text = words::counted(count as u64, mark.kind.noun());
        }
        mark
    };
    marks.into_iter().map(told).collect()
}
