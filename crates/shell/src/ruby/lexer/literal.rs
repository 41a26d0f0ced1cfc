//! Literals that have their own quotes: strings, `%w[…]`, `?a`, here-documents.

use super::text::{Quoting, push};
use super::{Awaited, Lexer, Names, Piece, Reads, State, Text, Token};
use crate::ruby::tree::Position;
use crate::ruby::trouble::Trouble;

/// The start of a here-document, such as `<<~'END'`.
pub(super) struct Here {
    /// How long the announcement is, in characters.
    width: usize,
    name: String,
    /// Whether the line that ends it may be indented (`<<-` and `<<~`).
    indented: bool,
    /// Whether the common indentation of its lines is removed (`<<~`).
    squiggly: bool,
    kind: Quoting,
}

impl Lexer {
    pub(super) fn quoted(&mut self, quote: char, at: Position, spaced: bool, begins: bool) -> Reads {
        if quote == '`' {
            return Err(Trouble::unsupported("commands of the operating system", at));
        }
        self.bump();
        let kind = if quote == '"' { Quoting::Double } else { Quoting::Single };
        let text = self.literal(quote, quote, kind)?;
        if self.peek(0) == Some(':')
            && self.peek(1) != Some(':')
            && matches!(self.state, State::Begin | State::Argument)
            && !self.in_ternary()
            && let Text::Plain(name) = &text
        {
            let name = String::from_utf8_lossy(name).into_owned();
            self.bump();
            self.finish(Token::Label(name), at, spaced, begins, State::Begin);
            return Ok(());
        }
        self.finish(Token::Str(text), at, spaced, begins, State::End);
        Ok(())
    }

    pub(super) fn flags(&mut self) -> String {
        self.run(|c| matches!(c, 'i' | 'm' | 'x' | 'o' | 'u' | 'n')).to_owned()
    }

    /// Whether `?` begins a character.
    pub(super) fn is_character(&self) -> bool {
        match (self.peek(1), self.peek(2)) {
            (Some(c), _) if c.is_whitespace() => false,
            (Some('\\'), _) => true,
            (Some(c), Some(next)) if c.is_alphanumeric() || c == '_' => !next.is_alphanumeric() && next != '_',
            (Some(_), _) => true,
            (None, _) => false,
        }
    }

    pub(super) fn character(&mut self, at: Position, spaced: bool, begins: bool) -> Reads {
        self.bump();
        let mut bytes = Vec::new();
        match self.bump() {
            Some('\\') => match self.bump() {
                Some('n') => bytes.push(b'\n'),
                Some('t') => bytes.push(b'\t'),
                Some('s') => bytes.push(b' '),
                Some('e') => bytes.push(27),
                Some(c) => push(&mut bytes, c),
                None => {}
            },
            Some(c) => push(&mut bytes, c),
            None => {}
        }
        self.finish(Token::Str(bytes.into()), at, spaced, begins, State::End);
        Ok(())
    }

    /// Whether `%` begins a literal.
    pub(super) fn is_percent(&self) -> bool {
        let bracket = |c: Option<char>| c.is_some_and(|c| !c.is_alphanumeric() && !c.is_whitespace());
        match self.peek(1) {
            Some('w' | 'W' | 'i' | 'I' | 'q' | 'Q' | 'r' | 's' | 'x') => bracket(self.peek(2)),
            Some('(' | '[' | '{' | '<' | '|' | '!' | '/') => true,
            _ => false,
        }
    }

    pub(super) fn percent(&mut self, at: Position, spaced: bool, begins: bool) -> Reads {
        self.bump();
        let letter = self.peek(0).filter(|c| c.is_alphabetic());
        if letter.is_some() {
            self.bump();
        }
        let open = self.bump().unwrap_or('(');
        let close = match open {
            '(' => ')',
            '[' => ']',
            '{' => '}',
            '<' => '>',
            c => c,
        };
        let token = match letter {
            Some('w' | 'W' | 'i' | 'I') => {
                let words = self.words(open, close);
                if letter.is_some_and(|letter| letter.eq_ignore_ascii_case(&'w')) {
                    Token::Words(words)
                } else {
                    Token::Symbols(words)
                }
            }
            Some('q') => Token::Str(self.literal(open, close, Quoting::Single)?),
            Some('r') => {
                let pieces = self.pieces(open, close, Quoting::Regex)?;
                Token::Regex(Box::new((pieces, self.flags())))
            }
            Some('s') => match self.pieces(open, close, Quoting::Single)?.as_slice() {
                [Piece::Text(name)] => Token::Symbol(String::from_utf8_lossy(name).into_owned()),
                _ => Token::Symbol(String::new()),
            },
            Some('x') => return Err(Trouble::unsupported("commands of the operating system", at)),
            _ => Token::Str(self.literal(open, close, Quoting::Double)?),
        };
        self.finish(token, at, spaced, begins, State::End);
        Ok(())
    }

