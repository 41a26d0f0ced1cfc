//! A step of a recording as a request.

use crate::filter::{compare_op, filter};
use serde_json::Value as Json;
use splitpoint_model::bytes::{Family, RowKey, TableName, from_string_binary, prefix_successor};
use splitpoint_model::client::{Action, Request};
use splitpoint_model::error::Error;
use splitpoint_model::filter::CompareOp;
use splitpoint_model::mutation::{
    Append, CheckAndMutate, Condition, Delete, DeleteCell, Increment, MutateRows, Mutation, Put, RowMutations, Then,
};
use splitpoint_model::query::{Columns, Get, IsolationLevel, Scan, TimeRange};
use splitpoint_model::schema::{BloomType, FamilyDescriptor, KeepDeletedCells};

/// Why there is no request.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// The model refuses it.
    Model(Error),
    /// HBase's client cannot even be asked for it: the class of its exception.
    Client(&'static str),
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self::Model(error)
    }
}

/// A text.
pub(crate) fn text(json: &Json) -> &str {
    json.as_str().expect("a text")
}

/// Bytes in the form of `Bytes.toStringBinary`; none for null.
pub(crate) fn bytes(json: &Json) -> Vec<u8> {
    json.as_str().map(from_string_binary).unwrap_or_default()
}

fn items(json: &Json) -> &[Json] {
    json.as_array().map_or(&[], Vec::as_slice)
}

fn number(json: &Json) -> Option<i32> {
    Some(i32::try_from(json.as_i64()?).expect("a number of 32 bits"))
}

/// The table of a step.
pub(crate) fn table(step: &Json) -> TableName {
    step["table"].as_str().unwrap_or_default().into()
}

/// The request of a step that reads or writes.
pub(crate) fn request(step: &Json) -> Result<Request, Refusal> {
    let table = table(step);
    Ok(match text(&step["do"]) {
        "put" => Request::Put(table, put(step)),
        "delete" => Request::Delete(table, delete(step)),
        "increment" => Request::Increment(table, increment(step)),
        "append" => Request::Append(table, append(step)),
        "get" => Request::Get(table, get(step)?),
        "scan" => Request::Scan(table, scan(step)?),
        "openScan" => Request::OpenScan(table, scan(step)?),
        "check" => Request::CheckAndMutate(table, check(step)?),
        "mutate" => Request::MutateRow(table, row_mutations(step)),
        "mutateRows" => Request::MutateRows(table, mutate_rows(step)?),
        "batch" => Request::Batch(table, items(&step["of"]).iter().map(action).collect::<Result<_, _>>()?),
        other => panic!("no request {other}"),
    })
}

fn row(step: &Json) -> RowKey {
    bytes(&step["row"]).into()
}

fn put(step: &Json) -> Put {
    let put = Put { ttl: lifetime(step), ..Put::new(row(step)) };
    items(&step["cells"])
        .iter()
        .fold(put, |put, cell| put.add_at(bytes(&cell[0]), bytes(&cell[1]), cell[2].as_i64(), bytes(&cell[3])))
}

/// Of cells whose lifetime is negative every one is over at once, like those that have none.
fn lifetime(step: &Json) -> Option<u64> {
    step["ttl"].as_i64().map(|ttl| u64::try_from(ttl).unwrap_or(0))
}

fn delete(step: &Json) -> Delete {
    let cells = items(&step["of"]).iter().map(|of| {
        let family = bytes(&of[1]).into();
        match text(&of[0]) {
            "family" => DeleteCell::Family { family, timestamp: of[2].as_i64() },
            "familyVersion" => DeleteCell::FamilyVersion { family, timestamp: of[2].as_i64() },
            "columns" => DeleteCell::Columns { family, qualifier: bytes(&of[2]).into(), timestamp: of[3].as_i64() },
            "column" => DeleteCell::Column { family, qualifier: bytes(&of[2]).into(), timestamp: of[3].as_i64() },
            other => panic!("no kind of delete {other}"),
        }
    });
    Delete { timestamp: step["ts"].as_i64(), cells: cells.collect(), ..Delete::new(row(step)) }
}

