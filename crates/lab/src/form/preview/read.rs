//! Forms that read.

use super::Review;
use crate::intent::{Intent, LastRowMethod, Pages, Paging};
use splitpoint_model::error::MAX_ROW_LENGTH;
use splitpoint_model::filter::Filter;

impl Review<'_> {
    pub(super) fn get(&mut self, table: &str, row: &[u8], intent: &Intent) {
        self.row("row", table, row);
        if let Intent::Get { versions, .. } = intent
            && *versions <= 0
        {
            self.warn("versions", "HBase answers IOException (versions must be positive). Ask for 1 or more.");
        }
    }

    pub(super) fn last_row(&mut self, table: &str, method: &LastRowMethod) {
        let width = self.key(table).width();
        match method {
            LastRowMethod::ConstantKey(key) => self.row("key", table, key),
            LastRowMethod::Bisection(bytes) if width.is_some_and(|width| width > usize::from(*bytes)) => {
                let what = format!(
                    "Keys of {table} are longer than {bytes} bytes: the probes find the last {bytes}-byte prefix, not \
                     the last row."
                );
                self.warn("key", what);
            }
            LastRowMethod::Bisection(0) => self.warn("key", "Keys of 0 bytes leave nothing to bisect: type a width."),
            LastRowMethod::FullScan | LastRowMethod::Bisection(_) | LastRowMethod::Reversed => {}
        }
    }

    pub(super) fn pages(&mut self, pages: &Pages) {
        for (field, name, row) in [("start", "startRow", &pages.start), ("stop", "stopRow", &pages.stop)] {
            if row.len() > MAX_ROW_LENGTH {
                let what = format!(
                    "{} bytes are too many: HBase answers IllegalArgumentException ({name}'s length must be less than \
                     or equal to {MAX_ROW_LENGTH} to meet the criteria for a row key.).",
                    row.len()
                );
                self.warn(field, what);
            }
        }
        self.range(pages);
        if pages.size == 0 {
            self.warn("size", "Pages of 0 rows never end: type at least 1.");
        }
        if pages.by == Paging::Offset && pages.pages > 1 {
            let rows = u64::from(pages.size) * u64::from(pages.pages);
            let what = format!(
                "HBase has no OFFSET: to skip rows it reads them. Page {} reads {rows} rows to show {}.",
                pages.pages, pages.size
            );
            self.warn("by", what);
        }
        if let Some((from, to)) = &pages.columns
            && !to.is_empty()
            && from > to
        {
            self.warn("columns", "The range of qualifiers ends before it begins: no cell passes.");
        }
        if !pages.filter.is_empty() {
            self.filter(pages);
        }
    }

    fn range(&mut self, pages: &Pages) {
        if pages.stop.is_empty() || pages.start.is_empty() {
            return;
        }
        let (low, high) = if pages.reversed { (&pages.stop, &pages.start) } else { (&pages.start, &pages.stop) };
        if low < high {
            return;
        }
        let (start, stop) = (self.print(&pages.table, &pages.start), self.print(&pages.table, &pages.stop));
        let what = if low == high {
            format!("Start and stop are both {start}, and the stop is excluded: HBase answers with nothing.")
        } else if pages.reversed {
            format!(
                "A reversed scan starts at the larger row, and {stop} is larger than {start}: HBase answers with \
                 nothing. Swap them."
            )
        } else {
            format!("The stop row {stop} comes before the start row {start}: HBase answers with nothing. Swap them.")
        };
        self.warn("stop", what);
    }

    fn filter(&mut self, pages: &Pages) {
        match Filter::parse(pages.filter.as_bytes()) {
            Err(error) => self.warn("filter", format!("HBase cannot read this filter: {error}")),
            Ok(_) if pages.filter.contains("PageFilter") && self.cluster.regions(&pages.table).nth(1).is_some() => {
                let what = "PageFilter counts in each region anew, so more rows than it says may come. The size of a \
                            page is exact.";
                self.warn("filter", what);
            }
            Ok(_) => {}
        }
    }
}
