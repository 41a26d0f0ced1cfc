//! The key axis: which line of the table is how far down, in whole pixels.
//!
//! Regions are cards with gaps between them; a card is never lower than `LEAST` lines, so that its name fits.

use std::ops::Range;

/// Pixels: the card of a region that is higher has its name on top rather than in its middle.
pub const TALL: i64 = 420;

/// Pixels between two cards: room for the split point.
pub const GAP: i64 = 18;

/// A card is at least this many lines high.
pub(super) const LEAST: u64 = 3;

/// Pixels above the first card and below the last.
const MARGIN: i64 = 8;

/// Tops and heights of all cards of a table.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Axis {
    line: i64,
    cards: Vec<Card>,
    height: i64,
}

/// Where the card of a region is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Card {
    /// Its upper edge.
    pub top: i64,
    /// Its height.
    pub height: i64,
    /// Its first line.
    pub first: u64,
    /// How many lines it has.
    pub lines: u64,
}

impl Axis {
    /// The axis of regions in key order, each by its first line and how many it has, with lines of this height.
    pub fn new(line: i64, regions: impl Iterator<Item = (u64, u64)>) -> Self {
        let mut top = MARGIN;
        let cards: Vec<Card> = regions
            .map(|(first, lines)| {
                let height = pixels(lines.max(LEAST), line);
                let card = Card { top, height, first, lines };
                top += height + GAP;
                card
            })
            .collect();
        Self { line, cards, height: top - GAP + 2 * MARGIN }
    }

    /// Pixels from the upper to the lower end.
    pub fn height(&self) -> i64 {
        self.height
    }

    /// Height of one line.
    pub fn line(&self) -> i64 {
        self.line
    }

    /// The card of a region.
    pub fn card(&self, region: usize) -> Option<Card> {
        self.cards.get(region).copied()
    }

    /// The upper edge of a line; of the lower end of the last card for a line after the last.
    pub fn top(&self, line: u64) -> i64 {
        let index = self.cards.partition_point(|card| card.first + card.lines <= line);
        match self.cards.get(index) {
            Some(card) => card.top + pixels(line.saturating_sub(card.first), self.line),
            None => self.cards.last().map_or(0, |card| card.top + pixels(card.lines, self.line)),
        }
    }

    /// The cards that are at least partly between two heights.
    pub fn cards(&self, from: i64, to: i64) -> Range<usize> {
        let start = self.cards.partition_point(|card| card.top + card.height <= from);
        let end = self.cards.partition_point(|card| card.top < to);
        start..end.max(start)
    }

    /// The lines that are at least partly between two heights.
    pub fn lines(&self, from: i64, to: i64) -> Range<u64> {
        let cards = &self.cards[self.cards(from, to)];
        let (Some(first), Some(last)) = (cards.first(), cards.last()) else { return 0..0 };
        let start = first.first + whole_lines(from - first.top, self.line).min(first.lines);
        let end = last.first + whole_lines(to - last.top + self.line - 1, self.line).min(last.lines);
        start..end.max(start)
    }
}

fn pixels(lines: u64, line: i64) -> i64 {
    i64::try_from(lines).unwrap_or(i64::MAX / 64).saturating_mul(line)
}

fn whole_lines(pixels: i64, line: i64) -> u64 {
    u64::try_from(pixels / line.max(1)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_region_has_room_for_its_name_and_no_line() {
        let axis = Axis::new(20, [(0, 5), (5, 0), (5, 4)].into_iter());
        assert_eq!(axis.card(1).map(|card| card.height), Some(60));
        let third = MARGIN + 100 + GAP + 60 + GAP;
        assert_eq!(axis.top(5), third);
        assert_eq!(axis.lines(0, third + 1), 0..6);
        assert_eq!(axis.height(), third + 80 + 2 * MARGIN);
    }

    #[test]
    fn the_window_holds_exactly_the_lines_that_can_be_seen() {
        let axis = Axis::new(20, [(0, 1_000_000), (1_000_000, 1_000_000)].into_iter());
        let top = axis.top(1_500_000);
        assert_eq!(axis.lines(top, top + 20), 1_500_000..1_500_001);
        assert_eq!(axis.lines(top - 1, top + 21), 1_499_999..1_500_002);
        assert_eq!(axis.cards(top, top + 1), 1..2);
        assert_eq!(axis.lines(axis.height() + 5, axis.height() + 50), 0..0);
    }

    #[test]
    fn without_regions_there_is_nothing() {
        let axis = Axis::new(20, [].into_iter());
        assert_eq!((axis.lines(0, 100), axis.top(0)), (0..0, 0));
    }
}
