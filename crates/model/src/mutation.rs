//! What a client asks to be written, as plain data.

use crate::bytes::{Family, Qualifier, RowKey, Value};
use crate::filter::{AnyFilter, CompareOp};
use crate::identity::Trace;
use crate::query::TimeRange;

/// A column and the value to put there.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PutCell {
    /// Family.
    pub family: Family,
    /// Qualifier.
    pub qualifier: Qualifier,
    /// Milliseconds; `None` leaves the time to the server.
    pub timestamp: Option<i64>,
    /// Value.
    pub value: Value,
}

/// Cells for one row, visible together or not at all.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Put {
    /// Row key.
    pub row: RowKey,
    /// Cells in the order they were added; of equal coordinates the last wins.
    pub cells: Vec<PutCell>,
    /// Milliseconds the cells live, counted from their timestamp; `None` leaves it to the family.
    pub ttl: Option<u64>,
}

impl Put {
    /// Whether its cells are the newest of their columns, and stay.
    pub fn is_plain(&self) -> bool {
        self.ttl.is_none() && self.cells.iter().all(|cell| cell.timestamp.is_none())
    }

    /// A put of no cells yet.
    pub fn new(row: impl Into<RowKey>) -> Self {
        Self { row: row.into(), cells: Vec::new(), ttl: None }
    }

    /// Adds a cell whose time the server sets.
    #[must_use]
    pub fn add(self, family: impl Into<Family>, qualifier: impl Into<Qualifier>, value: impl Into<Value>) -> Self {
        self.add_at(family, qualifier, None, value)
    }

    /// Adds a cell.
    #[must_use]
    pub fn add_at(
        mut self,
        family: impl Into<Family>,
        qualifier: impl Into<Qualifier>,
        timestamp: Option<i64>,
        value: impl Into<Value>,
    ) -> Self {
        self.cells.push(PutCell { family: family.into(), qualifier: qualifier.into(), timestamp, value: value.into() });
        self
    }
}

/// One of the four kinds of delete. `None` for a timestamp means the delete's own, or the server's time.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum DeleteCell {
    /// All versions of all columns of a family, up to and including the timestamp (`addFamily`).
    Family {
        /// Family.
        family: Family,
        /// Milliseconds.
        timestamp: Option<i64>,
    },
    /// Every column of the family at exactly this timestamp (`addFamilyVersion`).
    FamilyVersion {
        /// Family.
        family: Family,
        /// Milliseconds.
        timestamp: Option<i64>,
    },
    /// All versions of a column up to and including the timestamp (`addColumns`).
    Columns {
        /// Family.
        family: Family,
        /// Qualifier.
        qualifier: Qualifier,
        /// Milliseconds.
        timestamp: Option<i64>,
    },
    /// One version of a column: at exactly the timestamp, or the newest (`addColumn`).
    Column {
        /// Family.
        family: Family,
        /// Qualifier.
        qualifier: Qualifier,
        /// Milliseconds.
        timestamp: Option<i64>,
    },
}

impl DeleteCell {
    /// The family in which it deletes.
    pub(crate) fn family(&self) -> &Family {
        let (Self::Family { family, .. }
        | Self::FamilyVersion { family, .. }
        | Self::Columns { family, .. }
        | Self::Column { family, .. }) = self;
        family
    }

    /// Whether it names a time.
    fn is_timed(&self) -> bool {
        let (Self::Family { timestamp, .. }
        | Self::FamilyVersion { timestamp, .. }
        | Self::Columns { timestamp, .. }
        | Self::Column { timestamp, .. }) = self;
        timestamp.is_some()
    }
}

/// A delete writes markers; it never removes data. With nothing added it deletes the whole row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Delete {
    /// Row key.
    pub row: RowKey,
    /// The timestamp of whatever is added without one.
    pub timestamp: Option<i64>,
    /// What to delete, in the order it was added.
    pub cells: Vec<DeleteCell>,
}

impl Delete {
    /// A delete of the whole row, until something is added.
    pub fn new(row: impl Into<RowKey>) -> Self {
        Self { row: row.into(), timestamp: None, cells: Vec::new() }
    }
}

/// Adds to 8-byte counters.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Increment {
    /// Row key.
    pub row: RowKey,
    /// Columns and amounts, in the order they were added.
    pub cells: Vec<(Family, Qualifier, i64)>,
    /// Which existing cells count as the base; the new cell is stamped as always.
    pub time_range: TimeRange,
    /// Milliseconds the new cells live; `None` leaves them the lifetimes of those they replace.
    pub ttl: Option<u64>,
    /// Whether the answer holds the new cells.
    pub return_results: bool,
}

/// Appends bytes to values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Append {
    /// Row key.
    pub row: RowKey,
    /// Columns and bytes, in the order they were added.
    pub cells: Vec<(Family, Qualifier, Value)>,
    /// Which existing cells count as the base; the new cell is stamped as always.
    pub time_range: TimeRange,
    /// Milliseconds the new cells live; `None` leaves them the lifetimes of those they replace.
    pub ttl: Option<u64>,
    /// Whether the answer holds the new cells.
    pub return_results: bool,
}

/// One mutation of one row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Mutation {
    /// Put.
    Put(Put),
    /// Delete.
    Delete(Delete),
    /// Increment.
    Increment(Increment),
    /// Append.
    Append(Append),
}

impl From<Put> for Mutation {
    fn from(put: Put) -> Self {
        Self::Put(put)
    }
}

