//! The present branch of a kept session by itself: what its reader sees first when the session comes back.

use super::restore::weight;
use super::{Record, Saved, v1};
use crate::session::Session;

/// What of a kept session is on the way from its start to the tip of its present branch: how many decisions of each branch,
/// the main one first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Present(pub(super) Vec<usize>);

impl Saved {
    /// What a reader can look at while the other branches are made again: the branch of the cursor. `None` where the whole
    /// is not twice as much work, so that nobody waits for it much longer.
    pub fn present(&self) -> Option<Present> {
        let kept = &*self.record();
        let (mut way, mut branch, mut end) = (vec![0; kept.branches.len() + 1], kept.branch, usize::MAX);
        loop {
            let (from, after, log) = of(kept, branch);
            way[branch] = end.saturating_sub(after).min(log.len());
            if branch == 0 {
                break;
            }
            // It may leave a branch before that one has left its own.
            (branch, end) = (from, end.min(after));
        }
        let whole = vec![usize::MAX; way.len()];
        (weigh(kept, &way) * 2 <= weigh(kept, &whole)).then_some(Present(way))
    }
}

impl Session {
    /// Puts the cursor, and the grain, to where they are in a session of the same decisions on this branch: to the end,
    /// where this branch has fewer.
    pub fn stand_as(&mut self, other: &Self) {
        self.set_grain(other.grain);
        self.log.go(other.log.at(), other.log.event(), other.grain);
    }
}

/// Where a branch leaves from, after how many decisions, and its own. The main one leaves from nowhere.
fn of(kept: &Record, branch: usize) -> (usize, usize, &[v1::Decision]) {
    match branch.checked_sub(1).map(|at| &kept.branches[at]) {
        Some(branch) => (branch.from, branch.after, &branch.log),
        None => (0, 0, &kept.log),
    }
}

/// About how much work so many decisions of each branch are.
pub(super) fn weigh(kept: &Record, way: &[usize]) -> u64 {
    let mut sum = 0;
    for (branch, decisions) in way.iter().enumerate() {
        for decision in of(kept, branch).2.iter().take(*decisions) {
            sum += weight(decision);
        }
    }
    sum
}
