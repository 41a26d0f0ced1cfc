//! Methods of arrays.

use super::nest::{MOST, among, flatten, join, unique};
use super::{Called, error, number, pack};
use crate::ruby::items::Items;
use crate::ruby::machine::{Loop, LoopKind, Machine, Raised, Returned, Source};
use crate::ruby::value::{Exception, Object, Value};

pub(crate) use super::order::{compare, sort};

pub(super) const NAMES: &str = "all? any? append assoc at clear collect combination compact concat count cycle delete delete_at delete_if \
    detect dig drop drop_while each each_cons each_index each_slice each_with_index each_with_object empty? \
    entries fetch fill find find_all find_index first flat_map flatten group_by include? index inject insert \
    join keep_if last length map max max_by min min_by none? pack partition pop prepend product push reduce \
    reject reverse reverse_each rindex rotate sample select shift shuffle size slice sort sort_by sum take \
    take_while tally to_a to_h transpose uniq unshift values_at zip map! collect! select! reject! sort! sort_by! \
    uniq! compact! flatten! shuffle! reverse! rotate! slice! filter each_entry lazy to_set chunk bsearch \
    permutation minmax one? member? rassoc";

fn items_mut<'a>(machine: &'a mut Machine, receiver: &Value) -> Option<&'a mut Items<Value>> {
    let Value::Array(id) = receiver else { return None };
    match machine.heap.get_mut(*id)? {
        Object::Array(items) => Some(items),
        _ => None,
    }
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
    let Some(items) = machine.heap.shared(receiver).cloned() else { return Ok(Returned::Missing) };
    let others = args.iter().filter_map(|arg| machine.heap.items(arg)).map(<[Value]>::len).sum::<usize>();
    machine.touch(items.len() + others);
    if let Some(block) = block
        && let Some(outcome) = looped(machine, receiver, &items, name, args, block)?
    {
        return Ok(outcome);
    }
    if let Some(value) = changed(machine, receiver, &items, name, args)? {
        return Ok(Returned::Value(value));
    }
    match read(machine, receiver, &items, name, args)? {
        Some(value) => Ok(Returned::Value(value)),
        None => made(machine, receiver, items.to_vec(), name, args),
    }
}

/// Methods that are often called in loops; they do not copy the items, but those that are asked for.
fn quick(machine: &mut Machine, receiver: &Value, name: &str, args: &[Value]) -> Option<Value> {
    let more = match (name, args) {
        ("concat", [more]) => Some(machine.heap.list(more)?),
        ("<<", [_]) | ("push" | "append" | "unshift" | "prepend", _) => Some(args.to_vec()),
        _ => None,
    };
    if let Some(more) = more {
        machine.heap.grow(size_of_val(more.as_slice()));
        let in_front = matches!(name, "unshift" | "prepend");
        if in_front {
            machine.touch(machine.heap.items(receiver)?.len());
        }
        let items = items_mut(machine, receiver)?;
        if in_front {
            items.vec().splice(0..0, more);
        } else {
            items.extend(more);
        }
        return Some(receiver.clone());
    }
    let items = items_mut(machine, receiver)?;
    let length = items.len();
    let place = |at: i128| usize::try_from(if at < 0 { at + length as i128 } else { at }).ok();
    let few = |count: i128| usize::try_from(count).ok().map(|count| count.min(length));
    let part = match (name, args) {
        ("pop", []) => return Some(items.pop().unwrap_or(Value::Nil)),
        ("shift", []) => return Some(items.shift(length.min(1)).pop().unwrap_or(Value::Nil)),
        ("length" | "size", []) => return Some(Value::Int(length as i128)),
        ("empty?", []) => return Some(Value::Bool(items.is_empty())),
        ("first", []) => return Some(items.first().cloned().unwrap_or(Value::Nil)),
        ("last", []) => return Some(items.last().cloned().unwrap_or(Value::Nil)),
        ("[]" | "at" | "slice" | "dig", [Value::Int(at)]) => {
            return Some(place(*at).and_then(|at| items.get(at)).cloned().unwrap_or(Value::Nil));
        }
        ("fetch", [Value::Int(at)] | [Value::Int(at), _]) => return place(*at).and_then(|at| items.get(at)).cloned(),
        ("[]=", [Value::Int(at), value]) => {
            let place = place(*at).filter(|at| *at <= length)?;
            if place < length {
                items[place] = value.clone();
            } else {
                items.push(value.clone());
                machine.heap.grow(size_of::<Value>());
            }
            return Some(value.clone());
        }
        ("pop", [Value::Int(count)]) => items.vec().split_off(length - few(*count)?),
        ("shift", [Value::Int(count)]) => items.shift(few(*count)?),
        ("first" | "take", [Value::Int(count)]) => items[..few(*count)?].to_vec(),
        ("last", [Value::Int(count)]) => items[length - few(*count)?..].to_vec(),
        ("drop", [Value::Int(count)]) => items[few(*count)?..].to_vec(),
        ("[]" | "slice", [Value::Int(from), Value::Int(count)]) => {
            let from = place(*from).filter(|from| *from <= length)?;
            items[from..from + few(*count)?.min(length - from)].to_vec()
        }
        _ => return None,
    };
    Some(machine.heap.array(part))
}

