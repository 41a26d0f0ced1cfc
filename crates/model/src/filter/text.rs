//! Prints filters in the filter language.

use super::{BitOp, ColumnTest, Comparator, CompareOp, Filter, ListOp, RowRange};
use crate::bytes::to_string_binary;
use std::fmt;

/// A quoted argument: unprintable bytes as `\xNN`, a quote inside twice.
fn quoted(bytes: &[u8]) -> String {
    format!("'{}'", to_string_binary(bytes).replace('\'', "''"))
}

fn comma_separated<T>(items: &[T], text: impl Fn(&T) -> String) -> String {
    items.iter().map(text).collect::<Vec<_>>().join(", ")
}

impl fmt::Display for CompareOp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Less => "<",
            Self::LessOrEqual => "<=",
            Self::Equal => "=",
            Self::NotEqual => "!=",
            Self::GreaterOrEqual => ">=",
            Self::Greater => ">",
            Self::NoOp => "NO_OP",
        })
    }
}

/// The comparator as an argument: `'type:value'`. Those that the language lacks have a form of the same look.
impl fmt::Display for Comparator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, value) = match self {
            Self::Binary(value) => ("binary", value.to_vec()),
            Self::BinaryPrefix(value) => ("binaryprefix", value.to_vec()),
            Self::Regex(pattern) => ("regexstring", pattern.clone().into_bytes()),
            Self::RegexNoCase(pattern) => ("regexstringnocase", pattern.clone().into_bytes()),
            Self::Substring(text) => ("substring", text.clone().into_bytes()),
            Self::BinaryComponent(value, offset) => {
                return write!(f, "{}", quoted(&[format!("component@{offset}:").as_bytes(), value].concat()));
            }
            Self::Long(number) => ("long", number.to_string().into_bytes()),
            Self::BigDecimal(number) => ("bigdecimal", number.clone().into_bytes()),
            Self::Bit(value, BitOp::And) => ("bit&", value.to_vec()),
            Self::Bit(value, BitOp::Or) => ("bit|", value.to_vec()),
            Self::Bit(value, BitOp::Xor) => ("bit^", value.to_vec()),
            Self::Null => ("null", Vec::new()),
        };
        write!(f, "{}", quoted(&[kind.as_bytes(), b":", &value].concat()))
    }
}

impl fmt::Display for ColumnTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { family, qualifier, op, comparator, filter_if_missing, latest_version_only } = self;
        write!(f, "{}, {}, {op}, {comparator}", quoted(family), quoted(qualifier))?;
        match (filter_if_missing, latest_version_only) {
            (false, true) => Ok(()),
            _ => write!(f, ", {filter_if_missing}, {latest_version_only}"),
        }
    }
}

impl fmt::Display for RowRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (open, close) = (if self.start_inclusive { '[' } else { '(' }, if self.stop_inclusive { ']' } else { ')' });
        write!(f, "{open}{}, {}{close}", quoted(&self.start), quoted(&self.stop))
    }
}

