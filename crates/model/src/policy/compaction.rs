//! Which files of a store a compaction takes.

use crate::schema::Settings;
use std::ops::Range;

/// The site's `hbase.hstore.compaction.min.size`, so that the flush size of a table does not matter.
///
/// Source: `hbase-default.xml`.
const MIN_SIZE: u64 = 128 << 20;

/// What the choice knows of a store file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Candidate {
    /// Bytes on disk.
    pub size: u64,
    /// Whether it is a half of a parent's file.
    pub reference: bool,
}

/// Who asks for a compaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Trigger {
    /// The server, by itself.
    Server,
    /// An administrator.
    User,
}

/// The settings of the choice.
///
/// Source: `CompactionConfiguration`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CompactionConfig {
    /// `hbase.hstore.compaction.min`: fewest files worth the work.
    pub min: usize,
    /// `hbase.hstore.compaction.max`: most files at once.
    pub max: usize,
    /// `hbase.hstore.compaction.ratio`: a file may be so many times as large as the others together.
    pub ratio: f64,
    /// `hbase.hstore.compaction.min.size`: below it the ratio does not matter.
    pub min_size: u64,
    /// `hbase.hstore.compaction.max.size`: larger files are left alone.
    pub max_size: u64,
    /// `hbase.hstore.blockingStoreFiles`: with so many files a store is stuck, and anything is better than nothing.
    pub blocking: usize,
}

impl CompactionConfig {
    /// The settings of a table, over HBase's defaults.
    pub fn new(settings: &Settings<'_>) -> Self {
        let count = |name, default| settings.number(name).and_then(|n| usize::try_from(n).ok()).unwrap_or(default);
        let bytes = |name, default| settings.number(name).and_then(|n| u64::try_from(n).ok()).unwrap_or(default);
        let old_min = count("hbase.hstore.compactionThreshold", 3);
        Self {
            min: count("hbase.hstore.compaction.min", old_min).max(2),
            max: count("hbase.hstore.compaction.max", 10),
            ratio: settings.decimal("hbase.hstore.compaction.ratio").map_or(1.2_f32, |ratio| ratio as f32).into(),
            min_size: bytes("hbase.hstore.compaction.min.size", MIN_SIZE),
            max_size: bytes("hbase.hstore.compaction.max.size", u64::MAX),
            blocking: count("hbase.hstore.blockingStoreFiles", 16),
        }
    }
}

/// What a compaction takes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Selection {
    /// Places in the list of files, oldest first.
    pub files: Range<usize>,
    /// Whether these are all files of the store, so that delete markers can go.
    pub all_files: bool,
    /// Whether it was meant to be a major compaction and is one.
    pub major: bool,
}

/// Chooses among all files of a store, oldest first, none of which is being compacted; `major` where a major
/// compaction is asked for. `None` where there is nothing worth doing.
///
/// Deviation: a major compaction is never due by age.
///
/// Source: `SortedCompactionPolicy.selectCompaction`, `ExploringCompactionPolicy`.
pub fn select(files: &[Candidate], major: bool, trigger: Trigger, limits: &CompactionConfig) -> Option<Selection> {
    let stuck = files.len() >= limits.blocking;
    let too_large = |file: &&Candidate| !file.reference && file.size > limits.max_size;
    let skipped = if major { 0 } else { files.iter().take_while(too_large).count() };
    let trying_major = major && (trigger == Trigger::User || files.len() < limits.max);
    let has_references = files[skipped..].iter().any(|file| file.reference);
    let mut chosen = if trying_major || has_references {
        skipped..files.len()
    } else {
        let found = explore(&files[skipped..], stuck, limits)?;
        skipped + found.start..skipped + found.end
    };
    if !(trying_major && trigger == Trigger::User) {
        chosen.end = chosen.end.min(chosen.start.saturating_add(limits.max));
    }
    if chosen.is_empty() {
        return None;
    }
    let all_files = chosen.len() == files.len();
    Some(Selection { files: chosen, all_files, major: trying_major && all_files })
}

