//! Replays what fuzzers start from and what they found; the tests of each room that has claims include it.

use std::fs;
use std::path::Path;

/// Tries a claim on every seed of the target of this name.
pub(crate) fn replay(name: &str, claim: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus").join(name);
    let mut count = 0;
    for entry in fs::read_dir(&folder).expect("a corpus is kept").flatten() {
        claim(&fs::read(entry.path()).expect("a seed can be read"));
        count += 1;
    }
    assert!(count > 2, "{} holds {count} seeds", folder.display());
}
