//! Deeds: what a client did or was asked to do, as it is kept.

use super::repeat::Repeat;
use super::{Burst, Run, is_default};
use crate::design::ATTRIBUTE;
use crate::intent::{self, AdminIntent, Intent, LastRowMethod, Paging, Prefix, Raw, RowMutation};
use crate::notation::json::{Bytes, Column};
use crate::sim::language::HBASE;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Something a client did, or was asked to do. The name of a field in JSON is the name of the deed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::session::saved) enum Deed {
    Insert(Insert),
    Delete(Delete),
    CheckAndPut(CheckAndPut),
    Get(Get),
    Prepend(Prepend),
    FirstRow(FirstRow),
    LastRow {
        #[serde(default)]
        table: String,
        by: LastRow,
    },
    Pages(Pages),
    Transaction(Transaction),
    Batch(Batch),
    Script(Script),
    Repeat(Repeat),
    Create(Create),
    /// Of a table that is there, its attributes only.
    Alter(Create),
    Drop(Table),
    Flush(Regions),
    Compact(Regions),
    Split(Split),
    Merge(Merge),
    Move(Move),
    Balance,
    Crash {
        #[serde(default)]
        server: u8,
    },
    /// The next answer to it is lost.
    LoseAnswer,
    /// It was told to drop what it runs.
    Cancel,
    /// It went on.
    Run(Run),
    /// It did a part of a long script as one step.
    Burst(Burst),
}

impl Deed {
    /// The lines that a client types, where it is a script.
    pub(in crate::session::saved) fn script(&self) -> Option<&str> {
        if let Self::Script(Script { text, .. }) = self { Some(text) } else { None }
    }

