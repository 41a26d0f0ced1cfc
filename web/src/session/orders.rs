//! The search of every order: its settings, its progress, and what it found. The code that searches is loaded when it
//! is first needed; this module has only its state.

use super::action::Action;
use super::chunk::Chunk;
use super::clerk::{Errand, Heard};
use super::desk::Wide;
use super::map::Map;
use super::must::{Musts, Promising};
use super::reducer::Effect;
use super::state::State;
use splitpoint_lab::promise::Promise;
use splitpoint_lab::search::{self, Progress, Status};
use splitpoint_lab::session::{Begin, Between, Contender, GRAINS, Must, Session, Survey, SurveyRequest};
use splitpoint_lab::view::{Grain, OrdersView, View, ViewRequest};
use std::cell::RefCell;
use std::rc::Rc;

/// How many states are searched at once: some milliseconds.
const SLICE: u64 = 25;

/// The settings of the search, and what it found.
#[derive(Default)]
pub struct Orders {
    /// The step from which it searches.
    pub begin: Begin,
    /// What one step is.
    pub grain: Grain,
    /// What may happen between the calls of clients.
    pub between: Vec<Between>,
    /// The promises, which must hold here and in every order.
    pub musts: Musts,
    /// The search, if one is under way.
    pub search: Option<Box<dyn Searching>>,
    /// What the last search found.
    pub found: Option<Found>,
    /// Whether all outcomes are shown, and not only the first ones.
    pub shows_all: bool,
    place: Place,
    beside: RefCell<Option<Rc<Beside>>>,
}

/// Where a search runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Place {
    /// In the page, which may hand it over to a worker: most searches end before that would pay off.
    #[default]
    New,
    /// In a worker that has not answered yet.
    Called,
    /// In a worker that has answered.
    Away,
    /// In the page, until it ends.
    Here,
}

/// What is shown beside a search. It depends only on the session, so that it need not be computed again while a search
/// goes on.
pub struct Beside {
    /// The clients that would take part.
    pub contenders: Vec<Contender>,
    /// Promises that are suggested, each in words and in the form in which it is set.
    pub offers: Vec<(String, String)>,
    begin: Begin,
    musts: Vec<Must>,
    view: Rc<View>,
}

impl Orders {
    /// The settings in the form in which links have them: `before,rpc,flush,s1`.
    pub(super) fn question_text(&self) -> String {
        let begin = if self.begin == Begin::Here { "here" } else { "before" };
        let grain = GRAINS.iter().find(|(_, grain)| *grain == self.grain).map_or("", |(name, _)| name);
        let between = self.between.iter().map(|between| between.name());
        [begin, grain].into_iter().chain(between).collect::<Vec<_>>().join(",")
    }

    /// Takes the settings of a link. What may happen between calls is replaced, by nothing where the link names nothing; names
    /// that are not known are passed over.
    fn take_question(&mut self, names: &str) {
        self.between.clear();
        for name in names.split(',') {
            let grain = GRAINS.iter().find(|(known, _)| *known == name).map(|(_, grain)| *grain);
            let between = Between::ALL.into_iter().find(|between| between.name() == name);
            match (name, grain, between) {
                ("before", ..) => self.begin = Begin::Before,
                ("here", ..) => self.begin = Begin::Here,
                (_, Some(grain), _) => self.grain = grain,
                // Each may be there once.
                (_, _, Some(between)) if !self.between.contains(&between) => self.between.push(between),
                _ => {}
            }
        }
    }

    /// What is shown beside a search, computed once for each view of the session.
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

    /// Forgets the search, for another session.
    pub(super) fn forget(&mut self) {
        self.search = None;
        self.found = None;
        self.beside.take();
        self.musts.forget();
    }

    /// Whether there is work to go on with: a search, or promises to check.
    pub fn is_going(&self) -> bool {
        self.is_searching() || self.musts.is_behind
    }

    /// Whether the page itself is searching.
    pub fn is_searching(&self) -> bool {
        self.search.is_some() && !matches!(self.place, Place::Called | Place::Away)
    }

    /// Whether a worker is searching.
    pub fn is_away(&self) -> bool {
        self.search.is_some() && matches!(self.place, Place::Called | Place::Away)
    }

    /// Whether the search could be handed over to a worker.
    pub fn is_new(&self) -> bool {
        self.search.is_some() && self.place == Place::New
    }

