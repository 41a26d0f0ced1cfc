//! What a mutation writes: its cells, with their times, as they enter the log.

use super::Region;
use super::requests::{Counted, Requests};
use super::write::Answer;
use crate::bytes::{self, Family, Qualifier, RowKey};
use crate::cell::{Cell, CellType, LATEST_TIMESTAMP};
use crate::error::{Error, Refused};
use crate::event::{Event, Observer};
use crate::filter::CompareOp;
use crate::mutation::{Append, Condition, Delete, DeleteCell, Increment, Mutation, Put};
use crate::order;
use crate::query::{Get, TimeRange};

/// A write, ready for the log: its cells and its answer.
pub(super) struct Prepared {
    pub(super) cells: Vec<Cell>,
    pub(super) answer: Answer,
}

/// Where and when a write is prepared.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub(super) region: &'a Region,
    pub(super) now: i64,
    /// Whether this operation is in the log already: its answer was lost when a server died, and the client asks again.
    /// Increments and Appends are not done twice then, but answered with what is there.
    pub(super) again: bool,
    /// Counts what is read for it.
    pub(super) counted: &'a Counted,
}

impl Context<'_> {
    fn read(&self, get: &Get, observer: &mut dyn Observer) -> Result<Vec<Cell>, Error> {
        self.region.read(get, self.now, self.counted, observer)
    }

    /// Adds mutations to the writes of the region; those that are refused later count too.
    pub(super) fn take(&self, mutations: usize) {
        self.counted.add(Requests::writes(mutations));
    }
}

/// Appends the cells of one mutation to `cells`, and what it answers to `results`.
pub(super) fn mutation(
    context: Context<'_>,
    mutation: &Mutation,
    cells: &mut Vec<Cell>,
    results: &mut Vec<Cell>,
) -> Result<(), Error> {
    let Context { now, again, .. } = context;
    let (new, return_results) = match mutation {
        Mutation::Put(put) => {
            cells.extend(put_cells(put, now));
            return Ok(());
        }
        Mutation::Delete(delete) => return delete_cells(context, delete, cells),
        Mutation::Increment(increment) => {
            let columns = increment.cells.iter().map(|(family, qualifier, _)| (family, qualifier));
            let done = again.then(|| current_cells(context, &increment.row, columns));
            (done.unwrap_or_else(|| increment_cells(context, increment))?, increment.return_results)
        }
        Mutation::Append(append) => {
            let columns = append.cells.iter().map(|(family, qualifier, _)| (family, qualifier));
            let done = again.then(|| current_cells(context, &append.row, columns));
            (done.unwrap_or_else(|| append_cells(context, append))?, append.return_results)
        }
    };
    if return_results {
        results.extend(new.iter().cloned());
    }
    if !again {
        cells.extend(new);
    }
    Ok(())
}

/// The newest cells of columns.
fn current_cells<'a>(
    context: Context<'_>,
    row: &RowKey,
    columns: impl Iterator<Item = (&'a Family, &'a Qualifier)>,
) -> Result<Vec<Cell>, Error> {
    let mut get = Get::new(row.clone());
    get.columns = columns.map(|(family, qualifier)| (family.clone(), Some(qualifier.clone()))).collect();
    context.read(&get, &mut ())
}

/// The cells of a put.
pub(super) fn put_cells(put: &Put, now: i64) -> impl Iterator<Item = Cell> {
    put.cells.iter().map(move |cell| {
        let timestamp = latest_to(cell.timestamp, now);
        Cell::new(&put.row, &cell.family, &cell.qualifier, timestamp, CellType::Put, &cell.value).with_ttl(put.ttl)
    })
}

/// The time of a cell: the one given, or now where none or "latest" is.
fn latest_to(timestamp: Option<i64>, now: i64) -> i64 {
    timestamp.filter(|&timestamp| timestamp != LATEST_TIMESTAMP).unwrap_or(now)
}

