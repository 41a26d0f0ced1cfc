//! What a real table got over time: the same picture as that of a log, made of the counters of its regions. A column is an
//! interval between looks, or several; a row is a region as they are now, or several beside each other, or a server.

use super::super::heat::{HeatCell, Measure, SHADES};
use super::super::pattern::{Motion, Share, Terms, pattern, tenths};
use super::super::print::Printer;
use crate::cluster::{Load, Recording, Sample};
use crate::notation::Encoding;
use crate::view::KeyNotation;
use crate::words::cluster::{clock, rate, span};
use crate::words::{count, counted, percent};
use std::ops::Range;

/// Columns and rows of the picture, at most.
const COLUMNS: usize = 64;
const ROWS: usize = 50;

/// Intervals that count as the last ones.
const RECENT: usize = 12;

/// Tenths of a percent of what came lately, from which on one region is named.
const ALONE: u32 = 100;

/// Intervals below which no pattern is named.
const FEW: usize = 4;

/// What the rows of the picture stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Aspect {
    /// Regions, in the order of keys.
    #[default]
    Region,
    /// Servers.
    Server,
}

impl Aspect {
    /// All of them with their names.
    pub const NAMES: [(Self, &'static str); 2] = [(Self::Region, "by region"), (Self::Server, "by server")];
}

/// The heat map of a table of a real cluster.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ClusterHeat {
    /// `24 looks in 2 min, the last at 14:05:09`.
    pub span: String,
    /// What it got in the last interval, in a second: `1,200/s`.
    pub rate: String,
    /// The columns, oldest first.
    pub columns: Vec<Slice>,
    /// The rows.
    pub bands: Vec<HeatBand>,
    /// The cells that are not empty.
    pub cells: Vec<HeatCell>,
    /// What the strongest cell has.
    pub most: u64,
    /// The pattern in a sentence; while too little is known, what is waited for.
    pub pattern: String,
    /// Whether it is a hot spot.
    pub hot: bool,
    /// What is merged or spread in the picture; empty where nothing is.
    pub merged: String,
    /// Regions that were opened, or whose counters began anew.
    pub notes: Vec<HeatNote>,
}

/// A column of the picture: a stretch of time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slice {
    /// From when to when: `14:05:04 to 14:05:09`.
    pub when: String,
    /// What all rows got in it.
    pub amount: u64,
}

/// A row of the picture: one region, several, or a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeatBand {
    /// Its range, or its server.
    pub label: String,
    /// How many regions the row stands for.
    pub regions: usize,
    /// Its part of what came in the last intervals, in tenths of a percent.
    pub recent: u32,
    /// Its part of everything, in tenths of a percent.
    pub all: u32,
    /// What it got in all.
    pub amount: u64,
}

/// Something that happened to regions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeatNote {
    /// The column in which it was seen.
    pub column: usize,
    /// In a few words.
    pub text: String,
}

/// Amounts by columns and rows.
struct Grid {
    amounts: Vec<u64>,
    rows: usize,
}

impl Grid {
    fn at(&self, column: usize, row: usize) -> u64 {
        self.amounts.get(column * self.rows + row).copied().unwrap_or(0)
    }

    fn columns(&self) -> usize {
        self.amounts.len().checked_div(self.rows).unwrap_or(0)
    }

    fn sums(&self, columns: Range<usize>) -> Vec<u64> {
        (0..self.rows).map(|row| columns.clone().map(|column| self.at(column, row)).sum()).collect()
    }
}

/// How what a region got is spread over rows: each row with how many parts of all.
struct Spread(Vec<(usize, u64)>);

impl Spread {
    fn add(&self, to: &mut [u64], amount: u64) {
        let parts: u64 = self.0.iter().map(|(_, parts)| parts).sum();
        let (mut done, mut given) = (0, 0);
        for (row, part) in &self.0 {
            done += part;
            // The parts are rounded so that their sum is the whole amount.
            let until =
                u64::try_from(u128::from(amount) * u128::from(done) / u128::from(parts.max(1))).unwrap_or(amount);
            to[*row] += until - given;
            given = until;
        }
    }
}