fn looped(
    machine: &mut Machine,
    receiver: &Value,
    items: &Items<Value>,
    name: &str,
    args: &[Value],
    block: &Value,
) -> Raised<Option<Returned>> {
    let source = || Source::Items(items.clone());
    let with = |kind, value: Value| Ok(Some(Returned::Loop(Loop::new(kind, source(), block, value))));
    let kind = match (name, args.len()) {
        ("each" | "each_entry", 0) => return with(LoopKind::Each, receiver.clone()),
        ("each_with_index", 0) => return with(LoopKind::EachWithIndex, receiver.clone()),
        ("with_index", 0 | 1) => {
            let source = Source::Items(numbered(machine, items, args)?.into());
            return Ok(Some(Returned::Loop(Loop::new(LoopKind::Each, source, block, receiver.clone()))));
        }
        ("each_index", 0) => {
            let source = Source::Ints(0, items.len() as u128, 1);
            return Ok(Some(Returned::Loop(Loop::new(LoopKind::Each, source, block, receiver.clone()))));
        }
        ("reverse_each", 0) => {
            let source = Source::Items(items.iter().rev().cloned().collect::<Vec<_>>().into());
            return Ok(Some(Returned::Loop(Loop::new(LoopKind::Each, source, block, receiver.clone()))));
        }
        ("each_slice" | "each_cons", 1) => {
            let parts = self::parts(machine, items, name, args)?;
            return Ok(Some(Returned::Loop(Loop::new(LoopKind::Each, Source::Items(parts.into()), block, Value::Nil))));
        }
        ("each_with_object", 1) => return with(LoopKind::EachWithObject, args[0].clone()),
        ("inject" | "reduce", 0 | 1) => {
            let mut items = items.to_vec();
            let first = match args.first() {
                Some(value) => value.clone(),
                None if items.is_empty() => return Ok(Some(Returned::Value(Value::Nil))),
                None => items.remove(0),
            };
            return Ok(Some(Returned::Loop(Loop::new(LoopKind::Inject, Source::Items(items.into()), block, first))));
        }
        ("sum", 0) => return with(LoopKind::Sum, Value::Int(0)),
        ("count", 0) => return with(LoopKind::Count, Value::Int(0)),
        ("group_by", 0) => {
            let groups = machine.heap.hash(Vec::new());
            return with(LoopKind::GroupBy, groups);
        }
        ("map" | "collect", 0) => LoopKind::Map,
        ("flat_map" | "collect_concat", 0) => LoopKind::FlatMap,
        ("map_with_index", 0 | 1) => {
            let from = first_number(items.len(), args)?;
            return with(LoopKind::MapWithIndex, Value::Int(from));
        }
        ("select" | "filter" | "find_all", 0) => LoopKind::Select,
        ("reject", 0) => LoopKind::Reject,
        ("find" | "detect", 0) => LoopKind::Find,
        ("find_index" | "index", 0) => LoopKind::FindIndex,
        ("any?", 0) => LoopKind::Any,
        ("all?", 0) => LoopKind::All,
        ("none?", 0) => LoopKind::None,
        ("partition", 0) => LoopKind::Partition,
        ("sort_by", 0) => LoopKind::SortBy,
        ("min_by", 0) => LoopKind::MinBy,
        ("max_by", 0) => LoopKind::MaxBy,
        ("take_while", 0) => LoopKind::TakeWhile,
        ("drop_while", 0) => LoopKind::DropWhile,
        ("to_h", 0) => LoopKind::ToHash,
        ("sort", 0) => LoopKind::Sort,
        ("one?", 0) => return with(LoopKind::One, Value::Int(0)),
        (
            "map!" | "collect!" | "select!" | "filter!" | "reject!" | "delete_if" | "keep_if" | "sort!" | "sort_by!",
            0,
        ) => {
            return Ok(super::choice::in_place(receiver, items, name, block));
        }
        ("fetch", 1) => {
            let index = super::int(args.first())?;
            let at = if index < 0 { index + items.len() as i128 } else { index };
            return Ok(Some(match usize::try_from(at).ok().and_then(|at| items.get(at)) {
                Some(item) => Returned::Value(item.clone()),
                None => Returned::Invoke(block.clone(), args.to_vec()),
            }));
        }
        ("cycle", 1) => {
            let count = super::int(args.first())?.clamp(0, 1_000_000) as usize;
            Machine::fits(0, items.len().saturating_mul(count))?;
            let source =
                Source::Items(items.iter().cycle().take(items.len() * count).cloned().collect::<Vec<_>>().into());
            return Ok(Some(Returned::Loop(Loop::new(LoopKind::Each, source, block, Value::Nil))));
        }
        ("combination" | "permutation", 0 | 1) => {
            let parts = super::choice::chosen(machine, items, name, args)?;
            return Ok(Some(Returned::Loop(Loop::new(
                LoopKind::Each,
                Source::Items(parts.into()),
                block,
                receiver.clone(),
            ))));
        }
        ("cycle" | "uniq" | "product" | "zip" | "max" | "min" | "fill" | "each_entry", _) => {
            return Err(Exception::new("Unsupported", format!("`{name}` of an array with a block")));
        }
        _ => return Ok(None),
    };
    with(kind, Value::Nil)
}

