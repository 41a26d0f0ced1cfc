//! What a real table got as a picture: time against regions or servers, as the page shows it, with the sentence that names its
//! pattern.

use super::growth::shade;
use super::layout::{Layout, broken};
use super::metric::Font;
use super::paint::Token;
use super::shape::{Edge, Fill, Rect, Shape, Words};
use crate::view::{ClusterHeat, SHADES};
use crate::words::{Part, percent};

/// Pixels across.
const WIDTH: i64 = 960;
const MARGIN: i64 = 18;
/// Pixels for the names of rows.
const NAMES: i64 = 200;
/// Pixels for the share of each row.
const SHARES: i64 = 70;
/// The height of a row in pixels: where rows are few, and where they are at least [`MANY`].
const ROW: [i64; 2] = [18, 13];
/// The number of rows from which on rows are drawn lower.
const MANY: usize = 24;

impl Layout {
    /// Draws the heat of a table. `noun` is what a cell counts: `writes`.
    pub fn cluster_heat(table: &str, view: &ClusterHeat, noun: &str) -> Self {
        let mut sheet = Sheet { y: MARGIN + 14, shapes: Vec::new() };
        let heading = Font::sans(16).bold();
        sheet.words(MARGIN, &heading.cut(&format!("{table}: {noun}"), WIDTH - 2 * MARGIN), heading, Token::Ink);
        let token = if view.hot { Token::Warn } else { Token::Soft };
        for sentence in [&view.pattern, &view.span, &view.merged] {
            sheet.sentence(sentence, if *sentence == view.pattern { token } else { Token::Soft });
        }
        sheet.y += 14;
        sheet.rows(view);
        sheet.legend(view, noun);
        let Sheet { y: height, shapes } = sheet;
        let bands = view.bands.iter().map(|band| format!("{}: {} of all {noun}.", band.label, percent(band.all)));
        let told = [view.pattern.clone(), view.span.clone()].into_iter().chain(bands).collect();
        Self::on_ground((WIDTH, height), format!("Heat of {table}"), told, shapes)
    }
}

struct Sheet {
    y: i64,
    shapes: Vec<Shape>,
}

impl Sheet {
    fn words(&mut self, x: i64, text: &str, font: Font, token: Token) {
        self.shapes.push(Shape::Words(Words::new(x, self.y, text, font, token)));
    }

    fn sentence(&mut self, text: &str, token: Token) {
        if text.is_empty() {
            return;
        }
        for line in broken(&[Part { text: text.to_owned(), key: false }], WIDTH - 2 * MARGIN) {
            self.y += 20;
            let text: String = line.into_iter().map(|(text, _)| text).collect();
            self.words(MARGIN, &text, Font::sans(14), token);
        }
    }

    fn rows(&mut self, view: &ClusterHeat) {
        let (small, mono) = (Font::sans(12), Font::mono(12));
        let high = ROW[usize::from(view.bands.len() > MANY)];
        let place = Rect {
            x: MARGIN + NAMES,
            y: self.y,
            width: WIDTH - 2 * MARGIN - NAMES - SHARES,
            height: high * view.bands.len() as i64,
        };
        let panel = Fill::Plain(Token::Panel.into());
        self.shapes.push(Shape::Box { place, radius: 0, fill: Some(panel), edge: None });
        let x = |column: usize| place.x + column as i64 * place.width / view.columns.len().max(1) as i64;
        for cell in &view.cells {
            let place = Rect {
                x: x(cell.column),
                y: place.y + cell.row as i64 * high,
                width: x(cell.column + 1) - x(cell.column),
                height: high - 1,
            };
            self.shapes.push(Shape::Box { place, radius: 0, fill: Some(Fill::Plain(shade(cell.shade))), edge: None });
        }
        for note in &view.notes {
            let points = vec![(x(note.column), place.y), (x(note.column), place.y + place.height)];
            self.shapes.push(Shape::Path { points, edge: Edge::thin(Token::Ink) });
        }
        for (row, band) in view.bands.iter().enumerate() {
            self.y = place.y + row as i64 * high + high - 4;
            self.words(MARGIN, &mono.cut(&band.label, NAMES - 10), mono, Token::Ink);
            let share = Words::new(WIDTH - MARGIN, self.y, percent(band.all), small, Token::Soft);
            self.shapes.push(Shape::Words(share.end()));
        }
        self.y = place.y + place.height + 16;
        if let (Some(first), Some(last)) = (view.columns.first(), view.columns.last()) {
            let (from, to) = (first.when.split(' ').next(), last.when.rsplit(' ').next());
            self.words(place.x, from.unwrap_or_default(), small, Token::Soft);
            let to = Words::new(place.x + place.width, self.y, to.unwrap_or_default(), small, Token::Soft);
            self.shapes.push(Shape::Words(to.end()));
        }
        self.y += 14;
    }

    fn legend(&mut self, view: &ClusterHeat, noun: &str) {
        let font = Font::sans(12);
        self.y += 12;
        let mut x = MARGIN;
        self.words(x, "1", font, Token::Soft);
        x += 12;
        for number in 1..=SHADES {
            let place = Rect { x, y: self.y - 10, width: 14, height: 12 };
            self.shapes.push(Shape::Box { place, radius: 0, fill: Some(Fill::Plain(shade(number))), edge: None });
            x += 16;
        }
        self.words(
            x + 2,
            &format!("{} {noun} in a cell; at the right the share of each row", view.most),
            font,
            Token::Soft,
        );
        self.y += MARGIN;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Theme;
    use crate::view::{HeatBand, HeatCell, HeatNote, Slice};

    #[test]
    fn it_has_a_box_for_each_cell_and_says_what_the_page_says() {
        let band = |label: &str, all| HeatBand { label: label.into(), regions: 1, recent: all, all, amount: 0 };
        let slice = |when: &str| Slice { when: when.into(), amount: 1 };
        let cell = |column, row, shade| HeatCell { column, row, shade, amount: 7, hottest: false };
        let view = ClusterHeat {
            span: "2 intervals in 10 s.".into(),
            columns: vec![slice("14:05:04 to 14:05:09"), slice("14:05:09 to 14:05:14")],
            bands: vec![band("[−∞, m)", 100), band("[m, +∞)", 900)],
            cells: vec![cell(0, 0, 1), cell(1, 1, 5), cell(0, 1, 3)],
            most: 7,
            pattern: "Hot region: 90 % of the writes went to [m, +∞).".into(),
            hot: true,
            notes: vec![HeatNote { column: 1, text: "1 region opened".into() }],
            ..ClusterHeat::default()
        };
        let layout = Layout::cluster_heat("events", &view, "writes");
        let high = ROW[0] - 1;
        let cells =
            layout.shapes.iter().filter(|shape| matches!(shape, Shape::Box { place, .. } if place.height == high));
        assert_eq!(cells.count(), view.cells.len());
        let told = layout.told().join(" ");
        assert!(told.contains(&view.pattern) && told.contains("[m, +∞): 90 % of all writes."), "{told}");
        let svg = layout.svg(Theme::Light);
        for words in ["events: writes", "14:05:04", "14:05:14", "7 writes in a cell", "[m, +∞)"] {
            assert!(svg.contains(words), "{words} is missing: {svg}");
        }
    }
}
