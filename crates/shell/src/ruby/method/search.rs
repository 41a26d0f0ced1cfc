//! Searches for a regular expression. In the middle of one the machine cannot stop, so each is weighed before it is made:
//! by the parts of the expression and the text it looks at. What a part takes does not depend on where the program runs.

use crate::ruby::machine::{Machine, Raised};
use crate::ruby::value::Exception;
use regex_lite::{Captures, Match, Regex};
use splitpoint_model::pattern::{MOST_PARTS, MOST_SEARCH, cut, size};

/// Groups that a regular expression may have: each place in a text that is looked at remembers all of them.
const MOST_GROUPS: u64 = 100;

/// So many steps of a search take as long as one of the machine.
const SMALL: u64 = 4;

/// Bytes that are looked at first where it has to be found out how many a search looks at.
const WINDOW: usize = 8;

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
        self.first_from(machine, text, 0)
    }

    /// The first match that begins at a byte or behind it.
    pub(super) fn first_from<'t>(
        &self,
        machine: &mut Machine,
        text: &'t str,
        from: usize,
    ) -> Raised<Option<Captures<'t>>> {
        self.weigh(machine, 0, text.len() - from)?;
        Ok(self.program.captures_at(text, from))
    }

    /// The last match that begins at a byte or before it.
    pub(super) fn last<'t>(&self, machine: &mut Machine, text: &'t str, to: usize) -> Raised<Option<Captures<'t>>> {
        let mut steps = 0;
        for at in (0..=to).rev().filter(|at| text.is_char_boundary(*at)) {
            steps = self.weigh(machine, steps, text.len() - at)?;
            let found = self.program.captures_at(text, at);
            if found.as_ref().and_then(|found| found.get(0)).is_some_and(|hit| hit.start() == at) {
                return Ok(found);
            }
        }
        Ok(None)
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
