//! Writes that the shell has no command for, as Java calls from JRuby. They work with the clients of 2.4 to 2.6.

use super::quoted;
use splitpoint_model::cell::{Cell, CellType};
use splitpoint_model::client::Action;
use splitpoint_model::filter::CompareOp;
use splitpoint_model::mutation::{CheckAndMutate, Condition, Delete, DeleteCell, Mutation, RowMutations, Then};
use splitpoint_model::query::TimeRange;
use std::fmt::Write;

const CLIENT: &str = "org.apache.hadoop.hbase.client";

/// Bytes as Java has them.
pub(super) fn bytes(bytes: &[u8]) -> String {
    quoted(bytes) + ".to_java_bytes"
}

/// The Java table of a name that stands in quotes.
pub(super) fn table(name: &str) -> String {
    format!("get_table({name}).table")
}

/// A line that writes one cell again.
pub(super) fn cell(name: &str, cell: &Cell) -> String {
    let [row, family, qualifier] = [cell.row(), cell.family(), cell.qualifier()].map(bytes);
    let time = cell.timestamp();
    let marker = match cell.cell_type() {
        CellType::Put => {
            let ttl = lifetime(cell.ttl());
            let value = bytes(cell.value());
            let put = format!("{CLIENT}.Put.new({row}).addColumn({family}, {qualifier}, {time}, {value}){ttl}");
            return format!("{}.put({put})", table(name));
        }
        CellType::Delete => format!("addColumn({family}, {qualifier}, {time})"),
        CellType::DeleteColumn => format!("addColumns({family}, {qualifier}, {time})"),
        CellType::DeleteFamilyVersion => format!("addFamilyVersion({family}, {time})"),
        _ => format!("addFamily({family}, {time})"),
    };
    format!("{}.delete({CLIENT}.Delete.new({row}).{marker})", table(name))
}

/// How a mutation is told how long its cells live, in milliseconds.
fn lifetime(ttl: Option<u64>) -> String {
    ttl.map(|ttl| format!(".setTTL({ttl})")).unwrap_or_default()
}

fn range(range: TimeRange) -> String {
    format!("org.apache.hadoop.hbase.io.TimeRange.between({}, {})", range.min, range.max)
}

/// A mutation; what has no time of its own gets `at`, or is left to the server.
pub(super) fn mutation(mutation: &Mutation, at: Option<i64>) -> String {
    let mut text = String::new();
    match mutation {
        Mutation::Put(put) => {
            let _ = write!(text, "{CLIENT}.Put.new({})", bytes(&put.row));
            for cell in &put.cells {
                let [family, qualifier, value] = [&*cell.family, &*cell.qualifier, &*cell.value].map(bytes);
                let time = cell.timestamp.or(at).map(|time| format!("{time}, ")).unwrap_or_default();
                let _ = write!(text, ".addColumn({family}, {qualifier}, {time}{value})");
            }
            text += &lifetime(put.ttl);
        }
        Mutation::Delete(delete) => text = deleted(delete, at),
        Mutation::Increment(increment) => {
            let _ = write!(text, "{CLIENT}.Increment.new({})", bytes(&increment.row));
            for (family, qualifier, amount) in &increment.cells {
                let _ = write!(text, ".addColumn({}, {}, {amount})", bytes(family), bytes(qualifier));
            }
            if increment.time_range != TimeRange::ALL {
                let _ = write!(text, ".setTimeRange({}, {})", increment.time_range.min, increment.time_range.max);
            }
            text += &lifetime(increment.ttl);
        }
        Mutation::Append(append) => {
            let _ = write!(text, "{CLIENT}.Append.new({})", bytes(&append.row));
            for (family, qualifier, value) in &append.cells {
                let _ = write!(text, ".addColumn({}, {}, {})", bytes(family), bytes(qualifier), bytes(value));
            }
            if append.time_range != TimeRange::ALL {
                let _ = write!(text, ".setTimeRange({}, {})", append.time_range.min, append.time_range.max);
            }
            text += &lifetime(append.ttl);
        }
    }
    text
}

