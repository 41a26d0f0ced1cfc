//! What stands in a form as text, field by field, so that it can be kept while nothing is sent.

use super::Operation;
use super::sheet::{Change, Entry, Forms, KeyText, Sheet};
use crate::intent::Slot;
use crate::notation::Encoding;

/// The encodings that are written by their number. Any other is that which the start suggests.
const ENCODINGS: [Encoding; 5] = [Encoding::Text, Encoding::Int, Encoding::Long, Encoding::ReversedTime, Encoding::Hex];

/// What parts an encoding from the text that is typed in it.
const PART: char = ' ';

impl Sheet {
    /// All fields with what stands in them; a list comes before its items.
    fn slots(&self) -> Vec<(Slot, &Entry)> {
        let mut slots = Vec::new();
        for (field, entry) in self.fields() {
            slots.push((field.into(), entry));
            for (index, item) in self.items(field).iter().enumerate() {
                slots.extend(item.fields().map(|(inner, entry)| (field.item(index, inner), entry)));
            }
        }
        slots
    }
}

impl Forms {
    /// What stands in the form of an operation: the name of each field, and what it has, in the order in which
    /// [`Forms::read`] takes them.
    pub fn write(&self, operation: Operation) -> Vec<(String, String)> {
        let slots = self.sheet(operation).slots().into_iter();
        slots.filter_map(|(slot, entry)| Some((slot.to_string(), written(entry)?))).collect()
    }

    /// Takes what [`Forms::write`] wrote of a field. What the form has no field for changes nothing.
    pub fn read(&mut self, operation: Operation, name: &str, text: &str) {
        let sheet = self.sheet(operation);
        let Some((slot, entry)) = sheet.slots().into_iter().find(|(slot, _)| slot.to_string() == name) else { return };
        for change in changes(entry, text) {
            self.edit(operation, slot, change);
        }
    }
}

/// `None` of what is not kept: a region, which may not be there any more.
fn written(entry: &Entry) -> Option<String> {
    let number = |encoding: &Encoding| {
        ENCODINGS.iter().position(|known| known == encoding).map(|at| at.to_string()).unwrap_or_default()
    };
    Some(match entry {
        Entry::Text(text) => text.clone(),
        Entry::Bytes(KeyText { encoding, text }) => format!("{}{PART}{text}", number(encoding)),
        Entry::Encoding(encoding) => number(encoding),
        Entry::Choice(at) => at.to_string(),
        Entry::On(on) => u8::from(*on).to_string(),
        Entry::List(items) => items.len().to_string(),
        Entry::Region(_) => return None,
    })
}

/// What has to be done to a field so that it is as it was written.
fn changes(entry: &Entry, text: &str) -> Vec<Change> {
    let encoding = |number: &str| number.parse().ok().and_then(|at: usize| ENCODINGS.get(at).cloned());
    match entry {
        Entry::Text(_) => vec![Change::Text(text.to_owned())],
        Entry::Bytes(_) => {
            let Some((number, text)) = text.split_once(PART) else { return Vec::new() };
            // Bytes are written anew in another encoding, so that comes first.
            let change = encoding(number).map(Change::Encoding);
            change.into_iter().chain([Change::Text(text.to_owned())]).collect()
        }
        Entry::Encoding(_) => encoding(text).map(Change::Encoding).into_iter().collect(),
        Entry::Choice(_) => text.parse().ok().map(Change::Choice).into_iter().collect(),
        Entry::On(_) => vec![Change::On(text == "1")],
        Entry::List(items) => {
            let wanted = text.parse().unwrap_or(items.len()).min(LONGEST);
            let more = wanted.saturating_sub(items.len());
            let less = items.len().saturating_sub(wanted);
            let more = std::iter::repeat_n(Change::More, more);
            more.chain(std::iter::repeat_n(Change::Less(wanted), less)).collect()
        }
        Entry::Region(_) => Vec::new(),
    }
}

/// Items of a list that are taken, at most.
const LONGEST: usize = 1_000;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intent::Field;
    use crate::scenario;

    #[test]
    fn every_form_is_read_as_it_was_written() {
        for start in scenario::starts() {
            let table = start.tables.first();
            for operation in Operation::all() {
                let mut forms = Forms::of(table);
                forms.edit(operation, Field::Cells.into(), Change::More);
                forms.edit(operation, Field::Cells.item(1, Field::Value), Change::Text("two\nlines".into()));
                forms.edit(operation, Field::Row.into(), Change::Encoding(Encoding::Hex));
                forms.edit(operation, Field::Row.into(), Change::Text("0a0b".into()));
                forms.edit(operation, Field::Table.into(), Change::Text("mine".into()));
                let written = forms.write(operation);
                let mut again = Forms::of(table);
                for (name, text) in &written {
                    again.read(operation, name, text);
                }
                assert_eq!(again.sheet(operation), forms.sheet(operation), "{}", operation.label());
            }
        }
    }

    #[test]
    fn nonsense_changes_nothing() {
        let forms = Forms::of(None);
        let mut again = forms.clone();
        for operation in Operation::all() {
            for (name, text) in
                [("nobody", "1"), ("cells", "x"), ("row", "9"), ("cells.700.value", "x"), ("server", "-1")]
            {
                again.read(operation, name, text);
            }
        }
        assert_eq!(again, forms);
    }
}
