//! The calls of HBase's Java client that do the same as a form.
//!
//! They are those of the client of HBase 2.4 and later, for any Java from 8 on, as statements that stand in a method which
//! has a `connection` and may throw anything. What repeats itself, such as a prepend, is a loop here, where the
//! shell's commands show only what it would send now. What came before the client of today stands beside it
//! ([`Java::past`]), for whoever reads the articles.

mod admin;
mod code;
mod past;
mod read;
mod repeat;
mod write;

use crate::intent::Intent;
use crate::sim::program::Program;
use crate::sim::world::World;
use code::Code;
use splitpoint_model::client::{Action, Request};

/// A form in Java.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Java {
    /// What stands above the statements: classes, and where the `connection` comes from.
    pub head: String,
    /// The statements. Empty where HBase's client would refuse the form.
    pub text: String,
    /// The same in HBase 0.94, and what has another name since; empty where nothing has.
    pub past: String,
}

impl Java {
    /// All that is compiled: the statements below what they need.
    pub fn whole(&self) -> String {
        let line = if self.head.is_empty() { "" } else { "\n" };
        [self.head.as_str(), line, self.text.as_str()].concat()
    }
}

/// The calls that a form's action comes to.
pub fn of(world: &World, intent: &Intent) -> Java {
    let mut code = Code::default();
    match intent {
        Intent::Admin(request) => admin::request(&mut code, world.cluster(), request),
        Intent::Script { .. } | Intent::LoseAnswer => {}
        _ => match Program::of(intent) {
            Ok(Some(Program::Single(single))) => request(&mut code, single.request()),
            Ok(Some(_)) => match intent {
                Intent::Prepend { table, check, cells, blind, highest } => {
                    write::prepend(&mut code, table, check, cells, *blind, *highest);
                }
                Intent::FirstRow { table, prefixes, prefix } => read::first_row(&mut code, table, *prefixes, *prefix),
                Intent::LastRow { table, method } => read::last_row(&mut code, table, method),
                Intent::Pages(pages) => read::pages(&mut code, pages),
                Intent::Repeat(plan) => repeat::repeat(&mut code, plan),
                _ => {}
            },
            _ => {}
        },
    }
    let (head, text) = code.finish();
    let past = if text.is_empty() { String::new() } else { past::of(intent) };
    Java { head, text, past }
}

/// The calls of one request, which need not come from a form.
pub fn of_request(one: &Request) -> Java {
    let mut code = Code::default();
    request(&mut code, one);
    let (head, text) = code.finish();
    Java { head, text, past: past::of_request(one) }
}

/// The statements of one request; none where it goes on with a scanner.
fn request(code: &mut Code, request: &Request) {
    let Some(table) = request.table() else { return };
    code.table(table);
    match request {
        Request::Put(_, put) => {
            write::put(code, "put", put);
            code.line("table.put(put);");
        }
        Request::Delete(_, delete) => {
            write::delete(code, "delete", delete);
            code.line("table.delete(delete);");
        }
        Request::Increment(_, increment) => {
            write::increment(code, "increment", increment);
            code.line("table.increment(increment);");
        }
        Request::Append(_, append) => {
            write::append(code, "append", append);
            code.line("table.append(append);");
        }
        Request::CheckAndMutate(_, check) => {
            write::check(code, "check", check);
            code.line("boolean done = table.checkAndMutate(check).isSuccess();");
            code.line("System.out.println(done);");
        }
        Request::MutateRow(_, rows) => {
            write::rows(code, "row", rows);
            code.line("table.mutateRow(row);");
        }
        Request::MutateRows(_, rows) => write::transaction(code, rows),
        Request::Batch(_, actions) => batch(code, actions),
        Request::Get(_, get) => {
            read::get(code, "get", get);
            code.client("Result");
            code.line("Result row = table.get(get);");
            read::cells(code, "row");
        }
        Request::Scan(_, scan) | Request::OpenScan(_, scan) => {
            read::scan(code, "scan", scan);
            code.client("Result").client("ResultScanner");
            code.open("try (ResultScanner rows = table.getScanner(scan))");
            code.open("for (Result row : rows)");
            code.print("row.getRow()");
            code.close();
            code.close();
        }
        Request::Next { .. } | Request::CloseScan(_) => {}
    }
    code.close();
}

fn batch(code: &mut Code, actions: &[Action]) {
    code.client("Row").import("java.util.ArrayList").import("java.util.List");
    code.line("List<Row> actions = new ArrayList<>();");
    for (action, number) in actions.iter().zip(1..) {
        let name = match action {
            Action::Get(get) => {
                let name = format!("get{number}");
                read::get(code, &name, get);
                name
            }
            Action::Mutate(mutation) => write::mutation(code, &number.to_string(), mutation),
            Action::MutateRow(rows) => {
                let name = format!("row{number}");
                write::rows(code, &name, rows);
                name
            }
            Action::CheckAndMutate(check) => {
                let name = format!("check{number}");
                write::check(code, &name, check);
                name
            }
        };
        code.line(format!("actions.add({name});"));
    }
    code.line("table.batch(actions, new Object[actions.size()]);");
}
