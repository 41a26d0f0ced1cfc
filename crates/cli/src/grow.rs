//! The verb `grow`: computes what key designs lead to in a table that grows for months.

use crate::outcome::Outcome;
use crate::play;
use crate::poster::Shade;
use clap::Args;
use serde::Deserialize;
use splitpoint_lab::design::Design;
use splitpoint_lab::growth::{DAY, Grain, MONTH, Plan, Report, Spread, Store, check_setting, grow};
use splitpoint_lab::picture::Layout;
use splitpoint_lab::view::{GrowthSide, assumed};
use splitpoint_lab::words::growth::{assumption, figures, verdict};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// What is computed, and how it is printed.
#[derive(Args)]
pub(crate) struct Request {
    /// The description, as docs/growth.md has it.
    file: String,
    /// Prints JSON: for each design its figures, and what they are made of over time.
    #[arg(long)]
    json: bool,
    /// Prints a picture, an SVG file, in the place of the table: key space against time, with splits and regions.
    #[arg(long, conflicts_with_all = ["json", "formulas"])]
    svg: bool,
    /// The colours of the picture.
    #[arg(long, value_enum, default_value_t = Shade::Light, requires = "svg")]
    theme: Shade,
    /// Says how each number is computed.
    #[arg(long)]
    formulas: bool,
}

/// The description in the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Description {
    /// The key, in the form of the table attribute `splitpoint.key`.
    key: String,
    /// Another key for the same rows, for a comparison. Its fields are those of the same names.
    against: Option<String>,
    /// The number of buckets if the key with salt in front is compared.
    salted: Option<u8>,
    /// How the values of fields are distributed, by the fields' names.
    #[serde(default)]
    fields: BTreeMap<String, Like>,
    rate: f64,
    months: Option<f64>,
    days: Option<f64>,
    #[serde(default)]
    families: Vec<FamilyOf>,
    #[serde(default)]
    settings: BTreeMap<String, String>,
    servers: Option<u32>,
}

/// A column family in the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FamilyOf {
    name: String,
    columns: u32,
    qualifier: f64,
    value: f64,
}

/// Columns of a row in a family, at most.
const COLUMNS: u32 = 10_000;

/// Bytes of a qualifier, at most: with the row key, as many as HBase has room for.
const QUALIFIER: f64 = 32_767.0;

/// Bytes of a value, at most: larger cells are refused by HBase's client, unless it is set otherwise.
const VALUE: f64 = 10_485_760.0;

/// Bytes of a table, at most: what is larger cannot be counted in whole bytes, with all that is written again.
const BYTES: f64 = 1e18;

/// Bytes of a cell beside its key, names and value: lengths, time and type.
const CELL: f64 = 20.0;

impl FamilyOf {
    fn check(&self) -> Result<(), String> {
        let is_possible = (1..=COLUMNS).contains(&self.columns)
            && (0.0..=QUALIFIER).contains(&self.qualifier)
            && (0.0..=VALUE).contains(&self.value);
        is_possible.then_some(()).ok_or_else(|| {
            format!(
                "The family “{}” cannot be so: it has 1 to 10,000 columns, a qualifier 0 to 32,767 bytes, and a value 0 to 10,485,760 bytes.",
                self.name
            )
        })
    }
}

/// How the values of a field are distributed.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
enum Like {
    Even(u64),
    Zipf { values: u64, exponent: f64 },
    New { first: u64, every: u64 },
    Any,
    Up,
    Down,
}

impl Like {
    fn spread(&self) -> Spread {
        match *self {
            Self::Even(values) => Spread::Even(values),
            Self::Zipf { values, exponent } => Spread::Zipf(values, exponent),
            Self::New { first, every } => Spread::New { first, every },
            Self::Any => Spread::Any,
            Self::Up => Spread::Up,
            Self::Down => Spread::Down,
        }
    }
}

/// Computes growth, and prints a table.
pub(crate) fn run(request: &Request) -> Result<Outcome, String> {
    let text = play::read(&request.file)?;
    let description: Description = serde_json::from_str(&text)
        .map_err(|error| format!("“{}” is no description of a growth: {error}.", request.file))?;
    let mut plans = vec![(description.key.clone(), description.plan(&description.key)?)];
    if let Some(key) = &description.against {
        plans.push((key.clone(), description.plan(key)?));
    }
    if let Some(buckets) = description.salted {
        if !(2..=128).contains(&buckets) {
            return Err(format!("A salt has 2 to 128 buckets, not {buckets}."));
        }
        plans.push((format!("{} salted over {buckets}", description.key), plans[0].1.salted(buckets)));
    }
    if request.svg {
        let sides: Vec<_> = plans.iter().map(|(_, plan)| GrowthSide::new(&plan.design, &grow(plan))).collect();
        return Ok(Outcome::new(Layout::growth(&sides).svg(request.theme.into()), 0));
    }
    let reports: Vec<(String, Report)> = plans.into_iter().map(|(name, plan)| (name, grow(&plan))).collect();
    let text = if request.json { json(&reports) } else { table(&reports, request.formulas) };
    Ok(Outcome::new(text, 0))
}

