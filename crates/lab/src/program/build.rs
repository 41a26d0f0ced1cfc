//! From what a form asks for to a program, checked as HBase's client checks it before anything is sent.

use super::single::Reads;
use super::{Bisection, FullScan, PageReader, Prepend, Program, Script, Single, count};
use crate::intent::{DeleteWhat, Intent, LastRowMethod, Pages, RowMutation};
use crate::phrase::Phrase;
use crate::refusal::Refusal;
use splitpoint_model::bytes::{Family, Qualifier, RowKey, TableName};
use splitpoint_model::client::Request;
use splitpoint_model::error::{Argument, Error, Failure, MAX_ROW_LENGTH};
use splitpoint_model::filter::{Filter, ListOp};
use splitpoint_model::mutation::{Condition, Delete, DeleteCell, MutateRows, Mutation, Put, PutCell};
use splitpoint_model::query::{Get, Scan};

/// The widest key that is bisected, in bytes.
const WIDEST: u8 = 64;

fn illegal(field: &'static str, argument: Argument) -> Refusal {
    Refusal::at(field, argument.into())
}

fn row_key(field: &'static str, row: &[u8]) -> Result<RowKey, Refusal> {
    match row.len() {
        1..=MAX_ROW_LENGTH => Ok(row.into()),
        length => Err(Refusal::at(field, Error::RowLength { length })),
    }
}

fn family(name: &str) -> Family {
    name.as_bytes().into()
}

fn table_name(name: &str) -> Result<TableName, Refusal> {
    if name.is_empty() { Err(illegal("table", Argument::NoTableQualifier)) } else { Ok(name.into()) }
}

/// One kind of delete.
fn delete_cell(what: &DeleteWhat) -> DeleteCell {
    match what {
        DeleteWhat::Family(name, timestamp) => DeleteCell::Family { family: family(name), timestamp: *timestamp },
        DeleteWhat::Columns(name, qualifier, timestamp) => {
            DeleteCell::Columns { family: family(name), qualifier: qualifier.as_slice().into(), timestamp: *timestamp }
        }
        DeleteWhat::Column(name, qualifier, timestamp) => {
            DeleteCell::Column { family: family(name), qualifier: qualifier.as_slice().into(), timestamp: *timestamp }
        }
    }
}

fn time(timestamp: Option<i64>) -> Result<Option<i64>, Refusal> {
    match timestamp {
        Some(time) if time < 0 => Err(illegal("cells", Argument::NegativeTimestamp { time })),
        time => Ok(time),
    }
}

impl Program {
    /// The program that does it; `None` for an administrator's request, which is a job.
    ///
    /// # Errors
    /// What HBase's client refuses to send.
    pub fn of(intent: &Intent) -> Result<Option<Self>, Refusal> {
        let program = match intent {
            Intent::Insert { table, row, cells } => insert(table_name(table)?, row, cells)?,
            Intent::Delete { table, row, cells } => delete(table_name(table)?, row, cells)?,
            Intent::Get { table, row, versions } => get(table_name(table)?, row, *versions)?,
            Intent::Prepend { table, check, cells, blind, highest } => {
                let cells = cells.iter().map(|(name, qualifier, value)| put_cell(name, qualifier, None, value));
                prepend(table_name(table)?, check, cells.collect(), *blind, *highest)?
            }
            Intent::LastRow { table, method } => last_row(table_name(table)?, method)?,
            Intent::Pages(pages) => read_pages(pages)?,
            Intent::Transaction { table, routing_row, mutations, conditions } => {
                transaction(table_name(table)?, routing_row, mutations, conditions)?
            }
            Intent::Script { text, line, width } => Self::Script(Script::new(text, *line, *width)),
            Intent::Admin(_) => return Ok(None),
        };
        Ok(Some(program))
    }
}

fn put_cell(name: &str, qualifier: &[u8], timestamp: Option<i64>, value: &[u8]) -> PutCell {
    PutCell { family: family(name), qualifier: qualifier.into(), timestamp, value: value.into() }
}

type Stamped = (String, Vec<u8>, Option<i64>, Vec<u8>);

