//! The kinds of promises, as data.

use super::read::{self, Sight};
use super::{Fact, Property};
use crate::intent::Raw;
use crate::sim::answer::Came;
use crate::sim::world::{Actor, World};
use splitpoint_model::cell::{Cell, CellType};
use splitpoint_model::event::Event;
use splitpoint_model::map::Map;
use splitpoint_model::query::{Metrics, RowResult};
use splitpoint_model::region::Region;

/// A promise: something that is to be true at the end of an order, or all the way there.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Promise {
    /// At the end a row is there, or is not.
    Row {
        /// Table.
        table: String,
        /// Row key.
        row: Raw,
        /// Whether it is there.
        there: bool,
    },
    /// At the end a table has so many rows.
    Rows {
        /// Table.
        table: String,
        /// How many.
        count: usize,
    },
    /// At the end the newest value of a column is this one; `None`: there is none.
    Cell {
        /// Table.
        table: String,
        /// Row key.
        row: Raw,
        /// Family.
        family: String,
        /// Qualifier.
        qualifier: Raw,
        /// Value.
        value: Option<Raw>,
    },
    /// What a client was told is written stays: from then on its column has this value whenever it can be read, until the
    /// same client writes there again. A write of somebody else in its place breaks the promise.
    Acknowledged {
        /// Table.
        table: String,
    },
    /// Values of several rows become visible together: whoever looks sees all of them or none.
    Together {
        /// Table.
        table: String,
        /// Row, family, qualifier and value of each.
        cells: Vec<(Raw, String, Raw, Raw)>,
    },
    /// A write that was refused leaves nothing behind: no value of an operation that failed, or whose condition did not hold,
    /// can be read afterwards, until somebody writes to that column again.
    Refused {
        /// Table.
        table: String,
    },
    /// No row is newer than the first one, at any time. A row is as old as the oldest of its cells that a read shows.
    Newest {
        /// Table.
        table: String,
    },
    /// No two rows have the same newest value in a column, at any time.
    Once {
        /// Table.
        table: String,
        /// Family.
        family: String,
        /// Qualifier.
        qualifier: Raw,
    },
    /// At the end all rows whose keys begin with these bytes are in one region.
    Near {
        /// Table.
        table: String,
        /// The beginning of their keys.
        prefix: Raw,
    },
    /// At the end no region has more than this share of the table.
    Largest {
        /// Table.
        table: String,
        /// The limit, included.
        percent: u8,
        /// What the share is counted in.
        of: Share,
    },
    /// No page of a read that goes page by page has a row that was on a page before, and no row is skipped.
    Pages {
        /// Table.
        table: String,
    },
    /// No operation of a client takes more than so many calls, rows, cells or blocks.
    AtMost {
        /// What is counted.
        resource: Resource,
        /// The limit, included.
        most: u64,
        /// The client whose operations are limited; `None`: those of every client.
        client: Option<u8>,
    },
}

/// What is counted of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Resource {
    /// Calls to servers.
    Calls,
    /// Rows that servers read to their end.
    Rows,
    /// Cells that scanners look at.
    Cells,
    /// Blocks of files that are read, from the disk or from the cache.
    Blocks,
}

/// What the size of a region is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Share {
    /// Rows that a read shows.
    Rows,
    /// Bytes of files and memstores.
    Bytes,
}

impl Resource {
    fn of(self, cost: &Metrics) -> u64 {
        match self {
            Self::Calls => cost.rpc_calls,
            Self::Rows => cost.rows_scanned,
            Self::Cells => cost.cells_examined,
            Self::Blocks => cost.blocks_scanned,
        }
    }
}

/// Row, family, qualifier.
type Column = (Raw, Raw, Raw);

/// Value of a column; `None` where it was deleted.
type Values = Map<Column, Option<Raw>>;

/// The state of a promise while an order of steps is played.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Remembered {
    /// Nothing: the promise is about the end only.
    Nothing,
    /// The promise is broken, which nothing can mend.
    Broken,
    /// Writes that are in the log and not acknowledged yet, and those that are acknowledged.
    Written {
        /// Values that are not acknowledged yet, by client.
        at_work: Map<u8, Values>,
        /// Values that the client was told are written, by client.
        acknowledged: Map<u8, Values>,
    },
    /// Writes of each client that are not told of yet, and values that were refused.
    Refused {
        /// What the operation of each client has written so far that has no answer yet.
        at_work: Map<u8, Attempt>,
        /// Values of operations that failed, or whose condition did not hold.
        refused: Values,
    },
    /// How much the present operation of each client has taken.
    Spent(Map<u8, u64>),
}

