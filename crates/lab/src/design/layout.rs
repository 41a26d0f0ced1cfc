//! A designed key as it is read and typed: its fields in their order, `*` for what is computed.

use super::{Design, Field, Kind, Length, Unit, Value};
use crate::notation::{
    KeyField, Layout, Problem, format_reversed, parse_reversed, parse_time, short, text, whole_number,
};
use std::ops::Range;

/// What is typed for a field whose bytes are known without it.
const COMPUTED: &str = "*";

impl Layout for Design {
    fn names(&self) -> Vec<String> {
        self.fields.iter().map(|field| field.name.clone()).collect()
    }

    fn width(&self) -> Option<usize> {
        self.fields.iter().map(|field| field.kind.width()).sum()
    }

    fn example(&self) -> String {
        self.fields.iter().map(|field| example(&field.kind)).collect::<Vec<_>>().join(", ")
    }

    fn encode(&self, typed: &str) -> Result<Vec<u8>, Problem> {
        let mut pieces: Vec<Piece> = Vec::new();
        let mut rest = Some(typed.trim()).filter(|typed| !typed.is_empty());
        let mut after_separator = false;
        while let Some(left) = rest {
            let at = pieces.len();
            let Some(field) = self.fields.get(at) else {
                if !left.starts_with("\\x") {
                    return Err(Problem::new(format!("“{left}” is one field too many: the key has no place for it.")));
                }
                pieces.push(Piece { raw: Some(text::read(left)?), separator: None });
                break;
            };
            let is_last = at + 1 == self.fields.len();
            let (part, after) = match left.split_once(['·', ',']) {
                Some((part, after)) if !(is_last && field.kind.separator().is_some()) => {
                    (part.trim(), Some(after.trim()))
                }
                _ => (left, None),
            };
            let is_blank = field.kind.separator().is_some() || field.kind.width() == Some(0);
            if part.is_empty() && !is_blank {
                if after.is_none() && after_separator {
                    break;
                }
                let sentence = format!("The field “{}” is empty: leave out only the last fields.", field.name);
                return Err(Problem::new(sentence));
            }
            let is_known = !field.is_given() && part == COMPUTED;
            let raw = match &field.kind {
                Kind::Constant(raw) if is_known => Some(raw.clone()),
                _ if is_known => None,
                kind => Some(
                    encode(kind, part, is_last)
                        .map_err(|problem| Problem::new(format!("{}: {}", field.name, problem.sentence)))?,
                ),
            };
            let separator = field.kind.separator().filter(|_| after.is_some());
            after_separator = separator.is_some();
            pieces.push(Piece { raw, separator });
            rest = after;
        }
        self.join(&pieces)
    }

    fn parts(&self, raw: &[u8]) -> Vec<(KeyField, Range<usize>)> {
        let mut parts = Vec::with_capacity(self.fields.len());
        let (mut from, mut after_separator) = (0, false);
        for (at, field) in self.fields.iter().enumerate() {
            if from == raw.len() && !after_separator {
                return parts;
            }
            let is_last = at + 1 == self.fields.len();
            let place = |end: usize, to: usize| (end, to, to > end);
            let (end, to, ends) = match (field.kind.separator(), field.kind.width()) {
                (Some(_), _) if is_last => place(raw.len(), raw.len()),
                (Some(separator), _) => match raw[from..].iter().position(|byte| *byte == separator) {
                    Some(length) => place(from + length, from + length + 1),
                    None => place(raw.len(), raw.len()),
                },
                (None, width) => match width.unwrap_or(8) {
                    width if width <= raw.len() - from => place(from + width, from + width),
                    // A separator was the last byte, and no field has begun.
                    _ if from == raw.len() => place(from, from),
                    // Split points are cut where they part two rows, within a time, too.
                    _ => {
                        if let Some(text) = format_reversed(&raw[from..]).filter(|_| is_newest_first(&field.kind)) {
                            parts.push((KeyField { name: field.name.clone(), text }, from..raw.len()));
                            return parts;
                        }
                        break;
                    }
                },
            };
            let text = if from == raw.len() { String::new() } else { print(&field.kind, &raw[from..end], is_last) };
            parts.push((KeyField { name: field.name.clone(), text }, from..to));
            from = to;
            after_separator = ends;
        }
        if from < raw.len() {
            parts.push((KeyField { name: String::new(), text: text::escape(&raw[from..]) }, from..raw.len()));
        }
        parts
    }
}

