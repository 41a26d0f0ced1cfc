//! Clients, background work and open scanners.

use super::chart::Chart;
use super::print::Printer;
use super::{ClientView, JobView, MemoryView, ScannerView, WritingView};
use crate::intent::Intent;
use crate::log::Decision;
use crate::sim::world::{self, Actor, NAMES};
use crate::view::Stage;
use crate::words::phrase::Keys;
use crate::words::{self, Regions};
use splitpoint_model::cell::KeyRef;
use splitpoint_model::client::{Location, OpenScan};
use splitpoint_model::region::RegionState;

/// Entries of a lane that are shown.
const ENTRIES: usize = 40;

/// The lane of a client.
pub(super) fn client(stage: &Stage<'_>, id: u8, table: &str, printer: &Printer, keys: Keys<'_>) -> ClientView {
    let actor = Actor::Client(id);
    let entries = stage.entries(actor, ENTRIES, keys);
    let cached = stage.world().lane(id).into_iter().flat_map(|lane| lane.client().cached());
    ClientView {
        id,
        letter: actor.letter().unwrap_or('?'),
        name: NAMES.get(usize::from(id)).copied().unwrap_or_default(),
        state: stage.lane_state(actor, keys),
        upcoming: is_upcoming(stage, id),
        program: stage.title(actor, keys),
        writing: writing(stage, id, table),
        earlier: stage.begun(id).saturating_sub(entries.len() as u64),
        entries,
        next: stage.lane_next(actor, keys),
        memory: stage.memory(id, keys),
        locations: cached
            .filter(|location| *location.table == *table)
            .map(|location| MemoryView {
                name: printer.range(&location.start, &location.end),
                value: format!("{} on {}", stage.world().label(location.region), words::server_name(location.server)),
                stale: stale(stage, location),
            })
            .collect(),
    }
}

/// Whether what a client does next was asked for after this moment: of what it was asked for, the last waits last.
fn is_upcoming(stage: &Stage<'_>, id: u8) -> bool {
    let Some(lane) = stage.world().lane(id).filter(|lane| lane.running().is_some()) else { return false };
    asked(stage, |client, intent| client == id && !matches!(intent, Intent::Admin(_))) > lane.waiting()
}

/// How much of a kind was asked for after this moment.
fn asked(stage: &Stage<'_>, is_meant: impl Fn(u8, &Intent) -> bool) -> usize {
    let upcoming = stage.log.upcoming();
    upcoming.filter(|(_, other)| matches!(other, Decision::Submit(client, intent) if is_meant(*client, intent))).count()
}

/// The write of several cells that a client has under way in a table.
fn writing(stage: &Stage<'_>, id: u8, table: &str) -> Option<WritingView> {
    let mut regions = stage.cluster().regions(table);
    regions.find_map(|region| {
        let write = region.writes().iter().find(|(owner, write)| owner.client == id && write.cells().len() > 1)?.1;
        let cells = write.cells().len() as u64;
        let is_visible = region.mvcc().read_point() >= write.sequence_id();
        Some(WritingView { cells, visible: if is_visible { cells } else { 0 } })
    })
}

/// Why a location that a client remembers is no longer right.
fn stale(stage: &Stage<'_>, location: &Location) -> Option<String> {
    let cluster = stage.world().cluster();
    let label = stage.world().label(location.region);
    let Some(region) = cluster.region(location.region) else { return Some(format!("{label} is gone")) };
    if region.state() == RegionState::Replaced {
        let heirs: Vec<String> = cluster
            .regions(&location.table)
            .filter(|heir| heir.parent() == Some(location.region))
            .map(|heir| stage.world().label(heir.id()))
            .collect();
        return Some(if heirs.is_empty() { format!("{label} is gone") } else { format!("now {}", heirs.join(", ")) });
    }
    (region.server() != location.server).then(|| format!("{label} moved to {}", words::server_name(region.server())))
}

/// Open scanners of all clients in this table, by where they stand.
pub(super) fn scanners(stage: &Stage<'_>, chart: &Chart<'_>, table: &str) -> Vec<ScannerView> {
    let mut scanners = Vec::new();
    for id in 0..stage.world().clients() {
        let Some(lane) = stage.world().lane(id) else { continue };
        for scan in lane.client().scanners().filter(|scan| **scan.table == *table) {
            scanners.push(ScannerView {
                client: world::letter(id),
                line: stands(chart, &scan) as u64,
                read_point: scan.read_point,
                region: scan.region.map(|region| region.0),
            });
        }
    }
    splitpoint_model::order::sort_by(&mut scanners, |one, two| (one.line, one.client).cmp(&(two.line, two.client)));
    scanners
}

