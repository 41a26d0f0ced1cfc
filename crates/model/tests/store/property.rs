//! Random writes, flushes and compactions, against the rules over a plain list.

use crate::simple::{Rules, apply};
use crate::table::{Table, family};
use proptest::prelude::*;
use splitpoint_model::cell::{Cell, CellType};
use splitpoint_model::query::{Get, RowResult, Scan, TimeRange};
use splitpoint_model::region::scanner::get;
use splitpoint_model::schema::{BloomType, FamilyDescriptor, KeepDeletedCells};

#[derive(Clone, Debug)]
enum Action {
    Write(Vec<(u8, u8, i64, CellType)>),
    Flush,
    Compact(usize, usize),
    Tick(i64),
}

fn step() -> impl Strategy<Value = Action> {
    let kind = prop_oneof![
        6 => Just(CellType::Put),
        1 => Just(CellType::Delete),
        1 => Just(CellType::DeleteColumn),
        1 => Just(CellType::DeleteFamily),
        1 => Just(CellType::DeleteFamilyVersion),
    ];
    prop_oneof![
        8 => prop::collection::vec((0..4_u8, 0..4_u8, 0..6_i64, kind), 1..4).prop_map(Action::Write),
        2 => Just(Action::Flush),
        1 => (0..4_usize, 1..4_usize).prop_map(|(start, count)| Action::Compact(start, count)),
        1 => (0..3_i64).prop_map(Action::Tick),
    ]
}

fn descriptor() -> impl Strategy<Value = FamilyDescriptor> {
    let keep = prop_oneof![Just(KeepDeletedCells::False), Just(KeepDeletedCells::True), Just(KeepDeletedCells::Ttl)];
    let bloom = prop_oneof![Just(BloomType::None), Just(BloomType::Row), Just(BloomType::RowCol)];
    (1..4_i32, 0..3_i32, prop_oneof![Just(i32::MAX), Just(3)], keep, bloom, prop_oneof![Just(SMALL), Just(65536)])
        .prop_map(|(max_versions, min_versions, ttl, keep_deleted_cells, bloom, block_size)| FamilyDescriptor {
            max_versions,
            min_versions: min_versions.min(max_versions),
            ttl,
            keep_deleted_cells,
            bloom,
            block_size,
            ..family()
        })
}

/// A block size at which a file has several blocks.
const SMALL: usize = 64;

/// Seconds of the test are milliseconds of the table.
const SECOND: i64 = 1000;

fn cell(row: u8, column: u8, time: i64, kind: CellType, value: &str, columns: [&str; 4]) -> Cell {
    let family_wide = matches!(kind, CellType::DeleteFamily | CellType::DeleteFamilyVersion);
    let column = if family_wide { "" } else { columns[usize::from(column)] };
    let value = if kind == CellType::Put { value } else { "" };
    Cell::new(&[b'k', b'0' + row], b"f", column.as_bytes(), time * SECOND, kind, value.as_bytes())
}

/// The table and, for each source, what the rules leave in it.
struct Both {
    table: Table,
    family: FamilyDescriptor,
    memory: Vec<Cell>,
    files: Vec<Vec<Cell>>,
}

impl Both {
    fn new(family: FamilyDescriptor) -> Self {
        let mut table = Table::of(family.clone());
        table.now = 4 * SECOND;
        Self { table, family, memory: Vec::new(), files: Vec::new() }
    }

