//! How the value of a field becomes bytes.

use crate::notation::format_time;
use splitpoint_model::bytes;
use std::cmp::Ordering;
use std::fmt;

/// How the values of a field become bytes, or where its bytes come from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// UTF-8. Of a fixed length it is filled up with zero bytes.
    Text(Length),
    /// A number in decimal digits. Of a fixed length it has zeros in front.
    Decimal(Length),
    /// A whole number.
    Integer {
        /// 1, 2, 4 or 8 bytes.
        width: u8,
        /// Whether the first bit is turned, so that negative numbers sort before the others.
        flipped: bool,
        /// Whether the last byte comes first.
        little: bool,
        /// Whether some rows were written with the 4 bytes of an `int` in the place of 8.
        slips: bool,
    },
    /// A time, in 8 bytes of milliseconds, or 4 bytes of hours or days.
    Time {
        /// What is counted since 1970.
        unit: Unit,
        /// Whether it is subtracted from the largest number, so that the newest comes first.
        reversed: bool,
    },
    /// The first bytes of the MD5 of other fields.
    Hash {
        /// How many bytes, 1 to 16.
        width: u8,
        /// The number of the field; `None`: all that are given.
        of: Option<u32>,
    },
    /// One byte, below the number of buckets, from a hash of other fields.
    Salt {
        /// How many values it can have, 2 to 128.
        buckets: u8,
        /// The number of the field; `None`: all that are given.
        of: Option<u32>,
    },
    /// 16 bytes as they are.
    Uuid,
    /// The same bytes in every row.
    Constant(Vec<u8>),
}

/// How the end of a field of letters or digits is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Length {
    /// It has always so many bytes.
    Fixed(u8),
    /// It ends before this byte, which no value has. The last field of a key ends with the key, without it.
    Until(u8),
}

/// What a time counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Milliseconds, in 8 bytes.
    Millisecond,
    /// Whole hours, in 4 bytes.
    Hour,
    /// Whole days, in 4 bytes.
    Day,
}

impl Unit {
    /// How many milliseconds it has.
    pub fn length(self) -> i64 {
        match self {
            Self::Millisecond => 1,
            Self::Hour => 3_600_000,
            Self::Day => 86_400_000,
        }
    }
}

/// The value of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A text, in UTF-8.
    Text(String),
    /// A whole number.
    Number(i64),
    /// Milliseconds since 1970.
    Time(i64),
    /// 16 bytes.
    Uuid(u128),
    /// Bytes that no value of the row stands for: a hash, a salt, a constant, and what cannot be read.
    Raw(Vec<u8>),
}

impl Value {
    /// The order in which a person expects two values. Raw bytes are told apart by their bytes.
    pub fn order(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Text(one), Self::Text(other)) => one.cmp(other),
            (Self::Number(one), Self::Number(other)) | (Self::Time(one), Self::Time(other)) => one.cmp(other),
            (Self::Uuid(one), Self::Uuid(other)) => one.cmp(other),
            (Self::Raw(one), Self::Raw(other)) => one.cmp(other),
            _ => Ordering::Equal,
        }
    }
}

impl fmt::Display for Value {
    /// Prints the value for a person; bytes as hexadecimal digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Number(number) => write!(f, "{number}"),
            Self::Time(time) => f.write_str(&format_time(*time)),
            Self::Uuid(number) => {
                let digits = format!("{number:032x}");
                f.write_str(&[0..8, 8..12, 12..16, 16..20, 20..32].map(|part| digits[part].to_owned()).join("-"))
            }
            Self::Raw(raw) => raw.iter().try_for_each(|byte| write!(f, "{byte:02x}")),
        }
    }
}

impl Kind {
    /// One of each kind, as a field has it when that is chosen.
    pub fn choices() -> Vec<Self> {
        vec![
            // No text has a byte 00, and none sorts before it, so that a text comes before those that go on.
            Self::Text(Length::Until(0)),
            Self::Decimal(Length::Until(b'|')),
            Self::integer(4),
            Self::Time { unit: Unit::Millisecond, reversed: false },
            Self::Time { unit: Unit::Millisecond, reversed: true },
            Self::Time { unit: Unit::Hour, reversed: false },
            Self::Time { unit: Unit::Day, reversed: false },
            Self::Hash { width: 4, of: None },
            Self::Salt { buckets: 8, of: None },
            Self::Uuid,
            Self::Constant(vec![b'v', b'1']),
        ]
    }

