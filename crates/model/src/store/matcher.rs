//! What is decided about each cell of a row: the rules of a read, of a flush and of a compaction.

use super::arrival::Arrivals;
use super::tracker::{AskedColumns, Deletes, EveryColumn, Hidden, Versions};
use crate::bytes::Qualifier;
use crate::cell::{Cell, CellType, KeyRef};
use crate::event::{CellVerdict, MatchCode};
use crate::filter::{FilterState, ReturnCode};
use crate::identity::Trace;
use crate::query::TimeRange;
use crate::schema::{FamilyDescriptor, KeepDeletedCells};
use std::borrow::Cow;
use std::sync::Arc;

/// By which rules cells are matched.
///
/// Source: `NormalUserScanQueryMatcher`, `RawScanQueryMatcher`, `CompactionScanQueryMatcher` and those made from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Rules {
    /// A client reads.
    Read { range: TimeRange },
    /// A client reads everything, markers and what they hide.
    Raw { range: TimeRange },
    /// A flush, or a compaction of some of the files: markers stay. Cells newer than the read point are not touched.
    Retain { read_point: u64 },
    /// A compaction of all files: markers go once nothing in them can matter. `earliest_put` is that of the files.
    Drop { read_point: u64, earliest_put: i64, purge_after: i64 },
}

/// A cell of the row at work; once a column was counted, of that column. `None` between two rows.
///
/// It is not kept in the matcher: to clone the first cell of every row would cost more than all else that is done for a
/// row.
pub(super) type Row<'a> = Option<Cow<'a, Cell>>;

/// Matches the cells of one family, row after row. Its state is that of the row at work.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Matcher {
    rules: Rules,
    versions: Versions,
    keep_deleted: KeepDeletedCells,
    now: i64,
    /// How many versions of a column are returned of those that the filter lets through; used only with a filter.
    asked: i32,
    columns: Tracker,
    passed: Option<(Cell, i32)>,
}

/// How markers and versions are tracked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Tracker {
    Every(Deletes, EveryColumn),
    Asked(Deletes, AskedColumns),
    Arrival(Box<Arrivals>),
}

/// What a client asks of one family.
#[derive(Clone, Debug)]
pub(super) struct FamilyRead {
    pub(super) versions: i32,
    pub(super) range: TimeRange,
    /// `None` for every column.
    pub(super) columns: Option<Arc<[Qualifier]>>,
    pub(super) has_filter: bool,
    pub(super) raw: bool,
}

impl Matcher {
    /// For a client's read that began at `now`.
    ///
    /// Source: `UserScanQueryMatcher.create`, `ScanQueryMatcher.getTrackers`.
    pub(super) fn read(family: &FamilyDescriptor, question: FamilyRead, now: i64) -> Self {
        let asked = if question.raw { question.versions } else { question.versions.min(family.max_versions) };
        // A filter sees all versions that the family keeps; in a raw scan all there are.
        let max = match (question.has_filter && !family.new_version_behavior, question.raw) {
            (true, true) => i32::MAX,
            (true, false) => family.max_versions,
            (false, _) => asked,
        };
        let oldest = if question.raw { 0 } else { family.oldest_unexpired(now) };
        let range = question.range;
        Self {
            rules: if question.raw { Rules::Raw { range } } else { Rules::Read { range } },
            versions: Versions { max, min: family.min_versions, oldest },
            keep_deleted: family.keep_deleted_cells,
            now,
            asked,
            columns: match question.columns {
                columns if family.new_version_behavior && !question.raw => {
                    Tracker::Arrival(Box::new(Arrivals::new(columns, family.max_versions)))
                }
                Some(columns) => Tracker::Asked(Deletes::default(), AskedColumns::new(columns)),
                None => Tracker::Every(Deletes::default(), EveryColumn::default()),
            },
            passed: None,
        }
    }

