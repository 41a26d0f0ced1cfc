//! `InclusiveStopFilter`: rows up to one, and that row.

use super::{FilterState, ReturnCode};
use crate::bytes::RowKey;
use crate::cell::Cell;

/// The first row beyond the stop, in the direction of the scan, ends the region.
///
/// Source: `InclusiveStopFilter`.
#[derive(Clone, Debug)]
pub(super) struct InclusiveStop {
    stop: RowKey,
    reversed: bool,
    done: bool,
}

impl InclusiveStop {
    pub(super) fn new(stop: RowKey, reversed: bool) -> Self {
        Self { stop, reversed, done: false }
    }
}

impl FilterState for InclusiveStop {
    fn filter_row_key(&mut self, first: &Cell) -> bool {
        if !self.done {
            let order = first.row().cmp(&self.stop);
            self.done = if self.reversed { order.is_lt() } else { order.is_gt() };
        }
        self.done
    }

    fn filter_cell(&mut self, _cell: &Cell) -> ReturnCode {
        if self.done { ReturnCode::NextRow } else { ReturnCode::Include }
    }

    fn filter_all_remaining(&mut self) -> bool {
        self.done
    }

    fn boxed_clone(&self) -> Box<dyn FilterState> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use crate::filter::Filter;
    use crate::filter::start::tests::cell;

    #[test]
    fn the_stop_row_passes_in_both_directions() {
        for (reversed, inside, beyond) in [(false, "a", "b\0"), (true, "c", "a")] {
            let mut filter = Filter::InclusiveStopFilter { stop: "b".into() }.start(reversed).expect("good arguments");
            assert!(!filter.filter_row_key(&cell(inside, "q", "v")));
            assert!(!filter.filter_row_key(&cell("b", "q", "v")));
            assert!(filter.filter_row_key(&cell(beyond, "q", "v")));
            assert!(filter.filter_all_remaining());
        }
    }
}
