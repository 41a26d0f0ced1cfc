//! The syntax tree of the subset of Ruby that the shell speaks.

use std::sync::Arc;

/// Where something stands in the text: counted from the beginning of a session, as the prompt counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// Line, the first is 1.
    pub line: u32,
    /// Column in characters, the first is 0.
    pub column: u32,
}

/// A decimal number, compared and hashed by its bits.
#[derive(Clone, Copy, Debug)]
pub struct Float(pub f64);

impl PartialEq for Float {
    fn eq(&self, other: &Self) -> bool {
        self.0.to_bits() == other.0.to_bits()
    }
}

impl Eq for Float {}

impl std::hash::Hash for Float {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.to_bits().hash(state);
    }
}

/// An expression and its place. Two are equal that say the same, wherever they stand.
#[derive(Clone, Debug)]
pub struct Expr {
    /// The kind of the expression, with its parts.
    pub node: Node,
    /// Where it begins.
    pub at: Position,
    /// How deep the expressions in it are nested, itself counted.
    height: u32,
}

impl PartialEq for Expr {
    fn eq(&self, other: &Self) -> bool {
        self.node == other.node
    }
}

impl Eq for Expr {}

impl Expr {
    /// An expression at a place.
    pub fn new(node: Node, at: Position) -> Self {
        let mut height = 0;
        node.each(&mut |inner| height = height.max(inner.height));
        Self { node, at, height: height + 1 }
    }

    /// The same expression with another position.
    pub(crate) fn from(self, at: Position) -> Self {
        Self { at, ..self }
    }

    /// How deep the expressions in it are nested, itself counted.
    pub(crate) fn height(&self) -> u32 {
        self.height
    }
}

impl Node {
    /// Calls `tell` with each expression it is made of.
    fn each(&self, tell: &mut dyn FnMut(&Expr)) {
        match self {
            Self::Nil
            | Self::True
            | Self::False
            | Self::Myself
            | Self::Int(_)
            | Self::Float(_)
            | Self::Text(_)
            | Self::Symbol(_)
            | Self::Local(_)
            | Self::Constant(_)
            | Self::Global(_)
            | Self::Instance(_)
            | Self::Retry => {}
            Self::Str(parts) | Self::Regex { parts, .. } => {
                for part in parts {
                    if let Part::Code(inner) = part {
                        tell(inner);
                    }
                }
            }
            Self::Array(args) | Self::Yield(args) => each_of(args, tell),
            Self::Hash(pairs) => pairs.iter().for_each(|(key, value)| {
                tell(key);
                tell(value);
            }),
            Self::Range { from, to, .. } => from.iter().chain(to).for_each(|end| tell(end)),
            Self::Scoped(inner, _) | Self::Not(inner) | Self::Defined(inner) => tell(inner),
            Self::Call(call) => {
                call.receiver.iter().for_each(&mut *tell);
                each_of(&call.args, tell);
                call.block.iter().for_each(|block| block.each(tell));
            }
            Self::And(left, right) | Self::Or(left, right) => {
                tell(left);
                tell(right);
            }
            Self::Assign(target, value) | Self::Update(target, _, value) => {
                target.each(tell);
                tell(value);
            }
            Self::Spread { targets, value } => {
                targets.iter().for_each(|target| target.each(tell));
                tell(value);
            }
            Self::If { condition, then, other } => {
                tell(condition);
                tell(then);
                tell(other);
            }
            Self::While { condition: first, body, .. } | Self::For { over: first, body, .. } => {
                tell(first);
                tell(body);
            }
            Self::Case { subject, whens, other } => {
                subject.iter().for_each(|subject| tell(subject));
                for (values, then) in whens {
                    values.iter().for_each(&mut *tell);
                    tell(then);
                }
                tell(other);
            }
            Self::Begin(begin) => {
                tell(&begin.body);
                for rescue in &begin.rescues {
                    rescue.classes.iter().for_each(&mut *tell);
                    tell(&rescue.body);
                }
                begin.other.iter().chain(&begin.ensure).for_each(tell);
            }
            Self::Define { block, .. } | Self::Lambda(block) => block.each(tell),
            Self::Return(value) | Self::Break(value) | Self::Next(value) => value.iter().for_each(|value| tell(value)),
            Self::Sequence(list) => list.iter().for_each(tell),
        }
    }
}

fn each_of(args: &[Arg], tell: &mut dyn FnMut(&Expr)) {
    for Arg::Plain(inner) | Arg::Splat(inner) | Arg::Block(inner) in args {
        tell(inner);
    }
}

impl Block {
    fn each(&self, tell: &mut dyn FnMut(&Expr)) {
        for param in &self.params {
            if let Param::Optional(_, value) = param {
                tell(value);
            }
        }
        tell(&self.body);
    }
}

