//! Which regions the balancer would move, and where to.
//!
//! Source: `StochasticLoadBalancer`, `RegionCountSkewCostFunction`, `TableSkewCostFunction`, `MoveCostFunction`,
//! `DoubleArrayCost`.

/// What an uneven number of regions weighs (`hbase.master.balancer.stochastic.regionCountCost`).
const COUNT_WEIGHT: f64 = 500.0;
/// What tables that are spread unevenly weigh (`….tableSkewCost`).
const TABLE_WEIGHT: f64 = 35.0;
/// What a move weighs (`….moveCost`).
const MOVE_WEIGHT: f64 = 7.0;
/// The weights of all of HBase's costs, also of those that are not counted here: locality 25 and 15, and four loads of 5.
const ALL_WEIGHTS: f64 = COUNT_WEIGHT + TABLE_WEIGHT + MOVE_WEIGHT + 60.0;
/// An imbalance below this is left as it is (`….minCostNeedBalance`).
const LEAST: f64 = 0.025;
/// How far the regions of a server may be from the average (`hbase.regions.slop`).
const SLOP: f64 = 0.2;

/// Where a region is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Assignment {
    /// Number of its table, from 0.
    pub table: usize,
    /// Number of its server, from 0.
    pub server: usize,
}

/// A region that is to be moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Its place in the list of regions.
    pub region: usize,
    /// Number of the server it moves to.
    pub to: usize,
}

/// How unbalanced regions are once these moves are made: 0 for as evenly spread as can be, and less than 1. It is the
/// weighted mean of all costs, and a move costs too.
pub fn imbalance_after(servers: usize, regions: &[Assignment], moves: &[Move]) -> f64 {
    let mut spread = Spread::new(servers, regions);
    for &one in moves {
        spread.shift(one);
    }
    spread.cost() / ALL_WEIGHTS
}

/// The moves that make it cheaper, in the order of regions; none where it is balanced well enough.
///
/// Deviation "balancer-steepest": where HBase tries moves and exchanges by chance and keeps those that make it cheaper,
/// this takes the best of all until none is left.
pub fn plan(servers: usize, regions: &[Assignment]) -> Vec<Move> {
    let mut spread = Spread::new(servers, regions);
    if !spread.needs_balance() {
        return Vec::new();
    }
    while spread.improve() {}
    let moved = regions.iter().zip(&spread.now).enumerate().filter(|(_, (before, now))| before.server != **now);
    moved.map(|(region, (_, &to))| Move { region, to }).collect()
}

/// The regions while moves are tried: on which server each is now.
struct Spread<'a> {
    regions: &'a [Assignment],
    /// The server of each region.
    now: Vec<usize>,
    moves: usize,
    /// How many regions each server has.
    counts: Vec<usize>,
    /// How many regions of each table each server has.
    tables: Vec<Vec<usize>>,
}

impl<'a> Spread<'a> {
    fn new(servers: usize, regions: &'a [Assignment]) -> Self {
        let tables = regions.iter().map(|region| region.table + 1).max().unwrap_or(0);
        let mut spread = Self {
            regions,
            now: regions.iter().map(|region| region.server).collect(),
            moves: 0,
            counts: vec![0; servers],
            tables: vec![vec![0; servers]; tables],
        };
        for region in regions {
            spread.counts[region.server] += 1;
            spread.tables[region.table][region.server] += 1;
        }
        spread
    }

    fn cost(&self) -> f64 {
        let tables: f64 = self.tables.iter().map(|counts| skew(counts)).sum();
        let moved = self.moves as f64 / self.regions.len().max(1) as f64;
        COUNT_WEIGHT * skew(&self.counts) + TABLE_WEIGHT * tables + MOVE_WEIGHT * moved
    }

    /// Source: `StochasticLoadBalancer.needsBalance`, `BaseLoadBalancer.idleRegionServerExist`,
    /// `sloppyRegionServerExist`.
    fn needs_balance(&self) -> bool {
        let (Some(&least), Some(&most)) = (self.counts.iter().min(), self.counts.iter().max()) else { return false };
        if self.counts.len() < 2 {
            return false;
        }
        let average = self.regions.len() as f64 / self.counts.len() as f64;
        let is_idle = least == 0 && most > 1;
        let (floor, ceiling) = ((average * (1.0 - SLOP)).floor(), (average * (1.0 + SLOP)).ceil());
        is_idle || most as f64 > ceiling || (least as f64) < floor || self.cost() / ALL_WEIGHTS >= LEAST
    }

