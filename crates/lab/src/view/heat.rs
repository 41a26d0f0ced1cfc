//! The heat map: reads and writes over requests (to the right) and keys (downwards), region by region, and the
//! pattern they make.

use super::change::{self, HeatChange};
use super::pattern::{Motion, Share, Terms, pattern, tenths};
use super::{Printer, Stage, ViewRequest};
use crate::log::load::{Heat, Load, Sum, Tick, What};
use crate::sim::world::World;
use crate::words::{self, Regions as _};
use splitpoint_model::cluster::Cluster;
use splitpoint_model::event::ServerId;
use splitpoint_model::region::Region;
use std::ops::Range;

/// Rows and columns of the picture, at most.
const ROWS: usize = 50;
const COLUMNS: usize = 64;

/// How many of the last requests the share of a region is also told for.
const RECENT: u32 = 50;

/// Operations below which no pattern is named.
const FEW: u32 = 20;

/// The last requests that are looked at one by one for a period.
const SINGLES: usize = 256;

/// Shades from the faintest to the strongest.
pub const SHADES: u8 = 5;

/// Operations of a cell that are listed, at most.
const LISTED: usize = 40;

/// What a heat map counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Measure {
    /// Cells that were written.
    #[default]
    Writes,
    /// Rows that were read.
    Reads,
    /// Bytes of cells, read and written.
    Bytes,
}

impl Measure {
    /// All of them with their names.
    pub const NAMES: [(Self, &'static str); 3] =
        [(Self::Writes, "writes"), (Self::Reads, "reads"), (Self::Bytes, "bytes")];

    /// The noun for what is counted, in the plural.
    fn noun(self) -> &'static str {
        match self {
            Self::Writes => "cells written",
            Self::Reads => "rows read",
            Self::Bytes => "bytes",
        }
    }

    fn of(self, sum: Sum) -> u64 {
        match self {
            Self::Writes => sum.writes,
            Self::Reads => sum.reads,
            Self::Bytes => sum.bytes,
        }
    }

    /// `312 cells written`.
    pub fn counted(self, count: u64) -> String {
        match self {
            Self::Writes => format!("{} written", words::counted(count, "cell")),
            Self::Reads => format!("{} read", words::counted(count, "row")),
            Self::Bytes => words::amount(count),
        }
    }
}

/// The heat map of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeatView {
    /// How many requests there were that read or wrote something.
    pub requests: u32,
    /// Their total in words: `312 cells written`.
    pub total: String,
    /// Columns, from the first request to the last.
    pub columns: usize,
    /// Operations of a column; the last may have fewer.
    pub width: u32,
    /// Where each row begins: the least key in it. That of the first is empty.
    pub rows: Vec<String>,
    /// The cells that are not empty, column by column, each from its top.
    pub cells: Vec<HeatCell>,
    /// The amount of the strongest cell, to which shades are relative.
    pub most: u64,
    /// The regions as they are now, in the order of keys.
    pub regions: Vec<HeatRegion>,
    /// What stands beside the picture: regions, and where several have their keys in the same rows, these together.
    pub groups: Vec<HeatGroup>,
    /// How regions changed, oldest first.
    pub changes: Vec<HeatChange>,
    /// The pattern in a sentence; empty below 20 requests.
    pub pattern: String,
    /// Whether the pattern is a hot spot, a reason to think again about the keys.
    pub hot: bool,
    /// How many requests count as the last ones.
    pub recent: u32,
    /// What each column got in all.
    pub sums: Vec<HeatSum>,
    /// The servers, each with what it served of the table in all, whichever regions it had then.
    pub servers: Vec<HeatServer>,
}

impl HeatView {
    /// Gives two maps one scale, so that a shade is the same amount in both. Where their columns are of different numbers
    /// of requests amounts cannot be compared, and each keeps its own.
    pub fn share_scale(&mut self, other: &mut Self) {
        if self.width != other.width {
            return;
        }
        let most = self.most.max(other.most);
        for view in [self, other] {
            view.most = most;
            view.cells.iter_mut().for_each(|cell| cell.shade = shade(cell.amount, most));
        }
    }
}

