//! A table that grows: regions by the moments at which they are split.

use super::measure::{Measure, Point};
use super::report::{Assumption, Column, Report, Split};
use super::stream::{self, Spread};
use super::track::{File, Rules, State, Track};
use super::{BANDS, Grain, Plan};
use crate::design::Kind;
use splitpoint_model::policy::split::SplitRestriction;
use splitpoint_model::schema::{FamilyDescriptor, Settings, TableDescriptor};
use splitpoint_model::store::Likeness;
use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BinaryHeap};
use std::rc::Rc;

/// Regions at which it ends, whatever the plan says.
const MOST: usize = 200_000;

/// A sequence id of a table that is large.
const FAR: f64 = 1e6;

type Shared = Rc<RefCell<Track>>;

/// A region on its way.
struct Region {
    from: Point,
    /// The key at which it begins.
    start: Vec<u8>,
    to: Point,
    server: usize,
    /// The row with which it was made.
    born: f64,
    /// Which rows the files of each store hold that it began with: up to which number.
    base: Vec<Vec<f64>>,
    track: Shared,
    /// Which flush, and whether after it or after its compactions, it is to be split.
    next: Option<(usize, bool)>,
    /// What was asked of the queue last; what it says of an earlier question does not count.
    version: u32,
}

/// A moment at which a region is to be split.
struct Moment {
    number: f64,
    region: usize,
    version: u32,
}

impl PartialEq for Moment {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Moment {}

impl PartialOrd for Moment {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Moment {
    /// The earliest is the greatest.
    fn cmp(&self, other: &Self) -> Ordering {
        other.number.total_cmp(&self.number).then(other.region.cmp(&self.region))
    }
}

/// A table on its way: it grows column by column, so that whoever shows it can do something else meanwhile.
pub struct Growth {
    plan: Plan,
    rules: Rules,
    restriction: SplitRestriction,
    measure: Measure,
    rows: f64,
    regions: Vec<Region>,
    /// How many regions each server has.
    servers: Vec<u64>,
    /// Which regions each server has.
    homes: Vec<Vec<usize>>,
    queue: BinaryHeap<Moment>,
    tracks: BTreeMap<Vec<Vec<u64>>, Shared>,
    splits: Vec<(f64, Point, Vec<u8>)>,
    flushed: f64,
    compacted: f64,
    /// At which row the next column ends, and what was found for those before.
    columns: Vec<Column>,
    bands: Vec<Point>,
}

/// Lets a table grow to its end.
pub fn grow(plan: &Plan) -> Report {
    let mut growth = Growth::new(plan);
    while growth.advance() {}
    growth.report()
}

impl Growth {
    /// The table before its first row.
    pub fn new(plan: &Plan) -> Self {
        let rows = plan.rows().max(1.0);
        let sample = if plan.grain == Grain::Coarse { 2_048 } else { 16_384 };
        let measure = Measure::new(&plan.design, &plan.stream, rows, sample);
        let alike = |store: &super::Store| Likeness {
            row: measure.length,
            qualifier: store.qualifier,
            value: store.value,
            columns: store.columns.max(1),
        };
        // A table has its families in the order of their names.
        let mut stores = plan.stores.clone();
        stores.sort_by(|one, other| one.name.cmp(&other.name));
        let block = plan.settings.iter().find(|(name, _)| name == "BLOCKSIZE").and_then(|(_, size)| size.parse().ok());
        let family = |store: &super::Store| {
            let mut family = FamilyDescriptor::new(store.name.as_str());
            family.block_size = block.unwrap_or(family.block_size);
            family
        };
        let mut table = TableDescriptor::new("growth", stores.iter().map(family));
        for (name, value) in &plan.settings {
            table = table.with(name, value);
        }
        let rules = Rules::new(table, &stores.iter().map(alike).collect::<Vec<_>>());
        let site = splitpoint_model::map::Map::new();
        let restriction = SplitRestriction::of(&Settings::new(&site, &rules.table));
        let servers = plan.servers.max(1) as usize;
        let mut bands: Vec<Point> = vec![Point::default()];
        bands.extend((1..BANDS).map(|band| measure.find(rows * band as f64 / BANDS as f64, (0.0, rows))));
        bands.push(measure.end());
        let mut growth = Self {
            plan: plan.clone(),
            rules,
            restriction,
            measure,
            rows,
            regions: Vec::new(),
            servers: vec![0; servers],
            homes: vec![Vec::new(); servers],
            queue: BinaryHeap::new(),
            tracks: BTreeMap::new(),
            splits: Vec::new(),
            flushed: 0.0,
            compacted: 0.0,
            columns: Vec::new(),
            bands,
        };
        growth.begin();
        growth
    }

