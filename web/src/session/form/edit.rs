//! A change of one field of a form. A field has the name under which notes are written at it.

use super::admin::{AdminForm, CreateForm, FamilyText};
use super::cell::{CellText, KeyText};
use super::pages::PagesForm;
use super::read::{GetForm, LastRowForm, LastRowWay};
use super::transaction::{ConditionText, MutationKind, MutationText, TransactionForm};
use super::write::{DeleteForm, DeleteScope, InsertForm, PrependForm};
use super::{Forms, Verb};
use splitpoint_lab::intent::{Paging, Raw};
use splitpoint_lab::notation::Encoding;

/// What was done to a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Typed: all that stands there now.
    Text(String),
    /// One of a list was chosen, counted from 0.
    Choice(usize),
    /// A box was ticked, or no longer.
    On(bool),
    /// Bytes are typed in another way.
    Encoding(Encoding),
    /// A region was chosen, by its start key; `None` is all of them.
    Region(Option<Raw>),
    /// A list gets one more.
    More,
    /// A list loses this one.
    Less(usize),
}

impl Forms {
    pub(super) fn edit(&mut self, verb: Verb, field: &str, change: Change) {
        match verb {
            Verb::Insert => self.insert.edit(field, change),
            Verb::Prepend => self.prepend.edit(field, change),
            Verb::Pages => self.pages.edit(field, change),
            Verb::Transaction => self.transaction.edit(field, change),
            Verb::Get => self.get.edit(field, change),
            Verb::LastRow => self.last_row.edit(field, change),
            Verb::Delete => self.delete.edit(field, change),
            Verb::Create => self.create.edit(field, change),
            Verb::Admin(_) => self.admin.edit(field, change),
        }
    }
}

/// `cells.1.value` as `cells`, 1 and `value`.
fn item(field: &str) -> Option<(&str, usize, &str)> {
    let (list, rest) = field.split_once('.')?;
    let (index, name) = rest.split_once('.')?;
    Some((list, index.parse().ok()?, name))
}

/// Takes one more of what stands by default, or leaves one out.
fn lengthen<T>(list: &mut Vec<T>, change: &Change, more: impl FnOnce() -> T) {
    match change {
        Change::More => list.push(more()),
        Change::Less(index) if *index < list.len() => drop(list.remove(*index)),
        _ => {}
    }
}

impl KeyText {
    fn edit(&mut self, change: Change) {
        match change {
            Change::Text(text) => self.text = text,
            Change::Encoding(encoding) => *self = self.in_encoding(encoding),
            _ => {}
        }
    }
}

/// The cells of a row; values are all typed in the same way.
fn edit_cells(cells: &mut Vec<CellText>, field: &str, change: Change) {
    if field == "cells" {
        if let Change::Encoding(encoding) = &change {
            cells.iter_mut().for_each(|cell| cell.value = cell.value.in_encoding(encoding.clone()));
        }
        return lengthen(cells, &change, CellText::default);
    }
    let Some(("cells", index, name)) = item(field) else { return };
    let (Some(cell), Change::Text(text)) = (cells.get_mut(index), change) else { return };
    match name {
        "column" => cell.column = text,
        "value" => cell.value.text = text,
        "time" => cell.time = text,
        _ => {}
    }
}

impl InsertForm {
    pub(super) fn edit(&mut self, field: &str, change: Change) {
        match (field, change) {
            ("row", change) => self.row.edit(change),
            ("times", Change::On(on)) => self.times = on,
            (field, change) => edit_cells(&mut self.cells, field, change),
        }
    }
}

impl PrependForm {
    fn edit(&mut self, field: &str, change: Change) {
        match (field, change) {
            ("check", Change::Text(text)) => self.check = text,
            ("highest", Change::Text(text)) => self.highest = text,
            ("blind", Change::On(on)) => self.blind = on,
            (field, change) => edit_cells(&mut self.cells, field, change),
        }
    }
}

impl DeleteForm {
    fn edit(&mut self, field: &str, change: Change) {
        match (field, change) {
            ("row", change) => self.row.edit(change),
            ("scope", Change::Choice(at)) => {
                self.scope = DeleteScope::CHOICES.get(at).map(|(scope, _)| *scope).unwrap_or_default();
            }
            ("column", Change::Text(text)) => self.column = text,
            ("time", Change::Text(text)) => self.time = text,
            _ => {}
        }
    }
}

impl GetForm {
    fn edit(&mut self, field: &str, change: Change) {
        match (field, change) {
            ("row", change) => self.row.edit(change),
            ("versions", Change::Text(text)) => self.versions = text,
            _ => {}
        }
    }
}

impl LastRowForm {
    fn edit(&mut self, field: &str, change: Change) {
        match (field, change) {
            ("way", Change::Choice(at)) => {
                self.way = LastRowWay::CHOICES.get(at).map(|(way, _)| *way).unwrap_or_default();
            }
            ("key", change) => self.key.edit(change),
            ("width", Change::Text(text)) => self.width = text,
            _ => {}
        }
    }
}

impl PagesForm {
    fn edit(&mut self, field: &str, change: Change) {
        match (field, change) {
            ("start", change) => self.start.edit(change),
            ("stop", change) => self.stop.edit(change),
            ("from", change) => self.from.edit(change),
            ("to", change) => self.to.edit(change),
            ("by", Change::Choice(at)) => self.by = Self::WAYS.get(at).map_or(Paging::Cursor, |(by, _)| *by),
            ("reversed", Change::On(on)) => self.reversed = on,
            (field, Change::Text(text)) => match field {
                "size" => self.size = text,
                "pages" => self.pages = text,
                "batch" => self.batch = text,
                "caching" => self.caching = text,
                "filter" => self.filter = text,
                _ => {}
            },
            _ => {}
        }
    }
}

