//! What an order has changed: the rows of all tables that differ, as a client reads them that comes afterwards.

use crate::sim::program::How;
use crate::sim::world::World;
use splitpoint_model::bytes::TableName;
use splitpoint_model::cell::Cell;
use splitpoint_model::cluster::Cluster;
use splitpoint_model::map::{Map, Set};
use splitpoint_model::query::RowResult;

/// Family, qualifier and newest value of each column of a row, in the order of columns.
type Columns = Vec<(Vec<u8>, Vec<u8>, Vec<u8>)>;

/// More milliseconds than an order takes, each of whose atoms takes one.
const LATER: i64 = 30_000;

/// A row that differs from how it was before the order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RowChange {
    /// Its table.
    pub table: TableName,
    /// Its key.
    pub row: Vec<u8>,
    /// Family, qualifier and newest value of each of its columns, in their order; empty where the row is gone.
    pub cells: Vec<(Vec<u8>, Vec<u8>, Vec<u8>)>,
}

/// What an order has led to. Two orders have the same ending where no reader can tell them apart afterwards: times of
/// cells and numbers of regions do not count.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ending {
    /// Rows that differ from how they were, by table and key. `None`: some table cannot be read.
    pub changes: Option<Vec<RowChange>>,
    /// Clients, ascending (0 is A), whose last program failed.
    pub failed: Vec<u8>,
}

/// All rows as they are before orders begin.
#[derive(Clone, Debug)]
pub struct Before {
    rows: Map<TableName, Vec<(Vec<u8>, Columns)>>,
    /// Tables that can be read, and of which no cell expires while orders are searched.
    steady: Set<TableName>,
    cluster: Cluster,
}

impl Before {
    /// Rows as they are now. A table that cannot be read has none.
    pub fn new(world: &World) -> Self {
        let (mut all, mut steady) = (Map::new(), Set::new());
        for table in world.cluster().tables().map(|table| &table.name) {
            let now = world.clock().now();
            let known = rows(world, table, now);
            if known.is_some() && known == rows(world, table, now + LATER) {
                steady.insert(table.clone());
            }
            all.insert(table.clone(), known.unwrap_or_default());
        }
        Self { rows: all, steady, cluster: world.cluster().clone() }
    }

    /// How rows differ now, and which clients failed.
    pub fn ending(&self, world: &World) -> Ending {
        let failed = |client: &u8| {
            let ended = world.lane(*client).and_then(|lane| lane.ended());
            ended.is_some_and(|ended| ended.how() == How::Failed)
        };
        Ending { changes: self.changes(world), failed: (0..world.clients()).filter(failed).collect() }
    }

    fn changes(&self, world: &World) -> Option<Vec<RowChange>> {
        let (cluster, now, mut changes) = (world.cluster(), world.clock().now(), Vec::new());
        for table in cluster.tables().map(|table| &table.name) {
            let alike = self.steady.contains(table) && cluster.is_alike(table, &self.cluster);
            if !alike && cluster.is_disabled(table) {
                return None;
            }
            let mut before = self.rows.get(table).map(Vec::as_slice).unwrap_or_default().iter().peekable();
            let mut change = |row: &[u8], cells: Columns| {
                changes.push(RowChange { table: table.clone(), row: row.to_vec(), cells });
            };
            // All are in the order of keys.
            for region in cluster.regions(table) {
                while let Some((gone, _)) = before.next_if(|(old, _)| **old < **region.start()) {
                    change(gone, Columns::new());
                }
                if alike && cluster.is_untouched(region, &self.cluster) {
                    while before.next_if(|(old, _)| region.contains(old)).is_some() {}
                    continue;
                }
                for result in cluster.look_into(region, now)? {
                    let Some(row) = result.row() else { continue };
                    while let Some((gone, _)) = before.next_if(|(old, _)| **old < *row) {
                        change(gone, Columns::new());
                    }
                    let known = before.next_if(|(old, _)| **old == *row);
                    if !known.is_some_and(|(_, cells)| is_same(cells, &result)) {
                        change(row, columns(&result));
                    }
                }
            }
            before.for_each(|(gone, _)| change(gone, Columns::new()));
        }
        Some(changes)
    }
}

fn columns(result: &RowResult) -> Columns {
    let column = |cell: &Cell| (cell.family().to_vec(), cell.qualifier().to_vec(), cell.value().to_vec());
    result.cells.iter().map(column).collect()
}

/// Whether these are the columns of a row. Most rows are as they were, and need not be copied to be compared.
fn is_same(columns: &Columns, result: &RowResult) -> bool {
    let own = columns.iter().map(|(family, qualifier, value)| (&**family, &**qualifier, &**value));
    own.eq(result.cells.iter().map(|cell| (cell.family(), cell.qualifier(), cell.value())))
}

fn rows(world: &World, table: &str, now: i64) -> Option<Vec<(Vec<u8>, Columns)>> {
    let row = |result: &RowResult| Some((result.row()?.to_vec(), columns(result)));
    Some(world.cluster().look_at_all(table, now)?.iter().filter_map(row).collect())
}
