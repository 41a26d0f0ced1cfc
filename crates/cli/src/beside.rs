//! Plays a script on the model and on a cluster of one's own, through its REST gateway, and prints where the answers
//! differ.

use crate::gateway::{Options, tell};
use crate::outcome::Outcome;
use crate::play;
use crate::progress::Progress;
use clap::Args;
use serde_json::{Value, json};
use splitpoint_bridge::{Caller, Fault};
use splitpoint_lab::cluster::{Cell, Row};
use splitpoint_lab::comparison::{
    Answer, Checked, Comparison, Given, Next, Operation, PAUSE, Problem, Statement, Verdict, apart,
};
use splitpoint_lab::notation::to_string_binary;
use splitpoint_lab::sim::language::LANGUAGE;
use splitpoint_lab::sim::world::letter;
use splitpoint_lab::words::cluster::trouble;
use splitpoint_lab::words::comparison as words;
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// How many operations of one statement are printed one by one, at most.
const SHOWN: usize = 5;

/// The script, the gateway, and what may be touched there.
#[derive(Args)]
pub(crate) struct Request {
    #[command(flatten)]
    gateway: Options,
    /// Only tables whose names begin so are used; can be given several times. They must not be there before.
    #[arg(long, value_name = "PREFIX", required = true)]
    write: Vec<String>,
    /// Leaves the tables that the script made on the cluster. Else they are dropped at the end.
    #[arg(long)]
    keep: bool,
    /// Prints JSON: every statement with both answers, the tables at the end, and how many differ.
    #[arg(long)]
    json: bool,
    /// The script; - reads the standard input.
    #[arg(value_name = "SCRIPT")]
    file: String,
}

/// Plays the script on both sides, and prints the comparison.
pub(crate) fn run(request: &Request) -> Result<Outcome, String> {
    let script = play::read(&request.file)?;
    let writable = Options::writable(&request.write)?;
    let prefixes: Vec<String> = writable.iter().map(|prefix| prefix.text().to_owned()).collect();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis());
    let now = i64::try_from(now).unwrap_or(i64::MAX);
    let mut comparison = Comparison::new(&LANGUAGE, &script, &prefixes, now, request.keep)
        .map_err(|problem| words::problem(&problem))?;
    let (gateway, limits) = (&request.gateway, request.gateway.limits());
    let caller = Caller::new(gateway.address()?, gateway.credentials()?, gateway.ca.as_deref(), writable, limits);
    let mut caller = caller.map_err(|problem| problem.to_string())?;
    let fault = ask(&mut comparison, &mut caller);
    for table in comparison.left() {
        tell(words::left(table));
    }
    let problem = comparison.problem().map(|problem| match (problem, &fault) {
        (Problem::Broken(_), Some(fault)) => fault.text.clone(),
        (problem, _) => words::problem(problem),
    });
    let tally = comparison.tally();
    let problem = problem.or_else(|| {
        let is_empty = tally.same + tally.different == 0;
        is_empty.then(|| {
            "Nothing was compared. Write commands that both can play, such as create, put and scan.".to_owned()
        })
    });
    let text = if request.json { printed(&comparison, problem.as_deref()) } else { table(&comparison) };
    Ok(match problem {
        Some(problem) => Outcome { text, ..Outcome::bad(problem) },
        None => Outcome::new(text, u8::from(tally.different > 0)),
    })
}

/// Asks the gateway all that the comparison needs. Returns a fault if the bridge itself refused a call.
fn ask(comparison: &mut Comparison, caller: &mut Caller) -> Option<Fault> {
    let mut first = None;
    let (progress, mut calls) = (Progress::new(None), 0_u64);
    loop {
        match comparison.pending() {
            Next::Over => return first,
            Next::Wait(ms) => {
                thread::sleep(Duration::from_millis(ms));
                comparison.waited();
            }
            Next::Ask(call) => {
                calls += 1;
                progress.tell(calls, || format!("asks the cluster: {calls} calls"));
                match caller.ask(call.method.word(), &call.path, &call.body) {
                    Ok(heard) => comparison.hear(heard.status, &heard.body, heard.place.as_deref()),
                    Err(fault) => {
                        comparison.hear(fault.kind.status(), &fault.json().to_string(), None);
                        first.get_or_insert(fault);
                    }
                }
                thread::sleep(Duration::from_millis(PAUSE));
            }
        }
    }
}

/// The mark of a statement, which is that of its worst operation.
fn mark(statement: &Statement) -> &'static str {
    let has = |wanted: fn(&Verdict) -> bool| statement.operations.iter().any(|operation| wanted(&operation.verdict));
    if has(|verdict| *verdict == Verdict::Differs) {
        words::sign(&Verdict::Differs)
    } else if statement.is_unasked() || has(|verdict| matches!(verdict, Verdict::Unplayed(_))) {
        words::UNPLAYED
    } else if has(|verdict| *verdict == Verdict::Same) {
        words::sign(&Verdict::Same)
    } else {
        " "
    }
}

