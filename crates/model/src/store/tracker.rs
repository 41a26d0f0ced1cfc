//! What a reader remembers while it goes through the cells of one row and family: delete markers, and how many
//! versions of a column it has met.

use crate::bytes::Qualifier;
use crate::cell::{Cell, CellType};
use crate::event::{CellVerdict, MatchCode};
use crate::identity::Trace;
use std::borrow::Cow;
use std::sync::Arc;

/// The delete markers of a row met so far.
///
/// A marker comes before the puts it hides, so one for the whole family and the last one for a column suffice, besides
/// the versions of the family that were deleted one by one.
///
/// Source: `ScanDeleteTracker`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Deletes {
    family: Option<i64>,
    versions: Vec<i64>,
    column: Option<Cell>,
}

/// Which puts of a column a delete marker hides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hidden {
    /// The put it was found for, and every older one of its column.
    AndOlder,
    /// Only the put it was found for.
    Only,
}

impl Deletes {
    pub(super) fn reset(&mut self) {
        if !self.is_empty() {
            *self = Self::default();
        }
    }

    fn is_empty(&self) -> bool {
        self.family.is_none() && self.versions.is_empty() && self.column.is_none()
    }

    pub(super) fn add(&mut self, marker: &Cell) {
        if self.family.is_some_and(|stamp| marker.timestamp() <= stamp) {
            return;
        }
        match marker.cell_type() {
            CellType::DeleteFamily => self.family = Some(marker.timestamp()),
            CellType::DeleteFamilyVersion => self.versions.push(marker.timestamp()),
            kind => {
                // A marker for all older versions of a column stays when one for a single version follows: it hides
                // that too.
                let is_lesser = |old: &Cell| kind < old.cell_type() && old.qualifier() == marker.qualifier();
                if !self.column.as_ref().is_some_and(is_lesser) {
                    self.column = Some(marker.clone());
                }
            }
        }
    }

    /// Whether a marker hides this put. Puts have to come in their order.
    pub(super) fn test(&mut self, put: &Cell) -> Option<Hidden> {
        if self.is_empty() {
            return None;
        }
        if self.family.is_some_and(|stamp| put.timestamp() <= stamp) {
            return Some(Hidden::AndOlder);
        }
        if self.versions.contains(&put.timestamp()) {
            return Some(Hidden::Only);
        }
        let marker = self.column.as_ref()?;
        if marker.qualifier() == put.qualifier() {
            if marker.cell_type() == CellType::DeleteColumn {
                return Some(Hidden::AndOlder);
            }
            if marker.timestamp() == put.timestamp() {
                return Some(Hidden::Only);
            }
        }
        // The put is already past those that the marker could hide, and so are all that follow.
        self.column = None;
        None
    }

    pub(super) fn tell(&self, trace: &mut Trace) {
        trace.option(self.family, Trace::time);
        trace.each(self.versions.iter(), |trace, time| trace.time(*time));
        trace.option(self.column.as_ref(), |trace, cell| cell.tell(trace));
    }
}

/// How many versions of a column are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Versions {
    /// How many versions are kept at most (`VERSIONS`).
    pub(super) max: i32,
    /// How many versions are kept even where they have expired (`MIN_VERSIONS`).
    pub(super) min: i32,
    /// The oldest timestamp that has not expired.
    pub(super) oldest: i64,
}

impl Versions {
    /// Whether a timestamp is past the time to live and no count of versions can save it.
    pub(super) fn is_done(&self, timestamp: i64) -> bool {
        self.min <= 0 && timestamp < self.oldest
    }
}

/// Counts the versions of every column.
///
/// Source: `ScanWildcardColumnTracker`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct EveryColumn {
    started: bool,
    count: i32,
    last: Option<(i64, CellType)>,
}

impl EveryColumn {
    pub(super) fn reset(&mut self) {
        *self = Self::default();
    }

