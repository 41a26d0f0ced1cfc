//! What must hold: the promises that a reader has set. They belong to the session, not to a step of it.

use super::{Player, Session};
use crate::intent::{Field, Intent, RowMutation};
use crate::log::Decision;
use crate::promise::{Promise, Resource, Unread, read};
use crate::sim::language::{Direction, exchange};
use crate::sim::refusal::{Objection, Refusal};
use crate::view::{Printer, ViewRequest};
use crate::words;
use splitpoint_model::map::Map;

/// A promise that a reader has set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Must {
    /// What the reader calls it; empty: it is called by what it says.
    pub name: String,
    /// The promise with its table, as [`Promise::text`] writes it. What was kept by another version may be unknown here.
    pub text: String,
}

/// What a script does beside the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aside<'a> {
    /// The step at the cursor gets this name.
    Mark(&'a str),
    /// This must hold, as it was written.
    Must(&'a str),
}

impl Player {
    /// The last mark or promise of a script that consists of nothing else. No step shows that it was set, so the caller has to
    /// say so.
    pub fn aside(&self) -> Option<Aside<'_>> {
        let mut last = None;
        for direction in &self.directions {
            match direction {
                Direction::Client(_) => {}
                Direction::Mark(name) => last = Some(Aside::Mark(name)),
                Direction::Must { promise, .. } => last = Some(Aside::Must(promise)),
                Direction::Run { .. } | Direction::Begin { .. } | Direction::Step { .. } | Direction::Back(_) => {
                    return None;
                }
            }
        }
        last
    }
}

impl Session {
    /// What must hold, in the order in which it was set.
    pub fn musts(&self) -> &[Must] {
        &self.musts
    }