    /// Whether every order was searched, or is being searched.
    pub(super) fn has_asked(&self) -> bool {
        self.search.is_some() || self.found.is_some()
    }
}

/// The request for a table, with the promises of the session. Without promises, lost writes are looked for.
pub(super) fn question(
    lab: &Session,
    table: &str,
    (begin, grain, between): (Begin, Grain, Vec<Between>),
) -> SurveyRequest {
    let mut must = lab.promises();
    if must.is_empty() {
        must.push((String::new(), Promise::Acknowledged { table: table.to_owned() }));
    }
    SurveyRequest { begin, grain, between, must, table: table.to_owned() }
}

/// What a search found.
pub struct Found {
    /// The view of the outcomes.
    pub view: OrdersView,
    /// How many states were searched.
    pub states: usize,
    /// Whether the limit of states was reached.
    pub is_full: bool,
    /// The step at which the search was asked for.
    pub position: u64,
    /// The step from which it searched.
    pub begin: Begin,
    search: Box<dyn Searching>,
}

/// A search of every order. It is a trait object, so that its code can be loaded later.
pub trait Searching {
    /// Searches so many more states.
    fn run(&mut self, states: u64) -> Progress;
    /// The errand for a worker that searches the same.
    fn errand(&self, lab: &Session) -> Errand;
    /// Takes the answer of a worker. `false` if it did not search the same.
    fn apply_remote(&mut self, progress: Progress, found: Option<&[search::Found]>) -> bool;
    /// The worker does not answer any more.
    fn resume_locally(&mut self);
    /// The progress.
    fn progress(&self) -> Progress;
    /// The view of what was found so far.
    fn view(&self, lab: &Session, request: &ViewRequest) -> OrdersView;
    /// Makes a branch of an order with this outcome. `false` if there is none.
    fn open(&self, lab: &mut Session, index: usize, name: &str) -> bool;
}

impl Searching for Survey {
    fn run(&mut self, states: u64) -> Progress {
        self.run(states)
    }

    fn errand(&self, lab: &Session) -> Errand {
        Errand::new(lab, self.request())
    }

    fn apply_remote(&mut self, progress: Progress, found: Option<&[search::Found]>) -> bool {
        match found {
            Some(found) => self.apply_remote(found, progress),
            None => {
                self.set_remote_progress(progress);
                true
            }
        }
    }

