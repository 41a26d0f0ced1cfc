//! Designs to begin with: those that are known to work, and the classic mistakes.

use super::{Design, Draw, Field, Kind, Length, Unit};

/// A design to begin with.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// A few words for a button: `user, newest first`.
    pub title: &'static str,
    /// Whether it is a mistake to learn from.
    pub is_mistake: bool,
    fields: fn() -> Vec<(&'static str, Kind, Draw)>,
}

impl Preset {
    /// The design.
    pub fn design(&self) -> Design {
        let field =
            |(id, (name, kind, draw)): (u32, (&str, Kind, Draw))| Field { id, name: name.to_owned(), kind, draw };
        Design { fields: (1..).zip((self.fields)()).map(field).collect() }
    }
}

const TIME: Kind = Kind::Time { unit: Unit::Millisecond, reversed: false };
const NEWEST: Kind = Kind::Time { unit: Unit::Millisecond, reversed: true };
const UP_TO_BAR: Kind = Kind::Text(Length::Until(b'|'));

const fn good(title: &'static str, fields: fn() -> Vec<(&'static str, Kind, Draw)>) -> Preset {
    Preset { title, is_mistake: false, fields }
}

const fn mistake(title: &'static str, fields: fn() -> Vec<(&'static str, Kind, Draw)>) -> Preset {
    Preset { title, is_mistake: true, fields }
}

const fn period(unit: Unit) -> Kind {
    Kind::Time { unit, reversed: false }
}

/// All of them; the first is the one a designer opens with.
pub const PRESETS: [Preset; 11] = [
    good("user, newest first", || {
        vec![("user", Kind::integer(4), Draw::Few), ("time", NEWEST, Draw::Few), ("action", Kind::integer(4), Draw::Up)]
    }),
    good("comments, counting down", || vec![("comment", Kind::integer(8), Draw::Down)]),
    good("by hour", || {
        vec![
            ("hour", period(Unit::Hour), Draw::Few),
            ("sensor", Kind::integer(4), Draw::Few),
            ("time", TIME, Draw::Few),
        ]
    }),
    good("by day", || {
        vec![("day", period(Unit::Day), Draw::Few), ("sensor", Kind::integer(4), Draw::Few), ("time", TIME, Draw::Few)]
    }),
    good("salted time", || vec![("salt", Kind::Salt { buckets: 4, of: None }, Draw::Few), ("time", TIME, Draw::Few)]),
    good("pet columns", || vec![("pet", Kind::Text(Length::Until(0)), Draw::Few), ("property", UP_TO_BAR, Draw::Any)]),
    mistake("number as text", || {
        vec![("user", Kind::Decimal(Length::Until(b'|')), Draw::Few), ("time", NEWEST, Draw::Few)]
    }),
    mistake("negative integer", || vec![("degrees", Kind::integer(4), Draw::Around), ("time", NEWEST, Draw::Few)]),
    mistake("int for long", || {
        let long = Kind::Integer { width: 8, flipped: false, little: false, slips: true };
        vec![("user", long, Draw::Few), ("time", NEWEST, Draw::Few)]
    }),
    mistake("little endian", || {
        let little = Kind::Integer { width: 4, flipped: false, little: true, slips: false };
        vec![("order", little, Draw::Up), ("time", NEWEST, Draw::Few)]
    }),
    mistake("prefix of FF", || {
        vec![
            ("kind", Kind::Constant(vec![0xff; 2]), Draw::Few),
            ("user", Kind::integer(4), Draw::Few),
            ("time", NEWEST, Draw::Few),
        ]
    }),
];
