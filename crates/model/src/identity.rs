//! What can matter next of a cluster and its clients, as a fingerprint: two that cannot behave differently from now on
//! have the same.
//!
//! Each type tells a [`Trace`] what it is made of. Bytes and states are told as they are. Numbers that are handed out
//! one after the other, and times, are told as numbers of a [`Kind`]: what matters of them is which is greater, so the
//! fingerprint has their ranks. What is only shown, such as counters and names, is not told at all.
//!
//! Nothing compares the times of cells of different rows, or their sequence ids, so these have ranks in their row:
//! writes to different rows lead to one state in whatever order they come. What such a number is compared with
//! besides is told as a number (a scanner remembers the time of the last cell) or as a [point](Trace::point), which has
//! numbers up to it and numbers above it (what a read shows, the greatest time in a store file). Two things do look
//! across rows and take [ranks among all rows](Trace::across_rows): a compaction, which compares delete markers with the
//! earliest put of its files, and whoever judges which row is newest.
//!
//! Where only [newest versions](Trace::newest_only) are read and written from now on, what stands below as many versions
//! as a family keeps is told by its size alone.
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

/// The initial values of the two halves of a fingerprint: digits of π, which have no meaning here.
const SEED: (u64, u64) = (0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344);

/// What an immutable part has told a [`Trace`], cached with that part. Comparisons and hashes of the part ignore it.
#[derive(Debug, Default)]
pub struct CachedTrace(OnceLock<TraceRecord>);

/// The clone gets an empty cache: the copied part may be changed, and then the cached words would be wrong.
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
struct TraceRecord {
    /// [`Trace::limits`] of the start for which it was told.
    limits: [u64; KINDS],
    halves: (u64, u64),
    /// The numbers from those limits on, in the order in which they were told, not yet tied to a region.
    numbers: Vec<Number>,
    exact: bool,
    across_rows: bool,
}

/// A number that was told, with what it is compared with. In the order of these fields, numbers that are ranked together
/// stand together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Number {
    kind: Kind,
    role: Role,
    /// What it belongs to: of a number in a row that row, of a point a family; 0: nothing in particular.
    scope: u64,
    number: u64,
    /// For a number of a cell, the hash of its family; 0 for all others.
    family: u64,
}

/// How a number is compared with others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Role {
    /// With all others: which is greater, and whether they are equal.
    Plain,
    /// A limit: what counts of other numbers is only whether they are above it.
    Point,
    /// With those of its row, with all that are plain, and with points of its family and of nothing in particular.
    InRow,
}

impl Number {
    fn plain(kind: Kind, number: u64) -> Self {
        Self { kind, role: Role::Plain, scope: 0, number, family: 0 }
    }

    /// The same number with row and family made distinct from those of the same name in other regions.
    fn of(self, region: u64) -> Self {
        // Hashes of rows and families are odd and stay odd after this, so that 0 can mean that there is no row or
        // family.
        let within = |scope: u64| if scope == 0 { 0 } else { scope ^ region.wrapping_mul(0x9e37_79b9_7f4a_7c14) };
        Self { scope: within(self.scope), family: within(self.family), ..self }
    }
}

