//! `scan` and `count`.
//!
//! Source: `table.rb`, `_hash_to_scan`.

use super::argument::Bench;
use super::read::{coerced, instant};
use super::row::Format;
use super::{Answer, Continuation, Fail, Turn};
use crate::ruby::method::part::methods;
use crate::ruby::value::Value;
use crate::world::Reply;
use splitpoint_model::bytes::prefix_successor;
use splitpoint_model::client::{Request, Response};
use splitpoint_model::error::Error;
use splitpoint_model::filter::AnyFilter;
use splitpoint_model::query::{IsolationLevel, Metrics, Scan};

/// What a `scan` needs when its answer comes: where it began and how cells are printed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Plan {
    start: Vec<u8>,
    format: Format,
    /// Which metrics are wanted; empty for all.
    metrics: Option<Vec<String>>,
}

/// A number that is compared with another before it is used.
fn compared(bench: &Bench<'_, '_>, value: &Value, with: i128) -> Result<i128, Fail> {
    match value {
        Value::Int(number) => Ok(*number),
        Value::Float(number) => Ok(number.0 as i128),
        Value::Str(_) => Err(format!("comparison of String with {with} failed").into()),
        other => Err(bench.missing(other, ">")),
    }
}

fn small(number: i128) -> i32 {
    number.clamp(i32::MIN.into(), i32::MAX.into()) as i32
}

fn one_of(bench: &Bench<'_, '_>, value: &Value, known: &[&str], path: &str) -> Result<String, Fail> {
    if let Value::Int(_) = value {
        return Err(coerced("java.lang.String"));
    }
    let name = bench.string(value);
    if known.contains(&name.as_str()) {
        Ok(name)
    } else {
        Err(format!("No enum constant org.apache.hadoop.hbase.client.{path}.{name}").into())
    }
}

/// A scan out of a hash, and how its cells are printed.
fn read(bench: &mut Bench<'_, '_>, hash: &Value) -> Result<(Scan, Format), Fail> {
    let mut scan = Scan::default();
    let mut format = Format::default();
    if bench.heap.items(hash).is_some_and(<[Value]>::is_empty) {
        return Err("Args should be a Hash".into());
    }
    if bench.heap.pairs(hash).is_none() {
        return Err(bench.missing(hash, "any?"));
    }
    let hash = hash.clone();
    let entry = |bench: &Bench<'_, '_>, key: &str| bench.heap.entry(&hash, key).filter(Value::truthy);
    let columns = match entry(bench, "COLUMNS").or_else(|| entry(bench, "COLUMN")) {
        None => Vec::new(),
        Some(column @ Value::Str(_)) => vec![column],
        Some(list @ Value::Array(_)) => bench.heap.list(&list).unwrap_or_default(),
        Some(_) => return Err("COLUMNS must be specified as a String or an Array".into()),
    };
    if let Some(start) = entry(bench, "STARTROW") {
        scan.start = bench.java_bytes(&start)?.into();
    }
    if let Some(stop) = entry(bench, "STOPROW") {
        scan.stop = bench.java_bytes(&stop)?.into();
        // As in HBase's old constructor of `Scan`: where start and stop are equal, that row is meant.
        scan.stop_inclusive = scan.start == scan.stop && !scan.start.is_empty();
    }
    if let Some(prefix) = entry(bench, "ROWPREFIXFILTER") {
        let prefix = bench.java_bytes(&prefix)?;
        scan.stop = prefix_successor(&prefix).into();
        scan.start = prefix.into();
        scan.stop_inclusive = false;
    }
    for column in columns {
        let column = bench.to_s(&column);
        let (family, qualifier) = format.column(&column);
        scan.columns.push((family, qualifier));
    }
    if let Some(filter) = entry(bench, "FILTER") {
        scan.filter = Some(bench.filter(&filter)?);
    }
    if let Some(time) = entry(bench, "TIMESTAMP") {
        scan.time_range = instant(bench.long(&time)?);
    }
    scan.cache_blocks = match bench.heap.entry(&hash, "CACHE_BLOCKS") {
        None | Some(Value::Nil) => true,
        given => bench.boolean(given)?,
    };
    scan.reversed = bench.boolean(entry(bench, "REVERSED"))?;
    if let Some(cache) = entry(bench, "CACHE") {
        let cache = compared(bench, &cache, 0)?;
        if cache > 0 {
            scan.caching = small(cache);
        }
    }
    if let Some(versions) = entry(bench, "VERSIONS") {
        let versions = compared(bench, &versions, 1)?;
        if versions > 1 {
            scan.versions = small(versions);
        }
    }
    if let Some(range) = entry(bench, "TIMERANGE") {
        scan.time_range = bench.time_range(&range)?;
        check_range(scan.time_range.min, scan.time_range.max)?;
    }
    scan.raw = bench.boolean(entry(bench, "RAW"))?;
    if let Some(limit) = entry(bench, "LIMIT") {
        let limit = compared(bench, &limit, 0)?;
        if limit > 0 {
            scan.limit = small(limit);
        }
    }
    bench.check_attributes(&hash)?;
    if let Some(value) = entry(bench, "CONSISTENCY") {
        one_of(bench, &value, &["STRONG", "TIMELINE"], "Consistency")?;
    }
    if let Some(value @ Value::Str(_)) = entry(bench, "REGION_REPLICA_ID") {
        let class = super::argument::ruby_class(&value);
        return Err(Fail::new("TypeError", format!("cannot convert instance of class {class} to int")));
    }
    if let Some(value) = entry(bench, "ISOLATION_LEVEL") {
        let level = one_of(bench, &value, &["READ_COMMITTED", "READ_UNCOMMITTED"], "IsolationLevel")?;
        if level == "READ_UNCOMMITTED" {
            scan.isolation = IsolationLevel::ReadUncommitted;
        }
    }
    if let Some(value) = entry(bench, "READ_TYPE") {
        one_of(bench, &value, &["DEFAULT", "STREAM", "PREAD"], "Scan.ReadType")?;
    }
    scan.allow_partial = bench.boolean(entry(bench, "ALLOW_PARTIAL_RESULTS"))?;
    if let Some(batch) = entry(bench, "BATCH") {
        let batch = compared(bench, &batch, 0)?;
        if batch > 0 {
            scan.batch = small(batch);
        }
    }
    if let Some(size) = entry(bench, "MAX_RESULT_SIZE") {
        let size = compared(bench, &size, 0)?;
        if size > 0 {
            scan.max_result_size = size.min(i64::MAX.into()) as i64;
        }
    }
    Ok((scan, format))
}

