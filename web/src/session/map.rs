//! The picture of the key space: what is asked for, what came, and where the reader is in it.

use super::action::{Detail, Show, Spot};
use splitpoint_lab::picture::Axis;
use splitpoint_lab::picture::Widths;
use splitpoint_lab::session::Session;
use splitpoint_lab::view::{KeyNotation, PoliciesView, View, ViewRequest};
use std::ops::Range;
use std::rc::Rc;

/// Lines that are drawn before anything was measured.
const FIRST_WINDOW: Range<u64> = 0..80;

/// The picture, and where the reader is in it.
pub struct Map {
    /// What is drawn.
    pub request: ViewRequest,
    /// The drawing as data.
    pub view: Rc<View>,
    /// Where its lines are.
    pub axis: Rc<Axis>,
    /// Room of its columns.
    pub widths: Widths,
    /// The active cell of the grid.
    pub spot: Option<Spot>,
    /// What more is told about.
    pub detail: Option<Detail>,
    /// Whether memory and files are drawn.
    pub stores: bool,
    /// A line to bring in sight; the number changes when it is to be done again.
    pub reveal: Option<(u32, u64)>,
    /// What split policies would do, while a form about that is shown.
    pub policies: Option<Rc<PoliciesView>>,
}

impl Map {
    /// The picture of no table.
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

    /// Takes what was drawn.
    pub(super) fn take(&mut self, view: View, line_height: i64) {
        let axis = Axis::new(line_height, view.regions.iter().map(|region| (region.first_line, region.lines)));
        if *self.axis != axis {
            self.axis = Rc::new(axis);
        }
        self.widths.grow(&view);
        self.view = Rc::new(view);
    }

    /// Changes what is shown of the table. Whether it has to be drawn anew.
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

    /// Asks for the lines around the one that the step is about, where that is not among those that are drawn. Whether it
    /// has to be drawn anew. The key space asks by itself for what is in sight.
    pub(super) fn turn_to_focus(&mut self) -> bool {
        let Some(line) = self.view.focus.filter(|line| !self.request.window.contains(line)) else { return false };
        let from = line.saturating_sub(FIRST_WINDOW.end / 2);
        self.request.window = from..from + FIRST_WINDOW.end;
        true
    }

    /// Brings the line in sight that the step is about.
    pub(super) fn reveal(&mut self) {
        if let Some(line) = self.view.focus {
            let again = self.reveal.map_or(0, |(count, _)| count).wrapping_add(1);
            self.reveal = Some((again, line));
        }
    }
}
