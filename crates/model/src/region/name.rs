//! Names of regions.

use crate::bytes::{RowKey, to_string_binary};
use md5::{Digest, Md5};
use std::fmt;

/// The name of a region: table, first row, the time it was made in milliseconds, and the MD5 of these.
///
/// Source: `RegionInfo.createRegionName`, `RegionInfo.encodeRegionName`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RegionName {
    table: String,
    start: RowKey,
    time: i64,
    encoded: String,
}

impl RegionName {
    /// The name of a region of `table` from `start` on, made at `time`.
    pub fn new(table: &str, start: &RowKey, time: i64) -> Self {
        let mut hash = Md5::new();
        hash.update(table);
        hash.update(",");
        hash.update(&**start);
        hash.update(",");
        hash.update(time.to_string());
        let encoded = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        Self { table: table.to_owned(), start: start.clone(), time, encoded }
    }

    /// `<table>,<start>,<milliseconds>.`: what its row in `hbase:meta` begins with.
    pub(crate) fn prefix(&self) -> Vec<u8> {
        [self.table.as_bytes(), b",", &self.start, b",", self.time.to_string().as_bytes(), b"."].concat()
    }

    /// The 32 hexadecimal digits that name its folder.
    pub fn encoded(&self) -> &str {
        &self.encoded
    }

    /// The name of its table.
    pub fn table(&self) -> &str {
        &self.table
    }

    /// Its first row; empty for the open end.
    pub fn start(&self) -> &RowKey {
        &self.start
    }

    /// The time it was made: its region id.
    pub fn time(&self) -> i64 {
        self.time
    }
}

impl fmt::Display for RegionName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{}.{}.", self.table, to_string_binary(&self.start), self.time, self.encoded)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_hbase() {
        let first = RegionName::new("t", &RowKey::default(), 1_700_000_000_000);
        assert_eq!(first.to_string(), "t,,1700000000000.3e7c693fad145c1b69daad40c4b268c6.");
        let second = RegionName::new("t", &"m".into(), 1_700_000_000_001);
        assert_eq!(second.to_string(), "t,m,1700000000001.dbc0f33c9af286c3d354e4c5c9b6e772.");
    }
}
