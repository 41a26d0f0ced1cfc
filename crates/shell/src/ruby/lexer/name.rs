//! Names and the words of the language, and which names are variables.

use super::{Lexer, Reads, State, Token, is_of_name};
use crate::ruby::tree::Position;
use crate::ruby::trouble::Trouble;
use splitpoint_model::map::Set;
use std::collections::BTreeSet;

/// Names that are variables. Those that were added can be forgotten again, the last first.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) struct Names {
    all: Set<String>,
    added: Vec<String>,
}

impl Names {
    pub(crate) fn contains(&self, name: &str) -> bool {
        !self.all.is_empty() && self.all.contains(name)
    }

    pub(crate) fn insert(&mut self, name: &str) {
        if !self.all.contains(name) {
            self.all.insert(name.to_owned());
            self.added.push(name.to_owned());
        }
    }

    /// How many names have been added since [`keep`](Self::keep), for [`back_to`](Self::back_to).
    pub(crate) fn mark(&self) -> usize {
        self.added.len()
    }

    /// Removes the names that were added after [`mark`](Self::mark) gave this number.
    pub(crate) fn back_to(&mut self, mark: usize) {
        for name in self.added.drain(mark.min(self.added.len())..) {
            self.all.remove(&name);
        }
    }

    /// Makes the added names permanent, so that [`back_to`](Self::back_to) does not remove them.
    pub(crate) fn keep(&mut self) {
        self.added.clear();
    }
}

impl From<BTreeSet<String>> for Names {
    fn from(all: BTreeSet<String>) -> Self {
        Self { all: all.into_iter().collect(), added: Vec::new() }
    }
}

impl From<Names> for BTreeSet<String> {
    fn from(names: Names) -> Self {
        names.all.iter().cloned().collect()
    }
}

/// In the order of their letters.
const WORDS: &[&str] = &[
    "BEGIN", "END", "alias", "and", "begin", "break", "case", "class", "def", "defined?", "do", "else", "elsif", "end",
    "ensure", "false", "for", "if", "in", "module", "next", "nil", "not", "or", "redo", "rescue", "retry", "return",
    "self", "super", "then", "true", "undef", "unless", "until", "when", "while", "yield",
];

impl Lexer {
    pub(super) fn word(&mut self, at: Position, spaced: bool, begins: bool) -> Reads {
        let mut name = self.run(is_of_name).to_owned();
        // `a?` and `a!` are names, `a ? b` and `a != b` are not.
        if let Some(c @ ('?' | '!')) = self.peek(0)
            && (self.peek(1) != Some('=') || (self.peek(1), self.peek(2)) == (Some('='), Some('=')))
        {
            name.push(c);
            self.bump();
        }
        let dotted = self.state == State::Dot;
        let defining = self.state == State::Definition;
        let label = self.peek(0) == Some(':') && self.peek(1) != Some(':') && !dotted && !defining;
        // `a ? b:c` is read as Ruby reads it: the label wins where a value may begin.
        if label && self.state != State::End && (begins || spaced || self.lexemes.is_empty()) && !self.in_ternary() {
            self.bump();
            self.finish(Token::Label(name), at, spaced, begins, State::Begin);
            return Ok(());
        }
        if !dotted
            && !defining
            && let Ok(word) = WORDS.binary_search(&name.as_str())
        {
            let word = WORDS[word];
            let state = match word {
                "end" | "self" | "true" | "false" | "nil" | "redo" | "retry" => State::End,
                "return" | "break" | "next" | "rescue" => State::Mid,
                "def" => State::Definition,
                "defined?" | "yield" | "super" => State::Argument,
                _ => State::Begin,
            };
            // Behind `return` or `break` they are modifiers.
            let begins = self.state == State::Begin;
            self.naming = match word {
                "for" => Some("in"),
                "in" | "do" => None,
                _ => self.naming,
            };
            self.finish(Token::Word(word), at, spaced, begins, state);
            return Ok(());
        }
        if defining {
            return self.definition(name, at, spaced);
        }
        let rescued = matches!(self.lexemes.last().map(|lexeme| &lexeme.token), Some(Token::Op("=>")))
            && self
                .lexemes
                .iter()
                .rev()
                .take_while(|l| l.token != Token::Newline)
                .any(|l| l.token == Token::Word("rescue"));
        if !dotted && (self.naming.is_some() || rescued || self.is_assigned()) {
            self.known.insert(&name);
        }
        let capital = name.chars().next().is_some_and(char::is_uppercase);
        let state = if !dotted && self.known.contains(&name) && !capital { State::End } else { State::Argument };
        let token = if capital && !name.ends_with(['?', '!']) { Token::Constant(name) } else { Token::Name(name) };
        self.finish(token, at, spaced, begins, state);
        Ok(())
    }

    /// The name behind `def`.
    fn definition(&mut self, mut name: String, at: Position, spaced: bool) -> Reads {
        if self.peek(0) == Some('.') {
            return Err(Trouble::unsupported("methods of single objects (`def x.y`)", at));
        }
        if self.peek(0) == Some('=') && self.peek(1) == Some('(') {
            name.push('=');
            self.bump();
        }
        self.naming = Some("\n");
        self.finish(Token::Name(name), at, spaced, false, State::End);
        Ok(())
    }

    /// Whether a question mark waits for its colon on this line.
    pub(super) fn in_ternary(&self) -> bool {
        let mut depth = 0_i32;
        for lexeme in self.lexemes.iter().rev() {
            match &lexeme.token {
                Token::Newline | Token::Op("{" | "(" | "[" | ",") => return false,
                Token::Op(":") => depth -= 1,
                Token::Op("?") => {
                    depth += 1;
                    if depth > 0 {
                        return true;
                    }
                }
                _ => {}
            }
        }
        false
    }

    /// Whether an assignment follows.
    fn is_assigned(&self) -> bool {
        let mut ahead = 0;
        while self.peek(ahead).is_some_and(|c| c == ' ' || c == '\t') {
            ahead += 1;
        }
        match [0, 1, 2].map(|at| self.peek(ahead + at)) {
            [Some('='), next, _] => !matches!(next, Some('=' | '~' | '>')),
            [Some('+' | '-' | '*' | '/' | '%' | '|' | '&' | '^'), Some('='), _] => true,
            [Some(one @ ('|' | '&' | '*' | '<' | '>')), Some(other), Some('=')] => one == other,
            _ => false,
        }
    }
}