    /// A promise from its text, about a table where it names none.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn promise(&self, text: &str, table: &str) -> Result<Promise, Unread> {
        Promise::read(text, table, &|table| self.key(table))
    }

    /// Whether the table of a promise is there at the cursor. To be asked before every order is searched: a promise about a
    /// table that never comes is always kept.
    ///
    /// # Errors
    /// That it is not there, with the tables that are.
    pub fn check_table(&self, promise: &Promise) -> Result<(), Unread> {
        let cluster = self.world().cluster();
        match promise.table() {
            Some(table) if cluster.table(table).is_none() => {
                let there = cluster.tables().map(|table| table.name.to_string()).collect();
                Err(Unread::Missing(table.to_owned(), there))
            }
            _ => Ok(()),
        }
    }

    /// Sets a promise, about a table where its text names none: a new one, or in the place of another, counted from 0. One
    /// that is set already only gets the name.
    ///
    /// # Errors
    /// What is wrong with the text; nothing is set then.
    pub fn set_must(&mut self, at: Option<usize>, name: &str, text: &str, table: &str) -> Result<(), Unread> {
        let promise = self.promise(text, table)?;
        let text = promise.text(&|table| self.key(table));
        let must = Must { name: name.trim().to_owned(), text };
        let same = self.musts.iter().position(|other| other.text == must.text);
        match same.or(at.filter(|at| *at < self.musts.len())) {
            Some(place) => self.musts[place] = must,
            None => self.musts.push(must),
        }
        if let (Some(at), Some(same)) = (at, same)
            && at != same
            && at < self.musts.len()
        {
            self.musts.remove(at);
        }
        Ok(())
    }

    /// Sets a promise as a line of a script says it: about the table of the step at the cursor, or the first, where it
    /// names none.
    ///
    /// # Errors
    /// What is wrong with it, with its line.
    pub fn must(&mut self, name: &str, text: &str, line: u32) -> Result<(), Refusal> {
        let first = || self.world().cluster().tables().next().map(|table| table.name.clone());
        let table = self.table_here().or_else(first).map(|table| table.to_string()).unwrap_or_default();
        let unreadable = |why| Refusal::ours(Field::Script, Objection::Unreadable(format!("Line {line}: {why}")));
        self.set_must(None, name, text, &table).map_err(unreadable)
    }

    /// Takes a promise away, counted from 0. An unknown one stays unknown.
    pub fn drop_must(&mut self, at: usize) {
        if at < self.musts.len() {
            self.musts.remove(at);
        }
    }

    /// What has to hold in every order that is searched from the cursor: the promises of the session, and then these, each with
    /// its name or its text. One that names no table is about `table`.
    ///
    /// # Errors
    /// What is wrong with a text, or that a table is not there.
    pub fn promises_with(&self, texts: &[String], table: &str) -> Result<Vec<(String, Promise)>, Unread> {
        let mut promises = self.named_promises();
        for text in texts {
            promises.push((text.clone(), self.promise(text, table)?));
        }
        promises.iter().try_for_each(|(_, promise)| self.check_table(promise))?;
        Ok(promises)
    }

    /// What must hold and can be read here, each with its name.
    pub fn promises(&self) -> Vec<(String, Promise)> {
        let read = |must: &Must| Some((must.name.clone(), self.promise(&must.text, "").ok()?));
        self.musts.iter().filter_map(read).collect()
    }

    /// As [`promises`](Self::promises); one without a name is named by its words.
    pub fn named_promises(&self) -> Vec<(String, Promise)> {
        let mut promises = self.promises();
        for (name, promise) in promises.iter_mut().filter(|(name, _)| name.is_empty()) {
            *name = promise.text(&|table| self.key(table));
        }
        promises
    }

    /// Promises about the table that is shown which a reader may want to set: in words, and as text. None that is set
    /// already.
    pub fn must_suggestions(&self, request: &ViewRequest) -> Vec<(String, String)> {
        let table = request.table.as_str();
        let named = || table.to_owned();
        let asked = (1..=self.log.len()).filter_map(|at| self.log.step(at).decision.as_ref());
        let together = asked.filter_map(together).find(|promise| promise.table() == Some(table));
        let rows = read::rows(self.world(), table).map_or(0, |rows| rows.len());
        let mut promises = vec![Promise::Acknowledged { table: named() }, Promise::Newest { table: named() }];
        promises.extend(together);
        promises.push(Promise::Rows { table: named(), count: rows });
        promises.push(Promise::AtMost { resource: Resource::Calls, most: 2, client: None });
        let keys = |table: &str, row: &[u8]| Printer::new(self.key(table), request.notation).key(row);
        let offer = |promise: Promise| (words::promise(&promise).print(&keys), promise.text(&|table| self.key(table)));
        let is_new = |(_, text): &(String, String)| self.musts.iter().all(|must| must.text != *text);
        promises.into_iter().map(offer).filter(is_new).collect()
    }

    /// A script for a real HBase with what must hold below its first line, as comments: without their signs, the lab reads
    /// them.
    pub(super) fn with_musts(&self, script: String) -> String {
        let Some((head, rest)) = script.split_once('\n') else { return script };
        let quoted = |text: &str| exchange::quoted(text.as_bytes());
        let lines = self.musts.iter().map(|must| match must.name.as_str() {
            "" => format!("# must {}\n", quoted(&must.text)),
            name => format!("# must {}, {}\n", quoted(name), quoted(&must.text)),
        });
        format!("{head}\n{}{rest}", lines.collect::<String>())
    }
}

/// The promise that the values a transaction puts become visible together.
fn together(decision: &Decision) -> Option<Promise> {
    let Decision::Submit(_, intent) = decision else { return None };
    let Intent::Transaction { table, mutations, .. } = &**intent else { return None };
    // Of a column that is put twice, the last value counts.
    let mut cells = Map::new();
    for mutation in mutations {
        if let RowMutation::Put(row, family, qualifier, value) = mutation {
            cells.insert((row.clone(), family.clone(), qualifier.clone()), value.clone());
        }
    }
    let cells: Vec<_> =
        cells.into_iter().map(|((row, family, qualifier), value)| (row, family, qualifier, value)).collect();
    (!cells.is_empty()).then(|| Promise::Together { table: table.clone(), cells })
}
