//! Requests that HBase refuses, or takes in a way one would not expect.

use super::dice::Dice;
use super::filter;
use super::words::{NUMBER, Words};
use serde_json::{Value as Json, json};

/// The longest row whose region can be looked up: in `hbase:meta` the name of the table and a time are added to it.
const MOST: usize = 32767 - 17;

const NONSENSE: &[&str] = &[
    "nonsense",
    "nonsense(",
    "PageFilter()",
    "PageFilter(-1)",
    "PageFilter(1",
    "PageFilter('a')",
    "PrefixFilter(a)",
    "PrefixFilter('a'",
    "ValueFilter(=, 'long:1')",
    "ValueFilter(~, 'binary:1')",
    "ValueFilter(>, 'substring:a')",
    "RowFilter(=, 'binary')",
    "ColumnPaginationFilter(-1, 0)",
    "ColumnPaginationFilter(1, -1)",
    "ColumnCountGetFilter(-1)",
    "SingleColumnValueFilter('f', 'a', =)",
    "KeyOnlyFilter() AND",
    "AND KeyOnlyFilter()",
    "KeyOnlyFilter() OR OR KeyOnlyFilter()",
    "SKIP",
    "(KeyOnlyFilter()",
    "KeyOnlyFilter())",
    "KeyOnlyFilter() and KeyOnlyFilter()",
    "KeyOnlyFilter()KeyOnlyFilter()",
    "TimestampsFilter(-1)",
    "TimestampsFilter()",
    "MultipleColumnPrefixFilter()",
    "MultipleColumnPrefixFilter('a', 'a')",
    "ColumnRangeFilter('a', 1, 'b', true)",
    "ValueFilter(=, 'regexstring:[')",
    "",
];

pub(super) fn any(dice: &Dice, words: &Words) -> Json {
    match dice.below(10) {
        0..3 => write(dice, words),
        3..6 => read(dice, words),
        6 => several(dice, words),
        _ => table(dice, words),
    }
}

/// A key that is not allowed for a row, or one that just is.
fn key(dice: &Dice) -> Json {
    dice.pick(&[json!(""), Json::Null, json!("x".repeat(MOST)), json!("x".repeat(32768))])
}

fn write(dice: &Dice, words: &Words) -> Json {
    let (family, qualifier) = (words.family(dice), words.qualifier(dice));
    let mut step = match dice.below(16) {
        0 => json!({ "do": "put", "cells": [] }),
        1 => json!({ "do": "put", "cells": [[family, qualifier, -1, "v"]] }),
        2 => json!({ "do": "put", "cells": [[family, null, 3, "null q"], [family, qualifier, 2, null]] }),
        3 => json!({ "do": "put", "cells": [[family, qualifier, i64::MAX, "max is now"]] }),
        4 => json!({ "do": "put", "cells": [[family, qualifier, 0, "zero"]] }),
        5 => json!({ "do": "put", "cells": [["", qualifier, 1, "no family"]] }),
        6 => json!({ "do": "put", "cells": [[family, qualifier, 1, "a"], ["none", qualifier, 1, "b"]] }),
        7 => json!({ "do": "delete", "of": [["columns", "none", qualifier, 1]] }),
        8 => json!({ "do": "delete", "of": [[dice.pick(&["column", "columns"]), family, qualifier, -5]] }),
        9 => json!({ "do": "delete", "of": [[dice.pick(&["family", "familyVersion"]), family, -5]] }),
        10 => json!({ "do": "delete", "ts": -3, "of": [] }),
        11 => json!({ "do": "delete", "of": [["familyVersion", family, null], ["columns", family, null, 2]] }),
        12 => json!({ "do": "increment", "cells": [[dice.pick(&[family, "none"]), qualifier, 1]] }),
        13 => json!({ "do": dice.pick(&["increment", "append"]), "cells": [] }),
        14 => json!({ "do": "append", "cells": [[family, qualifier, null]] }),
        _ => json!({ "do": "append", "cells": [["none", qualifier, "x"]], "returnResults": false }),
    };
    // Without any row, Java's client refuses the request itself.
    let strange = Some(key(dice)).filter(|key| !key.is_null() && dice.chance(20));
    step["row"] = strange.unwrap_or_else(|| json!(words.row(dice)));
    if dice.chance(4) {
        step["table"] = json!("none");
    }
    step
}