/// The markers of a delete, in the order of families.
///
/// Source: `HRegion.prepareDelete`, `HRegion.prepareDeleteTimestamps`.
fn delete_cells(context: Context<'_>, delete: &Delete, cells: &mut Vec<Cell>) -> Result<(), Error> {
    let Context { region, now, .. } = context;
    let marker = |family: &[u8], qualifier: &[u8], timestamp, kind| {
        Cell::new(&delete.row, family, qualifier, timestamp, kind, b"")
    };
    let time = |own: &Option<i64>| own.or(delete.timestamp).filter(|&timestamp| timestamp != LATEST_TIMESTAMP);
    if delete.cells.is_empty() {
        let timestamp = time(&None).unwrap_or(now);
        cells.extend(region.stores.keys().map(|family| marker(family, b"", timestamp, CellType::DeleteFamily)));
        return Ok(());
    }
    // A family marker takes the place of whatever was added for its family before.
    let replaced = |at: usize, family: &Family| {
        delete.cells[at + 1..].iter().any(|later| matches!(later, DeleteCell::Family { family: f, .. } if f == family))
    };
    let mut mentions: Vec<(&Family, &Qualifier)> = Vec::new();
    for (at, cell) in delete.cells.iter().enumerate() {
        if replaced(at, cell.family()) {
            continue;
        }
        let new = match cell {
            DeleteCell::Family { family, timestamp } => {
                marker(family, b"", time(timestamp).unwrap_or(now), CellType::DeleteFamily)
            }
            DeleteCell::FamilyVersion { family, timestamp } => {
                marker(family, b"", time(timestamp).unwrap_or(now), CellType::DeleteFamilyVersion)
            }
            DeleteCell::Columns { family, qualifier, timestamp } => {
                marker(family, qualifier, time(timestamp).unwrap_or(now), CellType::DeleteColumn)
            }
            DeleteCell::Column { family, qualifier, timestamp } => {
                let timestamp = match time(timestamp) {
                    Some(timestamp) => timestamp,
                    None => {
                        mentions.push((family, qualifier));
                        let nth = mentions.iter().filter(|&&column| column == (family, qualifier)).count();
                        newest(context, &delete.row, family, qualifier, nth)?.unwrap_or(now)
                    }
                };
                marker(family, qualifier, timestamp, CellType::Delete)
            }
        };
        cells.push(new);
    }
    Ok(())
}

/// The time of the `nth` newest visible version of a column.
fn newest(
    context: Context<'_>,
    row: &RowKey,
    family: &Family,
    qualifier: &Qualifier,
    nth: usize,
) -> Result<Option<i64>, Error> {
    let mut get = Get::new(row.clone());
    get.columns.push((family.clone(), Some(qualifier.clone())));
    get.versions = i32::try_from(nth).unwrap_or(i32::MAX);
    let found = context.read(&get, &mut ())?;
    Ok(found.get(nth - 1).map(Cell::timestamp))
}

fn increment_cells(context: Context<'_>, increment: &Increment) -> Result<Vec<Cell>, Error> {
    let amounts = increment.cells.iter().map(|(family, qualifier, amount)| (family, qualifier, *amount)).collect();
    let Increment { row, time_range, ttl, .. } = increment;
    update_cells(context, row, amounts, (*time_range, *ttl), |current, &amount| {
        let Some(current) = current else { return Ok(bytes::from_long(amount).to_vec()) };
        let Some(number) = bytes::to_long(current.value()) else {
            let (family, qualifier) = (current.family_name(), current.qualifier_name());
            return Err(Error::NotALong { family, qualifier, width: current.value().len() });
        };
        Ok(bytes::from_long(number.wrapping_add(amount)).to_vec())
    })
}

fn append_cells(context: Context<'_>, append: &Append) -> Result<Vec<Cell>, Error> {
    let Append { row, time_range, ttl, .. } = append;
    let values = append.cells.iter().map(|(family, qualifier, value)| (family, qualifier, value)).collect();
    update_cells(context, row, values, (*time_range, *ttl), |current, value| {
        Ok(current.map_or(&[][..], Cell::value).iter().chain(value.iter()).copied().collect())
    })
}

