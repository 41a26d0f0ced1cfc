//! One script on the model and on the cluster: what is asked next, and what each answer comes to.

use super::watch::{PATIENCE, Watch};
use super::{Ask, Errand, Heard};
use crate::session::reducer::Effect;
use splitpoint_lab::comparison::{Call, Comparison, Next, PAUSE, Problem};
use splitpoint_lab::sim::language::Language;
use splitpoint_lab::words::comparison as words;

/// What the bridge answers where it makes no more calls in this second; nothing was sent to the gateway then.
const TOO_MANY: u16 = 429;

/// Milliseconds after which is asked again what was not sent.
const WAIT: u32 = 250;

/// How often in a row.
const TRIES: u32 = 40;

/// One script on both sides.
#[derive(Debug, Default)]
pub struct Beside {
    /// The script as it was typed; `None`: as it is proposed.
    pub script: Option<String>,
    /// Whether the tables that it makes stay on the cluster.
    pub keeps: bool,
    /// What came of it.
    pub comparison: Option<Comparison>,
    /// Why it could not begin.
    pub trouble: Option<String>,
    /// Whether the cluster is asked now.
    pub is_playing: bool,
    /// Calls of the gateway so far.
    pub calls: u32,
    /// The round that counts.
    pub(super) number: u32,
    /// Calls that were not sent, in a row.
    tries: u32,
    /// Whether it ends with the next answer.
    is_halting: bool,
}

impl Beside {
    /// Ends it: with the answer that is on its way, so that nothing is made that nobody knows of.
    pub(super) fn halt(&mut self) {
        self.is_halting = self.is_playing;
    }
}

impl Watch {
    /// How the names of tables begin that may be written.
    pub fn writable(&self) -> &[String] {
        self.bridge.as_ref().and_then(Option::as_ref).map_or(&[], |bridge| &bridge.write)
    }

    /// The script: as it was typed, or one that is proposed.
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

    /// Asks what is to be asked next, after so many milliseconds and what the script waits for.
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

    /// An answer to what was asked last.
    pub(super) fn hear_beside(&mut self, heard: &Heard) -> Vec<Effect> {
        let beside = &mut self.beside;
        let Some(comparison) = &mut beside.comparison else { return Vec::new() };
        if heard.status == TOO_MANY && beside.tries < TRIES && !beside.is_halting {
            (beside.tries, beside.calls) = (beside.tries + 1, beside.calls - 1);
            return self.next_call(WAIT);
        }
        beside.tries = 0;
        // Of what does not answer in time nobody knows whether it was done, as where a proxy says so.
        let status = if heard.is_late { 504 } else { heard.status };
        // The bridge puts its own address before the place of what was made.
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
