//! What the master refuses before any work begins.

use super::{Cluster, TableState};
use crate::bytes::{Family, RowKey, TableName};
use crate::error::{Absence, Argument, Error, MAX_FAMILY_LENGTH, Refused, Sanity, Unmergeable};
use crate::event::RegionId;
use crate::order;
use crate::policy::split::SplitPolicy;
use crate::region::{Region, RegionState};
use crate::schema::{FamilyDescriptor, TableDescriptor};

const LARGEST_BLOCK: usize = 16 << 20;
const SMALLEST_BLOCK: usize = 1 << 10;
const SMALLEST_FILE: i64 = 2 << 20;
const SMALLEST_FLUSH: i64 = 1 << 20;

impl Cluster {
    /// # Errors
    /// `TableNotFound`.
    pub(super) fn check_exists(&self, table: &TableName) -> Result<&super::Table, Error> {
        self.tables.get(table).ok_or_else(|| Error::TableNotFound { table: table.clone() })
    }

    /// Whether a table is in service.
    ///
    /// # Errors
    /// `TableNotFound`, `TableNotEnabled`.
    pub fn check_enabled(&self, table: &TableName) -> Result<(), Error> {
        match self.check_exists(table)?.state {
            TableState::Enabled => Ok(()),
            _ => Err(Error::TableNotEnabled { table: table.clone() }),
        }
    }

    /// # Errors
    /// `TableNotFound`, `TableNotDisabled`.
    pub(super) fn check_disabled(&self, table: &TableName) -> Result<(), Error> {
        match self.check_exists(table)?.state {
            TableState::Disabled => Ok(()),
            _ => Err(Error::TableNotDisabled { table: table.clone() }),
        }
    }

    /// The regions an administrator means to flush: that of a row, or all.
    ///
    /// # Errors
    /// `TableNotFound`, `TableNotEnabled`, `NoSuchColumnFamily`; `NotServingRegion` for one region of a disabled table.
    pub(super) fn check_regions(
        &self,
        table: &TableName,
        family: Option<&Family>,
        row: Option<&RowKey>,
    ) -> Result<Vec<RegionId>, Error> {
        self.check_exists(table)?;
        if let (Some(row), true) = (row, self.is_disabled(table)) {
            let name = self.locate(table, row).map(|region| region.name().to_string()).unwrap_or_default();
            return Err(Error::NotServingRegion { region: name, why: Absence::Offline });
        }
        self.check_enabled(table)?;
        if let Some(family) = family {
            self.check_exists(table)?.descriptor.check_family(family)?;
        }
        Ok(match row {
            Some(row) => self.locate(table, row).map(Region::id).into_iter().collect(),
            None => self.regions(table).map(Region::id).collect(),
        })
    }

    /// The regions an administrator means to compact: those that are served. A whole table may be disabled.
    ///
    /// # Errors
    /// As for [`check_regions`](Self::check_regions), but not `TableNotEnabled`.
    pub(super) fn check_compaction(
        &self,
        table: &TableName,
        family: Option<&Family>,
        row: Option<&RowKey>,
    ) -> Result<Vec<RegionId>, Error> {
        self.check_exists(table)?;
        if row.is_none() && self.is_disabled(table) { Ok(Vec::new()) } else { self.check_regions(table, family, row) }
    }

