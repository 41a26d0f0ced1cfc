//! Profiles of histories: how often each kind of step occurs.

/// A kind of step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    Put,
    Delete,
    Increment,
    Append,
    Check,
    Mutate,
    Batch,
    MutateRows,
    Get,
    Scan,
    Raw,
    Open,
    Next,
    Close,
    Flush,
    Compact,
    Major,
    Split,
    Merge,
    Move,
    Crash,
    Tick,
    Alter,
    Table,
    Regions,
    Files,
    Memstore,
    CheckSplit,
    Race,
    /// A request that HBase refuses, or handles in a way of its own.
    Mistake,
}

pub(super) struct Profile {
    pub(super) name: &'static str,
    pub(super) weights: &'static [(Kind, usize)],
    /// The percentage of reads that have a filter.
    pub(super) filters: usize,
    /// The percentage of writes that leave the timestamp to the server.
    pub(super) now: usize,
    /// The percentage of put cells that have a time to live of their own.
    pub(super) lifetimes: usize,
    /// The percentage of steps that are of any kind.
    pub(super) mixed: usize,
    pub(super) schema: Schema,
}

/// The attributes that tables get.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Schema {
    /// Any attributes except the following ones.
    Any,
    /// NEW_VERSION_BEHAVIOR.
    NewVersions,
    /// Times to live that end when the clock jumps.
    Lifetimes,
    /// Settings of compactions.
    Compactions,
    /// Small blocks and split policies.
    Sizes,
    /// Small blocks and split policies, while regions flush and split by themselves.
    Auto,
    /// Blocks of a few cells, and few other attributes.
    Blocks,
    /// One region with two rows, for races.
    Races,
}

use Kind::{
    Alter, Append, Batch, Check, CheckSplit, Close, Compact, Crash, Delete, Files, Flush, Get, Increment, Major,
    Memstore, Merge, Mistake, Move, Mutate, MutateRows, Next, Open, Put, Race, Raw, Regions, Scan, Split, Table, Tick,
};

const PLAIN: Profile =
    Profile { name: "", weights: &[], filters: 0, now: 10, lifetimes: 0, mixed: 20, schema: Schema::Any };

/// Steps of any kind that leave the regions as they are.
pub(super) const MIXED: &[(Kind, usize)] = &[
    (Put, 12),
    (Delete, 6),
    (Increment, 4),
    (Append, 4),
    (Check, 5),
    (Mutate, 4),
    (Batch, 4),
    (MutateRows, 4),
    (Get, 8),
    (Scan, 12),
    (Raw, 4),
    (Flush, 5),
    (Compact, 2),
    (Major, 2),
    (Files, 2),
    (Regions, 1),
    (Alter, 1),
];

