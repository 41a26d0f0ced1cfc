//! A bridge from the page to the REST gateway of an HBase cluster: it serves the page on the loopback address and passes
//! the page's questions on, since a gateway allows no page of another origin to read it.
//!
//! | module | what it does |
//! | --- | --- |
//! | `fault` | what the bridge itself says in the place of an answer |
//! | `route` | what may be asked: shapes of paths and queries, and what counts as writing |
//! | `guard` | who may ask: host, origin, token |
//! | `limit` | so many calls a second |
//! | `cache` | answers kept for a moment, so that two tabs cost the cluster no more than one |
//! | `secret` | credentials, which never leave the way to the gateway |
//! | `gateway` | the address of the gateway, and calls of it |
//! | `page` | the files of the page, and what its `index.html` is told |
//! | `server` | all of it behind one socket |
//! | `caller` | calls of the gateway by the program itself, without a page |
//!
//! What decides (`route`, `guard`, `limit`, `cache`) takes values, and the time as a value; only `gateway` and `server` have
//! sockets, and only `server` and `caller` a clock.

mod cache;
mod caller;
mod fault;
mod gateway;
mod guard;
mod limit;
mod page;
mod route;
mod secret;
mod server;

pub use caller::{Caller, Heard};
pub use fault::{Fault, Kind};
pub use gateway::{Address, AddressProblem, CaProblem};
pub use page::{Page, PageProblem};
pub use route::{Prefix, PrefixProblem};
pub use secret::{Credentials, SecretProblem};
pub use server::{Bridge, Limits, Settings, StartProblem};
