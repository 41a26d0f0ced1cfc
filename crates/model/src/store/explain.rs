//! Every cell that lies in a store, with what a plain read makes of it.

use super::Store;
use super::matcher::{FamilyRead, Matcher, Row};
use super::merge::Merge;
use super::watch::Watch;
use crate::cell::{self, Cell, KeyRef};
use crate::event::{CellVerdict, MatchCode, RegionId, Source};
use crate::query::TimeRange;
use std::borrow::Cow;
use std::cmp::Ordering;

/// A cell as it lies in a store.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Explained {
    /// The cell.
    pub cell: Cell,
    /// The memstore or the store file that holds it.
    pub source: Source,
    /// Whether a read of the newest versions returns it, and if not, why.
    pub verdict: CellVerdict,
}

/// Every physical cell of a row in one store, in order, also those that a read would jump over: what a read of the
/// newest version of every column at `read_point` and `now` makes of it.
pub fn explain(store: &Store, row: &[u8], read_point: u64, now: i64) -> Vec<Explained> {
    explain_rows(store, row, Some(row), read_point, now)
}

/// [`explain`] for every row from `first` to `last`, both included; without `last`, to the end.
pub fn explain_rows(store: &Store, first: &[u8], last: Option<&[u8]>, read_point: u64, now: i64) -> Vec<Explained> {
    let question = FamilyRead { versions: 1, range: TimeRange::ALL, columns: None, has_filter: false, raw: false };
    let mut matcher = Matcher::read(&store.descriptor, question, now);
    let mut nobody = ();
    let mut watch = Watch::new(RegionId(0), &mut nobody);
    let mut merge = Merge::new(false, u64::MAX, store.files.len() + 2);
    merge.add_memory(&store.memstore);
    store.snapshot.iter().for_each(|snapshot| merge.add_memory(snapshot));
    store.files.iter().rev().for_each(|file| merge.add_file(file));
    merge.start(KeyRef::first_on_row(first), &mut watch);
    let mut row: Row<'_> = None;
    let mut explained = Vec::new();
    let mut jump: Option<(crate::cell::Key, CellVerdict)> = None;
    while let (Some(cell), Some(source)) = (merge.peek(), merge.source()) {
        if !row.as_ref().is_some_and(|row| row.same_row(cell)) {
            if last.is_some_and(|last| cell.row() > last) {
                break;
            }
            row = Some(Cow::Borrowed(cell));
            matcher.enter_row();
            jump = None;
        }
        let jumped = jump.as_ref().filter(|(end, _)| cell::compare_to_key(cell, end.as_ref()) == Ordering::Less);
        let verdict = match jumped {
            _ if cell.sequence_id() > read_point => CellVerdict::NotYetVisible,
            Some((_, verdict)) if cell.cell_type().is_delete() && *verdict != CellVerdict::Expired => {
                CellVerdict::Marker
            }
            Some((_, verdict)) => *verdict,
            None => {
                let (verdict, code) = matcher.decide(cell, &mut row, None);
                let jumps = matches!(code, MatchCode::SeekNextCol | MatchCode::SeekNextRow);
                jump = jumps.then(|| (matcher.next_column(cell).to_owned(), verdict));
                verdict
            }
        };
        explained.push(Explained { cell: cell.clone(), source, verdict });
        merge.advance(&mut watch);
    }
    explained
}
