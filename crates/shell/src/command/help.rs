//! `help`, in our own words.

use super::argument::Bench;
use super::{ALL, Answer, Turn};
use crate::ruby::machine::Machine;
use crate::ruby::value::Value;
use crate::world::Io;

/// What a command does, and examples.
const TEXTS: &[(&str, &str, &[&str])] = &[
    ("help", "Lists the commands, or explains one.", &["help", "help 'put'"]),
    ("processlist", "Shows tasks of the servers. Here none is ever listed.", &["processlist"]),
    (
        "status",
        "Shows how many servers there are and what they carry: 'summary', 'simple' or 'detailed'.",
        &["status", "status 'simple'"],
    ),
    ("table_help", "Explains references to tables.", &["table_help"]),
    ("version", "Shows the version of HBase that is modelled.", &["version"]),
    ("whoami", "Shows the user.", &["whoami"]),
    (
        "alter",
        "Changes a table: adds, changes or removes families, sets or unsets attributes. The table stays in service.",
        &[
            "alter 't1', NAME => 'f1', VERSIONS => 5",
            "alter 't1', {NAME => 'f2', METHOD => 'delete'}",
            "alter 't1', MAX_FILESIZE => '134217728'",
            "alter 't1', METHOD => 'table_att_unset', NAME => 'MAX_FILESIZE'",
        ],
    ),
    ("alter_async", "As alter, without waiting for the regions.", &["alter_async 't1', NAME => 'f1', VERSIONS => 5"]),
    ("alter_status", "Shows how many regions have the new schema.", &["alter_status 't1'"]),
    (
        "clone_table_schema",
        "Makes an empty table like another; with false behind it without its splits.",
        &["clone_table_schema 't1', 't2'", "clone_table_schema 't1', 't2', false"],
    ),
    (
        "create",
        "Makes a table of families, perhaps split beforehand.",
        &[
            "create 't1', 'f1', 'f2'",
            "create 't1', {NAME => 'f1', VERSIONS => 5}",
            "create 't1', 'f1', SPLITS => ['10', '20', '30']",
            "create 't1', 'f1', {NUMREGIONS => 15, SPLITALGO => 'HexStringSplit'}",
        ],
    ),
    ("describe", "Shows a table with all attributes. `desc` is the same.", &["describe 't1'"]),
    ("disable", "Takes a table out of service.", &["disable 't1'"]),
    (
        "disable_all",
        "Takes all tables out of service whose names fit a pattern, after a question.",
        &["disable_all 't.*'"],
    ),
    ("drop", "Removes a table that is out of service.", &["drop 't1'"]),
    ("drop_all", "Removes all tables whose names fit a pattern, after a question.", &["drop_all 't.*'"]),
    ("enable", "Puts a table into service.", &["enable 't1'"]),
    ("enable_all", "Puts all tables into service whose names fit a pattern, after a question.", &["enable_all 't.*'"]),
    ("exists", "Says whether there is such a table.", &["exists 't1'"]),
    ("get_table", "Gives a reference to a table, on which commands can be called.", &["t = get_table 't1'"]),
    ("is_disabled", "Says whether a table is out of service.", &["is_disabled 't1'"]),
    ("is_enabled", "Says whether a table is in service.", &["is_enabled 't1'"]),
    ("list", "Lists tables, all or those whose whole name fits a pattern.", &["list", "list 'abc.*'"]),
    ("list_disabled_tables", "Lists tables that are out of service.", &["list_disabled_tables"]),
    ("list_enabled_tables", "Lists tables that are in service.", &["list_enabled_tables"]),
    (
        "list_regions",
        "Lists the regions of a table: of a server, with a locality at most so large, in chosen columns.",
        &["list_regions 't1'", "list_regions 't1', 'localhost', ['START_KEY', 'END_KEY']"],
    ),
    ("locate_region", "Shows which region holds a row.", &["locate_region 't1', 'row'"]),
    ("show_filters", "Lists the filters of the filter language.", &["show_filters"]),
    (
        "alter_namespace",
        "Sets or unsets properties of a namespace.",
        &["alter_namespace 'ns1', {METHOD => 'set', 'k' => 'v'}"],
    ),
    ("create_namespace", "Makes a namespace.", &["create_namespace 'ns1'"]),
    ("describe_namespace", "Shows a namespace.", &["describe_namespace 'ns1'"]),
    ("drop_namespace", "Removes a namespace that holds no table.", &["drop_namespace 'ns1'"]),
    ("list_namespace", "Lists namespaces.", &["list_namespace", "list_namespace 'abc.*'"]),
    ("list_namespace_tables", "Lists the tables of a namespace.", &["list_namespace_tables 'ns1'"]),
    ("append", "Adds bytes to the end of a value.", &["append 't1', 'row', 'f:q', 'more'"]),
    (
        "count",
        "Counts rows, and shows how far it is every so many.",
        &["count 't1'", "count 't1', INTERVAL => 10, CACHE => 1000"],
    ),
    (
        "delete",
        "Deletes one version of a cell: the newest, or that of a time.",
        &["delete 't1', 'row', 'f:q'", "delete 't1', 'row', 'f:q', 1588765900000"],
    ),
    (
        "deleteall",
        "Deletes a row, a family or column of it, or all rows with a prefix.",
        &["deleteall 't1', 'row'", "deleteall 't1', 'row', 'f:q'", "deleteall 't1', {ROWPREFIXFILTER => 'pre'}"],
    ),
    (
        "get",
        "Reads a row.",
        &[
            "get 't1', 'row'",
            "get 't1', 'row', {COLUMN => 'f:q', VERSIONS => 3}",
            "get 't1', 'row', {TIMERANGE => [0, 1588765900000]}",
        ],
    ),
    ("get_counter", "Reads a counter.", &["get_counter 't1', 'row', 'f:n'"]),
    ("get_splits", "Lists the keys at which a table is split.", &["get_splits 't1'"]),
    ("incr", "Adds to a counter.", &["incr 't1', 'row', 'f:n'", "incr 't1', 'row', 'f:n', 10"]),
    ("put", "Writes a cell.", &["put 't1', 'row', 'f:q', 'value'", "put 't1', 'row', 'f:q', 'value', 1588765900000"]),
    (
        "scan",
        "Reads rows in the order of their keys.",
        &[
            "scan 't1'",
            "scan 't1', {COLUMNS => ['f:a', 'g'], LIMIT => 10, STARTROW => 'k', STOPROW => 'm'}",
            "scan 't1', {REVERSED => true, LIMIT => 1}",
            "scan 't1', {FILTER => \"PrefixFilter('a') AND PageFilter(3)\"}",
            "scan 't1', {RAW => true, VERSIONS => 10}",
            "scan 'hbase:meta', {ROWPREFIXFILTER => 't1', COLUMNS => ['info:server', 'info:state']}",
        ],
    ),
    ("truncate", "Empties a table; it has one region afterwards.", &["truncate 't1'"]),
    ("truncate_preserve", "Empties a table and keeps its regions.", &["truncate_preserve 't1'"]),
    ("balance_switch", "Turns the balancer on or off, and shows what it was.", &["balance_switch false"]),
    ("balancer", "Asks the balancer to run.", &["balancer"]),
    ("balancer_enabled", "Says whether the balancer is on.", &["balancer_enabled"]),
    (
        "catalogjanitor_enabled",
        "Says whether the catalog janitor is on, which clears up after splits and merges.",
        &["catalogjanitor_enabled"],
    ),
    (
        "catalogjanitor_run",
        "Runs the catalog janitor, and shows how many regions it removed that splits or merges have replaced.",
        &["catalogjanitor_run"],
    ),
    (
        "catalogjanitor_switch",
        "Turns the catalog janitor on or off, and shows what it was.",
        &["catalogjanitor_switch false"],
    ),
    ("cleaner_chore_enabled", "Says whether the cleaner of old logs and files is on.", &["cleaner_chore_enabled"]),
    (
        "cleaner_chore_run",
        "Asks the cleaner of old logs and files to run. Here it has nothing to do.",
        &["cleaner_chore_run"],
    ),
    (
        "cleaner_chore_switch",
        "Turns the cleaner of old logs and files on or off, and shows what it was.",
        &["cleaner_chore_switch false"],
    ),
    (
        "clear_block_cache",
        "Drops the blocks of a table from the caches of its servers: the next reads come from the files.",
        &["clear_block_cache 't1'"],
    ),
    ("compact", "Compacts the files of a table, a region or a family.", &["compact 't1'", "compact 't1', 'f'"]),
    ("compaction_state", "Shows whether a table is being compacted.", &["compaction_state 't1'"]),
    (
        "compaction_switch",
        "Turns compactions on or off on all servers, and shows what they were.",
        &["compaction_switch false"],
    ),
    ("flush", "Writes the memstores of a table or a region to files.", &["flush 't1'", "flush 't1', 'f'"]),
    (
        "is_in_maintenance_mode",
        "Says whether the master is in maintenance mode. Here it never is.",
        &["is_in_maintenance_mode"],
    ),
    ("list_deadservers", "Lists the servers that have crashed.", &["list_deadservers"]),
    (
        "list_decommissioned_regionservers",
        "Lists servers that were taken out of use. Here none ever is.",
        &["list_decommissioned_regionservers"],
    ),
    ("list_liveservers", "Lists the servers that are at work.", &["list_liveservers"]),
    (
        "major_compact",
        "Compacts all files of each store into one, and drops what is deleted or expired.",
        &["major_compact 't1'"],
    ),
    (
        "merge_region",
        "Merges regions that lie side by side; with true behind them any of one table.",
        &["merge_region 'ENCODED1', 'ENCODED2'"],
    ),
    ("move", "Moves a region to another server.", &["move 'ENCODED'"]),
    (
        "normalize",
        "Asks the normalizer, which evens out the sizes of regions, to run. Here it changes nothing.",
        &["normalize", "normalize {TABLE_NAME => 't1'}"],
    ),
    ("normalizer_enabled", "Says whether the normalizer is on.", &["normalizer_enabled"]),
    ("normalizer_switch", "Turns the normalizer on or off, and shows what it was.", &["normalizer_switch true"]),
    ("regioninfo", "Shows a region.", &["regioninfo 'ENCODED'"]),
    ("rit", "Lists regions that are on their way to another state. Here none is ever listed.", &["rit"]),
    (
        "snapshot_cleanup_enabled",
        "Says whether snapshots are removed when their time is over.",
        &["snapshot_cleanup_enabled"],
    ),
    (
        "snapshot_cleanup_switch",
        "Turns the removal of snapshots whose time is over on or off, and shows what it was.",
        &["snapshot_cleanup_switch false"],
    ),
    ("split", "Splits all regions of a table where HBase would, or one at a key.", &["split 't1'", "split 't1', 'm'"]),
    ("splitormerge_enabled", "Says whether splits or merges are allowed.", &["splitormerge_enabled 'SPLIT'"]),
    (
        "splitormerge_switch",
        "Allows or forbids splits or merges, and shows what was before.",
        &["splitormerge_switch 'SPLIT', false"],
    ),
    (
        "truncate_region",
        "Empties one region of a table. Not modelled here: it is refused.",
        &["truncate_region 'ENCODED'"],
    ),
    (
        "wal_roll",
        "Asks a server to begin a new file of its write-ahead log. Here the log is in one piece. `hlog_roll` is the same.",
        &["wal_roll 'SERVERNAME'"],
    ),
    ("clone_snapshot", "Makes a table out of a snapshot.", &["clone_snapshot 's1', 't2'"]),
    (
        "delete_all_snapshot",
        "Removes all snapshots whose names fit a pattern, after it has asked. A y anywhere in the answer is a yes.",
        &["delete_all_snapshot 's.*'"],
    ),
    ("delete_snapshot", "Removes a snapshot.", &["delete_snapshot 's1'"]),
    (
        "delete_table_snapshots",
        "Removes all snapshots of tables whose names fit a pattern, after it has asked. A second pattern is for the names of snapshots.",
        &["delete_table_snapshots 't1'", "delete_table_snapshots 't1', 's.*'"],
    ),
    ("list_snapshots", "Lists snapshots.", &["list_snapshots"]),
    (
        "list_table_snapshots",
        "Lists the snapshots of tables whose names fit a pattern.",
        &["list_table_snapshots 't1'", "list_table_snapshots 't.*', 's.*'"],
    ),
    ("restore_snapshot", "Puts a table that is out of service back to a snapshot of it.", &["restore_snapshot 's1'"]),
    ("snapshot", "Keeps what a table holds now.", &["snapshot 't1', 's1'"]),
    (
        "check_and_put",
        "Ours: writes a cell if another has the expected value; nil expects that there is none.",
        &["check_and_put 't1', 'row', 'f:checked', 'expected', 'f:q', 'value'"],
    ),
    (
        "check_and_mutate",
        "Ours: does several writes of a row if a condition holds.",
        &["check_and_mutate 't1', 'row', {COLUMN => 'f:q', 'VALUE' => nil}, ['put', 'f:q', 'v'], ['delete', 'f:old']"],
    ),
    (
        "mutate_rows",
        "Ours: writes several rows of one region as one; if conditions hold.",
        &[
            "mutate_rows 't1', ['put', 'r1', 'f:q', 'v'], ['deleteall', 'r2']",
            "mutate_rows 't1', {'ROW' => 'r1', 'IF' => [['r1', 'f:q', 'expected']]}, ['put', 'r2', 'f:q', 'v']",
        ],
    ),
    ("client", "Ours: who does what follows, at a shell of its own.", &["client 'B'"]),
    (
        "step",
        "Ours, in the page: steps of a client; before a command: begins it, and does its first step.",
        &["step", "step 3", "step 'B', 2", "step put 't1', 'row', 'f:q', 'v'"],
    ),
    ("back", "Ours, in the page: steps back.", &["back", "back 3"]),
    (
        "mark",
        "Ours, in the page: gives the step at which the script stands a name, to go there by.",
        &["mark 'before the race'"],
    ),
    (
        "must",
        "Ours, in the page: sets a promise, which is judged after every step.",
        &["must 't1: rows 4'", "must 'nothing is lost', 't1: acknowledged'"],
    ),
];

