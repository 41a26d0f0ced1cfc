//! What a view is made from: a start, a log with its cursor, and places that have names.

use crate::log::{Grain, Log, Moment};
use crate::scenario::Start;
use crate::sim::world::World;
use splitpoint_model::cluster::Cluster;

/// What a view is made from.
pub struct Stage<'a> {
    /// What it began with: it says how keys are read.
    pub(crate) start: &'a Start,
    /// What happened.
    pub(crate) log: &'a Log,
    /// How finely it is stepped.
    pub(crate) grain: Grain,
    /// Places of the branch that have names, in order: decisions before them, how many events of the last of these are
    /// shown where not all of them, and the names.
    pub(crate) markers: Vec<(usize, Option<u64>, &'a str)>,
}

impl<'a> Stage<'a> {
    /// The state at the cursor.
    pub(crate) fn world(&self) -> &'a World {
        self.log.world()
    }

    /// The cluster at the cursor, which may be in the midst of an atom.
    pub(crate) fn cluster(&self) -> &'a Cluster {
        self.log.cluster()
    }

    /// The step at the cursor.
    pub(crate) fn moment(&self) -> Moment<'a> {
        self.log.moment()
    }
}
