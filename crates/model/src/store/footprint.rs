//! How many bytes a store file has on disk: block by block as HBase writes it, so that a size at which regions are
//! split is reached by the same write. Without compression, encoding or encryption.
//!
//! Source: `HFileWriterImpl`, `HFileInfo`, `CompoundBloomFilterWriter`, `FixedFileTrailer`.

use super::bloom::Bloom;
use super::file::{Block, IndexKey, Layout, between, sequence_id_bytes};
use crate::bytes::RowKey;
use crate::cell::Cell;
use crate::schema::{BloomType, FamilyDescriptor};
use std::sync::Arc;

/// Bytes of the trailer at the end of a file; HBase pads it to this size.
///
/// Source: `FixedFileTrailer.getTrailerSize`.
pub const TRAILER: u64 = 4096;
/// Bytes of the header that each block has.
const HEADER: u64 = 33;
/// HBase writes a checksum of 4 bytes for every so many bytes of a block, its header included.
const CHECKED: u64 = 16 * 1024;
/// Bytes of an entry of an index beside its key: offset (8) and size (4) of a block.
const POINTER: u64 = 8 + 4;
/// Bytes of a key beside row, family and qualifier: the lengths of row and family, the timestamp and the type.
const KEY: u64 = 12;
/// Bytes of the fixed-width numbers at the head of a Bloom filter's metadata.
const BLOOM_HEAD: u64 = 4 + 8 + 4 + 4 + 8 + 8 + 4;
const COLUMN_COMPARATOR: &str = "org.apache.hadoop.hbase.CellComparatorImpl";

/// Entries that the metadata of every file have (HBase's "file info"): their names, and the bytes of their values.
const ALWAYS: &[(&str, u64)] = &[
    ("DELETE_FAMILY_COUNT", 8),
    ("EARLIEST_PUT_TS", 8),
    ("HISTORICAL", 1),
    ("MAJOR_COMPACTION_KEY", 1),
    ("MAX_SEQ_ID_KEY", 8),
    ("TIMERANGE", 16),
    ("hfile.AVG_KEY_LEN", 4),
    ("hfile.AVG_VALUE_LEN", 4),
    ("hfile.CREATE_TIME_TS", 8),
];

/// Everything that the size of a file depends on, for a file whose cells are there.
pub(super) struct Content<'a> {
    pub(super) cells: &'a [Cell],
    pub(super) blocks: &'a [Block],
    pub(super) index: &'a [IndexKey],
    pub(super) bloom: Option<&'a Bloom>,
    /// The Bloom filter over rows with a marker for the whole family.
    pub(super) markers: Option<&'a Bloom>,
    /// What is written with each cell.
    pub(super) layout: Layout,
    /// Lengths of the names of the files it was compacted from.
    pub(super) names: Vec<usize>,
}

impl Content<'_> {
    /// Bytes on disk.
    ///
    /// Deviation "one-level-index": one level of index, however long it is.
    pub(super) fn size(&self) -> u64 {
        let entry = |entry: &IndexKey| {
            let key = KEY + (entry.row.len() + entry.family.len() + entry.qualifier.len()) as u64;
            POINTER + counted(key)
        };
        let keys = self.cells.last().map(|last| {
            let biggest = self.cells.iter().rev().max_by_key(|cell| cell.serialized_size()).unwrap_or(last);
            (key(last), key(biggest))
        });
        let last_key = |bloom: &Bloom| self.cells.last().map_or(0, |last| bloom_key(bloom.kind(), last));
        Sums {
            data: self.blocks.iter().map(|data| block(data.bytes)).sum(),
            index: self.index.iter().map(entry).sum(),
            names: names(self.names.iter().copied()),
            keys,
            bloom: self.bloom.map(|bloom| (bloom.kind(), last_key(bloom))),
            blooms: [self.bloom, self.markers].into_iter().flatten().map(bloom_size).sum(),
            layout: self.layout,
        }
        .size()
    }
}

/// The sums that the size of a file depends on. They can also be computed without having the cells.
struct Sums {
    /// Bytes of the data blocks.
    data: u64,
    /// Bytes of the entries of the block index.
    index: u64,
    /// Bytes of the names of the files it was compacted from.
    names: u64,
    /// Bytes of the last key, and of that of the largest cell; `None` without cells.
    keys: Option<(u64, u64)>,
    /// The kind of its Bloom filter, and bytes of the last key in it.
    bloom: Option<(BloomType, u64)>,
    /// Bytes of all Bloom filters.
    blooms: u64,
    layout: Layout,
}

