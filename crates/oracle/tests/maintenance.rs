//! The model answers as the oracle does, whatever maintenance happens in between.

use proptest::prelude::*;
use splitpoint_model::bytes::Value;
use splitpoint_model::client::{Request, Response};
use splitpoint_model::cluster::Admin;
use splitpoint_model::filter::CompareOp;
use splitpoint_model::mutation::{CheckAndMutate, Condition, Delete, DeleteCell, Mutation, Put, Then};
use splitpoint_model::query::{Scan, TimeRange};
use splitpoint_model::schema::{FamilyDescriptor, KeepDeletedCells};
use splitpoint_oracle::pair::{COLUMNS, Pair, ROWS};
use splitpoint_oracle::{Versions, describe};

/// What a history is made of. Small numbers choose rows, columns, times and values.
#[derive(Clone, Debug)]
enum Action {
    Put { row: usize, column: usize, time: Option<i64>, value: u8 },
    Delete { row: usize, column: usize, kind: u8, time: Option<i64> },
    Check { row: usize, column: usize, expected: Option<u8>, value: u8 },
    Read { row: usize, versions: i32, range: Option<(i64, i64)> },
    Scan { reversed: bool, caching: i32 },
    Flush,
    Compact { major: bool },
    Split { row: usize },
    Merge { row: usize },
    Move { row: usize },
    Crash,
}

fn step() -> impl Strategy<Value = Action> {
    let row = 0..ROWS.len();
    let column = 0..COLUMNS.len();
    let time = prop_oneof![2 => Just(None), 3 => (1..6i64).prop_map(Some)];
    prop_oneof![
        8 => (row.clone(), column.clone(), time.clone(), any::<u8>())
            .prop_map(|(row, column, time, value)| Action::Put { row, column, time, value }),
        5 => (row.clone(), column.clone(), 0..5u8, time)
            .prop_map(|(row, column, kind, time)| Action::Delete { row, column, kind, time }),
        2 => (row.clone(), column, proptest::option::of(any::<u8>()), any::<u8>())
            .prop_map(|(row, column, expected, value)| Action::Check { row, column, expected, value }),
        6 => (row.clone(), 1..4i32, proptest::option::of((0..5i64, 1..4i64)))
            .prop_map(|(row, versions, range)| Action::Read { row, versions, range: range.map(|(a, n)| (a, a + n)) }),
        2 => (any::<bool>(), -1..3i32).prop_map(|(reversed, caching)| Action::Scan { reversed, caching }),
        3 => Just(Action::Flush),
        2 => any::<bool>().prop_map(|major| Action::Compact { major }),
        1 => row.clone().prop_map(|row| Action::Split { row }),
        1 => row.clone().prop_map(|row| Action::Merge { row }),
        1 => row.prop_map(|row| Action::Move { row }),
        1 => Just(Action::Crash),
    ]
}

fn family() -> impl Strategy<Value = FamilyDescriptor> {
    (1..4i32, 0..3u8).prop_map(|(versions, keep)| {
        let mut family = FamilyDescriptor::new("f");
        family.max_versions = versions;
        family.keep_deleted_cells =
            [KeepDeletedCells::False, KeepDeletedCells::True, KeepDeletedCells::Ttl][usize::from(keep)];
        family
    })
}

fn take(pair: &mut Pair, step: &Action) {
    pair.now += 10;
    let table = "t".into();
    match step.clone() {
        Action::Put { row, column, time, value } => {
            pair.write(Mutation::Put(Put::new(ROWS[row]).add_at("f", COLUMNS[column], time, vec![value])));
        }
        Action::Delete { row, column, kind, time } => {
            let (family, qualifier) = ("f".into(), COLUMNS[column].into());
            let mut delete = Delete::new(ROWS[row]);
            match kind {
                0 => delete.timestamp = time,
                1 => delete.cells.push(DeleteCell::Family { family, timestamp: time }),
                2 => delete.cells.push(DeleteCell::FamilyVersion { family, timestamp: time }),
                3 => delete.cells.push(DeleteCell::Columns { family, qualifier, timestamp: time }),
                // Without a time the server would look for the newest version; that is asked elsewhere.
                _ => delete.cells.push(DeleteCell::Column { family, qualifier, timestamp: time.or(Some(3)) }),
            }
            pair.write(Mutation::Delete(delete));
        }
        Action::Check { row, column, expected, value } => check(pair, (ROWS[row], COLUMNS[column]), expected, value),
        Action::Read { row, versions, range } => {
            let range = range.map_or(TimeRange::ALL, |(min, max)| TimeRange { min, max });
            pair.read(ROWS[row], Versions { count: versions, range });
        }
        Action::Scan { reversed, caching } => pair.scan(Scan { reversed, caching, ..Scan::default() }),
        Action::Flush => pair.maintain(Admin::Flush { table, family: None, row: None }),
        Action::Compact { major } => pair.maintain(Admin::Compact { table, family: None, row: None, major }),
        Action::Split { row } => pair.maintain(Admin::Split { table, at: Some(ROWS[row].into()), row: None }),
        Action::Merge { row } => {
            let rows = vec![ROWS[row].into(), ROWS[(row + 1) % ROWS.len()].into()];
            pair.maintain(Admin::Merge { table, rows, force: false });
        }
        Action::Move { row } => pair.maintain(Admin::Move { table, row: ROWS[row].into(), to: None }),
        Action::Crash => {
            let server = pair.cluster.locate("t", b"a").map(splitpoint_model::region::Region::server);
            if let Some(server) = server {
                pair.maintain(Admin::Crash { server });
            }
        }
    }
}

/// A put on condition of a value.
fn check(pair: &mut Pair, (row, column): (&str, &str), expected: Option<u8>, value: u8) {
    let condition = Condition::Column {
        family: "f".into(),
        qualifier: column.into(),
        op: CompareOp::Equal,
        value: expected.map(|byte| Value::from(vec![byte])),
        time_range: TimeRange::ALL,
    };
    // A time of its own: HBase would stamp the cell no older than the one it checked.
    let mutation = Mutation::Put(Put::new(row).add_at("f", column, Some(pair.now), vec![value]));
    let then = Then::Mutate(mutation.clone());
    let check = CheckAndMutate { row: row.into(), condition: condition.clone(), then };
    let Response::Checked { success, .. } = pair.ask(Request::CheckAndMutate("t".into(), check)) else {
        panic!("a check answers whether it held")
    };
    assert!(
        pair.oracle.accepts_check(row.as_bytes(), &condition, success, pair.now),
        "{condition:?} cannot be {success} of\n{}",
        describe(&pair.oracle, row.as_bytes())
    );
    if success {
        pair.oracle.write(&[mutation], pair.now);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn maintenance_takes_no_liberty_but_the_stated_one(
        family in family(),
        steps in proptest::collection::vec(step(), 1..40),
    ) {
        let mut pair = Pair::new(family);
        for step in &steps {
            take(&mut pair, step);
        }
    }
}
