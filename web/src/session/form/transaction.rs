//! The form of mutations over several rows of one region.

use super::Fault;
use super::cell::{KeyText, column};
use splitpoint_lab::intent::{Intent, RowMutation};
use splitpoint_lab::notation::Encoding;

/// What one line of a transaction does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum MutationKind {
    /// Put a cell.
    #[default]
    Put,
    /// Delete the newest version of a column.
    Delete,
    /// Delete the row.
    DeleteRow,
}

impl MutationKind {
    /// All, with what each is called.
    pub const CHOICES: [(Self, &'static str); 3] =
        [(Self::Put, "Put"), (Self::Delete, "Delete"), (Self::DeleteRow, "Delete row")];
}

/// One line of a transaction.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct MutationText {
    /// What it does.
    pub kind: MutationKind,
    /// Row key, in the encoding of the form.
    pub row: String,
    /// `family:qualifier`.
    pub column: String,
    /// Text.
    pub value: String,
}

/// What must hold, or nothing is done.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ConditionText {
    /// Row key, in the encoding of the form.
    pub row: String,
    /// `family:qualifier`.
    pub column: String,
    /// Whether it must be absent; `value` is then not looked at.
    pub absent: bool,
    /// Text.
    pub value: String,
}

/// Transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TransactionForm {
    /// How row keys are typed.
    pub rows: Encoding,
    /// The row whose region gets the call; empty: that of the first mutation.
    pub routing: String,
    /// In order.
    pub mutations: Vec<MutationText>,
    /// All must hold.
    pub conditions: Vec<ConditionText>,
}

impl Default for TransactionForm {
    fn default() -> Self {
        Self {
            rows: Encoding::Text,
            routing: String::new(),
            mutations: vec![MutationText::default(), MutationText::default()],
            conditions: Vec::new(),
        }
    }
}

impl TransactionForm {
    pub(super) fn intent(&self, table: &str, faults: &mut Vec<Fault>) -> Intent {
        let row = |field: &str, text: &str, faults: &mut Vec<Fault>| {
            KeyText::new(self.rows.clone(), text).read(field, faults)
        };
        let value =
            |field: &str, text: &str, faults: &mut Vec<Fault>| KeyText::new(Encoding::Text, text).read(field, faults);
        let routing_row = row("routing", &self.routing, faults);
        let mut mutations = Vec::with_capacity(self.mutations.len());
        for (index, mutation) in self.mutations.iter().enumerate() {
            let place = format!("mutations.{index}");
            let row = row(&format!("{place}.row"), &mutation.row, faults);
            if mutation.kind == MutationKind::DeleteRow {
                mutations.push(RowMutation::DeleteRow(row));
                continue;
            }
            let (family, qualifier) = column(&format!("{place}.column"), &mutation.column, faults);
            mutations.push(if mutation.kind == MutationKind::Put {
                let value = value(&format!("{place}.value"), &mutation.value, faults);
                RowMutation::Put(row, family, qualifier, value)
            } else {
                RowMutation::Delete(row, family, qualifier)
            });
        }
        let mut conditions = Vec::with_capacity(self.conditions.len());
        for (index, condition) in self.conditions.iter().enumerate() {
            let place = format!("conditions.{index}");
            let row = row(&format!("{place}.row"), &condition.row, faults);
            let (family, qualifier) = column(&format!("{place}.column"), &condition.column, faults);
            let expected = (!condition.absent).then(|| value(&format!("{place}.value"), &condition.value, faults));
            conditions.push((row, family, qualifier, expected));
        }
        Intent::Transaction { table: table.to_owned(), routing_row, mutations, conditions }
    }
}
