//! The form of a scan in pages.

use super::cell::KeyText;
use super::{Fault, number, number_or_none};
use splitpoint_lab::intent::{Intent, Pages, Paging};

/// Scan pages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PagesForm {
    /// First row, included.
    pub start: KeyText,
    /// Last row, excluded.
    pub stop: KeyText,
    /// Rows a page.
    pub size: String,
    /// How many pages.
    pub pages: String,
    /// How they follow each other.
    pub by: Paging,
    /// Descending.
    pub reversed: bool,
    /// Results a call; empty: HBase's default.
    pub caching: String,
    /// Cells a Result; empty: whole rows.
    pub batch: String,
    /// First qualifier, included.
    pub from: KeyText,
    /// Last qualifier, excluded.
    pub to: KeyText,
    /// In HBase's filter language.
    pub filter: String,
}

impl Default for PagesForm {
    fn default() -> Self {
        Self {
            start: KeyText::default(),
            stop: KeyText::default(),
            size: "3".into(),
            pages: "3".into(),
            by: Paging::Cursor,
            reversed: false,
            caching: String::new(),
            batch: String::new(),
            from: KeyText::default(),
            to: KeyText::default(),
            filter: String::new(),
        }
    }
}

impl PagesForm {
    /// How pages can follow each other, with what each way is called.
    pub const WAYS: [(Paging, &'static str); 2] =
        [(Paging::Cursor, "after the last row"), (Paging::Offset, "at an offset")];

    pub(super) fn intent(&self, table: &str, faults: &mut Vec<Fault>) -> Intent {
        let (from, to) = (self.from.read("from", faults), self.to.read("to", faults));
        Intent::Pages(Pages {
            table: table.to_owned(),
            start: self.start.read("start", faults),
            stop: self.stop.read("stop", faults),
            size: number("size", &self.size, faults),
            pages: number("pages", &self.pages, faults),
            by: self.by,
            reversed: self.reversed,
            caching: number_or_none("caching", &self.caching, faults),
            batch: number_or_none("batch", &self.batch, faults),
            columns: (!from.is_empty() || !to.is_empty()).then_some((from, to)),
            filter: self.filter.trim().to_owned(),
        })
    }
}
