//! Writes: mutations, conditions, transactions and prepends.

use super::code::{Code, text};
use super::read;
use splitpoint_model::filter::CompareOp;
use splitpoint_model::mutation::{
    Append, CheckAndMutate, Condition, Delete, DeleteCell, Increment, MutateRows, Mutation, Put, RowMutations, Then,
};
use splitpoint_model::query::TimeRange;

/// Where the messages of the endpoint are.
const MESSAGES: &str = "org.apache.hadoop.hbase.protobuf.generated";

/// A time as one more argument in front of others, or after them.
fn before(time: Option<i64>) -> String {
    time.map(|time| format!("{time}L, ")).unwrap_or_default()
}

fn after(time: Option<i64>) -> String {
    time.map(|time| format!(", {time}L")).unwrap_or_default()
}

fn lifetime(code: &mut Code, name: &str, ttl: Option<u64>) {
    if let Some(ttl) = ttl {
        code.line(format!("{name}.setTTL({ttl}L);"));
    }
}

fn looked(code: &mut Code, name: &str, range: TimeRange) {
    if range != TimeRange::ALL {
        code.line(format!("{name}.setTimeRange({}L, {}L);", range.min, range.max));
    }
}

/// A put as a variable.
pub(super) fn put(code: &mut Code, name: &str, put: &Put) {
    code.client("Put");
    let row = code.bytes(&put.row);
    code.line(format!("Put {name} = new Put({row});"));
    filled(code, name, put);
}

/// What stands in a put that is there.
fn filled(code: &mut Code, name: &str, put: &Put) {
    for cell in &put.cells {
        let (column, value) = (code.column(&cell.family, &cell.qualifier), code.bytes(&cell.value));
        code.line(format!("{name}.addColumn({column}, {}{value});", before(cell.timestamp)));
    }
    lifetime(code, name, put.ttl);
}

/// A delete as a variable.
pub(super) fn delete(code: &mut Code, name: &str, delete: &Delete) {
    code.client("Delete");
    let row = code.bytes(&delete.row);
    code.line(format!("Delete {name} = new Delete({row}{});", after(delete.timestamp)));
    for cell in &delete.cells {
        let stamp = |time: &Option<i64>| after(time.or(delete.timestamp));
        let (call, remark) = match cell {
            DeleteCell::Family { family, timestamp } => {
                (format!("addFamily({}{})", code.bytes(family), stamp(timestamp)), "")
            }
            DeleteCell::FamilyVersion { family, timestamp } => {
                let time =
                    timestamp.or(delete.timestamp).map_or("Long.MAX_VALUE".to_owned(), |time| format!("{time}L"));
                (format!("addFamilyVersion({}, {time})", code.bytes(family)), "")
            }
            DeleteCell::Columns { family, qualifier, timestamp } => {
                (format!("addColumns({}{})", code.column(family, qualifier), stamp(timestamp)), " // all versions")
            }
            DeleteCell::Column { family, qualifier, timestamp } => {
                (format!("addColumn({}{})", code.column(family, qualifier), stamp(timestamp)), " // one version")
            }
        };
        code.line(format!("{name}.{call};{remark}"));
    }
}

/// An increment as a variable.
pub(super) fn increment(code: &mut Code, name: &str, increment: &Increment) {
    code.client("Increment");
    let row = code.bytes(&increment.row);
    code.line(format!("Increment {name} = new Increment({row});"));
    for (family, qualifier, amount) in &increment.cells {
        let column = code.column(family, qualifier);
        code.line(format!("{name}.addColumn({column}, {amount}L);"));
    }
    looked(code, name, increment.time_range);
    lifetime(code, name, increment.ttl);
}

/// An append as a variable.
pub(super) fn append(code: &mut Code, name: &str, append: &Append) {
    code.client("Append");
    let row = code.bytes(&append.row);
    code.line(format!("Append {name} = new Append({row});"));
    for (family, qualifier, value) in &append.cells {
        let (column, value) = (code.column(family, qualifier), code.bytes(value));
        code.line(format!("{name}.addColumn({column}, {value});"));
    }
    looked(code, name, append.time_range);
    lifetime(code, name, append.ttl);
}

