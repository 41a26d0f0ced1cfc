//! The kinds of promises, as data.

use super::read;
use super::{Fact, Property};
use crate::intent::Raw;
use crate::sim::world::{Actor, World};
use splitpoint_model::cell::{Cell, CellType};
use splitpoint_model::event::Event;
use splitpoint_model::map::Map;
use splitpoint_model::query::Metrics;

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
    /// No operation of a client takes more than so much.
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
}

impl Resource {
    fn of(self, cost: &Metrics) -> u64 {
        match self {
            Self::Calls => cost.rpc_calls,
            Self::Rows => cost.rows_scanned,
            Self::Cells => cost.cells_examined,
        }
    }
}

/// Row, family, qualifier.
type Column = (Raw, Raw, Raw);

/// Value of a column; `None` where it was deleted.
type Values = Map<Column, Option<Raw>>;

/// What a promise remembers while an order is played.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Remembered {
    /// Nothing: the promise is about the end only.
    Nothing,
    /// It is broken.
    Broken,
    /// Writes that are in the log and not acknowledged yet, and those that are acknowledged.
    Written {
        /// Not acknowledged yet, by client.
        at_work: Map<u8, Values>,
        /// Acknowledged, by client.
        acknowledged: Map<u8, Values>,
    },
    /// How much the present operation of each client has taken.
    Spent(Map<u8, u64>),
}

/// Whether an event may change what readers see.
fn shows(event: &Event) -> bool {
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

impl Promise {
    fn hear_of_writes(&self, table: &str, fact: &Fact<'_>, state: &mut Remembered) {
        let Remembered::Written { at_work, acknowledged } = state else { return };
        let mut look = fact.events.iter().any(shows);
        if let Actor::Client(client) = fact.actor {
            for event in fact.events {
                match event {
                    Event::WalAppended { region, cells, .. } => {
                        let name = fact.world.cluster().region(*region).map(|region| region.table_name());
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
                            look = true;
                            acknowledged.get_or_default(client).extend(written);
                        }
                    }
                    _ => {}
                }
            }
        }
        let is_there = |(column, value): (&Column, &Option<Raw>)| has(fact.world, table, column, value.as_ref());
        let is_kept = !look || acknowledged.values().flat_map(Map::iter).all(is_there);
        if !is_kept {
            *state = Remembered::Broken;
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

    fn start(&self, world: &World) -> Remembered {
        match self {
            Self::Row { .. } | Self::Rows { .. } | Self::Cell { .. } => Remembered::Nothing,
            Self::Together { .. } if self.is_together(world) => Remembered::Nothing,
            Self::Together { .. } => Remembered::Broken,
            Self::Acknowledged { .. } => Remembered::Written { at_work: Map::new(), acknowledged: Map::new() },
            Self::AtMost { .. } => Remembered::Spent(Map::new()),
        }
    }

    fn listens(&self) -> bool {
        matches!(self, Self::Acknowledged { .. } | Self::Together { .. })
    }

    fn step(&self, state: &mut Remembered, fact: &Fact<'_>) {
        match (self, &mut *state) {
            (_, Remembered::Broken) => {}
            (Self::Acknowledged { table }, _) => self.hear_of_writes(table, fact, state),
            (Self::Together { .. }, _) if fact.events.iter().any(shows) && !self.is_together(fact.world) => {
                *state = Remembered::Broken;
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

    fn is_kept(&self, state: &Remembered, world: &World) -> bool {
        match (self, state) {
            (_, Remembered::Broken) => false,
            (Self::Row { table, row, there }, _) => {
                read::row(world, table, row).is_some_and(|result| result.cells.is_empty() != *there)
            }
            (Self::Rows { table, count }, _) => read::count(world, table) == Some(*count),
            (Self::Cell { table, row, family, qualifier, value }, _) => read::row(world, table, row)
                .is_some_and(|result| result.value(family.as_bytes(), qualifier) == value.as_deref()),
            (Self::Acknowledged { table }, Remembered::Written { acknowledged, .. }) => {
                let is_there = |(column, value): (&Column, &Option<Raw>)| {
                    read::row(world, table, &column.0).is_some() && has(world, table, column, value.as_ref())
                };
                acknowledged.values().flat_map(Map::iter).all(is_there)
            }
            _ => true,
        }
    }
}
