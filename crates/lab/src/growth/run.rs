//! Growth column by column: a table goes on to a row, and what it is by then is told.

use super::counted::Counted;
use super::measure::{Measure, Point};
use super::measured::Measured;
use super::report::{Assumption, Column, Report, Split};
use super::stream::{self, Spread};
use super::table::Table;
use super::track::Rules;
use super::{BANDS, Grain, Plan};
use crate::design::Kind;
use splitpoint_model::policy::split::SplitRestriction;
use splitpoint_model::schema::{FamilyDescriptor, Settings, TableDescriptor};
use splitpoint_model::store::Likeness;

/// The table's name. A link to a file of a parent's has it in its own, and a file that is compacted from that tells it.
const TABLE: &str = "t";

/// How the rows of a table are known.
enum Way {
    /// One by one.
    Counted(Box<Counted>),
    /// How many there are between two keys.
    Measured(Measured),
}

impl Way {
    fn reach(&mut self, table: &mut Table, until: f64) {
        match self {
            Self::Counted(counted) => counted.reach(table, until),
            Self::Measured(measured) => measured.reach(table, until),
        }
    }

    /// The sizes of the files of each store of each region, at the end.
    fn files(&self, table: &mut Table) -> Vec<Vec<u64>> {
        let mut stores = Vec::new();
        for region in 0..table.regions.len() {
            match self {
                Self::Counted(counted) => stores.extend(counted.files(region)),
                Self::Measured(measured) => {
                    let state = measured.last(table, region);
                    table.flushed += state.flushed as f64;
                    table.compacted += state.compacted as f64;
                    stores.extend(state.stores.iter().map(|files| files.iter().map(|file| file.size).collect()));
                }
            }
        }
        stores
    }
}

/// A table on its way: it grows column by column, so that whoever shows it can do something else meanwhile.
pub struct Growth {
    plan: Plan,
    table: Table,
    way: Way,
    columns: Vec<Column>,
    bands: Vec<Point>,
}

/// Lets a table grow to its end.
pub fn grow(plan: &Plan) -> Report {
    let mut growth = Growth::new(plan);
    while growth.advance() {}
    growth.report()
}

impl Growth {
    /// The table before its first row.
    pub fn new(plan: &Plan) -> Self {
        let rows = plan.rows().max(1.0);
        let sample = if plan.grain == Grain::Coarse { 2_048 } else { 16_384 };
        let measure = Measure::new(&plan.design, &plan.stream, rows, sample);
        let alike = |store: &super::Store| Likeness {
            row: measure.length,
            qualifier: store.qualifier,
            value: store.value,
            columns: store.columns.max(1),
        };
        // A table has its families in the order of their names.
        let mut stores = plan.stores.clone();
        stores.sort_by(|one, other| one.name.cmp(&other.name));
        let block = plan.settings.iter().find(|(name, _)| name == "BLOCKSIZE").and_then(|(_, size)| size.parse().ok());
        let family = |store: &super::Store| {
            let mut family = FamilyDescriptor::new(store.name.as_str());
            family.block_size = block.unwrap_or(family.block_size);
            family
        };
        let mut table = TableDescriptor::new(TABLE, stores.iter().map(family));
        for (name, value) in &plan.settings {
            table = table.with(name, value);
        }
        let rules = Rules::new(table, &stores.iter().map(alike).collect::<Vec<_>>());
        let site = splitpoint_model::map::Map::new();
        let restriction = SplitRestriction::of(&Settings::new(&site, &rules.table));
        let mut bands: Vec<Point> = vec![Point::default()];
        bands.extend((1..BANDS).map(|band| measure.find(rows * band as f64 / BANDS as f64, (0.0, rows))));
        bands.push(measure.end());
        let mut table = Table::new(rules, restriction, measure, rows, plan.servers.max(1) as usize);
        table.cut(&plan.cuts);
        let is_counted = rows <= f64::from(plan.grain.counted());
        let counted = if is_counted { Counted::new(plan, &table, rows as u32) } else { None };
        let way = counted.map_or_else(
            || Way::Measured(Measured::new(&table, plan.grain == Grain::Exact)),
            |counted| Way::Counted(Box::new(counted)),
        );
        Self { plan: plan.clone(), table, way, columns: Vec::new(), bands }
    }

    /// How many columns there will be.
    fn steps(&self) -> usize {
        if self.plan.grain == Grain::Coarse { 24 } else { 60 }
    }

    /// Goes on by one column. False where there is none left.
    pub fn advance(&mut self) -> bool {
        let (done, steps) = (self.columns.len(), self.steps());
        if done == steps {
            return false;
        }
        let [from, end] = [done, done + 1].map(|step| self.table.rows * step as f64 / steps as f64);
        self.way.reach(&mut self.table, end);
        let column = self.column(from, end);
        self.columns.push(column);
        true
    }

