//! What stands in the margin of a form: what split policies would do, what a read is in SQL, traps of row keys. Its code
//! stands beside that of the designer, and is brought when a form is first used that has something there.

use super::desk::Desk;
use super::document::Document;
use super::state::State;
use splitpoint_lab::form::{Entry, KeyText, Operation};
use splitpoint_lab::intent::{AdminIntent, Field, Intent};
use splitpoint_lab::notation::Encoding;
use splitpoint_lab::view::{PoliciesView, Prefix};

/// Places of policies in the list of the form that cut at a prefix of a length, and at one that ends with a delimiter.
const PREFIX: usize = 3;
const DELIMITED: usize = 4;

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

/// What split policies would do with the region that the form is about; `None` where it is about no split.
pub(super) fn policies(document: &Document, desk: &Desk) -> Option<PoliciesView> {
    let (open, request) = (&desk.form, &desk.map.request);
    if !matches!(open.operation, Operation::Split | Operation::Alter | Operation::Create) {
        return None;
    }
    let intent = open.forms.intent(open.operation, &request.table).ok();
    let row = match &intent {
        Some(Intent::Admin(AdminIntent::Split { region, at, .. })) => region.as_deref().or(at.as_deref()),
        _ => None,
    };
    document.lab.stage().policies(request, row, &prefix(desk))
}

/// What the form says of prefixes.
fn prefix(desk: &Desk) -> Prefix {
    let open = &desk.form;
    if open.operation == Operation::Split {
        return Prefix::default();
    }
    let sheet = open.forms.sheet(open.operation);
    let delimiter = sheet.text(Field::Delimiter).trim();
    Prefix {
        length: sheet.text(Field::PrefixLength).trim().parse().ok().filter(|length| *length > 0),
        delimiter: (!delimiter.is_empty()).then(|| delimiter.as_bytes().to_vec()),
        is_delimited: match sheet.choice(Field::Policy) {
            PREFIX => Some(false),
            DELIMITED => Some(true),
            _ => None,
        },
    }
}
