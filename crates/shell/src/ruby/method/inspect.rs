//! Values as text: `to_s` and `inspect`.

use crate::ruby::machine::LONGEST_TEXT;
use crate::ruby::value::{Exception, Heap, Java, Text, Value};
use std::fmt::Write;

/// How the shell itself is shown.
pub(crate) const MYSELF: &str = "#<HBaseReceiver:0x149238fe>";

/// `to_s`.
pub(crate) fn to_s(heap: &Heap, value: &Value) -> Vec<u8> {
    match value {
        Value::Nil => Vec::new(),
        Value::Str(_) => heap.str(value).map(|text| text.bytes.clone()).unwrap_or_default(),
        Value::Symbol(name) => name.as_bytes().to_vec(),
        Value::Error(exception) => exception.message.clone().into_bytes(),
        Value::Range(range) => {
            let mut text = to_s(heap, &range.0);
            text.extend_from_slice(if range.2 { b"..." } else { b".." });
            text.extend(to_s(heap, &range.1));
            text
        }
        Value::Java(java) if !matches!(**java, Java::Object(ref class, _) if !class.contains('.')) => {
            super::java::spoken(heap, java).into_bytes()
        }
        _ => inspect(heap, value).into_bytes(),
    }
}

/// `inspect`.
pub(crate) fn inspect(heap: &Heap, value: &Value) -> String {
    let mut out = String::new();
    write(heap, value, &mut out, 0);
    out
}

fn write(heap: &Heap, value: &Value, out: &mut String, depth: u32) {
    if depth > 50 || out.len() > LONGEST_TEXT {
        out.push_str("[...]");
        return;
    }
    match value {
        Value::Nil => out.push_str("nil"),
        Value::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Value::Int(number) => {
            let _ = write!(out, "{number}");
        }
        Value::Float(number) => out.push_str(&float(number.0)),
        Value::Symbol(name) => {
            out.push(':');
            if is_plain(name) {
                out.push_str(name);
            } else {
                quoted(&Text { bytes: name.as_bytes().to_vec(), binary: false }, out);
            }
        }
        Value::Str(_) => {
            if let Some(text) = heap.str(value) {
                quoted(text, out);
            }
        }
        Value::Array(_) => {
            out.push('[');
            for (at, item) in heap.items(value).into_iter().flatten().enumerate() {
                if at > 0 {
                    out.push_str(", ");
                }
                if out.len() > LONGEST_TEXT {
                    break;
                }
                write(heap, item, out, depth + 1);
            }
            out.push(']');
        }
        Value::Hash(_) => {
            out.push('{');
            for (at, (key, item)) in heap.pairs(value).into_iter().flatten().enumerate() {
                if at > 0 {
                    out.push_str(", ");
                }
                if out.len() > LONGEST_TEXT {
                    break;
                }
                write(heap, key, out, depth + 1);
                out.push_str("=>");
                write(heap, item, out, depth + 1);
            }
            out.push('}');
        }
        Value::Range(range) => {
            if range.0 != Value::Nil {
                write(heap, &range.0, out, depth + 1);
            }
            out.push_str(if range.2 { "..." } else { ".." });
            if range.1 != Value::Nil {
                write(heap, &range.1, out, depth + 1);
            }
        }
        Value::Proc(id) => {
            if let Some(crate::ruby::value::Object::Proc(closure)) = heap.get(*id) {
                let line = closure.code.places.first().map_or(0, |place| place.line);
                let lambda = if closure.lambda { " (lambda)" } else { "" };
                let _ = write!(out, "#<Proc:0x{:08x}@(hbase):{line}{lambda}>", 0x2c53_1b00 + id);
            }
        }
        Value::Table(name) => {
            let _ = write!(out, "Hbase::Table - {}", short(name));
        }
        Value::Class(name) if matches!(&**name, "UTF-8" | "ASCII-8BIT") => {
            let _ = write!(out, "#<Encoding:{name}>");
        }
        Value::Class(name) => out.push_str(name),
        Value::Time(ms, utc) => out.push_str(&super::time::text(*ms, *utc)),
        Value::Error(error) => out.push_str(&exception(error)),
        Value::Regex(regex) => {
            let _ = write!(out, "/{}/{}", regex.0.replace('/', "\\/"), regex.1);
        }
        Value::Myself => out.push_str(MYSELF),
        Value::Java(java) => match &**java {
            Java::Object(class, fields) if class == "MatchData" => {
                out.push_str("#<MatchData ");
                let groups = fields.get("groups").and_then(|groups| heap.items(groups));
                let names = fields.get("names").and_then(|names| heap.items(names));
                for (at, group) in groups.into_iter().flatten().enumerate() {
                    match names.and_then(|names| names.get(at)) {
                        Some(Value::Symbol(name)) => drop(write!(out, " {name}:")),
                        _ if at > 0 => drop(write!(out, " {at}:")),
                        _ => {}
                    }
                    write(heap, group, out, depth + 1);
                }
                out.push('>');
            }
            Java::Object(class, fields) if class == "IO" => {
                let name = fields.keys().next().map_or("", String::as_str);
                let _ = write!(out, "#<IO:<{name}>>");
            }
            _ => out.push_str(&super::java::inspect(java)),
        },
    }
}

