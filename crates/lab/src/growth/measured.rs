//! A table whose rows are measured: no row is known, but how many lie between two keys in a stretch of time. Its regions go from
//! split to split, and what becomes of a region until then is shared by all that begin alike.

use super::measure::Point;
use super::table::Table;
use super::track::{self, File, State, Track};
use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BinaryHeap};
use std::rc::Rc;

/// A typical sequence id of a large table, for regions that share their flushes: it decides only how many bytes an id
/// takes.
const FAR: f64 = 1e6;

type Shared = Rc<RefCell<Track>>;

/// A region, with its flushes and its next split.
struct Life {
    /// The row with which it was made.
    born: f64,
    /// Which rows the files of each store hold that it began with: up to which number.
    base: Vec<Vec<f64>>,
    track: Shared,
    /// Its next split, if it is split again while the table grows.
    next: Option<Next>,
    /// What was asked of the queue last; what it says of an earlier question does not count.
    version: u32,
}

/// The next split of a region.
struct Next {
    /// The flush after which it is split, as an index of its beats.
    beat: usize,
    /// Whether it is split only after the compactions that follow that flush.
    settled: bool,
    cut: Point,
    /// The key of the cut.
    start: Vec<u8>,
}

/// An entry of the queue of splits: the row with which a region is to be split.
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
    /// The earliest moment is the greatest, so that the heap, which gives the greatest first, gives the earliest.
    fn cmp(&self, other: &Self) -> Ordering {
        other.number.total_cmp(&self.number).then(other.region.cmp(&self.region))
    }
}

/// The table.
pub(super) struct Measured {
    lives: Vec<Life>,
    queue: BinaryHeap<Moment>,
    tracks: BTreeMap<Vec<Vec<u64>>, Shared>,
    /// Whether each region has flushes of its own; otherwise those that begin almost alike share them.
    is_single: bool,
}

impl Measured {
    /// A table before its first row.
    pub(super) fn new(table: &Table, is_single: bool) -> Self {
        let mut measured = Self { lives: Vec::new(), queue: BinaryHeap::new(), tracks: BTreeMap::new(), is_single };
        for _ in &table.regions {
            let empty = vec![Vec::new(); table.rules.stores.len()];
            let life = measured.open(table, (0.0, track::FIRST as f64), empty);
            measured.lives.push(life);
        }
        (0..table.regions.len()).for_each(|region| measured.ask(table, region, 0.0));
        measured
    }

    /// A region with files, each with its rows and the row number up to which it holds them.
    fn open(&mut self, table: &Table, (born, sequence): (f64, f64), files: Vec<Vec<(File, f64)>>) -> Life {
        let base = files.iter().map(|files| files.iter().map(|(_, until)| *until).collect()).collect();
        let files: Vec<Vec<File>> =
            files.into_iter().map(|files| files.into_iter().map(|(file, _)| file).collect()).collect();
        let track = self.track(table, files, sequence);
        Life { born, base, track, next: None, version: 0 }
    }

    /// The flushes of a region that begins with these files, which it may share with others.
    fn track(&mut self, table: &Table, mut files: Vec<Vec<File>>, sequence: f64) -> Shared {
        let rules = &table.rules;
        if self.is_single {
            return Rc::new(RefCell::new(Track::new(rules, files, sequence)));
        }
        let mut key = Vec::with_capacity(files.len());
        for (files, store) in files.iter_mut().zip(&rules.stores) {
            // Counts of rows are rounded to about a quarter of a flush, so that many regions begin alike.
            let unit = (rules.flush as f64 / store.alike.heap(&store.family) / 4.0).max(1.0);
            let mut rounded = Vec::with_capacity(files.len());
            for file in files.iter_mut() {
                let units = (file.rows / unit).round();
                file.rows = units * unit;
                rounded.push((units as u64) << 1 | u64::from(file.reference));
            }
            key.push(rounded);
        }
        self.tracks.entry(key).or_insert_with(|| Rc::new(RefCell::new(Track::new(rules, files, FAR)))).clone()
    }

    fn count(&self, table: &Table, region: usize, until: f64) -> f64 {
        let Some(life) = self.lives.get(region) else { return 0.0 };
        let keys = &table.regions[region];
        table.measure.between(&keys.from, &keys.to, (life.born, until))
    }