/// Source: `TimeRange`.
pub(super) fn check_range(min: i64, max: i64) -> Result<(), Fail> {
    if min < 0 || max < 0 {
        return Err(format!("Timestamp cannot be negative. minStamp:{min}, maxStamp:{max}").into());
    }
    if max < min {
        return Err("maxStamp is smaller than minStamp".into());
    }
    Ok(())
}

pub(super) fn scan(bench: &mut Bench<'_, '_>) -> Answer {
    let table = bench.table()?;
    bench.io.out.header(&["ROW", "COLUMN+CELL"]);
    let hash = if bench.args.len() > 1 { bench.arg(1) } else { bench.heap.hash(Vec::new()) };
    let (scan, mut format) = read(bench, &hash)?;
    let all = bench.heap.entry(&hash, "ALL_METRICS").is_some_and(|value| value.truthy());
    let metrics = match bench.heap.entry(&hash, "METRICS") {
        // A text holds the names that stand in it.
        Some(text @ Value::Str(_)) => {
            let text = bench.string(&text);
            Some(
                METRICS
                    .iter()
                    .filter(|name| text.contains(**name))
                    .map(|name| (*name).to_owned())
                    .chain([text.clone()])
                    .collect(),
            )
        }
        Some(list) if list != Value::Nil => {
            let items = bench.heap.list(&list).unwrap_or_default();
            Some(items.iter().map(|item| bench.string(item)).collect())
        }
        _ => all.then(Vec::new),
    };
    // A length that is no number is found out only at the first cell.
    let length = bench.heap.entry(&hash, "MAXLENGTH");
    let bad = match length {
        Some(value @ Value::Str(_)) => {
            bench.heap.take(&hash, "MAXLENGTH");
            Some(bench.conversion(&value, "Integer"))
        }
        _ => None,
    };
    format.adopt(Format::take(bench, &hash)?);
    let format = format.of(&table);
    if let Some(bad) = bad
        && bench.exists(&table)
    {
        return Err(bad);
    }
    let plan = Plan { start: scan.start.to_vec(), format, metrics };
    bench.ask(Request::Scan(Bench::name(&table), scan), Continuation::Scanned(Box::new(plan)))
}

/// The client of the real shell writes of a scan that a server refuses on its error stream, which a terminal shows; the
/// recordings leave out all of it but two empty lines.
fn spill(bench: &mut Bench<'_, '_>, reply: &Reply) {
    let refused = matches!(reply, Reply::Response(Err(Error::NoSuchColumnFamily { .. } | Error::DoNotRetry(_)), _));
    if refused && bench.io.out.width > 0 {
        bench.io.out.push("\n\n");
    }
}

