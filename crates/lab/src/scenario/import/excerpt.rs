//! What stands in a line around a mistake, cut to what a person can read.

use std::ops::Range;

/// Bytes that are shown before a mistake, of it, and after it, at most.
const BEFORE: usize = 40;
const WRONG: usize = 60;
const AFTER: usize = 40;

/// A piece of a line, and where in it the mistake is.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Excerpt {
    /// The text before the mistake; its beginning is cut where it is long.
    pub before: String,
    /// What is wrong; empty where that is the whole line, or something that is not there.
    pub wrong: String,
    /// The text after the mistake.
    pub after: String,
}

impl Excerpt {
    /// The excerpt around the wrong bytes of a line.
    pub(super) fn of(raw: &[u8], wrong: Range<usize>) -> Self {
        let start = wrong.start.min(raw.len());
        let end = wrong.end.clamp(start, raw.len());
        let from = start.saturating_sub(BEFORE);
        let to = end.min(start + WRONG);
        let mut excerpt = Self { before: text(&raw[from..start]), wrong: text(&raw[start..to]), after: String::new() };
        if from > 0 {
            excerpt.before.insert(0, '…');
        }
        if to < end {
            excerpt.wrong.push('…');
            return excerpt;
        }
        let last = raw.len().min(end + AFTER);
        excerpt.after = text(&raw[end..last]);
        if last < raw.len() {
            excerpt.after.push('…');
        }
        excerpt
    }
}

/// Bytes as text: marks stand for what has no letter, and characters that were cut are left out.
fn text(raw: &[u8]) -> String {
    let inside = |byte: &u8| byte & 0b1100_0000 == 0b1000_0000;
    let begin = raw.iter().take(3).take_while(|byte| inside(byte)).count();
    let whole = String::from_utf8_lossy(&raw[begin..]);
    let whole = whole.trim_end_matches(char::REPLACEMENT_CHARACTER);
    let shown = whole.chars().filter(|c| *c != '\r').map(|c| match c {
        '\t' => '⇥',
        '\n' => '↵',
        c if c.is_control() => char::REPLACEMENT_CHARACTER,
        c => c,
    });
    shown.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(raw: &str, wrong: Range<usize>) -> [String; 3] {
        let Excerpt { before, wrong, after } = Excerpt::of(raw.as_bytes(), wrong);
        [before, wrong, after]
    }

    #[test]
    fn a_mistake_is_shown_with_what_stands_around_it() {
        assert_eq!(parts("1\tx\tGreat Übersee", 2..3), ["1⇥", "x", "⇥Great Übersee"]);
        assert_eq!(parts("short", 5..5), ["short", "", ""]);
        assert_eq!(parts("short", 9..12), ["short", "", ""], "what has no place is at the end");
        let [before, wrong, after] = parts(&"ü".repeat(3_000_000), 3_000_000..3_000_400);
        assert_eq!((before.chars().count(), wrong.chars().count(), after.as_str()), (21, 31, ""));
        assert!(!format!("{before}{wrong}").contains(char::REPLACEMENT_CHARACTER), "{before}{wrong}");
        let [before, wrong, after] = parts(&"a".repeat(500), 100..110);
        assert_eq!([before.len(), wrong.len(), after.len()], [43, 10, 43]);
    }
}
