//! What can matter next of a cluster and its clients, as a fingerprint: two that cannot behave differently from now on
//! have the same.
//!
//! Each type tells a [`Trace`] what it is made of. Bytes and states are told as they are. Numbers that are handed out
//! one after the other, and times, are told as numbers of a [`Kind`]: what matters of them is which is greater, so the
//! fingerprint has their ranks. What is only shown, such as counters and names, is not told at all.
//!
//! Fingerprints have 128 bits, two halves that are mixed apart from each other. Among ten million different worlds two
//! share one with a probability below 10⁻²⁴, so they are not compared any further.
//!
//! Ranks are not enough where the distance of times matters: where cells expire, where a request names a time, where a
//! time is not behind us. Whoever tells of such a thing calls [`Trace::exact`], and the fingerprint has the numbers as
//! they are.

use crate::order;
use std::any::Any;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

/// More milliseconds than a search can last, since each atom takes one: what expires later than that does not expire in
/// it.
const HORIZON: i64 = 30_000;

/// What a number counts. Only numbers of one kind are compared with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Milliseconds.
    Time,
    /// Writes of a region.
    Sequence,
    /// Regions.
    Region,
    /// Store files.
    File,
    /// Scanners of servers.
    Scanner,
    /// Scanners of clients.
    Handle,
    /// Operations of clients.
    Operation,
    /// Background work.
    Job,
}

/// How many kinds there are.
const KINDS: usize = 8;

/// What the two halves of a fingerprint begin with: digits of π.
const SEED: (u64, u64) = (0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344);

/// What an immutable part has told a [`Trace`], cached with that part. Comparisons and hashes of the part ignore it.
#[derive(Debug, Default)]
pub struct CachedTrace(OnceLock<Told>);

/// A copy may be changed, so it begins anew.
impl Clone for CachedTrace {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Hash for CachedTrace {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl PartialEq for CachedTrace {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for CachedTrace {}

#[derive(Debug)]
struct Told {
    /// [`Trace::limits`] of the start for which it was told.
    limits: [u64; KINDS],
    halves: (u64, u64),
    /// The numbers since the start, ascending.
    numbers: Vec<(Kind, u64)>,
    exact: bool,
}

/// Collects what a world is made of, and makes fingerprints of it. It is created from a start and recognizes the parts
/// of that: a part that has not changed since costs next to nothing, however large it is. Numbers below those of the
/// start stay as they are; only those that were handed out since are ranked.
#[derive(Debug)]
pub struct Trace {
    /// Where the parts of the start lie, ascending, each with its number.
    known: Vec<(usize, u32)>,
    /// Those parts, so that nothing else can lie there.
    kept: Vec<Arc<dyn Any>>,
    /// Of each kind the least number that the start has not handed out.
    limits: [u64; KINDS],
    learning: bool,
    always_exact: bool,
    now: i64,
    exact: bool,
    halves: (u64, u64),
    numbers: Vec<(Kind, u64)>,
    sorted: Vec<(Kind, u64)>,
}

impl Trace {
    /// A trace for everything that follows a start: `tell` lists the parts of that start, and `now` is its time.
    pub(crate) fn new(now: i64, tell: impl FnOnce(&mut Self)) -> Self {
        let mut trace = Self {
            known: Vec::new(),
            kept: Vec::new(),
            limits: [0; KINDS],
            learning: true,
            always_exact: false,
            now,
            exact: false,
            halves: (0, 0),
            numbers: Vec::new(),
            sorted: Vec::new(),
        };
        trace.limits[Kind::Time as usize] = ordered(now);
        tell(&mut trace);
        for &(kind, number) in &trace.numbers {
            let limit = &mut trace.limits[kind as usize];
            // A time in the future has made the whole search exact.
            if kind != Kind::Time && number < u64::MAX {
                *limit = (*limit).max(number + 1);
            }
        }
        trace.always_exact = trace.exact;
        trace.learning = false;
        order::sort(&mut trace.known);
        trace.known.dedup_by_key(|(place, _)| *place);
        trace
    }

    /// The fingerprint of what is told, at a time: that of the atom that comes next.
    pub fn fingerprint(&mut self, now: i64, tell: impl FnOnce(&mut Self)) -> u128 {
        (self.now, self.exact) = (now, self.always_exact);
        self.halves = SEED;
        self.numbers.clear();
        tell(self);
        self.finish_numbers();
        u128::from(avalanche(self.halves.0)) << 64 | u128::from(avalanche(self.halves.1))
    }

    fn finish_numbers(&mut self) {
        let numbers = std::mem::take(&mut self.numbers);
        self.word(u64::from(self.exact));
        if self.exact {
            self.word(ordered(self.now));
            numbers.iter().for_each(|&(_, number)| self.word(number));
        } else {
            let mut sorted = std::mem::take(&mut self.sorted);
            sorted.clone_from(&numbers);
            order::sort(&mut sorted);
            sorted.dedup();
            for number in &numbers {
                self.word(rank(&sorted, *number));
            }
            self.sorted = sorted;
        }
        self.numbers = numbers;
    }

