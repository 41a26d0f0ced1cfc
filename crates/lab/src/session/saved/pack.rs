//! From a session to what is kept of it.

use super::encoder::{Encoder, Text};
use super::{Kept, Record, Saved, VERSION, to_json, v1};
use crate::log::{Decision, Fact};
use crate::scenario::Reference;
use crate::session::Session;
use crate::sim::world::{Actor, Burst, JobName, Upshot};
use splitpoint_model::map::Map;
use std::fmt::Write;

impl Session {
    /// The session as it is kept: everything but the data of its start.
    pub fn save(&self) -> Saved {
        let mut encoder = Encoder::default();
        let text = self.write(&mut encoder);
        Saved { start: self.start.reference.clone(), kept: Kept::Written(text.into(), encoder.needs) }
    }

    /// The text of [`save`](Self::save). What an earlier call has written is remembered, so that a step more costs the same in a
    /// long session as in a short one, but for the copy of the text.
    pub fn save_text(&self) -> String {
        self.write(&mut self.encoder.borrow_mut())
    }

    fn write(&self, encoder: &mut Encoder) -> String {
        let (kept, logs) = self.pack(encoder);
        let frame = to_json(&kept);
        // Quotes within a string are escaped: this stands nowhere but where a list of decisions does.
        let mut frame = frame.split(EMPTY);
        let mut text = frame.next().unwrap_or_default().to_owned();
        for (log, after) in logs.iter().zip(frame) {
            text.extend([BEGIN, log.list(), END, after]);
        }
        text
    }

    /// What is kept, but for the decisions, and those of each branch.
    fn pack(&self, encoder: &mut Encoder) -> (Record, Vec<Text>) {
        let log = &self.log;
        encoder.read(log);
        let (cursor, markers) = (log.id(), self.markers.iter().map(|marker| marker.node));
        // Where runs end, too, and how many kept decisions come before.
        let forks = log.branches().iter().map(|branch| branch.fork);
        let mut places: Map<u32, usize> = forks.chain(markers).chain([cursor]).map(|id| (id, 0)).collect();
        let mut wanted: Map<usize, Vec<u32>> = Map::new();
        // A decision has a larger number than those before it, so that these are in their order on each branch.
        for id in places.keys().filter(|id| **id != 0) {
            wanted.get_or_default(encoder.owner(*id)).push(*id);
        }
        let (mut branches, mut logs) = (Vec::new(), Vec::new());
        for (index, branch) in log.branches().iter().enumerate() {
            let after = places.get(&branch.fork).copied().unwrap_or(0);
            let own = wanted.get(&index).map_or(&[][..], Vec::as_slice);
            let (decisions, counts) = encoder.cut(log, index, own);
            for (id, count) in own.iter().zip(counts) {
                places.insert(*id, after + count);
            }
            let (from, name) = (branch.parent.unwrap_or(0), branch.name.clone());
            branches.push(v1::Branch { from, after, name, log: Vec::new() });
            logs.push(decisions);
        }
        let markers = self.markers.iter().map(|marker| v1::Marker {
            branch: encoder.owner(marker.node),
            after: places.get(&marker.node).copied().unwrap_or(0),
            event: marker.event,
            name: marker.name.clone(),
        });
        let must = self.musts.iter().map(|must| v1::Must { name: must.name.clone(), promise: must.text.clone() });
        let (example, file) = match &self.start.reference {
            Reference::Scenario(id) | Reference::Sandbox(id) => (Some(id.clone()), None),
            Reference::Import(name) => (None, Some(name.clone())),
        };
        let sandbox = matches!(self.start.reference, Reference::Sandbox(_));
        let at_end = log.at() == log.len();
        let first = branches.remove(0);
        let kept = v1::SessionRecord {
            version: VERSION,
            example,
            sandbox,
            file,
            log: first.log,
            name: first.name,
            branches,
            branch: log.branch(),
            after: if at_end { None } else { places.get(&cursor).copied() },
            event: log.event(),
            grain: self.grain.into(),
            markers: markers.collect(),
            must: must.collect(),
        };
        (kept, logs)
    }
}

/// A branch without decisions, as it stands in the text, and what stands before and after those of others.
const EMPTY: &str = "\"log\":[]";
const BEGIN: &str = "\"log\":[";
const END: &str = "]";

/// Takes decisions one after the other, those of one actor in a row as a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Packer(Option<(Actor, Going)>);

impl Packer {
    /// The run that comes to its end before this decision, since that is no step of the same actor. To be asked before the
    /// decision is [added](Self::add).
    pub(super) fn ends(&mut self, decision: &Decision) -> Option<v1::Decision> {
        let goes_on = matches!((decision, &self.0), (Decision::Step(actor), Some((other, _))) if actor == other);
        if goes_on { None } else { self.cut() }
    }

