//! Comparators, ready to compare.

use super::decimal::Decimal;
use super::regex::{Search, java_regex};
use super::{BitOp, Comparator, CompareOp};
use crate::bytes::{Value, to_long};
use crate::error::Error;
use std::cmp::Ordering;
use std::sync::Arc;

/// A comparator and its operator.
///
/// Source: `CompareFilter`, `ByteArrayComparable`.
#[derive(Clone, Debug)]
pub(super) struct Test {
    op: CompareOp,
    given: Given,
}

/// The value that stored bytes are compared with, parsed once.
#[derive(Clone, Debug)]
enum Given {
    Binary(Value),
    BinaryPrefix(Value),
    BinaryComponent(Value, usize),
    Long(i64),
    Decimal(Decimal),
    Bit(Value, BitOp),
    Null,
    Regex(Arc<Search>),
    Substring(String),
}

impl Test {
    pub(super) fn new(op: CompareOp, comparator: &Comparator) -> Result<Self, Error> {
        let given = match comparator {
            Comparator::Binary(value) => Given::Binary(value.clone()),
            Comparator::BinaryPrefix(value) => Given::BinaryPrefix(value.clone()),
            Comparator::BinaryComponent(value, offset) => {
                Given::BinaryComponent(value.clone(), usize::try_from(*offset).unwrap_or(0))
            }
            Comparator::Long(number) => Given::Long(*number),
            Comparator::BigDecimal(text) => Given::Decimal(Decimal::parse(text)?),
            Comparator::Bit(value, op) => Given::Bit(value.clone(), *op),
            Comparator::Null => Given::Null,
            Comparator::Regex(pattern) => Given::Regex(Arc::new(java_regex(pattern, false)?)),
            Comparator::RegexNoCase(pattern) => Given::Regex(Arc::new(java_regex(pattern, true)?)),
            Comparator::Substring(text) => Given::Substring(text.to_lowercase()),
        };
        Ok(Self { op, given })
    }

    /// Whether `stored op given` holds.
    pub(super) fn passes(&self, stored: &[u8]) -> bool {
        self.op.holds(self.given.compare(stored).reverse())
    }
}

impl Given {
    /// The given value on the left. Comparators that only know match and no match say `Greater` for no match.
    ///
    /// Deviation: HBase reads past a stored value that is too short for a component, and throws where it is not 8
    /// bytes wide for a long or less than 5 for a decimal; here a missing byte sorts first and such a value is less.
    fn compare(&self, stored: &[u8]) -> Ordering {
        let match_or_greater = |matches| if matches { Ordering::Equal } else { Ordering::Greater };
        match self {
            Self::Binary(given) => (**given).cmp(stored),
            Self::BinaryPrefix(given) => (**given).cmp(&stored[..stored.len().min(given.len())]),
            Self::BinaryComponent(given, offset) => {
                let rest = stored.get(*offset..).unwrap_or_default();
                (**given).cmp(&rest[..rest.len().min(given.len())])
            }
            Self::Long(given) => to_long(stored).map_or(Ordering::Greater, |stored| given.cmp(&stored)),
            Self::Decimal(given) => {
                Decimal::from_bytes(stored).map_or(Ordering::Greater, |stored| given.compare(&stored))
            }
            Self::Bit(given, op) => match_or_greater(
                given.len() == stored.len()
                    && given.iter().zip(stored).any(|(given, stored)| {
                        let bits = match op {
                            BitOp::And => given & stored,
                            BitOp::Or => given | stored,
                            BitOp::Xor => given ^ stored,
                        };
                        bits != 0
                    }),
            ),
            Self::Null => Ordering::Greater,
            Self::Regex(pattern) => match_or_greater(pattern.is_in(stored)),
            Self::Substring(given) => {
                match_or_greater(String::from_utf8_lossy(stored).to_lowercase().contains(given.as_str()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Which of `<`, `=`, `>` hold for the stored value.
    fn holds(comparator: &Comparator, stored: &[u8]) -> &'static str {
        let passes = |op| Test::new(op, comparator).expect("good arguments").passes(stored);
        match (passes(CompareOp::Less), passes(CompareOp::Equal), passes(CompareOp::Greater)) {
            (true, false, false) => "<",
            (false, true, false) => "=",
            (false, false, true) => ">",
            _ => "?",
        }
    }

    #[test]
    fn parts_of_values() {
        let binary = Comparator::Binary("ab".into());
        assert_eq!(["aa", "ab", "abc"].map(|stored| holds(&binary, stored.as_bytes())), ["<", "=", ">"]);
        let prefix = Comparator::BinaryPrefix("ab".into());
        assert_eq!(["a", "abc", "b"].map(|stored| holds(&prefix, stored.as_bytes())), ["<", "=", ">"]);
        let component = Comparator::BinaryComponent("b".into(), 1);
        assert_eq!(["xa", "xbz", "xc"].map(|stored| holds(&component, stored.as_bytes())), ["<", "=", ">"]);
    }

    #[test]
    fn numbers() {
        let long = Comparator::Long(0);
        assert_eq!([-5i64, 0, 5].map(|stored| holds(&long, &stored.to_be_bytes())), ["<", "=", ">"]);
        let decimal = Comparator::BigDecimal("1.50".to_owned());
        let stored: [&[u8]; 3] = [&[0, 0, 0, 0, 0xff], &[0, 0, 0, 1, 15], &[0, 0, 0, 0, 2]];
        assert_eq!(stored.map(|stored| holds(&decimal, stored)), ["<", "=", ">"]);
    }

    #[test]
    fn match_or_no_match() {
        let bit = |op| Comparator::Bit(Value::from([0, 1].as_slice()), op);
        assert_eq!(holds(&bit(BitOp::And), &[0, 3]), "=");
        assert_eq!(holds(&bit(BitOp::And), &[0, 2]), "<");
        assert_eq!(holds(&bit(BitOp::Xor), &[0, 1]), "<");
        assert_eq!(holds(&bit(BitOp::Or), &[0]), "<");
        assert_eq!(holds(&Comparator::Null, b""), "<");
        assert_eq!(holds(&Comparator::Substring("AB".to_owned()), b"xaBx"), "=");
        assert_eq!(holds(&Comparator::Substring("AB".to_owned()), b"xa"), "<");
    }
}
