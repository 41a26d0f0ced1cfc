//! A rule: every file begins with a line that says what it is for, is not too long, and has no meaningless name.

use super::Breach;
use super::source::Source;

const LONGEST: usize = 700;
const EMPTY_NAMES: &[&str] = &["util", "utils", "helper", "helpers", "common", "misc"];

pub(super) fn breaches(source: &Source) -> Vec<Breach> {
    let mut breaches = Vec::new();
    if !source.text.starts_with("//!") {
        breaches.push(Breach::new(&source.path, 1, "a module starts with `//!`: what it is for"));
    }
    let length = source.code.lines().count();
    if length > LONGEST {
        let what = format!("{length} lines before its tests; {LONGEST} is the most a reader should have to hold");
        breaches.push(Breach::new(&source.path, LONGEST, what));
    }
    for part in source.path.trim_end_matches(".rs").split('/') {
        if EMPTY_NAMES.contains(&part) {
            breaches.push(Breach::new(&source.path, 1, format!("`{part}` is a name for anything; name the thing")));
        }
    }
    breaches
}

#[cfg(test)]
mod tests {
    use super::{Source, breaches};

    fn lines(path: &str, text: &str) -> Vec<usize> {
        breaches(&Source::new(path, text)).iter().map(|breach| breach.line).collect()
    }

    #[test]
    fn a_file_that_says_what_it_is_for_is_fine() {
        let tests = format!("//! Long tests are fine.\n#[cfg(test)]\nmod tests {{\n{}}}\n", "\n".repeat(900));
        assert!(lines("crates/lab/src/link.rs", &tests).is_empty());
        assert!(lines("web/src/commonplace.rs", "//! A name may contain such a word.").is_empty());
    }

    #[test]
    fn a_file_without_purpose_end_or_name_is_not() {
        assert_eq!(lines("crates/lab/src/link.rs", "use std::fmt;\n"), [1]);
        assert_eq!(lines("crates/lab/src/link.rs", &format!("//! x\n{}", "\n".repeat(700))), [700]);
        assert_eq!(lines("crates/lab/src/util/bits.rs", "//! x"), [1]);
        assert_eq!(lines("web/src/helper.rs", "//! x"), [1]);
    }
}
