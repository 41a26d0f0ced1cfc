//! The model answers as the oracle does, whatever maintenance happens in between.

use proptest::prelude::*;
use splitpoint_model::bytes::Value;
use splitpoint_model::client::{Client, Request, Response};
use splitpoint_model::cluster::{Admin, Cluster, Config, JobState};
use splitpoint_model::filter::CompareOp;
use splitpoint_model::mutation::{CheckAndMutate, Condition, Delete, DeleteCell, Mutation, Put, Then};
use splitpoint_model::query::{Get, RowResult, Scan, TimeRange};
use splitpoint_model::schema::{FamilyDescriptor, KeepDeletedCells, TableDescriptor};
use splitpoint_oracle::{Oracle, Versions, describe};

const ROWS: [&str; 4] = ["a", "b", "c", "d"];
const COLUMNS: [&str; 2] = ["p", "q"];

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

/// The model and the oracle, side by side.
struct Pair {
    cluster: Cluster,
    client: Client,
    oracle: Oracle,
    now: i64,
}

impl Pair {
    fn new(family: FamilyDescriptor) -> Self {
        let descriptor = TableDescriptor::new("t", [family]);
        let mut cluster = Cluster::new(Config { servers: 2, ..Config::default() });
        finish(&mut cluster, Admin::CreateTable { descriptor: descriptor.clone(), splits: Vec::new() }, 10);
        Self { cluster, client: Client::new(0), oracle: Oracle::new(descriptor), now: 1_000 }
    }

    fn ask(&mut self, request: Request) -> Response {
        self.client.run(&mut self.cluster, request, self.now, &mut ()).expect("the alphabet holds nothing to refuse")
    }

    fn judge(&self, row: &str, versions: Versions, answer: &RowResult) -> Result<(), TestCaseError> {
        prop_assert!(
            self.oracle.accepts(row.as_bytes(), versions, answer, self.now),
            "{row} with {versions:?} cannot be {answer:?} of\n{}",
            describe(&self.oracle, row.as_bytes())
        );
        Ok(())
    }

    fn take(&mut self, step: &Action) -> Result<(), TestCaseError> {
        self.now += 10;
        let table = "t".into();
        match step.clone() {
            Action::Put { row, column, time, value } => {
                let put = Put::new(ROWS[row]).add_at("f", COLUMNS[column], time, vec![value]);
                self.oracle.write(&[Mutation::Put(put.clone())], self.now);
                self.ask(Request::Put(table, put));
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
                self.oracle.write(&[Mutation::Delete(delete.clone())], self.now);
                self.ask(Request::Delete(table, delete));
            }
            Action::Check { row, column, expected, value } => {
                let condition = Condition::Column {
                    family: "f".into(),
                    qualifier: COLUMNS[column].into(),
                    op: CompareOp::Equal,
                    value: expected.map(|byte| Value::from(vec![byte])),
                    time_range: TimeRange::ALL,
                };
                // A time of its own: HBase would stamp the cell no older than the one it checked.
                let put = Put::new(ROWS[row]).add_at("f", COLUMNS[column], Some(self.now), vec![value]);
                let mutation = Mutation::Put(put);
                let check = CheckAndMutate {
                    row: ROWS[row].into(),
                    condition: condition.clone(),
                    then: Then::Mutate(mutation.clone()),
                };
                let Response::Checked { success, .. } = self.ask(Request::CheckAndMutate(table, check)) else {
                    return Err(TestCaseError::fail("a check answers whether it held"));
                };
                prop_assert!(
                    self.oracle.accepts_check(ROWS[row].as_bytes(), &condition, success, self.now),
                    "{condition:?} cannot be {success} of\n{}",
                    describe(&self.oracle, ROWS[row].as_bytes())
                );
                if success {
                    self.oracle.write(&[mutation], self.now);
                }
            }
            Action::Read { row, versions, range } => {
                let range = range.map_or(TimeRange::ALL, |(min, max)| TimeRange { min, max });
                let get = Get { versions, time_range: range, ..Get::new(ROWS[row]) };
                let Response::Row(answer) = self.ask(Request::Get(table, get)) else {
                    return Err(TestCaseError::fail("a get answers a row"));
                };
                self.judge(ROWS[row], Versions { count: versions, range }, &answer)?;
            }
            Action::Scan { reversed, caching } => {
                let scan = Scan { reversed, caching, ..Scan::default() };
                let Response::Rows { results, .. } = self.ask(Request::Scan(table, scan)) else {
                    return Err(TestCaseError::fail("a scan answers rows"));
                };
                let mut rows: Vec<Vec<u8>> =
                    results.iter().map(|result| result.row().expect("no result is empty").to_vec()).collect();
                if reversed {
                    rows.reverse();
                }
                prop_assert!(rows.is_sorted_by(|a, b| a < b), "rows out of order: {rows:?}");
                for row in ROWS {
                    let answer = results.iter().find(|result| result.row() == Some(row.as_bytes()));
                    self.judge(row, Versions::NEWEST, &answer.cloned().unwrap_or_default())?;
                }
            }
            Action::Flush => self.maintain(Admin::Flush { table, family: None, row: None }),
            Action::Compact { major } => self.maintain(Admin::Compact { table, family: None, row: None, major }),
            Action::Split { row } => {
                self.maintain(Admin::Split { table, at: Some(ROWS[row].into()), row: None });
            }
            Action::Merge { row } => {
                let rows = vec![ROWS[row].into(), ROWS[(row + 1) % ROWS.len()].into()];
                self.maintain(Admin::Merge { table, rows, force: false });
            }
            Action::Move { row } => self.maintain(Admin::Move { table, row: ROWS[row].into(), to: None }),
            Action::Crash => {
                let server = self.cluster.locate("t", b"a").map(splitpoint_model::region::Region::server);
                if let Some(server) = server {
                    self.maintain(Admin::Crash { server });
                }
            }
        }
        Ok(())
    }

    /// Background work from beginning to end; one that HBase would refuse (a split at a region's start, a merge of
    /// neighbours with references) leaves everything as it was.
    fn maintain(&mut self, admin: Admin) {
        finish(&mut self.cluster, admin, self.now);
        self.oracle.maintain(self.now);
    }
}

fn finish(cluster: &mut Cluster, admin: Admin, now: i64) {
    if let Ok(job) = cluster.submit(admin, now) {
        while matches!(cluster.step_job(job, now, &mut ()), JobState::More) {}
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
            pair.take(step)?;
        }
    }
}
