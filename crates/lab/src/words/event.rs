//! A sentence for each kind of event.

use super::error::again;
use super::phrase::Phrase;
use super::region::source;
use super::{Regions, count, counted, cut, file_label, server_name, trouble};
use splitpoint_model::bytes::{Family, Qualifier, RowKey, TableName, to_string_binary};
use splitpoint_model::cell::{Cell, Key};
use splitpoint_model::event::{BlockRead, Call, CellVerdict, DropReason, Event, RegionId, SkipReason, TableChange};
use splitpoint_model::query::Retention;
use std::cell::Cell as StdCell;

/// Characters of a column or value in a sentence.
const SHORT: usize = 30;

pub(super) fn column(family: &[u8], qualifier: &[u8]) -> String {
    cut(&format!("{}:{}", to_string_binary(family), to_string_binary(qualifier)), SHORT)
}

/// A value as text, cut where it gets long.
pub(crate) fn value(value: &[u8]) -> String {
    match std::str::from_utf8(value) {
        Ok(text) if !text.chars().any(char::is_control) => cut(text, SHORT),
        _ => cut(&to_string_binary(value), SHORT),
    }
}

fn families(families: &[Family]) -> String {
    let names: Vec<String> = families.iter().map(|family| cut(&family.to_string(), SHORT)).collect();
    cut(&names.join(", "), 2 * SHORT)
}

fn files(number: usize) -> String {
    count(number, "file")
}

/// The rows a call names: one by its key, more by their number.
fn rows(phrase: Phrase, table: &TableName, call: &Call) -> Phrase {
    match call.rows.as_slice() {
        [] => phrase,
        [row] if row.is_empty() => phrase.text(" from the beginning"),
        [row] => phrase.text(" of ").key(table, row.clone()),
        rows => phrase.text(format!(" of {} rows", rows.len())),
    }
}

/// Row and column of a cell.
fn cell_name(table: &TableName, cell: &Cell) -> Phrase {
    Phrase::new().key(table, cell.row()).text(" ").text(column(cell.family(), cell.qualifier()))
}

fn key_name(table: &TableName, key: &Key) -> Phrase {
    let row = Phrase::new().key(table, key.row.clone());
    if key.family.is_empty() && key.qualifier.is_empty() {
        return row;
    }
    row.text(" ").text(column(&key.family, &key.qualifier))
}

fn verdict_words(verdict: CellVerdict) -> &'static str {
    match verdict {
        CellVerdict::Included => "keeps it for the answer",
        CellVerdict::NotYetVisible => "passes over it: it was written after this read began",
        CellVerdict::Marker => "keeps in mind what this delete marker hides",
        CellVerdict::Deleted => "passes over it: a delete marker hides it",
        CellVerdict::OlderVersion => "passes over it: newer versions fill the count",
        CellVerdict::Repeated => "passes over it: the same cell was met before",
        CellVerdict::Expired => "passes over it: its time to live is over",
        CellVerdict::OutsideTimeRange => "passes over it: it is outside the time range",
        CellVerdict::OtherColumn => "passes over it: that column was not asked for",
        CellVerdict::Filtered(_) => "leaves it out, as the filter says",
        CellVerdict::OutsideStoreLimit => "leaves it out: it is outside offset and limit of the family",
    }
}

