//! The walk over every state that a start can lead to, each once, and what is counted on the way.
//!
//! It goes deep first, with a stack of its own, so that only the states on the way to the present one are kept whole;
//! of all others there is a fingerprint, the number of orders from there to an end, and where the choices lead. It can
//! be left at any state and gone on with, and dropped at any time.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::hash::{BuildHasherDefault, Hasher};

/// A state space: states, and the choices that lead from one to another.
pub(super) trait Space {
    /// A state.
    type State: Clone;
    /// A choice that can be made in a state.
    type Choice: Copy;
    /// The verdict on an end. Ends with equal verdicts are one outcome.
    type Finding: Ord + Clone;

    /// Lists the choices of a state, in an order that is the same in states of one identity. Without choices, orders
    /// end here.
    fn choices(&self, state: &Self::State, choices: &mut Vec<Self::Choice>);
    /// Makes a choice. `None` where it turns out that it cannot be made.
    fn step(&mut self, state: Self::State, choice: Self::Choice) -> Option<Self::State>;
    /// A fingerprint: states with the same one go on alike.
    fn identity(&mut self, state: &Self::State) -> u128;
    /// What is said of a state in which orders end, or to which they come again and again.
    fn judge(&self, state: &Self::State, repeats: bool) -> Self::Finding;
}

/// What is known of one state.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// How many orders lead from here to an end, as far as is known.
    below: u128,
    /// The index of the first of its choices among those of all states.
    first: u32,
    count: u16,
    /// Whether it is still on the stack.
    open: bool,
    /// The number of its verdict, where it is an end.
    end: Option<u32>,
}

/// A choice, by its place among those of its state, and the state it leads to.
#[derive(Clone, Copy, Debug)]
struct Edge {
    to: u32,
    choice: u16,
}

/// An entry of the stack: a state on the way to the present one, with the choices that are left there.
struct Frame<S: Space> {
    /// The state; the last of its choices takes it away.
    state: Option<S::State>,
    node: u32,
    choices: Vec<S::Choice>,
    next: usize,
    edges: Vec<Edge>,
}

/// A hasher that takes fingerprints as they are: they look random already.
#[derive(Clone, Copy, Debug, Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.0 = self.0 << 8 ^ u64::from(*byte));
    }

    fn write_u128(&mut self, key: u128) {
        self.0 = key as u64;
    }
}

/// One outcome: orders that end with the same verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found<V> {
    pub(super) verdict: V,
    /// How many orders end so; `None` where a state can come again on the way, or for more than 2¹²⁸.
    pub(super) orders: Option<u128>,
    /// A shortest of them, by the places of its choices; of several the first in the order of choices.
    pub(super) witness: Vec<u16>,
}

/// The walk through a state space, with what it knows of the states seen so far.
pub(super) struct Walk<S: Space> {
    pub(super) space: S,
    seen: HashMap<u128, u32, BuildHasherDefault<Mixed>>,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// Nodes in the order in which they were finished: each after all nodes that it leads to, except those it leads
    /// back to.
    finished: Vec<u32>,
    stack: Vec<Frame<S>>,
    verdicts: BTreeMap<S::Finding, u32>,
    /// States that repeat on the way, with the numbers of their verdicts.
    repeated: Vec<(u32, u32)>,
    most: usize,
    is_full: bool,
}

impl<S: Space> Walk<S> {
    /// A walk that has looked at the start only, and will look at no more than `most` states.
    pub(super) fn new(space: S, start: S::State, most: usize) -> Self {
        let mut walk = Self {
            space,
            seen: HashMap::default(),
            nodes: Vec::new(),
            edges: Vec::new(),
            finished: Vec::new(),
            stack: Vec::new(),
            verdicts: BTreeMap::new(),
            repeated: Vec::new(),
            most: most.max(1),
            is_full: false,
        };
        let identity = walk.space.identity(&start);
        walk.enter(start, identity);
        walk
    }

    /// How many states have been seen.
    pub(super) fn states(&self) -> usize {
        self.nodes.len()
    }

    /// Whether every state has been seen.
    pub(super) fn is_over(&self) -> bool {
        self.stack.is_empty()
    }

    /// Whether there are more states than it may look at.
    pub(super) fn is_full(&self) -> bool {
        self.is_full
    }

    /// How many orders have been followed to their end.
    pub(super) fn orders(&self) -> u128 {
        match self.nodes.first() {
            Some(start) if self.is_over() => start.below,
            // For each state on the stack: the orders through those of its choices that are finished.
            _ => self.stack.iter().fold(0, |sum, frame| sum.saturating_add(self.below(&frame.edges))),
        }
    }

