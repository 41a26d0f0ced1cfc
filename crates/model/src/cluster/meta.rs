//! `hbase:meta`: which region holds a row.

use crate::bytes::{self, RowKey};
use crate::event::RegionId;
use crate::identity::{Kind, Trace};
use crate::map::Map;
use crate::region::Region;
use crate::schema::TableDescriptor;
use std::ops::Bound;
use std::sync::Arc;

/// Which region a lookup by row means; HBase's `RegionLocateType`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LocateType {
    /// The region that holds the row itself.
    Current,
    /// The region that holds the next possible row: the same key with a zero byte behind it.
    After,
    /// The one that holds the last row before it; before the empty row, the last region.
    Before,
}

impl LocateType {
    /// Whether the region from `start`, inclusive, to `end`, exclusive, is the one meant by `row`.
    pub fn is_in(self, row: &[u8], start: &[u8], end: &[u8]) -> bool {
        match self {
            Self::Current => start <= row && (end.is_empty() || row < end),
            // Nothing lies between a row and the same row with a zero byte.
            Self::After => {
                (start <= row || is_next(row, start)) && (end.is_empty() || (row < end && !is_next(row, end)))
            }
            Self::Before if row.is_empty() => end.is_empty(),
            Self::Before => start < row && (end.is_empty() || row <= end),
        }
    }

    /// Of a map from first rows, the value of the region meant by `row`.
    pub fn find<T>(self, map: &Map<RowKey, T>, row: &[u8]) -> Option<T>
    where
        T: Copy,
    {
        self.find_entry(map, row).map(|(_, &value)| value)
    }

    /// As [`find`](Self::find), with the first row, and for values that cannot be copied.
    pub fn find_entry<'a, T>(self, map: &'a Map<RowKey, T>, row: &[u8]) -> Option<(&'a RowKey, &'a T)> {
        let below = |last: Bound<&[u8]>| map.range::<[u8]>((Bound::Unbounded, last)).next_back();
        match self {
            Self::Current => below(Bound::Included(row)),
            Self::After => below(Bound::Included(&bytes::row_after(row))),
            Self::Before if row.is_empty() => map.last_key_value(),
            Self::Before => below(Bound::Excluded(row)),
        }
    }
}

fn is_next(row: &[u8], other: &[u8]) -> bool {
    other.strip_prefix(row) == Some(&[0])
}

/// The state of a table: whether its regions are served.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TableState {
    /// Its regions are being opened.
    Enabling,
    /// In service.
    Enabled,
    /// Its regions are being closed.
    Disabling,
    /// Out of service.
    Disabled,
}

/// What `hbase:meta` knows of a table: its descriptor, its state, its regions by first row. Parents that were split or
/// merged are not among them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Table {
    pub(super) descriptor: Arc<TableDescriptor>,
    pub(super) state: TableState,
    /// Since when it is in that state, in milliseconds.
    pub(super) since: i64,
    pub(super) regions: Arc<Map<RowKey, RegionId>>,
}

impl Table {
    pub(super) fn set_state(&mut self, state: TableState, now: i64) {
        (self.state, self.since) = (state, now);
    }

    /// Replaces regions by others.
    pub(super) fn replace<'a>(
        &mut self,
        old: impl IntoIterator<Item = &'a Region>,
        new: impl IntoIterator<Item = &'a Region>,
    ) {
        let regions = Arc::make_mut(&mut self.regions);
        for region in old {
            if regions.get(region.start()) == Some(&region.id()) {
                regions.remove(region.start());
            }
        }
        regions.extend(new.into_iter().map(|region| (region.start().clone(), region.id())));
    }

    /// Adds to `trace` the parts of this that can still affect what happens.
    pub(super) fn tell(&self, trace: &mut Trace) {
        if !trace.knows(&self.descriptor) {
            self.descriptor.tell(trace);
        }
        trace.literal(&self.state);
        if !trace.knows(&self.regions) {
            trace.each(self.regions.iter(), |trace, (start, region)| {
                trace.literal(start);
                trace.number(Kind::Region, region.0.into());
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_before_and_after_a_row() {
        assert!(LocateType::Before.is_in(b"m", b"a", b"m"));
        assert!(!LocateType::Before.is_in(b"m", b"m", b""));
        assert!(LocateType::Before.is_in(b"", b"m", b""));
        assert!(LocateType::After.is_in(b"m", b"m\0", b""));
        assert!(!LocateType::After.is_in(b"m", b"a", b"m\0"));
        assert!(LocateType::After.is_in(b"m", b"a", b"n"));
        assert!(LocateType::Current.is_in(b"m", b"m", b""));
        let map: Map<RowKey, u8> = [("".into(), 0), ("m".into(), 1), ("m\0".into(), 2)].into();
        let found = [LocateType::Before, LocateType::Current, LocateType::After].map(|place| place.find(&map, b"m"));
        assert_eq!(found, [Some(0), Some(1), Some(2)]);
    }
}
