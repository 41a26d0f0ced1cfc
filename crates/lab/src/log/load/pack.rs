//! The entries of one tick, packed: each is a few numbers of variable length.

use super::Sum;

/// Reads and writes of one tick in one bucket, or in some neighbouring buckets together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The index of the region on its server among the seats of the load.
    pub(super) seat: u32,
    /// The first bucket.
    pub(super) first: u32,
    /// The last bucket; mostly the first.
    pub(super) last: u32,
    pub(super) sum: Sum,
}

fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn take(bytes: &mut &[u8]) -> u64 {
    let (mut number, mut shift) = (0, 0);
    while let Some((&byte, rest)) = bytes.split_first() {
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        shift += 7;
        if byte < 0x80 || shift > 63 {
            break;
        }
    }
    number
}

impl Entry {
    /// Appends the entry to packed bytes, as numbers of variable length.
    pub(super) fn pack(&self, bytes: &mut Vec<u8>) {
        let wide = self.first != self.last;
        put(bytes, u64::from(self.seat) << 1 | u64::from(wide));
        put(bytes, self.first.into());
        if wide {
            put(bytes, self.last.into());
        }
        put(bytes, self.sum.reads);
        put(bytes, self.sum.writes);
        put(bytes, self.sum.bytes);
    }
}

/// Packed entries, to be read one by one.
pub(super) struct Entries<'a>(pub(super) &'a [u8]);

impl Iterator for Entries<'_> {
    type Item = Entry;

    fn next(&mut self) -> Option<Entry> {
        if self.0.is_empty() {
            return None;
        }
        let head = take(&mut self.0);
        let first = take(&mut self.0) as u32;
        let last = if head & 1 == 1 { take(&mut self.0) as u32 } else { first };
        let (reads, writes) = (take(&mut self.0), take(&mut self.0));
        let sum = Sum { reads, writes, bytes: take(&mut self.0) };
        Some(Entry { seat: (head >> 1) as u32, first, last, sum })
    }
}
