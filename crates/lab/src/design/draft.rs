//! A design with what else is chosen before a table is made of it.

use super::{ATTRIBUTE, Design, Draw, Field, Kind, PRESETS, Row, Stream, cuts, sort};
use crate::intent::{AdminIntent, Intent, Raw};
use crate::notation::Encoding;
use std::sync::Arc;

/// In how many regions a table can begin.
pub const PARTS: [usize; 5] = [1, 2, 3, 4, 8];

/// Characters of a name, at most.
const NAME: usize = 24;

/// Bytes of a constant, at most.
const CONSTANT: usize = 16;

/// Fields of a key, at most.
const FIELDS: usize = 8;

/// All settings of the key designer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// The key.
    pub design: Design,
    /// The name of the table.
    pub table: String,
    /// In how many regions it begins, one of [`PARTS`].
    pub parts: usize,
    /// How the rows that come next differ.
    pub stream: Stream,
    /// Which of the rows that are shown is held against the one after it, from 0. `None` until one was chosen.
    pub pair: Option<usize>,
    /// Rows of a table that take the place of the sample; none of a design from nothing, and after a preset.
    pub given: Option<Arc<Given>>,
}

/// Rows of a table, and the key under which they stand there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// The table.
    pub table: String,
    /// Its key.
    pub design: Design,
    /// Its rows, in the order of the table.
    pub rows: Vec<Row>,
}

impl Given {
    /// The rows with these keys.
    pub fn new<'a>(table: &str, design: Design, keys: impl Iterator<Item = &'a [u8]>) -> Self {
        let row = |(number, key): (usize, &[u8])| Row {
            number,
            values: design.parts(key).into_iter().map(|(value, _)| value).collect(),
            key: key.to_vec(),
        };
        let rows = keys.enumerate().map(row).collect();
        Self { table: table.to_owned(), design, rows }
    }
}

/// The lists from which something is chosen for a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The kind, of [`Kind::choices`].
    Kind,
    /// The width, of [`Kind::widths`].
    Width,
    /// The form, of [`Kind::forms`].
    Form,
    /// What its values are like, of [`Draw::choices`].
    Draw,
    /// What a hash or a salt is computed from: all, or one of [`Design::given`].
    Source,
}

/// A change of a draft. Fields are meant by their places, choices by theirs in their lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Begins with one of [`PRESETS`].
    Preset(usize),
    /// One more field at the end.
    Add,
    /// A field is removed.
    Remove(usize),
    /// A field changes places with the one before it.
    Up(usize),
    /// A field changes places with the one after it.
    Down(usize),
    /// A field gets this name.
    Name(usize, String),
    /// The bytes of a constant, as text with `\xNN`.
    Constant(usize, String),
    /// An entry is chosen in a list of a field: the field, the list, and the place of the entry.
    Choose(usize, Choice, usize),
    /// The table gets this name.
    Table(String),
    /// It begins in as many regions as [`PARTS`] says there.
    Parts(usize),
    /// How the rows that come next differ, of [`Stream::ALL`].
    Stream(usize),
    /// Another pair of neighbouring rows is compared byte by byte.
    Pair(usize),
}

impl Draft {
    /// The first preset, for a table whose name is not one of these.
    pub fn new(taken: &[String]) -> Self {
        let mut names = std::iter::once("designed".to_owned()).chain((2..).map(|count| format!("designed{count}")));
        let table = names.find(|name| !taken.contains(name)).unwrap_or_default();
        Self { design: PRESETS[0].design(), table, parts: 3, stream: Stream::Now, pair: None, given: None }
    }

    /// The key and the rows of a table, to look at them under another key.
    pub fn of(given: Given, taken: &[String]) -> Self {
        Self { design: given.design.clone(), given: Some(Arc::new(given)), ..Self::new(taken) }
    }

