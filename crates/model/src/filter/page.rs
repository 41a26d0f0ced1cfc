//! `PageFilter`: at most so many rows of each region.

use super::{FilterState, ReturnCode};
use crate::cell::Cell;
use crate::error::{Error, FilterArgument};

/// Counts the rows that come to its `filter_row`, and ends the region when the page is full.
///
/// Each region has its own count, so a scan over R regions may return R pages.
///
/// Source: `PageFilter`.
#[derive(Clone, Debug)]
pub(super) struct Page {
    page_size: i64,
    rows_accepted: i64,
}

impl Page {
    pub(super) fn new(page_size: i64) -> Result<Self, Error> {
        if page_size < 0 {
            return Err(FilterArgument::NegativePageSize { page_size }.into());
        }
        Ok(Self { page_size, rows_accepted: 0 })
    }
}

impl FilterState for Page {
    fn filter_cell(&mut self, _cell: &Cell) -> ReturnCode {
        ReturnCode::Include
    }

    fn has_filter_row(&self) -> bool {
        true
    }

    fn filter_row(&mut self) -> bool {
        self.rows_accepted += 1;
        self.rows_accepted > self.page_size
    }

    fn filter_all_remaining(&mut self) -> bool {
        self.rows_accepted >= self.page_size
    }

    fn boxed_clone(&self) -> Box<dyn FilterState> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use crate::filter::start::tests::{cell, started};

    #[test]
    fn a_page_ends_the_region() {
        let mut page = started("PageFilter(2)");
        for row in ["a", "b"] {
            page.reset();
            assert!(!page.filter_row_key(&cell(row, "q", "v")));
            assert!(!page.filter_row());
        }
        assert!(page.filter_all_remaining());
        assert!(page.filter_row_key(&cell("c", "q", "v")));
    }

    #[test]
    fn a_copy_counts_on_alone() {
        let mut page = started("PageFilter(1)");
        let mut copy = page.clone();
        page.filter_row();
        assert!(page.filter_all_remaining());
        assert!(!copy.filter_all_remaining());
        assert_ne!(format!("{page:?}"), format!("{copy:?}"));
    }
}
