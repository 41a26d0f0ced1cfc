//! The state of the page.

use super::act;
use super::action::{Breadth, Detail, Overlay, Spot, Tab, Theme};
use super::axis::Axis;
use super::chunk::Chunks;
use super::console::{self, Console};
use super::form::{self, Forms, Verb};
use super::import::ImportView;
use super::notes::{self, Note, Weight};
use super::width::Widths;
use super::work::Work;
use splitpoint_lab::form::preview;
use splitpoint_lab::notation::Encoding;
use splitpoint_lab::scenario::Start;
use splitpoint_lab::session::{Saved, Session};
use splitpoint_lab::view::{JobView, KeyField, KeyNotation, LaneState, View, ViewRequest};
use std::ops::Range;
use std::rc::Rc;

/// The fields of a row key as one text, as it is typed.
pub fn row_text(fields: &[KeyField]) -> String {
    fields.iter().map(|field| field.text.as_str()).collect::<Vec<_>>().join(splitpoint_lab::notation::SEPARATOR)
}

/// Whose work goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnderWay {
    /// A client's.
    Client(u8),
    /// A job's.
    Job(u32),
}

/// Lines that are drawn before anything was measured.
const FIRST_WINDOW: Range<u64> = 0..80;

/// Everything the page is drawn from.
pub struct State {
    /// What is played with.
    pub lab: Session,
    /// What it started from.
    pub start: Rc<Start>,
    /// What is drawn.
    pub request: ViewRequest,
    /// The drawing as data.
    pub view: Rc<View>,
    /// Where its lines are.
    pub axis: Rc<Axis>,
    /// Room of its columns.
    pub widths: Widths,
    /// The active cell of the grid.
    pub spot: Option<Spot>,
    /// What more is told about.
    pub detail: Option<Detail>,
    /// Whether memory and files are drawn.
    pub stores: bool,
    /// Whether each counter is explained.
    pub explain: bool,
    /// Those of whom all is shown that they did.
    pub unfolded: Vec<UnderWay>,
    /// A line to bring in sight; the number changes when it is to be done again.
    pub reveal: Option<(u32, u64)>,

    /// The form that is shown.
    pub verb: Verb,
    /// Whom it is sent as.
    pub client: u8,
    /// What stands in the forms.
    pub forms: Rc<Forms>,
    /// What is said at the fields of the form.
    pub notes: Rc<Vec<Note>>,
    /// Why the form was refused when it was sent last.
    pub refusal: Option<Note>,
    /// The job that the form asked for last.
    pub job: Option<u32>,
    /// The command that the form comes to.
    pub command: String,
    /// The console.
    pub console: Console,
    /// Code that has been brought so far.
    pub chunks: Chunks,
    /// What goes on over more than one turn of the browser.
    pub work: Option<Work>,
    /// A file on its way to become a table.
    pub import: ImportView,
    /// What was kept of a session that starts from that file.
    pub resume: Option<Saved>,
    /// Something the person should know, until it is put away.
    pub notice: Option<String>,

    /// Whether time goes on by itself.
    pub playing: bool,
    /// Steps played since the last announcement.
    pub unsaid: u32,
    /// What a screen reader says.
    pub announcement: String,

    /// The pane in front where not all have room.
    pub tab: Tab,
    /// The pane in front among clients and cost.
    pub inspector: Tab,
    /// How wide the page is.
    pub breadth: Breadth,
    /// Height of a line in pixels.
    pub line_height: i64,
    /// Light or dark.
    pub theme: Theme,
    /// Whether single letters are keys.
    pub letters: bool,
    /// Something over the page.
    pub overlay: Option<Overlay>,
}

