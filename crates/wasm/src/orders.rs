//! The search of every order as a handle: it works in slices and can be dropped at any time.

use crate::choice::{ChoiceView, Request};
use crate::memory::reserve;
use crate::value::give;
use serde::Serialize;
use splitpoint_lab::search::{End, Interference, Search, Status, Verdict};
use splitpoint_lab::session::{self, Session};
use splitpoint_lab::view::Grain;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// A search. What it does is behind a trait, so that its code is loaded only when a search is wanted.
#[wasm_bindgen]
pub struct Orders(Box<dyn Work>);

/// The methods of a search, behind which its code is found.
trait Work {
    fn go_on(&mut self, states: u32) -> Result<JsValue, JsValue>;
    fn found(&self) -> Result<JsValue, JsValue>;
}

struct Searching {
    search: Search<'static, Vec<[String; 4]>>,
    /// The session from whose cursor orders begin, to play them.
    session: Session,
    grain: Grain,
    interferences: Vec<Interference>,
    /// The names of the promises, in the order of their verdicts.
    names: Vec<String>,
}

/// How far a search has come, as JavaScript gets it.
#[derive(Serialize)]
struct Progress {
    states: usize,
    orders: u128,
    going: bool,
}

/// What a search has found so far, as JavaScript gets it.
#[derive(Serialize)]
struct Found {
    /// Whether every state was seen.
    complete: bool,
    states: usize,
    outcomes: Vec<Outcome>,
}

#[derive(Serialize)]
struct Outcome {
    end: &'static str,
    rows: Vec<Row>,
    orders: Option<u128>,
    witness: Vec<ChoiceView>,
    failures: Vec<Failed>,
    promises: Vec<PromiseResult>,
}

/// A command that fails in the witness.
#[derive(Serialize)]
struct Failed {
    client: Option<char>,
    text: String,
}

#[derive(Serialize)]
struct Row {
    table: String,
    row: String,
    column: String,
    value: String,
}

#[derive(Serialize)]
struct PromiseResult {
    promise: String,
    kept: bool,
    at: Option<usize>,
}

impl Orders {
    /// Begins a search of every order, from the moment at the cursor.
    ///
    /// # Errors
    /// What is wrong with the request.
    pub(crate) fn begin(session: &Session, request: Request) -> Result<Self, JsValue> {
        let (options, promises) = request.parts(session)?;
        let (interferences, grain) = (options.interferences.clone(), options.grain);
        let (names, promises) = promises.into_iter().unzip();
        let search = Search::promising(session.world(), options, &session::rows, promises);
        Ok(Self(Box::new(Searching { search, session: session.clone(), grain, interferences, names })))
    }
}

#[wasm_bindgen]
impl Orders {
    /// Looks at so many more states, and says how far it has come.
    ///
    /// # Errors
    /// Where the answer cannot be made a value of JavaScript. No such answer is known.
    pub fn go_on(&mut self, states: u32) -> Result<JsValue, JsValue> {
        reserve();
        self.0.go_on(states)
    }

    /// Every way in which it can end, as far as is known.
    ///
    /// # Errors
    /// Where the answer cannot be made a value of JavaScript. No such answer is known.
    pub fn found(&self) -> Result<JsValue, JsValue> {
        self.0.found()
    }
}

impl Work for Searching {
    fn go_on(&mut self, states: u32) -> Result<JsValue, JsValue> {
        let progress = self.search.run(u64::from(states));
        let going = progress.status == Status::Going;
        give(&Progress { states: progress.states, orders: progress.orders, going })
    }

    fn found(&self) -> Result<JsValue, JsValue> {
        let progress = self.search.progress();
        let outcomes = self.search.outcomes().into_iter().map(|outcome| Outcome {
            end: match outcome.end {
                End::Done => "done",
                End::Waits => "waits",
                End::Never => "never",
            },
            rows: outcome
                .judgement
                .into_iter()
                .map(|[table, row, column, value]| Row { table, row, column, value })
                .collect(),
            orders: outcome.orders,
            failures: self
                .session
                .failures(self.grain, &outcome.witness)
                .into_iter()
                .map(|(client, text)| Failed { client, text })
                .collect(),
            witness: outcome.witness.iter().map(|choice| ChoiceView::new(choice, &self.interferences)).collect(),
            promises: outcome
                .verdicts
                .into_iter()
                .zip(self.names.iter().cloned())
                .map(|(verdict, promise)| match verdict {
                    Verdict::Kept => PromiseResult { promise, kept: true, at: None },
                    Verdict::Broken { at } => PromiseResult { promise, kept: false, at: Some(at) },
                })
                .collect(),
        });
        give(&Found {
            complete: progress.status == Status::Over,
            states: progress.states,
            outcomes: outcomes.collect(),
        })
    }
}
