//! The store file: cells in blocks, with an index over these, never changed once written.

use super::TimeSpan;
use super::bloom::Bloom;
use super::footprint::Content;
use super::rewrite::KEEP_SEQUENCE_IDS;
use crate::bytes::RowKey;
use crate::cell::{Cell, CellType, Key, KeyRef, LATEST_TIMESTAMP, Probe};
use crate::event::FileId;
use crate::identity::{CachedTrace, Kind, Trace};
use crate::map::Map;
use crate::schema::FamilyDescriptor;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;

/// Characters of the name of a file on disk; a region is named by as many.
pub(super) const NAME: usize = 32;

/// Characters of the name of a file that was written.
pub const fn file_name() -> usize {
    NAME
}

/// Characters of the name of a reference to a file whose name has so many.
pub fn reference_name(parent: usize) -> usize {
    parent + 1 + NAME
}

/// Characters of the name of a link to a file whose name has so many. A link of a link is the same link once more.
pub fn link_name(parent: usize, table: &str) -> usize {
    if parent == NAME { table.len() + 1 + NAME + 1 + NAME } else { parent }
}

/// An immutable file of a store, or a view of one: a reference stands for one half of a parent's file after a split, or
/// for all of it after a merge; a link stands for all of it. Views share the cells.
///
/// Source: `HStoreFile`, `HFileWriterImpl`, `HalfStoreFileReader`.
#[derive(Clone, Debug)]
pub struct StoreFile {
    id: FileId,
    /// The file that was written, of which this may be a view.
    origin: FileId,
    data: Arc<Data>,
    /// The part of the cells that the file stands for: all of them but for a reference.
    ranks: Range<usize>,
    reference: Option<Half>,
    max_sequence_id: u64,
    /// Characters of its name on disk: a reference names the parent too, a link the table and the region.
    name: usize,
}

/// Which part of its parent's file a reference stands for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Half {
    /// The rows before this one.
    Bottom(RowKey),
    /// This row and those after it.
    Top(RowKey),
    /// All of its rows: the region of the file was merged with others.
    Whole,
}

/// The contents of a file that was written. The file and every view of it share them.
#[derive(Debug, PartialEq, Eq)]
struct Data {
    cells: Vec<Cell>,
    blocks: Vec<Block>,
    index: Vec<IndexKey>,
    bloom: Option<Bloom>,
    /// Over rows with a marker for the whole family.
    markers: Option<Bloom>,
    layout: Layout,
    /// Whether any cell has tags.
    tagged: bool,
    nameless: bool,
    /// The files it was compacted from, and how many characters their names have.
    named: Vec<(FileId, usize)>,
    times: TimeSpan,
    earliest_put: i64,
    max_cell_sequence_id: u64,
    size: u64,
    created: i64,
    kept: CachedTrace,
}

impl Data {
    fn content(&self) -> Content<'_> {
        let Self { cells, blocks, index, bloom, markers, layout, named, .. } = self;
        let names = named.iter().map(|&(_, name)| name).collect();
        Content { cells, blocks, index, bloom: bloom.as_ref(), markers: markers.as_ref(), layout: *layout, names }
    }

    /// Adds to `trace` the parts of this that can still affect what happens: index and sizes follow from that.
    fn tell(&self, trace: &mut Trace) {
        trace.once(&self.kept, |trace| {
            trace.each(self.cells.iter(), |trace, cell| cell.tell(trace));
            trace.each(self.blocks.iter(), |trace, block| trace.word(block.start as u64));
            trace.literal(&self.bloom.as_ref().map(Bloom::kind));
            trace.word(u64::from(self.layout.tags) << 1 | u64::from(self.layout.sequence_ids));
            if let Some(first) = self.cells.first() {
                trace.span(first.family(), self.times.min, self.times.max);
            }
            trace.point(Kind::Sequence, self.max_cell_sequence_id);
        });
        trace.each(self.named.iter(), |trace, (file, name)| {
            trace.number(Kind::File, file.0.into());
            trace.word(*name as u64);
        });
        trace.deadline(self.created.saturating_add(KEEP_SEQUENCE_IDS));
    }
}

