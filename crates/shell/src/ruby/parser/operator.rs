//! Operators, by how strongly they bind.

use super::{Parsed, Parser};
use crate::ruby::lexer::Token;
use crate::ruby::tree::{Arg, Call, Expr, Node};

/// How strongly an operator between two values binds; 0 binds weakest.
fn strength(op: &str) -> Option<usize> {
    Some(match op {
        "||" => 0,
        "&&" => 1,
        "<=>" | "==" | "===" | "!=" | "=~" | "!~" => 2,
        "<" | "<=" | ">" | ">=" => 3,
        "|" | "^" => BARS,
        "&" => BARS + 1,
        "<<" | ">>" => 6,
        "+" | "-" => 7,
        "*" | "/" | "%" => 8,
        _ => return None,
    })
}

/// The strength of a bar.
const BARS: usize = 4;

/// A call of an operator.
pub(super) fn operation(left: Expr, name: &str, right: Vec<Expr>) -> Expr {
    let at = left.at;
    let args = right.into_iter().map(Arg::Plain).collect();
    let call = Call { receiver: Some(left), safe: false, name: name.to_owned(), args, block: None, bare: false };
    Expr::new(Node::Call(Box::new(call)), at)
}

impl Parser {
    /// An expression that holds no bar, since bars stand around it.
    pub(super) fn no_bars(&mut self) -> Parsed {
        self.level(BARS + 1, false)
    }

    pub(super) fn ternary(&mut self, commands: bool) -> Parsed {
        self.deeper(|parser| {
            let condition = parser.range(commands)?;
            if !parser.is_op("?") {
                return Ok(condition);
            }
            parser.advance();
            parser.skip_newlines();
            let at = condition.at;
            let then = parser.ternary_branch()?;
            parser.skip_newlines();
            if let Token::Symbol(_) = parser.token() {
                // `a ? b :c`
                return Err(parser.unexpected());
            }
            parser.need_op(":")?;
            parser.skip_newlines();
            let other = parser.ternary_branch()?;
            let node = Node::If { condition: Box::new(condition), then: Box::new(then), other: Box::new(other) };
            Ok(Expr::new(node, at))
        })
    }

    fn ternary_branch(&mut self) -> Parsed {
        self.assignment(false)
    }

    fn range(&mut self, commands: bool) -> Parsed {
        let from = self.level(0, commands)?;
        let exclusive = match self.token() {
            Token::Op("..") => false,
            Token::Op("...") => true,
            _ => return Ok(from),
        };
        self.advance();
        let at = from.at;
        let open = matches!(self.token(), Token::Newline | Token::End | Token::Op(")" | "]" | "}" | "," | ";"));
        let to = if open { None } else { Some(Box::new(self.level(0, false)?)) };
        Ok(Expr::new(Node::Range { from: Some(Box::new(from)), to, exclusive }, at))
    }

    /// Values and the operators between them that bind at least so strongly; equal ones from left to right.
    fn level(&mut self, level: usize, commands: bool) -> Parsed {
        let mut left = self.unary(commands)?;
        loop {
            let Token::Op(op) = *self.token() else { return Ok(left) };
            let Some(own) = strength(op).filter(|own| *own >= level) else { return Ok(left) };
            self.advance();
            self.skip_newlines();
            let right = self.deeper(|parser| parser.level(own + 1, false))?;
            let at = left.at;
            let joined = match op {
                "&&" => Expr::new(Node::And(Box::new(left), Box::new(right)), at),
                "||" => Expr::new(Node::Or(Box::new(left), Box::new(right)), at),
                "!=" => Expr::new(Node::Not(Box::new(operation(left, "==", vec![right]))), at),
                "!~" => Expr::new(Node::Not(Box::new(operation(left, "=~", vec![right]))), at),
                op => operation(left, op, vec![right]),
            };
            left = self.bounded(joined)?;
        }
    }

    fn unary(&mut self, commands: bool) -> Parsed {
        let at = self.place();
        match self.token() {
            Token::Op("!") => {
                self.advance();
                let inner = self.deeper(|parser| parser.unary(commands))?;
                Ok(Expr::new(Node::Not(Box::new(inner)), at))
            }
            Token::Op("-") if self.is_negative() => {
                self.advance();
                let here = self.pos;
                if let Some(lexeme) = self.lexemes.get_mut(here) {
                    match &mut lexeme.token {
                        Token::Int(number) => *number = -*number,
                        Token::Float(number) => number.0 = -number.0,
                        _ => {}
                    }
                }
                let value = self.power(commands)?;
                Ok(value.from(at))
            }
            Token::Op("-") => {
                self.advance();
                let inner = self.deeper(|parser| parser.unary(false))?;
                Ok(match inner.node {
                    Node::Int(number) if number > 0 => Expr::new(Node::Int(-number), at),
                    Node::Float(number) if number.0 > 0.0 => {
                        Expr::new(Node::Float(crate::ruby::tree::Float(-number.0)), at)
                    }
                    _ => operation(inner, "-@", Vec::new()).from(at),
                })
            }
            Token::Op("+") => {
                self.advance();
                self.deeper(|parser| parser.unary(false))
            }
            Token::Op("~") => {
                self.advance();
                let inner = self.deeper(|parser| parser.unary(false))?;
                Ok(operation(inner, "~", Vec::new()).from(at))
            }
            Token::Word("defined?") => {
                self.advance();
                let inner = self.deeper(|parser| parser.unary(false))?;
                Ok(Expr::new(Node::Defined(Box::new(inner)), at))
            }
            _ => self.power(commands),
        }
    }

    /// Whether a sign belongs to the number behind it: `-2.abs`, but not `-2 ** 2`.
    fn is_negative(&self) -> bool {
        !self.lexeme().spaced_after
            && matches!(self.ahead(1), Token::Int(_) | Token::Float(_))
            && !matches!(self.ahead(2), Token::Op("**"))
    }

    fn power(&mut self, commands: bool) -> Parsed {
        let base = self.postfix(commands)?;
        if !self.take_op("**") {
            return Ok(base);
        }
        self.skip_newlines();
        let exponent = self.deeper(|parser| parser.unary(false))?;
        Ok(operation(base, "**", vec![exponent]))
    }
}
