//! A client's lane: the client, the program it runs, and those that wait behind it.

use super::{Applied, Blocked};
use crate::clock::Clock;
use crate::phrase::Phrase;
use crate::program::{Ask, Memory, Program, Routine, Turn};
use splitpoint_model::client::{Client, Next, Request};
use splitpoint_model::cluster::Cluster;
use splitpoint_model::event::Observer;
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
    operation: u32,
    program: Program,
    /// The request at work, or the one that comes next.
    ask: Ask,
    /// What earlier requests have cost.
    before: Metrics,
    /// Whether a request has been sent.
    started: bool,
    cancelled: bool,
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
    pub fn label(&self) -> &Phrase {
        &self.ask.label
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
        if self.running.is_none() {
            return Err(Blocked::Idle);
        }
        match self.client.next(cluster) {
            Next::Wait(wait) => Err(Blocked::Waits(wait)),
            // It has not begun with its next request.
            Next::Idle | Next::Step { .. } => Ok(()),
        }
    }

    pub(super) fn submit(&mut self, operation: u32, program: Program) {
        self.queue.push_back((operation, program));
        self.begin();
    }

    /// Begins with the next program, where none is at work.
    fn begin(&mut self) {
        while self.running.is_none() {
            let Some((operation, mut program)) = self.queue.pop_front() else { return };
            match program.begin() {
                Turn::Ask(ask) => {
                    let before = Metrics::default();
                    self.running = Some(Running { operation, program, ask, before, started: false, cancelled: false });
                }
                Turn::Done => self.ended = Some(Ended { operation, program, how: How::Done }),
                Turn::Failed => self.ended = Some(Ended { operation, program, how: How::Failed }),
            }
        }
    }

    fn end(&mut self, how: How) {
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

    pub(super) fn step(&mut self, cluster: &mut Cluster, clock: Clock, observer: &mut dyn Observer) -> Option<Applied> {
        let running = self.running.as_mut()?;
        let operation = running.operation;
        let mut label = None;
        if self.client.is_idle() {
            // The client counts all calls of one scanner together.
            if !matches!(running.ask.request, Request::Next { .. }) {
                running.before = running.cost(&self.client);
            }
            self.client.start(running.ask.request.clone());
            running.started = true;
            label = Some(running.ask.label.clone());
        }
        let reply = self.client.step(cluster, clock.now(), observer);
        let cost = running.cost(&self.client);
        let Some(reply) = reply else {
            return Some(Applied { operation, label, answer: None, over: false, cost });
        };
        let (answer, turn) = running.program.hear(reply, clock.atoms() + 1);
        let how = match turn {
            _ if running.cancelled => Some(How::Cancelled),
            Turn::Ask(ask) => {
                running.ask = ask;
                None
            }
            Turn::Done => Some(How::Done),
            Turn::Failed => Some(How::Failed),
        };
        if let Some(how) = how {
            self.end(how);
        }
        Some(Applied { operation, label, answer: Some(answer), over: how.is_some(), cost })
    }
}
