//! The stage: what a view is made from. It is a start, a log with its cursor, and the markers.

use crate::log::{Grain, Log, Moment};
use crate::notation::Encoding;
use crate::scenario::Start;
use crate::sim::world::World;
use splitpoint_model::cell::Cell;
use splitpoint_model::cluster::Cluster;

/// The most cells that are looked up of what a step wrote before its last operation: a line can write millions.
const WRITTEN: usize = 4096;

/// What a view is made from.
pub struct Stage<'a> {
    /// The start; it says how keys are read.
    pub(crate) start: &'a Start,
    /// The log of decisions, with its cursor.
    pub(crate) log: &'a Log,
    /// The grain of steps.
    pub(crate) grain: Grain,
    /// How many decisions come before the step of a lesson, the line of the console, or the run of a job, that ends at the
    /// cursor; `None` where none does.
    pub(crate) since: Option<usize>,
    /// The markers of the branch, in order: how many decisions come before each, how many events of the last of these
    /// are shown where not all of them, and its name.
    pub(crate) markers: Vec<(usize, Option<u64>, &'a str)>,
}

impl<'a> Stage<'a> {
    /// The state at the cursor.
    pub(crate) fn world(&self) -> &'a World {
        self.log.world()
    }

    /// The cluster at the cursor, which may be inside an atom.
    pub(crate) fn cluster(&self) -> &'a Cluster {
        self.log.cluster()
    }

    /// What the row keys of a table are made of, as far as it is known at the cursor.
    pub fn key(&self, table: &str) -> Encoding {
        self.start.key_in(self.world().cluster(), table)
    }

    /// The step at the cursor.
    pub(crate) fn moment(&self) -> Moment<'a> {
        self.log.moment()
    }

    /// The cells of a table that the step at the cursor wrote before its last operation, and the client that wrote each:
    /// the newest first, and 4,096 at most. Only a step of several operations has any (see [`since`](Self::since)): of
    /// the last one, the events are in [`moment`](Self::moment). At the grain of cells each event is a step, so there are none.
    pub(super) fn written_before(&self, table: &str) -> impl Iterator<Item = (Option<char>, &'a Cell)> {
        let (log, at) = (self.log, self.log.at());
        let since = self.since.filter(|_| self.grain != Grain::Cell).unwrap_or(at);
        let facts = (since + 1..log.begin(at, self.grain)).rev().filter_map(move |at| log.fact(at));
        let wrote = facts.filter_map(|fact| Some((fact.actor.letter(), fact.published.as_deref()?)));
        let here = wrote.filter(move |(_, wrote)| *wrote.table == *table);
        here.flat_map(|(client, wrote)| wrote.cells.iter().rev().map(move |cell| (client, cell))).take(WRITTEN)
    }
}
