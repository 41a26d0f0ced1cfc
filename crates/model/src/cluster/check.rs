//! What the master refuses before any work begins.

use super::{Cluster, TableState};
use crate::bytes::{Family, RowKey, TableName};
use crate::error::Error;
use crate::event::RegionId;
use crate::order;
use crate::policy::split::SplitPolicy;
use crate::region::{Region, RegionState};
use crate::schema::{FamilyDescriptor, TableDescriptor};

const LARGEST_BLOCK: usize = 16 << 20;
const SMALLEST_BLOCK: usize = 1 << 10;
const SMALLEST_FILE: i64 = 2 << 20;
const SMALLEST_FLUSH: i64 = 1 << 20;

fn illegal(message: impl Into<String>) -> Error {
    Error::IllegalArgument { message: message.into() }
}

impl Cluster {
    /// # Errors
    /// `TableNotFound`.
    pub(super) fn check_exists(&self, table: &TableName) -> Result<&super::Table, Error> {
        self.tables.get(table).ok_or_else(|| Error::TableNotFound { table: table.clone() })
    }

    /// # Errors
    /// `TableNotFound`, `TableNotEnabled`.
    pub(super) fn check_enabled(&self, table: &TableName) -> Result<(), Error> {
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
            return Err(Error::NotServingRegion { region: name + " is not online" });
        }
        self.check_enabled(table)?;
        let known =
            self.table(table).is_some_and(|found| family.is_none_or(|family| found.families.contains_key(family)));
        if let (Some(family), false) = (family, known) {
            return Err(Error::NoSuchColumnFamily { family: family.clone(), table: table.clone() });
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
        let refuse = |message: String| Err(Error::MergeRegion { message });
        let mut regions: Vec<&Region> = rows.iter().filter_map(|row| self.locate(table, row)).collect();
        if regions.len() < 2 {
            return Err(illegal(format!("Can not merge only {} region", regions.len())));
        }
        if regions.iter().any(|region| !region.table().is_switched_on("MERGE_ENABLED")) {
            let message = format!("Merge of [{}] failed as region merge is disabled for the table", names(&regions));
            return Err(Error::DoNotRetry { message });
        }
        let neighbours = |one: &Region, other: &Region| {
            let (left, right) = if one.start() <= other.start() { (one, other) } else { (other, one) };
            left.end() == right.start()
        };
        // In the order in which they are named.
        let apart = regions.windows(2).find(|pair| !neighbours(pair[0], pair[1]));
        let apart = apart.map(|pair| [pair[0].name().encoded().to_owned(), pair[1].name().encoded().to_owned()]);
        let passed = regions.len();
        order::sort_by(&mut regions, |left, right| left.start().cmp(right.start()));
        regions.dedup_by_key(|region| region.id());
        if regions.len() < passed {
            return refuse(format!(
                "Duplicate regions specified; cannot merge a region to itself. Passed in {passed} but only {} unique.",
                regions.len()
            ));
        }
        if let (Some([one, other]), false) = (apart, force) {
            return refuse(format!(
                "Unable to merge non-adjacent or non-overlapping regions '{one}', '{other}' when force=false"
            ));
        }
        if let Some(closed) = regions.iter().find(|region| region.state() == RegionState::Closed) {
            return refuse(format!("{} is not OPEN; state=CLOSED", closed.name().encoded()));
        }
        Self::check_mergeable(&regions)?;
        Ok(regions.iter().map(|region| region.id()).collect())
    }

    /// # Errors
    /// `MergeRegion` if one has references.
    pub(super) fn check_mergeable(regions: &[&Region]) -> Result<(), Error> {
        let Some(blocked) = regions.iter().find(|region| region.has_references()) else { return Ok(()) };
        let (all, one) = (names(regions), names(&[blocked]));
        let message = format!("Skip merging [{all}], because a parent, [{one}], is not mergeable");
        Err(Error::MergeRegion { message })
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
        let refuse = |message: String| {
            let hint = " Set hbase.table.sanity.checks to false at conf or table descriptor if you want to bypass \
                        sanity checks";
            Err(Error::DoNotRetry { message: message + hint })
        };
        let settings = self.settings(table);
        let size = |attribute, setting| table.number(attribute).or_else(|| settings.number(setting));
        if let Some(bytes) = size("MAX_FILESIZE", "hbase.hregion.max.filesize")
            && bytes < SMALLEST_FILE
        {
            return refuse(format!(
                "MAX_FILESIZE for table descriptor or \"hbase.hregion.max.filesize\" ({bytes}) is too small, which \
                 might cause over splitting into unmanageable number of regions."
            ));
        }
        if let Some(bytes) = size("MEMSTORE_FLUSHSIZE", "hbase.hregion.memstore.flush.size")
            && bytes < SMALLEST_FLUSH
        {
            return refuse(format!(
                "MEMSTORE_FLUSHSIZE for table descriptor or \"hbase.hregion.memstore.flush.size\" ({bytes}) is too \
                 small, which might cause very frequent flushing."
            ));
        }
        if SplitPolicy::of(&settings).is_none() {
            let policy = table.attributes.get("SPLIT_POLICY").cloned().unwrap_or_default();
            return refuse(format!(
                "Unable to load configured region split policy '{policy}' for table '{}'",
                table.name
            ));
        }
        if table.families.is_empty() {
            return refuse("Table should have at least one column family.".to_owned());
        }
        for family in table.families.values() {
            let name = &family.name;
            if family.ttl <= 0 {
                return refuse(format!("TTL for column family {name} must be positive."));
            }
            if !(SMALLEST_BLOCK..=LARGEST_BLOCK).contains(&family.block_size) {
                return refuse(format!("Block size for column family {name}  must be between 1K and 16MB."));
            }
            if family.min_versions < 0 {
                return refuse(format!("Min versions for column family {name} must be positive."));
            }
            if family.min_versions > family.max_versions {
                return refuse(format!("Min versions for column family {name} must be less than the Max versions."));
            }
        }
        Ok(())
    }
}

