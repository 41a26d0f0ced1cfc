//! Filters: what a client sends ([`Filter`]) and what runs in a region scanner ([`FilterState`]).
//!
//! A filter can be built from its fields or read from HBase's filter language ([`Filter::parse`]); its `Display` is
//! that language again. [`Filter::start`] turns it into the state that a region scanner asks about rows and cells.
//!
//! ```
//! use splitpoint_model::cell::{Cell, CellType};
//! use splitpoint_model::filter::{Filter, ReturnCode};
//!
//! let filter = Filter::parse(b"ColumnRangeFilter('b', true, 'd', false)")?;
//! let mut state = filter.start(false)?;
//! let cell = |qualifier: &[u8]| Cell::new(b"row", b"f", qualifier, 1, CellType::Put, b"value");
//! assert_eq!(state.filter_cell(&cell(b"a")), ReturnCode::SeekNextUsingHint);
//! assert_eq!(state.filter_cell(&cell(b"c")), ReturnCode::Include);
//! assert_eq!(state.filter_cell(&cell(b"d")), ReturnCode::NextRow);
//! # Ok::<(), splitpoint_model::error::Error>(())
//! ```

mod any;
mod column_count;
mod column_prefix;
mod column_range;
mod column_value;
mod comparator;
mod decimal;
mod dependent;
mod fuzzy;
mod key;
mod language;
mod list;
mod page;
mod part;
mod prefix;
mod random;
mod ranges;
mod regex;
mod start;
mod stop;
mod text;
mod timestamps;
mod wrapper;

pub use any::AnyFilter;

use crate::bytes::{Family, Qualifier, RowKey, Value};
use crate::cell::{Cell, Key};
use std::cmp::Ordering;
use std::fmt::Debug;

/// How two values are compared. In a filter the **stored part stands on the left**, in the condition of a write the
/// **expected value**: there `Less` holds if expected < stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CompareOp {
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `>=`
    GreaterOrEqual,
    /// `>`
    Greater,
    /// Nothing passes (filters only).
    NoOp,
}

impl CompareOp {
    /// Whether it holds between two values that are in this order.
    pub(crate) fn holds(self, order: Ordering) -> bool {
        match self {
            Self::Less => order.is_lt(),
            Self::LessOrEqual => order.is_le(),
            Self::Equal => order.is_eq(),
            Self::NotEqual => order.is_ne(),
            Self::GreaterOrEqual => order.is_ge(),
            Self::Greater => order.is_gt(),
            Self::NoOp => false,
        }
    }
}

/// How part of a cell is compared with a given value. In filters the **stored part stands on the left**.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Comparator {
    /// The whole value.
    Binary(Value),
    /// The first bytes, as many as are given.
    BinaryPrefix(Value),
    /// The bytes from an offset on, as many as are given.
    BinaryComponent(Value, i32),
    /// 8-byte numbers.
    Long(i64),
    /// Decimal numbers of any length, stored as `Bytes.toBytes(BigDecimal)` writes them.
    BigDecimal(String),
    /// Bytes combined bit by bit; equal where any bit is left.
    Bit(Value, BitOp),
    /// Equal where there is no value.
    Null,
    /// Equal where a Java regular expression is found.
    Regex(String),
    /// Equal where a regular expression is found, whatever the case (`regexstringnocase`).
    RegexNoCase(String),
    /// Equal where the text occurs, whatever the case.
    Substring(String),
}

/// The operator of a [`Comparator::Bit`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BitOp {
    /// And.
    And,
    /// Or.
    Or,
    /// Exclusive or.
    Xor,
}

/// Whether all filters of a list must pass, or one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ListOp {
    /// AND (`MUST_PASS_ALL`).
    MustPassAll,
    /// OR (`MUST_PASS_ONE`).
    MustPassOne,
}

/// The test of one column by which whole rows are kept or dropped.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ColumnTest {
    /// Family.
    pub family: Family,
    /// Qualifier.
    pub qualifier: Qualifier,
    /// Operator, stored value on its left.
    pub op: CompareOp,
    /// What it is compared with.
    pub comparator: Comparator,
    /// Whether rows without the column are dropped. Default false.
    pub filter_if_missing: bool,
    /// Whether only the newest version is tested. Default true.
    pub latest_version_only: bool,
}

/// One range of a `MultiRowRangeFilter`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RowRange {
    /// Empty for the open end.
    pub start: RowKey,
    /// Whether the start belongs to it.
    pub start_inclusive: bool,
    /// Empty for the open end.
    pub stop: RowKey,
    /// Whether the stop belongs to it.
    pub stop_inclusive: bool,
}

