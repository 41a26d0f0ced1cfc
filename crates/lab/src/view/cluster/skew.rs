//! How unevenly a real table lies: its largest region, its fullest and busiest server, and at what size each split policy
//! would cut. Which key the cut would be at, sizes do not tell: HBase takes the middle of the largest file.

use super::super::print::Printer;
use crate::cluster::{Region, Schema, Survey};
use crate::notation::Encoding;
use crate::view::KeyNotation;
use crate::words::cluster::{megabytes, times};
use crate::words::{amount, counted, percent};
use splitpoint_model::map::Map;
use splitpoint_model::policy::split::{Facts, SplitPolicy};
use splitpoint_model::schema::{Settings, TableDescriptor};

/// Policies that are set beside each other, by the names of their classes, and in short.
const POLICIES: [(&str, &str); 6] = [
    ("SteppingSplitPolicy", "in steps"),
    ("IncreasingToUpperBoundRegionSplitPolicy", "increasing"),
    ("ConstantSizeRegionSplitPolicy", "constant size"),
    ("KeyPrefixRegionSplitPolicy", "key prefix"),
    ("DelimitedKeyPrefixRegionSplitPolicy", "delimited prefix"),
    ("DisabledRegionSplitPolicy", "never"),
];

/// What the split policies make of the sizes of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Each policy.
    pub policies: Vec<LimitView>,
    /// What is assumed.
    pub assumed: String,
}

/// A policy and the regions that it would split now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LimitView {
    /// Its name in short.
    pub name: &'static str,
    /// The name of its class in HBase.
    pub class: &'static str,
    /// Whether the table has it.
    pub is_present: bool,
    /// Above which size it splits.
    pub limit: String,
    /// Which regions that would be now.
    pub now: String,
}

/// What is uneven, in sentences.
pub fn skew(survey: &Survey, key: &Encoding, notation: KeyNotation) -> Vec<String> {
    let printer = Printer::new(key.clone(), notation);
    let name = |region: &Region| printer.range(&region.keys.0, &region.keys.1);
    let regions = &survey.regions;
    let bytes: u64 = regions.iter().map(|region| region.metrics.megabytes).sum();
    let mut told = Vec::new();
    if let Some(largest) =
        regions.iter().max_by_key(|region| region.metrics.megabytes).filter(|_| bytes > 0 && regions.len() > 1)
    {
        told.push(format!(
            "Largest region: {} with {}, {}.",
            name(largest),
            megabytes(largest.metrics.megabytes),
            times(largest.metrics.megabytes, bytes, regions.len())
        ));
    }
    let of_server = |of: fn(&Region) -> u64| {
        let sum = |at: usize| regions.iter().filter(|region| region.server == Some(at)).map(of).sum::<u64>();
        let sums: Vec<(usize, u64)> = (0..survey.servers.len()).map(|at| (at, sum(at))).collect();
        let whole: u64 = sums.iter().map(|(_, sum)| sum).sum();
        let most = sums.iter().max_by_key(|(_, sum)| *sum).copied().filter(|_| whole > 0 && sums.len() > 1);
        most.map(|(at, most)| (survey.servers[at].as_str(), super::super::pattern::tenths(most, whole)))
    };
    if let Some((server, share)) = of_server(|region| region.metrics.megabytes) {
        told.push(format!("Fullest server: {server} with {} of the table's bytes.", percent(share)));
    }
    if let Some((server, share)) = of_server(|region| region.metrics.requests()) {
        told.push(format!(
            "Busiest server: {server} with {} of the table's requests since its regions were opened.",
            percent(share)
        ));
    }
    let requests: u64 = regions.iter().map(|region| region.metrics.requests()).sum();
    let busiest = regions.iter().max_by_key(|region| region.metrics.requests());
    if let Some(busiest) = busiest.filter(|_| requests > 0 && regions.len() > 1) {
        let own = busiest.metrics.requests();
        let share = super::super::pattern::tenths(own, requests);
        told.push(format!("Busiest region: {} with {} of them.", name(busiest), percent(share)));
    }
    told
}

/// At what size each policy would split, and which regions that would be now.
pub fn limits(survey: &Survey, schema: &Schema) -> Limits {
    let table = schema
        .attributes
        .iter()
        .fold(TableDescriptor::new(&survey.table, []), |table, (name, value)| table.with(name, value));
    let site = Map::new();
    let present = SplitPolicy::of(&Settings::new(&site, &table));
    let policy = |&(class, name): &(&'static str, &'static str)| {
        let table = table.clone().with("SPLIT_POLICY", class);
        let settings = Settings::new(&site, &table);
        let policy = SplitPolicy::of(&settings)?;
        let beside =
            |server: usize| survey.regions.iter().filter(|region| region.server == Some(server)).count() as u64;
        let beside: Vec<u64> = (0..survey.servers.len()).map(beside).collect();
        let limit =
            |regions_on_server| policy.limit(&Facts { size: 0, largest_store: 0, regions_on_server }, &settings);
        // A store is at most the whole region, and at least its part where all stores are alike.
        let (mut sure, mut perhaps) = (0_u64, 0_u64);
        for region in &survey.regions {
            let Some(server) = region.server else { continue };
            let (limit, whole) = (limit(beside[server]), region.metrics.megabytes << 20);
            if whole / region.metrics.stores.max(1) > limit {
                sure += 1;
            } else if whole > limit {
                perhaps += 1;
            }
        }
        let mut sizes: Vec<u64> = beside.iter().filter(|count| **count > 0).map(|count| limit(*count)).collect();
        sizes.sort_unstable();
        let limit = match (sizes.first(), sizes.last()) {
            (Some(&u64::MAX), _) => "never".to_owned(),
            (Some(least), Some(most)) if least == most => format!("above {}", amount(*least)),
            (Some(least), Some(most)) => format!("above {} to {}, by server", amount(*least), amount(*most)),
            _ => "no region is served".to_owned(),
        };
        let now = match (sure, perhaps) {
            (0, 0) => "none now".to_owned(),
            (sure, 0) => format!("{} now", counted(sure, "region")),
            (0, perhaps) => format!("perhaps {} now, if one family has most of the bytes", counted(perhaps, "region")),
            (sure, perhaps) => format!("{} now, perhaps {perhaps} more", counted(sure, "region")),
        };
        Some(LimitView { name, class, is_present: present.as_ref() == Some(&policy), limit, now })
    };
    Limits {
        policies: POLICIES.iter().filter_map(policy).collect(),
        assumed: "With HBase's defaults where the table says nothing, as settings of the servers are not told; sizes are whole \
                  megabytes, and the jitter of a limit is left out. A cut is at the middle of the region's largest file; which \
                  key that is, sizes do not tell."
            .to_owned(),
    }
}
