//! Decisions as a tree: a schedule with a cursor that goes anywhere, and other schedules that branch off.
//!
//! A decision is a request, or one atom of a client or job. The state at a decision is that of the nearest checkpoint
//! before it, with the decisions since done again; the model is deterministic, so that is the same state. To decide
//! otherwise in the past starts a branch, and the old future stays.

mod asked;
mod branch;
mod fact;
mod grain;
mod language;
pub mod load;
mod neighbour;
mod place;
mod replay;
mod rows;
mod telling;
mod track;

use crate::intent::Intent;
use crate::sim::language::Language;
use crate::sim::refusal::Refusal;
use crate::sim::world::{Actor, Burst, Tally, World};
use splitpoint_model::cluster::Cluster;
use splitpoint_model::event::{Event, Observer};
use splitpoint_model::map::Map;
use std::sync::Arc;

pub use asked::Asked;
pub(crate) use branch::Branch;
pub(crate) use fact::{Fact, Wrote};
pub use grain::Grain;
pub(crate) use place::StepCounts;
pub(crate) use replay::{ReplayEvent, Retold};
pub use rows::{CELLS, ROWS, Row, Rows};
pub use telling::{Known, Telling, region, weight};

pub(crate) use fact::Spent;
use fact::{Ear, KEPT};
use load::{Load, Meter, Tick};
use track::Tracks;

/// Decisions between two kept worlds, at first: doubled each time every other one of them is dropped.
const CHECKPOINT: u64 = 64;

/// Where that distance is measured, so many events of an atom count as one decision more.
const EVENTS: u64 = 256;

/// Where that distance is measured, so many atoms of a burst count as one decision.
const BURSTS: u64 = 64;

/// Worlds that are kept, at most. Above that every other one is dropped, and from then on half as many are kept.
const CHECKPOINTS: usize = 256;

/// The step at the cursor: everything that happened in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment<'a> {
    /// Who acted; `None` before the first step.
    pub actor: Option<Actor>,
    /// What happened, in order, up to the cursor. Of a step with very many events only the last ones.
    pub events: &'a [Event],
}

/// What somebody decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    /// A client was asked to do something.
    Submit(u8, Arc<Intent>),
    /// A client was told to drop what it runs.
    Cancel(u8),
    /// A client was added.
    AddClient,
    /// Servers may, or may not, start work by themselves.
    Background(bool),
    /// A client or a job did an atom.
    Step(Actor),
    /// A client did as much as it could, at most so much: a part of a long script, as one step.
    Burst(u8, Burst),
}

/// A decision as a node of the tree.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// The decision before it; the root is its own parent.
    pub(crate) parent: u32,
    /// How many decisions come before it.
    pub(crate) index: usize,
    /// `None` at the root.
    pub(crate) decision: Option<Decision>,
    /// The positions after it, at each grain.
    pub(crate) place: StepCounts,
    /// For each client, and for the jobs, the place of its last atom.
    tracks: Tracks,
    /// How much has to be replayed from the last kept world to here, as a weight.
    since: u64,
    /// The last decision up to this one of which a console shows something; 0: none.
    pub(crate) said: u32,
    /// For an administrator's request: what has to be known of the cluster to write it as commands.
    pub(crate) asked: Option<Box<Asked>>,
    /// The last tick of the load at this decision.
    pub(crate) tick: Tick,
    /// What is kept of what an atom did; `None` for all other decisions.
    pub(crate) fact: Option<Box<Fact>>,
}

