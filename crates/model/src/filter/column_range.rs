//! `ColumnRangeFilter`: qualifiers from one to another, in every family.

use super::{FilterState, ReturnCode};
use crate::bytes::Qualifier;
use crate::cell::{Cell, Key, KeyRef};

/// Jumps to its first qualifier and leaves the family behind its last. No bound where there is no qualifier.
///
/// Source: `ColumnRangeFilter`.
#[derive(Clone, Debug)]
pub(super) struct ColumnRange {
    pub(super) min: Option<Qualifier>,
    pub(super) min_inclusive: bool,
    pub(super) max: Option<Qualifier>,
    pub(super) max_inclusive: bool,
}

impl FilterState for ColumnRange {
    fn filter_cell(&mut self, cell: &Cell) -> ReturnCode {
        if let Some(min) = &self.min {
            let order = cell.qualifier().cmp(min);
            if order.is_lt() {
                return ReturnCode::SeekNextUsingHint;
            }
            if order.is_eq() && !self.min_inclusive {
                return ReturnCode::NextCol;
            }
        }
        let inside = self.max.as_ref().is_none_or(|max| {
            let order = cell.qualifier().cmp(max);
            order.is_lt() || order.is_eq() && self.max_inclusive
        });
        if inside { ReturnCode::Include } else { ReturnCode::NextRow }
    }

    fn next_cell_hint(&mut self, cell: &Cell) -> Option<Key> {
        let min = self.min.as_deref().unwrap_or_default();
        Some(KeyRef::first_on_column(cell.row(), cell.family(), min).to_owned())
    }

    fn boxed_clone(&self) -> Box<dyn FilterState> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::filter::start::tests::{cell, started};
    use ReturnCode::{Include, NextCol, NextRow, SeekNextUsingHint};

    fn codes(filter: &str) -> Vec<ReturnCode> {
        let mut filter = started(filter);
        ["a", "b", "c"].map(|qualifier| filter.filter_cell(&cell("r", qualifier, "v"))).to_vec()
    }

    #[test]
    fn bounds() {
        assert_eq!(codes("ColumnRangeFilter('b', true, '', false)"), [SeekNextUsingHint, Include, Include]);
        assert_eq!(codes("ColumnRangeFilter('a', false, 'c', false)"), [NextCol, Include, NextRow]);
        assert_eq!(codes("ColumnRangeFilter('', false, 'b', true)"), [Include, Include, NextRow]);
    }

    #[test]
    fn the_hint_stays_in_row_and_family() {
        let mut filter = started("ColumnRangeFilter('m', true, '', false)");
        let hint = filter.next_cell_hint(&cell("r", "a", "v")).expect("a hint");
        assert_eq!(hint, KeyRef::first_on_column(b"r", b"f", b"m").to_owned());
    }
}
