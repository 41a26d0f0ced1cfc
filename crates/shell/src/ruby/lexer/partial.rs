//! A text that comes line by line and is read as it comes, so that a long one costs no more than its lines.

use super::prompt::Nesting;
use super::{Lexed, Lexer, Names, Reading, State, Token};
use crate::ruby::tree::Position;

/// What has to be typed before a literal or a comment that is open can be closed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Awaited {
    /// Any line may close it.
    Anything,
    /// A line with this quote, a backslash or `#` may close it; others are part of the literal.
    Close(char),
    /// A line with this text closes it.
    Text(String),
}

impl Awaited {
    fn may_come(&self, line: &str) -> bool {
        match self {
            Self::Anything => true,
            Self::Close(close) => line.contains([*close, '\\', '#']),
            Self::Text(text) => line.contains(text.as_str()),
        }
    }
}

/// Where a line begins that is read anew with the next ones if something stays open in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Mark {
    pos: usize,
    place: Position,
    state: State,
    naming: Option<&'static str>,
    joined: Option<State>,
    continues: bool,
    lexemes: usize,
    known: usize,
}

/// The statement that is being typed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PartialStatement {
    lexer: Lexer,
    mark: Mark,
    /// The brackets and words that are open before the mark.
    nesting: Nesting,
    counted: usize,
    /// What is still missing after the last line.
    reading: Reading,
}

impl PartialStatement {
    /// An empty draft that begins at a line; `known` are the variables there are.
    pub(crate) fn new(line: u32, known: Names) -> Self {
        let lexer = Lexer::new(String::new(), Position { line, column: 0 }, known);
        let mark = Mark::of(&lexer);
        Self { lexer, mark, nesting: Nesting::default(), counted: 0, reading: Reading::default() }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.lexer.text.is_empty()
    }

    pub(crate) fn reading(&self) -> Reading {
        self.reading
    }

    /// Drops the statement, and gives back the variables that were known before it.
    pub(crate) fn give_up(self) -> Names {
        self.lexer.finished(None).1.known
    }

    /// Takes a line. When the statement is whole, gives its text and its tokens.
    pub(crate) fn enter(&mut self, line: &str) -> Option<(String, Lexed)> {
        let lexer = &mut self.lexer;
        lexer.text.reserve(line.len() + 1);
        lexer.lexemes.reserve(line.len() / 8 + 4);
        lexer.text.push_str(line);
        lexer.text.push('\n');
        if lexer.open.take().is_none() {
            // A line that begins with `.name` goes on with the one before.
            if matches!(lexer.lexemes.last(), Some(last) if last.token == Token::Newline) && lexer.chained(lexer.ends) {
                lexer.lexemes.pop();
                (lexer.state, lexer.naming) = lexer.ended;
            }
            self.mark = Mark::of(lexer);
            // The end of the last line is not counted yet: a line that begins with `.name` takes it back.
            let ended = matches!(lexer.lexemes.last(), Some(last) if last.token == Token::Newline);
            let settled = lexer.lexemes.len() - usize::from(ended);
            self.nesting.count(&lexer.lexemes[self.counted..settled]);
            self.counted = settled;
        } else if lexer.awaited.may_come(line) {
            self.mark.restore(lexer);
        } else {
            lexer.open = self.reading.open;
            return None;
        }
        let trouble = lexer.all().err();
        let mut nesting = self.nesting.clone();
        nesting.count(&lexer.lexemes[self.counted..]);
        self.reading = Reading {
            open: lexer.open,
            // What follows a character that nothing begins with is left to the parser.
            continues: lexer.continues && trouble.is_none(),
            depth: if trouble.is_some() { 0 } else { nesting.depth },
        };
        if !self.reading.is_whole() {
            return None;
        }
        let next = Self::new(lexer.place.line, Names::default());
        Some(std::mem::replace(self, next).lexer.finished(trouble))
    }
}

impl Mark {
    fn of(lexer: &Lexer) -> Self {
        Self {
            pos: lexer.pos,
            place: lexer.place,
            state: lexer.state,
            naming: lexer.naming,
            joined: lexer.joined,
            continues: lexer.continues,
            lexemes: lexer.lexemes.len(),
            known: lexer.known.mark(),
        }
    }

    fn restore(&self, lexer: &mut Lexer) {
        (lexer.pos, lexer.place) = (self.pos, self.place);
        (lexer.state, lexer.naming, lexer.continues) = (self.state, self.naming, self.continues);
        (lexer.said, lexer.here, lexer.joined) = (false, None, self.joined);
        lexer.lexemes.truncate(self.lexemes);
        lexer.known.back_to(self.known);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruby::lexer;
    use proptest::prelude::*;

    /// What was read of a text: the tokens and whether all of it is a statement.
    fn told(lexed: &Lexed) -> (Vec<crate::ruby::lexer::Lexeme>, Option<crate::ruby::trouble::Trouble>, Option<char>) {
        (lexed.lexemes.clone(), lexed.trouble.clone(), lexed.open)
    }

    /// Lines typed one after the other, compared with all of them as one text.
    fn compare(lines: &[&str]) -> Result<(), TestCaseError> {
        let mut draft = PartialStatement::new(1, Names::default());
        let mut text = String::new();
        for line in lines {
            let before = draft.reading();
            text.push_str(line);
            text.push('\n');
            let Some((typed, lexed)) = draft.enter(line) else { continue };
            prop_assert_eq!(&typed, &text);
            let whole = lexer::read(text.clone(), Position { line: 1, column: 0 }, Names::default());
            prop_assert_eq!(told(&lexed), told(&whole), "after {:?}", before);
            break;
        }
        Ok(())
    }

    #[test]
    fn a_backslash_alone_or_a_comment_of_lines_parts_a_line_from_its_dot() {
        compare(&["{ |b", "\\", "  .to_s", "\\x4"]).expect("both read the same");
        compare(&["if x", "=begin", "=end", "  .to_s", "\\q"]).expect("both read the same");
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]
        #[test]
        fn lines_are_read_as_the_whole(lines in proptest::collection::vec(proptest::sample::select(vec![
            "x = 1", "put 'a',", "'b'", "3.times do |i|", "foo i -1", "end", "if x", "while y", "do", "# said", "",
            "  .to_s", "&.size", "\\", "x \\", "-1", "[1]", "[1,", "2]", "\"a", "b\"", "'it", "isn\\'t'", "#{x", "}\"",
            "%w[a b", "c]", "<<E", "<<~'E' + <<-F", "E", "  F", "\\x4", "=begin", "=end", "def a(b", "c)", "/", "y ? 1",
            ": 2", "a, b = 1,", "|a| a", "{ |b", "x.", "é = 'ü", "rescue A => e", "e /2", "\\q", "#", "\"\\xq", "$", "&",
        ]), 1..12)) {
            compare(&lines)?;
        }
    }
}
