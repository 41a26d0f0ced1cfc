//! Makes a program of what a form asks for, checked as HBase's client checks it before anything is sent.

use super::filter;
use super::single::Reads;
use super::{Bisection, FirstRow, FullScan, PageReader, Prepend, Program, Script, Series, Single};
use crate::intent::{DeleteWhat, Field, Intent, LastRowMethod, Pages, RowMutation, repeat};
use crate::sim::label::{Label, LastRowBy, Title};
use crate::sim::refusal::{Objection, Refusal};
use splitpoint_model::bytes::{Family, TableName, from_long};
use splitpoint_model::client::{Action, Request};
use splitpoint_model::error::{Argument, Error};
use splitpoint_model::mutation::{
    CheckAndMutate, Condition, Delete, DeleteCell, MutateRows, Mutation, Put, PutCell, Then,
};
use splitpoint_model::query::{Get, Scan};

/// The widest key that is bisected, in bytes.
const WIDEST: u8 = 64;

fn family(name: &str) -> Family {
    name.as_bytes().into()
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

impl Program {
    /// The program that does it; `None` for an administrator's request, which is a job.
    ///
    /// # Errors
    /// What HBase's client refuses to send, and what Splitpoint refuses.
    pub fn of(intent: &Intent) -> Result<Option<Self>, Refusal> {
        let table = || match intent.table() {
            Some("") => Err(Refusal::of(intent, Argument::NoTableQualifier.into())),
            name => Ok(TableName::from(name.unwrap_or_default())),
        };
        let checked = |request: Request| match request.check() {
            Err(error) if !is_answered(&error) => Err(Refusal::of(intent, error)),
            _ => Ok(request),
        };
        Ok(Some(match intent {
            Intent::Insert { row, cells, .. } => {
                let table = table()?;
                let request = checked(Request::Put(table.clone(), put(row, cells)))?;
                single(table.clone(), Title::Insert(table), request)
            }
            Intent::Delete { row, cells, .. } => {
                let table = table()?;
                let mut delete = Delete::new(row.as_slice());
                delete.cells = cells.iter().map(delete_cell).collect();
                let request = checked(Request::Delete(table.clone(), delete))?;
                single(table.clone(), Title::Delete(table), request)
            }
            Intent::CheckAndPut { row, check: (name, qualifier, value), cells, .. } => {
                let table = table()?;
                let put = put(row, cells);
                checked(Request::Put(table.clone(), put.clone()))?;
                let value = value.as_ref().map(|value| value.as_slice().into());
                let condition = Condition::equals(family(name), qualifier.as_slice(), value);
                let then = Then::Mutate(Mutation::Put(put));
                let check = CheckAndMutate { row: row.as_slice().into(), condition, then };
                let request = checked(Request::CheckAndMutate(table.clone(), check))?;
                single(table.clone(), Title::CheckAndPut(table), request)
            }
            Intent::Get { row, versions, .. } => {
                let table = table()?;
                let get = Get { versions: *versions, ..Get::new(row.as_slice()) };
                let request = checked(Request::Get(table.clone(), get))?;
                reading(table.clone(), Title::Get(table), request, Reads::Row(row.as_slice().into()))
            }
            Intent::Prepend { check, cells, blind, highest, .. } => {
                let (table, program) = (table()?, prepend(check, cells, *blind)?);
                // Its key is not known yet; any number is one.
                let put = Put { cells: program.clone(), ..Put::new(from_long(*highest).as_slice()) };
                checked(Request::Put(table.clone(), put))?;
                let condition = Condition::absent(family(&check.0), check.1.as_slice());
                Self::Prepend(Prepend::new(table, condition, program, *blind, *highest))
            }
            Intent::FirstRow { prefixes, prefix, .. } => {
                within(Field::Prefixes, (*prefixes).into(), 0, repeat::MOST_PREFIXES.into())?;
                Self::FirstRow(FirstRow::new(table()?, *prefixes, *prefix))
            }
            Intent::LastRow { method, .. } => {
                let table = table()?;
                let title = |how| Title::LastRow(table.clone(), how);
                match method {
                    LastRowMethod::FullScan => Self::FullScan(FullScan::new(table)),
                    LastRowMethod::ConstantKey(row) => {
                        let request = checked(Request::Get(table.clone(), Get::new(row.as_slice())))?;
                        let title = title(LastRowBy::ConstantKey);
                        reading(table, title, request, Reads::Constant(row.as_slice().into()))
                    }
                    LastRowMethod::Bisection(width @ 1..=WIDEST) => {
                        Self::Bisection(Bisection::new(table, usize::from(*width)))
                    }
                    LastRowMethod::Bisection(_) => {
                        return Err(Refusal::ours(Field::Width, Objection::Width(WIDEST)));
                    }
                    LastRowMethod::Reversed => {
                        let scan = Scan { reversed: true, limit: 1, ..Scan::default() };
                        let title = title(LastRowBy::ReversedScan);
                        let request = Request::Scan(table.clone(), scan);
                        Self::Single(Single::new(table, title, Label::LastRow, request).reading(Reads::Last))
                    }
                }
            }
            Intent::Pages(pages) => {
                let (table, scan) = (table()?, scan(intent, pages)?);
                checked(Request::OpenScan(table.clone(), scan.clone()))?;
                Self::Pages(PageReader::new(table, scan, pages.size, pages.pages, pages.by))
            }
            Intent::Transaction { routing_row, mutations, conditions, .. } => {
                let (table, request) = (table()?, transaction(routing_row, mutations, conditions)?);
                let request = checked(Request::MutateRows(table.clone(), request))?;
                let label = Label::of(&request);
                Self::Single(Single::new(table.clone(), Title::Transaction(table), label, request))
            }
            Intent::Batch { mutations, .. } => {
                let (table, actions) = (table()?, batch(mutations)?);
                let request = checked(Request::Batch(table.clone(), actions))?;
                single(table.clone(), Title::Batch(table), request)
            }
            Intent::Repeat(repeat) => {
                let table = table()?;
                repeated(repeat)?;
                checked(repeat.request(0, 0))?;
                Self::Series(Series::new(table, repeat.clone()))
            }
            Intent::Script { language, text, line, width } => Self::Script(Script::new(language, text, *line, *width)),
            Intent::LoseAnswer | Intent::Admin(_) => return Ok(None),
        }))
    }
}

/// Whether the client begins all the same, and answers with this error at its first step: kept sessions have such
/// steps.
fn is_answered(error: &Error) -> bool {
    matches!(
        error,
        Error::IncompatibleFilter(_)
            | Error::KeyValueTooLarge { .. }
            | Error::PatternSyntax { .. }
            | Error::IllegalArgument(Argument::FamilyLength | Argument::Filter(_))
    )
}

fn put_cell(name: &str, qualifier: &[u8], timestamp: Option<i64>, value: &[u8]) -> PutCell {
    PutCell { family: family(name), qualifier: qualifier.into(), timestamp, value: value.into() }
}

/// A program of one request, named after what it does.
fn single(table: TableName, title: Title, request: Request) -> Program {
    let label = Label::of(&request);
    Program::Single(Single::new(table, title, label, request))
}

/// A program of one request, whose answer is understood as `reads` says.
fn reading(table: TableName, title: Title, request: Request, reads: Reads) -> Program {
    let label = Label::of(&request);
    Program::Single(Single::new(table, title, label, request).reading(reads))
}

type Stamped = (String, Vec<u8>, Option<i64>, Vec<u8>);

fn put(row: &[u8], cells: &[Stamped]) -> Put {
    let cells = cells.iter().map(|(name, qualifier, time, value)| put_cell(name, qualifier, *time, value));
    Put { cells: cells.collect(), ..Put::new(row) }
}

/// The cells of a row that is prepended. A column that is checked is among them.
fn prepend(
    check: &(String, Vec<u8>),
    cells: &[(String, Vec<u8>, Vec<u8>)],
    blind: bool,
) -> Result<Vec<PutCell>, Refusal> {
    let is_checked = |(name, qualifier, _): &(String, Vec<u8>, Vec<u8>)| (name, qualifier) == (&check.0, &check.1);
    // An empty value counts as absent: the next client would find the row free.
    if let Some(at) = cells.iter().position(|cell| is_checked(cell) && cell.2.is_empty()) {
        return Err(Refusal::ours(Field::Cells.item(at, Field::Value), Objection::EmptyChecked));
    }
    let mut put: Vec<PutCell> =
        cells.iter().map(|(name, qualifier, value)| put_cell(name, qualifier, None, value)).collect();
    if !blind && !cells.iter().any(is_checked) {
        put.push(put_cell(&check.0, &check.1, None, b"1"));
    }
    Ok(put)
}

fn scan(intent: &Intent, pages: &Pages) -> Result<Scan, Refusal> {
    if pages.size == 0 {
        return Err(Refusal::ours(Field::Size, Objection::EmptyPage));
    }
    if pages.pages == 0 {
        return Err(Refusal::ours(Field::Pages, Objection::NoPages));
    }
    let filter = filter::of(pages)
        .map_err(|objection| Refusal::ours(Field::Filter, objection))?
        .map_err(|error| Refusal::of(intent, error))?;
    let number = |number: u32| if number == 0 { -1 } else { i32::try_from(number).unwrap_or(i32::MAX) };
    Ok(Scan {
        start: pages.start.as_slice().into(),
        stop: pages.stop.as_slice().into(),
        reversed: pages.reversed,
        caching: number(pages.caching),
        batch: number(pages.batch),
        filter,
        ..Scan::default()
    })
}

/// Checks that the numbers of a plan are within what is taken.
fn repeated(plan: &repeat::Plan) -> Result<(), Refusal> {
    use repeat::{Digits, Does, MOST, MOST_AMONG, MOST_BYTES, MOST_DIGITS, MOST_PREFIXES};
    let digits = if let Digits::Decimal(width) = plan.digits { width } else { 1 };
    let bytes = if let Does::Insert { bytes, .. } = plan.does { bytes } else { 0 };
    let bounds = [
        (Field::Count, plan.times, 1, MOST),
        (Field::Among, plan.walk.among().unwrap_or(1), 1, MOST_AMONG),
        (Field::Width, digits.into(), 1, MOST_DIGITS.into()),
        (Field::Prefixes, plan.prefixes.into(), 0, MOST_PREFIXES.into()),
        (Field::Bytes, bytes, 0, MOST_BYTES),
        (Field::Clients, plan.clients.into(), 1, repeat::MOST_CLIENTS.into()),
        (Field::Rate, plan.rate, 0, repeat::MOST_RATE),
    ];
    bounds.into_iter().try_for_each(|(field, number, least, most)| within(field, number, least, most))
}

/// Checks that the number of a field is within what is taken.
fn within(field: Field, number: u32, least: u32, most: u32) -> Result<(), Refusal> {
    let is_within = (least..=most).contains(&number);
    if is_within { Ok(()) } else { Err(Refusal::ours(field, Objection::Range { least, most })) }
}

fn mutation(mutation: &RowMutation) -> Mutation {
    match mutation {
        RowMutation::Put(row, name, qualifier, value) => {
            Mutation::Put(Put { cells: vec![put_cell(name, qualifier, None, value)], ..Put::new(row.as_slice()) })
        }
        RowMutation::Delete(row, name, qualifier) => {
            let cells = vec![delete_cell(&DeleteWhat::Column(name.clone(), qualifier.clone(), None))];
            Mutation::Delete(Delete { cells, ..Delete::new(row.as_slice()) })
        }
        RowMutation::DeleteRow(row) => Mutation::Delete(Delete::new(row.as_slice())),
    }
}

/// The actions of a batch. Puts of one row that follow each other are one, which is written as a whole.
fn batch(mutations: &[RowMutation]) -> Result<Vec<Action>, Refusal> {
    if mutations.is_empty() {
        return Err(Refusal::ours(Field::Mutations, Objection::NoMutations));
    }
    let mut actions: Vec<Action> = Vec::with_capacity(mutations.len());
    for mutation in mutations.iter().map(mutation) {
        match (actions.last_mut(), mutation) {
            (Some(Action::Mutate(Mutation::Put(last))), Mutation::Put(put)) if last.row == put.row => {
                last.cells.extend(put.cells);
            }
            (_, mutation) => actions.push(Action::Mutate(mutation)),
        }
    }
    Ok(actions)
}

type Required = (Vec<u8>, String, Vec<u8>, Option<Vec<u8>>);

fn transaction(routing_row: &[u8], mutations: &[RowMutation], conditions: &[Required]) -> Result<MutateRows, Refusal> {
    if mutations.is_empty() {
        return Err(Refusal::ours(Field::Mutations, Objection::NoMutations));
    }
    let condition = |(row, name, qualifier, value): &Required| {
        let value = value.as_ref().map(|value| value.as_slice().into());
        (row.as_slice().into(), Condition::equals(family(name), qualifier.as_slice(), value))
    };
    Ok(MutateRows {
        routing_row: (!routing_row.is_empty()).then(|| routing_row.into()),
        mutations: mutations.iter().map(mutation).collect(),
        conditions: conditions.iter().map(condition).collect(),
    })
}
