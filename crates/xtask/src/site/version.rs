//! Versions side by side. A published version is never changed, so that pages that embed `v1/` go on to work.

use crate::folder::{Files, read, write};
use crate::outcome::{Explain, Outcome, Problem};
use std::fmt;
use std::fs;
use std::path::Path;

/// The result of adding a version.
#[derive(Debug, PartialEq)]
pub(super) enum Added {
    /// The version is new, and its files were written.
    New(u32),
    /// The version already exists, with the same files.
    Same(u32),
}

impl fmt::Display for Added {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::New(number) => f.write_str(&name(*number)),
            Self::Same(number) => write!(f, "{}, there already,", name(*number)),
        }
    }
}

/// The folder of a version.
pub(super) fn name(number: u32) -> String {
    format!("v{number}")
}

/// The version that a folder holds; `None` if it is another folder.
pub(super) fn number(name: &str) -> Option<u32> {
    let number = name.strip_prefix('v')?.parse().ok()?;
    (number > 0 && self::name(number) == name).then_some(number)
}

/// The versions in a folder, in rising order.
pub(super) fn all(out: &Path) -> Outcome<Vec<u32>> {
    let doing = format!("cannot list {}", out.display());
    let mut numbers = Vec::new();
    for entry in fs::read_dir(out).explain(&doing)? {
        numbers.extend(number(&entry.explain(&doing)?.file_name().to_string_lossy()));
    }
    numbers.sort_unstable();
    Ok(numbers)
}

/// Adds the version that is asked for, or else the next one, unless the newest has the same files.
///
/// # Errors
///
/// If the version that is asked for already exists with other files.
pub(super) fn add(out: &Path, asked: Option<u32>, files: &Files) -> Outcome<Added> {
    fs::create_dir_all(out).explain(format_args!("cannot make {}", out.display()))?;
    let newest = all(out)?.last().copied();
    let same = |number: u32| read(&out.join(name(number))).map(|there| there == *files);
    let next = newest.unwrap_or_default() + 1;
    let number = match (asked, newest) {
        (Some(asked), _) => asked,
        (None, Some(newest)) if same(newest)? => newest,
        (None, _) => next,
    };
    let name = name(number);
    let folder = out.join(&name);
    if folder.exists() {
        return if same(number)? {
            Ok(Added::Same(number))
        } else {
            Err(Problem::new(format!(
                "{name} is in {} already, with other files. What was published is never rewritten: \
                 without --version, this becomes v{next}",
                out.display()
            )))
        };
    }
    // The folder gets its name once it is complete.
    let part = out.join(format!("{name}.part"));
    write(&part, files)?;
    fs::rename(&part, &folder).explain(format_args!("cannot rename {}", part.display()))?;
    Ok(Added::New(number))
}

#[cfg(test)]
mod tests {
    use super::{Added, Files, add, all, number, read};
    use std::fs;
    use std::path::PathBuf;

    /// A folder that is empty at first and is removed at the end.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("splitpoint-{name}-{}", std::process::id()));
            let _none = fs::remove_dir_all(&path);
            Self(path)
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _gone = fs::remove_dir_all(&self.0);
        }
    }

    fn files(text: &str) -> Files {
        [("index.html", text), ("chunk/a-0123456789abcdef.wasm", "same")]
            .map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()))
            .into()
    }

    #[test]
    fn a_second_version_stands_beside_the_first_and_leaves_it_as_it_was() {
        let place = Scratch::new("versions");
        assert!(matches!(add(&place.0, None, &files("one")), Ok(Added::New(1))));
        assert!(matches!(add(&place.0, None, &files("one")), Ok(Added::Same(1))));
        assert!(matches!(add(&place.0, None, &files("two")), Ok(Added::New(2))));
        for (name, text) in [("v1", "one"), ("v2", "two")] {
            assert!(read(&place.0.join(name)).is_ok_and(|there| there == files(text)), "{name}");
        }
        assert!(all(&place.0).is_ok_and(|numbers| numbers == [1, 2]));
    }

    #[test]
    fn a_version_is_never_rewritten() {
        let place = Scratch::new("rewritten");
        assert!(matches!(add(&place.0, Some(3), &files("three")), Ok(Added::New(3))));
        let problem = add(&place.0, Some(3), &files("other")).map_err(|problem| problem.to_string());
        assert!(problem.is_err_and(|words| words.contains("this becomes v4")));
        assert!(read(&place.0.join("v3")).is_ok_and(|there| there == files("three")));
        assert!(matches!(add(&place.0, Some(3), &files("three")), Ok(Added::Same(3))));
    }

    #[test]
    fn what_was_left_of_an_interrupted_run_is_not_part_of_a_version() {
        let place = Scratch::new("interrupted");
        assert!(fs::create_dir_all(place.0.join("v1.part/old")).is_ok());
        assert!(fs::write(place.0.join("v1.part/old/file"), "left").is_ok());
        assert!(matches!(add(&place.0, None, &files("one")), Ok(Added::New(1))));
        assert!(read(&place.0).is_ok_and(|there| there.len() == 2));
    }

    #[test]
    fn folders_of_versions_are_told_from_others() {
        assert_eq!(number("v12"), Some(12));
        for other in ["v0", "v01", "v", "12", "v1.part", "assets"] {
            assert_eq!(number(other), None, "{other}");
        }
    }
}
