//! What a client or the master finds wrong with a request before any work begins: `IllegalArgumentException`.

use super::filter::{FilterArgument, FilterSyntax};
use super::{Error, MAX_ROW_LENGTH};
use crate::bytes::{Family, RowKey};
use std::fmt;

/// What is wrong with a request. `Display` is the message of HBase's `IllegalArgumentException`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the fields are named for what they hold; the variant says the rest")]
pub enum Argument {
    /// A table has no name at all.
    NoTableName,
    /// A table's name ends with the namespace.
    NoTableQualifier,
    /// A character that no namespace may have; `at` is its byte offset.
    NamespaceCharacter { character: char, at: usize, namespace: String },
    /// A character with which no table's name may start.
    TableStart { character: char, qualifier: String },
    /// A character that no table's name may have; `at` is its byte offset.
    TableCharacter { character: char, at: usize, qualifier: String },
    /// A table would be named `zookeeper`.
    ReservedTableName,
    /// A family has no name.
    NoFamilyName,
    /// A family's name starts with a full stop.
    FamilyStart { family: Family },
    /// A byte that no family's name may have.
    FamilyCharacter { byte: u8, family: Family },
    /// A family would be named `recovered.edits`.
    ReservedFamilyName,
    /// A family's name has more than 127 bytes.
    FamilyLength,
    /// `VERSIONS` of a family is not positive.
    MaxVersionsNotPositive,
    /// `VERSIONS` of a family is less than its `MIN_VERSIONS`.
    MaxVersionsBelowMin { max: i32, min: i32 },
    /// A new table would be cut at the empty key.
    EmptySplitKey,
    /// A new table would be cut twice at one key.
    RepeatedSplitKey { key: RowKey },
    /// A merge of fewer than two regions.
    FewRegions { regions: usize },
    /// A put without cells.
    NoColumns,
    /// An increment without cells.
    NothingToIncrement { row: RowKey },
    /// An append without cells.
    NothingToAppend { row: RowKey },
    /// An append to a column without a family.
    AppendWithoutFamily,
    /// A cell's time is below zero.
    NegativeTimestamp { time: i64 },
    /// An end of a range of times is below zero.
    NegativeTimeRange { min: i64, max: i64 },
    /// A range of times ends before it begins.
    ReversedTimeRange,
    /// Mutations of one row, without any.
    NoMutations,
    /// A multi-row call without a row by which its region could be found.
    NoRoutingRow,
    /// A conditional write to another row than the one of its condition.
    OtherRow { action: RowKey, original: RowKey },
    /// A scan would start or stop at a key longer than rows can be.
    BoundLength { bound: Bound },
    /// A filter cannot be made of these arguments.
    Filter(FilterArgument),
    /// A text is no filter of the filter language.
    FilterSyntax(FilterSyntax),
}

/// An end of a scan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the ends of a scan")]
pub enum Bound {
    Start,
    Stop,
}

impl From<Argument> for Error {
    fn from(argument: Argument) -> Self {
        Self::IllegalArgument(argument)
    }
}

impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoTableName => f.write_str("Name is null or empty"),
            Self::NoTableQualifier => f.write_str("Table qualifier must not be empty"),
            Self::NamespaceCharacter { character, at, namespace } => write!(
                f,
                "Illegal character <{character}> at {at}. Namespaces may only contain 'alphanumeric characters' from any \
                 language and digits: {namespace}"
            ),
            Self::TableStart { character, qualifier } => write!(
                f,
                "Illegal first character <{}> at 0. User-space table qualifiers can only start with 'alphanumeric \
                 characters' from any language: {qualifier}",
                u32::from(*character)
            ),
            Self::TableCharacter { character, at, qualifier } => write!(
                f,
                "Illegal character code:{}, <{character}> at {at}. User-space table qualifiers may only contain \
                 'alphanumeric characters' and digits: {qualifier}",
                u32::from(*character)
            ),
            Self::ReservedTableName => f.write_str("Tables may not be named 'zookeeper'"),
            Self::NoFamilyName => f.write_str("Column Family name can not be empty"),
            Self::FamilyStart { family } => write!(f, "Column Family names cannot start with a period: {family}"),
            Self::FamilyCharacter { byte, family } => write!(
                f,
                "Illegal character <{byte}>. Column Family names cannot contain control characters or colons: {family}"
            ),
            Self::ReservedFamilyName => f.write_str("Column Family name cannot be: recovered.edits"),
            Self::FamilyLength => f.write_str("Family > 127"),
            Self::MaxVersionsNotPositive => f.write_str("Maximum versions must be positive"),
            Self::MaxVersionsBelowMin { max, min } => write!(
                f,
                "Set MaxVersion to {max} while minVersion is {min}. Maximum versions must be >= minimum versions "
            ),
            Self::EmptySplitKey => f.write_str("Empty split key must not be passed in the split keys."),
            Self::RepeatedSplitKey { key } => {
                write!(f, "All split keys must be unique, found duplicate: {key}, {key}")
            }
            Self::FewRegions { regions } => write!(f, "Can not merge only {regions} region"),
            Self::NoColumns => f.write_str("No columns to insert"),
            Self::NothingToIncrement { row } => {
                write!(f, "Invalid arguments to row={row}, no columns set to be incremented, zero columns specified")
            }
            Self::NothingToAppend { row } => write!(
                f,
                "Invalid arguments to {{\"totalColumns\":0,\"row\":\"{row}\",\"families\":{{}},\"ts\":\"{}\"}}, zero \
                 columns specified",
                i64::MAX
            ),
            Self::AppendWithoutFamily => f.write_str("Family cannot be null"),
            Self::NegativeTimestamp { time } => write!(f, "Timestamp cannot be negative. ts={time}"),
            Self::NegativeTimeRange { min, max } => {
                write!(f, "Timestamp cannot be negative. minStamp:{min}, maxStamp:{max}")
            }
            Self::ReversedTimeRange => f.write_str("maxStamp is smaller than minStamp"),
            Self::NoMutations => f.write_str("Cannot instantiate a RowMutations by empty list"),
            Self::NoRoutingRow => f.write_str("Row buffer is null"),
            Self::OtherRow { action, original } => {
                write!(f, "The row of the action <{action}> doesn't match the original one <{original}>")
            }
            Self::BoundLength { bound } => {
                let bound = match bound {
                    Bound::Start => "startRow",
                    Bound::Stop => "stopRow",
                };
                write!(
                    f,
                    "{bound}'s length must be less than or equal to {MAX_ROW_LENGTH} to meet the criteria for a row key."
                )
            }
            Self::Filter(argument) => argument.fmt(f),
            Self::FilterSyntax(syntax) => syntax.fmt(f),
        }
    }
}
