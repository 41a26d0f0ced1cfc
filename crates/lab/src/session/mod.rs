//! The session: a start, the decisions made since, and a cursor among them. Everything that a page shows is made from
//! one.

mod bookmark;
mod check;
mod console;
mod design;
mod link;
mod must;
mod orders;
mod player;
mod reorder;
mod report;
mod sample;
mod saved;
mod shape;
mod trail;
mod transcript;
mod transport;
mod walk;
mod watch;

use crate::design::{ATTRIBUTE, Design};
use crate::intent::Intent;
use crate::log::load::{Load, Tick};
use crate::log::{Decision, Log};
use crate::notation::Encoding;
use crate::scenario::{BuildError, Built, Start, TableStart};
use crate::sim::world::{Actor, Blocked, Burst, World};
use crate::view::{self, Grain, Stage, View, ViewRequest};
use saved::Encoder;
use splitpoint_model::cluster::Wait;
use std::borrow::Cow;
use std::cell::RefCell;
use std::sync::Arc;

pub use crate::log::Moment;
pub use crate::sim::refusal::Refusal;
pub use bookmark::Bookmark;
pub use console::{ConsoleLine, Kind};
pub use link::{GRAINS, LONG, Link, LinkError, Opens, Playing, Stop, lesson_link, script_link, without_place};
pub use must::{Aside, Must};
pub use orders::{Begin, Between, Contender, MOST_STATES, Survey, SurveyRequest};
pub use player::Player;
pub use saved::{
    Divergence, Finding, Needs, Present, RestoreError, Restored, Restoring, Saved, SavedData, SavedFile, Who,
};
pub use shape::Unshaped;
pub use transcript::rows;
pub use walk::ScriptWalk;
pub use watch::Watch;

/// Requests of a series, by one client, that are steps of their own.
const SINGLY: u32 = 500;

/// Requests of one burst, about. Clients that share a series take turns after each.
const BURST: u32 = 250;

/// Bursts that one call does at most; each uses up an equal part of its limit.
const TURNS: u32 = 4;

/// A place of the log that was given a name.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Marker {
    node: u32,
    /// How many events of its atom are shown, where not all of them.
    event: Option<u64>,
    name: String,
}

/// A session: a start, all decisions that were made on it, and a cursor. It uses no browser and no real clock, so the
/// same decisions lead to the same state.
#[derive(Clone, Debug)]
pub struct Session {
    start: Start,
    log: Log,
    markers: Vec<Marker>,
    musts: Vec<Must>,
    grain: Grain,
    /// What is shown as one step, as a step of a lesson or a job that was run to its end: the last decision of each, and the
    /// decision before its first. Each last decision stands here once.
    led: Vec<(u32, u32)>,
    /// The decisions that were already written as text, so that saving again only writes what is new.
    encoder: RefCell<Encoder>,
}

/// What was done in a session before it was begun anew.
#[derive(Debug)]
pub struct Past {
    /// Its start, where that is another one since.
    start: Option<Start>,
    log: Log,
    markers: Vec<Marker>,
}

impl Session {
    /// Two servers, two clients and no table.
    pub fn new() -> Self {
        Self::from_built(Start::empty(), Built::empty())
    }

    /// A session on a start, whose data is made at once.
    ///
    /// # Errors
    /// What HBase refused.
    pub fn from_start(start: Start) -> Result<Self, BuildError> {
        let built = start.build().finish()?;
        Ok(Self::from_built(start, built))
    }

    /// A session on a start whose data was made before, slice by slice.
    pub fn from_built(start: Start, built: Built) -> Self {
        let world = World::new(built.cluster, built.now, start.clients);
        Self {
            start,
            log: Log::new(world),
            markers: Vec::new(),
            musts: Vec::new(),
            grain: Grain::default(),
            led: Vec::new(),
            encoder: RefCell::default(),
        }
    }

    /// The start from which the session began.
    pub fn start(&self) -> &Start {
        &self.start
    }

    /// What the row keys of a table are made of, as far as it is known at the cursor.
    pub fn key(&self, table: &str) -> Encoding {
        self.start.key_in(self.world().cluster(), table)
    }

    /// The fields of the row keys of a table at the cursor, as an attribute of it says; `None` where none does.
    pub fn design(&self, table: &str) -> Option<Design> {
        Design::from_spec(self.world().cluster().table(table)?.attributes.get(ATTRIBUTE)?)
    }

