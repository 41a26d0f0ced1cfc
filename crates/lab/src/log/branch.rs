//! Schedules: which branches there are, where they part, and which of them the cursor is on.

use super::{Decision, Log, Node};

/// A branch: one schedule, the decisions from the root to a tip.
#[derive(Clone, Debug)]
pub(crate) struct Branch {
    pub(crate) tip: u32,
    /// The branch from which it leaves.
    pub(crate) parent: Option<usize>,
    /// The last decision it shares with that branch.
    pub(crate) fork: u32,
    /// The name a person gave it; empty: it is called by what is done on it.
    pub(crate) name: String,
    /// The first decision that its parent does not have; a setting only where there is nothing else.
    first: Option<u32>,
}

impl Branch {
    /// The first branch, before anything was decided.
    pub(super) fn root() -> Self {
        Self { tip: 0, parent: None, fork: 0, name: String::new(), first: None }
    }
}

impl Log {
    pub(crate) fn branches(&self) -> &[Branch] {
        &self.branches
    }

    /// The number of the branch on which the cursor is.
    pub(crate) fn branch(&self) -> usize {
        self.branch
    }

    /// Gives a branch a name. An unknown branch stays unknown.
    pub(crate) fn name(&mut self, branch: usize, name: &str) {
        if let Some(branch) = self.branches.get_mut(branch) {
            branch.name = name.to_owned();
        }
    }

    /// The decisions that lead up to one, with it, in their order: those behind an earlier one, or all with the root.
    pub(crate) fn way(&self, after: Option<u32>, to: u32) -> Vec<u32> {
        let mut way = Vec::new();
        let mut id = to;
        while Some(id) != after {
            way.push(id);
            if id == 0 {
                break;
            }
            id = self.node(id).parent;
        }
        way.reverse();
        way
    }

    /// The branch that goes on from the cursor with this decision.
    pub(super) fn branch_that(&self, decision: &Decision) -> Option<usize> {
        let follow = self.forks.get(&self.id())?;
        let same = |(id, _): &&(u32, usize)| self.node(*id).decision.as_ref() == Some(decision);
        follow.iter().find(same).map(|(_, branch)| *branch)
    }

    /// The first decision of a branch that its parent does not have; settings count only where there is nothing else.
    pub(crate) fn first(&self, branch: &Branch) -> Option<&Node> {
        branch.first.map(|id| self.node(id))
    }

    /// Lets the branch of the cursor end with this decision, the newest; where that has a future already, a new branch leaves it.
    pub(super) fn grow(&mut self, id: u32) {
        if self.at < self.len() {
            let (fork, owner) = (self.id(), self.owner(self.at));
            let other = (self.path[self.at + 1], self.owner(self.at + 1));
            self.forks.get_or_insert_with(fork, || vec![other]).push((id, self.branches.len()));
            self.branches.push(Branch { tip: id, parent: Some(owner), fork, name: String::new(), first: None });
            self.branch = self.branches.len() - 1;
            self.path.truncate(self.at + 1);
        }
        let is_setting =
            |id: u32| matches!(self.node(id).decision, Some(Decision::Background(_) | Decision::AddClient));
        let known = self.branches[self.branch].first;
        let first = known.filter(|known| !is_setting(*known) || is_setting(id)).unwrap_or(id);
        let branch = &mut self.branches[self.branch];
        (branch.tip, branch.first) = (id, Some(first));
        self.path.push(id);
    }

    /// The branch to which a decision on the way to this branch's tip belongs.
    pub(super) fn owner(&self, at: usize) -> usize {
        let mut owner = self.branch;
        while let Some(parent) = self.branches[owner].parent
            && at <= self.node(self.branches[owner].fork).index
        {
            owner = parent;
        }
        owner
    }

    /// Makes another branch the present one. The cursor stays where both are the same, else it is put to where they
    /// part; the world follows with the next [`go`](Self::go).
    pub(crate) fn switch(&mut self, branch: usize) {
        let path = self.way(None, self.branches[branch].tip);
        let shared = self.path.iter().zip(&path).take_while(|(old, new)| old == new).count();
        self.at = self.at.min(shared - 1);
        self.event = None;
        self.midst = None;
        self.path = path;
        self.branch = branch;
    }
}
