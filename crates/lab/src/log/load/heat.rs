//! A heat map: what the keys of a table got over time, as a matrix.

use super::key::Keys;
use super::{Load, Seat, Sum, Tick};
use splitpoint_model::bytes::RowKey;

/// Reads and writes of one table up to a tick, as a matrix: a column is a stretch of ticks, a row a stretch of keys.
///
/// A column holds a power of two of ticks, so many that there are not too many columns. Rows hold about as many keys
/// each, and end where a region begins as far as there are enough rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heat {
    table: Box<str>,
    most_rows: usize,
    most_columns: usize,
    /// The least key of each row; that of the first is empty.
    rows: Vec<RowKey>,
    /// The least key that was used on the way to the tick when rows were chosen; empty where none was.
    least: RowKey,
    /// How many ticks a column holds, a power of two.
    width: u32,
    /// The sums, column after column.
    sums: Vec<Sum>,
    /// Sums by seat of the load.
    by_seat: Vec<Sum>,
    tick: Tick,
    /// The row of each bucket.
    row_of: Vec<u16>,
    /// How many ticks there were when rows were last chosen.
    chosen: u32,
}

impl Heat {
    /// The picture at a tick of at most so many rows and columns, at least one of each.
    pub fn new(load: &Load, table: &str, tick: Tick, rows: usize, columns: usize) -> Self {
        let mut heat = Self {
            table: table.into(),
            most_rows: rows.clamp(1, usize::from(u16::MAX)),
            most_columns: columns.max(1),
            rows: Vec::new(),
            least: RowKey::default(),
            width: 1,
            sums: Vec::new(),
            by_seat: Vec::new(),
            tick,
            row_of: Vec::new(),
            chosen: 0,
        };
        heat.paint(load, tick);
        heat
    }

    /// Goes to another tick of the same load: on, back or to another branch. What both have in common is not counted
    /// again, so a step costs as much as it loaded. Rows stay, but are chosen anew when there are twice as many ticks or
    /// when keys are no longer told apart where a row ends.
    pub fn follow(&mut self, load: &Load, tick: Tick) {
        let (mut from, mut to) = (self.tick.0, tick.0);
        let (mut off, mut on) = (Vec::new(), Vec::new());
        while from != to {
            // Whatever comes after a tick was added after it.
            if from > to {
                off.push(from);
                from = load.node(from).parent;
            } else {
                on.push(to);
                to = load.node(to).parent;
            }
        }
        let length = load.ticks(tick);
        let grown = length > 2 * self.chosen + 16;
        if grown || off.len() + on.len() > length as usize || !self.learn(load) {
            self.paint(load, tick);
            return;
        }
        let seats = self.seats(load);
        for tick in off {
            self.count(load, &seats, tick, |sum, part| {
                sum.reads -= part.reads;
                sum.writes -= part.writes;
                sum.bytes -= part.bytes;
            });
        }
        self.tick = tick;
        self.reach(length);
        for tick in on {
            self.count(load, &seats, tick, |sum, part| *sum += part);
        }
    }

    /// The row in which a region begins that begins at this key. One that begins before all that was used begins at the top.
    pub fn row_of(&self, key: &[u8]) -> usize {
        if *key <= *self.least { 0 } else { self.rows.partition_point(|row| **row < *key) }
    }

    /// Chooses the rows, and computes all sums anew up to a tick.
    fn paint(&mut self, load: &Load, tick: Tick) {
        let nothing = Keys::default();
        let keys = load.tables.get(&*self.table).unwrap_or(&nothing);
        let places = keys.places();
        let used = self.used(load, tick, &places, keys.spans().len());
        let ends: Vec<usize> = ends(keys, &used, self.most_rows).into_iter().map(|end| used[end]).collect();
        self.rows = vec![RowKey::default()];
        self.rows.extend(ends.iter().map(|end| keys.spans()[*end].min.clone()));
        let of_span = |span: u32| ends.partition_point(|end| *end <= span as usize) as u16;
        self.least = used.first().map(|at| keys.spans()[*at].min.clone()).unwrap_or_default();
        self.row_of = places.into_iter().map(of_span).collect();
        self.width = 1;
        self.sums.clear();
        self.by_seat.clear();
        self.tick = tick;
        self.chosen = load.ticks(tick);
        self.reach(self.chosen);
        let seats = self.seats(load);
        for tick in load.path(tick) {
            self.count(load, &seats, tick, |sum, part| *sum += part);
        }
    }

