//! The world: a cluster, its clients with what they run, background work, and the time.
//!
//! A value: it can be cloned, compared and hashed. It moves by atoms, and who does the next one is all there is to
//! choose: [`World::enabled`] lists the choices in a fixed order, [`World::apply`] does one.

mod admin;
mod job;
mod lane;
mod shell;
mod tally;
mod turn;
mod upshot;

use crate::intent::{Field, Intent};
use crate::sim::answer::Answer;
use crate::sim::clock::Clock;
use crate::sim::label::Label;
use crate::sim::language::{Printed, Terminals};
use crate::sim::program::{Program, Series};
use crate::sim::refusal::{Objection, Refusal};
use job::EndedJobs;
use splitpoint_model::bytes::TableName;
use splitpoint_model::client::Request;
use splitpoint_model::cluster::{Admin, Cluster, Wait};
use splitpoint_model::event::{JobId, Observer, RegionId};
use splitpoint_model::identity::Trace;
use splitpoint_model::map::Map;
use splitpoint_model::query::{Metrics, RowResult};
use std::collections::VecDeque;
use std::sync::Arc;
use turn::Pace;

pub use crate::sim::program::How;
pub use job::{EndedJob, JobLane, JobName};
pub use lane::{Ended, Lane, Running};
pub use tally::Tally;
pub(crate) use turn::Burst;
pub use upshot::{Found, Upshot};

/// Letters of the clients.
pub const LETTERS: [char; 4] = ['A', 'B', 'C', 'D'];

/// The letter of a client: `A` for 0. There are four clients; any other is `?`.
pub fn letter(client: u8) -> char {
    LETTERS.get(usize::from(client)).copied().unwrap_or('?')
}

/// The client of a letter; `None` if there is none.
pub fn client(letter: char) -> Option<u8> {
    (0..LETTERS.len() as u8).find(|client| LETTERS[usize::from(*client)] == letter)
}

/// Names of the clients.
pub const NAMES: [&str; 4] = ["Ada", "Ben", "Cleo", "Dan"];

/// Who can act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Actor {
    /// A client: 0 is A.
    Client(u8),
    /// A piece of background work.
    Job(u32),
}

impl Actor {
    /// The letter of a client.
    pub fn letter(self) -> Option<char> {
        match self {
            Self::Client(client) => Some(letter(client)),
            Self::Job(_) => None,
        }
    }
}

/// Why an actor cannot act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Blocked {
    /// It has nothing to do, or there is no such actor.
    Idle,
    /// Somebody else has to act first.
    Waits(Wait),
    /// Its script has asked a question that a person has to answer.
    Asks,
}

/// The result of an atom, besides the events that observers heard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applied {
    /// The operation it belongs to. Programs and jobs are numbered alike, in the order of their beginning.
    pub operation: u32,
    /// The table of the request or the part of a job that begins with it.
    pub table: Option<TableName>,
    /// What is begun with it: the label of a client's request, or of a part of a job.
    pub label: Option<Label>,
    /// The answer to the request, where this was its last atom; likewise of a job.
    pub answer: Option<Answer>,
    /// Whether the operation is over.
    pub over: bool,
    /// The operation with which what was asked for began: of a script the first of many, else the operation itself.
    pub asked: u32,
    /// What all that was asked for has cost so far.
    pub cost: Metrics,
    /// The request that is begun with it, where no script did.
    pub request: Option<Request>,
    /// Rows that came back with it, in the order in which they came.
    pub returned: Vec<RowResult>,
    /// Whether it belongs to a script.
    pub typed: bool,
    /// What the shell of its script printed.
    pub printed: Vec<Printed>,
    /// What it cost beyond an ordinary atom, in ordinary atoms, of which each is 200 operations of the shell's machine; 0 where no
    /// script computed.
    pub labour: u32,
    /// What came of it, where a round trip, a job or a burst came to its end.
    pub upshot: Option<Box<Upshot>>,
}

impl Applied {
    /// The result of an atom of an operation, without anything in it yet.
    fn of(operation: u32) -> Self {
        Self {
            operation,
            table: None,
            label: None,
            answer: None,
            over: false,
            asked: operation,
            cost: Metrics::default(),
            request: None,
            returned: Vec::new(),
            typed: false,
            printed: Vec::new(),
            labour: 0,
            upshot: None,
        }
    }
}

