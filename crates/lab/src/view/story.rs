//! The story: what happened up to the cursor, as it is shown beside the data.
//!
//! It is kept apart from the data, so that a page on which nothing has happened yet is drawn without code for events.

use super::badge::{self, Badges};
use super::chart::Chart;
use super::mark::Marks;
use super::print::Printer;
use super::{AnswerView, ClientView, CostView, JobView, LeapView, ScannerView, Sentence, TimelineView, ViewRequest};
use super::{lane, leap};
use crate::log::region;
use crate::view::Stage;
use crate::words::phrase::Keys;
use splitpoint_model::cell::{Cell, KeyRef};
use splitpoint_model::event::{CellVerdict, Event, RegionId};
use splitpoint_model::map::Set;
use std::ops::Range;

/// Rows of an answer that are shown from its beginning, and as many from its end.
const ROWS: usize = 10;

/// The title of a branch on which nothing has happened yet.
pub(crate) const BEGINNING: &str = "as it began";

/// What is shown of the past: what the step did, clients and jobs, scanners, costs, and the timeline.
pub(super) struct Story {
    pub(super) touched: Set<RegionId>,
    pub(super) badges: Badges,
    pub(super) marks: Marks,
    pub(super) scanners: Vec<ScannerView>,
    pub(super) leaps: Vec<LeapView>,
    pub(super) focus: Option<(u64, Range<u64>)>,
    pub(super) clients: Vec<ClientView>,
    pub(super) jobs: Vec<JobView>,
    pub(super) cost: CostView,
    pub(super) answer: Option<AnswerView>,
    pub(super) sentence: Sentence,
    pub(super) timeline: TimelineView,
}

/// The inputs from which a story is made.
pub(super) struct Scene<'a> {
    pub(super) stage: &'a Stage<'a>,
    pub(super) request: &'a ViewRequest,
    pub(super) chart: &'a Chart<'a>,
    pub(super) printer: &'a Printer,
    pub(super) keys: Keys<'a>,
}

impl Story {
    pub(super) fn of(scene: &Scene<'_>) -> Self {
        let Scene { stage, request, chart, printer, keys } = *scene;
        let table = request.table.as_str();
        let badges = Badges::of(stage, table);
        let marks = Marks::drawn(stage, &badges);
        Self {
            touched: touched(stage, chart, table),
            focus: focus(stage, chart, table, &marks),
            marks,
            badges,
            scanners: lane::scanners(stage, chart, table),
            leaps: leap::views(stage, chart, &request.window),
            clients: (0..stage.world().clients()).map(|id| lane::client(stage, id, table, printer, keys)).collect(),
            jobs: lane::jobs(stage, keys),
            cost: stage.cost(keys),
            answer: stage.answer(ROWS, request.notation),
            sentence: stage.sentence_beside(keys, table),
            timeline: stage.timeline(keys),
        }
    }
}

/// The regions in which the step at the cursor did something.
fn touched(stage: &Stage<'_>, chart: &Chart<'_>, table: &str) -> Set<RegionId> {
    let before = stage.written_before(table).filter_map(|(_, cell)| Some(chart.locate(cell.row())?.region.id()));
    stage.moment().events.iter().filter_map(region).chain(before).collect()
}

