//! The Bloom filters of a store file: bit for bit those of HBase, so that they err about the same rows.

use crate::cell::{Cell, CellType, LATEST_TIMESTAMP};
use crate::schema::BloomType;
use std::borrow::Cow;

/// Bytes of a part before it is folded (`io.storefile.bloom.block.size`). A power of two, so that a place in what is
/// folded is a place in the whole, modulo its size.
const PART: usize = 128 * 1024;

/// What a filter has for keys: rows (`ROW`), or columns of rows (`ROWCOL`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Keys {
    Rows,
    Columns,
}

impl Keys {
    /// Hash functions of a key, and the most keys of a part: what an error of one in a hundred
    /// (`io.storefile.bloom.error.rate`) comes to in [`PART`] bytes. A column and its row are both looked for, so each may
    /// err half as often.
    ///
    /// Source: `BloomFilterUtil.createBySize`, `BloomFilterFactory.createGeneralBloomAtWrite`.
    fn shape(self) -> (u32, usize) {
        match self {
            Self::Rows => (7, 109_306),
            Self::Columns => (8, 95_069),
        }
    }

    fn same(self, left: &Cell, right: &Cell) -> bool {
        match self {
            Self::Rows => left.same_row(right),
            Self::Columns => left.same_column(right),
        }
    }

    /// The bytes that are hashed: a row, or a column as the key of its first cell, but for the family.
    ///
    /// Source: `RowBloomHashKey`, `RowColBloomHashKey`.
    fn bytes<'a>(self, row: &'a [u8], qualifier: &[u8]) -> Cow<'a, [u8]> {
        match self {
            Self::Rows => Cow::Borrowed(row),
            Self::Columns => {
                let length = (row.len() as u16).to_be_bytes();
                let parts = [&length, row, &[0], qualifier, &LATEST_TIMESTAMP.to_be_bytes(), &[u8::MAX]];
                Cow::Owned(parts.concat())
            }
        }
    }
}

/// Says of a row, or of a row and a column, that it is certainly not in a file, or that it may be. Of those that are
/// not, it is wrong about one in a hundred.
///
/// Source: `CompoundBloomFilter`, `StoreFileReader.checkGeneralBloomFilter`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bloom {
    keys: Keys,
    count: usize,
    /// The chunks of the filter, in the order of their first keys; at least one.
    parts: Vec<Chunk>,
    last: Cell,
}

/// One chunk of the filter: the first of its keys, which follow each other in the file, and the bits that they set.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Chunk {
    first: Cell,
    bits: Box<[u8]>,
}

impl Chunk {
    /// A part is halved as often as it has more than twice the room its keys need.
    ///
    /// Source: `BloomFilterChunk.compactBloom`.
    fn new(keys: Keys, cells: &[&Cell]) -> Self {
        let (hashes, _) = keys.shape();
        let size = folded(keys, cells.len());
        let mut bits = vec![0; size].into_boxed_slice();
        for cell in cells {
            for place in places(&keys.bytes(cell.row(), cell.qualifier()), hashes, size) {
                bits[place / 8] |= 1 << (place % 8);
            }
        }
        Self { first: cells[0].clone(), bits }
    }
}

/// Bytes of a part with so many keys.
fn folded(keys: Keys, count: usize) -> usize {
    let (_, mut room) = keys.shape();
    let mut size = PART;
    while size > 1 && room > 2 * count {
        (size, room) = (size / 2, room / 2);
    }
    size
}

/// How many keys a part of a filter has room for.
pub(super) fn room(kind: BloomType) -> usize {
    if kind == BloomType::RowCol { Keys::Columns.shape().1 } else { Keys::Rows.shape().1 }
}

/// What a filter of so many keys comes to: whole parts and their bytes, the last part and its bytes, and how many parts
/// there are.
pub(super) fn expected(kind: BloomType, count: u64) -> ([(u64, u64); 2], u64) {
    let keys = if kind == BloomType::RowCol { Keys::Columns } else { Keys::Rows };
    let (_, room) = keys.shape();
    let (whole, rest) = (count / room as u64, (count % room as u64) as usize);
    let last = u64::from(rest > 0);
    ([(whole, PART as u64), (last, folded(keys, rest) as u64)], whole + last)
}

impl Bloom {
    /// The filter over cells in their order; `None` for the kind `None`, and without cells.
    pub fn new(kind: BloomType, cells: &[Cell]) -> Option<Self> {
        match kind {
            BloomType::None => None,
            BloomType::Row => Self::over(Keys::Rows, cells.iter()),
            BloomType::RowCol => Self::over(Keys::Columns, cells.iter()),
        }
    }

    /// The filter over rows with a marker for the whole family; `None` without any. A file whose filter knows columns
    /// has none.
    ///
    /// Source: `StoreFileWriter.appendDeleteFamilyBloomFilter`.
    pub fn of_markers(kind: BloomType, cells: &[Cell]) -> Option<Self> {
        if kind == BloomType::RowCol {
            return None;
        }
        let is_wide = |cell: &&Cell| matches!(cell.cell_type(), CellType::DeleteFamily | CellType::DeleteFamilyVersion);
        Self::over(Keys::Rows, cells.iter().filter(is_wide))
    }

