//! The keys of a table in buckets: as fine as a picture needs, however many keys there are.
//!
//! A bucket is a span of keys from the first to the last that fell into it. Spans never overlap. A key between two spans
//! begins a span of its own; when there are too many spans, light neighbours become one, the closest first. So the spans
//! follow the keys as they come, in order, in reverse, at random or behind many prefixes, and a key that is used much
//! stays alone. Wide gaps stay open: where keys grow towards one, more are to come.
//!
//! The number of a bucket stays valid for ever and its span never changes: where buckets are merged, a new bucket takes
//! their place, and [`Keys::live`] leads there. So what was noted under an old number is found again, and nothing that
//! was counted is lost.
//!
//! What was counted in one bucket can never be divided again. If load comes to a part of the table that was quiet when
//! its keys were merged, it is seen no finer than that.

use splitpoint_model::bytes::RowKey;

/// Buckets of a table after neighbours were merged; they are merged when there are twice as many.
pub(super) const BUCKETS: usize = 1024;

/// First rows of regions between which nothing is merged; of a table with more regions the others are merged across.
const CUTS: usize = 256;

/// Bytes of a key that are looked at: keys that differ only behind them share a bucket.
pub(super) const LONGEST: usize = 64;

/// The beginning of a key, which alone decides the bucket; at most [`LONGEST`] bytes.
pub(super) fn short(key: &[u8]) -> &[u8] {
    &key[..key.len().min(LONGEST)]
}

/// A bucket that has not been merged into another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) bucket: u32,
    /// Its least and its greatest key, both included.
    pub(super) min: RowKey,
    pub(super) max: RowKey,
    /// How often its keys were used, in whatever branch.
    weight: u64,
}

/// How far it is from one key up to another, both read as fractions of 64 bytes.
fn distance(from: &[u8], to: &[u8]) -> [u8; LONGEST] {
    let mut distance = [0; LONGEST];
    let mut borrow = false;
    for at in (0..LONGEST).rev() {
        let byte = |key: &[u8]| key.get(at).copied().unwrap_or_default();
        let (less, first) = byte(to).overflowing_sub(byte(from));
        let (less, second) = less.overflowing_sub(u8::from(borrow));
        distance[at] = less;
        borrow = first || second;
    }
    distance
}

/// The buckets of one table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Keys {
    /// The buckets that have not been merged into others, in key order.
    spans: Vec<Span>,
    /// For each bucket that ever was, by number, the bucket that took its place, or itself.
    into: Vec<u32>,
    /// First rows of regions, ascending.
    cuts: Vec<RowKey>,
    weight: u64,
}

impl Keys {
    /// The bucket of a key. Counts one use of the key.
    pub(super) fn place(&mut self, key: &[u8]) -> u32 {
        let key = short(key);
        self.weight += 1;
        let mut at = self.find(key);
        if self.spans.len() >= 2 * BUCKETS && !self.has(at, key) {
            self.merge();
            // Merging may have closed the gap in which the key lies.
            at = self.find(key);
        }
        if self.has(at, key) {
            self.spans[at].weight += 1;
            return self.spans[at].bucket;
        }
        let bucket = self.bucket();
        let key = RowKey::from(key);
        self.spans.insert(at, Span { bucket, min: key.clone(), max: key, weight: 1 });
        bucket
    }

    /// The first span that does not end before a key.
    fn find(&self, key: &[u8]) -> usize {
        self.spans.partition_point(|span| *span.max < *key)
    }

    fn has(&self, at: usize, key: &[u8]) -> bool {
        self.spans.get(at).is_some_and(|span| *span.min <= *key)
    }

    fn bucket(&mut self) -> u32 {
        let bucket = u32::try_from(self.into.len()).expect("a session meets fewer than 2^32 keys");
        self.into.push(bucket);
        bucket
    }

    /// Notes that a region begins at this row: from now on nothing is merged across it.
    pub(super) fn cut(&mut self, row: &[u8]) {
        if row.is_empty() || self.cuts.len() >= CUTS {
            return;
        }
        if let Err(at) = self.cuts.binary_search_by(|cut| (**cut).cmp(short(row))) {
            self.cuts.insert(at, short(row).into());
        }
    }

