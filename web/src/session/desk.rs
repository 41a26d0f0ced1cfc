//! The desk: all that lies open before the reader. The picture, the form, the console, and which panes are shown.

use super::action::{Action, Api, Show, Tab};
use super::cluster::Clustering;
use super::compare::{Compare, Comparing};
use super::console::Console;
use super::design::Designing;
use super::growth::Growing;
use super::heat::{Heat, Looking};
use super::map::Map;
use super::orders::{Asking, Orders};
use splitpoint_lab::design::Draft;
use splitpoint_lab::form::{Forms, Minute, Note, Operation};
use splitpoint_lab::scenario::Start;
use splitpoint_lab::session::Session;
use splitpoint_lab::sim::world::Actor;
use splitpoint_lab::view::{JobView, LaneState};
use std::any::Any;
use std::rc::Rc;

/// The `id` of the form.
pub const FORM: &str = "form";

/// The `id` of the first minutes.
pub const FIRST_MINUTES: &str = "pane-minutes";

/// The client or job whose work goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnderWay {
    /// A client, by its number.
    Client(u8),
    /// A background job, by its number.
    Job(u32),
}

impl UnderWay {
    /// The actor in the session that does this work.
    pub fn actor(self) -> Actor {
        match self {
            Self::Client(client) => Actor::Client(client),
            Self::Job(job) => Actor::Job(job),
        }
    }
}

/// A wide view, which is shown in place of the table and the panes beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wide {
    /// The search of every order.
    Orders,
    /// The heat picture.
    Heat,
    /// The comparison of operations.
    Compare,
    /// The designer of row keys.
    Design,
    /// The calculator of what a key does in months.
    Growth,
    /// The view of a real cluster.
    Cluster,
}

impl Wide {
    /// All of them, each with its name in links.
    pub const NAMES: [(Self, &'static str); 6] = [
        (Self::Orders, "orders"),
        (Self::Heat, "heat"),
        (Self::Compare, "compare"),
        (Self::Design, "design"),
        (Self::Growth, "growth"),
        (Self::Cluster, "cluster"),
    ];

    /// The action that opens it.
    pub fn opening(self) -> Action {
        match self {
            Self::Orders => Action::Orders(Asking::Open(true)),
            Self::Heat => Action::Heat(Looking::Open(true)),
            Self::Compare => Action::Compare(Comparing::Open(true)),
            Self::Design => Action::Design(Designing::Open(true)),
            Self::Growth => Action::Growth(Growing::Open(true)),
            Self::Cluster => Action::Cluster(Clustering::Open(true)),
        }
    }
}

/// All that lies open before the reader.
pub struct Desk {
    /// The picture of the key space.
    pub map: Map,
    /// The open form.
    pub form: OpenForm,
    /// The console.
    pub console: Console,
    /// The panes beside the picture.
    pub panes: Panes,
    /// The wide view, if one is open.
    pub wide: Option<Wide>,
    /// The search of every order.
    pub orders: Orders,
    /// The heat picture.
    pub heat: Heat,
    /// The comparison of operations.
    pub compare: Compare,
    /// The settings of the designer of row keys, once it was opened.
    pub draft: Option<Draft>,
    /// The [`Calculator`](super::growth::Calculator) of growth, once it was opened. Only the chunk with its code knows
    /// its type, so that the first load has nothing of it.
    pub growth: Option<Box<dyn Any>>,
    /// The view of a real cluster, once it was opened: a [`Watch`](super::cluster::Watch), whose code is in a chunk.
    pub cluster: Option<Box<dyn Any>>,
}

/// The open form, and the result of sending it.
pub struct OpenForm {
    /// The operation of the form.
    pub operation: Operation,
    /// The client as which it is sent.
    pub client: u8,
    /// The contents of this form and the others.
    pub forms: Rc<Forms>,
    /// The notes at its fields.
    pub notes: Rc<Vec<Note>>,
    /// The reason if it was refused when it was last sent.
    pub refusal: Option<Note>,
    /// The background job that it last started.
    pub job: Option<u32>,
    /// Whether it was sent and has not been changed since.
    pub sent: bool,
    /// Whether the reader has changed it since something was last done: then it is what they are at.
    pub touched: bool,
    /// The first minute, an introductory task, that was last chosen.
    pub minute: Option<&'static Minute>,
    /// The command of the shell that does the same; empty if the form cannot be read.
    pub command: String,
    /// The language in which it is shown as code.
    pub api: Api,
}

/// Which panes are shown, and what is unfolded in them.
pub struct Panes {
    /// The pane that is shown if not all have room.
    pub tab: Tab,
    /// The pane that is shown of clients and cost.
    pub inspector: Tab,
    /// Whether each counter is explained.
    pub explain: bool,
    /// Whether results are shown as the shell prints them.
    pub printed: bool,
    /// The lanes of which all entries are shown.
    pub unfolded: Vec<UnderWay>,
    /// The widths of the panes beside the picture, in pixels; `None` for the initial width.
    pub widths: [Option<u16>; 2],
}

/// A side of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The side of the forms.
    Left,
    /// The side of the clients, in a wide window.
    Right,
}

