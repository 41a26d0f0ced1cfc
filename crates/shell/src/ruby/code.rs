//! What the tree is compiled to: operations on a stack, which are done one by one.

use crate::ruby::tree::{Float, Position};
use std::borrow::Cow;
use std::sync::Arc;

/// Where the block of a call comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum With {
    Nothing,
    /// Code of its own.
    Code(usize),
    /// The value on top of the stack.
    Value,
}

/// An operation. What it takes from the stack it takes away, unless it says so.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Op {
    Nil,
    Bool(bool),
    Myself,
    Int(i128),
    Float(Float),
    Str(Arc<[u8]>),
    Symbol(Arc<str>),
    /// Makes a regular expression of a text.
    Regex(Arc<str>),
    /// Joins so many values to a text.
    Join(usize),
    Array(usize),
    /// Adds a value to the array below it.
    Push,
    /// Adds the items of a value to the array below it.
    Extend,
    /// So many pairs.
    Hash(usize),
    Range(bool),
    /// A variable so many scopes out.
    Load(usize, usize),
    /// Leaves the value.
    Store(usize, usize),
    Constant(Arc<str>),
    SetConstant(Arc<str>),
    Scoped(Arc<str>),
    Global(Arc<str>),
    SetGlobal(Arc<str>),
    Instance(Arc<str>),
    SetInstance(Arc<str>),
    Pop,
    /// Repeats so many values from the top.
    Dup(usize),
    Jump(usize),
    JumpIf(usize),
    JumpUnless(usize),
    /// Leaves the value where it jumps.
    KeepIf(usize),
    KeepUnless(usize),
    /// Leaves the value.
    JumpNil(usize),
    /// `own`: on the shell itself, whose place on the stack is not taken.
    Call {
        name: Arc<str>,
        count: usize,
        with: With,
        own: bool,
        bare: bool,
        /// The number of the command that it calls, if no method has the name.
        command: Option<usize>,
    },
    /// The arguments are an array.
    Spread {
        name: Arc<str>,
        with: With,
        own: bool,
    },
    /// Calls the block of the method with so many arguments.
    Yield(usize),
    Not,
    Lambda(usize),
    Define(Arc<str>, usize),
    /// Puts the parts of a value on the stack, the first on top: so many, and where the rest goes. Leaves the value.
    Part(usize, Option<usize>),
    /// Goes on there if anything is raised before `EndTry`.
    Try(usize),
    EndTry,
    /// Whether the exception below is of the class on top; leaves the exception.
    Rescues,
    Raise,
    Return,
    Break,
    Next,
    /// Asks whether a name is a command or a method.
    Known(Arc<str>),
}

/// A parameter.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Slot {
    Needed(usize),
    /// Its default is the code before the body: it is left out if a value is given.
    Optional(usize, usize),
    Rest(usize),
    Block(usize),
    Group(Vec<usize>),
}

/// Compiled code.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) struct Code {
    pub(crate) name: Cow<'static, str>,
    pub(crate) params: Vec<Slot>,
    /// How many variables it has.
    pub(crate) slots: usize,
    pub(crate) ops: Vec<Op>,
    pub(crate) places: Vec<Position>,
    pub(crate) blocks: Vec<Arc<Code>>,
}
