//! Replays what fuzzers start from and what they found.

mod claim;
#[path = "../../fuzz/replay.rs"]
mod replay;

#[test]
fn seeds_of_importers() {
    replay::replay("import", claim::import);
}