impl TransactionForm {
    fn edit(&mut self, field: &str, change: Change) {
        match (field, change) {
            ("rows", Change::Encoding(encoding)) => self.type_rows(encoding),
            ("routing", Change::Text(text)) => self.routing = text,
            ("mutations", change) => lengthen(&mut self.mutations, &change, MutationText::default),
            ("conditions", change) => {
                let absent = || ConditionText { absent: true, ..ConditionText::default() };
                lengthen(&mut self.conditions, &change, absent);
            }
            (field, change) => self.edit_item(field, change),
        }
    }

    fn edit_item(&mut self, field: &str, change: Change) {
        let Some((list, index, name)) = item(field) else { return };
        let slot = match (list, self.mutations.get_mut(index), self.conditions.get_mut(index)) {
            ("mutations", Some(mutation), _) => match (name, &change) {
                ("row", _) => &mut mutation.row,
                ("column", _) => &mut mutation.column,
                ("value", _) => &mut mutation.value,
                ("kind", Change::Choice(at)) => {
                    mutation.kind = MutationKind::CHOICES.get(*at).map(|(kind, _)| *kind).unwrap_or_default();
                    return;
                }
                _ => return,
            },
            ("conditions", _, Some(condition)) => match (name, &change) {
                ("row", _) => &mut condition.row,
                ("column", _) => &mut condition.column,
                ("value", _) => &mut condition.value,
                ("asks", Change::Choice(at)) => {
                    condition.absent = *at == 0;
                    return;
                }
                _ => return,
            },
            _ => return,
        };
        if let Change::Text(text) = change {
            *slot = text;
        }
    }

    /// All row keys are typed in the same way.
    fn type_rows(&mut self, encoding: Encoding) {
        let from = std::mem::replace(&mut self.rows, encoding.clone());
        let again = |text: &mut String| *text = KeyText::new(from.clone(), text).in_encoding(encoding.clone()).text;
        again(&mut self.routing);
        self.mutations.iter_mut().for_each(|mutation| again(&mut mutation.row));
        self.conditions.iter_mut().for_each(|condition| again(&mut condition.row));
    }
}

impl CreateForm {
    fn edit(&mut self, field: &str, change: Change) {
        match (field, change) {
            ("table", Change::Text(text)) => self.name = text,
            ("policy", Change::Choice(at)) => self.policy = at,
            ("MAX_FILESIZE", Change::Text(text)) => self.max_file_size = text,
            ("keys", Change::Encoding(encoding)) => self.keys = encoding,
            ("splits", Change::Text(text)) => self.splits = text,
            ("families", change) => lengthen(&mut self.families, &change, || FamilyText::new("")),
            (field, Change::Text(text)) => match item(field) {
                Some(("families", index, name)) => {
                    if let Some(family) = self.families.get_mut(index) {
                        family.edit(name, text);
                    }
                }
                // The one attribute that the policy needs stands under HBase's name for it.
                _ => self.prefix = text,
            },
            _ => {}
        }
    }
}

impl FamilyText {
    fn edit(&mut self, name: &str, text: String) {
        match name {
            "name" => self.name = text,
            "versions" => self.versions = text,
            "block_size" => self.block_size = text,
            _ => {}
        }
    }
}

impl AdminForm {
    fn edit(&mut self, field: &str, change: Change) {
        match (field, change) {
            ("here", Change::Choice(at)) => self.here = at == 1,
            ("at", change) => self.key.edit(change),
            ("major", Change::On(on)) => self.major = on,
            ("server", Change::Choice(at)) => self.server = at.to_string(),
            ("region", Change::Region(key)) => self.region = key,
            ("other", Change::Region(key)) => self.other = key,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Change {
        Change::Text(text.to_owned())
    }

    #[test]
    fn every_list_of_a_form_grows_and_shrinks_and_its_items_can_be_typed() {
        for (verb, list, name) in [
            (Verb::Insert, "cells", "column"),
            (Verb::Prepend, "cells", "value"),
            (Verb::Transaction, "mutations", "row"),
            (Verb::Transaction, "conditions", "column"),
            (Verb::Create, "families", "versions"),
        ] {
            let mut forms = Forms::default();
            forms.edit(verb, list, Change::More);
            let more = forms.clone();
            forms.edit(verb, &format!("{list}.0.{name}"), text("typed"));
            assert_ne!(forms, more, "{verb:?} {list}");
            forms.edit(verb, &format!("{list}.9.{name}"), text("nowhere"));
            forms.edit(verb, list, Change::Less(9));
            forms.edit(verb, list, Change::Less(0));
            assert!(!format!("{forms:?}").contains("typed"), "{verb:?} {list}");
        }
    }

    #[test]
    fn keys_of_a_transaction_stay_the_same_bytes_in_another_encoding() {
        let mut forms = Forms::default();
        forms.edit(Verb::Transaction, "mutations.0.row", text("00000007"));
        forms.edit(Verb::Transaction, "rows", Change::Encoding(Encoding::Long));
        assert_eq!(forms.transaction.mutations[0].row, i64::from_be_bytes(*b"00000007").to_string());
        assert_eq!(forms.transaction.rows, Encoding::Long);
    }

    #[test]
    fn what_a_policy_needs_is_typed_under_its_own_name() {
        let mut forms = Forms::default();
        forms.edit(Verb::Create, "policy", Change::Choice(3));
        let needs = CreateForm::POLICIES[3].needs.map_or("", |(attribute, _)| attribute);
        forms.edit(Verb::Create, needs, text("3"));
        assert_eq!(forms.create.prefix, "3");
    }
}
