//! A client's lane: the client, the program it runs, and those that wait behind it.

use super::{Applied, Blocked, Upshot};
use crate::clock::Clock;
use crate::phrase::Phrase;
use crate::program::{Ask, Memory, Program, Reply, Routine, Turn};
use splitpoint_model::client::{Client, Next, Request};
use splitpoint_model::cluster::{Cluster, Outcome, Wait};
use splitpoint_model::error::Error;
use splitpoint_model::event::{JobId, Observer};
use splitpoint_model::query::Metrics;
use std::collections::VecDeque;

/// A client with what it runs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Lane {
    client: Client,
    running: Option<Running>,
    queue: VecDeque<(u32, Program)>,
    ended: Option<Ended>,
}

/// A program at work.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Running {
    pub(super) operation: u32,
    pub(super) program: Program,
    pub(super) next: Step,
    /// What earlier requests have cost.
    before: Metrics,
    /// Whether a request has been sent.
    started: bool,
    cancelled: bool,
}

/// What a program does next.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Step {
    /// Sends this, or waits for the answer.
    Ask(Ask),
    /// Goes on by itself. From here on, scripts only.
    Think(Phrase),
    /// Waits until a job is done.
    Job(Phrase, JobId),
    /// Hears what the job came to.
    Heard(Phrase, Result<Outcome, Error>),
    /// Waits for an answer that is typed.
    Question,
    /// Hears that answer.
    Answer,
}

impl Step {
    /// What is at work, or comes next.
    fn label(&self) -> Phrase {
        match self {
            Self::Ask(ask) => ask.label.clone(),
            Self::Think(label) | Self::Job(label, _) | Self::Heard(label, _) => label.clone(),
            Self::Question | Self::Answer => "the answer".into(),
        }
    }
}

/// A program that is over.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ended {
    operation: u32,
    program: Program,
    how: How,
}

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum How {
    /// It did what it was to do.
    Done,
    /// It could not.
    Failed,
    /// It was dropped.
    Cancelled,
}

impl Running {
    /// Its number.
    pub fn operation(&self) -> u32 {
        self.operation
    }

    /// The label of the request at work, or of the one that comes next.
    pub fn label(&self) -> Phrase {
        self.next.label()
    }

    /// Whether a person wants it dropped.
    pub(super) fn is_cancelled(&self) -> bool {
        self.cancelled
    }

    /// Begins to count anew, for another operation of the same program.
    pub(super) fn forget_cost(&mut self) {
        self.before = Metrics::default();
        self.started = false;
    }

    fn cost(&self, client: &Client) -> Metrics {
        let mut cost = self.before;
        if self.started {
            cost += *client.metrics();
        }
        cost
    }
}

impl Ended {
    /// Its number.
    pub fn operation(&self) -> u32 {
        self.operation
    }

    /// How it ended.
    pub fn how(&self) -> How {
        self.how
    }

