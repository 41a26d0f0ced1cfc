//! Snapshots: all cells of a table with their markers, kept beside the cluster.

use super::argument::Bench;
use super::table::{ask, is_yes};
use super::{Answer, Continuation, Fail, Turn, list as tables};
use crate::ruby::method::time;
use crate::ruby::value::Value;
use crate::world::{Reply, Snapshot};
use splitpoint_model::bytes::RowKey;
use splitpoint_model::cell::{Cell, CellType};
use splitpoint_model::client::{Action, Request, Response};
use splitpoint_model::cluster::Admin;
use splitpoint_model::cluster::catalog::is_of_hbase;
use splitpoint_model::mutation::{Delete, DeleteCell, Mutation, Put};
use splitpoint_model::query::Scan;
use splitpoint_model::schema::TableDescriptor;
use splitpoint_model::store::explain_rows;

/// A snapshot that is being taken.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Taking {
    table: String,
    name: String,
    ttl: i64,
}

/// A snapshot that is being restored, or cloned to a new table.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Copy {
    snapshot: String,
    table: String,
    stage: CopyPhase,
    /// Whether the table was disabled before, and so is left disabled.
    disabled: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum CopyPhase {
    Drop,
    Create,
    Fill,
    Disable,
}

fn unknown(name: &str) -> Fail {
    Fail::new("RuntimeError", format!("Unknown snapshot {name}!"))
}

/// Source: `Admin.snapshot` of the shell, `TableName.isLegalTableQualifierName`.
fn check_name(name: &str) -> Result<(), Fail> {
    if name.is_empty() {
        return Err("Snapshot ".into());
    }
    let legal = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    match name.chars().enumerate().find(|(_, c)| !legal(*c)) {
        None => Ok(()),
        Some((at, c)) => Err(format!(
            "Illegal character code:{}, <{c}> at {at}. Snapshot qualifiers may only contain 'alphanumeric characters' and \
             digits: {name}",
            u32::from(c)
        )
        .into()),
    }
}

pub(super) fn snapshot(bench: &mut Bench<'_, '_>) -> Answer {
    for (at, what) in [(0, "Table"), (1, "Snapshot")] {
        if !bench.reference && !matches!(bench.arg(at), Value::Str(_)) {
            return Err(format!("{what} name must be of type String").into());
        }
    }
    let table = bench.table()?;
    let name = bench.string(&bench.arg(1));
    check_name(&name)?;
    if !bench.exists(&table) {
        let class = "org.apache.hadoop.hbase.snapshot.SnapshotCreationException";
        return Err(Fail::new("RuntimeError", format!("{class}: Table '{table}' doesn't exist, can't take snapshot.")));
    }
    if is_of_hbase(&table) {
        return Err("System table snapshots are not allowed".into());
    }
    if bench.io.catalog.snapshots.contains_key(&name) {
        let class = "org.apache.hadoop.hbase.snapshot.SnapshotExistsException";
        return Err(Fail::new("RuntimeError", format!("{class}: Snapshot '{name}' already stored on the filesystem.")));
    }
    let ttl = bench.args.iter().skip(2).find_map(|options| bench.heap.entry(options, "TTL"));
    let ttl = ttl.map(|ttl| bench.long(&ttl)).transpose()?.unwrap_or(0);
    let taking = Taking { table, name, ttl };
    if bench.io.cluster.is_disabled(&taking.table) {
        let cells = at_rest(bench, &taking.table);
        return keep(bench, taking, cells);
    }
    let scan = Scan { raw: true, versions: i32::MAX, ..Scan::default() };
    bench.ask(Request::Scan(Bench::name(&taking.table), scan), Continuation::Copied(Box::new(taking)))
}

/// The cells in the files of a disabled table, whose regions no client can read. Of cells with the same key only the
/// newest: they are written again in this order, and the last would hide the others.
fn at_rest(bench: &Bench<'_, '_>, table: &str) -> Vec<Cell> {
    let stores = bench.io.cluster.regions(table).flat_map(|region| region.stores());
    let mut cells: Vec<Cell> = stores
        .flat_map(|(_, store)| explain_rows(store, &[], None, u64::MAX, bench.io.now))
        .map(|explained| explained.cell)
        .collect();
    cells.dedup_by(|next, cell| {
        let key = |cell: &Cell| (cell.row_key(), cell.family_name(), cell.qualifier_name());
        cell.timestamp() == next.timestamp() && cell.cell_type() == next.cell_type() && key(cell) == key(next)
    });
    cells
}

pub(super) fn taken(bench: &mut Bench<'_, '_>, taking: Taking, reply: Reply) -> Answer {
    let Response::Rows { results, .. } = bench.response(reply, &[])? else { return Ok(Turn::Done(Value::Nil)) };
    keep(bench, taking, results.into_iter().flat_map(|result| result.cells).collect())
}

