//! The form that repeats an insert or a read.

use super::description::{Initial, Input, Kind, Part, When};
use super::note::{Note, Weight};
use super::reader::Reader;
use super::sheet::{Change, Sheet};
use crate::intent::repeat::{MOST, MOST_AMONG, MOST_BYTES, MOST_RATE};
use crate::intent::{Digits, Does, Field, Intent, Plan, Repeat, Walk};
use crate::notation::{Encoding, SEPARATOR};
use crate::scenario::{Start, TableStart};
use crate::sim::world::World;
use crate::words::Regions;
use splitpoint_model::client::Request;
use std::sync::Arc;

/// Keys that a hint names at the beginning.
const NAMED: u32 = 3;

/// Keys whose regions a hint counts, at most.
const COUNTED: u32 = 2_000;

const fn input(field: Field, kind: Kind, label: &'static str, default: &'static str) -> Input {
    let (default, when) = (Initial::Text(default), When::Always);
    Input { field, kind, label, caption: "", default, help: "", when }
}

const fn number(field: Field, most: u32, label: &'static str, default: &'static str) -> Input {
    input(field, Kind::Number { most, optional: false }, label, default)
}

const fn only(input: Input, field: Field, choices: &'static [usize]) -> Input {
    Input { when: When::Is(field, choices), ..input }
}

const WRITES: &[usize] = &[0];
const STEPS: &[usize] = &[0];
const DRAWN: &[usize] = &[1, 2];
const NUMBERED: &[usize] = &[0, 1, 2];
const DECIMAL: &[usize] = &[2];

pub(super) const PARTS: &[Part] = &[
    Part::Input(input(Field::Kind, Kind::Segments(&[choice("inserts"), choice("reads")]), "Repeat", "0")),
    Part::Pair([
        number(Field::Count, MOST, "How often", "300"),
        number(Field::Clients, 4, "Clients that share it", "1"),
    ]),
    Part::Input(Input {
        default: Initial::FirstColumn,
        help: "f:q",
        ..only(input(Field::Column, Kind::Column, "Column", ""), Field::Kind, WRITES)
    }),
    Part::Input(only(number(Field::Bytes, MOST_BYTES, "Bytes of each value", "100"), Field::Kind, WRITES)),
    Part::Input(input(
        Field::Walk,
        Kind::Choice(&[
            choice("each a step further"),
            choice("at random"),
            choice("at random, small ones more often (Zipf)"),
            choice("the time"),
            choice("the time, so that the newest is the first"),
        ]),
        "Keys are numbers",
        "0",
    )),
    Part::Pair([
        only(input(Field::First, Kind::Integer, "First, or least", "1000"), Field::Walk, NUMBERED),
        only(input(Field::Step, Kind::Integer, "Step", "-1"), Field::Walk, STEPS),
    ]),
    Part::Pair([
        only(number(Field::Among, MOST_AMONG, "Among how many", "1000"), Field::Walk, DRAWN),
        only(number(Field::Seed, u32::MAX, "Seed of the draw", "1"), Field::Walk, DRAWN),
    ]),
    Part::Input(input(
        Field::Digits,
        Kind::Choice(&[choice("8 bytes"), choice("4 bytes"), choice("decimal digits")]),
        "Written as",
        "0",
    )),
    Part::Input(only(number(Field::Width, 18, "Digits, filled with zeros", "4"), Field::Digits, DECIMAL)),
    Part::Input(number(Field::Prefixes, 16, "Salted over prefixes (0: none)", "0")),
    Part::Input(Input {
        help: "Before each request the clock goes on to the next part of a second, so cells get times that far apart.",
        ..number(Field::Rate, MOST_RATE, "Requests in a second (0: as fast as they are answered)", "0")
    }),
];

const fn choice(label: &'static str) -> super::description::Choice {
    super::description::Choice { label, name: "" }
}

/// Chooses how numbers are written by what the keys of the table are.
pub(super) fn fill(sheet: &mut Sheet, table: Option<&TableStart>) {
    let at = match table.map(|table| &table.key) {
        Some(Encoding::Long | Encoding::ReversedTime) => 0,
        Some(Encoding::Int) => 1,
        _ => 2,
    };
    sheet.put(Field::Digits, Change::Choice(at));
}