    /// For a flush or a compaction.
    ///
    /// Source: `CompactionScanQueryMatcher.create`.
    pub(super) fn rewrite(family: &FamilyDescriptor, rules: Rules, now: i64) -> Self {
        let max = family.max_versions;
        let columns = if family.new_version_behavior {
            Tracker::Arrival(Box::new(Arrivals::new(None, max)))
        } else {
            Tracker::Every(Deletes::default(), EveryColumn::default())
        };
        Self {
            rules,
            versions: Versions { max, min: family.min_versions, oldest: family.oldest_unexpired(now) },
            keep_deleted: family.keep_deleted_cells,
            now,
            asked: max,
            columns,
            passed: None,
        }
    }

    /// Begins a row.
    pub(super) fn enter_row(&mut self) {
        match &mut self.columns {
            Tracker::Every(deletes, columns) => {
                deletes.reset();
                columns.reset();
            }
            Tracker::Asked(deletes, columns) => {
                deletes.reset();
                columns.reset();
            }
            Tracker::Arrival(arrivals) => arrivals.reset(),
        }
    }

    /// Decides about a cell. Of a row that is over, and of a filter that is done, only the code means something.
    #[inline]
    pub(super) fn decide(
        &mut self,
        cell: &Cell,
        row: &mut Row<'_>,
        mut filter: Option<&mut dyn FilterState>,
    ) -> (CellVerdict, MatchCode) {
        if filter.as_mut().is_some_and(|filter| filter.filter_all_remaining()) {
            return (CellVerdict::Filtered(ReturnCode::NextRow), MatchCode::DoneScan);
        }
        match row {
            Some(row) if row.same_row(cell) => self.decide_in_row(cell, row, filter),
            _ => (CellVerdict::OtherColumn, MatchCode::Done),
        }
    }

    fn decide_in_row(
        &mut self,
        cell: &Cell,
        row: &mut Cow<'_, Cell>,
        filter: Option<&mut dyn FilterState>,
    ) -> (CellVerdict, MatchCode) {
        if self.is_served() {
            return (CellVerdict::OtherColumn, MatchCode::SeekNextRow);
        }
        let arrival = matches!(self.columns, Tracker::Arrival(_));
        if self.is_past(cell, arrival) {
            return (CellVerdict::Expired, self.leave_column(cell));
        }
        if cell.has_outlived(self.now) {
            return (CellVerdict::Expired, MatchCode::Skip);
        }
        let is_delete = cell.cell_type().is_delete();
        let mut newer = false;
        let range = match self.rules {
            Rules::Read { range } if is_delete => {
                let in_time = cell.timestamp() >= range.min
                    && (self.keep_deleted == KeepDeletedCells::False || cell.timestamp() < range.max);
                if in_time {
                    self.add(cell);
                }
                return (CellVerdict::Marker, MatchCode::Skip);
            }
            Rules::Read { range } | Rules::Raw { range } => Some(range),
            Rules::Retain { .. } if arrival => return (CellVerdict::Included, MatchCode::Include),
            Rules::Retain { read_point } | Rules::Drop { read_point, .. } => {
                newer = cell.sequence_id() > read_point;
                None
            }
        };
        if !is_delete {
            if !matches!(self.rules, Rules::Raw { .. })
                && let Some(hidden) = self.test(cell)
            {
                return hidden;
            }
        } else if range.is_none()
            && let Some(kept) = self.rewrite_marker(cell, newer, arrival)
        {
            return kept;
        }
        if let Some(range) = range {
            if cell.timestamp() >= range.max && range.max < i64::MAX {
                return (CellVerdict::OutsideTimeRange, MatchCode::Skip);
            }
            if cell.timestamp() < range.min {
                return (CellVerdict::OutsideTimeRange, self.leave_column(cell));
            }
            let checked = match &mut self.columns {
                Tracker::Every(..) => Ok(()),
                Tracker::Asked(_, columns) => columns.check(cell),
                Tracker::Arrival(arrivals) => arrivals.check(cell),
            };
            if let Err(code) = checked {
                return (CellVerdict::OtherColumn, code);
            }
        }
        let counted = match &mut self.columns {
            Tracker::Every(_, columns) => columns.count(cell, row, newer, &self.versions),
            Tracker::Asked(_, columns) => columns.count(cell, &self.versions),
            Tracker::Arrival(_) if newer => (CellVerdict::Included, MatchCode::Include),
            Tracker::Arrival(arrivals) => arrivals.count(cell, &self.versions),
        };
        match (counted, filter) {
            ((CellVerdict::Included, code), Some(filter)) => self.merge(cell, code, filter.filter_cell(cell)),
            (counted, _) => counted,
        }
    }

