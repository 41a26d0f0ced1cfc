//! A rule: each file and each test exists that the pages for contributors name.
//!
//! A path in backticks is one that begins with a folder of the project, such as `crates/lab/src`. `NAME` in it stands for
//! something that is still to be made, so only the folder above has to be there. `crates/lab/tests/links.rs::name` names
//! a function of that file, or a browser test by its words.

use super::Breach;
use crate::outcome::{Explain, Outcome};
use std::fs;
use std::path::Path;

/// The pages that are checked.
const PAGES: [&str; 2] = ["CONTRIBUTING.md", "docs/format.md"];

/// The beginnings of paths in the project.
const FOLDERS: [&str; 5] = ["crates/", "web/", "docs/", ".ci/", ".github/"];

pub(super) fn breaches(root: &Path) -> Outcome<Vec<Breach>> {
    let mut breaches = Vec::new();
    for page in PAGES {
        let text = fs::read_to_string(root.join(page)).explain(format_args!("cannot read {page}"))?;
        breaches.extend(page_breaches(root, page, &text));
    }
    Ok(breaches)
}

fn page_breaches(root: &Path, page: &str, text: &str) -> Vec<Breach> {
    let mut breaches = Vec::new();
    for (at, line) in text.lines().enumerate() {
        for place in line.split('`').skip(1).step_by(2).flat_map(places) {
            if FOLDERS.iter().any(|folder| place.starts_with(folder))
                && let Some(what) = lack(root, place)
            {
                breaches.push(Breach::new(page, at + 1, what));
            }
        }
    }
    breaches
}

/// The words of a piece of code. If it names a test, it is one word, since the names of tests may contain spaces.
fn places(code: &str) -> Vec<&str> {
    if code.contains("::") { vec![code] } else { code.split_whitespace().collect() }
}

/// The part of a path or name that does not exist; `None` if all of it does.
fn lack(root: &Path, place: &str) -> Option<String> {
    let (path, function) = place.split_once("::").map_or((place, None), |(path, name)| (path, Some(name)));
    let known = match path.split_once("NAME") {
        Some((before, _)) => before.rsplit_once('/').map_or("", |(folder, _)| folder),
        None => path,
    };
    if !root.join(known).exists() {
        return Some(format!("there is no {known}"));
    }
    let function = function?;
    let text = fs::read_to_string(root.join(path)).unwrap_or_default();
    let is_there = text.contains(&format!("fn {function}(")) || text.contains(&format!("('{function}"));
    (!is_there).then(|| format!("{path} has no test {function}"))
}

#[cfg(test)]
mod tests {
    use super::page_breaches;
    use std::path::Path;

    fn lines(text: &str) -> Vec<usize> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        page_breaches(&root, "page.md", text).iter().map(|breach| breach.line).collect()
    }

    #[test]
    fn what_is_there_can_be_named() {
        assert!(lines("See `crates/xtask/src/rule` and `crates/xtask/src/rule/guide.rs`.").is_empty());
        assert!(lines("Run `cargo test crates/lab/tests/scripts/NAME.rb` for a new one.").is_empty());
        assert!(lines("It is held by `crates/xtask/src/rule/guide.rs::what_is_there_can_be_named`.").is_empty());
        assert!(lines("Other words: `a/b`, `Field::Table`, `x.rs`.").is_empty());
    }

    #[test]
    fn what_is_not_there_is_told_with_its_line() {
        assert_eq!(lines("one\n`crates/xtask/src/rule/none.rs`"), [2]);
        assert_eq!(lines("`crates/none/NAME.rs` and `.ci/none`"), [1, 1]);
        assert_eq!(lines("`crates/xtask/src/rule/guide.rs::not_a_test`"), [1]);
        assert_eq!(lines("`web/e2e/package.test.mjs::its types are not those`"), [1]);
    }
}
