//! Source files for the rules, in which code is distinguished from comments, strings and tests.

use crate::outcome::{Explain, Outcome};
use std::fs;
use std::path::Path;

/// A Rust file of a room, which is a crate of this project.
pub(super) struct Source {
    /// The path from the root of the project, with `/`.
    pub(super) path: String,
    /// The text as it is written.
    pub(super) text: String,
    /// The same lines and columns with comments and literals blanked, up to the tests at the end.
    pub(super) code: String,
}

impl Source {
    pub(super) fn new(path: &str, text: &str) -> Self {
        Self { path: path.to_owned(), text: text.to_owned(), code: without_tests(&blank(text)) }
    }

    /// The byte offsets at which `word` is in the code as a whole word.
    pub(super) fn places(&self, word: &str) -> Vec<usize> {
        let part_of_name = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
        let bytes = self.code.as_bytes();
        self.code
            .match_indices(word)
            .map(|(place, _)| place)
            .filter(|place| place.checked_sub(1).is_none_or(|before| !part_of_name(bytes.get(before))))
            .filter(|place| {
                !word.ends_with(|last: char| last.is_alphanumeric() || last == '_')
                    || !part_of_name(bytes.get(place + word.len()))
            })
            .collect()
    }

    /// The line of a byte offset, counted from 1.
    pub(super) fn line(&self, place: usize) -> usize {
        1 + self.code[..place].matches('\n').count()
    }
}

/// The `Cargo.toml` of a room.
pub(super) struct Manifest {
    pub(super) path: String,
    pub(super) text: String,
}

/// Every Rust file below a `src` folder of a room, in the order of their paths.
pub(super) fn read(root: &Path) -> Outcome<Vec<Source>> {
    let mut sources = Vec::new();
    for room in rooms(root)? {
        walk(root, &format!("{room}/src"), &mut sources)?;
    }
    Ok(sources)
}

pub(super) fn manifests(root: &Path) -> Outcome<Vec<Manifest>> {
    let mut manifests = Vec::new();
    for room in rooms(root)? {
        let path = format!("{room}/Cargo.toml");
        let text = fs::read_to_string(root.join(&path)).explain(format_args!("cannot read {path}"))?;
        manifests.push(Manifest { path, text });
    }
    Ok(manifests)
}

fn rooms(root: &Path) -> Outcome<Vec<String>> {
    let mut rooms: Vec<String> =
        names(&root.join("crates"))?.into_iter().map(|name| format!("crates/{name}")).collect();
    rooms.push("web".into());
    rooms.retain(|room| root.join(room).join("Cargo.toml").is_file());
    Ok(rooms)
}

fn walk(root: &Path, folder: &str, sources: &mut Vec<Source>) -> Outcome<()> {
    for name in names(&root.join(folder))? {
        let path = format!("{folder}/{name}");
        if root.join(&path).is_dir() {
            walk(root, &path, sources)?;
        } else if name.ends_with(".rs") {
            let text = fs::read_to_string(root.join(&path)).explain(format_args!("cannot read {path}"))?;
            sources.push(Source::new(&path, &text));
        }
    }
    Ok(())
}

fn names(folder: &Path) -> Outcome<Vec<String>> {
    let doing = format!("cannot list {}", folder.display());
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).explain(&doing)? {
        names.push(entry.explain(&doing)?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

/// What the scanner is inside of, at a character.
enum Inside {
    Code,
    Line,
    Block(u32),
    Text,
    Raw(usize),
}

/// Replaces comments and the contents of literals by spaces. Lines and columns do not change.
fn blank(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let at = |place: usize| letters.get(place).copied().unwrap_or('\0');
    let mut code = String::with_capacity(text.len());
    let mut inside = Inside::Code;
    let mut place = 0;
    while place < letters.len() {
        let letter = letters[place];
        let mut taken = 1;
        let mut keep = false;
        match inside {
            Inside::Code => match (letter, at(place + 1)) {
                ('/', '/') => inside = Inside::Line,
                ('/', '*') => (inside, taken) = (Inside::Block(1), 2),
                ('"', _) => inside = Inside::Text,
                ('r', '"' | '#') if raw_hashes(&letters, place).is_some() => {
                    let hashes = raw_hashes(&letters, place).unwrap_or(0);
                    (inside, taken) = (Inside::Raw(hashes), hashes + 2);
                }
                // A character literal. Anything else after a quote is a lifetime.
                ('\'', '\\') => taken = 3 + letters[place + 3..].iter().take_while(|next| **next != '\'').count() + 1,
                ('\'', _) if at(place + 2) == '\'' => taken = 3,
                _ => keep = true,
            },
            Inside::Line if letter == '\n' => inside = Inside::Code,
            Inside::Block(depth) => match (letter, at(place + 1)) {
                ('/', '*') => (inside, taken) = (Inside::Block(depth + 1), 2),
                ('*', '/') => {
                    taken = 2;
                    inside = if depth == 1 { Inside::Code } else { Inside::Block(depth - 1) };
                }
                _ => {}
            },
            Inside::Text if letter == '\\' => taken = 2,
            Inside::Text if letter == '"' => inside = Inside::Code,
            Inside::Raw(hashes) if letter == '"' && (1..=hashes).all(|next| at(place + next) == '#') => {
                (inside, taken) = (Inside::Code, hashes + 1);
            }
            Inside::Line | Inside::Text | Inside::Raw(_) => {}
        }
        for letter in &letters[place..(place + taken).min(letters.len())] {
            code.push(if keep || *letter == '\n' { *letter } else { ' ' });
        }
        place += taken;
    }
    code
}

/// The number of `#` before the raw string that starts at `place`, if one does.
fn raw_hashes(letters: &[char], place: usize) -> Option<usize> {
    let named = |letter: &char| letter.is_alphanumeric() || *letter == '_';
    if place.checked_sub(1).and_then(|before| letters.get(before)).is_some_and(|before| named(before) && *before != 'b')
    {
        return None;
    }
    let hashes = letters[place + 1..].iter().take_while(|letter| **letter == '#').count();
    (letters.get(place + 1 + hashes) == Some(&'"')).then_some(hashes)
}

/// The code without the test module at its end.
fn without_tests(code: &str) -> String {
    match code.find("#[cfg(test)]\nmod ") {
        Some(tests) => code[..tests].to_owned(),
        None => code.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::Source;

    #[test]
    fn comments_literals_and_tests_are_not_code() {
        let text = concat!(
            "use a; // HashMap\n",
            "/* HashMap /* nested */ HashMap */ let s = \"Hash\\\"Map\";\n",
            "let r = r#\"Hash\"Map\"#; let c = '\"'; let e = '\\''; fn f<'a>(x: &'a str) {}\n",
            "#[cfg(test)]\nmod tests { use HashMap; }\n",
        );
        let source = Source::new("x.rs", text);
        assert_eq!(source.code.lines().count(), 3);
        assert_eq!(source.code.replace(' ', ""), "usea;\nlets=;\nletr=;letc=;lete=;fnf<'a>(x:&'astr){}\n");
        assert!(source.places("HashMap").is_empty());
    }

    #[test]
    fn a_word_is_found_whole_with_its_line() {
        let source = Source::new("x.rs", "let instant = 1;\nlet x: Instant = Instants::new();\n");
        let places = source.places("Instant");
        assert_eq!(places.iter().map(|place| source.line(*place)).collect::<Vec<_>>(), [2]);
    }
}
