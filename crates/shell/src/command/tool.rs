//! The cluster as a whole: status, switches, servers.

use super::argument::{Bench, ruby_class};
use super::region::{address, server_name};
use super::{Answer, Continuation, Fail, Turn};
use crate::ruby::value::{Java, Value};
use crate::world::{Demand, Reply};
use splitpoint_model::cluster::{Admin, CacheEviction};
use splitpoint_model::event::ServerId;
use splitpoint_model::region::Region;
use splitpoint_model::region::requests::Requests;
use std::collections::VecDeque;
use std::sync::Arc;

const VERSION: &str = "2.6.3, r01ac2f51f3bb4cee623ea7dced75bfccbb6b562e, Thu Jul 10 15:51:01 UTC 2025";

/// HBase's registered filters, in the order in which its Java map lists them.
const FILTERS: &[&str] = &[
    "DependentColumnFilter",
    "KeyOnlyFilter",
    "ColumnCountGetFilter",
    "SingleColumnValueFilter",
    "PrefixFilter",
    "SingleColumnValueExcludeFilter",
    "FirstKeyOnlyFilter",
    "ColumnRangeFilter",
    "ColumnValueFilter",
    "TimestampsFilter",
    "FamilyFilter",
    "QualifierFilter",
    "ColumnPrefixFilter",
    "RowFilter",
    "MultipleColumnPrefixFilter",
    "InclusiveStopFilter",
    "PageFilter",
    "ValueFilter",
    "ColumnPaginationFilter",
];

fn nil() -> Answer {
    Ok(Turn::Done(Value::Nil))
}

pub(super) fn sleep(bench: &mut Bench<'_, '_>) -> Answer {
    let ms = bench.long(&bench.arg(0))?;
    Ok(Turn::Ask(Arc::new(Demand::Sleep(u64::try_from(ms).unwrap_or(0))), Continuation::Slept { seconds: ms / 1000 }))
}

pub(super) fn version(bench: &mut Bench<'_, '_>) -> Answer {
    bench.io.out.line(VERSION);
    nil()
}

pub(super) fn whoami(bench: &mut Bench<'_, '_>) -> Answer {
    bench.io.out.line("root (auth:SIMPLE)");
    bench.io.out.line("    groups: root");
    nil()
}

pub(super) fn processlist(bench: &mut Bench<'_, '_>) -> Answer {
    bench.io.out.line("No general tasks currently running.");
    nil()
}

/// What a server reports of a region.
#[derive(Clone, Copy, Default)]
struct Figures {
    size: u64,
    memory: u64,
    stores: u64,
    files: u64,
    requests: Requests,
}

impl Figures {
    fn of(region: &Region) -> Self {
        Self {
            size: region.size_bytes(),
            memory: region.memstore_data(),
            stores: region.stores().count() as u64,
            files: region.stores().map(|(_, store)| store.files().len() as u64).sum(),
            requests: region.requests(),
        }
    }

    /// A region of the catalog, of which nothing but its families is known.
    fn of_catalog(families: u64) -> Self {
        Self { stores: families, ..Self::default() }
    }
}

/// Regions of a server, or of all; those of the catalog lie on the first.
fn regions(bench: &Bench<'_, '_>, server: Option<ServerId>) -> Vec<Figures> {
    let cluster = bench.io.cluster;
    let tables: Vec<_> = cluster.tables().map(|table| table.name.clone()).collect();
    let all = tables.iter().flat_map(|table| cluster.regions(table));
    let mut list: Vec<_> =
        all.filter(|region| server.is_none_or(|server| region.server() == server)).map(Figures::of).collect();
    if server.is_none_or(|server| server == ServerId(0)) {
        list.extend([3, 1].map(Figures::of_catalog));
    }
    list
}

