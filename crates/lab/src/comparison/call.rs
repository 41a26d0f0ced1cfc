//! What is asked of the model as calls of the REST gateway.
//!
//! Source: `RowResource`, `RowSpec`, `TableResource`, `SchemaResource` of `hbase-rest`, 2.4 to 2.6, and what they answered
//! (`crates/bridge/tests/recorded`).

use super::Why;
use crate::cluster::path;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value, json};
use splitpoint_model::client::{Action, Request};
use splitpoint_model::cluster::Admin;
use splitpoint_model::filter::{AnyFilter, CompareOp, Filter};
use splitpoint_model::mutation::{CheckAndMutate, Condition, Delete, DeleteCell, Mutation, Put, Then};
use splitpoint_model::query::{Columns, Get, IsolationLevel, Scan, TimeRange};
use splitpoint_model::schema::{FamilyDescriptor, TableDescriptor};
use std::fmt::Write as _;

/// A method of HTTP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Reads.
    Get,
    /// Makes or writes.
    Put,
    /// Deletes or closes.
    Delete,
}

impl Method {
    /// The name of the method in a request.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Put => "PUT",
            Self::Delete => "DELETE",
        }
    }
}

/// A call of the gateway.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// Its method.
    pub method: Method,
    /// Path and query, with the first slash.
    pub path: String,
    /// What is sent, JSON; empty: nothing.
    pub body: String,
}

impl Call {
    pub(super) fn get(path: String) -> Self {
        Self { method: Method::Get, path, body: String::new() }
    }

    pub(super) fn delete(path: String) -> Self {
        Self { method: Method::Delete, path, body: String::new() }
    }

    fn put(path: String, body: &Value) -> Self {
        Self { method: Method::Put, path, body: body.to_string() }
    }
}

/// A question to the gateway: the calls to make, and how their answers are to be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ask {
    /// Writes, called one after the other. Every successful status means that it was done.
    Write(Vec<Call>),
    /// A conditional write. Status 304 means that the condition did not hold.
    Check(Call),
    /// A read of one row. Status 404 means that the row has no cells.
    Row(Call),
    /// A read of several rows by one call.
    Rows(Call),
    /// A scanner, read to its end or until there are so many rows.
    Scan { table: String, open: Call, limit: Option<usize> },
    /// Time passes, in milliseconds.
    Wait(u64),
    /// Whether the table is there.
    Exists(Call),
    /// Its regions.
    Regions(Call),
}

impl Ask {
    /// The first calls it comes to.
    pub(super) fn calls(&self) -> Vec<Call> {
        match self {
            Self::Write(calls) => calls.clone(),
            Self::Check(call) | Self::Row(call) | Self::Rows(call) | Self::Exists(call) | Self::Regions(call) => {
                vec![call.clone()]
            }
            Self::Scan { open, .. } => vec![open.clone()],
            Self::Wait(_) => Vec::new(),
        }
    }
}

/// How many cells a scanner of the gateway returns in one answer, at most.
const BATCH: usize = 1_000;

/// A path below a table.
fn below(table: &str, rest: &str) -> String {
    format!("/{}/{rest}", path(table))
}

/// Where rows are written whose keys stand in what is sent.
fn row_path(table: &str, check: &str) -> String {
    match check {
        "" => below(table, "row"),
        check => below(table, &format!("row/?check={check}")),
    }
}

fn base64(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

fn column(family: &[u8], qualifier: Option<&[u8]>) -> Vec<u8> {
    match qualifier {
        Some(qualifier) => [family, b":", qualifier].concat(),
        None => family.to_vec(),
    }
}

/// Bytes as a part of a path or a query; `None` where they are no text.
fn encoded(bytes: &[u8]) -> Option<String> {
    std::str::from_utf8(bytes).ok()?;
    let mut text = String::new();
    for &byte in bytes {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'-' | b'.' => text.push(char::from(byte)),
            // Writing to a String cannot fail.
            byte => drop(write!(text, "%{byte:02X}")),
        }
    }
    Some(text)
}

/// The same as one part of a path. `None` where the gateway would take it for several, or for a word of its own such as
/// `scanner`.
fn nameable(bytes: &[u8]) -> Option<String> {
    let has = |signs: &[u8]| bytes.iter().any(|byte| signs.contains(byte) || byte.is_ascii_control());
    let words: [&[u8]; 7] = [b".", b"..", b"scanner", b"schema", b"regions", b"exists", b"multiget"];
    if bytes.is_empty() || has(b"/\\;#?*%") || words.contains(&bytes) || bytes.starts_with(b"multiget") {
        return None;
    }
    encoded(bytes)
}

