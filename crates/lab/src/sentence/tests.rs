//! Every event and every error has a sentence of at most 200 characters.

use super::{LONGEST, advice, fit, tell, trouble};
use crate::scenario::{Built, Start};
use crate::world::World;
use splitpoint_model::bytes::{Family, Qualifier, RowKey};
use splitpoint_model::cell::{Cell, CellType, KeyRef};
use splitpoint_model::error::Error;
use splitpoint_model::event::*;
use splitpoint_model::filter::ReturnCode;

/// Names as long as HBase allows, or longer than one would read.
struct Names {
    row: RowKey,
    family: Family,
    qualifier: Qualifier,
    value: Vec<u8>,
}

fn names(length: usize) -> Names {
    let long = vec![b'x'; length];
    Names {
        row: long.as_slice().into(),
        family: long[..length.min(127)].into(),
        qualifier: long.as_slice().into(),
        value: long,
    }
}

/// The names of all variants of a type, and of one value. A variant that is new has to be named here, since the match
/// knows no other, and then to be among the examples.
macro_rules! variants {
    ($all:ident, $name:ident, $type:ident: $($variant:ident)*) => {
        const $all: &[&str] = &[$(stringify!($variant)),*];

        fn $name(value: &$type) -> &'static str {
            match value {
                $($type::$variant { .. } => stringify!($variant),)*
            }
        }
    };
}

variants! { ERRORS, error_name, Error:
    IllegalArgument RowLength KeyValueTooLarge NoSuchColumnFamily TableNotFound TableExists TableNotEnabled
    TableNotDisabled NotServingRegion WrongRegion RowsNotColocated RowOutsideRegion ServerUnreachable ConnectionLost
    RegionTooBusy UnknownScanner ScannerReset NotALong DoNotRetry Io MergeRegion FailedSanityCheck UnknownProtocol
    InvalidFamilyOperation IncompatibleFilter PatternSyntax WrongRow
}

variants! { EVENTS, event_name, Event:
    LocationCached MetaLookup LocationForgotten RpcSent RpcAnswered Retry OperationDone RowLocked RowUnlocked
    ConditionChecked WalAppended MemStoreAdded Published WriteRefused ScannerOpened FileSkipped BlockRead Seek CellVisited
    RowReturned RowFiltered RegionExhausted ScannerClosed FlushStarted CellDropped FileFlushed FlushFinished
    CompactionStarted CompactionFinished SplitPointChosen RegionClosed DaughtersCreated RegionsMerged MetaWritten
    RegionOpened ServerCrashed WalReplayed TableChanged JobRefused
}

variants! { SKIPS, skip_name, SkipReason: KeyRange TimeRange Expired Bloom }

variants! { DROPS, drop_name, DropReason: Deleted OlderVersion Expired Repeated Marker }

variants! { CHANGES, change_name, TableChange: Created Altered Disabled Enabled Truncated Dropped }

variants! { VERDICTS, verdict_name, Verdict:
    Included NotYetVisible Marker Deleted OlderVersion Repeated Expired OutsideTimeRange OtherColumn Filtered
    OutsideStoreLimit
}

fn errors(names: &Names) -> Vec<Error> {
    let (row, family, text) = (names.row.clone(), names.family.clone(), names.row.to_string());
    let table = || text.as_str().into();
    vec![
        Error::IllegalArgument { message: text.clone() },
        Error::RowLength { length: 0 },
        Error::RowLength { length: 40_000 },
        Error::KeyValueTooLarge { limit: 10 << 20 },
        Error::NoSuchColumnFamily { family: family.clone(), table: table() },
        Error::TableNotFound { table: table() },
        Error::TableExists { table: table() },
        Error::TableNotEnabled { table: table() },
        Error::TableNotDisabled { table: table() },
        Error::NotServingRegion { region: text.clone() },
        Error::WrongRegion { row: row.clone() },
        Error::RowsNotColocated { row: row.clone() },
        Error::RowOutsideRegion {
            purpose: "row lock",
            region: text.clone(),
            start: row.clone(),
            end: row.clone(),
            row: row.clone(),
        },
        Error::ServerUnreachable { server: 1 },
        Error::ConnectionLost,
        Error::RegionTooBusy { region: text.clone(), limit: 1 << 30 },
        Error::UnknownScanner { id: 7 },
        Error::ScannerReset { region: text.clone() },
        Error::NotALong { family, qualifier: names.qualifier.clone(), width: 3 },
        Error::DoNotRetry { message: text.clone() },
        Error::Io { message: text.clone() },
        Error::MergeRegion { message: text.clone() },
        Error::FailedSanityCheck { message: text.clone() },
        Error::UnknownProtocol { region: text.clone() },
        Error::InvalidFamilyOperation { message: text.clone() },
        Error::IncompatibleFilter { message: text.clone() },
        Error::PatternSyntax { message: text },
        Error::WrongRow { action: row.clone(), original: row },
    ]
}

