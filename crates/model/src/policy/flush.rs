//! When memstores are flushed, and which.

use crate::bytes::Family;
use crate::schema::Settings;

/// What a region's memstore may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FlushLimits {
    /// Above so many bytes of heap the region wants to be flushed (`MEMSTORE_FLUSHSIZE`).
    pub flush: u64,
    /// Above so many it refuses writes (`hbase.hregion.memstore.block.multiplier` times as much).
    pub blocking: u64,
}

impl FlushLimits {
    /// The settings of a table, over HBase's defaults.
    pub fn new(settings: &Settings<'_>) -> Self {
        let flush = settings.flush_size();
        let multiplier = settings.number("hbase.hregion.memstore.block.multiplier").unwrap_or(4);
        Self { flush, blocking: flush.saturating_mul(u64::try_from(multiplier).unwrap_or(4)) }
    }
}

/// Which families a region flushes by itself, of all with the heap size of their memstores: those that are large, or
/// all if none is.
///
/// Source: `FlushAllLargeStoresPolicy`.
pub fn choose(families: &[(Family, u64)], settings: &Settings<'_>) -> Vec<Family> {
    const LOWER_BOUND: &str = "hbase.hregion.percolumnfamilyflush.size.lower.bound";
    let given = settings.number(LOWER_BOUND).and_then(|bytes| u64::try_from(bytes).ok());
    let least = settings.number(&format!("{LOWER_BOUND}.min")).and_then(|bytes| u64::try_from(bytes).ok());
    let average = settings.flush_size() / u64::try_from(families.len().max(1)).unwrap_or(1);
    let bound = given.unwrap_or_else(|| average.max(least.unwrap_or(16 << 20)));
    let large: Vec<Family> =
        families.iter().filter(|(_, size)| *size > bound).map(|(family, _)| family.clone()).collect();
    if large.is_empty() || families.len() == 1 {
        families.iter().map(|(family, _)| family.clone()).collect()
    } else {
        large
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::Map;
    use crate::schema::TableDescriptor;

    #[test]
    fn only_large_families_are_flushed_if_any_is_large() {
        let families = [("a".into(), 100), ("b".into(), 5000)];
        let site = Map::new();
        let plain = TableDescriptor::new("t", []);
        assert_eq!(choose(&families, &Settings::new(&site, &plain)).len(), 2);
        let tuned = plain.with("hbase.hregion.percolumnfamilyflush.size.lower.bound", "1000");
        assert_eq!(choose(&families, &Settings::new(&site, &tuned)), ["b".into()]);
    }
}
