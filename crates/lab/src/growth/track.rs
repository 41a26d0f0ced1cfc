//! What becomes of the stores of one region, flush by flush, from sizes and counts: the policies of the model decide.

use splitpoint_model::bytes::Family;
use splitpoint_model::map::Map;
use splitpoint_model::policy::compaction::{self, Candidate, CompactionConfig, Selection, Trigger};
use splitpoint_model::policy::flush::{self, FlushLimits};
use splitpoint_model::policy::split::{Facts, SplitPolicy};
use splitpoint_model::schema::{FamilyDescriptor, Settings, TableDescriptor};
use splitpoint_model::store::{Likeness, MemStore, Outline, sequence_ids};
use std::ops::Range;
use std::sync::Arc;

/// A family, with the size of what a row has in it and the settings of its compactions.
#[derive(Clone, Debug)]
pub(super) struct Store {
    pub(super) family: Arc<FamilyDescriptor>,
    pub(super) alike: Likeness,
    pub(super) limits: CompactionConfig,
}

impl Store {
    fn outline(&self, rows: f64, inputs: u64, ids: f64) -> Outline {
        self.alike.outline(&self.family, rows.round() as u64, inputs, ids / rows.max(1.0))
    }
}

/// The settings and policies that apply to all regions of a table.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    pub(super) table: TableDescriptor,
    pub(super) site: Map<String, String>,
    pub(super) policy: SplitPolicy,
    pub(super) stores: Vec<Store>,
    pub(super) flush: u64,
    /// Above which size a region is split, by how many there are on its server.
    limits: Vec<u64>,
}

/// More regions on a server than this make no difference to any policy.
const COUNTS: usize = 101;

impl Rules {
    pub(super) fn new(table: TableDescriptor, alike: &[Likeness]) -> Self {
        let site = Map::new();
        let settings = Settings::new(&site, &table);
        let policy = SplitPolicy::of(&settings).unwrap_or(SplitPolicy::Stepping);
        let flush = FlushLimits::new(&settings).flush;
        let facts = |regions_on_server| Facts { size: 0, largest_store: 0, regions_on_server };
        let limits = (0..=COUNTS as u64).map(|count| policy.limit(&facts(count), &settings)).collect();
        let store = |(family, alike): (&Arc<FamilyDescriptor>, &Likeness)| Store {
            family: family.clone(),
            alike: *alike,
            limits: CompactionConfig::new(&settings.family(family)),
        };
        let stores = table.families.values().zip(alike).map(store).collect();
        Self { policy, stores, flush, limits, site, table }
    }

    /// The settings of the table.
    pub(super) fn settings(&self) -> Settings<'_> {
        Settings::new(&self.site, &self.table)
    }

    /// Above which size a region is split that has so many beside it on its server, itself included.
    pub(super) fn limit(&self, regions_on_server: u64) -> u64 {
        let at = usize::try_from(regions_on_server).unwrap_or(COUNTS);
        self.limits[at.min(COUNTS)]
    }

    /// Which files of a store its server would compact, of all of them.
    pub(super) fn selection(&self, files: &[Candidate], store: usize) -> Option<Selection> {
        let limits = &self.stores[store].limits;
        let enough = files.len() >= limits.min || files.iter().any(|file| file.reference);
        enough.then(|| compaction::select(files, false, Trigger::Server, limits)).flatten()
    }
}

/// The sequence id that a region has handed out before its first row: its opening took some.
pub(super) const FIRST: u64 = 3;

/// A file of a store.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct File {
    pub(super) rows: f64,
    pub(super) size: u64,
    pub(super) reference: bool,
    /// What it holds: files of the beginning, counted from 0, and flushes after them.
    pub(super) parts: Range<u32>,
    /// How many files it was compacted from.
    inputs: u64,
    /// Bytes of the sequence ids of its rows, each once.
    pub(super) ids: f64,
}

impl File {
    /// A file that a region has from the beginning, from its parent.
    pub(super) fn base(rows: f64, size: u64, reference: bool, part: u32, ids: f64) -> Self {
        Self { rows, size, reference, parts: part..part + 1, inputs: 0, ids }
    }

    /// How many rows lie before the place where it would be cut.
    pub(super) fn middle(&self, store: &Store) -> Option<f64> {
        store.outline(self.rows, self.inputs, self.ids).middle.map(|rows| rows as f64)
    }
}

/// The state of a region after a flush, or after the compactions that followed.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct State {
    /// The files of each store, oldest first.
    pub(super) stores: Vec<Vec<File>>,
    /// The size that is compared with the limit.
    pub(super) size: u64,
    /// Whether it can be split: no store has too many files, and none a reference.
    pub(super) splittable: bool,
    /// Bytes that flushes and compactions have written so far.
    pub(super) flushed: u64,
    pub(super) compacted: u64,
}

/// A flush, with the states of the region after it and after the compactions it led to.
#[derive(Clone, Debug)]
pub(super) struct Beat {
    /// Rows since the region was born.
    pub(super) rows: f64,
    /// Right after the flush, which is when a split is decided at first.
    pub(super) flushed: State,
    /// After the compactions that it led to, which is when a split is decided again.
    pub(super) settled: State,
}