fn read(dice: &Dice, words: &Words) -> Json {
    let mut step =
        if dice.chance(40) { json!({ "do": "get", "row": words.row(dice) }) } else { json!({ "do": "scan" }) };
    let scan = step["do"] == "scan";
    let column = json!([[words.family(dice), words.qualifier(dice)]]);
    let (name, value) = match dice.below(if scan { 20 } else { 9 }) {
        0 => ("versions", json!(dice.pick(&[0, -1, i32::MAX]))),
        1 => ("columns", json!([["none"]])),
        2 => ("columns", json!([["none", "q"], [words.family(dice)]])),
        3 => ("timeRange", dice.pick(&[json!([5, 1]), json!([-5, 1]), json!([3, 3]), json!([0, 0])])),
        4 | 5 => ("filter", json!(dice.pick(NONSENSE))),
        6 => ("storeLimit", json!(dice.pick(&[0, -1]))),
        7 => ("storeOffset", json!(dice.pick(&[-1, 0, 100]))),
        8 if !scan => ("row", key(dice)),
        8 => ("start", json!("x".repeat(dice.pick(&[MOST, 32768])))),
        9 => ("stop", json!("x".repeat(dice.pick(&[32767, 32768])))),
        10 => ("batch", json!(dice.pick(&[0, -1]))),
        11 => ("caching", json!(dice.pick(&[0, -1]))),
        12 => ("limit", json!(dice.pick(&[-1, -5]))),
        13 => ("maxResultSize", json!(dice.pick(&[0, -1]))),
        14 => ("raw", json!(true)),
        15 => ("prefix", json!("")),
        16 => ("filter", json!({ "list": "MUST_PASS_ALL", "of": [] })),
        17 => ("filter", json!({ "MultiRowRangeFilter": [[words.rows[1], true, words.rows[0], true]] })),
        18 => ("filter", json!({ "FuzzyRowFilter": [["ab", "\\x00"]] })),
        _ => ("batch", json!(1)),
    };
    step[name] = value;
    if name == "raw" {
        step["columns"] = column;
    } else if name == "batch" && step["batch"] == 1 {
        step["filter"] = filter::plain(dice, words);
    }
    if dice.chance(3) {
        step["table"] = json!("none");
    }
    step
}

/// Operations that consist of others.
fn several(dice: &Dice, words: &Words) -> Json {
    let (row, family, qualifier) = (words.row(dice), words.family(dice), words.qualifier(dice));
    let put = |row: &str, family: &str| json!({ "do": "put", "row": row, "cells": [[family, qualifier, 3, "p"]] });
    let other = words.row(dice);
    match dice.below(12) {
        0 | 1 => json!({ "do": "mutate", "row": row, "of": [put(row, family), put(other, family)] }),
        2 => json!({ "do": "mutate", "row": row, "of": [put(row, family), put(row, "none")] }),
        3 => json!({ "do": "mutate", "row": row, "of": [put(row, family),
                     { "do": "increment", "row": row, "cells": [[family, qualifier, 1]] }] }),
        4 => json!({ "do": "mutateRows", "of": [], "row": row }),
        5 => json!({ "do": "mutateRows", "of": [put(row, family), put(other, "none")] }),
        6 => json!({ "do": "mutateRows", "of": [put(row, family)],
                     "conditions": [{ "row": other, "family": "none", "qualifier": "a", "exists": true }] }),
        7 => json!({ "do": "check", "row": row, "family": family, "qualifier": qualifier,
                     "then": put(row, family) }),
        8 => json!({ "do": "check", "row": row, "family": dice.pick(&[family, "none"]), "qualifier": qualifier,
                     "exists": false, "then": put(other, dice.pick(&[family, "none"])) }),
        9 => json!({ "do": "check", "row": row, "family": family, "qualifier": null,
                     "op": dice.pick(&["EQUAL", "NOT_EQUAL", "LESS"]), "value": dice.pick(&[json!(""), Json::Null]),
                     "then": { "do": "increment", "row": row, "cells": [[family, NUMBER, 1]] } }),
        10 => json!({ "do": "batch", "of": [put(row, "none"),
                      { "do": "get", "row": other, "columns": [["none"]] },
                      { "do": "increment", "row": other, "cells": [[family, qualifier, 1]] }] }),
        _ => json!({ "do": "batch", "of": [{ "do": "mutate", "row": row, "of": [put(row, family), put(row, "none")] },
                      { "do": "append", "row": other, "cells": [["none", qualifier, "x"]] }] }),
    }
}

