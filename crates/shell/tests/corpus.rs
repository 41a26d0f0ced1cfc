//! Replays what fuzzers start from and what they found.

mod claim;

use std::fs;
use std::path::Path;

fn replay(name: &str, claim: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus").join(name);
    let mut count = 0;
    for entry in fs::read_dir(&folder).expect("a corpus is kept").flatten() {
        claim(&fs::read(entry.path()).expect("a seed can be read"));
        count += 1;
    }
    assert!(count > 2, "{} holds {count} seeds", folder.display());
}

#[test]
fn seeds_of_the_language() {
    replay("tree", claim::tree::tree);
}

#[test]
fn seeds_of_whole_scripts() {
    replay("script", claim::script::script);
}
