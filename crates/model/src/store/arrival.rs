//! The rules of families with `NEW_VERSION_BEHAVIOR`: a marker hides only what was written before it, and what is
//! deleted still counts as a version.

use super::tracker::Versions;
use crate::bytes::Qualifier;
use crate::cell::{Cell, CellType};
use crate::event::{CellVerdict, MatchCode};
use crate::identity::{Kind, Trace};
use crate::map::{Map, Set};
use std::sync::Arc;

/// Remembers markers and versions by the order in which they arrived.
///
/// Each marker that deletes a column or the family ends a span of sequence ids; the last span has no end. Of a cell
/// that lies in a span, and in every later one, it is asked whether it would have been visible when the span ended.
///
/// Source: `NewVersionBehaviorTracker`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Arrivals {
    family: Map<u64, Interval>,
    column: Map<u64, Interval>,
    last: Option<Cell>,
    count: i32,
    columns: Option<Arc<[Qualifier]>>,
    at: usize,
    /// The family's VERSIONS, whatever was asked for.
    max: i32,
}

/// What happened before one marker and after the one before it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Interval {
    /// The time of the marker that ends the interval: it hides cells of this time and older ones.
    timestamp: i64,
    /// Versions deleted one by one: the sequence ids of their markers.
    deleted: Map<i64, Set<u64>>,
    /// The puts that were visible before each of these markers, and at the end.
    visible: Map<u64, Set<u64>>,
}

impl Interval {
    fn until(timestamp: i64) -> Self {
        Self { timestamp, deleted: Map::new(), visible: Map::from([(u64::MAX, Set::new())]) }
    }

    fn delete_version(&mut self, marker: &Cell) {
        let id = marker.sequence_id();
        self.deleted.get_or_default(marker.timestamp()).insert(id);
        let next = self.visible.range(id..).next();
        let earlier = next.map(|(_, puts)| puts.range(..id).copied().collect()).unwrap_or_default();
        self.visible.insert(id, earlier);
    }

    fn tell(&self, trace: &mut Trace) {
        let ids = |trace: &mut Trace, ids: &Set<u64>| {
            trace.each(ids.iter(), |trace, id| trace.number(Kind::Sequence, *id));
        };
        trace.time(self.timestamp);
        trace.each(self.deleted.iter(), |trace, (time, markers)| {
            trace.time(*time);
            ids(trace, markers);
        });
        trace.each(self.visible.iter(), |trace, (id, puts)| {
            trace.number(Kind::Sequence, *id);
            ids(trace, puts);
        });
    }
}

fn mark(spans: &mut Map<u64, Interval>, marker: &Cell) {
    let id = marker.sequence_id();
    if matches!(marker.cell_type(), CellType::DeleteFamily | CellType::DeleteColumn) {
        spans.insert(id, Interval::until(marker.timestamp()));
    } else if let Some((_, span)) = spans.range_mut(id..).next() {
        span.delete_version(marker);
    }
}

impl Arrivals {
    pub(super) fn new(columns: Option<Arc<[Qualifier]>>, max: i32) -> Self {
        Self {
            family: Map::from([(u64::MAX, Interval::until(i64::MIN))]),
            column: Map::new(),
            last: None,
            count: 0,
            columns,
            at: 0,
            max,
        }
    }

    pub(super) fn reset(&mut self) {
        *self = Self::new(self.columns.take(), self.max);
    }

    /// Whether all columns that were asked for were served.
    pub(super) fn is_done(&self) -> bool {
        self.columns.as_ref().is_some_and(|columns| self.at >= columns.len())
    }

    /// The requested column that the scan looks for now; `None` once all were passed, or if every column is read.
    pub(super) fn hint(&self) -> Option<&Qualifier> {
        self.columns.as_ref()?.get(self.at)
    }

