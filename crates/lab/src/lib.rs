//! Clients, world, log with branches, scenarios and the view of the Splitpoint playground.
//!
//! The modules are floors: each uses only those before it in this list (`crates/xtask/src/rule/layer.rs` keeps it).
//! `notation`, `intent`, `sim`, `scenario`, `log`, `search`, `words`, `view`, `form`, `session`.

pub mod form;
pub mod intent;
pub mod log;
pub mod notation;
mod plain;
pub mod scenario;
pub mod search;
pub mod session;
pub mod sim;
pub mod view;
pub mod words;
