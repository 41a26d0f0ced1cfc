//! Values that a lesson shows, asks for and compares: few, and each read from the session as a page would show it.

use super::condition::Comparison;
use super::fault::Trouble;
use crate::growth::year;
use crate::notation::to_string_binary;
use crate::session::{Kind, Session};
use crate::sim::world::{self, Actor};
use crate::view::cost::counters;
use crate::view::{CutView, KeyNotation, View, ViewRequest, row_text, tenths};
use crate::words;
use crate::words::measure::measured;
use splitpoint_model::event::{Event, RegionId};
use splitpoint_model::map::Map;
use splitpoint_model::query::Metrics;
use std::fmt;

/// Something that the model says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// The key of the first row that a plain read shows.
    FirstRow,
    /// The key of the last.
    LastRow,
    /// How many rows a plain read shows.
    Rows,
    /// How many regions the table has.
    Regions,
    /// The row that was written last.
    WrittenRow,
    /// The region that was written to last.
    WrittenRegion,
    /// Where the region that was written to last stands: `first`, `middle`, `last`, or `only`.
    WrittenPlace,
    /// The region in which a key lies.
    RegionOf(String),
    /// The server of the region in which a key lies.
    ServerOf(String),
    /// Where HBase would cut the region in which a key lies.
    SplitPoint(String),
    /// What stands in a column of a row.
    Cell(String, String),
    /// What stands in a column of each row that has it, from the first row to the last, with a space between.
    Values(String),
    /// What stands in a column of the first row that has it.
    FirstValue(String),
    /// What stands in a column of the last row that has it.
    LastValue(String),
    /// What a client was answered last: 0 is A.
    Answer(u8),
    /// The row that came last in the answer of the operation at the cursor.
    AnsweredRow,
    /// The columns of that row, as far as they came, with a space between.
    AnsweredColumns,
    /// The smallest key of the rows that the last statement brought.
    FirstAnsweredRow,
    /// The largest key of them.
    LastAnsweredRow,
    /// How many rows the last transaction of the last statement changed, 0 if it failed.
    ChangedAsOne,
    /// How many clients check a row before they write, if each goes on from here.
    Checking,
    /// A counter of what was asked for last, by a short name.
    Counter(&'static str),
    /// The last line that a shell printed, without the spaces around it.
    Printed,
    /// The name of the exception that came last.
    Exception,
    /// The share of the region with most writes, of all writes since the start, in percent.
    HottestShare,
    /// The largest share, in percent, that one region took of any `run` writes in a row, among the last `last` writes. A
    /// front that moves from region to region has all of such a run, though not all writes together. What was written at
    /// once is counted together, so a run may be longer.
    HottestRun {
        /// Writes of a run.
        run: u64,
        /// Writes that are looked at.
        last: u64,
    },
    /// The share of the region with most rows read, of all rows read since the start, in percent.
    HottestReadShare,
    /// The share of the region with most rows, in percent.
    LargestShare,
    /// How many prefixes of so many bytes have rows in more than one region.
    Divided(usize),
    /// What the table's key comes to in a year.
    Year(Year),
}

/// A figure of a year of a key: [`Draft::year`](crate::growth::Draft::year).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Year {
    /// Regions at its end.
    Regions,
    /// The share of the last writes that goes to one region, in percent.
    HottestShare,
    /// The share of regions that get nearly nothing any more, in percent.
    IdleShare,
    /// Scans that a question in the order of the key takes.
    Scans,
}

/// Counters by what a lesson calls them and by what the view does.
const COUNTERS: [(&str, &str); 8] = [
    ("calls", "RPC_CALLS"),
    ("rows read", "ROWS_SCANNED"),
    ("rows returned", "rows returned"),
    ("cells read", "cells examined"),
    ("cells returned", "cells returned"),
    ("blocks read", "blocks read"),
    ("bytes returned", "BYTES_IN_RESULTS"),
    ("regions read", "REGIONS_SCANNED"),
];

