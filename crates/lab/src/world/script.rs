//! Scripts at work: a client's shell goes on until it needs something done, and what that is becomes the client's next
//! step, a job, or a question.

use super::lane::Step;
use super::{Actor, Applied, How, Upshot, World};
use crate::phrase::Phrase;
use crate::program::{Answer, Program, Routine, Script, Turn, count};
use crate::script::{Language, Pause, Printed, Terminals};
use crate::view::Tone;
use splitpoint_model::cluster::Outcome;
use splitpoint_model::error::Error;
use splitpoint_model::event::{JobId, Observer};
use splitpoint_shell::{Completion, Demand, Reply};
use std::collections::VecDeque;
use std::sync::Arc;

/// What is kept of what was printed in one step.
const PRINTED: usize = 400;

/// How much is looked at of what a script does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pace {
    /// Each atom is told.
    Step,
    /// Nothing but the end, so that a request may be done at once; at most one in an atom.
    Rush,
}

/// How much of a script is done as one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Burst {
    /// About so many atoms: as many, and then to the end of the command at work, if that comes within as many again.
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
    /// Whether it goes on after so many commands, so many atoms of the next one, and so many atoms in all.
    fn goes_on(self, commands: u32, behind: u32, atoms: u32) -> bool {
        match self {
            Self::About(most) => atoms < most || (behind > 0 && atoms < most.saturating_mul(2)),
            Self::Exactly { commands: all, atoms: rest } => {
                atoms < LONGEST && (commands < all || (commands == all && behind < rest))
            }
        }
    }
}

/// How a script goes on: with this, or not at all.
type Onward = Result<Box<Step>, How>;

fn with(step: Step) -> Onward {
    Ok(Box::new(step))
}

impl World {
    /// Gives the clients shells, where they have none.
    pub(crate) fn speak(&mut self, language: &Language) {
        self.terminals.get_or_insert_with(|| Terminals::open(language));
    }

    /// The prompt of a client's shell.
    pub fn prompt(&self, client: u8) -> String {
        self.terminals.as_ref().map(|terminals| terminals.look().prompt(client)).unwrap_or_default()
    }

    /// What may stand at the end of a line that a client types. `None` where nobody has typed yet.
    pub fn complete(&self, client: u8, line: &str) -> Option<Completion> {
        Some(self.terminals.as_ref()?.look().complete(client, line, &self.cluster))
    }

    fn script(&self, client: u8) -> Option<&Script> {
        match &self.lane(client)?.running()?.program {
            Program::Script(script) => Some(script),
            _ => None,
        }
    }

    /// The line at which the script of a client stands, counted as its author counts.
    pub fn script_line(&self, client: u8) -> Option<u32> {
        let script = self.script(client)?;
        let (_, at_work) = self.terminals.as_ref()?.look().lines(client);
        script.place(at_work)
    }

    /// All tables as a script for the shell of a real HBase. `None` where nobody has typed yet.
    pub fn export(&self) -> Option<String> {
        Some(self.terminals.as_ref()?.look().export(&self.cluster, self.clock.now()))
    }

    /// These tables, and then these commands, as a script for the shell of a real HBase. `None` where nobody has typed yet.
    pub(crate) fn actions(&self, commands: &str) -> Option<String> {
        Some(self.terminals.as_ref()?.look().actions(&self.cluster, self.clock.now(), commands))
    }

    /// Lets a shell give up what it is at.
    pub(super) fn hush(&mut self, client: u8) {
        let runs = self.lane(client).is_some_and(super::Lane::is_shell);
        if let (true, Some(terminals)) = (runs, &mut self.terminals) {
            terminals.change().stop(client);
        }
    }

    /// Tells scripts that wait for a job what it came to.
    pub(super) fn deliver(&mut self, job: JobId, result: &Result<Outcome, Error>) {
        for lane in &mut self.lanes {
            lane.deliver(job, result);
        }
    }

