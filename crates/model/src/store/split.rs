//! Where a region would be cut.

use super::Store;
use crate::bytes::{Family, RowKey};
use crate::event::FileId;

/// The row at which the files of a region suggest to cut it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SplitPoint {
    /// The largest store that has a point.
    pub family: Family,
    /// Its largest file.
    pub file: FileId,
    /// The row of the middle entry of that file's block index.
    pub middle: RowKey,
}

impl Store {
    /// The point of this store: the middle of its largest file, unless it has references.
    ///
    /// Source: `HStore.getSplitPoint`, `StoreUtils.getSplitPoint`.
    pub fn split_point(&self) -> Option<SplitPoint> {
        if self.has_references() {
            return None;
        }
        // Where files are equally large, the oldest is taken.
        let largest = self.files.iter().rev().max_by_key(|file| file.size_bytes())?;
        let middle = largest.split_point()?.clone();
        Some(SplitPoint { family: self.descriptor.name.clone(), file: largest.id(), middle })
    }
}

/// The point of the largest store that has one. A split policy may still shorten it.
///
/// Source: `RegionSplitPolicy.getSplitPoint`.
pub fn split_point<'a>(stores: impl IntoIterator<Item = &'a Store>) -> Option<SplitPoint> {
    let mut best: Option<(u64, SplitPoint)> = None;
    for store in stores {
        let size = store.size_bytes();
        if let Some(point) = store.split_point()
            && best.as_ref().is_none_or(|(largest, _)| size > *largest)
        {
            best = Some((size, point));
        }
    }
    best.map(|(_, point)| point)
}
