//! What would come of a form, said before it is sent: where a key would land, and what HBase would answer. The form is
//! validated as HBase's client and master would, then rehearsed on a copy of the world.
//!
//! A form warns, it does not forbid: a warning names the answer, and sending the form shows it.

mod admin;
mod place;
mod read;
mod rehearsal;
mod trap;
mod write;

pub use place::{Landing, hints, place};
pub use trap::traps;

use super::note::{Note, Weight};
use crate::intent::{AdminIntent, Field, Intent, Slot};
use crate::notation::{Encoding, short};
use crate::scenario::Start;
use crate::sim::world::World;
use crate::words::{Regions, advice, message};
use splitpoint_model::client::validate;
use splitpoint_model::cluster::Cluster;
use splitpoint_model::error::Error;
use splitpoint_model::region::Region;
use splitpoint_model::schema::TableDescriptor;
use std::sync::Arc;

/// Finds what there is to be warned of: [`warnings`], for who has that code only later.
pub type Warn = fn(&Start, &World, u8, &Intent) -> Vec<Note>;

/// Warnings of what HBase would answer, where that is an error or something unexpected.
pub fn warnings(start: &Start, world: &World, client: u8, intent: &Intent) -> Vec<Note> {
    // A script has no form: its answers stand in the console.
    if matches!(intent, Intent::Script { .. }) {
        return Vec::new();
    }
    let mut review = Review { start, world, cluster: world.cluster(), answered: false, notes: Vec::new() };
    if !review.table(intent) {
        return review.notes;
    }
    review.validate(intent);
    match intent {
        Intent::Insert { cells, .. } => review.insert(cells),
        Intent::Prepend { table, cells, blind, .. } => review.prepend(table, cells, *blind),
        Intent::Delete { cells, .. } => review.delete(cells),
        Intent::LastRow { table, method } => review.last_row(table, method),
        Intent::Pages(pages) => review.pages(pages),
        Intent::Transaction { table, routing_row, mutations, conditions } => {
            review.transaction(table, routing_row, mutations, conditions);
        }
        Intent::Admin(admin) => {
            review.admin(client, intent, admin);
            return review.notes;
        }
        Intent::LoseAnswer => return review.notes,
        Intent::Get { .. }
        | Intent::Batch { .. }
        | Intent::CheckAndPut { .. }
        | Intent::FirstRow { .. }
        | Intent::Repeat(_)
        | Intent::Script { .. } => {}
    }
    review.rehearse(client, intent);
    review.notes
}

/// An intent that is being checked, and the notes on it so far.
struct Review<'a> {
    start: &'a Start,
    world: &'a World,
    cluster: &'a Cluster,
    /// Whether a note already tells what HBase will answer, so that the form need not be rehearsed.
    answered: bool,
    notes: Vec<Note>,
}

