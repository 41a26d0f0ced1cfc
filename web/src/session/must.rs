//! Promises, which are rules that must hold: the form to write one, and whether each holds at the cursor. The code that
//! reads and checks promises is in the chunk of the search of every order; this module has only its state.

use super::action::Action;
use super::orders::Asking;
use super::reducer::Effect;
use super::state::State;
use splitpoint_lab::promise::{RESOURCES, SHAPES, Shape};
use splitpoint_lab::session::{Session, Watch};
use splitpoint_lab::view::{MustState, MustView, ViewRequest};

/// How many decisions are checked at once.
const SLICE: usize = 100;

/// The promises of the session.
#[derive(Default)]
pub struct Musts {
    /// The promises, with their state as far as they were checked.
    pub view: Vec<MustView>,
    /// Whether there is more to check.
    pub is_behind: bool,
    /// What is said aloud of promises that the last step broke; empty if it broke none.
    pub news: String,
    /// The form, if it is open.
    pub draft: Option<Box<Draft>>,
    watch: Option<Box<dyn Watching>>,
}

/// A promise in the form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    /// The place of the promise that is changed; `None` for a new one.
    pub at: Option<usize>,
    /// The kind, as a place in [`SHAPES`].
    pub shape: usize,
    /// The parameters, in order.
    pub parameters: Vec<String>,
    /// The name that the reader gives it.
    pub name: String,
    /// The problem, if there is one.
    pub problem: Option<String>,
    table: String,
}

impl Draft {
    /// Changes the kind. Values of parameters with the same name are kept.
    fn turn(&mut self, shape: usize) {
        let before: Vec<(&str, String)> = SHAPES[self.shape].parameters().zip(self.parameters.drain(..)).collect();
        self.shape = shape.min(SHAPES.len() - 1);
        let kept = |name: &str| before.iter().find(|(other, _)| *other == name).map(|(_, typed)| typed.clone());
        let first = |name: &str| match name {
            "resource" => RESOURCES[0].0.to_owned(),
            "client" => "A".to_owned(),
            _ => String::new(),
        };
        let parameters = SHAPES[self.shape].parameters().map(|name| kept(name).unwrap_or_else(|| first(name)));
        self.parameters = parameters.collect();
    }
}

/// The code that checks promises. It is a trait object, so that it can be loaded later.
trait Watching {
    /// Checks some more steps before the cursor. Returns whether all were checked.
    fn look(&mut self, lab: &Session) -> bool;
    /// The state of the promises, as far as they were checked.
    fn view(&self, lab: &Session, request: &ViewRequest) -> Vec<MustView>;
}

impl Watching for Watch {
    fn look(&mut self, lab: &Session) -> bool {
        self.look(lab, SLICE)
    }

    fn view(&self, lab: &Session, request: &ViewRequest) -> Vec<MustView> {
        self.view(lab, request)
    }
}

/// Actions on promises.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Promising {
    /// Opens the form, for a new promise or for the one at this place.
    Open(Option<usize>),
    /// Closes the form.
    Close,
    /// Sets the kind.
    Shape(usize),
    /// Sets a parameter, by its place.
    Parameter(usize, String),
    /// Sets the name.
    Name(String),
    /// Sets the promise in the form.
    Set,
    /// Sets a promise that was suggested.
    Take(String),
    /// Removes the promise at this place.
    Drop(usize),
}

impl Promising {
    /// Whether the action changes the session.
    pub fn changes(&self) -> bool {
        matches!(self, Self::Set | Self::Take(_) | Self::Drop(_))
    }
}

impl Musts {
    /// Forgets all of it, for another session.
    pub(super) fn forget(&mut self) {
        *self = Self::default();
    }
}

/// What is read aloud after a sentence, of a promise that its step broke.
pub(super) fn broken_words(promise: &str) -> String {
    [" Broken: ", promise, "."].concat()
}

impl State {
    /// Checks the promises up to the cursor, as far as that is quick. If their code is not loaded, it is asked for.
    pub(super) fn watch_promises(&mut self) {
        let musts = &mut self.desk.orders.musts;
        musts.news.clear();
        if self.document.lab.musts().is_empty() {
            musts.view.clear();
            musts.is_behind = false;
            return;
        }
        musts.is_behind = true;
        if let Some(orders) = self.chrome.chunks.orders {
            (orders.look)(self);
        }
    }

