//! The 64-bit FNV-1a hash: it tells texts and files apart, and never changes, so that it may stand in what is kept.

/// The hash of nothing.
pub(super) const BEGINNING: u64 = 0xcbf2_9ce4_8422_2325;

/// The hash of what has the hash `before`, with these bytes behind it.
pub(super) fn hash_on(before: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(before, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The hash of a text.
pub(super) fn hash(text: &str) -> u64 {
    hash_on(BEGINNING, text.as_bytes())
}
