//! Errors, under HBase's names and in HBase's words.

use crate::bytes::{Family, Qualifier, RowKey, TableName};
use std::fmt;

/// What went wrong. [`class`](Self::class) is the simple name of HBase's exception, `Display` its message.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the fields are named for what they hold; the variant says the rest")]
pub enum Error {
    /// `IllegalArgumentException`: the request was refused before it was sent.
    IllegalArgument { message: String },
    /// `IllegalArgumentException` of a row key that is empty or longer than 32767 bytes.
    RowLength { length: usize },
    /// `IllegalArgumentException` of a Put with a cell over the client's limit.
    KeyValueTooLarge { limit: usize },
    /// `NoSuchColumnFamilyException`.
    NoSuchColumnFamily { family: Family, table: TableName },
    /// `TableNotFoundException`.
    TableNotFound { table: TableName },
    /// `TableExistsException`.
    TableExists { table: TableName },
    /// `TableNotEnabledException`.
    TableNotEnabled { table: TableName },
    /// `TableNotDisabledException`.
    TableNotDisabled { table: TableName },
    /// `NotServingRegionException`.
    NotServingRegion { region: String },
    /// `WrongRegionException` of a multi-row call whose first row lies elsewhere; sending it again may help.
    WrongRegion { row: RowKey },
    /// `DoNotRetryIOException` of a multi-row call with rows of several regions; sending it again cannot help.
    RowsNotColocated { row: RowKey },
    /// `WrongRegionException`: a row that the region the request reached does not hold.
    RowOutsideRegion { purpose: &'static str, region: String, start: RowKey, end: RowKey, row: RowKey },
    /// `ConnectException`: the server is dead.
    ServerUnreachable { server: u8 },
    /// `ConnectionClosedException`: the server died while it was at work; what was asked may have been done or not.
    ConnectionLost,
    /// `RegionTooBusyException`.
    RegionTooBusy { region: String, limit: u64 },
    /// `UnknownScannerException`.
    UnknownScanner { id: u32 },
    /// `ScannerResetException`.
    ScannerReset { region: String },
    /// `DoNotRetryIOException` of an Increment on a value that is not 8 bytes wide.
    NotALong { family: Family, qualifier: Qualifier, width: usize },
    /// `DoNotRetryIOException`: any other refusal by a server.
    DoNotRetry { message: String },
    /// `IOException`.
    Io { message: String },
    /// `MergeRegionException`.
    MergeRegion { message: String },
    /// `FailedSanityCheckException`.
    FailedSanityCheck { message: String },
    /// `UnknownProtocolException`: the table has not loaded the endpoint.
    UnknownProtocol { region: String },
    /// `InvalidFamilyOperationException`.
    InvalidFamilyOperation { message: String },
    /// `IncompatibleFilterException`.
    IncompatibleFilter { message: String },
    /// `PatternSyntaxException`: no regular expression of Java's.
    PatternSyntax { message: String },
    /// `WrongRowIOException`.
    WrongRow { action: RowKey, original: RowKey },
}

/// Longest row key, in bytes (`HConstants.MAX_ROW_LENGTH`).
pub const MAX_ROW_LENGTH: usize = 32767;

impl Error {
    /// The simple name of HBase's exception.
    pub fn class(&self) -> &'static str {
        match self {
            Self::IllegalArgument { .. } | Self::RowLength { .. } | Self::KeyValueTooLarge { .. } => {
                "IllegalArgumentException"
            }
            Self::NoSuchColumnFamily { .. } => "NoSuchColumnFamilyException",
            Self::TableNotFound { .. } => "TableNotFoundException",
            Self::TableExists { .. } => "TableExistsException",
            Self::TableNotEnabled { .. } => "TableNotEnabledException",
            Self::TableNotDisabled { .. } => "TableNotDisabledException",
            Self::NotServingRegion { .. } => "NotServingRegionException",
            Self::WrongRegion { .. } | Self::RowOutsideRegion { .. } => "WrongRegionException",
            Self::ServerUnreachable { .. } => "ConnectException",
            Self::ConnectionLost => "ConnectionClosedException",
            Self::RegionTooBusy { .. } => "RegionTooBusyException",
            Self::UnknownScanner { .. } => "UnknownScannerException",
            Self::ScannerReset { .. } => "ScannerResetException",
            Self::RowsNotColocated { .. } | Self::NotALong { .. } | Self::DoNotRetry { .. } => "DoNotRetryIOException",
            Self::Io { .. } => "IOException",
            Self::MergeRegion { .. } => "MergeRegionException",
            Self::FailedSanityCheck { .. } => "FailedSanityCheckException",
            Self::UnknownProtocol { .. } => "UnknownProtocolException",
            Self::InvalidFamilyOperation { .. } => "InvalidFamilyOperationException",
            Self::IncompatibleFilter { .. } => "IncompatibleFilterException",
            Self::PatternSyntax { .. } => "PatternSyntaxException",
            Self::WrongRow { .. } => "WrongRowIOException",
        }
    }

