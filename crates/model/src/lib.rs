//! The data model of Apache HBase as a value.
//!
//! A cluster is a value: it can be cloned, compared and hashed, and it has no clock, no randomness, no I/O and no
//! threads. Clients work on it one atom at a time, so that anybody may come in between; everything that happens is
//! told to an [`Observer`](event::Observer).
//!
//! ```
//! use splitpoint_model::client::{Client, Request, Response};
//! use splitpoint_model::cluster::{Admin, Cluster, Config};
//! use splitpoint_model::mutation::Put;
//! use splitpoint_model::query::Get;
//! use splitpoint_model::schema::{FamilyDescriptor, TableDescriptor};
//!
//! # fn main() -> Result<(), splitpoint_model::error::Error> {
//! let mut cluster = Cluster::new(Config::default());
//! let descriptor = TableDescriptor::new("t", [FamilyDescriptor::new("f")]);
//! cluster.run(Admin::CreateTable { descriptor, splits: Vec::new() }, 0, &mut ())?;
//!
//! let (mut one, mut other) = (Client::new(0), Client::new(1));
//! one.start(Request::Put("t".into(), Put::new("r").add("f", "q", "v")));
//! // The first client does one atom after the other, and the second reads before each of them.
//! let mut seen = Vec::new();
//! loop {
//!     let read = other.run(&mut cluster, Request::Get("t".into(), Get::new("r")), 1, &mut ())?;
//!     seen.push(matches!(read, Response::Row(row) if !row.cells.is_empty()));
//!     if let Some(answer) = one.step(&mut cluster, 1, &mut ()) {
//!         assert_eq!(answer, Ok(Response::Done));
//!         break;
//!     }
//! }
//! // The write is seen from the atom on that publishes it, before its own client hears that it is done.
//! assert!(!seen[0] && seen[seen.len() - 1]);
//! # Ok(())
//! # }
//! ```
//!
//! # Watch what happens
//!
//! Whatever the model does, it tells to an [`Observer`](event::Observer) while it does it. Sentences, pictures and counters
//! are made of these events and of nothing else.
//!
//! ```
//! use splitpoint_model::client::{Client, Request};
//! use splitpoint_model::cluster::{Admin, Cluster, Config};
//! use splitpoint_model::event::{Event, Observer};
//! use splitpoint_model::mutation::Put;
//! use splitpoint_model::schema::{FamilyDescriptor, TableDescriptor};
//!
//! struct Heard(Vec<Event>);
//!
//! impl Observer for Heard {
//!     fn hear(&mut self, event: Event) {
//!         self.0.push(event);
//!     }
//! }
//!
//! # fn main() -> Result<(), splitpoint_model::error::Error> {
//! let mut cluster = Cluster::new(Config::default());
//! let descriptor = TableDescriptor::new("t", [FamilyDescriptor::new("f")]);
//! cluster.run(Admin::CreateTable { descriptor, splits: Vec::new() }, 0, &mut ())?;
//! let mut heard = Heard(Vec::new());
//! Client::new(0).run(&mut cluster, Request::Put("t".into(), Put::new("r").add("f", "q", "v")), 1, &mut heard)?;
//! // As in HBase, the log has the write before anybody can see it.
//! assert!(heard.0.iter().any(|event| matches!(event, Event::WalAppended { .. })));
//! # Ok(())
//! # }
//! ```
//!
//! # The modules, in reading order
//!
//! Each module uses only those before it in this list.
//!
//! 1. `map`, `order`, [`pattern`], [`identity`], [`bytes`]: sorted maps, sorting, what looking for a regular expression takes,
//!    whether two clusters can still behave differently (for whoever searches all orders of a race), and byte strings as
//!    HBase compares and prints them.
//! 2. [`error`] and [`deviation`]: HBase's exceptions, and the list of where this model differs on purpose.
//! 3. [`cell`]: a cell, and the order of cells. Everything else relies on that order.
//! 4. [`schema`], [`filter`], [`query`], [`mutation`]: tables, and what clients ask for, as plain data.
//! 5. [`event`]: what can happen.
//! 6. [`store`]: memstore, store files, and the scanner that decides which cells a read sees. To learn how a read works,
//!    begin here.
//! 7. [`region`]: row locks, sequence numbers and read points over several stores. To learn how a write works, begin here.
//! 8. [`policy`]: what servers and master decide: where a region is cut, which files are compacted.
//! 9. [`cluster`]: servers, their logs, `hbase:meta`, and background work such as splits and recovery.
//! 10. [`client`]: an operation as calls to servers, with retries over locations that may be out of date.

pub mod bytes;
pub mod cell;
pub mod client;
pub mod cluster;
pub mod deviation;
pub mod error;
pub mod event;
pub mod filter;
pub mod identity;
pub mod map;
pub mod mutation;
pub mod order;
pub mod pattern;
pub mod policy;
pub mod query;
pub mod region;
pub mod schema;
pub mod store;