    /// Lets the shell of a client go on for some commands, as one step. `None`, and nothing changes, where it cannot;
    /// else what the last atom came to with what was printed in all, and how many atoms they were.
    pub(crate) fn rush(&mut self, client: u8, burst: Burst) -> Option<(Applied, u32)> {
        let actor = Actor::Client(client);
        let (mut printed, mut commands, mut atoms, mut behind) = (VecDeque::new(), 0_u32, 0, 0);
        let mut last: Option<Applied> = None;
        let (text, from) = self.script(client)?.typed();
        let (mut to, mut dropped) = (from, false);
        while burst.goes_on(commands, behind, atoms) && self.can_step(actor).is_ok() {
            let Some(mut applied) = self.step_script(client, Pace::Rush, &mut ()) else { break };
            self.settle(actor, applied.over);
            atoms += 1;
            commands += u32::from(applied.over);
            behind = if applied.over { 0 } else { behind + 1 };
            printed.extend(applied.printed.drain(..));
            while printed.len() > PRINTED {
                printed.pop_front();
                dropped = true;
            }
            last = Some(applied);
            match self.script(client).map(Script::typed) {
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
        last.upshot = Some(Box::new(Upshot::Burst { commands, atoms: behind }));
        let label = Phrase::from(format!("{} of a long script", count(commands as usize, "command")));
        let mut sentence = label.clone().text(" are done as one step");
        if let Some(answer) = last.answer.take() {
            sentence = sentence.text("; the last: ").with(answer.sentence);
        } else {
            sentence = sentence.text(".");
        }
        last.answer = Some(Answer { text: "".into(), sentence, tone: Tone::Plain });
        last.label = Some(label);
        Some((last, atoms))
    }

    /// One atom of a client whose shell is at work.
    pub(super) fn step_script(&mut self, client: u8, pace: Pace, observer: &mut dyn Observer) -> Option<Applied> {
        let (now, at) = (self.clock.now(), self.clock.atoms() + 1);
        let lane = self.lanes.get_mut(usize::from(client))?;
        let running = lane.running_mut()?;
        let mut applied = Applied { typed: true, ..Applied::of(running.operation) };
        let mut heard = None;
        let thinks = !matches!(running.next, Step::Ask(_));
        match &running.next {
            Step::Ask(_) => {}
            Step::Think(label) => applied.label = Some(label.clone()),
            Step::Heard(label, result) => {
                applied.upshot = Some(Box::new(Upshot::of_job(result.as_ref().err())));
                applied.answer = Some(match result {
                    Ok(_) => Answer { text: "done".into(), sentence: label.clone().text(" is done."), tone: Tone::Ok },
                    Err(error) => Answer::error(label, &"".into(), error),
                });
                applied.label = Some(label.clone());
                heard = Some(Reply::Admin(result.clone()));
            }
            Step::Answer => {
                let Program::Script(script) = &mut running.program else { return None };
                applied.label = Some("the answer".into());
                let line = script.reply();
                applied.printed.extend(line.clone().map(|line| Printed::Typed(String::new(), line)));
                heard = Some(Reply::Line(line));
            }
            Step::Question | Step::Job(..) => return None,
        }
        if thinks {
            let how = self.think(client, heard, pace, &mut applied);
            match how {
                Ok(next) if matches!(*next, Step::Ask(_)) => {
                    self.lanes[usize::from(client)].running_mut()?.next = *next;
                }
                how => {
                    self.go_on(client, how, pace, &mut applied);
                    return Some(applied);
                }
            }
        }
        let lane = &mut self.lanes[usize::from(client)];
        let at_once = if pace == Pace::Rush { lane.run_at_once(&mut self.cluster, now) } else { None };
        let reply = at_once.or_else(|| lane.send(&mut self.cluster, now, observer, &mut applied));
        if let Some(reply) = reply {
            let metrics = *lane.client().metrics();
            if pace == Pace::Step {
                applied.upshot = lane.upshot(&reply);
            }
            let running = lane.running_mut()?;
            if pace == Pace::Step {
                applied.answer = Some(running.program.hear(reply.clone(), at).0);
            }
            let how = if running.is_cancelled() {
                Err(How::Cancelled)
            } else {
                self.think(client, Some(Reply::Response(reply, metrics)), Pace::Step, &mut applied)
            };
            self.go_on(client, how, pace, &mut applied);
        }
        Some(applied)
    }

    /// Sets what comes next, where the atom is at its end.
    fn go_on(&mut self, client: u8, how: Onward, pace: Pace, applied: &mut Applied) {
        let lane = &mut self.lanes[usize::from(client)];
        match how {
            Ok(next) => {
                // Who waits for a job is still at the same operation.
                applied.over = !matches!(*next, Step::Job(..) | Step::Question);
                if let Some(running) = lane.running_mut() {
                    running.next = *next;
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

    /// Lets the shell of a client go on, with what it was told, until it needs something or the statement is over.
    fn think(&mut self, client: u8, heard: Option<Reply>, mut pace: Pace, applied: &mut Applied) -> Onward {
        let now = self.clock.now();
        let parts = self.lanes[usize::from(client)].parts();
        let (Some((running, sender)), Some(terminals)) = (parts, &mut self.terminals) else {
            return Err(How::Failed);
        };
        let Program::Script(script) = &mut running.program else { return Err(How::Failed) };
        let shells = terminals.change();
        if let Some(reply) = heard {
            shells.hear(client, reply);
        } else if !shells.is_running(client) {
            shells.resize(client, script.width);
            script.begin_statement();
            let mut whole = false;
            while !whole {
                let prompt = shells.prompt(client);
                let Some(line) = script.line(shells.lines(client).0) else { break };
                whole = shells.enter(client, &line);
                let idle = line.trim().is_empty() || line.trim_start().starts_with('#');
                whole &= !idle;
                applied.printed.push(Printed::Typed(prompt, line));
            }
        }
        loop {
            let (pause, text) = shells.go(client, &self.cluster, now);
            applied.printed.extend((!text.is_empty()).then_some(Printed::Text(text)));
            let label = || script.statement().clone();
            match pause {
                Pause::Typed => {
                    return match script.begin() {
                        Turn::Think(label) => with(Step::Think(label)),
                        _ => Err(How::Done),
                    };
                }
                Pause::Busy => return with(Step::Think(Phrase::from("go on with ").with(label()))),
                Pause::Raised => return Err(How::Failed),
                Pause::Ended => return Err(How::Done),
                Pause::Ask(demand) => match *demand {
                    Demand::Request(request) => {
                        let hurries = std::mem::replace(&mut pace, Pace::Step) == Pace::Rush;
                        let response = hurries.then(|| sender.run_at_once(&mut self.cluster, &request, now)).flatten();
                        let Some(response) = response else { return with(Step::Ask(script.ask(request))) };
                        shells.hear(client, Reply::Response(Ok(response), *sender.metrics()));
                    }
                    Demand::Admin(admin) => {
                        applied.table = admin.table().cloned();
                        match self.cluster.submit(admin, now) {
                            Ok(job) => {
                                let label = label();
                                self.ended.clear();
                                self.notice();
                                return with(Step::Job(label, job));
                            }
                            Err(error) => shells.hear(client, Reply::Admin(Err(error))),
                        }
                    }
                    Demand::Sleep(milliseconds) => {
                        self.clock.pass(milliseconds);
                        shells.hear(client, Reply::Slept);
                        return with(Step::Think(Phrase::from("go on with ").with(label())));
                    }
                    Demand::Line => match script.reply() {
                        Some(line) => {
                            applied.printed.push(Printed::Typed(String::new(), line.clone()));
                            shells.hear(client, Reply::Line(Some(line)));
                        }
                        None => return with(Step::Question),
                    },
                    // There are no files here, and the shell says so.
                    Demand::File(_) => shells.hear(client, Reply::File(None)),
                },
            }
        }
    }
}

/// Says what an operation came to, where nothing else does.
fn conclude(applied: &mut Applied) {
    if applied.over && applied.answer.is_none() {
        let label = applied.label.clone().unwrap_or_default();
        applied.answer = Some(match applied.printed.iter().find_map(Printed::error) {
            Some(error) => {
                applied.upshot.get_or_insert_with(|| Box::new(Upshot::Raised));
                let sentence = label.text(" fails: ").text(error);
                Answer { text: "failed".into(), sentence, tone: Tone::No }
            }
            None => Answer { text: "".into(), sentence: label.text(" is done."), tone: Tone::Plain },
        });
    }
}
