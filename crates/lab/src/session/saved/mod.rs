//! A session as text to be kept, and back.
//!
//! What is kept is the start's name, what was asked for, and who went on to which named point. It is written in the
//! newest form and read in every one there ever was: now there is [`v1`]. Where a model does something else than the one
//! that kept it, the session is restored as far as it goes, with a list of what came out differently.

mod divergence;
mod encoder;
mod file;
mod link;
mod pack;
mod present;
mod restore;
mod v1;

use crate::intent::Pages;
use crate::scenario::{BuildError, Reference};
use crate::sim::language::is_plain;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::fmt;
use std::sync::Arc;

pub(super) use encoder::Encoder;

pub use divergence::{Divergence, Finding, Who};
pub use file::{SavedData, SavedFile};
pub use present::Present;
pub use restore::{Restored, Restoring};

/// The version of what is written. Older ones are read for ever.
const VERSION: u32 = 1;

/// Branches that are taken from a text, at most.
const BRANCHES: usize = 4_096;

/// A session to be kept: decisions, branches and the cursor; of the start only its name.
#[derive(Clone, Debug)]
pub struct Saved {
    start: Reference,
    kept: Kept,
}

#[derive(Clone, Debug)]
enum Kept {
    /// The text of a session that is there, and what it needs. A page that only writes has no code to read it.
    Written(Arc<str>, Needs),
    /// What was read from a text. Every place in it has been checked.
    Read(Arc<Record>),
}

type Record = v1::SessionRecord<v1::Decision>;

impl Saved {
    /// What the session started from.
    pub fn reference(&self) -> &Reference {
        &self.start
    }

    /// As JSON. The same session has the same text everywhere.
    pub fn to_text(&self) -> String {
        match &self.kept {
            Kept::Written(text, _) => text.to_string(),
            Kept::Read(record) => to_json(&**record),
        }
    }

    /// The parts of the program without which it cannot be restored.
    pub fn needs(&self) -> Needs {
        match &self.kept {
            Kept::Written(_, needs) => *needs,
            Kept::Read(record) => {
                let branches = record.branches.iter().flat_map(|branch| &branch.log);
                record.log.iter().chain(branches).fold(Needs::default(), Needs::and)
            }
        }
    }

    /// The decisions as data, read from the text if they are only there as text.
    fn record(&self) -> Arc<Record> {
        match &self.kept {
            Kept::Read(record) => record.clone(),
            Kept::Written(text, _) => match Self::from_text(text) {
                Ok(Self { kept: Kept::Read(record), .. }) => record,
                _ => unreachable!("what is written can be read"),
            },
        }
    }

    /// From JSON.
    ///
    /// # Errors
    /// Where it is not a session, or one of a newer version.
    pub fn from_text(text: &str) -> Result<Self, RestoreError> {
        let head: Head<'_> = read(text).map_err(RestoreError::Unreadable)?;
        // Serde reads a list as the fields in their order, too; only an object names its version.
        let named = if text.trim_start().starts_with('{') { head.version } else { None };
        let version = named.and_then(|version| version.get().parse().ok());
        let version: u64 = version.ok_or_else(|| unreadable("it names no version"))?;
        if version > u64::from(VERSION) {
            return Err(RestoreError::Newer(version));
        }
        let kept: v1::SessionRecord<&RawValue> = read(text).map_err(RestoreError::Unreadable)?;
        if kept.branches.len() > BRANCHES {
            return Err(unreadable(format!("it has more than {BRANCHES} branches")));
        }
        let start = match (&kept.example, &kept.file) {
            (Some(id), _) if kept.sandbox => Reference::Sandbox(id.clone()),
            (Some(id), _) => Reference::Scenario(id.clone()),
            (None, Some(name)) => Reference::Import(name.clone()),
            (None, None) => return Err(unreadable("it names no start")),
        };
        let mut branches = Vec::new();
        for (index, v1::Branch { from, after, name, log }) in kept.branches.into_iter().enumerate() {
            let log = decisions_of(index + 1, log)?;
            branches.push(v1::Branch { from, after, name, log });
        }
        let kept = v1::SessionRecord {
            version: kept.version,
            example: kept.example,
            sandbox: kept.sandbox,
            file: kept.file,
            log: decisions_of(0, kept.log)?,
            name: kept.name,
            branches,
            branch: kept.branch,
            after: kept.after,
            event: kept.event,
            grain: kept.grain,
            markers: kept.markers,
            must: kept.must,
        };
        check(&kept)?;
        Ok(Self { start, kept: Kept::Read(Arc::new(kept)) })
    }
}

/// What is kept, as JSON.
fn to_json(kept: &impl Serialize) -> String {
    // Not `expect`: it would add the texts of all errors to the module.
    serde_json::to_string(kept).unwrap_or_else(|_| unreachable!("names are strings and numbers are whole"))
}

impl PartialEq for Saved {
    fn eq(&self, other: &Self) -> bool {
        self.start == other.start && self.to_text() == other.to_text()
    }
}

impl Eq for Saved {}

/// The one field that every version has.
#[derive(Deserialize)]
struct Head<'a> {
    #[serde(borrow)]
    version: Option<&'a RawValue>,
}