const PLAIN: [(&str, Value); 22] = [
    ("year regions", Value::Year(Year::Regions)),
    ("year hottest share", Value::Year(Year::HottestShare)),
    ("year idle share", Value::Year(Year::IdleShare)),
    ("year scans", Value::Year(Year::Scans)),
    ("written place", Value::WrittenPlace),
    ("hottest read share", Value::HottestReadShare),
    ("answered row", Value::AnsweredRow),
    ("answered columns", Value::AnsweredColumns),
    ("first answered row", Value::FirstAnsweredRow),
    ("last answered row", Value::LastAnsweredRow),
    ("rows changed as one", Value::ChangedAsOne),
    ("clients that check", Value::Checking),
    ("first row", Value::FirstRow),
    ("last row", Value::LastRow),
    ("rows", Value::Rows),
    ("regions", Value::Regions),
    ("written row", Value::WrittenRow),
    ("written region", Value::WrittenRegion),
    ("printed", Value::Printed),
    ("exception", Value::Exception),
    ("hottest share", Value::HottestShare),
    ("largest share", Value::LargestShare),
];

/// How values are written that have something to name.
const NAMING: [&str; 10] = [
    "region of KEY",
    "server of KEY",
    "split point of KEY",
    "hottest share of NUMBER in NUMBER",
    "cell KEY COLUMN",
    "values COLUMN",
    "first value COLUMN",
    "last value COLUMN",
    "answer of A",
    "divided prefixes NUMBER",
];

