//! A sample of a table that is taken home: its families, the bounds of its regions, and some rows of each, from places that
//! a seed chooses. The same seed asks for the same places again.
//!
//! Of a region a place between its bounds is drawn, and the rows from there on are taken; where its end comes first, the
//! rest is taken from its beginning. So rows stand beside each other as they do in the table, and those behind a long gap
//! are met more often than others.

use super::{Cell, Row, Schema, Survey};
use crate::design;
use crate::intent::{AdminIntent, Intent};
use crate::sequence::Sequence;
use std::collections::BTreeSet;
use std::ops::Range;

/// The attribute of a table that says of what it is a sample.
pub const ATTRIBUTE: &str = "splitpoint.sample";

/// Regions that are visited, at most; of more, so many that are spread over the table.
const MOST_REGIONS: usize = 120;

/// Rows of a sample, at most.
const MOST_ROWS: usize = 4_000;

/// Bytes of cells of a sample, at most.
const MOST_BYTES: usize = 4 << 20;

/// Bytes that a cell takes in a store file besides its parts, about.
const OVERHEAD: usize = 20;

/// Which rows of a table are read for a sample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The seed of the random numbers by which places were drawn.
    pub seed: u64,
    /// Rows of a region.
    pub rows: usize,
    /// What is read of each region that is visited.
    pub visits: Vec<Visit>,
    /// The keys at which the sample is cut: those where the visited regions begin.
    pub cuts: Vec<Vec<u8>>,
    /// How many regions the table has.
    pub regions: usize,
}

/// Rows of a region that are asked for: from the drawn place to its end, then from its beginning to the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Visit {
    /// Its bounds.
    pub keys: (Vec<u8>, Vec<u8>),
    /// The drawn place.
    pub from: Vec<u8>,
}

impl Visit {
    /// What is read first, and then, where that was not enough; the second is empty where the place is the beginning.
    pub fn ranges(&self) -> [Option<Range<&[u8]>>; 2] {
        let (start, end) = (self.keys.0.as_slice(), self.keys.1.as_slice());
        let from = self.from.as_slice();
        [Some(from..end), (from > start).then_some(start..from)]
    }
}

impl Plan {
    /// Draws places in the regions of a table.
    pub fn new(survey: &Survey, seed: u64, rows: usize) -> Self {
        let mut sequence = Sequence::new(seed);
        let count = survey.regions.len();
        let taken = count.min(MOST_REGIONS);
        let rows = rows.clamp(1, MOST_ROWS / taken.max(1));
        let visits: Vec<Visit> = (0..taken)
            .filter_map(|at| survey.regions.get(at * count / taken.max(1)))
            .map(|region| Visit {
                keys: region.keys.clone(),
                from: between(&region.keys.0, &region.keys.1, &mut sequence),
            })
            .collect();
        let cuts = visits.iter().map(|visit| visit.keys.0.clone()).filter(|key| !key.is_empty()).collect();
        Self { seed, rows, visits, cuts, regions: count }
    }
}

/// A key between two: the bytes that they share, and eight more. Of a region without an end the beginning, as nobody knows
/// how far it goes.
fn between(start: &[u8], end: &[u8], sequence: &mut Sequence) -> Vec<u8> {
    if end.is_empty() {
        return start.to_vec();
    }
    let shared = start.iter().zip(end).take_while(|(one, other)| one == other).count();
    let number = |key: &[u8]| {
        let mut raw = [0; 8];
        for (to, from) in raw.iter_mut().zip(key.get(shared..).unwrap_or_default()) {
            *to = *from;
        }
        u64::from_be_bytes(raw)
    };
    let (low, high) = (number(start), number(end));
    let drawn = low + sequence.below(high.saturating_sub(low).max(1));
    let key = [&end[..shared], &drawn.to_be_bytes()].concat();
    if key.as_slice() < start { start.to_vec() } else { key }
}

/// A sample that was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// The table.
    pub table: String,
    /// Its families and attributes.
    pub schema: Schema,
    /// The fields of its keys, as its attribute or else a person says; empty where nobody does.
    pub key: String,
    /// What was asked for.
    pub plan: Plan,
    /// The rows that came, in the order of keys, each once.
    pub rows: Vec<Row>,
    /// About how many rows the table has: its store files over the size of a row of the sample. `None` where its files have
    /// less than a megabyte, as nothing is known then.
    pub of: Option<u64>,
    /// Rows that came and are not taken, since the sample would be too large.
    pub left_out: usize,
}

