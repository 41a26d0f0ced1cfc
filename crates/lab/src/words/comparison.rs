//! One script on the model and on a real cluster, in words: what each answered, and why something was not played.

use super::cluster::trouble;
use super::{count, cut};
use crate::cluster::{Cell, Row};
use crate::comparison::{
    Answer, Apart, Checked, Comparison, Ending, Given, MOST_CALLS, Operation, Problem, Verdict, Why, apart,
};
use crate::notation::to_string_binary;

/// Characters of a value or a key that are shown.
const SHORT: usize = 40;

/// Cells of an answer that are shown.
const SHOWN: usize = 6;

/// A sign of what came of a comparison.
pub const fn sign(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Waiting => "·",
        Verdict::Same => "✓",
        Verdict::Differs => "≠",
        Verdict::Unplayed(_) => UNPLAYED,
    }
}

/// The sign of what was not played.
pub const UNPLAYED: &str = "–";

/// Why nothing is asked of a cluster for a command such as `list`.
pub const UNASKED: &str = "not played: the shell answers it by itself";

/// Why something was not played, as it stands in the place of an answer.
pub fn unplayed(reason: &Why) -> String {
    format!("not played: {}", why(reason))
}

/// Of a table that may be on the cluster though nobody wants it there.
pub fn left(table: &str) -> String {
    format!(
        "The table “{table}” could not be dropped, or may have been made without an answer: look for it on the cluster, and drop it yourself."
    )
}

/// Of a table that was to stay.
pub fn kept(table: &str) -> String {
    format!("The table “{table}” stays on the cluster.")
}

/// Why something was not played on the cluster, or not compared.
pub fn why(why: &Why) -> String {
    match why {
        Why::Administration => "the gateway has no call for it".to_owned(),
        Why::Splits => "the gateway makes tables of one region, and neither splits nor merges".to_owned(),
        Why::Replaces => "the table is there, and the gateway would change it where the shell refuses".to_owned(),
        Why::Arithmetic => "counting up and appending are not played".to_owned(),
        Why::Several => "the gateway has no call for several writes as one".to_owned(),
        Why::Condition => "the gateway checks only whether a column that is put has a value".to_owned(),
        Why::Lifetime => "the gateway takes no time to live of single cells".to_owned(),
        Why::Marker => "the gateway has no call for this kind of delete".to_owned(),
        Why::Unnameable => "a key or column of it cannot stand in a path of the gateway".to_owned(),
        Why::Raw => "the gateway makes no raw scans".to_owned(),
        Why::Reading => "the gateway takes no read with this filter or these limits".to_owned(),
        Why::Quiet => "HBase refuses this read, and the gateway would answer as if nothing were there".to_owned(),
        Why::Unsent => "the client refuses it before it is sent".to_owned(),
        Why::Person => "it wants a file, or an answer that somebody types".to_owned(),
        Why::Changed(line) => format!("since line {line}, which was not played, the table is another one there"),
        Why::Disabled(line) => format!("the table is disabled since line {line}, which was not played"),
        Why::Wait => "it waits longer than a minute in all".to_owned(),
        Why::Ended => "the cluster was not asked any more".to_owned(),
    }
}

/// What can be done about a script that cannot be played on both.
pub fn problem(problem: &Problem) -> String {
    match problem {
        Problem::Script(refusal) => refusal.to_string(),
        Problem::Steps(line) => {
            let place = line.map_or(String::new(), |line| format!("Line {line}: "));
            format!("{place}A cluster goes neither step by step nor back: leave “step” and “back” out of the script.")
        }
        Problem::Outside { table, prefixes } => {
            let quoted: Vec<_> = prefixes.iter().map(|prefix| format!("“{prefix}”")).collect();
            format!(
                "The script uses the table “{table}”: only tables whose names begin with {} are touched. Name it so, or allow another \
                 beginning with --write.",
                quoted.join(" or ")
            )
        }
        Problem::TooLong => {
            format!("The script comes to more than {MOST_CALLS} calls of the gateway: make it shorter.")
        }
        Problem::Endless => {
            "A statement of the script does not end. Give its loop an end, or make it shorter.".to_owned()
        }
        Problem::There(table) => format!(
            "The table “{table}” is on the cluster already, and stays as it is: only tables that the script makes are touched. Choose \
             another name, or drop it yourself."
        ),
        Problem::Stopped => "Stopped: what came after this was not asked.".to_owned(),
        Problem::Broken(why) => trouble(why, "").replace(" It is tried again.", ""),
    }
}

/// What both sides answered, each in a line; `None` where the cluster has not answered. Times of cells are told where the script
/// gives one of them: all others differ anyway, since each side has a clock of its own.
pub fn answers(operation: &Operation, given: &Given) -> (String, Option<String>) {
    let is_given = |row: &Row| row.cells.iter().any(|cell| given.has(&operation.table, &row.key, cell));
    let timed = matches!(&operation.model, Answer::Rows(rows) if rows.iter().any(is_given));
    (answer(&operation.model, timed), operation.cluster.as_ref().map(|theirs| answer(theirs, timed)))
}

