//! How many rows of a stream fall between two keys, and the key before which so many fall: without the rows.
//!
//! The fields of a key are axes, in their order. Along a **front** (a time, a counter) the rows of a moment are in one
//! place, which moves: what lies before a value of it is an interval of the row numbers. Along fields that come and go at
//! **random** rows lie as those of a sample do, which is sorted by the bytes of these fields; where many rows have the same,
//! the next axis decides. So the rows before a key are a sum with one term for each axis.

use super::stream::{self, Spread, Stream};
use crate::design::{Design, Kind, Length, Unit, Value};
use std::ops::Range;

/// An interval of row numbers, from the one to before the other.
pub type Window = (f64, f64);

/// A place in the key space: how it lies on each axis. Empty: before all keys.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Point(Vec<Step>);

#[derive(Clone, Debug, PartialEq)]
enum Step {
    /// At these rows of the sample, which have the same bytes on this axis.
    Group(Range<u32>),
    /// Between rows of the sample.
    Inside(f64),
    /// In the hour or day of this number, for a front whose values are hours or days.
    Slot(i64),
    /// Where a front is when the row of this number comes.
    Number(f64),
    /// Before the value of this number, on an axis whose values become more.
    Among(f64),
    /// Behind all keys that have the same steps before this one.
    End,
}

/// An axis of the key space.
#[derive(Clone, Debug)]
enum Axis {
    /// Fields whose values come and go at random; the sample has their bytes in one piece.
    Random(Range<usize>),
    /// A field whose values only rise or fall; `slot` is the length of an hour or a day where it counts these.
    Front { field: usize, falls: bool, slot: Option<f64> },
    /// A field that has `first` values at first, and one more every `every` rows.
    Among { field: usize, first: f64, every: f64 },
}

/// How the rows of a stream are spread over the keys of a design.
#[derive(Clone, Debug)]
pub struct Measure {
    design: Design,
    stream: Stream,
    axes: Vec<Axis>,
    /// A sorted sample: for each row the bytes along each random axis.
    sample: Vec<Vec<Vec<u8>>>,
    /// Bytes of a key, in the mean.
    pub length: f64,
}

impl Measure {
    /// Measures by a sample of so many rows, for a table of so many.
    pub fn new(design: &Design, stream: &Stream, rows: f64, grain: u32) -> Self {
        let axes = axes(design, stream);
        let random: Vec<&Range<usize>> = axes
            .iter()
            .filter_map(|axis| match axis {
                Axis::Random(fields) => Some(fields),
                _ => None,
            })
            .collect();
        let mut length = 0.0;
        let mut sample: Vec<Vec<Vec<u8>>> = Vec::with_capacity(grain as usize);
        for draw in 0..u64::from(grain) {
            let number = ((draw as f64 + 0.5) / f64::from(grain) * rows) as u64;
            let values = stream.values(design, draw, number);
            let piece = |at: usize| design.piece(at, &values).unwrap_or_default();
            length += (0..design.fields.len()).map(|at| piece(at).len()).sum::<usize>() as f64 / f64::from(grain);
            sample.push(random.iter().map(|fields| (*fields).clone().flat_map(piece).collect()).collect());
        }
        sample.sort_unstable();
        Self { design: design.clone(), stream: stream.clone(), axes, sample, length }
    }

    /// The point behind all keys.
    pub fn end(&self) -> Point {
        Point(vec![Step::End])
    }

    /// Whether the rows of any moment lie at one place: the key begins with a front.
    pub fn is_front(&self) -> bool {
        let shared = |axis: &&Axis| {
            matches!(axis, Axis::Random(_)) && self.group_at(0, 0..self.all(), 0).len() as u32 == self.all()
        };
        matches!(self.axes.iter().find(|axis| !shared(axis)), Some(Axis::Front { .. }))
    }

    fn all(&self) -> u32 {
        self.sample.len() as u32
    }

