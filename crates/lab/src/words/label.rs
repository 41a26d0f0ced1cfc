//! The names of steps, programs, jobs and memories, in words.

use super::count;
use super::phrase::{Keys, Phrase};
use super::region::{region_label, server_name};
use crate::notation::beginning;
use crate::sim::label::{JobTitle, Label, LastRowBy, Title, Verb, job_kind};
use crate::sim::memory::{Breach, Learnt, Memory, Value};
use crate::sim::world::{self, JobName};
use splitpoint_model::client::Atom;
use splitpoint_model::cluster::{JobKind, JobPart};
use splitpoint_model::event::ServerId;
use std::fmt;
use std::sync::Arc;

/// What a request does, in a word.
pub fn verb(verb: Verb) -> &'static str {
    match verb {
        Verb::Put => "put",
        Verb::Delete => "delete",
        Verb::Increment => "increment",
        Verb::Append => "append",
        Verb::Get => "get",
        Verb::CheckAndPut => "check-and-put",
        Verb::CheckAndMutate => "check-and-mutate",
        Verb::MutateRow => "mutate row",
        Verb::Batch => "batch in",
        Verb::Scan => "scan",
        Verb::Next => "next of the scanner",
        Verb::CloseScan => "close the scanner",
    }
}

fn statement(statement: Option<&Arc<str>>) -> Phrase {
    statement.map_or_else(|| "the end of the script".into(), |text| (**text).into())
}

/// A line of the shell without the name of the table it is about, for places where that table is in the picture and the row
/// key has to be seen: `put key(17), 'c:text', …` for `put 'comments', key(17), 'c:text', …`.
pub fn without_table(line: &str, table: &str) -> String {
    let named = format!(" '{table}', ");
    match line.find(&named) {
        Some(at) if !line[..at].contains(',') => [&line[..at], " ", &line[at + named.len()..]].concat(),
        _ => line.to_owned(),
    }
}

/// A line as far as it fits into so many characters, up to the end of a word or of an argument, and an ellipsis for the rest:
/// `40.times { |n| put 'wide', …`.
pub fn shortened(line: &str, most: usize) -> String {
    let Some((end, _)) = line.char_indices().nth(most) else { return line.to_owned() };
    let whole = |at: &usize| ['\'', '"'].iter().all(|quote| line[..*at].matches(*quote).count() % 2 == 0);
    let words = line[..end].match_indices(' ').map(|(at, _)| at);
    match words.rev().find(whole) {
        Some(at) if at > 0 => [line[..at].trim_end(), " …"].concat(),
        _ => beginning(line, most).into_owned(),
    }
}

/// What the next step of a client is called while a reader predicts what it does.
pub fn concealed(client: char) -> String {
    format!("see what {client} does")
}

/// A step, as it stands in a lane: `check-and-put 17`.
pub fn label(label: &Label) -> Phrase {
    match label {
        Label::Request { verb: does, table, row } => match (table, row) {
            (Some(table), Some(row)) => Phrase::from(verb(*does)).text(" ").key(table, row.clone()),
            (Some(table), None) => Phrase::from(verb(*does)).text(" ").text(&**table),
            (None, _) => verb(*does).into(),
        },
        Label::Transaction { .. } => Phrase::from("transaction on ").text(count(label.rows(), "row")),
        Label::FirstRow => "scan first row".into(),
        Label::Bucket { bucket, of } => format!("scan bucket {bucket} of {of}").into(),
        Label::LastRow => "reversed scan of one row".into(),
        Label::OpenScanner => "open scanner".into(),
        Label::ReadOn => "read on".into(),
        Label::CloseScanner => "close scanner".into(),
        Label::Probe { from: None, .. } => "probe the table".into(),
        Label::Probe { table, from: Some(from) } => Phrase::from("probe from ").key(table, from.clone()),
        Label::ProbeBehind { table, row } => Phrase::from("probe behind ").key(table, row.clone()),
        Label::Page { table, number, after, skipping } => {
            let page = Phrase::from(format!("page {number}"));
            match (after, skipping) {
                (Some(row), _) => page.text(" after ").key(table, row.clone()),
                (None, 0) => page,
                (None, skipping) => page.text(format!(" skipping {skipping}")),
            }
        }
        Label::Statement(text) => statement(text.as_ref()),
        Label::GoOn(text) => Phrase::from("go on with ").with(statement(text.as_ref())),
        Label::Reply => "the answer".into(),
        Label::Commands(commands) => format!("{} of a long script", count(*commands as usize, "command")).into(),
        Label::Requests(requests) => format!("{} in a row", count(*requests as usize, "request")).into(),
        Label::Part(part) => self::part(*part).into(),
        Label::Work(title) => job(title).into(),
    }
}

/// What a program is about: `prepend to comments`.
pub fn title(title: &Title) -> Phrase {
    let (what, table) = match title {
        Title::Insert(table) => ("insert into ", table),
        Title::CheckAndPut(table) => ("check-and-put to ", table),
        Title::Delete(table) => ("delete from ", table),
        Title::Get(table) => ("read from ", table),
        Title::Prepend { table, blind: true } => ("prepend blindly to ", table),
        Title::Prepend { table, blind: false } => ("prepend to ", table),
        Title::Transaction(table) => ("transaction in ", table),
        Title::Batch(table) => ("batch in ", table),
        Title::FirstRow(table, prefixes) => {
            let over = match prefixes {
                0 => String::new(),
                prefixes => format!(" over {}", count(usize::from(*prefixes), "bucket")),
            };
            return Phrase::from("first row of ").text(&**table).text(over);
        }
        Title::LastRow(table, by) => {
            let by = match by {
                LastRowBy::FullScan => " by a full scan",
                LastRowBy::ConstantKey => " by its constant key",
                LastRowBy::Bisection => " by bisection",
                LastRowBy::ReversedScan => " by a reversed scan",
            };
            return Phrase::from("last row of ").text(&**table).text(by);
        }
        Title::Pages { table, by_offset } => {
            let by = if *by_offset { " by offset" } else { " by cursor" };
            return Phrase::from("pages of ").text(&**table).text(by);
        }
        Title::Series { table, reads, times } => {
            let what = if *reads { "read" } else { "insert" };
            let to = if *reads { " of " } else { " into " };
            return Phrase::from(count(*times as usize, what)).text(to).text(&**table);
        }
        Title::Statement(text) => return statement(text.as_ref()),
        Title::Script { first, more } => {
            return statement(first.as_ref()).text(format!(" and {} more", count(*more, "line")));
        }
    };
    Phrase::from(what).text(&**table)
}

