//! The document: the session, and work in it that takes more than one task of the browser.

use super::action::{Act, Action, Time};
use super::desk::UnderWay;
use super::lesson::Lesson;
use super::visit::Visit;
use super::work::{SLICE, Work};
use super::writing::LessonDraft;
use splitpoint_lab::scenario::{Reference, Start};
use splitpoint_lab::session::{Link, Past, Saved, ScriptWalk, Session};
use splitpoint_lab::view::View;
use std::rc::Rc;

/// The session, with its work. It knows nothing about forms, panes or the page around it.
pub struct Document {
    /// The session: clients, servers, and all that was done.
    pub lab: Session,
    /// The start of the session.
    pub start: Rc<Start>,
    /// All that was done before *Start over*, until something is done again.
    pub before: Option<Past>,
    /// Work that takes more than one task of the browser.
    pub work: Option<Work>,
    /// Whether that work has continued since the view was last made.
    pub(super) is_ahead: bool,
    /// Whether steps go on by themselves.
    pub playing: bool,
    /// The link by which the session was opened, if what is done on it may be kept.
    pub visit: Option<Visit>,
    /// The open lesson.
    pub lesson: Option<Lesson>,
    /// A lesson that is being written.
    pub draft: Option<LessonDraft>,
    /// The script that the reader steps through.
    pub walk: Option<ScriptWalk>,
    /// The link that is being opened.
    pub link: Option<Box<Link>>,
    /// A kept session that is restored once the file that it needs was read.
    pub resume: Option<Saved>,
}

impl Default for Document {
    /// A document with no table, in which nothing was done.
    fn default() -> Self {
        let lab = Session::new();
        let start = Rc::new(lab.start().clone());
        Self {
            lab,
            start,
            before: None,
            work: None,
            is_ahead: false,
            playing: false,
            walk: None,
            visit: None,
            lesson: None,
            draft: None,
            link: None,
            resume: None,
        }
    }
}

impl Document {
    /// Replaces the session.
    pub(super) fn open(&mut self, lab: Session) {
        self.start = Rc::new(lab.start().clone());
        self.lab = lab;
        self.before = None;
        self.lesson = None;
        self.draft = None;
        self.playing = false;
        self.walk = None;
        self.work = None;
    }

    /// Starts over, and returns what was done. Own work that was kept before sandboxes existed gets their sizes now;
    /// lessons and links keep HBase's.
    pub(super) fn reset(&mut self) -> Past {
        let is_own = self.visit.is_none() && self.lesson.is_none() && self.draft.is_none();
        if is_own && matches!(self.start.reference, Reference::Scenario(_)) {
            let past = self.lab.reset_to_sandbox();
            self.follow_start();
            return past;
        }
        self.lab.reset()
    }

    /// Reads the start from the session, if it is another one now.
    pub(super) fn follow_start(&mut self) {
        if self.start.reference != self.lab.start().reference {
            self.start = Rc::new(self.lab.start().clone());
        }
    }

    /// Whether a client, a job or a script is running.
    pub fn is_busy(&self) -> bool {
        matches!(self.work, Some(Work::Run(_) | Work::Ways(_) | Work::Play(_) | Work::Visit(_)))
    }

    /// Whether some work goes on by itself.
    pub fn works(&self) -> bool {
        self.is_busy() || self.is_building()
    }

    /// The name under which the session is kept; `None` for a link on which nothing was done yet, and for a lesson.
    pub fn slot(&self) -> Option<&str> {
        match &self.visit {
            // For a lesson, the progress is kept, and not the session.
            _ if self.lesson.is_some() => None,
            None => Some("session"),
            Some(visit) => visit.is_changed.then_some(visit.slot.as_str()),
        }
    }

    /// Whether a lesson waits for a prediction, so that nothing may be shown that gives the answer away.
    pub fn is_asking(&self) -> bool {
        self.lesson.as_ref().is_some_and(Lesson::is_asking)
    }

    /// Whether a file is being read that will replace the session.
    pub fn is_reading(&self) -> bool {
        matches!(self.work, Some(Work::Read(_)))
    }

    /// Whether a start is being made.
    pub fn is_building(&self) -> bool {
        matches!(self.work, Some(Work::Build(_) | Work::Restore(_)))
    }

