//! Number literals.

use super::{Lexer, Token, float};
use crate::ruby::tree::Float;
use crate::ruby::trouble::Trouble;

impl Lexer {
    /// A number; its first digit is next.
    pub(super) fn number(&mut self) -> Result<Token, Trouble> {
        let at = self.place;
        let radix = match (self.peek(0), self.peek(1)) {
            (Some('0'), Some('x' | 'X')) => Some((16, 2)),
            (Some('0'), Some('b' | 'B')) => Some((2, 2)),
            (Some('0'), Some('o' | 'O')) => Some((8, 2)),
            (Some('0'), Some('d' | 'D')) => Some((10, 2)),
            (Some('0'), Some('0'..='9' | '_')) => Some((8, 1)),
            _ => None,
        };
        if let Some((radix, prefix)) = radix {
            self.skip(prefix);
            let digits = self.digits(radix);
            let bad = self.peek(0).filter(char::is_ascii_digit);
            return match i128::from_str_radix(&digits, radix) {
                Ok(number) if bad.is_none() => Ok(whole(number)),
                Err(_) if digits.len() > 30 => Err(Trouble::unsupported("numbers of more than 128 bits", at)),
                _ if radix == 8 => Err(self.syntax("Invalid octal digit", at, 1)),
                _ => Err(self.syntax("numeric literal without digits", at, 1)),
            };
        }
        let mut text = self.digits(10);
        let mut decimal = false;
        if self.peek(0) == Some('.') && self.peek(1).is_some_and(|c| c.is_ascii_digit()) {
            decimal = true;
            self.bump();
            text.push('.');
            text.push_str(&self.digits(10));
        }
        let signed = matches!(self.peek(1), Some('+' | '-')) && self.peek(2).is_some_and(|c| c.is_ascii_digit());
        if matches!(self.peek(0), Some('e' | 'E')) && (signed || self.peek(1).is_some_and(|c| c.is_ascii_digit())) {
            decimal = true;
            text.push('e');
            self.bump();
            if signed {
                text.extend(self.bump());
            }
            text.push_str(&self.digits(10));
        }
        let suffixed = matches!(self.peek(0), Some('r' | 'i'));
        if suffixed && !self.peek(1).is_some_and(|c| c.is_alphanumeric() || c == '_') {
            return Err(Trouble::unsupported("rational and complex numbers", at));
        }
        if decimal {
            return Ok(Token::Float(Float(float(&text).unwrap_or(f64::INFINITY))));
        }
        text.parse().map(whole).map_err(|_| Trouble::unsupported("numbers of more than 128 bits", at))
    }

    fn digits(&mut self, radix: u32) -> String {
        let mut digits = self.run(|c| c.is_digit(radix)).to_owned();
        while !digits.is_empty() && self.peek(0) == Some('_') && self.peek(1).is_some_and(|c| c.is_digit(radix)) {
            self.bump();
            digits.push_str(self.run(|c| c.is_digit(radix)));
        }
        digits
    }
}

fn whole(number: i128) -> Token {
    i64::try_from(number).map_or_else(|_| Token::Large(Box::new(number)), Token::Int)
}
