//! How much of a file is taken. Each limit is named where it refuses something.

use crate::notation::Problem;

/// Bytes of a file. A table of it takes several times as many in memory.
pub const MOST_BYTES: u64 = 256 << 20;

/// Columns of a file, or values of one JSON object.
pub const MOST_COLUMNS: usize = 1_000;

/// Cells that a file may become.
pub const MOST_CELLS: u64 = if cfg!(test) { 10_000 } else { 4_000_000 };

/// Bytes of a record. A longer one has a quote that never ends, or the file has no lines.
pub(super) const LONGEST: usize = if cfg!(test) { 1 << 20 } else { 64 << 20 };

/// The largest cell that HBase takes, in bytes (`hbase.client.keyvalue.maxsize`).
pub(super) const MOST_OF_CELL: usize = if cfg!(test) { 1 << 18 } else { 10 << 20 };

/// Objects and arrays in one another.
pub(super) const DEEPEST: usize = 16;

/// A number of bytes in a sentence: whole mebibytes, or bytes where it is less.
pub(super) fn bytes(bytes: usize) -> String {
    if bytes >= 1 << 20 { format!("{} MiB", bytes >> 20) } else { format!("{bytes} bytes") }
}

/// Whether a file of so many bytes is read at all.
///
/// # Errors
/// That it is too large, and what to do.
pub fn weigh(bytes: u64) -> Result<(), Problem> {
    if bytes <= MOST_BYTES {
        return Ok(());
    }
    Err(Problem::new(format!(
        "The file has {} MiB, and at most {} are read here: take a part of it, such as its first lines.",
        bytes.div_ceil(1 << 20),
        MOST_BYTES >> 20
    )))
}
