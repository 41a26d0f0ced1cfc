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
use splitpoint_model::event::{CellVerdict, Event, RegionId};
use splitpoint_model::map::Set;

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
    pub(super) focus: Option<u64>,
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
        let badges = Badges::of(stage);
        Self {
            touched: stage.moment().events.iter().filter_map(region).collect(),
            marks: Marks::drawn(stage, &badges),
            badges,
            scanners: lane::scanners(stage, chart, table),
            leaps: leap::views(stage, chart, &request.window),
            focus: focus(stage, chart),
            clients: (0..stage.world().clients()).map(|id| lane::client(stage, id, table, printer, keys)).collect(),
            jobs: lane::jobs(stage, keys),
            cost: stage.cost(keys),
            answer: stage.answer(ROWS, request.notation),
            sentence: stage.sentence(keys),
            timeline: stage.timeline(keys),
        }
    }
}

/// The line that the step at the cursor is about: of the cell it wrote, else of the one it read last, else of the one
/// it met last.
fn focus(stage: &Stage<'_>, chart: &Chart<'_>) -> Option<u64> {
    let events = stage.moment().events;
    let written = events.iter().filter(|event| matches!(event, Event::MemStoreAdded { .. }));
    let read =
        events.iter().rev().filter(|event| matches!(event, Event::CellVisited { verdict: CellVerdict::Included, .. }));
    let (region, key) = written.chain(read).chain(events.iter().rev()).find_map(badge::place)?;
    let place = chart.find(region)?;
    Some(place.rank(key).min(chart.len().saturating_sub(1)) as u64).filter(|_| chart.len() > 0)
}