impl Value {
    /// How each value is written, with capitals where a name or a number stands.
    pub(super) fn forms() -> impl Iterator<Item = &'static str> {
        let plain = PLAIN.iter().map(|(name, _)| *name);
        plain.chain(COUNTERS.iter().map(|(name, _)| *name)).chain(NAMING)
    }

    pub(super) fn read(text: &str) -> Result<Self, Trouble> {
        let text = text.trim();
        if let Some((_, value)) = PLAIN.iter().find(|(name, _)| *name == text) {
            return Ok(value.clone());
        }
        if let Some((name, _)) = COUNTERS.iter().find(|(name, _)| *name == text) {
            return Ok(Self::Counter(name));
        }
        let rest = |start: &str| text.strip_prefix(start).map(str::trim).filter(|rest| !rest.is_empty());
        if let Some(key) = rest("region of ") {
            return Ok(Self::RegionOf(key.into()));
        }
        if let Some(key) = rest("server of ") {
            return Ok(Self::ServerOf(key.into()));
        }
        if let Some(key) = rest("split point of ") {
            return Ok(Self::SplitPoint(key.into()));
        }
        if let Some((run, last)) = rest("hottest share of ").and_then(|rest| rest.split_once(" in "))
            && let (Ok(run), Ok(last)) = (run.parse(), last.parse())
            && (1..=last).contains(&run)
        {
            return Ok(Self::HottestRun { run, last });
        }
        if let Some((row, column)) = rest("cell ").and_then(|rest| rest.rsplit_once(' ')) {
            return Ok(Self::Cell(row.trim().into(), column.into()));
        }
        if let Some(column) = rest("first value ") {
            return Ok(Self::FirstValue(column.into()));
        }
        if let Some(column) = rest("last value ") {
            return Ok(Self::LastValue(column.into()));
        }
        if let Some(column) = rest("values ") {
            return Ok(Self::Values(column.into()));
        }
        if let Some(client) = rest("answer of ").and_then(|letter| letter.parse().ok()).and_then(world::client) {
            return Ok(Self::Answer(client));
        }
        if let Some(bytes) = rest("divided prefixes ").and_then(|bytes| bytes.parse().ok()) {
            return Ok(Self::Divided(bytes));
        }
        Err(Trouble::UnknownValue(text.into()))
    }

    /// What it is at the cursor of a session, of a table with keys in a notation. `None` where there is no such thing.
    pub(super) fn at(&self, session: &Session, table: &str, notation: KeyNotation) -> Option<String> {
        let view = |from: u64, to: u64| {
            let request = ViewRequest { table: table.into(), window: from..to, old_versions: false, notation };
            session.view(&request)
        };
        let whole = || view(0, u64::MAX);
        let key = |view: &View, at: usize| view.lines.get(at).map(|line| row_text(&line.row));
        match self {
            Self::FirstRow => key(&view(0, 1), 0),
            Self::LastRow => {
                let whole = whole();
                key(&whole, whole.lines.len().checked_sub(1)?)
            }
            Self::Rows => Some(starts(&whole()).count().to_string()),
            Self::Regions => Some(view(0, 0).regions.len().to_string()),
            Self::WrittenRow => session.written().map(|(name, row)| key_text(session, &name, &row, notation)),
            Self::WrittenRegion => {
                let (name, row) = session.written()?;
                region(&view(0, 0), &row).filter(|_| name == table)
            }
            Self::WrittenPlace => {
                let (name, row) = session.written()?;
                let view = view(0, 0);
                let (at, last) = (region_at(&view, &row).filter(|_| name == table)?, view.regions.len() - 1);
                Some(
                    if last == 0 {
                        "only"
                    } else if at == 0 {
                        "first"
                    } else if at == last {
                        "last"
                    } else {
                        "middle"
                    }
                    .into(),
                )
            }
            Self::RegionOf(typed) => region(&view(0, 0), &session.key(table).encode(typed).ok()?),
            Self::ServerOf(typed) => {
                let view = view(0, 0);
                let at = region_at(&view, &session.key(table).encode(typed).ok()?)?;
                view.servers.get(view.regions.get(at)?.server).map(|server| server.name.clone())
            }
            Self::SplitPoint(typed) => {
                let view = whole();
                let at = region_at(&view, &session.key(table).encode(typed).ok()?)?;
                match &view.regions.get(at)?.detail.as_ref()?.cut {
                    CutView::At { key, .. } => Some(key.clone()),
                    CutView::Never { .. } => Some("nowhere".into()),
                    CutView::Hidden => None,
                }
            }
            Self::Cell(row, column) => {
                let whole = whole();
                let line = whole.lines.iter().find(|line| row_text(&line.row) == *row && line.column == *column);
                line.map(|line| line.value.clone())
            }
            Self::Values(column) | Self::FirstValue(column) | Self::LastValue(column) => {
                let whole = whole();
                let mut values = whole.lines.into_iter().filter(|line| line.column == *column).map(|line| line.value);
                match self {
                    Self::FirstValue(_) => values.next(),
                    Self::LastValue(_) => values.next_back(),
                    _ => Some(values.collect::<Vec<_>>().join(" ")),
                }
            }
            Self::Answer(client) => {
                let view = view(0, 0);
                let entries = &view.clients.get(usize::from(*client))?.entries;
                let answer = entries.iter().rev().find_map(|entry| entry.answer.clone())?;
                Some(answer.strip_prefix("→ ").unwrap_or(&answer).to_owned())
            }
            Self::AnsweredRow => {
                let answer = view(0, 0).answer?;
                answer.last.last().or(answer.first.last()).map(|row| row_text(&row.key))
            }
            Self::AnsweredColumns => {
                let answer = view(0, 0).answer?;
                let row = answer.last.last().or(answer.first.last())?;
                Some(row.cells.iter().map(|cell| cell.column.as_str()).collect::<Vec<_>>().join(" "))
            }
            Self::FirstAnsweredRow | Self::LastAnsweredRow => {
                let (first, last) = session.answered_ends(table)?;
                let row = if *self == Self::FirstAnsweredRow { first } else { last };
                Some(key_text(session, table, &row, notation))
            }
            Self::ChangedAsOne => session.changed_as_one().map(|rows| rows.to_string()),
            Self::Checking => Some(checking(session).to_string()),
            Self::Counter(name) => {
                let (_, theirs) = COUNTERS.iter().find(|(ours, _)| ours == name)?;
                let spent = session.spent();
                let counters = counters(&spent, &Metrics::default(), &spent);
                let counter = counters.iter().find(|counter| counter.name == *theirs)?;
                Some(counter.value.to_string())
            }
            Self::Printed => printed(session),
            Self::Exception => session.exception(),
            Self::HottestShare | Self::HottestReadShare => {
                let (load, tick) = session.load();
                let mut sums = Map::<RegionId, u64>::new();
                for (seat, sum) in load.regions(tick, table) {
                    *sums.get_or_default(seat.region) +=
                        if *self == Self::HottestShare { sum.writes } else { sum.reads };
                }
                share(sums.values().copied())
            }
            Self::HottestRun { run, last } => hottest_run(session, table, *run, *last),
            Self::LargestShare => {
                let view = whole();
                let rows = |at: usize| starts(&view).filter(|line| line.region == at).count() as u64;
                share((0..view.regions.len()).map(rows))
            }
            Self::Divided(bytes) => Some(divided(session, table, *bytes).to_string()),
            Self::Year(figure) => {
                let report = year(&session.design(table)?)?;
                // A share below 1 is 99 % at most: 100 % would say that nothing else gets any.
                let percent = |share: f64| (share * 100.0).round().min(if share < 1.0 { 99.0 } else { 100.0 }) as u64;
                let number = match figure {
                    Year::Regions => report.regions as u64,
                    Year::HottestShare => percent(report.hottest),
                    Year::IdleShare => percent(report.idle),
                    Year::Scans => u64::from(report.scans),
                };
                Some(number.to_string())
            }
        }
    }
}

