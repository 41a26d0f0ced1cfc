//! The values of the fields of forms, as they were typed or chosen.

use super::description::{Initial, Input, Kind, List, Part, When};
use super::{Late, Note, Operation};
use crate::intent::{Field, Intent, Raw, Slot};
use crate::notation::{Encoding, to_string_binary};
use crate::scenario::{Start, TableStart};
use crate::sim::world::{NAMES, World};

/// Text, and how it is turned into bytes.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct KeyText {
    /// How the text is turned into bytes.
    pub encoding: Encoding,
    /// What was typed.
    pub text: String,
}

impl KeyText {
    /// The bytes as HBase prints them; `None` where the text cannot be read as bytes, or is empty.
    pub fn binary(&self) -> Option<String> {
        let raw = self.encoding.encode(&self.text).ok().filter(|raw| !raw.is_empty())?;
        Some(to_string_binary(&raw))
    }

    /// The same bytes in another encoding, line by line; the same text where a line is not bytes yet.
    fn retype(&mut self, encoding: &Encoding) {
        self.text = retyped(&self.encoding, &self.text, encoding);
        self.encoding = encoding.clone();
    }
}

fn retyped(from: &Encoding, text: &str, to: &Encoding) -> String {
    let line = |line: &str| match from.encode(line) {
        Ok(raw) if !raw.is_empty() => to.to_text(&raw),
        _ => line.to_owned(),
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// The content of a field of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// Words, digits, a column; also bytes whose encoding another field chooses.
    Text(String),
    /// Bytes with their encoding.
    Bytes(KeyText),
    /// How several fields are typed.
    Encoding(Encoding),
    /// One of several, counted from 0.
    Choice(usize),
    /// Yes or no.
    On(bool),
    /// A region, by its first key; `None` is all of them, or the first where one is asked for.
    Region(Option<Raw>),
    /// The items of a list.
    List(Vec<Sheet>),
}

/// A change that somebody makes to a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Text was typed; this is the whole text now.
    Text(String),
    /// An entry of a list was chosen, counted from 0.
    Choice(usize),
    /// A box was ticked, or no longer.
    On(bool),
    /// Bytes are typed in another way.
    Encoding(Encoding),
    /// A region was chosen, by its first key; `None` is all of them.
    Region(Option<Raw>),
    /// A list gets one more.
    More,
    /// A list loses this one, counted from 0.
    Less(usize),
}

/// What stands in the fields of a form, or of an item of a list.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Sheet(Vec<(Field, Entry)>);

/// What a new form knows of its table: how keys are typed, and a column to suggest.
#[derive(Clone, Copy)]
struct Before<'a> {
    key: &'a Encoding,
    column: &'a str,
    /// Whether the form is new; else an item is added to a list of it.
    first: bool,
}

/// For a form without a table, or with a table of which nothing is known.
const NOTHING: Before<'_> = Before { key: &Encoding::Text, column: "", first: false };

impl Entry {
    fn of(input: &Input, before: Before<'_>) -> Option<Self> {
        let text = || match input.default {
            Initial::Text(text) => text.to_owned(),
            Initial::First(text) => if before.first { text } else { "" }.to_owned(),
            Initial::FirstColumn => before.column.to_owned(),
            Initial::KeyWidth => before.key.width().unwrap_or(8).to_string(),
        };
        let bytes = |encoding: &Encoding| Self::Bytes(KeyText { encoding: encoding.clone(), text: text() });
        Some(match input.kind {
            Kind::Key => bytes(before.key),
            Kind::Bytes | Kind::Lines { .. } => bytes(&Encoding::Text),
            Kind::Encoding { keys, .. } => Self::Encoding(if keys { before.key.clone() } else { Encoding::Text }),
            Kind::As(_)
            | Kind::Plain
            | Kind::Column
            | Kind::Text
            | Kind::Number { .. }
            | Kind::Integer
            | Kind::Digits
            | Kind::Time => Self::Text(text()),
            Kind::Choice(_) | Kind::Segments(_) | Kind::Server => Self::Choice(text().parse().unwrap_or(0)),
            Kind::Switch | Kind::Room => Self::On(false),
            Kind::Region { .. } => Self::Region(None),
            Kind::Words => return None,
        })
    }

