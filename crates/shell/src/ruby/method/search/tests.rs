//! What a search is weighed at, and that it is refused where it would be too much.
use super::*;
use crate::command::LIBRARY;
use proptest::prelude::*;

fn search(machine: &mut Machine, pattern: &str) -> Search {
    Search::new(machine, "m", pattern.to_owned()).expect("it is small").expect("it is a pattern")
}

/// All matches of a pattern, with their groups, and the steps they took.
fn all(pattern: &str, text: &str) -> (Vec<Vec<Option<String>>>, u64) {
    let mut machine = Machine::new(LIBRARY);
    let search = search(&mut machine, pattern);
    let (mut hits, mut found) = (search.all(text), Vec::new());
    while let Some((captures, _)) = hits.next(&mut machine).expect("it is short") {
        found.push(captures.iter().map(|group| group.map(|group| group.as_str().to_owned())).collect());
    }
    (found, hits.steps)
}

#[test]
fn a_search_for_all_is_counted_by_what_it_looks_at() {
    let text = "a".repeat(2_000);
    for (pattern, least, most) in [
        // Each match is one letter.
        ("a", 2_000, 40_000),
        (r"\w\b|a", 2_000, 200_000),
        // All of it at once.
        ("a+", 2_000, 10_000),
        // All that is left is looked through for each: a quarter of a million letters for each part.
        ("a(.*b)?", 2_000_000, 40_000_000),
        ("a*b|a", 2_000_000, 40_000_000),
    ] {
        let (_, steps) = all(pattern, &text);
        assert!((least..=most).contains(&steps), "{pattern}: {steps}");
    }
}

proptest! {
    #[test]
    fn matches_are_those_of_the_library(
        pattern in r"(a|b|é|\.|\\b|\\w|\[ab\]|\^|\$|\(a\|b\)|\(\?:ab\)|a\*|b\+|\(é\*\)|a\?|\(a\(\.\*b\)\?\)|x\{2,3\}){0,5}",
        text in "[abéx\n ]{0,80}"
    ) {
        let expected = Regex::new(&format!("(?m){pattern}")).expect("it is a pattern");
        let expected: Vec<Vec<Option<String>>> = expected
            .captures_iter(&text)
            .map(|captures| captures.iter().map(|group| group.map(|group| group.as_str().to_owned())).collect())
            .collect();
        prop_assert_eq!(all(&pattern, &text).0, expected);
    }

    #[test]
    fn any_text_can_be_taken_for_a_pattern(pattern in r"[\[\](){}|*+?\\ab^$é:#<>,0-9xuU -]{0,30}", spaced: bool) {
        let _ = size(&pattern, spaced);
        let _ = cut(&pattern, spaced);
        let _ = Search::new(&mut Machine::new(LIBRARY), if spaced { "mx" } else { "m" }, pattern);
    }
}