    /// A big-endian integer of two's complement, as `Bytes.toBytes` writes it.
    pub fn integer(width: u8) -> Self {
        Self::Integer { width, flipped: false, little: false, slips: false }
    }

    /// Whether another kind differs in width, form or source only.
    pub fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Time { unit, reversed }, Self::Time { unit: other, reversed: other_reversed }) => {
                (unit, reversed) == (other, other_reversed)
            }
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        }
    }

    /// This kind with each width that can be chosen for it.
    pub fn widths(&self) -> Vec<Self> {
        let until = [0, b'|'].map(Length::Until);
        match self {
            Self::Text(_) => {
                let fixed = [2, 3, 4, 8, 16].map(Length::Fixed);
                until.into_iter().chain(fixed).map(Self::Text).collect()
            }
            Self::Decimal(_) => {
                let fixed = [3, 6, 10].map(Length::Fixed);
                until.into_iter().chain(fixed).map(Self::Decimal).collect()
            }
            Self::Integer { flipped, little, .. } => {
                let integer = |width, slips| Self::Integer { width, flipped: *flipped, little: *little, slips };
                vec![integer(1, false), integer(2, false), integer(4, false), integer(8, false), integer(8, true)]
            }
            Self::Hash { of, .. } => [1, 2, 4, 8, 16].map(|width| Self::Hash { width, of: *of }).into(),
            Self::Salt { of, .. } => [2, 3, 4, 8, 16].map(|buckets| Self::Salt { buckets, of: *of }).into(),
            Self::Time { .. } | Self::Uuid | Self::Constant(_) => vec![self.clone()],
        }
    }

    /// This kind in each form that can be chosen for it: which byte comes first, and how negative numbers are written.
    pub fn forms(&self) -> Vec<Self> {
        match self {
            Self::Integer { width, slips, .. } => [(false, false), (true, false), (false, true), (true, true)]
                .map(|(flipped, little)| Self::Integer { width: *width, flipped, little, slips: *slips })
                .into(),
            other => vec![other.clone()],
        }
    }

    /// How many bytes it always has; `None` where that depends on the value.
    pub fn width(&self) -> Option<usize> {
        match self {
            Self::Text(Length::Fixed(width)) | Self::Decimal(Length::Fixed(width)) => Some(usize::from(*width)),
            Self::Text(_) | Self::Decimal(_) | Self::Integer { slips: true, .. } => None,
            Self::Integer { width, .. } | Self::Hash { width, .. } => Some(usize::from(*width)),
            Self::Time { unit: Unit::Millisecond, .. } => Some(8),
            Self::Time { .. } => Some(4),
            Self::Salt { .. } => Some(1),
            Self::Uuid => Some(16),
            Self::Constant(raw) => Some(raw.len()),
        }
    }

    /// The byte that ends it where another field follows.
    pub(crate) fn separator(&self) -> Option<u8> {
        match self {
            Self::Text(Length::Until(byte)) | Self::Decimal(Length::Until(byte)) => Some(*byte),
            _ => None,
        }
    }

    /// Whether larger values sort first.
    pub fn descends(&self) -> bool {
        matches!(self, Self::Time { reversed: true, .. })
    }

    /// The bytes of a value, without a separator. `None` where the value is not of this kind or does not fit.
    pub fn encode(&self, value: &Value) -> Option<Vec<u8>> {
        match (self, value) {
            (Self::Text(length), Value::Text(text)) => fill(text.as_bytes(), *length, false),
            (Self::Decimal(length), Value::Number(number)) => {
                let digits = match length {
                    Length::Fixed(width) => format!("{number:0width$}", width = usize::from(*width)),
                    Length::Until(_) => number.to_string(),
                };
                fill(digits.as_bytes(), *length, true)
            }
            (Self::Integer { width, flipped, little, .. }, Value::Number(number)) => {
                integer(*number, usize::from(*width), *flipped, *little)
            }
            (Self::Time { unit: Unit::Millisecond, reversed }, Value::Time(time)) => {
                let time = if *reversed { bytes::reversed_time(*time) } else { *time };
                Some(bytes::from_long(time).to_vec())
            }
            (Self::Time { unit, reversed }, Value::Time(time)) => {
                let count = i32::try_from(time.div_euclid(unit.length())).ok()?;
                let count = if *reversed { i32::MAX.wrapping_sub(count) } else { count };
                Some(bytes::from_int(count).to_vec())
            }
            (Self::Uuid, Value::Uuid(number)) => Some(number.to_be_bytes().to_vec()),
            (Self::Constant(raw), Value::Raw(_)) => Some(raw.clone()),
            (Self::Hash { .. } | Self::Salt { .. }, Value::Raw(raw)) => Some(raw.clone()),
            _ => None,
        }
    }

    /// The value of bytes that are all of the field, without a separator. What cannot be read is raw.
    pub fn decode(&self, raw: &[u8]) -> Value {
        self.read(raw).unwrap_or_else(|| Value::Raw(raw.to_vec()))
    }

    fn read(&self, raw: &[u8]) -> Option<Value> {
        let text = |raw: &[u8]| String::from_utf8(raw.to_vec()).ok();
        match self {
            Self::Text(length) => {
                let filled = matches!(length, Length::Fixed(_));
                let end = raw.iter().rposition(|byte| *byte != 0 || !filled).map_or(0, |last| last + 1);
                text(&raw[..end]).map(Value::Text)
            }
            Self::Decimal(_) => text(raw)?.parse().ok().map(Value::Number),
            Self::Integer { width, flipped, little, .. } if raw.len() == usize::from(*width) => {
                let mut bytes = raw.to_vec();
                if *little {
                    bytes.reverse();
                }
                if *flipped {
                    *bytes.first_mut()? ^= 0x80;
                }
                let sign = if bytes.first()? & 0x80 == 0 { 0 } else { 0xff };
                let mut whole = [sign; 8];
                whole[8 - bytes.len()..].copy_from_slice(&bytes);
                bytes::to_long(&whole).map(Value::Number)
            }
            Self::Time { unit: Unit::Millisecond, reversed } => {
                let time = bytes::to_long(raw)?;
                Some(Value::Time(if *reversed { bytes::reversed_time(time) } else { time }))
            }
            Self::Time { unit, reversed } => {
                let count = bytes::to_int(raw)?;
                let count = if *reversed { i32::MAX.wrapping_sub(count) } else { count };
                Some(Value::Time(i64::from(count) * unit.length()))
            }
            Self::Uuid => raw.try_into().ok().map(|raw| Value::Uuid(u128::from_be_bytes(raw))),
            Self::Integer { .. } | Self::Hash { .. } | Self::Salt { .. } | Self::Constant(_) => None,
        }
    }

    /// The value as this kind keeps it: whole hours of an hour, as many letters as there is room for, a number cut as a
    /// cast of Java cuts it.
    pub(crate) fn kept(&self, value: Value) -> Value {
        match (self, value) {
            (Self::Text(Length::Fixed(width)), Value::Text(mut text)) => {
                let end = (0..=usize::from(*width)).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
                text.truncate(end);
                Value::Text(text)
            }
            (Self::Decimal(Length::Fixed(width)), Value::Number(number)) => {
                Value::Number(number % 10_i64.pow(u32::from(*width).clamp(2, 18) - 1))
            }
            (Self::Integer { width, .. }, Value::Number(number)) => {
                let spare = 64 - 8 * u32::from((*width).clamp(1, 8));
                Value::Number(number << spare >> spare)
            }
            (Self::Time { unit, .. }, Value::Time(time)) => Value::Time(time.div_euclid(unit.length()) * unit.length()),
            (_, value) => value,
        }
    }
}

/// Bytes of letters or digits; `exactly` where they are not filled up. `None` where there is no room, or where they hold
/// what ends them.
fn fill(raw: &[u8], length: Length, exactly: bool) -> Option<Vec<u8>> {
    match length {
        Length::Until(byte) => (!raw.contains(&byte)).then(|| raw.to_vec()),
        Length::Fixed(width) => {
            let width = usize::from(width);
            if raw.len() > width || (exactly && raw.len() != width) {
                return None;
            }
            let mut filled = raw.to_vec();
            filled.resize(width, 0);
            Some(filled)
        }
    }
}

/// `None` where the number needs more bytes.
fn integer(number: i64, width: usize, flipped: bool, little: bool) -> Option<Vec<u8>> {
    let whole = bytes::from_long(number);
    let (cut, kept) = whole.split_at_checked(8_usize.checked_sub(width)?)?;
    let sign = if kept.first()? & 0x80 == 0 { 0 } else { 0xff };
    if cut.iter().any(|byte| *byte != sign) {
        return None;
    }
    let mut kept = kept.to_vec();
    if flipped {
        *kept.first_mut()? ^= 0x80;
    }
    if little {
        kept.reverse();
    }
    Some(kept)
}