/// All flushes of a region in their order. Regions that begin with the same files have the same flushes, whatever their
/// keys are.
#[derive(Clone, Debug)]
pub(super) struct Track {
    pub(super) beats: Vec<Beat>,
    now: State,
    /// Rows of each store that are not flushed yet.
    memory: Vec<u64>,
    rows: u64,
    /// The sequence id of the next row, and those of the first row of each store that is not flushed.
    sequence: f64,
    unflushed: Vec<f64>,
    flushes: u32,
    /// How many files it began with, of the store that had most.
    pub(super) base: u32,
}

impl Track {
    /// The flushes of a region that begins with these files, and whose next row gets this sequence id.
    pub(super) fn new(rules: &Rules, stores: Vec<Vec<File>>, sequence: f64) -> Self {
        let base = stores.iter().map(Vec::len).max().unwrap_or(0) as u32;
        let memory = vec![0; stores.len()];
        let state = State { stores, size: 0, splittable: true, flushed: 0, compacted: 0 };
        let unflushed = vec![sequence; memory.len()];
        let mut track = Self { beats: Vec::new(), now: state, memory, rows: 0, sequence, unflushed, flushes: 0, base };
        track.look(rules);
        let flushed = track.now.clone();
        track.settle(rules);
        let settled = track.now.clone();
        track.beats.push(Beat { rows: 0.0, flushed, settled });
        track
    }

    /// The sequence id that the region hands out after so many rows.
    pub(super) fn sequence_after(&self, rows: f64) -> f64 {
        self.sequence - self.rows as f64 + rows
    }

    /// Computes the next flush and the compactions that follow it.
    pub(super) fn extend(&mut self, rules: &Rules) {
        let empty = MemStore::default().heap_size();
        let row: Vec<f64> = rules.stores.iter().map(|store| store.alike.heap(&store.family)).collect();
        let held: f64 = row.iter().zip(&self.memory).map(|(row, rows)| row * *rows as f64).sum();
        let room = rules.flush as f64 - (empty * row.len() as u64) as f64 - held;
        let more = ((room / row.iter().sum::<f64>()).floor().max(0.0) as u64) + 1;
        self.rows += more;
        self.sequence += more as f64;
        self.memory.iter_mut().for_each(|rows| *rows += more);
        let heap = |at: usize| empty.saturating_add((row[at] * self.memory[at] as f64) as u64);
        let families: Vec<(Family, u64)> =
            rules.stores.iter().enumerate().map(|(at, store)| (store.family.name.clone(), heap(at))).collect();
        let chosen = flush::choose(&families, &rules.settings());
        let part = self.base + self.flushes;
        self.flushes += 1;
        // The flush, its beginning and its end are told to the log too, each by a number of its own.
        self.sequence += 3.0;
        for (at, store) in rules.stores.iter().enumerate() {
            if chosen.contains(&store.family.name) {
                self.write(store, at, part);
            }
        }
        self.look(rules);
        let flushed = self.now.clone();
        self.settle(rules);
        self.beats.push(Beat { rows: self.rows as f64, flushed, settled: self.now.clone() });
    }

    fn write(&mut self, store: &Store, at: usize, part: u32) {
        let rows = std::mem::take(&mut self.memory[at]);
        let ids = sequence_ids(self.unflushed[at], rows as f64);
        self.unflushed[at] = self.sequence;
        let size = store.outline(rows as f64, 0, ids).size;
        self.now.flushed = self.now.flushed.saturating_add(size);
        // What was not flushed with the others before is in this file too.
        let start = self.now.stores[at].last().map_or(self.base, |file| file.parts.end.max(self.base));
        let (rows, parts) = (rows as f64, start..part + 1);
        self.now.stores[at].push(File { rows, size, reference: false, parts, inputs: 0, ids });
    }

    /// Compacts until the policy selects no more files.
    fn settle(&mut self, rules: &Rules) {
        for (at, store) in rules.stores.iter().enumerate() {
            while let Some(range) = self.selection(rules, at) {
                let files = &mut self.now.stores[at];
                let rows: f64 = files[range.clone()].iter().map(|file| file.rows).sum();
                let parts = files[range.start].parts.start..files[range.end - 1].parts.end;
                let inputs = range.len() as u64;
                let ids = files[range.clone()].iter().map(|file| file.ids).sum();
                let size = store.outline(rows, inputs, ids).size;
                files.splice(range, [File { rows, size, reference: false, parts, inputs, ids }]);
                self.sequence += 1.0;
                self.now.compacted = self.now.compacted.saturating_add(size);
                self.look(rules);
            }
        }
    }

    fn selection(&self, rules: &Rules, at: usize) -> Option<Range<usize>> {
        let facts: Vec<Candidate> =
            self.now.stores[at].iter().map(|file| Candidate { size: file.size, reference: file.reference }).collect();
        rules.selection(&facts, at).map(|found| found.files)
    }

    /// Computes again what the split policy looks at: the size, and whether the region can be split.
    fn look(&mut self, rules: &Rules) {
        let sizes = || self.now.stores.iter().map(|files| files.iter().map(|file| file.size).sum::<u64>());
        let (size, largest_store) = (sizes().sum(), sizes().max().unwrap_or(0));
        let facts = Facts { size, largest_store, regions_on_server: 1 };
        self.now.size = SplitPolicy::size(&facts, &rules.settings());
        let stuck = |(files, store): (&Vec<File>, &Store)| files.len() >= store.limits.blocking;
        self.now.splittable = !self.now.stores.iter().zip(&rules.stores).any(stuck)
            && !self.now.stores.iter().flatten().any(|file| file.reference);
    }
}