/// The bytes that were typed for a field; `None` where they are to be computed.
struct Piece {
    raw: Option<Vec<u8>>,
    separator: Option<u8>,
}

impl Design {
    /// The key of a row with these texts, one for each field, as a file has them: text as it stands, numbers, times. Those
    /// of fields that come from nowhere do not matter.
    ///
    /// # Errors
    /// The place of the first field whose text does not fit, and why, in a sentence.
    pub fn compose(&self, texts: &[Option<&str>]) -> Result<Vec<u8>, (usize, Problem)> {
        let mut pieces = Vec::with_capacity(self.fields.len());
        for (at, field) in self.fields.iter().enumerate() {
            let is_last = at + 1 == self.fields.len();
            let raw = match &field.kind {
                Kind::Constant(raw) => Some(raw.clone()),
                Kind::Hash { .. } | Kind::Salt { .. } => None,
                kind => {
                    let text = texts.get(at).copied().flatten().filter(|text| !text.is_empty());
                    let text = text.ok_or_else(|| (at, Problem::new("it has no value for the row key.")))?;
                    Some(match kind {
                        Kind::Text(Length::Until(_)) if is_last => text.as_bytes().to_vec(),
                        kind => encode_plain(kind, text).map_err(|problem| (at, problem))?,
                    })
                }
            };
            pieces.push(Piece { raw, separator: field.kind.separator().filter(|_| !is_last) });
        }
        self.join(&pieces).map_err(|problem| (0, problem))
    }

    /// The bytes of all pieces, with those that are computed from others.
    fn join(&self, pieces: &[Piece]) -> Result<Vec<u8>, Problem> {
        let mut key = Vec::new();
        for (at, piece) in pieces.iter().enumerate() {
            match &piece.raw {
                Some(raw) => key.extend(raw),
                None => key.extend(self.computed(&self.fields[at], pieces)?),
            }
            key.extend(piece.separator);
        }
        Ok(key)
    }

    fn computed(&self, field: &Field, pieces: &[Piece]) -> Result<Vec<u8>, Problem> {
        let (Kind::Hash { of, .. } | Kind::Salt { of, .. }) = &field.kind else { return Ok(Vec::new()) };
        let mut source = Vec::new();
        for at in self.sources(*of) {
            let raw = pieces.get(at).and_then(|piece| piece.raw.as_deref()).ok_or_else(|| {
                let names: Vec<&str> = self.sources(*of).iter().map(|at| self.fields[*at].name.as_str()).collect();
                Problem::new(format!(
                    "“{}” is computed from {}: type all of it, or the value of “{}” itself.",
                    field.name,
                    names.join(", "),
                    field.name
                ))
            })?;
            source.extend(raw);
        }
        Ok(field.kind.derive(&source))
    }
}

fn example(kind: &Kind) -> String {
    match kind {
        Kind::Text(_) => "fluffy".into(),
        Kind::Decimal(_) | Kind::Integer { .. } => "20".into(),
        Kind::Time { .. } => "2012-05-24 10:00".into(),
        Kind::Uuid => "123e4567-e89b-12d3-a456-426614174000".into(),
        Kind::Hash { .. } | Kind::Salt { .. } | Kind::Constant(_) => COMPUTED.into(),
    }
}

/// The bytes of a field, without a separator, as text that [`encode`] turns into the same bytes.
fn print(kind: &Kind, raw: &[u8], is_last: bool) -> String {
    let printed = match kind {
        Kind::Text(Length::Until(_)) => return text::write_field(raw, !is_last),
        Kind::Text(Length::Fixed(_)) => {
            let end = raw.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
            Some(text::write_field(&raw[..end], true))
        }
        Kind::Constant(_) => Some(text::write_field(raw, true)).filter(|text| text != COMPUTED || raw.is_empty()),
        Kind::Hash { .. } => Some(Value::Raw(raw.to_vec()).to_string()),
        Kind::Salt { .. } => raw.first().map(u8::to_string),
        kind => {
            let value = kind.decode(raw);
            // What would be written in another way is printed as it stands.
            (kind.encode(&value).as_deref() == Some(raw)).then(|| value.to_string())
        }
    };
    let is_plain = |text: &String| raw.is_empty() || !(text.is_empty() || text.starts_with("\\x"));
    printed.filter(is_plain).unwrap_or_else(|| text::escape(raw))
}