/// What an operation that is under way has sent to a log.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Attempt {
    /// Values written in the present round trip.
    now: Values,
    /// Values written in earlier round trips, which failed.
    before: Values,
    /// Whether the last condition did not hold.
    denied: bool,
}

/// Whether an event may change what readers see, or in which regions it lies.
pub(crate) fn shows(event: &Event) -> bool {
    matches!(
        event,
        Event::Published { .. }
            | Event::RegionOpened { .. }
            | Event::FlushFinished { .. }
            | Event::CompactionFinished { .. }
            | Event::MetaWritten { .. }
            | Event::TableChanged { .. }
    )
}

/// Rows of a table of which readers may see something else after an atom.
enum Touched<'a> {
    /// Any row: regions were opened, or files were written.
    All,
    /// Only these rows: writes to them became visible.
    Rows(Vec<&'a [u8]>),
}

impl<'a> Touched<'a> {
    fn by(fact: &Fact<'a>, table: &str) -> Self {
        let mut rows = Vec::new();
        for event in fact.events.iter().filter(|event| shows(event)) {
            let Event::Published { region: id, .. } = event else { return Self::All };
            let Some(region) = fact.sight.world.cluster().region(*id) else { return Self::All };
            if **region.table_name() != *table {
                continue;
            }
            // The write that is over gives back its rows; those that it held back are still there.
            rows.extend(fact.events.iter().filter_map(|event| match event {
                Event::RowUnlocked { region, row } if region == id => Some(&**row),
                _ => None,
            }));
            rows.extend(region.writes().values().flat_map(|write| write.rows()).map(|row| &**row));
        }
        Self::Rows(rows)
    }

    /// Whether readers may see something else of this row.
    fn has(&self, row: &[u8]) -> bool {
        match self {
            Self::All => true,
            Self::Rows(rows) => rows.contains(&row),
        }
    }
}

fn column_of(cell: &Cell) -> Column {
    (cell.row().to_vec(), cell.family().to_vec(), cell.qualifier().to_vec())
}

/// Notes what a cell in the log writes. Where only some versions of a column are deleted, nothing is promised of it any
/// more.
fn note(values: &mut Values, cell: &Cell) {
    match cell.cell_type() {
        CellType::Put => {
            values.insert(column_of(cell), Some(cell.value().to_vec()));
        }
        CellType::DeleteColumn => {
            values.insert(column_of(cell), None);
        }
        CellType::Delete => {
            values.remove(&column_of(cell));
        }
        _ => values.retain(|(row, family, _), _| row != cell.row() || family != cell.family()),
    }
}

/// Whether a column has this value. Where it cannot be read now, nothing contradicts it.
fn has(world: &World, table: &str, (row, family, qualifier): &Column, value: Option<&Raw>) -> bool {
    let Some(result) = read::row(world, table, row) else { return true };
    result.value(family, qualifier) == value.map(Vec::as_slice)
}

/// Whether no row is newer than the first.
fn is_first_newest(rows: &[RowResult]) -> bool {
    let age = |row: &RowResult| row.cells.iter().map(Cell::timestamp).min();
    let first = rows.first().and_then(age);
    rows.iter().all(|row| age(row) <= first)
}

/// How much each region of a table has. `None` where its rows are counted and not all can be read.
fn sizes(sight: &Sight<'_>, table: &str, of: Share) -> Option<Vec<u64>> {
    let regions = || sight.world.cluster().regions(table);
    match of {
        Share::Bytes => Some(regions().map(|region| region.size_bytes() + region.memstore_data()).collect()),
        Share::Rows => {
            let rows = sight.rows(table)?;
            let own =
                |region: &Region| rows.iter().filter_map(RowResult::row).filter(|row| region.contains(row)).count();
            Some(regions().map(|region| own(region) as u64).collect())
        }
    }
}

/// Whether none of these is more than so many percent of their sum.
fn is_at_most(sizes: &[u64], percent: u8) -> bool {
    let sum: u128 = sizes.iter().map(|size| u128::from(*size)).sum();
    sizes.iter().all(|size| u128::from(*size) * 100 <= sum * u128::from(percent))
}

