//! Daughters and merged regions: no cell is copied, their stores refer to the parents' files.

use super::{FileNumbers, Region};
use crate::bytes::{Family, RowKey};
use crate::event::RegionId;
use crate::map::Map;
use crate::store::file::Half;
use crate::store::{Store, StoreFile};
use std::sync::Arc;

impl Region {
    /// Whether a store has references to a parent's files, or a scanner still reads some that were compacted: such a
    /// region can be neither split nor merged.
    ///
    /// Source: `HStore.hasReferences`.
    pub fn has_references(&self) -> bool {
        let mut replaced = self.replaced_in_use();
        self.stores.values().any(Store::has_references) || replaced.any(|replaced| replaced.file.is_reference())
    }

    /// The parents whose files it refers to.
    pub(crate) fn referred_parents(&self) -> &[RegionId] {
        if self.has_references() { &self.parents } else { &[] }
    }

    /// How many of its files are references.
    pub(crate) fn reference_count(&self) -> u32 {
        let files = self.stores.values().flat_map(|store| store.files());
        u32::try_from(files.filter(|file| file.is_reference()).count()).unwrap_or(u32::MAX)
    }

    /// The two halves of a closed region. A file with cells on both sides becomes a reference in each daughter; one
    /// that lies on one side is linked there; an empty one goes.
    ///
    /// Source: `SplitTableRegionProcedure.splitStoreFiles`, `StoreEngine.openStoreFiles`.
    pub(crate) fn split(
        &self,
        at: &RowKey,
        (first, second): (RegionId, RegionId),
        time: i64,
        numbers: &mut FileNumbers,
    ) -> [Self; 2] {
        let mut half = |id, start: &RowKey, end: &RowKey, half: Half| {
            let mut daughter = Self::new(id, self.table.clone(), (start.clone(), end.clone()), time, self.server);
            daughter.parents = vec![self.id];
            daughter.closed_at = self.closed_at;
            daughter.unanswered = self.unanswered.clone();
            for family in self.stores.keys() {
                let shared: Vec<(&Arc<StoreFile>, Arc<StoreFile>)> = self
                    .files_on_disk(family)
                    .filter_map(|file| Some((file, share(file, &half, &self.table.name, numbers)?)))
                    .collect();
                // A link keeps its name in the daughter, where the file that was compacted from it tells that name.
                let is_gone = |file: &StoreFile, part: &StoreFile| {
                    file.is_link() && part.is_link() && shared.iter().any(|(other, _)| other.names(file.id()))
                };
                let files = shared.iter().filter(|(file, part)| !is_gone(file, part));
                daughter.set_files(family, files.map(|(_, part)| part.clone()).collect());
            }
            daughter
        };
        let bottom = half(first, &self.start, at, Half::Bottom(at.clone()));
        let top = half(second, at, &self.end, Half::Top(at.clone()));
        [bottom, top]
    }

    /// One region in the place of closed ones, in key order. Every file of theirs, also an empty one, becomes a
    /// reference. `None` without parents.
    ///
    /// Source: `MergeTableRegionsProcedure`.
    pub(crate) fn merged(id: RegionId, parents: &[&Self], numbers: &mut FileNumbers) -> Option<Self> {
        let first = parents.first()?;
        let time = parents.iter().map(|parent| parent.name.time()).max()? + 1;
        let ends_open = parents.iter().any(|parent| parent.end.is_empty());
        let end = if ends_open { RowKey::default() } else { parents.iter().map(|p| p.end.clone()).max()? };
        let range = (first.start.clone(), end);
        let mut merged = Self::new(id, first.table.clone(), range, time, first.server);
        merged.parents = parents.iter().map(|parent| parent.id).collect();
        merged.closed_at = parents.iter().map(|parent| parent.closed_at).max()?;
        for (&client, &operation) in parents.iter().flat_map(|parent| &parent.unanswered) {
            let last = merged.unanswered.get_or_default(client);
            *last = operation.max(*last);
        }
        let mut files: Map<&Family, Vec<Arc<StoreFile>>> = Map::new();
        for parent in parents {
            for family in parent.stores.keys() {
                let whole = |file: &Arc<StoreFile>| StoreFile::reference(file, numbers.next(), Half::Whole);
                let references = parent.files_on_disk(family).filter_map(whole).map(Arc::new);
                files.get_or_default(family).extend(references);
            }
        }
        for (family, files) in files {
            merged.set_files(family, files);
        }
        Some(merged)
    }

    /// The files of a family that a split or merge finds: those of the store, and those that were compacted away but
    /// could not be removed, because a scanner was reading them when the region was closed.
    fn files_on_disk(&self, family: &Family) -> impl Iterator<Item = &Arc<StoreFile>> {
        let of_store = self.stores.get(family).into_iter().flat_map(|store| store.files());
        of_store.chain(self.left_behind.iter().filter(move |(of, _)| of == family).map(|(_, file)| file))
    }

    fn set_files(&mut self, family: &Family, files: Vec<Arc<StoreFile>>) {
        if let Some(descriptor) = self.table.families.get(family) {
            self.stores.insert(family.clone(), Store::with_files(descriptor.clone(), files));
        }
    }
}

/// The file that a daughter gets for its half of a parent's file; `None` if no cell lies in that half.
fn share(file: &StoreFile, half: &Half, table: &str, numbers: &mut FileNumbers) -> Option<Arc<StoreFile>> {
    let (Half::Bottom(at) | Half::Top(at)) = half else { return None };
    let (first, last) = (file.first()?, file.last()?);
    let (below, above) = (*last.row() < **at, *first.row() >= **at);
    let is_bottom = matches!(half, Half::Bottom(_));
    let shared = match (below, above) {
        (true, _) if is_bottom => Some(StoreFile::link(file, numbers.next(), table)),
        (_, true) if !is_bottom => Some(StoreFile::link(file, numbers.next(), table)),
        (false, false) => StoreFile::reference(file, numbers.next(), half.clone()),
        _ => None,
    };
    shared.map(Arc::new)
}
