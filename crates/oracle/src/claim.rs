//! Claims that must hold for any input bytes. Fuzzers feed these functions (`crates/fuzz`), and a test replays the kept
//! corpus; each panics where its claim does not hold.

use crate::{Oracle, Versions, describe};
use splitpoint_model::bytes::{from_string_binary, to_string_binary};
use splitpoint_model::client::{Client, Request, Response};
use splitpoint_model::cluster::{Admin, Cluster, Config, JobState};
use splitpoint_model::filter::Filter;
use splitpoint_model::mutation::{Delete, DeleteCell, Mutation, Put};
use splitpoint_model::query::{Get, Scan, TimeRange};
use splitpoint_model::schema::{FamilyDescriptor, KeepDeletedCells, TableDescriptor};

const ROWS: [&str; 4] = ["a", "b", "c", "d"];
const COLUMNS: [&str; 2] = ["p", "q"];
/// Most steps of a history: longer ones find no more, and take longer.
const MOST_STEPS: usize = 60;

/// The filter language: any text is a filter or a refusal; what a filter prints is the same filter again.
pub fn filter(data: &[u8]) {
    let Ok(filter) = Filter::parse(data) else { return };
    let said = filter.to_string();
    // The shell takes `\xNN` for the byte before the filter language sees it.
    let again = Filter::parse(&from_string_binary(&said));
    assert_eq!(again.as_ref(), Ok(&filter), "{said}");
    for reversed in [false, true] {
        if let Ok(mut state) = filter.start(reversed) {
            state.reset();
        }
    }
}

/// The notation of keys: any bytes survive being written and read.
pub fn key(data: &[u8]) {
    let written = to_string_binary(data);
    assert_eq!(from_string_binary(&written), data, "{written}");
    assert!(written.bytes().all(|byte| (0x20..0x7f).contains(&byte)), "{written}");
    if let Ok(text) = std::str::from_utf8(data) {
        let read = from_string_binary(text);
        assert_eq!(from_string_binary(&to_string_binary(&read)), read, "{text}");
    }
}

/// Operations and maintenance: the model answers as the oracle does. Three bytes a step, after one for the family.
pub fn operations(data: &[u8]) {
    let Some((&first, steps)) = data.split_first() else { return };
    let mut family = FamilyDescriptor::new("f");
    family.max_versions = i32::from(first % 3) + 1;
    family.keep_deleted_cells =
        [KeepDeletedCells::False, KeepDeletedCells::True, KeepDeletedCells::Ttl][usize::from(first / 3 % 3)];
    let descriptor = TableDescriptor::new("t", [family]);
    let mut pair = Pair {
        cluster: Cluster::new(Config { servers: 2, ..Config::default() }),
        oracle: Oracle::new(descriptor.clone()),
        now: 1_000,
    };
    pair.maintain(Admin::CreateTable { descriptor, splits: Vec::new() });
    for step in steps.chunks_exact(3).take(MOST_STEPS) {
        pair.take([step[0], step[1], step[2]]);
    }
    pair.read_all();
}

struct Pair {
    cluster: Cluster,
    oracle: Oracle,
    now: i64,
}

impl Pair {
    fn take(&mut self, [what, place, detail]: [u8; 3]) {
        self.now += 10;
        let (row, column) = (ROWS[usize::from(place % 4)], COLUMNS[usize::from(place / 4 % 2)]);
        let time = Some(i64::from(detail % 6)).filter(|&time| time > 0);
        let table = || "t".into();
        match what % 12 {
            0..4 => {
                let put = Put::new(row).add_at("f", column, time, vec![detail]);
                self.oracle.write(&[Mutation::Put(put.clone())], self.now);
                self.ask(Request::Put(table(), put));
            }
            4 | 5 => {
                let (family, qualifier) = ("f".into(), column.into());
                let cell = match place / 8 % 4 {
                    0 => DeleteCell::Family { family, timestamp: time },
                    1 => DeleteCell::FamilyVersion { family, timestamp: time },
                    2 => DeleteCell::Columns { family, qualifier, timestamp: time },
                    _ => DeleteCell::Column { family, qualifier, timestamp: time.or(Some(3)) },
                };
                let delete = Delete { cells: vec![cell], ..Delete::new(row) };
                self.oracle.write(&[Mutation::Delete(delete.clone())], self.now);
                self.ask(Request::Delete(table(), delete));
            }
            6 => {
                let min = i64::from(detail % 5);
                let range = TimeRange { min, max: min + i64::from(place / 8 % 4) + 1 };
                self.read(row, Versions { count: i32::from(detail / 5 % 3) + 1, range });
            }
            7 => self.read_all(),
            8 => self.maintain(Admin::Flush { table: table(), family: None, row: None }),
            9 => self.maintain(Admin::Compact { table: table(), family: None, row: None, major: detail % 2 == 0 }),
            10 => self.maintain(Admin::Split { table: table(), at: Some(row.into()), row: None }),
            _ if detail % 2 == 0 => self.maintain(Admin::Move { table: table(), row: row.into(), to: None }),
            _ => {
                let rows = vec![row.into(), ROWS[(usize::from(place) + 1) % 4].into()];
                self.maintain(Admin::Merge { table: table(), rows, force: false });
            }
        }
    }

    fn ask(&mut self, request: Request) -> Response {
        let answer = Client::new(0).run(&mut self.cluster, request, self.now, &mut ());
        answer.unwrap_or_else(|error| panic!("the alphabet holds nothing to refuse: {error}"))
    }

    fn read(&mut self, row: &str, versions: Versions) {
        let get = Get { versions: versions.count, time_range: versions.range, ..Get::new(row) };
        let Response::Row(answer) = self.ask(Request::Get("t".into(), get)) else { panic!("a get answers a row") };
        let fits = self.oracle.accepts(row.as_bytes(), versions, &answer, self.now);
        assert!(fits, "{row} cannot be {answer:?} of\n{}", describe(&self.oracle, row.as_bytes()));
    }

    fn read_all(&mut self) {
        ROWS.iter().for_each(|row| self.read(row, Versions::NEWEST));
        let Response::Rows { results, .. } = self.ask(Request::Scan("t".into(), Scan::default())) else {
            panic!("a scan answers rows")
        };
        for result in results {
            let row = result.row().unwrap_or_default();
            assert!(self.oracle.accepts(row, Versions::NEWEST, &result, self.now), "a scan differs in {row:?}");
        }
    }

    /// Background work from beginning to end; what HBase would refuse leaves everything as it was.
    fn maintain(&mut self, admin: Admin) {
        if let Ok(job) = self.cluster.submit(admin, self.now) {
            while matches!(self.cluster.step_job(job, self.now, &mut ()), JobState::More) {}
        }
        self.oracle.maintain(self.now);
    }
}
