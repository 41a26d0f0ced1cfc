//! The small alphabets of one history: few rows, columns, times and values, so that they meet often.

use super::dice::Dice;
use serde_json::{Value as Json, json};

const ROWS: &[&[&str]] = &[
    &["r1", "r10", "r2", "r3", "r4", "r5"],
    &["a", "b", "c", "d", "e"],
    &["a", "aa", "ab", "b", "ba", "c"],
    &["a", "ab", "abc", "b", "ba", "c", "d"],
    &["u1-1", "u1-2", "u2-1", "u2-2", "u3-1", "u3-2", "u3-3"],
    &["k0", "k1", "k2", "k3", "k4", "k5", "k6", "k7"],
    &["\\x00", "\\x00\\x00", "a", "\\x7F", "\\xFF", "\\xFF\\xFF"],
    &["\\x00", "a", "a\\x00", "a\\xFF", "b", "\\xFF", "\\xFF\\xFF"],
    &["k00", "k01", "k02", "k03", "k04", "k05", "k06", "k07", "k08", "k09", "k10", "k11"],
];
const QUALIFIERS: &[&[&str]] = &[
    &["a", "b", "c"],
    &["q1", "q10", "q2", "q3"],
    &["a|1", "a|2", "b|1", "b|2", "c"],
    &["", "a", "ab", "b"],
    &["x", "xy", "y", "z", "zz"],
    &["a", "aa", "ab", "b", "\\x00", "\\xFF"],
];
const VALUES: &[&str] = &["1", "2", "3", "abc", "abd", "xyz", "", "v1", "v2", "B", "\\x00\\x01"];
const LONGS: &[&str] = &[
    "\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00",
    "\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x01",
    "\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x05",
    "\\x00\\x00\\x01\\x00\\x00\\x00\\x00\\x00",
    "\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFD",
    "\\x7F\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF",
];

/// The column that holds numbers of eight bytes.
pub(super) const NUMBER: &str = "n";

pub(super) struct Words {
    pub(super) rows: Vec<&'static str>,
    pub(super) qualifiers: Vec<&'static str>,
    pub(super) families: Vec<&'static str>,
    /// Explicit timestamps are `1..=times`.
    pub(super) times: usize,
}

impl Words {
    pub(super) fn new(dice: &Dice) -> Self {
        let mut qualifiers = dice.pick(QUALIFIERS).to_vec();
        if dice.chance(10) && !qualifiers.contains(&"") {
            qualifiers.push("");
        }
        let families = match dice.below(20) {
            0..9 => vec!["f"],
            9..14 => vec!["f", "g"],
            14..16 => vec!["f1", "f2"],
            _ => vec!["a", "b", "c"],
        };
        Self { rows: dice.pick(ROWS).to_vec(), qualifiers, families, times: dice.between(4, 9) }
    }

    /// Keeps few rows and columns for races, so that clients get into each other's way.
    pub(super) fn keep_few(&mut self) {
        self.rows.truncate(2);
        self.qualifiers.truncate(2);
        self.families.truncate(2);
    }

    pub(super) fn row(&self, dice: &Dice) -> &'static str {
        dice.pick(&self.rows)
    }

    pub(super) fn family(&self, dice: &Dice) -> &'static str {
        dice.pick(&self.families)
    }

    pub(super) fn qualifier(&self, dice: &Dice) -> &'static str {
        dice.pick(&self.qualifiers)
    }

    pub(super) fn has_empty_qualifier(&self) -> bool {
        self.qualifiers.contains(&"")
    }

    /// An explicit timestamp, or in `servers` percent of cases that of the server.
    pub(super) fn time(&self, dice: &Dice, servers: usize) -> Json {
        if dice.chance(servers) { Json::Null } else { json!(dice.between(1, self.times)) }
    }

    pub(super) fn value(&self, dice: &Dice) -> &'static str {
        dice.pick(VALUES)
    }

    pub(super) fn long(&self, dice: &Dice) -> &'static str {
        dice.pick(LONGS)
    }

    /// A key equal or close to a row, for starts, ends and split points.
    pub(super) fn near(&self, dice: &Dice) -> String {
        let row = self.row(dice);
        match dice.below(8) {
            0 => format!("{row}\\x00"),
            1 => row.chars().take(1).filter(|first| *first != '\\').collect(),
            _ => row.to_owned(),
        }
    }
}
