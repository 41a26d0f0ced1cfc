//! The cell, and the one order of cells that everything else relies on.
//!
//! HBase stores cells, not rows. A cell's coordinates are row, family, qualifier, timestamp and type; every write
//! of a region also stamps a sequence id. This module holds the only comparison of cells in the project.

use crate::bytes::{self, Family, Qualifier, RowKey, Value};
use crate::identity::Trace;
use crate::order;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::hint::black_box;
use std::sync::Arc;

/// The timestamp that stands for "now, when the server gets to it" (`HConstants.LATEST_TIMESTAMP`).
pub const LATEST_TIMESTAMP: i64 = i64::MAX;

/// What a cell is. The code of a type decides its place among cells of one column and timestamp: a higher code
/// sorts first, so a delete marker is met before the put it hides, and the broader marker before the narrower.
///
/// Source: `KeyValue.Type`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum CellType {
    /// Sorts last; only in seek keys.
    Minimum = 0,
    /// A value.
    Put = 4,
    /// Hides the put of exactly this column and timestamp.
    Delete = 8,
    /// Hides the puts of this family with exactly this timestamp.
    DeleteFamilyVersion = 10,
    /// Hides the puts of this column up to and including this timestamp.
    DeleteColumn = 12,
    /// Hides the puts of this family up to and including this timestamp.
    DeleteFamily = 14,
    /// Sorts first; only in seek keys.
    Maximum = 255,
}

impl CellType {
    /// Whether this is a delete marker (tombstone).
    pub fn is_delete(self) -> bool {
        matches!(self, Self::Delete | Self::DeleteFamilyVersion | Self::DeleteColumn | Self::DeleteFamily)
    }

    /// HBase's name of the type.
    pub fn name(self) -> &'static str {
        match self {
            Self::Minimum => "Minimum",
            Self::Put => "Put",
            Self::Delete => "Delete",
            Self::DeleteFamilyVersion => "DeleteFamilyVersion",
            Self::DeleteColumn => "DeleteColumn",
            Self::DeleteFamily => "DeleteFamily",
            Self::Maximum => "Maximum",
        }
    }
}

/// Sentinel: no lifetime of its own (HBase's `Long.MAX_VALUE`).
const NO_TTL: u64 = i64::MAX as u64;

/// A cell: coordinates, sequence id and value in one shared allocation. Cloning shares the bytes.
///
/// Equality and hash are those of all fields, the value included; the order is [`compare`] and ignores the value.
#[derive(Clone)]
pub struct Cell {
    /// The first eight bytes of the row, zero-padded: decides most comparisons without following the pointer.
    head: u64,
    /// Row, family, qualifier, value, one after the other.
    data: Arc<[u8]>,
    timestamp: i64,
    sequence_id: u64,
    /// Milliseconds, or [`NO_TTL`].
    ttl: u64,
    qualifier_length: u32,
    row_length: u16,
    family_length: u8,
    cell_type: CellType,
}

impl Cell {
    /// A cell without sequence id (0) and without a time to live.
    ///
    /// # Panics
    /// For a row of more than 65,535 bytes, a family of more than 255 and a qualifier of 4 GiB. Mutations and descriptors
    /// check HBase's own limits, which are lower; whoever makes cells of anything else has to check before.
    pub fn new(row: &[u8], family: &[u8], qualifier: &[u8], timestamp: i64, cell_type: CellType, value: &[u8]) -> Self {
        let data = join([row, family, qualifier, value]);
        Self {
            head: head(row),
            data,
            timestamp,
            sequence_id: 0,
            ttl: NO_TTL,
            qualifier_length: u32::try_from(qualifier.len()).expect("a qualifier is shorter than 2 GiB"),
            row_length: u16::try_from(row.len()).expect("mutations check the length of a row key"),
            family_length: u8::try_from(family.len()).expect("descriptors check the length of a family name"),
            cell_type,
        }
    }

    /// The same cell stamped with `sequence_id`.
    #[must_use]
    pub fn with_sequence_id(mut self, sequence_id: u64) -> Self {
        self.sequence_id = sequence_id;
        self
    }

    /// The same cell that expires `ttl` milliseconds after its timestamp, or when its family says so.
    #[must_use]
    pub fn with_ttl(mut self, ttl: Option<u64>) -> Self {
        self.ttl = ttl.unwrap_or(NO_TTL).min(NO_TTL);
        self
    }

    /// The same coordinates with another value.
    #[must_use]
    pub fn with_value(&self, value: &[u8]) -> Self {
        let mut cell = Self::new(self.row(), self.family(), self.qualifier(), self.timestamp, self.cell_type, value);
        cell.sequence_id = self.sequence_id;
        cell.ttl = self.ttl;
        cell
    }

