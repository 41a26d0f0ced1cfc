//! The key space of a real table: a line for each region, or for several beside each other where there are many.

use super::super::pattern::tenths;
use super::super::print::Printer;
use crate::cluster::{Region, Survey};
use crate::notation::Encoding;
use crate::view::KeyNotation;
use crate::words::cluster::megabytes;
use crate::words::{counted, percent};
use std::ops::Range;

/// Lines that are drawn, at most.
pub const MOST_LINES: usize = 200;

/// Digits of an encoded name that tell regions apart well enough.
const SHORT: usize = 7;

/// The key space.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct SpaceView {
    /// `comments: 500 regions on 3 servers, 1.2 TB`.
    pub title: String,
    /// Lines in the order of keys.
    pub lines: Vec<SpaceLine>,
    /// What is merged in a line; empty where each line is a region.
    pub merged: String,
    /// The servers that have regions of the table, in the order of their names.
    pub servers: Vec<Bearer>,
    /// What somebody should know of what is shown: regions that nobody serves, keys that are not exact.
    pub notes: Vec<String>,
}

/// A region, or several beside each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpaceLine {
    /// The places of its regions in the survey.
    pub regions: Range<usize>,
    /// The first digits of its name, or how many regions these are.
    pub label: String,
    /// Its name as HBase has it; of several how they begin and end.
    pub name: String,
    /// From which key on, and before which one.
    pub range: String,
    /// Where it begins; empty at the beginning of the table.
    pub start: String,
    /// The place of its server among [`SpaceView::servers`]; `None` where nobody serves it, or several do.
    pub server: Option<usize>,
    /// `host:16020`, `4 servers`, or that none serves it.
    pub served: String,
    /// `1.2 GB`.
    pub size: String,
    /// Its size in tenths of a percent of the largest line.
    pub share: u32,
    /// `3 files`, and what is in memory.
    pub files: String,
    /// Reads and writes since it was opened.
    pub requests: String,
}

/// A server and what it has of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bearer {
    /// Host and port.
    pub name: String,
    /// Regions of the table.
    pub regions: String,
    /// Their size.
    pub size: String,
    /// Its part of the table's size, in tenths of a percent.
    pub share: u32,
    /// Its part of the requests since the regions were opened, in tenths of a percent.
    pub requests: u32,
    /// What it has in all: `of 61 in all`.
    pub burden: String,
}

/// The key space of some regions of a table, those at the places `within`, with keys read as `key` says.
pub fn space(survey: &Survey, within: Range<usize>, key: &Encoding, notation: KeyNotation) -> SpaceView {
    let count = survey.regions.len();
    let within = within.start.min(count)..within.end.min(count);
    let printer = Printer::new(key.clone(), notation);
    let width = within.len().div_ceil(MOST_LINES).max(1);
    let starts = within.clone().step_by(width);
    let ranges: Vec<Range<usize>> = starts.map(|from| from..(from + width).min(within.end)).collect();
    let size =
        |range: &Range<usize>| survey.regions[range.clone()].iter().map(|region| region.metrics.megabytes).sum::<u64>();
    let most = ranges.iter().map(size).max().unwrap_or(0);
    let (places, servers) = bearers(survey);
    let line = |range: &Range<usize>| line(survey, range.clone(), &printer, &places, (size(range), most));
    let all: u64 = survey.regions.iter().map(|region| region.metrics.megabytes).sum();
    SpaceView {
        title: format!(
            "{}: {} on {}, {}",
            survey.table,
            counted(count as u64, "region"),
            counted(servers.len() as u64, "server"),
            megabytes(all)
        ),
        lines: ranges.iter().map(line).collect(),
        merged: match width {
            1 => String::new(),
            width => format!(
                "Each line stands for {width} regions beside each other, added up: {} in {} lines. Choose one to see its regions.",
                counted(within.len() as u64, "region"),
                ranges.len()
            ),
        },
        servers,
        notes: notes(survey),
    }
}

