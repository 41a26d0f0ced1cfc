//! Two neighbouring steps of different clients, which might have come the other way round.

use super::{Grain, Log};
use crate::sim::world::Actor;

/// The step at the cursor and the one before it, of two clients.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Neighbours {
    /// The first decision of the earlier step.
    pub(crate) begin: usize,
    /// The number of the client that made the earlier step.
    pub(crate) earlier: u8,
    /// The number of the client that made the later step.
    pub(crate) later: u8,
}

impl Log {
    /// The last two steps up to the cursor at a grain, where two clients made them, each alone. At [`Grain::Cell`] these are
    /// atoms, since nobody can come in within one.
    pub(crate) fn neighbours(&self, grain: Grain) -> Option<Neighbours> {
        let last = self.atom(self.at())?;
        let (middle, later) = self.stretch(last, grain)?;
        let before = self.atom(middle.checked_sub(1)?)?;
        let (begin, earlier) = self.stretch(before, grain)?;
        (earlier != later).then_some(Neighbours { begin, earlier, later })
    }

    /// Where the step begins that an atom belongs to, and the client that made it alone.
    fn stretch(&self, atom: usize, grain: Grain) -> Option<(usize, u8)> {
        let begin = self.begin(atom, grain);
        let Actor::Client(client) = self.fact(atom)?.actor else { return None };
        let alone = |at: usize| self.fact(at).is_none_or(|fact| fact.actor == Actor::Client(client));
        (begin..=atom).all(alone).then_some((begin, client))
    }
}
