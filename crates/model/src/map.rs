//! Maps and sets as sorted vectors.
//!
//! Nearly every map of a cluster has a handful of entries, grows at its end, or is read far more often than it is
//! changed. A vector serves that as fast as a tree and is copied faster, and each kind of tree costs the page several
//! kilobytes. Inserting in the middle moves what comes after: not for a map that grows large in random order.

use std::borrow::Borrow;
use std::ops::{Bound, Index, Range, RangeBounds};

/// A map, ascending by key.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Map<K, V> {
    entries: Vec<(K, V)>,
}

impl<K: Ord, V> Map<K, V> {
    /// An empty collection.
    pub const fn new() -> Self {
        Self { entries: Vec::new() }
    }

    /// How many entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Where the key is, or where it would be.
    fn find<Q: Ord + ?Sized>(&self, key: &Q) -> Result<usize, usize>
    where
        K: Borrow<Q>,
    {
        self.entries.binary_search_by(|(own, _)| own.borrow().cmp(key))
    }

    /// The positions of the keys in a range.
    fn span<Q: Ord + ?Sized>(&self, range: &impl RangeBounds<Q>) -> Range<usize>
    where
        K: Borrow<Q>,
    {
        let before = |at: Result<usize, usize>| at.unwrap_or_else(|at| at);
        let after = |at: Result<usize, usize>| at.map_or_else(|at| at, |at| at + 1);
        let start = match range.start_bound() {
            Bound::Unbounded => 0,
            Bound::Included(key) => before(self.find(key)),
            Bound::Excluded(key) => after(self.find(key)),
        };
        let end = match range.end_bound() {
            Bound::Unbounded => self.len(),
            Bound::Included(key) => after(self.find(key)),
            Bound::Excluded(key) => before(self.find(key)),
        };
        start..end.max(start)
    }

    /// The value of a key.
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.find(key).ok().map(|at| &self.entries[at].1)
    }

    /// The value of a key, to be changed.
    pub fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        self.find(key).ok().map(|at| &mut self.entries[at].1)
    }

    /// Whether there is such a key.
    pub fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.find(key).is_ok()
    }

    /// Sets the value of a key, and answers the one it had.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.find(&key) {
            Ok(at) => Some(std::mem::replace(&mut self.entries[at].1, value)),
            Err(at) => {
                self.entries.insert(at, (key, value));
                None
            }
        }
    }

    /// The value of a key, made first where there is none.
    pub fn get_or_insert_with(&mut self, key: K, make: impl FnOnce() -> V) -> &mut V {
        let at = self.find(&key).unwrap_or_else(|at| {
            self.entries.insert(at, (key, make()));
            at
        });
        &mut self.entries[at].1
    }

    /// The value of a key, made first where there is none.
    pub fn get_or_default(&mut self, key: K) -> &mut V
    where
        V: Default,
    {
        self.get_or_insert_with(key, V::default)
    }

    /// Takes a key out, and answers its value.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        self.find(key).ok().map(|at| self.entries.remove(at).1)
    }

    /// Keeps the entries that the test accepts.
    pub fn retain(&mut self, mut keep: impl FnMut(&K, &mut V) -> bool) {
        self.entries.retain_mut(|(key, value)| keep(key, value));
    }

    /// Removes everything.
    pub fn clear(&mut self) {
        self.entries.clear();
    }

    /// The largest key and its value.
    pub fn last_key_value(&self) -> Option<(&K, &V)> {
        self.entries.last().map(|(key, value)| (key, value))
    }

    /// All entries, ascending.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&K, &V)> + ExactSizeIterator + Clone {
        self.entries.iter().map(|(key, value)| (key, value))
    }

    /// All entries, ascending, their values to be changed.
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = (&K, &mut V)> + ExactSizeIterator {
        self.entries.iter_mut().map(|(key, value)| (&*key, value))
    }

    /// All keys, ascending.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &K> + ExactSizeIterator + Clone {
        self.entries.iter().map(|(key, _)| key)
    }

    /// All values, in the order of their keys.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> + ExactSizeIterator + Clone {
        self.entries.iter().map(|(_, value)| value)
    }

    /// All values, in the order of their keys, to be changed.
    pub fn values_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut V> + ExactSizeIterator {
        self.entries.iter_mut().map(|(_, value)| value)
    }

    /// The entries of a range of keys, ascending; none where it ends before it starts.
    pub fn range<Q: Ord + ?Sized>(
        &self,
        range: impl RangeBounds<Q>,
    ) -> impl DoubleEndedIterator<Item = (&K, &V)> + ExactSizeIterator + Clone
    where
        K: Borrow<Q>,
    {
        self.entries[self.span(&range)].iter().map(|(key, value)| (key, value))
    }

    /// The entries of a range of keys, ascending, their values to be changed.
    pub fn range_mut<Q: Ord + ?Sized>(
        &mut self,
        range: impl RangeBounds<Q>,
    ) -> impl DoubleEndedIterator<Item = (&K, &mut V)> + ExactSizeIterator
    where
        K: Borrow<Q>,
    {
        let span = self.span(&range);
        self.entries[span].iter_mut().map(|(key, value)| (&*key, value))
    }
}