fn row(key: &[u8], cells: Vec<Value>) -> Value {
    json!({ "Row": [{ "key": base64(key), "Cell": cells }] })
}

fn cell(column: &[u8], time: Option<i64>, value: &[u8]) -> Value {
    let mut cell = json!({ "column": base64(column), "$": base64(value) });
    if let (Some(time), Some(members)) = (time, cell.as_object_mut()) {
        members.insert("timestamp".to_owned(), time.into());
    }
    cell
}

/// The cells of a put.
fn put_cells(put: &Put) -> Result<Vec<Value>, Why> {
    if put.ttl.is_some() {
        return Err(Why::Lifetime);
    }
    let cells = put.cells.iter();
    Ok(cells.map(|one| cell(&column(&one.family, Some(&one.qualifier)), one.timestamp, &one.value)).collect())
}

fn put(table: &str, put: &Put) -> Result<Call, Why> {
    Ok(Call::put(row_path(table, ""), &row(&put.row, put_cells(put)?)))
}

/// A column that no row has, so that a check for its absence holds. The gateway deletes a whole family, or one version of a
/// column, only with a check.
const ABSENT: &[u8] = b"\x00splitpoint.absent";

fn delete(table: &str, delete: &Delete, families: &[Vec<u8>]) -> Result<Call, Why> {
    let checked = |cells: Vec<(Vec<u8>, Option<i64>)>| {
        let family = cells.first().map(|(column, _)| column.split(|byte| *byte == b':').next().unwrap_or_default());
        let absent = cell(&column(family.unwrap_or_default(), Some(ABSENT)), None, b"");
        let cells = cells.iter().map(|(column, time)| cell(column, *time, b"")).chain([absent]).collect();
        Call::put(row_path(table, "delete"), &row(&delete.row, cells))
    };
    let at = |time: Option<i64>| time.map_or(String::new(), |time| format!("/{time}"));
    match delete.cells.as_slice() {
        [] => match (nameable(&delete.row), delete.timestamp) {
            // Without a column, the gateway takes no time.
            (Some(row), None) => Ok(Call::delete(below(table, &row))),
            (_, _) if families.is_empty() => Err(Why::Unnameable),
            (_, time) => Ok(checked(families.iter().map(|family| (family.clone(), time)).collect())),
        },
        [DeleteCell::Family { family, timestamp }] => {
            Ok(checked(vec![(family.to_vec(), timestamp.or(delete.timestamp))]))
        }
        [DeleteCell::Column { family, qualifier, timestamp }] => {
            Ok(checked(vec![(column(family, Some(qualifier)), timestamp.or(delete.timestamp))]))
        }
        [DeleteCell::Columns { family, qualifier, timestamp }] => {
            let names = nameable(&delete.row).zip(nameable(&column(family, Some(qualifier))));
            let (row, column) = names.ok_or(Why::Unnameable)?;
            Ok(Call::delete(below(table, &format!("{row}/{column}{}", at(timestamp.or(delete.timestamp))))))
        }
        [DeleteCell::FamilyVersion { .. }] => Err(Why::Marker),
        _ => Err(Why::Several),
    }
}

/// The gateway puts on the condition that a column which is put has a value; the value stands last.
fn check(table: &str, check: &CheckAndMutate) -> Result<Call, Why> {
    let CheckAndMutate { row: key, condition, then } = check;
    let Then::Mutate(Mutation::Put(put)) = then else { return Err(Why::Several) };
    let Condition::Column { family, qualifier, op: CompareOp::Equal, value, time_range: TimeRange::ALL } = condition
    else {
        return Err(Why::Condition);
    };
    let is_put = put.cells.iter().any(|cell| cell.family == *family && cell.qualifier == *qualifier);
    if !is_put || qualifier.is_empty() {
        return Err(Why::Condition);
    }
    let mut cells = put_cells(put)?;
    cells.push(cell(&column(family, Some(qualifier)), None, value.as_deref().unwrap_or_default()));
    Ok(Call::put(row_path(table, "put"), &row(key, cells)))
}

