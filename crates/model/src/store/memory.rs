//! The memstore: the cells of a family that are not in a file yet.

use super::TimeSpan;
use crate::cell::{Cell, CellType, KeyRef, Probe};
use crate::identity::Trace;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;

/// Most cells of a leaf, and most leaves of a branch. Small in tests, so that these split too.
const FULL: usize = if cfg!(test) { 4 } else { 64 };

/// Heap that an empty memstore occupies.
///
/// Source: `DefaultMemStore.FIXED_OVERHEAD`, as recorded.
const EMPTY_HEAP: u64 = 256;

/// A sorted sequence of cells that can be cloned at once: clones share what neither of them changes.
///
/// The tree has three levels, root, branches and leaves, each of which knows how many cells lie before each child, so
/// that a cell can be found by its rank too. Cells that come in order, ascending or descending, fill their leaves.
///
/// Source: `DefaultMemStore`, `CellSet`.
#[derive(Clone, Debug, Default)]
pub struct MemStore {
    root: Arc<Root>,
    data_size: u64,
    heap_size: u64,
    times: TimeSpan,
}

#[derive(Clone, Debug, Default)]
struct Root {
    /// First cell of each branch: a search need not follow pointers to it.
    firsts: Vec<Cell>,
    /// For each branch how many cells lie in it and in the branches before it.
    ends: Vec<usize>,
    branches: Vec<Arc<Branch>>,
}

#[derive(Clone, Debug, Default)]
struct Branch {
    firsts: Vec<Cell>,
    ends: Vec<usize>,
    leaves: Vec<Arc<Vec<Cell>>>,
}

/// The way to a cell in the tree: which branch, which of its leaves, which of its cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct CellPath {
    branch: usize,
    leaf: usize,
    at: usize,
}

impl MemStore {
    /// How many cells it holds.
    pub fn len(&self) -> usize {
        self.root.ends.last().copied().unwrap_or(0)
    }

    /// Whether it holds no cell.
    pub fn is_empty(&self) -> bool {
        self.root.branches.is_empty()
    }

    /// Bytes of the cells as HBase serialises them. Cells that were replaced still count.
    ///
    /// Source: `MemStoreSizing.getDataSize`.
    pub fn data_size(&self) -> u64 {
        self.data_size
    }

    /// Bytes the memstore occupies on the heap of a 64-bit JVM with compressed pointers.
    ///
    /// Source: `MemStoreSizing.getHeapSize`.
    pub fn heap_size(&self) -> u64 {
        EMPTY_HEAP + self.heap_size
    }

    /// The times of all cells that were ever added.
    pub fn times(&self) -> TimeSpan {
        self.times
    }

    /// Adds a cell; one of equal key, sequence id included, is replaced.
    ///
    /// Source: `AbstractMemStore.add`, `CellSet.add`.
    pub fn insert(&mut self, cell: Cell) {
        let size = cell.serialized_size() as u64;
        self.data_size += size;
        self.heap_size += (72 + size).next_multiple_of(8);
        self.times.add(&cell);
        Arc::make_mut(&mut self.root).insert(cell);
    }

    /// The cell of this rank: the first has 0.
    pub fn get(&self, rank: usize) -> Option<&Cell> {
        let place = self.place(rank)?;
        Some(&self.root.branches[place.branch].leaves[place.leaf][place.at])
    }

    /// The rank of the first cell that is not before `key`; [`len`](Self::len) if there is none.
    pub fn lower_bound(&self, key: KeyRef<'_>) -> usize {
        let (run, at) = self.run_at(&Probe::new(key));
        run.start + at
    }