    fn column(&self, from: f64, to: f64) -> Column {
        // A moment, not the whole stretch: a front may pass through many regions in a week.
        let table = &self.table;
        let (hottest, server) = table.hottest(&table.shares(table.moment(to)));
        let heat =
            self.bands.windows(2).map(|band| table.measure.between(&band[0], &band[1], (from, to)) / (to - from));
        Column {
            second: to / self.plan.stream.rate,
            regions: table.regions.len(),
            hottest,
            server,
            heat: heat.collect(),
        }
    }

    fn assumed(&self) -> Vec<Assumption> {
        let is_measured = matches!(self.way, Way::Measured(_));
        let mut assumed = vec![Assumption::NoChance];
        if is_measured {
            assumed.extend([Assumption::Measured, Assumption::Distinct]);
        }
        assumed.push(Assumption::Quick);
        if is_measured && self.plan.grain != Grain::Exact {
            assumed.push(Assumption::Alike);
        }
        if self.table.servers.len() > 1 {
            assumed.push(Assumption::Balanced);
        }
        let values = |spread: &Spread| match spread {
            Spread::Even(values) | Spread::Zipf(values, _) => *values,
            Spread::Any | Spread::New { .. } => u64::MAX,
            Spread::Up | Spread::Down | Spread::Clock => 0,
        };
        if is_measured && self.plan.stream.fields.iter().any(|spread| values(spread) > 4_096) {
            assumed.push(Assumption::Continuous);
        }
        let outgrown = self.plan.design.fields.iter().zip(&self.plan.stream.fields).any(|(field, spread)| {
            matches!(field.kind, Kind::Integer { .. } | Kind::Decimal(_))
                && matches!(spread, Spread::Up | Spread::Down)
                && stream::room(&field.kind) as f64 <= self.table.rows
        });
        if outgrown {
            assumed.push(Assumption::Outgrown);
        }
        if self.table.is_full() {
            assumed.push(Assumption::Full);
        }
        assumed
    }

    /// The report on the growth as far as it was computed.
    pub fn report(mut self) -> Report {
        let stores = self.way.files(&mut self.table);
        let table = &self.table;
        // The sum of no numbers at all would be -0.
        let bytes = stores.iter().flatten().fold(0.0, |all, size| all + *size as f64);
        let files = stores.iter().map(Vec::len).sum::<usize>() as f64 / stores.len() as f64;
        let most = stores.iter().map(Vec::len).max().unwrap_or(0);
        let last = table.moment(table.rows);
        let shares = table.shares(last);
        let (hottest, server) = table.hottest(&shares);
        let even = 1.0 / table.regions.len() as f64;
        let idle = shares.iter().filter(|share| **share <= even / 1_000.0).count() as f64 * even;
        let all = (0.0, table.rows);
        let mut cuts: Vec<Vec<u8>> = self.plan.cuts.clone();
        if table.regions.len() <= Report::KEYS {
            cuts.extend(table.splits.iter().map(|(_, _, key)| key.clone()));
            cuts.sort_unstable();
        } else {
            cuts.clear();
        }
        let split = |(number, cut, _): &(f64, Point, Vec<u8>)| Split {
            second: number / self.plan.stream.rate,
            place: table.measure.below(cut, all) / table.rows,
        };
        let row = |store: &super::track::Store| f64::from(store.alike.columns) * store.alike.cell(&store.family);
        let on_server = table.servers.iter().copied().max().unwrap_or(1);
        let scans = match self.plan.design.fields.first().map(|field| &field.kind) {
            Some(Kind::Salt { buckets, .. }) => u32::from(*buckets),
            _ => 1,
        };
        Report {
            rows: table.rows,
            seconds: self.plan.seconds,
            rate: self.plan.stream.rate,
            servers: table.servers.len() as u32,
            key: table.measure.length,
            row: table.rules.stores.iter().map(row).sum(),
            bytes,
            began: self.plan.cuts.len() + 1,
            regions: table.regions.len(),
            cuts,
            splits: table.splits.iter().take(Report::KEYS).map(split).collect(),
            first: table.splits.first().map(|(number, ..)| number / self.plan.stream.rate),
            limit: table.rules.limit(on_server),
            flush: table.rules.flush,
            flushed: table.flushed,
            compacted: table.compacted,
            files,
            most,
            hottest,
            server,
            idle,
            reads: self.plan.reads,
            scans,
            assumed: self.assumed(),
            columns: std::mem::take(&mut self.columns),
        }
    }
}