    /// Checks the next piece of the steps before the cursor.
    pub(super) fn look_at_promises(&mut self) {
        let (lab, musts) = (&self.document.lab, &mut self.desk.orders.musts);
        if lab.musts().is_empty() {
            return;
        }
        let watch = musts.watch.get_or_insert_with(|| Box::new(Watch::default()));
        musts.is_behind = !watch.look(lab);
        let before = std::mem::replace(&mut musts.view, watch.view(lab, &self.desk.map.request));
        let is_broken = |must: &MustView| matches!(must.state, MustState::Broken { .. });
        let was = |must: &MustView| before.iter().any(|old| old.text == must.text && is_broken(old));
        let news = musts.view.iter().filter(|must| is_broken(must) && !was(must));
        musts.news = news.map(|must| broken_words(&must.name)).collect();
        if !musts.news.is_empty() {
            self.chrome.say(musts.news.clone());
        }
    }

    /// Sets a promise. If it names no table, it is about the shown one.
    ///
    /// # Errors
    /// If it cannot be read: a sentence about the problem.
    pub(super) fn hold(&mut self, text: &str) -> Result<(), String> {
        let table = &self.desk.map.request.table;
        self.document.lab.set_must(None, "", text, table).map_err(|why| why.to_string())?;
        self.watch_promises();
        Ok(())
    }

    pub(super) fn promise(&mut self, promising: Promising) -> Vec<Effect> {
        let table = self.desk.map.request.table.clone();
        let (lab, musts) = (&mut self.document.lab, &mut self.desk.orders.musts);
        match promising {
            Promising::Open(at) => {
                let mut draft = Draft { table, ..Draft::default() };
                if let Some(must) = at.and_then(|at| lab.musts().get(at)) {
                    draft.at = at;
                    draft.name.clone_from(&must.name);
                    let named = lab.promise(&must.text, "").ok();
                    draft.table = named.and_then(|promise| promise.table().map(ToOwned::to_owned)).unwrap_or_default();
                    if let Some((shape, parameters)) = Shape::of(&must.text) {
                        draft.shape = SHAPES.iter().position(|other| other == shape).unwrap_or(0);
                        draft.parameters = parameters;
                    }
                }
                musts.draft = Some(Box::new(draft));
                return vec![Effect::Focus("must-kind")];
            }
            Promising::Close => {
                musts.draft = None;
                return vec![Effect::Focus("must-add")];
            }
            Promising::Shape(shape) => {
                if let Some(draft) = &mut musts.draft {
                    draft.turn(shape);
                    draft.problem = None;
                }
                return Vec::new();
            }
            Promising::Parameter(place, typed) => {
                if let Some(draft) = &mut musts.draft {
                    draft.problem = None;
                    if let Some(parameter) = draft.parameters.get_mut(place) {
                        *parameter = typed;
                    }
                }
                return Vec::new();
            }
            Promising::Name(typed) => {
                if let Some(draft) = &mut musts.draft {
                    draft.name = typed;
                }
                return Vec::new();
            }
            Promising::Set => {
                let Some(draft) = &mut musts.draft else { return Vec::new() };
                if let Some(empty) = draft.parameters.iter().position(|typed| typed.trim().is_empty())
                    && SHAPES[draft.shape].parameters().nth(empty) != Some("value")
                {
                    draft.problem = Some("A field is empty: fill it in.".to_owned());
                    return vec![Effect::Focus("must-problem")];
                }
                let text = SHAPES[draft.shape].fill(&draft.parameters);
                if let Err(why) = lab.set_must(draft.at, &draft.name, &text, &draft.table) {
                    draft.problem = Some(why.to_string());
                    return vec![Effect::Focus("must-problem")];
                }
                musts.draft = None;
            }
            Promising::Take(text) => {
                if let Err(why) = self.hold(&text) {
                    self.chrome.tell(why);
                    return Vec::new();
                }
            }
            Promising::Drop(at) => lab.drop_must(at),
        }
        self.watch_promises();
        if self.desk.orders.has_asked() {
            self.search();
        }
        vec![Effect::Keep, Effect::Focus("must-add")]
    }
}

/// The action for the page.
pub fn action(promising: Promising) -> Action {
    Action::Orders(Asking::Must(promising))
}