/// Keeps a snapshot of a table with these cells.
fn keep(bench: &mut Bench<'_, '_>, taking: Taking, cells: Vec<Cell>) -> Answer {
    let Some(descriptor) = bench.io.cluster.table(&taking.table).cloned() else { return Err(bench.unknown_table()) };
    let splits = bench.io.cluster.regions(&taking.table).skip(1).map(|region| region.start().to_vec()).collect();
    let snapshot = Snapshot { descriptor, splits, cells, at: bench.io.now, ttl: taking.ttl };
    bench.io.catalog.snapshots.insert(taking.name, snapshot);
    // The real command ends with a loop over its options, and a loop returns what it loops over.
    let options = bench.args.get(2..).unwrap_or_default().to_vec();
    Ok(Turn::Done(if options.is_empty() { Value::Nil } else { bench.heap.array(options) }))
}

pub(super) fn list(bench: &mut Bench<'_, '_>) -> Answer {
    bench.io.out.header(&["SNAPSHOT", "TABLE + CREATION TIME + TTL(Sec)"]);
    let pattern = if bench.args.is_empty() { None } else { Some(tables::pattern(bench, &bench.arg(0))?) };
    show(bench, |name, _| pattern.as_ref().is_none_or(|pattern| pattern.is_match(name)), true)
}

pub(super) fn list_of_table(bench: &mut Bench<'_, '_>) -> Answer {
    bench.io.out.header(&["SNAPSHOT", "TABLE + CREATION TIME"]);
    let of = tables::pattern(bench, &bench.arg(0))?;
    let named = if bench.args.len() > 1 { Some(tables::pattern(bench, &bench.arg(1))?) } else { None };
    let fits =
        |name: &str, table: &str| of.is_match(table) && named.as_ref().is_none_or(|pattern| pattern.is_match(name));
    show(bench, fits, false)
}

/// Lists the snapshots that fit, by their names and tables.
fn show(bench: &mut Bench<'_, '_>, fits: impl Fn(&str, &str) -> bool, lives: bool) -> Answer {
    let names = rows(bench, fits, lives);
    bench.io.out.footer(None);
    Ok(Turn::Done(bench.texts(&names)))
}

/// Prints a row for each snapshot that fits, with how long it lives if `lives`. Returns their names.
fn rows(bench: &mut Bench<'_, '_>, fits: impl Fn(&str, &str) -> bool, lives: bool) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for (name, snapshot) in &bench.io.catalog.snapshots {
        let table = snapshot.descriptor.name.to_string();
        if !fits(name, &table) {
            continue;
        }
        let (year, month, day) = time::date(snapshot.at.div_euclid(86_400_000));
        let second = snapshot.at.rem_euclid(86_400_000) / 1000;
        let when =
            format!("{year}-{month:02}-{day:02} {:02}:{:02}:{:02} +0000", second / 3600, second / 60 % 60, second % 60);
        let life = match snapshot.ttl {
            _ if !lives => String::new(),
            0 => " FOREVER".to_owned(),
            ttl => format!(" {ttl}"),
        };
        bench.io.out.row(&[name, &format!("{table} ({when}){life}")]);
        names.push(name.clone());
    }
    names
}

pub(super) fn delete(bench: &mut Bench<'_, '_>) -> Answer {
    let name = bench.string(&bench.arg(0));
    if name.is_empty() {
        return Err("Name is null or empty".into());
    }
    match bench.io.catalog.snapshots.remove(&name) {
        Some(_) => Ok(Turn::Done(Value::Nil)),
        None => Err(unknown(&name)),
    }
}

pub(super) fn delete_all(bench: &mut Bench<'_, '_>) -> Answer {
    let pattern = tables::pattern(bench, &bench.arg(0))?;
    let shown = bench.string(&bench.arg(0));
    let none = format!("No snapshots matched the regex {shown}");
    ask_to_delete(bench, |name, _| pattern.is_match(name), none, false)
}

pub(super) fn delete_of_table(bench: &mut Bench<'_, '_>) -> Answer {
    let (table, name) = (bench.arg(0), if bench.args.len() > 1 { bench.arg(1) } else { bench.text_value(".*") });
    let (of, named) = (tables::pattern(bench, &table)?, tables::pattern(bench, &name)?);
    let none = format!(
        "No snapshots matched the table name regular expression {} and the snapshot name regular expression {}",
        bench.string(&table),
        bench.string(&name)
    );
    ask_to_delete(bench, |name, table| of.is_match(table) && named.is_match(name), none, true)
}

/// Lists the snapshots that fit, and asks whether they are to go; says `none` where there is none. `each`: whether each is
/// told when it is gone.
fn ask_to_delete(bench: &mut Bench<'_, '_>, fits: impl Fn(&str, &str) -> bool, none: String, each: bool) -> Answer {
    bench.io.out.header(&["SNAPSHOT", "TABLE + CREATION TIME"]);
    let names = rows(bench, fits, false);
    if names.is_empty() {
        bench.io.out.line(&none);
        return Ok(Turn::Done(Value::Nil));
    }
    let question = format!("Delete the above {} snapshots", names.len());
    ask(bench, &question, Continuation::DeletingSnapshots { names, each })
}

