//! The part of Ruby that the shell speaks: text becomes tokens, a tree, code, and the code is run.
//!
//! | module | what it does |
//! | --- | --- |
//! | `lexer` | text to tokens, and the prompt of an unfinished line |
//! | `parser` | tokens to a tree |
//! | `tree` | statements and expressions |
//! | `print` | a tree to text again |
//! | `compile` | a tree to code |
//! | `code` | what the machine does, operation by operation |
//! | `machine` | runs code; a value that can be copied and compared at any operation |
//! | `method` | what can be called on values |
//! | `library` | what can be called besides: commands, which `command` hands in |
//! | `value` | values, and the heap that holds what can change |
//! | `index` | finds the entries of a large hash |
//! | `items` | the items of an array, shared by copies until they change |
//! | `pages` | the places of the heap, likewise |
//! | `trouble` | why a text is no program |
//!
//! The commands of the shell are called like methods, but the language knows none of them: a machine is made with a
//! `Library` that looks their names up, and it waits while a command asks for something to be done.

pub(crate) mod code;
pub(crate) mod compile;
pub(crate) mod index;
pub(crate) mod items;
pub(crate) mod lexer;
pub(crate) mod library;
pub(crate) mod machine;
pub(crate) mod method;
mod pages;
pub(crate) mod parser;
pub(crate) mod print;
pub(crate) mod tree;
pub(crate) mod trouble;
pub(crate) mod value;
