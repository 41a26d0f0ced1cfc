//! The commands: what each takes, what it asks of the world, what it prints.
//!
//! A command is a small state machine: it begins with its arguments; where it needs something done it returns what, and
//! goes on with the reply. Source: the Ruby files of `hbase-shell`, 2.6.

mod alter;
mod argument;
mod create;
mod describe;
mod family;
mod help;
mod java;
mod lab;
mod library;
mod list;
mod meta;
mod namespace;
mod plain;
mod read;
mod region;
mod row;
mod scan;
mod snapshot;
mod table;
mod tool;
mod trouble;
mod word;
mod write;

pub(crate) use argument::Bench;
pub(crate) use family::CONFIGURED;
pub(crate) use help::about;
pub(crate) use library::LIBRARY;
pub(crate) use word::constant;

use crate::ruby::library::{Headway, Pending};
use crate::ruby::machine::{Machine, Raised, Returned};
use crate::ruby::method::part::LACKING;
use crate::ruby::value::{Exception, Heap, Value};
use crate::world::{Demand, Io, Reply};
use splitpoint_model::bytes::RowKey;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use word::constants;

/// Why a command failed: the class of the exception and its message.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Fail {
    class: String,
    message: String,
}

impl Fail {
    fn new(class: &str, message: impl Into<String>) -> Self {
        Self { class: class.to_owned(), message: message.into() }
    }
}

impl From<String> for Fail {
    fn from(message: String) -> Self {
        Self::new("ArgumentError", message)
    }
}

impl From<&str> for Fail {
    fn from(message: &str) -> Self {
        Self::new("ArgumentError", message)
    }
}

impl From<Arc<Exception>> for Fail {
    fn from(exception: Arc<Exception>) -> Self {
        let mut message = exception.message.clone();
        for hint in &exception.hints {
            message += &format!("\nDid you mean?  {hint}");
        }
        Self::new(&exception.class, message)
    }
}

/// What a command does after a step: it is over with a value, or it makes a demand and waits for the reply.
#[derive(Debug)]
enum Turn {
    Done(Value),
    Ask(Arc<Demand>, Continuation),
}

type Answer = Result<Turn, Fail>;

/// How a command goes on when the reply to its demand arrives.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Continuation {
    /// The command ends; only a failure is reported.
    Quiet,
    Created {
        shown: String,
    },
    SplitsRead {
        file: String,
    },
    Altered {
        regions: usize,
        tell: bool,
    },
    Truncating {
        table: String,
        preserve: bool,
        disabled: bool,
    },
    Confirmed {
        verb: &'static str,
        tables: Vec<String>,
    },
    Each(Box<table::Every>),
    DeletingSnapshots {
        names: Vec<String>,
        each: bool,
    },
    Got(Box<read::Printing>),
    Scanned(Box<scan::Plan>),
    Counted {
        interval: i128,
        start: Vec<u8>,
    },
    Incremented {
        row: RowKey,
    },
    Appended {
        row: RowKey,
    },
    Counter,
    Deleting(Box<write::PrefixDelete>),
    Written {
        row: RowKey,
    },
    Balancing(Box<tool::Balancing>),
    Splitting {
        rest: Vec<splitpoint_model::bytes::RowKey>,
        table: String,
    },
    Cloned(Box<snapshot::Copy>),
    Copied(Box<snapshot::Taking>),
    Tested,
    Batched,
    Answer,
    Cleared,
    Slept {
        seconds: i64,
    },
}

/// A command.
#[derive(Debug)]
struct Command {
    name: &'static str,
    /// The group under which `help` lists it; empty for one that it does not list.
    group: &'static str,
    /// Fewest and most arguments, the table of a reference counted.
    least: usize,
    most: Option<usize>,
    begin: fn(&mut Bench<'_, '_>) -> Answer,
    /// Whether it prints nothing by itself: neither how long it took nor its errors.
    quiet: bool,
}

impl PartialEq for Command {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Command {}

impl Hash for Command {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

/// A command at work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Running {
    command: &'static Command,
    args: Vec<Value>,
    reference: bool,
    begun: bool,
    then: Option<Continuation>,
    asked: Option<Arc<Demand>>,
    /// The simulated time at which it began, in milliseconds, for the line `Took … seconds`.
    at: i64,
}

impl Running {
    /// Feeds all it consists of to a hasher.
    pub(crate) fn tell(&self, mut state: &mut dyn Hasher) {
        let Self { command, args, reference, begun, then, asked, at } = self;
        (command, args, reference, begun, then, asked, at).hash(&mut state);
    }

