//! An observer that adds what events read and write to a load.

use super::{Load, Sum, Tick, What};
use crate::sim::world::Tally;
use splitpoint_model::bytes::{RowKey, TableName};
use splitpoint_model::cell::Cell;
use splitpoint_model::client::{Request, Response};
use splitpoint_model::cluster::Cluster;
use splitpoint_model::event::{CellVerdict, Event, Observer, RegionId};
use splitpoint_model::query::Metrics;

/// A row that was read or written.
#[derive(Clone, Debug)]
pub(super) struct Touch {
    pub(super) place: Within,
    pub(super) key: Key,
    pub(super) sum: Sum,
}

/// Where a row was touched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Within {
    /// In this region.
    Region(RegionId),
    /// In the region of this table that has the row.
    Table(TableName),
}

/// A row key, in the form in which the event has it.
#[derive(Clone, Debug)]
pub(super) enum Key {
    Row(RowKey),
    /// The row of this cell.
    Of(Cell),
}

impl Key {
    pub(super) fn row(&self) -> &[u8] {
        match self {
            Self::Row(row) => row,
            Self::Of(cell) => cell.row(),
        }
    }
}

/// An observer for tick after tick. Each [`settle`](Tally::settle) ends a tick and adds it to the load.
#[derive(Debug)]
pub struct Meter<'a> {
    load: &'a mut Load,
    at: Tick,
    touches: Vec<Touch>,
    changes: Vec<What>,
}

impl<'a> Meter<'a> {
    /// An observer whose first tick follows this one.
    pub fn new(load: &'a mut Load, after: Tick) -> Self {
        Self { load, at: after, touches: Vec::new(), changes: Vec::new() }
    }

    /// The last tick that was added; the tick it began after, as long as there is none.
    pub fn at(&self) -> Tick {
        self.at
    }

    /// Counts an event. The caller keeps the event.
    pub fn note(&mut self, event: &Event) {
        match event {
            Event::RowReturned { region, row, .. } | Event::RowFiltered { region, row } => {
                let sum = Sum { reads: 1, ..Sum::default() };
                self.touch(Within::Region(*region), sum, row, || Key::Row(row.clone()));
            }
            Event::CellVisited { region, cell, verdict: CellVerdict::Included, .. } => {
                let sum = Sum { bytes: cell.serialized_size() as u64, ..Sum::default() };
                self.touch(Within::Region(*region), sum, cell.row(), || Key::Of(cell.clone()));
            }
            Event::WalAppended { region, cells, .. } | Event::WalSkipped { region, cells, .. } => {
                for cell in cells {
                    let sum = Sum { writes: 1, bytes: cell.serialized_size() as u64, ..Sum::default() };
                    self.touch(Within::Region(*region), sum, cell.row(), || Key::Of(cell.clone()));
                }
            }
            Event::DaughtersCreated { parent, first, second, at, .. } => {
                let (parent, first, second) = (*parent, *first, *second);
                self.changes.push(What::Split { parent, first, second, at: at.clone() });
            }
            Event::RegionsMerged { parents, into } => {
                self.changes.push(What::Merged { parents: parents.clone(), into: *into });
            }
            Event::RegionOpened { region, server } => {
                self.changes.push(What::Opened { region: *region, server: *server });
            }
            _ => {}
        }
    }

    /// Counts a touch, together with the one just before where that was of the same row.
    fn touch(&mut self, place: Within, sum: Sum, row: &[u8], key: impl FnOnce() -> Key) {
        match self.touches.last_mut() {
            Some(last) if last.key.row() == row && last.place == place => last.sum += sum,
            _ => self.touches.push(Touch { place, key: key(), sum }),
        }
    }
}

impl Observer for Meter<'_> {
    fn hear(&mut self, event: Event) {
        self.note(&event);
    }
}

impl Tally for Meter<'_> {
    fn serve(&mut self, request: &Request, response: &Response, cost: &Metrics) {
        match (request, response) {
            (Request::Put(table, put), _) => {
                // The same sum as `Cell::serialized_size`, for a cell that is not made here.
                let tags = if put.ttl.is_some_and(|ttl| ttl < i64::MAX as u64) { 13 } else { 0 };
                let size = |cell: &splitpoint_model::mutation::PutCell| {
                    20 + tags + put.row.len() + cell.family.len() + cell.qualifier.len() + cell.value.len()
                };
                let bytes = put.cells.iter().map(size).sum::<usize>() as u64;
                let sum = Sum { reads: 0, writes: put.cells.len() as u64, bytes };
                self.touch(Within::Table(table.clone()), sum, &put.row, || Key::Row(put.row.clone()));
            }
            (Request::Get(table, get), Response::Row(row)) => {
                let bytes = row.cells.iter().map(Cell::serialized_size).sum::<usize>() as u64;
                let reads = u64::from(!row.cells.is_empty()) + cost.rows_filtered;
                let sum = Sum { reads, writes: 0, bytes };
                if sum != Sum::default() {
                    self.touch(Within::Table(table.clone()), sum, &get.row, || Key::Row(get.row.clone()));
                }
            }
            _ => {}
        }
    }

    fn settle(&mut self, cluster: &Cluster) {
        self.at = self.load.record(self.at, &mut self.touches, &mut self.changes, cluster);
    }
}
