//! Well-known mistakes in the design of a row key, and the bytes that prove them.

use super::{Design, Kind, Length, Row, Value};
use crate::notation::Encoding;
use splitpoint_model::bytes;
use std::cmp::Ordering;

/// A well-known mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trap {
    /// A number in decimal digits of any length: 10 sorts before 9.
    Decimal,
    /// A negative number of two's complement: it sorts after all others.
    Negative,
    /// The 4 bytes of an `int` where a key has the 8 of a `long`.
    Literal,
    /// The last byte first: 256 sorts before 1.
    Little,
    /// A prefix of `FF` only: no key comes after all that begin with it.
    Top,
    /// A separator that sorts after what it ends: a word sorts after longer words that begin with it.
    Separator,
}

/// All of them.
pub const TRAPS: [Trap; 6] = [Trap::Decimal, Trap::Negative, Trap::Literal, Trap::Little, Trap::Top, Trap::Separator];

/// A value and the bytes it has in a key.
pub type Witness = (Value, Vec<u8>);

/// Whether a design steps into a trap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Which trap.
    pub trap: Trap,
    /// The place of the field that does; `None` where none does.
    pub field: Option<usize>,
    /// Values with their bytes, in the order of their bytes: of rows, where a field steps into it; else an example.
    pub witnesses: Vec<Witness>,
}

impl Design {
    /// Of each trap whether rows of this design step into it.
    pub fn traps(&self, rows: &[Row]) -> Vec<Finding> {
        TRAPS.map(|trap| self.trap(trap, rows)).into()
    }

    fn trap(&self, trap: Trap, rows: &[Row]) -> Finding {
        for at in self.given_and_constant() {
            let found = match trap {
                Trap::Literal => self.slip(at, rows),
                Trap::Top => self.top(at, rows),
                _ if trap.is_of(&self.fields[at].kind) => self.turned(at, rows, trap),
                _ => None,
            };
            if let Some(witnesses) = found {
                return Finding { trap, field: Some(at), witnesses };
            }
        }
        Finding { trap, field: None, witnesses: trap.example() }
    }

    fn given_and_constant(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.fields.len()).filter(|at| !self.fields[*at].is_derived())
    }

    /// Two values of a field whose bytes are not in their order, with the smallest numbers that do.
    fn turned(&self, at: usize, rows: &[Row], trap: Trap) -> Option<Vec<Witness>> {
        let mut values: Vec<Witness> =
            rows.iter().filter_map(|row| Some((row.values.get(at)?.clone(), self.piece(at, &row.values)?))).collect();
        values.sort_by(|(one, _), (other, _)| size(one).cmp(&size(other)).then(one.order(other)));
        values.dedup();
        for (place, (value, raw)) in values.iter().enumerate() {
            for (smaller, other) in &values[..place] {
                let is_meant = trap != Trap::Negative || is_negative(value) != is_negative(smaller);
                let order = value.order(smaller);
                if is_meant && order != Ordering::Equal && raw.cmp(other) == order.reverse() {
                    let mut pair = vec![(value.clone(), raw.clone()), (smaller.clone(), other.clone())];
                    pair.sort_by(|(_, one), (_, other)| one.cmp(other));
                    return Some(pair);
                }
            }
        }
        None
    }

    /// A value that some rows have in 8 bytes and others in 4.
    fn slip(&self, at: usize, rows: &[Row]) -> Option<Vec<Witness>> {
        let Kind::Integer { width: 8, slips: true, flipped, little } = self.fields[at].kind else { return None };
        let int = Kind::Integer { width: 4, flipped, little, slips: false };
        let short = rows.iter().find(|row| self.key(&row.values).as_ref() != Some(&row.key))?;
        let value = short.values.get(at)?;
        let bytes = int.encode(&int.kept(value.clone()))?;
        let mut pair = vec![(value.clone(), bytes), (value.clone(), self.fields[at].kind.encode(value)?)];
        pair.sort_by(|(_, one), (_, other)| one.cmp(other));
        Some(pair)
    }

    fn before(&self, at: usize, values: &[Value]) -> Option<Vec<u8>> {
        let pieces: Option<Vec<Vec<u8>>> = (0..at).map(|at| self.piece(at, values)).collect();
        pieces.map(|pieces| pieces.concat())
    }

    /// A key whose beginning, up to the end of this field, is `FF` only.
    fn top(&self, at: usize, rows: &[Row]) -> Option<Vec<Witness>> {
        if at + 1 == self.fields.len() {
            return None;
        }
        rows.iter().find_map(|row| {
            let raw = self.before(at + 1, &row.values)?;
            let is_top = !raw.is_empty() && raw.iter().all(|byte| *byte == 0xff);
            let value = match &self.fields[at].kind {
                Kind::Constant(raw) => Value::Raw(raw.clone()),
                _ => row.values.get(at)?.clone(),
            };
            is_top.then(|| vec![(value, raw)])
        })
    }
}

/// Numbers below this may be meant by bytes that are the other way round.
const SMALL: i64 = 1 << 16;

/// Numbers above this may be small ones whose bytes are the other way round.
const LARGE: u64 = 1 << 24;

