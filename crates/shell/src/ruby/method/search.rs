//! Searches for a regular expression. In the middle of one the machine cannot stop, so each is weighed before it is made:
//! by the parts of the expression and the text it looks at. What a part takes does not depend on where the program runs.

use crate::ruby::machine::{Machine, Raised};
use crate::ruby::value::Exception;
use regex_lite::{Captures, Match, Regex};

/// Parts that a regular expression may have; what is repeated three times counts three times.
const MOST_PARTS: u64 = 10_000;

/// Groups that it may have: each place in a text that is looked at remembers all of them.
const MOST_GROUPS: u64 = 100;

/// What one search, or one for all matches, may take: a step for each part at each byte.
const MOST_SEARCH: u64 = 50_000_000;

/// So many steps of a search take as long as one of the machine.
const SMALL: u64 = 4;

/// Bytes that are looked at first where it has to be found out how many a search looks at.
const WINDOW: usize = 8;

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

/// How many parts a pattern has, and how many groups.
fn size(pattern: &str, spaced: bool) -> (u64, u64) {
    // Of each group that is open: what stands in it, without the last part, and the last part, which may be repeated.
    let (mut open, mut groups) = (vec![(0_u64, 0_u64)], 0);
    let mut at = 0;
    while at < pattern.len() {
        let (piece, length) = piece(&pattern[at..], spaced);
        at += length;
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
                *last = closed.map_or(1 + length as u64 / 8, |(sum, last)| sum.saturating_add(last));
            }
        }
    }
    (open.iter().fold(0, |all, (sum, last)| all.saturating_add(*sum).saturating_add(*last)), groups)
}

/// The pattern with a match wherever the text ends in the middle of one. So it says whether a search in the beginning of a
/// text would have gone on behind it.
fn cut(pattern: &str, spaced: bool) -> String {
    let mut cut = String::new();
    let mut at = 0;
    while at < pattern.len() {
        let (piece, length) = piece(&pattern[at..], spaced);
        let text = &pattern[at..at + length];
        if piece == Piece::Atom {
            cut.push_str("(?:");
            cut.push_str(text);
            cut.push_str("|\\z)");
        } else {
            cut.push_str(text);
        }
        at += length;
    }
    cut
}

/// A regular expression that is ready to be looked for.
pub(super) struct Search {
    program: Regex,
    /// Flags that stand before the pattern, and the pattern.
    written: (String, String),
    parts: u64,
}

impl Search {
    /// Compiles a pattern; `None` if it is none.
    pub(super) fn new(machine: &mut Machine, flags: &str, pattern: String) -> Raised<Option<Self>> {
        let refused = |most: u64, what: &str| {
            Err(Exception::new("Limit", format!("a regular expression of more than {most} {what}")))
        };
        let (parts, groups) = size(&pattern, flags.contains('x'));
        if parts > MOST_PARTS {
            return refused(MOST_PARTS, "parts");
        }
        if groups > MOST_GROUPS {
            return refused(MOST_GROUPS, "groups");
        }
        machine.afford(parts)?;
        let flags = format!("(?{flags})");
        let Ok(program) = Regex::new(&format!("{flags}{pattern}")) else { return Ok(None) };
        Ok(Some(Self { program, written: (flags, pattern), parts: parts.max(1) }))
    }

    pub(super) fn program(&self) -> &Regex {
        &self.program
    }

    /// Weighs a look at so many bytes, behind so many steps of the same search. How many they are with it.
    fn weigh(&self, machine: &mut Machine, before: u64, bytes: usize) -> Raised<u64> {
        let steps = self.parts.saturating_mul(bytes as u64);
        let all = before.saturating_add(steps);
        if all > MOST_SEARCH {
            return Err(Exception::new("Limit", format!("a search of more than {MOST_SEARCH} steps")));
        }
        machine.afford(steps / SMALL)?;
        Ok(all)
    }

    /// The first match.
    pub(super) fn first<'t>(&self, machine: &mut Machine, text: &'t str) -> Raised<Option<Captures<'t>>> {
        self.weigh(machine, 0, text.len())?;
        Ok(self.program.captures(text))
    }

    /// All matches, one behind the other.
    pub(super) fn all<'s, 't>(&'s self, text: &'t str) -> Hits<'s, 't> {
        Hits { search: self, text, cut: None, at: 0, last: None, steps: 0 }
    }
}

/// The matches of a text, one behind the other.
pub(super) struct Hits<'s, 't> {
    search: &'s Search,
    text: &'t str,
    /// The program that says how far a search looks, once it is needed.
    cut: Option<Option<Regex>>,
    at: usize,
    /// Where the last match ended.
    last: Option<usize>,
    /// The steps of all searches for earlier matches.
    steps: u64,
}

impl<'t> Hits<'_, 't> {
    /// The next match, and where it is.
    pub(super) fn next(&mut self, machine: &mut Machine) -> Raised<Option<(Captures<'t>, Match<'t>)>> {
        while self.at <= self.text.len() {
            self.weigh(machine)?;
            let found = self.search.program.captures_at(self.text, self.at);
            let Some((found, hit)) = found.and_then(|found| found.get(0).map(|hit| (found, hit))) else { break };
            if hit.is_empty() && self.last == Some(hit.end()) {
                // Nothing directly behind a match is no match: one character is left out.
                self.at = hit.end() + self.text[hit.end()..].chars().next().map_or(1, char::len_utf8);
                continue;
            }
            (self.at, self.last) = (hit.end(), Some(hit.end()));
            return Ok(Some((found, hit)));
        }
        self.at = self.text.len() + 1;
        Ok(None)
    }

    /// Weighs the next search. All that is left of a text, again for each match, would be far too much, and only where a match ends
    /// would often be too little: `a(.*b)?` looks through all that is left before it takes an `a`.
    fn weigh(&mut self, machine: &mut Machine) -> Raised<()> {
        let search = self.search;
        let mut window = WINDOW;
        loop {
            let mut end = self.at.saturating_add(window).min(self.text.len());
            while !self.text.is_char_boundary(end) {
                end += 1;
            }
            self.steps = search.weigh(machine, self.steps, end - self.at)?;
            if end == self.text.len() {
                return Ok(());
            }
            let cut = self.cut.get_or_insert_with(|| {
                let (flags, pattern) = &search.written;
                Regex::new(&format!("{flags}{}", cut(pattern, flags.contains('x')))).ok()
            });
            window = match cut {
                Some(cut) => match cut.find_at(&self.text[..end], self.at) {
                    Some(hit) if hit.end() < end => return Ok(()),
                    _ => window.saturating_mul(4),
                },
                None => usize::MAX,
            };
        }
    }
}

#[cfg(test)]
mod tests;
