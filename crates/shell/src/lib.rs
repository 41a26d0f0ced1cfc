//! The shell of HBase 2.6: its language, its commands, and what it prints, over the model.

mod lexer;
mod parser;
mod print;
mod tree;
mod trouble;

pub use parser::parse;
pub use print::print;
pub use tree::{Arg, Begin, Block, Call, Expr, Float, Node, Param, Part, Place, Rescue, Target};
pub use trouble::Trouble;
