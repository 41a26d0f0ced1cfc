//! The order of values, and sorting by it.

use super::inspect;
use crate::ruby::machine::{Machine, Raised};
use crate::ruby::value::{Exception, Value};
use splitpoint_model::order;
use std::cmp::Ordering;

/// Arrays that are compared for one answer, at most: they may hold themselves.
const MOST: u32 = 100_000;

/// How deep they may lie in one another.
const DEEPEST: u32 = 100;

/// `<=>`, where there is an order.
pub(crate) fn compare(machine: &Machine, left: &Value, right: &Value) -> Option<Ordering> {
    within(machine, left, right, (0, &mut 0))
}

/// `around`: how many arrays are around these values, and how many were compared before.
fn within(machine: &Machine, left: &Value, right: &Value, around: (u32, &mut u32)) -> Option<Ordering> {
    let (depth, count) = around;
    match (left, right) {
        (Value::Int(l), Value::Int(r)) => Some(l.cmp(r)),
        (Value::Int(l), Value::Float(r)) => (*l as f64).partial_cmp(&r.0),
        (Value::Float(l), Value::Int(r)) => l.0.partial_cmp(&(*r as f64)),
        (Value::Float(l), Value::Float(r)) => l.0.partial_cmp(&r.0),
        (Value::Symbol(l), Value::Symbol(r)) => Some(l.cmp(r)),
        (Value::Time(l, _), Value::Time(r, _)) => Some(l.cmp(r)),
        (Value::Str(_), Value::Str(_)) => Some(machine.heap.str(left)?.bytes.cmp(&machine.heap.str(right)?.bytes)),
        (Value::Array(_), Value::Array(_)) if left == right => Some(Ordering::Equal),
        (Value::Array(_), Value::Array(_)) => {
            *count += 1;
            if depth > DEEPEST || *count > MOST {
                return None;
            }
            let (l, r) = (machine.heap.items(left)?, machine.heap.items(right)?);
            for (l, r) in l.iter().zip(r) {
                match within(machine, l, r, (depth + 1, &mut *count))? {
                    Ordering::Equal => {}
                    order => return Some(order),
                }
            }
            Some(l.len().cmp(&r.len()))
        }
        _ if left == right => Some(Ordering::Equal),
        _ => None,
    }
}

/// The exception of two values without an order.
pub(super) fn incomparable(machine: &Machine, left: &Value, right: &Value) -> std::sync::Arc<Exception> {
    let shown = match right {
        Value::Nil | Value::Bool(_) | Value::Int(_) => inspect::inspect(&machine.heap, right),
        other => other.class(),
    };
    Exception::new("ArgumentError", format!("comparison of {} with {shown} failed", left.class()))
}

/// Sorts by a key, stably. Where two have no order, the message names the later one first, as Ruby compares them.
pub(crate) fn sort<T>(machine: &mut Machine, list: &mut [T], key: impl Fn(&T) -> &Value) -> Raised<()> {
    machine.touch(list.len() * (1 + list.len().max(1).ilog2() as usize));
    let machine = &*machine;
    let mut bad = None;
    order::sort_by(list, |earlier, later| {
        let (earlier, later) = (key(earlier), key(later));
        let order = compare(machine, later, earlier).unwrap_or_else(|| {
            bad.get_or_insert_with(|| incomparable(machine, later, earlier));
            Ordering::Equal
        });
        order.reverse()
    });
    bad.map_or(Ok(()), Err)
}
