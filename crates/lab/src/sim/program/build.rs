//! From what a form asks for to a program, checked as HBase's client checks it before anything is sent.

use super::single::Reads;
use super::{Bisection, FullScan, PageReader, Prepend, Program, Script, Single};
use crate::intent::{DeleteWhat, Field, Intent, LastRowMethod, Pages, RowMutation};
use crate::sim::label::{Label, LastRowBy, Title};
use crate::sim::refusal::{Objection, Refusal};
use splitpoint_model::bytes::{Family, Qualifier, RowKey, TableName};
use splitpoint_model::client::Request;
use splitpoint_model::error::{Argument, Error, Failure, MAX_ROW_LENGTH};
use splitpoint_model::filter::{Filter, ListOp};
use splitpoint_model::mutation::{Condition, Delete, DeleteCell, MutateRows, Mutation, Put, PutCell};
use splitpoint_model::query::{Get, Scan};

/// The widest key that is bisected, in bytes.
const WIDEST: u8 = 64;

fn illegal(field: Field, argument: Argument) -> Refusal {
    Refusal::at(field, argument.into())
}

fn row_key(field: Field, row: &[u8]) -> Result<RowKey, Refusal> {
    match row.len() {
        1..=MAX_ROW_LENGTH => Ok(row.into()),
        length => Err(Refusal::at(field, Error::RowLength { length })),
    }
}

fn family(name: &str) -> Family {
    name.as_bytes().into()
}

fn table_name(name: &str) -> Result<TableName, Refusal> {
    if name.is_empty() { Err(illegal(Field::Table, Argument::NoTableQualifier)) } else { Ok(name.into()) }
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
        Some(time) if time < 0 => Err(illegal(Field::Cells, Argument::NegativeTimestamp { time })),
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
            Intent::Script { language, text, line, width } => Self::Script(Script::new(language, text, *line, *width)),
            Intent::Admin(_) => return Ok(None),
        };
        Ok(Some(program))
    }
}

fn put_cell(name: &str, qualifier: &[u8], timestamp: Option<i64>, value: &[u8]) -> PutCell {
    PutCell { family: family(name), qualifier: qualifier.into(), timestamp, value: value.into() }
}

/// A program of one request, which is called by what it does.
fn single(table: TableName, title: Title, request: Request) -> Program {
    let label = Label::of(&request);
    Program::Single(Single::new(table, title, label, request))
}

type Stamped = (String, Vec<u8>, Option<i64>, Vec<u8>);

fn insert(table: TableName, row: &[u8], cells: &[Stamped]) -> Result<Program, Refusal> {
    let mut put = Put::new(row_key(Field::Row, row)?);
    for (name, qualifier, timestamp, value) in cells {
        put.cells.push(put_cell(name, qualifier, time(*timestamp)?, value));
    }
    if put.cells.is_empty() {
        return Err(illegal(Field::Cells, Argument::NoColumns));
    }
    let request = Request::Put(table.clone(), put);
    Ok(single(table.clone(), Title::Insert(table), request))
}

fn delete(table: TableName, row: &[u8], cells: &[DeleteWhat]) -> Result<Program, Refusal> {
    let mut delete = Delete::new(row_key(Field::Row, row)?);
    for what in cells {
        let (DeleteWhat::Family(_, timestamp)
        | DeleteWhat::Columns(_, _, timestamp)
        | DeleteWhat::Column(_, _, timestamp)) = what;
        time(*timestamp)?;
        delete.cells.push(delete_cell(what));
    }
    let request = Request::Delete(table.clone(), delete);
    Ok(single(table.clone(), Title::Delete(table), request))
}

