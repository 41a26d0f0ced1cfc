//! Moves of the active cell in the grid of the key space, by keys.

use super::action::Spot;

/// The number of columns of the grid: region, row, column, value, time, and where the cell is stored.
pub const COLUMNS: u8 = 6;

/// The cell to which a key leads; `None` if the key means nothing in the grid.
pub fn moved(spot: Spot, key: &str, ctrl: bool, lines: u64, page: u64) -> Option<Spot> {
    let last = lines.checked_sub(1)?;
    let Spot { line, column } = spot;
    let (line, column) = match key {
        "ArrowUp" => (line.saturating_sub(1), column),
        "ArrowDown" => (line + 1, column),
        "PageUp" => (line.saturating_sub(page), column),
        "PageDown" => (line + page, column),
        "ArrowLeft" => (line, column.saturating_sub(1)),
        "ArrowRight" => (line, column + 1),
        "Home" => (if ctrl { 0 } else { line }, 0),
        "End" => (if ctrl { last } else { line }, COLUMNS - 1),
        _ => return None,
    };
    Some(Spot { line: line.min(last), column: column.min(COLUMNS - 1) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_active_cell_stays_inside_the_table() {
        let corner = Spot { line: 9, column: 5 };
        for key in ["ArrowDown", "PageDown", "ArrowRight", "End"] {
            assert_eq!(moved(corner, key, true, 10, 20), Some(corner), "{key}");
        }
        assert_eq!(moved(corner, "Home", true, 10, 20), Some(Spot::default()));
        assert_eq!(moved(corner, "ArrowDown", false, 0, 20), None);
        assert_eq!(moved(corner, "x", false, 10, 20), None);
    }
}
