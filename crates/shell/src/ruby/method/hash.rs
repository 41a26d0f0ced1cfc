//! Methods of hashes.

use super::{Called, array, error};
use crate::ruby::machine::{Loop, LoopKind, Machine, Raised, Returned, Source};
use crate::ruby::method::inspect;
use crate::ruby::value::{Exception, Object, Value};

pub(super) const NAMES: &str = "any? clear compact count delete dig each each_key each_pair each_value empty? fetch find has_key? has_value? \
    include? invert key key? keys length map member? merge merge! min_by max_by reject select size sort sort_by \
    store sum to_a to_h transform_values update value? values values_at";

/// Methods that are often called in loops; they do not copy the entries. `None` also where there is no such entry.
fn quick(machine: &mut Machine, receiver: &Value, name: &str, args: &[Value]) -> Option<Value> {
    Some(match (name, args) {
        ("[]", [key]) | ("fetch", [key] | [key, _]) => {
            let place = machine.heap.find_key(receiver, key)?;
            machine.heap.pairs(receiver)?[place].1.clone()
        }
        ("[]=" | "store", [key, value]) => {
            // A text as a key is a copy.
            let key = match machine.heap.str(key).cloned() {
                Some(text) => Value::Str(machine.heap.put(Object::Str(text))),
                None => key.clone(),
            };
            machine.heap.set_entry(receiver, key, value.clone());
            value.clone()
        }
        ("key?" | "has_key?" | "include?" | "member?", [key]) => {
            Value::Bool(machine.heap.find_key(receiver, key).is_some())
        }
        ("length" | "size", []) => Value::Int(machine.heap.pairs(receiver)?.len() as i128),
        ("empty?", []) => Value::Bool(machine.heap.pairs(receiver)?.is_empty()),
        _ => return None,
    })
}