/// Decisions, the cursor, and the state there.
#[derive(Clone, Debug)]
pub(crate) struct Log {
    nodes: Vec<Node>,
    branches: Vec<Branch>,
    branch: usize,
    /// Where branches part: by decision, those that follow it, each with the branch to which it belongs.
    forks: Map<u32, Vec<(u32, usize)>>,
    /// The decisions of the branch, from the root to its tip.
    path: Vec<u32>,
    /// The last decision that is done, an index into the path.
    at: usize,
    /// How many events of its atom have been shown, where not all of them.
    event: Option<u64>,
    checkpoints: Map<u32, World>,
    /// How much may have to be replayed since a checkpoint before the next one is made, weighed as in [`Node::since`].
    every: u64,
    world: World,
    /// The cluster after the events shown so far, where the cursor is inside an atom of a client.
    midst: Option<Cluster>,
    /// The decision after which `world` stands.
    here: u32,
    /// Reads and writes of everything that was done, on all branches.
    load: Load,
    /// Events of the step at the cursor.
    events: Vec<Event>,
    /// The event that comes next, where the cursor is inside of an atom.
    ahead: Option<Event>,
    /// The counters before and after the last of these events.
    spent: Spent,
    /// What the last decision cost beyond its atoms, in ordinary atoms; see [`Applied::labour`](crate::sim::world::Applied::labour).
    labour: u32,
    /// The languages of scripts; lines are typed in the last.
    languages: Vec<&'static Language>,
    /// The first decision that could not be replayed.
    stray: Option<u32>,
    /// How often something was asked for, on all branches: everything that was decided but the steps.
    asked: usize,
}

impl Log {
    /// A log without decisions.
    pub(crate) fn new(world: World) -> Self {
        let root = Node {
            parent: 0,
            index: 0,
            decision: None,
            place: StepCounts::default(),
            tracks: Tracks::default(),
            since: 0,
            said: 0,
            asked: None,
            tick: Tick::START,
            fact: None,
        };
        Self {
            nodes: vec![root],
            branches: vec![Branch::root()],
            branch: 0,
            forks: Map::new(),
            path: vec![0],
            at: 0,
            event: None,
            checkpoints: Map::from([(0, world.clone())]),
            every: CHECKPOINT,
            world,
            midst: None,
            here: 0,
            load: Load::new(),
            events: Vec::new(),
            ahead: None,
            spent: Spent::default(),
            labour: 0,
            languages: Vec::new(),
            stray: None,
            asked: 0,
        }
    }

    /// The first decision that could not be replayed. As the model is deterministic, that is a defect of Splitpoint.
    /// The world is as if the decision had not been made.
    pub(crate) fn strayed(&self) -> Option<&Node> {
        self.stray.map(|id| self.node(id))
    }

    /// Notes the decision of the branch where it could not be replayed.
    fn stray(&mut self, at: usize, done: bool) {
        if !done {
            self.stray.get_or_insert(self.path[at]);
        }
    }

    /// The state before the first decision.
    pub(crate) fn origin(&self) -> &World {
        self.checkpoints.get(&0).unwrap_or(&self.world)
    }

    /// The state after the atom at the cursor.
    pub(crate) fn world(&self) -> &World {
        &self.world
    }

    /// The cluster at the cursor: after those events of the atom that have been shown. Within an atom of a job there
    /// are no such states; it is the cluster after the atom.
    pub(crate) fn cluster(&self) -> &Cluster {
        self.midst.as_ref().unwrap_or_else(|| self.world.cluster())
    }

    /// Events of the step at the cursor, up to the cursor.
    pub(crate) fn events(&self) -> &[Event] {
        &self.events
    }

    /// The event that comes next, where the cursor is inside of an atom.
    pub(crate) fn ahead(&self) -> Option<&Event> {
        self.ahead.as_ref()
    }

    /// The counters before and after the last event of the step at the cursor.
    pub(crate) fn spent(&self) -> Spent {
        self.spent
    }

    /// The place of the cursor: how many decisions are done.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// How many decisions the branch has.
    pub(crate) fn len(&self) -> usize {
        self.path.len() - 1
    }

    /// How many of the events of the atom at the cursor have been shown, where not all of them.
    pub(crate) fn event(&self) -> Option<u64> {
        self.event
    }

    /// How often something was asked for, on all branches: everything that was decided but the steps.
    pub(crate) fn asked(&self) -> usize {
        self.asked
    }

    /// A decision by its number in the tree.
    pub(crate) fn node(&self, id: u32) -> &Node {
        &self.nodes[id as usize]
    }

    /// A decision of the branch. The root is at 0.
    pub(crate) fn step(&self, at: usize) -> &Node {
        self.node(self.path[at])
    }

    /// The number of the decision at the cursor in the tree.
    pub(crate) fn id(&self) -> u32 {
        self.path[self.at]
    }

    /// The number of a decision of the branch in the tree.
    pub(crate) fn decision(&self, at: usize) -> u32 {
        self.path[at]
    }

