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
//!
//! A module uses only those before it in this order: `map`, `order`, `bytes`, `error`, `deviation`, `cell`, `schema`,
//! `filter`, `query`, `mutation`, `event`, `store`, `region`, `policy`, `cluster`, `client`.

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
pub mod policy;
pub mod query;
pub mod region;
pub mod schema;
pub mod store;
