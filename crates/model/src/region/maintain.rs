//! Flushes and compactions of a region, part by part.

use super::scanner::RegionScanner;
use super::{FileNumbers, Region};
use crate::bytes::Family;
use crate::event::{Event, FileId, Observer};
use crate::identity::{Kind, Trace};
use crate::store::{FileWrite, Markers, StoreFile};
use std::sync::Arc;

/// A flush at work.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Flush {
    sequence_id: u64,
    families: Vec<Family>,
    files: Vec<(Family, Arc<StoreFile>)>,
}

impl Flush {
    /// Adds to `trace` the parts of this that can still affect what happens.
    pub(super) fn tell(&self, trace: &mut Trace) {
        trace.point(Kind::Sequence, self.sequence_id);
        trace.literal(&self.families);
        trace.each(self.files.iter(), |trace, (family, file)| {
            trace.literal(family);
            StoreFile::tell(file, trace);
        });
    }
}

/// A compaction at work.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Compaction {
    family: Family,
    files: Vec<Arc<StoreFile>>,
    all_files: bool,
    into: Option<Arc<StoreFile>>,
}

impl Compaction {
    /// Adds to `trace` the parts of this that can still affect what happens.
    pub(super) fn tell(&self, trace: &mut Trace) {
        trace.literal(&(&self.family, self.all_files));
        trace.each(self.files.iter(), |trace, file| StoreFile::tell(file, trace));
        trace.option(self.into.as_ref(), |trace, file| StoreFile::tell(file, trace));
    }
}

/// A file that was compacted away while scanners were open.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Replaced {
    pub(super) family: Family,
    pub(super) file: Arc<StoreFile>,
}

impl Replaced {
    /// Adds to `trace` the parts of this that can still affect what happens.
    pub(super) fn tell(&self, trace: &mut Trace) {
        trace.literal(&self.family);
        StoreFile::tell(&self.file, trace);
    }
}

impl Region {
    /// The replaced files that an open scanner still reads.
    pub(super) fn replaced_in_use(&self) -> impl Iterator<Item = &Replaced> {
        let scanners = || self.scanners.values().chain(&self.leaked);
        let is_held = move |file: &StoreFile| scanners().any(|scanner| scanner.holds(file));
        self.replaced.iter().filter(move |replaced| is_held(&replaced.file))
    }

    /// The oldest read point that anybody still reads at.
    ///
    /// Source: `HRegion.getSmallestReadPoint`.
    pub(super) fn smallest_read_point(&self) -> u64 {
        let open = self.scanners.values().map(RegionScanner::read_point).min();
        open.unwrap_or(u64::MAX).min(self.mvcc.read_point())
    }

    /// Flushes all memstores at once.
    pub(crate) fn flush(&mut self, now: i64, numbers: &mut FileNumbers, observer: &mut dyn Observer) {
        let families: Vec<Family> = self.stores.keys().cloned().collect();
        let has_cells = self.stores.values().any(|store| !store.memstore().is_empty());
        if has_cells && self.begin_flush(&families, observer) && self.write_flush(now, numbers, observer) {
            self.commit_flush(observer);
        }
    }

    /// Flushes all memstores into files of this number, without marks in the log: there is none while it is replayed.
    pub(super) fn flush_at(
        &mut self,
        sequence_id: u64,
        now: i64,
        numbers: &mut FileNumbers,
        observer: &mut dyn Observer,
    ) {
        let families: Vec<Family> = self.stores.keys().cloned().collect();
        self.snapshot(&families, sequence_id, observer);
        if self.write_flush(now, numbers, observer) {
            self.finish_flush(observer);
        }
    }

    /// Makes snapshots of memstores; `false` if there is nothing to flush. The flush takes a number, its beginning in
    /// the log another.
    ///
    /// Source: `HRegion.internalPrepareFlushStores`.
    pub(crate) fn begin_flush(&mut self, families: &[Family], observer: &mut dyn Observer) -> bool {
        let sequence_id = self.mvcc.pass();
        if self.stores.values().all(|store| store.memstore().is_empty()) {
            return false;
        }
        self.mvcc.pass();
        self.snapshot(families, sequence_id, observer);
        true
    }

    fn snapshot(&mut self, families: &[Family], sequence_id: u64, observer: &mut dyn Observer) {
        let families: Vec<Family> = families
            .iter()
            .filter(|&family| self.stores.get_mut(family).is_some_and(|store| store.begin_flush() > 0))
            .cloned()
            .collect();
        if observer.listens() {
            let cells = families.iter().filter_map(|family| self.stores.get(family)?.snapshot());
            let cells = cells.map(|snapshot| snapshot.len() as u64).sum();
            observer.hear(Event::FlushStarted { region: self.id, families: families.clone(), cells });
        }
        self.flush = Some(Flush { sequence_id, families, files: Vec::new() });
    }

    /// Writes the snapshots to files that nobody reads yet; `false` if no flush is at work, since the region was lost.
    pub(crate) fn write_flush(&mut self, now: i64, numbers: &mut FileNumbers, observer: &mut dyn Observer) -> bool {
        let read_point = self.smallest_read_point();
        let Some(flush) = &mut self.flush else { return false };
        for family in &flush.families {
            let write = FileWrite { region: self.id, file: numbers.next(), read_point, now };
            let file = self.stores.get(family).and_then(|store| store.write_flush(write, flush.sequence_id, observer));
            flush.files.extend(file.map(|file| (family.clone(), Arc::new(file))));
        }
        true
    }

