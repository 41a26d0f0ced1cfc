//! What a search is asked for, and the choices of its orders, as plain data.

use crate::failure::misused;
use crate::operation::Operation;
use crate::value::client;
use serde::{Deserialize, Serialize};
use splitpoint_lab::intent::Intent;
use splitpoint_lab::promise::Promise;
use splitpoint_lab::search::{Choice, Interference, MOST_INTERFERENCES, Options};
use splitpoint_lab::session::Session;
use splitpoint_lab::sim::world::Actor;
use splitpoint_lab::view::Grain;
use wasm_bindgen::JsValue;

/// What a program asks of a search: the grain, what may interfere, the promises, and how many states at most.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct Request {
    grain: Grain,
    most: Option<usize>,
    interfere: Vec<Operation>,
    background: bool,
    promises: Vec<String>,
}

impl Request {
    /// The options and the promises of the search, each with its name or its text: those that the session has, and then
    /// those that are given.
    ///
    /// # Errors
    /// What is wrong with a promise, or with what is to come in between.
    pub(crate) fn parts(self, session: &Session) -> Result<(Options, Vec<(String, Promise)>), JsValue> {
        let mut options = Options::new(self.grain).newest_only();
        options.most = self.most.unwrap_or(options.most);
        for operation in self.interfere {
            let interference = match operation {
                Operation::LoseAnswer(lose) => {
                    Interference::LoseAnswer(lose.client.map_or(Ok(0), |letter| client(&letter.to_string()))?)
                }
                operation => match operation.into() {
                    Intent::Admin(request) => Interference::Admin(request),
                    _ => return Err(misused("Only what an administrator asks for, or loseAnswer, can interfere.")),
                },
            };
            options = options.with(interference);
        }
        if self.background {
            options = options.with(Interference::Background);
        }
        if options.interferences.len() > MOST_INTERFERENCES {
            return Err(misused(&format!("At most {MOST_INTERFERENCES} things can interfere in one search.")));
        }
        let promises = session.promises_with(&self.promises, &session.default_table());
        let promises = promises.map_err(|why| misused(&why.to_string()))?;
        Ok((options, promises))
    }
}

/// One choice of an order, as JavaScript gets it: who steps, or what comes in between.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum ChoiceView {
    /// A client steps.
    Client(char),
    /// A job steps.
    Job(u32),
    /// An interference: its index in the list that the request gave.
    Interference(usize),
}

impl ChoiceView {
    pub(crate) fn new(choice: &Choice, interferences: &[Interference]) -> Self {
        match choice {
            Choice::Step(Actor::Job(job)) => Self::Job(*job),
            Choice::Step(actor) => Self::Client(actor.letter().unwrap_or('?')),
            Choice::Interference(one) => {
                Self::Interference(interferences.iter().position(|other| other == one).unwrap_or_default())
            }
        }
    }
}