impl Sums {
    fn size(&self) -> u64 {
        self.data + block(self.index) + block(0) + block(self.info()) + self.blooms + TRAILER
    }

    /// Bytes of the block with the file's metadata (HBase's "file info").
    fn info(&self) -> u64 {
        let mut bytes: u64 = ALWAYS.iter().map(|(name, value)| pair(name, *value)).sum();
        bytes += pair("COMPACTION_EVENT_KEY", 4 + self.names);
        if let Some((last, biggest)) = self.keys {
            bytes += pair("hfile.LASTKEY", last) + pair("hfile.KEY_OF_BIGGEST_CELL", biggest);
            bytes += pair("hfile.LEN_OF_BIGGEST_CELL", 8);
            if let Some((kind, last)) = self.bloom {
                bytes += pair("BLOOM_FILTER_TYPE", kind.name().len() as u64) + pair("LAST_BLOOM_KEY", last);
            }
        }
        if self.layout.sequence_ids {
            bytes += pair("KEY_VALUE_VERSION", 4) + pair("MAX_MEMSTORE_TS_KEY", 8);
        }
        if self.layout.tags {
            bytes += pair("hfile.MAX_TAGS_LEN", 4) + pair("hfile.TAGS_COMPRESSED", 1);
        }
        "PBUF".len() as u64 + delimited(bytes)
    }
}

/// Bytes of names of files of these lengths, as a list of protocol buffers.
fn names(lengths: impl IntoIterator<Item = usize>) -> u64 {
    lengths.into_iter().map(|name| 1 + delimited(name as u64)).sum()
}

/// Bytes of the sequence ids of so many rows that follow each other, from this one on.
///
/// Source: `WritableUtils.writeVLong`.
pub fn sequence_ids(from: f64, rows: f64) -> f64 {
    let ends = [127.0, 255.0, 65_535.0, 16_777_215.0, 4_294_967_295.0, f64::INFINITY];
    let mut bytes = 0.0;
    let mut at = from;
    for (length, end) in (1..).zip(ends) {
        let part = (end.min(from + rows) - at).max(0.0);
        (bytes, at) = (bytes + part * f64::from(length), at + part);
    }
    bytes
}

/// Cells of rows that are alike, of which only sizes are known: what a file of them comes to without writing it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Likeness {
    /// Bytes of a row key.
    pub row: f64,
    /// Bytes of the name of a column.
    pub qualifier: f64,
    /// Bytes of a value.
    pub value: f64,
    /// Cells of a row.
    pub columns: u32,
}

/// What a file of rows as in [`Likeness`] would be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outline {
    /// Bytes on disk, as [`StoreFile::size_bytes`](super::StoreFile::size_bytes) of a file that was written.
    pub size: u64,
    /// How many rows lie before the middle entry of its block index, where it would be cut; `None` where that is its
    /// first row.
    pub middle: Option<u64>,
}

impl Likeness {
    /// Bytes of a cell as HBase serialises it.
    pub fn cell(&self, family: &FamilyDescriptor) -> f64 {
        20.0 + self.row + family.name.len() as f64 + self.qualifier + self.value
    }

    /// Bytes of heap that the cells of a row take in a memstore.
    pub fn heap(&self, family: &FamilyDescriptor) -> f64 {
        f64::from(self.columns) * ((72.0 + self.cell(family)) / 8.0).ceil() * 8.0
    }

    /// A file of so many rows that was compacted from so many others (0 for that of a flush), whose cells have sequence ids
    /// of so many bytes in the mean.
    pub fn outline(&self, family: &FamilyDescriptor, rows: u64, inputs: u64, sequence_id: f64) -> Outline {
        /// Bytes of a key of the index: it is as short as it can be.
        const SHORTER: f64 = 1.0;
        let (cells, written) = ((rows * u64::from(self.columns)) as f64, self.cell(family) + sequence_id);
        let a_block = (family.block_size as f64 / written).ceil().max(1.0);
        let blocks = (cells / a_block).ceil().max(1.0) as u64;
        let rest = cells - a_block * (blocks - 1) as f64;
        let data = (blocks - 1) * block((a_block * written) as u64) + block((rest * written) as u64);
        let entry = POINTER + counted(KEY + (self.row - SHORTER) as u64);
        let row = self.row as u64;
        let key = KEY + row + family.name.len() as u64 + self.qualifier as u64;
        let mut blooms = 0;
        let shape = match family.bloom {
            BloomType::None => None,
            BloomType::Row => Some((rows, row, 0)),
            BloomType::RowCol => {
                Some((cells as u64, KEY + row + self.qualifier as u64, COLUMN_COMPARATOR.len() as u64))
            }
        };
        if let Some((keys, key, comparator)) = shape {
            let (bits, parts) = super::bloom::expected(family.bloom, keys);
            blooms = bits.map(|(count, bytes)| count * block(bytes)).iter().sum::<u64>()
                + block(BLOOM_HEAD + counted(comparator) + parts * (POINTER + counted(key)));
        }
        let size = Sums {
            data,
            index: blocks * entry,
            names: inputs * names([super::file::NAME]),
            keys: Some((key, key)),
            bloom: shape.map(|(_, key, _)| (family.bloom, key)),
            blooms,
            layout: Layout { tags: false, sequence_ids: true },
        }
        .size();
        let before = (blocks / 2) as f64 * a_block / f64::from(self.columns.max(1));
        Outline { size, middle: (blocks > 1).then_some(before as u64).filter(|before| *before > 0) }
    }
}

