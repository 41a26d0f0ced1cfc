//! Calls of the gateway by this program itself, without a page: of the same shapes, with the same limits, and writing only tables
//! that were named.

use crate::fault::{Fault, Kind};
use crate::gateway::{Address, CaProblem, Gateway};
use crate::limit::Bucket;
use crate::route::{Method, Prefix, Stop, question};
use crate::secret::Credentials;
use crate::server::Limits;
use std::fmt;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

/// A client for programs without a page: one call after the other, on the same routes and with the same limits.
pub struct Caller {
    gateway: Gateway,
    writable: Vec<Prefix>,
    bucket: Bucket,
    begin: Instant,
}

/// What the gateway answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heard {
    /// The status of HTTP.
    pub status: u16,
    /// What was written; bytes that are no text are replaced.
    pub body: String,
    /// Where what was made is to be found, as a path of the gateway.
    pub place: Option<String>,
}

impl fmt::Debug for Caller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Caller").field("gateway", &self.gateway).finish_non_exhaustive()
    }
}

impl Caller {
    /// Of `limits`, all but how long answers are kept: none is.
    ///
    /// # Errors
    ///
    /// Where nobody is known to trust.
    pub fn new(
        rest: Address,
        credentials: Credentials,
        ca: Option<&Path>,
        writable: Vec<Prefix>,
        limits: Limits,
    ) -> Result<Self, CaProblem> {
        let gateway = Gateway::new(rest, credentials, ca, limits.timeout, limits.bytes)?;
        Ok(Self { gateway, writable, bucket: Bucket::new(limits.calls, Duration::ZERO), begin: Instant::now() })
    }

    /// Asks, and waits for the answer; before that as long as the limit of calls wants. `method` is that of HTTP, `path` has its
    /// query.
    ///
    /// # Errors
    ///
    /// Where the gateway does not answer, or it is nothing that may be asked.
    pub fn ask(&mut self, method: &str, path: &str, body: &str) -> Result<Heard, Fault> {
        let method = match method {
            "GET" => Method::Get,
            "PUT" => Method::Put,
            "POST" => Method::Post,
            "DELETE" => Method::Delete,
            _ => return Err(unknown(path)),
        };
        let question = question(method, path, &self.writable).map_err(|stop| match stop {
            Stop::Nothing => unknown(path),
            Stop::Refused(fault) => fault,
        })?;
        while let Err(wait) = self.bucket.take(self.begin.elapsed()) {
            thread::sleep(wait);
        }
        let answer = self.gateway.ask(&question, &body.to_owned().into())?;
        let body = String::from_utf8_lossy(&answer.body).into_owned();
        Ok(Heard { status: answer.status, body, place: answer.location })
    }
}

fn unknown(path: &str) -> Fault {
    Fault::new(Kind::Refused, "This is no question to a REST gateway.").with("path", path)
}
