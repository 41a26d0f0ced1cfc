//! Keys and cells as they are typed.

use super::Fault;
use splitpoint_lab::intent::Raw;
use splitpoint_lab::notation::{Encoding, to_string_binary};

/// Text, and how it is turned into bytes.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct KeyText {
    /// How.
    pub encoding: Encoding,
    /// What was typed.
    pub text: String,
}

impl KeyText {
    /// This text in this encoding.
    pub fn new(encoding: Encoding, text: &str) -> Self {
        Self { encoding, text: text.to_owned() }
    }

    /// The same bytes in another encoding; the same text where it is not bytes yet.
    #[must_use]
    pub fn in_encoding(&self, encoding: Encoding) -> Self {
        let text = match self.encoding.encode(&self.text) {
            Ok(raw) if !raw.is_empty() => encoding.to_text(&raw),
            _ => self.text.clone(),
        };
        Self { encoding, text }
    }

    /// The bytes as HBase prints them; `None` where it is not bytes, or none.
    pub fn binary(&self) -> Option<String> {
        let raw = self.encoding.encode(&self.text).ok().filter(|raw| !raw.is_empty())?;
        Some(to_string_binary(&raw))
    }

    /// The bytes, or a note of what cannot be read.
    pub(super) fn read(&self, field: &str, faults: &mut Vec<Fault>) -> Raw {
        self.encoding.encode(&self.text).unwrap_or_else(|problem| {
            faults.push(Fault { field: field.to_owned(), sentence: problem.sentence });
            Raw::new()
        })
    }
}

/// A column, a value, perhaps a time.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct CellText {
    /// `family:qualifier`.
    pub column: String,
    /// Value.
    pub value: KeyText,
    /// Milliseconds; empty: the server's.
    pub time: String,
}

impl CellText {
    /// Text for a column, at the server's time.
    pub fn new(column: &str, value: &str) -> Self {
        Self { column: column.to_owned(), value: KeyText::new(Encoding::Text, value), time: String::new() }
    }
}

/// Family and qualifier of `family:qualifier`; without a colon all of it is the family.
pub(super) fn column(field: &str, typed: &str, faults: &mut Vec<Fault>) -> (String, Raw) {
    let (family, qualifier) = typed.trim().split_once(':').unwrap_or((typed.trim(), ""));
    let qualifier = KeyText::new(Encoding::Text, qualifier).read(field, faults);
    (family.to_owned(), qualifier)
}

/// Milliseconds; nothing typed is none.
pub(super) fn time(field: &str, typed: &str, faults: &mut Vec<Fault>) -> Option<i64> {
    let typed = typed.trim();
    if typed.is_empty() {
        return None;
    }
    let time = typed.parse().ok();
    if time.is_none() {
        let sentence = format!("“{typed}” is not a time: type milliseconds, or nothing for the server's time.");
        faults.push(Fault { field: field.to_owned(), sentence });
    }
    time
}
