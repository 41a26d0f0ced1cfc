//! The observer of a read, and the counters of what the read costs.

use crate::event::{BlockRead, Event, Observer, RegionId};
use crate::query::Metrics;
use std::fmt;

/// The observer of one call to a region, and the counters of that call.
pub(crate) struct Watch<'o> {
    observer: &'o mut dyn Observer,
    listens: bool,
    pub(crate) region: RegionId,
    pub(crate) metrics: Metrics,
}

impl<'o> Watch<'o> {
    pub(crate) fn new(region: RegionId, observer: &'o mut dyn Observer) -> Self {
        Self { listens: observer.listens(), observer, region, metrics: Metrics::default() }
    }

    /// Whether anybody listens.
    pub(crate) fn listens(&self) -> bool {
        self.listens
    }

    /// Counts the read of a block; whether it came from the block cache.
    pub(crate) fn read(&mut self, read: &BlockRead) -> bool {
        let cached = self.observer.is_cached(read);
        self.metrics.blocks_scanned += 1;
        self.metrics.block_bytes_scanned += read.bytes;
        if cached {
            self.metrics.bytes_read_from_block_cache += read.bytes;
        } else {
            self.metrics.block_read_ops += 1;
            self.metrics.bytes_read_from_fs += read.bytes;
        }
        cached
    }

    /// Emits an event, which is made only if somebody listens.
    pub(crate) fn tell(&mut self, event: impl FnOnce(RegionId) -> Event) {
        if self.listens {
            self.observer.spend(&self.metrics);
            self.observer.hear(event(self.region));
        }
    }
}

impl fmt::Debug for Watch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watch").field("region", &self.region).field("metrics", &self.metrics).finish_non_exhaustive()
    }
}