fn names(regions: &[&Region]) -> String {
    regions.iter().map(|region| region.name().encoded()).collect::<Vec<_>>().join(", ")
}

/// The keys at which a new table is cut, in order.
///
/// # Errors
/// `IllegalArgument` for an empty or a repeated key.
pub(super) fn check_splits(mut splits: Vec<RowKey>) -> Result<Vec<RowKey>, Error> {
    if splits.iter().any(|key| key.is_empty()) {
        return Err(illegal("Empty split key must not be passed in the split keys."));
    }
    crate::order::sort(&mut splits);
    if let Some(pair) = splits.windows(2).find(|pair| pair[0] == pair[1]) {
        let message = format!("All split keys must be unique, found duplicate: {}, {}", pair[0], pair[1]);
        return Err(illegal(message));
    }
    Ok(splits)
}

/// Source: `TableName.isLegalFullyQualifiedTableName`.
///
/// # Errors
/// `IllegalArgument`.
pub(super) fn check_table_name(name: &str) -> Result<(), Error> {
    if name.is_empty() {
        return Err(illegal("Name is null or empty"));
    }
    let (namespace, qualifier) = match name.split_once(':') {
        Some((namespace, qualifier)) => (Some(namespace), qualifier),
        None => (None, name),
    };
    if let Some(namespace) = namespace
        && let Some((at, c)) = namespace.char_indices().find(|(_, c)| !c.is_alphanumeric() && *c != '_')
    {
        let message = format!(
            "Illegal character <{c}> at {at}. Namespaces may only contain 'alphanumeric characters' from any language \
             and digits: {namespace}"
        );
        return Err(illegal(message));
    }
    let Some(first) = qualifier.chars().next() else {
        return Err(illegal("Table qualifier must not be empty"));
    };
    if first == '.' || first == '-' {
        return Err(illegal(format!(
            "Illegal first character <{}> at 0. User-space table qualifiers can only start with 'alphanumeric \
             characters' from any language: {qualifier}",
            u32::from(first)
        )));
    }
    let legal = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    if let Some((at, c)) = qualifier.char_indices().find(|(_, c)| !legal(*c)) {
        return Err(illegal(format!(
            "Illegal character code:{}, <{c}> at {at}. User-space table qualifiers may only contain 'alphanumeric \
             characters' and digits: {qualifier}",
            u32::from(c)
        )));
    }
    if qualifier == "zookeeper" {
        return Err(illegal("Tables may not be named 'zookeeper'"));
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
        return Err(illegal("Maximum versions must be positive"));
    }
    Ok(())
}

/// Source: `ColumnFamilyDescriptorBuilder.isLegalColumnFamilyName`.
///
/// # Errors
/// `IllegalArgument`.
pub(super) fn check_family_name(name: &[u8]) -> Result<(), Error> {
    let text = crate::bytes::to_string_binary(name);
    let Some(&first) = name.first() else { return Err(illegal("Column Family name can not be empty")) };
    if first == b'.' {
        return Err(illegal(format!("Column Family names cannot start with a period: {text}")));
    }
    let bad = |byte: &u8| *byte < 0x20 || *byte == 0x7f || matches!(byte, b':' | b'\\' | b'/');
    if let Some(byte) = name.iter().find(|byte| bad(byte)) {
        return Err(illegal(format!(
            "Illegal character <{byte}>. Column Family names cannot contain control characters or colons: {text}"
        )));
    }
    if name == b"recovered.edits" {
        return Err(illegal("Column Family name cannot be: recovered.edits"));
    }
    if name.len() > 127 {
        return Err(illegal("Family > 127"));
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