/// Methods that change the array.
fn changed(
    machine: &mut Machine,
    receiver: &Value,
    items: &Items<Value>,
    name: &str,
    args: &[Value],
) -> Raised<Option<Value>> {
    // Nothing is copied before it is changed: most methods change nothing.
    let mut new = items.clone();
    let value = match (name, args.len()) {
        ("pop" | "shift", 1) => {
            let count = super::count(args.first())?.min(new.len());
            let taken: Vec<Value> = if name == "shift" {
                new.shift(count)
            } else {
                let from = new.len() - count;
                new.vec().split_off(from)
            };
            machine.heap.array(taken)
        }
        ("clear", 0) => {
            new.vec().clear();
            receiver.clone()
        }
        ("concat", _) => {
            for arg in args {
                new.extend(machine.heap.list(arg).ok_or_else(|| error::conversion(arg, "Array"))?);
            }
            receiver.clone()
        }
        ("insert", 2..) => {
            let at = super::int(args.first())?;
            let at = if at < 0 { new.len() as i128 + 1 + at } else { at }.clamp(0, new.len() as i128) as usize;
            new.vec().splice(at..at, args[1..].iter().cloned());
            receiver.clone()
        }
        ("delete", 1) => {
            let found = new.iter().any(|item| machine.heap.equal(item, &args[0]));
            new.vec().retain(|item| !machine.heap.equal(item, &args[0]));
            if found { args[0].clone() } else { Value::Nil }
        }
        ("delete_at", 1) => {
            let at = super::int(args.first())?;
            let at = if at < 0 { at + new.len() as i128 } else { at };
            if (0..new.len() as i128).contains(&at) { new.vec().remove(at as usize) } else { Value::Nil }
        }
        ("replace", 1) => {
            let other = machine.heap.shared(&args[0]).cloned();
            new = other.ok_or_else(|| error::conversion(&args[0], "Array"))?;
            receiver.clone()
        }
        ("reverse!", 0) => {
            new.reverse();
            receiver.clone()
        }
        ("sort!" | "uniq!" | "compact!" | "flatten!", 0) => {
            let Returned::Value(value) = call(machine, receiver, name.trim_end_matches('!'), args, None)? else {
                return Ok(None);
            };
            new = machine.heap.list(&value).unwrap_or_default().into();
            let is_changed = match name {
                "sort!" => true,
                "flatten!" => items.iter().any(|item| matches!(item, Value::Array(_))),
                _ => new.len() != items.len(),
            };
            if is_changed { receiver.clone() } else { Value::Nil }
        }
        ("[]=", 2 | 3) if args.len() == 3 || matches!(args[0], Value::Range(_)) => {
            new = super::element::spliced(machine, items, args)?.into();
            args[args.len() - 1].clone()
        }
        ("[]=", 2) => {
            let at = super::int(args.first())?;
            let length = new.len() as i128;
            let index = if at < 0 { at + length } else { at };
            if index < 0 {
                return Err(Exception::new("IndexError", format!("index {at} out of array")));
            }
            if index > 5_000_000 {
                return Err(Exception::new("Unsupported", "an array of so many items"));
            }
            if index >= length {
                new.vec().resize(index as usize + 1, Value::Nil);
            }
            new[index as usize] = args[1].clone();
            args[1].clone()
        }
        _ => return Ok(None),
    };
    machine.heap.grow(size_of_val(&*new));
    if let Some(items) = items_mut(machine, receiver) {
        *items = std::mem::take(new.vec()).into();
    }
    Ok(Some(value))
}

