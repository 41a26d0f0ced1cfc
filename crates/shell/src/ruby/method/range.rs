//! Methods of ranges.

use super::{Called, array};
use crate::ruby::machine::{Loop, LoopKind, Machine, Raised, Returned, Source};
use crate::ruby::value::{Exception, Value};
use std::sync::Arc;

/// Items that a range may have to be made an array.
const MOST: i128 = 5_000_000;

/// The items of a range; `None` for another value.
pub(crate) fn items(value: &Value) -> Raised<Option<Vec<Value>>> {
    match value {
        Value::Range(range) => match (&range.0, &range.1) {
            (Value::Int(from), Value::Int(to)) => {
                let to = if range.2 { to.saturating_sub(1) } else { *to };
                if to.saturating_sub(*from) > MOST {
                    return Err(Exception::new(
                        "Unsupported",
                        format!("a range of more than {MOST} items as an array"),
                    ));
                }
                Ok(Some((*from..=to).map(Value::Int).collect()))
            }
            (Value::Int(_), Value::Float(to)) if to.0.is_infinite() => {
                Err(Exception::new("RangeError", "cannot convert endless range to an array"))
            }
            (Value::Int(from), Value::Float(to)) => {
                let last = if range.2 && to.0.fract() == 0.0 { to.0 - 1.0 } else { to.0.floor() };
                let to = Value::Range(Arc::new((Value::Int(*from), Value::Int(last as i128), false)));
                items(&to)
            }
            (Value::Int(_), Value::Nil) => {
                Err(Exception::new("RangeError", "cannot convert endless range to an array"))
            }
            _ => Ok(None),
        },
        _ => Ok(None),
    }
}

fn texts(machine: &mut Machine, range: &(Value, Value, bool)) -> Raised<Vec<Value>> {
    let (Some(from), Some(to)) = (machine.heap.str(&range.0).cloned(), machine.heap.str(&range.1).cloned()) else {
        let class = range.0.class();
        return Err(Exception::new("TypeError", format!("can't iterate from {class}")));
    };
    let (mut now, to) = (from.bytes, to.bytes);
    let mut list = Vec::new();
    if now.len() > to.len() || now.len() == to.len() && now > to {
        return Ok(list);
    }
    while now.len() <= to.len() {
        // As many objects, which all together hold so many bytes more.
        let held = (list.len() + 1).saturating_mul(1 + now.len() / size_of::<Value>());
        Machine::fits(list.len() + 1, held)?;
        let last = now == to;
        if last && range.2 {
            break;
        }
        list.push(machine.heap.text(now.clone()));
        if last {
            break;
        }
        now = super::string::successor(&now);
    }
    Ok(list)
}

/// Whether a value lies between the ends.
pub(super) fn covers(machine: &Machine, range: &(Value, Value, bool), value: &Value) -> bool {
    let order = |left: &Value, right: &Value| array::compare(machine, left, right);
    let from = range.0 == Value::Nil || order(&range.0, value).is_some_and(|order| order.is_le());
    let to = range.1 == Value::Nil
        || order(value, &range.1).is_some_and(|order| if range.2 { order.is_lt() } else { order.is_le() });
    from && to
}

pub(super) fn call(
    machine: &mut Machine,
    receiver: &Value,
    name: &str,
    args: &[Value],
    block: Option<&Value>,
) -> Called {
    let Value::Range(range) = receiver else { return Ok(Returned::Missing) };
    let range = range.clone();
    match (name, args.len()) {
        ("first" | "begin" | "min", 0) => return Ok(Returned::Value(range.0.clone())),
        ("last" | "end", 0) => return Ok(Returned::Value(range.1.clone())),
        ("max", 0) if !range.2 => return Ok(Returned::Value(range.1.clone())),
        ("exclude_end?", 0) => return Ok(Returned::Value(Value::Bool(range.2))),
        ("include?" | "member?" | "cover?" | "===", 1) => {
            return Ok(Returned::Value(Value::Bool(covers(machine, &range, &args[0]))));
        }
        _ => {}
    }
    if let (Value::Int(from), "each" | "step", Some(block)) = (&range.0, name, block) {
        let step = if name == "step" { super::int(args.first())? } else { 1 };
        if step <= 0 {
            return Err(Exception::new("ArgumentError", "step can't be 0"));
        }
        let count = match &range.1 {
            Value::Int(to) => {
                let to = if range.2 { to.saturating_sub(1) } else { *to };
                if to < *from { 0 } else { to.saturating_sub(*from) as u128 / step as u128 + 1 }
            }
            Value::Nil => u128::MAX / 4,
            Value::Float(to) if to.0.is_infinite() => u128::MAX / 4,
            _ => return Err(Exception::new("TypeError", "can't iterate from Integer to another class")),
        };
        let source = Source::Ints(*from, count, step);
        return Ok(Returned::Loop(Loop::new(LoopKind::Each, source, block, receiver.clone())));
    }
    let endless = match &range.1 {
        Value::Nil => true,
        Value::Float(to) => to.0 == f64::INFINITY,
        _ => false,
    };
    if let (Value::Int(from), "first" | "take", [count], true) = (&range.0, name, args, endless) {
        let count = super::int(Some(count))?.clamp(0, MOST);
        let items = (0..count).map(|at| Value::Int(from.saturating_add(at))).collect();
        return Ok(Returned::Value(machine.heap.array(items)));
    }
    const LISTS: &[&str] = &[
        "each",
        "to_a",
        "entries",
        "map",
        "collect",
        "select",
        "filter",
        "reject",
        "each_with_index",
        "inject",
        "reduce",
        "sum",
        "count",
        "size",
        "each_slice",
        "each_with_object",
        "any?",
        "all?",
        "none?",
        "find",
        "detect",
        "first",
        "last",
        "min",
        "max",
        "to_set",
        "reverse_each",
        "zip",
        "step",
        "flat_map",
        "group_by",
        "partition",
        "each_cons",
        "sort_by",
        "find_index",
        "take",
        "take_while",
        "drop",
        "map!",
        "with_index",
        "each_entry",
        "min_by",
        "max_by",
        "find_all",
        "join",
        "sample",
        "shuffle",
        "tally",
        "to_h",
    ];
    if !LISTS.contains(&name) {
        return Ok(Returned::Missing);
    }
    let list = match items(receiver)? {
        Some(list) => list,
        None => texts(machine, &range)?,
    };
    let list = machine.heap.array(list);
    if name == "step" {
        let step = super::count(args.first())?.max(1);
        let picked = machine.heap.items(&list).into_iter().flatten().step_by(step).cloned().collect();
        return Ok(Returned::Value(machine.heap.array(picked)));
    }
    let name = if name == "entries" { "to_a" } else { name };
    Ok(match array::call(machine, &list, name, args, block)? {
        // A method that returns its receiver returns the range.
        Returned::Loop(mut l) if matches!(name, "each" | "each_with_index" | "reverse_each") => {
            l.value = receiver.clone();
            Returned::Loop(l)
        }
        outcome => outcome,
    })
}
