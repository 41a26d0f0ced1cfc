//! The commands of the HBase shell that do the same as a form.
//!
//! A request of a client is one command. A form that goes on from answer to answer, such as a prepend, is played on a
//! copy of the cluster, so that its commands are those it would send now.

use crate::intent::{AdminIntent, Intent, Repeat};
use crate::log::Asked;
use crate::sim::program::Program;
use crate::sim::world::{self, Actor, World};
use splitpoint_model::bytes::{TableName, row_after, to_string_binary};
use splitpoint_model::client::Request;
use splitpoint_model::filter::CompareOp;
use splitpoint_model::mutation::{CheckAndMutate, Condition, DeleteCell, MutateRows, Mutation, Put, Then};
use splitpoint_model::query::{Scan, TimeRange};
use splitpoint_shell::{OWN, action, is_word, quoted};
use std::fmt::Write;
use std::sync::Arc;

/// Commands of one form that are shown.
const SHOWN: usize = 6;
/// Atoms in which they are found.
const ATOMS: usize = 2_000;

/// The commands that a form's action comes to, a line each, with a remark where there are more of them than are shown or
/// none at all. Empty where HBase's client would refuse the form.
pub fn of(world: &World, client: u8, intent: &Intent) -> String {
    match intent {
        Intent::Admin(_) => Asked::of(intent, world.cluster()).map(|told| asked(intent, &told)).unwrap_or_default(),
        Intent::Script { text, .. } => text.clone(),
        Intent::Repeat(repeat) => looped(client, repeat),
        Intent::Prepend { .. } | Intent::FirstRow { .. } | Intent::LastRow { .. } | Intent::Pages(_) => {
            played(world, client, intent)
        }
        _ => match Program::of(intent) {
            Ok(Some(Program::Single(single))) => request(single.request()).unwrap_or_default(),
            _ => String::new(),
        },
    }
}

/// Whether there is a command among them that HBase's shell does not have.
pub fn is_own(commands: &str) -> bool {
    commands.split_whitespace().any(|word| OWN.contains(&word))
}

/// The loop of a shell that does the same. Several shells share it: that of the client and those of the clients after it.
fn looped(client: u8, repeat: &Repeat) -> String {
    if Program::of(&Intent::Repeat(Arc::new(repeat.clone()))).is_err() {
        return String::new();
    }
    let part = |member: u8| {
        let head = if repeat.clients > 1 {
            let letter = world::letter(client.saturating_add(member));
            format!("# in shell {} of {}\n# client {letter}\n", member + 1, repeat.clients)
        } else {
            String::new()
        };
        head + &repeat.script(member, 0..repeat.share(member))
    };
    (0..repeat.clients).map(part).collect()
}

/// What a client would send now, if nobody else acted.
fn played(world: &World, client: u8, intent: &Intent) -> String {
    let mut alone = World::new(world.cluster().clone(), world.clock().now(), client.saturating_add(1));
    let mut commands: Vec<String> = Vec::new();
    let mut more = false;
    if alone.submit(client, intent).is_ok() {
        for _ in 0..ATOMS {
            let Some(applied) = alone.apply(Actor::Client(client), &mut ()) else { break };
            let Some(command) = applied.request.as_ref().and_then(request) else { continue };
            if commands.len() == SHOWN {
                more = true;
                break;
            }
            commands.push(command);
        }
    }
    if more {
        commands.push("# and so on, until it is done".to_owned());
    }
    commands.join("\n")
}

/// The command of a request. `None` where it goes on with a scanner, which the shell does by itself.
pub(crate) fn request(request: &Request) -> Option<String> {
    let text = match request {
        Request::Scan(table, scan) | Request::OpenScan(table, scan) => {
            action(&Request::Scan(table.clone(), inclusive(scan)), None)
        }
        Request::CheckAndMutate(table, check) => checked(table, check).unwrap_or_else(|| action(request, None)),
        Request::MutateRows(table, rows) => transaction(table, rows).unwrap_or_else(|| action(request, None)),
        _ => action(request, None),
    };
    let text = text.trim_end();
    (!text.is_empty()).then(|| text.to_owned())
}