/// Groups and what they are about.
const GROUPS: &[(&str, &str)] = &[
    ("general", "about the cluster and this shell"),
    ("ddl", "tables"),
    ("namespace", "namespaces"),
    ("dml", "rows"),
    ("tools", "regions and servers"),
    ("snapshots", "snapshots"),
    ("splitpoint", "what the real shell does not have"),
];

/// The lines about one command.
fn lines(name: &str) -> Option<Vec<String>> {
    let command = super::find(name)?;
    let (_, what, examples) = TEXTS.iter().find(|(other, ..)| *other == command.name)?;
    let mut lines = vec![(*what).to_owned(), "Examples:".to_owned(), String::new()];
    lines.extend(examples.iter().map(|example| format!("  hbase> {example}")));
    if super::of_reference(command.name).is_some() {
        lines.push(String::new());
        lines.push(format!("On a reference t to the table: t.{}, without the table's name.", command.name));
    }
    Some(lines)
}

fn group(name: &str) -> Vec<String> {
    let commands: Vec<&str> = ALL.iter().filter(|command| command.group == name).map(|command| command.name).collect();
    vec![format!("  Group name: {name}"), format!("  Commands: {}", commands.join(", ")), String::new()]
}

pub(super) fn help(bench: &mut Bench<'_, '_>) -> Answer {
    let mut text = Vec::new();
    match bench.arg(0) {
        Value::Nil => {
            text.push(
                "HBase Shell, as Splitpoint models it. `help 'put'` explains one command, `help 'dml'` a group."
                    .to_owned(),
            );
            text.push(String::new());
            text.push("COMMAND GROUPS:".to_owned());
            for (name, _) in GROUPS {
                text.extend(group(name));
            }
            text.push("Names of tables and columns are quoted: put 't1', 'row', 'f:q', 'value'.".to_owned());
            text.push("A hash of options stands in braces: {LIMIT => 10, STARTROW => 'k'}.".to_owned());
            text.push("Bytes are written in double quotes: \"\\x03\\x00\".".to_owned());
        }
        name => {
            let name = bench.string(&name);
            if let Some(lines) = lines(&name) {
                text.extend(lines);
            } else if let Some((group_name, about)) = GROUPS.iter().find(|(other, _)| *other == name) {
                text.push(format!("Commands about {about}:"));
                for command in ALL.iter().filter(|command| command.group == *group_name) {
                    text.push(String::new());
                    text.push(format!("Command: {}", command.name));
                    text.extend(lines(command.name).unwrap_or_default());
                }
            } else {
                let words: Vec<&str> = super::names().collect();
                let near = crate::ruby::machine::spell::correct(&name, &words);
                text.push(format!("There is no command or group named {name}."));
                text.extend(near.first().map(|word| format!("Did you mean?  {word}")));
            }
        }
    }
    for line in text {
        bench.io.out.line(&line);
    }
    Ok(Turn::Done(Value::Nil))
}

