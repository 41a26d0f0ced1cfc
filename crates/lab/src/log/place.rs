//! Positions of one schedule at the three grains.
//!
//! The schedule is a sequence of atoms. A step at a grain is a run of atoms that belong together: at *operation* all of
//! one operation until somebody else comes in, at *RPC* those of one round trip likewise, at *cell* a single event. So
//! every position at a coarse grain is one at a finer grain, and a change of grain never changes the schedule.

use super::fact::Fact;
use crate::log::Grain;

/// How many steps of each grain there are up to and including an atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct StepCounts {
    /// Steps at the grain *operation*.
    operations: u64,
    /// Steps at the grain *RPC*.
    calls: u64,
    /// Events; an atom without any counts as one.
    events: u64,
    /// How many atoms were done; a burst counts as all of its atoms.
    pub(crate) atoms: u64,
}

impl StepCounts {
    /// Steps at a grain.
    pub(crate) fn at(self, grain: Grain) -> u64 {
        match grain {
            Grain::Operation => self.operations,
            Grain::Rpc => self.calls,
            Grain::Cell => self.events,
        }
    }

    /// The place after one more atom; the same place where the atom is no step. `last` is the atom before it.
    pub(crate) fn after(self, last: Option<&Fact>, fact: &Fact) -> Self {
        if fact.is_aside() {
            return self;
        }
        let same_operation = last.is_some_and(|last| last.actor == fact.actor && last.operation == fact.operation);
        let same_call = same_operation && last.is_some_and(|last| !last.ends_call);
        Self {
            operations: self.operations + u64::from(!same_operation),
            calls: self.calls + u64::from(!same_call),
            events: self.events + fact.events.max(1),
            atoms: self.atoms + u64::from(fact.atoms),
        }
    }
}
