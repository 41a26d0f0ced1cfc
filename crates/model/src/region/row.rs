//! Reads a region row by row, over all families that a scan reads.

use crate::cell::{self, Cell, KeyRef};
use crate::error::{Error, Incompatible};
use crate::event::Event;
use crate::filter::FilterState;
use crate::query::Scan;
use crate::store::limit::{Progress, Scope, Stop};
use crate::store::scanner::Active;
use crate::store::watch::Watch;
use std::cmp::Ordering;

/// The scanners of some families; the one with the first cell is read first.
///
/// Source: `KeyValueHeap`, `ReversedKeyValueHeap`.
#[derive(Debug)]
pub(super) struct Families<'a> {
    scanners: Vec<Active<'a>>,
    /// The scanner that is read next. HBase chooses it only where one is moved on, not between two calls.
    top: Option<usize>,
    reversed: bool,
}

impl<'a> Families<'a> {
    /// `top`: the one at which an earlier call has [ended](Self::suspend).
    pub(super) fn new(scanners: Vec<Active<'a>>, top: Option<usize>, reversed: bool) -> Self {
        let mut families = Self { scanners, top, reversed };
        if top.is_none() {
            families.choose();
        }
        families
    }

    fn is_empty(&self) -> bool {
        self.scanners.is_empty()
    }

    fn choose(&mut self) {
        if let [_] = &*self.scanners {
            self.top = Some(0);
            return;
        }
        let mut top: Option<(usize, &Cell)> = None;
        for (at, scanner) in self.scanners.iter().enumerate() {
            let Some(cell) = scanner.peek() else { continue };
            if top.is_none_or(|(_, other)| self.compare(cell, other) == Ordering::Less) {
                top = Some((at, cell));
            }
        }
        self.top = top.map(|(at, _)| at);
    }

    fn compare(&self, left: &Cell, right: &Cell) -> Ordering {
        if self.reversed && !left.same_row(right) { cell::compare(right, left) } else { cell::compare(left, right) }
    }

    fn peek(&self) -> Option<&'a Cell> {
        self.scanners[self.top?].peek()
    }

    /// Reads on in the family at the top; one that says it has nothing more is closed.
    fn next(
        &mut self,
        results: &mut Vec<Cell>,
        progress: &mut Progress,
        filter: &mut Option<Box<dyn FilterState>>,
        watch: &mut Watch<'_>,
    ) {
        let Some(top) = self.top else {
            progress.end(Stop::NoMore);
            return;
        };
        let scanner = &mut self.scanners[top];
        if !scanner.next(results, progress, filter, watch) {
            scanner.close();
        }
        self.choose();
    }

    fn seek(&mut self, key: KeyRef<'_>, watch: &mut Watch<'_>) {
        self.scanners.iter_mut().for_each(|scanner| scanner.seek(key, watch));
        self.choose();
    }

    fn seek_row_before(&mut self, row: &[u8], watch: &mut Watch<'_>) {
        self.scanners.iter_mut().for_each(|scanner| scanner.seek_row_before(row, watch));
        self.choose();
    }

    /// Ends this call, and returns the index of the family that the next call reads first.
    fn suspend(self) -> Option<usize> {
        self.scanners.into_iter().for_each(Active::suspend);
        self.top
    }
}

/// Which family is read next: of those read for every row, and of those read for rows that pass the filter.
pub(super) type Tops = (Option<usize>, Option<usize>);

/// Reads rows in one call.
///
/// Source: `RegionScannerImpl.nextInternal`.
pub(super) struct Reader<'a, 'c, 'o> {
    pub(super) scan: &'c Scan,
    /// The families that are read for every row.
    pub(super) main: Families<'a>,
    /// The families that are read for rows that pass the filter.
    pub(super) joined: Families<'a>,
    pub(super) filter: &'c mut Option<Box<dyn FilterState>>,
    /// The row in which `joined` goes on.
    pub(super) joined_row: &'c mut Option<Cell>,
    pub(super) watch: &'c mut Watch<'o>,
}

