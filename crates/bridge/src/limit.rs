//! So many calls a second: a bucket that fills up steadily, and gives a token for each call.

use std::time::Duration;

/// Times are counted from any moment, the same for all calls.
#[derive(Debug)]
pub(crate) struct Bucket {
    a_second: u32,
    /// Tokens, in parts of which a token has [`PARTS`].
    parts: u64,
    filled: Duration,
}

/// With nanoseconds as parts, a bucket of one token a second gets one part each nanosecond.
const PARTS: u64 = 1_000_000_000;

impl Bucket {
    /// A full one, which holds the calls of one second.
    pub(crate) fn new(a_second: u32, now: Duration) -> Self {
        Self { a_second, parts: u64::from(a_second) * PARTS, filled: now }
    }

    /// Takes a token, or says how long there will be none.
    pub(crate) fn take(&mut self, now: Duration) -> Result<(), Duration> {
        let passed = now.saturating_sub(self.filled).min(Duration::from_secs(1));
        self.filled = self.filled.max(now);
        let most = u64::from(self.a_second) * PARTS;
        let fresh = u64::try_from(passed.as_nanos()).unwrap_or(PARTS) * u64::from(self.a_second);
        self.parts = (self.parts + fresh).min(most);
        if self.parts >= PARTS {
            self.parts -= PARTS;
            return Ok(());
        }
        Err(Duration::from_nanos((PARTS - self.parts).div_ceil(u64::from(self.a_second.max(1)))))
    }
}

#[cfg(test)]
mod tests {
    use super::Bucket;
    use proptest::prelude::*;
    use std::time::Duration;

    #[test]
    fn a_second_gives_as_many_calls_as_are_allowed_and_says_when_there_is_one_again() {
        let mut bucket = Bucket::new(2, Duration::ZERO);
        assert_eq!(bucket.take(Duration::ZERO), Ok(()));
        assert_eq!(bucket.take(Duration::ZERO), Ok(()));
        assert_eq!(bucket.take(Duration::ZERO), Err(Duration::from_millis(500)));
        assert_eq!(bucket.take(Duration::from_millis(400)), Err(Duration::from_millis(100)));
        assert_eq!(bucket.take(Duration::from_millis(500)), Ok(()));
    }

    proptest! {
        #[test]
        fn no_span_gives_more_than_its_seconds_and_one_full_bucket(
            a_second in 1_u32..50,
            waits in prop::collection::vec(0_u64..400, 1..200),
        ) {
            let mut bucket = Bucket::new(a_second, Duration::ZERO);
            let (mut now, mut given) = (0, 0_u64);
            for wait in waits {
                now += wait;
                given += u64::from(bucket.take(Duration::from_millis(now)).is_ok());
                prop_assert!(given <= u64::from(a_second) + now * u64::from(a_second) / 1000);
            }
        }
    }
}
