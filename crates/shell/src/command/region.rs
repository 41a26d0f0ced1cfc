//! Regions: where they are, split, merge, flush, compaction.

use super::argument::Bench;
use super::{Answer, Continuation, Fail, Turn};
use crate::ruby::value::{Java, Value};
use crate::world::Reply;
use splitpoint_model::bytes::{Family, RowKey, from_string_binary};
use splitpoint_model::cluster::Admin;
use splitpoint_model::cluster::catalog::{META, META_REGION, ServerName, is_of_hbase};
use splitpoint_model::event::ServerId;
use splitpoint_model::region::Region;
use splitpoint_model::region::info::RegionInfo;
use std::sync::Arc;

/// When every server began: part of its name.
const STARTED: i64 = 1_767_225_600_123;

const COLUMNS: [(&str, usize); 7] = [
    ("SERVER_NAME", 12),
    ("REGION_NAME", 12),
    ("START_KEY", 10),
    ("END_KEY", 10),
    ("SIZE", 5),
    ("REQ", 5),
    ("LOCALITY", 10),
];

/// How a server is named here: the model numbers them.
pub(super) fn name_of(server: ServerId) -> ServerName {
    ServerName { host: "localhost".to_owned(), port: 16020 + u32::from(server.0), start_code: STARTED }
}

/// `localhost:16020`.
pub(super) fn address(server: ServerId) -> String {
    name_of(server).address()
}

/// `localhost,16020,1767225600123`.
pub(super) fn server_name(server: ServerId) -> String {
    name_of(server).to_string()
}

/// `{ENCODED => …, NAME => '…', STARTKEY => '…', ENDKEY => '…'}`.
fn told(region: &Region) -> String {
    RegionInfo::of(region).to_string()
}

impl Bench<'_, '_> {
    /// A region by its name, whole or encoded: its table and its first row.
    pub(super) fn region(&self, name: &str) -> Option<(String, RowKey)> {
        let cluster = self.io.cluster;
        let tables: Vec<_> = cluster.tables().map(|table| table.name.clone()).collect();
        tables.iter().flat_map(|table| cluster.regions(table)).find_map(|region| {
            let hit = region.name().encoded() == name || region.name().to_string() == name;
            hit.then(|| (region.table_name().to_string(), region.start().clone()))
        })
    }

    /// What an argument names: a table, or a region of it by its first row.
    fn place(&self) -> Result<(String, Option<RowKey>), Fail> {
        if !self.reference {
            self.java_bytes(&self.arg(0))?;
        }
        if let Value::Str(_) = self.arg(0)
            && let Some((table, row)) = self.region(&self.string(&self.arg(0)))
        {
            return Ok((table, Some(row)));
        }
        let table = self.table()?;
        self.need_table(&table)?;
        Ok((table, None))
    }

    /// The family that the second argument names, if it names one; `missing` answers for one that the table lacks.
    fn family(&self, table: &str, missing: impl FnOnce(&str) -> Fail) -> Result<Option<Family>, Fail> {
        let name = match self.arg(1) {
            Value::Nil => return Ok(None),
            value => String::from_utf8_lossy(&self.java_bytes(&value)?).into_owned(),
        };
        let table = self.io.cluster.table(table);
        if table.is_some_and(|table| table.families.contains_key(name.as_bytes())) {
            Ok(Some(name.as_bytes().into()))
        } else {
            Err(missing(&name))
        }
    }
}

pub(super) fn get_splits(bench: &mut Bench<'_, '_>) -> Answer {
    let table = bench.table()?;
    let splits: Vec<String> =
        bench.io.cluster.regions(&table).skip(1).map(|region| region.start().to_string()).collect();
    bench.io.out.line(&format!("Total number of splits = {}", splits.len() + 1));
    for split in &splits {
        bench.io.out.line(split);
    }
    Ok(Turn::Done(bench.texts(&splits)))
}

