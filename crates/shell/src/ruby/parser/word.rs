//! What begins with a word of the language.

use super::{Parsed, Parser};
use crate::ruby::lexer::Token;
use crate::ruby::tree::{Arg, Begin, Block, Expr, Node, Param, Rescue};
use crate::ruby::trouble::Trouble;

/// `body rescue other`.
pub(super) fn rescued(body: Expr, other: Expr) -> Node {
    let rescue = Rescue { classes: Vec::new(), name: None, body: other };
    Node::Begin(Box::new(Begin { body, rescues: vec![rescue], other: None, ensure: None }))
}

impl Parser {
    pub(super) fn keyword(&mut self, word: &'static str, commands: bool) -> Parsed {
        let at = self.place();
        match word {
            "nil" => self.constant(Node::Nil),
            "true" => self.constant(Node::True),
            "false" => self.constant(Node::False),
            "self" => self.constant(Node::Myself),
            "if" | "unless" if self.lexeme().begins => {
                self.advance();
                self.condition(word == "unless", at)
            }
            "while" | "until" if self.lexeme().begins => {
                self.advance();
                let condition = self.loop_head()?;
                let body = Box::new(self.inside(|parser| parser.statements(&["end"]))?);
                self.need_word("end")?;
                Ok(Expr::new(Node::While { condition, body, until: word == "until", first: false }, at))
            }
            "for" => self.for_loop(at),
            "case" => self.case(at),
            "begin" => {
                self.advance();
                let body = self.inside(Self::body)?;
                let node = match body.node {
                    node @ Node::Begin(_) => node,
                    node => Node::Begin(Box::new(Begin {
                        body: Expr::new(node, body.at),
                        rescues: Vec::new(),
                        other: None,
                        ensure: None,
                    })),
                };
                Ok(Expr::new(node, at))
            }
            "def" => self.define(at),
            "return" | "break" | "next" => {
                self.advance();
                let value = self.leaving(commands)?;
                Ok(Expr::new(
                    match word {
                        "return" => Node::Return(value),
                        "break" => Node::Break(value),
                        _ => Node::Next(value),
                    },
                    at,
                ))
            }
            "yield" => {
                self.advance();
                let args = if self.is_op("(") && !self.lexeme().spaced {
                    self.advance();
                    self.inside(|parser| parser.arguments(")"))?
                } else if self.argument_begins() {
                    self.argument_tail()?
                } else {
                    Vec::new()
                };
                Ok(Expr::new(Node::Yield(args), at))
            }
            "retry" => self.constant(Node::Retry),
            "class" | "module" | "alias" | "undef" | "super" | "redo" | "BEGIN" | "END" => {
                Err(Trouble::unsupported(format!("Ruby's `{word}`"), at))
            }
            _ => Err(self.unexpected()),
        }
    }

    fn argument_tail(&mut self) -> Parsed<Vec<Arg>> {
        let mut args = vec![Arg::Plain(self.ternary(false)?)];
        while self.take_op(",") {
            self.skip_newlines();
            args.push(Arg::Plain(self.ternary(false)?));
        }
        Ok(args)
    }

    fn constant(&mut self, node: Node) -> Parsed {
        let at = self.advance();
        Ok(Expr::new(node, at))
    }

    /// What `return`, `break` and `next` give.
    fn leaving(&mut self, commands: bool) -> Parsed<Option<Box<Expr>>> {
        let none = match self.token() {
            Token::Newline | Token::End | Token::Op(";" | "}" | ")") => true,
            Token::Word(word) => matches!(*word, "if" | "unless" | "while" | "until" | "end" | "rescue"),
            _ => false,
        };
        if none {
            return Ok(None);
        }
        let mut value = self.assignment(commands)?;
        if self.is_op(",") {
            value = self.list(value)?;
        }
        Ok(Some(Box::new(value)))
    }

    /// Behind the word: condition and branches.
    fn condition(&mut self, negated: bool, at: crate::ruby::tree::Position) -> Parsed {
        self.deeper(|parser| {
            let condition = Box::new(parser.inside(Self::expression)?);
            parser.need_then()?;
            let then = Box::new(parser.inside(|parser| parser.statements(&["else", "elsif", "end"]))?);
            let at_other = parser.place();
            let other = if parser.take_word("elsif") {
                if negated {
                    return Err(parser.unexpected());
                }
                parser.condition(false, at_other)?
            } else {
                let other = if parser.take_word("else") {
                    parser.inside(|parser| parser.statements(&["end"]))?
                } else {
                    Expr::new(Node::Nil, at_other)
                };
                parser.need_word("end")?;
                other
            };
            let other = Box::new(other);
            let (then, other) = if negated { (other, then) } else { (then, other) };
            Ok(Expr::new(Node::If { condition, then, other }, at))
        })
    }

