//! The margin of a form: what split policies would do, a read in SQL, and traps of row keys. Its code is in the chunk
//! of the designer, and is loaded when a form is first used that has a margin.

use super::desk::Desk;
use super::document::Document;
use super::state::State;
use splitpoint_lab::form::{Entry, KeyText, Operation};
use splitpoint_lab::intent::{AdminIntent, Field, Intent};
use splitpoint_lab::notation::Encoding;
use splitpoint_lab::view::{PoliciesView, Prefix};

/// The places in the form's list of the policies that cut at a prefix of fixed length, and at one that ends with a
/// delimiter.
const PREFIX: usize = 3;
const DELIMITED: usize = 4;

impl State {
    /// Whether the open form has a margin whose code is not loaded. A row key has one only if it is typed as it is in
    /// the table: a number that is turned into bytes has no traps.
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

/// What split policies would do with the region of the form; `None` if the form is not about splits.
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

/// The prefix in the form.
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
