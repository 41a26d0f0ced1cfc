//! `put`, `delete`, `deleteall`, `incr`, `append`.

use super::argument::{Bench, ruby_class};
use super::{Answer, Continuation, Fail, Turn, row};
use crate::ruby::value::Value;
use crate::world::Reply;
use splitpoint_model::bytes::{self, Family, Qualifier, RowKey, prefix_successor, to_string_binary};
use splitpoint_model::client::{Action, Request, Response};
use splitpoint_model::cluster::catalog::META;
use splitpoint_model::error::Error;
use splitpoint_model::mutation::{Append, Delete, DeleteCell, Increment, Mutation, Put, PutCell};
use splitpoint_model::query::{Scan, TimeRange};

/// A delete by prefix at work.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PrefixDelete {
    table: String,
    column: Option<Vec<u8>>,
    time: Option<i64>,
    size: usize,
    /// Keys whose deletes are still to be sent; `None` before they are known.
    keys: Option<Vec<RowKey>>,
}

impl Bench<'_, '_> {
    /// The row that is the second argument.
    pub(super) fn row(&self) -> Result<RowKey, Fail> {
        let row = self.bytes(self.args.get(1).unwrap_or(&Value::Nil));
        if row.is_empty() { Err("Row length is 0".into()) } else { Ok(row.as_ref().into()) }
    }

    /// Family and qualifier of a column that is written.
    pub(super) fn written(&self, value: &Value) -> Result<(Family, Qualifier), Fail> {
        if !matches!(value, Value::Str(_)) {
            self.java_bytes(value)?;
        }
        let column = self.bytes(value);
        let (family, qualifier) = row::split(&column);
        Ok((family.into(), qualifier.unwrap_or_default().into()))
    }
}

pub(super) fn put(bench: &mut Bench<'_, '_>) -> Answer {
    let table = bench.table()?;
    let row = bench.row()?;
    let (family, qualifier) = bench.written(&bench.arg(2))?;
    let value = bench.bytes(bench.args.get(3).unwrap_or(&Value::Nil)).as_ref().into();
    let mut put = Put::new(row.clone());
    let mut time = bench.arg(4);
    put.ttl = lifetime(bench, &bench.options(4)?)?;
    if bench.heap.pairs(&time).is_some() {
        time = Value::Nil;
    }
    let time = match time {
        Value::Nil | Value::Bool(false) => None,
        time @ (Value::Int(_) | Value::Float(_)) => Some(bench.long(&time)?),
        other => {
            let proxy = "org.jruby.java.proxies.ArrayJavaProxy";
            let message = format!(
                "no method 'addColumn' for arguments ({proxy},{proxy},{},{proxy}) on \
                 Java::OrgApacheHadoopHbaseClient::Put\n  available overloads:\n    (byte[],byte[],long,byte[])\n    \
                 (byte[],java.nio.ByteBuffer,long,java.nio.ByteBuffer)",
                bench.class_of(&other).replace('$', ".")
            );
            return Err(Fail::new("NameError", message));
        }
    };
    if let Some(time) = time.filter(|time| *time < 0) {
        return Err(format!("Timestamp cannot be negative. ts={time}").into());
    }
    if family.is_empty() {
        bench.need_table(&table)?;
        return Err("java.io.IOException: Family cannot be null".into());
    }
    let timestamp = time.filter(|time| *time != i64::MAX);
    put.cells = vec![PutCell { family, qualifier, timestamp, value }];
    bench.ask(Request::Put(Bench::name(&table), put), Continuation::Written { row })
}

/// What `delete` and `deleteall` send for one row.
fn of_row(row: &RowKey, column: Option<&[u8]>, time: Option<i64>, all: bool) -> Delete {
    let mut delete = Delete { timestamp: time, ..Delete::new(row.clone()) };
    let Some(column) = column else { return delete };
    let (family, qualifier) = row::split(column);
    let family = family.into();
    delete.cells.push(match (qualifier, all) {
        (Some(qualifier), true) => DeleteCell::Columns { family, qualifier: qualifier.into(), timestamp: time },
        (Some(qualifier), false) => DeleteCell::Column { family, qualifier: qualifier.into(), timestamp: time },
        (None, true) => DeleteCell::Family { family, timestamp: time },
        (None, false) => DeleteCell::FamilyVersion { family, timestamp: time },
    });
    delete
}