/// A table's name without its namespace, where that is `default`.
pub(crate) fn short(name: &str) -> &str {
    name.strip_prefix("default:").unwrap_or(name)
}

pub(crate) fn exception(exception: &Exception) -> String {
    if exception.message.is_empty() {
        exception.class.clone()
    } else {
        format!("#<{}: {}>", exception.class, exception.message)
    }
}

/// A receiver in the message of a missing method.
pub(crate) fn receiver(heap: &Heap, value: &Value) -> String {
    match value {
        Value::Myself => MYSELF.to_owned(),
        Value::Nil => "nil:NilClass".to_owned(),
        Value::Bool(value) => format!("{value}:{}", if *value { "TrueClass" } else { "FalseClass" }),
        Value::Class(name) => format!("{name}:Class"),
        Value::Java(java) if matches!(**java, Java::Class(_)) => format!("{}:Class", super::java::inspect(java)),
        other => {
            let shown = inspect(heap, other);
            // Ruby shows no long values here.
            if shown.chars().count() > 65 && !matches!(other, Value::Table(_)) {
                format!("#<{}:0x0000001d>", other.class())
            } else {
                format!("{shown}:{}", other.class())
            }
        }
    }
}

fn is_plain(name: &str) -> bool {
    let stem = name.strip_suffix(['?', '!', '=']).unwrap_or(name);
    let word = stem.trim_start_matches(['@', '$']);
    let named = !word.is_empty()
        && word.chars().next().is_some_and(|c| c.is_alphabetic() || c == '_')
        && word.chars().all(|c| c.is_alphanumeric() || c == '_');
    named
        || matches!(
            name,
            "+" | "-"
                | "*"
                | "/"
                | "%"
                | "**"
                | "=="
                | "<"
                | ">"
                | "<="
                | ">="
                | "<=>"
                | "[]"
                | "[]="
                | "<<"
                | ">>"
                | "!"
                | "=~"
                | "==="
        )
}

/// A text in quotes.
fn quoted(text: &Text, out: &mut String) {
    out.push('"');
    if text.binary {
        for (at, byte) in text.bytes.iter().enumerate() {
            if byte.is_ascii() {
                character(char::from(*byte), text.bytes.get(at + 1).map(|b| char::from(*b)), true, out);
            } else {
                let _ = write!(out, "\\x{byte:02X}");
            }
        }
    } else {
        for chunk in text.bytes.utf8_chunks() {
            let mut chars = chunk.valid().chars().peekable();
            while let Some(c) = chars.next() {
                character(c, chars.peek().copied(), false, out);
            }
            for byte in chunk.invalid() {
                let _ = write!(out, "\\x{byte:02X}");
            }
        }
    }
    out.push('"');
}

fn character(c: char, next: Option<char>, binary: bool, out: &mut String) {
    match c {
        '"' => out.push_str("\\\""),
        '\\' => out.push_str("\\\\"),
        '\n' => out.push_str("\\n"),
        '\t' => out.push_str("\\t"),
        '\r' => out.push_str("\\r"),
        '\u{7}' => out.push_str("\\a"),
        '\u{8}' => out.push_str("\\b"),
        '\u{b}' => out.push_str("\\v"),
        '\u{c}' => out.push_str("\\f"),
        '\u{1b}' => out.push_str("\\e"),
        '#' if matches!(next, Some('{' | '$' | '@')) => out.push_str("\\#"),
        c if u32::from(c) < 0x20 || c == '\u{7f}' => {
            let _ =
                if binary { write!(out, "\\x{:02X}", u32::from(c)) } else { write!(out, "\\u{:04X}", u32::from(c)) };
        }
        c => out.push(c),
    }
}

/// A decimal number as Ruby prints it.
pub(crate) fn float(number: f64) -> String {
    if number.is_nan() {
        return "NaN".to_owned();
    }
    if number.is_infinite() {
        return if number > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    if number == 0.0 || (1e-4..1e19).contains(&number.abs()) {
        let text = number.to_string();
        return if text.contains('.') { text } else { text + ".0" };
    }
    let text = format!("{number:e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let mantissa = if mantissa.contains('.') { mantissa.to_owned() } else { format!("{mantissa}.0") };
    let (sign, digits) = match exponent.strip_prefix('-') {
        Some(digits) => ('-', digits),
        None => ('+', exponent),
    };
    format!("{mantissa}e{sign}{digits:0>2}")
}
