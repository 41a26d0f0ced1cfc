//! The JavaScript API: a session is a handle, and everything that goes in or comes out is plain data.
//!
//! `crates/wasm/package/index.js`, which people import, calls what is exported here. This crate decides nothing and
//! makes no words: the lab does both.

mod choice;
mod failure;
mod handle;
mod operation;
mod orders;
mod part;
mod value;

pub use handle::{Handle, speaks};
pub use orders::Orders;
pub use part::bring;
