//! Keys, values and ranges in the notation that is asked for.

use super::{KeyField, KeyNotation};
use crate::intent::Raw;
use crate::notation::Encoding;
use splitpoint_model::bytes;
use splitpoint_model::cell::Cell;

/// Characters of a value that are shown.
const VALUE: usize = 200;

/// Prints the keys of one table, and its values.
#[derive(Clone, Debug)]
pub(crate) struct Printer {
    encoding: Encoding,
    notation: KeyNotation,
    /// Columns whose values are no text.
    values: Vec<(String, Raw, Encoding)>,
}

impl Printer {
    pub(crate) fn new(encoding: Encoding, notation: KeyNotation) -> Self {
        Self { encoding, notation, values: Vec::new() }
    }

    /// The same, where values of some columns are no text.
    pub(crate) fn with(self, values: &[(String, Raw, Encoding)]) -> Self {
        Self { values: values.to_vec(), ..self }
    }

    /// The value of a cell: as its column is read, where keys are read by their fields. What is none of the column's values
    /// stands in quotes, so that a text is not taken for a number. Of other columns what looks like a counter is told as one.
    pub(crate) fn value(&self, cell: &Cell) -> String {
        let known = self.values.iter().filter(|_| self.notation == KeyNotation::Fields);
        let mut known = known.filter(|(family, qualifier, _)| {
            family.as_bytes() == cell.family() && qualifier.as_slice() == cell.qualifier()
        });
        match known.next() {
            Some((.., encoding)) if encoding.width() == Some(cell.value().len()) => encoding.to_text(cell.value()),
            Some(_) if !cell.value().is_empty() => format!("\"{}\"", value(cell.value())),
            None if self.notation == KeyNotation::Fields => {
                counter(cell.value()).unwrap_or_else(|| value(cell.value()))
            }
            _ => value(cell.value()),
        }
    }

    /// A row key by its fields, each in the notation.
    pub(crate) fn fields(&self, row: &[u8]) -> Vec<KeyField> {
        if self.notation == KeyNotation::Fields {
            return self.encoding.decode(row);
        }
        let parts = self.encoding.parts(row).into_iter();
        parts.map(|(field, place)| KeyField { text: self.key(&row[place]), ..field }).collect()
    }

    /// A row key in one piece.
    pub(crate) fn key(&self, row: &[u8]) -> String {
        match self.notation {
            KeyNotation::Fields => self.encoding.to_text(row),
            KeyNotation::Binary => bytes::to_string_binary(row),
            KeyNotation::Hex => Encoding::Hex.to_text(row),
        }
    }

    /// The range of a region.
    pub(crate) fn range(&self, start: &[u8], end: &[u8]) -> String {
        let bound = |key: &[u8]| if key.is_empty() { String::new() } else { self.key(key) };
        range(&bound(start), &bound(end))
    }
}

/// `[−∞, 20)`: the start belongs to it, the end does not. An open end is an empty text.
pub(super) fn range(start: &str, end: &str) -> String {
    fn bound<'a>(key: &'a str, open: &'a str) -> &'a str {
        if key.is_empty() { open } else { key }
    }
    ["[", bound(start, "−∞"), ", ", bound(end, "+∞"), ")"].concat()
}

/// `family:qualifier`.
pub(crate) fn column(family: &[u8], qualifier: &[u8]) -> String {
    format!("{}:{}", Encoding::Text.to_text(family), Encoding::Text.to_text(qualifier))
}

/// Eight bytes as a number, where they are what an increment makes of a column: a number of a few digits, which as text would be
/// signs that cannot be printed. `None` of any other value.
fn counter(raw: &[u8]) -> Option<String> {
    let number = i64::from_be_bytes(raw.try_into().ok()?);
    i32::try_from(number).is_ok().then(|| format!("{number} (8 bytes)"))
}

/// A value as text, cut where it gets long.
pub(super) fn value(raw: &[u8]) -> String {
    // A character has at most four bytes.
    let text = Encoding::Text.to_text(&raw[..raw.len().min(4 * VALUE)]);
    if text.chars().count() <= VALUE && raw.len() <= 4 * VALUE {
        return text;
    }
    text.chars().take(VALUE).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_cut_between_characters() {
        assert_eq!(value("Zoë".as_bytes()), "Zoë");
        assert_eq!(value(&[b'a'; 200]).chars().count(), 200);
        let long = value("ë".repeat(5000).as_bytes());
        assert_eq!(long.chars().count(), 201);
        assert!(long.ends_with("ë…"));
    }

    #[test]
    fn eight_bytes_of_a_counter_are_its_number() {
        assert_eq!(counter(&5_i64.to_be_bytes()).as_deref(), Some("5 (8 bytes)"));
        assert_eq!(counter(&(-1_i64).to_be_bytes()).as_deref(), Some("-1 (8 bytes)"));
        assert_eq!(counter(b"eight by"), None, "a text");
        assert_eq!(counter(&[5]), None);
    }

    #[test]
    fn ranges_name_their_open_ends() {
        let printer = Printer::new(Encoding::Long, KeyNotation::Fields);
        assert_eq!(printer.range(&[], &20_i64.to_be_bytes()), "[−∞, 20)");
        assert_eq!(printer.range(&20_i64.to_be_bytes(), &[]), "[20, +∞)");
        let printer = Printer::new(Encoding::Long, KeyNotation::Hex);
        assert_eq!(printer.key(&20_i64.to_be_bytes()), "00 00 00 00 00 00 00 14");
    }
}
