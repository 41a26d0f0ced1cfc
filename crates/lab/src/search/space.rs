//! The state space of a search: worlds with what their promises remember.

use super::walk::Space;
use super::{Choice, End, Interference, MOST_INTERFERENCES, Options};
use crate::intent::AdminIntent;
use crate::log::Grain;
use crate::promise::{Fact, Property, Sight};
use crate::sim::world::{Actor, Applied, World};
use splitpoint_model::event::{Event, Observer};
use splitpoint_model::identity::Trace;
use splitpoint_model::query::Metrics;
use std::fmt;
use std::hash::Hash;

/// A world, what promises remember of the way there, and which interferences have come.
#[derive(Clone, Debug)]
pub(super) struct Moment<S> {
    pub(super) world: World,
    promises: Vec<S>,
    came: u64,
}

/// The verdict on the end of an order: how it ended, what the caller's function says of it, and which promises were
/// kept.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Said<J> {
    pub(super) end: End,
    pub(super) judgement: J,
    /// Whether each promise was kept.
    pub(super) kept: Vec<bool>,
}

/// A choice without its data, so that it can be copied: an interference is named by its index.
#[derive(Clone, Copy, Debug)]
pub(super) enum Move {
    Step(Actor),
    Interference(u8),
}

/// The caller's function, which sums up the world at the end of an order.
pub(super) type Judge<'a, J> = Box<dyn Fn(&World) -> J + 'a>;

/// Choices that were made again, by which of them each promise was broken, and where they have led.
pub(super) type Replay<S> = (Vec<Choice>, Vec<Option<usize>>, Moment<S>);

/// The state space of a search: what can be done in each state, and what is said of ends.
pub(super) struct Orders<'a, J, P> {
    grain: Grain,
    interferences: Vec<Interference>,
    judge: Judge<'a, J>,
    promises: Vec<P>,
    trace: Trace,
    newest_only: bool,
}

impl<J, P> fmt::Debug for Orders<'_, J, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Orders").field("grain", &self.grain).finish_non_exhaustive()
    }
}

/// An observer that notes whether a round trip is over, and keeps all events where somebody asks for them.
#[derive(Default)]
struct Ear {
    answered: bool,
    keeps: bool,
    events: Vec<Event>,
}

impl Observer for Ear {
    fn hear(&mut self, event: Event) {
        self.answered |= matches!(event, Event::RpcAnswered { .. });
        if self.keeps {
            self.events.push(event);
        }
    }
}

/// Is called after each atom, with the world after it, its result, and its events where these are asked for.
type Listener<'a> = &'a mut dyn FnMut(&World, &Applied, &[Event]);

/// Lets an actor do one step at a grain. `false`, and nothing changes, where it cannot.
pub(super) fn step(world: &mut World, actor: Actor, grain: Grain, note: Listener<'_>) -> bool {
    go(world, actor, grain, grain == Grain::Rpc, false, note)
}

fn go(world: &mut World, actor: Actor, grain: Grain, listens: bool, keeps: bool, note: Listener<'_>) -> bool {
    let mut stepped = false;
    loop {
        let mut ear = Ear { keeps, ..Ear::default() };
        let applied = if listens { world.advance(actor, &mut ear) } else { world.advance(actor, &mut ()) };
        let Some(applied) = applied else { return stepped };
        stepped = true;
        note(world, &applied, &ear.events);
        let over = match grain {
            Grain::Cell => true,
            Grain::Rpc => ear.answered || applied.over || matches!(actor, Actor::Job(_)),
            Grain::Operation => applied.over,
        };
        if over {
            return true;
        }
    }
}

fn cost_of(world: &World, actor: Actor) -> Metrics {
    match actor {
        Actor::Client(client) => world.lane(client).map(crate::sim::world::Lane::cost).unwrap_or_default(),
        Actor::Job(_) => Metrics::default(),
    }
}

impl<'a, J: Ord + Clone, P: Property> Orders<'a, J, P> {
    pub(super) fn new(world: &World, options: Options, judge: Judge<'a, J>, promises: Vec<P>) -> Self {
        let Options { grain, mut interferences, newest_only, .. } = options;
        interferences.truncate(MOST_INTERFERENCES);
        let alters = |one: &Interference| matches!(one, Interference::Admin(AdminIntent::Alter { .. }));
        let newest_only = newest_only && !interferences.iter().any(alters);
        Self { grain, interferences, judge, promises, trace: world.trace(), newest_only }
    }

    /// The moment at which all orders begin.
    pub(super) fn first(&self, world: &World) -> Moment<P::State> {
        let sight = Sight::new(world);
        let promises = self.promises.iter().map(|promise| promise.start(&sight)).collect();
        Moment { world: world.clone(), promises, came: 0 }
    }

