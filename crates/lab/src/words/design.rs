//! A design of row keys in words: kinds of fields, what they do, traps, questions in SQL and how they are answered.

use super::{count, counted};
use crate::design::{Access, Answer, Design, Draw, Finding, Kind, Length, Stream, Trap, Unit, Value};
use crate::notation::{Encoding, to_string_binary};
use std::ops::Range;

/// A value as a person reads it.
pub(crate) fn value(value: &Value) -> String {
    value.to_string()
}

/// Bytes in hexadecimal digits, without spaces.
pub(crate) fn hex(raw: &[u8]) -> String {
    raw.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What a kind is called in a list.
pub(crate) fn kind(kind: &Kind) -> &'static str {
    match kind {
        Kind::Text(_) => "text",
        Kind::Decimal(_) => "number as text",
        Kind::Integer { .. } => "integer",
        Kind::Time { unit: Unit::Hour, .. } => "hour",
        Kind::Time { unit: Unit::Day, .. } => "day",
        Kind::Time { reversed: false, .. } => "time",
        Kind::Time { reversed: true, .. } => "reversed time",
        Kind::Hash { .. } => "hash",
        Kind::Salt { .. } => "salt",
        Kind::Uuid => "UUID",
        Kind::Constant(_) => "constant",
    }
}

/// What the width of a kind is called in a list.
pub(crate) fn width(kind: &Kind) -> String {
    match kind {
        Kind::Text(Length::Until(0)) | Kind::Decimal(Length::Until(0)) => "ends with byte 00".to_owned(),
        Kind::Text(Length::Until(byte)) | Kind::Decimal(Length::Until(byte)) => {
            format!("ends with {}", char::from(*byte))
        }
        Kind::Salt { buckets, .. } => count(usize::from(*buckets), "value"),
        Kind::Integer { slips: true, .. } => "8 bytes, some rows 4".to_owned(),
        other => count(other.width().unwrap_or(0), "byte"),
    }
}

/// What the form of an integer is called in a list.
pub(crate) fn form(kind: &Kind) -> &'static str {
    match kind {
        Kind::Integer { flipped: false, little: false, .. } => "signed",
        Kind::Integer { flipped: true, little: false, .. } => "sign flipped",
        Kind::Integer { flipped: false, little: true, .. } => "little endian",
        Kind::Integer { flipped: true, little: true, .. } => "little endian, flipped",
        _ => "",
    }
}

/// What the values of a field are like, in a list.
pub(crate) fn draw(draw: Draw) -> &'static str {
    match draw {
        Draw::Few => "one of 12",
        Draw::Up => "counts up",
        Draw::Down => "counts down",
        Draw::Around => "around zero",
        Draw::Any => "any value",
    }
}

/// How rows come, in a list.
pub(crate) fn stream(stream: Stream) -> &'static str {
    match stream {
        Stream::Now => "now",
        Stream::Random => "random",
        Stream::Sequential => "sequential",
    }
}

/// What a field is good for at its place.
pub(crate) fn purpose(design: &Design, at: usize) -> String {
    let field = &design.fields[at];
    let is_last = at + 1 == design.fields.len();
    let sources = |of| {
        let names: Vec<&str> = design.sources(of).iter().map(|at| design.fields[*at].name.as_str()).collect();
        names.join(", ")
    };
    match &field.kind {
        Kind::Hash { of, .. } => {
            format!("the first bytes of the MD5 of {}: rows are spread, and their order is lost", sources(*of))
        }
        Kind::Salt { of, .. } => format!("a hash of {}: rows are spread over as many beginnings", sources(*of)),
        Kind::Constant(_) => "the same in each row".to_owned(),
        Kind::Time { reversed: true, .. } => "largest number minus the time, so the newest is first".to_owned(),
        Kind::Uuid => "rows are spread, and none is beside another".to_owned(),
        Kind::Time { .. } if at == 0 => "the newest rows come last, in one place".to_owned(),
        _ if is_last && at > 0 => "tells rows apart that are the same up to here".to_owned(),
        _ if is_last => "is the whole key".to_owned(),
        _ if design.given().first() == Some(&at) => format!("groups the rows of one {}", field.name),
        _ => "orders rows that are the same up to here".to_owned(),
    }
}

/// Which bytes of a key a field has: `bytes 1–4`, counted from 1; without an end where that depends on its value.
pub(crate) fn place(design: &Design, at: usize) -> String {
    let widths: Option<Vec<usize>> = design.fields[..at].iter().map(|field| field.kind.width()).collect();
    let from = widths.map(|widths| widths.iter().sum::<usize>() + 1);
    match (from, design.fields[at].kind.width()) {
        (_, Some(0)) => "no bytes".to_owned(),
        (Some(from), Some(1)) => format!("byte {from}"),
        (Some(from), Some(width)) => format!("bytes {from}–{}", from + width - 1),
        (Some(from), None) => format!("from byte {from}"),
        (None, Some(width)) => count(width, "byte"),
        (None, None) => "its own bytes".to_owned(),
    }
}

/// What a trap is called.
pub(crate) fn trap(trap: Trap) -> &'static str {
    match trap {
        Trap::Decimal => "Numbers as text",
        Trap::Negative => "Negative integers",
        Trap::Literal => "int for long",
        Trap::Little => "Little endian",
        Trap::Top => "A prefix of FF",
        Trap::Separator => "A high separator",
    }
}

