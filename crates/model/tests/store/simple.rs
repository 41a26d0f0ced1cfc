//! The rules of a read, a flush and a compaction over a plain list of cells: no merge, no seek, no state between cells
//! but what a rule needs. Written from the rules, not from the code.

use splitpoint_model::cell::{self, Cell, CellType};
use splitpoint_model::query::TimeRange;
use splitpoint_model::schema::{FamilyDescriptor, KeepDeletedCells};

/// Which rules apply.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Rules {
    Read { asked: i32, range: TimeRange },
    Raw { asked: i32, range: TimeRange },
    Retain { read_point: u64 },
    Drop { read_point: u64, earliest_put: i64 },
}

/// The cells that remain of these, row by row.
pub(crate) fn apply(family: &FamilyDescriptor, cells: &[Cell], rules: Rules, now: i64) -> Vec<Cell> {
    let mut sorted = cells.to_vec();
    sorted.sort_by(cell::compare);
    sorted.chunk_by(Cell::same_row).flat_map(|row| apply_to_row(family, row, rules, now)).collect()
}

fn apply_to_row(family: &FamilyDescriptor, cells: &[Cell], rules: Rules, now: i64) -> Vec<Cell> {
    let old = family.oldest_unexpired(now);
    let raw = matches!(rules, Rules::Raw { .. });
    let mut kept: Vec<Cell> = Vec::new();
    let mut markers: Vec<Cell> = Vec::new();
    // The column of which nothing more is wanted; and the last counted cell of each column, and its count.
    let mut jumped: Option<Cell> = None;
    let (mut last, mut count): (Option<Cell>, i32) = (None, 0);
    for cell in cells {
        if jumped.as_ref().is_some_and(|jumped| jumped.same_column(cell)) {
            continue;
        }
        let mut jump = || {
            if !cell.qualifier().is_empty() {
                jumped = Some(cell.clone());
            }
        };
        let (is_marker, time) = (cell.cell_type().is_delete(), cell.timestamp());
        if !raw && family.min_versions == 0 && time < old {
            jump();
            continue;
        }
        let newer = match rules {
            Rules::Retain { read_point } | Rules::Drop { read_point, .. } => cell.sequence_id() > read_point,
            Rules::Read { .. } | Rules::Raw { .. } => false,
        };
        if newer && is_marker {
            kept.push(cell.clone());
            continue;
        }
        let tracked = match family.keep_deleted_cells {
            KeepDeletedCells::False => true,
            KeepDeletedCells::True => false,
            KeepDeletedCells::Ttl => time < old,
        };
        if is_marker {
            match rules {
                Rules::Read { range, .. } => {
                    let in_range = time >= range.min && time < range.max;
                    if in_range || (family.keep_deleted_cells == KeepDeletedCells::False && time >= range.min) {
                        markers.push(cell.clone());
                    }
                    continue;
                }
                Rules::Raw { .. } => {}
                Rules::Retain { .. } => {
                    markers.extend(tracked.then(|| cell.clone()));
                    kept.push(cell.clone());
                    continue;
                }
                Rules::Drop { earliest_put, .. } => {
                    markers.extend(tracked.then(|| cell.clone()));
                    if tracked {
                        continue;
                    }
                    if time < earliest_put {
                        jump();
                        continue;
                    }
                }
            }
        } else if !raw {
            let hides = |marker: &&Cell| match marker.cell_type() {
                CellType::DeleteFamily => time <= marker.timestamp(),
                CellType::DeleteFamilyVersion => time == marker.timestamp(),
                CellType::DeleteColumn => marker.same_column(cell) && time <= marker.timestamp(),
                _ => marker.same_column(cell) && time == marker.timestamp(),
            };
            if let Some(marker) = markers.iter().find(hides) {
                if matches!(marker.cell_type(), CellType::DeleteFamily | CellType::DeleteColumn) {
                    jump();
                }
                continue;
            }
        }
        let (limit, min) = match rules {
            Rules::Read { asked, range } | Rules::Raw { asked, range } => {
                if time >= range.max {
                    continue;
                }
                if time < range.min {
                    jump();
                    continue;
                }
                (if raw { asked } else { asked.min(family.max_versions) }, family.min_versions)
            }
            _ => (family.max_versions, family.min_versions),
        };
        if last.as_ref().is_none_or(|last| !last.same_column(cell)) {
            (last, count) = (None, 0);
        }
        let repeats = |last: &Cell| last.timestamp() == time && last.cell_type() == cell.cell_type();
        if newer {
            kept.push(cell.clone());
            continue;
        }
        if last.as_ref().is_some_and(repeats) {
            continue;
        }
        count += i32::from(!is_marker);
        if count > limit || (!raw && count > min && time < old) {
            // The count stays for the column without a name, which goes on.
            let latest =
                || Cell::new(cell.row(), cell.family(), cell.qualifier(), i64::MAX, cell.cell_type(), cell.value());
            last = last.or_else(|| Some(latest()));
            jump();
            continue;
        }
        last = Some(cell.clone());
        kept.push(cell.clone());
    }
    kept
}
