//! What a client remembers of `hbase:meta`.

use crate::bytes::{RowKey, TableName};
use crate::cluster::LocateType;
use crate::event::{RegionId, ServerId};
use crate::identity::{Kind, Trace};
use crate::map::Map;
use crate::region::Region;

/// What a client believes about a region. It may be wrong since the region was split, merged or moved.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Location {
    /// Table.
    pub table: TableName,
    /// Region.
    pub region: RegionId,
    /// Its first row.
    pub start: RowKey,
    /// The row after its last.
    pub end: RowKey,
    /// Its server.
    pub server: ServerId,
}

impl Location {
    /// The location of a region, as it really is now.
    pub(super) fn of(region: &Region) -> Self {
        Self {
            table: region.table_name().clone(),
            region: region.id(),
            start: region.start().clone(),
            end: region.end().clone(),
            server: region.server(),
        }
    }

    /// Adds to `trace` the parts of this that can still affect what happens.
    pub(super) fn tell(&self, trace: &mut Trace) {
        trace.literal(&(&self.table, &self.start, &self.end, self.server));
        trace.number(Kind::Region, self.region.0.into());
    }
}

/// The cache of locations. It is filled by lookups, and entries are forgotten when they prove wrong.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub(super) struct Locations {
    tables: Map<TableName, Map<RowKey, Location>>,
}

impl Locations {
    /// What the client believes about the region of a row; `None` if it has to look that up.
    pub(super) fn find(&self, table: &str, row: &[u8], place: LocateType) -> Option<&Location> {
        let regions = self.tables.get(table)?;
        let (_, location) = place.find_entry(regions, row)?;
        place.is_in(row, &location.start, &location.end).then_some(location)
    }

    /// Remembers a location.
    pub(super) fn insert(&mut self, location: Location) {
        let regions = self.tables.get_or_default(location.table.clone());
        regions.insert(location.start.clone(), location);
    }

    /// Removes a region from the cache. Returns whether it was there.
    pub(super) fn forget(&mut self, table: &str, region: RegionId) -> bool {
        let Some(regions) = self.tables.get_mut(table) else { return false };
        let before = regions.len();
        regions.retain(|_, location| location.region != region);
        regions.len() < before
    }

    /// All locations, by table and first row.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Location> {
        self.tables.values().flat_map(Map::values)
    }

    /// Adds to `trace` the parts of these that can still affect what happens.
    pub(super) fn tell(&self, trace: &mut Trace) {
        trace.each(self.tables.values(), |trace, regions| {
            trace.each(regions.values(), |trace, location| location.tell(trace));
        });
    }
}