    /// Makes the best move or exchange; `false` if none makes it cheaper.
    fn improve(&mut self) -> bool {
        let before = self.cost();
        let mut best = (before - 1e-9, None);
        let single = self.candidates();
        for &first in &single {
            let back = self.shift(first);
            best = cheaper(best, self.cost(), (first, None));
            for &second in &single {
                // An exchange of two regions of one table gains nothing.
                let is_exchange = self.now[second.region] == first.to && second.to == back.to;
                if is_exchange && self.table(second.region) != self.table(first.region) {
                    let again = self.shift(second);
                    best = cheaper(best, self.cost(), (first, Some(second)));
                    self.shift(again);
                }
            }
            self.shift(back);
        }
        let Some((first, second)) = best.1 else { return false };
        self.shift(first);
        if let Some(second) = second {
            self.shift(second);
        }
        true
    }

    /// One move for each table, server and target. Of the regions of a table on a server one that comes home goes first,
    /// then one that is not at home.
    fn candidates(&self) -> Vec<Move> {
        let servers = self.counts.len();
        let mut found: Vec<Option<(usize, Move)>> = vec![None; self.tables.len() * servers * servers];
        for (region, (place, &from)) in self.regions.iter().zip(&self.now).enumerate() {
            for to in (0..servers).filter(|&to| to != from) {
                let rank = if place.server == to { 0 } else { 1 + usize::from(place.server == from) };
                let slot = &mut found[(place.table * servers + from) * servers + to];
                if slot.is_none_or(|(other, _)| rank < other) {
                    *slot = Some((rank, Move { region, to }));
                }
            }
        }
        found.into_iter().flatten().map(|(_, candidate)| candidate).collect()
    }

    fn table(&self, region: usize) -> usize {
        self.regions[region].table
    }

    /// Makes a move, and returns the one that undoes it.
    fn shift(&mut self, Move { region, to }: Move) -> Move {
        let (from, home) = (self.now[region], self.regions[region].server);
        let table = &mut self.tables[self.regions[region].table];
        self.counts[from] -= 1;
        table[from] -= 1;
        self.counts[to] += 1;
        table[to] += 1;
        self.moves = self.moves + usize::from(to != home) - usize::from(from != home);
        self.now[region] = to;
        Move { region, to: from }
    }
}

type Moves = (Move, Option<Move>);

fn cheaper(best: (f64, Option<Moves>), cost: f64, step: Moves) -> (f64, Option<Moves>) {
    if cost < best.0 { (cost, Some(step)) } else { best }
}

/// How unevenly so much is spread: 0 for as evenly as can be, 1 for everything in one place.
///
/// Source: `DoubleArrayCost.computeCost`, `CostFunction.scale`.
fn skew(counts: &[usize]) -> f64 {
    let (total, places) = (counts.iter().sum::<usize>(), counts.len());
    if places == 0 {
        return 0.0;
    }
    let mean = total as f64 / places as f64;
    let off = |count: usize| (count as f64 - mean).powi(2);
    let (low, high) = (total / places, total % places);
    let least = (high as f64 * off(low + 1) + (places - high) as f64 * off(low)).sqrt();
    let most = (off(total) + (places - 1) as f64 * off(0)).sqrt();
    let now = counts.iter().map(|&count| off(count)).sum::<f64>().sqrt();
    let tiny = f64::EPSILON * most;
    if most - least <= tiny || now - least <= tiny { 0.0 } else { ((now - least) / (most - least)).clamp(0.0, 1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn regions(servers: &[usize]) -> Vec<Assignment> {
        servers.iter().map(|&server| Assignment { table: 0, server }).collect()
    }

    fn after(servers: usize, regions: &[Assignment]) -> Vec<usize> {
        let mut counts = vec![0; servers];
        regions.iter().for_each(|region| counts[region.server] += 1);
        for step in plan(servers, regions) {
            counts[regions[step.region].server] -= 1;
            counts[step.to] += 1;
        }
        counts
    }

    #[test]
    fn every_server_gets_as_many_with_as_few_moves_as_can_be() {
        let all = regions(&[0; 7]);
        assert_eq!(after(3, &all).iter().max(), Some(&3));
        assert_eq!(plan(3, &all).len(), 4, "three stay");
        assert_eq!(after(3, &regions(&[0, 1, 2, 0, 1, 2])), [2, 2, 2]);
    }

    #[test]
    fn what_is_even_is_left_alone() {
        assert_eq!(plan(3, &regions(&[0, 1, 2, 0])), []);
        assert_eq!(plan(1, &regions(&[0, 0, 0])), []);
        assert_eq!(plan(2, &[]), []);
        assert_eq!(plan(0, &[]), []);
    }

    #[test]
    fn a_single_region_has_no_better_place() {
        assert_eq!(plan(2, &regions(&[0])), []);
    }

    #[test]
    fn tables_are_spread_each_for_itself() {
        let split = [0, 0, 1, 1].map(|at| Assignment { table: at, server: at });
        let now = Spread::new(2, &split);
        assert_eq!(skew(&now.counts), 0.0);
        assert!(now.cost() > 0.0);
        assert_eq!(plan(2, &split).len(), 2, "an exchange");
    }
}
