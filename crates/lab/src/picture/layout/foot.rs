//! What stands below the key space: the logs of servers, the sentence of the step, and the legend of signs.

use super::{MARGIN, SMALL, Sheet};
use crate::picture::metric::Font;
use crate::picture::paint::Token;
use crate::picture::shape::{Edge, Fill, Rect, Shape, Words};
use crate::view::{EditView, LogView, Part, ServerView, Sign, Tone};

/// Height of the log of a server.
const LOG: i64 = 26;

/// Height of a line of the sentence.
const SENTENCE: i64 = 21;

/// Height of a line of the legend.
const SIGNS: i64 = 18;

impl Sheet<'_> {
    /// Draws the servers, each with the edits of its log that are in no file yet. The answer is where that ends.
    pub(super) fn logs(&mut self, top: i64) -> i64 {
        if self.view.servers.is_empty() {
            return top;
        }
        self.rule((MARGIN, top), (self.columns.right, top), Edge::thin(Token::Line));
        let mut y = top + 6;
        for (index, server) in self.view.servers.iter().enumerate() {
            self.log(index, server, y);
            y += LOG;
        }
        y + 6
    }

    fn log(&mut self, index: usize, server: &ServerView, y: i64) {
        let (fill, paint) = if server.alive {
            (Fill::Server(Token::server(index)), Token::OnServer)
        } else {
            (Fill::Plain(Token::LineStrong.into()), Token::Ink)
        };
        let font = Font::sans(12).bold();
        self.square(Rect { x: MARGIN, y: y + 4, width: 26, height: 18 }, 4, Some(fill), None);
        let words = Words::new(MARGIN + 13, y + 17, font.cut(&server.name, 26), font, paint).middle();
        self.words(Words { struck: !server.alive, ..words });
        let mut x = MARGIN + 34;
        let font = Font::sans(12);
        let mut told = vec![server.name.clone()];
        if let Some(fate) = server.fate() {
            self.words(Words::new(x, y + 17, font.cut(fate, self.columns.right - x), font, Token::No));
            x += font.width(fate) + 10;
            told.push(fate.to_owned());
        }
        told.extend(self.edits(&server.log, x, y));
        self.told.push(told.join("; "));
    }

    /// The last edits that have room, and how many others there are; as words.
    fn edits(&mut self, log: &LogView, x: i64, y: i64) -> Vec<String> {
        let font = Font::sans(12);
        let right = self.columns.right;
        if let Some(summary) = log.summary() {
            self.words(Words::new(x, y + 17, font.cut(&summary, right - x), font, Token::Soft));
            return vec![summary];
        }
        let width = |edit: &EditView| font.bold().width(&edit.sequence_id.to_string()) + font.width(&edit.about()) + 18;
        let most = LogView::head(log.edits.len());
        let mut room = right - x - font.width(&most) - 8;
        let drawn = log.edits.iter().rev().take_while(|edit| {
            room -= width(edit) + 4;
            room >= 0
        });
        let others = log.edits.len() - drawn.count().max(1);
        let words = LogView::head(others);
        self.words(Words::new(x, y + 17, words.clone(), font, Token::Soft));
        let (mut x, mut told) = (x + font.width(&words) + 8, vec![words]);
        for edit in &log.edits[others..] {
            let place = Rect { x, y: y + 3, width: width(edit).min(right - x).max(0), height: 20 };
            let edge = Edge::thin(if edit.pending { Token::Soft } else { Token::LineStrong });
            let hatched = edit.pending.then_some((Fill::Hatch(Token::Soft), edge.dashed()));
            let plain = if edit.pending { None } else { Some(edge) };
            self.square(place, 4, Some(Fill::Plain(Token::Panel.into())), plain);
            if let Some((fill, edge)) = hatched {
                self.square(place, 4, Some(fill), Some(edge));
            }
            let number = edit.sequence_id.to_string();
            let behind = x + 8 + font.bold().width(&number);
            self.words(Words::new(x + 8, y + 17, number.clone(), font.bold(), Token::Ink));
            let about = edit.about();
            self.words(Words::new(behind + 1, y + 17, font.cut(&about, right - behind - 4), font, Token::Ink));
            told.push([&number, &about, edit.spoken().unwrap_or_default()].concat());
            x += place.width + 4;
        }
        told
    }

    /// Draws the sentence of the step with its number, or what the start is about as long as nothing happened, and the
    /// legend of signs. The answer is where the picture ends.
    pub(super) fn caption(&mut self, top: i64, about: &str) -> i64 {
        let right = self.columns.right;
        let sentence = &self.view.sentence;
        self.rule((MARGIN, top), (right, top), Edge::thin(Token::Line));
        let step = self.view.timeline.told();
        let number = Font::sans(12);
        let mut end = right;
        let mut y = top + 26;
        if let Some(step) = &step {
            end -= number.width(step) + 16;
            self.words(Words::new(right, y, step.clone(), number, Token::Soft).end());
        }
        let mut x = MARGIN;
        if let Some(client) = sentence.client {
            self.letter(client, x + 9, y - 5);
            x += 26;
        }
        let begin = [Part { text: about.to_owned(), key: false }];
        let (parts, paint) = match sentence.tone {
            _ if sentence.parts.is_empty() => (&begin[..], Token::Soft),
            Some(Tone::No) => (&sentence.parts[..], Token::No),
            Some(Tone::Warn) => (&sentence.parts[..], Token::Warn),
            _ => (&sentence.parts[..], Token::Ink),
        };
        let told: String = parts.iter().map(|part| part.text.as_str()).collect();
        let who = sentence.client.map(|client| format!("{client} ")).unwrap_or_default();
        let step = step.map(|step| step + ": ").unwrap_or_default();
        self.told.push([step, who, told].concat());
        for (index, line) in broken(parts, end - x).into_iter().enumerate() {
            y += if index > 0 { SENTENCE } else { 0 };
            let mut x = x;
            for (text, font) in line {
                // Spaces at the ends would not be drawn.
                let before = font.width(&text) - font.width(text.trim_start());
                self.words(Words::new(x + before, y, text.trim(), font, paint));
                x += font.width(&text);
            }
        }
        self.legend(y + 16)
    }

    /// Draws the legend of signs. The answer is where the picture ends.
    fn legend(&mut self, top: i64) -> i64 {
        let (mut x, mut y) = (MARGIN, top + 12);
        let view = self.view;
        for (sign, words) in view.legend(self.columns.fit.stores) {
            let width = 15 + SMALL.width(words);
            if x > MARGIN && x + width > self.columns.right {
                (x, y) = (MARGIN, y + SIGNS);
            }
            self.sign(sign, x, y);
            self.words(Words::new(x + 15, y, words, SMALL, Token::Soft));
            x += width + 18;
        }
        if view.table.is_some() { y + 14 } else { top + 4 }
    }

    /// Draws a sign in front of words that stand on the line at `y`.
    fn sign(&mut self, sign: Sign, x: i64, y: i64) {
        let dot = |fill: Token| Shape::Disc {
            x: x + 5,
            y: y - 4,
            radius: 4,
            fill: fill.into(),
            edge: Some(Edge::thin(Token::Soft)),
        };
        let square = Rect { x, y: y - 9, width: 10, height: 10 };
        let dash = Rect { x, y: y - 7, width: 10, height: 6 };
        let plain = |token: Token| Some(Fill::Plain(token.into()));
        match sign {
            Sign::First => self.shapes.push(dot(Token::Soft)),
            Sign::End => self.shapes.push(dot(Token::Bg)),
            Sign::Memory => self.square(square, 3, plain(Token::Mem), None),
            Sign::Hollow => self.square(square, 3, None, Some(Edge::thin(Token::Mem).dashed())),
            Sign::File => self.square(dash, 2, plain(Token::Soft), None),
            Sign::Cached => self.square(dash, 2, plain(Token::Mem), None),
            Sign::Marker => self.square(square, 3, None, Some(Edge::thin(Token::No))),
        }
    }
}

/// Breaks a sentence into lines of at most so many pixels, each made of parts with their fonts.
pub(in crate::picture) fn broken(parts: &[Part], room: i64) -> Vec<Vec<(String, Font)>> {
    let mut lines: Vec<Vec<(String, Font)>> = vec![Vec::new()];
    let mut left = room;
    for part in parts {
        let font = if part.key { Font::sans(15).bold() } else { Font::sans(15) };
        for word in part.text.split_inclusive(' ') {
            let width = font.width(word.trim_end());
            if width > left && left < room {
                lines.push(Vec::new());
                left = room;
            }
            let word = if width > room { font.cut(word, room) } else { word.to_owned() };
            left -= font.width(&word);
            let Some(line) = lines.last_mut() else { continue };
            match line.last_mut() {
                Some((text, last)) if *last == font => text.push_str(&word),
                _ => line.push((word, font)),
            }
        }
    }
    lines
}
