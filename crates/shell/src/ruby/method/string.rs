//! Methods of strings.

use super::charset::Charset;
use super::{Called, format, inspect, number, pack, pattern};
use crate::ruby::machine::{LONGEST_TEXT, Machine, Raised, Returned};
use crate::ruby::tree::Float;
use crate::ruby::value::{Exception, Java, Object, Text, Value};
use std::sync::Arc;

/// Methods that leave the text as it is, or change it in a way of their own.
pub(super) const NAMES: &str = "ascii_only? bytes bytesize capitalize casecmp center chars chomp chop chr codepoints concat count delete \
    delete_prefix delete_suffix downcase each_byte each_char each_line empty? encoding end_with? force_encoding \
    gsub hex include? index insert intern length lines ljust lstrip match match? next oct ord partition prepend \
    replace reverse rindex rjust rstrip scan size slice split squeeze start_with? strip sub succ sum swapcase \
    to_c to_f to_i to_java_bytes to_r to_str to_sym tr unpack unpack1 upcase upto valid_encoding? tr_s slice! \
    encode encode! getbyte setbyte byteslice scrub casecmp? crypt dump unicode_normalize each_codepoint";

/// Methods that put the answer of their namesake in the place of the text.
pub(super) const CHANGES: &str = "upcase! downcase! capitalize! swapcase! reverse! strip! lstrip! rstrip! chomp! chop! sub! gsub! squeeze! tr! \
    delete! succ! next!";

pub(super) fn push(bytes: &mut Vec<u8>, c: char) {
    bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
}

/// The character that has a code, and a question mark where there is none.
pub(super) fn character(code: i128) -> char {
    u32::try_from(code).ok().and_then(char::from_u32).unwrap_or('?')
}

/// The characters of a text; bytes that are none stand alone.
pub(super) fn chars(text: &Text) -> Vec<&[u8]> {
    if text.binary {
        return text.bytes.chunks(1).collect();
    }
    let mut list = Vec::new();
    let mut from = 0;
    for chunk in text.bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            list.push(&text.bytes[from..from + c.len_utf8()]);
            from += c.len_utf8();
        }
        for _ in chunk.invalid() {
            list.push(&text.bytes[from..=from]);
            from += 1;
        }
    }
    list
}

/// How many characters a text has.
fn count(text: &Text) -> usize {
    if text.binary {
        return text.bytes.len();
    }
    text.bytes.utf8_chunks().map(|chunk| chunk.valid().chars().count() + chunk.invalid().len()).sum()
}

/// The next text in Ruby's order: `az` → `ba`, `Zz` → `AAa`, `a9` → `b0`.
pub(super) fn successor(bytes: &[u8]) -> Vec<u8> {
    let mut next = bytes.to_vec();
    let Some(last) = next.iter().rposition(u8::is_ascii_alphanumeric) else {
        if let Some(byte) = next.last_mut() {
            *byte = byte.wrapping_add(1);
        }
        return next;
    };
    let mut at = last;
    loop {
        let (wrapped, carried) = match next[at] {
            b'z' => (b'a', b'a'),
            b'Z' => (b'A', b'A'),
            b'9' => (b'0', b'1'),
            byte => {
                next[at] = byte + 1;
                return next;
            }
        };
        next[at] = wrapped;
        // A carry goes to the next letter or digit, whatever stands between.
        let left = next[..at].iter().rposition(u8::is_ascii_alphanumeric);
        let digit = wrapped == b'0';
        match left.filter(|left| left + 1 == at || next[*left].is_ascii_digit() == digit) {
            Some(before) => at = before,
            None => {
                next.insert(at, carried);
                return next;
            }
        }
    }
}

pub(super) fn new(machine: &mut Machine, bytes: Vec<u8>, like: &Text) -> Raised<Value> {
    Machine::text_fits(bytes.len())?;
    Ok(if like.binary { machine.heap.binary(bytes) } else { machine.heap.text(bytes) })
}

pub(super) fn lossy(text: &Text) -> String {
    String::from_utf8_lossy(&text.bytes).into_owned()
}

