//! Every order: what is asked of them, the search on its way, and what it found. The code that searches is brought when
//! it is first wanted; here is only what is kept of it.

use super::action::Action;
use super::chunk::Chunk;
use super::desk::Wide;
use super::map::Map;
use super::must::{Musts, Promising};
use super::reducer::Effect;
use super::state::State;
use splitpoint_lab::promise::Promise;
use splitpoint_lab::search::{Progress, Status};
use splitpoint_lab::session::{Begin, Between, Contender, Must, Session, Survey, SurveyRequest};
use splitpoint_lab::view::{Grain, OrdersView, View, ViewRequest};
use std::cell::RefCell;
use std::rc::Rc;

/// States that are looked at in one piece: some milliseconds.
const SLICE: u64 = 25;

/// What is asked, and what was found.
#[derive(Default)]
pub struct Orders {
    /// From where.
    pub begin: Begin,
    /// What one step is.
    pub grain: Grain,
    /// What may come in between.
    pub between: Vec<Between>,
    /// What must hold, here and in every order.
    pub musts: Musts,
    /// A search on its way.
    pub search: Option<Box<dyn Searching>>,
    /// What was found last.
    pub found: Option<Found>,
    beside: RefCell<Option<Rc<Beside>>>,
}

/// What stands beside a search, and follows from the session as it is seen. A search draws often, and changes none of it.
pub struct Beside {
    /// Who would take part.
    pub contenders: Vec<Contender>,
    /// Promises that could be set, in words and as they are written.
    pub offers: Vec<(String, String)>,
    begin: Begin,
    musts: Vec<Must>,
    view: Rc<View>,
}

impl Orders {
    /// What is asked of a table. Where nothing is set that must hold, lost writes are looked for.
    fn question(&self, mut must: Vec<(String, Promise)>, table: &str) -> SurveyRequest {
        if must.is_empty() {
            must.push((String::new(), Promise::Acknowledged { table: table.to_owned() }));
        }
        SurveyRequest {
            begin: self.begin,
            grain: self.grain,
            between: self.between.clone(),
            must,
            table: table.to_owned(),
        }
    }

    /// What stands beside a search. It is worked out once for each view of the session.
    pub fn beside(&self, lab: &Session, map: &Map) -> Rc<Beside> {
        let mut known = self.beside.borrow_mut();
        let is_same = |beside: &&Rc<Beside>| {
            Rc::ptr_eq(&beside.view, &map.view) && beside.begin == self.begin && beside.musts == lab.musts()
        };
        if let Some(beside) = known.as_ref().filter(is_same) {
            return beside.clone();
        }
        let beside = Rc::new(Beside {
            contenders: lab.contenders(self.begin),
            offers: lab.must_suggestions(&map.request),
            begin: self.begin,
            musts: lab.musts().to_vec(),
            view: map.view.clone(),
        });
        *known = Some(beside.clone());
        beside
    }

    /// Forgets what was searched, as of another session.
    pub(super) fn forget(&mut self) {
        self.search = None;
        self.found = None;
        self.beside.take();
        self.musts.forget();
    }

    /// Whether there is something to go on with: a search, or promises that are looked at.
    pub fn is_going(&self) -> bool {
        self.search.is_some() || self.musts.is_behind
    }

    /// Whether every order is searched, or was.
    pub(super) fn has_asked(&self) -> bool {
        self.search.is_some() || self.found.is_some()
    }
}

/// What a search found.
pub struct Found {
    /// What was found, as it is shown.
    pub view: OrdersView,
    /// States that were looked at.
    pub states: usize,
    /// The step at which it was asked for.
    pub position: u64,
    /// From where.
    pub begin: Begin,
    search: Box<dyn Searching>,
}

/// A search through every order. Behind a pointer, so that its code need not be there before it is wanted.
pub trait Searching {
    /// Looks at so many more states.
    fn run(&mut self, states: u64) -> Progress;
    /// How far it has come.
    fn progress(&self) -> Progress;
    /// What was found so far.
    fn view(&self, lab: &Session, request: &ViewRequest) -> OrdersView;
    /// Puts an order that ends like that on the time line. `false` where there is none.
    fn open(&self, lab: &mut Session, index: usize, name: &str) -> bool;
}

impl Searching for Survey {
    fn run(&mut self, states: u64) -> Progress {
        self.run(states)
    }

    fn progress(&self) -> Progress {
        self.progress()
    }

    fn view(&self, lab: &Session, request: &ViewRequest) -> OrdersView {
        lab.orders(self, request)
    }

    fn open(&self, lab: &mut Session, index: usize, name: &str) -> bool {
        lab.open_order(self, index, name)
    }
}