    /// How many columns there will be.
    fn steps(&self) -> usize {
        if self.plan.grain == Grain::Coarse { 24 } else { 60 }
    }

    /// Goes on by one column. False where there is none left.
    pub fn advance(&mut self) -> bool {
        let (done, steps) = (self.columns.len(), self.steps());
        if done == steps {
            return false;
        }
        let [from, end] = [done, done + 1].map(|step| self.rows * step as f64 / steps as f64);
        self.reach(end);
        let column = self.column(from, end);
        self.columns.push(column);
        true
    }

    fn begin(&mut self) {
        let mut from = Point::default();
        let cuts: Vec<Point> = self.plan.cuts.iter().map(|cut| self.measure.point(cut)).collect();
        for to in cuts.into_iter().chain([self.measure.end()]) {
            let empty = vec![Vec::new(); self.rules.stores.len()];
            let server = self.regions.len() % self.servers.len();
            self.open((from, to.clone()), server, (0.0, 3.0), empty);
            from = to;
        }
        (0..self.regions.len()).for_each(|region| self.ask(region, 0.0));
    }

    /// A region with files, each with its rows and the row number up to which it holds them.
    fn open(
        &mut self,
        (from, to): (Point, Point),
        server: usize,
        (born, sequence): (f64, f64),
        files: Vec<Vec<(File, f64)>>,
    ) -> usize {
        let base = files.iter().map(|files| files.iter().map(|(_, until)| *until).collect()).collect();
        let files: Vec<Vec<File>> =
            files.into_iter().map(|files| files.into_iter().map(|(file, _)| file).collect()).collect();
        let track = self.track(files, sequence);
        let start = self.measure.bytes(&from);
        let region = Region { from, start, to, server, born, base, track, next: None, version: 0 };
        self.servers[server] += 1;
        self.homes[server].push(self.regions.len());
        self.regions.push(region);
        self.regions.len() - 1
    }

    /// The life of a region that begins like that.
    fn track(&mut self, mut files: Vec<Vec<File>>, sequence: f64) -> Shared {
        if self.plan.grain == Grain::Exact {
            return Rc::new(RefCell::new(Track::new(&self.rules, files, sequence)));
        }
        let mut key = Vec::with_capacity(files.len());
        for (files, store) in files.iter_mut().zip(&self.rules.stores) {
            // About a quarter of a flush.
            let unit = (self.rules.flush as f64 / store.alike.heap(&store.family) / 4.0).max(1.0);
            let mut rounded = Vec::with_capacity(files.len());
            for file in files.iter_mut() {
                let units = (file.rows / unit).round();
                file.rows = units * unit;
                rounded.push((units as u64) << 1 | u64::from(file.reference));
            }
            key.push(rounded);
        }
        let rules = &self.rules;
        self.tracks.entry(key).or_insert_with(|| Rc::new(RefCell::new(Track::new(rules, files, FAR)))).clone()
    }

    fn limit(&self, server: usize) -> u64 {
        self.rules.limit(self.servers[server])
    }

    fn count(&self, region: &Region, until: f64) -> f64 {
        self.measure.between(&region.from, &region.to, (region.born, until))
    }

    /// The row with which a region has got so many since it was made; infinity where it does not.
    fn when(&self, region: &Region, rows: f64) -> f64 {
        let (mut low, mut high) = (region.born, self.rows);
        let (mut below, mut above) = (0.0, self.count(region, high));
        if above < rows {
            return f64::INFINITY;
        }
        if rows <= 0.0 {
            return low;
        }
        let mut turn = false;
        for _ in 0..80 {
            if high - low < 0.5 || above - below < 1e-9 {
                break;
            }
            turn = !turn;
            let guess =
                if turn { low + (high - low) * (rows - below) / (above - below) } else { f64::midpoint(low, high) };
            // Both sides of a good guess are tried, so that what is between them is small.
            let guess = guess.clamp(low, high);
            let count = self.count(region, guess);
            if (count - rows).abs() < 0.01 + rows * 1e-6 {
                return guess;
            }
            if count < rows {
                (low, below) = (guess, count);
            } else {
                (high, above) = (guess, count);
            }
        }
        high
    }