/// What was recorded of a table, as a picture. `east`: minutes of the clock east of Greenwich.
pub fn cluster_heat(
    recording: &Recording,
    (aspect, measure): (Aspect, Measure),
    (key, notation): (&Encoding, KeyNotation),
    east: i32,
) -> ClusterHeat {
    let samples = &recording.samples;
    let printer = Printer::new(key.clone(), notation);
    let merged_regions = match aspect {
        Aspect::Region => recording.now.len().div_ceil(ROWS).max(1),
        Aspect::Server => 1,
    };
    let (mut bands, spreads) = match aspect {
        Aspect::Region => by_region(recording, &printer, merged_regions),
        Aspect::Server => by_server(recording),
    };
    let width = samples.len().div_ceil(COLUMNS).max(1);
    let amount = |load: &Load| match measure {
        Measure::Reads => load.reads,
        Measure::Writes => load.writes,
        Measure::Bytes => load.reads + load.writes,
    };
    let row_of = |load: &Load| match aspect {
        Aspect::Region => load.region as usize,
        Aspect::Server => load.server as usize,
    };
    let rows = bands.len();
    let mut amounts = vec![0; samples.len().div_ceil(width) * rows];
    let mut recent = vec![0; rows];
    for (at, sample) in samples.iter().enumerate() {
        let column = at / width * rows;
        for load in &sample.loads {
            let Some(spread) = spreads.get(row_of(load)) else { continue };
            spread.add(&mut amounts[column..column + rows], amount(load));
            if at + RECENT >= samples.len() {
                spread.add(&mut recent, amount(load));
            }
        }
    }
    let grid = Grid { amounts, rows };
    let all = grid.sums(0..grid.columns());
    let (whole, lately): (u64, u64) = (all.iter().sum(), recent.iter().sum());
    for (row, band) in bands.iter_mut().enumerate() {
        (band.amount, band.all, band.recent) = (all[row], tenths(all[row], whole), tenths(recent[row], lately));
    }
    let (cells, most) = cells(&grid);
    let columns = samples.chunks(width).enumerate().map(|(column, part)| Slice {
        when: format!("{} to {}", clock(part[0].from, east), clock(part[part.len() - 1].to, east)),
        amount: (0..rows).map(|row| grid.at(column, row)).sum(),
    });
    let (mut pattern, hot) = found(&bands, &grid, samples, (aspect, measure), width, lately);
    if hot && merged_regions > 1 {
        let told = alone(recording, &printer, amount, lately);
        pattern.push_str(&told.unwrap_or_default());
    }
    ClusterHeat {
        span: told(recording, east),
        rate: samples
            .last()
            .map_or(String::new(), |last| rate(last.loads.iter().map(amount).sum(), last.to - last.from)),
        columns: columns.collect(),
        merged: merged(recording, aspect, width, &bands),
        bands,
        cells,
        most,
        pattern,
        hot,
        notes: samples.iter().enumerate().filter_map(|(at, sample)| note(sample, at / width)).collect(),
    }
}

/// The regions as they are now, some beside each other in a row where there are many. What a region got that is not there
/// any more is spread evenly over those that have its keys now.
fn by_region(recording: &Recording, printer: &Printer, width: usize) -> (Vec<HeatBand>, Vec<Spread>) {
    let now: Vec<&crate::cluster::Known> = recording.now.iter().map(|at| &recording.regions[*at as usize]).collect();
    let bands: Vec<HeatBand> = now
        .chunks(width)
        .map(|part| HeatBand {
            label: printer.range(&part[0].name.start, &part[part.len() - 1].end),
            regions: part.len(),
            recent: 0,
            all: 0,
            amount: 0,
        })
        .collect();
    let place = |key: &[u8]| now.partition_point(|known| known.name.start.as_slice() <= key).saturating_sub(1);
    let spread = |known: &crate::cluster::Known| {
        let from = place(&known.name.start);
        let to = if known.end.is_empty() {
            now.len()
        } else {
            now.partition_point(|other| other.name.start < known.end).max(from + 1)
        };
        let mut rows: Vec<(usize, u64)> = Vec::new();
        for at in from..to.min(now.len()) {
            match rows.last_mut().filter(|(row, _)| *row == at / width) {
                Some((_, parts)) => *parts += 1,
                None => rows.push((at / width, 1)),
            }
        }
        Spread(rows)
    };
    (bands, recording.regions.iter().map(spread).collect())
}