/// The state of a simulation at one moment: cluster, clients with their programs, jobs, shells and time.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct World {
    clock: Clock,
    cluster: Cluster,
    /// Shared: who copies a world copies only the lane of the client that acts then.
    lanes: Vec<Arc<Lane>>,
    /// The shells of the clients, by language; of those in which there was a script.
    terminals: Map<Arc<str>, Terminals>,
    jobs: Map<u32, JobLane>,
    /// Jobs that ended since the last thing a person asked for.
    ended: EndedJobs,
    operations: u32,
    background: bool,
    /// Numbers of regions within their table, in the order of creation; also of those that are gone.
    numbers: Arc<Map<RegionId, u32>>,
    /// How many regions of each table have been seen.
    seen: Arc<Map<TableName, u32>>,
}

impl World {
    /// A cluster with so many idle clients, at most four.
    pub fn new(cluster: Cluster, now: i64, clients: u8) -> Self {
        let lanes = (0..clients.min(LETTERS.len() as u8)).map(|client| Arc::new(Lane::new(client))).collect();
        let mut world = Self {
            clock: Clock::new(now),
            cluster,
            lanes,
            terminals: Map::new(),
            jobs: Map::new(),
            ended: EndedJobs::default(),
            operations: 0,
            background: true,
            numbers: Arc::default(),
            seen: Arc::default(),
        };
        world.notice();
        world
    }

    /// The time.
    pub fn clock(&self) -> Clock {
        self.clock
    }

    /// The cluster.
    pub fn cluster(&self) -> &Cluster {
        &self.cluster
    }

    /// Changes the settings of the cluster.
    pub(crate) fn set_settings(&mut self, settings: Map<String, String>) {
        self.cluster.set_settings(settings);
    }

    /// How many clients there are.
    pub fn clients(&self) -> u8 {
        self.lanes.len() as u8
    }

    /// A client with what it runs.
    pub fn lane(&self, client: u8) -> Option<&Lane> {
        self.lanes.get(usize::from(client)).map(|lane| &**lane)
    }

    /// As [`lane`](Self::lane), to be changed. A lane that is shared with another world is copied first.
    fn lane_mut(&mut self, client: u8) -> Option<&mut Lane> {
        self.lanes.get_mut(usize::from(client)).map(Arc::make_mut)
    }

    /// Background work that is not over, oldest first.
    pub fn jobs(&self) -> impl Iterator<Item = &JobLane> {
        self.jobs.values()
    }

    /// Background work by its number.
    pub fn job(&self, job: u32) -> Option<&JobLane> {
        self.jobs.get(&job)
    }

    /// Background work that ended since the last thing a person asked for, oldest first.
    pub fn ended_jobs(&self) -> impl DoubleEndedIterator<Item = &EndedJob> {
        self.ended.iter()
    }

    /// Whether servers start by themselves what they want.
    pub fn background(&self) -> bool {
        self.background
    }

    /// The number of a region within its table, from 1 in the order of creation; also of one that is gone.
    pub fn region_number(&self, region: RegionId) -> u32 {
        self.numbers.get(&region).copied().unwrap_or(region.0)
    }

    /// The operation an actor is at: its number. `None` where it has nothing to do.
    pub fn operation(&self, actor: Actor) -> Option<u32> {
        match actor {
            Actor::Client(client) => Some(self.lane(client)?.running()?.operation()),
            Actor::Job(job) => Some(self.jobs.get(&job)?.operation()),
        }
    }

