//! The first row of a table. Where keys are spread over prefixes, the smallest key is not the first: a scan of one row in
//! each bucket, and the smallest of what they bring, compared without the prefix.

use super::{Demand, Desk, How, Resume, Routine, Turn};
use crate::intent::Prefix;
use crate::sim::answer::{Answer, Came, Merged};
use crate::sim::label::{Label, Title};
use crate::sim::memory::{Breach, Claim, Learnt, Memory, Value};
use splitpoint_model::bytes::{RowKey, TableName};
use splitpoint_model::client::{Request, Response};
use splitpoint_model::identity::Trace;
use splitpoint_model::query::Scan;

/// Finds the first row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FirstRow {
    table: TableName,
    /// 0: keys have no prefix.
    prefixes: u8,
    prefix: Prefix,
    /// The first row of each bucket that was read so far; `None` of one without rows.
    found: Vec<Option<RowKey>>,
    /// What its requests took so far.
    calls: u64,
}

impl FirstRow {
    pub(super) fn new(table: TableName, prefixes: u8, prefix: Prefix) -> Self {
        Self { table, prefixes, prefix, found: Vec::new(), calls: 0 }
    }

    /// From where a bucket goes to where, the end excluded; both empty: the whole table.
    fn range(&self, bucket: usize) -> [RowKey; 2] {
        if self.prefixes == 0 {
            return Default::default();
        }
        let start = self.prefix.bytes(bucket as u8);
        let mut stop = start.clone();
        // Below 255: a hyphen, or the number of a bucket.
        stop.iter_mut().next_back().into_iter().for_each(|last| *last += 1);
        [start.into(), stop.into()]
    }

    fn at_work(&self) -> Label {
        match self.prefixes {
            0 => Label::FirstRow,
            of => Label::Bucket { bucket: self.found.len() as u8, of },
        }
    }

    fn ask(&self) -> Request {
        let [start, stop] = self.range(self.found.len());
        Request::Scan(self.table.clone(), Scan { start, stop, limit: 1, ..Scan::default() })
    }

    /// The key of a row without its prefix.
    fn bare<'a>(&self, row: &'a RowKey) -> &'a [u8] {
        let prefix = if self.prefixes == 0 { 0 } else { self.prefix.bytes(0).len() };
        row.get(prefix..).unwrap_or_default()
    }

    /// The bucket with the smallest key, and that key, without its prefix.
    fn smallest(&self) -> Option<(usize, RowKey)> {
        let rows = self.found.iter().enumerate().filter_map(|(bucket, row)| Some((bucket, self.bare(row.as_ref()?))));
        rows.min_by_key(|(_, row)| *row).map(|(bucket, row)| (bucket, row.into()))
    }

    /// Tells a [`Trace`] what can make a difference from now on.
    pub(super) fn tell(&self, trace: &mut Trace) {
        trace.literal(&(&self.table, self.prefixes, self.prefix, &self.found));
    }
}

impl Routine for FirstRow {
    fn begin(&mut self) -> Demand {
        Demand::Ask(self.ask())
    }

    fn go(&mut self, told: Resume, desk: &mut Desk<'_>) -> Turn {
        let label = self.at_work();
        let row = match told {
            Resume::Reply(Ok(Response::Rows { results, .. })) => {
                results.first().and_then(|result| result.row()).map(RowKey::from)
            }
            Resume::Reply(Err(error)) => return Turn::failed(label, &self.table, error),
            _ => return Turn::strange(label, &self.table),
        };
        self.calls += desk.metrics.rpc_calls;
        let bucket = self.found.len() as u8;
        self.found.push(row.clone());
        let over = self.found.len() >= usize::from(self.prefixes);
        let came = match self.prefixes {
            0 => Came::Found(row),
            _ => Came::Merged(Merged { bucket, row, first: self.smallest(), calls: over.then_some(self.calls) }),
        };
        let answer = Some(Answer::new(label, &self.table, came));
        Turn { answer, demand: if over { Demand::End(How::Done) } else { Demand::Ask(self.ask()) } }
    }

    fn label(&self, _: &Request) -> Label {
        self.at_work()
    }

    fn title(&self) -> Title {
        Title::FirstRow(self.table.clone(), self.prefixes)
    }

    /// The first row of each bucket: a put before any of them makes it untrue. Then the smallest, where there are several.
    fn memory(&self) -> Vec<Memory> {
        let value = |row: &RowKey| Value::Row(self.table.clone(), row.clone());
        let first = self.found.iter().enumerate().map(|(bucket, row)| {
            let [from, stop] = self.range(bucket);
            let to = row.clone().unwrap_or(stop);
            let claim = Claim { table: self.table.clone(), from, to, row: row.clone(), breach: Breach::Stale };
            let name = if self.prefixes == 0 { Learnt::First } else { Learnt::FirstOf(bucket as u8) };
            Memory { name, value: row.as_ref().map_or(Value::Nothing, value), claim: Some(claim) }
        });
        let smallest = self.smallest().filter(|_| self.prefixes > 0);
        let smallest = smallest.map(|(_, row)| Memory { name: Learnt::Smallest, value: value(&row), claim: None });
        first.chain(smallest).collect()
    }
}
