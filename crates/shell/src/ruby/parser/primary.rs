//! Values: literals, names, brackets.

use super::{Parsed, Parser};
use crate::ruby::lexer::{Piece, Text, Token};
use crate::ruby::tree::{Arg, Expr, Node, Param, Part, Position};
use crate::ruby::trouble::Trouble;

impl Parser {
    pub(super) fn primary(&mut self, commands: bool) -> Parsed {
        let at = self.place();
        let plain = |node| Ok(Expr::new(node, at));
        match self.token() {
            Token::Op(_) | Token::Word(_) | Token::Label(_) | Token::Newline | Token::End => {
                return self.bracket(at, commands);
            }
            _ => {}
        }
        match self.take() {
            Token::Int(number) => plain(Node::Int(number.into())),
            Token::Large(number) => plain(Node::Int(*number)),
            Token::Float(number) => plain(Node::Float(number)),
            Token::Str(text) => {
                let node = self.text(text)?;
                plain(node)
            }
            Token::Words(words) => {
                let word = |word: Vec<u8>| Arg::Plain(Expr::new(Node::Text(word.into()), at));
                plain(Node::Array(words.into_iter().map(word).collect()))
            }
            Token::Symbols(words) => {
                let word = |word: Vec<u8>| {
                    Arg::Plain(Expr::new(Node::Symbol(String::from_utf8_lossy(&word).into_owned()), at))
                };
                plain(Node::Array(words.into_iter().map(word).collect()))
            }
            Token::Symbol(name) => plain(Node::Symbol(name)),
            Token::Regex(regex) => {
                let (pieces, flags) = *regex;
                let parts = self.parts(pieces)?;
                plain(Node::Regex { parts, flags })
            }
            Token::Instance(name) => plain(Node::Instance(name)),
            Token::Global(name) => plain(Node::Global(name)),
            Token::Name(name) => self.name(name, at, commands),
            Token::Constant(name) => {
                let called = self.is_op("(") && !self.lexeme().spaced;
                let commanded =
                    commands && self.lexeme().spaced && self.argument_begins() && !matches!(self.token(), Token::Op(_));
                if called || commanded {
                    return self.call(None, false, name, at, commands);
                }
                plain(Node::Constant(name))
            }
            _ => Err(self.unexpected()),
        }
    }

    /// A literal. Those that stand side by side are one.
    fn text(&mut self, text: Text) -> Parsed<Node> {
        let mut pieces = match text {
            Text::Plain(bytes) if !matches!(self.token(), Token::Str(_)) => return Ok(Node::Text(bytes)),
            Text::Plain(bytes) => vec![Piece::Text(bytes.to_vec())],
            Text::Pieces(pieces) => pieces,
        };
        while matches!(self.token(), Token::Str(_)) {
            match self.take() {
                Token::Str(Text::Plain(bytes)) => pieces.push(Piece::Text(bytes.to_vec())),
                Token::Str(Text::Pieces(more)) => pieces.extend(more),
                _ => {}
            }
        }
        let mut parts = self.parts(pieces)?;
        Ok(match parts.as_mut_slice() {
            [] => Node::Text([].into()),
            [Part::Text(bytes)] => Node::Text(std::mem::take(bytes).into()),
            _ => Node::Str(parts),
        })
    }

    /// What begins with a bracket, a sign or a word of the language.
    fn bracket(&mut self, at: Position, commands: bool) -> Parsed {
        let plain = |node| Ok(Expr::new(node, at));
        match *self.token() {
            Token::Op("(") => {
                self.advance();
                let inner = self.inside(|parser| parser.statements(&[]))?;
                self.need_op(")")?;
                Ok(inner)
            }
            Token::Op("[") => {
                self.advance();
                let items = self.inside(|parser| parser.arguments("]"))?;
                plain(Node::Array(items))
            }
            Token::Op("{") => self.hash(),
            Token::Op("->") => self.lambda(),
            Token::Op("..") => {
                self.advance();
                let to = self.ternary(false)?;
                plain(Node::Range { from: None, to: Some(Box::new(to)), exclusive: false })
            }
            Token::Op("::") => {
                self.advance();
                let Token::Constant(name) = self.token().clone() else { return Err(self.unexpected()) };
                // Ruby reads a keyword here, where behind `a::` it reads a name.
                if matches!(name.as_str(), "BEGIN" | "END") {
                    return Err(self.unexpected());
                }
                self.advance();
                plain(Node::Constant(name))
            }
            Token::Word(word) => self.keyword(word, commands),
            _ => Err(self.unexpected()),
        }
    }

    fn name(&mut self, name: String, at: crate::ruby::tree::Position, commands: bool) -> Parsed {
        match name.as_str() {
            "__FILE__" => return Ok(Expr::new(Node::Text(b"(hbase)"[..].into()), at)),
            "__LINE__" => return Ok(Expr::new(Node::Int(at.line.into()), at)),
            "__dir__" => return Err(Trouble::unsupported("`__dir__`", at)),
            _ => {}
        }
        let called = self.is_op("(") && !self.lexeme().spaced;
        if self.known.contains(&name) && !called {
            let argument = matches!(
                self.token(),
                Token::Str(_) | Token::Int(_) | Token::Constant(_) | Token::Symbol(_) | Token::Name(_)
            );
            if !(argument && commands && self.lexeme().spaced) {
                return Ok(Expr::new(Node::Local(name), at));
            }
        }
        if name == "lambda"
            && let Some(block) = self.own_block()?
        {
            return Ok(Expr::new(Node::Lambda(Box::new(block)), at));
        }
        self.call(None, false, name, at, commands)
    }

    fn hash(&mut self) -> Parsed {
        let at = self.place();
        self.advance();
        let pairs = self.inside(|parser| {
            let mut pairs = Vec::new();
            loop {
                parser.skip_newlines();
                if parser.take_op("}") {
                    return Ok(pairs);
                }
                let at = parser.place();
                if parser.is_op("**") {
                    return Err(Trouble::unsupported("`**` in a hash", at));
                }
                let key = if let Some(name) = parser.take_label() {
                    Expr::new(Node::Symbol(name), at)
                } else {
                    let key = parser.assignment(false)?;
                    parser.need_op("=>")?;
                    key
                };
                parser.skip_newlines();
                pairs.push((key, parser.assignment(false)?));
                // The next line does not go on with an entry unless there is a comma.
                if parser.take_op(",") {
                    continue;
                }
                if matches!(parser.token(), Token::Newline) {
                    parser.skip_newlines();
                }
                if !parser.take_op("}") {
                    return Err(parser.unexpected());
                }
                return Ok(pairs);
            }
        })?;
        Ok(Expr::new(Node::Hash(pairs), at))
    }

    fn lambda(&mut self) -> Parsed {
        let at = self.place();
        self.advance();
        let outer = self.known.mark();
        let mut params: Vec<Param> = Vec::new();
        if self.take_op("(") {
            params = self.params(")")?;
        } else {
            while matches!(self.token(), Token::Name(_)) {
                params.push(self.param()?);
                if !self.take_op(",") {
                    break;
                }
            }
        }
        let mut block = if self.is_op("{") {
            self.braces(|_| Ok(Vec::new()))?
        } else if self.is_word("do") {
            self.do_to_end(|_| Ok(Vec::new()))?
        } else {
            self.known.back_to(outer);
            return Err(self.unexpected());
        };
        self.known.back_to(outer);
        block.params = params;
        Ok(Expr::new(Node::Lambda(Box::new(block)), at))
    }
}
