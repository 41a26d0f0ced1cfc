//! Clients, world, log with branches, scenarios and the view of the Splitpoint playground.
//!
//! The modules are floors: each uses only those before it in this list (`crates/xtask/src/rule/layer.rs` keeps it).
//! [`notation`] and [`intent`] (what a reader types), [`sim`] (the world and what clients run in it), [`scenario`] (what
//! a session starts from), [`log`] (what was decided and what came of it), [`promise`] and [`search`] (what must hold,
//! and every order of a small world), [`words`] (facts as text), [`view`] (what is drawn of a moment), [`form`] (what
//! is asked for, and what would come of it), [`picture`] (places on paper for what the view says), [`session`] (the document that a page holds),
//! [`lesson`] (what is played in one).

pub mod form;
pub mod intent;
pub mod lesson;
pub mod log;
pub mod notation;
pub mod picture;
pub mod promise;
pub mod scenario;
pub mod search;
pub mod session;
pub mod sim;
pub mod view;
pub mod words;
