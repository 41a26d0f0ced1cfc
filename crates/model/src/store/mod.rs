//! A store: the cells of one family in one region, in a memstore and in store files.
//!
//! A write goes to the [`MemStore`]. A flush writes the memstore to an immutable [`StoreFile`], a compaction writes
//! several files to one; both leave cells out that no read can need any more. A read merges memstore and files in the
//! order of cells, and decides for each cell whether it is returned. A store knows nothing about regions: which of
//! its writes are visible is a number it is told.

mod arrival;
pub mod bloom;
mod cursor;
mod explain;
pub mod file;
mod footprint;
pub(crate) mod limit;
mod matcher;
pub mod memory;
pub(crate) mod merge;
mod rewrite;
pub(crate) mod scanner;
mod split;
mod tracker;
pub(crate) mod watch;
mod window;

pub use explain::{Explained, explain, explain_rows};
pub use file::{Block, Half, IndexKey, StoreFile};
pub use footprint::{Footprint, Likeness, Outline, TRAILER, Uniform, sequence_ids};
pub use memory::MemStore;
pub use rewrite::{FileWrite, KEEP_SEQUENCE_IDS, Markers};
pub use split::{SplitPoint, split_point};
pub use window::{rank_of, rank_of_key, total, window};

use crate::cell::Cell;
use crate::identity::Trace;
use crate::order;
use crate::schema::FamilyDescriptor;
use std::sync::Arc;

/// The times of a memstore or a file, both ends inclusive. Markers that hide everything older count down to 0.
///
/// Source: `TimeRangeTracker`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimeSpan {
    /// The smallest timestamp.
    pub min: i64,
    /// The greatest timestamp.
    pub max: i64,
}

impl Default for TimeSpan {
    /// Empty span: `max < min`.
    fn default() -> Self {
        Self { min: i64::MAX, max: -1 }
    }
}

impl TimeSpan {
    pub(crate) fn include(&mut self, timestamp: i64) {
        self.min = self.min.min(timestamp);
        self.max = self.max.max(timestamp);
    }
}

/// The cells of one family in one region.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Store {
    descriptor: Arc<FamilyDescriptor>,
    memstore: MemStore,
    snapshot: Option<MemStore>,
    files: Vec<Arc<StoreFile>>,
}

impl Store {
    /// A store without cells.
    pub fn new(descriptor: Arc<FamilyDescriptor>) -> Self {
        Self { descriptor, memstore: MemStore::default(), snapshot: None, files: Vec::new() }
    }

    /// A store of these files, put into their order.
    pub fn with_files(descriptor: Arc<FamilyDescriptor>, files: Vec<Arc<StoreFile>>) -> Self {
        let mut store = Self { files, ..Self::new(descriptor) };
        store.sort();
        store
    }

    /// The family and its attributes.
    pub fn descriptor(&self) -> &Arc<FamilyDescriptor> {
        &self.descriptor
    }

    /// Changes the attributes, as altering a table does; what is stored stays.
    pub fn set_descriptor(&mut self, descriptor: Arc<FamilyDescriptor>) {
        self.descriptor = descriptor;
    }

    /// The cells that are in no file yet, but for those that are being flushed.
    pub fn memstore(&self) -> &MemStore {
        &self.memstore
    }

    /// The cells that are being flushed.
    pub fn snapshot(&self) -> Option<&MemStore> {
        self.snapshot.as_ref()
    }

    /// The files, oldest first.
    pub fn files(&self) -> &[Arc<StoreFile>] {
        &self.files
    }

    /// Adds a cell to the memstore.
    pub fn add(&mut self, cell: Cell) {
        self.memstore.insert(cell);
    }

    /// Bytes of all files. The memstore does not count.
    ///
    /// Source: `HStore.getSize`.
    pub fn size_bytes(&self) -> u64 {
        self.files.iter().map(|file| file.size_bytes()).sum()
    }

    /// Bytes of data in the memstore and its snapshot.
    pub fn memstore_data_size(&self) -> u64 {
        self.memstore.data_size() + self.snapshot.as_ref().map_or(0, MemStore::data_size)
    }

    /// Bytes of heap of the memstore and its snapshot; an empty memstore has some too.
    pub fn memstore_heap_size(&self) -> u64 {
        self.memstore.heap_size()
            + self.snapshot.as_ref().map_or(0, |old| old.heap_size() - MemStore::default().heap_size())
    }

    /// Whether a file is a half of a parent's file: such a region can be neither split nor merged.
    pub fn has_references(&self) -> bool {
        self.files.iter().any(|file| file.is_reference())
    }

    /// The highest sequence id that is in a file; 0 without files.
    pub fn max_flushed_sequence_id(&self) -> u64 {
        self.files.iter().map(|file| file.max_sequence_id()).max().unwrap_or(0)
    }

    /// Oldest first: by sequence id, of equal ones the larger first.
    ///
    /// Source: `StoreFileComparators.SEQ_ID`.
    fn sort(&mut self) {
        order::sort_by(&mut self.files, |a, b| {
            let key = |file: &StoreFile| (file.max_sequence_id(), std::cmp::Reverse(file.size_bytes()), file.id());
            key(a).cmp(&key(b))
        });
    }

    /// Adds to `trace` the parts of this that can still affect what happens. `is_calm`: nobody is at work on its region, so
    /// that the newest versions are what everybody will see.
    pub(crate) fn tell(&self, is_calm: bool, trace: &mut Trace) {
        if !trace.knows(&self.descriptor) {
            self.descriptor.tell(trace);
        }
        let family = &self.descriptor.name;
        let kept = usize::try_from(self.descriptor.max_versions).ok();
        let kept = kept.filter(|_| is_calm && trace.is_newest_only() && self.descriptor.forgets_old_versions());
        self.memstore.tell(family, kept, trace);
        trace.option(self.snapshot.as_ref(), |trace, snapshot| snapshot.tell(family, None, trace));
        trace.each(self.files.iter(), |trace, file| StoreFile::tell(file, trace));
    }
}
