//! What was measured beside what is wanted, in one form for all comparisons.

use super::cut;

/// How a value has to stand to another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// They are the same.
    Same,
    /// They differ.
    Other,
    /// The first is a smaller number, or the same.
    AtMost,
    /// The first is a larger number, or the same.
    AtLeast,
    /// The first is a smaller number.
    Less,
    /// The first is a larger number.
    More,
}

/// Characters of a text that was measured, or is wanted.
const SHORT: usize = 40;

/// `rows read: 15, wanted at most 5`. `what` names the value, and `unit` follows it, such as ` %`. Where `found` is `None`
/// or empty there is no such value.
pub fn measured(what: &str, found: Option<&str>, comparison: Comparison, wanted: &str, unit: &str) -> String {
    let value = |text: &str| format!("{}{unit}", cut(text, SHORT));
    let found = found.filter(|text| !text.is_empty()).map_or_else(|| "none".to_owned(), value);
    let bound = match comparison {
        Comparison::Same => "",
        Comparison::Other => "not ",
        Comparison::AtMost => "at most ",
        Comparison::AtLeast => "at least ",
        Comparison::Less => "less than ",
        Comparison::More => "more than ",
    };
    format!("{what}: {found}, wanted {bound}{}", value(wanted))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_values_stand_beside_each_other() {
        let said = |found, comparison, unit| measured("hottest region", found, comparison, "40", unit);
        assert_eq!(said(Some("100"), Comparison::AtMost, " %"), "hottest region: 100 %, wanted at most 40 %");
        assert_eq!(said(Some("3"), Comparison::Same, ""), "hottest region: 3, wanted 40");
        for nothing in [None, Some("")] {
            assert_eq!(said(nothing, Comparison::AtLeast, ""), "hottest region: none, wanted at least 40");
        }
        assert!(said(Some(&"x".repeat(90)), Comparison::Other, "").chars().count() < 80, "one line of a goal");
    }
}