    /// Takes a decision that goes on with the present run or begins one; any other is handed on by itself.
    pub(super) fn add(&mut self, decision: &Decision, fact: Option<&Fact>) -> Option<v1::Decision> {
        Some(match decision {
            Decision::Step(actor) => {
                let (_, going) = self.0.get_or_insert_with(|| (*actor, Going::default()));
                fact.into_iter().for_each(|fact| going.add(fact));
                return None;
            }
            Decision::Submit(client, intent) => v1::Decision::of(*client, (**intent).clone().into()),
            Decision::Cancel(client) => v1::Decision::of(*client, v1::Deed::Cancel),
            Decision::AddClient => v1::Decision::Join,
            Decision::Background(background) => v1::Decision::Background(*background),
            Decision::Burst(client, burst) => {
                let (commands, atoms) = match (fact.and_then(|fact| fact.upshot.as_deref()), burst) {
                    (Some(Upshot::Burst { commands, atoms }), _) | (_, Burst::Exactly { commands, atoms }) => {
                        (*commands, *atoms)
                    }
                    (_, Burst::About(atoms)) => (0, *atoms),
                };
                v1::Decision::of(*client, v1::Deed::Burst(v1::Burst { commands, atoms }))
            }
        })
    }

    /// Ends the present run, and hands it on.
    pub(super) fn cut(&mut self) -> Option<v1::Decision> {
        self.0.take().map(|(actor, going)| going.decision(actor))
    }
}

/// A run of one actor.
#[derive(Clone, Debug, Default)]
struct Going {
    job: Option<JobName>,
    operations: u32,
    calls: u32,
    /// Atoms since the last end of a round trip.
    atoms: Vec<&'static str>,
    got: Got,
}

impl Going {
    fn add(&mut self, fact: &Fact) {
        if self.job.is_none() {
            self.job = fact.job.as_deref().cloned();
        }
        if let Some(upshot) = &fact.upshot {
            self.got.add(upshot);
        }
        if fact.over {
            self.operations += 1;
            self.calls = 0;
            self.atoms.clear();
        } else if fact.ends_call && matches!(fact.actor, Actor::Client(_)) {
            self.calls += 1;
            self.atoms.clear();
        } else {
            self.atoms.push(fact.atom);
        }
    }

    fn decision(self, actor: Actor) -> v1::Decision {
        let to = self.atoms.last().copied().unwrap_or_default();
        let same = self.atoms.iter().filter(|atom| **atom == to).count();
        let run = v1::Run {
            ops: self.operations,
            calls: self.calls,
            to: to.to_owned(),
            again: u32::try_from(same.saturating_sub(1)).unwrap_or(u32::MAX),
            got: self.got.text(),
        };
        match actor {
            Actor::Client(client) => v1::Decision::of(client, v1::Deed::Run(run)),
            Actor::Job(_) => v1::Decision::Job(v1::Job::new(self.job.unwrap_or_default(), run)),
        }
    }
}

/// The results of a run as text: one upshot after the other; the same one n times over as `put done*n`.
#[derive(Clone, Debug, Default)]
pub(super) struct Got {
    text: String,
    last: Option<(Upshot, u32)>,
}

impl Got {
    pub(super) fn add(&mut self, upshot: &Upshot) {
        match &mut self.last {
            Some((last, times)) if last == upshot => *times += 1,
            _ => {
                self.write();
                self.last = Some((upshot.clone(), 1));
            }
        }
    }

    pub(super) fn text(mut self) -> String {
        self.write();
        self.text
    }

    fn write(&mut self) {
        let Some((upshot, times)) = self.last.take() else { return };
        let comma = if self.text.is_empty() { "" } else { "," };
        // Writing to a String cannot fail.
        let _ = write!(self.text, "{comma}{upshot}");
        if times > 1 {
            let _ = write!(self.text, "*{times}");
        }
    }
}

/// The number of the first upshot, counted from 0, from which on two such texts differ.
pub(super) fn first_difference(one: &str, other: &str) -> usize {
    let runs = |text: &str| -> Vec<(String, usize)> {
        let run = |item: &str| match item.rsplit_once('*').map(|(upshot, times)| (upshot, times.parse())) {
            Some((upshot, Ok(times))) => (upshot.to_owned(), times),
            _ => (item.to_owned(), 1),
        };
        text.split(',').filter(|item| !item.is_empty()).map(run).collect()
    };
    let mut before = 0;
    for ((one, times), (other, again)) in runs(one).into_iter().zip(runs(other)) {
        if one != other {
            break;
        }
        before += times.min(again);
        if times != again {
            break;
        }
    }
    before
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_is_found_within_repeats() {
        for (one, other, first) in [
            ("put done", "put true", 0),
            ("put done*3", "put done*2,put true", 2),
            ("scan 1 rows,check true", "scan 1 rows,check false", 1),
            ("a*2,b", "a*2", 2),
            ("", "a", 0),
            ("a*99999999999999999999", "a", 0),
        ] {
            assert_eq!(first_difference(one, other), first, "{one} {other}");
        }
    }
}
