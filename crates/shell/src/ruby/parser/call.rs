//! Calls: names, arguments, blocks, and what is called on a value.

use super::{Parsed, Parser};
use crate::ruby::lexer::Token;
use crate::ruby::tree::{Arg, Block, Call, Expr, Node, Param};
use crate::ruby::trouble::Trouble;

impl Parser {
    /// A value and what is called on it.
    pub(super) fn postfix(&mut self, commands: bool) -> Parsed {
        let mut value = self.primary(commands)?;
        loop {
            value = self.bounded(value)?;
            let at = value.at;
            match self.token() {
                Token::Op(dot @ ("." | "&.")) => {
                    let safe = *dot == "&.";
                    self.advance();
                    self.skip_newlines();
                    value = self.method(value, safe, commands)?;
                }
                Token::Op("::") => {
                    self.advance();
                    value = match self.token() {
                        Token::Constant(name) if !matches!(self.ahead(1), Token::Op("(")) => {
                            let name = name.clone();
                            self.advance();
                            Expr::new(Node::Scoped(Box::new(value), name), at)
                        }
                        _ => self.method(value, false, commands)?,
                    };
                }
                Token::Op("[") if !self.lexeme().spaced || !self.lexeme().begins => {
                    self.advance();
                    let args = self.inside(|parser| parser.arguments("]"))?;
                    let call = Call {
                        receiver: Some(value),
                        safe: false,
                        name: "[]".to_owned(),
                        args,
                        block: None,
                        bare: false,
                    };
                    value = Expr::new(Node::Call(Box::new(call)), at);
                }
                _ => return Ok(value),
            }
        }
    }

    /// The method behind a dot.
    fn method(&mut self, receiver: Expr, safe: bool, commands: bool) -> Parsed {
        let at = receiver.at;
        let name = match self.token() {
            Token::Name(name) | Token::Constant(name) => name.clone(),
            Token::Label(name) => {
                return Err(Trouble::unsupported(format!("`{name}:` behind a dot"), self.place()));
            }
            Token::Op("(") => "call".to_owned(),
            Token::Op(op @ ("+" | "-" | "*" | "/" | "%" | "==" | "<" | ">" | "<=" | ">=" | "<<" | "<=>")) => {
                (*op).to_owned()
            }
            _ => return Err(self.unexpected()),
        };
        if !self.is_op("(") {
            self.advance();
        }
        self.call(Some(receiver), safe, name, at, commands)
    }

    /// A call whose name has been read.
    pub(super) fn call(
        &mut self,
        receiver: Option<Expr>,
        safe: bool,
        name: String,
        at: crate::ruby::tree::Position,
        commands: bool,
    ) -> Parsed {
        let bare = receiver.is_none();
        let mut call = Call { receiver, safe, name, args: Vec::new(), block: None, bare };
        if self.is_op("(") && !self.lexeme().spaced {
            self.advance();
            call.args = self.inside(|parser| parser.arguments(")"))?;
            call.bare = false;
        } else if self.argument_begins() {
            if !commands {
                return Err(self.unexpected());
            }
            call.args = self.command_arguments()?;
            call.bare = false;
            if call.args.iter().any(|arg| matches!(arg, Arg::Block(_))) {
                return Ok(Expr::new(Node::Call(Box::new(call)), at));
            }
            if self.is_word("do") && !self.no_do {
                call.block = Some(self.do_block()?);
            }
            return Ok(Expr::new(Node::Call(Box::new(call)), at));
        }
        call.block = self.own_block()?;
        call.bare &= call.block.is_none();
        Ok(Expr::new(Node::Call(Box::new(call)), at))
    }

    /// The block of a call without arguments, if one stands here. A `do` after the condition of a loop is the loop's, and
    /// after an argument of a command the command's.
    pub(super) fn own_block(&mut self) -> Parsed<Option<Block>> {
        if self.is_op("{") {
            self.brace_block().map(Some)
        } else if self.is_word("do") && !self.no_do {
            self.do_block().map(Some)
        } else {
            Ok(None)
        }
    }

