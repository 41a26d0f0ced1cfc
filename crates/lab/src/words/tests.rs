//! Every event and every error has a sentence of at most 200 characters.

use super::error::MESSAGE;
use super::{LONGEST, Regions as _, advice, fit, tell, tell_beside, trouble};
use crate::scenario::{Built, Start};
use crate::sim::world::World;
use splitpoint_model::bytes::{Family, Qualifier, RowKey};
use splitpoint_model::cell::{Cell, CellType, KeyRef};
use splitpoint_model::error::{
    Absence, Argument, Bound, Error, Failure, FilterArgument, FilterOperator, FilterSyntax, Incompatible, Refused,
    Sanity, Span, Unmergeable,
};
use splitpoint_model::event::*;
use splitpoint_model::filter::ReturnCode;
use splitpoint_model::query::Retention;

/// Names as long as HBase allows, or longer than one would read.
pub(crate) struct Names {
    pub(crate) row: RowKey,
    pub(crate) family: Family,
    pub(crate) qualifier: Qualifier,
    pub(crate) value: Vec<u8>,
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

variants! { EVENTS, event_name, Event:
    LocationCached MetaLookup LocationForgotten RpcSent RpcAnswered Retry OperationDone RowLocked RowUnlocked
    ConditionChecked WalAppended WalSkipped MemStoreAdded Published WriteRefused ScannerOpened FileSkipped BlockRead Seek CellVisited
    RowReturned RowFiltered RegionExhausted ScannerClosed FlushStarted CellDropped FileFlushed FlushFinished
    CompactionStarted CompactionFinished SplitPointChosen RegionClosed DaughtersCreated RegionsMerged MetaWritten
    RegionOpened ServerCrashed WalReplayed TableChanged JobRefused
}

variants! { SKIPS, skip_name, SkipReason: KeyRange TimeRange Expired Bloom }

variants! { DROPS, drop_name, DropReason: Deleted OlderVersion Expired Repeated Marker }

variants! { CHANGES, change_name, TableChange: Created Altered Disabled Enabled Truncated Dropped }

variants! { VERDICTS, verdict_name, CellVerdict:
    Included NotYetVisible Marker Deleted OlderVersion Repeated Expired OutsideTimeRange OtherColumn Filtered
    OutsideStoreLimit
}

/// Examples of every variant of an enumeration: a variant without a line does not compile.
macro_rules! examples {
    ($($variant:pat => [$($example:expr),+ $(,)?]),+ $(,)?) => {{
        let _ = |case: &_| match case {
            $($variant => ()),+
        };
        let mut examples = Vec::new();
        $($({
            let example = $example;
            assert!(matches!(example, $variant), "{example:?} stands in another's line");
            examples.push(example);
        })+)+
        examples
    }};
}

fn arguments(names: &Names) -> Vec<Argument> {
    let (row, family, text) = (&names.row, &names.family, || names.row.to_string());
    examples! {
        Argument::NoTableName => [Argument::NoTableName],
        Argument::NoTableQualifier => [Argument::NoTableQualifier],
        Argument::NamespaceCharacter { .. } => [
            Argument::NamespaceCharacter { character: '!', at: 32_767, namespace: text() },
        ],
        Argument::TableStart { .. } => [Argument::TableStart { character: '-', qualifier: text() }],
        Argument::TableCharacter { .. } => [
            Argument::TableCharacter { character: '!', at: 32_767, qualifier: text() },
        ],
        Argument::ReservedTableName => [Argument::ReservedTableName],
        Argument::NoFamilyName => [Argument::NoFamilyName],
        Argument::FamilyStart { .. } => [Argument::FamilyStart { family: family.clone() }],
        Argument::FamilyCharacter { .. } => [Argument::FamilyCharacter { byte: b':', family: family.clone() }],
        Argument::ReservedFamilyName => [Argument::ReservedFamilyName],
        Argument::FamilyLength => [Argument::FamilyLength],
        Argument::MaxVersionsNotPositive => [Argument::MaxVersionsNotPositive],
        Argument::MaxVersionsBelowMin { .. } => [Argument::MaxVersionsBelowMin { max: 1, min: i32::MAX }],
        Argument::EmptySplitKey => [Argument::EmptySplitKey],
        Argument::RepeatedSplitKey { .. } => [Argument::RepeatedSplitKey { key: row.clone() }],
        Argument::FewRegions { .. } => [Argument::FewRegions { regions: 1 }],
        Argument::NoColumns => [Argument::NoColumns],
        Argument::NothingToIncrement { .. } => [Argument::NothingToIncrement { row: row.clone() }],
        Argument::NothingToAppend { .. } => [Argument::NothingToAppend { row: row.clone() }],
        Argument::AppendWithoutFamily => [Argument::AppendWithoutFamily],
        Argument::NegativeTimestamp { .. } => [Argument::NegativeTimestamp { time: i64::MIN }],
        Argument::NegativeTimeRange { .. } => [Argument::NegativeTimeRange { min: i64::MIN, max: i64::MAX }],
        Argument::ReversedTimeRange => [Argument::ReversedTimeRange],
        Argument::NoMutations => [Argument::NoMutations],
        Argument::NoRoutingRow => [Argument::NoRoutingRow],
        Argument::OtherRow { .. } => [Argument::OtherRow { action: row.clone(), original: row.clone() }],
        Argument::BoundLength { .. } => [
            Argument::BoundLength { bound: Bound::Start },
            Argument::BoundLength { bound: Bound::Stop },
        ],
        Argument::Filter(_) => [Argument::Filter(FilterArgument::NoRanges)],
        Argument::FilterSyntax(_) => [Argument::FilterSyntax(FilterSyntax::String)],
    }
}

fn filters(names: &Names) -> Vec<FilterArgument> {
    examples! {
        FilterArgument::NegativePageSize { .. } => [FilterArgument::NegativePageSize { page_size: i64::MIN }],
        FilterArgument::NegativeCount { .. } => [FilterArgument::NegativeCount { limit: -1 }],
        FilterArgument::NegativeLimit { .. } => [FilterArgument::NegativeLimit { limit: -1 }],
        FilterArgument::NegativeOffset { .. } => [FilterArgument::NegativeOffset { offset: -1 }],
        FilterArgument::NegativeTimestamp { .. } => [FilterArgument::NegativeTimestamp { time: i64::MIN }],
        FilterArgument::RepeatedPrefix => [FilterArgument::RepeatedPrefix],
        FilterArgument::NoRanges => [FilterArgument::NoRanges],
        FilterArgument::InvalidRanges { .. } => [
            FilterArgument::InvalidRanges { ranges: vec![(names.row.clone(), names.row.clone())] },
        ],
        FilterArgument::NoPatterns => [FilterArgument::NoPatterns],
        FilterArgument::PatternLengths { .. } => [
            FilterArgument::PatternLengths { key: names.row.clone(), mask: names.value.as_slice().into() },
        ],
        FilterArgument::NotDecimal { .. } => [FilterArgument::NotDecimal { text: names.row.to_string() }],
    }
}

fn syntaxes(names: &Names) -> Vec<FilterSyntax> {
    let text = || names.row.to_string();
    examples! {
        FilterSyntax::String => [FilterSyntax::String],
        FilterSyntax::Name => [FilterSyntax::Name],
        FilterSyntax::UnknownName { .. } => [FilterSyntax::UnknownName { name: text() }],
        FilterSyntax::Arguments => [FilterSyntax::Arguments],
        FilterSyntax::Expression { .. } => [FilterSyntax::Expression { expression: text() }],
        FilterSyntax::Parenthesis => [FilterSyntax::Parenthesis],
        FilterSyntax::Operand { .. } => [
            FilterSyntax::Operand { operator: FilterOperator::And },
            FilterSyntax::Operand { operator: FilterOperator::While },
        ],
        FilterSyntax::Nested { .. } => [FilterSyntax::Nested { most: 200 }],
    }
}

fn refusals(names: &Names) -> Vec<Refused> {
    let (row, text) = (&names.row, || names.row.to_string());
    let span = Span { encoded: text(), name: text(), start: row.clone(), end: row.clone() };
    examples! {
        Refused::NotSplittable { .. } => [Refused::NotSplittable { region: text() }],
        Refused::NoSplitPoint => [Refused::NoSplitPoint],
        Refused::SplitAtStart { .. } => [Refused::SplitAtStart { at: row.clone() }],
        Refused::SplitOutside { .. } => [
            Refused::SplitOutside { at: row.clone(), region: Box::new(span.clone()) },
        ],
        Refused::SplitDisabled { .. } => [Refused::SplitDisabled { region: text() }],
        Refused::MergeDisabled { .. } => [Refused::MergeDisabled { regions: vec![text(), text()] }],
        Refused::UnknownRegion => [Refused::UnknownRegion],
        Refused::RegionGone => [Refused::RegionGone],
        Refused::RegionNotOnline => [Refused::RegionNotOnline],
        Refused::ServerNotOnline { .. } => [Refused::ServerNotOnline { server: 255 }],
        Refused::ReadOnly => [Refused::ReadOnly],
        Refused::CellTooLarge { .. } => [
            Refused::CellTooLarge { size: 20 << 20, limit: 10 << 20, region: text() },
        ],
        Refused::RawColumns => [Refused::RawColumns],
        Refused::ReversedOnDemand => [Refused::ReversedOnDemand],
        Refused::NoFamilies { .. } => [Refused::NoFamilies { table: names.row.to_string().as_str().into() }],
        Refused::Sanity(_) => [Refused::Sanity(Sanity::NoFamilies)],
    }
}

fn sanities(names: &Names) -> Vec<Sanity> {
    let family = || names.family.clone();
    examples! {
        Sanity::FileSize { .. } => [Sanity::FileSize { bytes: i64::MIN }],
        Sanity::FlushSize { .. } => [Sanity::FlushSize { bytes: i64::MIN }],
        Sanity::SplitPolicy { .. } => [
            Sanity::SplitPolicy { policy: names.row.to_string(), table: names.row.to_string().as_str().into() },
        ],
        Sanity::NoFamilies => [Sanity::NoFamilies],
        Sanity::TimeToLive { .. } => [Sanity::TimeToLive { family: family() }],
        Sanity::BlockSize { .. } => [Sanity::BlockSize { family: family() }],
        Sanity::NegativeMinVersions { .. } => [Sanity::NegativeMinVersions { family: family() }],
        Sanity::MinVersionsAboveMax { .. } => [Sanity::MinVersionsAboveMax { family: family() }],
    }
}

fn failures(names: &Names) -> Vec<Failure> {
    let (row, text) = (&names.row, || names.row.to_string());
    examples! {
        Failure::NoFamily => [Failure::NoFamily],
        Failure::VersionsNotPositive => [Failure::VersionsNotPositive],
        Failure::SplitAtStart => [Failure::SplitAtStart],
        Failure::NoRegion { .. } => [Failure::NoRegion { row: row.clone(), table: text().as_str().into() }],
        Failure::LockTimeout { .. } => [Failure::LockTimeout { row: row.clone(), region: text() }],
        Failure::WriteTimeout => [Failure::WriteTimeout],
        Failure::JobTimeout { .. } => [Failure::JobTimeout { wait: text() }],
        Failure::NoAnswer => [Failure::NoAnswer],
    }
}

fn merges(names: &Names) -> Vec<Unmergeable> {
    let text = || names.row.to_string();
    examples! {
        Unmergeable::Repeated { .. } => [Unmergeable::Repeated { passed: 2, unique: 1 }],
        Unmergeable::Apart { .. } => [Unmergeable::Apart { one: text(), other: text() }],
        Unmergeable::NotOpen { .. } => [Unmergeable::NotOpen { region: text() }],
        Unmergeable::References { .. } => [
            Unmergeable::References { regions: vec![text(), text()], blocked: text() },
        ],
        Unmergeable::NotOnline => [Unmergeable::NotOnline],
    }
}

/// An example of every error, and of every cause of those that have several.
pub(crate) fn errors(names: &Names) -> Vec<Error> {
    let (row, family, text) = (&names.row, &names.family, || names.row.to_string());
    let table = || text().as_str().into();
    let mut errors = examples! {
        Error::IllegalArgument(_) => [Argument::NoTableName.into()],
        Error::RowLength { .. } => [Error::RowLength { length: 0 }, Error::RowLength { length: 40_000 }],
        Error::KeyValueTooLarge { .. } => [Error::KeyValueTooLarge { limit: 10 << 20 }],
        Error::NoSuchColumnFamily { .. } => [Error::NoSuchColumnFamily { family: family.clone(), table: table() }],
        Error::TableNotFound { .. } => [
            Error::TableNotFound { table: table() },
            Error::TableNotFound { table: "hbase:meta".into() },
            Error::TableNotFound { table: "hbase:namespace".into() },
        ],
        Error::TableExists { .. } => [Error::TableExists { table: table() }],
        Error::TableNotEnabled { .. } => [Error::TableNotEnabled { table: table() }],
        Error::TableNotDisabled { .. } => [Error::TableNotDisabled { table: table() }],
        Error::NotServingRegion { .. } => [
            Error::NotServingRegion { region: text(), why: Absence::Offline },
            Error::NotServingRegion { region: text(), why: Absence::Closing },
            Error::NotServingRegion { region: text(), why: Absence::Elsewhere { server: 255 } },
        ],
        Error::WrongRegion { .. } => [Error::WrongRegion { row: row.clone() }],
        Error::RowsNotColocated { .. } => [Error::RowsNotColocated { row: row.clone() }],
        Error::RowOutsideRegion { .. } => [Error::RowOutsideRegion {
            purpose: "doMiniBatchMutate",
            region: text(),
            start: row.clone(),
            end: row.clone(),
            row: row.clone(),
        }],
        Error::ServerUnreachable { .. } => [Error::ServerUnreachable { server: 255 }],
        Error::ConnectionLost => [Error::ConnectionLost],
        Error::RegionTooBusy { .. } => [Error::RegionTooBusy { region: text(), limit: 1 << 30 }],
        Error::UnknownScanner { .. } => [Error::UnknownScanner { id: 7 }],
        Error::ScannerReset { .. } => [Error::ScannerReset { region: text() }],
        Error::NotALong { .. } => [
            Error::NotALong { family: family.clone(), qualifier: names.qualifier.clone(), width: 3 },
        ],
        Error::DoNotRetry(_) => [Refused::NoSplitPoint.into()],
        Error::Io(_) => [Failure::NoAnswer.into()],
        Error::MergeRegion(_) => [Unmergeable::NotOnline.into()],
        Error::UnknownProtocol { .. } => [Error::UnknownProtocol { region: text() }],
        Error::IncompatibleFilter(_) => [
            Error::IncompatibleFilter(Incompatible::Batch),
            Error::IncompatibleFilter(Incompatible::MidRow),
        ],
        Error::PatternSyntax { .. } => [
            Error::PatternSyntax { reason: "Unclosed character class".to_owned(), pattern: text() },
        ],
        Error::WrongRow { .. } => [Error::WrongRow { action: row.clone(), original: row.clone() }],
    };
    errors.extend(arguments(names).into_iter().map(Error::from));
    errors.extend(filters(names).into_iter().map(Error::from));
    errors.extend(syntaxes(names).into_iter().map(Error::from));
    errors.extend(refusals(names).into_iter().map(Error::from));
    errors.extend(sanities(names).into_iter().map(Error::from));
    errors.extend(failures(names).into_iter().map(Error::from));
    errors.extend(merges(names).into_iter().map(Error::from));
    errors
}

/// What an event tells of that went wrong.
fn error_of(event: &Event) -> Option<&Error> {
    match event {
        Event::RpcAnswered { error, .. } | Event::OperationDone { error } => error.as_ref(),
        Event::Retry { error, .. } | Event::WriteRefused { error, .. } | Event::JobRefused { error } => Some(error),
        _ => None,
    }
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
        Event::WalSkipped { region, server, sequence_id: 1 << 40, cells: vec![put.clone()] },
        Event::MemStoreAdded { region, cell: put.clone() },
        Event::MemStoreAdded { region, cell: cell(CellType::DeleteFamilyVersion) },
        Event::Published { region, read_point: 1 << 40 },
        Event::ScannerOpened { region, read_point: 1 << 40, from: None, reversed: false },
        Event::ScannerOpened { region, read_point: u64::MAX, from: Some(put.key().to_owned()), reversed: true },
        Event::BlockRead {
            region,
            file,
            read: BlockRead { origin: file, block: 100_000, bytes: 65536, retention: Retention::KeepInMemory },
            cached: false,
        },
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
        Event::ServerCrashed { server, lost: 0 },
        Event::ServerCrashed { server, lost: 1_000_000 },
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
        CellVerdict::Included,
        CellVerdict::NotYetVisible,
        CellVerdict::Marker,
        CellVerdict::Deleted,
        CellVerdict::OlderVersion,
        CellVerdict::Repeated,
        CellVerdict::Expired,
        CellVerdict::OutsideTimeRange,
        CellVerdict::OtherColumn,
        CellVerdict::Filtered(ReturnCode::SeekNextUsingHint),
        CellVerdict::OutsideStoreLimit,
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
    let events = events(&names);
    let all = |all: &[&'static str], named: Vec<&'static str>| {
        let missing: Vec<_> = all.iter().filter(|name| !named.contains(name)).collect();
        assert!(missing.is_empty(), "no example of {missing:?}");
    };
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
        // Some messages of HBase are longer than what a sentence has room for.
        let wordy = error_of(&event).is_some_and(|error| super::message(error).chars().count() > MESSAGE);
        assert!((wordy || !text.contains('…')) && text.ends_with('.'), "{text}");
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

#[test]
fn what_is_known_of_a_case_stands_for_its_message() {
    let told = |error: Error| (advice(&error), trouble(&"t".into(), &error).print(&|_, _| String::new()));
    let advice = "Only neighbours can be merged: choose two that touch.";
    let apart = Unmergeable::Apart { one: "1".to_owned(), other: "2".to_owned() };
    assert_eq!(told(apart.into()), (advice.to_owned(), format!("MergeRegionException. {advice}")));
    let closed = Unmergeable::NotOpen { region: "1".to_owned() };
    let message = "MergeRegionException: 1 is not OPEN; state=CLOSED.";
    assert_eq!(told(closed.into()), ("These regions cannot be merged: choose others.".to_owned(), message.to_owned()));
}

#[test]
fn servers_have_one_name_in_every_message() {
    let dead: Error = Refused::ServerNotOnline { server: 0 }.into();
    assert_eq!(super::message(&dead), "server S1 is not online");
    assert_eq!(advice(&dead), "Server S1 does not run: choose one that does.");
    let elsewhere = Error::NotServingRegion { region: "t,,1.".to_owned(), why: Absence::Elsewhere { server: 1 } };
    assert_eq!(super::message(&elsewhere), "t,,1. is not online on server S2");
    assert_eq!(super::message(&Error::ServerUnreachable { server: 2 }), "Connection refused: server S3");
}

#[test]
fn a_name_in_a_message_is_not_taken_for_its_cause() {
    let name = "Incorrect Filter, Illegal character, NOT splittable".to_owned();
    let odd = Refused::CellTooLarge { size: 2, limit: 1, region: name };
    assert_eq!(advice(&odd.into()), "The server refuses, and sending it again cannot help: correct it.");
}

#[test]
fn the_table_in_the_picture_need_not_be_named() {
    let short = |line| super::without_table(line, "t");
    assert_eq!(short("B put 't', key(17), 'c:text', 'x'"), "B put key(17), 'c:text', 'x'");
    assert_eq!(short("put 'other', 't', 'c:text', 'x'"), "put 'other', 't', 'c:text', 'x'", "a row");
    assert_eq!(short("scan 't'"), "scan 't'", "without it nothing would be left");
}

#[test]
fn a_line_that_is_too_long_ends_after_a_whole_word_and_outside_of_quotes() {
    let short = |line| super::shortened(line, 28);
    assert_eq!(short("A scan 't', LIMIT => 1"), "A scan 't', LIMIT => 1");
    assert_eq!(short("40.times { |n| put 'wide', '7', \"a:#{n}\", 'an action' }"), "40.times { |n| put 'wide', …");
    assert_eq!(short("A put 'comments', 'a key of some words', 'c:text'"), "A put 'comments', …");
    assert_eq!(short("n=1;n-=1until(check_and_put('comments',key(n)))"), "n=1;n-=1until(check_and_put(…");
}

#[test]
fn work_on_a_table_that_is_not_in_the_picture_names_it_once() {
    let built = crate::scenario::first().build().finish().expect("an example");
    let world = World::new(built.cluster, built.now, 1);
    let region = world.cluster().all_regions().next().expect("a region");
    let (id, table, label) = (region.id(), region.table_name().to_string(), world.label(region.id()));
    let event = Event::FlushFinished { region: id };
    let told = |event: &Event, shown: &str| tell_beside(&world, event, shown).print(&|_, _| String::new());
    let end = " has flushed: what was in the memstore is in files now.";
    assert_eq!(told(&event, &table), [&label, end].concat());
    assert_eq!(told(&event, ""), [&label, end].concat(), "no table is in the picture");
    assert_eq!(told(&event, "another"), format!("{label} of {table}{end}"));
    let cut = Event::DaughtersCreated { parent: id, first: id, second: id, at: "m".into(), references: 2 };
    let begins = format!("{label} of {table} becomes {label} and {label}, cut at ");
    assert!(told(&cut, "another").starts_with(&begins), "{}", told(&cut, "another"));
}
