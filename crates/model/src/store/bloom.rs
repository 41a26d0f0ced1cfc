//! The Bloom filter of a store file.

use crate::cell::Cell;
use crate::schema::BloomType;

/// Bits a key: with seven hashes about one of a hundred foreign keys passes.
///
/// Source: `io.storefile.bloom.error.rate`.
const BITS_PER_KEY: usize = 10;
const HASHES: u32 = 7;

/// Says of a row, or of a row and a column, that it is certainly not in a file, or that it may be.
///
/// Source: `BloomFilterUtil`, `StoreFileReader.passesBloomFilter`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bloom {
    kind: BloomType,
    keys: usize,
    bits: Vec<u64>,
}

impl Bloom {
    /// The filter over cells in their order; `None` for the kind `None`.
    pub fn new(kind: BloomType, cells: &[Cell]) -> Option<Self> {
        let same_key = |a: &Cell, b: &Cell| match kind {
            BloomType::RowCol => a.same_column(b),
            _ => a.same_row(b),
        };
        if kind == BloomType::None || cells.is_empty() {
            return None;
        }
        let firsts = |at: &usize| at.checked_sub(1).is_none_or(|before| !same_key(&cells[before], &cells[*at]));
        let keys = (0..cells.len()).filter(firsts).count();
        let mut bloom = Self { kind, keys, bits: vec![0; (keys * BITS_PER_KEY).div_ceil(64)] };
        for at in (0..cells.len()).filter(firsts) {
            let column = if kind == BloomType::RowCol { cells[at].qualifier() } else { &[] };
            for bit in bloom.places(cells[at].row(), column) {
                bloom.bits[bit / 64] |= 1 << (bit % 64);
            }
        }
        Some(bloom)
    }

    /// What its keys are.
    pub fn kind(&self) -> BloomType {
        self.kind
    }

    /// How many keys went in.
    pub fn keys(&self) -> usize {
        self.keys
    }

    /// Bytes of the bit array.
    pub fn size_bytes(&self) -> usize {
        self.bits.len() * 8
    }

    /// Whether the row may be in the file. Only for filters of rows.
    pub fn may_have_row(&self, row: &[u8]) -> bool {
        self.may_have(row, &[])
    }

    /// Whether the column may be in the file, or a marker for the whole family. Only for filters of columns.
    pub fn may_have_column(&self, row: &[u8], qualifier: &[u8]) -> bool {
        self.may_have(row, qualifier) || self.may_have(row, &[])
    }

    fn may_have(&self, row: &[u8], qualifier: &[u8]) -> bool {
        self.places(row, qualifier).all(|bit| self.bits[bit / 64] >> (bit % 64) & 1 == 1)
    }

    fn places(&self, row: &[u8], qualifier: &[u8]) -> impl Iterator<Item = usize> + use<> {
        let hash = finish(mix(mix(0xcbf2_9ce4_8422_2325 ^ row.len() as u64, row), qualifier));
        let (first, second) = (hash as u32, (hash >> 32) as u32 | 1);
        let count = self.bits.len() as u64 * 64;
        // Two hashes make all of them, and a product in place of a remainder brings each into the range.
        (0..HASHES).map(move |n| ((u64::from(first.wrapping_add(n.wrapping_mul(second))) * count) >> 32) as usize)
    }
}

/// FNV-1a, eight bytes at once.
fn mix(mut hash: u64, bytes: &[u8]) -> u64 {
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let mut chunks = bytes.chunks_exact(8);
    for chunk in &mut chunks {
        let word = chunk.try_into().map_or(0, u64::from_be_bytes);
        hash = (hash ^ word).wrapping_mul(PRIME).rotate_left(29);
    }
    for &byte in chunks.remainder() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(PRIME);
    }
    hash
}

/// The last step of `MurmurHash3`: every bit of the input moves every bit of the output.
fn finish(mut hash: u64) -> u64 {
    hash ^= hash >> 33;
    hash = hash.wrapping_mul(0xff51_afd7_ed55_8ccd);
    hash ^= hash >> 33;
    hash = hash.wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    hash ^ hash >> 33
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell::CellType;

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
