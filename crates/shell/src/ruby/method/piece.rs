//! Pieces of a text: what lies between separators, at an index or in a range.

use super::string::{chars, find, lossy, new};
use super::{error, pattern};
use crate::ruby::machine::{MOST_OBJECTS, Machine, Raised};
use crate::ruby::value::{Text, Value};

/// Parts of a text that are cut off, at most. Whoever makes texts of them refuses as many.
const MOST: usize = MOST_OBJECTS + 1;

/// `split`.
pub(super) fn split(machine: &mut Machine, text: &Text, args: &[Value]) -> Raised<Vec<Vec<u8>>> {
    let most = if args.len() > 1 { super::int(args.get(1))? } else { 0 };
    let whole = lossy(text);
    let mut parts: Vec<Vec<u8>> = match args.first() {
        None | Some(Value::Nil) => whole.split_whitespace().take(MOST).map(|part| part.as_bytes().to_vec()).collect(),
        Some(value @ Value::Str(_)) => {
            let by = super::text(machine, Some(value))?;
            if by == b" " && most > 0 {
                let mut parts = Vec::new();
                let mut rest = whole.trim_start();
                while let Some(at) =
                    rest.find(char::is_whitespace).filter(|_| parts.len() < MOST && (parts.len() as i128) < most - 1)
                {
                    parts.push(rest.as_bytes()[..at].to_vec());
                    rest = rest[at..].trim_start();
                }
                parts.push(rest.as_bytes().to_vec());
                parts
            } else if by == b" " {
                whole.split_whitespace().take(MOST).map(|part| part.as_bytes().to_vec()).collect()
            } else if by.is_empty() {
                chars(text).into_iter().take(MOST).map(<[u8]>::to_vec).collect()
            } else {
                let mut parts = Vec::new();
                let mut rest = text.bytes.as_slice();
                while let Some(at) =
                    find(rest, &by).filter(|_| parts.len() < MOST && (most <= 0 || (parts.len() as i128) < most - 1))
                {
                    parts.push(rest[..at].to_vec());
                    rest = &rest[at + by.len()..];
                }
                parts.push(rest.to_vec());
                parts
            }
        }
        Some(value) => {
            let regex = pattern::of(machine, value)?;
            let limit = usize::try_from(most).ok().filter(|most| *most > 0).map_or(MOST, |most| most.min(MOST));
            let (mut parts, mut from, mut hits) = (Vec::new(), 0, regex.all(&whole));
            while parts.len() + 1 < limit
                && let Some((_, hit)) = hits.next(machine)?
            {
                parts.push(whole.as_bytes()[from..hit.start()].to_vec());
                from = hit.end();
            }
            parts.push(whole.as_bytes()[from..].to_vec());
            parts
        }
    };
    if most == 0 {
        while parts.last().is_some_and(Vec::is_empty) {
            parts.pop();
        }
    }
    Ok(parts)
}

/// `[]`.
pub(super) fn index(machine: &mut Machine, receiver: &Value, text: &Text, args: &[Value]) -> Raised<Value> {
    let all = chars(text);
    let length = all.len() as i128;
    let (from, count) = match (&args[0], args.get(1)) {
        (Value::Int(from), None) => {
            let at = if *from < 0 { from + length } else { *from };
            if !(0..length).contains(&at) {
                return Ok(Value::Nil);
            }
            (at, 1)
        }
        (Value::Int(from), Some(count)) => (*from, super::int(Some(count))?),
        (Value::Range(range), None) => {
            let Some((from, count)) = bounds(range, length) else { return Ok(Value::Nil) };
            (from, count)
        }
        (value @ Value::Str(_), None) => {
            let part = super::text(machine, Some(value))?;
            return Ok(if find(&text.bytes, &part).is_some() { machine.heap.text(part) } else { Value::Nil });
        }
        (Value::Regex(regex), group) => {
            let group = group.map_or(Ok(0), |group| super::int(Some(group)))?;
            let groups = pattern::groups(machine, &regex.clone(), receiver)?;
            let groups = machine.heap.items(&groups).unwrap_or_default();
            let group = usize::try_from(if group < 0 { group + groups.len() as i128 } else { group });
            return Ok(group.ok().and_then(|group| groups.get(group)).cloned().unwrap_or(Value::Nil));
        }
        (other, _) => return Err(error::conversion(other, "Integer")),
    };
    let from = if from < 0 { from + length } else { from };
    if from < 0 || from > length || count < 0 {
        return Ok(Value::Nil);
    }
    let end = from.saturating_add(count).min(length);
    let part = all[from as usize..end as usize].concat();
    new(machine, part, text)
}

/// First and count of a range in something so long.
pub(super) fn bounds(range: &(Value, Value, bool), length: i128) -> Option<(i128, i128)> {
    let end = |value: &Value, other: i128| match value {
        Value::Int(at) => Some(if *at < 0 { at + length } else { *at }),
        Value::Nil => Some(other),
        _ => None,
    };
    let from = end(&range.0, 0)?;
    let to = end(&range.1, length - 1)?;
    let to = if range.2 && range.1 != Value::Nil { to.saturating_sub(1) } else { to };
    if from < 0 || from > length { None } else { Some((from, to.saturating_sub(from).saturating_add(1).max(0))) }
}
