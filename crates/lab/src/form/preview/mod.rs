//! What would come of something before it is sent: where a key would land, and what HBase would answer to a form.
//!
//! A form warns, it does not forbid: every warning names the answer, and sending shows it.

mod admin;
mod place;
mod read;
mod rehearsal;
mod write;

pub use place::{Place, place};

use crate::intent::{AdminIntent, Intent};
use crate::notation::Encoding;
use crate::scenario::Start;
use crate::sim::world::World;
use crate::words::Regions;
use splitpoint_model::cluster::Cluster;
use splitpoint_model::error::MAX_ROW_LENGTH;
use splitpoint_model::region::Region;
use splitpoint_model::schema::TableDescriptor;
use std::sync::Arc;

/// What HBase will answer, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The field of the form: `table`, `row`, `check`, `start`, `stop`, `size`, `by`, `filter`, `columns`, `versions`,
    /// `key`, `blind`, `at`, `server`, `families`, `cells`, `mutations`; or one of a list, counted from 0:
    /// `cells.0.family` (`qualifier`, `time`, `value`), `mutations.2.row` (`family`, `value`), `conditions.1.row`.
    pub field: String,
    /// One or two sentences.
    pub sentence: String,
}

/// What HBase would answer to this, if anything is amiss.
pub fn warnings(start: &Start, world: &World, client: u8, intent: &Intent) -> Vec<Warning> {
    look(start, world, intent, |review| {
        match intent {
            Intent::Insert { table, row, cells } => review.insert(table, row, cells),
            Intent::Delete { table, row, cells } => review.delete(table, row, cells),
            Intent::Get { table, row, .. } => review.get(table, row, intent),
            Intent::Prepend { table, check, cells, blind, .. } => review.prepend(table, check, cells, *blind),
            Intent::LastRow { table, method } => review.last_row(table, method),
            Intent::Pages(pages) => review.pages(pages),
            Intent::Transaction { table, routing_row, mutations, conditions } => {
                review.transaction(table, routing_row, mutations, conditions);
            }
            Intent::Admin(admin) => review.admin(admin),
            // The console answers what is typed there.
            Intent::Script { .. } => return,
        }
        review.rehearse(client, intent);
    })
}

/// What can be said of an insert without trying it.
pub fn warnings_of_insert(start: &Start, world: &World, intent: &Intent) -> Vec<Warning> {
    look(start, world, intent, |review| {
        if let Intent::Insert { table, row, cells } = intent {
            review.insert(table, row, cells);
        }
    })
}

fn look(start: &Start, world: &World, intent: &Intent, each: impl FnOnce(&mut Review)) -> Vec<Warning> {
    let mut review = Review { start, world, cluster: world.cluster(), warnings: Vec::new() };
    if review.table(intent) {
        each(&mut review);
    }
    review.warnings
}

/// A form that is looked through.
struct Review<'a> {
    start: &'a Start,
    world: &'a World,
    cluster: &'a Cluster,
    warnings: Vec<Warning>,
}

impl Review<'_> {
    fn warn(&mut self, field: impl Into<String>, sentence: impl Into<String>) {
        self.warnings.push(Warning { field: field.into(), sentence: sentence.into() });
    }

    fn key(&self, table: &str) -> Encoding {
        self.start.key(table)
    }

    fn label(&self, region: &Region) -> String {
        self.world.label(region.id())
    }

    fn print(&self, table: &str, row: &[u8]) -> String {
        self.key(table).to_text(row)
    }

    fn descriptor(&self, table: &str) -> Option<&Arc<TableDescriptor>> {
        self.cluster.table(table)
    }

    /// Whether there is a table to say more about.
    fn table(&mut self, intent: &Intent) -> bool {
        let name = match intent {
            Intent::Insert { table, .. }
            | Intent::Delete { table, .. }
            | Intent::Get { table, .. }
            | Intent::Prepend { table, .. }
            | Intent::LastRow { table, .. }
            | Intent::Transaction { table, .. } => table,
            Intent::Pages(pages) => &pages.table,
            Intent::Admin(AdminIntent::Create { .. } | AdminIntent::Balance | AdminIntent::Crash(_))
            | Intent::Script { .. } => return true,
            Intent::Admin(
                AdminIntent::Drop(table)
                | AdminIntent::Flush(table, _)
                | AdminIntent::Compact(table, ..)
                | AdminIntent::Split { table, .. }
                | AdminIntent::Merge(table, ..)
                | AdminIntent::Move(table, _),
            ) => table,
        };
        if self.cluster.table(name).is_none() {
            let what = format!("There is no table “{name}”: HBase answers TableNotFoundException. Create it first.");
            self.warn("table", what);
            return false;
        }
        if !self.cluster.is_enabled(name) && !matches!(intent, Intent::Admin(_)) {
            let what = format!("{name} is disabled: HBase answers TableNotEnabledException. Enable it first.");
            self.warn("table", what);
        }
        true
    }

    /// Looks at the key of a row that is read or written.
    fn row(&mut self, field: &str, table: &str, row: &[u8]) {
        if row.is_empty() {
            let what = "A row key has at least one byte: HBase answers IllegalArgumentException (Row length is 0). \
                        Type a key.";
            self.warn(field, what);
        } else if row.len() > MAX_ROW_LENGTH {
            let what = format!(
                "{} bytes are too many for a row key: HBase answers IllegalArgumentException (Row length {} is > \
                 {MAX_ROW_LENGTH}). Shorten it.",
                row.len(),
                row.len()
            );
            self.warn(field, what);
        } else if let Some(width) = self.key(table).width()
            && width != row.len()
        {
            let what = format!(
                "Keys of {table} have {width} bytes, this one has {}: HBase takes it for another key that stands \
                 elsewhere. Type it as {}.",
                row.len(),
                self.key(table).label()
            );
            self.warn(field, what);
        } else if let Some(number) = self.negative(table, row) {
            let what = format!(
                "{number} sorts after every other number, as its first bit is set: it becomes the last row, not the \
                 first."
            );
            self.warn(field, what);
        }
    }

    fn negative(&self, table: &str, row: &[u8]) -> Option<i64> {
        let number = match self.key(table) {
            Encoding::Long => splitpoint_model::bytes::to_long(row)?,
            Encoding::Int => splitpoint_model::bytes::to_int(row)?.into(),
            _ => return None,
        };
        (number < 0).then_some(number)
    }

    /// Looks at the family of a column.
    fn family(&mut self, field: &str, table: &str, family: &str) {
        let Some(descriptor) = self.descriptor(table) else { return };
        if descriptor.families.keys().any(|name| **name == *family.as_bytes()) {
            return;
        }
        let names: Vec<String> = descriptor.families.keys().map(ToString::to_string).collect();
        let what = format!(
            "{table} has no family “{family}”: HBase answers NoSuchColumnFamilyException and writes nothing. It has {}.",
            names.join(", ")
        );
        self.warn(field, what);
    }
}

#[cfg(test)]
mod tests;
