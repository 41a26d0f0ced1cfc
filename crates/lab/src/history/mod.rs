//! Decisions as a tree: a schedule with a cursor that goes anywhere, and other schedules that branch off.
//!
//! A decision is something asked for or one atom of somebody. The state at a decision is that of the nearest checkpoint
//! before it, with the decisions since done again; the model is deterministic, so that is the same state. To decide
//! otherwise in the past starts a branch, and the old future stays.

mod note;
mod place;

use crate::command;
use crate::intent::Intent;
use crate::refusal::Refusal;
use crate::script::Language;
use crate::view::Grain;
use crate::world::{Actor, Burst, World};
use splitpoint_model::event::{Event, Observer};
use splitpoint_model::map::Map;
use std::sync::Arc;

pub(crate) use note::{Note, Wrote};
pub(crate) use place::Place;

use note::{Ear, KEPT};

/// Decisions after which the world is kept at first, and events that weigh as much as a decision.
const CHECKPOINT: u64 = 64;
const EVENTS: u64 = 256;

/// Atoms of a burst that weigh as much as a decision.
const BURSTS: u64 = 64;

/// Worlds that are kept, at most. Then every other is given up, and they are kept half as often.
const CHECKPOINTS: usize = 256;

/// What somebody decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    /// A client was asked to do something.
    Submit(u8, Arc<Intent>),
    /// A client was told to drop what it runs.
    Cancel(u8),
    /// A client came.
    AddClient,
    /// Servers may, or may not, start work by themselves.
    Background(bool),
    /// Somebody did an atom.
    Step(Actor),
    /// A client did as much as it could, at most so much: a part of a long script, as one step.
    Burst(u8, Burst),
}

/// A decision in its place.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// The decision before it; of the root itself.
    pub(crate) parent: u32,
    /// How many decisions come before it.
    pub(crate) index: usize,
    /// `None` at the root.
    pub(crate) decision: Option<Decision>,
    /// Positions after it.
    pub(crate) place: Place,
    /// What has to be done again since the last checkpoint, in weight.
    since: u64,
    /// The last decision up to this one of which a console shows something; 0: none.
    pub(crate) said: u32,
    /// Of what an administrator asked for: the commands that would.
    pub(crate) command: Option<Box<str>>,
    /// Of an atom.
    pub(crate) note: Option<Box<Note>>,
}

/// A schedule: the way from the root to a tip.
#[derive(Clone, Debug)]
pub(crate) struct Branch {
    pub(crate) tip: u32,
    /// The branch it leaves.
    pub(crate) parent: Option<usize>,
    /// The last decision it shares with that.
    pub(crate) fork: u32,
}

/// Decisions, the cursor, and the state there.
#[derive(Clone, Debug)]
pub(crate) struct History {
    nodes: Vec<Node>,
    branches: Vec<Branch>,
    branch: usize,
    /// Where branches part: the decisions that follow, each with the branch whose own it is.
    forks: Map<u32, Vec<(u32, usize)>>,
    /// The decisions of the branch, from the root to its tip.
    path: Vec<u32>,
    /// The last decision that is done, an index into the path.
    at: usize,
    /// How many of its events have been shown, where not all of them.
    event: Option<u64>,
    checkpoints: Map<u32, World>,
    /// Decisions after which the world is kept now.
    every: u64,
    world: World,
    /// The decision after which the world stands.
    here: u32,
    /// Events of the step at the cursor.
    events: Vec<Event>,
    /// What scripts are written in, where that is there.
    language: Option<&'static Language>,
    /// The first decision that was not possible when it was done again.
    stray: Option<u32>,
}

impl History {
    /// Nothing has been decided.
    pub(crate) fn new(world: World) -> Self {
        let root = Node {
            parent: 0,
            index: 0,
            decision: None,
            place: Place::default(),
            since: 0,
            said: 0,
            command: None,
            note: None,
        };
        Self {
            nodes: vec![root],
            branches: vec![Branch { tip: 0, parent: None, fork: 0 }],
            branch: 0,
            forks: Map::new(),
            path: vec![0],
            at: 0,
            event: None,
            checkpoints: Map::from([(0, world.clone())]),
            every: CHECKPOINT,
            world,
            here: 0,
            events: Vec::new(),
            language: None,
            stray: None,
        }
    }