/// Rows that were read and cells that were written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct HeatSum {
    /// Rows that were read.
    pub reads: u64,
    /// Cells that were written.
    pub writes: u64,
}

impl HeatSum {
    fn of(sum: Sum) -> Self {
        Self { reads: sum.reads, writes: sum.writes }
    }
}

/// What a server served.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeatServer {
    /// The number of the server, from 0.
    pub server: usize,
    /// `S1`.
    pub name: String,
    /// What it served of the table.
    pub sum: HeatSum,
    /// Its part of what is counted, in tenths of a percent of the table.
    pub all: u32,
}

/// A cell of the picture that is not empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeatCell {
    /// Its column.
    pub column: usize,
    /// Its row.
    pub row: usize,
    /// From 1 to [`SHADES`].
    pub shade: u8,
    /// The amount that is counted in this cell.
    pub amount: u64,
    /// Whether it is one of the hottest tenth of all cells that are not empty. Where more are alike than that, none is.
    pub hottest: bool,
}

/// A region beside the picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeatRegion {
    /// `r1`.
    pub label: String,
    /// Its range.
    pub range: String,
    /// Its server, and the name of that.
    pub server: usize,
    /// `S1`.
    pub server_name: String,
    /// Its rows of the picture; none where its keys share a row with those of the next region.
    pub rows: Range<usize>,
    /// What its keys got in the last requests, in tenths of a percent of the table.
    pub recent: u32,
    /// What its keys got in all, in tenths of a percent, also before there was this region.
    pub all: u32,
    /// What its keys got in all, also before there was this region.
    pub sum: HeatSum,
}

/// Neighbouring regions beside the picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeatGroup {
    /// `r1`; of several `20 regions`.
    pub label: String,
    /// Their range.
    pub range: String,
    /// Their server; `None` where they have several.
    pub server: Option<usize>,
    /// Its name; of several `S1, S2`.
    pub server_name: String,
    /// Their rows of the picture.
    pub rows: Range<usize>,
    /// What their keys got in the last requests, in tenths of a percent of the table.
    pub recent: u32,
    /// What their keys got in all, in the same.
    pub all: u32,
}

/// A request that loaded a cell of the picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeatEntry {
    /// Its number, from 1.
    pub number: u32,
    /// The client; `None` of servers.
    pub letter: Option<char>,
    /// The request in words.
    pub text: String,
    /// Where it is on the branch, to go there.
    pub place: usize,
}

/// What a heat map is made from: what was loaded up to a tick, and the cluster as it is then.
pub(super) struct Plot<'a> {
    pub(super) load: &'a Load,
    pub(super) tick: Tick,
    /// The world, which has the numbers of regions.
    pub(super) world: &'a World,
    /// The cluster before anything was decided.
    pub(super) origin: &'a Cluster,
    pub(super) cluster: &'a Cluster,
    pub(super) table: &'a str,
    pub(super) printer: &'a Printer,
}