    fn new(command: &'static Command, args: Vec<Value>, reference: bool) -> Self {
        Self { command, args, reference, begun: false, then: None, asked: None, at: 0 }
    }
}

impl Pending for Running {
    fn go_on(&mut self, heap: &mut Heap, io: &mut Io<'_>, reply: Option<Reply>) -> Raised<Headway> {
        if reply.is_none()
            && let Some(asked) = &self.asked
        {
            return Ok(Headway::Ask(asked.clone()));
        }
        let args = std::mem::take(&mut self.args);
        let mut bench = Bench { heap, io, args, name: self.command.name, reference: self.reference };
        let begun = std::mem::replace(&mut self.begun, true);
        if !begun {
            self.at = bench.io.now;
        }
        let answer = match (begun, self.then.take(), reply) {
            (false, ..) => self.begin(&mut bench),
            (true, Some(then), Some(reply)) => hear(&mut bench, then, reply),
            (true, ..) => Ok(Turn::Done(Value::Nil)),
        };
        let answer = meta::settle(&mut bench, answer);
        self.args = bench.args;
        let value = match answer {
            Ok(Turn::Ask(demand, then)) => {
                self.then = Some(then);
                self.asked = Some(demand.clone());
                return Ok(Headway::Ask(demand));
            }
            Ok(Turn::Done(value)) => value,
            // What was not loaded is no failure of the command.
            Err(fail) if self.command.quiet || fail.class == LACKING => {
                return Err(Exception::new(&fail.class, fail.message));
            }
            Err(fail) if io.out.strict => {
                self.took(io);
                return Err(Exception::new(&fail.class, fail.message));
            }
            Err(fail) => {
                let text = match fail.class.as_str() {
                    "Unsupported" => {
                        format!("this shell does not run {}. The shell of a real HBase does.", fail.message)
                    }
                    "Limit" => format!("this shell does not run {}.", fail.message),
                    _ => fail.message,
                };
                io.out.line("");
                io.out.line(&format!("ERROR: {text}"));
                io.out.line("");
                io.out.line(&format!("For usage try 'help \"{}\"'", self.command.name));
                io.out.line("");
                Value::Nil
            }
        };
        if !self.command.quiet {
            self.took(io);
            if !self.reference {
                io.out.push("\n");
            }
        }
        Ok(Headway::Done(value))
    }

    fn values(&self) -> &[Value] {
        &self.args
    }

    fn copy(&self) -> Box<dyn Pending> {
        Box::new(self.clone())
    }

    fn tell(&self, mut state: &mut dyn Hasher) {
        self.hash(&mut state);
    }
}

impl Running {
    fn begin(&self, bench: &mut Bench<'_, '_>) -> Answer {
        let given = bench.args.len();
        if given < self.command.least || self.command.most.is_some_and(|most| given > most) {
            return Err(crate::ruby::method::error::arity(given, self.command.least, self.command.most).into());
        }
        (self.command.begin)(bench)
    }

