//! Steps that race: two lists of steps on the same few rows, whose order is not known.

use super::dice::Dice;
use super::words::Words;
use super::write::Writes;
use serde_json::{Value as Json, json};

/// The longest list, since the model has to look at every schedule of two of them.
const LONGEST: usize = 3;

/// A step of a list.
#[derive(Clone, Copy)]
enum Kind {
    Put,
    Delete,
    Increment,
    Append,
    Check,
    Mutate,
    MutateRows,
    Batch,
    Get,
    Scan,
    Flush,
    Compact,
    Split,
    Move,
}

const CLIENTS: &[(Kind, usize)] = &[
    (Kind::Put, 18),
    (Kind::Delete, 10),
    (Kind::Increment, 8),
    (Kind::Append, 6),
    (Kind::Check, 10),
    (Kind::Mutate, 5),
    (Kind::MutateRows, 7),
    (Kind::Batch, 4),
    (Kind::Get, 16),
    (Kind::Scan, 12),
];

/// Only one list flushes and compacts: of two flushes at a time one may never end (`docs/fidelity.md`), and the driver
/// switches compactions off when a step that compacts is over.
const SERVERS: &[(Kind, usize)] =
    &[(Kind::Compact, 20), (Kind::Flush, 20), (Kind::Put, 10), (Kind::Delete, 5), (Kind::Scan, 5)];

/// Such a step is a list of its own, beside a shorter one: it consists of many atoms, and requests are sent again.
const MASTER: &[(Kind, usize)] = &[(Kind::Split, 10), (Kind::Move, 10)];

/// Makes races from the words of a history.
pub(super) struct Races<'a> {
    pub(super) writes: Writes<'a>,
    pub(super) table: &'static str,
}

impl Races<'_> {
    /// A step with two lists. The first also reads from a scanner, if one is open.
    pub(super) fn race(&self, dice: &Dice, scanner: Option<&str>) -> Json {
        let moves = dice.chance(20);
        let upkeep = dice.chance(if scanner.is_some() { 60 } else { 35 });
        let longest = if moves { LONGEST - 1 } else { LONGEST };
        let mut first: Vec<_> = (0..dice.between(1, longest)).map(|_| self.step(dice, CLIENTS)).collect();
        if let Some(id) = scanner {
            let at = dice.below(first.len() + 1);
            first.insert(at, json!({ "do": "next", "id": id, "n": dice.between(1, 2) }));
            first.truncate(longest.max(at + 1));
        }
        let second: Vec<_> = match moves {
            true => vec![self.step(dice, MASTER)],
            false => {
                let kinds = if upkeep { SERVERS } else { CLIENTS };
                (0..dice.between(1, LONGEST)).map(|_| self.step(dice, kinds)).collect()
            }
        };
        json!({ "do": "race", "of": [first, second] })
    }

    fn words(&self) -> &Words {
        self.writes.words
    }

    fn step(&self, dice: &Dice, kinds: &[(Kind, usize)]) -> Json {
        let row = self.words().row(dice);
        let mut step = match dice.weighted(kinds) {
            Kind::Put => self.writes.put(dice, row),
            Kind::Delete => self.writes.delete(dice, row),
            Kind::Increment => self.writes.increment(dice, row),
            Kind::Append => self.writes.append(dice, row),
            Kind::Check => self.writes.check(dice, row),
            Kind::Mutate => self.writes.mutate(dice, row),
            Kind::MutateRows => self.writes.mutate_rows(dice),
            Kind::Batch => self.writes.batch(dice),
            Kind::Get => json!({ "do": "get", "row": row, "versions": dice.between(1, 4) }),
            Kind::Scan => self.scan(dice),
            Kind::Flush => json!({ "do": "flush" }),
            Kind::Split => json!({ "do": "split", "at": row }),
            Kind::Move => json!({ "do": "move", "region": row }),
            Kind::Compact => json!({ "do": if dice.chance(50) { "compact" } else { "majorCompact" } }),
        };
        step["table"] = json!(self.table);
        step
    }

    fn scan(&self, dice: &Dice) -> Json {
        let mut scan = json!({ "do": "scan", "versions": dice.between(1, 4) });
        if dice.chance(40) {
            scan["caching"] = json!(1);
        }
        if dice.chance(20) {
            scan["raw"] = json!(true);
            scan["versions"] = json!(10);
        }
        scan
    }
}

#[cfg(test)]
mod tests {
    use super::super::history;

    #[test]
    fn two_short_lists_race_and_one_of_them_is_of_clients_only() {
        let mut races = 0;
        for seed in 0..50 {
            for step in history(seed, 60, Some("races")).steps.iter().filter(|step| step["do"] == "race") {
                races += 1;
                let lists: Vec<_> =
                    step["of"].as_array().into_iter().flatten().filter_map(|list| list.as_array()).collect();
                assert!(lists.len() == 2 && lists.iter().all(|list| (1..=4).contains(&list.len())), "{step}");
                let upkeep = ["flush", "compact", "majorCompact", "split", "move"];
                assert!(!lists[0].iter().any(|step| upkeep.iter().any(|verb| step["do"] == *verb)), "{step}");
            }
        }
        assert!(races > 50);
    }
}
