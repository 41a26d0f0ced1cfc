//! What operations loaded: rows read, cells written and their bytes, by key and by region, over time.
//!
//! Pictures over time (a heat map: operations to the right, keys downwards) are made of these facts alone, without a
//! replay.
//!
//! # Ticks
//! A **tick** is what was done as one, an atom, and what it loaded. Ticks form a tree like decisions do: each has one
//! before it, and those up to the root are its path. Whoever keeps decisions keeps the tick of each beside it. So undo is
//! to ask for an earlier tick, and a branch is a tick after one that has others after it already: nothing is cut back,
//! nothing is copied, and what is told of a tick counts its own path only. Ticks that load nothing are not kept, but for
//! those that change regions, which do not count.
//!
//! # What is counted
//! - A **read** is a row that a scanner came to the end of, returned or left out by a filter (`RowReturned`,
//!   `RowFiltered`); of a row that comes in pieces, each piece. A get that finds nothing reads nothing.
//! - A **write** is a cell that was appended to a log, markers too.
//! - **Bytes** are those of the cells that were written and of those that scanners let through. Where a burst does a get
//!   at once, it is what the get brought.
//!
//! What servers do by themselves (flush, compaction, recovery) is no load.
//!
//! # How it stays small
//! Keys are counted in buckets (`key.rs`), 1,024 to 2,048 a table. A tick is a list of entries: where (region and server),
//! which bucket, and three sums, together about ten bytes. Ticks may have 64 bytes each on average. When they have more,
//! which only operations over many rows can bring about, those that follow get half as many entries, down to two: an
//! entry then stands for neighbouring buckets together. All sums stay exact; only where in such a stretch of keys
//! they belong is no longer known, and a picture spreads them evenly. What is there already is never rewritten, so that
//! paths can share it. When there is room again, entries are allowed twice as many.

mod heat;
mod key;
mod meter;
mod pack;
#[cfg(test)]
mod tests;

use key::Keys;
use meter::{Touch, Within};
use pack::{Entries, Entry};
use splitpoint_model::bytes::{RowKey, TableName};
use splitpoint_model::cluster::Cluster;
use splitpoint_model::event::{RegionId, ServerId};
use splitpoint_model::map::Map;
use std::ops::AddAssign;

pub use heat::Heat;
pub use meter::Meter;

/// Bytes that a tick may have on average, and bytes that do not matter.
const SHARE: usize = 64;
const FREE: usize = 1 << 20;

/// Entries of a tick at most, and at least when room is short.
const FINE: usize = 2 * key::BUCKETS;
const COARSE: usize = 2;

/// How much was read and written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Sum {
    /// Rows that were read.
    pub reads: u64,
    /// Cells that were written.
    pub writes: u64,
    /// Bytes of cells, read and written.
    pub bytes: u64,
}

impl Sum {
    /// The share `at`, counted from 0, of this sum in so many even shares. What cannot be divided goes to the first, one each.
    fn part(self, at: usize, many: usize) -> Self {
        let part = |whole: u64| whole / many as u64 + u64::from((at as u64) < whole % many as u64);
        Self { reads: part(self.reads), writes: part(self.writes), bytes: part(self.bytes) }
    }
}

impl AddAssign for Sum {
    fn add_assign(&mut self, other: Self) {
        self.reads += other.reads;
        self.writes += other.writes;
        self.bytes += other.bytes;
    }
}

/// A point of time in the tree of what was loaded: up to and with this tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tick(u32);

impl Tick {
    /// The root of the tree: before anything was read or written.
    pub const START: Self = Self(0);
}

/// A region on a server that was read from or written to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// Its table.
    pub table: TableName,
    /// The region. Branches may give one number to different regions.
    pub region: RegionId,
    /// Its first row; empty: from the beginning of the table.
    pub start: RowKey,
    /// The row at which it ends, excluded; empty: to the end of the table.
    pub end: RowKey,
    /// The server.
    pub server: ServerId,
}

/// A change of regions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// A region was cut: all rows from `at` on went to the second.
    Split {
        /// The region that is no more.
        parent: RegionId,
        /// The one with the lesser keys.
        first: RegionId,
        /// The one that begins at `at`.
        second: RegionId,
        /// The row at which it was cut.
        at: RowKey,
    },
    /// Neighbours became one.
    Merged {
        /// The regions that are no more.
        parents: Vec<RegionId>,
        /// The region that they became.
        into: RegionId,
    },
    /// A region is served by this server from here on: it is new, was moved or was recovered.
    Opened {
        /// The region.
        region: RegionId,
        /// The server.
        server: ServerId,
    },
}

