//! Whether what was typed is a whole statement, and how the prompt shows that it is not.
//!
//! Source: `irb/ruby-lex.rb` of Ruby 2.6.

use super::{Lexeme, Token};

/// How far what was typed has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) struct Reading {
    /// The quote that is open.
    pub(crate) open: Option<char>,
    /// Whether the last line asks for more.
    pub(crate) continues: bool,
    /// How many brackets and words wait for their end.
    pub(crate) depth: i32,
}

impl Reading {
    /// Whether it is a whole statement.
    pub(crate) fn is_whole(&self) -> bool {
        self.open.is_none() && !self.continues && self.depth <= 0
    }
}

/// Brackets and words that wait for their end.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub(super) struct Nesting {
    pub(super) depth: i32,
    stack: Vec<&'static str>,
}

impl Nesting {
    /// Goes on over tokens.
    pub(super) fn count(&mut self, lexemes: &[Lexeme]) {
        for lexeme in lexemes {
            match lexeme.token {
                Token::Op(bracket @ ("(" | "[" | "{")) => self.open(bracket),
                Token::Op(")" | "]" | "}") | Token::Word("end") => {
                    self.depth -= 1;
                    self.stack.pop();
                }
                Token::Word(word @ ("class" | "module" | "def" | "begin" | "case")) => self.open(word),
                // Behind a value they are modifiers.
                Token::Word(word @ ("if" | "unless" | "while" | "until" | "for")) if lexeme.begins => self.open(word),
                Token::Word("do") => match self.stack.last_mut() {
                    Some(last @ (&mut "while" | &mut "until" | &mut "for")) => *last = "loop",
                    _ => self.open("do"),
                },
                Token::Newline => {
                    if let Some(last @ (&mut "while" | &mut "until" | &mut "for")) = self.stack.last_mut() {
                        *last = "loop";
                    }
                }
                _ => {}
            }
        }
    }

    fn open(&mut self, what: &'static str) {
        self.depth += 1;
        self.stack.push(what);
    }
}
