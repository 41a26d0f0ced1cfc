//! `PrefixFilter`: rows that start with some bytes, with a jump to the first of them.

use super::{FilterState, ReturnCode};
use crate::bytes::RowKey;
use crate::cell::{Cell, Key, KeyRef};
use std::cmp::Ordering;

/// Rows before the prefix get a hint at their first cell; the first row beyond it ends the region.
///
/// A row shorter than the prefix is compared together with the bytes that follow it in the cell: the length of the
/// family, the family, the qualifier and so on. So the row `\x00` lies beyond the prefix `\x00\x00`.
///
/// Source: `PrefixFilter`.
#[derive(Clone, Debug)]
pub(super) struct Prefix {
    prefix: RowKey,
    reversed: bool,
    passed: bool,
    filter_row: bool,
    provide_hint: bool,
}

impl Prefix {
    pub(super) fn new(prefix: RowKey, reversed: bool) -> Self {
        Self { prefix, reversed, passed: false, filter_row: true, provide_hint: false }
    }
}

impl FilterState for Prefix {
    fn reset(&mut self) {
        self.filter_row = true;
    }

    fn filter_row_key(&mut self, first: &Cell) -> bool {
        if self.passed {
            return true;
        }
        let order = laid_out(first).take(self.prefix.len()).cmp(self.prefix.iter().copied());
        let order = if self.reversed { order.reverse() } else { order };
        self.passed = order == Ordering::Greater;
        self.filter_row = order != Ordering::Equal;
        self.provide_hint = order == Ordering::Less;
        self.passed
    }

    fn filter_cell(&mut self, _cell: &Cell) -> ReturnCode {
        match (self.provide_hint, self.filter_row) {
            (true, _) => ReturnCode::SeekNextUsingHint,
            (false, true) => ReturnCode::NextRow,
            (false, false) => ReturnCode::Include,
        }
    }

    fn filter_row(&mut self) -> bool {
        self.filter_row
    }

    fn filter_all_remaining(&mut self) -> bool {
        self.passed
    }

    fn next_cell_hint(&mut self, _cell: &Cell) -> Option<Key> {
        let row = if self.reversed { increase_last(&self.prefix) } else { self.prefix.to_vec() };
        Some(KeyRef::first_on_row(&row).to_owned())
    }

    fn boxed_clone(&self) -> Box<dyn FilterState> {
        Box::new(self.clone())
    }
}

/// The bytes of a cell from its row on, as they lie in a `KeyValue`.
fn laid_out(cell: &Cell) -> impl Iterator<Item = u8> {
    let family = [u8::try_from(cell.family().len()).unwrap_or(u8::MAX)];
    let (time, code) = (cell.timestamp().to_be_bytes(), [cell.cell_type() as u8]);
    let parts = [cell.row(), cell.family(), cell.qualifier(), cell.value()].map(|part| part.iter().copied());
    let [row, name, qualifier, value] = parts;
    row.chain(family).chain(name).chain(qualifier).chain(time).chain(code).chain(value)
}

/// Adds 1 to the last byte that is not `\x7F`, Java's largest, and leaves the bytes after it as they are. `\xFF`,
/// Java's -1, becomes `\x00`.
///
/// Source: `PrivateCellUtil.increaseLastNonMaxByte`.
pub(super) fn increase_last(row: &[u8]) -> Vec<u8> {
    let mut increased = row.to_vec();
    if let Some(byte) = increased.iter_mut().rfind(|byte| **byte != 0x7f) {
        *byte = byte.wrapping_add(1);
    }
    increased
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::filter::Filter;
    use crate::filter::start::tests::{cell, started};

    #[test]
    fn rows_before_the_prefix_get_a_hint_and_rows_after_it_end_the_region() {
        let mut filter = started("PrefixFilter('bb')");
        for row in ["a", "b", "ba\u{7f}"] {
            filter.reset();
            assert!(!filter.filter_row_key(&cell(row, "q", "v")));
            assert_eq!(filter.filter_cell(&cell(row, "q", "v")), ReturnCode::SeekNextUsingHint);
            assert_eq!(filter.next_cell_hint(&cell(row, "q", "v")).expect("a hint").row, "bb".into());
            assert!(filter.filter_row());
        }
        filter.reset();
        assert!(!filter.filter_row_key(&cell("bbx", "q", "v")));
        assert_eq!(filter.filter_cell(&cell("bbx", "q", "v")), ReturnCode::Include);
        assert!(!filter.filter_row());
        filter.reset();
        assert!(filter.filter_row_key(&cell("bc", "q", "v")));
        assert!(filter.filter_all_remaining());
    }

    #[test]
    fn a_short_row_is_compared_with_what_follows_it_in_the_cell() {
        let beyond = |prefix: &[u8], row: &str| {
            let mut filter = Filter::PrefixFilter { prefix: prefix.into() }.start(false).expect("good arguments");
            filter.filter_row_key(&cell(row, "q", "v"))
        };
        // The family of these cells is one byte long.
        assert!(beyond(b"a\x00", "a"));
        assert!(!beyond(b"a\x01", "a"));
        assert!(!beyond(b"a\x02", "a"));
    }

    #[test]
    fn a_reversed_scan_jumps_behind_the_prefix() {
        let hint = |prefix: &str| {
            let mut filter = Filter::PrefixFilter { prefix: prefix.into() }.start(true).expect("good arguments");
            assert!(!filter.filter_row_key(&cell("x", "q", "v")));
            assert_eq!(filter.filter_cell(&cell("x", "q", "v")), ReturnCode::SeekNextUsingHint);
            filter.next_cell_hint(&cell("x", "q", "v")).expect("a hint").row
        };
        assert_eq!(hint("aa"), "ab".into());
        assert_eq!(hint("aa\u{7f}"), "ab\u{7f}".into());
    }
}
