//! What an error means and what to do about it.

use super::cut;
use crate::phrase::Phrase;
use splitpoint_model::bytes::TableName;
use splitpoint_model::error::{Error, MAX_ROW_LENGTH};

/// Characters of a message of HBase in a sentence.
const MESSAGE: usize = 110;

fn quoted(message: &str) -> String {
    cut(message.trim_end_matches(['.', '!', ' ']), MESSAGE)
}

/// What to do about messages of HBase that one meets often: how each begins or what is in it.
const KNOWN: [(&str, &str); 17] = [
    ("bestSplitPoint = null", "No store file has two blocks to cut between: load more rows, or give a key."),
    (
        "NOT splittable",
        "It still refers to files of a parent, or is not open, or its policy forbids it: compact it first.",
    ),
    ("equals to startkey", "The region begins there already: give a key inside it."),
    ("equal to startkey", "The region begins there already: give a key inside it."),
    ("not inside region key range", "That key is outside the region: give one inside it, or leave the region out."),
    ("split switch off", "Splitting is switched off for the cluster."),
    ("split is disabled", "Splitting is disabled for this table: set SPLIT_ENABLED to true."),
    ("non-adjacent", "Only neighbours can be merged: choose two that touch."),
    ("cannot merge a region to itself", "Both rows are in the same region: choose rows of two neighbours."),
    ("is not mergeable", "It still refers to files of a parent: compact it first."),
    ("Illegal character", "Leave that character out of the name."),
    ("No columns to insert", "Give at least one column with a value."),
    ("Incorrect Filter", "This is not HBase's filter language: write a filter such as PrefixFilter('abc')."),
    ("maxVersions must be positive", "Ask for at least one version."),
    ("Timestamp cannot be negative", "Give a time of 0 or later, or leave it to the server."),
    ("split key", "Give each split key once, and none that is empty."),
    ("able qualifier must not be empty", "Give the table a name."),
];

fn known(message: &str) -> Option<&'static str> {
    KNOWN.iter().find(|(part, _)| message.contains(part)).map(|(_, advice)| *advice)
}

/// What HBase says in its own words, where an error has such.
fn message(error: &Error) -> Option<&str> {
    match error {
        Error::IllegalArgument { message }
        | Error::DoNotRetry { message }
        | Error::Io { message }
        | Error::MergeRegion { message }
        | Error::FailedSanityCheck { message }
        | Error::InvalidFamilyOperation { message }
        | Error::IncompatibleFilter { message }
        | Error::PatternSyntax { message } => Some(message),
        _ => None,
    }
}

/// What to do about an error, for the field that caused it.
pub fn advice(error: &Error) -> String {
    if let Some(advice) = message(error).and_then(known) {
        return advice.to_owned();
    }
    match error {
        Error::IllegalArgument { .. } => "HBase's client does not even send this: correct it.".to_owned(),
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
        Error::RowOutsideRegion { .. } => {
            "The row is not in the region that got the call: look its region up again, then send it again.".to_owned()
        }
        Error::ServerUnreachable { .. } => {
            "The server is dead: let its regions be recovered, then send it again.".to_owned()
        }
        Error::ConnectionLost => {
            "The server died at work, so it may be done or not: read the row, then send it again if need be.".to_owned()
        }
        Error::RegionTooBusy { .. } => "The memstore is over its limit: flush it, then send it again.".to_owned(),
        Error::UnknownScanner { .. } => "The server has forgotten the scanner: open it again.".to_owned(),
        Error::ScannerReset { .. } => {
            "The server closed the scanner: open it again after the last row it brought.".to_owned()
        }
        Error::NotALong { width, .. } => {
            format!("Only a value of 8 bytes can be incremented, and this one has {width}: put one of 8 bytes first.")
        }
        Error::DoNotRetry { .. } => "The server refuses, and sending it again cannot help: correct it.".to_owned(),
        Error::Io { .. } => {
            "The server could not do it, and nothing is changed: correct it, or send it again.".to_owned()
        }
        Error::MergeRegion { .. } => "These regions cannot be merged: choose others.".to_owned(),
        Error::FailedSanityCheck { .. } => "The server finds the request wrong: correct it.".to_owned(),
        Error::UnknownProtocol { .. } => {
            "The table has not loaded MultiRowMutationEndpoint: load it for the table or for all of them.".to_owned()
        }
        Error::InvalidFamilyOperation { .. } => "The family cannot be changed so: correct it.".to_owned(),
        Error::IncompatibleFilter { .. } => "The filter does not fit the scan: change one of them.".to_owned(),
        Error::WrongRow { .. } => "All mutations of one call have to be of the same row.".to_owned(),
        Error::PatternSyntax { .. } => "This is no regular expression of Java's: correct it.".to_owned(),
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
        _ => match message(error) {
            Some(message) if known(message).is_none() => class.text(": ").text(quoted(message)).text("."),
            _ => class.text(". ").text(advice(error)),
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
