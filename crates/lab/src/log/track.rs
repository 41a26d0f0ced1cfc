//! The places of each actor's atoms. They are kept with each decision, so that one actor's atoms are found without a
//! walk through the branch.

use super::{Fact, Log};
use crate::sim::answer::Came;
use crate::sim::world::{Actor, LETTERS};
use std::iter::successors;

/// A track is the atoms of one client, of all background jobs together, or those with which blind prepends ended, whoever made
/// them.
const JOBS: usize = LETTERS.len();
const BLIND: usize = JOBS + 1;
const TRACKS: usize = BLIND + 1;

/// All tracks as they are after a decision.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tracks([Track; TRACKS]);

#[derive(Clone, Copy, Debug, Default)]
struct Track {
    /// The last atom, as a place on the branch; 0: none. A decision has the same place on every branch that it is on.
    last: u32,
    /// How many operations were begun.
    begun: u32,
}

impl Tracks {
    /// The tracks after one more atom, which is at this place. An atom that does not count as a step is on no track.
    pub(super) fn after(mut self, place: usize, fact: &Fact) -> Self {
        if fact.is_aside() {
            return self;
        }
        let last = u32::try_from(place).expect("a session has fewer than 2^32 decisions");
        let own = &mut self.0[track(fact.actor)];
        *own = Track { last, begun: own.begun + u32::from(fact.begins().is_some()) };
        if is_blind(fact) {
            self.0[BLIND].last = last;
        }
        self
    }
}

fn track(actor: Actor) -> usize {
    match actor {
        Actor::Client(client) => usize::from(client).min(JOBS - 1),
        Actor::Job(_) => JOBS,
    }
}

fn is_blind(fact: &Fact) -> bool {
    fact.answer.as_deref().is_some_and(|answer| matches!(answer.came, Came::Tried { blind: true, .. }))
}

impl Log {
    /// The atoms of an actor up to the cursor, the last first, with their places. Those that are no step are left out.
    pub(crate) fn atoms_of(&self, actor: Actor) -> impl Iterator<Item = (usize, &Fact)> {
        self.on(track(actor), self.at).filter(move |(_, fact)| fact.actor == actor)
    }

    /// The atoms of all background jobs up to the cursor, the last first, with their places.
    pub(crate) fn atoms_of_jobs(&self) -> impl Iterator<Item = (usize, &Fact)> {
        self.on(JOBS, self.at)
    }

    /// The atoms up to the cursor that ended a blind prepend, the last first, with their places.
    pub(crate) fn blind(&self) -> impl Iterator<Item = (usize, &Fact)> {
        self.on(BLIND, self.at)
    }

    /// How many operations a client has begun up to the cursor.
    pub(crate) fn begun(&self, client: u8) -> u64 {
        u64::from(self.step(self.at).tracks.0[track(Actor::Client(client))].begun)
    }

    /// The last atom before a place that another actor than this one did, and for which `is_meant` holds; with its place.
    pub(crate) fn last_of_others(
        &self,
        actor: Actor,
        before: usize,
        is_meant: impl Fn(&Fact) -> bool,
    ) -> Option<(usize, &Fact)> {
        let others = (0..=JOBS).filter(|other| *other == JOBS || *other != track(actor));
        let last =
            |track| self.on(track, before.checked_sub(1)?).find(|(_, fact)| fact.actor != actor && is_meant(fact));
        others.filter_map(last).max_by_key(|(at, _)| *at)
    }

