//! What regions, servers and files are called.

use crate::log::Telling;
use crate::sim::world::World;
use splitpoint_model::bytes::TableName;
use splitpoint_model::event::{FileId, RegionId, ServerId, Source};

/// What has to be known of regions to speak of them.
pub trait Regions {
    /// The number of a region within its table.
    fn number(&self, region: RegionId) -> u32;
    /// The table of a region; empty where it is not known any more.
    fn table(&self, region: RegionId) -> TableName;

    /// `r1`, `r2`, …: regions of a table in the order of their creation.
    fn label(&self, region: RegionId) -> String {
        region_label(self.number(region))
    }
}

/// Of regions that somebody called at the console as the picture does: what the line must say to HBase.
pub fn own_names(labels: &[&str], line: &str) -> String {
    let labels = labels.join(" and ");
    format!(
        "{labels}: this page's own name for a region, which HBase does not know. HBase takes the encoded name: {line}"
    )
}

impl Regions for World {
    fn number(&self, region: RegionId) -> u32 {
        self.region_number(region)
    }

    fn table(&self, region: RegionId) -> TableName {
        self.cluster().region(region).map_or_else(|| "".into(), |region| region.table_name().clone())
    }
}

impl Regions for Telling {
    fn number(&self, region: RegionId) -> u32 {
        self.regions.iter().find(|known| known.id == region).map_or(region.0, |known| known.number)
    }

    fn table(&self, region: RegionId) -> TableName {
        self.regions.iter().find(|known| known.id == region).map_or_else(|| "".into(), |known| known.table.clone())
    }
}

/// `r1` for the first region of a table.
pub fn region_label(number: u32) -> String {
    format!("r{number}")
}

/// `S1` for the first server. Letters belong to clients.
pub fn server_name(server: ServerId) -> String {
    format!("S{}", u32::from(server.0) + 1)
}

/// `f1`.
pub fn file_label(file: FileId) -> String {
    format!("f{}", file.0)
}

/// Where a cell lies.
pub(super) fn source(source: Source) -> String {
    match source {
        Source::MemStore => "the memstore".to_owned(),
        Source::File(file) => file_label(file),
    }
}
