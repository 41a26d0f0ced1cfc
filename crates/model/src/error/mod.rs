//! Errors, under HBase's names and in HBase's words.
//!
//! An error is a situation with its data. Its message is made of them where it is shown, so nobody has to look into a
//! text for what happened. Exceptions that HBase throws in many situations carry which one it is: [`Argument`],
//! [`Refused`], [`Failure`], [`Unmergeable`], [`Incompatible`].

mod argument;
mod failure;
mod filter;
mod refused;

pub use argument::{Argument, Bound};
pub use failure::{Absence, Failure};
pub use filter::{FilterArgument, FilterOperator, FilterSyntax, Incompatible};
pub use refused::{Refused, Sanity, Span, Unmergeable};

use crate::bytes::{Family, Qualifier, RowKey, TableName};
use crate::identity::Trace;
use std::fmt;

/// What went wrong. [`class`](Self::class) is the simple name of HBase's exception, `Display` its message.
///
/// A `match` on it without a wildcard is meant: whoever explains errors has to explain a new one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the fields are named for what they hold; the variant says the rest")]
pub enum Error {
    /// `IllegalArgumentException`: the request was refused before it was sent.
    IllegalArgument(Argument),
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
    /// `NotServingRegionException`; `region` is its whole name.
    NotServingRegion { region: String, why: Absence },
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
    DoNotRetry(Refused),
    /// `IOException`.
    Io(Failure),
    /// `MergeRegionException`.
    MergeRegion(Unmergeable),
    /// `UnknownProtocolException`: the table has not loaded the endpoint.
    UnknownProtocol { region: String },
    /// `IncompatibleFilterException`.
    IncompatibleFilter(Incompatible),
    /// `PatternSyntaxException`: no regular expression of Java's, and why, in the words of the one who reads it.
    PatternSyntax { reason: String, pattern: String },
    /// `WrongRowIOException`.
    WrongRow { action: RowKey, original: RowKey },
}

/// Longest row key, in bytes (`HConstants.MAX_ROW_LENGTH`).
pub const MAX_ROW_LENGTH: usize = 32767;

/// Longest name of a family, in bytes (`HConstants.MAX_FAMILY_LENGTH`).
pub const MAX_FAMILY_LENGTH: usize = 127;

impl Error {
    /// The simple name of HBase's exception.
    pub fn class(&self) -> &'static str {
        match self {
            Self::IllegalArgument(_) | Self::RowLength { .. } | Self::KeyValueTooLarge { .. } => {
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
            Self::RowsNotColocated { .. } | Self::NotALong { .. } | Self::DoNotRetry(_) => "DoNotRetryIOException",
            Self::Io(_) => "IOException",
            Self::MergeRegion(_) => "MergeRegionException",
            Self::UnknownProtocol { .. } => "UnknownProtocolException",
            Self::IncompatibleFilter(_) => "IncompatibleFilterException",
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
            | Self::Io(_) => true,
            Self::IllegalArgument(_)
            | Self::RowLength { .. }
            | Self::KeyValueTooLarge { .. }
            | Self::NoSuchColumnFamily { .. }
            | Self::TableNotFound { .. }
            | Self::TableExists { .. }
            | Self::TableNotEnabled { .. }
            | Self::TableNotDisabled { .. }
            | Self::RowsNotColocated { .. }
            | Self::NotALong { .. }
            | Self::DoNotRetry(_)
            | Self::MergeRegion(_)
            | Self::UnknownProtocol { .. }
            | Self::IncompatibleFilter(_)
            | Self::PatternSyntax { .. }
            | Self::WrongRow { .. } => false,
        }
    }

