//! What was repeated, as it is kept.

use super::is_default;
use crate::intent::{self, Digits, Does};
use crate::notation::json::Column;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub(in crate::session::saved) struct Repeat {
    table: String,
    times: u32,
    /// The column that is put; `None`: rows are read.
    #[serde(skip_serializing_if = "Option::is_none")]
    put: Option<Column>,
    #[serde(skip_serializing_if = "is_default")]
    bytes: u32,
    #[serde(skip_serializing_if = "is_default")]
    first: i64,
    #[serde(skip_serializing_if = "is_default")]
    walk: Walk,
    /// What is added, or what decides which numbers are drawn.
    #[serde(skip_serializing_if = "is_default")]
    by: i64,
    #[serde(skip_serializing_if = "is_default")]
    among: u32,
    /// Decimal digits of a key; 0: 8 bytes.
    #[serde(skip_serializing_if = "is_default")]
    digits: u8,
    /// Keys are 4 bytes.
    #[serde(skip_serializing_if = "is_default")]
    int: bool,
    #[serde(skip_serializing_if = "is_default")]
    prefixes: u8,
    /// 0: one.
    #[serde(skip_serializing_if = "is_default")]
    clients: u8,
    #[serde(skip_serializing_if = "is_default")]
    rate: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Walk {
    #[default]
    Step,
    Random,
    Zipf,
    Time,
    ReversedTime,
}

impl From<intent::Plan> for Repeat {
    fn from(plan: intent::Plan) -> Self {
        let intent::Plan { table, does, times, first, walk, digits, prefixes, clients, rate } = plan;
        let (put, bytes) = match does {
            Does::Insert { family, qualifier, bytes } => (Some(Column::new(&family, &qualifier)), bytes),
            Does::Get => (None, 0),
        };
        let (walk, by, among) = match walk {
            intent::Walk::Step(by) => (Walk::Step, by, 0),
            intent::Walk::Random { seed, among } => (Walk::Random, seed.into(), among),
            intent::Walk::Zipf { seed, among } => (Walk::Zipf, seed.into(), among),
            intent::Walk::Time { reversed: false } => (Walk::Time, 0, 0),
            intent::Walk::Time { reversed: true } => (Walk::ReversedTime, 0, 0),
        };
        let (digits, int) = match digits {
            Digits::Long => (0, false),
            Digits::Int => (0, true),
            Digits::Decimal(width) => (width, false),
        };
        // A session without this field means one client, so one is not written.
        let clients = if clients == 1 { 0 } else { clients };
        Self { table, times, put, bytes, first, walk, by, among, digits, int, prefixes, clients, rate }
    }
}

impl From<Repeat> for intent::Plan {
    fn from(repeat: Repeat) -> Self {
        let Repeat { table, times, put, bytes, first, walk, by, among, digits, int, prefixes, clients, rate } = repeat;
        let seed = u32::try_from(by).unwrap_or(0);
        Self {
            table,
            does: put.map_or(Does::Get, |column| {
                let (family, qualifier) = column.parts();
                Does::Insert { family, qualifier, bytes }
            }),
            times,
            first,
            walk: match walk {
                Walk::Step => intent::Walk::Step(by),
                Walk::Random => intent::Walk::Random { seed, among },
                Walk::Zipf => intent::Walk::Zipf { seed, among },
                Walk::Time => intent::Walk::Time { reversed: false },
                Walk::ReversedTime => intent::Walk::Time { reversed: true },
            },
            digits: match (digits, int) {
                (0, false) => Digits::Long,
                (0, true) => Digits::Int,
                (width, _) => Digits::Decimal(width),
            },
            prefixes,
            clients: clients.max(1),
            rate,
        }
    }
}
