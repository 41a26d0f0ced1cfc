//! The same request again and again, on keys that follow a rule. Each is an operation of its own.

use super::{Demand, Desk, How, Resume, Routine, Turn};
use crate::intent::{Does, Repeat};
use crate::sim::answer::{Answer, Came};
use crate::sim::label::{Label, Title, Verb};
use crate::sim::memory::{Learnt, Memory, Value};
use splitpoint_model::bytes::{RowKey, TableName};
use splitpoint_model::client::{Request, Response};
use std::sync::Arc;

/// The requests that one client has to send of a repetition, which several clients may share.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Series {
    table: TableName,
    repeat: Arc<Repeat>,
    /// Which of those that share it this one is, counted from 0.
    member: u8,
    /// How many requests were answered.
    done: u32,
    /// The row of the last request.
    row: Option<RowKey>,
}

impl Series {
    pub(super) fn new(table: TableName, repeat: Arc<Repeat>) -> Self {
        Self { table, repeat, member: 0, done: 0, row: None }
    }

    /// The part of another client, counted from 0 among those that share it.
    pub(in crate::sim) fn of(mut self, member: u8) -> Self {
        self.member = member;
        self
    }

    /// How many clients share it.
    pub(in crate::sim) fn members(&self) -> u8 {
        self.repeat.clients
    }

    /// Whether another series belongs to the same repetition.
    pub fn is_of(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.repeat, &other.repeat) || self.repeat == other.repeat
    }

    /// How many of its requests were answered.
    pub fn done(&self) -> u32 {
        self.done
    }

    /// So many requests from here on as a loop of the shell.
    pub(in crate::sim) fn script(&self, requests: u32) -> String {
        self.repeat.script(self.member, self.done..self.done.saturating_add(requests))
    }

    /// Whether it looks at the time: for its keys, or to let some of it pass.
    pub(in crate::sim) fn is_timed(&self) -> bool {
        self.repeat.walk.is_time() || self.repeat.rate > 0
    }

    fn request(&self, now: i64) -> Request {
        self.repeat.request(self.done * u32::from(self.repeat.clients) + u32::from(self.member), now)
    }

    fn is_over(&self) -> bool {
        self.done >= self.repeat.share(self.member)
    }

    fn at_work(&self) -> Label {
        let verb = match self.repeat.does {
            Does::Insert { .. } => Verb::Put,
            Does::Get => Verb::Get,
        };
        Label::Request { verb, table: Some(self.table.clone()), row: self.row.clone() }
    }

    /// Its next request, after the pause that the rate asks for.
    fn ask(&mut self, now: i64) -> Demand {
        let pause = self.repeat.pause(now);
        let request = self.request(now.saturating_add_unsigned(pause));
        self.row = row(&request).cloned();
        if pause > 0 { Demand::Wait(pause, request) } else { Demand::Ask(request) }
    }

    /// What it does before its next request: the pause is made only when it goes on, since others may act before.
    fn next(&mut self, now: i64) -> Demand {
        if self.is_over() {
            return Demand::End(How::Done);
        }
        if self.repeat.rate == 0 {
            return self.ask(now);
        }
        self.begin()
    }
}

fn row(request: &Request) -> Option<&RowKey> {
    match request {
        Request::Put(_, put) => Some(&put.row),
        Request::Get(_, get) => Some(&get.row),
        _ => None,
    }
}

impl Routine for Series {
    fn begin(&mut self) -> Demand {
        if self.is_over() {
            return Demand::End(How::Done);
        }
        // A key that follows from the time is not known before the request is made.
        self.row = if self.repeat.walk.is_time() { None } else { row(&self.request(0)).cloned() };
        Demand::GiveWay(self.at_work())
    }

    fn go(&mut self, told: Resume, desk: &mut Desk<'_>) -> Turn {
        let Resume::Reply(reply) = told else { return Turn { answer: None, demand: self.ask(desk.now) } };
        let came = match reply {
            Ok(Response::Done) => Came::Written,
            Ok(Response::Row(found)) => {
                let row = self.row.clone().unwrap_or_default();
                Came::Row(row, found.row().map(|_| found.cells.len()))
            }
            Ok(_) => return Turn::strange(self.at_work(), &self.table),
            Err(error) => return Turn::failed(self.at_work(), &self.table, error),
        };
        let answer = desk.watched.then(|| Answer::new(self.at_work(), &self.table, came));
        self.done += 1;
        Turn { answer, demand: self.next(desk.now) }
    }

    fn label(&self, _: &Request) -> Label {
        self.at_work()
    }

    fn title(&self) -> Title {
        Title::Series { table: self.table.clone(), reads: self.repeat.does == Does::Get, times: self.repeat.times }
    }

    fn memory(&self) -> Vec<Memory> {
        vec![Memory { name: Learnt::Done, value: Value::Number(self.done.into()), claim: None }]
    }

    fn is_many(&self) -> bool {
        true
    }
}
