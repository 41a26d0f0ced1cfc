//! Growth as a picture: for each key what it does, key space against time with its splits, and how many regions there are.

use super::layout::{Layout, broken};
use super::metric::Font;
use super::paint::{Paint, Token};
use super::shape::{Edge, Fill, Rect, Shape, Words};
use crate::view::{GrowthSide, SHADES, STEPS_TOLD};
use crate::words::Part;

/// Pixels across.
const WIDTH: i64 = 840;
const MARGIN: i64 = 18;
/// Where the picture begins, right of the words of its axes.
const LEFT: i64 = MARGIN + 62;
/// Pixels of a band of keys.
const BAND: i64 = 4;
/// Pixels of the most regions.
const CURVE: i64 = 44;

impl Layout {
    /// Draws what keys do over time, one below the other.
    pub fn growth(sides: &[GrowthSide]) -> Self {
        let mut sheet = Sheet { y: MARGIN, shapes: Vec::new(), told: Vec::new() };
        sides.iter().for_each(|side| sheet.side(side));
        sheet.legend(sides.iter().any(|side| !side.splits.is_empty()));
        let Sheet { y: height, shapes, told } = sheet;
        let keys: Vec<&str> = sides.iter().map(|side| side.key.as_str()).collect();
        Self::on_ground((WIDTH, height), format!("Growth: {}", keys.join("; ")), told, shapes)
    }
}

/// The colour of a shade, from 1.
pub(super) fn shade(shade: u8) -> Paint {
    Paint::faint(Token::Heat, [22, 42, 62, 82, 100][usize::from(shade.clamp(1, SHADES)) - 1])
}

struct Sheet {
    y: i64,
    shapes: Vec<Shape>,
    told: Vec<String>,
}

impl Sheet {
    fn words(&mut self, x: i64, text: &str, font: Font, token: Token) {
        self.shapes.push(Shape::Words(Words::new(x, self.y, text, font, token)));
    }

    fn side(&mut self, side: &GrowthSide) {
        let (small, font) = (Font::sans(12), Font::sans(14));
        self.y += 14;
        self.words(
            MARGIN,
            &Font::sans(16).bold().cut(&side.key, WIDTH - 2 * MARGIN),
            Font::sans(16).bold(),
            Token::Ink,
        );
        let token = if side.is_hot { Token::Warn } else { Token::Soft };
        for line in broken(&[Part { text: side.verdict.clone(), key: false }], WIDTH - 2 * MARGIN) {
            self.y += 21;
            let text: String = line.into_iter().map(|(text, _)| text).collect();
            self.words(MARGIN, &text, font, token);
        }
        self.y += 12;
        self.told.push(format!("{}: {} {} regions after {}.", side.key, side.verdict, side.count, side.span));
        let (top, high) = (self.y, side.bands as i64 * BAND);
        let place = Rect { x: LEFT, y: top, width: WIDTH - MARGIN - LEFT, height: high };
        let panel = Fill::Plain(Token::Panel.into());
        self.shapes.push(Shape::Box { place, radius: 0, fill: Some(panel), edge: None });
        self.cells(side, place);
        for (time, split) in &side.splits {
            let x = place.x + (time * place.width as f64) as i64;
            let y = place.y + (split * high as f64) as i64;
            self.shapes.push(Shape::Disc { x, y, radius: 2, fill: Token::Ink.into(), edge: None });
        }
        self.y = top + 12;
        self.words(MARGIN, "keys ↓", small, Token::Soft);
        self.y = top + high + 10;
        self.curve(side, Rect { y: self.y, height: CURVE, ..place });
        self.y += 12;
        self.words(MARGIN, "regions", small, Token::Soft);
        self.y += 16;
        self.words(MARGIN, &side.count, small.bold(), Token::Ink);
        self.y = top + high + 10 + CURVE + 16;
        self.words(LEFT, "first row", small, Token::Soft);
        let end = format!("after {}", side.span);
        self.shapes.push(Shape::Words(Words::new(WIDTH - MARGIN, self.y, end, small, Token::Soft).end()));
        self.y += 20;
    }