    /// Whether an argument of a command without parentheses begins here.
    pub(super) fn argument_begins(&self) -> bool {
        let lexeme = self.lexeme();
        match &lexeme.token {
            Token::Int(_)
            | Token::Large(_)
            | Token::Float(_)
            | Token::Str(_)
            | Token::Words(_)
            | Token::Symbols(_)
            | Token::Symbol(_)
            | Token::Regex(..)
            | Token::Name(_)
            | Token::Constant(_)
            | Token::Instance(_)
            | Token::Global(_)
            | Token::Label(_) => true,
            Token::Word(word) => {
                matches!(
                    *word,
                    "nil" | "true" | "false" | "self" | "not" | "case" | "defined?" | "begin" | "yield" | "def"
                ) || matches!(*word, "if" | "unless" | "while" | "until") && lexeme.begins
            }
            Token::Op("->" | "!" | "~") => lexeme.spaced,
            Token::Op("[" | "(" | "-" | "*" | "&" | "::" | "**" | "+") => {
                lexeme.spaced && (!lexeme.spaced_after || matches!(lexeme.token, Token::Op("[" | "("))) && lexeme.begins
            }
            _ => false,
        }
    }

    fn command_arguments(&mut self) -> Parsed<Vec<Arg>> {
        let outer = std::mem::replace(&mut self.no_do, true);
        let args = self.argument_list(true);
        self.no_do = outer;
        args
    }

    /// Arguments up to a bracket, which is read too.
    pub(super) fn arguments(&mut self, end: &str) -> Parsed<Vec<Arg>> {
        self.skip_newlines();
        if self.take_op(end) {
            return Ok(Vec::new());
        }
        let args = self.argument_list(false)?;
        self.skip_newlines();
        self.need_op(end)?;
        Ok(args)
    }

    /// `bare`: without parentheses, so the first may be a command itself and no comma may end the list.
    fn argument_list(&mut self, bare: bool) -> Parsed<Vec<Arg>> {
        let mut args = Vec::new();
        let mut pairs: Vec<(Expr, Expr)> = Vec::new();
        loop {
            let at = self.place();
            if self.is_op("*") && self.lexeme().begins {
                self.advance();
                args.push(Arg::Splat(self.ternary(false)?));
            } else if self.is_op("**") {
                return Err(Trouble::unsupported("`**` before an argument", at));
            } else if self.is_op("&") {
                self.advance();
                args.push(Arg::Block(self.ternary(false)?));
            } else if let Some(name) = self.take_label() {
                self.skip_newlines();
                let value = self.assignment(false)?;
                pairs.push((Expr::new(Node::Symbol(name), at), value));
            } else {
                let first = args.is_empty() && pairs.is_empty();
                let value = if self.is_word("not") { self.negation()? } else { self.assignment(first)? };
                if self.take_op("=>") {
                    self.skip_newlines();
                    pairs.push((value, self.assignment(false)?));
                } else if pairs.is_empty() {
                    args.push(Arg::Plain(value));
                } else {
                    return Err(self.unexpected());
                }
            }
            if !bare {
                self.skip_newlines();
            }
            if !self.take_op(",") {
                break;
            }
            self.skip_newlines();
            if !bare && matches!(self.token(), Token::Op(")" | "]")) {
                break;
            }
        }
        if let Some((key, _)) = pairs.first() {
            let at = key.at;
            // A block stays behind the pairs.
            let place = args.iter().position(|arg| matches!(arg, Arg::Block(_))).unwrap_or(args.len());
            args.insert(place, Arg::Plain(Expr::new(Node::Hash(pairs), at)));
        }
        Ok(args)
    }

    pub(super) fn brace_block(&mut self) -> Parsed<Block> {
        self.braces(Self::block_params)
    }

    /// A block in braces whose parameters are read by `params`: those of `->` stand before the braces, and none within.
    pub(super) fn braces(&mut self, params: fn(&mut Self) -> Parsed<Vec<Param>>) -> Parsed<Block> {
        self.advance();
        self.scoped(|parser| {
            let params = params(parser)?;
            let body = parser.statements(&[])?;
            parser.need_op("}")?;
            Ok(Block { params, body })
        })
    }

    pub(super) fn do_block(&mut self) -> Parsed<Block> {
        self.do_to_end(Self::block_params)
    }

    /// As [`braces`](Self::braces), for a block from `do` to `end`.
    pub(super) fn do_to_end(&mut self, params: fn(&mut Self) -> Parsed<Vec<Param>>) -> Parsed<Block> {
        self.advance();
        self.scoped(|parser| {
            let params = params(parser)?;
            let body = parser.body()?;
            Ok(Block { params, body })
        })
    }

    fn block_params(&mut self) -> Parsed<Vec<Param>> {
        self.skip_newlines();
        if self.take_op("||") {
            return Ok(Vec::new());
        }
        if self.take_op("|") { self.params("|") } else { Ok(Vec::new()) }
    }
}