/// What a trap does, and what helps. `name`: the field that steps into it, where one does.
pub(crate) fn advice(finding: &Finding, name: Option<&str>) -> String {
    let mut values = finding.witnesses.iter().map(|(one, _)| value(one));
    let (first, second) = (values.next().unwrap_or_default(), values.next().unwrap_or_default());
    let of = name.map(|name| format!("{name}: ")).unwrap_or_default();
    match finding.trap {
        Trap::Decimal => format!("{of}{first} comes before {second}. Pad with zeros, or use bytes."),
        Trap::Negative => format!("{of}{second} comes after {first}. Flip the first bit."),
        Trap::Literal => format!(
            "{of}some rows have {first} in 4 bytes, others in 8. They are two rows, and what follows is read wrongly. \
             Write 7L, not 7."
        ),
        Trap::Little => format!("{of}{first} comes before {second}. Turn the bytes round."),
        Trap::Top => {
            format!("{of}no key comes after all that begin with {first}: a scan of this prefix has no stop row.")
        }
        Trap::Separator => {
            format!("{of}{first} comes before {second}: the separator sorts after letters. Use byte 00.")
        }
    }
}

/// What is to be said of a row key that steps into a trap, in a table whose keys are read like that.
pub(crate) fn slip(finding: &Finding, table: &str, key: &Encoding) -> String {
    let [first, second] = [0, 1].map(|at| finding.witnesses.get(at));
    let told = |witness: Option<&(Value, Vec<u8>)>| witness.map(|(one, _)| value(one)).unwrap_or_default();
    let (one, other) = (told(first), told(second));
    match finding.trap {
        Trap::Decimal => format!("{one} comes before {other}, as both are text. Pad numbers with zeros, or use bytes."),
        Trap::Negative => format!("{other} comes after {one}, as its first bit is set. Turn the first bit round."),
        Trap::Literal => {
            let bytes = count(first.map_or(0, |(_, raw)| raw.len()), "byte");
            let width = key.width().unwrap_or(0);
            let what = match first {
                Some((Value::Number(_), raw)) if raw.len() == 4 && width == 8 => {
                    format!("Write {one}L, not {one}, which is an int.")
                }
                _ => match first.and_then(|(_, raw)| key.encode(std::str::from_utf8(raw).ok()?).ok()) {
                    Some(raw) => format!("Write it as \"{}\".", to_string_binary(&raw)),
                    None => format!("It is no {}.", key.label()),
                },
            };
            format!(
                "{one} has {bytes} here, keys of {table} have {width}: it is a row of its own and stands apart. {what}"
            )
        }
        Trap::Little => {
            format!("{one} is written with the last byte first, if {other} is meant. Turn the bytes round.")
        }
        Trap::Top | Trap::Separator => advice(finding, None),
    }
}

/// A question in SQL, one clause a line.
pub(crate) fn sql(design: &Design, table: &str, answer: &Answer) -> Vec<String> {
    let name = |at: usize| identifier(&design.fields[at].name);
    let literal = |at: usize| match &answer.values[at] {
        Value::Number(number) => number.to_string(),
        other => format!("'{}'", value(other).replace('\'', "''")),
    };
    let question = &answer.question;
    let equal = question.equal.iter().map(|at| format!("{} = {}", name(*at), literal(*at)));
    let from = question.from.iter().map(|at| format!("{} >= {}", name(*at), literal(*at)));
    let conditions: Vec<String> = equal.chain(from).collect();
    let mut lines = vec![format!("SELECT * FROM {}", identifier(table))];
    lines.push(format!("WHERE {}", conditions.join(" AND ")));
    if let Some(at) = question.order {
        let down = if design.fields[at].kind.descends() { " DESC" } else { "" };
        lines.push(format!("ORDER BY {}{down} LIMIT 20", name(at)));
    }
    lines
}

/// A name as SQL has it: in quotes unless it is a plain word.
pub(crate) fn identifier(name: &str) -> String {
    let is_plain = name.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    if is_plain { name.to_owned() } else { format!("\"{}\"", name.replace('"', "\"\"")) }
}

/// What the answer to a question takes.
pub(crate) fn access(design: &Design, answer: &Answer) -> String {
    let range = |range: &Range<Vec<u8>>| match (range.start.is_empty(), range.end.is_empty()) {
        (true, true) => "over all rows".to_owned(),
        (true, false) => format!("to {}", hex(&range.end)),
        (false, true) => format!("from {} to the end of the table", hex(&range.start)),
        (false, false) => format!("from {} to {}", hex(&range.start), hex(&range.end)),
    };
    let rows = |one: usize| counted(one as u64, "row");
    let found = if answer.examined == answer.found {
        rows(answer.found)
    } else {
        format!("{} read for {}", rows(answer.examined), answer.found)
    };
    match &answer.access {
        Access::Get(row) => format!("one get of {}", hex(row)),
        Access::Scan(ranges) => match &ranges[..] {
            [one] => format!("one scan, {found}: {}", range(one)),
            many => format!(
                "{} scans to be merged, {found}: the first {}",
                many.len(),
                many.first().map_or_else(String::new, range)
            ),
        },
        Access::Whole => {
            format!("the whole table, {} read for {}: {}", rows(answer.examined), answer.found, reason(design, answer))
        }
    }
}

/// Why a question needs the whole table.
fn reason(design: &Design, answer: &Answer) -> String {
    let asked = answer.question.equal.first().or(answer.question.from.as_ref()).copied().unwrap_or(0);
    let name = &design.fields[asked].name;
    let front = design.fields[..asked].iter().find(|field| matches!(field.kind, Kind::Hash { .. }));
    match front {
        Some(hash) if design.given().first() == Some(&asked) => {
            format!("{} in front hides the order of {name}", hash.name)
        }
        _ if answer.question.equal.is_empty() => format!("the bytes of {name} are not in the order of its values"),
        _ => format!("{name} is not in front"),
    }
}
