//! Makes a start in slices, so that a page answers while much data is loaded.

use super::{Setup, Start, What};
use splitpoint_model::cluster::{Admin, Cluster};
use splitpoint_model::error::Error;
use std::fmt;
use std::sync::Arc;

/// How often servers may start work by themselves in one go, as a guard against work without an end.
const MOST_WANTS: usize = 10_000;

/// A start that is being made.
#[derive(Debug)]
pub struct Building {
    setup: Arc<[Setup]>,
    at: usize,
    /// Rows of the present load that are done.
    loaded: usize,
    rows_done: u64,
    rows: u64,
    now: i64,
    cluster: Cluster,
}

/// A start that was made.
#[derive(Clone, Debug)]
pub struct Built {
    /// The cluster with its tables.
    pub cluster: Cluster,
    /// The time at which the session begins.
    pub now: i64,
}

impl Built {
    /// What [`Start::empty`] is when it is made.
    pub fn empty() -> Self {
        let start = Start::empty();
        Self { cluster: Cluster::new(start.config), now: start.now }
    }
}

/// The step of a setup that HBase refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildError {
    /// What was tried.
    pub what: &'static str,
    /// What HBase answered.
    pub error: Error,
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.what, self.error.class(), self.error)
    }
}

impl std::error::Error for BuildError {}

impl Building {
    pub(super) fn new(start: &Start) -> Self {
        let rows = start.setup.iter().map(|setup| match &setup.what {
            What::Load(_, puts) => puts.len() as u64,
            _ => 0,
        });
        Self {
            rows: rows.sum(),
            setup: start.setup.clone(),
            at: 0,
            loaded: 0,
            rows_done: 0,
            now: start.now,
            cluster: Cluster::new(start.config.clone()),
        }
    }

    /// Rows loaded, and rows in all.
    pub fn progress(&self) -> (u64, u64) {
        (self.rows_done, self.rows)
    }

    /// Goes on by one step, or by so many rows of a load. `false` when there is nothing more to do.
    ///
    /// # Errors
    /// What HBase refused. Nothing can be made of the rest.
    pub fn advance(&mut self, rows: usize) -> Result<bool, BuildError> {
        let Some(Setup { at, what }) = self.setup.get(self.at) else { return Ok(false) };
        let at = *at;
        match what {
            What::Load(table, puts) => {
                let end = puts.len().min(self.loaded + rows.max(1));
                let slice = puts[self.loaded..end].iter().cloned();
                self.cluster.load(table, slice, at).map_err(|error| BuildError { what: "load", error })?;
                self.rows_done += (end - self.loaded) as u64;
                self.loaded = end;
                if end < puts.len() {
                    return Ok(true);
                }
                self.loaded = 0;
            }
            What::Admin(admin) => {
                let what = verb(admin);
                self.cluster.run(admin.clone(), at, &mut ()).map_err(|error| BuildError { what, error })?;
            }
            What::Write(table, mutation) => {
                let written = self.cluster.load(table, [mutation.clone()], at);
                written.map_err(|error| BuildError { what: "write", error })?;
            }
            What::Settle => self.settle(at),
        }
        self.at += 1;
        Ok(self.at < self.setup.len())
    }

    /// Does what the servers want to do by themselves (flushes, compactions, splits). What the master refuses a server,
    /// it does not ask for again here.
    fn settle(&mut self, at: i64) {
        let mut refused: Vec<Admin> = Vec::new();
        for _ in 0..MOST_WANTS {
            let wanted = self.cluster.wants().into_iter().find(|admin| !refused.contains(admin));
            let Some(admin) = wanted else { return };
            if self.cluster.run(admin.clone(), at, &mut ()).is_err() {
                refused.push(admin);
            }
        }
    }

    /// Does all remaining steps, and hands over what they made.
    ///
    /// # Errors
    /// What HBase refused.
    pub fn finish(mut self) -> Result<Built, BuildError> {
        while self.advance(usize::MAX)? {}
        Ok(Built { cluster: self.cluster, now: self.now })
    }
}

fn verb(admin: &Admin) -> &'static str {
    match admin {
        Admin::CreateTable { .. } => "create",
        Admin::AlterTable { .. } => "alter",
        Admin::DropTable { .. } => "drop",
        Admin::TruncateTable { .. } => "truncate",
        Admin::DisableTable { .. } => "disable",
        Admin::EnableTable { .. } => "enable",
        Admin::Flush { .. } | Admin::FlushLarge { .. } => "flush",
        Admin::Compact { .. } => "compact",
        Admin::Split { .. } => "split",
        Admin::Merge { .. } => "merge",
        Admin::Move { .. } => "move",
        Admin::Crash { .. } => "crash",
    }
}
