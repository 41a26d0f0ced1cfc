//! Requests of a client as the shell commands that would do the same.

use super::{java, quoted};
use splitpoint_model::bytes::{Family, Qualifier};
use splitpoint_model::client::Request;
use splitpoint_model::filter::AnyFilter;
use splitpoint_model::mutation::{Delete, DeleteCell, MutateRows, Mutation, Put};
use splitpoint_model::query::{Columns, Get, Scan, TimeRange};
use std::fmt::Write;

/// Lines for the shell that do the same. What had no time of its own gets `at`, or is left to the server where that is
/// `None`. Increments and appends are always stamped by the server. Empty for what no shell can do, such as asking an
/// open scanner for more.
pub fn action(request: &Request, at: Option<i64>) -> String {
    let lines = match request {
        Request::Put(table, put) => self::put(&name(table), put, at),
        Request::Delete(table, delete) => self::delete(&name(table), delete, at),
        Request::Increment(table, increment) => match increment.cells.as_slice() {
            [(family, qualifier, amount)]
                if plain(qualifier) && increment.time_range == TimeRange::ALL && increment.ttl.is_none() =>
            {
                format!("incr {}, {}, {}, {amount}", name(table), quoted(&increment.row), column(family, qualifier))
            }
            _ => one(table, "increment", &Mutation::Increment(increment.clone()), at),
        },
        Request::Append(table, append) => match append.cells.as_slice() {
            [(family, qualifier, value)]
                if plain(qualifier) && append.time_range == TimeRange::ALL && append.ttl.is_none() =>
            {
                let (row, column) = (quoted(&append.row), column(family, qualifier));
                format!("append {}, {row}, {column}, {}", name(table), quoted(value))
            }
            _ => one(table, "append", &Mutation::Append(append.clone()), at),
        },
        Request::Get(table, get) => self::get(&name(table), get),
        Request::Scan(table, scan) => self::scan(&name(table), scan),
        Request::CheckAndMutate(table, check) => {
            format!("{}.checkAndMutate({})", java::table(&name(table)), java::check(check, at))
        }
        Request::MutateRow(table, mutations) => {
            format!("{}.mutateRow({})", java::table(&name(table)), java::row(mutations, at))
        }
        Request::MutateRows(table, rows) => self::rows(&name(table), rows, at),
        Request::Batch(table, actions) => {
            let list: Vec<String> = actions.iter().filter_map(|action| java::batched(action, at)).collect();
            if list.is_empty() {
                return String::new();
            }
            let count = list.len();
            format!("{}.batch([{}], ([nil] * {count}).to_java)", java::table(&name(table)), list.join(", "))
        }
        Request::OpenScan(..) | Request::Next { .. } | Request::CloseScan(_) => return String::new(),
    };
    lines + "\n"
}

fn name(table: &str) -> String {
    quoted(table.as_bytes())
}

/// Whether every shell reads the column as it is written: a second colon begins a converter before 2.6.1.
fn plain(qualifier: &[u8]) -> bool {
    !qualifier.contains(&b':')
}

fn column(family: &[u8], qualifier: &[u8]) -> String {
    quoted(&[family, b":", qualifier].concat())
}

fn one(table: &str, method: &str, mutation: &Mutation, at: Option<i64>) -> String {
    format!("{}.{method}({})", java::table(&name(table)), java::mutation(mutation, at))
}

fn put(name: &str, put: &Put, at: Option<i64>) -> String {
    match put.cells.as_slice() {
        [cell] if plain(&cell.qualifier) && cell.timestamp.or(at).is_none_or(|time| time >= 0) => {
            let (row, column) = (quoted(&put.row), column(&cell.family, &cell.qualifier));
            let mut text = format!("put {name}, {row}, {column}, {}", quoted(&cell.value));
            if let Some(time) = cell.timestamp.or(at) {
                let _ = write!(text, ", {time}");
            }
            if let Some(ttl) = put.ttl {
                let _ = write!(text, ", {{TTL => {ttl}}}");
            }
            text
        }
        // Several columns in one command, so that they are seen together or not at all.
        _ => format!("{}.put({})", java::table(name), java::mutation(&Mutation::Put(put.clone()), at)),
    }
}