    fn family_start(&self) -> usize {
        usize::from(self.row_length)
    }

    fn qualifier_start(&self) -> usize {
        self.family_start() + usize::from(self.family_length)
    }

    fn value_start(&self) -> usize {
        self.qualifier_start() + self.qualifier_length as usize
    }

    /// The row key.
    pub fn row(&self) -> &[u8] {
        &self.data[..self.family_start()]
    }

    /// The family's name.
    pub fn family(&self) -> &[u8] {
        &self.data[self.family_start()..self.qualifier_start()]
    }

    /// The column's qualifier within the family.
    pub fn qualifier(&self) -> &[u8] {
        &self.data[self.qualifier_start()..self.value_start()]
    }

    /// The value; empty for delete markers.
    pub fn value(&self) -> &[u8] {
        &self.data[self.value_start()..]
    }

    /// The row key as an owned key.
    pub fn row_key(&self) -> RowKey {
        self.row().into()
    }

    /// The family's name as an owned name.
    pub fn family_name(&self) -> Family {
        self.family().into()
    }

    /// The qualifier as an owned qualifier.
    pub fn qualifier_name(&self) -> Qualifier {
        self.qualifier().into()
    }

    /// The value as an owned value.
    pub fn value_bytes(&self) -> Value {
        self.value().into()
    }

    /// Milliseconds; the version of the cell.
    pub fn timestamp(&self) -> i64 {
        self.timestamp
    }

    /// What the cell is.
    pub fn cell_type(&self) -> CellType {
        self.cell_type
    }

    /// The number of the region's write that brought the cell; 0 before the write-ahead log has stamped it.
    pub fn sequence_id(&self) -> u64 {
        self.sequence_id
    }

    /// Milliseconds after the timestamp at which the cell expires, if it has a lifetime of its own.
    pub fn ttl(&self) -> Option<u64> {
        (self.ttl != NO_TTL).then_some(self.ttl)
    }

    /// Whether its own lifetime is over at `now`. A lifetime so long that its end overflows is over at once, as in
    /// HBase.
    ///
    /// Source: `ScanQueryMatcher.isCellTTLExpired`.
    pub fn has_outlived(&self, now: i64) -> bool {
        self.ttl().is_some_and(|ttl| self.timestamp.wrapping_add_unsigned(ttl) < now)
    }

    /// Its coordinates, as a key that can be compared and sought.
    pub fn key(&self) -> KeyRef<'_> {
        KeyRef {
            row: self.row(),
            family: self.family(),
            qualifier: self.qualifier(),
            timestamp: self.timestamp,
            cell_type: self.cell_type as u8,
            sequence_id: self.sequence_id,
        }
    }

    /// Bytes of the cell as HBase serialises it, its tags included.
    ///
    /// Source: `KeyValue`, `PrivateCellUtil.estimatedSerializedSizeOf` less its leading 4 bytes.
    pub fn serialized_size(&self) -> usize {
        let tags = if self.ttl == NO_TTL { 0 } else { 2 + 11 };
        20 + self.data.len() + tags
    }

    /// Bytes of the cell as scan metrics count it: without tags, which do not reach the client.
    ///
    /// Source: `PrivateCellUtil.estimatedSerializedSizeOf`.
    pub fn result_size(&self) -> u64 {
        24 + self.data.len() as u64
    }

    /// Whether both stand in one column: same row, family and qualifier.
    pub fn same_column(&self, other: &Self) -> bool {
        self.head == other.head
            && self.row_length == other.row_length
            && self.family_length == other.family_length
            && self.qualifier_length == other.qualifier_length
            && self.data[..self.value_start()] == other.data[..other.value_start()]
    }

    /// Whether both stand in one row.
    pub fn same_row(&self, other: &Self) -> bool {
        self.head == other.head && (Arc::ptr_eq(&self.data, &other.data) || self.row() == other.row())
    }

    /// Adds to `trace` how much there is to read of it, where it is not seen any more.
    pub(crate) fn tell_size(&self, trace: &mut Trace) {
        trace.word(u64::MAX - 1);
        trace.write(&self.data[..self.value_start()]);
        trace.word(self.data.len() as u64);
    }

    /// Adds to `trace` the parts of this that can still affect what happens.
    pub(crate) fn tell(&self, trace: &mut Trace) {
        let lengths = u64::from(self.qualifier_length) << 32 | u64::from(self.row_length) << 16;
        trace.word(lengths | u64::from(self.family_length) << 8 | u64::from(self.cell_type as u8));
        trace.write(&self.data);
        trace.cell(self.row(), self.family(), self.timestamp, self.sequence_id);
        if self.cell_type.is_delete() {
            trace.marker(self.timestamp);
        }
        if self.ttl != NO_TTL {
            trace.exact();
        }
        trace.word(self.ttl);
    }
}

