//! `FuzzyRowFilter`: rows that match a pattern of fixed and free bytes, with jumps to the next possible one.

use super::prefix::increase_last;
use super::{FilterState, ReturnCode};
use crate::bytes::{RowKey, Value};
use crate::cell::{Cell, Key, KeyRef};
use crate::error::{Error, FilterArgument};
use std::sync::Arc;

/// A pattern. A row shorter than it is compared as far as it goes, of a longer one only the beginning.
#[derive(Debug)]
struct Pattern {
    /// The bytes of the pattern; 0 at places where any byte matches.
    key: Vec<u8>,
    /// For each byte whether a row must have exactly this byte.
    fixed: Vec<bool>,
}

/// Returns the rows that match one of the patterns.
///
/// Source: `FuzzyRowFilter`.
#[derive(Clone, Debug)]
pub(super) struct FuzzyRow {
    patterns: Arc<[Pattern]>,
    reversed: bool,
    filter_row: bool,
    done: bool,
    /// The pattern that matched last: it is tried first.
    last_found: Option<usize>,
    /// For each pattern that may still match, the next row it could match. `None` before the first hint.
    next_rows: Option<Vec<(Vec<u8>, usize)>>,
}

impl FuzzyRow {
    pub(super) fn new(pairs: &[(RowKey, Value)], reversed: bool) -> Result<Self, Error> {
        if pairs.is_empty() {
            return Err(FilterArgument::NoPatterns.into());
        }
        let patterns = pairs
            .iter()
            .map(|(key, mask)| {
                if key.len() != mask.len() {
                    let (key, mask) = (key.clone(), mask.clone());
                    return Err(FilterArgument::PatternLengths { key, mask });
                }
                let fixed: Vec<_> = mask.iter().map(|&byte| byte == 0).collect();
                let key = key.iter().zip(&fixed).map(|(&byte, &fixed)| if fixed { byte } else { 0 }).collect();
                Ok(Pattern { key, fixed })
            })
            .collect::<Result<_, _>>()?;
        Ok(Self { patterns, reversed, filter_row: false, done: false, last_found: None, next_rows: None })
    }
}

impl Pattern {
    fn matches(&self, row: &[u8]) -> bool {
        self.key.iter().zip(&self.fixed).zip(row).all(|((key, fixed), byte)| !fixed || key == byte)
    }

    /// The next row after `row` that could match, in the direction of the scan; reversed, one just above it, to seek
    /// back from. `None` where there is none.
    fn next_row(&self, row: &[u8], reversed: bool) -> Option<Vec<u8>> {
        let (last, first) = if reversed { (0x00, 0xff) } else { (0xff, 0x00) };
        let mut next = self.key.clone();
        if row.len() > next.len() {
            next.resize(row.len(), first);
        }
        let fixed = |at: usize| self.fixed.get(at).copied().unwrap_or(false);
        let mut increase = None;
        let mut increased = false;
        for (at, next) in next.iter_mut().enumerate() {
            let byte = row.get(at).copied().unwrap_or(first);
            if !fixed(at) {
                *next = byte;
                if byte != last {
                    increase = Some(at);
                }
            } else if byte != *next {
                increased = (byte < *next) != reversed;
                break;
            }
        }
        if !increased {
            let at = increase?;
            next[at] = if reversed { next[at].wrapping_sub(1) } else { next[at].wrapping_add(1) };
            for free in (at + 1..next.len()).filter(|&free| !fixed(free)) {
                next[free] = first;
            }
        }
        // Free bytes at the end are no part of the place to seek, or shorter rows would be passed over.
        let kept = self.fixed.iter().rposition(|&fixed| fixed).map_or(0, |at| at + 1);
        next.truncate(kept.max(increase.map_or(0, |at| at + 1)));
        Some(if reversed { increase_last(&next) } else { next })
    }
}

impl FilterState for FuzzyRow {
    fn reset(&mut self) {
        self.filter_row = false;
    }

    fn filter_cell(&mut self, cell: &Cell) -> ReturnCode {
        let (count, from) = (self.patterns.len(), self.last_found.unwrap_or(0));
        let found = (from..from + count).map(|at| at % count).find(|&at| self.patterns[at].matches(cell.row()));
        self.last_found = found;
        if found.is_some() {
            return ReturnCode::Include;
        }
        self.filter_row = true;
        ReturnCode::SeekNextUsingHint
    }