    /// Adds to `trace` the parts of this that can still affect what happens: its message only where a script could
    /// print it.
    pub(crate) fn tell(&self, trace: &mut Trace) {
        if trace.is_exact() { trace.literal(self) } else { trace.literal(&std::mem::discriminant(self)) }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IllegalArgument(argument) => argument.fmt(f),
            Self::DoNotRetry(refused) => refused.fmt(f),
            Self::Io(failure) => failure.fmt(f),
            Self::MergeRegion(unmergeable) => unmergeable.fmt(f),
            Self::IncompatibleFilter(incompatible) => incompatible.fmt(f),
            Self::PatternSyntax { reason, pattern } => write!(f, "{reason}: {pattern}"),
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
            Self::NotServingRegion { region, why } => write!(f, "{region} {why}"),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_those_of_hbase() {
        let (one, other) = ("1".to_owned(), "2".to_owned());
        let span = Span { encoded: "e".to_owned(), name: "t,,1.e.".to_owned(), start: "a".into(), end: "b".into() };
        let told: [(Error, &str); 14] = [
            (
                Argument::NamespaceCharacter { character: '!', at: 1, namespace: "n!".to_owned() }.into(),
                "Illegal character <!> at 1. Namespaces may only contain 'alphanumeric characters' from any language and \
                 digits: n!",
            ),
            (
                Argument::TableCharacter { character: ' ', at: 1, qualifier: "a b".to_owned() }.into(),
                "Illegal character code:32, < > at 1. User-space table qualifiers may only contain 'alphanumeric \
                 characters' and digits: a b",
            ),
            (
                Argument::NothingToAppend { row: "r\0".into() }.into(),
                "Invalid arguments to {\"totalColumns\":0,\"row\":\"r\\x00\",\"families\":{},\"ts\":\
                 \"9223372036854775807\"}, zero columns specified",
            ),
            (
                Argument::RepeatedSplitKey { key: "a".into() }.into(),
                "All split keys must be unique, found duplicate: a, a",
            ),
            (
                Argument::BoundLength { bound: Bound::Stop }.into(),
                "stopRow's length must be less than or equal to 32767 to meet the criteria for a row key.",
            ),
            (
                FilterArgument::InvalidRanges { ranges: vec![("b".into(), "a".into())] }.into(),
                "1 invaild ranges.\nInvalid range: start row => b, stop row => a\n",
            ),
            (
                FilterArgument::PatternLengths { key: "a".into(), mask: "".into() }.into(),
                "Fuzzy pair lengths do not match: {a,}",
            ),
            (
                Sanity::FileSize { bytes: 1 }.into(),
                "MAX_FILESIZE for table descriptor or \"hbase.hregion.max.filesize\" (1) is too small, which might cause \
                 over splitting into unmanageable number of regions. Set hbase.table.sanity.checks to false at conf or \
                 table descriptor if you want to bypass sanity checks",
            ),
            (
                Refused::SplitOutside { at: "c".into(), region: Box::new(span) }.into(),
                "Split row is not inside region key range splitKey:c region: {ENCODED => e, NAME => 't,,1.e.', STARTKEY \
                 => 'a', ENDKEY => 'b'}",
            ),
            (
                Refused::MergeDisabled { regions: vec![one.clone(), other.clone()] }.into(),
                "Merge of [1, 2] failed as region merge is disabled for the table",
            ),
            (
                Unmergeable::References { regions: vec![one.clone(), other], blocked: one }.into(),
                "Skip merging [1, 2], because a parent, [1], is not mergeable",
            ),
            (Failure::NoRegion { row: "r".into(), table: "t".into() }.into(), "Unable to find region for 'r' in t"),
            (Error::NotServingRegion { region: "t,,1.e.".to_owned(), why: Absence::Closing }, "t,,1.e. is closing"),
            (
                Error::NotServingRegion { region: "t,,1.e.".to_owned(), why: Absence::Elsewhere { server: 1 } },
                "t,,1.e. is not online on server 1",
            ),
        ];
        for (error, text) in told {
            assert_eq!(error.to_string(), text);
        }
    }

    #[test]
    fn an_error_is_small_enough_to_be_returned() {
        assert!(size_of::<Error>() <= 96, "{} bytes", size_of::<Error>());
    }
}