/// Changes a text in its place; nil where it stays the same.
fn change(machine: &mut Machine, receiver: &Value, name: &str, args: &[Value], block: Option<&Value>) -> Called {
    let Returned::Value(value) = call(machine, receiver, name, args, block)? else {
        return Err(Exception::new("Unsupported", format!("`{name}!` with a block")));
    };
    let (Some(new), Some(old)) = (machine.heap.str(&value).cloned(), machine.heap.str(receiver).cloned()) else {
        return Ok(Returned::Missing);
    };
    if new == old {
        return Ok(Returned::Value(Value::Nil));
    }
    set(machine, receiver, new)?;
    Ok(Returned::Value(receiver.clone()))
}

/// Puts another text in the place of one.
fn set(machine: &mut Machine, receiver: &Value, text: Text) -> Raised<()> {
    Machine::text_fits(text.bytes.len())?;
    machine.heap.grow(text.bytes.len());
    if let Value::Str(id) = receiver
        && let Some(object) = machine.heap.get_mut(*id)
    {
        *object = Object::Str(text);
    }
    Ok(())
}

pub(super) fn call(
    machine: &mut Machine,
    receiver: &Value,
    name: &str,
    args: &[Value],
    block: Option<&Value>,
) -> Called {
    if name.ends_with('!') && super::listed(CHANGES).any(|change| change == name) {
        return change(machine, receiver, name.trim_end_matches('!'), args, block);
    }
    if let Some(value) = quick(machine, receiver, name, args)? {
        return Ok(Returned::Value(value));
    }
    let Some(text) = machine.heap.str(receiver).cloned() else { return Ok(Returned::Missing) };
    // Of several arguments each is looked at: the same long text may be given very often.
    let given = args.iter().skip(1).filter_map(|arg| machine.heap.str(arg)).map(|arg| arg.bytes.len()).sum::<usize>();
    machine.touch(text.bytes.len());
    machine.afford((given / SHORT) as u64)?;
    if let Some(part) = args.first().and_then(|part| machine.heap.str(part))
        && looks_for(name)
    {
        // At each place as many bytes are compared as are the same.
        let places = text.bytes.len() as u64;
        machine.afford(places.saturating_mul(part.bytes.len() as u64) / COMPARED)?;
    }
    if let Some(value) = simple(machine, &text, name, args)? {
        return Ok(Returned::Value(value));
    }
    if let Some(value) = other(machine, receiver, &text, name, args)? {
        return Ok(Returned::Value(value));
    }
    super::substitute::looped(machine, receiver, &text, name, args, block)
}

/// Bytes that are compared in the time of one operation.
const COMPARED: u64 = 1024;

/// Bytes of an argument that are looked at in the time of one operation.
pub(super) const SHORT: usize = 8;

/// Whether a method looks for its first argument in the text.
fn looks_for(name: &str) -> bool {
    matches!(name, "include?" | "index" | "rindex" | "partition" | "rpartition" | "split" | "[]" | "slice" | "[]=")
}

/// Methods that are often called in loops; they do not copy the text.
fn quick(machine: &mut Machine, receiver: &Value, name: &str, args: &[Value]) -> Raised<Option<Value>> {
    let (Value::Str(id), Some(text)) = (receiver, machine.heap.str(receiver)) else { return Ok(None) };
    let value = match (name, args) {
        ("length" | "size", []) => Value::Int(count(text) as i128),
        ("bytesize", []) => Value::Int(text.bytes.len() as i128),
        ("empty?", []) => Value::Bool(text.bytes.is_empty()),
        ("<<" | "concat", [more]) => {
            let more = match more {
                Value::Int(code) => {
                    let mut bytes = Vec::new();
                    push(&mut bytes, character(*code));
                    bytes
                }
                other => super::text(machine, Some(other))?,
            };
            let Some(Object::Str(text)) = machine.heap.get_mut(*id) else { return Ok(None) };
            Machine::text_fits(text.bytes.len() + more.len())?;
            text.bytes.extend_from_slice(&more);
            machine.heap.grow(more.len());
            receiver.clone()
        }
        _ => return Ok(None),
    };
    Ok(Some(value))
}

/// Methods that take at most plain arguments.
fn simple(machine: &mut Machine, text: &Text, name: &str, args: &[Value]) -> Raised<Option<Value>> {
    for part in [compared, converted, cased, derived] {
        if let Some(value) = part(machine, text, name, args)? {
            return Ok(Some(value));
        }
    }
    Ok(None)
}

