//! The changes of a long text since it was kept as a whole, so that a step does not keep all of it again.

use super::hash::hash;
use std::sync::Arc;

/// A text has a journal from this many bytes on. A shorter one is kept as quickly as its changes.
const LONG: usize = 128 << 10;

/// A change of more than one such part of the whole, a sixteenth, is not noted: the text is kept as a whole again.
const PART: usize = 16;

/// How many bytes are compared at once.
const WORD: usize = 8;

/// A text that is kept as a whole, with its changes in a note beside it.
#[derive(Debug)]
pub struct Journal {
    whole: Arc<String>,
    /// The beginning of each note.
    head: String,
}

impl Journal {
    /// The journal of a text; `None` if the text is short.
    pub fn new(whole: Arc<String>) -> Option<Self> {
        (whole.len() >= LONG).then(|| Self { head: head(&whole), whole })
    }

    /// The text at the beginning of the journal.
    pub fn whole(&self) -> &str {
        &self.whole
    }

    /// The note for no changes.
    pub fn begin(&self) -> String {
        let length = self.whole.len();
        self.change(length, length, "")
    }

    /// Whether a note belongs to this text.
    pub fn is_about(&self, note: &str) -> bool {
        note.starts_with(&self.head)
    }

    /// A note with the changes of the text. `None` if there are so many that it should be kept as a whole.
    pub fn note(&self, text: &str) -> Option<String> {
        let whole = &*self.whole;
        let mut from = same(whole.as_bytes(), text.as_bytes());
        while !whole.is_char_boundary(from) || !text.is_char_boundary(from) {
            from -= 1;
        }
        let ends = whole.as_bytes()[from..].iter().rev().zip(text.as_bytes()[from..].iter().rev());
        let mut same_end = ends.take_while(|(one, other)| one == other).count();
        let ends_in_letter =
            |end: usize| whole.is_char_boundary(whole.len() - end) && text.is_char_boundary(text.len() - end);
        while !ends_in_letter(same_end) {
            same_end -= 1;
        }
        let new = &text[from..text.len() - same_end];
        let to = whole.len() - same_end;
        if new.len().max(to - from) > whole.len() / PART {
            return None;
        }
        Some(self.change(from, to, new))
    }

    /// A note that says that `new` replaces these bytes of the text.
    fn change(&self, from: usize, to: usize, new: &str) -> String {
        format!("{}{from} {to}\n{new}", self.head)
    }
}

/// A text with the changes of a note. `None` if the note belongs to another text, or is damaged.
pub fn amended(whole: &str, note: &str) -> Option<String> {
    let (place, new) = note.strip_prefix(&head(whole))?.split_once('\n')?;
    let (from, to) = place.split_once(' ')?;
    let (from, to) = (from.parse().ok()?, to.parse().ok()?);
    let (before, after) = (whole.get(..from)?, whole.get(to..).filter(|_| from <= to)?);
    Some([before, new, after].concat())
}

/// How many bytes at the beginning of both texts are equal.
fn same(one: &[u8], other: &[u8]) -> usize {
    let words = one.chunks_exact(WORD).zip(other.chunks_exact(WORD)).take_while(|(one, other)| one == other).count();
    let from = words * WORD;
    from + one[from..].iter().zip(&other[from..]).take_while(|(one, other)| one == other).count()
}

/// The beginning of notes for this text: its length and its hash.
fn head(text: &str) -> String {
    format!("{} {:016x} ", text.len(), hash(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn journal(text: &str) -> Journal {
        Journal::new(Arc::new(text.to_owned())).expect("it is long")
    }

    #[test]
    fn a_short_text_has_no_journal() {
        for (length, is_long) in [(LONG - 1, false), (LONG, true), (LONG + 1, true)] {
            assert_eq!(Journal::new(Arc::new("a".repeat(length))).is_some(), is_long, "{length}");
        }
    }

    #[test]
    fn a_note_is_as_long_as_what_changed() {
        let text = "a".repeat(LONG);
        let journal = journal(&text);
        assert_eq!(amended(&text, &journal.begin()).as_ref(), Some(&text));
        for (added, is_noted) in [(0, true), (1, true), (LONG / PART, true), (LONG / PART + 1, false)] {
            let note = journal.note(&format!("{text}{}", "b".repeat(added)));
            assert_eq!(note.is_some(), is_noted, "{added}");
            assert!(note.is_none_or(|note| note.len() < added + 60), "{added}");
        }
        assert_eq!(journal.note(&text[..text.len() - LONG / PART - 1]), None, "so much is gone");
    }

    #[test]
    fn a_note_about_another_text_or_a_damaged_one_is_passed_over() {
        let (text, other) = ("a".repeat(LONG), format!("{}b", "a".repeat(LONG - 1)));
        let note = journal(&text).note(&format!("{text}!")).expect("it is short");
        assert!(journal(&text).is_about(&note) && !journal(&other).is_about(&note));
        assert_eq!(amended(&other, &note), None);
        let head = head(&text);
        for damaged in ["", "5", "5 4\nx", "9999999 9999999\n", "-1 4\n", "0 0"] {
            assert_eq!(amended(&text, &format!("{head}{damaged}")), None, "{damaged}");
        }
    }

    proptest! {
        /// Whatever changes, characters of several bytes are not cut.
        #[test]
        fn what_is_noted_comes_back(
            parts in prop::collection::vec("[aé☃😀]{0,6}", 3),
            new in "[aé☃😀]{0,6}",
            from in 0..3_usize,
        ) {
            let long = "é☃".repeat(LONG / 5 + 1);
            let text = |parts: &[String]| format!("{}{long}{}{}", parts[0], parts[1], parts[2]);
            let mut changed = parts.clone();
            changed[from] = new;
            let (whole, now) = (text(&parts), text(&changed));
            let note = journal(&whole).note(&now);
            prop_assert!(note.is_some() || from == 0, "only what is far apart is kept as a whole");
            if let Some(note) = note {
                prop_assert_eq!(amended(&whole, &note), Some(now));
            }
        }
    }
}
