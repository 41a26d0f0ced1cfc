//! The effect of each action on the state.

use super::action::{Act, Action, Api, Breadth, Detail, Overlay, Page, Show, Tab, Time, Typing};
use super::chunk::Chunk;
use super::clerk::Errand;
use super::compare::Comparing;
use super::console::AHEAD;
use super::desk::{FIRST_MINUTES, FORM};
use super::import::Importing;
use super::keep::Care;
use super::lesson::Opening;
use super::options::Layout;
use super::share::{Copied, Download};
use super::state::State;
use super::visit;
use splitpoint_lab::form::{Change, MINUTES, Operation};
use splitpoint_lab::intent::{Field, Intent};
use splitpoint_lab::scenario::Reference;
use splitpoint_lab::sim::language::is_plain;
use std::rc::Rc;

/// Effects: what an action asks of the browser.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Keep the session, which has changed.
    Keep,
    /// Open this start, with the work that was done on it before.
    Change(Reference),
    /// A session was opened: restore the desk that was kept with it.
    Opened,
    /// Start a worker that searches every order.
    Search(Errand),
    /// Ask the worker to stop, and to tell what it has found.
    StopSearch,
    /// Keep changes before another session replaces this one.
    KeepNow,
    /// Put away what is kept of the session that was replaced.
    PutAway,
    /// Set aside what was kept and cannot be restored, for this reason.
    Aside(String),
    /// Do this with what is kept.
    Care(Care),
    /// Keep a setting of the person: name and value.
    Choice(&'static str, &'static str),
    /// Read the beginning of the chosen file.
    ReadHead,
    /// Read the whole chosen file as text, since it may be a session.
    ReadSession,
    /// Read the file from this byte on.
    ReadFrom(u64),
    /// Keep the chosen file for the next visit: its key, and its mapping.
    KeepFile(String, String),
    /// Read the file that was kept under this key.
    FetchFile(String),
    /// Load a chunk, and then repeat the action. Other actions wait meanwhile.
    Bring(Chunk, Action),
    /// Load a chunk that improves a form. Nothing waits for it, and the reader is not told if it cannot be loaded.
    Fetch(Chunk),
    /// Keep a text under this name.
    Note(String, String),
    /// The same, but another text that is kept under this name is put away first, so that it can be opened again.
    Replace(String, String),
    /// Read the progress that is kept for each lesson.
    RecallLessons,
    /// Read the progress that is kept for a lesson, and open it.
    Recall(Opening),
    /// Read the text of the reader's own lesson that is kept, and continue with it.
    RecallDraft,
    /// Send this action after so many milliseconds, unless another one of the same kind is delayed meanwhile.
    Later(u32, Action),
    /// Enter or leave full screen.
    FullScreen(bool),
    /// Open the window with the presenter's notes.
    Notes,
    /// Print the page once it is drawn.
    Print,
    /// Save these bytes as a file of this name.
    Save(String, Vec<u8>),
    /// Open these bytes as if the person had chosen a file of this name.
    Take(String, Vec<u8>),
    /// Send a request to the gateway of a cluster.
    Errand(Box<super::cluster::Errand>),
    /// Copy this text, and tell whether the browser allowed it.
    Copy(Copied, String),
    /// Go to the session that is kept under this name. `session` is the reader's own; then the link is removed from the
    /// address.
    Return(String),
    /// Open this fragment of the page's address in a new window.
    Window(String),
    /// Focus the element with this `id`, once it is drawn.
    Focus(&'static str),
}

impl State {
    /// Carries out an action, and returns its effects. The page is drawn again afterwards.
    pub fn apply(&mut self, action: Action) -> Vec<Effect> {
        if let Some(chunk) = self.lacks_language(&action) {
            if chunk == Chunk::Method && matches!(action, Action::Console(Typing::Run(_) | Typing::Step(_))) {
                self.desk.console.hold();
            }
            return vec![Effect::Bring(chunk, action)];
        }
        let asks = matches!(action, Action::Act(Act::Send | Act::Run) | Action::Compare(Comparing::Try));
        if asks && self.lacks_filters() {
            return vec![Effect::Bring(Chunk::Filter, action)];
        }
        let is_new = !matches!(action, Action::Act(Act::Continue)) && self.catch_up();
        let changes = visit::changes(&action);
        // A step forward can change the session too; another grain only counts the same steps in another way.
        let steps = matches!(&action, Action::Time(time) if time.grain(self.document.lab.grain()).is_none());
        let before = self.desk.map.view.timeline.total;
        if action.begins_anew() {
            self.document.link = None;
        }
        // What is done now would get lost if the old work were taken back, so that is not possible any more.
        if changes && !matches!(action, Action::Reset | Action::Unreset) {
            self.document.before = None;
        }
        if changes || steps {
            self.chrome.notice.take_if(|notice| notice.is_passing);
        }
        let mut effects = self.perform(action);
        if is_new {
            effects.push(Effect::Keep);
        }
        if self.lacks_keys() && !effects.iter().any(|effect| matches!(effect, Effect::Bring(..))) {
            let table = &self.desk.map.request.table;
            // Forms of a table that the start has stay as they are.
            let then = match self.document.start.table(table) {
                Some(_) => Action::Act(Act::Continue),
                None => Action::Show(Show::Table(table.clone())),
            };
            effects.push(Effect::Bring(Chunk::Key, then));
        }
        if let Some(visit) = &mut self.document.visit {
            visit.is_changed |= changes || (steps && self.desk.map.view.timeline.total > before);
        }
        effects
    }