pub(super) fn list_regions(bench: &mut Bench<'_, '_>) -> Answer {
    let names: Vec<&str> = COLUMNS.iter().map(|(name, _)| *name).collect();
    let possible = names.join(", ");
    let wanted: Vec<usize> = match bench.arg(2) {
        Value::Nil => (0..COLUMNS.len()).collect(),
        list => {
            let Some(items) = bench.heap.list(&list) else {
                let shown = bench.string(&list);
                return Err(format!("{shown} must be an array of strings. Possible values are {possible}.").into());
            };
            let mut wanted = Vec::new();
            for item in &items {
                let Value::Str(_) = item else {
                    let Fail { class, message } = bench.missing(item, "casecmp");
                    let hint = if matches!(item, Value::Nil) { "" } else { "\nDid you mean?  case" };
                    return Err(Fail::new(&class, message + hint));
                };
                let name = bench.string(item).to_uppercase();
                let Some(at) = names.iter().position(|other| *other == name) else {
                    return Err(format!("{name} is not a valid column. Possible values are {possible}.").into());
                };
                if !wanted.contains(&at) {
                    wanted.push(at);
                }
            }
            wanted
        }
    };
    let options = bench.arg(1);
    let mut server = None;
    let mut most = None;
    if bench.heap.pairs(&options).is_some() {
        server = bench.heap.entry(&options, "SERVER_NAME");
        most = match bench.heap.entry(&options, "LOCALITY_THRESHOLD") {
            None => None,
            Some(Value::Float(most)) if (0.0..=1.0).contains(&most.0) => Some(most.0),
            Some(Value::Float(_)) => return Err("LOCALITY_THRESHOLD must be between 0 and 1.0, inclusive".into()),
            Some(_) => return Err("LOCALITY_THRESHOLD must be a float value".into()),
        };
    } else if options != Value::Nil {
        server = Some(options);
    }
    let server = match server {
        None | Some(Value::Nil) => None,
        Some(name @ Value::Str(_)) => Some(bench.string(&name)),
        Some(other) => return Err(bench.conversion(&other, "String")),
    };
    let table = bench.table()?;
    bench.need_table(&table)?;
    let own = is_of_hbase(&table);
    if !own && !bench.io.cluster.is_enabled(&table) {
        return Err(format!("Table {table} must be enabled.").into());
    }
    let first = splitpoint_model::region::name::RegionName::new(&table, &"".into(), STARTED);
    let of_own = own.then(|| {
        let name = if table == META { META_REGION.to_owned() } else { first.to_string() };
        [
            server_name(bench.io.cluster.meta_server()),
            name,
            String::new(),
            String::new(),
            "0".to_owned(),
            "0".to_owned(),
            "0.0".to_owned(),
        ]
    });
    let rows: Vec<[String; 7]> = bench
        .io
        .cluster
        .regions(&table)
        .filter(|_| most.is_none_or(|most| most >= 0.0))
        .map(|region| {
            [
                server_name(region.server()),
                region.name().to_string(),
                region.start().to_string(),
                region.end().to_string(),
                (region.size_bytes() >> 20).to_string(),
                (region.requests().reads + region.requests().writes).to_string(),
                "0.0".to_owned(),
            ]
        })
        .chain(of_own)
        .filter(|row| server.as_ref().is_none_or(|server| row[0].starts_with(server.as_str())))
        .collect();
    let widths: Vec<usize> = wanted
        .iter()
        .map(|at| rows.iter().map(|row| row[*at].chars().count()).chain([COLUMNS[*at].1]).max().unwrap_or(0))
        .collect();
    let line = |cells: Vec<&str>| -> String {
        cells.iter().zip(&widths).map(|(cell, width)| format!(" {cell:>width$} |")).collect()
    };
    let dashes: Vec<String> = widths.iter().map(|width| "-".repeat(*width)).collect();
    bench.io.out.line(&line(wanted.iter().map(|at| names[*at]).collect()));
    bench.io.out.line(&line(dashes.iter().map(String::as_str).collect()));
    for row in &rows {
        bench.io.out.line(&line(wanted.iter().map(|at| row[*at].as_str()).collect()));
    }
    bench.io.out.line(&format!(" {} rows", rows.len()));
    Ok(Turn::Done(Value::Nil))
}

