//! How wide the columns of the picture are, and which of them have room.

use crate::notation::SEPARATOR;
use crate::view::{KeyField, LineView, View, row_text};

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
            self.row = self.row.max(row.min(ROW));
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
        Fit {
            time: fits(column + files + time),
            stores: stores && fits(column + files),
            column: fits(column),
            row: self.row,
            rail: RAIL,
        }
    }

    /// As [`fit`](Self::fit) in a narrow picture, which has neither times nor stores, and shorter columns. Keys get the room
    /// that is left, and behind them the ranges of regions, but on a phone, where values need it.
    pub fn fit_narrow(&self, pixels: i64, phone: bool) -> Fit {
        let text = |characters: usize| i64::try_from(characters).unwrap_or(0) * CHARACTER / 10;
        // In the narrowest the stripes of servers give room first, since they have colours, too.
        let frame = if pixels <= NARROWEST { NARROW - 24 } else { NARROW };
        let least = self.row.min(NARROW_ROW);
        // Columns are in smaller letters: 13 of those are as wide as 11 of a key.
        let left = pixels - frame - text(least) - text(self.column.min(11));
        let column = left >= 0;
        let left = if column { left } else { left + text(self.column.min(11)) };
        let more = usize::try_from(left * 10 / CHARACTER).unwrap_or(0).min(self.row - least);
        let spare = if phone { 0 } else { left - text(more) };
        let rail = (NARROW_RAIL + spare).clamp(NARROW_RAIL, RAIL);
        Fit { time: false, stores: false, column, row: least + more, rail }
    }
}

/// How many characters are left out at the beginning of the key of a line that does not fit into `room` characters, since
/// the line above it begins with them: 0 where it fits. It ends where a byte or a field does.
pub fn equal_beginning(above: &LineView, line: &LineView, room: usize) -> usize {
    let [above, text] = [above, line].map(|line| row_text(&line.row).chars().collect::<Vec<char>>());
    if text.len() <= room {
        return 0;
    }
    let equal = above.iter().zip(&text).take_while(|(one, other)| one == other).count();
    let ends = |at: &usize| text[at - 1] == ' ' || text.get(*at) == Some(&'\\');
    let end = (1..=equal).rev().find(ends);
    // Plain text has no such places: each character is a byte.
    end.unwrap_or(if text.contains(&'\\') { 0 } else { equal })
}

/// The first field of a key of which the beginning is left out, if it is short: it says to whom the row belongs.
pub fn short_owner(fields: &[KeyField]) -> Option<&KeyField> {
    fields.first().filter(|first| fields.len() > 1 && first.text.chars().count() <= OWNER)
}

/// What is left of the fields of a key, with the number of each, when so many characters of its text are left out.
pub fn without_beginning(fields: &[KeyField], mut characters: usize) -> Vec<(usize, &KeyField, &str)> {
    let mut left = Vec::with_capacity(fields.len());
    for (index, field) in fields.iter().enumerate() {
        let from = field.text.char_indices().map(|(at, _)| at).chain([field.text.len()]).nth(characters);
        if let Some(text) = from.map(|at| &field.text[at..]).filter(|text| characters == 0 || !text.is_empty()) {
            left.push((index, field, text));
        }
        characters = characters.saturating_sub(field.text.chars().count() + SEPARATOR.chars().count());
    }
    left
}

/// Which of the columns that can be left out are drawn, in the room that there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fit {
    /// Times.
    pub time: bool,
    /// Memory and files.
    pub stores: bool,
    /// `family:qualifier`.
    pub column: bool,
    /// Characters of a row key that have room.
    pub row: usize,
    /// Pixels for the name and the range of a region.
    pub rail: i64,
}

/// Pixels for the name and the range of a region.
const RAIL: i64 = 108;

/// The same in a narrow picture, at least.
const NARROW_RAIL: i64 = 56;

/// Characters of a row key that a narrow picture shows at least.
const NARROW_ROW: usize = 15;

/// Characters of a row key that are shown at most.
const ROW: usize = 36;

/// Characters of the first field of a key, up to which it is shown though the key above begins with it.
const OWNER: usize = 8;

/// Tenths of a pixel of one character of a key.
const CHARACTER: i64 = 79;

/// Pixels of servers, regions and margins.
const FRAME: i64 = 170;

/// Pixels of servers, regions, margins and the least value of a narrow picture, with a badge beside it.
const NARROW: i64 = 220;

/// Up to so many pixels the style sheet draws the stripes of servers without letters, and values with 12 pixels less.
const NARROWEST: i64 = 360;

