//! The items of an array. The first is taken away as quickly as the last: scripts use arrays as queues.

use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};

/// Items in their order; it derefs to a slice of them.
#[derive(Clone, Debug)]
pub(crate) struct Items<T> {
    all: Vec<T>,
    /// So many in front were taken away, and are still in their places.
    gone: usize,
}

impl<T: Clone> Items<T> {
    /// Adds some behind the last.
    pub(crate) fn extend(&mut self, more: impl IntoIterator<Item = T>) {
        self.all.extend(more);
    }

    /// Adds one behind the last.
    pub(crate) fn push(&mut self, item: T) {
        self.all.push(item);
    }

    /// Takes the last away.
    pub(crate) fn pop(&mut self) -> Option<T> {
        if self.is_empty() { None } else { self.all.pop() }
    }

    /// Takes so many in front away; there must be as many. Those behind them move up only when at least as many are gone.
    pub(crate) fn shift(&mut self, count: usize) -> Vec<T> {
        let first = self[..count].to_vec();
        self.gone += count;
        if self.gone * 2 >= self.all.len() {
            self.vec();
        }
        first
    }

    /// All of them, to be changed in any way.
    pub(crate) fn vec(&mut self) -> &mut Vec<T> {
        self.all.drain(..std::mem::take(&mut self.gone));
        &mut self.all
    }
}

impl<T> From<Vec<T>> for Items<T> {
    fn from(all: Vec<T>) -> Self {
        Self { all, gone: 0 }
    }
}

impl<T> Deref for Items<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.all[self.gone..]
    }
}

impl<T> DerefMut for Items<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.all[self.gone..]
    }
}

impl<T: PartialEq> PartialEq for Items<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Eq> Eq for Items<T> {}

impl<T: Hash> Hash for Items<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::Items;

    #[test]
    fn what_is_taken_in_front_is_gone_and_the_rest_is_in_order() {
        let mut items = Items::from((0..10).collect::<Vec<_>>());
        assert_eq!(items.shift(1), [0]);
        items.push(10);
        assert_eq!(items.shift(3), [1, 2, 3]);
        assert_eq!(*items, [4, 5, 6, 7, 8, 9, 10]);
        assert_eq!(items, Items::from((4..=10).collect::<Vec<_>>()));
        items.vec().insert(0, 3);
        assert_eq!(items.pop(), Some(10));
        assert_eq!(*items, [3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(items.shift(7).len(), 7);
        assert_eq!((items.pop(), items.len()), (None, 0));
    }
}
