//! Regions and what lies in them.

use super::chart::RegionLines;
use super::print::{self, Printer};
use super::{CutView, EditView, FileView, LockView, RegionDetail, RegionView};
use crate::sim::world;
use crate::view::Stage;
use crate::words::{self, Regions as _};
use serde::Serialize;
use splitpoint_model::cell::{self, Cell, KeyRef};
use splitpoint_model::cluster::{Cluster, Edit, JobKind, SplitPlan, SplitSize};
use splitpoint_model::error::{Error, Refused};
use splitpoint_model::event::{FileId, RegionId, ServerId};
use splitpoint_model::map::Set;
use splitpoint_model::order;
use splitpoint_model::region::lock::Owner;
use splitpoint_model::region::{Region, RegionState};
use splitpoint_model::store::file::Half;
use splitpoint_model::store::{Store, StoreFile};
use std::cmp::Ordering;

/// Draws regions.
pub(super) struct Regions<'a> {
    pub(super) stage: &'a Stage<'a>,
    pub(super) printer: &'a Printer,
    /// Regions that the step at the cursor touched.
    pub(super) touched: &'a Set<RegionId>,
}

impl Regions<'_> {
    /// A region; with what lies in it where it is in the window.
    pub(super) fn view(&self, place: &RegionLines<'_>, size: SplitSize, detailed: bool) -> RegionView {
        let region = place.region;
        let (start, end) = (self.bound(region.start()), self.bound(region.end()));
        let refers = stores(region).any(Store::has_references);
        RegionView {
            id: region.id().0,
            label: self.stage.world().label(region.id()),
            name: if detailed { region.name().to_string() } else { String::new() },
            start_key: region.start().to_vec(),
            end_key: region.end().to_vec(),
            range: print::range(&start, &end),
            start,
            end,
            server: usize::from(region.server().0),
            state: self.state(region),
            first_line: place.first as u64,
            lines: place.count as u64,
            file_bytes: region.size_bytes(),
            memstore_bytes: region.memstore_data(),
            split_bytes: Some(size.limit).filter(|limit| *limit != u64::MAX),
            sandboxed: self.is_sandboxed(region),
            refers,
            tint: region.parent().filter(|_| refers).unwrap_or(region.id()).0 as usize,
            detail: detailed.then(|| self.detail(place, size)),
            touched: self.touched.contains(&region.id()),
        }
    }

    /// Whether the site, and not its table, says how large a region may be.
    fn is_sandboxed(&self, region: &Region) -> bool {
        const SIZE: &str = "hbase.hregion.max.filesize";
        let cluster = self.stage.cluster();
        let table = cluster.table(region.table_name());
        let own = |name: &str| table.is_some_and(|table| table.attributes.contains_key(name));
        cluster.config().settings.contains_key(SIZE) && !own("MAX_FILESIZE") && !own(SIZE)
    }

    fn file(&self, place: &RegionLines<'_>, family: &str, file: &StoreFile) -> FileView {
        let cache = self.stage.cluster().block_cache(place.region.server());
        let is_cached = |block: &u32| cache.is_some_and(|cache| cache.priority(file.origin(), *block).is_some());
        let cached = (0..file.block_count() as u32).filter(is_cached).count();
        file_view(place, family, file, cached as u32)
    }

    fn bound(&self, key: &[u8]) -> String {
        if key.is_empty() { String::new() } else { self.printer.key(key) }
    }

    /// The state of a region in a word. That its server has died says more than the work which that interrupts.
    fn state(&self, region: &Region) -> &'static str {
        let job = self.stage.cluster().jobs().find(|job| job.regions.first() == Some(&region.id()));
        match job.map(|job| job.kind).filter(|_| region.state() != RegionState::Lost) {
            Some(JobKind::Split) => "splitting",
            Some(JobKind::Merge) => "merging",
            _ => words::region_state(region.state()),
        }
    }

    fn detail(&self, place: &RegionLines<'_>, size: SplitSize) -> RegionDetail {
        let mut files: Vec<FileView> = Vec::new();
        for store in stores(place.region) {
            let family = store.descriptor().name.to_string();
            files.extend(store.files().iter().rev().map(|file| self.file(place, &family, file)));
        }
        let locks = place.region.locks().iter().map(|(row, _, owners)| {
            let (line, end) = (place.rank(KeyRef::first_on_row(row)), place.rank(KeyRef::last_on_row(row)));
            let clients = letters(owners);
            LockView { row: self.printer.key(row), clients, line: line as u64, drawn: line < end }
        });
        RegionDetail {
            files,
            cut: self.cut(place, size),
            read_point: place.region.mvcc().read_point(),
            requests: place.region.requests(),
            locks: locks.collect(),
        }
    }

    fn cut(&self, place: &RegionLines<'_>, size: SplitSize) -> CutView {
        let region = place.region;
        match self.stage.cluster().split_plan(region.id()) {
            Ok(plan) => CutView::At {
                key: self.printer.key(&plan.at),
                line: place.rank(KeyRef::first_on_row(&plan.at)) as u64,
                due: size.size > size.limit,
                why: self.why(region, &plan),
            },
            Err(error) => CutView::Never { why: why_not(region, &error, self.printer) },
        }
    }

    /// In words, which block of which file decides where it is cut.
    fn why(&self, region: &Region, plan: &SplitPlan) -> String {
        let file = region.store(&plan.family).and_then(largest);
        let file = file.filter(|file| file.id() == plan.file);
        let blocks = file.map_or(0, |file| file.block_count());
        let label = words::file_label(plan.file);
        let mut why = format!(
            "{label} is the largest file of the largest store; block {} of its {blocks} begins at {}",
            blocks / 2 + 1,
            self.printer.key(&plan.middle)
        );
        if plan.at != plan.middle {
            why.push_str(&format!(", which the policy shortens to {}", self.printer.key(&plan.at)));
        }
        why.push('.');
        why
    }
}