impl PartialEq for Cell {
    /// All fields, the value included: two cells of one key may differ in value.
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key() && self.ttl == other.ttl && self.value() == other.value()
    }
}

impl Eq for Cell {}

impl Hash for Cell {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.data.hash(state);
        (self.row_length, self.family_length, self.qualifier_length).hash(state);
        (self.timestamp, self.sequence_id, self.ttl, self.cell_type).hash(state);
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}/{}:{}/{}/{}/seq={} {}",
            bytes::to_string_binary(self.row()),
            bytes::to_string_binary(self.family()),
            bytes::to_string_binary(self.qualifier()),
            self.timestamp,
            self.cell_type.name(),
            self.sequence_id,
            bytes::to_string_binary(self.value()),
        )
    }
}

/// The coordinates of a cell, borrowed; also a place to seek to that need not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KeyRef<'a> {
    /// Row key.
    pub row: &'a [u8],
    /// Family name.
    pub family: &'a [u8],
    /// Qualifier.
    pub qualifier: &'a [u8],
    /// Milliseconds; [`LATEST_TIMESTAMP`] sorts first in its column.
    pub timestamp: i64,
    /// Code of the type: [`CellType`] as `u8`.
    pub cell_type: u8,
    /// Sequence id; `u64::MAX` sorts first.
    pub sequence_id: u64,
}

impl<'a> KeyRef<'a> {
    /// Before every cell of `row`.
    pub fn first_on_row(row: &'a [u8]) -> Self {
        Self::first_on_column(row, &[], &[])
    }

    /// Before every cell of the column.
    pub fn first_on_column(row: &'a [u8], family: &'a [u8], qualifier: &'a [u8]) -> Self {
        Self {
            row,
            family,
            qualifier,
            timestamp: LATEST_TIMESTAMP,
            cell_type: CellType::Maximum as u8,
            sequence_id: u64::MAX,
        }
    }

    /// Before the cells of the column at `timestamp`, after the newer ones.
    pub fn first_on_version(row: &'a [u8], family: &'a [u8], qualifier: &'a [u8], timestamp: i64) -> Self {
        Self { timestamp, ..Self::first_on_column(row, family, qualifier) }
    }

    /// After every cell of the column.
    pub fn last_on_column(row: &'a [u8], family: &'a [u8], qualifier: &'a [u8]) -> Self {
        Self { row, family, qualifier, timestamp: i64::MIN, cell_type: CellType::Minimum as u8, sequence_id: 0 }
    }

    /// After every cell of `row`: a key with empty family and qualifier and the type `Minimum` sorts last in its row.
    pub fn last_on_row(row: &'a [u8]) -> Self {
        Self::last_on_column(row, &[], &[])
    }

    /// The same coordinates, owned.
    pub fn to_owned(self) -> Key {
        Key {
            row: self.row.into(),
            family: self.family.into(),
            qualifier: self.qualifier.into(),
            timestamp: self.timestamp,
            cell_type: self.cell_type,
            sequence_id: self.sequence_id,
        }
    }

    fn is_last_on_row(&self) -> bool {
        self.cell_type == CellType::Minimum as u8 && self.family.is_empty() && self.qualifier.is_empty()
    }
}

/// The coordinates of a cell, owned.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    /// Row key.
    pub row: RowKey,
    /// Family name.
    pub family: Family,
    /// Qualifier.
    pub qualifier: Qualifier,
    /// Milliseconds.
    pub timestamp: i64,
    /// Code of the type: [`CellType`] as `u8`.
    pub cell_type: u8,
    /// Sequence id.
    pub sequence_id: u64,
}

impl Key {
    /// The same coordinates, borrowed.
    pub fn as_ref(&self) -> KeyRef<'_> {
        KeyRef {
            row: &self.row,
            family: &self.family,
            qualifier: &self.qualifier,
            timestamp: self.timestamp,
            cell_type: self.cell_type,
            sequence_id: self.sequence_id,
        }
    }
}

/// The parts in one allocation.
fn join(parts: [&[u8]; 4]) -> Arc<[u8]> {
    let length = parts.iter().map(|part| part.len()).sum();
    let mut short = [0; 256];
    let mut long = Vec::new();
    let buffer: &mut [u8] = if length <= short.len() {
        &mut short[..length]
    } else {
        long.resize(length, 0);
        &mut long
    };
    let mut rest = &mut *buffer;
    for part in parts {
        let (place, after) = rest.split_at_mut(part.len());
        place.copy_from_slice(part);
        rest = after;
    }
    Arc::from(&*buffer)
}

