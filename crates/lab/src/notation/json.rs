//! Bytes and columns as text, for what is kept as JSON.
//!
//! Bytes that are UTF-8 without control characters are written as that text. All others are written as `0x` and two
//! hexadecimal digits for each byte, and so are those whose text would begin with `0x`. A column is its family and its
//! qualifier, each in this form, with a colon between them; without a colon it is a family.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

const HEX: &str = "0x";

/// The bytes of a key or value.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Bytes(pub(crate) Vec<u8>);

/// A column family, with or without a qualifier.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Column {
    pub(crate) family: String,
    pub(crate) qualifier: Option<Vec<u8>>,
}

impl Column {
    pub(crate) fn new(family: &str, qualifier: &[u8]) -> Self {
        Self { family: family.to_owned(), qualifier: Some(qualifier.to_owned()) }
    }

    /// The family, and the qualifier, which is empty if there is none.
    pub(crate) fn parts(self) -> (String, Vec<u8>) {
        (self.family, self.qualifier.unwrap_or_default())
    }
}

/// `0x`, and two hexadecimal digits for each byte.
pub(crate) fn hex(raw: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits = raw.iter().flat_map(|byte| [byte >> 4, byte & 15]).map(|digit| char::from(DIGITS[usize::from(digit)]));
    HEX.chars().chain(digits).collect()
}

fn write(raw: &[u8]) -> String {
    match std::str::from_utf8(raw) {
        Ok(text) if !text.starts_with(HEX) && !text.chars().any(char::is_control) => text.to_owned(),
        _ => hex(raw),
    }
}

fn write_family(family: &str) -> String {
    if family.contains(':') { hex(family.as_bytes()) } else { write(family.as_bytes()) }
}

fn read(text: &str) -> Result<Vec<u8>, String> {
    let Some(digits) = text.strip_prefix(HEX) else { return Ok(text.as_bytes().to_vec()) };
    let value = |digit: u8| char::from(digit).to_digit(16).and_then(|value| u8::try_from(value).ok());
    let byte = |pair: &[u8]| match pair {
        [high, low] => Some(value(*high)? << 4 | value(*low)?),
        _ => None,
    };
    let raw: Option<Vec<u8>> = digits.as_bytes().chunks(2).map(byte).collect();
    raw.ok_or_else(|| format!("{text} has to be {HEX} and two hexadecimal digits a byte"))
}

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&write(&self.0))
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(&String::deserialize(deserializer)?).map(Self).map_err(D::Error::custom)
    }
}

impl Serialize for Column {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut text = write_family(&self.family);
        if let Some(qualifier) = &self.qualifier {
            text.push(':');
            text.push_str(&write(qualifier));
        }
        serializer.serialize_str(&text)
    }
}

impl<'de> Deserialize<'de> for Column {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let (family, qualifier) = match text.split_once(':') {
            Some((family, qualifier)) => (family, Some(read(qualifier).map_err(D::Error::custom)?)),
            None => (text.as_str(), None),
        };
        let family = String::from_utf8(read(family).map_err(D::Error::custom)?)
            .map_err(|_| D::Error::custom(format!("the family of {text} is no text")))?;
        Ok(Self { family, qualifier })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(raw: &[u8], text: &str) {
        let written = serde_json::to_string(&Bytes(raw.to_vec())).expect("it is a string");
        assert_eq!(written, text);
        assert_eq!(serde_json::from_str::<Bytes>(&written).expect("it was just written").0, raw);
    }

    #[test]
    fn bytes_come_back() {
        check(b"", r#""""#);
        check(b"comment 7", r#""comment 7""#);
        check("Zoë".as_bytes(), r#""Zoë""#);
        check(&[0, 0, 0, 20], r#""0x00000014""#);
        check(b"0x14", r#""0x30783134""#);
        check(b"a\n", r#""0x610a""#);
        check(&[0xff], r#""0xff""#);
        for wrong in [r#""0x1""#, r#""0x1g""#, "7"] {
            assert!(serde_json::from_str::<Bytes>(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn columns_come_back() {
        for (family, qualifier, text) in [
            ("c", Some(b"text".as_slice()), r#""c:text""#),
            ("c", Some(b"".as_slice()), r#""c:""#),
            ("c", None, r#""c""#),
            ("", None, r#""""#),
            ("a:b", Some(b"c:d".as_slice()), r#""0x613a62:c:d""#),
            ("c", Some(b"\0".as_slice()), r#""c:0x00""#),
        ] {
            let column = Column { family: family.to_owned(), qualifier: qualifier.map(<[u8]>::to_vec) };
            let written = serde_json::to_string(&column).expect("it is a string");
            assert_eq!(written, text);
            assert_eq!(serde_json::from_str::<Column>(&written).expect("it was just written"), column);
        }
        assert!(serde_json::from_str::<Column>(r#""0xff:a""#).is_err(), "no text");
    }
}
