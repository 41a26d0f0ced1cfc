//! `alter`, `alter_async`, `alter_status`.
//!
//! Source: `admin.rb`, `alter`.

use super::argument::Bench;
use super::{Answer, Continuation, Fail, Turn, family, meta};
use crate::ruby::value::Value;
use crate::world::Reply;
use regex_lite::Regex;
use splitpoint_model::bytes::Family;
use splitpoint_model::cluster::Admin;
use splitpoint_model::cluster::catalog::is_of_hbase;
use splitpoint_model::schema::{FamilyDescriptor, TableDescriptor};
use std::sync::Arc;

pub(super) fn alter(bench: &mut Bench<'_, '_>) -> Answer {
    change(bench, true)
}

pub(super) fn alter_async(bench: &mut Bench<'_, '_>) -> Answer {
    change(bench, false)
}

/// The change that `alter` is going to ask for.
struct Change {
    table: TableDescriptor,
    families: Vec<FamilyDescriptor>,
    remove: Vec<Family>,
    attributes: Vec<(String, Option<String>)>,
}

impl Change {
    fn set(&mut self, name: String, value: Option<String>) {
        match &value {
            Some(value) => self.table.attributes.insert(name.clone(), value.clone()),
            None => self.table.attributes.remove(&name),
        };
        self.attributes.push((name, value));
    }
}

fn change(bench: &mut Bench<'_, '_>, wait: bool) -> Answer {
    let Value::Str(_) = bench.arg(0) else { return Err("Table name must be of type String".into()) };
    let name = bench.table()?;
    if is_of_hbase(&name) {
        return Err(meta::unsupported());
    }
    let Some(table) = bench.io.cluster.table(&name).cloned() else {
        return Err(format!("Can't find a table: {}", bench.first()).into());
    };
    let args = bench.args[1..].to_vec();
    if args.is_empty() {
        return Err("There should be at least one argument but the table name".into());
    }
    let mut change = Change {
        table: TableDescriptor::clone(&table),
        families: Vec::new(),
        remove: Vec::new(),
        attributes: Vec::new(),
    };
    for arg in &args {
        one(bench, &mut change, arg)?;
    }
    let regions = if bench.io.cluster.is_disabled(&name) { 0 } else { bench.io.cluster.regions(&name).count() };
    family::check(&change.table)?;
    let Change { families, remove, attributes, .. } = change;
    // The error of the server comes after this line.
    let admin = Admin::AlterTable { table: Bench::name(&name), families, remove, attributes };
    bench.admin(admin, Continuation::Altered { regions, tell: wait })
}