    /// The spans that were used on the way to a tick, ascending: those of other branches alone have no place in the picture.
    fn used(&self, load: &Load, tick: Tick, places: &[u32], spans: usize) -> Vec<usize> {
        let mut used = vec![false; spans];
        for tick in load.path(tick) {
            for entry in load.entries(tick).filter(|entry| *load.seats[entry.seat as usize].table == *self.table) {
                let at = |bucket: u32| places[bucket as usize] as usize;
                used[at(entry.first)..=at(entry.last)].fill(true);
            }
        }
        (0..spans).filter(|at| used[*at]).collect()
    }

    /// Finds the rows of new buckets. `false` where a bucket lies in two rows.
    fn learn(&mut self, load: &Load) -> bool {
        let Some(keys) = load.tables.get(&*self.table) else { return true };
        let known = self.row_of.len();
        if keys.len() == known {
            return true;
        }
        self.row_of.resize(keys.len(), u16::MAX);
        for span in keys.spans().iter().filter(|span| span.bucket as usize >= known) {
            let row = |key: &RowKey| self.rows.partition_point(|start| start <= key) - 1;
            let of_span = row(&span.min);
            if of_span != row(&span.max) {
                return false;
            }
            self.row_of[span.bucket as usize] = of_span as u16;
        }
        // Buckets that were made and merged since.
        for bucket in known..keys.len() {
            let live = keys.live(bucket as u32);
            self.row_of[bucket] = self.row_of[live as usize];
        }
        true
    }

    /// Makes room for so many ticks, by wider columns where needed.
    fn reach(&mut self, ticks: u32) {
        let rows = self.rows.len();
        while ticks.div_ceil(self.width) as usize > self.most_columns {
            self.width *= 2;
            let columns = (self.sums.len() / rows).div_ceil(2);
            for column in 0..columns {
                for row in 0..rows {
                    let mut sum = self.sums[2 * column * rows + row];
                    if let Some(second) = self.sums.get((2 * column + 1) * rows + row) {
                        sum += *second;
                    }
                    self.sums[column * rows + row] = sum;
                }
            }
            self.sums.truncate(columns * rows);
        }
        self.sums.resize(ticks.div_ceil(self.width) as usize * rows, Sum::default());
    }

    /// Whether each seat is of this table. Makes room for the sums of new seats.
    fn seats(&mut self, load: &Load) -> Vec<bool> {
        self.by_seat.resize(load.seats.len(), Sum::default());
        load.seats.iter().map(|seat| *seat.table == *self.table).collect()
    }

    fn count(&mut self, load: &Load, seats: &[bool], tick: u32, add: impl Fn(&mut Sum, Sum)) {
        let column = (load.node(tick).before / self.width) as usize * self.rows.len();
        for entry in load.entries(tick).filter(|entry| seats[entry.seat as usize]) {
            add(&mut self.by_seat[entry.seat as usize], entry.sum);
        }
        let mut sums = std::mem::take(&mut self.sums);
        self.spread(load, tick, |row, part| add(&mut sums[column + row], part));
        self.sums = sums;
    }

    /// The least key of each row, ascending; that of the first is empty. A row ends where the next one begins.
    pub fn rows(&self) -> &[RowKey] {
        &self.rows
    }

    /// How many columns there are.
    pub fn columns(&self) -> usize {
        self.sums.len() / self.rows.len()
    }

    /// Ticks of a column; the last may have fewer.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// What a row got in a column; nothing where there is none.
    pub fn at(&self, column: usize, row: usize) -> Sum {
        let inside = row < self.rows.len();
        self.sums.get(column * self.rows.len() + row).filter(|_| inside).copied().unwrap_or_default()
    }

