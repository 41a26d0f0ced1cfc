//! What each action does to the state.

use super::action::{Act, Action, Overlay, Page, Show, Tab, Theme, Time};
use super::chunk::Chunk;
use super::form::{Chore, Verb};
use super::import::Step;
use super::notes::{self, Note, Weight};
use super::state::{State, UnderWay};
use super::width::Widths;
use super::work::Work;
use splitpoint_lab::view::Grain;
use std::rc::Rc;

/// What only a browser can do.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// The session changed: keep it.
    Keep,
    /// Keep a choice of the person.
    Choice(&'static str, &'static str),
    /// Light or dark.
    Theme(Theme),
    /// Read the beginning of the chosen file.
    ReadHead,
    /// Read the file from this byte on.
    ReadFrom(u64),
    /// Keep the chosen file with what it was mapped to, for the next time.
    KeepFile(String),
    /// Bring the file that was kept under this name.
    FetchFile(String),
    /// Bring code that is needed for this, and do it then.
    Bring(Chunk, Action),
}

impl State {
    /// Does it. The state is drawn anew afterwards.
    pub fn apply(&mut self, action: Action) -> Vec<Effect> {
        match action {
            Action::Time(time) => self.time(time),
            Action::Act(act) => self.act(act),
            Action::Show(show) => self.show(show),
            Action::Edit(field, change) => {
                self.form().edit(Rc::make_mut(&mut self.forms), self.verb, &field, change);
                self.edited()
            }
            Action::Verb(verb) if verb != Verb::Insert && self.chunks.form.is_none() => {
                vec![Effect::Bring(Chunk::Form, action)]
            }
            Action::Verb(verb) => {
                self.verb = verb;
                self.edited()
            }
            Action::Client(client) => {
                self.client = client;
                self.edited()
            }
            Action::Begin(reference) => {
                self.playing = false;
                self.begin(&reference, None)
            }
            Action::Import(step) => self.import(step),
            Action::Reset => {
                self.lab.reset();
                self.overlay = None;
                self.moved(true)
            }
            Action::Page(page) => self.page(page),
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
            Time::Grain(grain) => self.lab.set_grain(grain),
            Time::Finer => self.lab.set_grain(match self.lab.grain() {
                Grain::Operation => Grain::Rpc,
                Grain::Rpc | Grain::Cell => Grain::Cell,
            }),
            Time::Coarser => self.lab.set_grain(match self.lab.grain() {
                Grain::Cell => Grain::Rpc,
                Grain::Rpc | Grain::Operation => Grain::Operation,
            }),
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
                Some(field) => notes::shown_at(&self.forms, self.verb, field),
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

    fn import(&mut self, step: Step) -> Vec<Effect> {
        match self.chunks.import {
            Some(import) => import.apply(self, step),
            None => vec![Effect::Bring(Chunk::Import, Action::Import(step))],
        }
    }

    fn edited(&mut self) -> Vec<Effect> {
        self.refusal = None;
        self.look_through();
        Vec::new()
    }

    fn show(&mut self, show: Show) -> Vec<Effect> {
        match show {
            Show::Table(table) => {
                self.choose_table(table);
                return Vec::new();
            }
            Show::Window(window) => self.request.window = window,
            Show::Notation(notation) => {
                self.request.notation = notation;
                self.widths = Widths::default();
            }
            Show::OldVersions(on) => {
                self.request.old_versions = on;
                self.spot = None;
                self.detail = None;
            }
            Show::Stores(on) => {
                self.stores = on;
                return Vec::new();
            }
            Show::Cell(spot) => {
                self.spot = Some(spot);
                return Vec::new();
            }
            Show::Detail(detail) => {
                self.detail = detail;
                return Vec::new();
            }
            Show::Earlier(whose) => {
                self.unfolded.push(whose);
                return Vec::new();
            }
            Show::Explain(on) => {
                self.explain = on;
                return Vec::new();
            }
        }
        self.refresh();
        Vec::new()
    }

    fn page(&mut self, page: Page) -> Vec<Effect> {
        match page {
            Page::Tab(tab) => {
                self.tab = tab;
                if matches!(tab, Tab::Clients | Tab::Cost) {
                    self.inspector = tab;
                }
            }
            Page::Breadth(breadth) => self.breadth = breadth,
            Page::LineHeight(height) => {
                self.line_height = height;
                self.refresh();
            }
            Page::Theme(theme) => {
                self.theme = theme;
                return vec![Effect::Theme(theme), Effect::Choice("theme", theme.name())];
            }
            Page::Letters(on) => {
                self.letters = on;
                return vec![Effect::Choice("letters", if on { "on" } else { "off" })];
            }
            Page::Overlay(Some(Overlay::Import)) if self.chunks.import.is_none() => {
                return vec![Effect::Bring(Chunk::Import, Action::Page(page))];
            }
            Page::Overlay(overlay) => self.overlay = overlay,
            Page::Dismiss => self.notice = None,
        }
        Vec::new()
    }

    /// After the session moved: draws, brings what it is about in sight, says so.
    pub(super) fn moved(&mut self, say: bool) -> Vec<Effect> {
        self.refresh();
        self.follow();
        self.detail = None;
        if let Some(line) = self.view.focus {
            let again = self.reveal.map_or(0, |(count, _)| count).wrapping_add(1);
            self.reveal = Some((again, line));
        }
        if say {
            self.say();
        }
        vec![Effect::Keep]
    }

    fn say(&mut self) {
        self.unsaid = 0;
        self.announcement = self.view.sentence.text();
    }
}