    /// The part of the script language that has to be loaded before the action.
    fn lacks_language(&self, action: &Action) -> Option<Chunk> {
        let chunks = &self.chrome.chunks;
        if self.leaves_recording(action) {
            return Some(if chunks.console.is_none() { Chunk::Console } else { Chunk::Method });
        }
        let console = &self.desk.console;
        let lacks = match action {
            Action::Console(Typing::Run(_) | Typing::Step(_)) => !is_plain(console.text()),
            _ => false,
        };
        (lacks && chunks.console.is_some() && !chunks.method).then_some(Chunk::Method)
    }

    /// Whether a table names the fields of its keys, and the code to read these is not loaded.
    fn lacks_keys(&self) -> bool {
        !self.chrome.chunks.key && self.document.lab.has_designed()
    }

    /// Whether the form reads pages through a filter, and the code of filters is not loaded.
    fn lacks_filters(&self) -> bool {
        let open = &self.desk.form;
        let is_filtered = || {
            let intent = open.forms.intent(open.operation, &self.desk.map.request.table);
            matches!(intent, Ok(Intent::Pages(pages)) if pages.is_filtered())
        };
        open.operation == Operation::Pages && !self.chrome.chunks.filter && is_filtered()
    }

    pub(super) fn perform(&mut self, action: Action) -> Vec<Effect> {
        match action {
            Action::Time(time) if self.unblank(&time) => Vec::new(),
            Action::Time(Time::Undo) if self.document.before.is_some() => self.perform(Action::Unreset),
            Action::Time(time) => self.stage_lesson(&time).unwrap_or_else(|| self.time(&time)),
            Action::Act(act) => self.act(act),
            Action::Unreset => match self.document.before.take() {
                Some(before) => {
                    self.document.lab.take_back(before);
                    self.document.follow_start();
                    self.document.walk = None;
                    self.moved(true)
                }
                None => Vec::new(),
            },
            Action::Reset => {
                let is_untouched = self.document.lab.is_untouched();
                let past = self.document.reset();
                self.document.before = if is_untouched { None } else { Some(past) };
                self.document.walk = None;
                self.desk.form.sent = false;
                self.desk.orders.forget();
                self.desk.heat.cell = None;
                self.chrome.overlay = None;
                let effects = self.moved(true);
                if self.document.lesson.is_none() {
                    self.desk.map.detail = Some(Detail::Start { asked: false });
                }
                effects
            }
            Action::Show(Show::Table(table)) => {
                self.choose_table(table);
                Vec::new()
            }
            // In front of an audience nothing lies over the picture.
            Action::Show(Show::Cell(_) | Show::Detail(Some(_))) if self.chrome.present.is_some() => Vec::new(),
            Action::Show(Show::Detail(Some(Detail::Start { .. }))) => self.show_stories(),
            Action::Show(show) => {
                let tells = matches!(show, Show::Detail(Some(_)));
                let chunks = &self.chrome.chunks;
                let lacks = match show {
                    Show::Api(Api::Java | Api::OldJava) | Show::Printed(true) if !chunks.code => Some(Chunk::Code),
                    _ => (tells && !chunks.detail).then_some(Chunk::Detail),
                };
                if self.desk.show(show) {
                    self.refresh();
                }
                // The page is only drawn again then, since the details may have been closed meanwhile.
                lacks.map(|chunk| Effect::Bring(chunk, Action::Act(Act::Continue))).into_iter().collect()
            }
            Action::Edit(slot, change) => {
                let open = &mut self.desk.form;
                if let Change::Region(Some(start)) = &change {
                    self.desk.map.reveal_region(start);
                }
                Rc::make_mut(&mut open.forms).edit(open.operation, slot, change);
                if slot == Field::Region.into() {
                    self.propose();
                }
                self.edited()
            }
            Action::Operation(operation) if !self.desk.form.forms.knows(operation) => {
                vec![Effect::Bring(Chunk::Repeat, Action::Operation(operation))]
            }
            Action::Operation(operation) => {
                let is_new = std::mem::replace(&mut self.desk.form.operation, operation) != operation;
                self.propose();
                if !is_new {
                    // A chunk was loaded for a form that is being filled in: the reader goes on typing, and notes stay.
                    return self.review();
                }
                let mut effects = self.edited();
                effects.push(Effect::Focus(FORM));
                effects
            }
            Action::Client(client) => {
                let open = &mut self.desk.form;
                let before = std::mem::replace(&mut open.client, client);
                let table = self.document.start.table(&self.desk.map.request.table);
                Rc::make_mut(&mut open.forms).speak(table, before, client);
                self.edited()
            }
            Action::Minute(index) => self.tell_story(index),
            Action::Begin(reference) => {
                // A first minute is over when its start is left. One that leads here is of another start, and goes on.
                self.desk.form.minute = self.desk.form.minute.filter(|minute| !minute.is_of(&self.document.start));
                self.document.playing = false;
                if self.chrome.options.keeps {
                    return vec![Effect::Change(reference)];
                }
                self.begin(&reference, None)
            }
            Action::Import(step) => self.import(step),
            Action::Page(page) => self.page(page),
            Action::Console(typing) => match self.chrome.chunks.console {
                Some(console) => (console.apply)(self, typing),
                None => self.type_ahead(typing),
            },
            Action::Orders(asking) if self.document.is_asking() && !asking.is_quiet() => {
                self.chrome.tell("Every order would answer what you are asked. Predict first, or go on.");
                Vec::new()
            }
            Action::Orders(asking) => self.orders(asking),
            Action::Heat(looking) => self.heat(looking),
            Action::Compare(comparing) => match self.chrome.chunks.compare {
                Some(compare) => (compare.apply)(self, comparing),
                None => vec![Effect::Bring(Chunk::Compare, Action::Compare(comparing))],
            },
            Action::Salt => match self.chrome.chunks.repeat {
                Some(repeat) => (repeat.salt)(self),
                None => vec![Effect::Bring(Chunk::Repeat, Action::Salt)],
            },
            Action::Check => match self.chrome.chunks.repeat {
                Some(repeat) => (repeat.check)(self),
                None => vec![Effect::Bring(Chunk::Repeat, Action::Check)],
            },
            Action::Design(designing) => self.design(designing),
            Action::Growth(growing) => self.growth(growing),
            Action::Cluster(clustering) => self.cluster(clustering),
            Action::Lesson(learning) => self.lesson(learning),
            Action::Present(presenting) => self.present(presenting),
            Action::Notice(sentence) => {
                self.chrome.fail(sentence);
                Vec::new()
            }
        }
    }