    /// Where a decision lies on the branch; `None` where it lies on another.
    pub(crate) fn find(&self, id: u32) -> Option<usize> {
        let index = self.nodes.get(id as usize)?.index;
        (self.path.get(index) == Some(&id)).then_some(index)
    }

    /// How many steps end at or before the cursor.
    pub(crate) fn position(&self, grain: Grain) -> u64 {
        self.place(self.at, self.event, grain)
    }

    /// How many steps end at or before a place: a decision of the branch, with how many of its events are shown where
    /// not all.
    pub(crate) fn place(&self, at: usize, event: Option<u64>, grain: Grain) -> u64 {
        let node = self.step(at);
        match (grain, event, &node.fact) {
            (Grain::Cell, Some(event), Some(fact)) => {
                let events = fact.events.max(1);
                node.place.at(grain) - events + event.min(events)
            }
            _ => node.place.at(grain),
        }
    }

    /// How many steps end at or before a decision, on whatever branch.
    pub(crate) fn position_of(&self, id: u32, grain: Grain) -> u64 {
        self.node(id).place.at(grain)
    }

    /// Steps of the branch.
    pub(crate) fn total(&self, grain: Grain) -> u64 {
        self.step(self.len()).place.at(grain)
    }

    /// The last decision at or before a position, and how many events of the atom after it.
    pub(crate) fn seat(&self, position: u64, grain: Grain) -> (usize, Option<u64>) {
        let at = self.path.partition_point(|id| self.node(*id).place.at(grain) <= position) - 1;
        let left = position - self.step(at).place.at(grain);
        if left > 0 && at < self.len() { (at + 1, Some(left)) } else { (at, None) }
    }

    /// The first atom of the step that an atom or decision belongs to; 0 before the first atom.
    pub(crate) fn begin(&self, at: usize, grain: Grain) -> usize {
        let Some(atom) = self.atom(at) else { return 0 };
        if grain == Grain::Cell {
            return atom;
        }
        let position = self.step(atom).place.at(grain);
        self.first_of(atom, |place| place.at(grain) >= position)
    }

    /// The last atom at or before a decision.
    pub(crate) fn atom(&self, at: usize) -> Option<usize> {
        let atoms = self.step(at).place.atoms;
        (atoms > 0).then(|| self.first_of(at, |place| place.atoms >= atoms))
    }

    /// The first decision at or before `at` with step counts for which `is_meant` holds. It must hold from there on up to `at`.
    fn first_of(&self, at: usize, is_meant: impl Fn(&StepCounts) -> bool) -> usize {
        /// Mostly it is no further back than this, and the whole branch need not be searched.
        const NEAR: usize = 4;
        let is_before = |id: &u32| !is_meant(&self.node(*id).place);
        let near = at.saturating_sub(NEAR);
        let from = if is_before(&self.path[near]) { near } else { 0 };
        from + self.path[from..=at].partition_point(is_before)
    }

    /// What was decided after the last atom before the cursor, where the branch goes on behind the cursor: it belongs to
    /// what is to come. At the end of a branch there is none.
    pub(crate) fn upcoming(&self) -> impl Iterator<Item = (usize, &Decision)> {
        let first = if self.at == self.len() { self.at + 1 } else { self.atom(self.at).unwrap_or(0) + 1 };
        (first..=self.at).filter_map(|at| Some((at, self.step(at).decision.as_ref()?)))
    }

    /// Whether a client can be asked for something at the cursor.
    ///
    /// # Errors
    /// What HBase refuses.
    pub(crate) fn check(&self, client: u8, intent: &Intent) -> Result<(), Refusal> {
        submit(&mut self.world.clone(), client, intent, &self.languages)
    }

    /// What is kept of what the atom at a place did; `None` if no atom is there.
    pub(crate) fn fact(&self, at: usize) -> Option<&Fact> {
        self.step(at).fact.as_deref()
    }

    /// Who acts next where the branch has no future: the client that acted last, then the others, then jobs.
    pub(crate) fn due(&self) -> Option<Actor> {
        let clients = self.world.clients();
        let last = (1..=self.at).rev().filter_map(|at| self.fact(at)).find_map(|fact| match fact.actor {
            Actor::Client(client) => Some(client),
            Actor::Job(_) => None,
        });
        let first = last.unwrap_or(0);
        let others = (0..clients).map(|next| Actor::Client((first + next) % clients));
        let jobs = self.world.jobs().map(|job| Actor::Job(job.id()));
        others.chain(jobs).find(|actor| self.world.can_step(*actor).is_ok())
    }

