//! From a session to what is kept of it.

use super::{Saved, VERSION, v1};
use crate::log::{Decision, Fact};
use crate::scenario::Reference;
use crate::session::Session;
use crate::sim::world::{Actor, Burst, JobName, Upshot};
use splitpoint_model::map::Map;
use std::fmt::Write;
use std::sync::Arc;

impl Session {
    /// The session as it is kept: everything but the data of its start.
    pub fn save(&self) -> Saved {
        let log = &self.log;
        let (cursor, markers) = (log.id(), self.markers.iter().map(|marker| marker.node));
        let forks = log.branches().iter().map(|branch| branch.fork);
        // Where runs end, and how many kept decisions come before.
        let mut places: Map<u32, usize> = forks.chain(markers).chain([cursor]).map(|id| (id, 0)).collect();
        // The branch that each of them is on.
        let mut owners: Map<u32, usize> = Map::from([(0, 0)]);
        let mut branches = Vec::new();
        for (index, branch) in log.branches().iter().enumerate() {
            let after = places.get(&branch.fork).copied().unwrap_or(0);
            let mut packer = Packer::default();
            for id in log.way(branch.tip).into_iter().skip(log.node(branch.fork).index + 1) {
                let node = log.node(id);
                if let Some(decision) = &node.decision {
                    packer.add(decision, node.fact.as_deref());
                }
                if places.contains_key(&id) {
                    packer.cut();
                    places.insert(id, after + packer.decisions.len());
                    owners.insert(id, index);
                }
            }
            packer.cut();
            branches.push(v1::Branch {
                from: branch.parent.unwrap_or(0),
                after,
                name: branch.name.clone(),
                log: packer.decisions,
            });
        }
        let markers = self.markers.iter().map(|marker| v1::Marker {
            branch: owners.get(&marker.node).copied().unwrap_or(0),
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
        Saved { start: self.start.reference.clone(), kept: Arc::new(kept) }
    }
}

/// Takes decisions one after the other, those of one actor in a row as a run.
#[derive(Default)]
struct Packer {
    decisions: Vec<v1::Decision>,
    going: Option<(Actor, Going)>,
}

impl Packer {
    fn add(&mut self, decision: &Decision, fact: Option<&Fact>) {
        if let Decision::Step(actor) = decision {
            if self.going.as_ref().is_none_or(|(other, _)| other != actor) {
                self.cut();
            }
            let (_, going) = self.going.get_or_insert_with(|| (*actor, Going::default()));
            if let Some(fact) = fact {
                going.add(fact);
            }
            return;
        }
        self.cut();
        self.decisions.push(match decision {
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
            Decision::Step(_) => return,
        });
    }

    /// Ends the present run.
    fn cut(&mut self) {
        self.decisions.extend(self.going.take().map(|(actor, going)| going.decision(actor)));
    }
}

/// A run of one actor.
#[derive(Default)]
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
#[derive(Default)]
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
