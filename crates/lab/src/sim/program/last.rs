//! The last row of a table that grows at the bottom: by reading everything, or by bisection.
//!
//! HBase opens a table at any key, so one can ask: does anything exist from here on? Half of the key space is ruled out
//! by each answer. That takes about as many reads as a key has bits, however many rows there are. (A reversed scan of
//! one row, or a Get of a key that never changes, takes a single one; these are [`Single`](super::Single) requests.)

use super::{Demand, Desk, How, Resume, Routine, Turn};
use crate::sim::answer::{Answer, Came, Probed};
use crate::sim::label::{Label, LastRowBy, Title};
use crate::sim::memory::{Claim, Learnt, Memory, Value};
use splitpoint_model::bytes::{RowKey, TableName, row_after};
use splitpoint_model::client::{Request, Response};
use splitpoint_model::event::ScannerId;
use splitpoint_model::identity::Trace;
use splitpoint_model::query::Scan;

/// Results a full scan takes at once; only the last is kept.
const HANDFUL: u32 = 10_000;

fn last_memory(table: &TableName, row: &RowKey) -> Memory {
    let value = Value::Row(table.clone(), row.clone());
    Memory { name: Learnt::Last, value, claim: Some(Claim::last(table, row)) }
}

/// Reads every row and keeps the last.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FullScan {
    table: TableName,
    scanner: Option<ScannerId>,
    rows: usize,
    last: Option<RowKey>,
}

impl FullScan {
    pub(super) fn new(table: TableName) -> Self {
        Self { table, scanner: None, rows: 0, last: None }
    }

    fn at_work(&self) -> Label {
        if self.scanner.is_some() { Label::ReadOn } else { Label::OpenScanner }
    }

    fn ask(&self) -> Request {
        match self.scanner {
            None => Request::OpenScan(self.table.clone(), Scan::default()),
            Some(scanner) => Request::Next { scanner, n: HANDFUL },
        }
    }
}

impl FullScan {
    /// Tells a [`Trace`] what can make a difference from now on. Its client tells which scanner it has.
    pub(super) fn tell(&self, trace: &mut Trace) {
        trace.literal(&(&self.table, self.scanner.is_some(), self.rows, &self.last));
    }
}

impl Routine for FullScan {
    fn begin(&mut self) -> Demand {
        Demand::Ask(self.ask())
    }

    fn go(&mut self, told: Resume, _: &mut Desk<'_>) -> Turn {
        let label = self.at_work();
        let Resume::Reply(reply) = told else { return Turn::strange(label, &self.table) };
        match reply {
            Ok(Response::Scanner(scanner)) => {
                self.scanner = Some(scanner);
                let answer = Answer::new(label, &self.table, Came::Opened { pieces: false });
                Turn::ask(answer, self.ask())
            }
            Ok(Response::Rows { results, done }) => {
                self.rows += results.len();
                if let Some(row) = results.last().and_then(|result| result.row()) {
                    self.last = Some(row.into());
                }
                // A scanner that has come to its end is closed already.
                if done {
                    let came = Came::ReadAll { rows: self.rows, last: self.last.clone() };
                    return Turn::end(Answer::new(label, &self.table, came), How::Done);
                }
                let came = Came::ReadOn { rows: results.len(), all: self.rows };
                Turn::ask(Answer::new(label, &self.table, came), self.ask())
            }
            Ok(_) => Turn::strange(label, &self.table),
            Err(error) => Turn::failed(label, &self.table, error),
        }
    }

    fn label(&self, _: &Request) -> Label {
        self.at_work()
    }

    fn title(&self) -> Title {
        Title::LastRow(self.table.clone(), LastRowBy::FullScan)
    }

    fn memory(&self) -> Vec<Memory> {
        self.last.iter().map(|row| last_memory(&self.table, row)).collect()
    }
}

/// Finds the last row by halving what is left of the key space.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bisection {
    table: TableName,
    width: usize,
    /// A number as wide as keys: there is a row from here on. `None` before the first probe.
    low: Option<Vec<u8>>,
    /// A number one byte wider: there is no row from here on.
    high: Vec<u8>,
    /// The row that the last successful probe met.
    found: Option<RowKey>,
    /// From where it is being probed.
    probe: RowKey,
    probes: usize,
    /// Whether everything but longer keys is ruled out.
    closing: bool,
}

impl Bisection {
    /// Keys are taken to be `width` bytes wide.
    pub(super) fn new(table: TableName, width: usize) -> Self {
        let mut high = vec![0; width + 1];
        high[0] = 1;
        Self { table, width, low: None, high, found: None, probe: RowKey::default(), probes: 0, closing: false }
    }