impl Description {
    fn plan(&self, key: &str) -> Result<Plan, String> {
        let design = Design::from_spec(key)
            .filter(|design| !design.fields.is_empty())
            .ok_or_else(|| format!("“{key}” is no key: write its fields as `user:int4,time:reversed-time`."))?;
        let days = match (self.months, self.days) {
            (Some(months), None) => months * MONTH,
            (None, Some(days)) => days,
            (None, None) => 12.0 * MONTH,
            (Some(_), Some(_)) => return Err("Say “months” or “days”, not both.".to_owned()),
        };
        if !(self.rate > 0.0 && days > 0.0 && self.rate * days * DAY <= 1e15) {
            return Err("A rate and a time above 0 are needed, and at most 10^15 rows in all.".to_owned());
        }
        self.families.iter().try_for_each(FamilyOf::check)?;
        if self.servers.is_some_and(|servers| !(1..=10_000).contains(&servers)) {
            return Err("There are 1 to 10,000 servers.".to_owned());
        }
        let mut plan = Plan::new(&design);
        plan.stream.rate = self.rate;
        for (name, like) in &self.fields {
            let Some(at) = design.fields.iter().position(|field| field.name == *name) else {
                return Err(format!("“{key}” has no field “{name}”."));
            };
            plan.stream.fields[at] = like.spread();
        }
        plan.seconds = days * DAY;
        if !self.families.is_empty() {
            let store = |family: &FamilyOf| Store {
                name: family.name.clone(),
                columns: family.columns,
                qualifier: family.qualifier,
                value: family.value,
            };
            plan.stores = self.families.iter().map(store).collect();
        }
        let key = plan.stream.row(&design, 0).map_or(0, |row| row.key.len()) as f64;
        let cell = |store: &Store| CELL + key + store.name.len() as f64 + store.qualifier + store.value;
        let row: f64 = plan.stores.iter().map(|store| f64::from(store.columns) * cell(store)).sum();
        if plan.rows() * row > BYTES {
            return Err(
                "These rows are more than 10^18 bytes, which is not computed: take fewer or smaller ones.".to_owned()
            );
        }
        for (name, value) in &self.settings {
            check_setting(name, value).map_err(|error| error.to_string())?;
        }
        plan.settings = self.settings.clone().into_iter().collect();
        plan.servers = self.servers.unwrap_or(plan.servers);
        if plan.rows() <= f64::from(Grain::Exact.counted()) {
            plan.grain = Grain::Exact;
        }
        Ok(plan)
    }
}

fn table(reports: &[(String, Report)], formulas: bool) -> String {
    let mut text = String::new();
    for (name, report) in reports {
        let _ = writeln!(text, "{name}\n  {}\n", verdict(report));
        let figures = figures(report);
        let width = figures.iter().map(|figure| figure.name.len()).max().unwrap_or(0);
        for figure in figures {
            let _ = writeln!(text, "  {:width$}  {}", figure.name, figure.value);
            if formulas {
                let _ = writeln!(text, "  {:width$}    = {}", "", figure.formula);
            }
        }
        text.push('\n');
    }
    text += "Taken for granted:\n";
    for one in assumed(reports.iter().map(|(_, report)| report)) {
        let _ = writeln!(text, "  {one}");
    }
    text
}

fn json(reports: &[(String, Report)]) -> String {
    let design = |(name, report): &(String, Report)| {
        let figures: Vec<_> = figures(report)
            .into_iter()
            .map(|figure| serde_json::json!({ "name": figure.name, "value": figure.value, "formula": figure.formula }))
            .collect();
        let columns: Vec<_> = report
            .columns
            .iter()
            .map(|column| {
                serde_json::json!({
                    "second": column.second, "regions": column.regions, "hottest": column.hottest,
                    "server": column.server, "heat": column.heat,
                })
            })
            .collect();
        serde_json::json!({
            "key": name, "verdict": verdict(report), "figures": figures, "columns": columns,
            "rows": report.rows, "bytes": report.bytes, "regions": report.regions, "first": report.first,
            "hottest": report.hottest, "server": report.server, "amplification": report.amplification(),
            "assumed": report.assumed.iter().map(|one| assumption(*one)).collect::<Vec<_>>(),
        })
    };
    let designs: Vec<_> = reports.iter().map(design).collect();
    format!("{}\n", serde_json::json!({ "designs": designs }))
}
