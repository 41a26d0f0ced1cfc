//! What was measured beside what is wanted, in one form for all comparisons.

use super::cut;

/// How what was measured has to stand to what is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The same.
    Same,
    /// Another one.
    Other,
    /// The same, or less.
    AtMost,
    /// The same, or more.
    AtLeast,
    /// Less.
    Less,
    /// More.
    More,
}

/// Characters of a text that was measured, or is wanted.
const SHORT: usize = 40;

/// `rows read: 15, wanted at most 5`. `what` names the value, and `unit` follows it, such as ` %`. Where `found` is `None`
/// or empty there is no such value.
pub fn measured(what: &str, found: Option<&str>, bound: Bound, wanted: &str, unit: &str) -> String {
    let value = |text: &str| format!("{}{unit}", cut(text, SHORT));
    let found = found.filter(|text| !text.is_empty()).map_or_else(|| "none".to_owned(), value);
    let bound = match bound {
        Bound::Same => "",
        Bound::Other => "not ",
        Bound::AtMost => "at most ",
        Bound::AtLeast => "at least ",
        Bound::Less => "less than ",
        Bound::More => "more than ",
    };
    format!("{what}: {found}, wanted {bound}{}", value(wanted))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_values_stand_beside_each_other() {
        let said = |found, bound, unit| measured("hottest region", found, bound, "40", unit);
        assert_eq!(said(Some("100"), Bound::AtMost, " %"), "hottest region: 100 %, wanted at most 40 %");
        assert_eq!(said(Some("3"), Bound::Same, ""), "hottest region: 3, wanted 40");
        for nothing in [None, Some("")] {
            assert_eq!(said(nothing, Bound::AtLeast, ""), "hottest region: none, wanted at least 40");
        }
        assert!(said(Some(&"x".repeat(90)), Bound::Other, "").chars().count() < 80, "one line of a goal");
    }
}
