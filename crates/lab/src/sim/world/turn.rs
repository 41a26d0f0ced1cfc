//! How a client's lane moves: its request goes on by one atom, or its program is told what came and makes its next
//! demand. Forms, loops and scripts move in the same way.

use super::lane::{Lane, Step};
use super::tally::{Tally, at_once};
use super::{Actor, Applied, Upshot, World};
use crate::sim::answer::{Answer, Came};
use crate::sim::label::Label;
use crate::sim::language::{Printed, Terminals};
use crate::sim::program::{Demand, Desk, How, Reply, Resume};
use splitpoint_model::client::Response;
use splitpoint_model::cluster::Outcome;
use splitpoint_model::error::Error;
use splitpoint_model::event::{JobId, Observer};
use splitpoint_model::query::RowResult;
use std::collections::VecDeque;
use std::sync::Arc;

/// Lines and pieces of text that are kept of what a burst prints; the earlier ones are dropped.
const PRINTED: usize = 400;

/// How atoms are done: each one observed, or as fast as possible.
pub(super) enum Pace<'a> {
    /// Each atom is told to this observer.
    Step(&'a mut dyn Observer),
    /// Each atom is told to this observer, and answers mean something, but nothing is shown of it.
    Quiet(&'a mut dyn Observer),
    /// Only the end counts, so at most one request in an atom may be done at once. A tally counts what was done.
    Rush(&'a mut dyn Tally),
}

impl Pace<'_> {
    /// The tally, where requests may be done at once.
    fn tally(&mut self) -> Option<&mut dyn Tally> {
        match self {
            Self::Step(_) | Self::Quiet(_) => None,
            Self::Rush(tally) => Some(*tally),
        }
    }

    fn observer(&mut self) -> &mut dyn Observer {
        match self {
            Self::Step(observer) | Self::Quiet(observer) => *observer,
            Self::Rush(tally) => *tally,
        }
    }

    /// Whether the meaning of each answer is worked out.
    fn tells(&self) -> bool {
        !matches!(self, Self::Rush(_))
    }

    /// Whether labels, requests and what comes back are noted, to be shown.
    fn shows(&self) -> bool {
        !matches!(self, Self::Quiet(_))
    }
}

/// How much of a script is done as one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Burst {
    /// Until so many atoms are done, where one in which a script computes counts as several; then on to the end of the command
    /// at work, if that comes within as many again.
    About(u32),
    /// So many commands, and so many atoms of the next one.
    Exactly {
        /// Commands.
        commands: u32,
        /// Atoms behind the end of the last of them: more than 0 only where a burst was cut inside a command of very
        /// many atoms, or ended because it had to wait.
        atoms: u32,
    },
}

/// Atoms that are done in one burst, at most.
const LONGEST: u32 = 4_000;

impl Burst {
    /// Whether it goes on after so many commands, so many atoms of the next one, and so many atoms in all, which were as
    /// long as so many more. What was made once is not made shorter by that.
    fn goes_on(self, commands: u32, behind: u32, atoms: u32, labour: u32) -> bool {
        match self {
            Self::About(most) => {
                let all = atoms.saturating_add(labour);
                all < most || (behind > 0 && labour < most && all < most.saturating_mul(2))
            }
            Self::Exactly { commands: all, atoms: rest } => {
                atoms < LONGEST && (commands < all || (commands == all && behind < rest))
            }
        }
    }
}

/// The next step of a program, or how it ended.
type Onward = Result<Step, How>;

