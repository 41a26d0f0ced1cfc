//! Where a row would land.

use crate::form::note::{Note, Weight};
use crate::intent::{AdminIntent, Field, Intent, Slot};
use crate::notation::SEPARATOR;
use crate::scenario::Start;
use crate::sim::world::World;
use crate::view::{Chart, KeyField, Printer, RegionLines, ViewRequest};
use crate::words::{self, Regions};
use splitpoint_model::cell::KeyRef;

/// Where a row would land.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Landing {
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

/// Fields that take a row key, or an end of a range of them, with the key, where there is one.
fn keys(intent: &Intent) -> Vec<(Slot, &[u8])> {
    match intent {
        Intent::Pages(pages) => vec![(Field::Start.into(), &pages.start)],
        Intent::Admin(AdminIntent::Split { at: Some(at), .. }) => vec![(Field::At.into(), at)],
        Intent::FirstRow { .. } | Intent::LastRow { .. } => Vec::new(),
        intent => {
            let mut rows = intent.rows();
            rows.retain(|(slot, _)| !matches!(slot.of, Some((Field::Conditions, _))));
            rows
        }
    }
}

/// Where the keys of an intent would land among the lines of this request, at the fields that they were typed into.
pub fn hints(start: &Start, world: &World, request: &ViewRequest, intent: &Intent) -> Vec<Note> {
    let hint = |(slot, key): (Slot, &[u8])| {
        let place = place(start, world, request, key)?;
        // A field of a list has no room for more than the region.
        let sentence = if slot.of.is_some() { place.home() } else { place.sentence() };
        Some(Note { slot: Some(slot), weight: Weight::Hint, sentence })
    };
    keys(intent).into_iter().filter_map(hint).collect()
}

impl Landing {
    /// The region, and its server.
    fn home(&self) -> String {
        format!("{} on server {}", self.region, self.server)
    }

    /// Where it is, by its neighbours.
    fn sentence(&self) -> String {
        let home = self.home();
        let row = |fields: &Option<Vec<KeyField>>| {
            let fields = fields.as_deref()?.iter().map(|field| field.text.as_str());
            Some(fields.collect::<Vec<_>>().join(SEPARATOR))
        };
        match (self.exists, row(&self.after), row(&self.before)) {
            (true, ..) => format!("{home}: there are cells of this row."),
            (false, Some(after), Some(before)) => format!("{home}, between {after} and {before}."),
            (false, Some(after), None) => format!("{home}, after {after}: the last row."),
            (false, None, Some(before)) => format!("{home}, before {before}: the first row."),
            (false, None, None) => format!("{home}: the first row of all."),
        }
    }
}

/// Where a row would land in the table and among the lines of this request. `None` where there is no such table, or
/// no row.
pub fn place(start: &Start, world: &World, request: &ViewRequest, row: &[u8]) -> Option<Landing> {
    if row.is_empty() {
        return None;
    }
    let now = world.clock().now();
    let chart = Chart::new(world.cluster(), &request.table, now, request.old_versions);
    let place = chart.locate(row)?;
    let printer = Printer::new(start.key_in(world.cluster(), &request.table), request.notation);
    let first = place.lines.rank(KeyRef::first_on_row(row));
    let behind = place.lines.rank(KeyRef::last_on_row(row));
    let row_at = |place: &RegionLines<'_>, at: usize| {
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
    Some(Landing {
        region: world.label(place.region.id()),
        range: printer.range(place.region.start(), place.region.end()),
        server: words::server_name(place.region.server()),
        after,
        before,
        line: (place.first + first) as u64,
        exists: place.lines.holds(row),
    })
}
