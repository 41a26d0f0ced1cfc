//! Why a plain read does not return a cell: what hides it, and when that was written.

use super::chart::Chart;
use super::{Stage, ViewRequest};
use crate::words;
use splitpoint_model::cell::Cell;
use splitpoint_model::schema::KeepDeletedCells;

impl Stage<'_> {
    /// Why a plain read does not return the cell of a line, by its rank, in words. `None` where it does, or where there
    /// is no such line.
    pub fn reason(&self, request: &ViewRequest, rank: u64) -> Option<String> {
        let (cluster, table) = (self.cluster(), request.table.as_str());
        let chart = Chart::new(cluster, table, self.world().clock().now(), request.old_versions);
        let rank = usize::try_from(rank).ok()?;
        let place = chart.regions.iter().find(|place| (place.first..place.first + place.count).contains(&rank))?;
        let (lines, _) = place.lines.range(rank - place.first..rank - place.first + 1);
        let line = lines.first()?;
        let hider = place.lines.hider(line);
        let family = cluster.table(table)?.families.get(line.cell.family());
        let reason = words::Reason {
            hidden: line.hidden?,
            cell: &line.cell,
            step: hider.as_ref().and_then(|hider| self.written(table, hider)),
            hider: hider.as_ref(),
            dropped: family.is_some_and(|family| family.keep_deleted_cells == KeepDeletedCells::False),
        };
        Some(reason.text())
    }

    /// The step at the grain in which a cell was written; `None` where that was before the first step, or in the midst
    /// of a long script.
    fn written(&self, table: &str, cell: &Cell) -> Option<u64> {
        // A compaction may set the sequence id of a cell to 0, so that it no longer tells.
        let same = |other: &Cell| other.key() == cell.key() && [0, other.sequence_id()].contains(&cell.sequence_id());
        let wrote = |at: &usize| {
            let appended = self.log.fact(*at).and_then(|fact| fact.appended.as_ref());
            appended.is_some_and(|wrote| *wrote.table == *table && wrote.cells.iter().any(same))
        };
        let at = (1..=self.log.at()).rev().find(wrote)?;
        Some(self.log.step(at).place.at(self.grain))
    }
}