    /// What a flush or a compaction does with a marker; `None` where it is counted as a put is.
    fn rewrite_marker(&mut self, marker: &Cell, newer: bool, arrival: bool) -> Option<(CellVerdict, MatchCode)> {
        const KEPT: (CellVerdict, MatchCode) = (CellVerdict::Included, MatchCode::Include);
        let tracked = !newer && self.is_tracked(marker);
        if tracked {
            self.add(marker);
        }
        let Rules::Drop { earliest_put, purge_after, .. } = self.rules else { return Some(KEPT) };
        if newer || purge_after > 0 && self.now.saturating_sub(marker.timestamp()) <= purge_after {
            return Some(KEPT);
        }
        if tracked {
            return Some((CellVerdict::Marker, MatchCode::Skip));
        }
        if marker.timestamp() < earliest_put {
            return Some((CellVerdict::Marker, self.leave_column(marker)));
        }
        arrival.then_some(KEPT)
    }

    /// The key before which a jump goes on. `None`: only this cell is left.
    ///
    /// Source: `ScanQueryMatcher.getKeyForNextColumn`.
    pub(super) fn next_column<'a>(&'a self, cell: &'a Cell) -> KeyRef<'a> {
        if cell.qualifier().is_empty() && cell.cell_type() != CellType::Minimum {
            // Only one key further: other markers for the whole family may follow, which have an empty qualifier too.
            return KeyRef {
                cell_type: (cell.cell_type() as u8).saturating_sub(1),
                sequence_id: u64::MAX,
                ..cell.key()
            };
        }
        match self.hint() {
            // With NEW_VERSION_BEHAVIOR this is the column at hand: nothing moves, and the cell is met again.
            Some(column) => KeyRef::first_on_column(cell.row(), cell.family(), column),
            None => KeyRef::last_on_column(cell.row(), cell.family(), cell.qualifier()),
        }
    }

    /// The requested column that the scan looks for now; `None` once all were passed, or if every column is read.
    pub(super) fn hint(&self) -> Option<&Qualifier> {
        match &self.columns {
            Tracker::Every(..) => None,
            Tracker::Asked(_, columns) => columns.hint(),
            Tracker::Arrival(arrivals) => arrivals.hint(),
        }
    }

    /// Whether the scan has passed every column that was asked for.
    fn is_served(&self) -> bool {
        match &self.columns {
            Tracker::Every(..) => false,
            Tracker::Asked(_, columns) => columns.hint().is_none(),
            Tracker::Arrival(arrivals) => arrivals.is_done(),
        }
    }

    /// Whether this cell and every older one of its column are past their time to live.
    fn is_past(&self, cell: &Cell, arrival: bool) -> bool {
        !arrival && self.versions.is_done(cell.timestamp())
    }

    /// Gives up the column of this cell, since nothing more of it is wanted, and says where the scan goes on.
    fn leave_column(&mut self, cell: &Cell) -> MatchCode {
        if let Tracker::Asked(_, columns) = &mut self.columns {
            columns.leave(cell);
            if columns.hint().is_none() {
                return MatchCode::SeekNextRow;
            }
        }
        MatchCode::SeekNextCol
    }

    fn add(&mut self, marker: &Cell) {
        match &mut self.columns {
            Tracker::Every(deletes, _) | Tracker::Asked(deletes, _) => deletes.add(marker),
            Tracker::Arrival(arrivals) => arrivals.add(marker),
        }
    }

    /// Whether a rewrite lets this marker hide what follows, so that the marker is not needed after it.
    fn is_tracked(&self, marker: &Cell) -> bool {
        match self.keep_deleted {
            KeepDeletedCells::False => true,
            KeepDeletedCells::True => false,
            KeepDeletedCells::Ttl => marker.timestamp() < self.versions.oldest,
        }
    }

