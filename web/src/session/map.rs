//! The picture of the key space: what was asked for, the view of it, and what is active in it.

use super::action::{Detail, Show, Spot};
use splitpoint_lab::picture::Axis;
use splitpoint_lab::picture::Widths;
use splitpoint_lab::session::Session;
use splitpoint_lab::view::{KeyNotation, PoliciesView, View, ViewRequest};
use std::ops::Range;
use std::rc::Rc;

/// The lines that are drawn before anything is measured.
const FIRST_WINDOW: Range<u64> = 0..80;

/// How many lines of a region that was chosen come into sight, where there is room.
const LINES_OF_CHOSEN: u64 = 6;

/// The picture, with what is active in it.
pub struct Map {
    /// What is asked of the session.
    pub request: ViewRequest,
    /// The view that the session gave.
    pub view: Rc<View>,
    /// Where its lines are.
    pub axis: Rc<Axis>,
    /// The widths of its columns.
    pub widths: Widths,
    /// The active cell of the grid.
    pub spot: Option<Spot>,
    /// What details are shown about.
    pub detail: Option<Detail>,
    /// Whether memory and files are drawn.
    pub stores: bool,
    /// Where to scroll to.
    pub reveal: Option<Reveal>,
    /// What split policies would do, while a form about splits is shown: also those that create or alter a table.
    pub policies: Option<Rc<PoliciesView>>,
}

/// A line to scroll to, and others to have in sight with it where there is room.
#[derive(Clone, Copy, PartialEq)]
pub struct Reveal {
    /// Another number asks to scroll again.
    count: u32,
    /// The line.
    pub line: u64,
    /// The first of all these lines.
    pub first: u64,
    /// The last of them.
    pub last: u64,
}

impl Map {
    /// The picture without a table.
    pub(super) fn new(lab: &Session) -> Self {
        let request = ViewRequest {
            table: String::new(),
            window: FIRST_WINDOW,
            old_versions: true,
            notation: KeyNotation::Fields,
        };
        Self {
            view: Rc::new(lab.view(&request)),
            request,
            axis: Rc::default(),
            widths: Widths::default(),
            spot: None,
            detail: None,
            stores: true,
            reveal: None,
            policies: None,
        }
    }

    /// Asks for another table, from its first line on.
    pub(super) fn turn_to(&mut self, table: String) {
        self.request.table = table;
        self.request.window = FIRST_WINDOW;
        self.widths = Widths::default();
        self.spot = None;
        self.detail = None;
    }

    /// Takes a new view.
    pub(super) fn take(&mut self, view: View, line_height: i64) {
        let axis = Axis::new(line_height, view.regions.iter().map(|region| (region.first_line, region.lines)));
        if *self.axis != axis {
            self.axis = Rc::new(axis);
        }
        self.widths.grow(&view);
        self.view = Rc::new(view);
    }

    /// Changes what is shown of the table. Returns whether it has to be drawn again.
    pub(super) fn show(&mut self, show: Show) -> bool {
        match show {
            Show::Window(window) => self.request.window = window,
            Show::Notation(notation) => {
                self.request.notation = notation;
                self.widths = Widths::default();
            }
            Show::OldVersions(on) => {
                self.request.old_versions = on;
                self.spot = None;
                self.detail = None;
            }
            Show::Stores(on) => {
                self.stores = on;
                return false;
            }
            Show::Cell(spot) => {
                self.spot = Some(spot);
                return false;
            }
            Show::Detail(detail) => {
                self.detail = detail;
                return false;
            }
            Show::Table(_)
            | Show::Earlier(_)
            | Show::Explain(_)
            | Show::Width(..)
            | Show::Api(_)
            | Show::Printed(_) => return false,
        }
        true
    }

    /// Asks for the lines around the one that the step is about, if that is not in the view. Returns whether the table
    /// has to be drawn again. The key space itself asks for the lines in the viewport.
    pub(super) fn turn_to_focus(&mut self) -> bool {
        let Some(line) = self.view.focus.filter(|line| !self.request.window.contains(line)) else { return false };
        let from = line.saturating_sub(FIRST_WINDOW.end / 2);
        self.request.window = from..from + FIRST_WINDOW.end;
        true
    }

    /// Scrolls to the line that the step is about.
    pub(super) fn reveal(&mut self) {
        if let (Some(line), Some(reach)) = (self.view.focus, &self.view.reach) {
            self.scroll_to(line, reach.start, reach.end - 1);
        }
    }

    /// Scrolls to the beginning of the region that starts with this key.
    pub(super) fn reveal_region(&mut self, start: &[u8]) {
        let region = self.view.regions.iter().find(|region| region.start_key == start);
        if let Some((first, lines)) = region.map(|region| (region.first_line, region.lines)) {
            self.scroll_to(first, first, first + lines.clamp(1, LINES_OF_CHOSEN) - 1);
        }
    }

    pub(super) fn scroll_to(&mut self, line: u64, first: u64, last: u64) {
        let count = self.reveal.map_or(0, |reveal| reveal.count).wrapping_add(1);
        self.reveal = Some(Reveal { count, line, first, last });
    }
}