pub(super) fn scanned(bench: &mut Bench<'_, '_>, plan: &Plan, reply: Reply) -> Answer {
    let terminal = bench.io.out.width > 0;
    spill(bench, &reply);
    let metrics = if let Reply::Response(_, metrics) = &reply { *metrics } else { Metrics::default() };
    let Response::Rows { results, .. } = bench.response(reply, &plan.start)? else { return Ok(Turn::Done(Value::Nil)) };
    for result in &results {
        let row = plan.format.row(result.row().unwrap_or_default(), terminal)?;
        for cell in &result.cells {
            let column = plan.format.name(cell)?;
            let text = plan.format.cell(&column, cell)?;
            bench.io.out.row(&[&row, &format!("column={column}, {text}")]);
        }
    }
    bench.io.out.footer(Some(results.len()));
    if let Some(wanted) = &plan.metrics {
        show(bench, wanted, &metrics);
    }
    Ok(Turn::Done(Value::Nil))
}

/// In the order of their names.
const METRICS: [&str; 13] = [
    "BLOCK_BYTES_SCANNED",
    "BYTES_IN_REMOTE_RESULTS",
    "BYTES_IN_RESULTS",
    "FS_READ_TIME",
    "MILLIS_BETWEEN_NEXTS",
    "NOT_SERVING_REGION_EXCEPTION",
    "REGIONS_SCANNED",
    "REMOTE_RPC_CALLS",
    "REMOTE_RPC_RETRIES",
    "ROWS_FILTERED",
    "ROWS_SCANNED",
    "RPC_CALLS",
    "RPC_RETRIES",
];

/// What a scan has cost. The times are those of the simulated clock, which stands still meanwhile.
fn show(bench: &mut Bench<'_, '_>, wanted: &[String], metrics: &Metrics) {
    bench.io.out.line("");
    bench.io.out.header(&["METRIC", "VALUE"]);
    let all = [
        metrics.block_bytes_scanned,
        0,
        metrics.bytes_in_results,
        0,
        0,
        metrics.not_serving_region,
        metrics.regions_scanned,
        0,
        0,
        metrics.rows_filtered,
        metrics.rows_scanned,
        metrics.rpc_calls,
        metrics.rpc_retries,
    ];
    for (name, value) in METRICS.into_iter().zip(all) {
        if wanted.is_empty() || wanted.iter().any(|other| other == name) {
            bench.io.out.row(&[name, &value.to_string()]);
        }
    }
}

pub(super) fn count(bench: &mut Bench<'_, '_>) -> Answer {
    let table = bench.table()?;
    let (interval, hash) = match bench.arg(1) {
        Value::Nil if bench.args.len() < 2 => (Value::Int(1000), bench.heap.hash(Vec::new())),
        number @ Value::Int(_) => (number, bench.heap.hash(Vec::new())),
        hash @ Value::Hash(_) => (bench.heap.entry(&hash, "INTERVAL").unwrap_or(Value::Int(1000)), hash),
        other if matches!(other, Value::Str(_)) || bench.heap.items(&other).is_some() => {
            return Err(bench.conversion(&other, "Hash"));
        }
        other => return Err(bench.missing(&other, "include?")),
    };
    let interval = match interval {
        Value::Int(number) => number,
        Value::Float(number) => number.0 as i128,
        other => bench.string(&other).trim().parse().unwrap_or(0),
    };
    let (mut scan, _) = read(bench, &hash)?;
    if scan.caching <= 0 {
        scan.caching = 10;
    }
    scan.cache_blocks = false;
    scan.filter = Some(match scan.filter.take() {
        None => AnyFilter::first_key_only(),
        Some(filter) => (methods()?.counted)(&filter),
    });
    let start = scan.start.to_vec();
    bench.ask(Request::Scan(Bench::name(&table), scan), Continuation::Counted { interval, start })
}

pub(super) fn counted(bench: &mut Bench<'_, '_>, interval: i128, start: &[u8], reply: Reply) -> Answer {
    spill(bench, &reply);
    let Response::Rows { results, .. } = bench.response(reply, start)? else { return Ok(Turn::Done(Value::Nil)) };
    bench.io.out.header(&[]);
    for (at, result) in results.iter().enumerate() {
        if interval == 0 {
            return Err(Fail::new("ZeroDivisionError", "divided by 0"));
        }
        if (at as i128 + 1) % interval == 0 {
            let row = splitpoint_model::bytes::to_string_binary(result.row().unwrap_or_default());
            bench.io.out.row(&[&format!("Current count: {}, row: {row}", at + 1)]);
        }
    }
    bench.io.out.footer(Some(results.len()));
    Ok(Turn::Done(Value::Int(results.len() as i128)))
}
