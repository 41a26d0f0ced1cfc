//! Stores and region scanners by themselves, without a cluster: recorded cases, and properties against a model that is
//! too simple to be wrong.

mod compaction;
mod flush;
mod open;
mod property;
mod read;
mod simple;
mod table;
mod window;