    /// Shows the first minutes. They stand below the table, which another pane may hide.
    fn show_stories(&mut self) -> Vec<Effect> {
        self.desk.wide = None;
        if self.chrome.breadth == Breadth::Phone {
            self.desk.panes.front(Tab::Map);
        }
        self.desk.map.detail = Some(Detail::Start { asked: true });
        vec![Effect::Focus(FIRST_MINUTES)]
    }

    /// Fills in the form of a first minute, on its start.
    fn tell_story(&mut self, index: usize) -> Vec<Effect> {
        let Some(minute) = MINUTES.get(index) else { return Vec::new() };
        if !self.desk.form.forms.knows(minute.operation) {
            return vec![Effect::Bring(Chunk::Repeat, Action::Minute(index))];
        }
        self.desk.form.minute = Some(minute);
        if let Some(Detail::Start { asked }) = &mut self.desk.map.detail {
            *asked = false; // the table gets its room back
        }
        if minute.is_of(&self.document.start) {
            self.prepare();
            return vec![Effect::Focus(Tab::Do.id())];
        }
        self.apply(Action::Begin(minute.reference()))
    }

    /// Takes actions of the console before its code is loaded. When it is opened, a field takes what is typed, so that
    /// no key is lost or acts as a shortcut.
    fn type_ahead(&mut self, typing: Typing) -> Vec<Effect> {
        let console = &mut self.desk.console;
        let mut effects = Vec::new();
        match typing {
            Typing::Text(text) if console.is_script => console.script = text,
            Typing::Text(text) => console.typed = text,
            typing => {
                if matches!(typing, Typing::Open(true)) {
                    effects = self.expect_console();
                }
                effects.push(Effect::Bring(Chunk::Console, Action::Console(typing)));
            }
        }
        effects
    }

