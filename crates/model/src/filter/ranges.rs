//! `MultiRowRangeFilter`: rows of several ranges, with jumps from one to the next.

use super::{FilterState, ReturnCode, RowRange};
use crate::cell::{Cell, Key, KeyRef};
use crate::error::{Error, FilterArgument};
use crate::order;
use std::cmp::Ordering;
use std::sync::Arc;

/// Returns the rows of its ranges; ends behind the last of them.
///
/// Source: `MultiRowRangeFilter`.
#[derive(Clone, Debug)]
pub(super) struct MultiRowRange {
    /// Ranges that do not overlap, in the order in which the scan meets them.
    ranges: Arc<[RowRange]>,
    reversed: bool,
    /// The range in which, or before which, the scan is; `None` before the first row.
    current: Option<usize>,
    /// Whether a range was found: until then every row is looked up.
    found_first: bool,
    code: ReturnCode,
    done: bool,
}

impl MultiRowRange {
    pub(super) fn new(ranges: &[RowRange], reversed: bool) -> Result<Self, Error> {
        let mut ranges = sort_and_merge(ranges)?;
        if reversed {
            ranges.reverse();
        }
        Ok(Self {
            ranges: ranges.into(),
            reversed,
            current: None,
            found_first: false,
            code: ReturnCode::NextRow,
            done: false,
        })
    }

    /// The end of a range at which the scan meets it, and whether it belongs to the range.
    fn near_end<'a>(&self, range: &'a RowRange) -> (&'a [u8], bool) {
        if self.reversed { (&range.stop, range.stop_inclusive) } else { (&range.start, range.start_inclusive) }
    }

    /// The place of a row among the near ends, found by halving: the range that begins there, or the one to insert
    /// before. In a reversed scan the open end of the last range is out of order (it is empty, the smallest row), so
    /// the answer depends on which ranges are looked at; they are the same as in Java.
    fn search(&self, row: &[u8]) -> Result<usize, usize> {
        let (mut low, mut high) = (0, self.ranges.len());
        while low < high {
            let middle = low + (high - low - 1) / 2;
            let order = self.near_end(&self.ranges[middle]).0.cmp(row);
            match if self.reversed { order.reverse() } else { order } {
                Ordering::Less => low = middle + 1,
                Ordering::Equal => return Ok(middle),
                Ordering::Greater => high = middle,
            }
        }
        Err(low)
    }
}

impl FilterState for MultiRowRange {
    fn filter_row_key(&mut self, first: &Cell) -> bool {
        if self.done {
            return true;
        }
        let row = first.row();
        if self.found_first && self.current.is_some_and(|at| contains(&self.ranges[at], row)) {
            self.code = ReturnCode::Include;
            return false;
        }
        let place = self.search(row);
        let (index, before_first) = match place {
            Ok(at) => (at, false),
            Err(at) if at > 0 && contains(&self.ranges[at - 1], row) => (at - 1, false),
            Err(0) if !contains(&self.ranges[0], row) => (0, true),
            Err(at) => {
                self.found_first = true;
                (at, false)
            }
        };
        if index >= self.ranges.len() {
            self.done = true;
            self.code = ReturnCode::NextRow;
            return false;
        }
        self.current = Some(index);
        if place.is_ok() && !self.near_end(&self.ranges[index]).1 {
            self.code = ReturnCode::NextRow;
            return false;
        }
        let inside = if self.found_first { contains(&self.ranges[index], row) } else { !before_first };
        self.found_first = true;
        self.code = if inside { ReturnCode::Include } else { ReturnCode::SeekNextUsingHint };
        false
    }

    fn filter_cell(&mut self, _cell: &Cell) -> ReturnCode {
        self.code
    }

    fn filter_all_remaining(&mut self) -> bool {
        self.done
    }

    fn next_cell_hint(&mut self, _cell: &Cell) -> Option<Key> {
        let row = self.near_end(&self.ranges[self.current?]).0;
        Some(KeyRef::first_on_row(row).to_owned())
    }

    fn boxed_clone(&self) -> Box<dyn FilterState> {
        Box::new(self.clone())
    }
}

fn contains(range: &RowRange, row: &[u8]) -> bool {
    let after = match row.cmp(&range.start) {
        Ordering::Less => false,
        Ordering::Equal => range.start_inclusive,
        Ordering::Greater => true,
    };
    let before = match row.cmp(&range.stop) {
        _ if range.stop.is_empty() => true,
        Ordering::Less => true,
        Ordering::Equal => range.stop_inclusive,
        Ordering::Greater => false,
    };
    after && before
}

fn is_valid(range: &RowRange) -> bool {
    range.start.is_empty()
        || range.stop.is_empty()
        || range.start < range.stop
        || range.start == range.stop && range.stop_inclusive
}

