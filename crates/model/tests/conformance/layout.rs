//! What is asked of the servers themselves: regions, files, memstores, splits that would be made.

use crate::answer::{Times, told};
use serde_json::{Value as Json, json};
use splitpoint_model::cell::Cell;
use splitpoint_model::cluster::Cluster;
use splitpoint_model::policy::balancer::{self, Assignment};
use splitpoint_model::region::Region;
use splitpoint_model::region::requests::Requests;
use splitpoint_model::store::StoreFile;

/// `{"regions": [{"start", "end", "files"}]}`.
pub(crate) fn regions(cluster: &Cluster, table: &str) -> Json {
    let told = cluster.regions(table).map(|region| {
        let files: usize = region.stores().map(|(_, store)| store.files().len()).sum();
        json!({ "start": told(region.start()), "end": told(region.end()), "files": files })
    });
    json!({ "regions": told.collect::<Vec<_>>() })
}

/// `{"regions": [{"start", "data", "heap"}]}`.
pub(crate) fn memstores(cluster: &Cluster, table: &str) -> Json {
    let told = cluster.regions(table).map(|region| {
        let data: u64 = region.stores().map(|(_, store)| store.memstore_data_size()).sum();
        let heap: u64 = region.stores().map(|(_, store)| store.memstore_heap_size()).sum();
        json!({ "start": told(region.start()), "data": data, "heap": heap })
    });
    json!({ "regions": told.collect::<Vec<_>>() })
}

/// `{"regions": [{"start", "reads", "filtered", "writes"}]}`; what is refused hangs on how often a client tries again.
pub(crate) fn requests(cluster: &Cluster, table: &str) -> Json {
    let told = cluster.regions(table).map(|region| {
        let Requests { reads, filtered, writes, .. } = region.requests();
        json!({ "start": told(region.start()), "reads": reads, "filtered": filtered, "writes": writes })
    });
    json!({ "regions": told.collect::<Vec<_>>() })
}

/// `{"regions": [{"start", "split"}]}`: where the policy would split each region now.
pub(crate) fn splits(cluster: &Cluster, table: &str) -> Json {
    let told = cluster.regions(table).map(|region| {
        let split = would_split(cluster, region).map_or(Json::Null, |key| told(&key));
        json!({ "start": told(region.start()), "split": split })
    });
    json!({ "regions": told.collect::<Vec<_>>() })
}

/// `{"moves", "counts", "millionths"}`: what the balancer makes of regions laid out as the step says, and how unbalanced
/// it leaves them; the numbers of regions on the servers are sorted.
pub(crate) fn balance(step: &Json) -> Json {
    let number = |value: &Json| usize::try_from(value.as_u64().expect("a number")).expect("a small one");
    let servers = number(&step["servers"]);
    let places = step["regions"].as_array().expect("regions").iter();
    let mut regions: Vec<Assignment> =
        places.map(|place| Assignment { table: number(&place[0]), server: number(&place[1]) }).collect();
    let plan = balancer::plan(servers, &regions);
    let imbalance = balancer::imbalance_after(servers, &regions, &plan);
    for step in &plan {
        regions[step.region].server = step.to;
    }
    let mut counts = vec![0; servers];
    regions.iter().for_each(|region| counts[region.server] += 1);
    counts.sort_unstable();
    json!({ "moves": plan.len(), "counts": counts, "millionths": (imbalance * 1e6).round() as u64 })
}

fn would_split(cluster: &Cluster, region: &Region) -> Option<splitpoint_model::bytes::RowKey> {
    let plan = cluster.split_proposal(region.id())?;
    cluster.is_to_be_split(region).then_some(plan.at)
}

/// `{"files": [{"region", "family", "cells", "reference"?, "index"?, "middle"?, "size"?}]}`.
pub(crate) fn files(cluster: &Cluster, table: &str, with_index: bool, times: Times) -> Json {
    let mut files = Vec::new();
    for region in cluster.regions(table) {
        for (family, store) in region.stores() {
            for stored in store.files() {
                let mut told = json!({
                    "region": told(region.start()),
                    "family": told(family),
                    "cells": stored.cells().iter().map(|stored| cell(stored, times)).collect::<Vec<_>>(),
                });
                if stored.is_reference() {
                    told["reference"] = json!(true);
                }
                if with_index {
                    index(stored, &mut told, times);
                }
                files.push(told);
            }
        }
    }
    json!({ "files": files })
}

/// `[row, family, qualifier, ts, type, value]`.
fn cell(cell: &Cell, times: Times) -> Json {
    json!([
        told(cell.row()),
        told(cell.family()),
        told(cell.qualifier()),
        times.tell(cell.timestamp()),
        cell.cell_type().name(),
        told(cell.value()),
    ])
}

fn index(stored: &StoreFile, file: &mut Json, times: Times) {
    let entries = stored.index().iter().map(|entry| {
        let key = entry.as_ref();
        json!([told(key.row), told(key.family), told(key.qualifier), times.tell(key.timestamp)])
    });
    file["index"] = entries.collect();
    file["size"] = stored.size_bytes().into();
    if let Some(middle) = stored.middle() {
        file["middle"] = told(middle);
    }
}