/// What is written with each cell beside its key and value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// Tags, such as a lifetime, or that there are none.
    pub(super) tags: bool,
    /// The sequence id. A compaction leaves them out where none of its files tells of one above 0.
    pub(super) sequence_ids: bool,
}

/// A data block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Block {
    /// Rank of its first cell in what was written.
    pub start: usize,
    /// Bytes of its cells.
    pub bytes: u64,
}

/// An entry of the block index: the shortest key that separates a block from the one before it. No cell need have it.
pub type IndexKey = Key;

impl StoreFile {
    /// Writes a file of cells in their order. `max_sequence_id` is that of the flush, or of the files compacted.
    ///
    /// Source: `HFileWriterImpl.append`, `StoreFileWriter`.
    pub fn write(id: FileId, family: &FamilyDescriptor, cells: Vec<Cell>, max_sequence_id: u64, created: i64) -> Self {
        let layout = Layout { tags: cells.iter().any(|cell| cell.ttl().is_some()), sequence_ids: true };
        Self::write_as(id, family, cells, max_sequence_id, created, layout)
    }

    /// [`write`](Self::write) with a layout that what was read for it asks for.
    pub(super) fn write_as(
        id: FileId,
        family: &FamilyDescriptor,
        cells: Vec<Cell>,
        max_sequence_id: u64,
        created: i64,
        layout: Layout,
    ) -> Self {
        let blocks = blocks(&cells, family.block_size as u64, layout);
        let index = index(&cells, &blocks);
        let bloom = Bloom::new(family.bloom, &cells);
        let markers = Bloom::of_markers(family.bloom, &cells);
        let puts = cells.iter().filter(|cell| cell.cell_type() == CellType::Put).map(Cell::timestamp);
        let data = Data {
            earliest_put: puts.min().unwrap_or(LATEST_TIMESTAMP),
            max_cell_sequence_id: cells.iter().map(Cell::sequence_id).max().unwrap_or(0),
            times: TimeSpan::of(&cells),
            nameless: cells.iter().any(|cell| cell.qualifier().is_empty() && !cell.cell_type().is_delete()),
            tagged: cells.iter().any(|cell| cell.ttl().is_some()),
            cells,
            blocks,
            index,
            bloom,
            markers,
            layout,
            named: Vec::new(),
            size: 0,
            created,
            kept: CachedTrace::default(),
        };
        let data = Data { size: data.content().size(), ..data };
        Self {
            id,
            origin: id,
            ranks: 0..data.cells.len(),
            data: Arc::new(data),
            reference: None,
            max_sequence_id,
            name: NAME,
        }
    }