fn answer(answer: &Answer, timed: bool) -> String {
    match answer {
        Answer::Done => "done".to_owned(),
        Answer::Held(true) => "the condition held".to_owned(),
        Answer::Held(false) => "the condition did not hold".to_owned(),
        Answer::Refused(class) => class.clone(),
        Answer::Trouble(why) => trouble(why, ""),
        Answer::Rows(rows) => listed(rows, timed),
    }
}

/// Rows as they are shown in a line.
fn listed(rows: &[Row], timed: bool) -> String {
    let cells: usize = rows.iter().map(|row| row.cells.len()).sum();
    let mut text = format!("{}, {}", count(rows.len(), "row"), count(cells, "cell"));
    let shown = rows.iter().flat_map(|row| row.cells.iter().map(move |cell| (row, cell)));
    let shown: Vec<_> = shown
        .take(SHOWN)
        .map(|(row, one)| format!("{} {}", key(&row.key), if timed { cell(one) } else { untimed(one) }))
        .collect();
    if !shown.is_empty() {
        text = format!("{text}: {}{}", shown.join("; "), if cells > SHOWN { "; …" } else { "" });
    }
    text
}

fn key(key: &[u8]) -> String {
    cut(&to_string_binary(key), SHORT)
}

/// A cell: `f:q=value`.
fn untimed(cell: &Cell) -> String {
    let column = format!("{}:{}", to_string_binary(&cell.family), to_string_binary(&cell.qualifier));
    format!("{}={}", cut(&column, SHORT), key(&cell.value))
}

/// A cell: `f:q=value @ time`.
fn cell(cell: &Cell) -> String {
    format!("{} @ {}", untimed(cell), cell.time)
}

/// A cell in which both sides differ: where it is, and what each has.
pub fn cells_apart(found: &Apart) -> (String, String, String) {
    let side = |one: &Option<Cell>| one.as_ref().map_or_else(|| "nothing".to_owned(), cell);
    (key(&found.row), side(&found.model), side(&found.cluster))
}

/// What came of a table's cells and regions at the end: a sentence each where it is not the same.
pub fn ending(ending: &Ending, given: &Given) -> Vec<String> {
    let mut sentences = Vec::new();
    let Ending { table, cells, regions } = ending;
    let aside = |verdict: &Verdict, what: &str| match verdict {
        Verdict::Unplayed(reason) => Some(format!("{table}: {what} not compared: {}.", why(reason))),
        _ => None,
    };
    sentences.extend(aside(&cells.verdict, "cells are"));
    if let Checked { model, cluster: Some(theirs), verdict: Verdict::Differs } = cells {
        match theirs {
            Err(reason) => sentences.push(format!("{table}: {}", trouble(reason, table))),
            Ok(theirs) => {
                let found = apart(given, table, model, theirs);
                sentences.push(match found.len() {
                    0 => format!("{table}: the rows come in another order."),
                    1 => format!("{table}: 1 cell differs."),
                    many => format!("{table}: {many} cells differ."),
                });
                sentences.extend(found.iter().take(SHOWN).map(|found| {
                    let (row, ours, theirs) = cells_apart(found);
                    format!("  {row}: {ours} on the model, {theirs} on the cluster")
                }));
                if found.len() > SHOWN {
                    sentences.push("  …".to_owned());
                }
            }
        }
    }
    sentences.extend(aside(&regions.verdict, "regions are"));
    if let Checked { model, cluster: Some(theirs), verdict: Verdict::Differs } = regions {
        sentences.push(match theirs {
            Err(reason) => format!("{table}: {}", trouble(reason, table)),
            Ok(theirs) => {
                format!("{table}: regions differ: {} on the model, {} on the cluster.", bounds(model), bounds(theirs))
            }
        });
    }
    sentences
}

/// Where regions are parted.
fn bounds(starts: &[Vec<u8>]) -> String {
    match starts {
        [] => "one".to_owned(),
        starts => {
            let keys: Vec<_> = starts.iter().take(SHOWN).map(|start| key(start)).collect();
            let more = if starts.len() > SHOWN { ", …" } else { "" };
            format!("{} (parted at {}{more})", starts.len() + 1, keys.join(", "))
        }
    }
}

/// What it comes to, in a sentence or two.
pub fn verdict(comparison: &Comparison) -> String {
    let tally = comparison.tally();
    let compared = tally.same + tally.different;
    let mut text = match (compared, tally.different) {
        (0, _) => "Nothing was compared.".to_owned(),
        (_, 0) => format!("The same on both: {}.", count(compared, "comparison")),
        (_, 1) => format!("1 of {} differs.", count(compared, "comparison")),
        (_, different) => format!("{different} of {} differ.", count(compared, "comparison")),
    };
    if tally.unplayed > 0 {
        text += &format!(" {} not played on the cluster.", were(tally.unplayed));
    }
    text
}

fn were(number: usize) -> String {
    if number == 1 { "1 was".to_owned() } else { format!("{number} were") }
}

/// Lines that were played on the model alone before, as the reason there may be: `after line 4, played on the model alone`.
pub fn left_out(lines: &[u32]) -> Option<String> {
    let [first, rest @ ..] = lines else { return None };
    let more = rest.last().map_or(String::new(), |last| format!(" to {last}"));
    let lines = if rest.is_empty() { "line" } else { "lines" };
    Some(format!("after {lines} {first}{more}, played on the model alone"))
}