/// The same scan with a start row that belongs to it, since the shell knows no other. In reverse, no row comes directly
/// before another one; so the start becomes the row before with as many more bytes as HBase's own clients add.
///
/// Source: `ConnectionUtils.createCloseRowBefore`.
fn inclusive(scan: &Scan) -> Scan {
    let mut scan = scan.clone();
    if scan.start_inclusive || scan.start.is_empty() {
        return scan;
    }
    scan.start_inclusive = true;
    scan.start = match scan.start.split_last() {
        Some((0, rest)) if scan.reversed => rest.into(),
        Some((last, rest)) if scan.reversed => [rest, &[last - 1], &[u8::MAX; 9]].concat().into(),
        _ => row_after(&scan.start).into(),
    };
    scan
}

fn column(family: &[u8], qualifier: &[u8]) -> String {
    quoted(&[family, b":", qualifier].concat())
}

/// A mutation as an array: `['put', 'f:q', 'v']`, with its row where `row` is set.
fn written(mutation: &Mutation, row: bool) -> Option<Vec<String>> {
    let one = |verb: &str, key: &[u8], rest: Vec<String>| {
        let mut parts = vec![quoted(verb.as_bytes())];
        parts.extend(row.then(|| quoted(key)));
        parts.extend(rest);
        format!("[{}]", parts.join(", "))
    };
    let stamp = |time: &Option<i64>| time.map(|time| time.to_string());
    let part = |key: &[u8], verb: &str, family: &[u8], qualifier: &[u8], rest: [Option<String>; 2]| {
        let mut parts = vec![column(family, qualifier)];
        parts.extend(rest.into_iter().flatten());
        one(verb, key, parts)
    };
    Some(match mutation {
        Mutation::Put(Put { row: key, cells, ttl: None, .. }) => cells
            .iter()
            .map(|cell| {
                let rest = [Some(quoted(&cell.value)), stamp(&cell.timestamp)];
                part(key, "put", &cell.family, &cell.qualifier, rest)
            })
            .collect(),
        Mutation::Delete(delete) if delete.cells.is_empty() && delete.timestamp.is_none() => {
            vec![one("deleteall", &delete.row, Vec::new())]
        }
        Mutation::Delete(delete) => {
            let cell = |cell: &DeleteCell| match cell {
                DeleteCell::Column { family, qualifier, timestamp } => {
                    Some(part(&delete.row, "delete", family, qualifier, [stamp(timestamp), None]))
                }
                DeleteCell::Columns { family, qualifier, timestamp } => {
                    Some(part(&delete.row, "deleteall", family, qualifier, [stamp(timestamp), None]))
                }
                _ => None,
            };
            delete.cells.iter().map(cell).collect::<Option<Vec<_>>>()?
        }
        _ => return None,
    })
}

/// `check_and_put`, or `check_and_mutate`.
fn checked(table: &TableName, check: &CheckAndMutate) -> Option<String> {
    let Condition::Column { family, qualifier, op, value, time_range: TimeRange::ALL } = &check.condition else {
        return None;
    };
    let Then::Mutate(mutation) = &check.then else { return None };
    let (name, row) = (quoted(table.as_bytes()), quoted(&check.row));
    let expected = value.as_ref().map_or("nil".to_owned(), |value| quoted(value));
    if let (Mutation::Put(Put { cells, ttl: None, .. }), CompareOp::Equal) = (mutation, op)
        && let [cell] = cells.as_slice()
    {
        let time = cell.timestamp.map(|time| format!(", {time}")).unwrap_or_default();
        let (tested, put) = (column(family, qualifier), column(&cell.family, &cell.qualifier));
        let value = quoted(&cell.value);
        return Some(format!("check_and_put {name}, {row}, {tested}, {expected}, {put}, {value}{time}"));
    }
    let op = match op {
        CompareOp::Equal => "",
        CompareOp::NotEqual => ", 'OP' => '!='",
        CompareOp::Less => ", 'OP' => '<'",
        CompareOp::LessOrEqual => ", 'OP' => '<='",
        CompareOp::Greater => ", 'OP' => '>'",
        CompareOp::GreaterOrEqual => ", 'OP' => '>='",
        CompareOp::NoOp => return None,
    };
    let then = written(mutation, false)?.join(", ");
    let tested = column(family, qualifier);
    Some(format!("check_and_mutate {name}, {row}, {{COLUMN => {tested}, 'VALUE' => {expected}{op}}}, {then}"))
}

