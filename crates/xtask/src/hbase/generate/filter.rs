//! Filters: in HBase's filter language, and those that it cannot express.

use super::dice::Dice;
use super::words::Words;
use serde_json::{Value as Json, json};

const SIGNS: &[&str] = &["<", "<=", "=", "!=", ">=", ">"];
const REGEXES: &[&str] = &[
    "^a", "[0-9]", "x|a", "b$", ".", "r[0-9]+", "^u[12]-", "(a|b)+", "^$", "[^a-f]", "\\x5Cd", "k.*[13]", ".*1$", "^3",
];
const OPERATORS: &[&str] = &["LESS", "LESS_OR_EQUAL", "EQUAL", "NOT_EQUAL", "GREATER_OR_EQUAL", "GREATER"];

/// Any filter, including lists, SKIP and WHILE, in either notation.
pub(super) fn any(dice: &Dice, words: &Words) -> Json {
    match dice.below(20) {
        0..14 => plain(dice, words),
        14 | 15 => json!({ "list": dice.pick(&["MUST_PASS_ALL", "MUST_PASS_ONE"]),
                     "of": (0..dice.between(1, 3)).map(|_| any(dice, words)).collect::<Vec<_>>() }),
        16 => {
            let (wrapper, inner) = (dice.pick(&["skip", "while"]), any(dice, words));
            // SKIP does not pass the row to the filter inside, so ranges of rows have no answer, and HBase fails.
            let wrapper = if names(&inner, "MultiRowRange") { "while" } else { wrapper };
            json!({ wrapper: inner })
        }
        _ => object(dice, words),
    }
}

/// A filter in HBase's language, with one to four parts.
pub(super) fn plain(dice: &Dice, words: &Words) -> Json {
    let mut text = part(dice, words);
    for _ in 0..dice.weighted(&[(0, 6), (1, 3), (2, 1)]) {
        let more = part(dice, words);
        text = match dice.below(5) {
            0 => format!("({text}) OR {more}"),
            1 | 2 => format!("{text} OR {more}"),
            _ => format!("{text} AND {more}"),
        };
    }
    json!(text)
}

fn part(dice: &Dice, words: &Words) -> String {
    let one = simple(dice, words);
    match dice.below(24) {
        0 | 1 => format!("SKIP {one}"),
        2 | 3 => format!("WHILE {one}"),
        4 => format!("({one})"),
        5 => format!("({one} {} {})", dice.pick(&["AND", "OR"]), simple(dice, words)),
        _ => one,
    }
}

fn simple(dice: &Dice, words: &Words) -> String {
    let (family, qualifier) = (words.family(dice), text(words.qualifier(dice)));
    match dice.below(24) {
        0 => dice.pick(&["KeyOnlyFilter()", "KeyOnlyFilter(true)", "KeyOnlyFilter(false)"]).into(),
        1 => "FirstKeyOnlyFilter()".into(),
        2 => format!("PrefixFilter('{}')", head(dice, words.row(dice))),
        3 => format!("ColumnPrefixFilter('{}')", text(&head(dice, words.qualifier(dice)))),
        4 => {
            // HBase refuses a prefix that is given twice.
            let mut prefixes: Vec<_> = (0..dice.between(1, 3)).map(|_| head(dice, words.qualifier(dice))).collect();
            if dice.chance(95) {
                prefixes.sort();
                prefixes.dedup();
            }
            let quoted: Vec<_> = prefixes.iter().map(|prefix| format!("'{prefix}'")).collect();
            format!("MultipleColumnPrefixFilter({})", quoted.join(", "))
        }
        5 => format!("ColumnCountGetFilter({})", dice.between(1, 4)),
        6 | 7 => format!("PageFilter({})", if dice.chance(3) { 0 } else { dice.between(1, 4) }),
        8 => format!("ColumnPaginationFilter({}, {})", dice.between(usize::from(dice.chance(95)), 3), dice.below(4)),
        9 => format!("InclusiveStopFilter('{}')", text(words.row(dice))),
        10 => {
            let times: Vec<_> = (0..dice.between(1, 3)).map(|_| dice.between(1, words.times).to_string()).collect();
            format!("TimestampsFilter({})", times.join(", "))
        }
        11 | 12 => {
            let row = words.row(dice);
            both("RowFilter", compared(dice, row))
        }
        13 => both("FamilyFilter", compared(dice, family)),
        14 => {
            let qualifier = words.qualifier(dice);
            both("QualifierFilter", compared(dice, qualifier))
        }
        15 | 16 => {
            let value = words.value(dice);
            both("ValueFilter", compared(dice, value))
        }
        17 => {
            let [one, other] = [(); 2].map(|()| if dice.chance(12) { "" } else { words.qualifier(dice) });
            format!("ColumnRangeFilter('{one}', {}, '{other}', {})", dice.chance(50), dice.chance(50))
        }
        18..20 => {
            let (sign, comparator) = with_value(dice, words);
            let more =
                if dice.chance(50) { format!(", {}, {}", dice.chance(50), dice.chance(50)) } else { String::new() };
            format!("SingleColumnValueFilter('{family}', '{qualifier}', {sign}, {comparator}{more})")
        }
        20 => {
            let (sign, comparator) = with_value(dice, words);
            let more =
                if dice.chance(50) { format!(", {}, {}", dice.chance(50), dice.chance(50)) } else { String::new() };
            format!("SingleColumnValueExcludeFilter('{family}', '{qualifier}', {sign}, {comparator}{more})")
        }
        21 => {
            let more = dice.pick(&["", ", true", ", false"]);
            format!("DependentColumnFilter('{family}', '{qualifier}'{more})")
        }
        22 => {
            let (sign, comparator) = with_value(dice, words);
            format!("DependentColumnFilter('{family}', '{qualifier}', {}, {sign}, {comparator})", dice.chance(50))
        }
        _ => {
            let (sign, comparator) = with_value(dice, words);
            format!("ColumnValueFilter('{family}', '{qualifier}', {sign}, {comparator})")
        }
    }
}

