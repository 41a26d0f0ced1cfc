//! `create` and `clone_table_schema`.

use super::argument::Bench;
use super::{Answer, Continuation, Fail, Turn, family, trouble};
use crate::ruby::method::inspect;
use crate::ruby::value::Value;
use crate::world::{Demand, Reply};
use splitpoint_model::bytes::{RowKey, from_string_binary};
use splitpoint_model::cluster::Admin;
use splitpoint_model::cluster::catalog::is_of_hbase;
use splitpoint_model::schema::TableDescriptor;
use std::sync::Arc;

/// Flattens arrays and drops nil.
pub(super) fn flat(bench: &Bench<'_, '_>, args: &[Value]) -> Vec<Value> {
    let mut list = Vec::new();
    for arg in args {
        match bench.heap.items(arg) {
            Some(items) => list.extend(flat(bench, items)),
            None if *arg == Value::Nil => {}
            None => list.push(arg.clone()),
        }
    }
    list
}

pub(super) fn create(bench: &mut Bench<'_, '_>) -> Answer {
    build(bench, None)
}

pub(super) fn splits_read(bench: &mut Bench<'_, '_>, file: &str, reply: Reply) -> Answer {
    match reply {
        Reply::File(Some(text)) => build(bench, Some(&text)),
        _ => Err(format!("Splits file {file} doesn't exist").into()),
    }
}

/// Reads the arguments; with the text of a file of splits once that is known.
fn build(bench: &mut Bench<'_, '_>, file: Option<&str>) -> Answer {
    let Value::Str(_) = bench.arg(0) else { return Err("Table name must be of type String".into()) };
    let shown = bench.string(&bench.arg(0));
    let name = bench.table()?;
    let args = flat(bench, &bench.args[1..]);
    let mut descriptor = TableDescriptor::new(&name, []);
    let mut splits: Option<Vec<RowKey>> = None;
    for arg in &args {
        if bench.heap.pairs(arg).is_none() && !matches!(arg, Value::Str(_)) {
            let (class, shown) = (arg.class(), bench.inspect(arg));
            return Err(format!("{class} of {shown} is not of Hash or String type").into());
        }
        if matches!(arg, Value::Str(_)) || bench.heap.entry(arg, "NAME").is_some() {
            let family = family::family(bench, arg, None)?;
            if descriptor.families.contains_key(&family.name) {
                let text = format!("Family '{}' already exists, the old one will be replaced", family.name);
                bench.io.out.line(&text);
            }
            descriptor.families.insert(family.name.clone(), Arc::new(family));
            continue;
        }
        if let Some(method) = bench.heap.take(arg, "METHOD")
            && bench.string(&method) != "table_att"
        {
            return Err("table_att is currently the only supported method".into());
        }
        if let Some(path) = bench.heap.entry(arg, "SPLITS_FILE") {
            if path == Value::Nil {
                return Err(bench.conversion(&path, "String"));
            }
            let Some(text) = file else {
                let path = bench.string(&path);
                return Ok(Turn::Ask(Arc::new(Demand::File(path.clone())), Continuation::SplitsRead { file: path }));
            };
            bench.heap.take(arg, "SPLITS_FILE");
            let lines: Vec<String> = text.lines().map(str::to_owned).collect();
            let lines = bench.texts(&lines);
            let key = bench.text_value("SPLITS");
            bench.heap.set_entry(arg, key, lines);
        }
        if let Some(list) = bench.heap.take(arg, "SPLITS") {
            splits = Some(keys(bench, &list)?);
        } else if bench.heap.entry(arg, "NUMREGIONS").is_some() || bench.heap.entry(arg, "SPLITALGO").is_some() {
            splits = Some(algorithm(bench, arg)?);
        }
        for (key, value) in family::table_attributes(bench, arg)? {
            match value {
                Some(value) => descriptor.attributes.insert(key, value),
                None => descriptor.attributes.remove(&key),
            };
        }
        for key in family::left(bench, arg) {
            bench.io.out.line(&format!("An argument ignored (unknown or overridden): {key}"));
        }
    }
    if descriptor.families.is_empty() {
        return Err("Table must have at least one column family".into());
    }
    if let Some((namespace, _)) = name.split_once(':')
        && !bench.io.catalog.namespaces.contains_key(namespace)
    {
        return Err(Fail::new("RuntimeError", format!("Unknown namespace {namespace}!")));
    }
    let splits = splits.unwrap_or_default();
    if !bench.exists(&name) {
        family::check(&descriptor)?;
    }
    bench.admin(Admin::CreateTable { descriptor, splits }, Continuation::Created { shown })
}