fn get(table: TableName, row: &[u8], versions: i32) -> Result<Program, Refusal> {
    let row = row_key(Field::Row, row)?;
    if versions <= 0 {
        return Err(Refusal::at(Field::Versions, Failure::VersionsNotPositive.into()));
    }
    let request = Request::Get(table.clone(), Get { versions, ..Get::new(row.clone()) });
    let label = Label::of(&request);
    Ok(Program::Single(Single::new(table.clone(), Title::Get(table), label, request).reading(Reads::Row(row))))
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
        return Err(Refusal::ours(Field::Cells, Objection::EmptyChecked));
    }
    if !blind && !cells.iter().any(is_checked) {
        cells.push(put_cell(&check.0, &check.1, None, b"1"));
    }
    if cells.is_empty() {
        return Err(illegal(Field::Cells, Argument::NoColumns));
    }
    let condition = Condition::absent(check_family, check_qualifier);
    Ok(Program::Prepend(Prepend::new(table, condition, cells, blind, highest)))
}

fn last_row(table: TableName, method: &LastRowMethod) -> Result<Program, Refusal> {
    let title = |how| Title::LastRow(table.clone(), how);
    Ok(match method {
        LastRowMethod::FullScan => Program::FullScan(FullScan::new(table)),
        LastRowMethod::ConstantKey(row) => {
            let row = row_key(Field::Row, row)?;
            let request = Request::Get(table.clone(), Get::new(row.clone()));
            let (title, label) = (title(LastRowBy::ConstantKey), Label::of(&request));
            Program::Single(Single::new(table, title, label, request).reading(Reads::Constant(row)))
        }
        LastRowMethod::Bisection(width @ 1..=WIDEST) => Program::Bisection(Bisection::new(table, usize::from(*width))),
        LastRowMethod::Bisection(_) => {
            return Err(Refusal::ours(Field::Width, Objection::Width(WIDEST)));
        }
        LastRowMethod::Reversed => {
            let scan = Scan { reversed: true, limit: 1, ..Scan::default() };
            let title = title(LastRowBy::ReversedScan);
            let request = Request::Scan(table.clone(), scan);
            Program::Single(Single::new(table, title, Label::LastRow, request).reading(Reads::Last))
        }
    })
}

fn read_pages(pages: &Pages) -> Result<Program, Refusal> {
    let table = table_name(&pages.table)?;
    for (field, row) in [(Field::Start, &pages.start), (Field::Stop, &pages.stop)] {
        if row.len() > MAX_ROW_LENGTH {
            return Err(Refusal::at(field, Error::RowLength { length: row.len() }));
        }
    }
    if pages.size == 0 {
        return Err(Refusal::ours(Field::Size, Objection::EmptyPage));
    }
    if pages.pages == 0 {
        return Err(Refusal::ours(Field::Pages, Objection::NoPages));
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
        filters.push(Filter::parse(pages.filter.as_bytes()).map_err(|error| Refusal::at(Field::Filter, error))?);
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
                let mut put = Put::new(row_key(Field::Mutations, row)?);
                put.cells.push(put_cell(name, qualifier, None, value));
                Mutation::Put(put)
            }
            RowMutation::Delete(row, name, qualifier) => {
                let mut delete = Delete::new(row_key(Field::Mutations, row)?);
                delete.cells.push(delete_cell(&DeleteWhat::Column(name.clone(), qualifier.clone(), None)));
                Mutation::Delete(delete)
            }
            RowMutation::DeleteRow(row) => Mutation::Delete(Delete::new(row_key(Field::Mutations, row)?)),
        })
    };
    let mutations = mutations.iter().map(mutation).collect::<Result<Vec<_>, _>>()?;
    if mutations.is_empty() {
        return Err(Refusal::ours(Field::Mutations, Objection::NoMutations));
    }
    let condition = |(row, name, qualifier, value): &Required| -> Result<_, Refusal> {
        let value = value.as_ref().map(|value| value.as_slice().into());
        Ok((row_key(Field::Conditions, row)?, Condition::equals(family(name), qualifier.as_slice(), value)))
    };
    let conditions = conditions.iter().map(condition).collect::<Result<Vec<_>, _>>()?;
    let routing_row = match routing_row {
        [] => None,
        row => Some(row_key(Field::RoutingRow, row)?),
    };
    let label = Label::Transaction { rows: mutations.iter().map(Mutation::row).cloned().collect() };
    let request = Request::MutateRows(table.clone(), MutateRows { routing_row, mutations, conditions });
    Ok(Program::Single(Single::new(table.clone(), Title::Transaction(table), label, request)))
}
