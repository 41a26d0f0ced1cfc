//! What stands in the forms, as it was typed, and the intent it amounts to.
//!
//! A form never forbids: whatever can be written as bytes becomes an intent, and HBase answers. Only what is not
//! bytes at all, such as letters in a number, is a [`Fault`].

mod admin;
mod cell;
mod edit;
mod fill;
mod logic;
mod pages;
mod read;
mod transaction;
mod write;

pub use admin::{AdminForm, Chore, CreateForm, FamilyText, Policy};
pub use cell::{CellText, KeyText};
pub use edit::Change;
pub use logic::{ALL, FIRST, Logic};
pub use pages::PagesForm;
pub use read::{GetForm, LastRowForm, LastRowWay};
pub use transaction::{ConditionText, MutationKind, MutationText, TransactionForm};
pub use write::{DeleteForm, DeleteScope, InsertForm, PrependForm};

use splitpoint_lab::scenario::TableStart;

/// A field that cannot be read, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Which field, such as `row` or `cells.1.value`.
    pub field: String,
    /// One sentence.
    pub sentence: String,
}

/// What can be done with a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Verb {
    /// Put a row.
    #[default]
    Insert,
    /// Put a row before the first.
    Prepend,
    /// Read page by page.
    Pages,
    /// Change several rows, or none.
    Transaction,
    /// Read a row.
    Get,
    /// Find the last row.
    LastRow,
    /// Write delete markers.
    Delete,
    /// Create a table.
    Create,
    /// Look after regions and servers.
    Admin(Chore),
}

impl Verb {
    /// What its button says.
    pub fn label(self) -> &'static str {
        match self {
            Self::Insert => "Insert",
            Self::Prepend => "Prepend",
            Self::Pages => "Scan pages",
            Self::Transaction => "Transaction",
            Self::Get => "Get",
            Self::LastRow => "Last row",
            Self::Delete => "Delete",
            Self::Create => "Create table",
            Self::Admin(chore) => chore.label(),
        }
    }

    /// What it does, in a sentence or two.
    pub fn about(self) -> &'static str {
        match self {
            Self::Insert => "Puts the cells of one row: all of them or none. A cell that is there gets a new version.",
            Self::Prepend => {
                "Reads the first key, subtracts one and writes there only if nothing stands there yet; \
                 if something does, subtracts again."
            }
            Self::Pages => "Reads rows in key order, page by page. HBase has no OFFSET: the cursor is the last key.",
            Self::Transaction => {
                "Puts and deletes over several rows: all of them, or none. Every row must live in one region."
            }
            Self::Get => "Reads one row: one call to the one region that holds its key.",
            Self::LastRow => "A table has no direct access to its last row. Four ways to find it, and what each costs.",
            Self::Delete => "Writes a marker that hides cells. They stay until a major compaction.",
            Self::Create => {
                "A table is its column families, its split policy, and the keys at which it is cut at first."
            }
            Self::Admin(chore) => chore.about(),
        }
    }

    /// Whether its form is filled with something for this table. [`Verb::Insert`] is at home with every table.
    pub fn suits(self, table: &TableStart) -> bool {
        let forms = &table.forms;
        let suggested = match self {
            Self::Insert => return true,
            Self::Prepend => &forms.prepend,
            Self::Pages => &forms.pages,
            Self::Transaction => &forms.transaction,
            Self::Get => &forms.get,
            Self::LastRow => &forms.last_row,
            Self::Delete => &forms.delete,
            Self::Create | Self::Admin(_) => &None,
        };
        suggested.is_some()
    }

    /// Whether an administrator asks for it, not a client.
    pub fn is_admin(self) -> bool {
        matches!(self, Self::Create | Self::Admin(_))
    }
}

/// All forms; each keeps what was typed while another is used.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Forms {
    /// Insert.
    pub insert: InsertForm,
    /// Prepend.
    pub prepend: PrependForm,
    /// Scan pages.
    pub pages: PagesForm,
    /// Transaction.
    pub transaction: TransactionForm,
    /// Get.
    pub get: GetForm,
    /// Last row.
    pub last_row: LastRowForm,
    /// Delete.
    pub delete: DeleteForm,
    /// Create table.
    pub create: CreateForm,
    /// Everything else about tables.
    pub admin: AdminForm,
}

/// Reads a whole number, or notes a fault and goes on with zero.
fn number(field: &str, typed: &str, faults: &mut Vec<Fault>) -> u32 {
    typed.trim().parse().unwrap_or_else(|_| {
        let sentence = format!("“{}” is not a whole number from 0 to {}.", typed.trim(), u32::MAX);
        faults.push(Fault { field: field.to_owned(), sentence });
        0
    })
}

/// As [`number`], where nothing typed means zero.
fn number_or_none(field: &str, typed: &str, faults: &mut Vec<Fault>) -> u32 {
    if typed.trim().is_empty() { 0 } else { number(field, typed, faults) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use splitpoint_lab::intent::Intent;
    use splitpoint_lab::notation::Encoding;

    #[test]
    fn a_form_becomes_an_intent_even_if_hbase_will_refuse_it() {
        let mut forms = Forms::default();
        forms.insert.row = KeyText::new(Encoding::Long, "");
        forms.insert.cells = vec![CellText::new("nofamily", "x")];
        let intent = FIRST.intent(&forms, Verb::Insert, "comments").expect("a form to begin with");
        let expected = Intent::Insert {
            table: "comments".into(),
            row: vec![],
            cells: vec![("nofamily".into(), vec![], None, b"x".to_vec())],
        };
        assert_eq!(intent, Ok(expected));
    }

    #[test]
    fn what_is_not_bytes_is_a_fault_at_its_field() {
        let mut forms = Forms::default();
        forms.insert.row = KeyText::new(Encoding::Long, "nineteen");
        let faults = ALL.intent(&forms, Verb::Insert, "comments").expect("a form");
        let faults = faults.expect_err("letters are no number");
        assert_eq!(faults.len(), 1);
        assert_eq!(faults[0].field, "row");
    }
}