/// Pixels that a value needs at least.
const VALUE: i64 = 160;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario;
    use crate::session::Session;
    use crate::view::{KeyNotation, ViewRequest};

    fn keys(notation: KeyNotation) -> Vec<LineView> {
        let start = scenario::starts().into_iter().find(|one| one.title == "User actions").expect("a start");
        let session = Session::from_start(start).expect("a session");
        let request = ViewRequest { table: "useractions".into(), window: 0..u64::MAX, old_versions: true, notation };
        session.view(&request).lines
    }

    #[test]
    fn a_phone_shows_qualifiers_where_keys_are_short() {
        let comments = Widths { row: 2, column: 6, ..Widths::default() };
        let pets = Widths { row: 6, column: 22, ..Widths::default() };
        let actions = Widths { row: 30, column: 12, ..Widths::default() };
        let shown = [comments, pets, actions].map(|widths| widths.fit_narrow(374, true).column);
        assert_eq!(shown, [true, true, false]);
        let pets = Widths { column: 17, ..pets };
        assert!(pets.fit_narrow(345, true).column && comments.fit_narrow(305, true).column, "the smallest phones");
        assert!(!pets.fit_narrow(305, true).column);
    }

    #[test]
    fn keys_get_the_room_that_a_narrow_picture_has() {
        let actions = Widths { row: 30, column: 12, ..Widths::default() };
        let at = |pixels| {
            let Fit { column, row, rail, .. } = actions.fit_narrow(pixels, pixels < 480);
            (column, row, rail)
        };
        assert_eq!(at(374), (false, 19, 56), "a phone");
        assert_eq!(at(500), (true, 24, 61));
        assert_eq!(at(640), (true, 30, 108), "between two panes");
        assert_eq!(at(200), (false, 15, 56), "never less");
        let comments = Widths { row: 2, column: 6, ..Widths::default() };
        assert_eq!(
            (comments.fit_narrow(374, true).row, comments.fit_narrow(374, true).rail),
            (2, 56),
            "nor more than there is"
        );
    }

    #[test]
    fn keys_that_do_not_fit_lose_what_is_equal_and_nothing_else() {
        let shown = |line: &LineView, equal: usize| {
            let left = without_beginning(&line.row, equal);
            left.into_iter().map(|(_, _, text)| text.to_owned()).collect::<Vec<_>>().join(SEPARATOR)
        };
        for notation in [KeyNotation::Hex, KeyNotation::Binary] {
            let lines = keys(notation);
            assert_eq!(lines[0].row[0].name, "user", "fields are told apart in every notation");
            let mut shortened = 0;
            for two in lines.windows(2).filter(|two| two[0].row_key != two[1].row_key) {
                let equal = equal_beginning(&two[0], &two[1], ROW);
                let at = two[0].row_key.iter().zip(&two[1].row_key).take_while(|(one, other)| one == other).count();
                let rest = shown(&two[1], equal);
                assert!(row_text(&two[1].row).ends_with(&rest), "nothing behind it is left out");
                let differs = match notation {
                    KeyNotation::Hex => format!("{:02X}", two[1].row_key[at]),
                    _ => splitpoint_model::bytes::to_string_binary(&two[1].row_key[at..=at]),
                };
                let begins = rest.strip_prefix("· ").unwrap_or(&rest);
                // A printable byte stands close behind the one before it.
                let near = if differs.len() == 1 { begins.contains(&differs) } else { begins.starts_with(&differs) };
                assert!(near, "{rest} begins with the byte that differs, {differs}");
                shortened += usize::from(equal > 0);
            }
            assert!(shortened > 100);
        }
        let lines = keys(KeyNotation::Fields);
        assert!(lines.windows(2).all(|two| equal_beginning(&two[0], &two[1], ROW) == 0), "they fit");
        assert_eq!(shown(&lines[0], 0), row_text(&lines[0].row));
    }

    #[test]
    fn what_does_not_fit_goes_in_order() {
        let widths = Widths { row: 31, column: 12, time: 13, files: 1 };
        let at = |pixels| {
            let Fit { time, stores, column, .. } = widths.fit(pixels, true);
            (time, stores, column)
        };
        assert_eq!(at(1200), (true, true, true));
        assert_eq!(at(800), (false, true, true));
        assert_eq!(at(710), (false, false, true));
        assert_eq!(at(500), (false, false, false));
        assert!(!widths.fit(1200, false).stores);
    }
}