/// Rows that have the same columns, with values of one length: what a file of them comes to without writing it, exactly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uniform {
    /// The family.
    pub family: Arc<FamilyDescriptor>,
    /// The columns of each row, in order.
    pub qualifiers: Vec<Vec<u8>>,
    /// Bytes of a value.
    pub value: u64,
}

/// What a file of rows as in [`Uniform`] is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Footprint {
    /// Bytes on disk, as [`StoreFile::size_bytes`](super::StoreFile::size_bytes).
    pub size: u64,
    /// Where it would be cut, as [`StoreFile::split_point`](super::StoreFile::split_point).
    pub split_point: Option<RowKey>,
}

impl Uniform {
    /// Bytes of heap that a row takes in a memstore, whose key has so many bytes.
    pub fn heap(&self, row: usize) -> u64 {
        let cell = |qualifier: &Vec<u8>| (72 + self.cell(row) + qualifier.len() as u64).next_multiple_of(8);
        self.qualifiers.iter().map(cell).sum()
    }

    /// Bytes of a cell as HBase serialises it, but for its qualifier.
    fn cell(&self, row: usize) -> u64 {
        20 + (row + self.family.name.len()) as u64 + self.value
    }

    /// The file of these rows, in order and none twice, each with its sequence id. `inputs` are the lengths of the names
    /// of the files it is compacted from, and `sequence_ids` says whether they are written.
    pub fn footprint<'a>(
        &self,
        rows: impl IntoIterator<Item = (&'a [u8], u64)>,
        inputs: impl IntoIterator<Item = usize>,
        sequence_ids: bool,
    ) -> Footprint {
        let family = &*self.family;
        let columns = self.qualifiers.len() as u64;
        let widest = self.qualifiers.iter().map(Vec::len).max().unwrap_or(0);
        let (mut data, mut index, mut bloom_index, mut open) = (0, 0, 0, 0);
        // For each block the row before it, and that in which it begins.
        let mut starts: Vec<(&[u8], &[u8])> = Vec::new();
        let (mut count, mut longest) = (0_u64, 0);
        let mut ends: Option<(&[u8], &[u8])> = None;
        let room = super::bloom::room(family.bloom) as u64;
        for (row, sequence_id) in rows {
            let bytes = self.cell(row.len()) + if sequence_ids { sequence_id_bytes(sequence_id) } else { 0 };
            for (at, qualifier) in self.qualifiers.iter().enumerate() {
                if starts.is_empty() || open >= family.block_size as u64 {
                    if !starts.is_empty() {
                        data += block(open);
                    }
                    open = 0;
                    let key = match (ends, at.checked_sub(1)) {
                        (Some((_, before)), None) => between(before, row).map_or(row.len(), |row| row.len()),
                        (None, None) => row.len() + family.name.len() + qualifier.len(),
                        (_, Some(before)) => {
                            let column = between(&self.qualifiers[before], qualifier);
                            row.len() + family.name.len() + column.map_or(qualifier.len(), |column| column.len())
                        }
                    };
                    index += POINTER + counted(KEY + key as u64);
                    let before = if at == 0 { ends.map_or(row, |(_, last)| last) } else { row };
                    starts.push((before, row));
                }
                open += bytes + qualifier.len() as u64;
                if family.bloom == BloomType::RowCol && (count * columns + at as u64).is_multiple_of(room) {
                    bloom_index += POINTER + counted(KEY + (row.len() + qualifier.len()) as u64);
                }
            }
            if family.bloom == BloomType::Row && count.is_multiple_of(room) {
                bloom_index += POINTER + counted(row.len() as u64);
            }
            longest = longest.max(row.len());
            count += 1;
            ends = Some((ends.map_or(row, |(first, _)| first), row));
        }
        data += if starts.is_empty() { 0 } else { block(open) };
        let key = |row: usize, qualifier: usize| KEY + (row + family.name.len() + qualifier) as u64;
        let last = self.qualifiers.last().map_or(0, Vec::len);
        let keys = ends.map(|(_, row)| (key(row.len(), last), key(longest, widest)));
        let bloom = ends.filter(|_| family.bloom != BloomType::None).map(|(_, row)| match family.bloom {
            BloomType::RowCol => (family.bloom, KEY + (row.len() + last) as u64),
            _ => (family.bloom, row.len() as u64),
        });
        let blooms = bloom.map_or(0, |(kind, _)| {
            let entries = if kind == BloomType::RowCol { count * columns } else { count };
            let comparator = if kind == BloomType::RowCol { COLUMN_COMPARATOR.len() as u64 } else { 0 };
            let (bits, _) = super::bloom::expected(kind, entries);
            bits.map(|(count, bytes)| count * block(bytes)).iter().sum::<u64>()
                + block(BLOOM_HEAD + counted(comparator) + bloom_index)
        });
        let layout = Layout { tags: false, sequence_ids };
        let size = Sums { data, index, names: names(inputs), keys, bloom, blooms, layout }.size();
        let middle = starts.get(starts.len() / 2).map(|(before, row)| {
            let separator = if starts.len() < 2 { None } else { between(before, row) };
            RowKey::from(separator.unwrap_or_else(|| row.to_vec()))
        });
        let split_point = middle.filter(|row| ends.is_some_and(|(first, last)| **row != *first && **row != *last));
        Footprint { size, split_point }
    }
}

