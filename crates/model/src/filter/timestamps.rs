//! `TimestampsFilter`: cells of some timestamps.

use super::{FilterState, ReturnCode};
use crate::cell::{Cell, Key, KeyRef};
use crate::error::{Error, FilterArgument};
use crate::map::Set;
use std::sync::Arc;

/// Returns the versions with one of the timestamps and leaves a column below the smallest of them.
///
/// With hints it jumps from timestamp to timestamp; a jump may pass over a delete marker, and what that marker hides
/// is seen.
///
/// Source: `TimestampsFilter`.
#[derive(Clone, Debug)]
pub(super) struct Timestamps {
    timestamps: Arc<Set<i64>>,
    can_hint: bool,
}

impl Timestamps {
    pub(super) fn new(timestamps: &[i64], can_hint: bool) -> Result<Self, Error> {
        if let Some(&time) = timestamps.iter().find(|timestamp| **timestamp < 0) {
            return Err(FilterArgument::NegativeTimestamp { time }.into());
        }
        Ok(Self { timestamps: Arc::new(timestamps.iter().copied().collect()), can_hint })
    }
}

impl FilterState for Timestamps {
    fn filter_cell(&mut self, cell: &Cell) -> ReturnCode {
        let timestamp = cell.timestamp();
        if self.timestamps.contains(&timestamp) {
            ReturnCode::Include
        } else if timestamp < self.timestamps.first().copied().unwrap_or(i64::MAX) {
            ReturnCode::NextCol
        } else if self.can_hint {
            ReturnCode::SeekNextUsingHint
        } else {
            ReturnCode::Skip
        }
    }

    fn next_cell_hint(&mut self, cell: &Cell) -> Option<Key> {
        if !self.can_hint {
            return None;
        }
        let (row, family, qualifier) = (cell.row(), cell.family(), cell.qualifier());
        Some(match self.timestamps.range(..cell.timestamp()).next_back() {
            Some(next) => KeyRef::first_on_version(row, family, qualifier, *next).to_owned(),
            None => KeyRef::last_on_column(row, family, qualifier).to_owned(),
        })
    }

    fn boxed_clone(&self) -> Box<dyn FilterState> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::filter::Filter;
    use crate::filter::start::tests::cell_at;
    use ReturnCode::{Include, NextCol, SeekNextUsingHint, Skip};

    #[test]
    fn codes_with_and_without_hints() {
        for (can_hint, between) in [(false, Skip), (true, SeekNextUsingHint)] {
            let filter = Filter::TimestampsFilter { timestamps: vec![3, 6], can_hint };
            let mut filter = filter.start(false).expect("good arguments");
            let codes = [7, 6, 4, 3, 2].map(|timestamp| filter.filter_cell(&cell_at("r", "f", "q", timestamp, "v")));
            assert_eq!(codes, [between, Include, between, Include, NextCol]);
            let hint = filter.next_cell_hint(&cell_at("r", "f", "q", 5, "v"));
            assert_eq!(hint.map(|hint| hint.timestamp), can_hint.then_some(3));
        }
    }
}
