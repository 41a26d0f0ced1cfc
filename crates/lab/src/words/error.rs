//! What an error means and what to do about it.

use super::{cut, server_name};
use crate::words::phrase::Phrase;
use splitpoint_model::bytes::TableName;
use splitpoint_model::cluster::catalog::META;
use splitpoint_model::error::{
    Absence, Argument, Error, Failure, FilterArgument, FilterSyntax, MAX_ROW_LENGTH, Refused, Unmergeable,
};
use splitpoint_model::event::ServerId;

/// Characters of a message of HBase in a sentence.
pub(super) const MESSAGE: usize = 110;

/// HBase's message, with a server by the name that it has on the page.
pub fn message(error: &Error) -> String {
    let name = |server: u8| server_name(ServerId(server));
    match error {
        Error::DoNotRetry(Refused::ServerNotOnline { server }) => format!("server {} is not online", name(*server)),
        Error::ServerUnreachable { server } => format!("Connection refused: server {}", name(*server)),
        Error::NotServingRegion { region, why: Absence::Elsewhere { server } } => {
            format!("{region} is not online on server {}", name(*server))
        }
        error => error.to_string().trim_end().to_owned(),
    }
}

fn quoted(error: &Error) -> String {
    cut(message(error).trim_end_matches(['.', '!', ' ']), MESSAGE)
}

/// The advice on an error: what to do about it.
enum Advice {
    /// All there is to say.
    Whole(String),
    /// Only where to look: HBase's message says what is wrong.
    Vague(&'static str),
}

/// The advice on this case, or where there is none the advice for all cases of its kind.
fn known(case: Option<&'static str>, kind: &'static str) -> Advice {
    case.map_or(Advice::Vague(kind), |advice| Advice::Whole(advice.to_owned()))
}

fn of(error: &Error) -> Advice {
    Advice::Whole(match error {
        Error::IllegalArgument(cause) => {
            return known(argument(cause), "HBase's client does not even send this: correct it.");
        }
        Error::DoNotRetry(Refused::ServerNotOnline { server }) => {
            format!("Server {} does not run: choose one that does.", server_name(ServerId(*server)))
        }
        Error::DoNotRetry(cause) => {
            return known(refused(cause), "The server refuses, and sending it again cannot help: correct it.");
        }
        Error::Io(cause) => {
            let kind = "The server could not do it, and nothing is changed: correct it, or send it again.";
            return known(failure(cause), kind);
        }
        Error::MergeRegion(cause) => {
            return known(unmergeable(cause), "These regions cannot be merged: choose others.");
        }
        Error::IncompatibleFilter(_) => {
            return Advice::Vague("The filter does not fit the scan: change one of them.");
        }
        Error::RowLength { length: 0 } => "A row key has at least one byte: give one.".to_owned(),
        Error::RowLength { length } => {
            format!("A row key has at most {MAX_ROW_LENGTH} bytes, this one has {length}: give a shorter one.")
        }
        Error::KeyValueTooLarge { limit } => {
            format!("A cell has at most {limit} bytes (hbase.client.keyvalue.maxsize): give a shorter value.")
        }
        Error::NoSuchColumnFamily { family, table } => {
            format!("Table {} has no family {}: use one that it has.", cut(table, 40), cut(&family.to_string(), 40))
        }
        Error::TableNotFound { table } if &**table == META => {
            "A client's shell reads hbase:meta: scan 'hbase:meta' at its prompt.".to_owned()
        }
        Error::TableNotFound { table } if table.starts_with("hbase:") => {
            format!("The model keeps no rows of {}, a table of HBase itself: read another one.", cut(table, 40))
        }
        Error::TableNotFound { table } => format!("There is no table {}: create it first.", cut(table, 60)),
        Error::TableExists { table } => format!("There is a table {} already: choose another name.", cut(table, 60)),
        Error::TableNotEnabled { table } => format!("Table {} is disabled: enable it first.", cut(table, 60)),
        Error::TableNotDisabled { table } => format!("Table {} is enabled: disable it first.", cut(table, 60)),
        Error::NotServingRegion { .. } => {
            "The region is being moved, split or recovered: let that finish, then send it again.".to_owned()
        }
        Error::WrongRegion { .. } => {
            "The first row is not in the region that got the call: look its region up again, then send it again."
                .to_owned()
        }
        Error::RowsNotColocated { .. } => {
            "All rows have to lie in one region: leave this row out, or keep such rows together by their prefix."
                .to_owned()
        }
        Error::RegionTooBusy { .. } => "The memstore is over its limit: flush it, then send it again.".to_owned(),
        Error::UnknownScanner { .. } => "The server has forgotten the scanner: open it again.".to_owned(),
        Error::ScannerReset { .. } => {
            "The server closed the scanner: open it again after the last row it brought.".to_owned()
        }
        Error::NotALong { width, .. } => {
            format!("Only a value of 8 bytes can be incremented, and this one has {width}: put one of 8 bytes first.")
        }
        Error::UnknownProtocol { .. } => {
            "The table has not loaded MultiRowMutationEndpoint: load it for the table or for all of them.".to_owned()
        }
        Error::WrongRow { .. } => "All mutations of one call have to be of the same row.".to_owned(),
        Error::ServerUnreachable { server } => {
            format!(
                "Server {} does not run: let its regions be recovered, then send it again.",
                server_name(ServerId(*server))
            )
        }
        Error::RowOutsideRegion { .. } | Error::ConnectionLost | Error::PatternSyntax { .. } => {
            format!("{}.", quoted(error))
        }
    })
}

fn argument(argument: &Argument) -> Option<&'static str> {
    Some(match argument {
        Argument::NoTableQualifier => "Give the table a name.",
        Argument::NamespaceCharacter { .. } | Argument::TableCharacter { .. } | Argument::FamilyCharacter { .. } => {
            "Leave that character out of the name."
        }
        Argument::NoColumns => "Give at least one column with a value.",
        Argument::NegativeTimestamp { .. } | Argument::NegativeTimeRange { .. } => {
            "Give a time of 0 or later, or leave it to the server."
        }
        Argument::EmptySplitKey | Argument::RepeatedSplitKey { .. } => {
            "Give each split key once, and none that is empty."
        }
        Argument::FilterSyntax(cause) => return syntax(cause),
        // HBase's message is "null", which says nothing.
        Argument::Filter(FilterArgument::NoPatterns) => "A filter of patterns needs at least one: give one.",
        Argument::NoTableName
        | Argument::TableStart { .. }
        | Argument::ReservedTableName
        | Argument::NoFamilyName
        | Argument::FamilyStart { .. }
        | Argument::ReservedFamilyName
        | Argument::FamilyLength
        | Argument::MaxVersionsNotPositive
        | Argument::MaxVersionsBelowMin { .. }
        | Argument::FewRegions { .. }
        | Argument::NothingToIncrement { .. }
        | Argument::NothingToAppend { .. }
        | Argument::AppendWithoutFamily
        | Argument::ReversedTimeRange
        | Argument::NoMutations
        | Argument::NoRoutingRow
        | Argument::OtherRow { .. }
        | Argument::BoundLength { .. }
        | Argument::Filter(_) => return None,
    })
}