    /// The first decision that was not possible when it was done again: a fault of ours, as the model is deterministic.
    /// The world is as if it had not been decided.
    pub(crate) fn strayed(&self) -> Option<&Node> {
        self.stray.map(|id| self.node(id))
    }

    /// Takes note of whether a decision of the branch was done again.
    fn stray(&mut self, at: usize, done: bool) {
        if !done {
            self.stray.get_or_insert(self.path[at]);
        }
    }

    /// From here on there are scripts.
    pub(crate) fn speak(&mut self, language: &'static Language) {
        self.language = Some(language);
    }

    /// What scripts are written in.
    pub(crate) fn language(&self) -> Option<&'static Language> {
        self.language
    }

    /// The state before the first decision.
    pub(crate) fn origin(&self) -> &World {
        self.checkpoints.get(&0).unwrap_or(&self.world)
    }

    /// The state at the cursor.
    pub(crate) fn world(&self) -> &World {
        &self.world
    }

    /// Events of the step at the cursor, up to the cursor.
    pub(crate) fn events(&self) -> &[Event] {
        &self.events
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

    pub(crate) fn branches(&self) -> &[Branch] {
        &self.branches
    }

    /// The branch of the cursor.
    pub(crate) fn branch(&self) -> usize {
        self.branch
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

    /// Where a decision lies on the branch; `None` where it lies on another.
    pub(crate) fn find(&self, id: u32) -> Option<usize> {
        let index = self.nodes.get(id as usize)?.index;
        (self.path.get(index) == Some(&id)).then_some(index)
    }

    /// Decisions from the root to a tip.
    pub(crate) fn way(&self, tip: u32) -> Vec<u32> {
        let mut way = vec![tip];
        let mut id = tip;
        while id != 0 {
            id = self.node(id).parent;
            way.push(id);
        }
        way.reverse();
        way
    }

    /// Steps behind the cursor.
    pub(crate) fn position(&self, grain: Grain) -> u64 {
        let place = self.step(self.at).place;
        match (grain, self.event, &self.step(self.at).note) {
            (Grain::Cell, Some(event), Some(note)) => place.at(grain) - note.events.max(1) + event,
            _ => place.at(grain),
        }
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
        self.path.partition_point(|id| self.node(*id).place.at(grain) < position)
    }

    /// The last atom at or before a decision.
    pub(crate) fn atom(&self, at: usize) -> Option<usize> {
        let atoms = self.step(at).place.atoms;
        (atoms > 0).then(|| self.path.partition_point(|id| self.node(*id).place.atoms < atoms))
    }

    /// The note of an atom.
    pub(crate) fn note(&self, at: usize) -> Option<&Note> {
        self.step(at).note.as_deref()
    }

    /// Moves the cursor to a decision of the branch, or into the events of its atom.
    pub(crate) fn go(&mut self, at: usize, event: Option<u64>, grain: Grain) {
        let at = at.min(self.len());
        let events = self.note(at).map_or(0, |note| note.events);
        let event = event.filter(|event| *event < events);
        let one_on = at == self.at + 1 && self.event.is_none() && self.here == self.path[self.at];
        let begin = if one_on { at } else { self.hearing(at, grain) };
        if !one_on {
            self.stand(begin.saturating_sub(1));
        }
        // One on in the same step, what has been heard of it is still there.
        if !one_on || self.begin(at, grain) == at {
            self.events.clear();
        }
        for next in begin.max(1)..=at {
            let until = if next == at { event } else { None };
            let mut events = std::mem::take(&mut self.events);
            let mut ear = Ear::new(&mut events, until);
            let decision = self.nodes[self.path[next] as usize].decision.as_ref();
            let done = redo(&mut self.world, decision, self.language, &mut ear);
            self.events = events;
            self.stray(next, done);
        }
        self.here = self.path[at];
        self.at = at;
        self.event = event;
    }

    /// From where events have to be heard again: the beginning of the step, or less of a long one.
    fn hearing(&self, at: usize, grain: Grain) -> usize {
        let begin = self.begin(at, grain);
        if begin == 0 {
            return at + 1;
        }
        let mut heard = 0;
        let mut from = at + 1;
        while from > begin && heard < KEPT as u64 {
            from -= 1;
            heard += self.note(from).map_or(0, |note| note.events);
        }
        from
    }

    /// Puts the world to after a decision.
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
            let done = redo(&mut self.world, decision, self.language, &mut ());
            self.stray(next, done);
        }
        self.here = self.path[at];
    }

    /// Decides something at the cursor: goes where that was decided before, else on or onto a new branch. `false`
    /// where it is not possible.
    ///
    /// # Errors
    /// What HBase refuses; nothing is decided then.
    pub(crate) fn decide(&mut self, decision: Decision, grain: Grain) -> Result<bool, Refusal> {
        if self.event.is_some() {
            // An atom is done before the next one begins.
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
        let command = match &decision {
            Decision::Submit(_, intent) => command::administration(intent, self.world.cluster()),
            _ => None,
        };
        let Some(note) = self.perform(&decision, grain)? else { return Ok(false) };
        self.push(decision, note, command);
        Ok(true)
    }

    /// The branch that goes on from the cursor with this decision.
    fn branch_that(&self, decision: &Decision) -> Option<usize> {
        let follow = self.forks.get(&self.id())?;
        let same = |(id, _): &&(u32, usize)| self.node(*id).decision.as_ref() == Some(decision);
        follow.iter().find(same).map(|(_, branch)| *branch)
    }

    /// The first decision of a branch that is its own.
    pub(crate) fn first(&self, branch: &Branch) -> Option<&Node> {
        if branch.tip == branch.fork {
            return None;
        }
        let mut id = branch.tip;
        while self.node(id).parent != branch.fork {
            id = self.node(id).parent;
            if id == 0 {
                return None;
            }
        }
        Some(self.node(id))
    }

    /// Does something new. `None` where it is not possible; a note where it was an atom.
    fn perform(&mut self, decision: &Decision, grain: Grain) -> Result<Option<Option<Box<Note>>>, Refusal> {
        Ok(match decision {
            Decision::Submit(client, intent) => {
                submit(&mut self.world, *client, intent, self.language)?;
                Some(None)
            }
            Decision::Cancel(client) => self.world.cancel(*client).then_some(None),
            Decision::AddClient => self.world.add_client().then_some(None),
            Decision::Background(background) => {
                self.world.set_background(*background);
                Some(None)
            }
            Decision::Step(actor) => self.act(*actor, grain).map(|note| Some(Box::new(note))),
            Decision::Burst(client, burst) => {
                self.events.clear();
                self.world.rush(*client, *burst).map(|(applied, atoms)| {
                    let note =
                        Ear::new(&mut self.events, None).note(&self.world, Actor::Client(*client), applied, |_| None);
                    Some(Box::new(Note { atoms, ends_call: true, ..note }))
                })
            }
        })
    }

    fn act(&mut self, actor: Actor, grain: Grain) -> Option<Note> {
        self.world.can_step(actor).ok()?;
        let last = self.atom(self.at).and_then(|atom| self.note(atom));
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
        let mut ear = Ear::new(&mut events, None);
        let applied = self.world.apply(actor, &mut ear);
        let note =
            applied.map(|applied| ear.note(&self.world, actor, applied, |operation| self.appended(actor, operation)));
        self.events = events;
        note.map(|note| Note { atom, job, ..note })
    }

    /// What an operation appended last, on the way to the cursor.
    fn appended(&self, actor: Actor, operation: u32) -> Option<Arc<Wrote>> {
        let notes = (1..=self.at).rev().filter_map(|at| self.note(at));
        let mut own =
            notes.take(1024).filter(|note| note.actor == actor).take_while(|note| note.operation == operation);
        own.find_map(|note| note.appended.clone())
    }

    /// Adds a decision that the world has already taken.
    fn push(&mut self, decision: Decision, note: Option<Box<Note>>, command: Option<String>) {
        let parent = self.id();
        let last = self.atom(self.at).and_then(|atom| self.note(atom));
        let mut place = self.node(parent).place;
        let mut since = self.node(parent).since + 1;
        if let Some(note) = &note {
            place = place.after(last, note);
            since += note.events / EVENTS + u64::from(note.atoms) / BURSTS;
        }
        let id = u32::try_from(self.nodes.len()).expect("a session has fewer than 2^32 decisions");
        if since >= self.every {
            self.keep(id);
            since = 0;
        }
        if self.at < self.len() {
            let owner = self.owner(self.at);
            let other = (self.path[self.at + 1], self.owner(self.at + 1));
            self.forks.get_or_insert_with(parent, || vec![other]).push((id, self.branches.len()));
            self.branches.push(Branch { tip: id, parent: Some(owner), fork: parent });
            self.branch = self.branches.len() - 1;
            self.path.truncate(self.at + 1);
        }
        let says = command.is_some() || note.as_ref().is_some_and(|note| note.says());
        let said = if says { id } else { self.node(parent).said };
        let command = command.map(Into::into);
        self.nodes.push(Node {
            parent,
            index: self.at + 1,
            decision: Some(decision),
            place,
            since,
            said,
            command,
            note,
        });
        self.path.push(id);
        self.branches[self.branch].tip = id;
        self.at += 1;
        self.here = id;
        self.event = None;
    }

    /// Keeps the world as it is after a decision.
    fn keep(&mut self, id: u32) {
        if self.checkpoints.len() >= CHECKPOINTS {
            let kept = std::mem::take(&mut self.checkpoints).into_iter().enumerate();
            self.checkpoints = kept.filter(|(at, _)| at % 2 == 0).map(|(_, checkpoint)| checkpoint).collect();
            self.every *= 2;
        }
        self.checkpoints.insert(id, self.world.clone());
    }

    /// The branch whose own a decision of this branch is.
    fn owner(&self, at: usize) -> usize {
        let mut owner = self.branch;
        while let Some(parent) = self.branches[owner].parent
            && at <= self.node(self.branches[owner].fork).index
        {
            owner = parent;
        }
        owner
    }

    /// Takes another branch's decisions as the way. The cursor stays where both are the same, else it is put to where
    /// they part; the world follows with the next [`go`](Self::go).
    pub(crate) fn switch(&mut self, branch: usize) {
        let path = self.way(self.branches[branch].tip);
        let shared = self.path.iter().zip(&path).take_while(|(old, new)| old == new).count();
        self.at = self.at.min(shared - 1);
        self.event = None;
        self.path = path;
        self.branch = branch;
    }
}