impl World {
    /// Lets a client whose program uses a shell go on for some commands, as one step. `None`, and nothing
    /// changes, where it cannot; else what the last of them came to with what was printed in all, and how many they
    /// were. Each is counted by itself.
    pub(crate) fn rush(&mut self, client: u8, burst: Burst, tally: &mut dyn Tally) -> Option<(Applied, u32)> {
        let actor = Actor::Client(client);
        let (mut printed, mut commands, mut atoms, mut behind, mut labour) = (VecDeque::new(), 0_u32, 0, 0, 0_u32);
        let mut last: Option<Applied> = None;
        let before = self.lane(client)?.running()?.clone();
        if !before.program.routine().is_many() {
            return None;
        }
        let typed = before.program.routine().typed();
        let from = typed.as_ref().map_or(0, |(_, from)| *from);
        let (mut to, mut dropped) = (from, false);
        while burst.goes_on(commands, behind, atoms, labour) && self.can_step(actor).is_ok() {
            let Some(mut applied) = self.step_client(client, Pace::Rush(tally)) else { break };
            tally.settle(&self.cluster);
            self.settle(actor, applied.over);
            atoms += 1;
            labour = labour.saturating_add(applied.labour);
            commands += u32::from(applied.over);
            behind = if applied.over { 0 } else { behind + 1 };
            printed.extend(applied.printed.drain(..));
            while printed.len() > PRINTED {
                printed.pop_front();
                dropped = true;
            }
            last = Some(applied);
            let goes_on = self.lane(client).and_then(Lane::running).filter(|running| running.asked == before.asked);
            match goes_on {
                Some(running) => to = running.program.routine().typed().map_or(0, |(_, typed)| typed),
                // The program is over; the program that waits behind it is another step.
                None => {
                    to = typed.as_ref().map_or(0, |(text, _)| text.len());
                    break;
                }
            }
        }
        let mut last = Applied { labour, ..last? };
        if let Some((text, _)) = typed.filter(|_| dropped) {
            printed.push_front(Printed::Passage(text, from..to));
        }
        let series = before.program.series();
        printed.extend(series.map(|series| Printed::Typed(String::new(), series.script(commands))));
        last.printed = printed.into();
        // A request that was done at once has no label, and so no answer to be worked out.
        if last.label.is_some() {
            conclude(&mut last);
        }
        last.upshot = Some(Box::new(Upshot::Burst { commands, atoms: behind }));
        let label = if series.is_some() { Label::Requests(commands) } else { Label::Commands(commands) };
        let came = Came::Commands(last.answer.take().map(Box::new));
        last.answer = Some(Answer::new(label.clone(), &"".into(), came));
        last.label = Some(label);
        Some((last, atoms))
    }

    /// Tells programs that wait for a job what it came to. Whether a script is among them, whose shell prints it.
    pub(super) fn deliver(&mut self, job: JobId, result: &Result<Outcome, Error>) -> bool {
        let mut typed = false;
        for lane in self.lanes.iter_mut().filter(|lane| lane.waits_for(job)) {
            typed |= lane.is_shell();
            Arc::make_mut(lane).deliver(job, result);
        }
        typed
    }

    /// Does one atom of a client. `None` where it has no program.
    pub(super) fn step_client(&mut self, client: u8, mut pace: Pace<'_>) -> Option<Applied> {
        let lane = self.lane(client)?;
        let typed = lane.is_shell();
        let running = lane.running()?;
        let mut applied = Applied { typed, asked: running.asked, ..Applied::of(running.operation) };
        let told = match &running.next {
            Step::Ask(..) => None,
            Step::Think(label) => {
                applied.label = Some(label.clone());
                Some(Resume::Go)
            }
            Step::Heard(result) => {
                applied.label = Some(running.at_work());
                applied.upshot = Some(Box::new(Upshot::of_job(result.as_ref().err())));
                Some(Resume::Job(result.clone()))
            }
            Step::Answer => {
                applied.label = Some(Label::Reply);
                Some(Resume::Line)
            }
            Step::Question | Step::Job(_) => return None,
        };
        if let Some(told) = told {
            let watched = pace.tells();
            match self.drive(client, told, pace.tally(), watched, &mut applied) {
                // What it asks for begins with the same atom.
                Ok(next @ Step::Ask(..)) => self.lane_mut(client)?.running_mut()?.next = next,
                onward => {
                    self.go_on(client, onward, pace.tells() && pace.shows(), &mut applied);
                    return Some(applied);
                }
            }
        }
        // Where it waited before it asked, time has passed.
        let now = self.clock.now();
        let is_told = pace.shows();
        let lane = Arc::make_mut(&mut self.lanes[usize::from(client)]);
        let at_once = pace.tally().and_then(|tally| lane.run_at_once(&mut self.cluster, now, tally));
        let reply = at_once.or_else(|| lane.send(&mut self.cluster, now, (pace.observer(), is_told), &mut applied));
        if let Some(reply) = reply {
            if pace.tells() && is_told {
                applied.returned = returned(&reply);
                applied.upshot = lane.upshot(&reply);
            }
            let cancelled = lane.running().is_some_and(|running| running.is_cancelled());
            let onward = self.drive(client, Resume::Reply(reply), None, pace.tells(), &mut applied);
            let onward = if cancelled { Err(How::Cancelled) } else { onward };
            self.go_on(client, onward, pace.tells() && is_told, &mut applied);
        }
        Some(applied)
    }