fn table(dice: &Dice, words: &Words) -> Json {
    let family = words.family(dice);
    let create = |family: Json| json!({ "do": "create", "table": "e", "families": [family] });
    let attribute = |name: &str, value: &str| json!({ "do": "create", "table": "e", "families": [{ "NAME": "f" }], "attributes": { name: value } });
    match dice.below(24) {
        0 => json!({ "do": "create", "families": [{ "NAME": "f" }] }),
        1 => json!({ "do": "create", "table": "e", "families": [] }),
        2 => create(json!({ "NAME": dice.pick(&["", "a:b", ".a", "a/b", "a\\x00", "recovered.edits"]) })),
        3 => create(json!({ "NAME": "f", "VERSIONS": dice.pick(&[0, -1]) })),
        4 => create(json!({ "NAME": "f", "VERSIONS": 2, "MIN_VERSIONS": 2 })),
        5 => create(json!({ "NAME": "f", "TTL": dice.pick(&[0, -1]) })),
        6 => create(json!({ "NAME": "f", "BLOCKSIZE": dice.pick(&[10, 1023, 1024, 17_000_000]) })),
        7 => attribute("MAX_FILESIZE", dice.pick(&["1000", "2097151", "2097152"])),
        8 => attribute("MEMSTORE_FLUSHSIZE", dice.pick(&["1000", "1048575", "1048576"])),
        9 => attribute("SPLIT_POLICY", "no.such.Policy"),
        10 => json!({ "do": "create", "table": "e", "families": [{ "NAME": "f" }],
                      "splits": dice.pick(&[json!(["b", "a"]), json!(["a", "a"]), json!([""]), json!(["a", ""])]) }),
        11 => json!({ "do": dice.pick(&["drop", "truncate", "truncatePreserve", "enable"]) }),
        12 => json!({ "do": dice.pick(&["drop", "disable", "truncate", "flush", "compact", "regions", "files"]),
                      "table": dice.pick(&["none", "e"]) }),
        13 => json!({ "do": dice.pick(&["flush", "compact", "majorCompact"]), "family": "none" }),
        14 => json!({ "do": "alter", "removeFamilies": ["none"] }),
        15 => json!({ "do": "alter", "table": "none", "families": [{ "NAME": family }] }),
        16 => json!({ "do": "alter", "families": [{ "NAME": family, "VERSIONS": 0 }] }),
        17 => json!({ "do": "split", "at": dice.pick(&[String::new(), words.near(dice)]) }),
        18 => json!({ "do": "split", "at": words.row(dice), "region": words.row(dice) }),
        19 => json!({ "do": "merge", "of": [words.row(dice)] }),
        20 => json!({ "do": "merge", "of": [words.row(dice), words.row(dice)] }),
        21 => json!({ "do": "split", "table": "none", "at": "m" }),
        22 => json!({ "do": dice.pick(&["disable", "drop"]), "table": "e" }),
        _ => json!({ "do": "scan", "table": "e" }),
    }
}