    /// All cells, in order.
    pub fn iter(&self) -> Iter<'_> {
        self.range(0..self.len())
    }

    /// The cells of these ranks, from either end.
    pub fn range(&self, ranks: Range<usize>) -> Iter<'_> {
        let end = ranks.end.min(self.len());
        let start = ranks.start.min(end);
        Iter { store: self, ranks: start..end, front: Run::default(), back: Run::default() }
    }

    /// The stretch of neighbouring cells that lie together with the cell of this rank; empty past the end.
    pub(super) fn run(&self, rank: usize) -> Run<'_> {
        self.place(rank).map_or(Run { start: self.len(), cells: &[] }, |place| Run {
            start: rank - place.at,
            cells: &self.root.branches[place.branch].leaves[place.leaf],
        })
    }

    /// The stretch with the first cell that is not before the probe, and that cell's place in it.
    pub(super) fn run_at(&self, probe: &Probe<'_>) -> (Run<'_>, usize) {
        let root = &*self.root;
        let before = |cell: &Cell| probe.compare(cell) == Ordering::Less;
        let Some(branch_at) = root.firsts.partition_point(before).checked_sub(1) else {
            return (self.run(0), 0);
        };
        let branch = &root.branches[branch_at];
        // The first cell of the branch is before the probe, so that of some leaf is.
        let leaf_at = branch.firsts.partition_point(before) - 1;
        let leaf = &branch.leaves[leaf_at];
        let at = leaf.partition_point(before);
        let start = start_of(&root.ends, branch_at) + start_of(&branch.ends, leaf_at);
        if at == leaf.len() { (self.run(start + at), 0) } else { (Run { start, cells: leaf }, at) }
    }

    fn place(&self, rank: usize) -> Option<CellPath> {
        let root = &*self.root;
        let branch = root.ends.partition_point(|&end| end <= rank);
        let inner = root.branches.get(branch)?;
        let rest = rank - start_of(&root.ends, branch);
        let leaf = inner.ends.partition_point(|&end| end <= rest);
        Some(CellPath { branch, leaf, at: rest - start_of(&inner.ends, leaf) })
    }

    /// Adds to `trace` the parts of this that can still affect what happens; all cells are of this family. Which of them
    /// lie together depends on the order in which they came, and is not told. `kept`: only so many versions of a column
    /// matter from now on.
    pub(crate) fn tell(&self, family: &[u8], kept: Option<usize>, trace: &mut Trace) {
        trace.word(self.data_size);
        trace.word(self.heap_size);
        trace.span(family, self.times.min, self.times.max);
        let leaves = self.root.branches.iter().flat_map(|branch| &branch.leaves);
        let mut pile = Pile::default();
        for leaf in leaves {
            trace.piece(leaf, |trace| {
                for cell in leaf.iter() {
                    if kept.is_some_and(|kept| pile.buries(cell, kept, trace)) {
                        cell.tell_size(trace);
                    } else {
                        cell.tell(trace);
                    }
                }
            });
        }
        trace.word(self.len() as u64);
    }
}

/// Counts, while cells are read in order, the versions of a column that were put since the start of a search, the
/// newest first.
#[derive(Default)]
struct Pile<'a> {
    last: Option<&'a Cell>,
    height: usize,
    /// Whether a delete marker was met in this row: it may hide some of these versions.
    has_marker: bool,
}

impl<'a> Pile<'a> {
    /// Whether there are so many newer puts in the column of the next cell that nobody will see it.
    fn buries(&mut self, cell: &'a Cell, kept: usize, trace: &Trace) -> bool {
        if !self.last.is_some_and(|last| last.same_column(cell)) {
            self.height = 0;
            self.has_marker &= self.last.is_some_and(|last| last.same_row(cell));
        }
        self.last = Some(cell);
        if !trace.is_new(cell.timestamp()) {
            return false;
        }
        self.has_marker |= cell.cell_type().is_delete();
        self.height += 1;
        self.height > kept && !self.has_marker
    }
}

/// Neighbouring cells that lie together in memory, and the rank of the first of them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Run<'a> {
    pub(super) start: usize,
    pub(super) cells: &'a [Cell],
}

impl<'a> Run<'a> {
    fn get(&self, rank: usize) -> Option<&'a Cell> {
        self.cells.get(rank.checked_sub(self.start)?)
    }
}

fn start_of(ends: &[usize], at: usize) -> usize {
    at.checked_sub(1).map_or(0, |before| ends[before])
}

