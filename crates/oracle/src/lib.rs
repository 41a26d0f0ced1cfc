//! What HBase answers, computed by code short enough to be checked by reading: one bag of cells a row. No stores, no
//! files, no regions, no trackers; visibility is stated as a definition over the whole bag.
//!
//! # What maintenance may change
//! Flush, compaction, split, merge and move must not change an answer, but for one liberty that HBase takes: a
//! cell that a plain read does not show *at the moment of a flush or compaction* (because a marker hides it, newer
//! versions fill the count, hidden ones among them, or it has expired) may be gone from then on, and so may a delete
//! marker. What is gone stays
//! gone. The oracle does not know which cells shared a file, so it calls such cells *doubtful* and accepts any answer
//! that follows from keeping some of them and losing the others, column by column. Everything else is exact.

pub mod claim;
pub mod pair;

use splitpoint_model::bytes::{self, RowKey};
use splitpoint_model::cell::{self, Cell, CellType};
use splitpoint_model::mutation::{Condition, Delete, DeleteCell, Mutation, Put};
use splitpoint_model::query::{RowResult, TimeRange};
use splitpoint_model::schema::{FamilyDescriptor, KeepDeletedCells, TableDescriptor};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A cell that was written, and whether maintenance may have removed it.
#[derive(Clone, Debug)]
struct Fact {
    cell: Cell,
    doubtful: bool,
}

/// A table as the simplest program keeps it: a list of all that was written.
#[derive(Clone, Debug)]
pub struct Oracle {
    table: TableDescriptor,
    rows: BTreeMap<RowKey, Vec<Fact>>,
    sequence: u64,
}

/// Which versions a read asks for.
#[derive(Clone, Copy, Debug)]
pub struct Versions {
    /// How many a column, before the family's own limit.
    pub count: i32,
    /// Timestamps of the versions that are read.
    pub range: TimeRange,
}

impl Versions {
    /// The newest version.
    pub const NEWEST: Self = Self { count: 1, range: TimeRange::ALL };
}

impl Oracle {
    /// An empty table.
    pub fn new(table: TableDescriptor) -> Self {
        Self { table, rows: BTreeMap::new(), sequence: 0 }
    }

    /// Applies mutations of any rows as one: they share a time and a sequence id and do not see each other.
    /// Increment and Append are ignored: what they write depends on the state before. Use Put and Delete only.
    pub fn write(&mut self, mutations: &[Mutation], now: i64) {
        self.sequence += 1;
        let cells: Vec<Cell> = mutations
            .iter()
            .flat_map(|mutation| match mutation {
                Mutation::Put(put) => put_cells(put, now),
                Mutation::Delete(delete) => self.delete_cells(delete, now),
                Mutation::Increment(_) | Mutation::Append(_) => Vec::new(),
            })
            .collect();
        for cell in cells {
            self.add(cell);
        }
    }

    fn add(&mut self, cell: Cell) {
        let cell = cell.with_sequence_id(self.sequence);
        let facts = self.rows.entry(cell.row_key()).or_default();
        // Of equal coordinates within one write the last wins.
        facts.retain(|fact| fact.cell.key() != cell.key());
        facts.push(Fact { cell, doubtful: false });
    }

    fn delete_cells(&self, delete: &Delete, now: i64) -> Vec<Cell> {
        let mut cells: Vec<Cell> = Vec::new();
        let marker = |family: &[u8], qualifier: &[u8], timestamp: Option<i64>, cell_type| {
            Cell::new(&delete.row, family, qualifier, timestamp.or(delete.timestamp).unwrap_or(now), cell_type, &[])
        };
        if delete.cells.is_empty() {
            return self
                .table
                .families
                .keys()
                .map(|family| marker(family, &[], None, CellType::DeleteFamily))
                .collect();
        }
        for what in &delete.cells {
            match what {
                DeleteCell::Family { family, timestamp } => {
                    cells.retain(|cell| cell.family() != &**family);
                    cells.push(marker(family, &[], *timestamp, CellType::DeleteFamily));
                }
                DeleteCell::FamilyVersion { family, timestamp } => {
                    cells.push(marker(family, &[], *timestamp, CellType::DeleteFamilyVersion));
                }
                DeleteCell::Columns { family, qualifier, timestamp } => {
                    cells.push(marker(family, qualifier, *timestamp, CellType::DeleteColumn));
                }
                DeleteCell::Column { family, qualifier, timestamp } => {
                    cells.push(marker(family, qualifier, *timestamp, CellType::Delete));
                }
            }
        }
        cells
    }

