//! What makes something happen: time, clients and servers at work. A page opens without it.

use super::action::{Act, Action, Time};
use super::form::{Chore, Verb};
use super::notes::{self, Note, Weight};
use super::reducer::Effect;
use super::state::{State, UnderWay};
use super::work::{SLICE, Work};
use splitpoint_lab::session::Session;
use splitpoint_lab::view::{View, ViewRequest};

/// What makes something happen. It is called by way of this table only, so that it can stand in a chunk.
#[derive(Debug)]
pub struct Logic {
    /// Does what moves the session: [`Action::Time`], [`Action::Act`], [`Action::Reset`]. Others do nothing.
    pub apply: fn(&mut State, Action) -> Vec<Effect>,
    /// Goes on for a slice with what is under way. Whether it is done.
    pub run: fn(&mut Session, UnderWay) -> bool,
    /// What is shown of a session in which things have happened.
    pub view: fn(&Session, &ViewRequest) -> View,
}

/// The table.
pub static LOGIC: Logic = Logic {
    apply: State::happened,
    run: |lab, whose| match whose {
        UnderWay::Client(client) => lab.run_client(client, SLICE),
        UnderWay::Job(job) => lab.run_job(job, SLICE),
    },
    view: Session::view,
};

impl State {
    fn happened(&mut self, action: Action) -> Vec<Effect> {
        match action {
            Action::Time(time) => self.time(time),
            Action::Act(act) => self.act(act),
            Action::Reset => {
                self.lab.reset();
                self.overlay = None;
                self.moved(true)
            }
            _ => Vec::new(),
        }
    }

    fn time(&mut self, time: Time) -> Vec<Effect> {
        if !matches!(time, Time::Tick | Time::Play(_)) {
            self.playing = false;
        }
        self.work = None;
        match time {
            Time::Next => drop(self.lab.next()),
            Time::Back => drop(self.lab.back()),
            Time::NextOperation => drop(self.lab.next_operation()),
            Time::BackOperation => drop(self.lab.back_operation()),
            Time::First => self.lab.first(),
            Time::Last => self.lab.last(),
            Time::Seek(position) => self.lab.seek(position),
            Time::Tenth(tenth) => self.lab.seek(self.view.timeline.total * u64::from(tenth) / 10),
            Time::Undo => drop(self.lab.undo()),
            Time::Grain(_) | Time::Finer | Time::Coarser => {
                if let Some(grain) = time.grain(self.lab.grain()) {
                    self.lab.set_grain(grain);
                }
            }
            Time::Branch(index) => self.lab.branch(index),
            Time::NextBranch => self.lab.next_branch(),
            Time::NextMarker => drop(self.lab.next_marker()),
            Time::PreviousMarker => drop(self.lab.previous_marker()),
            Time::Mark => {
                let text = self.view.sentence.text();
                self.lab.add_marker(&text);
            }
            Time::Play(playing) => {
                self.playing = playing && self.view.timeline.can_next;
                return Vec::new();
            }
            Time::Tick => {
                if !self.playing {
                    return Vec::new();
                }
                self.lab.next();
            }
        }
        let played = self.playing;
        let effects = self.moved(!played);
        if played {
            self.playing = self.view.timeline.can_next;
            self.unsaid += 1;
            if self.unsaid >= 3 || !self.playing {
                self.say();
            }
        }
        effects
    }

    fn act(&mut self, act: Act) -> Vec<Effect> {
        self.playing = false;
        match act {
            Act::Step => {
                if !self.send() {
                    return Vec::new();
                }
                match self.under_way() {
                    Some(UnderWay::Client(client)) if self.lab.step_client(client) => {}
                    Some(UnderWay::Job(job)) if self.lab.step_job(job) => {}
                    Some(_) => {
                        self.lab.next();
                    }
                    None => {}
                }
            }
            Act::Run => {
                if !self.send() {
                    return Vec::new();
                }
                self.work = self.under_way().map(Work::Run);
                return self.go_on();
            }
            Act::Continue => return self.go_on(),
            Act::Stop => self.work = None,
            Act::StepClient(client) => {
                self.lab.step_client(client);
            }
            Act::Cancel(client) => {
                self.lab.cancel(client);
            }
            Act::StepJob(job) => {
                self.lab.step_job(job);
            }
            Act::RunJob(job) => {
                self.work = Some(Work::Run(UnderWay::Job(job)));
                return self.go_on();
            }
            Act::AddClient => {
                self.lab.add_client();
            }
            Act::Background(on) => self.lab.set_background(on),
        }
        self.moved(true)
    }

    /// Sends the form, unless something that it asked for is still under way. `false` where it cannot be sent.
    fn send(&mut self) -> bool {
        if self.under_way().is_some() {
            return true;
        }
        self.refusal = None;
        let Some(Ok(intent)) = self.form().intent(&self.forms, self.verb, &self.request.table) else {
            self.look_through();
            return false;
        };
        let before: Vec<u32> = self.view.jobs.iter().map(|job| job.id).collect();
        if let Err(refusal) = self.lab.submit(self.client, intent) {
            let field = match refusal.field {
                Some(field) => notes::shown_at(&self.forms, self.verb, field.name()),
                None if self.verb == Verb::Create => "table".to_owned(),
                None if self.verb == Verb::Admin(Chore::Split) => "at".to_owned(),
                None => String::new(),
            };
            self.refusal = Some(Note::new(&field, Weight::Fault, refusal.to_string()));
            self.look_through();
            return false;
        }
        self.refresh();
        if self.verb.is_admin() {
            self.job = self.view.jobs.iter().map(|job| job.id).find(|id| !before.contains(id));
        }
        true
    }
}
