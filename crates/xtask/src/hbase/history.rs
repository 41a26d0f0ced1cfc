//! Recordings: reading, writing one step a line, and when two answers are the same.

use crate::outcome::{Explain, Outcome, Problem};
use serde_json::{Map, Value as Json};
use std::fs;
use std::path::Path;

/// The fields that come first in a line, in this order; the others follow by name, and `want` is the last.
const FIRST: &[&str] = &["name", "about", "seed", "hbase", "auto", "do", "id", "table", "row"];

/// Steps, with or without the answers of HBase.
#[derive(Clone, Debug)]
pub(super) struct History {
    pub(super) name: String,
    pub(super) about: String,
    pub(super) seed: Option<u64>,
    /// Whether regions flush and split by themselves.
    pub(super) auto: bool,
    pub(super) steps: Vec<Json>,
}

impl History {
    pub(super) fn read(path: &Path) -> Outcome<Self> {
        let doing = format!("cannot read {}", path.display());
        let text = fs::read_to_string(path).explain(&doing)?;
        let json: Json = serde_json::from_str(&text).map_err(|problem| Problem::new(format!("{doing}: {problem}")))?;
        let word = |name: &str| json[name].as_str().unwrap_or_default().to_owned();
        Ok(Self {
            name: word("name"),
            about: word("about"),
            seed: json["seed"].as_u64(),
            auto: json["auto"].as_bool().unwrap_or(false),
            steps: json["steps"].as_array().cloned().ok_or_else(|| Problem::new(format!("{doing}: no steps")))?,
        })
    }

    pub(super) fn write(&self, path: &Path) -> Outcome<()> {
        fs::write(path, self.to_text()).explain(format_args!("cannot write {}", path.display()))
    }

    pub(super) fn answer(&mut self, index: usize, answer: Json) {
        if let Some(step) = self.steps[index].as_object_mut() {
            step.insert("want".into(), answer);
        }
    }

    /// How many of the steps are races.
    pub(super) fn races(&self) -> usize {
        self.steps.iter().filter(|step| step["do"] == "race").count()
    }

    fn to_text(&self) -> String {
        let quoted = |text: &str| Json::from(text).to_string();
        let mut text = format!("{{\"name\": {},\n \"about\": {},\n", quoted(&self.name), quoted(&self.about));
        if let Some(seed) = self.seed {
            text += &format!(" \"seed\": {seed},\n");
        }
        if self.auto {
            text += " \"auto\": true,\n";
        }
        text += " \"hbase\": \"2.6.3\",\n \"steps\": [\n";
        let lines: Vec<_> = self.steps.iter().map(|step| format!("  {}", line(step))).collect();
        text + &lines.join(",\n") + "\n]}\n"
    }
}

/// A step as a line, with its fields in the order for reading.
pub(super) fn line(json: &Json) -> String {
    match json {
        Json::Object(object) => {
            let mut fields: Vec<_> = object.iter().collect();
            fields.sort_by_key(|(name, _)| {
                let place = FIRST.iter().position(|first| first == name).unwrap_or(FIRST.len());
                (*name == "want", place, name.as_str().to_owned())
            });
            let fields: Vec<_> = fields
                .into_iter()
                .map(|(name, value)| format!("{}:{}", Json::from(name.as_str()), line(value)))
                .collect();
            format!("{{{}}}", fields.join(","))
        }
        Json::Array(items) => format!("[{}]", items.iter().map(line).collect::<Vec<_>>().join(",")),
        other => other.to_string(),
    }
}

/// A step without its answer.
pub(super) fn question(step: &Json) -> Json {
    let mut step = step.clone();
    if let Some(fields) = step.as_object_mut() {
        fields.remove("want");
    }
    step
}

/// Says how two answers differ; `None` if they do not. Messages of errors are ignored, sizes of files are compared.
pub(super) fn difference(step: &Json, want: &Json, ours: &Json) -> Option<String> {
    let [left, right] = [want, ours].map(|answer| comparable(step, answer));
    (left != right).then(|| {
        let [step, want, ours] = [&question(step), want, ours].map(|json| short(&line(json)));
        format!("  {step}\n    HBase {want}\n    ours  {ours}")
    })
}

/// A text for reading: long runs of one letter are replaced by their length.
pub(super) fn short(text: &str) -> String {
    const LONG: usize = 24;
    let mut short = String::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let mut run = 1;
        while letters.next_if_eq(&letter).is_some() {
            run += 1;
        }
        if run > LONG {
            short += &format!("{letter}…{run}");
        } else {
            short.extend(std::iter::repeat_n(letter, run));
        }
    }
    short
}

fn comparable(step: &Json, answer: &Json) -> Json {
    let mut answer = answer.clone();
    forget(&mut answer);
    // Where HBase cuts these results depends on the size of cells in Java's heap.
    if step.get("maxResultSize").is_some() {
        join_pieces(&mut answer);
        if let Some(metrics) = answer.get_mut("metrics").and_then(Json::as_object_mut) {
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

/// Joins the pieces of each row into one result.
fn join_pieces(answer: &mut Json) {
    let Some(results) = answer.get_mut("results").and_then(Json::as_array_mut) else { return };
    let mut joined: Vec<Map<String, Json>> = Vec::new();
    for result in results.drain(..) {
        let Json::Object(mut result) = result else { continue };
        result.remove("partial");
        match joined.last_mut().filter(|last| last.get("row") == result.get("row")) {
            Some(last) => {
                if let (Some(Json::Array(cells)), Some(Json::Array(more))) =
                    (last.get_mut("cells"), result.remove("cells"))
                {
                    cells.extend(more);
                }
            }
            None => joined.push(result),
        }
    }
    results.extend(joined.into_iter().map(Json::Object));
}

#[cfg(test)]
mod tests {
    use super::{difference, line};
    use serde_json::json;

    #[test]
    fn a_step_reads_from_what_to_answer() {
        let step = json!({ "want": {}, "row": "a", "cells": [["f", "q", 1, "v"]], "do": "put", "table": "t" });
        assert_eq!(line(&step), r#"{"do":"put","table":"t","row":"a","cells":[["f","q",1,"v"]],"want":{}}"#);
    }

    #[test]
    fn messages_and_pieces_make_no_difference() {
        let [left, right] = ["a", "b"].map(|message| json!({ "error": "IOException", "message": message }));
        assert_eq!(difference(&json!({ "do": "get" }), &left, &right), None);
        let pieces =
            json!({ "results": [{ "row": "r", "cells": [1], "partial": true }, { "row": "r", "cells": [2] }] });
        let whole = json!({ "results": [{ "row": "r", "cells": [1, 2] }] });
        assert_eq!(difference(&json!({ "do": "scan", "maxResultSize": 1 }), &pieces, &whole), None);
        assert!(difference(&json!({ "do": "scan" }), &pieces, &whole).is_some());
    }
}
