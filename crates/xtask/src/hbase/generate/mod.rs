//! Random histories: few words, every kind of step, and none that runs into a defect of HBase itself
//! (`docs/fidelity.md` lists those). A seed and a length determine a history.

mod dice;
mod filter;
mod mistake;
mod profile;
mod race;
mod read;
mod words;
mod write;

use super::history::History;
use dice::Dice;
use profile::{Kind, Profile, Schema};
use race::Races;
use read::Reads;
use serde_json::{Value as Json, json};
use words::Words;
use write::Writes;

const TABLE: &str = "t";
/// The clock jumps by multiples of this, and times to live end between two multiples, so that the duration of a step
/// never matters.
const TICK_MS: u64 = 40_000;
/// The most files of a store before a step compacts all of them: with 16, HBase considers the store as blocked.
const MOST_FILES: usize = 20;
/// How many files a race may add to a store.
const LONGEST_RACE: usize = 6;

/// The names of the profiles.
pub(super) fn profiles() -> Vec<&'static str> {
    profile::ALL.iter().map(|profile| profile.name).collect()
}

/// The history of a seed: of the named profile, or of one that the seed selects.
pub(super) fn history(seed: u64, length: usize, named: Option<&str>) -> History {
    let dice = Dice::new(seed);
    let picked = dice.below(profile::ALL.len());
    let at = named.and_then(|name| profile::ALL.iter().position(|profile| profile.name == name)).unwrap_or(picked);
    let profile = &profile::ALL[at];
    let mut words = Words::new(&dice);
    if profile.schema == Schema::NewVersions {
        // Delete markers of the column with an empty qualifier break HBase in this profile.
        words.qualifiers.retain(|qualifier| !qualifier.is_empty());
    }
    if profile.schema == Schema::Races {
        words.keep_few();
    }
    let mut maker = Maker {
        dice,
        profile,
        words,
        steps: Vec::new(),
        scanners: Vec::new(),
        opened: 0,
        references: false,
        splits_itself: false,
        files: 0,
        value: 0,
    };
    maker.create();
    while maker.steps.len() < length {
        // Each profile also has a few steps of everything that its tables allow.
        let mixed = maker.dice.chance(profile.mixed);
        let kind = maker.dice.weighted(if mixed { profile::MIXED } else { profile.weights });
        maker.step(kind);
    }
    maker.look_at_everything();
    History {
        name: format!("random-{seed}-{}", profile.name),
        about: format!("random history, profile {}", profile.name),
        seed: Some(seed),
        auto: profile.schema == Schema::Auto,
        steps: maker.steps,
    }
}

/// An open scanner.
struct Open {
    id: String,
    reversed: bool,
}

struct Maker {
    dice: Dice,
    profile: &'static Profile,
    words: Words,
    steps: Vec<Json>,
    scanners: Vec<Open>,
    opened: usize,
    /// Whether a split or merge may have left references.
    references: bool,
    /// Whether the server may split a region at any time.
    splits_itself: bool,
    /// The most files that a store can have now.
    files: usize,
    /// A number that makes values differ in size.
    value: usize,
}

impl Maker {
    fn push(&mut self, mut step: Json) {
        if step.get("table").is_none() && step["do"] != "next" && step["do"] != "closeScan" {
            step["table"] = json!(TABLE);
        }
        self.steps.push(step);
    }

    fn create(&mut self) {
        let families: Vec<_> = self.words.families.clone().into_iter().map(|name| self.family(name)).collect();
        let mut create = json!({ "do": "create", "families": families });
        if self.profile.schema != Schema::Races && self.dice.chance(25) {
            let mut keys: Vec<_> = (0..self.dice.between(1, 2)).map(|_| self.words.row(&self.dice)).collect();
            keys.sort_by_key(|key| key.replace("\\x", "\u{0}"));
            keys.dedup();
            keys.retain(|key| !key.contains('\\'));
            if !keys.is_empty() {
                create["splits"] = json!(keys);
            }
        }
        let mut attributes = json!({});
        if self.profile.schema == Schema::Compactions {
            for (name, values) in [
                ("hbase.hstore.compaction.min", &["2", "3", "4"]),
                ("hbase.hstore.compaction.max", &["3", "5", "10"]),
                ("hbase.hstore.compaction.ratio", &["1.0", "1.2", "2.0"]),
                ("hbase.hstore.compaction.min.size", &["0", "1000", "5000"]),
            ] {
                if self.dice.chance(40) {
                    attributes[name] = json!(self.dice.pick(values));
                }
            }
        }
        if matches!(self.profile.schema, Schema::Sizes | Schema::Auto) {
            self.sizes(&mut attributes);
            self.splits_itself = self.profile.schema == Schema::Auto && attributes.get("SPLIT_ENABLED").is_none();
        }
        // HBase's sanity checks refuse blocks, files and memstores as small as these tests need.
        attributes["hbase.table.sanity.checks"] = json!("false");
        create["attributes"] = attributes;
        self.push(create);
    }

