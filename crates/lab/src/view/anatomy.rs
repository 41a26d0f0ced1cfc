//! The bytes of a row key, field by field and beside those of the row above, and which byte puts them in their order.

use super::chart::Chart;
use super::{KeyField, Printer, Stage, ViewRequest};
use crate::notation::{Encoding, common_prefix};
use splitpoint_model::cell::{Cell, KeyRef};
use std::ops::Range;

/// Bytes of a key that are listed, at most.
const LISTED: usize = 48;

/// Equal bytes at the beginning of two keys that are listed, at most; of more of them only how many they are.
const EQUAL: usize = 12;

/// A cell's key in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnatomyView {
    /// The row key of the row above, where there is one, then that of the row itself.
    pub rows: Vec<KeyView>,
    /// Equal bytes at the beginning of both keys that are not listed.
    pub folded: usize,
    /// Which byte decides that they stand in this order; empty where there is no row above.
    pub verdict: String,
    /// The whole key of the cell as HBase writes it, part by part.
    pub layout: Vec<PartView>,
}

/// A row key in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyView {
    /// Its parts, in order.
    pub parts: Vec<KeyPartView>,
    /// Bytes at its end that are not listed.
    pub more: usize,
}

/// A field of a row key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyPartView {
    /// What it means, such as `user`; empty where the key is not made of fields.
    pub name: String,
    /// Its value as a person reads it.
    pub text: String,
    /// Its bytes that are listed.
    pub bytes: Vec<ByteView>,
}

/// A byte of a row key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ByteView {
    /// Two hexadecimal digits.
    pub hex: String,
    /// How it compares with the byte in the same place of the other row.
    pub standing: Standing,
}

/// How a byte compares with the one in the same place of another key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It is the same, and so are all before it.
    Equal,
    /// It is the first that differs.
    Decides,
    /// It comes after the one that decides, so it does not matter.
    Idle,
}

/// A part of the whole key of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartView {
    /// What it is.
    pub name: &'static str,
    /// Its value as a person reads it.
    pub text: String,
    /// How many bytes it takes.
    pub bytes: usize,
}

impl Stage<'_> {
    /// The key of the cell of a line, by its rank. `None` where there is no such line.
    pub fn anatomy(&self, request: &ViewRequest, rank: u64) -> Option<AnatomyView> {
        let table = request.table.as_str();
        let chart = Chart::new(self.cluster(), table, self.world().clock().now(), request.old_versions);
        let rank = usize::try_from(rank).ok()?;
        let here = cell_at(&chart, rank)?;
        let place = chart.locate(here.row())?;
        let first = place.rank(KeyRef::first_on_row(here.row()));
        let above = first.checked_sub(1).and_then(|rank| cell_at(&chart, rank));
        let encoding = self.key(table);
        let key = Printer::new(encoding.clone(), request.notation);
        let decides = above.as_ref().map(|above| common_prefix(above.row(), here.row()));
        let folded = decides.map_or(0, folded);
        let verdict = match (&above, decides) {
            (Some(above), Some(at)) => verdict(above.row(), here.row(), at, &|row| key.key(row)),
            _ => String::new(),
        };
        let rows = above
            .iter()
            .chain([&here])
            .map(|cell| bytes_of(encoding.parts(cell.row()), cell.row(), folded, decides))
            .collect();
        Some(AnatomyView { rows, folded, verdict, layout: layout(&here, key.key(here.row())) })
    }
}

fn cell_at(chart: &Chart<'_>, rank: usize) -> Option<Cell> {
    let place = chart.regions.iter().find(|place| (place.first..place.first + place.count).contains(&rank))?;
    let (lines, _) = place.lines.range(rank - place.first..rank - place.first + 1);
    lines.into_iter().next().map(|line| line.cell)
}

/// Equal bytes at the beginning of two keys that are left out, where the first that differs stands there.
pub(super) fn folded(decides: usize) -> usize {
    if decides > EQUAL { decides - EQUAL / 2 } else { 0 }
}

