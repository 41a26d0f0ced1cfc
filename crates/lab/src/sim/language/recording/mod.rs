//! What shells did, kept: so that the same scripts run again without the language they are written in.
//!
//! A [`Recording`] is, for each client, its statements in their order, and for each of them what its shell asked for and
//! printed; where that depends on an answer, for each of the answers that were met. It is a shell itself ([`Recording::play`]): scripts run through it as through any other, with the same atoms.
//! It knows no language. It goes on only where the model answers as it did when the recording was made, which a
//! fingerprint of each answer tells; elsewhere, and with statements that were not recorded, it fails and says so.

mod notation;
mod recorder;
mod word;

use super::{HBASE, Language, Pause, Shells};
use crate::intent::Field;
use crate::sim::refusal::{Objection, Refusal};
use splitpoint_model::cluster::Cluster;
use splitpoint_shell::{Catalog, Completion, Reply};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

pub(crate) use recorder::{Recorder, Tape};
pub(crate) use word::{Line, Word};

/// What a recording says where it cannot go on.
const LOST: &str = "ERROR: This was not recorded. It runs once the language of the shell is there.\n";

/// Stands for the language of the HBase shell while only recordings of it are played: nothing can be typed.
pub static RECORDED: Language = Language {
    name: HBASE,
    open: || Recording::default().play(),
    read: |_| Err(Refusal::ours(Field::Script, Objection::NoLanguage(HBASE.to_owned()))),
    is_whole: |_| true,
    is_recorded: true,
};

/// What the shells of all clients did.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Recording {
    /// By client: its statements, in order.
    clients: Vec<Vec<Statement>>,
}

/// A statement, from its first line to its end.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
struct Statement {
    /// How many lines were typed for it.
    lines: u32,
    /// A tree, each turn behind the one it follows.
    turns: Vec<Turn>,
}

impl Statement {
    /// What follows a turn where this is heard, and its number; turns are counted from 1, and 0 is the beginning.
    fn follows(&self, turn: usize, heard: u32) -> Option<(usize, &Turn)> {
        let is_it = |next: &&Turn| next.after == turn && next.heard == heard;
        // Most turns have one that follows, and it stands behind them.
        let at_once = self.turns.get(turn).filter(is_it).map(|next| (turn + 1, next));
        at_once.or_else(|| (1..).zip(&self.turns).skip(turn).find(|(_, next)| is_it(next)))
    }
}

/// What a shell did until it needed something.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Turn {
    /// The number of the turn that it follows; 0: it is the first of its statement.
    after: usize,
    /// The fingerprint of what it was told before; 0: nothing.
    heard: u32,
    /// The line at which it then stood, as its prompt counts.
    line: Option<u32>,
    pause: Pause,
    printed: String,
}

/// How far a client has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
struct ClientPlace {
    statement: usize,
    /// Lines of the present statement that were typed.
    entered: u32,
    /// The turn that was done last, counted from 1.
    turn: usize,
    /// Lines that were typed in all.
    lines: u32,
    is_running: bool,
    heard: u32,
    /// Whether something came that was not recorded.
    is_lost: bool,
}

/// Whether a shell has nothing to do for a line.
fn is_idle(line: &str) -> bool {
    line.trim().is_empty() || line.trim_start().starts_with('#')
}

/// The fingerprint of what a shell is told, the same on every machine. What it cost is left out.
fn fingerprint(reply: &Reply) -> u32 {
    let mut hasher = Fingerprint(0xcbf2_9ce4_8422_2325);
    match reply {
        Reply::Response(result, _) => result.hash(&mut hasher),
        other => other.hash(&mut hasher),
    }
    // 0 is for nothing.
    ((hasher.0 ^ (hasher.0 >> 32)) as u32).max(1)
}

/// FNV-1a, with numbers of a machine's own size taken as 64 bits.
struct Fingerprint(u64);

impl Hasher for Fingerprint {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn write_isize(&mut self, number: isize) {
        self.write_i64(number as i64);
    }
}

/// A recording at play.
#[derive(Clone)]
struct Playing {
    recording: Arc<Recording>,
    places: Vec<ClientPlace>,
}