/// For each server of the survey its place among those that have a region of the table, and these.
fn bearers(survey: &Survey) -> (Vec<Option<usize>>, Vec<Bearer>) {
    let mut order: Vec<usize> =
        (0..survey.servers.len()).filter(|at| survey.regions.iter().any(|region| region.server == Some(*at))).collect();
    splitpoint_model::order::sort_by(&mut order, |one, other| survey.servers[*one].cmp(&survey.servers[*other]));
    let mut places = vec![None; survey.servers.len()];
    for (place, at) in order.iter().enumerate() {
        places[*at] = Some(place);
    }
    let (bytes, requests) = survey.regions.iter().fold((0, 0), |(bytes, requests), region| {
        (bytes + region.metrics.megabytes, requests + region.metrics.requests())
    });
    let bearer = |at: &usize| {
        let own: Vec<&Region> = survey.regions.iter().filter(|region| region.server == Some(*at)).collect();
        let size = own.iter().map(|region| region.metrics.megabytes).sum();
        Bearer {
            name: survey.servers[*at].clone(),
            regions: counted(own.len() as u64, "region"),
            size: megabytes(size),
            share: tenths(size, bytes),
            requests: tenths(own.iter().map(|region| region.metrics.requests()).sum(), requests),
            burden: format!("of {} in all", survey.burdens.get(*at).copied().unwrap_or(0)),
        }
    };
    let bearers = order.iter().map(bearer).collect();
    (places, bearers)
}

fn line(
    survey: &Survey,
    range: Range<usize>,
    printer: &Printer,
    places: &[Option<usize>],
    (size, most): (u64, u64),
) -> SpaceLine {
    let regions = &survey.regions[range.clone()];
    let (first, last) = (&regions[0], &regions[regions.len() - 1]);
    let mut servers: Vec<Option<usize>> = regions.iter().map(|region| region.server).collect();
    servers.sort_unstable();
    servers.dedup();
    let (server, served) = match servers.as_slice() {
        [Some(at)] => (places.get(*at).copied().flatten(), survey.servers[*at].clone()),
        [None] => (None, "no server".to_owned()),
        several => (None, counted(several.iter().flatten().count() as u64, "server")),
    };
    let sum = |of: fn(&Region) -> u64| regions.iter().map(of).sum::<u64>();
    let (files, memstore) = (sum(|region| region.metrics.files), sum(|region| region.metrics.memstore));
    let binary = |region: &Region| crate::notation::to_string_binary(&region.name.bytes());
    SpaceLine {
        label: match regions.len() {
            1 => first.name.encoded.chars().take(SHORT).collect(),
            several => counted(several as u64, "region"),
        },
        name: if regions.len() == 1 { binary(first) } else { format!("{} to {}", binary(first), binary(last)) },
        range: printer.range(&first.keys.0, &last.keys.1),
        start: if first.keys.0.is_empty() { String::new() } else { printer.key(&first.keys.0) },
        server,
        served,
        size: megabytes(size),
        share: tenths(size, most),
        files: match memstore {
            0 => counted(files, "file"),
            memstore => format!("{}, {} in memory", counted(files, "file"), megabytes(memstore)),
        },
        requests: format!(
            "{}, {}",
            counted(sum(|region| region.metrics.reads), "read"),
            counted(sum(|region| region.metrics.writes), "write")
        ),
        regions: range,
    }
}

fn notes(survey: &Survey) -> Vec<String> {
    let mut notes = Vec::new();
    let count = survey.regions.len();
    match (survey.unserved(), count) {
        (_, 0) => notes.push(format!("{} has no region that anybody tells of: it is being made, or was dropped.", survey.table)),
        (0, _) => {}
        (unserved, _) if unserved == count => notes.push(format!(
            "No server serves a region of {}: the table is disabled, or being opened. Its bounds are as the gateway lists them.",
            survey.table
        )),
        (unserved, _) => notes.push(format!(
            "{} not served now: moving, splitting, or of a dead server. Sizes and counters of these are missing.",
            if unserved == 1 { "1 region is".to_owned() } else { format!("{} are", counted(unserved as u64, "region")) }
        )),
    }
    if survey.dead > 0 {
        let verb = if survey.dead == 1 { "is" } else { "are" };
        notes.push(format!("{} of the cluster {verb} dead.", counted(survey.dead as u64, "server")));
    }
    let inexact = survey.regions.iter().filter(|region| !region.is_exact).count();
    if inexact > 0 {
        notes.push(format!(
            "The first key of {} is not exact: the gateway wrote it as text, in which bytes are lost.",
            counted(inexact as u64, "region")
        ));
    }
    if survey.unread > 0 {
        notes.push(format!("{} left out, as the names cannot be read.", counted(survey.unread as u64, "region")));
    }
    notes
}

/// What is said of a server at a line of the list.
impl Bearer {
    /// Its parts in words: `38 % of the bytes, 61 % of the requests`.
    pub fn parts(&self) -> String {
        format!("{} of the bytes, {} of the requests", percent(self.share), percent(self.requests))
    }
}
