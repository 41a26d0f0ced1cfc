//! From text to tokens. What a character means depends on whether a value may begin at its place, as in Ruby.

mod float;
mod literal;
mod name;
mod number;
mod partial;
mod prompt;
mod text;

pub(crate) use float::{float, leading};
pub(crate) use name::Names;
pub(crate) use partial::PartialStatement;
pub(crate) use prompt::Reading;

use crate::ruby::tree::{Float, Position};
use crate::ruby::trouble::Trouble;
use partial::Awaited;
use std::sync::Arc;

/// A piece of a literal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Piece {
    /// Bytes as they are.
    Text(Vec<u8>),
    /// The source of an interpolation.
    Code(String, Position),
}

/// A literal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Text {
    /// Without interpolation, as most are: it is shared from here to the code that is run.
    Plain(Arc<[u8]>),
    Pieces(Vec<Piece>),
}

impl From<Vec<u8>> for Text {
    fn from(bytes: Vec<u8>) -> Self {
        Self::Plain(bytes.into())
    }
}

/// A token.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Token {
    Int(i64),
    /// A whole number of more than 64 bits.
    Large(Box<i128>),
    Float(Float),
    Str(Text),
    Words(Vec<Vec<u8>>),
    Symbols(Vec<Vec<u8>>),
    Symbol(String),
    /// A regular expression: its pieces, and its flags.
    Regex(Box<(Vec<Piece>, String)>),
    Name(String),
    Constant(String),
    Instance(String),
    Global(String),
    Label(String),
    Word(&'static str),
    Op(&'static str),
    Newline,
    End,
}

/// A token at its place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Lexeme {
    pub(crate) token: Token,
    pub(crate) at: Position,
    /// The length of the token, in characters.
    pub(crate) width: u32,
    /// Whether blanks stand before it.
    pub(crate) spaced: bool,
    /// Whether blanks or a line's end stand behind it.
    pub(crate) spaced_after: bool,
    /// Whether a value was expected where it stands, so that `-` or `[` begins one and is no operator.
    pub(crate) begins: bool,
}

/// What the lexer expects next, which decides what a character means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum State {
    /// A value, as at the beginning of a statement and after an operator.
    Begin,
    /// A value, or the end of the statement: behind `return`, `rescue`.
    Mid,
    /// An operator: a value has just ended.
    End,
    /// An operator or, behind a blank, an argument: behind a name that may be a command.
    Argument,
    /// The name of a method: behind a dot.
    Dot,
    /// The name of a method that is being defined: behind `def`.
    Definition,
}

/// Operators that are not the beginning of a longer one; most of what is written are these.
const ALONE: &[&str] = &[",", "(", ")", "{", "}", "[", "]", ";"];

/// All other operators, longest first, so that the first that fits is the right one.
const OPERATORS: &[&str] = &[
    "**=", "<=>", "===", "...", "<<=", ">>=", "&&=", "||=", "**", "==", "!=", ">=", "<=", "&&", "||", "=~", "!~", "..",
    "::", "<<", ">>", "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=", "=>", "->", "&.", "+", "-", "*", "/", "%", "=",
    "<", ">", "!", "&", "|", "^", "~", "?", ":", ".",
];

/// Reads a text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Lexer {
    text: String,
    /// The position of the next character, in bytes.
    pos: usize,
    place: Position,
    state: State,
    known: Names,
    /// How many of the variables had been added before this text.
    outer: usize,
    lexemes: Vec<Lexeme>,
    /// Where the lines of the next here-document begin, if one was announced on this line.
    here: Option<usize>,
    /// What is open at the end of the text: the letter of the prompt.
    open: Option<char>,
    /// What a line has to contain before it can close what is open.
    awaited: Awaited,
    /// Whether the last line that says anything asks for more.
    continues: bool,
    said: bool,
    /// Inside the bars of block parameters, the parentheses of a definition, or `for … in`.
    naming: Option<&'static str>,
    /// State and `naming` before the last end of a line.
    ended: (State, Option<&'static str>),
    /// Where the line after that end begins, in bytes.
    ends: usize,
    /// The state before a backslash at the end of the text.
    joined: Option<State>,
}

/// What reading a text has given.
pub(crate) struct Lexed {
    pub(crate) lexemes: Vec<Lexeme>,
    pub(crate) trouble: Option<Trouble>,
    pub(crate) open: Option<char>,
    /// The variables that were known before the text.
    pub(crate) known: Names,
}

/// Reads a text that begins at `place`; `known` are the variables there are.
pub(crate) fn read(text: String, place: Position, known: Names) -> Lexed {
    let mut lexer = Lexer::new(text, place, known);
    lexer.lexemes.reserve(lexer.text.len() / 4 + 2);
    let trouble = lexer.all().err();
    lexer.finished(trouble).1
}

