//! Simulated time: one millisecond an atom, and nothing else moves it but a script that sleeps and
//! requests that are sent at a rate.

/// A clock of atoms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Clock {
    start: i64,
    atoms: u64,
}

impl Clock {
    /// A clock that shows `start` until the first atom is done.
    pub fn new(start: i64) -> Self {
        Self { start, atoms: 0 }
    }

    /// Milliseconds now: the time of the atom that comes next.
    pub fn now(&self) -> i64 {
        self.start.saturating_add_unsigned(self.atoms)
    }

    /// Atoms done.
    pub fn atoms(&self) -> u64 {
        self.atoms
    }

    /// Moves the clock forward by so many milliseconds.
    pub(crate) fn pass(&mut self, milliseconds: u64) {
        self.start = self.start.saturating_add_unsigned(milliseconds);
    }

    /// Counts one atom, which moves the clock by one millisecond.
    pub(crate) fn tick(&mut self) {
        self.atoms += 1;
    }
}
