//! Commands on whole tables: enable, disable, drop, truncate.

use super::argument::Bench;
use super::{Answer, Continuation, Fail, Turn, list};
use crate::ruby::method::inspect;
use crate::ruby::value::Value;
use crate::world::{Demand, Reply};
use splitpoint_model::cluster::Admin;
use splitpoint_model::error::Error;
use std::sync::Arc;

impl Bench<'_, '_> {
    /// The name of the first argument, without a class around it.
    pub(super) fn first_name(&self) -> String {
        match self.arg(0) {
            Value::Table(name) => inspect::short(&name).to_owned(),
            other => self.string(&other),
        }
    }

    fn need(&self, table: &str) -> Result<(), Fail> {
        if self.exists(table) {
            Ok(())
        } else {
            Err(Fail::new("ArgumentError", format!("Table {} does not exist.", self.first_name())))
        }
    }
}

pub(super) fn disable(bench: &mut Bench<'_, '_>) -> Answer {
    switch(bench, "disable")
}

pub(super) fn enable(bench: &mut Bench<'_, '_>) -> Answer {
    switch(bench, "enable")
}

fn switch(bench: &mut Bench<'_, '_>, verb: &str) -> Answer {
    let table = bench.table()?;
    bench.need(&table)?;
    if is_done(bench, verb, &table) {
        return Ok(Turn::Done(Value::Nil));
    }
    bench.admin(admin(verb, &table), Continuation::Quiet)
}

/// Whether a table is already as the verb would leave it.
fn is_done(bench: &Bench<'_, '_>, verb: &str, table: &str) -> bool {
    let cluster = bench.io.cluster;
    verb == "disable" && bench.is_out_of_service(table) || verb == "enable" && cluster.is_enabled(table)
}

/// What a verb asks of the cluster.
fn admin(verb: &str, table: &str) -> Admin {
    let table = Bench::name(table);
    match verb {
        "disable" => Admin::DisableTable { table },
        "enable" => Admin::EnableTable { table },
        _ => Admin::DropTable { table },
    }
}

pub(super) fn drop(bench: &mut Bench<'_, '_>) -> Answer {
    let table = bench.table()?;
    bench.need(&table)?;
    if !bench.is_out_of_service(&table) {
        let message = format!("Table {} is enabled. Disable it first.", bench.first_name());
        return Err(Fail::new("ArgumentError", message));
    }
    bench.admin(Admin::DropTable { table: Bench::name(&table) }, Continuation::Quiet)
}

pub(super) fn exists(bench: &mut Bench<'_, '_>) -> Answer {
    let name = bench.first_name();
    super::trouble::check_table(&name)?;
    let there = bench.exists(inspect::short(&name));
    bench.io.out.header(&[]);
    bench.io.out.row(&[&format!("Table {name} does {}exist", if there { "" } else { "not " })]);
    Ok(Turn::Done(Value::Bool(there)))
}

fn state(bench: &mut Bench<'_, '_>, disabled: bool) -> Answer {
    let table = bench.table()?;
    bench.need_table(&table)?;
    let found = bench.io.cluster.table(&table).is_some() && bench.io.cluster.is_disabled(&table);
    let answer = found == disabled;
    bench.io.out.header(&[]);
    bench.io.out.row(&[if answer { "true" } else { "false" }]);
    Ok(Turn::Done(Value::Bool(answer)))
}

pub(super) fn is_disabled(bench: &mut Bench<'_, '_>) -> Answer {
    state(bench, true)
}

pub(super) fn is_enabled(bench: &mut Bench<'_, '_>) -> Answer {
    state(bench, false)
}

pub(super) fn get_table(bench: &mut Bench<'_, '_>) -> Answer {
    let table = bench.table()?;
    Ok(Turn::Done(Value::Table(table.as_str().into())))
}

pub(super) fn truncate(bench: &mut Bench<'_, '_>) -> Answer {
    empty(bench, false)
}

pub(super) fn truncate_preserve(bench: &mut Bench<'_, '_>) -> Answer {
    empty(bench, true)
}

fn empty(bench: &mut Bench<'_, '_>, preserve: bool) -> Answer {
    let first = bench.first_name();
    bench.io.out.line(&format!("Truncating '{first}' table (it may take a while):"));
    let table = bench.table()?;
    bench.need_table(&table)?;
    if bench.is_out_of_service(&table) {
        bench.io.out.line("Truncating table...");
        let admin = Admin::TruncateTable { table: Bench::name(&table), preserve_splits: preserve };
        return bench.admin(admin, Continuation::Truncating { table, preserve, disabled: true });
    }
    bench.io.out.line("Disabling table...");
    let admin = Admin::DisableTable { table: Bench::name(&table) };
    bench.admin(admin, Continuation::Truncating { table, preserve, disabled: false })
}