/// An event as a sentence that follows the letter of the client that acted.
pub fn tell(names: &dyn Regions, event: &Event) -> Phrase {
    let label = |region: &RegionId| names.label(*region);
    let table = |region: &RegionId| names.table(*region);
    let text = |text: String| Phrase::from(text);
    match event {
        Event::LocationCached { table, row, region, server } => {
            let row = location(Phrase::from("takes for granted that "), table, row);
            row.text(format!(" is in {} on server {}: it has been there before.", label(region), server_name(*server)))
        }
        Event::MetaLookup { table, row, region, server } => {
            let row = location(Phrase::from("asks hbase:meta for "), table, row);
            row.text(format!(": it is in {} on server {}.", label(region), server_name(*server)))
        }
        Event::LocationForgotten { region, .. } => {
            text(format!("forgets where {} was: what it believed is no longer true.", label(region)))
        }
        Event::RpcSent { call, region, server } => rows(text(format!("sends a {}", call.name)), &table(region), call)
            .text(format!(" to {} on server {}.", label(region), server_name(*server))),
        Event::RpcAnswered { call, region, error: None, .. } => {
            rows(text(format!("gets the answer to its {}", call.name)), &table(region), call)
                .text(format!(" from {}.", label(region)))
        }
        Event::RpcAnswered { call, region, error: Some(error), .. } => {
            if error.is_retryable() {
                return text(format!("gets {} from {}: {}", error.class(), label(region), again(error)));
            }
            let start = text(format!("gets an exception from {} to its {}: ", label(region), call.name));
            start.with(trouble(&table(region), error))
        }
        Event::Retry { attempt, pause_ms, error } => {
            text(format!("waits {pause_ms} ms after {}, then sends it again (attempt {attempt}).", error.class()))
        }
        Event::OperationDone { error: None } => "has its answer.".into(),
        Event::OperationDone { error: Some(error) } => Phrase::from("fails: ").with(trouble(&"".into(), error)),
        Event::RowLocked { region, row, exclusive } => {
            let how =
                if *exclusive { ": others have to wait." } else { ", shared: other plain writes may lock it, too." };
            Phrase::from("locks row ").key(&table(region), row.clone()).text(format!(" in {}{how}", label(region)))
        }
        Event::RowUnlocked { region, row } => {
            Phrase::from("unlocks row ").key(&table(region), row.clone()).text(format!(" in {}.", label(region)))
        }
        Event::ConditionChecked { region, row, column, found, holds } => {
            checked(&table(region), row, column.as_ref(), found.as_ref(), *holds)
        }
        Event::WalAppended { region, server, sequence_id, cells } => {
            let (phrase, server) = (of_row(text("appends ".to_owned()), &table(region), cells), server_name(*server));
            phrase.text(format!(" to the log of server {server} for {}, as number {sequence_id}.", label(region)))
        }
        Event::WalSkipped { region, sequence_id, cells, .. } => {
            let phrase = of_row(text("leaves ".to_owned()), &table(region), cells);
            let table = cut(&table(region), SHORT);
            phrase.text(format!(" out of the log, which {table} skips (SKIP_WAL), as number {sequence_id}."))
        }
        Event::MemStoreAdded { region, cell } if cell.cell_type().is_delete() => {
            text(format!("adds a {} marker for ", cell.cell_type().name()))
                .with(cell_name(&table(region), cell))
                .text(format!(" to the memstore of {}. Nobody sees it yet.", label(region)))
        }
        Event::MemStoreAdded { region, cell } => Phrase::from("adds ")
            .with(cell_name(&table(region), cell))
            .text(format!(" to the memstore of {}. Nobody sees it yet.", label(region))),
        Event::Published { region, read_point } => {
            text(format!("makes the write visible: readers of {} now see up to number {read_point}.", label(region)))
        }
        Event::WriteRefused { region, error } => {
            let start = text(format!("is refused by {}: ", label(region)));
            start.with(trouble(&table(region), error))
        }
        Event::ScannerOpened { region, read_point, .. } => {
            text(["begins to read ", &label(region), &sees(*read_point)].concat())
        }
        Event::FileSkipped { file, reason, .. } => {
            let why = match reason {
                SkipReason::KeyRange => "its keys are outside the range",
                SkipReason::TimeRange => "its times are outside the range",
                SkipReason::Expired => "everything in it has expired",
                SkipReason::Bloom => "its Bloom filter says it is not there",
            };
            text(format!("does not open {}: {why}.", file_label(*file)))
        }
        Event::BlockRead { file, read: BlockRead { block, bytes, retention, .. }, cached, .. } => {
            let from = match (cached, retention) {
                (true, _) => "from the block cache",
                (false, Retention::Keep) => "from disk; it stays in the block cache",
                (false, Retention::KeepInMemory) => "from disk; it stays in the IN_MEMORY share of the block cache",
                (false, Retention::Borrow) => "from disk; a scan with CACHE_BLOCKS false keeps it nowhere",
                (false, Retention::Bypass) => "from disk; a family with BLOCKCACHE false is never cached",
            };
            text(format!("reads block {block} of {}, {bytes} bytes, {from}.", file_label(*file)))
        }
        Event::Seek { region, to } => {
            Phrase::from("jumps to ").with(key_name(&table(region), to)).text(": what lies before it is not looked at.")
        }
        Event::CellVisited { region, source: place, cell, verdict, code } => Phrase::from("meets ")
            .with(cell_name(&table(region), cell))
            .text(format!(" at {} in {} and ", cell.timestamp(), source(*place)))
            .text(format!("{} ({}).", verdict_words(*verdict), code.name())),
        Event::RowReturned { region, row, cells } => Phrase::from("has row ")
            .key(&table(region), row.clone())
            .text(format!(" with {} for the answer.", count(*cells as usize, "cell"))),
        Event::RowFiltered { region, row } => {
            Phrase::from("has read row ").key(&table(region), row.clone()).text(" and leaves it out.")
        }
        Event::RegionExhausted { region } => text(format!("has read all it wants of {}.", label(region))),
        Event::ScannerClosed { region } => text(format!("closes its scanner on {}.", label(region))),
        Event::FlushStarted { .. }
        | Event::CellDropped { .. }
        | Event::FileFlushed { .. }
        | Event::FlushFinished { .. }
        | Event::CompactionStarted { .. }
        | Event::CompactionFinished { .. }
        | Event::SplitPointChosen { .. }
        | Event::RegionClosed { .. }
        | Event::DaughtersCreated { .. }
        | Event::RegionsMerged { .. }
        | Event::MetaWritten { .. }
        | Event::RegionOpened { .. }
        | Event::ServerCrashed { .. }
        | Event::WalReplayed { .. }
        | Event::TableChanged { .. }
        | Event::JobRefused { .. } => tell_of_background(names, event),
    }
}