/// Questions about a text, and comparisons with others.
fn compared(machine: &mut Machine, text: &Text, name: &str, args: &[Value]) -> Raised<Option<Value>> {
    let first = args.first();
    let bytes = |index: usize| super::text(machine, args.get(index));
    let value = match (name, args.len()) {
        ("<" | ">" | "<=" | ">=", 1) => {
            let Some(other) = first.and_then(|value| machine.heap.str(value)) else {
                let shown = match first {
                    Some(value @ (Value::Nil | Value::Bool(_) | Value::Int(_) | Value::Float(_))) => {
                        inspect::inspect(&machine.heap, value)
                    }
                    Some(value) => value.class(),
                    None => String::new(),
                };
                return Err(Exception::new("ArgumentError", format!("comparison of String with {shown} failed")));
            };
            let order = text.bytes.cmp(&other.bytes);
            Value::Bool(match name {
                "<" => order.is_lt(),
                ">" => order.is_gt(),
                "<=" => order.is_le(),
                _ => order.is_ge(),
            })
        }
        ("include?", 1) => {
            let part = bytes(0)?;
            Value::Bool(find(&text.bytes, &part).is_some())
        }
        ("start_with?", 1..) => {
            let mut hit = false;
            for index in 0..args.len() {
                hit |= text.bytes.starts_with(&bytes(index)?);
            }
            Value::Bool(hit)
        }
        ("end_with?", 1..) => {
            let mut hit = false;
            for index in 0..args.len() {
                hit |= text.bytes.ends_with(&bytes(index)?);
            }
            Value::Bool(hit)
        }
        ("casecmp?", 1) => {
            Value::Bool(lossy(text).to_lowercase() == String::from_utf8_lossy(&bytes(0)?).to_lowercase())
        }
        ("casecmp", 1) => Value::Int(text.bytes.to_ascii_lowercase().cmp(&bytes(0)?.to_ascii_lowercase()) as i128),
        ("valid_encoding?", 0) => Value::Bool(text.binary || std::str::from_utf8(&text.bytes).is_ok()),
        ("ascii_only?", 0) => Value::Bool(text.bytes.is_ascii()),
        ("between?", 2) => Value::Bool((bytes(0)?..=bytes(1)?).contains(&text.bytes)),
        ("eql?", 1) => {
            Value::Bool(first.and_then(|other| machine.heap.str(other)).is_some_and(|o| o.bytes == text.bytes))
        }
        ("hash", 0) => {
            // Equal texts have the same hash: that of Fowler, Noll and Vo (FNV-1a).
            let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
            Value::Int(i128::from(text.bytes.iter().fold(0xcbf2_9ce4_8422_2325, step) >> 2))
        }
        _ => return Ok(None),
    };
    Ok(Some(value))
}