    fn filter_row(&mut self) -> bool {
        self.filter_row
    }

    fn filter_all_remaining(&mut self) -> bool {
        self.done
    }

    fn next_cell_hint(&mut self, cell: &Cell) -> Option<Key> {
        let row = cell.row();
        let ahead = |next: &[u8]| if self.reversed { row > next } else { row < next };
        let mut rows = Vec::with_capacity(self.patterns.len());
        let mut passed: Vec<usize> = Vec::new();
        match &self.next_rows {
            None => passed.extend(0..self.patterns.len()),
            Some(next_rows) => {
                for (next, pattern) in next_rows {
                    if ahead(next) {
                        rows.push((next.clone(), *pattern));
                    } else {
                        passed.push(*pattern);
                    }
                }
            }
        }
        let renewed = passed.into_iter().filter_map(|at| Some((self.patterns[at].next_row(row, self.reversed)?, at)));
        rows.extend(renewed);
        let next = if self.reversed { rows.iter().max() } else { rows.iter().min() };
        let hint = next.map(|(next, _)| KeyRef::first_on_row(next).to_owned());
        self.done = hint.is_none();
        self.next_rows = Some(rows);
        hint
    }

    fn boxed_clone(&self) -> Box<dyn FilterState> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::filter::Filter;
    use crate::filter::start::tests::cell;

    fn next(row: &[u8], key: &[u8], mask: &[u8], reversed: bool) -> Option<Vec<u8>> {
        let filter = FuzzyRow::new(&[(key.into(), mask.into())], reversed).expect("good arguments");
        filter.patterns[0].next_row(row, reversed)
    }

    #[test]
    fn the_next_row_that_could_match() {
        assert_eq!(next(b"u1-01", b"??-02", &[1, 1, 0, 0, 0], false).as_deref(), Some(&b"u1-02"[..]));
        assert_eq!(next(b"u1-03", b"??-02", &[1, 1, 0, 0, 0], false).as_deref(), Some(&b"u2-02"[..]));
        assert_eq!(next(b"a\xff-03", b"??-02", &[1, 1, 0, 0, 0], false).as_deref(), Some(&b"b\0-02"[..]));
        assert_eq!(next(b"u3", b"u2", &[0, 0], false), None);
        assert_eq!(next(b"a", b"u??", &[0, 1, 1], false).as_deref(), Some(&b"u"[..]));
        assert_eq!(next(b"u3-01", b"??-02", &[1, 1, 0, 0, 0], true).as_deref(), Some(&b"u2-03"[..]));
    }

    #[test]
    fn rows_are_compared_as_far_as_they_go() {
        let filter = Filter::FuzzyRowFilter { pairs: vec![("??-02".into(), Value::from([1, 1, 0, 0, 0].as_slice()))] };
        let mut filter = filter.start(false).expect("good arguments");
        for row in ["u1", "u1-02", "u1-02-more"] {
            assert_eq!(filter.filter_cell(&cell(row, "q", "v")), ReturnCode::Include, "{row}");
        }
        assert_eq!(filter.filter_cell(&cell("u1-1", "q", "v")), ReturnCode::SeekNextUsingHint);
        assert!(filter.filter_row());
    }

    #[test]
    fn without_a_next_row_the_region_is_done() {
        let filter = Filter::FuzzyRowFilter {
            pairs: vec![("a1".into(), Value::from([0, 0].as_slice())), ("b1".into(), Value::from([0, 0].as_slice()))],
        };
        let mut filter = filter.start(false).expect("good arguments");
        let mut hint = |row| {
            filter.filter_cell(&cell(row, "q", "v"));
            (filter.next_cell_hint(&cell(row, "q", "v")).map(|hint| hint.row), filter.filter_all_remaining())
        };
        assert_eq!(hint("a0"), (Some("a1".into()), false));
        assert_eq!(hint("a2"), (Some("b1".into()), false));
        assert_eq!(hint("c"), (None, true));
    }
}
