//! Reading rows by a scanner of the gateway: for a window of rows, and for a sample, region by region.

use super::watch::{Watch, answer};
use super::{Ask, Clustering, Deed, Heard};
use crate::session::action::Action;
use crate::session::chunk::Chunk;
use crate::session::reducer::Effect;
use splitpoint_lab::cluster::{self, Page, Plan, Row, Taken, Trouble, scanner};
use splitpoint_lab::words::cluster as words;

/// The number of rows in a window.
const ROWS: usize = 30;

/// The most cells in one answer of a scanner, and how many are allowed for each wanted row.
const BATCH: usize = 1_000;
const CELLS: usize = 10;

/// A window of rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// The place of the region.
    pub region: usize,
    /// The rows that have come.
    pub rows: Vec<Row>,
    /// Whether the region has more rows.
    pub more: bool,
    /// Whether they are still being read.
    pub is_open: bool,
    /// The reason if no rows came.
    pub trouble: Option<String>,
}

/// A sample that is being taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taking {
    plan: Plan,
    /// The present visit, and which of its two ranges is being read.
    at: (usize, usize),
    came: Vec<Row>,
    /// How many rows of this visit have come.
    of_visit: usize,
    as_file: bool,
}

impl Taking {
    /// How many regions were visited, of how many.
    pub fn progress(&self) -> (usize, usize) {
        (self.at.0, self.plan.visits.len())
    }
}

/// A scanner that is open.
pub(super) struct Scan {
    page: Page,
    location: String,
}

impl Watch {
    pub(super) fn open_window(&mut self, region: usize) -> Vec<Effect> {
        let Some(keys) =
            self.survey.as_ref().and_then(|survey| survey.regions.get(region)).map(|region| region.keys.clone())
        else {
            return Vec::new();
        };
        if self.taking.is_some() {
            return Vec::new();
        }
        let mut effects = self.close_scan();
        self.window = Some(Window { region, rows: Vec::new(), more: false, is_open: true, trouble: None });
        effects.extend(self.scan(&keys.0, &keys.1, ROWS));
        effects
    }

    /// Opens a scanner for a range of keys.
    fn scan(&mut self, start: &[u8], end: &[u8], rows: usize) -> Vec<Effect> {
        self.scan_number += 1;
        self.scan = Some(Scan { page: Page::new(rows), location: String::new() });
        let mut effect = self.errand(Ask::Open, 0, self.of_table("scanner"));
        if let Effect::Errand(errand) = &mut effect {
            errand.body = Some(scanner(start, end, BATCH.min(rows * CELLS)));
        }
        vec![effect]
    }

    /// Closes the open scanner.
    pub(super) fn close_scan(&mut self) -> Vec<Effect> {
        let scan = self.scan.take().filter(|scan| !scan.location.is_empty());
        let effect = scan.map(|scan| self.errand(Ask::Close, 0, scan.location));
        self.scan_number += 1;
        if let Some(window) = &mut self.window {
            window.is_open = false;
        }
        effect.into_iter().collect()
    }

    pub(super) fn hear_scan(&mut self, ask: Ask, heard: &Heard) -> Vec<Effect> {
        let Some(mut scan) = self.scan.take() else { return Vec::new() };
        let came = match ask {
            Ask::Open => answer(heard).and_then(|_| heard.location.clone().ok_or(Trouble::BadAnswer)).map(|location| {
                scan.location = location;
            }),
            _ if heard.status == 204 => {
                scan.page.take(None);
                Ok(())
            }
            _ => answer(heard).and_then(|text| cluster::rows(text).map_err(Trouble::Unreadable)).map(|rows| {
                scan.page.take(Some(rows));
            }),
        };
        if let Err(trouble) = came {
            let told = words::trouble(&trouble, self.table.as_deref().unwrap_or_default());
            self.scan = Some(scan);
            let effects = self.close_scan();
            match (&mut self.taking, &mut self.window) {
                (Some(_), _) => {
                    self.taking = None;
                    self.told = Some(format!("No sample was taken. {told}"));
                }
                (None, Some(window)) => window.trouble = Some(told),
                (None, None) => {}
            }
            return effects;
        }
        if !scan.page.is_full() {
            let next = self.errand(Ask::Read, 0, scan.location.clone());
            self.scan = Some(scan);
            return vec![next];
        }
        let page = scan.page.clone();
        self.scan = Some(scan);
        let is_over = page.is_over;
        let (rows, more) = page.end();
        // The gateway itself closes a scanner at its end.
        let effects = if is_over {
            self.scan = None;
            Vec::new()
        } else {
            self.close_scan()
        };
        let next = match (self.taking.is_some(), &mut self.window) {
            (true, _) => self.visited(rows),
            (false, Some(window)) => {
                (window.rows, window.more, window.is_open) = (rows, more, false);
                Vec::new()
            }
            (false, None) => Vec::new(),
        };
        effects.into_iter().chain(next).collect()
    }

    /// Begins to take a sample.
    pub(super) fn take(&mut self, as_file: bool) -> Vec<Effect> {
        let Some(survey) = self.survey.as_ref().filter(|survey| !survey.regions.is_empty()) else { return Vec::new() };
        let plan = Plan::new(survey, self.seed, self.sample);
        let effects = self.close_scan();
        self.told = None;
        self.taking = Some(Taking { plan, at: (0, 0), came: Vec::new(), of_visit: 0, as_file });
        effects.into_iter().chain(self.visit()).collect()
    }

    /// Reads the next range of the sample, or ends it.
    fn visit(&mut self) -> Vec<Effect> {
        loop {
            let Some(taking) = &mut self.taking else { return Vec::new() };
            let Some(visit) = taking.plan.visits.get(taking.at.0) else { return self.home() };
            let wanted = taking.plan.rows.saturating_sub(taking.of_visit);
            let range = visit.ranges().get(taking.at.1).cloned().flatten().filter(|_| wanted > 0);
            if let Some(range) = range {
                let (start, end) = (range.start.to_vec(), range.end.to_vec());
                return self.scan(&start, &end, wanted);
            }
            taking.at = if taking.at.1 == 0 && wanted > 0 { (taking.at.0, 1) } else { (taking.at.0 + 1, 0) };
            if taking.at.1 == 0 {
                taking.of_visit = 0;
            }
        }
    }

    fn visited(&mut self, rows: Vec<Row>) -> Vec<Effect> {
        if let Some(taking) = &mut self.taking {
            taking.of_visit += rows.len();
            taking.came.extend(rows);
            taking.at = if taking.at.1 == 0 { (taking.at.0, 1) } else { (taking.at.0 + 1, 0) };
            if taking.at.1 == 0 {
                taking.of_visit = 0;
            }
        }
        self.visit()
    }

    /// All rows of the sample have come.
    fn home(&mut self) -> Vec<Effect> {
        let Some((taking, survey)) = self.taking.take().zip(self.survey.as_ref()) else { return Vec::new() };
        let schema = self.schema.clone().unwrap_or_default();
        let key = if self.key.is_fields() { self.spec.trim() } else { "" };
        let taken = Taken::new(survey, &schema, key, &taking.plan, taking.came);
        if taken.rows.is_empty() {
            self.told = Some("No row came: the table is empty.".to_owned());
            return Vec::new();
        }
        self.taken = Some(taken);
        // A script sets the clock of the session, which needs the language.
        vec![Effect::Bring(Chunk::Console, Action::Cluster(Clustering::Do(Deed::Settle(taking.as_file))))]
    }
}
