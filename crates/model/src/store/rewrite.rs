//! Flush and compaction: cells are written to a new file, but for those that no read can need any more.

use super::file::Layout;
use super::matcher::{Matcher, Row, Rules};
use super::merge::Merge;
use super::watch::Watch;
use super::{MemStore, Store, StoreFile};
use crate::cell::{Cell, KeyRef, LATEST_TIMESTAMP};
use crate::event::{CellVerdict, DropReason, Event, FileId, MatchCode, Observer, RegionId};
use std::borrow::Cow;
use std::sync::Arc;

/// Milliseconds for which files keep sequence ids (`hbase.hstore.compaction.keep.seqId.period`).
pub const KEEP_SEQUENCE_IDS: i64 = 5 * 24 * 60 * 60 * 1000;

/// What a flush or a compaction has to know beside the cells that it writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FileWrite {
    /// The region, for events.
    pub region: RegionId,
    /// The number of the new file.
    pub file: FileId,
    /// The oldest read point of open scanners, or the region's: newer cells are kept, whatever hides them.
    pub read_point: u64,
    /// Milliseconds.
    pub now: i64,
}

/// What a compaction does with delete markers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Markers {
    /// They stay: other files may have cells that they hide.
    Retain,
    /// They go: all files of the store are rewritten. Those younger than so many milliseconds stay
    /// (`hbase.hstore.time.to.purge.deletes`).
    Drop {
        /// Milliseconds.
        purge_after: i64,
    },
}

impl Store {
    /// Begins a flush: the memstore becomes the snapshot, and writes go to a new memstore. Says how many cells are to
    /// be flushed; without cells nothing changes. If a flush is at work already, its snapshot stays.
    ///
    /// Source: `AbstractMemStore.snapshot`.
    pub fn begin_flush(&mut self) -> usize {
        if self.snapshot.is_none() && !self.memstore.is_empty() {
            self.snapshot = Some(std::mem::take(&mut self.memstore));
        }
        self.snapshot.as_ref().map_or(0, MemStore::len)
    }

    /// Writes the snapshot to a file, which may turn out empty. `sequence_id` is the number of the flush. `None`
    /// without a snapshot.
    ///
    /// Source: `DefaultStoreFlusher.flushSnapshot`.
    pub fn write_flush(&self, write: FileWrite, sequence_id: u64, observer: &mut dyn Observer) -> Option<StoreFile> {
        let snapshot = self.snapshot.as_ref()?;
        let mut watch = Watch::new(write.region, observer);
        let mut merge = Merge::new(false, u64::MAX, 1);
        merge.add_memory(snapshot);
        let cells = self.rewrite(merge, Rules::Retain { read_point: write.read_point }, write.now, &mut watch);
        let layout = Layout { tags: snapshot.iter().any(|cell| cell.ttl().is_some()), sequence_ids: true };
        Some(StoreFile::write_as(write.file, &self.descriptor, cells, sequence_id, write.now, layout))
    }

    /// Ends a flush: the file takes the place of the snapshot.
    ///
    /// Source: `HStore.updateStorefiles`.
    pub fn commit_flush(&mut self, file: Arc<StoreFile>) {
        self.snapshot = None;
        self.files.push(file);
        self.sort();
    }

    /// Takes out what is in no file: the memstore, and the snapshot if a flush was at work.
    pub fn take_memstore(&mut self) -> MemStore {
        let newer = std::mem::take(&mut self.memstore);
        let Some(mut all) = self.snapshot.take() else { return newer };
        newer.iter().for_each(|cell| all.insert(cell.clone()));
        all
    }

    /// Puts back what [`take_memstore`](Self::take_memstore) took, in place of what is there.
    pub fn set_memstore(&mut self, memstore: MemStore) {
        self.memstore = memstore;
    }