fn head(row: &[u8]) -> u64 {
    if let Some(first) = row.first_chunk::<8>() {
        return u64::from_be_bytes(*first);
    }
    let mut first = [0; 8];
    first[..row.len()].copy_from_slice(row);
    u64::from_be_bytes(first)
}

/// The order of cells: row, family and qualifier ascend as unsigned bytes; timestamp, type code and sequence id
/// *descend*, so the newest version is met first, a marker before the put it hides, and of two equal keys the later
/// write.
///
/// Source: `CellComparatorImpl`.
pub fn compare(left: &Cell, right: &Cell) -> Ordering {
    left.head.cmp(&right.head).then_with(|| compare_keys(left.key(), right.key()))
}

/// Prefetches cells that are about to be cloned. Cloning counts a reference beside the cell's bytes, and the processor
/// would wait for one cache miss after the other; reading them all first lets these waits overlap.
pub(crate) fn fetch(cells: &[Cell]) {
    black_box(cells.iter().fold(0, |sum, cell| sum ^ Arc::strong_count(&cell.data)));
}

/// Sorts cells into the order of [`compare`]; equal keys keep their places.
pub fn sort(cells: &mut [Cell]) {
    order::sort_by(cells, compare);
}

/// [`compare`] of a cell with a key.
pub fn compare_to_key(cell: &Cell, key: KeyRef<'_>) -> Ordering {
    cell.head.cmp(&head(key.row)).then_with(|| compare_keys(cell.key(), key))
}

/// A key that many cells are compared with. Its first eight bytes, which decide most comparisons, are worked out once.
#[derive(Clone, Copy, Debug)]
pub struct Probe<'a> {
    head: u64,
    key: KeyRef<'a>,
}

impl<'a> Probe<'a> {
    /// A probe for this key.
    pub fn new(key: KeyRef<'a>) -> Self {
        Self { head: head(key.row), key }
    }

    /// A probe for the key of this cell.
    pub fn of(cell: &'a Cell) -> Self {
        Self { head: cell.head, key: cell.key() }
    }

    /// The key.
    pub fn key(&self) -> KeyRef<'a> {
        self.key
    }

    /// Whether the cell is in the row of the key.
    pub fn is_row_of(&self, cell: &Cell) -> bool {
        cell.head == self.head && (std::ptr::eq(cell.row(), self.key.row) || cell.row() == self.key.row)
    }

    /// [`compare`] of a cell with the key.
    pub fn compare(&self, cell: &Cell) -> Ordering {
        cell.head.cmp(&self.head).then_with(|| compare_keys(cell.key(), self.key))
    }
}

/// [`compare`] for coordinates.
pub fn compare_keys(left: KeyRef<'_>, right: KeyRef<'_>) -> Ordering {
    left.row
        .cmp(right.row)
        .then_with(|| left.is_last_on_row().cmp(&right.is_last_on_row()))
        .then_with(|| left.family.cmp(right.family))
        .then_with(|| left.qualifier.cmp(right.qualifier))
        .then_with(|| right.timestamp.cmp(&left.timestamp))
        .then_with(|| right.cell_type.cmp(&left.cell_type))
        .then_with(|| right.sequence_id.cmp(&left.sequence_id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_cells() {
        let cell = |row: &str, qualifier: &str, timestamp, cell_type, sequence_id| {
            Cell::new(row.as_bytes(), b"f", qualifier.as_bytes(), timestamp, cell_type, b"v")
                .with_sequence_id(sequence_id)
        };
        let sorted = [
            cell("a", "", 5, CellType::DeleteFamily, 1),
            cell("a", "", 5, CellType::Put, 1),
            cell("a", "q", 9, CellType::Put, 1),
            cell("a", "q", 5, CellType::DeleteColumn, 1),
            cell("a", "q", 5, CellType::Delete, 1),
            cell("a", "q", 5, CellType::Put, 7),
            cell("a", "q", 5, CellType::Put, 2),
            cell("a", "q\0", 5, CellType::Put, 2),
            cell("a\0", "", 5, CellType::Put, 2),
            cell("aaaaaaaa", "", 5, CellType::Put, 2),
            cell("aaaaaaaa\0", "", 5, CellType::Put, 2),
            cell("aaaaaaaab", "", 5, CellType::Put, 2),
        ];
        for pair in sorted.windows(2) {
            assert_eq!(compare(&pair[0], &pair[1]), Ordering::Less, "{pair:?}");
            assert_eq!(compare(&pair[1], &pair[0]), Ordering::Greater, "{pair:?}");
        }
        assert_eq!(compare_to_key(&sorted[7], KeyRef::last_on_row(b"a")), Ordering::Less);
        assert_eq!(compare_to_key(&sorted[0], KeyRef::first_on_row(b"a")), Ordering::Greater);
    }
}
