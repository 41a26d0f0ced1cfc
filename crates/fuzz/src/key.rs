//! Feeds any bytes to `splitpoint_oracle::claim::key`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| splitpoint_oracle::claim::key(data));
