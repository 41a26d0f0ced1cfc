//! A table of a cluster at one moment: its regions in the order of keys, with what their servers tell of them.

use super::{Listed, Name, RegionMetrics, Served, Status};
use std::collections::BTreeMap;

/// The regions of a table at one moment.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Survey {
    /// The table.
    pub table: String,
    /// Its regions, in the order of keys.
    pub regions: Vec<Region>,
    /// The servers of the cluster by name, also those without a region of the table.
    pub servers: Vec<String>,
    /// For each server how many regions it has in all, of whatever table.
    pub burdens: Vec<usize>,
    /// How many servers are dead.
    pub dead: usize,
    /// Regions whose names could not be read. They are missing here.
    pub unread: usize,
}

/// A region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// Its name.
    pub name: Name,
    /// Its first key, and the one before which it ends, which is the first of the next region; empty at the ends of the
    /// table.
    pub keys: (Vec<u8>, Vec<u8>),
    /// The place of its server; `None` where none serves it now.
    pub server: Option<usize>,
    /// What is counted of it; nothing where no server serves it.
    pub metrics: RegionMetrics,
    /// Whether its first key is known byte for byte.
    pub is_exact: bool,
}

impl Survey {
    /// Whether another survey has the same regions, in the same order.
    pub fn has_regions_of(&self, other: &Self) -> bool {
        self.regions.iter().map(|region| &region.name).eq(other.regions.iter().map(|region| &region.name))
    }

    /// Joins what the table lists with what servers tell. Copies of regions that only read are left out. `listed` may be
    /// empty: then the regions are those that are served.
    pub fn new(table: &str, listed: &[Listed], status: &Status) -> Self {
        let mut served: BTreeMap<(String, u64), (usize, &Served)> = BTreeMap::new();
        for (at, server) in status.servers.iter().enumerate() {
            for region in server.regions.iter().filter(|region| region.name.table == table && region.name.replica == 0)
            {
                served.insert((region.name.encoded.clone(), region.name.id), (at, region));
            }
        }
        let mut regions = Vec::new();
        for Listed { name, .. } in listed.iter().filter(|listed| listed.name.replica == 0) {
            let found = served.remove(&(name.encoded.clone(), name.id));
            regions.push(match found {
                Some((at, told)) => Region::served(at, told),
                None => Region::unserved(name),
            });
        }
        // A region that was opened after the list was made, or all of them where there is no list.
        regions.extend(served.values().map(|(at, told)| Region::served(*at, told)));
        let order = |one: &Region, other: &Region| one.keys.0.cmp(&other.keys.0).then(one.name.id.cmp(&other.name.id));
        splitpoint_model::order::sort_by(&mut regions, order);
        // A parent and a daughter begin alike while a split is under way: the younger one is there.
        regions.dedup_by(|later, earlier| {
            let same = later.keys.0 == earlier.keys.0;
            if same && (later.server.is_some() || earlier.server.is_none()) {
                std::mem::swap(later, earlier);
            }
            same
        });
        let ends: Vec<Vec<u8>> =
            regions.iter().skip(1).map(|region| region.keys.0.clone()).chain([Vec::new()]).collect();
        for (region, end) in regions.iter_mut().zip(ends) {
            region.keys.1 = end;
        }
        Self {
            table: table.to_owned(),
            regions,
            servers: status.servers.iter().map(|server| server.name.clone()).collect(),
            burdens: status.servers.iter().map(|server| server.regions.len()).collect(),
            dead: status.dead.len(),
            unread: status.unread,
        }
    }

    /// The place of the region that has a key.
    pub fn place(&self, key: &[u8]) -> usize {
        self.regions.partition_point(|region| region.keys.0.as_slice() <= key).saturating_sub(1)
    }

    /// How many regions no server serves now.
    pub fn unserved(&self) -> usize {
        self.regions.iter().filter(|region| region.server.is_none()).count()
    }
}

impl Region {
    fn served(server: usize, told: &Served) -> Self {
        Self {
            keys: (told.name.start.clone(), Vec::new()),
            is_exact: told.name.encoded.is_empty() || told.name.is_proved(),
            name: told.name.clone(),
            server: Some(server),
            metrics: told.metrics,
        }
    }

    fn unserved(name: &Name) -> Self {
        Self {
            keys: (name.start.clone(), Vec::new()),
            is_exact: name.is_proved(),
            name: name.clone(),
            server: None,
            metrics: RegionMetrics::default(),
        }
    }
}
