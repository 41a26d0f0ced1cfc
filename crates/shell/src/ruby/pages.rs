//! A row of many places, in pages: copies share each page until something on it is changed.

use std::sync::Arc;

/// Places on a page.
const PAGE: usize = 256;

/// A row of places, each of which may be empty.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Pages<T>(Vec<Arc<Vec<Option<T>>>>);

impl<T> Default for Pages<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Clone> Pages<T> {
    /// How many places there are.
    pub(crate) fn len(&self) -> usize {
        self.0.last().map_or(0, |last| (self.0.len() - 1) * PAGE + last.len())
    }

    pub(crate) fn get(&self, at: usize) -> Option<&T> {
        self.0.get(at / PAGE)?.get(at % PAGE)?.as_ref()
    }

    pub(crate) fn get_mut(&mut self, at: usize) -> Option<&mut T> {
        Arc::make_mut(self.0.get_mut(at / PAGE)?).get_mut(at % PAGE)?.as_mut()
    }

    /// Puts something at a place that there is.
    pub(crate) fn set(&mut self, at: usize, thing: T) {
        Arc::make_mut(&mut self.0[at / PAGE])[at % PAGE] = Some(thing);
    }

    /// Adds a place with something at it.
    pub(crate) fn push(&mut self, thing: T) {
        match self.0.last_mut().filter(|last| last.len() < PAGE) {
            Some(last) => Arc::make_mut(last).push(Some(thing)),
            None => {
                let mut page = Vec::with_capacity(PAGE);
                page.push(Some(thing));
                self.0.push(Arc::new(page));
            }
        }
    }

    /// Empties the places that are not to be kept, and tells which held something; `keeps` sees what is at a place.
    pub(crate) fn sweep(&mut self, mut keeps: impl FnMut(usize, &T) -> bool, mut emptied: impl FnMut(usize)) {
        for (number, page) in self.0.iter_mut().enumerate() {
            let mut gone = [false; PAGE];
            for (at, thing) in page.iter().enumerate() {
                gone[at] = thing.as_ref().is_some_and(|thing| !keeps(number * PAGE + at, thing));
            }
            if gone.contains(&true) {
                for (at, place) in Arc::make_mut(page).iter_mut().enumerate().filter(|(at, _)| gone[*at]) {
                    *place = None;
                    emptied(number * PAGE + at);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{PAGE, Pages};

    #[test]
    fn what_is_changed_in_a_copy_stays_in_the_other() {
        let mut pages = Pages::default();
        for number in 0..2 * PAGE + 1 {
            assert_eq!(pages.len(), number);
            pages.push(number);
        }
        let copy = pages.clone();
        pages.set(PAGE, 7);
        *pages.get_mut(0).expect("it is there") = 8;
        let mut emptied = Vec::new();
        pages.sweep(|at, _| at % 100 != 99, |at| emptied.push(at));
        assert_eq!(emptied, [99, 199, 299, 399, 499]);
        let shown = |pages: &Pages<usize>| [0, PAGE, 99, 2 * PAGE, 3 * PAGE].map(|at| pages.get(at).copied());
        assert_eq!(shown(&pages), [Some(8), Some(7), None, Some(2 * PAGE), None]);
        assert_eq!(shown(&copy), [Some(0), Some(PAGE), Some(99), Some(2 * PAGE), None]);
        assert!(std::ptr::eq(pages.get(2 * PAGE).expect("it is there"), copy.get(2 * PAGE).expect("it is there")));
    }
}