impl Review<'_> {
    fn warn(&mut self, slot: impl Into<Slot>, sentence: impl Into<String>) {
        self.say(Some(slot.into()), sentence.into());
    }

    fn tell(&mut self, slot: impl Into<Slot>, sentence: impl Into<String>) {
        self.notes.push(Note { slot: Some(slot.into()), weight: Weight::Hint, sentence: sentence.into() });
    }

    fn say(&mut self, slot: Option<Slot>, sentence: String) {
        self.notes.push(Note { slot, weight: Weight::Warning, sentence });
    }

    /// Warns of an error that HBase answers: `why` first, if not empty, then the exception, then the advice `what`, or
    /// the usual advice for this error where that is empty.
    fn answer(&mut self, slot: impl Into<Slot>, why: &str, error: &Error, what: &str) {
        self.answered = true;
        let between = if why.is_empty() { "" } else { ": " };
        let advice = if what.is_empty() { advice(error) } else { what.to_owned() };
        self.warn(slot, format!("{why}{between}HBase answers {}. {advice}", exception(error)));
    }

    /// Tells, as a note, of an error that HBase answers because all is as the form wants it: so it is right after it was
    /// sent with success, and a warning would read as if that had failed.
    fn already(&mut self, slot: impl Into<Slot>, is: &str, error: &Error, what: &str) {
        self.answered = true;
        self.tell(slot, format!("{is}. Sent now, it would be refused: {}. {what}", exception(error)));
    }

    fn key(&self, table: &str) -> Encoding {
        self.start.key_in(self.cluster, table)
    }

    fn label(&self, region: &Region) -> String {
        self.world.label(region.id())
    }

    fn print(&self, table: &str, row: &[u8]) -> String {
        short(&self.key(table).to_text(row)).into_owned()
    }

    fn descriptor(&self, table: &str) -> Option<&Arc<TableDescriptor>> {
        self.cluster.table(table)
    }

    /// Whether the table exists and is enabled, so that more can be checked; warns where not.
    fn table(&mut self, intent: &Intent) -> bool {
        let Some(name) = intent.table() else { return true };
        if matches!(intent, Intent::Admin(AdminIntent::Create { .. })) {
            return true;
        }
        match self.cluster.check_enabled(&name.into()) {
            Err(error @ Error::TableNotFound { .. }) => {
                self.answer(Field::Table, &format!("There is no table “{name}”"), &error, "Create it first.");
                return false;
            }
            Err(error) if !matches!(intent, Intent::Admin(_)) => {
                self.answer(Field::Table, &format!("{name} is disabled"), &error, "Enable it first.");
            }
            _ => {}
        }
        true
    }

    /// Notes what HBase's client would refuse before it sends anything, at the field that is to blame.
    fn validate(&mut self, intent: &Intent) {
        let table = intent.table().unwrap_or_default();
        // A transaction may be sent to the region of any bytes, such as the beginning of a key.
        for (slot, row) in intent.rows().into_iter().filter(|(slot, _)| slot.field != Field::RoutingRow) {
            self.row(slot, table, row);
        }
        let puts = intent.values();
        for (slot, family) in intent.families() {
            let put = matches!(intent, Intent::Prepend { .. }) || puts.iter().any(|(put, _)| put.of == slot.of);
            self.family(slot, table, family, put);
        }
        for (slot, time) in intent.times() {
            if let (Some(time), Err(error)) = (time, validate::timestamp(time)) {
                self.answer(slot, &format!("{time} is negative"), &error, "");
            }
        }
        for (slot, bytes) in puts {
            if let Err(error) = validate::cell_size(bytes) {
                let what = "Store large objects elsewhere, their address here.";
                self.answer(slot, &format!("The cell has {bytes} bytes, more than a client sends"), &error, what);
            }
        }
        if let Intent::Get { versions, .. } = intent
            && let Err(error) = validate::versions(*versions)
        {
            self.answer(Field::Versions, "", &error, "Ask for 1 or more.");
        }
    }

    /// Looks at the key of a row that is read or written.
    fn row(&mut self, slot: Slot, table: &str, row: &[u8]) {
        let bytes = row.len();
        if let Err(error) = validate::row(row) {
            match bytes {
                0 => self.answer(slot, "A row key has at least one byte", &error, "Type a key."),
                _ => self.answer(slot, &format!("{bytes} bytes are too many for a row key"), &error, "Shorten it."),
            }
        } else if let Some(width) = self.key(table).width()
            && width != bytes
        {
            let what = format!(
                "Keys of {table} have {width} bytes, this one has {bytes}: HBase takes it for another key that stands \
                 elsewhere. Type it as {}.",
                self.key(table).label()
            );
            self.warn(slot, what);
        } else if let Some(number) = self.negative(table, row) {
            let what = format!(
                "{number} sorts after all numbers from 0 up, as its first bit is set: it stands at the end, not at the \
                 beginning."
            );
            self.warn(slot, what);
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

    /// Looks at the family of a column; `put`: of a cell that is put.
    fn family(&mut self, slot: Slot, table: &str, family: &str, put: bool) {
        let Some(descriptor) = self.descriptor(table) else { return };
        if let (true, Err(error)) = (put, validate::family(family.as_bytes())) {
            return self.answer(slot, "", &error, "Name a family before the colon.");
        }
        if let Err(error) = descriptor.check_family(&family.as_bytes().into()) {
            let names: Vec<String> = descriptor.families.keys().map(ToString::to_string).collect();
            let what = format!(
                "{table} has no family “{family}”: HBase answers {} and writes nothing. It has {}.",
                error.class(),
                names.join(", ")
            );
            self.warn(slot, what);
        }
    }
}

/// An exception with its message, where that is more than the name of the table.
fn exception(error: &Error) -> String {
    match error {
        Error::TableNotFound { .. }
        | Error::TableExists { .. }
        | Error::TableNotEnabled { .. }
        | Error::TableNotDisabled { .. } => error.class().to_owned(),
        error => format!("{} ({})", error.class(), message(error)),
    }
}

#[cfg(test)]
mod tests;
