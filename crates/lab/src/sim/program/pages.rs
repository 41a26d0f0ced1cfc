//! Reading page by page: by a cursor, which is the last key of the page before, or by an offset, which HBase does not
//! have, so that every page reads again what it skips, and shifts when somebody writes in front of it.
//!
//! Cells of wide rows come in pieces: a page is then so many Results of one scanner.

use super::{Demand, Desk, How, Resume, Routine, Turn};
use crate::intent::Paging;
use crate::sim::answer::{Answer, Came, Page};
use crate::sim::label::{Label, Title};
use crate::sim::memory::{Breach, Claim, Learnt, Memory, Value};
use splitpoint_model::bytes::{RowKey, TableName, row_after};
use splitpoint_model::client::{Request, Response};
use splitpoint_model::event::ScannerId;
use splitpoint_model::identity::Trace;
use splitpoint_model::query::{RowResult, Scan};

/// Reads a table page by page.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PageReader {
    table: TableName,
    /// The whole range, without a limit.
    scan: Scan,
    size: u32,
    pages: u32,
    by: Paging,
    /// Pages read.
    page: u32,
    /// The last row read.
    cursor: Option<RowKey>,
    scanner: Option<ScannerId>,
    /// Whether the scanner is to be closed, and what comes after that.
    closing: Option<Closing>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Closing {
    NextPage,
    End,
}

impl PageReader {
    pub(super) fn new(table: TableName, scan: Scan, size: u32, pages: u32, by: Paging) -> Self {
        Self { table, scan, size, pages, by, page: 0, cursor: None, scanner: None, closing: None }
    }

    /// The whole range, without a limit.
    pub(crate) fn scan(&self) -> &Scan {
        &self.scan
    }

    /// Whether rows come in pieces.
    fn is_wide(&self) -> bool {
        self.scan.batch > 0
    }

    fn skipped(&self) -> u32 {
        match self.by {
            Paging::Cursor => 0,
            Paging::Offset => self.page.saturating_mul(self.size),
        }
    }

    fn page_label(&self) -> Label {
        let after = self.cursor.clone().filter(|_| self.by == Paging::Cursor && !self.is_wide());
        Label::Page { table: self.table.clone(), number: self.page + 1, after, skipping: self.skipped() }
    }

    fn at_work(&self) -> Label {
        match (self.is_wide(), self.scanner, self.closing) {
            (true, None, _) => Label::OpenScanner,
            (true, Some(_), Some(_)) => Label::CloseScanner,
            _ => self.page_label(),
        }
    }

    fn ask(&self) -> Request {
        let results = self.skipped().saturating_add(self.size);
        match (self.is_wide(), self.scanner, self.closing) {
            (true, None, _) => Request::OpenScan(self.table.clone(), self.scan.clone()),
            (true, Some(scanner), Some(_)) => Request::CloseScan(scanner),
            (true, Some(scanner), None) => Request::Next { scanner, n: results },
            (false, ..) => {
                let mut scan = self.scan.clone();
                scan.limit = i32::try_from(results).unwrap_or(i32::MAX);
                if let (Some(row), Paging::Cursor) = (&self.cursor, self.by) {
                    scan.start = row.clone();
                    scan.start_inclusive = false;
                }
                Request::Scan(self.table.clone(), scan)
            }
        }
    }

    /// Whether a row was on a page before.
    fn is_behind(&self, row: &[u8]) -> bool {
        let Some(last) = &self.cursor else { return false };
        !self.is_wide() && if self.scan.reversed { *row >= **last } else { *row <= **last }
    }

    /// Those rows that were on a page before, or those that were not. Pieces of rows are not told apart.
    fn rows(&self, results: &[RowResult], behind: bool) -> Vec<RowKey> {
        let rows = results.iter().filter_map(RowResult::row).filter(|_| !self.is_wide());
        rows.filter(|row| self.is_behind(row) == behind).map(RowKey::from).collect()
    }

