//! Tables and column families as data, with HBase's defaults.

use crate::bytes::{Family, TableName};
use crate::error::{Argument, Error};
use crate::identity::Trace;
use crate::map::Map;
use std::sync::Arc;

/// What becomes of cells that a delete marker hides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum KeepDeletedCells {
    /// Flush and compaction drop them; an all-files compaction drops the marker too.
    #[default]
    False,
    /// They stay until versions or TTL drop them; reads before the marker still see them.
    True,
    /// As `True` until the marker's age exceeds the TTL, then as `False`.
    Ttl,
}

impl KeepDeletedCells {
    /// The name of HBase's constant, as `describe` shows it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::False => "FALSE",
            Self::True => "TRUE",
            Self::Ttl => "TTL",
        }
    }
}

/// Which Bloom filter a store file carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum BloomType {
    /// No filter: no file is skipped because of the rows or columns in it.
    None,
    /// A filter over row keys: a Get skips files that do not have its row.
    #[default]
    Row,
    /// A filter over row and qualifier: a Get of named columns skips files that do not have them.
    RowCol,
}

impl BloomType {
    /// The name of HBase's constant, as `describe` shows it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "NONE",
            Self::Row => "ROW",
            Self::RowCol => "ROWCOL",
        }
    }
}

/// A column family and its attributes.
///
/// Source: `ColumnFamilyDescriptorBuilder`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FamilyDescriptor {
    /// Its name: 1 to 127 bytes without `:`, `/`, `\` and control characters, not starting with a full stop.
    pub name: Family,
    /// How many versions of a column are kept, at least 1.
    pub max_versions: i32,
    /// How many versions outlive the TTL.
    pub min_versions: i32,
    /// Seconds a cell lives; `i32::MAX` for ever.
    pub ttl: i32,
    /// What becomes of deleted cells.
    pub keep_deleted_cells: KeepDeletedCells,
    /// Bytes at which a data block of a store file is closed.
    pub block_size: usize,
    /// The Bloom filter of its store files.
    pub bloom: BloomType,
    /// Whether reads fill the block cache.
    pub block_cache: bool,
    /// Whether a marker hides only what was written before it.
    pub new_version_behavior: bool,
    /// Every other attribute, as it was given.
    pub attributes: Map<String, String>,
}

impl FamilyDescriptor {
    /// Whether versions beyond [`max_versions`](Self::max_versions) are never seen again unless newer ones are deleted:
    /// nothing expires, and what is deleted is not kept.
    pub fn forgets_old_versions(&self) -> bool {
        let keeps = self.keep_deleted_cells != KeepDeletedCells::False || self.min_versions > 0;
        !keeps && self.ttl == i32::MAX && !self.new_version_behavior
    }

    /// A family with HBase's defaults: one version, for ever, blocks of 64 KiB, a row Bloom filter.
    pub fn new(name: impl Into<Family>) -> Self {
        Self {
            name: name.into(),
            max_versions: 1,
            min_versions: 0,
            ttl: i32::MAX,
            keep_deleted_cells: KeepDeletedCells::False,
            block_size: 65536,
            bloom: BloomType::Row,
            block_cache: true,
            new_version_behavior: false,
            attributes: Map::new(),
        }
    }

    /// Sets how many versions of a column are kept. HBase's client looks at what the family has so far: to change both
    /// numbers of versions, the lesser one has to be set first, or this one refuses.
    ///
    /// Source: `ColumnFamilyDescriptorBuilder.setMaxVersions`.
    ///
    /// # Errors
    /// `IllegalArgument` for less than 1, and for less than [`min_versions`](Self::min_versions).
    pub fn set_max_versions(&mut self, max: i32) -> Result<(), Error> {
        let min = self.min_versions;
        if max <= 0 {
            return Err(Argument::MaxVersionsNotPositive.into());
        }
        if max < min {
            return Err(Argument::MaxVersionsBelowMin { max, min }.into());
        }
        self.max_versions = max;
        Ok(())
    }

    /// `IN_MEMORY`: whether its blocks have a share of the block cache to themselves.
    pub fn in_memory(&self) -> bool {
        self.attributes.get("IN_MEMORY").is_some_and(|text| text.eq_ignore_ascii_case("true"))
    }

    /// The oldest timestamp that has not expired at `now`; `i64::MIN` where cells live for ever.
    pub fn oldest_unexpired(&self, now: i64) -> i64 {
        if self.ttl == i32::MAX { i64::MIN } else { now.saturating_sub(i64::from(self.ttl) * 1000) }
    }

    /// Adds to `trace` the parts of this that can still affect what happens. Where cells expire, so does when.
    pub(crate) fn tell(&self, trace: &mut Trace) {
        if self.ttl != i32::MAX {
            trace.exact();
        }
        trace.literal(self);
    }
}

/// How many milliseconds delete markers outlive an all-files compaction.
pub(crate) const PURGE_DELETES: &str = "hbase.hstore.time.to.purge.deletes";

/// A table: its families by name, and table attributes such as `SPLIT_POLICY`, `MAX_FILESIZE` or any HBase setting.
///
/// Source: `TableDescriptorBuilder`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TableDescriptor {
    /// Its name.
    pub name: TableName,
    /// Its families, in the order of their names.
    pub families: Map<Family, Arc<FamilyDescriptor>>,
    /// Its attributes, as they were given.
    pub attributes: Map<String, String>,
}

