//! The first place where two answers differ.

use crate::request::{bytes, text};
use serde_json::Value as Json;
use std::fmt;

/// A difference between what HBase said and what the model says.
#[derive(Debug)]
pub(crate) struct Difference {
    place: String,
    want: Json,
    ours: Json,
    all: [Json; 2],
}

/// Compares answers. What only informs is left out: messages of errors.
pub(crate) fn between(step: &Json, want: &Json, ours: &Json) -> Option<Difference> {
    let [want, ours] = [want, ours].map(|answer| comparable(step, answer));
    let (place, [left, right]) = first(&want, &ours, String::new())?;
    Some(Difference { place, want: left, ours: right, all: [want, ours] })
}

impl Difference {
    /// The row it is about: of the result that differs, else of the step.
    pub(crate) fn row(&self, step: &Json) -> Option<Vec<u8>> {
        let result = |all: &Json| {
            let at = self.place.strip_prefix(".results[")?.split(']').next()?.parse::<usize>().ok()?;
            all["results"][at]["row"].as_str().map(|row| bytes(&row.into()))
        };
        let of_step = || step["row"].as_str().map(|row| bytes(&row.into()));
        result(&self.all[0]).or_else(|| result(&self.all[1])).or_else(of_step)
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = if self.place.is_empty() { "the answer" } else { &self.place };
        writeln!(f, "  differ in {place}")?;
        writeln!(f, "    HBase  {}\n    ours   {}", short(&self.want), short(&self.ours))?;
        writeln!(f, "  HBase  {}\n  ours   {}", short(&self.all[0]), short(&self.all[1]))
    }
}

fn short(json: &Json) -> String {
    const LONGEST: usize = 4000;
    let text = if json.is_null() { "nothing".to_owned() } else { json.to_string() };
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text,
    }
}

fn comparable(step: &Json, answer: &Json) -> Json {
    let mut answer = answer.clone();
    forget(&mut answer);
    // The cuts follow the size of cells in Java's heap.
    if step.get("maxResultSize").is_some() {
        join_pieces(&mut answer);
        if let Some(metrics) = answer["metrics"].as_object_mut() {
            metrics.remove("RPC_CALLS");
        }
    }
    answer
}

fn forget(json: &mut Json) {
    match json {
        Json::Object(object) => {
            object.remove("message");
            object.values_mut().for_each(forget);
        }
        Json::Array(items) => items.iter_mut().for_each(forget),
        _ => {}
    }
}

/// One result a row.
fn join_pieces(answer: &mut Json) {
    let Some(results) = answer.get_mut("results").and_then(Json::as_array_mut) else { return };
    let mut joined: Vec<Json> = Vec::new();
    for mut result in results.drain(..) {
        if let Some(result) = result.as_object_mut() {
            result.remove("partial");
        }
        match joined.last_mut().filter(|last| last["row"] == result["row"]) {
            Some(last) => {
                let mut cells = result["cells"].take();
                last["cells"].as_array_mut().expect("cells").append(cells.as_array_mut().expect("cells"));
            }
            None => joined.push(result),
        }
    }
    *results = joined;
}

/// The place of the first difference, and what is there on either side.
fn first(want: &Json, ours: &Json, place: String) -> Option<(String, [Json; 2])> {
    match (want, ours) {
        _ if want == ours => None,
        (Json::Array(left), Json::Array(right)) => (0..left.len().max(right.len())).find_map(|at| {
            let [left, right] = [left, right].map(|items| items.get(at).cloned().unwrap_or(Json::Null));
            if is_cell(&left) || is_cell(&right) {
                return (left != right).then(|| (format!("{place}[{at}]"), [left, right]));
            }
            first(&left, &right, format!("{place}[{at}]"))
        }),
        (Json::Object(left), Json::Object(right)) if !left.contains_key("error") && !right.contains_key("error") => {
            // Results before what was counted on the way to them.
            let mut names: Vec<_> = left.keys().chain(right.keys()).collect();
            names.sort_by_key(|name| (*name == "metrics", name.as_str()));
            names.into_iter().find_map(|name| {
                let [left, right] = [left, right].map(|object| object.get(name).unwrap_or(&Json::Null));
                first(left, right, format!("{place}.{name}"))
            })
        }
        _ => Some((place, [want.clone(), ours.clone()])),
    }
}

fn is_cell(json: &Json) -> bool {
    json.as_array().is_some_and(|items| items.first().is_some_and(Json::is_string))
}

/// The name of a step's verb.
pub(crate) fn verb(step: &Json) -> &str {
    text(&step["do"])
}