    /// Whether a region begins between two spans.
    pub(super) fn parts(&self, left: &Span, right: &Span) -> bool {
        let after = self.cuts.partition_point(|cut| cut <= &left.max);
        self.cuts.get(after).is_some_and(|cut| *cut <= right.min)
    }

    /// Makes one of neighbours that are light together, the closest first, until there are [`BUCKETS`]. Where no more may
    /// be merged before that, any two neighbours weigh more than twice their share, so there are as few, and one more for
    /// each first row of a region.
    fn merge(&mut self) {
        let most = (2 * self.weight).div_ceil(BUCKETS as u64);
        let mut spans: Vec<Option<Span>> = std::mem::take(&mut self.spans).into_iter().map(Some).collect();
        let mut gaps: Vec<([u8; LONGEST], usize)> = Vec::with_capacity(spans.len());
        for (at, pair) in spans.windows(2).enumerate() {
            if let [Some(left), Some(right)] = pair
                && !self.parts(left, right)
            {
                gaps.push((distance(&left.max, &right.min), at));
            }
        }
        splitpoint_model::order::sort(&mut gaps);
        // By index, the span that holds it: where that begins, and where it ends. Only the entries at both ends of a
        // span are kept right.
        let (mut firsts, mut lasts): (Vec<usize>, Vec<usize>) = (0..spans.len()).map(|at| (at, at)).unzip();
        let mut left = spans.len();
        for (_, at) in gaps {
            if left <= BUCKETS {
                break;
            }
            let (first, last) = (firsts[at], lasts[at + 1]);
            let weight = |at: usize| spans[at].as_ref().map_or(0, |span: &Span| span.weight);
            if weight(first) + weight(at + 1) > most {
                continue;
            }
            let bucket = self.bucket();
            if let (Some(lower), Some(upper)) = (spans[first].take(), spans[at + 1].take()) {
                self.into[lower.bucket as usize] = bucket;
                self.into[upper.bucket as usize] = bucket;
                let weight = lower.weight + upper.weight;
                spans[first] = Some(Span { bucket, min: lower.min, max: upper.max, weight });
            }
            (firsts[last], lasts[first]) = (first, last);
            left -= 1;
        }
        self.spans = spans.into_iter().flatten().collect();
    }

    /// The bucket into which this one has been merged by now, or itself.
    pub(super) fn live(&self, mut bucket: u32) -> u32 {
        while let Some(&into) = self.into.get(bucket as usize)
            && into != bucket
        {
            bucket = into;
        }
        bucket
    }

    /// By bucket, the index of the span that it is part of now.
    pub(super) fn places(&self) -> Vec<u32> {
        let mut places = vec![0; self.into.len()];
        for (at, span) in (0..).zip(&self.spans) {
            places[span.bucket as usize] = at;
        }
        // A bucket that took the place of another has a larger number.
        for bucket in (0..self.into.len()).rev() {
            places[bucket] = places[self.into[bucket] as usize];
        }
        places
    }

    /// The buckets there are now, by number, each with its place among the spans.
    pub(super) fn by_bucket(&self) -> Vec<(u32, u32)> {
        let mut order: Vec<(u32, u32)> = self.spans.iter().map(|span| span.bucket).zip(0..).collect();
        splitpoint_model::order::sort(&mut order);
        order
    }

    /// The buckets there are now, in key order.
    pub(super) fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// How many buckets there ever were.
    pub(super) fn len(&self) -> usize {
        self.into.len()
    }

    /// Bytes of memory, about.
    pub(super) fn memory(&self) -> usize {
        let keys = |span: &Span| span.min.len() + span.max.len() + 2 * 16;
        self.into.capacity() * 4
            + self.spans.capacity() * size_of::<Span>()
            + self.spans.iter().map(keys).sum::<usize>()
            + self.cuts.iter().map(|cut| cut.len() + 32).sum::<usize>()
    }
}