pub(super) const ALL: &[Profile] = &[
    Profile {
        name: "versions",
        weights: &[
            (Put, 30),
            (Delete, 10),
            (Get, 20),
            (Scan, 8),
            (Raw, 8),
            (Flush, 8),
            (Major, 3),
            (Compact, 2),
            (Files, 4),
        ],
        ..PLAIN
    },
    Profile {
        name: "deletes",
        weights: &[
            (Put, 24),
            (Delete, 24),
            (Get, 12),
            (Scan, 5),
            (Raw, 9),
            (Flush, 10),
            (Compact, 4),
            (Major, 4),
            (Files, 6),
        ],
        now: 25,
        ..PLAIN
    },
    Profile {
        name: "scans",
        weights: &[(Put, 25), (Delete, 5), (Scan, 45), (Flush, 5), (Split, 3), (Major, 3), (Get, 5)],
        filters: 25,
        ..PLAIN
    },
    Profile {
        name: "filters",
        weights: &[(Put, 30), (Delete, 4), (Get, 8), (Scan, 45), (Flush, 5), (Major, 1), (Split, 1), (Compact, 1)],
        filters: 95,
        ..PLAIN
    },
    Profile {
        name: "cas",
        weights: &[
            (Put, 12),
            (Delete, 5),
            (Increment, 10),
            (Append, 10),
            (Check, 25),
            (Mutate, 12),
            (Batch, 10),
            (Get, 12),
            (Raw, 5),
            (Flush, 4),
            (Major, 1),
        ],
        filters: 10,
        now: 20,
        ..PLAIN
    },
    Profile {
        name: "regions",
        weights: &[
            (Put, 30),
            (Delete, 5),
            (Split, 8),
            (Merge, 7),
            (Compact, 5),
            (Major, 8),
            (Flush, 6),
            (Scan, 12),
            (Get, 4),
            (Regions, 5),
            (Files, 4),
            (Table, 3),
            (Alter, 2),
            (MutateRows, 3),
        ],
        filters: 15,
        ..PLAIN
    },
    Profile {
        name: "multirow",
        weights: &[
            (Put, 10),
            (Delete, 4),
            (MutateRows, 30),
            (Scan, 10),
            (Raw, 5),
            (Get, 6),
            (Split, 3),
            (Flush, 4),
            (Major, 2),
            (Merge, 1),
        ],
        now: 20,
        ..PLAIN
    },
    Profile {
        name: "compactions",
        weights: &[
            (Put, 30),
            (Delete, 10),
            (Flush, 22),
            (Compact, 12),
            (Major, 2),
            (Files, 10),
            (Raw, 5),
            (Get, 5),
            (Regions, 2),
        ],
        schema: Schema::Compactions,
        ..PLAIN
    },
    Profile {
        name: "everything",
        weights: &[
            (Put, 20),
            (Delete, 8),
            (Increment, 3),
            (Append, 3),
            (Check, 6),
            (Mutate, 4),
            (Batch, 4),
            (MutateRows, 4),
            (Get, 12),
            (Scan, 14),
            (Raw, 4),
            (Flush, 6),
            (Compact, 3),
            (Major, 4),
            (Split, 3),
            (Merge, 2),
            (Alter, 1),
            (Table, 1),
            (Files, 3),
            (Regions, 2),
            (Memstore, 1),
        ],
        filters: 35,
        ..PLAIN
    },
    Profile {
        name: "scanners",
        weights: &[
            (Put, 22),
            (Delete, 12),
            (Open, 12),
            (Next, 26),
            (Close, 4),
            (Flush, 8),
            (Compact, 3),
            (Major, 4),
            (Mutate, 3),
            (MutateRows, 4),
            (Files, 5),
            (Scan, 2),
        ],
        filters: 25,
        ..PLAIN
    },
    Profile {
        name: "scanregions",
        weights: &[
            (Put, 24),
            (Delete, 8),
            (Open, 12),
            (Next, 26),
            (Close, 3),
            (Flush, 5),
            (Compact, 4),
            (Major, 4),
            (Split, 5),
            (Move, 3),
            (Alter, 2),
            (Table, 1),
            (Files, 4),
        ],
        filters: 20,
        ..PLAIN
    },
    Profile {
        name: "crash",
        weights: &[
            (Put, 30),
            (Delete, 10),
            (Increment, 3),
            (Append, 3),
            (Check, 3),
            (MutateRows, 4),
            (Flush, 8),
            (Crash, 7),
            (Move, 4),
            (Scan, 8),
            (Raw, 5),
            (Files, 8),
            (Major, 3),
            (Compact, 3),
            (Split, 2),
            (Regions, 3),
            (Memstore, 3),
        ],
        now: 20,
        ..PLAIN
    },
    Profile {
        name: "scancrash",
        weights: &[
            (Put, 26),
            (Delete, 8),
            (Open, 10),
            (Next, 24),
            (Close, 3),
            (Flush, 6),
            (Crash, 6),
            (Move, 3),
            (Major, 3),
            (Compact, 2),
            (Files, 4),
            (Split, 2),
        ],
        filters: 15,
        ..PLAIN
    },
    Profile {
        name: "lifetimes",
        weights: &[
            (Put, 30),
            (Delete, 8),
            (Tick, 12),
            (Get, 12),
            (Scan, 8),
            (Raw, 8),
            (Flush, 9),
            (Compact, 4),
            (Major, 4),
            (Files, 6),
            (Increment, 2),
            (Append, 2),
            (Open, 3),
            (Next, 6),
        ],
        now: 75,
        lifetimes: 15,
        schema: Schema::Lifetimes,
        ..PLAIN
    },
    Profile {
        name: "newversions",
        weights: &[(Put, 30), (Delete, 12), (Get, 20), (Scan, 8), (Raw, 8), (Check, 5), (Increment, 3)],
        now: 20,
        mixed: 0,
        schema: Schema::NewVersions,
        ..PLAIN
    },
    Profile {
        name: "sizes",
        weights: &[
            (Put, 30),
            (Batch, 4),
            (Flush, 12),
            (Split, 8),
            (CheckSplit, 10),
            (Major, 6),
            (Compact, 3),
            (Regions, 6),
            (Scan, 6),
            (Files, 3),
            (Memstore, 5),
            (Merge, 2),
        ],
        filters: 10,
        schema: Schema::Sizes,
        ..PLAIN
    },
    Profile {
        name: "blocks",
        weights: &[
            (Put, 34),
            (Delete, 10),
            (Scan, 40),
            (Get, 6),
            (Flush, 14),
            (Open, 4),
            (Next, 8),
            (Compact, 3),
            (Major, 2),
            (Files, 4),
        ],
        filters: 15,
        mixed: 3,
        schema: Schema::Blocks,
        ..PLAIN
    },
    Profile {
        name: "mistakes",
        weights: &[(Mistake, 50), (Put, 12), (Get, 4), (Scan, 4), (Flush, 3), (Raw, 2), (Table, 2), (Regions, 1)],
        filters: 20,
        ..PLAIN
    },
    Profile {
        name: "auto",
        weights: &[
            (Put, 40),
            (Regions, 12),
            (Scan, 3),
            (Compact, 6),
            (Major, 3),
            (CheckSplit, 6),
            (Delete, 3),
            (Memstore, 4),
            (Flush, 1),
            (Open, 4),
            (Next, 8),
            (Increment, 2),
            (MutateRows, 2),
            (Split, 1),
            (Crash, 1),
        ],
        filters: 10,
        mixed: 5,
        schema: Schema::Auto,
        ..PLAIN
    },
    Profile {
        name: "administration",
        weights: &[
            (Put, 26),
            (Delete, 4),
            (Alter, 10),
            (Table, 8),
            (Split, 4),
            (Merge, 3),
            (Scan, 6),
            (Raw, 4),
            (Get, 4),
            (Flush, 6),
            (Compact, 4),
            (Major, 5),
            (Regions, 4),
            (Files, 5),
            (Open, 3),
            (Next, 6),
        ],
        filters: 10,
        ..PLAIN
    },
    Profile {
        name: "races",
        weights: &[(Race, 30), (Put, 8), (Delete, 2), (Flush, 4), (Major, 1), (Memstore, 2), (Open, 4), (Close, 2)],
        now: 85,
        mixed: 0,
        schema: Schema::Races,
        ..PLAIN
    },
];