impl Promise {
    fn hear_of_writes(&self, table: &str, fact: &Fact<'_>, state: &mut Remembered) {
        let Remembered::Written { at_work, acknowledged } = state else { return };
        let (touched, mut told) = (Touched::by(fact, table), true);
        if let Actor::Client(client) = fact.actor {
            for event in fact.events {
                match event {
                    Event::WalAppended { region, cells, .. } | Event::WalSkipped { region, cells, .. } => {
                        let name = fact.sight.world.cluster().region(*region).map(|region| region.table_name());
                        if name.is_some_and(|name| **name == *table) {
                            let values = at_work.get_or_default(client);
                            cells.iter().for_each(|cell| note(values, cell));
                            // It may be told of before the earlier one is looked at again.
                            if let Some(own) = acknowledged.get_mut(&client) {
                                let columns: Vec<Column> = cells.iter().map(column_of).collect();
                                own.retain(|column, _| !columns.contains(column));
                                let whole =
                                    |kind| matches!(kind, CellType::DeleteFamily | CellType::DeleteFamilyVersion);
                                cells.iter().filter(|cell| whole(cell.cell_type())).for_each(|cell| note(own, cell));
                            }
                        }
                    }
                    Event::OperationDone { error } => {
                        let written = at_work.remove(&client).filter(|_| error.is_none());
                        if let Some(written) = written.filter(|written| !written.is_empty()) {
                            told &= written
                                .iter()
                                .all(|(column, value)| has(fact.sight.world, table, column, value.as_ref()));
                            acknowledged.get_or_default(client).extend(written);
                        }
                    }
                    _ => {}
                }
            }
        }
        let is_there = |(column, value): (&Column, &Option<Raw>)| {
            !touched.has(&column.0) || has(fact.sight.world, table, column, value.as_ref())
        };
        if !told || !acknowledged.values().flat_map(Map::iter).all(is_there) {
            *state = Remembered::Broken;
        }
    }

    fn hear_of_refusals(table: &str, fact: &Fact<'_>, state: &mut Remembered) {
        let Remembered::Refused { at_work, refused } = state else { return };
        let mut touched = Touched::by(fact, table);
        if let Actor::Client(client) = fact.actor {
            for event in fact.events {
                let attempt = at_work.get_or_default(client);
                match event {
                    Event::RpcSent { .. } => {
                        attempt.before.extend(std::mem::take(&mut attempt.now));
                        attempt.denied = false;
                    }
                    Event::ConditionChecked { holds, .. } => attempt.denied = !holds,
                    Event::WalAppended { region, cells, .. } => {
                        let name = fact.sight.world.cluster().region(*region).map(|region| region.table_name());
                        if name.is_some_and(|name| **name == *table) {
                            for cell in cells {
                                // A new write to a column ends what was noted of it: its value may be there from now
                                // on.
                                note(&mut attempt.before, cell);
                                note(refused, cell);
                                note(&mut attempt.now, cell);
                                attempt.before.remove(&column_of(cell));
                                refused.remove(&column_of(cell));
                            }
                        }
                    }
                    Event::RpcAnswered { error: None, .. } => attempt.now.clear(),
                    Event::OperationDone { error } => {
                        let Some(Attempt { now, before, denied }) = at_work.remove(&client) else { continue };
                        if error.is_some() || denied {
                            let sent = before.into_iter().chain(now).filter(|(_, value)| value.is_some());
                            refused.extend(sent);
                            touched = Touched::All;
                        }
                    }
                    _ => {}
                }
            }
            if at_work.get(&client).is_some_and(|attempt| *attempt == Attempt::default()) {
                at_work.remove(&client);
            }
        }
        let is_there = |((row, family, qualifier), value): (&Column, &Option<Raw>)| {
            let there = || read::row(fact.sight.world, table, row);
            touched.has(row) && there().is_some_and(|result| result.value(family, qualifier) == value.as_deref())
        };
        if refused.iter().any(is_there) {
            *state = Remembered::Broken;
        }
    }

    /// Whether it is about the end only: it may be so at one moment, not at the next, and then again.
    pub fn is_about_end(&self) -> bool {
        matches!(
            self,
            Self::Row { .. } | Self::Rows { .. } | Self::Cell { .. } | Self::Near { .. } | Self::Largest { .. }
        )
    }

    /// Whether it holds at a moment. `None` where what it is about cannot be read then, and where it is not about the end
    /// only.
    pub(crate) fn at(&self, sight: &Sight<'_>) -> Option<bool> {
        let world = sight.world;
        match self {
            Self::Row { table, row, there } => Some(read::row(world, table, row)?.cells.is_empty() != *there),
            Self::Rows { table, count } => Some(sight.rows(table)?.len() == *count),
            Self::Cell { table, row, family, qualifier, value } => {
                Some(read::row(world, table, row)?.value(family.as_bytes(), qualifier) == value.as_deref())
            }
            Self::Near { table, prefix } => {
                let rows = sight.rows(table)?;
                let own = rows.iter().filter_map(RowResult::row).filter(|row| row.starts_with(prefix));
                let mut regions = own.map(|row| world.cluster().locate(table, row).map(Region::id));
                let first = regions.next();
                Some(regions.all(|region| Some(region) == first))
            }
            Self::Largest { table, percent, of } => Some(is_at_most(&sizes(sight, table, *of)?, *percent)),
            _ => None,
        }
    }

