//! How a promise reads a world: on a copy of the cluster, by a new client that knows no region.

use crate::sim::world::World;
use splitpoint_model::client::{Client, Request, Response};
use splitpoint_model::query::{Get, RowResult, Scan};

/// The number of that client, which no client of a world has.
const PASSER_BY: u8 = u8::MAX - 1;

fn ask(world: &World, request: Request) -> Option<Response> {
    let mut cluster = world.cluster().clone();
    Client::new(PASSER_BY).run(&mut cluster, request, world.clock().now(), &mut ()).ok()
}

/// A row as it is visible. `None` where it cannot be read now, as when its region is not open.
pub(super) fn row(world: &World, table: &str, row: &[u8]) -> Option<RowResult> {
    match ask(world, Request::Get(table.into(), Get::new(row)))? {
        Response::Row(result) => Some(result),
        _ => None,
    }
}

/// All rows that are visible. `None` where not all can be read now.
pub(crate) fn rows(world: &World, table: &str) -> Option<Vec<RowResult>> {
    match ask(world, Request::Scan(table.into(), Scan::default()))? {
        Response::Rows { results, .. } => Some(results),
        _ => None,
    }
}

/// How many rows are visible. `None` where not all can be read now.
pub(crate) fn count(world: &World, table: &str) -> Option<usize> {
    rows(world, table).map(|rows| rows.len())
}