impl Target {
    fn each(&self, tell: &mut dyn FnMut(&Expr)) {
        match self {
            Self::Index(inner, args) => {
                tell(inner);
                each_of(args, tell);
            }
            Self::Attribute(inner, _) => tell(inner),
            _ => {}
        }
    }
}

/// A part of a text with interpolation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Bytes as they are.
    Text(Vec<u8>),
    /// `#{…}`.
    Code(Expr),
}

/// What an expression is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants are named for what Ruby calls them, the fields for what they hold")]
pub enum Node {
    Nil,
    True,
    False,
    Myself,
    Int(i128),
    Float(Float),
    /// A text without interpolation.
    Text(Arc<[u8]>),
    Str(Vec<Part>),
    Symbol(String),
    Regex {
        parts: Vec<Part>,
        flags: String,
    },
    Array(Vec<Arg>),
    Hash(Vec<(Expr, Expr)>),
    Range {
        from: Option<Box<Expr>>,
        to: Option<Box<Expr>>,
        exclusive: bool,
    },
    /// A local variable.
    Local(String),
    /// A name that begins with a capital letter.
    Constant(String),
    /// `A::B`.
    Scoped(Box<Expr>, String),
    /// `$x`.
    Global(String),
    /// `@x`.
    Instance(String),
    Call(Box<Call>),
    Not(Box<Expr>),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    Assign(Box<Target>, Box<Expr>),
    /// `a += 1`, `a ||= 1`: the operator without `=`.
    Update(Box<Target>, String, Box<Expr>),
    /// `a, *b = c`.
    Spread {
        targets: Vec<Target>,
        value: Box<Expr>,
    },
    If {
        condition: Box<Expr>,
        then: Box<Expr>,
        other: Box<Expr>,
    },
    /// `until` where the condition has to fail; `first`: `begin … end while`.
    While {
        condition: Box<Expr>,
        body: Box<Expr>,
        until: bool,
        first: bool,
    },
    For {
        names: Vec<String>,
        over: Box<Expr>,
        body: Box<Expr>,
    },
    Case {
        subject: Option<Box<Expr>>,
        whens: Vec<(Vec<Expr>, Expr)>,
        other: Box<Expr>,
    },
    Begin(Box<Begin>),
    Define {
        name: String,
        block: Box<Block>,
    },
    Lambda(Box<Block>),
    Return(Option<Box<Expr>>),
    Break(Option<Box<Expr>>),
    Next(Option<Box<Expr>>),
    /// `retry`: runs the `begin` block again.
    Retry,
    Yield(Vec<Arg>),
    Defined(Box<Expr>),
    /// Statements one after the other; the value is that of the last.
    Sequence(Vec<Expr>),
}

/// `receiver.name(args) { block }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// `None`: the shell itself.
    pub receiver: Option<Expr>,
    /// `&.`: nil for a receiver that is nil.
    pub safe: bool,
    /// The method; an operator is its own name, `[]` an index.
    pub name: String,
    /// The arguments, pairs without braces as one hash at the end.
    pub args: Vec<Arg>,
    /// What stands in braces or `do … end` behind it.
    pub block: Option<Block>,
    /// Whether a lone name might have been a variable: no arguments, no parentheses.
    pub bare: bool,
}

/// An argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arg {
    /// An argument without `*` or `&`.
    Plain(Expr),
    /// `*list`.
    Splat(Expr),
    /// `&block`.
    Block(Expr),
}

/// Parameters and body of a block, a method or a lambda.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// In their order.
    pub params: Vec<Param>,
    /// The code of the block.
    pub body: Expr,
}

/// A parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Param {
    /// `a`.
    Needed(String),
    /// `a = 1`.
    Optional(String, Expr),
    /// `*a`.
    Rest(String),
    /// `&a`.
    Block(String),
    /// `(a, b)`.
    Group(Vec<String>),
}

/// What can be assigned to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// `a`.
    Local(String),
    /// `A`.
    Constant(String),
    /// `$a`.
    Global(String),
    /// `@a`.
    Instance(String),
    /// `a[b]`.
    Index(Expr, Vec<Arg>),
    /// `a.b`.
    Attribute(Expr, String),
    /// `*a` among several.
    Rest(String),
}

/// `begin … rescue … else … ensure … end`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Begin {
    /// What is tried.
    pub body: Expr,
    /// What is done about exceptions, in order.
    pub rescues: Vec<Rescue>,
    /// What is done where none was raised.
    pub other: Option<Expr>,
    /// What is done in any case.
    pub ensure: Option<Expr>,
}

/// `rescue A, B => name`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rescue {
    /// Classes; none: `StandardError`.
    pub classes: Vec<Expr>,
    /// Where the exception is kept.
    pub name: Option<String>,
    /// What is done.
    pub body: Expr,
}