/// Deletes snapshots if the answer is a yes.
pub(super) fn deleted(bench: &mut Bench<'_, '_>, names: &[String], each: bool, reply: &Reply) -> Answer {
    if !is_yes(reply)? {
        return Ok(Turn::Done(Value::Nil));
    }
    for name in names {
        bench.io.catalog.snapshots.remove(name);
        if each {
            bench.io.out.line(&format!("Successfully deleted snapshot: {name}"));
            bench.io.out.line("");
        }
    }
    if !each {
        bench.io.out.line(&format!("{} snapshots successfully deleted.", names.len()));
    }
    Ok(Turn::Done(Value::Nil))
}

pub(super) fn clone(bench: &mut Bench<'_, '_>) -> Answer {
    let name = bench.string(&bench.arg(0));
    let table = bench.table_at(1)?;
    // HBase's client looks for the table before it asks for the snapshot.
    if bench.exists(&table) {
        return Err(Fail::new("RuntimeError", format!("Table already exists: {table}!")));
    }
    if !bench.io.catalog.snapshots.contains_key(&name) {
        return Err(unknown(&name));
    }
    if let Some((namespace, _)) = table.split_once(':')
        && !bench.io.catalog.namespaces.contains_key(namespace)
    {
        return Err(Fail::new("RuntimeError", format!("Unknown namespace: {namespace}!")));
    }
    go_on(bench, Copy { snapshot: name, table, stage: CopyPhase::Create, disabled: false })
}

pub(super) fn restore(bench: &mut Bench<'_, '_>) -> Answer {
    let name = bench.string(&bench.arg(0));
    let Some(snapshot) = bench.io.catalog.snapshots.get(&name) else {
        return Err(format!("Unable to find the table name for snapshot={name}").into());
    };
    let table = snapshot.descriptor.name.to_string();
    let exists = bench.exists(&table);
    if exists && !bench.io.cluster.is_disabled(&table) {
        return Err(Fail::new("RuntimeError", format!("Table {table} should be disabled!")));
    }
    let stage = if exists { CopyPhase::Drop } else { CopyPhase::Create };
    go_on(bench, Copy { snapshot: name, table, stage, disabled: exists })
}

fn go_on(bench: &mut Bench<'_, '_>, copy: Copy) -> Answer {
    let Some(snapshot) = bench.io.catalog.snapshots.get(&copy.snapshot) else { return Err(unknown(&copy.snapshot)) };
    let table = Bench::name(&copy.table);
    let (request, admin) = match copy.stage {
        CopyPhase::Drop => (None, Admin::DropTable { table }),
        CopyPhase::Create => {
            let descriptor = TableDescriptor { name: table, ..TableDescriptor::clone(&snapshot.descriptor) };
            let splits = snapshot.splits.iter().map(|split| RowKey::from(split.as_slice())).collect();
            (None, Admin::CreateTable { descriptor, splits })
        }
        CopyPhase::Fill => {
            let actions = snapshot.cells.iter().map(|cell| Action::Mutate(again(cell))).collect();
            (Some(Request::Batch(table.clone(), actions)), Admin::EnableTable { table })
        }
        CopyPhase::Disable => (None, Admin::DisableTable { table }),
    };
    let then = Continuation::Cloned(Box::new(copy));
    match request {
        Some(request) => bench.ask(request, then),
        None => bench.admin(admin, then),
    }
}

/// The put or delete that writes a cell again as it is, with its timestamp.
fn again(cell: &Cell) -> Mutation {
    let (family, qualifier) = (cell.family_name(), cell.qualifier_name());
    let timestamp = Some(cell.timestamp());
    let of = match cell.cell_type() {
        CellType::Put => {
            let put = Put::new(cell.row_key()).add_at(family, qualifier, timestamp, cell.value_bytes());
            return Mutation::Put(put);
        }
        CellType::Delete => DeleteCell::Column { family, qualifier, timestamp },
        CellType::DeleteColumn => DeleteCell::Columns { family, qualifier, timestamp },
        CellType::DeleteFamilyVersion => DeleteCell::FamilyVersion { family, timestamp },
        _ => DeleteCell::Family { family, timestamp },
    };
    Mutation::Delete(Delete { cells: vec![of], ..Delete::new(cell.row_key()) })
}

pub(super) fn copied(bench: &mut Bench<'_, '_>, copy: Copy, reply: Reply) -> Answer {
    bench.done(reply)?;
    let mut copy = copy;
    copy.stage = match copy.stage {
        CopyPhase::Drop => CopyPhase::Create,
        CopyPhase::Create => CopyPhase::Fill,
        CopyPhase::Fill if copy.disabled => CopyPhase::Disable,
        CopyPhase::Fill | CopyPhase::Disable => return Ok(Turn::Done(Value::Nil)),
    };
    let empty = bench.io.catalog.snapshots.get(&copy.snapshot).is_none_or(|snapshot| snapshot.cells.is_empty());
    if copy.stage == CopyPhase::Fill && empty {
        copy.stage = CopyPhase::Disable;
        if !copy.disabled {
            return Ok(Turn::Done(Value::Nil));
        }
    }
    go_on(bench, copy)
}