impl Trap {
    /// The traps that a row key steps into. `encoding` is how keys of its table are read, `others` are keys that stand
    /// there, or some of them. At most one finding of each trap; `field` is `None` in each.
    pub fn of_key(encoding: &Encoding, key: &[u8], others: &[Vec<u8>]) -> Vec<Finding> {
        let mut found: Vec<Finding> = Vec::new();
        let mut add = |trap: Trap, witnesses: Option<Vec<Witness>>| {
            if let Some(witnesses) = witnesses
                && found.iter().all(|finding| finding.trap != trap)
            {
                found.push(Finding { trap, field: None, witnesses });
            }
        };
        if key.is_empty() {
            return found;
        }
        if encoding.width().is_some_and(|width| width != key.len()) {
            add(Self::Literal, Some(vec![(plain(key), key.to_vec())]));
            return found;
        }
        for (encoding, raw) in pieces(encoding, key) {
            let number = match encoding {
                Encoding::Int => bytes::to_int(raw).map(i64::from),
                Encoding::Long => bytes::to_long(raw),
                _ => None,
            };
            let Some(number) = number else { continue };
            let turned: Vec<u8> = raw.iter().rev().copied().collect();
            let meant = match encoding {
                Encoding::Int => bytes::to_int(&turned).map(i64::from),
                _ => bytes::to_long(&turned),
            };
            let little = meant.filter(|meant| (1..SMALL).contains(meant) && number.unsigned_abs() >= LARGE);
            if let Some(meant) = little {
                add(Self::Little, Some(vec![(Value::Number(number), raw.to_vec()), (Value::Number(meant), turned)]));
            } else if number < 0 {
                let zero = vec![0; raw.len()];
                add(Self::Negative, Some(vec![(Value::Number(0), zero), (Value::Number(number), raw.to_vec())]));
            }
        }
        if matches!(encoding, Encoding::Text) {
            add(Self::Decimal, decimal(key, others));
        }
        // A −1 consists of bytes `FF` only, too, and was then reported above.
        if found.is_empty() && key.iter().all(|byte| *byte == 0xff) {
            found.push(Finding {
                trap: Self::Top,
                field: None,
                witnesses: vec![(Value::Raw(key.to_vec()), key.to_vec())],
            });
        }
        found
    }

    fn is_of(self, kind: &Kind) -> bool {
        matches!(
            (self, kind),
            (Self::Decimal, Kind::Decimal(_))
                | (Self::Separator, Kind::Text(_))
                | (Self::Negative, Kind::Integer { flipped: false, little: false, .. })
                | (Self::Little, Kind::Integer { little: true, .. })
        )
    }

    /// Values that show it, with the bytes that they really have.
    fn example(self) -> Vec<Witness> {
        let numbers = |kind: Kind, numbers: &[i64]| -> Vec<Witness> {
            let values = numbers.iter().map(|number| Value::Number(*number));
            values.filter_map(|value| kind.encode(&value).map(|raw| (value, raw))).collect()
        };
        match self {
            Self::Decimal => numbers(Kind::Decimal(Length::Until(b'|')), &[10, 9]),
            Self::Negative => numbers(Kind::integer(4), &[7, -1]),
            Self::Literal => [8, 4].into_iter().flat_map(|width| numbers(Kind::integer(width), &[7])).collect(),
            Self::Little => numbers(Kind::Integer { width: 4, flipped: false, little: true, slips: false }, &[256, 1]),
            Self::Top => vec![(Value::Raw(vec![0xff; 2]), vec![0xff; 2])],
            Self::Separator => {
                let words = ["fluffy|", "flu|"].map(|word| (word.trim_end_matches('|'), word));
                words.map(|(word, raw)| (Value::Text(word.to_owned()), raw.as_bytes().to_vec())).into()
            }
        }
    }
}

/// The parts of a key with the encoding of each.
fn pieces<'a>(encoding: &'a Encoding, key: &'a [u8]) -> Vec<(&'a Encoding, &'a [u8])> {
    match encoding {
        Encoding::Fields(fields) => {
            let parts = encoding.parts(key).into_iter().zip(fields);
            parts.map(|((_, place), (_, own))| (own, &key[place])).collect()
        }
        plain => vec![(plain, key)],
    }
}

/// A key as it may have been meant: a number of 4 or 8 bytes, a word, else its bytes.
fn plain(key: &[u8]) -> Value {
    match std::str::from_utf8(key) {
        Ok(text) if text.chars().all(|letter| !letter.is_control()) => Value::Text(text.to_owned()),
        _ => match bytes::to_int(key).map(i64::from).or_else(|| bytes::to_long(key)) {
            Some(number) => Value::Number(number),
            None => Value::Raw(key.to_vec()),
        },
    }
}

/// A word before a number, and the number at the end. `None` where there is no number, or no such large one.
fn numbered(key: &[u8]) -> Option<(&[u8], u64)> {
    let digits = key.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let (word, digits) = key.split_at(key.len() - digits);
    Some((word, std::str::from_utf8(digits).ok()?.parse().ok()?))
}

/// This key and another of the same word whose number and bytes are in different order.
fn decimal(key: &[u8], others: &[Vec<u8>]) -> Option<Vec<Witness>> {
    let (word, number) = numbered(key)?;
    let other = others.iter().find(|other| {
        numbered(other).is_some_and(|(same, meant)| {
            same == word && meant != number && number.cmp(&meant) != key.cmp(other.as_slice())
        })
    })?;
    let mut pair = [key, other].map(|raw| (plain(raw), raw.to_vec())).to_vec();
    pair.sort_by(|(_, one), (_, other)| one.cmp(other));
    Some(pair)
}

fn is_negative(value: &Value) -> bool {
    matches!(value, Value::Number(..0))
}

/// How far from nothing a value is, so that small ones are told first.
fn size(value: &Value) -> u64 {
    match value {
        Value::Number(number) => number.unsigned_abs(),
        Value::Text(text) => text.len() as u64,
        _ => 0,
    }
}
