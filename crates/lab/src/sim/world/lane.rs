//! A client's lane: the client, the program it runs, and those that wait behind it.

use super::tally::{Tally, at_once};
use super::{Applied, Blocked, Upshot};
use crate::sim::label::{Label, Title};
use crate::sim::memory::Memory;
use crate::sim::program::{Demand, How, Program, Reply, Series};
use splitpoint_model::client::{Client, Next, Request};
use splitpoint_model::cluster::{Cluster, Outcome, Wait};
use splitpoint_model::error::Error;
use splitpoint_model::event::{JobId, Observer};
use splitpoint_model::identity::{CachedTrace, Kind, Trace};
use splitpoint_model::query::Metrics;
use std::collections::VecDeque;
use std::sync::Arc;

/// A client, the program it runs, and those that wait.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Lane {
    client: Client,
    running: Option<Running>,
    /// Shared: a search copies a lane at each step, and what waits stays as it is.
    queue: VecDeque<Arc<Waiting>>,
    ended: Option<Ended>,
}

/// A program that waits behind the one at work.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Waiting {
    operation: u32,
    program: Program,
    told: CachedTrace,
}

/// A program at work.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Running {
    /// The number of its first operation; a script goes on with others.
    pub(super) asked: u32,
    pub(super) operation: u32,
    pub(super) program: Program,
    pub(super) next: Step,
    /// The cost of its earlier requests, without the one at work.
    before: Metrics,
    /// Whether a request has been sent.
    started: bool,
    cancelled: bool,
}

/// What a program does next.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Step {
    /// Sends this, or waits for the answer.
    Ask(Label, Request),
    /// Goes on by itself.
    Think(Label),
    /// Waits until a job is done.
    Job(JobId),
    /// Goes on with the result of that job.
    Heard(Result<Outcome, Error>),
    /// Waits for an answer that is typed.
    Question,
    /// Goes on with the answer that was typed.
    Answer,
}

impl Step {
    /// Whether it waits for this job. A comparison of whole steps would bring that of requests into the first load.
    fn is_job(&self, job: JobId) -> bool {
        matches!(self, Self::Job(known) if *known == job)
    }
}

/// A program that is over.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ended {
    asked: u32,
    operation: u32,
    program: Program,
    how: How,
}

impl Running {
    /// Its number.
    pub fn operation(&self) -> u32 {
        self.operation
    }

    /// The label of the step that is at work or comes next.
    pub fn label(&self) -> Label {
        match &self.next {
            Step::Ask(label, _) | Step::Think(label) => label.clone(),
            Step::Job(_) | Step::Heard(_) => self.at_work(),
            Step::Question | Step::Answer => Label::Reply,
        }
    }

    /// The statement at work, of a program that waits for a job.
    pub(super) fn at_work(&self) -> Label {
        match self.program.title() {
            Title::Statement(statement) => Label::Statement(statement),
            _ => Label::Statement(None),
        }
    }

    /// Whether the program is to be dropped once the request at work is answered.
    pub(super) fn is_cancelled(&self) -> bool {
        self.cancelled
    }

    /// Notes that the client has begun its next request; `before` is what the earlier ones cost.
    pub(super) fn count(&mut self, before: Metrics) {
        (self.before, self.started) = (before, true);
    }

    /// What it has cost so far.
    pub(super) fn cost(&self, client: &Client) -> Metrics {
        let mut cost = self.before;
        if self.started {
            cost += client.spent();
        }
        cost
    }
}

impl Ended {
    /// Its number.
    pub fn operation(&self) -> u32 {
        self.operation
    }

    /// The number of the operation with which it began.
    pub(crate) fn asked(&self) -> u32 {
        self.asked
    }

    /// What the whole program does, also if it went through several statements.
    pub(crate) fn whole(&self) -> Title {
        self.program.whole()
    }

    /// How it ended.
    pub fn how(&self) -> How {
        self.how
    }

    /// What the program did, and to which table.
    pub fn title(&self) -> Title {
        self.program.title()
    }
}

impl Lane {
    pub(super) fn new(client: u8) -> Self {
        Self { client: Client::new(client), running: None, queue: VecDeque::new(), ended: None }
    }

    /// What it knows of regions, and what its last operation has cost.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// The program at work.
    pub fn running(&self) -> Option<&Running> {
        self.running.as_ref()
    }

    /// The last program that is over.
    pub fn ended(&self) -> Option<&Ended> {
        self.ended.as_ref()
    }

    /// How many programs wait behind the one at work.
    pub fn waiting(&self) -> usize {
        self.queue.len()
    }

    fn program(&self) -> Option<&Program> {
        let running = self.running.as_ref().map(|running| &running.program);
        running.or_else(|| self.ended.as_ref().map(|ended| &ended.program))
    }

