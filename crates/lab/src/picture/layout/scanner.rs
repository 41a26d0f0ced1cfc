//! Open scanners: a line across the picture at the place each has come to.

use super::{SMALL, Sheet};
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

    /// Draws a client's letter in its colour, around a point.
    pub(super) fn letter(&mut self, letter: char, x: i64, y: i64) {
        let fill = Token::client(Some(letter)).into();
        self.shapes.push(Shape::Disc { x, y, radius: 9, fill, edge: None });
        self.words(Words::new(x, y + 4, letter, SMALL.bold(), Token::OnClient).middle());
    }
}