/// Sorts ranges by their start and joins those that meet. Of equal starts the first given says whether the start
/// belongs to the range; once a range was widened, an inclusive stop of any range within it makes its stop inclusive.
///
/// Source: `MultiRowRangeFilter.sortAndMerge`.
fn sort_and_merge(ranges: &[RowRange]) -> Result<Vec<RowRange>, Error> {
    if ranges.is_empty() {
        return Err(FilterArgument::NoRanges.into());
    }
    let mut sorted = ranges.to_vec();
    order::sort_by(&mut sorted, |left, right| left.start.cmp(&right.start));
    let invalid = sorted.iter().filter(|range| !is_valid(range));
    let ranges: Vec<_> = invalid.map(|range| (range.start.clone(), range.stop.clone())).collect();
    if !ranges.is_empty() {
        return Err(FilterArgument::InvalidRanges { ranges }.into());
    }
    let mut merged: Vec<RowRange> = Vec::with_capacity(sorted.len());
    let mut widened = false;
    for range in sorted {
        let Some(last) = merged.last_mut() else {
            merged.push(range);
            continue;
        };
        let meets = last.stop.is_empty()
            || last.stop > range.start
            || last.stop == range.start && (last.stop_inclusive || range.start_inclusive);
        if !meets {
            merged.push(range);
            widened = false;
        } else if last.stop.is_empty() {
            break;
        } else if range.stop.is_empty() || range.stop > last.stop {
            (last.stop, last.stop_inclusive) = (range.stop, range.stop_inclusive);
            widened = true;
        } else if widened || range.stop == last.stop {
            last.stop_inclusive |= range.stop_inclusive;
        }
    }
    Ok(merged)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::filter::Filter;
    use crate::filter::start::tests::cell;
    use ReturnCode::{Include, NextRow, SeekNextUsingHint};

    fn range(text: &str) -> RowRange {
        let (start, stop) = text[1..text.len() - 1].split_once(',').expect("two ends");
        RowRange {
            start: start.into(),
            start_inclusive: text.starts_with('['),
            stop: stop.into(),
            stop_inclusive: text.ends_with(']'),
        }
    }

    fn merged(ranges: &[&str]) -> Result<Vec<RowRange>, Error> {
        sort_and_merge(&ranges.iter().map(|text| range(text)).collect::<Vec<_>>())
    }

    #[test]
    fn ranges_that_meet_become_one() {
        let ranges = |texts: &[&str]| Ok(texts.iter().map(|text| range(text)).collect());
        assert_eq!(merged(&["[c,e)", "[a,c)"]), ranges(&["[a,e)"]));
        assert_eq!(merged(&["(c,e)", "[a,c)"]), ranges(&["[a,c)", "(c,e)"]));
        assert_eq!(merged(&["[a,c)", "[b,e)", "[x,)"]), ranges(&["[a,e)", "[x,)"]));
        assert_eq!(merged(&["[a,)", "[b,e)"]), ranges(&["[a,)"]));
        assert_eq!(merged(&["[b,a]"]).expect_err("invalid").class(), "IllegalArgumentException");
        assert!(merged(&["[a,a]"]).is_ok() && merged(&["[a,a)"]).is_err() && merged(&[]).is_err());
    }

    #[test]
    fn a_scan_jumps_from_range_to_range() {
        let ranges = vec![range("[b,c)"), range("(e,f]")];
        let mut forward = Filter::MultiRowRangeFilter { ranges: ranges.clone() }.start(false).expect("good arguments");
        let mut backward = Filter::MultiRowRangeFilter { ranges }.start(true).expect("good arguments");
        let step = |filter: &mut Box<dyn FilterState>, row: &str| {
            assert!(!filter.filter_row_key(&cell(row, "q", "v")));
            let code = filter.filter_cell(&cell(row, "q", "v"));
            let hint = filter.next_cell_hint(&cell(row, "q", "v"));
            (code, hint.filter(|_| code == SeekNextUsingHint).map(|hint| hint.row.to_string()))
        };
        assert_eq!(step(&mut forward, "a"), (SeekNextUsingHint, Some("b".to_owned())));
        assert_eq!(step(&mut forward, "b1"), (Include, None));
        assert_eq!(step(&mut forward, "c"), (SeekNextUsingHint, Some("e".to_owned())));
        assert_eq!(step(&mut forward, "e"), (NextRow, None));
        assert_eq!(step(&mut forward, "f"), (Include, None));
        assert_eq!(step(&mut forward, "g"), (NextRow, None));
        assert!(forward.filter_all_remaining());
        assert_eq!(step(&mut backward, "g"), (SeekNextUsingHint, Some("f".to_owned())));
        assert_eq!(step(&mut backward, "f"), (Include, None));
        assert_eq!(step(&mut backward, "d"), (SeekNextUsingHint, Some("c".to_owned())));
        assert_eq!(step(&mut backward, "b"), (Include, None));
    }
}