impl Mutation {
    /// The row it mutates.
    pub fn row(&self) -> &RowKey {
        match self {
            Self::Put(put) => &put.row,
            Self::Delete(delete) => &delete.row,
            Self::Increment(increment) => &increment.row,
            Self::Append(append) => &append.row,
        }
    }

    /// Whether it puts newest versions on top of what is there, and looks at nothing.
    pub fn is_plain_put(&self) -> bool {
        matches!(self, Self::Put(put) if put.is_plain())
    }

    /// Adds to `trace` the parts of this that can still affect what happens.
    pub(crate) fn tell(&self, trace: &mut Trace) {
        let timed = match self {
            Self::Put(put) => !put.is_plain(),
            Self::Delete(delete) => delete.timestamp.is_some() || delete.cells.iter().any(DeleteCell::is_timed),
            Self::Increment(increment) => increment.ttl.is_some() || !increment.time_range.is_all(),
            Self::Append(append) => append.ttl.is_some() || !append.time_range.is_all(),
        };
        if timed {
            trace.exact();
        }
        trace.literal(self);
    }
}

/// Several mutations of one row, in order, applied as one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RowMutations {
    /// The row of all of them.
    pub row: RowKey,
    /// In list order.
    pub mutations: Vec<Mutation>,
}

/// What must hold of a row before a conditional write is done.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Condition {
    /// The newest visible value of one column, compared. `None` or empty stands for "absent or empty".
    Column {
        /// Family.
        family: Family,
        /// Qualifier.
        qualifier: Qualifier,
        /// Operator, expected value on its left.
        op: CompareOp,
        /// Expected value.
        value: Option<Value>,
        /// Which versions are looked at.
        time_range: TimeRange,
    },
    /// The row, read through a filter, has any cell.
    Filter {
        /// Filter.
        filter: AnyFilter,
        /// Which versions are looked at.
        time_range: TimeRange,
    },
}

impl Condition {
    /// The column is absent, or its value is empty.
    pub fn absent(family: impl Into<Family>, qualifier: impl Into<Qualifier>) -> Self {
        Self::equals(family, qualifier, None)
    }

    /// The column's newest value is this one.
    pub fn equals(family: impl Into<Family>, qualifier: impl Into<Qualifier>, value: Option<Value>) -> Self {
        Self::Column {
            family: family.into(),
            qualifier: qualifier.into(),
            op: CompareOp::Equal,
            value,
            time_range: TimeRange::ALL,
        }
    }

    /// Whether nothing matters to it but the newest version of a column.
    pub fn reads_newest(&self) -> bool {
        matches!(self, Self::Column { time_range, .. } if time_range.is_all())
    }

    /// Adds to `trace` the parts of this that can still affect what happens.
    pub(crate) fn tell(&self, trace: &mut Trace) {
        let (Self::Column { time_range, .. } | Self::Filter { time_range, .. }) = self;
        if !time_range.is_all() || matches!(self, Self::Filter { filter, .. } if filter.looks_at_times()) {
            trace.exact();
        }
        trace.literal(self);
    }
}

impl RowMutations {
    /// Adds to `trace` the parts of this that can still affect what happens.
    pub(crate) fn tell(&self, trace: &mut Trace) {
        trace.literal(&self.row);
        trace.each(self.mutations.iter(), |trace, mutation| mutation.tell(trace));
    }
}

/// A write that is done only if a condition holds, both under one row lock.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CheckAndMutate {
    /// The row that is checked and mutated.
    pub row: RowKey,
    /// What must hold.
    pub condition: Condition,
    /// What is done then; a single mutation, or several of the row.
    pub then: Then,
}

impl CheckAndMutate {
    /// Whether it looks at newest versions only, and puts newest versions.
    pub fn is_plain(&self) -> bool {
        let puts = match &self.then {
            Then::Mutate(mutation) => mutation.is_plain_put(),
            Then::MutateRow(row) => row.mutations.iter().all(Mutation::is_plain_put),
        };
        puts && self.condition.reads_newest()
    }

    /// Adds to `trace` the parts of this that can still affect what happens.
    pub(crate) fn tell(&self, trace: &mut Trace) {
        trace.literal(&self.row);
        self.condition.tell(trace);
        trace.literal(&std::mem::discriminant(&self.then));
        match &self.then {
            Then::Mutate(mutation) => mutation.tell(trace),
            Then::MutateRow(row) => row.tell(trace),
        }
    }
}

/// The write of a [`CheckAndMutate`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Then {
    /// One mutation.
    Mutate(Mutation),
    /// Several, as one.
    MutateRow(RowMutations),
}

/// Mutations over rows of one region, applied as one, if all conditions hold
/// (`MultiRowMutationEndpoint`).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MutateRows {
    /// The row whose region gets the call; it need not exist. `None`: the first mutation's row.
    pub routing_row: Option<RowKey>,
    /// In list order, each with its row.
    pub mutations: Vec<Mutation>,
    /// Conditions on any row of the region, with that row.
    pub conditions: Vec<(RowKey, Condition)>,
}

impl MutateRows {
    /// Adds to `trace` the parts of this that can still affect what happens.
    pub(crate) fn tell(&self, trace: &mut Trace) {
        trace.literal(&self.routing_row);
        trace.each(self.mutations.iter(), |trace, mutation| mutation.tell(trace));
        trace.each(self.conditions.iter(), |trace, (row, condition)| {
            trace.literal(row);
            condition.tell(trace);
        });
    }
}