fn get(table: &str, get: &Get) -> Result<Ask, Why> {
    if get.filter.is_some() || get.store_limit >= 0 || get.store_offset != 0 || get.versions < 1 {
        return Err(Why::Reading);
    }
    let columns = get.columns.iter().map(|(family, qualifier)| nameable(&column(family, qualifier.as_deref())));
    let columns: Option<Vec<String>> = columns.collect();
    if let (Some(row), Some(columns), true) = (nameable(&get.row), columns, get.time_range.is_all()) {
        let mut rest = row;
        if !columns.is_empty() {
            rest = format!("{rest}/{}", columns.join(","));
        }
        if get.versions > 1 {
            let _ = write!(rest, "?v={}", get.versions);
        }
        return Ok(Ask::Row(Call::get(below(table, &rest))));
    }
    // A get is a scan of one row.
    let end = [&get.row[..], b"\0"].concat();
    Ok(scanner(table, [&get.row, &end], get.versions, get.time_range, &get.columns, None))
}

fn scanner(
    table: &str,
    [start, end]: [&[u8]; 2],
    versions: i32,
    times: TimeRange,
    columns: &Columns,
    limit: Option<usize>,
) -> Ask {
    let mut members = Map::new();
    let mut set = |name: &str, value: Value| members.insert(name.to_owned(), value);
    set("batch", BATCH.into());
    set("maxVersions", versions.into());
    if !start.is_empty() {
        set("startRow", base64(start).into());
    }
    if !end.is_empty() {
        set("endRow", base64(end).into());
    }
    if !times.is_all() {
        set("startTime", times.min.into());
        set("endTime", times.max.into());
    }
    if !columns.is_empty() {
        let columns = columns.iter().map(|(family, qualifier)| base64(&column(family, qualifier.as_deref())).into());
        set("column", Value::Array(columns.collect()));
    }
    let open = Call::put(below(table, "scanner"), &Value::Object(members));
    Ask::Scan { table: table.to_owned(), open, limit }
}

/// A scan of every visible cell, as both sides give them at the end.
pub(super) fn everything(table: &str) -> Ask {
    scanner(table, [b"", b""], i32::MAX, TimeRange::ALL, &Vec::new(), None)
}

fn scan(table: &str, scan: &Scan) -> Result<Ask, Why> {
    if scan.raw {
        return Err(Why::Raw);
    }
    let is_plain = scan.family_time_range.is_empty()
        && scan.batch <= 0
        && !scan.allow_partial
        && scan.store_limit < 0
        && scan.store_offset == 0
        && scan.versions >= 1
        && scan.isolation == IsolationLevel::ReadCommitted;
    if !is_plain {
        return Err(Why::Reading);
    }
    let limit = usize::try_from(scan.limit).ok();
    if scan.filter.is_some() || scan.reversed {
        return query(table, scan, limit);
    }
    let after = |key: &[u8], more: bool| if more && !key.is_empty() { [key, b"\0"].concat() } else { key.to_vec() };
    let (start, end) = (after(&scan.start, !scan.start_inclusive), after(&scan.stop, scan.stop_inclusive));
    Ok(scanner(table, [&start, &end], scan.versions, scan.time_range, &scan.columns, limit))
}

/// A scan as one question whose keys and columns are texts; it alone takes filters and goes backward.
fn query(table: &str, scan: &Scan, limit: Option<usize>) -> Result<Ask, Why> {
    if !scan.start_inclusive || scan.stop_inclusive {
        return Err(Why::Reading);
    }
    let mut pairs = Vec::new();
    for (name, key) in [("startrow", &scan.start), ("endrow", &scan.stop)] {
        if !key.is_empty() {
            pairs.push(format!("{name}={}", encoded(key).ok_or(Why::Unnameable)?));
        }
    }
    for (family, qualifier) in &scan.columns {
        // The gateway parts the text at every colon, and leaves out spaces around it.
        let is_odd = |part: &[u8]| part.is_empty() || part.contains(&b':') || part.trim_ascii() != part;
        if is_odd(family) || qualifier.as_deref().is_some_and(is_odd) {
            return Err(Why::Unnameable);
        }
        pairs.push(format!("column={}", encoded(&column(family, qualifier.as_deref())).ok_or(Why::Unnameable)?));
    }
    if let Some(limit) = limit {
        pairs.push(format!("limit={limit}"));
    }
    if scan.versions > 1 {
        pairs.push(format!("maxversions={}", scan.versions));
    }
    if !scan.time_range.is_all() {
        pairs.push(format!("starttime={}&endtime={}", scan.time_range.min, scan.time_range.max));
    }
    if scan.reversed {
        pairs.push("reversed=true".to_owned());
    }
    if let Some(filter) = &scan.filter {
        pairs.push(format!("filter={}", filter_text(filter).ok_or(Why::Reading)?));
    }
    Ok(Ask::Rows(Call::get(below(table, &format!("*?{}", pairs.join("&"))))))
}

