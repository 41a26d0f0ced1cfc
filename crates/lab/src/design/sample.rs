//! Rows to try a design with: made from numbers that look arbitrary and are the same in every run.

use super::{Design, Field, Kind, Length, Value};
use crate::sequence::Sequence;

/// Rows of a sample.
pub const SAMPLE: usize = 120;

/// Rows that come after them.
pub const NEXT: usize = 100;

/// 2012-05-24 08:00 UTC, when the first row of a sample comes.
const FIRST: i64 = 1_337_846_400_000;

/// Milliseconds from one row to the next, at most.
const GAP: u64 = 4_000_000;

/// Where numbers begin that count up: they soon need a second byte.
const FROM: i64 = 201;

/// Every so many rows, one is written with the bytes of an `int` where the field slips.
const SLIP: usize = 6;

const WORDS: [&str; 12] =
    ["fluffy", "rex", "bella", "flu", "tiger", "nemo", "coco", "max", "kitty", "luna", "sam", "zoe"];

/// How the values of a field are made in a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Draw {
    /// One of twelve.
    #[default]
    Few,
    /// Each is one larger than the one before.
    Up,
    /// Each is one smaller than the one before.
    Down,
    /// Below and above zero.
    Around,
    /// Any value that fits into the field.
    Any,
}

impl Draw {
    /// Those that make sense for a kind of field; none where its values are times, or come from nowhere.
    pub fn choices(kind: &Kind) -> &'static [Self] {
        match kind {
            Kind::Integer { .. } | Kind::Decimal(_) => &[Self::Few, Self::Up, Self::Down, Self::Around, Self::Any],
            Kind::Text(_) => &[Self::Few, Self::Any],
            _ => &[],
        }
    }
}

/// How rows that come next differ from those that are there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Stream {
    /// Like the rows of the sample, at later times.
    #[default]
    Now,
    /// Anywhere among those that are there.
    Random,
    /// With larger and larger numbers, at later times.
    Sequential,
}

impl Stream {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Now, Self::Random, Self::Sequential];
}

/// A row of a sample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Which one it was, in the order in which they came, from 0.
    pub number: usize,
    /// A value for each field.
    pub values: Vec<Value>,
    /// Its key.
    pub key: Vec<u8>,
}

impl Design {
    /// [`SAMPLE`] rows in the order in which they come. Those whose keys would be empty are left out, since HBase has no
    /// such row.
    pub fn rows(&self) -> Vec<Row> {
        self.keyed(self.values(Stream::Now, SAMPLE))
    }

    /// The [`NEXT`] rows after a sample.
    pub fn next(&self, stream: Stream) -> Vec<Row> {
        let mut rows = self.keyed(self.values(stream, SAMPLE + NEXT));
        rows.retain(|row| row.number >= SAMPLE);
        rows
    }

    /// The same rows under the keys of this design. Their fields are found by number; a field that they have not is made up.
    pub fn rekeyed(&self, from: &Self, rows: &[Row]) -> Vec<Row> {
        let places: Vec<Option<usize>> = self.fields.iter().map(|field| from.place(field.id)).collect();
        let made = |row: &Row, field: &Field| {
            let mut own = Sequence::new(row.number as u64 ^ (u64::from(field.id) << 41));
            value(
                field,
                Stream::Now,
                (row.number, FIRST + i64::try_from(row.number).unwrap_or(0) * GAP.cast_signed()),
                &mut own,
            )
        };
        let kept = |row: &Row, (field, at): (&Field, &Option<usize>)| {
            field.kind.kept(at.and_then(|at| row.values.get(at).cloned()).unwrap_or_else(|| made(row, field)))
        };
        let values =
            rows.iter().map(|row| (row.number, self.fields.iter().zip(&places).map(|of| kept(row, of)).collect()));
        self.keyed(values.collect())
    }

    fn keyed(&self, values: Vec<(usize, Vec<Value>)>) -> Vec<Row> {
        let row = |(number, values): (usize, Vec<Value>)| {
            let key = self.written(number, &values)?;
            (!key.is_empty()).then_some(Row { number, values, key })
        };
        values.into_iter().filter_map(row).collect()
    }

    /// The key of a row as it is written: now and then with too few bytes, where a field slips.
    fn written(&self, number: usize, values: &[Value]) -> Option<Vec<u8>> {
        let mut raw = Vec::new();
        for (at, field) in self.fields.iter().enumerate() {
            raw.extend(match (&field.kind, values.get(at)) {
                (Kind::Integer { slips: true, flipped, little, .. }, Some(Value::Number(value)))
                    if number % SLIP == SLIP - 1 =>
                {
                    // The lower 32 bits, as a cast to `int` in Java keeps them.
                    let int = Kind::Integer { width: 4, flipped: *flipped, little: *little, slips: false };
                    int.encode(&int.kept(Value::Number(*value)))?
                }
                _ => self.piece(at, values)?,
            });
        }
        Some(raw)
    }

