//! Regular expressions.

use super::Called;
use crate::machine::{Machine, Outcome, Raised};
use crate::value::{Exception, Value};
use regex_lite::Regex;

/// The program of a regular expression.
pub(super) fn compile(regex: &(String, String)) -> Raised<Regex> {
    // Ruby's anchors are those of lines; `\A`, `\z`, `\h` are written differently here.
    let pattern =
        regex.0.replace("\\A", "\u{1}").replace("\\z", "\u{2}").replace("\\Z", "\u{2}").replace("\\h", "[0-9a-fA-F]");
    let pattern = pattern.replace('\u{1}', "(?-m:^)").replace('\u{2}', "(?-m:$)");
    let mut flags = "m".to_owned();
    if regex.1.contains('i') {
        flags.push('i');
    }
    if regex.1.contains('x') {
        flags.push('x');
    }
    if regex.1.contains('m') {
        flags.push('s');
    }
    Regex::new(&format!("(?{flags}){pattern}"))
        .map_err(|_| Exception::new("Unsupported", format!("the regular expression /{}/", regex.0)))
}

/// A pattern from an argument: a text stands for itself.
pub(super) fn of(machine: &Machine, value: &Value) -> Raised<Regex> {
    match value {
        Value::Regex(regex) => compile(regex),
        other => {
            let text = String::from_utf8_lossy(&super::text(machine, Some(other))?).into_owned();
            compile(&(regex_lite::escape(&text), String::new()))
        }
    }
}

/// Where a regular expression is found, in characters, and its groups.
pub(super) fn find(machine: &mut Machine, regex: &(String, String), value: &Value) -> Raised<Option<usize>> {
    let text = match value {
        Value::Symbol(name) => name.to_string(),
        other => match machine.heap.string(other) {
            Some(text) => text,
            None => return Ok(None),
        },
    };
    let program = compile(regex)?;
    let Some(captures) = program.captures(&text) else {
        machine.globals.insert("$~".into(), Value::Nil);
        for number in 1..10 {
            machine.globals.remove(format!("${number}").as_str());
        }
        return Ok(None);
    };
    for number in 1..10 {
        let value = match captures.get(number) {
            Some(found) => machine.heap.text(found.as_str()),
            None => Value::Nil,
        };
        machine.globals.insert(format!("${number}").into(), value);
    }
    let start = captures.get(0).map_or(0, |found| found.start());
    Ok(Some(text[..start].chars().count()))
}

pub(super) fn call(machine: &mut Machine, regex: &(String, String), name: &str, args: &[Value]) -> Called {
    let value = match (name, args.first()) {
        ("=~", Some(text)) => find(machine, regex, text)?.map_or(Value::Nil, |at| Value::Int(at as i128)),
        ("match?" | "===", Some(text)) => Value::Bool(find(machine, regex, text)?.is_some()),
        ("match", Some(text)) => groups(machine, regex, text)?,
        ("source", None) => machine.heap.text(regex.0.as_bytes()),
        _ => return Ok(Outcome::Missing),
    };
    Ok(Outcome::Value(value))
}

/// The groups of the first place, the whole of it first; nil where there is none.
pub(super) fn groups(machine: &mut Machine, regex: &(String, String), value: &Value) -> Raised<Value> {
    let Some(text) = machine.heap.string(value) else { return Ok(Value::Nil) };
    find(machine, regex, value)?;
    let Some(captures) = compile(regex)?.captures(&text) else { return Ok(Value::Nil) };
    let mut groups = Vec::new();
    for group in captures.iter() {
        groups.push(match group {
            Some(found) => machine.heap.text(found.as_str()),
            None => Value::Nil,
        });
    }
    Ok(machine.heap.array(groups))
}
