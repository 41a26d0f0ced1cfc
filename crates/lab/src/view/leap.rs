//! Leaps of scanners: cells that a read passes without looking at them, at its beginning and from one cell to the next.

use super::chart::Chart;
use super::{Stage, line};
use crate::sim::world::Actor;
use serde::Serialize;
use splitpoint_model::cell::{self, Cell, Key, KeyRef};
use splitpoint_model::event::{Event, MatchCode, RegionId};
use splitpoint_model::region::Region;
use splitpoint_model::store::rank_of_key;
use std::cmp::Ordering;
use std::ops::Range;

/// Cells that a read passed by a seek: nobody looked at them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LeapView {
    /// The client: `A` to `D`.
    pub client: Option<char>,
    /// Index into [`View::regions`](super::View::regions).
    pub region: usize,
    /// The lines between where it left and where it landed.
    pub lines: Range<u64>,
    /// The line at which the badge for the leap is shown.
    pub told: u64,
    /// How many cells were passed; those that are not shown have no lines.
    pub cells: u64,
    /// Whether the leap goes back, against the order of keys. Only that of a reversed scan to its beginning does.
    pub is_back: bool,
}

/// A range of cells that a scanner passes without looking at them.
enum Leap<'a> {
    /// All cells before this place of a region, or after it.
    Opening { region: RegionId, from: &'a Key, reversed: bool },
    /// The cells of a family between a cell and a place behind it.
    Onward { region: RegionId, from: &'a Cell, to: Key },
}

/// How many cells the last event of the step passes; `None` where it passes none.
pub(super) fn passed(stage: &Stage<'_>) -> Option<u64> {
    let (last, before) = stage.moment().events.split_last()?;
    let leap = match last {
        Event::ScannerOpened { region, from: Some(from), reversed, .. } => {
            Leap::Opening { region: *region, from, reversed: *reversed }
        }
        Event::Seek { region, to } => {
            let from = before.iter().rev().find_map(|event| match event {
                Event::CellVisited { region: of, cell, .. } if of == region => Some(cell),
                _ => None,
            })?;
            Leap::Onward { region: *region, from, to: to.clone() }
        }
        _ => return None,
    };
    let cells = leap.cells(stage.cluster().region(leap.region())?);
    (cells > 0).then_some(cells)
}

/// The leaps of the step that have a part in the window, in their order.
pub(super) fn views(stage: &Stage<'_>, chart: &Chart<'_>, window: &Range<u64>) -> Vec<LeapView> {
    let client = stage.moment().actor.and_then(Actor::letter);
    let mut views: Vec<LeapView> = Vec::new();
    for leap in leaps(stage.moment().events) {
        let Some(index) = chart.regions.iter().position(|place| place.region.id() == leap.region()) else { continue };
        let place = &chart.regions[index];
        let whole = place.first..place.first + place.count;
        let lines = match &leap {
            Leap::Opening { from, reversed: false, .. } => whole.start..place.rank(from.as_ref()),
            Leap::Opening { from, .. } => place.rank(from.as_ref())..whole.end,
            Leap::Onward { from, to, .. } => {
                // In a region of several families, as far as the lines of this one go on.
                let behind = [from.family(), &[0]].concat();
                let end = KeyRef::first_on_column(from.row(), &behind, &[]);
                let end = if place.region.stores().count() > 1 { place.rank(end) } else { whole.end };
                let at = place.rank(from.key());
                // The cell itself has no line where it is hidden.
                let has_line = end > at && place.rank(after(from).as_ref()) > at;
                at + usize::from(has_line)..place.rank(to.as_ref()).min(end)
            }
        };
        let lines = lines.start as u64..lines.end as u64;
        if lines.start.max(window.start) >= lines.end.min(window.end) {
            continue;
        }
        let told = match &leap {
            Leap::Opening { reversed: false, .. } => lines.end - 1,
            _ => lines.start,
        };
        let cells = leap.cells(place.region);
        let is_back = matches!(leap, Leap::Opening { reversed: true, .. });
        let view = LeapView { client, region: index, lines, told, cells, is_back };
        if cells > 0 && !views.contains(&view) {
            views.push(view);
        }
    }
    views
}

/// Finds the leaps in the events of a step.
fn leaps(events: &[Event]) -> Vec<Leap<'_>> {
    let mut leaps = Vec::new();
    // Each family has a scanner of its own.
    let mut left: Vec<Left<'_>> = Vec::new();
    for event in events {
        match event {
            Event::ScannerOpened { region, from, reversed, .. } => {
                leaps.extend(left.drain(..).map(|left| left.leap(None)));
                leaps.extend(from.as_ref().map(|from| Leap::Opening { region: *region, from, reversed: *reversed }));
            }
            Event::Seek { to, .. } => {
                if let Some(last) = left.last_mut() {
                    last.to = to.as_ref();
                }
            }
            Event::CellVisited { region, cell, code, .. } => {
                let own = |left: &Left<'_>| left.region == *region && left.cell.family() == cell.family();
                if let Some(at) = left.iter().position(own) {
                    leaps.push(left.remove(at).leap(Some(cell)));
                }
                left.extend(destination(cell, *code).map(|to| Left { region: *region, cell, to }));
            }
            _ => {}
        }
    }
    leaps.extend(left.into_iter().map(|left| left.leap(None)));
    leaps
}