    fn took(&self, io: &mut Io<'_>) {
        let ms = (io.now - self.at).clamp(0, 9_999_999);
        // Digit by digit, since every command prints it and `format!` takes several times as long.
        let digit = |worth: i64| char::from(b'0' + (ms / worth % 10) as u8);
        let mut text = String::with_capacity(24);
        text.push_str("Took ");
        if ms >= 10_000 {
            text.push_str(&(ms / 10_000).to_string());
        }
        text.extend([digit(1000), '.', digit(100), digit(10), digit(1)]);
        text.push_str("0 seconds");
        io.out.padded(&text);
    }
}

fn hear(bench: &mut Bench<'_, '_>, then: Continuation, reply: Reply) -> Answer {
    match then {
        Continuation::Quiet => {
            bench.done(reply)?;
            Ok(Turn::Done(Value::Nil))
        }
        Continuation::Created { shown } => create::created(bench, &shown, reply),
        Continuation::SplitsRead { file } => create::splits_read(bench, &file, reply),
        Continuation::Altered { regions, tell } => alter::altered(bench, regions, tell, reply),
        Continuation::Truncating { table, preserve, disabled } => {
            table::truncating(bench, &table, preserve, disabled, reply)
        }
        Continuation::Confirmed { verb, tables } => table::confirmed(bench, verb, tables, &reply),
        Continuation::Each(work) => table::each(bench, *work, &reply),
        Continuation::DeletingSnapshots { names, each } => snapshot::deleted(bench, &names, each, &reply),
        Continuation::Got(printing) => read::got(bench, &printing, reply),
        Continuation::Scanned(plan) => scan::scanned(bench, &plan, reply),
        Continuation::Counted { interval, start } => scan::counted(bench, interval, &start, reply),
        Continuation::Incremented { row } => write::incremented(bench, &row, reply),
        Continuation::Appended { row } => write::appended(bench, &row, reply),
        Continuation::Counter => read::counter(bench, reply),
        Continuation::Deleting(prefix) => write::deleting(bench, *prefix, reply),
        Continuation::Written { row } => {
            bench.response(reply, &row)?;
            Ok(Turn::Done(Value::Nil))
        }
        Continuation::Balancing(work) => tool::balancing(bench, *work, &reply),
        Continuation::Splitting { rest, table } => region::splitting(bench, rest, &table, reply),
        Continuation::Cloned(copy) => snapshot::copied(bench, *copy, reply),
        Continuation::Copied(taking) => snapshot::taken(bench, *taking, reply),
        Continuation::Tested => lab::tested(bench, reply),
        Continuation::Batched => lab::batched(bench, reply),
        Continuation::Answer => java::answered(bench, reply),
        Continuation::Cleared => tool::cleared(bench, &reply),
        Continuation::Slept { seconds } => Ok(Turn::Done(Value::Int(seconds.into()))),
    }
}

const fn command(
    name: &'static str,
    group: &'static str,
    least: usize,
    most: Option<usize>,
    begin: fn(&mut Bench<'_, '_>) -> Answer,
) -> Command {
    Command { name, group, least, most, begin, quiet: false }
}

/// `sleep`, which is no command but takes time.
static SLEEP: Command = Command { name: "sleep", group: "", least: 1, most: Some(1), begin: tool::sleep, quiet: true };

const GENERAL: &str = "general";
const DDL: &str = "ddl";
const DML: &str = "dml";
const TOOLS: &str = "tools";
const SPACES: &str = "namespace";
const SNAPSHOTS: &str = "snapshots";
const OURS: &str = "splitpoint";

/// All commands; `help` lists them in this order within their groups.
static ALL: &[Command] = &[
    Command { name: "help", group: GENERAL, least: 0, most: Some(1), begin: help::help, quiet: true },
    command("processlist", GENERAL, 0, None, tool::processlist),
    command("status", GENERAL, 0, Some(2), tool::status),
    command("table_help", GENERAL, 0, Some(0), help::table_help),
    command("version", GENERAL, 0, Some(0), tool::version),
    command("whoami", GENERAL, 0, Some(0), tool::whoami),
    command("alter", DDL, 1, None, alter::alter),
    command("alter_async", DDL, 1, None, alter::alter_async),
    command("alter_status", DDL, 1, Some(1), alter::alter_status),
    command("clone_table_schema", DDL, 2, Some(3), create::clone_schema),
    command("create", DDL, 1, None, create::create),
    command("describe", DDL, 1, Some(1), describe::describe),
    command("disable", DDL, 1, Some(1), table::disable),
    command("disable_all", DDL, 1, Some(1), table::disable_all),
    command("drop", DDL, 1, Some(1), table::drop),
    command("drop_all", DDL, 1, Some(1), table::drop_all),
    command("enable", DDL, 1, Some(1), table::enable),
    command("enable_all", DDL, 1, Some(1), table::enable_all),
    command("exists", DDL, 1, Some(1), table::exists),
    command("get_table", DDL, 1, None, table::get_table),
    command("is_disabled", DDL, 1, Some(1), table::is_disabled),
    command("is_enabled", DDL, 1, Some(1), table::is_enabled),
    command("list", DDL, 0, Some(1), list::list),
    command("list_disabled_tables", DDL, 0, Some(1), list::disabled),
    command("list_enabled_tables", DDL, 0, Some(1), list::enabled),
    command("list_regions", DDL, 1, Some(3), region::list_regions),
    command("locate_region", DDL, 2, Some(2), region::locate),
    command("show_filters", DDL, 0, Some(0), tool::show_filters),
    command("alter_namespace", SPACES, 1, None, namespace::alter),
    command("create_namespace", SPACES, 1, None, namespace::create),
    command("describe_namespace", SPACES, 1, Some(1), namespace::describe),
    command("drop_namespace", SPACES, 1, Some(1), namespace::drop),
    command("list_namespace", SPACES, 0, Some(1), namespace::list),
    command("list_namespace_tables", SPACES, 1, Some(1), namespace::tables),
    command("append", DML, 4, Some(5), write::append),
    command("count", DML, 1, Some(2), scan::count),
    command("delete", DML, 3, Some(5), write::delete),
    command("deleteall", DML, 2, Some(5), write::deleteall),
    command("get", DML, 2, None, read::get),
    command("get_counter", DML, 3, Some(3), read::get_counter),
    command("get_splits", DML, 1, Some(1), region::get_splits),
    command("incr", DML, 3, Some(5), write::incr),
    command("put", DML, 4, Some(6), write::put),
    command("scan", DML, 1, Some(2), scan::scan),
    command("truncate", DML, 1, Some(1), table::truncate),
    command("truncate_preserve", DML, 1, Some(1), table::truncate_preserve),
    command("balance_switch", TOOLS, 1, Some(1), tool::balance_switch),
    command("balancer", TOOLS, 0, None, tool::balancer),
    command("balancer_enabled", TOOLS, 0, Some(0), tool::balancer_enabled),
    command("catalogjanitor_enabled", TOOLS, 0, Some(0), tool::janitor_enabled),
    command("catalogjanitor_run", TOOLS, 0, Some(0), tool::janitor_run),
    command("catalogjanitor_switch", TOOLS, 1, Some(1), tool::janitor_switch),
    command("cleaner_chore_enabled", TOOLS, 0, Some(0), tool::cleaner_enabled),
    command("cleaner_chore_run", TOOLS, 0, Some(0), tool::cleaner_run),
    command("cleaner_chore_switch", TOOLS, 1, Some(1), tool::cleaner_switch),
    command("clear_block_cache", TOOLS, 1, Some(1), tool::clear_block_cache),
    command("compact", TOOLS, 1, Some(3), region::compact),
    command("compaction_switch", TOOLS, 1, None, tool::compaction_switch),
    command("compaction_state", TOOLS, 1, Some(1), region::compaction_state),
    command("flush", TOOLS, 1, Some(2), region::flush),
    command("is_in_maintenance_mode", TOOLS, 0, Some(0), tool::maintenance),
    command("list_deadservers", TOOLS, 0, Some(0), tool::deadservers),
    command("list_decommissioned_regionservers", TOOLS, 0, Some(0), tool::decommissioned),
    command("list_liveservers", TOOLS, 0, Some(0), tool::liveservers),
    command("major_compact", TOOLS, 1, Some(3), region::major_compact),
    command("merge_region", TOOLS, 0, None, region::merge),
    command("move", TOOLS, 1, Some(2), region::move_region),
    command("normalize", TOOLS, 0, None, tool::normalize),
    command("normalizer_enabled", TOOLS, 0, Some(0), tool::normalizer_enabled),
    command("normalizer_switch", TOOLS, 1, Some(1), tool::normalizer_switch),
    command("regioninfo", TOOLS, 1, Some(1), region::info),
    command("rit", TOOLS, 0, Some(0), tool::rit),
    command("snapshot_cleanup_enabled", TOOLS, 0, Some(0), tool::snapshot_cleanup_enabled),
    command("snapshot_cleanup_switch", TOOLS, 1, Some(1), tool::snapshot_cleanup_switch),
    command("split", TOOLS, 1, Some(2), region::split),
    command("splitormerge_enabled", TOOLS, 1, Some(1), tool::splitormerge_enabled),
    command("splitormerge_switch", TOOLS, 2, Some(2), tool::splitormerge_switch),
    command("truncate_region", TOOLS, 1, Some(1), region::truncate),
    command("wal_roll", TOOLS, 1, Some(1), tool::wal_roll),
    command("clone_snapshot", SNAPSHOTS, 2, Some(3), snapshot::clone),
    command("delete_all_snapshot", SNAPSHOTS, 1, Some(1), snapshot::delete_all),
    command("delete_snapshot", SNAPSHOTS, 1, Some(1), snapshot::delete),
    command("delete_table_snapshots", SNAPSHOTS, 1, Some(2), snapshot::delete_of_table),
    command("list_snapshots", SNAPSHOTS, 0, Some(1), snapshot::list),
    command("list_table_snapshots", SNAPSHOTS, 1, Some(2), snapshot::list_of_table),
    command("restore_snapshot", SNAPSHOTS, 1, Some(2), snapshot::restore),
    command("snapshot", SNAPSHOTS, 2, None, snapshot::snapshot),
    command("back", OURS, 0, Some(1), lab::direction),
    command("check_and_mutate", OURS, 4, None, lab::check_and_mutate),
    command("check_and_put", OURS, 6, Some(7), lab::check_and_put),
    command("client", OURS, 1, Some(1), lab::direction),
    command("mark", OURS, 1, Some(1), lab::direction),
    command("must", OURS, 1, Some(2), lab::direction),
    command("mutate_rows", OURS, 2, None, lab::mutate_rows),
    command("step", OURS, 0, None, lab::direction),
];

/// Our commands that do something, which the shell of a real HBase has to be taught first.
pub const OWN: [&str; 3] = ["check_and_put", "check_and_mutate", "mutate_rows"];

/// Other names of commands.
const ALIASES: &[(&str, &str)] = &[("desc", "describe"), ("hlog_roll", "wal_roll")];

/// A command by its name.
fn find(name: &str) -> Option<&'static Command> {
    let name = ALIASES.iter().find(|(alias, _)| *alias == name).map_or(name, |(_, name)| name);
    ALL.iter().chain(plain::COMMANDS.iter()).find(|command| command.name == name)
}

