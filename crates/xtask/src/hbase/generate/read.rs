//! Gets and scans, with their options.

use super::dice::Dice;
use super::filter;
use super::words::Words;
use serde_json::{Value as Json, json};

/// Makes reads that the state of the table and the defects of HBase allow.
pub(super) struct Reads<'a> {
    pub(super) words: &'a Words,
    /// The percentage of reads that have a filter.
    pub(super) filters: usize,
    /// The percentage of scans that name columns.
    pub(super) columns: usize,
    /// The percentage of scans that are reversed. These fail on the references that splits and merges leave.
    pub(super) reversed: usize,
}

impl Reads<'_> {
    pub(super) fn get(&self, dice: &Dice) -> Json {
        let mut get = json!({ "do": "get", "row": self.words.row(dice) });
        if dice.chance(60) {
            get["versions"] = json!(dice.pick(&[1, 2, 3, 5, 10]));
        }
        if dice.chance(30) {
            get["columns"] = self.columns(dice);
        }
        if dice.chance(18) {
            get["timeRange"] = self.range(dice);
        }
        if dice.chance(self.filters / 2) {
            let filter = filter::any(dice, self.words);
            get["filter"] = filter;
        }
        if dice.chance(6) {
            get["storeLimit"] = json!(dice.between(1, 3));
        }
        if dice.chance(6) {
            get["storeOffset"] = json!(dice.between(0, 2));
        }
        get
    }

    fn columns(&self, dice: &Dice) -> Json {
        (0..dice.between(1, 3))
            .map(|_| {
                let family = self.words.family(dice);
                if dice.chance(35) { json!([family]) } else { json!([family, self.words.qualifier(dice)]) }
            })
            .collect()
    }

    fn range(&self, dice: &Dice) -> Json {
        let from = dice.below(self.words.times);
        if dice.chance(25) { json!([from, null]) } else { json!([from, from + dice.between(1, 4)]) }
    }

    pub(super) fn scan(&self, dice: &Dice) -> Json {
        let mut scan = json!({ "do": "scan" });
        self.bounds(dice, &mut scan);
        if dice.chance(self.filters) {
            self.filter(dice, &mut scan);
        }
        if dice.chance(10) {
            scan["raw"] = json!(true);
            scan["versions"] = json!(dice.pick(&[1, 3, 10, 10, 10]));
            if dice.chance(3) {
                scan["columns"] = self.columns(dice);
            }
        } else {
            if dice.chance(50) {
                scan["versions"] = json!(dice.pick(&[1, 2, 3, 5, 10]));
            }
            if dice.chance(self.columns) && !prefix_filtered(&scan) {
                scan["columns"] = self.columns(dice);
            }
        }
        // A raw scan with a time range may never end when markers and puts share the empty qualifier.
        if !(scan.get("raw").is_some() && self.words.has_empty_qualifier()) {
            if dice.chance(12) {
                scan["timeRange"] = self.range(dice);
            } else if dice.chance(3) {
                let family = self.words.family(dice);
                scan["familyTimeRange"] = json!({ family: self.range(dice) });
            }
        }
        self.limits(dice, &mut scan);
        scan
    }

    fn bounds(&self, dice: &Dice, scan: &mut Json) {
        if dice.chance(self.reversed) {
            scan["reversed"] = json!(true);
        }
        if dice.chance(10) {
            let row = self.words.row(dice);
            scan["prefix"] = json!(if row.contains('\\') { row } else { &row[..dice.between(1, row.len())] });
        }
        for (key, inclusive) in [("start", "startInclusive"), ("stop", "stopInclusive")] {
            if dice.chance(if scan.get("prefix").is_some() { 5 } else { 30 }) {
                scan[key] = json!(self.words.near(dice));
                if dice.chance(35) {
                    scan[inclusive] = json!(dice.chance(50));
                }
            }
        }
    }

    fn filter(&self, dice: &Dice, scan: &mut Json) {
        let filter = filter::any(dice, self.words);
        // A reversed scan with a FuzzyRowFilter never ends.
        if filter::names(&filter, "Fuzzy") {
            scan.as_object_mut().map(|fields| fields.remove("reversed"));
        }
        scan["filter"] = filter;
        if dice.chance(12) {
            scan["loadColumnFamiliesOnDemand"] = json!(dice.chance(70));
        }
    }

    fn limits(&self, dice: &Dice, scan: &mut Json) {
        let mut option = |name: &str, percent: usize, values: &[i32]| {
            if dice.chance(percent) {
                scan[name] = json!(dice.pick(values));
            }
        };
        option("caching", 25, &[1, 2, 3, 4]);
        option("limit", 17, &[1, 2, 3, 4]);
        option("batch", 7, &[1, 1, 2, 3, 4]);
        option("storeLimit", 6, &[1, 2, 3]);
        option("storeOffset", 6, &[0, 1, 2]);
        option("maxResultSize", 3, &[1, 100, 300, 500]);
        if dice.chance(2) {
            scan["allowPartial"] = json!(true);
        }
        if dice.chance(2) {
            scan["isolation"] = json!("READ_UNCOMMITTED");
        }
    }

    /// The options of a scanner that stays open between steps.
    pub(super) fn open(&self, dice: &Dice, id: &str) -> Json {
        let mut scan = json!({ "do": "openScan", "id": id, "caching": dice.between(1, 3) });
        if dice.chance(40) {
            scan["versions"] = json!(dice.pick(&[2, 3, 10]));
        }
        if dice.chance(30) {
            self.bounds(dice, &mut scan);
        } else if dice.chance(self.reversed * 3 / 4) {
            scan["reversed"] = json!(true);
        }
        if dice.chance(10) {
            scan["raw"] = json!(true);
            scan["versions"] = json!(10);
        } else if dice.chance(self.filters / 3) {
            self.filter(dice, &mut scan);
        } else if dice.chance(15) {
            scan["batch"] = json!(dice.between(1, 3));
        }
        if dice.chance(8) && scan.get("raw").is_none() {
            scan["isolation"] = json!("READ_UNCOMMITTED");
        }
        if dice.chance(10) && scan.get("batch").is_none() {
            scan["limit"] = json!(dice.between(1, 5));
        }
        scan
    }
}

/// Whether a PrefixFilter is used with explicit columns, which makes the server read beyond the end of an array.
fn prefix_filtered(scan: &Json) -> bool {
    scan.get("filter").is_some_and(|one| {
        filter::names(one, "\"PrefixFilter")
            || filter::names(one, " PrefixFilter")
            || filter::names(one, "(PrefixFilter")
    })
}