    /// Whether an action has to wait for the session for which it is meant. While a session is restored and only its
    /// present branch is shown, every action waits that does more than look around or leave: nothing is done, kept or
    /// shared without the other branches.
    pub fn holds(&self, action: &Action) -> bool {
        if let Some(Work::Restore(restore)) = &self.work
            && restore.is_shown
        {
            return !action.begins_anew() && !(restore.logic.only_looks)(self, action);
        }
        (self.is_building() || self.is_reading()) && action.is_about_session()
    }

    /// Whether the present branch is shown while the others are still being restored.
    pub fn is_partly_there(&self) -> bool {
        matches!(&self.work, Some(Work::Restore(restore)) if restore.is_shown)
    }

    /// Repeats something on a new branch. Returns whether anything was done.
    pub(super) fn again(&mut self, again: fn(&mut Session) -> bool) -> bool {
        self.playing = false;
        self.work = None;
        again(&mut self.lab)
    }

    /// Goes to another moment. `shown`: the present view; `can_play`: whether steps can go on from there. Returns
    /// whether there is something else to see.
    pub(super) fn travel(&mut self, time: &Time, shown: &View, can_play: bool) -> bool {
        if !matches!(time, Time::Tick | Time::Play(_)) {
            self.playing = false;
        }
        if !self.is_building() {
            self.work = None;
        }
        match time {
            Time::Next => drop(self.lab.next()),
            Time::Back => drop(self.lab.back()),
            Time::NextOperation => drop(self.lab.next_operation()),
            Time::BackOperation => drop(self.lab.back_operation()),
            Time::First => self.lab.first(),
            Time::Last => self.lab.last(),
            Time::Seek(position) => self.lab.seek(*position),
            Time::Visit(place) => self.lab.visit(*place),
            Time::Tenth(tenth) => self.lab.seek(shown.timeline.total * u64::from(*tenth) / 10),
            Time::Undo => drop(self.lab.undo()),
            Time::Grain(_) | Time::Finer | Time::Coarser => {
                if let Some(grain) = time.grain(self.lab.grain()) {
                    self.lab.set_grain(grain);
                }
            }
            Time::Branch(index) => self.lab.branch(*index),
            Time::Name(name) => {
                let branch = shown.timeline.branch;
                self.lab.name_branch(branch, name);
            }
            Time::NextBranch => self.lab.next_branch(),
            Time::NextMarker => drop(self.lab.next_marker()),
            Time::PreviousMarker => drop(self.lab.previous_marker()),
            Time::Mark => self.lab.add_marker(&shown.sentence.text()),
            Time::NameMark(name) => self.lab.add_marker(name),
            Time::Unmark => self.lab.add_marker(""),
            Time::Play(playing) => {
                self.playing = *playing && can_play;
                return false;
            }
            Time::Tick if self.playing => drop(self.lab.next()),
            // Their code is in a chunk: see `again`.
            Time::Tick | Time::Reorder => return false,
        }
        true
    }

    /// Lets a client or server act. Sending a form, and long work, are handled elsewhere.
    pub(super) fn act(&mut self, act: Act) {
        match act {
            Act::StepClient(client) => drop(self.lab.step_client(client)),
            Act::Cancel(client) => drop(self.lab.cancel(client)),
            Act::StepJob(job) => drop(self.lab.step_job(job)),
            Act::AddClient => drop(self.lab.add_client()),
            Act::Background(on) => self.lab.set_background(on),
            Act::RunJob(job) => self.work = Some(Work::Run(UnderWay::Job(job))),
            Act::Stop => self.work = None,
            Act::Send | Act::Run | Act::Continue => {}
        }
    }

    /// One step of the work; if it waits for something else, one step of that.
    pub(super) fn step(&mut self, whose: UnderWay) {
        let stepped = match whose {
            UnderWay::Client(client) => self.lab.step_client(client),
            UnderWay::Job(job) => self.lab.step_job(job),
        };
        if !stepped {
            self.lab.step_for(whose.actor());
        }
    }

    /// Continues the work for a short time. Returns whether it is done.
    pub(super) fn run(&mut self, whose: UnderWay) -> bool {
        match whose {
            UnderWay::Client(client) => self.lab.run_client(client, SLICE),
            UnderWay::Job(job) => self.lab.run_job(job, SLICE),
        }
    }
}