    fn values(&self, stream: Stream, count: usize) -> Vec<(usize, Vec<Value>)> {
        let mut sequence = Sequence::new(17);
        let mut time = FIRST;
        let mut rows: Vec<(usize, Vec<Value>)> = Vec::with_capacity(count);
        for number in 0..count {
            time += 1 + sequence.below(GAP).cast_signed();
            // As many numbers are drawn for each row, whatever the fields are: so a field keeps its values when others
            // come and go.
            let seed = sequence.below(1 << 40);
            let is_next = number >= SAMPLE;
            let moment = match stream {
                Stream::Random if is_next => {
                    FIRST + Sequence::new(seed).below((time - FIRST).unsigned_abs()).cast_signed()
                }
                _ => time,
            };
            let stream = if is_next { stream } else { Stream::Now };
            let values = self.fields.iter().map(|field| {
                let mut own = Sequence::new(seed ^ (u64::from(field.id) << 41));
                field.kind.kept(value(field, stream, (number, moment), &mut own))
            });
            rows.push((number, values.collect()));
        }
        rows
    }
}

/// The value that a field has in the row of that number, which comes at that time.
fn value(field: &Field, stream: Stream, (number, time): (usize, i64), own: &mut Sequence) -> Value {
    let count = i64::try_from(number).unwrap_or(i64::MAX);
    let (kind, draw) = (&field.kind, field.draw);
    match kind {
        Kind::Text(length) => Value::Text(text(*length, draw, own)),
        Kind::Decimal(_) | Kind::Integer { .. } => Value::Number(match (draw, stream) {
            (Draw::Up | Draw::Down, Stream::Random) => {
                let among = own.below(SAMPLE as u64).cast_signed();
                counted(draw, among)
            }
            (Draw::Up | Draw::Down, _) => counted(draw, count),
            (_, Stream::Sequential) => count,
            (Draw::Few, _) => 1 + own.below(12).cast_signed(),
            (Draw::Around, _) => own.below(15).cast_signed() - 7,
            (Draw::Any, _) => (own.below(1 << 53) << 10 >> 1).cast_signed() >> room(kind),
        }),
        Kind::Time { .. } => Value::Time(time),
        Kind::Uuid => {
            let half = |own: &mut Sequence| u128::from(own.below(1 << 32)) << 32 | u128::from(own.below(1 << 32));
            let raw = half(own) << 64 | half(own);
            // The bits that say version 4 of RFC 9562.
            Value::Uuid(raw & !(0xf << 76) & !(3 << 62) | 4 << 76 | 2 << 62)
        }
        Kind::Hash { .. } | Kind::Salt { .. } | Kind::Constant(_) => Value::Raw(Vec::new()),
    }
}

fn counted(draw: Draw, count: i64) -> i64 {
    if draw == Draw::Up { FROM + count } else { 10_000 - count }
}

/// Bits that a number of this kind has no room for.
fn room(kind: &Kind) -> u32 {
    match kind {
        Kind::Integer { width, .. } => 64 - 8 * u32::from((*width).clamp(1, 8)),
        Kind::Decimal(Length::Fixed(width)) => 63 - 3 * u32::from((*width).clamp(2, 20) - 1),
        _ => 43,
    }
}

fn text(length: Length, draw: Draw, own: &mut Sequence) -> String {
    if draw != Draw::Any {
        return (*own.pick(&WORDS)).to_owned();
    }
    let room = match length {
        Length::Fixed(width) => u64::from(width),
        Length::Until(_) => 8,
    };
    let letters = 1 + own.below(room.max(1));
    (0..letters).filter_map(|_| char::from_digit(10 + u32::try_from(own.below(26)).unwrap_or(0), 36)).collect()
}

/// Rows as a table has them: sorted by key, and of several with one key only the last that came. With them, how many
/// were overwritten.
pub fn sort(mut rows: Vec<Row>) -> (Vec<Row>, usize) {
    let all = rows.len();
    rows.sort_by(|one, other| one.key.cmp(&other.key).then(other.number.cmp(&one.number)));
    rows.dedup_by(|later, first| later.key == first.key);
    let lost = all - rows.len();
    (rows, lost)
}