/// A cell that a scanner left by a seek, and where it sought.
struct Left<'a> {
    region: RegionId,
    cell: &'a Cell,
    to: KeyRef<'a>,
}

impl<'a> Left<'a> {
    /// What it leaps over: to where it sought, or to the cell that it looked at next where HBase went there from cell to
    /// cell.
    fn leap(self, next: Option<&Cell>) -> Leap<'a> {
        let Self { region, cell: from, to } = self;
        let is_on_the_way = |next: &&Cell| {
            cell::compare(from, next) == Ordering::Less && cell::compare_to_key(next, to) == Ordering::Less
        };
        let to = next.filter(is_on_the_way).map_or(to, Cell::key).to_owned();
        Leap::Onward { region, from, to }
    }
}

/// Where a scanner seeks from a cell; `None` where it goes on to the next one.
fn destination(cell: &Cell, code: MatchCode) -> Option<KeyRef<'_>> {
    use MatchCode as Code;
    match code {
        Code::SeekNextCol | Code::IncludeAndSeekNextCol => {
            Some(KeyRef::last_on_column(cell.row(), cell.family(), cell.qualifier()))
        }
        Code::SeekNextRow | Code::IncludeAndSeekNextRow => Some(KeyRef::last_on_row(cell.row())),
        // A `Seek` event with the place that the filter hints at follows, and replaces this one.
        Code::SeekNextUsingHint => Some(cell.key()),
        _ => None,
    }
}

/// The place right behind a cell.
fn after(cell: &Cell) -> Key {
    let key = cell.key();
    match key.sequence_id {
        0 => KeyRef { cell_type: key.cell_type.saturating_sub(1), sequence_id: u64::MAX, ..key }.to_owned(),
        number => KeyRef { sequence_id: number - 1, ..key }.to_owned(),
    }
}

impl Leap<'_> {
    fn region(&self) -> RegionId {
        match self {
            Self::Opening { region, .. } | Self::Onward { region, .. } => *region,
        }
    }

    /// How many cells it passes.
    fn cells(&self, region: &Region) -> u64 {
        let all = || region.stores().map(|(_, store)| store);
        let cells = match self {
            Self::Opening { from, reversed: false, .. } => rank_of_key(all(), from.as_ref()),
            Self::Opening { from, .. } => line::count(region) - rank_of_key(all(), from.as_ref()),
            Self::Onward { from, to, .. } => {
                let own = || region.stores().filter(|(family, _)| ***family == *from.family()).map(|(_, store)| store);
                let rank = |key| rank_of_key(own(), key);
                rank(to.as_ref()).saturating_sub(rank(from.key()) + 1)
            }
        };
        cells as u64
    }
}

#[cfg(test)]
mod tests {
    use crate::sim::language::LANGUAGE;
    use crate::view::tests::{LIMIT, request, session};
    use crate::view::{BadgeKind, Grain, LineView, View};
    use crate::words;