    fn at_work(&self) -> Label {
        let table = self.table.clone();
        match &self.found {
            Some(row) if self.closing => Label::ProbeBehind { table, row: row.clone() },
            found => Label::Probe { table, from: found.as_ref().map(|_| self.probe.clone()) },
        }
    }

    fn ask(&mut self) -> Request {
        self.probes += 1;
        Request::Scan(self.table.clone(), Scan { start: self.probe.clone(), limit: 1, ..Scan::default() })
    }

    /// The first bytes of a key as a number, a shorter key filled with zeros.
    fn number(&self, row: &[u8]) -> Vec<u8> {
        let mut number = row[..row.len().min(self.width)].to_vec();
        number.resize(self.width, 0);
        number
    }

    /// Narrows the key space by an answer and goes on.
    fn narrow(&mut self, row: Option<RowKey>) -> Turn {
        let (label, table) = (self.at_work(), self.table.clone());
        let answer = |probed| Answer::new(label, &table, Came::Probed(probed));
        let Some(row) = row else {
            return match self.found.clone() {
                None => Turn::end(answer(Probed::Empty), How::Done),
                Some(row) if self.closing => Turn::end(answer(Probed::Settled { row, probes: self.probes }), How::Done),
                Some(_) => {
                    self.high = [&[0], &*self.probe].concat();
                    Turn::ask(answer(Probed::Nothing), self.halve())
                }
            };
        };
        if self.closing {
            return Turn::end(answer(Probed::Longer { row, width: self.width }), How::Failed);
        }
        self.low = Some(self.number(&row));
        self.found = Some(row.clone());
        Turn::ask(answer(Probed::Met(row)), self.halve())
    }

    /// Probes the middle of what is left, or one last time where that is nothing.
    fn halve(&mut self) -> Request {
        let low = [&[0], self.low.as_deref().unwrap_or(&[])].concat();
        let middle = middle(&low, &self.high);
        if middle == low {
            self.closing = true;
            self.probe = self.found.as_ref().map(|row| row_after(row).into()).unwrap_or_default();
        } else {
            self.probe = middle[1..].into();
        }
        self.ask()
    }
}

/// Half the sum of two numbers of the same width, rounded down. The sum of their first bytes is below 256.
fn middle(low: &[u8], high: &[u8]) -> Vec<u8> {
    let mut sum = vec![0; low.len()];
    let mut carry = 0;
    for at in (0..low.len()).rev() {
        let digit = u16::from(low[at]) + u16::from(high[at]) + carry;
        sum[at] = digit.to_be_bytes()[1];
        carry = digit >> 8;
    }
    let mut rest = 0;
    for digit in &mut sum {
        let half = (u16::from(*digit) | rest << 8) >> 1;
        rest = u16::from(*digit & 1);
        *digit = half.to_be_bytes()[1];
    }
    sum
}

impl Bisection {
    /// Tells a [`Trace`] what can make a difference from now on.
    pub(super) fn tell(&self, trace: &mut Trace) {
        trace.literal(&(&self.table, self.width, &self.low, &self.high, &self.probe, self.closing, &self.found));
    }
}

impl Routine for Bisection {
    fn begin(&mut self) -> Demand {
        Demand::Ask(self.ask())
    }

    fn go(&mut self, told: Resume, _: &mut Desk<'_>) -> Turn {
        let Resume::Reply(reply) = told else { return Turn::strange(self.at_work(), &self.table) };
        match reply {
            Ok(Response::Rows { results, .. }) => {
                self.narrow(results.first().and_then(|result| result.row()).map(RowKey::from))
            }
            Ok(_) => Turn::strange(self.at_work(), &self.table),
            Err(error) => Turn::failed(self.at_work(), &self.table, error),
        }
    }

    fn label(&self, _: &Request) -> Label {
        self.at_work()
    }

    fn title(&self) -> Title {
        Title::LastRow(self.table.clone(), LastRowBy::Bisection)
    }

    fn memory(&self) -> Vec<Memory> {
        let found = self.found.iter().map(|row| last_memory(&self.table, row));
        let bound = (self.high[0] == 0).then(|| Memory {
            name: Learnt::NothingFrom,
            value: Value::Row(self.table.clone(), self.high[1..].into()),
            claim: None,
        });
        found.chain(bound).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::middle;

    #[test]
    fn the_middle_of_two_numbers() {
        assert_eq!(middle(&[0, 0, 0], &[1, 0, 0]), [0, 128, 0]);
        assert_eq!(middle(&[0, 128, 0], &[1, 0, 0]), [0, 192, 0]);
        assert_eq!(middle(&[0, 1, 254], &[0, 2, 1]), [0, 1, 255]);
        assert_eq!(middle(&[0, 0, 5], &[0, 0, 6]), [0, 0, 5]);
    }
}
