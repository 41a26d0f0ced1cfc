//! The last row of a table that grows at the bottom: by reading everything, or by bisection.
//!
//! HBase opens a table at any key, so one can ask: does anything exist from here on? Half of the key space is ruled out
//! by each answer. That takes about as many reads as a key has bits, however many rows there are. (A reversed scan of
//! one row, or a Get of a key that never changes, takes a single one; these are [`Single`](super::Single) requests.)

use super::{Answer, Ask, Claim, Memory, Reply, Routine, Turn, count};
use crate::phrase::Phrase;
use crate::view::Tone;
use splitpoint_model::bytes::{RowKey, TableName, row_after};
use splitpoint_model::client::{Request, Response};
use splitpoint_model::event::ScannerId;
use splitpoint_model::identity::Trace;
use splitpoint_model::query::Scan;

/// Results a full scan takes at once; only the last is kept.
const HANDFUL: u32 = 10_000;

fn last_memory(table: &TableName, row: &RowKey, at: u64) -> Memory {
    let value = Phrase::new().key(table, row.clone());
    Memory { name: "last", value, at, claim: Some(Claim::last(table, row)) }
}

/// Reads every row and keeps the last.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FullScan {
    table: TableName,
    scanner: Option<ScannerId>,
    rows: usize,
    last: Option<Memory>,
    row: Option<RowKey>,
}

impl FullScan {
    pub(super) fn new(table: TableName) -> Self {
        Self { table, scanner: None, rows: 0, last: None, row: None }
    }

    fn label(&self) -> Phrase {
        if self.scanner.is_some() { "read on".into() } else { "open scanner".into() }
    }

    fn ask(&self) -> Turn {
        let request = match self.scanner {
            None => Request::OpenScan(self.table.clone(), Scan::default()),
            Some(scanner) => Request::Next { scanner, n: HANDFUL },
        };
        Turn::Ask(Ask { label: self.label(), request })
    }

    fn ended(&self) -> Answer {
        match &self.row {
            Some(row) => {
                let value = Phrase::new().key(&self.table, row.clone());
                let sentence = Phrase::from("has read all ")
                    .text(count(self.rows, "row"))
                    .text(" to find that the last is ")
                    .with(value.clone())
                    .text(".");
                Answer::new(Tone::Ok, Phrase::from("→ ").with(value), sentence)
            }
            None => Answer::new(Tone::Plain, "empty", "has read the whole table: no row is there."),
        }
    }

    /// Tells what can matter of it. Which scanner it has, its client tells.
    pub(super) fn tell(&self, trace: &mut Trace) {
        trace.literal(&(&self.table, self.scanner.is_some(), self.rows, &self.row));
    }
}

impl Routine for FullScan {
    fn begin(&mut self) -> Turn {
        self.ask()
    }

    fn hear(&mut self, reply: Reply, at: u64) -> (Answer, Turn) {
        match reply {
            Ok(Response::Scanner(scanner)) => {
                self.scanner = Some(scanner);
                let sentence = "opens a scanner. Nothing is sent before the first row is asked for.";
                (Answer::new(Tone::Plain, "", sentence), self.ask())
            }
            Ok(Response::Rows { results, done }) => {
                self.rows += results.len();
                if let Some(row) = results.last().and_then(|result| result.row()) {
                    let row = RowKey::from(row);
                    self.last = Some(last_memory(&self.table, &row, at));
                    self.row = Some(row);
                }
                // A scanner that has come to its end is closed already.
                if done {
                    return (self.ended(), Turn::Done);
                }
                let text = count(results.len(), "row");
                let sentence = format!("has read {} so far.", count(self.rows, "row"));
                (Answer::new(Tone::Plain, text, sentence), self.ask())
            }
            Ok(_) => (Answer::strange(&self.label()), Turn::Failed),
            Err(error) => (Answer::error(&self.label(), &self.table, &error), Turn::Failed),
        }
    }

    fn title(&self) -> Phrase {
        Phrase::from("last row of ").text(&*self.table).text(" by a full scan")
    }

