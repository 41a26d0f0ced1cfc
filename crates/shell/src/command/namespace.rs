//! Namespaces. They are kept in the catalog; the model knows them only as the beginning of a table's name.

use super::argument::Bench;
use super::{Answer, Fail, Turn, list, trouble};
use crate::ruby::value::Value;

fn name(bench: &Bench<'_, '_>) -> Result<String, Fail> {
    match bench.arg(0) {
        value @ Value::Str(_) => Ok(bench.string(&value)),
        _ => Err("Namespace name must be of type String".into()),
    }
}

fn unknown(name: &str) -> Fail {
    Fail::new("RuntimeError", format!("Unknown namespace {name}!"))
}

fn tables_of(bench: &Bench<'_, '_>, namespace: &str) -> Vec<String> {
    let mut tables: Vec<String> = match namespace {
        "hbase" => vec!["meta".to_owned(), "namespace".to_owned()],
        _ => Vec::new(),
    };
    for table in list::tables(bench) {
        match table.split_once(':') {
            Some((other, short)) if other == namespace => tables.push(short.to_owned()),
            None if namespace == "default" => tables.push(table),
            _ => {}
        }
    }
    tables
}

pub(super) fn create(bench: &mut Bench<'_, '_>) -> Answer {
    let name = name(bench)?;
    let from_server = |fail: Fail| Fail { message: format!("java.io.IOException: {}", fail.message), ..fail };
    trouble::check_namespace(&name).map_err(from_server)?;
    if bench.io.catalog.namespaces.contains_key(&name) {
        let message = format!("org.apache.hadoop.hbase.NamespaceExistException: Namespace {name} already exists");
        return Err(Fail::new("RuntimeError", message));
    }
    let mut settings = splitpoint_model::map::Map::new();
    for arg in super::create::flat(bench, &bench.args[1..]) {
        let Some(pairs) = bench.heap.pairs(&arg) else {
            let (class, shown) = (arg.class(), bench.inspect(&arg));
            return Err(format!("{class} of {shown} is not of Hash or String type").into());
        };
        settings.extend(pairs.iter().map(|(key, value)| (bench.string(key), bench.string(value))));
    }
    bench.io.catalog.namespaces.insert(name, settings);
    Ok(Turn::Done(Value::Nil))
}

pub(super) fn alter(bench: &mut Bench<'_, '_>) -> Answer {
    let name = name(bench)?;
    let args = super::create::flat(bench, &bench.args[1..]);
    let Some(mut settings) = bench.io.catalog.namespaces.get(&name).cloned() else { return Err(unknown(&name)) };
    for arg in args {
        if bench.heap.pairs(&arg).is_none() {
            let (class, shown) = (arg.class(), bench.inspect(&arg));
            return Err(format!("{class} of {shown} is not of Hash type").into());
        }
        let method = bench.heap.take(&arg, "METHOD").unwrap_or(Value::Nil);
        match bench.string(&method).as_str() {
            "unset" => {
                let Some(key) = bench.heap.take(&arg, "NAME") else {
                    return Err("NAME parameter missing for unset method".into());
                };
                settings.remove(&bench.string(&key));
            }
            "set" => {
                let pairs = bench.heap.pairs(&arg).cloned().unwrap_or_default();
                settings.extend(pairs.iter().map(|(key, value)| (bench.string(key), bench.string(value))));
            }
            other => return Err(format!("Unknown method {other}").into()),
        }
    }
    bench.io.catalog.namespaces.insert(name, settings);
    Ok(Turn::Done(Value::Nil))
}

pub(super) fn drop(bench: &mut Bench<'_, '_>) -> Answer {
    let name = name(bench)?;
    if !bench.io.catalog.namespaces.contains_key(&name) {
        return Err(unknown(&name));
    }
    let constraint = |text: String| {
        Err(Fail::new("RuntimeError", format!("org.apache.hadoop.hbase.constraint.ConstraintException: {text}")))
    };
    if matches!(name.as_str(), "default" | "hbase") {
        return constraint(format!("Reserved namespace {name} cannot be removed."));
    }
    let tables = tables_of(bench, &name).len();
    if tables > 0 {
        return constraint(format!("Only empty namespaces can be removed. Namespace {name} has {tables} tables"));
    }
    bench.io.catalog.namespaces.remove(&name);
    Ok(Turn::Done(Value::Nil))
}

pub(super) fn describe(bench: &mut Bench<'_, '_>) -> Answer {
    let name = name(bench)?;
    let Some(settings) = bench.io.catalog.namespaces.get(&name).cloned() else { return Err(unknown(&name)) };
    let settings: String = settings.iter().map(|(key, value)| format!(", {key} => '{value}'")).collect();
    bench.io.out.header(&["DESCRIPTION"]);
    bench.io.out.row(&[&format!("{{NAME => '{name}'{settings}}}")]);
    bench.io.out.line("Quota is disabled");
    Ok(Turn::Done(Value::Nil))
}

pub(super) fn list(bench: &mut Bench<'_, '_>) -> Answer {
    bench.io.out.header(&["NAMESPACE"]);
    let mut names: Vec<String> = bench.io.catalog.namespaces.keys().cloned().collect();
    if !bench.args.is_empty() {
        let pattern = list::pattern(bench, &bench.arg(0))?;
        // An empty pattern keeps all.
        names.retain(|name| bench.first().is_empty() || pattern.is_match(name));
    }
    for name in &names {
        bench.io.out.row(&[name]);
    }
    bench.io.out.footer(None);
    Ok(Turn::Done(Value::Nil))
}

pub(super) fn tables(bench: &mut Bench<'_, '_>) -> Answer {
    bench.io.out.header(&["TABLE"]);
    let name = name(bench)?;
    if !bench.io.catalog.namespaces.contains_key(&name) {
        return Err(unknown(&name));
    }
    let tables = tables_of(bench, &name);
    for table in &tables {
        bench.io.out.row(&[table]);
    }
    bench.io.out.footer(None);
    Ok(Turn::Done(bench.texts(&tables)))
}
