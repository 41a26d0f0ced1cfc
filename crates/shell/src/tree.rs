//! The syntax tree of the subset of Ruby that the shell speaks.

/// Where something stands in the text: counted from the beginning of a session, as the prompt counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
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
    /// What it says.
    pub node: Node,
    /// Where it begins.
    pub at: Place,
}

impl PartialEq for Expr {
    fn eq(&self, other: &Self) -> bool {
        self.node == other.node
    }
}

impl Eq for Expr {}

impl Expr {
    /// An expression at a place.
    pub fn new(node: Node, at: Place) -> Self {
        Self { node, at }
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
    /// `retry`: what was tried, once more.
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
    /// As it is.
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
    /// What it does.
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
