//! Whether what was typed is a whole statement, and how the prompt shows that it is not.
//!
//! Source: `irb/ruby-lex.rb` of Ruby 2.6.

use super::{Lexeme, Token};

/// What is still missing before the text that was typed is a whole statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) struct Reading {
    /// The quote that is open.
    pub(crate) open: Option<char>,
    /// Whether the last line asks for more.
    pub(crate) continues: bool,
    /// How many brackets and words such as `do` are still open.
    pub(crate) depth: i32,
}

impl Reading {
    /// Whether it is a whole statement.
    pub(crate) fn is_whole(&self) -> bool {
        self.open.is_none() && !self.continues && self.depth <= 0
    }
}

/// The brackets and words such as `do` that are still open.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub(super) struct Nesting {
    pub(super) depth: i32,
    stack: Vec<&'static str>,
}

impl Nesting {
    /// Takes further tokens into account.
    pub(super) fn count(&mut self, lexemes: &[Lexeme]) {
        for lexeme in lexemes {
            match lexeme.token {
                Token::Op(bracket @ ("(" | "[" | "{")) => self.open(bracket),
                Token::Op(")" | "]" | "}") | Token::Word("end") => {
                    self.depth -= 1;
                    self.stack.pop();
                }
                Token::Word(word @ ("class" | "module" | "def" | "begin" | "case")) => self.open(word),
                // After a value these words are modifiers, which have no `end`.
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
