//! What can be asked for, as plain data: the intents of the lab.

use crate::value::{Bytes, Column};
use serde::Deserialize;
use splitpoint_lab::intent::{
    AdminIntent, DeleteWhat, Digits, Does, Intent, LastRowMethod, Pages, Paging, Plan, Prefix, Raw, Repeat,
    RowMutation, Walk,
};
use std::sync::Arc;

/// One thing to do: an object with one field, whose name says what.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Operation {
    Put(Put),
    Delete(Delete),
    Get(Get),
    Scan(Scan),
    CheckAndPut(CheckAndPut),
    Prepend(Prepend),
    FirstRow(First),
    LastRow(Last),
    Pages(Paged),
    Transaction(Transaction),
    Batch(Batch),
    Repeat(Repeated),
    CreateTable(Create),
    AlterTable(Alter),
    DropTable(Table),
    Flush(Regions),
    Compact(Regions),
    Split(Split),
    Merge(Merge),
    Move(Move),
    Balance {},
    Crash(Crash),
    LoseAnswer(Lose),
}

impl Operation {
    /// Fields that the form of the same operation calls otherwise: each with its name here, or with none where there is no
    /// such field here.
    pub(crate) fn names(&self) -> &'static [(&'static str, Option<&'static str>)] {
        match self {
            Self::Scan(_) => &[("size", Some("limit"))],
            Self::Repeat(_) => &[("count", Some("times"))],
            Self::Merge(_) => &[("region", Some("first")), ("other", Some("second"))],
            Self::Flush(_) | Self::Compact(_) | Self::Move(_) => &[("region", Some("row"))],
            Self::Balance {} => &[("server", None)],
            _ => &[],
        }
    }
}

#[derive(Deserialize)]
pub(crate) struct Put {
    table: String,
    row: Bytes,
    cells: Vec<Cell>,
}

#[derive(Deserialize)]
struct Cell {
    column: Column,
    value: Bytes,
    time: Option<i64>,
}

#[derive(Deserialize)]
pub(crate) struct Delete {
    table: String,
    row: Bytes,
    #[serde(default)]
    cells: Vec<Scope>,
}

/// What a delete names: a family, all versions of a column, or one version.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum Scope {
    Family { family: String, time: Option<i64> },
    Versions { column: Column, time: Option<i64> },
    Version { column: Column, time: Option<i64> },
}

#[derive(Deserialize)]
pub(crate) struct Get {
    table: String,
    row: Bytes,
    versions: Option<i32>,
}

#[derive(Deserialize)]
pub(crate) struct Scan {
    table: String,
    #[serde(default)]
    start: Bytes,
    #[serde(default)]
    stop: Bytes,
    limit: Option<u32>,
    #[serde(default)]
    reversed: bool,
    #[serde(default)]
    caching: u32,
    #[serde(default)]
    filter: String,
}

#[derive(Deserialize)]
pub(crate) struct CheckAndPut {
    table: String,
    row: Bytes,
    check: Column,
    value: Option<Bytes>,
    cells: Vec<Cell>,
}

#[derive(Deserialize)]
pub(crate) struct Prepend {
    table: String,
    cells: Vec<Prepended>,
    check: Column,
    #[serde(default)]
    blind: bool,
    highest: Option<i64>,
}