/// How regions changed, and when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionChange {
    /// How many ticks came before it, counted from the root.
    pub before: u32,
    /// The table of these regions.
    pub table: TableName,
    /// What happened to them.
    pub what: What,
    /// Where the region begins that came of it; of two, the first. Empty: at the beginning of the table.
    pub start: RowKey,
    /// Where it ends, excluded; empty: at the end of the table.
    pub end: RowKey,
}

/// What the keys of a region got, in three parts. Together they are everything that its keys can have got.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Inherited {
    /// What they got since the region exists.
    pub own: Sum,
    /// Before that, in the regions that its keys were in then: parents, their parents, or parts of it on another
    /// server.
    pub before: Sum,
    /// Before that, in buckets of keys that lie on both sides of its first or last key.
    pub astride: Sum,
}

/// A tick, which is one atom or burst, as a node of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Node {
    parent: u32,
    /// Ticks before it on its path that loaded something.
    before: u32,
    /// Where its entries begin; they end where the next one's begin.
    start: u32,
    /// The last change of regions up to and with it, counted from 1; 0: none.
    changed: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Noted {
    /// The change before it on its path, counted from 1; 0: none.
    last: u32,
    change: RegionChange,
}

/// Reads and writes of all operations of a session, in all branches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Load {
    tables: Map<TableName, Keys>,
    /// Regions on servers, in the order in which they were first read or written; entries name them by number.
    seats: Vec<Seat>,
    /// The seats of each region, the newest last.
    known: Map<RegionId, Vec<u32>>,
    nodes: Vec<Node>,
    packed: Vec<u8>,
    changes: Vec<Noted>,
    /// How many entries a tick may have at present; beyond that neighbouring buckets share one.
    detail: usize,
    /// Entries of the tick that is being added; kept from tick to tick to use its memory again.
    entries: Vec<Entry>,
}

impl Default for Load {
    fn default() -> Self {
        Self {
            tables: Map::new(),
            seats: Vec::new(),
            known: Map::new(),
            nodes: vec![Node { parent: 0, before: 0, start: 0, changed: 0 }],
            packed: Vec::new(),
            changes: Vec::new(),
            detail: FINE,
            entries: Vec::new(),
        }
    }
}

impl Load {
    /// A load without ticks.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many ticks lead from the root to this one, itself included, that loaded something.
    pub fn ticks(&self, tick: Tick) -> u32 {
        self.node(tick.0).before + u32::from(self.loads(tick.0))
    }

    /// Whether something was read or written with a tick; else it only changed regions.
    fn loads(&self, tick: u32) -> bool {
        !self.entries(tick).0.is_empty()
    }

    fn node(&self, tick: u32) -> &Node {
        &self.nodes[tick as usize]
    }

