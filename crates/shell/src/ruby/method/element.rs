//! Assignments to a part: `text[…] = part`, `list[…] = items`.

use super::string::{chars, find, lossy};
use super::{error, pattern, piece};
use crate::ruby::machine::{Machine, Raised};
use crate::ruby::value::{Exception, Text, Value};

/// Where a part begins and how many it has; `None` where there is no such place.
fn place(args: &[Value], length: i128) -> Raised<Option<(usize, usize)>> {
    let (from, count) = match args {
        [Value::Range(range)] => match piece::bounds(range, length) {
            Some(bounds) => bounds,
            None => return Ok(None),
        },
        [from, count] => (super::int(Some(from))?, super::int(Some(count))?),
        _ => (super::int(args.first())?, 1),
    };
    let from = if from < 0 { from + length } else { from };
    if from < 0 || from > length {
        return Ok(None);
    }
    Ok(Some((from as usize, count.clamp(0, length - from) as usize)))
}

/// The bytes of a text of which a part is replaced: the last argument is the new one, those before say where.
pub(super) fn replaced(machine: &mut Machine, receiver: &Value, text: &Text, args: &[Value]) -> Raised<Vec<u8>> {
    let (part, which) = (super::text(machine, args.last())?, &args[..args.len() - 1]);
    let (from, to) = match which {
        [Value::Str(_)] => {
            let old = super::text(machine, which.first())?;
            let at = find(&text.bytes, &old).ok_or_else(|| Exception::new("IndexError", "string not matched"))?;
            (at, at + old.len())
        }
        [Value::Regex(regex)] => {
            pattern::find(machine, &regex.clone(), receiver)?;
            let whole = lossy(text);
            let hit = pattern::of(machine, &which[0])?.first(machine, &whole)?.and_then(|found| found.get(0));
            let hit = hit.ok_or_else(|| Exception::new("IndexError", "regexp not matched"))?;
            (hit.start(), hit.end())
        }
        which => {
            let all = chars(text);
            let given = which.first().cloned().unwrap_or(Value::Nil);
            let bad = || match &given {
                Value::Int(at) => Exception::new("IndexError", format!("index {at} out of string")),
                _ => Exception::new("RangeError", "out of range"),
            };
            let (from, count) = place(which, all.len() as i128)?.ok_or_else(bad)?;
            if from == all.len() && which.len() == 1 && matches!(given, Value::Int(_)) {
                return Err(bad());
            }
            let bytes = |parts: &[&[u8]]| parts.iter().map(|c| c.len()).sum::<usize>();
            (bytes(&all[..from]), bytes(&all[..from + count]))
        }
    };
    Ok([&text.bytes[..from], &part, &text.bytes[to..]].concat())
}

/// The items of an array of which some are replaced, as above.
pub(super) fn spliced(machine: &Machine, items: &[Value], args: &[Value]) -> Raised<Vec<Value>> {
    let Some((new, which)) = args.split_last() else { return Err(error::arity(0, 2, Some(3))) };
    let new = machine.heap.list(new).unwrap_or_else(|| vec![new.clone()]);
    let Some((from, count)) = place(which, items.len() as i128)? else {
        return Err(Exception::new("Unsupported", "to assign behind the end of an array"));
    };
    Ok([&items[..from], &new, &items[from + count..]].concat())
}