fn insert(table: TableName, row: &[u8], cells: &[Stamped]) -> Result<Program, Refusal> {
    let mut put = Put::new(row_key("row", row)?);
    for (name, qualifier, timestamp, value) in cells {
        put.cells.push(put_cell(name, qualifier, time(*timestamp)?, value));
    }
    if put.cells.is_empty() {
        return Err(illegal("cells", Argument::NoColumns));
    }
    let label = Phrase::from("put ").key(&table, row);
    let title = Phrase::from("insert into ").text(&*table);
    Ok(Program::Single(Single::new(table.clone(), title, label, Request::Put(table, put))))
}

fn delete(table: TableName, row: &[u8], cells: &[DeleteWhat]) -> Result<Program, Refusal> {
    let mut delete = Delete::new(row_key("row", row)?);
    for what in cells {
        let (DeleteWhat::Family(_, timestamp)
        | DeleteWhat::Columns(_, _, timestamp)
        | DeleteWhat::Column(_, _, timestamp)) = what;
        time(*timestamp)?;
        delete.cells.push(delete_cell(what));
    }
    let label = Phrase::from("delete ").key(&table, row);
    let title = Phrase::from("delete from ").text(&*table);
    Ok(Program::Single(Single::new(table.clone(), title, label, Request::Delete(table, delete))))
}

fn get(table: TableName, row: &[u8], versions: i32) -> Result<Program, Refusal> {
    let row = row_key("row", row)?;
    if versions <= 0 {
        return Err(Refusal::at("versions", Failure::VersionsNotPositive.into()));
    }
    let label = Phrase::from("get ").key(&table, row.clone());
    let title = Phrase::from("read from ").text(&*table);
    let request = Request::Get(table.clone(), Get { versions, ..Get::new(row.clone()) });
    Ok(Program::Single(Single::new(table, title, label, request).reading(Reads::Row(row))))
}

fn prepend(
    table: TableName,
    check: &(String, Vec<u8>),
    mut cells: Vec<PutCell>,
    blind: bool,
    highest: i64,
) -> Result<Program, Refusal> {
    let (check_family, check_qualifier): (Family, Qualifier) = (family(&check.0), check.1.as_slice().into());
    let is_checked = |cell: &PutCell| cell.family == check_family && cell.qualifier == check_qualifier;
    // An empty value counts as absent: the next client would find the row free.
    if cells.iter().any(|cell| is_checked(cell) && cell.value.is_empty()) {
        return Err(Refusal::ours(
            "cells",
            "The column that is checked needs a value: HBase takes an empty one for an absent one.",
        ));
    }
    if !blind && !cells.iter().any(is_checked) {
        cells.push(put_cell(&check.0, &check.1, None, b"1"));
    }
    if cells.is_empty() {
        return Err(illegal("cells", Argument::NoColumns));
    }
    let condition = Condition::absent(check_family, check_qualifier);
    Ok(Program::Prepend(Prepend::new(table, condition, cells, blind, highest)))
}

fn last_row(table: TableName, method: &LastRowMethod) -> Result<Program, Refusal> {
    let title = |how: &str| Phrase::from("last row of ").text(&*table).text(how);
    Ok(match method {
        LastRowMethod::FullScan => Program::FullScan(FullScan::new(table)),
        LastRowMethod::ConstantKey(row) => {
            let row = row_key("row", row)?;
            let label = Phrase::from("get ").key(&table, row.clone());
            let request = Request::Get(table.clone(), Get::new(row.clone()));
            let title = title(" by its constant key");
            Program::Single(Single::new(table, title, label, request).reading(Reads::Constant(row)))
        }
        LastRowMethod::Bisection(width @ 1..=WIDEST) => Program::Bisection(Bisection::new(table, usize::from(*width))),
        LastRowMethod::Bisection(_) => {
            return Err(Refusal::ours("width", format!("Give the width of keys in bytes, from 1 to {WIDEST}.")));
        }
        LastRowMethod::Reversed => {
            let scan = Scan { reversed: true, limit: 1, ..Scan::default() };
            let title = title(" by a reversed scan");
            let request = Request::Scan(table.clone(), scan);
            Program::Single(Single::new(table, title, "reversed scan of one row".into(), request).reading(Reads::Last))
        }
    })
}