/// Bytes of the parts of a Bloom filter, and of the metadata that lists them.
///
/// Source: `CompoundBloomFilterWriter.MetaWriter`.
fn bloom_size(bloom: &Bloom) -> u64 {
    let (mut parts, mut index) = (0, 0);
    for (first, bytes) in bloom.parts() {
        parts += block(bytes);
        index += POINTER + counted(bloom_key(bloom.kind(), first));
    }
    let comparator = if bloom.kind() == BloomType::RowCol { COLUMN_COMPARATOR } else { "" };
    parts + block(BLOOM_HEAD + counted(comparator.len() as u64) + index)
}

/// Bytes of the key of a cell in a Bloom filter: its row, or its column as a key without a family.
fn bloom_key(kind: BloomType, cell: &Cell) -> u64 {
    match kind {
        BloomType::RowCol => KEY + (cell.row().len() + cell.qualifier().len()) as u64,
        _ => cell.row().len() as u64,
    }
}

/// Bytes of a block with so much data.
fn block(data: u64) -> u64 {
    let checked = HEADER + data;
    checked + 4 * checked.div_ceil(CHECKED)
}

fn key(cell: &Cell) -> u64 {
    KEY + (cell.row().len() + cell.family().len() + cell.qualifier().len()) as u64
}

/// A name and its value as a message of protocol buffers in a list.
fn pair(name: &str, value: u64) -> u64 {
    1 + delimited(1 + delimited(name.len() as u64) + 1 + delimited(value))
}

/// Bytes with their number before them, as protocol buffers write it.
fn delimited(bytes: u64) -> u64 {
    bytes + u64::from((64 - bytes.leading_zeros()).max(1).div_ceil(7))
}

/// Bytes with their number before them, as Hadoop writes it.
///
/// Source: `WritableUtils.writeVInt`.
fn counted(bytes: u64) -> u64 {
    let number = if bytes <= 127 { 1 } else { 1 + u64::from(64 - bytes.leading_zeros()).div_ceil(8) };
    bytes + number
}

#[cfg(test)]
mod tests {
    use super::{Likeness, Uniform};
    use crate::cell::{Cell, CellType};
    use crate::event::FileId;
    use crate::schema::{BloomType, FamilyDescriptor};
    use crate::store::StoreFile;

    fn size(family: &str, change: impl Fn(&mut FamilyDescriptor), rows: &[&str], kind: CellType) -> u64 {
        let mut descriptor = FamilyDescriptor::new(crate::bytes::Family::from(family.as_bytes().to_vec()));
        change(&mut descriptor);
        let cells = rows
            .iter()
            .zip(4..)
            .map(|(row, id)| Cell::new(row.as_bytes(), family.as_bytes(), b"q", 1, kind, b"v").with_sequence_id(id));
        StoreFile::write(FileId(1), &descriptor, cells.collect(), 9, 0).size_bytes()
    }