/// Collects what a world is made of, and makes fingerprints of it. It is created from a start and recognizes the parts
/// of that: a part that has not changed since costs next to nothing, however large it is. Numbers below those of the
/// start stay as they are; only those that were handed out since are ranked.
#[derive(Debug)]
pub struct Trace {
    /// Where the parts of the start lie, ascending, each with its number.
    known: Vec<(usize, u32)>,
    /// These parts, held so that no other value can be allocated at their addresses.
    kept: Vec<Arc<dyn Any>>,
    /// Of each kind the least number that the start has not handed out.
    limits: [u64; KINDS],
    learning: bool,
    always_exact: bool,
    now: i64,
    exact: bool,
    across_rows: bool,
    newest_only: bool,
    /// The region that the values told now belong to, plus 1; 0 where they belong to none.
    region: u64,
    halves: (u64, u64),
    numbers: Vec<Number>,
    /// Numbers that enter only an exact fingerprint; where numbers are ranked they are left out.
    aside: Vec<u64>,
    sorted: Vec<Number>,
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
            across_rows: false,
            newest_only: false,
            region: 0,
            halves: (0, 0),
            numbers: Vec::new(),
            aside: Vec::new(),
            sorted: Vec::new(),
        };
        trace.limits[Kind::Time as usize] = ordered(now);
        tell(&mut trace);
        for &Number { kind, number, .. } in &trace.numbers {
            let limit = &mut trace.limits[kind as usize];
            // The limit of times stays that of `now`: a later time makes every fingerprint of this search exact anyway.
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
        (self.now, self.exact, self.across_rows, self.newest_only) = (now, self.always_exact, false, false);
        self.halves = SEED;
        self.numbers.clear();
        self.aside.clear();
        tell(self);
        self.finish_numbers();
        u128::from(avalanche(self.halves.0)) << 64 | u128::from(avalanche(self.halves.1))
    }

    fn finish_numbers(&mut self) {
        let (numbers, aside) = (std::mem::take(&mut self.numbers), std::mem::take(&mut self.aside));
        self.word(u64::from(self.exact) << 1 | u64::from(self.across_rows));
        if self.exact {
            self.word(ordered(self.now));
            numbers.iter().for_each(|number| self.word(number.number));
            aside.iter().for_each(|number| self.word(*number));
        } else {
            let mut sorted = std::mem::take(&mut self.sorted);
            sorted.clear();
            sorted.extend(numbers.iter().map(|number| self.compared(*number)));
            order::sort(&mut sorted);
            sorted.dedup();
            for number in &numbers {
                self.rank(&sorted, self.compared(*number));
            }
            self.sorted = sorted;
        }
        (self.numbers, self.aside) = (numbers, aside);
    }

    /// The same number, compared with all others of its kind where rows are compared with each other.
    fn compared(&self, number: Number) -> Number {
        if self.across_rows { Number::plain(number.kind, number.number) } else { number }
    }

    /// Tells where a number stands among those it is compared with.
    fn rank(&mut self, sorted: &[Number], own: Number) {
        let place = |role, scope, number| {
            sorted.partition_point(|other| *other < Number { role, scope, number, family: 0, ..own })
        };
        let below = |role, scope| (place(role, scope, own.number) - place(role, scope, 0)) as u64;
        match own.role {
            Role::Plain => self.word(below(Role::Plain, 0) << 32 | below(Role::Point, 0)),
            Role::Point => self.word(below(Role::Point, own.scope) << 32 | below(Role::Plain, 0)),
            Role::InRow => {
                let is_plain = sorted.binary_search(&Number::plain(own.kind, own.number)).is_ok();
                self.word(below(Role::InRow, own.scope) << 32 | below(Role::Plain, 0) << 1 | u64::from(is_plain));
                self.word(below(Role::Point, 0) << 32 | below(Role::Point, own.family));
            }
        }
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

    /// Takes ranks of cells among those of all rows, because rows are compared with each other.
    pub fn across_rows(&mut self) {
        self.across_rows = true;
    }

    /// Declares that from now on clients read and write newest versions only, and delete none.
    pub fn newest_only(&mut self) {
        self.newest_only = true;
    }

    /// Whether [`newest_only`](Self::newest_only) is in force.
    pub(crate) fn is_newest_only(&self) -> bool {
        self.newest_only
    }

    /// Takes [`newest_only`](Self::newest_only) back, because somebody looks at more than newest versions.
    pub(crate) fn not_newest_only(&mut self) {
        self.newest_only = false;
    }

    /// Whether a time is not before the start of the search, so that cells with it were written since then.
    pub(crate) fn is_new(&self, time: i64) -> bool {
        moment(time) >= self.limits[Kind::Time as usize]
    }

    /// A number of which only the order among its kind matters.
    pub fn number(&mut self, kind: Kind, number: u64) {
        self.ranked(Number::plain(kind, number));
    }

    /// A number with which others are compared only in this way: whether they are above it.
    pub fn point(&mut self, kind: Kind, number: u64) {
        self.ranked(Number { role: Role::Point, ..Number::plain(kind, number) });
    }

    fn ranked(&mut self, number: Number) {
        let is_new = self.learning || (number.number >= self.limits[number.kind as usize] && number.number < u64::MAX);
        self.word(u64::from(is_new));
        if is_new { self.numbers.push(number.of(self.region)) } else { self.word(number.number) }
    }

    /// The least and the greatest time of cells that lie together, all of them of one family. Cells are compared with
    /// the greatest one: whether they are newer. The least matters only to requests that name times.
    pub(crate) fn span(&mut self, family: &[u8], min: i64, max: i64) {
        self.aside.push(ordered(min));
        if self.is_ahead(max) {
            self.exact = true;
        }
        let scope = self.hash_of(family);
        self.ranked(Number { role: Role::Point, scope, ..Number::plain(Kind::Time, moment(max)) });
    }

    /// The time and the sequence id of a cell in a row.
    pub(crate) fn cell(&mut self, row: &[u8], family: &[u8], time: i64, sequence_id: u64) {
        if self.is_ahead(time) {
            self.exact = true;
        }
        let (scope, family) = (self.hash_of(row), self.hash_of(family));
        for (kind, number) in [(Kind::Time, moment(time)), (Kind::Sequence, sequence_id)] {
            self.ranked(Number { kind, role: Role::InRow, scope, number, family });
        }
    }

    /// The time of a delete marker: a compaction compares it with puts of all rows. One of the start is older than all
    /// that follows.
    pub(crate) fn marker(&mut self, time: i64) {
        self.across_rows |= self.is_new(time);
    }

    /// A hash of some bytes. It is made odd, so that it is never 0, which means "none".
    fn hash_of(&self, bytes: &[u8]) -> u64 {
        let (words, rest) = bytes.as_chunks::<8>();
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        let words = words.iter().chain([&last]).map(|word| u64::from_le_bytes(*word));
        let mix = |hash: u64, word| avalanche(hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        words.fold(bytes.len() as u64, mix) | 1
    }

    /// Tells of a region; rows and families that are told of are its own.
    pub(crate) fn within(&mut self, region: u32, tell: impl FnOnce(&mut Self)) {
        let outside = std::mem::replace(&mut self.region, u64::from(region) + 1);
        tell(self);
        self.region = outside;
    }

    fn is_ahead(&self, time: i64) -> bool {
        time >= self.now && time < i64::MAX
    }

    /// A number that one of the clients has handed out.
    pub fn number_of(&mut self, kind: Kind, client: u8, number: u32) {
        self.number(kind, u64::from(client) << 32 | u64::from(number));
    }

    /// A time that was set: of a cell, say. One in the future makes the fingerprint exact.
    pub fn time(&mut self, time: i64) {
        if self.is_ahead(time) {
            self.exact = true;
        }
        self.number(Kind::Time, moment(time));
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

    /// What is told by itself. What it tells aside follows from the rest of it, and is left out: otherwise the first
    /// fingerprint with this part would differ from all later ones, which repeat what was told.
    fn listen(&mut self, tell: impl Fn(&mut Self)) -> TraceRecord {
        let aside = self.aside.len();
        let outside = (self.halves, self.exact, self.across_rows, self.region);
        (self.halves, self.exact, self.across_rows, self.region) = (SEED, false, false, 0);
        let others = std::mem::take(&mut self.numbers);
        tell(self);
        self.aside.truncate(aside);
        let numbers = std::mem::replace(&mut self.numbers, others);
        let (limits, halves, exact, across_rows) = (self.limits, self.halves, self.exact, self.across_rows);
        (self.halves, self.exact, self.across_rows, self.region) = outside;
        TraceRecord { limits, halves, numbers, exact, across_rows }
    }

    fn repeat(&mut self, told: &TraceRecord) {
        let is_ahead =
            |one: &Number| one.kind == Kind::Time && one.number >= ordered(self.now) && one.number < u64::MAX;
        self.exact |= told.exact || told.numbers.iter().any(is_ahead);
        self.across_rows |= told.across_rows;
        self.word(told.halves.0);
        self.word(told.halves.1);
        self.word(told.numbers.len() as u64);
        self.numbers.extend(told.numbers.iter().map(|number| number.of(self.region)));
    }

    /// Whether this is a part of the start, which has not changed since; then nothing more need be told of it.
    pub fn knows<T: Any>(&mut self, part: &Arc<T>) -> bool {
        let number = self.known(part);
        self.word(number.map_or(0, |number| u64::from(number) + 1));
        number.is_some()
    }

    /// Tells of a part that follows others of its sort: that it is one of the start, or what is in it, `tell`. Where it
    /// begins is not told.
    pub(crate) fn piece<T: Any>(&mut self, part: &Arc<T>, tell: impl FnOnce(&mut Self)) {
        match self.known(part) {
            Some(number) => {
                self.word(u64::MAX);
                self.word(number.into());
            }
            None => tell(self),
        }
    }

    fn known<T: Any>(&mut self, part: &Arc<T>) -> Option<u32> {
        let place = Arc::as_ptr(part) as usize;
        if self.learning {
            self.known.push((place, self.kept.len() as u32));
            self.kept.push(part.clone());
            return None;
        }
        let found = self.known.binary_search_by(|(other, _)| other.cmp(&place));
        found.ok().map(|at| self.known[at].1)
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

/// The time as a number that grows with it.
fn ordered(time: i64) -> u64 {
    time.cast_unsigned() ^ 1 << 63
}

/// A time that is set, as a number; the one after all others is as large as numbers get.
fn moment(time: i64) -> u64 {
    if time == i64::MAX { u64::MAX } else { ordered(time) }
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

    /// What a trace from 1000 on says of cells: row, time, sequence id.
    fn cells(trace: &mut Trace, cells: &[(&str, i64, u64)], more: impl Fn(&mut Trace)) -> u128 {
        trace.fingerprint(1100, |trace| {
            cells.iter().for_each(|&(row, time, id)| trace.cell(row.as_bytes(), b"f", time, id));
            more(trace);
        })
    }

    #[test]
    fn which_of_two_rows_was_written_first_is_not_told() {
        let mut trace = Trace::new(1000, |_| {});
        let (first, second) = ([("a", 1001, 1), ("b", 1002, 2)], [("a", 1002, 2), ("b", 1001, 1)]);
        assert_eq!(cells(&mut trace, &first, |_| {}), cells(&mut trace, &second, |_| {}));
        let across = |trace: &mut Trace| trace.across_rows();
        assert_ne!(cells(&mut trace, &first, across), cells(&mut trace, &second, across), "unless rows are compared");
        let marker = |trace: &mut Trace| trace.marker(1003);
        assert_ne!(cells(&mut trace, &first, marker), cells(&mut trace, &second, marker), "as delete markers do");
        let old = |trace: &mut Trace| trace.marker(999);
        assert_eq!(cells(&mut trace, &first, old), cells(&mut trace, &second, old), "one of the start is older anyway");
        let (first, second) = ([("a", 1001, 1), ("a", 1002, 2)], [("a", 1002, 2), ("a", 1001, 1)]);
        assert_ne!(cells(&mut trace, &first, |_| {}), cells(&mut trace, &second, |_| {}), "in one row it is");
    }

    #[test]
    fn what_rows_are_compared_with_is_told() {
        let mut trace = Trace::new(1000, |_| {});
        let mut at = |rows: [i64; 2], more: &dyn Fn(&mut Trace)| {
            cells(&mut trace, &[("a", rows[0], 0), ("b", rows[1], 0)], more)
        };
        let greatest = |time| move |trace: &mut Trace| trace.span(b"f", 1000, time);
        assert_eq!(at([1001, 1009], &greatest(1009)), at([1009, 1001], &greatest(1009)), "neither is above it");
        assert_ne!(at([1001, 1009], &greatest(1005)), at([1009, 1001], &greatest(1005)), "another one is above it");
        let elsewhere = |trace: &mut Trace| trace.within(7, |trace| trace.span(b"f", 1000, 1005));
        assert_eq!(at([1001, 1009], &elsewhere), at([1009, 1001], &elsewhere), "it is of another region");
        let seen = |time| move |trace: &mut Trace| trace.time(time);
        assert_ne!(at([1001, 1009], &seen(1009)), at([1009, 1001], &seen(1009)), "one of them was met last");
        let least = |time| move |trace: &mut Trace| trace.span(b"f", time, 1009);
        assert_eq!(at([1001, 1009], &least(1001)), at([1001, 1009], &least(1005)), "only who names times asks for it");
        let named = |time| {
            move |trace: &mut Trace| {
                trace.span(b"f", time, 1009);
                trace.exact();
            }
        };
        assert_ne!(at([1001, 1009], &named(1001)), at([1001, 1009], &named(1005)));
    }

    #[test]
    fn a_part_that_is_told_again_is_told_alike_also_where_all_is_exact() {
        let (kept, mut trace) = (CachedTrace::default(), Trace::new(1000, |_| {}));
        let mut tell = || {
            trace.fingerprint(1100, |trace| {
                trace.exact();
                trace.once(&kept, |trace| trace.span(b"f", 1001, 1005));
            })
        };
        assert_eq!(tell(), tell());
    }

    #[test]
    fn where_pieces_begin_is_not_told() {
        let mut trace = Trace::new(1000, |_| {});
        let mut of = |pieces: &[&[u64]]| {
            let pieces: Vec<Arc<Vec<u64>>> = pieces.iter().map(|piece| Arc::new(piece.to_vec())).collect();
            trace.fingerprint(1000, |trace| {
                for piece in &pieces {
                    trace.piece(piece, |trace| piece.iter().for_each(|word| trace.word(*word)));
                }
            })
        };
        assert_eq!(of(&[&[1, 2], &[3]]), of(&[&[1], &[2, 3]]));
        assert_ne!(of(&[&[1, 2], &[3]]), of(&[&[1, 3], &[2]]));
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
