//! The desk: what the reader works with. The picture, the form, the console, and which panes are in front.

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

/// Whose work goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnderWay {
    /// A client's.
    Client(u8),
    /// A job's.
    Job(u32),
}

impl UnderWay {
    /// Who works.
    pub fn actor(self) -> Actor {
        match self {
            Self::Client(client) => Actor::Client(client),
            Self::Job(job) => Actor::Job(job),
        }
    }
}

/// A view that takes the place of the table and the panes beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wide {
    /// Every order of what clients do.
    Orders,
    /// What keys got over time.
    Heat,
    /// Operations beside each other.
    Compare,
    /// The designer of row keys.
    Design,
    /// What a key does in months.
    Growth,
    /// A real cluster.
    Cluster,
}

impl Wide {
    /// All, with the name under which each stands in links.
    pub const NAMES: [(Self, &'static str); 6] = [
        (Self::Orders, "orders"),
        (Self::Heat, "heat"),
        (Self::Compare, "compare"),
        (Self::Design, "design"),
        (Self::Growth, "growth"),
        (Self::Cluster, "cluster"),
    ];

    /// What opens it.
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

/// What the reader works with.
pub struct Desk {
    /// The picture of the key space.
    pub map: Map,
    /// The form that is shown.
    pub form: OpenForm,
    /// The console.
    pub console: Console,
    /// The panes beside the picture.
    pub panes: Panes,
    /// What stands in the place of the table and the panes beside it.
    pub wide: Option<Wide>,
    /// Every order of what clients do.
    pub orders: Orders,
    /// What keys got over time.
    pub heat: Heat,
    /// Operations beside each other.
    pub compare: Compare,
    /// What stands in the designer of row keys, once it was opened.
    pub draft: Option<Draft>,
    /// The [`Calculator`](super::growth::Calculator) of growth, once it was opened. Only the code that is brought for it knows its
    /// type, so that a first load holds nothing of it.
    pub growth: Option<Box<dyn Any>>,
    /// What is known of a real cluster, and what is shown of it: a [`Watch`](super::cluster::Watch), which stands in a chunk.
    pub cluster: Option<Box<dyn Any>>,
}

/// The form that is shown, and what came of sending it.
pub struct OpenForm {
    /// Which one it is.
    pub operation: Operation,
    /// Whom it is sent as.
    pub client: u8,
    /// What stands in this form and the others.
    pub forms: Rc<Forms>,
    /// What is said at its fields.
    pub notes: Rc<Vec<Note>>,
    /// Why it was refused when it was sent last.
    pub refusal: Option<Note>,
    /// The job that it asked for last.
    pub job: Option<u32>,
    /// Whether it was sent as it stands.
    pub sent: bool,
    /// Of the first minutes, the one that was chosen last.
    pub minute: Option<&'static Minute>,
    /// The command of the shell that it comes to; empty where it cannot be read.
    pub command: String,
    /// In what it is written.
    pub api: Api,
}

/// Which panes are in front, and what of them is unfolded.
pub struct Panes {
    /// The pane in front where not all have room.
    pub tab: Tab,
    /// The pane in front among clients and cost.
    pub inspector: Tab,
    /// Whether each counter is explained.
    pub explain: bool,
    /// Whether what came back is shown as the shell prints it.
    pub printed: bool,
    /// Those of whom all is shown that they did.
    pub unfolded: Vec<UnderWay>,
    /// How wide the panes beside the picture were made, in pixels; `None`: as wide as at first.
    pub widths: [Option<u16>; 2],
}

/// A side of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Where the forms are.
    Left,
    /// Where the clients are, in a wide window.
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
    /// Of the panes beside the picture, in pixels: the least width, that at first, the most, and what an arrow key changes.
    pub const WIDTHS: [[u16; 4]; 2] = [[220, 300, 640, 20], [220, 310, 640, 20]];

    /// Makes a pane so wide, within bounds.
    pub(super) fn widen(&mut self, side: Side, width: Option<u16>) {
        let [least, _, most, _] = Self::WIDTHS[side as usize];
        self.widths[side as usize] = width.map(|width| width.clamp(least, most));
    }

    /// Brings a pane to the front.
    pub(super) fn front(&mut self, tab: Tab) {
        self.tab = tab;
        if matches!(tab, Tab::Clients | Tab::Cost) {
            self.inspector = tab;
        }
    }
}

impl OpenForm {
    /// What to do and see with the form, where it is that of the chosen minute.
    pub fn story(&self, start: &Start) -> Option<&'static Minute> {
        self.minute.filter(|minute| minute.operation == self.operation && minute.is_of(start))
    }
}

impl Desk {
    /// A desk on which nothing was touched, over a session without a table.
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

    /// Changes what is shown. Whether the picture has to be drawn anew.
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

    /// The client or job whose work the buttons of the form go on with, instead of sending it. None where all of that work is
    /// still to come: the form can take its place.
    pub fn under_way(&self) -> Option<UnderWay> {
        self.work().filter(|(_, is_upcoming)| !is_upcoming).map(|(whose, _)| whose)
    }

    /// Whose work the form is about, as long as there is some, and whether all of it is still to come.
    fn work(&self) -> Option<(UnderWay, bool)> {
        let view = &self.map.view;
        if self.form.operation == Operation::LoseAnswer {
            return None; // it only happens: nobody goes on with it
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

    /// What is under way, in words.
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
