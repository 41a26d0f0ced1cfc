//! Feeds any bytes to the claim on the language, which stands among the tests of the shell.
#![no_main]

#[path = "../../shell/tests/claim/tree.rs"]
mod claim;

libfuzzer_sys::fuzz_target!(|data: &[u8]| claim::tree(data));