/// Names of all commands that do something.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    ALL.iter().map(|command| command.name).chain(ALIASES.iter().map(|(alias, _)| *alias))
}

const OF_REFERENCE: &[&str] = &[
    "append",
    "count",
    "delete",
    "deleteall",
    "describe",
    "disable",
    "drop",
    "enable",
    "flush",
    "get",
    "get_counter",
    "get_splits",
    "incr",
    "put",
    "scan",
    "snapshot",
];

pub(crate) fn reference_names() -> Vec<&'static str> {
    OF_REFERENCE.iter().copied().chain(["name", "table", "get_all_columns", "help"]).collect()
}

/// The command behind a method of a table reference.
fn of_reference(name: &str) -> Option<&'static Command> {
    if OF_REFERENCE.contains(&name) { find(name) } else { None }
}

/// Calls a method of a table reference that is not a command, such as `name`.
fn reference(machine: &mut Machine, io: &mut Io<'_>, table: &Arc<str>, name: &str, args: &[Value]) -> Raised<Returned> {
    let receiver = Value::Table(table.clone());
    let value = match (name, args.len()) {
        ("name", 0) => machine.heap.text(crate::ruby::method::inspect::short(table).as_bytes()),
        ("table", 0) => {
            let name = machine.heap.text(crate::ruby::method::inspect::short(table).as_bytes());
            let fields = [("name".to_owned(), name)].into();
            let class = "org.apache.hadoop.hbase.client.Table".to_owned();
            Value::Java(Arc::new(crate::ruby::value::Java::Object(class, fields)))
        }
        ("get_all_columns", 0) => {
            let found = io.cluster.table(crate::ruby::method::inspect::short(table)).cloned();
            let families = found.iter().flat_map(|table| table.families.keys());
            let names: Vec<Value> = families.map(|family| machine.heap.text(format!("{family}:"))).collect();
            machine.heap.array(names)
        }
        ("help", _) => {
            help::reference(machine, io, args);
            Value::Nil
        }
        ("to_s" | "inspect", 0) => {
            let text = crate::ruby::method::inspect::inspect(&machine.heap, &receiver);
            machine.heap.text(text)
        }
        ("class", 0) => Value::Class("Hbase::Table".into()),
        ("nil?", 0) => Value::Bool(false),
        ("==", 1) => Value::Bool(receiver == args[0]),
        ("is this", 1) => Value::Bool(machine.heap.equal(&receiver, &args[0])),
        ("is_a?" | "kind_of?", 1) => Value::Bool(matches!(&args[0], Value::Class(class) if &**class == "Hbase::Table")),
        _ => return Ok(Returned::Missing),
    };
    Ok(Returned::Value(value))
}

#[cfg(test)]
mod tests {
    use super::{ALL, OURS, OWN};

    #[test]
    fn our_own_commands_are_those_of_our_group_that_are_no_words_to_the_page() {
        let ours = ALL.iter().filter(|command| command.group == OURS).map(|command| command.name);
        let mut own: Vec<&str> =
            ours.filter(|name| !["back", "client", "mark", "must", "step"].contains(name)).collect();
        own.sort_unstable();
        let mut named = OWN;
        named.sort_unstable();
        assert_eq!(own, named);
    }
}