    /// A flush or compaction somewhere: what a plain read would not show now, and every marker, becomes doubtful.
    pub fn maintain(&mut self, now: i64) {
        for facts in self.rows.values_mut() {
            let all: Vec<Cell> = facts.iter().map(|fact| fact.cell.clone()).collect();
            let puts: Vec<Cell> = all.iter().filter(|cell| cell.cell_type() == CellType::Put).cloned().collect();
            let key = |cell: &Cell| (cell.family_name(), cell.qualifier_name(), cell.timestamp(), cell.sequence_id());
            let shown = |cells: &[Cell]| -> BTreeSet<_> {
                let everything = Versions { count: i32::MAX, range: TimeRange::ALL };
                let families = self.table.families.values();
                families.flat_map(|family| visible(family, cells, everything, now)).map(|cell| key(&cell)).collect()
            };
            // A file that does not hold the markers counts the versions that they hide elsewhere.
            let (with_markers, without) = (shown(&all), shown(&puts));
            for fact in facts {
                let key = key(&fact.cell);
                let is_certain = with_markers.contains(&key) && without.contains(&key);
                fact.doubtful |= fact.cell.cell_type().is_delete() || !is_certain;
            }
        }
    }

    /// Whether a plain read of all columns of a row may answer this.
    pub fn accepts(&self, row: &[u8], versions: Versions, answer: &RowResult, now: i64) -> bool {
        let facts = self.rows.get(&RowKey::from(row)).map_or(&[] as &[Fact], Vec::as_slice);
        let columns: BTreeSet<_> =
            facts.iter().map(|fact| (fact.cell.family_name(), fact.cell.qualifier_name())).collect();
        let mut explained = 0;
        for (family, qualifier) in columns {
            let got: Vec<&Cell> = answer
                .cells
                .iter()
                .filter(|cell| cell.family() == &*family && cell.qualifier() == &*qualifier)
                .collect();
            explained += got.len();
            let Some(descriptor) = self.table.families.get(&family) else { return false };
            let relevant = facts.iter().filter(|fact| {
                let cell = &fact.cell;
                cell.family() == &*family && (cell.qualifier() == &*qualifier || is_family_marker(cell))
            });
            let (doubtful, certain): (Vec<&Fact>, Vec<&Fact>) = relevant.partition(|fact| fact.doubtful);
            let kept = kept(descriptor, &certain, &doubtful, &got, now);
            let cells: Vec<Cell> = certain.iter().chain(&kept).map(|fact| fact.cell.clone()).collect();
            let shown = visible(descriptor, &cells, versions, now);
            let shown = shown.iter().filter(|cell| cell.qualifier() == &*qualifier);
            let shown = shown.map(|cell| (cell.timestamp(), cell.value()));
            if !shown.eq(got.iter().map(|cell| (cell.timestamp(), cell.value()))) {
                return false;
            }
        }
        explained == answer.cells.len()
    }

    /// Whether a conditional write on this row may have found that the condition holds (`true`), or not.
    /// Only column conditions without a time range are judged, on the newest version.
    pub fn accepts_check(&self, row: &[u8], condition: &Condition, holds: bool, now: i64) -> bool {
        let Condition::Column { family, qualifier, op, value: expected, .. } = condition else { return true };
        let facts = self.rows.get(&RowKey::from(row)).map_or(&[] as &[Fact], Vec::as_slice);
        let Some(descriptor) = self.table.families.get(family) else { return false };
        let candidates = facts
            .iter()
            .map(|fact| &fact.cell)
            .filter(|cell| cell.family() == &**family && cell.qualifier() == &**qualifier)
            .map(|cell| Some(cell.clone()))
            .chain([None]);
        // The newest version is one of the cells written, or none: try each that the read may answer.
        let facts: Vec<Fact> = facts
            .iter()
            .filter(|fact| {
                fact.cell.family() == &**family
                    && (fact.cell.qualifier() == &**qualifier || is_family_marker(&fact.cell))
            })
            .cloned()
            .collect();
        let only = Self { table: one_family(descriptor), rows: BTreeMap::from([(row.into(), facts)]), sequence: 0 };
        candidates
            .filter(|cell| {
                let answer = RowResult { cells: cell.iter().cloned().collect(), partial: false };
                only.accepts(row, Versions::NEWEST, &answer, now)
            })
            .any(|cell| compare(cell.as_ref().map(Cell::value), *op, expected.as_deref()) == holds)
    }
}