pub(super) fn delete(bench: &mut Bench<'_, '_>) -> Answer {
    remove(bench, false)
}

pub(super) fn deleteall(bench: &mut Bench<'_, '_>) -> Answer {
    remove(bench, true)
}

fn remove(bench: &mut Bench<'_, '_>, all: bool) -> Answer {
    let table = bench.table()?;
    let column = match bench.arg(2) {
        Value::Nil => None,
        column => Some(bench.java_bytes(&column)?).filter(|column| !column.is_empty()),
    };
    let time = match bench.arg(3) {
        Value::Hash(_) => None,
        Value::Nil if bench.args.len() < 4 => None,
        time @ (Value::Int(_) | Value::Float(_)) => Some(bench.long(&time)?).filter(|time| *time != i64::MAX),
        other => {
            let class = ruby_class(&other);
            let message = format!(
                "no constructor for arguments (org.jruby.java.proxies.ArrayJavaProxy,{class}) on \
                 Java::OrgApacheHadoopHbaseClient::Delete"
            );
            return Err(Fail::new("NameError", message));
        }
    };
    let target = bench.arg(1);
    if all && bench.heap.pairs(&target).is_some() {
        return by_prefix(bench, &target, table, column, time);
    }
    let row = bench.row()?;
    if let Some(time) = time.filter(|time| *time < 0) {
        return Err(format!("Timestamp cannot be negative. ts={time}").into());
    }
    let delete = of_row(&row, column.as_deref(), time, all);
    bench.ask(Request::Delete(Bench::name(&table), delete), Continuation::Written { row })
}

fn by_prefix(
    bench: &mut Bench<'_, '_>,
    hash: &Value,
    table: String,
    column: Option<Vec<u8>>,
    time: Option<i64>,
) -> Answer {
    if table == META {
        return Err("deleteall with ROWPREFIXFILTER in hbase:meta is not allowed.".into());
    }
    let size = match bench.heap.entry(hash, "CACHE") {
        Some(Value::Int(size)) if size > 0 => size as usize,
        _ => 100,
    };
    let prefix = bench.heap.entry(hash, "ROWPREFIXFILTER").unwrap_or(Value::Nil);
    let prefix = bench.java_bytes(&prefix)?;
    let scan = Scan { stop: prefix_successor(&prefix).into(), start: prefix.into(), ..Scan::default() };
    let work = PrefixDelete { table: table.clone(), column, time, size, keys: None };
    bench.ask(Request::Scan(Bench::name(&table), scan), Continuation::Deleting(Box::new(work)))
}

pub(super) fn deleting(bench: &mut Bench<'_, '_>, work: PrefixDelete, reply: Reply) -> Answer {
    let mut work = work;
    match bench.response(reply, &[])? {
        Response::Rows { results, .. } => {
            // The shell makes text of a key before it deletes it, so that keys that are no text stay.
            let keys = results.iter().filter_map(|result| result.row());
            work.keys = Some(keys.map(|row| to_string_binary(row).as_str().into()).collect());
        }
        Response::Batch(answers) => {
            let missing = answers.iter().any(|answer| matches!(answer, Err(Error::NoSuchColumnFamily { .. })));
            if missing {
                let table = bench.io.cluster.table(&work.table).cloned();
                let names: Vec<String> =
                    table.iter().flat_map(|table| table.families.keys()).map(|family| format!("{family}:*")).collect();
                let message = format!("Unknown column family! Valid column names: {}", names.join(", "));
                return Err(Fail::new("RuntimeError", message));
            }
            if let Some(Err(error)) = answers.into_iter().find(Result::is_err) {
                return Err(super::trouble::tell(bench, &error, &[]));
            }
        }
        _ => {}
    }
    let mut keys = work.keys.take().unwrap_or_default();
    if keys.is_empty() {
        return Ok(Turn::Done(Value::Nil));
    }
    let rest = keys.split_off(work.size.min(keys.len()));
    let delete = |key: &RowKey| Action::Mutate(Mutation::Delete(of_row(key, work.column.as_deref(), work.time, true)));
    let actions = keys.iter().map(delete).collect();
    let table = Bench::name(&work.table);
    work.keys = Some(rest);
    bench.ask(Request::Batch(table, actions), Continuation::Deleting(Box::new(work)))
}

