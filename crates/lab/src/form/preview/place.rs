//! Where a row would land.

use crate::scenario::Start;
use crate::sim::world::World;
use crate::view::{Chart, KeyField, Place as RegionPlace, Printer, ViewRequest};
use crate::words::{self, Regions};
use splitpoint_model::cell::KeyRef;

/// Where a row would land.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// `r1`.
    pub region: String,
    /// `[−∞, 20)`.
    pub range: String,
    /// The name of its server: `S1`.
    pub server: String,
    /// The row before it, by its fields; `None` where it would be the first.
    pub after: Option<Vec<KeyField>>,
    /// The row behind it; `None` where it would be the last.
    pub before: Option<Vec<KeyField>>,
    /// The line before which it would stand, or its first line where it exists.
    pub line: u64,
    /// Whether there are cells of it, visible or not.
    pub exists: bool,
}

/// Where a row would land in the table and among the lines of this request. `None` where there is no such table, or
/// no row.
pub fn place(start: &Start, world: &World, request: &ViewRequest, row: &[u8]) -> Option<Place> {
    if row.is_empty() {
        return None;
    }
    let now = world.clock().now();
    let chart = Chart::new(world.cluster(), &request.table, now, request.old_versions);
    let place = chart.locate(row)?;
    let printer = Printer::new(start.key(&request.table), request.notation);
    let first = place.lines.rank(KeyRef::first_on_row(row));
    let behind = place.lines.rank(KeyRef::last_on_row(row));
    let row_at = |place: &RegionPlace<'_>, at: usize| {
        let (lines, _) = place.lines.range(at..at + 1);
        lines.first().map(|line| printer.fields(line.cell.row()))
    };
    let at = chart.regions.iter().position(|other| other.region.id() == place.region.id())?;
    let earlier = || chart.regions[..at].iter().rev().find(|place| place.count > 0);
    let later = || chart.regions[at + 1..].iter().find(|place| place.count > 0);
    let after = match first.checked_sub(1) {
        Some(last) => row_at(place, last),
        None => earlier().and_then(|place| row_at(place, place.count - 1)),
    };
    let before = if behind < place.count { row_at(place, behind) } else { later().and_then(|place| row_at(place, 0)) };
    Some(Place {
        region: world.label(place.region.id()),
        range: printer.range(place.region.start(), place.region.end()),
        server: words::server_name(place.region.server()),
        after,
        before,
        line: (place.first + first) as u64,
        exists: place.lines.holds(row),
    })
}
