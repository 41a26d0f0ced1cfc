//! Bytes, columns and clients as JavaScript writes them, and plain data for it.

use crate::failure::{self, Failure};
use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_wasm_bindgen::Serializer;
use splitpoint_lab::intent::Raw;
use std::fmt;
use wasm_bindgen::JsValue;

/// Makes plain objects and lists; what is missing is `null`, bytes are a `Uint8Array`.
pub(crate) fn give(value: &impl Serialize) -> Result<JsValue, JsValue> {
    let serializer = Serializer::new().serialize_missing_as_null(true);
    value.serialize(&serializer).map_err(JsValue::from)
}

/// Reads a plain object.
///
/// # Errors
/// A `TypeError` that says what should stand there.
pub(crate) fn take<T: for<'a> Deserialize<'a>>(value: JsValue) -> Result<T, JsValue> {
    serde_wasm_bindgen::from_value(value).map_err(|error| failure::misused(&error.to_string()))
}

/// Bytes: a text as UTF-8, a `Uint8Array` as it is, a whole number as eight bytes, the highest first.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Bytes(pub(crate) Raw);

struct BytesVisitor;

impl Visitor<'_> for BytesVisitor {
    type Value = Bytes;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text, a Uint8Array or a whole number")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Bytes, E> {
        Ok(Bytes(text.as_bytes().to_vec()))
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Bytes, E> {
        Ok(Bytes(bytes.to_vec()))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Bytes, E> {
        Ok(Bytes(number.to_be_bytes().to_vec()))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Bytes, E> {
        match i64::try_from(number) {
            Ok(number) => self.visit_i64(number),
            Err(_) => Err(E::invalid_value(Unexpected::Unsigned(number), &self)),
        }
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Bytes, E> {
        Err(E::invalid_value(Unexpected::Float(number), &self))
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(BytesVisitor)
    }
}

/// `family:qualifier`; without a colon a family and the empty qualifier.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Column(pub(crate) String, pub(crate) Raw);

/// Family and qualifier apart, for qualifiers that are no text.
#[derive(Deserialize)]
struct Parts {
    family: String,
    #[serde(default)]
    qualifier: Bytes,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    Text(String),
    Parts(Parts),
}

impl<'de> Deserialize<'de> for Column {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let written = Written::deserialize(deserializer)
            .map_err(|_| D::Error::custom("a column is a text such as 'f:q', or { family, qualifier }"))?;
        Ok(match written {
            Written::Parts(Parts { family, qualifier: Bytes(qualifier) }) => Self(family, qualifier),
            Written::Text(text) => match text.split_once(':') {
                Some((family, qualifier)) => Self(family.to_owned(), qualifier.as_bytes().to_vec()),
                None => Self(text, Raw::new()),
            },
        })
    }
}

/// The number of a client, by its letter.
pub(crate) fn client(letter: &str) -> Result<u8, JsValue> {
    match letter.as_bytes() {
        [letter @ b'A'..=b'D'] => Ok(letter - b'A'),
        _ => Err(Failure::no_client().into()),
    }
}
