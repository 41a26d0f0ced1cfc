//! The rows of a table with the bytes of their keys, field by field, each beside the row above it.

use super::anatomy::{bytes_of, folded};
use super::{KeyView, LineView, Stage, View, ViewRequest, row_text};
use crate::notation::common_prefix;
use std::ops::Range;

/// Rows of a table in the order of their keys, which is the order of these bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BytesView {
    /// Equal bytes at the beginning of all keys that are not listed.
    pub folded: usize,
    /// The fields of a key by their names, with the bytes of each that are listed, where all keys have the same; else empty.
    pub fields: Vec<(String, usize)>,
    /// Bytes that the longest key lists.
    pub widest: usize,
    /// The regions of which there are rows, in the order of their keys.
    pub regions: Vec<BytesRegion>,
    /// Lines of the table above and below these rows.
    pub more: [u64; 2],
}

/// A region with rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BytesRegion {
    /// Its place among the regions of [`View::regions`].
    pub region: usize,
    /// Its rows.
    pub rows: Vec<BytesRow>,
}

/// A row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BytesRow {
    /// Its lines among [`View::lines`].
    pub lines: Range<usize>,
    /// Its key in one piece.
    pub text: String,
    /// Its key in bytes, compared with the row above, which may be one of another region.
    pub key: KeyView,
    /// Which byte is the first that differs from the row above, counted from 1 in the whole key; `None` of the first row.
    pub decides: Option<usize>,
}

impl Stage<'_> {
    /// The rows of a view that was made for this request.
    pub fn bytes(&self, request: &ViewRequest, view: &View) -> BytesView {
        let encoding = self.key(&request.table);
        let rows = rows(&view.lines);
        let key = |lines: &Range<usize>| view.lines[lines.start].row_key.as_slice();
        // Keys are sorted, so what the first and the last share is shared by all.
        let folded = match (rows.first(), rows.last()) {
            (Some(first), Some(last)) if rows.len() > 1 => folded(common_prefix(key(first), key(last))),
            _ => 0,
        };
        let mut regions: Vec<BytesRegion> = Vec::new();
        let mut above: Option<&[u8]> = None;
        for lines in rows {
            let (line, row) = (&view.lines[lines.start], key(&lines));
            let at = above.map(|above| common_prefix(above, row));
            let row = BytesRow {
                text: row_text(&line.row),
                key: bytes_of(encoding.parts(row), row, folded, at),
                decides: at.map(|at| at + 1),
                lines,
            };
            above = Some(&line.row_key);
            match regions.last_mut().filter(|last| last.region == line.region) {
                Some(last) => last.rows.push(row),
                None => regions.push(BytesRegion { region: line.region, rows: vec![row] }),
            }
        }
        let all = view.table.as_ref().map_or(0, |table| table.lines);
        let shown = view.lines.first().map_or(0, |line| line.rank)..view.lines.last().map_or(0, |line| line.rank + 1);
        let keys = || regions.iter().flat_map(|region| &region.rows).map(|row| &row.key);
        BytesView {
            folded,
            fields: fields(keys()),
            widest: keys().map(listed).max().unwrap_or(0),
            more: [shown.start, all.saturating_sub(shown.end)],
            regions,
        }
    }
}

/// The lines of each row.
fn rows(lines: &[LineView]) -> Vec<Range<usize>> {
    let mut rows: Vec<Range<usize>> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        match rows.last_mut().filter(|row| lines[row.start].row_key == line.row_key) {
            Some(row) => row.end = at + 1,
            None => rows.push(at..at + 1),
        }
    }
    rows
}

/// How many bytes of a key are listed.
fn listed(key: &KeyView) -> usize {
    key.parts.iter().map(|part| part.bytes.len()).sum()
}

/// What all keys are made of, where they are made of the same.
fn fields<'a>(keys: impl Iterator<Item = &'a KeyView>) -> Vec<(String, usize)> {
    let mut same: Option<Vec<(String, usize)>> = None;
    for key in keys {
        let parts = key.parts.iter().map(|part| (part.name.clone(), part.bytes.len())).collect();
        match &same {
            None => same = Some(parts),
            Some(before) if *before == parts => {}
            Some(_) => return Vec::new(),
        }
    }
    same.unwrap_or_default().into_iter().filter(|(_, bytes)| *bytes > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::design::{Draft, Edit, PRESETS};
    use crate::scenario;
    use crate::session::Session;
    use crate::view::{KeyNotation, Standing};

    fn bytes(start: &str, window: Range<u64>) -> (View, BytesView) {
        let session = Session::from_start(scenario::start(start).expect("an example")).expect("a start");
        of_table(&session, &session.start().tables[0].name, window)
    }

    fn of_table(session: &Session, table: &str, window: Range<u64>) -> (View, BytesView) {
        let request = ViewRequest { table: table.into(), window, old_versions: false, notation: KeyNotation::Fields };
        let view = session.view(&request);
        let bytes = session.stage().bytes(&request, &view);
        (view, bytes)
    }

    #[test]
    fn a_designed_table_has_the_fields_of_its_design() {
        let mut draft = Draft::new(&[]);
        let preset = PRESETS.iter().position(|preset| preset.title == "user, newest first").expect("a preset");
        draft.edit(Edit::Preset(preset));
        let mut session = Session::new();
        session.make(&draft).expect("it can be made");
        let (_, bytes) = of_table(&session, "designed", 0..u64::MAX);
        let names: Vec<&str> = bytes.fields.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, draft.design.fields.iter().map(|field| field.name.as_str()).collect::<Vec<_>>());
    }

    #[test]
    fn each_row_is_there_once_with_the_byte_that_puts_it_behind_the_row_above() {
        let (view, bytes) = bytes("comments", 0..u64::MAX);
        let rows: Vec<&BytesRow> = bytes.regions.iter().flat_map(|region| &region.rows).collect();
        assert_eq!(rows.iter().map(|row| row.text.as_str()).collect::<Vec<_>>(), ["18", "19", "20"]);
        assert_eq!(rows.iter().map(|row| row.decides).collect::<Vec<_>>(), [None, Some(8), Some(8)]);
        assert_eq!(rows.iter().map(|row| row.lines.len()).sum::<usize>(), view.lines.len());
        for row in &rows[1..] {
            let last = row.key.parts.last().and_then(|part| part.bytes.last()).expect("it has bytes");
            assert_eq!(last.standing, Standing::Decides);
        }
        assert_eq!((bytes.regions.len(), bytes.folded, bytes.widest, bytes.more), (2, 0, 8, [0, 0]));
    }

    #[test]
    fn fields_stand_above_keys_that_all_have_them_and_a_window_says_what_it_leaves_out() {
        let (_, whole) = bytes("actions", 0..u64::MAX);
        assert_eq!(whole.fields, [("user".to_owned(), 4), ("time".to_owned(), 8), ("action".to_owned(), 4)]);
        let (view, part) = bytes("actions", 6..12);
        let all = view.table.expect("a table").lines;
        assert_eq!(part.more, [6, all - 12]);
        assert_eq!(part.regions[0].rows[0].decides, None, "the row above is not there");
        let (_, pets) = bytes("partitions", 0..u64::MAX);
        assert!(pets.regions.len() > 1);
    }

    #[test]
    fn a_table_without_rows_has_none() {
        let (_, none) = bytes("comments", 0..0);
        assert_eq!((none.regions.len(), none.widest, none.fields.len()), (0, 0, 0));
    }
}
