//! What the shell asks of the world around it, and what it keeps that the model does not know.

use splitpoint_model::bytes::TableName;
use splitpoint_model::cell::Cell;
use splitpoint_model::client::{Request, Response};
use splitpoint_model::cluster::{Admin, CacheEviction, Cluster, Outcome};
use splitpoint_model::error::Error;
use splitpoint_model::map::Map;
use splitpoint_model::query::Metrics;
use splitpoint_model::schema::TableDescriptor;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// What a command needs done by somebody else before it can go on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Demand {
    /// An operation, to be sent by the client that this shell belongs to.
    Request(Request),
    /// An administrator's request; the reply comes when it is carried out completely.
    Admin(Admin),
    /// The block caches are emptied of the blocks of a table.
    ClearBlockCache(TableName),
    /// The next line that is typed: an answer to `(y/n)?`.
    Line,
    /// The text of a file.
    File(String),
    /// So many milliseconds pass.
    Sleep(u64),
}

/// The reply to the [`Demand`] of the same kind.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Reply {
    /// The client's answer, with the metrics of the operation.
    Response(Result<Response, Error>, Metrics),
    /// The administrator's answer.
    Admin(Result<Outcome, Error>),
    /// How many blocks the caches removed, and how many bytes the caches have in all.
    Cleared(CacheEviction),
    /// The line that was typed; `None` at the end of the input.
    Line(Option<String>),
    /// The text of the file; `None` where there is no such file.
    File(Option<String>),
    /// The time has passed.
    Slept,
}

/// What belongs to the cluster and is not in the model: all shells of a cluster share it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Catalog {
    pub(crate) namespaces: Map<String, Map<String, String>>,
    pub(crate) snapshots: Map<String, Snapshot>,
    pub(crate) switches: Map<&'static str, bool>,
    /// How many splits and merges have left parent regions since the catalog janitor last ran.
    pub(crate) parents: u64,
}

/// The content of a table at one moment.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Snapshot {
    pub(crate) descriptor: Arc<TableDescriptor>,
    pub(crate) splits: Vec<Vec<u8>>,
    pub(crate) cells: Vec<Cell>,
    pub(crate) at: i64,
    /// Seconds that it is meant to be kept; 0 for ever.
    pub(crate) ttl: i64,
}

impl Catalog {
    /// Feeds all it consists of to a hasher.
    pub(crate) fn tell(&self, mut state: &mut dyn Hasher) {
        let Self { namespaces, snapshots, switches, parents } = self;
        (namespaces, snapshots, switches, parents).hash(&mut state);
    }
}

impl Default for Catalog {
    /// The namespaces of a new cluster; balancer, splits, merges and chores are on.
    fn default() -> Self {
        let namespaces = ["default", "hbase"].map(|name| (name.to_owned(), Map::new())).into();
        let on = ["SPLIT", "MERGE", "balancer", "normalizer", "janitor", "cleaner", "snapshot cleanup"];
        Self { namespaces, snapshots: Map::new(), switches: on.map(|name| (name, true)).into(), parents: 0 }
    }
}

/// What a running statement works with: the output, the cluster to look at, the catalog, and the time.
pub(crate) struct Io<'a> {
    pub(crate) cluster: &'a Cluster,
    pub(crate) catalog: &'a mut Catalog,
    pub(crate) out: &'a mut crate::output::Output,
    /// Milliseconds.
    pub(crate) now: i64,
}
