//! Commands that the real shell does not have, and the shapes of Java through which it does the same.

use super::argument::Bench;
use super::{Answer, Continuation, Fail, Turn};
use crate::ruby::value::Value;
use crate::world::Reply;
use splitpoint_model::bytes::RowKey;
use splitpoint_model::client::{Request, Response};
use splitpoint_model::filter::CompareOp;
use splitpoint_model::mutation::{
    Append, CheckAndMutate, Condition, Delete, DeleteCell, Increment, MutateRows, Mutation, Put, RowMutations, Then,
};
use splitpoint_model::query::TimeRange;

const FORM: &str =
    "a write is an array: ['put', …, 'f:q', 'value'], ['delete', …, 'f:q'], ['deleteall', …] or ['incr', …, 'f:q', 1]";

/// The write that an array describes; `rest` is what stands behind its row.
fn mutation(bench: &Bench<'_, '_>, row: &[u8], verb: &str, rest: &[Value]) -> Result<Mutation, Fail> {
    let column = match rest.first() {
        Some(value) => Some(bench.written(value)?),
        None => None,
    };
    let number = |at: usize| rest.get(at).map(|value| bench.long(value)).transpose();
    let text = |at: usize| rest.get(at).map(|value| bench.to_s(value)).unwrap_or_default();
    let needed = || column.clone().ok_or_else(|| Fail::from(FORM));
    Ok(match verb {
        "put" => {
            let (family, qualifier) = needed()?;
            Mutation::Put(Put::new(row).add_at(family, qualifier, number(2)?, text(1)))
        }
        "delete" | "deleteall" => {
            let mut delete = Delete::new(row);
            if let Some((family, qualifier)) = column {
                let timestamp = number(1)?;
                delete.cells.push(if verb == "delete" {
                    DeleteCell::Column { family, qualifier, timestamp }
                } else {
                    DeleteCell::Columns { family, qualifier, timestamp }
                });
            }
            Mutation::Delete(delete)
        }
        "incr" => {
            let (family, qualifier) = needed()?;
            let cells = vec![(family, qualifier, number(1)?.unwrap_or(1))];
            Mutation::Increment(Increment {
                row: row.into(),
                cells,
                time_range: TimeRange::ALL,
                ttl: None,
                return_results: true,
            })
        }
        "append" => {
            let (family, qualifier) = needed()?;
            let cells = vec![(family, qualifier, text(1).into())];
            Mutation::Append(Append {
                row: row.into(),
                cells,
                time_range: TimeRange::ALL,
                ttl: None,
                return_results: true,
            })
        }
        _ => return Err(FORM.into()),
    })
}

fn items(bench: &Bench<'_, '_>, value: &Value) -> Result<(String, Vec<Value>), Fail> {
    let items = bench.heap.list(value).unwrap_or_default();
    match items.split_first() {
        Some((verb, rest)) => Ok((bench.string(verb), rest.to_vec())),
        None => Err(FORM.into()),
    }
}

/// `check_and_put 't', 'row', 'f:checked', expected, 'f:q', 'value'`.
pub(super) fn check_and_put(bench: &mut Bench<'_, '_>) -> Answer {
    let table = bench.table()?;
    let row = bench.row()?;
    let (family, qualifier) = bench.written(&bench.arg(2))?;
    let expected = bench.arg(3);
    let expected = if expected == Value::Nil { None } else { Some(bench.to_s(&expected).into()) };
    let rest: Vec<Value> = bench.args[4..].to_vec();
    let then = Then::Mutate(mutation(bench, &row, "put", &rest)?);
    let condition = Condition::equals(family, qualifier, expected);
    let check = CheckAndMutate { row, condition, then };
    bench.ask(Request::CheckAndMutate(Bench::name(&table), check), Continuation::Tested)
}