    fn words(&mut self, open: char, close: char) -> Vec<Vec<u8>> {
        let mut words = Vec::new();
        let mut word: Option<Vec<u8>> = None;
        let mut depth = 0;
        loop {
            match self.bump() {
                None => {
                    self.open = Some(']');
                    self.awaited = Awaited::Close(close);
                    break;
                }
                Some(c) if c == close && depth == 0 => break,
                Some('\\') => {
                    if let Some(next) = self.bump() {
                        push(word.get_or_insert_default(), next);
                    }
                }
                Some(c) if c.is_whitespace() => words.extend(word.take()),
                Some(c) => {
                    if open != close && c == open {
                        depth += 1;
                    } else if open != close && c == close {
                        depth -= 1;
                    }
                    push(word.get_or_insert_default(), c);
                }
            }
        }
        words.extend(word);
        words
    }

    /// The announcement of a here-document, if one stands here.
    pub(super) fn here_start(&self) -> Option<Here> {
        let mut at = 2;
        let mark = self.peek(at).filter(|c| matches!(c, '~' | '-'));
        at += usize::from(mark.is_some());
        let quote = self.peek(at).filter(|c| matches!(c, '"' | '\''));
        at += usize::from(quote.is_some());
        let mut name = String::new();
        loop {
            match (self.peek(at), quote) {
                (Some(c), Some(quote)) if c == quote => {
                    at += 1;
                    break;
                }
                (Some('\n') | None, Some(_)) => return None,
                (Some(c), Some(_)) => name.push(c),
                (Some(c), None) if c.is_alphanumeric() || c == '_' => name.push(c),
                (_, None) => break,
            }
            at += 1;
        }
        if name.is_empty() || quote.is_none() && !name.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            return None;
        }
        let kind = if quote == Some('\'') { Quoting::Single } else { Quoting::Double };
        Some(Here { width: at, name, indented: mark.is_some(), squiggly: mark == Some('~'), kind })
    }

    pub(super) fn here_document(&mut self, at: Position, spaced: bool, begins: bool) -> Reads {
        let Some(here) = self.here_start() else { return Ok(()) };
        self.skip(here.width);
        let from = self.here.unwrap_or_else(|| {
            let line_end = self.text[self.pos..].find('\n');
            line_end.map_or(self.text.len(), |end| self.pos + end + 1)
        });
        let mut lines: Vec<&str> = Vec::new();
        let mut next = from;
        loop {
            if next >= self.text.len() {
                self.open = Some(if here.kind == Quoting::Single { '\'' } else { '"' });
                self.awaited = Awaited::Text(here.name);
                return Ok(());
            }
            let end = self.text[next..].find('\n').map_or(self.text.len(), |end| next + end);
            let line = &self.text[next..end];
            next = end + 1;
            if line == here.name || here.indented && line.trim() == here.name {
                break;
            }
            lines.push(line);
        }
        self.here = Some(next.min(self.text.len()));
        if here.squiggly {
            let said = lines.iter().filter(|line| !line.trim().is_empty());
            let cut = said.map(|line| line.len() - line.trim_start().len()).min().unwrap_or(0);
            for line in &mut lines {
                *line = line.get(cut..).unwrap_or("");
            }
        }
        let body: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
        let text = if here.kind == Quoting::Single { body.into_bytes().into() } else { self.inner(body)? };
        self.finish(Token::Str(text), at, spaced, begins, State::End);
        Ok(())
    }

    /// The text of a here-document's body.
    fn inner(&self, body: String) -> Result<Text, Trouble> {
        let place = Position { line: self.place.line + 1, column: 0 };
        Lexer::new(body + "\0", place, Names::default()).literal('\0', '\0', Quoting::Double)
    }
}