pub(super) fn status(bench: &mut Bench<'_, '_>) -> Answer {
    let form = match bench.arg(0) {
        text @ Value::Str(_) => bench.string(&text),
        _ => String::new(),
    };
    let cluster = bench.io.cluster;
    let (live, dead): (Vec<ServerId>, Vec<ServerId>) = cluster.servers().partition(|server| cluster.is_alive(*server));
    let all = regions(bench, None).len();
    if !matches!(form.as_str(), "simple" | "detailed" | "replication") {
        let load = all as f64 / live.len().max(1) as f64;
        bench.io.out.line(&format!(
            "1 active master, 0 backup masters, {} servers, {} dead, {load:.4} average load",
            live.len(),
            dead.len()
        ));
        return nil();
    }
    let master = address(ServerId(0)).replace("16020", "16000");
    let code = server_name(ServerId(0)).rsplit(',').next().unwrap_or("").to_owned();
    if form == "detailed" {
        bench.io.out.line("version 2.6.3");
        bench.io.out.line("0 regionsInTransition");
    }
    bench.io.out.line(&format!("active master:  {master} {code}"));
    bench.io.out.line("0 backup masters");
    if form == "detailed" {
        bench.io.out.line("master coprocessors: []");
    }
    bench.io.out.line(&format!("{} live servers", live.len()));
    for server in &live {
        let list = regions(bench, Some(*server));
        let sum = |pick: fn(&Figures) -> u64| list.iter().map(pick).sum::<u64>();
        let (stores, files) = (sum(|region| region.stores), sum(|region| region.files));
        let (size, memory) = (sum(|region| region.size) >> 20, sum(|region| region.memory) >> 20);
        let (reads, filtered) = (sum(|region| region.requests.reads), sum(|region| region.requests.filtered));
        let writes = sum(|region| region.requests.writes);
        bench.io.out.line(&format!("    {} {code}", address(*server)));
        bench.io.out.line(&format!(
            "        requestsPerSecond=0.0, numberOfOnlineRegions={}, usedHeapMB=0, maxHeapMB=0, numberOfStores={stores}, \
             numberOfStorefiles={files}, storefileUncompressedSizeMB={size}, storefileSizeMB={size}, \
             compressionRatio=1.0000, memstoreSizeMB={memory}, storefileIndexSizeKB=0, readRequestsCount={reads}, \
             filteredReadRequestsCount={filtered}, writeRequestsCount={writes}, rootIndexSizeKB=0, totalStaticIndexSizeKB=0, \
             totalStaticBloomSizeKB=0, totalCompactingKVs=0, currentCompactedKVs=0, compactionProgressPct=NaN, \
             coprocessors=[MultiRowMutationEndpoint]",
            list.len()
        ));
    }
    bench.io.out.line(&format!("{} dead servers", dead.len()));
    if form != "detailed" {
        bench.io.out.line(&format!("Aggregate load: 0, regions: {all}"));
    }
    nil()
}

pub(super) fn show_filters(bench: &mut Bench<'_, '_>) -> Answer {
    for filter in FILTERS {
        bench.io.out.note(&[filter]);
    }
    let names: Vec<String> = FILTERS.iter().map(|filter| format!("\"{filter}\"")).collect();
    let shown = format!("Java::JavaUtil::HashMap::KeySet: [{}]", names.join(", "));
    Ok(Turn::Done(Value::Java(Arc::new(Java::Object(shown, [].into())))))
}

/// Sets a switch and returns what it was before.
fn switch(bench: &mut Bench<'_, '_>, name: &'static str, on: bool) -> bool {
    bench.io.catalog.switches.insert(name, on).unwrap_or(true)
}

fn told(bench: &mut Bench<'_, '_>, value: bool) -> Answer {
    bench.io.out.header(&[]);
    bench.io.out.row(&[if value { "true" } else { "false" }]);
    Ok(Turn::Done(Value::Bool(value)))
}

fn is_on(bench: &mut Bench<'_, '_>, name: &'static str) -> Answer {
    let value = bench.io.catalog.switches.get(name).copied().unwrap_or(true);
    told(bench, value)
}

/// What Java's `Boolean.valueOf` makes of an argument.
fn boolean(bench: &Bench<'_, '_>, at: usize) -> Result<bool, Fail> {
    match bench.arg(at) {
        Value::Bool(on) => Ok(on),
        Value::Nil => Ok(false),
        text @ Value::Str(_) => Ok(bench.string(&text).eq_ignore_ascii_case("true")),
        other => Err(no_boolean(&other)),
    }
}

pub(super) fn no_boolean(value: &Value) -> Fail {
    let class = ruby_class(value);
    let message = format!(
        "no method 'valueOf' for arguments ({class}) on Java::JavaLang::Boolean\n  available overloads:\n    \
         (boolean)\n    (java.lang.String)"
    );
    Fail::new("NameError", message)
}

/// Sets the switch that the argument says, and tells what it was.
fn flip(bench: &mut Bench<'_, '_>, name: &'static str) -> Answer {
    let on = boolean(bench, 0)?;
    let before = switch(bench, name, on);
    told(bench, before)
}

/// As [`flip`], with a sentence around what is printed.
fn flip_saying(bench: &mut Bench<'_, '_>, name: &'static str) -> Answer {
    let on = boolean(bench, 0)?;
    let before = switch(bench, name, on);
    bench.io.out.note(&[&format!("Previous {name} state : {before}")]);
    Ok(Turn::Done(Value::Bool(before)))
}

pub(super) fn balance_switch(bench: &mut Bench<'_, '_>) -> Answer {
    flip_saying(bench, "balancer")
}

pub(super) fn snapshot_cleanup_switch(bench: &mut Bench<'_, '_>) -> Answer {
    flip_saying(bench, "snapshot cleanup")
}