    /// Writes the cells of these files of the store to one new file, which may turn out empty. `unarchived`: files that
    /// were compacted away but are still there.
    ///
    /// Source: `Compactor.compact`.
    pub fn write_compaction(
        &self,
        write: FileWrite,
        inputs: &[Arc<StoreFile>],
        markers: Markers,
        unarchived: &[FileId],
        observer: &mut dyn Observer,
    ) -> StoreFile {
        let mut watch = Watch::new(write.region, observer);
        let files: Vec<&Arc<StoreFile>> = self.files.iter().filter(|file| inputs.contains(file)).collect();
        let mut merge = Merge::new(false, u64::MAX, files.len());
        if files.iter().any(|file| file.has_nameless()) {
            merge.watch_skips();
        }
        files.iter().rev().for_each(|file| merge.add_file(file));
        let mut read_point = write.read_point;
        let mut forgotten = None;
        let rules = match markers {
            Markers::Retain => Rules::Retain { read_point },
            Markers::Drop { purge_after } => {
                let is_old = |file: &&&Arc<StoreFile>| file.created() < write.now - KEEP_SEQUENCE_IDS;
                let oldest = files.iter().filter(is_old).map(|file| file.max_cell_sequence_id()).max().unwrap_or(0);
                if oldest > 0 && !self.descriptor.new_version_behavior {
                    read_point = read_point.min(oldest);
                    forgotten = Some(read_point);
                }
                let earliest = files.iter().map(|file| file.earliest_put()).min();
                Rules::Drop { read_point, earliest_put: earliest.unwrap_or(LATEST_TIMESTAMP), purge_after }
            }
        };
        let mut cells = self.rewrite(merge, rules, write.now, &mut watch);
        if let Some(forgotten) = forgotten {
            for cell in cells.iter_mut().filter(|cell| cell.sequence_id() <= forgotten) {
                *cell = cell.clone().with_sequence_id(0);
            }
        }
        let sequence_id = files.iter().map(|file| file.max_sequence_id()).max().unwrap_or(0);
        let layout = Layout {
            tags: files.iter().any(|file| file.is_tagged()),
            sequence_ids: files.iter().any(|file| file.max_cell_sequence_id() > 0),
        };
        let file = StoreFile::write_as(write.file, &self.descriptor, cells, sequence_id, write.now, layout);
        file.naming(files.iter().map(|input| &***input), unarchived)
    }

    /// Ends a compaction: the new file takes the place of these.
    ///
    /// Source: `HStore.replaceStoreFiles`.
    pub fn commit_compaction(&mut self, inputs: &[Arc<StoreFile>], file: Arc<StoreFile>) {
        self.files.retain(|file| !inputs.contains(file));
        self.files.push(file);
        self.sort();
    }

    /// Takes files out of the store.
    pub fn remove(&mut self, files: &[FileId]) {
        self.files.retain(|file| !files.contains(&file.id()));
    }

    /// The files that can go without being rewritten, because everything in them has expired. The newest stays.
    ///
    /// Source: `HStore.removeUnneededFiles`.
    pub fn unneeded(&self, now: i64) -> Vec<FileId> {
        let Some((_, older)) = self.files.split_last() else { return Vec::new() };
        if self.descriptor.min_versions > 0 || self.descriptor.ttl == i32::MAX {
            return Vec::new();
        }
        let oldest = self.descriptor.oldest_unexpired(now);
        let is_expired = |file: &&Arc<StoreFile>| !file.is_empty() && file.times().max < oldest;
        older.iter().filter(is_expired).map(|file| file.id()).collect()
    }

    /// The cells that survive. Emits an event for each that does not.
    fn rewrite(&self, mut merge: Merge<'_>, rules: Rules, now: i64, watch: &mut Watch<'_>) -> Vec<Cell> {
        let mut matcher = Matcher::rewrite(&self.descriptor, rules, now);
        let mut row: Row<'_> = None;
        let mut kept = Vec::new();
        merge.start(KeyRef::first_on_row(&[]), watch);
        while let Some(cell) = merge.peek() {
            if !row.as_ref().is_some_and(|row| row.same_row(cell)) {
                row = Some(Cow::Borrowed(cell));
                matcher.enter_row();
            }
            let (verdict, code) = matcher.decide(cell, &mut row, None);
            if verdict == CellVerdict::Included {
                kept.push(cell.clone());
            } else {
                drop_cell(cell, verdict, watch);
            }
            if !matches!(code, MatchCode::SeekNextCol | MatchCode::SeekNextRow) {
                merge.advance(watch);
                continue;
            }
            let before = watch.listens().then(|| merge.clone());
            if !merge.skip(cell, KeyRef::last_on_row(cell.row()), true, watch) {
                merge.seek(matcher.next_column(cell), watch);
            }
            if let Some(before) = before {
                drop_cells(before, merge.peek(), verdict, watch);
            }
        }
        kept
    }
}

/// Emits an event for each cell from the next one to the last before `end`.
fn drop_cells(mut merge: Merge<'_>, end: Option<&Cell>, verdict: CellVerdict, watch: &mut Watch<'_>) {
    let mut nobody = ();
    let mut unheard = Watch::new(watch.region, &mut nobody);
    loop {
        merge.advance(&mut unheard);
        match merge.peek() {
            Some(cell) if !end.is_some_and(|end| std::ptr::eq(end, cell)) => drop_cell(cell, verdict, watch),
            _ => return,
        }
    }
}

fn drop_cell(cell: &Cell, verdict: CellVerdict, watch: &mut Watch<'_>) {
    let reason = match verdict {
        CellVerdict::Expired => DropReason::Expired,
        _ if cell.cell_type().is_delete() => DropReason::Marker,
        CellVerdict::OlderVersion => DropReason::OlderVersion,
        CellVerdict::Repeated => DropReason::Repeated,
        CellVerdict::Marker => DropReason::Marker,
        _ => DropReason::Deleted,
    };
    watch.tell(|region| Event::CellDropped { region, cell: cell.clone(), reason });
}