    fn resume_locally(&mut self) {
        self.resume_locally();
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

/// Actions in the search of every order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asking {
    /// Opens the view and starts the search, or goes back to the table.
    Open(bool),
    /// Sets the step from which to search.
    Begin(Begin),
    /// Sets what one step is.
    Grain(Grain),
    /// Sets whether this may happen between calls.
    Between(Between, bool),
    /// Something about promises.
    Must(Promising),
    /// Searches again, from the present step.
    Again,
    /// The browser has handled its events, so the search goes on.
    Continue,
    /// The search takes long: a worker continues it, if there can be one.
    HandOver,
    /// A worker has answered; `None` if there is none, or if it has failed.
    Heard(Option<String>),
    /// Stops the search where it is.
    Stop,
    /// Shows all outcomes, or only the first ones.
    All(bool),
    /// Takes the settings of a link, by their names: from where to search, what one step is, and what may happen
    /// between calls.
    Asked(String),
    /// Makes a branch of an outcome.
    Take(usize),
}

impl Asking {
    /// Whether the action neither begins nor ends a search that the reader sees: it is about promises, or goes on with what is
    /// at work.
    pub(super) fn is_quiet(&self) -> bool {
        matches!(self, Self::Must(_) | Self::Continue | Self::HandOver | Self::Heard(_) | Self::Asked(_))
    }
}

/// The functions of the search of every order.
#[derive(Debug)]
pub struct Logic {
    pub(super) apply: fn(&mut State, Asking) -> Vec<Effect>,
    /// Checks promises for the next piece of the steps before the cursor.
    pub(super) look: fn(&mut State),
    /// Sets a promise.
    pub(crate) hold: fn(&mut State, &str) -> Result<(), String>,
}

/// The functions of this module. No other code names them, so that a chunk can bring their code later.
pub static LOGIC: Logic = Logic { apply: State::ask, look: State::look_at_promises, hold: State::hold };

impl State {
    pub(super) fn orders(&mut self, asking: Asking) -> Vec<Effect> {
        match self.chrome.chunks.orders {
            Some(orders) => (orders.apply)(self, asking),
            None if asking == Asking::Open(false) => Vec::new(),
            None => {
                // It is asked for once. If it does not come, it is asked for again after the next step.
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
            Asking::All(all) => {
                orders.shows_all = all;
                return Vec::new();
            }
            Asking::Asked(names) => {
                orders.take_question(&names);
                return Vec::new();
            }
            Asking::HandOver => return self.hand_over(),
            Asking::Heard(told) => {
                let heard = told.map_or(Heard::Lost, |text| Heard::read(&text));
                return self.hear_of_search(heard);
            }
            // The worker answers with what it has found, and only that ends the search.
            Asking::Stop if orders.search.is_some() && orders.place == Place::Away => return vec![Effect::StopSearch],
            Asking::Stop => {
                self.finish_search();
                return Vec::new();
            }
            Asking::Take(index) => return self.take(index),
        }
        self.search();
        Vec::new()
    }

    /// Starts a search. The last result is shown until there is a new one.
    pub(super) fn search(&mut self) {
        let orders = &mut self.desk.orders;
        orders.place = Place::New;
        let asked = (orders.begin, orders.grain, orders.between.clone());
        let question = question(&self.document.lab, &self.desk.map.request.table, asked);
        let survey = self.document.lab.survey(question);
        if survey.is_none() {
            self.desk.orders.found = None;
        }
        self.desk.orders.search = survey.map(|survey| Box::new(survey) as Box<dyn Searching>);
    }

    fn go_on_searching(&mut self) -> Vec<Effect> {
        let orders = &mut self.desk.orders;
        if !orders.is_searching() {
            return Vec::new();
        }
        let Some(search) = &mut orders.search else { return Vec::new() };
        if search.run(SLICE).status != Status::Going {
            self.finish_search();
        }
        Vec::new()
    }

    /// Hands the search over to a worker. A session that a worker could not restore stays here: on a person's own file,
    /// and in lessons, whose language may be a recording.
    fn hand_over(&mut self) -> Vec<Effect> {
        let orders = &mut self.desk.orders;
        let Some(search) = orders.search.as_ref().filter(|_| orders.place == Place::New) else { return Vec::new() };
        let is_made_anew = self.document.start.reference.example().is_some();
        if !is_made_anew || self.document.lesson.is_some() {
            orders.place = Place::Here;
            return Vec::new();
        }
        orders.place = Place::Called;
        vec![Effect::Search(search.errand(&self.document.lab))]
    }

    /// Takes the answer of a worker. If there is none, or if it has failed, the page itself searches.
    fn hear_of_search(&mut self, heard: Heard) -> Vec<Effect> {
        let orders = &mut self.desk.orders;
        if !orders.is_away() {
            return Vec::new();
        }
        let Some(search) = &mut orders.search else { return Vec::new() };
        match heard {
            Heard::Told(progress, found) if search.apply_remote(progress, found.as_deref()) => {
                orders.place = Place::Away;
                if found.is_some() {
                    self.finish_search();
                }
            }
            Heard::Told(..) | Heard::Lost => {
                search.resume_locally();
                orders.place = Place::Here;
            }
        }
        Vec::new()
    }

    /// Shows what was found, whether or not the search is complete.
    fn finish_search(&mut self) {
        let Some(search) = self.desk.orders.search.take() else { return };
        let map = &self.desk.map;
        let view = search.view(&self.document.lab, &map.request);
        self.chrome.say(view.title.clone());
        let Progress { states, status, .. } = search.progress();
        let is_full = status == Status::Full;
        self.desk.orders.shows_all = false;
        let (position, begin) = (map.view.timeline.position, self.desk.orders.begin);
        self.desk.orders.found = Some(Found { view, states, is_full, position, begin, search });
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
        self.chrome.remark(notice);
        effects.push(Effect::Focus("next"));
        effects
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::page;
    use super::*;
    use splitpoint_lab::intent::Intent;
    use splitpoint_lab::session::Saved;

    /// A page on which two clients have three puts to do each.
    fn race() -> State {
        let mut state = page();
        for (client, put) in [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)] {
            let cells = vec![("c".to_owned(), b"text".to_vec(), None, vec![client, put])];
            let insert = Intent::Insert { table: "comments".to_owned(), row: vec![client, put], cells };
            state.document.lab.submit(client, insert).expect("it can be asked for");
        }
        state
    }

    fn ask(state: &mut State, asking: Asking) -> Vec<Effect> {
        state.apply(Action::Orders(asking))
    }

    /// The answer of a worker to an errand, after so many states.
    fn work(errand: &Errand, states: u64) -> Option<String> {
        let saved = Saved::from_text(&errand.session).expect("it is a session");
        let lab = Session::restore(&saved, None).expect("it can be restored").session;
        let mut survey = errand.survey(&lab).expect("two clients take part");
        let progress = survey.run(states);
        Some(Heard::text(progress, (progress.status != Status::Going).then(|| survey.found()).as_deref()))
    }

    fn handed_over(state: &mut State) -> Errand {
        ask(state, Asking::Open(true));
        let mut effects = ask(state, Asking::HandOver);
        let Some(Effect::Search(errand)) = effects.pop() else { panic!("it is handed over: {effects:?}") };
        assert!(state.desk.orders.is_away() && !state.desk.orders.is_going());
        errand
    }

    #[test]
    fn a_worker_finds_what_the_page_finds() {
        let mut own = race();
        ask(&mut own, Asking::Open(true));
        while own.desk.orders.is_going() {
            ask(&mut own, Asking::Continue);
        }
        let mut state = race();
        let errand = handed_over(&mut state);
        ask(&mut state, Asking::Heard(work(&errand, 5)));
        let progress = state.desk.orders.search.as_ref().expect("it goes on").progress();
        assert_eq!((progress.status, progress.states), (Status::Going, 6));
        ask(&mut state, Asking::Heard(work(&errand, u64::MAX)));
        let (found, own) = (state.desk.orders.found.as_ref().expect("it is over"), own.desk.orders.found.as_ref());
        assert_eq!(Some((&found.view, found.states)), own.map(|own| (&own.view, own.states)));
        assert_eq!(found.view.title, "20 orders of 2 clients, 1 outcome");
        ask(&mut state, Asking::Take(0));
        assert_eq!(state.desk.map.view.timeline.total, 6);
    }

    #[test]
    fn where_a_worker_is_lost_the_page_goes_on_by_itself() {
        let mut state = race();
        handed_over(&mut state);
        ask(&mut state, Asking::Heard(None));
        assert!(state.desk.orders.is_going());
        assert_eq!(ask(&mut state, Asking::HandOver), [], "it is not tried again");
        while state.desk.orders.is_going() {
            ask(&mut state, Asking::Continue);
        }
        assert_eq!(state.desk.orders.found.as_ref().expect("it is over").view.outcomes.len(), 1);
    }

    #[test]
    fn a_search_is_stopped_by_who_searches() {
        let mut state = race();
        let errand = handed_over(&mut state);
        // The worker has not answered, so the page shows what it found itself.
        assert_eq!(ask(&mut state, Asking::Stop), []);
        assert!(!state.desk.orders.found.as_ref().expect("it is over").view.complete);
        ask(&mut state, Asking::Heard(work(&errand, 5)));
        assert!(state.desk.orders.search.is_none(), "what comes too late is dropped");
        let errand = handed_over(&mut state);
        ask(&mut state, Asking::Heard(work(&errand, 5)));
        assert_eq!(ask(&mut state, Asking::Stop), [Effect::StopSearch]);
        assert!(state.desk.orders.is_away());
        ask(&mut state, Asking::Heard(work(&errand, u64::MAX)));
        assert!(!state.desk.orders.is_away());
    }

    #[test]
    fn what_is_asked_goes_through_links() {
        let mut state = race();
        ask(&mut state, Asking::Asked("here,cell,flush,s2,c,what is this".to_owned()));
        let orders = &state.desk.orders;
        assert_eq!((orders.begin, orders.grain), (Begin::Here, Grain::Cell));
        assert_eq!(orders.between, [Between::Flush, Between::Crash(1), Between::LoseAnswer(2)]);
        assert_eq!(orders.question_text(), "here,cell,flush,s2,c");
        for between in Between::ALL {
            ask(&mut state, Asking::Asked(format!("before,rpc,{}", between.name())));
            assert_eq!(state.desk.orders.between, [between]);
        }
    }
}