    /// The same as [`Load::regions`], from the sums that are here.
    pub fn regions<'a>(&self, load: &'a Load) -> Vec<(&'a Seat, Sum)> {
        let sums = load.seats.iter().zip(self.by_seat.iter().copied());
        sums.filter(|(_, sum)| *sum != Sum::default()).collect()
    }

    /// What each row got in the last so many ticks.
    pub fn last(&self, load: &Load, ticks: u32) -> Vec<Sum> {
        let mut sums = vec![Sum::default(); self.rows.len()];
        for tick in load.loaded(self.tick).take(ticks as usize) {
            self.spread(load, tick, |row, part| sums[row] += part);
        }
        sums
    }

    /// What each row got in each of the last so many ticks, the oldest first; ticks of other tables alone are left out.
    pub fn singles(&self, load: &Load, ticks: usize) -> Vec<Vec<Sum>> {
        let single = |tick| {
            let mut sums = vec![Sum::default(); self.rows.len()];
            self.spread(load, tick, |row, part| sums[row] += part);
            sums
        };
        let mut singles: Vec<Vec<Sum>> = load.loaded(self.tick).take(ticks).map(single).collect();
        singles.retain(|sums| sums.iter().any(|sum| *sum != Sum::default()));
        singles.reverse();
        singles
    }

    /// The ticks of a column in which a row was loaded, in their order; the first tick of all is 1.
    pub fn ticks(&self, load: &Load, column: usize, row: usize) -> Vec<u32> {
        let within = |tick: &u32| (load.node(*tick).before / self.width) as usize == column;
        let mut ticks: Vec<u32> = Vec::new();
        for tick in load.path(self.tick).filter(within) {
            let mut hit = false;
            self.spread(load, tick, |at, _| hit |= at == row);
            ticks.extend(hit.then_some(load.node(tick).before + 1));
        }
        ticks.reverse();
        ticks
    }

    /// Tells of each row what it got in a tick.
    fn spread(&self, load: &Load, tick: u32, mut tell: impl FnMut(usize, Sum)) {
        for entry in load.entries(tick).filter(|entry| *load.seats[entry.seat as usize].table == *self.table) {
            let row = |bucket: u32| usize::from(self.row_of[bucket as usize]);
            let (first, last) = (row(entry.first), row(entry.last));
            for at in first..=last {
                tell(at, entry.sum.part(at - first, last - first + 1));
            }
        }
    }

    /// What a row got in all.
    pub fn row(&self, row: usize) -> Sum {
        let mut sum = Sum::default();
        (0..self.columns()).for_each(|column| sum += self.at(column, row));
        sum
    }

    /// What the table got in all.
    pub fn total(&self) -> Sum {
        let mut sum = Sum::default();
        self.sums.iter().for_each(|part| sum += *part);
        sum
    }
}

/// Where rows begin, as indices into the list of spans, ascending; without the first row.
fn ends(keys: &Keys, used: &[usize], rows: usize) -> Vec<usize> {
    let spans = keys.spans();
    let parts = |at: &usize| keys.parts(&spans[used[at - 1]], &spans[used[*at]]);
    let parts: Vec<usize> = (1..used.len()).filter(parts).collect();
    if parts.len() + 1 >= rows {
        // Too many to show each: rows of about as many keys, which end where a region begins as far as one begins near.
        let mut ends: Vec<usize> = Vec::with_capacity(rows);
        for row in 1..rows {
            let even = row * used.len() / rows;
            let after = parts.partition_point(|part| *part < even);
            let near =
                [after.checked_sub(1), Some(after)].into_iter().flatten().filter_map(|at| parts.get(at).copied());
            let near =
                near.min_by_key(|part| part.abs_diff(even)).filter(|part| part.abs_diff(even) * 2 * rows <= used.len());
            let end = near.unwrap_or(even);
            if ends.last().map_or(0, |last| *last) < end {
                ends.push(end);
            }
        }
        return ends;
    }
    // Each part gets its share of the rows that are left.
    let left = rows - 1 - parts.len();
    let mut ends = Vec::with_capacity(rows);
    let mut start = 0;
    for end in parts.iter().copied().chain([used.len()]) {
        let length = end - start;
        let more = (left * length / used.len().max(1)).min(length.saturating_sub(1));
        ends.extend((1..=more).map(|at| start + at * length / (more + 1)));
        ends.extend((end < used.len()).then_some(end));
        start = end;
    }
    ends
}
