//! The physical cells of a region as one long line that can be entered anywhere, however long it is.

use super::memory::MemStore;
use super::{Store, StoreFile};
use crate::cell::{Cell, KeyRef, Probe};
use crate::event::Source;
use std::cmp::Ordering;
use std::ops::Range;

/// A sorted source of cells with ranks.
#[derive(Clone, Copy, Debug)]
enum Line<'a> {
    Memory(&'a MemStore),
    File(&'a StoreFile),
}

impl<'a> Line<'a> {
    fn len(&self) -> usize {
        match self {
            Self::Memory(memory) => memory.len(),
            Self::File(file) => file.len(),
        }
    }

    fn get(&self, rank: usize) -> Option<&'a Cell> {
        match self {
            Self::Memory(memory) => memory.get(rank),
            Self::File(file) => file.get(rank),
        }
    }

    fn lower_bound(&self, key: KeyRef<'_>) -> usize {
        match self {
            Self::Memory(memory) => memory.lower_bound(key),
            Self::File(file) => file.lower_bound(key),
        }
    }

    fn source(&self) -> Source {
        match self {
            Self::Memory(_) => Source::MemStore,
            Self::File(file) => Source::File(file.id()),
        }
    }
}

/// All sources, within a store newest first.
fn lines<'a>(stores: impl IntoIterator<Item = &'a Store>) -> Vec<Line<'a>> {
    let of_store = |store: &'a Store| {
        let memory = std::iter::once(&store.memstore).chain(&store.snapshot).map(Line::Memory);
        memory.chain(store.files.iter().rev().map(|file| Line::File(file)))
    };
    stores.into_iter().flat_map(of_store).filter(|line| line.len() > 0).collect()
}

/// How many physical cells the stores have.
pub fn total<'a>(stores: impl IntoIterator<Item = &'a Store>) -> usize {
    lines(stores).iter().map(Line::len).sum()
}

/// How many physical cells come before this place.
pub fn rank_of_key<'a>(stores: impl IntoIterator<Item = &'a Store>, key: KeyRef<'_>) -> usize {
    lines(stores).iter().map(|line| line.lower_bound(key)).sum()
}

/// The rank of the first physical cell of `row`, or of the first cell after it: how many cells come before.
pub fn rank_of<'a>(stores: impl IntoIterator<Item = &'a Store>, row: &[u8]) -> usize {
    rank_of_key(stores, KeyRef::first_on_row(row))
}

/// `count` physical cells of all stores in the order of cells, from this rank on. Takes logarithmic time, however
/// large the rank.
pub fn window<'a>(stores: impl IntoIterator<Item = &'a Store>, first_rank: usize, count: usize) -> Vec<(Cell, Source)> {
    let lines = lines(stores);
    let mut at = select(&lines, first_rank);
    let mut heads: Vec<Option<&Cell>> = lines.iter().zip(&at).map(|(line, &rank)| line.get(rank)).collect();
    let mut cells = Vec::new();
    while cells.len() < count {
        let mut top: Option<(usize, &Cell)> = None;
        for (line, head) in heads.iter().enumerate() {
            if let Some(cell) = head
                && top.is_none_or(|(_, other)| crate::cell::compare(cell, other) == Ordering::Less)
            {
                top = Some((line, cell));
            }
        }
        let Some((line, cell)) = top else { break };
        cells.push((cell.clone(), lines[line].source()));
        at[line] += 1;
        heads[line] = lines[line].get(at[line]);
    }
    cells
}

/// For each line, how many of its cells are among the first `rank` of all.
fn select(lines: &[Line<'_>], rank: usize) -> Vec<usize> {
    let mut ranges: Vec<Range<usize>> = lines.iter().map(|line| 0..line.len()).collect();
    loop {
        // The middle of the longest range halves it, and cuts the others where that cell would lie in them.
        let longest = (0..lines.len()).max_by_key(|&line| ranges[line].len());
        let Some(pivot_line) = longest.filter(|&line| !ranges[line].is_empty()) else {
            return ranges.into_iter().map(|range| range.start).collect();
        };
        let middle = ranges[pivot_line].start + ranges[pivot_line].len() / 2;
        let Some(pivot) = lines[pivot_line].get(middle) else {
            return ranges.into_iter().map(|range| range.start).collect();
        };
        let probe = Probe::of(pivot);
        let places: Vec<usize> = (0..lines.len())
            .map(|line| match line.cmp(&pivot_line) {
                Ordering::Equal => middle,
                // Of equal cells, that of the line with the lower number comes first.
                order => lower_bound(&lines[line], ranges[line].clone(), &probe, order == Ordering::Less),
            })
            .collect();
        if places.iter().sum::<usize>() < rank {
            // The pivot and all cells before it are among the first `rank` cells.
            for (range, place) in ranges.iter_mut().zip(&places) {
                range.start = *place;
            }
            ranges[pivot_line].start = middle + 1;
        } else {
            for (range, place) in ranges.iter_mut().zip(&places) {
                range.end = *place;
            }
        }
    }
}

/// The first rank in a range whose cell is not before the probe, or, past equal cells, is after it.
fn lower_bound(line: &Line<'_>, range: Range<usize>, probe: &Probe<'_>, past_equal: bool) -> usize {
    let (mut low, mut high) = (range.start, range.end);
    while low < high {
        let middle = low + (high - low) / 2;
        let order = line.get(middle).map_or(Ordering::Greater, |cell| probe.compare(cell));
        if order == Ordering::Less || (past_equal && order == Ordering::Equal) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}