    /// Asks when a region is to be split, from now on.
    fn ask(&mut self, at: usize, now: f64) {
        let limit = self.limit(self.regions[at].server);
        let region = &self.regions[at];
        let so_far = self.count(region, now);
        let most = self.count(region, self.rows);
        let track = region.track.clone();
        let mut track = track.borrow_mut();
        let mut beat = track.beats.partition_point(|beat| beat.rows <= so_far + 1e-6).saturating_sub(1);
        let mut settled = beat > 0 || so_far > 0.0;
        let found = loop {
            if beat == track.beats.len() {
                track.extend(&self.rules);
            }
            if track.beats[beat].rows > most {
                break None;
            }
            let states = [&track.beats[beat].flushed, &track.beats[beat].settled];
            let fits = |state: &State| state.size > limit && state.splittable;
            let is_cut = |state: &State| fits(state) && self.cut(region, state, &track).is_some();
            if !settled && is_cut(states[0]) {
                break Some((beat, false));
            }
            if is_cut(states[1]) {
                break Some((beat, true));
            }
            (beat, settled) = (beat + 1, false);
        };
        let moment = found.map(|(beat, _)| track.beats[beat].rows);
        drop(track);
        let number = moment.map(|rows| self.when(&self.regions[at], rows).max(now));
        let region = &mut self.regions[at];
        region.version += 1;
        region.next = found;
        if let Some(number) = number.filter(|number| *number <= self.rows) {
            self.queue.push(Moment { number, region: at, version: region.version });
        }
    }

    /// Up to which row number a part of a store's files reaches.
    fn until(&self, region: &Region, store: usize, track: &Track, part: u32) -> f64 {
        let base = &region.base[store];
        if part < track.base {
            return base.get(part as usize).or(base.last()).copied().unwrap_or(region.born);
        }
        let flush = (part - track.base) as usize + 1;
        match track.beats.get(flush) {
            Some(beat) => {
                let number = self.when(region, beat.rows);
                if number.is_finite() { number } else { self.rows }
            }
            None => self.rows,
        }
    }

    /// The rows that a file holds, as an interval of their numbers.
    fn window(&self, region: &Region, store: usize, track: &Track, file: &File) -> (f64, f64) {
        let from = match file.parts.start {
            0 => 0.0,
            part => self.until(region, store, track, part - 1),
        };
        (from, self.until(region, store, track, file.parts.end - 1))
    }

    /// Where a region would be cut: the middle of the largest file of the largest store that has one.
    fn cut(&self, region: &Region, state: &State, track: &Track) -> Option<(Point, Vec<u8>)> {
        let mut best: Option<(u64, usize, &File, f64)> = None;
        for (at, (files, store)) in state.stores.iter().zip(&self.rules.stores).enumerate() {
            let size: u64 = files.iter().map(|file| file.size).sum();
            // Of equal files the oldest.
            let Some(file) = files.iter().rev().max_by_key(|file| file.size) else { continue };
            if let Some(middle) = file.middle(store)
                && best.is_none_or(|(largest, ..)| size > largest)
            {
                best = Some((size, at, file, middle));
            }
        }
        let (_, store, file, middle) = best?;
        let window = self.window(region, store, track, file);
        let before = self.measure.below(&region.from, window);
        let inside = self.measure.between(&region.from, &region.to, window);
        if inside < 2.0 {
            return None;
        }
        let point = self.measure.find(before + (middle / file.rows * inside).min(inside), window);
        let raw = self.measure.bytes(&point);
        let kept = self.restriction.cut(self.rules.policy.cut(&raw));
        let point = if kept.len() < raw.len() { self.measure.point(kept) } else { point };
        // A cut at the start of the region is refused, one past its end too; one before all its rows is not.
        let (start, place, end) = self.places(region, &point);
        let is_inside = place > start + 0.5 || (place > start - 0.5 && *kept > *region.start);
        (is_inside && place < end - 0.5).then(|| (point, kept.to_vec()))
    }

    /// How many rows of the whole lie before a region, before a point in it, and before its end.
    fn places(&self, region: &Region, point: &Point) -> (f64, f64, f64) {
        let below = |point: &Point| self.measure.below(point, (0.0, self.rows));
        (below(&region.from), below(point), below(&region.to))
    }

    /// Goes on to a row.
    fn reach(&mut self, until: f64) {
        while self.queue.peek().is_some_and(|moment| moment.number <= until) && self.regions.len() < MOST {
            let Some(moment) = self.queue.pop() else { break };
            if self.regions[moment.region].version == moment.version {
                self.part(moment.region, moment.number);
            }
        }
    }

