//! Scripts of clients: what the lab knows of the HBase shell.
//!
//! Each client has a shell of its own, which keeps its variables between scripts. A world without scripts has none of
//! them, and nothing but [`LANGUAGE`] names the code that reads and runs them, so that a page can do without.

pub(crate) mod exchange;
pub(crate) mod recording;
mod shells;

use crate::sim::refusal::Refusal;
use splitpoint_model::cluster::Cluster;
use splitpoint_shell::{Catalog, Demand, Reply};
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;

pub use recording::RECORDED;
pub use splitpoint_shell::{Completion, Direction, METHODS, Methods, Suggestion, Tsv, bring_methods, is_plain};
pub(crate) use splitpoint_shell::{STATES, bring_states};

/// The language of the shell, as a table of what can be done with it.
#[derive(Debug)]
pub struct Language {
    /// Its name, by which scripts say what they are written in.
    pub name: &'static str,
    /// Opens shells for all clients.
    pub open: fn() -> Box<dyn Shells>,
    /// The statements of a script, in order.
    ///
    /// # Errors
    /// Where a statement is not finished, or what steps and changes clients makes no sense.
    pub read: fn(text: &str) -> Result<Vec<Direction>, Refusal>,
    /// Whether the text ends where a statement ends.
    pub is_whole: fn(text: &str) -> bool,
    /// Whether it only does again what was recorded, so that nothing can be typed in it.
    pub is_recorded: bool,
}

/// The name of the language of the HBase shell.
pub const HBASE: &str = "hbase";

/// The HBase shell.
pub static LANGUAGE: Language = Language {
    name: HBASE,
    open: shells::open,
    read: shells::read,
    is_whole: splitpoint_shell::is_whole,
    is_recorded: false,
};

/// Something that was typed at a prompt, or printed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Printed {
    /// A line that was typed behind a prompt.
    Typed(String, String),
    /// Text with its ends of lines.
    Text(String),
    /// Instead of more text than can be shown: all lines that were typed, as a part of a script.
    Passage(Arc<str>, Range<usize>),
}

impl Printed {
    pub(crate) fn passage(&self) -> Option<&str> {
        match self {
            Self::Passage(text, lines) => Some(&text[lines.clone()]),
            _ => None,
        }
    }

    /// A line that was typed.
    pub(crate) fn typed(&self) -> Option<&str> {
        match self {
            Self::Typed(_, line) => Some(line),
            _ => None,
        }
    }

    /// What failed, where a shell says so.
    pub(crate) fn error(&self) -> Option<&str> {
        let Self::Text(text) = self else { return None };
        let mut lines = text.lines().filter(|line| is_error(line));
        let first = lines.next()?;
        // Above an exception stands that it follows.
        let line = if first.starts_with("Traceback") { lines.next().unwrap_or(first) } else { first };
        Some(line.strip_prefix("ERROR: ").unwrap_or(line))
    }
}

/// Whether a shell says with this line that something failed.
pub(crate) fn is_error(line: &str) -> bool {
    let word = line.split([' ', ':', '(']).next().unwrap_or_default();
    let names = word.ends_with("Error") || word.ends_with("Exception");
    word == "ERROR" || word == "Traceback" || names && word.starts_with(|c: char| c.is_ascii_uppercase())
}

/// Why a shell has stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pause {
    /// The statement is over.
    Typed,
    /// It has done enough for one step, and would go on.
    Busy,
    /// Somebody has to do this.
    Ask(Arc<Demand>),
    /// The statement is over, and with it the script: an exception that nobody rescued.
    Raised,
    /// `exit`.
    Ended,
}

/// The shells of all clients in one language, and what they share: a value like the world it is part of. There is no
/// `Debug`, which would add the text of every part of theirs to the page.
pub trait Shells {
    /// A copy of these shells.
    fn copy(&self) -> Box<dyn Shells>;
    /// Feeds everything that can make a difference later to a hasher; shells that feed it the same go on alike.
    fn hash(&self, state: &mut dyn Hasher);
    /// Sets the width of the terminal in characters; 0: nothing is padded or wrapped.
    fn resize(&mut self, client: u8, width: u16);
    /// Takes a line. Whether the statement is whole, so that it can run.
    fn enter(&mut self, client: u8, line: &str) -> bool;
    /// The prompt before the next line.
    fn prompt(&self, client: u8) -> String;
    /// Whether a statement is at work.
    fn is_running(&self, client: u8) -> bool;
    /// The number of the next line, and of the line of the statement at work, both from 1.
    fn lines(&self, client: u8) -> (u32, Option<u32>);
    /// Goes on with the statement until it needs something; with what it printed.
    fn go(&mut self, client: u8, cluster: &Cluster, now: i64) -> (Pause, String);
    /// How many ordinary atoms the last turn of a client's shell was besides one.
    fn labour(&self, _client: u8) -> u32 {
        0
    }
    /// Takes the reply to a demand.
    fn hear(&mut self, client: u8, reply: Reply);
    /// Gives up the statement.
    fn stop(&mut self, client: u8);
    /// What may stand at the end of a line.
    fn complete(&self, client: u8, line: &str, cluster: &Cluster) -> Completion;
    /// What the clients know of namespaces and snapshots. `None` in a language that knows none.
    fn catalog(&self) -> Option<&Catalog>;
    /// The status with which the client left its shell last. `None` where it never did, or the language has none.
    fn exit_status(&self, _client: u8) -> Option<i32> {
        None
    }
}

/// The shells, shared by clones until one of them changes.
#[derive(Clone)]
pub(crate) struct Terminals(Arc<dyn Shells>);

impl Terminals {
    pub(crate) fn open(language: &Language) -> Self {
        Self(Arc::from((language.open)()))
    }

    pub(crate) fn holding(shells: Box<dyn Shells>) -> Self {
        Self(Arc::from(shells))
    }

    pub(crate) fn change(&mut self) -> &mut dyn Shells {
        if Arc::get_mut(&mut self.0).is_none() {
            self.0 = Arc::from(self.0.copy());
        }
        Arc::get_mut(&mut self.0).expect("a copy has one owner")
    }

    pub(crate) fn look(&self) -> &dyn Shells {
        &*self.0
    }

    /// Two hashes of the shells with different seeds: together they serve as a comparison.
    fn digest(&self) -> [u64; 2] {
        [0_u8, 1].map(|beginning| {
            let mut hasher = DefaultHasher::new();
            hasher.write_u8(beginning);
            self.0.hash(&mut hasher);
            hasher.finish()
        })
    }
}

impl fmt::Debug for Terminals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Terminals").field(&self.digest()).finish()
    }
}

impl PartialEq for Terminals {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.digest() == other.digest()
    }
}

impl Eq for Terminals {}

impl Hash for Terminals {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}