    /// Whether an actor can act now.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn can_step(&self, actor: Actor) -> Result<(), Blocked> {
        match actor {
            Actor::Client(client) => self.lane(client).ok_or(Blocked::Idle)?.can_step(&self.cluster),
            Actor::Job(job) if self.jobs.contains_key(&job) => {
                self.cluster.job_ready(JobId(job)).map_err(Blocked::Waits)
            }
            Actor::Job(_) => Err(Blocked::Idle),
        }
    }

    /// The name of an actor's next atom: of a client as [`Next::Step`](splitpoint_model::client::Next) names it, of a
    /// job as its lane does; `think`, `hear` and `answer` of a script. Empty where it has nothing to do.
    pub fn atom(&self, actor: Actor) -> &'static str {
        match actor {
            Actor::Client(client) => self.lane(client).map_or("", |lane| lane.atom(&self.cluster)),
            Actor::Job(job) => self.cluster.jobs().find(|other| other.id.0 == job).map_or("", |job| job.next.name()),
        }
    }

    /// Everybody, whether able to act or not: clients, then jobs, oldest first.
    pub fn actors(&self) -> impl Iterator<Item = Actor> {
        (0..self.clients()).map(Actor::Client).chain(self.jobs.keys().copied().map(Actor::Job))
    }

    /// Everybody who can act now, in a fixed order.
    pub fn enabled(&self) -> Vec<Actor> {
        self.actors().filter(|actor| self.can_step(*actor).is_ok()).collect()
    }

    /// Lets an actor do one atom. `None`, and nothing changes, where it cannot.
    pub fn apply(&mut self, actor: Actor, observer: &mut dyn Observer) -> Option<Applied> {
        self.act(actor, observer, Pace::Step)
    }

    /// As [`apply`](Self::apply), without working out what is only shown: labels, requests, returned rows. For searches, which
    /// ask what the world becomes, what it costs and what is answered.
    pub(crate) fn advance(&mut self, actor: Actor, observer: &mut dyn Observer) -> Option<Applied> {
        self.act(actor, observer, Pace::Quiet)
    }

    fn act<'a>(
        &mut self,
        actor: Actor,
        observer: &'a mut dyn Observer,
        pace: fn(&'a mut dyn Observer) -> Pace<'a>,
    ) -> Option<Applied> {
        self.can_step(actor).ok()?;
        let applied = match actor {
            Actor::Client(client) => self.step_client(client, pace(observer)),
            Actor::Job(job) => self.step_job(job, observer),
        }?;
        self.settle(actor, applied.over);
        Some(applied)
    }

    /// Called after each atom: moves the clock, and starts the jobs that servers want.
    fn settle(&mut self, actor: Actor, over: bool) {
        self.clock.tick();
        if matches!(actor, Actor::Job(_)) || over {
            if self.background && over {
                self.start_wanted();
            }
            self.notice();
        }
    }

    /// Asks for something on behalf of a client, or as an administrator.
    ///
    /// # Errors
    /// What HBase's client or master refuses. Nothing has changed then.
    pub fn submit(&mut self, client: u8, intent: &Intent) -> Result<(), Refusal> {
        if let Intent::Script { language, text, .. } = intent {
            if client >= self.clients() {
                return Err(Refusal::ours(Field::Client, Objection::NoClient));
            }
            if self.shells(language).is_none() {
                return Err(Refusal::ours(Field::Script, Objection::NoLanguage(language.clone())));
            }
            if self.lane_mut(client).is_some_and(|lane| lane.answer(text)) {
                return Ok(());
            }
        }
        if matches!(intent, Intent::LoseAnswer) {
            let lane = self.lane_mut(client);
            lane.ok_or_else(|| Refusal::ours(Field::Client, Objection::NoClient))?.lose_answer();
            return Ok(());
        }
        match Program::of(intent)? {
            Some(_) if client >= self.clients() => return Err(Refusal::ours(Field::Client, Objection::NoClient)),
            Some(program) => {
                let series = program.series().cloned();
                self.enter(client, program);
                // The others that share it; who is not there yet comes.
                for member in 1..series.as_ref().map_or(1, Series::members) {
                    let other = (client + member) % LETTERS.len() as u8;
                    while self.clients() <= other && self.add_client() {}
                    if let Some(series) = &series {
                        self.enter(other, Program::Series(series.clone().of(member)));
                    }
                }
                self.ended.clear();
            }
            None => {
                let Intent::Admin(request) = intent else { return Ok(()) };
                let mut requests = VecDeque::from(admin::requests(&self.cluster, intent, request)?);
                let Some(first) = requests.pop_front() else { return Ok(()) };
                let job = self.cluster.submit(first).map_err(|error| Refusal::of(intent, error))?;
                self.ended.clear();
                self.notice();
                if let Some(lane) = self.jobs.get_mut(&job.0) {
                    lane.then = requests;
                }
            }
        }
        Ok(())
    }

    /// Puts a program at the end of what a client has to do.
    fn enter(&mut self, client: u8, program: Program) {
        self.operations += 1;
        let operation = self.operations;
        if let Some(lane) = self.lane_mut(client) {
            lane.submit(operation, program);
        }
    }

    /// The client whose turn it is in what several clients repeat together: the one that has done the fewest requests and is
    /// not through; the client itself where it shares nothing.
    pub(crate) fn turn(&self, client: u8) -> u8 {
        let Some(series) = self.lane(client).and_then(Lane::series) else { return client };
        let part = |other: &u8| {
            let running = self.lane(*other)?.running()?;
            running.program.series().filter(|other| other.is_of(series))
        };
        let behind = |other: &u8| part(other).map(Series::done);
        (0..self.clients()).filter(|other| part(other).is_some()).min_by_key(behind).unwrap_or(client)
    }

    /// Drops what a client runs. A request at work is still answered. `false` where it runs nothing.
    pub fn cancel(&mut self, client: u8) -> bool {
        self.hush(client);
        let cancelled = self.lane_mut(client).is_some_and(Lane::cancel);
        if cancelled {
            self.ended.clear();
        }
        cancelled
    }

    /// Adds the next client. `false` where there are four.
    pub fn add_client(&mut self) -> bool {
        let more = self.lanes.len() < LETTERS.len();
        if more {
            self.lanes.push(Arc::new(Lane::new(self.clients())));
        }
        more
    }

    /// Sets whether servers start by themselves what they want.
    pub fn set_background(&mut self, background: bool) {
        self.background = background;
        if background {
            self.start_wanted();
            self.notice();
        }
    }

    /// Starts what servers want to do by themselves. What the master refuses now, a server will want again.
    fn start_wanted(&mut self) {
        for admin in self.cluster.new_wants() {
            drop(self.cluster.submit(admin));
        }
    }

    /// Gives new jobs a lane, and new regions a number within their table.
    fn notice(&mut self) {
        let new: Vec<_> = self.cluster.jobs().filter(|job| !self.jobs.contains_key(&job.id.0)).cloned().collect();
        for job in new {
            self.operations += 1;
            let lane = JobLane::new(self.operations, &job, |region| self.region_number(region));
            self.jobs.insert(job.id.0, lane);
        }
        // Daughters that are not in `hbase:meta` yet are spoken of already.
        // A region that is new has a larger number than all before it.
        let last = self.numbers.last_key_value().map_or(RegionId(0), |(last, _)| *last);
        let new: Vec<_> =
            self.cluster.regions_after(last).map(|region| (region.id(), region.table_name().clone())).collect();
        for (region, table) in new {
            let seen = Arc::make_mut(&mut self.seen).get_or_default(table);
            *seen += 1;
            Arc::make_mut(&mut self.numbers).insert(region, *seen);
        }
    }

    /// Whether nobody has anything to do.
    pub fn is_done(&self) -> bool {
        self.lanes.iter().all(|lane| lane.running().is_none()) && self.jobs.is_empty()
    }

    /// A trace, which takes fingerprints of this world and of those that follow from it.
    pub(crate) fn trace(&self) -> Trace {
        self.cluster.trace(self.clock.now())
    }

    /// Tells a [`Trace`] what can make a difference from now on. With a script all is told exactly: it may read
    /// anything, and remember it. `newest_only`: nobody but clients and jobs of this world looks at more than the newest
    /// versions of what is stored.
    pub(crate) fn tell(&self, newest_only: bool, trace: &mut Trace) {
        let alters = |admin: &Admin| matches!(admin, Admin::AlterTable { .. });
        let is_plain = self.lanes.iter().all(|lane| lane.is_plain());
        if newest_only && is_plain && !self.jobs.values().any(|job| job.then.iter().any(alters)) {
            trace.newest_only();
        }
        if self.lanes.iter().any(|lane| lane.is_exact()) {
            trace.exact();
            trace.literal(&self.terminals);
        }
        trace.literal(&self.background);
        self.cluster.tell(trace);
        trace.each(self.lanes.iter(), |trace, lane| lane.tell(trace));
        trace.each(self.jobs.values(), |trace, job| {
            trace.each(job.then.iter(), |trace, admin| admin.tell(trace));
        });
    }
}