    /// The regions of a merge, in key order.
    ///
    /// Source: `MergeTableRegionsProcedure.checkRegionsToMerge`.
    ///
    /// # Errors
    /// `IllegalArgument` for less than two, `MergeRegion`.
    pub(super) fn check_merge(&self, table: &TableName, rows: &[RowKey], force: bool) -> Result<Vec<RegionId>, Error> {
        self.check_exists(table)?;
        let mut regions: Vec<&Region> = rows.iter().filter_map(|row| self.locate(table, row)).collect();
        if regions.len() < 2 {
            return Err(Argument::FewRegions { regions: regions.len() }.into());
        }
        if regions.iter().any(|region| !region.table().is_switched_on("MERGE_ENABLED")) {
            return Err(Refused::MergeDisabled { regions: names(&regions) }.into());
        }
        let neighbours = |one: &Region, other: &Region| {
            let (left, right) = if one.start() <= other.start() { (one, other) } else { (other, one) };
            left.end() == right.start()
        };
        // Each region must be a neighbour of the one that was named before it.
        let apart = regions.windows(2).find(|pair| !neighbours(pair[0], pair[1]));
        let apart = apart.map(|pair| [pair[0].name().encoded().to_owned(), pair[1].name().encoded().to_owned()]);
        let passed = regions.len();
        order::sort_by(&mut regions, |left, right| left.start().cmp(right.start()));
        regions.dedup_by_key(|region| region.id());
        if regions.len() < passed {
            return Err(Unmergeable::Repeated { passed, unique: regions.len() }.into());
        }
        if let (Some([one, other]), false) = (apart, force) {
            return Err(Unmergeable::Apart { one, other }.into());
        }
        if let Some(closed) = regions.iter().find(|region| region.state() == RegionState::Closed) {
            return Err(Unmergeable::NotOpen { region: closed.name().encoded().to_owned() }.into());
        }
        Self::check_mergeable(&regions)?;
        Ok(regions.iter().map(|region| region.id()).collect())
    }

    /// # Errors
    /// `MergeRegion` if one has references.
    pub(super) fn check_mergeable(regions: &[&Region]) -> Result<(), Error> {
        let Some(blocked) = regions.iter().find(|region| region.has_references()) else { return Ok(()) };
        let blocked = blocked.name().encoded().to_owned();
        Err(Unmergeable::References { regions: names(regions), blocked }.into())
    }

    /// # Errors
    /// `IllegalArgument` and `DoNotRetry`, as `TableDescriptorBuilder` and the master's sanity checks.
    pub(super) fn check_descriptor(&self, table: &TableDescriptor) -> Result<(), Error> {
        check_table_name(&table.name)?;
        table.families.values().try_for_each(|family| check_family(family))?;
        let unchecked = self.settings(table).get("hbase.table.sanity.checks") == Some("false");
        if unchecked { Ok(()) } else { self.check_sanity(table) }
    }

    /// Source: `TableDescriptorChecker`.
    fn check_sanity(&self, table: &TableDescriptor) -> Result<(), Error> {
        let settings = self.settings(table);
        let size = |attribute, setting| table.number(attribute).or_else(|| settings.number(setting));
        if let Some(bytes) = size("MAX_FILESIZE", "hbase.hregion.max.filesize")
            && bytes < SMALLEST_FILE
        {
            return Err(Sanity::FileSize { bytes }.into());
        }
        if let Some(bytes) = size("MEMSTORE_FLUSHSIZE", "hbase.hregion.memstore.flush.size")
            && bytes < SMALLEST_FLUSH
        {
            return Err(Sanity::FlushSize { bytes }.into());
        }
        if SplitPolicy::of(&settings).is_none() {
            let policy = table.attributes.get("SPLIT_POLICY").cloned().unwrap_or_default();
            return Err(Sanity::SplitPolicy { policy, table: table.name.clone() }.into());
        }
        if table.families.is_empty() {
            return Err(Sanity::NoFamilies.into());
        }
        for family in table.families.values() {
            let name = || family.name.clone();
            if family.ttl <= 0 {
                return Err(Sanity::TimeToLive { family: name() }.into());
            }
            if !(SMALLEST_BLOCK..=LARGEST_BLOCK).contains(&family.block_size) {
                return Err(Sanity::BlockSize { family: name() }.into());
            }
            if family.min_versions < 0 {
                return Err(Sanity::NegativeMinVersions { family: name() }.into());
            }
            if family.min_versions > family.max_versions {
                return Err(Sanity::MinVersionsAboveMax { family: name() }.into());
            }
        }
        Ok(())
    }
}

/// The encoded names of regions.
fn names(regions: &[&Region]) -> Vec<String> {
    regions.iter().map(|region| region.name().encoded().to_owned()).collect()
}

/// Whether a table has a family: it is refused without one also where sanity checks are off.
///
/// # Errors
/// `DoNotRetry` where it has none.
///
/// Source: `CreateTableProcedure.prepareCreate`, `ModifyTableProcedure.prepareModify`.
pub(super) fn check_families(table: &TableDescriptor) -> Result<(), Error> {
    if table.families.is_empty() { Err(Refused::NoFamilies { table: table.name.clone() }.into()) } else { Ok(()) }
}