fn keys(bench: &Bench<'_, '_>, list: &Value) -> Result<Vec<RowKey>, Fail> {
    let Some(items) = bench.heap.items(list) else {
        return Err(bench.missing(list, if *list == Value::Nil { "size" } else { "each" }));
    };
    let mut keys = Vec::new();
    for item in items {
        let Value::Str(_) = item else {
            if *item == Value::Nil {
                return Err("Cannot invoke \"String.length()\" because \"in\" is null".into());
            }
            let class = item.class();
            return Err(Fail::new("TypeError", format!("could not coerce {class} to class java.lang.String")));
        };
        keys.push(RowKey::from(from_string_binary(&bench.string(item))));
    }
    Ok(keys)
}

/// Source: `RegionSplitter`.
fn algorithm(bench: &mut Bench<'_, '_>, arg: &Value) -> Result<Vec<RowKey>, Fail> {
    let Some(count) = bench.heap.entry(arg, "NUMREGIONS") else {
        return Err("Number of regions must be specified".into());
    };
    let Some(name) = bench.heap.entry(arg, "SPLITALGO") else { return Err("Split algorithm must be specified".into()) };
    let count = match count {
        Value::Int(count) => count,
        Value::Float(count) => count.0 as i128,
        Value::Str(_) => return Err("comparison of String with 1 failed".into()),
        other => return Err(bench.missing(&other, ">")),
    };
    if count <= 1 {
        return Err("Number of regions must be greater than 1".into());
    }
    if count > 100_000 {
        return Err(Fail::new("Unsupported", "a table of more than 100000 regions"));
    }
    bench.heap.take(arg, "NUMREGIONS");
    bench.heap.take(arg, "SPLITALGO");
    let name = bench.string(&name);
    let count = count as u128;
    let keys = |range: u128, format: fn(u128) -> Vec<u8>| {
        (1..count).map(|at| RowKey::from(format(at * (range / count)))).collect()
    };
    match name.rsplit('.').next().unwrap_or("") {
        "HexStringSplit" => Ok(keys(1 << 32, |key| format!("{key:08x}").into_bytes())),
        "DecimalStringSplit" => Ok(keys(100_000_000, |key| format!("{key:08}").into_bytes())),
        "UniformSplit" => Ok(keys(1 << 64, |key| (key as u64).to_be_bytes().to_vec())),
        _ => Err(Fail::new("RuntimeError", format!("Class {name} not found"))),
    }
}

pub(super) fn created(bench: &mut Bench<'_, '_>, shown: &str, reply: Reply) -> Answer {
    bench.outcome(reply)?;
    bench.io.out.line(&format!("Created table {shown}"));
    Ok(Turn::Done(Value::Table(inspect::short(shown).into())))
}

pub(super) fn clone_schema(bench: &mut Bench<'_, '_>) -> Answer {
    let (from, to) = (bench.table_at(0)?, bench.table_at(1)?);
    if is_of_hbase(&from) {
        return Err(Fail::new("Unsupported", "copies of the tables of HBase itself"));
    }
    let Some(table) = bench.io.cluster.table(&from).cloned() else { return Err(bench.unknown_table()) };
    let keep = bench.args.len() < 3 || bench.boolean(bench.args.get(2).cloned())?;
    if bench.exists(&to) {
        return Err(Fail::new("RuntimeError", format!("Table already exists: {to}!")));
    }
    let starts = bench.io.cluster.regions(&from).skip(1).map(|region| region.start().clone());
    let splits = if keep { starts.collect() } else { Vec::new() };
    let descriptor = TableDescriptor { name: to.as_str().into(), ..TableDescriptor::clone(&table) };
    trouble::check_table(&to)?;
    bench.admin(Admin::CreateTable { descriptor, splits }, Continuation::Quiet)
}