type Reads = Result<(), Trouble>;

impl Lexer {
    /// At the first character of a text.
    fn new(text: String, place: Position, known: Names) -> Self {
        let outer = known.mark();
        Self {
            text,
            pos: 0,
            place,
            state: State::Begin,
            known,
            outer,
            lexemes: Vec::new(),
            here: None,
            open: None,
            awaited: Awaited::Anything,
            continues: false,
            said: false,
            naming: None,
            ended: (State::Begin, None),
            ends: 0,
            joined: None,
        }
    }

    /// The text and what was read of it.
    fn finished(mut self, trouble: Option<Trouble>) -> (String, Lexed) {
        let at = self.place;
        self.emit_at(Token::End, at, 0, false, true);
        self.known.back_to(self.outer);
        (self.text, Lexed { lexemes: self.lexemes, trouble, open: self.open, known: self.known })
    }

    /// The character so many behind the next one.
    fn peek(&self, ahead: usize) -> Option<char> {
        let rest = &self.text.as_bytes()[self.pos..];
        if ahead == 0
            && let Some(byte) = rest.first().filter(|byte| byte.is_ascii())
        {
            return Some(char::from(*byte));
        }
        match rest.get(..=ahead) {
            Some(bytes) if bytes.is_ascii() => Some(char::from(bytes[ahead])),
            None if rest.is_ascii() => None,
            _ => self.text[self.pos..].chars().nth(ahead),
        }
    }

    fn bump(&mut self) -> Option<char> {
        let c = self.peek(0)?;
        self.pos += c.len_utf8();
        if c == '\n' {
            self.place.line += 1;
            self.place.column = 0;
        } else {
            self.place.column += 1;
        }
        Some(c)
    }

    /// Goes on as long as nothing else than such characters stands there; none of them ends a line.
    fn run(&mut self, fits: impl Fn(char) -> bool) -> &str {
        let from = self.pos;
        let bytes = self.text.as_bytes();
        let plain = |byte: &u8| byte.is_ascii() && fits(char::from(*byte));
        let mut count = bytes[from..].iter().take_while(|byte| plain(byte)).count();
        self.pos += count;
        if bytes.get(self.pos).is_some_and(|byte| !byte.is_ascii()) {
            for c in self.text[self.pos..].chars().take_while(|c| fits(*c)) {
                self.pos += c.len_utf8();
                count += 1;
            }
        }
        self.place.column += count as u32;
        &self.text[from..self.pos]
    }

    fn skip(&mut self, count: usize) {
        for _ in 0..count {
            self.bump();
        }
    }

    fn starts(&self, text: &str) -> bool {
        self.text.as_bytes()[self.pos..].starts_with(text.as_bytes())
    }

    fn syntax(&self, message: &str, at: Position, width: u32) -> Trouble {
        Trouble::Syntax { message: message.to_owned(), at, width }
    }

    fn emit_at(&mut self, token: Token, at: Position, width: u32, spaced: bool, begins: bool) {
        let spaced_after = matches!(token, Token::Newline) || self.peek(0).is_none_or(char::is_whitespace);
        self.said = self.said || !matches!(token, Token::Newline | Token::End);
        self.lexemes.push(Lexeme { token, at, width, spaced, spaced_after, begins });
    }

    /// Whether a value may begin here, although an operator of the same look may stand here too.
    fn value_due(&self, spaced: bool, width: usize) -> bool {
        match self.state {
            State::Begin | State::Mid => true,
            State::Argument => spaced && self.peek(width).is_some_and(|c| !c.is_whitespace()),
            _ => false,
        }
    }

    /// Whether a `/` behind a name begins `/=` and no pattern, as Ruby has it.
    fn divides(&self) -> bool {
        self.state == State::Argument && self.peek(1) == Some('=')
    }

    fn all(&mut self) -> Reads {
        loop {
            let spaced = self.blanks()?;
            let Some(c) = self.peek(0) else {
                self.end_line();
                return Ok(());
            };
            if c == '\n' {
                self.newline()?;
                continue;
            }
            self.one(c, spaced)?;
            if self.open.is_some() {
                return Ok(());
            }
        }
    }