    /// Counts a cell, unless it is kept in any case, because an open scanner may still need it. `column` is some cell
    /// of the row; it becomes one of the column.
    pub(super) fn count(
        &mut self,
        cell: &Cell,
        column: &mut Cow<'_, Cell>,
        uncounted: bool,
        versions: &Versions,
    ) -> (CellVerdict, MatchCode) {
        let same = std::ptr::eq(&**column, cell) || column.qualifier() == cell.qualifier();
        if !same {
            *column = Cow::Owned(cell.clone());
        }
        if !self.started || !same {
            (self.started, self.last, self.count) = (true, None, 0);
        } else if !uncounted && self.last == Some((cell.timestamp(), cell.cell_type())) {
            return (CellVerdict::Repeated, MatchCode::Skip);
        }
        if uncounted {
            return (CellVerdict::Included, MatchCode::Include);
        }
        if !cell.cell_type().is_delete() {
            self.count = self.count.saturating_add(1);
        }
        if self.count > versions.max {
            return (CellVerdict::OlderVersion, MatchCode::SeekNextCol);
        }
        if self.count > versions.min && cell.timestamp() < versions.oldest {
            return (CellVerdict::Expired, MatchCode::SeekNextCol);
        }
        self.last = Some((cell.timestamp(), cell.cell_type()));
        (CellVerdict::Included, MatchCode::Include)
    }

    pub(super) fn tell(&self, trace: &mut Trace) {
        trace.literal(&(self.started, self.count));
        trace.option(self.last, |trace, (time, kind)| {
            trace.time(time);
            trace.literal(&kind);
        });
    }
}

/// Counts the versions of columns that were asked for, and leaves out the others.
///
/// Source: `ExplicitColumnTracker`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct AskedColumns {
    columns: Arc<[Qualifier]>,
    at: usize,
    count: i32,
    last: Option<i64>,
}

impl AskedColumns {
    /// Tracks these columns, which must be ascending and without repetition.
    pub(super) fn new(columns: Arc<[Qualifier]>) -> Self {
        Self { columns, at: 0, count: 0, last: None }
    }

    pub(super) fn reset(&mut self) {
        self.go_to(0);
    }

    fn go_to(&mut self, at: usize) {
        (self.at, self.count, self.last) = (at, 0, None);
    }

    /// The requested column that the scan looks for now; `None` once all were passed.
    pub(super) fn hint(&self) -> Option<&Qualifier> {
        self.columns.get(self.at)
    }

    /// Whether the cell's column was asked for; if not, where to go on.
    pub(super) fn check(&mut self, cell: &Cell) -> Result<(), MatchCode> {
        while let Some(wanted) = self.columns.get(self.at) {
            match cell.qualifier().cmp(wanted) {
                std::cmp::Ordering::Equal => return Ok(()),
                std::cmp::Ordering::Less => {
                    self.last = None;
                    return Err(MatchCode::SeekNextCol);
                }
                std::cmp::Ordering::Greater => self.go_to(self.at + 1),
            }
        }
        Err(MatchCode::SeekNextRow)
    }

    pub(super) fn count(&mut self, cell: &Cell, versions: &Versions) -> (CellVerdict, MatchCode) {
        if self.last == Some(cell.timestamp()) {
            return (CellVerdict::Repeated, MatchCode::Skip);
        }
        self.count = self.count.saturating_add(1);
        let expired = self.count >= versions.min && cell.timestamp() < versions.oldest;
        if self.count < versions.max && !expired {
            self.last = Some(cell.timestamp());
            return (CellVerdict::Included, MatchCode::Include);
        }
        self.go_to(self.at + 1);
        let next =
            if self.hint().is_some() { MatchCode::IncludeAndSeekNextCol } else { MatchCode::IncludeAndSeekNextRow };
        (CellVerdict::Included, next)
    }

    /// Leaves the column of this cell, and what was asked for before it.
    pub(super) fn leave(&mut self, cell: &Cell) {
        self.last = None;
        while self.columns.get(self.at).is_some_and(|wanted| **wanted <= *cell.qualifier()) {
            self.go_to(self.at + 1);
        }
    }

    pub(super) fn tell(&self, trace: &mut Trace) {
        trace.literal(&(&self.columns, self.at, self.count));
        trace.option(self.last, Trace::time);
    }
}
