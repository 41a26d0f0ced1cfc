//! The simulation: a world of clients and a cluster that moves by atoms, and what the clients run in it.
//!
//! Nothing here is worded for a reader: what is asked, answered, remembered and refused is data, and the floor of words
//! above turns it into text. What a client's shell prints is data, too.

pub mod answer;
pub mod blame;
pub mod clock;
pub mod label;
pub mod language;
pub mod memory;
pub mod program;
pub mod refusal;
pub mod world;