/// What a job is about: `flush r1`.
pub fn job(title: &JobTitle) -> String {
    let verb = job_kind(title.kind);
    match (title.regions.as_slice(), &title.table, title.server) {
        ([region], ..) => format!("{verb} {}", region_label(*region)),
        ([first, second], ..) if title.kind == JobKind::Merge => {
            format!("{verb} {} and {}", region_label(*first), region_label(*second))
        }
        (_, Some(table), _) => format!("{verb} {table}"),
        (_, None, Some(server)) => format!("{verb} server {}", server_name(server)),
        (_, None, None) => verb.to_owned(),
    }
}

/// The name of a memory, and its value.
pub fn memory(memory: &Memory, keys: Keys<'_>) -> (&'static str, String) {
    let name = match (memory.name, &memory.value) {
        (Learnt::First | Learnt::FirstOf(_), _) => "first",
        (Learnt::Smallest, _) => "smallest",
        (Learnt::Wrote, _) => "wrote",
        (Learnt::Tries, _) => "tries",
        (Learnt::Last, _) => "last",
        (Learnt::NothingFrom, _) => "nothing from",
        (Learnt::Pages, _) => "page",
        (Learnt::Place, Value::Number(_)) => "offset",
        (Learnt::Place, _) => "cursor",
        (Learnt::Read, _) => "read",
        (Learnt::Done, _) => "done",
    };
    let value = match (&memory.value, memory.name) {
        (Value::Row(table, row), _) => keys(table, row),
        (Value::Nothing, Learnt::Read) => "nothing".to_owned(),
        (Value::Nothing, _) => "none".to_owned(),
        (Value::Number(number), _) => number.to_string(),
        (Value::Cells(cells), _) => count(*cells, "cell"),
    };
    (name, value)
}

/// Two clients whose steps trade places, by their numbers: `B before A`.
pub fn before(first: u8, second: u8) -> String {
    format!("{} before {}", world::letter(first), world::letter(second))
}

/// Of a client whose next answer is going to be lost: what stands among its memories.
pub const LOST_ANSWER: (&str, &str) = ("next answer", "will be lost");

/// What a write of somebody else did to a memory, before the number of its step.
pub fn breach(breach: Breach) -> &'static str {
    match breach {
        Breach::Stale => "stale since",
        Breach::Overwritten => "overwritten in",
    }
}

/// What an atom of a client does.
pub fn atom(atom: Atom) -> &'static str {
    match atom {
        Atom::Locate => "find the region",
        Atom::Send => "send",
        Atom::Lock => "lock the row",
        Atom::Append => "append to the log",
        Atom::Apply => "write to the memstore",
        Atom::Publish => "make visible",
        Atom::Unlock => "unlock",
        Atom::Serve => "read",
        Atom::Reply => "take the answer",
        Atom::Retry => "try again",
    }
}

/// What a job does in one atom.
pub fn part(part: JobPart) -> &'static str {
    match part {
        JobPart::WriteMeta => "write hbase:meta",
        JobPart::Open => "open",
        JobPart::Close => "close",
        JobPart::FlushAndClose => "flush and close",
        JobPart::Remove => "remove the files",
        JobPart::Snapshot => "put the memstore aside",
        JobPart::WriteFiles => "write files",
        JobPart::Commit => "put the files in place",
        JobPart::Select => "choose files",
        JobPart::Rewrite => "write one file from them",
        JobPart::Replace => "put it in their place",
        JobPart::Choose => "choose the split point",
        JobPart::MakeDaughters => "make daughters",
        JobPart::MakeMerged => "make the merged region",
        JobPart::Die => "die",
        JobPart::Restart => "start again, empty",
        JobPart::Replay => "replay the log",
    }
}

/// What a part of a job means for those who read and write, where it does nothing that the log has an event for.
pub fn meaning(part: JobPart) -> &'static str {
    match part {
        JobPart::WriteMeta => "It holds whether the table is enabled.",
        JobPart::Snapshot => "There is nothing to flush.",
        JobPart::WriteFiles => "Reads still find these cells in the memstore that stands still.",
        JobPart::FlushAndClose => "The memstore is empty, so no file is written.",
        JobPart::Select => "No file is chosen, so nothing is compacted.",
        JobPart::Rewrite => "Reads use the old files until it is in their place.",
        _ => "",
    }
}

/// The name that a job is found again by: `flush r1 of comments`.
impl fmt::Display for JobName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.kind)?;
        if let Some(region) = &self.region {
            write!(f, " {region}")?;
        }
        match (&self.table, self.server) {
            (Some(table), _) if self.region.is_some() => write!(f, " of {table}")?,
            (Some(table), _) => write!(f, " {table}")?,
            (None, Some(server)) => write!(f, " server {}", server_name(ServerId(server)))?,
            (None, None) => {}
        }
        if self.nth > 0 { write!(f, " (number {})", self.nth + 1) } else { Ok(()) }
    }
}