    fn test(&mut self, put: &Cell) -> Option<(CellVerdict, MatchCode)> {
        let hidden = match &mut self.columns {
            Tracker::Every(deletes, _) | Tracker::Asked(deletes, _) => deletes.test(put)?,
            // What is older may have been written later, so nothing is jumped.
            Tracker::Arrival(arrivals) => return Some((arrivals.test(put)?, MatchCode::Skip)),
        };
        Some(match hidden {
            Hidden::AndOlder => (CellVerdict::Deleted, self.leave_column(put)),
            Hidden::Only => (CellVerdict::Deleted, MatchCode::Skip),
        })
    }

    /// What follows from the versions' answer and the filter's. Only what passed both counts as a version now.
    ///
    /// Source: `UserScanQueryMatcher.mergeFilterResponse`.
    fn merge(&mut self, cell: &Cell, code: MatchCode, answer: ReturnCode) -> (CellVerdict, MatchCode) {
        let left_out = |code| (CellVerdict::Filtered(answer), code);
        let mut code = code;
        match (answer, code) {
            (ReturnCode::Skip, MatchCode::Include) => return left_out(MatchCode::Skip),
            (ReturnCode::Skip, MatchCode::IncludeAndSeekNextCol) => return left_out(MatchCode::SeekNextCol),
            (ReturnCode::Skip, _) | (ReturnCode::NextCol, MatchCode::IncludeAndSeekNextRow) => {
                return left_out(MatchCode::SeekNextRow);
            }
            (ReturnCode::NextCol, _) => return left_out(self.leave_column(cell)),
            (ReturnCode::NextRow, _) => return left_out(MatchCode::SeekNextRow),
            (ReturnCode::SeekNextUsingHint, _) => return left_out(MatchCode::SeekNextUsingHint),
            (ReturnCode::Include, _) => {}
            (ReturnCode::IncludeAndNextCol, MatchCode::Include) => code = MatchCode::IncludeAndSeekNextCol,
            (ReturnCode::IncludeAndNextCol, _) => {}
            (ReturnCode::IncludeAndSeekNextRow, _) => code = MatchCode::IncludeAndSeekNextRow,
        }
        let before = self.passed.take().filter(|(column, _)| column.same_column(cell));
        let (column, count) = before.unwrap_or_else(|| (cell.clone(), 0));
        self.passed = Some((column, count + 1));
        let too_many = count + 1 > self.asked;
        if too_many {
            let is_last = code == MatchCode::IncludeAndSeekNextRow;
            code = if is_last { MatchCode::SeekNextRow } else { MatchCode::SeekNextCol };
        }
        if matches!(code, MatchCode::IncludeAndSeekNextCol | MatchCode::SeekNextCol)
            && let Tracker::Asked(_, columns) = &mut self.columns
        {
            columns.leave(cell);
        }
        (if too_many { CellVerdict::OlderVersion } else { CellVerdict::Included }, code)
    }

    /// Adds to `trace` the parts of a read that can still affect what happens. When it began matters only where cells
    /// expire.
    pub(super) fn tell(&self, trace: &mut Trace) {
        match self.rules {
            Rules::Read { range } | Rules::Raw { range } => range.tell(trace),
            Rules::Retain { .. } | Rules::Drop { .. } => trace.exact(),
        }
        trace.literal(&(matches!(self.rules, Rules::Raw { .. }), self.versions.max, self.versions.min));
        trace.literal(&(self.keep_deleted, self.asked, std::mem::discriminant(&self.columns)));
        match &self.columns {
            Tracker::Every(deletes, columns) => {
                deletes.tell(trace);
                columns.tell(trace);
            }
            Tracker::Asked(deletes, columns) => {
                deletes.tell(trace);
                columns.tell(trace);
            }
            Tracker::Arrival(arrivals) => arrivals.tell(trace),
        }
        trace.option(self.passed.as_ref(), |trace, (cell, count)| {
            cell.tell(trace);
            trace.literal(count);
        });
        if trace.is_exact() {
            trace.literal(&(self.versions.oldest, self.now));
        }
    }
}
