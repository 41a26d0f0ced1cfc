//! Writes through a table of Java: `t.table.put(p)` and the like, of objects that a script has built.

use super::argument::Bench;
use super::{Answer, Command, Continuation, Fail, Turn, command, trouble};
use crate::ruby::method::java::bytes_of;
use crate::ruby::value::{Java, Value};
use crate::world::Reply;
use splitpoint_model::bytes::{Family, Qualifier};
use splitpoint_model::client::{Action, Request, Response};
use splitpoint_model::map::Map;
use splitpoint_model::mutation::{
    Append, CheckAndMutate, Condition, Delete, DeleteCell, Increment, Mutation, Put, Then,
};
use splitpoint_model::query::TimeRange;
use std::sync::Arc;

const fn quiet(name: &'static str, begin: fn(&mut Bench<'_, '_>) -> Answer) -> Command {
    Command { quiet: true, ..command(name, "", 2, Some(2), begin) }
}

static PUT: Command = quiet("java put", put);
static DELETE: Command = quiet("java delete", delete);
static INCREMENT: Command = quiet("java increment", write);
static APPEND: Command = quiet("java append", write);
static BATCH: Command = Command { quiet: true, ..command("java batch", "", 3, Some(3), batch) };

static CHECK: Command = quiet("java check", check);

/// The command behind a method of an object of Java, and its first argument.
pub(super) fn method(java: &Java, name: &str) -> Option<(&'static Command, Value)> {
    let Java::Object(class, fields) = java else { return None };
    let class = class.strip_prefix("org.apache.hadoop.hbase.client.")?;
    if class == "Table::CheckAndMutateBuilder" && name == "thenPut" {
        return Some((&CHECK, Value::Java(Arc::new(java.clone()))));
    }
    let command = match (class, name) {
        ("Table", "put") => &PUT,
        ("Table", "delete") => &DELETE,
        ("Table", "increment") => &INCREMENT,
        ("Table", "append") => &APPEND,
        ("Table", "batch") => &BATCH,
        _ => return None,
    };
    Some((command, fields.get("name")?.clone()))
}

/// A Java object such as a `Put`, with what its methods have added to it.
struct Built<'a> {
    /// The class without its package.
    class: &'a str,
    fields: &'a Map<String, Value>,
}

impl<'a> Built<'a> {
    fn of(value: &'a Value) -> Option<Self> {
        let Value::Java(java) = value else { return None };
        let Java::Object(class, fields) = &**java else { return None };
        Some(Self { class: class.rsplit('.').next().unwrap_or(class), fields })
    }

    fn bytes(&self, bench: &Bench<'_, '_>, name: &str) -> Vec<u8> {
        bytes(bench, self.fields.get(name))
    }

    /// The records of a list, which are stored as four values each.
    fn records<'b>(&self, bench: &'b Bench<'_, '_>, list: &str) -> impl Iterator<Item = &'b [Value; 4]> + use<'b> {
        let items = self.fields.get(list).and_then(|list| bench.heap.items(list)).unwrap_or_default();
        items.as_chunks().0.iter()
    }
}

fn bytes(bench: &Bench<'_, '_>, value: Option<&Value>) -> Vec<u8> {
    let Some(value) = value else { return Vec::new() };
    bytes_of(bench.heap, value).unwrap_or_else(|| match value {
        Value::Java(_) => Vec::new(),
        other => bench.to_s(other),
    })
}

/// A timestamp as a Java `long`; `None` for nil or no value.
fn stamp(bench: &Bench<'_, '_>, value: Option<&Value>) -> Result<Option<i64>, Fail> {
    value.filter(|time| **time != Value::Nil).map(|time| bench.long(time)).transpose()
}

/// The write that was built as an object of this class.
fn built(bench: &Bench<'_, '_>, value: &Value, class: &str) -> Result<Mutation, Fail> {
    let refused = || {
        let columns = if class == "Delete" { "" } else { " with columns" };
        Fail::new("Unsupported", format!("anything but an `org.apache.hadoop.hbase.client.{class}`{columns}"))
    };
    let Some(object) = Built::of(value).filter(|object| object.class == class) else { return Err(refused()) };
    let row = object.bytes(bench, "row");
    if class == "Delete" {
        return removal(bench, &object, row).map(Mutation::Delete);
    }
    let records: Vec<&[Value; 4]> = object.records(bench, "cells").collect();
    if records.is_empty() {
        return Err(refused());
    }
    let ttl = object.records(bench, "ttl").last().map(|ttl| bench.long(&ttl[0])).transpose()?;
    let ttl = ttl.map(|ttl| u64::try_from(ttl).unwrap_or(0));
    let column = |[family, qualifier, ..]: &[Value; 4]| -> (Family, Qualifier) {
        (bytes(bench, Some(family)).into(), bytes(bench, Some(qualifier)).into())
    };
    let (row, time_range, return_results) = (row.into(), TimeRange::ALL, true);
    Ok(match class {
        "Increment" => {
            let mut cells = Vec::new();
            for record in records {
                let (family, qualifier) = column(record);
                cells.push((family, qualifier, bench.long(&record[3])?));
            }
            Mutation::Increment(Increment { row, cells, time_range, ttl, return_results })
        }
        "Append" => {
            let mut cells = Vec::new();
            for record in records {
                let (family, qualifier) = column(record);
                cells.push((family, qualifier, bytes(bench, Some(&record[3])).into()));
            }
            Mutation::Append(Append { row, cells, time_range, ttl, return_results })
        }
        _ => {
            let mut put = Put { ttl, ..Put::new(row) };
            for record in records {
                let (family, qualifier) = column(record);
                put = put.add_at(family, qualifier, stamp(bench, Some(&record[2]))?, bytes(bench, Some(&record[3])));
            }
            Mutation::Put(put)
        }
    })
}

