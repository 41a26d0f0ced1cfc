//! The lines of a region: its cells in order, all of them or only those that a plain read shows.

use super::Hidden;
use splitpoint_model::cell::{self, Cell, CellType, KeyRef};
use splitpoint_model::event::{CellVerdict, FileId, Source};
use splitpoint_model::region::Region;
use splitpoint_model::store::{Explained, Store, explain_rows, rank_of_key, window};
use std::cmp::Ordering;
use std::ops::Range;

/// A cell, where it lives, and why a plain read does not show it.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) cell: Cell,
    pub(crate) file: Option<FileId>,
    pub(crate) hidden: Option<Hidden>,
}

/// The lines of one region.
pub(crate) struct Lines<'a> {
    region: &'a Region,
    now: i64,
    /// Those that are not hidden; `None` where every cell has a line. Why one of these is hidden is found out when it
    /// is drawn.
    visible: Option<Vec<Line>>,
}

impl<'a> Lines<'a> {
    /// A line for every cell of the region, hidden or not.
    pub(crate) fn all(region: &'a Region, now: i64) -> Self {
        Self { region, now, visible: None }
    }

    /// The cells that a plain read shows, and those that will be shown when their write is complete.
    pub(crate) fn visible(region: &'a Region, now: i64) -> Self {
        let mut lines = explained(region, &[], None, now);
        lines.retain(|line| is_shown(line.hidden));
        Self { region, now, visible: Some(lines) }
    }

    /// How many lines the region has.
    pub(crate) fn len(&self) -> usize {
        self.visible.as_ref().map_or_else(|| count(self.region), Vec::len)
    }

    /// How many of the lines come before a key.
    pub(crate) fn rank(&self, key: KeyRef<'_>) -> usize {
        match &self.visible {
            None => rank_of_key(stores(self.region), key),
            Some(lines) => lines.partition_point(|line| cell::compare_to_key(&line.cell, key) == Ordering::Less),
        }
    }

    /// Why a cell is hidden; `None` where it is not, or not there.
    pub(crate) fn hidden(&self, cell: &Cell) -> Option<Hidden> {
        let row = explained(self.region, cell.row(), Some(cell.row()), self.now);
        row.into_iter().find(|line| line.cell.key() == cell.key()).and_then(|line| line.hidden)
    }

    /// The cell or marker that hides a line.
    pub(crate) fn hider(&self, line: &Line) -> Option<Cell> {
        let cell = &line.cell;
        let covers = |other: &Line| match line.hidden {
            Some(Hidden::Deleted) => other.hidden == Some(Hidden::Marker) && covers(self.region, &other.cell, cell),
            Some(Hidden::Older) => other.hidden.is_none() && other.cell.same_column(cell),
            Some(Hidden::Repeated) => {
                let same = other.cell.same_column(cell) && other.cell.timestamp() == cell.timestamp();
                same && other.cell.sequence_id() > cell.sequence_id()
            }
            _ => false,
        };
        let row = explained(self.region, cell.row(), Some(cell.row()), self.now);
        row.into_iter().find(covers).map(|other| other.cell)
    }

    /// Whether there are cells of a row, shown or not.
    pub(crate) fn holds(&self, row: &[u8]) -> bool {
        let rank = |key| rank_of_key(stores(self.region), key);
        rank(KeyRef::first_on_row(row)) < rank(KeyRef::last_on_row(row))
    }

    /// The lines of these ranks, and whether the first of them begins its row.
    pub(crate) fn range(&self, ranks: Range<usize>) -> (Vec<Line>, bool) {
        let before = ranks.start.checked_sub(1);
        let from = before.unwrap_or(0);
        let mut lines = match &self.visible {
            Some(all) => {
                let end = ranks.end.min(all.len());
                all[from.min(end)..end].to_vec()
            }
            None => {
                let cells = window(stores(self.region), from, ranks.end.saturating_sub(from));
                cells.into_iter().map(|(cell, source)| Line { cell, file: file(source), hidden: None }).collect()
            }
        };
        let previous = before.filter(|_| !lines.is_empty()).map(|_| lines.remove(0));
        if self.visible.is_none() {
            self.explain(&mut lines);
        }
        let begins = match (&previous, lines.first()) {
            (Some(previous), Some(first)) => !first.cell.same_row(&previous.cell),
            _ => true,
        };
        (lines, begins)
    }