/// Of doubtful facts of a column, those to keep so that a read shows what was `got`. If any choice of them does that, this
/// one does, because what a read shows hangs on times only:
/// - A marker hides all puts of a time or none. One that hides a time that was got must be gone; any other only hides
///   what was not got, so it may stay.
/// - A put at a time that was not got could only be one too many. At a time that was got the newest put is shown, so it
///   has to be one with the value that was got, and every other doubtful put of that time may be gone.
fn kept<'a>(
    family: &FamilyDescriptor,
    certain: &[&'a Fact],
    doubtful: &[&'a Fact],
    got: &[&Cell],
    now: i64,
) -> Vec<&'a Fact> {
    let markers = doubtful
        .iter()
        .copied()
        .filter(|fact| fact.cell.cell_type().is_delete() && !got.iter().any(|got| hides(&fact.cell, got)));
    let shown = got.iter().filter_map(|got| {
        let facts = certain.iter().chain(doubtful).copied();
        let fits = |fact: &&Fact| {
            let put = &fact.cell;
            put.cell_type() == CellType::Put
                && (put.timestamp(), put.value()) == (got.timestamp(), got.value())
                && !expired(family, put, now)
        };
        facts.filter(fits).max_by_key(|fact| fact.cell.sequence_id()).filter(|fact| fact.doubtful)
    });
    markers.chain(shown).collect()
}

/// The cells of a Put: without a time it is the server's.
fn put_cells(put: &Put, now: i64) -> Vec<Cell> {
    put.cells
        .iter()
        .map(|cell| {
            let timestamp = cell.timestamp.unwrap_or(now);
            Cell::new(&put.row, &cell.family, &cell.qualifier, timestamp, CellType::Put, &cell.value).with_ttl(put.ttl)
        })
        .collect()
}

fn one_family(family: &Arc<FamilyDescriptor>) -> TableDescriptor {
    TableDescriptor::new("only", [FamilyDescriptor::clone(family)])
}

fn is_family_marker(cell: &Cell) -> bool {
    matches!(cell.cell_type(), CellType::DeleteFamily | CellType::DeleteFamilyVersion)
}

/// Whether a marker hides a put. Times decide, not the order of arrival.
fn hides(marker: &Cell, put: &Cell) -> bool {
    let same_column = marker.qualifier() == put.qualifier();
    match marker.cell_type() {
        CellType::DeleteFamily => put.timestamp() <= marker.timestamp(),
        CellType::DeleteFamilyVersion => put.timestamp() == marker.timestamp(),
        CellType::DeleteColumn => same_column && put.timestamp() <= marker.timestamp(),
        CellType::Delete => same_column && put.timestamp() == marker.timestamp(),
        CellType::Minimum | CellType::Put | CellType::Maximum => false,
    }
}

/// Whether the lifetime of a cell, or that of its family, is over.
fn expired(family: &FamilyDescriptor, cell: &Cell, now: i64) -> bool {
    cell.has_outlived(now) || (family.min_versions == 0 && cell.timestamp() < family.oldest_unexpired(now))
}

