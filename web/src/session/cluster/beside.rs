//! A script that is run on the model and on the cluster: the next question to the cluster, and what each answer means.

use super::watch::{PATIENCE, Watch};
use super::{Ask, Errand, Heard};
use crate::session::reducer::Effect;
use splitpoint_lab::comparison::{Call, Comparison, Next, PAUSE, Problem};
use splitpoint_lab::sim::language::Language;
use splitpoint_lab::words::comparison as words;

/// The status of the bridge if it makes no more calls in this second. Then nothing was sent to the gateway.
const TOO_MANY: u16 = 429;

/// Milliseconds after which a call is repeated that was not sent.
const WAIT: u32 = 250;

/// How often a call is repeated at most.
const TRIES: u32 = 40;

/// A script on both sides.
#[derive(Debug, Default)]
pub struct Beside {
    /// The script as it was typed; `None` for the suggested one.
    pub script: Option<String>,
    /// Whether the tables that it makes stay on the cluster.
    pub keeps: bool,
    /// The comparison so far.
    pub comparison: Option<Comparison>,
    /// The reason if it could not begin.
    pub trouble: Option<String>,
    /// Whether the cluster is being asked.
    pub is_playing: bool,
    /// The number of calls of the gateway so far.
    pub calls: u32,
    /// The number of this run; answers to others are ignored.
    pub(super) number: u32,
    /// How many calls in a row were not sent.
    tries: u32,
    /// Whether it stops after the next answer.
    is_halting: bool,
}

impl Beside {
    /// Stops it after the answer that is expected, so that nothing is made on the cluster that is not known here.
    pub(super) fn halt(&mut self) {
        self.is_halting = self.is_playing;
    }
}

impl Watch {
    /// The prefixes of names of tables that may be written.
    pub fn writable(&self) -> &[String] {
        self.bridge.as_ref().and_then(Option::as_ref).map_or(&[], |bridge| &bridge.write)
    }

    /// The script, as it was typed or suggested.
    pub fn script(&self) -> String {
        let prefix = self.writable().first().map_or("try_", String::as_str);
        let table = format!("'{prefix}comments'");
        self.beside.script.clone().unwrap_or_else(|| {
            format!(
                "create {table}, 'c'\nput {table}, '19', 'c:text', 'the first'\nput {table}, '18', 'c:text', 'the second'\n\
                 put {table}, '18', 'c:text', 'the second, again'\nscan {table}, {{LIMIT => 1}}\n\
                 delete {table}, '19', 'c:text'\nget {table}, '19'\nscan {table}\n"
            )
        })
    }

    /// Begins to play the script.
    pub(super) fn play(&mut self, language: &Language, now: i64) -> Vec<Effect> {
        if self.beside.is_playing || self.writable().is_empty() {
            return Vec::new();
        }
        let begun = Comparison::new(language, &self.script(), self.writable(), now, self.beside.keeps);
        let beside = &mut self.beside;
        beside.number += 1;
        (beside.calls, beside.tries, beside.is_halting) = (0, 0, false);
        (beside.comparison, beside.trouble) = (None, None);
        match begun {
            Ok(comparison) => {
                (beside.comparison, beside.is_playing) = (Some(comparison), true);
                self.next_call(0)
            }
            Err(problem) => {
                beside.trouble = Some(words::problem(&problem));
                Vec::new()
            }
        }
    }

    /// Makes the next call, after so many milliseconds and the time for which the script waits.
    fn next_call(&mut self, mut after: u32) -> Vec<Effect> {
        let Some(comparison) = &mut self.beside.comparison else { return Vec::new() };
        loop {
            match comparison.pending() {
                Next::Over => {
                    self.beside.is_playing = false;
                    return Vec::new();
                }
                Next::Wait(ms) => {
                    comparison.waited();
                    after = after.saturating_add(u32::try_from(ms).unwrap_or(u32::MAX));
                }
                Next::Ask(Call { method, path, body }) => {
                    self.beside.calls += 1;
                    return vec![Effect::Errand(Box::new(Errand {
                        number: self.beside.number,
                        ask: Ask::Beside,
                        after,
                        method: method.word(),
                        path: format!("rest{path}"),
                        body: Some(body).filter(|body| !body.is_empty()),
                        seconds: PATIENCE,
                    }))];
                }
            }
        }
    }

    /// Takes the answer to the last call.
    pub(super) fn hear_beside(&mut self, heard: &Heard) -> Vec<Effect> {
        let beside = &mut self.beside;
        let Some(comparison) = &mut beside.comparison else { return Vec::new() };
        if heard.status == TOO_MANY && beside.tries < TRIES && !beside.is_halting {
            (beside.tries, beside.calls) = (beside.tries + 1, beside.calls - 1);
            return self.next_call(WAIT);
        }
        beside.tries = 0;
        // After a timeout it is not known whether the call was done, as when a proxy reports a timeout.
        let status = if heard.is_late { 504 } else { heard.status };
        // The bridge puts its own address before the location of what was made.
        let place = heard
            .location
            .as_deref()
            .and_then(|place| place.split_once("/rest/"))
            .map(|(_, place)| format!("/{place}"));
        comparison.hear(status, &heard.body, place.as_deref());
        if std::mem::take(&mut beside.is_halting) {
            comparison.stop(Problem::Stopped);
        }
        self.next_call(u32::try_from(PAUSE).unwrap_or(u32::MAX))
    }
}
