//! Replays what fuzzers start from and what they found.

mod claim;
#[path = "../../fuzz/replay.rs"]
mod replay;

use replay::replay;

#[test]
fn seeds_of_the_language() {
    replay("tree", claim::tree::tree);
}

#[test]
fn seeds_of_whole_scripts() {
    replay("script", claim::script::script);
}
