//! `FirstKeyOnlyFilter`, `KeyOnlyFilter`: keys without their values.

use super::{FilterState, ReturnCode};
use crate::bytes::from_int;
use crate::cell::Cell;

/// The first cell of a row, over all its families.
///
/// Source: `FirstKeyOnlyFilter`.
#[derive(Clone, Debug, Default)]
pub(super) struct FirstKeyOnly {
    found: bool,
}

impl FilterState for FirstKeyOnly {
    fn reset(&mut self) {
        self.found = false;
    }

    fn filter_cell(&mut self, _cell: &Cell) -> ReturnCode {
        if std::mem::replace(&mut self.found, true) { ReturnCode::NextRow } else { ReturnCode::Include }
    }

    fn boxed_clone(&self) -> Box<dyn FilterState> {
        Box::new(self.clone())
    }
}

/// Every cell, its value emptied or replaced by its length in 4 bytes.
///
/// Source: `KeyOnlyFilter`.
#[derive(Clone, Debug)]
pub(super) struct KeyOnly {
    pub(super) length_as_value: bool,
}

impl FilterState for KeyOnly {
    fn filter_cell(&mut self, _cell: &Cell) -> ReturnCode {
        ReturnCode::Include
    }

    fn transform_cell(&mut self, cell: Cell) -> Cell {
        if self.length_as_value {
            let length = i32::try_from(cell.value().len()).expect("a value is shorter than 2 GiB");
            cell.with_value(&from_int(length))
        } else {
            cell.with_value(b"")
        }
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
    fn one_cell_a_row() {
        let mut filter = started("FirstKeyOnlyFilter()");
        for _ in 0..2 {
            filter.reset();
            assert_eq!(filter.filter_cell(&cell("r", "a", "v")), ReturnCode::Include);
            assert_eq!(filter.filter_cell(&cell("r", "b", "v")), ReturnCode::NextRow);
        }
    }

    #[test]
    fn values_become_empty_or_their_length() {
        assert_eq!(started("KeyOnlyFilter()").transform_cell(cell("r", "q", "value")).value(), b"");
        assert_eq!(started("KeyOnlyFilter(true)").transform_cell(cell("r", "q", "value")).value(), [0, 0, 0, 5]);
    }
}
