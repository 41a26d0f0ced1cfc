//! `ColumnPrefixFilter`, `MultipleColumnPrefixFilter`: qualifiers that start with some bytes.

use super::{FilterState, ReturnCode};
use crate::bytes::Qualifier;
use crate::cell::{Cell, Key, KeyRef};
use crate::error::{Error, FilterArgument};
use crate::map::Set;
use std::cmp::Ordering;
use std::sync::Arc;

/// Jumps to the prefix and leaves the family behind it.
///
/// Source: `ColumnPrefixFilter`.
#[derive(Clone, Debug)]
pub(super) struct ColumnPrefix {
    pub(super) prefix: Qualifier,
}

impl FilterState for ColumnPrefix {
    fn filter_cell(&mut self, cell: &Cell) -> ReturnCode {
        let qualifier = cell.qualifier();
        match qualifier[..qualifier.len().min(self.prefix.len())].cmp(&self.prefix) {
            Ordering::Less => ReturnCode::SeekNextUsingHint,
            Ordering::Equal => ReturnCode::Include,
            Ordering::Greater => ReturnCode::NextRow,
        }
    }

    fn next_cell_hint(&mut self, cell: &Cell) -> Option<Key> {
        Some(KeyRef::first_on_column(cell.row(), cell.family(), &self.prefix).to_owned())
    }

    fn boxed_clone(&self) -> Box<dyn FilterState> {
        Box::new(self.clone())
    }
}

/// Jumps from prefix to prefix. Without prefixes everything passes.
///
/// Source: `MultipleColumnPrefixFilter`.
#[derive(Clone, Debug)]
pub(super) struct MultipleColumnPrefix {
    prefixes: Arc<Set<Qualifier>>,
    hint: Option<Qualifier>,
}

impl MultipleColumnPrefix {
    pub(super) fn new(prefixes: &[Qualifier]) -> Result<Self, Error> {
        let sorted: Set<_> = prefixes.iter().cloned().collect();
        if sorted.len() < prefixes.len() {
            return Err(FilterArgument::RepeatedPrefix.into());
        }
        Ok(Self { prefixes: Arc::new(sorted), hint: None })
    }
}

impl FilterState for MultipleColumnPrefix {
    fn filter_cell(&mut self, cell: &Cell) -> ReturnCode {
        if self.prefixes.is_empty() {
            return ReturnCode::Include;
        }
        let qualifier = cell.qualifier_name();
        if self
            .prefixes
            .range::<Qualifier>(..=&qualifier)
            .next_back()
            .is_some_and(|prefix| qualifier.starts_with(prefix))
        {
            return ReturnCode::Include;
        }
        match self.prefixes.range::<Qualifier>(&qualifier..).next() {
            Some(next) => {
                self.hint = Some(next.clone());
                ReturnCode::SeekNextUsingHint
            }
            None => ReturnCode::NextRow,
        }
    }

    fn next_cell_hint(&mut self, cell: &Cell) -> Option<Key> {
        Some(KeyRef::first_on_column(cell.row(), cell.family(), self.hint.as_ref()?).to_owned())
    }

    fn boxed_clone(&self) -> Box<dyn FilterState> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::filter::start::tests::{cell, started};
    use ReturnCode::{Include, NextRow, SeekNextUsingHint};

    fn codes(filter: &str) -> Vec<ReturnCode> {
        let mut filter = started(filter);
        ["", "a", "ba", "bb", "bbx", "c", "d"].map(|qualifier| filter.filter_cell(&cell("r", qualifier, "v"))).to_vec()
    }

    #[test]
    fn one_prefix() {
        let hint = SeekNextUsingHint;
        assert_eq!(codes("ColumnPrefixFilter('bb')"), [hint, hint, hint, Include, Include, NextRow, NextRow]);
        assert_eq!(codes("ColumnPrefixFilter('')"), [Include; 7]);
    }

    #[test]
    fn several_prefixes() {
        let hint = SeekNextUsingHint;
        assert_eq!(
            codes("MultipleColumnPrefixFilter('c','bb')"),
            [hint, hint, hint, Include, Include, Include, NextRow]
        );
        assert_eq!(codes("MultipleColumnPrefixFilter()"), [Include; 7]);
        let mut filter = started("MultipleColumnPrefixFilter('c','bb')");
        filter.filter_cell(&cell("r", "bc", "v"));
        assert_eq!(filter.next_cell_hint(&cell("r", "bc", "v")).expect("a hint").qualifier, "c".into());
    }
}