/// In words, why a region is not cut.
pub(super) fn why_not(region: &Region, error: &Error, printer: &Printer) -> String {
    if stores(region).any(Store::has_references) {
        return "It still refers to files of its parent; a compaction has to write its own files first.".to_owned();
    }
    if region.state() != RegionState::Open {
        return format!("It is {}, and only an open region is split.", words::region_state(region.state()));
    }
    if matches!(error, Error::DoNotRetry(Refused::NotSplittable { .. })) {
        return "The policy of its table, DisabledRegionSplitPolicy, never cuts it.".to_owned();
    }
    if let Error::DoNotRetry(Refused::SplitAtStart { at }) = error {
        return format!(
            "Its policy comes to {}, and there the region begins: nothing lies before the cut.",
            printer.key(at)
        );
    }
    let largest_store = stores(region).max_by_key(|store| store.size_bytes());
    let Some(file) = largest_store.and_then(largest) else {
        return "It has no file yet, and HBase chooses from files: flush it first.".to_owned();
    };
    let label = words::file_label(file.id());
    if file.block_count() < 2 {
        return format!("{label} has one block, and HBase cuts between blocks.");
    }
    if let Some(middle) = file.middle()
        && file.split_point().is_none()
    {
        let row = printer.key(middle);
        return format!("The middle of {label} lies in {row}, its first or last row, and a row is never cut.");
    }
    format!("{error}.")
}

fn letters(owners: &[Owner]) -> Vec<char> {
    owners.iter().map(|owner| world::letter(owner.client)).collect()
}

/// Clients that hold the lock of a row.
pub(super) fn holders(region: &Region, row: &[u8]) -> Vec<char> {
    let mut locks = region.locks().iter();
    locks.find(|(locked, ..)| ***locked == *row).map(|(.., owners)| letters(owners)).unwrap_or_default()
}

/// How many different cells there are: inside an atom, a cell can be in the memstore and still among those of its
/// write.
fn different(cells: &[Cell]) -> u64 {
    let new = |at: &usize| cells[..*at].iter().all(|other| cell::compare(other, &cells[*at]) != Ordering::Equal);
    (0..cells.len()).filter(new).count() as u64
}

/// Cells in the log of a server up to which its edits are listed.
const LISTED: usize = 500;

/// The edits in the log of a server that are not in store files yet: what is lost with its memory, and can be had again
/// from here.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LogView {
    /// The newest last, by the times of their cells, and behind them those that are not visible yet; none where there are too
    /// many cells to list.
    pub edits: Vec<EditView>,
    /// Cells of all of them.
    pub cells: u64,
    /// Cells that are in memory only, since their tables skip the log: what is lost with the server.
    pub unlogged: u64,
    /// Whether its regions have no file either.
    #[serde(skip)]
    pub bare: bool,
}

