//! What has to be known of a cluster to write an administrator's request as commands.

use crate::intent::{AdminIntent, Intent};
use splitpoint_model::cluster::Cluster;

/// The part of a cluster that an administrator's request names, as it was when it was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Encoded names of the regions it is about, in the order in which it names their rows; `None` for a row in no
    /// region.
    pub regions: Vec<Option<String>>,
    /// Whether its table is enabled.
    pub enabled: bool,
}

impl Asked {
    /// What has to be known of this intent; `None` for intents of clients.
    pub fn of(intent: &Intent, cluster: &Cluster) -> Option<Self> {
        let Intent::Admin(request) = intent else { return None };
        let (table, rows): (&str, Vec<&[u8]>) = match request {
            AdminIntent::Create { table, .. } | AdminIntent::Alter { table, .. } | AdminIntent::Drop(table) => {
                (table, Vec::new())
            }
            AdminIntent::Flush(table, row) | AdminIntent::Compact(table, row, _) => {
                (table, row.iter().map(Vec::as_slice).collect())
            }
            AdminIntent::Split { table, region, .. } => (table, region.iter().map(Vec::as_slice).collect()),
            AdminIntent::Merge(table, first, second) => (table, vec![first, second]),
            AdminIntent::Move(table, row) => (table, vec![row]),
            AdminIntent::Balance | AdminIntent::Crash(_) => ("", Vec::new()),
        };
        let region = |row: &[u8]| {
            let held = cluster.regions(table).filter(|region| **region.start() <= *row).last()?;
            Some(held.name().encoded().to_string())
        };
        Some(Self { regions: rows.into_iter().map(region).collect(), enabled: cluster.is_enabled(table) })
    }
}