/// The new cells of an Increment or Append. Each is computed from the newest visible version of its column, also where
/// a column is named twice, is stamped after it, and lives as long unless the operation has a lifetime of its own.
///
/// Source: `HRegion.MutationBatchOperation.reckonDeltas`.
fn update_cells<T>(
    context: Context<'_>,
    row: &RowKey,
    mut deltas: Vec<(&Family, &Qualifier, T)>,
    (time_range, ttl): (TimeRange, Option<u64>),
    value: impl Fn(Option<&Cell>, &T) -> Result<Vec<u8>, Error>,
) -> Result<Vec<Cell>, Error> {
    order::sort_by(&mut deltas, |(family, qualifier, _), (f, q, _)| (family, qualifier).cmp(&(f, q)));
    let Context { region, now, .. } = context;
    let mut found = Vec::new();
    for deltas in deltas.chunk_by(|(left, ..), (right, ..)| left == right) {
        let mut get = Get::new(row.clone());
        get.time_range = time_range;
        get.columns = deltas.iter().map(|&(family, qualifier, _)| (family.clone(), Some(qualifier.clone()))).collect();
        get.columns.dedup();
        found.extend(context.read(&get, &mut ())?);
    }
    let mut cells = Vec::with_capacity(deltas.len());
    for (family, qualifier, delta) in &deltas {
        let current = found.iter().find(|cell| cell.family() == &***family && cell.qualifier() == &***qualifier);
        let value = value(current, delta)?;
        let timestamp = current.map_or(now, |cell| now.max(cell.timestamp().saturating_add(1)));
        let mut cell = Cell::new(row, family, qualifier, timestamp, CellType::Put, &value).with_ttl(ttl);
        if cell.ttl().is_none() {
            cell = cell.with_ttl(current.and_then(Cell::ttl));
        }
        let size = cell.serialized_size() + 4;
        if size > MAX_CELL_SIZE {
            let region = region.name.to_string();
            return Err(Refused::CellTooLarge { size, limit: MAX_CELL_SIZE, region }.into());
        }
        cells.push(cell);
    }
    Ok(cells)
}

/// `hbase.server.keyvalue.maxsize`: the largest cell a server takes.
pub(crate) const MAX_CELL_SIZE: usize = 10_485_760;

/// What `NOT_EQUAL` means where nothing, or an empty value, is expected.
#[derive(Clone, Copy)]
pub(super) enum Null {
    /// "Present and not empty", in a conditional write of one row.
    Negated,
    /// The same as `EQUAL`, since the multi-row endpoint does not tell the two operators apart.
    Plain,
}

/// Whether a condition holds, and the cell that it was compared with.
pub(super) struct Checked {
    pub(super) holds: bool,
    pub(super) cell: Option<Cell>,
}

/// Compares a condition with what is stored. The expected value stands on the left of the operator.
///
/// All families are read at once: HBase opens the scanner of a condition below the place where a read gets the region's
/// default, which is to read families on demand. A filter that looks at one family thus also meets the cells of the
/// others, and a row that has nothing in that family is not left out before the filter has judged it.
///
/// Source: `HRegion.checkAndMutateInternal`, `MultiRowMutationEndpoint.matches`.
pub(super) fn check(
    context: Context<'_>,
    row: &RowKey,
    condition: &Condition,
    null: Null,
    observer: &mut dyn Observer,
) -> Result<Checked, Error> {
    let mut get = Get { load_families_on_demand: Some(false), ..Get::new(row.clone()) };
    let column = match condition {
        Condition::Column { family, qualifier, time_range, .. } => {
            get.columns.push((family.clone(), Some(qualifier.clone())));
            get.time_range = *time_range;
            Some((family.clone(), qualifier.clone()))
        }
        Condition::Filter { filter, time_range } => {
            get.filter = Some(filter.clone());
            get.time_range = *time_range;
            None
        }
    };
    let cell = context.read(&get, observer)?.into_iter().next();
    let holds = match condition {
        Condition::Filter { .. } => cell.is_some(),
        Condition::Column { op, value, .. } => {
            let expected = value.as_deref().filter(|value| !value.is_empty());
            match (expected, &cell) {
                (None, found) => {
                    let absent = found.as_ref().is_none_or(|cell| cell.value().is_empty());
                    match null {
                        Null::Negated => absent != (*op == CompareOp::NotEqual),
                        Null::Plain => absent,
                    }
                }
                (Some(_), None) => false,
                (Some(expected), Some(cell)) => op.holds(expected.cmp(cell.value())),
            }
        }
    };
    if observer.listens() {
        let (region, row, found) = (context.region.id, row.clone(), cell.clone());
        observer.hear(Event::ConditionChecked { region, row, column, found, holds });
    }
    Ok(Checked { holds, cell })
}