    /// Cells of one shade beside each other are one box.
    fn cells(&mut self, side: &GrowthSide, place: Rect) {
        let mut cells = side.cells.clone();
        cells.sort_unstable_by_key(|(column, band, _)| (*band, *column));
        let x = |column: usize| place.x + column as i64 * place.width / side.columns.max(1) as i64;
        let runs = cells.chunk_by(|one, next| (one.0 + 1, one.1, one.2) == *next);
        for run in runs {
            let ((from, band, dark), (to, ..)) = (run[0], run[run.len() - 1]);
            let place = Rect { x: x(from), y: place.y + band as i64 * BAND, width: x(to + 1) - x(from), height: BAND };
            self.shapes.push(Shape::Box { place, radius: 0, fill: Some(Fill::Plain(shade(dark))), edge: None });
        }
    }

    /// How many regions there are, as a line from the left.
    fn curve(&mut self, side: &GrowthSide, place: Rect) {
        let most = side.regions.iter().copied().max().unwrap_or(1).max(1) as i64;
        let bottom = place.y + place.height;
        let mut points = vec![(place.x, bottom)];
        for (column, regions) in (1..).zip(&side.regions) {
            let x = place.x + column * place.width / side.columns.max(1) as i64;
            points.push((x, bottom - *regions as i64 * place.height / most));
        }
        self.shapes.push(Shape::Path { points, edge: Edge::thick(Token::Mem) });
        let ends = vec![(place.x, bottom), (place.x + place.width, bottom)];
        self.shapes.push(Shape::Path { points: ends, edge: Edge::thin(Token::LineStrong) });
    }

    fn legend(&mut self, has_splits: bool) {
        let font = Font::sans(12);
        self.y += 10;
        let mut x = MARGIN;
        let lead = "share of the writes of that time:";
        self.words(x, lead, font, Token::Soft);
        x += font.width(lead) + 10;
        for (number, words) in (1..=SHADES).zip(STEPS_TOLD) {
            let place = Rect { x, y: self.y - 10, width: 14, height: 12 };
            self.shapes.push(Shape::Box { place, radius: 0, fill: Some(Fill::Plain(shade(number))), edge: None });
            self.words(x + 18, words, font, Token::Soft);
            x += 18 + font.width(words) + 10;
        }
        if has_splits {
            self.shapes.push(Shape::Disc { x: x + 4, y: self.y - 4, radius: 2, fill: Token::Ink.into(), edge: None });
            self.words(x + 12, "a split", font, Token::Soft);
        }
        self.y += MARGIN;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::design::PRESETS;
    use crate::growth::{Change, Draft, Grain, Slider, grow};
    use crate::picture::Theme;
    use crate::view::growth;

    #[test]
    fn it_shows_what_the_page_shows() {
        let mut draft = Draft::new(&PRESETS[0].design());
        // A month, in which there are few enough splits to be drawn.
        draft.change(&Change::Slide(Slider::Span, 2));
        draft.change(&Change::Slide(Slider::Rate, 3));
        let view = growth(&draft, &draft.plans(Grain::Coarse).iter().map(grow).collect::<Vec<_>>());
        let layout = Layout::growth(&view.sides);
        for side in &view.sides {
            assert!(layout.told().iter().any(|told| told.contains(&side.verdict)), "{:?}", layout.told());
        }
        let splits = layout.shapes.iter().filter(|shape| matches!(shape, Shape::Disc { .. })).count();
        assert!(view.sides.iter().all(|side| !side.splits.is_empty()));
        assert_eq!(splits, 1 + view.sides.iter().map(|side| side.splits.len()).sum::<usize>(), "and one in the legend");
        let boxes = |shape: &&Shape| matches!(shape, Shape::Box { place, .. } if place.height == BAND);
        let drawn: i64 = layout
            .shapes
            .iter()
            .filter(boxes)
            .map(|shape| match shape {
                Shape::Box { place, .. } => place.width,
                _ => 0,
            })
            .sum();
        let wide = WIDTH - MARGIN - LEFT;
        let cells: i64 = view.sides.iter().map(|side| side.cells.len() as i64 * wide / side.columns as i64).sum();
        assert!((drawn - cells).abs() <= 48 * 24, "{drawn} pixels of {cells}");
        let svg = layout.svg(Theme::Dark);
        assert!(svg.starts_with("<svg ") && svg.len() < 120_000, "{} bytes", svg.len());
    }
}