impl Default for OpenForm {
    fn default() -> Self {
        Self {
            operation: Operation::default(),
            client: 0,
            forms: Rc::new(Forms::early(None)),
            notes: Rc::default(),
            refusal: None,
            job: None,
            sent: false,
            touched: false,
            minute: None,
            command: String::new(),
            api: Api::default(),
        }
    }
}

impl Default for Panes {
    fn default() -> Self {
        Self {
            tab: Tab::Map,
            inspector: Tab::Clients,
            explain: false,
            printed: false,
            unfolded: Vec::new(),
            widths: [None; 2],
        }
    }
}

impl Panes {
    /// For each pane beside the picture, in pixels: the least width, the initial width, the greatest width, and how
    /// much an arrow key changes.
    pub const WIDTHS: [[u16; 4]; 2] = [[220, 300, 640, 20], [220, 310, 640, 20]];

    /// Sets the width of a pane, within bounds.
    pub(super) fn widen(&mut self, side: Side, width: Option<u16>) {
        let [least, _, most, _] = Self::WIDTHS[side as usize];
        self.widths[side as usize] = width.map(|width| width.clamp(least, most));
    }

    /// Shows a pane.
    pub(super) fn front(&mut self, tab: Tab) {
        self.tab = tab;
        if matches!(tab, Tab::Clients | Tab::Cost) {
            self.inspector = tab;
        }
    }
}

impl OpenForm {
    /// The chosen first minute, if the form is the one that it is about.
    pub fn story(&self, start: &Start) -> Option<&'static Minute> {
        self.minute.filter(|minute| minute.operation == self.operation && minute.is_of(start))
    }
}

impl Desk {
    /// An unchanged desk, for a session without a table.
    pub(super) fn new(lab: &Session) -> Self {
        Self {
            map: Map::new(lab),
            form: OpenForm::default(),
            console: Console::default(),
            panes: Panes::default(),
            wide: None,
            orders: Orders::default(),
            heat: Heat::default(),
            compare: Compare::default(),
            draft: None,
            growth: None,
            cluster: None,
        }
    }

    /// Changes what is shown. Returns whether the picture has to be drawn again.
    pub(super) fn show(&mut self, show: Show) -> bool {
        match show {
            Show::Earlier(whose) => self.panes.unfolded.push(whose),
            Show::Explain(on) => self.panes.explain = on,
            Show::Width(side, width) => self.panes.widen(side, width),
            Show::Api(api) => self.form.api = api,
            Show::Printed(on) => self.panes.printed = on,
            show => return self.map.show(show),
        }
        false
    }

    /// What is said aloud of a step: its sentence, and the promises that it broke.
    pub(super) fn aloud(&self) -> String {
        self.map.view.sentence.spoken() + &self.orders.musts.news
    }

    /// The client or job whose work the buttons of the form continue, instead of sending the form. `None` if that work
    /// has not begun: the form can replace it.
    pub fn under_way(&self) -> Option<UnderWay> {
        self.work().filter(|(_, is_upcoming)| !is_upcoming).map(|(whose, _)| whose)
    }

    /// The client or job whose work the form has started, if it is not done, and whether that work has not begun.
    fn work(&self) -> Option<(UnderWay, bool)> {
        let view = &self.map.view;
        if self.form.operation == Operation::LoseAnswer {
            return None; // it happens by itself, so nobody continues it
        }
        if self.form.operation.is_admin() {
            let job = self.form.job?;
            let open = |view: &&JobView| view.id == job && view.next.is_some();
            return view.jobs.iter().find(open).map(|view| (UnderWay::Job(job), view.upcoming));
        }
        let client = view.clients.iter().find(|client| client.id == self.form.client)?;
        let is_at_work = matches!(client.state, LaneState::Ready | LaneState::Waiting(_));
        is_at_work.then_some((UnderWay::Client(client.id), client.upcoming))
    }

    /// A description of the work that is under way.
    pub fn under_way_words(&self) -> Option<String> {
        let view = &self.map.view;
        let (whose, is_upcoming) = self.work()?;
        if is_upcoming {
            return Some(
                "Next shows again what was done here. Send does this form instead; that stays as a branch.".to_owned(),
            );
        }
        match whose {
            UnderWay::Client(id) => {
                let client = view.clients.iter().find(|client| client.id == id)?;
                Some(match &client.state {
                    LaneState::Waiting(reason) => {
                        format!("{} waits: {reason}. Next goes on with what it waits for.", client.letter)
                    }
                    _ => format!("{} is at work: {}. Next goes on.", client.letter, client.program),
                })
            }
            UnderWay::Job(id) => {
                let job = view.jobs.iter().find(|job| job.id == id)?;
                Some(format!("Under way: {}. Next goes on.", job.title))
            }
        }
    }
}
