//! Previews of the forms that read.

use super::Review;
use crate::intent::{Field, LastRowMethod, Pages, Paging};
use crate::sim::program::filter;
use splitpoint_model::client::validate;
use splitpoint_model::error::Bound;

impl Review<'_> {
    pub(super) fn last_row(&mut self, table: &str, method: &LastRowMethod) {
        let width = self.key(table).width();
        match method {
            LastRowMethod::Bisection(bytes) if width.is_some_and(|width| width > usize::from(*bytes)) => {
                let what = format!(
                    "Keys of {table} are longer than {bytes} bytes: the probes find the last {bytes}-byte prefix, not \
                     the last row."
                );
                self.warn(Field::Width, what);
            }
            LastRowMethod::FullScan
            | LastRowMethod::ConstantKey(_)
            | LastRowMethod::Bisection(_)
            | LastRowMethod::Reversed => {}
        }
    }

    pub(super) fn pages(&mut self, pages: &Pages) {
        for (field, bound, row) in [(Field::Start, Bound::Start, &pages.start), (Field::Stop, Bound::Stop, &pages.stop)]
        {
            if let Err(error) = validate::scan_bound(bound, row.len()) {
                self.answer(field, &format!("{} bytes are too many", row.len()), &error, "");
            }
        }
        self.range(pages);
        if pages.by == Paging::Offset && pages.pages > 1 {
            let rows = u64::from(pages.size) * u64::from(pages.pages);
            let what = format!(
                "HBase has no OFFSET: to skip rows it reads them. Page {} reads {rows} rows to show {}.",
                pages.pages, pages.size
            );
            self.warn(Field::By, what);
        }
        if let Some((from, to)) = &pages.columns
            && !to.is_empty()
            && from > to
        {
            self.warn(Field::To, "The range of qualifiers ends before it begins: no cell passes.");
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
        self.warn(Field::Stop, what);
    }

    fn filter(&mut self, pages: &Pages) {
        match filter::of(pages) {
            Ok(Err(error)) => self.answer(Field::Filter, "", &error, ""),
            Ok(Ok(_)) if pages.filter.contains("PageFilter") && self.cluster.regions(&pages.table).nth(1).is_some() => {
                let what = "PageFilter counts in each region anew, so more rows than it says may come. The size of a \
                            page is exact.";
                self.warn(Field::Filter, what);
            }
            Ok(Ok(_)) | Err(_) => {}
        }
    }
}
