//! How wide the columns of the picture are, and which of them have room.

use crate::view::{View, row_text};

/// Characters that the columns of the picture have room for. They grow with what is shown, and never shrink, so
/// that nothing moves while one scrolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Widths {
    /// Row keys.
    pub row: usize,
    /// `family:qualifier`.
    pub column: usize,
    /// Times.
    pub time: usize,
    /// Store files side by side.
    pub files: usize,
}

impl Default for Widths {
    fn default() -> Self {
        Self { row: 5, column: 8, time: 4, files: 1 }
    }
}

impl Widths {
    /// Makes room for what a view shows.
    pub fn grow(&mut self, view: &View) {
        for line in &view.lines {
            let row = row_text(&line.row).chars().count();
            self.row = self.row.max(row.min(36));
            self.column = self.column.max(line.column.chars().count().min(22));
            self.time = self.time.max(if line.time >= 1_000_000 { 13 } else { 6 }.min(line.time.to_string().len()));
        }
        for detail in view.regions.iter().filter_map(|region| region.detail.as_ref()) {
            self.files = self.files.max(detail.files.len().min(8));
        }
    }

    /// Which columns fit into so many pixels beside the row key and the value. Times are left out first, then memory
    /// and files, then `family:qualifier`; the details of a cell tell them still.
    pub fn fit(&self, pixels: i64, stores: bool) -> Fit {
        let text = |characters: usize| i64::try_from(characters).unwrap_or(i64::MAX / 64) * CHARACTER / 10;
        let always = FRAME + text(self.row) + 20 + VALUE;
        let column = text(self.column) + 14;
        let time = text(self.time) + 12;
        let files = if stores { 52 + i64::try_from(self.files).unwrap_or(8) * 32 } else { 0 };
        let fits = |more: i64| always + more <= pixels;
        Fit { time: fits(column + files + time), stores: stores && fits(column + files), column: fits(column) }
    }
}

/// Which columns are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fit {
    /// Times.
    pub time: bool,
    /// Memory and files.
    pub stores: bool,
    /// `family:qualifier`.
    pub column: bool,
}

/// Tenths of a pixel of one character of a key.
const CHARACTER: i64 = 79;

/// Pixels of servers, regions and margins.
const FRAME: i64 = 170;

/// Pixels that a value needs at least.
const VALUE: i64 = 130;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_goes_in_order() {
        let widths = Widths { row: 31, column: 12, time: 13, files: 1 };
        let at = |pixels| {
            let Fit { time, stores, column } = widths.fit(pixels, true);
            (time, stores, column)
        };
        assert_eq!(at(1200), (true, true, true));
        assert_eq!(at(800), (false, true, true));
        assert_eq!(at(680), (false, false, true));
        assert_eq!(at(500), (false, false, false));
        assert!(!widths.fit(1200, false).stores);
    }
}
