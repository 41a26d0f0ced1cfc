//! What is written to a table that grows: rows in an even stream, each field with a distribution of its own.
//!
//! A field's values come from a sequence that fills its range as evenly as can be, and not by chance. So what really falls
//! into a range of keys is what the measure says, but for a few rows, and the same in every run.

use crate::design::{Design, Draw, Kind, Length, Row, Value};

/// 2012-05-24 00:00 UTC, when the first row comes.
const FIRST: i64 = 1_337_817_600_000;

/// Steps of the sequences of fields, as parts of 2⁶⁴: the square roots of the first eight primes, without their whole
/// parts.
const STEPS: [u64; 8] = [
    0x6a09_e667_f3bc_c909,
    0xbb67_ae85_84ca_a73b,
    0x3c6e_f372_fe94_f82b,
    0xa54f_f53a_5f1d_36f1,
    0x510e_527f_ade6_82d1,
    0x9b05_688c_2b3e_6c1f,
    0x1f83_d9ab_fb41_bd6b,
    0x5be0_cd19_137e_2179,
];

/// How the values of a field differ from row to row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Spread {
    /// One of so many values, each as often as the others.
    Even(u64),
    /// One of so many values; the n-th most frequent is met `1 / n^exponent` times as often as the first.
    Zipf(u64, f64),
    /// Any value the field has room for.
    Any,
    /// One larger with each row.
    Up,
    /// One smaller with each row.
    Down,
    /// One of the values there are, each as often as the others: so many at first, and a new one every so many rows.
    New {
        /// Values before the first row.
        first: u64,
        /// Rows from one new value to the next.
        every: u64,
    },
    /// The time of the row, or nothing of its own: for times, and for fields that are computed.
    Clock,
}

/// Rows a second, and what their fields are like.
#[derive(Clone, Debug, PartialEq)]
pub struct Stream {
    /// Rows a second.
    pub rate: f64,
    /// A distribution for each field of the design.
    pub fields: Vec<Spread>,
}

impl Stream {
    /// What a field is like where nobody says more than a design does.
    pub fn usual(design: &Design, rate: f64) -> Self {
        let spread = |(at, field): (usize, &crate::design::Field)| match (&field.kind, field.draw) {
            (Kind::Uuid, _) => Spread::Any,
            (Kind::Text(_) | Kind::Decimal(_) | Kind::Integer { .. }, draw) => match draw {
                Draw::Up => Spread::Up,
                Draw::Down => Spread::Down,
                Draw::Any => Spread::Any,
                Draw::Around => Spread::Even(15),
                Draw::Few => Spread::Even(if at == 0 { 1_000_000 } else { 1_000 }),
            },
            _ => Spread::Clock,
        };
        Self { rate, fields: design.fields.iter().enumerate().map(spread).collect() }
    }

    /// When a row comes, in milliseconds since 1970.
    pub fn time(&self, number: f64) -> f64 {
        FIRST as f64 + number * 1000.0 / self.rate
    }

    /// The number of the first row that does not come before a time.
    pub fn number(&self, time: f64) -> f64 {
        (time - FIRST as f64) * self.rate / 1000.0
    }

    /// The row of that number, from 0. `None` where a value does not fit its field.
    pub fn row(&self, design: &Design, number: u64) -> Option<Row> {
        let values = self.values(design, number, number);
        let key = design.key(&values)?;
        let number = usize::try_from(number).ok()?;
        (!key.is_empty()).then_some(Row { number, values, key })
    }

    /// The values of a row. `draw` says which of the sequence of each field, `number` when it comes.
    pub(super) fn values(&self, design: &Design, draw: u64, number: u64) -> Vec<Value> {
        let value = |(at, field): (usize, &crate::design::Field)| {
            let share = share(draw, at);
            let spread = self.fields.get(at).copied().unwrap_or(Spread::Clock);
            field.kind.kept(self.value(&field.kind, spread, share, number))
        };
        design.fields.iter().enumerate().map(value).collect()
    }