    /// Whether a promise about every moment holds at this one; what cannot be read contradicts nothing.
    fn is_so(&self, sight: &Sight<'_>) -> bool {
        match self {
            Self::Together { .. } => self.is_together(sight.world),
            Self::Newest { table } => sight.rows(table).is_none_or(|rows| is_first_newest(&rows)),
            Self::Once { table, family, qualifier } => sight.rows(table).is_none_or(|rows| {
                let mut values: Vec<&[u8]> =
                    rows.iter().filter_map(|row| row.value(family.as_bytes(), qualifier)).collect();
                values.sort_unstable();
                values.windows(2).all(|pair| pair[0] != pair[1])
            }),
            _ => true,
        }
    }

    fn is_together(&self, world: &World) -> bool {
        let Self::Together { table, cells } = self else { return true };
        let there = cells.iter().map(|(row, family, qualifier, value)| {
            let result = read::row(world, table, row)?;
            Some(result.value(family.as_bytes(), qualifier) == Some(value))
        });
        let Some(there) = there.collect::<Option<Vec<bool>>>() else { return true };
        there.iter().all(|there| *there) || !there.contains(&true)
    }
}

impl Property for Promise {
    type State = Remembered;

    fn start(&self, sight: &Sight<'_>) -> Remembered {
        match self {
            Self::Together { .. } | Self::Newest { .. } | Self::Once { .. } if !self.is_so(sight) => Remembered::Broken,
            Self::Refused { .. } => Remembered::Refused { at_work: Map::new(), refused: Map::new() },
            Self::Acknowledged { .. } => Remembered::Written { at_work: Map::new(), acknowledged: Map::new() },
            Self::AtMost { .. } => Remembered::Spent(Map::new()),
            _ => Remembered::Nothing,
        }
    }

    fn listens(&self) -> bool {
        let about_every_moment = matches!(self, Self::Together { .. } | Self::Newest { .. } | Self::Once { .. });
        about_every_moment || matches!(self, Self::Acknowledged { .. } | Self::Refused { .. })
    }

    fn compares_rows(&self) -> bool {
        matches!(self, Self::Newest { .. })
    }

    fn step(&self, state: &mut Remembered, fact: &Fact<'_>) {
        match (self, &mut *state) {
            (_, Remembered::Broken) => {}
            (Self::Acknowledged { table }, _) => self.hear_of_writes(table, fact, state),
            (Self::Refused { table }, _) => Self::hear_of_refusals(table, fact, state),
            (Self::Together { .. } | Self::Newest { .. } | Self::Once { .. }, _)
                if fact.events.iter().any(shows) && !self.is_so(fact.sight) =>
            {
                *state = Remembered::Broken;
            }
            (Self::Pages { table }, _) => {
                let page = fact.answer.filter(|answer| *answer.table == **table).map(|answer| &answer.came);
                if let Some(Came::Page(page)) = page
                    && !(page.again.is_empty() && page.missed.is_empty())
                {
                    *state = Remembered::Broken;
                }
            }
            (Self::AtMost { resource, most, client }, Remembered::Spent(spent)) => {
                let Actor::Client(actor) = fact.actor else { return };
                if client.is_some_and(|client| client != actor) {
                    return;
                }
                let sum = spent.get_or_default(actor);
                *sum += resource.of(&fact.cost);
                if *sum > *most {
                    *state = Remembered::Broken;
                } else if fact.over || *sum == 0 {
                    spent.remove(&actor);
                }
            }
            _ => {}
        }
    }

    fn is_broken(&self, state: &Remembered) -> bool {
        *state == Remembered::Broken
    }

    fn is_kept(&self, state: &Remembered, sight: &Sight<'_>) -> bool {
        match (self, state) {
            (_, Remembered::Broken) => false,
            (Self::Acknowledged { table }, Remembered::Written { acknowledged, .. }) => {
                let world = sight.world;
                let is_there = |(column, value): (&Column, &Option<Raw>)| {
                    read::row(world, table, &column.0).is_some() && has(world, table, column, value.as_ref())
                };
                acknowledged.values().flat_map(Map::iter).all(is_there)
            }
            _ => !self.is_about_end() || self.at(sight) == Some(true),
        }
    }
}
