//! What stands between two quotes: escapes and interpolation.

use super::{Awaited, Lexer, Piece, Text};
use crate::ruby::trouble::Trouble;

/// How a backslash and `#{` are read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Quoting {
    /// Double quotes: escapes and interpolation are read.
    Double,
    /// A backslash protects only a quote and itself.
    Single,
    /// A backslash is left to the regular expression; `#{` has a meaning.
    Regex,
}

impl Lexer {
    /// The text up to `close`, which is read too. Without it the text is open.
    pub(super) fn literal(&mut self, open: char, close: char, kind: Quoting) -> Result<Text, Trouble> {
        if let Some(plain) = self.plain(close) {
            return Ok(plain);
        }
        let mut pieces = self.pieces(open, close, kind)?;
        Ok(match pieces.as_mut_slice() {
            [Piece::Text(bytes)] => std::mem::take(bytes).into(),
            _ => Text::Pieces(pieces),
        })
    }

    /// The text up to the quote `close`, which is read too, where nothing in between has a meaning of its own.
    fn plain(&mut self, close: char) -> Option<Text> {
        if !matches!(close, '"' | '\'') {
            return None;
        }
        let rest = &self.text.as_bytes()[self.pos..];
        let count = rest.iter().position(|byte| char::from(*byte) == close)?;
        let plain = &rest[..count];
        let means = |byte: &u8| matches!(byte, b'\\' | b'#' | b'\n') || !byte.is_ascii();
        // All of it is looked at, which several bytes at a time can be.
        if plain.iter().fold(false, |found, byte| found | means(byte)) {
            return None;
        }
        let text = Text::Plain(plain.into());
        self.pos += count + 1;
        self.place.column += count as u32 + 1;
        Some(text)
    }

    /// The pieces up to `close`, which is read too. Without it the text is open.
    pub(super) fn pieces(&mut self, open: char, close: char, kind: Quoting) -> Result<Vec<Piece>, Trouble> {
        let mut pieces = Vec::new();
        let mut bytes = Vec::new();
        let mut depth = 0;
        loop {
            if open == close {
                // None of these could mean anything.
                let plain = self.run(|c| c != close && !matches!(c, '\\' | '#' | '\n'));
                bytes.extend_from_slice(plain.as_bytes());
            }
            let Some(c) = self.peek(0) else {
                self.open = Some(match kind {
                    Quoting::Double => '"',
                    Quoting::Single => '\'',
                    Quoting::Regex => '/',
                });
                self.awaited = Awaited::Close(close);
                break;
            };
            if c == close && depth == 0 {
                self.bump();
                break;
            }
            if open != close && c == open {
                depth += 1;
            } else if open != close && c == close {
                depth -= 1;
            }
            match (c, kind) {
                ('\\', Quoting::Single) => {
                    self.bump();
                    match self.peek(0) {
                        Some(next) if next == '\\' || next == close || next == open => {
                            self.bump();
                            push(&mut bytes, next);
                        }
                        _ => bytes.push(b'\\'),
                    }
                }
                ('\\', Quoting::Double) => self.escape(&mut bytes)?,
                ('\\', Quoting::Regex) => {
                    self.bump();
                    if self.peek(0) != Some('/') {
                        bytes.push(b'\\');
                    }
                    if let Some(next) = self.bump() {
                        push(&mut bytes, next);
                    }
                }
                ('#', Quoting::Double | Quoting::Regex) if self.peek(1) == Some('{') => {
                    self.skip(2);
                    let at = self.place;
                    let Some(source) = self.interpolation() else {
                        self.open = Some('"');
                        self.awaited = Awaited::Close('}');
                        return Ok(pieces);
                    };
                    if !bytes.is_empty() {
                        pieces.push(Piece::Text(std::mem::take(&mut bytes)));
                    }
                    pieces.push(Piece::Code(source, at));
                }
                _ => {
                    self.bump();
                    push(&mut bytes, c);
                }
            }
        }
        if pieces.is_empty() {
            return Ok(vec![Piece::Text(bytes)]);
        }
        if !bytes.is_empty() {
            pieces.push(Piece::Text(bytes));
        }
        Ok(pieces)
    }

