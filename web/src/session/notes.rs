//! What is said at the fields of a form: what cannot be read, what HBase will answer, where a key would land.

use super::form::{Fault, Forms, LastRowWay, Verb};
use super::state::row_text;
use splitpoint_lab::form::preview::Place;
use splitpoint_lab::intent::{AdminIntent, Intent, RowMutation};

/// How to take a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// Good to know.
    Hint,
    /// HBase will answer with an error, or with something unexpected.
    Warning,
    /// It cannot be sent, or was refused.
    Fault,
}

/// Something said at a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The field.
    pub field: String,
    /// How to take it.
    pub weight: Weight,
    /// One or two sentences.
    pub sentence: String,
}

impl Note {
    /// A note of this weight.
    pub fn new(field: &str, weight: Weight, sentence: String) -> Self {
        Self { field: field.to_owned(), weight, sentence }
    }
}

impl From<Fault> for Note {
    fn from(fault: Fault) -> Self {
        Self { field: fault.field, weight: Weight::Fault, sentence: fault.sentence }
    }
}

/// The fields of a form that hold a row key, with the key, as far as they can be read.
pub fn keys(intent: &Intent) -> Vec<(String, &[u8])> {
    fn one<'a>(field: &str, row: &'a [u8]) -> Vec<(String, &'a [u8])> {
        vec![(field.to_owned(), row)]
    }
    match intent {
        Intent::Insert { row, .. } | Intent::Delete { row, .. } | Intent::Get { row, .. } => one("row", row),
        Intent::Pages(pages) if !pages.start.is_empty() => one("start", &pages.start),
        Intent::Transaction { routing_row, mutations, .. } => {
            let rows = mutations.iter().map(RowMutation::row).enumerate();
            let mut keys: Vec<(String, &[u8])> =
                rows.map(|(index, row)| (format!("mutations.{index}.row"), row)).collect();
            keys.push(("routing".to_owned(), routing_row));
            keys.retain(|(_, row)| !row.is_empty());
            keys
        }
        Intent::Admin(AdminIntent::Split { at: Some(at), .. }) => one("at", at),
        _ => Vec::new(),
    }
}

/// The region a key would land in, and its server.
pub fn home(place: &Place) -> String {
    format!("{} on server {}", place.region, place.server)
}

/// Where a key would land, in words.
pub fn placed(place: &Place) -> String {
    let Place { after, before, exists, .. } = place;
    let home = home(place);
    let row = |fields: &Option<Vec<_>>| fields.as_deref().map(row_text);
    match (exists, row(after), row(before)) {
        (true, ..) => format!("{home}: there are cells of this row."),
        (false, Some(after), Some(before)) => format!("{home}, between {after} and {before}."),
        (false, Some(after), None) => format!("{home}, after {after}: the last row."),
        (false, None, Some(before)) => format!("{home}, before {before}: the first row."),
        (false, None, None) => format!("{home}: the first row of all."),
    }
}

/// The field of the form that shows what the lab says about a part of an intent.
pub fn shown_at(forms: &Forms, verb: Verb, part: &str) -> String {
    let (group, last) = part.rsplit_once('.').unwrap_or(("", part));
    match (verb, group, last) {
        // A form for deletes has one column and one time.
        (Verb::Delete, _, "family" | "qualifier") => "column".to_owned(),
        (Verb::Delete, "cells.0", "time") => "time".to_owned(),
        (Verb::LastRow, "", "key") if forms.last_row.way == LastRowWay::Bisection => "width".to_owned(),
        (Verb::Pages, "", "columns") => "to".to_owned(),
        (Verb::Admin(_), "", "row") => "region".to_owned(),
        // Family and qualifier are typed as one.
        (_, group, "family" | "qualifier") if !group.is_empty() => format!("{group}.column"),
        _ => part.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(after: Option<&str>, before: Option<&str>) -> Place {
        let row = |text: &str| vec![splitpoint_lab::view::KeyField { name: String::new(), text: text.to_owned() }];
        Place {
            region: "r1".into(),
            range: "[−∞, 20)".into(),
            server: "S1".to_owned(),
            after: after.map(row),
            before: before.map(row),
            line: 0,
            exists: false,
        }
    }

    #[test]
    fn a_place_is_told_by_its_neighbours() {
        assert_eq!(placed(&place(Some("18"), Some("20"))), "r1 on server S1, between 18 and 20.");
        assert_eq!(placed(&place(None, Some("17"))), "r1 on server S1, before 17: the first row.");
        assert_eq!(placed(&place(None, None)), "r1 on server S1: the first row of all.");
    }
}