    fn value(&self, kind: &Kind, spread: Spread, share: u64, number: u64) -> Value {
        match kind {
            Kind::Time { .. } => Value::Time(self.time(number as f64) as i64),
            Kind::Uuid => Value::Uuid(u128::from(share) << 64 | u128::from(share.wrapping_mul(STEPS[1]))),
            Kind::Hash { .. } | Kind::Salt { .. } | Kind::Constant(_) => Value::Raw(Vec::new()),
            _ => numbered(kind, pick(kind, spread, share, number)),
        }
    }
}

/// A number of 64 bits for a field of a row: those of a field fill their range evenly, whatever number of rows they are.
fn share(draw: u64, field: usize) -> u64 {
    draw.wrapping_add(1).wrapping_mul(STEPS[field % STEPS.len()])
}

/// Which of the values of its field a row has, as a number from 0.
fn pick(kind: &Kind, spread: Spread, share: u64, number: u64) -> u64 {
    let room = room(kind);
    match spread {
        Spread::Even(values) => portion(share, values.clamp(1, room)),
        Spread::Zipf(values, exponent) => {
            let values = values.clamp(1, room);
            scattered(rank(values, exponent, share), values)
        }
        Spread::Any | Spread::Clock => portion(share, room),
        Spread::Up => number.saturating_add(1),
        Spread::Down => top(kind).saturating_sub(number),
        Spread::New { first, every } => portion(share, first.max(1).saturating_add(number / every.max(1))),
    }
}

/// The number at which a field begins that counts down.
pub(super) fn top(kind: &Kind) -> u64 {
    (room(kind) - 1).min(10_000_000_000_000)
}

/// A part of a whole: `share` of 2⁶⁴ times so many.
fn portion(share: u64, of: u64) -> u64 {
    ((u128::from(share) * u128::from(of)) >> 64) as u64
}

/// The rank, from 0, that a share of a Zipf distribution falls on.
fn rank(values: u64, exponent: f64, share: u64) -> u64 {
    let (share, most) = (share as f64 / 2_f64.powi(64), values as f64 + 1.0);
    let rank = if (exponent - 1.0).abs() < 1e-9 {
        most.powf(share)
    } else {
        let rest = 1.0 - exponent;
        ((most.powf(rest) - 1.0) * share + 1.0).powf(1.0 / rest)
    };
    (rank as u64).clamp(1, values) - 1
}

/// Another number below `of` for each: so that the frequent ones are not neighbours.
fn scattered(rank: u64, of: u64) -> u64 {
    let mut step = (of as f64 * 0.618_033_988_75) as u64 | 1;
    while gcd(step, of) != 1 {
        step += 2;
    }
    ((u128::from(rank) * u128::from(step) + u128::from(of / 3)) % u128::from(of)) as u64
}

fn gcd(one: u64, other: u64) -> u64 {
    if other == 0 { one } else { gcd(other, one % other) }
}

/// How many values a field has room for, of those that are not negative.
pub(super) fn room(kind: &Kind) -> u64 {
    match kind {
        Kind::Integer { width, .. } => 1 << (8 * u32::from((*width).clamp(1, 8)) - 1),
        Kind::Decimal(Length::Fixed(width)) => 10_u64.pow(u32::from(*width).clamp(2, 18) - 1),
        Kind::Text(Length::Fixed(width)) => 26_u64.pow(u32::from(*width).clamp(1, 8)),
        Kind::Text(_) => 26_u64.pow(8),
        _ => 1 << 62,
    }
}

/// The value of a field that has this number: letters for a text, else the number itself.
pub(super) fn numbered(kind: &Kind, number: u64) -> Value {
    match kind {
        Kind::Text(length) => {
            let width = match length {
                Length::Fixed(width) => usize::from(*width).min(8),
                Length::Until(_) => 8,
            };
            let mut letters = vec![b'a'; width];
            let mut rest = number;
            for letter in letters.iter_mut().rev() {
                *letter += (rest % 26) as u8;
                rest /= 26;
            }
            Value::Text(String::from_utf8(letters).unwrap_or_default())
        }
        _ => Value::Number(i64::try_from(number).unwrap_or(i64::MAX)),
    }
}