impl Reader<'_, '_, '_> {
    /// Reads the next row that has anything to return, or a piece of it. Says whether there may be more.
    pub(super) fn next(&mut self, results: &mut Vec<Cell>, progress: &mut Progress) -> Result<bool, Error> {
        let more = self.next_row(results, progress)?;
        if !progress.is_mid_row() {
            self.reset_filter();
        }
        Ok(more && !self.is_done())
    }

    /// Keeps the place for the next call. Says which comes next of the families read for every row, and of the others.
    pub(super) fn suspend(self) -> Tops {
        (self.main.suspend(), self.joined.suspend())
    }

    /// Whether the filter lets nothing more pass in this region.
    pub(super) fn is_done(&mut self) -> bool {
        self.filter.as_mut().is_some_and(|filter| filter.filter_all_remaining())
    }

    fn next_row(&mut self, results: &mut Vec<Cell>, progress: &mut Progress) -> Result<bool, Error> {
        let initial = progress.mark();
        loop {
            progress.reset(initial);
            let current = self.main.peek();
            let mut at_stop = self.is_over(current);
            let whole_rows = self.filter.as_ref().is_some_and(|filter| filter.has_filter_row());
            let scope = if whole_rows { Scope::Rows } else { Scope::Cells };
            if whole_rows {
                progress.keep_rows_whole();
            }
            if progress.time_reached(Scope::Cells) {
                return Ok(true);
            }
            let held = self.joined_row.clone();
            let row: &Cell = match (&held, current) {
                (Some(row), _) => {
                    if self.read_joined(results, progress, row) {
                        return Ok(true);
                    }
                    row
                }
                (None, Some(current)) if !at_stop => {
                    let row = current;
                    if self.filter.as_mut().is_some_and(|filter| filter.filter_row_key(current)) {
                        self.drop_row(row);
                        if self.is_done() {
                            return Ok(progress.end(Stop::NoMore));
                        }
                        self.watch.metrics.rows_scanned += 1;
                        self.pass_over(row, progress);
                        results.clear();
                        if progress.any_reached(scope) {
                            return Ok(true);
                        }
                        continue;
                    }
                    if read(&mut self.main, results, progress, row, self.filter, self.watch) {
                        if whole_rows {
                            return Err(Incompatible::MidRow.into());
                        }
                        return Ok(true);
                    }
                    at_stop = self.is_over(self.main.peek());
                    let had_cells = !results.is_empty();
                    let excluded = whole_rows && self.filter_row_cells(results, progress, initial);
                    let drops = |filter: &mut Box<dyn FilterState>| !whole_rows && filter.filter_row();
                    if !had_cells || excluded || self.filter.as_mut().is_some_and(drops) {
                        self.drop_row(row);
                        results.clear();
                        self.pass_over(row, progress);
                        if at_stop {
                            return Ok(progress.end(Stop::NoMore));
                        }
                        if progress.any_reached(scope) {
                            return Ok(true);
                        }
                        continue;
                    }
                    if !self.joined.is_empty() && self.joined_has(row) {
                        *self.joined_row = Some(row.clone());
                        if self.read_joined(results, progress, row) {
                            return Ok(true);
                        }
                    }
                    row
                }
                (None, _) => {
                    if whole_rows && let Some(filter) = self.filter {
                        filter.filter_row_cells(results);
                    }
                    return Ok(progress.end(Stop::NoMore));
                }
            };
            if self.joined_row.is_some() {
                return Ok(progress.end(Stop::More));
            }
            if results.is_empty() {
                self.drop_row(row);
                self.pass_over(row, progress);
                if !at_stop {
                    continue;
                }
            }
            return Ok(progress.end(if at_stop { Stop::NoMore } else { Stop::More }));
        }
    }

    /// Whether the scan ends before this cell, because of its stop row or because there is no cell any more.
    fn is_over(&self, cell: Option<&Cell>) -> bool {
        let Some(cell) = cell else { return true };
        if self.scan.stop.is_empty() {
            return false;
        }
        match cell.row().cmp(&self.scan.stop) {
            Ordering::Equal => !self.scan.stop_inclusive,
            order => (order == Ordering::Greater) != self.scan.reversed,
        }
    }

    /// Lets the filter look at the whole row. Says whether it drops it.
    ///
    /// Source: `FilterWrapper.filterRowCellsWithRet`.
    fn filter_row_cells(
        &mut self,
        results: &mut Vec<Cell>,
        progress: &mut Progress,
        initial: (usize, u64, u64),
    ) -> bool {
        let Some(filter) = self.filter else { return false };
        let before = results.clone();
        filter.filter_row_cells(results);
        let excluded = !results.is_empty() && filter.filter_row();
        if excluded {
            results.clear();
        }
        let mut rest = results.iter().peekable();
        let is_kept = |(at, cell): (usize, &Cell)| rest.next_if(|kept| *kept == cell).map(|_| at);
        progress.count_again(initial, before.iter().enumerate().filter_map(is_kept));
        excluded
    }

    /// Reads the families that are read for rows that pass the filter; whether a limit was reached.
    fn read_joined(&mut self, results: &mut Vec<Cell>, progress: &mut Progress, row: &Cell) -> bool {
        let reached = read(&mut self.joined, results, progress, row, self.filter, self.watch);
        if !reached {
            *self.joined_row = None;
        }
        cell::sort(results);
        reached
    }

    /// Whether the families that were not read yet have cells in this row.
    fn joined_has(&mut self, row: &Cell) -> bool {
        let in_row = |families: &Families<'_>| families.peek().is_some_and(|cell| cell.same_row(row));
        if in_row(&self.joined) {
            return true;
        }
        self.joined.seek(KeyRef::first_on_row(row.row()), self.watch);
        in_row(&self.joined)
    }

    /// Goes to the end of the row. Forward, HBase still reads its cells, and the filter sees them.
    fn pass_over(&mut self, row: &Cell, progress: &mut Progress) {
        if self.scan.reversed {
            self.main.seek_row_before(row.row(), self.watch);
        } else {
            progress.skip(true);
            let mut ignored = Vec::new();
            while self.main.peek().is_some_and(|cell| cell.same_row(row)) {
                ignored.clear();
                self.main.next(&mut ignored, progress, self.filter, self.watch);
            }
            progress.skip(false);
        }
        self.reset_filter();
    }

    fn reset_filter(&mut self) {
        if let Some(filter) = self.filter {
            filter.reset();
        }
    }

    fn drop_row(&mut self, row: &Cell) {
        self.watch.metrics.rows_filtered += 1;
        self.watch.tell(|region| Event::RowFiltered { region, row: row.row_key() });
    }
}

/// Reads the rest of a row from these families, until a limit is reached; whether one was.
///
/// Source: `RegionScannerImpl.populateResult`.
fn read(
    families: &mut Families<'_>,
    results: &mut Vec<Cell>,
    progress: &mut Progress,
    row: &Cell,
    filter: &mut Option<Box<dyn FilterState>>,
    watch: &mut Watch<'_>,
) -> bool {
    loop {
        families.next(results, progress, filter, watch);
        let in_row = families.peek().is_some_and(|cell| cell.same_row(row));
        if !in_row {
            watch.metrics.rows_scanned += 1;
        }
        let reached = progress.any_reached(Scope::Cells);
        if reached && in_row && progress.batch_reached() {
            progress.end(Stop::Batch);
        } else if reached && progress.size_reached(Scope::Cells) {
            progress.end(if in_row { Stop::SizeMidRow } else { Stop::Size });
        } else if reached && progress.time_reached(Scope::Cells) {
            progress.end(if in_row { Stop::TimeMidRow } else { Stop::Time });
        }
        if reached || !in_row {
            return reached;
        }
    }
}
