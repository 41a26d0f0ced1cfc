//! A session as text, and back.

use super::{Marker, Session};
use crate::intent::Intent;
use crate::log::Decision;
use crate::log::Grain;
use crate::plain::{self, Plain, plain};
use crate::scenario::{self, BuildError, Built, Reference, Start};
use crate::sim::language::Language;
use crate::sim::world::Actor;
use serde_json::Value;
use std::fmt;
use std::sync::Arc;

/// The version of what is written. Older ones are read for ever.
const VERSION: u32 = 1;

/// Decisions that are taken from a text, at most.
const LONGEST: usize = 2_000_000;

/// A session to be kept: decisions, branches and the cursor; of the start only its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saved {
    version: u32,
    start: Reference,
    branches: Vec<SavedBranch>,
    branch: usize,
    at: usize,
    event: Option<u64>,
    grain: Grain,
    markers: Vec<SavedMarker>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct SavedBranch {
    parent: Option<usize>,
    /// How many decisions it shares with its parent.
    fork: usize,
    decisions: Vec<SavedDecision>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum SavedDecision {
    Submit(u8, Intent),
    Cancel(u8),
    AddClient,
    Background(bool),
    /// A client did so many atoms.
    Client(u8, u32),
    /// A job did so many atoms.
    Job(u32, u32),
    /// A client did at most so many atoms as one step.
    Burst(u8, u32),
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct SavedMarker {
    branch: usize,
    at: usize,
    name: String,
}

plain!(struct Saved { version, start, branches, branch, at, event, grain, markers });
plain!(struct SavedBranch { parent, fork, decisions });
plain!(
    enum SavedDecision {
        Submit(client, intent),
        Cancel(client),
        AddClient,
        Background(on),
        Client(client, atoms),
        Job(job, atoms),
        Burst(client, atoms),
    }
);
plain!(struct SavedMarker { branch, at, name });

impl Saved {
    /// What the session started from.
    pub fn reference(&self) -> &Reference {
        &self.start
    }

    /// As JSON.
    pub fn to_text(&self) -> String {
        plain::to_text(self)
    }

    /// Whether there are scripts in it, so that it can be restored only where their language is there.
    pub fn has_scripts(&self) -> bool {
        let script = |decision: &SavedDecision| matches!(decision, SavedDecision::Submit(_, Intent::Script { .. }));
        self.branches.iter().any(|branch| branch.decisions.iter().any(script))
    }

    /// From JSON.
    ///
    /// # Errors
    /// Where it is not a session, or one of a newer version.
    pub fn from_text(text: &str) -> Result<Self, RestoreError> {
        let unreadable = |why: &str| RestoreError::Unreadable(why.to_owned());
        let value: Value = serde_json::from_str(text).map_err(|error| unreadable(&error.to_string()))?;
        let version = value.get(0).and_then(Value::as_i64).and_then(|version| u32::try_from(version).ok());
        match version {
            None => Err(unreadable("it names no version")),
            Some(newer) if newer > VERSION => Err(RestoreError::Newer(newer)),
            Some(_) => Self::read(value).ok_or_else(|| unreadable("its parts are not those of a session")),
        }
    }
}

/// Why a session cannot be restored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RestoreError {
    /// It is not the text of a session.
    Unreadable(String),
    /// It was kept by a newer version.
    Newer(u32),
    /// It starts from a file, which has to be imported first.
    NeedsImport,
    /// There is no such scenario.
    UnknownScenario,
    /// Its start cannot be made.
    Build(BuildError),
    /// A decision is not possible where it stands; its number on its branch, counted from 1.
    Impossible(usize),
}

impl fmt::Display for RestoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(why) => write!(f, "This is not a saved session ({why})."),
            Self::Newer(version) => {
                write!(f, "This session was saved by a newer version ({version}). Reload the page.")
            }
            Self::NeedsImport => f.write_str("This session starts from a file: import the file first."),
            Self::UnknownScenario => f.write_str("This session starts from data that this version does not have."),
            Self::Build(error) => write!(f, "The data this session starts from cannot be made: {error}."),
            Self::Impossible(decision) => write!(f, "Decision {decision} of this session is not possible there."),
        }
    }
}

impl std::error::Error for RestoreError {}

/// Decisions with atoms of one actor taken together.
fn pack<'a>(decisions: impl Iterator<Item = &'a Decision>) -> Vec<SavedDecision> {
    let mut packed = Vec::new();
    for decision in decisions {
        match (decision, packed.last_mut()) {
            (Decision::Step(Actor::Client(client)), Some(SavedDecision::Client(last, times))) if client == last => {
                *times += 1;
            }
            (Decision::Step(Actor::Job(job)), Some(SavedDecision::Job(last, times))) if job == last => *times += 1,
            _ => packed.push(match decision {
                Decision::Submit(client, intent) => SavedDecision::Submit(*client, (**intent).clone()),
                Decision::Cancel(client) => SavedDecision::Cancel(*client),
                Decision::AddClient => SavedDecision::AddClient,
                Decision::Background(background) => SavedDecision::Background(*background),
                Decision::Step(Actor::Client(client)) => SavedDecision::Client(*client, 1),
                Decision::Step(Actor::Job(job)) => SavedDecision::Job(*job, 1),
                Decision::Burst(client, atoms) => SavedDecision::Burst(*client, *atoms),
            }),
        }
    }
    packed
}

