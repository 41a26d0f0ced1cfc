//! A table whose rows are counted one by one: what each file holds is known, and so its bytes, where it would be cut and when
//! it was written. No cell is made: a row is its place in the order of all keys.
//!
//! It does at each row what servers do, in the order in which they do it. What they decide is asked of the policies of the
//! model, and how large a file is of its formula.

use super::Plan;
use super::table::Table;
use super::track;
use splitpoint_model::bytes::{Family, RowKey};
use splitpoint_model::policy::compaction::{Candidate, Selection};
use splitpoint_model::policy::flush;
use splitpoint_model::policy::split::{Facts, SplitPolicy};
use splitpoint_model::store::file::{file_name, link_name, reference_name};
use splitpoint_model::store::{KEEP_SEQUENCE_IDS, MemStore, Uniform};
use std::cmp::Reverse;
use std::ops::Range;
use std::rc::Rc;

/// The keys of all rows.
struct Keys {
    /// The bytes of all keys, one key after the other, in key order.
    raw: Vec<u8>,
    /// For each key where it ends in `raw`.
    ends: Vec<u32>,
    /// For each row, in the order in which rows come, the place of its key in key order.
    ranks: Vec<u32>,
}

impl Keys {
    /// The keys of the first rows of a plan. `None` if two rows have the same key, or a row has no key.
    fn new(plan: &Plan, rows: u32) -> Option<Self> {
        let (mut raw, mut ends, mut places) = (Vec::new(), Vec::new(), Vec::with_capacity(rows as usize));
        for number in 0..rows {
            let key = plan.stream.row(&plan.design, number.into())?.key;
            // The first eight bytes as a number decide most comparisons without a look at the whole key.
            let head = (0..8).fold(0_u64, |head, at| head << 8 | u64::from(key.get(at).copied().unwrap_or(0)));
            places.push((head, number));
            raw.extend(key);
            ends.push(u32::try_from(raw.len()).ok()?);
        }
        let unsorted = Self { raw, ends, ranks: Vec::new() };
        let whole = |place: &(u64, u32)| unsorted.get(place.1);
        places.sort_unstable_by(|one, other| one.0.cmp(&other.0).then_with(|| whole(one).cmp(whole(other))));
        if places.windows(2).any(|pair| whole(&pair[0]) == whole(&pair[1])) {
            return None;
        }
        let mut keys = Self {
            raw: Vec::with_capacity(unsorted.raw.len()),
            ends: Vec::with_capacity(places.len()),
            ranks: vec![0; places.len()],
        };
        for (rank, place) in places.iter().enumerate() {
            keys.raw.extend(whole(place));
            keys.ends.push(keys.raw.len() as u32);
            keys.ranks[place.1 as usize] = rank as u32;
        }
        Some(keys)
    }

    fn get(&self, rank: u32) -> &[u8] {
        let rank = rank as usize;
        let start = rank.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.raw[start as usize..self.ends[rank] as usize]
    }

    /// How many keys lie before one.
    fn below(&self, key: &[u8]) -> u32 {
        let (mut low, mut high) = (0, self.ends.len() as u32);
        while low < high {
            let middle = u32::midpoint(low, high);
            if self.get(middle) < key { low = middle + 1 } else { high = middle }
        }
        low
    }
}

/// A file of a store.
#[derive(Clone)]
struct File {
    id: u32,
    /// The ranks of its rows, in order; of a reference and of the parent's file the same.
    rows: Rc<[u32]>,
    /// The part of `rows` that the file stands for: all of them but for a reference.
    part: Range<usize>,
    /// Bytes on disk; of a reference, those of the whole file.
    size: u64,
    split_point: Option<RowKey>,
    reference: bool,
    /// The number of the flush that brought its newest rows.
    flushed: u64,
    /// The highest sequence id of its rows.
    newest: u64,
    /// When it was written, in milliseconds.
    created: i64,
    /// Characters of its name.
    name: usize,
    /// The files it was compacted from, and how many characters their names have.
    inputs: Vec<(u32, usize)>,
}

impl File {
    fn ranks(&self) -> &[u32] {
        &self.rows[self.part.clone()]
    }
}

/// The contents of a region: its memstores and its files.
#[derive(Default)]
struct Life {
    /// How many keys lie before it.
    from: u32,
    /// For each store the ranks of the rows in its memstore as they came, and the heap they take.
    memory: Vec<(Vec<u32>, u64)>,
    /// The last sequence id that was handed out.
    sequence: u64,
    /// The files of each store, oldest first.
    stores: Vec<Vec<File>>,
    /// Whether its policy wanted it to be split when it was asked last.
    wants_split: bool,
}

/// The background work that a region wants next.
enum Want {
    Flush,
    Split(RowKey),
    Compact(usize),
}