    /// Sets what comes next, where the atom is at its end.
    fn go_on(&mut self, client: u8, onward: Onward, tells: bool, applied: &mut Applied) {
        let lane = Arc::make_mut(&mut self.lanes[usize::from(client)]);
        applied.cost = lane.cost();
        match onward {
            Ok(next) => {
                if let Some(running) = lane.running_mut() {
                    // Each request of many is an operation; who waits for a job is still at the same one.
                    let many = running.program.routine().is_many();
                    applied.over = many && !matches!(next, Step::Job(_) | Step::Question);
                    running.next = next;
                    if applied.over {
                        self.operations += 1;
                        running.operation = self.operations;
                    }
                }
            }
            Err(how) => {
                applied.over = true;
                lane.end(how);
            }
        }
        if tells {
            conclude(applied);
        }
    }

    /// Tells the program of a client what came, and meets its demands until it has to wait for another step. Where
    /// somebody counts, its first request may be done at once; `watched`: somebody wants to know what answers mean.
    fn drive(
        &mut self,
        client: u8,
        mut told: Resume,
        mut tally: Option<&mut dyn Tally>,
        watched: bool,
        applied: &mut Applied,
    ) -> Onward {
        let mut now = self.clock.now();
        loop {
            let lane = Arc::make_mut(&mut self.lanes[usize::from(client)]);
            let Some((running, sender)) = lane.parts() else { return Err(How::Failed) };
            let language = running.program.routine().language();
            let shells = language.and_then(|language| self.terminals.get_mut(language)).map(Terminals::change);
            let (cluster, metrics) = (&self.cluster, *sender.metrics());
            let (printed, labour) = (&mut applied.printed, &mut applied.labour);
            let routine = running.program.routine_mut();
            let turn = routine.go(told, &mut Desk { client, cluster, now, metrics, shells, printed, labour, watched });
            if turn.answer.is_some() {
                applied.answer = turn.answer;
            }
            if let Demand::Wait(milliseconds, _) = &turn.demand {
                self.clock.pass(*milliseconds);
                now = self.clock.now();
            }
            match turn.demand {
                Demand::Ask(request) | Demand::Wait(_, request) => {
                    let (counted, before) = (tally.take(), running.cost(sender));
                    let response = counted.and_then(|tally| at_once(sender, &mut self.cluster, &request, now, tally));
                    let Some(response) = response else {
                        return Ok(Step::Ask(running.program.routine().label(&request), request));
                    };
                    running.count(before);
                    told = Resume::Reply(Ok(response));
                }
                Demand::GiveWay(label) => return Ok(Step::Think(label)),
                Demand::Work(admin) => {
                    applied.table = admin.table().cloned();
                    match self.cluster.submit(admin) {
                        Ok(job) => {
                            self.ended.clear();
                            self.notice();
                            return Ok(Step::Job(job));
                        }
                        Err(error) => told = Resume::Refused(error),
                    }
                }
                Demand::Clear(table) => {
                    told = Resume::Cleared(self.cluster.clear_block_cache(&table));
                    applied.table = Some(table);
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

/// The rows that came back; shares of their cells.
fn returned(reply: &Reply) -> Vec<RowResult> {
    match reply {
        Ok(Response::Row(row)) => vec![row.clone()],
        Ok(Response::Rows { results, .. }) => results.clone(),
        Ok(Response::Checked { result, .. }) => result.iter().cloned().collect(),
        Ok(Response::Batch(answers)) => answers.iter().flat_map(returned).collect(),
        _ => Vec::new(),
    }
}

/// Sets the answer of an operation that ended without one.
fn conclude(applied: &mut Applied) {
    if applied.over && applied.answer.is_none() {
        let label = applied.label.clone().unwrap_or(Label::Statement(None));
        let error = applied.printed.iter().find_map(Printed::error).map(str::to_owned);
        if error.is_some() {
            applied.upshot.get_or_insert_with(|| Box::new(Upshot::Raised));
        }
        applied.answer = Some(Answer::new(label, &"".into(), Came::Statement(error)));
    }
}
