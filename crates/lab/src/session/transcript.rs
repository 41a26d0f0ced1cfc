//! A session told step by step, and the rows of its tables.

use super::Session;
use crate::log::Grain;
use crate::scenario::{Built, Start};
use crate::sim::world::World;
use crate::view::{KeyNotation, ViewRequest, row_text};
use std::fmt::Write;

/// Lines that are asked for at once.
const WINDOW: u64 = 1_000;

fn window(table: &str, from: u64, notation: KeyNotation) -> ViewRequest {
    let window = if table.is_empty() { 0..0 } else { from..from + WINDOW };
    ViewRequest { table: table.to_owned(), window, old_versions: false, notation }
}

/// What a plain read shows of every table of a world: table, row, column and value of each cell, in their order.
pub fn rows(world: &World) -> Vec<[String; 4]> {
    let built = Built { cluster: world.cluster().clone(), now: world.clock().now() };
    Session::from_built(Start::empty(), built).rows()
}

impl Session {
    /// What a plain read shows of every table at the cursor: table, row, column and value of each cell, in their order.
    pub fn rows(&self) -> Vec<[String; 4]> {
        self.rows_in(KeyNotation::Binary)
    }

    fn rows_in(&self, notation: KeyNotation) -> Vec<[String; 4]> {
        let mut rows = Vec::new();
        for table in self.view(&ViewRequest::none()).tables {
            let mut from = 0;
            loop {
                let view = self.view(&window(&table, from, notation));
                let lines = view.lines.into_iter().filter(|line| line.hidden.is_none());
                let key = |row: &_, binary| if notation == KeyNotation::Binary { binary } else { row_text(row) };
                rows.extend(
                    lines.map(|line| [table.clone(), key(&line.row, line.row_binary), line.column, line.value]),
                );
                from += WINDOW;
                if view.table.is_none_or(|table| table.lines <= from) {
                    break;
                }
            }
        }
        rows
    }

    /// Every step of the branch with whose it was, and then all rows at its end. Keys are written as the page shows them.
    pub fn transcript(&self, grain: Grain) -> String {
        self.transcript_of_last(grain, u64::MAX)
    }

    /// The same of so many steps at the end of the branch, at most.
    pub fn transcript_of_last(&self, grain: Grain, most: u64) -> String {
        let mut session = self.clone();
        let mut text = String::new();
        session.set_grain(grain);
        let total = session.total();
        let left_out = total.saturating_sub(most);
        if left_out > 0 {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "(The first {left_out} steps of {total} are left out.)");
        }
        for step in left_out + 1..=total {
            session.seek(step);
            let request = ViewRequest { notation: KeyNotation::Fields, ..ViewRequest::none() };
            let sentence = session.view(&request).sentence;
            let who = sentence.client.unwrap_or(' ');
            // Writing to a String cannot fail.
            let _ = writeln!(text, "{step:4}  {who}  {}", sentence.text());
        }
        session.last();
        let mut last = String::new();
        for [table, row, column, value] in session.rows_in(KeyNotation::Fields) {
            if table != last {
                let _ = writeln!(text, "\n{table}");
                last = table;
            }
            let _ = writeln!(text, "  {row}  {column}  {value}");
        }
        text
    }
}