    fn below(&self, edges: &[Edge]) -> u128 {
        edges.iter().fold(0, |sum: u128, edge| {
            let node = &self.nodes[edge.to as usize];
            if node.open { sum } else { sum.saturating_add(node.below) }
        })
    }

    /// Looks at so many more states, unless it comes to the end or to its limit before.
    pub(super) fn run(&mut self, states: u64) {
        let until = u64::try_from(self.nodes.len()).unwrap_or(u64::MAX).saturating_add(states);
        while (self.nodes.len() as u64) < until && !self.is_full && self.advance() {}
    }

    /// Takes the next choice. `false` where there is none left.
    fn advance(&mut self) -> bool {
        let Some(frame) = self.stack.last_mut() else { return false };
        let Some(&choice) = frame.choices.get(frame.next) else {
            self.leave();
            return true;
        };
        let place = frame.next;
        frame.next += 1;
        let last = frame.next == frame.choices.len();
        let state = if last { frame.state.take() } else { frame.state.clone() };
        let Some(state) = state.and_then(|state| self.space.step(state, choice)) else { return true };
        let identity = self.space.identity(&state);
        let known = self.seen.get(&identity).copied();
        if known.is_none() && self.nodes.len() >= self.most {
            self.is_full = true;
            // The state it came from is gone only if this was its last choice, and nothing is done with it any more.
            return false;
        }
        let to = known.unwrap_or(self.nodes.len() as u32);
        if let Some(frame) = self.stack.last_mut() {
            frame.edges.push(Edge { to, choice: place as u16 });
        }
        match known {
            None => self.enter(state, identity),
            Some(node) if self.nodes[node as usize].open => {
                let verdict = self.verdict(&state, true);
                self.repeated.push((node, verdict));
            }
            Some(_) => {}
        }
        true
    }

    fn verdict(&mut self, state: &S::State, repeats: bool) -> u32 {
        let verdict = self.space.judge(state, repeats);
        let next = self.verdicts.len() as u32;
        *self.verdicts.entry(verdict).or_insert(next)
    }

    fn enter(&mut self, state: S::State, identity: u128) {
        let node = self.nodes.len() as u32;
        self.seen.insert(identity, node);
        let mut choices = Vec::new();
        self.space.choices(&state, &mut choices);
        let end = choices.is_empty().then(|| self.verdict(&state, false));
        let below = u128::from(end.is_some());
        self.nodes.push(Node { below, first: 0, count: 0, open: end.is_none(), end });
        if end.is_some() {
            self.finished.push(node);
        } else {
            self.stack.push(Frame { state: Some(state), node, choices, next: 0, edges: Vec::new() });
        }
    }

    fn leave(&mut self) {
        let Some(frame) = self.stack.pop() else { return };
        let below = self.below(&frame.edges);
        let first = self.edges.len() as u32;
        let node = &mut self.nodes[frame.node as usize];
        (node.below, node.first, node.count, node.open) = (below, first, frame.edges.len() as u16, false);
        self.edges.extend(frame.edges);
        self.finished.push(frame.node);
    }

    /// Where the choices of each node lead, also of those on the stack.
    fn graph(&self) -> Graph<'_> {
        let mut lists: Vec<&[Edge]> = self
            .nodes
            .iter()
            .map(|node| &self.edges[node.first as usize..node.first as usize + usize::from(node.count)])
            .collect();
        for frame in &self.stack {
            lists[frame.node as usize] = &frame.edges;
        }
        let mut order: Vec<u32> = self.stack.iter().map(|frame| frame.node).collect();
        order.extend(self.finished.iter().rev());
        Graph { edges: lists, order }
    }

    /// Every way in which orders end, as far as is known, in the order of verdicts.
    pub(super) fn found(&self) -> Vec<Found<S::Finding>> {
        let graph = self.graph();
        let ways = if self.repeated.is_empty() { graph.ways() } else { graph.ways_round() };
        let paths = Paths::from(&graph, 0);
        let mut orders: Vec<Option<u128>> = vec![Some(0); self.verdicts.len()];
        let mut nearest: Vec<Option<u32>> = vec![None; self.verdicts.len()];
        for &node in &paths.met {
            let Some(end) = self.nodes[node as usize].end else { continue };
            let sum = &mut orders[end as usize];
            *sum = sum.zip(ways[node as usize]).and_then(|(sum, ways)| sum.checked_add(ways));
            nearest[end as usize].get_or_insert(node);
        }
        let mut round: Vec<Option<u32>> = vec![None; self.verdicts.len()];
        for &(node, verdict) in &self.repeated {
            let best = &mut round[verdict as usize];
            let is_nearer = |other: u32| paths.rank[node as usize] < paths.rank[other as usize];
            if best.is_none_or(is_nearer) {
                *best = Some(node);
            }
        }
        let found = self.verdicts.iter().map(|(verdict, &number)| {
            let number = number as usize;
            let mut witness = nearest[number].or(round[number]).map(|node| paths.to(node)).unwrap_or_default();
            if let (None, Some(node)) = (nearest[number], round[number]) {
                witness.extend(graph.round(node));
            }
            Found { verdict: verdict.clone(), orders: orders[number], witness }
        });
        found.collect()
    }
}