    /// Sets when and where regions are split.
    fn sizes(&self, attributes: &mut Json) {
        let (dice, auto) = (&self.dice, self.profile.schema == Schema::Auto);
        attributes["MAX_FILESIZE"] =
            json!(if auto { dice.pick(&["45000", "60000"]) } else { dice.pick(&["20000", "40000", "2000000"]) });
        let policy = dice.pick(&[
            "ConstantSize",
            "ConstantSize",
            "IncreasingToUpperBound",
            "IncreasingToUpperBound",
            "KeyPrefix",
            "DelimitedKeyPrefix",
            "Disabled",
            "",
        ]);
        if !policy.is_empty() {
            let class = format!("org.apache.hadoop.hbase.regionserver.{policy}RegionSplitPolicy");
            attributes["SPLIT_POLICY"] = json!(class);
        } else if dice.chance(50) {
            attributes["SPLIT_POLICY"] = json!("org.apache.hadoop.hbase.regionserver.SteppingSplitPolicy");
        }
        let length = dice.pick(&["1", "2", "3", "0"]);
        let delimiter = dice.pick(&["-", "0", "b"]);
        match policy {
            "KeyPrefix" => attributes["KeyPrefixRegionSplitPolicy.prefix_length"] = json!(length),
            "DelimitedKeyPrefix" => {
                attributes["DelimitedKeyPrefixRegionSplitPolicy.delimiter"] = json!(delimiter);
            }
            _ if dice.chance(25) => {
                let restriction = "hbase.regionserver.region.split_restriction";
                let (kind, name, value) = dice.pick(&[
                    ("KeyPrefix", "prefix_length", length),
                    ("DelimitedKeyPrefix", "delimiter", delimiter),
                    ("None", "prefix_length", length),
                ]);
                attributes[format!("{restriction}.type")] = json!(kind);
                attributes[format!("{restriction}.{name}")] = json!(value);
            }
            _ => {}
        }
        if auto {
            attributes["MEMSTORE_FLUSHSIZE"] = json!(dice.pick(&["4000", "8000", "15000"]));
        } else if dice.chance(40) {
            attributes["MEMSTORE_FLUSHSIZE"] = json!(dice.pick(&["5000", "20000"]));
        }
        if dice.chance(15) {
            attributes["hbase.increasing.policy.initial.size"] = json!(dice.pick(&["3000", "20000"]));
        }
        if dice.chance(if auto { 25 } else { 5 }) {
            attributes["SPLIT_ENABLED"] = json!("false");
        }
        if auto && dice.chance(30) {
            for name in ["", ".min"] {
                attributes[format!("hbase.hregion.percolumnfamilyflush.size.lower.bound{name}")] = json!("2000");
            }
        }
    }

