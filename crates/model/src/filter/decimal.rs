//! Decimal numbers of any length, as far as `BigDecimalComparator` needs them.

use crate::error::{Error, FilterArgument};
use std::cmp::Ordering;

/// `digits · 10^exponent`, with a sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Decimal {
    negative: bool,
    /// Without leading and trailing zeros; none for zero.
    digits: Vec<u8>,
    /// The power of ten of the last digit.
    exponent: i64,
}

impl Decimal {
    fn new(negative: bool, mut digits: Vec<u8>, mut exponent: i64) -> Self {
        while digits.last() == Some(&0) {
            digits.pop();
            exponent += 1;
        }
        let leading = digits.iter().take_while(|digit| **digit == 0).count();
        digits.drain(..leading);
        if digits.is_empty() {
            exponent = 0;
        }
        Self { negative: negative && !digits.is_empty(), digits, exponent }
    }

    /// Reads `[+-]digits[.digits][e[+-]digits]`.
    ///
    /// # Errors
    /// `IllegalArgument` (in Java: `NumberFormatException`) for anything else.
    pub(super) fn parse(text: &str) -> Result<Self, Error> {
        let bad = || Error::from(FilterArgument::NotDecimal { text: text.to_owned() });
        let (negative, rest) = match text.as_bytes().first() {
            Some(b'-') => (true, &text[1..]),
            Some(b'+') => (false, &text[1..]),
            _ => (false, text),
        };
        let (number, exponent) = match rest.split_once(['e', 'E']) {
            Some((number, exponent)) => (number, exponent.parse::<i32>().map_err(|_| bad())?),
            None => (rest, 0),
        };
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        if whole.is_empty() && fraction.is_empty() {
            return Err(bad());
        }
        let digit = |byte: u8| if byte.is_ascii_digit() { Ok(byte - b'0') } else { Err(bad()) };
        let digits = whole.bytes().chain(fraction.bytes()).map(digit).collect::<Result<_, _>>()?;
        let places = i64::try_from(fraction.len()).map_err(|_| bad())?;
        Ok(Self::new(negative, digits, i64::from(exponent) - places))
    }

    /// Reads what `Bytes.toBytes(BigDecimal)` writes: the scale in 4 bytes, then the unscaled number in two's
    /// complement. `None` for fewer than 5 bytes.
    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (scale, unscaled) = bytes.split_first_chunk::<4>()?;
        let negative = *unscaled.first()? >= 0x80;
        let mut digits = vec![0]; // the last digit first
        for byte in unscaled {
            let mut carry = u16::from(if negative { !byte } else { *byte });
            for digit in &mut digits {
                let value = u16::from(*digit) * 256 + carry;
                *digit = (value % 10) as u8;
                carry = value / 10;
            }
            while carry > 0 {
                digits.push((carry % 10) as u8);
                carry /= 10;
            }
        }
        if negative {
            match digits.iter().position(|digit| *digit < 9) {
                Some(at) => {
                    digits[at] += 1;
                    digits[..at].fill(0);
                }
                None => {
                    digits.fill(0);
                    digits.push(1);
                }
            }
        }
        digits.reverse();
        Some(Self::new(negative, digits, -i64::from(i32::from_be_bytes(*scale))))
    }

    /// The numeric order.
    pub(super) fn compare(&self, other: &Self) -> Ordering {
        match (self.sign(), other.sign()) {
            (1, 1) => self.magnitude(other),
            (-1, -1) => other.magnitude(self),
            (left, right) => left.cmp(&right),
        }
    }

    fn sign(&self) -> i8 {
        if self.digits.is_empty() {
            0
        } else if self.negative {
            -1
        } else {
            1
        }
    }

    /// The order of two numbers that are not zero, without their signs: by the place of the first digit, then digit
    /// by digit.
    fn magnitude(&self, other: &Self) -> Ordering {
        let first = |number: &Self| number.exponent + i64::try_from(number.digits.len()).unwrap_or(i64::MAX);
        first(self).cmp(&first(other)).then_with(|| self.digits.cmp(&other.digits))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_is_numeric() {
        let sorted = ["-1e3", "-999", "-0.5", "0", "0.05", "0.5", "1", "1.5", "9.99", "10", "1E2", "101"];
        let numbers = sorted.map(|text| Decimal::parse(text).expect("a number"));
        for (at, left) in numbers.iter().enumerate() {
            for (other, right) in numbers.iter().enumerate() {
                assert_eq!(left.compare(right), at.cmp(&other), "{} {}", sorted[at], sorted[other]);
            }
        }
    }

    #[test]
    fn bytes_of_java() {
        let number = |text| Decimal::parse(text).expect("a number");
        assert_eq!(Decimal::from_bytes(&[0, 0, 0, 2, 0x04, 0xd2]), Some(number("12.34")));
        assert_eq!(Decimal::from_bytes(&[0, 0, 0, 0, 0xff]), Some(number("-1")));
        assert_eq!(Decimal::from_bytes(&[0, 0, 0, 0, 0xff, 0x00]), Some(number("-256")));
        assert_eq!(Decimal::from_bytes(&[0xff, 0xff, 0xff, 0xfe, 0x01]), Some(number("100")));
        assert_eq!(Decimal::from_bytes(&[0, 0, 0, 1, 0x00]), Some(number("0")));
        assert_eq!(Decimal::from_bytes(&[0, 0, 0, 1]), None);
        assert!(["", ".", "1x", "-", "1e"].iter().all(|text| Decimal::parse(text).is_err()));
    }
}
