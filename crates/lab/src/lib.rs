//! Clients, world, history with branches, scenarios and the view of the Splitpoint playground.

pub mod answer;
pub mod clock;
pub mod command;
mod cost;
mod history;
pub mod import;
pub mod intent;
pub mod load;
pub mod notation;
pub mod phrase;
mod plain;
pub mod preview;
pub mod program;
pub mod refusal;
pub mod scenario;
pub mod script;
pub mod search;
pub mod sentence;
pub mod session;
pub mod view;
pub mod world;