impl State {
    /// The page with nothing on it yet.
    pub fn new() -> Self {
        let lab = Session::new();
        let start = Rc::new(lab.start().clone());
        let request = ViewRequest {
            table: String::new(),
            window: FIRST_WINDOW,
            old_versions: true,
            notation: KeyNotation::Fields,
        };
        let view = Rc::new(lab.view_untouched(&request));
        let mut state = Self {
            lab,
            start,
            request,
            view,
            axis: Rc::default(),
            widths: Widths::default(),
            spot: None,
            detail: None,
            stores: true,
            explain: false,
            unfolded: Vec::new(),
            reveal: None,
            verb: Verb::default(),
            client: 0,
            forms: Rc::default(),
            notes: Rc::default(),
            refusal: None,
            job: None,
            command: String::new(),
            console: Console::default(),
            chunks: Chunks::default(),
            work: None,
            import: ImportView::default(),
            resume: None,
            notice: None,
            playing: false,
            unsaid: 0,
            announcement: String::new(),
            tab: Tab::Map,
            inspector: Tab::Clients,
            breadth: Breadth::Wide,
            line_height: 26,
            theme: Theme::Auto,
            letters: true,
            overlay: None,
        };
        state.refresh();
        state
    }

    /// Takes a session in place of the one there is.
    pub(super) fn open(&mut self, lab: Session) {
        self.start = Rc::new(lab.start().clone());
        self.lab = lab;
        if let Some(console) = self.chunks.console {
            self.lab.speak(console.language);
        }
        self.playing = false;
        self.work = None;
        self.unfolded.clear();
        self.client = 0;
        self.reveal = None;
        let first = self.start.tables.first();
        self.verb = match first {
            None => Verb::Create,
            Some(table) if self.verb.suits(table) => self.verb,
            Some(_) => Verb::Insert,
        };
        let first = first.map(|table| table.name.clone());
        let table = first.or_else(|| self.look().tables.first().cloned());
        self.choose_table(table.unwrap_or_default());
        self.announcement = self.start.about.clone();
        self.detail = (self.view.timeline.total == 0).then_some(Detail::Start);
    }

