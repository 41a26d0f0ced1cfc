//! How a client's lane moves: its request goes on by one atom, or its program is told what came and makes its next
//! demand. Forms, loops and scripts move in the same way.

use super::lane::Step;
use super::{Actor, Applied, World};
use crate::sim::answer::{Answer, Came};
use crate::sim::label::Label;
use crate::sim::language::{Printed, Terminals};
use crate::sim::program::{Demand, Desk, How, Told};
use splitpoint_model::cluster::Outcome;
use splitpoint_model::error::Error;
use splitpoint_model::event::{JobId, Observer};
use std::collections::VecDeque;
use std::sync::Arc;

/// What is kept of what was printed in one step.
const PRINTED: usize = 400;

/// How much is looked at of what a program does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pace {
    /// Each atom is told.
    Step,
    /// Nothing but the end, so that a request may be done at once; at most one in an atom.
    Rush,
}

/// How a program goes on: with this, or not at all.
type Onward = Result<Step, How>;

impl World {
    /// Lets a client whose program uses a shell go on for at most so many atoms, as one step. `None`, and nothing
    /// changes, where it cannot; else what the last of them came to with what was printed in all, and how many they
    /// were.
    pub(crate) fn rush(&mut self, client: u8, most: u32) -> Option<(Applied, u32)> {
        let actor = Actor::Client(client);
        let (mut printed, mut commands, mut atoms) = (VecDeque::new(), 0_u32, 0);
        let mut last: Option<Applied> = None;
        let (text, from) = self.typed(client)?;
        let (mut to, mut dropped) = (from, false);
        while atoms < most && self.can_step(actor).is_ok() {
            let Some(mut applied) = self.step_client(client, Pace::Rush, &mut ()) else { break };
            self.settle(actor, applied.over);
            atoms += 1;
            commands += u32::from(applied.over);
            printed.extend(applied.printed.drain(..));
            while printed.len() > PRINTED {
                printed.pop_front();
                dropped = true;
            }
            last = Some(applied);
            match self.typed(client) {
                Some((same, typed)) if Arc::ptr_eq(&same, &text) => to = typed,
                // It is over; what waits behind it is another step.
                _ => {
                    to = text.len();
                    break;
                }
            }
        }
        let mut last = last?;
        if dropped {
            printed.push_front(Printed::Passage(text, from..to));
        }
        last.printed = printed.into();
        conclude(&mut last);
        let label = Label::Commands(commands);
        let came = Came::Commands(last.answer.take().map(Box::new));
        last.answer = Some(Answer::new(label.clone(), &"".into(), came));
        last.label = Some(label);
        Some((last, atoms))
    }

    /// Tells programs that wait for a job what it came to.
    pub(super) fn deliver(&mut self, job: JobId, result: &Result<Outcome, Error>) {
        for lane in &mut self.lanes {
            lane.deliver(job, result);
        }
    }

    fn typed(&self, client: u8) -> Option<(Arc<str>, usize)> {
        self.lane(client)?.running()?.program.routine().typed()
    }

    /// One atom of a client.
    pub(super) fn step_client(&mut self, client: u8, pace: Pace, observer: &mut dyn Observer) -> Option<Applied> {
        let now = self.clock.now();
        let lane = self.lanes.get_mut(usize::from(client))?;
        let typed = lane.is_shell();
        let running = lane.running_mut()?;
        let mut applied = Applied { typed, ..Applied::of(running.operation) };
        let told = match &running.next {
            Step::Ask(..) => None,
            Step::Think(label) => {
                applied.label = Some(label.clone());
                Some(Told::Go)
            }
            Step::Heard(result) => {
                applied.label = Some(running.at_work());
                Some(Told::Job(result.clone()))
            }
            Step::Answer => {
                applied.label = Some(Label::Reply);
                Some(Told::Line)
            }
            Step::Question | Step::Job(_) => return None,
        };
        if let Some(told) = told {
            match self.tell(client, told, pace, &mut applied) {
                // What it asks for begins with the same atom.
                Ok(next @ Step::Ask(..)) => self.lanes[usize::from(client)].running_mut()?.next = next,
                onward => {
                    self.go_on(client, onward, pace, &mut applied);
                    return Some(applied);
                }
            }
        }
        let lane = &mut self.lanes[usize::from(client)];
        let at_once = if pace == Pace::Rush { lane.run_at_once(&mut self.cluster, now) } else { None };
        let reply = at_once.or_else(|| lane.send(&mut self.cluster, now, observer, &mut applied));
        if let Some(reply) = reply {
            let cancelled = lane.running().is_some_and(|running| running.is_cancelled());
            let watched = if typed { pace } else { Pace::Step };
            let onward = self.tell(client, Told::Reply(reply), watched, &mut applied);
            let onward = if cancelled { Err(How::Cancelled) } else { onward };
            self.go_on(client, onward, pace, &mut applied);
        }
        Some(applied)
    }

