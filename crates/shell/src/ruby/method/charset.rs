//! Sets of characters as `tr`, `count`, `delete` and `squeeze` take them: `a-z`, `^0-9`.

use crate::ruby::value::Text;
use std::ops::RangeInclusive;

/// A set of characters.
pub(super) struct Charset {
    /// In the order in which they are written, none of them empty.
    parts: Vec<RangeInclusive<char>>,
    /// Whether all others are meant.
    except: bool,
}

/// Parts that are looked at in the time of one operation.
const COMPARED: u64 = 8;

impl Charset {
    pub(super) fn new(set: &str) -> Self {
        match set.strip_prefix('^').filter(|rest| !rest.is_empty()) {
            Some(rest) => Self { except: true, ..Self::listed(rest) },
            None => Self::listed(set),
        }
    }

    /// The same where `^` has no meaning.
    pub(super) fn listed(set: &str) -> Self {
        let chars: Vec<char> = set.chars().collect();
        let mut parts = Vec::new();
        let mut at = 0;
        while at < chars.len() {
            let (part, length) = match chars[at..] {
                ['\\', c, ..] => (c..=c, 2),
                [from, '-', to, ..] => (from..=to, 3),
                _ => (chars[at]..=chars[at], 1),
            };
            if !part.is_empty() {
                parts.push(part);
            }
            at += length;
        }
        Self { parts, except: false }
    }

    /// Operations in the time of which each character of a text is looked for.
    pub(super) fn labour(&self, text: &Text) -> u64 {
        (self.parts.len() as u64).saturating_mul(text.bytes.len() as u64) / COMPARED
    }

    pub(super) fn contains(&self, c: char) -> bool {
        self.parts.iter().any(|part| part.contains(&c)) != self.except
    }

    /// The place of a character among those that are written.
    fn position(&self, c: char) -> Option<usize> {
        let mut before = 0;
        for part in &self.parts {
            if part.contains(&c) {
                return Some(before + (*part.start()..c).count());
            }
            before += part.clone().count();
        }
        None
    }

    /// The character at a place; behind the last it is the last.
    fn at(&self, place: usize) -> Option<char> {
        let mut place = place;
        for part in &self.parts {
            let count = part.clone().count();
            if place < count {
                return part.clone().nth(place);
            }
            place -= count;
        }
        self.parts.last().map(|part| *part.end())
    }
}

/// A text in which each character of a set is replaced by the one at its place in another.
pub(super) fn translate(text: &str, from: &Charset, to: &Charset) -> String {
    let replace = |c: char| match from.position(c) {
        Some(at) if !from.except => to.at(at),
        None if from.except => to.at(usize::MAX),
        _ => Some(c),
    };
    text.chars().filter_map(replace).collect()
}