    /// How many rows of a window lie before a point.
    pub fn below(&self, point: &Point, (mut from, mut to): Window) -> f64 {
        let (mut total, mut weight, mut range) = (0.0, 1.0, 0..self.all());
        for (axis, step) in self.axes.iter().zip(&point.0) {
            let count = f64::from(range.end - range.start);
            match (axis, step) {
                (_, Step::End) => return total + weight * (to - from),
                (_, Step::Inside(at)) => {
                    return total + weight * (to - from) * (at - f64::from(range.start)).clamp(0.0, count) / count;
                }
                (Axis::Random(_), Step::Group(group)) => {
                    total += weight * (to - from) * f64::from(group.start - range.start) / count;
                    weight *= f64::from(group.end - group.start) / count;
                    range = group.clone();
                }
                (Axis::Front { falls, .. }, Step::Number(at)) => {
                    let at = at.clamp(from, to);
                    return total + weight * if *falls { to - at } else { at - from };
                }
                (Axis::Front { falls, slot: Some(length), .. }, Step::Slot(slot)) => {
                    let (start, end) = self.slot(*slot, *length);
                    let (start, end) = (start.clamp(from, to), end.clamp(from, to));
                    total += weight * if *falls { to - end } else { start - from };
                    (from, to) = (start, end);
                }
                (Axis::Among { first, every, .. }, Step::Among(at)) => {
                    return total + weight * among(*at, (from, to), *first, *every);
                }
                _ => return total,
            }
        }
        total
    }

    /// How many rows of a window lie between two points.
    pub fn between(&self, from: &Point, to: &Point, window: Window) -> f64 {
        (self.below(to, window) - self.below(from, window)).max(0.0)
    }

    /// The point before which so many rows of a window lie: the inverse of [`below`](Self::below).
    pub fn find(&self, mut rows: f64, (mut from, mut to): Window) -> Point {
        let mut steps = Vec::new();
        let (mut weight, mut range, mut level) = (1.0, 0..self.all(), 0);
        for (place, axis) in self.axes.iter().enumerate() {
            let is_last = place + 1 == self.axes.len();
            let inside = (to - from).max(f64::MIN_POSITIVE);
            match axis {
                Axis::Random(_) => {
                    let count = f64::from(range.end - range.start);
                    let at = f64::from(range.start) + (rows / (weight * inside)).clamp(0.0, 1.0) * count;
                    let group = self.group_at(level, range.clone(), (at as u32).min(range.end - 1));
                    if group.len() < 2 || is_last {
                        steps.push(Step::Inside(at));
                        break;
                    }
                    rows -= weight * inside * f64::from(group.start - range.start) / count;
                    weight *= group.len() as f64 / count;
                    steps.push(Step::Group(group.clone()));
                    range = group;
                    level += 1;
                }
                Axis::Front { falls, slot, .. } => {
                    let far = (rows / weight).clamp(0.0, to - from);
                    let at = if *falls { to - far } else { from + far };
                    let Some(length) = slot else {
                        steps.push(Step::Number(at));
                        break;
                    };
                    // On the edge of two of them the one that comes later in the key space is meant.
                    let slot = self.slot_at(if *falls { at - 1e-6 } else { at }, *length);
                    let (start, end) = self.slot(slot, *length);
                    let (start, end) = (start.clamp(from, to), end.clamp(from, to));
                    rows -= weight * if *falls { to - end } else { start - from };
                    (from, to) = (start, end);
                    steps.push(Step::Slot(slot));
                }
                Axis::Among { first, every, .. } => {
                    let (mut low, mut high) = (0.0, first + to / every);
                    for _ in 0..60 {
                        let middle = f64::midpoint(low, high);
                        let here = weight * among(middle, (from, to), *first, *every);
                        *(if here < rows { &mut low } else { &mut high }) = middle;
                    }
                    steps.push(Step::Among(f64::midpoint(low, high)));
                    break;
                }
            }
        }
        Point(steps)
    }