    /// Makes a change. One that names a field or an entry that does not exist changes nothing.
    pub fn edit(&mut self, edit: Edit) {
        let fields = &mut self.design.fields;
        match edit {
            Edit::Preset(preset) => {
                let Some(preset) = PRESETS.get(preset) else { return };
                self.design = preset.design();
                // Each value of a salt begins with a region of its own.
                if let Some(Kind::Salt { buckets, .. }) = self.design.fields.first().map(|field| &field.kind) {
                    let own = PARTS.into_iter().find(|parts| *parts == usize::from(*buckets));
                    self.parts = own.unwrap_or(self.parts);
                }
                (self.given, self.pair) = (None, None);
            }
            Edit::Add => {
                if fields.len() < FIELDS {
                    let id = fields.iter().map(|field| field.id).max().unwrap_or(0) + 1;
                    fields.push(Field { id, name: format!("field{id}"), kind: Kind::integer(4), draw: Draw::Few });
                }
            }
            Edit::Remove(at) if at < fields.len() => drop(fields.remove(at)),
            Edit::Up(at) if (1..fields.len()).contains(&at) => fields.swap(at, at - 1),
            Edit::Down(at) if at + 1 < fields.len() => fields.swap(at, at + 1),
            Edit::Remove(_) | Edit::Up(_) | Edit::Down(_) => {}
            Edit::Name(at, name) => {
                if let Some(field) = fields.get_mut(at) {
                    field.name = name.chars().take(NAME).collect();
                }
            }
            Edit::Constant(at, text) => {
                if let (Some(Field { kind: Kind::Constant(raw), .. }), Ok(mut typed)) =
                    (fields.get_mut(at), Encoding::Text.encode(&text))
                {
                    typed.truncate(CONSTANT);
                    *raw = typed;
                }
            }
            Edit::Choose(at, choice, index) => self.choose(at, choice, index),
            Edit::Table(table) => self.table = table,
            Edit::Parts(index) => self.parts = PARTS.get(index).copied().unwrap_or(self.parts),
            Edit::Stream(index) => self.stream = Stream::ALL.get(index).copied().unwrap_or(self.stream),
            Edit::Pair(pair) => self.pair = Some(pair),
        }
    }

    fn choose(&mut self, at: usize, choice: Choice, index: usize) {
        let given: Vec<u32> = self.sources().into_iter().map(|(id, _)| id).collect();
        let Some(field) = self.design.fields.get_mut(at) else { return };
        let kinds = match choice {
            Choice::Kind => Kind::choices(),
            Choice::Width => field.kind.widths(),
            Choice::Form => field.kind.forms(),
            Choice::Draw => {
                field.draw = Draw::choices(&field.kind).get(index).copied().unwrap_or(field.draw);
                return;
            }
            Choice::Source => {
                if let Kind::Hash { of, .. } | Kind::Salt { of, .. } = &mut field.kind {
                    *of = index.checked_sub(1).and_then(|place| given.get(place).copied());
                }
                return;
            }
        };
        if let Some(kind) = kinds.get(index) {
            field.kind = kind.clone();
        }
        if !Draw::choices(&field.kind).contains(&field.draw) {
            field.draw = Draw::Few;
        }
    }

    /// The single fields that a hash or a salt can be computed from: numbers of fields, with their names.
    pub fn sources(&self) -> Vec<(u32, &str)> {
        self.design
            .given()
            .into_iter()
            .map(|at| &self.design.fields[at])
            .map(|field| (field.id, &*field.name))
            .collect()
    }

    /// The sample as the table would have it, and how many rows were overwritten in it.
    pub fn rows(&self) -> (Vec<Row>, usize) {
        sort(self.sample())
    }

    /// The sample in the order in which its rows come: the given rows under this key, else rows that are made up. A row whose
    /// values have no place in this key is left out.
    pub fn sample(&self) -> Vec<Row> {
        match &self.given {
            Some(given) => self.design.rekeyed(&given.design, &given.rows),
            None => self.design.rows(),
        }
    }

    /// The keys at which the table is cut.
    pub fn cuts(&self) -> Vec<Vec<u8>> {
        cuts(&self.design, &self.rows().0, self.parts)
    }

    /// What makes the table. An attribute of it says what its keys are made of.
    pub fn create(&self) -> Intent {
        let families = vec![("d".to_owned(), Vec::new())];
        let table = self.table.trim().to_owned();
        let attributes = vec![(ATTRIBUTE.to_owned(), self.design.to_spec())];
        Intent::Admin(AdminIntent::Create { table, families, attributes, splits: self.cuts() })
    }

    /// What writes the rows of the sample, in the order in which they come. Each says which one it was.
    pub fn inserts(&self) -> impl Iterator<Item = Intent> + '_ {
        self.sample().into_iter().map(|row| {
            let value = Raw::from((row.number + 1).to_string());
            let cells = vec![("d".to_owned(), Raw::from("row"), None, value)];
            Intent::Insert { table: self.table.trim().to_owned(), row: row.key, cells }
        })
    }
}
