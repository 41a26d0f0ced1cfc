//! The data model of Apache HBase as a value.
//!
//! A cluster is a value: it can be cloned, compared and hashed, and it has no clock, no randomness, no I/O and no
//! threads. Clients work on it one atom at a time, so that anybody may come in between; everything that happens is
//! told to an [`Observer`](event::Observer).
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
pub mod map;
pub mod mutation;
pub mod order;
pub mod policy;
pub mod query;
pub mod region;
pub mod schema;
pub mod store;