/// What the log of a server keeps.
pub(super) fn log(stage: &Stage<'_>, server: ServerId, table: &str) -> LogView {
    let cluster = stage.cluster();
    let (cells, unlogged) = (cluster.log_cells(server), cluster.unlogged_cells(server) as u64);
    let mut own = cluster.all_regions().filter(|region| region.server() == server);
    let bare = cells == 0 && own.all(|region| stores(region).all(|store| store.files().is_empty()));
    if cells > LISTED {
        return LogView { edits: Vec::new(), cells: cells as u64, unlogged, bare };
    }
    let view = |edit: Edit| {
        let region = cluster.region(edit.region);
        let label = stage.world().label(edit.region);
        let visible = |region: &Region| region.mvcc().read_point() >= edit.sequence_id;
        EditView {
            sequence_id: edit.sequence_id,
            region: match region.map(|region| &**region.table_name()) {
                Some(other) if *other != *table => format!("{label} of {other}"),
                _ => label,
            },
            cells: different(&edit.cells),
            pending: region.is_some_and(|region| region.state() != RegionState::Lost && !visible(region)),
        }
    };
    let newest = |edit: &Edit| edit.cells.iter().map(Cell::timestamp).max();
    let mut edits = cluster.log(server);
    order::sort_by(&mut edits, |one, two| (one.region, one.sequence_id).cmp(&(two.region, two.sequence_id)));
    // Numbers count in each region by itself, so that they order no log of several regions; the time of writing does. A marker
    // that deletes one version has the time of that: it was not written before what stands before it in its region.
    let mut last = None;
    let timed = edits.into_iter().map(|edit| {
        let before = last.filter(|(region, _)| *region == edit.region).and_then(|(_, time)| time);
        let time = newest(&edit).max(before);
        last = Some((edit.region, time));
        (time, view(edit))
    });
    let mut edits: Vec<_> = timed.collect();
    order::sort_by(&mut edits, |(one_time, one), (two_time, two)| {
        (one.pending, one_time, one.sequence_id).cmp(&(two.pending, two_time, two.sequence_id))
    });
    let edits = edits.into_iter().map(|(_, edit)| edit).collect();
    LogView { edits, cells: cells as u64, unlogged, bare }
}

fn stores(region: &Region) -> impl Iterator<Item = &Store> {
    region.stores().map(|(_, store)| store)
}

fn largest(store: &Store) -> Option<&StoreFile> {
    store.files().iter().map(|file| &**file).max_by_key(|file| file.size_bytes())
}

/// Whether the block in which a cell of a file lies is in the block cache of the region's server.
pub(super) fn is_cached(cluster: &Cluster, region: &Region, file: FileId, cell: &Cell) -> bool {
    let Some(cache) = cluster.block_cache(region.server()).filter(|cache| !cache.is_empty()) else { return false };
    let mut files = region.store(cell.family()).into_iter().flat_map(Store::files);
    files.find(|other| other.id() == file).is_some_and(|file| {
        let block = file.block_of(file.lower_bound(cell.key()));
        cache.priority(file.origin(), block as u32).is_some()
    })
}

fn file_view(place: &RegionLines<'_>, family: &str, file: &StoreFile, cached_blocks: u32) -> FileView {
    let rank = |cell: Option<&Cell>| cell.map(|cell| place.rank(cell.key()) as u64);
    let lines = match (rank(file.first()), file.last()) {
        (Some(first), Some(last)) => {
            // Up to and including the last, where that has a line.
            let after = place.rank(cell_after(last)) as u64;
            first..after.max(first)
        }
        _ => place.first as u64..place.first as u64,
    };
    FileView {
        id: file.id().0,
        label: words::file_label(file.id()),
        origin: file.origin().0,
        family: family.to_owned(),
        lines,
        cells: file.len() as u64,
        bytes: file.size_bytes(),
        blocks: file.block_count() as u32,
        cached_blocks,
        reference: file.half().map(|half| match half {
            Half::Bottom(_) => "bottom",
            Half::Top(_) => "top",
            Half::Whole => "whole",
        }),
    }
}

/// The place behind a cell, in front of everything after it.
fn cell_after(cell: &Cell) -> KeyRef<'_> {
    let key = cell.key();
    match key.sequence_id.checked_sub(1) {
        Some(sequence_id) => KeyRef { sequence_id, ..key },
        None => KeyRef { cell_type: key.cell_type.saturating_sub(1), sequence_id: u64::MAX, ..key },
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{request, run, session};
    use crate::intent::Intent;
    use crate::view::{ViewRequest, row_text};

    #[test]
    fn a_log_without_anything_is_empty_and_not_in_files() {
        let summaries = |id: &str| {
            let servers = session(id).view(&ViewRequest::none()).servers;
            servers.into_iter().map(|server| server.log.summary()).collect::<Vec<_>>()
        };
        assert_eq!(summaries("empty")[0].as_deref(), Some("log: empty"));
        assert_eq!(summaries("comments")[1].as_deref(), Some("log: everything is in files"));
    }

    #[test]
    fn a_log_of_several_regions_ends_with_what_was_written_last() {
        let mut session = session("partitions");
        let cells = vec![("f".to_owned(), b"state".to_vec(), None, b"x".to_vec())];
        // Regions number their writes by themselves: so one of the two has the smaller numbers, and still comes last once.
        for row in ["acm001", "mmm001", "acm002", "mmm002"] {
            let put = Intent::Insert { table: "myTable".into(), row: row.as_bytes().to_vec(), cells: cells.clone() };
            run(&mut session, put);
            let view = session.view(&request("myTable"));
            let line = view.lines.iter().find(|line| row_text(&line.row) == row).expect("it was put");
            let region = &view.regions[line.region];
            let last = view.servers[region.server].log.edits.last().expect("it is in the log");
            assert_eq!(last.region, region.label, "{row}");
        }
    }
}
