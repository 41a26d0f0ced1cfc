//! The configuration with which a cluster is started.

use crate::map::Map;

/// The configuration with which a cluster is started.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Config {
    /// How many region servers there are, at least 1.
    pub servers: u8,
    /// Whether `MultiRowMutationEndpoint` is loaded on every table.
    pub endpoint: bool,
    /// Where the regions of a new table go.
    pub assignment: Assignment,
    /// Settings under HBase's names (`hbase-site.xml`); a table attribute of the same name goes before.
    pub settings: Map<String, String>,
}

impl Default for Config {
    /// One server, with `MultiRowMutationEndpoint` loaded.
    fn default() -> Self {
        Self { servers: 1, endpoint: true, assignment: Assignment::RoundRobin, settings: Map::new() }
    }
}

/// Where the regions of a new table go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Assignment {
    /// One server after the other, as HBase's balancer does.
    RoundRobin,
    /// All to the first server.
    FirstServer,
}