/// A mutation as a variable, whose name ends like this and is returned.
pub(super) fn mutation(code: &mut Code, suffix: &str, mutation: &Mutation) -> String {
    let name = |word: &str| format!("{word}{suffix}");
    match mutation {
        Mutation::Put(one) => {
            put(code, &name("put"), one);
            name("put")
        }
        Mutation::Delete(one) => {
            delete(code, &name("delete"), one);
            name("delete")
        }
        Mutation::Increment(one) => {
            increment(code, &name("increment"), one);
            name("increment")
        }
        Mutation::Append(one) => {
            append(code, &name("append"), one);
            name("append")
        }
    }
}

/// Several mutations of one row as a variable.
pub(super) fn rows(code: &mut Code, name: &str, rows: &RowMutations) {
    code.client("RowMutations");
    let row = code.bytes(&rows.row);
    let names: Vec<String> = rows
        .mutations
        .iter()
        .zip(1..)
        .map(|(one, number)| mutation(code, &format!("Of{}{number}", capital(name)), one))
        .collect();
    code.line(format!("RowMutations {name} = new RowMutations({row});"));
    for one in names {
        code.line(format!("{name}.add({one});"));
    }
}

fn capital(name: &str) -> String {
    let mut chars = name.chars();
    chars.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(chars).collect()
}

fn operator(code: &mut Code, op: CompareOp) -> &'static str {
    code.import("org.apache.hadoop.hbase.CompareOperator");
    match op {
        CompareOp::Less => "CompareOperator.LESS",
        CompareOp::LessOrEqual => "CompareOperator.LESS_OR_EQUAL",
        CompareOp::Equal => "CompareOperator.EQUAL",
        CompareOp::NotEqual => "CompareOperator.NOT_EQUAL",
        CompareOp::GreaterOrEqual => "CompareOperator.GREATER_OR_EQUAL",
        CompareOp::Greater => "CompareOperator.GREATER",
        CompareOp::NoOp => "CompareOperator.NO_OP",
    }
}

fn range(code: &mut Code, range: TimeRange) -> String {
    code.import("org.apache.hadoop.hbase.io.TimeRange");
    if range == TimeRange::ALL {
        return "TimeRange.allTime()".to_owned();
    }
    format!("TimeRange.between({}L, {}L)", range.min, range.max)
}

/// A conditional write as a variable.
pub(super) fn check(code: &mut Code, name: &str, check: &CheckAndMutate) {
    code.client("CheckAndMutate");
    let then = match &check.then {
        Then::Mutate(one) => mutation(code, "", one),
        Then::MutateRow(several) => {
            rows(code, "row", several);
            "row".to_owned()
        }
    };
    let row = code.bytes(&check.row);
    code.line(format!("CheckAndMutate {name} = CheckAndMutate.newBuilder({row})"));
    let asked = match &check.condition {
        Condition::Column { family, qualifier, op, value, time_range } => {
            let column = code.column(family, qualifier);
            let call = match (value, op) {
                (Some(value), CompareOp::Equal) => format!("ifEquals({column}, {})", code.bytes(value)),
                (Some(value), op) => {
                    let (op, value) = (operator(code, *op), code.bytes(value));
                    format!("ifMatches({column}, {op}, {value})")
                }
                (None, CompareOp::Equal) => format!("ifNotExists({column})"),
                (None, op) => format!("ifMatches({column}, {}, null)", operator(code, *op)),
            };
            code.line(format!("    .{call}"));
            time_range
        }
        Condition::Filter { filter, time_range } => {
            let filter = read::filter(code, filter);
            code.line(format!("    .ifMatches({filter})"));
            time_range
        }
    };
    if *asked != TimeRange::ALL {
        let range = range(code, *asked);
        code.line(format!("    .timeRange({range})"));
    }
    code.line(format!("    .build({then});"));
}

