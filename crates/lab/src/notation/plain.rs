//! How bytes and large numbers are serialized for programs that read the views, so that none is rounded or lost.

use serde::{Serialize, Serializer};

/// The largest number up to which a double represents every whole number exactly.
const SAFE: i128 = (1 << 53) - 1;

/// Serializes bytes as bytes, not as a list of numbers.
pub(crate) fn bytes<S: Serializer>(raw: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bytes(raw)
}

/// Serializes a number. If a double cannot represent it exactly, it has 128 bits, which JavaScript gets as a `bigint`.
pub(crate) fn number<S: Serializer>(number: &(impl Copy + Into<i128>), serializer: S) -> Result<S::Ok, S::Error> {
    let number: i128 = (*number).into();
    match i64::try_from(number) {
        Ok(small) if number.abs() <= SAFE => serializer.serialize_i64(small),
        _ => serializer.serialize_i128(number),
    }
}

/// Serializes a number that may be missing, as [`number`] does.
pub(crate) fn optional_number<S: Serializer>(
    number: &Option<impl Copy + Into<i128>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    struct Number(i128);
    impl Serialize for Number {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            self::number(&self.0, serializer)
        }
    }
    number.map(|number| Number(number.into())).serialize(serializer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    struct Sample {
        #[serde(serialize_with = "number")]
        time: i64,
        #[serde(serialize_with = "optional_number")]
        size: Option<u64>,
    }

    #[test]
    fn numbers_keep_their_digits() {
        for (time, size, text) in [
            (-1, None, r#"{"time":-1,"size":null}"#),
            (i64::MAX, Some(u64::MAX), r#"{"time":9223372036854775807,"size":18446744073709551615}"#),
        ] {
            assert_eq!(serde_json::to_string(&Sample { time, size }).expect("it can be written"), text);
        }
    }
}