/// Methods that return an item, a number or a text.
fn read(machine: &mut Machine, receiver: &Value, items: &[Value], name: &str, args: &[Value]) -> Raised<Option<Value>> {
    let length = items.len() as i128;
    let at = |at: i128| {
        let at = if at < 0 { at + length } else { at };
        usize::try_from(at).ok().and_then(|at| items.get(at)).cloned()
    };
    let value = match (name, args.len()) {
        ("count", 0) => Value::Int(length),
        ("count", 1) => Value::Int(items.iter().filter(|item| machine.heap.equal(item, &args[0])).count() as i128),
        ("any?", 0) => Value::Bool(items.iter().any(Value::truthy)),
        ("all?", 0) => Value::Bool(items.iter().all(Value::truthy)),
        ("none?", 0) => Value::Bool(!items.iter().any(Value::truthy)),
        ("[]" | "at" | "slice", 1) if matches!(args[0], Value::Float(_)) => {
            at(super::int(args.first())?).unwrap_or(Value::Nil)
        }
        ("dig", 1) => at(super::int(args.first())?).unwrap_or(Value::Nil),
        ("fetch", 1 | 2) => {
            let index = super::int(args.first())?;
            match (at(index), args.get(1)) {
                (Some(value), _) => value,
                (None, Some(other)) => other.clone(),
                (None, None) => {
                    // The message of an index counted from the end names the position where it would be.
                    let index = if index < 0 { index + length } else { index };
                    return Err(Exception::new("IndexError", format!("index {index} out of array")));
                }
            }
        }
        ("include?" | "member?", 1) => Value::Bool(items.iter().any(|item| machine.heap.equal(item, &args[0]))),
        ("index" | "find_index", 1) => {
            let found = items.iter().position(|item| machine.heap.equal(item, &args[0]));
            found.map_or(Value::Nil, |at| Value::Int(at as i128))
        }
        ("rindex", 1) => {
            let found = items.iter().rposition(|item| machine.heap.equal(item, &args[0]));
            found.map_or(Value::Nil, |at| Value::Int(at as i128))
        }
        ("join", 0 | 1) => {
            let by =
                if args.is_empty() || args[0] == Value::Nil { Vec::new() } else { super::text(machine, args.first())? };
            let mut out = Vec::new();
            join(machine, items, &by, &mut out, (0, &mut 0))?;
            machine.heap.text(out)
        }
        ("inject" | "reduce", 1 | 2) => {
            let (first, op) = if args.len() == 2 { (Some(args[0].clone()), &args[1]) } else { (None, &args[0]) };
            let Value::Symbol(op) = op else { return Ok(None) };
            let mut rest = items.iter().cloned();
            let Some(mut sum) = first.or_else(|| rest.next()) else { return Ok(Some(Value::Nil)) };
            for item in rest {
                sum = number::binary(machine, &sum, op, &item)?;
            }
            sum
        }
        ("sum", 0 | 1) => {
            let first = args.first().cloned().unwrap_or(Value::Int(0));
            super::choice::sum(machine, first, items)?
        }
        ("max" | "min", 0) => {
            let mut sorted = items.to_vec();
            sort(machine, &mut sorted, |item| item)?;
            let found = if name == "max" { sorted.last() } else { sorted.first() };
            found.cloned().unwrap_or(Value::Nil)
        }
        ("pack", 1) => {
            let pattern = String::from_utf8_lossy(&super::text(machine, args.first())?).into_owned();
            pack::pack(machine, items, &pattern)?
        }
        ("to_a" | "entries" | "to_ary", 0) => receiver.clone(),
        ("<=>", 1) => compare(machine, receiver, &args[0]).map_or(Value::Nil, |order| Value::Int(order as i128)),
        ("sample", 0) => {
            machine.chance =
                machine.chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let at = (machine.chance >> 33) as usize % items.len().max(1);
            items.get(at).cloned().unwrap_or(Value::Nil)
        }
        _ => return Ok(None),
    };
    Ok(Some(value))
}

