//! The same insert or read many times, on keys that follow a rule: a few numbers in place of as many requests.

mod ruby;

use super::{Prefix, Raw};
use splitpoint_model::bytes::{from_int, from_long};
use splitpoint_model::client::Request;
use splitpoint_model::mutation::Put;
use splitpoint_model::query::Get;
use std::hash::{Hash, Hasher};
use std::ops::{Deref, Range};

/// How often something is repeated, at most.
pub const MOST: u32 = 100_000;

/// Prefixes over which keys are spread, at most.
pub const MOST_PREFIXES: u8 = 16;

/// Bytes of a value, at most.
pub const MOST_BYTES: u32 = 10_000;

/// Numbers among which keys are chosen at random, at most.
pub const MOST_AMONG: u32 = 1_000_000_000;

/// Clients that share it, at most.
pub const MOST_CLIENTS: u8 = 4;

/// Requests in a second, at most: the clock counts milliseconds.
pub const MOST_RATE: u32 = 1_000;

/// Digits of a key, at most.
pub const MOST_DIGITS: u8 = 18;

/// A prime below 2³¹, so that the square of anything below it fits in 63 bits, here and in the shell's language.
const PRIME: i64 = 2_147_483_647;

/// What is repeated, how often, and on which keys.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Plan {
    /// Table.
    pub table: String,
    /// What is done each time.
    pub does: Does,
    /// How often, from 1 to [`MOST`].
    pub times: u32,
    /// The number of the first key; of random keys the least.
    pub first: i64,
    /// How the numbers follow each other from which keys are made.
    pub walk: Walk,
    /// How a number becomes a key.
    pub digits: Digits,
    /// Over how many prefixes keys are spread, at most [`MOST_PREFIXES`]; 0: there is none.
    pub prefixes: u8,
    /// How many clients share it, from 1 to 4: the one that is asked, and those after it.
    pub clients: u8,
    /// How many requests are sent in a second of the clock, by all of them together, at most [`MOST_RATE`]; 0: each as soon
    /// as the one before is answered.
    pub rate: u32,
}

/// What is done each time.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Does {
    /// A put of one cell.
    Insert {
        /// Family.
        family: String,
        /// Qualifier.
        qualifier: Raw,
        /// Bytes of the value, at most [`MOST_BYTES`].
        bytes: u32,
    },
    /// A read of one row.
    Get,
}

/// How the numbers follow each other from which keys are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Walk {
    /// By adding this.
    Step(i64),
    /// At random, all equally often.
    Random {
        /// The seed of the random numbers.
        seed: u32,
        /// Among how many numbers, from 1 to [`MOST_AMONG`].
        among: u32,
    },
    /// At random, smaller ones more often: the first as often as the next two together, as the next four, and so on,
    /// which is Zipf's law in steps of two.
    Zipf {
        /// The seed of the random numbers.
        seed: u32,
        /// Among how many numbers, from 1 to [`MOST_AMONG`]; rounded down to one less than a power of two.
        among: u32,
    },
    /// The time in milliseconds, or what is left of the largest number after taking the time from it, so that the newest
    /// is the first.
    Time {
        /// Whether the newest is the first.
        reversed: bool,
    },
}

/// How a number becomes a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Digits {
    /// 8 bytes, the highest first.
    Long,
    /// 4 bytes, the highest first.
    Int,
    /// Decimal digits, at least so many, filled with zeros.
    Decimal(u8),
}

impl Digits {
    /// How the prefix of such a key is written.
    pub fn prefix(self) -> Prefix {
        if let Self::Decimal(_) = self { Prefix::Digits } else { Prefix::Byte }
    }
}

/// A plan with what makes requests of it. The code for that hangs on [`Repeat::new`] alone, so a page that never makes one
/// can do without it.
#[derive(Clone, Copy)]
struct Rules {
    request: fn(&Plan, u32, i64) -> Request,
    pause: fn(&Plan, i64) -> u64,
    script: fn(&Plan, u8, Range<u32>) -> String,
}

/// A plan that can be carried out.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Repeat {
    plan: Plan,
    rules: Rules,
}

impl Deref for Repeat {
    type Target = Plan;

    fn deref(&self) -> &Plan {
        &self.plan
    }
}

impl Repeat {
    /// A repetition of this plan, with the functions that carry it out.
    pub fn new(plan: Plan) -> Self {
        Self { plan, rules: Rules { request: Plan::request, pause: Plan::pause, script: Plan::script } }
    }

    /// The request of that number, counted from 0; `now` is the time in milliseconds.
    pub fn request(&self, number: u32, now: i64) -> Request {
        (self.rules.request)(&self.plan, number, now)
    }

