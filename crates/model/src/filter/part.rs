//! `RowFilter`, `FamilyFilter`, `QualifierFilter`, `ValueFilter`: one part of a cell, compared.

use super::comparator::Test;
use super::{FilterState, ReturnCode};
use crate::cell::Cell;

/// Drops rows by their key; the scan goes on behind them.
///
/// Source: `RowFilter`.
#[derive(Clone, Debug)]
pub(super) struct OnRow {
    test: Test,
    filter_row: bool,
}

impl OnRow {
    pub(super) fn new(test: Test) -> Self {
        Self { test, filter_row: false }
    }
}

impl FilterState for OnRow {
    fn reset(&mut self) {
        self.filter_row = false;
    }

    fn filter_row_key(&mut self, first: &Cell) -> bool {
        self.filter_row |= !self.test.passes(first.row());
        self.filter_row
    }

    fn filter_cell(&mut self, _cell: &Cell) -> ReturnCode {
        if self.filter_row { ReturnCode::NextRow } else { ReturnCode::Include }
    }

    fn filter_row(&mut self) -> bool {
        self.filter_row
    }

    fn boxed_clone(&self) -> Box<dyn FilterState> {
        Box::new(self.clone())
    }
}

/// The part of a cell that [`OnPart`] compares.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part {
    /// Its family: a family that fails is left at once.
    Family,
    /// Its qualifier.
    Qualifier,
    /// Its value: an older version that passes may take the place of a newer one that fails.
    Value,
}

/// Drops cells one by one.
///
/// Source: `FamilyFilter`, `QualifierFilter`, `ValueFilter`.
#[derive(Clone, Debug)]
pub(super) struct OnPart {
    part: Part,
    test: Test,
}

impl OnPart {
    pub(super) fn new(part: Part, test: Test) -> Self {
        Self { part, test }
    }
}

impl FilterState for OnPart {
    fn filter_cell(&mut self, cell: &Cell) -> ReturnCode {
        let (stored, failed) = match self.part {
            Part::Family => (cell.family(), ReturnCode::NextRow),
            Part::Qualifier => (cell.qualifier(), ReturnCode::Skip),
            Part::Value => (cell.value(), ReturnCode::Skip),
        };
        if self.test.passes(stored) { ReturnCode::Include } else { failed }
    }

    fn boxed_clone(&self) -> Box<dyn FilterState> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::filter::start::tests::{cell, cell_at, started};

    #[test]
    fn the_stored_part_stands_on_the_left() {
        let mut filter = started("ValueFilter(<, 'binary:m')");
        assert_eq!(filter.filter_cell(&cell("r", "q", "l")), ReturnCode::Include);
        assert_eq!(filter.filter_cell(&cell("r", "q", "m")), ReturnCode::Skip);
    }

    #[test]
    fn a_row_is_dropped_until_reset() {
        let mut filter = started("RowFilter(>, 'binary:b')");
        assert!(filter.filter_row_key(&cell("b", "q", "v")));
        assert_eq!(filter.filter_cell(&cell("b", "q", "v")), ReturnCode::NextRow);
        assert!(filter.filter_row());
        filter.reset();
        assert!(!filter.filter_row_key(&cell("c", "q", "v")));
        assert!(!filter.filter_all_remaining());
    }

    #[test]
    fn a_family_is_left_at_once() {
        let mut filter = started("FamilyFilter(!=, 'binary:f')");
        assert_eq!(filter.filter_cell(&cell("r", "q", "v")), ReturnCode::NextRow);
        assert_eq!(filter.filter_cell(&cell_at("r", "g", "q", 1, "v")), ReturnCode::Include);
    }
}