/// Reads JSON. Where JSON is well-formed but of another shape, the error has no position, since people do not read this
/// text.
fn read<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| {
        let why = error.to_string();
        let end = if error.is_data() { why.rfind(" at line ") } else { None };
        why[..end.unwrap_or(why.len())].to_owned()
    })
}

/// The decisions of a branch, one by one, so that the one that is unknown can be named.
fn decisions_of(branch: usize, decisions: Vec<&RawValue>) -> Result<Vec<v1::Decision>, RestoreError> {
    let mut known = Vec::new();
    for text in decisions {
        let unknown = |why| RestoreError::Unknown { branch, decision: known.len() + 1, why };
        let decision = read(text.get()).map_err(unknown)?;
        known.push(decision);
    }
    Ok(known)
}

/// Whether every branch, marker and cursor has its place.
fn check(kept: &Record) -> Result<(), RestoreError> {
    let mut lengths = vec![kept.log.len()];
    let is_there =
        |lengths: &[usize], branch: usize, after: usize| lengths.get(branch).is_some_and(|length| after <= *length);
    for (index, branch) in kept.branches.iter().enumerate() {
        if !is_there(&lengths, branch.from, branch.after) {
            return Err(unreadable(format!("branch {} leaves from nowhere", index + 1)));
        }
        lengths.push(branch.after + branch.log.len());
    }
    if !is_there(&lengths, kept.branch, kept.after.unwrap_or(0)) {
        return Err(unreadable("the cursor is nowhere"));
    }
    match kept.markers.iter().find(|marker| !is_there(&lengths, marker.branch, marker.after)) {
        Some(marker) => Err(unreadable(format!("the marker “{}” is nowhere", marker.name))),
        None => Ok(()),
    }
}

fn unreadable(why: impl fmt::Display) -> RestoreError {
    RestoreError::Unreadable(why.to_string())
}

/// Parts of the program that are not always there, since a page can load them later.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// The language of scripts.
    pub language: bool,
    /// The methods of its values, which scripts of nothing but commands can do without:
    /// [`is_plain`](crate::sim::language::is_plain).
    pub methods: bool,
    /// HBase's filters: [`filter`](crate::sim::program::filter).
    pub filters: bool,
    /// What reads the fields of keys that a table names: [`design::read`](crate::design::read).
    pub keys: bool,
}

impl Needs {
    /// What is needed with one more decision.
    fn and(mut self, decision: &v1::Decision) -> Self {
        match decision {
            v1::Decision::A(deed) | v1::Decision::B(deed) | v1::Decision::C(deed) | v1::Decision::D(deed) => {
                if let Some(text) = deed.script() {
                    self.language = true;
                    self.methods = self.methods || !is_plain(text);
                }
                self.keys |= deed.names_keys();
                self.filters |= matches!(deed, v1::Deed::Pages(pages) if Pages::from(pages.clone()).is_filtered());
            }
            v1::Decision::Job(_) | v1::Decision::Join | v1::Decision::Background(_) => {}
        }
        self
    }
}

/// Why a text cannot be read or a session not be restored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RestoreError {
    /// It is not the text of a session.
    Unreadable(String),
    /// The end of its file is missing.
    Cut,
    /// It was kept by a newer version.
    Newer(u64),
    /// It holds a decision that this version does not know.
    Unknown {
        /// Its branch; 0 is the first.
        branch: usize,
        /// Its number among the branch's own, counted from 1.
        decision: usize,
        /// What is not known, in a sentence.
        why: String,
    },
    /// It is not the text of a link.
    NotALink,
    /// The text of a link was cut or changed.
    Damaged,
    /// A link holds more than this many bytes.
    TooLong(usize),
    /// It starts from a file, which has to be imported first.
    NeedsImport,
    /// There is no such scenario.
    UnknownScenario,
    /// Its start cannot be made.
    Build(BuildError),
}

impl fmt::Display for RestoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(why) => write!(f, "This is not a saved session ({why})."),
            Self::Cut => {
                f.write_str("The file of this session is cut: its end is missing. Save it again, or take another copy.")
            }
            Self::Newer(version) => {
                write!(f, "This session was saved by a newer version ({version}). Reload the page.")
            }
            Self::Unknown { branch, decision, why } => {
                write!(f, "Decision {decision}")?;
                if *branch > 0 {
                    write!(f, " on branch {}", branch + 1)?;
                }
                write!(f, " of this session is unknown to this version ({why}). Reload the page.")
            }
            Self::NotALink => {
                f.write_str("This is not the link of a session: it should begin with v2 and a full stop.")
            }
            Self::Damaged => {
                f.write_str("The link of this session is damaged: part of it is missing or changed. Copy it again.")
            }
            Self::TooLong(limit) => {
                write!(f, "The link of this session holds more than {} MB, which is too much.", limit >> 20)
            }
            Self::NeedsImport => f.write_str("This session starts from a file: import the file first."),
            Self::UnknownScenario => f.write_str("This session starts from data that this version does not have."),
            Self::Build(error) => write!(f, "The data this session starts from cannot be made: {error}."),
        }
    }
}

impl std::error::Error for RestoreError {}
