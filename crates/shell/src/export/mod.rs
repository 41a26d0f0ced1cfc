//! Tables and actions as scripts for the shell of a real HBase.
//!
//! Every time is written, so that versions and deletes come out the same, and every text stands in quotes that
//! let bytes survive. What the shell has no command for is said through its Java, which JRuby gives it.

mod action;
mod java;
mod print;
mod table;
mod tsv;

pub use action::action;
pub use print::printed;
pub use table::{create, export, is_word};
pub use tsv::{Tsv, tsv};

use crate::command::OWN;
use crate::world::Catalog;
use splitpoint_model::cell::Cell;
use splitpoint_model::client::{Client, Request, Response};
use splitpoint_model::cluster::{Admin, Cluster};
use splitpoint_model::query::Scan;
use std::fmt::Write;

/// A text in quotes: single ones where nothing has to be escaped, else double ones with every byte outside printable
/// ASCII as `\xHH`.
pub fn quoted(bytes: &[u8]) -> String {
    if bytes.iter().all(|byte| matches!(byte, 0x20..=0x7e) && !matches!(byte, b'\'' | b'\\')) {
        return format!("'{}'", String::from_utf8_lossy(bytes));
    }
    let mut text = String::from("\"");
    for &byte in bytes {
        match byte {
            b'"' | b'\\' | b'#' => {
                text.push('\\');
                text.push(char::from(byte));
            }
            0x20..=0x7e => text.push(char::from(byte)),
            _ => {
                let _ = write!(text, "\\x{byte:02X}");
            }
        }
    }
    text + "\""
}

/// Every cell of a table with what hides it, as a raw scan of all versions gives them; also of a disabled table.
pub fn cells(cluster: &Cluster, table: &str, now: i64) -> Vec<Cell> {
    let mut cluster = cluster.clone();
    if cluster.is_disabled(table) && cluster.run(Admin::EnableTable { table: table.into() }, now, &mut ()).is_err() {
        return Vec::new();
    }
    let scan = Scan { raw: true, versions: i32::MAX, ..Scan::default() };
    match Client::new(0).run(&mut cluster, Request::Scan(table.into(), scan), now, &mut ()) {
        Ok(Response::Rows { results, .. }) => results.into_iter().flat_map(|row| row.cells).collect(),
        _ => Vec::new(),
    }
}

/// The keys at which a table is cut into regions, ascending: the first rows of all regions but the first.
pub fn splits(cluster: &Cluster, table: &str) -> Vec<Vec<u8>> {
    cluster.regions(table).map(|region| region.start().to_vec()).filter(|start| !start.is_empty()).collect()
}

/// A whole session as one script: its namespaces, and every table with its regions, its settings and its cells. It
/// drops nothing: where a table of the same name is there, `hbase shell -n` stops.
pub fn session(cluster: &Cluster, catalog: &Catalog, now: i64) -> String {
    let head = "# For `hbase shell -n FILE`. Tables of these names must not exist.\n";
    head.to_owned() + &tables(cluster, catalog, now) + "exit\n"
}

/// What was done, as one script: the tables there were at first, and then the commands in their order, as lines. What
/// failed here fails there, and the session goes on, as at a prompt. Times are those of the cluster it is done on.
pub fn actions(first: &Cluster, catalog: &Catalog, now: i64, commands: &str) -> String {
    let mut script = String::from("# For `hbase shell < FILE`. Tables of these names must not exist.\n");
    if OWN.iter().any(|verb| commands.contains(verb)) {
        script += include_str!("verbs.rb");
    }
    script + &tables(first, catalog, now) + commands + "exit\n"
}

fn tables(cluster: &Cluster, catalog: &Catalog, now: i64) -> String {
    let mut script = String::new();
    for (namespace, settings) in &catalog.namespaces {
        if matches!(namespace.as_str(), "default" | "hbase") {
            continue;
        }
        let _ = write!(script, "create_namespace {}", quoted(namespace.as_bytes()));
        if !settings.is_empty() {
            let pairs: Vec<String> = settings
                .iter()
                .map(|(name, value)| format!("{} => {}", quoted(name.as_bytes()), quoted(value.as_bytes())))
                .collect();
            let _ = write!(script, ", {{{}}}", pairs.join(", "));
        }
        script.push('\n');
    }
    for table in cluster.tables() {
        let splits = splits(cluster, &table.name);
        let keys: Vec<&[u8]> = splits.iter().map(Vec::as_slice).collect();
        script += &export(table, &keys, &cells(cluster, &table.name, now));
        if cluster.is_disabled(&table.name) {
            let _ = writeln!(script, "disable {}", quoted(table.name.as_bytes()));
        }
    }
    script
}