    /// Whether the client sends the same request again by itself. Exhaustive: a new variant has to decide.
    pub fn is_retryable(&self) -> bool {
        match self {
            Self::NotServingRegion { .. }
            | Self::WrongRegion { .. }
            | Self::RowOutsideRegion { .. }
            | Self::ServerUnreachable { .. }
            | Self::ConnectionLost
            | Self::RegionTooBusy { .. }
            | Self::UnknownScanner { .. }
            | Self::ScannerReset { .. }
            | Self::Io { .. } => true,
            Self::IllegalArgument { .. }
            | Self::RowLength { .. }
            | Self::KeyValueTooLarge { .. }
            | Self::NoSuchColumnFamily { .. }
            | Self::TableNotFound { .. }
            | Self::TableExists { .. }
            | Self::TableNotEnabled { .. }
            | Self::TableNotDisabled { .. }
            | Self::RowsNotColocated { .. }
            | Self::NotALong { .. }
            | Self::DoNotRetry { .. }
            | Self::MergeRegion { .. }
            | Self::FailedSanityCheck { .. }
            | Self::UnknownProtocol { .. }
            | Self::InvalidFamilyOperation { .. }
            | Self::IncompatibleFilter { .. }
            | Self::PatternSyntax { .. }
            | Self::WrongRow { .. } => false,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IllegalArgument { message }
            | Self::DoNotRetry { message }
            | Self::Io { message }
            | Self::MergeRegion { message }
            | Self::FailedSanityCheck { message }
            | Self::InvalidFamilyOperation { message }
            | Self::IncompatibleFilter { message }
            | Self::PatternSyntax { message } => f.write_str(message),
            Self::RowLength { length: 0 } => f.write_str("Row length is 0"),
            Self::RowLength { length } => write!(f, "Row length {length} is > {MAX_ROW_LENGTH}"),
            Self::KeyValueTooLarge { .. } => f.write_str("KeyValue size too large"),
            Self::NoSuchColumnFamily { family, table } => {
                write!(f, "Column family {family} does not exist in table {table}")
            }
            Self::TableNotFound { table }
            | Self::TableExists { table }
            | Self::TableNotEnabled { table }
            | Self::TableNotDisabled { table } => f.write_str(table),
            Self::NotServingRegion { region } => write!(f, "{region} is not online"),
            Self::WrongRegion { row } | Self::RowsNotColocated { row } => {
                write!(f, "Requested row out of range '{row}'")
            }
            Self::RowOutsideRegion { purpose, region, start, end, row } => write!(
                f,
                "Requested row out of range for {purpose} on HRegion {region}, startKey='{start}', getEndKey()='{end}', \
                 row='{row}'"
            ),
            Self::ServerUnreachable { server } => write!(f, "Connection refused: server {server}"),
            Self::ConnectionLost => f.write_str("Connection closed"),
            Self::RegionTooBusy { region, limit } => write!(f, "Over memstore limit={limit}, regionName={region}"),
            Self::UnknownScanner { id } => write!(f, "Unknown scanner '{id}'."),
            Self::ScannerReset { .. } => f.write_str("Scanner is closed on the server-side"),
            Self::NotALong { width, .. } => write!(f, "Field is not a long, it's {width} bytes wide"),
            Self::UnknownProtocol { region } => {
                write!(f, "No registered coprocessor service found for MultiRowMutationService in region {region}")
            }
            Self::WrongRow { action, original } => write!(
                f,
                "The row in the recently added Mutation <{action}> doesn't match the original one <{original}>"
            ),
        }
    }
}

impl std::error::Error for Error {}
