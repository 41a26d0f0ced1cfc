//! `FilterList`: filters with AND (`MUST_PASS_ALL`) or OR (`MUST_PASS_ONE`).
//!
//! Return codes have an order, by how far the scanner steps: `Include` < `Skip` < `IncludeAndNextCol` < `NextCol` <
//! `IncludeAndSeekNextRow` < `NextRow` < `SeekNextUsingHint`. AND takes the farthest step any filter allows, OR the
//! nearest; whether the cell is included is a matter of its own.

use super::{FilterState, ReturnCode};
use crate::cell::{self, Cell, Key};
use ReturnCode::{Include, IncludeAndNextCol, IncludeAndSeekNextRow, NextCol, NextRow, SeekNextUsingHint, Skip};
use std::cmp::Ordering;

fn includes(code: ReturnCode) -> bool {
    matches!(code, Include | IncludeAndNextCol | IncludeAndSeekNextRow)
}

/// How far a code steps, whether it includes or not: to the next cell, column, row, or place that is hinted at.
fn step(code: ReturnCode) -> u8 {
    match code {
        Include | Skip => 0,
        IncludeAndNextCol | NextCol => 1,
        IncludeAndSeekNextRow | NextRow => 2,
        SeekNextUsingHint => 3,
    }
}

fn code_of(included: bool, step: u8) -> ReturnCode {
    match (included, step) {
        (true, 0) => Include,
        (true, 1) => IncludeAndNextCol,
        (true, _) => IncludeAndSeekNextRow,
        (false, 0) => Skip,
        (false, 1) => NextCol,
        (false, 2) => NextRow,
        (false, _) => SeekNextUsingHint,
    }
}

/// The code for AND: the farther of the two steps; the cell is included only if both include it.
fn farthest(left: ReturnCode, right: ReturnCode) -> ReturnCode {
    code_of(includes(left) && includes(right), step(left).max(step(right)))
}

/// The nearest step; included if one includes. Nobody knows how far a hint leads, so beside any other code it is no
/// step at all.
fn nearest(left: ReturnCode, right: ReturnCode) -> ReturnCode {
    let hints = [left, right].map(|code| code == SeekNextUsingHint);
    let nearest = if hints[0] != hints[1] { 0 } else { step(left).min(step(right)) };
    code_of(includes(left) || includes(right), nearest)
}

/// Of two hints the one that leads farther in the direction of the scan, or the nearer one.
fn choose(left: Key, right: Key, order: Ordering) -> Key {
    if cell::compare_keys(left.as_ref(), right.as_ref()) == order { right } else { left }
}

/// All filters must pass.
///
/// Source: `FilterListWithAND`.
#[derive(Clone, Debug)]
pub(super) struct MustPassAll {
    filters: Vec<Box<dyn FilterState>>,
    /// Which filters are asked for a hint even where another one has left the cell out.
    hinting: Vec<bool>,
    reversed: bool,
    /// The filters that gave a hint for the last cell.
    seekers: Vec<usize>,
}

impl MustPassAll {
    pub(super) fn new(filters: Vec<Box<dyn FilterState>>, hinting: Vec<bool>, reversed: bool) -> Self {
        Self { filters, hinting, reversed, seekers: Vec::new() }
    }
}

impl FilterState for MustPassAll {
    fn reset(&mut self) {
        self.filters.iter_mut().for_each(|filter| filter.reset());
        self.seekers.clear();
    }

    /// Every filter hears of the row. A hinting filter that would pass it must see its cells, or its jump is lost.
    fn filter_row_key(&mut self, first: &Cell) -> bool {
        let (mut dropped, mut hint_awaited) = (false, false);
        for (filter, hinting) in self.filters.iter_mut().zip(&self.hinting) {
            if filter.filter_all_remaining() {
                return true;
            }
            if filter.filter_row_key(first) {
                dropped = true;
            } else {
                hint_awaited |= hinting;
            }
        }
        dropped && !hint_awaited
    }