fn increment(step: &Json) -> Increment {
    let amount = |cell: &Json| cell[2].as_i64().expect("an amount");
    Increment {
        row: row(step),
        cells: items(&step["cells"])
            .iter()
            .map(|cell| (bytes(&cell[0]).into(), bytes(&cell[1]).into(), amount(cell)))
            .collect(),
        time_range: time_range(&step["timeRange"]),
        ttl: lifetime(step),
        return_results: step["returnResults"].as_bool().unwrap_or(true),
    }
}

fn append(step: &Json) -> Append {
    Append {
        row: row(step),
        cells: items(&step["cells"])
            .iter()
            .map(|cell| (bytes(&cell[0]).into(), bytes(&cell[1]).into(), bytes(&cell[2]).into()))
            .collect(),
        time_range: time_range(&step["timeRange"]),
        ttl: lifetime(step),
        return_results: step["returnResults"].as_bool().unwrap_or(true),
    }
}

fn mutation(step: &Json) -> Mutation {
    match text(&step["do"]) {
        "put" => Mutation::Put(put(step)),
        "delete" => Mutation::Delete(delete(step)),
        "increment" => Mutation::Increment(increment(step)),
        "append" => Mutation::Append(append(step)),
        other => panic!("no mutation {other}"),
    }
}

fn row_mutations(step: &Json) -> RowMutations {
    RowMutations { row: row(step), mutations: items(&step["of"]).iter().map(mutation).collect() }
}

fn time_range(json: &Json) -> TimeRange {
    match json.as_array() {
        Some(ends) => {
            TimeRange { min: ends[0].as_i64().unwrap_or(0), max: ends[1].as_i64().unwrap_or(TimeRange::ALL.max) }
        }
        None => TimeRange::ALL,
    }
}

fn columns(step: &Json) -> Columns {
    let qualifier = |column: &Json| column.get(1).map(|qualifier| bytes(qualifier).into());
    items(&step["columns"]).iter().map(|column| (bytes(&column[0]).into(), qualifier(column))).collect()
}

fn get(step: &Json) -> Result<Get, Refusal> {
    let mut get = Get::new(row(step));
    get.columns = columns(step);
    get.versions = number(&step["versions"]).unwrap_or(get.versions);
    get.time_range = time_range(&step["timeRange"]);
    get.filter = step.get("filter").map(filter).transpose()?.map(Into::into);
    get.store_limit = number(&step["storeLimit"]).unwrap_or(get.store_limit);
    get.store_offset = number(&step["storeOffset"]).unwrap_or(get.store_offset);
    Ok(get)
}

fn scan(step: &Json) -> Result<Scan, Refusal> {
    let mut scan = Scan::default();
    if let Some(prefix) = step.get("prefix") {
        let prefix = bytes(prefix);
        scan.stop = prefix_successor(&prefix).into();
        scan.start = prefix.into();
    }
    let flag = |name: &str, default| step[name].as_bool().unwrap_or(default);
    if let Some(start) = step.get("start") {
        scan.start = bytes(start).into();
    }
    if let Some(stop) = step.get("stop") {
        scan.stop = bytes(stop).into();
    }
    (scan.start_inclusive, scan.stop_inclusive) = (flag("startInclusive", true), flag("stopInclusive", false));
    scan.reversed = flag("reversed", false);
    scan.raw = flag("raw", false);
    scan.cache_blocks = flag("cacheBlocks", true);
    scan.allow_partial = flag("allowPartial", false);
    scan.caching = number(&step["caching"]).unwrap_or(scan.caching);
    scan.batch = number(&step["batch"]).unwrap_or(scan.batch);
    scan.limit = number(&step["limit"]).unwrap_or(scan.limit);
    scan.versions = number(&step["versions"]).unwrap_or(scan.versions);
    scan.store_limit = number(&step["storeLimit"]).unwrap_or(scan.store_limit);
    scan.store_offset = number(&step["storeOffset"]).unwrap_or(scan.store_offset);
    scan.max_result_size = step["maxResultSize"].as_i64().unwrap_or(scan.max_result_size);
    scan.load_families_on_demand = step["loadColumnFamiliesOnDemand"].as_bool();
    scan.time_range = time_range(&step["timeRange"]);
    for (family, range) in step["familyTimeRange"].as_object().into_iter().flatten() {
        scan.family_time_range.insert(from_string_binary(family).into(), time_range(range));
    }
    scan.columns = columns(step);
    scan.filter = step.get("filter").map(filter).transpose()?.map(Into::into);
    if step["isolation"] == "READ_UNCOMMITTED" {
        scan.isolation = IsolationLevel::ReadUncommitted;
    }
    Ok(scan)
}

