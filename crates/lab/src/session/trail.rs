//! Places in the tree of decisions by number, for lessons, which lead a reader along a path and back to it.

use super::Session;
use crate::promise::Fact;
use crate::sim::world::{Actor, World};

impl Session {
    /// The number of the decision at the cursor; 0 at the beginning.
    pub(crate) fn node(&self) -> u32 {
        self.log.id()
    }

    /// How many atoms lie behind the cursor.
    pub(crate) fn atoms(&self) -> u64 {
        self.log.step(self.log.at()).place.atoms
    }

    /// Whether the cursor stands in the midst of an atom.
    pub(crate) fn is_midst(&self) -> bool {
        self.log.event().is_some()
    }

    /// Whether a decision is another one, or on the way to it.
    pub(crate) fn leads_to(&self, id: u32, other: u32) -> bool {
        self.log.leads_to(id, other)
    }

    /// Puts the cursor to after a decision, on this branch or on the first that has it.
    pub(crate) fn go_to_node(&mut self, id: u32) {
        let here = self.log.branch();
        for branch in std::iter::once(here).chain(0..self.log.branches().len()) {
            if self.log.find(id).is_none() {
                self.log.switch(branch);
            }
            if let Some(at) = self.log.find(id) {
                self.log.go(at, None, self.grain);
                return;
            }
        }
    }

    /// The row that was written last, with its table.
    pub(crate) fn written(&self) -> Option<(String, Vec<u8>)> {
        self.log.written().map(|(table, row)| (table.to_owned(), row.to_vec()))
    }

    /// Whether no client has anything to do.
    pub(crate) fn is_quiet(&self) -> bool {
        let world = self.world();
        !self.is_midst() && (0..world.clients()).all(|client| world.can_step(Actor::Client(client)).is_err())
    }

    /// Hears of every atom from a decision to the cursor, and answers with what was remembered at the end. `None` where
    /// the decision is not behind the cursor.
    pub(crate) fn retold<S>(
        &self,
        since: u32,
        mut start: impl FnMut(&World) -> S,
        mut hear: impl FnMut(&mut S, &Fact<'_>),
    ) -> Option<S> {
        let from = self.log.find(since).filter(|from| *from <= self.log.at())?;
        let mut state = None;
        self.log.retell(from, self.log.at(), &mut |world, told| match (told, &mut state) {
            (None, _) => state = Some(start(world)),
            (Some(told), Some(state)) => {
                let (actor, events, over, cost) = (told.actor, told.events, told.over, told.cost);
                hear(state, &Fact { actor, events, over, cost, world });
            }
            (Some(_), None) => {}
        });
        state
    }
}
