//! How much there is to do to look for a regular expression: by its parts and by the text that it looks at. What a part takes
//! does not depend on where the program runs, and in the middle of a search nothing can stop.

/// Parts that a regular expression may have; what is repeated three times counts three times.
pub const MOST_PARTS: u64 = 10_000;

/// What one search may take, or all searches for the matches in one text: a step for each part at each byte.
pub const MOST_SEARCH: u64 = 50_000_000;

/// What a regular expression is made of, as far as it says how much there is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece {
    /// The beginning of a group; whether what is found in it is remembered.
    Open(bool),
    Close,
    Or,
    /// A quantifier: the piece before it is compiled this many times.
    Repeat(u64),
    /// A character, a class of some, or a place between two.
    Atom,
    /// Flags, blanks and remarks, which match nothing.
    Nothing,
}

/// The bytes of the first piece of a pattern; `spaced`: blanks and remarks are skipped.
fn piece(rest: &str, spaced: bool) -> (Piece, usize) {
    let to = |end: char| rest.find(end).map_or(rest.len(), |at| at + 1);
    let first = rest.chars().next().unwrap_or(' ');
    match first {
        '\\' => (Piece::Atom, escape(rest)),
        '[' => (Piece::Atom, class(rest)),
        '(' if rest.starts_with("(?") => {
            let end = rest.find([':', '>', ')']).map_or(rest.len(), |at| at + 1);
            let is_named = rest[..end].contains('<');
            (if rest[..end].ends_with(')') { Piece::Nothing } else { Piece::Open(is_named) }, end)
        }
        '(' => (Piece::Open(true), 1),
        ')' => (Piece::Close, 1),
        '|' => (Piece::Or, 1),
        '*' | '+' | '?' => (Piece::Repeat(1), 1),
        '{' => {
            let end = to('}');
            let numbers = rest[1..end].trim_end_matches('}').split(',');
            let most = numbers.map(|number| number.trim().parse().unwrap_or(0)).max();
            (Piece::Repeat(most.unwrap_or(0).max(1)), end)
        }
        '#' if spaced => (Piece::Nothing, to('\n')),
        blank if spaced && blank.is_whitespace() => (Piece::Nothing, blank.len_utf8()),
        other => (Piece::Atom, other.len_utf8()),
    }
}

/// The pieces of a pattern, each with its text.
fn pieces(pattern: &str, spaced: bool) -> impl Iterator<Item = (Piece, &str)> {
    let mut rest = pattern;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (piece, length) = piece(rest, spaced);
        let (text, behind) = rest.split_at(length);
        rest = behind;
        Some((piece, text))
    })
}

/// The length of an escape, in bytes, its backslash included.
fn escape(rest: &str) -> usize {
    let mut chars = rest.chars().skip(1);
    let Some(name) = chars.next() else { return rest.len() };
    let head = 1 + name.len_utf8();
    let digits = match name {
        'x' => 2,
        'u' => 4,
        'U' => 8,
        'b' => 0,
        _ => return head,
    };
    if chars.next() == Some('{') {
        return rest.find('}').map_or(rest.len(), |at| at + 1);
    }
    head + rest[head..].bytes().take(digits).take_while(u8::is_ascii_hexdigit).count()
}

/// The bytes of a class of characters: `[^]a-z[:digit:]\]]`.
fn class(rest: &str) -> usize {
    let bytes = rest.as_bytes();
    let mut at = 1 + usize::from(bytes.get(1) == Some(&b'^'));
    at += usize::from(bytes.get(at) == Some(&b']'));
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 1 + rest[at + 1..].chars().next().map_or(0, char::len_utf8),
            b'[' if rest[at..].starts_with("[:") => at = rest[at..].find(":]").map_or(rest.len(), |end| at + end + 2),
            b']' => return at + 1,
            _ => at += 1,
        }
    }
    rest.len()
}

/// How many parts a pattern has, and how many groups that are remembered; `spaced`: blanks and remarks are skipped.
pub fn size(pattern: &str, spaced: bool) -> (u64, u64) {
    // Of each group that is open: what stands in it, without the last part, and the last part, which may be repeated.
    let (mut open, mut groups) = (vec![(0_u64, 0_u64)], 0);
    for (piece, text) in pieces(pattern, spaced) {
        let closed = match piece {
            Piece::Close if open.len() > 1 => open.pop(),
            _ => None,
        };
        let Some((sum, last)) = open.last_mut() else { break };
        match piece {
            Piece::Repeat(most) => *last = last.saturating_mul(most).saturating_add(1),
            Piece::Nothing => {}
            Piece::Open(remembers) => {
                groups += u64::from(remembers);
                open.push((2, 0));
            }
            Piece::Close | Piece::Or | Piece::Atom => {
                *sum = sum.saturating_add(*last);
                // A class with many characters is more than one part.
                *last = closed.map_or(1 + text.len() as u64 / 8, |(sum, last)| sum.saturating_add(last));
            }
        }
    }
    (open.iter().fold(0, |all, (sum, last)| all.saturating_add(*sum).saturating_add(*last)), groups)
}

/// The pattern with a match wherever the text ends in the middle of one. So it says whether a search in the beginning of a
/// text would have gone on behind it. `spaced` as for [`size`].
pub fn cut(pattern: &str, spaced: bool) -> String {
    let mut cut = String::new();
    for (piece, text) in pieces(pattern, spaced) {
        if piece == Piece::Atom {
            cut.push_str("(?:");
            cut.push_str(text);
            cut.push_str("|\\z)");
        } else {
            cut.push_str(text);
        }
    }
    cut
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_counted_as_often_as_they_are_repeated() {
        for (pattern, parts, groups) in [
            ("", 0, 0),
            ("abc", 3, 0),
            ("a{3}", 4, 0),
            ("a{2,5}", 6, 0),
            ("a{2,}", 3, 0),
            ("(a?){1000}b", 4_002, 1),
            ("(?:ab){10}", 41, 0),
            ("(?<n>a)(b)", 6, 2),
            ("a|b|c", 5, 0),
            (r"\x{1F600}\u0041\bé", 5, 0),
            (r"[^]a\]]+[[:digit:]]", 4, 0),
            ("((a{100}){100}){100}", 1_030_301, 2),
            ("(?i)a", 1, 0),
            ("(((", 6, 3),
            (")))", 3, 0),
            ("[(", 1, 0),
            ("a{99999999999999999999999", 2, 0),
            ("\\", 1, 0),
            (r"\ué7", 3, 0),
        ] {
            assert_eq!(size(pattern, false), (parts, groups), "{pattern}");
        }
        assert_eq!(size("a b # (c){100}\nd", true), (3, 0));
    }
}