pub(super) fn locate(bench: &mut Bench<'_, '_>) -> Answer {
    let table = bench.table()?;
    let row = match bench.arg(1) {
        row @ Value::Str(_) => from_string_binary(&bench.string(&row)),
        row @ Value::Symbol(_) => bench.to_s(&row),
        Value::Nil => {
            let message = "Cannot invoke \"String.length()\" because \"in\" is null";
            return Err(Fail::new("Java::JavaLang::NullPointerException", message));
        }
        other => {
            let message = format!("could not coerce {} to class java.lang.String", other.class());
            return Err(Fail::new("TypeError", message));
        }
    };
    let (host, text, encoded, name) = match bench.io.cluster.locate(&table, &row) {
        Some(region) => {
            let name = region.name();
            (address(region.server()), told(region), name.encoded().to_owned(), name.to_string())
        }
        None if table == META => {
            let text = "{ENCODED => 1588230740, NAME => 'hbase:meta,,1', STARTKEY => '', ENDKEY => ''}".to_owned();
            (address(bench.io.cluster.meta_server()), text, "1588230740".to_owned(), "hbase:meta,,1".to_owned())
        }
        None => return Err(bench.unknown_table()),
    };
    bench.io.out.header(&["HOST", "REGION"]);
    bench.io.out.row(&[&host, &text]);
    bench.io.out.footer(Some(1));
    let (encoded, name) = (bench.text_value(&encoded), bench.text_value(&name));
    let fields = [("encoded".to_owned(), encoded), ("name".to_owned(), name)].into();
    let region = Value::Java(Arc::new(Java::Object("org.apache.hadoop.hbase.client.RegionInfo".to_owned(), fields)));
    let class = "org.apache.hadoop.hbase.HRegionLocation".to_owned();
    Ok(Turn::Done(Value::Java(Arc::new(Java::Object(class, [("region".to_owned(), region)].into())))))
}

pub(super) fn info(bench: &mut Bench<'_, '_>) -> Answer {
    let name = bench.string(&bench.arg(0));
    let Some((table, row)) = bench.region(&name) else {
        return Err(Fail::new("RuntimeError", format!("Unknown region {name}!")));
    };
    let text = bench.io.cluster.locate(&table, &row).map(told).unwrap_or_default();
    bench.io.out.line(&text);
    Ok(Turn::Done(Value::Nil))
}

pub(super) fn flush(bench: &mut Bench<'_, '_>) -> Answer {
    // What is neither a region nor a table is taken for a server.
    if bench.first_name().is_empty() {
        bench.java_bytes(&bench.arg(0))?;
        return Err(super::tool::no_server(""));
    }
    let (table, row) = bench.place()?;
    if bench.bytes(bench.args.get(1).unwrap_or(&Value::Nil)).is_empty() {
        bench.args.truncate(1);
    }
    let missing = |name: &str| format!("Column families [{name}] don't exist in table {table}").into();
    let family = bench.family(&table, missing)?;
    bench.admin(Admin::Flush { table: Bench::name(&table), family, row }, Continuation::Quiet)
}

pub(super) fn compact(bench: &mut Bench<'_, '_>) -> Answer {
    compaction(bench, false)
}

pub(super) fn major_compact(bench: &mut Bench<'_, '_>) -> Answer {
    compaction(bench, true)
}

fn compaction(bench: &mut Bench<'_, '_>, major: bool) -> Answer {
    let kind = match bench.arg(2) {
        Value::Nil => "NORMAL".to_owned(),
        value => bench.string(&value),
    };
    if !["NORMAL", "MOB"].contains(&kind.as_str()) {
        return Err("only NORMAL or MOB accepted for type!".into());
    }
    let (table, row) = bench.place()?;
    let (first, server) = match bench.io.cluster.regions(&table).next() {
        Some(region) => (region.name().to_string(), server_name(region.server())),
        None => (String::new(), String::new()),
    };
    if kind == "MOB" {
        let name = splitpoint_model::region::name::RegionName::new(&table, &".mob".into(), 0);
        return Err(Fail::new(
            "RuntimeError",
            format!("org.apache.hadoop.hbase.NotServingRegionException: {name} is not online on {server}"),
        ));
    }
    let missing = |name: &str| {
        let class = "org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException";
        Fail::new("RuntimeError", format!("{class}: column family {name} does not exist in region {first}"))
    };
    let family = bench.family(&table, missing)?;
    if bench.io.cluster.is_disabled(&table) {
        return Ok(Turn::Done(Value::Nil));
    }
    bench.admin(Admin::Compact { table: Bench::name(&table), family, row, major }, Continuation::Quiet)
}