/// The keys at which a new table is cut, in order.
///
/// # Errors
/// `IllegalArgument` for an empty or a repeated key.
pub(super) fn check_splits(mut splits: Vec<RowKey>) -> Result<Vec<RowKey>, Error> {
    if splits.iter().any(|key| key.is_empty()) {
        return Err(Argument::EmptySplitKey.into());
    }
    crate::order::sort(&mut splits);
    if let Some(pair) = splits.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(Argument::RepeatedSplitKey { key: pair[0].clone() }.into());
    }
    Ok(splits)
}

/// Source: `TableName.isLegalFullyQualifiedTableName`.
///
/// # Errors
/// `IllegalArgument`.
pub(super) fn check_table_name(name: &str) -> Result<(), Error> {
    if name.is_empty() {
        return Err(Argument::NoTableName.into());
    }
    let (namespace, qualifier) = match name.split_once(':') {
        Some((namespace, qualifier)) => (Some(namespace), qualifier),
        None => (None, name),
    };
    if let Some(namespace) = namespace
        && let Some((at, character)) = namespace.char_indices().find(|(_, c)| !c.is_alphanumeric() && *c != '_')
    {
        return Err(Argument::NamespaceCharacter { character, at, namespace: namespace.to_owned() }.into());
    }
    let Some(first) = qualifier.chars().next() else {
        return Err(Argument::NoTableQualifier.into());
    };
    if first == '.' || first == '-' {
        return Err(Argument::TableStart { character: first, qualifier: qualifier.to_owned() }.into());
    }
    let legal = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    if let Some((at, character)) = qualifier.char_indices().find(|(_, c)| !legal(*c)) {
        return Err(Argument::TableCharacter { character, at, qualifier: qualifier.to_owned() }.into());
    }
    if qualifier == "zookeeper" {
        return Err(Argument::ReservedTableName.into());
    }
    Ok(())
}

/// Source: `ColumnFamilyDescriptorBuilder`.
///
/// # Errors
/// `IllegalArgument`.
pub(super) fn check_family(family: &FamilyDescriptor) -> Result<(), Error> {
    check_family_name(&family.name)?;
    if family.max_versions <= 0 {
        return Err(Argument::MaxVersionsNotPositive.into());
    }
    Ok(())
}

/// Source: `ColumnFamilyDescriptorBuilder.isLegalColumnFamilyName`.
///
/// # Errors
/// `IllegalArgument`.
pub(super) fn check_family_name(name: &[u8]) -> Result<(), Error> {
    let Some(&first) = name.first() else { return Err(Argument::NoFamilyName.into()) };
    if first == b'.' {
        return Err(Argument::FamilyStart { family: name.into() }.into());
    }
    let bad = |byte: &u8| *byte < 0x20 || *byte == 0x7f || matches!(byte, b':' | b'\\' | b'/');
    if let Some(&byte) = name.iter().find(|byte| bad(byte)) {
        return Err(Argument::FamilyCharacter { byte, family: name.into() }.into());
    }
    if name == b"recovered.edits" {
        return Err(Argument::ReservedFamilyName.into());
    }
    if name.len() > MAX_FAMILY_LENGTH {
        return Err(Argument::FamilyLength.into());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_refused_in_the_words_of_hbase() {
        let text = |result: Result<(), Error>| result.unwrap_err().to_string();
        assert_eq!(text(check_family_name(b"")), "Column Family name can not be empty");
        assert_eq!(text(check_family_name(b".a")), "Column Family names cannot start with a period: .a");
        assert!(text(check_family_name(b"a:b")).starts_with("Illegal character <58>. Column Family names"));
        assert_eq!(check_family_name(b"\xc3\xa4"), Ok(()));
        assert!(text(check_table_name("-t")).starts_with("Illegal first character <45> at 0."));
        assert_eq!(check_table_name("ns:t.1"), Ok(()));
        assert_eq!(check_table_name("tävla_1"), Ok(()));
    }
}
