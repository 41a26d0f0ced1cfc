//! Feeds any bytes to the claim on whole scripts, which stands among the tests of the shell.
#![no_main]

#[path = "../../shell/tests/claim/script.rs"]
mod claim;

libfuzzer_sys::fuzz_target!(|data: &[u8]| claim::script(data));
