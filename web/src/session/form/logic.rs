//! What is done with forms. The page begins with one form; the others stand in a chunk, and are called by way of a
//! table only.

use super::edit::Change;
use super::{Fault, Forms, Verb};
use splitpoint_lab::form::preview::{self, Warning};
use splitpoint_lab::intent::Intent;
use splitpoint_lab::scenario::TableStart;
use splitpoint_lab::session::Session;
use splitpoint_lab::words::command;

/// What is done with forms.
#[derive(Debug)]
pub struct Logic {
    /// Fills forms with what the start of a table suggests.
    pub fill: fn(&mut Forms, &TableStart),
    /// Changes a field of the form of this verb. A field that the form has not, or a change that the field cannot
    /// take, changes nothing.
    pub edit: fn(&mut Forms, Verb, &str, Change),
    read: fn(&Forms, Verb, &str, &mut Vec<Fault>) -> Option<Intent>,
    /// What HBase would answer.
    pub warnings: fn(&Session, u8, &Intent) -> Vec<Warning>,
    /// The commands of the shell that would do the same.
    pub command: fn(&Session, u8, &Intent) -> String,
}

/// The form with which a page begins: [`Verb::Insert`]. It does nothing with others.
pub static FIRST: Logic = Logic {
    fill: |forms, table| forms.insert.fill(table),
    edit: |forms, verb, field, change| {
        if verb == Verb::Insert {
            forms.insert.edit(field, change);
        }
    },
    read: |forms, verb, table, faults| (verb == Verb::Insert).then(|| forms.insert.intent(table, faults)),
    warnings: |lab, _, intent| preview::warnings_of_insert(lab.start(), lab.world(), intent),
    command: |_, _, _| String::new(),
};

/// All forms.
pub static ALL: Logic = Logic {
    fill: Forms::fill_all,
    edit: Forms::edit,
    read: |forms, verb, table, faults| Some(forms.read(verb, table, faults)),
    warnings: |lab, client, intent| preview::warnings(lab.start(), lab.world(), client, intent),
    command: |lab, client, intent| command::of(lab.world(), client, intent),
};

impl Logic {
    /// What the form of this verb asks for, on this table. `None` of a form that is not there yet.
    ///
    /// # Errors
    /// The fields that cannot be read.
    pub fn intent(&self, forms: &Forms, verb: Verb, table: &str) -> Option<Result<Intent, Vec<Fault>>> {
        let mut faults = Vec::new();
        let intent = (self.read)(forms, verb, table, &mut faults)?;
        Some(if faults.is_empty() { Ok(intent) } else { Err(faults) })
    }
}

impl Forms {
    fn read(&self, verb: Verb, table: &str, faults: &mut Vec<Fault>) -> Intent {
        match verb {
            Verb::Insert => self.insert.intent(table, faults),
            Verb::Prepend => self.prepend.intent(table, faults),
            Verb::Pages => self.pages.intent(table, faults),
            Verb::Transaction => self.transaction.intent(table, faults),
            Verb::Get => self.get.intent(table, faults),
            Verb::LastRow => self.last_row.intent(table, faults),
            Verb::Delete => self.delete.intent(table, faults),
            Verb::Create => self.create.intent(faults),
            Verb::Admin(chore) => self.admin.intent(chore, table, faults),
        }
    }
}
