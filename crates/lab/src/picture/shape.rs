//! What a picture consists of, in the order in which it is drawn.

use super::metric::Font;
use super::paint::{Paint, Token};

/// One thing that is drawn. Lengths are pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// A box; its edge lies inside of it.
    Box { place: Rect, radius: i64, fill: Option<Fill>, edge: Option<Edge> },
    /// A box whose right corners are round, the upper and the lower one by so much.
    Band { place: Rect, corners: (i64, i64), fill: Fill },
    /// A line of words.
    Words(Words),
    /// A disc; its edge lies inside of it.
    Disc { x: i64, y: i64, radius: i64, fill: Paint, edge: Option<Edge> },
    /// A line along two corners, in the middle of its pixels.
    Path { points: Vec<(i64, i64)>, edge: Edge },
    /// The sign of a lock, in a box of 8 by 10.
    Lock { x: i64, y: i64, paint: Paint },
}

/// Where a box is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rect {
    pub(super) x: i64,
    pub(super) y: i64,
    pub(super) width: i64,
    pub(super) height: i64,
}

/// What a box is filled with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fill {
    Plain(Paint),
    /// Stripes of what is not visible yet.
    Hatch(Token),
    /// The colour of a server with its texture, by its number.
    Server(Token),
}

/// A line around or across something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Edge {
    pub(super) paint: Paint,
    pub(super) width: i64,
    pub(super) dashed: bool,
}

impl Edge {
    pub(super) fn thin(paint: impl Into<Paint>) -> Self {
        Self { paint: paint.into(), width: 1, dashed: false }
    }

    pub(super) fn thick(paint: impl Into<Paint>) -> Self {
        Self { width: 2, ..Self::thin(paint) }
    }

    pub(super) fn dashed(self) -> Self {
        Self { dashed: true, ..self }
    }
}

/// Words in one line, cut to their room already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Words {
    /// Where they begin, end or have their middle.
    pub(super) x: i64,
    /// The line on which letters stand.
    pub(super) y: i64,
    pub(super) text: String,
    pub(super) font: Font,
    pub(super) paint: Paint,
    pub(super) anchor: Anchor,
    pub(super) italic: bool,
    pub(super) struck: bool,
}

/// Which part of a line of words is at its coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

impl Words {
    pub(super) fn new(x: i64, y: i64, text: impl Into<String>, font: Font, paint: impl Into<Paint>) -> Self {
        let (text, paint) = (text.into(), paint.into());
        Self { x, y, text, font, paint, anchor: Anchor::Start, italic: false, struck: false }
    }

    pub(super) fn middle(self) -> Self {
        Self { anchor: Anchor::Middle, ..self }
    }

    pub(super) fn end(self) -> Self {
        Self { anchor: Anchor::End, ..self }
    }
}
