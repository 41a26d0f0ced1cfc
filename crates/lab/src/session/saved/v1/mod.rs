//! The first version of a kept session, with types of its own, so that the types of the program can change freely.
//!
//! Unknown fields are skipped, and missing ones have a default, so that fields can be added. Bytes and columns stand
//! there as [`crate::notation::json`] says.
//!
//! ```json
//! {
//!   "version": 1,
//!   "example": "comments",
//!   "sandbox": true,
//!   "log": [
//!     {"A": {"insert": {
//!       "table": "comments", "row": "0x0000000000000011", "cells": [{"column": "c:text", "value": "hi"}]
//!     }}},
//!     {"A": {"run": {"ops": 1, "got": "put done"}}},
//!     {"A": {"flush": {"table": "comments"}}},
//!     {"job": {"kind": "flush", "table": "comments", "region": "r1", "to": "write files"}}
//!   ],
//!   "branches": [{"from": 0, "after": 1, "log": ["join"]}],
//!   "after": 2
//! }
//! ```
//!
//! A decision bears the letter of the client whose it is: what it was asked to do, that it had to drop that (`cancel`),
//! that it went on (`run`), or did a part of a long script as one step (`burst`). Background work that goes on (`job`)
//! is found by what it does, and by the table and the region it works on then; of several, the `nth`, counted from 0.
//!
//! # What a run is
//! Somebody went on without a break: to the end of so many operations of its own (`ops`), then to the end of so many
//! round trips (`calls`) of the next one, then until the atom called `to` was done, and so many times `again`. So it does
//! not matter how many atoms a model needs for that. `got` is what came of it, in order: an [`Upshot`] as text for each
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
//! [`Upshot`]: crate::sim::world::Upshot

mod deed;
mod repeat;

use crate::sim::world::JobName;
use crate::view;
use serde::{Deserialize, Serialize};

pub(super) use deed::Deed;

/// A whole session. `D` is a decision, or what may be one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SessionRecord<D> {
    pub(super) version: u32,
    /// The example it starts from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) example: Option<String>,
    /// Whether tables that are made later have the sizes of the sandbox; else they have HBase's.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) sandbox: bool,
    /// Or the name of an imported file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) file: Option<String>,
    /// The decisions of the first branch.
    #[serde(default = "Vec::new")]
    pub(super) log: Vec<D>,
    /// The name a person gave the first branch; empty: none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) name: String,
    /// The other branches.
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
    /// What must hold.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) must: Vec<Must>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Branch<D> {
    #[serde(default)]
    pub(super) from: usize,
    #[serde(default)]
    pub(super) after: usize,
    /// The name a person gave it; empty: none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) name: String,
    #[serde(default = "Vec::new")]
    pub(super) log: Vec<D>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Marker {
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) branch: usize,
    #[serde(default)]
    pub(super) after: usize,
    /// How many events of the last atom are shown; `None`: all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) event: Option<u64>,
    #[serde(default)]
    pub(super) name: String,
}

/// A promise that the reader has set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Must {
    /// What the reader calls it; empty: it has no name of its own.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) name: String,
    /// The promise with its table, in the one form of promises as text.
    #[serde(default)]
    pub(super) promise: String,
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
    #[serde(rename = "A")]
    A(Deed),
    #[serde(rename = "B")]
    B(Deed),
    #[serde(rename = "C")]
    C(Deed),
    #[serde(rename = "D")]
    D(Deed),
    /// A piece of background work went on.
    Job(Job),
    /// A client was added.
    Join,
    /// Servers may, or may not, start work by themselves.
    Background(bool),
}

/// Somebody went on.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Run {
    #[serde(skip_serializing_if = "is_default")]
    pub(super) ops: u32,
    #[serde(skip_serializing_if = "is_default")]
    pub(super) calls: u32,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) to: String,
    #[serde(skip_serializing_if = "is_default")]
    pub(super) again: u32,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) got: String,
}

/// A part of a long script was done as one step.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Burst {
    pub(super) commands: u32,
    #[serde(skip_serializing_if = "is_default")]
    pub(super) atoms: u32,
}

/// A piece of background work, what it is found again by, and how far it went on.
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
    #[serde(skip_serializing_if = "is_default")]
    ops: u32,
    #[serde(skip_serializing_if = "String::is_empty")]
    to: String,
    #[serde(skip_serializing_if = "is_default")]
    again: u32,
    #[serde(skip_serializing_if = "String::is_empty")]
    got: String,
}

impl Decision {
    /// What a client did, or was asked to do.
    pub(super) fn of(client: u8, deed: Deed) -> Self {
        match client {
            0 => Self::A(deed),
            1 => Self::B(deed),
            2 => Self::C(deed),
            // There are four. What asks an administrator for something may bear any number, which means nothing.
            _ => Self::D(deed),
        }
    }
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

impl Job {
    pub(super) fn new(JobName { kind, table, region, server, nth }: JobName, run: Run) -> Self {
        let Run { ops, to, again, got, .. } = run;
        Self { kind, table, region, server, nth, ops, to, again, got }
    }

    /// Which it is, and how far it went on.
    pub(super) fn parts(self) -> (JobName, Run) {
        let Self { kind, table, region, server, nth, ops, to, again, got } = self;
        (JobName { kind, table, region, server, nth }, Run { ops, calls: 0, to, again, got })
    }
}