/// The same of work of a server, where this table is in the picture: a region of another one is named with its table. No
/// table is in the picture where the name is empty.
pub fn tell_beside(names: &dyn Regions, event: &Event, shown: &str) -> Phrase {
    match event {
        // It names its table by itself.
        Event::MetaWritten { .. } => tell(names, event),
        _ => tell(&Beside { names, shown, is_said: StdCell::new(shown.is_empty()) }, event),
    }
}

/// Names of regions, the first with its table where that is not the shown one.
struct Beside<'a> {
    names: &'a dyn Regions,
    shown: &'a str,
    is_said: StdCell<bool>,
}

impl Regions for Beside<'_> {
    fn number(&self, region: RegionId) -> u32 {
        self.names.number(region)
    }

    fn table(&self, region: RegionId) -> TableName {
        self.names.table(region)
    }

    fn label(&self, region: RegionId) -> String {
        let (label, table) = (self.names.label(region), self.names.table(region));
        if table.is_empty() || *table == *self.shown || self.is_said.replace(true) {
            return label;
        }
        [&label, " of ", &cut(&table, SHORT)].concat()
    }
}

/// The sentence of a seek, or of the opening of a scanner, that passes so many cells without looking at them.
pub fn leapt(names: &dyn Regions, event: &Event, cells: u64) -> Phrase {
    let passed = format!(", past {} not looked at", counted(cells, "cell"));
    match event {
        Event::Seek { region, to } => {
            Phrase::from("jumps to ").with(key_name(&names.table(*region), to)).text(passed).text(".")
        }
        Event::ScannerOpened { region, read_point, from: Some(from), .. } => {
            Phrase::from(format!("begins to read {} at row ", names.label(*region)))
                .key(&names.table(*region), from.row.clone())
                .text(passed)
                .text(sees(*read_point))
        }
        _ => tell(names, event),
    }
}

/// What a scanner sees that was opened at a read point: behind `begins to read r1`.
fn sees(read_point: u64) -> String {
    match read_point {
        u64::MAX => ": it sees all that is written, visible or not.".to_owned(),
        number => format!(": it sees writes up to number {number}, and none after."),
    }
}

/// How many cells, and of which row where it is one.
fn of_row(phrase: Phrase, table: &TableName, cells: &[Cell]) -> Phrase {
    let phrase = phrase.text(count(cells.len(), "cell"));
    match cells.first() {
        Some(first) if cells.iter().all(|cell| cell.same_row(first)) => phrase.text(" of ").key(table, first.row()),
        _ => phrase,
    }
}

fn location(phrase: Phrase, table: &TableName, row: &RowKey) -> Phrase {
    if row.is_empty() { phrase.text("the first row") } else { phrase.text("row ").key(table, row.clone()) }
}

fn checked(
    table: &TableName,
    row: &RowKey,
    asked: Option<&(Family, Qualifier)>,
    found: Option<&Cell>,
    holds: bool,
) -> Phrase {
    let what = asked.map_or_else(|| "the filter".to_owned(), |(family, qualifier)| column(family, qualifier));
    let state = match (asked, found) {
        (Some(_), None) => "is absent".to_owned(),
        (Some(_), Some(cell)) => format!("is “{}”", value(cell.value())),
        (None, None) => "finds nothing".to_owned(),
        (None, Some(_)) => "finds a cell".to_owned(),
    };
    let end = if holds { "so the condition holds." } else { "so the condition does not hold." };
    Phrase::from("checks row ").key(table, row.clone()).text(format!(": {what} {state}, {end}"))
}