/// The best of all contiguous windows: the one with most files, of these the smallest.
fn explore(files: &[Candidate], stuck: bool, limits: &CompactionConfig) -> Option<Range<usize>> {
    let mut best: Option<(Range<usize>, u64)> = None;
    let mut smallest: Option<(Range<usize>, u64)> = None;
    for start in 0..files.len() {
        for end in start.saturating_add(limits.min)..=files.len().min(start.saturating_add(limits.max)) {
            let window = start..end;
            let size: u64 = files[window.clone()].iter().map(|file| file.size).sum();
            if stuck && smallest.as_ref().is_none_or(|(_, smaller)| size < *smaller) {
                smallest = Some((window.clone(), size));
            }
            let too_uneven = size >= limits.min_size && !in_ratio(&files[window.clone()], size, limits.ratio);
            if size > limits.max_size || too_uneven {
                continue;
            }
            if best.as_ref().is_none_or(|best| is_better(best, (window.len(), size), stuck)) {
                best = Some((window, size));
            }
        }
    }
    best.or(smallest).map(|(window, _)| window)
}

fn in_ratio(files: &[Candidate], size: u64, ratio: f64) -> bool {
    files.len() < 2 || files.iter().all(|file| file.size as f64 <= (size - file.size) as f64 * ratio)
}

fn is_better((best, best_size): &(Range<usize>, u64), (count, size): (usize, u64), stuck: bool) -> bool {
    if stuck && *best_size > 0 && size > 0 {
        // Anything at least 5 % more efficient is better, however few files it takes.
        let quality = count as f64 / size as f64;
        return quality > best.len() as f64 / *best_size as f64 * 1.05;
    }
    count > best.len() || (count == best.len() && size < *best_size)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(sizes: &[u64]) -> Vec<u64> {
        let files: Vec<_> = sizes.iter().map(|&size| Candidate { size, reference: false }).collect();
        let limits = CompactionConfig { min: 3, max: 5, ratio: 1.0, min_size: 10, max_size: u64::MAX, blocking: 16 };
        select(&files, false, Trigger::Server, &limits).map(|found| sizes[found.files].to_vec()).unwrap_or_default()
    }

    #[test]
    fn the_choices_of_the_reference_guide() {
        assert_eq!(chosen(&[100, 50, 23, 12, 12]), [23, 12, 12]);
        assert_eq!(chosen(&[100, 25, 12, 12]), []);
        assert_eq!(chosen(&[7, 6, 5, 4, 3, 2, 1]), [5, 4, 3, 2, 1]);
        assert_eq!(chosen(&[50, 50, 50]), [50, 50, 50]);
    }

    /// Such settings are the largest numbers of a page, whose addresses have 32 bits.
    #[test]
    fn the_largest_limits_choose_as_none_would() {
        let files = [Candidate { size: 1, reference: false }; 3];
        let limits = CompactionConfig { min: 3, max: 10, ratio: 1.2, min_size: 0, max_size: u64::MAX, blocking: 16 };
        let found = |limits| select(&files, false, Trigger::Server, &limits).map(|found| found.files);
        assert_eq!(found(CompactionConfig { min: usize::MAX, ..limits }), None);
        assert_eq!(found(CompactionConfig { max: usize::MAX, ..limits }), Some(0..3));
    }

    #[test]
    fn references_are_taken_whatever_their_size_but_not_too_many_at_once() {
        let files = [Candidate { size: 1, reference: true }; 12];
        let limits = CompactionConfig { min: 3, max: 10, ratio: 1.2, min_size: 0, max_size: u64::MAX, blocking: 16 };
        let found = |major, trigger| select(&files, major, trigger, &limits);
        assert_eq!(found(false, Trigger::User), Some(Selection { files: 0..10, all_files: false, major: false }));
        assert_eq!(found(true, Trigger::User), Some(Selection { files: 0..12, all_files: true, major: true }));
        assert_eq!(select(&[], true, Trigger::User, &limits), None);
    }
}
