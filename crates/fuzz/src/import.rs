//! Feeds any bytes to the claim on importers, which stands among the tests of the lab.
#![no_main]

#[path = "../../lab/tests/claim/mod.rs"]
mod claim;

libfuzzer_sys::fuzz_target!(|data: &[u8]| claim::import(data));