    /// The rows of the sample that have the same bytes along an axis as one of them.
    fn group_at(&self, level: usize, range: Range<u32>, at: u32) -> Range<u32> {
        let Some(own) = self.sample.get(at as usize).and_then(|row| row.get(level)) else { return range };
        let rows = &self.sample[range.start as usize..range.end as usize];
        let start = rows.partition_point(|row| row[level] < *own) as u32;
        let end = rows.partition_point(|row| row[level] <= *own) as u32;
        range.start + start..range.start + end
    }

    fn slot_at(&self, number: f64, length: f64) -> i64 {
        (self.stream.time(number) / length).floor() as i64
    }

    fn slot(&self, slot: i64, length: f64) -> Window {
        (self.stream.number(slot as f64 * length), self.stream.number((slot + 1) as f64 * length))
    }

    /// The bytes of a point: those of a key at which a table is cut there.
    pub fn bytes(&self, point: &Point) -> Vec<u8> {
        let mut raw = Vec::new();
        let mut level = 0;
        for (axis, step) in self.axes.iter().zip(&point.0) {
            match (axis, step) {
                (Axis::Random(_), Step::Group(group)) => {
                    raw.extend(&self.sample[group.start as usize][level]);
                    level += 1;
                }
                (_, Step::Inside(at)) => raw.extend(self.inside(level, *at)),
                (Axis::Front { field, .. }, Step::Slot(slot)) => {
                    let length = match axis {
                        Axis::Front { slot: Some(length), .. } => *length,
                        _ => 1.0,
                    };
                    raw.extend(self.piece(*field, &Value::Time((*slot as f64 * length) as i64)));
                }
                (Axis::Front { field, .. }, Step::Number(at)) => {
                    let value = match (&self.design.fields[*field].kind, self.stream.fields[*field]) {
                        (Kind::Time { .. }, _) => Value::Time(self.stream.time(at.ceil()) as i64),
                        (kind, Spread::Down) => stream::numbered(kind, stream::top(kind).saturating_sub(*at as u64)),
                        (kind, _) => stream::numbered(kind, at.ceil() as u64 + 1),
                    };
                    raw.extend(self.piece(*field, &value));
                }
                (Axis::Among { field, .. }, Step::Among(at)) => {
                    let kind = &self.design.fields[*field].kind;
                    raw.extend(self.piece(*field, &stream::numbered(kind, at.ceil() as u64)));
                }
                _ => {}
            }
        }
        raw
    }

    fn piece(&self, field: usize, value: &Value) -> Vec<u8> {
        let kind = &self.design.fields[field].kind;
        let mut raw = kind.encode(&kind.kept(value.clone())).unwrap_or_default();
        if field + 1 < self.design.fields.len() {
            raw.extend(kind.separator());
        }
        raw
    }

    /// Bytes at a place between two neighbouring rows of the sample, which its fraction says.
    fn inside(&self, level: usize, at: f64) -> Vec<u8> {
        let last = self.sample.len() - 1;
        let at = (at - 0.5).clamp(0.0, last as f64);
        let (low, part) = (at as usize, at.fract());
        let (one, other) = (&self.sample[low][level], &self.sample[(low + 1).min(last)][level]);
        let same = one.iter().zip(other).take_while(|(one, other)| one == other).count();
        let number = |raw: &[u8]| {
            (same..same + 7).fold(0_u64, |sum, at| sum << 8 | u64::from(raw.get(at).copied().unwrap_or(0)))
        };
        let (low, high) = (number(one), number(other));
        if high <= low {
            return one.clone();
        }
        let between = low + ((high - low) as f64 * part) as u64;
        let mut raw = one[..same].to_vec();
        raw.extend(&between.to_be_bytes()[1..]);
        raw
    }