    /// The same file with the names of the files it was compacted from, which make it a little larger; of those that
    /// these were compacted from only those that are still there.
    ///
    /// Source: `StoreFileWriter.toCompactionEventTrackerBytes`.
    pub(super) fn naming<'a>(mut self, inputs: impl IntoIterator<Item = &'a Self>, unarchived: &[FileId]) -> Self {
        let mut named: Map<FileId, usize> = Map::new();
        for file in inputs {
            named.insert(file.id, file.name);
            let still_there = file.data.named.iter().filter(|(id, _)| unarchived.contains(id));
            still_there.for_each(|&(id, name)| {
                named.insert(id, name);
            });
        }
        if let Some(data) = Arc::get_mut(&mut self.data) {
            data.named = named.iter().map(|(&id, &name)| (id, name)).collect();
            data.size = data.content().size();
        }
        self
    }

    /// Whether any of the cells that were written has tags.
    ///
    /// Source: `HFileInfo.MAX_TAGS_LEN`.
    pub(super) fn is_tagged(&self) -> bool {
        self.data.tagged
    }

    /// A reference to one half of a file, or of the half that the file itself stands for. `None` if that half has no
    /// cells.
    ///
    /// Source: `HRegionFileSystem.splitStoreFile`.
    pub fn reference(parent: &Self, id: FileId, half: Half) -> Option<Self> {
        let ranks = match &half {
            Half::Bottom(row) => parent.ranks.start..parent.ranks.start + parent.lower_bound(KeyRef::first_on_row(row)),
            Half::Top(row) => parent.ranks.start + parent.lower_bound(KeyRef::first_on_row(row))..parent.ranks.end,
            Half::Whole => parent.ranks.clone(),
        };
        let empty = ranks.is_empty() && half != Half::Whole;
        let (origin, data) = (parent.origin, Arc::clone(&parent.data));
        // The reference to the upper half, or to the whole, gets a higher sequence id, as if it were newer than the
        // other.
        let max_sequence_id = parent.max_sequence_id + u64::from(!matches!(half, Half::Bottom(_)));
        let name = reference_name(parent.name);
        (!empty).then_some(Self { id, origin, data, ranks, reference: Some(half), max_sequence_id, name })
    }

    /// The same file under another number, in a daughter of a table on whose side all its cells are. It is not a
    /// reference: it holds back neither a split nor a merge.
    ///
    /// Source: `HFileLink.createHFileLinkName`.
    pub fn link(parent: &Self, id: FileId, table: &str) -> Self {
        Self { id, name: link_name(parent.name, table), ..parent.clone() }
    }

    /// Whether it is a [`link`](Self::link).
    pub(crate) fn is_link(&self) -> bool {
        self.reference.is_none() && self.name != NAME
    }

    /// Whether its metadata list this file among those that it was compacted from.
    pub(crate) fn names(&self, file: FileId) -> bool {
        self.data.named.iter().any(|&(named, _)| named == file)
    }

    /// Its number.
    pub fn id(&self) -> FileId {
        self.id
    }

    /// The number of the file that was written: its own, or that of the file it is a view of.
    pub fn origin(&self) -> FileId {
        self.origin
    }

    /// How many cells it stands for.
    pub fn len(&self) -> usize {
        self.ranks.len()
    }

    /// Whether it has no cell; a flush or compaction from which nothing survives still leaves a file.
    pub fn is_empty(&self) -> bool {
        self.ranks.is_empty()
    }

    /// The cells it stands for, in their order.
    pub fn cells(&self) -> &[Cell] {
        &self.data.cells[self.ranks.clone()]
    }

    /// The cell of this rank: the first has 0.
    pub fn get(&self, rank: usize) -> Option<&Cell> {
        self.cells().get(rank)
    }

    /// Its first cell.
    pub fn first(&self) -> Option<&Cell> {
        self.cells().first()
    }

    /// Its last cell.
    pub fn last(&self) -> Option<&Cell> {
        self.cells().last()
    }

    /// The rank of the first cell that is not before `key`; [`len`](Self::len) if there is none.
    pub fn lower_bound(&self, key: KeyRef<'_>) -> usize {
        self.lower_bound_of(&Probe::new(key))
    }

    /// [`lower_bound`](Self::lower_bound), through the index: of the cells only those of one block are compared.
    pub(super) fn lower_bound_of(&self, probe: &Probe<'_>) -> usize {
        let data = &*self.data;
        // The entry of a block is not after its first cell, and after every cell of the block before.
        let after = data
            .index
            .partition_point(|entry| crate::cell::compare_keys(entry.as_ref(), probe.key()) == Ordering::Less);
        let range = match after.checked_sub(1) {
            Some(at) => self.block_range(at),
            None => 0..0,
        };
        let found = range.start + data.cells[range].partition_point(|cell| probe.compare(cell) == Ordering::Less);
        found.clamp(self.ranks.start, self.ranks.end) - self.ranks.start
    }

    /// The block in which the index would look for a place.
    pub(super) fn block_named(&self, probe: &Probe<'_>) -> Option<usize> {
        let index = &self.data.index;
        let after =
            index.partition_point(|entry| crate::cell::compare_keys(entry.as_ref(), probe.key()) != Ordering::Greater);
        after.checked_sub(1)
    }

    /// Whether it has more than one block, and a value in a column with an empty name: how HBase leaves that column can
    /// then make it pass over markers.
    pub(super) fn has_nameless(&self) -> bool {
        self.data.nameless && self.data.blocks.len() > 1
    }

    /// How many data blocks it has; of a reference, those of the whole file.
    pub fn block_count(&self) -> usize {
        self.data.blocks.len()
    }

    /// Its data blocks; of a reference, those of the whole file.
    pub fn blocks(&self) -> &[Block] {
        &self.data.blocks
    }

    /// The entries of the block index, one a block; of a reference, those of the whole file.
    pub fn index(&self) -> &[IndexKey] {
        &self.data.index
    }

    /// The block in which the cell of this rank lies.
    pub fn block_of(&self, rank: usize) -> usize {
        let rank = rank + self.ranks.start;
        self.data.blocks.partition_point(|block| block.start <= rank).saturating_sub(1)
    }

    /// The ranks of a block's cells, as far as the file stands for them.
    pub fn ranks_of_block(&self, block: usize) -> Range<usize> {
        let inside = |rank: usize| rank.clamp(self.ranks.start, self.ranks.end) - self.ranks.start;
        let range = self.block_range(block);
        inside(range.start)..inside(range.end)
    }

    fn block_range(&self, block: usize) -> Range<usize> {
        let end = self.data.blocks.get(block + 1).map_or(self.data.cells.len(), |next| next.start);
        self.data.blocks[block].start..end
    }

    /// The row of the middle entry of the block index: that of block `floor(blocks / 2)`. `None` in an empty file.
    ///
    /// Source: `HFileBlockIndex.midkey`.
    pub fn middle(&self) -> Option<&RowKey> {
        self.data.index.get(self.data.index.len() / 2).map(|entry| &entry.row)
    }

    /// Where the file would be cut: its [`middle`](Self::middle), unless that is its first or last row.
    ///
    /// Source: `StoreUtils.getFileSplitPoint`.
    pub fn split_point(&self) -> Option<&RowKey> {
        let (first, last) = (self.first()?, self.last()?);
        self.middle().filter(|row| ***row != *first.row() && ***row != *last.row())
    }

    /// Whether it may have a marker for the whole family in this row, as far as the Bloom filter over such rows says; a
    /// reference is asked as the whole file.
    pub(crate) fn may_have_family_marker(&self, row: &[u8]) -> bool {
        self.data.markers.as_ref().is_some_and(|markers| markers.may_have_marker(row))
    }

    /// Its Bloom filter.
    pub fn bloom(&self) -> Option<&Bloom> {
        self.data.bloom.as_ref()
    }

    /// Bytes on disk: the cells and some 5 KB more, exactly as many as HBase writes; a reference counts as much as the whole file.
    ///
    /// Source: `StoreFileReader.length`.
    pub fn size_bytes(&self) -> u64 {
        self.data.size
    }

    /// The times of its cells; of a reference, those of the whole file.
    pub fn times(&self) -> TimeSpan {
        self.data.times
    }

    /// The time of its oldest put, of a reference that of the whole file; [`LATEST_TIMESTAMP`] without puts.
    ///
    /// Source: `EARLIEST_PUT_TS`.
    pub fn earliest_put(&self) -> i64 {
        self.data.earliest_put
    }

    /// The number of the flush that brought its newest cells; files of a store are ordered by it.
    pub fn max_sequence_id(&self) -> u64 {
        self.max_sequence_id
    }

    /// The highest sequence id of its cells.
    ///
    /// Source: `MAX_MEMSTORE_TS_KEY`.
    pub fn max_cell_sequence_id(&self) -> u64 {
        self.data.max_cell_sequence_id
    }

    /// When it was written, in milliseconds.
    pub fn created(&self) -> i64 {
        self.data.created
    }

    /// Whether it stands for part of a parent's file.
    pub fn is_reference(&self) -> bool {
        self.reference.is_some()
    }

    /// Which part of a parent's file it stands for.
    pub fn half(&self) -> Option<&Half> {
        self.reference.as_ref()
    }

    /// Adds to `trace` the parts of this that can still affect what happens.
    pub(crate) fn tell(file: &Arc<Self>, trace: &mut Trace) {
        if trace.knows(file) {
            return;
        }
        trace.number(Kind::File, file.id.0.into());
        trace.number(Kind::File, file.origin.0.into());
        trace.literal(&file.ranks);
        trace.literal(&file.reference);
        trace.point(Kind::Sequence, file.max_sequence_id);
        trace.word(file.name as u64);
        if !trace.knows(&file.data) {
            file.data.tell(trace);
        }
    }
}

