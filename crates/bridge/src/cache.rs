//! Answers kept for a moment, so that a second tab, or a page that asks twice, costs the cluster nothing.

use std::collections::HashMap;
use std::time::Duration;

/// Answers by what was asked. Times are counted from any moment, the same for all calls.
#[derive(Debug)]
pub(crate) struct Cache<A> {
    keeps: Duration,
    /// All of them together have no more bytes than this.
    most: usize,
    held: usize,
    answers: HashMap<String, (Duration, usize, A)>,
}

impl<A: Clone> Cache<A> {
    pub(crate) fn new(keeps: Duration, most: usize) -> Self {
        Self { keeps, most, held: 0, answers: HashMap::new() }
    }

    /// What was answered to this a moment ago.
    pub(crate) fn get(&self, question: &str, now: Duration) -> Option<A> {
        let (since, _, answer) = self.answers.get(question)?;
        (now < *since + self.keeps).then(|| answer.clone())
    }

    /// Keeps an answer that has so many bytes. Old ones go; one for which there is no room is not kept.
    pub(crate) fn put(&mut self, question: &str, now: Duration, bytes: usize, answer: A) {
        self.answers.retain(|known, (since, _, _)| now < *since + self.keeps && known != question);
        self.held = self.answers.values().map(|(_, bytes, _)| bytes).sum();
        if !self.keeps.is_zero() && self.held + bytes <= self.most {
            self.held += bytes;
            self.answers.insert(question.to_owned(), (now, bytes, answer));
        }
    }

    /// After something was written: what is known may be true no longer.
    pub(crate) fn clear(&mut self) {
        self.answers.clear();
        self.held = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::Cache;
    use std::time::Duration;

    const fn at(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn an_answer_is_kept_as_long_as_was_said_and_not_after_a_write() {
        let mut cache = Cache::new(at(2000), 100);
        cache.put("/", at(10), 5, "tables");
        assert_eq!(cache.get("/", at(2009)), Some("tables"));
        assert_eq!(cache.get("/", at(2010)), None);
        assert_eq!(cache.get("/t/schema", at(10)), None);
        cache.clear();
        assert_eq!(cache.get("/", at(10)), None);
    }

    #[test]
    fn nothing_is_kept_for_no_time_or_without_room() {
        let mut cache = Cache::new(at(0), 100);
        cache.put("/", at(0), 5, "tables");
        assert_eq!(cache.get("/", at(0)), None);
        let mut cache = Cache::new(at(10), 8);
        cache.put("/a", at(0), 5, "a");
        cache.put("/b", at(0), 5, "b");
        assert_eq!((cache.get("/a", at(1)), cache.get("/b", at(1))), (Some("a"), None));
        cache.put("/b", at(10), 8, "b");
        assert_eq!((cache.get("/a", at(11)), cache.get("/b", at(11))), (None, Some("b")));
    }
}
