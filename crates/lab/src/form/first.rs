//! The form that finds the first row, also of keys that are spread over prefixes.

use super::description::{Choice, Initial, Input, Kind, Part, When};
use super::note::{Note, Weight};
use super::reader::Reader;
use super::sheet::{Change, Sheet};
use crate::intent::repeat::MOST_PREFIXES;
use crate::intent::{Field, Intent, Prefix};
use crate::notation::Encoding;
use crate::scenario::TableStart;
use splitpoint_model::bytes::to_string_binary;

const fn input(field: Field, kind: Kind, label: &'static str, default: &'static str) -> Input {
    Input { field, kind, label, caption: "", default: Initial::Text(default), help: "", when: When::Always }
}

/// Any number that fits in a byte can be typed; how many prefixes are taken is said when it is sent.
const PREFIXES: Kind = Kind::Number { most: u8::MAX as u32, optional: false };

pub(super) const PARTS: &[Part] = &[
    Part::Input(input(Field::Prefixes, PREFIXES, "Keys are salted over prefixes (0: none)", "0")),
    Part::Input(input(
        Field::Digits,
        Kind::Choice(&[Choice { label: "one byte", name: "" }, Choice { label: "two digits and a hyphen", name: "" }]),
        "A prefix is",
        "0",
    )),
];

/// Chooses how prefixes are written by what the keys of the table are: as the form *Repeat* writes them.
pub(super) fn fill(sheet: &mut Sheet, table: Option<&TableStart>) {
    let is_binary =
        matches!(table.map(|table| &table.key), Some(Encoding::Long | Encoding::ReversedTime | Encoding::Int));
    sheet.put(Field::Digits, Change::Choice(usize::from(!is_binary)));
}

pub(super) fn read(reader: &mut Reader<'_>, table: String) -> Intent {
    let prefixes = u8::try_from(reader.number(Field::Prefixes)).unwrap_or(u8::MAX);
    let prefix = if reader.sheet.choice(Field::Digits) == 0 { Prefix::Byte } else { Prefix::Digits };
    Intent::FirstRow { table, prefixes, prefix }
}

/// Says what is read.
pub(super) fn notes(prefixes: u8, prefix: Prefix) -> Vec<Note> {
    let shown = |bucket: u8| to_string_binary(&prefix.bytes(bucket));
    let sentence = match prefixes {
        0 => "One scan of one row, from the beginning of the table.".to_owned(),
        1..=MOST_PREFIXES => format!(
            "{prefixes} scans of one row, from {} to {}. What a key begins with is taken for its prefix, whatever it is.",
            shown(0),
            shown(prefixes - 1)
        ),
        _ => return Vec::new(),
    };
    vec![Note { slot: Some(Field::Prefixes.into()), weight: Weight::Hint, sentence }]
}