    /// The step at the cursor.
    pub(crate) fn moment(&self) -> Moment<'_> {
        let atom = self.atom(self.at);
        Moment { actor: atom.and_then(|atom| self.fact(atom)).map(|fact| fact.actor), events: &self.events }
    }

    /// Moves the cursor to a decision of the branch, or into the events of its atom.
    pub(crate) fn go(&mut self, at: usize, event: Option<u64>, grain: Grain) {
        let at = at.min(self.len());
        let events = self.fact(at).map_or(0, |fact| fact.events);
        let event = event.filter(|event| *event < events);
        let one_on = at == self.at + 1 && self.event.is_none() && self.here == self.path[self.at];
        let begin = if one_on { at } else { self.hearing(at, grain) };
        let mut midst = None;
        self.ahead = None;
        if !one_on {
            self.stand(begin.saturating_sub(1));
        }
        // One atom further in the same step, the events heard so far stay.
        if !one_on || self.begin(at, grain) == at {
            self.events.clear();
        }
        for next in begin.max(1)..=at {
            let until = if next == at { event } else { None };
            let mut events = std::mem::take(&mut self.events);
            let mut ear = Ear::new(&mut events, until);
            let decision = self.nodes[self.path[next] as usize].decision.as_ref();
            let client = match decision {
                Some(Decision::Step(Actor::Client(client))) => until.map(|until| (*client, until)),
                _ => None,
            };
            let before = client.map(|_| self.world.cluster().clone());
            let done = redo(&mut self.world, decision, &self.languages, &mut ear);
            let is_aside = self.nodes[self.path[next] as usize].fact.as_ref().is_some_and(|fact| fact.is_aside());
            if let (Some(Decision::Step(_)), false) = (decision, is_aside) {
                self.spent = ear.spent();
            }
            self.ahead = ear.ahead();
            if let (Some((client, until)), Some(mut cluster)) = (client, before) {
                let shown = usize::try_from(until).unwrap_or(usize::MAX).min(events.len());
                events[events.len() - shown..].iter().for_each(|event| cluster.follow(client, event));
                midst = Some(cluster);
            }
            self.events = events;
            self.stray(next, done);
        }
        self.midst = midst;
        self.here = self.path[at];
        self.at = at;
        self.event = event;
    }

    /// From where events have to be replayed: the beginning of the step, or a later atom of a long one.
    fn hearing(&self, at: usize, grain: Grain) -> usize {
        let begin = self.begin(at, grain);
        if begin == 0 {
            return at + 1;
        }
        let mut heard = 0;
        let mut from = at + 1;
        while from > begin && heard < KEPT as u64 {
            from -= 1;
            heard += self.fact(from).map_or(0, |fact| fact.events);
        }
        from
    }

    /// Sets `world` to the state after a decision: that of a checkpoint, or the present one where it is nearer, and the
    /// decisions since done again.
    fn stand(&mut self, at: usize) {
        let mut from = at;
        while from > 0 && !self.checkpoints.contains_key(&self.path[from]) {
            from -= 1;
        }
        match self.find(self.here) {
            Some(here) if (from..=at).contains(&here) => from = here,
            _ => {
                if let Some(world) = self.checkpoints.get(&self.path[from]) {
                    self.world = world.clone();
                }
            }
        }
        for next in from + 1..=at {
            let decision = self.nodes[self.path[next] as usize].decision.as_ref();
            let done = redo(&mut self.world, decision, &self.languages, &mut ());
            self.stray(next, done);
        }
        self.here = self.path[at];
    }

    /// Makes a decision at the cursor. A branch that goes on with the same decision is followed; else the branch grows,
    /// or a new one leaves it. `false` where the decision is not possible.
    ///
    /// # Errors
    /// What HBase refuses; nothing is decided then.
    pub(crate) fn decide(&mut self, decision: Decision, grain: Grain) -> Result<bool, Refusal> {
        self.labour = 0;
        if self.event.is_some() {
            // An atom is finished before the next one begins.
            self.go(self.at, None, grain);
        }
        let same = |id: &u32| self.node(*id).decision.as_ref() == Some(&decision);
        if self.path.get(self.at + 1).is_some_and(same) {
            self.go(self.at + 1, None, grain);
            return Ok(true);
        }
        if let Some(branch) = self.branch_that(&decision) {
            self.switch(branch);
            self.go(self.at + 1, None, grain);
            return Ok(true);
        }
        let asked = match &decision {
            Decision::Submit(_, intent) => Asked::of(intent, self.world.cluster()),
            _ => None,
        };
        let mut load = std::mem::take(&mut self.load);
        let mut meter = Meter::new(&mut load, self.step(self.at).tick);
        let performed = self.perform(&decision, grain, &mut meter);
        let tick = meter.at();
        self.load = load;
        let Some(fact) = performed? else { return Ok(false) };
        let is_aside = fact.as_ref().is_some_and(|fact| fact.is_aside());
        self.push(decision, fact, asked, tick);
        if is_aside {
            // The step at the cursor is still the one before, with its events.
            self.go(self.at, None, grain);
        }
        Ok(true)
    }

    /// Makes a new decision. `None` where it is not possible; a fact where it was an atom.
    fn perform(
        &mut self,
        decision: &Decision,
        grain: Grain,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Option<Box<Fact>>>, Refusal> {
        Ok(match decision {
            Decision::Submit(client, intent) => {
                submit(&mut self.world, *client, intent, &self.languages)?;
                Some(None)
            }
            Decision::Cancel(client) => self.world.cancel(*client).then_some(None),
            Decision::AddClient => self.world.add_client().then_some(None),
            Decision::Background(background) => {
                self.world.set_background(*background);
                Some(None)
            }
            Decision::Step(actor) => self.act(*actor, grain, meter).map(|fact| Some(Box::new(fact))),
            Decision::Burst(client, burst) => {
                self.events.clear();
                self.world.rush(*client, *burst, meter).map(|(applied, atoms)| {
                    self.labour = applied.labour;
                    let fact =
                        Ear::new(&mut self.events, None).fact(&self.world, Actor::Client(*client), applied, |_| None);
                    Some(Box::new(Fact { atoms, ends_call: true, ..fact }))
                })
            }
        })
    }

    /// What the last step cost beyond an ordinary atom, in ordinary atoms; 0 where it followed a branch that there was already.
    pub(crate) fn labour(&self) -> u32 {
        self.labour
    }

    fn act(&mut self, actor: Actor, grain: Grain, meter: &mut Meter<'_>) -> Option<Fact> {
        self.world.can_step(actor).ok()?;
        let last = self.atom(self.at).and_then(|atom| self.fact(atom));
        let operation = self.world.operation(actor);
        let goes_on = last.is_some_and(|last| {
            let same = last.actor == actor && Some(last.operation) == operation;
            match grain {
                Grain::Operation => same,
                Grain::Rpc => same && !last.ends_call,
                Grain::Cell => false,
            }
        });
        let mut events = std::mem::take(&mut self.events);
        if !goes_on {
            events.clear();
        }
        let atom = self.world.atom(actor);
        let job = match actor {
            Actor::Client(_) => None,
            Actor::Job(job) => self.world.job_name(job).map(Box::new),
        };
        let mut ear = Ear::new(&mut events, None).counting(meter);
        let applied = self.world.apply(actor, &mut ear);
        self.labour = applied.as_ref().map_or(0, |applied| applied.labour);
        self.spent = ear.spent();
        let fact =
            applied.map(|applied| ear.fact(&self.world, actor, applied, |operation| self.appended(actor, operation)));
        self.events = events;
        meter.settle(self.world.cluster());
        fact.map(|fact| Fact { atom, job, ..fact })
    }

    /// What was loaded up to the cursor: everything that was loaded, and the tick at which the cursor stands.
    pub(crate) fn load(&self) -> (&Load, Tick) {
        (&self.load, self.step(self.at).tick)
    }

    /// What an operation appended last, on the way to the cursor.
    fn appended(&self, actor: Actor, operation: u32) -> Option<Arc<Wrote>> {
        let facts = (1..=self.at).rev().filter_map(|at| self.fact(at));
        let mut own =
            facts.take(1024).filter(|fact| fact.actor == actor).take_while(|fact| fact.operation == operation);
        own.find_map(|fact| fact.appended.clone())
    }

    /// Adds a decision that the world has already taken.
    fn push(&mut self, decision: Decision, fact: Option<Box<Fact>>, asked: Option<Asked>, tick: Tick) {
        let parent = self.id();
        let last = self.atom(self.at).and_then(|atom| self.fact(atom));
        let mut place = self.node(parent).place;
        let mut tracks = self.node(parent).tracks;
        let mut since = self.node(parent).since + 1;
        if let Some(fact) = &fact {
            place = place.after(last, fact);
            tracks = tracks.after(self.at + 1, fact);
            since += fact.events / EVENTS + u64::from(fact.atoms) / BURSTS;
        }
        let id = u32::try_from(self.nodes.len()).expect("a session has fewer than 2^32 decisions");
        if since >= self.every {
            self.keep(id);
            since = 0;
        }
        let says = asked.is_some() || fact.as_ref().is_some_and(|fact| fact.says());
        let said = if says { id } else { self.node(parent).said };
        let asked = asked.map(Box::new);
        self.asked += usize::from(!matches!(decision, Decision::Step(_) | Decision::Burst(..)));
        self.nodes.push(Node {
            parent,
            index: self.at + 1,
            decision: Some(decision),
            place,
            tracks,
            since,
            said,
            asked,
            tick,
            fact,
        });
        self.grow(id);
        self.at += 1;
        self.here = id;
        self.event = None;
        self.midst = None;
    }

    /// Keeps the present world as the checkpoint of a decision. If there are too many, every other one is dropped.
    fn keep(&mut self, id: u32) {
        if self.checkpoints.len() >= CHECKPOINTS {
            let kept = std::mem::take(&mut self.checkpoints).into_iter().enumerate();
            self.checkpoints = kept.filter(|(at, _)| at % 2 == 0).map(|(_, checkpoint)| checkpoint).collect();
            self.every *= 2;
        }
        self.checkpoints.insert(id, self.world.clone());
    }
}

