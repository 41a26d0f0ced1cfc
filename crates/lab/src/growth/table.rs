//! A table that grows: its regions, where they begin, and which server has them.

use super::measure::{Measure, Point};
use super::report::Report;
use super::track::Rules;
use splitpoint_model::policy::split::SplitRestriction;
use std::collections::BTreeSet;

/// A region.
pub(super) struct Region {
    pub(super) from: Point,
    /// The key at which it begins.
    pub(super) start: Vec<u8>,
    pub(super) to: Point,
    pub(super) server: usize,
    /// How many rows will lie before it.
    pub(super) place: f64,
    /// The region that follows it in the order of keys; `None` for the last.
    after: Option<usize>,
    /// Regions are numbered in the order in which they are made; a daughter that takes its parent's place gets a new
    /// number.
    pub(super) made: u64,
}

/// The regions of a table.
pub(super) struct Table {
    pub(super) rules: Rules,
    pub(super) restriction: SplitRestriction,
    pub(super) measure: Measure,
    /// How many rows will be in it.
    pub(super) rows: f64,
    pub(super) regions: Vec<Region>,
    /// How many regions each server has.
    pub(super) servers: Vec<u64>,
    /// The number of regions of each server with its place, ascending: the first has the fewest.
    loads: BTreeSet<(u64, usize)>,
    /// The splits in their order: the number of the row that caused each, and the point and the key of the cut.
    pub(super) splits: Vec<(f64, Point, Vec<u8>)>,
    /// Bytes that flushes and compactions wrote.
    pub(super) flushed: f64,
    pub(super) compacted: f64,
    made: u64,
}

impl Table {
    /// A table without regions yet.
    pub(super) fn new(
        rules: Rules,
        restriction: SplitRestriction,
        measure: Measure,
        rows: f64,
        servers: usize,
    ) -> Self {
        Self {
            rules,
            restriction,
            measure,
            rows,
            regions: Vec::new(),
            servers: vec![0; servers],
            loads: (0..servers).map(|server| (0, server)).collect(),
            splits: Vec::new(),
            flushed: 0.0,
            compacted: 0.0,
            made: 0,
        }
    }

    /// Cuts it at these keys, in order, before its first row.
    pub(super) fn cut(&mut self, cuts: &[Vec<u8>]) {
        let mut from = (Point::default(), Vec::new());
        for at in 0..=cuts.len() {
            let to = cuts.get(at).map_or_else(|| self.measure.end(), |cut| self.measure.point(cut));
            let (point, start) = std::mem::replace(&mut from, (to.clone(), cuts.get(at).cloned().unwrap_or_default()));
            let after = (at < cuts.len()).then_some(at + 1);
            self.add((point, to), start, at % self.servers.len(), after);
        }
    }

    fn add(&mut self, (from, to): (Point, Point), start: Vec<u8>, server: usize, after: Option<usize>) {
        let place = self.place(&from);
        self.made += 1;
        self.loads.remove(&(self.servers[server], server));
        self.servers[server] += 1;
        self.loads.insert((self.servers[server], server));
        self.regions.push(Region { from, start, to, server, place, after, made: self.made });
    }

    /// How many rows will lie before a point.
    pub(super) fn place(&self, point: &Point) -> f64 {
        self.measure.below(point, (0.0, self.rows))
    }

    /// How many rows will lie before the end of a region.
    pub(super) fn end(&self, region: &Region) -> f64 {
        region.after.map_or(self.rows, |after| self.regions[after].place)
    }

    /// Whether it has so many regions that no more are made, whatever the plan says.
    pub(super) fn is_full(&self) -> bool {
        self.regions.len() >= Report::MOST
    }

    /// The size in bytes above which regions of this server are split.
    pub(super) fn limit(&self, server: usize) -> u64 {
        self.rules.limit(self.servers[server])
    }

    /// What policy and restriction leave of a key at which a region would be cut.
    pub(super) fn shortened<'a>(&self, key: &'a [u8]) -> &'a [u8] {
        self.restriction.cut(self.rules.policy.cut(key))
    }

    /// Splits a region with a row at a key. The lower daughter takes its place, also on its server; says which the upper
    /// one is, which goes to the server with fewest regions.
    pub(super) fn divide(&mut self, region: usize, row: f64, key: Vec<u8>) -> usize {
        let point = self.measure.point(&key);
        self.divide_at(region, row, point, key)
    }

    /// As [`divide`](Self::divide), where the point of the key is already known.
    pub(super) fn divide_at(&mut self, region: usize, row: f64, point: Point, key: Vec<u8>) -> usize {
        self.made += 1;
        let new = self.regions.len();
        let lower = &mut self.regions[region];
        lower.made = self.made;
        let to = std::mem::replace(&mut lower.to, point.clone());
        let (after, home) = (lower.after.replace(new), lower.server);
        self.splits.push((row, point.clone(), key.clone()));
        self.add((point, to), key, self.least(home), after);
        new
    }

    /// The server with fewest regions, which is `home` where none has fewer.
    fn least(&self, home: usize) -> usize {
        match self.loads.first() {
            Some((least, server)) if *least < self.servers[home] => *server,
            _ => home,
        }
    }

    /// The shares of the writes of a window by regions: how they lie now.
    pub(super) fn shares(&self, window: (f64, f64)) -> Vec<f64> {
        // The rows before the end of a region are those before the start of the next, so each is computed once.
        let all = window.1 - window.0;
        let below: Vec<f64> = self.regions.iter().map(|region| self.measure.below(&region.from, window)).collect();
        let end = |region: &Region| region.after.map_or(all, |after| below[after]);
        self.regions.iter().zip(&below).map(|(region, start)| (end(region) - start).max(0.0) / all).collect()
    }

    /// The last rows before one: fewer than a region holds, or a front would be in several.
    pub(super) fn moment(&self, until: f64) -> (f64, f64) {
        (until - (until / self.regions.len() as f64 / 50.0).max(1.0), until)
    }

    /// The greatest share of a region, and of a server.
    pub(super) fn hottest(&self, shares: &[f64]) -> (f64, f64) {
        let mut servers = vec![0.0; self.servers.len()];
        for (region, share) in self.regions.iter().zip(shares) {
            servers[region.server] += share;
        }
        let most = |shares: &[f64]| shares.iter().copied().fold(0.0, f64::max);
        (most(shares), most(&servers))
    }
}