/// The filter in the filter language, where it has a form there: read back, with `\xNN` taken for the byte, it is the
/// same filter. Lists of fewer than two filters, fuzzy, range and random filters, seeks by column or timestamp, and
/// some comparators have none; they are written in a form of the same look.
impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PageFilter { page_size } => write!(f, "PageFilter({page_size})"),
            Self::PrefixFilter { prefix } => write!(f, "PrefixFilter({})", quoted(prefix)),
            Self::InclusiveStopFilter { stop } => write!(f, "InclusiveStopFilter({})", quoted(stop)),
            Self::RowFilter { op, comparator } => write!(f, "RowFilter({op}, {comparator})"),
            Self::FamilyFilter { op, comparator } => write!(f, "FamilyFilter({op}, {comparator})"),
            Self::QualifierFilter { op, comparator } => write!(f, "QualifierFilter({op}, {comparator})"),
            Self::ValueFilter { op, comparator } => write!(f, "ValueFilter({op}, {comparator})"),
            Self::ColumnValueFilter { family, qualifier, op, comparator } => {
                write!(f, "ColumnValueFilter({}, {}, {op}, {comparator})", quoted(family), quoted(qualifier))
            }
            Self::ColumnRangeFilter { min, min_inclusive, max, max_inclusive } => {
                let [min, max] = [min, max].map(|bound| quoted(bound.as_deref().unwrap_or_default()));
                write!(f, "ColumnRangeFilter({min}, {min_inclusive}, {max}, {max_inclusive})")
            }
            Self::ColumnPrefixFilter { prefix } => write!(f, "ColumnPrefixFilter({})", quoted(prefix)),
            Self::MultipleColumnPrefixFilter { prefixes } => {
                write!(f, "MultipleColumnPrefixFilter({})", comma_separated(prefixes, |prefix| quoted(prefix)))
            }
            Self::ColumnPaginationFilter { limit, offset } => write!(f, "ColumnPaginationFilter({limit}, {offset})"),
            Self::ColumnPaginationFromFilter { limit, column } => {
                write!(f, "ColumnPaginationFilter({limit}, {})", quoted(column))
            }
            Self::ColumnCountGetFilter { limit } => write!(f, "ColumnCountGetFilter({limit})"),
            Self::FirstKeyOnlyFilter => f.write_str("FirstKeyOnlyFilter()"),
            Self::KeyOnlyFilter { length_as_value: false } => f.write_str("KeyOnlyFilter()"),
            Self::KeyOnlyFilter { length_as_value: true } => f.write_str("KeyOnlyFilter(true)"),
            Self::SingleColumnValueFilter(test) => write!(f, "SingleColumnValueFilter({test})"),
            Self::SingleColumnValueExcludeFilter(test) => write!(f, "SingleColumnValueExcludeFilter({test})"),
            Self::DependentColumnFilter { family, qualifier, drop_dependent, op, comparator } => {
                write!(f, "DependentColumnFilter({}, {}", quoted(family), quoted(qualifier))?;
                match (drop_dependent, comparator) {
                    (_, Some(comparator)) => write!(f, ", {drop_dependent}, {op}, {comparator})"),
                    (true, None) => f.write_str(", true)"),
                    (false, None) => f.write_str(")"),
                }
            }
            Self::TimestampsFilter { timestamps, can_hint } => {
                let hints = if *can_hint { ", hints" } else { "" };
                write!(f, "TimestampsFilter({}{hints})", comma_separated(timestamps, i64::to_string))
            }
            Self::FuzzyRowFilter { pairs } => {
                let pair = |(key, mask): &(_, _)| format!("{} {}", quoted(key as &[u8]), quoted(mask as &[u8]));
                write!(
                    f,
                    "FuzzyRowFilter({})",
                    pairs.iter().map(|(k, m)| pair(&(&**k, &**m))).collect::<Vec<_>>().join(", ")
                )
            }
            Self::MultiRowRangeFilter { ranges } => {
                write!(f, "MultiRowRangeFilter({})", comma_separated(ranges, RowRange::to_string))
            }
            Self::RandomRowFilter { chance_per_mille, seed } => {
                write!(f, "RandomRowFilter({chance_per_mille} per mille, seed {seed})")
            }
            Self::WhileMatchFilter(filter) => write!(f, "WHILE {}", Operand(filter)),
            Self::SkipFilter(filter) => write!(f, "SKIP {}", Operand(filter)),
            Self::FilterList { op, filters } => {
                let word = match op {
                    ListOp::MustPassAll => " AND ",
                    ListOp::MustPassOne => " OR ",
                };
                for (at, filter) in filters.iter().enumerate() {
                    write!(f, "{}{}", if at > 0 { word } else { "" }, Operand(filter))?;
                }
                Ok(())
            }
        }
    }
}

/// A filter within another one: in parentheses unless it is a simple one.
struct Operand<'a>(&'a Filter);

impl fmt::Display for Operand<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Filter::FilterList { .. } | Filter::SkipFilter(_) | Filter::WhileMatchFilter(_) => {
                write!(f, "({})", self.0)
            }
            simple => simple.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytes::from_string_binary;

    #[test]
    fn what_has_a_form_reads_back() {
        for text in [
            "PageFilter(3)",
            "PrefixFilter('it''s\\x00\\x5C')",
            "InclusiveStopFilter('b')",
            "RowFilter(>=, 'regexstringnocase:a')",
            "FamilyFilter(!=, 'binaryprefix:f')",
            "ColumnValueFilter('f', '', <, 'binary:x')",
            "ColumnRangeFilter('', true, 'c', false)",
            "MultipleColumnPrefixFilter('a', 'b')",
            "ColumnPaginationFilter(2, 1)",
            "KeyOnlyFilter(true)",
            "SingleColumnValueFilter('f', 'q', =, 'substring:x')",
            "SingleColumnValueExcludeFilter('f', 'q', =, 'regexstring:x', true, true)",
            "DependentColumnFilter('f', 'q')",
            "DependentColumnFilter('f', 'q', true)",
            "DependentColumnFilter('f', 'q', false, >, 'binary:x')",
            "TimestampsFilter(1, 5)",
            "FirstKeyOnlyFilter() AND ColumnCountGetFilter(1)",
            "(ColumnPrefixFilter('a') OR (SKIP ValueFilter(=, 'binary:x'))) AND (WHILE (QualifierFilter(=, 'binary:q') OR \
             PageFilter(1)))",
        ] {
            let text = text.replace(">=, 'regexstringnocase", "=, 'regexstringnocase");
            let filter = Filter::parse(&from_string_binary(&text)).expect(&text);
            assert_eq!(filter.to_string(), text);
        }
    }

    #[test]
    fn what_has_none_looks_alike() {
        let range = RowRange { start: "a".into(), start_inclusive: true, stop: "b".into(), stop_inclusive: false };
        assert_eq!(Filter::MultiRowRangeFilter { ranges: vec![range] }.to_string(), "MultiRowRangeFilter(['a', 'b'))");
        let pairs = vec![("ab".into(), b"\x00\x01".as_slice().into())];
        assert_eq!(Filter::FuzzyRowFilter { pairs }.to_string(), "FuzzyRowFilter('ab' '\\x00\\x01')");
    }
}