/// The table.
pub(super) struct Counted {
    keys: Keys,
    /// How many rows are in it.
    done: u32,
    /// When the first row came and milliseconds from one to the next.
    times: (f64, f64),
    stores: Vec<Uniform>,
    /// For each store the sequence ids of rows, by their ranks.
    ids: Vec<Vec<u32>>,
    lives: Vec<Life>,
    /// The rank at which each region begins, and its number; in the order of keys.
    starts: Vec<(u32, usize)>,
    files: u32,
}

impl Counted {
    /// A table of so many rows. `None` where they cannot be told apart by their keys.
    pub(super) fn new(plan: &Plan, table: &Table, rows: u32) -> Option<Self> {
        let keys = Keys::new(plan, rows)?;
        let stores: Vec<Uniform> = table.rules.stores.iter().map(uniform).collect();
        let starts: Vec<(u32, usize)> =
            table.regions.iter().enumerate().map(|(at, region)| (keys.below(&region.start), at)).collect();
        let empty = |from: u32| Life {
            from,
            memory: vec![(Vec::new(), 0); stores.len()],
            sequence: track::FIRST,
            stores: vec![Vec::new(); stores.len()],
            wants_split: false,
        };
        Some(Self {
            done: 0,
            times: (plan.stream.time(0.0), 1000.0 / plan.stream.rate),
            ids: vec![vec![0; rows as usize]; stores.len()],
            lives: starts.iter().map(|(from, _)| empty(*from)).collect(),
            starts,
            files: 0,
            stores,
            keys,
        })
    }

    fn now(&self) -> i64 {
        (self.times.0 + f64::from(self.done.saturating_sub(1)) * self.times.1) as i64
    }

    /// Writes the rows up to a number, and does all background work that they lead to.
    pub(super) fn reach(&mut self, table: &mut Table, until: f64) {
        let until = (until.ceil() as u32).min(self.keys.ranks.len() as u32);
        while self.done < until && !table.is_full() {
            let rank = self.keys.ranks[self.done as usize];
            self.done += 1;
            let place = self.starts.partition_point(|(start, _)| *start <= rank).saturating_sub(1);
            let region = self.starts[place].1;
            if self.insert(region, rank) > table.rules.flush {
                self.serve(table, region);
            }
        }
    }

    /// Puts a row into the memstores of a region, and says which heap they take.
    fn insert(&mut self, region: usize, rank: u32) -> u64 {
        let life = &mut self.lives[region];
        life.sequence += 1;
        let length = self.keys.get(rank).len();
        for (at, store) in self.stores.iter().enumerate() {
            self.ids[at][rank as usize] = life.sequence as u32;
            let (rows, heap) = &mut life.memory[at];
            rows.push(rank);
            *heap += store.heap(length);
        }
        heap(life)
    }

    /// Does what a region wants, and what those that come of it want, until nothing is left. In each turn all are asked
    /// first; each then does one thing.
    fn serve(&mut self, table: &mut Table, region: usize) {
        let mut stirred = vec![region];
        while !stirred.is_empty() && !table.is_full() {
            let ask = |region: &usize| Some((*region, self.want(table, *region)?));
            let wants: Vec<(usize, Want)> = stirred.iter().filter_map(ask).collect();
            stirred = wants.iter().map(|(region, _)| *region).collect();
            for (region, want) in wants {
                match want {
                    Want::Flush => self.flush(table, region),
                    Want::Compact(store) => self.compact(table, region, store),
                    Want::Split(at) => stirred.push(self.split(table, region, &at)),
                }
            }
            // Regions are asked in the order in which they were made.
            stirred.sort_by_key(|region| table.regions[*region].made);
        }
    }

    fn want(&self, table: &Table, region: usize) -> Option<Want> {
        let life = &self.lives[region];
        if heap(life) > table.rules.flush {
            return Some(Want::Flush);
        }
        if life.wants_split
            && let Some(at) = self.cut(table, region)
        {
            return Some(Want::Split(at));
        }
        (0..life.stores.len()).find(|store| self.selection(table, region, *store).is_some()).map(Want::Compact)
    }

    /// Where a region would be cut: the middle of the largest file of the largest store that has one.
    fn cut(&self, table: &Table, region: usize) -> Option<RowKey> {
        let mut best: Option<(u64, &RowKey)> = None;
        for files in self.lives[region].stores.iter().filter(|files| files.iter().all(|file| !file.reference)) {
            // Where files are equally large, the oldest is taken.
            let largest = files.iter().rev().max_by_key(|file| file.size);
            let size = files.iter().map(|file| file.size).sum();
            if let Some(point) = largest.and_then(|file| file.split_point.as_ref())
                && best.is_none_or(|(most, _)| size > most)
            {
                best = Some((size, point));
            }
        }
        // HBase refuses to cut a region at its first key.
        let kept = table.shortened(best?.1);
        (*kept > *table.regions[region].start).then(|| RowKey::from(kept))
    }