fn deleted(delete: &Delete, at: Option<i64>) -> String {
    let whole = delete.timestamp.or(at).map(|time| format!(", {time}")).unwrap_or_default();
    let mut text = format!("{CLIENT}.Delete.new({}{whole})", bytes(&delete.row));
    let time = |timestamp: &Option<i64>| timestamp.or(delete.timestamp).or(at).map(|time| format!(", {time}"));
    for cell in &delete.cells {
        let (method, arguments) = match cell {
            DeleteCell::Family { family, timestamp } => {
                ("addFamily", bytes(family) + &time(timestamp).unwrap_or_default())
            }
            DeleteCell::FamilyVersion { family, timestamp } => {
                // Java has no other method for this.
                let latest = ", java.lang.Long::MAX_VALUE".to_owned();
                ("addFamilyVersion", bytes(family) + &time(timestamp).unwrap_or(latest))
            }
            DeleteCell::Columns { family, qualifier, timestamp } => (
                "addColumns",
                format!("{}, {}{}", bytes(family), bytes(qualifier), time(timestamp).unwrap_or_default()),
            ),
            // Without a time it is the newest version that goes, whatever its time.
            DeleteCell::Column { family, qualifier, timestamp } => {
                let time = timestamp.or(delete.timestamp).map(|time| format!(", {time}")).unwrap_or_default();
                ("addColumn", format!("{}, {}{time}", bytes(family), bytes(qualifier)))
            }
        };
        let _ = write!(text, ".{method}({arguments})");
    }
    text
}

/// Several mutations of one row.
pub(super) fn row(mutations: &RowMutations, at: Option<i64>) -> String {
    let list: Vec<String> = mutations.mutations.iter().map(|one| mutation(one, at)).collect();
    format!("{CLIENT}.RowMutations.of([{}])", list.join(", "))
}

fn operator(op: CompareOp) -> &'static str {
    match op {
        CompareOp::Less => "LESS",
        CompareOp::LessOrEqual => "LESS_OR_EQUAL",
        CompareOp::Equal => "EQUAL",
        CompareOp::NotEqual => "NOT_EQUAL",
        CompareOp::GreaterOrEqual => "GREATER_OR_EQUAL",
        CompareOp::Greater => "GREATER",
        CompareOp::NoOp => "NO_OP",
    }
}

/// A conditional write.
pub(super) fn check(check: &CheckAndMutate, at: Option<i64>) -> String {
    let mut text = format!("{CLIENT}.CheckAndMutate.newBuilder({})", bytes(&check.row));
    let looked = match &check.condition {
        Condition::Column { family, qualifier, op, value, time_range } => {
            let column = format!("{}, {}", bytes(family), bytes(qualifier));
            let _ = match value {
                Some(value) => write!(
                    text,
                    ".ifMatches({column}, org.apache.hadoop.hbase.CompareOperator::{}, {})",
                    operator(*op),
                    bytes(value)
                ),
                None if *op == CompareOp::Equal => write!(text, ".ifNotExists({column})"),
                None => write!(
                    text,
                    ".ifMatches({column}, org.apache.hadoop.hbase.CompareOperator::{}, nil)",
                    operator(*op)
                ),
            };
            time_range
        }
        Condition::Filter { filter, time_range } => {
            let said = filter.to_string();
            let said = bytes(&splitpoint_model::bytes::from_string_binary(&said));
            let parser = "org.apache.hadoop.hbase.filter.ParseFilter.new";
            let _ = write!(text, ".ifMatches({parser}.parseFilterString({said}))");
            time_range
        }
    };
    if *looked != TimeRange::ALL {
        let _ = write!(text, ".timeRange({})", range(*looked));
    }
    let then = match &check.then {
        Then::Mutate(one) => mutation(one, at),
        Then::MutateRow(several) => row(several, at),
    };
    let _ = write!(text, ".build({then})");
    text
}

/// One action of a batch; a read changes nothing and is left out.
pub(super) fn batched(action: &Action, at: Option<i64>) -> Option<String> {
    Some(match action {
        Action::Get(_) => return None,
        Action::Mutate(one) => mutation(one, at),
        Action::MutateRow(several) => row(several, at),
        Action::CheckAndMutate(one) => check(one, at),
    })
}