impl Value {
    /// What it is at the cursor beside what is wanted, in words.
    pub(super) fn measured(&self, found: Option<&str>, how: Comparison, wanted: &str) -> String {
        let (what, unit) = self.title();
        measured(&what, found, how, wanted, unit)
    }

    /// What a reader calls it, and its unit.
    fn title(&self) -> (String, &'static str) {
        let (what, unit) = match self {
            Self::HottestRun { run, last } if run == last => {
                return (format!("hottest region of the last {last} writes"), " %");
            }
            Self::HottestRun { run, .. } => return (format!("hottest region of any {run} writes in a row"), " %"),
            Self::Divided(bytes) => return (format!("prefixes of {bytes} bytes in several regions"), ""),
            Self::Values(column) => return (format!("{column} from row to row"), ""),
            Self::Rows => ("rows in the table", ""),
            Self::AnsweredRow => ("last row that came", ""),
            Self::AnsweredColumns => ("columns that came", ""),
            Self::FirstAnsweredRow => ("smallest key that came", ""),
            Self::LastAnsweredRow => ("largest key that came", ""),
            Self::HottestShare => ("hottest region", " %"),
            Self::HottestReadShare => ("region with most reads", " %"),
            Self::LargestShare => ("largest region", " %"),
            Self::Year(Year::Regions) => ("regions after a year", ""),
            Self::Year(Year::HottestShare) => ("hottest region after a year", " %"),
            Self::Year(Year::IdleShare) => ("idle regions after a year", " %"),
            Self::Year(Year::Scans) => ("scans a question", ""),
            plain => return (plain.to_string(), ""),
        };
        (what.to_owned(), unit)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RegionOf(key) => write!(f, "region of {key}"),
            Self::ServerOf(key) => write!(f, "server of {key}"),
            Self::SplitPoint(key) => write!(f, "split point of {key}"),
            Self::HottestRun { run, last } => write!(f, "hottest share of {run} in {last}"),
            Self::Cell(row, column) => write!(f, "cell {row} {column}"),
            Self::FirstValue(column) => write!(f, "first value {column}"),
            Self::LastValue(column) => write!(f, "last value {column}"),
            Self::Values(column) => write!(f, "values {column}"),
            Self::Answer(client) => write!(f, "answer of {}", world::letter(*client)),
            Self::Counter(name) => f.write_str(name),
            Self::Divided(bytes) => write!(f, "divided prefixes {bytes}"),
            plain => f.write_str(PLAIN.iter().find(|(_, value)| value == plain).map_or("", |(name, _)| name)),
        }
    }
}