pub(super) fn snapshot_cleanup_enabled(bench: &mut Bench<'_, '_>) -> Answer {
    is_on(bench, "snapshot cleanup")
}

pub(super) fn balancer(bench: &mut Bench<'_, '_>) -> Answer {
    let args = match bench.args.first().and_then(|list| bench.heap.items(list)) {
        Some(items) if bench.args.len() == 1 => items.to_vec(),
        _ => bench.args.clone(),
    };
    if args.len() > 2 {
        let shown: Vec<String> = args.iter().map(|arg| bench.inspect(arg)).collect();
        let shown = format!("[{}]", shown.join(", "));
        let text = format!("Illegal arguments {shown}. Expected between 0 and 2 arguments, but got {}.", args.len());
        return Err(text.into());
    }
    for (at, arg) in args.iter().enumerate() {
        let word = bench.string(arg);
        let begin = format!("Illegal argument in index {at}: {word}.");
        if !matches!(arg, Value::Str(_)) {
            return Err(format!("{begin} All arguments must be strings, but got {}.", arg.class()).into());
        }
        if !["force", "dry_run", "ignore_rit"].contains(&word.as_str()) {
            let known = "expected 'force', 'ignore_rit', or 'dry_run'";
            return Err(format!("{begin} Unknown option {word}, {known}.").into());
        }
    }
    let is_dry = args.iter().any(|arg| bench.string(arg) == "dry_run");
    let is_on = bench.io.catalog.switches.get("balancer").copied().unwrap_or(true);
    let plan = bench.io.cluster.balance_plan().filter(|_| is_on || is_dry);
    let Some(moves) = plan else {
        bench.io.out.note(&["Balancer did not run. See logs for details."]);
        return Ok(Turn::Done(Value::Bool(false)));
    };
    let calculated = moves.len();
    let rest = if is_dry { VecDeque::new() } else { VecDeque::from(moves) };
    balance(bench, Balancing { rest, calculated, executed: 0 })
}

/// Moves of the balancer that are still to be done.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Balancing {
    rest: VecDeque<Admin>,
    calculated: usize,
    executed: usize,
}

fn balance(bench: &mut Bench<'_, '_>, mut work: Balancing) -> Answer {
    if let Some(next) = work.rest.pop_front() {
        return bench.admin(next, Continuation::Balancing(Box::new(work)));
    }
    let Balancing { calculated, executed, .. } = work;
    bench.io.out.note(&["Balancer ran"]);
    bench.io.out.note(&[&format!("Moves calculated: {calculated}, moves executed: {executed}")]);
    Ok(Turn::Done(Value::Bool(true)))
}

/// After a move comes the next. One that fails is left out, as HBase leaves it to its log.
pub(super) fn balancing(bench: &mut Bench<'_, '_>, mut work: Balancing, reply: &Reply) -> Answer {
    work.executed += usize::from(matches!(reply, Reply::Admin(Ok(_))));
    balance(bench, work)
}

/// Source: `compaction_switch.rb`, whose header is a list of words with their quotes.
pub(super) fn compaction_switch(bench: &mut Bench<'_, '_>) -> Answer {
    let on = boolean(bench, 0)?;
    bench.io.out.header(&["['SERVER'", "'PREV_STATE']"]);
    if let Some(name) = bench.args.get(1) {
        let names = bench.heap.list(name).unwrap_or_else(|| vec![name.clone()]);
        for name in names {
            let name = bench.string(&name);
            check_server(&name)?;
        }
    }
    let before = switch(bench, "compaction", on);
    let cluster = bench.io.cluster;
    for server in cluster.servers().filter(|server| cluster.is_alive(*server)) {
        bench.io.out.row(&[&server_name(server), if before { "true" } else { "false" }]);
    }
    bench.io.out.footer(None);
    nil()
}

/// Source: `Admin.compactionSwitch`.
fn check_server(name: &str) -> Result<(), Fail> {
    if name.split(',').count() == 3 { Ok(()) } else { Err(format!("Invalid ServerName format: {name}").into()) }
}

/// The failure for a text that is given as the name of a server and is none.
///
/// Source: `ServerName.valueOf`.
pub(super) fn no_server(name: &str) -> Fail {
    let class = "Java::JavaLang::StringIndexOutOfBoundsException";
    Fail::new(class, format!("begin 0, end -1, length {}", name.chars().count()))
}

pub(super) fn balancer_enabled(bench: &mut Bench<'_, '_>) -> Answer {
    is_on(bench, "balancer")
}

pub(super) fn normalizer_enabled(bench: &mut Bench<'_, '_>) -> Answer {
    is_on(bench, "normalizer")
}

