//! The state of the page: document, desk and chrome, and the effects of one on another.

use super::action::{Detail, Tab};
use super::chrome::Chrome;
use super::chunk::Chunks;
use super::desk::{Desk, UnderWay, Wide};
use super::document::Document;
use super::options::{Layout, Options, Reach};
use splitpoint_lab::form::{self, Change, Forms, Note, Operation, preview};
use splitpoint_lab::intent::Field;
use splitpoint_lab::session::Session;
use splitpoint_lab::view::View;
use splitpoint_lab::words::command;
use std::rc::Rc;

/// All from which the page is drawn.
pub struct State {
    /// The session.
    pub document: Document,
    /// What lies open before the reader: form, script, panes.
    pub desk: Desk,
    /// The page around the desk.
    pub chrome: Chrome,
}

impl State {
    /// The state of a page in which no session is open yet.
    pub fn new(options: Options) -> Self {
        let document = Document::default();
        let desk = Desk::new(&document.lab);
        let chrome = Chrome::new(options);
        let mut state = Self { document, desk, chrome };
        state.refresh();
        state
    }

    /// Replaces the session.
    pub(super) fn open(&mut self, lab: Session) {
        self.document.open(lab);
        if let Some(console) = self.chrome.chunks.console {
            self.document.lab.speak(console.language);
        }
        self.desk.panes.unfolded.clear();
        self.desk.orders.forget();
        self.desk.wide = None;
        self.desk.heat.cell = None;
        self.desk.map.reveal = None;
        let start = self.document.start.clone();
        let form = &mut self.desk.form;
        form.client = 0;
        self.desk.console.client = 0;
        let first = start.tables.first();
        form.operation = match first {
            None => Operation::Create,
            Some(table) if form.operation.suits(table) => form.operation,
            Some(_) => Operation::Insert,
        };
        let first = first.map(|table| table.name.clone());
        let table = first.or_else(|| self.look().tables.first().cloned());
        self.choose_table(table.unwrap_or_default());
        self.chrome.say(start.about.clone());
        self.desk.map.detail = (self.desk.map.view.timeline.total == 0).then_some(Detail::Start { asked: false });
        self.prepare();
    }

    /// Fills in the form of the chosen first minute. `false` if none is chosen, or it does not belong to this start.
    pub fn prepare(&mut self) -> bool {
        let start = self.document.start.clone();
        let Some(minute) = self.desk.form.minute.filter(|minute| minute.is_of(&start)) else { return false };
        let fresh = self.forms(start.tables.first());
        let open = &mut self.desk.form;
        open.client = 0;
        open.operation = minute.operation;
        let forms = Rc::make_mut(&mut open.forms);
        forms.take(minute.operation, &fresh);
        if let Some(field) = minute.on {
            forms.edit(minute.operation, field.into(), Change::On(true));
        }
        open.refusal = None;
        open.sent = false;
        self.desk.panes.front(Tab::Do);
        self.chrome.say(minute.story.to_owned());
        self.look_through();
        true
    }

    /// The forms for a table, as far as their code is loaded.
    fn forms(&self, table: Option<&splitpoint_lab::scenario::TableStart>) -> Forms {
        let mut forms = Forms::early(table);
        if let Some(repeat) = self.chrome.chunks.repeat {
            forms.learn(repeat.late, table);
        }
        forms
    }

    /// Shows another table, with forms for its keys.
    pub(super) fn choose_table(&mut self, table: String) {
        let mut forms = self.forms(self.document.lab.table(&table).as_deref());
        if self.document.start.table(&table).is_none() {
            forms.take(Operation::Create, &self.desk.form.forms);
        }
        self.desk.form.forms = Rc::new(forms);
        self.desk.form.refusal = None;
        self.desk.form.sent = false;
        self.desk.form.touched = false;
        self.desk.form.job = None;
        self.desk.map.turn_to(table);
        self.refresh();
        self.propose();
        self.look_through();
    }

    /// Shows the table that the form creates, once it exists.
    pub(super) fn follow(&mut self) {
        let form = &self.desk.form;
        let wanted = form.forms.sheet(Operation::Create).text(Field::Table).trim().to_owned();
        if form.operation == Operation::Create
            && form.job.is_some()
            && self.desk.map.request.table != wanted
            && self.desk.map.view.tables.contains(&wanted)
        {
            self.follow_to(wanted);
        }
    }

    /// Shows another table. The buttons of the form still continue what they began.
    pub(super) fn follow_to(&mut self, table: String) {
        let job = self.desk.form.job;
        self.choose_table(table);
        self.desk.form.job = job;
    }