    fn family(&mut self, name: &str) -> Json {
        let dice = &self.dice;
        let versions = dice.pick(&[1, 1, 2, 3, 3, 5]);
        let mut family = json!({ "NAME": name });
        if versions > 1 || dice.chance(30) {
            family["VERSIONS"] = json!(versions);
        }
        if dice.chance(30) {
            family["KEEP_DELETED_CELLS"] = json!(dice.pick(&["TRUE", "TTL", "FALSE"]));
        }
        if self.profile.schema == Schema::Lifetimes {
            family["TTL"] = json!(dice.pick(&[60, 100, 140]));
        } else if dice.chance(10) && self.profile.schema != Schema::NewVersions {
            family["TTL"] = json!(100_000);
        }
        if family.get("TTL").is_some() && dice.chance(40) {
            family["MIN_VERSIONS"] = json!(dice.between(1, versions));
        }
        if dice.chance(25) {
            family["BLOOMFILTER"] = json!(dice.pick(&["ROW", "ROWCOL", "NONE"]));
        }
        match self.profile.schema {
            Schema::Blocks => family["BLOCKSIZE"] = json!(dice.pick(&[16, 64, 64, 128, 256])),
            Schema::Sizes | Schema::Auto if dice.chance(90) => family["BLOCKSIZE"] = json!(dice.pick(&[64, 256, 1024])),
            _ if dice.chance(12) => family["BLOCKSIZE"] = json!(dice.pick(&[64, 256, 1024])),
            _ => {}
        }
        if self.profile.schema == Schema::NewVersions {
            family["NEW_VERSION_BEHAVIOR"] = json!(true);
        }
        family
    }

    fn step(&mut self, kind: Kind) {
        match kind {
            Kind::Put | Kind::Delete | Kind::Increment | Kind::Append | Kind::Check | Kind::Mutate => self.write(kind),
            Kind::Batch | Kind::MutateRows => self.write(kind),
            Kind::Get | Kind::Scan | Kind::Raw => self.read(kind),
            Kind::Open | Kind::Next | Kind::Close => self.scanner(kind),
            Kind::Flush | Kind::Compact | Kind::Major => self.maintain(kind),
            Kind::Split | Kind::Merge | Kind::Move | Kind::Crash | Kind::Alter | Kind::Table => self.administer(kind),
            Kind::Tick => {
                let ms = TICK_MS * [1, 1, 1, 2, 3][self.dice.below(5)];
                self.steps.push(json!({ "do": "tick", "ms": ms }));
            }
            Kind::Regions => self.push(json!({ "do": "regions" })),
            Kind::Files => self.look_at_files(),
            Kind::Memstore => self.push(json!({ "do": "memstore" })),
            Kind::Mistake => {
                let step = mistake::any(&self.dice, &self.words);
                let changes = matches!(step["do"].as_str(), Some("split" | "merge"));
                self.references |= changes;
                self.push(step);
                if changes {
                    self.close_reversed();
                }
            }
            Kind::CheckSplit => self.push(json!({ "do": "checkSplit" })),
            Kind::Race => self.race(),
        }
    }

    /// A race, and a read of what it left: the fewer outcomes are possible then, the more can be asked afterwards.
    fn race(&mut self) {
        let scanner = self.scanners.first().map(|scanner| scanner.id.clone());
        let step = Races { writes: self.writes(), table: TABLE }.race(&self.dice, scanner.as_deref());
        self.references = true;
        self.files += LONGEST_RACE;
        self.push(step);
        self.push(json!({ "do": "scan", "raw": true, "versions": 10 }));
        self.push(json!({ "do": "scan", "versions": 10 }));
        self.look_at_files();
    }

    fn write(&mut self, kind: Kind) {
        if matches!(self.profile.schema, Schema::Sizes | Schema::Auto) && kind == Kind::Put {
            return self.large_put();
        }
        let (writes, dice) = (self.writes(), &self.dice);
        let row = self.words.row(dice);
        let step = match kind {
            Kind::Put => writes.put(dice, row),
            Kind::Delete => writes.delete(dice, row),
            Kind::Increment => writes.increment(dice, row),
            Kind::Append => writes.append(dice, row),
            Kind::Check => writes.check(dice, row),
            Kind::Mutate => writes.mutate(dice, row),
            Kind::Batch => writes.batch(dice),
            _ => writes.mutate_rows(dice),
        };
        self.push(step);
    }

