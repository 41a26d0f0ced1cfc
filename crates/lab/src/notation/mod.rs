//! How a person types and reads bytes: text, numbers, reversed times, hexadecimal digits, fields joined.
//!
//! Every encoding reads back what it prints, for any bytes at all: what does not fit an encoding is printed as
//! `\xNN`, and `\xNN` can be typed in place of any field. Where numbers are expected, a text is printed in quotes, a
//! number after one byte of salt as `3 · 20`, and that byte alone, as where a table is cut by salt, as `3 · …`.

pub(crate) mod json;
mod own;
pub(crate) mod plain;
pub(crate) mod text;
mod time;

use serde::Serialize;
use splitpoint_model::bytes;
use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

pub use own::{Layout, Own};
pub use splitpoint_model::bytes::to_string_binary;
use time::CUT;
pub(crate) use time::{format_reversed, parse_reversed};
pub use time::{format_time, parse_time};

/// How many characters of a typed text a sentence quotes at most.
const QUOTED: usize = 60;

/// A typed text as a sentence quotes it: shortened, since it could be megabytes long.
pub(crate) fn short(typed: &str) -> Cow<'_, str> {
    beginning(typed, QUOTED)
}

/// A text as it is shown where it may be too long: its first `most` characters, and an ellipsis for the rest.
pub fn beginning(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        Some((end, _)) => Cow::Owned([&text[..end], "…"].concat()),
        None => Cow::Borrowed(text),
    }
}

/// The text between the fields of a printed key. A comma may be typed instead.
pub const SEPARATOR: &str = " · ";

/// The character between the salt, which is one byte, and the number, where keys are salted numbers.
const SALT: char = '·';

/// How the bytes of a key or value are read and typed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub enum Encoding {
    /// UTF-8, with `\xNN` for any byte.
    #[default]
    Text,
    /// A big-endian integer of four bytes.
    Int,
    /// A big-endian integer of eight bytes.
    Long,
    /// Milliseconds since 1970, subtracted from the largest 8-byte integer so that the newest sorts first.
    ReversedTime,
    /// Hexadecimal digits, two for each byte.
    Hex,
    /// Named fields, one after the other. Only the last one may have no fixed width.
    Fields(Vec<(String, Encoding)>),
    /// Fields that need more, such as separators, other widths, or bytes that are computed from other fields.
    Own(Own),
}

/// One field of a composite key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KeyField {
    /// The name of the field, such as `user`; empty for a plain key.
    pub name: String,
    /// The value as it is printed for a person.
    pub text: String,
}

/// Why a text does not fit the encoding, and what to type instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// One sentence, shown at the field.
    pub sentence: String,
}

impl Problem {
    pub(crate) fn new(sentence: impl Into<String>) -> Self {
        Self { sentence: sentence.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)
    }
}

impl std::error::Error for Problem {}

impl Encoding {
    /// The encodings to choose from, each with its name in files and its label for people.
    pub const CHOICES: [(&'static str, &'static str, Self); 5] = [
        ("text", "text, \\xNN", Self::Text),
        ("int", "4-byte integer", Self::Int),
        ("long", "8-byte integer", Self::Long),
        ("reversed-time", "reversed time", Self::ReversedTime),
        ("hex", "hexadecimal", Self::Hex),
    ];

