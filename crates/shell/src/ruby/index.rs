//! Where something stands among many things that are told apart by their hashes.

/// What is found without it as quickly: so many things are looked through.
const FEW: usize = 8;

/// Places by hash, in a table of which at least half is empty. It can be made anew from what it leads to, and so says
/// nothing by itself: any two are equal.
#[derive(Clone, Debug, Default)]
pub(crate) struct Index {
    /// A place and one more; 0 where there is none.
    slots: Vec<u32>,
}

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
    /// Whether so many things want a table, or a larger one than this. Then all of them are to be added anew.
    pub(crate) fn is_small(&self, count: usize) -> bool {
        count > FEW && count * 2 > self.slots.len()
    }

    /// Whether nothing was added.
    pub(crate) fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// Forgets all, and makes room for twice as many as there are.
    pub(crate) fn begin(&mut self, count: usize) {
        self.slots.clear();
        self.slots.resize((count * 4).next_power_of_two(), 0);
    }

    /// Adds the place of a thing that is not there yet, where there is room.
    pub(crate) fn add(&mut self, hash: u64, place: usize) {
        let Some(last) = self.slots.len().checked_sub(1) else { return };
        let mut at = hash as usize & last;
        while self.slots[at] != 0 {
            at = (at + 1) & last;
        }
        self.slots[at] = place as u32 + 1;
    }

    /// The place of the thing with this hash that fits.
    pub(crate) fn find(&self, hash: u64, fits: &mut dyn FnMut(usize) -> bool) -> Option<usize> {
        let last = self.slots.len().checked_sub(1)?;
        let mut at = hash as usize & last;
        while self.slots[at] != 0 {
            let place = self.slots[at] as usize - 1;
            if fits(place) {
                return Some(place);
            }
            at = (at + 1) & last;
        }
        None
    }

    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        self.slots = Vec::new();
    }
}