    /// The row with which a region has got so many since it was made; infinity where it does not.
    fn when(&self, table: &Table, region: usize, rows: f64) -> f64 {
        let (mut low, mut high) = (self.lives[region].born, table.rows);
        let (mut below, mut above) = (0.0, self.count(table, region, high));
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
            let count = self.count(table, region, guess);
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

    /// Finds the next split of a region that is not before the row `now`, and puts it into the queue.
    fn ask(&mut self, table: &Table, at: usize, now: f64) {
        let limit = table.limit(table.regions[at].server);
        let so_far = if now > self.lives[at].born { self.count(table, at, now) } else { 0.0 };
        let most = self.count(table, at, table.rows);
        let track = self.lives[at].track.clone();
        let mut track = track.borrow_mut();
        let mut beat = track.beats.partition_point(|beat| beat.rows <= so_far + 1e-6).saturating_sub(1);
        let mut settled = beat > 0 || so_far > 0.0;
        let found = loop {
            if beat == track.beats.len() {
                track.extend(&table.rules);
            }
            if track.beats[beat].rows > most {
                break None;
            }
            let state = if settled { &track.beats[beat].settled } else { &track.beats[beat].flushed };
            if state.size > limit
                && state.splittable
                && let Some((cut, start)) = self.cut(table, at, state, &track)
            {
                break Some(Next { beat, settled, cut, start });
            }
            (beat, settled) = if settled { (beat + 1, false) } else { (beat, true) };
        };
        let moment = found.as_ref().map(|next| track.beats[next.beat].rows);
        drop(track);
        let number = moment.map(|rows| self.when(table, at, rows).max(now));
        let life = &mut self.lives[at];
        life.version += 1;
        life.next = found;
        if let Some(number) = number.filter(|number| *number <= table.rows) {
            self.queue.push(Moment { number, region: at, version: life.version });
        }
    }

    /// Up to which row number a part of a store's files reaches.
    fn until(&self, table: &Table, region: usize, store: usize, track: &Track, part: u32) -> f64 {
        let base = &self.lives[region].base[store];
        if part < track.base {
            return base.get(part as usize).or(base.last()).copied().unwrap_or(self.lives[region].born);
        }
        let flush = (part - track.base) as usize + 1;
        match track.beats.get(flush) {
            Some(beat) => {
                let number = self.when(table, region, beat.rows);
                if number.is_finite() { number } else { table.rows }
            }
            None => table.rows,
        }
    }

    /// The rows that a file holds, as an interval of their numbers.
    fn window(&self, table: &Table, region: usize, store: usize, track: &Track, file: &File) -> (f64, f64) {
        let from = match file.parts.start {
            0 => 0.0,
            part => self.until(table, region, store, track, part - 1),
        };
        (from, self.until(table, region, store, track, file.parts.end - 1))
    }

    /// Where a region would be cut: the middle of the largest file of the largest store that has one.
    fn cut(&self, table: &Table, at: usize, state: &State, track: &Track) -> Option<(Point, Vec<u8>)> {
        let region = &table.regions[at];
        let mut best: Option<(u64, usize, &File, f64)> = None;
        for (place, (files, store)) in state.stores.iter().zip(&table.rules.stores).enumerate() {
            let size: u64 = files.iter().map(|file| file.size).sum();
            // Where files are equally large, the oldest is taken.
            let Some(file) = files.iter().rev().max_by_key(|file| file.size) else { continue };
            if let Some(middle) = file.middle(store)
                && best.is_none_or(|(largest, ..)| size > largest)
            {
                best = Some((size, place, file, middle));
            }
        }
        let (_, store, file, middle) = best?;
        let window = self.window(table, at, store, track, file);
        let before = table.measure.below(&region.from, window);
        let inside = table.measure.between(&region.from, &region.to, window);
        if inside < 2.0 {
            return None;
        }
        let point = table.measure.find(before + (middle / file.rows * inside).min(inside), window);
        let raw = table.measure.bytes(&point);
        let kept = table.shortened(&raw);
        let point = if kept.len() < raw.len() { table.measure.point(kept) } else { point };
        // A cut at the start of the region is refused, one past its end too; one before all its rows is not.
        let (start, place, end) = (region.place, table.place(&point), table.end(region));
        let is_inside = place > start + 0.5 || (place > start - 0.5 && *kept > *region.start);
        (is_inside && place < end - 0.5).then(|| (point, kept.to_vec()))
    }

    /// Does all splits up to a row, in their order.
    pub(super) fn reach(&mut self, table: &mut Table, until: f64) {
        while self.queue.peek().is_some_and(|moment| moment.number <= until) && !table.is_full() {
            let Some(moment) = self.queue.pop() else { break };
            if self.lives[moment.region].version == moment.version {
                self.part(table, moment.region, moment.number);
            }
        }
    }

    /// Splits a region as planned, or plans anew if its server has got more regions and so another limit.
    fn part(&mut self, table: &mut Table, at: usize, now: f64) {
        let Some(Next { beat, settled, cut, start }) = self.lives[at].next.take() else { return };
        let track = self.lives[at].track.clone();
        let track = track.borrow();
        let state = if settled { &track.beats[beat].settled } else { &track.beats[beat].flushed };
        // What it was computed from may have changed: its server has more regions by now.
        if state.size <= table.limit(table.regions[at].server) {
            drop(track);
            return self.ask(table, at, now);
        }
        let born = (now, track.sequence_after(track.beats[beat].rows) + 3.0);
        let region = &table.regions[at];
        let bounds = [(&region.from, &cut), (&cut, &region.to)];
        let mut halves = [Vec::new(), Vec::new()];
        for (store, files) in state.stores.iter().enumerate() {
            let mut shares: [Vec<(File, f64)>; 2] = [Vec::new(), Vec::new()];
            for file in files {
                let window = self.window(table, at, store, &track, file);
                let rows = bounds.map(|(from, to)| table.measure.between(from, to, window));
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
        table.flushed += state.flushed as f64;
        table.compacted += state.compacted as f64;
        drop(track);
        let new = table.divide_at(at, now, cut, start);
        let [lower, upper] = halves;
        let lower = self.open(table, born, lower);
        // What the queue says of the parent does not count for the daughter.
        self.lives[at] = Life { version: self.lives[at].version, ..lower };
        let upper = self.open(table, born, upper);
        self.lives.push(upper);
        self.ask(table, at, now);
        self.ask(table, new, now);
    }

    /// The state of a region once all rows are written.
    pub(super) fn last(&self, table: &Table, region: usize) -> State {
        let count = self.count(table, region, table.rows);
        let mut track = self.lives[region].track.borrow_mut();
        while track.beats.last().is_some_and(|beat| beat.rows <= count) {
            track.extend(&table.rules);
        }
        let beat = track.beats.partition_point(|beat| beat.rows <= count).saturating_sub(1);
        track.beats[beat].settled.clone()
    }
}