pub(super) fn compaction_state(bench: &mut Bench<'_, '_>) -> Answer {
    let table = bench.table()?;
    bench.need_table(&table)?;
    bench.io.out.header(&[]);
    bench.io.out.row(&["NONE"]);
    Ok(Turn::Done(bench.text_value("NONE")))
}

pub(super) fn split(bench: &mut Bench<'_, '_>) -> Answer {
    let (table, row) = bench.place()?;
    if table == META {
        return bench.admin(Admin::Split { table: META.into(), at: None, row: None }, Continuation::Quiet);
    }
    let at = match bench.arg(1) {
        Value::Nil => None,
        value => Some(RowKey::from(bench.java_bytes(&value)?)),
    };
    if bench.is_out_of_service(&table) {
        return Err(Fail::new("RuntimeError", format!("Table {} is disabled!", bench.first())));
    }
    if let Some(at) = &at {
        let equal = match &row {
            Some(start) => start == at,
            None => bench.io.cluster.locate(&table, at).is_none_or(|region| region.start() == at),
        };
        if equal || at.is_empty() {
            return Err("should not give a splitkey which equals to startkey!".into());
        }
    }
    let meant = match (&row, &at) {
        (Some(row), _) => bench.io.cluster.locate(&table, row),
        (None, Some(at)) => bench.io.cluster.locate(&table, at),
        (None, None) => bench.io.cluster.regions(&table).next(),
    };
    if !bench.io.catalog.switches.get("SPLIT").copied().unwrap_or(true)
        && let Some(region) = meant
    {
        return Err(Fail::new(
            "RuntimeError",
            format!(
                "org.apache.hadoop.hbase.DoNotRetryIOException: Split region {} failed due to split switch off",
                region.name()
            ),
        ));
    }
    let mut rows: Vec<RowKey> = match (row, &at) {
        (Some(row), _) => vec![row],
        (None, Some(at)) => {
            bench.io.cluster.locate(&table, at).map(|region| region.start().clone()).into_iter().collect()
        }
        (None, None) => bench.io.cluster.regions(&table).map(|region| region.start().clone()).collect(),
    };
    if rows.is_empty() {
        return Err(bench.unknown_table());
    }
    let first = rows.remove(0);
    bench.admin(
        Admin::Split { table: Bench::name(&table), at, row: Some(first) },
        Continuation::Splitting { rest: rows, table },
    )
}

/// Goes on after the split of one region: begins the split of the next.
pub(super) fn splitting(bench: &mut Bench<'_, '_>, rest: Vec<RowKey>, table: &str, reply: Reply) -> Answer {
    bench.outcome(reply)?;
    bench.io.catalog.parents += 1;
    let mut rest = rest;
    let name = Bench::name(table);
    if rest.is_empty() {
        return Ok(Turn::Done(Value::Nil));
    }
    let row = rest.remove(0);
    bench.admin(
        Admin::Split { table: name, at: None, row: Some(row) },
        Continuation::Splitting { rest, table: table.to_owned() },
    )
}

/// Source: `JenkinsHash`.
fn jenkins(key: &[u8]) -> u32 {
    let begin = 0xdead_beef_u32.wrapping_add(key.len() as u32);
    let mut state = [begin; 3];
    let add = |state: &mut [u32; 3], block: &[u8]| {
        for (at, byte) in block.iter().enumerate() {
            state[at / 4] = state[at / 4].wrapping_add(u32::from(*byte) << (8 * (at % 4)));
        }
    };
    let mut rest = key;
    while rest.len() > 12 {
        add(&mut state, &rest[..12]);
        let [mut a, mut b, mut c] = state;
        for turn in [4, 6, 8, 16, 19, 4] {
            a = a.wrapping_sub(c) ^ c.rotate_left(turn);
            c = c.wrapping_add(b);
            (a, b, c) = (b, c, a);
        }
        state = [a, b, c];
        rest = &rest[12..];
    }
    if rest.is_empty() {
        return state[2];
    }
    add(&mut state, rest);
    let [mut a, mut b, mut c] = state;
    for turn in [14, 11, 25, 16, 4, 14, 24] {
        c = (c ^ b).wrapping_sub(b.rotate_left(turn));
        (a, b, c) = (b, c, a);
    }
    b
}