    /// A key of these named fields, in this order.
    pub fn fields<'a>(fields: impl IntoIterator<Item = (&'a str, Self)>) -> Self {
        Self::Fields(fields.into_iter().map(|(name, encoding)| (name.to_owned(), encoding)).collect())
    }

    /// The name: one of [`CHOICES`](Self::CHOICES), or `fields`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Int => "int",
            Self::Long => "long",
            Self::ReversedTime => "reversed-time",
            Self::Hex => "hex",
            Self::Fields(_) | Self::Own(_) => "fields",
        }
    }

    /// Whether it is made of named fields.
    pub fn is_fields(&self) -> bool {
        matches!(self, Self::Fields(_) | Self::Own(_))
    }

    /// The encoding of this name, if there is one.
    pub fn named(name: &str) -> Option<Self> {
        Self::CHOICES.into_iter().find(|(other, ..)| *other == name).map(|(.., encoding)| encoding)
    }

    /// The label on the page: `8-byte integer`, or `user · time · action`.
    pub fn label(&self) -> String {
        match self {
            Self::Fields(fields) => fields.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(SEPARATOR),
            Self::Own(own) => own.label(),
            plain => {
                let choice = Self::CHOICES.iter().find(|(name, ..)| *name == plain.name());
                choice.map_or(String::new(), |(_, label, _)| (*label).to_owned())
            }
        }
    }

    /// The number of its bytes; `None` if that depends on what is typed.
    pub fn width(&self) -> Option<usize> {
        match self {
            Self::Text | Self::Hex => None,
            Self::Int => Some(4),
            Self::Long | Self::ReversedTime => Some(8),
            Self::Fields(fields) => fields.iter().map(|(_, encoding)| encoding.width()).sum(),
            Self::Own(own) => own.layout().width(),
        }
    }

    /// An example of what can be typed.
    pub fn example(&self) -> String {
        match self {
            Self::Text => "any text".into(),
            Self::Int | Self::Long => "20".into(),
            Self::ReversedTime => "2012-05-24 10:00".into(),
            Self::Hex => "00 00 00 14".into(),
            Self::Fields(fields) => {
                fields.iter().map(|(_, encoding)| encoding.example()).collect::<Vec<_>>().join(", ")
            }
            Self::Own(own) => own.layout().example(),
        }
    }

    /// Turns a typed text into bytes. An empty text has no bytes; the first few of several fields are a prefix of a
    /// key.
    ///
    /// # Errors
    /// If the text does not fit: a sentence that says why, and what to type instead.
    pub fn encode(&self, typed: &str) -> Result<Vec<u8>, Problem> {
        match self {
            Self::Text => text::read(typed),
            Self::Hex => text::read_hex(typed),
            Self::Fields(fields) => read_fields(fields, typed),
            Self::Own(own) => own.layout().encode(typed),
            Self::Int | Self::Long | Self::ReversedTime => {
                let typed = typed.trim();
                if typed.is_empty() || typed.starts_with("\\x") {
                    return text::read(typed);
                }
                if let Some(quoted) = typed.strip_prefix('"').and_then(|typed| typed.strip_suffix('"')) {
                    return text::read(quoted);
                }
                match typed.split_once(SALT) {
                    Some((salt, number)) => {
                        let mut raw = vec![read_salt(salt.trim())?];
                        if number.trim() != CUT.encode_utf8(&mut [0; 4]) {
                            raw.extend(self.read_number(number.trim())?);
                        }
                        Ok(raw)
                    }
                    None => self.read_number(typed),
                }
            }
        }
    }

    /// Splits bytes into fields for people. A key that is not made of fields is one field without a name.
    pub fn decode(&self, raw: &[u8]) -> Vec<KeyField> {
        match self {
            Self::Fields(fields) => decode_fields(fields, raw),
            Self::Own(own) => own.fields(raw),
            plain => vec![KeyField { name: String::new(), text: plain.to_text(raw) }],
        }
    }

    /// Splits bytes into fields for people, each with the range of its bytes. Together they are all bytes, in order.
    pub fn parts(&self, raw: &[u8]) -> Vec<(KeyField, Range<usize>)> {
        match self {
            Self::Fields(fields) => decode_parts(fields, raw),
            Self::Own(own) => own.layout().parts(raw),
            plain => vec![(KeyField { name: String::new(), text: plain.to_text(raw) }, 0..raw.len())],
        }
    }

    /// The bytes as a text that [`encode`](Self::encode) turns into the same bytes.
    pub fn to_text(&self, raw: &[u8]) -> String {
        match self {
            Self::Text => text::write(raw),
            Self::Hex => text::write_hex(raw),
            Self::Fields(_) | Self::Own(_) => {
                self.decode(raw).into_iter().map(|field| field.text).collect::<Vec<_>>().join(SEPARATOR)
            }
            Self::Int | Self::Long | Self::ReversedTime => {
                let salted = || {
                    let (salt, rest) = raw.split_first()?;
                    let number = match rest.len() {
                        0 => Some(CUT.to_string()),
                        width => self.write_number(rest).filter(|_| Some(width) == self.width()),
                    };
                    Some([&salt.to_string(), SEPARATOR, &number?].concat())
                };
                let other = || text::quote(raw).or_else(salted).unwrap_or_else(|| text::escape(raw));
                self.write_number(raw).unwrap_or_else(other)
            }
        }
    }

    /// Reads a number or a time, for an encoding of numbers or times.
    fn read_number(&self, typed: &str) -> Result<Vec<u8>, Problem> {
        match self {
            Self::Int => read_int(typed),
            Self::ReversedTime => parse_reversed(typed),
            _ => read_long(typed),
        }
    }

    /// Prints the number or the time in these bytes, for an encoding of numbers or times; `None` if they hold none.
    fn write_number(&self, raw: &[u8]) -> Option<String> {
        match self {
            Self::Int => bytes::to_int(raw).map(|number| number.to_string()),
            Self::ReversedTime => format_reversed(raw),
            _ => bytes::to_long(raw).map(|number| number.to_string()),
        }
    }
}