/// `mutate_rows`.
fn transaction(table: &TableName, rows: &MutateRows) -> Option<String> {
    let mut parts = vec![quoted(table.as_bytes())];
    let mut options = Vec::new();
    options.extend(rows.routing_row.as_ref().map(|row| format!("'ROW' => {}", quoted(row))));
    let mut conditions = Vec::new();
    for (row, condition) in &rows.conditions {
        let Condition::Column { family, qualifier, op: CompareOp::Equal, value, time_range: TimeRange::ALL } =
            condition
        else {
            return None;
        };
        let expected = value.as_ref().map_or("nil".to_owned(), |value| quoted(value));
        conditions.push(format!("[{}, {}, {expected}]", quoted(row), column(family, qualifier)));
    }
    if !conditions.is_empty() {
        options.push(format!("'IF' => [{}]", conditions.join(", ")));
    }
    if !options.is_empty() {
        parts.push(format!("{{{}}}", options.join(", ")));
    }
    for mutation in &rows.mutations {
        parts.extend(written(mutation, true)?);
    }
    Some(format!("mutate_rows {}", parts.join(", ")))
}

/// The commands of what an administrator asked for; empty of anything else.
pub(crate) fn asked(intent: &Intent, asked: &Asked) -> String {
    match intent {
        Intent::Admin(request) => administration(request, asked),
        _ => String::new(),
    }
}

/// The commands of an administrator's request.
pub(crate) fn administration(request: &AdminIntent, asked: &Asked) -> String {
    let name = |table: &str| quoted(table.as_bytes());
    let region = |table: &str, at: usize| match asked.regions.get(at) {
        Some(Some(region)) => quoted(region.as_bytes()),
        _ => name(table),
    };
    let whole = |verb: &str, table: &str| format!("{verb} {}", region(table, 0));
    match request {
        AdminIntent::Create { table, families, attributes, splits } => create(table, families, attributes, splits),
        AdminIntent::Alter { table, attributes } => {
            format!("alter {}, {}", name(table), settings(attributes).join(", "))
        }
        AdminIntent::Drop(table) if asked.enabled => {
            format!("disable {}\ndrop {}", name(table), name(table))
        }
        AdminIntent::Drop(table) => format!("drop {}", name(table)),
        AdminIntent::Flush(table, _) => whole("flush", table),
        AdminIntent::Compact(table, _, false) => whole("compact", table),
        AdminIntent::Compact(table, _, true) => whole("major_compact", table),
        AdminIntent::Split { table, at, .. } => {
            let mut text = whole("split", table);
            if let Some(at) = at {
                let _ = write!(text, ", {}", quoted(at));
            }
            text
        }
        AdminIntent::Merge(table, ..) => {
            format!("merge_region {}, {}", region(table, 0), region(table, 1))
        }
        AdminIntent::Move(table, _) => whole("move", table),
        AdminIntent::Balance => "balancer".to_owned(),
        AdminIntent::Crash(_) => "# the shell has no command that kills a server".to_owned(),
    }
}

type Pairs = [(String, String)];

fn create(table: &str, families: &[(String, Vec<(String, String)>)], attributes: &Pairs, splits: &[Vec<u8>]) -> String {
    let mut parts = vec![quoted(table.as_bytes())];
    for (family, attributes) in families {
        let family = quoted(family.as_bytes());
        parts.push(match attributes.as_slice() {
            [] => family,
            attributes => format!("{{NAME => {family}, {}}}", settings(attributes).join(", ")),
        });
    }
    parts.extend(settings(attributes));
    if !splits.is_empty() {
        let splits: Vec<String> = splits.iter().map(|split| quoted(to_string_binary(split).as_bytes())).collect();
        parts.push(format!("SPLITS => [{}]", splits.join(", ")));
    }
    format!("create {}", parts.join(", "))
}

/// Attributes as options of `create` and `alter`.
fn settings(attributes: &Pairs) -> Vec<String> {
    let (words, others): (Vec<_>, Vec<_>) = attributes.iter().partition(|(name, _)| is_word(name));
    let mut parts: Vec<String> =
        words.into_iter().map(|(name, value)| format!("{name} => {}", quoted(value.as_bytes()))).collect();
    if !others.is_empty() {
        let pair =
            |(name, value): &(String, String)| format!("{} => {}", quoted(name.as_bytes()), quoted(value.as_bytes()));
        parts.push(format!("METADATA => {{{}}}", others.into_iter().map(pair).collect::<Vec<_>>().join(", ")));
    }
    parts
}