/// A filter as a client sends it, under HBase's names.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[expect(
    missing_docs,
    reason = "each variant is the HBase filter of that name; its fields are the constructor's arguments"
)]
pub enum Filter {
    PageFilter {
        page_size: i64,
    },
    PrefixFilter {
        prefix: RowKey,
    },
    InclusiveStopFilter {
        stop: RowKey,
    },
    RowFilter {
        op: CompareOp,
        comparator: Comparator,
    },
    FamilyFilter {
        op: CompareOp,
        comparator: Comparator,
    },
    QualifierFilter {
        op: CompareOp,
        comparator: Comparator,
    },
    ValueFilter {
        op: CompareOp,
        comparator: Comparator,
    },
    ColumnValueFilter {
        family: Family,
        qualifier: Qualifier,
        op: CompareOp,
        comparator: Comparator,
    },
    ColumnRangeFilter {
        min: Option<Qualifier>,
        min_inclusive: bool,
        max: Option<Qualifier>,
        max_inclusive: bool,
    },
    ColumnPrefixFilter {
        prefix: Qualifier,
    },
    MultipleColumnPrefixFilter {
        prefixes: Vec<Qualifier>,
    },
    ColumnPaginationFilter {
        limit: i32,
        offset: i32,
    },
    ColumnPaginationFromFilter {
        limit: i32,
        column: Qualifier,
    },
    ColumnCountGetFilter {
        limit: i32,
    },
    FirstKeyOnlyFilter,
    KeyOnlyFilter {
        length_as_value: bool,
    },
    SingleColumnValueFilter(ColumnTest),
    SingleColumnValueExcludeFilter(ColumnTest),
    DependentColumnFilter {
        family: Family,
        qualifier: Qualifier,
        drop_dependent: bool,
        op: CompareOp,
        comparator: Option<Comparator>,
    },
    TimestampsFilter {
        timestamps: Vec<i64>,
        can_hint: bool,
    },
    FuzzyRowFilter {
        pairs: Vec<(RowKey, Value)>,
    },
    MultiRowRangeFilter {
        ranges: Vec<RowRange>,
    },
    RandomRowFilter {
        chance_per_mille: u16,
        seed: u64,
    },
    WhileMatchFilter(Box<Filter>),
    SkipFilter(Box<Filter>),
    FilterList {
        op: ListOp,
        filters: Vec<Filter>,
    },
}

impl Filter {
    /// Whether the filter decides by timestamps of cells.
    pub(crate) fn looks_at_times(&self) -> bool {
        match self {
            Self::TimestampsFilter { .. } | Self::DependentColumnFilter { .. } => true,
            Self::WhileMatchFilter(filter) | Self::SkipFilter(filter) => filter.looks_at_times(),
            Self::FilterList { filters, .. } => filters.iter().any(Self::looks_at_times),
            _ => false,
        }
    }
}

/// What a filter says about one cell.
///
/// Source: `Filter.ReturnCode`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReturnCode {
    /// Return it.
    Include,
    /// Return it, and go on with the next column.
    IncludeAndNextCol,
    /// Return it, and go on with the next row.
    IncludeAndSeekNextRow,
    /// Leave this version out.
    Skip,
    /// Leave out the rest of the column.
    NextCol,
    /// Leave out the rest of the row in this family.
    NextRow,
    /// Jump to [`FilterState::next_cell_hint`].
    SeekNextUsingHint,
}

/// A filter at work: one instance a region scanner, with its own counters.
///
/// A region scanner calls, for each row: [`reset`](Self::reset), [`filter_row_key`](Self::filter_row_key), then for
/// every cell that versions and deletes let through [`filter_cell`](Self::filter_cell) and, if included,
/// [`transform_cell`](Self::transform_cell); at the end of the row [`filter_row_cells`](Self::filter_row_cells) if
/// [`has_filter_row`](Self::has_filter_row), and [`filter_row`](Self::filter_row).
///
/// `Debug` must show the whole state: scanners are compared by it.
///
/// Source: `Filter`, `FilterBase`, `RegionScannerImpl`.
pub trait FilterState: Debug + Send + Sync {
    /// Called between two rows: forgets what was noted about the row before.
    fn reset(&mut self) {}
    /// Whether the row of this cell, its first one, is dropped because of its key alone.
    fn filter_row_key(&mut self, _first: &Cell) -> bool {
        self.filter_all_remaining()
    }
    /// Decides whether a cell is returned, and where the scan goes on.
    fn filter_cell(&mut self, cell: &Cell) -> ReturnCode;
    /// Makes the cell that is returned in place of an included one, such as one without its value.
    fn transform_cell(&mut self, cell: Cell) -> Cell {
        cell
    }
    /// Whether the filter decides on whole rows, so that a row must not be returned in pieces.
    fn has_filter_row(&self) -> bool {
        false
    }
    /// Removes cells from a row that was read; if none are left, the row is dropped.
    fn filter_row_cells(&mut self, _cells: &mut Vec<Cell>) {}
    /// Whether the row is dropped after all its cells were looked at.
    fn filter_row(&mut self) -> bool {
        false
    }
    /// Whether the filter lets nothing more through in this region, so that the scan of it can end.
    fn filter_all_remaining(&mut self) -> bool {
        false
    }
    /// Where to go on after [`ReturnCode::SeekNextUsingHint`].
    fn next_cell_hint(&mut self, _cell: &Cell) -> Option<Key> {
        None
    }
    /// Whether the filter needs this family to decide on a row.
    fn is_family_essential(&self, _family: &[u8]) -> bool {
        true
    }
    /// A copy with the same counters.
    fn boxed_clone(&self) -> Box<dyn FilterState>;
}

impl Clone for Box<dyn FilterState> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}