/// The definition of a plain read of one family: of every column the newest puts of different times that no marker
/// hides, that have not expired and lie in the range, as many as asked and kept.
fn visible(family: &FamilyDescriptor, cells: &[Cell], versions: Versions, now: i64) -> Vec<Cell> {
    let of_family: Vec<&Cell> = cells.iter().filter(|cell| cell.family() == &*family.name).collect();
    let counts_marker = |marker: &Cell| match family.keep_deleted_cells {
        KeepDeletedCells::False => versions.range.min <= marker.timestamp(),
        KeepDeletedCells::True | KeepDeletedCells::Ttl => {
            versions.range.min <= marker.timestamp() && marker.timestamp() < versions.range.max
        }
    };
    let markers: Vec<&&Cell> = of_family
        .iter()
        .filter(|cell| cell.cell_type().is_delete() && counts_marker(cell) && !expired(family, cell, now))
        .collect();
    let mut shown: Vec<Cell> = of_family
        .iter()
        .filter(|cell| cell.cell_type() == CellType::Put && !expired(family, cell, now))
        .filter(|put| !markers.iter().any(|marker| hides(marker, put)))
        .filter(|put| (versions.range.min..versions.range.max).contains(&put.timestamp()))
        .map(|put| (*put).clone())
        .collect();
    cell::sort(&mut shown);
    shown.dedup_by(|later, earlier| earlier.same_column(later) && earlier.timestamp() == later.timestamp());
    let limit = versions.count.min(family.max_versions);
    let (mut column, mut count) = (None, 0);
    shown.retain(|cell| {
        let here = Some(cell.qualifier_name());
        count = if column == here { count + 1 } else { 1 };
        column = here;
        count <= limit && (count <= family.min_versions || cell.timestamp() >= family.oldest_unexpired(now))
    });
    shown
}

/// HBase's rule of a conditional write: the expected value stands on the left; null and empty mean "absent or empty".
fn compare(stored: Option<&[u8]>, op: splitpoint_model::filter::CompareOp, expected: Option<&[u8]>) -> bool {
    use splitpoint_model::filter::CompareOp;
    let expected = expected.unwrap_or_default();
    match stored {
        None if expected.is_empty() => op != CompareOp::NotEqual,
        None => false,
        Some(stored) if expected.is_empty() => stored.is_empty() != (op == CompareOp::NotEqual),
        Some(stored) => match op {
            CompareOp::Less => expected < stored,
            CompareOp::LessOrEqual => expected <= stored,
            CompareOp::Equal => expected == stored,
            CompareOp::NotEqual => expected != stored,
            CompareOp::GreaterOrEqual => expected >= stored,
            CompareOp::Greater => expected > stored,
            CompareOp::NoOp => false,
        },
    }
}

