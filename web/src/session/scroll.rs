//! A scroll position on an axis that may be longer than browsers can draw.
//!
//! Chromium cuts an element off at 33.5 million pixels and Firefox gives up at about 17.9 million, so the element is
//! never higher than [`LIMIT`]. On a longer axis small movements are exact, and large ones go to the same share.

/// The greatest height of the scrolled element, in pixels.
pub const LIMIT: i64 = 8_000_000;

/// Pixels of a movement that is exact at least, in however low a window: a busy browser makes several turns of a wheel one.
/// Who drags the bar of a long axis moves it by far more at once.
const EXACT: i64 = 4_000;

/// The position of the browser's scroll bar, and how far the axis is shifted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Scroll {
    /// `scrollTop` of the element.
    pub bar: i64,
    /// What is added to a height in the element to get a height on the axis.
    pub shift: i64,
}

/// The lengths on which a scroll position depends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// The length of the axis in pixels.
    pub axis: i64,
    /// The height of the viewport in pixels.
    pub seen: i64,
}

impl Extent {
    /// The height of the scrolled element in pixels.
    pub fn element(self) -> i64 {
        self.axis.min(LIMIT)
    }

    fn bar_end(self) -> i64 {
        (self.element() - self.seen).max(0)
    }

    fn axis_end(self) -> i64 {
        (self.axis - self.seen).max(0)
    }

    /// Pixels at either end in which bar and axis move by the same distance, so that small movements reach both ends.
    fn edge(self) -> i64 {
        (8 * self.seen).min(self.bar_end() / 4)
    }

    fn bar_of(self, top: i64) -> i64 {
        share(top, self.axis_end(), self.bar_end(), self.edge())
    }

    fn top_of(self, bar: i64) -> i64 {
        share(bar, self.bar_end(), self.axis_end(), self.edge())
    }
}

impl Scroll {
    /// The height on the axis at the top of the viewport.
    pub fn top(self) -> i64 {
        self.bar + self.shift
    }

    /// The position with this height at the top of the viewport, or the nearest one.
    pub fn to(top: i64, extent: Extent) -> Self {
        let top = top.clamp(0, extent.axis_end());
        let bar = extent.bar_of(top);
        Self { bar, shift: top - bar }
    }

    /// The position after the browser has moved its bar. If the result has another `bar`, the caller has to set it.
    #[must_use]
    pub fn moved(self, bar: i64, extent: Extent) -> Self {
        if extent.axis <= LIMIT {
            return Self { bar, shift: 0 };
        }
        if (bar - self.bar).abs() > EXACT.max(2 * extent.seen) {
            return Self::to(extent.top_of(bar), extent);
        }
        let top = (self.top() + bar - self.bar).clamp(0, extent.axis_end());
        let edge = extent.edge();
        let at_an_end = bar < edge || extent.bar_end() - bar < edge;
        if at_an_end { Self::to(top, extent) } else { Self { bar, shift: top - bar } }
    }
}

/// Maps a place in `0..=whole` to one in `0..=other`: in proportion, but within `edge` of an end with the same distance
/// from it.
fn share(part: i64, whole: i64, other: i64, edge: i64) -> i64 {
    if part <= edge || whole == other {
        return part.min(other);
    }
    if whole - part <= edge {
        return other - (whole - part);
    }
    let inner = i128::from(whole - 2 * edge).max(1);
    let exact = i128::from(part - edge) * i128::from(other - 2 * edge) / inner;
    edge + i64::try_from(exact).unwrap_or(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHORT: Extent = Extent { axis: 10_000, seen: 500 };
    const LONG: Extent = Extent { axis: 78_000_000, seen: 500 };

    #[test]
    fn a_short_axis_scrolls_as_browsers_do() {
        assert_eq!(Scroll::default().moved(700, SHORT), Scroll { bar: 700, shift: 0 });
        assert_eq!(Scroll::to(99_999, SHORT), Scroll { bar: 9_500, shift: 0 });
    }

    #[test]
    fn small_movements_on_a_long_axis_are_exact() {
        let mut scroll = Scroll::to(40_000_000, LONG);
        for _ in 0..1_000 {
            scroll = scroll.moved(scroll.bar + 26, LONG);
        }
        assert_eq!(scroll.top(), 40_026_000);
    }

    #[test]
    fn turns_of_a_wheel_that_come_together_are_exact_in_a_low_window() {
        let low = Extent { seen: 300, ..LONG };
        let scroll = (0..15).fold(Scroll::default(), |scroll, _| scroll.moved(scroll.bar + 1_600, low));
        assert_eq!(scroll.top(), 24_000);
    }

    #[test]
    fn every_place_of_a_long_axis_can_be_reached_by_small_movements() {
        let mut scroll = Scroll::to(4_000_000, LONG);
        while scroll.top() > 0 {
            let before = scroll.top();
            scroll = scroll.moved((scroll.bar - 400).max(0), LONG);
            assert!(scroll.top() < before);
        }
        let mut scroll = Scroll::to(LONG.axis - 4_000_000, LONG);
        while scroll.top() < LONG.axis - LONG.seen {
            let before = scroll.top();
            scroll = scroll.moved((scroll.bar + 400).min(LIMIT - LONG.seen), LONG);
            assert!(scroll.top() > before);
        }
    }

    #[test]
    fn the_ends_of_the_bar_are_the_ends_of_the_axis() {
        assert_eq!(Scroll::default().moved(LIMIT - 500, LONG).top(), LONG.axis - 500);
        assert_eq!(Scroll::to(LONG.axis, LONG).moved(0, LONG).top(), 0);
    }
}