    /// Shows the field that takes typed text until the console's code is loaded.
    pub fn expect_console(&mut self) -> Vec<Effect> {
        self.desk.console.open = true;
        vec![Effect::Focus(AHEAD)]
    }

    pub(super) fn import(&mut self, step: Importing) -> Vec<Effect> {
        match self.chrome.chunks.import {
            Some(import) => (import.apply)(self, step),
            None => vec![Effect::Bring(Chunk::Import, Action::Import(step))],
        }
    }

    /// Fills in suggestions of the table in the open form, where the reader has chosen nothing.
    pub(super) fn propose(&mut self) {
        let (open, map) = (&mut self.desk.form, &self.desk.map);
        let keys = self.document.lab.key(&map.request.table);
        Rc::make_mut(&mut open.forms).propose(open.operation, &map.view, &keys);
    }

    fn edited(&mut self) -> Vec<Effect> {
        self.desk.form.refusal = None;
        self.desk.form.sent = false;
        self.desk.form.touched = true;
        self.review()
    }

    /// Checks the form, and loads the code that this needs.
    fn review(&mut self) -> Vec<Effect> {
        self.look_through();
        if self.lacks_filters() {
            // The preview of the form is made once filters are loaded.
            return vec![Effect::Bring(Chunk::Filter, Action::Operation(Operation::Pages))];
        }
        let mut effects = Vec::new();
        if self.chrome.chunks.warn.is_none() {
            effects.push(Effect::Fetch(Chunk::Warn));
        }
        if self.lacks_margin() {
            effects.push(Effect::Fetch(Chunk::Design));
        }
        effects
    }

    fn page(&mut self, page: Page) -> Vec<Effect> {
        if let Page::Tab(tab) = page {
            self.desk.panes.front(tab);
            if tab == Tab::Console && !self.desk.console.open {
                return self.apply(Action::Console(Typing::Open(true)));
            }
        }
        match page {
            Page::Overlay(Some(Overlay::Share)) => return self.share(page),
            Page::CopyTranscript => {
                let text = self.chrome.chunks.share.map(|share| (share.transcript)(&self.document.lab));
                return text.map(|text| Effect::Copy(Copied::Transcript, text)).into_iter().collect();
            }
            Page::Skip => {
                self.desk.panes.front(Tab::Do);
                return vec![Effect::Focus(Tab::Do.id())];
            }
            Page::Whole => return self.open_whole(),
            Page::Leave { for_own } => return self.leave(for_own),
            Page::Afresh => return self.afresh(),
            Page::Dismiss => {
                self.document.before = None;
                if let Some(visit) = &mut self.document.visit {
                    visit.is_hidden = true;
                }
            }
            Page::TakeAway(what) => {
                // A transcript is asked for in the dialog, whose chunk contains the code that makes it.
                let Some(share) = self.chrome.chunks.share.filter(|_| what == Download::Transcript) else {
                    return vec![Effect::Care(Care::SaveWork)];
                };
                let text = (share.transcript)(&self.document.lab);
                return vec![Effect::Save("splitpoint-transcript.txt".to_owned(), text.into_bytes())];
            }
            _ => {}
        }
        let effects = self.chrome.page(page);
        if let Page::LineHeight(_) = page {
            self.refresh();
        }
        effects
    }

    fn share(&mut self, page: Page) -> Vec<Effect> {
        let Some(share) = self.chrome.chunks.share else {
            return vec![Effect::Bring(Chunk::Dialog, Action::Page(page))];
        };
        self.chrome.share = Some((share.find)(self));
        self.chrome.overlay = Some(Overlay::Share);
        Vec::new()
    }

    fn open_whole(&mut self) -> Vec<Effect> {
        let Some(share) = self.chrome.chunks.share else {
            return vec![Effect::Bring(Chunk::Dialog, Action::Page(Page::Whole))];
        };
        (share.find)(self).links.map(|links| Effect::Window(links.step)).into_iter().collect()
    }

    /// After the session has moved, draws it, scrolls to what the step is about, and announces it if `say`.
    pub(super) fn moved(&mut self, say: bool) -> Vec<Effect> {
        self.document.is_ahead = false;
        self.desk.form.touched = false;
        self.chrome.paper = None;
        self.watch_lesson();
        self.refresh();
        self.follow();
        self.desk.map.detail = None;
        self.desk.map.reveal();
        if self.chrome.options.layout == Layout::Bytes && self.desk.map.turn_to_focus() {
            self.refresh();
        }
        if say {
            self.chrome.say(self.desk.aloud());
        }
        vec![Effect::Keep]
    }
}
