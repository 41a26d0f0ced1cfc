//! The present branch of a kept session by itself: what its reader sees first when the session comes back.

use super::{Saved, v1};
use crate::session::Session;
use std::sync::Arc;

impl Saved {
    /// The branch of the cursor by itself, with the cursor, and the markers and promises on it: what a reader can look at
    /// while the other branches are made again. It is not to be kept in the place of the whole. `None` where the whole is
    /// not twice as much work, so that nobody waits for it much longer.
    pub fn present(&self) -> Option<Self> {
        let kept = &*self.kept;
        let pieces = pieces(kept);
        let decisions = || pieces.iter().flat_map(|piece| piece.log);
        let others = kept.branches.iter().flat_map(|branch| &branch.log);
        if weigh(decisions()) * 2 > weigh(kept.log.iter().chain(others)) {
            return None;
        }
        let is_on_it = |marker: &&v1::Marker| {
            let branch = owner(kept, marker.branch, marker.after);
            pieces.iter().any(|piece| piece.branch == branch && marker.after <= piece.end)
        };
        let markers = kept.markers.iter().filter(is_on_it).cloned();
        let present = v1::SessionRecord {
            version: kept.version,
            example: kept.example.clone(),
            sandbox: kept.sandbox,
            file: kept.file.clone(),
            log: decisions().cloned().collect(),
            name: kept.branch.checked_sub(1).map_or(&kept.name, |at| &kept.branches[at].name).clone(),
            branches: Vec::new(),
            branch: 0,
            after: kept.after,
            event: kept.event,
            grain: kept.grain,
            markers: markers.map(|marker| v1::Marker { branch: 0, ..marker }).collect(),
            must: kept.must.clone(),
        };
        Some(Self { start: self.start.clone(), kept: Arc::new(present) })
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

/// A part of the way to the tip of the present branch: decisions that a branch has for itself.
struct Piece<'a> {
    branch: usize,
    log: &'a [v1::Decision],
    /// How many decisions of the way lie before its end.
    end: usize,
}

/// The way from the start to the tip of the present branch.
fn pieces(kept: &v1::SessionRecord<v1::Decision>) -> Vec<Piece<'_>> {
    let (mut pieces, mut branch, mut end) = (Vec::new(), kept.branch, usize::MAX);
    loop {
        let (from, after, log) = of(kept, branch);
        let own = log.get(..end.saturating_sub(after)).unwrap_or(log);
        pieces.push(Piece { branch, log: own, end: after + own.len() });
        if branch == 0 {
            break;
        }
        // It may leave a branch before that one has left its own.
        (branch, end) = (from, end.min(after));
    }
    pieces.reverse();
    pieces
}

/// Where a branch leaves from, after how many decisions, and its own.
fn of(kept: &v1::SessionRecord<v1::Decision>, branch: usize) -> (usize, usize, &[v1::Decision]) {
    match branch.checked_sub(1).map(|at| &kept.branches[at]) {
        Some(branch) => (branch.from, branch.after, &branch.log),
        None => (0, 0, &kept.log),
    }
}

/// The branch to which the last of so many decisions belongs, on the way to a branch.
fn owner(kept: &v1::SessionRecord<v1::Decision>, mut branch: usize, place: usize) -> usize {
    while branch > 0 {
        let (from, after, _) = of(kept, branch);
        if place > after {
            break;
        }
        branch = from;
    }
    branch
}

fn weigh<'a>(decisions: impl Iterator<Item = &'a v1::Decision>) -> u64 {
    decisions.map(super::restore::weight).sum()
}
