//! The grain: how much of a schedule one step covers.

use serde::{Deserialize, Serialize};

/// How finely the transport steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Grain {
    /// All atoms of one client operation or job.
    Operation,
    /// One round trip.
    #[default]
    Rpc,
    /// One event: a cell visited, a lock taken.
    Cell,
}