pub(super) fn call(
    machine: &mut Machine,
    receiver: &Value,
    name: &str,
    args: &[Value],
    block: Option<&Value>,
) -> Called {
    if let Some(value) = quick(machine, receiver, name, args) {
        return Ok(Returned::Value(value));
    }
    let default = match receiver {
        Value::Hash(id) => match machine.heap.get(*id) {
            Some(Object::Hash(_, default, _)) => default.clone(),
            _ => Value::Nil,
        },
        _ => Value::Nil,
    };
    // Methods that look at one entry, or at none, come first, so that the entries need not be copied for them.
    match (name, args.len(), block) {
        ("[]", 1, _) => {
            return Ok(match default {
                Value::Proc(id) => Returned::Invoke(Value::Proc(id), vec![receiver.clone(), args[0].clone()]),
                default => Returned::Value(default),
            });
        }
        ("delete", 1, _) => {
            // All that stand behind it move up.
            machine.touch(machine.heap.pairs(receiver).map_or(0, Vec::len));
            return Ok(Returned::Value(machine.heap.delete_entry(receiver, &args[0]).unwrap_or(Value::Nil)));
        }
        ("fetch", 1 | 2, _) => {
            return match (args.get(1), block) {
                (Some(other), _) => Ok(Returned::Value(other.clone())),
                (None, Some(block)) => Ok(Returned::Invoke(block.clone(), vec![args[0].clone()])),
                (None, None) => {
                    let message = format!("key not found: {}", inspect::inspect(&machine.heap, &args[0]));
                    Err(Exception::new("KeyError", message))
                }
            };
        }
        _ => {}
    }
    if let Some(value) = of_entries(machine, receiver, name, args, block)? {
        return Ok(Returned::Value(value));
    }
    let Some(pairs) = machine.heap.pairs(receiver).cloned() else { return Ok(Returned::Missing) };
    machine.touch(2 * pairs.len());
    let value = match (name, args.len(), block) {
        ("value?" | "has_value?", 1, _) => {
            Value::Bool(pairs.iter().any(|(_, value)| machine.heap.equal(value, &args[0])))
        }
        ("key", 1, _) => {
            let hit = pairs.iter().find(|(_, value)| machine.heap.equal(value, &args[0]));
            hit.map_or(Value::Nil, |(key, _)| key.clone())
        }
        ("keys", 0, _) => machine.heap.array(pairs.into_iter().map(|(key, _)| key).collect()),
        ("values", 0, _) => machine.heap.array(pairs.into_iter().map(|(_, value)| value).collect()),
        ("count", 0, None) => Value::Int(pairs.len() as i128),
        ("any?", 0, None) => Value::Bool(!pairs.is_empty()),
        ("to_h" | "to_hash", 0, None) => receiver.clone(),
        ("dup" | "clone", 0, _) => machine.heap.hash(pairs),
        ("clear", 0, _) => {
            if let Some(pairs) = machine.heap.pairs_mut(receiver) {
                pairs.clear();
            }
            receiver.clone()
        }
        ("merge", _, None) => {
            let merged = machine.heap.hash(pairs);
            for arg in args {
                let Some(more) = machine.heap.pairs(arg).cloned() else {
                    return Err(error::conversion(arg, "Hash"));
                };
                for (key, value) in more {
                    machine.heap.set_entry(&merged, key, value);
                }
            }
            merged
        }
        ("merge" | "merge!" | "update", 1, Some(block)) => {
            let merged = if name == "merge" { machine.heap.hash(pairs.clone()) } else { receiver.clone() };
            let Some(more) = machine.heap.pairs(&args[0]).cloned() else {
                return Err(error::conversion(&args[0], "Hash"));
            };
            let mut conflicts = Vec::new();
            for (key, new) in more {
                match found(machine, receiver, &key) {
                    Some(old) => conflicts.push(machine.heap.array(vec![key, old, new])),
                    None => machine.heap.set_entry(&merged, key, new),
                }
            }
            return Ok(Returned::Loop(Loop::new(LoopKind::Merge, Source::Items(conflicts.into()), block, merged)));
        }
        ("slice", _, _) => {
            let kept = args.iter().filter_map(|key| Some((key.clone(), found(machine, receiver, key)?))).collect();
            machine.heap.hash(kept)
        }
        ("assoc", 1, _) => match found(machine, receiver, &args[0]) {
            Some(value) => machine.heap.array(vec![args[0].clone(), value]),
            None => Value::Nil,
        },
        ("default", 0, _) => default,
        ("invert", 0, _) => {
            let hash = machine.heap.hash(Vec::new());
            for (key, value) in pairs {
                machine.heap.set_entry(&hash, value, key);
            }
            hash
        }
        ("compact", 0, _) => machine.heap.hash(pairs.into_iter().filter(|(_, value)| *value != Value::Nil).collect()),
        ("default=", 1, _) => {
            if let Value::Hash(id) = receiver
                && let Some(Object::Hash(_, default, _)) = machine.heap.get_mut(*id)
            {
                *default = args[0].clone();
            }
            args[0].clone()
        }
        ("each_key" | "each_value", 0, Some(block)) => {
            let items: Vec<Value> =
                pairs.into_iter().map(|(key, value)| if name == "each_key" { key } else { value }).collect();
            return Ok(Returned::Loop(Loop::new(LoopKind::Each, Source::Items(items.into()), block, receiver.clone())));
        }
        ("transform_values" | "transform_values!", 0, Some(block)) => {
            let (keys, values): (Vec<Value>, Vec<Value>) = pairs.into_iter().unzip();
            let keys = machine.heap.array(keys);
            let mut l = Loop::new(LoopKind::Values, Source::Items(values.into()), block, keys);
            l.into = name.ends_with('!').then(|| (receiver.clone(), false));
            return Ok(Returned::Loop(l));
        }
        ("transform_keys" | "transform_keys!", 0, Some(block)) => {
            let (keys, values): (Vec<Value>, Vec<Value>) = pairs.into_iter().unzip();
            let values = machine.heap.array(values);
            let mut l = Loop::new(LoopKind::Keys, Source::Items(keys.into()), block, values);
            l.into = name.ends_with('!').then(|| (receiver.clone(), false));
            return Ok(Returned::Loop(l));
        }
        _ => {
            Machine::fits(pairs.len(), 3 * pairs.len())?;
            let items: Vec<Value> =
                pairs.into_iter().map(|(key, value)| machine.heap.array(vec![key, value])).collect();
            return listed(machine, receiver, items, name, args, block);
        }
    };
    Ok(Returned::Value(value))
}