fn table(comparison: &Comparison) -> String {
    let mut text = String::new();
    let width = comparison.statements().last().map_or(1, |statement| statement.line.to_string().len());
    let mut line = |line: String| {
        text.push_str(line.trim_end());
        text.push('\n');
    };
    for statement in comparison.statements() {
        let first = statement.text.trim().lines().next().unwrap_or_default();
        let more = if statement.text.trim().lines().count() > 1 { " …" } else { "" };
        line(format!("{} {:width$}  {first}{more}", mark(statement), statement.line));
        let indent = " ".repeat(width + 4);
        if statement.is_unasked() {
            line(format!("{indent}{}", words::UNASKED));
        }
        let mut operations = statement.operations.iter().filter(|operation| operation.verdict.is_odd());
        let mut last = String::new();
        for operation in operations.by_ref().take(SHOWN) {
            let now = about(operation, comparison.given(), &indent);
            if now != last {
                line(now.clone());
            }
            last = now;
        }
        let rest = operations.count();
        if rest > 0 {
            line(format!("{indent}and {rest} more"));
        }
    }
    for ending in comparison.endings() {
        for sentence in words::ending(ending, comparison.given()) {
            line(sentence);
        }
    }
    for table in comparison.kept() {
        line(words::kept(table));
    }
    line(words::verdict(comparison));
    text
}

/// Lines about an operation whose answers differ, or that was not compared.
fn about(operation: &Operation, given: &Given, indent: &str) -> String {
    match &operation.verdict {
        Verdict::Unplayed(why) => format!("{indent}{}", words::unplayed(why)),
        _ => {
            let (ours, theirs) = words::answers(operation, given);
            let theirs = theirs.unwrap_or_default();
            let after =
                words::left_out(&operation.left_out).map_or_else(String::new, |after| format!("\n{indent}{after}"));
            format!("{indent}model:   {ours}\n{indent}cluster: {theirs}{after}")
        }
    }
}

fn printed(comparison: &Comparison, problem: Option<&str>) -> String {
    let tally = comparison.tally();
    let statement = |statement: &Statement| {
        let operations: Vec<_> = statement.operations.iter().map(operation).collect();
        json!({
            "client": letter(statement.client).to_string(), "line": statement.line, "text": statement.text,
            "printed": statement.printed, "operations": operations, "asked": !statement.is_unasked(),
        })
    };
    let tables = comparison.endings().iter().map(|ending| {
        let found = match &ending.cells.cluster {
            Some(Ok(theirs)) => apart(comparison.given(), &ending.table, &ending.cells.model, theirs),
            _ => Vec::new(),
        };
        let one = |one: &Option<Cell>| one.as_ref().map_or(Value::Null, cell);
        let found = found.iter().map(|found| {
            json!({ "row": to_string_binary(&found.row), "model": one(&found.model), "cluster": one(&found.cluster) })
        });
        let mut cells = verdict(&ending.cells.verdict);
        cells["differences"] = found.collect();
        json!({ "table": ending.table, "cells": cells, "regions": regions(&ending.regions) })
    });
    let out = json!({
        "statements": comparison.statements().iter().map(|said| statement(said)).collect::<Vec<_>>(),
        "tables": tables.collect::<Vec<_>>(),
        "same": tally.same, "different": tally.different, "unplayed": tally.unplayed,
        "problem": problem, "kept": comparison.kept(), "left": comparison.left(),
    });
    format!("{out}\n")
}

fn verdict(verdict: &Verdict) -> Value {
    match verdict {
        Verdict::Waiting => json!({ "verdict": "waiting" }),
        Verdict::Same => json!({ "verdict": "same" }),
        Verdict::Differs => json!({ "verdict": "differs" }),
        Verdict::Unplayed(why) => json!({ "verdict": "unplayed", "why": words::why(why) }),
    }
}

fn operation(operation: &Operation) -> Value {
    let mut out = verdict(&operation.verdict);
    let calls: Vec<_> = operation.calls.iter().map(|call| format!("{} {}", call.method.word(), call.path)).collect();
    out["table"] = json!(operation.table);
    out["calls"] = json!(calls);
    out["model"] = answer(&operation.model);
    out["cluster"] = operation.cluster.as_ref().map_or(Value::Null, answer);
    out["left_out"] = json!(operation.left_out);
    out
}

fn answer(answer: &Answer) -> Value {
    match answer {
        Answer::Done => json!({ "done": true }),
        Answer::Rows(rows) => json!({ "rows": rows.iter().map(row).collect::<Vec<_>>() }),
        Answer::Held(held) => json!({ "held": held }),
        Answer::Refused(class) => json!({ "refused": class }),
        Answer::Trouble(why) => json!({ "trouble": trouble(why, "") }),
    }
}

fn row(row: &Row) -> Value {
    json!({ "row": to_string_binary(&row.key), "cells": row.cells.iter().map(cell).collect::<Vec<_>>() })
}

fn cell(cell: &Cell) -> Value {
    let column = format!("{}:{}", to_string_binary(&cell.family), to_string_binary(&cell.qualifier));
    json!({ "column": column, "value": to_string_binary(&cell.value), "time": cell.time })
}

fn regions(regions: &Checked<Vec<Vec<u8>>>) -> Value {
    let starts = |starts: &Vec<Vec<u8>>| starts.iter().map(|start| to_string_binary(start)).collect::<Vec<_>>();
    let mut out = verdict(&regions.verdict);
    out["model"] = json!(starts(&regions.model));
    out["cluster"] = match &regions.cluster {
        Some(Ok(theirs)) => json!(starts(theirs)),
        _ => Value::Null,
    };
    out
}
