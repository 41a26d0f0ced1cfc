//! From tokens to the tree. The first token that cannot stand where it stands is reported in the words of JRuby.

mod call;
mod operator;
mod primary;
mod word;

use crate::ruby::lexer::{self, Lexed, Lexeme, Names, Piece, Token};
use crate::ruby::tree::{Arg, Block, Call, Expr, Node, Param, Part, Position, Target};
use crate::ruby::trouble::Trouble;
use std::collections::BTreeSet;

/// How deep expressions may be nested, so that no text can exhaust the stack.
const DEEPEST: u32 = 200;

/// Parses a text that begins at a line; `known` are the variables there are, and get those that are assigned.
///
/// # Errors
/// What stands where it cannot, or what this shell does not speak.
pub fn parse(text: &str, line: u32, known: &mut BTreeSet<String>) -> Result<Expr, Trouble> {
    let names = Names::from(std::mem::take(known));
    let (tree, mut names) = tree(lexer::read(text.to_owned(), Position { line, column: 0 }, names));
    if tree.is_err() {
        names.back_to(0);
    }
    *known = names.into();
    tree
}

/// Parses what was read, and gives the variables too.
pub(crate) fn tree(lexed: Lexed) -> (Result<Expr, Trouble>, Names) {
    of(lexed, 0)
}

fn of(lexed: Lexed, depth: u32) -> (Result<Expr, Trouble>, Names) {
    let Lexed { lexemes, trouble, open, known } = lexed;
    let mut parser = Parser { lexemes, pos: 0, known, depth, no_do: false };
    let tree = parser.whole(trouble, open.is_some());
    (tree, parser.known)
}

struct Parser {
    lexemes: Vec<Lexeme>,
    pos: usize,
    known: Names,
    depth: u32,
    /// Whether a `do` begins the body of an enclosing loop and no block, as in `while x do`.
    no_do: bool,
}

type Parsed<T = Expr> = Result<T, Trouble>;

impl Parser {
    /// The whole text, whose reading may have come to trouble or to its end within a literal.
    fn whole(&mut self, trouble: Option<Trouble>, open: bool) -> Parsed {
        let tree = self.statements(&[]);
        // A token before the trouble may be wrong already, and is reported first.
        if let Some(trouble) = trouble
            && (tree.is_ok() || matches!(self.token(), Token::End))
        {
            return Err(trouble);
        }
        let tree = tree?;
        if !matches!(self.token(), Token::End) {
            return Err(self.unexpected());
        }
        if open {
            let at = self.place();
            return Err(Trouble::Syntax { message: "unterminated string meets end of file".to_owned(), at, width: 1 });
        }
        Ok(tree)
    }

    fn lexeme(&self) -> &Lexeme {
        let last = self.lexemes.len() - 1;
        &self.lexemes[self.pos.min(last)]
    }

    fn token(&self) -> &Token {
        &self.lexeme().token
    }

    fn ahead(&self, by: usize) -> &Token {
        let last = self.lexemes.len() - 1;
        &self.lexemes[(self.pos + by).min(last)].token
    }

    fn place(&self) -> Position {
        self.lexeme().at
    }

    /// Goes to the next token; the place of this one.
    fn advance(&mut self) -> Position {
        let at = self.place();
        self.pos = (self.pos + 1).min(self.lexemes.len());
        at
    }

    /// Takes the token, whose content nobody needs again: a literal or a name.
    fn take(&mut self) -> Token {
        let at = self.pos.min(self.lexemes.len() - 1);
        self.advance();
        std::mem::replace(&mut self.lexemes[at].token, Token::Newline)
    }

    /// Takes `name:`.
    fn take_label(&mut self) -> Option<String> {
        match self.token() {
            Token::Label(_) => match self.take() {
                Token::Label(name) => Some(name),
                _ => None,
            },
            _ => None,
        }
    }