    fn change(&mut self, change: Change) {
        match (self, change) {
            (Self::Text(text), Change::Text(typed)) => *text = typed,
            (Self::Bytes(key), Change::Text(typed)) => key.text = typed,
            (Self::Bytes(key), Change::Encoding(encoding)) => key.retype(&encoding),
            (Self::Encoding(old), Change::Encoding(encoding)) => *old = encoding,
            (Self::Choice(old), Change::Choice(at)) => *old = at,
            (Self::On(old), Change::On(on)) => *old = on,
            (Self::Region(old), Change::Region(key)) => *old = key,
            _ => {}
        }
    }
}

impl Sheet {
    fn of(inputs: &[Input], before: Before<'_>) -> Self {
        let mut sheet = Self::default();
        inputs.iter().for_each(|input| sheet.add(input, before));
        sheet
    }

    /// Adds a field with its value at first, unless it is there already.
    fn add(&mut self, input: &Input, before: Before<'_>) {
        if self.get(input.field).is_none()
            && let Some(entry) = Entry::of(input, before)
        {
            self.0.push((input.field, entry));
        }
    }

    fn add_list(&mut self, list: &List, before: Before<'_>) {
        list.head.iter().chain(&list.room).for_each(|input| self.add(input, before));
        let items = (0..list.first).map(|_| Self::of(list.items, before)).collect();
        self.0.push((list.field, Entry::List(items)));
    }

    fn add_parts(&mut self, parts: &[Part], before: Before<'_>) {
        for part in parts {
            match part {
                Part::Input(input) => self.add(input, before),
                Part::Pair(inputs) => inputs.iter().for_each(|input| self.add(input, before)),
                Part::List(list) => self.add_list(list, before),
                Part::More { parts, .. } => self.add_parts(parts, before),
                Part::Fact(_) => {}
            }
        }
    }

    fn get(&self, field: Field) -> Option<&Entry> {
        self.0.iter().find(|(other, _)| *other == field).map(|(_, entry)| entry)
    }

    fn get_mut(&mut self, field: Field) -> Option<&mut Entry> {
        self.0.iter_mut().find(|(other, _)| *other == field).map(|(_, entry)| entry)
    }

    /// The fields, without those of items of lists.
    pub(super) fn fields(&self) -> impl Iterator<Item = (Field, &Entry)> {
        self.0.iter().map(|(field, entry)| (*field, entry))
    }

    /// The content of a field; `None` where the form has no such field.
    pub fn entry(&self, slot: Slot) -> Option<&Entry> {
        match slot.of {
            Some((list, at)) => self.items(list).get(at)?.get(slot.field),
            None => self.get(slot.field),
        }
    }

    /// The items of a list field; empty for any other field.
    pub fn items(&self, list: Field) -> &[Self] {
        if let Some(Entry::List(items)) = self.get(list) { items } else { &[] }
    }

    pub(super) fn items_mut(&mut self, list: Field) -> Option<&mut Vec<Self>> {
        if let Some(Entry::List(items)) = self.get_mut(list) { Some(items) } else { None }
    }

    /// What was typed; empty where nothing can be typed.
    pub fn text(&self, slot: impl Into<Slot>) -> &str {
        match self.entry(slot.into()) {
            Some(Entry::Text(text) | Entry::Bytes(KeyText { text, .. })) => text,
            _ => "",
        }
    }

    /// What was chosen; a box that is ticked is 1. 0 where nothing can be chosen.
    pub fn choice(&self, slot: impl Into<Slot>) -> usize {
        match self.entry(slot.into()) {
            Some(Entry::Choice(at)) => *at,
            Some(Entry::On(on)) => usize::from(*on),
            _ => 0,
        }
    }

    /// Whether a box is ticked.
    pub fn on(&self, field: Field) -> bool {
        self.choice(field) == 1
    }

    /// The region that was chosen, by its first key.
    pub fn region(&self, field: Field) -> Option<&[u8]> {
        if let Some(Entry::Region(key)) = self.get(field) { key.as_deref() } else { None }
    }

