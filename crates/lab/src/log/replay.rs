//! Replays decisions on a copy of the world, for callers that need what happened between two places of the log.

use super::{Decision, Log, redo};
use crate::sim::answer::Answer;
use crate::sim::world::{Actor, Lane, World};
use splitpoint_model::event::Event;
use splitpoint_model::query::Metrics;

/// What a replay tells its caller, together with the world after it.
pub(crate) enum ReplayEvent<'a> {
    /// Nothing yet: this is the world from which the replay is told.
    Start,
    /// An atom.
    Atom(Retold<'a>),
    /// A part of a long script at this place of the branch, of which nothing is told but the world after it.
    Burst(usize),
}

/// A replayed atom.
pub(crate) struct Retold<'a> {
    /// Its place on the branch.
    pub(crate) at: usize,
    pub(crate) actor: Actor,
    pub(crate) events: &'a [Event],
    /// The answer that arrived with it.
    pub(crate) answer: Option<&'a Answer>,
    /// Whether the operation is over with it.
    pub(crate) over: bool,
    /// The counters of this atom alone.
    pub(crate) cost: Metrics,
}

impl Log {
    /// Replays the decisions of the branch after the place `from` up to and including `to`. Tells of the world at
    /// `from`, then of each atom and each burst, with the world after it.
    pub(crate) fn retell(&self, from: usize, to: usize, tell: &mut dyn FnMut(&World, ReplayEvent<'_>)) {
        let kept = (0..=from).rev().find_map(|at| Some((at, self.checkpoints.get(&self.path[at])?)));
        let (first, world) = kept.unwrap_or((0, self.origin()));
        let mut world = world.clone();
        for at in first..=to.min(self.len()) {
            let decision = self.step(at).decision.as_ref().filter(|_| at > first);
            if at <= from {
                redo(&mut world, decision, &self.languages, &mut ());
                if at == from {
                    tell(&world, ReplayEvent::Start);
                }
                continue;
            }
            let Some(Decision::Step(actor)) = decision else {
                redo(&mut world, decision, &self.languages, &mut ());
                if let Some(Decision::Burst(..)) = decision {
                    tell(&world, ReplayEvent::Burst(at));
                }
                continue;
            };
            let before = match actor {
                Actor::Client(client) => world.lane(*client).map(Lane::cost).unwrap_or_default(),
                Actor::Job(_) => Metrics::default(),
            };
            let mut events: Vec<Event> = Vec::new();
            if let Some(applied) = world.apply(*actor, &mut events) {
                let cost = applied.cost.since(&before);
                let answer = applied.answer.as_ref();
                let over = applied.over;
                tell(&world, ReplayEvent::Atom(Retold { at, actor: *actor, events: &events, answer, over, cost }));
            }
        }
    }

    /// The world after a decision of any branch.
    pub(crate) fn world_at(&self, id: u32) -> World {
        let mut way = Vec::new();
        let mut kept = id;
        while kept != 0 && !self.checkpoints.contains_key(&kept) {
            way.push(kept);
            kept = self.node(kept).parent;
        }
        let mut world = self.checkpoints.get(&kept).unwrap_or_else(|| self.origin()).clone();
        for id in way.into_iter().rev() {
            redo(&mut world, self.node(id).decision.as_ref(), &self.languages, &mut ());
        }
        world
    }

    /// Where branches part after a decision, what follows it on each, with the branch.
    pub(crate) fn beside(&self, id: u32) -> &[(u32, usize)] {
        self.forks.get(&id).map_or(&[], Vec::as_slice)
    }

    /// The row that was written to a log last, up to the cursor, with its table.
    pub(crate) fn written(&self) -> Option<(&str, &[u8])> {
        let wrote = (1..=self.at).rev().filter_map(|at| self.fact(at)?.appended.as_deref());
        wrote.filter_map(|wrote| Some((&*wrote.table, wrote.cells.last()?.row()))).next()
    }

    /// Whether `id` is `other`, or an earlier decision on the way to it.
    pub(crate) fn leads_to(&self, id: u32, mut other: u32) -> bool {
        // A decision that follows another one has a larger number.
        while other > id {
            other = self.node(other).parent;
        }
        other == id
    }
}