    /// The source up to the brace that closes an interpolation, which is read too.
    fn interpolation(&mut self) -> Option<String> {
        let mut source = String::new();
        // Quotes and braces that are open; in a double-quoted text there may be code again.
        let mut open: Vec<char> = Vec::new();
        loop {
            let c = self.bump()?;
            match (c, open.last()) {
                ('}', None) => return Some(source),
                ('\\', Some('"' | '\'')) => {
                    source.push(c);
                    source.push(self.bump()?);
                    continue;
                }
                ('#', Some('"')) if self.peek(0) == Some('{') => {
                    source.push(c);
                    source.push(self.bump()?);
                    open.push('{');
                    continue;
                }
                ('"', Some('"')) | ('\'', Some('\'')) | ('}', Some('{')) => drop(open.pop()),
                ('"' | '\'' | '{', None | Some('{')) => open.push(c),
                _ => {}
            }
            source.push(c);
        }
    }

    /// An escape of a double-quoted text; its backslash is next.
    fn escape(&mut self, bytes: &mut Vec<u8>) -> Result<(), Trouble> {
        self.bump();
        let Some(c) = self.peek(0) else { return Ok(()) };
        let at = self.place;
        self.bump();
        match c {
            'n' => bytes.push(b'\n'),
            't' => bytes.push(b'\t'),
            'r' => bytes.push(b'\r'),
            'a' => bytes.push(7),
            'b' => bytes.push(8),
            'e' => bytes.push(27),
            'f' => bytes.push(12),
            'v' => bytes.push(11),
            's' => bytes.push(b' '),
            '\n' => {}
            '0'..='7' => {
                let mut number = c.to_digit(8).unwrap_or(0);
                for _ in 0..2 {
                    let Some(digit) = self.peek(0).and_then(|c| c.to_digit(8)) else { break };
                    number = number * 8 + digit;
                    self.bump();
                }
                bytes.push(number as u8);
            }
            'x' => {
                let mut number = None;
                for _ in 0..2 {
                    let Some(digit) = self.peek(0).and_then(|c| c.to_digit(16)) else { break };
                    number = Some(number.unwrap_or(0) * 16 + digit);
                    self.bump();
                }
                let wide = crate::ruby::tree::Position { column: at.column + 1, ..at };
                bytes.push(number.ok_or_else(|| self.syntax("invalid hex escape", wide, 1))? as u8);
            }
            'u' => self.unicode(bytes)?,
            'c' | 'C' | 'M' => {
                return Err(Trouble::unsupported("control characters written as `\\c`, `\\C` or `\\M`", at));
            }
            c => push(bytes, c),
        }
        Ok(())
    }

    fn unicode(&mut self, bytes: &mut Vec<u8>) -> Result<(), Trouble> {
        let at = self.place;
        let bad = |lexer: &Self| lexer.syntax("invalid Unicode escape", at, 1);
        let braces = self.peek(0) == Some('{');
        if braces {
            self.bump();
        }
        loop {
            let mut number = 0;
            let mut digits = 0;
            while let Some(digit) = self.peek(0).and_then(|c| c.to_digit(16)) {
                if digits == if braces { 6 } else { 4 } {
                    break;
                }
                number = number * 16 + digit;
                digits += 1;
                self.bump();
            }
            if digits == 0 || !braces && digits < 4 {
                return Err(bad(self));
            }
            push(bytes, char::from_u32(number).ok_or_else(|| bad(self))?);
            if !braces {
                return Ok(());
            }
            while self.peek(0) == Some(' ') {
                self.bump();
            }
            match self.peek(0) {
                Some('}') => {
                    self.bump();
                    return Ok(());
                }
                Some(c) if c.is_ascii_hexdigit() => {}
                _ => return Err(bad(self)),
            }
        }
    }
}

pub(super) fn push(bytes: &mut Vec<u8>, c: char) {
    bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
}