/// Whether it is the 8 bytes of a time that is subtracted from the largest number.
fn is_newest_first(kind: &Kind) -> bool {
    matches!(kind, Kind::Time { unit: Unit::Millisecond, reversed: true })
}

/// The bytes of what was typed for a field that is not computed, without a separator.
fn encode(kind: &Kind, typed: &str, is_last: bool) -> Result<Vec<u8>, Problem> {
    if let Kind::Text(Length::Until(separator)) | Kind::Decimal(Length::Until(separator)) = kind
        && (matches!(kind, Kind::Text(_)) || typed.is_empty() || typed.starts_with("\\x"))
    {
        let raw = text::read(typed)?;
        if !is_last && raw.contains(separator) {
            return Err(Problem::new(format!("It has the byte {separator:02x}, which ends the field.")));
        }
        return Ok(raw);
    }
    if typed.starts_with("\\x") || matches!(kind, Kind::Constant(_)) {
        return text::read(typed);
    }
    if let Kind::Text(Length::Fixed(width)) = kind {
        let mut raw = text::read(typed)?;
        let width = usize::from(*width);
        if raw.len() > width {
            return Err(Problem::new(format!("“{}” does not fit in {width} byte{}.", short(typed), plural(width))));
        }
        raw.resize(width, 0);
        return Ok(raw);
    }
    if is_newest_first(kind) { parse_reversed(typed) } else { encode_plain(kind, typed) }
}

/// The bytes of a value as a file or a reader writes it, without a separator and without `\xNN`.
///
/// # Errors
/// A sentence on what does not fit.
fn encode_plain(kind: &Kind, typed: &str) -> Result<Vec<u8>, Problem> {
    let fits = |value: Value| {
        let width = || kind.width().map_or(String::new(), |width| format!(" in {width} byte{}", plural(width)));
        kind.encode(&value).ok_or_else(|| match kind {
            Kind::Text(Length::Until(separator)) | Kind::Decimal(Length::Until(separator)) => {
                Problem::new(format!("“{}” has the byte {separator:02x}, which ends the field.", short(typed)))
            }
            _ => Problem::new(format!("“{}” does not fit{}.", short(typed), width())),
        })
    };
    let digits = |typed: &str| {
        let even = typed.len().is_multiple_of(2) && typed.bytes().all(|byte| byte.is_ascii_hexdigit());
        even.then(|| text::read_hex(typed).ok()).flatten()
    };
    match kind {
        Kind::Text(_) => fits(Value::Text(typed.to_owned())),
        Kind::Decimal(_) | Kind::Integer { .. } => fits(Value::Number(whole_number(typed.trim())?)),
        Kind::Time { .. } => fits(Value::Time(parse_time(typed)?)),
        Kind::Uuid => {
            let raw = digits(&typed.trim().replace('-', "")).and_then(|raw| <[u8; 16]>::try_from(raw).ok());
            raw.map(Vec::from).ok_or_else(|| {
                Problem::new(format!(
                    "“{}” is no UUID: type 32 hexadecimal digits, with hyphens or without.",
                    short(typed)
                ))
            })
        }
        Kind::Hash { width, .. } => {
            let raw = digits(typed).filter(|raw| raw.len() == usize::from(*width));
            raw.ok_or_else(|| {
                let digits = 2 * usize::from(*width);
                Problem::new(format!(
                    "“{}” is no hash of {digits} hexadecimal digits: type * to have it computed.",
                    short(typed)
                ))
            })
        }
        Kind::Salt { .. } => typed.trim().parse::<u8>().map(|salt| vec![salt]).map_err(|_| {
            let typed = short(typed);
            Problem::new(format!("“{typed}” is no salt from 0 to 255: type * to have it computed."))
        }),
        Kind::Constant(raw) => Ok(raw.clone()),
    }
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}