/// Rows of one region as one, through the endpoint.
pub(super) fn transaction(code: &mut Code, rows: &MutateRows) {
    let Some(first) = rows.mutations.first() else { return };
    code.import(&format!("{MESSAGES}.ClientProtos.MutationProto.MutationType"))
        .import(&format!("{MESSAGES}.MultiRowMutationProtos.MultiRowMutationService"))
        .import(&format!("{MESSAGES}.MultiRowMutationProtos.MutateRowsRequest"))
        .import("org.apache.hadoop.hbase.protobuf.ProtobufUtil");
    code.line("// The table has to load org.apache.hadoop.hbase.coprocessor.MultiRowMutationEndpoint");
    code.line("// (TableDescriptorBuilder.setCoprocessor).");
    code.line("MutateRowsRequest.Builder request = MutateRowsRequest.newBuilder();");
    for (one, number) in rows.mutations.iter().zip(1..) {
        let name = mutation(code, &number.to_string(), one);
        let kind = match one {
            Mutation::Put(_) => "PUT",
            Mutation::Delete(_) => "DELETE",
            Mutation::Increment(_) => "INCREMENT",
            Mutation::Append(_) => "APPEND",
        };
        code.line(format!("request.addMutationRequest(ProtobufUtil.toMutation(MutationType.{kind}, {name}));"));
    }
    for (row, condition) in &rows.conditions {
        let row = code.bytes(row);
        let said = match condition {
            Condition::Column { family, qualifier, op, value, time_range } => {
                let (column, op) = (code.column(family, qualifier), operator(code, *op));
                let value = value.as_ref().map_or_else(|| "null".to_owned(), |value| code.bytes(value));
                format!("{row}, {column}, {op}, {value}, {}", range(code, *time_range))
            }
            Condition::Filter { filter, time_range } => {
                let filter = read::filter(code, filter);
                format!("{row}, {filter}, {}", range(code, *time_range))
            }
        };
        code.line("request.addCondition(ProtobufUtil.toCondition(");
        code.line(format!("    {said}));"));
    }
    let routing = code.bytes(rows.routing_row.as_ref().unwrap_or(first.row()));
    code.line("// All rows have to be in the region of this one.");
    code.line(format!("byte[] row = {routing};"));
    code.line("boolean done = MultiRowMutationService.newBlockingStub(table.coprocessorService(row))");
    code.line("    .mutateRows(null, request.build()).getProcessed();");
    code.line("System.out.println(done);");
}

/// One less, where there is.
fn less(code: &mut Code) {
    code.open("if (key-- == 0)");
    code.line(format!("throw new IllegalStateException({});", text("No key comes before 0")));
    code.close();
}

/// A row in front of the first one.
pub(super) fn prepend(
    code: &mut Code,
    table: &str,
    check: &(String, Vec<u8>),
    cells: &[(String, Vec<u8>, Vec<u8>)],
    blind: bool,
    highest: i64,
) {
    code.import("org.apache.hadoop.hbase.util.Bytes")
        .client("Put")
        .client("Result")
        .client("ResultScanner")
        .client("Scan");
    code.table(table);
    code.line(format!("long key = {highest}L; // where the table is empty"));
    code.open("try (ResultScanner rows = table.getScanner(new Scan().setLimit(1)))");
    code.line("Result first = rows.next();");
    code.open("if (first != null)");
    code.open("if (first.getRow().length != Bytes.SIZEOF_LONG)");
    code.line(format!("throw new IllegalStateException({});", text("The first key is no long of 8 bytes")));
    code.close();
    code.line("key = Bytes.toLong(first.getRow());");
    less(code);
    code.close();
    code.close();
    if !blind {
        code.open("while (true)");
    }
    code.line("Put put = new Put(Bytes.toBytes(key));");
    let is_checked = |(family, qualifier, _): &&(String, Vec<u8>, Vec<u8>)| (family, qualifier) == (&check.0, &check.1);
    let unchecked = (!blind && !cells.iter().any(|cell| is_checked(&cell)))
        .then(|| (check.0.clone(), check.1.clone(), b"1".to_vec()));
    for (family, qualifier, value) in cells.iter().chain(&unchecked) {
        let (column, value) = (code.column(family.as_bytes(), qualifier), code.bytes(value));
        code.line(format!("put.addColumn({column}, {value});"));
    }
    if blind {
        code.line("table.put(put); // overwrites what another client has put there since");
    } else {
        code.client("CheckAndMutate");
        let column = code.column(check.0.as_bytes(), &check.1);
        code.line("CheckAndMutate check = CheckAndMutate.newBuilder(put.getRow())");
        code.line(format!("    .ifNotExists({column}) // every row has this column"));
        code.line("    .build(put);");
        code.open("if (table.checkAndMutate(check).isSuccess())");
        code.line("break;");
        code.close();
        code.line("// Another client was faster.");
        less(code);
        code.close();
    }
    code.close();
}