/// Actions in the view of every order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asking {
    /// Shows every order, and searches them; or goes back to the table.
    Open(bool),
    /// From where.
    Begin(Begin),
    /// What one step is.
    Grain(Grain),
    /// Whether that may come in between.
    Between(Between, bool),
    /// Something is done about what must hold.
    Must(Promising),
    /// Searches again, from the present step.
    Again,
    /// The browser had its turn; the search goes on.
    Continue,
    /// The search stops where it is.
    Stop,
    /// An outcome becomes a branch.
    Take(usize),
}

impl Asking {
    /// Whether it is about what must hold, and searches nothing by itself.
    pub(super) fn is_about_promises(&self) -> bool {
        matches!(self, Self::Must(_) | Self::Continue)
    }
}

/// What every order does to the state.
#[derive(Debug)]
pub struct Logic {
    pub(super) apply: fn(&mut State, Asking) -> Vec<Effect>,
    /// Looks at the next piece of the way to the cursor for promises.
    pub(super) look: fn(&mut State),
    /// Sets a promise.
    pub(crate) hold: fn(&mut State, &str) -> Result<(), String>,
}

/// The table. Nothing else names its function, so that it can stand in a chunk.
pub static LOGIC: Logic = Logic { apply: State::ask, look: State::look_at_promises, hold: State::hold };

impl State {
    pub(super) fn orders(&mut self, asking: Asking) -> Vec<Effect> {
        match self.chrome.chunks.orders {
            Some(orders) => (orders.apply)(self, asking),
            None if asking == Asking::Open(false) => Vec::new(),
            None => {
                // It is wanted once: where it does not come, the next step wants it again.
                self.desk.orders.musts.is_behind = false;
                vec![Effect::Bring(Chunk::Orders, Action::Orders(asking))]
            }
        }
    }

    fn ask(&mut self, asking: Asking) -> Vec<Effect> {
        let orders = &mut self.desk.orders;
        match asking {
            Asking::Open(true) => {
                self.desk.wide = Some(Wide::Orders);
                self.document.playing = false;
                self.search();
                return vec![Effect::Focus("pane-orders")];
            }
            Asking::Open(false) => {
                orders.search = None;
                self.desk.wide = None;
                return vec![Effect::Focus("every-order")];
            }
            Asking::Begin(begin) => orders.begin = begin,
            Asking::Grain(grain) => orders.grain = grain,
            Asking::Between(between, on) => {
                orders.between.retain(|other| *other != between);
                if on {
                    orders.between.push(between);
                }
            }
            Asking::Must(promising) => return self.promise(promising),
            Asking::Again => {}
            Asking::Continue => {
                self.look_at_promises();
                return self.go_on_searching();
            }
            Asking::Stop => {
                self.finish_search();
                return Vec::new();
            }
            Asking::Take(index) => return self.take(index),
        }
        self.search();
        Vec::new()
    }

    /// Begins to search. What was found last stays until there is something new.
    pub(super) fn search(&mut self) {
        let question = self.desk.orders.question(self.document.lab.promises(), &self.desk.map.request.table);
        let survey = self.document.lab.survey(question);
        if survey.is_none() {
            self.desk.orders.found = None;
        }
        self.desk.orders.search = survey.map(|survey| Box::new(survey) as Box<dyn Searching>);
    }

    fn go_on_searching(&mut self) -> Vec<Effect> {
        let Some(search) = &mut self.desk.orders.search else { return Vec::new() };
        if search.run(SLICE).status != Status::Going {
            self.finish_search();
        }
        Vec::new()
    }

    /// Shows what was found, be it all or not.
    fn finish_search(&mut self) {
        let Some(search) = self.desk.orders.search.take() else { return };
        let map = &self.desk.map;
        let view = search.view(&self.document.lab, &map.request);
        self.chrome.announcement.clone_from(&view.title);
        let states = search.progress().states;
        let (position, begin) = (map.view.timeline.position, self.desk.orders.begin);
        self.desk.orders.found = Some(Found { view, states, position, begin, search });
    }

    fn take(&mut self, index: usize) -> Vec<Effect> {
        let orders = &mut self.desk.orders;
        let Some(found) = &orders.found else { return Vec::new() };
        let Some(outcome) = found.view.outcomes.iter().find(|outcome| outcome.index == index) else {
            return Vec::new();
        };
        if !found.search.open(&mut self.document.lab, index, &outcome.title) {
            return Vec::new();
        }
        orders.search = None;
        self.desk.wide = None;
        let notice = format!("This is a branch of its own now: {}. Next plays it, step by step.", outcome.title);
        let mut effects = self.moved(false);
        self.chrome.say(notice.clone());
        self.chrome.notice = Some(notice);
        effects.push(Effect::Focus("next"));
        effects
    }
}