fn delete(name: &str, delete: &Delete, at: Option<i64>) -> String {
    let row = quoted(&delete.row);
    let time = |timestamp: Option<i64>| timestamp.or(delete.timestamp);
    let stamped = |time: Option<i64>| time.map(|time| format!(", {time}")).unwrap_or_default();
    match delete.cells.as_slice() {
        [] if delete.timestamp.or(at).is_none() => format!("deleteall {name}, {row}"),
        [DeleteCell::Column { family, qualifier, timestamp }] if plain(qualifier) => {
            format!("delete {name}, {row}, {}{}", column(family, qualifier), stamped(time(*timestamp)))
        }
        [DeleteCell::Columns { family, qualifier, timestamp }] if plain(qualifier) => {
            format!("deleteall {name}, {row}, {}{}", column(family, qualifier), stamped(time(*timestamp).or(at)))
        }
        [DeleteCell::Family { family, timestamp }] => {
            format!("deleteall {name}, {row}, {}{}", quoted(family), stamped(time(*timestamp).or(at)))
        }
        _ => format!("{}.delete({})", java::table(name), java::mutation(&Mutation::Delete(delete.clone()), at)),
    }
}

/// Rows of one region as one, through the endpoint that has to be loaded for the table.
fn rows(name: &str, rows: &MutateRows, at: Option<i64>) -> String {
    let messages = "org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos";
    let types = "org.apache.hadoop.hbase.protobuf.generated.ClientProtos::MutationProto::MutationType";
    let Some(first) = rows.mutations.first() else { return String::new() };
    let mut text = String::new();
    if !rows.conditions.is_empty() {
        text += "# The conditions of this one cannot be said here: it is done in any case.\n";
    }
    let routing = rows.routing_row.as_ref().unwrap_or(first.row());
    let _ = writeln!(text, "rows = {messages}::MutateRowsRequest.newBuilder");
    for mutation in &rows.mutations {
        let kind = match mutation {
            Mutation::Put(_) => "PUT",
            Mutation::Delete(_) => "DELETE",
            Mutation::Increment(_) => "INCREMENT",
            Mutation::Append(_) => "APPEND",
        };
        let _ = writeln!(
            text,
            "rows.addMutationRequest(org.apache.hadoop.hbase.protobuf.ProtobufUtil.toMutation({types}::{kind}, {}))",
            java::mutation(mutation, at)
        );
    }
    let channel = format!("{}.coprocessorService({})", java::table(name), java::bytes(routing));
    let _ = write!(text, "{messages}::MultiRowMutationService.newBlockingStub({channel}).mutateRows(nil, rows.build)");
    text
}

fn columns(columns: &Columns) -> Option<String> {
    let one = |(family, qualifier): &(Family, Option<Qualifier>)| match qualifier {
        Some(qualifier) => column(family, qualifier),
        None => quoted(family),
    };
    let list: Vec<String> = columns.iter().map(one).collect();
    (!list.is_empty()).then(|| format!("COLUMNS => [{}]", list.join(", ")))
}

fn range(range: TimeRange) -> Option<String> {
    (range != TimeRange::ALL).then(|| format!("TIMERANGE => [{}, {}]", range.min, range.max))
}

/// The shell gives the text to HBase's own parser.
fn filter(filter: Option<&AnyFilter>) -> Option<String> {
    filter.map(|filter| {
        let said = splitpoint_model::bytes::from_string_binary(&filter.to_string());
        format!("FILTER => {}", quoted(&said))
    })
}

fn with(mut text: String, options: Vec<String>) -> String {
    if !options.is_empty() {
        let _ = write!(text, ", {{{}}}", options.join(", "));
    }
    text
}

fn get(name: &str, get: &Get) -> String {
    let mut options: Vec<String> = Vec::new();
    options.extend(columns(&get.columns));
    if get.versions != 1 {
        options.push(format!("VERSIONS => {}", get.versions));
    }
    options.extend(range(get.time_range));
    options.extend(filter(get.filter.as_ref()));
    with(format!("get {name}, {}", quoted(&get.row)), options)
}

fn scan(name: &str, scan: &Scan) -> String {
    let mut options: Vec<String> = Vec::new();
    for (word, row) in [("STARTROW", &scan.start), ("STOPROW", &scan.stop)] {
        if !row.is_empty() {
            options.push(format!("{word} => {}", quoted(row)));
        }
    }
    options.extend(columns(&scan.columns));
    for (word, number) in [("LIMIT", scan.limit), ("CACHE", scan.caching), ("BATCH", scan.batch)] {
        if number > 0 {
            options.push(format!("{word} => {number}"));
        }
    }
    if scan.versions != 1 {
        options.push(format!("VERSIONS => {}", scan.versions));
    }
    options.extend(range(scan.time_range));
    for (word, set) in [("REVERSED", scan.reversed), ("RAW", scan.raw), ("ALLOW_PARTIAL_RESULTS", scan.allow_partial)] {
        if set {
            options.push(format!("{word} => true"));
        }
    }
    options.extend(filter(scan.filter.as_ref()));
    with(format!("scan {name}"), options)
}