    /// Splits a region.
    fn part(&mut self, at: usize, now: f64) {
        let region = &self.regions[at];
        let Some((beat, settled)) = region.next else { return };
        let track = region.track.clone();
        let track = track.borrow();
        let state = if settled { &track.beats[beat].settled } else { &track.beats[beat].flushed };
        // What it was computed from may have changed: its server has more regions by now.
        if state.size <= self.limit(region.server) {
            drop(track);
            return self.ask(at, now);
        }
        let Some((cut, start)) = self.cut(region, state, &track) else { return };
        let born = (now, track.sequence_after(track.beats[beat].rows) + 3.0);
        let region_start = region.start.clone();
        let (flushed, compacted) = (state.flushed as f64, state.compacted as f64);
        let bounds = [(region.from.clone(), cut.clone()), (cut.clone(), region.to.clone())];
        let mut halves = [Vec::new(), Vec::new()];
        for (store, files) in state.stores.iter().enumerate() {
            let mut shares: [Vec<(File, f64)>; 2] = [Vec::new(), Vec::new()];
            for file in files {
                let window = self.window(region, store, &track, file);
                let rows = bounds.each_ref().map(|(from, to)| self.measure.between(from, to, window));
                let all = rows[0] + rows[1];
                for (half, rows) in rows.into_iter().enumerate().filter(|(_, rows)| *rows >= 0.5) {
                    let part = shares[half].len() as u32;
                    let (reference, rows) = (rows < all - 0.5, rows / all * file.rows);
                    shares[half].push((
                        File::base(rows, file.size, reference, part, file.ids * rows / file.rows.max(1.0)),
                        window.1,
                    ));
                }
            }
            let [lower, upper] = shares;
            halves[0].push(lower);
            halves[1].push(upper);
        }
        drop(track);
        self.flushed += flushed;
        self.compacted += compacted;
        let home = self.regions[at].server;
        self.servers[home] -= 1;
        self.homes[home].retain(|region| *region != at);
        let [lower, upper] = bounds;
        let [first, second] = halves;
        let limits: Vec<u64> = (0..self.servers.len()).map(|server| self.limit(server)).collect();
        let lower = self.reopen(at, lower, home, born, first);
        let least = self.least(home);
        let upper = self.open(upper, least, born, second);
        self.regions[lower].start = region_start;
        self.regions[upper].start.clone_from(&start);
        self.splits.push((now, cut, start));
        self.ask(lower, now);
        self.ask(upper, now);
        // Where a limit sank, those that wait for the old one are asked again.
        for (server, limit) in limits.into_iter().enumerate() {
            if self.limit(server) < limit {
                for region in self.homes[server].clone() {
                    self.ask(region, now);
                }
            }
        }
    }

    /// A daughter in the place of its parent.
    fn reopen(
        &mut self,
        at: usize,
        keys: (Point, Point),
        server: usize,
        born: (f64, f64),
        files: Vec<Vec<(File, f64)>>,
    ) -> usize {
        let version = self.regions[at].version;
        let new = self.open(keys, server, born, files);
        self.homes[server].pop();
        self.homes[server].push(at);
        let mut region = self.regions.swap_remove(new);
        region.version = version;
        self.regions[at] = region;
        at
    }

    /// The server with fewest regions, which is `home` where none has fewer.
    fn least(&self, home: usize) -> usize {
        let least = (0..self.servers.len()).min_by_key(|server| (self.servers[*server], *server != home));
        least.unwrap_or(home)
    }

    /// The shares of the writes of a window by regions: how they lie now.
    fn shares(&self, window: (f64, f64)) -> Vec<f64> {
        let share = |region: &Region| self.measure.between(&region.from, &region.to, window) / (window.1 - window.0);
        self.regions.iter().map(share).collect()
    }

    /// The last rows before one: fewer than a region holds, or a front would be in several.
    fn moment(&self, until: f64) -> (f64, f64) {
        (until - (until / self.regions.len() as f64 / 50.0).max(1.0), until)
    }

    fn hottest(&self, shares: &[f64]) -> (f64, f64) {
        let mut servers = vec![0.0; self.servers.len()];
        for (region, share) in self.regions.iter().zip(shares) {
            servers[region.server] += share;
        }
        let most = |shares: &[f64]| shares.iter().copied().fold(0.0, f64::max);
        (most(shares), most(&servers))
    }