    /// Whether it tells a table what its row keys are made of.
    pub(in crate::session::saved) fn names_keys(&self) -> bool {
        match self {
            Self::Create(Create { attributes, .. }) | Self::Alter(Create { attributes, .. }) => {
                attributes.iter().any(|attribute| attribute.name == ATTRIBUTE)
            }
            Self::Script(Script { text, .. }) => text.contains(ATTRIBUTE),
            _ => false,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub(in crate::session::saved) struct Insert {
    table: String,
    row: Bytes,
    cells: Vec<Cell>,
}

#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub(in crate::session::saved) struct CheckAndPut {
    table: String,
    row: Bytes,
    check: Column,
    /// `None`: there is no such cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Bytes>,
    cells: Vec<Cell>,
}

#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
struct Cell {
    column: Column,
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<i64>,
    value: Bytes,
}

#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub(in crate::session::saved) struct Delete {
    table: String,
    row: Bytes,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cells: Vec<DeleteWhat>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum DeleteWhat {
    Family(Stamped),
    Versions(Stamped),
    Version(Stamped),
}

#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
struct Stamped {
    column: Column,
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<i64>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(in crate::session::saved) struct Get {
    table: String,
    row: Bytes,
    #[serde(skip_serializing_if = "is_one_version")]
    versions: i32,
}

#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub(in crate::session::saved) struct Prepend {
    table: String,
    check: Column,
    cells: Vec<Cell>,
    #[serde(skip_serializing_if = "is_default")]
    blind: bool,
    highest: i64,
}

#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub(in crate::session::saved) struct FirstRow {
    table: String,
    #[serde(skip_serializing_if = "is_default")]
    prefixes: u8,
    /// Prefixes are digits; else each is a byte.
    #[serde(skip_serializing_if = "is_default")]
    digits: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::session::saved) enum LastRow {
    FullScan,
    ConstantKey(Bytes),
    Bisection(u8),
    Reversed,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(in crate::session::saved) struct Pages {
    table: String,
    #[serde(skip_serializing_if = "is_default")]
    start: Bytes,
    #[serde(skip_serializing_if = "is_default")]
    stop: Bytes,
    size: u32,
    pages: u32,
    /// By skipping rows from the beginning, instead of by a cursor.
    #[serde(skip_serializing_if = "is_default")]
    by_offset: bool,
    #[serde(skip_serializing_if = "is_default")]
    reversed: bool,
    #[serde(skip_serializing_if = "is_default")]
    caching: u32,
    #[serde(skip_serializing_if = "is_default")]
    batch: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    columns: Option<Range>,
    #[serde(skip_serializing_if = "String::is_empty")]
    filter: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
struct Range {
    from: Bytes,
    to: Bytes,
}

#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub(in crate::session::saved) struct Transaction {
    table: String,
    #[serde(skip_serializing_if = "is_default")]
    routing: Bytes,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    mutations: Vec<Mutation>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    conditions: Vec<Condition>,
}

#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub(in crate::session::saved) struct Batch {
    table: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    mutations: Vec<Mutation>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Mutation {
    Put(RowCell),
    Delete(RowCell),
    DeleteRow(RowCell),
}

#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
struct RowCell {
    row: Bytes,
    #[serde(skip_serializing_if = "is_default")]
    column: Column,
    #[serde(skip_serializing_if = "is_default")]
    value: Bytes,
}

#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
struct Condition {
    row: Bytes,
    column: Column,
    /// `None`: there is no such cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Bytes>,
}

fn is_hbase(language: &str) -> bool {
    language == HBASE
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(in crate::session::saved) struct Script {
    /// The name of its language; left out of one for the HBase shell.
    #[serde(skip_serializing_if = "is_hbase")]
    language: String,
    text: String,
    #[serde(skip_serializing_if = "is_first_line")]
    line: u32,
    #[serde(skip_serializing_if = "is_default")]
    width: u16,
}

#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub(in crate::session::saved) struct Create {
    table: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    families: Vec<Family>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    attributes: Vec<Attribute>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    splits: Vec<Bytes>,
}

#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
struct Family {
    name: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    attributes: Vec<Attribute>,
}

#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
struct Attribute {
    name: String,
    value: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub(in crate::session::saved) struct Table {
    table: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub(in crate::session::saved) struct Regions {
    table: String,
    /// The region of this row; `None`: all.
    #[serde(skip_serializing_if = "Option::is_none")]
    row: Option<Bytes>,
    #[serde(skip_serializing_if = "is_default")]
    major: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub(in crate::session::saved) struct Split {
    table: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<Bytes>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<Bytes>,
}

#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub(in crate::session::saved) struct Merge {
    table: String,
    first: Bytes,
    second: Bytes,
}

#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub(in crate::session::saved) struct Move {
    table: String,
    row: Bytes,
}

impl Default for Get {
    fn default() -> Self {
        Self { table: String::new(), row: Bytes::default(), versions: 1 }
    }
}

impl Default for Pages {
    fn default() -> Self {
        intent::Pages::of("").into()
    }
}

impl Default for Script {
    fn default() -> Self {
        Self { language: HBASE.to_owned(), text: String::new(), line: 1, width: 0 }
    }
}

fn is_one_version(versions: &i32) -> bool {
    *versions == 1
}

fn is_first_line(line: &u32) -> bool {
    *line == 1
}

fn list<T, U: From<T>>(list: Vec<T>) -> Vec<U> {
    list.into_iter().map(U::from).collect()
}

impl From<Raw> for Bytes {
    fn from(raw: Raw) -> Self {
        Self(raw)
    }
}

impl From<Bytes> for Raw {
    fn from(Bytes(raw): Bytes) -> Self {
        raw
    }
}

impl From<Intent> for Deed {
    fn from(intent: Intent) -> Self {
        match intent {
            Intent::Insert { table, row, cells } => Self::Insert(Insert { table, row: row.into(), cells: list(cells) }),
            Intent::Delete { table, row, cells } => Self::Delete(Delete { table, row: row.into(), cells: list(cells) }),
            Intent::CheckAndPut { table, row, check: (family, qualifier, value), cells } => {
                let (check, value) = (Column::new(&family, &qualifier), value.map(Bytes));
                Self::CheckAndPut(CheckAndPut { table, row: row.into(), check, value, cells: list(cells) })
            }
            Intent::Get { table, row, versions } => Self::Get(Get { table, row: row.into(), versions }),
            Intent::Prepend { table, check: (family, qualifier), cells, blind, highest } => {
                let check = Column::new(&family, &qualifier);
                Self::Prepend(Prepend { table, check, cells: list(cells), blind, highest })
            }
            Intent::FirstRow { table, prefixes, prefix } => {
                Self::FirstRow(FirstRow { table, prefixes, digits: prefix == Prefix::Digits })
            }
            Intent::LastRow { table, method } => Self::LastRow { table, by: method.into() },
            Intent::Pages(pages) => Self::Pages(pages.into()),
            Intent::Transaction { table, routing_row, mutations, conditions } => Self::Transaction(Transaction {
                table,
                routing: routing_row.into(),
                mutations: list(mutations),
                conditions: list(conditions),
            }),
            Intent::Batch { table, mutations } => Self::Batch(Batch { table, mutations: list(mutations) }),
            Intent::Repeat(repeat) => Self::Repeat((**repeat).clone().into()),
            Intent::LoseAnswer => Self::LoseAnswer,
            Intent::Admin(request) => request.into(),
            Intent::Script { language, text, line, width } => Self::Script(Script { language, text, line, width }),
        }
    }
}

impl Deed {
    /// The intent of a deed that asks for something.
    ///
    /// # Errors
    /// The deed itself, where it asks for nothing.
    pub(in crate::session::saved) fn intent(self) -> Result<Intent, Box<Self>> {
        Ok(Intent::Admin(match self {
            Self::LoseAnswer => return Ok(Intent::LoseAnswer),
            Self::Insert(Insert { table, row, cells }) => {
                return Ok(Intent::Insert { table, row: row.into(), cells: list(cells) });
            }
            Self::Delete(Delete { table, row, cells }) => {
                return Ok(Intent::Delete { table, row: row.into(), cells: list(cells) });
            }
            Self::CheckAndPut(CheckAndPut { table, row, check, value, cells }) => {
                let (family, qualifier) = check.parts();
                let check = (family, qualifier, value.map(Raw::from));
                return Ok(Intent::CheckAndPut { table, row: row.into(), check, cells: list(cells) });
            }
            Self::Get(Get { table, row, versions }) => return Ok(Intent::Get { table, row: row.into(), versions }),
            Self::Prepend(Prepend { table, check, cells, blind, highest }) => {
                return Ok(Intent::Prepend { table, check: check.parts(), cells: list(cells), blind, highest });
            }
            Self::FirstRow(FirstRow { table, prefixes, digits }) => {
                let prefix = if digits { Prefix::Digits } else { Prefix::Byte };
                return Ok(Intent::FirstRow { table, prefixes, prefix });
            }
            Self::LastRow { table, by } => return Ok(Intent::LastRow { table, method: by.into() }),
            Self::Pages(pages) => return Ok(Intent::Pages(pages.into())),
            Self::Transaction(Transaction { table, routing, mutations, conditions }) => {
                return Ok(Intent::Transaction {
                    table,
                    routing_row: routing.into(),
                    mutations: list(mutations),
                    conditions: list(conditions),
                });
            }
            Self::Batch(Batch { table, mutations }) => {
                return Ok(Intent::Batch { table, mutations: list(mutations) });
            }
            Self::Repeat(repeat) => return Ok(Intent::Repeat(Arc::new(intent::Repeat::new(repeat.into())))),
            Self::Script(Script { language, text, line, width }) => {
                return Ok(Intent::Script { language, text, line, width });
            }
            Self::Create(Create { table, families, attributes, splits }) => AdminIntent::Create {
                table,
                families: families.into_iter().map(|Family { name, attributes }| (name, list(attributes))).collect(),
                attributes: list(attributes),
                splits: list(splits),
            },
            Self::Alter(Create { table, attributes, .. }) => AdminIntent::Alter { table, attributes: list(attributes) },
            Self::Drop(Table { table }) => AdminIntent::Drop(table),
            Self::Flush(Regions { table, row, .. }) => AdminIntent::Flush(table, row.map(Raw::from)),
            Self::Compact(Regions { table, row, major }) => AdminIntent::Compact(table, row.map(Raw::from), major),
            Self::Split(Split { table, region, at }) => {
                AdminIntent::Split { table, region: region.map(Raw::from), at: at.map(Raw::from) }
            }
            Self::Merge(Merge { table, first, second }) => AdminIntent::Merge(table, first.into(), second.into()),
            Self::Move(Move { table, row }) => AdminIntent::Move(table, row.into()),
            Self::Balance => AdminIntent::Balance,
            Self::Crash { server } => AdminIntent::Crash(server),
            Self::Cancel | Self::Run(_) | Self::Burst(_) => return Err(Box::new(self)),
        }))
    }
}

impl From<AdminIntent> for Deed {
    fn from(request: AdminIntent) -> Self {
        match request {
            AdminIntent::Create { table, families, attributes, splits } => Self::Create(Create {
                table,
                families: families.into_iter().map(|(name, own)| Family { name, attributes: list(own) }).collect(),
                attributes: list(attributes),
                splits: list(splits),
            }),
            AdminIntent::Alter { table, attributes } => {
                Self::Alter(Create { table, attributes: list(attributes), ..Create::default() })
            }
            AdminIntent::Drop(table) => Self::Drop(Table { table }),
            AdminIntent::Flush(table, row) => Self::Flush(Regions { table, row: row.map(Bytes), major: false }),
            AdminIntent::Compact(table, row, major) => Self::Compact(Regions { table, row: row.map(Bytes), major }),
            AdminIntent::Split { table, region, at } => {
                Self::Split(Split { table, region: region.map(Bytes), at: at.map(Bytes) })
            }
            AdminIntent::Merge(table, first, second) => {
                Self::Merge(Merge { table, first: first.into(), second: second.into() })
            }
            AdminIntent::Move(table, row) => Self::Move(Move { table, row: row.into() }),
            AdminIntent::Balance => Self::Balance,
            AdminIntent::Crash(server) => Self::Crash { server },
        }
    }
}

impl From<(String, Raw, Option<i64>, Raw)> for Cell {
    fn from((family, qualifier, time, value): (String, Raw, Option<i64>, Raw)) -> Self {
        Self { column: Column::new(&family, &qualifier), time, value: value.into() }
    }
}

impl From<Cell> for (String, Raw, Option<i64>, Raw) {
    fn from(Cell { column, time, value }: Cell) -> Self {
        let (family, qualifier) = column.parts();
        (family, qualifier, time, value.into())
    }
}

impl From<(String, Raw, Raw)> for Cell {
    fn from((family, qualifier, value): (String, Raw, Raw)) -> Self {
        (family, qualifier, None, value).into()
    }
}

impl From<Cell> for (String, Raw, Raw) {
    fn from(Cell { column, value, .. }: Cell) -> Self {
        let (family, qualifier) = column.parts();
        (family, qualifier, value.into())
    }
}

impl From<intent::DeleteWhat> for DeleteWhat {
    fn from(what: intent::DeleteWhat) -> Self {
        match what {
            intent::DeleteWhat::Family(family, time) => {
                Self::Family(Stamped { column: Column { family, qualifier: None }, time })
            }
            intent::DeleteWhat::Columns(family, qualifier, time) => {
                Self::Versions(Stamped { column: Column::new(&family, &qualifier), time })
            }
            intent::DeleteWhat::Column(family, qualifier, time) => {
                Self::Version(Stamped { column: Column::new(&family, &qualifier), time })
            }
        }
    }
}

impl From<DeleteWhat> for intent::DeleteWhat {
    fn from(what: DeleteWhat) -> Self {
        match what {
            DeleteWhat::Family(Stamped { column, time }) => Self::Family(column.family, time),
            DeleteWhat::Versions(Stamped { column, time }) => {
                let (family, qualifier) = column.parts();
                Self::Columns(family, qualifier, time)
            }
            DeleteWhat::Version(Stamped { column, time }) => {
                let (family, qualifier) = column.parts();
                Self::Column(family, qualifier, time)
            }
        }
    }
}

impl From<LastRowMethod> for LastRow {
    fn from(method: LastRowMethod) -> Self {
        match method {
            LastRowMethod::FullScan => Self::FullScan,
            LastRowMethod::ConstantKey(row) => Self::ConstantKey(row.into()),
            LastRowMethod::Bisection(width) => Self::Bisection(width),
            LastRowMethod::Reversed => Self::Reversed,
        }
    }
}

impl From<LastRow> for LastRowMethod {
    fn from(by: LastRow) -> Self {
        match by {
            LastRow::FullScan => Self::FullScan,
            LastRow::ConstantKey(row) => Self::ConstantKey(row.into()),
            LastRow::Bisection(width) => Self::Bisection(width),
            LastRow::Reversed => Self::Reversed,
        }
    }
}

impl From<intent::Pages> for Pages {
    fn from(pages: intent::Pages) -> Self {
        let intent::Pages { table, start, stop, size, pages, by, reversed, caching, batch, columns, filter } = pages;
        Self {
            table,
            start: start.into(),
            stop: stop.into(),
            size,
            pages,
            by_offset: by == Paging::Offset,
            reversed,
            caching,
            batch,
            columns: columns.map(|(from, to)| Range { from: from.into(), to: to.into() }),
            filter,
        }
    }
}

impl From<Pages> for intent::Pages {
    fn from(pages: Pages) -> Self {
        let Pages { table, start, stop, size, pages, by_offset, reversed, caching, batch, columns, filter } = pages;
        Self {
            table,
            start: start.into(),
            stop: stop.into(),
            size,
            pages,
            by: if by_offset { Paging::Offset } else { Paging::Cursor },
            reversed,
            caching,
            batch,
            columns: columns.map(|Range { from, to }| (from.into(), to.into())),
            filter,
        }
    }
}

impl From<RowMutation> for Mutation {
    fn from(mutation: RowMutation) -> Self {
        match mutation {
            RowMutation::Put(row, family, qualifier, value) => {
                let column = Column::new(&family, &qualifier);
                Self::Put(RowCell { row: row.into(), column, value: value.into() })
            }
            RowMutation::Delete(row, family, qualifier) => {
                let column = Column::new(&family, &qualifier);
                Self::Delete(RowCell { row: row.into(), column, ..RowCell::default() })
            }
            RowMutation::DeleteRow(row) => Self::DeleteRow(RowCell { row: row.into(), ..RowCell::default() }),
        }
    }
}

impl From<Mutation> for RowMutation {
    fn from(mutation: Mutation) -> Self {
        match mutation {
            Mutation::Put(RowCell { row, column, value }) => {
                let (family, qualifier) = column.parts();
                Self::Put(row.into(), family, qualifier, value.into())
            }
            Mutation::Delete(RowCell { row, column, .. }) => {
                let (family, qualifier) = column.parts();
                Self::Delete(row.into(), family, qualifier)
            }
            Mutation::DeleteRow(RowCell { row, .. }) => Self::DeleteRow(row.into()),
        }
    }
}

impl From<(Raw, String, Raw, Option<Raw>)> for Condition {
    fn from((row, family, qualifier, value): (Raw, String, Raw, Option<Raw>)) -> Self {
        Self { row: row.into(), column: Column::new(&family, &qualifier), value: value.map(Bytes) }
    }
}

impl From<Condition> for (Raw, String, Raw, Option<Raw>) {
    fn from(Condition { row, column, value }: Condition) -> Self {
        let (family, qualifier) = column.parts();
        (row.into(), family, qualifier, value.map(Raw::from))
    }
}

impl From<(String, String)> for Attribute {
    fn from((name, value): (String, String)) -> Self {
        Self { name, value }
    }
}

impl From<Attribute> for (String, String) {
    fn from(Attribute { name, value }: Attribute) -> Self {
        (name, value)
    }
}