    /// Blanks, comments and lines that go on behind a backslash.
    fn blanks(&mut self) -> Result<bool, Trouble> {
        let mut spaced = self.pos == 0;
        if let Some(state) = self.joined.take_if(|_| self.pos < self.text.len()) {
            self.state = state;
            spaced = true;
        }
        loop {
            match self.peek(0) {
                Some('\\') if self.peek(1) == Some('\n') => {
                    self.skip(2);
                    spaced = true;
                    if self.peek(0).is_none() {
                        self.joined = Some(std::mem::replace(&mut self.state, State::Begin));
                        self.said = true;
                    }
                }
                Some('#') => {
                    self.run(|c| c != '\n');
                }
                Some('=') if self.place.column == 0 && self.starts("=begin") => self.block_comment(),
                Some(c) if c != '\n' && c.is_whitespace() => {
                    self.run(|c| c != '\n' && c.is_whitespace());
                    spaced = true;
                }
                Some('\u{4}' | '\u{1a}' | '\0') => {
                    self.bump();
                }
                _ => return Ok(spaced),
            }
        }
    }

    fn block_comment(&mut self) {
        loop {
            let ends = self.place.column == 0 && self.starts("=end");
            self.run(|c| c != '\n');
            if ends {
                return;
            }
            if self.bump().is_none() {
                self.open = Some('=');
                self.awaited = Awaited::Text("=end".to_owned());
                return;
            }
        }
    }

    /// Notes, at the end of a line that says anything, whether it asks for more.
    fn end_line(&mut self) {
        if !self.said {
            return;
        }
        let last = self.lexemes.last().map(|lexeme| &lexeme.token);
        let closed = matches!(last, Some(Token::Op(";") | Token::Word("begin" | "else")));
        self.continues = matches!(self.state, State::Begin | State::Dot) && !closed;
        self.said = false;
    }

    fn newline(&mut self) -> Reads {
        self.end_line();
        let at = self.place;
        self.bump();
        if let Some(here) = self.here.take() {
            while self.pos < here {
                self.bump();
            }
        }
        if matches!(self.state, State::Begin | State::Dot) || self.chained(self.pos) {
            return Ok(());
        }
        self.ended = (std::mem::replace(&mut self.state, State::Begin), self.naming.take());
        self.ends = self.pos;
        self.emit_at(Token::Newline, at, 1, false, false);
        Ok(())
    }

    /// Whether the next line from a place on that says anything begins with `.name`. A lone backslash and a comment
    /// between `=begin` and `=end` say something.
    fn chained(&self, from: usize) -> bool {
        let mut rest = self.text[from..].chars().peekable();
        loop {
            match rest.next() {
                Some('#') => while rest.next().is_some_and(|c| c != '\n') {},
                Some(c) if c.is_whitespace() => {}
                Some('.') => return rest.peek().is_some_and(|c| c.is_alphabetic() || *c == '_'),
                Some('&') => return rest.peek() == Some(&'.'),
                _ => return false,
            }
        }
    }

    fn one(&mut self, c: char, spaced: bool) -> Reads {
        let at = self.place;
        let begins = matches!(self.state, State::Begin | State::Mid);
        match c {
            '0'..='9' => {
                let token = self.number()?;
                self.finish(token, at, spaced, begins, State::End);
                Ok(())
            }
            '"' | '\'' | '`' => self.quoted(c, at, spaced, begins),
            '@' | '$' => self.sigil(c, at, spaced, begins),
            '_' => self.word(at, spaced, begins),
            c if c.is_alphabetic() => self.word(at, spaced, begins),
            ':' if matches!(self.peek(1), Some('"' | '\'')) && self.state != State::End => {
                self.bump();
                let quote = self.bump().unwrap_or('"');
                let pieces = self.pieces(
                    quote,
                    quote,
                    if quote == '"' { text::Quoting::Double } else { text::Quoting::Single },
                )?;
                let [Piece::Text(name)] = pieces.as_slice() else {
                    return Err(Trouble::unsupported("a symbol with interpolation", at));
                };
                let name = String::from_utf8_lossy(name).into_owned();
                self.finish(Token::Symbol(name), at, spaced, begins, State::End);
                Ok(())
            }
            ':' if self.state != State::End && self.peek(1) != Some(':') => match self.symbol() {
                Some(name) => {
                    self.finish(Token::Symbol(name), at, spaced, begins, State::End);
                    Ok(())
                }
                None => self.operator(at, spaced, begins),
            },
            '?' if self.value_due(spaced, 1) && self.is_character() => self.character(at, spaced, begins),
            '%' if self.value_due(spaced, 1) && self.is_percent() => self.percent(at, spaced, begins),
            '/' if self.value_due(spaced, 1) && !self.divides() => {
                self.bump();
                let pieces = self.pieces('/', '/', text::Quoting::Regex)?;
                let flags = self.flags();
                self.finish(Token::Regex(Box::new((pieces, flags))), at, spaced, begins, State::End);
                Ok(())
            }
            '<' if self.starts("<<") && self.value_due(spaced, 2) && self.here_start().is_some() => {
                self.here_document(at, spaced, begins)
            }
            _ => self.operator(at, spaced, begins),
        }
    }

