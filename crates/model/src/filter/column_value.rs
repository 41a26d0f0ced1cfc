//! `ColumnValueFilter`, `SingleColumnValueFilter`, `SingleColumnValueExcludeFilter`: one column's value.

use super::comparator::Test;
use super::{ColumnTest, FilterState, ReturnCode};
use crate::bytes::{Family, Qualifier};
use crate::cell::Cell;
use crate::error::Error;

fn is_column(cell: &Cell, family: &Family, qualifier: &Qualifier) -> bool {
    *cell.family() == **family && *cell.qualifier() == **qualifier
}

/// Only the tested column's cells, and of them those that pass.
///
/// Source: `ColumnValueFilter`.
#[derive(Clone, Debug)]
pub(super) struct ColumnValue {
    family: Family,
    qualifier: Qualifier,
    test: Test,
    found: bool,
}

impl ColumnValue {
    pub(super) fn new(family: Family, qualifier: Qualifier, test: Test) -> Self {
        Self { family, qualifier, test, found: false }
    }
}

impl FilterState for ColumnValue {
    fn reset(&mut self) {
        self.found = false;
    }

    fn filter_row_key(&mut self, _first: &Cell) -> bool {
        false
    }

    fn filter_cell(&mut self, cell: &Cell) -> ReturnCode {
        if !is_column(cell, &self.family, &self.qualifier) {
            return if self.found { ReturnCode::NextRow } else { ReturnCode::NextCol };
        }
        self.found = true;
        if self.test.passes(cell.value()) { ReturnCode::Include } else { ReturnCode::Skip }
    }

    fn is_family_essential(&self, family: &[u8]) -> bool {
        *family == *self.family
    }

    fn boxed_clone(&self) -> Box<dyn FilterState> {
        Box::new(self.clone())
    }
}

/// Whole rows, kept or dropped by one column of theirs.
///
/// Source: `SingleColumnValueFilter`, `SingleColumnValueExcludeFilter`.
#[derive(Clone, Debug)]
pub(super) struct SingleColumnValue {
    family: Family,
    qualifier: Qualifier,
    test: Test,
    filter_if_missing: bool,
    latest_version_only: bool,
    /// Whether the tested column is taken out of the row before the row is judged. A row of which nothing is left
    /// is not judged any more.
    exclude: bool,
    found: bool,
    matched: bool,
}

impl SingleColumnValue {
    pub(super) fn new(test: &ColumnTest, exclude: bool) -> Result<Self, Error> {
        Ok(Self {
            family: test.family.clone(),
            qualifier: test.qualifier.clone(),
            test: Test::new(test.op, &test.comparator)?,
            filter_if_missing: test.filter_if_missing,
            latest_version_only: test.latest_version_only,
            exclude,
            found: false,
            matched: false,
        })
    }
}

impl FilterState for SingleColumnValue {
    fn reset(&mut self) {
        (self.found, self.matched) = (false, false);
    }

    fn filter_cell(&mut self, cell: &Cell) -> ReturnCode {
        if self.matched {
            return ReturnCode::Include;
        }
        if self.latest_version_only && self.found {
            return ReturnCode::NextRow;
        }
        if !is_column(cell, &self.family, &self.qualifier) {
            return ReturnCode::Include;
        }
        self.found = true;
        self.matched = self.test.passes(cell.value());
        if self.matched || !self.latest_version_only { ReturnCode::Include } else { ReturnCode::NextRow }
    }

    fn has_filter_row(&self) -> bool {
        true
    }

    fn filter_row_cells(&mut self, cells: &mut Vec<Cell>) {
        if self.exclude {
            cells.retain(|cell| !is_column(cell, &self.family, &self.qualifier));
        }
    }

    fn filter_row(&mut self) -> bool {
        if self.found { !self.matched } else { self.filter_if_missing }
    }

    /// Only the tested family decides, unless a row without the column passes: that takes a look at all of them.
    fn is_family_essential(&self, family: &[u8]) -> bool {
        !self.filter_if_missing || *family == *self.family
    }

    fn boxed_clone(&self) -> Box<dyn FilterState> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::filter::start::tests::{cell, cell_at, started};

    /// Rows r1{a, x=1}, r2{a, x=2}, r3{a}, r4{a, x=2} through a filter: the rows that pass.
    fn passing(filter: &str) -> Vec<&'static str> {
        let mut filter = started(filter);
        let rows = [("r1", Some("1")), ("r2", Some("2")), ("r3", None), ("r4", Some("2"))];
        rows.into_iter()
            .filter_map(|(row, x)| {
                filter.reset();
                let cells = [Some(cell(row, "a", "a")), x.map(|x| cell(row, "x", x))];
                let mut kept: Vec<_> = cells
                    .into_iter()
                    .flatten()
                    .filter(|cell| filter.filter_cell(cell) == ReturnCode::Include)
                    .collect();
                filter.filter_row_cells(&mut kept);
                (!kept.is_empty() && !filter.filter_row()).then_some(row)
            })
            .collect()
    }

    #[test]
    fn rows_without_the_column_pass_unless_told() {
        assert_eq!(passing("SingleColumnValueFilter('f','x',=,'binary:2')"), ["r2", "r3", "r4"]);
        assert_eq!(passing("SingleColumnValueFilter('f','x',=,'binary:2',true,true)"), ["r2", "r4"]);
        assert_eq!(passing("SingleColumnValueExcludeFilter('f','x',=,'binary:2',true,true)"), ["r2", "r4"]);
    }

    #[test]
    fn an_older_version_counts_if_asked() {
        let row = [cell_at("r", "f", "x", 2, "new"), cell_at("r", "f", "x", 1, "old")];
        for (latest_only, dropped) in [(true, true), (false, false)] {
            let mut filter = started(&format!("SingleColumnValueFilter('f','x',=,'binary:old',true,{latest_only})"));
            for cell in &row {
                filter.filter_cell(cell);
            }
            assert_eq!(filter.filter_row(), dropped);
        }
    }

    #[test]
    fn a_column_value_filter_leaves_everything_else_out() {
        let mut filter = started("ColumnValueFilter('f','x',=,'binary:1')");
        assert_eq!(filter.filter_cell(&cell("r", "a", "1")), ReturnCode::NextCol);
        assert_eq!(filter.filter_cell(&cell("r", "x", "0")), ReturnCode::Skip);
        assert_eq!(filter.filter_cell(&cell("r", "x", "1")), ReturnCode::Include);
        assert_eq!(filter.filter_cell(&cell("r", "y", "1")), ReturnCode::NextRow);
        assert!(!filter.is_family_essential(b"g"));
    }
}