/// The line that the step at the cursor is about: of the cell it wrote, else of the row for which it was refused, else
/// of the cell it read last, else of the one it met last. With it, the lines from the first to the last that it wrote or
/// read. A step that is about no line, such as closing a scanner, is about what its operation brought. An answer is looked at
/// from its beginning.
fn focus(stage: &Stage<'_>, chart: &Chart<'_>, table: &str, marks: &Marks) -> Option<(u64, Range<u64>)> {
    let events = stage.moment().events;
    let last = (chart.len() as u64).checked_sub(1)?;
    let rank = |event| {
        let (region, key) = badge::place(event)?;
        Some((chart.find(region)?.rank(key) as u64).min(last))
    };
    let mut written = events.iter().filter(|event| matches!(event, Event::MemStoreAdded { .. }));
    let mut read =
        events.iter().filter(|event| matches!(event, Event::CellVisited { verdict: CellVerdict::Included, .. }));
    // A region that was cut is gone: its border is where the second half begins.
    let most = stage.most_of_jobs().map(|(most, _)| &most.event);
    let cut = most.into_iter().chain(events).find_map(|event| match event {
        Event::DaughtersCreated { second, at, .. } => Some((chart.find(*second)?, at)),
        _ => None,
    });
    if let Some((region, at)) = cut {
        let line = (region.rank(KeyRef::first_on_row(at)) as u64).min(last);
        return Some((line, line..line + 1));
    }
    let refused = events.iter().find_map(badge::refused).filter(|(region, _)| chart.find(*region).is_some());
    let line = if let Some(event) = written.clone().next() {
        rank(event)
    } else if let Some((_, row)) = refused {
        chart.locate(row).map(|place| (place.rank(KeyRef::first_on_row(row)) as u64).min(last))
    } else {
        let met = read.clone().rev().chain(events.iter().rev()).find(|event| badge::place(event).is_some());
        met.and_then(rank)
    };
    let Some(line) = line else {
        return brought(stage, chart, table, marks);
    };
    if marks.fresh
        && written.clone().next().is_none()
        && refused.is_none()
        && let Some(ends) = brought(stage, chart, table, marks)
    {
        return Some(ends);
    }
    let mut reach = line..line + 1;
    let ends = [written.clone().next(), written.next_back(), read.clone().next(), read.next_back()];
    let before = stage.written_before(table).filter_map(|(_, cell)| chart.line_of(cell));
    for line in ends.into_iter().flatten().filter_map(rank).chain(before.map(|line| line.min(last))) {
        reach = reach.start.min(line)..reach.end.max(line + 1);
    }
    Some((line, reach))
}

/// The line with which what the operation at the cursor brought of a table begins, and the lines from the first to the last
/// of it and of what it threw away.
fn brought(stage: &Stage<'_>, chart: &Chart<'_>, table: &str, marks: &Marks) -> Option<(u64, Range<u64>)> {
    let last = (chart.len() as u64).checked_sub(1)?;
    let at = |cell: &Cell| Some(chart.line_of(cell)?.min(last));
    let [first, kept, end] = marks.ends(stage, table)?;
    Some((at(kept)?, at(first)?..at(end)? + 1))
}

impl Sentence {
    /// The whole text.
    pub fn text(&self) -> String {
        self.parts.iter().map(|part| part.text.as_str()).collect()
    }

    /// The text as it is read aloud: with who did it, which else a letter beside it says.
    pub fn spoken(&self) -> String {
        self.client.map(|client| format!("{client} ")).unwrap_or_default() + &self.text()
    }
}

#[cfg(test)]
mod tests {
    use crate::intent::{Intent, LastRowMethod, Pages, RowMutation};
    use crate::view::tests::{request, session};
    use crate::view::{Grain, LineView, TagKind, row_text};
    use splitpoint_model::bytes::from_long;

    #[test]
    fn a_read_reaches_from_its_first_line_to_its_last() {
        let mut session = session("comments");
        session.set_grain(Grain::Rpc);
        session
            .submit(0, Intent::Get { table: "comments".to_owned(), row: from_long(19).into(), versions: 1 })
            .expect("taken");
        assert!(session.next());
        let view = session.view(&request("comments"));
        let read: Vec<u64> = view.lines.iter().filter(|line| line.mark.is_some()).map(|line| line.rank).collect();
        assert_eq!(read, [3, 4, 6]);
        assert_eq!((view.focus, view.reach), (Some(3), Some(3..7)));
    }