/// Asks for something; shells are there from the first script on.
fn submit(world: &mut World, client: u8, intent: &Intent, language: Option<&Language>) -> Result<(), Refusal> {
    if let (Intent::Script { .. }, Some(language)) = (intent, language) {
        world.speak(language);
    }
    world.submit(client, intent)
}

/// Does a decision that was possible before. `false` where it is not possible any more; nothing has changed then.
fn redo(
    world: &mut World,
    decision: Option<&Decision>,
    language: Option<&Language>,
    observer: &mut dyn Observer,
) -> bool {
    match decision {
        None => true,
        Some(Decision::Submit(client, intent)) => submit(world, *client, intent, language).is_ok(),
        Some(Decision::Cancel(client)) => world.cancel(*client),
        Some(Decision::AddClient) => world.add_client(),
        Some(Decision::Background(background)) => {
            world.set_background(*background);
            true
        }
        Some(Decision::Step(actor)) => world.apply(*actor, observer).is_some(),
        Some(Decision::Burst(client, burst)) => world.rush(*client, *burst).is_some(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Built;

    /// What cannot be done again is told, and nothing else happens.
    #[test]
    fn a_stray_decision_is_told() {
        let mut history = History::new(World::new(Built::empty().cluster, 0, 2));
        for decision in [Decision::AddClient, Decision::Background(false), Decision::AddClient] {
            assert_eq!(history.decide(decision, Grain::Rpc), Ok(true));
        }
        history.go(0, None, Grain::Rpc);
        history.go(3, None, Grain::Rpc);
        assert!(history.strayed().is_none(), "all of it is possible again");
        // As if the model had become another one meanwhile.
        history.nodes[2].decision = Some(Decision::Cancel(0));
        history.go(0, None, Grain::Rpc);
        history.go(3, None, Grain::Rpc);
        assert_eq!(history.strayed().map(|node| node.index), Some(2));
        assert_eq!((history.world().clients(), history.world().background()), (4, true));
    }
}
