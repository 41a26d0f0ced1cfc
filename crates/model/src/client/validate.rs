//! What a client refuses before it sends anything, for a whole request ([`Request::check`]) and for its parts.

use super::{Action, Request};
use crate::error::{Argument, Bound, Error, Failure, Incompatible, MAX_FAMILY_LENGTH, MAX_ROW_LENGTH};
use crate::mutation::{CheckAndMutate, Condition, Delete, DeleteCell, MutateRows, Mutation, Put, RowMutations, Then};
use crate::query::{Columns, Get, Scan, TimeRange};

/// `hbase.client.keyvalue.maxsize`.
const MAX_KEY_VALUE_SIZE: usize = 10_485_760;

impl Request {
    /// Whether a client would send it at all. What the client refuses, it refuses before the first step, and no server
    /// hears of it.
    ///
    /// # Errors
    /// What HBase's classes and client refuse.
    pub fn check(&self) -> Result<(), Error> {
        request(self).or_else(|refusal| if is_of_server(&refusal) { Ok(()) } else { Err(refusal) })
    }
}

/// Whether this refusal comes from a server: the client sends such a request.
pub(super) fn is_of_server(refusal: &Error) -> bool {
    matches!(refusal, Error::Io(Failure::NoFamily))
}

/// # Errors
/// What HBase's classes and client refuse.
pub(super) fn request(request: &Request) -> Result<(), Error> {
    match request {
        Request::Put(_, p) => put(p),
        Request::Delete(_, d) => delete(d),
        Request::Increment(_, increment) => mutation(&Mutation::Increment(increment.clone())),
        Request::Append(_, append) => mutation(&Mutation::Append(append.clone())),
        Request::Get(_, g) => get(g),
        Request::CheckAndMutate(_, c) => check_and_mutate(c),
        Request::MutateRow(_, m) => mutate_row(m),
        Request::MutateRows(_, m) => mutate_rows(m),
        Request::Batch(_, actions) => actions.iter().try_for_each(action),
        Request::Scan(_, s) | Request::OpenScan(_, s) => scan(s),
        Request::Next { .. } | Request::CloseScan(_) => Ok(()),
    }
}

fn action(action: &Action) -> Result<(), Error> {
    match action {
        Action::Get(g) => get(g),
        Action::Mutate(m) => mutation(m),
        Action::MutateRow(m) => mutate_row(m),
        Action::CheckAndMutate(c) => check_and_mutate(c),
    }
}

fn mutation(mutation: &Mutation) -> Result<(), Error> {
    match mutation {
        Mutation::Put(p) => put(p),
        Mutation::Delete(d) => delete(d),
        Mutation::Increment(increment) => {
            row(&increment.row)?;
            time_range(increment.time_range)?;
            if increment.cells.is_empty() {
                return Err(Argument::NothingToIncrement { row: increment.row.clone() }.into());
            }
            if increment.cells.iter().any(|(family, ..)| family.is_empty()) {
                return Err(Failure::NoFamily.into());
            }
            Ok(())
        }
        Mutation::Append(append) => {
            row(&append.row)?;
            if append.cells.iter().any(|(family, ..)| family.is_empty()) {
                return Err(Argument::AppendWithoutFamily.into());
            }
            time_range(append.time_range)?;
            if append.cells.is_empty() {
                return Err(Argument::NothingToAppend { row: append.row.clone() }.into());
            }
            Ok(())
        }
    }
}

/// A row key: 1 to [`MAX_ROW_LENGTH`] bytes.
///
/// # Errors
/// `RowLength`.
pub fn row(row: &[u8]) -> Result<(), Error> {
    if row.is_empty() || row.len() > MAX_ROW_LENGTH { Err(Error::RowLength { length: row.len() }) } else { Ok(()) }
}

/// The time of a cell: 0 or later; `None` is the server's.
///
/// # Errors
/// `IllegalArgument`.
pub fn timestamp(timestamp: Option<i64>) -> Result<(), Error> {
    match timestamp {
        Some(time) if time < 0 => Err(Argument::NegativeTimestamp { time }.into()),
        _ => Ok(()),
    }
}

pub(super) fn put(put: &Put) -> Result<(), Error> {
    row(&put.row)?;
    if put.cells.is_empty() {
        return Err(Argument::NoColumns.into());
    }
    for cell in &put.cells {
        timestamp(cell.timestamp)?;
        family(&cell.family)?;
        cell_size(put.row.len() + cell.family.len() + cell.qualifier.len() + cell.value.len())?;
    }
    Ok(())
}

/// The family of a cell that is put: 1 to [`MAX_FAMILY_LENGTH`] bytes.
///
/// # Errors
/// `Io` where there is none, which a server finds; `IllegalArgument`.
pub fn family(family: &[u8]) -> Result<(), Error> {
    if family.is_empty() {
        return Err(Failure::NoFamily.into());
    }
    if family.len() > MAX_FAMILY_LENGTH { Err(Argument::FamilyLength.into()) } else { Ok(()) }
}