pub(super) fn truncating(
    bench: &mut Bench<'_, '_>,
    table: &str,
    preserve: bool,
    disabled: bool,
    reply: Reply,
) -> Answer {
    bench.outcome(reply)?;
    if disabled {
        return Ok(Turn::Done(Value::Nil));
    }
    bench.io.out.line("Truncating table...");
    let admin = Admin::TruncateTable { table: Bench::name(table), preserve_splits: preserve };
    bench.admin(admin, Continuation::Truncating { table: table.to_owned(), preserve, disabled: true })
}

pub(super) fn disable_all(bench: &mut Bench<'_, '_>) -> Answer {
    all(bench, "disable")
}

pub(super) fn enable_all(bench: &mut Bench<'_, '_>) -> Answer {
    all(bench, "enable")
}

pub(super) fn drop_all(bench: &mut Bench<'_, '_>) -> Answer {
    all(bench, "drop")
}

fn all(bench: &mut Bench<'_, '_>, verb: &'static str) -> Answer {
    let pattern = bench.arg(0);
    let shown = bench.string(&pattern);
    let tables = list::matching(bench, &pattern)?;
    if tables.is_empty() {
        bench.io.out.line(&format!("No tables matched the regex {shown}"));
        return Ok(Turn::Done(Value::Nil));
    }
    for table in &tables {
        bench.io.out.note(&[table]);
    }
    let capital = format!("{}{}", verb[..1].to_uppercase(), &verb[1..]);
    let question = format!("{capital} the above {} tables", tables.len());
    ask(bench, &question, Continuation::Confirmed { verb, tables })
}

/// Asks whether something is to be done; [`is_yes`] reads the answer.
pub(super) fn ask(bench: &mut Bench<'_, '_>, question: &str, then: Continuation) -> Answer {
    bench.io.out.line("");
    bench.io.out.line(&format!("{question} (y/n)?"));
    Ok(Turn::Ask(Arc::new(Demand::Line), then))
}

/// Whether the line after `(y/n)?` is a yes: HBase looks for a `y` anywhere in it, whatever its case.
pub(super) fn is_yes(reply: &Reply) -> Result<bool, Fail> {
    match reply {
        Reply::Line(Some(line)) => Ok(line.contains(['y', 'Y'])),
        _ => Err(Fail::new("NoMethodError", "undefined method `chomp' for nil:NilClass")),
    }
}

pub(super) fn confirmed(bench: &mut Bench<'_, '_>, verb: &'static str, tables: Vec<String>, reply: &Reply) -> Answer {
    if !is_yes(reply)? {
        return Ok(Turn::Done(Value::Nil));
    }
    next(bench, Every { verb, tables, at: 0, failed: Vec::new(), told: Vec::new() })
}

/// A command such as `drop_all` that works through many tables.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Every {
    verb: &'static str,
    tables: Vec<String>,
    /// How many of the tables have been handled.
    at: usize,
    failed: Vec<String>,
    /// A line for each failure, printed at the end.
    told: Vec<String>,
}

fn next(bench: &mut Bench<'_, '_>, mut work: Every) -> Answer {
    while let Some(table) = work.tables.get(work.at) {
        if !is_done(bench, work.verb, table) {
            return bench.admin(admin(work.verb, table), Continuation::Each(Box::new(work)));
        }
        work.at += 1;
    }
    let Every { verb, tables, failed, told, .. } = work;
    let done = tables.len() - failed.len();
    let past = if verb == "drop" { "dropped".to_owned() } else { format!("{verb}d") };
    for line in &told {
        bench.io.out.line(line);
    }
    if !failed.is_empty() {
        bench.io.out.line("");
    }
    bench.io.out.line(&format!("{done} tables successfully {past}"));
    if !failed.is_empty() {
        let line = format!("{} tables not {past} due to an exception: {}", failed.len(), failed.join(","));
        bench.io.out.line(&line);
    }
    Ok(Turn::Done(Value::Nil))
}

pub(super) fn each(bench: &mut Bench<'_, '_>, mut work: Every, reply: &Reply) -> Answer {
    if let Reply::Admin(Err(error)) = reply {
        let table = work.tables[work.at].clone();
        let class = format!("org.apache.hadoop.hbase.{}", error.class());
        let message = match error {
            Error::TableNotDisabled { .. } => format!("{class}: Not DISABLED; tableName={table}, state=ENABLED"),
            _ => error.to_string(),
        };
        work.told.push(format!("table:{table}, error:{class}: {message}"));
        work.failed.push(table);
    }
    work.at += 1;
    next(bench, work)
}