impl Plot<'_> {
    pub(super) fn view(&self, measure: Measure) -> HeatView {
        let Self { load, tick, world, origin, cluster, table, printer } = *self;
        let heat = Heat::new(load, table, tick, ROWS, COLUMNS);
        let requests = load.ticks(tick);
        let recent = RECENT.min(requests);
        let row_of = |key: &[u8]| heat.row_of(key);
        let rows = regions(cluster, table, &row_of, heat.rows().len());
        let starts: Vec<&[u8]> = cluster.regions(table).map(|region| &**region.start()).collect();
        let shares = load.shares(tick, table, &starts, recent);
        let whole = |part: usize| shares.iter().map(|share| measure.of(share[part])).sum::<u64>();
        let (in_all, in_last) = (whole(0), whole(1));
        let seats: Vec<Seat<'_>> = cluster
            .regions(table)
            .zip(&rows)
            .zip(&shares)
            .map(|((region, rows), [all, last])| Seat { region, rows: rows.clone(), all: *all, last: *last })
            .collect();
        let share = |all: u64, last: u64| (tenths(all, in_all), tenths(last, in_last));
        let shown = seats.iter().map(|seat| {
            let (all, recent) = share(measure.of(seat.all), measure.of(seat.last));
            HeatRegion {
                label: world.label(seat.region.id()),
                range: printer.range(seat.region.start(), seat.region.end()),
                server: usize::from(seat.region.server().0),
                server_name: words::server_name(seat.region.server()),
                rows: seat.rows.clone(),
                recent,
                all,
                sum: HeatSum::of(seat.all),
            }
        });
        let shown: Vec<HeatRegion> = shown.collect();
        let groups = together(&seats).into_iter().map(|group| self.group(group, measure, &share)).collect();
        let (cells, most) = cells(&heat, measure);
        let changes = load.changes(tick, table);
        let (pattern, hot) = match requests {
            0..FEW => (String::new(), false),
            _ => {
                let since = requests - recent;
                let cuts =
                    changes.iter().filter(|change| change.before > since).filter_map(|change| match &change.what {
                        What::Split { at, .. } => Some(&**at),
                        _ => None,
                    });
                let cuts: Vec<&[u8]> = cuts.collect();
                let is_new = |region: usize| starts.get(region).is_some_and(|start| cuts.contains(start));
                found((load, &heat), measure, (&shown, &is_new), recent, in_last)
            }
        };
        let uneven = if hot || pattern.is_empty() { None } else { uneven(&shown, cluster.servers().count()) };
        let pattern = [pattern, uneven.unwrap_or_default()].concat();
        HeatView {
            requests,
            total: measure.counted(measure.of(heat.total())),
            columns: heat.columns(),
            width: heat.width(),
            rows: heat.rows().iter().map(|row| if row.is_empty() { String::new() } else { printer.key(row) }).collect(),
            cells,
            most,
            regions: shown,
            groups,
            changes: change::marks(
                &changes,
                (origin, table),
                (heat.width(), heat.rows().len()),
                &row_of,
                (world, printer),
            ),
            pattern,
            hot,
            recent,
            sums: (0..heat.columns())
                .map(|column| HeatSum::of(total((0..heat.rows().len()).map(|row| heat.at(column, row)))))
                .collect(),
            servers: self.servers(&heat, measure),
        }
    }

    /// Regions that stand together beside the picture, the last of them with rows of its own.
    fn group(&self, group: &[Seat<'_>], measure: Measure, share: &dyn Fn(u64, u64) -> (u32, u32)) -> HeatGroup {
        let (first, last) = (&group[0], &group[group.len() - 1]);
        let sum = |of: fn(&Seat<'_>) -> Sum| group.iter().map(|seat| measure.of(of(seat))).sum::<u64>();
        let (all, recent) = share(sum(|seat| seat.all), sum(|seat| seat.last));
        let mut servers: Vec<ServerId> = group.iter().map(|seat| seat.region.server()).collect();
        servers.sort_unstable();
        servers.dedup();
        HeatGroup {
            label: match group {
                [one] => self.world.label(one.region.id()),
                several => words::counted(several.len() as u64, "region"),
            },
            range: self.printer.range(first.region.start(), last.region.end()),
            server: if let [one] = servers[..] { Some(usize::from(one.0)) } else { None },
            server_name: servers.iter().map(|server| words::server_name(*server)).collect::<Vec<_>>().join(", "),
            rows: group.iter().map(|seat| &seat.rows).find(|rows| !rows.is_empty()).cloned().unwrap_or_default(),
            recent,
            all,
        }
    }

    /// What each server served of the table, those that served nothing too.
    fn servers(&self, heat: &Heat, measure: Measure) -> Vec<HeatServer> {
        let seats = heat.regions(self.load);
        let whole = measure.of(heat.total());
        let server = |server| {
            let of_server = seats.iter().filter(|(seat, _)| seat.server == server && *seat.table == *self.table);
            let sum = total(of_server.map(|(_, sum)| *sum));
            HeatServer {
                server: usize::from(server.0),
                name: words::server_name(server),
                sum: HeatSum::of(sum),
                all: tenths(measure.of(sum), whole),
            }
        };
        self.cluster.servers().map(server).collect()
    }
}

impl Stage<'_> {
    /// The heat map of the table, up to the cursor.
    pub fn heat(&self, request: &ViewRequest, measure: Measure) -> HeatView {
        let (load, tick) = self.log.load();
        let (table, printer) = (request.table.as_str(), &Printer::new(self.key(&request.table), request.notation));
        let origin = self.log.origin().cluster();
        Plot { load, tick, world: self.world(), origin, cluster: self.cluster(), table, printer }.view(measure)
    }

    /// The requests that loaded a cell of the picture, in their order, at most 40; and how many more there are.
    pub fn heat_entries(&self, request: &ViewRequest, column: usize, row: usize) -> (Vec<HeatEntry>, usize) {
        let table = request.table.as_str();
        let (load, tick) = self.log.load();
        let heat = Heat::new(load, table, tick, ROWS, COLUMNS);
        let printer = Printer::new(self.key(table), request.notation);
        let keys = |_: &str, row: &[u8]| printer.key(row);
        let ticks = heat.ticks(load, column, row);
        let entry = |number: &u32| {
            // Finds the first place on the branch after which there were so many requests.
            let (mut low, mut high) = (0, self.log.at());
            while low < high {
                let middle = usize::midpoint(low, high);
                if load.ticks(self.log.step(middle).tick) < *number {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            let fact = self.log.fact(low)?;
            let label = (1..=low).rev().filter_map(|at| self.log.fact(at)).filter(|other| other.actor == fact.actor);
            let label =
                label.take_while(|other| other.operation == fact.operation).find_map(|fact| fact.label.as_deref());
            Some(HeatEntry {
                number: *number,
                letter: fact.actor.letter(),
                text: label.map_or_else(|| self.title(fact.actor, &keys), |label| words::label(label).print(&keys)),
                place: low,
            })
        };
        (ticks.iter().take(LISTED).filter_map(entry).collect(), ticks.len().saturating_sub(LISTED))
    }
}

/// A region with its rows of the picture, and what its keys got in all and in the last requests.
struct Seat<'a> {
    region: &'a Region,
    rows: Range<usize>,
    all: Sum,
    last: Sum,
}

/// Regions with rows of the picture, each with those before it whose keys are in the same rows. Regions none of whose keys
/// was used stand nowhere.
fn together<'a, 'b>(seats: &'b [Seat<'a>]) -> Vec<&'b [Seat<'a>]> {
    let mut groups: Vec<Range<usize>> = Vec::new();
    let mut from = None;
    for (at, seat) in seats.iter().enumerate() {
        let is_used = seat.all != Sum::default();
        if !seat.rows.is_empty() {
            groups.push(from.unwrap_or(at)..at + 1);
            from = None;
        } else if is_used && from.is_none() {
            from = Some(at);
        }
    }
    // Those that begin in the last row have their keys there, too.
    let last = seats.iter().rposition(|seat| seat.all != Sum::default());
    if let (Some(group), Some(last), Some(_)) = (groups.last_mut(), last, from) {
        group.end = group.end.max(last + 1);
    }
    groups.into_iter().map(|group| &seats[group]).collect()
}