    fn writes(&self) -> Writes<'_> {
        Writes {
            words: &self.words,
            now: self.profile.now,
            lifetimes: self.profile.lifetimes,
            family_versions: self.profile.schema != Schema::NewVersions,
        }
    }

    /// A batch by which a region grows by some kilobytes.
    fn large_put(&mut self) {
        let dice = &self.dice;
        let mut of = Vec::new();
        let mut rows = self.words.rows.clone();
        for _ in 0..dice.between(1, 4) {
            let row = rows.swap_remove(dice.below(rows.len()));
            self.value += 1;
            let long = "z".repeat(dice.pick(&[20, 100, 1500, 3000]) + 7 * self.value);
            of.push(json!({ "do": "put", "row": row,
                            "cells": [[self.words.family(dice), self.words.qualifier(dice), dice.between(1, 6), long]] }));
        }
        self.push(json!({ "do": "batch", "of": of }));
    }

    fn reads(&self) -> Reads<'_> {
        let (blocks, races) = (self.profile.schema == Schema::Blocks, self.profile.schema == Schema::Races);
        Reads {
            words: &self.words,
            filters: self.profile.filters,
            columns: if blocks { 60 } else { 22 },
            reversed: match self.references || self.splits_itself || races {
                true => 0,
                false if blocks => 45,
                false => 20,
            },
        }
    }

    fn read(&mut self, kind: Kind) {
        let step = match kind {
            Kind::Get => self.reads().get(&self.dice),
            Kind::Scan => self.reads().scan(&self.dice),
            _ => json!({ "do": "scan", "raw": true, "versions": 10 }),
        };
        self.push(step);
    }

    fn scanner(&mut self, kind: Kind) {
        let open = self.scanners.len();
        match kind {
            Kind::Open if open < 3 => {
                self.opened += 1;
                let id = format!("s{}", self.opened);
                let step = self.reads().open(&self.dice, &id);
                self.scanners.push(Open { id: id.clone(), reversed: step.get("reversed").is_some() });
                self.push(step);
                self.push(json!({ "do": "next", "id": id, "n": 1 }));
            }
            Kind::Next if open > 0 => {
                let at = self.dice.below(open);
                let n = self.dice.pick(&[1, 1, 2, 3, 9]);
                self.push(json!({ "do": "next", "id": self.scanners[at].id, "n": n }));
            }
            Kind::Close if open > 0 => {
                let at = self.dice.below(open);
                self.close(at);
            }
            _ => {}
        }
    }

    fn close(&mut self, at: usize) {
        let scanner = self.scanners.remove(at);
        self.push(json!({ "do": "closeScan", "id": scanner.id }));
    }

    /// A reversed scanner that is opened again on references may fail.
    fn close_reversed(&mut self) {
        while let Some(at) = self.scanners.iter().position(|scanner| scanner.reversed) {
            self.close(at);
        }
    }

    fn close_all(&mut self) {
        while !self.scanners.is_empty() {
            self.close(0);
        }
    }

    fn maintain(&mut self, kind: Kind) {
        // With NEW_VERSION_BEHAVIOR, deletes that span memstore and files break HBase.
        if self.profile.schema == Schema::NewVersions {
            return;
        }
        let mut step = match kind {
            Kind::Flush if self.files >= MOST_FILES => json!({ "do": "majorCompact" }),
            Kind::Flush => json!({ "do": "flush" }),
            Kind::Compact => json!({ "do": "compact" }),
            _ => json!({ "do": "majorCompact" }),
        };
        let flush = step["do"] == "flush";
        if self.dice.chance(15) {
            step["family"] = json!(self.words.family(&self.dice));
        } else if self.dice.chance(8) {
            step["region"] = json!(self.words.row(&self.dice));
        } else if step["do"] == "majorCompact" {
            self.files = 1;
            // An open scanner may keep a replaced reference.
            self.references &= !self.scanners.is_empty();
        }
        self.files += usize::from(flush);
        self.push(step);
    }

    fn administer(&mut self, kind: Kind) {
        self.close_reversed();
        match kind {
            Kind::Split => {
                let mut split = json!({ "do": "split" });
                if self.dice.chance(if self.profile.schema == Schema::Sizes { 30 } else { 85 }) {
                    split["at"] = json!(self.words.row(&self.dice));
                } else if self.dice.chance(50) {
                    split["region"] = json!(self.words.row(&self.dice));
                }
                self.references = true;
                self.files += 1;
                self.push(split);
            }
            Kind::Merge => {
                // The read point of one parent region says nothing about the cells of the other.
                self.close_all();
                let (one, other) = (self.words.row(&self.dice), self.words.row(&self.dice));
                self.references = true;
                self.files += 1;
                self.push(json!({ "do": "merge", "of": [one, other] }));
                self.push(json!({ "do": "majorCompact" }));
                self.references = false;
                self.files = 1;
            }
            Kind::Move => {
                self.files += 1;
                let row = self.words.row(&self.dice);
                self.push(json!({ "do": "move", "region": row }));
            }
            Kind::Crash => {
                self.files += 1;
                let mut crash = json!({ "do": "crash" });
                if self.dice.chance(50) {
                    crash["region"] = json!(self.words.row(&self.dice));
                }
                self.push(crash);
            }
            Kind::Alter => {
                self.files += 1;
                let name = self.words.family(&self.dice);
                let mut family = json!({ "NAME": name });
                match self.dice.below(12) {
                    0..6 => family["VERSIONS"] = json!(self.dice.between(1, 5)),
                    6..9 => family["KEEP_DELETED_CELLS"] = json!(self.dice.pick(&["TRUE", "FALSE", "TTL"])),
                    9 => family["BLOOMFILTER"] = json!(self.dice.pick(&["ROW", "ROWCOL", "NONE"])),
                    10 => family["BLOCKSIZE"] = json!(self.dice.pick(&[64, 1024])),
                    _ => {}
                }
                if self.dice.chance(12) {
                    family["VERSIONS"] = json!(self.dice.between(1, 5));
                }
                self.push(json!({ "do": "alter", "families": [family] }));
            }
            _ => self.table(),
        }
    }

    /// Disables, truncates or drops whole tables, also in ways that HBase refuses.
    fn table(&mut self) {
        match self.dice.below(6) {
            0 => self.push(json!({ "do": "enable" })),
            1 => self.push(json!({ "do": "drop" })),
            2 => self.push(json!({ "do": "truncate" })),
            3 => self.push(json!({ "do": "drop", "table": "none" })),
            _ => {
                self.files += 1;
                self.push(json!({ "do": "disable" }));
                for _ in 0..self.dice.below(3) {
                    let row = self.words.row(&self.dice);
                    let kind = self.dice.pick(&["get", "scan", "flush", "split", "majorCompact", "disable"]);
                    match kind {
                        "get" => self.push(json!({ "do": "get", "row": row })),
                        "split" => {
                            self.references = true;
                            self.push(json!({ "do": "split", "at": row }));
                        }
                        _ => self.push(json!({ "do": kind })),
                    }
                }
                match self.dice.below(4) {
                    0 => self.push(json!({ "do": "truncatePreserve" })),
                    1 => self.push(json!({ "do": "truncate" })),
                    _ => self.push(json!({ "do": "enable" })),
                }
            }
        }
    }

    fn look_at_files(&mut self) {
        let mut files = json!({ "do": "files" });
        if self.profile.schema == Schema::Sizes {
            files["index"] = json!(true);
        }
        self.push(files);
    }

    /// Reads everything at the end, to find differences that no step showed.
    fn look_at_everything(&mut self) {
        // The possible outcomes of a race can differ in this.
        if self.profile.schema != Schema::Races {
            self.push(json!({ "do": "requests" }));
        }
        self.push(json!({ "do": "regions" }));
        self.push(json!({ "do": "scan", "raw": true, "versions": 10 }));
        self.push(json!({ "do": "scan", "versions": 10 }));
        self.look_at_files();
    }
}

#[cfg(test)]
mod tests {
    use super::{history, profiles};

    #[test]
    fn a_seed_makes_one_history_of_any_profile() {
        for profile in profiles() {
            let [one, other] = [1, 1].map(|seed| history(seed, 40, Some(profile)));
            assert_eq!(one.steps, other.steps);
            assert!(one.steps.len() >= 40, "{profile}");
            assert_ne!(one.steps, history(2, 40, Some(profile)).steps);
        }
    }

    #[test]
    fn reversed_scans_keep_away_from_references() {
        for seed in 0..200 {
            let mut references = false;
            for step in history(seed, 60, Some("regions")).steps {
                references |= step["do"] == "split" || step["do"] == "merge";
                references &=
                    step["do"] != "majorCompact" || step.get("family").is_some() || step.get("region").is_some();
                assert!(!(references && step.get("reversed").is_some()));
            }
        }
    }
}