    fn is_op(&self, op: &str) -> bool {
        matches!(self.token(), Token::Op(other) if *other == op)
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.token(), Token::Word(other) if *other == word)
    }

    fn take_op(&mut self, op: &str) -> bool {
        let found = self.is_op(op);
        self.pos += usize::from(found);
        found
    }

    fn take_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        self.pos += usize::from(found);
        found
    }

    fn need_op(&mut self, op: &str) -> Parsed<()> {
        self.skip_newlines();
        if self.take_op(op) { Ok(()) } else { Err(self.unexpected()) }
    }

    fn need_word(&mut self, word: &str) -> Parsed<()> {
        if self.take_word(word) { Ok(()) } else { Err(self.unexpected()) }
    }

    fn skip_newlines(&mut self) {
        while matches!(self.token(), Token::Newline) {
            self.pos += 1;
        }
    }

    /// Skips ends of lines and statements; whether there were any.
    fn skip_ends(&mut self) -> bool {
        let from = self.pos;
        while matches!(self.token(), Token::Newline | Token::Op(";")) {
            self.pos += 1;
        }
        self.pos > from
    }

    /// What stands between a condition and its branch: the end of a line or statement, `then`, or both in this order.
    fn need_then(&mut self) -> Parsed<()> {
        let ended = self.skip_ends();
        if self.take_word("then") || ended { Ok(()) } else { Err(self.unexpected()) }
    }

    /// The trouble of the token that is next.
    fn unexpected(&self) -> Trouble {
        let lexeme = self.lexeme();
        let (name, width) = match &lexeme.token {
            Token::Int(_) | Token::Large(_) => ("tINTEGER".to_owned(), lexeme.width),
            Token::Float(_) => ("tFLOAT".to_owned(), lexeme.width),
            Token::Str(_) => ("tSTRING_BEG".to_owned(), 1),
            Token::Words(_) => ("tQWORDS_BEG".to_owned(), 3),
            Token::Symbols(_) => ("tQSYMBOLS_BEG".to_owned(), 3),
            Token::Symbol(_) => ("tSYMBEG".to_owned(), 1),
            Token::Regex(..) => ("tREGEXP_BEG".to_owned(), 1),
            Token::Name(name) if name.ends_with(['?', '!']) => ("tFID".to_owned(), lexeme.width),
            Token::Name(_) => ("tIDENTIFIER".to_owned(), lexeme.width),
            Token::Constant(_) => ("tCONSTANT".to_owned(), lexeme.width),
            Token::Instance(_) => ("tIVAR".to_owned(), lexeme.width),
            Token::Global(_) => ("tGVAR".to_owned(), lexeme.width),
            Token::Label(_) => ("tLABEL".to_owned(), lexeme.width),
            Token::Word(word @ ("if" | "unless" | "while" | "until" | "rescue")) if !lexeme.begins => {
                (format!("modifier_{word}"), lexeme.width)
            }
            Token::Word(word) => ((*word).to_owned(), lexeme.width),
            // What closes a brace that was never opened is read as the end of an interpolation.
            Token::Op("}") if !self.in_brace() => ("tSTRING_DEND".to_owned(), 1),
            Token::Op(
                op @ ("=>" | "->" | "==" | "!=" | ">=" | "<=" | "&&" | "||" | "**" | "<<" | ">>" | "<=>" | "===" | "=~"
                | "!~" | ".."),
            ) => ((*op).to_owned(), lexeme.width),
            Token::Op(op) if op.len() > 1 && op.ends_with('=') => ("tOP_ASGN".to_owned(), lexeme.width),
            Token::Op(op) => (format!("'{op}'"), lexeme.width),
            Token::Newline if !matches!(self.ahead(1), Token::End) => ("'\\n'".to_owned(), 1),
            Token::Newline | Token::End => ("end-of-file".to_owned(), 1),
        };
        Trouble::Syntax { message: format!("syntax error, unexpected {name}"), at: lexeme.at, width }
    }

    fn in_brace(&self) -> bool {
        let open =
            self.lexemes[..self.pos.min(self.lexemes.len())].iter().fold(0_i32, |open, lexeme| match lexeme.token {
                Token::Op("{") => open + 1,
                Token::Op("}") => open - 1,
                _ => open,
            });
        open > 0
    }

    /// Refuses what is so tall that whoever goes through it could exhaust the stack: a row of many operators or methods
    /// lies on its left side as deep as brackets in brackets.
    fn bounded(&self, tree: Expr) -> Parsed {
        if tree.height() > DEEPEST { Err(self.too_deep()) } else { Ok(tree) }
    }

    fn too_deep(&self) -> Trouble {
        Trouble::unsupported(format!("expressions nested more than {DEEPEST} deep"), self.place())
    }

    /// Goes one level deeper.
    fn deeper<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= DEEPEST {
            return Err(self.too_deep());
        }
        self.depth += 1;
        let parsed = parse(self);
        self.depth -= 1;
        parsed
    }

    /// Parses what stands in brackets, in which `do` begins blocks again.
    fn inside<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        let outer = std::mem::replace(&mut self.no_do, false);
        let parsed = parse(self);
        self.no_do = outer;
        parsed
    }

    /// Statements up to one of these words, or to a closing bracket or the end.
    fn statements(&mut self, ends: &[&str]) -> Parsed {
        let at = self.place();
        let mut list = Vec::new();
        loop {
            self.skip_ends();
            let over = match self.token() {
                Token::End | Token::Op("}" | ")") => true,
                Token::Word(word) => ends.contains(word),
                _ => false,
            };
            if over {
                break;
            }
            list.push(self.statement()?);
            let goes_on = match self.token() {
                Token::Newline | Token::Op(";" | "}" | ")") | Token::End => true,
                Token::Word(word) => ends.contains(word),
                _ => false,
            };
            if !goes_on {
                return Err(self.unexpected());
            }
        }
        Ok(match list.len() {
            0 => Expr::new(Node::Nil, at),
            1 => list.remove(0),
            _ => Expr::new(Node::Sequence(list), at),
        })
    }

    /// A statement with its modifiers.
    fn statement(&mut self) -> Parsed {
        self.deeper(|parser| {
            let mut statement = parser.expression()?;
            // `begin … end while` runs once before it asks; `a rescue b while` does not.
            let mut is_block = matches!(statement.node, Node::Begin(_));
            loop {
                let at = parser.place();
                let word = match parser.token() {
                    Token::Word(word @ ("if" | "unless" | "while" | "until" | "rescue")) => *word,
                    _ => return Ok(statement),
                };
                parser.advance();
                let other = Box::new(parser.expression()?);
                let nil = Box::new(Expr::new(Node::Nil, at));
                let body = Box::new(statement);
                let at = body.at;
                let first = std::mem::take(&mut is_block);
                let node = match word {
                    "if" => Node::If { condition: other, then: body, other: nil },
                    "unless" => Node::If { condition: other, then: nil, other: body },
                    "rescue" => word::rescued(*body, *other),
                    word => Node::While { condition: other, body, until: word == "until", first },
                };
                statement = parser.bounded(Expr::new(node, at))?;
            }
        })
    }

    /// What `and`, `or` and `not` join.
    fn expression(&mut self) -> Parsed {
        let mut left = self.negation()?;
        loop {
            let at = left.at;
            let word = match self.token() {
                Token::Word(word @ ("and" | "or")) => *word,
                _ => return Ok(left),
            };
            self.advance();
            self.skip_newlines();
            let (first, second) = (Box::new(left), Box::new(self.negation()?));
            let node = if word == "and" { Node::And(first, second) } else { Node::Or(first, second) };
            left = self.bounded(Expr::new(node, at))?;
        }
    }

    fn negation(&mut self) -> Parsed {
        let at = self.place();
        if self.take_word("not") {
            let inner = self.deeper(Self::negation)?;
            return Ok(Expr::new(Node::Not(Box::new(inner)), at));
        }
        self.assignment(true)
    }

    /// An assignment, or what may stand at its right; `commands`: also a command with arguments but no parentheses.
    fn assignment(&mut self, commands: bool) -> Parsed {
        if self.is_alone() {
            return self.primary(commands);
        }
        self.deeper(|parser| {
            let at = parser.place();
            if commands && let Some(spread) = parser.spread()? {
                return Ok(spread);
            }
            if parser.is_op("*") && commands {
                return Err(parser.unexpected());
            }
            let left = parser.ternary(commands)?;
            let Token::Op(op) = *parser.token() else { return Ok(left) };
            let Some(operator) = op.strip_suffix('=').filter(|rest| !matches!(*rest, "=" | "!" | "<" | ">" | "=="))
            else {
                return Ok(left);
            };
            let Some(target) = parser.target(left.clone()) else { return Err(parser.unexpected()) };
            parser.advance();
            parser.skip_newlines();
            parser.know(&target);
            let mut value = parser.assignment(commands)?;
            if commands && operator.is_empty() && parser.is_op(",") {
                value = parser.list(value)?;
            }
            let (target, value) = (Box::new(target), Box::new(value));
            let node = if operator.is_empty() {
                Node::Assign(target, value)
            } else {
                Node::Update(target, operator.to_owned(), value)
            };
            Ok(Expr::new(node, at))
        })
    }

    /// Whether the next token is a literal that stands alone, as most arguments are: that is parsed in a shorter way.
    fn is_alone(&self) -> bool {
        matches!(self.token(), Token::Str(_) | Token::Int(_) | Token::Symbol(_))
            && matches!(self.ahead(1), Token::Op("," | ")" | "]" | "}" | "=>") | Token::Newline | Token::End)
    }

    /// `1, 2` at the right of an assignment is an array.
    fn list(&mut self, first: Expr) -> Parsed {
        let at = first.at;
        let mut items = vec![Arg::Plain(first)];
        while self.take_op(",") {
            self.skip_newlines();
            if self.take_op("*") {
                items.push(Arg::Splat(self.ternary(false)?));
            } else {
                items.push(Arg::Plain(self.ternary(false)?));
            }
        }
        Ok(Expr::new(Node::Array(items), at))
    }

    /// `a, b = …`, if that is what follows.
    fn spread(&mut self) -> Parsed<Option<Expr>> {
        let first = matches!(self.token(), Token::Name(_) | Token::Constant(_) | Token::Global(_) | Token::Instance(_));
        self.refuse_nested()?;
        if !(self.is_op("*") || first && matches!(self.ahead(1), Token::Op(","))) {
            return Ok(None);
        }
        let (begin, at) = (self.pos, self.place());
        let mut targets = Vec::new();
        loop {
            let rest = self.is_op("*");
            self.pos += usize::from(rest);
            let target = match self.token() {
                Token::Name(name) if rest => Target::Rest(name.clone()),
                Token::Name(name) => Target::Local(name.clone()),
                Token::Constant(name) if !rest => Target::Constant(name.clone()),
                Token::Global(name) if !rest => Target::Global(name.clone()),
                Token::Instance(name) if !rest => Target::Instance(name.clone()),
                _ => break,
            };
            self.pos += 1;
            targets.push(target);
            if self.take_op(",") {
                self.refuse_nested()?;
                continue;
            }
            let several = targets.len() > 1 || matches!(targets[0], Target::Rest(_));
            if several && self.is_op("=") {
                self.advance();
                self.skip_newlines();
                for target in &targets {
                    self.know(target);
                }
                let splat = self.take_op("*");
                let mut value = self.assignment(false)?;
                if self.is_op(",") {
                    value = self.list(value)?;
                } else if splat {
                    let at = value.at;
                    value = Expr::new(Node::Array(vec![Arg::Splat(value)]), at);
                }
                return Ok(Some(Expr::new(Node::Spread { targets, value: Box::new(value) }, at)));
            }
            break;
        }
        self.pos = begin;
        Ok(None)
    }

    /// `(a, b)` in front of a comma or an equals sign is a list in a list of what is assigned to.
    fn refuse_nested(&self) -> Result<(), Trouble> {
        if !self.is_op("(") {
            return Ok(());
        }
        let mut ahead = 1;
        let mut commas = 0;
        loop {
            match self.ahead(ahead) {
                Token::Name(_) | Token::Global(_) | Token::Instance(_) | Token::Op("*") => {}
                Token::Op(",") => commas += 1,
                Token::Op(")") => break,
                _ => return Ok(()),
            }
            ahead += 1;
        }
        if commas > 0 && matches!(self.ahead(ahead + 1), Token::Op("," | "=")) {
            return Err(Trouble::unsupported("lists of variables in brackets", self.place()));
        }
        Ok(())
    }

    fn know(&mut self, target: &Target) {
        if let Target::Local(name) | Target::Rest(name) = target {
            self.known.insert(name);
        }
    }

    /// An expression as something to assign to.
    fn target(&self, expr: Expr) -> Option<Target> {
        Some(match expr.node {
            Node::Local(name) => Target::Local(name),
            Node::Constant(name) => Target::Constant(name),
            Node::Global(name) => Target::Global(name),
            Node::Instance(name) => Target::Instance(name),
            Node::Call(call) => match *call {
                Call { receiver: None, bare: true, name, .. } if !name.ends_with(['?', '!']) => Target::Local(name),
                Call { receiver: Some(receiver), name, args, block: None, .. } if name == "[]" => {
                    Target::Index(receiver, args)
                }
                // An operator is a call, too, but none that could be assigned to.
                Call { receiver: Some(receiver), name, args, block: None, .. }
                    if args.is_empty() && name.starts_with(|letter: char| letter == '_' || letter.is_alphabetic()) =>
                {
                    Target::Attribute(receiver, name)
                }
                _ => return None,
            },
            _ => return None,
        })
    }

    /// The parts of a literal.
    fn parts(&mut self, pieces: Vec<Piece>) -> Parsed<Vec<Part>> {
        let mut parts: Vec<Part> = Vec::with_capacity(pieces.len());
        for piece in pieces {
            match piece {
                Piece::Text(bytes) => match parts.last_mut() {
                    Some(Part::Text(text)) => text.extend(bytes),
                    _ => parts.push(Part::Text(bytes)),
                },
                Piece::Code(source, at) => {
                    let depth = self.depth + 1;
                    if depth >= DEEPEST {
                        return Err(Trouble::unsupported("interpolation nested so deep", at));
                    }
                    let known = std::mem::take(&mut self.known);
                    let (code, known) = of(lexer::read(source, at, known), depth);
                    self.known = known;
                    parts.push(Part::Code(code?));
                }
            }
        }
        if parts.len() > 1 {
            parts.retain(|part| !matches!(part, Part::Text(text) if text.is_empty()));
        }
        Ok(parts)
    }

    /// Parameters up to `end`, which is read too.
    fn params(&mut self, end: &str) -> Parsed<Vec<Param>> {
        let mut params = Vec::new();
        loop {
            self.skip_newlines();
            if self.take_op(end) {
                return Ok(params);
            }
            params.push(self.param()?);
            self.skip_newlines();
            if self.take_op(";") {
                return Err(Trouble::unsupported("variables of a block's own (`|a; b|`)", self.place()));
            }
            if !self.take_op(",") {
                self.need_op(end)?;
                return Ok(params);
            }
        }
    }

    /// A name that is a variable from here on.
    fn variable(&mut self) -> Parsed<String> {
        if !matches!(self.token(), Token::Name(_)) {
            return Err(self.unexpected());
        }
        let Token::Name(name) = self.take() else { return Err(self.unexpected()) };
        self.known.insert(&name);
        Ok(name)
    }

    fn param(&mut self) -> Parsed<Param> {
        let at = self.place();
        if self.take_op("*") {
            let named = matches!(self.token(), Token::Name(_));
            return Ok(Param::Rest(if named { self.variable()? } else { "*".to_owned() }));
        }
        if self.take_op("&") {
            return Ok(Param::Block(self.variable()?));
        }
        if self.is_op("**") || matches!(self.token(), Token::Label(_)) {
            return Err(Trouble::unsupported("parameters with keywords", at));
        }
        if self.take_op("(") {
            let mut names = Vec::new();
            loop {
                names.push(self.variable()?);
                if !self.take_op(",") {
                    self.need_op(")")?;
                    return Ok(Param::Group(names));
                }
            }
        }
        let name = self.variable()?;
        if self.take_op("=") {
            let value = self.no_bars()?;
            return Ok(Param::Optional(name, value));
        }
        Ok(Param::Needed(name))
    }

    /// A block with its own variables.
    fn scoped(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<Block>) -> Parsed<Block> {
        let outer = self.known.mark();
        let block = self.inside(parse);
        self.known.back_to(outer);
        block
    }
}