/// The line before which a scanner has come to a stand.
fn stands(chart: &Chart<'_>, scan: &OpenScan<'_>) -> usize {
    let rank = |key: KeyRef<'_>| chart.locate(key.row).map(|place| place.rank(key));
    let began = match (scan.reversed, scan.start.is_empty()) {
        (true, true) => Some(chart.len()),
        (true, false) => rank(KeyRef::last_on_row(scan.start)),
        (false, _) => rank(KeyRef::first_on_row(scan.start)),
    };
    let fetched = scan
        .fetched
        .and_then(|row| rank(if scan.reversed { KeyRef::first_on_row(row) } else { KeyRef::last_on_row(row) }));
    let stand = if scan.reversed { began.into_iter().chain(fetched).min() } else { began.max(fetched) };
    stand.unwrap_or(0)
}

/// Background work, at work and over.
pub(super) fn jobs(stage: &Stage<'_>, keys: Keys<'_>) -> Vec<JobView> {
    let jobs = stage.jobs();
    let atoms = stage.atoms_of(&jobs);
    jobs.into_iter().zip(atoms).map(|(id, atoms)| job(stage, id, &atoms, keys)).collect()
}

/// A piece of background work, which has done these atoms.
fn job(stage: &Stage<'_>, id: u32, atoms: &[usize], keys: Keys<'_>) -> JobView {
    let actor = Actor::Job(id);
    let entries = stage.entries_at(&mut atoms.iter().copied(), ENTRIES, keys);
    JobView {
        id,
        title: stage.title(actor, keys),
        next: stage.lane_next(actor, keys),
        state: stage.lane_state(actor, keys),
        upcoming: atoms.is_empty() && asked(stage, |_, intent| matches!(intent, Intent::Admin(_))) > 0,
        earlier: stage.begun_at(atoms).saturating_sub(entries.len() as u64),
        entries,
    }
}

#[cfg(test)]
mod tests {
    use crate::intent::{Intent, RowMutation};
    use crate::view::tests::{request, session};
    use crate::view::{Grain, Hidden};
    use splitpoint_model::bytes::from_long;

    /// A transaction that puts a comment into each of these rows.
    fn transaction(rows: &[i64]) -> Intent {
        let put =
            |row: &i64| RowMutation::Put(from_long(*row).to_vec(), "c".to_owned(), b"text".to_vec(), b"new".to_vec());
        let mutations = rows.iter().map(put).collect();
        Intent::Transaction { table: "comments".to_owned(), routing_row: Vec::new(), mutations, conditions: Vec::new() }
    }

    #[test]
    fn a_batch_under_way_says_how_much_of_it_is_visible() {
        let mut session = session("comments");
        session.set_grain(Grain::Cell);
        session.submit(0, transaction(&[19, 18, 17])).expect("taken");
        let mut said: Vec<(String, usize)> = Vec::new();
        while session.next() {
            let view = session.view(&request("comments"));
            let pending = view.lines.iter().filter(|line| line.hidden == Some(Hidden::NotYetVisible)).count();
            let text = view.clients[0].writing.map(|writing| writing.told()).unwrap_or_default();
            if said.last().is_none_or(|(last, _)| *last != text) {
                said.push((text, pending));
            }
        }
        let words: Vec<&str> = said.iter().map(|(text, _)| text.as_str()).collect();
        assert_eq!(words, ["", "0 of 3 visible", "3 of 3 visible", ""]);
        assert_eq!(said[2].1, 0, "all of it turns visible in one step");
    }

    #[test]
    fn a_batch_that_fails_says_where_at_every_grain() {
        for grain in [Grain::Operation, Grain::Rpc, Grain::Cell] {
            let mut session = session("comments");
            session.set_grain(grain);
            session.submit(0, transaction(&[19, 18, 20])).expect("taken");
            while session.next() {}
            let view = session.view(&request("comments"));
            let (text, answer) = (view.sentence.text(), view.clients[0].entries[0].answer.clone().unwrap_or_default());
            for text in [text, answer] {
                assert!(text.contains("19, 18 in the region, 20 not: 0 of 3 applied"), "{text}");
            }
        }
    }
}