/// What a row's facts are, for a failing test to print.
pub fn describe(oracle: &Oracle, row: &[u8]) -> String {
    let Some(facts) = oracle.rows.get(&RowKey::from(row)) else {
        return format!("row {} was never written", bytes::to_string_binary(row));
    };
    facts.iter().map(|fact| format!("{:?}{}\n", fact.cell, if fact.doubtful { " (doubtful)" } else { "" })).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Whether any choice of the doubtful cells explains the answer, by trying every one.
    fn accepts_by_trying(oracle: &Oracle, versions: Versions, answer: &RowResult, now: i64) -> bool {
        let facts = &oracle.rows[b"r".as_slice()];
        let got: Vec<&Cell> = answer.cells.iter().collect();
        let doubtful: Vec<&Fact> = facts.iter().filter(|fact| fact.doubtful).collect();
        (0..1_u32 << doubtful.len()).any(|kept| {
            let kept = doubtful.iter().enumerate().filter(|(at, _)| kept >> at & 1 == 1).map(|(_, fact)| *fact);
            let certain = facts.iter().filter(|fact| !fact.doubtful);
            let cells: Vec<Cell> = certain.chain(kept).map(|fact| fact.cell.clone()).collect();
            let shown = visible(&oracle.table.families[b"f".as_slice()], &cells, versions, now);
            shown.iter().map(|cell| (cell.timestamp(), cell.value())).eq(got.iter().map(|c| (c.timestamp(), c.value())))
        })
    }

    /// A time, what stands there (0: a put, else a marker), its value, whether it is doubtful, and its lifetime.
    type Written = (i64, u8, u8, bool, Option<u64>);

    /// One column with these cells.
    fn oracle(cells: &[Written], max_versions: i32, min_versions: i32) -> Oracle {
        let mut family = FamilyDescriptor::new("f");
        (family.max_versions, family.min_versions) = (max_versions, min_versions);
        (family.ttl, family.keep_deleted_cells) = (3, KeepDeletedCells::False);
        let mut oracle = Oracle::new(TableDescriptor::new("t", [family]));
        for &(time, kind, value, doubtful, ttl) in cells {
            let kinds = [
                (CellType::Put, &b"q"[..]),
                (CellType::Delete, b"q"),
                (CellType::DeleteColumn, b"q"),
                (CellType::DeleteFamily, b""),
                (CellType::DeleteFamilyVersion, b""),
            ];
            let (cell_type, qualifier) = kinds[usize::from(kind)];
            let value = if kind == 0 { vec![value] } else { Vec::new() };
            oracle.sequence += 1;
            oracle.add(Cell::new(b"r", b"f", qualifier, time, cell_type, &value).with_ttl(ttl));
            if let Some(fact) = oracle.rows.get_mut(b"r".as_slice()).and_then(|facts| facts.last_mut()) {
                fact.doubtful = doubtful;
            }
        }
        oracle
    }

    fn answer(cells: &[(i64, u8)]) -> RowResult {
        let cell = |&(time, value): &(i64, u8)| Cell::new(b"r", b"f", b"q", time, CellType::Put, &[value]);
        RowResult { cells: cells.iter().map(cell).collect(), partial: false }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

        #[test]
        fn one_choice_of_doubtful_cells_stands_for_all_of_them(
            cells in proptest::collection::vec(
                (0..5_i64, 0..5_u8, 0..3_u8, any::<bool>(), proptest::option::of(0..4_u64)), 1..9),
            (max_versions, min_versions) in (1..4, 0..2),
            (count, min, max) in (1..4, 0..2_i64, 3..6_i64),
            got in proptest::collection::vec((0..5_i64, 0..3_u8), 0..4),
            chosen in any::<u16>(),
            now in prop::sample::select(vec![4_i64, 2000, 4000, 5000]),
        ) {
            let oracle = oracle(&cells, max_versions, min_versions);
            let versions = Versions { count, range: TimeRange { min, max } };
            let judge = |got: &RowResult| {
                let tried = accepts_by_trying(&oracle, versions, got, now);
                prop_assert_eq!(oracle.accepts(b"r", versions, got, now), tried, "{:?}", got);
                Ok(())
            };
            // Any answer, mostly one that nothing explains, and one that some choice does explain.
            let wanted: Vec<&(i64, u8)> = got.iter().filter(|got| cells.iter().any(|cell| cell.0 == got.0)).collect();
            if wanted.len() == got.len() && cells.iter().any(|cell| cell.1 == 0) {
                judge(&answer(&got))?;
            }
            let facts = oracle.rows[b"r".as_slice()].iter().enumerate();
            let some = facts.filter(|(at, fact)| !fact.doubtful || chosen >> at & 1 == 1);
            let some: Vec<Cell> = some.map(|(_, fact)| fact.cell.clone()).collect();
            let shown = visible(&oracle.table.families[b"f".as_slice()], &some, versions, now);
            judge(&RowResult { cells: shown, partial: false })?;
        }
    }

    #[test]
    fn however_many_cells_are_doubtful_a_wrong_answer_is_one() {
        let puts: Vec<Written> = (0..30).map(|time| (time, 0, time as u8, true, None)).collect();
        let oracle = oracle(&puts, 3, 0);
        let newest = |count| Versions { count, range: TimeRange::ALL };
        for time in 0..30_u8 {
            assert!(oracle.accepts(b"r", newest(1), &answer(&[(time.into(), time)]), 40), "any of them may be left");
            assert!(!oracle.accepts(b"r", newest(1), &answer(&[(time.into(), time + 1)]), 40), "never with that value");
        }
        assert!(oracle.accepts(b"r", newest(3), &answer(&[(20, 20), (10, 10), (3, 3)]), 40));
        assert!(!oracle.accepts(b"r", newest(3), &answer(&[(10, 10), (20, 20), (3, 3)]), 40), "newest first");
        assert!(!oracle.accepts(b"r", newest(2), &answer(&[(20, 20), (10, 10), (3, 3)]), 40), "two were asked for");
    }
}
