//! The JavaScript API: a session is a handle, and everything that goes in or comes out is plain data.
//!
//! What is exported here is bound by `crates/wasm/package/index.js`, which people import. It decides nothing and makes no
//! words: both come from the lab.

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