/// What one key has.
fn found(machine: &Machine, receiver: &Value, key: &Value) -> Option<Value> {
    Some(machine.heap.pairs(receiver)?[machine.heap.find_key(receiver, key)?].1.clone())
}

/// Methods about the entries of some keys, for which the others are not copied.
fn of_entries(
    machine: &mut Machine,
    receiver: &Value,
    name: &str,
    args: &[Value],
    block: Option<&Value>,
) -> Raised<Option<Value>> {
    Ok(match (name, args.len(), block) {
        ("dig", 1.., _) => {
            let mut value = found(machine, receiver, &args[0]).unwrap_or(Value::Nil);
            for key in &args[1..] {
                value = match super::plain(machine, &value, "[]", std::slice::from_ref(key))? {
                    Returned::Value(value) => value,
                    _ => Value::Nil,
                };
            }
            Some(value)
        }
        ("values_at", _, _) => {
            let list = args.iter().map(|key| found(machine, receiver, key).unwrap_or(Value::Nil)).collect();
            Some(machine.heap.array(list))
        }
        ("merge!" | "update", _, None) => {
            for arg in args {
                let Some(more) = machine.heap.pairs(arg).cloned() else {
                    return Err(error::conversion(arg, "Hash"));
                };
                for (key, value) in more {
                    machine.heap.set_entry(receiver, key, value);
                }
            }
            Some(receiver.clone())
        }
        _ => None,
    })
}

/// Methods that treat a hash as an array of pairs.
fn listed(
    machine: &mut Machine,
    receiver: &Value,
    items: Vec<Value>,
    name: &str,
    args: &[Value],
    block: Option<&Value>,
) -> Called {
    let kind = match (name, block) {
        ("each" | "each_pair", Some(_)) => LoopKind::Each,
        ("select" | "filter" | "select!" | "filter!" | "keep_if", Some(_)) => LoopKind::SelectPairs,
        ("reject" | "reject!" | "delete_if", Some(_)) => LoopKind::RejectPairs,
        (
            "sort" | "sort_by" | "map" | "collect" | "flat_map" | "each_with_index" | "to_a" | "first" | "min_by"
            | "max_by" | "find" | "detect" | "any?" | "all?" | "none?" | "count" | "sum" | "inject" | "reduce"
            | "group_by" | "partition" | "each_with_object" | "find_all" | "to_h" | "take" | "drop" | "zip"
            | "each_slice" | "each_cons" | "entries" | "reverse_each" | "one?" | "find_index" | "take_while"
            | "drop_while" | "min" | "max" | "uniq" | "each_entry" | "collect_concat",
            _,
        ) => {
            let list = machine.heap.array(items);
            let outcome = array::call(machine, &list, name, args, block)?;
            return Ok(match (outcome, name) {
                (Returned::Loop(mut l), "each_with_index" | "reverse_each") => {
                    l.value = receiver.clone();
                    Returned::Loop(l)
                }
                (outcome, _) => outcome,
            });
        }
        _ => return Ok(Returned::Missing),
    };
    match block {
        Some(block) => {
            let mut l = Loop::new(kind, Source::Items(items.into()), block, receiver.clone());
            if name.ends_with('!') || matches!(name, "delete_if" | "keep_if") {
                l.into = Some((receiver.clone(), name.ends_with('!')));
            }
            Ok(Returned::Loop(l))
        }
        None => Ok(Returned::Missing),
    }
}
