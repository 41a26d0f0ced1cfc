//! The order of values, and sorting by it.

use super::inspect;
use crate::machine::{Machine, Raised};
use crate::value::{Exception, Value};
use std::cmp::Ordering;

/// `<=>`, where there is an order.
pub(crate) fn compare(machine: &Machine, left: &Value, right: &Value) -> Option<Ordering> {
    match (left, right) {
        (Value::Int(l), Value::Int(r)) => Some(l.cmp(r)),
        (Value::Int(l), Value::Float(r)) => (*l as f64).partial_cmp(&r.0),
        (Value::Float(l), Value::Int(r)) => l.0.partial_cmp(&(*r as f64)),
        (Value::Float(l), Value::Float(r)) => l.0.partial_cmp(&r.0),
        (Value::Symbol(l), Value::Symbol(r)) => Some(l.cmp(r)),
        (Value::Time(l, _), Value::Time(r, _)) => Some(l.cmp(r)),
        (Value::Str(_), Value::Str(_)) => Some(machine.heap.str(left)?.bytes.cmp(&machine.heap.str(right)?.bytes)),
        (Value::Array(_), Value::Array(_)) => {
            let (l, r) = (machine.heap.items(left)?, machine.heap.items(right)?);
            for (l, r) in l.iter().zip(r) {
                match compare(machine, l, r)? {
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

/// Sorts by a key, stably.
pub(crate) fn sort<T>(machine: &Machine, list: &mut [T], key: impl Fn(&T) -> &Value) -> Raised<()> {
    let mut bad = None;
    list.sort_by(|left, right| {
        let (left, right) = (key(left), key(right));
        compare(machine, left, right).unwrap_or_else(|| {
            bad.get_or_insert_with(|| incomparable(machine, left, right));
            Ordering::Equal
        })
    });
    bad.map_or(Ok(()), Err)
}
