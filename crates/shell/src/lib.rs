//! The shell of HBase 2.6: its language, its commands, and what it prints, over the model.
//!
//! A [`Shell`] is a value. Lines go in with [`enter`](Shell::enter); [`step`](Shell::step) goes on until it needs another
//! line or something done by somebody else ([`Demand`]), and what it printed is taken with
//! [`take_output`](Shell::take_output). It has no clock and does no work of a cluster itself; [`Local`] is a cluster
//! for those who have none.
//!
//! ```
//! use splitpoint_shell::{Local, Shell, Turn};
//!
//! let mut local = Local::new(1_700_000_000_000);
//! let mut shell = Shell::new(0);
//! for line in ["create 't', 'f'", "put 't', 'r', 'f:q', 'v', 1", "scan 't'"] {
//!     shell.enter(line);
//!     while let Turn::Ask(demand) = local.step(&mut shell, 1_000_000) {
//!         let reply = local.answer(&demand).expect("no line and no file is asked for");
//!         shell.hear(reply);
//!     }
//! }
//! assert!(shell.take_output().contains(" r column=f:q, timestamp=1970-01-01T00:00:00.001, value=v\n1 row(s)\n"));
//! ```
//!
//! # The modules, in reading order
//!
//! 1. `output`: columns and what was printed so far.
//! 2. `world`: what a command can ask of whoever runs the shell.
//! 3. `ruby`: the part of Ruby that people write in this shell. A line becomes tokens, a tree and code, and the code runs on
//!    a machine that can stop in the middle, whenever a command waits for the cluster.
//! 4. `command`: one module for each group of HBase's commands: what they take, ask for and print.
//! 5. `session`: a [`Shell`]: prompts, lines that are not whole yet, and what is printed.
//! 6. `state`: how a shell is hashed, which only a search of every order needs.
//! 7. `local`: a cluster that answers everything at once, for tests and for the program of this crate.
//! 8. `direction`: scripts with lines for several clients (`client 'B'`, `step`), for whoever plays them.
//! 9. `complete`, `export`, `paste`, `plain`: completion, scripts for a real HBase, what a real shell printed as a table
//!    again, and which texts are commands only.

mod command;
mod complete;
mod direction;
mod export;
mod local;
mod output;
mod paste;
mod plain;
mod ruby;
mod session;
mod state;
mod world;

pub use command::OWN;
pub use complete::{Completion, Kind, Suggestion};
pub use direction::{Direction, Misdirection, direction, directions, is_whole};
pub use export::{Tsv, action, actions, cells, create, export, is_word, printed, quoted, session, splits, tsv};
pub use local::Local;
pub use paste::{PasteError, Pasted, paste};
pub use plain::is_plain;
pub use ruby::method::part::{METHODS, Methods, bring as bring_methods};
pub use ruby::parser::parse;
pub use ruby::print::print;
pub use ruby::tree::{Arg, Begin, Block, Call, Expr, Float, Node, Param, Part, Position, Rescue, Target};
pub use ruby::trouble::Trouble;
pub use session::{Shell, Turn};
pub use state::{STATES, States, bring as bring_states};
pub use world::{Catalog, Demand, Reply};