    #[test]
    fn what_is_told_from_sizes_is_what_is_written() {
        let cases = [
            (1, 1, BloomType::Row),
            (300, 1, BloomType::Row),
            (3_000, 2, BloomType::None),
            (9_000, 1, BloomType::RowCol),
        ];
        for (rows, columns, bloom) in cases {
            let mut family = FamilyDescriptor::new("f");
            (family.block_size, family.bloom) = (4096, bloom);
            let cells = (0..rows * u64::from(columns)).map(|n| {
                let (number, qualifier) = ((n / u64::from(columns)) as u32, b'a' + (n % u64::from(columns)) as u8);
                let tail = u64::from(number.wrapping_mul(0x0123_4567)).to_be_bytes();
                let row = [&number.to_be_bytes()[..], &tail].concat();
                Cell::new(&row, b"f", &[qualifier], 1, CellType::Put, &[7; 40]).with_sequence_id(300 + n)
            });
            let file = StoreFile::write(FileId(1), &family, cells.collect(), 9, 0);
            let alike = Likeness { row: 12.0, qualifier: 1.0, value: 40.0, columns };
            let outline = alike.outline(&family, rows, 0, 3.0);
            let off = file.size_bytes() as f64 / outline.size as f64 - 1.0;
            assert!(off.abs() < 0.01, "{rows} rows: {} for {}", outline.size, file.size_bytes());
            let before =
                |point: &crate::bytes::RowKey| file.cells().partition_point(|cell| *cell.row() < **point) as u64;
            let middle = file.split_point().map(|point| before(point) / u64::from(columns));
            assert_eq!(outline.middle, middle, "{rows} rows");
        }
    }

    #[test]
    fn what_is_told_from_keys_is_what_is_written_to_the_byte() {
        let key = |n: u32| {
            let number = n.wrapping_mul(2_654_435_761);
            number.to_string().into_bytes()
        };
        for (rows, columns, bloom) in
            [(0, 1, BloomType::Row), (1, 2, BloomType::Row), (700, 3, BloomType::None), (2_000, 12, BloomType::RowCol)]
        {
            let mut family = FamilyDescriptor::new("fam");
            (family.block_size, family.bloom) = (1024, bloom);
            let qualifiers: Vec<Vec<u8>> = (0..columns).map(|column| format!("{column:02}").into_bytes()).collect();
            let uniform = Uniform { family: family.clone().into(), qualifiers: qualifiers.clone(), value: 30 };
            let mut keys: Vec<(Vec<u8>, u64)> = (0..rows).map(|n| (key(n), 100 + u64::from(n))).collect();
            keys.sort_unstable();
            let cells = keys.iter().flat_map(|(row, id)| {
                let cell = |column: &Vec<u8>| Cell::new(row, b"fam", column, 1, CellType::Put, &[7; 30]);
                qualifiers.iter().map(cell).map(|cell| cell.with_sequence_id(*id)).collect::<Vec<_>>()
            });
            let file = StoreFile::write(FileId(1), &family, cells.collect(), 9, 0);
            let footprint = uniform.footprint(keys.iter().map(|(row, id)| (row.as_slice(), *id)), [], true);
            assert_eq!(footprint.size, file.size_bytes(), "{rows} rows");
            assert_eq!(footprint.split_point.as_ref(), file.split_point(), "{rows} rows");
        }
    }

    /// Compared with sizes of files that HBase 2.6.3 has written.
    #[test]
    fn files_are_as_large_as_those_of_hbase() {
        let five = ["a", "b", "c", "dddddddddddd", "eeeeeeeeeeeeeeeee"];
        let put = CellType::Put;
        assert_eq!(size("f", |_| {}, &["a"], put), 4945);
        assert_eq!(size("g", |family| family.bloom = BloomType::None, &["a"], put), 4767);
        assert_eq!(size("h", |family| family.bloom = BloomType::RowCol, &["a"], put), 5018);
        assert_eq!(size("longname", |_| {}, &["a"], put), 4973);
        assert_eq!(size("f", |_| {}, &five, put), 5126);
        assert_eq!(size("i", |family| family.block_size = 64, &five, put), 5189);
        assert_eq!(size("h", |family| family.bloom = BloomType::RowCol, &five, put), 5197);
    }
}