fn events(names: &Names) -> Vec<Event> {
    let (row, family, qualifier) = (names.row.clone(), names.family.clone(), names.qualifier.clone());
    let (region, server, file) = (RegionId(4_000_000), ServerId(1), FileId(4_000_000));
    let table = || names.row.to_string().as_str().into();
    let cell = |cell_type| Cell::new(&row, &family, &qualifier, 1_700_000_000_000, cell_type, &names.value);
    let put = cell(CellType::Put);
    let call = |rows| Call { name: "checkAndMutate", rows };
    let mut events = vec![
        Event::LocationCached { table: table(), row: row.clone(), region, server },
        Event::MetaLookup { table: table(), row: row.clone(), region, server },
        Event::LocationForgotten { table: table(), region },
        Event::RpcSent { call: call(vec![row.clone()]), region, server },
        Event::RpcSent { call: call(vec![row.clone(), row.clone()]), region, server },
        Event::RpcAnswered { call: call(vec![row.clone()]), region, server, error: None },
        Event::OperationDone { error: None },
        Event::RowLocked { region, row: row.clone(), exclusive: true },
        Event::RowLocked { region, row: row.clone(), exclusive: false },
        Event::RowUnlocked { region, row: row.clone() },
        Event::WalAppended { region, server, sequence_id: 1 << 40, cells: vec![put.clone(), put.clone()] },
        Event::MemStoreAdded { region, cell: put.clone() },
        Event::MemStoreAdded { region, cell: cell(CellType::DeleteFamilyVersion) },
        Event::Published { region, read_point: 1 << 40 },
        Event::ScannerOpened { region, read_point: 1 << 40 },
        Event::BlockRead { region, file, block: 100_000, bytes: 65536, cached: true },
        Event::Seek { region, to: KeyRef::first_on_column(&row, &family, &qualifier).to_owned() },
        Event::RowReturned { region, row: row.clone(), cells: 1_000_000 },
        Event::RowFiltered { region, row: row.clone() },
        Event::RegionExhausted { region },
        Event::ScannerClosed { region },
        Event::FlushStarted { region, families: vec![family.clone(), family.clone()], cells: 1_000_000 },
        Event::FileFlushed { region, family: family.clone(), file, cells: 1_000_000, bytes: 1 << 30 },
        Event::FlushFinished { region },
        Event::CompactionStarted { region, family: family.clone(), files: vec![file; 10], all_files: true },
        Event::CompactionFinished {
            region,
            family: family.clone(),
            files: vec![file; 10],
            into: file,
            cells: 1_000_000,
            bytes: 1 << 30,
        },
        Event::SplitPointChosen { region, file: None, middle: row.clone(), at: row.clone() },
        Event::SplitPointChosen { region, file: Some(file), middle: row.clone(), at: row.clone() },
        Event::SplitPointChosen { region, file: Some(file), middle: row.clone(), at: b"a".as_slice().into() },
        Event::RegionClosed { region, server },
        Event::DaughtersCreated { parent: region, first: region, second: region, at: row.clone(), references: 12 },
        Event::RegionsMerged { parents: vec![region; 4], into: region },
        Event::MetaWritten { table: table(), regions: vec![region; 4] },
        Event::RegionOpened { region, server },
        Event::ServerCrashed { server },
        Event::WalReplayed { region, edits: 1_000_000, cells: 1_000_000 },
    ];
    for error in errors(names) {
        events.extend([
            Event::RpcAnswered { call: call(vec![row.clone()]), region, server, error: Some(error.clone()) },
            Event::Retry { attempt: 12, pause_ms: 20_000, error: error.clone() },
            Event::OperationDone { error: Some(error.clone()) },
            Event::WriteRefused { region, error: error.clone() },
            Event::JobRefused { error },
        ]);
    }
    for holds in [true, false] {
        for column in [None, Some((family.clone(), qualifier.clone()))] {
            for found in [None, Some(put.clone())] {
                let column = column.clone();
                events.push(Event::ConditionChecked { region, row: row.clone(), column, found, holds });
            }
        }
    }
    for reason in [SkipReason::KeyRange, SkipReason::TimeRange, SkipReason::Expired, SkipReason::Bloom] {
        events.push(Event::FileSkipped { region, file, reason });
    }
    for reason in
        [DropReason::Deleted, DropReason::OlderVersion, DropReason::Expired, DropReason::Repeated, DropReason::Marker]
    {
        events.push(Event::CellDropped { region, cell: put.clone(), reason });
    }
    for change in [
        TableChange::Created,
        TableChange::Altered,
        TableChange::Disabled,
        TableChange::Enabled,
        TableChange::Truncated,
        TableChange::Dropped,
    ] {
        events.push(Event::TableChanged { table: table(), change });
    }
    for verdict in [
        Verdict::Included,
        Verdict::NotYetVisible,
        Verdict::Marker,
        Verdict::Deleted,
        Verdict::OlderVersion,
        Verdict::Repeated,
        Verdict::Expired,
        Verdict::OutsideTimeRange,
        Verdict::OtherColumn,
        Verdict::Filtered(ReturnCode::SeekNextUsingHint),
        Verdict::OutsideStoreLimit,
    ] {
        let (source, code) = (Source::File(file), MatchCode::IncludeAndSeekNextCol);
        events.push(Event::CellVisited { region, source, cell: put.clone(), verdict, code });
    }
    events
}