    #[test]
    fn what_a_scan_brought_stays_in_sight_when_its_scanner_is_closed() {
        let mut session = session("pets");
        session.set_grain(Grain::Rpc);
        let columns = Some(("fluffy".into(), "fluffz".into()));
        let (start, stop) = ("pets".into(), "pets\0".into());
        let pages = Pages { start, stop, size: 1, pages: 1, batch: 20, columns, ..Pages::of("clinic".to_owned()) };
        session.submit(0, Intent::Pages(pages)).expect("taken");
        assert!(session.next());
        let read = session.view(&request("clinic"));
        assert!(read.reach.clone().is_some_and(|reach| reach.end > reach.start + 1));
        assert!(session.run_client(0, 100));
        let closed = session.view(&request("clinic"));
        let told = closed.sentence.text();
        assert!(told.starts_with("page 1 brings ") && told.ends_with(" Then the scanner is closed."), "{told}");
        assert_eq!((closed.focus, closed.reach), (read.focus, read.reach));
    }

    #[test]
    fn a_constant_key_is_the_last_row_only_while_there_is_no_larger_one() {
        let mut session = session("comments");
        let table = || "comments".to_owned();
        let ask = |session: &mut crate::session::Session| {
            let method = LastRowMethod::ConstantKey(from_long(20).into());
            session.submit(0, Intent::LastRow { table: table(), method }).expect("taken");
            assert!(session.run_client(0, 100));
            session.view(&request("comments")).sentence.text()
        };
        assert_eq!(ask(&mut session), "get 20 finds it: the last row, as long as nobody writes a larger key.");
        let cells = vec![("c".to_owned(), b"text".to_vec(), None, b"late".to_vec())];
        session.submit(1, Intent::Insert { table: table(), row: from_long(21).into(), cells }).expect("taken");
        assert!(session.run_client(1, 100));
        assert_eq!(ask(&mut session), "get 20 brings that row, but it is not the last: 21 is.");
    }

    #[test]
    fn of_what_a_call_read_only_the_page_is_told_as_it_and_all_of_it() {
        let mut session = session("pets");
        session.set_grain(Grain::Rpc);
        let (start, stop) = ("pets".into(), "pets\0".into());
        let pages = Pages { start, stop, size: 1, pages: 1, batch: 20, ..Pages::of("clinic".to_owned()) };
        session.submit(0, Intent::Pages(pages)).expect("taken");
        assert!(session.next());
        let view = session.view(&request("clinic"));
        let told = |line: &LineView| line.tags().iter().map(|tag| tag.heard()).collect::<Vec<_>>().join(" ");
        let page: Vec<u64> = view.lines.iter().filter(|line| told(line) == "A page 1").map(|line| line.rank).collect();
        assert_eq!(page, (8..28).collect::<Vec<_>>(), "each of the 20 cells, in the one row there is");
        assert_eq!(view.reach, Some(8..28));
        assert_eq!(told(&view.lines[28]), "A read ahead");
    }

    #[test]
    fn the_row_for_which_a_transaction_is_refused_is_marked_and_in_sight() {
        for grain in [Grain::Operation, Grain::Rpc, Grain::Cell] {
            let mut session = session("comments");
            session.set_grain(grain);
            let put = |row| RowMutation::Put(from_long(row).into(), "c".to_owned(), "text".into(), "x".into());
            let (table, routing_row) = ("comments".to_owned(), from_long(18).into());
            let mutations = [18, 20].map(put).into();
            session
                .submit(0, Intent::Transaction { table, routing_row, mutations, conditions: Vec::new() })
                .expect("taken");
            while session.next() {}
            let view = session.view(&request("comments"));
            let marked: Vec<&LineView> = view.lines.iter().filter(|line| !line.badges.is_empty()).collect();
            assert_eq!(marked.iter().map(|line| row_text(&line.row)).collect::<Vec<_>>(), ["20"], "{grain:?}");
            let tags = marked[0].tags();
            assert_eq!((tags[0].sign, tags[0].heard().as_str(), tags[0].kind), ("✗", "A not in r1", TagKind::Refused));
            assert_eq!(view.focus, Some(marked[0].rank), "{grain:?}");
        }
    }
}
