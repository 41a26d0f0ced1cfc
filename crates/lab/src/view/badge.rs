//! Badges: what the step at the cursor did with each cell, found in its events.

use super::mark::ReadMark;
use super::{Badge, BadgeKind, LeapView, Stage};
use crate::log::region;
use crate::sim::world::Actor;
use crate::words::{Regions, counted};
use splitpoint_model::bytes::RowKey;
use splitpoint_model::cell::{self, Cell, KeyRef};
use splitpoint_model::error::Error;
use splitpoint_model::event::{CellVerdict, Event, FileId, MatchCode, RegionId};
use splitpoint_model::order;
use std::borrow::Cow;
use std::cmp::Ordering;

/// The words of a badge for a condition that does not hold.
pub(super) const FAILS: &str = "check fails";

/// What the step at the cursor did to cells, rows and files.
#[derive(Default)]
pub(super) struct Badges {
    client: Option<char>,
    /// Cells with what was done to them and by whom, in the order of the cells.
    cells: Vec<(Cell, BadgeKind, &'static str, Option<char>)>,
    /// Rows with what was done to them, in key order.
    rows: Vec<(Vec<u8>, BadgeKind, Cow<'static, str>)>,
    /// Files that were written.
    files: Vec<(FileId, &'static str)>,
}

impl Badges {
    /// The badges of the step at the cursor, in a table.
    pub(super) fn of(stage: &Stage<'_>, table: &str) -> Self {
        let moment = stage.moment();
        let client = moment.actor.and_then(Actor::letter);
        let mut badges = Self { client, cells: Vec::new(), rows: Vec::new(), files: Vec::new() };
        for event in moment.events {
            badges.hear(event, stage.world());
        }
        let before = stage.written_before(table);
        badges.cells.extend(before.map(|(client, cell)| (cell.clone(), BadgeKind::Written, written(cell), client)));
        order::sort_by(&mut badges.cells, |one, two| cell::compare(&one.0, &two.0));
        order::sort_by(&mut badges.rows, |one, two| one.0.cmp(&two.0));
        badges.rows.dedup();
        badges
    }

    fn hear(&mut self, event: &Event, names: &impl Regions) {
        let client = self.client;
        let mut add = |cell: &Cell, kind, text| self.cells.push((cell.clone(), kind, text, client));
        match event {
            Event::MemStoreAdded { cell, .. } => add(cell, BadgeKind::Written, written(cell)),
            Event::CellVisited { cell, verdict: CellVerdict::Included, .. } => add(cell, BadgeKind::Read, "read"),
            Event::CellVisited { cell, verdict: CellVerdict::NotYetVisible, .. } => {
                add(cell, BadgeKind::Skipped, "not visible");
            }
            Event::CellVisited { cell, code, .. } => add(cell, BadgeKind::Skipped, left_out(*code)),
            Event::ConditionChecked { row, found, holds, .. } => {
                let text = if *holds { "check ok" } else { FAILS };
                match found {
                    Some(cell) => add(cell, BadgeKind::Checked, text),
                    None => self.rows.push((row.to_vec(), BadgeKind::Checked, text.into())),
                }
            }
            // A filter has left the row out, so its cells are not returned after all.
            Event::RowFiltered { row, .. } => {
                for (cell, kind, text, _) in &mut self.cells {
                    if *kind == BadgeKind::Read && *cell.row() == **row {
                        (*kind, *text) = (BadgeKind::Skipped, "left out");
                    }
                }
            }
            Event::RpcAnswered { .. } => {
                if let Some((region, row)) = refused(event) {
                    let text = ["not in ", &names.label(region)].concat();
                    self.rows.push((row.to_vec(), BadgeKind::Refused, text.into()));
                }
            }
            Event::FileFlushed { file, .. } => self.files.push((*file, "flushed")),
            Event::CompactionFinished { into, .. } => self.files.push((*into, "compacted")),
            _ => {}
        }
    }

    /// Whether nothing was done to any cell, row or file.
    pub(super) fn is_empty(&self) -> bool {
        self.cells.is_empty() && self.rows.is_empty() && self.files.is_empty()
    }

    /// The badges of a line.
    ///
    /// `told`: what marks tell already of the cell in an answer.
    pub(super) fn at(&self, cell: &Cell, file: Option<FileId>, row_start: bool, told: ReadMark) -> Vec<Badge> {
        let mut found = Vec::new();
        let mut add = |client, kind, text: &str| {
            let badge = Badge { client, kind, text: text.to_owned() };
            if !found.contains(&badge) {
                found.push(badge);
            }
        };
        if row_start {
            let from = self.rows.partition_point(|(row, ..)| row.as_slice() < cell.row());
            for (_, kind, text) in self.rows[from..].iter().take_while(|(row, ..)| row == cell.row()) {
                add(self.client, *kind, text);
            }
        }
        let from = self.cells.partition_point(|(other, ..)| cell::compare(other, cell) == Ordering::Less);
        for (_, kind, text, client) in
            self.cells[from..].iter().take_while(|(other, ..)| cell::compare(other, cell) == Ordering::Equal)
        {
            match (kind, told) {
                (BadgeKind::Read, ReadMark::Marked) => {}
                (BadgeKind::Read, ReadMark::Ahead) => add(*client, *kind, "read ahead"),
                _ => add(*client, *kind, text),
            }
        }
        for (_, text) in self.files.iter().filter(|(id, _)| Some(*id) == file) {
            add(self.client, BadgeKind::Moved, text);
        }
        found
    }
}

/// What a badge says of a cell that was written.
fn written(cell: &Cell) -> &'static str {
    if cell.cell_type().is_delete() { "marker" } else { "written" }
}

/// The badge of a leap.
pub(super) fn leap(leap: &LeapView) -> Badge {
    let text = ["skips ", &counted(leap.cells, "cell")].concat();
    Badge { client: leap.client, kind: BadgeKind::Leapt, text }
}

/// The region that refused the call of an event, and the row for which it did, which is in another region.
pub(super) fn refused(event: &Event) -> Option<(RegionId, &RowKey)> {
    let Event::RpcAnswered { region, error: Some(error), .. } = event else { return None };
    match error {
        Error::WrongRegion { row } | Error::RowsNotColocated { row } | Error::RowOutsideRegion { row, .. } => {
            Some((*region, row))
        }
        _ => None,
    }
}

/// The place in a region that an event is about.
pub(super) fn place(event: &Event) -> Option<(RegionId, KeyRef<'_>)> {
    let key = match event {
        Event::MemStoreAdded { cell, .. } | Event::CellVisited { cell, .. } => cell.key(),
        Event::ConditionChecked { found: Some(cell), .. } => cell.key(),
        Event::WalAppended { cells, .. } | Event::WalSkipped { cells, .. } => cells.first()?.key(),
        Event::Seek { to, .. } => to.as_ref(),
        Event::ConditionChecked { row, .. }
        | Event::RowLocked { row, .. }
        | Event::RowReturned { row, .. }
        | Event::RowFiltered { row, .. } => KeyRef::first_on_row(row),
        Event::SplitPointChosen { at, .. } => KeyRef::first_on_row(at),
        _ => return None,
    };
    Some((region(event)?, key))
}

/// What a scanner does at a cell that it leaves out; the sentence of the step has HBase's name for it.
fn left_out(code: MatchCode) -> &'static str {
    match code {
        MatchCode::Skip => "passes over",
        MatchCode::SeekNextCol => "to next column",
        MatchCode::SeekNextRow => "to next row",
        MatchCode::SeekNextUsingHint => "to the hint",
        MatchCode::Done => "ends the row",
        MatchCode::DoneScan => "ends the scan",
        other => other.name(),
    }
}

#[cfg(test)]
mod tests {
    use crate::sim::language::LANGUAGE;
    use crate::view::tests::{LIMIT, request, session};
    use crate::view::{Grain, View};