    /// After the first filter that leaves the cell out, the others are not asked, so that they do not count it; only
    /// for hints.
    fn filter_cell(&mut self, cell: &Cell) -> ReturnCode {
        self.seekers.clear();
        let mut code = Include;
        for (at, (filter, hinting)) in self.filters.iter_mut().zip(&self.hinting).enumerate() {
            if includes(code) {
                let next = if filter.filter_all_remaining() { NextRow } else { filter.filter_cell(cell) };
                if next == SeekNextUsingHint {
                    self.seekers.push(at);
                }
                code = farthest(code, next);
            } else if *hinting && filter.filter_cell(cell) == SeekNextUsingHint {
                self.seekers.push(at);
            }
        }
        if self.seekers.is_empty() { code } else { SeekNextUsingHint }
    }

    fn transform_cell(&mut self, cell: Cell) -> Cell {
        self.filters.iter_mut().fold(cell, |cell, filter| filter.transform_cell(cell))
    }

    fn has_filter_row(&self) -> bool {
        self.filters.iter().any(|filter| filter.has_filter_row())
    }

    fn filter_row_cells(&mut self, cells: &mut Vec<Cell>) {
        self.filters.iter_mut().for_each(|filter| filter.filter_row_cells(cells));
    }

    fn filter_row(&mut self) -> bool {
        self.filters.iter_mut().any(|filter| filter.filter_row())
    }

    fn filter_all_remaining(&mut self) -> bool {
        self.filters.iter_mut().any(|filter| filter.filter_all_remaining())
    }

    fn next_cell_hint(&mut self, cell: &Cell) -> Option<Key> {
        let farther = if self.reversed { Ordering::Greater } else { Ordering::Less };
        let mut hint = None;
        for &at in &self.seekers {
            let filter = &mut self.filters[at];
            if !filter.filter_all_remaining() {
                hint = match (hint, filter.next_cell_hint(cell)) {
                    (Some(left), Some(right)) => Some(choose(left, right, farther)),
                    (left, right) => left.or(right),
                };
            }
        }
        hint
    }

    fn is_family_essential(&self, family: &[u8]) -> bool {
        self.filters.is_empty() || self.filters.iter().any(|filter| filter.is_family_essential(family))
    }

    fn boxed_clone(&self) -> Box<dyn FilterState> {
        Box::new(self.clone())
    }
}

/// One filter must pass.
///
/// Source: `FilterListWithOR`.
#[derive(Clone, Debug)]
pub(super) struct MustPassOne {
    filters: Vec<Box<dyn FilterState>>,
    reversed: bool,
    /// What each filter said about the last cell of this row that it answers for.
    last: Vec<Option<(ReturnCode, Cell)>>,
    /// Which filters included the last cell: those may transform it.
    included: Vec<bool>,
}

impl MustPassOne {
    pub(super) fn new(filters: Vec<Box<dyn FilterState>>, reversed: bool) -> Self {
        let (last, included) = (vec![None; filters.len()], vec![false; filters.len()]);
        Self { filters, reversed, last, included }
    }
}

/// The code that still follows from what a filter said about an earlier cell of the row, because the list as a whole
/// did not step as far as this filter allowed. Then it is not asked about the cell.
fn still(
    filter: &mut dyn FilterState,
    last: Option<&(ReturnCode, Cell)>,
    cell: &Cell,
    reversed: bool,
) -> Option<ReturnCode> {
    let (code, earlier) = last?;
    let holds = match code {
        Include | Skip => false,
        NextCol | IncludeAndNextCol => earlier.same_column(cell),
        NextRow | IncludeAndSeekNextRow => earlier.family() == cell.family(),
        SeekNextUsingHint => filter.next_cell_hint(earlier).is_some_and(|hint| {
            let order = cell::compare_to_key(cell, hint.as_ref());
            if reversed { order.is_gt() } else { order.is_lt() }
        }),
    };
    holds.then_some(code_of(false, step(*code)))
}

