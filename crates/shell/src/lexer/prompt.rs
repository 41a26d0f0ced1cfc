//! Whether what was typed is a whole statement, and how the prompt shows that it is not.
//!
//! Source: `irb/ruby-lex.rb` of Ruby 2.6.

use super::{Lexed, Token};

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
    /// Of what was typed since the last statement.
    pub(crate) fn of(lexed: &Lexed) -> Self {
        let mut depth = 0;
        let mut stack: Vec<&str> = Vec::new();
        for lexeme in &lexed.lexemes {
            match lexeme.token {
                Token::Op(bracket @ ("(" | "[" | "{")) => {
                    depth += 1;
                    stack.push(bracket);
                }
                Token::Op(")" | "]" | "}") | Token::Word("end") => {
                    depth -= 1;
                    stack.pop();
                }
                Token::Word(word @ ("class" | "module" | "def" | "begin" | "case")) => {
                    depth += 1;
                    stack.push(word);
                }
                // Behind a value they are modifiers.
                Token::Word(word @ ("if" | "unless" | "while" | "until" | "for")) if lexeme.begins => {
                    depth += 1;
                    stack.push(word);
                }
                Token::Word("do") => match stack.last_mut() {
                    Some(last @ (&mut "while" | &mut "until" | &mut "for")) => *last = "loop",
                    _ => {
                        depth += 1;
                        stack.push("do");
                    }
                },
                Token::Newline => {
                    if let Some(last @ (&mut "while" | &mut "until" | &mut "for")) = stack.last_mut() {
                        *last = "loop";
                    }
                }
                _ => {}
            }
        }
        // What follows a character that nothing begins with is left to the parser.
        let continues = lexed.continues && lexed.trouble.is_none();
        Self { open: lexed.open, continues, depth: if lexed.trouble.is_some() { 0 } else { depth } }
    }

    /// Whether it is a whole statement.
    pub(crate) fn is_whole(&self) -> bool {
        self.open.is_none() && !self.continues && self.depth <= 0
    }
}
