//! Finds a short history that still differs: leaves out ever shorter runs of steps, then parts of steps.

use super::history::History;
use crate::outcome::Outcome;
use serde_json::Value as Json;
use std::collections::BTreeSet;

/// `differs` returns the index of the first difference, if there is one.
pub(super) fn shrink(
    history: &History,
    mut differs: impl FnMut(&History) -> Outcome<Option<usize>>,
) -> Outcome<History> {
    let mut best = history.clone();
    if let Some(at) = differs(&best)? {
        best.steps.truncate(at + 1);
    }
    let mut run = best.steps.len().div_ceil(2);
    while run > 0 {
        let mut from = 0;
        while from < best.steps.len() {
            let mut shorter = best.clone();
            shorter.steps.drain(from..(from + run).min(best.steps.len()));
            drop_orphans(&mut shorter.steps);
            match differs(&shorter)? {
                Some(at) => {
                    shorter.steps.truncate(at + 1);
                    best = shorter;
                }
                None => from += run,
            }
        }
        run = if run == 1 { 0 } else { run.div_ceil(2) };
    }
    for at in 0..best.steps.len() {
        while let Some(simpler) = first_simpler(&best, at, &mut differs)? {
            best = simpler;
        }
    }
    Ok(best)
}

fn first_simpler(
    history: &History,
    at: usize,
    differs: &mut impl FnMut(&History) -> Outcome<Option<usize>>,
) -> Outcome<Option<History>> {
    for step in simpler(&history.steps[at]) {
        let mut candidate = history.clone();
        candidate.steps[at] = step;
        if differs(&candidate)? == Some(candidate.steps.len() - 1) {
            return Ok(Some(candidate));
        }
    }
    Ok(None)
}

/// The step without one of its options, or with one thing less in one of its lists.
fn simpler(step: &Json) -> Vec<Json> {
    const NEEDED: &[&str] = &[
        "do",
        "table",
        "row",
        "id",
        "n",
        "ms",
        "of",
        "cells",
        "families",
        "then",
        "NAME",
        "family",
        "qualifier",
        "op",
        "value",
        "exists",
    ];
    const LISTS: &[&str] = &["of", "cells", "columns", "families", "conditions"];
    let mut simpler = Vec::new();
    let Some(fields) = step.as_object() else { return simpler };
    for (name, value) in fields {
        if !NEEDED.contains(&name.as_str()) {
            let mut without = step.clone();
            without.as_object_mut().map(|fields| fields.remove(name));
            simpler.push(without);
        }
        let Some(items) = value.as_array().filter(|_| LISTS.contains(&name.as_str())) else { continue };
        for at in 0..items.len() {
            if items.len() > 1 {
                let mut shorter = items.clone();
                shorter.remove(at);
                simpler.push(with(step, name, shorter));
            }
            for part in simpler_parts(&items[at]) {
                let mut changed = items.clone();
                changed[at] = part;
                simpler.push(with(step, name, changed));
            }
        }
    }
    simpler
}

/// The elements of a list are simplified if they are steps or families themselves.
fn simpler_parts(part: &Json) -> Vec<Json> {
    if part.is_object() { simpler(part) } else { Vec::new() }
}

fn with(step: &Json, name: &str, items: Vec<Json>) -> Json {
    let mut step = step.clone();
    step[name] = Json::Array(items);
    step
}

/// Removes steps about a scanner that was not opened, or a table that was not created.
fn drop_orphans(steps: &mut Vec<Json>) {
    let mut scanners = BTreeSet::new();
    let mut tables = BTreeSet::new();
    steps.retain(|step| {
        let word = |name: &str| step[name].as_str().unwrap_or_default().to_owned();
        match step["do"].as_str().unwrap_or_default() {
            "next" => scanners.contains(&word("id")),
            "closeScan" => scanners.remove(&word("id")),
            "openScan" => tables.contains(&word("table")) && scanners.insert(word("id")),
            "create" => {
                tables.insert(word("table"));
                true
            }
            _ => step.get("table").is_none() || word("table") == "none" || tables.contains(&word("table")),
        }
    });
}

#[cfg(test)]
mod tests {
    use super::super::history::History;
    use super::shrink;
    use serde_json::json;

    #[test]
    fn only_what_makes_the_difference_stays() {
        let mut steps: Vec<_> = (0..20).map(|n| json!({ "do": "put", "n": n, "cells": [[1], [2]] })).collect();
        steps.push(json!({ "do": "get", "filter": "x", "versions": 3 }));
        let history = History { name: "x".into(), about: String::new(), seed: None, auto: false, steps };
        let shrunk = shrink(&history, |history| {
            let put = history.steps.iter().any(|step| step["n"] == 13);
            Ok(history.steps.iter().position(|step| put && step["versions"] == 3))
        });
        let steps = shrunk.map(|history| history.steps).unwrap_or_default();
        assert_eq!(steps, [json!({ "do": "put", "n": 13, "cells": [[2]] }), json!({ "do": "get", "versions": 3 })]);
    }
}