    fn selection(&self, table: &Table, region: usize, store: usize) -> Option<Selection> {
        let files = &self.lives[region].stores[store];
        let facts: Vec<Candidate> =
            files.iter().map(|file| Candidate { size: file.size, reference: file.reference }).collect();
        table.rules.selection(&facts, store)
    }

    /// Asks the split policy about a region, and notes whether it wants a split.
    fn ask(&mut self, table: &Table, region: usize) {
        let life = &self.lives[region];
        let sizes = || life.stores.iter().map(|files| files.iter().map(|file| file.size).sum::<u64>());
        let facts = Facts { size: sizes().sum(), largest_store: sizes().max().unwrap_or(0), regions_on_server: 1 };
        let is_large = SplitPolicy::size(&facts, &table.rules.settings()) > table.limit(table.regions[region].server);
        let is_held = life.stores.iter().flatten().any(|file| file.reference) || self.is_stuck(table, region);
        self.lives[region].wants_split = is_large && !is_held;
    }

    fn is_stuck(&self, table: &Table, region: usize) -> bool {
        let stores = self.lives[region].stores.iter().zip(&table.rules.stores);
        stores.into_iter().any(|(files, store)| files.len() >= store.limits.blocking)
    }

    fn flush(&mut self, table: &mut Table, region: usize) {
        let empty = MemStore::default().heap_size();
        let heaps = self.lives[region].memory.iter().map(|(_, heap)| empty + heap);
        let families: Vec<(Family, u64)> =
            table.rules.stores.iter().zip(heaps).map(|(store, heap)| (store.family.name.clone(), heap)).collect();
        let chosen = flush::choose(&families, &table.rules.settings());
        self.write(table, region, |family| chosen.contains(family));
        self.ask(table, region);
    }

    /// Writes memstores to files. The flush takes a number, and so do its beginning and its end in the log.
    fn write(&mut self, table: &mut Table, region: usize, is_chosen: impl Fn(&Family) -> bool) {
        let flushed = self.lives[region].sequence + 1;
        self.lives[region].sequence += 3;
        for store in 0..self.stores.len() {
            if self.lives[region].memory[store].0.is_empty() || !is_chosen(&self.stores[store].family.name) {
                continue;
            }
            let (mut rows, _) = std::mem::take(&mut self.lives[region].memory[store]);
            rows.sort_unstable();
            let file = self.file(store, rows, flushed, Vec::new(), true);
            table.flushed += file.size as f64;
            self.lives[region].stores[store].push(file);
            sort(&mut self.lives[region].stores[store]);
        }
    }

    /// Makes the file of these rows, whose size and split point follow from their keys and sequence ids.
    fn file(
        &mut self,
        store: usize,
        rows: Vec<u32>,
        flushed: u64,
        inputs: Vec<(u32, usize)>,
        has_sequence_ids: bool,
    ) -> File {
        let ids = &self.ids[store];
        let id = |rank: u32| u64::from(ids[rank as usize]);
        let cells = rows.iter().map(|rank| (self.keys.get(*rank), id(*rank)));
        let names = inputs.iter().map(|(_, name)| *name);
        let footprint = self.stores[store].footprint(cells, names, has_sequence_ids);
        let newest = rows.iter().map(|rank| id(*rank)).max().unwrap_or(0);
        self.files += 1;
        File {
            id: self.files,
            part: 0..rows.len(),
            rows: rows.into(),
            size: footprint.size,
            split_point: footprint.split_point,
            reference: false,
            flushed,
            newest,
            created: self.now(),
            name: file_name(),
            inputs,
        }
    }

    /// Compacts, and goes on as long as the store has so many files that nothing else helps.
    fn compact(&mut self, table: &mut Table, region: usize, store: usize) {
        let mut still_there = Vec::new();
        while let Some(found) = self.selection(table, region, store) {
            let inputs = self.lives[region].stores[store][found.files.clone()].to_vec();
            let mut rows: Vec<u32> = inputs.iter().flat_map(File::ranks).copied().collect();
            rows.sort();
            if found.all_files {
                self.forget(store, &inputs, &rows);
            }
            let mut names: Vec<(u32, usize)> = inputs.iter().map(|file| (file.id, file.name)).collect();
            names.extend(inputs.iter().flat_map(|file| &file.inputs).filter(|(id, _)| still_there.contains(id)));
            names.sort_unstable();
            names.dedup();
            let flushed = inputs.iter().map(|file| file.flushed).max().unwrap_or(0);
            let has_sequence_ids = inputs.iter().any(|file| file.newest > 0);
            let file = self.file(store, rows, flushed, names, has_sequence_ids);
            table.compacted += file.size as f64;
            let life = &mut self.lives[region];
            life.sequence += 1;
            life.stores[store].splice(found.files, [file]);
            sort(&mut life.stores[store]);
            still_there.extend(inputs.iter().map(|file| file.id));
            self.ask(table, region);
            if self.lives[region].stores[store].len() < table.rules.stores[store].limits.blocking {
                break;
            }
        }
    }

