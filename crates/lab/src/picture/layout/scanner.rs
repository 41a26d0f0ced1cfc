//! Readers: a line across the picture at the place that each open scanner has come to, and an arc over what it leapt over.

use super::{LINE, SMALL, Sheet};
use crate::picture::paint::Token;
use crate::picture::shape::{Edge, Fill, Rect, Shape, Words};

impl Sheet<'_> {
    /// Draws all open scanners.
    pub(super) fn scanners(&mut self) {
        let scanners = &self.view.scanners;
        for (index, scanner) in scanners.iter().enumerate() {
            let nth = scanners[..index].iter().filter(|other| other.line == scanner.line).count();
            let y = self.height(scanner.line);
            let x = self.columns.row - 12 - 22 * i64::try_from(nth).unwrap_or(0);
            let client = Token::client(Some(scanner.client));
            self.rule((x, y), (self.columns.right, y), Edge::thick(client));
            self.letter(scanner.client, x, y);
            if let Some(flag) = scanner.flag() {
                let font = SMALL.bold();
                let width = font.width(&flag) + 16;
                let end = self.flag(scanner.line) - (width + 6) * i64::try_from(nth).unwrap_or(0);
                let place = Rect { x: end - width, y: y - 9, width, height: 18 };
                self.square(place, 9, Some(Fill::Plain(client.into())), None);
                let middle = place.x + width / 2;
                self.words(Words::new(middle, y + 4, flag, font, Token::OnClient).middle());
            }
            self.told.push(scanner.told());
        }
    }

    /// Draws what reads leapt over in a region: from where they left to where they landed.
    pub(super) fn arcs(&mut self, region: usize) {
        for leap in self.view.leaps.iter().filter(|leap| leap.region == region) {
            let (top, end) = (self.height(leap.lines.start) + 4, self.height(leap.lines.end - 1) + LINE - 4);
            let x = self.columns.time - 3;
            let edge = Edge::thin(Token::client(leap.client));
            let points =
                vec![(x, top), (x + 5, top + 2), (x + 8, top + 7), (x + 8, end - 7), (x + 5, end - 2), (x, end)];
            self.shapes.push(Shape::Path { points, edge: edge.dashed() });
            let (tip, away) = if leap.is_back { (top, -1) } else { (end, 1) };
            let points = vec![(x + 4, tip - 5 * away), (x, tip), (x + 5, tip + 3 * away)];
            self.shapes.push(Shape::Path { points, edge });
        }
    }

    /// Draws a client's letter in its colour, around a point.
    pub(super) fn letter(&mut self, letter: char, x: i64, y: i64) {
        let fill = Token::client(Some(letter)).into();
        self.shapes.push(Shape::Disc { x, y, radius: 9, fill, edge: None });
        self.words(Words::new(x, y + 4, letter, SMALL.bold(), Token::OnClient).middle());
    }
}