fn both(name: &str, (sign, comparator): (String, String)) -> String {
    format!("{name}({sign}, {comparator})")
}

/// An operator, and a comparator that is allowed with it.
fn compared(dice: &Dice, with: &str) -> (String, String) {
    let with = text(with);
    match dice.below(10) {
        0 => (dice.pick(&["=", "!="]).into(), format!("'substring:{with}'")),
        1 => (dice.pick(&["=", "!="]).into(), format!("'regexstring:{}'", dice.pick(REGEXES))),
        2 => (dice.pick(SIGNS).into(), format!("'binaryprefix:{with}'")),
        _ => (dice.pick(SIGNS).into(), format!("'binary:{with}'")),
    }
}

fn with_value(dice: &Dice, words: &Words) -> (String, String) {
    let value = words.value(dice);
    compared(dice, value)
}

/// A text in the language's quotes. The words of histories have no quotes, which would have to be doubled.
fn text(word: &str) -> String {
    word.to_owned()
}

/// The beginning of a word that has no escapes, or else all of the word.
fn head(dice: &Dice, word: &str) -> String {
    if word.contains('\\') || word.is_empty() { word.into() } else { word[..dice.between(1, word.len())].into() }
}

fn object(dice: &Dice, words: &Words) -> Json {
    match dice.below(8) {
        0 => fuzzy(dice, words),
        1 => {
            let ranges: Vec<_> = (0..dice.between(1, 3)).map(|_| range(dice, words)).collect();
            json!({ "MultiRowRangeFilter": ranges })
        }
        2 => json!({ "RowFilter": [dice.pick(OPERATORS), comparator(dice, words.row(dice))] }),
        3 => json!({ "QualifierFilter": [dice.pick(OPERATORS), comparator(dice, words.qualifier(dice))] }),
        4 => json!({ "ValueFilter": [dice.pick(OPERATORS), comparator(dice, words.value(dice))] }),
        5 => json!({ "SingleColumnValueFilter": [words.family(dice), words.qualifier(dice), dice.pick(OPERATORS),
                     comparator(dice, words.value(dice)), dice.chance(50), dice.chance(50)] }),
        6 => json!({ "ColumnPaginationFilter": [dice.between(1, 3), words.qualifier(dice)] }),
        _ => {
            let times: Vec<_> = (0..dice.between(1, 3)).map(|_| dice.between(1, words.times)).collect();
            json!({ "TimestampsFilter": [times, dice.chance(50)] })
        }
    }
}

fn comparator(dice: &Dice, with: &str) -> Json {
    match dice.below(10) {
        0 => json!(["binaryprefix", with]),
        1 => json!(["regex", dice.pick(REGEXES)]),
        2 => json!(["substring", dice.pick(&["a", "1", "B", "xy", "-", "U", ""])]),
        3 => json!([
            "bit",
            dice.pick(&["a", "ab", "abc", "\\x01", "\\x00\\x01", "v1"]),
            dice.pick(&["AND", "OR", "XOR"])
        ]),
        4 => json!(["null"]),
        _ => json!(["binary", with]),
    }
}

fn fuzzy(dice: &Dice, words: &Words) -> Json {
    let pairs: Vec<_> = (0..dice.between(1, 2))
        .map(|_| {
            let key = words.row(dice);
            let length = key.len() - 3 * key.matches("\\x").count();
            let mask: String = (0..length).map(|_| dice.pick(&["\\x00", "\\x00", "\\x01"])).collect();
            json!([key, mask])
        })
        .collect();
    json!({ "FuzzyRowFilter": pairs })
}

/// A range that is not empty.
fn range(dice: &Dice, words: &Words) -> Json {
    let (one, other) = (dice.below(words.rows.len()), dice.below(words.rows.len()));
    // The rows of a history are sorted.
    let keys = [words.rows[one.min(other)], words.rows[one.max(other)]];
    if keys[0] == keys[1] {
        json!([keys[0], true, keys[1], true])
    } else {
        json!([keys[0], dice.chance(70), keys[1], dice.chance(30)])
    }
}

/// Whether a filter is of this name, or contains one of this name.
pub(super) fn names(filter: &Json, name: &str) -> bool {
    filter.to_string().contains(name)
}