    /// Takes numbers as they are, because more than their order matters.
    pub fn exact(&mut self) {
        self.exact = true;
    }

    /// Whether numbers are taken as they are. Then even what is only shown has to be told, where a script can read it.
    pub fn is_exact(&self) -> bool {
        self.exact
    }

    /// A number that is compared as it is.
    pub fn word(&mut self, word: u64) {
        let (left, right) = self.halves;
        let left = (left ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let right = (right.rotate_left(29) ^ word).wrapping_mul(0xd6e8_feb8_6659_fd93);
        self.halves = (left ^ left >> 32, right ^ right >> 29);
    }

    /// A value that is compared as it is, by its hash.
    pub fn literal(&mut self, value: &(impl Hash + ?Sized)) {
        value.hash(self);
    }

    /// A number of which only the order among its kind matters.
    pub fn number(&mut self, kind: Kind, number: u64) {
        let is_new = self.learning || (number >= self.limits[kind as usize] && number < u64::MAX);
        self.word(u64::from(is_new));
        if is_new { self.numbers.push((kind, number)) } else { self.word(number) }
    }

    /// A number that one of the clients has handed out.
    pub fn number_of(&mut self, kind: Kind, client: u8, number: u32) {
        self.number(kind, u64::from(client) << 32 | u64::from(number));
    }

    /// A time that was set: of a cell, say. One in the future makes the fingerprint exact.
    pub fn time(&mut self, time: i64) {
        if time >= self.now && time < i64::MAX {
            self.exact = true;
        }
        self.number(Kind::Time, if time == i64::MAX { u64::MAX } else { ordered(time) });
    }

    /// A time at which something expires by itself. If that is past, or later than any search lasts, only which of the
    /// two is told; otherwise the fingerprint becomes exact.
    pub fn deadline(&mut self, time: i64) {
        let left = time.saturating_sub(self.now);
        if (0..=HORIZON).contains(&left) {
            self.exact = true;
            self.number(Kind::Time, ordered(time));
        }
        self.word(u64::from(left < 0));
    }

    /// An optional value: whether it is there, and then what `tell` says of it.
    pub fn option<T>(&mut self, value: Option<T>, tell: impl FnOnce(&mut Self, T)) {
        self.word(u64::from(value.is_some()));
        if let Some(value) = value {
            tell(self, value);
        }
    }

    /// A sequence: its length, then each value in order.
    pub fn each<T>(&mut self, values: impl ExactSizeIterator<Item = T>, mut tell: impl FnMut(&mut Self, T)) {
        self.word(values.len() as u64);
        values.for_each(|value| tell(self, value));
    }

    /// Tells of something that never changes. What was told is kept with it, so that from then on only its numbers are
    /// told, each once.
    pub fn once(&mut self, kept: &CachedTrace, tell: impl Fn(&mut Self)) {
        if self.learning {
            return tell(self);
        }
        let told = kept.0.get_or_init(|| self.listen(&tell));
        if told.limits == self.limits {
            self.repeat(told);
        } else {
            // It was cached for another start, before which other numbers had been handed out.
            let told = self.listen(&tell);
            self.repeat(&told);
        }
    }

    /// What is told by itself: its numbers by their ranks among themselves, and which these are.
    fn listen(&mut self, tell: impl Fn(&mut Self)) -> Told {
        let (halves, exact) = (std::mem::replace(&mut self.halves, SEED), std::mem::take(&mut self.exact));
        let others = std::mem::take(&mut self.numbers);
        tell(self);
        let own = std::mem::replace(&mut self.numbers, others);
        let mut numbers = own.clone();
        order::sort(&mut numbers);
        numbers.dedup();
        own.iter().for_each(|number| self.word(rank(&numbers, *number)));
        let halves = std::mem::replace(&mut self.halves, halves);
        let exact = std::mem::replace(&mut self.exact, exact);
        Told { limits: self.limits, halves, numbers, exact }
    }

    fn repeat(&mut self, told: &Told) {
        let is_ahead =
            |&(kind, number): &(Kind, u64)| kind == Kind::Time && number >= ordered(self.now) && number < u64::MAX;
        self.exact |= told.exact || told.numbers.iter().any(is_ahead);
        self.word(told.halves.0);
        self.word(told.halves.1);
        self.word(told.numbers.len() as u64);
        self.numbers.extend(&told.numbers);
    }

    /// Whether this is a part of the start, which has not changed since; then nothing more need be told of it.
    pub fn knows<T: Any>(&mut self, part: &Arc<T>) -> bool {
        let place = Arc::as_ptr(part) as usize;
        if self.learning {
            self.known.push((place, self.kept.len() as u32));
            self.kept.push(part.clone());
            return false;
        }
        let found = self.known.binary_search_by(|(other, _)| other.cmp(&place));
        let number = found.ok().map(|at| self.known[at].1);
        self.word(number.map_or(0, |number| u64::from(number) + 1));
        number.is_some()
    }
}

/// Takes what types tell when they are hashed.
impl Hasher for Trace {
    fn finish(&self) -> u64 {
        avalanche(self.halves.0)
    }

    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        words.iter().for_each(|word| self.word(u64::from_le_bytes(*word)));
        if !rest.is_empty() {
            let mut last = [0; 8];
            last[..rest.len()].copy_from_slice(rest);
            self.word(u64::from_le_bytes(last));
        }
        self.word(bytes.len() as u64);
    }