    fn step(&mut self, step: &Action) {
        match step {
            Action::Write(cells) => {
                self.table.sequence_id += 1;
                // In small blocks a column without a name makes HBase pass over markers (`column-nameless-reversed`).
                let first = if self.family.block_size == SMALL { "0" } else { "" };
                for &(row, column, time, kind) in cells {
                    let value = self.table.sequence_id.to_string();
                    let cell = cell(row, column, time, kind, &value, [first, "a", "b", "c"]);
                    let cell = cell.with_sequence_id(self.table.sequence_id);
                    self.memory.retain(|other| other.key() != cell.key());
                    self.memory.push(cell.clone());
                    self.table.store("f").add(cell);
                }
            }
            Action::Flush => {
                let read_point = self.table.sequence_id + 1;
                self.table.flush();
                if !self.memory.is_empty() {
                    let rules = Rules::Retain { read_point };
                    self.files.push(apply(&self.family, &self.memory, rules, self.table.now));
                    self.memory.clear();
                }
            }
            Action::Compact(start, count) => {
                let end = (start + count).min(self.files.len());
                if *start >= end {
                    return;
                }
                let read_point = self.table.sequence_id;
                self.table.compact(*start..end);
                let inputs: Vec<Cell> = self.files[*start..end].concat();
                let puts = inputs.iter().filter(|cell| cell.cell_type() == CellType::Put).map(Cell::timestamp);
                let earliest_put = puts.min().unwrap_or(i64::MAX);
                let all = end - start == self.files.len();
                let rules = if all { Rules::Drop { read_point, earliest_put } } else { Rules::Retain { read_point } };
                self.files.splice(*start..end, [apply(&self.family, &inputs, rules, self.table.now)]);
            }
            Action::Tick(seconds) => self.table.now += seconds * SECOND,
        }
    }

    fn apply(&self, rules: Rules) -> Vec<Cell> {
        let all: Vec<Cell> = self.files.concat().into_iter().chain(self.memory.clone()).collect();
        apply(&self.family, &all, rules, self.table.now)
    }
}

fn flat(rows: Vec<RowResult>) -> Vec<Cell> {
    rows.into_iter().flat_map(|row| row.cells).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn reads_flushes_and_compactions_follow_the_rules(
        family in descriptor(),
        steps in prop::collection::vec(step(), 1..40),
        (asked, low, high) in (0..4_i32, 0..4_i64, 2..9_i64),
        (batch, caching) in (-1..3_i32, -1..3_i32),
    ) {
        let mut both = Both::new(family);
        for step in &steps {
            both.step(step);
            let files: Vec<Vec<Cell>> = both.table.stores[b"f".as_slice()].files().iter().map(|f| f.cells().to_vec()).collect();
            prop_assert_eq!(&files, &both.files, "after {:?}", step);
        }
        let some = TimeRange { min: low * SECOND, max: high * SECOND };
        for range in [TimeRange::ALL, some] {
            for raw in [false, true] {
                let rules = if raw { Rules::Raw { asked, range } } else { Rules::Read { asked, range } };
                let wanted = both.apply(rules);
                let scan = Scan { raw, versions: asked, time_range: range, batch, caching, ..Scan::default() };
                let forward = both.table.scan(scan.clone());
                if batch > 0 {
                    prop_assert!(forward.iter().all(|row| row.cells.len() <= batch as usize));
                }
                prop_assert_eq!(&flat(forward), &wanted, "{:?}", scan);
                let backwards: Vec<Cell> =
                    wanted.chunk_by(Cell::same_row).rev().flat_map(<[Cell]>::to_vec).collect();
                let reversed = Scan { reversed: true, ..scan };
                prop_assert_eq!(&flat(both.table.scan(reversed.clone())), &backwards, "{:?}", reversed);
                if raw {
                    continue;
                }
                for row in ["k0", "k1", "k2", "k3", "k4"] {
                    let question = Get { versions: asked, time_range: range, ..Get::new(row) };
                    let table = &both.table;
                    let (found, _) = get(crate::table::REGION, &table.stores, &question, u64::MAX, table.now, &mut ())
                        .expect("a good Get");
                    let of_row: Vec<Cell> = wanted.iter().filter(|cell| cell.row() == row.as_bytes()).cloned().collect();
                    prop_assert_eq!(found.cells, of_row);
                }
            }
        }
    }
}
