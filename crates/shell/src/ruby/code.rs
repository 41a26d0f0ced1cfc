//! What the tree is compiled to: operations on a stack, which are done one by one.

use crate::ruby::tree::{Float, Position};
use std::borrow::Cow;
use std::sync::Arc;

/// Where the block of a call comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum With {
    Nothing,
    /// A literal block: its index among the blocks of the code.
    Code(usize),
    /// The value on top of the stack, from an argument `&block`.
    Value,
}

/// An operation of the stack machine. It removes its operands from the stack, unless its comment says that it leaves
/// them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Op {
    Nil,
    Bool(bool),
    Myself,
    Int(i128),
    Float(Float),
    Str(Arc<[u8]>),
    Symbol(Arc<str>),
    /// Makes a regular expression with these flags from the text on the stack.
    Regex(Arc<str>),
    /// Joins so many values into one text.
    Join(usize),
    Array(usize),
    /// Adds a value to the array below it.
    Push,
    /// Adds the items of a value to the array below it, as for `*list`.
    Extend,
    /// Makes a hash of so many pairs of key and value.
    Hash(usize),
    Range(bool),
    /// Pushes the value of a local variable: how many scopes out it is, and its slot there.
    Load(usize, usize),
    /// Stores the value on top in a local variable, given as in `Load`; leaves the value.
    Store(usize, usize),
    Constant(Arc<str>),
    SetConstant(Arc<str>),
    Scoped(Arc<str>),
    Global(Arc<str>),
    SetGlobal(Arc<str>),
    Instance(Arc<str>),
    SetInstance(Arc<str>),
    Pop,
    /// Pushes copies of so many values from the top, in their order.
    Dup(usize),
    Jump(usize),
    JumpIf(usize),
    JumpUnless(usize),
    /// Jumps if the value on top is true, and then leaves it; otherwise removes it.
    KeepIf(usize),
    KeepUnless(usize),
    /// Jumps if the value on top is nil; leaves the value.
    JumpNil(usize),
    /// `own`: there is no receiver on the stack; the method is one of the shell itself. `bare`: only a name was written, so a
    /// variable may have been meant.
    Call {
        name: Arc<str>,
        count: usize,
        with: With,
        own: bool,
        bare: bool,
        /// The number of the command that it calls, if no method has the name.
        command: Option<usize>,
    },
    /// A call whose arguments are the items of an array on the stack.
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
    /// Execution continues at this operation if an exception is raised before the matching `EndTry`.
    Try(usize),
    EndTry,
    /// Whether the exception below is of the class on top; leaves the exception.
    Rescues,
    Raise,
    Return,
    Break,
    Next,
    /// Whether a name is a command or a method, for `defined?`.
    Known(Arc<str>),
}

/// A parameter, with the slots of the variables that it sets.
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
    /// How many local variables the code has.
    pub(crate) slots: usize,
    pub(crate) ops: Vec<Op>,
    pub(crate) places: Vec<Position>,
    pub(crate) blocks: Vec<Arc<Code>>,
}
