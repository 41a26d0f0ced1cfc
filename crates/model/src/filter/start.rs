//! Turns the filter that a client sent into the state that a region scanner runs.

use super::column_count::{ColumnCount, ColumnPagination, ColumnPaginationFrom};
use super::column_prefix::{ColumnPrefix, MultipleColumnPrefix};
use super::column_range::ColumnRange;
use super::column_value::{ColumnValue, SingleColumnValue};
use super::comparator::Test;
use super::dependent::DependentColumn;
use super::fuzzy::FuzzyRow;
use super::key::{FirstKeyOnly, KeyOnly};
use super::list::{MustPassAll, MustPassOne};
use super::page::Page;
use super::part::{OnPart, OnRow, Part};
use super::prefix::Prefix;
use super::random::RandomRow;
use super::ranges::MultiRowRange;
use super::stop::InclusiveStop;
use super::timestamps::Timestamps;
use super::wrapper::{Skip, WhileMatch};
use super::{Filter, FilterState, ListOp};
use crate::error::Error;

impl Filter {
    /// The filter at the start of a region, all counters at zero. `reversed` is the direction of the scan.
    ///
    /// What SKIP and WHILE wrap does not learn of the direction: it works as in a forward scan.
    ///
    /// # Errors
    /// `IllegalArgument` or `PatternSyntax` for arguments that HBase refuses when the filter is made.
    ///
    /// Source: the constructors of the filters, `Filter.setReversed`.
    pub fn start(&self, reversed: bool) -> Result<Box<dyn FilterState>, Error> {
        Ok(match self {
            Self::PageFilter { page_size } => Box::new(Page::new(*page_size)?),
            Self::PrefixFilter { prefix } => Box::new(Prefix::new(prefix.clone(), reversed)),
            Self::InclusiveStopFilter { stop } => Box::new(InclusiveStop::new(stop.clone(), reversed)),
            Self::RowFilter { op, comparator } => Box::new(OnRow::new(Test::new(*op, comparator)?)),
            Self::FamilyFilter { op, comparator } => Box::new(OnPart::new(Part::Family, Test::new(*op, comparator)?)),
            Self::QualifierFilter { op, comparator } => {
                Box::new(OnPart::new(Part::Qualifier, Test::new(*op, comparator)?))
            }
            Self::ValueFilter { op, comparator } => Box::new(OnPart::new(Part::Value, Test::new(*op, comparator)?)),
            Self::ColumnValueFilter { family, qualifier, op, comparator } => {
                Box::new(ColumnValue::new(family.clone(), qualifier.clone(), Test::new(*op, comparator)?))
            }
            Self::ColumnRangeFilter { min, min_inclusive, max, max_inclusive } => Box::new(ColumnRange {
                min: min.clone(),
                min_inclusive: *min_inclusive,
                max: max.clone(),
                max_inclusive: *max_inclusive,
            }),
            Self::ColumnPrefixFilter { prefix } => Box::new(ColumnPrefix { prefix: prefix.clone() }),
            Self::MultipleColumnPrefixFilter { prefixes } => Box::new(MultipleColumnPrefix::new(prefixes)?),
            Self::ColumnPaginationFilter { limit, offset } => Box::new(ColumnPagination::new(*limit, *offset)?),
            Self::ColumnPaginationFromFilter { limit, column } => {
                Box::new(ColumnPaginationFrom::new(*limit, column.clone())?)
            }
            Self::ColumnCountGetFilter { limit } => Box::new(ColumnCount::new(*limit)?),
            Self::FirstKeyOnlyFilter => Box::new(FirstKeyOnly::default()),
            Self::KeyOnlyFilter { length_as_value } => Box::new(KeyOnly { length_as_value: *length_as_value }),
            Self::SingleColumnValueFilter(test) => Box::new(SingleColumnValue::new(test, false)?),
            Self::SingleColumnValueExcludeFilter(test) => Box::new(SingleColumnValue::new(test, true)?),
            Self::DependentColumnFilter { family, qualifier, drop_dependent, op, comparator } => {
                let test = comparator.as_ref().map(|comparator| Test::new(*op, comparator)).transpose()?;
                Box::new(DependentColumn::new(family.clone(), qualifier.clone(), *drop_dependent, test))
            }
            Self::TimestampsFilter { timestamps, can_hint } => Box::new(Timestamps::new(timestamps, *can_hint)?),
            Self::FuzzyRowFilter { pairs } => Box::new(FuzzyRow::new(pairs, reversed)?),
            Self::MultiRowRangeFilter { ranges } => Box::new(MultiRowRange::new(ranges, reversed)?),
            Self::RandomRowFilter { chance_per_mille, seed } => Box::new(RandomRow::new(*chance_per_mille, *seed)),
            Self::WhileMatchFilter(filter) => Box::new(WhileMatch::new(filter.start(false)?)),
            Self::SkipFilter(filter) => Box::new(Skip::new(filter.start(false)?)),
            Self::FilterList { op, filters } => {
                let states = filters.iter().map(|filter| filter.start(reversed)).collect::<Result<Vec<_>, _>>()?;
                match op {
                    ListOp::MustPassAll => {
                        let hinting = filters.iter().map(Self::is_hinting).collect();
                        Box::new(MustPassAll::new(states, hinting, reversed))
                    }
                    ListOp::MustPassOne => Box::new(MustPassOne::new(states, reversed)),
                }
            }
        })
    }

    /// Whether the filter decides on whole rows, which excludes a batch: `Filter.hasFilterRow`.
    ///
    /// # Errors
    /// As [`start`](Self::start).
    pub fn has_filter_row(&self) -> Result<bool, Error> {
        Ok(self.start(false)?.has_filter_row())
    }

    /// Whether a list with AND asks this filter for a hint also about cells that another filter has left out.
    /// `ColumnPaginationFilter` hints too but counts what it is asked about.
    ///
    /// Source: `HintingFilter`.
    fn is_hinting(&self) -> bool {
        matches!(
            self,
            Self::PrefixFilter { .. }
                | Self::ColumnRangeFilter { .. }
                | Self::ColumnPrefixFilter { .. }
                | Self::MultipleColumnPrefixFilter { .. }
                | Self::TimestampsFilter { .. }
                | Self::FuzzyRowFilter { .. }
                | Self::MultiRowRangeFilter { .. }
        )
    }
}

#[cfg(test)]
pub(super) mod tests {
    use crate::cell::{Cell, CellType};
    use crate::filter::{Filter, FilterState};

    /// A filter of the language at work in a forward scan.
    pub(in crate::filter) fn started(text: &str) -> Box<dyn FilterState> {
        Filter::parse(text.as_bytes()).expect("a filter").start(false).expect("its arguments are good")
    }

    /// A cell of family `f` at time 1.
    pub(in crate::filter) fn cell(row: &str, qualifier: &str, value: &str) -> Cell {
        cell_at(row, "f", qualifier, 1, value)
    }

    /// A cell.
    pub(in crate::filter) fn cell_at(row: &str, family: &str, qualifier: &str, timestamp: i64, value: &str) -> Cell {
        let (row, family, qualifier) = (row.as_bytes(), family.as_bytes(), qualifier.as_bytes());
        Cell::new(row, family, qualifier, timestamp, CellType::Put, value.as_bytes())
    }
}