#[cfg(test)]
mod tests {
    use super::super::action::{Act, Time};
    use super::super::chunk::Chunks;
    use super::super::tests::page;
    use super::*;
    use splitpoint_lab::form::Operation;
    use splitpoint_lab::view::MustState;

    fn shape(template: &str) -> usize {
        SHAPES.iter().position(|shape| shape.template == template).expect("there is such a kind")
    }

    fn ask(state: &mut State, promising: Promising) -> Vec<Effect> {
        state.apply(action(promising))
    }

    fn texts(state: &State) -> Vec<&str> {
        state.document.lab.musts().iter().map(|must| must.text.as_str()).collect()
    }

    #[test]
    fn a_promise_is_set_changed_and_taken_away_in_the_form() {
        let mut state = page();
        ask(&mut state, Promising::Open(None));
        ask(&mut state, Promising::Shape(shape("rows {count}")));
        assert_eq!(ask(&mut state, Promising::Set), [Effect::Focus("must-problem")]);
        ask(&mut state, Promising::Parameter(0, "four".to_owned()));
        ask(&mut state, Promising::Set);
        let draft = state.desk.orders.musts.draft.as_ref().expect("it stays open");
        assert_eq!(draft.problem.as_deref(), Some("“four” is no whole number."));
        ask(&mut state, Promising::Parameter(0, "4".to_owned()));
        // The typed value stays if another kind has the same parameter.
        ask(&mut state, Promising::Shape(shape("at most {count} {resource}")));
        ask(&mut state, Promising::Shape(shape("rows {count}")));
        assert!(ask(&mut state, Promising::Set).contains(&Effect::Keep));
        assert_eq!(texts(&state), ["comments: rows 4"]);
        assert_eq!(state.desk.orders.musts.view[0].state, MustState::NotYet);

        ask(&mut state, Promising::Open(Some(0)));
        let draft = state.desk.orders.musts.draft.as_ref().expect("it is open");
        assert_eq!((draft.shape, &draft.parameters[..]), (shape("rows {count}"), &["4".to_owned()][..]));
        ask(&mut state, Promising::Name("a comment came".to_owned()));
        ask(&mut state, Promising::Set);
        assert_eq!(state.desk.orders.musts.view[0].name, "a comment came");
        ask(&mut state, Promising::Drop(0));
        assert!(texts(&state).is_empty() && state.desk.orders.musts.view.is_empty());
    }

    #[test]
    fn how_a_promise_stands_follows_the_cursor() {
        let mut state = page();
        ask(&mut state, Promising::Take("rows 3".to_owned()));
        assert_eq!(state.desk.orders.musts.view[0].state, MustState::Holds);
        state.apply(Action::Operation(Operation::Prepend));
        state.apply(Action::Act(Act::Send));
        state.apply(Action::Time(Time::NextOperation));
        let MustState::Broken { step, place } = state.desk.orders.musts.view[0].state else { panic!("it is broken") };
        assert_eq!(step, 2);
        state.apply(Action::Time(Time::Back));
        assert_eq!(state.desk.orders.musts.view[0].state, MustState::Holds);
        state.apply(Action::Time(Time::Visit(place)));
        assert!(matches!(state.desk.orders.musts.view[0].state, MustState::Broken { .. }));
        // Another session has its own promises.
        let first = splitpoint_lab::scenario::EXAMPLES[0].reference();
        state.begin(&first, None);
        while state.document.works() {
            state.apply(Action::Act(Act::Continue));
        }
        assert!(state.desk.orders.musts.view.is_empty());
    }

    /// What is set needs its code as soon as there is something to look at.
    #[test]
    fn the_code_comes_for_promises_that_were_kept() {
        let mut state = page();
        state.chrome.chunks.orders = None;
        state.document.lab.set_must(None, "", "rows 3", "comments").expect("it can be read");
        state.apply(Action::Operation(Operation::Prepend));
        state.apply(Action::Act(Act::Send));
        assert!(state.desk.orders.is_going());
        let effects = state.apply(Action::Orders(Asking::Continue));
        assert!(matches!(effects[..], [Effect::Bring(..)]) && !state.desk.orders.is_going());
        state.chrome.chunks = Chunks::all();
        state.apply(Action::Orders(Asking::Continue));
        assert_eq!(state.desk.orders.musts.view.len(), 1);
    }
}