/// The states that were seen as a graph, whose edges are choices.
struct Graph<'a> {
    edges: Vec<&'a [Edge]>,
    /// Each node before those it leads to, except those it leads back to.
    order: Vec<u32>,
}

impl Graph<'_> {
    /// In how many ways each node is reached, where nothing repeats. `None`: more than there are numbers.
    fn ways(&self) -> Vec<Option<u128>> {
        let mut ways = vec![Some(0); self.edges.len()];
        ways[0] = Some(1);
        for &node in &self.order {
            self.pass_on(node, &mut ways);
        }
        ways
    }

    fn pass_on(&self, node: u32, ways: &mut [Option<u128>]) {
        let here = ways[node as usize];
        for edge in self.edges[node as usize] {
            let there = &mut ways[edge.to as usize];
            *there = there.zip(here).and_then(|(there, here)| there.checked_add(here));
        }
    }

    /// The ways to each node where states repeat: a node that can be reached by going round has endless ways (`None`).
    fn ways_round(&self) -> Vec<Option<u128>> {
        let mut ways = vec![Some(0); self.edges.len()];
        ways[0] = Some(1);
        for knot in self.knots() {
            let is_round = match knot[..] {
                [node] => self.edges[node as usize].iter().any(|edge| edge.to == node),
                _ => true,
            };
            if is_round {
                knot.iter().for_each(|node| ways[*node as usize] = None);
            }
            knot.iter().for_each(|node| self.pass_on(*node, &mut ways));
        }
        ways
    }

    /// Strongly connected components: groups of nodes that lead to each other, each group before those it leads to.
    ///
    /// Kosaraju's algorithm: backwards from the first in the order one meets only what leads to each other.
    fn knots(&self) -> Vec<Vec<u32>> {
        let mut from: Vec<Vec<u32>> = vec![Vec::new(); self.edges.len()];
        for (node, edges) in self.edges.iter().enumerate() {
            edges.iter().for_each(|edge| from[edge.to as usize].push(node as u32));
        }
        let mut met = vec![false; self.edges.len()];
        let mut knots = Vec::new();
        for &node in &self.order {
            let mut knot = Vec::new();
            let mut open = vec![node];
            while let Some(node) = open.pop() {
                if !std::mem::replace(&mut met[node as usize], true) {
                    knot.push(node);
                    open.extend(&from[node as usize]);
                }
            }
            if !knot.is_empty() {
                knots.push(knot);
            }
        }
        knots
    }

    /// The choices of a shortest way from a node back to itself.
    fn round(&self, node: u32) -> Vec<u16> {
        let paths = Paths::from(self, node);
        let back = paths.met.iter().find_map(|&last| {
            let edge = self.edges[last as usize].iter().find(|edge| edge.to == node)?;
            Some((last, edge.choice))
        });
        let Some((last, choice)) = back else { return Vec::new() };
        let mut round = paths.to(last);
        round.push(choice);
        round
    }
}

/// Shortest ways from a node to all others.
struct Paths {
    /// Nodes, the nearest first.
    met: Vec<u32>,
    /// The place of each node among them.
    rank: Vec<u32>,
    /// From where, and by which choice, each is reached.
    before: Vec<Option<(u32, u16)>>,
}

impl Paths {
    fn from(graph: &Graph<'_>, start: u32) -> Self {
        let nodes = graph.edges.len();
        let (mut rank, mut before) = (vec![u32::MAX; nodes], vec![None; nodes]);
        let (mut met, mut open) = (Vec::new(), VecDeque::from([start]));
        rank[start as usize] = 0;
        while let Some(node) = open.pop_front() {
            rank[node as usize] = met.len() as u32;
            met.push(node);
            for edge in graph.edges[node as usize] {
                if rank[edge.to as usize] == u32::MAX {
                    rank[edge.to as usize] = 0;
                    before[edge.to as usize] = Some((node, edge.choice));
                    open.push_back(edge.to);
                }
            }
        }
        Self { met, rank, before }
    }