    /// Makes the files part of the stores, which the log is told.
    pub(crate) fn commit_flush(&mut self, observer: &mut dyn Observer) {
        if self.flush.is_some() {
            self.mvcc.pass();
            self.finish_flush(observer);
        }
    }

    fn finish_flush(&mut self, observer: &mut dyn Observer) {
        let Some(flush) = self.flush.take() else { return };
        for (family, file) in flush.files {
            if observer.listens() {
                let (id, cells, bytes) = (file.id(), file.len() as u64, file.size_bytes());
                observer.hear(Event::FileFlushed { region: self.id, family: family.clone(), file: id, cells, bytes });
            }
            let Some(store) = self.stores.get_mut(&family) else { continue };
            store.commit_flush(file.clone());
            for scanner in self.scanners.values_mut().chain(&mut self.leaked) {
                scanner.flushed(store, &file);
            }
        }
        if observer.listens() {
            observer.hear(Event::FlushFinished { region: self.id });
        }
    }

    /// Whether the next compaction of a family is to be a major one.
    pub(crate) fn is_marked_for_major(&self, family: &[u8]) -> bool {
        self.major.contains(family)
    }

    /// Begins a compaction of the files at these places; `false` if there is nothing to do. A major compaction that
    /// cannot be done leaves a mark for the next.
    ///
    /// Source: `HStore.requestCompaction`.
    pub(crate) fn begin_compaction(
        &mut self,
        family: &Family,
        major: bool,
        selection: Option<(std::ops::Range<usize>, bool, bool)>,
        observer: &mut dyn Observer,
    ) -> bool {
        if major {
            self.major.insert(family.clone());
        }
        let (Some(store), Some((files, all_files, is_major))) = (self.stores.get(family), selection) else {
            return false;
        };
        if is_major {
            self.major.remove(family);
        }
        let files = store.files()[files].to_vec();
        if observer.listens() {
            let (region, family, files) = (self.id, family.clone(), files.iter().map(|file| file.id()).collect());
            observer.hear(Event::CompactionStarted { region, family, files, all_files });
        }
        self.compaction = Some(Compaction { family: family.clone(), files, all_files, into: None });
        true
    }

    /// Whether files that were compacted away are still there.
    pub(crate) fn has_unarchived(&self) -> bool {
        !self.unarchived.is_empty()
    }

    /// Compacted files go away, but for those that a scanner reads. Gives back which went.
    ///
    /// Source: `HStore.closeAndArchiveCompactedFiles`.
    pub(crate) fn archive(&mut self) -> Vec<FileId> {
        let in_use: Vec<_> = self.replaced_in_use().map(|replaced| replaced.file.id()).collect();
        let mut gone = self.unarchived.clone();
        gone.retain(|file| !in_use.contains(file));
        self.unarchived.retain(|file| in_use.contains(file));
        gone
    }

    /// Takes away files of a family in which everything has expired, which needs no rewriting.
    pub(crate) fn remove_unneeded(&mut self, family: &Family, now: i64) {
        if let Some(store) = self.stores.get_mut(family) {
            let unneeded = store.unneeded(now);
            store.remove(&unneeded);
        }
    }

    /// Writes the chosen files into one that nobody reads yet. Markers younger than `purge_after` milliseconds stay.
    pub(crate) fn rewrite(
        &mut self,
        now: i64,
        purge_after: i64,
        numbers: &mut FileNumbers,
        observer: &mut dyn Observer,
    ) {
        let read_point = self.smallest_read_point();
        let Some(compaction) = &mut self.compaction else { return };
        let Some(store) = self.stores.get(&compaction.family) else { return };
        let write = FileWrite { region: self.id, file: numbers.next(), read_point, now };
        let markers = if compaction.all_files { Markers::Drop { purge_after } } else { Markers::Retain };
        let file = store.write_compaction(write, &compaction.files, markers, &self.unarchived, observer);
        compaction.into = Some(Arc::new(file));
    }

    /// Puts the new file into the place of the old ones, and says in which family. Open scanners go on reading the old
    /// ones.
    pub(crate) fn replace_files(&mut self, observer: &mut dyn Observer) -> Option<Family> {
        let Compaction { family, files, into: Some(into), .. } = self.compaction.take()? else { return None };
        self.mvcc.pass(); // the marker in the log
        let store = self.stores.get_mut(&family)?;
        store.commit_compaction(&files, into.clone());
        self.unarchived.extend(files.iter().map(|file| file.id()));
        if !self.scanners.is_empty() || !self.leaked.is_empty() {
            let replaced = |file: &Arc<StoreFile>| Replaced { family: family.clone(), file: file.clone() };
            self.replaced.extend(files.iter().map(replaced));
        }
        if observer.listens() {
            observer.hear(Event::CompactionFinished {
                region: self.id,
                family: family.clone(),
                files: files.iter().map(|file| file.id()).collect(),
                into: into.id(),
                cells: into.len() as u64,
                bytes: into.size_bytes(),
            });
        }
        Some(family)
    }
}