    /// Plays a command on a start and shows the step with all that it did.
    fn told(id: &str, table: &str, command: &str) -> View {
        let mut session = session(id);
        session.speak(&LANGUAGE);
        let mut player = session.script(0, 0, &format!("{command}\n")).expect("it can be read");
        session.play(&mut player, LIMIT).expect("it can be played");
        session.set_grain(Grain::Operation);
        session.view(&request(table))
    }

    #[test]
    fn what_a_scanner_leaps_over_is_counted() {
        let mut leaps = 0;
        for (id, table) in [("pets", "clinic"), ("actions", "useractions"), ("comments", "comments")] {
            for options in
                ["", ", {COLUMNS => 'c:text'}", ", {FILTER => \"FirstKeyOnlyFilter()\"}", ", {REVERSED => true}"]
            {
                let view = told(id, table, &format!("scan '{table}'{options}"));
                for leap in &view.leaps {
                    let family = |line: &&LineView| line.column.split(':').next().map(str::to_owned);
                    let lines = || leap.lines.clone().map(|rank| &view.lines[rank as usize]);
                    let own = lines().filter(|line| family(line) == lines().next().as_ref().and_then(family));
                    assert_eq!(leap.cells, own.count() as u64, "{id}{options} {leap:?}");
                    assert!(lines().all(|line| line.mark.is_none()), "{id}{options} {leap:?}");
                    let badges = lines().flat_map(|line| &line.badges);
                    assert!(badges.clone().all(|badge| badge.kind == BadgeKind::Leapt), "{id}{options} {leap:?}");
                    let said = ["skips ", &words::counted(leap.cells, "cell")].concat();
                    assert!(view.lines[leap.told as usize].badges.iter().any(|badge| badge.text == said));
                    leaps += 1;
                }
            }
        }
        assert!(leaps >= 3, "{leaps}");
    }

    #[test]
    fn what_a_filter_of_columns_leaps_over_in_a_wide_row_is_counted() {
        let filter = "ColumnRangeFilter('snowy|', true, 'snowy}', false)";
        let view = told("pets", "clinic", &format!("get 'clinic', 'pets', {{FILTER => \"{filter}\"}}"));
        let row: Vec<&LineView> = view.lines.iter().filter(|line| line.row_key == b"pets").collect();
        let is_asked = |line: &&&LineView| line.column.starts_with("t:snowy|");
        let before = row.iter().position(|line| is_asked(&line)).expect("there is a pet of that name");
        let after = row.len() - before - row.iter().filter(is_asked).count();
        // The first cell of the row is met, and the first one behind the range.
        let cells: Vec<u64> = view.leaps.iter().map(|leap| leap.cells).collect();
        assert_eq!(cells, [before as u64 - 1, after as u64 - 1]);
        assert!(cells[0] > 400, "{cells:?}");
    }

    #[test]
    fn what_lies_before_the_start_of_a_read_is_counted() {
        let row = |number: u8| format!("\"\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x{number:02x}\"");
        let (scan, get) =
            (format!("scan 'comments', {{STARTROW => {}", row(19)), format!("get 'comments', {}", row(19)));
        for command in [format!("{scan}}}"), get] {
            let leaps = told("comments", "comments", &command).leaps;
            let leap = leaps.iter().find(|leap| leap.lines == (0..3)).expect("row 18 is passed");
            assert_eq!((leap.told, leap.cells, leap.is_back), (2, 3, false), "{command}");
        }
        let view =
            told("comments", "comments", &format!("scan 'comments', {{STARTROW => {}, REVERSED => true}}", row(18)));
        let back = view.leaps.iter().find(|leap| leap.is_back).expect("row 19 is passed");
        assert_eq!((&back.lines, back.told, back.cells), (&(3..7), 3, 4));
        // At the finest grain the sentence of the step says how many cells were passed.
        let mut session = session("comments");
        let get = session.start().tables[0].forms.get.clone().expect("a form");
        session.set_grain(Grain::Cell);
        session.submit(0, get).expect("taken");
        let mut said = false;
        while session.next() {
            let text = session.view(&request("comments")).sentence.text();
            said |= text.starts_with("begins to read r1 at row 19, past 3 cells not looked at: it sees");
        }
        assert!(said);
    }
}