fn total(parts: impl Iterator<Item = Sum>) -> Sum {
    let mut sum = Sum::default();
    parts.for_each(|part| sum += part);
    sum
}

/// The rows of the heat map that each region has. A region none of whose keys was used has none.
fn regions(cluster: &Cluster, table: &str, row_of: &dyn Fn(&[u8]) -> usize, rows: usize) -> Vec<Range<usize>> {
    let starts: Vec<usize> = cluster
        .regions(table)
        .map(|region| if region.start().is_empty() { 0 } else { row_of(region.start()) })
        .collect();
    let end = |place: usize| starts.get(place + 1).copied().unwrap_or(rows);
    starts.iter().enumerate().map(|(place, start)| *start..end(place).max(*start)).collect()
}

/// The shade of an amount beside the largest one: 0 for nothing, up to [`SHADES`].
fn shade(amount: u64, most: u64) -> u8 {
    let shade = (u128::from(amount) * u128::from(SHADES)).div_ceil(u128::from(most.max(1)));
    u8::try_from(shade).unwrap_or(SHADES)
}

fn cells(heat: &Heat, measure: Measure) -> (Vec<HeatCell>, u64) {
    let amount = |column: usize, row: usize| measure.of(heat.at(column, row));
    let places = || (0..heat.columns()).flat_map(|column| (0..heat.rows().len()).map(move |row| (column, row)));
    let mut amounts: Vec<u64> =
        places().map(|(column, row)| amount(column, row)).filter(|amount| *amount > 0).collect();
    amounts.sort_unstable_by(|one, other| other.cmp(one));
    let most = amounts.first().copied().unwrap_or(0);
    let below = amounts.get(amounts.len().div_ceil(10)).copied().unwrap_or(u64::MAX);
    let cell = |(column, row): (usize, usize)| {
        let amount = amount(column, row);
        let shade = shade(amount, most);
        (amount > 0).then_some(HeatCell { column, row, shade, amount, hottest: amount > below })
    };
    (places().filter_map(cell).collect(), most)
}

