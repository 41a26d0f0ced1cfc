//! The items of an array. The first is taken away as quickly as the last: scripts use arrays as queues. Copies share them
//! until one is changed: each kept world has a copy of each array, and each call of a method looks at one.

use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// Items in their order; it derefs to a slice of them.
#[derive(Clone, Debug)]
pub(crate) struct Items<T> {
    all: All<T>,
    /// How many items at the front were removed; they stay in memory until it is worth moving the others.
    gone: usize,
}

/// The items: owned while they are few, shared between copies once they are many.
#[derive(Clone, Debug)]
enum All<T> {
    Own(Vec<T>),
    Shared(Arc<Vec<T>>),
}

/// Items from which on copies share them: to copy fewer is quicker than to make what can be shared.
const LONG: usize = 64;

impl<T> All<T> {
    fn of(all: Vec<T>) -> Self {
        if all.len() < LONG { Self::Own(all) } else { Self::Shared(Arc::new(all)) }
    }
}

impl<T: Clone> Items<T> {
    /// Adds some behind the last.
    pub(crate) fn extend(&mut self, more: impl IntoIterator<Item = T>) {
        self.own().extend(more);
        self.share();
    }

    /// Adds one behind the last.
    pub(crate) fn push(&mut self, item: T) {
        self.own().push(item);
        self.share();
    }

    /// Takes the last away.
    pub(crate) fn pop(&mut self) -> Option<T> {
        if self.is_empty() { None } else { self.own().pop() }
    }

    /// Takes so many in front away; there must be as many. Those behind them move up only when at least as many are gone.
    pub(crate) fn shift(&mut self, count: usize) -> Vec<T> {
        let first = self[..count].to_vec();
        self.gone += count;
        if self.gone >= self.len() {
            self.vec();
        }
        first
    }

    /// All items as a vector that can be changed in any way.
    pub(crate) fn vec(&mut self) -> &mut Vec<T> {
        let gone = std::mem::take(&mut self.gone);
        let all = self.own();
        all.drain(..gone);
        all
    }

    /// The items, of which a copy is made only where others have them, too.
    fn own(&mut self) -> &mut Vec<T> {
        match &mut self.all {
            All::Own(all) => all,
            All::Shared(all) => Arc::make_mut(all),
        }
    }

    /// From now on copies share the items, where they have become many.
    fn share(&mut self) {
        if let All::Own(all) = &mut self.all
            && all.len() >= LONG
        {
            self.all = All::Shared(Arc::new(std::mem::take(all)));
        }
    }
}

impl<T> From<Vec<T>> for Items<T> {
    fn from(all: Vec<T>) -> Self {
        Self { all: All::of(all), gone: 0 }
    }
}

impl<T> Deref for Items<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        let all = match &self.all {
            All::Own(all) => all,
            All::Shared(all) => &**all,
        };
        &all[self.gone..]
    }
}

impl<T: Clone> DerefMut for Items<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        let gone = self.gone;
        &mut self.own()[gone..]
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
    use super::{Items, LONG};
    use proptest::collection::vec;
    use proptest::prelude::*;

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

    #[test]
    fn a_copy_shares_the_items_until_it_is_changed() {
        let mut items = Items::from(Vec::new());
        (0..LONG).for_each(|item| items.push(item));
        let copy = items.clone();
        assert_eq!(items.shift(2), [0, 1]);
        assert_eq!(items.as_ptr(), copy[2..].as_ptr());
        items.push(LONG);
        assert_eq!((copy.len(), items.len()), (LONG, LONG - 1));
        assert_eq!((copy.last(), items.last(), items[0]), (Some(&(LONG - 1)), Some(&LONG), 2));
        items[0] = 7;
        assert_eq!((copy[2], items[0]), (2, 7));
        let few = Items::from(vec![1, 2]);
        assert_ne!(few.clone().as_ptr(), few.as_ptr(), "few are copied");
    }

    #[derive(Clone, Debug)]
    enum Change {
        Push,
        Extend(usize),
        Pop,
        Shift(usize),
        Set(usize),
        Insert(usize),
        Copy,
        Swap,
    }

    fn changes() -> impl Strategy<Value = Vec<Change>> {
        let change = prop_oneof![
            4 => Just(Change::Push),
            1 => (0..2 * LONG).prop_map(Change::Extend),
            2 => Just(Change::Pop),
            3 => (0..LONG).prop_map(Change::Shift),
            2 => any::<usize>().prop_map(Change::Set),
            1 => any::<usize>().prop_map(Change::Insert),
            2 => Just(Change::Copy),
            1 => Just(Change::Swap),
        ];
        vec(change, 0..60)
    }

    proptest! {
        /// Beside plain vectors; of two copies each is changed while the other shares with it.
        #[test]
        fn it_is_a_vector_whatever_is_shared(changes in changes()) {
            let mut here = (Items::from(Vec::new()), Vec::new());
            let mut there = here.clone();
            for (number, change) in changes.into_iter().enumerate() {
                let (items, plain) = &mut here;
                match change {
                    Change::Push => {
                        items.push(number);
                        plain.push(number);
                    }
                    Change::Extend(count) => {
                        items.extend(number..number + count);
                        plain.extend(number..number + count);
                    }
                    Change::Pop => prop_assert_eq!(items.pop(), plain.pop()),
                    Change::Shift(count) => {
                        let count = count.min(plain.len());
                        prop_assert_eq!(items.shift(count), plain.drain(..count).collect::<Vec<_>>());
                    }
                    Change::Set(at) if !plain.is_empty() => {
                        let at = at % plain.len();
                        items[at] = number;
                        plain[at] = number;
                    }
                    Change::Set(_) => {}
                    Change::Insert(at) => {
                        let at = at % (plain.len() + 1);
                        items.vec().insert(at, number);
                        plain.insert(at, number);
                    }
                    Change::Copy => there = here.clone(),
                    Change::Swap => std::mem::swap(&mut here, &mut there),
                }
                prop_assert_eq!(&*here.0, &here.1[..]);
                prop_assert_eq!(&*there.0, &there.1[..]);
            }
        }
    }
}
