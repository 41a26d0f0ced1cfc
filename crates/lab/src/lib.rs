//! Clients, world, log with branches, scenarios and the view of the Splitpoint playground.
//!
//! The modules are floors: each uses only those before it in this list (`crates/xtask/src/rule/layer.rs` keeps it).
//! [`notation`] and [`intent`] (what a reader types), [`sim`] (the world and what clients run in it), [`scenario`] (what
//! a session starts from), [`design`] (row keys made of fields), [`log`] (what was decided and what came of it),
//! [`promise`] and [`search`] (what must hold, and every order of a small world), [`words`] (facts as text), [`view`]
//! (what is drawn of a moment), [`form`] (what is asked for, and what would come of it), [`picture`] (places on paper for
//! what the view says), [`session`] (the document that a page holds), [`lesson`] (what is played in one).
//!
//! ```
//! use splitpoint_lab::intent::Intent;
//! use splitpoint_lab::scenario;
//! use splitpoint_lab::search::{Options, Search};
//! use splitpoint_lab::session::{self, Session};
//! use splitpoint_lab::view::Grain;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // Two clients write before the first comment at once, without looking whether somebody else did.
//! let start = scenario::start("comments").ok_or("there is such an example")?;
//! let mut session = Session::from_start(start)?;
//! for client in 0..2 {
//!     let cells = vec![("c".to_owned(), b"text".to_vec(), vec![b'A' + client])];
//!     let check = ("c".to_owned(), b"text".to_vec());
//!     session.submit(client, Intent::Prepend { table: "comments".into(), check, cells, blind: true, highest: 0 })?;
//! }
//! let outcomes = Search::new(session.world(), Options::new(Grain::Rpc), &session::rows).finish();
//! let outcomes = outcomes.map_err(|_| "the world is small")?;
//! // One of the two is overwritten in some orders, so there are ends with one row more and with two.
//! let rows: Vec<usize> = outcomes.iter().map(|outcome| outcome.judgement.len()).collect();
//! assert!(rows.iter().any(|count| *count != rows[0]));
//! assert_eq!(outcomes.iter().filter_map(|outcome| outcome.orders).sum::<u128>(), 6);
//!
//! // The same session step by step.
//! while session.step_client(0) {}
//! assert!(session.run_client(1, 100));
//! # Ok(())
//! # }
//! ```

pub mod design;
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
