//! Replays decisions on a copy of the world, for callers that need what happened between two places of the log.

use super::{Decision, Log, redo};
use crate::sim::world::{Actor, Lane, World};
use splitpoint_model::event::Event;
use splitpoint_model::query::Metrics;

/// A replayed atom.
pub(crate) struct Retold<'a> {
    pub(crate) actor: Actor,
    pub(crate) events: &'a [Event],
    /// Whether the operation is over with it.
    pub(crate) over: bool,
    /// The counters of this atom alone.
    pub(crate) cost: Metrics,
}

impl Log {
    /// Replays the decisions of the branch after the place `from` up to and including `to`. Tells of the world at
    /// `from`, then of each atom; a burst is replayed, but not told.
    pub(crate) fn retell(&self, from: usize, to: usize, tell: &mut dyn FnMut(&World, Option<&Retold<'_>>)) {
        let kept = (0..=from).rev().find_map(|at| Some((at, self.checkpoints.get(&self.path[at])?)));
        let (first, world) = kept.unwrap_or((0, self.origin()));
        let mut world = world.clone();
        for at in first..=to.min(self.len()) {
            let decision = self.step(at).decision.as_ref().filter(|_| at > first);
            if at <= from {
                redo(&mut world, decision, &self.languages, &mut ());
                if at == from {
                    tell(&world, None);
                }
                continue;
            }
            let Some(Decision::Step(actor)) = decision else {
                redo(&mut world, decision, &self.languages, &mut ());
                continue;
            };
            let before = match actor {
                Actor::Client(client) => world.lane(*client).map(Lane::cost).unwrap_or_default(),
                Actor::Job(_) => Metrics::default(),
            };
            let mut events: Vec<Event> = Vec::new();
            if let Some(applied) = world.apply(*actor, &mut events) {
                let cost = applied.cost.since(&before);
                tell(&world, Some(&Retold { actor: *actor, events: &events, over: applied.over, cost }));
            }
        }
    }

    /// The row that was written to a log last, up to the cursor, with its table.
    pub(crate) fn written(&self) -> Option<(&str, &[u8])> {
        let wrote = (1..=self.at).rev().filter_map(|at| self.fact(at)?.appended.as_deref());
        wrote.filter_map(|wrote| Some((&*wrote.table, wrote.cells.last()?.row()))).next()
    }

    /// Whether a decision is another one, or on the way to it.
    pub(crate) fn leads_to(&self, id: u32, mut other: u32) -> bool {
        // A decision that follows another one has a larger number.
        while other > id {
            other = self.node(other).parent;
        }
        other == id
    }
}