    /// Sets what comes next, where the atom is at its end.
    fn go_on(&mut self, client: u8, onward: Onward, pace: Pace, applied: &mut Applied) {
        let lane = &mut self.lanes[usize::from(client)];
        match onward {
            Ok(next) => {
                // Each command of a script is an operation; who waits for a job is still at the same one.
                applied.over = applied.typed && !matches!(next, Step::Job(_) | Step::Question);
                if let Some(running) = lane.running_mut() {
                    running.next = next;
                    if applied.over {
                        self.operations += 1;
                        running.operation = self.operations;
                        running.forget_cost();
                    }
                }
            }
            Err(how) => {
                applied.over = true;
                lane.end(how);
            }
        }
        if pace == Pace::Step {
            conclude(applied);
        }
    }

    /// Tells the program of a client what came, and meets its demands until it has to wait for another step.
    fn tell(&mut self, client: u8, mut told: Told, mut pace: Pace, applied: &mut Applied) -> Onward {
        let now = self.clock.now();
        let watched = pace == Pace::Step;
        loop {
            let Some((running, sender)) = self.lanes[usize::from(client)].parts() else { return Err(How::Failed) };
            let language = running.program.routine().language();
            let shells = language.and_then(|language| self.terminals.get_mut(language)).map(Terminals::change);
            let (cluster, metrics, printed) = (&self.cluster, *sender.metrics(), &mut applied.printed);
            let routine = running.program.routine_mut();
            let turn = routine.go(told, &mut Desk { client, cluster, now, metrics, shells, printed, watched });
            if turn.answer.is_some() {
                applied.answer = turn.answer;
            }
            match turn.demand {
                Demand::Ask(request) => {
                    let hurries = std::mem::replace(&mut pace, Pace::Step) == Pace::Rush;
                    let response = hurries.then(|| sender.run_at_once(&mut self.cluster, &request, now)).flatten();
                    let Some(response) = response else {
                        return Ok(Step::Ask(running.program.routine().label(&request), request));
                    };
                    told = Told::Reply(Ok(response));
                }
                Demand::GiveWay(label) => return Ok(Step::Think(label)),
                Demand::Work(admin) => {
                    applied.table = admin.table().cloned();
                    match self.cluster.submit(admin, now) {
                        Ok(job) => {
                            self.ended.clear();
                            self.notice();
                            return Ok(Step::Job(job));
                        }
                        Err(error) => told = Told::Refused(error),
                    }
                }
                Demand::Sleep(milliseconds, label) => {
                    self.clock.pass(milliseconds);
                    return Ok(Step::Think(label));
                }
                Demand::Question => return Ok(Step::Question),
                Demand::End(how) => return Err(how),
            }
        }
    }
}

/// Says what an operation came to, where nothing else does.
fn conclude(applied: &mut Applied) {
    if applied.over && applied.answer.is_none() {
        let label = applied.label.clone().unwrap_or(Label::Statement(None));
        let error = applied.printed.iter().find_map(Printed::error).map(str::to_owned);
        applied.answer = Some(Answer::new(label, &"".into(), Came::Statement(error)));
    }
}
