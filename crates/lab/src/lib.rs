//! The laboratory of Splitpoint: clients that work on a model of HBase one step at a time, the log of what they did, and
//! everything that can be seen of it.
//!
//! The page, the program `splitpoint` and the package for JavaScript are all made of this crate. Its one idea: what a
//! person decides is a log, the model is deterministic, and so everything shown is worked out from the log. Going back,
//! branches, sharing a link and trying every order of a race follow from that.
//!
//! # Open a cluster, put, scan, watch the events
//!
//! A [`session::Session`] is a start, the decisions made since, and a cursor among them. An [`intent::Intent`] says what a
//! client is to do. A step can be a whole operation, a round trip, or a single event ([`log::Grain`]).
//!
//! ```
//! use splitpoint_lab::intent::{Intent, Pages};
//! use splitpoint_lab::log::Grain;
//! use splitpoint_lab::scenario;
//! use splitpoint_lab::session::Session;
//! use splitpoint_lab::view::ViewRequest;
//! use splitpoint_model::event::Event;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // An example with data in it: pets of a clinic, two servers, two clients.
//! let start = scenario::start("pets").ok_or("there is such an example")?;
//! let (table, family) = (start.tables[0].name.clone(), start.tables[0].columns[0].0.clone());
//! let mut session = Session::from_start(start)?;
//!
//! // Client A puts a cell. Each step is one event, told in a sentence.
//! session.set_grain(Grain::Cell);
//! let cells = vec![(family, b"note".to_vec(), None, b"hello".to_vec())];
//! session.submit(0, Intent::Insert { table: table.clone(), row: b"zoe".to_vec(), cells })?;
//! let mut logged = 0;
//! while session.step_client(0) {
//!     let step = session.moment();
//!     logged += step.events.iter().filter(|event| matches!(event, Event::WalAppended { .. })).count();
//!     assert!(!session.view(&ViewRequest::none()).sentence.text().is_empty());
//! }
//! assert!(logged > 0, "the server appended the write to its log");
//!
//! // Client B reads all rows, in one go. What came back is part of the view.
//! session.perform(1, Intent::Pages(Pages { pages: 1, ..Pages::of(table) }), 1_000)?;
//! let answer = session.view(&ViewRequest::none()).answer.ok_or("rows came back")?;
//! assert_eq!(answer.first.last().map(|row| row.row_key.as_slice()), Some(b"zoe".as_slice()));
//!
//! // Back to before the read: the future stays, and doing something else now would begin a branch.
//! assert!(session.undo());
//! # Ok(())
//! # }
//! ```
//!
//! # Run a script
//!
//! Each client has an HBase shell of its own. A script is played like anything else, so it can be stepped and undone.
//!
//! ```
//! use splitpoint_lab::session::Session;
//! use splitpoint_lab::sim::language::LANGUAGE;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut session = Session::new();
//! session.speak(&LANGUAGE);
//! let script = "create 't', 'f'\nput 't', 'r', 'f:q', 'v'\ncount 't'";
//! let mut player = session.script(0, 80, script)?;
//! while !session.play(&mut player, 1_000)? {}
//! let keys = |_: &str, row: &[u8]| String::from_utf8_lossy(row).into_owned();
//! let console = session.console(100, &keys);
//! assert!(console.iter().any(|line| line.text == "1 row(s)"));
//! # Ok(())
//! # }
//! ```
//!
//! # Search a race
//!
//! Two clients that are ready to act can act in many orders. [`search::Search`] goes through all of them, and says how
//! they end, in how many orders, and by which shortest order.
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
//!
//! # The modules, in reading order
//!
//! Each module uses only those before it in this list (`crates/xtask/src/rule/layer.rs` keeps it so).
//!
//! 1. [`notation`] and [`intent`]: what a person types (bytes as text, numbers or fields) and asks for.
//! 2. [`sim`]: the world, which is a value: a cluster, clients, what they run, background work, the time. It moves by atoms.
//! 3. [`design`]: row keys made of fields: their bytes, samples, cuts and traps.
//! 4. [`growth`]: what a design does in a table of any size, computed from how much falls where.
//! 5. [`cluster`]: a real cluster, as its REST gateway tells of it: regions, counters, rows, and a sample to take home.
//! 6. [`comparison`]: one script on the model and on a real cluster, and where they differ.
//! 7. [`scenario`]: what a session starts from: examples, and a person's own file.
//! 8. [`log`]: decisions as a tree, the cursor, and the facts of each atom.
//! 9. [`promise`] and [`search`]: what must hold, and every order of a small world.
//! 10. [`words`]: facts as sentences, labels, commands and advice.
//! 11. [`view`]: everything that is shown of one moment, as plain data.
//! 12. [`form`]: the forms for operations, and a preview of what HBase would answer.
//! 13. [`picture`]: where the parts of the view are on paper, and the whole picture as SVG.
//! 14. [`session`]: the document that a page holds: links, what is kept, console, export.
//! 15. [`lesson`]: lessons as text files, which are played in a session.
//!
//! HBase itself is the crate `splitpoint-model`, and its shell `splitpoint-shell`; begin there for how a write or a scan
//! works. `docs/architecture.md` is the map of the whole project.

pub mod cluster;
pub mod comparison;
pub mod design;
pub mod form;
pub mod growth;
pub mod intent;
pub mod lesson;
pub mod log;
pub mod notation;
pub mod picture;
pub mod promise;
pub mod scenario;
pub mod search;
mod sequence;
pub mod session;
pub mod sim;
pub mod view;
pub mod words;