/// The first line of each row.
fn starts(view: &View) -> impl Iterator<Item = &crate::view::LineView> {
    view.lines.iter().filter(|line| line.row_start)
}

fn region_at(view: &View, row: &[u8]) -> Option<usize> {
    view.regions.iter().rposition(|region| region.start_key.as_slice() <= row)
}

fn region(view: &View, row: &[u8]) -> Option<String> {
    view.regions.get(region_at(view, row)?).map(|region| region.label.clone())
}

fn key_text(session: &Session, table: &str, row: &[u8], notation: KeyNotation) -> String {
    match notation {
        KeyNotation::Fields => row_text(&session.key(table).decode(row)),
        KeyNotation::Binary => to_string_binary(row),
        KeyNotation::Hex => crate::notation::Encoding::Hex.to_text(row),
    }
}

/// The largest as a share of all, in percent, rounded as a heat map does.
fn share(counts: impl Iterator<Item = u64>) -> Option<String> {
    percent(counts).map(|percent| percent.to_string())
}

fn percent(counts: impl Iterator<Item = u64>) -> Option<u32> {
    let (most, all) = counts.fold((0, 0), |(most, all): (u64, u64), count| (most.max(count), all + count));
    (all > 0).then(|| words::rounded(tenths(most, all)))
}

/// The largest share that a region took of a run of writes, among the last of a table. `None` of a table with fewer.
fn hottest_run(session: &Session, table: &str, run: u64, last: u64) -> Option<String> {
    let (load, tick) = session.load();
    let ticks = load.last_writes(tick, table, last);
    let all: u64 = ticks.iter().flatten().map(|(_, count)| count).sum();
    let runs = (0..ticks.len()).filter_map(|from| {
        let (mut sums, mut done) = (Map::<RegionId, u64>::new(), 0);
        for tick in &ticks[from..] {
            for (region, count) in tick {
                *sums.get_or_default(*region) += count;
                done += count;
            }
            if done >= run {
                return percent(sums.values().copied());
            }
        }
        None
    });
    runs.max().filter(|_| all >= last).map(|percent| percent.to_string())
}

/// How many clients check a row if each in turn does what it has begun, up to its end or up to where it waits.
fn checking(session: &Session) -> usize {
    let mut world = session.world().clone();
    let checks = |client: &u8| {
        let (actor, mut events) = (Actor::Client(*client), Vec::new());
        for _ in 0..ATOMS {
            if world.can_step(actor).is_err() || world.advance(actor, &mut events).is_none() {
                break;
            }
        }
        events.iter().any(|event| matches!(event, Event::ConditionChecked { .. }))
    };
    (0..session.world().clients()).filter(checks).count()
}

/// Atoms that a client is watched for.
const ATOMS: usize = 1_000;

/// The last line that a shell printed. What it says of time and of results is no line of these.
fn printed(session: &Session) -> Option<String> {
    let lines = session.console(LINES, &|_, row| to_string_binary(row));
    let mut lines =
        lines.into_iter().rev().filter(|line| line.kind == Kind::Output).map(|line| line.text.trim().to_owned());
    lines.find(|line| !line.is_empty() && !line.starts_with("Took ") && !line.starts_with("=> "))
}

/// Lines of the console that are looked through.
const LINES: usize = 400;

fn divided(session: &Session, table: &str, bytes: usize) -> usize {
    let request =
        ViewRequest { table: table.into(), window: 0..u64::MAX, old_versions: false, notation: KeyNotation::Hex };
    let view = session.view(&request);
    let mut divided = 0;
    let mut last: Option<(String, usize, bool)> = None;
    for line in starts(&view) {
        let prefix: String = row_text(&line.row).chars().filter(char::is_ascii_hexdigit).take(bytes * 2).collect();
        last = match last {
            Some((before, region, counted)) if before == prefix => {
                let is_new = region != line.region && !counted;
                divided += usize::from(is_new);
                Some((before, region, counted || is_new))
            }
            _ => Some((prefix, line.region, false)),
        };
    }
    divided
}