impl SavedDecision {
    fn unpack(&self) -> (Decision, u32) {
        match self {
            Self::Submit(client, intent) => (Decision::Submit(*client, Arc::new(intent.clone())), 1),
            Self::Cancel(client) => (Decision::Cancel(*client), 1),
            Self::AddClient => (Decision::AddClient, 1),
            Self::Background(background) => (Decision::Background(*background), 1),
            Self::Client(client, times) => (Decision::Step(Actor::Client(*client)), *times),
            Self::Job(job, times) => (Decision::Step(Actor::Job(*job)), *times),
            Self::Burst(client, atoms) => (Decision::Burst(*client, *atoms), 1),
        }
    }
}

impl Session {
    /// Everything but the start's data, to be kept.
    pub fn save(&self) -> Saved {
        let log = &self.log;
        let branches = log.branches().iter().map(|branch| {
            let fork = log.node(branch.fork).index;
            let way = log.way(branch.tip);
            let own = way.iter().skip(fork + 1).filter_map(|id| log.node(*id).decision.as_ref());
            SavedBranch { parent: branch.parent, fork, decisions: pack(own) }
        });
        let markers = self.markers.iter().filter_map(|marker| {
            let at = log.node(marker.node).index;
            let on = |branch: &crate::log::Branch| log.way(branch.tip).get(at) == Some(&marker.node);
            let branch = log.branches().iter().position(on)?;
            Some(SavedMarker { branch, at, name: marker.name.clone() })
        });
        Saved {
            version: VERSION,
            start: self.start.reference.clone(),
            branches: branches.collect(),
            branch: log.branch(),
            at: log.at(),
            event: log.event(),
            grain: self.grain,
            markers: markers.collect(),
        }
    }

    /// The session that was kept, on a scenario.
    ///
    /// # Errors
    /// Why it cannot be.
    pub fn restore(saved: &Saved, language: Option<&'static Language>) -> Result<Self, RestoreError> {
        let Reference::Scenario(id) = saved.reference() else { return Err(RestoreError::NeedsImport) };
        let start = scenario::start(id).ok_or(RestoreError::UnknownScenario)?;
        let built = start.build().finish().map_err(RestoreError::Build)?;
        Self::restore_on(saved, start, built, language)
    }

    /// The session that was kept, on a start that was made before.
    ///
    /// # Errors
    /// Why it cannot be.
    pub fn restore_on(
        saved: &Saved,
        start: Start,
        built: Built,
        language: Option<&'static Language>,
    ) -> Result<Self, RestoreError> {
        let mut session = Self::from_built(start, built);
        if let Some(language) = language {
            session.speak(language);
        }
        let mut budget = LONGEST;
        for (index, branch) in saved.branches.iter().enumerate() {
            session.grow(index, branch, &mut budget)?;
        }
        for SavedMarker { branch, at, name } in &saved.markers {
            let branch = session.log.branches().get(*branch).ok_or(RestoreError::Impossible(*at))?;
            let node = *session.log.way(branch.tip).get(*at).ok_or(RestoreError::Impossible(*at))?;
            session.markers.push(Marker { node, name: name.clone() });
        }
        if saved.branch >= session.log.branches().len() {
            return Err(RestoreError::Impossible(saved.at));
        }
        session.grain = saved.grain;
        session.log.switch(saved.branch);
        session.log.go(saved.at, saved.event, saved.grain);
        Ok(session)
    }

    /// Takes the decisions of a branch, which begins where it leaves its parent.
    fn grow(&mut self, index: usize, branch: &SavedBranch, budget: &mut usize) -> Result<(), RestoreError> {
        match branch.parent {
            None if index == 0 && branch.fork == 0 => {}
            Some(parent) if parent < index && !branch.decisions.is_empty() => {
                self.log.switch(parent);
                if branch.fork >= self.log.len() {
                    return Err(RestoreError::Impossible(branch.fork));
                }
                self.log.go(branch.fork, None, Grain::Cell);
            }
            _ => return Err(RestoreError::Impossible(branch.fork)),
        }
        for (decision, times) in branch.decisions.iter().map(SavedDecision::unpack) {
            for _ in 0..times {
                let number = self.log.at() + 1;
                *budget = budget.checked_sub(1).ok_or(RestoreError::Impossible(number))?;
                match self.log.decide(decision.clone(), Grain::Cell) {
                    Ok(true) if self.log.branch() == index => {}
                    _ => return Err(RestoreError::Impossible(number)),
                }
            }
        }
        Ok(())
    }
}