    fn memory(&self) -> Vec<Memory> {
        self.last.iter().cloned().collect()
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
    found: Option<(RowKey, u64)>,
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

    fn label(&self) -> Phrase {
        match self.low {
            None => "probe the table".into(),
            Some(_) => Phrase::from("probe from ").key(&self.table, self.probe.clone()),
        }
    }

    fn ask(&mut self) -> Turn {
        self.probes += 1;
        let scan = Scan { start: self.probe.clone(), limit: 1, ..Scan::default() };
        Turn::Ask(Ask { label: self.label(), request: Request::Scan(self.table.clone(), scan) })
    }

    /// The first bytes of a key as a number, a shorter key filled with zeros.
    fn number(&self, row: &[u8]) -> Vec<u8> {
        let mut number = row[..row.len().min(self.width)].to_vec();
        number.resize(self.width, 0);
        number
    }

    /// Narrows the key space by an answer and goes on.
    fn narrow(&mut self, row: Option<RowKey>, at: u64) -> (Answer, Turn) {
        let label = self.label();
        let Some(row) = row else {
            if self.low.is_none() {
                return (Answer::new(Tone::Plain, "empty", "finds no row at all: the table is empty."), Turn::Done);
            }
            if self.closing {
                return (self.ended(), Turn::Done);
            }
            self.high = [&[0], &*self.probe].concat();
            let answer = Answer::new(Tone::Plain, "nothing", label.text(" finds nothing: the last row comes before."));
            return (answer, self.halve());
        };
        let value = Phrase::new().key(&self.table, row.clone());
        let text = Phrase::from("→ ").with(value.clone());
        if self.closing {
            let sentence = Phrase::from("finds ")
                .with(value)
                .text(format!(" behind it: some keys are longer than the {} assumed. ", count(self.width, "byte")))
                .text("Bisect with a larger width.");
            return (Answer::new(Tone::Warn, text, sentence), Turn::Failed);
        }
        self.low = Some(self.number(&row));
        self.found = Some((row, at));
        let sentence = label.text(" meets ").with(value).text(": the last row is that one, or comes after it.");
        (Answer::new(Tone::Plain, text, sentence), self.halve())
    }

    /// Probes the middle of what is left, or one last time where that is nothing.
    fn halve(&mut self) -> Turn {
        let low = [&[0], self.low.as_deref().unwrap_or(&[])].concat();
        let middle = middle(&low, &self.high);
        if middle == low {
            self.closing = true;
            self.probe = self.found.as_ref().map(|(row, _)| row_after(row).into()).unwrap_or_default();
        } else {
            self.probe = middle[1..].into();
        }
        self.ask()
    }

    fn ended(&self) -> Answer {
        let Some((row, _)) = &self.found else { return Answer::strange(&self.label()) };
        let value = Phrase::new().key(&self.table, row.clone());
        let sentence = Phrase::from("is sure after ")
            .text(count(self.probes, "read"))
            .text(" that the last row is ")
            .with(value.clone())
            .text(": nothing comes after it.");
        Answer::new(Tone::Ok, Phrase::from("→ ").with(value), sentence)
    }

    /// Tells what can matter of it.
    pub(super) fn tell(&self, trace: &mut Trace) {
        trace.literal(&(&self.table, self.width, &self.low, &self.high, &self.probe, self.closing));
        trace.literal(&self.found.as_ref().map(|(row, _)| row));
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

impl Routine for Bisection {
    fn begin(&mut self) -> Turn {
        self.ask()
    }

    fn hear(&mut self, reply: Reply, at: u64) -> (Answer, Turn) {
        match reply {
            Ok(Response::Rows { results, .. }) => {
                self.narrow(results.first().and_then(|result| result.row()).map(RowKey::from), at)
            }
            Ok(_) => (Answer::strange(&self.label()), Turn::Failed),
            Err(error) => (Answer::error(&self.label(), &self.table, &error), Turn::Failed),
        }
    }

    fn title(&self) -> Phrase {
        Phrase::from("last row of ").text(&*self.table).text(" by bisection")
    }

    fn memory(&self) -> Vec<Memory> {
        let found = self.found.iter().map(|(row, at)| last_memory(&self.table, row, *at));
        let bound = (self.high[0] == 0).then(|| Memory {
            name: "nothing from",
            value: Phrase::new().key(&self.table, &self.high[1..]),
            at: 0,
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