    fn moves(&self, moment: &Moment<P::State>, moves: &mut Vec<Move>) {
        moves.extend(moment.world.actors().filter(|actor| moment.world.can_step(*actor).is_ok()).map(Move::Step));
        if !moves.is_empty() {
            let left = (0..self.interferences.len()).filter(|at| moment.came & 1 << at == 0);
            moves.extend(left.map(|at| Move::Interference(at as u8)));
        }
    }

    fn take(&self, mut moment: Moment<P::State>, next: Move) -> Option<Moment<P::State>> {
        match next {
            Move::Step(actor) => {
                let listens = self.promises.iter().any(P::listens);
                let mut before = cost_of(&moment.world, actor);
                let mut note = |world: &World, applied: &Applied, events: &[Event]| {
                    let cost = applied.cost.since(&before);
                    before = cost_of(world, actor);
                    let answer = applied.answer.as_ref();
                    let sight = Sight::new(world);
                    let fact = Fact { actor, events, answer, over: applied.over, cost, sight: &sight };
                    for (promise, state) in self.promises.iter().zip(&mut moment.promises) {
                        promise.step(state, &fact);
                    }
                };
                let listens_at_all = listens || self.grain == Grain::Rpc;
                go(&mut moment.world, actor, self.grain, listens_at_all, listens, &mut note).then_some(moment)
            }
            Move::Interference(at) => {
                moment.came |= 1 << at;
                self.interferences.get(usize::from(at))?.come(&mut moment.world).then_some(moment)
            }
        }
    }

    fn choice(&self, next: Move) -> Choice {
        match next {
            Move::Step(actor) => Choice::Step(actor),
            Move::Interference(at) => Choice::Interference(self.interferences[usize::from(at)].clone()),
        }
    }

    /// Everything that can be done at a moment, and what comes of it.
    pub(super) fn successors(&self, moment: &Moment<P::State>) -> Vec<(Choice, Moment<P::State>)> {
        let mut moves = Vec::new();
        self.moves(moment, &mut moves);
        let taken = moves.into_iter().filter_map(|next| Some((self.choice(next), self.take(moment.clone(), next)?)));
        taken.collect()
    }

    pub(super) fn say(&self, moment: &Moment<P::State>, repeats: bool) -> Said<J> {
        let end = match (repeats, moment.world.is_done()) {
            (true, _) => End::Never,
            (false, true) => End::Done,
            (false, false) => End::Waits,
        };
        let promises = self.promises.iter().zip(&moment.promises);
        let sight = Sight::new(&moment.world);
        let kept = promises.map(|(promise, state)| promise.is_kept(state, &sight)).collect();
        Said { end, judgement: (self.judge)(&moment.world), kept }
    }

    /// The choices at these places, by which of them each promise was broken, and where they lead.
    pub(super) fn replay(&self, start: &World, places: &[u16]) -> Replay<P::State> {
        let mut moment = self.first(start);
        let (mut choices, mut moves) = (Vec::new(), Vec::new());
        let mut broken = vec![None; self.promises.len()];
        self.look(&moment, 0, &mut broken);
        for place in places {
            moves.clear();
            self.moves(&moment, &mut moves);
            let Some(&next) = moves.get(usize::from(*place)) else { break };
            let Some(after) = self.take(moment.clone(), next) else { break };
            moment = after;
            choices.push(self.choice(next));
            self.look(&moment, choices.len(), &mut broken);
        }
        (choices, broken, moment)
    }

    fn look(&self, moment: &Moment<P::State>, at: usize, broken: &mut [Option<usize>]) {
        for ((promise, state), broken) in self.promises.iter().zip(&moment.promises).zip(broken) {
            if promise.is_broken(state) {
                broken.get_or_insert(at);
            }
        }
    }
}

impl<J: Ord + Clone, P: Property> Space for Orders<'_, J, P> {
    type State = Moment<P::State>;
    type Choice = Move;
    type Finding = Said<J>;

    fn choices(&self, moment: &Moment<P::State>, choices: &mut Vec<Move>) {
        self.moves(moment, choices);
    }

    fn step(&mut self, moment: Moment<P::State>, choice: Move) -> Option<Moment<P::State>> {
        self.take(moment, choice)
    }

    fn identity(&mut self, moment: &Moment<P::State>) -> u128 {
        let newest_only = self.newest_only;
        let compares_rows = self.promises.iter().any(P::compares_rows);
        self.trace.fingerprint(moment.world.clock().now(), |trace| {
            if compares_rows {
                trace.across_rows();
            }
            moment.world.tell(newest_only, trace);
            moment.promises.hash(trace);
            trace.word(moment.came);
        })
    }

    fn judge(&self, moment: &Moment<P::State>, repeats: bool) -> Said<J> {
        self.say(moment, repeats)
    }
}