    fn entries(&self, tick: u32) -> Entries<'_> {
        let end = self.nodes.get(tick as usize + 1).map_or(self.packed.len(), |next| next.start as usize);
        Entries(&self.packed[self.node(tick).start as usize..end])
    }

    /// The ticks from this one back to the root that loaded something.
    fn loaded(&self, tick: Tick) -> impl Iterator<Item = u32> {
        self.path(tick).filter(|tick| self.loads(*tick))
    }

    /// The ticks from this one back to the root, without the root.
    fn path(&self, tick: Tick) -> impl Iterator<Item = u32> {
        let before = |tick: &u32| Some(self.node(*tick).parent);
        std::iter::successors(Some(tick.0), before).take_while(|tick| *tick != 0)
    }

    /// Adds a tick of what was touched; both lists are empty afterwards. The answer is the new tick, or `after` where
    /// nothing was touched.
    fn record(&mut self, after: Tick, touches: &mut Vec<Touch>, changes: &mut Vec<What>, cluster: &Cluster) -> Tick {
        if touches.is_empty() && changes.is_empty() {
            return after;
        }
        let before = self.ticks(after);
        let mut changed = self.node(after.0).changed;
        for what in changes.drain(..) {
            let region = match &what {
                What::Split { first: region, .. } | What::Merged { into: region, .. } | What::Opened { region, .. } => {
                    *region
                }
            };
            let Some(region) = cluster.region(region) else { continue };
            let table = region.table_name().clone();
            self.tables.get_or_default(table.clone()).cut(region.start());
            if let What::Split { at, .. } = &what {
                self.tables.get_or_default(table.clone()).cut(at);
            }
            let (start, end) = (region.start().clone(), region.end().clone());
            self.changes.push(Noted { last: changed, change: RegionChange { before, table, what, start, end } });
            changed = u32::try_from(self.changes.len()).expect("a session has fewer than 2^32 changes of regions");
        }
        self.collect(touches, cluster);
        if self.entries.is_empty() && changed == self.node(after.0).changed {
            return after;
        }
        let start = u32::try_from(self.packed.len()).expect("a session's load is smaller than 4 GiB");
        let tick = u32::try_from(self.nodes.len()).expect("a session has fewer than 2^32 ticks");
        self.nodes.push(Node { parent: after.0, before, start, changed });
        self.pack();
        Tick(tick)
    }

    /// Makes entries of what was touched: one for each bucket of each seat.
    fn collect(&mut self, touches: &mut Vec<Touch>, cluster: &Cluster) {
        self.entries.clear();
        let mut last: Option<(Within, u32)> = None;
        for touch in touches.drain(..) {
            let row = touch.key.row();
            let seat = match &last {
                Some((place, seat)) if *place == touch.place && self.holds(*seat, row) => *seat,
                _ => {
                    let Some(seat) = self.seat(&touch.place, row, cluster) else { continue };
                    last = Some((touch.place, seat));
                    seat
                }
            };
            let table = self.seats[seat as usize].table.clone();
            let bucket = self.tables.get_or_default(table).place(row);
            match self.entries.last_mut() {
                Some(entry) if entry.seat == seat && entry.first == bucket => entry.sum += touch.sum,
                _ => self.entries.push(Entry { seat, first: bucket, last: bucket, sum: touch.sum }),
            }
        }
        if self.entries.len() > 1 {
            // Buckets may have been merged meanwhile, and a row may have come twice.
            for entry in &mut self.entries {
                let keys = self.tables.get(&self.seats[entry.seat as usize].table);
                entry.first = keys.map_or(entry.first, |keys| keys.live(entry.first));
                entry.last = entry.first;
            }
            splitpoint_model::order::sort_by(&mut self.entries, |left, right| {
                (left.seat, left.first).cmp(&(right.seat, right.first))
            });
            self.entries.dedup_by(|later, earlier| {
                let same = (earlier.seat, earlier.first) == (later.seat, later.first);
                if same {
                    earlier.sum += later.sum;
                }
                same
            });
        }
    }

    fn holds(&self, seat: u32, row: &[u8]) -> bool {
        let seat = &self.seats[seat as usize];
        *seat.start <= *row && (seat.end.is_empty() || *row < *seat.end)
    }

    /// The number of a region on its server. `None` for a row of no region.
    fn seat(&mut self, place: &Within, row: &[u8], cluster: &Cluster) -> Option<u32> {
        let region = match place {
            Within::Region(region) => cluster.region(*region),
            Within::Table(table) => cluster.locate(table, row),
        };
        let Some(region) = region else {
            // A region that the tick itself has removed was met before.
            let Within::Region(region) = place else { return None };
            return self.known.get(region)?.last().copied();
        };
        let id = region.id();
        let is_it = |seat: &&u32| {
            let seat = &self.seats[**seat as usize];
            seat.server == region.server()
                && seat.table == *region.table_name()
                && seat.start == *region.start()
                && seat.end == *region.end()
        };
        if let Some(seat) = self.known.get(&id).and_then(|seats| seats.iter().rfind(is_it)) {
            return Some(*seat);
        }
        let number = u32::try_from(self.seats.len()).expect("a session has fewer than 2^32 regions");
        let table = region.table_name().clone();
        self.tables.get_or_default(table.clone()).cut(region.start());
        let (start, end) = (region.start().clone(), region.end().clone());
        self.seats.push(Seat { table, region: id, start, end, server: region.server() });
        self.known.get_or_default(id).push(number);
        Some(number)
    }

    /// Packs the entries of the tick that is being added, fewer of them where room is short.
    fn pack(&mut self) {
        let start = self.packed.len();
        if self.entries.len() > COARSE {
            let buckets: usize = self.tables.values().map(Keys::len).sum();
            let others = self.nodes.len() * size_of::<Node>() + buckets * size_of::<u32>();
            let allowance = (FREE + SHARE * self.nodes.len()).saturating_sub(others);
            if start < allowance / 2 && self.detail < FINE {
                self.detail *= 2;
            }
            while self.coarsen() > allowance.saturating_sub(start) && self.detail > COARSE {
                self.detail /= 2;
            }
        }
        self.entries.iter().for_each(|entry| entry.pack(&mut self.packed));
    }

    /// Joins neighbouring entries of a seat until there are as few as a tick may have; each seat keeps one. The answer
    /// is the bytes of what is left.
    fn coarsen(&mut self) -> usize {
        let many = self.entries.len();
        if many > self.detail {
            let entries = std::mem::take(&mut self.entries);
            for of_seat in entries.chunk_by(|left, right| left.seat == right.seat) {
                self.join(of_seat, (of_seat.len() * self.detail / many).max(1));
            }
        }
        let mut bytes = Vec::new();
        self.entries.iter().for_each(|entry| entry.pack(&mut bytes));
        bytes.len()
    }

    /// Joins entries of one seat to about `share` of them, and adds these.
    fn join(&mut self, of_seat: &[Entry], share: usize) {
        let table = of_seat.first().map(|entry| &self.seats[entry.seat as usize].table);
        let Some(order) = table.and_then(|table| self.tables.get(table)).map(Keys::by_bucket) else { return };
        let place = |entry: &Entry| {
            let at = order.binary_search_by_key(&entry.first, |(bucket, _)| *bucket).unwrap_or_default();
            order[at].1
        };
        let mut of_seat: Vec<(u32, Entry)> = of_seat.iter().map(|entry| (place(entry), *entry)).collect();
        splitpoint_model::order::sort_by(&mut of_seat, |left, right| left.0.cmp(&right.0));
        for part in of_seat.chunks(of_seat.len().div_ceil(share)) {
            let (Some((_, first)), Some((_, last))) = (part.first(), part.last()) else { continue };
            let mut whole = Entry { last: last.last, sum: Sum::default(), ..*first };
            part.iter().for_each(|(_, entry)| whole.sum += entry.sum);
            self.entries.push(whole);
        }
    }

    /// Reads and writes of a table up to a tick, by region and server, in the order in which these were first met. A
    /// region that was moved stands there once for each server; one that is gone is still there.
    pub fn regions(&self, tick: Tick, table: &str) -> Vec<(&Seat, Sum)> {
        let sums = self.by_seat(tick);
        let of_table = self.seats.iter().zip(sums).filter(|(seat, _)| *seat.table == *table);
        of_table.filter(|(_, sum)| *sum != Sum::default()).collect()
    }

    /// Reads and writes up to a tick, by server; servers without any are left out.
    pub fn servers(&self, tick: Tick) -> Map<ServerId, Sum> {
        let mut servers: Map<ServerId, Sum> = Map::new();
        for (seat, sum) in self.seats.iter().zip(self.by_seat(tick)).filter(|(_, sum)| *sum != Sum::default()) {
            *servers.get_or_default(seat.server) += sum;
        }
        servers
    }

    /// The last writes into a table up to a tick, the latest first: for each tick that wrote there, which regions got how many.
    /// It goes back until there are so many, and there are fewer where the table has fewer.
    pub fn last_writes(&self, tick: Tick, table: &str, many: u64) -> Vec<Vec<(RegionId, u64)>> {
        let (mut all, mut ticks) = (0, Vec::new());
        for tick in self.path(tick) {
            if all >= many {
                break;
            }
            let is_of = |entry: &Entry| entry.sum.writes > 0 && *self.seats[entry.seat as usize].table == *table;
            let writes = self
                .entries(tick)
                .filter(is_of)
                .map(|entry| (self.seats[entry.seat as usize].region, entry.sum.writes));
            let writes: Vec<(RegionId, u64)> = writes.collect();
            all += writes.iter().map(|(_, count)| count).sum::<u64>();
            ticks.extend((!writes.is_empty()).then_some(writes));
        }
        ticks
    }

    fn by_seat(&self, tick: Tick) -> Vec<Sum> {
        let mut sums = vec![Sum::default(); self.seats.len()];
        for tick in self.path(tick) {
            self.entries(tick).for_each(|entry| sums[entry.seat as usize] += entry.sum);
        }
        sums
    }

    /// Reads and writes of the keys of a region up to a tick: in the region itself, on whatever server, and in the
    /// regions before it.
    pub fn inherited(&self, tick: Tick, table: &str, region: RegionId, start: &[u8], end: &[u8]) -> Inherited {
        let mut sums = Inherited::default();
        let Some(keys) = self.tables.get(table) else { return sums };
        let places = keys.places();
        let sides: Vec<Side> = keys.spans().iter().map(|span| Side::of(span, start, end)).collect();
        // For each seat: `None` if it is of another table, else whether it is the region that is asked about.
        let is_it = |seat: &Seat| seat.region == region && *seat.start == *start && *seat.end == *end;
        let kinds: Vec<Option<bool>> =
            self.seats.iter().map(|seat| (*seat.table == *table).then(|| is_it(seat))).collect();
        for tick in self.path(tick) {
            for entry in self.entries(tick) {
                let Some(own) = kinds[entry.seat as usize] else { continue };
                if own {
                    sums.own += entry.sum;
                    continue;
                }
                let place = |bucket: u32| places[bucket as usize] as usize;
                let sides = &sides[place(entry.first)..=place(entry.last)];
                if sides.iter().all(|side| *side == Side::Inside) {
                    sums.before += entry.sum;
                } else if sides.iter().any(|side| *side != Side::Outside) {
                    sums.astride += entry.sum;
                }
            }
        }
        sums
    }

    /// Reads and writes up to a tick of the keys from each of these rows to before the next, and in the last so many ticks:
    /// what each region of a table has, also from before there was this region. The first row is empty, and all ascend.
    pub fn shares(&self, tick: Tick, table: &str, starts: &[&[u8]], last: u32) -> Vec<[Sum; 2]> {
        let mut sums = vec![[Sum::default(); 2]; starts.len()];
        let Some(keys) = self.tables.get(table).filter(|_| !starts.is_empty()) else { return sums };
        let places = keys.places();
        let part = |span: &key::Span| starts.partition_point(|start| **start <= *span.min).saturating_sub(1);
        let parts: Vec<usize> = keys.spans().iter().map(part).collect();
        let is_of: Vec<bool> = self.seats.iter().map(|seat| *seat.table == *table).collect();
        for (ago, tick) in self.loaded(tick).enumerate() {
            for entry in self.entries(tick).filter(|entry| is_of[entry.seat as usize]) {
                let of = |bucket: u32| parts[places[bucket as usize] as usize];
                let (first, to) = (of(entry.first), of(entry.last));
                for (at, [all, recent]) in sums[first..=to].iter_mut().enumerate() {
                    let sum = entry.sum.part(at, to - first + 1);
                    *all += sum;
                    if ago < last as usize {
                        *recent += sum;
                    }
                }
            }
        }
        sums
    }

    /// From which to which key, both included, each entry of these ticks read rows of a table. Keys that share a bucket are
    /// read together, and parts may overlap.
    pub fn read(&self, ticks: &[Tick], table: &str) -> Vec<(RowKey, RowKey)> {
        let Some(keys) = self.tables.get(table) else { return Vec::new() };
        let (places, spans) = (keys.places(), keys.spans());
        let span = |bucket: u32| &spans[places[bucket as usize] as usize];
        let entries = ticks.iter().flat_map(|tick| self.entries(tick.0));
        let reads = entries.filter(|entry| entry.sum.reads > 0 && *self.seats[entry.seat as usize].table == *table);
        reads.map(|entry| (span(entry.first).min.clone(), span(entry.last).max.clone())).collect()
    }

    /// How the regions of a table changed up to a tick, oldest first.
    pub fn changes(&self, tick: Tick, table: &str) -> Vec<&RegionChange> {
        let mut changes = Vec::new();
        let mut at = self.node(tick.0).changed;
        while let Some(noted) = (at as usize).checked_sub(1).and_then(|at| self.changes.get(at)) {
            changes.extend((*noted.change.table == *table).then_some(&noted.change));
            at = noted.last;
        }
        changes.reverse();
        changes
    }

    /// Bytes of memory that it takes, about.
    pub fn memory(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + self.packed.capacity()
            + self.seats.capacity() * size_of::<Seat>()
            + self.changes.capacity() * size_of::<Noted>()
            + self.tables.values().map(Keys::memory).sum::<usize>()
    }
}

/// On which side of a range of keys a bucket lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Inside,
    Outside,
    Astride,
}

impl Side {
    fn of(span: &key::Span, start: &[u8], end: &[u8]) -> Self {
        // Of a bound that is too long only its beginning is compared: what begins alike may lie on either side.
        let (first, stop) = (key::short(start), key::short(end));
        let (whole_start, whole_end) = (first.len() == start.len(), stop.len() == end.len());
        let under = *span.max < *first;
        let from = *span.min > *first || (*span.min == *first && whole_start);
        let past = !end.is_empty() && (*span.min > *stop || (*span.min == *stop && whole_end));
        let to = end.is_empty() || *span.max < *stop;
        match (under || past, from && to) {
            (true, _) => Self::Outside,
            (_, true) => Self::Inside,
            _ => Self::Astride,
        }
    }
}