fn world() -> World {
    let built = Built::empty();
    World::new(built.cluster, built.now, Start::empty().clients)
}

#[test]
fn nothing_that_can_happen_is_missing_here() {
    let names = names(8);
    let (errors, events) = (errors(&names), events(&names));
    let all = |all: &[&'static str], named: Vec<&'static str>| {
        let missing: Vec<_> = all.iter().filter(|name| !named.contains(name)).collect();
        assert!(missing.is_empty(), "no example of {missing:?}");
    };
    all(ERRORS, errors.iter().map(error_name).collect());
    all(EVENTS, events.iter().map(event_name).collect());
    let mut reasons: [Vec<&'static str>; 4] = Default::default();
    for event in &events {
        match event {
            Event::FileSkipped { reason, .. } => reasons[0].push(skip_name(reason)),
            Event::CellDropped { reason, .. } => reasons[1].push(drop_name(reason)),
            Event::TableChanged { change, .. } => reasons[2].push(change_name(change)),
            Event::CellVisited { verdict, .. } => reasons[3].push(verdict_name(verdict)),
            _ => {}
        }
    }
    for (names, named) in [SKIPS, DROPS, CHANGES, VERDICTS].into_iter().zip(reasons) {
        all(names, named);
    }
}

#[test]
fn no_sentence_is_empty_or_too_long() {
    let world = world();
    for length in [1, 8, 200, 32_767] {
        for event in events(&names(length)) {
            let parts = fit(tell(&world, &event).parts(&|_, row| String::from_utf8_lossy(row).into_owned()));
            let text: String = parts.iter().map(|part| part.text.as_str()).collect();
            assert!(text.chars().count() <= LONGEST, "{} characters: {text}", text.chars().count());
            assert!(text.chars().any(char::is_alphabetic), "{event:?}: {text}");
            // Only keys that nobody can read whole may take the end of a sentence with them, and then it shows.
            assert!(text.ends_with('.') || (length > 8 && text.ends_with('…')), "{text}");
        }
    }
}

#[test]
fn sentences_about_short_keys_are_never_cut() {
    let world = world();
    for event in events(&names(10)) {
        let text = tell(&world, &event).print(&|_, row| String::from_utf8_lossy(row).into_owned());
        assert!(text.chars().count() <= LONGEST, "{} characters: {text}", text.chars().count());
        assert!(!text.contains('…') && text.ends_with('.'), "{text}");
    }
}

#[test]
fn every_error_says_what_to_do() {
    for error in errors(&names(32_767)) {
        assert!(advice(&error).chars().count() <= LONGEST, "{}", advice(&error));
        assert!(advice(&error).ends_with('.'));
        let told = fit(trouble(&"t".into(), &error).parts(&|_, row| String::from_utf8_lossy(row).into_owned()));
        let text: String = told.iter().map(|part| part.text.as_str()).collect();
        assert!(text.starts_with(error.class()) && text.len() > error.class().len() + 10, "{text}");
        assert!(text.ends_with('.') && text.chars().count() <= LONGEST, "{text}");
    }
}