/// Where a row of the picture is several regions: the one that got most lately, where its share is worth a word.
fn alone(recording: &Recording, printer: &Printer, amount: impl Fn(&Load) -> u64, lately: u64) -> Option<String> {
    let (regions, spreads) = by_region(recording, printer, 1);
    let mut recent = vec![0; regions.len()];
    for load in recording.samples.iter().rev().take(RECENT).flat_map(|sample| &sample.loads) {
        if let Some(spread) = spreads.get(load.region as usize) {
            spread.add(&mut recent, amount(load));
        }
    }
    let hottest = (0..regions.len()).max_by_key(|region| recent[*region])?;
    let share = tenths(recent[hottest], lately);
    (share >= ALONE).then(|| format!(" One region alone got {}: {}.", percent(share), regions[hottest].label))
}

fn by_server(recording: &Recording) -> (Vec<HeatBand>, Vec<Spread>) {
    let width = recording.servers.len().div_ceil(2 * ROWS).max(1);
    let mut order: Vec<usize> = (0..recording.servers.len()).collect();
    splitpoint_model::order::sort_by(&mut order, |one, other| recording.servers[*one].cmp(&recording.servers[*other]));
    let band = |part: &[usize]| {
        let name = |at: usize| recording.servers[at].clone();
        let label = match part {
            [one] => name(*one),
            part => format!("{} to {}", name(part[0]), name(part[part.len() - 1])),
        };
        HeatBand { label, regions: 0, recent: 0, all: 0, amount: 0 }
    };
    let bands = order.chunks(width).map(band).collect();
    let mut rows = vec![0; order.len()];
    for (place, at) in order.iter().enumerate() {
        rows[*at] = place / width;
    }
    (bands, rows.into_iter().map(|row| Spread(vec![(row, 1)])).collect())
}

fn cells(grid: &Grid) -> (Vec<HeatCell>, u64) {
    let mut amounts: Vec<u64> = grid.amounts.iter().copied().filter(|amount| *amount > 0).collect();
    amounts.sort_unstable_by(|one, other| other.cmp(one));
    let most = amounts.first().copied().unwrap_or(0);
    let below = amounts.get(amounts.len().div_ceil(10)).copied().unwrap_or(u64::MAX);
    let places = (0..grid.columns()).flat_map(|column| (0..grid.rows).map(move |row| (column, row)));
    let cell = |(column, row): (usize, usize)| {
        let amount = grid.at(column, row);
        let shade = (u128::from(amount) * u128::from(SHADES)).div_ceil(u128::from(most.max(1)));
        let shade = u8::try_from(shade).unwrap_or(SHADES);
        (amount > 0).then_some(HeatCell { column, row, shade, amount, hottest: amount > below })
    };
    (places.filter_map(cell).collect(), most)
}

fn noun(measure: Measure) -> &'static str {
    match measure {
        Measure::Reads => "reads",
        Measure::Writes => "writes",
        Measure::Bytes => "requests",
    }
}