/// A cell that is prepended: the server gives it its time.
#[derive(Deserialize)]
struct Prepended {
    column: Column,
    value: Bytes,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct First {
    table: String,
    #[serde(default)]
    prefixes: u8,
    #[serde(default)]
    digits: bool,
}

#[derive(Deserialize)]
pub(crate) struct Last {
    table: String,
    by: LastBy,
}

/// Ways to the last row.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum LastBy {
    FullScan,
    ConstantKey(Bytes),
    Bisection(u8),
    Reversed,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Paged {
    table: String,
    #[serde(default)]
    start: Bytes,
    #[serde(default)]
    stop: Bytes,
    size: Option<u32>,
    pages: Option<u32>,
    #[serde(default)]
    by_offset: bool,
    #[serde(default)]
    reversed: bool,
    #[serde(default)]
    caching: u32,
    #[serde(default)]
    batch: u32,
    columns: Option<Columns>,
    #[serde(default)]
    filter: String,
}

#[derive(Deserialize)]
struct Columns {
    #[serde(default)]
    from: Bytes,
    #[serde(default)]
    to: Bytes,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Transaction {
    table: String,
    #[serde(default)]
    routing_row: Bytes,
    mutations: Vec<Mutation>,
    #[serde(default)]
    conditions: Vec<Condition>,
}

#[derive(Deserialize)]
pub(crate) struct Batch {
    table: String,
    mutations: Vec<Mutation>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum Mutation {
    Put { row: Bytes, column: Column, value: Bytes },
    Delete { row: Bytes, column: Column },
    DeleteRow { row: Bytes },
}

#[derive(Deserialize)]
struct Condition {
    row: Bytes,
    column: Column,
    value: Option<Bytes>,
}

/// A put or get that is repeated, each time with another key.
#[derive(Deserialize)]
pub(crate) struct Repeated {
    table: String,
    times: u32,
    put: Option<Filled>,
    #[serde(default)]
    first: i64,
    #[serde(default)]
    walk: Walked,
    #[serde(default)]
    key: Width,
    #[serde(default)]
    prefixes: u8,
    #[serde(default)]
    rate: u32,
}

/// The cell that is put.
#[derive(Deserialize)]
struct Filled {
    column: Column,
    bytes: Option<u32>,
}

/// How the numbers follow each other from which keys are made.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum Walked {
    Step(i64),
    Random(Among),
    Zipf(Among),
    Time,
    NewestFirst,
}

#[derive(Deserialize)]
struct Among {
    among: u32,
    #[serde(default)]
    seed: u32,
}

/// How a number is written as a row key.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Width {
    #[default]
    Long,
    Int,
    Digits(u8),
}

impl Default for Walked {
    fn default() -> Self {
        Self::Step(1)
    }
}

/// Bytes of a value where `put.bytes` is left out. `index.d.ts` names the same number.
const FILLED: u32 = 20;

#[derive(Deserialize)]
pub(crate) struct Alter {
    table: String,
    attributes: Vec<(String, String)>,
}

#[derive(Deserialize)]
pub(crate) struct Create {
    table: String,
    families: Vec<Family>,
    #[serde(default)]
    attributes: Vec<(String, String)>,
    #[serde(default)]
    splits: Vec<Bytes>,
}

#[derive(Deserialize)]
struct Family {
    name: String,
    #[serde(default)]
    attributes: Vec<(String, String)>,
}

#[derive(Deserialize)]
pub(crate) struct Table {
    table: String,
}

#[derive(Deserialize)]
pub(crate) struct Regions {
    table: String,
    row: Option<Bytes>,
    #[serde(default)]
    major: bool,
}

#[derive(Deserialize)]
pub(crate) struct Split {
    table: String,
    region: Option<Bytes>,
    at: Option<Bytes>,
}

#[derive(Deserialize)]
pub(crate) struct Merge {
    table: String,
    first: Bytes,
    second: Bytes,
}

#[derive(Deserialize)]
pub(crate) struct Move {
    table: String,
    row: Bytes,
}

#[derive(Deserialize)]
pub(crate) struct Crash {
    server: u8,
}

/// The client whose next answer is lost.
#[derive(Deserialize)]
pub(crate) struct Lose {
    pub(crate) client: Option<char>,
}

fn raws(list: Vec<Bytes>) -> Vec<Raw> {
    list.into_iter().map(|Bytes(raw)| raw).collect()
}

fn raw(bytes: Option<Bytes>) -> Option<Raw> {
    bytes.map(|Bytes(raw)| raw)
}

fn stamped(cells: Vec<Cell>) -> Vec<(String, Raw, Option<i64>, Raw)> {
    let cell = |Cell { column: Column(family, qualifier), value: Bytes(value), time }| (family, qualifier, time, value);
    cells.into_iter().map(cell).collect()
}

impl From<Operation> for Intent {
    fn from(operation: Operation) -> Self {
        match operation {
            Operation::Put(Put { table, row: Bytes(row), cells }) => Self::Insert { table, row, cells: stamped(cells) },
            Operation::CheckAndPut(CheckAndPut { table, row: Bytes(row), check, value, cells }) => {
                let Column(family, qualifier) = check;
                Self::CheckAndPut { table, row, check: (family, qualifier, raw(value)), cells: stamped(cells) }
            }
            Operation::Delete(Delete { table, row: Bytes(row), cells }) => {
                Self::Delete { table, row, cells: cells.into_iter().map(DeleteWhat::from).collect() }
            }
            Operation::Get(Get { table, row: Bytes(row), versions }) => {
                Self::Get { table, row, versions: versions.unwrap_or(1) }
            }
            Operation::Scan(Scan {
                table,
                start: Bytes(start),
                stop: Bytes(stop),
                limit,
                reversed,
                caching,
                filter,
            }) => {
                let size = limit.unwrap_or(u32::MAX);
                Self::Pages(Pages { start, stop, size, pages: 1, reversed, caching, filter, ..Pages::of(table) })
            }
            Operation::Prepend(Prepend { table, cells, check: Column(family, qualifier), blind, highest }) => {
                let cell =
                    |Prepended { column: Column(family, qualifier), value: Bytes(value) }| (family, qualifier, value);
                let cells = cells.into_iter().map(cell).collect();
                Self::Prepend { table, check: (family, qualifier), cells, blind, highest: highest.unwrap_or(i64::MAX) }
            }
            Operation::FirstRow(First { table, prefixes, digits }) => {
                Self::FirstRow { table, prefixes, prefix: if digits { Prefix::Digits } else { Prefix::Byte } }
            }
            Operation::LastRow(Last { table, by }) => Self::LastRow {
                table,
                method: match by {
                    LastBy::FullScan => LastRowMethod::FullScan,
                    LastBy::ConstantKey(Bytes(key)) => LastRowMethod::ConstantKey(key),
                    LastBy::Bisection(width) => LastRowMethod::Bisection(width),
                    LastBy::Reversed => LastRowMethod::Reversed,
                },
            },
            Operation::Pages(pages) => Self::Pages(pages.into()),
            Operation::Transaction(Transaction { table, routing_row: Bytes(routing_row), mutations, conditions }) => {
                let condition = |Condition { row: Bytes(row), column: Column(family, qualifier), value }| {
                    (row, family, qualifier, raw(value))
                };
                let conditions = conditions.into_iter().map(condition).collect();
                let mutations = mutations.into_iter().map(RowMutation::from).collect();
                Self::Transaction { table, routing_row, mutations, conditions }
            }
            Operation::Batch(Batch { table, mutations }) => {
                Self::Batch { table, mutations: mutations.into_iter().map(RowMutation::from).collect() }
            }
            Operation::CreateTable(Create { table, families, attributes, splits }) => {
                let families = families.into_iter().map(|Family { name, attributes }| (name, attributes)).collect();
                Self::Admin(AdminIntent::Create { table, families, attributes, splits: raws(splits) })
            }
            Operation::Repeat(repeated) => Self::Repeat(Arc::new(Repeat::new(repeated.into()))),
            Operation::AlterTable(Alter { table, attributes }) => Self::Admin(AdminIntent::Alter { table, attributes }),
            Operation::DropTable(Table { table }) => Self::Admin(AdminIntent::Drop(table)),
            Operation::Flush(Regions { table, row, .. }) => Self::Admin(AdminIntent::Flush(table, raw(row))),
            Operation::Compact(Regions { table, row, major }) => {
                Self::Admin(AdminIntent::Compact(table, raw(row), major))
            }
            Operation::Split(Split { table, region, at }) => {
                Self::Admin(AdminIntent::Split { table, region: raw(region), at: raw(at) })
            }
            Operation::Merge(Merge { table, first: Bytes(first), second: Bytes(second) }) => {
                Self::Admin(AdminIntent::Merge(table, first, second))
            }
            Operation::Move(Move { table, row: Bytes(row) }) => Self::Admin(AdminIntent::Move(table, row)),
            Operation::Balance {} => Self::Admin(AdminIntent::Balance),
            Operation::Crash(Crash { server }) => Self::Admin(AdminIntent::Crash(server)),
            Operation::LoseAnswer(_) => Self::LoseAnswer,
        }
    }
}

impl From<Scope> for DeleteWhat {
    fn from(scope: Scope) -> Self {
        match scope {
            Scope::Family { family, time } => Self::Family(family, time),
            Scope::Versions { column: Column(family, qualifier), time } => Self::Columns(family, qualifier, time),
            Scope::Version { column: Column(family, qualifier), time } => Self::Column(family, qualifier, time),
        }
    }
}

impl From<Mutation> for RowMutation {
    fn from(mutation: Mutation) -> Self {
        match mutation {
            Mutation::Put { row: Bytes(row), column: Column(family, qualifier), value: Bytes(value) } => {
                Self::Put(row, family, qualifier, value)
            }
            Mutation::Delete { row: Bytes(row), column: Column(family, qualifier) } => {
                Self::Delete(row, family, qualifier)
            }
            Mutation::DeleteRow { row: Bytes(row) } => Self::DeleteRow(row),
        }
    }
}

impl From<Repeated> for Plan {
    fn from(Repeated { table, times, put, first, walk, key, prefixes, rate }: Repeated) -> Self {
        Self {
            table,
            does: match put {
                Some(Filled { column: Column(family, qualifier), bytes }) => {
                    Does::Insert { family, qualifier, bytes: bytes.unwrap_or(FILLED) }
                }
                None => Does::Get,
            },
            times,
            first,
            walk: match walk {
                Walked::Step(by) => Walk::Step(by),
                Walked::Random(Among { among, seed }) => Walk::Random { seed, among },
                Walked::Zipf(Among { among, seed }) => Walk::Zipf { seed, among },
                Walked::Time => Walk::Time { reversed: false },
                Walked::NewestFirst => Walk::Time { reversed: true },
            },
            digits: match key {
                Width::Long => Digits::Long,
                Width::Int => Digits::Int,
                Width::Digits(least) => Digits::Decimal(least),
            },
            prefixes,
            clients: 1,
            rate,
        }
    }
}

impl From<Paged> for Pages {
    fn from(paged: Paged) -> Self {
        let plain = Self::of(paged.table);
        Self {
            start: paged.start.0,
            stop: paged.stop.0,
            size: paged.size.unwrap_or(plain.size),
            pages: paged.pages.unwrap_or(plain.pages),
            by: if paged.by_offset { Paging::Offset } else { Paging::Cursor },
            reversed: paged.reversed,
            caching: paged.caching,
            batch: paged.batch,
            columns: paged.columns.map(|Columns { from: Bytes(from), to: Bytes(to) }| (from, to)),
            filter: paged.filter,
            ..plain
        }
    }
}
