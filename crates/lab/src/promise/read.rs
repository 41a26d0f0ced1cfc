//! How a promise looks at a world: as a client would that comes by now, knows nothing, and leaves no trace.

use crate::sim::world::World;
use splitpoint_model::client::{Client, Request, Response};
use splitpoint_model::query::{Get, RowResult, Scan};

/// A client that is none of the world's.
const PASSER_BY: u8 = u8::MAX - 1;

fn ask(world: &World, request: Request) -> Option<Response> {
    let mut cluster = world.cluster().clone();
    Client::new(PASSER_BY).run(&mut cluster, request, world.clock().now(), &mut ()).ok()
}

/// A row as it is visible. `None` where nobody could read it now.
pub(super) fn row(world: &World, table: &str, row: &[u8]) -> Option<RowResult> {
    match ask(world, Request::Get(table.into(), Get::new(row)))? {
        Response::Row(result) => Some(result),
        _ => None,
    }
}

/// All rows that are visible. `None` where nobody could read them all now.
pub(crate) fn rows(world: &World, table: &str) -> Option<Vec<RowResult>> {
    match ask(world, Request::Scan(table.into(), Scan::default()))? {
        Response::Rows { results, .. } => Some(results),
        _ => None,
    }
}

/// How many rows are visible. `None` where nobody could read them all now.
pub(super) fn count(world: &World, table: &str) -> Option<usize> {
    rows(world, table).map(|rows| rows.len())
}
