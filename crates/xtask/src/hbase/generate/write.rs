//! Mutations: puts, deletes, increments, appends, conditional ones, and those of several rows.

use super::dice::Dice;
use super::filter;
use super::words::{NUMBER, Words};
use serde_json::{Value as Json, json};

const OPERATORS: &[&str] = &["LESS", "LESS_OR_EQUAL", "EQUAL", "NOT_EQUAL", "GREATER_OR_EQUAL", "GREATER"];

/// Makes writes from the words of a history.
pub(super) struct Writes<'a> {
    pub(super) words: &'a Words,
    /// The percentage of writes that leave the timestamp to the server.
    pub(super) now: usize,
    /// The percentage of put cells that have a time to live of their own.
    pub(super) lifetimes: usize,
    /// Whether a delete marker may be for all cells of one timestamp in a family.
    pub(super) family_versions: bool,
}

impl Writes<'_> {
    pub(super) fn put(&self, dice: &Dice, row: &str) -> Json {
        let count = if dice.chance(15) { dice.between(5, 9) } else { dice.between(1, 4) };
        let cells: Vec<_> = (0..count).map(|_| self.cell(dice)).collect();
        let mut put = json!({ "do": "put", "row": row, "cells": cells });
        if dice.chance(self.lifetimes) {
            put["ttl"] = json!(dice.pick(&[60_000, 100_000]));
        }
        put
    }

    fn cell(&self, dice: &Dice) -> Json {
        let family = if dice.below(150) == 0 { "nope" } else { self.words.family(dice) };
        let time = self.words.time(dice, self.now);
        if dice.chance(6) {
            json!([family, NUMBER, time, self.words.long(dice)])
        } else {
            json!([family, self.words.qualifier(dice), time, self.words.value(dice)])
        }
    }

    pub(super) fn delete(&self, dice: &Dice, row: &str) -> Json {
        let mut markers = Vec::new();
        if !dice.chance(12) {
            for _ in 0..dice.weighted(&[(1, 6), (2, 3), (3, 1)]) {
                markers.push(self.marker(dice));
            }
        }
        let mut delete = json!({ "do": "delete", "row": row, "of": markers });
        if dice.chance(20) {
            delete["ts"] = json!(dice.between(1, self.words.times));
        }
        delete
    }

    fn marker(&self, dice: &Dice) -> Json {
        let (family, qualifier) = (self.words.family(dice), self.words.qualifier(dice));
        let time = self.words.time(dice, self.now);
        match dice.below(10) {
            0..2 => json!(["family", family, time]),
            2..4 if self.family_versions => json!(["familyVersion", family, dice.between(1, self.words.times)]),
            4..7 => json!(["columns", family, qualifier, time]),
            _ => json!(["column", family, qualifier, if dice.chance(15) { Json::Null } else { time }]),
        }
    }

    pub(super) fn increment(&self, dice: &Dice, row: &str) -> Json {
        let mut cells = Vec::new();
        for _ in 0..dice.weighted(&[(1, 8), (2, 2)]) {
            let qualifier = match dice.below(20) {
                0..2 => self.words.qualifier(dice),
                2..6 => "n2",
                _ => NUMBER,
            };
            cells.push(json!([self.words.family(dice), qualifier, dice.pick(&[1_i64, -3, 5, 100, i64::MAX, 0])]));
        }
        let step = json!({ "do": "increment", "row": row, "cells": cells });
        self.with_base(dice, step)
    }

    pub(super) fn append(&self, dice: &Dice, row: &str) -> Json {
        let mut cells = Vec::new();
        for _ in 0..dice.weighted(&[(1, 8), (2, 2)]) {
            cells.push(json!([self.words.family(dice), self.words.qualifier(dice), self.words.value(dice)]));
        }
        let step = json!({ "do": "append", "row": row, "cells": cells });
        self.with_base(dice, step)
    }

    /// Options that increments and appends share.
    fn with_base(&self, dice: &Dice, mut step: Json) -> Json {
        if dice.chance(8) {
            step["returnResults"] = json!(false);
        }
        if dice.chance(10) {
            step["timeRange"] = self.range(dice);
        }
        step
    }

    fn range(&self, dice: &Dice) -> Json {
        let from = dice.below(self.words.times);
        if dice.chance(30) { json!([from, null]) } else { json!([from, from + dice.between(1, 4)]) }
    }

    /// A put, delete, increment or append of a row.
    pub(super) fn any(&self, dice: &Dice, row: &str) -> Json {
        match dice.below(10) {
            0..5 => self.put(dice, row),
            5..8 => self.delete(dice, row),
            8 => self.increment(dice, row),
            _ => self.append(dice, row),
        }
    }

    pub(super) fn mutate(&self, dice: &Dice, row: &str) -> Json {
        let of: Vec<_> = (0..dice.between(1, 4)).map(|_| self.any(dice, row)).collect();
        json!({ "do": "mutate", "row": row, "of": of })
    }

    pub(super) fn check(&self, dice: &Dice, row: &str) -> Json {
        let mut check = self.condition(dice, row);
        check["do"] = json!("check");
        check["then"] = if dice.chance(20) { self.mutate(dice, row) } else { self.any(dice, row) };
        check
    }

    fn condition(&self, dice: &Dice, row: &str) -> Json {
        let mut condition = json!({ "row": row });
        let form = dice.below(10);
        if form == 0 {
            condition["filter"] =
                if dice.chance(15) { filter::any(dice, self.words) } else { filter::plain(dice, self.words) };
        } else {
            condition["family"] = json!(self.words.family(dice));
            condition["qualifier"] = json!(self.words.qualifier(dice));
            if form < 3 {
                condition["exists"] = json!(dice.chance(50));
            } else {
                condition["op"] = json!(dice.pick(OPERATORS));
                condition["value"] = if dice.chance(8) { Json::Null } else { json!(self.words.value(dice)) };
            }
        }
        if dice.chance(10) {
            condition["timeRange"] = self.range(dice);
        }
        condition
    }

    /// Each action is on its own row, since the order of actions is not defined.
    pub(super) fn batch(&self, dice: &Dice) -> Json {
        let mut rows = self.words.rows.clone();
        let mut of = Vec::new();
        for _ in 0..dice.between(1, 5).min(rows.len()) {
            let row = rows.swap_remove(dice.below(rows.len()));
            of.push(match dice.below(10) {
                0 => json!({ "do": "get", "row": row, "versions": dice.between(1, 4) }),
                1 => self.mutate(dice, row),
                2 => self.check(dice, row),
                _ => self.any(dice, row),
            });
        }
        json!({ "do": "batch", "of": of })
    }

    pub(super) fn mutate_rows(&self, dice: &Dice) -> Json {
        // Mostly neighbouring rows, which are in one region.
        let near = dice.below(self.words.rows.len());
        let reach = if dice.chance(15) { self.words.rows.len() } else { 2 };
        let of: Vec<_> = (0..dice.between(1, 3))
            .map(|_| {
                let row = self.words.rows[(near + dice.below(reach)) % self.words.rows.len()];
                self.any(dice, row)
            })
            .collect();
        let mut step = json!({ "do": "mutateRows", "of": of });
        if dice.chance(8) {
            step["row"] = json!(self.words.row(dice));
        }
        if dice.chance(50) {
            let conditions: Vec<_> = (0..dice.between(1, 2))
                .map(|_| {
                    let row = self.words.rows[(near + dice.below(reach)) % self.words.rows.len()];
                    self.condition(dice, row)
                })
                .collect();
            step["conditions"] = json!(conditions);
        }
        step
    }
}