    /// The encoding in which a field is typed, chosen by itself or by another field; text where neither chooses one.
    pub fn encoding(&self, input: &Input, slot: Slot) -> Encoding {
        let entry = match input.kind {
            Kind::As(field) => self.get(field),
            _ => self.entry(slot),
        };
        match entry {
            Some(Entry::Bytes(KeyText { encoding, .. }) | Entry::Encoding(encoding)) => encoding.clone(),
            _ => Encoding::Text,
        }
    }

    /// Whether the form shows a field, of its own or of an item of a list.
    pub fn is_there(&self, when: When, of: Option<(Field, usize)>) -> bool {
        let When::Is(field, choices) = when else { return true };
        let beside = Slot { field, of };
        let slot = if self.entry(beside).is_some() { beside } else { field.into() };
        choices.contains(&self.choice(slot))
    }

    /// Makes a change to a field. A change that its kind does not have is ignored.
    pub(super) fn put(&mut self, field: Field, change: Change) {
        if let Some(entry) = self.get_mut(field) {
            entry.change(change);
        }
    }

    /// A change of a field of the form that consists of these parts.
    pub(super) fn edit(&mut self, parts: &[Part], slot: Slot, change: Change) {
        match (slot.of, change) {
            (Some((list, at)), change) => {
                if let Some(item) = self.items_mut(list).and_then(|items| items.get_mut(at)) {
                    item.put(slot.field, change);
                }
            }
            (None, Change::More) => {
                let list = parts.iter().find_map(|part| match part {
                    Part::List(list) if list.field == slot.field => Some(list),
                    _ => None,
                });
                if let (Some(list), Some(items)) = (list, self.items_mut(slot.field)) {
                    items.push(Self::of(list.items, NOTHING));
                }
            }
            (None, Change::Less(at)) => {
                if let Some(items) = self.items_mut(slot.field).filter(|items| at < items.len()) {
                    items.remove(at);
                }
            }
            (None, Change::Encoding(to)) => {
                if let Some(Entry::Encoding(from)) = self.get(slot.field) {
                    let from = from.clone();
                    self.retype(parts, slot.field, &from, &to);
                }
                self.put(slot.field, Change::Encoding(to));
            }
            (None, change) => self.put(slot.field, change),
        }
    }

    /// The same bytes in another encoding, in all fields whose encoding this field chooses.
    fn retype(&mut self, parts: &[Part], chooser: Field, from: &Encoding, to: &Encoding) {
        let again = |sheet: &mut Self, input: &Input| {
            if matches!(input.kind, Kind::As(field) if field == chooser)
                && let Some(Entry::Text(text)) = sheet.get_mut(input.field)
            {
                *text = retyped(from, text, to);
            }
        };
        for part in parts {
            match part {
                Part::Input(input) => again(self, input),
                Part::List(list) => {
                    for item in self.items_mut(list.field).into_iter().flatten() {
                        list.items.iter().for_each(|input| again(item, input));
                    }
                }
                Part::Pair(_) | Part::More { .. } | Part::Fact(_) => {}
            }
        }
    }
}

/// All forms; each keeps what was typed while another is used. The forms of an administrator share the fields that are
/// the same, but for [`Operation::Create`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forms {
    /// A sheet for each operation of clients, in the order of [`Operation::all`], one for a new table, and one that all
    /// other operations of an administrator share.
    sheets: Vec<Sheet>,
    /// The code of the late forms, once it has been loaded.
    pub(super) late: Option<&'static Late>,
}

impl Forms {
    /// Forms for a table: filled with what its start suggests. `None` of a table without a start.
    pub fn of(table: Option<&TableStart>) -> Self {
        let mut forms = Self::early(table);
        forms.learn(&super::LATE, table);
        forms
    }

    /// As [`of`](Self::of), without the forms that are taught later.
    pub fn early(table: Option<&TableStart>) -> Self {
        let mut forms = Self { sheets: vec![Sheet::default(); shelf(Operation::Drop) + 1], late: None };
        forms.begin(table, &Operation::early);
        if let Some(table) = table {
            for operation in Operation::all() {
                if let Some(intent) = operation.suggestion(table) {
                    forms.sheet_mut(operation).fill(intent, &table.key);
                }
            }
        }
        forms
    }

