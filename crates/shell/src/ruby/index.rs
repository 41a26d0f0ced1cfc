//! A hash index: finds the position of an item in a list by the item's hash.

/// Up to so many items a search through the list is as quick, and there is no table.
const FEW: usize = 8;

/// Positions by hash, in a table of which at least half is empty. It can be rebuilt from the list, so it is no part of
/// the list's value: any two compare equal.
#[derive(Clone, Debug, Default)]
pub(crate) struct Index {
    /// Position + 1; 0 where the slot is empty, and the largest number where what stood there was removed.
    slots: Vec<u32>,
    /// Slots that are not empty.
    used: usize,
}

/// What stands in the slot of an item that was removed: a search goes on behind it.
const REMOVED: u32 = u32::MAX;

impl PartialEq for Index {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Index {}

impl std::hash::Hash for Index {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}

impl Index {
    /// Whether a list of `count` items needs a table, or a larger one; then [`begin`](Self::begin), and add all items again.
    pub(crate) fn must_grow(&self, count: usize) -> bool {
        (count > FEW || !self.slots.is_empty()) && (self.used + 1).max(count) * 2 > self.slots.len()
    }

    /// Whether nothing was added.
    pub(crate) fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// Empties the table, and makes room for twice as many items as there are.
    pub(crate) fn begin(&mut self, count: usize) {
        self.slots.clear();
        self.slots.resize((count * 4).next_power_of_two(), 0);
        self.used = 0;
    }

    /// Adds the position of an item that is not there yet; without a table it does nothing.
    pub(crate) fn add(&mut self, hash: u64, place: usize) {
        let Some(last) = self.slots.len().checked_sub(1) else { return };
        let mut at = hash as usize & last;
        while self.slots[at] != 0 {
            at = (at + 1) & last;
        }
        self.slots[at] = place as u32 + 1;
        self.used += 1;
    }

    /// Removes the position of an item; those behind it are one less from now on.
    pub(crate) fn remove(&mut self, place: usize) {
        let gone = place as u32 + 1;
        for slot in &mut self.slots {
            if *slot == gone {
                *slot = REMOVED;
            } else if *slot > gone && *slot != REMOVED {
                *slot -= 1;
            }
        }
    }

    /// The position of the item with this hash that `fits` accepts.
    pub(crate) fn find(&self, hash: u64, fits: &mut dyn FnMut(usize) -> bool) -> Option<usize> {
        let last = self.slots.len().checked_sub(1)?;
        let mut at = hash as usize & last;
        while self.slots[at] != 0 {
            let place = self.slots[at] as usize - 1;
            if self.slots[at] != REMOVED && fits(place) {
                return Some(place);
            }
            at = (at + 1) & last;
        }
        None
    }

    /// Empties the table.
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }
}
