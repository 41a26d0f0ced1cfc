//! The model and the oracle side by side: both are told the same, and what the model answers is judged by the oracle.

use crate::{Oracle, Versions, describe};
use splitpoint_model::client::{Client, Request, Response};
use splitpoint_model::cluster::{Admin, Cluster, Config, JobState};
use splitpoint_model::mutation::Mutation;
use splitpoint_model::query::{Get, RowResult, Scan};
use splitpoint_model::schema::{FamilyDescriptor, TableDescriptor};

/// The rows of histories, ascending.
pub const ROWS: [&str; 4] = ["a", "b", "c", "d"];

/// The columns of histories, ascending.
pub const COLUMNS: [&str; 2] = ["p", "q"];

/// The name of the table.
const TABLE: &str = "t";

/// A cluster with the table `t`, which has one family, and what must hold of it.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The model.
    pub cluster: Cluster,
    /// What it is judged by.
    pub oracle: Oracle,
    /// The time of what is done next, in milliseconds.
    pub now: i64,
    client: Client,
}

impl Pair {
    /// An empty table on two servers.
    pub fn new(family: FamilyDescriptor) -> Self {
        let descriptor = TableDescriptor::new(TABLE, [family]);
        let cluster = Cluster::new(Config { servers: 2, ..Config::default() });
        let mut pair = Self { cluster, oracle: Oracle::new(descriptor.clone()), now: 1_000, client: Client::new(0) };
        pair.maintain(Admin::CreateTable { descriptor, splits: Vec::new() });
        pair
    }

    /// What the model answers.
    ///
    /// # Panics
    /// Where it refuses: histories hold nothing to refuse.
    pub fn ask(&mut self, request: Request) -> Response {
        let answer = self.client.run(&mut self.cluster, request, self.now, &mut ());
        answer.unwrap_or_else(|error| panic!("histories hold nothing to refuse: {error}"))
    }

    /// Writes to both: a put or a delete.
    ///
    /// # Panics
    /// As [`ask`](Self::ask), and for any other mutation.
    pub fn write(&mut self, mutation: Mutation) {
        self.oracle.write(std::slice::from_ref(&mutation), self.now);
        self.ask(match mutation {
            Mutation::Put(put) => Request::Put(TABLE.into(), put),
            Mutation::Delete(delete) => Request::Delete(TABLE.into(), delete),
            other => panic!("{other:?} is neither a put nor a delete"),
        });
    }

    /// Reads a row.
    ///
    /// # Panics
    /// Where the answer cannot be.
    pub fn read(&mut self, row: &str, versions: Versions) {
        let get = Get { versions: versions.count, time_range: versions.range, ..Get::new(row) };
        let Response::Row(answer) = self.ask(Request::Get(TABLE.into(), get)) else { panic!("a get answers a row") };
        self.judge(row, versions, &answer);
    }

    /// Reads all rows in one scan, of the newest versions.
    ///
    /// # Panics
    /// Where the answer cannot be: a row is missing, comes twice or out of order, or holds what it cannot.
    pub fn scan(&mut self, scan: Scan) {
        let reversed = scan.reversed;
        let Response::Rows { results, .. } = self.ask(Request::Scan(TABLE.into(), scan)) else {
            panic!("a scan answers rows")
        };
        self.judge_all(&results, reversed);
    }

    /// Does background work from beginning to end. What HBase would refuse leaves everything as it was: a split at the start
    /// of a region, a merge of neighbours with references.
    pub fn maintain(&mut self, admin: Admin) {
        let Ok(job) = self.cluster.submit(admin) else { return };
        while matches!(self.cluster.step_job(job, self.now, &mut ()), JobState::More) {}
        self.oracle.maintain(self.now);
    }

    fn judge(&self, row: &str, versions: Versions, answer: &RowResult) {
        let fits = self.oracle.accepts(row.as_bytes(), versions, answer, self.now);
        assert!(fits, "{row} with {versions:?} cannot be {answer:?} of\n{}", describe(&self.oracle, row.as_bytes()));
    }

    /// Judges the results of a scan of the whole table, in the order in which they came.
    fn judge_all(&self, results: &[RowResult], reversed: bool) {
        let rows: Vec<&[u8]> = results.iter().map(|result| result.row().expect("no result is empty")).collect();
        let in_order = if reversed { rows.is_sorted_by(|a, b| a > b) } else { rows.is_sorted_by(|a, b| a < b) };
        assert!(in_order, "rows out of order: {rows:?}");
        assert!(rows.iter().all(|row| ROWS.iter().any(|known| known.as_bytes() == *row)), "unknown rows: {rows:?}");
        for row in ROWS {
            let answer = results.iter().find(|result| result.row() == Some(row.as_bytes()));
            self.judge(row, Versions::NEWEST, &answer.cloned().unwrap_or_default());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use splitpoint_model::mutation::Put;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    /// Whether results of a scan of the rows `a` and `c` are accepted, made of the right ones.
    fn accepts(change: impl Fn(&mut Vec<RowResult>)) -> bool {
        let mut pair = Pair::new(FamilyDescriptor::new("f"));
        for row in ["a", "c"] {
            pair.write(Mutation::Put(Put::new(row).add("f", "p", "v")));
        }
        let scan = Request::Scan(TABLE.into(), Scan::default());
        let Response::Rows { mut results, .. } = pair.ask(scan) else { panic!("a scan answers rows") };
        change(&mut results);
        catch_unwind(AssertUnwindSafe(|| pair.judge_all(&results, false))).is_ok()
    }

    #[test]
    fn a_scan_has_all_rows_once_and_in_order() {
        assert!(accepts(|_| {}));
        assert!(!accepts(|results| drop(results.pop())), "a row is missing");
        assert!(!accepts(|results| results.push(results[1].clone())), "a row comes twice");
        assert!(!accepts(|results| results.reverse()), "rows are out of order");
    }

    #[test]
    fn what_is_refused_makes_nothing_doubtful() {
        let mut pair = Pair::new(FamilyDescriptor::new("f"));
        pair.write(Mutation::Put(Put::new("a").add_at("f", "p", Some(1), "old")));
        pair.write(Mutation::Put(Put::new("a").add_at("f", "p", Some(2), "new")));
        let doubtful = |pair: &Pair| describe(&pair.oracle, b"a").contains("doubtful");
        pair.maintain(Admin::Merge { table: TABLE.into(), rows: vec!["a".into(), "b".into()], force: false });
        assert!(!doubtful(&pair), "there is but one region");
        pair.maintain(Admin::Flush { table: TABLE.into(), family: None, row: None });
        assert!(doubtful(&pair));
    }
}
