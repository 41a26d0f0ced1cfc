//! `ColumnPaginationFilter`, `ColumnCountGetFilter`: at most so many columns of a row, over all its families.

use super::{FilterState, ReturnCode};
use crate::bytes::Qualifier;
use crate::cell::{Cell, Key, KeyRef};
use crate::error::{Error, FilterArgument};

fn check_limit(limit: i32) -> Result<i32, Error> {
    if limit < 0 { Err(FilterArgument::NegativeLimit { limit }.into()) } else { Ok(limit) }
}

/// Leaves out the first columns of a row and returns the next ones, one version each.
///
/// Source: `ColumnPaginationFilter`.
#[derive(Clone, Debug)]
pub(super) struct ColumnPagination {
    limit: i32,
    offset: i32,
    count: i32,
}

impl ColumnPagination {
    pub(super) fn new(limit: i32, offset: i32) -> Result<Self, Error> {
        let limit = check_limit(limit)?;
        if offset < 0 {
            return Err(FilterArgument::NegativeOffset { offset }.into());
        }
        Ok(Self { limit, offset, count: 0 })
    }
}

impl FilterState for ColumnPagination {
    fn reset(&mut self) {
        self.count = 0;
    }

    fn filter_cell(&mut self, _cell: &Cell) -> ReturnCode {
        if self.count >= self.offset.wrapping_add(self.limit) {
            return ReturnCode::NextRow;
        }
        self.count += 1;
        if self.count <= self.offset { ReturnCode::NextCol } else { ReturnCode::IncludeAndNextCol }
    }

    fn boxed_clone(&self) -> Box<dyn FilterState> {
        Box::new(self.clone())
    }
}

/// Returns so many columns of a row, the first of which is not before `column`. After it nothing is compared any
/// more: in the next family the columns count from its first.
///
/// Source: `ColumnPaginationFilter` with a column offset.
#[derive(Clone, Debug)]
pub(super) struct ColumnPaginationFrom {
    limit: i32,
    column: Qualifier,
    count: i32,
}

impl ColumnPaginationFrom {
    pub(super) fn new(limit: i32, column: Qualifier) -> Result<Self, Error> {
        Ok(Self { limit: check_limit(limit)?, column, count: 0 })
    }
}

impl FilterState for ColumnPaginationFrom {
    fn reset(&mut self) {
        self.count = 0;
    }

    fn filter_cell(&mut self, cell: &Cell) -> ReturnCode {
        if self.count >= self.limit {
            return ReturnCode::NextRow;
        }
        if self.count == 0 && *cell.qualifier() < *self.column {
            return ReturnCode::SeekNextUsingHint;
        }
        self.count += 1;
        ReturnCode::IncludeAndNextCol
    }

    fn next_cell_hint(&mut self, cell: &Cell) -> Option<Key> {
        Some(KeyRef::first_on_column(cell.row(), cell.family(), &self.column).to_owned())
    }

    fn boxed_clone(&self) -> Box<dyn FilterState> {
        Box::new(self.clone())
    }
}

/// The first columns of a row; then nothing more at all, until the next row resets it. Made for Gets: in a scan a
/// family whose scanner meets it in that state is over for the rest of the region.
///
/// Source: `ColumnCountGetFilter`.
#[derive(Clone, Debug)]
pub(super) struct ColumnCount {
    limit: i32,
    count: i32,
}

impl ColumnCount {
    pub(super) fn new(limit: i32) -> Result<Self, Error> {
        if limit < 0 {
            return Err(FilterArgument::NegativeCount { limit }.into());
        }
        Ok(Self { limit, count: 0 })
    }
}

impl FilterState for ColumnCount {
    fn reset(&mut self) {
        self.count = 0;
    }

    fn filter_cell(&mut self, _cell: &Cell) -> ReturnCode {
        self.count += 1;
        if self.filter_all_remaining() { ReturnCode::NextCol } else { ReturnCode::IncludeAndNextCol }
    }

    fn filter_all_remaining(&mut self) -> bool {
        self.count > self.limit
    }

    fn boxed_clone(&self) -> Box<dyn FilterState> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::filter::Filter;
    use crate::filter::start::tests::{cell_at, started};
    use ReturnCode::{IncludeAndNextCol, NextCol, NextRow, SeekNextUsingHint};

    /// Families f{a, b, c} and g{a, b} of one row.
    fn codes(filter: &mut dyn FilterState) -> Vec<ReturnCode> {
        [("f", "a"), ("f", "b"), ("f", "c"), ("g", "a"), ("g", "b")]
            .map(|(family, qualifier)| filter.filter_cell(&cell_at("r", family, qualifier, 1, "v")))
            .to_vec()
    }

    #[test]
    fn the_count_goes_on_over_families() {
        let mut filter = started("ColumnPaginationFilter(3, 1)");
        let row = [NextCol, IncludeAndNextCol, IncludeAndNextCol, IncludeAndNextCol, NextRow];
        assert_eq!(codes(&mut *filter), row);
        filter.reset();
        assert_eq!(codes(&mut *filter), row);
    }

    #[test]
    fn only_the_first_column_is_compared() {
        let filter = Filter::ColumnPaginationFromFilter { limit: 3, column: "b".into() };
        let mut filter = filter.start(false).expect("good arguments");
        let row = [SeekNextUsingHint, IncludeAndNextCol, IncludeAndNextCol, IncludeAndNextCol, NextRow];
        assert_eq!(codes(&mut *filter), row);
    }

    #[test]
    fn a_full_count_ends_everything() {
        let mut filter = started("ColumnCountGetFilter(1)");
        let row = [IncludeAndNextCol, NextCol, NextCol, NextCol, NextCol];
        assert_eq!(codes(&mut *filter), row);
        assert!(filter.filter_all_remaining());
        filter.reset();
        assert!(!filter.filter_all_remaining());
    }
}