    /// What it was about.
    pub fn title(&self) -> Phrase {
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

    /// What the program at work, or else the last one, is about.
    pub fn title(&self) -> Phrase {
        let running = self.running.as_ref().map(|running| running.program.title());
        running.or_else(|| self.ended.as_ref().map(Ended::title)).unwrap_or_default()
    }

    /// What the program at work, or else the last one, remembers.
    pub fn memory(&self) -> Vec<Memory> {
        let running = self.running.as_ref().map(|running| running.program.memory());
        running.or_else(|| self.ended.as_ref().map(|ended| ended.program.memory())).unwrap_or_default()
    }

    pub(super) fn can_step(&self, cluster: &Cluster) -> Result<(), Blocked> {
        match self.running.as_ref().map(|running| &running.next) {
            None => return Err(Blocked::Idle),
            Some(Step::Question) => return Err(Blocked::Asks),
            Some(Step::Job(_, job)) => return Err(Blocked::Waits(Wait::Job(*job))),
            Some(Step::Ask(_) | Step::Think(_) | Step::Heard(..) | Step::Answer) => {}
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
            Next::Step { label, .. } => label,
            Next::Wait(_) | Next::Idle => "",
        };
        match self.running.as_ref().map(|running| &running.next) {
            None | Some(Step::Question | Step::Job(..)) => "",
            Some(Step::Think(_)) => "think",
            Some(Step::Heard(..)) => "hear",
            Some(Step::Answer) => "answer",
            Some(Step::Ask(_)) if !self.client.is_idle() => label(&self.client),
            Some(Step::Ask(ask)) => {
                let mut client = self.client.clone();
                client.start(ask.request.clone());
                label(&client)
            }
        }
    }

    /// What came of the request at work, which got this reply.
    pub(super) fn upshot(&self, reply: &Reply) -> Option<Box<Upshot>> {
        let running = self.running.as_ref()?;
        let Step::Ask(ask) = &running.next else { return None };
        Some(Box::new(Upshot::of(running, &ask.request, reply)))
    }

    pub(super) fn submit(&mut self, operation: u32, program: Program) {
        self.queue.push_back((operation, program));
        self.begin();
    }

    /// Begins with the next program, where none is at work.
    fn begin(&mut self) {
        while self.running.is_none() {
            let Some((operation, mut program)) = self.queue.pop_front() else { return };
            let next = match program.begin() {
                Turn::Ask(ask) => Step::Ask(ask),
                Turn::Think(label) => Step::Think(label),
                Turn::Done => {
                    self.ended = Some(Ended { operation, program, how: How::Done });
                    continue;
                }
                Turn::Failed => {
                    self.ended = Some(Ended { operation, program, how: How::Failed });
                    continue;
                }
            };
            let before = Metrics::default();
            self.running = Some(Running { operation, program, next, before, started: false, cancelled: false });
        }
    }

    pub(super) fn end(&mut self, how: How) {
        if let Some(Running { operation, program, .. }) = self.running.take() {
            self.ended = Some(Ended { operation, program, how });
        }
        self.begin();
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

    /// Does one atom of the request that comes next or is at work, and takes note of it. What came back, where it did.
    pub(super) fn send(
        &mut self,
        cluster: &mut Cluster,
        now: i64,
        observer: &mut dyn Observer,
        applied: &mut Applied,
    ) -> Option<Reply> {
        let running = self.running.as_mut()?;
        let Step::Ask(ask) = &running.next else { return None };
        if self.client.is_idle() {
            let ask = ask.clone();
            // The client counts all calls of one scanner together.
            if !matches!(ask.request, Request::Next { .. }) {
                running.before = running.cost(&self.client);
            }
            running.started = true;
            applied.label = Some(ask.label);
            applied.table = ask.request.table().cloned();
            applied.request = (!applied.typed).then(|| ask.request.clone());
            self.client.start(ask.request);
        }
        let reply = self.client.step(cluster, now, observer);
        applied.cost = running.cost(&self.client);
        reply
    }

    /// Does the request that comes next at once, where that can be done and nothing of it has been done yet.
    pub(super) fn run_at_once(&mut self, cluster: &mut Cluster, now: i64) -> Option<Reply> {
        let Some(Running { next: Step::Ask(ask), .. }) = &self.running else { return None };
        if !self.client.is_idle() {
            return None;
        }
        self.client.run_at_once(cluster, &ask.request, now).map(Ok)
    }

    /// The program at work, and who sends for it.
    pub(super) fn parts(&mut self) -> Option<(&mut Running, &mut Client)> {
        Some((self.running.as_mut()?, &mut self.client))
    }

    /// One atom of a program that is no script.
    pub(super) fn step(&mut self, cluster: &mut Cluster, clock: Clock, observer: &mut dyn Observer) -> Option<Applied> {
        let mut applied = Applied::of(self.running.as_ref()?.operation);
        let reply = self.send(cluster, clock.now(), observer, &mut applied);
        applied.upshot = reply.as_ref().and_then(|reply| self.upshot(reply));
        let (Some(reply), Some(running)) = (reply, &mut self.running) else { return Some(applied) };
        let (answer, turn) = running.program.hear(reply, clock.atoms() + 1);
        applied.answer = Some(answer);
        let how = match turn {
            _ if running.cancelled => How::Cancelled,
            Turn::Ask(ask) => {
                running.next = Step::Ask(ask);
                return Some(applied);
            }
            Turn::Think(label) => {
                running.next = Step::Think(label);
                return Some(applied);
            }
            Turn::Done => How::Done,
            Turn::Failed => How::Failed,
        };
        applied.over = true;
        self.end(how);
        Some(applied)
    }

    /// Whether it runs a script.
    pub fn is_shell(&self) -> bool {
        matches!(self.running, Some(Running { program: Program::Script(_), .. }))
    }

    pub(super) fn running_mut(&mut self) -> Option<&mut Running> {
        self.running.as_mut()
    }

    /// Tells a script that waits for this job what it came to.
    pub(super) fn deliver(&mut self, job: JobId, result: &Result<Outcome, Error>) {
        if let Some(running) = &mut self.running
            && let Step::Job(label, waits) = &running.next
            && *waits == job
        {
            running.next = Step::Heard(label.clone(), result.clone());
        }
    }

    /// Whether its script has asked a question. If so, this is the answer.
    pub(super) fn answer(&mut self, text: &str) -> bool {
        let Some(Running { program: Program::Script(script), next: next @ Step::Question, .. }) = &mut self.running
        else {
            return false;
        };
        script.answered(text);
        *next = Step::Answer;
        true
    }
}