/// The whole number that a text begins with, and 0 where it begins with none. A prefix may say its base, and does so with base 0.
fn leading(text: &Text, radix: u32) -> Raised<Value> {
    let text = lossy(text);
    let text = text.trim_start();
    let (sign, mut digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let mut base = if radix == 0 && !digits.starts_with('0') { 10 } else { radix };
    for (of, letters) in [(16, ['x', 'X']), (2, ['b', 'B']), (8, ['o', 'O'])] {
        let behind = digits.strip_prefix('0').and_then(|rest| rest.strip_prefix(letters));
        if let Some(behind) = behind.filter(|_| base == of || base == 0) {
            (base, digits) = (of, behind);
        }
    }
    let base = if base == 0 { 8 } else { base };
    let digits = digits.chars().take_while(|c| c.is_digit(base) || *c == '_').filter(|c| *c != '_');
    let digits: String = digits.collect();
    if digits.is_empty() {
        return Ok(Value::Int(0));
    }
    i128::from_str_radix(&digits, base).map(|number| Value::Int(number * sign)).map_err(|_| number::large())
}

/// Conversions of a text to a number, a symbol, bytes or a list.
fn converted(machine: &mut Machine, text: &Text, name: &str, args: &[Value]) -> Raised<Option<Value>> {
    let bytes = |index: usize| super::text(machine, args.get(index));
    let whole = |index: usize| super::int(args.get(index));
    let value = match (name, args.len()) {
        ("to_s" | "to_str", 0) => return Ok(None),
        ("to_sym" | "intern", 0) => Value::Symbol(lossy(text).into()),
        ("to_i", 0 | 1) => {
            let given = if args.is_empty() { 10 } else { whole(0)? };
            let radix = u32::try_from(given).ok().filter(|radix| matches!(radix, 0 | 2..=36));
            leading(text, radix.ok_or_else(|| Exception::new("ArgumentError", format!("illegal radix {given}")))?)?
        }
        ("hex", 0) => leading(text, 16)?,
        ("oct", 0) => leading(text, 8)?,
        ("to_f", 0) => Value::Float(Float(crate::ruby::lexer::leading(lossy(text).trim_start()))),
        ("ord", 0) => match chars(text).first() {
            Some(c) => Value::Int(match std::str::from_utf8(c).ok().and_then(|c| c.chars().next()) {
                Some(c) => u32::from(c).into(),
                None => c[0].into(),
            }),
            None => return Err(Exception::new("ArgumentError", "empty string")),
        },
        ("sum", 0) => Value::Int(text.bytes.iter().map(|byte| i128::from(*byte)).sum()),
        ("encoding", 0) => Value::Class(if text.binary { "ASCII-8BIT" } else { "UTF-8" }.into()),
        ("b", 0) => machine.heap.binary(text.bytes.clone()),
        ("unpack", 1) => {
            let pattern = String::from_utf8_lossy(&bytes(0)?).into_owned();
            let items = pack::unpack(machine, &text.bytes, &pattern)?;
            machine.heap.array(items)
        }
        ("unpack1", 1) => {
            let pattern = String::from_utf8_lossy(&bytes(0)?).into_owned();
            pack::unpack(machine, &text.bytes, &pattern)?.into_iter().next().unwrap_or(Value::Nil)
        }
        ("to_java_bytes", 0) => Value::Java(Arc::new(Java::Bytes(text.bytes.clone()))),
        _ => return Ok(None),
    };
    Ok(Some(value))
}

/// The text in upper or lower case, or cut at its ends.
fn cased(machine: &mut Machine, text: &Text, name: &str, args: &[Value]) -> Raised<Option<Value>> {
    let given = |index: usize| super::text(machine, args.get(index));
    let bytes = match (name, args.len()) {
        ("upcase", 0) => lossless(text, str::to_uppercase),
        ("downcase", 0) => lossless(text, str::to_lowercase),
        ("capitalize", 0) => {
            let capital = |part: &str| {
                let mut chars = part.chars();
                chars
                    .next()
                    .map_or(String::new(), |c| c.to_uppercase().chain(chars.as_str().to_lowercase().chars()).collect())
            };
            lossless(text, capital)
        }
        ("swapcase", 0) => {
            let swap = |part: &str| {
                part.chars()
                    .map(|c| if c.is_uppercase() { c.to_lowercase().to_string() } else { c.to_uppercase().to_string() })
                    .collect()
            };
            lossless(text, swap)
        }
        ("strip", 0) => text.bytes.trim_ascii().to_vec(),
        ("lstrip", 0) => text.bytes.trim_ascii_start().to_vec(),
        ("rstrip", 0) => text.bytes.trim_ascii_end().to_vec(),
        ("chomp", 0) => {
            let cut =
                text.bytes.strip_suffix(b"\r\n").or_else(|| text.bytes.strip_suffix(b"\n")).unwrap_or(&text.bytes);
            cut.to_vec()
        }
        ("chomp" | "delete_suffix", 1) => {
            let end = given(0)?;
            text.bytes.strip_suffix(end.as_slice()).unwrap_or(&text.bytes).to_vec()
        }
        ("delete_prefix", 1) => {
            let start = given(0)?;
            text.bytes.strip_prefix(start.as_slice()).unwrap_or(&text.bytes).to_vec()
        }
        ("chop", 0) => {
            let all = chars(text);
            all[..all.len().saturating_sub(1)].concat()
        }
        ("chr", 0) => chars(text).first().map(|c| c.to_vec()).unwrap_or_default(),
        _ => return Ok(None),
    };
    new(machine, bytes, text).map(Some)
}

/// Other texts, made of this one and of the arguments.
fn derived(machine: &mut Machine, text: &Text, name: &str, args: &[Value]) -> Raised<Option<Value>> {
    let first = args.first();
    let bytes = |index: usize| super::text(machine, args.get(index));
    let whole = |index: usize| super::int(args.get(index));
    let value = match (name, args.len()) {
        ("+", 1) => {
            let mut joined = text.bytes.clone();
            joined.extend(bytes(0)?);
            let binary = text.binary && joined.iter().any(|byte| !byte.is_ascii())
                || first
                    .and_then(|value| machine.heap.str(value))
                    .is_some_and(|other| other.binary && !other.bytes.is_ascii());
            return new(machine, joined, &Text { binary, ..Text::default() }).map(Some);
        }
        ("*", 1) => {
            let count = whole(0)?;
            if count < 0 {
                return Err(Exception::new("ArgumentError", "negative argument"));
            }
            let length = count.saturating_mul(text.bytes.len() as i128);
            Machine::text_fits(usize::try_from(length).unwrap_or(usize::MAX))?;
            return new(machine, text.bytes.repeat(count as usize), text).map(Some);
        }
        ("%", 1) => {
            let args = first.and_then(|value| machine.heap.list(value)).unwrap_or_else(|| args.to_vec());
            let bytes = format::format(machine, &text.bytes, &args)?;
            machine.heap.text(bytes)
        }
        ("<=>", 1) => match first.and_then(|value| machine.heap.str(value)) {
            Some(other) => Value::Int(text.bytes.cmp(&other.bytes) as i128),
            None => Value::Nil,
        },
        ("reverse", 0) => {
            let reversed = chars(text).into_iter().rev().flatten().copied().collect();
            return new(machine, reversed, text).map(Some);
        }
        ("rjust" | "ljust" | "center", 1 | 2) => {
            let (width, pad) = (whole(0)?, if args.len() == 2 { bytes(1)? } else { b" ".to_vec() });
            let length = chars(text).len() as i128;
            if pad.is_empty() {
                return Err(Exception::new("ArgumentError", "zero width padding"));
            }
            let missing = (width.min(LONGEST_TEXT as i128) - length).max(0) as usize;
            machine.touch(missing);
            let left = match name {
                "rjust" => missing,
                "ljust" => 0,
                _ => missing / 2,
            };
            let pad_text = Text { bytes: pad, binary: text.binary };
            let pads = chars(&pad_text);
            let fill =
                |count: usize| -> Vec<u8> { pads.iter().cycle().take(count).flat_map(|c| c.iter()).copied().collect() };
            let joined = [fill(left), text.bytes.clone(), fill(missing - left)].concat();
            return new(machine, joined, text).map(Some);
        }
        ("succ" | "next", 0) => return new(machine, successor(&text.bytes), text).map(Some),
        ("dup" | "clone" | "+@" | "-@" | "scrub", 0) => return new(machine, text.bytes.clone(), text).map(Some),
        ("count" | "delete", 1..) | ("squeeze", _) => {
            let sets = (0..args.len()).map(|index| Ok(Charset::new(&String::from_utf8_lossy(&bytes(index)?))));
            let sets = sets.collect::<Raised<Vec<_>>>()?;
            machine.afford(sets.iter().map(|set| set.labour(text)).sum())?;
            let hit = |c: char| sets.iter().all(|set| set.contains(c));
            let kept: String = match name {
                "count" => return Ok(Some(Value::Int(lossy(text).chars().filter(|c| hit(*c)).count() as i128))),
                "delete" => lossy(text).chars().filter(|c| !hit(*c)).collect(),
                _ => {
                    let mut all: Vec<char> = lossy(text).chars().collect();
                    all.dedup_by(|next, before| next == before && hit(*next));
                    all.into_iter().collect()
                }
            };
            return new(machine, kept.into_bytes(), text).map(Some);
        }
        ("tr", 2) => {
            let from = Charset::new(&String::from_utf8_lossy(&bytes(0)?));
            let to = Charset::listed(&String::from_utf8_lossy(&bytes(1)?));
            machine.afford(from.labour(text) + to.labour(text))?;
            let replaced = super::charset::translate(&lossy(text), &from, &to);
            return new(machine, replaced.into_bytes(), text).map(Some);
        }
        _ => return Ok(None),
    };
    Ok(Some(value))
}

fn lossless(text: &Text, each: impl Fn(&str) -> String) -> Vec<u8> {
    let mut out = Vec::new();
    for chunk in text.bytes.utf8_chunks() {
        out.extend(each(chunk.valid()).into_bytes());
        out.extend(chunk.invalid());
    }
    out
}

pub(super) fn find(bytes: &[u8], part: &[u8]) -> Option<usize> {
    if part.is_empty() { Some(0) } else { bytes.windows(part.len()).position(|window| window == part) }
}

/// Arrays of parts, indices, and what changes the receiver.
fn other(machine: &mut Machine, receiver: &Value, text: &Text, name: &str, args: &[Value]) -> Raised<Option<Value>> {
    let list = |machine: &mut Machine, parts: Vec<Vec<u8>>| -> Raised<Value> {
        Machine::fits(parts.len(), parts.len())?;
        let items = parts.into_iter().map(|part| new(machine, part, text)).collect::<Raised<Vec<_>>>()?;
        Ok(machine.heap.array(items))
    };
    // Where many objects would be made, they are counted first, so that a limit is reported before memory is used.
    match name {
        "chars" | "each_char" => Machine::fits(count(text), count(text))?,
        "bytes" | "each_byte" | "codepoints" => Machine::fits(0, count(text))?,
        "lines" | "each_line" => {
            let lines = text.bytes.iter().filter(|byte| **byte == b'\n').count();
            Machine::fits(lines, lines)?;
        }
        _ => {}
    }
    let value = match (name, args.len()) {
        ("to_s" | "to_str", 0) => receiver.clone(),
        ("chars", 0) => list(machine, chars(text).into_iter().map(<[u8]>::to_vec).collect())?,
        ("bytes", 0) => machine.heap.array(text.bytes.iter().map(|byte| Value::Int((*byte).into())).collect()),
        ("codepoints", 0) => machine.heap.array(lossy(text).chars().map(|c| Value::Int(u32::from(c).into())).collect()),
        ("getbyte", 1) => {
            let at = super::int(args.first())?;
            usize::try_from(at)
                .ok()
                .and_then(|at| text.bytes.get(at))
                .map_or(Value::Nil, |byte| Value::Int((*byte).into()))
        }
        ("lines", 0) => list(machine, text.bytes.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect())?,
        ("split", _) => {
            let parts = super::piece::split(machine, text, args)?;
            list(machine, parts)?
        }
        ("rpartition", 1) => {
            let part = super::text(machine, args.first())?;
            let at = (0..=text.bytes.len()).rev().find(|at| text.bytes[*at..].starts_with(&part));
            let parts = match at {
                Some(at) => vec![text.bytes[..at].to_vec(), part.clone(), text.bytes[at + part.len()..].to_vec()],
                None => vec![Vec::new(), Vec::new(), text.bytes.clone()],
            };
            list(machine, parts)?
        }
        ("partition", 1) => {
            let part = super::text(machine, args.first())?;
            let parts = match find(&text.bytes, &part) {
                Some(at) => vec![text.bytes[..at].to_vec(), part.clone(), text.bytes[at + part.len()..].to_vec()],
                None => vec![text.bytes.clone(), Vec::new(), Vec::new()],
            };
            list(machine, parts)?
        }
        ("index" | "rindex", 1..) => {
            located(machine, receiver, text, name, args)?.map_or(Value::Nil, |at| Value::Int(at as i128))
        }
        ("[]" | "slice", 1 | 2) => return super::piece::index(machine, receiver, text, args).map(Some),
        ("=~", 1) => match &args[0] {
            Value::Regex(regex) => {
                let regex = regex.clone();
                pattern::find(machine, &regex, receiver)?.map_or(Value::Nil, |at| Value::Int(at as i128))
            }
            _ => return Err(Exception::new("TypeError", "type mismatch: String given")),
        },
        ("match?", 1) => Value::Bool(pattern::of(machine, &args[0])?.first(machine, &lossy(text))?.is_some()),
        ("match", 1) => match &args[0] {
            Value::Regex(regex) => {
                let regex = regex.clone();
                pattern::matched(machine, &regex, receiver)?
            }
            _ => return Err(Exception::new("Unsupported", "`match` with a text")),
        },
        ("to_c" | "to_r" | "crypt" | "unicode_normalized?", _) => {
            return Err(Exception::new("Unsupported", format!("`{name}` of a text")));
        }
        _ => return rewritten(machine, receiver, text, name, args),
    };
    Ok(Some(value))
}

/// `index` and `rindex`: the character at which something is found.
fn located(machine: &mut Machine, receiver: &Value, text: &Text, name: &str, args: &[Value]) -> Raised<Option<usize>> {
    let (length, backwards) = (count(text) as i128, name == "rindex");
    let from = match args.get(1) {
        None => i128::from(backwards).saturating_mul(length),
        from => super::int(from)?,
    };
    let from = if from < 0 { from + length } else { from };
    if from < 0 || from > length && !backwards {
        return Ok(None);
    }
    let from = from.min(length) as usize;
    if let Value::Regex(regex) = &args[0] {
        return pattern::find_at(machine, &regex.clone(), receiver, (from, backwards));
    }
    let part = super::text(machine, args.first())?;
    let from = chars(text)[..from].iter().map(|c| c.len()).sum::<usize>();
    let at = if backwards {
        (0..=from).rev().find(|at| text.bytes[*at..].starts_with(&part))
    } else {
        find(&text.bytes[from..], &part).map(|at| at + from)
    };
    Ok(at.map(|at| count(&Text { bytes: text.bytes[..at].to_vec(), binary: text.binary })))
}

/// Methods that change the text in place.
fn rewritten(
    machine: &mut Machine,
    receiver: &Value,
    text: &Text,
    name: &str,
    args: &[Value],
) -> Raised<Option<Value>> {
    let value = match (name, args.len()) {
        ("[]=", 2 | 3) => {
            let bytes = super::element::replaced(machine, receiver, text, args)?;
            set(machine, receiver, Text { bytes, binary: text.binary })?;
            args[args.len() - 1].clone()
        }
        ("concat", 2..) => {
            let mut bytes = text.bytes.clone();
            for index in 0..args.len() {
                bytes.extend(super::text(machine, args.get(index))?);
                Machine::text_fits(bytes.len())?;
            }
            set(machine, receiver, Text { bytes, binary: text.binary })?;
            receiver.clone()
        }
        ("prepend", 1) => {
            let joined = [super::text(machine, args.first())?, text.bytes.clone()].concat();
            set(machine, receiver, Text { bytes: joined, binary: text.binary })?;
            receiver.clone()
        }
        ("insert", 2) => {
            let (at, more) = (super::int(args.first())?, super::text(machine, args.get(1))?);
            let all = chars(text);
            let at = if at < 0 { all.len() as i128 + 1 + at } else { at };
            let Ok(at) = usize::try_from(at) else {
                return Err(Exception::new("IndexError", format!("index {at} out of string")));
            };
            if at > all.len() {
                return Err(Exception::new("IndexError", format!("index {at} out of string")));
            }
            let joined = [all[..at].concat(), more, all[at..].concat()].concat();
            set(machine, receiver, Text { bytes: joined, binary: text.binary })?;
            receiver.clone()
        }
        ("replace", 1) => {
            let bytes = super::text(machine, args.first())?;
            set(machine, receiver, Text { bytes, binary: text.binary })?;
            receiver.clone()
        }
        ("clear", 0) => {
            set(machine, receiver, Text::default())?;
            receiver.clone()
        }
        ("force_encoding" | "encode" | "unicode_normalize", _) => {
            let name =
                args.first().map(|arg| String::from_utf8_lossy(&inspect::to_s(&machine.heap, arg)).to_uppercase());
            let binary = name.is_some_and(|name| matches!(name.as_str(), "BINARY" | "ASCII-8BIT"));
            set(machine, receiver, Text { bytes: text.bytes.clone(), binary })?;
            receiver.clone()
        }
        _ => return Ok(None),
    };
    Ok(Some(value))
}

/// `Integer(value)`.
pub(super) fn to_integer(machine: &Machine, value: &Value) -> Raised<Value> {
    match value {
        Value::Str(_) => {
            let text = machine.heap.string(value).unwrap_or_default();
            let shown = inspect::inspect(&machine.heap, value);
            let bad = || Exception::new("ArgumentError", format!("invalid value for Integer(): {shown}"));
            number::parse(&text).map(Value::Int).ok_or_else(bad)
        }
        Value::Nil => Err(Exception::new("TypeError", "can't convert nil into Integer")),
        Value::Int(_) | Value::Float(_) => Ok(Value::Int(super::int(Some(value))?)),
        other => Err(Exception::new("TypeError", format!("can't convert {} into Integer", other.class()))),
    }
}
