//! Replays what fuzzers start from and what they found.

mod claim;

use std::fs;
use std::path::Path;

#[test]
fn seeds_of_importers() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus/import");
    let mut count = 0;
    for entry in fs::read_dir(&folder).expect("a corpus is kept").flatten() {
        claim::import(&fs::read(entry.path()).expect("a seed can be read"));
        count += 1;
    }
    assert!(count > 2, "{} holds {count} seeds", folder.display());
}