    /// The wide view in place of the table; for an excerpt, that which the whole page would show.
    pub fn wide(&self) -> Option<Wide> {
        match self.chrome.options.layout {
            Layout::Heat => Some(Wide::Heat),
            _ => self.desk.wide,
        }
    }

    /// The view of the session.
    fn look(&self) -> View {
        self.document.lab.view(&self.desk.map.request)
    }

    /// Takes the chunks that are loaded. The session gets the language of the console.
    pub fn take_code(&mut self, chunks: Chunks) {
        let before = std::mem::replace(&mut self.chrome.chunks, chunks);
        // Recorded scripts are run again by the language, and may need all of it.
        let lab = &mut self.document.lab;
        let is_recorded = lab.is_recorded();
        let speaking = |chunks: &Chunks| chunks.console.filter(|_| chunks.method || !is_recorded);
        if let (None, Some(console)) = (speaking(&before), speaking(&chunks)) {
            lab.speak(console.language);
        }
        let learns = before.repeat.is_none();
        if let (true, Some(repeat)) = (learns, chunks.repeat) {
            let table = self.document.lab.table(&self.desk.map.request.table);
            Rc::make_mut(&mut self.desk.form.forms).learn(repeat.late, table.as_deref());
        }
        // The notes of the form may have changed with the new code.
        if before.warn.is_none() && chunks.warn.is_some() || before.design.is_none() && chunks.design.is_some() {
            self.look_through();
        }
    }

    /// The steps that can be reached from here.
    pub fn reach(&self) -> Reach {
        let prepared = self.document.lesson.as_ref().map_or(0, |lesson| lesson.shown().began);
        self.chrome.options.reach(&self.desk.map.view.timeline, prepared)
    }

    /// Makes the view of the session again.
    pub(super) fn refresh(&mut self) {
        // The chosen client may not exist at this step.
        let there = |client: u8| if client < self.document.lab.clients() { client } else { 0 };
        (self.desk.form.client, self.desk.console.client) =
            (there(self.desk.form.client), there(self.desk.console.client));
        let mut view = self.look();
        if let Some(lesson) = &mut self.document.lesson {
            let shows = matches!(self.chrome.options.layout, Layout::Full | Layout::Story);
            lesson.asks = shows || self.chrome.present.is_some();
        }
        if self.document.is_asking() {
            view.conceal();
        }
        if view.table.is_none()
            && let Some(table) = view.tables.first()
        {
            // The shown table does not exist at this step.
            let table = table.clone();
            return self.follow_to(table);
        }
        self.desk.map.take(view, self.chrome.line_height);
        self.watch_promises();
        self.look_through();
    }

    /// Checks the form: what cannot be read, what HBase would answer, and where keys would be written.
    pub(super) fn look_through(&mut self) {
        let Self { document, desk, chrome, .. } = self;
        let (open, request) = (&mut desk.form, &desk.map.request);
        let read = open.forms.intent(open.operation, &request.table);
        let (lab, client) = (&document.lab, open.client);
        open.command = read.as_ref().map(|intent| command::of(lab.world(), client, intent)).unwrap_or_default();
        let mut said: Vec<Note> = match read {
            Err(faults) => faults.into_iter().map(Note::from).collect(),
            // The preview could give away the answer to the lesson's question.
            Ok(_) if document.is_asking() => Vec::new(),
            Ok(intent) => {
                let mut notes = open.forms.told(&intent, lab.start(), lab.world());
                notes.extend(preview::hints(lab.start(), lab.world(), request, &intent));
                if let Some(warn) = chrome.chunks.warn {
                    notes.extend(warn(lab.start(), lab.world(), client, &intent));
                }
                if let Some(design) = chrome.chunks.design {
                    notes.extend((design.traps)(&lab.stage(), &intent));
                }
                notes
            }
        };
        let policies = match chrome.chunks.design {
            Some(design) if !document.is_asking() => (design.policies)(document, desk),
            _ => None,
        };
        desk.map.policies = policies.map(Rc::new);
        let open = &mut desk.form;
        said.extend(open.refusal.clone());
        if *open.notes != said {
            open.notes = Rc::new(said);
        }
    }

    /// The client or job whose work the buttons of the form continue, instead of sending the form.
    pub fn under_way(&self) -> Option<UnderWay> {
        self.desk.under_way()
    }

    /// The columns to suggest: those of the start, in the form in which they are typed.
    pub fn columns(&self) -> Vec<String> {
        let map = &self.desk.map;
        let Some(table) = self.document.start.table(&map.request.table) else {
            let families = map.view.table.iter().flat_map(|table| &table.families);
            return families.map(|family| format!("{family}:")).collect();
        };
        table.columns.iter().map(|(family, qualifier)| form::column(family, qualifier)).collect()
    }
}