/// That one of so many servers got most of what is recent although no region is hot, as it has most regions; `None` where
/// none did. Begins with a space.
fn uneven(regions: &[HeatRegion], servers: usize) -> Option<String> {
    if servers < 2 {
        return None;
    }
    let of = |server: usize| regions.iter().filter(move |region| region.server == server);
    let share = |server: usize| of(server).map(|region| region.recent).sum::<u32>();
    let most = (0..servers).max_by_key(|server| share(*server)).filter(|server| of(*server).count() > 1)?;
    let (name, count) = (&of(most).next()?.server_name, of(most).count());
    // The balancer counts regions: where servers have as many as each other it moves none.
    if share(most) < 600 || count <= regions.len().div_ceil(servers) {
        return None;
    }
    let share = words::percent(share(most).min(1000));
    Some(format!(
        " But {name} got {share}: it has {count} of the {} regions. The balancer can move some.",
        regions.len()
    ))
}

/// The pattern of a heat map. `is_new`: whether the border above a region was made while the recent requests came.
fn found(
    (load, heat): (&Load, &Heat),
    measure: Measure,
    (regions, is_new): (&[HeatRegion], &dyn Fn(usize) -> bool),
    recent: u32,
    total: u64,
) -> (String, bool) {
    let motion = Motion {
        amount: &|column, row| measure.of(heat.at(column, row)),
        columns: heat.columns(),
        rows: heat.rows().len(),
        recent: recent.div_ceil(heat.width()) as usize,
    };
    let terms = Terms {
        part: "region",
        noun: measure.noun(),
        what: format!("the {} in the last {recent} requests", measure.noun()),
        recent: format!("in the last {recent} requests"),
        period: &|columns| period((load, heat), measure, columns),
        is_first: Some(&|row| heat.rows().get(row).is_none_or(|key| key.is_empty())),
    };
    let mut shares: Vec<Share<'_>> = Vec::with_capacity(regions.len());
    // A front stays in one region while that is split: what its halves got is together what it got.
    let is_front = motion.is_front();
    for (place, region) in regions.iter().enumerate() {
        match shares.last_mut().filter(|_| is_front && is_new(place)) {
            Some(share) => {
                share.recent += region.recent;
                share.parts += 1;
                if motion.is_at(&region.rows) {
                    share.label = &region.label;
                }
            }
            None => shares.push(Share { label: &region.label, recent: region.recent, parts: 1 }),
        }
    }
    pattern(&shares, &motion, &terms, total)
}