const REFERENCES: &[&str] = &[
    "A reference stands for a table, so that its name need not be repeated:",
    "",
    "  hbase> t = create 't1', 'f'",
    "  hbase> t = get_table 't1'",
    "  hbase> t.put 'row', 'f:q', 'value'",
    "  hbase> t.scan LIMIT => 10",
    "",
    "It knows put, get, scan, delete, deleteall, count, incr, append, get_counter, get_splits,",
    "enable, disable, flush, drop, describe, snapshot, name, get_all_columns and help.",
];

pub(super) fn table_help(bench: &mut Bench<'_, '_>) -> Answer {
    for line in REFERENCES {
        bench.io.out.line(line);
    }
    Ok(Turn::Done(Value::Nil))
}

/// `t.help`, `t.help 'scan'`.
pub(super) fn reference(machine: &Machine, io: &mut Io<'_>, args: &[Value]) {
    let Some(name) = args.first() else {
        for line in REFERENCES {
            io.out.line(line);
        }
        return;
    };
    let name = machine.heap.string(name).unwrap_or_default();
    match lines(&name) {
        Some(lines) => lines.iter().for_each(|line| io.out.line(line)),
        None => io.out.line(&format!("Command '{name}' does not exist. Please see general table help.")),
    }
}

/// What one has to know of a command, in a line; `None` for what is no command.
pub(crate) fn about(name: &str) -> Option<&'static str> {
    TEXTS.iter().find(|(other, ..)| *other == name).map(|(_, what, _)| *what)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_explained_once() {
        for command in ALL {
            let texts = TEXTS.iter().filter(|(name, ..)| *name == command.name).count();
            assert_eq!(texts, 1, "{}", command.name);
        }
        assert_eq!(TEXTS.len(), ALL.len());
    }
}
