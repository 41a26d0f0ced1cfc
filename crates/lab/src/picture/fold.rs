//! Leaves parts out of a table that is too long for a picture: whole regions, and lines inside the others.

use super::axis::LEAST;
use crate::view::RegionView;
use std::ops::Range;

/// Lines of a region that are drawn at least, where it has so many.
const FEW: u64 = 5;

/// What is drawn of a table, and what is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Fold {
    /// Regions that are drawn, in their order.
    pub(super) regions: Vec<usize>,
    /// Lines that are left out of them; each of these stands for one line of the picture.
    pub(super) cuts: Vec<Range<u64>>,
    /// Lines of regions that are left out.
    hidden: Vec<Range<u64>>,
}

impl Fold {
    /// Leaves out so much that about `most` lines are drawn, and nothing near the line that the step is about.
    pub(super) fn new(regions: &[RegionView], focus: Option<u64>, most: u64) -> Self {
        let is_in = |region: &RegionView, line: u64| {
            region.first_line <= line && line < region.first_line + region.lines.max(1)
        };
        let focused = focus.and_then(|line| regions.iter().position(|region| is_in(region, line)));
        let room = usize::try_from(most / (FEW + 1)).unwrap_or(usize::MAX).max(2);
        let drawn = if regions.len() <= room { (0..regions.len()).collect() } else { chosen(regions, focused, room) };
        let hidden = regions.iter().enumerate().filter(|(index, _)| !drawn.contains(index));
        let hidden = hidden.map(|(_, region)| region.first_line..region.first_line + region.lines).collect();
        let mut quota = FEW;
        let sum = |quota: u64| drawn.iter().map(|index| regions[*index].lines.clamp(LEAST, quota)).sum::<u64>();
        while sum(quota + 1) <= most && sum(quota + 1) > sum(quota) {
            quota += 1;
        }
        let cuts = drawn.iter().flat_map(|index| {
            let region = &regions[*index];
            let focus = focus.filter(|_| focused == Some(*index)).unwrap_or(region.first_line);
            cuts(region.first_line..region.first_line + region.lines, focus, quota)
        });
        let cuts = cuts.collect();
        Self { regions: drawn, cuts, hidden }
    }

    /// The line of the picture for a line of the table.
    pub(super) fn line(&self, line: u64) -> u64 {
        let gone = |range: &Range<u64>, kept: u64| {
            let before = range.end.min(line).saturating_sub(range.start);
            // All lines of a cut are drawn at the one line that stands for it.
            if line < range.end { before } else { before.saturating_sub(kept) }
        };
        let cut: u64 = self.cuts.iter().map(|range| gone(range, 1)).sum();
        let hidden: u64 = self.hidden.iter().map(|range| gone(range, 0)).sum();
        line - cut - hidden
    }

    /// Parts of the table that are drawn line by line.
    pub(super) fn windows(&self, regions: &[RegionView]) -> Vec<Range<u64>> {
        let mut windows = Vec::new();
        for region in self.regions.iter().filter_map(|index| regions.get(*index)) {
            let (start, end) = (region.first_line, region.first_line + region.lines);
            let mut from = start;
            for cut in self.cuts.iter().filter(|cut| start <= cut.start && cut.end <= end) {
                windows.push(from..cut.start);
                from = cut.end;
            }
            windows.push(from..end);
        }
        windows
    }

    /// Whether the line before this one is left out.
    pub(super) fn follows_cut(&self, line: u64) -> bool {
        self.cuts.iter().any(|cut| cut.end == line)
    }
}

/// Indices of the regions to draw: the first ones, or those around the one that the step is about, and the last.
fn chosen(regions: &[RegionView], focused: Option<usize>, room: usize) -> Vec<usize> {
    let last = regions.len() - 1;
    let from = focused.unwrap_or(0).saturating_sub(room / 2).min(regions.len() - room);
    let mut chosen: Vec<usize> = (from..from + room).collect();
    if let Some(end) = chosen.last_mut().filter(|end| **end < last && focused != Some(**end)) {
        *end = last;
    }
    chosen
}

/// What is left out of the lines of a region so that about `quota` stay: the first, the last, and those around one.
fn cuts(lines: Range<u64>, focus: u64, quota: u64) -> Vec<Range<u64>> {
    if lines.end - lines.start <= quota {
        return Vec::new();
    }
    let around = quota.saturating_sub(3).max(1);
    let from = focus.saturating_sub(around / 3).clamp(lines.start, lines.end - around);
    let before = lines.start + 1..from;
    let after = (from + around).max(lines.start + 1)..lines.end - 1;
    // A single line takes no more room than what tells that it is left out.
    [before, after].into_iter().filter(|cut| cut.end > cut.start + 1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn table(lines: &[u64]) -> Vec<RegionView> {
        let mut first_line = 0;
        let mut regions = Vec::new();
        for (index, lines) in lines.iter().enumerate() {
            regions.push(RegionView {
                id: index as u32,
                label: format!("r{}", index + 1),
                name: String::new(),
                start_key: Vec::new(),
                end_key: Vec::new(),
                start: String::new(),
                end: String::new(),
                range: String::new(),
                server: 0,
                state: "open",
                first_line,
                lines: *lines,
                file_bytes: 0,
                memstore_bytes: 0,
                split_bytes: None,
                sandboxed: false,
                refers: false,
                tint: 0,
                detail: None,
                touched: false,
            });
            first_line += lines;
        }
        regions
    }

    #[test]
    fn a_short_table_is_whole() {
        let regions = table(&[13, 0, 7]);
        let fold = Fold::new(&regions, None, 40);
        assert_eq!(fold, Fold { regions: vec![0, 1, 2], ..Fold::default() });
        assert_eq!(fold.windows(&regions), [0..13, 13..13, 13..20]);
        assert_eq!(fold.line(17), 17);
    }

    #[test]
    fn a_long_region_shows_its_ends_and_the_line_of_the_step() {
        let regions = table(&[100, 5]);
        let fold = Fold::new(&regions, Some(50), 20);
        assert_eq!(fold.cuts, [1..46, 58..99]);
        assert_eq!([0, 1, 45, 46, 57, 58, 99, 100].map(|line| fold.line(line)), [0, 1, 1, 2, 13, 14, 15, 16]);
    }

    proptest! {
        #[test]
        fn every_table_has_room(
            lines in prop::collection::vec(prop_oneof![0_u64..12, 0_u64..2_000_000], 1..60),
            at in 0_u64..2_000_000,
            most in 12_u64..80,
        ) {
            let regions = table(&lines);
            let total: u64 = lines.iter().sum();
            let focus = (at < total).then_some(at);
            let fold = Fold::new(&regions, focus, most);
            let windows = fold.windows(&regions);
            let drawn: u64 = windows.iter().map(|window| window.end - window.start).sum();
            prop_assert!(drawn + fold.cuts.len() as u64 <= most + 2 * fold.regions.len() as u64 + FEW);
            if let Some(focus) = focus {
                prop_assert!(windows.iter().any(|window| window.contains(&focus)));
            }
            // Lines follow each other without holes and without lying on one another.
            let mut next = 0;
            for (index, window) in windows.iter().enumerate() {
                if index > 0 && fold.follows_cut(window.start) {
                    next += 1;
                }
                for line in window.clone() {
                    prop_assert_eq!(fold.line(line), next);
                    next += 1;
                }
            }
        }
    }
}