fn one(bench: &mut Bench<'_, '_>, change: &mut Change, arg: &Value) -> Result<(), Fail> {
    if bench.heap.pairs(arg).is_none() && !matches!(arg, Value::Str(_)) {
        return Err(match arg {
            Value::Nil => bench.missing(arg, "[]"),
            Value::Symbol(_) => bench.missing(arg, "delete"),
            _ => Fail::new("TypeError", "no implicit conversion of String into Integer"),
        });
    }
    if let Value::Str(_) = arg {
        let name = bench.to_s(arg);
        let known = change.table.families.get(name.as_slice()).cloned();
        let family = family::family(bench, arg, known.as_deref())?;
        change.table.families.insert(family.name.clone(), Arc::new(family.clone()));
        change.families.push(family);
        return Ok(());
    }
    // `'delete' => 'f'` is a family that goes.
    if let Some(name) = bench.heap.take(arg, "delete") {
        let name = bench.java_bytes(&name)?;
        change.remove.push(name.into());
        return Ok(());
    }
    if let Some(method) = bench.heap.take(arg, "METHOD") {
        let method = bench.string(&method);
        let names = |bench: &mut Bench<'_, '_>| -> Result<Vec<String>, Fail> {
            let Some(value) = bench.heap.take(arg, "NAME") else {
                return Err(format!("NAME parameter missing for {method} method").into());
            };
            let items = bench.heap.list(&value).unwrap_or_else(|| vec![value]);
            Ok(items.iter().map(|item| bench.string(item)).collect())
        };
        match method.as_str() {
            "delete" => {
                if let Some(name) = bench.heap.entry(arg, "NAME") {
                    bench.java_bytes(&name)?;
                }
                for name in names(bench)? {
                    change.families.retain(|family| *family.name != *name.as_bytes());
                    change.table.families.remove(name.as_bytes());
                    change.remove.push(name.as_bytes().into());
                }
                return Ok(());
            }
            "table_att_unset" | "table_conf_unset" => {
                let what = if method == "table_att_unset" { "attribute" } else { "configuration" };
                for name in names(bench)? {
                    if !change.table.attributes.contains_key(&name) {
                        return Err(format!("Could not find {what}: {name}").into());
                    }
                    change.set(name, None);
                }
                return Ok(());
            }
            "table_remove_coprocessor" => {
                let Some(class) = bench.heap.take(arg, "CLASSNAME") else {
                    return Err(format!("CLASSNAME parameter missing for {method} method").into());
                };
                let class = bench.string(&class);
                let found: Vec<String> =
                    coprocessors(&change.table).filter(|(_, other)| *other == class).map(|(key, _)| key).collect();
                for key in found {
                    change.set(key, None);
                }
                return Ok(());
            }
            "table_att" => {}
            _ => return Err(format!("Unknown method: {method}").into()),
        }
    }
    if bench.heap.entry(arg, "NAME").is_some() {
        let name = bench.heap.entry(arg, "NAME").unwrap_or(Value::Nil);
        let name = bench.to_s(&name);
        let known = change.table.families.get(name.as_slice()).cloned();
        let family = family::family(bench, arg, known.as_deref())?;
        change.table.families.insert(family.name.clone(), Arc::new(family.clone()));
        change.families.push(family);
        return Ok(());
    }
    for (name, value) in family::table_attributes(bench, arg)? {
        change.set(name, value);
    }
    if bench.heap.pairs(arg).into_iter().flatten().any(|(key, _)| matches!(key, Value::Symbol(_))) {
        return Err(Fail::new("TypeError", "no implicit conversion of Symbol into String"));
    }
    let keys = family::left(bench, arg);
    for key in keys {
        if !key.to_lowercase().contains("coprocessor") {
            bench.io.out.line(&format!("Unknown argument ignored: {key}"));
            continue;
        }
        let value = bench.heap.take(arg, &key).unwrap_or(Value::Nil);
        add_coprocessor(change, &bench.string(&value))?;
    }
    Ok(())
}

/// Keys and classes.
fn coprocessors(table: &TableDescriptor) -> impl Iterator<Item = (String, String)> {
    table
        .attributes
        .iter()
        .filter(|(key, _)| key.starts_with("coprocessor$"))
        .map(|(key, value)| (key.clone(), value.split('|').nth(1).unwrap_or("").trim().to_owned()))
}

fn add_coprocessor(change: &mut Change, text: &str) -> Result<(), Fail> {
    const FORM: &str = r"(^[^\|]*)\|([^\|]+)\|[\s]*([\d]*)[\s]*(\|.*)?$";
    let fits = Regex::new(FORM).is_ok_and(|form| form.is_match(text));
    if !fits {
        return Err(format!("Format does not match {FORM}: {text}").into());
    }
    let class = text.split('|').nth(1).unwrap_or("").trim().to_owned();
    if coprocessors(&change.table).any(|(_, other)| other == class) {
        return Err(Fail::new("RuntimeError", format!("Coprocessor {class} already exists.")));
    }
    let numbers =
        coprocessors(&change.table).filter_map(|(key, _)| key.trim_start_matches("coprocessor$").parse::<u32>().ok());
    let next = numbers.max().unwrap_or(0) + 1;
    change.set(format!("coprocessor${next}"), Some(text.to_owned()));
    Ok(())
}

pub(super) fn altered(bench: &mut Bench<'_, '_>, regions: usize, tell: bool, reply: Reply) -> Answer {
    bench.outcome(reply)?;
    if tell {
        bench.io.out.line("Updating all regions with the new schema...");
        told(bench, regions);
    }
    Ok(Turn::Done(Value::Nil))
}

fn told(bench: &mut Bench<'_, '_>, regions: usize) {
    if regions > 0 {
        bench.io.out.line(&format!("{regions}/{regions} regions updated."));
    } else {
        bench.io.out.line("All regions updated.");
    }
    bench.io.out.line("Done.");
}

pub(super) fn alter_status(bench: &mut Bench<'_, '_>) -> Answer {
    let name = bench.table()?;
    if !bench.exists(&name) {
        return Err(format!("Can't find a table: {}", bench.first()).into());
    }
    let cluster = bench.io.cluster;
    let regions = match name.as_str() {
        name if is_of_hbase(name) => 1,
        name if cluster.is_disabled(name) => 0,
        name => cluster.regions(name).count(),
    };
    told(bench, regions);
    Ok(Turn::Done(Value::Nil))
}
