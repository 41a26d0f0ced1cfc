//! What HBase throws as a plain `IOException`, and why a region is not served. Its client sends the same request again after
//! any of them, also where that cannot help.

use super::Error;
use crate::bytes::{RowKey, TableName};
use std::fmt;

/// What failed. `Display` is the message of HBase's `IOException`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the fields are named for what they hold; the variant says the rest")]
pub enum Failure {
    /// A server got a cell whose family has no name.
    NoFamily,
    /// A Get that asks for fewer than one version.
    VersionsNotPositive,
    /// A split at the first key of the region, found by the client.
    SplitAtStart,
    /// No region of the table holds the row.
    NoRegion { row: RowKey, table: TableName },
    /// Somebody else held the lock on the row all the time; `region` is an encoded name.
    LockTimeout { row: RowKey, region: String },
    /// A write did not become visible, because an earlier one was not complete.
    WriteTimeout,
    /// A job did not end, because it waits for somebody who does not act; `wait` says for what.
    JobTimeout { wait: String },
    /// A call was given up before it was answered.
    NoAnswer,
}

impl From<Failure> for Error {
    fn from(failure: Failure) -> Self {
        Self::Io(failure)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoFamily => f.write_str("Family cannot be null"),
            Self::VersionsNotPositive => f.write_str("versions must be positive"),
            Self::SplitAtStart => f.write_str("should not give a splitkey which equals to startkey!"),
            Self::NoRegion { row, table } => write!(f, "Unable to find region for '{row}' in {table}"),
            Self::LockTimeout { row, region } => {
                write!(f, "Timed out waiting for lock for row: {row} in region {region}")
            }
            Self::WriteTimeout => f.write_str("Timed out waiting for a write at work"),
            Self::JobTimeout { wait } => write!(f, "Timed out waiting for {wait}"),
            Self::NoAnswer => f.write_str("no answer"),
        }
    }
}

/// Why a server does not serve a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the fields are named for what they hold; the variant says the rest")]
pub enum Absence {
    /// No server serves it.
    Offline,
    /// This server has it, but is about to close it and takes no more requests for it.
    Closing,
    /// The server that was asked does not have it.
    Elsewhere { server: u8 },
}

impl fmt::Display for Absence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Offline => f.write_str("is not online"),
            Self::Closing => f.write_str("is closing"),
            Self::Elsewhere { server } => write!(f, "is not online on server {server}"),
        }
    }
}
