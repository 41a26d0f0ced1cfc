//! What stands in the margin of a form: what split policies would do, what a read is in SQL, traps of row keys. Its code
//! stands beside that of the designer, and is brought when a form is first used that has something there.

use super::state::State;
use splitpoint_lab::form::{Entry, KeyText, Operation};
use splitpoint_lab::intent::Field;
use splitpoint_lab::notation::Encoding;

impl State {
    /// Whether the form that is shown has something in its margin, and the code for that is not there yet. Of a row key only
    /// where it is typed as it stands in the table: a number that is turned into bytes steps into no trap.
    pub(super) fn lacks_margin(&self) -> bool {
        let open = &self.desk.form;
        let is_typed = || {
            matches!(
                open.forms.sheet(open.operation).entry(Field::Row.into()),
                Some(Entry::Bytes(KeyText { encoding: Encoding::Text | Encoding::Hex, text })) if !text.is_empty()
            )
        };
        self.chrome.chunks.design.is_none()
            && match open.operation {
                Operation::Pages
                | Operation::Get
                | Operation::LastRow
                | Operation::Split
                | Operation::Alter
                | Operation::Create => true,
                Operation::Insert | Operation::Delete => is_typed(),
                _ => false,
            }
    }
}
