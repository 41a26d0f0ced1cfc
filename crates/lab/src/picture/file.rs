//! Where the bars of store files are.

use super::axis::Axis;
use crate::view::{FileView, RegionView};
use std::ops::Range;

/// Slots of the files that two neighbours both refer to.
pub fn shared(above: Option<&RegionView>, below: Option<&RegionView>) -> Vec<usize> {
    let (Some(above), Some(below)) =
        (above.and_then(|region| region.detail.as_ref()), below.and_then(|region| region.detail.as_ref()))
    else {
        return Vec::new();
    };
    let pairs = above.files.iter().zip(&below.files).enumerate();
    pairs
        .filter(|(_, (a, b))| a.label == b.label && a.reference.is_some() && b.reference.is_some())
        .map(|(slot, _)| slot)
        .collect()
}

/// The bar of a file between two heights of its card, from its first to its last line; `None` where nothing of it is
/// there. `up` and `down`: whether it goes on in the region above, and in the one below.
pub fn bar(file: &FileView, axis: &Axis, card: &Range<i64>, up: bool, down: bool) -> Option<Range<i64>> {
    let first = axis.top(file.lines.start);
    let last = file.lines.end.checked_sub(1).map_or(first, |last| axis.top(last) + axis.line());
    let top = if up { card.start } else { first.max(card.start) };
    let bottom = if down { card.end } else { last.min(card.end) };
    (top < bottom).then_some(top..bottom)
}
