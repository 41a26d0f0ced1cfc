//! Which writes of a region are visible.

use crate::identity::{Kind, Trace};
use std::collections::VecDeque;

/// Numbers the writes of a region and moves its read point.
///
/// A write takes the next number when it enters the log, and is complete when its cells are in the memstores. The
/// read point advances over the complete beginning of the queue only: a slow write holds back the visibility of the
/// faster ones after it, so numbers become visible in their order and each write at once.
///
/// Source: `MultiVersionConcurrencyControl`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Mvcc {
    read_point: u64,
    write_point: u64,
    queue: VecDeque<WriteEntry>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct WriteEntry {
    number: u64,
    complete: bool,
}

impl Mvcc {
    /// Everything up to `number` is visible, nothing is at work.
    pub fn new(number: u64) -> Self {
        Self { read_point: number, write_point: number, queue: VecDeque::new() }
    }

    /// The highest visible number.
    pub fn read_point(&self) -> u64 {
        self.read_point
    }

    /// The number handed out last.
    pub fn write_point(&self) -> u64 {
        self.write_point
    }

    /// Hands out the next number.
    pub fn begin(&mut self) -> u64 {
        self.write_point += 1;
        self.queue.push_back(WriteEntry { number: self.write_point, complete: false });
        self.write_point
    }

    /// Marks a write as complete and answers the new read point, which may still be lower than its number.
    ///
    /// # Panics
    /// If the number is not at work.
    pub fn complete(&mut self, number: u64) -> u64 {
        let entry = self.queue.iter_mut().find(|entry| entry.number == number);
        entry.expect("only a write that has begun completes").complete = true;
        while self.queue.front().is_some_and(|entry| entry.complete) {
            self.read_point = self.queue.pop_front().map_or(self.read_point, |entry| entry.number);
        }
        self.read_point
    }

    /// Moves the read point to this number, and takes all writes up to it for complete.
    pub(super) fn reach(&mut self, number: u64) {
        while self.queue.front().is_some_and(|entry| entry.number <= number) {
            self.queue.pop_front();
        }
        self.read_point = self.read_point.max(number);
    }

    /// Takes a number for something without cells, or whose cells are there already: it is complete at once, and
    /// visible as soon as the writes before it are.
    pub fn pass(&mut self) -> u64 {
        if self.queue.is_empty() {
            self.write_point += 1;
            self.read_point = self.write_point;
        } else {
            let number = self.begin();
            self.complete(number);
        }
        self.write_point
    }

    /// The writes at work that hold back this one: the first of them that is not complete.
    pub fn held_back_by(&self, number: u64) -> Option<u64> {
        self.queue.iter().find(|entry| entry.number < number && !entry.complete).map(|entry| entry.number)
    }

    /// Whether no write is between its number and its visibility.
    pub fn is_idle(&self) -> bool {
        self.queue.is_empty()
    }

    /// Adds to `trace` the parts of this that can still affect what happens.
    pub(super) fn tell(&self, trace: &mut Trace) {
        trace.point(Kind::Sequence, self.read_point);
        trace.point(Kind::Sequence, self.write_point);
        trace.each(self.queue.iter(), |trace, entry| {
            trace.point(Kind::Sequence, entry.number);
            trace.word(u64::from(entry.complete));
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slow_write_holds_back_a_fast_one() {
        let mut mvcc = Mvcc::new(4);
        let (slow, fast) = (mvcc.begin(), mvcc.begin());
        assert_eq!((slow, fast), (5, 6));
        assert_eq!(mvcc.complete(fast), 4);
        assert_eq!(mvcc.held_back_by(fast), Some(slow));
        assert_eq!(mvcc.complete(slow), 6);
        assert!(mvcc.is_idle());
    }
}
