//! Floats from text.

/// The float that is nearest to a number in decimal digits, with a point and an exponent or without; infinity beyond the
/// largest. `None` of any other text. Like `parse` of the standard library, without its 10 kB of powers of five.
pub(crate) fn float(text: &str) -> Option<f64> {
    let (negative, number) = match text.strip_prefix(['-', '+']) {
        Some(number) => (text.starts_with('-'), number),
        None => (false, text),
    };
    let (digits, exponent) = match number.split_once(['e', 'E']) {
        Some((digits, exponent)) => (digits, Some(exponent)),
        None => (number, None),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.len() + part.len() == 0 || !all_digits(whole) || !all_digits(part) {
        return None;
    }
    let exponent = match exponent {
        None => 0,
        Some(text) => {
            let size = text.strip_prefix(['-', '+']).unwrap_or(text);
            if size.is_empty() || !all_digits(size) {
                return None;
            }
            let size = size.parse().unwrap_or(FAR).min(FAR);
            if text.starts_with('-') { -size } else { size }
        }
    };
    let (whole, part) = (whole.trim_start_matches('0'), part.trim_end_matches('0'));
    let size: f64 = minimal_lexical::parse_float(whole.as_bytes().iter(), part.as_bytes().iter(), exponent);
    Some(if negative { -size } else { size })
}

/// The float that a text begins with, its digits grouped by `_` or not; 0 where it begins with none.
pub(crate) fn leading(text: &str) -> f64 {
    let bytes = text.as_bytes();
    let is = |at: usize, any: [u8; 2]| bytes.get(at).is_some_and(|byte| any.contains(byte));
    let digits = |from: usize| {
        let rest = bytes.get(from..).unwrap_or_default();
        from + rest.iter().take_while(|byte| byte.is_ascii_digit() || **byte == b'_').count()
    };
    let mut end = digits(usize::from(is(0, *b"+-")));
    if is(end, *b"..") {
        end = Some(digits(end + 1)).filter(|part| *part > end + 1).unwrap_or(end);
    }
    if is(end, *b"eE") {
        let from = end + 1 + usize::from(is(end + 1, *b"+-"));
        end = Some(digits(from)).filter(|size| *size > from).unwrap_or(end);
    }
    float(&text[..end].replace('_', "")).unwrap_or(0.0)
}

/// An exponent at which every number of ordinary length is zero or infinity.
const FAR: i32 = 1 << 20;

#[cfg(test)]
mod tests {
    use super::{float, leading};
    use proptest::prelude::*;

    #[test]
    fn what_is_no_number_is_none() {
        for text in ["", ".", "-", "e1", "1e", "1e+", "1_0", "0x1", "1.2.3", "inf", "nan", " 1", "1e1.5", "--1"] {
            assert_eq!(float(text), None, "{text}");
        }
    }

    #[test]
    fn a_text_begins_with_as_much_of_a_number_as_it_can() {
        for (text, number) in [
            ("1.5", 1.5),
            ("-2x", -2.0),
            ("1_000.2_5e", 1000.25),
            ("1.e5", 1.0),
            (".5", 0.5),
            ("2e3x", 2000.0),
            ("2e+", 2.0),
            ("2e-1", 0.2),
            ("1.2.3", 1.2),
            ("", 0.0),
            ("+", 0.0),
            ("--1", 0.0),
            ("e5", 0.0),
            ("ä1", 0.0),
        ] {
            assert_eq!(leading(text), number, "{text}");
        }
    }

    #[test]
    fn ends_of_what_there_is() {
        for text in
            ["1e309", "-1e309", "1e99999999999", "1e-99999999999", "5e-324", "2e-324", "1.7976931348623157e308", "1."]
        {
            assert_eq!(float(text).map(f64::to_bits), text.parse().ok().map(f64::to_bits), "{text}");
        }
        // Half way between two, and a little more, far behind.
        for text in ["9007199254740993", "9007199254740993.00000000000000000000000000000000000000000000000000001"] {
            assert_eq!(float(text), text.parse().ok(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn all_others_are_read_like_those_of_the_standard_library(
            text in "[-+]?([0-9]{1,25}\\.?[0-9]{0,25}|\\.[0-9]{1,25})([eE][-+]?[0-9]{1,3})?"
        ) {
            prop_assert_eq!(float(&text).map(f64::to_bits), text.parse().ok().map(f64::to_bits));
        }

        #[test]
        fn what_is_printed_is_read(bits: u64) {
            let number = f64::from_bits(bits);
            prop_assume!(number.is_finite());
            prop_assert_eq!(float(&number.to_string()).map(f64::to_bits), Some(bits));
            prop_assert_eq!(float(&format!("{number:e}")).map(f64::to_bits), Some(bits));
        }
    }
}