/// `check_and_mutate 't', 'row', {COLUMN => 'f:q', 'VALUE' => 'x'}, ['put', 'f:a', 'v'], …`.
pub(super) fn check_and_mutate(bench: &mut Bench<'_, '_>) -> Answer {
    let table = bench.table()?;
    let row = bench.row()?;
    let hash = bench.arg(2);
    let column = bench.heap.entry(&hash, "COLUMN").ok_or_else(|| {
        Fail::from("the condition is a hash: {COLUMN => 'f:q', 'VALUE' => 'expected, or nil for none', 'OP' => '='}")
    })?;
    let (family, qualifier) = bench.written(&column)?;
    let value =
        bench.heap.entry(&hash, "VALUE").filter(|value| *value != Value::Nil).map(|value| bench.to_s(&value).into());
    let op = bench.heap.entry(&hash, "OP").map_or("=".to_owned(), |op| bench.string(&op));
    let op = match op.as_str() {
        "=" => CompareOp::Equal,
        "!=" => CompareOp::NotEqual,
        "<" => CompareOp::Less,
        "<=" => CompareOp::LessOrEqual,
        ">" => CompareOp::Greater,
        ">=" => CompareOp::GreaterOrEqual,
        _ => return Err("OP is one of = != < <= > >=, with the expected value on its left".into()),
    };
    let condition = Condition::Column { family, qualifier, op, value, time_range: TimeRange::ALL };
    let mut mutations = Vec::new();
    for arg in &bench.args[3..] {
        let (verb, rest) = items(bench, arg)?;
        mutations.push(mutation(bench, &row, &verb, &rest)?);
    }
    let then = match mutations.len() {
        1 => Then::Mutate(mutations.remove(0)),
        _ => Then::MutateRow(RowMutations { row: row.clone(), mutations }),
    };
    bench.ask(
        Request::CheckAndMutate(Bench::name(&table), CheckAndMutate { row, condition, then }),
        Continuation::Tested,
    )
}

/// `mutate_rows 't', ['put', 'r1', 'f:q', 'v'], ['deleteall', 'r2']`. A hash before the writes may name the row whose
/// region gets the call, and what must hold: `{'ROW' => 'r1', 'IF' => [['r1', 'f:q', 'expected, or nil for none']]}`.
pub(super) fn mutate_rows(bench: &mut Bench<'_, '_>) -> Answer {
    let table = bench.table()?;
    let mut mutations = Vec::new();
    let mut conditions = Vec::new();
    let mut routing_row = None;
    let options = bench.arg(1);
    let from = if bench.heap.pairs(&options).is_some() { 2 } else { 1 };
    if from == 2 {
        routing_row = bench.heap.entry(&options, "ROW").map(|row| RowKey::from(bench.to_s(&row)));
        let list = bench.heap.entry(&options, "IF");
        for condition in list.and_then(|list| bench.heap.list(&list)).unwrap_or_default() {
            let parts = bench.heap.list(&condition).unwrap_or_default();
            let [row, column, expected] = parts.as_slice() else {
                return Err("a condition is an array: ['row', 'f:q', 'expected value, or nil for none']".into());
            };
            let (family, qualifier) = bench.written(column)?;
            let expected = if *expected == Value::Nil { None } else { Some(bench.to_s(expected).into()) };
            conditions.push((RowKey::from(bench.to_s(row)), Condition::equals(family, qualifier, expected)));
        }
    }
    for arg in &bench.args[from..] {
        let (verb, rest) = items(bench, arg)?;
        let Some((row, rest)) = rest.split_first() else { return Err(FORM.into()) };
        let row = bench.to_s(row);
        mutations.push(mutation(bench, &row, &verb, rest)?);
    }
    let rows = MutateRows { routing_row, mutations, conditions };
    bench.ask(Request::MutateRows(Bench::name(&table), rows), Continuation::Batched)
}

/// `client`, `step`, `back` and `must`, which whoever plays a script reads before a shell sees them.
pub(super) fn direction(_: &mut Bench<'_, '_>) -> Answer {
    Err("client stands on a line of its own, outside of blocks; step, back and must do so in the console of the page"
        .into())
}

fn shown(bench: &mut Bench<'_, '_>, value: bool) -> Answer {
    bench.io.out.header(&[]);
    bench.io.out.row(&[if value { "true" } else { "false" }]);
    Ok(Turn::Done(Value::Bool(value)))
}

pub(super) fn tested(bench: &mut Bench<'_, '_>, reply: Reply) -> Answer {
    let row = bench.to_s(&bench.arg(1));
    match bench.response(reply, &row)? {
        Response::Checked { success, .. } => shown(bench, success),
        _ => Ok(Turn::Done(Value::Nil)),
    }
}

pub(super) fn batched(bench: &mut Bench<'_, '_>, reply: Reply) -> Answer {
    match bench.response(reply, &[])? {
        Response::Processed(done) => shown(bench, done),
        _ => Ok(Turn::Done(Value::Nil)),
    }
}
