//! Replays what fuzzers start from and what they found, and tries some bytes of its own.

#[path = "../../fuzz/replay.rs"]
mod replay;

use proptest::prelude::*;
use replay::replay;
use splitpoint_oracle::claim;

#[test]
fn seeds_of_the_filter_language() {
    replay("filter", claim::filter);
}

#[test]
fn seeds_of_the_notation_of_keys() {
    replay("key", claim::key);
}

#[test]
fn seeds_of_operations() {
    replay("operations", claim::operations);
}

/// Pieces of the filter language, so that more than a few texts are filters.
const PIECES: &[&str] = &[
    "PageFilter(",
    "ValueFilter(",
    "KeyOnlyFilter()",
    "ColumnRangeFilter(",
    "TimestampsFilter(",
    "PrefixFilter(",
    "'a'",
    "'binary:",
    "'substring:x'",
    "'",
    "''",
    "=",
    "!=",
    "<",
    ">=",
    ", ",
    "1",
    "-1",
    "true",
    "false",
    ")",
    "(",
    " AND ",
    " OR ",
    "SKIP ",
    "WHILE ",
    " ",
    "\t",
];

proptest! {
    #[test]
    fn any_text_is_a_filter_or_a_refusal(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..24)) {
        claim::filter(pieces.concat().as_bytes());
    }

    #[test]
    fn any_bytes_are_a_key(data in prop::collection::vec(any::<u8>(), 0..40), text in ".{0,20}") {
        claim::key(&data);
        claim::key(text.as_bytes());
        claim::filter(&data);
    }

    #[test]
    fn any_bytes_are_a_history(data in prop::collection::vec(any::<u8>(), 0..180)) {
        claim::operations(&data);
    }
}