/// Reads the salt that is typed before a number: one byte, in decimal digits.
fn read_salt(typed: &str) -> Result<u8, Problem> {
    typed.parse().map_err(|_| {
        Problem::new(format!("“{}” is no byte: before {SALT} there is a number from 0 to 255.", short(typed)))
    })
}

fn read_long(typed: &str) -> Result<Vec<u8>, Problem> {
    Ok(bytes::from_long(number_or(typed, "a text in quotes, or bytes as \\xNN")?).to_vec())
}

fn read_int(typed: &str) -> Result<Vec<u8>, Problem> {
    let number = number_or(typed, "a text in quotes, or bytes as \\xNN")?;
    let number = i32::try_from(number)
        .map_err(|_| Problem::new(format!("{number} does not fit in 4 bytes: use an 8-byte integer.")))?;
    Ok(bytes::from_int(number).to_vec())
}

/// How many bytes two keys have in common at their beginning: the place of the first byte that differs, which is past the end of
/// the shorter one where the longer begins with it.
pub(crate) fn common_prefix(one: &[u8], other: &[u8]) -> usize {
    one.iter().zip(other).take_while(|(one, other)| one == other).count()
}

/// Reads a whole number for a field of a designed key, which cannot be a text in quotes.
pub(crate) fn whole_number(typed: &str) -> Result<i64, Problem> {
    number_or(typed, "or bytes as \\xNN")
}

/// Reads a number in digits. `other` says what else could be typed there, for the sentence of the problem.
fn number_or(typed: &str, other: &str) -> Result<i64, Problem> {
    let digits = typed.strip_prefix(['+', '-']).unwrap_or(typed);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Problem::new(format!("“{}” is not a whole number: type digits, {other}.", short(typed))));
    }
    typed.parse().map_err(|_| {
        Problem::new(format!("{} does not fit in 8 bytes: the largest number is {}.", short(typed), i64::MAX))
    })
}

fn read_fields(fields: &[(String, Encoding)], typed: &str) -> Result<Vec<u8>, Problem> {
    let mut raw = Vec::new();
    let mut rest = Some(typed.trim()).filter(|typed| !typed.is_empty());
    let mut fields = fields.iter().peekable();
    while let Some(left) = rest {
        let field = fields.next();
        let open = field.is_some_and(|(_, encoding)| encoding.width().is_none());
        let (part, after) = match left.split_once(['·', ',']) {
            Some((part, after)) if !(open && fields.peek().is_none()) => (part.trim(), Some(after.trim())),
            _ => (left, None),
        };
        rest = after;
        match field {
            Some((name, encoding)) => {
                if part.is_empty() {
                    return Err(Problem::new(format!("The field “{name}” is empty: leave out only the last fields.")));
                }
                let bytes =
                    encoding.encode(part).map_err(|problem| Problem::new(format!("{name}: {}", problem.sentence)))?;
                raw.extend(bytes);
            }
            None if part.starts_with("\\x") => raw.extend(text::read(part)?),
            None => {
                return Err(Problem::new(format!(
                    "“{}” is one field too many: the key has no place for it.",
                    short(part)
                )));
            }
        }
    }
    Ok(raw)
}

fn decode_fields(fields: &[(String, Encoding)], raw: &[u8]) -> Vec<KeyField> {
    decode_parts(fields, raw).into_iter().map(|(field, _)| field).collect()
}

fn decode_parts(fields: &[(String, Encoding)], raw: &[u8]) -> Vec<(KeyField, Range<usize>)> {
    let mut views = Vec::with_capacity(fields.len());
    let mut rest = raw;
    for (name, encoding) in fields {
        if rest.is_empty() {
            return views;
        }
        let width = encoding.width().unwrap_or(rest.len());
        if width > rest.len() {
            // A split point can end within a time, since it is cut as soon as it separates two rows.
            if let Some(text) = format_reversed(rest).filter(|_| *encoding == Encoding::ReversedTime) {
                views.push((KeyField { name: name.clone(), text }, raw.len() - rest.len()..raw.len()));
                return views;
            }
            break;
        }
        let (field, after) = rest.split_at(width);
        let text = match encoding {
            Encoding::Text => text::write_field(field, views.len() + 1 < fields.len()),
            Encoding::Fields(_) | Encoding::Own(_) => text::escape(field),
            other => other.to_text(field),
        };
        let start = raw.len() - rest.len();
        views.push((KeyField { name: name.clone(), text }, start..start + width));
        rest = after;
    }
    if !rest.is_empty() {
        views.push((KeyField { name: String::new(), text: text::escape(rest) }, raw.len() - rest.len()..raw.len()));
    }
    views
}

#[cfg(test)]
mod tests;
