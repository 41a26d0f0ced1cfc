//! What may call a block on parts of a text: each character, each line, each place that fits a pattern.

use super::string::{chars, lossy, new};
use super::{Called, inspect, pattern};
use crate::ruby::machine::{Loop, LoopKind, Machine, Raised, Returned, Source};
use crate::ruby::value::{Text, Value};
use std::sync::Arc;

/// What may call a block.
pub(super) fn looped(
    machine: &mut Machine,
    receiver: &Value,
    text: &Text,
    name: &str,
    args: &[Value],
    block: Option<&Value>,
) -> Called {
    let each = |machine: &mut Machine, items: Vec<Value>| match block {
        Some(block) => Returned::Loop(Loop::new(LoopKind::Each, Source::Items(items.into()), block, receiver.clone())),
        None => Returned::Value(super::enumerator(machine, receiver, name, args, items)),
    };
    Ok(match (name, args.len()) {
        ("each_char", 0) => {
            let items = chars(text).into_iter().map(|c| new(machine, c.to_vec(), text)).collect::<Raised<Vec<_>>>()?;
            each(machine, items)
        }
        ("each_byte", 0) => each(machine, text.bytes.iter().map(|byte| Value::Int((*byte).into())).collect()),
        ("each_line", 0) => {
            let lines = text.bytes.split_inclusive(|byte| *byte == b'\n');
            let items = lines.map(|line| new(machine, line.to_vec(), text)).collect::<Raised<Vec<_>>>()?;
            each(machine, items)
        }
        ("upto", 1) => {
            let range = Value::Range(Arc::new((receiver.clone(), args[0].clone(), false)));
            let outcome = super::range::call(machine, &range, "to_a", &[], None)?;
            let Returned::Value(list) = outcome else { return Ok(Returned::Missing) };
            let items = machine.heap.list(&list).unwrap_or_default();
            each(machine, items)
        }
        ("scan", 1) => {
            let regex = pattern::of(machine, &args[0])?;
            let whole = lossy(text);
            let mut items = Vec::new();
            let mut hits = regex.all(&whole);
            while let Some((captures, hit)) = hits.next(machine)? {
                Machine::fits(items.len() * captures.len(), items.len())?;
                if captures.len() > 1 {
                    let groups = captures.iter().skip(1).map(|group| group.map(|found| found.as_str().to_owned()));
                    let groups =
                        groups.map(|group| group.map_or(Value::Nil, |group| machine.heap.text(group))).collect();
                    items.push(machine.heap.array(groups));
                } else {
                    items.push(machine.heap.text(hit.as_str()));
                }
            }
            match block {
                Some(_) => each(machine, items),
                None => Returned::Value(machine.heap.array(items)),
            }
        }
        ("sub" | "gsub", 1 | 2) => {
            let regex = pattern::of(machine, &args[0])?;
            let whole = lossy(text);
            let limit = if name == "sub" { 1 } else { usize::MAX };
            let mut pieces = Vec::new();
            let mut found = Vec::new();
            let mut out = String::new();
            let (mut from, mut count) = (0, 0);
            let mut hits = regex.all(&whole);
            while count < limit
                && let Some((captures, hit)) = hits.next(machine)?
            {
                count += 1;
                let before = &whole[from..hit.start()];
                from = hit.end();
                Machine::fits(2 * found.len(), 2 * found.len())?;
                Machine::text_fits(out.len())?;
                match args.get(1) {
                    Some(value) => {
                        out += before;
                        out += &match machine.heap.pairs(value) {
                            Some(_) => {
                                let entry = machine.heap.entry(value, hit.as_str()).unwrap_or(Value::Nil);
                                String::from_utf8_lossy(&inspect::to_s(&machine.heap, &entry)).into_owned()
                            }
                            None => expanded(&String::from_utf8_lossy(&super::text(machine, Some(value))?), &captures),
                        };
                    }
                    None => {
                        pieces.push(machine.heap.text(before));
                        found.push(machine.heap.text(hit.as_str()));
                    }
                }
            }
            let rest = &whole[from..];
            if args.len() == 2 {
                let out = out + rest;
                return new(machine, out.into_bytes(), text).map(Returned::Value);
            }
            let Some(block) = block else { return Ok(Returned::Missing) };
            pieces.push(machine.heap.text(rest));
            let pieces = machine.heap.array(pieces);
            Returned::Loop(Loop::new(LoopKind::Replace, Source::Items(found.into()), block, pieces))
        }
        _ => Returned::Missing,
    })
}

/// A replacement with `\1` in it.
fn expanded(text: &str, captures: &regex_lite::Captures<'_>) -> String {
    let mut out = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (c, chars.clone().next()) {
            ('\\', Some(digit @ '0'..='9')) => {
                chars.next();
                let group = digit.to_digit(10).unwrap_or(0) as usize;
                out += captures.get(group).map_or("", |found| found.as_str());
            }
            ('\\', Some('\\')) => {
                chars.next();
                out.push('\\');
            }
            _ => out.push(c),
        }
    }
    out
}
