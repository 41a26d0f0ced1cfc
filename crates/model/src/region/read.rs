//! Reading from a region.

use super::Region;
use super::requests::{Counted, Requests};
use super::scanner::{self, Batch, Limits, RegionScanner};
use crate::cell::Cell;
use crate::error::Error;
use crate::event::{Event, Observer};
use crate::query::{Columns, Get, Metrics, RowResult, Scan};
use std::sync::Arc;

impl Region {
    fn check_columns(&self, columns: &Columns) -> Result<(), Error> {
        columns.iter().try_for_each(|(family, _)| self.check_family(family))
    }

    /// Reads a row at the read point.
    ///
    /// # Errors
    /// `NoSuchColumnFamily`, and what a filter refuses.
    pub(crate) fn get(&self, get: &Get, now: i64, observer: &mut dyn Observer) -> Result<(RowResult, Metrics), Error> {
        self.check_columns(&get.columns)?;
        scanner::get(self.id, &self.stores, get, self.mvcc.read_point(), now, observer)
    }

    /// All rows at the read point, without a scanner that anybody could meet: nothing is counted, and nothing is changed. `None`
    /// where they cannot be read.
    pub(crate) fn look(&self, now: i64) -> Option<Vec<RowResult>> {
        let (scan, mut rows) = (Arc::new(Scan::default()), Vec::new());
        let read_point = self.mvcc.read_point();
        let mut scanner = RegionScanner::open(self.id, &self.stores, &scan, read_point, now, &mut ()).ok()?;
        loop {
            let limits = Limits { results: usize::MAX, rows: None, pieces: false };
            let batch = scanner.next_batch(&self.stores, limits, &mut ()).ok()?;
            rows.extend(batch.results);
            if !batch.more_in_region {
                return Some(rows);
            }
        }
    }

    /// Reads what a write depends on, and counts it.
    ///
    /// # Errors
    /// As [`get`](Self::get).
    pub(super) fn read(
        &self,
        get: &Get,
        now: i64,
        counted: &Counted,
        observer: &mut dyn Observer,
    ) -> Result<Vec<Cell>, Error> {
        let (row, cost) = self.get(get, now, observer)?;
        counted.add(Requests::read(&cost));
        Ok(row.cells)
    }

    /// Opens a scanner under a number, at the read point or, if it takes the place of an earlier one, at that one's.
    ///
    /// # Errors
    /// `NoSuchColumnFamily`, and what servers refuse of a scan.
    pub(crate) fn open_scanner(
        &mut self,
        id: u32,
        scan: &Arc<Scan>,
        read_point: Option<u64>,
        now: i64,
        observer: &mut dyn Observer,
    ) -> Result<(), Error> {
        self.check_columns(&scan.columns)?;
        let read_point = read_point.unwrap_or(self.mvcc.read_point());
        let scanner = RegionScanner::open(self.id, &self.stores, scan, read_point, now, observer)?;
        if let Err(refusal) = scanner.check() {
            self.leaked.push(scanner.leak());
            return Err(refusal);
        }
        self.scanners.insert(id, scanner);
        Ok(())
    }

    /// The open scanner of this number.
    pub(crate) fn scanner(&self, id: u32) -> Option<&RegionScanner> {
        self.scanners.get(&id)
    }

    /// The next Results of a scanner; `None` if it is not open.
    pub(crate) fn next_batch(
        &mut self,
        id: u32,
        limits: Limits,
        observer: &mut dyn Observer,
    ) -> Option<Result<Batch, Error>> {
        let scanner = self.scanners.get_mut(&id)?;
        let batch = scanner.next_batch(&self.stores, limits, observer);
        if let Ok(batch) = &batch {
            self.count(Requests::reads(batch.reads, &batch.metrics));
        }
        Some(batch)
    }

    /// Closes a scanner.
    pub(crate) fn close_scanner(&mut self, id: u32, observer: &mut dyn Observer) {
        if self.scanners.remove(&id).is_some() && observer.listens() {
            observer.hear(Event::ScannerClosed { region: self.id });
        }
    }
}