impl Taken {
    /// Puts together what came.
    pub fn new(survey: &Survey, schema: &Schema, key: &str, plan: &Plan, came: Vec<Row>) -> Self {
        let mut rows = came;
        splitpoint_model::order::sort_by(&mut rows, |one, other| one.key.cmp(&other.key));
        rows.dedup_by(|later, earlier| later.key == earlier.key);
        let mut bytes = 0;
        let all = rows.len();
        rows.retain(|row| {
            bytes += size(row);
            bytes <= MOST_BYTES
        });
        let megabytes: u64 = survey.regions.iter().map(|region| region.metrics.megabytes).sum();
        let weight: usize = rows.iter().map(size).sum();
        let of = (megabytes << 20).saturating_mul(rows.len() as u64).checked_div(weight as u64).filter(|of| *of > 0);
        Self {
            left_out: all - rows.len(),
            table: survey.table.clone(),
            schema: schema.clone(),
            key: schema.attribute(design::ATTRIBUTE).unwrap_or(key).to_owned(),
            plan: plan.clone(),
            of: of.map(|of| of.max(rows.len() as u64)),
            rows,
        }
    }

    /// How the table is called at home: namespaces are left out.
    pub fn name(&self) -> &str {
        self.table.rsplit(':').next().unwrap_or(&self.table)
    }

    /// The text of [`ATTRIBUTE`]: `30 of about 12000 rows, 3 of 3 regions, seed 1`; without the second number where nobody knows.
    pub fn mark(&self) -> String {
        let of = self.of.map_or(String::new(), |of| format!("of about {of} "));
        format!(
            "{} {of}rows, {} of {} regions, seed {}",
            self.rows.len(),
            self.plan.visits.len(),
            self.plan.regions,
            self.plan.seed
        )
    }

    /// What makes the table at home: the families and attributes that it has, cut where its regions begin.
    pub fn create(&self) -> Intent {
        let ours = ["IS_META", ATTRIBUTE, design::ATTRIBUTE];
        let attributes = self.schema.attributes.iter().filter(|(name, _)| !ours.contains(&name.as_str()));
        let key = Some((design::ATTRIBUTE.to_owned(), self.key.clone())).filter(|(_, key)| !key.is_empty());
        let attributes = attributes.cloned().chain(key).chain([(ATTRIBUTE.to_owned(), self.mark())]).collect();
        let families = self.schema.families.iter().map(|family| (family.name.clone(), family.attributes.clone()));
        Intent::Admin(AdminIntent::Create {
            table: self.name().to_owned(),
            families: families.collect(),
            attributes,
            splits: self.plan.cuts.clone(),
        })
    }

    /// What writes its rows, each with the times that its cells have.
    pub fn inserts(&self) -> impl Iterator<Item = Intent> + '_ {
        self.rows.iter().map(|row| Intent::Insert {
            table: self.name().to_owned(),
            row: row.key.clone(),
            cells: row.cells.iter().map(written).collect(),
        })
    }

    /// Families that rows have and the schema has not: the table was altered while the sample was taken.
    pub fn strangers(&self) -> BTreeSet<String> {
        let known = |family: &str| self.schema.families.iter().any(|known| known.name == family);
        let families = self.rows.iter().flat_map(|row| &row.cells).map(|cell| text(&cell.family));
        families.filter(|family| !known(family)).collect()
    }
}

fn text(raw: &[u8]) -> String {
    String::from_utf8_lossy(raw).into_owned()
}

fn written(cell: &Cell) -> (String, Vec<u8>, Option<i64>, Vec<u8>) {
    (text(&cell.family), cell.qualifier.clone(), Some(cell.time), cell.value.clone())
}

fn size(row: &Row) -> usize {
    row.cells
        .iter()
        .map(|cell| OVERHEAD + row.key.len() + cell.family.len() + cell.qualifier.len() + cell.value.len())
        .sum()
}
