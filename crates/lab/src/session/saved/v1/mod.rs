//! The first version of what is kept, with types of its own, so that all others can change freely.
//!
//! What is not known here is left out by the reader, and what is missing has a default, so that fields can be added.
//! Bytes and columns stand there as [`crate::notation::json`] says. Clients are numbered from 0.
//!
//! ```json
//! {
//!   "version": 1,
//!   "example": "comments",
//!   "decisions": [
//!     {"ask": {"client": 0, "what": {"insert": {
//!       "table": "comments", "row": "0x0000000000000011", "cells": [{"column": "c:text", "value": "hi"}]
//!     }}}},
//!     {"run": {"client": 0, "operations": 1, "got": "put done"}},
//!     {"ask": {"client": 0, "what": {"flush": {"table": "comments"}}}},
//!     {"run": {"job": {"kind": "flush", "table": "comments", "region": "r1"}, "to": "write files"}}
//!   ],
//!   "branches": [{"from": 0, "after": 1, "decisions": ["join"]}],
//!   "after": 2
//! }
//! ```
//!
//! # What a run is
//! Somebody went on without a break: to the end of so many `operations` of its own, then to the end of so many round
//! trips (`calls`) of the next one, then until the atom called `to` was done, and so many times `again`. So it does not
//! matter how many atoms a model needs for that. `got` is what came of it, in order: an [`Upshot`] as text for each
//! round trip and job that came to its end; the same one n times over as `put done*n`.
//!
//! A `burst` is a part of a long script that was one step: so many `commands`, and so many `atoms` of the next one.
//! Almost always those are 0. Where a command of very many atoms was cut there is no name for the place, because its
//! atoms were not looked at.
//!
//! # Places
//! A branch leaves the branch `from` after so many decisions, counted from the beginning, those included that this one
//! shares with others. The cursor (`branch`, `after`, and how many events of the last atom are shown) and markers stand
//! likewise. Runs end wherever a branch leaves, the cursor or a marker stands.
//!
//! [`Upshot`]: crate::world::Upshot

mod ask;

use crate::view;
use crate::world::JobName;
use serde::{Deserialize, Serialize};

pub(super) use ask::What;

/// A whole session. `D` is a decision, or what may be one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Kept<D> {
    pub(super) version: u32,
    /// The example it starts from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) example: Option<String>,
    /// Or the name of an imported file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) file: Option<String>,
    /// Of the first branch.
    #[serde(default = "Vec::new")]
    pub(super) decisions: Vec<D>,
    /// The others.
    #[serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
    pub(super) branches: Vec<Branch<D>>,
    /// The branch of the cursor; 0 is the first.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) branch: usize,
    /// The cursor; `None`: at the end of the branch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) after: Option<usize>,
    /// How many events of the atom at the cursor are shown; `None`: all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) event: Option<u64>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) grain: Grain,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) markers: Vec<Marker>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Branch<D> {
    #[serde(default)]
    pub(super) from: usize,
    #[serde(default)]
    pub(super) after: usize,
    #[serde(default = "Vec::new")]
    pub(super) decisions: Vec<D>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Marker {
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) branch: usize,
    #[serde(default)]
    pub(super) after: usize,
    #[serde(default)]
    pub(super) name: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Grain {
    Operation,
    #[default]
    Rpc,
    Cell,
}

/// What somebody decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Decision {
    /// A client was asked to do something.
    Ask {
        #[serde(default)]
        client: u8,
        what: What,
    },
    /// A client was told to drop what it runs.
    Cancel {
        #[serde(default)]
        client: u8,
    },
    /// A client came.
    Join,
    /// Servers may, or may not, start work by themselves.
    Background(bool),
    /// Somebody went on.
    Run(Run),
    /// A part of a long script was done as one step.
    Burst {
        #[serde(default)]
        client: u8,
        #[serde(default)]
        commands: u32,
        #[serde(default, skip_serializing_if = "is_default")]
        atoms: u32,
    },
}

/// Somebody went on. One of `client` and `job` is there.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Run {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) client: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) job: Option<Job>,
    #[serde(skip_serializing_if = "is_default")]
    pub(super) operations: u32,
    #[serde(skip_serializing_if = "is_default")]
    pub(super) calls: u32,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) to: String,
    #[serde(skip_serializing_if = "is_default")]
    pub(super) again: u32,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) got: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Job {
    kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    server: Option<u8>,
    #[serde(skip_serializing_if = "is_default")]
    nth: u32,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl From<view::Grain> for Grain {
    fn from(grain: view::Grain) -> Self {
        match grain {
            view::Grain::Operation => Self::Operation,
            view::Grain::Rpc => Self::Rpc,
            view::Grain::Cell => Self::Cell,
        }
    }
}

impl From<Grain> for view::Grain {
    fn from(grain: Grain) -> Self {
        match grain {
            Grain::Operation => Self::Operation,
            Grain::Rpc => Self::Rpc,
            Grain::Cell => Self::Cell,
        }
    }
}

impl From<JobName> for Job {
    fn from(JobName { kind, table, region, server, nth }: JobName) -> Self {
        Self { kind, table, region, server, nth }
    }
}

impl From<Job> for JobName {
    fn from(Job { kind, table, region, server, nth }: Job) -> Self {
        Self { kind, table, region, server, nth }
    }
}
