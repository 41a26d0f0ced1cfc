//! `DependentColumnFilter`: cells that were written together with one column.

use super::comparator::Test;
use super::{FilterState, ReturnCode};
use crate::bytes::{Family, Qualifier};
use crate::cell::Cell;
use crate::map::Set;

/// Keeps the cells of a row whose timestamp is also that of a passing cell of the reference column.
///
/// Source: `DependentColumnFilter`.
#[derive(Clone, Debug)]
pub(super) struct DependentColumn {
    family: Family,
    qualifier: Qualifier,
    drop_dependent: bool,
    test: Option<Test>,
    stamps: Set<i64>,
}

impl DependentColumn {
    pub(super) fn new(family: Family, qualifier: Qualifier, drop_dependent: bool, test: Option<Test>) -> Self {
        Self { family, qualifier, drop_dependent, test, stamps: Set::new() }
    }
}

impl FilterState for DependentColumn {
    fn reset(&mut self) {
        self.stamps.clear();
    }

    fn filter_cell(&mut self, cell: &Cell) -> ReturnCode {
        if *cell.family() != *self.family || *cell.qualifier() != *self.qualifier {
            return ReturnCode::Include; // filter_row_cells decides
        }
        if self.test.as_ref().is_some_and(|test| !test.passes(cell.value())) {
            return ReturnCode::Skip;
        }
        self.stamps.insert(cell.timestamp());
        if self.drop_dependent { ReturnCode::Skip } else { ReturnCode::Include }
    }

    fn has_filter_row(&self) -> bool {
        true
    }

    fn filter_row_cells(&mut self, cells: &mut Vec<Cell>) {
        cells.retain(|cell| self.stamps.contains(&cell.timestamp()));
    }

    fn boxed_clone(&self) -> Box<dyn FilterState> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::filter::start::tests::{cell_at, started};

    fn kept(filter: &str) -> Vec<(String, i64)> {
        let mut filter = started(filter);
        let row = [("a", 3), ("a", 1), ("x", 2), ("x", 1), ("z", 2)];
        let row = row.map(|(qualifier, timestamp)| cell_at("r", "f", qualifier, timestamp, &timestamp.to_string()));
        let mut kept: Vec<_> = row.into_iter().filter(|cell| filter.filter_cell(cell) == ReturnCode::Include).collect();
        filter.filter_row_cells(&mut kept);
        kept.iter().map(|cell| (cell.qualifier_name().to_string(), cell.timestamp())).collect()
    }

    #[test]
    fn times_of_the_reference_column_decide() {
        let named = |cells: &[(&str, i64)]| -> Vec<_> { cells.iter().map(|(q, t)| ((*q).to_owned(), *t)).collect() };
        assert_eq!(kept("DependentColumnFilter('f','x')"), named(&[("a", 1), ("x", 2), ("x", 1), ("z", 2)]));
        assert_eq!(kept("DependentColumnFilter('f','x',true)"), named(&[("a", 1), ("z", 2)]));
        assert_eq!(kept("DependentColumnFilter('f','x',false,=,'binary:2')"), named(&[("x", 2), ("z", 2)]));
    }
}