/// The size of a cell: `bytes` are those of its row, family, qualifier and value.
///
/// # Errors
/// `KeyValueTooLarge`.
pub fn cell_size(bytes: usize) -> Result<(), Error> {
    if 24 + bytes > MAX_KEY_VALUE_SIZE { Err(Error::KeyValueTooLarge { limit: MAX_KEY_VALUE_SIZE }) } else { Ok(()) }
}

fn delete(delete: &Delete) -> Result<(), Error> {
    row(&delete.row)?;
    timestamp(delete.timestamp)?;
    delete.cells.iter().try_for_each(|cell| {
        let (DeleteCell::Family { timestamp: ts, .. }
        | DeleteCell::FamilyVersion { timestamp: ts, .. }
        | DeleteCell::Columns { timestamp: ts, .. }
        | DeleteCell::Column { timestamp: ts, .. }) = cell;
        timestamp(*ts)
    })
}

fn mutate_row(mutations: &RowMutations) -> Result<(), Error> {
    row(&mutations.row)?;
    if mutations.mutations.is_empty() {
        return Err(Argument::NoMutations.into());
    }
    for m in &mutations.mutations {
        mutation(m)?;
        if *m.row() != mutations.row {
            return Err(Error::WrongRow { action: m.row().clone(), original: mutations.row.clone() });
        }
    }
    Ok(())
}

fn mutate_rows(rows: &MutateRows) -> Result<(), Error> {
    rows.mutations.iter().try_for_each(mutation)?;
    rows.conditions.iter().try_for_each(|(r, c)| row(r).and_then(|()| condition(c)))?;
    if rows.routing_row.is_none() && rows.mutations.is_empty() {
        return Err(Argument::NoRoutingRow.into());
    }
    Ok(())
}

fn condition(condition: &Condition) -> Result<(), Error> {
    match condition {
        Condition::Column { time_range: range, .. } => time_range(*range),
        Condition::Filter { filter, time_range: range } => {
            time_range(*range)?;
            filter.start(false).map(|_| ())
        }
    }
}

fn check_and_mutate(check: &CheckAndMutate) -> Result<(), Error> {
    row(&check.row)?;
    condition(&check.condition)?;
    match &check.then {
        Then::Mutate(m) => mutation(m)?,
        Then::MutateRow(m) => mutate_row(m)?,
    }
    let action = match &check.then {
        Then::Mutate(m) => m.row(),
        Then::MutateRow(m) => &m.row,
    };
    if *action != check.row {
        return Err(Argument::OtherRow { action: action.clone(), original: check.row.clone() }.into());
    }
    Ok(())
}

fn time_range(range: TimeRange) -> Result<(), Error> {
    let TimeRange { min, max } = range;
    if min < 0 || max < 0 {
        return Err(Argument::NegativeTimeRange { min, max }.into());
    }
    if max < min {
        return Err(Argument::ReversedTimeRange.into());
    }
    Ok(())
}

pub(super) fn get(get: &Get) -> Result<(), Error> {
    row(&get.row)?;
    versions(get.versions)?;
    time_range(get.time_range)?;
    if let Some(filter) = &get.filter {
        filter.start(false)?;
    }
    columns(&get.columns)
}

/// How many versions of a column a Get asks for.
///
/// # Errors
/// `Io` for fewer than one.
pub fn versions(versions: i32) -> Result<(), Error> {
    if versions <= 0 { Err(Failure::VersionsNotPositive.into()) } else { Ok(()) }
}

fn columns(columns: &Columns) -> Result<(), Error> {
    match columns.iter().find(|(family, _)| family.len() > MAX_FAMILY_LENGTH) {
        Some(_) => Err(Argument::FamilyLength.into()),
        None => Ok(()),
    }
}

/// An end of a scan, of so many bytes.
///
/// Source: `Scan.withStartRow`.
///
/// # Errors
/// `IllegalArgument`.
pub fn scan_bound(bound: Bound, length: usize) -> Result<(), Error> {
    if length <= MAX_ROW_LENGTH { Ok(()) } else { Err(Argument::BoundLength { bound }.into()) }
}

fn scan(scan: &Scan) -> Result<(), Error> {
    scan_bound(Bound::Start, scan.start.len())?;
    scan_bound(Bound::Stop, scan.stop.len())?;
    time_range(scan.time_range)?;
    scan.family_time_range.values().try_for_each(|&range| time_range(range))?;
    if let Some(filter) = &scan.filter
        && filter.start(scan.reversed)?.has_filter_row()
        && scan.batch > 0
    {
        return Err(Incompatible::Batch.into());
    }
    columns(&scan.columns)
}