    #[test]
    fn a_line_of_several_calls_marks_all_that_it_wrote() {
        let mut session = session("comments");
        session.speak(&LANGUAGE);
        let mut play = |grain: Grain, line: &str| {
            session.set_grain(grain);
            let mut player = session.script(0, 0, line).expect("it can be read").as_line();
            assert_eq!(session.play(&mut player, LIMIT), Ok(true));
            let view = session.view(&request("comments"));
            let told = |view: &View| -> Vec<String> {
                let marked = view.lines.iter().filter(|line| !line.badges.is_empty());
                marked.map(|line| format!("{} {}", line.value, line.badges[0].text)).collect()
            };
            let touched: Vec<&str> =
                view.regions.iter().filter(|region| region.touched).map(|region| region.label.as_str()).collect();
            let (all, touched, reach) = (told(&view), touched.join(" "), view.reach.clone());
            assert!(session.back());
            (all, touched, reach, told(&session.view(&request("comments"))))
        };
        let puts = "[15, 16, 30].each { |n| put 'comments', [n].pack('q>'), 'c:text', \"new #{n}\" }\n";
        let (all, touched, reach, before) = play(Grain::Operation, puts);
        assert_eq!(all, ["new 15 written", "new 16 written", "new 30 written"]);
        assert_eq!(touched, "r1 r2", "in both regions");
        assert_eq!(reach, Some(0..15), "as far as there is room, all of them are brought into sight");
        assert_eq!(before, ["new 16 written"], "the call before is a step of its own");
        let both = "put 'comments', [14].pack('q>'), 'c:text', 'one'; delete 'comments', [30].pack('q>'), 'c:text'\n";
        assert_eq!(play(Grain::Rpc, both).0, ["one written", " marker"]);
        let cells = "[12, 13].each { |n| put 'comments', [n].pack('q>'), 'c:text', \"new #{n}\" }\n";
        assert_eq!(
            play(Grain::Cell, cells).0,
            [] as [&str; 0],
            "where each event is a step, only what it did is marked"
        );
    }
}