    /// Begins a column where one begins. Of a put that repeats a time, the sequence id of the put before it.
    fn prepare(&mut self, cell: &Cell) -> u64 {
        let last_qualifier = self.last.as_ref().map_or(&[] as &[u8], Cell::qualifier);
        let of_column = matches!(cell.cell_type(), CellType::Delete | CellType::DeleteColumn);
        let first_without_qualifier = self.last.is_none() && self.column.is_empty() && of_column;
        if first_without_qualifier || last_qualifier != cell.qualifier() {
            self.column = self.family.clone();
            self.count = 0;
        } else if let Some(last) = &self.last
            && last.cell_type() == CellType::Put
            && cell.cell_type() == CellType::Put
            && last.timestamp() == cell.timestamp()
        {
            return last.sequence_id();
        }
        self.last = Some(cell.clone());
        u64::MAX
    }

    pub(super) fn add(&mut self, marker: &Cell) {
        self.prepare(marker);
        match marker.cell_type() {
            // HBase does not begin the column without qualifier here: its puts are not hidden by these.
            CellType::DeleteFamily | CellType::DeleteFamilyVersion => mark(&mut self.family, marker),
            _ => mark(&mut self.column, marker),
        }
    }

    /// Whether a put is hidden: by a marker, by newer versions, or by a newer put of its time.
    pub(super) fn test(&mut self, put: &Cell) -> Option<CellVerdict> {
        let repeated = self.prepare(put);
        let id = put.sequence_id();
        for span in self.column.range_mut(id..).map(|(_, span)| span) {
            let markers = span.deleted.get(&put.timestamp());
            let deleted = markers.and_then(|ids| ids.range(id..).next().copied()).unwrap_or(u64::MAX);
            let end = repeated.min(deleted);
            if id <= end {
                for puts in span.visible.range_mut(id..=end).map(|(_, puts)| puts) {
                    if i64::try_from(puts.len()).unwrap_or(i64::MAX) >= i64::from(self.max) {
                        return Some(CellVerdict::OlderVersion);
                    }
                    puts.insert(id);
                }
            }
            if deleted < u64::MAX || put.timestamp() <= span.timestamp {
                return Some(CellVerdict::Deleted);
            }
        }
        (repeated < u64::MAX).then_some(CellVerdict::Repeated)
    }

    pub(super) fn check(&mut self, cell: &Cell) -> Result<(), MatchCode> {
        let Some(columns) = &self.columns else { return Ok(()) };
        while let Some(wanted) = columns.get(self.at) {
            match cell.qualifier().cmp(wanted) {
                std::cmp::Ordering::Equal => return Ok(()),
                std::cmp::Ordering::Less => return Err(MatchCode::SeekNextCol),
                std::cmp::Ordering::Greater => self.at += 1,
            }
        }
        Err(MatchCode::SeekNextRow)
    }

    /// Counts a put that is not hidden; `versions.max` is what was asked for.
    pub(super) fn count(&mut self, cell: &Cell, versions: &Versions) -> (CellVerdict, MatchCode) {
        self.count = self.count.saturating_add(1);
        if cell.timestamp() < versions.oldest {
            if self.count == versions.min {
                return (CellVerdict::Included, MatchCode::IncludeAndSeekNextCol);
            }
            if self.count > versions.min {
                return (CellVerdict::Expired, MatchCode::SeekNextCol);
            }
        }
        match self.count.cmp(&versions.max) {
            std::cmp::Ordering::Less => (CellVerdict::Included, MatchCode::Include),
            std::cmp::Ordering::Equal => (CellVerdict::Included, MatchCode::IncludeAndSeekNextCol),
            std::cmp::Ordering::Greater => (CellVerdict::OlderVersion, MatchCode::SeekNextCol),
        }
    }

    pub(super) fn tell(&self, trace: &mut Trace) {
        for spans in [&self.family, &self.column] {
            trace.each(spans.iter(), |trace, (id, span)| {
                trace.number(Kind::Sequence, *id);
                span.tell(trace);
            });
        }
        trace.option(self.last.as_ref(), |trace, cell| cell.tell(trace));
        trace.literal(&(self.count, &self.columns, self.at, self.max));
    }
}