fn condition(step: &Json) -> Result<Condition, Refusal> {
    let time_range = time_range(&step["timeRange"]);
    if let Some(json) = step.get("filter") {
        return Ok(Condition::Filter { filter: filter(json)?.into(), time_range });
    }
    let (op, value) = match (step["exists"].as_bool(), step.get("op")) {
        (Some(true), _) => (CompareOp::NotEqual, None),
        (Some(false), _) => (CompareOp::Equal, None),
        (None, Some(op)) => (compare_op(op), (!step["value"].is_null()).then(|| bytes(&step["value"]).into())),
        (None, None) => return Err(Refusal::Client("IllegalStateException")),
    };
    let (family, qualifier) = (bytes(&step["family"]).into(), bytes(&step["qualifier"]).into());
    Ok(Condition::Column { family, qualifier, op, value, time_range })
}

fn check(step: &Json) -> Result<CheckAndMutate, Refusal> {
    let then = &step["then"];
    let then = match text(&then["do"]) {
        "mutate" => Then::MutateRow(row_mutations(then)),
        _ => Then::Mutate(mutation(then)),
    };
    Ok(CheckAndMutate { row: row(step), condition: condition(step)?, then })
}

fn mutate_rows(step: &Json) -> Result<MutateRows, Refusal> {
    let conditions = items(&step["conditions"]).iter().map(|json| Ok((row(json), condition(json)?)));
    Ok(MutateRows {
        routing_row: step.get("row").map(|row| bytes(row).into()),
        mutations: items(&step["of"]).iter().map(mutation).collect(),
        conditions: conditions.collect::<Result<_, Refusal>>()?,
    })
}

fn action(step: &Json) -> Result<Action, Refusal> {
    Ok(match text(&step["do"]) {
        "get" => Action::Get(get(step)?),
        "mutate" => Action::MutateRow(row_mutations(step)),
        "check" => Action::CheckAndMutate(check(step)?),
        _ => Action::Mutate(mutation(step)),
    })
}

/// A family: what is named replaces what `known` has.
pub(crate) fn family(
    json: &Json,
    known: impl Fn(&Family) -> Option<FamilyDescriptor>,
) -> Result<FamilyDescriptor, Refusal> {
    let name = Family::from(bytes(&json["NAME"]));
    let mut family = known(&name).unwrap_or_else(|| FamilyDescriptor::new(name));
    // As the recordings have them: VERSIONS is set before MIN_VERSIONS.
    if let Some(versions) = json.get("VERSIONS") {
        let versions = number(versions).unwrap_or_else(|| text(versions).parse().expect("a number"));
        family.set_max_versions(versions)?;
    }
    for (attribute, value) in json.as_object().into_iter().flatten() {
        let number = || number(value).unwrap_or_else(|| text(value).parse().expect("a number"));
        let flag = || value.as_bool().unwrap_or(value == "true");
        match attribute.as_str() {
            "NAME" | "VERSIONS" => {}
            "MIN_VERSIONS" => family.min_versions = number(),
            "TTL" => family.ttl = if value == "FOREVER" { i32::MAX } else { number() },
            "KEEP_DELETED_CELLS" => {
                family.keep_deleted_cells = match text(value) {
                    "TRUE" => KeepDeletedCells::True,
                    "TTL" => KeepDeletedCells::Ttl,
                    _ => KeepDeletedCells::False,
                }
            }
            "BLOCKSIZE" => family.block_size = usize::try_from(number()).expect("a size"),
            "BLOOMFILTER" => {
                family.bloom = match text(value) {
                    "NONE" => BloomType::None,
                    "ROWCOL" => BloomType::RowCol,
                    _ => BloomType::Row,
                }
            }
            "BLOCKCACHE" => family.block_cache = flag(),
            "NEW_VERSION_BEHAVIOR" => family.new_version_behavior = flag(),
            other => {
                let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                family.attributes.insert(other.to_owned(), value);
            }
        }
    }
    Ok(family)
}

/// Table attributes.
pub(crate) fn attributes(step: &Json) -> Vec<(String, Option<String>)> {
    let value = |value: &Json| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let attributes = step["attributes"].as_object().into_iter().flatten();
    attributes.map(|(name, json)| (name.clone(), (!json.is_null()).then(|| value(json)))).collect()
}