/// Methods that return another array.
fn made(machine: &mut Machine, receiver: &Value, items: Vec<Value>, name: &str, args: &[Value]) -> Called {
    match name {
        "each_slice" | "each_cons" | "each_with_index" | "with_index" | "each" | "map" | "each_entry" | "select"
        | "collect" | "reject" | "flat_map" | "each_index" | "reverse_each" | "find" | "group_by" | "sort_by"
        | "partition" | "combination" | "permutation" => return enumerated(machine, receiver, items, name, args),
        "+" | "-" | "difference" | "&" | "intersection" | "|" | "union" | "*" | "zip" | "to_h" | "transpose"
        | "product" => return combined(machine, receiver, items, name, args),
        _ => {}
    }
    let list = match (name, args.len()) {
        ("reverse", 0) => items.into_iter().rev().collect(),
        ("compact", 0) => items.into_iter().filter(|item| *item != Value::Nil).collect(),
        ("uniq", 0) => unique(machine, items),
        ("sort", 0) => {
            let mut items = items;
            // The first two are compared first, as they stand.
            if let [left, right, ..] = items.as_slice()
                && compare(machine, left, right).is_none()
            {
                return Err(super::order::incomparable(machine, left, right));
            }
            sort(machine, &mut items, |item| item)?;
            items
        }
        ("flatten", 0 | 1) => {
            let depth = if args.is_empty() { 50 } else { super::int(args.first())?.clamp(0, 50) as u32 };
            let mut flat = Vec::new();
            flatten(machine, &items, depth, &mut flat, &mut 0)?;
            flat
        }
        ("first" | "take", 1) => items.into_iter().take(super::count(args.first())?).collect(),
        ("last", 1) => items[items.len().saturating_sub(super::count(args.first())?)..].to_vec(),
        ("drop", 1) => items.into_iter().skip(super::count(args.first())?).collect(),
        ("max" | "min", 1) => {
            let mut items = items;
            sort(machine, &mut items, |item| item)?;
            if name == "max" {
                items.reverse();
            }
            items.truncate(super::count(args.first())?);
            items
        }
        ("rotate", 0 | 1) => {
            let by = if args.is_empty() { 1 } else { super::int(args.first())? };
            let mut items = items;
            if !items.is_empty() {
                let by = by.rem_euclid(items.len() as i128) as usize;
                items.rotate_left(by);
            }
            items
        }
        ("values_at", _) => {
            let mut list = Vec::new();
            for index in 0..args.len() {
                let at = super::int(args.get(index))?;
                let at = if at < 0 { at + items.len() as i128 } else { at };
                list.push(usize::try_from(at).ok().and_then(|at| items.get(at)).cloned().unwrap_or(Value::Nil));
            }
            list
        }
        ("dup" | "clone" | "shuffle", 0) => items,
        ("[]" | "slice", 1 | 2) => {
            let length = items.len() as i128;
            let (from, count) = match (&args[0], args.get(1)) {
                (Value::Range(range), None) => match super::piece::bounds(range, length) {
                    Some(bounds) => bounds,
                    None => return Ok(Returned::Value(Value::Nil)),
                },
                (from, Some(count)) => {
                    let from = super::int(Some(from))?;
                    (if from < 0 { from + length } else { from }, super::int(Some(count))?)
                }
                (other, None) => return Err(error::conversion(other, "Integer")),
            };
            if from < 0 || from > length || count < 0 {
                return Ok(Returned::Value(Value::Nil));
            }
            items[from as usize..from.saturating_add(count).min(length) as usize].to_vec()
        }
        ("minmax", 0) => {
            let mut items = items;
            sort(machine, &mut items, |item| item)?;
            [items.first(), items.last()].map(|item| item.cloned().unwrap_or(Value::Nil)).to_vec()
        }
        _ => return Ok(Returned::Missing),
    };
    Ok(Returned::Value(machine.heap.array(list)))
}

