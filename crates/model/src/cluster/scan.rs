//! Scans, as region servers serve them: scanners with leases, and the Results of one call.

use super::{Cluster, Serving};
use crate::error::Error;
use crate::event::{Observer, RegionId, ServerId};
use crate::identity::{Kind, Trace};
use crate::query::{RowResult, Scan};
use crate::region::scanner::Limits;
use std::sync::Arc;

/// `hbase.client.scanner.timeout.period`: milliseconds a scanner may be idle.
const LEASE: i64 = 60_000;

/// Until when a scanner may be idle.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Lease {
    pub(super) region: RegionId,
    expires: i64,
}

impl Lease {
    /// Adds to `trace` the parts of this that can still affect what happens.
    pub(super) fn tell(&self, trace: &mut Trace) {
        trace.number(Kind::Region, self.region.0.into());
        // The lease still holds during its last millisecond, so only a time after that has passed it.
        trace.deadline(self.expires);
    }
}

/// What one call of a scan asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ScanCall {
    pub(crate) region: RegionId,
    pub(crate) server: ServerId,
    /// Most Results.
    pub(crate) results: usize,
    /// Most rows that are still wanted.
    pub(crate) rows: Option<usize>,
}

/// What one call of a scan brings.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ScanAnswer {
    pub(crate) results: Vec<RowResult>,
    /// The number of the scanner; `None` if the server has closed it.
    pub(crate) scanner: Option<u32>,
    pub(crate) read_point: u64,
    /// Whether the region has more.
    pub(crate) more_in_region: bool,
    /// Whether the scan may have more rows, in this region or in another one.
    pub(crate) more: bool,
    /// Whether the call was ended before it had what it was asked for.
    pub(crate) heartbeat: bool,
}

impl Cluster {
    /// Closes scanners that have been idle for too long.
    ///
    /// Deviation: at once, where HBase looks for them every ten seconds.
    pub(crate) fn expire_leases(&mut self, now: i64, observer: &mut dyn Observer) {
        if self.scanners.is_empty() {
            return;
        }
        let expired: Vec<u32> =
            self.scanners.iter().filter(|(_, lease)| lease.expires < now).map(|(id, _)| *id).collect();
        for id in expired {
            self.close_scanner(id, observer);
        }
    }

    /// Closes a scanner, if it is open.
    pub(crate) fn close_scanner(&mut self, id: u32, observer: &mut dyn Observer) {
        let Some(lease) = self.scanners.remove(&id) else { return };
        if let Some(region) = self.region_mut(lease.region) {
            region.close_scanner(id, observer);
        }
        self.clean_parents();
    }

    /// Opens a scanner on a region and brings its first Results. A scanner that is opened again comes with the read
    /// point it had.
    ///
    /// # Errors
    /// `NotServingRegion`, `NoSuchColumnFamily`, and what servers refuse of a scan.
    pub(crate) fn open_scanner(
        &mut self,
        scan: &Arc<Scan>,
        read_point: Option<u64>,
        call: &ScanCall,
        serving: Serving<'_>,
    ) -> Result<ScanAnswer, Error> {
        self.served(call.region, call.server)?;
        self.next.scanner += 1;
        let id = self.next.scanner;
        let Some(region) = self.region_mut(call.region) else { return Err(Error::UnknownScanner { id }) };
        region.open_scanner(id, scan, read_point, serving.now, serving.observer)?;
        self.scanners.insert(id, Lease { region: call.region, expires: serving.now + LEASE });
        self.next_results(id, call, serving)
    }

    /// Brings the next Results of a scanner. One that has come to the end of its region or of the scan is closed.
    ///
    /// # Errors
    /// `NotServingRegion`, `UnknownScanner`, and what a filter refuses; then the scanner stays open until its lease ends.
    pub(crate) fn next_results(&mut self, id: u32, call: &ScanCall, serving: Serving<'_>) -> Result<ScanAnswer, Error> {
        self.served(call.region, call.server)?;
        let unknown = || Error::UnknownScanner { id };
        let region = self.region_mut(call.region).ok_or_else(unknown)?;
        let read_point = region.scanner(id).ok_or_else(unknown)?.read_point();
        let limits = Limits { results: call.results, rows: call.rows, pieces: true };
        let batch = self
            .through_cache(call.server, serving.observer, |cluster, observer| {
                cluster.region_mut(call.region)?.next_batch(id, limits, observer)
            })
            .ok_or_else(unknown)??;
        *serving.metrics += batch.metrics;
        let more = batch.more_results;
        let open = more && batch.more_in_region;
        if open {
            if let Some(lease) = self.scanners.get_mut(&id) {
                lease.expires = serving.now + LEASE;
            }
        } else {
            self.close_scanner(id, serving.observer);
        }
        let (results, more_in_region, heartbeat) = (batch.results, batch.more_in_region, batch.heartbeat);
        Ok(ScanAnswer { results, scanner: open.then_some(id), read_point, more_in_region, more, heartbeat })
    }
}

impl ScanAnswer {
    /// Adds to `trace` the parts of this that can still affect what happens.
    pub(crate) fn tell(&self, trace: &mut Trace) {
        trace.each(self.results.iter(), |trace, row| row.tell(trace));
        trace.option(self.scanner, |trace, scanner| trace.number(Kind::Scanner, scanner.into()));
        trace.point(Kind::Sequence, self.read_point);
        trace.literal(&(self.more_in_region, self.more, self.heartbeat));
    }
}
