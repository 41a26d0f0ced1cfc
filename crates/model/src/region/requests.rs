//! How many requests a region got.

use crate::query::Metrics;
use std::cell::Cell;
use std::ops::AddAssign;

/// Requests of a region since its server has opened it, as that reports them: whoever reads them sees where a table is
/// hot. Reads and writes go on where a server opens a region again by itself, as for another descriptor of its table.
///
/// Source: `HRegion.getReadRequestsCount`, `getFilteredReadRequestsCount`, `getWriteRequestsCount`,
/// `getBlockedRequestsCount`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Requests {
    /// Rows, or pieces of rows, that were asked for: one for each Result of a scan and for looking for another, one for a
    /// Get, one for each look before a write.
    pub reads: u64,
    /// Rows that were looked at and not returned.
    pub filtered: u64,
    /// Mutations that were taken, also those that were refused later.
    pub writes: u64,
    /// Writes that were refused because the memstore was too full. A batch is one.
    pub refused: u64,
}

/// The requests of a write so far, counted while its region cannot be changed.
#[derive(Debug, Default)]
pub(super) struct Counted(Cell<Requests>);

impl Counted {
    pub(super) fn add(&self, requests: Requests) {
        let mut sum = self.0.get();
        sum += requests;
        self.0.set(sum);
    }

    pub(super) fn sum(&self) -> Requests {
        self.0.get()
    }
}

impl Requests {
    /// One read, with the rows it has filtered.
    pub(crate) fn read(metrics: &Metrics) -> Self {
        Self::reads(1, metrics)
    }

    /// This many reads, with the rows they have filtered.
    pub(crate) fn reads(reads: u64, metrics: &Metrics) -> Self {
        Self { reads, filtered: metrics.rows_filtered, ..Self::default() }
    }

    /// This many mutations.
    pub(crate) fn writes(mutations: usize) -> Self {
        Self { writes: mutations as u64, ..Self::default() }
    }

    /// One refusal.
    pub(crate) fn refusal() -> Self {
        Self { refused: 1, ..Self::default() }
    }
}

impl AddAssign for Requests {
    fn add_assign(&mut self, other: Self) {
        self.reads += other.reads;
        self.filtered += other.filtered;
        self.writes += other.writes;
        self.refused += other.refused;
    }
}