    fn over<'a>(keys: Keys, cells: impl Iterator<Item = &'a Cell>) -> Option<Self> {
        let mut distinct: Vec<&Cell> = cells.collect();
        distinct.dedup_by(|next, before| keys.same(next, before));
        let last = (*distinct.last()?).clone();
        let parts = distinct.chunks(keys.shape().1).map(|part| Chunk::new(keys, part)).collect();
        Some(Self { keys, count: distinct.len(), parts, last })
    }

    /// Whether its keys are rows or columns.
    pub fn kind(&self) -> BloomType {
        match self.keys {
            Keys::Rows => BloomType::Row,
            Keys::Columns => BloomType::RowCol,
        }
    }

    /// How many keys went in.
    pub fn keys(&self) -> usize {
        self.count
    }

    /// The bytes of each part's bits, with the first cell of the part.
    pub(super) fn parts(&self) -> impl Iterator<Item = (&Cell, u64)> {
        self.parts.iter().map(|part| (&part.first, part.bits.len() as u64))
    }

    /// Whether the row may be in the file. Only for filters of rows.
    pub fn may_have_row(&self, row: &[u8]) -> bool {
        row <= self.last.row() && self.contains(row, &[])
    }

    /// Whether the column may be in the file, or a marker for the whole family. Only for filters of columns.
    pub fn may_have_column(&self, row: &[u8], qualifier: &[u8]) -> bool {
        (row, &[][..]) <= place(&self.last) && (self.contains(row, qualifier) || self.contains(row, &[]))
    }

    /// Whether the row may have a marker for the whole family. Only for filters of such rows; HBase does not compare the
    /// row with the last one here.
    ///
    /// Source: `StoreFileReader.passesDeleteFamilyBloomFilter`.
    pub(super) fn may_have_marker(&self, row: &[u8]) -> bool {
        self.contains(row, &[])
    }

    fn contains(&self, row: &[u8], qualifier: &[u8]) -> bool {
        let starts_before = |part: &Chunk| match self.keys {
            Keys::Rows => part.first.row() <= row,
            Keys::Columns => place(&part.first) <= (row, qualifier),
        };
        let Some(at) = self.parts.partition_point(starts_before).checked_sub(1) else { return false };
        let bits = &self.parts[at].bits;
        let key = self.keys.bytes(row, qualifier);
        places(&key, self.keys.shape().0, bits.len()).all(|place| bits[place / 8] >> (place % 8) & 1 == 1)
    }
}

fn place(cell: &Cell) -> (&[u8], &[u8]) {
    (cell.row(), cell.qualifier())
}

/// The bits of a key in so many bytes: two hashes make all of them.
///
/// Source: `BloomFilterChunk.setHashLoc`.
fn places(key: &[u8], hashes: u32, size: usize) -> impl Iterator<Item = usize> + use<> {
    let first = murmur(key, 0);
    let second = murmur(key, first);
    (0..hashes).map(move |n| {
        let hash = first.wrapping_add(n.wrapping_mul(second)) as i32;
        hash.unsigned_abs() as usize % (8 * size)
    })
}

/// MurmurHash 2, with bytes of the rest that count as negative where they are above 127.
///
/// Source: `MurmurHash.hash`.
fn murmur(key: &[u8], seed: u32) -> u32 {
    const FACTOR: u32 = 0x5bd1_e995;
    let words = key.chunks_exact(4);
    let rest = words.remainder();
    let mut hash = seed ^ key.len() as u32;
    for word in words {
        let mut word = word.try_into().map_or(0, u32::from_le_bytes).wrapping_mul(FACTOR);
        word ^= word >> 24;
        hash = hash.wrapping_mul(FACTOR) ^ word.wrapping_mul(FACTOR);
    }
    if !rest.is_empty() {
        for (at, &byte) in rest.iter().enumerate() {
            hash ^= (i32::from(byte as i8) as u32) << (8 * at);
        }
        hash = hash.wrapping_mul(FACTOR);
    }
    hash ^= hash >> 13;
    hash = hash.wrapping_mul(FACTOR);
    hash ^ hash >> 15
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(rows: std::ops::Range<u32>) -> Vec<Cell> {
        let cell = |n: u32| Cell::new(format!("row{n:06}").as_bytes(), b"f", b"q", 1, CellType::Put, b"");
        rows.map(cell).collect()
    }

    #[test]
    fn what_is_there_passes_and_almost_nothing_else_does() {
        let bloom = Bloom::new(BloomType::Row, &cells(0..5000)).expect("rows make a filter");
        assert!(cells(0..5000).iter().all(|cell| bloom.may_have_row(cell.row())));
        let foreign = cells(5000..15000).iter().filter(|cell| bloom.may_have_row(cell.row())).count();
        assert!(foreign < 200, "{foreign} of 10000");
    }

    #[test]
    fn a_column_filter_lets_rows_with_family_markers_pass() {
        let marker = Cell::new(b"r", b"f", b"", 5, CellType::DeleteFamily, b"");
        let bloom = Bloom::new(BloomType::RowCol, &[marker]).expect("a cell makes a filter");
        assert!(bloom.may_have_column(b"r", b"any"));
        assert!(!bloom.may_have_column(b"s", b"any"));
    }
}