/// The number of the first item, which is 0 where none is given. It is refused where that of the last item would be too large.
fn first_number(count: usize, args: &[Value]) -> Raised<i128> {
    let from = if args.is_empty() { 0 } else { super::int(args.first())? };
    from.checked_add(count as i128).map(|_| from).ok_or_else(number::large)
}

/// Arrays of an item and its number each.
fn numbered(machine: &mut Machine, items: &[Value], args: &[Value]) -> Raised<Vec<Value>> {
    let from = first_number(items.len(), args)?;
    Machine::fits(items.len(), 3 * items.len())?;
    let pairs = items.iter().zip(from..);
    Ok(pairs.map(|(item, at)| machine.heap.array(vec![item.clone(), Value::Int(at)])).collect())
}

/// The parts of `each_slice` and `each_cons`, as arrays.
fn parts(machine: &mut Machine, items: &[Value], name: &str, args: &[Value]) -> Raised<Vec<Value>> {
    let is_slice = name == "each_slice";
    let size = super::int(args.first())?;
    if size <= 0 {
        return Err(Exception::new("ArgumentError", if is_slice { "invalid slice size" } else { "invalid size" }));
    }
    let size = usize::try_from(size).unwrap_or(usize::MAX);
    let (count, within) = if is_slice {
        (items.len().div_ceil(size), items.len())
    } else {
        let count = (items.len() + 1).saturating_sub(size);
        (count, count.saturating_mul(size))
    };
    Machine::fits(count, count.saturating_add(within))?;
    let mut array = |part: &[Value]| machine.heap.array(part.to_vec());
    Ok(if is_slice {
        items.chunks(size).map(&mut array).collect()
    } else {
        items.windows(size).map(&mut array).collect()
    })
}

/// Methods that take a block, called without one: they return an enumerator.
fn enumerated(machine: &mut Machine, receiver: &Value, items: Vec<Value>, name: &str, args: &[Value]) -> Called {
    let parts = match (name, args.len()) {
        ("each_slice" | "each_cons", 1) => parts(machine, &items, name, args)?,
        ("each_with_index", 0) | ("with_index", 1) => numbered(machine, &items, args)?,
        ("each_index", 0) => (0..items.len() as i128).map(Value::Int).collect(),
        (
            "each" | "map" | "each_entry" | "select" | "collect" | "reject" | "flat_map" | "reverse_each" | "find"
            | "group_by" | "sort_by" | "partition",
            0,
        ) => {
            if name == "reverse_each" {
                items.into_iter().rev().collect()
            } else {
                items
            }
        }
        ("combination" | "permutation", 0 | 1) => super::choice::chosen(machine, &items, name, args)?,
        _ => return Ok(Returned::Missing),
    };
    Ok(Returned::Value(super::enumerator(machine, receiver, name, args, parts)))
}