impl FilterState for MustPassOne {
    fn reset(&mut self) {
        self.filters.iter_mut().for_each(|filter| filter.reset());
        self.last.fill(None);
        self.included.fill(false);
    }

    fn filter_row_key(&mut self, first: &Cell) -> bool {
        let mut dropped = !self.filters.is_empty();
        for filter in &mut self.filters {
            if !filter.filter_all_remaining() && !filter.filter_row_key(first) {
                dropped = false;
            }
        }
        dropped
    }

    fn filter_cell(&mut self, cell: &Cell) -> ReturnCode {
        if self.filters.is_empty() {
            return Include;
        }
        let mut merged = None;
        for (at, filter) in self.filters.iter_mut().enumerate() {
            self.included[at] = false;
            if filter.filter_all_remaining() {
                continue;
            }
            let code = match still(&mut **filter, self.last[at].as_ref(), cell, self.reversed) {
                Some(code) => code,
                None => filter.filter_cell(cell),
            };
            self.last[at] = (!matches!(code, Include | Skip)).then(|| (code, cell.clone()));
            self.included[at] = includes(code);
            merged = Some(merged.map_or(code, |merged| nearest(merged, code)));
        }
        merged.unwrap_or(Skip)
    }

    fn transform_cell(&mut self, cell: Cell) -> Cell {
        let filters = self.filters.iter_mut().zip(&self.included);
        filters.fold(cell, |cell, (filter, included)| if *included { filter.transform_cell(cell) } else { cell })
    }

    fn has_filter_row(&self) -> bool {
        self.filters.iter().any(|filter| filter.has_filter_row())
    }

    fn filter_row_cells(&mut self, cells: &mut Vec<Cell>) {
        self.filters.iter_mut().for_each(|filter| filter.filter_row_cells(cells));
    }

    fn filter_row(&mut self) -> bool {
        !self.filters.is_empty() && self.filters.iter_mut().all(|filter| filter.filter_row())
    }

    fn filter_all_remaining(&mut self) -> bool {
        !self.filters.is_empty() && self.filters.iter_mut().all(|filter| filter.filter_all_remaining())
    }

    fn next_cell_hint(&mut self, cell: &Cell) -> Option<Key> {
        let nearer = if self.reversed { Ordering::Less } else { Ordering::Greater };
        let mut hint: Option<Key> = None;
        for filter in &mut self.filters {
            if filter.filter_all_remaining() {
                continue;
            }
            let next = filter.next_cell_hint(cell)?;
            hint = Some(match hint {
                Some(hint) => choose(hint, next, nearer),
                None => next,
            });
        }
        hint
    }

    fn is_family_essential(&self, family: &[u8]) -> bool {
        self.filters.is_empty() || self.filters.iter().any(|filter| filter.is_family_essential(family))
    }

    fn boxed_clone(&self) -> Box<dyn FilterState> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::filter::start::tests::{cell, cell_at, started};

    const CODES: [ReturnCode; 7] =
        [Include, IncludeAndNextCol, IncludeAndSeekNextRow, Skip, NextCol, NextRow, SeekNextUsingHint];

    #[test]
    fn and_takes_the_farthest_step() {
        let (i, ic, ir, s, c, r, h) =
            (Include, IncludeAndNextCol, IncludeAndSeekNextRow, Skip, NextCol, NextRow, SeekNextUsingHint);
        let table = [
            [i, ic, ir, s, c, r, h],
            [ic, ic, ir, c, c, r, h],
            [ir, ir, ir, r, r, r, h],
            [s, c, r, s, c, r, h],
            [c, c, r, c, c, r, h],
            [r, r, r, r, r, r, h],
            [h, h, h, h, h, h, h],
        ];
        assert_eq!(CODES.map(|left| CODES.map(|right| farthest(left, right))), table);
    }

