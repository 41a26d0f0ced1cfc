//! Where a table is cut from the beginning, and which rows each of its regions gets.

use super::{Design, Row};
use crate::notation::common_prefix;
use std::ops::Range;

/// Keys at which sorted rows are cut into so many regions of about one size, in order: fewer where rows are few. Near a
/// cut of equal parts one is taken where rows differ as early as can be, and it ends with the field in which they do.
pub fn cuts(design: &Design, rows: &[Row], regions: usize) -> Vec<Vec<u8>> {
    let mut cuts: Vec<Vec<u8>> = Vec::new();
    let mut last = 0;
    for part in 1..regions {
        let even = part * rows.len() / regions.max(1);
        let slack = rows.len() / (2 * regions).max(1);
        let near = even.saturating_sub(slack).max(last + 1)..(even + slack + 1).min(rows.len());
        let best = near.min_by_key(|at| (common_prefix(&rows[at - 1].key, &rows[*at].key), at.abs_diff(even)));
        let Some(at) = best else { continue };
        let key = cut(design, &rows[at - 1].key, &rows[at].key);
        if cuts.last().is_none_or(|last| *last < key) {
            cuts.push(key);
            last = at;
        }
    }
    cuts
}

/// A beginning of the later of two keys that is larger than the earlier one: to the end of the field in which they
/// differ.
fn cut(design: &Design, before: &[u8], after: &[u8]) -> Vec<u8> {
    let differs = common_prefix(before, after);
    let ends = design.parts(after).into_iter().map(|(_, place): (_, Range<usize>)| place.end);
    let end = ends.filter(|end| *end > differs).min().unwrap_or(after.len());
    after[..end].to_vec()
}

/// The region that a key lies in, from 0, where a table is cut there.
pub fn region_of(cuts: &[Vec<u8>], key: &[u8]) -> usize {
    cuts.partition_point(|cut| cut.as_slice() <= key)
}

/// How many of these rows each region gets.
pub fn shares(cuts: &[Vec<u8>], rows: &[Row]) -> Vec<usize> {
    let mut shares = vec![0; cuts.len() + 1];
    for row in rows {
        shares[region_of(cuts, &row.key)] += 1;
    }
    shares
}
