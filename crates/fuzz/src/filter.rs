//! Feeds any bytes to `splitpoint_oracle::claim::filter`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| splitpoint_oracle::claim::filter(data));