    fn to(&self, node: u32) -> Vec<u16> {
        let steps = std::iter::successors(self.before[node as usize], |&(node, _)| self.before[node as usize]);
        let mut choices: Vec<u16> = steps.map(|(_, choice)| choice).collect();
        choices.reverse();
        choices
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A space of numbered states, with the states that each leads to.
    struct Small(Vec<Vec<usize>>);

    impl Space for Small {
        type State = usize;
        type Choice = usize;
        type Finding = (bool, usize);

        fn choices(&self, state: &usize, choices: &mut Vec<usize>) {
            choices.extend(0..self.0[*state].len());
        }

        fn step(&mut self, state: usize, choice: usize) -> Option<usize> {
            Some(self.0[state][choice])
        }

        fn identity(&mut self, state: &usize) -> u128 {
            *state as u128
        }

        fn judge(&self, state: &usize, repeats: bool) -> (bool, usize) {
            (repeats, *state)
        }
    }

    fn walk(edges: &[&[usize]]) -> Walk<Small> {
        Walk::new(Small(edges.iter().map(|to| to.to_vec()).collect()), 0, 100)
    }

    type Way = (bool, usize, Option<u128>, Vec<u16>);

    fn found(edges: &[&[usize]]) -> Vec<Way> {
        let mut walk = walk(edges);
        walk.run(u64::MAX);
        assert!(walk.is_over() && !walk.is_full());
        walk.found().into_iter().map(|one| (one.verdict.0, one.verdict.1, one.orders, one.witness)).collect()
    }

    #[test]
    fn orders_that_meet_are_counted_once_and_multiplied() {
        // Two diamonds, one behind the other, and a way out in the middle.
        let ends = found(&[&[1, 2], &[3], &[3], &[4, 5, 7], &[6], &[6], &[], &[]]);
        assert_eq!(ends, [(false, 6, Some(4), vec![0, 0, 0, 0]), (false, 7, Some(2), vec![0, 0, 2])]);
    }

    #[test]
    fn what_can_go_round_never_ends() {
        // 1 → 2 → 1, with ways out of both; and one end that is not behind them.
        let ends = found(&[&[1, 5], &[2, 3], &[1, 4], &[], &[], &[]]);
        assert_eq!(
            ends,
            [
                (false, 3, None, vec![0, 1]),
                (false, 4, None, vec![0, 0, 1]),
                (false, 5, Some(1), vec![1]),
                (true, 1, Some(0), vec![0, 0, 0]),
            ]
        );
    }

    #[test]
    fn a_state_that_leads_to_itself_is_round() {
        let ends = found(&[&[0, 1], &[]]);
        assert_eq!(ends, [(false, 1, None, vec![1]), (true, 0, Some(0), vec![0])]);
    }

    #[test]
    fn it_can_be_left_and_gone_on_with() {
        let edges: &[&[usize]] = &[&[1, 2], &[3], &[3], &[4, 5, 7], &[6], &[6], &[], &[]];
        let mut slices = walk(edges);
        let mut orders = Vec::new();
        while !slices.is_over() {
            slices.run(1);
            orders.push(slices.orders());
            let known: u128 = slices.found().iter().filter_map(|one| one.orders).sum();
            assert_eq!(known, slices.orders(), "what is known so far");
        }
        assert!(orders.is_sorted(), "{orders:?}");
        let mut whole = walk(edges);
        whole.run(u64::MAX);
        assert_eq!((slices.found(), orders.last()), (whole.found(), Some(&6)));
    }

    #[test]
    fn it_looks_at_no_more_states_than_it_may() {
        let edges: &[&[usize]] = &[&[1, 2], &[3], &[3], &[4, 5], &[], &[]];
        let small = || Small(edges.iter().map(|to| to.to_vec()).collect());
        let mut walk = Walk::new(small(), 0, 4);
        walk.run(u64::MAX);
        assert!(walk.is_full() && !walk.is_over());
        assert_eq!(walk.states(), 4);
        let mut walk = Walk::new(small(), 0, 6);
        walk.run(u64::MAX);
        assert!(walk.is_over() && !walk.is_full());
    }

    #[test]
    fn more_orders_than_there_are_numbers_are_said_to_be() {
        // 130 diamonds: 2^130 orders.
        let mut edges: Vec<Vec<usize>> = Vec::new();
        for at in 0..130 {
            edges.extend([vec![3 * at + 1, 3 * at + 2], vec![3 * at + 3], vec![3 * at + 3]]);
        }
        edges.push(Vec::new());
        let mut walk = Walk::new(Small(edges), 0, 1000);
        walk.run(u64::MAX);
        assert_eq!((walk.orders(), walk.found()[0].orders), (u128::MAX, None));
    }
}