impl TableDescriptor {
    /// A table of these families, without attributes.
    pub fn new(name: &str, families: impl IntoIterator<Item = FamilyDescriptor>) -> Self {
        Self {
            name: name.into(),
            families: families.into_iter().map(|family| (family.name.clone(), Arc::new(family))).collect(),
            attributes: Map::new(),
        }
    }

    /// The same table with one more attribute.
    #[must_use]
    pub fn with(mut self, attribute: &str, value: &str) -> Self {
        self.attributes.insert(attribute.to_owned(), value.to_owned());
        self
    }

    /// Whether the table has a family.
    ///
    /// # Errors
    /// `NoSuchColumnFamily`.
    pub fn check_family(&self, family: &Family) -> Result<(), Error> {
        if self.families.contains_key(family) {
            return Ok(());
        }
        Err(Error::NoSuchColumnFamily { family: family.clone(), table: self.name.clone() })
    }

    /// Whether an attribute that is on unless it is set is on.
    pub fn is_switched_on(&self, attribute: &str) -> bool {
        self.attributes.get(attribute).is_none_or(|text| text.eq_ignore_ascii_case("true"))
    }

    /// Whether its writes leave the log out, so that a crash takes what is not flushed: with `DURABILITY` `SKIP_WAL`. Under
    /// any other value they do not.
    ///
    /// Source: `HRegion.getEffectiveDurability`.
    pub fn skips_log(&self) -> bool {
        self.attributes.get("DURABILITY").is_some_and(|durability| durability == "SKIP_WAL")
    }

    /// The attribute as a number, where it is one.
    pub fn number(&self, attribute: &str) -> Option<i64> {
        self.attributes.get(attribute)?.trim().parse().ok()
    }

    /// Adds to `trace` the parts of this that can still affect what happens.
    pub(crate) fn tell(&self, trace: &mut Trace) {
        trace.literal(&self.name);
        trace.literal(&self.attributes);
        if self.attributes.contains_key(PURGE_DELETES) {
            trace.exact();
        }
        trace.each(self.families.values(), |trace, family| family.tell(trace));
    }
}

/// A setting is looked for in the attributes of the family, where one is meant, then of the table, then of the site.
///
/// Source: `CompoundConfiguration`.
#[derive(Clone, Copy, Debug)]
pub struct Settings<'a> {
    site: &'a Map<String, String>,
    table: &'a TableDescriptor,
    family: Option<&'a FamilyDescriptor>,
}

impl<'a> Settings<'a> {
    /// The settings of a table in a cluster with these in its `hbase-site.xml`.
    pub fn new(site: &'a Map<String, String>, table: &'a TableDescriptor) -> Self {
        Self { site, table, family: None }
    }

    /// The settings of one of its families.
    #[must_use]
    pub fn family(self, family: &'a FamilyDescriptor) -> Self {
        Self { family: Some(family), ..self }
    }

    /// The table.
    pub fn table(&self) -> &'a TableDescriptor {
        self.table
    }

    /// A setting under HBase's name.
    pub fn get(&self, name: &str) -> Option<&'a str> {
        let family = self.family.and_then(|family| family.attributes.get(name));
        family.or_else(|| self.table.attributes.get(name)).or_else(|| self.site.get(name)).map(String::as_str)
    }

    /// A setting as a whole number, where it is one.
    pub fn number(&self, name: &str) -> Option<i64> {
        self.get(name)?.trim().parse().ok()
    }

    /// A setting as a decimal number, where it is one.
    pub fn decimal(&self, name: &str) -> Option<f64> {
        decimal(self.get(name)?.trim())
    }

    /// Bytes of heap above which a region's memstore is flushed; 128 MiB unless set.
    pub fn flush_size(&self) -> u64 {
        let size = self.number("MEMSTORE_FLUSHSIZE").or_else(|| self.number("hbase.hregion.memstore.flush.size"));
        size.and_then(|bytes| u64::try_from(bytes).ok()).filter(|&bytes| bytes > 0).unwrap_or(128 << 20)
    }

    /// Bytes of store files that a region may have; 10 GiB unless set.
    pub fn max_file_size(&self) -> u64 {
        let size = self.number("MAX_FILESIZE").or_else(|| self.number("hbase.hregion.max.filesize"));
        size.and_then(|bytes| u64::try_from(bytes).ok()).filter(|&bytes| bytes > 0).unwrap_or(10 << 30)
    }
}

/// A decimal number of up to 15 digits, exact to the last bit: both the digits and the power of ten are exact, and
/// the division rounds once. (The standard parser takes more, and a page would carry 15 kB of tables for it.)
fn decimal(text: &str) -> Option<f64> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(rest) => (-1.0, rest),
        None => (1.0, text),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let both = format!("{whole}{part}");
    if both.len() > 15 || !both.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let number: i64 = both.parse().ok()?;
    let scale = 10_i64.pow(u32::try_from(part.len()).ok()?);
    Some(sign * number as f64 / scale as f64)
}