/// The TTL of the last hash that has one, in milliseconds.
fn lifetime(bench: &Bench<'_, '_>, options: &[Value]) -> Result<Option<u64>, Fail> {
    let ttl = options.iter().rev().find_map(|hash| bench.heap.entry(hash, "TTL").filter(Value::truthy));
    let ttl = ttl.map(|ttl| bench.long(&ttl)).transpose()?;
    Ok(ttl.map(|ttl| u64::try_from(ttl).unwrap_or(0)))
}

pub(super) fn incr(bench: &mut Bench<'_, '_>) -> Answer {
    let table = bench.table()?;
    let row = bench.row()?;
    let (family, qualifier) = bench.written(&bench.arg(2))?;
    let amount = match bench.arg(3) {
        Value::Nil | Value::Hash(_) | Value::Bool(false) => 1,
        amount => bench.long(&amount)?,
    };
    // A hash in the place of the amount is not looked at.
    let from = usize::from(matches!(bench.arg(3), Value::Hash(_)));
    let options = bench.options(3)?;
    let ttl = lifetime(bench, &options[from.min(options.len())..])?;
    if family.is_empty() {
        bench.need_table(&table)?;
        return Err("java.io.IOException: Family cannot be null".into());
    }
    let increment = Increment {
        row: row.clone(),
        cells: vec![(family, qualifier, amount)],
        time_range: TimeRange::ALL,
        ttl,
        return_results: true,
    };
    bench.ask(Request::Increment(Bench::name(&table), increment), Continuation::Incremented { row })
}

pub(super) fn incremented(bench: &mut Bench<'_, '_>, row: &[u8], reply: Reply) -> Answer {
    let Response::Row(result) = bench.response(reply, row)? else { return Ok(Turn::Done(Value::Nil)) };
    match result.cells.first().and_then(|cell| bytes::to_long(cell.value())) {
        Some(number) => bench.io.out.line(&format!("COUNTER VALUE = {number}")),
        None => bench.io.out.line("No counter found at specified coordinates"),
    }
    Ok(Turn::Done(Value::Nil))
}

pub(super) fn append(bench: &mut Bench<'_, '_>) -> Answer {
    let table = bench.table()?;
    let row = bench.row()?;
    let (family, qualifier) = bench.written(&bench.arg(2))?;
    let value = bench.to_s(&bench.arg(3));
    let options = bench.options(3)?;
    let ttl = lifetime(bench, &options)?;
    if family.is_empty() {
        bench.need_table(&table)?;
        return Err("java.io.IOException: Family cannot be null".into());
    }
    let append = Append {
        row: row.clone(),
        cells: vec![(family, qualifier, value.into())],
        time_range: TimeRange::ALL,
        ttl,
        return_results: true,
    };
    bench.ask(Request::Append(Bench::name(&table), append), Continuation::Appended { row })
}

pub(super) fn appended(bench: &mut Bench<'_, '_>, row: &[u8], reply: Reply) -> Answer {
    let Response::Row(result) = bench.response(reply, row)? else { return Ok(Turn::Done(Value::Nil)) };
    let value = result.cells.first().map(|cell| to_string_binary(cell.value())).unwrap_or_default();
    bench.io.out.line(&format!("CURRENT VALUE = {value}"));
    Ok(Turn::Done(Value::Nil))
}