fn found(
    bands: &[HeatBand],
    grid: &Grid,
    samples: &[Sample],
    (aspect, measure): (Aspect, Measure),
    width: usize,
    lately: u64,
) -> (String, bool) {
    let noun = noun(measure);
    let few = samples.len().min(RECENT);
    let Some((first, last)) = samples.len().checked_sub(few).and_then(|at| Some((samples.get(at)?, samples.last()?)))
    else {
        return ("The first look is taken. What the table gets is told from the next one on.".to_owned(), false);
    };
    if samples.len() < FEW {
        return (format!("A pattern is named after {}.", count(FEW, "interval")), false);
    }
    let ago = span(last.to - first.from);
    if lately == 0 {
        return (format!("Quiet: no {noun} in the last {ago}."), false);
    }
    let terms = Terms {
        part: match aspect {
            Aspect::Region if bands.iter().any(|band| band.regions > 1) => "range",
            Aspect::Region => "region",
            Aspect::Server => "server",
        },
        noun,
        what: format!("the {noun} of the last {ago}"),
        recent: format!("in the last {ago}"),
        period: &|columns| {
            let samples = &samples[samples.len().saturating_sub(columns * width)..];
            let long = samples.last().map_or(0, |last| last.to) - samples.first().map_or(0, |first| first.from);
            format!("about every {}", span(long))
        },
        // A counter is of a whole region: whether it was one row, nobody knows.
        is_first: None,
    };
    // Servers have no order in which a front could move.
    let motion = Motion {
        amount: &|column, row| grid.at(column, row),
        columns: if aspect == Aspect::Region { grid.columns() } else { 0 },
        rows: grid.rows,
        recent: few.div_ceil(width),
    };
    if let Some(share) = motion.front() {
        let text = format!(
            "Moving front: at each time one {} gets most of the {noun}, {} of them at last, and that place moves over the keys.",
            terms.part,
            percent(share)
        );
        return (text, true);
    }
    let shares: Vec<Share<'_>> =
        bands.iter().map(|band| Share { label: &band.label, recent: band.recent, parts: 1 }).collect();
    let (mut text, hot) = pattern(&shares, &motion, &terms, lately);
    let hottest = (0..bands.len()).max_by_key(|row| bands[*row].recent);
    if hot && aspect == Aspect::Region && bands.len() > 1 && hottest == Some(bands.len() - 1) && text.starts_with("Hot")
    {
        text.push_str(" It is the last of the table: keys that rise with time all go there.");
    }
    (text, hot)
}

fn told(recording: &Recording, east: i32) -> String {
    let samples = &recording.samples;
    let (Some(first), Some(last)) = (samples.first(), samples.last()) else { return String::new() };
    let given_up = match recording.given_up {
        0 => String::new(),
        count => format!(" {} before them no longer remembered.", counted(count, "interval")),
    };
    format!(
        "{} in {}, the last until {}.{given_up}",
        counted(samples.len() as u64, "interval"),
        span(last.to - first.from),
        clock(last.to, east)
    )
}

fn merged(recording: &Recording, aspect: Aspect, width: usize, bands: &[HeatBand]) -> String {
    let mut told = Vec::new();
    if width > 1 {
        told.push(format!("a column is {width} intervals"));
    }
    let most = bands.iter().map(|band| band.regions).max().unwrap_or(0);
    if aspect == Aspect::Region && most > 1 {
        told.push(format!("a row is up to {most} regions beside each other"));
    }
    if aspect == Aspect::Region && recording.regions.len() > recording.now.len() {
        told.push(
            "what a region got before it was split or merged is spread evenly over those that have its keys now"
                .to_owned(),
        );
    }
    let text = told.join("; ");
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| format!("{}{}.", first.to_uppercase(), letters.as_str()))
}

fn note(sample: &Sample, column: usize) -> Option<HeatNote> {
    let some = |count: usize, what: &str| match count {
        0 => None,
        count => Some(format!("{} {what}", counted(count as u64, "region"))),
    };
    let text = [some(sample.opened.len(), "opened"), some(sample.restarted.len(), "opened anew, counting from 0")];
    let text: Vec<String> = text.into_iter().flatten().collect();
    (!text.is_empty()).then(|| HeatNote { column, text: text.join(", ") })
}

impl ClusterHeat {
    /// What a cell counts: `writes`.
    pub fn noun(measure: Measure) -> &'static str {
        noun(measure)
    }

    /// A cell in words: `14:05:04 to 14:05:09, [m, t): 120 writes`.
    pub fn about(&self, column: usize, row: usize, measure: Measure) -> String {
        let amount =
            self.cells.iter().find(|cell| (cell.column, cell.row) == (column, row)).map_or(0, |cell| cell.amount);
        let (Some(slice), Some(band)) = (self.columns.get(column), self.bands.get(row)) else { return String::new() };
        let noun = noun(measure).trim_end_matches('s');
        format!("{}, {}: {}", slice.when, band.label, counted(amount, noun))
    }
}