/// The events of [`tell`] that are about background work.
fn tell_of_background(names: &dyn Regions, event: &Event) -> Phrase {
    let label = |region: &RegionId| names.label(*region);
    let table = |region: &RegionId| names.table(*region);
    let text = |text: String| Phrase::from(text);
    match event {
        Event::FlushStarted { region, families: names, cells } => {
            let cells = count(*cells as usize, "cell");
            let names = families(names);
            text(format!(
                "{} begins to flush {names}: {cells} of its memstore stand still, new ones go to a new one.",
                label(region)
            ))
        }
        Event::CellDropped { region, cell, reason } => {
            let why = match reason {
                DropReason::Deleted => "a delete marker hides it",
                DropReason::OlderVersion => "newer versions fill the count",
                DropReason::Expired => "its time to live is over",
                DropReason::Repeated => "the same cell was written again",
                DropReason::Marker => "the marker has done its work",
            };
            text(format!("{} drops ", label(region)))
                .with(cell_name(&table(region), cell))
                .text(format!(" at {}: {why}.", cell.timestamp()))
        }
        Event::FileFlushed { region, family, file, cells, bytes } => {
            let cells = count(*cells as usize, "cell");
            let family = cut(&family.to_string(), SHORT);
            text(format!(
                "{} writes {cells} of {family} to the new file {}, {bytes} bytes.",
                label(region),
                file_label(*file)
            ))
        }
        Event::FlushFinished { region } => {
            text(format!("{} has flushed: what was in the memstore is in files now.", label(region)))
        }
        Event::CompactionStarted { region, family, files: chosen, all_files } => {
            let family = cut(&family.to_string(), SHORT);
            let chosen = match (chosen.len(), *all_files) {
                (1, _) => "one file".to_owned(),
                (number, true) => format!("all {number} files"),
                (number, false) => format!("{number} files"),
            };
            text(format!("{} begins to compact {chosen} of {family}.", label(region)))
        }
        Event::CompactionFinished { region, files: old, into, cells, bytes, .. } => {
            let cells = count(*cells as usize, "cell");
            let (label, into) = (label(region), file_label(*into));
            text(format!("{label} replaces {} by {into}, with {cells} in {bytes} bytes.", files(old.len())))
        }
        Event::SplitPointChosen { region, file, middle, at } => {
            let start = text(format!("{} is to be cut at ", label(region))).key(&table(region), at.clone());
            match file {
                None => start.text(", as was asked."),
                Some(file) if middle == at => {
                    start.text(format!(": the middle of the block index of {}.", file_label(*file)))
                }
                Some(file) => start
                    .text(format!(": the middle of {} is ", file_label(*file)))
                    .key(&table(region), middle.clone())
                    .text(", and the table cuts only at a prefix."),
            }
        }
        Event::RegionClosed { region, server } => text(format!(
            "Server {} closes {}: clients have to look for it again.",
            server_name(*server),
            label(region)
        )),
        Event::DaughtersCreated { parent, first, second, at, references } => {
            text(format!("{} becomes {} and {}, cut at ", label(parent), label(first), label(second)))
                .key(&table(parent), at.clone())
                .text(match references {
                    0 => ". No data is copied, and no file is cut.".to_owned(),
                    _ => format!(". No data is copied: {} to its files.", count(*references as usize, "reference")),
                })
        }
        Event::RegionsMerged { parents, into } => {
            let parents: Vec<String> = parents.iter().map(label).collect();
            let parents = cut(&parents.join(" and "), 2 * SHORT);
            text(format!("{parents} become {}, which refers to their files.", label(into)))
        }
        Event::MetaWritten { table, regions } => {
            let regions: Vec<String> = regions.iter().map(label).collect();
            let (regions, table) = (cut(&regions.join(", "), 2 * SHORT), cut(table, SHORT));
            text(format!("hbase:meta is changed for {regions} of {table}, in one transaction."))
        }
        Event::RegionOpened { region, server } => {
            text(format!("Server {} opens {}: it serves requests.", server_name(*server), label(region)))
        }
        Event::ServerCrashed { server, lost: 0 } => {
            text(format!("Server {} dies. Its memstores are gone; its log is not.", server_name(*server)))
        }
        Event::ServerCrashed { server, lost } => text(format!(
            "Server {} dies and loses {}: only its memory had them, since their table skips the log (SKIP_WAL).",
            server_name(*server),
            count(*lost as usize, "cell")
        )),
        Event::WalReplayed { region, edits, cells } => {
            let (edits, cells) = (count(*edits as usize, "edit"), count(*cells as usize, "cell"));
            text(format!("{} gets {edits} with {cells} back from the log of the dead server.", label(region)))
        }
        Event::TableChanged { table, change } => {
            let change = match change {
                TableChange::Created => "created",
                TableChange::Altered => "altered",
                TableChange::Disabled => "disabled",
                TableChange::Enabled => "enabled",
                TableChange::Truncated => "emptied",
                TableChange::Dropped => "dropped",
            };
            text(format!("Table {} is {change}.", cut(table, 2 * SHORT)))
        }
        Event::JobRefused { error } => Phrase::from("Nothing is done: ").with(trouble(&"".into(), error)),
        _ => Phrase::new(),
    }
}

/// What follows the sentence on a split when so many of the two regions that it made were compacted in the same step.
pub(crate) fn compacted_after_split(regions: usize) -> &'static str {
    match regions {
        0 => "",
        1 => " Then one of them was compacted: it has files of its own now.",
        _ => " Then both were compacted: each has files of its own now.",
    }
}
