//! `SkipFilter`, `WhileMatchFilter`: they widen what another filter rejects to the whole row, or to the rest of the
//! region.

use super::{FilterState, ReturnCode};
use crate::cell::Cell;

/// Drops the whole row where the wrapped filter answers anything but `Include` about one of its cells.
///
/// Only cells and resets reach the wrapped filter: what it says about row keys, whole rows and the rest of the region
/// is not asked, and a hint of it is not followed.
///
/// Source: `SkipFilter`.
#[derive(Clone, Debug)]
pub(super) struct Skip {
    filter: Box<dyn FilterState>,
    filter_row: bool,
}

impl Skip {
    pub(super) fn new(filter: Box<dyn FilterState>) -> Self {
        Self { filter, filter_row: false }
    }
}

impl FilterState for Skip {
    fn reset(&mut self) {
        self.filter.reset();
        self.filter_row = false;
    }

    fn filter_cell(&mut self, cell: &Cell) -> ReturnCode {
        let code = self.filter.filter_cell(cell);
        self.filter_row |= code != ReturnCode::Include;
        code
    }

    fn transform_cell(&mut self, cell: Cell) -> Cell {
        self.filter.transform_cell(cell)
    }

    fn has_filter_row(&self) -> bool {
        true
    }

    fn filter_row(&mut self) -> bool {
        self.filter_row
    }

    fn is_family_essential(&self, family: &[u8]) -> bool {
        self.filter.is_family_essential(family)
    }

    fn boxed_clone(&self) -> Box<dyn FilterState> {
        Box::new(self.clone())
    }
}

/// Ends the region as soon as the wrapped filter answers anything but `Include`, drops a row or is done. Cells of
/// that row which have passed already are returned.
///
/// Source: `WhileMatchFilter`.
#[derive(Clone, Debug)]
pub(super) struct WhileMatch {
    filter: Box<dyn FilterState>,
    done: bool,
}

impl WhileMatch {
    pub(super) fn new(filter: Box<dyn FilterState>) -> Self {
        Self { filter, done: false }
    }
}

impl FilterState for WhileMatch {
    fn reset(&mut self) {
        self.filter.reset();
    }

    fn filter_row_key(&mut self, first: &Cell) -> bool {
        if self.filter_all_remaining() {
            return true;
        }
        let dropped = self.filter.filter_row_key(first);
        self.done |= dropped;
        dropped
    }

    fn filter_cell(&mut self, cell: &Cell) -> ReturnCode {
        let code = self.filter.filter_cell(cell);
        self.done |= code != ReturnCode::Include;
        code
    }

    fn transform_cell(&mut self, cell: Cell) -> Cell {
        self.filter.transform_cell(cell)
    }

    fn has_filter_row(&self) -> bool {
        true
    }

    fn filter_row(&mut self) -> bool {
        let dropped = self.filter.filter_row();
        self.done |= dropped;
        dropped
    }

    fn filter_all_remaining(&mut self) -> bool {
        self.done || self.filter.filter_all_remaining()
    }

    fn is_family_essential(&self, family: &[u8]) -> bool {
        self.filter.is_family_essential(family)
    }

    fn boxed_clone(&self) -> Box<dyn FilterState> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::filter::start::tests::{cell, started};

    #[test]
    fn skip_drops_the_row_of_a_cell_that_fails() {
        let mut filter = started("SKIP ValueFilter(!=, 'binary:0')");
        for (value, dropped) in [("1", false), ("0", true), ("1", false)] {
            filter.reset();
            filter.filter_cell(&cell("r", "q", value));
            assert_eq!(filter.filter_row(), dropped);
        }
    }

    #[test]
    fn skip_asks_only_about_cells() {
        let mut filter = started("SKIP RowFilter(=, 'binary:a')");
        assert!(!filter.filter_row_key(&cell("b", "q", "v")));
        assert_eq!(filter.filter_cell(&cell("b", "q", "v")), ReturnCode::Include);
        assert!(!filter.filter_row());
        let mut filter = started("SKIP PrefixFilter('a')");
        assert_eq!(filter.filter_cell(&cell("a", "q", "v")), ReturnCode::NextRow);
        assert!(filter.filter_row());
    }

    #[test]
    fn while_ends_at_the_first_cell_that_fails() {
        let mut filter = started("WHILE ColumnCountGetFilter(5)");
        assert!(!filter.filter_all_remaining());
        assert_eq!(filter.filter_cell(&cell("r", "q", "v")), ReturnCode::IncludeAndNextCol);
        assert!(filter.filter_all_remaining());
    }
}