fn removal(bench: &Bench<'_, '_>, object: &Built<'_>, row: Vec<u8>) -> Result<Delete, Fail> {
    let mut delete = Delete { timestamp: stamp(bench, object.fields.get("time"))?, ..Delete::new(row) };
    for [method, family, qualifier, time] in object.records(bench, "cells") {
        let family = bytes(bench, Some(family)).into();
        let qualifier = bytes(bench, Some(qualifier)).into();
        let timestamp = stamp(bench, Some(time))?;
        delete.cells.push(match bench.string(method).as_str() {
            "addColumn" => DeleteCell::Column { family, qualifier, timestamp },
            "addColumns" => DeleteCell::Columns { family, qualifier, timestamp },
            "addFamily" => DeleteCell::Family { family, timestamp },
            _ => DeleteCell::FamilyVersion { family, timestamp },
        });
    }
    Ok(delete)
}

fn put(bench: &mut Bench<'_, '_>) -> Answer {
    one_or_many(bench, "Put")
}

fn delete(bench: &mut Bench<'_, '_>) -> Answer {
    one_or_many(bench, "Delete")
}

/// Sends a write, or a list of writes as a batch.
fn one_or_many(bench: &mut Bench<'_, '_>, class: &'static str) -> Answer {
    let given = bench.arg(1);
    if bench.heap.items(&given).is_none() {
        return send(bench, &given, class);
    }
    many(bench, |_| class)
}

/// Sends writes of any kinds as a batch. What came of each is not put into the array that is given for that.
fn batch(bench: &mut Bench<'_, '_>) -> Answer {
    many(bench, |write| match Built::of(write).map(|object| object.class) {
        Some("Delete") => "Delete",
        Some("Increment") => "Increment",
        Some("Append") => "Append",
        _ => "Put",
    })
}

/// Sends a list of writes as a batch, each of the class that is told of it. An empty list is not sent.
fn many(bench: &mut Bench<'_, '_>, class: impl Fn(&Value) -> &'static str) -> Answer {
    let table = Bench::name(&bench.table()?);
    let given = bench.arg(1);
    let list = bench.heap.items(&given).unwrap_or_default();
    let actions: Result<Vec<Action>, Fail> =
        list.iter().map(|write| built(bench, write, class(write)).map(Action::Mutate)).collect();
    let actions = actions?;
    if actions.is_empty() {
        return Ok(Turn::Done(Value::Nil));
    }
    bench.ask(Request::Batch(table, actions), Continuation::Answer)
}

fn write(bench: &mut Bench<'_, '_>) -> Answer {
    let class = if bench.name == INCREMENT.name { "Increment" } else { "Append" };
    let given = bench.arg(1);
    send(bench, &given, class)
}

fn send(bench: &mut Bench<'_, '_>, given: &Value, class: &str) -> Answer {
    let table = Bench::name(&bench.table()?);
    let request = match built(bench, given, class)? {
        Mutation::Put(put) => Request::Put(table, put),
        Mutation::Delete(delete) => Request::Delete(table, delete),
        Mutation::Increment(increment) => Request::Increment(table, increment),
        Mutation::Append(append) => Request::Append(table, append),
    };
    bench.ask(request, Continuation::Answer)
}

fn check(bench: &mut Bench<'_, '_>) -> Answer {
    let (builder, given) = (bench.arg(0), bench.arg(1));
    let then = Then::Mutate(built(bench, &given, "Put")?);
    let Some(builder) = Built::of(&builder) else { return Ok(Turn::Done(Value::Nil)) };
    let table = builder.fields.get("table").map(|table| bench.string(table)).unwrap_or_default();
    let part = |name: &str| builder.bytes(bench, name);
    let expected = builder.fields.contains_key("ifEquals").then(|| part("ifEquals").into());
    let mut condition = Condition::equals(part("family"), part("qualifier"), expected);
    if let (Condition::Column { time_range, .. }, Some(range)) =
        (&mut condition, builder.fields.get("timeRange").and_then(Built::of))
    {
        let bound = |name: &str| bench.long(range.fields.get(name).unwrap_or(&Value::Nil));
        *time_range = TimeRange { min: bound("min")?, max: bound("max")? };
    }
    let check = CheckAndMutate { row: part("row").into(), condition, then };
    bench.ask(Request::CheckAndMutate(Bench::name(&table), check), Continuation::Answer)
}

pub(super) fn answered(bench: &mut Bench<'_, '_>, reply: Reply) -> Answer {
    Ok(Turn::Done(match bench.response(reply, &[])? {
        Response::Checked { success, .. } => Value::Bool(success),
        Response::Row(_) => {
            Value::Java(Arc::new(Java::Object("org.apache.hadoop.hbase.client.Result".to_owned(), Map::new())))
        }
        Response::Batch(answers) => match answers.into_iter().find_map(Result::err) {
            Some(error) => return Err(trouble::tell(bench, &error, &[])),
            None => Value::Nil,
        },
        _ => Value::Nil,
    }))
}