pub(super) fn merge(bench: &mut Bench<'_, '_>) -> Answer {
    let args = super::create::flat(bench, &bench.args.clone());
    let force = matches!(args.last(), Some(Value::Bool(true)));
    let names: &[Value] = if matches!(args.last(), Some(Value::Bool(_))) { &args[..args.len() - 1] } else { &args };
    if names.len() == 1 && args.len() == 2 {
        let shown = bench.inspect(&args[1]);
        return Err(format!("Type of {shown} is {}, but expected String", args[1].class()).into());
    }
    if names.len() < 2 {
        return Err("Must pass at least 2 regions to merge".into());
    }
    let mut table = None;
    let mut rows = Vec::new();
    for name in names {
        let Value::Str(_) = name else {
            let shown = bench.inspect(name);
            return Err(format!("Type of {shown} is {}, but expected String", name.class()).into());
        };
        let name = bench.string(name);
        let Some((of, row)) = bench.region(&name) else {
            // A text that cannot be a name is taken for one of the old form.
            let name = match name.rsplit('.').nth(1) {
                Some(encoded) if name.ends_with('.') && name.contains(',') => encoded.to_owned(),
                _ if name.len() == 32 => name,
                _ => jenkins(name.as_bytes()).cast_signed().unsigned_abs().to_string(),
            };
            return Err(Fail::new("RuntimeError", format!("Can't invoke merge on unknown region {name}")));
        };
        match &table {
            Some(table) if *table != of => {
                return Err(format!("Cannot merge regions from two different tables {table} and {of}").into());
            }
            _ => table = Some(of),
        }
        rows.push(row);
    }
    let table = table.unwrap_or_default();
    let cluster = bench.io.cluster;
    let encoded: Vec<String> =
        rows.iter().filter_map(|row| Some(cluster.locate(&table, row)?.name().encoded().to_owned())).collect();
    let refused = |text: String| Err(Fail::new("RuntimeError", format!("org.apache.hadoop.hbase.{text}")));
    let merge = format!("DoNotRetryIOException: Merge of [{}] failed", encoded.join(", "));
    if !bench.io.catalog.switches.get("MERGE").copied().unwrap_or(true) {
        return refused(format!("{merge} because merge switch is off"));
    }
    if cluster.table(&table).is_some_and(|t| t.attributes.get("MERGE_ENABLED").is_some_and(|on| on == "false")) {
        return refused(format!("{merge} as region merge is disabled for the table"));
    }
    if cluster.is_disabled(&table) {
        let class = "exceptions.MergeRegionException: org.apache.hadoop.hbase.client.DoNotRetryRegionException";
        return refused(format!("{class}: {} is not OPEN; state=CLOSED", encoded.first().map_or("", String::as_str)));
    }
    bench.io.catalog.parents += 1; // those of one merge are counted once
    bench.admin(Admin::Merge { table: Bench::name(&table), rows, force }, Continuation::Quiet)
}

pub(super) fn move_region(bench: &mut Bench<'_, '_>) -> Answer {
    let name = bench.string(&bench.arg(0));
    let Some((table, row)) = bench.region(&name) else {
        return Err(Fail::new("RuntimeError", format!("Unknown region {name}!")));
    };
    let to = match bench.arg(1) {
        Value::Nil => None,
        value => {
            let wanted = bench.string(&value);
            let found = bench.io.cluster.servers().find(|server| server_name(*server) == wanted);
            Some(found.ok_or_else(|| Fail::from(format!("there is no server {wanted}")))?)
        }
    };
    bench.admin(Admin::Move { table: Bench::name(&table), row, to }, Continuation::Quiet)
}

pub(super) fn truncate(_: &mut Bench<'_, '_>) -> Answer {
    Err(Fail::new("Unsupported", "`truncate_region`"))
}