    /// What is known of a table at the cursor beyond what HBase knows: what its start says, else what its keys are made
    /// of. `None` where nothing is.
    pub fn table(&self, table: &str) -> Option<Cow<'_, TableStart>> {
        self.start.table_in(self.world().cluster(), table)
    }

    /// Whether a table at the cursor says what its keys are made of, and this start does not.
    pub fn has_designed(&self) -> bool {
        let mut tables = self.world().cluster().tables();
        tables.any(|table| table.attributes.contains_key(ATTRIBUTE) && self.start.table(table.name.as_ref()).is_none())
    }

    /// Whether nothing was done yet on any branch.
    pub fn is_untouched(&self) -> bool {
        self.log.len() == 0 && self.log.branches().len() == 1
    }

    /// The state at the cursor.
    pub fn world(&self) -> &World {
        self.log.world()
    }

    /// The step at the cursor.
    pub fn moment(&self) -> Moment<'_> {
        self.log.moment()
    }

    /// How many clients there are.
    pub fn clients(&self) -> u8 {
        self.world().clients()
    }

    /// Adds the next client, up to four. `false` where there are four.
    pub fn add_client(&mut self) -> bool {
        self.decide(Decision::AddClient)
    }

    /// Queues what a client is to do; an administrator's request becomes a job at once.
    ///
    /// # Errors
    /// What HBase's client or master refuses, with the field that is to blame.
    pub fn submit(&mut self, client: u8, intent: Intent) -> Result<(), Refusal> {
        self.log.decide(Decision::Submit(client, Arc::new(intent)), self.grain).map(|_| ())
    }

    /// As [`submit`](Self::submit). Where the cursor is in the past, this takes the place of what the client was asked for
    /// next; what other clients were asked for stays, and the old future stays as a branch.
    ///
    /// # Errors
    /// What HBase's client or master refuses, with the field that is to blame; the cursor stays where it is then.
    pub fn ask(&mut self, client: u8, intent: Intent) -> Result<(), Refusal> {
        self.make_way(client, &intent)?;
        self.submit(client, intent)
    }

    /// Goes to before what a client was asked for that is still to come; what others were asked for stays.
    fn make_way(&mut self, client: u8, intent: &Intent) -> Result<(), Refusal> {
        let is_own = |decision: &Decision| matches!(decision, Decision::Submit(whose, _) if *whose == client);
        let mut upcoming = self.log.upcoming().skip_while(|(_, decision)| !is_own(decision));
        let Some((first, _)) = upcoming.next() else { return Ok(()) };
        let others: Vec<Decision> = upcoming.map(|(_, other)| other.clone()).filter(|other| !is_own(other)).collect();
        self.log.check(client, intent)?;
        self.log.go(first - 1, None, self.grain);
        for other in others {
            self.decide(other);
        }
        Ok(())
    }

    /// As [`ask`](Self::ask), and then lets it come to its end: what the client has to do, or the jobs that it
    /// began. At most about `limit` atoms; `false` where there is more to do, or where somebody else would have to be stepped.
    ///
    /// # Errors
    /// What HBase's client or master refuses, with the field that is to blame.
    pub fn perform(&mut self, client: u8, intent: Intent, limit: u32) -> Result<bool, Refusal> {
        self.make_way(client, &intent)?;
        let known: Vec<u32> = self.world().jobs().map(|job| job.id()).collect();
        let is_job = matches!(intent, Intent::Admin(_));
        self.submit(client, intent)?;
        if !is_job {
            let end = self.place().saturating_add(limit as usize);
            // Many requests come in bursts, of which one call does a few.
            while !self.run_client(client, limit) && self.place() < end {}
            return Ok(self.is_through(client));
        }
        let begun = |session: &Self| session.world().jobs().map(|job| job.id()).find(|id| !known.contains(id));
        let end = self.place().saturating_add(limit as usize);
        while let Some(job) = begun(self) {
            let left = u32::try_from(end.saturating_sub(self.place())).unwrap_or(limit);
            if !self.run_job(job, left) || begun(self) == Some(job) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The table that is meant where none is named: the first of the start that is still there, else the first by name; empty
    /// where there is none.
    pub fn default_table(&self) -> String {
        let tables = self.view(&ViewRequest::none()).tables;
        let known = self.start().tables.iter().find(|table| tables.contains(&table.name));
        known.map(|table| table.name.clone()).or(tables.into_iter().next()).unwrap_or_default()
    }

    /// The place of the cursor: the decisions before it on its branch.
    pub fn place(&self) -> usize {
        self.log.at()
    }

    /// The place of the last atom before the cursor; 0 before the first one.
    pub fn last_atom(&self) -> usize {
        self.log.atom(self.log.at()).unwrap_or(0)
    }

    /// Drops the program that a client runs, once the request at work is answered. `false` where it runs nothing.
    pub fn cancel(&mut self, client: u8) -> bool {
        self.decide(Decision::Cancel(client))
    }

    /// Whether servers start by themselves what they want: flushes, compactions, splits.
    pub fn background(&self) -> bool {
        self.world().background()
    }

    /// Sets whether servers start by themselves what they want.
    pub fn set_background(&mut self, background: bool) {
        if background != self.background() {
            self.decide(Decision::Background(background));
        }
    }

    /// One step of a client at the grain. In the past this starts a branch; the old future stays. `false` where it
    /// cannot step.
    pub fn step_client(&mut self, client: u8) -> bool {
        self.step(Actor::Client(client))
    }

    /// One step of a job at the grain. In the past this starts a branch; the old future stays. `false` where it cannot
    /// step.
    pub fn step_job(&mut self, job: u32) -> bool {
        self.step(Actor::Job(job))
    }

    /// Steps a client to the end of all that it was asked to do. Jobs that it waits for are stepped too, and those that
    /// servers started by themselves to their end. About `limit` atoms: a burst of what is repeated counts as a quarter of it,
    /// however many atoms it has. `false` when there is more to do.
    pub fn run_client(&mut self, client: u8, limit: u32) -> bool {
        let mut left = limit;
        while left > 0 {
            let Some(actor) = self.mover_of(client) else { return true };
            match actor {
                Actor::Client(other) if self.goes_in_bursts(actor) => {
                    self.decide(Decision::Burst(other, Burst::About(BURST)));
                    // Each burst counts as an equal part of the limit, however many atoms it had.
                    left = left.saturating_sub(limit.div_ceil(TURNS));
                }
                _ => {
                    self.act(actor);
                    left = left.saturating_sub(1).saturating_sub(self.log.labour());
                }
            }
        }
        self.mover_of(client).is_none()
    }

    /// Whether a client, and those that share what it repeats, have nothing left to do: nothing is at work, and nothing
    /// waits.
    pub fn is_through(&self, client: u8) -> bool {
        let world = self.world();
        world.lane(world.turn(client)).is_none_or(|lane| lane.running().is_none() && lane.waiting() == 0)
    }

    /// Who has to act so that a client, and those that share what it repeats, come to their end. Between two of many
    /// requests servers do what they want to do, as they would meanwhile.
    fn mover_of(&self, client: u8) -> Option<Actor> {
        let world = self.world();
        let next = world.turn(client);
        let repeats = world.lane(next).is_some_and(|lane| lane.series().is_some() && lane.client().is_idle());
        let job = || world.jobs().map(|job| Actor::Job(job.id())).find(|job| world.can_step(*job).is_ok());
        let meanwhile = if repeats && world.background() { job() } else { None };
        meanwhile.or_else(|| self.mover(Actor::Client(next)))
    }

    /// Whether an actor repeats something, and has done so much of it already that what follows goes in bursts: else it
    /// would fill the memory with steps that nobody will ever look at.
    fn goes_in_bursts(&self, actor: Actor) -> bool {
        let Actor::Client(client) = actor else { return false };
        self.world().lane(client).and_then(|lane| lane.series()).is_some_and(|series| series.done() >= SINGLY)
    }

    /// Steps a job to its end, and the clients that it waits for. At most `limit` atoms; `false` when there is more to
    /// do.
    pub fn run_job(&mut self, job: u32, limit: u32) -> bool {
        let from = self.node();
        for _ in 0..limit {
            let Some(actor) = self.mover(Actor::Job(job)) else { break };
            self.act(actor);
        }
        let is_over = self.mover(Actor::Job(job)).is_none();
        if is_over && from != self.node() {
            self.lead(from);
        }
        is_over
    }

    /// Who has to act so that an actor comes to its end: itself, or what it waits for. `None` where it is over, or
    /// where another client would have to be stepped by a person.
    fn mover(&self, actor: Actor) -> Option<Actor> {
        let world = self.world();
        let job = || world.jobs().map(|job| Actor::Job(job.id())).find(|job| world.can_step(*job).is_ok());
        match (actor, world.can_step(actor)) {
            (actor, Ok(())) => Some(actor),
            (Actor::Client(_), Err(Blocked::Waits(Wait::Job(_) | Wait::Region { .. } | Wait::MemStore { .. }))) => {
                job()
            }
            (Actor::Client(_), Err(Blocked::Waits(_) | Blocked::Asks)) => None,
            (Actor::Client(_), Err(Blocked::Idle)) if world.background() => job(),
            (Actor::Job(_), Err(Blocked::Waits(Wait::Job(_)))) => job(),
            (Actor::Job(_), Err(Blocked::Waits(_))) => {
                world.actors().find(|actor| matches!(actor, Actor::Client(_)) && world.can_step(*actor).is_ok())
            }
            (_, Err(Blocked::Idle | Blocked::Asks)) => None,
        }
    }

    /// One step at the grain of whoever an actor waits for. `false` where it waits for nobody who can step.
    pub fn step_for(&mut self, actor: Actor) -> bool {
        let mut actor = actor;
        // An actor that it waits for may itself wait for another one.
        for _ in 0..self.clients() {
            let Err(Blocked::Waits(wait)) = self.world().can_step(actor) else { break };
            let others = || self.world().actors().filter(|other| *other != actor);
            let can = |other: &Actor| self.world().can_step(*other).is_ok();
            let next = match wait {
                Wait::RowLock { holder, .. } => Some(Actor::Client(holder)),
                Wait::Requests { clients, .. } => clients.first().copied().map(Actor::Client),
                Wait::Mvcc { .. } => others().find(|other| matches!(other, Actor::Client(_)) && can(other)),
                _ => others().find(|other| matches!(other, Actor::Job(_)) && can(other)),
            };
            let Some(next) = next else { return false };
            actor = next;
        }
        self.step(actor)
    }

    /// Lets an actor do one step at the grain of the session. `false` where it cannot step.
    fn step(&mut self, actor: Actor) -> bool {
        let goes_on =
            self.log.event().is_some() && self.log.fact(self.log.at()).is_some_and(|fact| fact.actor == actor);
        if !goes_on && self.world().can_step(actor).is_err() {
            // Before anything moves: the cursor may be inside an atom of another actor, which has to stay as it is.
            return false;
        }
        let log = &mut self.log;
        if let (Grain::Cell, Some(event)) = (self.grain, log.event())
            && log.fact(log.at()).is_some_and(|fact| fact.actor == actor)
        {
            log.go(log.at(), Some(event + 1), self.grain);
            return true;
        }
        if !self.act(actor) {
            return false;
        }
        let position = self.log.position(self.grain);
        match self.grain {
            Grain::Cell => {
                let at = self.log.at();
                self.log.go(at, Some(1), self.grain);
            }
            Grain::Rpc | Grain::Operation => while self.goes_on(actor) && self.act(actor) {},
        }
        debug_assert!(self.grain == Grain::Cell || self.log.position(self.grain) == position);
        true
    }

    /// Whether the next atom of an actor belongs to the step at the cursor.
    fn goes_on(&self, actor: Actor) -> bool {
        let Some(fact) = self.log.fact(self.log.at()) else { return false };
        let over = if self.grain == Grain::Operation { fact.over } else { fact.ends_call };
        !over && self.world().can_step(actor).is_ok()
    }

    /// Lets an actor do one atom. `false` where it cannot.
    fn act(&mut self, actor: Actor) -> bool {
        self.decide(Decision::Step(actor))
    }

    /// Makes a decision that cannot be refused.
    fn decide(&mut self, decision: Decision) -> bool {
        self.log.decide(decision, self.grain).unwrap_or(false)
    }

    /// Goes back to the start, and hands out all decisions, branches and markers that there were. What must hold stays.
    pub fn reset(&mut self) -> Past {
        let world = self.log.origin().clone();
        self.begin_anew(world)
    }

    /// As [`reset`](Self::reset), and makes the start a [sandbox](Start::sandbox), whose new tables flush and split at a few
    /// kilobytes. Without it a session that was kept before there were sandboxes would have HBase's own sizes for ever.
    pub fn reset_to_sandbox(&mut self) -> Past {
        let mut world = self.log.origin().clone();
        let sandbox = self.start.clone().sandbox();
        world.set_settings(sandbox.config.settings.clone());
        let start = std::mem::replace(&mut self.start, sandbox);
        Past { start: Some(start), ..self.begin_anew(world) }
    }

    fn begin_anew(&mut self, world: World) -> Past {
        self.led = Vec::new();
        self.encoder = RefCell::default();
        let mut log = Log::new(world);
        self.log.languages().iter().for_each(|language| log.speak(language));
        Past { start: None, log: std::mem::replace(&mut self.log, log), markers: std::mem::take(&mut self.markers) }
    }

    /// Undoes [`reset`](Self::reset): puts back the log, the markers and the start that it handed out.
    pub fn take_back(&mut self, past: Past) {
        (self.log, self.markers, self.encoder) = (past.log, past.markers, RefCell::default());
        self.led = Vec::new();
        if let Some(start) = past.start {
            self.start = start;
        }
    }

    /// What was loaded on the way to the cursor: everything that was loaded on any branch, and the tick at which the
    /// cursor stands, which counts its own way only.
    pub fn load(&self) -> (&Load, Tick) {
        self.log.load()
    }

    /// The parts of the session that views are made from.
    pub fn stage(&self) -> Stage<'_> {
        let here = self.node();
        let led = self.led.iter().find(|(to, _)| *to == here).filter(|_| !self.is_midst());
        let since = led.and_then(|(_, from)| self.log.find(*from));
        Stage { start: &self.start, log: &self.log, grain: self.grain, since, markers: self.places() }
    }

    /// Everything the page shows.
    pub fn view(&self, request: &ViewRequest) -> View {
        view::project(&self.stage(), request)
    }
}

impl Default for Session {
    fn default() -> Self {
        Self::new()
    }
}