    #[test]
    fn or_takes_the_nearest_step() {
        let (i, ic, ir, s, c, r, h) =
            (Include, IncludeAndNextCol, IncludeAndSeekNextRow, Skip, NextCol, NextRow, SeekNextUsingHint);
        let table = [
            [i, i, i, i, i, i, i],
            [i, ic, ic, i, ic, ic, i],
            [i, ic, ir, i, ic, ir, i],
            [i, i, i, s, s, s, s],
            [i, ic, ic, s, c, c, s],
            [i, ic, ir, s, c, r, s],
            [i, i, i, s, s, s, h],
        ];
        assert_eq!(CODES.map(|left| CODES.map(|right| nearest(left, right))), table);
    }

    #[test]
    fn and_does_not_count_what_is_left_out() {
        let mut filter = started("QualifierFilter(=, 'binary:b') AND ColumnPaginationFilter(1, 0)");
        assert_eq!(filter.filter_cell(&cell("r", "a", "v")), Skip);
        assert_eq!(filter.filter_cell(&cell("r", "b", "v")), IncludeAndNextCol);
        assert_eq!(filter.filter_cell(&cell("r", "b", "v")), NextRow);
    }

    #[test]
    fn and_follows_the_farthest_hint_also_of_filters_not_asked() {
        let mut filter = started(
            "ValueFilter(=, 'binary:x') AND ColumnPrefixFilter('m') AND ColumnRangeFilter('n', true, '', true)",
        );
        let first = cell("r", "a", "v");
        assert_eq!(filter.filter_cell(&first), SeekNextUsingHint);
        assert_eq!(filter.next_cell_hint(&first).expect("a hint").qualifier, "n".into());
    }

    #[test]
    fn and_does_not_drop_a_row_of_which_a_hint_is_awaited() {
        let mut filter = started("RowFilter(=, 'binary:z') AND PrefixFilter('m')");
        assert!(!filter.filter_row_key(&cell("a", "q", "v")));
        assert_eq!(filter.filter_cell(&cell("a", "q", "v")), SeekNextUsingHint);
        let mut filter = started("RowFilter(=, 'binary:z') AND PageFilter(1)");
        assert!(filter.filter_row_key(&cell("a", "q", "v")));
    }

    #[test]
    fn or_asks_again_only_behind_the_step() {
        // The count of the second filter must not run on within one column.
        let mut filter = started("ValueFilter(=, 'binary:x') OR ColumnPaginationFilter(1, 1)");
        assert_eq!(filter.filter_cell(&cell_at("r", "f", "a", 3, "x")), Include);
        assert_eq!(filter.filter_cell(&cell_at("r", "f", "a", 2, "v")), Skip);
        assert_eq!(filter.filter_cell(&cell_at("r", "f", "b", 2, "v")), Include);
        assert_eq!(filter.filter_cell(&cell_at("r", "f", "b", 1, "v")), Skip);
    }

    #[test]
    fn or_hints_only_if_all_do() {
        let mut filter = started("ColumnPrefixFilter('m') OR ColumnPrefixFilter('k')");
        let first = cell("r", "a", "v");
        assert_eq!(filter.filter_cell(&first), SeekNextUsingHint);
        assert_eq!(filter.next_cell_hint(&first).expect("a hint").qualifier, "k".into());
        let mut filter = started("ColumnPrefixFilter('m') OR ValueFilter(=, 'binary:x')");
        assert_eq!(filter.filter_cell(&first), Skip);
    }

    #[test]
    fn only_filters_that_include_transform() {
        let mut filter = started("KeyOnlyFilter() OR ValueFilter(=, 'binary:x')");
        filter.filter_cell(&cell("r", "q", "x"));
        assert_eq!(filter.transform_cell(cell("r", "q", "x")).value(), b"");
        let mut filter = started("(KeyOnlyFilter() AND ValueFilter(=, 'binary:y')) OR ValueFilter(=, 'binary:x')");
        filter.filter_cell(&cell("r", "q", "x"));
        assert_eq!(filter.transform_cell(cell("r", "q", "x")).value(), b"x");
    }
}