pub(super) fn read(reader: &mut Reader<'_>, table: String) -> Intent {
    let sheet = reader.sheet;
    let small = |number: u32| u8::try_from(number).unwrap_or(u8::MAX);
    let does = match sheet.choice(Field::Kind) {
        0 => {
            let (family, qualifier) = reader.column(Field::Column);
            Does::Insert { family, qualifier, bytes: reader.number(Field::Bytes) }
        }
        _ => Does::Get,
    };
    let walk = match sheet.choice(Field::Walk) {
        0 => Walk::Step(reader.integer(Field::Step)),
        1 => Walk::Random { seed: reader.number(Field::Seed), among: reader.number(Field::Among) },
        2 => Walk::Zipf { seed: reader.number(Field::Seed), among: reader.number(Field::Among) },
        3 => Walk::Time { reversed: false },
        _ => Walk::Time { reversed: true },
    };
    Intent::Repeat(Arc::new(Repeat::new(Plan {
        table,
        does,
        times: reader.number(Field::Count),
        first: if walk.is_time() { 0 } else { reader.integer(Field::First) },
        walk,
        digits: match sheet.choice(Field::Digits) {
            0 => Digits::Long,
            1 => Digits::Int,
            _ => Digits::Decimal(small(reader.number(Field::Width))),
        },
        prefixes: small(reader.number(Field::Prefixes)),
        clients: small(reader.number(Field::Clients)),
        rate: reader.number(Field::Rate),
    })))
}

fn row(request: &Request) -> Option<Vec<u8>> {
    match request {
        Request::Put(_, put) => Some(put.row.to_vec()),
        Request::Get(_, get) => Some(get.row.to_vec()),
        _ => None,
    }
}

/// Says which keys it is about, and where they would land now.
pub(super) fn notes(repeat: &Repeat, start: &Start, world: &World) -> Vec<Note> {
    let table = &repeat.table;
    let (key, cluster) = (start.key_in(world.cluster(), table), world.cluster());
    if cluster.table(table).is_none() || repeat.times == 0 || repeat.times > MOST {
        return Vec::new();
    }
    let at = |number: u32| row(&repeat.request(number, world.clock().now()));
    let mut homes: Vec<String> = Vec::new();
    for row in (0..repeat.times.min(COUNTED)).filter_map(at) {
        let home = cluster.locate(table, &row).map(|region| world.label(region.id())).unwrap_or_default();
        if !homes.contains(&home) {
            homes.push(home);
        }
    }
    let text = |number: u32| at(number).map(|row| key.to_text(&row));
    let mut named: Vec<String> = (0..repeat.times.min(NAMED)).filter_map(text).collect();
    if repeat.times > NAMED + 1 {
        named.push("…".to_owned());
    }
    if repeat.times > NAMED && !repeat.walk.is_time() {
        named.extend(text(repeat.times - 1));
    }
    let home = match homes.as_slice() {
        [one] => format!("all in {one} as it is now"),
        several => format!("in {} regions as they are now", several.len()),
    };
    let hint = |field: Field, weight, sentence| Note { slot: Some(field.into()), weight, sentence };
    let mut notes = vec![hint(Field::Kind, Weight::Hint, format!("Keys {}: {home}.", named.join(", ")))];
    let width = at(0).map_or(0, |row| row.len());
    if let Some(own) = key.width().filter(|own| *own != width) {
        let field = if repeat.prefixes > 0 { Field::Prefixes } else { Field::Digits };
        let what =
            format!("These keys have {width} bytes, those of {table} have {own}: they stand apart from its rows.");
        notes.push(hint(field, Weight::Hint, what));
    }
    // Prefixes are a field, too.
    if key.is_fields() && key.label().matches(SEPARATOR).count() > usize::from(repeat.prefixes > 0) {
        let what = format!(
            "Keys of {table} are {}; these are one number each, so their heat tells nothing about your key. The key \
             designer (k) shows where yours go.",
            key.label()
        );
        notes.push(hint(Field::Digits, Weight::Warning, what));
    }
    notes
}
