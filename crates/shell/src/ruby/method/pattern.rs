//! Regular expressions.

use super::Called;
use super::search::Search;
use crate::ruby::machine::{Machine, Raised, Returned};
use crate::ruby::value::{Exception, Java, Value};
use regex_lite::Captures;
use std::sync::Arc;

/// The program of a regular expression.
fn compile(machine: &mut Machine, regex: &(String, String)) -> Raised<Search> {
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
    Search::new(machine, &flags, pattern)?
        .ok_or_else(|| Exception::new("Unsupported", format!("the regular expression /{}/", regex.0)))
}

/// Refuses what is no regular expression.
pub(crate) fn check(machine: &mut Machine, regex: &(String, String)) -> Raised<()> {
    compile(machine, regex).map(|_| ())
}

/// A pattern from an argument: a text stands for itself.
pub(super) fn of(machine: &mut Machine, value: &Value) -> Raised<Search> {
    match value {
        Value::Regex(regex) => compile(machine, regex),
        other => {
            let text = String::from_utf8_lossy(&super::text(machine, Some(other))?).into_owned();
            compile(machine, &(regex_lite::escape(&text), String::new()))
        }
    }
}

/// Where a regular expression is found, in characters, and its groups.
pub(super) fn find(machine: &mut Machine, regex: &(String, String), value: &Value) -> Raised<Option<usize>> {
    find_at(machine, regex, value, (0, false))
}

/// The same for the first match that begins at a character or behind it, or, backwards, for the last at it or before it.
pub(super) fn find_at(
    machine: &mut Machine,
    regex: &(String, String),
    value: &Value,
    (from, backwards): (usize, bool),
) -> Raised<Option<usize>> {
    let text = match value {
        Value::Symbol(name) => name.to_string(),
        other => match machine.heap.string(other) {
            Some(text) => text,
            None => return Ok(None),
        },
    };
    let program = compile(machine, regex)?;
    let from = text.char_indices().nth(from).map_or(text.len(), |(at, _)| at);
    let captures =
        if backwards { program.last(machine, &text, from)? } else { program.first_from(machine, &text, from)? };
    let Some(captures) = captures else {
        machine.globals.insert("$~".into(), Value::Nil);
        for number in 1..10 {
            machine.globals.remove(format!("${number}").as_str());
        }
        return Ok(None);
    };
    let found = found(machine, &text, &program, &captures);
    machine.globals.insert("$~".into(), found);
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
        ("match", Some(text)) => matched(machine, regex, text)?,
        ("source", None) => machine.heap.text(regex.0.as_bytes()),
        _ => return Ok(Returned::Missing),
    };
    Ok(Returned::Value(value))
}

/// The `MatchData` of a match.
fn found(machine: &mut Machine, text: &str, search: &Search, captures: &Captures<'_>) -> Value {
    let part = |machine: &mut Machine, part: Option<&str>| part.map_or(Value::Nil, |part| machine.heap.text(part));
    let groups = captures.iter().map(|group| part(machine, group.map(|group| group.as_str()))).collect();
    let names = search
        .program()
        .capture_names()
        .map(|name| name.map_or(Value::Nil, |name| Value::Symbol(name.into())))
        .collect();
    let whole = captures.get(0).map_or(0..0, |whole| whole.range());
    let before = machine.heap.text(&text[..whole.start]);
    let behind = machine.heap.text(&text[whole.end..]);
    let (groups, names) = (machine.heap.array(groups), machine.heap.array(names));
    let fields = [("groups", groups), ("names", names), ("pre_match", before), ("post_match", behind)];
    let fields = fields.map(|(name, value)| (name.to_owned(), value)).into();
    Value::Java(Arc::new(Java::Object("MatchData".to_owned(), fields)))
}

/// `match`.
pub(super) fn matched(machine: &mut Machine, regex: &(String, String), value: &Value) -> Raised<Value> {
    let hit = find(machine, regex, value)?;
    Ok(hit.and_then(|_| machine.globals.get("$~").cloned()).unwrap_or(Value::Nil))
}

/// Methods of `MatchData`; `None` of any other value.
pub(super) fn part(machine: &mut Machine, value: &Value, name: &str, args: &[Value]) -> Raised<Option<Returned>> {
    let Value::Java(java) = value else { return Ok(None) };
    let Java::Object(class, fields) = &**java else { return Ok(None) };
    if class != "MatchData" {
        return Ok(None);
    }
    let field = |name: &str| fields.get(name).cloned().unwrap_or(Value::Nil);
    let groups = machine.heap.list(&field("groups")).unwrap_or_default();
    let value = match (name, args) {
        ("[]", [Value::Symbol(_) | Value::Str(_)]) => {
            let wanted = String::from_utf8_lossy(&super::inspect::to_s(&machine.heap, &args[0])).into_owned();
            let names = machine.heap.list(&field("names")).unwrap_or_default();
            let at = names.iter().position(|name| matches!(name, Value::Symbol(name) if **name == *wanted));
            let message = format!("undefined group name reference: {wanted}");
            groups.get(at.ok_or_else(|| Exception::new("IndexError", message))?).cloned().unwrap_or(Value::Nil)
        }
        ("[]" | "values_at", _) => return super::plain(machine, &field("groups"), name, args).map(Some),
        ("to_a", []) => machine.heap.array(groups),
        ("captures", []) => machine.heap.array(groups.into_iter().skip(1).collect()),
        ("to_s", []) => groups.first().cloned().unwrap_or(Value::Nil),
        ("pre_match" | "post_match", []) => field(name),
        ("size" | "length", []) => Value::Int(groups.len() as i128),
        ("begin" | "end" | "offset" | "names" | "named_captures" | "string" | "regexp", _) => {
            return Err(Exception::new("Unsupported", format!("`{name}` of what `match` found")));
        }
        _ => return Ok(None),
    };
    Ok(Some(Returned::Value(value)))
}

/// The groups of the first match, the whole match first; nil without a match.
pub(super) fn groups(machine: &mut Machine, regex: &(String, String), value: &Value) -> Raised<Value> {
    let Some(text) = machine.heap.string(value) else { return Ok(Value::Nil) };
    find(machine, regex, value)?;
    let Some(captures) = compile(machine, regex)?.first(machine, &text)? else { return Ok(Value::Nil) };
    let mut groups = Vec::new();
    for group in captures.iter() {
        groups.push(match group {
            Some(found) => machine.heap.text(found.as_str()),
            None => Value::Nil,
        });
    }
    Ok(machine.heap.array(groups))
}