    /// The condition of a loop, and what stands before its body.
    fn loop_head(&mut self) -> Parsed<Box<Expr>> {
        let outer = std::mem::replace(&mut self.no_do, true);
        let condition = self.expression();
        self.no_do = outer;
        let condition = condition?;
        if !self.take_word("do") && !self.skip_ends() {
            return Err(self.unexpected());
        }
        Ok(Box::new(condition))
    }

    fn for_loop(&mut self, at: crate::ruby::tree::Position) -> Parsed {
        self.advance();
        let mut names = Vec::new();
        loop {
            names.push(self.variable()?);
            if !self.take_op(",") {
                break;
            }
        }
        self.need_word("in")?;
        let over = self.loop_head()?;
        let body = Box::new(self.inside(|parser| parser.statements(&["end"]))?);
        self.need_word("end")?;
        Ok(Expr::new(Node::For { names, over, body }, at))
    }

    fn case(&mut self, at: crate::ruby::tree::Position) -> Parsed {
        self.advance();
        self.skip_ends();
        let subject = if self.is_word("when") { None } else { Some(Box::new(self.inside(Self::expression)?)) };
        self.skip_ends();
        let mut whens = Vec::new();
        while self.take_word("when") {
            let mut values = Vec::new();
            loop {
                self.skip_newlines();
                if self.is_op("*") {
                    return Err(Trouble::unsupported("`*` behind `when`", self.place()));
                }
                values.push(self.inside(|parser| parser.ternary(false))?);
                if !self.take_op(",") {
                    break;
                }
            }
            self.need_then()?;
            whens.push((values, self.inside(|parser| parser.statements(&["when", "else", "end"]))?));
        }
        if whens.is_empty() {
            return Err(self.unexpected());
        }
        let at_other = self.place();
        let other = if self.take_word("else") {
            self.inside(|parser| parser.statements(&["end"]))?
        } else {
            Expr::new(Node::Nil, at_other)
        };
        self.need_word("end")?;
        Ok(Expr::new(Node::Case { subject, whens, other: Box::new(other) }, at))
    }

    /// Statements with `rescue`, `else`, `ensure`, up to `end`, which is read too.
    pub(super) fn body(&mut self) -> Parsed {
        const ENDS: &[&str] = &["rescue", "else", "ensure", "end"];
        let at = self.place();
        let body = self.statements(ENDS)?;
        let mut rescues = Vec::new();
        while self.take_word("rescue") {
            let mut classes = Vec::new();
            while !matches!(self.token(), Token::Newline | Token::Op(";" | "=>") | Token::Word("then")) {
                classes.push(self.ternary(false)?);
                if !self.take_op(",") {
                    break;
                }
            }
            let mut name = None;
            if self.take_op("=>") {
                name = Some(self.variable()?);
            }
            self.need_then()?;
            rescues.push(Rescue { classes, name, body: self.statements(ENDS)? });
        }
        let other = if self.take_word("else") { Some(self.statements(&["ensure", "end"])?) } else { None };
        let ensure = if self.take_word("ensure") { Some(self.statements(&["end"])?) } else { None };
        self.need_word("end")?;
        if rescues.is_empty() && other.is_none() && ensure.is_none() {
            return Ok(body);
        }
        Ok(Expr::new(Node::Begin(Box::new(Begin { body, rescues, other, ensure })), at))
    }

    fn define(&mut self, at: crate::ruby::tree::Position) -> Parsed {
        self.advance();
        let Token::Name(name) = self.token().clone() else { return Err(self.unexpected()) };
        self.advance();
        let outer = std::mem::take(&mut self.known);
        let block = self.inside(|parser| {
            let mut params: Vec<Param> = Vec::new();
            if parser.take_op("(") {
                params = parser.params(")")?;
            } else {
                while !matches!(parser.token(), Token::Newline | Token::Op(";")) {
                    params.push(parser.param()?);
                    if !parser.take_op(",") {
                        break;
                    }
                }
                if !parser.skip_ends() {
                    return Err(parser.unexpected());
                }
            }
            let body = parser.body()?;
            Ok(Block { params, body })
        });
        self.known = outer;
        Ok(Expr::new(Node::Define { name, block: Box::new(block?) }, at))
    }
}