    /// What the program at work, or else the last one, is about. `None` where there was none yet.
    pub fn title(&self) -> Option<Title> {
        self.program().map(Program::title)
    }

    /// What the program at work, or else the last one, is as a whole. `None` where there was none yet.
    pub(crate) fn whole(&self) -> Option<Title> {
        self.program().map(Program::whole)
    }

    /// What the program at work, or else the last one, remembers.
    pub fn memory(&self) -> Vec<Memory> {
        self.program().map(Program::memory).unwrap_or_default()
    }

    pub(super) fn can_step(&self, cluster: &Cluster) -> Result<(), Blocked> {
        match self.running.as_ref().map(|running| &running.next) {
            None => return Err(Blocked::Idle),
            Some(Step::Question) => return Err(Blocked::Asks),
            Some(Step::Job(job)) => return Err(Blocked::Waits(Wait::Job(*job))),
            Some(Step::Ask(..) | Step::Think(_) | Step::Heard(_) | Step::Answer) => {}
        }
        match self.client.next(cluster) {
            Next::Wait(wait) => Err(Blocked::Waits(wait)),
            // It has not begun with its next request.
            Next::Idle | Next::Step { .. } => Ok(()),
        }
    }

    /// What the next atom is called.
    pub(super) fn atom(&self, cluster: &Cluster) -> &'static str {
        let label = |client: &Client| match client.next(cluster) {
            Next::Step { atom, .. } => atom.name(),
            Next::Wait(_) | Next::Idle => "",
        };
        match self.running.as_ref().map(|running| &running.next) {
            None | Some(Step::Question | Step::Job(_)) => "",
            Some(Step::Think(_)) => "think",
            Some(Step::Heard(_)) => "hear",
            Some(Step::Answer) => "answer",
            Some(Step::Ask(..)) if !self.client.is_idle() => label(&self.client),
            Some(Step::Ask(_, request)) => {
                let mut client = self.client.clone();
                client.start(request.clone());
                label(&client)
            }
        }
    }

    /// The result of the present request, which got this reply.
    pub(super) fn upshot(&self, reply: &Reply) -> Option<Box<Upshot>> {
        let running = self.running.as_ref()?;
        let Step::Ask(_, request) = &running.next else { return None };
        Some(Box::new(Upshot::of(running, request, reply)))
    }

    pub(super) fn submit(&mut self, operation: u32, program: Program) {
        self.queue.push_back(Arc::new(Waiting { operation, program, told: CachedTrace::default() }));
        self.begin();
    }

    /// Begins with the next program, where none is at work.
    fn begin(&mut self) {
        while self.running.is_none() {
            let Some(waiting) = self.queue.pop_front() else { return };
            let Waiting { operation, mut program, .. } = Arc::unwrap_or_clone(waiting);
            let next = match program.routine_mut().begin() {
                Demand::Ask(request) | Demand::Wait(_, request) => {
                    Step::Ask(program.routine().label(&request), request)
                }
                Demand::GiveWay(label) | Demand::Sleep(_, label) => Step::Think(label),
                Demand::Question => Step::Question,
                Demand::End(how) => {
                    self.ended = Some(Ended { asked: operation, operation, program, how });
                    continue;
                }
                // Nothing has been looked at that could say what to do.
                Demand::Work(_) | Demand::Clear(_) => {
                    self.ended = Some(Ended { asked: operation, operation, program, how: How::Failed });
                    continue;
                }
            };
            let before = Metrics::default();
            self.running =
                Some(Running { asked: operation, operation, program, next, before, started: false, cancelled: false });
        }
    }

    pub(super) fn end(&mut self, how: How) {
        if let Some(Running { asked, operation, program, .. }) = self.running.take() {
            self.ended = Some(Ended { asked, operation, program, how });
        }
        self.begin();
    }

    /// Lets the next answer to a request on rows be lost.
    pub(super) fn lose_answer(&mut self) {
        self.client.lose_answer();
    }

    /// Whether the next answer to a request on rows will be lost.
    pub fn loses_answer(&self) -> bool {
        self.client.loses_answer()
    }

    pub(super) fn cancel(&mut self) -> bool {
        let Some(running) = &mut self.running else { return false };
        if self.client.is_idle() {
            self.end(How::Cancelled);
        } else {
            running.cancelled = true;
        }
        true
    }

    /// Does one atom of the request that comes next or is at work, and takes note of it where somebody wants to know more
    /// of it than what it costs. What came back, where it did.
    pub(super) fn send(
        &mut self,
        cluster: &mut Cluster,
        now: i64,
        (observer, is_told): (&mut dyn Observer, bool),
        applied: &mut Applied,
    ) -> Option<Reply> {
        let running = self.running.as_mut()?;
        let Step::Ask(label, request) = &running.next else { return None };
        if self.client.is_idle() {
            if is_told {
                applied.label = Some(label.clone());
                applied.table = request.table().cloned();
                applied.request = (!applied.typed).then(|| request.clone());
            }
            let request = request.clone();
            running.count(running.cost(&self.client));
            self.client.start(request);
        }
        let reply = self.client.step(cluster, now, observer);
        applied.cost = running.cost(&self.client);
        reply
    }

    /// Does the request that comes next at once, where that can be done and nothing of it has been done yet.
    pub(super) fn run_at_once(&mut self, cluster: &mut Cluster, now: i64, tally: &mut dyn Tally) -> Option<Reply> {
        let Some(running @ Running { next: Step::Ask(..), .. }) = &mut self.running else { return None };
        let Step::Ask(_, request) = &running.next else { return None };
        if !self.client.is_idle() {
            return None;
        }
        let before = running.cost(&self.client);
        let response = at_once(&mut self.client, cluster, request, now, tally)?;
        running.count(before);
        Some(Ok(response))
    }

    /// The program at work, and the client that sends its requests.
    pub(super) fn parts(&mut self) -> Option<(&mut Running, &mut Client)> {
        Some((self.running.as_mut()?, &mut self.client))
    }

    /// The language of the shell that its program uses.
    pub fn language(&self) -> Option<&str> {
        self.running.as_ref()?.program.routine().language()
    }

    /// Whether it runs a script.
    pub fn is_shell(&self) -> bool {
        self.language().is_some()
    }

    /// The part that it has of what is repeated: the one at work, else the last one where that was one.
    pub fn series(&self) -> Option<&Series> {
        self.program()?.series()
    }

    pub(super) fn running_mut(&mut self) -> Option<&mut Running> {
        self.running.as_mut()
    }

    /// Whether its program waits for this job.
    pub(super) fn waits_for(&self, job: JobId) -> bool {
        self.running.as_ref().is_some_and(|running| running.next.is_job(job))
    }

    /// Whether its program waits for a job.
    pub fn waits(&self) -> bool {
        self.running.as_ref().is_some_and(|running| matches!(running.next, Step::Job(_)))
    }

    /// Tells a program that waits for this job what it came to.
    pub(super) fn deliver(&mut self, job: JobId, result: &Result<Outcome, Error>) {
        if let Some(running) = &mut self.running
            && running.next.is_job(job)
        {
            running.next = Step::Heard(result.clone());
        }
    }

    /// Whether its program has asked a question. If so, this is the answer.
    pub(super) fn answer(&mut self, text: &str) -> bool {
        let Some(Running { program, next: next @ Step::Question, .. }) = &mut self.running else { return false };
        program.routine_mut().take_answer(text);
        *next = Step::Answer;
        true
    }

    /// What its program at work has cost so far.
    pub(crate) fn cost(&self) -> Metrics {
        self.running.as_ref().map(|running| running.cost(&self.client)).unwrap_or_default()
    }

    /// Whether it runs what may look at the time, or at anything: a script, or keys that follow from the time, or requests
    /// at a rate; or will.
    pub(super) fn is_exact(&self) -> bool {
        let exact = |program: &Program| {
            program.routine().language().is_some() || program.series().is_some_and(Series::is_timed)
        };
        self.running.as_ref().is_some_and(|running| exact(&running.program))
            || self.queue.iter().any(|waiting| exact(&waiting.program))
    }

    /// Whether it reads and puts newest versions only from now on, and hides none.
    pub(super) fn is_plain(&self) -> bool {
        let running = self.running.as_ref();
        running.is_none_or(|running| running.program.is_plain() && !self.client.looks_back())
            && self.queue.iter().all(|waiting| waiting.program.is_plain())
    }

    /// Tells a [`Trace`] what can make a difference from now on, and the result of its last program.
    pub(super) fn tell(&self, trace: &mut Trace) {
        trace.option(self.ended.as_ref(), |trace, ended| {
            trace.literal(&ended.how);
            ended.program.tell(true, trace);
        });
        trace.each(self.queue.iter(), |trace, waiting| {
            trace.once(&waiting.told, |trace| waiting.program.tell(false, trace));
        });
        trace.option(self.running.as_ref(), |trace, running| {
            running.program.tell(false, trace);
            // The request at work follows from the state of the program, so it need not be told as well.
            trace.literal(&(std::mem::discriminant(&running.next), running.cancelled));
            match &running.next {
                Step::Job(job) => trace.number(Kind::Job, job.0.into()),
                Step::Heard(result) => trace.literal(result),
                Step::Ask(_, request) if running.program.routine().language().is_some() => trace.literal(request),
                _ => {}
            }
        });
        // A client without a program never asks its cache of regions again.
        if self.running.is_some() {
            self.client.tell(trace);
        }
    }
}