impl Recording {
    /// Shells that do again what was recorded.
    pub(crate) fn play(self) -> Box<dyn Shells> {
        Box::new(Playing { recording: Arc::new(self), places: Vec::new() })
    }
}

/// Moves a client on by a line. Whether its statement is whole then.
fn enter(place: &mut ClientPlace, line: &str, lines: impl Fn(&ClientPlace) -> Option<u32>) -> bool {
    place.lines += 1;
    if place.entered == 0 && is_idle(line) {
        return true;
    }
    place.entered += 1;
    // A statement that was not recorded fails once it runs.
    let is_whole = lines(place).is_none_or(|lines| lines == place.entered);
    place.is_running |= is_whole;
    is_whole
}

/// Moves a client on by a turn.
fn turn(place: &mut ClientPlace, number: usize, pause: &Pause) {
    place.turn = number;
    place.heard = 0;
    if matches!(pause, Pause::Typed | Pause::Raised | Pause::Ended) {
        *place = ClientPlace { statement: place.statement + 1, lines: place.lines, ..ClientPlace::default() };
    }
}

impl Playing {
    fn place(&mut self, client: u8) -> &mut ClientPlace {
        let client = usize::from(client);
        if self.places.len() <= client {
            self.places.resize(client + 1, ClientPlace::default());
        }
        &mut self.places[client]
    }

    fn look(&self, client: u8) -> ClientPlace {
        self.places.get(usize::from(client)).copied().unwrap_or_default()
    }
}

impl Recording {
    fn statement(&self, client: u8, place: &ClientPlace) -> Option<&Statement> {
        self.clients.get(usize::from(client))?.get(place.statement)
    }
}

impl Shells for Playing {
    fn copy(&self) -> Box<dyn Shells> {
        Box::new(self.clone())
    }

    fn hash(&self, mut state: &mut dyn Hasher) {
        Hash::hash(&self.places, &mut state);
    }

    fn resize(&mut self, _client: u8, _width: u16) {}

    fn enter(&mut self, client: u8, line: &str) -> bool {
        let recording = self.recording.clone();
        enter(self.place(client), line, |place| recording.statement(client, place).map(|statement| statement.lines))
    }

    fn prompt(&self, client: u8) -> String {
        prompt(&self.look(client))
    }

    fn is_running(&self, client: u8) -> bool {
        self.look(client).is_running
    }

    fn lines(&self, client: u8) -> (u32, Option<u32>) {
        let place = self.look(client);
        let last = place.turn.checked_sub(1).filter(|_| place.is_running);
        let line = |last: usize| self.recording.statement(client, &place)?.turns.get(last)?.line;
        (place.lines + 1, last.and_then(line))
    }

    fn go(&mut self, client: u8, _cluster: &Cluster, _now: i64) -> (Pause, String) {
        let place = self.look(client);
        if !place.is_running {
            return (Pause::Typed, String::new());
        }
        let statement = self.recording.statement(client, &place).filter(|_| !place.is_lost);
        let next = statement.and_then(|statement| statement.follows(place.turn, place.heard));
        let Some((number, pause, printed)) =
            next.map(|(number, turn)| (number, turn.pause.clone(), turn.printed.clone()))
        else {
            *self.place(client) = ClientPlace { is_lost: true, is_running: false, ..place };
            return (Pause::Raised, LOST.to_owned());
        };
        turn(self.place(client), number, &pause);
        (pause, printed)
    }

    fn hear(&mut self, client: u8, reply: Reply) {
        self.place(client).heard = fingerprint(&reply);
    }

    fn stop(&mut self, client: u8) {
        let place = self.place(client);
        place.is_lost |= place.is_running || place.entered > 0;
        place.is_running = false;
    }

    fn complete(&self, _client: u8, line: &str, _cluster: &Cluster) -> Completion {
        Completion { from: line.len(), suggestions: Vec::new() }
    }

    fn catalog(&self) -> Option<&Catalog> {
        None
    }
}

/// The prompt of the shell, which tells nothing of what is open in a statement of several lines.
fn prompt(place: &ClientPlace) -> String {
    if place.entered > 0 {
        return String::new();
    }
    format!("hbase:{:03}:0> ", place.lines + 1)
}