    fn finish(&mut self, token: Token, at: Position, spaced: bool, begins: bool, state: State) {
        let width = if self.place.line == at.line { self.place.column - at.column } else { 1 };
        self.state = state;
        self.emit_at(token, at, width, spaced, begins);
    }

    fn symbol(&mut self) -> Option<String> {
        let first = self.peek(1)?;
        if first.is_alphabetic() || matches!(first, '_' | '@' | '$') {
            self.bump();
            let mut name = String::new();
            while let Some(c) = self.peek(0) {
                if c.is_alphanumeric() || c == '_' || (name.is_empty() || name == "@") && matches!(c, '@' | '$') {
                    name.push(c);
                    self.bump();
                } else {
                    break;
                }
            }
            if let Some(c @ ('?' | '!')) = self.peek(0)
                && self.peek(1) != Some('=')
            {
                name.push(c);
                self.bump();
            }
            return Some(name);
        }
        let named = [
            "[]=", "[]", "<=>", "===", "==", "=~", "**", "<<", ">>", "<=", ">=", "!=", "+", "-", "*", "/", "%", "<",
            ">", "!", "&", "|", "^",
        ];
        let operator = named.iter().find(|name| self.text[self.pos + 1..].starts_with(**name))?;
        self.skip(1 + operator.len());
        Some((*operator).to_owned())
    }

    fn sigil(&mut self, c: char, at: Position, spaced: bool, begins: bool) -> Reads {
        self.bump();
        if c == '@' && self.peek(0) == Some('@') {
            return Err(Trouble::unsupported("Ruby's class variables", at));
        }
        let mut name = c.to_string();
        if c == '$' && self.peek(0).is_some_and(|c| "~*$?!@/\\;,.=:<>\"&`'+".contains(c)) {
            name.extend(self.bump());
        } else {
            name.push_str(self.run(is_of_name));
        }
        if name.len() == 1 {
            let kind = if c == '@' { "an instance" } else { "a global" };
            let message = format!("`{c}' without identifiers is not allowed as {kind} variable name");
            return Err(Trouble::Syntax { message, at, width: 1 });
        }
        let token = if c == '@' { Token::Instance(name) } else { Token::Global(name) };
        self.finish(token, at, spaced, begins, State::End);
        Ok(())
    }

    fn operator(&mut self, at: Position, spaced: bool, begins: bool) -> Reads {
        if self.state == State::Definition {
            return self.operator_definition(at, spaced);
        }
        let rest = &self.text.as_bytes()[self.pos..];
        let same = |op: &&&str| op.as_bytes().first() == rest.first();
        let longer = |op: &&&str| same(op) && rest.starts_with(op.as_bytes());
        let found = ALONE.iter().find(same).or_else(|| OPERATORS.iter().find(longer));
        let Some(operator) = found else {
            let c = self.peek(0).unwrap_or(' ');
            return Err(self.syntax(&format!("Invalid char `\\x{:02X}' ('{c}') in expression", u32::from(c)), at, 1));
        };
        let argument = self.state == State::Argument;
        self.skip(operator.len());
        let state = match *operator {
            ")" | "]" | "}" => State::End,
            "." | "&." => State::Dot,
            "::" => State::Dot,
            // The name of a method, as in `1.+ 2`: a line that ends with it is over.
            operator if self.state == State::Dot && operator != "(" => State::Argument,
            _ => State::Begin,
        };
        match (*operator, self.naming) {
            ("|", Some("|")) => self.naming = None,
            ("|", None) if self.opens_parameters() => self.naming = Some("|"),
            ("||", None) if self.opens_parameters() => {}
            (")", Some("\n")) => self.naming = None,
            _ => {}
        }
        let begins = begins || argument && spaced && self.peek(0).is_some_and(|c| !c.is_whitespace());
        self.finish(Token::Op(operator), at, spaced, begins, state);
        Ok(())
    }

    fn operator_definition(&mut self, at: Position, spaced: bool) -> Reads {
        let names = ["[]=", "[]", "<=>", "==", "+", "-", "*", "/", "%", "<<", "<", ">", "!"];
        let Some(name) = names.iter().find(|name| self.starts(name)) else {
            return Err(self.syntax("syntax error, unexpected '('", at, 1));
        };
        self.skip(name.len());
        self.naming = Some("\n");
        self.finish(Token::Name((*name).to_owned()), at, spaced, false, State::End);
        Ok(())
    }

    /// Whether a bar here opens the parameters of a block.
    fn opens_parameters(&self) -> bool {
        matches!(self.lexemes.last().map(|lexeme| &lexeme.token), Some(Token::Op("{") | Token::Word("do")))
    }
}

/// Whether a character may stand inside a name.
fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}