pub(super) fn normalizer_switch(bench: &mut Bench<'_, '_>) -> Answer {
    flip(bench, "normalizer")
}

pub(super) fn normalize(bench: &mut Bench<'_, '_>) -> Answer {
    if let Some(options) = bench.args.first().cloned() {
        let Some(pairs) = bench.heap.pairs(&options) else { return Err(bench.missing(&options, "key?")) };
        let known = ["NAMESPACE", "REGEX", "TABLE_NAME", "TABLE_NAMES"];
        if !pairs.iter().any(|(key, _)| known.contains(&bench.string(key).as_str())) {
            return Err(format!("Unrecognized argument {}", bench.inspect(&options)).into());
        }
    }
    is_on(bench, "normalizer")
}

pub(super) fn janitor_enabled(bench: &mut Bench<'_, '_>) -> Answer {
    is_on(bench, "janitor")
}

pub(super) fn janitor_switch(bench: &mut Bench<'_, '_>) -> Answer {
    flip(bench, "janitor")
}

pub(super) fn janitor_run(bench: &mut Bench<'_, '_>) -> Answer {
    let cleaned = std::mem::take(&mut bench.io.catalog.parents);
    Ok(Turn::Done(Value::Int(cleaned.into())))
}

pub(super) fn cleaner_enabled(bench: &mut Bench<'_, '_>) -> Answer {
    is_on(bench, "cleaner")
}

pub(super) fn cleaner_switch(bench: &mut Bench<'_, '_>) -> Answer {
    flip(bench, "cleaner")
}

pub(super) fn cleaner_run(bench: &mut Bench<'_, '_>) -> Answer {
    told(bench, true)
}

fn kind(bench: &Bench<'_, '_>) -> Result<&'static str, Fail> {
    match bench.string(&bench.arg(0)).as_str() {
        "SPLIT" => Ok("SPLIT"),
        "MERGE" => Ok("MERGE"),
        _ => Err("only SPLIT or MERGE accepted for type!".into()),
    }
}

pub(super) fn splitormerge_enabled(bench: &mut Bench<'_, '_>) -> Answer {
    let name = kind(bench)?;
    is_on(bench, name)
}

pub(super) fn splitormerge_switch(bench: &mut Bench<'_, '_>) -> Answer {
    let name = kind(bench)?;
    let on = boolean(bench, 1)?;
    let before = switch(bench, name, on);
    told(bench, before)
}

pub(super) fn maintenance(bench: &mut Bench<'_, '_>) -> Answer {
    told(bench, false)
}

pub(super) fn liveservers(bench: &mut Bench<'_, '_>) -> Answer {
    bench.io.out.header(&["SERVERNAME"]);
    let cluster = bench.io.cluster;
    for server in cluster.servers().filter(|server| cluster.is_alive(*server)) {
        bench.io.out.row(&[&server_name(server)]);
    }
    bench.io.out.footer(None);
    nil()
}

pub(super) fn deadservers(bench: &mut Bench<'_, '_>) -> Answer {
    bench.io.out.header(&["SERVERNAME"]);
    let cluster = bench.io.cluster;
    for server in cluster.servers().filter(|server| !cluster.is_alive(*server)) {
        bench.io.out.row(&[&server_name(server)]);
    }
    bench.io.out.footer(None);
    nil()
}

pub(super) fn decommissioned(bench: &mut Bench<'_, '_>) -> Answer {
    bench.io.out.header(&["DECOMMISSIONED REGION SERVERS"]);
    bench.io.out.footer(None);
    nil()
}

pub(super) fn rit(bench: &mut Bench<'_, '_>) -> Answer {
    bench.io.out.header(&[]);
    bench.io.out.footer(None);
    nil()
}

pub(super) fn clear_block_cache(bench: &mut Bench<'_, '_>) -> Answer {
    let table = bench.table()?;
    bench.need_table(&table)?;
    Ok(Turn::Ask(Arc::new(Demand::ClearBlockCache(Bench::name(&table))), Continuation::Cleared))
}

/// Prints what the block caches let go of. Nothing fails: every server that has a region of the table is there.
pub(super) fn cleared(bench: &mut Bench<'_, '_>, reply: &Reply) -> Answer {
    if let Reply::Cleared(CacheEviction { blocks, capacity }) = reply {
        let stats = format!("evictedBlocks={blocks}, maxCacheSize={capacity}, failedRegionsSize=0, failedRegions=[]");
        bench.io.out.note(&[&format!("CacheEvictionStats{{{stats}}}")]);
    }
    nil()
}

pub(super) fn wal_roll(bench: &mut Bench<'_, '_>) -> Answer {
    let name = bench.string(&bench.arg(0));
    if name.contains(',') { nil() } else { Err(no_server(&name)) }
}