/// Submits an intent. The first script opens the shells of its language.
fn submit(world: &mut World, client: u8, intent: &Intent, languages: &[&'static Language]) -> Result<(), Refusal> {
    // A refused intent must leave no trace: a replay would not have it.
    if let Intent::Script { language, .. } = intent
        && client < world.clients()
        && let Some(language) = languages.iter().find(|other| other.name == language)
    {
        world.speak(language);
    }
    world.submit(client, intent)
}

/// Replays a decision. `false` where it is not possible any more; nothing has changed then.
fn redo(
    world: &mut World,
    decision: Option<&Decision>,
    languages: &[&'static Language],
    observer: &mut dyn Observer,
) -> bool {
    match decision {
        None => true,
        Some(Decision::Submit(client, intent)) => submit(world, *client, intent, languages).is_ok(),
        Some(Decision::Cancel(client)) => world.cancel(*client),
        Some(Decision::AddClient) => world.add_client(),
        Some(Decision::Background(background)) => {
            world.set_background(*background);
            true
        }
        Some(Decision::Step(actor)) => world.apply(*actor, observer).is_some(),
        Some(Decision::Burst(client, burst)) => world.rush(*client, *burst, &mut ()).is_some(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Built;

    /// What cannot be done again is told, and nothing else happens.
    #[test]
    fn a_stray_decision_is_told() {
        let mut log = Log::new(World::new(Built::empty().cluster, 0, 2));
        for decision in [Decision::AddClient, Decision::Background(false), Decision::AddClient] {
            assert_eq!(log.decide(decision, Grain::Rpc), Ok(true));
        }
        log.go(0, None, Grain::Rpc);
        log.go(3, None, Grain::Rpc);
        assert!(log.strayed().is_none(), "all of it is possible again");
        // A decision that the model would refuse, as if the model had been changed in the meantime.
        log.nodes[2].decision = Some(Decision::Cancel(0));
        log.go(0, None, Grain::Rpc);
        log.go(3, None, Grain::Rpc);
        assert_eq!(log.strayed().map(|node| node.index), Some(2));
        assert_eq!((log.world().clients(), log.world().background()), (4, true));
    }
}