    /// The atoms on a track up to a place, the last first.
    fn on(&self, track: usize, at: usize) -> impl Iterator<Item = (usize, &Fact)> {
        let last = move |at: usize| Some(self.step(at).tracks.0[track].last as usize).filter(|last| *last > 0);
        successors(last(at), move |at| last(at - 1)).filter_map(|at| Some((at, self.fact(at)?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intent::{AdminIntent, Intent};
    use crate::log::{Decision, Grain};
    use crate::scenario;
    use crate::sim::world::World;
    use std::sync::Arc;

    fn prepend(blind: bool) -> Intent {
        Intent::Prepend {
            table: "comments".into(),
            check: ("c".into(), b"text".to_vec()),
            cells: vec![("c".into(), b"text".to_vec(), b"hello".to_vec())],
            blind,
            highest: 20,
        }
    }

    /// Holds every track at every place of the branch against a walk through all of it.
    fn agree(log: &mut Log) {
        for at in 0..=log.len() {
            log.go(at, None, Grain::Rpc);
            let facts = (1..=at).rev().filter_map(|at| Some((at, log.fact(at)?)));
            let all: Vec<(usize, &Fact)> = facts.filter(|(_, fact)| !fact.is_aside()).collect();
            let places = |atoms: &mut dyn Iterator<Item = (usize, &Fact)>| atoms.map(|(at, _)| at).collect::<Vec<_>>();
            let walked =
                |is_meant: &dyn Fn(&Fact) -> bool| places(&mut all.iter().copied().filter(|(_, fact)| is_meant(fact)));
            for client in 0..4 {
                let own = |fact: &Fact| fact.actor == Actor::Client(client) && fact.begins().is_some();
                assert_eq!(log.begun(client), walked(&own).len() as u64);
            }
            assert_eq!(places(&mut log.atoms_of_jobs()), walked(&|fact| matches!(fact.actor, Actor::Job(_))));
            for actor in (0..4).map(Actor::Client).chain((0..8).map(Actor::Job)) {
                assert_eq!(places(&mut log.atoms_of(actor)), walked(&|fact| fact.actor == actor));
                for before in 0..=at {
                    let other = all.iter().find(|(at, fact)| *at < before && fact.actor != actor && fact.ends_call);
                    let found = log.last_of_others(actor, before, |fact| fact.ends_call);
                    assert_eq!(found.map(|(at, _)| at), other.map(|(at, _)| *at));
                }
            }
            assert_eq!(places(&mut log.blind()), walked(&is_blind));
        }
    }

    #[test]
    fn each_track_has_what_a_walk_through_the_branch_finds() {
        let built = scenario::first().build().finish().expect("an example");
        let mut log = Log::new(World::new(built.cluster, built.now, 2));
        let decide = |log: &mut Log, decision: Decision| log.decide(decision, Grain::Rpc).expect("nothing is refused");
        let run = |log: &mut Log, client: u8| while decide(log, Decision::Step(Actor::Client(client))) {};
        for client in [0, 1] {
            decide(&mut log, Decision::Submit(client, Arc::new(prepend(true))));
        }
        for step in 0..6 {
            decide(&mut log, Decision::Step(Actor::Client(u8::from(step % 3 == 0))));
        }
        run(&mut log, 1);
        run(&mut log, 0);
        let flush = AdminIntent::Flush("comments".into(), None);
        decide(&mut log, Decision::Submit(0, Arc::new(Intent::Admin(flush))));
        run(&mut log, 0);
        let at_work = |log: &Log| log.world().jobs().next().map(|job| job.id());
        while let Some(job) = at_work(&log) {
            decide(&mut log, Decision::Step(Actor::Job(job)));
        }
        decide(&mut log, Decision::Submit(1, Arc::new(prepend(false))));
        run(&mut log, 1);
        agree(&mut log);
        assert!(log.blind().count() == 2 && log.atoms_of_jobs().count() > 1);

        log.go(3, None, Grain::Rpc);
        decide(&mut log, Decision::Submit(0, Arc::new(prepend(true))));
        decide(&mut log, Decision::AddClient);
        assert_eq!(log.branches().len(), 2, "another branch");
        run(&mut log, 0);
        agree(&mut log);
        let first = |branch: usize| log.first(&log.branches()[branch]).map(|node| node.index);
        assert_eq!((first(0), first(1)), (Some(1), Some(4)));
    }
}
