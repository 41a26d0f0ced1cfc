//! Rarer methods of arrays: combinations and permutations, sums, and loops that change the array in place.

use super::number;
use crate::ruby::items::Items;
use crate::ruby::machine::{Loop, LoopKind, Machine, Raised, Returned, Source};
use crate::ruby::tree::Float;
use crate::ruby::value::{Exception, Value};

/// Combinations or permutations that are made at most.
const MOST: usize = 100_000;

/// Methods such as `map!` that loop over an array and change it in place.
pub(super) fn in_place(receiver: &Value, items: &Items<Value>, name: &str, block: &Value) -> Option<Returned> {
    let kind = match name {
        "map!" | "collect!" => LoopKind::Map,
        "select!" | "filter!" | "keep_if" => LoopKind::Select,
        "reject!" | "delete_if" => LoopKind::Reject,
        "sort_by!" => LoopKind::SortBy,
        "sort!" => LoopKind::Sort,
        _ => return None,
    };
    let mut l = Loop::new(kind, Source::Items(items.clone()), block, Value::Nil);
    l.into = Some((receiver.clone(), matches!(name, "select!" | "filter!" | "reject!")));
    Some(Returned::Loop(l))
}

/// `combination` and `permutation`, in the order of the items.
pub(super) fn chosen(machine: &mut Machine, items: &[Value], name: &str, args: &[Value]) -> Raised<Vec<Value>> {
    let count = match args.first() {
        Some(count) => super::int(Some(count))?,
        None if name == "permutation" => items.len() as i128,
        None => return Err(super::error::arity(0, 1, Some(1))),
    };
    let Some(count) = usize::try_from(count).ok().filter(|count| *count <= items.len()) else { return Ok(Vec::new()) };
    let mut chosen: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..count {
        let mut longer = Vec::new();
        for part in &chosen {
            let from = if name == "combination" { part.last().map_or(0, |last| last + 1) } else { 0 };
            for at in (from..items.len()).filter(|at| !part.contains(at)) {
                longer.push([part.as_slice(), &[at]].concat());
                if longer.len() > MOST {
                    return Err(Exception::new("Unsupported", format!("more than {MOST} choices of an array")));
                }
            }
            Machine::fits(longer.len(), longer.len().saturating_mul(part.len() + 1))?;
        }
        chosen = longer;
    }
    let parts = chosen.into_iter().map(|part| part.into_iter().map(|at| items[at].clone()).collect());
    Ok(parts.map(|part| machine.heap.array(part)).collect())
}

/// `sum`. Decimal numbers are added with what rounding has lost, as Kahan and Babuška do.
pub(super) fn sum(machine: &mut Machine, first: Value, items: &[Value]) -> Raised<Value> {
    let mut sum = first;
    let mut lost = 0.0;
    for item in items {
        let next = match item {
            Value::Int(number) => Some(*number as f64),
            Value::Float(number) => Some(number.0),
            _ => None,
        };
        let decimal = matches!(sum, Value::Float(_)) || matches!(item, Value::Float(_));
        let before = match sum {
            Value::Int(number) => Some(number as f64),
            Value::Float(number) => Some(number.0),
            _ => None,
        };
        sum = match (before, next) {
            (Some(before), Some(next)) if decimal => {
                let both = before + next;
                if both.is_finite() {
                    lost += if before.abs() >= next.abs() { before - both + next } else { next - both + before };
                }
                Value::Float(Float(both))
            }
            _ => number::binary(machine, &sum, "+", item)?,
        };
    }
    Ok(match sum {
        Value::Float(number) => Value::Float(Float(number.0 + lost)),
        sum => sum,
    })
}
