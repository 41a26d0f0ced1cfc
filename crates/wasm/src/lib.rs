//! The engine of the package `splitpoint` for JavaScript: a session is a handle, and everything that goes in or comes out
//! is plain data.
//!
//! `crates/wasm/package/index.js`, which people import, calls what is exported here. Before that `known.js` beside it refuses
//! operations and fields that it does not know, which serde would ignore. This crate decides nothing. What HBase answers and
//! what a step did is worded by the lab; only wrong use of the package is worded here. So it is a thin layer, and a new
//! operation or view needs a few lines in one module:
//!
//! 1. `value`: bytes, columns and clients as JavaScript writes them, and plain data for it.
//! 2. `operation`: what can be asked for, as objects with one field; they become intents of the lab.
//! 3. `choice` and `orders`: the search of every order, as a handle of its own.
//! 4. `handle`: the session, with a method for each thing a program can do or look at.
//! 5. `failure`: what HBase throws or Splitpoint refuses, as an `Error` with a name, a message and advice.
//! 6. `part`: code that many programs never run, in files that are loaded when they are first wanted.
//! 7. `memory`: some of it is reserved ahead of what makes sessions larger.
//!
//! In JavaScript (`docs/api.md` has the whole API, and its examples are run by `web/e2e/package.test.mjs`):
//!
//! ```js
//! import { open } from 'splitpoint';
//!
//! const session = await open({ start: 'comments' });
//! session.do({ put: { table: 'comments', row: 17, cells: [{ column: 'c:text', value: 'first!' }] } });
//! const { rows } = session.do({ scan: { table: 'comments', limit: 3 } });
//! session.dispose();
//! ```
//!
//! It runs in a JavaScript engine only; the same things in Rust are `splitpoint_lab::session`.

mod choice;
mod failure;
mod handle;
mod memory;
mod must;
mod operation;
mod orders;
mod part;
mod value;

pub use handle::{Handle, needs};
pub use orders::Orders;
pub use part::{bring, speaks};
