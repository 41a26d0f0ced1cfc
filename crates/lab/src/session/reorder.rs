//! The step at the cursor and the one before it, the other way round, on a branch of its own.

use super::Session;
use crate::log::{Decision, Grain};
use crate::sim::world::Actor;
use crate::words;

impl Session {
    /// Lets the two last steps up to the cursor trade places, where two clients made them: on a new branch the later one
    /// comes first, and what came after both follows as far as it can. The cursor is after both, or after the later one
    /// where the earlier one now has to wait. `false`, and nothing changes, where the last two steps are not of two
    /// clients, or where the later one could not have come first.
    pub fn reorder(&mut self) -> bool {
        let Some(two) = self.log.neighbours(self.grain) else { return false };
        let (at, end, branches) = (self.log.at(), self.log.len(), self.log.branches().len());
        let (event, position) = (self.log.event(), self.position());
        let decision = |at: usize| self.log.step(at).decision.clone();
        let asked: Vec<Decision> = (two.begin..=at).filter_map(decision).filter(|one| !is_step(one)).collect();
        let rest: Vec<(u64, Decision)> =
            (at + 1..=end).filter_map(|at| Some((self.stretch(at), decision(at)?))).collect();

        self.log.go(two.begin - 1, None, self.grain);
        if !self.can_come_first(two.later, &asked) {
            self.log.go(at, event, self.grain);
            return false;
        }
        for decision in asked {
            self.decide(decision);
        }
        self.again(Actor::Client(two.later));
        self.again(Actor::Client(two.earlier));
        let here = self.log.at();
        self.follow_on(rest);
        if self.log.branches().len() > branches {
            let name = format!("{}, at step {position}", words::before(two.later, two.earlier));
            self.name_branch(self.log.branch(), &name);
        }
        self.log.go(here, None, self.grain);
        true
    }

    /// Whether a client could act at the cursor once it had been asked for this.
    fn can_come_first(&self, client: u8, asked: &[Decision]) -> bool {
        let mut world = self.world().clone();
        for decision in asked {
            match decision {
                Decision::AddClient => {
                    world.add_client();
                }
                // What is refused changes nothing, here as there.
                Decision::Submit(client, intent) => drop(world.submit(*client, intent)),
                _ => {}
            }
        }
        world.can_step(Actor::Client(client)).is_ok()
    }

    /// A number that the atoms of one step share.
    pub(super) fn stretch(&self, at: usize) -> u64 {
        let place = self.log.step(at).place;
        if self.grain == Grain::Cell { place.atoms } else { place.at(self.grain) }
    }

    /// A whole step of an actor; at the finest grain its next atom.
    fn again(&mut self, actor: Actor) -> bool {
        if self.grain == Grain::Cell { self.act(actor) } else { self.step(actor) }
    }

    /// Makes decisions again, steps by who made them: they may do something else now, or nothing.
    pub(super) fn follow_on(&mut self, rest: Vec<(u64, Decision)>) {
        let mut last = None;
        for (stretch, decision) in rest {
            match decision {
                // The first atom of a step stands for all of it.
                Decision::Step(actor) if last != Some((stretch, actor)) => {
                    last = Some((stretch, actor));
                    if self.world().can_step(actor).is_ok() {
                        self.again(actor);
                    }
                }
                Decision::Step(_) => {}
                decision => {
                    self.decide(decision);
                }
            }
        }
    }
}

fn is_step(decision: &Decision) -> bool {
    matches!(decision, Decision::Step(_) | Decision::Burst(..))
}