/// After how many requests the load is back that comes back after so many columns. Columns of several requests each come
/// back later than the requests where both numbers have nothing in common, so single requests are asked first.
fn period((load, heat): (&Load, &Heat), measure: Measure, columns: usize) -> String {
    let in_columns = heat.width() as usize * columns;
    let singles = if heat.width() > 1 { heat.singles(load, SINGLES) } else { Vec::new() };
    let rows = heat.rows().len();
    let amount = |tick: usize, row: usize| measure.of(singles[tick][row]);
    let motion = Motion { amount: &amount, columns: singles.len(), rows, recent: 0 };
    match motion.period() {
        Some(requests) => format!("about every {requests} requests"),
        // Single requests would have shown so short a period.
        None if heat.width() > 1 && in_columns <= SINGLES / 2 => "again and again".to_owned(),
        None => format!("about every {in_columns} requests"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log::load::Meter;
    use crate::notation::Encoding;
    use crate::session::Session;
    use crate::sim::language::LANGUAGE;
    use crate::sim::world::Tally;
    use crate::view::KeyNotation;
    use splitpoint_model::client::{Request, Response};
    use splitpoint_model::mutation::Put;
    use splitpoint_model::query::Metrics;

    /// A million requests in a thousand regions are as large a picture as a few hundred in three, and nothing of them is
    /// missing in its sums.
    #[test]
    fn a_million_requests_in_a_thousand_regions() {
        let mut session = Session::new();
        session.speak(&LANGUAGE);
        let script = "create 't', 'f', SPLITS => (1..999).map { |n| format('%03d', n) }\n";
        session.queue(0, 0, script).expect("it can be read");
        assert!(session.run_client(0, 100_000), "it comes to its end");
        let world = session.world();
        let mut load = Load::new();
        let mut meter = Meter::new(&mut load, Tick::START);
        for number in 0..1_000_000_u64 {
            let row = format!("{:06}", number * 7919 % 1_000_000);
            let put = Put::new(row.as_bytes()).add("f", b"q".as_slice(), b"v".as_slice());
            meter.serve(&Request::Put("t".into(), put), &Response::Done, &Metrics::default());
            meter.settle(world.cluster());
        }
        let tick = meter.at();
        let printer = Printer::new(Encoding::Text, KeyNotation::Fields);
        let origin = Session::new();
        let (cluster, origin) = (world.cluster(), origin.world().cluster());
        let view =
            Plot { load: &load, tick, world, origin, cluster, table: "t", printer: &printer }.view(Measure::Writes);
        assert_eq!((view.requests, view.regions.len()), (1_000_000, 1_000));
        assert!(view.columns <= COLUMNS && view.rows.len() <= ROWS && view.cells.len() <= COLUMNS * ROWS);
        assert_eq!(view.regions.iter().map(|region| region.sum.writes).sum::<u64>(), 1_000_000);
        assert_eq!(view.sums.iter().map(|sum| sum.writes).sum::<u64>(), 1_000_000);
        assert!(view.groups.len() <= ROWS, "{}", view.groups.len());
        assert!(view.groups.iter().skip(1).all(|group| group.label.ends_with(" regions")), "{:?}", view.groups);
        let all: u32 = view.groups.iter().map(|group| group.all).sum();
        assert!((975..=1025).contains(&all), "what stands beside the picture is all of it: {all}");
        assert!(view.pattern.starts_with("Even: "), "{}", view.pattern);
    }

    #[test]
    fn a_server_with_most_regions_is_told_although_no_region_is_hot() {
        let region = |server: u8, recent| HeatRegion {
            label: String::new(),
            range: String::new(),
            server: usize::from(server),
            server_name: words::server_name(ServerId(server)),
            rows: 0..1,
            recent,
            all: recent,
            sum: HeatSum::default(),
        };
        let told = " But S1 got 75 %: it has 3 of the 4 regions. The balancer can move some.";
        let three = [region(0, 250), region(0, 250), region(0, 250), region(1, 250)];
        assert_eq!(uneven(&three, 2).as_deref(), Some(told));
        assert_eq!(uneven(&three, 1), None, "there is no other server");
        assert_eq!(uneven(&three[1..], 2), None, "the balancer leaves two and one as they are");
    }

    #[test]
    fn a_period_is_counted_in_requests_where_a_column_holds_several() {
        let mut session = Session::new();
        session.speak(&LANGUAGE);
        let script =
            "create 't', 'f'\n120.times { |n| put 't', (n % 3 * 300 + n / 3).to_s.rjust(4, '0'), 'f:q', 'v' }\n";
        session.queue(0, 0, script).expect("it can be read");
        assert!(session.run_client(0, 100_000), "it comes to its end");
        let request = crate::view::tests::request("t");
        let view = session.stage().heat(&request, Measure::Writes);
        assert_eq!(view.width, 2);
        assert!(view.pattern.contains("come back about every 3 requests"), "{}", view.pattern);
    }
}