    /// How many milliseconds go by before the next request, where it is `now`. Requests are sent where a second is parted
    /// evenly; so however clients take turns, they are as far apart as the rate says, unless one takes longer.
    pub fn pause(&self, now: i64) -> u64 {
        (self.rules.pause)(&self.plan, now)
    }

    /// A part of it as a loop of the HBase shell: of the requests that this client has, counted from 0 among those that
    /// share it, those in the range, counted from 0 among its own.
    pub fn script(&self, client: u8, range: Range<u32>) -> String {
        (self.rules.script)(&self.plan, client, range)
    }

    /// How many requests a client has, counted from 0 among those that share it.
    pub fn share(&self, client: u8) -> u32 {
        let (all, client) = (u32::from(self.clients.max(1)), u32::from(client));
        (self.times + all - 1).saturating_sub(client) / all
    }
}

/// Two repetitions with the same plan have the same functions, so these are always equal.
impl PartialEq for Rules {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Rules {}

impl Hash for Rules {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl std::fmt::Debug for Rules {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Rules")
    }
}

impl Walk {
    /// Whether keys follow from the time.
    pub fn is_time(self) -> bool {
        matches!(self, Self::Time { .. })
    }

    /// Among how many numbers it chooses at random; `None` where it chooses none.
    pub fn among(self) -> Option<u32> {
        match self {
            Self::Random { among, .. } | Self::Zipf { among, .. } => Some(among),
            Self::Step(_) | Self::Time { .. } => None,
        }
    }
}

/// A number below [`PRIME`] that follows from a seed and a count, and looks like nothing.
fn draw(seed: u32, count: u32) -> i64 {
    let mixed = (i64::from(seed) * 1_000_003 + i64::from(count) + 1) % PRIME;
    let mixed = (mixed * mixed + i64::from(count)) % PRIME;
    mixed * mixed % PRIME
}

/// Powers of two up to a number, at least one.
fn octaves(among: u32) -> u32 {
    (u64::from(among) + 1).ilog2().max(1)
}

impl Plan {
    fn number(&self, count: u32, now: i64) -> i64 {
        match self.walk {
            Walk::Step(by) => self.first.wrapping_add(by.wrapping_mul(count.into())),
            Walk::Random { seed, among } => self.first.wrapping_add(draw(seed, count) % i64::from(among.max(1))),
            Walk::Zipf { seed, among } => {
                let (drawn, octaves) = (draw(seed, count), i64::from(octaves(among)));
                let octave = 1_i64 << (drawn % octaves);
                self.first.wrapping_add(octave - 1 + drawn / octaves % octave)
            }
            Walk::Time { reversed: false } => now,
            Walk::Time { reversed: true } => i64::MAX - now,
        }
    }

    /// The rate of one shell or thread, where those that share it each keep their part: so many requests in so many
    /// milliseconds. `None`: each as soon as the one before is answered.
    pub fn share(&self) -> Option<(u32, u32)> {
        (self.rate > 0).then(|| (self.rate, 1000 * u32::from(self.clients.max(1))))
    }

    fn pause(&self, now: i64) -> u64 {
        if self.rate == 0 {
            return 0;
        }
        let (rate, into) = (i64::from(self.rate), now.rem_euclid(1000));
        // Parts that are no whole milliseconds are rounded up, so that the next one is always later than now.
        let next = ((into * rate / 1000 + 1) * 1000 + rate - 1) / rate;
        (next - into).unsigned_abs()
    }

    fn key(&self, number: i64) -> Raw {
        let mut key = Raw::new();
        if self.prefixes > 0 {
            // The remainder is below the count of prefixes, so it fits into a byte.
            key = self.digits.prefix().bytes(number.rem_euclid(self.prefixes.into()) as u8);
        }
        match self.digits {
            Digits::Long => key.extend(from_long(number)),
            Digits::Int => key.extend(from_int(number as i32)),
            Digits::Decimal(width) => {
                let number = number.to_string();
                key.extend(format!("{number:0>width$}", width = usize::from(width)).into_bytes());
            }
        }
        key
    }

    fn request(&self, count: u32, now: i64) -> Request {
        let (table, row) = (self.table.as_str().into(), self.key(self.number(count, now)));
        match &self.does {
            Does::Insert { family, qualifier, bytes } => {
                let value = vec![b'v'; *bytes as usize];
                Request::Put(
                    table,
                    Put::new(row.as_slice()).add(family.as_str(), qualifier.as_slice(), value.as_slice()),
                )
            }
            Does::Get => Request::Get(table, Get::new(row.as_slice())),
        }
    }
}

#[cfg(test)]
mod tests;