    fn hear_page(&mut self, mut results: Vec<RowResult>, done: bool) -> Turn {
        let read = results.len();
        let page = results.split_off(read.min(self.skipped() as usize));
        let answer = self.answer(&page, &results);
        if let Some(row) = page.last().and_then(RowResult::row) {
            self.cursor = Some(row.into());
        }
        self.page += 1;
        let over = self.page >= self.pages || done && self.is_wide() || page.len() < self.size as usize;
        // A scanner that has come to its end is closed already.
        if self.is_wide() && !(over && done) {
            match (over, self.by) {
                (true, _) => self.closing = Some(Closing::End),
                (false, Paging::Offset) => self.closing = Some(Closing::NextPage),
                (false, Paging::Cursor) => {}
            }
            return Turn::ask(answer, self.ask());
        }
        if over { Turn::end(answer, How::Done) } else { Turn::ask(answer, self.ask()) }
    }

    fn answer(&self, page: &[RowResult], thrown: &[RowResult]) -> Answer {
        let (first, last) = (page.first().and_then(RowResult::row), page.last().and_then(RowResult::row));
        let came = Page {
            range: first.zip(last).map(|(first, last)| (first.into(), last.into())),
            results: page.len(),
            cells: page.iter().map(|piece| piece.cells.len()).sum(),
            pieces: self.is_wide(),
            again: self.rows(page, true),
            missed: self.rows(thrown, false),
            thrown: thrown.len(),
        };
        Answer::new(self.page_label(), &self.table, Came::Page(came))
    }

    /// What makes an offset wrong: a row put into what is skipped.
    fn claim(&self, row: &RowKey) -> Claim {
        let after = |row: &RowKey| if row.is_empty() { RowKey::default() } else { row_after(row).into() };
        let (from, to) = if self.scan.reversed {
            (row.clone(), after(&self.scan.start))
        } else {
            (self.scan.start.clone(), after(row))
        };
        Claim { table: self.table.clone(), from, to, row: Some(row.clone()), breach: Breach::Stale }
    }

    /// Tells a [`Trace`] what can make a difference from now on. Its client tells which scanner it has.
    pub(super) fn tell(&self, over: bool, trace: &mut Trace) {
        if !over {
            Request::OpenScan(self.table.clone(), self.scan.clone()).tell(trace);
        }
        trace.literal(&(&self.table, self.size, self.pages, self.by, self.page, self.closing));
        trace.literal(&(self.scanner.is_some(), self.cursor.as_ref()));
    }
}

impl Routine for PageReader {
    fn begin(&mut self) -> Demand {
        Demand::Ask(self.ask())
    }

    fn go(&mut self, told: Resume, _: &mut Desk<'_>) -> Turn {
        let label = self.at_work();
        let Resume::Reply(reply) = told else { return Turn::strange(label, &self.table) };
        match reply {
            Ok(Response::Scanner(scanner)) => {
                self.scanner = Some(scanner);
                let answer = Answer::new(label, &self.table, Came::Opened { pieces: true });
                Turn::ask(answer, self.ask())
            }
            Ok(Response::Rows { results, done }) => self.hear_page(results, done),
            Ok(Response::Done) => {
                self.scanner = None;
                let demand = match self.closing.take() {
                    Some(Closing::NextPage) => Demand::Ask(self.ask()),
                    _ => Demand::End(How::Done),
                };
                Turn { answer: Some(Answer::new(label, &self.table, Came::Closed)), demand }
            }
            Ok(_) => Turn::strange(label, &self.table),
            Err(error) => Turn::failed(label, &self.table, error),
        }
    }

    fn label(&self, _: &Request) -> Label {
        self.at_work()
    }

    fn title(&self) -> Title {
        Title::Pages { table: self.table.clone(), by_offset: self.by == Paging::Offset }
    }

    fn memory(&self) -> Vec<Memory> {
        let pages = (self.page > 0).then(|| Memory {
            name: Learnt::Pages,
            value: Value::Number(self.page.into()),
            claim: None,
        });
        let place = self.cursor.iter().map(|row| match self.by {
            Paging::Cursor => {
                Memory { name: Learnt::Place, value: Value::Row(self.table.clone(), row.clone()), claim: None }
            }
            Paging::Offset => Memory {
                name: Learnt::Place,
                value: Value::Number(self.skipped().into()),
                claim: Some(self.claim(row)),
            },
        });
        pages.into_iter().chain(place).collect()
    }
}