    /// What is done with forms.
    pub(super) fn form(&self) -> &'static form::Logic {
        self.chunks.form.unwrap_or(&form::FIRST)
    }

    /// Takes what is done with all forms, and fills those that it could not fill before.
    pub fn take_forms(&mut self, logic: &'static form::Logic) {
        if self.chunks.form.replace(logic).is_some() {
            return;
        }
        if let Some(start) = self.start.table(&self.request.table) {
            let forms = Rc::make_mut(&mut self.forms);
            let typed = forms.insert.clone();
            (logic.fill)(forms, start);
            forms.insert = typed;
        }
        self.look_through();
    }

    /// Shows another table, with forms for its keys.
    pub(super) fn choose_table(&mut self, table: String) {
        let start = self.start.table(&table);
        let mut forms = Forms::empty(start.map(|start| start.key.clone()).unwrap_or_default());
        match start {
            Some(start) => (self.form().fill)(&mut forms, start),
            None => forms.create.clone_from(&self.forms.create),
        }
        self.forms = Rc::new(forms);
        self.request.table = table;
        self.request.window = FIRST_WINDOW;
        self.widths = Widths::default();
        self.spot = None;
        self.detail = None;
        self.refusal = None;
        self.job = None;
        self.refresh();
    }

    /// Shows the table that a form asks for, as soon as it is there.
    pub(super) fn follow(&mut self) {
        let wanted = self.forms.create.name.trim().to_owned();
        if self.verb == Verb::Create
            && self.job.is_some()
            && self.request.table != wanted
            && self.view.tables.contains(&wanted)
        {
            self.follow_to(wanted);
        }
    }

    /// Shows another table; the buttons of the form still go on with what they began.
    pub(super) fn follow_to(&mut self, table: String) {
        let job = self.job;
        self.choose_table(table);
        self.job = job;
    }

    /// What there is to see.
    fn look(&self) -> View {
        match self.chunks.act {
            Some(act) => (act.view)(&self.lab, &self.request),
            None => self.lab.view_untouched(&self.request),
        }
    }

    /// Takes what makes something happen.
    pub fn take_act(&mut self, logic: &'static act::Logic) {
        if self.chunks.act.replace(logic).is_none() {
            self.refresh();
        }
    }

    /// Takes the console and its language.
    pub fn take_console(&mut self, logic: &'static console::Logic) {
        self.chunks.console = Some(logic);
        self.lab.speak(logic.language);
    }

    /// Draws anew what the session shows.
    pub(super) fn refresh(&mut self) {
        let view = self.look();
        if view.table.is_none()
            && let Some(table) = view.tables.first()
        {
            // The table that was shown is gone, or not there yet at this moment.
            let table = table.clone();
            return self.follow_to(table);
        }
        let axis = Axis::new(self.line_height, &view.regions);
        if *self.axis != axis {
            self.axis = Rc::new(axis);
        }
        self.widths.grow(&view, self.request.notation);
        self.view = Rc::new(view);
        self.look_through();
    }

    /// Looks through the form: what cannot be read, what HBase will answer, where keys would land.
    pub(super) fn look_through(&mut self) {
        let form = self.form();
        let Some(read) = form.intent(&self.forms, self.verb, &self.request.table) else { return };
        self.command = match &read {
            Ok(intent) => (form.command)(&self.lab, self.client, intent),
            Err(_) => String::new(),
        };
        let mut said: Vec<Note> = match read {
            Err(faults) => faults.into_iter().map(Note::from).collect(),
            Ok(intent) => notes::keys(&intent)
                .into_iter()
                .filter_map(|(field, key)| {
                    let place = preview::place(self.lab.start(), self.lab.world(), &self.request, key)?;
                    let several = field.starts_with("mutations.");
                    let place = if several { notes::home(&place) } else { notes::placed(&place) };
                    Some(Note::new(&field, Weight::Hint, place))
                })
                .chain(
                    (form.warnings)(&self.lab, self.client, &intent)
                        .into_iter()
                        .map(|warning| (notes::shown_at(&self.forms, self.verb, &warning.field), warning.sentence))
                        .map(|(field, sentence)| Note::new(&field, Weight::Warning, sentence)),
                )
                .collect(),
        };
        said.extend(self.refusal.clone());
        if *self.notes != said {
            self.notes = Rc::new(said);
        }
    }

    /// The client or job whose work the buttons of the form go on with, instead of sending it.
    pub fn under_way(&self) -> Option<UnderWay> {
        if self.verb.is_admin() {
            let job = self.job?;
            let open = |view: &&JobView| view.id == job && view.next.is_some();
            return self.view.jobs.iter().find(open).map(|_| UnderWay::Job(job));
        }
        let client = self.view.clients.iter().find(|client| client.id == self.client)?;
        matches!(client.state, LaneState::Ready | LaneState::Waiting(_)).then_some(UnderWay::Client(client.id))
    }

    /// What is under way, in words.
    pub fn under_way_words(&self) -> Option<String> {
        match self.under_way()? {
            UnderWay::Client(id) => {
                let client = self.view.clients.iter().find(|client| client.id == id)?;
                Some(match &client.state {
                    LaneState::Waiting(reason) => format!("{} waits: {reason}", client.letter),
                    _ => format!("{} is at work: {}. Step walks it on.", client.letter, client.program),
                })
            }
            UnderWay::Job(id) => {
                let job = self.view.jobs.iter().find(|job| job.id == id)?;
                Some(format!("Under way: {}. Step walks it on.", job.title))
            }
        }
    }

    /// Columns to suggest: those of the start, as they are typed.
    pub fn columns(&self) -> Vec<String> {
        let Some(table) = self.start.table(&self.request.table) else {
            let families = self.view.table.iter().flat_map(|table| &table.families);
            return families.map(|family| format!("{family}:")).collect();
        };
        let name = |(family, qualifier): &(String, Vec<u8>)| format!("{family}:{}", Encoding::Text.to_text(qualifier));
        table.columns.iter().map(name).collect()
    }
}

impl Default for State {
    fn default() -> Self {
        Self::new()
    }
}
