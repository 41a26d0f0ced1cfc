//! A table as one axis of lines across all its regions.

use super::TableView;
use super::line::Lines;
use splitpoint_model::cell::{Cell, KeyRef};
use splitpoint_model::cluster::Cluster;
use splitpoint_model::event::RegionId;
use splitpoint_model::region::Region;
use std::ops::Range;

/// Tables of more cells show every line: which of them are hidden is not worked out for a whole table.
pub(crate) const EXACT: usize = 20_000;

impl TableView {
    /// Whether the table is so large that every cell has a line, whatever [`old_versions`](super::ViewRequest::old_versions) says.
    pub fn has_every_cell(&self) -> bool {
        self.cells > EXACT as u64
    }
}

/// A table as lines.
pub(crate) struct Chart<'a> {
    /// In key order.
    pub(crate) regions: Vec<RegionLines<'a>>,
    /// Cells in memstores and files.
    pub(crate) cells: usize,
}

/// A region among the lines of its table.
pub(crate) struct RegionLines<'a> {
    pub(crate) region: &'a Region,
    pub(crate) lines: Lines<'a>,
    /// Lines before it.
    pub(crate) first: usize,
    /// Lines of it.
    pub(crate) count: usize,
}

impl<'a> Chart<'a> {
    pub(crate) fn new(cluster: &'a Cluster, table: &str, now: i64, old_versions: bool) -> Self {
        let mut cells = 0;
        let place = |region| {
            let lines = Lines::all(region, now);
            let place = RegionLines { region, first: cells, count: lines.len(), lines };
            cells += place.count;
            place
        };
        let mut regions: Vec<RegionLines<'a>> = cluster.regions(table).map(place).collect();
        if !old_versions && cells <= EXACT {
            let mut first = 0;
            for place in &mut regions {
                place.lines = Lines::visible(place.region, now);
                (place.first, place.count) = (first, place.lines.len());
                first += place.count;
            }
        }
        Self { regions, cells }
    }

    /// Lines in all.
    pub(crate) fn len(&self) -> usize {
        self.regions.last().map_or(0, |last| last.first + last.count)
    }

    /// The region of this id.
    pub(crate) fn find(&self, region: RegionId) -> Option<&RegionLines<'a>> {
        self.regions.iter().find(|place| place.region.id() == region)
    }

    /// The region in which this row lies, or would lie.
    pub(crate) fn locate(&self, row: &[u8]) -> Option<&RegionLines<'a>> {
        let after = self.regions.partition_point(|place| **place.region.start() <= *row);
        self.regions.get(after.checked_sub(1)?)
    }

    /// The line at which a cell is, or would be.
    pub(crate) fn line_of(&self, cell: &Cell) -> Option<u64> {
        Some(self.locate(cell.row())?.rank(cell.key()) as u64)
    }
}

impl RegionLines<'_> {
    /// Lines of the table before this place.
    pub(crate) fn rank(&self, key: KeyRef<'_>) -> usize {
        self.first + self.lines.rank(key)
    }

    /// The part of a window that lies in this region, counted from its first line.
    pub(crate) fn part(&self, window: &Range<usize>) -> Option<Range<usize>> {
        let inside = |line: usize| line.clamp(self.first, self.first + self.count) - self.first;
        let part = inside(window.start)..inside(window.end);
        // A region without lines is in the window where its gap is.
        let gap = self.count == 0 && (window.start..=window.end).contains(&self.first);
        (!part.is_empty() || gap).then_some(part)
    }
}