impl PartialEq for StoreFile {
    fn eq(&self, other: &Self) -> bool {
        let own = |file: &Self| (file.id, file.origin, file.ranks.clone(), file.max_sequence_id);
        own(self) == own(other) && self.reference == other.reference && self.data == other.data
    }
}

impl Eq for StoreFile {}

impl Hash for StoreFile {
    /// Hashes only some of the cells, to be fast; equal files still get equal hashes.
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.id, self.origin, &self.ranks, &self.reference, self.max_sequence_id).hash(state);
        (self.data.size, &self.data.index, self.first(), self.last()).hash(state);
    }
}

/// Cuts cells into blocks: one is closed when it has reached the block size before the next cell is added.
///
/// Source: `HFileWriterImpl.checkBlockBoundary`.
fn blocks(cells: &[Cell], block_size: u64, layout: Layout) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    for (start, cell) in cells.iter().enumerate() {
        let bytes = written_size(cell, layout);
        match blocks.last_mut() {
            Some(block) if block.bytes < block_size => block.bytes += bytes,
            _ => blocks.push(Block { start, bytes }),
        }
    }
    blocks
}

/// Bytes of a cell in a block: two lengths, key, value, tags, and the sequence id as a number of variable length.
///
/// Source: `NoOpDataBlockEncoder`, `WritableUtils.writeVLong`.
fn written_size(cell: &Cell, layout: Layout) -> u64 {
    let no_tags = if layout.tags && cell.ttl().is_none() { 2 } else { 0 };
    let sequence_id = if layout.sequence_ids { sequence_id_bytes(cell.sequence_id()) } else { 0 };
    cell.serialized_size() as u64 + no_tags + sequence_id
}