    fn write_u8(&mut self, number: u8) {
        self.word(number.into());
    }

    fn write_u16(&mut self, number: u16) {
        self.word(number.into());
    }

    fn write_u32(&mut self, number: u32) {
        self.word(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        self.word(number);
    }

    fn write_usize(&mut self, number: usize) {
        self.word(number as u64);
    }

    fn write_i64(&mut self, number: i64) {
        self.word(number.cast_unsigned());
    }

    fn write_i32(&mut self, number: i32) {
        self.word(i64::from(number).cast_unsigned());
    }

    fn write_isize(&mut self, number: isize) {
        self.word((number as i64).cast_unsigned());
    }
}

fn rank(sorted: &[(Kind, u64)], number: (Kind, u64)) -> u64 {
    sorted.binary_search(&number).unwrap_or_else(|at| at) as u64
}

/// The time as a number that grows with it.
fn ordered(time: i64) -> u64 {
    time.cast_unsigned() ^ 1 << 63
}

/// Mixes a word, so that every bit of the result depends on every bit of the word.
fn avalanche(word: u64) -> u64 {
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times(trace: &mut Trace, now: i64, times: &[i64]) -> u128 {
        trace.fingerprint(now, |trace| times.iter().for_each(|&time| trace.time(time)))
    }

    #[test]
    fn times_since_the_start_are_told_by_their_order() {
        let mut trace = Trace::new(1000, |trace| trace.time(5));
        let first = times(&mut trace, 1010, &[5, 1001, 1002]);
        assert_eq!(first, times(&mut trace, 1020, &[5, 1003, 1009]));
        assert_ne!(first, times(&mut trace, 1010, &[5, 1002, 1001]));
        assert_ne!(first, times(&mut trace, 1010, &[5, 1001, 1001]), "one millisecond is not two");
        assert_ne!(first, times(&mut trace, 1010, &[6, 1001, 1002]), "what was before stays as it was");
    }

    #[test]
    fn a_time_that_is_not_behind_us_makes_all_exact() {
        let mut trace = Trace::new(1000, |_| {});
        let first = times(&mut trace, 1010, &[1001, 1015]);
        assert_eq!(first, times(&mut trace, 1010, &[1001, 1015]));
        assert_ne!(first, times(&mut trace, 1011, &[1001, 1015]));
        assert_ne!(first, times(&mut trace, 1010, &[1002, 1015]));
    }

    #[test]
    fn what_ends_after_the_search_does_not_end_in_it() {
        let mut trace = Trace::new(1000, |_| {});
        let mut at = |now, end| trace.fingerprint(now, |trace| trace.deadline(end));
        assert_eq!(at(1000, 900_000), at(1007, 900_003));
        assert_eq!(at(1000, 900), at(1001, 950));
        assert_ne!(at(1000, 900), at(1000, 900_000));
        assert_ne!(at(1000, 1100), at(1001, 1100));
    }

    #[test]
    fn what_is_kept_is_told_as_if_it_were_not() {
        let kept: [CachedTrace; 3] = Default::default();
        let mut trace = Trace::new(1000, |trace| trace.time(5));
        let mut tell = |kept: &CachedTrace, outside: i64, inside: [i64; 3]| {
            trace.fingerprint(1100, |trace| {
                trace.time(outside);
                trace.once(kept, |trace| inside.iter().for_each(|time| trace.time(*time)));
            })
        };
        let first = tell(&kept[0], 1005, [5, 1001, 1009]);
        assert_eq!(first, tell(&kept[0], 1005, [5, 1001, 1009]), "from what was kept");
        assert_eq!(first, tell(&kept[1], 1004, [5, 1003, 1007]), "ranks are those among all");
        assert_ne!(first, tell(&kept[0], 1010, [5, 1001, 1009]), "the same, but with another time outside");
        assert_ne!(first, tell(&kept[2], 1005, [5, 1009, 1001]));
        let mut later = Trace::new(1006, |_| {});
        let mut tell = |kept: &CachedTrace, inside: i64| {
            later.fingerprint(1100, |trace| trace.once(kept, |trace| trace.time(inside)))
        };
        let kept: [CachedTrace; 2] = Default::default();
        assert_ne!(tell(&kept[0], 1001), tell(&kept[1], 1002), "what is old for another start stays as it is");
    }

    #[test]
    fn parts_of_the_start_are_known_again() {
        let part = Arc::new(7_u64);
        let mut trace = Trace::new(0, |trace| assert!(!trace.knows(&part), "it is new"));
        let mut of = |part: &Arc<u64>| {
            trace.fingerprint(0, |trace| {
                if !trace.knows(part) {
                    trace.word(**part);
                }
            })
        };
        let (old, copy, other) = (of(&part.clone()), of(&Arc::new(7)), of(&Arc::new(8)));
        assert_ne!(old, copy, "a copy is told as it is");
        assert_ne!(copy, other);
    }
}