impl Root {
    fn insert(&mut self, cell: Cell) {
        let probe = Probe::of(&cell);
        let not_after = |first: &Cell| probe.compare(first) != Ordering::Greater;
        let after = self.firsts.partition_point(not_after);
        let at = after.saturating_sub(1);
        let Some(branch) = self.branches.get_mut(at) else {
            let leaf = Arc::new(vec![cell.clone()]);
            let branch = Branch { firsts: vec![cell.clone()], ends: vec![1], leaves: vec![leaf] };
            self.firsts.push(cell);
            self.ends.push(1);
            self.branches.push(Arc::new(branch));
            return;
        };
        let before = branch.len();
        let split = Arc::make_mut(branch).insert(cell);
        let added = branch.len() + split.as_ref().map_or(0, |(_, new)| new.len()) - before;
        if after == 0 {
            self.firsts[at] = branch.firsts[0].clone();
        }
        for end in &mut self.ends[at..] {
            *end += added;
        }
        if let Some((side, new)) = split {
            let place = at + usize::from(side == Side::After);
            let (start, end) = (start_of(&self.ends, at), self.ends[at]);
            let first_length = if side == Side::After { end - start - new.len() } else { new.len() };
            self.firsts.insert(place, new.firsts[0].clone());
            self.ends.insert(at, start + first_length);
            self.branches.insert(place, Arc::new(new));
        }
    }
}

/// Where the new half of a node that was full is inserted: before or after the old half.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Before,
    After,
}

impl Branch {
    fn len(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }

    /// Inserts into the right leaf. What does not fit comes back as a branch of its own.
    fn insert(&mut self, cell: Cell) -> Option<(Side, Self)> {
        let probe = Probe::of(&cell);
        let not_after = |first: &Cell| probe.compare(first) != Ordering::Greater;
        let at = self.firsts.partition_point(not_after).saturating_sub(1);
        let leaf = &self.leaves[at];
        let place = leaf.partition_point(|other| probe.compare(other) == Ordering::Less);
        if leaf.get(place).is_some_and(|other| probe.compare(other) == Ordering::Equal) {
            if place == 0 {
                self.firsts[at] = cell.clone();
            }
            Arc::make_mut(&mut self.leaves[at])[place] = cell;
            return None;
        }
        if leaf.len() < FULL {
            if place == 0 {
                self.firsts[at] = cell.clone();
            }
            let leaf = Arc::make_mut(&mut self.leaves[at]);
            // A leaf that was cloned has no room; without this it would grow twice.
            leaf.reserve_exact(FULL - leaf.len());
            leaf.insert(place, cell);
            for end in &mut self.ends[at..] {
                *end += 1;
            }
            return None;
        }
        // Where cells come in order, the full leaf stays full and the next ones fill the new leaf.
        let (side, new) = if place == FULL {
            (Side::After, vec![cell])
        } else if place == 0 {
            (Side::Before, vec![cell])
        } else {
            let leaf = Arc::make_mut(&mut self.leaves[at]);
            let mut upper = Vec::with_capacity(FULL);
            upper.extend(leaf.drain(FULL / 2..));
            if place <= FULL / 2 {
                leaf.insert(place, cell);
            } else {
                upper.insert(place - FULL / 2, cell);
            }
            (Side::After, upper)
        };
        let place = at + usize::from(side == Side::After);
        self.firsts.insert(place, new[0].clone());
        self.leaves.insert(place, Arc::new(new));
        self.count();
        (self.leaves.len() > FULL).then(|| self.split(place))
    }

    /// Cuts off leaves: one if the new one is at an end, else half of them.
    fn split(&mut self, new: usize) -> (Side, Self) {
        let last = self.leaves.len() - 1;
        let (side, at) = match new {
            0 => (Side::Before, 1),
            _ if new == last => (Side::After, last),
            _ => (Side::After, self.leaves.len() / 2),
        };
        let mut upper = Self { firsts: self.firsts.split_off(at), ends: Vec::new(), leaves: self.leaves.split_off(at) };
        upper.count();
        self.count();
        if side == Side::Before {
            std::mem::swap(self, &mut upper);
        }
        (side, upper)
    }

    fn count(&mut self) {
        self.ends.clear();
        let mut end = 0;
        self.ends.extend(self.leaves.iter().map(|leaf| {
            end += leaf.len();
            end
        }));
    }
}

/// Cells of a memstore in order, from either end.
#[derive(Clone, Debug)]
pub struct Iter<'a> {
    store: &'a MemStore,
    ranks: Range<usize>,
    front: Run<'a>,
    back: Run<'a>,
}

impl<'a> Iterator for Iter<'a> {
    type Item = &'a Cell;

