//! Retries: how often, and after which pause, a client repeats a call that failed.

use crate::cluster::{Cluster, Wait};
use crate::error::Error;
use crate::event::{Event, Observer};
use crate::region::{Region, RegionState};

/// `hbase.client.retries.number`: how often a call is repeated.
pub(super) const MAX_RETRIES: u32 = 15;

/// `hbase.client.pause`, in milliseconds.
const PAUSE: u64 = 100;

/// By how much the pause grows from attempt to attempt (`HConstants.RETRY_BACKOFF`).
const BACKOFF: [u64; 13] = [1, 2, 3, 5, 10, 20, 40, 100, 100, 100, 100, 200, 200];

/// Milliseconds a client waits before its `attempt`th repetition, counted from 1.
///
/// Deviation: without the random hundredth that HBase adds.
///
/// Source: `ConnectionUtils.getPauseTime`.
pub fn pause(attempt: u32) -> u64 {
    let at = usize::try_from(attempt.saturating_sub(1)).unwrap_or(usize::MAX);
    PAUSE * BACKOFF[at.min(BACKOFF.len() - 1)]
}

/// Emits the event that a call is repeated.
pub(super) fn announce(attempt: u32, error: &Error, observer: &mut dyn Observer) {
    if observer.listens() {
        observer.hear(Event::Retry { attempt, pause_ms: pause(attempt), error: error.clone() });
    }
}

/// Emits the events of all repetitions that are left after `attempt`; each of them fails.
pub(super) fn exhaust(attempt: u32, error: &Error, observer: &mut dyn Observer) {
    for attempt in attempt + 1..=MAX_RETRIES {
        announce(attempt, error, observer);
    }
}

/// What the client should wait for before it asks a region again; `None` if it may ask at once.
pub(super) fn wait_for(cluster: &Cluster, region: &Region) -> Option<Wait> {
    let busy = || cluster.is_over_limit(region.id()).then_some(Wait::MemStore { region: region.id() });
    wait_for_open(region).or_else(busy)
}

/// What the client should wait for before it reads from a region again; `None` if it may read at once.
pub(super) fn wait_for_open(region: &Region) -> Option<Wait> {
    (region.state() != RegionState::Open).then(|| Wait::Region { region: region.id(), state: region.state() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_to_twenty_seconds() {
        assert_eq!([1, 2, 3, 8, 15].map(pause), [100, 200, 300, 10_000, 20_000]);
    }
}
