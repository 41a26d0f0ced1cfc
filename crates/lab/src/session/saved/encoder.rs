//! Packs the decisions of a log, once or again and again while it grows: then only what is new is looked at.

use super::pack::Packer;
use super::{Needs, to_json, v1};
use crate::log::{Log, Node};

/// Decisions as JSON, with a comma after each.
#[derive(Clone, Debug, Default)]
pub(super) struct Text(String);

impl Text {
    /// The decisions with commas between them, as the content of a JSON list.
    pub(super) fn list(&self) -> &str {
        self.0.strip_suffix(',').unwrap_or_default()
    }

    fn push(&mut self, decision: &v1::Decision) {
        self.0.extend([&to_json(decision), ","]);
    }
}

/// The decisions of a log, packed as far as they were read. Decisions are never changed, and none is taken out of a log, so
/// that what was packed stays true. Only where runs end at a place that the reader chose is decided anew each time.
#[derive(Clone, Debug, Default)]
pub(in crate::session) struct Encoder {
    branches: Vec<Packed>,
    /// On which branch each decision is a new one, by its number in the log.
    owners: Vec<usize>,
    /// The parts of the program without which these decisions cannot be made again.
    pub(super) needs: Needs,
}

/// The packed decisions of one branch, without those that an earlier branch has too.
#[derive(Clone, Debug, Default)]
struct Packed {
    /// The last decision that was read.
    read: u32,
    /// The packed decisions, without the run that has no end yet.
    all: Text,
    /// Of each packed one: the place in the branch of the last decision in it, and where `all` ends with it.
    ends: Vec<(usize, usize)>,
    /// The run that has no end yet.
    packer: Packer,
}

impl Encoder {
    /// Reads what was decided since the last time.
    pub(super) fn read(&mut self, log: &Log) {
        for (number, branch) in log.branches().iter().enumerate() {
            if self.branches.len() == number {
                self.branches.push(Packed { read: branch.fork, ..Packed::default() });
            }
            let packed = &mut self.branches[number];
            for id in log.way(Some(packed.read), branch.tip) {
                packed.add(log.node(id), &mut self.needs);
                let length = self.owners.len().max(id as usize + 1);
                self.owners.resize(length, 0);
                self.owners[id as usize] = number;
            }
            packed.read = branch.tip;
        }
    }

    /// The first branch that has this decision.
    pub(super) fn owner(&self, id: u32) -> usize {
        self.owners.get(id as usize).copied().unwrap_or(0)
    }

    /// The packed decisions of a branch, where runs end at these decisions of its own, too, which are in their order; and how
    /// many packed ones there are up to each of them.
    pub(super) fn cut(&self, log: &Log, branch: usize, places: &[u32]) -> (Text, Vec<usize>) {
        let (packed, fork) = (&self.branches[branch], log.branches()[branch].fork);
        let index = |id: u32| log.node(id).index;
        let mut cut = Cut { all: Text::default(), count: 0, taken: 0 };
        let mut counts = Vec::new();
        let mut own = None;
        let mut left = places;
        while let Some(first) = left.first() {
            let at = packed.ends.partition_point(|(end, _)| *end < index(*first));
            let last = packed.ends.get(at).map_or(index(packed.read), |(end, _)| *end);
            let (here, rest) = left.split_at(left.partition_point(|id| index(*id) <= last));
            left = rest;
            if here.len() == 1 && index(*first) == last {
                cut.take(packed, at + 1);
                counts.push(cut.count);
                continue;
            }
            cut.take(packed, at);
            let before = at.checked_sub(1).map_or(index(fork), |before| packed.ends[before].0);
            let own = own.get_or_insert_with(|| log.way(Some(fork), packed.read));
            let mut packer = Packer::default();
            for id in &own[before - index(fork)..last - index(fork)] {
                let node = log.node(*id);
                let single = node.decision.as_ref().and_then(|decision| packer.add(decision, node.fact.as_deref()));
                cut.push(single);
                if here.contains(id) {
                    cut.push(packer.cut());
                    counts.push(cut.count);
                }
            }
            cut.push(packer.cut());
            cut.taken = at + 1;
        }
        cut.take(packed, packed.ends.len() + 1);
        (cut.all, counts)
    }
}

/// A copy of packed decisions that is being put together, in which runs end at chosen places.
struct Cut {
    all: Text,
    /// How many decisions it has so far.
    count: usize,
    /// How many of the branch's packed ones they stand for; the run that has no end yet is one more.
    taken: usize,
}

impl Cut {
    /// Takes those of the branch before this place that were not taken yet.
    fn take(&mut self, packed: &Packed, to: usize) {
        let place = |number: usize| number.checked_sub(1).map_or(0, |before| packed.ends[before].1);
        let (from, whole) = (self.taken, to.min(packed.ends.len()));
        if from < whole {
            self.all.0.push_str(&packed.all.0[place(from)..place(whole)]);
            self.count += whole - from;
        }
        if from.max(whole) < to {
            self.push(packed.packer.clone().cut());
        }
        self.taken = to;
    }

    fn push(&mut self, decision: Option<v1::Decision>) {
        if let Some(decision) = decision {
            self.all.push(&decision);
            self.count += 1;
        }
    }
}

impl Packed {
    fn add(&mut self, node: &Node, needs: &mut Needs) {
        let Some(decision) = &node.decision else { return };
        let before = self.packer.ends(decision);
        self.push(before, node.index - 1);
        let single = self.packer.add(decision, node.fact.as_deref());
        *needs = single.iter().fold(*needs, Needs::and);
        self.push(single, node.index);
    }

    fn push(&mut self, decision: Option<v1::Decision>, last: usize) {
        if let Some(decision) = decision {
            self.all.push(&decision);
            self.ends.push((last, self.all.0.len()));
        }
    }
}