/// The bytes of a row key by its parts, without the first `folded`, beside those of a key that differs at `decides`.
pub(super) fn bytes_of(
    parts: Vec<(KeyField, Range<usize>)>,
    row: &[u8],
    folded: usize,
    decides: Option<usize>,
) -> KeyView {
    let end = row.len().min(folded + LISTED);
    let byte = |at: usize| ByteView {
        hex: format!("{:02x}", row[at]),
        standing: match decides {
            Some(decides) if at == decides => Standing::Decides,
            Some(decides) if at > decides => Standing::Idle,
            _ => Standing::Equal,
        },
    };
    let parts = parts.into_iter().map(|(field, range)| KeyPartView {
        name: field.name,
        text: field.text,
        bytes: (range.start.max(folded)..range.end.min(end)).map(byte).collect(),
    });
    KeyView { parts: parts.collect(), more: row.len() - end }
}

fn verdict(above: &[u8], here: &[u8], at: usize, key: &dyn Fn(&[u8]) -> String) -> String {
    let place = at + 1;
    let order = format!("{} comes before {}", key(above), key(here));
    match (above.get(at), here.get(at)) {
        (Some(one), Some(other)) => format!("Byte {place} decides: {one:02x} < {other:02x}, so {order}."),
        _ => format!("The keys are equal up to the end of the shorter, which comes first: so {order}."),
    }
}

/// The parts of a key as `KeyValue` lays them out.
fn layout(cell: &Cell, row: String) -> Vec<PartView> {
    let text = |bytes: &[u8]| Encoding::Text.to_text(bytes);
    let part = |name, text: String, bytes| PartView { name, text, bytes };
    let (length, family) = (cell.row().len(), cell.family().len());
    vec![
        part("row length", length.to_string(), 2),
        part("row", row, length),
        part("family length", family.to_string(), 1),
        part("family", text(cell.family()), family),
        part("qualifier", text(cell.qualifier()), cell.qualifier().len()),
        part("time", cell.timestamp().to_string(), 8),
        part("type", format!("{} ({})", cell.cell_type().name(), cell.cell_type() as u8), 1),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario;
    use crate::session::Session;
    use crate::view::KeyNotation;

    fn anatomy(id: &str, rank: u64) -> AnatomyView {
        let session = Session::from_start(scenario::start(id).expect("a start")).expect("it can be made");
        let request = ViewRequest {
            table: session.start().tables[0].name.clone(),
            window: 0..u64::MAX,
            old_versions: false,
            notation: KeyNotation::Fields,
        };
        session.stage().anatomy(&request, rank).expect("there is such a line")
    }

    #[test]
    fn the_first_row_has_no_row_above() {
        let view = anatomy("comments", 0);
        assert_eq!((view.rows.len(), view.verdict.as_str()), (1, ""));
        let hex: Vec<&str> = view.rows[0].parts[0].bytes.iter().map(|byte| byte.hex.as_str()).collect();
        assert_eq!(hex, ["00", "00", "00", "00", "00", "00", "00", "12"]);
        assert!(view.rows[0].parts[0].bytes.iter().all(|byte| byte.standing == Standing::Equal));
    }

    #[test]
    fn the_byte_that_decides_is_the_first_that_differs() {
        let view = anatomy("comments", 3);
        assert_eq!(view.verdict, "Byte 8 decides: 12 < 13, so 18 comes before 19.");
        for row in &view.rows {
            let last = row.parts.last().and_then(|part| part.bytes.last()).expect("it has bytes");
            assert_eq!(last.standing, Standing::Decides);
        }
        let bytes: usize = view.layout.iter().map(|part| part.bytes).sum();
        assert_eq!(bytes, 2 + 8 + 1 + 1 + 4 + 8 + 1, "as KeyValue counts a key: {:?}", view.layout);
    }

    #[test]
    fn fields_have_their_own_bytes() {
        let view = anatomy("actions", 40);
        let parts: Vec<(&str, usize)> =
            view.rows[1].parts.iter().map(|part| (part.name.as_str(), part.bytes.len())).collect();
        assert_eq!(parts, [("user", 4), ("time", 8), ("action", 4)]);
    }

    #[test]
    fn a_longer_key_comes_after_its_beginning() {
        let at = common_prefix(b"ab", b"abc");
        let text = |row: &[u8]| String::from_utf8_lossy(row).into_owned();
        assert_eq!(
            verdict(b"ab", b"abc", at, &text),
            "The keys are equal up to the end of the shorter, which comes first: so ab comes before abc."
        );
    }
}