    fn next(&mut self) -> Option<&'a Cell> {
        let rank = self.ranks.next()?;
        if self.front.get(rank).is_none() {
            self.front = self.store.run(rank);
        }
        self.front.get(rank)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.ranks.size_hint()
    }
}

impl DoubleEndedIterator for Iter<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let rank = self.ranks.next_back()?;
        if self.back.get(rank).is_none() {
            self.back = self.store.run(rank);
        }
        self.back.get(rank)
    }
}

impl ExactSizeIterator for Iter<'_> {}

impl<'a> IntoIterator for &'a MemStore {
    type Item = &'a Cell;
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}

impl PartialEq for MemStore {
    /// By cells and sizes; how they are spread over the tree does not count.
    fn eq(&self, other: &Self) -> bool {
        (self.data_size, self.heap_size, self.times) == (other.data_size, other.heap_size, other.times)
            && (Arc::ptr_eq(&self.root, &other.root) || self.iter().eq(other.iter()))
    }
}

impl Eq for MemStore {}

impl Hash for MemStore {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.len(), self.data_size).hash(state);
        for cell in self {
            cell.hash(state);
        }
    }
}

impl TimeSpan {
    fn add(&mut self, cell: &Cell) {
        self.include(cell.timestamp());
        if matches!(cell.cell_type(), CellType::DeleteColumn | CellType::DeleteFamily) {
            self.include(0);
        }
    }

    /// The span of the times of these cells.
    pub(super) fn of<'a>(cells: impl IntoIterator<Item = &'a Cell>) -> Self {
        let mut span = Self::default();
        cells.into_iter().for_each(|cell| span.add(cell));
        span
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    fn cell(row: u32, timestamp: i64, value: &str) -> Cell {
        Cell::new(format!("{row:03}").as_bytes(), b"f", b"q", timestamp, CellType::Put, value.as_bytes())
    }

    fn all(store: &MemStore) -> Vec<Cell> {
        store.iter().cloned().collect()
    }

    #[test]
    fn an_equal_key_replaces_and_still_counts() {
        let mut store = MemStore::default();
        store.insert(cell(1, 1, "old"));
        let size = store.data_size();
        store.insert(cell(1, 1, "new"));
        assert_eq!(all(&store), [cell(1, 1, "new")]);
        assert_eq!(store.data_size(), 2 * size);
    }

    #[test]
    fn cells_in_order_fill_their_leaves() {
        for descending in [false, true] {
            let mut store = MemStore::default();
            for row in 0..400 {
                store.insert(cell(if descending { 400 - row } else { row }, 1, ""));
            }
            assert!(store.root.branches.len() <= 400 / FULL / FULL + 2);
            assert_eq!(store.len(), 400);
        }
    }

    #[test]
    fn a_clone_does_not_see_later_cells() {
        let mut store = MemStore::default();
        (0..100).for_each(|row| store.insert(cell(row, 1, "")));
        let old = store.clone();
        store.insert(cell(50, 2, ""));
        assert_eq!((old.len(), store.len()), (100, 101));
        assert_ne!(old, store);
    }

    proptest! {
        #[test]
        fn a_memstore_is_a_sorted_map(rows in prop::collection::vec((0..150_u32, 0..3_i64), 0..400)) {
            let mut store = MemStore::default();
            let mut map = BTreeMap::new();
            for (n, &(row, time)) in rows.iter().enumerate() {
                let cell = cell(row, time, &n.to_string());
                map.insert((row, -time), cell.clone());
                store.insert(cell);
            }
            prop_assert_eq!(all(&store), map.values().cloned().collect::<Vec<_>>());
            let backwards: Vec<Cell> = store.range(0..store.len()).rev().cloned().collect();
            prop_assert_eq!(backwards, map.values().rev().cloned().collect::<Vec<_>>());
            for (rank, cell) in map.values().enumerate() {
                prop_assert_eq!(store.get(rank), Some(cell));
            }
            prop_assert_eq!(store.get(store.len()), None);
            for row in 0..151 {
                let key = format!("{row:03}");
                let rank = map.range((row, i64::MIN)..).next().map_or(map.len(), |(key, _)| map.range(..key).count());
                prop_assert_eq!(store.lower_bound(KeyRef::first_on_row(key.as_bytes())), rank);
            }
        }
    }
}