    fn column(&self, from: f64, to: f64) -> Column {
        // A moment, not the whole stretch: a front may pass through many regions in a week.
        let moment = self.moment(to);
        let (hottest, server) = self.hottest(&self.shares(moment));
        let heat = self.bands.windows(2).map(|band| self.measure.between(&band[0], &band[1], (from, to)) / (to - from));
        Column {
            second: to / self.plan.stream.rate,
            regions: self.regions.len(),
            hottest,
            server,
            heat: heat.collect(),
        }
    }

    fn assumed(&self) -> Vec<Assumption> {
        let mut assumed = vec![Assumption::NoChance, Assumption::Distinct, Assumption::Quick];
        if self.plan.grain != Grain::Exact {
            assumed.push(Assumption::Alike);
        }
        if self.servers.len() > 1 {
            assumed.push(Assumption::Balanced);
        }
        let values = |spread: &Spread| match spread {
            Spread::Even(values) | Spread::Zipf(values, _) => *values,
            Spread::Any | Spread::New { .. } => u64::MAX,
            Spread::Up | Spread::Down | Spread::Clock => 0,
        };
        if self.plan.stream.fields.iter().any(|spread| values(spread) > 4_096) {
            assumed.push(Assumption::Continuous);
        }
        let outgrown = self.plan.design.fields.iter().zip(&self.plan.stream.fields).any(|(field, spread)| {
            matches!(field.kind, Kind::Integer { .. } | Kind::Decimal(_))
                && matches!(spread, Spread::Up | Spread::Down)
                && stream::room(&field.kind) as f64 <= self.rows
        });
        if outgrown {
            assumed.push(Assumption::Outgrown);
        }
        assumed
    }

    /// What it came to so far: after the last column, to its end.
    pub fn report(mut self) -> Report {
        let (mut bytes, mut files, mut most) = (0.0, 0, 0);
        for region in &self.regions {
            let count = self.count(region, self.rows);
            let mut track = region.track.borrow_mut();
            while track.beats.last().is_some_and(|beat| beat.rows <= count) {
                track.extend(&self.rules);
            }
            let beat = track.beats.partition_point(|beat| beat.rows <= count).saturating_sub(1);
            let state = &track.beats[beat].settled;
            self.flushed += state.flushed as f64;
            self.compacted += state.compacted as f64;
            bytes += state.stores.iter().flatten().map(|file| file.size as f64).sum::<f64>();
            files += state.stores.iter().map(Vec::len).sum::<usize>();
            most = most.max(state.stores.iter().map(Vec::len).max().unwrap_or(0));
        }
        let last = self.moment(self.rows);
        let shares = self.shares(last);
        let (hottest, server) = self.hottest(&shares);
        let even = 1.0 / self.regions.len() as f64;
        let idle = shares.iter().filter(|share| **share <= even / 1_000.0).count() as f64 * even;
        let all = (0.0, self.rows);
        let mut cuts: Vec<Vec<u8>> = self.plan.cuts.clone();
        if self.regions.len() <= Report::KEYS {
            cuts.extend(self.splits.iter().map(|(_, _, key)| key.clone()));
            cuts.sort_unstable();
        } else {
            cuts.clear();
        }
        let split = |(number, cut, _): &(f64, Point, Vec<u8>)| Split {
            second: number / self.plan.stream.rate,
            place: self.measure.below(cut, all) / self.rows,
        };
        let row = |store: &super::track::Store| f64::from(store.alike.columns) * store.alike.cell(&store.family);
        let on_server = self.servers.iter().copied().max().unwrap_or(1);
        let scans = match self.plan.design.fields.first().map(|field| &field.kind) {
            Some(Kind::Salt { buckets, .. }) => u32::from(*buckets),
            _ => 1,
        };
        Report {
            rows: self.rows,
            seconds: self.plan.seconds,
            rate: self.plan.stream.rate,
            servers: self.servers.len() as u32,
            key: self.measure.length,
            row: self.rules.stores.iter().map(row).sum(),
            bytes,
            began: self.plan.cuts.len() + 1,
            regions: self.regions.len(),
            cuts,
            splits: self.splits.iter().take(Report::KEYS).map(split).collect(),
            first: self.splits.first().map(|(number, ..)| number / self.plan.stream.rate),
            limit: self.rules.limit(on_server),
            flush: self.rules.flush,
            flushed: self.flushed,
            compacted: self.compacted,
            files: files as f64 / (self.regions.len() * self.rules.stores.len()) as f64,
            most,
            hottest,
            server,
            idle,
            reads: self.plan.reads,
            scans,
            assumed: self.assumed(),
            columns: std::mem::take(&mut self.columns),
        }
    }
}
