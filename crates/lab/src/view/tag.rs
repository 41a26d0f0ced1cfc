//! Tags: words at a line of the picture. What draws them chooses places and colours, and no words.

use super::badge::FAILS;
use super::{Badge, BadgeKind, Hidden, KeyField, LineView, LockView, Mark, MarkView};
use crate::notation::SEPARATOR;

/// A few words at a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// The kind of the tag, which decides its colour.
    pub kind: TagKind,
    /// The client whose colour the words have, `A` to `D`; `None` for no client.
    pub client: Option<char>,
    /// A sign in front, which is drawn and not read aloud; empty where there is none.
    pub sign: &'static str,
    /// The words.
    pub text: String,
    /// What is only read aloud, after the words, with a space in front.
    pub spoken: String,
    /// Whether all of it is only read aloud, since a line above says the same.
    pub repeats: bool,
}

/// What a tag is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TagKind {
    /// Why a plain read does not show the cell.
    Hidden(Hidden),
    /// A scanner began to read before the cell was visible, and does not see it.
    Unseen,
    /// The step wrote it.
    Written,
    /// It was read, compared or returned.
    Read,
    /// A scanner met it and left it out.
    Skipped,
    /// The step moved it to a file.
    Moved,
    /// The step leapt over it and others.
    Leapt,
    /// It is on a page, and was on one before.
    Again,
    /// It was read to get to a page, and thrown away.
    Thrown,
    /// It is on no page.
    Missed,
    /// A call was refused, since its row is in another region.
    Refused,
    /// The clients that hold the lock of its row.
    Locked,
}

impl Tag {
    fn plain(kind: TagKind, text: impl Into<String>) -> Self {
        Self { kind, client: None, sign: "", text: text.into(), spoken: String::new(), repeats: false }
    }

    /// What a screen reader says for the tag.
    pub fn heard(&self) -> String {
        [self.text.trim(), &self.spoken].concat()
    }
}

/// How strongly a line has the colour of the client that did something to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touch {
    /// The step wrote or moved the cell.
    Written,
    /// Its row is locked.
    Locked,
    /// The step met it, or it came back.
    Met,
}

impl LineView {
    /// The tags behind the value, in order; who holds the lock of the row comes last, on its first line.
    pub fn tags(&self) -> Vec<Tag> {
        let mut tags: Vec<Tag> = Vec::new();
        if let Some((hidden, reason)) = self.hidden.and_then(|hidden| Some((hidden, reason(hidden)?))) {
            tags.push(Tag::plain(TagKind::Hidden(hidden), reason));
        }
        if let Some(reader) = self.unseen.first() {
            tags.push(Tag::plain(TagKind::Unseen, format!("not for {reader}")));
        }
        tags.extend(self.badges.iter().map(done));
        if self.own_badges().next().is_none() {
            tags.extend(self.mark.as_ref().map(came_back));
        }
        if self.row_start && !self.locked.is_empty() {
            tags.push(lock(&self.locked));
        }
        tags
    }

    /// The client whose colour the line has, and how strongly: most where the step wrote it, less where its row is
    /// locked. There is no client where background work did it.
    pub fn touch(&self) -> Option<(Touch, Option<char>)> {
        let moves = |badge: &&Badge| matches!(badge.kind, BadgeKind::Written | BadgeKind::Moved);
        if let Some(badge) = self.badges.iter().find(moves) {
            return Some((Touch::Written, badge.client));
        }
        if let Some(holder) = self.locked.first() {
            return Some((Touch::Locked, Some(*holder)));
        }
        let client = self.own_badges().next().map(|badge| badge.client).or(self.mark.as_ref().map(|mark| mark.client));
        client.map(|client| (Touch::Met, client))
    }

    /// The badges of what was done with the cell, and not only beside it.
    fn own_badges(&self) -> impl Iterator<Item = &Badge> {
        self.badges.iter().filter(|badge| badge.kind != BadgeKind::Leapt)
    }

    /// What stands in the column of values: the value, or the type of a marker.
    pub fn content(&self) -> String {
        if self.is_marker() { format!("✕ {}", self.cell_type) } else { self.value.clone() }
    }

    /// Where it lives, as it is read aloud.
    pub fn home(&self) -> String {
        let Some(file) = self.file else { return "in memory".to_owned() };
        format!("in file f{file}{}", if self.cached { ", in the block cache" } else { "" })
    }

    /// Whether its sign in memory is hollow: somebody does not see it yet.
    pub fn is_hollow(&self) -> bool {
        self.hidden == Some(Hidden::NotYetVisible) || !self.unseen.is_empty()
    }
}

impl LockView {
    /// The tag of the lock: who holds it. The row's key comes first where the row has no line.
    pub fn tag(&self) -> Tag {
        lock(&self.clients)
    }
}

/// The fields of a key in one line.
pub fn row_text(fields: &[KeyField]) -> String {
    fields.iter().map(|field| field.text.as_str()).collect::<Vec<_>>().join(SEPARATOR)
}

fn lock(holders: &[char]) -> Tag {
    let letters: Vec<String> = holders.iter().map(char::to_string).collect();
    let text = ["locked by ", &letters.join(", ")].concat();
    Tag { client: holders.first().copied(), ..Tag::plain(TagKind::Locked, text) }
}

/// Why a plain read does not show the cell, in a word or two.
fn reason(hidden: Hidden) -> Option<&'static str> {
    match hidden {
        Hidden::Marker => None,
        Hidden::Deleted => Some("deleted"),
        Hidden::Older => Some("older"),
        Hidden::Expired => Some("expired"),
        Hidden::NotYetVisible => Some("not visible yet"),
        Hidden::Repeated => Some("written again"),
    }
}

/// What the step did with the cell: a sign, the client's letter, a word.
fn done(badge: &Badge) -> Tag {
    let (sign, kind) = match badge.kind {
        BadgeKind::Written => ("+", TagKind::Written),
        BadgeKind::Read => ("●", TagKind::Read),
        BadgeKind::Skipped => ("○", TagKind::Skipped),
        BadgeKind::Checked => ("=", TagKind::Read),
        BadgeKind::Moved => ("→", TagKind::Moved),
        BadgeKind::Leapt => ("↷", TagKind::Leapt),
        BadgeKind::Refused => ("✗", TagKind::Refused),
    };
    let sign = if badge.kind == BadgeKind::Checked && badge.text == FAILS { "✗" } else { sign };
    let who = badge.client.map(String::from).unwrap_or_default();
    let (text, spoken) = if badge.kind == BadgeKind::Written {
        (who, [" ", &badge.text].concat())
    } else {
        ([&who, " ", &badge.text].concat(), String::new())
    };
    Tag { kind, client: badge.client, sign, text, spoken, repeats: false }
}

/// What became of the cell in an answer: a sign, the client's letter, words.
fn came_back(mark: &MarkView) -> Tag {
    let (sign, kind) = match mark.kind {
        Mark::Returned => ("●", TagKind::Read),
        Mark::Again => ("↻", TagKind::Again),
        Mark::Thrown => ("○", TagKind::Thrown),
        Mark::Missed => ("✗", TagKind::Missed),
    };
    let who = mark.client.map(String::from).unwrap_or_default();
    let text = [&who, " ", &mark.text].concat();
    Tag { kind, client: mark.client, sign, text, spoken: String::new(), repeats: !mark.first }
}