    /// Finds out why lines are hidden.
    fn explain(&self, lines: &mut [Line]) {
        let (Some(first), Some(last)) = (lines.first(), lines.last()) else { return };
        let mut known = explained(self.region, first.cell.row(), Some(last.cell.row()), self.now).into_iter();
        for line in lines {
            // Both are in the order of cells, and every line is known.
            let same = |other: &Line| other.file == line.file && other.cell.key() == line.cell.key();
            line.hidden = known.find(same).and_then(|known| known.hidden);
        }
    }
}

/// Whether a marker hides a cell of its row.
fn covers(region: &Region, marker: &Cell, cell: &Cell) -> bool {
    let store = region.stores().find(|(family, _)| ***family == *cell.family());
    if store.is_some_and(|(_, store)| store.descriptor().new_version_behavior)
        && marker.sequence_id() < cell.sequence_id()
    {
        return false;
    }
    let (at, until) = (marker.timestamp() == cell.timestamp(), marker.timestamp() >= cell.timestamp());
    match marker.cell_type() {
        CellType::Delete => at && marker.same_column(cell),
        CellType::DeleteColumn => until && marker.same_column(cell),
        CellType::DeleteFamilyVersion => at && marker.family() == cell.family(),
        CellType::DeleteFamily => until && marker.family() == cell.family(),
        _ => false,
    }
}

/// Whether a line is shown while hidden cells are left out.
fn is_shown(hidden: Option<Hidden>) -> bool {
    matches!(hidden, None | Some(Hidden::NotYetVisible))
}

fn stores(region: &Region) -> impl Iterator<Item = &Store> {
    region.stores().map(|(_, store)| store)
}

/// How many cells a region has.
pub(super) fn count(region: &Region) -> usize {
    let of_store = |store: &Store| {
        let snapshot = store.snapshot().map_or(0, |snapshot| snapshot.len());
        store.memstore().len() + snapshot + store.files().iter().map(|file| file.len()).sum::<usize>()
    };
    stores(region).map(of_store).sum()
}

fn file(source: Source) -> Option<FileId> {
    match source {
        Source::MemStore => None,
        Source::File(file) => Some(file),
    }
}

/// Every cell of the rows from the first to the last, in order, with why it is hidden; without a last, to the end.
fn explained(region: &Region, first: &[u8], last: Option<&[u8]>, now: i64) -> Vec<Line> {
    // Without a write at work every cell is visible. A region that is not open yet has no read point to ask.
    let read_point = if region.mvcc().is_idle() { u64::MAX } else { region.mvcc().read_point() };
    let line = |Explained { cell, source, verdict }| Line { cell, file: file(source), hidden: hidden(verdict) };
    let of_store = |store| explain_rows(store, first, last, read_point, now);
    let mut lines: Vec<Line> = stores(region).flat_map(of_store).map(line).collect();
    if region.stores().nth(1).is_some() {
        splitpoint_model::order::sort_by(&mut lines, |one, two| cell::compare(&one.cell, &two.cell));
    }
    lines
}

fn hidden(verdict: CellVerdict) -> Option<Hidden> {
    match verdict {
        CellVerdict::Marker => Some(Hidden::Marker),
        CellVerdict::Deleted => Some(Hidden::Deleted),
        CellVerdict::OlderVersion => Some(Hidden::Older),
        CellVerdict::Expired => Some(Hidden::Expired),
        CellVerdict::NotYetVisible => Some(Hidden::NotYetVisible),
        CellVerdict::Repeated => Some(Hidden::Repeated),
        CellVerdict::Included
        | CellVerdict::OutsideTimeRange
        | CellVerdict::OtherColumn
        | CellVerdict::Filtered(_)
        | CellVerdict::OutsideStoreLimit => None,
    }
}