    /// The point of a key, or of its beginning.
    pub fn point(&self, raw: &[u8]) -> Point {
        let (mut rest, mut steps) = (raw, Vec::new());
        let (mut range, mut level) = (0..self.all(), 0);
        for axis in &self.axes {
            if rest.is_empty() {
                break;
            }
            match axis {
                Axis::Random(_) => {
                    let rows = &self.sample[range.start as usize..range.end as usize];
                    let before = range.start + rows.partition_point(|row| row[level].as_slice() < rest) as u32;
                    let known = rows.iter().position(|row| rest.starts_with(&row[level]) && !row[level].is_empty());
                    let Some(known) = known else {
                        steps.push(Step::Inside(f64::from(before)));
                        break;
                    };
                    let group = self.group_at(level, range.clone(), range.start + known as u32);
                    rest = &rest[self.sample[group.start as usize][level].len()..];
                    steps.push(Step::Group(group.clone()));
                    range = group;
                    level += 1;
                }
                Axis::Front { field, slot, .. } => {
                    let kind = &self.design.fields[*field].kind;
                    let width = kind.width().unwrap_or(rest.len());
                    let mut whole = rest[..rest.len().min(width)].to_vec();
                    whole.resize(width, 0);
                    let number = match (kind.decode(&whole), self.stream.fields[*field]) {
                        (Value::Time(time), _) => self.stream.number(time as f64),
                        (Value::Number(number), Spread::Down) => stream::top(kind) as f64 - number as f64,
                        (Value::Number(number), _) => number as f64 - 1.0,
                        _ => break,
                    };
                    let Some(length) = slot else {
                        steps.push(Step::Number(number));
                        break;
                    };
                    steps.push(Step::Slot(self.slot_at(number + 1e-6, *length)));
                    rest = &rest[rest.len().min(width)..];
                }
                Axis::Among { field, .. } => {
                    let kind = &self.design.fields[*field].kind;
                    let width = kind.width().unwrap_or(rest.len());
                    let mut whole = rest[..rest.len().min(width)].to_vec();
                    whole.resize(width, 0);
                    if let Value::Number(number) = kind.decode(&whole) {
                        steps.push(Step::Among(number as f64));
                    }
                    break;
                }
            }
        }
        Point(steps)
    }
}

/// Rows of a window whose value, of more and more, is below one.
fn among(at: f64, (from, to): Window, first: f64, every: f64) -> f64 {
    let turn = ((at - first) * every).clamp(from, to);
    let values = |number: f64| first + number / every;
    (turn - from) + at.max(0.0) * every * (values(to) / values(turn)).ln()
}

/// The axes of a key, up to the first that leaves nothing to decide.
fn axes(design: &Design, stream: &Stream) -> Vec<Axis> {
    let mut axes: Vec<Axis> = Vec::new();
    for (at, field) in design.fields.iter().enumerate() {
        let spread = stream.fields.get(at).copied().unwrap_or(Spread::Clock);
        let rises = |falls| Axis::Front { field: at, falls, slot: None };
        let axis = match (&field.kind, spread) {
            (Kind::Time { unit: Unit::Millisecond, reversed }, _) => rises(*reversed),
            (Kind::Time { unit, reversed }, _) => {
                Axis::Front { field: at, falls: *reversed, slot: Some(unit.length() as f64) }
            }
            (Kind::Integer { little: false, .. } | Kind::Decimal(Length::Fixed(_)), Spread::Up | Spread::Down) => {
                rises(spread == Spread::Down)
            }
            (Kind::Integer { little: false, .. } | Kind::Decimal(Length::Fixed(_)), Spread::New { first, every }) => {
                Axis::Among { field: at, first: first.max(1) as f64, every: every.max(1) as f64 }
            }
            _ => match axes.last_mut() {
                Some(Axis::Random(fields)) => {
                    fields.end += 1;
                    continue;
                }
                _ => Axis::Random(at..at + 1),
            },
        };
        let is_last = matches!(axis, Axis::Front { slot: None, .. } | Axis::Among { .. });
        axes.push(axis);
        if is_last {
            break;
        }
    }
    axes
}