    /// A compaction of all files forgets the sequence ids of rows that are as old as those of its old files.
    fn forget(&mut self, store: usize, inputs: &[File], rows: &[u32]) {
        let oldest = self.now() - KEEP_SEQUENCE_IDS;
        let forgotten = inputs.iter().filter(|file| file.created < oldest).map(|file| file.newest).max().unwrap_or(0);
        for rank in rows {
            let id = &mut self.ids[store][*rank as usize];
            if u64::from(*id) <= forgotten {
                *id = 0;
            }
        }
    }

    /// Splits a region, and says which is new: the upper daughter. The lower one takes the place of the parent.
    fn split(&mut self, table: &mut Table, region: usize, at: &RowKey) -> usize {
        if self.lives[region].memory.iter().any(|(rows, _)| !rows.is_empty()) {
            self.write(table, region, |_| true);
        }
        let cut = self.keys.below(at);
        let parent = std::mem::take(&mut self.lives[region]);
        // Closing the region takes a sequence id too, for the marker in the log.
        let closed = parent.sequence + 1;
        let [lower, upper] = [(0, parent.from), (1, cut)].map(|(half, from)| {
            let share = |files: &Vec<File>| {
                let mut shared: Vec<File> =
                    files.iter().filter_map(|file| self.share(table, file, cut, half)).collect();
                sort(&mut shared);
                shared
            };
            let stores: Vec<Vec<File>> = parent.stores.iter().map(share).collect();
            let stored = stores.iter().flatten().map(|file| file.flushed).max().unwrap_or(0);
            // The opening takes a number, and its marker in the log the next.
            let (memory, sequence) = (vec![(Vec::new(), 0); stores.len()], stored.max(closed) + 2);
            Life { from, memory, sequence, stores, wants_split: false }
        });
        self.lives[region] = lower;
        self.lives.push(upper);
        let new = table.divide(region, f64::from(self.done), at.to_vec());
        // Several regions can start at the same row. The last of them holds the rows behind it, so the new start comes behind it.
        let first = self.starts.partition_point(|(start, _)| *start < parent.from);
        let place = first + self.starts[first..].iter().take_while(|(_, other)| *other != region).count();
        self.starts.insert(place + 1, (cut, new));
        new
    }

    /// What a daughter gets of a file: all of it as a link, a part as a reference, or nothing.
    fn share(&mut self, table: &Table, file: &File, cut: u32, half: usize) -> Option<File> {
        let below = file.part.start + file.ranks().partition_point(|rank| *rank < cut);
        let part = if half == 0 { file.part.start..below } else { below..file.part.end };
        if part.is_empty() {
            return None;
        }
        self.files += 1;
        let id = self.files;
        Some(if part == file.part {
            File { id, name: link_name(file.name, &table.rules.table.name), ..file.clone() }
        } else {
            // The upper half counts as newer than the lower one, as in HBase.
            let (flushed, name) = (file.flushed + half as u64, reference_name(file.name));
            File { id, part, reference: true, split_point: None, flushed, name, ..file.clone() }
        })
    }

    /// For each store of a region the sizes of its files.
    pub(super) fn files(&self, region: usize) -> impl Iterator<Item = Vec<u64>> {
        self.lives[region].stores.iter().map(|files| files.iter().map(|file| file.size).collect())
    }
}

fn uniform(store: &track::Store) -> Uniform {
    let length = store.alike.qualifier.round() as usize;
    // The qualifiers are numbers, filled with zeros to the wanted length.
    let qualifier = |column: u32| format!("{column:0length$}").into_bytes();
    Uniform {
        family: store.family.clone(),
        qualifiers: (0..store.alike.columns).map(qualifier).collect(),
        value: store.alike.value as u64,
    }
}

fn heap(life: &Life) -> u64 {
    let empty = MemStore::default().heap_size();
    life.memory.iter().map(|(_, heap)| empty + heap).sum()
}

/// Oldest first: by the number of the flush, of equal ones the larger first.
fn sort(files: &mut [File]) {
    files.sort_by_key(|file| (file.flushed, Reverse(file.size), file.id));
}
