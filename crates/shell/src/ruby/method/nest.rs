//! Arrays in arrays, which may hold themselves, and what is equal in them.

use super::inspect;
use crate::ruby::index::Index;
use crate::ruby::machine::{Machine, Raised};
use crate::ruby::value::{Exception, Value};

/// Items that are looked at in arrays of arrays, at most.
pub(super) const MOST: u32 = 5_000_000;

/// Counts an item that is looked at, and raises an exception once they are too many.
pub(super) fn met(count: &mut u32) -> Raised<()> {
    *count += 1;
    if *count > MOST { Err(Exception::new("Limit", format!("an array of more than {MOST} items"))) } else { Ok(()) }
}

/// The texts of all items one behind the other. `within`: how many arrays are around these items, and how many items were met before.
pub(super) fn join(
    machine: &Machine,
    items: &[Value],
    by: &[u8],
    out: &mut Vec<u8>,
    within: (u32, &mut u32),
) -> Raised<()> {
    let (depth, count) = within;
    for (at, item) in items.iter().enumerate() {
        met(count)?;
        if at > 0 {
            out.extend_from_slice(by);
        }
        match machine.heap.items(item) {
            Some(inner) if depth < 50 => join(machine, inner, by, out, (depth + 1, &mut *count))?,
            _ => out.extend(inspect::to_s(&machine.heap, item)),
        }
        Machine::text_fits(out.len())?;
    }
    Ok(())
}

/// The items without repetitions: of equal ones the first.
pub(super) fn unique(machine: &mut Machine, items: Vec<Value>) -> Vec<Value> {
    machine.charge(items.len() as u64);
    let mut kept: Vec<Value> = Vec::new();
    let mut index = Index::default();
    index.begin(items.len());
    for item in items {
        let digest = machine.heap.digest(&item);
        if index.find(digest, &mut |place| machine.heap.equal(&kept[place], &item)).is_none() {
            index.add(digest, kept.len());
            kept.push(item);
        }
    }
    kept
}

/// The items that equal one of the others, or those that equal none.
pub(super) fn among(machine: &mut Machine, items: Vec<Value>, others: &[Value], wanted: bool) -> Vec<Value> {
    machine.charge((items.len() + others.len()) as u64);
    let machine = &*machine;
    let mut index = Index::default();
    index.begin(others.len());
    for (place, other) in others.iter().enumerate() {
        let digest = machine.heap.digest(other);
        if index.find(digest, &mut |place| machine.heap.equal(&others[place], other)).is_none() {
            index.add(digest, place);
        }
    }
    let is_there = |item: &Value| {
        index.find(machine.heap.digest(item), &mut |place| machine.heap.equal(&others[place], item)).is_some()
    };
    items.into_iter().filter(|item| is_there(item) == wanted).collect()
}

/// The items of arrays so deep in one another; `count` are those that were met before.
pub(super) fn flatten(
    machine: &Machine,
    items: &[Value],
    depth: u32,
    flat: &mut Vec<Value>,
    count: &mut u32,
) -> Raised<()> {
    for item in items {
        met(count)?;
        match machine.heap.items(item) {
            Some(inner) if depth > 0 => flatten(machine, inner, depth - 1, flat, count)?,
            _ => flat.push(item.clone()),
        }
    }
    Ok(())
}