impl<K, V> Default for Map<K, V> {
    fn default() -> Self {
        Self { entries: Vec::new() }
    }
}

/// The value of a key; panics where there is none.
impl<K: Ord + Borrow<Q>, V, Q: Ord + ?Sized> Index<&Q> for Map<K, V> {
    type Output = V;

    fn index(&self, key: &Q) -> &V {
        self.get(key).expect("the key is there")
    }
}

/// Where a key occurs more than once, the last of its values stays.
impl<K: Ord, V> Extend<(K, V)> for Map<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        for (key, value) in entries {
            self.insert(key, value);
        }
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for Map<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut map = Self::new();
        map.extend(entries);
        map
    }
}

impl<K: Ord, V, const N: usize> From<[(K, V); N]> for Map<K, V> {
    fn from(entries: [(K, V); N]) -> Self {
        entries.into_iter().collect()
    }
}

impl<K, V> IntoIterator for Map<K, V> {
    type Item = (K, V);
    type IntoIter = std::vec::IntoIter<(K, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.into_iter()
    }
}

impl<'a, K, V> IntoIterator for &'a Map<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = std::iter::Map<std::slice::Iter<'a, (K, V)>, fn(&'a (K, V)) -> (&'a K, &'a V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.iter().map(|(key, value)| (key, value))
    }
}

/// A set, ascending.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Set<K> {
    keys: Map<K, ()>,
}

impl<K: Ord> Set<K> {
    /// An empty collection.
    pub const fn new() -> Self {
        Self { keys: Map::new() }
    }

    /// How many keys.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Whether it contains a key.
    pub fn contains<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.keys.contains_key(key)
    }

    /// Adds a key; `false` if it was there already.
    pub fn insert(&mut self, key: K) -> bool {
        self.keys.insert(key, ()).is_none()
    }

    /// Removes a key; `false` if it was not there.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.keys.remove(key).is_some()
    }

    /// Removes everything.
    pub fn clear(&mut self) {
        self.keys.clear();
    }

    /// Keeps only some keys, asked about in order.
    pub fn retain(&mut self, mut keep: impl FnMut(&K) -> bool) {
        self.keys.retain(|key, ()| keep(key));
    }

    /// All keys, ascending.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &K> + ExactSizeIterator + Clone {
        self.keys.keys()
    }

    /// The smallest key.
    pub fn first(&self) -> Option<&K> {
        self.iter().next()
    }

    /// The keys in a range, ascending.
    pub fn range<Q: Ord + ?Sized>(
        &self,
        range: impl RangeBounds<Q>,
    ) -> impl DoubleEndedIterator<Item = &K> + ExactSizeIterator + Clone
    where
        K: Borrow<Q>,
    {
        self.keys.range(range).map(|(key, ())| key)
    }
}

impl<K> Default for Set<K> {
    fn default() -> Self {
        Self { keys: Map::default() }
    }
}

impl<K: Ord> Extend<K> for Set<K> {
    fn extend<I: IntoIterator<Item = K>>(&mut self, keys: I) {
        for key in keys {
            self.insert(key);
        }
    }
}

impl<K: Ord> FromIterator<K> for Set<K> {
    fn from_iter<I: IntoIterator<Item = K>>(keys: I) -> Self {
        let mut set = Self::new();
        set.extend(keys);
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        /// Compares the map with a `BTreeMap` on which the same is done.
        #[test]
        fn it_is_a_map(deeds in prop::collection::vec((0..4u8, 0..20u8, any::<u8>()), 0..60), from in 0..22u8, to in 0..22u8) {
            let mut map = Map::new();
            let mut tree = BTreeMap::new();
            for (deed, key, value) in deeds {
                match deed {
                    0 => prop_assert_eq!(map.remove(&key), tree.remove(&key)),
                    1 => {
                        let own: &mut u8 = map.get_or_insert_with(key, || value);
                        prop_assert_eq!(own, tree.entry(key).or_insert(value));
                    }
                    _ => prop_assert_eq!(map.insert(key, value), tree.insert(key, value)),
                }
                prop_assert!(map.iter().eq(tree.iter()));
                prop_assert_eq!(map.get(&from), tree.get(&from));
            }
            if from < to {
                prop_assert!(map.range(from..to).eq(tree.range(from..to)));
                prop_assert!(map.range((Bound::Excluded(from), Bound::Included(to))).eq(tree.range((Bound::Excluded(from), Bound::Included(to)))));
            } else {
                prop_assert_eq!(map.range(from..to).count(), 0);
            }
        }
    }
}
