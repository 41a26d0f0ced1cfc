//! A session told step by step, and the rows of its tables.

use splitpoint_lab::session::Session;
use splitpoint_lab::view::{Grain, KeyNotation, ViewRequest};
use std::fmt::Write;

/// Lines that are asked for at once.
const WINDOW: u64 = 1_000;

/// The part of a view that is about no rows.
pub(crate) fn nothing() -> ViewRequest {
    window("", 0)
}

fn window(table: &str, from: u64) -> ViewRequest {
    let window = if table.is_empty() { 0..0 } else { from..from + WINDOW };
    ViewRequest { table: table.to_owned(), window, old_versions: false, notation: KeyNotation::Binary }
}

/// What a plain read shows of every table: table, row, column and value of each cell, in their order.
pub(crate) fn rows(session: &Session) -> Vec<[String; 4]> {
    let mut rows = Vec::new();
    for table in session.view(&nothing()).tables {
        let mut from = 0;
        loop {
            let view = session.view(&window(&table, from));
            let lines = view.lines.into_iter().filter(|line| line.hidden.is_none());
            rows.extend(lines.map(|line| [table.clone(), line.row_binary, line.column, line.value]));
            from += WINDOW;
            if view.table.is_none_or(|table| table.lines <= from) {
                break;
            }
        }
    }
    rows
}

/// Every step of the branch with whose it was, and then all rows.
pub(crate) fn tell(session: &mut Session, grain: Grain) -> String {
    let mut text = String::new();
    session.set_grain(grain);
    let total = session.view(&nothing()).timeline.total;
    for step in 1..=total {
        session.seek(step);
        let sentence = session.view(&nothing()).sentence;
        let who = sentence.client.unwrap_or(' ');
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{step:4}  {who}  {}", sentence.text());
    }
    session.last();
    let mut last = String::new();
    for [table, row, column, value] in rows(session) {
        if table != last {
            let _ = writeln!(text, "\n{table}");
            last = table;
        }
        let _ = writeln!(text, "  {row}  {column}  {value}");
    }
    text
}