    /// Learns the forms that are taught later. What stands in the others stays.
    pub fn learn(&mut self, late: &'static Late, table: Option<&TableStart>) {
        if self.late.is_none() {
            self.late = Some(late);
            self.begin(table, &late.parts);
            for operation in Operation::all().filter(|operation| operation.is_late()) {
                (late.fill)(self.sheet_mut(operation), operation, table);
            }
        }
    }

    /// Whether the form of an operation is there, or has to be learnt before.
    pub fn knows(&self, operation: Operation) -> bool {
        !operation.is_late() || self.late.is_some()
    }

    /// The parts of the form of an operation, from top to bottom; none of one that is not there yet.
    pub fn parts(&self, operation: Operation) -> &'static [Part] {
        match self.late {
            Some(late) if operation.is_late() => (late.parts)(operation),
            _ => operation.early(),
        }
    }

    /// What is said at the fields of forms that are taught later.
    pub fn told(&self, intent: &Intent, start: &Start, world: &World) -> Vec<Note> {
        self.late.map(|late| (late.notes)(intent, start, world)).unwrap_or_default()
    }

    /// Adds the fields of these parts, with their initial values.
    fn begin(&mut self, table: Option<&TableStart>, parts: &dyn Fn(Operation) -> &'static [Part]) {
        let column = table.and_then(|table| table.columns.first());
        let column = column.map(|(family, qualifier)| super::suggestion::column(family, qualifier)).unwrap_or_default();
        let key = table.map(|table| table.key.clone()).unwrap_or_default();
        let before = Before { key: &key, column: &column, first: true };
        for operation in Operation::all() {
            self.sheet_mut(operation).add_parts(parts(operation), before);
        }
    }

    /// The contents of the form of an operation.
    pub fn sheet(&self, operation: Operation) -> &Sheet {
        &self.sheets[shelf(operation)]
    }

    pub(super) fn sheet_mut(&mut self, operation: Operation) -> &mut Sheet {
        &mut self.sheets[shelf(operation)]
    }

    /// Takes what stands in the form of an operation from other forms.
    pub fn take(&mut self, operation: Operation, from: &Self) {
        self.sheet_mut(operation).clone_from(from.sheet(operation));
    }

    /// Changes who speaks: where the forms still hold the name and the words that the start suggests for the client
    /// before, they get those that it suggests for this one.
    pub fn speak(&mut self, table: Option<&TableStart>, before: u8, now: u8) {
        let voices = table.map_or(&[][..], |table| table.voices);
        let (before, now) = (usize::from(before), usize::from(now));
        for operation in [Operation::Insert, Operation::Prepend] {
            for item in self.sheet_mut(operation).items_mut(Field::Cells).into_iter().flatten() {
                if let Some(Entry::Text(text)) = item.get_mut(Field::Value) {
                    let told = [&NAMES[..], voices].into_iter();
                    let mut told = told.filter(|all| all.get(before).is_some_and(|said| *said == text.as_str()));
                    if let Some(said) = told.find_map(|all| all.get(now)) {
                        (*said).clone_into(text);
                    }
                }
            }
        }
    }

    /// Changes a field of the form of an operation. A field that the form has not, or a change that the field cannot
    /// take, changes nothing.
    pub fn edit(&mut self, operation: Operation, slot: Slot, change: Change) {
        let parts = self.parts(operation);
        self.sheet_mut(operation).edit(parts, slot, change);
    }
}

impl Default for Forms {
    fn default() -> Self {
        Self::of(None)
    }
}

/// The index in `sheets` of the sheet of an operation.
fn shelf(operation: Operation) -> usize {
    match operation {
        Operation::Insert => 0,
        Operation::Prepend => 1,
        Operation::Pages => 2,
        Operation::Transaction => 3,
        Operation::Get => 4,
        Operation::LastRow => 5,
        Operation::Delete => 6,
        Operation::Repeat => 7,
        Operation::FirstRow => 8,
        Operation::Create => 9,
        Operation::Split
        | Operation::Alter
        | Operation::Flush
        | Operation::Compact
        | Operation::Merge
        | Operation::Move
        | Operation::Balance
        | Operation::Crash
        | Operation::LoseAnswer
        | Operation::Drop => 10,
    }
}