/// Bytes of a sequence id in a block.
pub(super) fn sequence_id_bytes(id: u64) -> u64 {
    if id <= 127 { 1 } else { 1 + u64::from(64 - id.leading_zeros()).div_ceil(8) }
}

fn index(cells: &[Cell], blocks: &[Block]) -> Vec<IndexKey> {
    let entry = |block: &Block| match block.start.checked_sub(1) {
        Some(before) => separator(&cells[before], &cells[block.start]),
        None => cells[block.start].key().to_owned(),
    };
    blocks.iter().map(entry).collect()
}

/// The shortest key after `left` and not after `right`.
///
/// Source: `HFileWriterImpl.getMidpoint`.
fn separator(left: &Cell, right: &Cell) -> IndexKey {
    if let Some(row) = between(left.row(), right.row()) {
        return KeyRef::first_on_row(&row).to_owned();
    }
    if let Some(family) = between(left.family(), right.family()) {
        return KeyRef::first_on_column(right.row(), &family, &[]).to_owned();
    }
    if let Some(qualifier) = between(left.qualifier(), right.qualifier()) {
        return KeyRef::first_on_column(right.row(), right.family(), &qualifier).to_owned();
    }
    right.key().to_owned()
}

/// The shortest bytes after `left` and not after `right`; `None` if both are equal.
///
/// Source: `HFileWriterImpl.getMinimumMidpointArray`.
pub(super) fn between(left: &[u8], right: &[u8]) -> Option<Vec<u8>> {
    let same = left.iter().zip(right).take_while(|(a, b)| a == b).count();
    match (left.get(same), right.get(same)) {
        (None, None) => None,
        // Of what comes after `left` the smallest is `left` and a zero byte.
        (None, Some(_)) => Some([left, &[0]].concat()),
        (Some(byte), _) => Some([&left[..same], &[byte + 1]].concat()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separators_are_as_short_as_can_be() {
        let row = |left: &str, right: &str| {
            between(left.as_bytes(), right.as_bytes()).map(|row| crate::bytes::to_string_binary(&row))
        };
        assert_eq!(row("aaa999", "aab000").as_deref(), Some("aab"));
        assert_eq!(row("apple", "cherry").as_deref(), Some("b"));
        assert_eq!(row("ab", "abc").as_deref(), Some("ab\\x00"));
        assert_eq!(row("row0100", "row0101").as_deref(), Some("row0101"));
        assert_eq!(row("a", "a"), None);
    }
}
