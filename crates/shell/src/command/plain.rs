//! Commands whose answer is always the same on a cluster without quotas, security, labels and replication, and those
//! that are refused.
//!
//! The answers are those of a standalone HBase 2.6.

use super::argument::Bench;
use super::{Answer, Command, Fail, Turn, command};
use crate::ruby::value::{Java, Value};
use std::sync::Arc;

/// What a command answers.
enum Plain {
    /// The head of a table without rows.
    Empty(&'static [&'static str]),
    /// The head of a table, and then the failure to find the table of quotas.
    NoQuotas(&'static [&'static str]),
    /// A line.
    Line(&'static str),
    /// A line with the state before, which is always `false` here, and that as the value.
    Before(&'static str),
    /// Lines; the value is a list of them.
    Words(&'static [&'static str]),
    /// Nothing but an object of Java.
    Object(&'static str),
    Nothing(Value),
    Fails(&'static str),
    /// The exception that HBase throws where there is no such replication peer.
    NoPeer,
    /// There is no such peer, as a procedure of the master reports it: by the bare name.
    NoPeerNow,
    Refused,
}

use Plain::{Before, Empty, Fails, Line, NoPeer, NoPeerNow, NoQuotas, Nothing, Object, Refused, Words};

const INSECURE: Plain = Fails("DISABLED: Security features are not available");
const UNLABELLED: Plain = Fails("DISABLED: Visibility labels feature is not available");
const NO_QUOTAS: Plain = Fails("Quota Support disabled. Please enable in configuration.");

type Answered = (&'static str, usize, Option<usize>, Plain);

const ANSWERS: &[Answered] = &[
    ("add_labels", 0, None, UNLABELLED),
    ("add_peer", 1, Some(3), Refused),
    ("add_rsgroup", 1, Some(1), Refused),
    ("alter_rsgroup_config", 2, Some(2), Refused),
    ("append_peer_exclude_namespaces", 2, Some(2), NoPeer),
    ("append_peer_exclude_tableCFs", 2, Some(2), NoPeer),
    ("append_peer_namespaces", 2, Some(2), NoPeer),
    ("append_peer_tableCFs", 2, Some(2), NoPeer),
    ("assign", 1, Some(1), Refused),
    ("balance_rsgroup", 1, Some(1), Refused),
    ("clear_auths", 1, None, UNLABELLED),
    ("clear_compaction_queues", 1, Some(2), Refused),
    ("clear_deadservers", 0, None, Refused),
    ("clear_slowlog_responses", 0, Some(1), Line("Cleared Slowlog responses from 0/1 RegionServers")),
    ("close_region", 1, Some(2), Line("DEPRECATED!!! Use 'unassign' command instead.")),
    ("compact_rs", 1, Some(2), Refused),
    ("decommission_regionservers", 1, Some(2), Refused),
    ("disable_exceed_throttle_quota", 0, Some(0), Before("Previous exceed throttle quota enabled")),
    ("disable_peer", 1, Some(1), NoPeerNow),
    ("disable_rpc_throttle", 0, Some(0), Before("Previous rpc throttle state")),
    ("disable_table_replication", 1, Some(1), Refused),
    ("enable_exceed_throttle_quota", 0, Some(0), Before("Previous exceed throttle quota enabled")),
    ("enable_peer", 1, Some(1), NoPeerNow),
    ("enable_rpc_throttle", 0, Some(0), Before("Previous rpc throttle state")),
    ("enable_table_replication", 1, Some(1), Refused),
    ("flush_master_store", 0, Some(0), Nothing(Value::Nil)),
    ("get_auths", 1, Some(1), UNLABELLED),
    ("get_balancer_decisions", 0, Some(1), Line("Retrieved BalancerDecision Responses ")),
    ("get_balancer_rejections", 0, Some(1), Line("Retrieved BalancerRejection Responses ")),
    ("get_largelog_responses", 1, Some(2), Line("Retrieved LargeLog Responses from RegionServers")),
    ("get_namespace_rsgroup", 1, Some(1), Refused),
    ("get_peer_config", 1, Some(1), NoPeer),
    ("get_rsgroup", 1, Some(1), Refused),
    ("get_server_rsgroup", 1, Some(1), Refused),
    ("get_slowlog_responses", 1, Some(2), Line("Retrieved SlowLog Responses from RegionServers")),
    ("get_table_rsgroup", 1, Some(1), Refused),
    ("grant", 0, None, INSECURE),
    ("hbck_chore_run", 0, Some(0), Nothing(Value::Bool(true))),
    ("list_labels", 0, Some(1), UNLABELLED),
    ("list_locks", 0, Some(0), Words(&[])),
    ("list_peer_configs", 0, Some(0), Object("Java::JavaUtil::HashMap: {}")),
    (
        "list_peers",
        0,
        Some(0),
        Empty(&[
            "PEER_ID",
            "CLUSTER_KEY",
            "ENDPOINT_CLASSNAME",
            "STATE",
            "REPLICATE_ALL",
            "NAMESPACES",
            "TABLE_CFS",
            "BANDWIDTH",
            "SERIAL",
        ]),
    ),
    ("list_procedures", 0, Some(0), Refused),
    ("list_quota_snapshots", 0, Some(1), NoQuotas(&["TABLE", "USAGE", "LIMIT", "IN_VIOLATION", "POLICY"])),
    ("list_quota_table_sizes", 0, Some(1), Empty(&["TABLE", "SIZE"])),
    ("list_quotas", 0, Some(1), Empty(&["OWNER", "QUOTAS"])),
    ("list_replicated_tables", 0, Some(1), Empty(&["TABLE:COLUMNFAMILY", "ReplicationType"])),
    ("list_rsgroups", 0, Some(1), Refused),
    ("list_security_capabilities", 0, Some(0), Words(&["SIMPLE_AUTHENTICATION"])),
    ("list_snapshot_sizes", 0, Some(1), NoQuotas(&["SNAPSHOT", "SIZE"])),
    ("list_unknownservers", 0, Some(0), Refused),
    ("move_namespaces_rsgroup", 2, Some(2), Refused),
    ("move_servers_namespaces_rsgroup", 3, Some(3), Refused),
    ("move_servers_rsgroup", 2, Some(2), Refused),
    ("move_servers_tables_rsgroup", 3, Some(3), Refused),
    ("move_tables_rsgroup", 2, Some(2), Refused),
    ("recommission_regionserver", 1, Some(2), Refused),
    ("remove_peer", 1, Some(1), NoPeerNow),
    ("remove_peer_exclude_namespaces", 2, Some(2), NoPeer),
    ("remove_peer_exclude_tableCFs", 2, Some(2), NoPeer),
    ("remove_peer_namespaces", 2, Some(2), NoPeer),
    ("remove_peer_tableCFs", 2, Some(2), NoPeer),
    ("remove_rsgroup", 1, Some(1), Refused),
    ("remove_servers_rsgroup", 1, Some(1), Refused),
    ("rename_rsgroup", 2, Some(2), Refused),
    ("revoke", 1, Some(4), INSECURE),
    ("set_auths", 1, None, UNLABELLED),
    ("set_peer_bandwidth", 1, Some(2), NoPeer),
    ("set_peer_exclude_namespaces", 2, Some(2), NoPeer),
    ("set_peer_exclude_tableCFs", 1, Some(2), NoPeer),
    ("set_peer_namespaces", 2, Some(2), NoPeer),
    ("set_peer_replicate_all", 2, Some(2), NoPeer),
    ("set_peer_serial", 2, Some(2), NoPeer),
    ("set_peer_tableCFs", 1, Some(2), NoPeer),
    ("set_quota", 0, Some(1), NO_QUOTAS),
    ("set_visibility", 3, Some(3), Refused),
    ("show_peer_tableCFs", 1, Some(1), NoPeer),
    ("show_rsgroup_config", 1, Some(1), Refused),
    ("stop_master", 0, Some(0), Refused),
    ("stop_regionserver", 1, Some(1), Refused),
    ("unassign", 1, Some(2), Refused),
    ("update_all_config", 0, Some(0), Nothing(Value::Nil)),
    ("update_config", 1, Some(1), Refused),
    ("update_peer_config", 1, Some(2), NoPeer),
    ("user_permission", 0, Some(1), INSECURE),
    ("zk_dump", 0, Some(0), Refused),
];

/// The commands of this module.
pub(super) static COMMANDS: std::sync::LazyLock<Vec<Command>> = std::sync::LazyLock::new(|| {
    ANSWERS.iter().map(|(name, least, most, _)| command(name, "", *least, *most, answer)).collect()
});

fn answer(bench: &mut Bench<'_, '_>) -> Answer {
    let Some((.., plain)) = ANSWERS.iter().find(|(name, ..)| *name == bench.name) else {
        return Err(Fail::new("Unsupported", "this command"));
    };
    let value = match plain {
        Empty(head) => {
            bench.io.out.header(head);
            bench.io.out.footer(None);
            if bench.name == "list_peers" { object("Java::JavaUtil::ArrayList: []") } else { Value::Nil }
        }
        Words(words) => {
            for word in *words {
                bench.io.out.line(word);
            }
            let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
            bench.texts(&words)
        }
        Object(shown) => object(shown),
        NoQuotas(head) => {
            bench.io.out.header(head);
            return Err(Fail::new("RuntimeError", "Unknown table hbase:quota!"));
        }
        Line(text) => {
            bench.io.out.line(text);
            Value::Nil
        }
        Before(text) => {
            bench.io.out.note(&[&format!("{text} : false")]);
            Value::Bool(false)
        }
        Nothing(value) => value.clone(),
        Fails(text) => return Err(said(bench, text)),
        NoPeer => {
            let class = "org.apache.hadoop.hbase.ReplicationPeerNotFoundException";
            return Err(Fail::new("RuntimeError", format!("{class}: {}", bench.string(&bench.arg(0)))));
        }
        NoPeerNow => return Err(Fail::new("RuntimeError", bench.string(&bench.arg(0)))),
        Refused => return Err(Fail::new("Unsupported", "this command")),
    };
    Ok(Turn::Done(value))
}

fn object(shown: &str) -> Value {
    Value::Java(Arc::new(Java::Object(shown.to_owned(), [].into())))
}

/// The failure of a command, after the checks and the print that come first.
fn said(bench: &mut Bench<'_, '_>, text: &str) -> Fail {
    let first = bench.args.first().cloned();
    match (bench.name, first) {
        ("user_permission", _) => bench.io.out.header(&["User", "Namespace,Table,Family,Qualifier:Permission"]),
        ("grant", Some(Value::Str(_))) if !matches!(bench.arg(1), Value::Str(_) | Value::Hash(_)) => {
            return "Second argument should be a String or Hash".into();
        }
        ("grant", given) if !matches!(given, Some(Value::Str(_))) => return "First argument should be a String".into(),
        ("set_quota", Some(given)) if bench.heap.pairs(&given).is_none() => return bench.missing(&given, "key?"),
        ("set_quota", given) => {
            let typed = |key| given.as_ref().is_some_and(|hash| bench.heap.entry(hash, key).is_some());
            if !typed("TYPE") && !typed("GLOBAL_BYPASS") {
                return "Expected TYPE argument".into();
            }
        }
        _ => {}
    }
    Fail::new("RuntimeError", text)
}
