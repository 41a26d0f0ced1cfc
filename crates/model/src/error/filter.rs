//! What is wrong with a filter: with what it is made of, with its text, or beside a scan.

use super::{Argument, Error};
use crate::bytes::{RowKey, Value};
use std::fmt;

/// What a filter cannot be made of. `Display` is the message of HBase's `IllegalArgumentException`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the fields are named for what they hold; the variant says the rest")]
pub enum FilterArgument {
    /// `PageFilter` with a negative size of the page.
    NegativePageSize { page_size: i64 },
    /// `ColumnCountGetFilter` with a negative limit.
    NegativeCount { limit: i32 },
    /// `ColumnPaginationFilter` with a negative limit.
    NegativeLimit { limit: i32 },
    /// `ColumnPaginationFilter` with a negative offset.
    NegativeOffset { offset: i32 },
    /// `TimestampsFilter` with a time below zero.
    NegativeTimestamp { time: i64 },
    /// `MultipleColumnPrefixFilter` with a prefix twice.
    RepeatedPrefix,
    /// `MultiRowRangeFilter` without ranges.
    NoRanges,
    /// `MultiRowRangeFilter` with ranges that end before they begin: their starts and stops, in the order of the starts.
    InvalidRanges { ranges: Vec<(RowKey, RowKey)> },
    /// `FuzzyRowFilter` without patterns.
    NoPatterns,
    /// `FuzzyRowFilter` with a mask of another length than its key.
    PatternLengths { key: RowKey, mask: Value },
    /// `BigDecimalComparator` with what is no number. (In Java it is another class: `NumberFormatException`.)
    NotDecimal { text: String },
}

impl From<FilterArgument> for Error {
    fn from(argument: FilterArgument) -> Self {
        Argument::Filter(argument).into()
    }
}

impl fmt::Display for FilterArgument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NegativePageSize { page_size: number } | Self::NegativeTimestamp { time: number } => {
                write!(f, "must be positive {number}")
            }
            Self::NegativeCount { limit } => write!(f, "limit be positive {limit}"),
            Self::NegativeLimit { limit } => write!(f, "limit must be positive {limit}"),
            Self::NegativeOffset { offset } => write!(f, "offset must be positive {offset}"),
            Self::RepeatedPrefix => f.write_str("prefixes must be distinct"),
            Self::NoRanges => f.write_str("No ranges found."),
            Self::InvalidRanges { ranges } => {
                writeln!(f, "{} invaild ranges.", ranges.len())?;
                ranges.iter().try_for_each(|(start, stop)| {
                    writeln!(f, "Invalid range: start row => {start}, stop row => {stop}")
                })
            }
            Self::NoPatterns => f.write_str("null"),
            Self::PatternLengths { key, mask } => write!(f, "Fuzzy pair lengths do not match: {{{key},{mask}}}"),
            Self::NotDecimal { text } => write!(f, "not a decimal number: {text}"),
        }
    }
}

/// Why a text is no filter. `Display` is the message of HBase's `IllegalArgumentException`.
///
/// Source: `ParseFilter`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the fields are named for what they hold; the variant says the rest")]
pub enum FilterSyntax {
    /// The text as a whole is no filter.
    String,
    /// There is no name before the parenthesis.
    Name,
    /// No filter of the language has this name.
    UnknownName { name: String },
    /// The list of arguments is not closed.
    Arguments,
    /// A filter of the language, with arguments that it does not take.
    Expression { expression: String },
    /// A closing parenthesis without its opening one.
    Parenthesis,
    /// An operator without the filters that it works on.
    Operand { operator: FilterOperator },
    /// More filters in one another than are read here; HBase reads them.
    Nested { most: u32 },
}

/// A word between filters, or before one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the words of the language")]
pub enum FilterOperator {
    And,
    Or,
    Skip,
    While,
}

impl From<FilterSyntax> for Error {
    fn from(syntax: FilterSyntax) -> Self {
        Argument::FilterSyntax(syntax).into()
    }
}

impl fmt::Display for FilterSyntax {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::String => f.write_str("Incorrect Filter String"),
            Self::Name => f.write_str("Incorrect Filter Name"),
            Self::UnknownName { name } => write!(f, "Filter Name {name} not supported"),
            Self::Arguments => f.write_str("Incorrect argument list"),
            Self::Expression { expression } => write!(f, "Incorrect filter string {expression}"),
            Self::Parenthesis => f.write_str("Mismatched parenthesis"),
            Self::Nested { most } => write!(f, "Filters nested more than {most} deep are not read"),
            Self::Operand { operator } => f.write_str(match operator {
                FilterOperator::And => "Incorrect input string - an AND needs two filters",
                FilterOperator::Or => "Incorrect input string - an OR needs two filters",
                FilterOperator::Skip => "Incorrect input string - a SKIP wraps a filter",
                FilterOperator::While => "Incorrect input string - a WHILE wraps a filter",
            }),
        }
    }
}

/// Why a filter does not fit its scan. `Display` is the message of HBase's `IncompatibleFilterException`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Incompatible {
    /// The scan cuts rows into batches, and the filter decides on whole rows.
    Batch,
    /// A limit stops the scan within a row, and the filter decides on whole rows.
    MidRow,
}

impl From<Incompatible> for Error {
    fn from(incompatible: Incompatible) -> Self {
        Self::IncompatibleFilter(incompatible)
    }
}

impl fmt::Display for Incompatible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Batch => "Cannot set batch on a scan using a filter that returns true for filter.hasFilterRow",
            Self::MidRow => {
                "Filter whose hasFilterRow() returns true is incompatible with scans that must  stop mid-row because of a \
                 limit."
            }
        })
    }
}