fn read_pages(pages: &Pages) -> Result<Program, Refusal> {
    let table = table_name(&pages.table)?;
    for (field, row) in [("start", &pages.start), ("stop", &pages.stop)] {
        if row.len() > MAX_ROW_LENGTH {
            return Err(Refusal::at(field, Error::RowLength { length: row.len() }));
        }
    }
    if pages.size == 0 {
        return Err(Refusal::ours("size", "A page needs at least one row."));
    }
    if pages.pages == 0 {
        return Err(Refusal::ours("pages", "Ask for at least one page."));
    }
    let bound = |qualifier: &Vec<u8>| (!qualifier.is_empty()).then(|| Qualifier::from(qualifier.as_slice()));
    let mut filters = Vec::new();
    if let Some((from, to)) = &pages.columns {
        filters.push(Filter::ColumnRangeFilter {
            min: bound(from),
            min_inclusive: true,
            max: bound(to),
            max_inclusive: false,
        });
    }
    if !pages.filter.trim().is_empty() {
        filters.push(Filter::parse(pages.filter.as_bytes()).map_err(|error| Refusal::at("filter", error))?);
    }
    let filter = match filters.len() {
        0 | 1 => filters.pop(),
        _ => Some(Filter::FilterList { op: ListOp::MustPassAll, filters }),
    };
    let number = |number: u32| if number == 0 { -1 } else { i32::try_from(number).unwrap_or(i32::MAX) };
    let scan = Scan {
        start: pages.start.as_slice().into(),
        stop: pages.stop.as_slice().into(),
        reversed: pages.reversed,
        caching: number(pages.caching),
        batch: number(pages.batch),
        filter,
        ..Scan::default()
    };
    Ok(Program::Pages(PageReader::new(table, scan, pages.size, pages.pages, pages.by)))
}

type Required = (Vec<u8>, String, Vec<u8>, Option<Vec<u8>>);

fn transaction(
    table: TableName,
    routing_row: &[u8],
    mutations: &[RowMutation],
    conditions: &[Required],
) -> Result<Program, Refusal> {
    let mutation = |mutation: &RowMutation| -> Result<Mutation, Refusal> {
        Ok(match mutation {
            RowMutation::Put(row, name, qualifier, value) => {
                let mut put = Put::new(row_key("mutations", row)?);
                put.cells.push(put_cell(name, qualifier, None, value));
                Mutation::Put(put)
            }
            RowMutation::Delete(row, name, qualifier) => {
                let mut delete = Delete::new(row_key("mutations", row)?);
                delete.cells.push(delete_cell(&DeleteWhat::Column(name.clone(), qualifier.clone(), None)));
                Mutation::Delete(delete)
            }
            RowMutation::DeleteRow(row) => Mutation::Delete(Delete::new(row_key("mutations", row)?)),
        })
    };
    let mutations = mutations.iter().map(mutation).collect::<Result<Vec<_>, _>>()?;
    if mutations.is_empty() {
        return Err(Refusal::ours("mutations", "A transaction needs at least one put or delete."));
    }
    let condition = |(row, name, qualifier, value): &Required| -> Result<_, Refusal> {
        let value = value.as_ref().map(|value| value.as_slice().into());
        Ok((row_key("conditions", row)?, Condition::equals(family(name), qualifier.as_slice(), value)))
    };
    let conditions = conditions.iter().map(condition).collect::<Result<Vec<_>, _>>()?;
    let routing_row = match routing_row {
        [] => None,
        row => Some(row_key("routing_row", row)?),
    };
    let mut rows: Vec<&RowKey> = mutations.iter().map(Mutation::row).collect();
    splitpoint_model::order::sort(&mut rows);
    rows.dedup();
    let label = Phrase::from("transaction on ").text(count(rows.len(), "row"));
    let title = Phrase::from("transaction in ").text(&*table);
    let request = Request::MutateRows(table.clone(), MutateRows { routing_row, mutations, conditions });
    Ok(Program::Single(Single::new(table, title, label, request)))
}