/// Methods that combine the array with others, or with itself.
fn combined(machine: &mut Machine, receiver: &Value, items: Vec<Value>, name: &str, args: &[Value]) -> Called {
    let other = |machine: &Machine| -> Raised<Vec<Value>> {
        let value = args.first().cloned().unwrap_or(Value::Nil);
        machine.heap.list(&value).ok_or_else(|| error::conversion(&value, "Array"))
    };
    let list = match (name, args.len()) {
        ("+", 1) => {
            let other = other(machine)?;
            Machine::fits(0, items.len() + other.len())?;
            [items, other].concat()
        }
        ("-" | "difference", 1) => {
            let other = other(machine)?;
            among(machine, items, &other, false)
        }
        ("&" | "intersection", 1) => {
            let other = other(machine)?;
            among(machine, items, &other, true)
        }
        ("|" | "union", 1) => unique(machine, [items, other(machine)?].concat()),
        ("*", 1) => match &args[0] {
            Value::Str(_) => return call(machine, receiver, "join", args, None),
            value => {
                let count = super::int(Some(value))?;
                if !(0..=5_000_000).contains(&count.saturating_mul(items.len().max(1) as i128)) {
                    return Err(Exception::new("ArgumentError", "argument too big"));
                }
                Machine::fits(0, count as usize * items.len())?;
                std::iter::repeat_n(items, count as usize).flatten().collect()
            }
        },
        ("zip", 1..) => {
            let mut others = Vec::new();
            for arg in args {
                let listed = match super::range::items(arg)? {
                    Some(items) => Some(items),
                    None => machine.heap.list(arg),
                };
                let class = arg.class();
                let bad =
                    || Exception::new("TypeError", format!("wrong argument type {class} (must respond to :each)"));
                others.push(listed.ok_or_else(bad)?);
            }
            Machine::fits(items.len(), (others.len() + 2).saturating_mul(items.len()))?;
            let mut list = Vec::new();
            for (at, item) in items.into_iter().enumerate() {
                let mut row = vec![item];
                row.extend(others.iter().map(|other| other.get(at).cloned().unwrap_or(Value::Nil)));
                list.push(machine.heap.array(row));
            }
            list
        }
        ("to_h", 0) => {
            let hash = machine.heap.hash(Vec::new());
            for (at, item) in items.iter().enumerate() {
                let pair = machine.heap.list(item).unwrap_or_default();
                let [key, value] = pair.as_slice() else {
                    return Err(Exception::new(
                        "TypeError",
                        format!("wrong element type {} at {at} (expected array)", item.class()),
                    ));
                };
                machine.heap.set_entry(&hash, key.clone(), value.clone());
            }
            return Ok(Returned::Value(hash));
        }
        ("transpose", 0) => {
            let rows: Vec<Vec<Value>> = items.iter().filter_map(|item| machine.heap.list(item)).collect();
            let width = rows.first().map_or(0, Vec::len);
            if rows.iter().any(|row| row.len() != width) {
                let other = rows.iter().map(Vec::len).find(|other| *other != width).unwrap_or(0);
                let message = format!("element size differs ({other} should be {width})");
                return Err(Exception::new("IndexError", message));
            }
            Machine::fits(width, width.saturating_mul(rows.len() + 1))?;
            (0..width)
                .map(|at| rows.iter().map(|row| row[at].clone()).collect())
                .map(|row| machine.heap.array(row))
                .collect()
        }
        ("product", 1) => {
            let other = other(machine)?;
            if items.len().saturating_mul(other.len()) > MOST as usize {
                return Err(Exception::new("Limit", format!("an array of more than {MOST} items")));
            }
            let count = items.len() * other.len();
            Machine::fits(count, 3 * count)?;
            let mut list = Vec::new();
            for left in &items {
                for right in &other {
                    list.push(machine.heap.array(vec![left.clone(), right.clone()]));
                }
            }
            list
        }
        _ => return Ok(Returned::Missing),
    };
    Ok(Returned::Value(machine.heap.array(list)))
}
