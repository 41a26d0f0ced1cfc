//! Reading page by page: by a cursor, which is the last key of the page before, or by an offset, which HBase does not
//! have, so that every page reads again what it skips, and shifts when somebody writes in front of it.
//!
//! Cells of wide rows come in pieces: a page is then so many Results of one scanner.

use super::{Answer, Ask, Claim, Memory, Reply, Routine, STALE, Turn, count};
use crate::intent::Paging;
use crate::phrase::Phrase;
use crate::view::Tone;
use splitpoint_model::bytes::{RowKey, TableName, row_after};
use splitpoint_model::client::{Request, Response};
use splitpoint_model::event::ScannerId;
use splitpoint_model::identity::Trace;
use splitpoint_model::query::{RowResult, Scan};

/// Reads pages.
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
    /// The last row read, and when.
    cursor: Option<(RowKey, u64)>,
    scanner: Option<ScannerId>,
    /// The scanner is to be closed, and what comes after that.
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

    fn page_label(&self) -> Phrase {
        let label = Phrase::from(format!("page {}", self.page + 1));
        match (&self.cursor, self.by) {
            (Some((row, _)), Paging::Cursor) if !self.is_wide() => label.text(" after ").key(&self.table, row.clone()),
            (_, Paging::Offset) if self.page > 0 => label.text(format!(" skipping {}", self.skipped())),
            _ => label,
        }
    }

    fn label(&self) -> Phrase {
        match (self.is_wide(), self.scanner, self.closing) {
            (true, None, _) => "open scanner".into(),
            (true, Some(_), Some(_)) => "close scanner".into(),
            _ => self.page_label(),
        }
    }

    fn ask(&self) -> Turn {
        let results = self.skipped().saturating_add(self.size);
        let request = match (self.is_wide(), self.scanner, self.closing) {
            (true, None, _) => Request::OpenScan(self.table.clone(), self.scan.clone()),
            (true, Some(scanner), Some(_)) => Request::CloseScan(scanner),
            (true, Some(scanner), None) => Request::Next { scanner, n: results },
            (false, ..) => {
                let mut scan = self.scan.clone();
                scan.limit = i32::try_from(results).unwrap_or(i32::MAX);
                if let (Some((row, _)), Paging::Cursor) = (&self.cursor, self.by) {
                    scan.start = row.clone();
                    scan.start_inclusive = false;
                }
                Request::Scan(self.table.clone(), scan)
            }
        };
        Turn::Ask(Ask { label: self.label(), request })
    }

    /// Whether a row was on a page before.
    fn is_behind(&self, row: &[u8]) -> bool {
        let Some((last, _)) = &self.cursor else { return false };
        !self.is_wide() && if self.scan.reversed { *row >= **last } else { *row <= **last }
    }

    fn hear_page(&mut self, mut results: Vec<RowResult>, done: bool, at: u64) -> (Answer, Turn) {
        let read = results.len();
        let page = results.split_off(read.min(self.skipped() as usize));
        let answer = self.answer(&page, read);
        if let Some(row) = page.last().and_then(RowResult::row) {
            self.cursor = Some((row.into(), at));
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
            return (answer, self.ask());
        }
        (answer, if over { Turn::Done } else { self.ask() })
    }

    fn answer(&self, page: &[RowResult], read: usize) -> Answer {
        let label = self.page_label();
        let (Some(first), Some(last)) = (page.first().and_then(RowResult::row), page.last().and_then(RowResult::row))
        else {
            return Answer::new(Tone::Plain, "no more", label.text(" is empty: there are no more rows."));
        };
        let mut range = Phrase::new().key(&self.table, first);
        if first != last {
            range = range.text(" … ").key(&self.table, last);
        }
        let what = if self.is_wide() {
            let cells = page.iter().map(|piece| piece.cells.len()).sum();
            format!("{} with {}", count(page.len(), "Result"), count(cells, "cell"))
        } else {
            count(page.len(), "row")
        };
        let text = Phrase::from(format!("→ {what}, ")).with(range.clone());
        let again = page.iter().filter_map(RowResult::row).filter(|row| self.is_behind(row)).count();
        let sentence = label.text(" brings ").text(what).text(": ").with(range).text(".");
        if again > 0 {
            let sentence = sentence.text(format!(" {again} of them came before: a row was put in front."));
            return Answer::new(Tone::Warn, text, sentence);
        }
        let thrown = read - page.len();
        let sentence = match thrown {
            0 => sentence,
            _ => sentence.text(format!(" {} read and thrown away to get there.", count(thrown, "Result"))),
        };
        Answer::new(Tone::Ok, text, sentence)
    }

    /// What makes an offset wrong: a row put into what is skipped.
    fn claim(&self, row: &RowKey) -> Claim {
        let after = |row: &RowKey| if row.is_empty() { RowKey::default() } else { row_after(row).into() };
        let (from, to) = if self.scan.reversed {
            (row.clone(), after(&self.scan.start))
        } else {
            (self.scan.start.clone(), after(row))
        };
        Claim { table: self.table.clone(), from, to, row: Some(row.clone()), breach: STALE }
    }

    /// Tells what can matter of it. Which scanner it has, its client tells.
    pub(super) fn tell(&self, over: bool, trace: &mut Trace) {
        if !over {
            Request::OpenScan(self.table.clone(), self.scan.clone()).tell(trace);
        }
        trace.literal(&(&self.table, self.size, self.pages, self.by, self.page, self.closing));
        trace.literal(&(self.scanner.is_some(), self.cursor.as_ref().map(|(row, _)| row)));
    }
}

impl Routine for PageReader {
    fn begin(&mut self) -> Turn {
        self.ask()
    }

    fn hear(&mut self, reply: Reply, at: u64) -> (Answer, Turn) {
        let label = self.label();
        match reply {
            Ok(Response::Scanner(scanner)) => {
                self.scanner = Some(scanner);
                let sentence = "opens a scanner. Nothing is sent before the first Result is asked for.";
                (Answer::new(Tone::Plain, "", sentence), self.ask())
            }
            Ok(Response::Rows { results, done }) => self.hear_page(results, done, at),
            Ok(Response::Done) => {
                self.scanner = None;
                let turn = match self.closing.take() {
                    Some(Closing::NextPage) => self.ask(),
                    _ => Turn::Done,
                };
                (Answer::new(Tone::Plain, "", "closes the scanner."), turn)
            }
            Ok(_) => (Answer::strange(&label), Turn::Failed),
            Err(error) => (Answer::error(&label, &self.table, &error), Turn::Failed),
        }
    }

    fn title(&self) -> Phrase {
        let by = match self.by {
            Paging::Cursor => " by cursor",
            Paging::Offset => " by offset",
        };
        Phrase::from("pages of ").text(&*self.table).text(by)
    }

    fn memory(&self) -> Vec<Memory> {
        let page =
            (self.page > 0).then(|| Memory { name: "page", value: self.page.to_string().into(), at: 0, claim: None });
        let place = self.cursor.iter().map(|(row, at)| match self.by {
            Paging::Cursor => {
                Memory { name: "cursor", value: Phrase::new().key(&self.table, row.clone()), at: *at, claim: None }
            }
            Paging::Offset => Memory {
                name: "offset",
                value: self.skipped().to_string().into(),
                at: *at,
                claim: Some(self.claim(row)),
            },
        });
        page.into_iter().chain(place).collect()
    }
}
