//! Shells that are listened to while they run.

use super::{ClientPlace, Recording, Statement, Turn, enter, fingerprint, turn};
use crate::sim::language::{Pause, Shells};
use splitpoint_model::cluster::Cluster;
use splitpoint_shell::{Catalog, Completion, Demand, Reply};
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

/// The shells of a language, and what they did so far. Copies of it add to the same recording; where two of them do the
/// same statement, they have to do the same.
pub(crate) struct Recorder {
    shells: Box<dyn Shells>,
    places: Vec<ClientPlace>,
    tape: Arc<Mutex<Tape>>,
}

/// What was recorded, and why it cannot be played again, where it cannot.
#[derive(Debug, Default)]
pub(crate) struct Tape {
    recording: Recording,
    trouble: Option<&'static str>,
}

impl Tape {
    /// What was recorded.
    ///
    /// # Errors
    /// Why it cannot be played again without its language.
    pub(crate) fn take(tape: &Mutex<Self>) -> Result<Recording, &'static str> {
        let tape = tape.lock().unwrap_or_else(PoisonError::into_inner);
        tape.trouble.map_or_else(|| Ok(tape.recording.clone()), Err)
    }
}

impl Recorder {
    /// Listens to shells from their beginning.
    pub(crate) fn new(shells: Box<dyn Shells>) -> (Self, Arc<Mutex<Tape>>) {
        let tape = Arc::new(Mutex::new(Tape::default()));
        (Self { shells, places: Vec::new(), tape: tape.clone() }, tape)
    }

    fn place(&mut self, client: u8) -> &mut ClientPlace {
        let client = usize::from(client);
        if self.places.len() <= client {
            self.places.resize(client + 1, ClientPlace::default());
        }
        &mut self.places[client]
    }

    fn with<T>(&self, change: impl FnOnce(&mut Tape) -> T) -> T {
        change(&mut self.tape.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn fail(&self, trouble: &'static str) {
        self.with(|tape| tape.trouble = tape.trouble.or(Some(trouble)));
    }
}

/// Whether a shell did the same both times. How long something took depends on when it was done, and what was recorded
/// first stays.
fn is_same(old: &Turn, new: &Turn) -> bool {
    let printed = |turn: &Turn| {
        let lines = turn.printed.lines().filter(|line| !line.starts_with("Took "));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    (old.line, &old.pause) == (new.line, &new.pause) && printed(old) == printed(new)
}

impl Tape {
    fn statement(&mut self, client: u8, at: usize) -> Option<&mut Statement> {
        let clients = &mut self.recording.clients;
        let client = usize::from(client);
        if clients.len() <= client {
            clients.resize(client + 1, Vec::new());
        }
        if clients[client].len() == at {
            clients[client].push(Statement::default());
        }
        clients[client].get_mut(at)
    }
}

impl Shells for Recorder {
    fn copy(&self) -> Box<dyn Shells> {
        Box::new(Self { shells: self.shells.copy(), places: self.places.clone(), tape: self.tape.clone() })
    }

    fn hash(&self, mut state: &mut dyn Hasher) {
        self.shells.hash(state);
        Hash::hash(&self.places, &mut state);
    }

    fn resize(&mut self, client: u8, width: u16) {
        self.shells.resize(client, width);
    }

    fn enter(&mut self, client: u8, line: &str) -> bool {
        let is_whole = self.shells.enter(client, line);
        let runs = self.shells.is_running(client);
        let whole = enter(self.place(client), line, |place| runs.then_some(place.entered).or(Some(0)));
        let place = *self.place(client);
        if place.entered == 0 {
            if !is_whole || runs {
                self.fail("a remark stands within a statement");
            }
        } else if is_whole != whole {
            self.fail("a statement does nothing");
        } else if runs {
            let lines = place.entered;
            let is_same = self.with(|tape| {
                let statement = tape.statement(client, place.statement)?;
                let is_new = statement.turns.is_empty();
                statement.lines = if is_new { lines } else { statement.lines };
                Some(statement.lines == lines)
            });
            if is_same != Some(true) {
                self.fail("a client types other statements the second time");
            }
        }
        is_whole
    }

    fn prompt(&self, client: u8) -> String {
        self.shells.prompt(client)
    }

    fn is_running(&self, client: u8) -> bool {
        self.shells.is_running(client)
    }

    fn lines(&self, client: u8) -> (u32, Option<u32>) {
        self.shells.lines(client)
    }

    fn go(&mut self, client: u8, cluster: &Cluster, now: i64) -> (Pause, String) {
        let (pause, printed) = self.shells.go(client, cluster, now);
        let place = *self.place(client);
        if place.is_running {
            let (_, line) = self.shells.lines(client);
            match &pause {
                Pause::Ask(demand) if !matches!(**demand, Demand::Request(_) | Demand::Admin(_)) => {
                    self.fail("a script asks a question, sleeps, empties a block cache or opens a file");
                }
                Pause::Ended => self.fail("a script ends its shell"),
                _ => {}
            }
            let (after, heard) = (place.turn, place.heard);
            let new = Turn { after, heard, line, pause: pause.clone(), printed: printed.clone() };
            let number = self.with(|tape| {
                let statement = tape.statement(client, place.statement)?;
                match statement.follows(after, heard) {
                    Some((number, old)) => is_same(old, &new).then_some(number),
                    None => {
                        statement.turns.push(new);
                        Some(statement.turns.len())
                    }
                }
            });
            if number.is_none() {
                self.fail("a statement does something else where it is told the same");
            }
            turn(self.place(client), number.unwrap_or(after), &pause);
        }
        (pause, printed)
    }

    fn labour(&self, client: u8) -> u32 {
        self.shells.labour(client)
    }

    fn hear(&mut self, client: u8, reply: Reply) {
        self.place(client).heard = fingerprint(&reply);
        self.shells.hear(client, reply);
    }

    fn stop(&mut self, client: u8) {
        let place = *self.place(client);
        if place.is_running || place.entered > 0 {
            self.fail("a script is stopped before its end");
        }
        self.shells.stop(client);
    }

    fn complete(&self, client: u8, line: &str, cluster: &Cluster) -> Completion {
        self.shells.complete(client, line, cluster)
    }

    fn catalog(&self) -> Option<&Catalog> {
        self.shells.catalog()
    }
}