fn syntax(syntax: &FilterSyntax) -> Option<&'static str> {
    match syntax {
        FilterSyntax::String | FilterSyntax::Name => {
            Some("This is not HBase's filter language: write a filter such as PrefixFilter('abc').")
        }
        FilterSyntax::UnknownName { .. }
        | FilterSyntax::Arguments
        | FilterSyntax::Expression { .. }
        | FilterSyntax::Parenthesis
        | FilterSyntax::Operand { .. }
        | FilterSyntax::Nested { .. } => None,
    }
}

fn refused(refused: &Refused) -> Option<&'static str> {
    Some(match refused {
        Refused::NoSplitPoint => {
            "No key to cut at: the largest file is one block, or its middle is in its first or last row. Load more rows, or give a key."
        }
        Refused::NotSplittable { .. } => {
            "It still refers to files of a parent, or is not open, or its policy forbids it: compact it first."
        }
        // HBase refuses the same key from somebody who names it with another error.
        Refused::SplitAtStart { .. } => {
            "Its middle, shortened as the policy says, is where it begins. So it stays whole, unless you give a key."
        }
        Refused::SplitOutside { .. } => "That key is outside the region: give one inside it, or leave the region out.",
        Refused::SplitDisabled { .. } => "Splitting is disabled for this table: set SPLIT_ENABLED to true.",
        Refused::MergeDisabled { .. }
        | Refused::UnknownRegion
        | Refused::RegionGone
        | Refused::RegionNotOnline
        | Refused::ServerNotOnline { .. }
        | Refused::ReadOnly
        | Refused::CellTooLarge { .. }
        | Refused::RawColumns
        | Refused::ReversedOnDemand
        | Refused::NoFamilies { .. }
        | Refused::Sanity(_) => return None,
    })
}

fn failure(failure: &Failure) -> Option<&'static str> {
    match failure {
        Failure::SplitAtStart => Some("The region begins there already: give a key inside it."),
        Failure::VersionsNotPositive => Some("Ask for at least one version."),
        Failure::NoFamily
        | Failure::NoRegion { .. }
        | Failure::LockTimeout { .. }
        | Failure::WriteTimeout
        | Failure::JobTimeout { .. }
        | Failure::NoAnswer => None,
    }
}

fn unmergeable(unmergeable: &Unmergeable) -> Option<&'static str> {
    match unmergeable {
        Unmergeable::Apart { .. } => Some("Only neighbours can be merged: choose two that touch."),
        Unmergeable::Repeated { .. } => Some("Both rows are in the same region: choose rows of two neighbours."),
        Unmergeable::References { .. } => Some("It still refers to files of a parent: compact it first."),
        Unmergeable::NotOpen { .. } | Unmergeable::NotOnline => None,
    }
}

/// What to do about an error, for the field that caused it.
pub fn advice(error: &Error) -> String {
    match of(error) {
        Advice::Whole(advice) => advice,
        Advice::Vague(advice) => advice.to_owned(),
    }
}

/// What went wrong, by HBase's name, and what to do, as the end of a sentence. Keys are those of a table.
pub fn trouble(table: &TableName, error: &Error) -> Phrase {
    let class = Phrase::from(error.class());
    match error {
        Error::RowsNotColocated { row } => class
            .text(". Row ")
            .key(table, row.clone())
            .text(" lies in another region, so nothing is written and nobody tries again."),
        Error::WrongRegion { row } => {
            class.text(". Row ").key(table, row.clone()).text(" lies in another region. Nothing is written.")
        }
        _ => match of(error) {
            Advice::Whole(advice) => class.text(". ").text(advice),
            Advice::Vague(_) => class.text(": ").text(quoted(error)).text("."),
        },
    }
}

/// Why the client sends the same again by itself, as the end of a sentence.
pub(super) fn again(error: &Error) -> &'static str {
    match error {
        Error::NotServingRegion { .. } => "the region is not there any more. It looks for it again.",
        Error::WrongRegion { .. } => "the first row is not in that region. It looks for it again.",
        Error::RegionTooBusy { .. } => "the memstore is over its limit. It tries again later.",
        Error::UnknownScanner { .. } | Error::ScannerReset { .. } => "the scanner is gone. It opens a new one.",
        _ => "it could not be done. It tries again.",
    }
}