/// A filter in the filter language, where that says the same.
fn filter_text(filter: &AnyFilter) -> Option<String> {
    let text = filter.as_filter().to_string();
    let again = Filter::parse(text.as_bytes()).ok()?;
    if again == *filter.as_filter() { encoded(text.as_bytes()) } else { None }
}

/// What a client's request comes to. `families` are those of the table.
pub(super) fn request(request: &Request, families: &[Vec<u8>]) -> Result<Ask, Why> {
    match request {
        Request::Put(table, one) => Ok(Ask::Write(vec![put(table, one)?])),
        Request::Delete(table, one) => Ok(Ask::Write(vec![delete(table, one, families)?])),
        Request::Get(table, one) => get(table, one),
        Request::Scan(table, one) => scan(table, one),
        Request::CheckAndMutate(table, one) => Ok(Ask::Check(check(table, one)?)),
        Request::Batch(table, actions) => {
            let call = |action: &Action| match action {
                Action::Mutate(Mutation::Put(one)) => put(table, one),
                Action::Mutate(Mutation::Delete(one)) => delete(table, one, families),
                _ => Err(Why::Several),
            };
            Ok(Ask::Write(actions.iter().map(call).collect::<Result<_, _>>()?))
        }
        Request::Increment(..) | Request::Append(..) => Err(Why::Arithmetic),
        Request::MutateRow(..) | Request::MutateRows(..) => Err(Why::Several),
        Request::OpenScan(..) | Request::Next { .. } | Request::CloseScan(_) => Err(Why::Reading),
    }
}

/// Whether a request may change what the table holds.
pub(super) fn writes(request: &Request) -> bool {
    !matches!(
        request,
        Request::Get(..) | Request::Scan(..) | Request::OpenScan(..) | Request::Next { .. } | Request::CloseScan(_)
    )
}

/// What an administrator's request comes to.
pub(super) fn admin(admin: &Admin) -> Result<Ask, Why> {
    match admin {
        Admin::CreateTable { descriptor, .. } => Ok(Ask::Write(vec![create(descriptor)])),
        Admin::DropTable { table } => Ok(Ask::Write(vec![drop_table(table)])),
        _ => Err(Why::Administration),
    }
}

pub(super) fn drop_table(table: &str) -> Call {
    Call::delete(below(table, "schema"))
}

pub(super) fn exists(table: &str) -> Ask {
    Ask::Exists(Call::get(below(table, "exists")))
}

pub(super) fn regions(table: &str) -> Ask {
    Ask::Regions(Call::get(below(table, "regions")))
}

/// A table with what differs from HBase's defaults.
fn create(table: &TableDescriptor) -> Call {
    let mut members = Map::new();
    members.insert("name".to_owned(), Value::from(&*table.name));
    for (name, value) in &table.attributes {
        members.insert(name.clone(), value.as_str().into());
    }
    let families = table.families.values().map(|family| Value::Object(described(family)));
    members.insert("ColumnSchema".to_owned(), Value::Array(families.collect()));
    Call::put(below(&table.name, "schema"), &Value::Object(members))
}

fn described(family: &FamilyDescriptor) -> Map<String, Value> {
    let usual = FamilyDescriptor::new(family.name.clone());
    let mut members = Map::new();
    members.insert("name".to_owned(), String::from_utf8_lossy(&family.name).into());
    let mut set = |name: &str, value: String, is_usual: bool| {
        if !is_usual {
            members.insert(name.to_owned(), value.into());
        }
    };
    let (keep, bloom) = (family.keep_deleted_cells.name(), family.bloom.name());
    set("VERSIONS", family.max_versions.to_string(), family.max_versions == usual.max_versions);
    set("MIN_VERSIONS", family.min_versions.to_string(), family.min_versions == usual.min_versions);
    set("TTL", family.ttl.to_string(), family.ttl == usual.ttl);
    set("KEEP_DELETED_CELLS", keep.to_owned(), family.keep_deleted_cells == usual.keep_deleted_cells);
    set("BLOCKSIZE", family.block_size.to_string(), family.block_size == usual.block_size);
    set("BLOOMFILTER", bloom.to_owned(), family.bloom == usual.bloom);
    set("BLOCKCACHE", family.block_cache.to_string(), family.block_cache == usual.block_cache);
    let is_usual = family.new_version_behavior == usual.new_version_behavior;
    set("NEW_VERSION_BEHAVIOR", family.new_version_behavior.to_string(), is_usual);
    for (name, value) in &family.attributes {
        set(name, value.clone(), false);
    }
    members
}
